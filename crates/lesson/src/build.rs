//! The lesson as the page shows it, and apart from it the answers, which the page fetches when a question has been answered.

use std::collections::BTreeSet;

use report::number::fixed;
use serde::Serialize;
use serde_json::{Value, json};

use playground::{View, link};

use crate::block::Front;
use crate::expression::{Expression, Order};
use crate::model::{Lesson, Question, Right, Screen, Task};
use crate::runs::{Number, Runs, solution};
use crate::text::Text;

/// Both files of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    /// All parts that are seen before an answer.
    pub lesson: Value,
    /// The answer of each screen, `null` where there is no question.
    pub answers: Value,
}

impl Built {
    /// Both files as one, which the page opens from other sites and from a reader's device.
    #[must_use]
    pub fn whole(&self) -> Value {
        json!({"makespan-lesson": 1, "lesson": self.lesson, "answers": self.answers})
    }
}

/// The entry of a lesson in a list of lessons.
#[derive(Clone, Debug, Serialize)]
pub struct Listed<'l> {
    /// The name of its file.
    pub name: &'l str,
    /// The number of its screens.
    pub screens: usize,
    /// The number of its questions.
    pub questions: usize,
    /// Its front matter.
    #[serde(flatten)]
    pub front: &'l Front,
}

impl Lesson {
    /// The entry of this lesson in a list of lessons.
    #[must_use]
    pub fn listed<'l>(&'l self, name: &'l str) -> Listed<'l> {
        Listed {
            name,
            screens: self.screens.len(),
            questions: self
                .screens
                .iter()
                .filter(|screen| screen.question.is_some())
                .count(),
            front: &self.front,
        }
    }
}

/// Writes a lesson that passed its check.
///
/// # Errors
/// Where a scenario is too large for a link, or a number cannot be had.
pub fn build(lesson: &Lesson, runs: &Runs) -> Result<Built, String> {
    let mut scenarios = serde_json::Map::new();
    for (name, staged) in &lesson.scenarios {
        let link = link::encode(&staged.scenario).map_err(|error| format!("{name}: {error}"))?;
        debug_assert!(link::decode(&link).is_ok_and(|decoded| decoded.view == View::One));
        scenarios.insert(
            name.clone(),
            json!({"link": link, "show": staged.show.join(","), "params": staged.free.join(",")}),
        );
    }
    let writer = Writer { runs };
    let screens: Result<Vec<_>, String> = lesson
        .screens
        .iter()
        .map(|screen| writer.screen(screen))
        .collect();
    let answers: Result<Vec<_>, String> = lesson
        .screens
        .iter()
        .map(|screen| {
            screen
                .question
                .as_ref()
                .map_or(Ok(Value::Null), |question| writer.answer(question))
        })
        .collect();
    Ok(Built {
        lesson: json!({"front": lesson.front, "source": lesson.source, "scenarios": scenarios, "screens": screens?}),
        answers: answers?.into(),
    })
}

/// The unit of shares as numbers are written.
const PERCENT: &str = "\u{a0}%";

/// The texts of the numbers of one sentence. Shares have as many decimals as the one with the fewest, where that keeps them apart.
fn like_digits(numbers: &[Option<Number>]) -> Vec<String> {
    let written = |number: &Option<Number>| {
        let text = number.as_ref().map(|number| number.text.clone());
        text.unwrap_or_default()
    };
    let texts: Vec<String> = numbers.iter().map(written).collect();
    let shares = texts.iter().filter_map(|text| text.strip_suffix(PERCENT));
    let decimals = shares.map(|text| text.split_once('.').map_or(0, |(_, after)| after.len()));
    let Some(fewest) = decimals.min() else {
        return texts;
    };
    let rounded = numbers
        .iter()
        .zip(&texts)
        .map(|(number, text)| match number {
            Some(number) if text.ends_with(PERCENT) => {
                fixed(100.0 * number.value, fewest) + PERCENT
            }
            _ => text.clone(),
        });
    let rounded: Vec<String> = rounded.collect();
    let different = |texts: &[String]| texts.iter().collect::<BTreeSet<_>>().len();
    // Nothing and all are said of nothing and all only.
    let edge = |text: &String| {
        let number = text.strip_suffix(PERCENT).map(str::parse::<f64>);
        matches!(number, Some(Ok(number)) if number == 0.0 || number == 100.0)
    };
    let edges = |texts: &[String]| texts.iter().filter(|text| edge(text)).count();
    let as_before = different(&rounded) == different(&texts) && edges(&rounded) == edges(&texts);
    match as_before {
        true => rounded,
        false => texts,
    }
}

