//! A Markdown file becomes a lesson.
//!
//! The front matter stands between two lines of `+++`. Each heading of the second level begins a screen. Fences named
//! `scenario` and `question` hold TOML; all else is text.

use std::collections::BTreeMap;

use playground::{Scenario, link, presets};
use serde::Deserialize as _;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::block::{Front, Kind, QuestionBlock, ScenarioBlock};
use crate::expression::{Condition, Expression, Goal, Term, is_name};
use crate::front::{self, Parts};
use crate::model::{Choice, Lesson, Question, Right, Screen, Staged, Task};
use crate::problem::{Problem, listed};
use crate::sealed::digest;
use crate::text::{Text, short};

/// Reads a lesson.
///
/// # Errors
/// All faults, by line.
pub fn parse(source: &str) -> Result<Lesson, Vec<Problem>> {
    front::bounded(source, "lesson").map_err(|problem| vec![problem])?;
    let keys = "title, minutes and idea";
    let Parts { front, body, first } =
        front::parts(source, keys).map_err(|problem| vec![problem])?;
    let mut reader = Reader::default();
    let front: Option<Front> = reader.toml(front, front::FIRST);
    reader.body(body, first);
    if reader.screens.is_empty() {
        reader.fault(
            1,
            "there is no screen: a line that begins with “## ” begins one",
        );
    }
    match front {
        Some(front) if reader.problems.is_empty() => Ok(Lesson {
            source: digest(source),
            front,
            scenarios: reader.scenarios,
            screens: reader.screens,
        }),
        _ => {
            reader.problems.sort();
            Err(reader.problems)
        }
    }
}

#[derive(Default)]
struct Reader {
    scenarios: BTreeMap<String, Staged>,
    screens: Vec<Screen>,
    problems: Vec<Problem>,
}

impl Reader {
    fn fault(&mut self, line: usize, message: impl Into<String>) {
        self.problems.push(Problem::new(line, message));
    }

    /// Reads TOML whose first line is `line` of the file.
    fn toml<T: DeserializeOwned>(&mut self, text: &str, line: usize) -> Option<T> {
        let read = front::toml(text, line);
        read.map_err(|problem| self.problems.push(problem)).ok()
    }

    fn body(&mut self, body: &str, first: usize) {
        let mut lines = (first..).zip(body.lines());
        let (mut text, mut begins) = (String::new(), first);
        while let Some((number, line)) = lines.next() {
            let fence = line.strip_prefix("```");
            let own = fence
                .map(str::trim)
                .filter(|name| ["scenario", "question"].contains(name));
            if let Some(name) = own {
                self.paragraphs(&std::mem::take(&mut text), begins);
                let mut inside = String::new();
                let mut closed = false;
                for (_, line) in lines.by_ref() {
                    if line.trim_end() == "```" {
                        closed = true;
                        break;
                    }
                    inside.push_str(line);
                    inside.push('\n');
                }
                if !closed {
                    self.fault(
                        number,
                        format!("the block “{name}” does not end: a line “```” is missing"),
                    );
                }
                match name {
                    "scenario" => self.scenario(&inside, number + 1),
                    _ => self.question(&inside, number + 1),
                }
                begins = number + 2 + inside.lines().count();
            } else if fence.is_some() {
                // Other fences are text, with all their content.
                text.push_str(line);
                text.push('\n');
                for (_, line) in lines.by_ref() {
                    text.push_str(line);
                    text.push('\n');
                    if line.trim_end() == "```" {
                        break;
                    }
                }
            } else if let Some(title) = line.strip_prefix("## ") {
                self.paragraphs(&std::mem::take(&mut text), begins);
                begins = number + 1;
                self.screens.push(Screen {
                    line: number,
                    title: title.trim().to_owned(),
                    text: Vec::new(),
                    scenario: None,
                    question: None,
                });
            } else {
                if line.starts_with("# ") {
                    self.fault(
                        number,
                        "a heading of the first level; the title stands in the front matter",
                    );
                }
                text.push_str(line);
                text.push('\n');
            }
        }
        self.paragraphs(&text, begins);
    }

