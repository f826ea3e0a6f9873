//! The worth of a predictor to dynamic balancing: the model of iterations on several processors, run with the forecasts of a tournament.

use report::chart::{Axis, Bar, Series};
use report::figure::Unit;
use report::table::Cell;
use report::words::{count, milliseconds};
use report::worlds::{Part, Place, Work};
use report::{Chart, Figure, Interval, Observer, Report, Sample, Table, Worlds};
use schedule::same_work::{ends, waiting};
use statistics::mean_and_half_width;
use trace::source::Source;

use iterations::parameters::Strategy;
use iterations::rescheduling::Rescheduling;
use iterations::study::{Balanced, Worlds as Found};
use laboratory::Error;
use words::{say, word};

use crate::tournament::{BALANCED, Tournament};
use crate::{Cache, Parameters, Predictor};

/// Adds the outcomes of a program that is balanced by the forecasts of a tournament: its schedule, a chart and a table
/// of its run times under every predictor, on the same resources. Returns the samples of its runs.
///
/// Traces with fewer series than processors use as many processors as there are; a single series balances nothing.
pub(crate) fn add(
    parameters: &Parameters,
    tournament: &Tournament,
    report: &mut Report,
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<Vec<Sample>, Error> {
    let set = cache.traces(parameters).map_err(Error::from)?;
    let entrants = set.first(tournament.series.len());
    let nodes = entrants.nodes().len();
    let processors = (parameters.processors as usize).min(nodes);
    if processors < 2 {
        let alone = word!(
            "One series alone balances nothing: traces of several nodes show what a forecast is worth to a \
                     program."
        );
        report.notes.push(alone.into());
        return Ok(Vec::new());
    }
    let iterations = (parameters.values as usize)
        .min(entrants.jobs())
        .min(BALANCED);
    let every = parameters.rebalance_every as usize;
    if iterations <= every {
        let size = match entrants.jobs() < parameters.values as usize {
            true => word!("one for each value of the shortest series"),
            false => word!("one for each of the values used of a series"),
        };
        report.notes.push(say!(
            "A run of the program has {}, {size}, and shares would be set anew after {every}: nothing is balanced.",
            count(iterations, word!("iteration"), word!("iterations"))
        ));
        return Ok(Vec::new());
    }
    // Runtimes of one's own stay as they were measured.
    let own = matches!(parameters.traces, Source::Own(_));
    let trace_mean = iterations::Parameters::default()
        .trace_mean
        .filter(|_| !own);
    let program = iterations::Parameters {
        traces: parameters.traces.clone(),
        trace_mean,
        strategy: Strategy::Dynamic,
        processors: processors as u32,
        iterations: iterations as u32,
        rebalance_every: parameters.rebalance_every,
        runs: parameters.runs,
        seed: parameters.seed,
        ..delays(parameters, processors)
    };
    let entries = &tournament.entries;
    let shown = entries
        .iter()
        .position(|entry| entry.method == parameters.predictor)
        .unwrap_or_default();
    let forecasts: Vec<_> = entries.iter().map(|entry| entry.kept.as_slice()).collect();
    let Balanced {
        equal,
        totals,
        schedule,
        worlds,
    } = cache
        .balancing
        .run(&program, entrants, &forecasts, shown, observer)
        .map_err(|error| match error {
            iterations::Error::Cancelled(cancelled) => cancelled.into(),
            error => Error::Other(error.to_string()),
        })?;
    let of_shown = totals.get(shown).map_or(&[][..], Vec::as_slice);
    let outcomes: Vec<_> = entries
        .iter()
        .zip(&totals)
        .map(|(entry, totals)| Outcome::of(entry.method, totals, &equal, of_shown, iterations))
        .collect();
    report.charts.push(chart(parameters, &outcomes));
    report.tables.push(table(parameters, &outcomes));
    report.notes.push(note(parameters, &program, own));
    if processors == nodes {
        report.notes.push(
            word!("All runs have the same nodes: they differ by the times of communication alone.")
                .into(),
        );
    }
    report.schedule = schedule;
    report.worlds = worlds.and_then(|found| beside(&found, parameters.predictor.name()));
    Ok(samples(of_shown, &equal, iterations))
}

/// The times of communication: those of a message that was measured, as the replication laboratory takes them, else its defaults.
fn delays(parameters: &Parameters, processors: usize) -> iterations::Parameters {
    let defaults = iterations::Parameters::default();
    match parameters.message_time {
        Some(message) => iterations::Parameters {
            send_time: message,
            finalize_time: message,
            // Every processor sends its speed and receives its share.
            rescheduling_time: 2.0 * processors as f64 * message,
            rescheduling_exponent: 0.0,
            rescheduling_scales: false,
            ..defaults
        },
        None => defaults,
    }
}

/// The samples of each run: its time an iteration, and its speedup over equal shares.
fn samples(totals: &[f64], equal: &[f64], iterations: usize) -> Vec<Sample> {
    let times = totals.iter().map(|total| total / iterations as f64);
    let speedups = equal.iter().zip(totals).map(|(equal, own)| equal / own);
    vec![
        Sample::new(
            "iteration_time",
            word!("Iteration time"),
            Unit::Milliseconds,
            times.collect(),
        )
        .of_schedule(),
        Sample::new(
            "speedup",
            word!("Speedup over equal shares"),
            Unit::One,
            speedups.collect(),
        )
        .more_is_better(),
    ]
}

/// The size of the program and its times, in sentences.
fn note(parameters: &Parameters, program: &iterations::Parameters, own: bool) -> String {
    let rescheduling = Rescheduling {
        mean: program.rescheduling_time,
        exponent: program.rescheduling_exponent,
        scales: program.rescheduling_scales,
    };
    let rescheduling = rescheduling.mean_for(program.problem_size, program.processors);
    let [send, rescheduling] = [program.send_time, rescheduling].map(milliseconds);
    say!(
        "Balancing: {} of {} on {} processors each, with shares set anew {}; runtimes {}. Sending takes {send} and a rescheduling {rescheduling} on \
         average, {}. A forecast below the shortest runtime so far counts as that runtime. The schedule is the first run under {}.",
        count(parameters.runs as usize, word!("run"), word!("runs")),
        count(
            program.iterations as usize,
            word!("iteration"),
            word!("iterations")
        ),
        program.processors,
        match parameters.rebalance_every {
            1 => word!("after every iteration").into(),
            every => say!("every {every} iterations"),
        },
        match own {
            false => word!("are scaled to a mean of 72.5 s on one processor"),
            true => word!("are those of the file"),
        },
        match parameters.message_time {
            Some(_) => word!("by the time of a message"),
            None => word!("by the defaults of the replication laboratory"),
        },
        parameters.predictor.name(),
    )
}

/// Equal shares above the shares of the predictor, and the reasons why one is ahead of the other.
fn beside(found: &Found, predictor: &str) -> Option<Worlds> {
    let both = [&found.without, &found.with];
    let [slow, still] = both.map(waiting);
    let mut reasons = Vec::new();
    for unit in 0..ends(&found.with).len() {
        let place = Place {
            unit: unit as u32,
            number: found.first[1] + unit + 1,
            called: word!("iteration"),
        };
        let [slow, still] = [&slow, &still].map(|all| all.iter().find(|one| one.unit == unit));
        reasons.extend(slow.map(|slow| place.waits(&found.without, slow)));
        let before = slow.map(|slow| (&found.without, slow));
        reasons.extend(still.map(|still| place.waits_still(&found.with, still, before)));
    }
    let part = Part {
        work: Work::Units(word!("iteration"), word!("iterations")),
        first: found.first[1],
        telling: found.telling,
        seen: found.seen,
        all: found.all,
        evidence: &found.evidence,
    };
    let titles = [word!("Equal shares").into(), say!("Shares by {predictor}")];
    Worlds::of(both, titles, &part, reasons)
}

/// The outcome of the program under one predictor: mean and half width of the 95 % interval over the runs.
struct Outcome {
    method: Predictor,
    /// Time of an iteration, ms.
    time: (f64, f64),
    /// Over equal shares.
    speedup: (f64, f64),
    /// The additional time against the scenario's predictor, run by run.
    longer: (f64, f64),
}

impl Outcome {
    fn of(
        method: Predictor,
        totals: &[f64],
        equal: &[f64],
        own: &[f64],
        iterations: usize,
    ) -> Self {
        let over =
            |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a / b).collect() };
        let (time, half) = mean_and_half_width(totals);
        let (longer, longer_half) = mean_and_half_width(&over(totals, own));
        Self {
            method,
            time: (time / iterations as f64, half / iterations as f64),
            speedup: mean_and_half_width(&over(equal, totals)),
            longer: (longer - 1.0, longer_half),
        }
    }
}

