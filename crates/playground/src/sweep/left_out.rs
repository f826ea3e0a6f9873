//! Points of a sweep whose values do not go together, in as few notes as reasons.

use parameters::{Parameter, Rejected};
use report::words::list;
use serde_json::Value;

use super::{Swept, called, counted, value_in_words};
use crate::Scenario;
use crate::variant::{quoted, with_words};

/// A note for each reason: "Left out: 3, 5 and 6 copies of each job; allowed with 8 processors: 1, 2, 4, 8."
pub(super) fn notes(axes: &[Swept<'_>], points: &[(Vec<&Value>, String)]) -> Vec<String> {
    let mut reasons: Vec<Reason<'_>> = Vec::new();
    for (values, why) in points {
        let of_any = generally(axes, values, why);
        match reasons.iter_mut().find(|one| one.of_any == of_any) {
            Some(one) => one.points.push(values),
            None => reasons.push(Reason {
                why,
                of_any,
                points: vec![values],
            }),
        }
    }
    let note = |one: &Reason<'_>| {
        let why = match one.points.as_slice() {
            [_] => one.why,
            _ => one.of_any.as_str(),
        };
        format!("Left out: {}; {why}.", named(axes, &one.points))
    };
    reasons.iter().map(note).collect()
}

/// The reason for a refusal: the allowed values, with the parameter that they are for, unless it is swept.
pub(super) fn reason(scenario: &Scenario, axes: &[Swept<'_>], rejected: &Rejected) -> String {
    let parameters = scenario.parameters();
    let words = rejected.problems.iter().map(|problem| {
        let mut above = ["sweep", scenario.laboratory()].into_iter();
        let name = above.find_map(|one| problem.place.strip_prefix(one)?.strip_prefix('.'));
        let refused = parameters.iter().find(|one| Some(one.name) == name);
        let swept = |one: &&Parameter| axes.iter().any(|(axis, _)| axis.name == one.name);
        match refused.filter(|one| !swept(one)) {
            Some(one) => format!(
                "refused: {}; {}",
                counted(one, &scenario.get(one.name)),
                problem.expected
            ),
            None => problem.expected.clone(),
        }
    });
    words.collect::<Vec<_>>().join("; ")
}

/// The reason for leaving points out.
struct Reason<'p> {
    /// The reason in the words of the first point.
    why: &'p str,
    /// The reason in words for several points.
    of_any: String,
    points: Vec<&'p [&'p Value]>,
}

/// A reason without the point's own value: "no list is known for 3 computers" is "no list is known for so many computers".
fn generally(axes: &[Swept<'_>], values: &[&Value], why: &str) -> String {
    let words = axes.iter().zip(values);
    let words = words.flat_map(|((parameter, _), value)| {
        let words = value_in_words(parameter, value);
        [' ', '\u{a0}'].map(|blank| format!(" for {words}{blank}"))
    });
    let mut own = words.filter(|own| why.contains(own.as_str()));
    match own.next() {
        Some(own) => why.replacen(&own, " for so many ", 1),
        None => why.to_owned(),
    }
}

/// Several points in a few words: each value stands once where the points are all combinations of their values.
fn named(axes: &[Swept<'_>], points: &[&[&Value]]) -> String {
    let values = |axis: usize| {
        let mut all: Vec<&Value> = Vec::new();
        for value in points.iter().filter_map(|point| point.get(axis)) {
            if !all.contains(value) {
                all.push(value);
            }
        }
        all
    };
    let all: Vec<_> = (0..axes.len()).map(values).collect();
    let product: usize = all.iter().map(Vec::len).product();
    if product != points.len() {
        let names: Vec<_> = points.iter().map(|point| called(axes, point)).collect();
        return names.join(", ");
    }
    let words = axes.iter().zip(&all);
    let words =
        words.map(|((parameter, _), values)| with_words(parameter, &told(parameter, values)));
    let between = if points.len() > 1 { " with " } else { " and " };
    words.collect::<Vec<_>>().join(between)
}

/// Values of a parameter as a sentence lists them.
fn told(parameter: &Parameter, values: &[&Value]) -> String {
    let words = values.iter().map(|value| quoted(parameter, value));
    list(&words.collect::<Vec<_>>())
}
