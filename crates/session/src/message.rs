//! Messages between the page and its workers: requests and replies. Bytes, files and columns travel beside a message: see
//! [`Payload`](crate::event::Payload).

use parameters::Rejected;
use playground::{Ran, Scenario, Setup};
use report::miniature::Miniature;
use report::worlds::{Common, Stated};
use report::{Card, Report, Winner};
use schedule::Header;
use schedule::svg::Options;
use serde::{Deserialize, Serialize};
use trace::read::Columns;

use crate::import::When;
use crate::library::{About, Library, Trouble};
use crate::notebook::Question;
use crate::resume::{Beginning, Kept};
use crate::traces::Understood;

/// Requests of the page to a worker of a laboratory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// Run a scenario with its view. Answered by [`Reply::Progress`] any number of times, then by [`Reply::Done`],
    /// [`Reply::Refused`], [`Reply::FileNeeded`] or [`Reply::Failed`]; a run that does not begin at its start, also by
    /// [`Reply::Paused`].
    Run {
        /// The run's number; each answer repeats it.
        id: u32,
        /// The scenario with its view.
        setup: Box<Setup>,
        /// The points of a sweep that were run before.
        #[serde(default)]
        done: Vec<Ran>,
        /// The beginning of the run.
        #[serde(default)]
        beginning: Beginning,
    },
    /// Compute one part of a run. Answered by [`Reply::Progress`] any number of times, then by [`Reply::Part`], or as
    /// [`Request::Run`] if it fails.
    Part {
        /// The run's number; each answer repeats it.
        id: u32,
        /// The scenario.
        scenario: Box<Scenario>,
        /// The part, counted from 0.
        part: u32,
        /// The number of parts.
        parts: u32,
    },
    /// Compute the report of a run from its parts, which travel beside this as bytes. Answered as [`Request::Run`].
    Finish {
        /// The run's number; each answer repeats it.
        id: u32,
        /// The scenario.
        scenario: Box<Scenario>,
    },
    /// Make the preview of a small scenario. Answered by [`Reply::Preview`].
    Preview {
        /// The preview's number; the answer repeats it.
        id: u32,
        /// The scenario.
        scenario: Box<Scenario>,
    },
    /// Find out which way is ahead in a scenario. Answered by [`Reply::Ahead`].
    Ahead {
        /// The request's number; the answer repeats it.
        id: u32,
        /// The scenario.
        scenario: Box<Scenario>,
    },
    /// The payload is the [content](crate::library::CONTENT) of the traces with this digest, in case they are not kept. Not
    /// answered: a worker that lacks them says so.
    Supply {
        /// The digest of the traces.
        digest: String,
    },
}

/// Orders of the page to the file worker, which has no models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Read the file of traces that travels beside this, and keep them if they are used. Answered by [`Reply::Read`].
    Read {
        /// The scenario to run on these traces.
        scenario: Box<Scenario>,
        /// The user's corrections of the columns.
        said: Box<Columns>,
        /// The time of their use.
        when: When,
    },
    /// Give a scenario traces that were read before. Answered by [`Reply::Read`].
    Use {
        /// The digest of the traces.
        digest: String,
        /// Their present name.
        name: String,
        /// The scenario to run on these traces.
        scenario: Box<Scenario>,
    },
    /// Read the scenario file that travels beside this, and keep the traces in it. Answered by [`Reply::Opened`].
    Open,
    /// The payload is the [content](crate::library::CONTENT) of the traces with this digest, in case they are not kept. Not
    /// answered: see [`Request::Supply`].
    Supply {
        /// The digest of the traces.
        digest: String,
    },
    /// Write a file. Answered by [`Reply::Written`].
    Write(File),
    /// Write the schedule whose columns travel beside this as a file. Answered by [`Reply::Exported`].
    Export {
        /// The schedule without its columns.
        header: Box<Header>,
        /// The form of the file.
        form: Form,
    },
    /// List the kept traces. Answered by [`Reply::Library`], as are the next orders.
    List,
    /// Keep the traces of the file that travels beside this, which holds their [content](crate::library::CONTENT).
    Keep,
    /// Rename kept traces.
    Rename {
        /// The digest of the traces.
        digest: String,
        /// Their new name.
        name: String,
    },
    /// Delete kept traces.
    Delete {
        /// The digest of the traces.
        digest: String,
    },
    /// Keep the state of a run, unless a further state of it is kept. Answered by [`Reply::RunKept`], as is the next order.
    KeepRun {
        /// The digest of the run's setup.
        digest: String,
        /// The state.
        kept: Kept,
        /// Whether it replaces any kept state.
        over: bool,
    },
    /// Delete the kept state of a run.
    ForgetRun {
        /// The digest of the run's setup.
        digest: String,
        /// A state of more work than this stays.
        most: Option<u64>,
    },
    /// Answer a question of the notebook. Answered by an [`Answer`](crate::notebook::Answer), which only the notebook reads.
    Notebook(Question),
    /// Find the size of a job of a given length on this device in its present state. Answered by [`Reply::Calibrated`] or
    /// [`Reply::Unmeasurable`].
    Calibrate {
        /// The length of a job that nothing disturbs, ms.
        job_ms: f64,
    },
    /// Run a job once to warm it up. Answered by [`Reply::Prepared`].
    Prepare {
        /// Its size.
        iterations: u32,
    },
    /// Send back each message of the port beside this. Not answered.
    Echo,
    /// Send messages through the port beside this, each after the previous one has come back. Answered by [`Reply::Pinged`].
    Ping {
        /// The number of messages.
        messages: u32,
    },
    /// Run jobs one after the other. Answered by [`Reply::Measured`] any number of times.
    Measure {
        /// The size of a job.
        iterations: u32,
        /// The most jobs.
        jobs: u32,
        /// The longest time, ms; the last job is finished.
        ms: f64,
    },
}

