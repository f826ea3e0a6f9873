//! The claims of the documents, as inequalities that the reference sets must satisfy.
//!
//! Each claim names its section; the numbers of runs and seeds are fixed, so that it holds or fails for ever.

use std::sync::LazyLock;

use parameters::Parameters as _;
use playground::{Scenario, laboratory, run};
use replication::Parameters;
use replication::parameters::{Strategy, Topic};
use report::chart::Series;
use report::table::Cell;
use report::{Report, Silent};
use trace::source::Source;

/// The sets as the documents use them: 60 runs of 2 000 iterations with 10 between rebalancing.
fn parameters(traces: Source) -> Parameters {
    Parameters {
        traces,
        trace_mean: None,
        iterations: 2_000,
        runs: 60,
        copies: 4,
        ..Parameters::default()
    }
}

fn report(parameters: Parameters) -> Report {
    let values = parameters.to_values().into();
    let laboratory = laboratory("replication").unwrap();
    run(&Scenario::new(laboratory, &values).unwrap(), &mut Silent).unwrap()
}

/// All strategies on 1 to 32 processors.
struct Table {
    rows: Vec<Row>,
    /// The time of an iteration by the number of copies, for each number of processors.
    copies: Vec<(String, Vec<(f64, f64)>)>,
}

struct Row {
    processors: f64,
    balanced_time: f64,
    best_copies: f64,
    copied_time: f64,
    balanced: f64,
    copied: f64,
    adaptive: f64,
}

impl Table {
    fn of(traces: Source, problem_size: f64) -> Self {
        let report = report(Parameters {
            topic: Topic::Processors,
            processors: 32,
            problem_size,
            ..parameters(traces)
        });
        let number = |cell: &Cell| match cell {
            Cell::Number(number) => *number,
            Cell::Figure(figure) => figure.value,
            // One processor has nothing to choose.
            Cell::Text(text) if text == "–" => f64::NAN,
            Cell::Text(text) => text.parse().unwrap(),
        };
        let row = |cells: &Vec<Cell>| Row {
            processors: number(&cells[0]),
            balanced_time: number(&cells[2]),
            best_copies: number(&cells[3]),
            copied_time: number(&cells[4]),
            balanced: number(&cells[6]),
            copied: number(&cells[7]),
            adaptive: number(&cells[8]),
        };
        let line = |series: &Series| match series {
            Series::Line { name, points, .. } if name.starts_with("R = ") => Some((
                name.clone(),
                points.iter().map(|point| (point.x, point.y)).collect(),
            )),
            _ => None,
        };
        let table = &report.tables[0];
        assert_eq!(table.key, "processors");
        Self {
            rows: table.rows.iter().map(row).collect(),
            copies: report.charts[0].series.iter().filter_map(line).collect(),
        }
    }

    fn on(&self, processors: u32) -> &Row {
        let wanted = f64::from(processors);
        self.rows
            .iter()
            .find(|row| row.processors == wanted)
            .unwrap()
    }

    fn several(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.processors > 1.0)
    }

    /// The number of processors with the shortest time.
    fn fastest(&self, time: fn(&Row) -> f64) -> f64 {
        let least = self.rows.iter().min_by(|a, b| time(a).total_cmp(&time(b)));
        least.unwrap().processors
    }
}

/// A CCR of 0.01, 0.25 and 0.50.
static ONE: [LazyLock<Table>; 3] = [
    LazyLock::new(|| Table::of(Source::SetOne, 2.5)),
    LazyLock::new(|| Table::of(Source::SetOne, 0.1)),
    LazyLock::new(|| Table::of(Source::SetOne, 0.05)),
];
static TWO: [LazyLock<Table>; 3] = [
    LazyLock::new(|| Table::of(Source::SetTwo, 2.5)),
    LazyLock::new(|| Table::of(Source::SetTwo, 0.1)),
    LazyLock::new(|| Table::of(Source::SetTwo, 0.05)),
];

#[test]
fn balancing_beats_equal_shares_on_both_sets_whatever_communication_takes() {
    // Dobber 2006, section 4.3.
    for table in ONE.iter().chain(&TWO) {
        for row in table.several() {
            assert!(row.balanced > 1.0, "{} {}", row.processors, row.balanced);
        }
    }
}

#[test]
fn where_communication_is_short_balanced_runs_get_faster_with_every_doubling_of_processors() {
    // Dobber 2006, section 4.3 (CCR 0.01).
    for table in [&ONE[0], &TWO[0]] {
        for pair in table.rows.windows(2) {
            assert!(
                pair[1].balanced_time < pair[0].balanced_time,
                "{}",
                pair[1].processors
            );
        }
    }
}

