//! Worst-case loads within a budget that the page can afford, and the bounds beside them.

use recovery_model::lower_bounds;
use recovery_model::worst_case::{self, Budget, Load, Vector};
use report::Observer;
use words::say;

use crate::cluster::{Built, failed};

/// How much a search may do: less for each computer where every computer has its own worst case.
fn budget(built: &Built) -> Budget {
    /// The most unions of routes that a search keeps, over all computers.
    const UNIONS: usize = 1_000_000;
    /// The fewest unions for a computer.
    const FEWEST: usize = 4_000;
    /// The most sets of survivors that are tried.
    const SURVIVORS: u64 = 400_000;
    let n = built.computers();
    let targets = match built.scheme.is_symmetric() {
        true => 1,
        false => n,
    };
    Budget {
        unions: (UNIONS / targets).max(FEWEST),
        survivors: SURVIVORS / targets as u64,
        beam: match targets {
            1 => 64,
            2..=48 => 16,
            _ => 4,
        },
    }
}

/// The worst loads of 1 to `most` crashes: exact, or between two bounds.
pub(crate) fn vector(
    built: &Built,
    most: usize,
    observer: &mut dyn Observer,
) -> Result<Vector, laboratory::Error> {
    let most = most.clamp(1, built.computers().saturating_sub(1).max(1));
    match built.list() {
        Some(list) => worst_case::of_list(list, most, budget(built), observer),
        None => worst_case::of_scheme(&built.scheme, most, budget(built), observer),
    }
    .map_err(failed)
}

/// The least load that p crashes can be made to cause, in units of the model: MV, for several processes MV_P; where weights differ, the
/// mean load of the survivors rounded up.
pub(crate) fn least(built: &Built) -> Vec<usize> {
    let n = built.computers();
    if built.plain {
        return lower_bounds::least_loads(n);
    }
    let total = built.scheme.weight() as usize;
    let equal = total == n * built.processes as usize;
    match lower_bounds::least_loads_of_several(n, built.processes as usize) {
        Ok(bounds) if equal => bounds,
        _ => (1..n).map(|crashes| total.div_ceil(n - crashes)).collect(),
    }
}

/// Up to how many crashes the loads certainly are the least possible ones.
pub(crate) fn tight(built: &Built, vector: &Vector) -> usize {
    vector.tight(&least(built))
}

/// A worst load in words and digits: "5", "5 to 7".
pub(crate) fn between(built: &Built, load: &Load) -> String {
    let number = |load| crate::cluster::number(built.units(load));
    match load.is_exact() {
        true => number(load.least),
        false => say!("{} to {}", number(load.least), number(load.most)),
    }
}
