//! Runs that a strategy of one's own decides on.

use parameters::Rejected;
use report::Asked;
use schedule::{Recorder, Schedule};

use super::draw::{Columns, Run};
use super::{Method, Study};
use crate::Error;
use crate::iterations::Outcome;
use crate::own::{self, Log, Rule, Setting, Told};
use crate::rescheduling::Rescheduling;

/// A run that a strategy stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// The strategy's error.
    pub rejected: Rejected,
    /// The end of the schedule up to the error; nothing where the strategy stopped at the beginning.
    pub schedule: Option<Schedule>,
    /// The questions of that run.
    pub asked: Vec<Asked>,
}

impl Study {
    /// The costs of a strategy's changes.
    fn setting(&self) -> Setting {
        let parameters = &self.parameters;
        Setting {
            replication: parameters.replication,
            rescheduling: self.rescheduling(),
            to_copies: parameters.switch_to_replication,
            to_shares: parameters.switch_to_balancing,
            stopping: parameters.finalize_time,
        }
    }

    /// The mean time of a rescheduling, ms.
    pub(super) fn rescheduling(&self) -> f64 {
        let parameters = &self.parameters;
        let rescheduling = Rescheduling {
            mean: parameters.rescheduling_time,
            exponent: parameters.rescheduling_exponent,
            scales: parameters.rescheduling_scales,
        };
        rescheduling.mean_for(parameters.problem_size, parameters.processors)
    }

    /// Runs a strategy of one's own.
    ///
    /// # Errors
    /// [`Error::Stopped`] where the strategy stops the run.
    pub(super) fn decide_by<R: Recorder>(
        &self,
        rule: &mut Rule,
        run: &Run<'_>,
        log: &mut Log<'_>,
        course: &mut Vec<f64>,
        recorder: &mut R,
    ) -> Result<Outcome, Error> {
        rule.begin(run.number, run.times.processors());
        let setting = self.setting();
        own::simulate(
            &run.times,
            &setting,
            run.expected,
            rule,
            log,
            course,
            recorder,
        )
        .map_err(|stop| self.stopped(stop, run).unwrap_or_else(|error| error))
    }

    /// The end of a run that a strategy stopped: a second simulation keeps the events before the stop.
    fn stopped(&self, stop: own::Stop, run: &Run<'_>) -> Result<Error, Error> {
        let own::Stop { rejected, ended } = stop;
        let first = ended.saturating_sub(self.parameters.shown);
        let mut rule = Rule::read(&self.parameters)?.listening();
        rule.begin(run.number, run.times.processors());
        let mut window = self.window(Method::Own, run, first, ended);
        let (setting, mut course) = (self.setting(), Vec::new());
        let again = own::simulate(
            &run.times,
            &setting,
            run.expected,
            &mut rule,
            &mut Log::Off,
            &mut course,
            &mut window,
        );
        debug_assert!(again.is_err(), "it stops again");
        let told = rule.told(window.began());
        let schedule = match ended {
            0 => None,
            _ => Some(window.finish()?),
        };
        Ok(Error::Stopped(Box::new(Stopped {
            rejected,
            schedule,
            asked: told.asked,
        })))
    }

    /// The schedule of the first run, its first iteration, counted from 0, and the questions to the strategy in it.
    ///
    /// # Errors
    /// Where the strategy stops the run.
    pub(super) fn listen(&self, columns: &Columns<'_>) -> Result<(Schedule, u32, Told), Error> {
        let run = columns.run();
        let mut heard = None;
        let window = self.seen(Method::Own, &run, |window| {
            let mut rule = Rule::read(&self.parameters)?.listening();
            self.decide_by(&mut rule, &run, &mut Log::Off, &mut Vec::new(), window)?;
            heard = Some(rule);
            Ok(())
        })?;
        let (first, began) = (window.first(), window.began());
        let told = heard.map(|rule| rule.told(began)).unwrap_or_default();
        Ok((window.finish()?, first, told))
    }
}
