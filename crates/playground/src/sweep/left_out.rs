//! Points of a sweep whose values do not go together, in as few notes as reasons.

use parameters::{Parameter, Rejected};
use serde_json::Value;

use super::{Spot, Swept, called, counted, counting, different, value_in_words};
use crate::Scenario;

/// A note for each reason: "Left out: 3, 5 and 6 copies of each job; allowed with 8 processors: 1, 2, 4, 8."
pub(super) fn notes(axes: &[Swept<'_>], points: &[(Spot<'_>, String)]) -> Vec<String> {
    let mut reasons: Vec<Reason<'_, '_>> = Vec::new();
    for (spot, why) in points {
        let of_any = generally(axes, spot, why);
        match reasons.iter_mut().find(|one| one.of_any == of_any) {
            Some(one) => one.points.push(spot),
            None => reasons.push(Reason {
                why,
                of_any,
                points: vec![spot],
            }),
        }
    }
    let note = |one: &Reason<'_, '_>| {
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
struct Reason<'p, 'a> {
    /// The reason in the words of the first point.
    why: &'p str,
    /// The reason in words for several points.
    of_any: String,
    points: Vec<&'p Spot<'a>>,
}

/// A reason without the point's own value: "no list is known for 3 computers" is "no list is known for so many computers".
fn generally(axes: &[Swept<'_>], spot: &Spot<'_>, why: &str) -> String {
    let words = axes.iter().zip(&spot.values);
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
fn named<'a>(axes: &[Swept<'a>], points: &[&Spot<'a>]) -> String {
    let all: Vec<_> = (0..axes.len())
        .map(|axis| different(axes, axis, points))
        .collect();
    let product: usize = all.iter().map(Vec::len).product();
    let values: Option<Vec<Vec<&Value>>> = all
        .into_iter()
        .map(|values| values.into_iter().collect())
        .collect();
    match values.filter(|_| product == points.len()) {
        Some(values) => {
            let words = axes.iter().zip(&values);
            let words = words.map(|((parameter, _), values)| counting(parameter, values));
            let between = if points.len() > 1 { " with " } else { " and " };
            words.collect::<Vec<_>>().join(between)
        }
        None => {
            let names = points.iter().map(|spot| called(axes, &spot.told));
            names.collect::<Vec<_>>().join(", ")
        }
    }
}
