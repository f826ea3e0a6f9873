//! The possible and the impossible uses of a file.

use std::fmt;

use super::Layout;
use crate::TraceSet;

/// A way to use traces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum View {
    /// Statistics of each series.
    Description,
    /// One-step-ahead predictions of each series.
    Forecasts,
    /// The relation between series.
    Correlation,
    /// Iterations of a program on several processors.
    Iterations,
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Description => "description",
            Self::Forecasts => "forecasts",
            Self::Correlation => "correlation between nodes",
            Self::Iterations => "balancing and replication",
        })
    }
}

/// Whether a file can feed a view, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feed {
    /// The view.
    pub view: View,
    /// Whether it can be fed.
    pub can: bool,
    /// The reason, in words that follow a colon.
    pub why: String,
}

/// The relation between the k-th jobs of different series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// They are one iteration: the same work at the same time.
    Aligned,
    /// They are different work at different times.
    Unrelated,
}

/// The uses of a set that is there without its file: its rows are taken to be aligned.
#[must_use]
pub fn feeds_of(set: &TraceSet) -> Vec<Feed> {
    feeds(Layout::Wide, Rows::Aligned, set)
}

/// The uses of a set of this layout. Every view is listed once, in the order of [`View`].
pub(super) fn feeds(layout: Layout, rows: Rows, set: &TraceSet) -> Vec<Feed> {
    let nodes = set.nodes();
    let longest = nodes.iter().map(|node| node.runtimes.len()).max();
    let longest = longest.unwrap_or(0);
    let series = match nodes.len() {
        1 => "one series".to_owned(),
        many => format!("{many} series, each by itself"),
    };
    let description = (true, series);
    let forecasts = if longest < 2 {
        let why = "a forecast is made from the runtimes before it, and no series has two";
        (false, why.to_owned())
    } else {
        (true, format!("the longest series has {longest} runtimes"))
    };
    let aligned = match (nodes.len(), rows) {
        (1, _) => Err("it takes several series, and this file has one".to_owned()),
        (_, Rows::Unrelated) => Err(unrelated(layout).to_owned()),
        (many, Rows::Aligned) => Ok(many),
    };
    let correlation = match &aligned {
        Ok(_) if set.jobs() < 2 => (
            false,
            "the shortest series has one runtime; it takes two or more".to_owned(),
        ),
        Ok(_) => (true, format!("{} jobs side by side", set.jobs())),
        Err(why) => (false, why.clone()),
    };
    let iterations = match aligned {
        Ok(_) if set.jobs() < 2 => (
            false,
            "the shortest series has one job, and a program takes one for each iteration"
                .to_owned(),
        ),
        Ok(many) => (true, format!("up to {many} processors")),
        Err(why) => (false, why),
    };
    let views = [
        (View::Description, description),
        (View::Forecasts, forecasts),
        (View::Correlation, correlation),
        (View::Iterations, iterations),
    ];
    let feed = |(view, (can, why))| Feed { view, can, why };
    views.into_iter().map(feed).collect()
}

/// The reason why series of a layout do not stand side by side.
fn unrelated(layout: Layout) -> &'static str {
    match layout {
        Layout::Swf | Layout::Gwf => {
            "a log tells when whole jobs ran, not how long each processor took for the same job"
        }
        Layout::TraceEvents => {
            "the series are of different events; it takes one event that several threads repeat"
        }
        Layout::Wide | Layout::Long | Layout::PlanetLab => {
            "the series were not taken at the same times"
        }
    }
}
