//! Which workers serve which stream? (Millot and Parrot 2016, section 6, equations 20 to 23, figure 24.)

mod turn;

use report::chart::{Axis, Bar, Point, Series, Side};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::{Chart, Figure, Observer, Report, Sample, Table};

use super::draw::{
    amount, beside, chart, count, line, ms, percent, seconds, share, table, text, time, time_axis,
    whole,
};
use crate::experiment::platform;
use crate::parameters::Variation;
use crate::selection::{Method, Selection};
use crate::settings::{Settings, Stream};
use crate::study::served::{Served, served};
use crate::{Error, Parameters, Platform, Worker};

/// How many workers the table of workers lists.
const LISTED: usize = 100;

pub(super) fn outcome(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    let constant = Parameters {
        variation: Variation::Constant,
        ..parameters.clone()
    };
    let all = platform(&constant, 0)?;
    let settings = Settings::as4dr(parameters.target);
    let stream = Stream::until(parameters.horizon);
    let most = parameters.streams as usize;
    let served = served(&all, &settings, &stream, most, observer)?;
    let last = served.last().ok_or(Error::Empty)?;
    let workers = all.workers();
    let simulated = last
        .together
        .as_ref()
        .map_or(f64::NAN, |together| together.throughput());
    let report = Report {
        headline: headline(parameters, last, workers),
        why: why(parameters, &served, workers, simulated),
        figures: figures(&served, workers, simulated),
        charts: vec![
            throughput(&served),
            selected(&served, workers),
            loads(parameters, &last.selection),
        ],
        tables: vec![
            by_streams(&served),
            clusters(last, workers),
            members(&last.selection, &all, parameters.target),
        ],
        notes: notes(parameters, &last.selection),
        schedule: Some(turn::turn(parameters, &last.selection, workers)?),
        traces: None,
        offers: Vec::new(),
        claims: Vec::new(),
    };
    let sample = |key, name, less_is_better, unit, value| Sample {
        key,
        name,
        less_is_better,
        unit,
        values: vec![value],
    };
    let samples = vec![
        sample(
            "gap",
            "Gap to the bound",
            true,
            Unit::Share,
            last.selection.gap(),
        ),
        sample(
            "throughput",
            "Throughput by formula (load/s)",
            false,
            Unit::One,
            last.selection.throughput,
        ),
        sample(
            "simulated",
            "Throughput, simulated (load/s)",
            false,
            Unit::One,
            simulated,
        ),
    ];
    Ok((report, samples))
}

fn headline(parameters: &Parameters, last: &Served, workers: &[Worker]) -> String {
    let selection = &last.selection;
    if selection.clusters.is_empty() {
        return "No worker can serve a stream: each one’s spacing takes longer than a round, or its latencies do".into();
    }
    format!(
        "{} of {} serve {}: {} {}/s",
        count(selection.workers(), "worker", "workers"),
        fixed(workers.len() as f64, 0),
        count(selection.clusters.len(), "stream", "streams"),
        amount(selection.throughput),
        super::load_unit(parameters)
    )
}

fn why(parameters: &Parameters, served: &[Served], workers: &[Worker], simulated: f64) -> String {
    let Some(last) = served
        .last()
        .filter(|last| !last.selection.clusters.is_empty())
    else {
        return "A longer target, or faster links, would make room.".into();
    };
    let (selection, unit) = (&last.selection, super::load_unit(parameters));
    let enough = served
        .iter()
        .find(|one| one.selection.workers() == workers.len());
    let room = match enough {
        Some(one) => format!(
            "{}, so that this is all that can be had with rounds of {}.",
            hold(one.selection.clusters.len()),
            time(parameters.target)
        ),
        None => format!(
            "A round of {} has room for the spacings of so many workers only; those that process most for the room they take are chosen.",
            time(parameters.target)
        ),
    };
    let certain = match selection.method {
        _ if !selection.proved => format!(
            "No selection can yield more than {} {unit}/s, {} more.",
            amount(selection.bound),
            percent(selection.gap(), 4)
        ),
        Method::Everything => String::new(),
        Method::EqualWeights => {
            "All take the same room, so that the fastest are the best: proved.".into()
        }
        _ => "No selection yields more: proved.".into(),
    };
    let found = format!(
        "Simulated together the streams process {} {unit}/s, {} of the formula.",
        amount(simulated),
        percent(simulated / selection.throughput, 2)
    );
    let sentences = [room.as_str(), certain.as_str(), found.as_str()];
    let said: Vec<&str> = sentences
        .into_iter()
        .filter(|one| !one.is_empty())
        .collect();
    said.join(" ")
}

