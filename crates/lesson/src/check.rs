//! The faults that an author has to mend, as far as reading alone does not find them.

use std::collections::BTreeSet;

use playground::laboratories;

use crate::expression::{Condition, Expression};
use crate::model::{Lesson, Question, Right, Screen, Task};
use crate::problem::{Problem, listed};
use crate::runs::{Runs, near, reaches, solution};
use crate::text::{Reference, Text};

/// The parts that a figure can show, beside single charts.
const PARTS: [&str; 8] = [
    "headline", "figures", "worlds", "gantt", "claims", "charts", "tables", "controls",
];

/// The longest lesson, in minutes.
const LONGEST: u32 = 90;

/// All faults, by line.
#[must_use]
pub fn check(lesson: &Lesson, runs: &Runs) -> Vec<Problem> {
    let mut checker = Checker {
        lesson,
        runs,
        problems: Vec::new(),
        used: BTreeSet::new(),
    };
    checker.front();
    checker.scenarios();
    for screen in &lesson.screens {
        checker.screen(screen);
    }
    checker.unused();
    checker.problems.sort();
    checker.problems.dedup();
    checker.problems
}

struct Checker<'a> {
    lesson: &'a Lesson,
    runs: &'a Runs,
    problems: Vec<Problem>,
    used: BTreeSet<String>,
}

