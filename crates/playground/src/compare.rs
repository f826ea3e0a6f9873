//! A scenario beside variants of it, on the same randomness.

use parameters::Rejected;
use report::chart::{Axis, Bar, Series};
use report::figure::Unit;
use report::table::Cell;
use report::worlds::{Common, Stated};
use report::{Chart, Figure, Layout, Observer, Report, Table};
use schedule::Schedule;

use crate::setup::{Changes, Setup, View};
use crate::sweep::Ran;
use crate::variant::{Variant, best, interval, leaders, name};
use crate::{Cache, Error, Scenario, run_sampled, sweep};

/// What came out of a set-up.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What there is to say. Its schedule is that of the scenario itself.
    pub report: Report,
    /// What that schedule is called, and the schedules of the variants, where variants are compared.
    pub beside: Option<Beside>,
}

/// The schedules of variants, in their order, and what tells them apart.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The scenario itself.
    pub base: String,
    /// Each variant's first run.
    pub variants: Vec<(String, Schedule)>,
    /// The load that all of these do, cut into units, where work is an amount: of the scenario itself first.
    pub work: Option<Common>,
    /// What is stated of all, where there are schedules of all.
    pub stated: Option<Stated>,
}

/// Runs a set-up.
///
/// # Errors
/// See [`Error`]; a complaint about a variant names it.
pub fn run_setup(setup: &Setup, observer: &mut dyn Observer) -> Result<Outcome, Error> {
    let cache = &mut Cache::default();
    resume_setup(setup, &[], &mut |_, _| {}, cache, observer)
}

/// Runs what is left of a set-up: the points of a sweep that were run before are taken as they are. `arrived` is told
/// each point that is run, with the report so far, without a schedule. What comes out is the same as in one go.
///
/// # Errors
/// See [`run_setup`].
pub fn resume_setup(
    setup: &Setup,
    done: &[Ran],
    arrived: &mut dyn FnMut(Ran, Report),
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let alone = |report| Outcome {
        report,
        beside: None,
    };
    match &setup.view {
        View::One => run_sampled(&setup.scenario, cache, observer).map(|(report, _)| alone(report)),
        View::Compare(variants) => compare(&setup.scenario, variants, cache, observer),
        View::Sweep(axes) => {
            sweep::sweep(&setup.scenario, axes, done, arrived, cache, observer).map(alone)
        }
    }
}

fn compare(
    scenario: &Scenario,
    changes: &[Changes],
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let parameters = scenario.parameters();
    // In the form's order, whatever the order of the changes is.
    let differing = || {
        parameters
            .iter()
            .map(|parameter| parameter.name)
            .filter(|name| changes.iter().any(|changes| changes.contains_key(*name)))
    };
    let number = changes.len() as u64 + 1;
    let called = |scenario: &Scenario| name(scenario, &parameters, differing());
    let mut variants = vec![Variant::run(
        called(scenario),
        scenario,
        (0, number),
        cache,
        observer,
    )?];
    for (at, changes) in (1..).zip(changes) {
        let place =
            |rejected: Rejected| Error::Rejected(rejected.below(&format!("compare[{}]", at - 1)));
        let changed = scenario.changed(changes).map_err(place)?;
        let variant = Variant::run(called(&changed), &changed, (at, number), cache, observer);
        variants.push(variant.map_err(|error| match error {
            Error::Rejected(rejected) => place(rejected),
            other => other,
        })?);
    }
    let mut report = variants_report(&variants);
    let (work, stated) = (common(&variants), stated(&variants));
    let mut schedules = Vec::new();
    let mut variants = variants.into_iter();
    let base = variants.next().map_or_else(String::new, |base| {
        report.schedule = base.report.schedule;
        report.traces = base.report.traces;
        base.name
    });
    for variant in variants {
        if let Some(schedule) = variant.report.schedule {
            schedules.push((variant.name, schedule));
        }
    }
    Ok(Outcome {
        report,
        beside: Some(Beside {
            base,
            variants: schedules,
            work,
            stated,
        }),
    })
}

