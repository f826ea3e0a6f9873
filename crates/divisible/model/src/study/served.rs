//! Workers selected for 1, 2, … streams, and the outcomes of the streams.

use report::Observer;

use super::Progress;
use crate::experiment::Experiment;
use crate::selection::{self, Selection};
use crate::settings::{Settings, Stream};
use crate::streams::Together;
use crate::{Error, Platform};

/// A number of streams.
#[derive(Clone, Debug, PartialEq)]
pub struct Served {
    /// The most clusters that may be formed.
    pub streams: usize,
    /// The selected workers.
    pub selection: Selection,
    /// The outcome of all streams simulated together; none where no worker was selected.
    pub together: Option<Together>,
}

/// Selects workers for 1 to `most` streams, each starting from the one before, with about `effort` nodes altogether, and simulates
/// every selection.
///
/// Source: Millot and Parrot 2016, section 6, figure 24.
///
/// # Errors
/// As of [`Progress::simulate`].
pub fn served(
    platform: &Platform,
    settings: &Settings,
    stream: &Stream,
    most: usize,
    effort: u64,
    observer: &mut dyn Observer,
) -> Result<Vec<Served>, Error> {
    let workers = platform.workers();
    let mut progress = Progress::new(observer, 2 * most as u64);
    let mut out = Vec::with_capacity(most);
    let selections = selection::ladder(workers, settings.target, most, effort);
    for (streams, selection) in (1..).zip(selections) {
        progress.step()?;
        let clusters = selection
            .clusters
            .iter()
            .map(|cluster| {
                let members = cluster.iter().filter_map(|place| workers.get(*place));
                Platform::new(members.cloned().collect())
            })
            .collect::<Result<Vec<_>, Error>>()?;
        let together = if clusters.is_empty() {
            progress.step()?;
            None
        } else {
            let experiment = Experiment {
                clusters,
                settings: settings.clone(),
                stream: *stream,
                run: 0,
            };
            Some(progress.run(&experiment)?)
        };
        out.push(Served {
            streams,
            selection,
            together,
        });
    }
    Ok(out)
}
