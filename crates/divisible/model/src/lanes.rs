//! The Gantt chart: its lanes and their contents.
//!
//! With one port: the master's send port, its receive port, then the processor of each worker. With many ports each
//! worker has three lanes of its own: the link to it, its processor, the link back.
//!
//! Two lengths are marked, as in figure 6 of Millot and Parrot 2016: above the send port each spacing d, from the preceding sending on;
//! above each processor the target τ, from the beginning of the round's computing to the due beginning of the next round's.

mod window;

use schedule::{
    Group, LaneId, LinkId, LinkKind, MarkId, Phase, PhaseId, Recording, Relation, Role, Unit,
};
use words::{say, word};

pub use window::{Frame, Window};

use crate::settings::Ports;
use crate::{Platform, Worker};

pub(crate) const SEND: [PhaseId; 2] = [PhaseId(0), PhaseId(1)];
pub(crate) const LATENCY: PhaseId = PhaseId(2);
pub(crate) const COMPUTE: [PhaseId; 2] = [PhaseId(3), PhaseId(4)];
pub(crate) const INTER: PhaseId = PhaseId(5);
pub(crate) const INTRA: PhaseId = PhaseId(6);
pub(crate) const CONTENTION: PhaseId = PhaseId(7);
pub(crate) const STARTUP: PhaseId = PhaseId(8);
pub(crate) const RETURN: [PhaseId; 2] = [PhaseId(9), PhaseId(10)];

pub(crate) const SENDING_COLLIDES: MarkId = MarkId(0);
pub(crate) const RETURNING_COLLIDES: MarkId = MarkId(1);

pub(crate) const CHUNK: LinkId = LinkId(0);
pub(crate) const RESULT: LinkId = LinkId(1);
pub(crate) const SPACING: LinkId = LinkId(2);
pub(crate) const TARGET: LinkId = LinkId(3);

/// The phases of every lane.
fn phases() -> Vec<Phase> {
    [
        (word!("send first subchunk"), Role::Message, 0),
        (word!("send second subchunk"), Role::Message, 2),
        (word!("latency"), Role::Rebalance, 0),
        (word!("compute first subchunk"), Role::Compute, 0),
        (word!("compute second subchunk"), Role::Compute, 2),
        (word!("inter-round starvation"), Role::Wait, 1),
        (word!("intra-round starvation"), Role::Wait, 2),
        (word!("starved by contention"), Role::Synchronise, 0),
        (word!("start-up"), Role::Wait, 0),
        (word!("return first result"), Role::Message, 1),
        (word!("return second result"), Role::Message, 3),
    ]
    .map(|(name, role, shade)| Phase::new(name, role).shaded(shade))
    .into()
}

/// An empty recording with the lanes of these platforms, one after the other, each with its master.
pub fn recording(clusters: &[Platform], ports: Ports) -> Recording {
    let all = (1..)
        .zip(clusters)
        .map(|(number, one)| (number, one.workers()));
    let all: Vec<_> = all.collect();
    recording_of(&all, clusters.len(), ports)
}

/// The same with some of `clusters` clusters, named by their number from 1, and some of the workers of each.
fn recording_of(parts: &[(usize, &[Worker])], clusters: usize, ports: Ports) -> Recording {
    let (mut lanes, mut groups) = (Vec::new(), Vec::new());
    for &(number, workers) in parts {
        let first = lanes.len() as u32;
        let of = |what: &str| match clusters {
            1 => what.to_owned(),
            _ => format!("{what} {number}"),
        };
        if ports == Ports::One {
            lanes.extend([of(word!("send port")), of(word!("receive port"))]);
        }
        for worker in workers {
            match ports {
                Ports::One => lanes.push(worker.name.clone()),
                Ports::Multi => lanes.extend([
                    say!("to {}", worker.name),
                    worker.name.clone(),
                    say!("from {}", worker.name),
                ]),
            }
        }
        groups.push(Group {
            name: of(word!("cluster")),
            first,
            lanes: lanes.len() as u32 - first,
        });
    }
    let recording = Recording::new(Unit::Seconds, lanes, phases())
        .with_marks([
            word!("a chunk waits for the send port"),
            word!("a result waits for the receive port"),
        ])
        .with_links(
            [
                (word!("chunk"), Relation::Message),
                (word!("result"), Relation::Message),
                (word!("spacing d"), Relation::Distance),
                (word!("target τ of a round"), Relation::Distance),
            ]
            .map(|(name, relation)| LinkKind {
                name: name.to_owned(),
                relation,
            })
            .into(),
        );
    match clusters {
        1 => recording,
        _ => recording.with_groups(groups),
    }
}

/// The number of lanes of a cluster of so many workers.
pub(crate) fn count(workers: usize, ports: Ports) -> u32 {
    let workers = workers as u32;
    match ports {
        Ports::One => workers + 2,
        Ports::Multi => 3 * workers,
    }
}

/// The lanes of one worker: sending of chunks, processor, return of results.
pub(crate) fn of(first: u32, worker: u32, ports: Ports) -> [LaneId; 3] {
    match ports {
        Ports::One => [first, first + 2 + worker, first + 1],
        Ports::Multi => [0, 1, 2].map(|lane| first + 3 * worker + lane),
    }
    .map(LaneId)
}
