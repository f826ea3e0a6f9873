//! The best duration of rounds (Millot and Parrot 2016, sections 2 and 6, propositions 2 and 5, figures 26 and 27).

use report::chart::{Axis, Point, Series, Side};
use report::figure::Unit;
use report::number::{fixed, ms, short};
use report::table::Cell;
use report::words::{count, list, seconds};
use report::{Chart, Figure, Layout, Observer, Passes, Report, Sample, Table};
use words::{say, word};

use super::contest::{self, Contest, Pair, RIVALS, used};
use super::{almost, name};
use crate::experiment::{Experiment, clusters, platform, settings};
use crate::formulas::efficiency::{efficiency_limit, optimal_target};
use crate::parameters::{Scheduler, Variation};
use crate::settings::{Order, Ports};
use crate::study::campaign::{Cell as Runs, campaign, simulations};
use crate::study::feeding::{Feeding, feeding};
use crate::study::targets::{MOST, experiment, latencies, least_target, targets};
use crate::study::turns::{Turned, turns};
use crate::theory::Theory;
use crate::{Error, Parameters, Platform, Worker};

/// The target for which shares θ are chosen, where the scenario does not set them, as a share of the duration.
const MIDDLE: f64 = 0.02;

/// The number of times that the shortest target is sought again with the shares θ chosen for it.
const STEPS: u32 = 20;

/// The number of shares θ in the map of starvation.
const SHARES: u32 = 19;

/// The outcome of a campaign over targets.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    asked: Platform,
    contest: Contest,
    /// The pair with the best target for AS4DR's use of the processors.
    best: Pair,
    /// The efficiency by formula, against targets in ms.
    modelled: Vec<Point>,
    /// The name of the worker with displayed feeding.
    who: String,
    fed: Feeding,
    ring: Ring,
    /// √(4fT), s, where it is the best target.
    optimum: Option<f64>,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, Error> {
    let middle = Parameters {
        target: MIDDLE * parameters.horizon,
        ..parameters.clone()
    };
    let asked = platform(&middle, 0)?;
    let targets = targets(parameters, &asked)?;
    let mut of = |target, scheduler, run| experiment(parameters, target, scheduler, run);
    let all = simulations(&targets, &RIVALS, parameters.runs);
    let clusters = asked.clusters(parameters.clusters as usize).len();
    let (fed, turned) = (u64::from(SHARES), (targets.len() * clusters) as u64);
    let mut passes = Passes::new(observer, all + fed + turned);
    let curves = campaign(
        &targets,
        &RIVALS,
        parameters.runs,
        &mut of,
        &mut passes.next(all),
    )?;
    let contest = Contest::of(curves);
    let modelled = targets
        .iter()
        .map(|target| {
            let efficiency = model(&of(*target, Scheduler::As4dr, 0)?);
            Ok(Point::new(ms(*target), efficiency))
        })
        .collect::<Result<Vec<_>, Error>>()?;
    let by_use = |a: &(&Runs, &Runs), b: &(&Runs, &Runs)| used(a.0).total_cmp(&used(b.0));
    let best = contest.pick(|pairs| pairs.into_iter().max_by(by_use))?;
    let place = (parameters.first_worker as usize - 1).min(asked.workers().len() - 1);
    let worker = asked.workers().get(place).ok_or(Error::Empty)?;
    let shares = (1..=SHARES).map(|step| f64::from(step) / f64::from(SHARES + 1));
    let fed = feeding(
        worker,
        targets.clone(),
        shares.collect(),
        &mut passes.next(fed),
    )?;
    let ring = Ring::of(
        parameters,
        middle.target,
        &targets,
        &mut passes.next(turned),
    )?;
    Ok(Findings {
        parameters,
        optimum: optimum(parameters, &asked)?,
        best,
        contest,
        modelled,
        who: name(asked.workers(), place),
        asked,
        fed,
        ring,
    })
}