/// A file that the file worker writes, because it has the values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum File {
    /// Traces as CSV.
    Traces {
        /// The digest of the traces.
        digest: String,
    },
    /// The traces of the file that travels beside the request, as CSV.
    Table,
    /// A scenario with the values of its traces.
    Scenario(Box<Setup>),
}

/// The form of a schedule's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A figure.
    Svg(Options),
    /// A figure of two schedules of the same work: the second without its columns, which travel after those of the first, and
    /// the names of both.
    Pair(Box<Header>, [String; 2], Options),
    /// A row for each span: the window, in the schedule's unit; the whole schedule if there is none.
    Csv(Option<(f64, f64)>),
    /// Chrome trace events: the window, and a title.
    TraceEvents(Option<(f64, f64)>, String),
}

impl Form {
    /// The media type of such a file.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        match self {
            Self::Svg(_) | Self::Pair(..) => "image/svg+xml",
            Self::Csv(_) => "text/csv;charset=utf-8",
            Self::TraceEvents(..) => "application/json",
        }
    }
}

/// The schedules of variants without their columns, their names and their common work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beside {
    /// The name of the first schedule.
    pub base: String,
    /// Names and schedules.
    pub variants: Vec<(String, Header)>,
    /// The load of each schedule, cut into units.
    pub work: Option<Common>,
    /// The statement on all runs, if variants are compared.
    pub stated: Option<Stated>,
}

