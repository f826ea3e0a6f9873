//! What varying speeds cost (Millot and Parrot 2016, sections 4 and 5, tables 4 to 12, figures 9 to 23).

use report::chart::{Axis, Point, Series, Side};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::{Chart, Observer, Offer, Report, Sample, Table};
use serde_json::json;

use super::contest::{self, Contest, RIVALS};
use super::draw::{
    bar, beside, cell, chart, line, ms, name, percent, share_axis, steps, table, text, time,
    time_axis,
};
use crate::experiment::{Experiment, platform};
use crate::parameters::{Scheduler, Variation, Whose};
use crate::study::Progress;
use crate::study::campaign::{Cell as Runs, campaign};
use crate::study::contexts::{CONTEXTS, Contexts, contexts};
use crate::study::course::{Turn, course};
use crate::{Error, Parameters, Worker};

/// Table 12 of Millot and Parrot 2016; table 11 has every other one up to 0.8.
const DEPTHS: [f64; 10] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/// How many rounds of one worker are shown.
const ROUNDS: usize = 2_000;

/// More rounds than these are not simulated for the contexts of section 4.
const AFFORDABLE: f64 = 2e7;

pub(super) fn outcome(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    let depths: &[f64] = if is_deep(parameters.variation) {
        &DEPTHS
    } else {
        &[0.0]
    };
    let mut experiment = |depth: f64, scheduler, run| {
        let changed = Parameters {
            depth,
            ..parameters.clone()
        };
        Experiment::of(&changed, scheduler, run)
    };
    let curves = campaign(depths, &RIVALS, parameters.runs, &mut experiment, observer)?;
    let contest = Contest::of(curves);
    let workers = platform(parameters, 0)?;
    let workers = workers.workers();
    let shown = shown(parameters, workers.len());
    let mut turns = |scheduler| {
        let experiment = experiment(parameters.depth, scheduler, 0)?;
        course(&experiment, shown, ROUNDS, &mut Progress::new(observer, 1))
    };
    let courses = [turns(Scheduler::As4dr)?, turns(Scheduler::Baseline)?];
    let contexts = if has_contexts(parameters, workers.len()) {
        Some(contexts(parameters, observer)?)
    } else {
        None
    };
    let worst = nearest(&contest, parameters.depth).ok_or(Error::Empty)?;
    let first = contest.pairs().next().ok_or(Error::Empty)?;
    let mut charts = Vec::new();
    if depths.len() > 1 {
        charts.extend(by_depth(&contest));
    }
    charts.extend(contexts.as_ref().map(starvation));
    charts.extend(speeds(parameters, workers, shown));
    charts.extend(one_worker(parameters, workers, shown, &courses));
    let mut tables = vec![numbers(&contest, depths.len() > 1)];
    tables.extend(contexts.as_ref().map(by_context));
    let report = Report {
        headline: headline(parameters, first, worst),
        why: why(parameters, worst),
        figures: contest::figures(worst.0, worst.1, parameters.target),
        charts,
        tables,
        notes: notes(parameters, contexts.is_some()),
        schedule: None,
        traces: None,
        offers: offers(parameters),
        claims: Vec::new(),
    };
    Ok((report, contest::samples(worst.0, worst.1)))
}

/// Whether the variation has a depth.
pub(super) fn is_deep(variation: Variation) -> bool {
    !matches!(
        variation,
        Variation::Constant | Variation::Steps | Variation::Series
    )
}

/// Whether one speed of one worker is reduced, as in section 4, and few enough rounds are asked for.
fn has_contexts(parameters: &Parameters, workers: usize) -> bool {
    let pattern = matches!(
        parameters.variation,
        Variation::Once | Variation::Twice | Variation::Often | Variation::Stairs
    );
    let rounds = workers as f64 * parameters.horizon / parameters.target;
    let contexts = 3.0 * CONTEXTS.len() as f64 * f64::from(parameters.runs);
    pattern && parameters.whose == Whose::One && rounds * contexts <= AFFORDABLE
}

/// The worker that courses show, by its place from 0: the one that varies, or the one asked for.
fn shown(parameters: &Parameters, workers: usize) -> u32 {
    let alone = parameters.whose == Whose::One
        && !matches!(
            parameters.variation,
            Variation::Mixed | Variation::Series | Variation::Walks | Variation::Constant
        );
    let number = if alone {
        parameters.varied_worker
    } else {
        parameters.first_worker
    };
    (number - 1).min((workers as u32).saturating_sub(1))
}

/// Both cells of the depth that is nearest.
fn nearest(contest: &Contest, depth: f64) -> Option<(&Runs, &Runs)> {
    let far = |pair: &(&Runs, &Runs)| (pair.0.value - depth).abs();
    contest.pairs().min_by(|a, b| far(a).total_cmp(&far(b)))
}