/// The load that all variants do, where all say when it is done and count it in the same.
fn common(variants: &[Variant]) -> Option<Common> {
    let done = variants.iter().map(|one| one.report.done.as_ref());
    let done: Vec<_> = done.collect::<Option<_>>()?;
    let (name, _) = done.first()?;
    let alike = done.iter().all(|(other, _)| other == name);
    let all: Vec<_> = done.iter().map(|(_, done)| done).collect();
    alike.then(|| Common::of(name, &all)).flatten()
}

/// How the variants stand to the first one over all runs.
fn stated(variants: &[Variant]) -> Option<Stated> {
    let (base, others) = variants.split_first()?;
    let objective = base.objective()?;
    let ratio = |one: &Variant| {
        let ratio = one.ratio(base);
        (ratio.0, interval(ratio))
    };
    let timed = objective.unit == Unit::Milliseconds;
    Some(Stated {
        what: objective.name,
        runs: base.runs(),
        ratios: timed.then(|| others.iter().map(ratio).collect()),
    })
}

/// What the variants say beside each other; schedule and traces come apart. The first is what the others
/// are compared with.
fn variants_report(variants: &[Variant]) -> Report {
    let winner = best(variants);
    let (headline, why) = sentences(variants, winner);
    let figures = variants.iter().enumerate().filter_map(|(at, variant)| {
        let mut figure = variant.objective()?;
        figure.key = format!("{}_{}", figure.key, at + 1);
        figure.name = format!("{}: {}", figure.name, variant.name);
        Some(match variants.first() {
            Some(base) if at > 0 => figure.beside(change(variant.ratio(base))),
            _ => figure,
        })
    });
    Report {
        layout: Layout::default(),
        headline,
        why,
        figures: figures.collect(),
        schedule: None,
        worlds: None,
        done: None,
        claims: Vec::new(),
        offers: Vec::new(),
        traces: None,
        charts: charts(variants, winner),
        tables: vec![differences(variants), side_by_side(variants)],
        notes: notes(variants),
    }
}

/// What a careful reader should know of the comparison, and of each variant.
fn notes(variants: &[Variant]) -> Vec<String> {
    let mut notes = vec![
            "All variants use the same random draws: in each run the same seed and the same noise. Differences and ratios are computed run by run, and their 95 % intervals come from these pairs."
                .into(),
    ];
    for note in variants.iter().flat_map(|variant| &variant.report.notes) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    notes
}

fn sentences(variants: &[Variant], winner: usize) -> (String, String) {
    let (Some(best), Some(base)) = (variants.get(winner), variants.first()) else {
        return (String::new(), String::new());
    };
    // The one that the winner has to beat.
    let rival = if winner > 0 {
        Some(base)
    } else {
        let others = variants.get(1..).unwrap_or_default();
        others.get(crate::variant::best(others))
    };
    let Some(rival) = rival else {
        return (String::new(), String::new());
    };
    let ratio = best.ratio(rival);
    let runs = best.wins(rival);
    let what = best
        .objective()
        .map_or_else(String::new, |figure| figure.name.to_lowercase());
    let apart = interval(ratio).map(|interval| interval.high < 1.0);
    let headline = match apart {
        Some(true) => format!(
            "{}: {} {what} than {}",
            best.name,
            change(ratio),
            rival.name
        ),
        Some(false) => format!("{} and {} cannot be told apart", best.name, rival.name),
        None => format!(
            "{}: {} {what} than {} in a single run",
            best.name,
            change((ratio.0, f64::NAN)),
            rival.name
        ),
    };
    let share = Figure::new("", "", runs, Unit::Share).text();
    let why = match apart {
        Some(true) => format!(
            "With the same random draws it was less in {share} of the runs; the 95 % interval of the runs’ ratios lies wholly below one."
        ),
        Some(false) => format!(
            "{} had less {what} in {share} of the runs, and the 95 % interval of the runs’ ratios does not lie below one: more runs may decide.",
            best.name
        ),
        None => {
            "One run gives no interval: more runs show whether this is more than chance.".into()
        }
    };
    (headline, why)
}

