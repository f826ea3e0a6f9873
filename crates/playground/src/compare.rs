//! A scenario beside variants of it, on the same randomness.

mod sentences;

use parameters::Rejected;
use report::chart::{Axis, Bar, Series};
use report::figure::Unit;
use report::table::Cell;
use report::words::{list, within};
use report::worlds::{Common, Stated};
use report::{Chance, Chart, Figure, Interval, Observer, Pairing, Passes, Report, Table};
use schedule::Schedule;

use crate::draws::Draws;
use crate::setup::{Changes, Setup, View};
use crate::sweep::Ran;
use crate::variant::{Order, Variant, best, judge, leaders, names};
use crate::{Cache, Error, Scenario, effect, run_sampled, sweep};

use sentences::{change, sentences};

/// The outcome of a set-up.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The report. Its schedule is that of the scenario itself.
    pub report: Report,
    /// The name of that schedule and the schedules of the variants, where variants are compared.
    pub beside: Option<Beside>,
}

/// The schedules of variants, in their order, with their names.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The name of the scenario itself.
    pub base: String,
    /// Each variant's name and the schedule of its first run.
    pub variants: Vec<(String, Schedule)>,
    /// The load that all of them process, cut into units, where work is an amount; the scenario itself comes first.
    pub work: Option<Common>,
    /// The comparison over all runs, where the scenario has an objective.
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

