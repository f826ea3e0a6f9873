//! Which workers serve which stream? (Millot and Parrot 2016, section 6, equations 20 to 23, figure 24.)

mod tables;
mod turn;

use report::chart::{Axis, Bar, Point, Series, Side};
use report::figure::Unit;
use report::number::{fixed, ms};
use report::words::{amount, count, percent, plural, seconds, sentences};
use report::{Chart, Figure, Layout, Observer, Report, Sample};
use schedule::Schedule;
use words::{say, word};

use super::{by_unit, is_misjudged, load_unit};
use crate::experiment::platform;
use crate::parameters::Variation;
use crate::selection::knapsack::{capacity, weight};
use crate::selection::weights::{Weighed, weigh};
use crate::selection::{Method, NODES_PER_SECOND, Selection, Step};
use crate::settings::{Settings, Stream};
use crate::study::served::{Served, served};
use crate::{Error, Parameters, Platform, Worker};

/// The workers selected for one stream, two, …, and their throughput.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    all: Platform,
    served: Vec<Served>,
    /// The selection for all streams of the scenario.
    last: Served,
    /// Their throughput when simulated together, u/s.
    simulated: f64,
    /// One turn of each cluster.
    turn: Schedule,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, Error> {
    let constant = Parameters {
        variation: Variation::Constant,
        ..parameters.clone()
    };
    let all = platform(&constant, 0)?;
    let settings = Settings::as4dr(parameters.target);
    let stream = Stream::until(parameters.horizon);
    let most = parameters.streams as usize;
    let effort = (parameters.time_limit * NODES_PER_SECOND) as u64;
    let served = served(&all, &settings, &stream, most, effort, observer)?;
    let last = served.last().ok_or(Error::Empty)?.clone();
    Ok(Findings {
        parameters,
        turn: turn::turn(parameters, &last.selection, all.workers())?,
        simulated: simulated(&last),
        all,
        served,
        last,
    })
}

/// The throughput of the streams when simulated together, u/s.
fn simulated(served: &Served) -> f64 {
    let together = served.together.as_ref();
    // No worker is selected, and nothing is processed.
    together.map_or(0.0, |together| together.throughput())
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self {
            parameters,
            all,
            served,
            last,
            simulated,
            turn: _,
        } = self;
        let workers = all.workers();
        Report {
            layout: Layout::charts(&["streams"]).folding(&["loads"]),
            headline: headline(parameters, last, workers),
            why: why(parameters, served, workers, *simulated),
            figures: figures(parameters, served, last, workers, *simulated),
            charts: [
                throughput(served),
                selected(served, workers),
                loads(parameters, &last.selection),
            ]
            .into_iter()
            .chain(course(&last.selection))
            .collect(),
            tables: vec![
                tables::by_streams(parameters, served),
                tables::clusters(parameters, last, workers),
                tables::members(parameters, &last.selection, all),
            ],
            notes: notes(parameters, &last.selection, workers),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let Selection { throughput, .. } = self.last.selection;
        let gap = vec![self.last.selection.gap()];
        vec![
            Sample::new(
                "simulated",
                by_unit(
                    self.parameters,
                    [
                        word!("Simulated throughput in MB/s"),
                        word!("Simulated throughput in bytes/s"),
                        word!("Simulated throughput in units/s"),
                    ],
                ),
                Unit::One,
                vec![self.simulated],
            )
            .more_is_better(),
            Sample::new(
                "throughput",
                by_unit(
                    self.parameters,
                    [
                        word!("Throughput by formula in MB/s"),
                        word!("Throughput by formula in bytes/s"),
                        word!("Throughput by formula in units/s"),
                    ],
                ),
                Unit::One,
                vec![throughput],
            )
            .more_is_better(),
            Sample::new("gap", word!("Gap to the bound"), Unit::Share, gap),
        ]
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.turn)
    }
}

/// The titles of the throughput by formula and of the simulated one.
fn throughputs(parameters: &Parameters) -> [String; 2] {
    let unit = load_unit(parameters);
    [
        say!("Throughput by formula ({unit}/s)"),
        say!("Throughput, simulated ({unit}/s)"),
    ]
}

