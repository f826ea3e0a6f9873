//! The needs of a study, told before it starts.

use laboratory::Need;
use parameters::names;
use trace::source::Source;

use crate::Parameters;
use crate::communication::PairTimes;
use crate::parameters::{Scope, Strategy};
use crate::study::studies;
use crate::synchronisation::Longest;

/// The needs of a study.
#[must_use]
pub(crate) fn need(parameters: &Parameters) -> Need {
    let nodes = parameters.traces.nodes(parameters.synthetic_nodes as usize);
    let iterations = parameters.iterations as usize;
    let values = nodes as f64 * iterations as f64;
    let loaded = parameters
        .traces
        .values(parameters.synthetic_nodes as usize, iterations);
    let studies = studies(parameters);
    // A file of one's own stays in memory beside its loaded traces.
    let copies = match parameters.traces {
        Source::Own(_) => 2.0,
        _ => 1.0,
    };
    // The traces; in each study the runtimes of the pool with their forecasts.
    let mut memory = copies * 8.0 * loaded as f64 + studies.len() as f64 * 16.0 * values;
    if parameters.strategy == Strategy::Own {
        // The forecasts for every iteration.
        memory += studies.len() as f64 * 8.0 * values;
    }
    let varies = parameters.noise > 0.0;
    if varies {
        memory += 2.0 * PairTimes::most_memory(nodes, iterations);
    }
    for study in &studies {
        let used = study.processors as usize;
        let ordered = study.synchronisation == Scope::AllPairs
            && Longest::pays(nodes, used, iterations, study.runs);
        if varies && ordered {
            memory += Longest::most_memory(nodes, used, iterations);
        }
    }
    Need {
        memory,
        lowers_memory: names!(Parameters: iterations, processors),
        lowers_time: names!(Parameters: runs, iterations, processors),
        ..Need::default()
    }
}
