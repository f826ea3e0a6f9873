//! A study as a report.

mod contest;
mod dynamicity;
mod finite;
mod inaccuracy;
mod propositions;
mod selection;
mod stream;
mod target;
mod untested;
mod worlds;

use report::number::fixed;
use report::words::{count, percent, rough_percent, seconds};
use report::{Findings as _, Observer, Report, Sample, Traces};
use trace::TraceSet;
use words::{say, word};

use crate::experiment;
use crate::lanes::Frame;
use crate::parameters::{Topic, Workers};
use crate::settings::Order;
use crate::{Error, Parameters, Worker};

/// The report on the topic of a scenario, with the outcome of each run.
///
/// # Errors
/// See [`Error`].
pub fn report(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    let (mut report, samples) = match parameters.topic {
        Topic::Stream => stream::compute(parameters, observer)?.told(),
        Topic::Finite => finite::compute(parameters, observer)?.told(),
        Topic::Propositions => propositions::compute(parameters, observer)?.told(),
        Topic::Inaccuracy => inaccuracy::compute(parameters, observer)?.told(),
        Topic::Dynamicity => dynamicity::compute(parameters, observer)?.told(),
        Topic::Target => target::compute(parameters, observer)?.told(),
        Topic::Selection => selection::compute(parameters, observer)?.told(),
    };
    let traces = experiment::traces(parameters)?;
    report.traces = traces.as_ref().map(in_a_line);
    Ok((report, samples))
}

/// The summary of a set of traces.
fn in_a_line(set: &TraceSet) -> Traces {
    Traces {
        name: set.name().to_owned(),
        nodes: set.nodes().len(),
        jobs: set.jobs(),
        scaled: None,
    }
}

/// The unit of this platform's loads.
fn load_unit(parameters: &Parameters) -> &'static str {
    by_unit(parameters, [word!("MB"), word!("bytes"), word!("units")])
}

/// The word for this platform's unit of load: that for MB, that for bytes, or that for a unit without a name. Quantities of
/// different units have different names, so that no comparison takes them for the same.
fn by_unit(parameters: &Parameters, [mb, bytes, units]: [&'static str; 3]) -> &'static str {
    match parameters.platform {
        Workers::Table1 => mb,
        Workers::Table3Four | Workers::Table3 => bytes,
        Workers::Drawn | Workers::Own => units,
    }
}

/// Whether workers wait for each other's turn: there is a ring of several.
fn is_ring(parameters: &Parameters, workers: usize) -> bool {
    parameters.order == Order::Ring && workers > parameters.clusters as usize
}

/// A share of the time in few digits, down to a hundredth of a per cent.
fn rough(share: f64) -> String {
    match share > 0.0 && share < 0.5e-4 {
        true => word!("under 0.01\u{a0}%").into(),
        false => rough_percent(share),
    }
}

/// A note on the part of a run of so many workers over `elapsed` s that the schedule shows, if not all.
fn window_note(frame: &Frame, workers: usize, elapsed: f64) -> Vec<String> {
    let mut notes = Vec::new();
    if frame.workers.len() < workers {
        let numbers = [frame.workers.start + 1, frame.workers.end, workers];
        let [first, last, all] = numbers.map(|number| fixed(number as f64, 0));
        notes.push(match frame.workers.len() {
            1 => say!("The schedule shows worker {first} of {all}."),
            _ => say!("The schedule shows workers {first} to {last} of {all}."),
        });
    }
    if frame.from > 0.0 || frame.until < elapsed {
        notes.push(say!(
            "The schedule shows the stream from {} to {}; its own clock starts at 0.",
            seconds(frame.from),
            seconds(frame.until.min(elapsed))
        ));
    }
    notes
}

/// A share of the time in few digits, but enough that it reads as all of the time only where it is.
fn all_but(share: f64) -> String {
    match rough_percent(share) {
        rough if rough != rough_percent(1.0) || 1.0 - share <= 1e-9 => rough,
        _ => almost(share, 1),
    }
}

/// A share of the time with so many digits, or as many as it takes not to read as all of the time where it is not.
fn almost(share: f64, digits: usize) -> String {
    let all = |digits: &usize| percent(share, *digits) == percent(1.0, *digits);
    let enough = (digits..9).find(|digits| 1.0 - share <= 1e-9 || !all(digits));
    percent(share, enough.unwrap_or(9))
}

/// The name of the worker at this place, from 0; its number, from 1, where there is no such worker.
fn name(workers: &[Worker], place: usize) -> String {
    workers
        .get(place)
        .map_or_else(|| say!("worker {}", place + 1), |one| one.name.clone())
}

/// Whether a worker's believed values differ from the true ones.
fn is_misjudged(workers: &[Worker]) -> bool {
    workers.iter().any(|worker| {
        worker.estimated_speed != worker.speed || worker.estimated_latency != worker.latency
    })
}

/// "20 runs".
fn runs(number: u32) -> String {
    count(number as usize, word!("run"), word!("runs"))
}

/// "The only run draws", "Each of 20 runs draws".
fn draws(parameters: &Parameters) -> String {
    match parameters.runs {
        1 => word!("The only run draws").into(),
        many => say!("Each of {} draws", runs(many)),
    }
}
