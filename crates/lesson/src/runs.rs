//! The results of a lesson's scenarios, and the numbers that its text takes from them.

use std::collections::BTreeMap;

use playground::{Cache, Scenario, run_sampled};
use report::figure::Unit;
use report::{Chart, Figure, Report, Silent, number};
use schedule::Schedule;

use crate::block::Which;
use crate::expression::{Condition, Expression, Goal, Side, Term};
use crate::model::{Lesson, Task};
use crate::problem::{Problem, listed};

/// A number with its unit and its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// The value, in the unit of reports: shares of one, ms.
    pub value: f64,
    /// The unit.
    pub unit: Unit,
    /// The number as people read it.
    pub text: String,
}

impl Number {
    /// The value of one written unit: learners answer in per cent and seconds.
    #[must_use]
    pub fn scale(unit: Unit) -> f64 {
        match unit {
            Unit::One | Unit::Count => 1.0,
            Unit::Share => 0.01,
            Unit::Milliseconds => 1000.0,
        }
    }

    /// The number as a learner would write it.
    #[must_use]
    pub fn written(&self) -> f64 {
        self.value / Self::scale(self.unit)
    }
}

/// Whether a guess is off by no more than allowed: rounding does not make it wrong. The page's `near` does the same.
#[must_use]
pub fn near(guess: f64, off: f64, within: f64) -> bool {
    off.abs() <= within + 1e-12 * (within + guess.abs())
}

/// The words behind a difference of shares where no sentence says them.
const POINTS: &str = "\u{a0}percentage points";

/// A number as people read it; a difference of shares is in percentage points, which the text around the number says.
fn worded(expression: &Expression, value: f64, unit: Unit) -> String {
    match is_points(expression, unit) {
        true => number::with_unit(100.0 * value, Unit::One, None),
        false => number::with_unit(value, unit, None),
    }
}

fn is_points(expression: &Expression, unit: Unit) -> bool {
    matches!(
        (expression, unit),
        (Expression::Difference(..), Unit::Share)
    )
}

/// The outcome of a scenario, as far as lessons use it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The figures of merit.
    pub figures: Vec<Figure>,
    /// The keys of the charts.
    pub charts: Vec<String>,
    /// Whether two schedules of the same work can be shown.
    pub worlds: bool,
    /// The schedule, where there is one.
    pub schedule: Option<Schedule>,
    /// The fingerprint of the whole report.
    pub fingerprint: String,
}

impl Outcome {
    /// The outcome in a report with charts of any form; `key` names a chart.
    pub fn of<C>(report: Report<C>, fingerprint: String, key: impl Fn(&C) -> &str) -> Self {
        Self {
            charts: report
                .charts
                .iter()
                .map(|one| key(one).to_owned())
                .collect(),
            figures: report.figures,
            worlds: report.worlds.is_some(),
            schedule: report.schedule,
            fingerprint,
        }
    }

    /// Runs a scenario here.
    ///
    /// # Errors
    /// The reason why it cannot be run.
    pub fn by_running(scenario: &Scenario) -> Result<Self, String> {
        // Different laboratories share no cache.
        let ran = run_sampled(scenario, &mut Cache::default(), &mut Silent);
        let (report, _) = ran.map_err(|error| error.to_string())?;
        let fingerprint = report.fingerprint();
        Ok(Self::of(report, fingerprint, |chart: &Chart| &chart.key))
    }

    /// A figure of merit.
    fn figure(&self, key: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.key == key)
    }

    /// The keys of all figures of merit.
    fn keys(&self) -> String {
        listed(self.figures.iter().map(|figure| figure.key.as_str()))
    }
}

/// A run that a lesson needs.
#[derive(Clone, Debug)]
pub struct Need {
    /// The line of the block that asks for it.
    pub line: usize,
    /// The scenario's name within the lesson, or that of a [solution](solution).
    pub name: String,
    /// The scenario that runs.
    pub scenario: Scenario,
}

/// The name of the run of a solution, by the line of its question; no scenario can have it.
#[must_use]
pub fn solution(line: usize) -> String {
    format!("the solution in line {line}")
}

