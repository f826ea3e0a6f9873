//! Runs, and campaigns of runs.

pub mod campaign;
pub mod contexts;
pub mod course;
pub mod feeding;
pub mod finite;
pub mod served;
pub mod stream;
pub mod targets;
pub mod worlds;

use report::{Cancelled, Observer, Silent};
use schedule::{Off, Recorder};

use crate::experiment::Experiment;
use crate::outcome::{End, Outcome};
use crate::settings::{Settings, Stream};
use crate::streams::Together;
use crate::watch::{Each, Round, Unwatched, Watch};
use crate::{Error, Platform, streams};

/// After how many rounds the observer is asked whether a simulation is still wanted: a millisecond's worth.
const ASK: u32 = 8192;

/// How far a campaign of simulations is, for whoever observes it.
pub struct Progress<'o> {
    observer: &'o mut dyn Observer,
    done: u64,
    total: u64,
}

impl<'o> Progress<'o> {
    /// The beginning of `total` simulations.
    pub fn new(observer: &'o mut dyn Observer, total: u64) -> Self {
        Self {
            observer,
            done: 0,
            total,
        }
    }

    /// One more is done.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so.
    pub fn step(&mut self) -> Result<(), Error> {
        self.done += 1;
        match self.observer.progress(self.done, self.total) {
            flow if flow.is_break() => Err(Error::Cancelled(Cancelled)),
            _ => Ok(()),
        }
    }

    /// Simulates an experiment with nobody who watches, as [`simulate`](Self::simulate) does.
    ///
    /// # Errors
    /// As there.
    pub fn run(&mut self, experiment: &Experiment) -> Result<Together, Error> {
        self.simulate(experiment, &mut Off, &mut Unwatched)
    }

    /// Simulates an experiment, which the observer can stop at any time, and counts it as done.
    ///
    /// # Errors
    /// As of [`streams::simulate`]; [`Error::Cancelled`] where the observer says so.
    fn simulate<R: Recorder, W: Watch>(
        &mut self,
        experiment: &Experiment,
        recorder: &mut R,
        watch: &mut W,
    ) -> Result<Together, Error> {
        let mut asking = Asking {
            watch,
            observer: &mut *self.observer,
            done: self.done,
            total: self.total,
            rounds: 0,
            stopped: false,
        };
        let together = streams::simulate(
            &experiment.clusters,
            &experiment.settings,
            &experiment.stream,
            recorder,
            &mut asking,
        )?;
        if together.clusters.iter().any(|one| one.end == End::Stopped) {
            return Err(Error::Cancelled(Cancelled));
        }
        self.step()?;
        Ok(together)
    }
}

/// Simulates one star without a recording and tells of its rounds, with the program that campaigns have, too.
///
/// # Errors
/// As of [`as4dr::simulate`](crate::as4dr::simulate).
pub fn watched(
    platform: &Platform,
    settings: &Settings,
    stream: &Stream,
    each: &mut dyn FnMut(&Round),
) -> Result<Outcome, Error> {
    let mut asking = Asking {
        watch: &mut Each(each),
        observer: &mut Silent,
        done: 0,
        total: 1,
        rounds: 0,
        stopped: false,
    };
    let platforms = std::slice::from_ref(platform);
    let together = streams::simulate(platforms, settings, stream, &mut Off, &mut asking)?;
    together.clusters.into_iter().next().ok_or(Error::Empty)
}

/// Passes rounds on and asks an observer now and then.
struct Asking<'a, W> {
    watch: &'a mut W,
    observer: &'a mut dyn Observer,
    done: u64,
    total: u64,
    rounds: u32,
    stopped: bool,
}

impl<W: Watch> Watch for Asking<'_, W> {
    const ON: bool = true;

    #[inline]
    fn round(&mut self, round: &Round) {
        if W::ON {
            self.watch.round(round);
        }
        self.rounds += 1;
        if self.rounds == ASK {
            self.rounds = 0;
            self.stopped = self.observer.progress(self.done, self.total).is_break();
        }
    }

    #[inline]
    fn goes_on(&self) -> bool {
        !self.stopped && self.watch.goes_on()
    }
}
