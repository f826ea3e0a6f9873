//! Random small scenarios.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A number of few digits between two others, uniform in its logarithm.
pub(super) fn scaled(least: f64, most: f64) -> impl Strategy<Value = f64> {
    (0.0..1.0_f64).prop_map(move |share| rounded(least * libm::pow(most / least, share)))
}

/// A number to three digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap()
}

/// A latency, often 0.
fn latency() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), scaled(0.01, 0.5)]
}

/// Workers in a user's table, some of them equal, with their believed speeds.
pub(super) fn workers(most: usize) -> impl Strategy<Value = String> {
    let row = (
        (scaled(0.5, 20.0), latency(), scaled(5.0, 500.0)),
        (latency(), scaled(5.0, 500.0), latency()),
        prop_oneof![Just(1.0), scaled(0.3, 4.0)],
    );
    (prop::collection::vec(row, 1..=most), any::<bool>()).prop_map(|(rows, alike)| {
        let lines: Vec<String> = rows
            .iter()
            .map(|row| {
                let ((speed, f, down), (a, up, b), factor) = if alike { &rows[0] } else { row };
                format!("{speed},{f},{down},{a},{up},{b},{}", speed * factor)
            })
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        super::table(",estimated speed", &lines)
    })
}

/// One of some values, or the default.
pub(super) fn some(
    name: &'static str,
    values: &[Value],
) -> impl Strategy<Value = Map<String, Value>> + use<> {
    let values = values.to_vec();
    prop::option::of(prop::sample::select(values)).prop_map(move |value| {
        value
            .map(|value| (name.to_owned(), value))
            .into_iter()
            .collect()
    })
}

/// Wrong beliefs about latencies, and steps of another size than AS4DR's.
pub(super) fn deviations() -> impl Strategy<Value = Map<String, Value>> {
    let parts = (
        some("latency_factor", &[json!(0), json!(0.5), json!(3)]),
        some("relaxation", &[json!(0.5), json!(2)]),
    );
    parts.prop_map(|(latencies, relaxation)| latencies.into_iter().chain(relaxation).collect())
}

/// The settings of the scheduler.
pub(super) fn service() -> impl Strategy<Value = Map<String, Value>> {
    let parts = (
        (
            some("ports", &[json!("multi")]),
            some("order", &[json!("fifo")]),
            some("spacing", &[json!("none"), json!("same")]),
            some("theta", &[json!(0.2), json!(0.5), json!(0.8)]),
        ),
        (scaled(1.0, 30.0), any::<u32>()),
    );
    parts.prop_map(|((ports, order, spacing, theta), (target, seed))| {
        let mut all: Map<String, Value> = [ports, order, spacing, theta]
            .into_iter()
            .flatten()
            .collect();
        all.insert("target".into(), json!(target));
        all.insert("seed".into(), json!(seed));
        all.insert("varied_worker".into(), json!(1));
        all
    })
}
