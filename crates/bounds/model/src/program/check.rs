//! Whether a schedule of a program is feasible: processes do their operations in order, and no one goes on before its signals.

use num_traits::Zero as _;

use super::{Operation, Program};
use crate::plan::{Arrow, Infeasible, Plan};
use crate::rational::Rational;

/// Signals between different computers.
pub(super) type Arrows = Vec<Arrow>;

/// Checks a schedule against its program. With `owners`, process p may run on computer `owners[p]` only, and a signal between
/// different computers takes `delay`; without, signals take no time. Returns when the last operation of the last process is done.
///
/// # Errors
/// [`Infeasible`], with the first fault found.
pub fn completion(
    program: &Program,
    plan: &Plan,
    owners: Option<&[usize]>,
    delay: &Rational,
) -> Result<Rational, Infeasible> {
    traced(program, plan, owners, delay).map(|(completion, _)| completion)
}

/// The same, with the signals that are waited for between different computers.
pub(super) fn traced(
    program: &Program,
    plan: &Plan,
    owners: Option<&[usize]>,
    delay: &Rational,
) -> Result<(Rational, Arrows), Infeasible> {
    plan.check(&program.works())?;
    let owner = |process: usize| owners.and_then(|owners| owners.get(process)).copied();
    for piece in &plan.pieces {
        if owner(piece.job).is_some_and(|owner| owner != piece.lane) {
            return Err(Infeasible::Moved {
                process: piece.job + 1,
                lane: piece.lane + 1,
            });
        }
    }
    // The pieces that each process still has to run.
    let mut pieces: Vec<Vec<(Rational, Rational)>> = vec![Vec::new(); program.processes().len()];
    for piece in &plan.pieces {
        if let Some(pieces) = pieces.get_mut(piece.job) {
            pieces.push((piece.start.clone(), piece.end.clone()));
        }
    }
    for pieces in &mut pieces {
        // The next piece stands last.
        pieces.sort_by(|a, b| b.cmp(a));
    }
    let mut times = vec![Rational::zero(); pieces.len()];
    let mut sent = vec![Rational::zero(); program.events().len()];
    let mut arrows = Vec::new();
    for (process, operation) in program.ordered() {
        let (Some(time), Some(pieces)) = (times.get_mut(process), pieces.get_mut(process)) else {
            continue;
        };
        match operation {
            Operation::Work(work) => {
                let mut left = work.clone();
                while !left.is_zero() {
                    let Some((start, end)) = pieces.pop() else {
                        break;
                    };
                    if start < *time {
                        return Err(Infeasible::Order {
                            process: process + 1,
                            at: start.to_string(),
                        });
                    }
                    let until = (&start + &left).min(end.clone());
                    left -= &until - &start;
                    if until < end {
                        pieces.push((until.clone(), end));
                    }
                    *time = until;
                }
            }
            Operation::Activate(event) => {
                if let Some(sent) = sent.get_mut(*event) {
                    *sent = time.clone();
                }
            }
            Operation::Wait(event) => {
                let from = program.sender(*event).and_then(owner);
                if let Some(sent) = sent.get(*event) {
                    let mut arrival = sent.clone();
                    if let (Some(from), Some(to)) = (from, owner(process))
                        && from != to
                    {
                        arrival += delay;
                        arrows.push(Arrow {
                            from,
                            start: sent.clone(),
                            to,
                            end: arrival.clone(),
                        });
                    }
                    if arrival > *time {
                        *time = arrival;
                    }
                }
            }
        }
    }
    Ok((times.into_iter().max().unwrap_or_default(), arrows))
}
