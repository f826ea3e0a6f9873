//! The cost of misjudged speeds (Millot and Parrot 2016, section 3, table 2, figures 8 to 11).

use report::chart::{Axis, Point, Series, Side};
use report::evidence::same;
use report::figure::Unit;
use report::number::{fixed, ms};
use report::table::Cell;
use report::words::{percent, rough_percent, seconds};
use report::{Chart, Layout, Observer, Passes, Report, Sample, Table, Worlds};
use words::{say, word};

use super::contest::{self, Contest, Pair, RIVALS, used};
use super::is_ring;
use crate::experiment::{Experiment, platform, settings};
use crate::parameters::Scheduler;
use crate::platform::{Signs, TABLE_2, Worker};
use crate::study::Progress;
use crate::study::campaign::{campaign, simulations};
use crate::study::course::{Turn, course};
use crate::study::worlds::PAIR;
use crate::theory::Theory;
use crate::{Error, Parameters};

/// The number of displayed rounds of one worker.
const ROUNDS: usize = 30;

/// The least share of the time for which starving processors are worth a word.
const STARVING: f64 = 0.02;

/// The fewest rounds of a stream in which the first one is told from the others.
const SEVERAL: f64 = 10.0;

/// The largest share of latencies in a round at which one correction brings a chunk near its limit, at any error of the
/// speed.
const QUICK: f64 = 0.02;