/// √(4fT), s, where it is the best target: so many workers fill a round, with the spacings of equation 13, that the start takes half
/// a round on average, and afterwards nothing is lost but latencies. Without latencies the shorter the rounds, the better.
fn optimum(parameters: &Parameters, asked: &Platform) -> Result<Option<f64>, Error> {
    /// The fewest workers whose mean wait for the first chunk is about half a round.
    const MANY: f64 = 10.0;
    let latency = asked.workers().first().map_or(0.0, |one| one.latency);
    let target = optimal_target(latency, parameters.horizon);
    if !parameters.filled || latency <= 0.0 || target >= parameters.horizon {
        return Ok(None);
    }
    let experiment = experiment(parameters, target, Scheduler::As4dr, 0)?;
    let theory = Theory::of(&experiment.settings, &experiment.clusters);
    let members = theory.workers().count() as f64;
    let holds = experiment.settings.keeps_first_spacings()
        && theory.settles()
        && theory.feeds()
        && theory.is_exact()
        && (MANY..MOST).contains(&members);
    Ok(holds.then_some(target))
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self {
            parameters,
            asked,
            contest,
            best,
            modelled,
            who,
            fed,
            ring,
            optimum,
        } = self;
        Report {
            layout: Layout::charts(&["efficiency"]),
            headline: headline(contest, &best.adaptive),
            why: why(parameters, asked, contest, &best.adaptive),
            figures: figures(best, asked, ring, *optimum, parameters.filled),
            charts: vec![
                efficiency(contest, modelled, *optimum),
                period(ring, parameters.filled),
                window(fed, parameters.theta, who),
                starvation(fed, who),
            ],
            tables: vec![numbers(contest, ring, fed, parameters.filled)],
            notes: notes(
                parameters,
                who,
                ring,
                asked.workers().len(),
                optimum.is_some(),
            ),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        contest::samples(&self.best)
    }
}

fn headline(contest: &Contest, best: &Runs) -> String {
    /// The most targets that are named; more are counted.
    const NAMED: usize = 4;
    let use_of = almost(used(best), 1);
    let tied = contest::tied(best, &contest.adaptive);
    let mut values: Vec<f64> = tied.iter().map(|cell| cell.value).collect();
    schedule::sort::by(&mut values, f64::total_cmp);
    let all = contest.adaptive.len();
    if all == 1 {
        return say!(
            "Rounds of {} use the processors {use_of} of the time",
            seconds(best.value)
        );
    }
    let (run, difference) = match best.runs.len() {
        1 => (word!(" in the only run"), word!("no difference")),
        _ => ("", word!("no clear difference")),
    };
    match values.len() {
        1 => say!(
            "Rounds of {} use the processors best{run}: {use_of} of the time, the most of {all} targets",
            seconds(best.value)
        ),
        some if some <= NAMED => say!(
            "Rounds of {} use the processors best{run}, with {difference} among them: {use_of} of the time at {}",
            list(
                &values
                    .iter()
                    .map(|value| seconds(*value))
                    .collect::<Vec<_>>()
            ),
            seconds(best.value)
        ),
        some if some == all => say!(
            "All {all} targets use the processors about equally{run}, with {difference} among them: {use_of} of the time at {}",
            seconds(best.value)
        ),
        some => say!(
            "{some} of {all} targets use the processors best{run}, with {difference} among them: {use_of} of the time at {}",
            seconds(best.value)
        ),
    }
}

/// The rings of all clusters with each target, before rounds are filled: the longest spacings and the longest turn.
struct Ring {
    turned: Vec<Turned>,
    /// Whether the spacings of equation 13 are kept in every round.
    spaced: bool,
    /// The least target that holds all spacings, s; none where no target does, or where they are not kept.
    least: Option<f64>,
}