struct Writer<'a> {
    runs: &'a Runs,
}

impl Writer<'_> {
    /// The numbers of a text, sentence by sentence.
    fn numbers(&self, text: &Text) -> Vec<String> {
        let sentence = |sentence: Vec<&Expression>| {
            let numbers = sentence.into_iter().map(|one| self.runs.number(one).ok());
            like_digits(&numbers.collect::<Vec<_>>())
        };
        text.sentences().into_iter().flat_map(sentence).collect()
    }

    fn html(&self, text: &Text) -> String {
        text.filled(self.numbers(text))
    }

    fn inline(&self, text: &Text) -> String {
        text.inline(self.numbers(text))
    }

    fn screen(&self, screen: &Screen) -> Result<Value, String> {
        let question = screen
            .question
            .as_ref()
            .map(|question| self.question(question))
            .transpose()?;
        Ok(json!({
            "title": screen.title,
            "html": screen.text.iter().map(|text| self.html(text)).collect::<Vec<_>>().join("\n"),
            "scenario": screen.scenario,
            "question": question,
        }))
    }

    /// The question without its answer: numbers are named by the figures of merit that the live run gives.
    fn question(&self, question: &Question) -> Result<Value, String> {
        let task = match &question.task {
            Task::Predict {
                bars,
                axis: [max, start, step, near],
                ..
            } => {
                let bars: Result<Vec<_>, String> = bars
                    .iter()
                    .map(|(label, value)| Ok(json!({"label": label, "value": value, "unit": self.runs.number(value)?.unit})))
                    .collect();
                json!({"kind": "predict", "bars": bars?, "max": max, "start": start, "step": step, "near": near})
            }
            Task::Number { value, within, .. } => {
                json!({"kind": "number", "value": value, "unit": self.runs.number(value)?.unit, "within": within})
            }
            Task::Choice { choices } => {
                let texts: Vec<_> = choices
                    .iter()
                    .map(|choice| self.inline(&choice.text))
                    .collect();
                json!({"kind": "choice", "choices": texts})
            }
            Task::Order { items, .. } => {
                let texts: Vec<_> = items.iter().map(|(text, _)| self.inline(text)).collect();
                let shuffled: Vec<_> = shuffle(texts.len())
                    .into_iter()
                    .filter_map(|place| texts.get(place))
                    .collect();
                json!({"kind": "order", "items": shuffled})
            }
            Task::Mark {
                of,
                phase,
                nth,
                which,
                ..
            } => {
                json!({"kind": "mark", "of": of, "phase": phase, "nth": nth, "which": which})
            }
            Task::Find { of, goals, .. } => {
                let outcome = self.runs.outcome(of)?;
                let told = |key: &str| outcome.figures.iter().find(|figure| figure.key == key);
                let goals: Vec<_> = goals
                    .iter()
                    .map(|goal| {
                        let figure = told(&goal.key);
                        let unit = figure.map(|figure| figure.unit);
                        let number = unit.map(|unit| report::number::with_unit(goal.number, unit, None));
                        let sign = match goal.order {
                            Order::Above => "more than",
                            Order::AtLeast => "at least",
                            Order::Below => "less than",
                            Order::AtMost => "at most",
                        };
                        let name = figure.map(|figure| figure.name.clone()).unwrap_or_default();
                        json!({"key": goal.key, "order": goal.order, "number": goal.number, "unit": unit,
                            "text": format!("{name}: {sign} {}", number.unwrap_or_default())})
                    })
                    .collect();
                json!({"kind": "find", "of": of, "goals": goals})
            }
        };
        Ok(json!({
            "ask": self.html(&question.ask),
            "hints": question.hints.iter().map(|hint| self.html(hint)).collect::<Vec<_>>(),
            "after": question.after,
            "task": task,
        }))
    }

    fn answer(&self, question: &Question) -> Result<Value, String> {
        let says =
            |[low, high]: &[Text; 2]| json!({"low": self.html(low), "high": self.html(high)});
        let number = |value: &Expression| self.runs.told(value);
        let mut answer = match &question.task {
            Task::Predict {
                bars, says: both, ..
            } => {
                let told: Result<Vec<_>, String> = bars
                    .iter()
                    .map(|(label, value)| Ok(format!("{label}: {}", number(value)?)))
                    .collect();
                json!({"says": says(both), "told": told?.join("; ")})
            }
            Task::Number {
                value, says: both, ..
            } => {
                json!({"says": says(both), "told": number(value)?})
            }
            Task::Choice { choices } => {
                let right = choices.iter().position(|choice| match &choice.right {
                    Right::Said(said) => *said,
                    Right::When(condition) => self.runs.holds(condition).unwrap_or(false),
                });
                let right = right.ok_or("no choice is right")?;
                let told = choices.get(right).map(|choice| self.inline(&choice.text));
                let says: Vec<_> = choices
                    .iter()
                    .map(|choice| self.html(&choice.says))
                    .collect();
                json!({"right": right, "says": says, "told": told})
            }
            Task::Order { items, wrong } => {
                let right = ordered(items.len());
                let told: Vec<_> = items.iter().map(|(text, _)| self.inline(text)).collect();
                json!({"right": right, "says": self.html(wrong), "told": told.join(" → ")})
            }
            Task::Mark {
                of,
                phase,
                nth,
                which,
                wrong,
            } => {
                let (lane, _) = self.runs.marked(of, phase, *nth, *which)?;
                json!({"says": self.html(wrong), "told": lane})
            }
            Task::Find { solution: set, .. } => {
                let scenario = self.runs.scenario(&solution(question.line))?;
                json!({"told": scenario.in_words(set)})
            }
        };
        if let Some(answer) = answer.as_object_mut() {
            answer.insert("explain".into(), self.html(&question.explain).into());
        }
        Ok(answer)
    }
}

