//! A Markdown file becomes a challenge: front matter in TOML, and the task as text.

use std::ops::RangeInclusive;

use lesson::Problem;
use lesson::front::{self, Parts};
use lesson::parse::origin;
use lesson::sealed::digest;
use lesson::text::Text;
use parameters::{Editor, Kind};
use playground::Scenario;
use playground::setup::Changes;
use report::Observer;
use serde::Deserialize;
use serde_json::{Map, Value};
use toml::Spanned;

use crate::contest::Came;
use crate::model::{Better, Challenge, Drawn, Way};

/// How many rivals, public and hidden cases, and seconds there may be.
const RIVALS: RangeInclusive<usize> = 0..=12;
const PUBLIC: RangeInclusive<usize> = 1..=24;
const HIDDEN: RangeInclusive<usize> = 2..=60;
const SECONDS: RangeInclusive<usize> = 1..=60;

/// What stands at the beginning of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Front {
    title: String,
    idea: String,
    figure: String,
    better: Better,
    seconds: Spanned<usize>,
    scenario: Spanned<Origin>,
    strategy: Spanned<Strategy>,
    baseline: Spanned<Named>,
    #[serde(default, rename = "rival")]
    rivals: Vec<Spanned<Named>>,
    cases: Cases,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Origin {
    preset: Option<String>,
    link: Option<String>,
    #[serde(default)]
    values: Changes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Strategy {
    parameter: String,
    #[serde(default)]
    values: Changes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    values: Changes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    public: Spanned<Vec<Changes>>,
    hidden: Spanned<usize>,
    draw: Spanned<Map<String, Value>>,
}

/// Reads a challenge.
///
/// # Errors
/// All that is wrong, by line.
pub fn parse(source: &str) -> Result<Challenge, Vec<Problem>> {
    let one = |problem| vec![problem];
    front::bounded(source, "challenge").map_err(one)?;
    let parts = front::parts(source, "title and idea").map_err(one)?;
    let front: Front = front::toml(parts.front, front::FIRST).map_err(one)?;
    Reader {
        parts,
        problems: Vec::new(),
    }
    .read(front, digest(source))
}

struct Reader<'s> {
    parts: Parts<'s>,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn read(mut self, front: Front, source: String) -> Result<Challenge, Vec<Problem>> {
        let question = Text::read(self.parts.body, self.parts.first).unwrap_or_else(|problems| {
            self.problems.extend(problems);
            Text::default()
        });
        for (line, _) in &question.references {
            let message = "a challenge has no numbers by name: its ranking holds them";
            self.problems.push(Problem::new(*line, message));
        }
        if question.is_empty() {
            let line = self.parts.first;
            let message = "there is no task: it stands below the second line “+++”";
            self.problems.push(Problem::new(line, message));
        }
        self.counted(
            "seconds",
            *front.seconds.get_ref(),
            &SECONDS,
            &front.seconds,
        );
        let scenario = match scenario_of(front.scenario.get_ref()) {
            Ok(scenario) => scenario,
            Err(message) => {
                self.fault(&front.scenario, format!("the scenario: {message}"));
                return Err(self.sorted());
            }
        };
        let strategy = front.strategy.get_ref();
        if let Err(message) = takes_strategy(&scenario, strategy) {
            self.fault(&front.strategy, message);
        }
        let mut ways = Vec::new();
        for named in [&front.baseline].into_iter().chain(&front.rivals) {
            let Named { name, values } = named.get_ref();
            if let Err(error) = scenario.having(values) {
                self.fault(named, format!("“{name}”: {error}"));
            }
            if ways.iter().any(|way: &Way| way.name == *name) {
                self.fault(
                    named,
                    format!("there is “{name}” already: each way has a name of its own"),
                );
            }
            ways.push(Way {
                name: name.clone(),
                values: values.clone(),
            });
        }
        let rivals = front.rivals.len();
        self.counted("rivals", rivals, &RIVALS, &front.baseline);
        let Cases {
            public,
            hidden,
            draw,
        } = &front.cases;
        self.counted("public cases", public.get_ref().len(), &PUBLIC, public);
        for case in public.get_ref() {
            if let Err(error) = scenario.having(case) {
                self.fault(public, format!("a public case: {error}"));
            }
        }
        self.counted("hidden cases", *hidden.get_ref(), &HIDDEN, hidden);
        let mut drawn = Vec::new();
        for (name, range) in draw.get_ref() {
            match drawn_of(&scenario, name, range, &strategy.parameter) {
                Ok(one) => drawn.push((name.clone(), one)),
                Err(message) => self.fault(draw, format!("draw has “{name}”: {message}")),
            }
        }
        let challenge = Challenge {
            source,
            title: front.title,
            idea: front.idea,
            question,
            markdown: self.parts.body.trim().to_owned(),
            parameter: strategy.parameter.clone(),
            own: strategy.values.clone(),
            figure: front.figure,
            better: front.better,
            seconds: u32::try_from(*front.seconds.get_ref()).unwrap_or(1),
            ways,
            public: public.get_ref().clone(),
            hidden: *hidden.get_ref(),
            drawn,
            scenario,
        };
        let (wanted, there) = (challenge.hidden as u64, challenge.different());
        if wanted > there {
            let message = format!(
                "there are {there} different cases, and {wanted} are drawn: draw from wider ranges"
            );
            self.fault(draw, message);
        }
        match self.problems.is_empty() {
            true => Ok(challenge),
            false => Err(self.sorted()),
        }
    }

    fn sorted(&mut self) -> Vec<Problem> {
        self.problems.sort();
        std::mem::take(&mut self.problems)
    }

    fn fault<T>(&mut self, at: &Spanned<T>, message: String) {
        let down = front::down(self.parts.front, at.span().start);
        self.problems
            .push(Problem::new(front::FIRST + down, message));
    }

    fn counted<T>(
        &mut self,
        what: &str,
        is: usize,
        allowed: &RangeInclusive<usize>,
        at: &Spanned<T>,
    ) {
        if !allowed.contains(&is) {
            let (first, last) = (allowed.start(), allowed.end());
            self.fault(at, format!("{what}: {is}; allowed: {first} to {last}"));
        }
    }
}