/// "1 stream holds everybody", "11 streams hold everybody".
fn hold(streams: usize) -> String {
    match streams {
        1 => "One stream holds everybody".into(),
        many => format!("{many} streams hold everybody"),
    }
}

fn figures(served: &[Served], workers: &[Worker], simulated: f64) -> Vec<Figure> {
    let Some(last) = served.last() else {
        return Vec::new();
    };
    let selection = &last.selection;
    let speeds: f64 = workers.iter().map(|worker| worker.estimated_speed).sum();
    let enough = served
        .iter()
        .find(|one| one.selection.workers() == workers.len())
        .map_or(f64::NAN, |one| one.streams as f64);
    vec![
        Figure::new(
            "throughput",
            "Throughput by formula (load/s)",
            selection.throughput,
            Unit::One,
        ),
        Figure::new(
            "simulated",
            "Throughput, simulated (load/s)",
            simulated,
            Unit::One,
        )
        .beside(format!(
            "{} of the formula",
            percent(simulated / selection.throughput, 2)
        )),
        Figure::new(
            "share",
            "Of all that workers compute",
            selection.throughput / speeds,
            Unit::Share,
        ),
        Figure::new(
            "selected",
            "Workers selected",
            selection.workers() as f64,
            Unit::Count,
        )
        .beside(format!("of {}", workers.len())),
        Figure::new("gap", "Gap to the bound", selection.gap(), Unit::Share).beside(
            if selection.proved {
                "proved"
            } else {
                "not proved"
            },
        ),
        Figure::new("enough", "Streams that hold everybody", enough, Unit::Count).beside(
            if enough.is_nan() {
                "not reached"
            } else {
                "at least"
            },
        ),
    ]
}

fn streams_axis() -> Axis {
    Axis::new("streams M", Unit::Count)
}

fn throughput(served: &[Served]) -> Chart {
    let points = |of: fn(&Served) -> f64| -> Vec<Point> {
        served
            .iter()
            .map(|one| Point::new(one.streams as f64, of(one)))
            .collect()
    };
    let simulated = |one: &Served| {
        one.together
            .as_ref()
            .map_or(f64::NAN, |together| together.throughput())
    };
    chart(
        "streams",
        "How much do more streams process?",
        streams_axis(),
        Axis::new("load per second", Unit::One),
        vec![
            line(
                "no selection yields more",
                points(|one| one.selection.bound),
                false,
            ),
            line("simulated", points(simulated), false),
            line("by formula", points(|one| one.selection.throughput), true),
        ],
    )
}

fn selected(served: &[Served], workers: &[Worker]) -> Chart {
    let points = served
        .iter()
        .map(|one| Point::new(one.streams as f64, one.selection.workers() as f64));
    let mut chart = chart(
        "selected",
        "How many workers serve them?",
        streams_axis(),
        Axis::new("workers", Unit::Count),
        vec![line("selected", points, true)],
    );
    chart
        .references
        .push(beside(Side::Y, workers.len() as f64, "all"));
    chart
}

fn loads(parameters: &Parameters, selection: &Selection) -> Chart {
    let numbered = || (1_u32..).map(f64::from);
    let points = |of: &[f64]| -> Vec<Point> {
        numbered()
            .zip(of)
            .map(|(number, load)| Point::new(number, ms(*load)))
            .collect()
    };
    let mut chart = match selection.clusters.len() {
        1 => {
            let bar = |label: &str, of: &[f64], main| Bar {
                label: label.into(),
                value: ms(of.iter().sum()),
                interval: None,
                main,
            };
            chart(
                "loads",
                "How full is the round?",
                Axis::new("spacings", Unit::One),
                time_axis("spacings"),
                vec![Series::Bars {
                    bars: vec![
                        bar("as weighed", &selection.loads, true),
                        bar("in the ring", &selection.spacings, false),
                    ],
                }],
            )
        }
        _ => chart(
            "loads",
            "How full are the rounds?",
            Axis::new("cluster", Unit::Count),
            time_axis("spacings"),
            vec![
                line("as weighed", points(&selection.loads), true),
                line("in the ring", points(&selection.spacings), false),
            ],
        ),
    };
    chart
        .references
        .push(beside(Side::Y, ms(parameters.target), "target τ"));
    chart
}

fn by_streams(served: &[Served]) -> Table {
    let rows = served.iter().map(|one| {
        let selection = &one.selection;
        let simulated = one
            .together
            .as_ref()
            .map_or(f64::NAN, |together| together.throughput());
        [
            text(format!("M = {}", one.streams)),
            whole(selection.workers()),
            Cell::Number(selection.throughput),
            Cell::Number(selection.bound),
            share(selection.gap()),
            text(how(selection)),
            Cell::Number(simulated),
            share(
                one.together
                    .as_ref()
                    .map_or(f64::NAN, |together| together.efficiency()),
            ),
        ]
    });
    table(
        "streams",
        "One stream after the other",
        [
            "Streams",
            "Workers",
            "Throughput by formula (load/s)",
            "Bound (load/s)",
            "Gap",
            "Found by",
            "Throughput, simulated (load/s)",
            "Processors in use, simulated",
        ],
        rows,
    )
}

