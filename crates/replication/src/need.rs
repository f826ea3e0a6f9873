//! What a study takes, told before it starts.

use laboratory::Need;
use trace::source::Source;

use crate::Parameters;
use crate::communication::PairTimes;
use crate::parameters::{Scope, Topic};
use crate::study::studies;
use crate::synchronisation::Longest;

/// The time for each simulated runtime under all methods, s; measured.
const SIMULATED: f64 = 3e-8;
/// The same where shares are set after many other numbers of iterations.
const INTERVALS: f64 = 2.5e-7;
/// The time to draw the time of a message, s; measured.
const DRAWN: f64 = 4.5e-8;
/// The time to forecast a runtime, s; that of the slowest predictors is ten times as long.
const FORECAST: f64 = 1e-6;

/// What a study takes: an estimate within a factor of two or three.
#[must_use]
pub(crate) fn need(parameters: &Parameters) -> Need {
    let nodes = parameters.traces.nodes(parameters.synthetic_nodes as usize);
    let iterations = parameters.iterations as usize;
    let values = nodes as f64 * iterations as f64;
    let loaded = parameters
        .traces
        .values(parameters.synthetic_nodes as usize, iterations);
    let studies = studies(parameters);
    // A file of one's own is at hand beside the traces that are loaded of it.
    let copies = match parameters.traces {
        Source::Own(_) => 2.0,
        _ => 1.0,
    };
    // The traces; in each study the runtimes of the pool beside what was predicted of them.
    let mut memory = copies * 8.0 * loaded as f64 + studies.len() as f64 * 16.0 * values;
    let mut time = FORECAST * values;
    let varies = parameters.noise > 0.0;
    if varies {
        memory += 2.0 * PairTimes::most_memory(nodes, iterations);
    }
    for study in &studies {
        let used = study.processors as usize;
        let pairs = used as f64 * (used as f64 - 1.0) / 2.0;
        let runs = f64::from(study.runs);
        let each = match study.topic {
            Topic::Intervals => INTERVALS,
            _ => SIMULATED,
        };
        time += each * used as f64 * iterations as f64 * runs;
        if !varies {
            continue;
        }
        let ordered = study.synchronisation == Scope::AllPairs
            && Longest::pays(nodes, used, iterations, study.runs);
        if ordered {
            memory += Longest::most_memory(nodes, used, iterations);
        }
        let all = nodes as f64 * (nodes as f64 - 1.0) / 2.0;
        let kept = PairTimes::most_memory(nodes, iterations) >= 4.0 * pairs * iterations as f64;
        let sent = match study.synchronisation {
            Scope::Neighbours => used as f64,
            Scope::AllPairs if ordered || kept => all.min(pairs * runs),
            Scope::AllPairs => pairs * runs,
        };
        let told = if kept {
            all.min(pairs * runs)
        } else {
            // The times of the winners' messages alone, for each number of copies.
            used as f64 * f64::from(study.processors.ilog2() + 1) * runs
        };
        time += DRAWN * iterations as f64 * (sent + told);
    }
    Need {
        memory,
        time,
        lowers_memory: &["iterations", "processors"],
        lowers_time: &["runs", "iterations", "processors"],
        ..Need::default()
    }
}
