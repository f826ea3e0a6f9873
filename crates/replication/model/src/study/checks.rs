//! Checks of parameters and traces against each other.

use parameters::Rejected;
use trace::TraceSet;
use words::{say, word};

use crate::copies::rows_each;
use crate::own::Rule;
use crate::parameters::{Parameters, Strategy, Topic};
use crate::{Error, node_factors};

/// Refuses a strategy of one's own that cannot be read.
pub(super) fn strategy(parameters: &Parameters) -> Result<(), Error> {
    match parameters.strategy {
        Strategy::Own => Rule::read(parameters).map(|_| ()),
        _ => Ok(()),
    }
}

/// Refuses parameters that no run can have.
pub(super) fn check(parameters: &Parameters, set: &TraceSet) -> Result<(), Error> {
    let Parameters {
        processors,
        iterations,
        copies,
        replication,
        decide_every,
        first_shown,
        ..
    } = *parameters;
    let (nodes, jobs) = (set.nodes().len(), set.jobs());
    if processors as usize > nodes {
        let allowed = match nodes {
            1 => word!("allowed: 1, because these traces have a single node").to_owned(),
            _ => say!("allowed: 1 to {nodes}, the number of nodes in these traces"),
        };
        return Err(Rejected::one("processors", processors, allowed).into());
    }
    let beyond = node_factors::of(parameters)?;
    let mut beyond = beyond.iter().filter(|(node, _)| *node >= nodes);
    if let Some((node, _)) = beyond.next() {
        let allowed = say!("allowed: 1 to {nodes}, the numbers of the nodes in these traces");
        return Err(Rejected::one("node_factors", node + 1, allowed).into());
    }
    if iterations as usize > jobs {
        let allowed = say!("allowed: 1 to {jobs}, the number of jobs in these traces");
        return Err(Rejected::one("iterations", iterations, allowed).into());
    }
    let chooses = parameters.strategy == Strategy::Adaptive || parameters.topic == Topic::Decision;
    let helps = parameters.strategy == Strategy::Speculate && !chooses;
    let grouped = chooses || helps || parameters.strategy == Strategy::Replicate;
    // An iteration with copies may take several jobs of each node; one with helpers takes a single one.
    let rows = |copies: u32| rows_each(copies as usize, replication) as u32;
    let room = |copies: u32| helps || rows(copies) <= iterations;
    let fits = |copies: &u32| processors.is_multiple_of(*copies) && room(*copies);
    if grouped && !fits(&copies) {
        let divisors: Vec<_> = (1..=processors)
            .filter(fits)
            .map(|divisor| divisor.to_string())
            .collect();
        let few = processors.is_multiple_of(copies);
        let iterations = match iterations {
            1 => word!(" and 1 iteration").to_owned(),
            many => say!(" and {many} iterations"),
        };
        let allowed = say!(
            "allowed with {processors} {}{}: {}",
            if processors == 1 {
                word!("processor")
            } else {
                word!("processors")
            },
            if few { &iterations } else { "" },
            divisors.join(", ")
        );
        return Err(Rejected::one("copies", copies, allowed).into());
    }
    if chooses && decide_every < rows(copies) {
        let allowed = say!(
            "allowed with {copies} copies of each job: {copies} to 500, so that a block has an iteration with copies"
        );
        return Err(Rejected::one("decide_every", decide_every, allowed).into());
    }
    if first_shown > iterations {
        let allowed = say!("allowed: 1 to {iterations}, the number of iterations");
        return Err(Rejected::one("first_shown", first_shown, allowed).into());
    }
    Ok(())
}
