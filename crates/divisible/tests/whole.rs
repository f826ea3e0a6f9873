//! Whole reports of random scenarios, valid and not.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use divisible::experiment::platform;
use divisible::parameters::{Topic, Variation};
use divisible::settings::Ports;
use divisible::{Error, Parameters, run};
use parameters::{Kind, Parameter, Parameters as _};
use proptest::prelude::*;
use proptest::test_runner::TestRng;
use report::number::with_unit;
use report::table::Cell;
use report::{Figure, Report, Silent};
use schedule::Role;
use serde_json::{Map, Value, json};

/// Scenarios that take milliseconds: a few small workers, a few dozen rounds.
fn small(values: &mut Map<String, Value>, rng: &mut TestRng) {
    let number = |values: &Map<String, Value>, name: &str| values[name].as_f64().unwrap();
    if values["platform"] == "table3" {
        values.insert("platform".into(), "table3-four".into());
    }
    for (name, most) in [
        ("workers", 7.0),
        ("runs", 3.0),
        ("streams", 4.0),
        ("clusters", 3.0),
        ("installments", 6.0),
        ("synthetic_nodes", 4.0),
        ("varied_worker", 8.0),
        ("first_worker", 8.0),
    ] {
        let value = number(values, name).min(most);
        values.insert(name.into(), json!(value as u64));
    }
    let target = number(values, "target").clamp(0.1, 1000.0);
    let horizon = target * rng.random_range(0.5..40.0);
    values.insert("target".into(), json!(target));
    values.insert("horizon".into(), json!(horizon.max(0.01)));
    values.insert("step".into(), json!((horizon / 50.0).max(0.01)));
    // Targets are so short only that each has some thousand rounds.
    for name in ["target_least", "target_most"] {
        if let Some(value) = values[name].as_f64() {
            let value = value.max(horizon / 500.0);
            values.insert(name.into(), json!(value));
        }
    }
    let load = number(values, "load").min(1e4);
    values.insert("load".into(), json!(load));
    values.insert(
        "piece".into(),
        json!(number(values, "piece").max(load / 200.0)),
    );
}

fn parameters() -> &'static [Parameter] {
    Parameters::TABLE.parameters
}

fn defaults() -> Map<String, Value> {
    Parameters::TABLE.defaults()
}

/// A value between two of any magnitude.
fn between(rng: &mut TestRng, minimum: f64, maximum: f64) -> f64 {
    match rng.random_range(0..6) {
        0 => minimum,
        1 => maximum,
        2 | 3 => rng.random_range(minimum..=maximum),
        _ => {
            let low = minimum.max(1e-6 * maximum).max(1e-9);
            let exponent = rng.random_range(libm::log(low)..=libm::log(maximum));
            libm::exp(exponent).clamp(minimum, maximum)
        }
    }
}

fn valid(parameter: &Parameter, rng: &mut TestRng) -> Option<Value> {
    Some(match &parameter.kind {
        Kind::Integer { minimum, maximum } => {
            json!(between(rng, *minimum as f64, (*maximum).min(1 << 40) as f64) as u64)
        }
        Kind::Number {
            minimum,
            maximum,
            optional,
        } => match rng.random_range(0..4) {
            0 if *optional => Value::Null,
            _ => json!(between(rng, *minimum, *maximum)),
        },
        Kind::Choice(_) => {
            let choices: Vec<_> = parameter.offered().collect();
            json!(choices[rng.random_range(0..choices.len())].value)
        }
        Kind::Flag => json!(rng.random_bool(0.5)),
        Kind::List { .. } | Kind::Text { .. } => return None,
    })
}

/// A scenario of a random topic with some random values, each within its range.
fn scenario() -> impl Strategy<Value = Map<String, Value>> {
    Just(()).prop_perturb(|(), mut rng| {
        let mut values = defaults();
        let often = [0.1, 0.3, 0.8][rng.random_range(0..3)];
        for parameter in parameters() {
            if (parameter.name == "topic" || rng.random_bool(often))
                && let Some(value) = valid(parameter, &mut rng)
            {
                values.insert(parameter.name.into(), value);
            }
        }
        small(&mut values, &mut rng);
        values
    })
}

/// A number is finite, or is none and is displayed as none.
fn shown(value: f64, unit: report::figure::Unit, place: &str) -> Result<(), TestCaseError> {
    prop_assert!(!value.is_infinite(), "{place}: {value}");
    let text = with_unit(value, unit, None);
    prop_assert!(
        !text.contains("NaN") && !text.contains("inf"),
        "{place}: {text}"
    );
    Ok(())
}

fn figure(figure: &Figure, place: &str) -> Result<(), TestCaseError> {
    shown(figure.value, figure.unit, place)?;
    if let Some(interval) = figure.interval {
        prop_assert!(interval.low <= interval.high, "{place}: {interval:?}");
    }
    Ok(())
}

fn sound(report: &Report) -> Result<(), TestCaseError> {
    let texts = report.notes.iter().chain([&report.headline, &report.why]);
    for text in texts {
        let undefined = ["NaN", "inf ", "inf.", "∞"]
            .iter()
            .any(|word| text.contains(word));
        prop_assert!(!undefined, "{text}");
    }
    prop_assert!(!report.headline.is_empty());
    for one in &report.figures {
        figure(one, &one.key)?;
    }
    for table in report
        .tables
        .iter()
        .cloned()
        .chain(report.charts.iter().map(|chart| chart.table()))
    {
        for row in &table.rows {
            prop_assert_eq!(row.len(), table.columns.len(), "{}", table.title);
            for (cell, column) in row.iter().zip(&table.columns) {
                let place = format!("{}, {column}", table.title);
                match cell {
                    Cell::Number(value) => shown(*value, report::figure::Unit::One, &place)?,
                    Cell::Figure(one) => figure(one, &place)?,
                    Cell::Text(text) => {
                        prop_assert!(
                            !text.contains("NaN") && !text.contains("inf"),
                            "{place}: {text}"
                        );
                    }
                }
            }
        }
    }
    Ok(())
}