    fn paragraphs(&mut self, markdown: &str, line: usize) {
        if markdown.trim().is_empty() {
            return;
        }
        let text = self.text(markdown, line);
        match self.screens.last_mut() {
            Some(screen) => screen.text.push(text),
            None => self.fault(
                line,
                "text before the first screen: a line that begins with “## ” begins one",
            ),
        }
    }

    fn text(&mut self, markdown: &str, line: usize) -> Text {
        Text::read(markdown, line).unwrap_or_else(|problems| {
            self.problems.extend(problems);
            Text::default()
        })
    }

    fn scenario(&mut self, text: &str, line: usize) {
        let Some(block) = self.toml::<ScenarioBlock>(text, line) else {
            return;
        };
        if !is_name(&block.id) {
            self.fault(
                line,
                format!(
                    "the id “{}” is no name; allowed: letters, digits, - and _",
                    short(&block.id)
                ),
            );
            return;
        }
        let again = block.preset.is_none() && block.link.is_none();
        match (again, self.scenarios.contains_key(&block.id)) {
            (true, false) => {
                let names = listed(self.scenarios.keys().map(String::as_str));
                self.fault(line, format!("scenario “{}” has neither preset nor link, and is none of those above: {names}", block.id));
                return;
            }
            (true, true)
                if !block.values.is_empty() || !block.show.is_empty() || !block.free.is_empty() =>
            {
                self.fault(line, format!("scenario “{}” is shown again, so only its id stands here; another one needs a preset", block.id));
                return;
            }
            (false, true) => {
                self.fault(line, format!("there is a scenario “{}” already", block.id));
                return;
            }
            (true, true) => {}
            (false, false) => match staged(&block, line) {
                Ok(staged) => {
                    self.scenarios.insert(block.id.clone(), staged);
                }
                Err(message) => {
                    self.fault(line, message);
                    return;
                }
            },
        }
        if !block.shown {
            return;
        }
        match self.screens.last_mut() {
            None => self.fault(
                line,
                "a scenario before the first screen is never shown: “shown = false” says so",
            ),
            Some(screen) if screen.scenario.is_some() => {
                self.fault(line, "the screen shows a scenario already; a question’s “after” shows a second one, a button (#show-ID) others");
            }
            Some(screen) => screen.scenario = Some(block.id),
        }
    }

    fn question(&mut self, text: &str, line: usize) {
        let Some(mut table) = self.toml::<toml::Table>(text, line) else {
            return;
        };
        let mut common = toml::Table::new();
        for key in QuestionBlock::KEYS {
            common.extend(table.remove(key).map(|value| (key.to_owned(), value)));
        }
        let lines = Lines::of(text, line);
        let mut said = |error: toml::de::Error| {
            let message = error.message().trim();
            self.fault(lines.named(message), front::in_words(message));
        };
        let block = QuestionBlock::deserialize(common).map_err(&mut said).ok();
        let kind = Kind::deserialize(table).map_err(said).ok();
        let (Some(block), Some(kind)) = (block, kind) else {
            return;
        };
        let Some(task) = self.task(kind, &lines) else {
            return;
        };
        let hints = block.hints.iter().enumerate();
        let hints = hints.map(|(place, hint)| self.text(hint, lines.member("hints", place)));
        let hints = hints.collect();
        let question = Question {
            line,
            ask: self.text(&block.ask, lines.of_key("ask")),
            explain: self.text(&block.explain, lines.of_key("explain")),
            hints,
            after: block.after,
            task,
        };
        match self.screens.last_mut() {
            None => self.fault(line, "a question before the first screen"),
            Some(screen) if screen.question.is_some() => {
                self.fault(line, "the screen has a question already: one idea a screen");
            }
            Some(screen) => screen.question = Some(question),
        }
    }

