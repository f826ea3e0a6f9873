//! Each proposition as a panel: its conditions, its expectations, and the observations.

use report::claim::{Claim, Condition};
use report::number::fixed;
use report::words::{amount, count, percent, seconds};
use words::{say, word};

use super::super::name;
use crate::Worker;
use crate::study::proof::{Proof, TOLERANCE, verdict};
use crate::theorems::{Expected, Hypothesis, Observed, Relation, Theorem};

/// A proposition as a panel.
pub(super) fn claim(theorem: &Theorem, proof: &Proof, workers: &[Worker]) -> Claim {
    let met = verdict(theorem, &proof.observed);
    Claim {
        title: theorem.name.into(),
        statement: theorem.statement.into(),
        conditions: theorem
            .hypotheses
            .iter()
            .map(|one| condition(one, workers))
            .collect(),
        expected: theorem.outcome.clone(),
        observed: observed(theorem, proof),
        met,
        source: theorem.source.into(),
    }
}

fn condition(hypothesis: &Hypothesis, workers: &[Worker]) -> Condition {
    // The condition with the least to spare, which fails if any does.
    let spare = |one: &crate::theorems::Condition| match one.relation {
        Relation::AtLeast | Relation::Above => one.value - one.limit,
        Relation::AtMost | Relation::Below => one.limit - one.value,
    };
    let tightest = hypothesis
        .conditions
        .iter()
        .min_by(|a, b| spare(a).total_cmp(&spare(b)));
    let detail = tightest.map_or_else(String::new, |one| {
        let relation = match one.relation {
            Relation::AtLeast => "≥",
            Relation::AtMost => "≤",
            Relation::Above => ">",
            Relation::Below => "<",
        };
        let unit = if hypothesis.unit.is_empty() {
            String::new()
        } else {
            format!("\u{a0}{}", hypothesis.unit)
        };
        let whose = one
            .worker
            .map_or_else(String::new, |place| format!("{}: ", name(workers, place)));
        let asked = if one.holds() { "" } else { word!("should be ") };
        let mut words = if one.limit.is_finite() {
            format!(
                "{whose}{}{unit} {asked}{relation} {}{unit}",
                amount(one.value),
                amount(one.limit)
            )
        } else {
            say!("{whose}no value will do: its chunks vanish")
        };
        let failing = hypothesis.fails_for().len();
        if failing > 1 {
            words.push_str(&say!(
                "; does not hold for {} of {}",
                fixed(failing as f64, 0),
                count(workers.len(), word!("worker"), word!("workers"))
            ));
        }
        words
    });
    Condition {
        text: hypothesis.text.into(),
        holds: hypothesis.holds(),
        detail,
    }
}

/// The simulation's observations on a proposition, in a sentence.
fn observed(theorem: &Theorem, proof: &Proof) -> String {
    let Observed {
        chunks,
        starvation,
        throughput,
        contention,
        period,
        waited,
        turns,
        ..
    } = &proof.observed;
    let mut said: Vec<String> = Vec::new();
    let (mut furthest, mut left): (Option<f64>, Option<f64>) = (None, None);
    let mut fed = false;
    for expected in &theorem.expected {
        match *expected {
            Expected::Chunk {
                worker,
                value,
                first,
            } => {
                let chunk = chunks.get(worker).copied().unwrap_or(f64::NAN);
                // A limit of 0 has no share of itself.
                let (most, off) = match value {
                    0.0 => (&mut left, chunk / first),
                    _ => (&mut furthest, (chunk - value).abs() / value),
                };
                *most = Some(most.map_or(off, |most| most.max(off)));
            }
            Expected::Fed { .. } => fed = true,
            Expected::Throughput { value, .. } => said.push(say!(
                "A load of {} was processed per second over the last rounds, {} was predicted.",
                amount(*throughput),
                amount(value)
            )),
            Expected::NoContention => {}
            Expected::Period { value } => said.push(say!(
                "The last turn of the ring took {}, {} was predicted.",
                seconds(*period),
                seconds(value)
            )),
        }
    }
    if let Some(off) = furthest {
        said.push(if off <= TOLERANCE {
            word!("The last chunks are at their limits, to a millionth.").to_owned()
        } else {
            say!(
                "The last chunks are off their limits by up to {}.",
                percent(off, 3)
            )
        });
    }
    if let Some(left) = left {
        said.push(say!(
            "The last chunks of those that vanish are at most {} of their first ones.",
            percent(left, 3)
        ));
    }
    let hungry = starvation
        .iter()
        .filter(|waited| **waited > TOLERANCE * period)
        .count();
    if fed || theorem.number == 2 {
        said.push(match hungry {
            0 => match waited.iter().flatten().max() {
                None => word!("No worker waited for data after its first subchunk.").to_owned(),
                Some(last) => {
                    say!("No worker waited for data in the last round; the last wait was in round {last}.")
                }
            },
            _ => say!(
                "{} of {} waited for data in the last round.",
                hungry,
                count(starvation.len(), word!("worker"), word!("workers"))
            ),
        });
    }
    if theorem.number == 4 || theorem.number == 5 {
        said.push(match contention {
            0 => word!("No transfer waited for another worker’s.").to_owned(),
            1 => word!("One transfer waited for another worker’s.").to_owned(),
            many => say!(
                "{} transfers waited for another worker’s.",
                fixed(*many as f64, 0)
            ),
        });
    }
    if theorem.number == 3 && said.is_empty() {
        said.push(say!(
            "A load of {} was processed per second over the last rounds.",
            amount(*throughput)
        ));
    }
    if !theorem.expected.is_empty() && verdict(theorem, &proof.observed).is_none() {
        said.push(say!(
            "Not decided after {}.",
            count(*turns as usize, word!("turn"), word!("turns"))
        ));
    }
    said.join(" ")
}