fn headline(parameters: &Parameters, last: &Served, workers: &[Worker]) -> String {
    let selection = &last.selection;
    if selection.clusters.is_empty() {
        return word!("No worker can serve a stream: each one’s spacing takes longer than a round, or its latencies do").into();
    }
    let serve = say!(
        "{} of {} {} {}",
        count(selection.workers(), word!("worker"), word!("workers")),
        fixed(workers.len() as f64, 0),
        plural(selection.workers() as f64, word!("serves"), word!("serve")),
        count(selection.clusters.len(), word!("stream"), word!("streams")),
    );
    let (yields, unit) = (amount(selection.throughput), load_unit(parameters));
    match is_misjudged(workers) {
        true => say!("{serve}: {yields} {unit}/s, as far as is believed"),
        false => say!("{serve}: {yields} {unit}/s"),
    }
}

fn why(parameters: &Parameters, served: &[Served], workers: &[Worker], simulated: f64) -> String {
    let Some(last) = served
        .last()
        .filter(|last| !last.selection.clusters.is_empty())
    else {
        return room_for_none(workers, parameters.target).into();
    };
    let (selection, unit) = (&last.selection, load_unit(parameters));
    let enough = served
        .iter()
        .find(|one| one.selection.workers() == workers.len());
    let room = match enough {
        Some(one) if is_misjudged(workers) => say!(
            "{}, so that, by what is believed of them, no more can be had with rounds of {}.",
            hold(one.selection.clusters.len(), workers.len()),
            seconds(parameters.target)
        ),
        Some(one) => say!(
            "{}, so that this is all that can be had with rounds of {}.",
            hold(one.selection.clusters.len(), workers.len()),
            seconds(parameters.target)
        ),
        None => rest(workers, parameters.target, selection.workers()),
    };
    let certain = match selection.method {
        _ if !selection.proved => say!(
            "No selection can yield more than {} {unit}/s, {} more.",
            amount(selection.bound),
            percent(selection.bound / selection.throughput - 1.0, 4)
        ),
        Method::Everything => String::new(),
        Method::EqualWeights if selection.workers() == Rest::of(workers, parameters.target).able => {
            String::new()
        }
        Method::EqualWeights => {
            word!("All workers that could serve take the same room, so that those that process most are the best: proved.").into()
        }
        _ => word!("No selection yields more: proved.").into(),
    };
    let (processed, share) = (
        amount(simulated),
        percent(simulated / selection.throughput, 2),
    );
    let found = match selection.clusters.len() {
        1 => say!(
            "In a simulation the stream processes {processed} {unit}/s, {share} of the formula."
        ),
        _ => say!(
            "Simulated together the streams process {processed} {unit}/s, {share} of the formula."
        ),
    };
    sentences([room, certain, found])
}

/// The workers by what keeps them from serving any stream.
struct Rest {
    /// The number of those that could serve one.
    able: usize,
    /// The number of those whose latencies take a whole round.
    idle: usize,
    /// The number of the others whose spacing takes longer than a round.
    heavy: usize,
}

impl Rest {
    fn of(workers: &[Worker], target: f64) -> Self {
        let weighed = weigh(workers, target);
        let number = |so: &dyn Fn(&Weighed) -> bool| weighed.iter().filter(|one| so(one)).count();
        let light = |one: &Weighed| weight(one.weight) <= capacity(target);
        Self {
            able: number(&|one| one.throughput > 0.0 && light(one)),
            idle: number(&|one| one.throughput <= 0.0),
            heavy: number(&|one| one.throughput > 0.0 && !light(one)),
        }
    }
}

/// Why the other workers do not serve, where so many do.
fn rest(workers: &[Worker], target: f64, selected: usize) -> String {
    let Rest { able, idle, heavy } = Rest::of(workers, target);
    let tau = seconds(target);
    match selected < able {
        true if selected == 1 => say!(
            "A round of {tau} has room for the spacing of one worker only; of all selections with room the one that processes most is sought."
        ),
        true => say!(
            "A round of {tau} has room for the spacings of so many workers only; of all selections with room the one that processes most is sought."
        ),
        false => {
            let idle = match idle {
                0 => String::new(),
                1 => say!(
                    "One other worker has latencies of a whole round of {tau}, so that it would process nothing."
                ),
                some => say!(
                    "{some} other workers have latencies of a whole round of {tau}, so that they would process nothing."
                ),
            };
            let heavy = match heavy {
                0 => String::new(),
                1 => say!("One other worker has a spacing that is longer than a round of {tau}."),
                some => say!(
                    "{some} other workers have spacings that are longer than a round of {tau}."
                ),
            };
            sentences([idle, heavy])
        }
    }
}