impl Ring {
    fn of(
        parameters: &Parameters,
        asked: f64,
        targets: &[f64],
        observer: &mut dyn Observer,
    ) -> Result<Self, Error> {
        // Shares θ that the scenario does not set are chosen for each target, as in simulated streams.
        let rings = |target: f64| -> Result<Vec<Platform>, Error> {
            let changed = Parameters {
                target,
                variation: Variation::Constant,
                ..parameters.clone()
            };
            clusters(&changed, 0)
        };
        let mut all = Vec::new();
        for target in targets {
            all.extend(rings(*target)?.into_iter().map(|ring| (*target, ring)));
        }
        let settings = settings(parameters, Scheduler::As4dr);
        let spaced = settings.keeps_first_spacings();
        let fits = |rings: &[Platform]| least_target(rings).filter(|_| spaced);
        let mut least = fits(&rings(asked)?);
        for _ in 0..STEPS {
            let Some(target) = least.filter(|target| *target > 0.0) else {
                break;
            };
            least = fits(&rings(target)?);
            if least.is_some_and(|least| (least - target).abs() <= 1e-12 * target) {
                break;
            }
        }
        let turned = turns(&all, &settings, observer)?;
        Ok(Self {
            turned: turned
                .chunk_by(|one, other| one.target == other.target)
                .filter_map(|clusters| clusters.iter().copied().reduce(longest))
                .collect(),
            spaced,
            least,
        })
    }
}

/// The longer spacings and the longer turn of two rings with the same target.
fn longest(one: Turned, other: Turned) -> Turned {
    Turned {
        target: one.target,
        spacings: one.spacings.max(other.spacings),
        period: one.period.max(other.period),
    }
}

/// The share of time left after latencies and the wait for the first chunks, with constant speeds and exact estimates.
fn model(experiment: &Experiment) -> f64 {
    let target = experiment.settings.target;
    let horizon = experiment.stream.horizon;
    let (mut waited, mut workers, mut latencies) = (0.0, 0.0, Vec::new());
    for cluster in &experiment.clusters {
        let mut sent = 0.0;
        let mut before: Option<&Worker> = None;
        let spacings = experiment.settings.spacings(cluster);
        for (worker, spacing) in cluster.workers().iter().zip(spacings) {
            sent += match (before, experiment.settings.ports) {
                // One port sends one chunk after the other, however short the spacing is.
                (Some(before), Ports::One) => {
                    spacing.max(before.sending(before.first_chunk(target)))
                }
                _ => 0.0,
            };
            let [first, _] = worker.sending_parts(worker.first_chunk(target));
            waited += (sent + first).min(horizon);
            workers += 1.0;
            latencies.push(worker.latency);
            before = Some(worker);
        }
    }
    (efficiency_limit(&latencies, target) - waited / (workers * horizon)).max(0.0)
}

/// The costs of short rounds and of long ones.
fn costs(parameters: &Parameters, asked: &Platform) -> String {
    let short = match latencies(asked.workers()) {
        0.0 => word!("Computing has no latencies that short rounds would pay more often"),
        _ => word!("Short rounds pay the latencies of computing more often"),
    };
    let long = match parameters.variation {
        Variation::Constant => word!("long ones let workers wait longer for their first chunks"),
        _ => word!(
            "long ones let workers wait longer for their first chunks and follow varying speeds later"
        ),
    };
    say!("{short}; {long}.")
}

fn why(parameters: &Parameters, asked: &Platform, contest: &Contest, best: &Runs) -> String {
    let ends = contest.adaptive.first().zip(contest.adaptive.last());
    let ends = ends.filter(|(shortest, longest)| shortest.value < longest.value);
    let ends = ends.map_or_else(String::new, |(shortest, longest)| {
        say!(
            " Processors are in use {1} of the time with rounds of {0}, {3} with {2}.",
            seconds(shortest.value),
            almost(used(shortest), 1),
            seconds(longest.value),
            almost(used(longest), 1)
        )
    });
    let reasons = costs(parameters, asked);
    let longest = contest
        .adaptive
        .last()
        .is_some_and(|last| last.value == best.value);
    let same = match best.runs.len() {
        _ if !longest || contest.adaptive.len() == 1 => "",
        1 => word!(
            " The best target in the only run is the longest one tried: a longer one may be better still."
        ),
        _ => word!(" The best target is the longest one tried: a longer one may be better still."),
    };
    format!("{reasons}{ends}{same}")
}

