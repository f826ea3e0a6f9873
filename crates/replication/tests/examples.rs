//! The worked examples, as data: every row of `examples.json` says where it comes from.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use forecast::{Method, Predict, Predictor, Settings};
use parameters::Field;
use replication::communication::PairColumns;
use replication::decision::Choice;
use replication::dynamic::Predicted;
use replication::iterations::{Outcome, Times, links, marks, phases};
use replication::parameters::{FirstBlock, Replication, Scope};
use replication::quantities::FORMULAS;
use replication::speedup::Speedup;
use replication::{
    adaptive, copies, dynamic, equal, hindsight, load, ordering, rescheduling, static_balancing,
    synchronisation,
};
use schedule::{Off, Recorder, Recording, Unit};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// One of several names, as a scenario says it.
fn named<'de, F: Field, D: Deserializer<'de>>(from: D) -> Result<F, D::Error> {
    let value = Value::deserialize(from)?;
    F::from_value(&value).ok_or_else(|| D::Error::custom(value))
}

#[derive(Deserialize)]
struct Examples {
    iterations: Vec<Example>,
    adaptive: Vec<Adaptive>,
    synchronisation: Vec<Synchronisation>,
    chains: Vec<Chain>,
    rows: Vec<Rows>,
    quantities: Vec<Quantity>,
    phases: Vec<Phases>,
}

#[derive(Deserialize)]
struct Example {
    name: String,
    strategy: String,
    runtimes: Vec<Vec<f64>>,
    synchronisation: Vec<f64>,
    rescheduling: Vec<f64>,
    #[serde(default)]
    every: usize,
    #[serde(default)]
    cold: usize,
    #[serde(default, deserialize_with = "named")]
    predictor: Method,
    #[serde(default)]
    smoothing: f64,
    #[serde(default)]
    forecasts: Vec<Vec<f64>>,
    #[serde(default)]
    copies: usize,
    #[serde(default, deserialize_with = "named")]
    replication: Replication,
    #[serde(default)]
    finalize: f32,
    times: Vec<f64>,
    total: f64,
}

#[derive(Deserialize)]
struct Adaptive {
    name: String,
    runtimes: Vec<Vec<f64>>,
    synchronisation: f64,
    finalize: f32,
    rescheduling: f64,
    every: usize,
    #[serde(deserialize_with = "named")]
    predictor: Method,
    #[serde(default)]
    smoothing: f64,
    copies: usize,
    decide_every: usize,
    blocks: Vec<Decided>,
    total: f64,
}

#[derive(Deserialize)]
struct Decided {
    used: String,
    y: f64,
    balanced: f64,
    replicated: f64,
    expected_balanced: f64,
    expected_replicated: f64,
    switch: f64,
}

#[derive(Deserialize)]
struct Synchronisation {
    name: String,
    #[serde(deserialize_with = "named")]
    scope: Scope,
    processors: usize,
    send: Vec<f32>,
    expected: f64,
}

#[derive(Deserialize)]
struct Chain {
    name: String,
    drawn: Vec<usize>,
    send: Vec<(usize, usize, f64)>,
    expected: Vec<usize>,
}

#[derive(Deserialize)]
struct Rows {
    name: String,
    loads: Vec<f64>,
    rows: usize,
    expected: Vec<usize>,
}

#[derive(Deserialize)]
struct Quantity {
    name: String,
    parameters: Value,
    expected: f64,
}

#[derive(Deserialize)]
struct Phases {
    iterations: u32,
    every: u32,
    expected: u32,
}

fn examples() -> Examples {
    serde_json::from_str(include_str!("examples.json")).unwrap()
}

/// Equal to the six digits that are printed.
fn close(value: f64, printed: f64) -> bool {
    (value - printed).abs() <= 5e-6 * printed.abs()
}

fn by_rows(columns: &[Vec<f64>]) -> Vec<f64> {
    (0..columns[0].len())
        .flat_map(|k| columns.iter().map(move |column| column[k]))
        .collect()
}

/// The predictor's forecasts of the iterations N, 2N, …
fn expected(series: &[f64], predictor: Method, smoothing: f64, every: usize) -> Vec<f64> {
    let mut predictor = Predictor::new(&Settings {
        smoothing,
        ..Settings::of(predictor)
    });
    let mut out = Vec::new();
    for (k, runtime) in series.iter().enumerate() {
        if k > 0 && k % every == 0 {
            out.extend(predictor.forecast());
        }
        predictor.observe(*runtime);
    }
    out
}