fn chart(parameters: &Parameters, outcomes: &[Outcome]) -> Chart {
    let bars = sorted(outcomes).into_iter().map(|outcome| Bar {
        label: outcome.method.name().into(),
        value: outcome.speedup.0,
        interval: Interval::around(outcome.speedup.0, outcome.speedup.1),
        main: outcome.method == parameters.predictor,
        bound: false,
        offer: None,
    });
    Chart {
        key: "balancing".into(),
        title: word!("What is a forecast worth to a program that is balanced by it?").into(),
        x: Axis::new(word!("predictor"), Unit::One),
        y: Axis::new(word!("speedup over equal shares"), Unit::One),
        series: vec![Series::Bars {
            bars: bars.collect(),
        }],
        references: Vec::new(),
        grips: Vec::new(),
    }
}

/// From the shortest time upwards.
fn sorted(outcomes: &[Outcome]) -> Vec<&Outcome> {
    let mut sorted: Vec<_> = outcomes.iter().collect();
    schedule::sort::by(&mut sorted, |a, b| a.time.0.total_cmp(&b.time.0));
    sorted
}

fn table(parameters: &Parameters, outcomes: &[Outcome]) -> Table {
    let own = parameters.predictor.name();
    let figure = |key: &str, (value, half): (f64, f64), unit| {
        Cell::Figure(Figure::new(key, key, value, unit).within(half))
    };
    let rows = sorted(outcomes).into_iter().map(|outcome| {
        vec![
            Cell::Text(outcome.method.name().into()),
            figure("iteration_time", outcome.time, Unit::Milliseconds),
            figure("speedup", outcome.speedup, Unit::One),
            match outcome.method == parameters.predictor {
                true => Cell::Text("–".into()),
                false => figure("longer", outcome.longer, Unit::Share),
            },
        ]
    });
    Table {
        key: "balancing".into(),
        title: word!("A program balanced by each predictor").into(),
        columns: vec![
            word!("Predictor").into(),
            word!("Iteration time").into(),
            word!("Speedup over equal shares").into(),
            say!("Longer than with {own}"),
        ],
        rows: rows.collect(),
    }
}
