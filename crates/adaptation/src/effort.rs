//! How many steps the simulation of a run takes, by what the parameters say of nodes, loads, links and work: an estimate, and never
//! more than the steps after which a run is stopped.

use adaptation_model::{Cluster, Disturbance, Nodes};
use parameters::Values;
use parameters::check::{number, text, whole};

use crate::platform::Platform;
use crate::setting::most_steps;

/// The steps of a job: its own events, and the theft of some.
const A_JOB: f64 = 15.0;
/// The steps of a round in which an idle node asks others for work.
const A_ROUND: f64 = 4.0;
/// Which part of the time of its slowest leaf the other nodes are idle.
const LAST: f64 = 0.5;

/// A cluster as far as it matters here.
struct Own {
    active: f64,
    speed: f64,
    bandwidth: f64,
    /// The largest factor by which loads slow a node, from the start on.
    load: f64,
}

/// The estimated steps of a run without adaptation, and how many nodes there are.
pub(crate) fn steps(values: &Values, jobs: Option<u64>) -> (f64, f64) {
    let topic = text(values, "topic");
    let contest = topic != "run";
    let most = most_steps(contest, jobs) as f64;
    let jobs = jobs.map_or(most, |jobs| jobs as f64);
    let usual = adaptation_model::Scenario::default().clusters;
    let clusters = match topic {
        "grid" => usual,
        _ => Platform::read(text(values, "clusters")).map_or(usual, |platform| platform.clusters),
    };
    let nodes: usize = clusters.iter().map(|cluster| cluster.speeds.len()).sum();
    let nodes = nodes as f64;
    let events = match topic {
        "grid" => Vec::new(),
        _ => crate::disturbances::read(text(values, "disturbances")).unwrap_or_default(),
    };
    let mut own: Vec<Own> = clusters.iter().map(of).collect();
    let (quiet, _) = times(values, &own);
    for event in events.iter().filter(|event| event.time < quiet) {
        match &event.disturbance {
            Disturbance::Bandwidth { cluster, bandwidth } => {
                if let Some(own) = own.get_mut(*cluster as usize) {
                    own.bandwidth = own.bandwidth.min(*bandwidth);
                }
            }
            Disturbance::Load { nodes, factor } => {
                for place in concerned(nodes, &clusters) {
                    if let Some(own) = own.get_mut(place) {
                        own.load = own.load.max(*factor);
                    }
                }
            }
            _ => {}
        }
    }
    let (time, idle) = times(values, &own);
    let wait = number(values, "longest_wait").max(1e-3);
    let rounds = idle / wait;
    let surveys = match text(values, "strategy") {
        "climbing" => time / number(values, "interval").max(0.1),
        _ => time / number(values, "period").max(1.0),
    };
    let watched = if contest { 0.0 } else { surveys * nodes };
    ((A_JOB * jobs + A_ROUND * rounds + watched).min(most), nodes)
}

fn of(cluster: &Cluster) -> Own {
    let active = cluster.speeds.iter().take(cluster.active);
    Own {
        active: cluster.active as f64,
        speed: active.copied().fold(f64::INFINITY, f64::min),
        bandwidth: cluster.links.up.min(cluster.links.down),
        load: 1.0,
    }
}

/// The clusters of the nodes of a disturbance.
fn concerned(nodes: &Nodes, clusters: &[Cluster]) -> Vec<usize> {
    let these = match nodes {
        Nodes::Cluster(cluster) => return vec![*cluster as usize],
        Nodes::These(these) => these,
    };
    let mut end = 0;
    let mut found = Vec::new();
    for (place, cluster) in clusters.iter().enumerate() {
        let start = end;
        end += cluster.speeds.len();
        if these
            .iter()
            .any(|node| (start..end).contains(&(*node as usize)))
        {
            found.push(place);
        }
    }
    found
}

/// How long a run takes, s: sequential parts, the work of all nodes together, the slowest leaf of each phase, and the bytes of the
/// slowest link; and how long nodes are idle, together.
fn times(values: &Values, clusters: &[Own]) -> (f64, f64) {
    let own = || clusters.iter().filter(|own| own.active > 0.0);
    let (of, whole) = (
        |name| number(values, name),
        |name| whole(values, name) as f64,
    );
    let phases = whole("iterations") * whole("phases");
    let leaves = libm::pow(whole("branching"), whole("depth"));
    let inner = leaves / (whole("branching") - 1.0).max(1.0);
    let all: f64 = own().map(|own| own.active).sum();
    let speed: f64 = own().map(|own| own.active * own.speed / own.load).sum();
    let first = own().next().map_or(1.0, |own| own.speed / own.load);
    let slowest = own()
        .map(|own| own.speed / own.load)
        .fold(f64::INFINITY, f64::min);
    let work = leaves * of("leaf") + inner * (of("split") + of("merge"));
    // A slow node takes one leaf of each phase at least.
    let last = LAST * of("leaf") / slowest;
    let bytes = of("input_bytes") + of("output_bytes");
    let link = |own: &Own| match all > own.active {
        // Each job of a slow link is one of many; at least one leaf goes there.
        true => {
            ((leaves * bytes * own.active / all).max(bytes) + 2.0 * of("base_bytes"))
                / own.bandwidth
        }
        false => 0.0,
    };
    let links = own().map(link).fold(0.0, f64::max);
    let serial = whole("iterations") * of("serial") / first;
    let time = serial + phases * ((work / speed).max(links) + last);
    (
        time,
        (all * time - serial - phases * work * all / speed).max(0.0),
    )
}
