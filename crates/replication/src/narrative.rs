//! The study as a report.

use report::chart::{Axis, Bar, Bins, Series};
use report::figure::Unit;
use report::number::{fixed, with_unit};
use report::table::Cell;
use report::{Chart, Figure, Report, Table};

use crate::iterations::Spent;
use crate::parameters::{Replication, Scope, Strategy};
use crate::speedup::{Speedup, mean_and_half_width};
use crate::study::{Measured, Results, Study};

/// How many bins the histogram of run times has.
const BINS: usize = 40;

/// One strategy with a name and its speedup.
struct Entry<'a> {
    name: String,
    label: String,
    measured: &'a Measured,
    speedup: Speedup,
    main: bool,
}

/// Says what came out and why.
#[must_use]
pub fn report(study: &Study, results: Results) -> Report {
    let parameters = study.parameters();
    let entries = entries(study, &results);
    let best = |candidates: &mut dyn Iterator<Item = &Entry<'_>>| {
        // Ties go to the first: fewer copies.
        candidates.fold(None::<(String, f64, u32)>, |best, entry| match best {
            Some(best) if best.1 >= entry.speedup.ratio_of_means => Some(best),
            _ => Some((
                entry.label.clone(),
                entry.speedup.ratio_of_means,
                entry.measured.copies,
            )),
        })
    };
    let replicated = entries.len() - results.replicated.len();
    let best_copies = best(&mut entries.iter().skip(replicated)).map_or(1, |(_, _, copies)| copies);
    let Some(main) = entries.iter().find(|entry| entry.main) else {
        // `Study::new` refused a number of copies that was not tried.
        return Report {
            headline: String::new(),
            why: String::new(),
            figures: Vec::new(),
            schedule: Some(results.schedule),
            charts: Vec::new(),
            tables: Vec::new(),
            notes: Vec::new(),
        };
    };
    let waiting_before = share(&results.equal.spent, |spent| spent.waiting);
    Report {
        headline: headline(study, main, waiting_before),
        why: why(study, &results, &entries, waiting_before),
        figures: figures(study, main, waiting_before, best_copies),
        charts: charts(&entries, main, &results.equal, parameters.iterations),
        tables: vec![table(&entries, parameters.iterations)],
        notes: notes(study),
        schedule: Some(results.schedule),
    }
}

fn entries<'a>(study: &Study, results: &'a Results) -> Vec<Entry<'a>> {
    let parameters = study.parameters();
    let entry = |name: String, label: String, measured: &'a Measured, main| Entry {
        name,
        label,
        measured,
        speedup: Speedup::of(&results.equal.totals, &measured.totals),
        main,
    };
    let mut out = vec![
        entry(
            "Equal shares (ELB)".into(),
            "equal".into(),
            &results.equal,
            parameters.strategy == Strategy::Equal,
        ),
        entry(
            format!(
                "Rebalanced every {} iterations (DLB)",
                parameters.rebalance_every
            ),
            "dynamic".into(),
            &results.dynamic,
            parameters.strategy == Strategy::Dynamic,
        ),
    ];
    out.extend(results.replicated.iter().map(|measured| {
        let copies = measured.copies;
        let main = parameters.strategy == Strategy::Replicate && copies == parameters.copies;
        let plural = if copies == 1 { "copy" } else { "copies" };
        entry(
            format!("{copies} {plural} of each job (JR)"),
            format!("R = {copies}"),
            measured,
            main,
        )
    }));
    out
}

fn share(spent: &Spent, part: impl Fn(&Spent) -> f64) -> f64 {
    let sum = spent.sum();
    if sum > 0.0 { part(spent) / sum } else { 0.0 }
}

fn percent(share: f64) -> String {
    format!("{}\u{202f}%", fixed(100.0 * share, 0))
}

/// "finish 1.9 times sooner than", "take 1.3 times as long as", or neither where the interval holds 1.
fn comparison(speedup: &Speedup, plural: bool) -> String {
    // A single run has no interval, and nothing speaks against its ratio.
    let clear = speedup
        .interval()
        .is_none_or(|interval| interval.low > 1.0 || interval.high < 1.0);
    let (finish, take) = if plural {
        ("finish", "take")
    } else {
        ("finishes", "takes")
    };
    let factor = |value: f64| fixed(value, if value < 10.0 { 2 } else { 1 });
    match speedup.mean_of_ratios {
        ratio if clear && ratio >= 1.005 => format!("{finish} {} times sooner than", factor(ratio)),
        ratio if clear && ratio <= 0.995 => {
            format!("{take} {} times as long as", factor(1.0 / ratio))
        }
        _ => format!("{take} about as long as"),
    }
}