fn scenario_of(from: &Origin) -> Result<Scenario, String> {
    let base = origin(from.preset.as_deref(), from.link.as_deref())?;
    let scenario = base.having(&from.values);
    let scenario = scenario.map_err(|error| error.to_string())?;
    match scenario.missing_file() {
        Some(file) => Err(format!(
            "it needs the traces “{}”, which do not travel with a challenge",
            file.name
        )),
        None => Ok(scenario),
    }
}

/// Whether a scenario takes a strategy in that parameter.
fn takes_strategy(scenario: &Scenario, strategy: &Strategy) -> Result<(), String> {
    let Strategy { parameter, values } = strategy;
    let asking = scenario.having(values).map_err(|error| error.to_string())?;
    let parameters = asking.parameters();
    let takes = parameters.iter().filter(|one| {
        matches!(
            one.kind,
            Kind::Text {
                editor: Editor::Strategy(_),
                ..
            }
        )
    });
    let names: Vec<&str> = takes.map(|one| one.name).collect();
    match names.contains(&parameter.as_str()) {
        true => Ok(()),
        false if names.is_empty() => Err("this laboratory takes no strategy".into()),
        false => Err(format!(
            "“{parameter}” takes no strategy; allowed: {}",
            names.join(", ")
        )),
    }
}

/// What is drawn: `[first, last]`, or names of choices.
fn drawn_of(scenario: &Scenario, name: &str, range: &Value, taken: &str) -> Result<Drawn, String> {
    let form = "allowed: [first, last], both whole numbers, or a list of choices";
    let all = range.as_array().ok_or(form)?;
    if name == taken {
        return Err("it takes the strategy".into());
    }
    let drawn = match all.as_slice() {
        [first, last] if first.is_u64() && last.is_u64() => {
            let (first, last) = (first.as_u64().unwrap_or(0), last.as_u64().unwrap_or(0));
            if first > last {
                return Err(format!("{first} is more than {last}"));
            }
            Drawn::Whole(first, last)
        }
        values if !values.is_empty() && values.iter().all(Value::is_string) => {
            let mut before = values.iter().enumerate();
            let twice =
                before.find(|(place, one)| values.iter().take(*place).any(|other| other == *one));
            if let Some((_, one)) = twice {
                return Err(format!("{one} stands there twice"));
            }
            Drawn::One(values.to_vec())
        }
        _ => return Err(form.into()),
    };
    for value in all {
        let change = Changes::from_iter([(name.to_owned(), value.clone())]);
        scenario
            .having(&change)
            .map_err(|error| error.to_string())?;
    }
    Ok(drawn)
}

impl Challenge {
    /// What an author has to mend, found by running: whether the figure exists, whether each built-in way and the strategy that the
    /// scenario begins with run in each public case, and whether the strategy is asked at all.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self, observer: &mut dyn Observer) -> Result<(), String> {
        let mut came = |scenario: Result<Scenario, String>| {
            scenario.and_then(|scenario| Came::by_running(&scenario, &self.figure, observer))
        };
        for case in &self.public {
            let named = |name: &str, why: String| {
                format!("“{name}”, case {}: {why}", crate::model::case_name(case))
            };
            for way in &self.ways {
                came(self.built_in(way, case)).map_err(|why| named(&way.name, why))?;
            }
            let begin = self.beginning();
            came(self.of_strategy(&begin, case)).map_err(|why| named("the first strategy", why))?;
            if came(self.of_strategy("", case)).is_ok() {
                return Err(
                    "the strategy is not asked: “values” of [strategy] has to choose it".into(),
                );
            }
        }
        Ok(())
    }

    /// The strategy that one begins with.
    #[must_use]
    pub fn beginning(&self) -> String {
        let text = self.scenario.get(&self.parameter);
        text.as_str().unwrap_or_default().to_owned()
    }
}