fn used(cell: &Runs) -> f64 {
    cell.mean(|ran| ran.efficiency).0
}

fn headline(parameters: &Parameters, first: (&Runs, &Runs), worst: (&Runs, &Runs)) -> String {
    match parameters.variation {
        Variation::Constant => format!(
            "Speeds do not vary: AS4DR uses {} of the processors, BS {}",
            percent(used(first.0), 1),
            percent(used(first.1), 1)
        ),
        Variation::Steps | Variation::Series => format!(
            "With these speeds AS4DR uses {} of the processors, BS {}",
            percent(used(first.0), 1),
            percent(used(first.1), 1)
        ),
        _ => format!(
            "Speeds that {} {} leave AS4DR {} of the processors’ time, of {}, and BS {}, of {}",
            if parameters.variation == Variation::Walks {
                "walk at random and fall by up to"
            } else {
                "fall by"
            },
            percent(worst.0.value, 0),
            percent(used(worst.0), 1),
            percent(used(first.0), 1),
            percent(used(worst.1), 1),
            percent(used(first.1), 1),
        ),
    }
}

fn why(parameters: &Parameters, worst: (&Runs, &Runs)) -> String {
    match parameters.variation {
        Variation::Constant => {
            "Choose how speeds vary: P₀ to P₉ by lot for all workers (section 5), or reductions of one worker (section 4).".into()
        }
        _ => format!(
            "Where a speed changes, AS4DR needs two or three rounds until its chunk fits again; meanwhile the ring waits for one worker. BS never fits: its \
             rounds take as long as the slowest worker of the moment needs, {} on average instead of {}.",
            time(worst.1.mean(|ran| ran.sigma).0),
            time(parameters.target)
        ),
    }
}

fn depth_axis() -> Axis {
    Axis::new("dynamicity δ", Unit::One)
}

fn by_depth(contest: &Contest) -> Vec<Chart> {
    vec![
        contest.efficiency("How much does it cost that speeds vary?", depth_axis()),
        chart(
            "ratio",
            "How many times better does AS4DR use the processors?",
            depth_axis(),
            Axis::new("AS4DR over BS", Unit::One),
            vec![contest.ratio()],
        ),
        contest.sigma("Do rounds still last as long as they should?", depth_axis()),
        contest.deviation("How unlike are the rounds?", depth_axis()),
    ]
}

fn starvation(contexts: &Contexts) -> Chart {
    let bars = CONTEXTS
        .iter()
        .zip(&contexts.compute)
        .map(|(context, cell)| {
            let label = format!("{}: {}", context.name, context.words);
            bar(
                &label,
                cell.mean(|ran| ran.starvation),
                context.name == "f₃",
            )
        });
    chart(
        "contexts",
        "Which changes of one worker make the others wait?",
        Axis::new("context", Unit::One),
        share_axis("time that workers starve"),
        vec![Series::Bars {
            bars: bars.collect(),
        }],
    )
}

fn by_context(contexts: &Contexts) -> Table {
    let starved = |cell: Option<&Runs>| {
        cell.map_or((f64::NAN, f64::NAN), |one| one.mean(|ran| ran.starvation))
    };
    let rows = CONTEXTS.iter().enumerate().map(|(place, context)| {
        let compute = contexts.compute.get(place);
        let of = |of: fn(&crate::study::campaign::Ran) -> f64| {
            compute.map_or((f64::NAN, f64::NAN), |one| one.mean(of))
        };
        [
            text(context.name),
            text(context.words),
            cell("starvation", starved(compute), Unit::Share),
            cell("efficiency", of(|ran| ran.efficiency), Unit::Share),
            cell("throughput", of(|ran| ran.throughput), Unit::One),
            cell("send", starved(contexts.send.get(place)), Unit::Share),
            cell("receive", starved(contexts.receive.get(place)), Unit::Share),
        ]
    });
    table(
        "contexts",
        "One worker’s speed is reduced: the contexts of section 4",
        [
            "Context",
            "Reduced",
            "Idle, computing reduced",
            "Processors in use",
            "Throughput (load/s)",
            "Idle, sending reduced",
            "Idle, returning reduced",
        ],
        rows,
    )
}

/// How the speed of the shown worker varies.
fn speeds(parameters: &Parameters, workers: &[Worker], shown: u32) -> Option<Chart> {
    let worker = workers.get(shown as usize)?;
    let profile = &worker.profile;
    let varying = [&profile.compute, &profile.send, &profile.receive];
    let steps_of = varying.into_iter().find(|steps| !steps.is_constant())?;
    let begin = std::iter::once((0.0, steps_of.at(0.0)));
    let until = steps_of
        .iter()
        .filter(|(date, _)| *date > 0.0 && *date < parameters.horizon);
    let end = std::iter::once((parameters.horizon, steps_of.at(parameters.horizon)));
    let points = begin
        .chain(until)
        .chain(end)
        .map(|(date, factor)| Point::new(ms(date), factor));
    Some(chart(
        "speed",
        &format!(
            "How does the speed of {} vary?",
            name(workers, shown as usize)
        ),
        time_axis("time"),
        share_axis("speed"),
        vec![steps("speed", points, true)],
    ))
}