fn count(number: u32) -> String {
    let words = [
        "No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
    ];
    words
        .get(number as usize)
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

fn headline(study: &Study, main: &Entry<'_>, waiting_before: f64) -> String {
    let parameters = study.parameters();
    match parameters.strategy {
        _ if parameters.processors == 1 => "One processor waits for nobody".into(),
        Strategy::Equal => {
            format!(
                "With equal shares, {} of the processors' time is spent waiting",
                percent(waiting_before)
            )
        }
        Strategy::Dynamic => {
            let every = match parameters.rebalance_every {
                1 => "after every iteration".into(),
                every => format!("every {every} iterations"),
            };
            format!(
                "Rebalancing {every} {} equal shares",
                comparison(&main.speedup, false)
            )
        }
        Strategy::Replicate if parameters.copies == 1 => {
            "One copy of each job is the same as equal shares".into()
        }
        Strategy::Replicate => {
            format!(
                "{} copies of each job {} one",
                count(parameters.copies),
                comparison(&main.speedup, true)
            )
        }
    }
}

fn why(study: &Study, results: &Results, entries: &[Entry<'_>], waiting_before: f64) -> String {
    let parameters = study.parameters();
    if parameters.processors == 1 {
        return "Without a second processor there is nothing to balance, to replicate or to synchronise.".into();
    }
    let slowest = match &results.slowest {
        Some((name, often)) if *often > 1.5 / f64::from(parameters.processors) => {
            format!(", in the run shown mostly for {name}")
        }
        _ => String::new(),
    };
    let before = format!(
        "With equal shares, {} of the processors' time is spent waiting for the slowest node{slowest}.",
        percent(waiting_before)
    );
    let balancing = entries
        .get(1)
        .map_or(f64::NAN, |entry| entry.speedup.mean_of_ratios);
    let balancing = format!(
        "rebalancing every {} iterations gives {}",
        parameters.rebalance_every,
        fixed(balancing, 2)
    );
    let after = match parameters.strategy {
        Strategy::Equal => {
            let best = entries.iter().skip(3).max_by(|a, b| {
                a.speedup
                    .mean_of_ratios
                    .total_cmp(&b.speedup.mean_of_ratios)
            });
            match best {
                Some(best) => format!(
                    "As speedups, {balancing} and {} copies of each job give {}.",
                    best.measured.copies,
                    fixed(best.speedup.mean_of_ratios, 2)
                ),
                None => format!("As a speedup, {balancing}."),
            }
        }
        Strategy::Dynamic => {
            let waiting = share(&results.dynamic.spent, |spent| spent.waiting);
            let rescheduling = share(&results.dynamic.spent, |spent| spent.rescheduling);
            format!(
                "Shares that follow the predicted speeds leave {} of it; setting them anew takes {}.",
                percent(waiting),
                percent(rescheduling)
            )
        }
        Strategy::Replicate => {
            let spent = entries
                .iter()
                .find(|entry| entry.main)
                .map_or_else(Spent::default, |e| e.measured.spent);
            format!(
                "Copies leave {} of it and pay with the {} that goes into copies thrown away; as a speedup, {balancing}.",
                percent(share(&spent, |spent| spent.waiting)),
                percent(share(&spent, |spent| spent.discarded))
            )
        }
    };
    format!("{before} {after}")
}

fn figures(study: &Study, main: &Entry<'_>, waiting_before: f64, best_copies: u32) -> Vec<Figure> {
    let parameters = study.parameters();
    let spent = &main.measured.spent;
    let (iteration, half) = iteration_time(main.measured, parameters.iterations);
    let mut out = vec![
        Figure::new(
            "speedup",
            "Speedup over equal shares",
            main.speedup.mean_of_ratios,
            Unit::One,
        )
        .within(main.speedup.half_width)
        .beside(format!(
            "ratio of means {}",
            fixed(main.speedup.ratio_of_means, 3)
        )),
        Figure::new(
            "iteration_time",
            "Iteration time",
            iteration,
            Unit::Milliseconds,
        )
        .within(half),
        Figure::new(
            "waiting",
            "Waiting",
            share(spent, |spent| spent.waiting),
            Unit::Share,
        ),
    ];
    if parameters.strategy != Strategy::Equal
        && let Some(waiting) = out.last_mut()
    {
        waiting.beside = Some(format!("was {}", percent(waiting_before)));
    }
    match parameters.strategy {
        Strategy::Replicate => out.push(Figure::new(
            "discarded",
            "Work thrown away",
            share(spent, |spent| spent.discarded),
            Unit::Share,
        )),
        Strategy::Dynamic => out.push(Figure::new(
            "rescheduling",
            "Rescheduling",
            share(spent, |spent| spent.rescheduling),
            Unit::Share,
        )),
        Strategy::Equal => {}
    }
    let tried: Vec<_> = study.copies_tried().iter().map(u32::to_string).collect();
    out.push(
        Figure::new(
            "best_copies",
            "Best R here",
            f64::from(best_copies),
            Unit::Count,
        )
        .beside(format!("of {}", tried.join(", "))),
    );
    out
}

/// The mean time of an iteration over the runs, ms, and the half width of its 95 % interval.
fn iteration_time(measured: &Measured, iterations: u32) -> (f64, f64) {
    let (mean, half) = mean_and_half_width(&measured.totals);
    (mean / f64::from(iterations), half / f64::from(iterations))
}

fn charts(
    entries: &[Entry<'_>],
    main: &Entry<'_>,
    equal: &Measured,
    iterations: u32,
) -> Vec<Chart> {
    // One copy is the same as equal shares, which stand there already.
    let bars = entries
        .iter()
        .filter(|entry| entry.label != "R = 1")
        .map(|entry| Bar {
            label: entry.label.clone(),
            value: entry.speedup.mean_of_ratios,
            interval: entry.speedup.interval(),
            main: entry.main || (entry.label == "equal" && main.label == "R = 1"),
        });
    let axis = |label: &str, unit| Axis {
        label: label.into(),
        unit,
    };
    let mut charts = vec![Chart {
        key: "speedup".into(),
        title: "Which strategy finishes soonest?".into(),
        x: axis("strategy", Unit::One),
        y: axis("speedup over equal shares", Unit::One),
        series: vec![Series::Bars {
            bars: bars.collect(),
        }],
    }];
    let per_iteration = |measured: &Measured| -> Vec<f64> {
        measured
            .totals
            .iter()
            .map(|total| total / f64::from(iterations))
            .collect()
    };
    let (before, after) = (per_iteration(equal), per_iteration(main.measured));
    let bins = Bins::over(BINS, before.iter().chain(&after).copied());
    let histogram = |name: &str, values: &[f64], main| Series::Histogram {
        name: name.into(),
        from: bins.from,
        width: bins.width,
        counts: bins.count(values.iter().copied()),
        main,
    };
    let mut series = vec![histogram(&main.label, &after, true)];
    if main.label != "equal" {
        series.push(histogram("equal", &before, false));
    }
    charts.push(Chart {
        key: "iteration_times".into(),
        title: "How much do the runs differ?".into(),
        x: axis("iteration time", Unit::Milliseconds),
        y: axis("runs", Unit::Count),
        series,
    });
    charts
}

fn table(entries: &[Entry<'_>], iterations: u32) -> Table {
    let columns = [
        "Strategy",
        "Speedup (mean of the runs' ratios)",
        "Speedup (ratio of means)",
        "Iteration time",
        "Computing",
        "Thrown away",
        "Waiting",
        "Synchronising",
        "Rescheduling",
    ];
    let rows = entries.iter().map(|entry| {
        let (mean, half) = iteration_time(entry.measured, iterations);
        let figure = |key: &str, value, unit| Figure::new(key, key, value, unit);
        let spent = &entry.measured.spent;
        let of = |key: &str, part: &dyn Fn(&Spent) -> f64| {
            Cell::Figure(figure(key, share(spent, part), Unit::Share))
        };
        vec![
            Cell::Text(entry.name.clone()),
            Cell::Figure(
                figure("speedup", entry.speedup.mean_of_ratios, Unit::One)
                    .within(entry.speedup.half_width),
            ),
            Cell::Number(entry.speedup.ratio_of_means),
            Cell::Figure(figure("iteration_time", mean, Unit::Milliseconds).within(half)),
            of("computing", &|spent| spent.computing),
            of("discarded", &|spent| spent.discarded),
            of("waiting", &|spent| spent.waiting),
            of("synchronising", &|spent| spent.synchronising),
            of("rescheduling", &|spent| spent.rescheduling),
        ]
    });
    Table {
        key: "strategies".into(),
        title: "All strategies on the same resources".into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

fn notes(study: &Study) -> Vec<String> {
    let parameters = study.parameters();
    let mut notes = vec![format!(
        "{} runs of {} iterations on {} of the {} nodes of “{}”; every strategy meets the same nodes and the same \
         times. The schedule shows the first run.",
        fixed(f64::from(parameters.runs), 0),
        fixed(f64::from(parameters.iterations), 0),
        parameters.processors,
        study.nodes(),
        study.trace_name(),
    )];
    if let Some(mean) = parameters.trace_mean {
        notes.push(format!(
            "The traces are scaled so that the whole load takes {} on one processor, on average.",
            with_unit(mean, Unit::Milliseconds, None)
        ));
    }
    notes.push(
        match parameters.replication {
            Replication::Thesis => {
                "Replication as the thesis computes it: all copies of a job start together and end when the message \
                 of the first one arrives, even where a copy would have finished before."
            }
            Replication::Causal => {
                "Causal replication: every processor keeps its own clock, and a copy that finishes before the \
                 message arrives goes on at once."
            }
            Replication::Dependent => {
                "Dependent replication: all steps of an iteration meet the same runtimes; neither messages nor \
                 synchronisation take time, so its speedups are not comparable with measured ones."
            }
        }
        .into(),
    );
    if parameters.synchronisation == Scope::Neighbours {
        notes.push("Only neighbours in the chain exchange data at the end of an iteration.".into());
    }
    if parameters.processors as usize == study.nodes() && parameters.runs > 1 {
        notes.push(
            "Every run uses all nodes, so the runs differ in rescheduling times alone and the intervals say nothing \
             about other nodes."
                .into(),
        );
    }
    if !parameters.processors.is_multiple_of(parameters.copies) {
        notes.push(format!(
            "{} copies are left out: they do not divide {} processors.",
            parameters.copies, parameters.processors
        ));
    }
    notes.push(
        "The speedup is the mean of the runs' own ratios with 1.96 standard errors; the ratio of the mean run times \
         is the thesis' definition."
            .into(),
    );
    notes
}