fn figures(
    best: &Pair,
    asked: &Platform,
    ring: &Ring,
    optimum: Option<f64>,
    filled: bool,
) -> Vec<Figure> {
    let time = |key: &str, name: &str, value: f64| Figure::time(key, name, ms(value));
    let mut out = vec![
        time(
            "target",
            word!("Best target of those tried"),
            best.adaptive.value,
        ),
        Figure::mean(
            "efficiency",
            word!("Processors in use, AS4DR"),
            best.adaptive.mean(|ran| ran.efficiency),
            Unit::Share,
        ),
        Figure::mean(
            "efficiency_bs",
            word!("Processors in use, BS"),
            best.baseline.mean(|ran| ran.efficiency),
            Unit::Share,
        ),
        time(
            "least",
            match filled {
                true => word!("Smallest target that holds the spacings before filling"),
                false => word!("Smallest target that holds all spacings"),
            },
            ring.least.unwrap_or(f64::NAN),
        )
        .beside(match (ring.spaced, ring.least) {
            (false, _) => word!("no spacings by equation 13"),
            (true, Some(_)) => word!("by equation 15"),
            (true, None) => word!("there is none"),
        }),
        time(
            "latencies",
            word!("Longest latencies of a round, 2f"),
            latencies(asked.workers()),
        ),
    ];
    if let Some(optimum) = optimum {
        out.push(
            time("optimum", "√(4fT)", optimum).beside(word!("best where a ring fills its rounds")),
        );
    }
    out
}

fn target_axis() -> Axis {
    Axis::time(word!("target τ")).logarithmic()
}

fn efficiency(contest: &Contest, modelled: &[Point], optimum: Option<f64>) -> Chart {
    let mut chart = contest.efficiency(word!("How long should rounds be?"), target_axis());
    chart.series.push(Series::line(
        word!("constant speeds, by formula"),
        modelled.iter().copied(),
        false,
    ));
    chart.beside_any(Side::X, optimum.map(ms), word!("√(4fT)"))
}

fn period(ring: &Ring, filled: bool) -> Chart {
    let points = |of: fn(&Turned) -> f64| -> Vec<Point> {
        ring.turned
            .iter()
            .map(|one| Point::new(ms(one.target), ms(of(one))))
            .collect()
    };
    let least = ring.least.filter(|least| *least > 0.0);
    let [title, spacings] = match filled {
        true => [
            word!("Does a turn of the ring before filling take as long as it should?"),
            word!("spacings Σd before filling"),
        ],
        false => [
            word!("Does a turn of the ring take as long as it should?"),
            word!("all spacings Σd"),
        ],
    };
    Chart::new(
        "period",
        title,
        target_axis(),
        Axis::time(word!("duration")).logarithmic(),
        [
            Some(Series::line(
                word!("target"),
                points(|one| one.target),
                false,
            )),
            ring.spaced
                .then(|| Series::line(spacings, points(|one| one.spacings), false)),
            Some(Series::line(
                word!("a turn, simulated"),
                points(|one| one.period),
                true,
            )),
        ]
        .into_iter()
        .flatten()
        .collect(),
    )
    .beside_any(Side::X, least.map(ms), word!("smallest τ ≥ Σd"))
}

fn window(fed: &Feeding, theta: Option<f64>, who: &str) -> Chart {
    let points = |of: fn(crate::formulas::window::Window) -> f64| -> Vec<Point> {
        let pairs = fed.targets.iter().zip(&fed.windows);
        pairs
            .map(|(target, window)| {
                Point::new(ms(*target), window.map_or(f64::NAN, of).clamp(0.0, 1.0))
            })
            .collect()
    };
    Chart::new(
        "window",
        &say!("Which first subchunks keep {who} fed?"),
        target_axis(),
        Axis::number(word!("first subchunk θ")),
        vec![
            Series::line(word!("largest θ"), points(|window| window.high), true),
            Series::line(word!("smallest θ"), points(|window| window.low), true),
        ],
    )
    .beside_any(Side::Y, theta, word!("θ as set"))
}