/// For each place, the number of the shuffled item that belongs there.
pub(crate) fn ordered(length: usize) -> Vec<usize> {
    let shuffled = shuffle(length);
    (0..length)
        .filter_map(|place| shuffled.iter().position(|one| *one == place))
        .collect()
}

/// A wrong order: every second item first, from the end.
fn shuffle(length: usize) -> Vec<usize> {
    let odd = (0..length).filter(|place| place % 2 == 1);
    let even = (0..length).filter(|place| place % 2 == 0).rev();
    odd.chain(even).collect()
}

#[cfg(test)]
mod tests {
    use report::figure::{Figure, Unit};

    use super::*;

    #[test]
    fn a_shuffled_order_has_all_and_is_not_the_right_one() {
        for length in 3..10 {
            let order = shuffle(length);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..length).collect::<Vec<_>>());
            assert_ne!(order, sorted);
        }
    }

    fn told(shares: &[(f64, f64)]) -> Vec<String> {
        let number = |(value, half): &(f64, f64)| {
            let text = Figure::mean("a", "a", (*value, *half), Unit::Share).text();
            Some(Number {
                value: *value,
                unit: Unit::Share,
                text,
            })
        };
        let all = like_digits(&shares.iter().map(number).collect::<Vec<_>>());
        all.iter().map(|text| text.replace(PERCENT, "")).collect()
    }

    #[test]
    fn shares_of_a_sentence_have_the_same_decimals() {
        let none = f64::NAN;
        assert_eq!(
            told(&[(0.19, 0.05), (0.3518, none), (0.69, 0.06)]),
            ["19", "35", "69"]
        );
        assert_eq!(told(&[(0.031, none), (0.691, none)]), ["3.1", "69.1"]);
        // Neither equal, nor nothing, nor all.
        assert_eq!(told(&[(0.69, 0.06), (0.6926, none)]), ["69", "69.3"]);
        assert_eq!(told(&[(0.69, 0.06), (0.0042, none)]), ["69", "0.420"]);
        assert_eq!(told(&[(0.69, 0.06), (0.996, none)]), ["69", "99.6"]);
    }
}