impl Checker<'_> {
    fn fault(&mut self, line: usize, message: impl Into<String>) {
        self.problems.push(Problem::new(line, message));
    }

    fn front(&mut self) {
        let front = &self.lesson.front;
        for (name, text) in [("title", &front.title), ("idea", &front.idea)] {
            if text.trim().is_empty() {
                self.fault(1, format!("{name} is empty"));
            }
        }
        if !(1..=LONGEST).contains(&front.minutes) {
            self.fault(
                1,
                format!("minutes is {}; allowed: 1 to {LONGEST}", front.minutes),
            );
        }
        if front.objectives.is_empty() {
            self.fault(1, "objectives is empty: name the learner’s new abilities");
        }
        if laboratories()
            .iter()
            .all(|one| one.name != front.laboratory)
        {
            let names = listed(laboratories().iter().map(|one| one.name));
            self.fault(
                1,
                format!("laboratory is “{}”; allowed: {names}", front.laboratory),
            );
        }
        if self
            .lesson
            .screens
            .iter()
            .all(|screen| screen.question.is_none())
        {
            self.fault(1, "there is no question: a lesson asks before it tells");
        }
    }

    fn scenarios(&mut self) {
        for (name, staged) in &self.lesson.scenarios {
            let Ok(outcome) = self.runs.outcome(name) else {
                continue;
            };
            for part in &staged.show {
                let message = match part.strip_prefix("chart:") {
                    Some(key) if outcome.charts.iter().any(|chart| chart == key) => continue,
                    Some(key) => {
                        let keys = listed(outcome.charts.iter().map(String::as_str));
                        format!("there is no chart “{key}”; allowed: {keys}")
                    }
                    None if part == "gantt" && outcome.schedule.is_none() => {
                        format!("scenario “{name}” has no schedule to show")
                    }
                    None if part == "worlds" && !outcome.worlds => {
                        format!("scenario “{name}” has no schedules of the same work to show")
                    }
                    None if PARTS.contains(&part.as_str()) => continue,
                    None => format!("show has “{part}”; allowed: {}, chart:KEY", listed(PARTS)),
                };
                self.fault(staged.line, message);
            }
        }
    }

    fn scenario(&mut self, line: usize, name: &str) {
        if self.lesson.scenarios.contains_key(name) {
            self.used.insert(name.to_owned());
        } else {
            let names = listed(self.lesson.scenarios.keys().map(String::as_str));
            self.fault(
                line,
                format!("there is no scenario “{name}”; allowed: {names}"),
            );
        }
    }

    /// Whether a statement holds; its scenarios are used.
    fn holds(&mut self, condition: &Condition) -> Result<bool, String> {
        let terms = condition.terms().map(|term| term.scenario().to_owned());
        self.used.extend(terms);
        self.runs.holds(condition)
    }

    fn number(&mut self, line: usize, expression: &Expression) -> Option<crate::runs::Number> {
        for term in expression.terms() {
            self.used.insert(term.scenario().to_owned());
        }
        let number = self.runs.number(expression);
        number.map_err(|message| self.fault(line, message)).ok()
    }

    fn text(&mut self, text: &Text) {
        for (line, name) in &text.shows {
            self.scenario(*line, name);
        }
        for (line, number) in &text.typed {
            self.fault(*line, format!("“{number}” comes from no run: write it as {{{{FIGURE of SCENARIO}}}}, or as `code` where it is given"));
        }
        for (line, reference) in &text.references {
            match reference {
                Reference::Number(expression) => {
                    self.number(*line, expression);
                }
                Reference::Holds(condition) => {
                    let sides = match self.holds(condition) {
                        Ok(true) => continue,
                        Ok(false) => self.runs.sides(condition),
                        Err(message) => Err(message),
                    };
                    let message = sides.map(|[left, right]| {
                        format!("the statement does not hold: the left side is {left}, the right side {right}")
                    });
                    self.fault(*line, message.unwrap_or_else(|why| why));
                }
            }
        }
    }

    fn needed(&mut self, line: usize, name: &str, text: &Text) {
        if text.is_empty() {
            self.fault(line, format!("{name} is missing"));
        }
        self.text(text);
    }

    fn screen(&mut self, screen: &Screen) {
        if screen.text.is_empty() && screen.question.is_none() {
            self.fault(
                screen.line,
                format!("the screen “{}” is empty", screen.title),
            );
        }
        for text in &screen.text {
            self.text(text);
        }
        if let Some(name) = &screen.scenario {
            self.used.insert(name.clone());
        }
        if let Some(question) = &screen.question {
            self.question(screen, question);
        }
    }

    fn question(&mut self, screen: &Screen, question: &Question) {
        let line = question.line;
        self.needed(line, "ask", &question.ask);
        self.needed(line, "explain: the reason of the answer", &question.explain);
        for hint in &question.hints {
            self.needed(line, "a hint", hint);
        }
        if let Some(after) = &question.after {
            self.scenario(line, after);
        }
        match &question.task {
            Task::Predict { bars, axis, says } => {
                let [low, high] = says;
                self.needed(line, "low", low);
                self.needed(line, "high", high);
                if question.after.is_none() {
                    self.fault(
                        line,
                        "after is missing: the scenario that is run when the guess is made",
                    );
                }
                self.bars(line, bars, *axis);
            }
            Task::Number {
                value,
                within,
                says,
            } => {
                let [low, high] = says;
                self.needed(line, "low", low);
                self.needed(line, "high", high);
                self.number(line, value);
                if *within <= 0.0 || !within.is_finite() {
                    self.fault(
                        line,
                        format!("within is {within}; allowed: a number above 0"),
                    );
                }
            }
            Task::Choice { choices } => {
                if choices.len() < 2 {
                    self.fault(line, "a choice has at least two choices");
                }
                let mut right = 0;
                for choice in choices {
                    self.needed(line, "the text of a choice", &choice.text);
                    let is_right = match &choice.right {
                        Right::Said(said) => Ok(*said),
                        Right::When(condition) => self.holds(condition),
                    };
                    match is_right {
                        Ok(true) => right += 1,
                        Ok(false) => self.needed(
                            line,
                            "says: the misconception behind a wrong choice",
                            &choice.says,
                        ),
                        Err(message) => self.fault(line, message),
                    }
                    self.text(&choice.says);
                }
                if right != 1 {
                    self.fault(line, format!("{right} choices are right; allowed: one"));
                }
            }
            Task::Order { items, wrong } => self.order(line, items, wrong),
            Task::Mark {
                of,
                phase,
                nth,
                which,
                wrong,
            } => {
                self.needed(line, "wrong", wrong);
                self.shown(screen, line, of);
                if let Err(message) = self.runs.marked(of, phase, *nth, *which) {
                    self.fault(line, message);
                }
            }
            Task::Find {
                of,
                goals,
                solution,
            } => {
                self.shown(screen, line, of);
                if goals.is_empty() {
                    self.fault(line, "goals is empty");
                }
                if let Err(message) = self.find(line, of, goals, solution) {
                    self.fault(line, message);
                }
            }
        }
    }

    /// A question about a shown scenario belongs on the screen that shows it.
    fn shown(&mut self, screen: &Screen, line: usize, of: &str) {
        self.scenario(line, of);
        if screen.scenario.as_deref() != Some(of) {
            self.fault(
                line,
                format!(
                    "of is “{of}”, but the screen shows {}",
                    screen.scenario.as_deref().unwrap_or("no scenario")
                ),
            );
        }
    }

    fn bars(
        &mut self,
        line: usize,
        bars: &[(String, Expression)],
        [max, start, step, within]: [f64; 4],
    ) {
        // A bar stops at multiples of its step only, and begins at the nearest one.
        let last = (max / step + 1e-9).floor();
        let stop = |number: f64| (number / step).round().clamp(0.0, last) * step;
        let is_near = |guess: f64, number: f64| near(guess, guess - number, within);
        let mut all_near = true;
        for (label, value) in bars {
            let Some(number) = self.number(line, value) else {
                return;
            };
            let written = number.written();
            let comes = report::number::short(written);
            let nearest = stop(written);
            if !(0.0..=max).contains(&written) {
                self.fault(
                    line,
                    format!("“{label}” comes to {comes}, outside of the axis from 0 to {max}"),
                );
            } else if !is_near(nearest, written) {
                let nearest = report::number::short(nearest);
                self.fault(
                    line,
                    format!("“{label}” comes to {comes}, and no guess is right: the bar stops at {nearest}, step is {step}, near {within}"),
                );
            }
            all_near &= is_near(stop(start), written);
        }
        if all_near {
            self.fault(
                line,
                format!("start is {start}, which is right already: nothing is predicted"),
            );
        }
    }

    fn order(&mut self, line: usize, items: &[(Text, Option<Expression>)], wrong: &Text) {
        self.needed(line, "wrong", wrong);
        if items.len() < 3 {
            self.fault(line, "an order has at least three items");
        }
        let mut numbers = Vec::new();
        for (text, by) in items {
            self.needed(line, "the text of an item", text);
            numbers.extend(by.as_ref().and_then(|by| self.number(line, by)));
        }
        let texts = || numbers.iter().map(|number| number.text.as_str());
        let pairs = || numbers.iter().zip(numbers.iter().skip(1));
        let rises = pairs().all(|(a, b)| a.value < b.value);
        let falls = pairs().all(|(a, b)| a.value > b.value);
        if !numbers.is_empty() && numbers.len() != items.len() {
            self.fault(line, "some items have “by”, some not");
        } else if !numbers.is_empty() && !rises && !falls {
            let found = listed(texts());
            self.fault(line, format!("the items neither rise nor fall: {found}"));
        }
    }

    fn find(
        &mut self,
        line: usize,
        of: &str,
        goals: &[crate::expression::Goal],
        values: &serde_json::Map<String, serde_json::Value>,
    ) -> Result<(), String> {
        let begin = self.runs.outcome(of)?;
        if reaches(begin, goals)? {
            return Err("the scenario reaches the goals before anything is changed".into());
        }
        let Some(staged) = self.lesson.scenarios.get(of) else {
            return Ok(());
        };
        let free: BTreeSet<&str> = staged.free_names().collect();
        if let Some(name) = values.keys().find(|name| !free.contains(name.as_str())) {
            let names = listed(free);
            return Err(format!(
                "solution changes “{name}”, which is not free; allowed: {names}"
            ));
        }
        staged
            .scenario
            .having(values)
            .map_err(|error| error.to_string())?;
        let outcome = self.runs.outcome(&solution(line))?;
        match reaches(outcome, goals)? {
            true => Ok(()),
            false => {
                let figures = outcome
                    .figures
                    .iter()
                    .map(|figure| format!("{} {}", figure.key, figure.text()));
                Err(format!(
                    "the solution does not reach the goals: {}",
                    figures.collect::<Vec<_>>().join(", ")
                ))
            }
        }
    }

    fn unused(&mut self) {
        for (name, staged) in &self.lesson.scenarios {
            if !self.used.contains(name) {
                self.problems.push(Problem::new(
                    staged.line,
                    format!("scenario “{name}” is never shown, and no number is of it"),
                ));
            }
        }
    }
}