fn one_worker(
    parameters: &Parameters,
    workers: &[Worker],
    shown: u32,
    [adaptive, baseline]: &[Vec<Turn>; 2],
) -> Vec<Chart> {
    let who = name(workers, shown as usize);
    let points = |turns: &[Turn], of: fn(&Turn) -> f64| -> Vec<Point> {
        turns
            .iter()
            .map(|turn| Point::new(ms(turn.end), of(turn)))
            .collect()
    };
    let both = |of: fn(&Turn) -> f64| {
        vec![
            line("BS", points(baseline, of), false),
            line("AS4DR", points(adaptive, of), true),
        ]
    };
    let mut sigma = chart(
        "course_sigma",
        &format!("How soon do rounds of {who} last as they should again?"),
        time_axis("time"),
        time_axis("σ"),
        both(|turn| ms(turn.sigma)),
    );
    sigma
        .references
        .push(beside(Side::Y, ms(parameters.target), "target τ"));
    vec![
        chart(
            "course_efficiency",
            &format!("How busy is {who}, round by round?"),
            time_axis("time"),
            share_axis("time spent computing"),
            both(|turn| turn.efficiency),
        ),
        sigma,
        chart(
            "course_throughput",
            &format!("What does {who} process?"),
            time_axis("time"),
            Axis::new("load per second", Unit::One),
            both(|turn| turn.throughput),
        ),
    ]
}

fn numbers(contest: &Contest, deep: bool) -> Table {
    let time = |of: (f64, f64)| cell("time", (ms(of.0), ms(of.1)), Unit::Milliseconds);
    let rows = contest.pairs().map(|(adaptive, baseline)| {
        let label = if deep {
            format!("δ = {}", fixed(adaptive.value, 1))
        } else {
            "as set".to_owned()
        };
        [
            text(label),
            cell("as4dr", adaptive.mean(|ran| ran.efficiency), Unit::Share),
            cell("bs", baseline.mean(|ran| ran.efficiency), Unit::Share),
            cell(
                "ratio",
                adaptive.over(baseline, |ran| ran.efficiency),
                Unit::One,
            ),
            time(adaptive.mean(|ran| ran.sigma)),
            time(baseline.mean(|ran| ran.sigma)),
            time(adaptive.mean(|ran| ran.deviation)),
            time(baseline.mean(|ran| ran.deviation)),
            cell("idle", adaptive.mean(|ran| ran.starvation), Unit::Share),
            Cell::Number(adaptive.mean(|ran| ran.throughput).0),
        ]
    });
    table(
        "depths",
        "AS4DR and BS for each dynamicity",
        [
            "Dynamicity",
            "In use, AS4DR",
            "In use, BS",
            "AS4DR over BS",
            "Mean σ, AS4DR",
            "Mean σ, BS",
            "Deviation of σ, AS4DR",
            "Deviation of σ, BS",
            "Idle, AS4DR",
            "Throughput, AS4DR (load/s)",
        ],
        rows,
    )
}

fn notes(parameters: &Parameters, contexts: bool) -> Vec<String> {
    let mut notes = vec![format!(
        "Each of {} runs draws what is left to chance; AS4DR and BS meet the same draws. A speed is multiplied by 1 − δ while it is reduced; latencies are \
         not. Figures of merit are those of the dynamicity nearest to {}.",
        parameters.runs, parameters.depth
    )];
    if contexts {
        notes.push(
            "Where in a round an edge falls decides what it costs, so that each run of a context shifts all dates by a phase between 0 and τ. Starvation \
             is a matter of the ring: first come, first served, nobody starves. A slower link changes nothing as long as transfers fit into a round."
                .into(),
        );
    }
    if parameters.depth > 0.8 {
        notes.push(
            "Where all speeds of a ring fall to a tenth at different times, the ring amplifies the last bits of a speed: single runs with short rounds \
             are sure to about 2 % of the time only."
                .into(),
        );
    }
    notes.extend(super::untested::DYNAMICITY.map(str::to_owned));
    notes
}

fn offers(parameters: &Parameters) -> Vec<Offer> {
    if parameters.variation != Variation::Constant {
        return Vec::new();
    }
    vec![
        Offer::new("Let all speeds vary", [("variation", json!("mixed"))]),
        Offer::new(
            "Reduce one worker five times",
            [("variation", json!("often"))],
        ),
    ]
}
