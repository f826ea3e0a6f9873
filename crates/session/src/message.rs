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

/// What the page asks of a laboratory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// Run a scenario, with all that is to be seen of it. Answered by [`Reply::Progress`] any number of times, then by [`Reply::Done`],
    /// [`Reply::Refused`], [`Reply::FileNeeded`] or [`Reply::Failed`]; where it begins elsewhere than at its beginning, also by
    /// [`Reply::Paused`].
    Run {
        /// Comes back with each answer.
        id: u32,
        /// The scenario, and what is to be seen of it.
        setup: Box<Setup>,
        /// The points of a sweep that were run before.
        #[serde(default)]
        done: Vec<Ran>,
        /// Where it begins.
        #[serde(default)]
        beginning: Beginning,
    },
    /// Make one part of a run. Answered by [`Reply::Progress`] any number of times, then by [`Reply::Part`], or as
    /// [`Request::Run`] where it cannot be made.
    Part {
        /// Comes back with each answer.
        id: u32,
        /// The scenario.
        scenario: Box<Scenario>,
        /// Which part, counted from 0.
        part: u32,
        /// Of how many.
        parts: u32,
    },
    /// Make the report of a run whose parts travel beside this, as bytes. Answered as [`Request::Run`].
    Finish {
        /// Comes back with each answer.
        id: u32,
        /// The scenario.
        scenario: Box<Scenario>,
    },
    /// Make the picture of a small scenario. Answered by [`Reply::Preview`].
    Preview {
        /// Comes back with the answer.
        id: u32,
        /// The scenario.
        scenario: Box<Scenario>,
    },
    /// Find out which way is ahead in a scenario. Answered by [`Reply::Ahead`].
    Ahead {
        /// Comes back with the answer.
        id: u32,
        /// The scenario.
        scenario: Box<Scenario>,
    },
    /// What travels beside this is the [content](crate::library::CONTENT) of the traces with this digest, should they not be
    /// kept. Not answered: who misses it says so.
    Supply {
        /// The digest of the traces.
        digest: String,
    },
}

/// What the page asks of the file worker, which has no models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Read the file of traces that travels beside this, and keep them if they are used. Answered by [`Reply::Read`].
    Read {
        /// The scenario that is to have these traces.
        scenario: Box<Scenario>,
        /// What its user says of the columns.
        said: Box<Columns>,
        /// When they are used.
        when: When,
    },
    /// Give a scenario traces that were read before. Answered by [`Reply::Read`].
    Use {
        /// The digest of the traces.
        digest: String,
        /// What they are called now.
        name: String,
        /// The scenario that is to have these traces.
        scenario: Box<Scenario>,
    },
    /// Read the scenario file that travels beside this, and keep traces that are in it. Answered by [`Reply::Opened`].
    Open,
    /// What travels beside this is the [content](crate::library::CONTENT) of the traces with this digest, should they not be
    /// kept. Not answered: see [`Request::Supply`].
    Supply {
        /// The digest of the traces.
        digest: String,
    },
    /// Write a file. Answered by [`Reply::Written`].
    Write(File),
    /// Write the schedule whose columns travel beside this as a file. Answered by [`Reply::Exported`].
    Export {
        /// All of the schedule but its columns.
        header: Box<Header>,
        /// As what.
        form: Form,
    },
    /// Say what is kept. Answered by [`Reply::Library`], as are the next ones.
    List,
    /// Keep the traces of the file that travels beside this, which has their [content](crate::library::CONTENT).
    Keep,
    /// Call kept traces otherwise.
    Rename {
        /// The digest of the traces.
        digest: String,
        /// What they are called from now on.
        name: String,
    },
    /// Keep traces no longer.
    Delete {
        /// The digest of the traces.
        digest: String,
    },
    /// Keep where a run stands, unless a further state of it is kept. Answered by [`Reply::RunKept`], as is the next one.
    KeepRun {
        /// The digest of what is run.
        digest: String,
        /// Where it stands.
        kept: Kept,
        /// It takes the place of whatever is kept.
        over: bool,
    },
    /// Keep that no longer.
    ForgetRun {
        /// The digest of what is run.
        digest: String,
        /// A state of more work than this stays.
        most: Option<u64>,
    },
    /// Answer what the notebook asks. Answered by an [`Answer`](crate::notebook::Answer), which only the notebook reads.
    Notebook(Question),
    /// Find out how much work takes a job of a length on this device as it is now. Answered by [`Reply::Calibrated`] or
    /// [`Reply::Unmeasurable`].
    Calibrate {
        /// How long the job should take when nothing disturbs it, ms.
        job_ms: f64,
    },
    /// Run a job once, so that all that it needs is warm. Answered by [`Reply::Prepared`].
    Prepare {
        /// Its size.
        iterations: u32,
    },
    /// Send back what comes through the port beside this. Not answered.
    Echo,
    /// Send messages through the port beside this, each once the one before has come back. Answered by [`Reply::Pinged`].
    Ping {
        /// How many.
        messages: u32,
    },
    /// Run jobs one after the other. Answered by [`Reply::Measured`] any number of times.
    Measure {
        /// The size of each.
        iterations: u32,
        /// How many at most.
        jobs: u32,
        /// For how long at most, ms; the last one is finished.
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

/// What a schedule is written as.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A figure.
    Svg(Options),
    /// A figure of two schedules of the same work: all of the second but its columns, which travel after those of the
    /// first, and what both are called.
    Pair(Box<Header>, [String; 2], Options),
    /// A row a span: the window, in the schedule's unit; all of it if there is none.
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

/// The schedules of variants but their columns, and what tells them apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beside {
    /// What the first schedule is called.
    pub base: String,
    /// Names and schedules.
    pub variants: Vec<(String, Header)>,
    /// The load that all do, cut into units.
    pub work: Option<Common>,
    /// What is stated of all, where variants are compared.
    pub stated: Option<Stated>,
}

