//! The selections stream by stream, the clusters, and the workers.

use report::Table;
use report::table::Cell;

use super::{cluster_of, simulated};
use crate::selection::{Method, Selection};
use crate::study::served::Served;
use crate::{Platform, Worker};

/// How many workers the table of workers lists.
const LISTED: usize = 100;

pub(super) fn by_streams(served: &[Served]) -> Table {
    let rows = served.iter().map(|one| {
        let selection = &one.selection;
        [
            Cell::words(format!("M = {}", one.streams)),
            Cell::whole(selection.workers()),
            Cell::Number(selection.throughput),
            Cell::Number(selection.bound),
            Cell::share(selection.gap()),
            Cell::words(how(selection)),
            Cell::Number(simulated(one)),
            Cell::share(
                one.together
                    .as_ref()
                    .map_or(f64::NAN, |together| together.efficiency()),
            ),
        ]
    });
    Table::new(
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
        Method::Patterns => "whole clusters, reach the bound: proved",
        Method::Search if selection.proved => "branch and bound: proved",
        Method::Search => "branch and bound, stopped",
    }
}

pub(super) fn clusters(last: &Served, workers: &[Worker]) -> Table {
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
            Cell::words(format!("cluster {}", number + 1)),
            Cell::whole(cluster.len()),
            Cell::seconds(*load),
            Cell::seconds(*spacing),
            Cell::Number(speeds.sum()),
            Cell::Number(outcome.throughput()),
            Cell::share(outcome.efficiency()),
            Cell::whole((outcome.sending.events + outcome.returning.events) as usize),
        ]
    });
    Table::new(
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

pub(super) fn members(selection: &Selection, all: &Platform, target: f64) -> Table {
    let workers = all.workers();
    let weighed = crate::selection::weights::weigh(workers, target);
    let rows = workers.iter().zip(weighed).enumerate().take(LISTED);
    let rows = rows.map(|(place, (worker, weighed))| {
        [
            Cell::words(&*worker.name),
            Cell::whole(place + 1),
            Cell::words(
                cluster_of(selection, place)
                    .map_or_else(|| "–".to_owned(), |cluster| (cluster + 1).to_string()),
            ),
            Cell::Number(weighed.throughput),
            Cell::seconds(weighed.weight),
            Cell::Number(weighed.throughput / weighed.weight),
        ]
    });
    Table::new(
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
