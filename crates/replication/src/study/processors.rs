//! The same study on one, two, four … up to P processors.

use report::Observer;

use super::{Results, Study};
use crate::Error;
use crate::parameters::Parameters;

/// What all methods came to on one, two, four … processors.
#[derive(Debug)]
pub struct Machines {
    /// Ascending by the number of processors.
    pub smaller: Vec<(Study, Results)>,
    /// On as many as the parameters speak of.
    pub whole: (Study, Results),
}

/// Runs the study on each number of processors. Fewer copies are asked for where those of the parameters do not divide the
/// number: the most that do.
///
/// # Errors
/// As [`Study::run`].
pub fn machines(parameters: &Parameters, observer: &mut dyn Observer) -> Result<Machines, Error> {
    let set = parameters.traces.load(
        parameters.synthetic_nodes as usize,
        parameters.iterations as usize,
        parameters.seed,
    )?;
    let processors = parameters.processors;
    // What cannot be run is told before anything is.
    let whole = Study::of(parameters, &set)?;
    let numbers = || {
        let doubled = (0..u32::BITS).map(|doublings| 1_u32 << doublings);
        doubled.take_while(|number| *number < processors)
    };
    let work = |number: u32| u64::from(number) * u64::from(parameters.runs);
    let total: u64 = numbers().chain([processors]).map(work).sum();
    let mut before = 0;
    let mut smaller = Vec::new();
    for number in numbers() {
        let copies = (1..=parameters.copies.min(number))
            .rev()
            .find(|copies| number.is_multiple_of(*copies));
        let fewer = Parameters {
            processors: number,
            copies: copies.unwrap_or(1),
            // Only the schedule of the whole is seen.
            first_shown: 1,
            shown: 1,
            ..parameters.clone()
        };
        let mut part =
            |done: u64, _: u64| observer.progress(before + done * u64::from(number), total);
        smaller.push(Study::of(&fewer, &set)?.run(&mut part)?);
        before += work(number);
    }
    let mut part =
        |done: u64, _: u64| observer.progress(before + done * u64::from(processors), total);
    Ok(Machines {
        smaller,
        whole: whole.run(&mut part)?,
    })
}