    fn task(&mut self, kind: Kind, lines: &Lines) -> Option<Task> {
        let mut say = |text: &String, line: usize| self.text(text, line);
        let at = |key: &str| lines.of_key(key);
        // A fault of an entry is reported for its line.
        let told = |line: usize| move |message: String| (line, message);
        let task: Result<Task, (usize, String)> = match kind {
            Kind::Predict {
                bars,
                max,
                start,
                step,
                near,
                low,
                high,
            } => {
                let says = [say(&low, at("low")), say(&high, at("high"))];
                let read = |(place, bar): (usize, crate::block::Bar)| {
                    let value = asked(&bar.value).map_err(told(lines.member("bars", place)));
                    Ok((bar.label, value?))
                };
                let bars: Result<Vec<_>, _> = bars.into_iter().enumerate().map(read).collect();
                let finite = [max, start, step, near].iter().all(|one| one.is_finite());
                let good = max > 0.0 && (0.0..=max).contains(&start) && step > 0.0 && near > 0.0;
                match bars {
                    Ok(bars) if bars.is_empty() => Err((at("bars"), "there are no bars".into())),
                    Ok(_) if !(good && finite) => Err((
                        at("max"),
                        format!(
                            "max is {max}, start {start}, step {step}, near {near}; allowed: numbers above 0, start up to max"
                        ),
                    )),
                    bars => bars.map(|bars| Task::Predict {
                        bars,
                        axis: [max, start, step, near],
                        says,
                    }),
                }
            }
            Kind::Number {
                value,
                within,
                low,
                high,
            } => {
                let says = [say(&low, at("low")), say(&high, at("high"))];
                let value = asked(&value).map_err(told(at("value")));
                value.map(|value| Task::Number {
                    value,
                    within,
                    says,
                })
            }
            Kind::Choice { choices } => {
                let read = |(place, choice): (usize, crate::block::Choice)| {
                    let line = lines.member("choices", place);
                    let when = choice.when.as_deref().map(Condition::read).transpose();
                    Ok(Choice {
                        text: say(&choice.text, line),
                        says: say(&choice.says, line),
                        right: match when.map_err(told(line))? {
                            Some(when) => Right::When(Box::new(when)),
                            None => Right::Said(choice.right),
                        },
                    })
                };
                let all: Result<Vec<_>, _> = choices.into_iter().enumerate().map(read).collect();
                all.map(|choices| Task::Choice { choices })
            }
            Kind::Order { items, wrong } => {
                let wrong = say(&wrong, at("wrong"));
                let read = |(place, item): (usize, crate::block::Item)| {
                    let line = lines.member("items", place);
                    let by = item.by.as_deref().map(Expression::read).transpose();
                    Ok((say(&item.text, line), by.map_err(told(line))?))
                };
                let all: Result<Vec<_>, _> = items.into_iter().enumerate().map(read).collect();
                all.map(|items| Task::Order { items, wrong })
            }
            Kind::Mark {
                of,
                phase,
                nth,
                which,
                wrong,
            } => Ok(Task::Mark {
                of,
                phase,
                nth,
                which,
                wrong: say(&wrong, at("wrong")),
            }),
            Kind::Find {
                of,
                goals,
                solution,
            } => {
                let read = |(place, goal): (usize, &String)| {
                    Goal::read(goal).map_err(told(lines.member("goals", place)))
                };
                let goals: Result<Vec<_>, _> = goals.iter().enumerate().map(read).collect();
                goals.map(|goals| Task::Find {
                    of,
                    goals,
                    solution,
                })
            }
        };
        task.map_err(|(line, message)| self.fault(line, message))
            .ok()
    }
}

/// The lines of a block's entries, and of the members of entries that are lists.
struct Lines {
    /// The first line of the block.
    first: usize,
    keys: BTreeMap<String, (usize, Vec<usize>)>,
}

