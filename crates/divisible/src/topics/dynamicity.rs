//! The cost of varying speeds (Millot and Parrot 2016, sections 4 and 5, tables 4 to 12, figures 12 to 23).

mod reductions;

use report::chart::{Axis, Point, Series, Side};
use report::figure::Unit;
use report::number::{fixed, ms};
use report::table::Cell;
use report::words::{percent, seconds};
use report::{Chart, Layout, Observer, Offer, Passes, Report, Sample, Table, Worlds};
use serde_json::json;
use words::{say, word};

use super::contest::{self, Contest, Pair, RIVALS};
use super::{is_ring, load_unit, name};
use crate::experiment::{Experiment, platform};
use crate::parameters::{Scheduler, Variation, Varied};
use crate::study::Progress;
use crate::study::campaign::{self, Cell as Runs, campaign};
use crate::study::contexts::{self, Contexts, contexts};
use crate::study::course::{Turn, course};
use crate::study::worlds::PAIR;
use crate::{Error, Parameters, Worker};

/// Table 12 of Millot and Parrot 2016; table 11 has every other depth up to 0.8.
const DEPTHS: [f64; 10] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/// The compared depths: those of the tables, and the scenario's.
fn depths(parameters: &Parameters) -> Vec<f64> {
    if !parameters.is_deep() {
        return vec![0.0];
    }
    let mut depths = DEPTHS.to_vec();
    if !depths.contains(&parameters.depth) {
        depths.push(parameters.depth);
        schedule::sort::by(&mut depths, f64::total_cmp);
    }
    depths
}

/// The most displayed rounds of one worker.
const ROUNDS: usize = 2_000;

/// The outcome of a campaign over depths.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    contest: Contest,
    /// The pair without variation, where depths vary.
    first: Pair,
    /// The pair with the scenario's depth.
    worst: Pair,
    /// The greatest change of a speed with that depth before a run ends, as a share of the speed.
    fall: f64,
    workers: Vec<Worker>,
    /// The worker that courses show, by its place.
    shown: u32,
    /// Its rounds under both schedulers.
    courses: [Vec<Turn>; 2],
    /// The contexts of section 4, where they apply.
    contexts: Option<Contexts>,
    /// A part of the first run with that depth, under both schedulers.
    worlds: Option<Worlds>,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, Error> {
    let depths = depths(parameters);
    let mut experiment =
        |depth: f64, scheduler, run| Experiment::of(&deepened(parameters, depth), scheduler, run);
    let workers = platform(parameters, 0)?.workers().to_vec();
    let reductions = reductions::apply(parameters, workers.len());
    let deep = campaign::simulations(&depths, &RIVALS, parameters.runs);
    let reduced = match reductions {
        true => contexts::simulations(parameters),
        false => 0,
    };
    let mut passes = Passes::new(observer, deep + 2 + reduced + PAIR);
    let curves = campaign(
        &depths,
        &RIVALS,
        parameters.runs,
        &mut experiment,
        &mut passes.next(deep),
    )?;
    let contest = Contest::of(curves);
    let shown = shown(parameters, workers.len());
    let mut turns = |scheduler| {
        let experiment = experiment(parameters.depth, scheduler, 0)?;
        let mut pass = passes.next(1);
        course(&experiment, shown, ROUNDS, &mut Progress::new(&mut pass, 1))
    };
    let courses = [turns(Scheduler::As4dr)?, turns(Scheduler::Baseline)?];
    let contexts = match reductions {
        true => Some(contexts(parameters, &mut passes.next(reduced))?),
        false => None,
    };
    let deep = parameters.is_deep();
    let asked = |pair: &(&Runs, &Runs)| !deep || pair.0.value == parameters.depth;
    let worst = contest.pick(|pairs| pairs.into_iter().find(asked))?;
    let worlds = worst.worlds(
        parameters,
        |scheduler| Experiment::of(&deepened(parameters, worst.adaptive.value), scheduler, 0),
        &mut passes.next(PAIR),
    )?;
    let deepest = deepened(parameters, worst.adaptive.value);
    let mut fall = 0.0_f64;
    for run in 0..parameters.runs {
        fall = fall.max(change(
            platform(&deepest, run)?.workers(),
            parameters.horizon,
        ));
    }
    Ok(Findings {
        parameters,
        fall,
        first: contest.pick(|pairs| pairs.first().copied())?,
        worst,
        contest,
        workers,
        shown,
        courses,
        contexts,
        worlds,
    })
}

