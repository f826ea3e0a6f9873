//! Whole sets of nodes: the population, and sets in which several series share a node.

use super::presets::held;
use super::{NodeParameters, random_parameters, series};
use crate::random::Random;
use crate::{Node, TraceSet};

/// The characters that the nodes of a set can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Kind {
    /// Nodes of one well-kept country: quiet, with levels that last almost a whole run.
    Usa,
    /// Nodes all over the world: a character of its own for each, with bursts.
    #[default]
    World,
}

/// A set of series on a number of nodes; the default is set two.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SetParameters {
    /// The characters of the nodes.
    pub kind: Kind,
    /// The number of series; series d runs on node d modulo the number of nodes.
    pub data_sets: usize,
    /// The number of physical nodes on which the series run.
    pub nodes: usize,
    /// The mean runtime over all jobs of all series, ms.
    pub mean: f64,
    /// The standard deviation of the logarithm of the nodes' factors.
    pub node_sd: f64,
    /// The standard deviation of the logarithm of the factors by which series of one node differ.
    pub data_sd: f64,
    /// The factors of the probability (first) and the height (second) of peaks on nodes of kind 'world'; the probability
    /// is held to 0.15.
    pub burst: [f64; 2],
}

impl SetParameters {
    /// Set one: 40 series on 6 nodes of kind 'usa' with a mean of 72500 ms, in place of the set of Dobber 2006,
    /// section 4.3.
    pub const ONE: Self = Self {
        kind: Kind::Usa,
        data_sets: 40,
        nodes: 6,
        mean: 72_500.0,
        node_sd: 0.35,
        data_sd: 0.25,
        burst: [1.0, 1.0],
    };
    /// Set two: 90 series on 22 nodes of kind 'world' with a mean of 65000 ms, in place of the set of Dobber 2006,
    /// section 4.3.
    pub const TWO: Self = Self {
        kind: Kind::World,
        data_sets: 90,
        nodes: 22,
        mean: 65_000.0,
        node_sd: 1.0,
        data_sd: 0.35,
        burst: [3.0, 2.0],
    };
}

impl Default for SetParameters {
    fn default() -> Self {
        Self::TWO
    }
}

/// Set one with the given number of jobs; the reference has 2000. Drawn from seed 11.
pub fn set_one(jobs: usize) -> TraceSet {
    named_set("set one", &SetParameters::ONE, 11, jobs)
}

/// Set two with the given number of jobs; the reference has 2000. Drawn from seed 12.
pub fn set_two(jobs: usize) -> TraceSet {
    named_set("set two", &SetParameters::TWO, 12, jobs)
}

/// A set of series on a number of nodes that differ in place, speed and character.
///
/// Draws, in this order: x and y of each node, uniform in the unit square; the speed of each node; the character of
/// each node (kind 'world' only); then for each series its own factor and its jobs. At the end the set is scaled as a
/// whole to its mean. A series is named after its node and the node's run, as in `usa01-1`; its position and host are
/// the node's. `jobs` and the numbers of series and nodes are raised to 1 and cut to the limits of a [`TraceSet`].
pub fn set(parameters: &SetParameters, seed: u64, jobs: usize) -> TraceSet {
    let name = match parameters.kind {
        Kind::Usa => "usa set",
        Kind::World => "world set",
    };
    named_set(name, parameters, seed, jobs)
}

/// Independent series that imitate the spread of Dobber 2006, Table 3.3: the mean of each is lognormal with mean 3419 ms,
/// its character random. The reference is seed 2006, 130 series, 2000 jobs.
///
/// `n` and `jobs` are raised to 1 and cut to the limits of a [`TraceSet`].
pub fn population(seed: u64, n: usize, jobs: usize) -> TraceSet {
    let (n, jobs) = held(n, jobs);
    let rng = &mut Random::new(seed);
    let nodes = (0..n)
        .map(|host| {
            let mean = 3419.0 * libm::exp(-0.98 + 1.4 * rng.normal());
            let parameters = random_parameters(rng, mean);
            let runtimes = series(rng, &parameters, jobs, true);
            Node {
                name: format!("trace{:03}", host + 1),
                position: None,
                host,
                runtimes,
            }
        })
        .collect();
    TraceSet::generated("population".to_owned(), nodes)
}

/// The draws for a physical node.
struct Host {
    position: [f64; 2],
    factor: f64,
    character: NodeParameters,
}

fn named_set(name: &str, parameters: &SetParameters, seed: u64, jobs: usize) -> TraceSet {
    let (data_sets, jobs) = held(parameters.data_sets, jobs);
    let (hosts, _) = held(parameters.nodes, 1);
    let rng = &mut Random::new(seed);
    let positions: Vec<[f64; 2]> = (0..hosts).map(|_| [rng.uniform(), rng.uniform()]).collect();
    let factors: Vec<f64> = positions
        .iter()
        .map(|_| rng.lognormal_sd(parameters.node_sd))
        .collect();
    let hosts: Vec<Host> = positions
        .into_iter()
        .zip(factors)
        .map(|(position, factor)| Host {
            position,
            factor,
            character: character(rng, parameters),
        })
        .collect();

    let prefix = match parameters.kind {
        Kind::Usa => "usa",
        Kind::World => "world",
    };
    let mut nodes = Vec::with_capacity(data_sets);
    for (d, (number, host)) in hosts.iter().enumerate().cycle().take(data_sets).enumerate() {
        let factor = host.factor * rng.lognormal_sd(parameters.data_sd);
        let mut runtimes = series(rng, &host.character, jobs, false);
        runtimes.iter_mut().for_each(|runtime| *runtime *= factor);
        let name = format!("{prefix}{:02}-{}", number + 1, d / hosts.len() + 1);
        nodes.push(Node {
            name,
            position: Some(host.position),
            host: number,
            runtimes,
        });
    }
    let scale = parameters.mean
        / statistics::mean_of(nodes.iter().flat_map(|n| n.runtimes.iter().copied()));
    nodes
        .iter_mut()
        .flat_map(|node| node.runtimes.iter_mut())
        .for_each(|runtime| *runtime *= scale);
    TraceSet::generated(name.to_owned(), nodes)
}

/// The character of a node; only kind 'world' draws.
fn character(rng: &mut Random, parameters: &SetParameters) -> NodeParameters {
    match parameters.kind {
        Kind::World => {
            let [chance, height] = parameters.burst;
            let drawn = random_parameters(rng, 1.0);
            NodeParameters {
                peak_probability: (drawn.peak_probability * chance).min(0.15),
                peak_height: drawn.peak_height * height,
                ..drawn
            }
        }
        Kind::Usa => NodeParameters {
            mean: 1.0,
            level_sd: 0.7,
            level_duration: 1500.0,
            autocorrelation: 0.3,
            noise_sd: 0.10,
            peak_probability: 0.01,
            peak_duration: 1.3,
            peak_height: 2.0,
            dip_probability: 0.002,
            ..NodeParameters::default()
        },
    }
}
