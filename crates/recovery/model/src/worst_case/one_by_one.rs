//! An adversary that crashes one computer at a time: always the one after which the loads, sorted from the greatest, are
//! lexicographically greatest.
//! Worst sets need not contain each other, so that this differs from the worst set of a size.

use std::ops::ControlFlow;

use report::{Cancelled, Observer};

use crate::error::Error;
use crate::placement::{Crashed, place};
use crate::scheme::Scheme;

/// A crash by the adversary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The computer that it crashes.
    pub computer: usize,
    /// The greatest load after the crash.
    pub load: u32,
}

/// The crashes in order, until one computer is left. Ties go to the least computer.
///
/// # Errors
/// [`Error::Cancelled`].
pub fn crashes(scheme: &Scheme, observer: &mut dyn Observer) -> Result<Vec<Crash>, Error> {
    let n = scheme.computers();
    let mut crashed = Crashed::none(n);
    let mut crashes = Vec::new();
    while crashes.len() + 1 < n {
        if observer.progress(crashes.len() as u64, n as u64 - 1) == ControlFlow::Break(()) {
            return Err(Cancelled.into());
        }
        let mut worst: Option<(Vec<u32>, usize)> = None;
        for computer in (0..n).filter(|computer| !crashed.contains(*computer)) {
            let mut tried = crashed.clone();
            tried.set(computer, true);
            let mut loads = place(scheme, &tried).loads;
            loads.sort_unstable_by(|a, b| b.cmp(a));
            if worst.as_ref().is_none_or(|(worst, _)| loads > *worst) {
                worst = Some((loads, computer));
            }
        }
        let Some((loads, computer)) = worst else {
            break;
        };
        crashed.set(computer, true);
        crashes.push(Crash {
            computer,
            load: loads.first().copied().unwrap_or(0),
        });
    }
    Ok(crashes)
}

#[cfg(test)]
mod tests {
    use crate::{Error, Scheme, schemes};

    #[test]
    fn ties_go_to_the_least_computer() -> Result<(), Error> {
        let scheme = Scheme::regular(&schemes::intuitive::list(4)?.list);
        let crashes = super::crashes(&scheme, &mut report::Silent)?;
        let found: Vec<(usize, u32)> = crashes
            .iter()
            .map(|crash| (crash.computer, crash.load))
            .collect();
        // Any first crash gives 2; then 1 and 3 both give 3; then 2 and 3 both give 4.
        assert_eq!(found, [(0, 2), (1, 3), (2, 4)]);
        Ok(())
    }
}
