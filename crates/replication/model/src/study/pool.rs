//! The nodes that runs draw from.

use forecast::{Predict, Predictor};
use trace::TraceSet;

use crate::dynamic::Predicted;
use crate::homogeneous::{Alike, alike};
use crate::node_factors;
use crate::parameters::Parameters;
use crate::rescaling::share_factor;

/// All nodes of the traces, scaled.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) nodes: Vec<Pooled>,
    /// The factor of the traces' runtimes.
    pub(super) factor: f64,
    /// The mean runtime of an equal share, ms, over all nodes and iterations.
    pub(super) mean: f64,
    /// Where nodes are made alike: those that this does not make so.
    pub(super) alike: Option<Alike>,
}

/// A node that runs can draw.
#[derive(Debug)]
pub(super) struct Pooled {
    pub(super) name: String,
    /// Runtimes of an equal share, ms, one for each iteration.
    pub(super) runtimes: Vec<f64>,
    /// The runtimes with their forecasts.
    pub(super) predicted: Predicted,
}

impl Pool {
    pub(super) fn new(parameters: &Parameters, set: &TraceSet) -> Self {
        let iterations = parameters.iterations as usize;
        let scale = parameters.trace_mean.map_or(1.0, |mean| mean / set.mean());
        let factor = scale * share_factor(parameters.problem_size, parameters.processors);
        let mut columns: Vec<Vec<f64>> = set
            .nodes()
            .iter()
            .map(|node| {
                let runtimes = node.runtimes.iter().take(iterations);
                runtimes.map(|runtime| runtime * factor).collect()
            })
            .collect();
        let alike = parameters
            .homogeneous
            .then(|| alike(&mut columns, set.mean() * factor, parameters.variation));
        // Faults in the text were refused before.
        for (node, factor) in node_factors::of(parameters).unwrap_or_default() {
            if let Some(column) = columns.get_mut(node) {
                column.iter_mut().for_each(|runtime| *runtime *= factor);
            }
        }
        let every = parameters.rebalance_every as usize;
        let means: Vec<f64> = columns
            .iter()
            .map(|column| statistics::mean(column))
            .collect();
        let pooled = |(node, runtimes): (&trace::Node, Vec<f64>)| Pooled {
            name: node.name.clone(),
            predicted: Predicted::new(&runtimes, &forecasts(&runtimes, parameters, every), every),
            runtimes,
        };
        Self {
            nodes: set.nodes().iter().zip(columns).map(pooled).collect(),
            factor,
            mean: statistics::mean(&means),
            alike,
        }
    }

    /// The nodes of a chain, in its order.
    pub(super) fn of<'a>(&'a self, chain: &'a [usize]) -> impl Iterator<Item = &'a Pooled> {
        chain.iter().filter_map(|node| self.nodes.get(*node))
    }
}

/// The predictions for the iterations N, 2N, … (counted from 0), each from the runtimes before it. None is shorter than
/// the shortest runtime so far (own choice): a predictor may go below it, even below 0, and shares cannot follow it there.
pub(super) fn forecasts(runtimes: &[f64], parameters: &Parameters, every: usize) -> Vec<f64> {
    let mut predictor = Predictor::new(&parameters.forecast());
    let mut shortest = f64::INFINITY;
    let mut out = Vec::with_capacity(runtimes.len() / every);
    for (k, runtime) in runtimes.iter().enumerate() {
        if k > 0 && k.is_multiple_of(every) {
            out.extend(predictor.forecast().map(|forecast| forecast.max(shortest)));
        }
        predictor.observe(*runtime);
        shortest = shortest.min(*runtime);
    }
    out
}