/// The scenario with this depth of variation.
fn deepened(parameters: &Parameters, depth: f64) -> Parameters {
    Parameters {
        depth,
        ..parameters.clone()
    }
}

/// The greatest change of a speed of these workers before a time, as a share of the speed.
fn change(workers: &[Worker], horizon: f64) -> f64 {
    let profiles = workers.iter().map(|worker| &worker.profile);
    let steps = profiles.flat_map(|one| [&one.compute, &one.send, &one.receive]);
    let changed = steps.flat_map(|steps| steps.iter().take_while(|(date, _)| *date < horizon));
    changed.fold(0.0, |most, (_, factor)| (1.0 - factor).abs().max(most))
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self {
            parameters,
            contest,
            first,
            worst,
            fall,
            workers,
            shown,
            courses,
            contexts,
            worlds,
        } = self;
        let deep = parameters.is_deep();
        let mut charts = if deep { by_depth(contest) } else { Vec::new() };
        charts.extend(contexts.as_ref().map(reductions::starvation));
        charts.extend(speeds(parameters, workers, *shown));
        charts.extend(one_worker(parameters, workers, *shown, courses));
        let mut tables = vec![numbers(parameters, contest, deep)];
        let of_contexts = |contexts| reductions::table(parameters, contexts);
        tables.extend(contexts.as_ref().map(of_contexts));
        Report {
            layout: Layout::charts(&["efficiency", "ratio"])
                .folding(&["deviation", "course_throughput"]),
            headline: headline(parameters, first, worst, *fall),
            why: why(parameters, worst, workers.len(), *fall),
            figures: contest::figures(worst, parameters.target),
            charts,
            worlds: worlds.clone(),
            tables,
            notes: notes(parameters, workers.len(), contexts.is_some()),
            offers: offers(parameters),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        contest::samples(&self.worst)
    }
}

/// Whether the speeds of computing in a ring fall so far, each at its own dates, that the ring amplifies rounding.
pub(super) fn amplifies(parameters: &Parameters, workers: usize) -> bool {
    let falls = matches!(parameters.variation, Variation::Mixed | Variation::Walks);
    falls && parameters.depth > 0.8 && !is_of_links(parameters) && is_ring(parameters, workers)
}

/// Whether bandwidths vary and no worker's speed of computing does.
fn is_of_links(parameters: &Parameters) -> bool {
    parameters.variation != Variation::Constant
        && matches!(parameters.varied, Varied::Send | Varied::Return)
}

/// The worker that courses show, by its place from 0: the varying one, or the first worker shown of the scenario.
fn shown(parameters: &Parameters, workers: usize) -> u32 {
    let number = if parameters.is_alone() {
        parameters.varied_worker
    } else {
        parameters.first_worker
    };
    (number - 1).min((workers as u32).saturating_sub(1))
}

fn headline(parameters: &Parameters, first: &Pair, worst: &Pair, fall: f64) -> String {
    match parameters.variation {
        Variation::Constant => say!("Speeds do not vary: {}", contest::compared(first)),
        Variation::Steps | Variation::Series if fall == 0.0 => say!(
            "No speed changes within {}: {}",
            seconds(parameters.horizon),
            contest::compared(first)
        ),
        Variation::Steps | Variation::Series => {
            say!("With these speeds, {}", contest::compared(first))
        }
        _ if fall == 0.0 => say!(
            "No speed falls within {}: {}",
            seconds(parameters.horizon),
            contest::compared(worst)
        ),
        _ => format!(
            "{} {}, {}",
            falling(parameters),
            percent(fall, 0),
            contest::changed(first, worst, word!("constant speeds"))
        ),
    }
}

