//! The same study on one, two, four … up to P processors.

use super::{Results, Study};
use crate::parameters::{Parameters, Topic};

/// The outcomes of all methods.
#[derive(Debug)]
pub enum Compared<'a> {
    /// On one number of processors.
    Strategies(&'a Study, Results),
    /// On several numbers.
    Machines(Machines<'a>),
}

/// The outcomes of all methods on one, two, four … processors.
#[derive(Debug)]
pub struct Machines<'a> {
    /// Ascending by the number of processors.
    pub smaller: Vec<(&'a Study, Results)>,
    /// On the parameters' number of processors.
    pub whole: (&'a Study, Results),
}

/// The studies that the topic asks for: first the one on the parameters' number of processors, so that its refusal is told
/// first, then perhaps those on one, two, four … processors. Where the parameters' number of copies does not divide a number
/// of processors, the study has the most copies that do.
#[must_use]
pub fn studies(parameters: &Parameters) -> Vec<Parameters> {
    let mut out = vec![parameters.clone()];
    if parameters.topic == Topic::Processors {
        out.extend(numbers(parameters.processors).map(|number| {
            let copies = (1..=parameters.copies.min(number))
                .rev()
                .find(|copies| number.is_multiple_of(*copies));
            Parameters {
                processors: number,
                copies: copies.unwrap_or(1),
                // Only the schedule of the whole is seen.
                first_shown: 1,
                shown: 1,
                ..parameters.clone()
            }
        }));
    }
    out
}

/// The powers of two below `processors`.
fn numbers(processors: u32) -> impl Iterator<Item = u32> {
    (0..u32::BITS)
        .map(|doublings| 1_u32 << doublings)
        .take_while(move |number| *number < processors)
}

/// The number of runtimes that each run of a topic simulates, where runs can be shared out among several workers;
/// otherwise nothing.
#[must_use]
pub fn runtimes(topic: Topic, processors: u32, iterations: u64) -> Option<u64> {
    let processors = match topic {
        Topic::Strategies => processors,
        Topic::Processors => processors + numbers(processors).sum::<u32>(),
        _ => return None,
    };
    Some(u64::from(processors) * iterations)
}
