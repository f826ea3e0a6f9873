//! The crashed computers.

use parameters::Rejected;
use recovery_model::Crashed;
use recovery_model::worst_case::{Load, one_by_one};
use report::Observer;
use words::say;

use crate::cluster::{Built, refused};
use crate::parameters::{Against, Crashes};
use crate::{Parameters, about, worst};

/// The crash set that the user chose.
pub(super) fn chosen(parameters: &Parameters) -> Result<Crashed, laboratory::Error> {
    let n = parameters.computers as usize;
    let words = about::words(&parameters.crashed);
    let computer = |(place, word): (usize, &str)| {
        let computer = word.parse().ok().filter(|computer| *computer < n);
        computer.ok_or_else(|| {
            let word: String = word.chars().take(20).collect();
            let allowed = say!("entry {place} is {word:?}; it must be from 0 to {}", n - 1);
            laboratory::Error::from(Rejected::one("crashed", "", allowed))
        })
    };
    let computers: Vec<usize> = (1..).zip(words).map(computer).collect::<Result<_, _>>()?;
    Crashed::new(n, &computers).map_err(refused("crashed"))
}

/// The crash set that an adversary chooses, and whether it is proved to be the worst.
pub(super) fn searched(
    parameters: &Parameters,
    [other, scheme]: [&Built; 2],
    observer: &mut dyn Observer,
) -> Result<(Crashed, Option<bool>), laboratory::Error> {
    let n = parameters.computers as usize;
    let crashes = parameters.crashes as usize;
    if crashes >= n {
        let allowed = say!("at most {}, so that a computer of {n} stays up", n - 1);
        return Err(Rejected::one("crashes", crashes, allowed).into());
    }
    let victim = match parameters.against {
        Against::Scheme => scheme,
        Against::Other => other,
    };
    let refuse = refused("crashes");
    let (mut set, known) = match parameters.set {
        Crashes::OneByOne => {
            let sequence = one_by_one::crashes(&victim.scheme, observer).map_err(&refuse)?;
            let computers = sequence.iter().take(crashes).map(|crash| crash.computer);
            (computers.collect(), None)
        }
        _ => {
            let vector = worst::vector(victim, crashes, observer)?;
            let mut loads = vector.loads.into_iter().take(crashes).rev();
            let first = loads.next();
            let exact = first.as_ref().is_some_and(Load::is_exact);
            // A theorem may exceed the load of any set found: then the worst known set of fewer crashes stands.
            let found = first
                .into_iter()
                .chain(loads)
                .find(|load| !load.crashed.is_empty());
            let own = found
                .as_ref()
                .is_some_and(|load| load.crashed.len() == crashes);
            let computers = found.map(|load| load.crashed).unwrap_or_default();
            (computers, Some(exact && own))
        }
    };
    // A smaller set is filled up from the last computer backwards.
    let spare: Vec<usize> = (0..n).rev().filter(|one| !set.contains(one)).collect();
    set.extend(spare.into_iter().take(crashes.saturating_sub(set.len())));
    Ok((Crashed::new(n, &set).map_err(&refuse)?, known))
}
