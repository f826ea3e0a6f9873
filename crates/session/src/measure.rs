//! A measurement of this device: several workers run the same job at the same time; one of them finds its size before.

pub mod course;

use std::mem;

use self::course::{Course, Plan};
use crate::event::{Heard, Payload};
use crate::message::{Order, Reply};

/// The stage of a measurement.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// The workers start, find the job, or try it.
    Preparing,
    /// Jobs run.
    Measuring,
    /// All planned jobs are measured.
    Done,
    /// Ended by hand.
    Stopped,
    /// It cannot be done; the reason.
    Failed(String),
}

/// A command of a measurement.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Post this to the first worker.
    First(Order),
    /// Post this to all workers.
    All(Order),
    /// Time messages from the first worker to this one.
    Ping(usize),
    /// End all workers.
    End,
}

/// A measurement, whose workers are numbered from 0 and run the [file worker's program](crate::program::FILES).
#[derive(Clone, Debug)]
pub struct Measurement {
    plan: Plan,
    stage: Stage,
    /// The number of workers that have finished the present step.
    arrived: usize,
    /// The number of iterations of a job.
    iterations: u32,
    /// The least step of the clock, ms.
    step: Option<f64>,
    /// The time of a message from the first worker to each other one, ms.
    messages: Vec<f64>,
    courses: Vec<Course>,
    /// Whether the tab was hidden since a worker's last message.
    hidden: Vec<bool>,
}

impl Measurement {
    /// A measurement whose workers are starting.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        Self {
            plan,
            stage: Stage::Preparing,
            arrived: 0,
            iterations: 0,
            step: None,
            messages: Vec::new(),
            courses: vec![Course::default(); plan.workers],
            hidden: vec![false; plan.workers],
        }
    }

    /// The plan of the measurement.
    #[must_use]
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// The present stage.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The least step of the clock, ms, once known.
    #[must_use]
    pub fn step(&self) -> Option<f64> {
        self.step
    }

    /// The time of a message between two workers, ms: the median over all workers, once all were reached. A single worker sends
    /// none.
    #[must_use]
    pub fn message(&self) -> Option<f64> {
        let sent = self.messages.len();
        let all = sent > 0 && sent + 1 == self.plan.workers;
        // Digits beyond these are noise.
        all.then(|| (statistics::median(&self.messages) * 1e4).round() / 1e4)
    }

    /// The jobs measured so far, a course for each worker.
    #[must_use]
    pub fn courses(&self) -> &[Course] {
        &self.courses
    }

    /// Notes that the tab was hidden.
    pub fn hide(&mut self) {
        self.hidden.fill(true);
    }

    /// Ends the measurement by hand; the measured jobs stay.
    pub fn stop(&mut self) -> Command {
        self.end(Stage::Stopped)
    }

    /// Takes in a message of a worker; `hidden`: the tab is hidden.
    pub fn hear<B>(&mut self, worker: usize, heard: Heard<B>, hidden: bool) -> Option<Command> {
        if !self.is_under_way() {
            return None;
        }
        match heard {
            Heard::Says(reply, payload) => self.take(worker, *reply, payload, hidden),
            Heard::Outdated => {
                Some(self.end(Stage::Failed("the page was updated: load it again".into())))
            }
            Heard::Unreadable(why) => Some(self.end(Stage::Failed(format!(
                "an answer of a worker could not be read ({why})"
            )))),
            Heard::Broken(message) => Some(self.end(Stage::Failed(
                message.unwrap_or_else(|| "a worker ended without a message".into()),
            ))),
        }
    }

    /// Whether the measurement goes on.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        matches!(self.stage, Stage::Preparing | Stage::Measuring)
    }

    fn take<B>(
        &mut self,
        worker: usize,
        reply: Reply,
        payload: Payload<B>,
        now_hidden: bool,
    ) -> Option<Command> {
        match reply {
            Reply::Ready { .. } if self.all_arrived() => {
                let job_ms = self.plan.job;
                Some(Command::First(Order::Calibrate { job_ms }))
            }
            Reply::Calibrated { iterations, step } => {
                (self.iterations, self.step) = (iterations, Some(step));
                Some(Command::All(Order::Prepare { iterations }))
            }
            Reply::Prepared if self.all_arrived() => Some(self.ping_or_measure()),
            Reply::Pinged { ms } => {
                self.messages.push(ms);
                Some(self.ping_or_measure())
            }
            Reply::Measured { last } => {
                let runtimes = match payload {
                    Payload::Numbers(runtimes) => runtimes,
                    Payload::Nothing | Payload::One(_) | Payload::Schedules(_) => Vec::new(),
                };
                let course = self.courses.get_mut(worker);
                if let Some((course, hidden)) = course.zip(self.hidden.get_mut(worker)) {
                    let before = mem::replace(hidden, now_hidden);
                    course.extend(&runtimes, before || now_hidden);
                }
                (last && self.all_arrived()).then(|| self.end(Stage::Done))
            }
            Reply::Unmeasurable { message } => Some(self.end(Stage::Failed(message))),
            _ => None,
        }
    }

    /// Times messages to the next worker, and starts the jobs once all were reached: nothing else runs while messages are
    /// timed.
    fn ping_or_measure(&mut self) -> Command {
        let next = self.messages.len() + 1;
        if next < self.plan.workers {
            return Command::Ping(next);
        }
        self.stage = Stage::Measuring;
        let (jobs, ms) = self.plan.until.limits();
        let iterations = self.iterations;
        Command::All(Order::Measure {
            iterations,
            jobs,
            ms,
        })
    }

    /// Counts a worker that has finished the present step; returns whether it was the last.
    fn all_arrived(&mut self) -> bool {
        self.arrived += 1;
        let all = self.arrived == self.plan.workers;
        if all {
            self.arrived = 0;
        }
        all
    }

    fn end(&mut self, stage: Stage) -> Command {
        if self.is_under_way() {
            self.stage = stage;
        }
        Command::End
    }
}