/// Replies of the workers.
#[allow(
    clippy::large_enum_variant,
    reason = "a run has a few replies, and the large one is its result"
)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// The worker listens. Earlier messages to it are lost.
    Ready {
        /// See [`VERSION`](crate::program::VERSION).
        version: String,
    },
    /// A run goes on; at most thirty times a second.
    Progress {
        /// The run's number.
        id: u32,
        /// The work that is done.
        done: u64,
        /// The total work.
        total: u64,
    },
    /// A point of a sweep was run.
    Point {
        /// The run's number.
        id: u32,
        /// The point.
        ran: Ran,
        /// The report of all points that were run so far, without a schedule.
        report: Box<Report<Card>>,
        /// The fingerprint of that report.
        fingerprint: String,
    },
    /// The findings of a run so far; at most a few times a second.
    Early {
        /// The run's number.
        id: u32,
        /// Its report if it ended now, without a schedule.
        report: Box<Report<Card>>,
        /// The fingerprint of that report.
        fingerprint: String,
    },
    /// A run can be resumed from here; at most once a [while](crate::resume::BETWEEN_STATES).
    Kept {
        /// The run's number.
        id: u32,
        /// The digest of the run's setup.
        digest: String,
        /// The state from which it resumes.
        state: String,
        /// The work that is done, in the run's own unit.
        work: u64,
        /// Whether the device keeps a state of it already.
        found: bool,
        /// Whether the kept state cannot be read, or led to a wrong result: this one replaces it.
        over: bool,
    },
    /// The kept state of a run is not used: the run begins anew.
    Unreadable {
        /// The run's number.
        id: u32,
        /// The reason.
        why: String,
    },
    /// A paused run has shown its findings, and waits.
    Paused {
        /// The run's number.
        id: u32,
    },
    /// A part of a run was computed; its bytes travel beside this.
    Part {
        /// The run's number.
        id: u32,
        /// The part, counted from 0.
        part: u32,
    },
    /// A run has ended. The columns of its schedule travel beside this.
    Done {
        /// The run's number.
        id: u32,
        /// The report, without the schedule.
        report: Box<Report<Card>>,
        /// The digest of the run's setup.
        digest: String,
        /// The fingerprint of the whole report, schedule included.
        fingerprint: String,
        /// The schedule without its columns.
        header: Option<Header>,
        /// The schedules of variants, if variants are compared; their columns travel after those of the first.
        beside: Option<Beside>,
        /// The duration of the run, ms.
        took: f64,
    },
    /// A preview was made.
    Preview {
        /// The preview's number.
        id: u32,
        /// A picture of a schedule, or of a chart for laboratories that show charts first; none if it could not be made.
        preview: Option<Miniature>,
    },
    /// The way that is ahead was found.
    Ahead {
        /// The request's number.
        id: u32,
        /// The winner; none if the run failed.
        winner: Option<Winner>,
    },
    /// A run was refused: its parameters do not fit together, or do not fit the traces.
    Refused {
        /// The run's number.
        id: u32,
        /// The refused values.
        rejected: Rejected,
    },
    /// A run needs a file that did not travel with its scenario.
    FileNeeded {
        /// The run's number.
        id: u32,
        /// The file's name.
        name: String,
        /// The digest of its content.
        digest: String,
        /// The number of its series.
        nodes: usize,
        /// The least number of jobs of a series.
        jobs: usize,
    },
    /// A run failed.
    Failed {
        /// The run's number.
        id: u32,
        /// The reason, in words.
        message: String,
    },
    /// Traces were read. Their content travels beside this, if they can be used.
    Read {
        /// The traces, or the reason why they cannot be used.
        outcome: Result<Box<Understood>, String>,
        /// Their line, if they can be used.
        about: Option<About>,
        /// The kept traces.
        library: Library,
    },
    /// A scenario file was read. The content of traces in it travels beside this.
    Opened {
        /// The setup without values too large for a link, or the reason why it cannot be used.
        outcome: Result<Box<Setup>, String>,
        /// The line of the traces that came with it.
        about: Option<About>,
        /// The kept traces.
        library: Library,
    },
    /// A file was written. Its bytes travel beside this.
    Written {
        /// Its missing content, or the reason why there is no file.
        lacks: Option<String>,
    },
    /// A schedule was written. Its file travels beside this, unless there was no room for it.
    Exported,
    /// The kept traces. The content of the traces that were to be kept travels beside this.
    Library {
        /// The line of the traces that were to be kept.
        about: Option<About>,
        /// The kept traces.
        library: Library,
    },
    /// The device keeps the state of a run, or no longer.
    RunKept {
        /// The reason if it failed.
        trouble: Option<Trouble>,
    },
    /// The size of a job of the wanted length.
    Calibrated {
        /// The job's size.
        iterations: u32,
        /// The least step of the clock, ms.
        step: f64,
    },
    /// The job was run once.
    Prepared,
    /// Messages went to another worker and came back.
    Pinged {
        /// The time of a message in one direction, ms.
        ms: f64,
    },
    /// More jobs were measured. Their runtimes in ms travel beside this.
    Measured {
        /// Whether these were the last.
        last: bool,
    },
    /// Nothing can be measured here.
    Unmeasurable {
        /// The reason.
        message: String,
    },
    /// The worker is about to end: a fault in the program, or it could not be loaded.
    Stopped {
        /// The cause, if known.
        message: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_comes_with_the_sentence_that_the_command_tells() {
        for (place, value) in [("", ""), ("table", ""), ("copies", "400")] {
            let mut rejected = Rejected::one(place, value, "allowed: 1 to 128");
            rejected
                .problems
                .extend(Rejected::one("code", "", "line 3: no answer").problems);
            let reply = Reply::Refused {
                id: 7,
                rejected: rejected.clone(),
            };
            let message = serde_json::to_value(&reply).unwrap();
            assert_eq!(message["refused"]["rejected"]["said"], rejected.to_string());
            assert_eq!(serde_json::from_value::<Reply>(message).unwrap(), reply);
        }
    }
}
