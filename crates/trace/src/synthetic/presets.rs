//! Named characters of a node.

use super::{NodeParameters, series};
use crate::random::Random;
use crate::set::{MAX_GENERATED, MAX_NODES};
use crate::{Node, TraceSet};

/// A character of a node: six imitate representative data sets of Dobber 2006, section 3 (their means and the
/// statistics of Table 3.3), three were made for teaching (own choice).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, parameters::Field)]
pub enum Preset {
    /// Tucson, first run: long jobs around levels that last a hundred.
    Ar01,
    /// Tucson, second run: levels that last only twenty jobs.
    Ar02,
    /// Sydney, first run: peaks of two jobs.
    Au01,
    /// Sydney, second run: little noise, strongly autocorrelated, long levels.
    Au02,
    /// Tel Aviv: strongly autocorrelated noise and few, very high peaks.
    Telaviv01,
    /// Warsaw: the quietest of the six.
    Warsch01,
    /// Teaching: high peaks of one job on an otherwise quiet node.
    #[default]
    Peaks,
    /// Teaching: levels that switch every 25 jobs, without peaks.
    Switches,
    /// Teaching: a quiet node whose level hardly ever switches, with jobs of the length of a whole program.
    Usa,
}

impl Preset {
    /// The parameters of this character.
    pub fn parameters(self) -> NodeParameters {
        // mean, level sd and duration, autocorrelation, noise sd, peak probability, duration and height, dip probability
        let row = match self {
            Self::Ar01 => [23922.0, 0.41, 93.0, 0.24, 0.13, 0.033, 1.5, 1.04, 0.007],
            Self::Ar02 => [1346.0, 0.24, 20.6, 0.01, 0.148, 0.0268, 1.93, 0.935, 0.0056],
            Self::Au01 => [407.0, 0.34, 62.0, 0.07, 0.19, 0.025, 2.1, 1.36, 0.0083],
            Self::Au02 => [301.0, 0.317, 175.0, 0.76, 0.033, 0.0282, 1.63, 2.59, 0.0015],
            Self::Telaviv01 => [656.0, 0.094, 24.0, 0.90, 0.152, 0.0061, 1.26, 7.34, 0.013],
            Self::Warsch01 => [
                300.0, 0.166, 36.4, 0.386, 0.0605, 0.0071, 1.94, 0.724, 0.0058,
            ],
            Self::Peaks => [1000.0, 0.4, 100.0, 0.0, 0.08, 0.03, 1.0, 6.0, 0.0],
            Self::Switches => [1000.0, 0.6, 25.0, 0.0, 0.10, 0.0, 1.0, 1.0, 0.0],
            Self::Usa => [72500.0, 0.7, 1500.0, 0.3, 0.06, 0.001, 1.3, 1.0, 0.0],
        };
        let [
            mean,
            level_sd,
            level_duration,
            autocorrelation,
            noise_sd,
            peak_probability,
            peak_duration,
            peak_height,
            dip_probability,
        ] = row;
        NodeParameters {
            mean,
            level_sd,
            level_duration,
            autocorrelation,
            noise_sd,
            peak_probability,
            peak_duration,
            peak_height,
            dip_probability,
            ..NodeParameters::default()
        }
    }

    /// The name as scenarios write it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Ar01 => "ar01",
            Self::Ar02 => "ar02",
            Self::Au01 => "au01",
            Self::Au02 => "au02",
            Self::Telaviv01 => "telaviv01",
            Self::Warsch01 => "warsch01",
            Self::Peaks => "peaks",
            Self::Switches => "switches",
            Self::Usa => "usa",
        }
    }
}

/// Independent nodes of a named character, named after it: [`nodes`] with its parameters.
pub fn preset(preset: Preset, count: usize, jobs: usize, seed: u64) -> TraceSet {
    nodes(preset.key(), &preset.parameters(), count, jobs, seed)
}

/// One series of each of the six representative characters, with seeds 1 to 6, named after them.
pub fn six(jobs: usize) -> TraceSet {
    let all = [
        Preset::Ar01,
        Preset::Ar02,
        Preset::Au01,
        Preset::Au02,
        Preset::Telaviv01,
        Preset::Warsch01,
    ];
    let (_, jobs) = held(all.len(), jobs);
    let nodes = (1..)
        .zip(all)
        .enumerate()
        .map(|(host, (seed, preset))| Node {
            name: preset.key().to_owned(),
            position: None,
            host,
            runtimes: series(&mut Random::new(seed), &preset.parameters(), jobs, true),
        })
        .collect();
    TraceSet::generated("six nodes".to_owned(), nodes)
}

/// Independent nodes of one character, each scaled to the mean of `parameters`. The first node comes from the seed alone;
/// [`of_node`] tells where the others come from.
///
/// The set is called `name`, its nodes `name`-1 and so on. `count` and `jobs` are raised to 1 and cut to the limits of
/// a [`TraceSet`].
pub fn nodes(
    name: &str,
    parameters: &NodeParameters,
    count: usize,
    jobs: usize,
    seed: u64,
) -> TraceSet {
    let (count, jobs) = held(count, jobs);
    let nodes = (0..count)
        .map(|host| Node {
            name: format!("{name}-{}", host + 1),
            position: None,
            host,
            runtimes: series(&mut of_node(seed, host), parameters, jobs, true),
        })
        .collect();
    TraceSet::generated(name.to_owned(), nodes)
}

/// The purpose of nodes' streams; part of each stream's name, so never to be renumbered.
const NODE: u64 = 0x6e6f_6465;

/// The draws of a node of a set, counted from 0. The first node keeps the seed itself, because published series of one node are
/// given by their seed alone; the others have streams of their own, so that no set has a node of another seed's set.
pub(super) fn of_node(seed: u64, host: usize) -> Random {
    match host {
        0 => Random::new(seed),
        host => Random::stream(seed, &[host as u64, NODE]),
    }
}

/// Numbers of nodes and jobs that a set can hold.
pub(super) fn held(nodes: usize, jobs: usize) -> (usize, usize) {
    let nodes = nodes.clamp(1, MAX_NODES);
    (nodes, jobs.clamp(1, MAX_GENERATED / nodes))
}
