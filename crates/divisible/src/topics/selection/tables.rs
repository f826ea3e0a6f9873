//! The selections stream by stream, the clusters, and the workers.

use report::Table;
use report::table::Cell;
use words::{say, word};

use super::{cluster_of, simulated, throughputs};
use crate::selection::{Method, Selection};
use crate::study::served::Served;
use crate::topics::load_unit;
use crate::{Parameters, Platform, Worker};

/// The most rows of the table of workers.
const LISTED: usize = 100;

pub(super) fn by_streams(parameters: &Parameters, served: &[Served]) -> Table {
    let [by_formula, by_simulation] = throughputs(parameters);
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
                    .map_or(f64::NAN, |together| together.efficiency_of_all()),
            ),
        ]
    });
    Table::new(
        "streams",
        word!("One stream after the other"),
        [
            word!("Streams").to_owned(),
            word!("Workers").to_owned(),
            by_formula,
            say!("Bound ({}/s)", load_unit(parameters)),
            word!("Gap").to_owned(),
            word!("Found by").to_owned(),
            by_simulation,
            word!("Processors in use, simulated").to_owned(),
        ],
        rows,
    )
}

fn how(selection: &Selection) -> &'static str {
    match selection.method {
        Method::Nothing => word!("nothing fits"),
        Method::Everything => word!("all fit"),
        Method::EqualWeights => word!("equal weights: proved"),
        Method::Subsets => word!("all subsets: proved"),
        Method::Heuristic => word!("heuristic, reaches the bound: proved"),
        Method::Patterns => word!("whole clusters, reach the bound: proved"),
        Method::Search if selection.proved => word!("branch and bound: proved"),
        Method::Search => word!("branch and bound, stopped"),
    }
}

pub(super) fn clusters(parameters: &Parameters, last: &Served, workers: &[Worker]) -> Table {
    let [_, by_simulation] = throughputs(parameters);
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
            Cell::words(say!("cluster {}", number + 1)),
            Cell::whole(cluster.len()),
            Cell::seconds(*load),
            Cell::seconds(*spacing),
            Cell::Number(speeds.sum()),
            Cell::Number(outcome.throughput()),
            Cell::share(outcome.efficiency_of_all()),
            Cell::whole((outcome.sending.events + outcome.returning.events) as usize),
        ]
    });
    Table::new(
        "clusters",
        word!("The clusters, simulated together"),
        [
            word!("Cluster").to_owned(),
            word!("Workers").to_owned(),
            word!("Spacings, as weighed").to_owned(),
            word!("Spacings, in the ring").to_owned(),
            say!("Speeds ({}/s)", load_unit(parameters)),
            by_simulation,
            word!("Processors in use").to_owned(),
            word!("Transfers that waited").to_owned(),
        ],
        rows,
    )
}

pub(super) fn members(parameters: &Parameters, selection: &Selection, all: &Platform) -> Table {
    let workers = all.workers();
    let weighed = crate::selection::weights::weigh(workers, parameters.target);
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
        word!("Who serves which stream"),
        [
            word!("Worker").to_owned(),
            word!("Number").to_owned(),
            word!("Cluster").to_owned(),
            say!("Throughput ({}/s)", load_unit(parameters)),
            word!("Weight: spacing in the worst ring").to_owned(),
            word!("Throughput for its room").to_owned(),
        ],
        rows,
    )
}
