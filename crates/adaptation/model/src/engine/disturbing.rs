//! Disturbances of a scenario: load, bandwidth, crashes, nodes that come and go.

use super::node::Site;
use super::{Engine, Kind, Node};
use crate::generator;
use crate::platform::Links;
use crate::record::Record;
use crate::scenario::{Disturbance, Nodes};

impl<R: Record> Engine<'_, R> {
    /// Applies a disturbance to all its nodes at once, in ascending order.
    pub(super) fn disturb(&mut self, place: u32) {
        let scenario = self.scenario;
        let Some(event) = scenario.events.get(place as usize) else {
            return;
        };
        self.outcome.met += 1;
        let mut acts = false;
        match &event.disturbance {
            Disturbance::Load { nodes, factor } => {
                for id in self.concerned(nodes) {
                    acts |= self.load(id, *factor);
                }
            }
            Disturbance::Bandwidth { cluster, bandwidth } => {
                let links = &mut self.site(*cluster).links;
                acts = links.up != *bandwidth || links.down != *bandwidth;
                links.up = *bandwidth;
                links.down = *bandwidth;
            }
            Disturbance::Crash { nodes } => {
                for id in self.concerned(nodes) {
                    acts |= self.leave(id, false);
                    acts |= self.mark(id, true);
                }
            }
            Disturbance::Leave { nodes } => {
                let concerned = self.concerned(nodes);
                for id in &concerned {
                    acts |= self.leave(*id, true);
                }
                let master = self.master;
                if acts && concerned.contains(&master) && self.nodes.at(master).active {
                    self.outcome.stayed.push((place, master));
                }
            }
            Disturbance::Join { nodes } => {
                for id in self.concerned(nodes) {
                    acts |= self.activate(id, false);
                }
            }
            Disturbance::Repair { nodes } => {
                for id in self.concerned(nodes) {
                    acts |= self.mark(id, false);
                }
            }
            Disturbance::Hardware { cluster, speeds } => {
                self.install(*cluster, speeds);
                acts = true;
            }
        }
        if !acts {
            self.outcome.idle.push(place);
        }
    }

    /// Marks an inactive node as dead, or as free again; returns whether the mark is new.
    fn mark(&mut self, id: u32, dead: bool) -> bool {
        if self.nodes.at(id).dead == dead {
            return false;
        }
        self.show(id);
        let now = self.now;
        let node = self.nodes.at_mut(id);
        node.dead = dead;
        node.since = now;
        true
    }

    /// The nodes that a disturbance names, in ascending order, each once; nodes that are not installed yet are left out.
    fn concerned(&self, nodes: &Nodes) -> Vec<u32> {
        let mut ids: Vec<u32> = match nodes {
            Nodes::Cluster(cluster) => (0..)
                .zip(self.nodes.iter())
                .filter(|(_, node)| node.cluster == *cluster)
                .map(|(id, _)| id)
                .collect(),
            Nodes::These(these) => these
                .iter()
                .copied()
                .filter(|id| *id < self.nodes.len())
                .collect(),
        };
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Changes the speed of a node, and the end of its execution; returns whether the speed is another one.
    fn load(&mut self, id: u32, factor: f64) -> bool {
        let now = self.now;
        let node = self.nodes.at_mut(id);
        let speed = node.base_speed / factor;
        if node.speed == speed {
            return false;
        }
        let executing = node.kind != Kind::None;
        if executing {
            node.remaining = (node.remaining - (now - node.exec_since) * node.speed).max(0.0);
            node.exec_since = now;
        }
        node.speed = speed;
        if executing {
            self.plan(id);
        }
        true
    }

    /// A cluster, to change: also one that comes later, which has the usual links at first.
    fn site(&mut self, cluster: u32) -> &mut Site {
        while self.sites.len() <= cluster {
            self.sites.push(Site::new(Links::default()));
        }
        self.sites.at_mut(cluster)
    }

    /// Installs new nodes, which are free.
    fn install(&mut self, cluster: u32, speeds: &[f64]) {
        self.site(cluster);
        for speed in speeds {
            let random = generator::of_node(self.scenario.seed, self.nodes.len());
            let mut node = Node::new(cluster, *speed, random);
            node.since = self.now;
            self.nodes.push(node);
        }
        self.new_hardware = true;
    }
}
