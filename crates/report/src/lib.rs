//! The reports of laboratories.
//!
//! | module | contents |
//! |---|---|
//! | [`findings`] | the shape of a topic: compute findings, then report them |
//! | [`figure`] | figures of merit: a number, its unit, its uncertainty |
//! | [`chart`] | descriptions of charts; a view draws them |
//! | [`table`] | tables of numbers and texts |
//! | [`agreement`] | how a computed number agrees with a printed one |
//! | [`printed`] | printed numbers, as they are typed |
//! | [`asked`] | the questions to an own strategy, and its answers |
//! | [`choice`] | the choice among many in an answer |
//! | [`evidence`] | the grounds on which a sentence claims an order |
//! | [`claim`] | the claims of a document, their conditions, their outcomes in a run |
//! | [`sample`] | the numbers of each run behind a figure |
//! | [`traces`] | the traces that a run was made of |
//! | [`offer`] | changes of the scenario that a report suggests |
//! | [`observer`] | the progress of a long run, and its cancellation |
//! | [`layout`] | the parts of a report that come first, the folded ones, and the ones not drawn |
//! | [`miniature`] | a schedule or a chart the size of a stamp |
//! | [`number`] | numbers as people read them |
//! | [`scene`] | the text above the opening picture: the machine, a task |
//! | [`state`] | the states of runs that can be resumed |
//! | [`winner`] | the winner among the ways that are compared |
//! | [`words`] | numbers and names within sentences |
//! | [`worlds`] | two schedules of the same work, without and with the feature that a report is about |
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
pub use sample::{Chance, Pairing, Sample};
pub use scene::{Scene, Task};
pub use table::Table;
pub use traces::{Scaled, Traces};
pub use winner::Winner;
pub use worlds::Worlds;

/// The outcome of a run. Laboratories describe charts; a view may hold them as [`Card`]s.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Report")]
pub struct Report<C = Chart> {
    /// One sentence: the result, with the number that matters.
    pub headline: String,
    /// One or two sentences: the reason for the result.
    pub why: String,
    /// Four to six figures of merit.
    pub figures: Vec<Figure>,
    /// One run, as spans on lanes. Travels apart from the rest where its columns can be handed over whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub schedule: Option<Schedule>,
    /// The same work without the feature that the schedule shows, where the report compares two ways.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<Worlds>,
    /// The winner among the ways that the headline compares, where it compares any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// The choice in the answer, where it may be another one at other values of a sweep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// The unit of a load, and the load done over the time of the schedule: where other schedules can be cut to the same work. It
    /// stays where the report is made.
    #[serde(skip)]
    pub done: Option<(String, worlds::Done)>,
    /// The traces that the schedule's run was made of, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traces: Option<Traces>,
    /// Each chart answers the question that its title asks.
    pub charts: Vec<C>,
    /// The numbers behind the charts, and more.
    pub tables: Vec<Table>,
    /// The claims of a document on such a run, beside the outcomes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// Remarks for a careful reader: modes, assumptions, idealisations.
    pub notes: Vec<String>,
    /// Those of the notes that speak of the charts and tables of this report alone: they stand in no comparison. They stay where the
    /// report is made.
    #[serde(skip)]
    pub alone: Vec<String>,
    /// The name of the scenario whose schedule this is, where the report is on several. It stays where the report is made.
    #[serde(skip)]
    pub shown: Option<String>,
    /// The places of its charts.
    #[serde(default)]
    pub layout: Layout,
    /// The text above the opening picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
    /// Suggested changes of the scenario.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// The questions to an own strategy in the run that is shown, and its answers: the first questions of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Asked>,
    /// The reason why an own strategy stopped the run; the schedule ends there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub stopped: Option<Rejected>,
}

// A derived `Default` would ask for charts with a default.
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
            alone: Vec::new(),
            shown: None,
            layout: Layout::default(),
            scene: None,
            offers: Vec::new(),
            asked: Vec::new(),
            stopped: None,
        }
    }
}

impl Report {
    /// The same report with its charts ready to be shown.
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
            alone,
            shown,
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
            alone,
            shown,
            layout,
            scene,
            offers,
            asked,
            stopped,
        }
    }

    /// A SHA-256 over the bits of all computed numbers in figures, charts and tables, and of the schedule's spans, as 64
    /// hexadecimal digits. Two runs with the same fingerprint produced the same figures and the same spans, bit for bit.
    /// Sentences do not count: rewording one leaves the numbers as they are.
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
        base16ct::lower::encode_string(&self.0.finalize())
    }
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