/// Runs the rest of a set-up: it takes over the points of a sweep that were run before. `arrived` receives each point that
/// is run, with the report so far, without a schedule. The outcome is the same as in one go.
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
    let place = |at: usize| {
        move |rejected: Rejected| Error::Rejected(rejected.below(&format!("compare[{at}]")))
    };
    let changed = changes.iter().enumerate();
    let changed = changed.map(|(at, changes)| scenario.changed(changes).map_err(place(at)));
    let changed: Vec<Scenario> = changed.collect::<Result<_, _>>()?;
    let all: Vec<&Scenario> = std::iter::once(scenario).chain(&changed).collect();
    let names = names(&all, changes);
    let mut passes = Passes::new(observer, all.len() as u64);
    let mut variants = Vec::new();
    for (number, (one, name)) in all.iter().zip(names).enumerate() {
        let variant = Variant::run(name, one, cache, &mut passes.next(1));
        variants.push(
            variant.map_err(|error| match (error, number.checked_sub(1)) {
                (Error::Rejected(rejected), Some(at)) => place(at)(rejected),
                (other, _) => other,
            })?,
        );
    }
    let equal = judge(&mut variants);
    let mut report = variants_report(&variants, equal);
    let unused = effect::unused_in_variants(scenario, changes);
    report.notes.splice(0..0, unused);
    let (work, stated) = (common(&variants), stated(&variants));
    let mut schedules = Vec::new();
    let mut variants = variants.into_iter();
    let base = variants.next().map_or_else(String::new, |base| {
        report.schedule = base.report.schedule;
        report.traces = base.report.traces;
        report.shown = Some(base.name.clone());
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

/// The load that all variants process, where all report its progress and count it in the same unit.
fn common(variants: &[Variant]) -> Option<Common> {
    let done = variants.iter().map(|one| one.report.done.as_ref());
    let done: Vec<_> = done.collect::<Option<_>>()?;
    let (name, _) = done.first()?;
    let alike = done.iter().all(|(other, _)| other == name);
    let all: Vec<_> = done.iter().map(|(_, done)| done).collect();
    alike.then(|| Common::of(name, &all)).flatten()
}

/// The comparison of the variants with the first one over all runs.
fn stated(variants: &[Variant]) -> Option<Stated> {
    let (base, others) = variants.split_first()?;
    let judged = base.sample()?;
    let ratio = |one: &Variant| {
        let standing = one.beside(base)?;
        let (mean, half) = standing.ratio;
        // The inverse ratios, or the differences, may leave an order open that these ratios would tell: then 1 is within reach.
        let open = standing.order == Order::Unclear && !standing.single;
        let half = match open {
            true => half.max((mean - 1.0).abs() * (1.0 + 1e-9)),
            false => half,
        };
        Some((mean, Interval::around(mean, half)))
    };
    let ratios: Option<Vec<_>> = others.iter().map(ratio).collect();
    Some(Stated {
        what: judged.name.to_owned(),
        runs: match base.draws {
            Draws::Runs => base.runs(),
            Draws::Of { .. } | Draws::Seed => 0,
        },
        ratios: ratios.filter(|_| judged.of_schedule),
    })
}

/// The report on the variants beside each other, without schedule and traces. The others are compared with the first one; `equal` says
/// that no figure differs.
fn variants_report(variants: &[Variant], equal: bool) -> Report {
    let winner = best(variants);
    let (headline, why) = sentences(variants, winner);
    let why = report::words::sentences([why, level(variants, equal)]);
    let figures = variants.iter().enumerate().filter_map(|(at, variant)| {
        let mut figure = variant.objective()?;
        figure.key = format!("{}_{}", figure.key, at + 1);
        figure.name = format!("{}: {}", figure.name, variant.name);
        Some(match variants.first() {
            Some(base) if at > 0 => figure.beside(match variant.beside(base) {
                Some(standing) if standing.pairing != Pairing::Some => {
                    change(&standing, variant, base)
                }
                _ => format!("not compared with {}", base.name),
            }),
            _ => figure,
        })
    });
    Report {
        headline,
        why,
        figures: figures.collect(),
        charts: charts(variants, winner),
        tables: vec![differences(variants), side_by_side(variants)],
        notes: notes(variants),
        ..Report::default()
    }
}

/// The sentence on figures that are the same in all variants, beside the one that they are judged by.
fn level(variants: &[Variant], equal: bool) -> String {
    let Some(base) = variants.first() else {
        return String::new();
    };
    if equal && base.figures().len() > 1 {
        return "No other compared number differs, either.".into();
    }
    let level = base.level_figures();
    let level: Vec<_> = level.iter().map(|figure| within(&figure.name)).collect();
    match level.as_slice() {
        [] => String::new(),
        [one] => format!("The {one} is the same."),
        several => format!("The {} are the same.", list(several)),
    }
}

/// The notes on the comparison and on each variant, for a careful reader.
fn notes(variants: &[Variant]) -> Vec<String> {
    let mut drawn = variants.iter().filter(|one| one.chance == Chance::Drawn);
    let mut notes: Vec<String> = match (drawn.next(), drawn.count()) {
        (None, _) => Vec::new(),
        (Some(base), others) if others + 1 == variants.len() => compared(base, variants),
        _ => vec!["Some variants are drawn by chance, and others are computed without it.".into()],
    };
    let mut told: Vec<&String> = Vec::new();
    for note in variants.iter().flat_map(notes_of) {
        if told.contains(&note) {
            continue;
        }
        told.push(note);
        let having = variants
            .iter()
            .filter(|one| one.report.notes.contains(note));
        let having: Vec<_> = having.map(|one| one.name.clone()).collect();
        notes.push(match having.len() == variants.len() {
            true => note.clone(),
            false => format!("{}: {note}", apart_by(&having)),
        });
    }
    notes
}

/// The notes of a variant that hold beside others, too.
fn notes_of(variant: &Variant) -> impl Iterator<Item = &String> {
    let Report { notes, alone, .. } = &variant.report;
    notes.iter().filter(|note| !alone.contains(note))
}

/// The notes on the comparison of drawn numbers with those of the first variant: one on all of them, or one for each kind of pairing.
fn compared(base: &Variant, variants: &[Variant]) -> Vec<String> {
    let others = variants.iter().skip(1).filter(|one| one.comparable(base));
    let others: Vec<(&Variant, Pairing)> = others.map(|one| (one, one.pairing(base))).collect();
    let kinds = [Pairing::Same, Pairing::Named, Pairing::Some, Pairing::Apart];
    let having = |kind: Pairing| {
        let own = others.iter().filter(|(_, pairing)| *pairing == kind);
        own.map(|(one, _)| one.name.clone()).collect::<Vec<_>>()
    };
    let found: Vec<_> = kinds.iter().map(|kind| (*kind, having(*kind))).collect();
    let mut found = found.iter().filter(|(_, names)| !names.is_empty());
    match (found.clone().count(), found.next()) {
        (0, _) => vec![paired(base, Pairing::Same)],
        (1, Some((kind, _))) if kind.pairs() => vec![paired(base, *kind)],
        (_, first) => {
            let all = first.into_iter().chain(found);
            all.map(|(kind, names)| of_kind(base, *kind, &apart_by(names)))
                .collect()
        }
    }
}

/// The note on variants, by their names, whose numbers belong to those of the first one in this way.
fn of_kind(base: &Variant, pairing: Pairing, names: &str) -> String {
    let ([one, many], base) = (base.draws.names(), &base.name);
    let pairs = format!(
        "differences and ratios are computed {one} by {one}, and their 95 % intervals by Student’s t come from these pairs."
    );
    match pairing {
        Pairing::Same => format!("The {many} of {names} are those of {base}, too: {pairs}"),
        Pairing::Named => format!(
            "The {many} of {names} have the names of those of {base}, but other values: {pairs}"
        ),
        Pairing::Some => format!(
            "Only some {many} of {names} and {base} are the same: differences and ratios are those of the means, and have no interval."
        ),
        Pairing::Apart => format!(
            "The {many} of {names} are not those of {base}: differences and ratios are those of the means, and the 95 % intervals of the differences are those of two independent samples, by Welch’s t."
        ),
    }
}

/// The note on the comparison of the variants' numbers in pairs.
fn paired(base: &Variant, pairing: Pairing) -> String {
    let ([one, _], shared) = (base.draws.names(), base.draws.shared(pairing));
    let each = match base.draws {
        Draws::Runs => ": in each run the same seed and the same noise",
        Draws::Of { .. } | Draws::Seed => "",
    };
    let computed = match base.runs() {
        // One number each has no interval.
        ..=1 => String::new(),
        _ => format!(
            " Differences and ratios are computed {one} by {one}, and their 95 % intervals by Student’s t come from these pairs."
        ),
    };
    format!("All variants use {shared}{each}.{computed}")
}

/// The sentence on numbers without chance.
pub(crate) const COMPUTED: &str =
    "These numbers are computed without chance: every seed gives the same.";

/// Lists names as a sentence does, with semicolons between them where a name has commas.
fn apart_by(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [first, others @ ..]))
            if !others.is_empty() && names.iter().any(|name| name.contains(", ")) =>
        {
            let others = others.iter().map(|name| format!("; {name}"));
            format!("{first}{} and {last}", others.collect::<String>() + ";")
        }
        _ => list(names),
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
        y: Axis::new(&within(label), unit),
        series: vec![Series::Bars { bars }],
        references: Vec::new(),
        grips: Vec::new(),
    };
    let bar = |at: usize, value, interval| Bar {
        label: variants
            .get(at)
            .map_or_else(String::new, |variant| variant.name.clone()),
        value,
        interval,
        main: at == winner,
        bound: false,
        offer: None,
    };
    let comparable = || {
        let all = variants.iter().enumerate();
        all.filter(|(_, one)| one.comparable(base))
    };
    let mut out = Vec::new();
    if let Some(objective) = base.objective().filter(|_| comparable().count() > 1) {
        let bars = comparable().filter_map(|(at, variant)| {
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
        let ratios = comparable().filter_map(|(at, variant)| {
            let (mean, half) = variant.beside(base)?.ratio;
            Some(bar(at, mean, Interval::around(mean, half)))
        });
        out.push(chart(
            "ratios",
            format!(
                "How do they differ from {}{}?",
                base.name,
                run_by_run(base, variants)
            ),
            &format!("{} over that of {}", objective.name, base.name),
            Unit::One,
            ratios.collect(),
        ));
    }
    out.extend(courses(variants, winner));
    out
}

/// The first line chart of the report, with a line for each variant, where all answer the same question.
fn courses(variants: &[Variant], winner: usize) -> Option<Chart> {
    let base = variants.first()?;
    let line = |chart: &Chart| {
        let mut all = chart.series.iter();
        all.find(|series| matches!(series, Series::Line { main: true, .. }))
            .cloned()
    };
    // Only charts that the report itself shows first.
    let layout = &base.report.layout;
    let firsts = layout
        .first
        .iter()
        .filter(|key| !layout.folded.contains(key));
    let mut charts = firsts.filter_map(|key| base.report.charts.iter().find(|one| one.key == *key));
    let template = charts.find(|chart| line(chart).is_some())?;
    let own = |variant: &Variant| {
        let mut charts = variant.report.charts.iter();
        let chart = charts.find(|one| one.key == template.key)?;
        let alike =
            (&chart.x, &chart.y, &chart.title) == (&template.x, &template.y, &template.title);
        line(chart).filter(|_| alike && variant.comparable(base))
    };
    let lines: Option<Vec<_>> = variants.iter().map(own).collect();
    let series = lines?.into_iter().zip(variants).enumerate();
    let series = series.map(|(at, (line, variant))| match line {
        Series::Line {
            points,
            course,
            spread,
            ..
        } => Series::Line {
            name: variant.name.clone(),
            points,
            course,
            spread,
            main: at == winner,
        },
        other => other,
    });
    Some(Chart {
        series: series.collect(),
        references: Vec::new(),
        ..template.clone()
    })
}

/// The end of a title; empty where there are no runs, or not the same ones.
fn run_by_run(base: &Variant, variants: &[Variant]) -> String {
    let mut compared = variants.iter().filter(|one| one.comparable(base));
    match base.chance {
        Chance::Drawn if compared.all(|one| one.pairing(base).pairs()) => base.draws.pair_by_pair(),
        Chance::Drawn | Chance::Exact => String::new(),
    }
}

/// The differences of each variant from the first.
fn differences(variants: &[Variant]) -> Table {
    let base = variants.first();
    let mut columns = vec!["Variant".to_owned()];
    for figure in base.map(Variant::figures).unwrap_or_default() {
        let points = match figure.unit {
            Unit::Share => " (percentage points)",
            _ => "",
        };
        columns.push(format!("{}, difference{points}", figure.name));
    }
    if let Some(objective) = base.and_then(Variant::objective) {
        columns.push(format!("{}, ratio", objective.name));
    }
    let several = |base: &&Variant| base.chance == Chance::Drawn && base.draws != Draws::Seed;
    let drawn = base.filter(several);
    if let Some(base) = drawn {
        let direction = if base.more_is_better() {
            "more"
        } else {
            "less"
        };
        columns.push(format!(
            "Share of {} with {direction}",
            base.draws.names()[1]
        ));
    }
    let rows = variants.iter().skip(1).filter_map(|variant| {
        let base = base?;
        let mut row = vec![Cell::words(&variant.name)];
        let cell = |figure: Option<Figure>| figure.map_or_else(Cell::none, Cell::Figure);
        row.extend(variant.differences(base).into_iter().map(cell));
        let standing = variant.beside(base);
        row.push(match standing {
            Some(standing) => Cell::mean("ratio", standing.ratio, Unit::One),
            None => Cell::none(),
        });
        if drawn.is_some() {
            let wins = standing.and_then(|_| variant.wins(base));
            row.push(wins.map_or_else(Cell::none, |wins| Cell::figure("wins", wins, Unit::Share)));
        }
        Some(row)
    });
    Table {
        key: "differences".into(),
        title: base.map_or_else(String::new, |base| {
            format!("Against {}{}", base.name, run_by_run(base, variants))
        }),
        columns,
        rows: rows.collect(),
    }
}

/// Every figure of merit, with the best marked where it can be told from the others. A figure of one topic has no value in another.
fn side_by_side(variants: &[Variant]) -> Table {
    let Some(base) = variants.first() else {
        return Table::new("variants", "", [""; 0], [[]; 0]);
    };
    let (leaders, figures) = (leaders(variants), base.figures());
    let mut columns: Vec<_> = figures.iter().map(|figure| figure.name.clone()).collect();
    for figure in variants.iter().flat_map(Variant::figures) {
        if !columns.contains(&figure.name) {
            columns.push(figure.name);
        }
    }
    let rows = variants.iter().enumerate().map(|(at, variant)| {
        let own = variant.figures();
        let cells = columns.iter().enumerate().map(|(place, name)| {
            let Some(figure) = own.iter().find(|figure| figure.name == *name) else {
                return Cell::none();
            };
            let leads = leaders.get(place).copied().flatten() == Some(at);
            Cell::Figure(match leads {
                true => figure.clone().beside("best"),
                false => figure.clone(),
            })
        });
        [Cell::words(&variant.name)]
            .into_iter()
            .chain(cells)
            .collect::<Vec<_>>()
    });
    let rows: Vec<_> = rows.collect();
    columns.insert(0, "Variant".into());
    Table::new("variants", "Figures of merit, side by side", columns, rows)
}