/// What either answers.
#[allow(
    clippy::large_enum_variant,
    reason = "a run has a few replies, and the large one is its result"
)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// The worker listens. What was posted before this is lost.
    Ready {
        /// See [`VERSION`](crate::program::VERSION).
        version: String,
    },
    /// A run goes on; at most thirty times a second.
    Progress {
        /// Which run.
        id: u32,
        /// How much of it is done.
        done: u64,
        /// How much there is to do.
        total: u64,
    },
    /// A point of a sweep was run.
    Point {
        /// Which run.
        id: u32,
        /// The point.
        ran: Ran,
        /// What all points say that were run so far, without a schedule.
        report: Box<Report<Card>>,
        /// The fingerprint of that report.
        fingerprint: String,
    },
    /// What a run has found so far; at most a few times a second.
    Early {
        /// Which run.
        id: u32,
        /// What it would say if it ended now, without a schedule.
        report: Box<Report<Card>>,
        /// The fingerprint of that report.
        fingerprint: String,
    },
    /// A run can be resumed from here; at most once a [while](crate::resume::BETWEEN_STATES).
    Kept {
        /// Which run.
        id: u32,
        /// The digest of what is run.
        digest: String,
        /// What it needs to go on.
        state: String,
        /// How much is done, in the run's own unit.
        work: u64,
        /// The device keeps some state of it already.
        found: bool,
        /// What the device keeps cannot be read, or led to a wrong result: this is to take its place.
        over: bool,
    },
    /// What was kept of a run is not used: the run begins anew.
    Unreadable {
        /// Which run.
        id: u32,
        /// Why.
        why: String,
    },
    /// A run that was paused has shown what it has found, and waits.
    Paused {
        /// Which run.
        id: u32,
    },
    /// A part of a run was made; its bytes travel beside this.
    Part {
        /// Which run.
        id: u32,
        /// Which part.
        part: u32,
    },
    /// A run has ended. The columns of its schedule travel beside this.
    Done {
        /// Which run.
        id: u32,
        /// What came out, without the schedule.
        report: Box<Report<Card>>,
        /// The digest of what was run.
        digest: String,
        /// The fingerprint of the whole report, schedule included.
        fingerprint: String,
        /// All of the schedule but its columns.
        header: Option<Header>,
        /// The schedules of variants, where variants are compared; their columns travel after those of the first.
        beside: Option<Beside>,
        /// How long the run took, ms.
        took: f64,
    },
    /// A preview was made.
    Preview {
        /// Which preview.
        id: u32,
        /// Of a schedule, or of a chart for laboratories that show charts first; nothing where it could not be made.
        preview: Option<Miniature>,
    },
    /// It was found out which way is ahead.
    Ahead {
        /// Of which request.
        id: u32,
        /// The way that is ahead; nothing where the run could not be made.
        winner: Option<Winner>,
    },
    /// A run was refused: its parameters do not go together, or not with the traces.
    Refused {
        /// Which run.
        id: u32,
        /// Why.
        rejected: Rejected,
    },
    /// A run needs a file that did not travel with its scenario.
    FileNeeded {
        /// Which run.
        id: u32,
        /// The file's name.
        name: String,
        /// The digest of its content.
        digest: String,
        /// How many series it has.
        nodes: usize,
        /// How many jobs each has at least.
        jobs: usize,
    },
    /// A run could not be made, in words.
    Failed {
        /// Which run.
        id: u32,
        /// Why.
        message: String,
    },
    /// Traces were read. Their content travels beside this, where they can be used.
    Read {
        /// What they are, or why they cannot be used.
        outcome: Result<Box<Understood>, String>,
        /// Their line, where they can be used.
        about: Option<About>,
        /// What is kept now.
        library: Library,
    },
    /// A scenario file was read. The content of traces in it travels beside this.
    Opened {
        /// The scenario with all that is to be seen of it, without values that are too much for a link; or why it cannot be
        /// used.
        outcome: Result<Box<Setup>, String>,
        /// The line of the traces that came with it.
        about: Option<About>,
        /// What is kept now.
        library: Library,
    },
    /// A file was written. Its bytes travel beside this.
    Written {
        /// What is wrong with it: what it lacks, or why there is none.
        lacks: Option<String>,
    },
    /// A schedule was written. Its file travels beside this, unless there was no room for it.
    Exported,
    /// What is kept now. The content of the traces that were to be kept travels beside this.
    Library {
        /// The line of the traces that were to be kept.
        about: Option<About>,
        /// All that is kept.
        library: Library,
    },
    /// Where a run stands is kept, or no longer.
    RunKept {
        /// Why it could not be done.
        trouble: Option<Trouble>,
    },
    /// How much work takes a job of the wanted length.
    Calibrated {
        /// The job's size.
        iterations: u32,
        /// The least time by which the clock advances, ms.
        step: f64,
    },
    /// The job was run once.
    Prepared,
    /// Messages went to another worker and came back.
    Pinged {
        /// How long one takes in one direction, ms.
        ms: f64,
    },
    /// More jobs were measured. Their runtimes in ms travel beside this.
    Measured {
        /// That was all.
        last: bool,
    },
    /// Nothing can be measured here.
    Unmeasurable {
        /// Why.
        message: String,
    },
    /// The worker is about to end: a fault in the program, or it could not be loaded.
    Stopped {
        /// What is known.
        message: String,
    },
}