impl Lines {
    /// The lines of a block that can be read.
    fn of(text: &str, first: usize) -> Self {
        let at = |value: &Spanned<DeValue<'_>>| {
            let begins = value.span().start;
            let rest = text.get(begins..).unwrap_or_default();
            // The text of a string in three quotes begins on the next line.
            let quotes = ["\"\"\"", "'''"].map(|quotes| rest.strip_prefix(quotes));
            let inside = quotes.into_iter().flatten().next().unwrap_or_default();
            let below = inside.trim_start_matches('\r').starts_with('\n');
            first + front::down(text, begins) + usize::from(below)
        };
        let table = DeTable::parse(text).map(Spanned::into_inner);
        let entries = table.into_iter().flatten();
        let keys = entries.map(|(key, value)| {
            let members = value.get_ref().as_array().into_iter().flatten();
            let members = members.map(at).collect();
            let name = key.get_ref().clone().into_owned();
            (name, (at(&value), members))
        });
        Self {
            first,
            keys: keys.collect(),
        }
    }

    fn of_key(&self, key: &str) -> usize {
        self.keys.get(key).map_or(self.first, |(line, _)| *line)
    }

    fn member(&self, key: &str, place: usize) -> usize {
        let found = self.keys.get(key).and_then(|(_, all)| all.get(place));
        found.copied().unwrap_or_else(|| self.of_key(key))
    }

    /// The line of the entry that a message names in backticks; that of the block where it names none.
    fn named(&self, message: &str) -> usize {
        let mut words = message.split('`').skip(1).step_by(2);
        let found = words.find_map(|word| self.keys.get(word));
        found.map_or(self.first, |(line, _)| *line)
    }
}

/// A number that a learner is asked for: the figure's result gives it.
fn asked(text: &str) -> Result<Expression, String> {
    let expression = Expression::read(text)?;
    let is_given = |term: &Term| matches!(term, Term::Value { .. });
    let given = expression.terms().any(is_given);
    match given {
        true => Err(format!(
            "“{text}” is given, not found: ask for a figure of merit"
        )),
        false => Ok(expression),
    }
}

/// The scenario of a preset or of a link, as an author names one of the two.
///
/// # Errors
/// Where both are named, or neither, or where there is no such scenario.
pub fn origin(preset: Option<&str>, link: Option<&str>) -> Result<Scenario, String> {
    match (preset, link) {
        (Some(_), Some(_)) => Err("a scenario has a preset or a link, not both".into()),
        (Some(name), None) => {
            let preset = presets::find(name);
            Ok(preset
                .ok_or_else(|| link::Error::unknown_preset(name).to_string())?
                .scenario())
        }
        (None, Some(text)) => Ok(link::decode(text)
            .map_err(|error| error.to_string())?
            .scenario),
        (None, None) => Err("a scenario has a preset or a link".into()),
    }
}

/// The scenario of a block.
fn staged(block: &ScenarioBlock, line: usize) -> Result<Staged, String> {
    let base = origin(block.preset.as_deref(), block.link.as_deref())?;
    let scenario = base
        .having(&block.values)
        .map_err(|error| error.to_string())?;
    for free in &block.free {
        let (name, limits) = match free.split_once('(') {
            Some((name, limits)) => (name, limits.trim_end_matches(')')),
            None => (free.as_str(), ""),
        };
        let parameters = scenario.parameters();
        if parameters.iter().all(|parameter| parameter.name != name) {
            let names = listed(parameters.iter().map(|parameter| parameter.name));
            return Err(format!("free has “{}”; allowed: {names}", short(free)));
        }
        let ends = limits.split("..").flat_map(|part| part.split(','));
        for end in ends.map(str::trim).filter(|end| !end.is_empty()) {
            let taken = scenario.with(name, end);
            taken.map_err(|error| format!("free has “{}”: {error}", short(free)))?;
        }
    }
    Ok(Staged {
        line,
        scenario,
        show: block.show.clone(),
        free: block.free.clone(),
    })
}
