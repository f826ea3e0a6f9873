//! Worst-case loads within the page's budget, and the bounds beside them.

use recovery_model::lower_bounds;
use recovery_model::scheme::Process;
use recovery_model::worst_case::{self, Budget, Load, Vector};
use report::Observer;
use words::{say, word};

use crate::cluster::{Built, failed};
use crate::rounds::Round;

/// The budget of a search: less for each computer where every computer has its own worst case.
fn budget(built: &Built) -> Budget {
    /// The most unions of routes that a search keeps, over all computers.
    const UNIONS: usize = 1_000_000;
    /// The most sets of survivors to try.
    const SURVIVORS: u64 = 400_000;
    let n = built.computers();
    let targets = match built.scheme.is_symmetric() {
        true => 1,
        false => n,
    };
    Budget {
        unions: UNIONS / targets,
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
    let mut vector = match built.list() {
        Some(list) => worst_case::of_list(list, most, budget(built), observer),
        None => worst_case::of_scheme(&built.scheme, most, budget(built), observer),
    }
    .map_err(failed)?;
    // Where a search ended early, the bound may exceed the load that it found.
    for (load, least) in vector.loads.iter_mut().zip(least(built)) {
        let least = u32::try_from(least).unwrap_or(u32::MAX).min(load.most);
        if load.least < least {
            load.least = least;
            load.crashed.clear();
        }
    }
    Ok(vector)
}

/// The worst load of as many crashes as this round has. A search that ended early may have missed the crash set of the round.
pub(crate) fn at_least(mut found: Load, round: Option<&Round>) -> Load {
    if let Some(round) = round.filter(|round| round.load() > found.least) {
        found.least = round.load();
        found.crashed.clone_from(&round.down);
    }
    found
}

/// A lower bound of the worst-case load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// For rotations of one list and equal weights: MV, or MV_P for several processes.
    Turned,
    /// For any lists and weights, the largest of three loads: the mean load of the survivors, rounded up; the fullest computer before
    /// any crash, which need not crash; and a process together with the own processes of the computer that it joins.
    Any,
}

impl Bound {
    /// The name of the bound beside a line or a row. It is never called the least load, as there may be no list that meets it.
    pub(crate) fn short(self) -> &'static str {
        match self {
            Self::Turned => word!("lower bound of turned lists"),
            Self::Any => word!("lower bound of any lists"),
        }
    }

    /// The name of the bound in a sentence.
    pub(crate) fn called(self) -> &'static str {
        match self {
            Self::Turned => word!("the lower bound of turned lists"),
            Self::Any => word!("the lower bound of any lists"),
        }
    }
}

/// The bound against which schemes are compared: the same for all schemes of a cluster.
pub(crate) fn yardstick(built: &Built) -> Bound {
    let processes = built.scheme.processes();
    let equal = processes
        .windows(2)
        .all(|pair| matches!(pair, [one, other] if one.weight == other.weight));
    match equal {
        true => Bound::Turned,
        false => Bound::Any,
    }
}

/// The bound that is proved for a scheme.
pub(crate) fn bound(built: &Built) -> Bound {
    match built.base {
        Some(_) => yardstick(built),
        None => Bound::Any,
    }
}

/// The load of each computer before any crash, in units of the model.
fn homes(built: &Built) -> Vec<usize> {
    let computers = 0..built.computers();
    computers
        .map(|computer| built.scheme.normal_load(computer) as usize)
        .collect()
}

/// The load of the fullest computer before any crash, in units of the model.
pub(crate) fn heaviest(built: &Built) -> usize {
    homes(built).into_iter().max().unwrap_or(0)
}

/// A lower bound of the worst crash of one computer: a process whose home crashes joins the processes of another computer. More
/// crashes are no better, as a process stays where it is until its computer crashes.
fn joined(built: &Built) -> usize {
    let homes = homes(built);
    // The emptiest computer, and the emptiest of the others.
    let mut order: Vec<usize> = (0..homes.len()).collect();
    order.sort_by_key(|computer| homes.get(*computer));
    let join = |process: &Process| {
        let other = order.iter().find(|computer| **computer != process.home);
        let own = other.and_then(|computer| homes.get(*computer));
        process.weight as usize + own.copied().unwrap_or(0)
    };
    let processes = built.scheme.processes().iter();
    processes.map(join).max().unwrap_or(0)
}

/// The crashes of the task: in clusters of any size, some scheme is known to meet the lower bound of so many.
pub(crate) const TO_SURVIVE: usize = 5;

/// The lower bound of the worst [`TO_SURVIVE`] crashes where some scheme is known to meet it, in units of the model; nothing where none
/// is known. With one process of equal weight on each computer, the recomputed lists meet it for up to 28 computers and the Golomb
/// scheme for more.
pub(crate) fn reachable(built: &Built) -> Option<usize> {
    let known = built.processes == 1 && yardstick(built) == Bound::Turned;
    let least = known.then(|| bounds(built, Bound::Turned))?;
    least.get(TO_SURVIVE - 1).copied()
}

/// The lower bound that is proved for the scheme under the worst 1, 2, 3, … crashes, in units of the model.
pub(crate) fn least(built: &Built) -> Vec<usize> {
    bounds(built, bound(built))
}

/// A bound for 1, 2, 3, … crashes, in units of the model.
pub(crate) fn bounds(built: &Built, bound: Bound) -> Vec<usize> {
    let n = built.computers();
    if bound == Bound::Turned {
        let processes = built.processes as usize;
        let weight = built.scheme.processes().first().map_or(1, |one| one.weight);
        // The numbers of computers and of processes are within the bound's range.
        let bounds = lower_bounds::least_loads_of_several(n, processes).unwrap_or_default();
        return bounds
            .into_iter()
            .map(|bound| bound * weight as usize)
            .collect();
    }
    let total = built.scheme.weight() as usize;
    let single = heaviest(built).max(joined(built));
    (1..n)
        .map(|crashes| total.div_ceil(n - crashes).max(single))
        .collect()
}

/// A worst load in words and digits: "5", "5 to 7".
pub(crate) fn between(built: &Built, load: &Load) -> String {
    let number = |load| crate::cluster::number(built.units(load));
    match load.is_exact() {
        true => number(load.least),
        false => say!("{} to {}", number(load.least), number(load.most)),
    }
}