/// The subject that falls, for the beginning of a sentence that names its share.
fn falling(parameters: &Parameters) -> &'static str {
    let walks = parameters.variation == Variation::Walks;
    match (is_of_links(parameters), parameters.is_alone()) {
        (true, true) => word!("With a link whose bandwidth falls by"),
        (true, false) if walks => {
            word!("With links whose bandwidths walk at random and fall by up to")
        }
        (true, false) => word!("With links whose bandwidths fall by"),
        (false, true) if parameters.varied == Varied::All => {
            word!("With a worker whose speeds fall by")
        }
        (false, true) => word!("With a worker whose speed falls by"),
        (false, false) if walks => word!("With speeds that walk at random and fall by up to"),
        (false, false) => word!("With speeds that fall by"),
    }
}

fn why(parameters: &Parameters, worst: &Pair, workers: usize, fall: f64) -> String {
    match parameters.variation {
        Variation::Constant => {
            word!("Choose how speeds vary: P₀ to P₉ at random for all workers (section 5), or reductions of one worker (section 4).").into()
        }
        _ if fall == 0.0 => {
            word!("As long as no speed changes, AS4DR has only its first estimates to correct; BS keeps its chunks.").into()
        }
        _ => {
            let adapts = match is_of_links(parameters) {
                true => word!(
                    "AS4DR measures how long a worker computes, which no link changes, so that its chunks do not follow the links."
                ),
                false if is_ring(parameters, workers) => word!(
                    "Where a speed changes, AS4DR needs a few rounds until its chunk fits again; meanwhile the other workers of a ring may wait."
                ),
                false => word!(
                    "Where a speed changes, AS4DR needs a few rounds until its chunk fits again."
                ),
            };
            let takes = worst.baseline.mean(|ran| ran.sigma).0;
            if !takes.is_finite() {
                return say!("{adapts} BS keeps its chunks.");
            }
            let takes = seconds(takes);
            let target = seconds(parameters.target);
            match is_ring(parameters, workers) {
                true => say!(
                    "{adapts} BS keeps its chunks: computing one takes {takes} on average, τ is {target}; in a ring every worker’s rounds last as long as the \
                     slowest’s."
                ),
                false => say!(
                    "{adapts} BS keeps its chunks: computing one takes {takes} on average, τ is {target}."
                ),
            }
        }
    }
}

fn depth_axis() -> Axis {
    Axis::number(word!("dynamicity δ"))
}

fn by_depth(contest: &Contest) -> Vec<Chart> {
    vec![
        contest.efficiency(
            word!("How much does it cost that speeds vary?"),
            depth_axis(),
        ),
        Chart::new(
            "ratio",
            word!("How many times better does AS4DR use the processors?"),
            depth_axis(),
            Axis::number(word!("AS4DR over BS")),
            vec![contest.ratio()],
        ),
        contest.sigma(
            word!("Do rounds still last as long as they should?"),
            depth_axis(),
        ),
        contest.deviation(word!("How unlike are the rounds?"), depth_axis()),
    ]
}

/// The variation of the displayed worker's speed.
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
    Some(Chart::new(
        "speed",
        &say!(
            "How does the speed of {} vary?",
            name(workers, shown as usize)
        ),
        Axis::time(word!("time")),
        Axis::share(word!("speed")),
        vec![Series::steps(word!("speed"), points, true)],
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
            Series::line(word!("BS"), points(baseline, of), false),
            Series::line(word!("AS4DR"), points(adaptive, of), true),
        ]
    };
    let sigma = Chart::new(
        "course_sigma",
        &say!("How soon do rounds of {who} last as they should again?"),
        Axis::time(word!("time")),
        Axis::time("σ"),
        both(|turn| ms(turn.sigma)),
    )
    .beside(Side::Y, ms(parameters.target), word!("target τ"));
    vec![
        Chart::new(
            "course_efficiency",
            &say!("How busy is {who}, round by round?"),
            Axis::time(word!("time")),
            Axis::share(word!("time spent computing")),
            both(|turn| turn.efficiency),
        ),
        sigma,
        Chart::new(
            "course_throughput",
            &say!("What does {who} process?"),
            Axis::time(word!("time")),
            Axis::number(word!("load per second")),
            both(|turn| turn.throughput),
        ),
    ]
}