/// The time after which a run is cancelled.
const PATIENCE: Duration = Duration::from_secs(1);

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_shrink_iters: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_valid_scenario_has_a_report_of_numbers_or_a_reason_why_not(values in scenario()) {
        let values = Parameters::TABLE.check(&Value::Object(values)).unwrap();
        let parameters = Parameters::from_values(&values);
        let start = Instant::now();
        let mut patience = |_, _| match start.elapsed() < PATIENCE {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        match run(&parameters, &mut patience) {
            // A long run tests nothing here.
            Err(Error::Cancelled(_)) => {}
            Ok((report, samples)) => {
                sound(&report)?;
                for sample in samples {
                    prop_assert!(sample.values.iter().all(|value| !value.is_infinite()), "{}", sample.key);
                }
                for one in &report.figures {
                    if one.key == "efficiency" && !one.value.is_nan() {
                        prop_assert!((-1e-9..=1.0 + 1e-9).contains(&one.value), "{}", one.value);
                    }
                }
            }
            Err(error) => {
                let text = error.to_string();
                let named = Parameters::TABLE.parameters.iter().any(|one| text.contains(one.name))
                    || text.contains("worker ");
                prop_assert!(named, "{text}");
            }
        }
    }

    #[test]
    fn a_finite_load_is_computed_to_the_last_unit(values in scenario()) {
        let values = Parameters::TABLE.check(&Value::Object(values)).unwrap();
        let parameters = Parameters::from_values(&values);
        let parameters = Parameters {
            topic: Topic::Finite,
            variation: Variation::Constant,
            first_worker: 1,
            workers_shown: 200,
            shown: 1000,
            shown_from: 0,
            runs: 1,
            ports: Ports::One,
            target: parameters.target.max(20.0),
            load: parameters.load.clamp(1.0, 200.0),
            speed: parameters.speed.min(1e4),
            piece: parameters.piece.max(1.0),
            ..parameters
        };
        let Ok((report, _)) = run(&parameters, &mut Silent) else {
            return Ok(());
        };
        let schedule = report.schedule.unwrap();
        // The schedule shows all of the run if it takes less than the thousand targets that a schedule can show.
        prop_assume!(schedule.makespan() < 999.0 * parameters.target);
        // The scheduler may not end within the given time; the report has no time then.
        let ended = report.figures.iter().any(|one| one.key == "time" && one.value.is_finite());
        prop_assume!(ended);
        let platform = platform(&parameters, 0).unwrap();
        let ports = schedule.lanes().len() - platform.workers().len();
        // Dates are rounded, the more so the later they are.
        let rounding = 4.0 * f64::EPSILON * schedule.makespan();
        let (mut done, mut slack) = (0.0, 1e-6 * parameters.load);
        for span in schedule.spans() {
            let phase = &schedule.phases()[usize::from(span.phase.0)];
            if phase.role == Role::Compute {
                let worker = &platform.workers()[span.lane.0 as usize - ports];
                done += span.duration() * worker.speed;
                slack += rounding * worker.speed;
            }
        }
        prop_assert!(
            (done - parameters.load).abs() <= slack,
            "{:?}: {done} of {}", parameters.policy, parameters.load
        );
    }

    #[test]
    fn any_value_outside_its_range_is_refused_by_name_and_range(seed in any::<u64>()) {
        let mut left = seed;
        let mut next = || { left = left.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); left >> 33 };
        for parameter in parameters() {
            let far = 1.0 + (next() % 1000) as f64;
            let wrong: Vec<Value> = match &parameter.kind {
                Kind::Integer { maximum, .. } if *maximum < u64::MAX / 2 => {
                    vec![json!(maximum + 1 + next() % 1000), json!(-far), json!(far + 0.5), json!("many")]
                }
                Kind::Integer { .. } => vec![json!(-far), json!("many")],
                Kind::Number { minimum, maximum, .. } => {
                    vec![json!(maximum * (1.0 + far)), json!(minimum - far), json!("long"), json!([far])]
                }
                Kind::Choice(_) => vec![json!("none of these"), json!(far)],
                Kind::Flag => vec![json!("perhaps"), json!(far)],
                Kind::List { .. } => vec![json!("list")],
                Kind::Text { most, .. } => vec![json!("x".repeat(*most + 1)), json!(far)],
            };
            for value in wrong {
                let mut values = defaults();
                values.insert(parameter.name.into(), value.clone());
                let refused = Parameters::TABLE.check(&Value::Object(values));
                prop_assert!(refused.is_err(), "{} = {value}", parameter.name);
                let text = refused.unwrap_err().to_string();
                prop_assert!(text.contains(parameter.name), "{} = {value}: {text}", parameter.name);
                if let (Kind::Number { maximum, .. }, Some(_)) = (&parameter.kind, value.as_f64()) {
                    let short = text.contains(&maximum.to_string()) || text.contains(&format!("{maximum:e}"));
                    prop_assert!(short, "{} = {value}: {text}", parameter.name);
                }
            }
        }
    }
}