/// The outcome of a campaign over all inaccuracies.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    contest: Contest,
    /// The pair with exact estimates.
    first: Pair,
    /// The pair with the worst estimates.
    last: Pair,
    /// The beliefs about the workers without the inaccuracy.
    beliefs: Beliefs,
    /// The number of the worker with displayed rounds.
    shown: u32,
    /// The first rounds of this worker with the worst estimates, under both schedulers.
    courses: [Vec<Turn>; 2],
    /// A part of the first run with the worst estimates, under both schedulers.
    worlds: Option<Worlds>,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, Error> {
    let mut experiment = |inaccuracy, scheduler, run| {
        let changed = Parameters {
            inaccuracy,
            ..parameters.clone()
        };
        Experiment::of(&changed, scheduler, run)
    };
    let runs = parameters.runs;
    let all = simulations(&TABLE_2, &RIVALS, runs);
    let mut passes = Passes::new(observer, all + 2 + PAIR);
    let contest = Contest::of(campaign(
        &TABLE_2,
        &RIVALS,
        runs,
        &mut experiment,
        &mut passes.next(all),
    )?);
    let [_, .., worst] = TABLE_2;
    let workers = platform(parameters, 0)?.workers().len() as u32;
    let place = (parameters.first_worker - 1).min(workers.saturating_sub(1));
    let mut turns = |scheduler: Scheduler| {
        let mut pass = passes.next(1);
        let mut progress = Progress::new(&mut pass, 1);
        course(
            &experiment(worst, scheduler, 0)?,
            place,
            ROUNDS,
            &mut progress,
        )
    };
    let courses = [turns(Scheduler::As4dr)?, turns(Scheduler::Baseline)?];
    let last = contest.pick(|pairs| pairs.last().copied())?;
    let worst = |scheduler| {
        let changed = Parameters {
            inaccuracy: worst,
            ..parameters.clone()
        };
        Experiment::of(&changed, scheduler, 0)
    };
    let worlds = last.worlds(parameters, worst, &mut passes.next(PAIR))?;
    let first = contest.pick(|pairs| pairs.first().copied())?;
    Ok(Findings {
        parameters,
        beliefs: Beliefs::of(parameters, &first, &last)?,
        shown: place + 1,
        first,
        last,
        contest,
        courses,
        worlds,
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self {
            parameters,
            contest,
            first,
            last,
            beliefs,
            shown,
            courses,
            worlds,
        } = self;
        let mut charts = vec![
            efficiency(contest),
            ratio(contest),
            contest.sigma(
                word!("Do rounds last as long as they should?"),
                Axis::number(word!("inaccuracy ι")),
            ),
            deviation(parameters, contest),
        ];
        charts.extend(one_worker(parameters, *shown, courses));
        Report {
            layout: Layout::charts(&["efficiency", "ratio"])
                .folding(&["deviation", "course_efficiency"]),
            headline: headline(beliefs, first, last),
            why: why(parameters, beliefs, last),
            figures: contest::figures(last, parameters.target),
            charts,
            worlds: worlds.clone(),
            tables: vec![numbers(contest)],
            notes: notes(parameters),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        contest::samples(&self.last)
    }
}

/// The beliefs about the workers before the inaccuracy is applied.
struct Beliefs {
    /// Whether the beliefs are true.
    exact: bool,
    /// Whether first chunks would last the target.
    fitting: bool,
    /// Whether no speed varies.
    constant: bool,
    /// Whether computing has latencies.
    latent: bool,
    /// Whether workers wait for each other's turn.
    ring: bool,
    /// The way in which AS4DR corrects a wrong first chunk.
    correction: &'static str,
}

impl Beliefs {
    fn of(parameters: &Parameters, first: &Pair, last: &Pair) -> Result<Self, Error> {
        let untouched = Parameters {
            inaccuracy: 0.0,
            ..parameters.clone()
        };
        let known = platform(&untouched, 0)?;
        let workers = known.workers();
        let target = parameters.target;
        let lost = (used(&first.adaptive) - used(&last.adaptive)) * parameters.horizon;
        // The wrong first round, and as long again until the ring has caught up.
        let rounds = parameters.horizon / target;
        let once = rounds >= SEVERAL && lost <= 2.0 * (1.0 + last.adaptive.value) * target;
        let spaced = keeps_round(parameters, last.adaptive.value)?;
        let latencies = workers.iter().map(|worker| 2.0 * worker.latency / target);
        let all = |is_so: fn(&Worker, f64) -> bool| workers.iter().all(|one| is_so(one, target));
        let exact = all(|worker, _| {
            same(worker.estimated_speed, worker.speed)
                && same(worker.estimated_latency, worker.latency)
        });
        let fitting = all(|worker, target| same(worker.first_chunk(target), worker.speed * target));
        Ok(Self {
            exact,
            fitting,
            constant: Theory::of(
                &settings(parameters, Scheduler::As4dr),
                core::slice::from_ref(&known),
            )
            .is_constant(),
            latent: workers.iter().any(|worker| worker.latency > 0.0),
            ring: is_ring(parameters, workers.len()),
            correction: match latencies.fold(0.0, f64::max) {
                _ if rounds < 2.0 => {
                    word!(
                        "The stream lasts less than two rounds, in which AS4DR corrects hardly a chunk"
                    )
                }
                _ if parameters.relaxation != 1.0 => {
                    word!("AS4DR measures every round and corrects the next chunk in part")
                }
                _ if !spaced => word!(
                    "AS4DR measures every round and corrects the next chunk, but keeps the spacings of the wrong first chunks, which take longer than a round"
                ),
                share if exact && fitting && once && share <= QUICK => word!(
                    "AS4DR measures its first round and corrects the next chunk, so that a wrong estimate costs one round"
                ),
                _ => word!("AS4DR measures every round and corrects the next chunk"),
            },
        })
    }
}

/// Whether the spacings that AS4DR keeps fit into a round in all runs with this inaccuracy.
fn keeps_round(parameters: &Parameters, inaccuracy: f64) -> Result<bool, Error> {
    let worst = Parameters {
        inaccuracy,
        ..parameters.clone()
    };
    for run in 0..parameters.runs {
        let experiment = Experiment::of(&worst, Scheduler::As4dr, run)?;
        if !experiment.settings.keeps_first_spacings() {
            return Ok(true);
        }
        let theory = Theory::of(&experiment.settings, &experiment.clusters);
        if theory.turns().iter().any(|sum| *sum > parameters.target) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn headline(beliefs: &Beliefs, first: &Pair, last: &Pair) -> String {
    let by = percent(last.adaptive.value, 0);
    match beliefs.exact {
        true => say!(
            "With speeds misjudged by {by}, {}",
            contest::changed(first, last, word!("exact estimates"))
        ),
        false => say!(
            "With an inaccuracy of {by}, {}",
            contest::changed(first, last, word!("an inaccuracy of 0"))
        ),
    }
}

fn why(parameters: &Parameters, beliefs: &Beliefs, last: &Pair) -> String {
    let correction = beliefs.correction;
    let first = say!("{correction}. BS keeps its chunks");
    let by = percent(last.adaptive.value, 0);
    if !beliefs.constant {
        return varying(parameters, &first, last);
    }
    if !beliefs.fitting {
        return match beliefs.latent {
            true => say!(
                "{first}: one that is too large takes longer than a round should, one that is too small spends a larger share of its round in latencies."
            ),
            false => say!(
                "{first}: one that is too large takes longer than a round should, one that is too small takes less."
            ),
        };
    }
    let starved = last.baseline.mean(|ran| ran.starvation).0;
    let starves = starved >= STARVING;
    let starved = rough_percent(starved);
    let (worst, target) = (
        seconds((1.0 + last.adaptive.value) * parameters.target),
        seconds(parameters.target),
    );
    match (beliefs.ring, parameters.signs) {
        (_, Signs::Under) => match (beliefs.latent, starves) {
            (true, false) => say!(
                "{first}, all of them too small by {by}, so that latencies take a larger share of each round."
            ),
            (true, true) => say!(
                "{first}, all of them too small by {by}, so that latencies take a larger share of each round; processors starve {starved} of the time."
            ),
            (false, true) => say!(
                "{first}, all of them too small by {by}: processors starve {starved} of the time."
            ),
            (false, false) => say!("{first}, all of them too small by {by}."),
        },
        (_, Signs::Over) if starves => say!(
            "{first}, all of them too large by {by}: every worker needs at least {worst} for a round instead of {target}, and processors starve {starved} of the time."
        ),
        (true, Signs::Over) => say!(
            "{first}, all of them too large by {by}: every worker needs at least {worst} for a round instead of {target}, and hardly waits for another."
        ),
        (false, Signs::Over) => say!(
            "{first}, all of them too large by {by}: every worker needs at least {worst} for a round instead of {target}."
        ),
        (true, _) => say!(
            "{first}: in a ring of several workers a worker whose speed is overestimated by {by} needs at least {worst} for a round instead of {target}, \
             and the others wait for it."
        ),
        (false, _) => say!("{first}, too large ones and too small ones."),
    }
}

/// The reason where speeds vary: a chunk that is too large for one speed may be too small for the next.
fn varying(parameters: &Parameters, first: &str, last: &Pair) -> String {
    let takes = last.baseline.mean(|ran| ran.sigma).0;
    match takes.is_finite() {
        true => say!(
            "{first}, though speeds vary, too: computing one takes {} on average instead of {}.",
            seconds(takes),
            seconds(parameters.target)
        ),
        false => say!("{first}, though speeds vary, too."),
    }
}

fn efficiency(contest: &Contest) -> Chart {
    let mut chart = contest.efficiency(
        word!("How much do misjudged speeds cost?"),
        Axis::number(word!("inaccuracy ι")),
    );
    let theory = contest
        .adaptive
        .iter()
        .map(|cell| Point::new(cell.value, 1.0 / (1.0 + cell.value)));
    chart.series.push(Series::line("1/(1 + ι)", theory, false));
    chart
}

fn ratio(contest: &Contest) -> Chart {
    let theory = contest
        .adaptive
        .iter()
        .map(|cell| Point::new(cell.value, 1.0 + cell.value));
    Chart::new(
        "ratio",
        word!("How many times better does AS4DR use the processors?"),
        Axis::number(word!("inaccuracy ι")),
        Axis::number(word!("AS4DR over BS")),
        vec![contest.ratio(), Series::line("1 + ι", theory, false)],
    )
}

fn deviation(parameters: &Parameters, contest: &Contest) -> Chart {
    let mut chart = contest.deviation(
        word!("How unlike are the rounds?"),
        Axis::number(word!("inaccuracy ι")),
    );
    let theory = contest
        .adaptive
        .iter()
        .map(|cell| Point::new(cell.value, ms(cell.value * parameters.target)));
    chart.series.push(Series::line("ι τ", theory, false));
    chart
}

fn one_worker(
    parameters: &Parameters,
    number: u32,
    [adaptive, baseline]: &[Vec<Turn>; 2],
) -> [Chart; 2] {
    let rounds = || Axis::count(word!("round"));
    let points = |turns: &[Turn], of: fn(&Turn) -> f64| -> Vec<Point> {
        let numbered = (0_u32..).zip(turns);
        numbered
            .map(|(round, turn)| Point::new(round.into(), of(turn)))
            .collect()
    };
    let both = |of: fn(&Turn) -> f64| {
        vec![
            Series::line(word!("AS4DR"), points(adaptive, of), true),
            Series::line(word!("BS"), points(baseline, of), false),
        ]
    };
    let sigma = Chart::new(
        "course_sigma",
        &say!("How long are the first rounds of worker {number}?"),
        rounds(),
        Axis::time("σ"),
        both(|turn| ms(turn.sigma)),
    )
    .beside(Side::Y, ms(parameters.target), word!("target τ"));
    let efficiency = Chart::new(
        "course_efficiency",
        &say!("How busy is worker {number} in them?"),
        rounds(),
        Axis::share(word!("time spent computing")),
        both(|turn| turn.efficiency),
    );
    [sigma, efficiency]
}

fn numbers(contest: &Contest) -> Table {
    let rows = contest.pairs().map(|(adaptive, baseline)| {
        let [as4dr, bs, over] = contest::uses(adaptive, baseline);
        let [sigma, sigma_bs, deviation, deviation_bs] = contest::sigmas(adaptive, baseline);
        let deviations = adaptive.mean(|ran| ran.deviation).0;
        let ratio = if deviations > 0.0 {
            Cell::mean(
                "deviations",
                baseline.over(adaptive, |ran| ran.deviation),
                Unit::One,
            )
        } else {
            Cell::Number(f64::NAN)
        };
        [
            Cell::words(format!("ι = {}", fixed(adaptive.value, 2))),
            as4dr,
            bs,
            over,
            Cell::Number(1.0 + adaptive.value),
            sigma,
            sigma_bs,
            deviation,
            deviation_bs,
            ratio,
        ]
    });
    Table::new(
        "inaccuracies",
        word!("All inaccuracies of table 2"),
        [
            word!("Inaccuracy"),
            word!("In use, AS4DR"),
            word!("In use, BS"),
            word!("AS4DR over BS"),
            "1 + ι",
            word!("Mean σ, AS4DR"),
            word!("Mean σ, BS"),
            word!("Deviation of σ, AS4DR"),
            word!("Deviation of σ, BS"),
            word!("Deviation of σ, BS over AS4DR"),
        ],
        rows,
    )
}

fn notes(parameters: &Parameters) -> Vec<String> {
    let drawn = match parameters.signs {
        Signs::Under | Signs::Over => word!("what is left to chance"),
        Signs::Free | Signs::Balanced => word!("who is believed to be too fast and who too slow"),
    };
    let mut notes = vec![
        say!(
            "{} {drawn}; AS4DR and BS meet the same draws. Intervals are at 95 %; ratios are formed run by run.",
            super::draws(parameters)
        ),
        word!("Processors in use (CPU_eff, equation 16) is all time but starvation and the latencies of computing; waiting for the first chunk counts as \
         starvation here.")
            .into(),
        word!("1/(1 + ι) is what BS would have without latencies, with as many workers judged too fast as too slow: those at 1 − ι compute for the share \
         (1 − ι)/(1 + ι) of a turn, the others all the time (own derivation).")
            .into(),
    ];
    notes.extend(super::untested::inaccuracy().map(str::to_owned));
    notes
}
