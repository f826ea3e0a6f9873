//! The clusters and their links at the end of a run.

use std::collections::BTreeMap;

use adaptation_model::{Disturbance, Outcome};
use report::Chart;
use report::chart::{Axis, Edge, Place, Series};
use report::words::{count, list};
use words::{say, word};

use super::Findings;
use crate::decisions::bytes;

/// The data of a cluster.
struct Cluster {
    nodes: usize,
    active: usize,
    crashed: usize,
    up: f64,
    down: f64,
    /// Jobs that its nodes stole from other clusters, and others from it.
    stolen: (usize, usize),
}

impl Findings<'_> {
    /// The map of clusters around the backbone.
    pub(super) fn map(&self, outcome: &Outcome) -> Chart {
        let kinds = [
            word!("backbone"),
            word!("takes part"),
            word!("without active nodes"),
            word!("crashed"),
        ];
        let clusters = self.clusters_at_end(outcome);
        let all = clusters.len();
        let around = |place: usize| {
            // On a circle, in the order of numbers; none at the top, where its name would be in the way of its link.
            let turn = std::f64::consts::TAU * (place as f64 + 0.5) / all.max(1) as f64;
            let (x, y) = (libm::sin(turn), libm::cos(turn));
            (0.5 + 0.42 * x, 0.5 - 0.42 * y)
        };
        let mut places = vec![Place::new(word!("backbone"), f64::NAN).at(0.5, 0.5)];
        let mut edges = Vec::new();
        for (place, (number, cluster)) in clusters.iter().enumerate() {
            let kind = match (cluster.active, cluster.crashed) {
                (0, crashed) if crashed == cluster.nodes && crashed > 0 => 3,
                (0, _) => 2,
                _ => 1,
            };
            let mut said = vec![say!(
                "{} of {} at the end",
                cluster.active,
                count(cluster.nodes, word!("node"), word!("nodes"))
            )];
            let (took, gave) = cluster.stolen;
            if took + gave > 0 {
                said.push(say!(
                    "{} stolen from other clusters, {} stolen from it",
                    count(took, word!("job"), word!("jobs")),
                    report::number::fixed(gave as f64, 0)
                ));
            }
            let (x, y) = around(place);
            let spot = Place::new(self.study.setting.cluster(*number), cluster.active as f64)
                .of_kind(kind)
                .saying(list(&said))
                .at(x, y);
            places.push(match self.press(*number, cluster.up.min(cluster.down)) {
                Some(offer) => spot.offering(offer),
                None => spot,
            });
            let link = match cluster.up == cluster.down {
                true => bytes(cluster.up),
                false => say!("{} up, {} down", bytes(cluster.up), bytes(cluster.down)),
            };
            let look = if cluster.active == 0 { 2 } else { 0 };
            edges.push(
                Edge::new(place + 1, 0)
                    .labelled(link)
                    .of_kind(look)
                    .wide(width(cluster.up.min(cluster.down))),
            );
        }
        Chart::new(
            "map",
            word!("Which clusters take part at the end, and how fast are their links?"),
            Axis::number(word!("cluster")),
            Axis::count(word!("active nodes")),
            vec![Series::graph(kinds, places, edges)],
        )
    }

    /// The clusters at the end of the run, by number.
    fn clusters_at_end(&self, outcome: &Outcome) -> BTreeMap<u32, Cluster> {
        let scenario = &self.study.setting.scenario;
        let mut clusters: BTreeMap<u32, Cluster> = BTreeMap::new();
        let usual = adaptation_model::Links::default();
        for node in &outcome.nodes {
            let links = scenario.clusters.get(node.cluster as usize);
            let links = links.map_or(usual, |cluster| cluster.links);
            let own = clusters.entry(node.cluster).or_insert(Cluster {
                nodes: 0,
                active: 0,
                crashed: 0,
                up: links.up,
                down: links.down,
                stolen: (0, 0),
            });
            own.nodes += 1;
            own.active += usize::from(node.active);
            own.crashed += usize::from(node.crashed);
            own.stolen.0 += node.taken as usize;
            own.stolen.1 += node.given as usize;
        }
        for (_, event) in self.study.setting.inside(outcome) {
            if let Disturbance::Bandwidth { cluster, bandwidth } = &event.disturbance
                && let Some(own) = clusters.get_mut(cluster)
            {
                (own.up, own.down) = (*bandwidth, *bandwidth);
            }
        }
        clusters
    }
}

/// The drawn width of a link: 0 at 10 kB/s and less, 1 at 1 GB/s and more, a fifth more for each factor of ten.
fn width(bandwidth: f64) -> f64 {
    ((libm::log10(bandwidth) - 4.0) / 5.0).clamp(0.0, 1.0)
}