fn numbers(parameters: &Parameters, contest: &Contest, deep: bool) -> Table {
    let rows = contest.pairs().map(|(adaptive, baseline)| {
        let [as4dr, bs, over] = contest::uses(adaptive, baseline);
        let [sigma, sigma_bs, deviation, deviation_bs] = contest::sigmas(adaptive, baseline);
        let label = if deep {
            format!("δ = {}", depth(adaptive.value))
        } else {
            word!("as set").to_owned()
        };
        [
            Cell::words(label),
            as4dr,
            bs,
            over,
            sigma,
            sigma_bs,
            deviation,
            deviation_bs,
            Cell::mean("idle", adaptive.mean(|ran| ran.starvation), Unit::Share),
            Cell::Number(adaptive.mean(|ran| ran.throughput).0),
        ]
    });
    Table::new(
        "depths",
        word!("AS4DR and BS for each dynamicity"),
        [
            word!("Dynamicity").to_owned(),
            word!("In use, AS4DR").to_owned(),
            word!("In use, BS").to_owned(),
            word!("AS4DR over BS").to_owned(),
            word!("Mean σ, AS4DR").to_owned(),
            word!("Mean σ, BS").to_owned(),
            word!("Deviation of σ, AS4DR").to_owned(),
            word!("Deviation of σ, BS").to_owned(),
            word!("Idle, AS4DR").to_owned(),
            say!("Throughput, AS4DR ({}/s)", load_unit(parameters)),
        ],
        rows,
    )
}

/// A depth with all its digits, at least one after the point.
fn depth(value: f64) -> String {
    let short = fixed(value, 1);
    match short.parse() == Ok(value) {
        true => short,
        false => value.to_string(),
    }
}

fn notes(parameters: &Parameters, workers: usize, contexts: bool) -> Vec<String> {
    let changed = match parameters.variation {
        Variation::Constant | Variation::Steps | Variation::Series | Variation::Walks => {
            word!("Speeds vary; latencies do not.")
        }
        _ => word!("A speed is multiplied by 1 − δ while it is reduced; latencies are not."),
    };
    let mut notes = vec![say!(
        "{} what is left to chance; AS4DR and BS meet the same draws. Ratios are formed run by run. {changed}",
        super::draws(parameters)
    )];
    if parameters.is_deep() {
        notes.push(say!(
            "Headline, figures of merit and charts over time are those of δ = {}.",
            depth(parameters.depth)
        ));
    }
    if contexts {
        notes.push(
            word!("Where in a round an edge falls decides what it costs, so that each run of a context shifts all dates by a phase between 0 and τ. As long as \
             transfers fit into a round, a slower link changes nothing, and workers starve in a ring only: first come, first served, hardly any does.")
                .into(),
        );
    }
    if amplifies(parameters, workers) {
        notes.push(
            word!("Where all speeds of a ring fall to a tenth at different times, the ring amplifies the last bits of a speed: single runs with short rounds \
             are accurate to about 2 % of the time only.")
                .into(),
        );
    }
    notes.extend(super::untested::dynamicity().map(str::to_owned));
    notes
}

fn offers(parameters: &Parameters) -> Vec<Offer> {
    if parameters.variation != Variation::Constant {
        return Vec::new();
    }
    vec![
        Offer::new(
            word!("Let all speeds vary"),
            [("variation", json!("mixed"))],
        ),
        Offer::new(
            word!("Reduce one worker five times"),
            [("variation", json!("often"))],
        ),
    ]
}