/// The change that would let a worker serve a stream, where none can.
fn room_for_none(workers: &[Worker], target: f64) -> &'static str {
    let computes = |target: f64| {
        let mut weighed = weigh(workers, target).into_iter();
        weighed.any(|one| one.throughput > 0.0)
    };
    // A spacing is convex and piecewise linear in the target: steps of 2 % miss only short ranges of fitting targets.
    let longer = (1..1500).map(|step| target * libm::pow(1.02, f64::from(step)));
    let mut longer = longer.map(|target| (target, weigh(workers, target)));
    let makes_room = longer.any(|(target, all)| {
        let mut all = all.iter();
        all.any(|one| one.throughput > 0.0 && one.weight <= target)
    });
    match (makes_room, computes(target)) {
        (true, true) => word!("A longer target, or faster links, would make room."),
        (true, false) => word!("A longer target would make room; faster links would not."),
        (false, true) => word!("Faster links would make room; a longer target would not."),
        (false, false) => {
            word!("Neither a longer target alone nor faster links alone would make room.")
        }
    }
}

/// "One stream holds all workers", "11 streams hold all workers".
fn hold(streams: usize, workers: usize) -> String {
    match streams {
        1 if workers == 1 => word!("One stream holds the only worker").into(),
        1 => word!("One stream holds all workers").into(),
        many => say!("{many} streams hold all workers"),
    }
}

fn figures(
    parameters: &Parameters,
    served: &[Served],
    last: &Served,
    workers: &[Worker],
    simulated: f64,
) -> Vec<Figure> {
    let selection = &last.selection;
    let [formula, by_simulation] = throughputs(parameters);
    let share = match is_misjudged(workers) {
        true => word!("Of all that workers are believed to compute"),
        false => word!("Of all that workers compute"),
    };
    let speeds: f64 = workers.iter().map(|worker| worker.estimated_speed).sum();
    let enough = served
        .iter()
        .find(|one| one.selection.workers() == workers.len())
        .map_or(f64::NAN, |one| one.streams as f64);
    vec![
        Figure::number("throughput", &formula, selection.throughput),
        match Figure::number("simulated", &by_simulation, simulated) {
            // No worker is selected, and nothing is processed.
            nothing if selection.throughput == 0.0 => nothing,
            some => some.beside(say!(
                "{} of the formula",
                percent(simulated / selection.throughput, 2)
            )),
        },
        Figure::share("share", share, selection.throughput / speeds),
        Figure::count(
            "selected",
            word!("Workers selected"),
            selection.workers() as f64,
        )
        .beside(say!("of {}", fixed(workers.len() as f64, 0))),
        Figure::share("gap", word!("Gap to the bound"), selection.gap()).beside(
            if selection.proved {
                word!("proved")
            } else {
                word!("not proved")
            },
        ),
        Figure::count("enough", word!("Streams that hold all workers"), enough).beside(
            if enough.is_nan() {
                word!("not reached")
            } else {
                word!("at least")
            },
        ),
    ]
}

fn streams_axis() -> Axis {
    Axis::count(word!("streams M"))
}

fn throughput(served: &[Served]) -> Chart {
    let points = |of: fn(&Served) -> f64| -> Vec<Point> {
        served
            .iter()
            .map(|one| Point::new(one.streams as f64, of(one)))
            .collect()
    };
    Chart::new(
        "streams",
        word!("How much do more streams process?"),
        streams_axis(),
        Axis::number(word!("load per second")),
        vec![
            Series::line(
                word!("no selection yields more"),
                points(|one| one.selection.bound),
                false,
            ),
            Series::line(word!("simulated"), points(simulated), false),
            Series::line(
                word!("by formula"),
                points(|one| one.selection.throughput),
                true,
            ),
        ],
    )
}