/// All runs of a lesson: its scenarios, and the solutions of its tasks.
#[must_use]
pub fn needs(lesson: &Lesson) -> Vec<Need> {
    let scenarios = lesson.scenarios.iter().map(|(name, staged)| Need {
        line: staged.line,
        name: name.clone(),
        scenario: staged.scenario.clone(),
    });
    let questions = lesson
        .screens
        .iter()
        .filter_map(|one| one.question.as_ref());
    let solutions = questions.filter_map(|question| match &question.task {
        // A solution that the scenario does not take is a fault, and needs no run.
        Task::Find {
            of,
            solution: values,
            ..
        } => Some(Need {
            line: question.line,
            name: solution(question.line),
            scenario: lesson.scenarios.get(of)?.scenario.having(values).ok()?,
        }),
        _ => None,
    });
    scenarios.chain(solutions).collect()
}

/// The outcomes of all scenarios of a lesson, by name.
#[derive(Clone, Debug)]
pub struct Runs {
    all: BTreeMap<String, (Scenario, Outcome)>,
}

impl Runs {
    /// Runs all scenarios of a lesson here.
    ///
    /// # Errors
    /// The scenarios that cannot be run, by line.
    pub fn of(lesson: &Lesson) -> Result<Self, Vec<Problem>> {
        Self::collect(needs(lesson).into_iter().map(|need| {
            let outcome = Outcome::by_running(&need.scenario);
            (need, outcome)
        }))
    }

    /// Takes the outcomes of runs elsewhere.
    ///
    /// # Errors
    /// The scenarios that could not be run, by line.
    pub fn collect(
        done: impl IntoIterator<Item = (Need, Result<Outcome, String>)>,
    ) -> Result<Self, Vec<Problem>> {
        let mut all = BTreeMap::new();
        let mut problems = Vec::new();
        for (
            Need {
                line,
                name,
                scenario,
            },
            outcome,
        ) in done
        {
            match outcome {
                Ok(outcome) => {
                    all.insert(name, (scenario, outcome));
                }
                Err(why) if name == solution(line) => {
                    problems.push(Problem::new(
                        line,
                        format!("the solution cannot be run: {why}"),
                    ));
                }
                Err(why) => {
                    let message = format!("scenario “{name}” cannot be run: {why}");
                    problems.push(Problem::new(line, message));
                }
            }
        }
        match problems.is_empty() {
            true => Ok(Self { all }),
            false => Err(problems),
        }
    }

    /// The outcome of a scenario.
    ///
    /// # Errors
    /// Where there is no scenario of this name.
    pub fn outcome(&self, name: &str) -> Result<&Outcome, String> {
        self.run(name).map(|(_, outcome)| outcome)
    }

    /// A scenario that ran.
    pub(crate) fn scenario(&self, name: &str) -> Result<&Scenario, String> {
        self.run(name).map(|(scenario, _)| scenario)
    }

    fn run(&self, name: &str) -> Result<&(Scenario, Outcome), String> {
        self.all.get(name).ok_or_else(|| {
            let names = listed(self.all.keys().map(String::as_str));
            format!("there is no scenario “{name}”; allowed: {names}")
        })
    }

    fn term(&self, term: &Term) -> Result<Number, String> {
        let outcome = self.outcome(term.scenario())?;
        match term {
            Term::Figure { key, of } => {
                let figure = outcome.figure(key).ok_or_else(|| {
                    let keys = outcome.keys();
                    format!("scenario “{of}” has no figure “{key}”; allowed: {keys}")
                })?;
                Ok(Number {
                    value: figure.value,
                    unit: figure.unit,
                    text: figure.text(),
                })
            }
            Term::Value { key, of } => {
                let scenario = self.all.get(of).map(|(scenario, _)| scenario);
                let value = scenario
                    .map(|scenario| scenario.get(key))
                    .unwrap_or_default();
                let value = value.as_f64().ok_or_else(|| {
                    format!("scenario “{of}” has no parameter “{key}” that is a number")
                })?;
                Ok(Number {
                    value,
                    unit: Unit::One,
                    text: value.to_string(),
                })
            }
        }
    }

    /// The number of an expression.
    ///
    /// # Errors
    /// Where a scenario, a figure or a parameter does not exist, or the number is not finite.
    pub fn number(&self, expression: &Expression) -> Result<Number, String> {
        let number = match expression {
            Expression::One(term) => self.term(term)?,
            Expression::Ratio(a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                if a.unit != b.unit {
                    return Err("the two numbers of a ratio have different units".into());
                }
                let value = a.value / b.value;
                let text = number::with_unit(value, Unit::One, None);
                Number {
                    value,
                    unit: Unit::One,
                    text,
                }
            }
            Expression::Difference(a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                if a.unit != b.unit {
                    return Err("the two numbers of a difference have different units".into());
                }
                let value = a.value - b.value;
                Number {
                    value,
                    unit: a.unit,
                    text: worded(expression, value, a.unit),
                }
            }
        };
        match number.value.is_finite() {
            true => Ok(number),
            false => Err("the number is not defined".into()),
        }
    }