fn starvation(fed: &Feeding, who: &str) -> Chart {
    let row = |(share, starved): (&f64, &Vec<f64>)| (fixed(*share, 2), starved.clone());
    Chart::new(
        "starvation",
        &say!("And how long does {who} starve in a simulation?"),
        Axis::number(word!("target τ")),
        Axis::number(word!("first subchunk θ")),
        vec![Series::heat(
            Axis::share(word!("time starved")),
            fed.targets.iter().map(|target| seconds(*target)),
            fed.shares.iter().zip(&fed.starved).rev().map(row),
            None,
        )],
    )
}

fn numbers(contest: &Contest, ring: &Ring, fed: &Feeding, filled: bool) -> Table {
    let cells = contest.pairs().zip(&ring.turned).zip(&fed.windows);
    let rows = cells.map(|(((adaptive, baseline), turned), window)| {
        let [as4dr, bs, _] = contest::uses(adaptive, baseline);
        let edge = |of: fn(&crate::formulas::window::Window) -> f64| {
            Cell::Number(window.as_ref().map_or(f64::NAN, of))
        };
        [
            Cell::words(format!("τ = {} s", short(adaptive.value))),
            as4dr,
            bs,
            Cell::seconds(if ring.spaced {
                turned.spacings
            } else {
                f64::NAN
            }),
            Cell::seconds(turned.period),
            edge(|window| window.low),
            edge(|window| window.high),
        ]
    });
    let [spacings, turn] = match filled {
        true => [
            word!("Spacings Σd before filling"),
            word!("A turn before filling, simulated"),
        ],
        false => [word!("All spacings Σd"), word!("A turn, simulated")],
    };
    Table::new(
        "targets",
        word!("All targets that were tried"),
        [
            word!("Target"),
            word!("In use, AS4DR"),
            word!("In use, BS"),
            spacings,
            turn,
            word!("Smallest θ"),
            word!("Largest θ"),
        ],
        rows,
    )
}

fn notes(
    parameters: &Parameters,
    who: &str,
    ring: &Ring,
    workers: usize,
    optimum: bool,
) -> Vec<String> {
    let mut notes = vec![
        say!(
            "The window of θ is that of proposition 2 for {who} at its limit chunk. The map simulates this worker alone, without contention, and looks at rounds \
             12 to 23: above the window it starves in every round. Below the window, the worker starves in the first round only, which the map leaves out; it \
             starves for ever only where sending and returning take longer than computing."
        ),
        match ring.spaced && parameters.order == Order::Ring {
            true => word!("The turn of the ring is simulated with constant speeds. Where the spacings do not fit into the target, a turn takes at least Σd instead, and \
             no estimate σ shows it.")
                .into(),
            false => word!("The turn is simulated with constant speeds.").into(),
        },
    ];
    if parameters.filled {
        notes.push(
            word!("Spacings, turns of the ring, the smallest target and the longest latencies are those of the workers before rounds are filled.").into(),
        );
        let most = count(MOST as usize, word!("worker"), word!("workers"));
        notes.push(match optimum {
            true => say!(
                "For each target there are as many copies of the first worker as its spacings have room for in a round, at most {most}. Then the start takes \
                 half a round on average, so that the efficiency is 1 − 2f/τ − τ/(2T), and √(4fT) is the best target (own derivation; it explains the \
                 optimum that figure 26 shows)."
            ),
            false => say!(
                "For each target there are as many copies of the first worker as its spacings have room for in a round, at most {most}."
            ),
        });
    } else {
        notes.push(
            word!("By formula: 1 − 2f/τ, less the mean wait for the first chunk over T. Variation and wrong estimates are not in it.").into(),
        );
    }
    if parameters.clusters > 1 {
        notes.push(
            word!("Of several clusters, spacings and turn are those of the cluster where they are longest; the smallest target holds the spacings of all.").into(),
        );
    }
    if super::dynamicity::amplifies(parameters, workers) {
        notes.push(
            word!("Where all speeds of a ring fall to a tenth at different times, the ring amplifies the last bits of a speed: a speed that differs by \
             10⁻¹⁵ of itself moves short rounds by up to 2 % of the time.")
                .into(),
        );
    }
    notes
}