fn how(selection: &Selection) -> &'static str {
    match selection.method {
        Method::Nothing => "nothing fits",
        Method::Everything => "all fit",
        Method::EqualWeights => "equal weights: proved",
        Method::Subsets => "all subsets: proved",
        Method::Heuristic => "heuristic, reaches the bound: proved",
        Method::Search if selection.proved => "branch and bound: proved",
        Method::Search => "branch and bound, stopped",
    }
}

fn clusters(last: &Served, workers: &[Worker]) -> Table {
    let selection = &last.selection;
    let outcomes = last.together.iter().flat_map(|together| &together.clusters);
    let members = selection
        .clusters
        .iter()
        .zip(&selection.loads)
        .zip(&selection.spacings);
    let rows = members.zip(outcomes).enumerate();
    let rows = rows.map(|(number, (((cluster, load), spacing), outcome))| {
        let speeds = cluster
            .iter()
            .filter_map(|place| workers.get(*place))
            .map(|one| one.speed);
        [
            text(format!("cluster {}", number + 1)),
            whole(cluster.len()),
            seconds(*load),
            seconds(*spacing),
            Cell::Number(speeds.sum()),
            Cell::Number(outcome.throughput()),
            share(outcome.efficiency()),
            whole((outcome.sending.events + outcome.returning.events) as usize),
        ]
    });
    table(
        "clusters",
        "The clusters, simulated together",
        [
            "Cluster",
            "Workers",
            "Spacings, as weighed",
            "Spacings, in the ring",
            "Speeds (load/s)",
            "Throughput, simulated (load/s)",
            "Processors in use",
            "Transfers that waited",
        ],
        rows,
    )
}

fn members(selection: &Selection, all: &Platform, target: f64) -> Table {
    let workers = all.workers();
    let weighed = crate::selection::weights::weigh(workers, target);
    let rows = workers.iter().zip(weighed).enumerate().take(LISTED);
    let rows = rows.map(|(place, (worker, weighed))| {
        [
            text(&*worker.name),
            whole(place + 1),
            text(
                cluster_of(selection, place)
                    .map_or_else(|| "–".to_owned(), |cluster| (cluster + 1).to_string()),
            ),
            Cell::Number(weighed.throughput),
            seconds(weighed.weight),
            Cell::Number(weighed.throughput / weighed.weight),
        ]
    });
    table(
        "workers",
        "Who serves which stream",
        [
            "Worker",
            "Number",
            "Cluster",
            "Throughput (load/s)",
            "Weight: spacing in the worst ring",
            "Throughput for its room",
        ],
        rows,
    )
}

/// The cluster of the worker at this place, from 0.
fn cluster_of(selection: &Selection, place: usize) -> Option<usize> {
    selection
        .clusters
        .iter()
        .position(|cluster| cluster.contains(&place))
}

fn notes(parameters: &Parameters, selection: &Selection) -> Vec<String> {
    let mut notes = vec![
        "The picture shows one turn of each cluster: a span for each worker, as long as the spacing before it, the rest of the round left free. The number \
         on a span is the worker’s, from the first of the platform; point at it to hear of the worker."
            .into(),
        "A 0/1 multiple knapsack problem (equations 20 to 23): workers weigh their spacing in the worst ring, clusters hold τ. The document solves it with \
         Pisinger’s MULKNAP; ours, after it, proves what it can and gives a bound for the rest."
            .into(),
        format!(
            "Each stream is simulated for {} under AS4DR in a ring; the formula leaves out the start, during which workers wait for their \
             first chunks.",
            time(parameters.horizon)
        ),
        "Weights use the longest sending and return of all workers, so that one slow link makes everybody heavy; rings really need what the second line \
         shows."
            .into(),
    ];
    if parameters.inaccuracy > 0.0 || parameters.estimate_factor != 1.0 {
        notes.push(
            "Who is selected, and the formula, follow what is believed of the workers; the simulation has what they can do.".into(),
        );
    }
    if selection
        .spacings
        .iter()
        .zip(&selection.loads)
        .any(|(ring, weighed)| *ring < 0.9 * weighed)
    {
        notes.push("Here rings need over a tenth less than their weights: a selection that knew the rings’ order could hold more.".into());
    }
    notes
}