#[test]
fn where_communication_is_a_quarter_too_many_processors_slow_a_balanced_run_down() {
    // Dobber 2006, section 4.3 (CCR 0.25, set one): the fastest number lies inside.
    let fastest = ONE[1].fastest(|row| row.balanced_time);
    assert!(1.0 < fastest && fastest < 32.0, "{fastest}");
}

#[test]
fn where_communication_is_a_half_one_or_two_processors_are_fastest() {
    // Dobber 2006, section 4.3 (CCR 0.50).
    for table in [&ONE[2], &TWO[2]] {
        let fastest = table.fastest(|row| row.balanced_time);
        assert!(fastest <= 2.0, "{fastest}");
    }
}

#[test]
fn on_set_one_and_four_processors_balancing_about_doubles_the_speed() {
    // Dobber 2006, section 6.1: about 1.8; independent program on the same sets: 2.07.
    let speedup = ONE[0].on(4).balanced;
    assert!((1.6..2.4).contains(&speedup), "{speedup}");
}

#[test]
fn the_best_number_of_copies_is_small_and_four_are_never_far_from_it() {
    // Dobber 2006, table 5.10.
    for table in [&ONE[0], &TWO[0]] {
        let (_, four) = table
            .copies
            .iter()
            .find(|(name, _)| name == "R = 4")
            .unwrap();
        for row in table.several() {
            assert!(
                [2.0, 4.0, 8.0].contains(&row.best_copies),
                "{}",
                row.best_copies
            );
            if row.processors >= 4.0 {
                let time = four
                    .iter()
                    .find(|(processors, _)| *processors == row.processors);
                let time = time.unwrap().1;
                assert!(time <= 1.05 * row.copied_time, "{} {time}", row.processors);
            }
        }
    }
}

#[test]
fn replication_gains_more_on_set_two_than_on_set_one_where_it_stays_below_two() {
    // Dobber 2006, section 5.6.
    let best = |table: &Table| table.rows.iter().map(|row| row.copied).fold(0.0, f64::max);
    let (one, two) = (best(&ONE[0]), best(&TWO[0]));
    assert!(one < 2.0 && 2.0 < two, "{one} {two}");
}

#[test]
fn where_communication_is_a_half_replication_never_pays_on_four_or_more_processors() {
    // Dobber 2006, section 5.6 (CCR 0.50).
    for table in [&ONE[2], &TWO[2]] {
        for row in table.several().filter(|row| row.processors >= 4.0) {
            assert_eq!(row.best_copies, 1.0, "{}", row.processors);
        }
    }
}

#[test]
fn on_set_one_balancing_beats_the_best_replication() {
    // Dobber 2006, section 6.1.
    for row in ONE[0].several() {
        assert!(row.balanced >= row.copied, "{}", row.processors);
    }
}

#[test]
fn on_set_two_replication_wins_on_two_processors_and_balancing_on_many() {
    // Dobber 2006, section 6.1.
    let (two, eight, many) = (TWO[0].on(2), TWO[0].on(8), TWO[0].on(32));
    assert!(two.copied > two.balanced, "{} {}", two.copied, two.balanced);
    assert!(
        eight.copied < eight.balanced,
        "{} {}",
        eight.copied,
        eight.balanced
    );
    assert!(
        many.copied < many.balanced,
        "{} {}",
        many.copied,
        many.balanced
    );
}

#[test]
fn on_set_two_a_second_processor_more_than_doubles_the_speed() {
    // Dobber 2006, section 6.1; the mean of single nodes needs many runs.
    let report = report(Parameters {
        topic: Topic::Processors,
        processors: 2,
        copies: 2,
        runs: 1_000,
        ..parameters(Source::SetTwo)
    });
    let times = |name: &str| -> Vec<f64> {
        let mut series = report.charts[0].series.iter();
        let line = series.find(|series| series.name() == Some(name)).unwrap();
        match line {
            Series::Line { points, .. } => points.iter().map(|point| point.y).collect(),
            _ => panic!("no line"),
        }
    };
    for name in ["dynamic", "best R"] {
        let times = times(name);
        assert!(times[0] > 2.0 * times[1], "{name}: {times:?}");
    }
}

#[test]
fn where_communication_is_long_balancing_is_never_worse_than_copies() {
    // Dobber 2006, section 6.1 (CCR 0.25 and 0.50).
    for table in ONE[1..].iter().chain(&TWO[1..]) {
        for row in table.several() {
            assert!(row.balanced > row.copied, "{}", row.processors);
        }
    }
}

