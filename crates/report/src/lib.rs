//! What a laboratory says.
//!
//! | module | what it holds |
//! |---|---|
//! | [`findings`] | the shape of a topic: compute findings, then report them |
//! | [`figure`] | figures of merit: a number, its unit, its uncertainty |
//! | [`chart`] | descriptions of charts; a view draws them |
//! | [`table`] | tables of numbers and texts |
//! | [`agreement`] | how a computed number agrees with a printed one |
//! | [`printed`] | printed numbers, as they are typed |
//! | [`asked`] | what an own strategy was asked, and what it answered |
//! | [`choice`] | what an answer chooses among many |
//! | [`evidence`] | what runs let a sentence claim of one way beside another |
//! | [`claim`] | what a document claims, whether it applies here, whether it came |
//! | [`sample`] | the numbers of each run behind a figure |
//! | [`traces`] | what a run was made of |
//! | [`offer`] | changes of the scenario that a report suggests |
//! | [`observer`] | how a long run tells its progress and learns that it is no longer wanted |
//! | [`layout`] | what of a report is seen first, what is folded, and what is not drawn |
//! | [`miniature`] | a schedule or a chart the size of a stamp |
//! | [`number`] | numbers as people read them |
//! | [`scene`] | what stands above the opening picture: what the machine is, a task |
//! | [`state`] | where a run that can be resumed stands |
//! | [`winner`] | which of the ways that are compared is ahead |
//! | [`words`] | numbers and names within sentences |
//! | [`worlds`] | two schedules of the same work, without and with what a report speaks of |
//! | [`evidence`] | what lets a sentence claim an order |
//!
//! A [`Report`] is all that a view may draw: no view computes a result.

pub mod agreement;
pub mod asked;
pub mod chart;
pub mod choice;
pub mod claim;
pub mod evidence;
pub mod figure;
pub mod findings;
pub mod layout;
pub mod miniature;
pub mod number;
pub mod observer;
pub mod offer;
pub mod printed;
pub mod sample;
pub mod scene;
pub mod state;
pub mod table;
pub mod traces;
pub mod winner;
pub mod words;
pub mod worlds;

use parameters::Rejected;
use schedule::Schedule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use agreement::Agreement;
pub use asked::Asked;
pub use chart::{Card, Chart};
pub use choice::Choice;
pub use claim::Claim;
pub use figure::{Figure, Interval};
pub use findings::Findings;
pub use layout::Layout;
pub use observer::{Cancelled, Observer, Passes, Silent, finishing, resumed};
pub use offer::Offer;
pub use sample::{Chance, Sample};
pub use scene::{Scene, Task};
pub use table::Table;
pub use traces::{Scaled, Traces};
pub use winner::Winner;
pub use worlds::Worlds;

/// What came out of a run. Laboratories describe charts; a view may hold them as [`Card`]s.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Report")]
pub struct Report<C = Chart> {
    /// One sentence: what happened, with the number that matters.
    pub headline: String,
    /// One or two sentences: why it happened.
    pub why: String,
    /// Four to six figures of merit.
    pub figures: Vec<Figure>,
    /// One run, as spans on lanes. Travels apart from the rest where its columns can be handed over whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub schedule: Option<Schedule>,
    /// The same work without what the schedule shows, where the report compares two ways.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<Worlds>,
    /// Which of the ways that the headline compares is ahead, where it compares any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// What the answer chooses, where it may be another one at other values of a sweep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// How much of a load is done by when in the schedule, and what load is counted in: where other schedules can be cut to the
    /// same work. It stays where the report is made.
    #[serde(skip)]
    pub done: Option<(String, worlds::Done)>,
    /// The traces that the schedule's run was made of, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traces: Option<Traces>,
    /// Each chart answers the question that its title asks.
    pub charts: Vec<C>,
    /// The numbers behind the charts, and more.
    pub tables: Vec<Table>,
    /// What a document claims of such a run, beside what happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// What a careful reader should know: modes, assumptions, idealisations.
    pub notes: Vec<String>,
    /// Where its charts stand.
    #[serde(default)]
    pub layout: Layout,
    /// What stands above the opening picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
    /// What to look at next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// What an own strategy was asked in the run that is shown, and what it answered: the first questions of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Asked>,
    /// Why an own strategy stopped the run; the schedule is that up to there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub stopped: Option<Rejected>,
}

// A derived one would ask for charts with a default.
impl<C> Default for Report<C> {
    fn default() -> Self {
        Self {
            headline: String::new(),
            why: String::new(),
            figures: Vec::new(),
            schedule: None,
            worlds: None,
            winner: None,
            choice: None,
            done: None,
            traces: None,
            charts: Vec::new(),
            tables: Vec::new(),
            claims: Vec::new(),
            notes: Vec::new(),
            layout: Layout::default(),
            scene: None,
            offers: Vec::new(),
            asked: Vec::new(),
            stopped: None,
        }
    }
}

impl Report {
    /// The same with its charts ready to be shown.
    #[must_use]
    pub fn carded(self) -> Report<Card> {
        let Self {
            headline,
            why,
            figures,
            schedule,
            worlds,
            winner,
            choice,
            done,
            traces,
            charts,
            tables,
            claims,
            notes,
            layout,
            scene,
            offers,
            asked,
            stopped,
        } = self;
        Report {
            headline,
            why,
            figures,
            schedule,
            worlds,
            winner,
            choice,
            done,
            traces,
            charts: charts.iter().map(Chart::card).collect(),
            tables,
            claims,
            notes,
            layout,
            scene,
            offers,
            asked,
            stopped,
        }
    }

    /// A SHA-256 over the bits of every number of the report and its schedule, as 64 hexadecimal digits. Two runs
    /// with the same fingerprint produced the same figures and the same spans, bit for bit. Sentences do not
    /// count: rewording one leaves the numbers what they are.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut hash = Fingerprint(Sha256::new());
        for figure in &self.figures {
            hash.figure(figure);
        }
        for chart in &self.charts {
            chart.numbers(&mut |number| hash.number(number));
        }
        for table in &self.tables {
            table.visit(&mut |cell| match cell {
                table::Cell::Text(_) => {}
                table::Cell::Number(number) => hash.number(*number),
                table::Cell::Figure(figure) => hash.figure(figure),
            });
        }
        if let Some(schedule) = &self.schedule {
            hash.number(schedule.makespan());
            for span in schedule.spans() {
                hash.word(u64::from(span.lane.0));
                hash.word(u64::from(span.phase.0));
                hash.word(u64::from(span.job.0));
                hash.number(span.start);
                hash.number(span.end);
            }
        }
        hash.finish()
    }
}

struct Fingerprint(Sha256);

impl Fingerprint {
    fn word(&mut self, word: u64) {
        self.0.update(word.to_le_bytes());
    }

    fn number(&mut self, number: f64) {
        self.word(number.to_bits());
    }

    fn figure(&mut self, figure: &Figure) {
        self.number(figure.value);
        if let Some(interval) = figure.interval {
            self.number(interval.low);
            self.number(interval.high);
        }
    }

    fn finish(self) -> String {
        self.0
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