    /// Whether a statement holds.
    ///
    /// # Errors
    /// Where a number cannot be had.
    pub fn holds(&self, condition: &Condition) -> Result<bool, String> {
        let left = self.number(&condition.left)?;
        let right = match &condition.right {
            Side::Number(number) => *number,
            Side::Run(expression) => self.number(expression)?.value,
        };
        Ok(condition.order.holds(left.value, right))
    }

    /// A number as it stands alone, with its unit.
    ///
    /// # Errors
    /// As [`Runs::number`].
    pub fn told(&self, expression: &Expression) -> Result<String, String> {
        let Number { unit, text, .. } = self.number(expression)?;
        let points = is_points(expression, unit).then_some(POINTS);
        Ok(text + points.unwrap_or_default())
    }

    /// Both sides of a condition in one unit, with as many digits as tell them apart.
    ///
    /// # Errors
    /// Where a number cannot be had.
    pub fn sides(&self, condition: &Condition) -> Result<[String; 2], String> {
        let left = self.number(&condition.left)?;
        let right = match &condition.right {
            Side::Number(given) => *given,
            Side::Run(expression) => self.number(expression)?.value,
        };
        let like = |value| worded(&condition.left, value, left.unit);
        if like(left.value) == like(right) {
            let all = [left.value, right].map(|value| value / Number::scale(left.unit));
            return Ok(all.map(|value| value.to_string()));
        }
        let told = match &condition.right {
            Side::Run(expression) => self.told(expression)?,
            Side::Number(given) if matches!(left.unit, Unit::One | Unit::Count) => {
                given.to_string()
            }
            Side::Number(given) if is_points(&condition.left, left.unit) => like(*given) + POINTS,
            Side::Number(given) => like(*given),
        };
        Ok([self.told(&condition.left)?, told])
    }

    /// The name of the lane with the bar in question of a phase, and the number of lanes with such a bar.
    ///
    /// # Errors
    /// Where there is no such bar, or more than one.
    pub fn marked(
        &self,
        of: &str,
        phase: &str,
        nth: usize,
        which: Which,
    ) -> Result<(String, usize), String> {
        let schedule = self.outcome(of)?.schedule.as_ref();
        let schedule = schedule.ok_or_else(|| format!("scenario “{of}” has no schedule"))?;
        let phases = schedule.phases();
        let place = phases.iter().position(|one| one.name == phase);
        let place = place.ok_or_else(|| {
            let names = listed(phases.iter().map(|one| one.name.as_str()));
            format!("the schedule has no phase “{phase}”; allowed: {names}")
        })?;
        let mut bars = Vec::new();
        for lane in schedule.iter_lanes() {
            let mut of_phase = lane
                .within(None)
                .filter(|span| usize::from(span.phase.0) == place);
            let bar = nth.checked_sub(1).and_then(|before| of_phase.nth(before));
            bars.extend(bar.map(|span| {
                let weight = match which {
                    Which::Last => span.end,
                    Which::First => -span.end,
                    Which::Longest => span.duration(),
                };
                (weight, lane.name().to_owned())
            }));
        }
        bars.sort_by(|a, b| b.0.total_cmp(&a.0));
        match bars.as_slice() {
            [first, second, ..] if first.0 > second.0 => Ok((first.1.clone(), bars.len())),
            [_, _, ..] => Err("two bars are equal: the question has two answers".into()),
            _ => Err(format!(
                "fewer than two lanes have bar {nth} of the phase “{phase}”"
            )),
        }
    }
}

/// Whether an outcome reaches goals.
///
/// # Errors
/// Where a figure does not exist.
pub fn reaches(outcome: &Outcome, goals: &[Goal]) -> Result<bool, String> {
    let mut all = true;
    for goal in goals {
        let figure = outcome.figure(&goal.key).ok_or_else(|| {
            let keys = outcome.keys();
            format!("there is no figure “{}”; allowed: {keys}", goal.key)
        })?;
        all &= goal.order.holds(figure.value, goal.number);
    }
    Ok(all)
}