#[test]
fn balancing_gains_most_on_some_processors_but_not_on_two() {
    // Dobber 2006, section 6.1: 16 on set one, 32 on set two.
    for table in [&ONE[0], &TWO[0]] {
        let peak = table
            .rows
            .iter()
            .max_by(|a, b| a.balanced.total_cmp(&b.balanced))
            .unwrap();
        assert!(
            (4.0..=32.0).contains(&peak.processors),
            "{}",
            peak.processors
        );
    }
}

#[test]
fn choosing_is_about_as_good_as_the_better_of_both_strategies() {
    // Dobber 2006, section 6.3.
    let rows = [
        ONE[0].on(4),
        TWO[0].on(2),
        TWO[0].on(4),
        TWO[0].on(8),
        TWO[0].on(16),
    ];
    for row in rows {
        let better = row.balanced.max(row.copied);
        assert!(
            row.adaptive >= 0.97 * better,
            "{}: {}",
            row.processors,
            row.adaptive
        );
    }
}

/// Slope, intercept and R² of balancing and of copies, and how often balancing wins, by thirds of the blocks. The blocks
/// of a run are alike, so that thirds need many runs.
fn lines(traces: Source) -> ([f64; 3], [f64; 3], [f64; 3]) {
    let report = report(Parameters {
        topic: Topic::Decision,
        processors: 4,
        runs: 400,
        ..parameters(traces)
    });
    let number = |cell: &Cell| match cell {
        Cell::Number(number) => *number,
        Cell::Figure(figure) => figure.value,
        Cell::Text(text) => panic!("{text}"),
    };
    let row = |row: usize| {
        let cells = &report.tables[0].rows[row];
        [number(&cells[1]), number(&cells[2]), number(&cells[3])]
    };
    let thirds = report
        .charts
        .iter()
        .find(|chart| chart.key == "thirds")
        .unwrap();
    let wins: Vec<f64> = match &thirds.series[0] {
        Series::Bars { bars } => bars.iter().map(|bar| bar.value).collect(),
        _ => panic!("no bars"),
    };
    (row(0), row(1), [wins[0], wins[1], wins[2]])
}

#[test]
fn the_time_of_an_iteration_is_a_line_in_y_and_balancing_wins_where_y_is_large() {
    // Dobber 2006, section 6.2.
    for traces in [Source::SetOne, Source::SetTwo] {
        let (balanced, copied, wins) = lines(traces);
        assert!(
            copied[0] > balanced[0] && copied[1] < balanced[1],
            "{balanced:?} {copied:?}"
        );
        assert!(
            balanced[2] > 0.75 && copied[2] > 0.75,
            "{balanced:?} {copied:?}"
        );
        assert!(
            wins[0] <= wins[1] && wins[1] <= wins[2] && wins[0] < wins[2],
            "{wins:?}"
        );
    }
}

#[test]
fn copies_gain_more_on_unequal_nodes_than_on_equal_ones() {
    // Dobber 2006, sections 5.5 and 5.6.
    let gain = |homogeneous| {
        let report = report(Parameters {
            processors: 2,
            copies: 2,
            strategy: Strategy::Replicate,
            homogeneous,
            variation: 0.8,
            ..parameters(Source::SetTwo)
        });
        report.figures[0].value
    };
    let (unequal, equal) = (gain(false), gain(true));
    assert!(unequal > equal, "{unequal} {equal}");
}

#[test]
fn balancing_more_often_never_computes_longer_and_comes_near_the_printed_speedups() {
    // Dobber 2006, table 4.2, without overhead.
    let report = report(Parameters {
        topic: Topic::Intervals,
        processors: 4,
        runs: 300,
        predictor: forecast::Method::ExponentialSmoothing,
        ..parameters(Source::SetOne)
    });
    let speedup = |row: &str, column: usize| {
        let rows = report.tables[0].rows.iter();
        let found = rows.filter(|cells| matches!(&cells[0], Cell::Text(text) if text == row));
        match &found.collect::<Vec<_>>()[0][column] {
            Cell::Figure(figure) => figure.value,
            other => panic!("{other:?}"),
        }
    };
    let printed = [
        ("1", 2.52),
        ("10", 2.34),
        ("50", 2.24),
        ("100", 2.18),
        ("200", 2.02),
        ("500", 1.74),
    ];
    let ours = printed.map(|(every, _)| speedup(every, 3));
    assert!(ours.is_sorted_by(|a, b| a >= b), "{ours:?}");
    for (ours, (every, printed)) in ours.into_iter().zip(printed) {
        assert!(
            (ours / printed - 1.0).abs() <= 0.20,
            "{every}: {ours} {printed}"
        );
    }
    let hindsight = speedup("in hindsight", 1);
    assert!((hindsight / 1.91 - 1.0).abs() <= 0.20, "{hindsight}");
}
