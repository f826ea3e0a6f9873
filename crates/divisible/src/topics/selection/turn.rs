//! One turn of each cluster as a schedule.

use report::words::amount;
use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Schedule};
use words::{say, word};

use super::cluster_of;
use crate::formulas::spacing::spacings;
use crate::selection::Selection;
use crate::selection::weights::weigh;
use crate::topics::load_unit;
use crate::{Error, Parameters, Worker};

/// Phases of the drawn clusters.
const SPACING: PhaseId = PhaseId(0);
const FREE: PhaseId = PhaseId(1);

/// One turn of each cluster: the spacings of its workers, one after the other, and the rest of the round.
pub(super) fn turn(
    parameters: &Parameters,
    selection: &Selection,
    workers: &[Worker],
) -> Result<Schedule, Error> {
    let target = parameters.target;
    let lanes = (1..=selection.clusters.len()).map(|number| say!("cluster {number}"));
    let phases = vec![
        Phase::new(word!("spacing of a worker"), Role::Message),
        Phase::new(word!("room left in the round"), Role::Wait),
    ];
    let mut recording = Recording::new(schedule::Unit::Seconds, lanes.collect(), phases)
        .with_jobs(described(parameters, selection, workers));
    for (lane, cluster) in (0..).zip(&selection.clusters) {
        let members: Vec<&Worker> = cluster
            .iter()
            .filter_map(|place| workers.get(*place))
            .collect();
        let mut now = 0.0;
        for (place, spacing) in cluster
            .iter()
            .zip(spacings(&members, |worker| worker.first_chunk(target)))
        {
            let end = (now + spacing).min(target);
            recording.span(LaneId(lane), SPACING, now, end, Job(*place as u32 + 1));
            now = end;
        }
        recording.span(LaneId(lane), FREE, now, target, Job::NONE);
    }
    Ok(recording.finish(target)?)
}

/// The description of each worker, by its number from 1: its speed, bandwidth and throughput, and whether it was chosen.
fn described(parameters: &Parameters, selection: &Selection, workers: &[Worker]) -> Vec<String> {
    let unit = load_unit(parameters);
    let weighed = weigh(workers, parameters.target);
    let all = workers.iter().zip(weighed).enumerate();
    let words = all.map(|(place, (worker, weighed))| {
        let chosen = match cluster_of(selection, place) {
            Some(cluster) => say!("chosen for cluster {}", cluster + 1),
            None => word!("not chosen").to_owned(),
        };
        say!(
            "worker {}, {}: computes {} {unit}/s, is sent {} {unit}/s, yields {} {unit}/s; {chosen}",
            place + 1,
            worker.name,
            amount(worker.estimated_speed),
            amount(worker.send_bandwidth),
            amount(weighed.throughput),
        )
    });
    std::iter::once(String::new()).chain(words).collect()
}