/// A ratio as a change: "12 % ± 1 % less".
fn change((ratio, half): (f64, f64)) -> String {
    let (size, word) = if ratio < 1.0 {
        (1.0 - ratio, "less")
    } else {
        (ratio - 1.0, "more")
    };
    let figure = Figure::new("", "", size, Unit::Share).within(half);
    match figure.uncertainty_text() {
        Some(half) => format!("{} {half} {word}", figure.text()),
        None => format!("{} {word}", figure.text()),
    }
}

fn charts(variants: &[Variant], winner: usize) -> Vec<Chart> {
    let Some(base) = variants.first() else {
        return Vec::new();
    };
    let chart = |key: &str, title: String, label: &str, unit, bars: Vec<Bar>| Chart {
        key: key.into(),
        title,
        x: Axis::new("variant", Unit::One),
        y: Axis::new(&label.to_lowercase(), unit),
        series: vec![Series::Bars { bars }],
        references: Vec::new(),
    };
    let bar = |at: usize, value, interval| Bar {
        label: variants
            .get(at)
            .map_or_else(String::new, |variant| variant.name.clone()),
        value,
        interval,
        main: at == winner,
        bound: false,
    };
    let mut out = Vec::new();
    if let Some(objective) = base.objective() {
        let bars = variants.iter().enumerate().filter_map(|(at, variant)| {
            let figure = variant.objective()?;
            Some(bar(at, figure.value, figure.interval))
        });
        out.push(chart(
            "variants",
            "How do the variants compare?".into(),
            &objective.name,
            objective.unit,
            bars.collect(),
        ));
        let ratios = variants.iter().enumerate().map(|(at, variant)| {
            let ratio = variant.ratio(base);
            bar(at, ratio.0, interval(ratio))
        });
        out.push(chart(
            "ratios",
            format!("How do they differ from {}, run by run?", base.name),
            &format!("{} over that of {}", objective.name, base.name),
            Unit::One,
            ratios.collect(),
        ));
    }
    out
}

/// How each variant differs from the first.
fn differences(variants: &[Variant]) -> Table {
    let base = variants.first();
    let mut columns = vec!["Variant".to_owned()];
    for figure in base.map(Variant::figures).unwrap_or_default() {
        columns.push(format!("{}, difference", figure.name));
    }
    if let Some(objective) = base.and_then(Variant::objective) {
        columns.push(format!("{}, ratio", objective.name));
    }
    columns.push("Share of runs with less".into());
    let rows = variants.iter().skip(1).filter_map(|variant| {
        let base = base?;
        let (ratio, half) = variant.ratio(base);
        let mut row = vec![Cell::Text(variant.name.clone())];
        row.extend(variant.differences(base).into_iter().map(Cell::Figure));
        let ratio = Figure::new("ratio", "ratio", ratio, Unit::One).within(half);
        row.push(Cell::Figure(ratio));
        let wins = Figure::new("wins", "wins", variant.wins(base), Unit::Share);
        row.push(Cell::Figure(wins));
        Some(row)
    });
    Table {
        key: "differences".into(),
        title: base.map_or_else(String::new, |base| {
            format!("Against {}, run by run", base.name)
        }),
        columns,
        rows: rows.collect(),
    }
}

/// Every figure of merit, with the best marked where it can be told from the others.
fn side_by_side(variants: &[Variant]) -> Table {
    let mut columns = vec!["Variant".to_owned()];
    let figures = variants.first().map(Variant::figures).unwrap_or_default();
    columns.extend(figures.into_iter().map(|figure| figure.name));
    let leaders = leaders(variants);
    let rows = variants.iter().enumerate().map(|(at, variant)| {
        let mut row = vec![Cell::Text(variant.name.clone())];
        let figures = variant.figures().into_iter().zip(&leaders);
        row.extend(figures.map(|(figure, leader)| {
            Cell::Figure(match leader {
                Some(leader) if *leader == at => figure.beside("best"),
                _ => figure,
            })
        }));
        row
    });
    Table {
        key: "variants".into(),
        title: "Figures of merit, side by side".into(),
        rows: rows.collect(),
        columns,
    }
}
