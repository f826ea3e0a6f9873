//! Turns a Markdown file into a challenge: front matter in TOML, and the task as text.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use lesson::Problem;
use lesson::front::{self, Parts};
use lesson::parse::origin;
use lesson::sealed::digest;
use lesson::text::Text;
use playground::Scenario;
use playground::setup::Changes;
use serde::Deserialize;
use serde_json::{Map, Value};
use toml::Spanned;

use crate::contest::{Came, Contest, Run};
use crate::model::{Better, Challenge, Drawn, Way, case_name};

/// The allowed numbers of rivals, public cases, hidden cases and seconds.
const RIVALS: RangeInclusive<usize> = 0..=12;
const PUBLIC: RangeInclusive<usize> = 1..=24;
const HIDDEN: RangeInclusive<usize> = 2..=60;
const SECONDS: RangeInclusive<usize> = 1..=60;

/// The name of the first strategy in the check.
const FIRST: &str = "the first strategy";

/// The front matter of the file.
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
/// All faults, by line.
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
        let question = self.question();
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
        let mut choosing = Choosing::default();
        choosing.add("[strategy]", &strategy.values);
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
            choosing.add(&format!("“{name}”"), values);
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
        for (place, case) in public.get_ref().iter().enumerate() {
            if let Err(error) = scenario.having(case) {
                self.fault(public, format!("a public case: {error}"));
            }
            for name in case.keys() {
                if let Some(why) = choosing.refuses(name, &strategy.parameter) {
                    self.fault(public, format!("a public case has “{name}”: {why}"));
                }
            }
            if public.get_ref().iter().take(place).any(|one| one == case) {
                let name = case_name(case);
                self.fault(public, format!("the public case {name} stands there twice"));
            }
        }
        self.counted("hidden cases", *hidden.get_ref(), &HIDDEN, hidden);
        let mut drawn = Vec::new();
        for (name, range) in draw.get_ref() {
            let one = match choosing.refuses(name, &strategy.parameter) {
                Some(why) => Err(why),
                None => drawn_of(&scenario, name, range),
            };
            match one {
                Ok(one) => drawn.push((name.clone(), one)),
                Err(message) => self.fault(draw, format!("draw has “{name}”: {message}")),
            }
        }
        let all_drawn = drawn.len() == draw.get_ref().len();
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
        if all_drawn && wanted > there {
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

    /// The task.
    fn question(&mut self) -> Text {
        let (body, first) = (self.parts.body, self.parts.first);
        let question = match Text::read(body, first) {
            Ok(question) => question,
            Err(problems) => {
                self.problems.extend(problems);
                return Text::default();
            }
        };
        for (line, _) in &question.references {
            let message = "a challenge has no numbers by name: its ranking holds them";
            self.problems.push(Problem::new(*line, message));
        }
        if question.is_empty() {
            let message = "there is no task: it stands below the second line “+++”";
            self.problems.push(Problem::new(first, message));
        }
        question
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
    let takes = parameters.iter().filter(|one| one.hook().is_some());
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

/// The parameters that tell competitors apart, each with the first entry that sets it.
#[derive(Default)]
struct Choosing(BTreeMap<String, String>);

impl Choosing {
    fn add(&mut self, who: &str, values: &Changes) {
        for name in values.keys() {
            self.0.entry(name.clone()).or_insert_with(|| who.to_owned());
        }
    }

    /// The reason why no case may set this parameter: a case applies to all competitors.
    fn refuses(&self, name: &str, takes: &str) -> Option<String> {
        if name == takes {
            return Some("it takes the strategy".into());
        }
        let who = self.0.get(name)?;
        Some(format!(
            "the values of {who} set it, and a case applies to all"
        ))
    }
}

/// The range of a drawn parameter: `[first, last]`, or a list of texts.
fn drawn_of(scenario: &Scenario, name: &str, range: &Value) -> Result<Drawn, String> {
    let form = "allowed: [first, last], both whole numbers, or a list of texts";
    let all = range.as_array().ok_or(form)?;
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
    /// Checks a challenge for its author by running it: the figure exists; each built-in way and the first strategy run in each public case
    /// and in the hidden cases that this strategy draws; the laboratory accepts a thousand other possible cases; the scenario asks the
    /// strategy. `results` makes the runs of a contest.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(
        &self,
        mut results: impl FnMut(&Contest) -> Vec<Result<Came, String>>,
    ) -> Result<(), String> {
        /// The number of possible draws that are only checked, not run.
        const LOOKS: usize = 1000;
        let begin = self.beginning();
        let entered = |cases| Contest::new(self, [(FIRST.to_owned(), begin.as_str())], cases);
        let fault = |contest: &Contest, run: &Run, why: &str| {
            let name = contest
                .entries
                .get(run.entry)
                .map(|(name, _)| name.as_str());
            let (name, case) = (name.unwrap_or_default(), contest.case_of(run));
            Err(format!("“{name}”, case {case}: {why}"))
        };
        let looked = entered(self.draws("check", LOOKS));
        for run in &looked.runs {
            if let Err(why) = &run.scenario {
                return fault(&looked, run, why);
            }
        }
        let mut cases = self.public.clone();
        cases.extend(self.cases([begin.as_str()], ""));
        let contest = entered(cases);
        for (run, came) in contest.runs.iter().zip(results(&contest)) {
            if let Err(why) = came {
                return fault(&contest, run, &why);
            }
        }
        let alone = Self {
            ways: Vec::new(),
            ..self.clone()
        };
        let silent = Contest::new(&alone, [(FIRST.to_owned(), "")], self.public.clone());
        match results(&silent).iter().any(Result::is_ok) {
            true => {
                Err("the strategy is not asked: “values” of [strategy] has to choose it".into())
            }
            false => Ok(()),
        }
    }

    /// The first strategy: a writer begins with it.
    #[must_use]
    pub fn beginning(&self) -> String {
        let text = self.scenario.get(&self.parameter);
        text.as_str().unwrap_or_default().to_owned()
    }
}