fn selected(served: &[Served], workers: &[Worker]) -> Chart {
    let points = served
        .iter()
        .map(|one| Point::new(one.streams as f64, one.selection.workers() as f64));
    Chart::new(
        "selected",
        word!("How many workers serve them?"),
        streams_axis(),
        Axis::count(word!("workers")),
        vec![Series::line(word!("selected"), points, true)],
    )
    .beside(Side::Y, workers.len() as f64, word!("all"))
}

fn loads(parameters: &Parameters, selection: &Selection) -> Chart {
    let numbered = || (1_u32..).map(f64::from);
    let points = |of: &[f64]| -> Vec<Point> {
        numbered()
            .zip(of)
            .map(|(number, load)| Point::new(number, ms(*load)))
            .collect()
    };
    let chart = match selection.clusters.len() {
        1 => {
            let bar = |label: &str, of: &[f64], main| Bar::new(label, ms(of.iter().sum()), main);
            Chart::new(
                "loads",
                word!("How full is the round?"),
                Axis::number(word!("spacings")),
                Axis::time(word!("spacings")),
                vec![Series::bars(vec![
                    bar(word!("as weighed"), &selection.loads, true),
                    bar(word!("in the ring"), &selection.spacings, false),
                ])],
            )
        }
        _ => Chart::new(
            "loads",
            word!("How full are the rounds?"),
            Axis::count(word!("cluster")),
            Axis::time(word!("spacings")),
            vec![
                Series::line(word!("as weighed"), points(&selection.loads), true),
                Series::line(word!("in the ring"), points(&selection.spacings), false),
            ],
        ),
    };
    chart.beside(Side::Y, ms(parameters.target), word!("target τ"))
}

/// The approach of bound and throughput, where there was something to search for.
fn course(selection: &Selection) -> Option<Chart> {
    let points = |of: fn(&Step) -> f64| -> Vec<Point> {
        let steps = selection.course.iter();
        steps
            .map(|step| Point::new(step.nodes as f64 / NODES_PER_SECOND * 1000.0, of(step)))
            .collect()
    };
    (selection.course.len() > 1).then(|| {
        Chart::new(
            "course",
            word!("How soon is the selection known to be the best?"),
            Axis::time(word!("search, 10 million steps a second")),
            Axis::number(word!("load per second")),
            vec![
                Series::steps(
                    word!("no selection yields more"),
                    points(|step| step.bound),
                    false,
                ),
                Series::steps(
                    word!("best selection found"),
                    points(|step| step.value),
                    true,
                ),
            ],
        )
    })
}

/// The cluster of the worker at this place, from 0.
fn cluster_of(selection: &Selection, place: usize) -> Option<usize> {
    selection
        .clusters
        .iter()
        .position(|cluster| cluster.contains(&place))
}

fn notes(parameters: &Parameters, selection: &Selection, workers: &[Worker]) -> Vec<String> {
    let mut notes = Vec::new();
    if !selection.clusters.is_empty() {
        notes.push(
            word!("The picture shows one turn of each cluster: a span for each worker, as long as the spacing before it, the rest of the round left free. The number \
             on a span is the worker’s, from the first of the platform; point at it to hear of the worker.")
                .to_owned(),
        );
    }
    notes.extend([
        word!("A 0/1 multiple knapsack problem (equations 20 to 23): workers weigh their spacing in the worst ring, clusters hold τ. The document solves it with \
         Pisinger’s MULKNAP; ours, after it and with whole clusters as the columns of a linear program, proves as much as the time limit allows and gives a bound \
         for the rest.")
            .into(),
        say!(
            "Each stream is simulated for {} under AS4DR in a ring; the formula leaves out the start, during which workers wait for their \
             first chunks.",
            seconds(parameters.horizon)
        ),
        word!("Weights use the longest sending and return of all workers, so that one slow link makes everybody heavy; rings really need the spacings of the second \
         line.")
            .into(),
    ]);
    if is_misjudged(workers) {
        notes.push(
            word!("Who is selected, and the formula, follow what is believed of the workers; the simulation has what they can do.").into(),
        );
    }
    if selection
        .spacings
        .iter()
        .zip(&selection.loads)
        .any(|(ring, weighed)| *ring < 0.9 * weighed)
    {
        notes.push(word!("Here rings need over a tenth less than their weights: a selection that knew the rings’ order could hold more.").into());
    }
    notes
}