/// The example's forecasts are checked against the predictor's on the way.
fn predicted(example: &Example) -> Vec<Predicted> {
    let predicted: Vec<Vec<f64>> = example
        .runtimes
        .iter()
        .map(|series| expected(series, example.predictor, example.smoothing, example.every))
        .collect();
    let rows = by_rows(&predicted);
    assert_eq!(
        rows.len(),
        example.forecasts.len() * example.runtimes.len(),
        "{}",
        example.name
    );
    for (forecast, printed) in rows.iter().zip(example.forecasts.iter().flatten()) {
        assert!(
            close(*forecast, *printed),
            "{}: {forecast} instead of {printed}",
            example.name
        );
    }
    let nodes = example.runtimes.iter().zip(&predicted);
    nodes
        .map(|(runtimes, forecasts)| Predicted::new(runtimes, forecasts, example.every))
        .collect()
}

/// Calls `with` with the times as the simulations want them.
fn with_times<T>(
    runtimes: &[Vec<f64>],
    synchronisation: &[f64],
    finalize: f32,
    rescheduling: &[f64],
    with: impl FnOnce(&Times<'_>) -> T,
) -> T {
    let processors = runtimes.len();
    let finalize = vec![finalize; synchronisation.len()];
    let finalize =
        PairColumns::from_series(vec![finalize.as_slice(); processors * (processors - 1) / 2]);
    let runtimes: Vec<_> = runtimes.iter().map(Vec::as_slice).collect();
    with(&Times {
        runtimes: &runtimes,
        synchronisation,
        finalize: &finalize,
        rescheduling,
    })
}

fn run<R: Recorder>(
    example: &Example,
    times: &Times<'_>,
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Outcome {
    match example.strategy.as_str() {
        "equal" => equal::simulate(times, course, recorder),
        "static" => static_balancing::simulate(times, example.cold, course, recorder),
        "static-hindsight" => static_balancing::in_hindsight(times, course, recorder),
        "dynamic" => {
            let predicted = predicted(example);
            let nodes: Vec<_> = predicted.iter().collect();
            dynamic::simulate(times, example.every, &nodes, course, recorder)
        }
        "dynamic-hindsight" => hindsight::balance(times, example.every, course, recorder),
        "replicate" => {
            let (copies, mode) = (example.copies, example.replication);
            copies::simulate(times, copies, mode, course, recorder)
        }
        other => panic!("no strategy {other}"),
    }
}

/// The outcome and the times of the iterations, from a recorded run; the unrecorded one must agree with it.
fn simulate(example: &Example) -> (Outcome, Vec<f64>) {
    let lanes = (1..=example.runtimes.len())
        .map(|processor| format!("p{processor}"))
        .collect();
    let mut recording = Recording::new(Unit::Milliseconds, lanes, phases())
        .with_marks(marks())
        .with_links(links());
    let (mut silent_course, mut course) = (Vec::new(), Vec::new());
    let (silent, recorded) = with_times(
        &example.runtimes,
        &example.synchronisation,
        example.finalize,
        &example.rescheduling,
        |times| {
            (
                run(example, times, &mut silent_course, &mut Off),
                run(example, times, &mut course, &mut recording),
            )
        },
    );
    assert_eq!(
        (silent, &silent_course),
        (recorded, &course),
        "{}: the recorder changes the run",
        example.name
    );
    let schedule = recording.finish(recorded.clock).unwrap();
    assert_eq!(schedule.marks().len(), course.len(), "{}", example.name);
    (recorded, course)
}

#[test]
fn strategies_reproduce_the_worked_examples() {
    let examples = examples().iterations;
    assert_eq!(examples.len(), 19);
    for example in &examples {
        let (outcome, course) = simulate(example);
        assert!(
            close(outcome.total, example.total),
            "{}: {} instead of {}",
            example.name,
            outcome.total,
            example.total
        );
        assert_eq!(course.len(), example.times.len(), "{}", example.name);
        for (k, (time, printed)) in course.iter().zip(&example.times).enumerate() {
            assert!(
                close(*time, *printed),
                "{}, {k}: {time} instead of {printed}",
                example.name
            );
        }
    }
}

#[test]
fn the_adaptive_strategy_reproduces_the_worked_examples() {
    for example in examples().adaptive {
        let predicted: Vec<Predicted> = example
            .runtimes
            .iter()
            .map(|runtimes| {
                let expected = expected(
                    runtimes,
                    example.predictor,
                    example.smoothing,
                    example.every,
                );
                Predicted::new(runtimes, &expected, example.every)
            })
            .collect();
        let nodes: Vec<_> = predicted.iter().collect();
        let settings = adaptive::Settings {
            every: example.every,
            copies: example.copies,
            replication: Replication::Thesis,
            block: example.decide_every,
            first_block: FirstBlock::Compare,
            to_balancing: rescheduling::TO_BALANCING,
            to_replication: rescheduling::TO_REPLICATION,
        };
        let iterations = example.runtimes[0].len();
        let (mut log, mut course) = (Vec::new(), Vec::new());
        let outcome = with_times(
            &example.runtimes,
            &vec![example.synchronisation; iterations],
            example.finalize,
            &vec![example.rescheduling; iterations],
            |times| adaptive::simulate(times, &nodes, &settings, &mut log, &mut course, &mut Off),
        );
        let name = &example.name;
        assert!(close(outcome.total, example.total), "{name}: {outcome:?}");
        assert_eq!(log.len(), example.blocks.len(), "{name}");
        for (block, printed) in log.iter().zip(&example.blocks) {
            let used = match block.used {
                Choice::Balance => "DLB",
                Choice::Replicate => "JR",
            };
            assert_eq!(used, printed.used, "{name}");
            for (value, printed) in [
                (block.y, printed.y),
                (block.balanced, printed.balanced),
                (block.replicated, printed.replicated),
                (block.expected_balanced, printed.expected_balanced),
                (block.expected_replicated, printed.expected_replicated),
                (block.switch, printed.switch),
            ] {
                assert!(
                    close(value, printed),
                    "{name}: {value} instead of {printed}"
                );
            }
        }
    }
}

#[test]
fn the_best_number_of_copies_is_the_one_with_the_least_total() {
    let totals: Vec<f64> = examples()
        .iterations
        .iter()
        .filter(|example| example.replication == Replication::Thesis && example.finalize == 2.0)
        .filter(|example| {
            example.runtimes
                == [
                    [10., 30., 20., 15.],
                    [12., 8., 25., 40.],
                    [20., 22., 9., 14.],
                    [16., 18., 30., 11.],
                ]
        })
        .map(|example| simulate(example).0.total)
        .collect();
    // Copies 2, 1 and 4, in the order of the file (Dobber 2006, equation 2.32).
    assert_eq!(totals, [158.0, 124.0, 180.0]);
}

#[test]
fn the_longest_pair_in_scope_sets_the_synchronisation_time() {
    for example in examples().synchronisation {
        let series: Vec<[f32; 1]> = example.send.iter().map(|time| [*time]).collect();
        let columns = PairColumns::from_series(series.iter().map(<[f32; 1]>::as_slice).collect());
        let on = &mut |_| std::ops::ControlFlow::Continue(());
        let times = synchronisation::directly(
            &columns,
            example.scope,
            example.processors,
            1,
            &mut synchronisation::Drawing(on),
        )
        .unwrap();
        assert_eq!(times, [example.expected], "{}", example.name);
    }
}

#[test]
fn chains_reproduce_the_worked_examples() {
    for example in examples().chains {
        let send = |a: usize, b: usize| {
            let (low, high) = (a.min(b), a.max(b));
            example
                .send
                .iter()
                .find(|(i, j, _)| (*i, *j) == (low, high))
                .unwrap()
                .2
        };
        assert_eq!(
            ordering::chain(&example.drawn, send),
            example.expected,
            "{}",
            example.name
        );
    }
}

#[test]
fn whole_rows_reproduce_the_worked_examples() {
    for example in examples().rows {
        assert_eq!(
            trace::sor::stripes(&example.loads, example.rows),
            example.expected,
            "{}",
            example.name
        );
    }
}

#[test]
fn balanced_loads_reproduce_the_worked_examples() {
    let mut loads = [0.0; 3];
    load::balance(&[110.0, 190.0, 55.0], &mut loads);
    for (load, printed) in loads.iter().zip([0.838235, 0.485294, 1.67647]) {
        assert!(close(*load, printed), "{load} instead of {printed}");
    }
}

#[test]
fn quantities_reproduce_the_worked_examples() {
    for example in examples().quantities {
        let formula = FORMULAS.iter().find(|one| one.name == example.name);
        let value = formula.unwrap().evaluate(&example.parameters).unwrap();
        let ok = close(value, example.expected);
        assert!(
            ok,
            "{} {}: {value} instead of {}",
            example.name, example.parameters, example.expected
        );
    }
}

#[test]
fn every_quantity_has_an_example() {
    let examples = examples().quantities;
    for formula in FORMULAS {
        assert!(
            examples.iter().any(|example| example.name == formula.name),
            "{}",
            formula.name
        );
    }
}

#[test]
fn rescheduling_phases_follow_every_nth_iteration() {
    for example in examples().phases {
        assert_eq!(
            rescheduling::phases(example.iterations, example.every),
            example.expected
        );
    }
}

#[test]
fn the_ratio_of_means_and_the_mean_of_ratios_differ() {
    let speedup = Speedup::of(&[1535.0, 1600.0, 1700.0], &[1185.0, 1000.0, 1300.0]);
    assert!(close(speedup.ratio_of_means, 1.38737));
    assert!(close(speedup.mean_of_ratios, 1.40102));
    assert!(close(speedup.half_width, 0.428351));
}

#[test]
fn a_single_run_has_no_interval_and_equal_shares_have_none_to_speak_of() {
    assert!(Speedup::of(&[1535.0], &[1185.0]).interval().is_none());
    let equal = Speedup::of(&[10.0, 11.0], &[10.0, 11.0]);
    assert_eq!((equal.mean_of_ratios, equal.half_width), (1.0, 0.0));
}
