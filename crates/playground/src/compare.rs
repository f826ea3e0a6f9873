//! A scenario beside variants of it, on the same randomness.

use parameters::Rejected;
use report::chart::{Axis, Bar, Series};
use report::figure::Unit;
use report::table::Cell;
use report::words::{list, percent_apart, within};
use report::worlds::{Common, Stated};
use report::{Chance, Chart, Figure, Interval, Layout, Observer, Passes, Report, Table};
use schedule::Schedule;

use crate::draws::Draws;
use crate::setup::{Changes, Setup, View};
use crate::sweep::Ran;
use crate::variant::{Order, Standing, Variant, best, leaders, names};
use crate::{Cache, Error, Scenario, run_sampled, sweep};

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
    let objective = base.objective()?;
    let ratio = |one: &Variant| {
        let (mean, half) = one.beside(base)?.ratio;
        Some((mean, Interval::around(mean, half)))
    };
    let ratios: Option<Vec<_>> = others.iter().map(ratio).collect();
    Some(Stated {
        what: objective.name,
        runs: base.runs(),
        ratios: ratios.filter(|_| objective.unit == Unit::Milliseconds),
    })
}

/// The report on the variants beside each other, without schedule and traces. The others are compared with the first one.
fn variants_report(variants: &[Variant]) -> Report {
    let winner = best(variants);
    let (headline, why) = sentences(variants, winner);
    let figures = variants.iter().enumerate().filter_map(|(at, variant)| {
        let mut figure = variant.objective()?;
        figure.key = format!("{}_{}", figure.key, at + 1);
        figure.name = format!("{}: {}", figure.name, variant.name);
        Some(match variants.first() {
            Some(base) if at > 0 => figure.beside(match variant.beside(base) {
                Some(standing) => change(&standing, base),
                None => format!("not compared with {}", base.name),
            }),
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
        winner: None,
        choice: None,
        done: None,
        claims: Vec::new(),
        scene: None,
        offers: Vec::new(),
        asked: Vec::new(),
        stopped: None,
        traces: None,
        charts: charts(variants, winner),
        tables: vec![differences(variants), side_by_side(variants)],
        notes: notes(variants),
    }
}

/// The notes on the comparison and on each variant, for a careful reader.
fn notes(variants: &[Variant]) -> Vec<String> {
    let mut drawn = variants.iter().filter(|one| one.chance == Chance::Drawn);
    let mut notes: Vec<String> = match (drawn.next(), drawn.count()) {
        (None, _) => Vec::new(),
        (Some(first), others) if others + 1 == variants.len() => vec![paired(&first.draws)],
        _ => vec!["Some variants are drawn by chance, and others are computed without it.".into()],
    };
    for note in variants.iter().flat_map(|variant| &variant.report.notes) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    notes
}

/// The note on the comparison of the variants' numbers.
fn paired(draws: &Draws) -> String {
    let [one, _] = draws.names();
    match draws {
        Draws::Runs => "All variants use the same random draws: in each run the same seed and the same noise. Differences and ratios are computed run by run, and their 95 % intervals by Student’s t come from these pairs."
            .into(),
        Draws::Of(..) => format!(
            "All variants use the same random draws. Differences and ratios are computed {one} by {one}, and their 95 % intervals by Student’s t come from these pairs."
        ),
        Draws::Seed => "All variants use the same random draws.".into(),
    }
}

/// The sentence on numbers without chance.
pub(crate) const COMPUTED: &str =
    "These numbers are computed without chance: every seed gives the same.";

fn sentences(variants: &[Variant], winner: usize) -> (String, String) {
    let (Some(best), Some(base)) = (variants.get(winner), variants.first()) else {
        return (String::new(), String::new());
    };
    let what = best
        .objective()
        .map_or_else(String::new, |figure| within(&figure.name));
    // The variant that the winner has to beat.
    let rival = if winner > 0 {
        Some(base)
    } else {
        let comparable = variants.iter().skip(1).filter(|one| one.comparable(base));
        comparable.min_by(|one, other| one.cost().total_cmp(&other.cost()))
    };
    let Some(rival) = rival else {
        return apart(variants);
    };
    let Some(standing) = best.beside(rival) else {
        let headline = format!("{} and {} cannot be compared", best.name, rival.name);
        return (
            headline,
            match (best.chance, &best.draws) {
                (Chance::Exact, _) | (_, Draws::Seed) => {
                    format!("Not both have a number for the {what}.")
                }
                (_, draws) => format!(
                    "Not every {} has a number for the {what}.",
                    draws.names()[0]
                ),
            },
        );
    };
    let values = |one: &Variant| one.objective().map_or_else(String::new, |one| one.text());
    let level = |one: &&Variant| {
        let standing = one.beside(best);
        standing.is_some_and(|standing| standing.order == Order::Same)
    };
    let ties = || {
        let level = variants.iter().filter(level);
        apart_by(&level.map(|one| one.name.clone()).collect::<Vec<_>>())
    };
    // The variants that the sentences name: their numbers are exact where none of them is drawn.
    let mut named = variants.iter().filter(|one| {
        let level = standing.order == Order::Same && level(one);
        level || std::ptr::eq(*one, best) || std::ptr::eq(*one, rival)
    });
    let chance = match named.all(|one| one.chance == Chance::Exact) {
        true => Chance::Exact,
        false => Chance::Drawn,
    };
    let size = size(&standing);
    let [one, many] = best.draws.names();
    let (only, doubt) = (best.draws.only(), best.draws.doubt());
    let (order, direction) = match best.more_is_better() {
        true => (Order::More, "more"),
        false => (Order::Less, "less"),
    };
    if is_level(&standing) {
        let (best_value, rival_value) = (values(best), values(rival));
        let doubt = match (chance, standing.single) {
            (Chance::Exact, _) => COMPUTED,
            (Chance::Drawn, true) => doubt.as_str(),
            (Chance::Drawn, false) => "All variants use the same random draws.",
        };
        return (
            format!(
                "{} and {} have the same {what} to {TENTH}: {best_value}",
                best.name, rival.name
            ),
            format!(
                "{} has {size}{direction}, {best_value} against {rival_value}. {doubt}",
                best.name
            ),
        );
    }
    // "more crashes", not "more number of crashes".
    let counted = what.strip_prefix("number of ").unwrap_or(&what);
    let than = format!(
        "{}: {size}{direction} {counted} than {}",
        best.name, rival.name
    );
    match (chance, standing.single) {
        (Chance::Exact, _) if standing.order == Order::Same => {
            let headline = format!("{} have the same {what}: {}", ties(), values(best));
            (headline, COMPUTED.to_owned())
        }
        (Chance::Exact, _) => {
            let (own, theirs) = (values(best), values(rival));
            (
                than,
                format!(
                    "The {what} is {own}, against {theirs} with {}. {COMPUTED}",
                    rival.name
                ),
            )
        }
        (Chance::Drawn, true) => {
            let headline = match standing.order {
                Order::Same => format!("{} have the same {what}{only}: {}", ties(), values(best)),
                _ => format!("{than}{only}"),
            };
            (headline, doubt)
        }
        (Chance::Drawn, false) => {
            let wins = best.wins(rival);
            let share = match wins {
                1.0 => format!("every {one}"),
                0.0 => format!("no {one}"),
                _ => format!(
                    "{} of the {many}",
                    Figure::new("", "", wins, Unit::Share).text()
                ),
            };
            let below = if direction == "less" {
                "below"
            } else {
                "above"
            };
            // Zeros have no ratio.
            let interval = match standing.by_ratios {
                true => [
                    format!("the 95 % interval of {} ratios", owned(many)),
                    format!("{below} one"),
                ],
                false => [
                    format!("the 95 % interval of {} differences", owned(many)),
                    format!("{below} zero"),
                ],
            };
            let [interval, side] = interval;
            match standing.order {
                Order::Same => (
                    format!("{} have the same {what}", ties()),
                    format!("With the same random draws it is the same in every {one}."),
                ),
                found if found == order => (
                    than,
                    format!(
                        "With the same random draws it was {direction} in {share}; {interval} lies wholly {side}."
                    ),
                ),
                _ => (
                    format!("{} and {} cannot be told apart", best.name, rival.name),
                    format!(
                        "{} had {direction} {counted} in {share}, and {interval} does not lie {side}: more {many} may decide.",
                        best.name
                    ),
                ),
            }
        }
    }
}

/// The possessive of a plural: "the runs’".
fn owned(many: &str) -> String {
    format!("the {many}’")
}

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

/// Level numbers differ by less than half of this.
const TENTH: &str = "0.1\u{202f}%";

/// Whether a difference is too small to matter: below half of a tenth of a per cent, with its interval.
fn is_level(standing: &Standing) -> bool {
    let (ratio, half) = standing.ratio;
    let half = if half.is_finite() { half } else { 0.0 };
    standing.order != Order::Same && (ratio - 1.0).abs() + half < 5e-4
}

/// The sentences where no other variant has the objective of the first one.
fn apart(variants: &[Variant]) -> (String, String) {
    let judged = |one: &Variant| Some(format!("{}: {}", one.name, within(&one.objective()?.name)));
    let judged: Vec<_> = variants.iter().filter_map(judged).collect();
    let names: Vec<_> = variants.iter().map(|one| one.name.clone()).collect();
    (
        format!(
            "{} answer different questions and are not compared",
            apart_by(&names)
        ),
        format!(
            "Each is judged by a figure of its own – {}.",
            judged.join("; ")
        ),
    )
}

/// The distance of a ratio from one, with a space: "12 % ± 1 % "; empty where the other number is 0.
fn size(standing: &Standing) -> String {
    let (ratio, half) = standing.ratio;
    if !ratio.is_finite() {
        return String::new();
    }
    let figure = Figure::share("", "", (ratio - 1.0).abs()).within(half);
    match figure.uncertainty_text() {
        Some(half) => format!("{} {half} ", figure.text()),
        None => percent_apart(ratio).map_or_else(String::new, |size| format!("{size} ")),
    }
}

/// A standing as a change: "12 % ± 1 % less than Equal".
fn change(standing: &Standing, base: &Variant) -> String {
    let size = size(standing);
    let run = match standing.single {
        true => base.draws.only(),
        false => String::new(),
    };
    let less = standing.ratio.0 < 1.0;
    let base = &base.name;
    if is_level(standing) {
        return format!("the same as {base} to {TENTH}");
    }
    match standing.order {
        Order::Same => format!("the same as {base}{run}"),
        Order::Less => format!("{size}less than {base}"),
        Order::More => format!("{size}more than {base}"),
        Order::Unclear if standing.single && less => format!("{size}less than {base}{run}"),
        Order::Unclear if standing.single => format!("{size}more than {base}{run}"),
        Order::Unclear => format!("no clear difference from {base}"),
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
            format!("How do they differ from {}{}?", base.name, run_by_run(base)),
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

/// The end of a title; empty where there are no runs.
fn run_by_run(base: &Variant) -> String {
    match base.chance {
        Chance::Drawn => base.draws.pair_by_pair(),
        Chance::Exact => String::new(),
    }
}

/// The differences of each variant from the first.
fn differences(variants: &[Variant]) -> Table {
    let base = variants.first();
    let mut columns = vec!["Variant".to_owned()];
    for figure in base.map(Variant::figures).unwrap_or_default() {
        columns.push(format!("{}, difference", figure.name));
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
            let wins = |_| Cell::figure("wins", variant.wins(base), Unit::Share);
            row.push(standing.map_or_else(Cell::none, wins));
        }
        Some(row)
    });
    Table {
        key: "differences".into(),
        title: base.map_or_else(String::new, |base| {
            format!("Against {}{}", base.name, run_by_run(base))
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
