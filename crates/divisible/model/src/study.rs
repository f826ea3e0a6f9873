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

use report::{Asked, Cancelled, Observer, Silent};
use schedule::{Off, Recorder, Schedule};

use crate::experiment::Experiment;
use crate::lanes::{Frame, Window};
use crate::outcome::{End, Outcome};
use crate::own::{Reasons, Sizer, Stop};
use crate::settings::{Settings, Stream};
use crate::streams::Together;
use crate::watch::{Each, Round, Turn, Unwatched, Watch};
use crate::{Error, Parameters, Platform, streams};

/// The number of rounds between two questions to the observer whether it still wants the simulation: a millisecond's
/// worth.
const ASK: u32 = 8192;

/// The progress of a campaign of simulations, for its observer.
pub struct Progress<'o> {
    observer: &'o mut dyn Observer,
    done: u64,
    total: u64,
    /// The sizer of chunks, where a strategy of one's own sizes them.
    chunks: Option<Sizer>,
}

impl<'o> Progress<'o> {
    /// The beginning of `total` simulations.
    pub fn new(observer: &'o mut dyn Observer, total: u64) -> Self {
        Self {
            observer,
            done: 0,
            total,
            chunks: None,
        }
    }

    /// The same with a strategy that sizes chunks, where there is one.
    fn sizing(self, chunks: Option<Sizer>) -> Self {
        Self { chunks, ..self }
    }

    /// Returns the questions to the strategy, and its printed texts.
    fn told(&mut self) -> (Vec<Asked>, Reasons) {
        self.chunks.as_mut().map(Sizer::told).unwrap_or_default()
    }

    /// Counts one more simulation as done.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer stops it.
    pub fn step(&mut self) -> Result<(), Error> {
        self.done += 1;
        match self.observer.progress(self.done, self.total) {
            flow if flow.is_break() => Err(Error::Cancelled(Cancelled)),
            _ => Ok(()),
        }
    }

    /// Simulates an experiment without a watch, as [`simulate`](Self::simulate) does.
    ///
    /// # Errors
    /// As of [`simulate`](Self::simulate).
    pub fn run(&mut self, experiment: &Experiment) -> Result<Together, Error> {
        self.simulate(experiment, &mut Off, &mut Unwatched)
    }

    /// Simulates an experiment and counts it as done; the observer can stop it at any time.
    ///
    /// # Errors
    /// As of [`streams::simulate`]; [`Error::Cancelled`] where the observer stops it.
    fn simulate<R: Recorder, W: Watch>(
        &mut self,
        experiment: &Experiment,
        recorder: &mut R,
        watch: &mut W,
    ) -> Result<Together, Error> {
        let mut chunks = self.chunks.as_mut().filter(|_| experiment.settings.own);
        if let Some(chunks) = &mut chunks {
            chunks.begin(experiment.run);
        }
        let mut asking = Asking {
            watch,
            chunks,
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
            let stopped = self.chunks.as_mut().and_then(Sizer::stopped);
            return Err(match stopped {
                None => Error::Cancelled(Cancelled),
                Some((rejected, date)) => Error::Stopped(Box::new(Stop {
                    experiment: experiment.clone(),
                    date,
                    rejected,
                })),
            });
        }
        self.step()?;
        Ok(together)
    }
}

/// Simulates one star without a recording and passes its rounds on, with the same program as campaigns.
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
        chunks: None,
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

/// The schedule of a run that a strategy stopped, up to the stop, and the questions to the strategy in it. There is no schedule where
/// the strategy stopped the run at the beginning.
///
/// # Errors
/// As of the run before.
pub fn stopped(
    parameters: &Parameters,
    stop: &Stop,
) -> Result<(Option<Schedule>, Vec<Asked>), Error> {
    let Stop {
        experiment, date, ..
    } = stop;
    let length = f64::from(parameters.shown) * parameters.target;
    let frame = Frame {
        from: (date - length).max(0.0),
        until: *date,
        ..stream::frame(parameters, &experiment.clusters, *date)
    };
    let chunks = Sizer::read(parameters)?.map(|chunks| chunks.from(frame.from));
    let mut window = Window::new(&experiment.clusters, parameters.ports, &frame);
    let mut silent = Silent;
    let mut progress = Progress::new(&mut silent, 1).sizing(chunks);
    match progress.simulate(experiment, &mut window, &mut Unwatched) {
        Ok(_) | Err(Error::Stopped(_)) => {}
        Err(error) => return Err(error),
    }
    let (asked, _) = progress.told();
    let schedule = match frame.until > frame.from {
        true => Some(window.finish(*date)?.0),
        false => None,
    };
    Ok((schedule, asked))
}

/// Passes rounds on and asks an observer now and then.
struct Asking<'a, W> {
    watch: &'a mut W,
    chunks: Option<&'a mut Sizer>,
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

    fn size(&mut self, turn: &Turn<'_>) -> Option<f64> {
        match &mut self.chunks {
            Some(chunks) => chunks.size(turn),
            None => self.watch.size(turn),
        }
    }

    #[inline]
    fn goes_on(&self) -> bool {
        !self.stopped && self.watch.goes_on()
    }
}
