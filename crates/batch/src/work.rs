//! A study on all cores.

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use playground::Cache;
use report::Observer;
use study::{Plan, Ran};

use crate::journal::{Header, Journal};
use crate::{Error, Shard, at, plan, tables};

/// The time between two writes that survive a power failure.
const SYNCED: Duration = Duration::from_secs(5);

/// The longest time between two questions whether the work is still wanted.
const ASKED: Duration = Duration::from_millis(100);

/// The most finished points of a thread that may wait to be written.
const WAITING: usize = 4;

/// The progress of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The finished points, those of earlier runs included.
    pub done: u64,
    /// The number of points of this shard.
    pub all: u64,
    /// The number of points without a run, whose values do not fit together: of all at the end, until then of those done now.
    pub refused: u64,
    /// Lines of the journal that did not match their digits: their points run again.
    pub spoilt: usize,
    /// The keys of figures and tables that the plan keeps but the first point with a run lacks; none before that point.
    pub lacking: Option<[Vec<String>; 2]>,
}

/// Runs the missing points of a shard in a folder, tells its progress after each point and every 100 ms, and writes the tables
/// if the shard is the whole study. `Break` ends the work; finished points stay.
///
/// # Errors
/// See [`Error`].
pub fn work(
    plan: &Plan,
    shard: Shard,
    threads: usize,
    folder: &Path,
    tell: &mut dyn FnMut(Told) -> ControlFlow<()>,
) -> Result<Told, Error> {
    let mut journal = Journal::open(folder, &Header::of(plan, shard))?;
    tables::write_plan(plan, &folder.join(plan::NAME))?;
    let done: HashSet<u64> = journal.done().iter().map(|(place, _)| *place).collect();
    let all = shard.places(plan.points()).count() as u64;
    let missing: Vec<u64> = shard
        .places(plan.points())
        .filter(|place| !done.contains(place))
        .collect();
    let mut told = Told {
        done: all - missing.len() as u64,
        all,
        refused: 0,
        spoilt: journal.spoilt(),
        lacking: None,
    };
    let stopped = compute(plan, &missing, threads, &mut journal, &mut told, tell)?;
    if stopped || shard != Shard::WHOLE {
        return Ok(told);
    }
    let mut journals = [journal];
    told.refused = tables::write(plan, &mut journals, folder)?;
    Ok(told)
}

/// Runs the missing points; returns whether they were stopped before the end.
fn compute(
    plan: &Plan,
    missing: &[u64],
    threads: usize,
    journal: &mut Journal,
    told: &mut Told,
    tell: &mut dyn FnMut(Told) -> ControlFlow<()>,
) -> Result<bool, Error> {
    let threads = threads.clamp(1, missing.len().max(1));
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) =
        mpsc::sync_channel::<(u64, Result<Ran, playground::Error>)>(threads * WAITING);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                let mut cache = Cache::default();
                while let Some(place) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let ran = plan.run(*place, &mut cache, &mut Until(stop));
                    if stop.load(Ordering::Relaxed) || sender.send((*place, ran)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut synced = Instant::now();
        let mut write = || {
            if tell(told.clone()).is_break() {
                return Ok(true);
            }
            loop {
                let (place, ran) = match receiver.recv_timeout(ASKED) {
                    Ok(next) => next,
                    Err(RecvTimeoutError::Timeout) if tell(told.clone()).is_break() => {
                        return Ok(true);
                    }
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                let ran = ran.map_err(|error| Error::Point { place, error })?;
                journal.add(&ran).map_err(|error| match error.kind() {
                    io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::Full {
                        path: journal.path().to_owned(),
                        done: told.done,
                        all: told.all,
                    },
                    _ => at(journal.path())(error),
                })?;
                told.done += 1;
                told.refused += u64::from(ran.outcome.is_err());
                if let Ok(outcome) = &ran.outcome {
                    told.lacking.get_or_insert_with(|| plan.lacking(outcome));
                }
                if synced.elapsed() > SYNCED {
                    journal.sync().map_err(at(journal.path()))?;
                    synced = Instant::now();
                }
                if tell(told.clone()).is_break() {
                    return Ok(true);
                }
            }
            journal.sync().map_err(at(journal.path()))?;
            Ok(false)
        };
        let written = write();
        stop.store(true, Ordering::Relaxed);
        // Releases threads that wait for room.
        drop(receiver);
        written
    })
}

/// An observer that lets a run go on until all runs are stopped.
struct Until<'a>(&'a AtomicBool);

impl Observer for Until<'_> {
    fn progress(&mut self, _: u64, _: u64) -> ControlFlow<()> {
        match self.0.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
