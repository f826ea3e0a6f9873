//! The sources of a scenario's traces.

pub mod at_hand;
mod held;

use crate::set::is_readable;
use crate::synthetic::{self, Memoryless, NodeParameters, Preset};
use crate::{Error, Node, TraceSet, measured};

/// The names of the traces of one character; a scenario sets the number of their nodes.
pub const CHARACTERS: [&str; 11] = [
    "ar01",
    "ar02",
    "au01",
    "au02",
    "telaviv01",
    "warsch01",
    "peaks",
    "switches",
    "usa",
    "synthetic",
    "memoryless",
];

/// The traces that a scenario names or carries.
#[derive(Clone, Debug, Default, PartialEq, parameters::Field)]
pub enum Source {
    /// Measured: 16 nodes, two at a time on two idle cores.
    #[choice(title = "Measured: quiet")]
    Quiet,
    /// Measured: 16 nodes, four at a time on two cores, while competing programs stay for seconds.
    #[choice(title = "Measured: shared")]
    Shared,
    /// Measured: 16 nodes, two at a time on two cores, hit now and then by a burst of competing programs.
    #[default]
    #[choice(title = "Measured: bursts")]
    Bursts,
    /// Synthetic: 40 series on 6 nodes of one country; levels that last long, little noise.
    #[choice(title = "Synthetic: set one")]
    SetOne,
    /// Synthetic: 90 series on 22 nodes all over the world; unequal and bursty.
    #[choice(title = "Synthetic: set two")]
    SetTwo,
    /// Synthetic: 130 series whose means and characters vary as among many real nodes.
    #[choice(title = "Synthetic: population")]
    Population,
    /// Synthetic: one series of each of the six characters below, from ar01 to warsch01.
    #[choice(title = "Synthetic: six nodes")]
    Six,
    /// Synthetic: like a node with slow level changes and moderate peaks.
    #[choice(title = "Synthetic: ar01")]
    Ar01,
    /// Synthetic: like a node with short levels.
    #[choice(title = "Synthetic: ar02")]
    Ar02,
    /// Synthetic: like a node with long peaks.
    #[choice(title = "Synthetic: au01")]
    Au01,
    /// Synthetic: like a node with slow noise and high peaks.
    #[choice(title = "Synthetic: au02")]
    Au02,
    /// Synthetic: like a node with strongly correlated noise and very high peaks.
    #[choice(title = "Synthetic: telaviv01")]
    Telaviv01,
    /// Synthetic: like a calm node.
    #[choice(title = "Synthetic: warsch01")]
    Warsch01,
    /// Synthetic: isolated peaks over slow levels.
    #[choice(title = "Synthetic: peaks")]
    Peaks,
    /// Synthetic: frequent level switches without peaks.
    #[choice(title = "Synthetic: switches")]
    Switches,
    /// Synthetic: very long levels, hardly any peak.
    #[choice(title = "Synthetic: steady levels")]
    Usa,
    /// Synthetic: a node of your own making.
    #[choice(title = "Synthetic: your own node")]
    Synthetic(NodeParameters),
    /// Synthetic: every runtime is drawn anew, from one distribution for all nodes.
    #[choice(title = "Synthetic: without memory")]
    Memoryless(Memoryless),
    /// A file of your own.
    Own(Own),
}

/// A user's file: its values, or the data that identify it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Own {
    /// The file's name, for people.
    pub name: String,
    /// The digest of its content, [`TraceSet::digest`].
    pub digest: String,
    /// The number of its series.
    pub nodes: usize,
    /// The least number of jobs of a series.
    pub jobs: usize,
    /// The series themselves, where they are small enough to travel with the scenario.
    pub series: Vec<Series>,
}

/// One series of a user's file.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The node's name.
    pub name: String,
    /// Its job runtimes, ms, above zero.
    pub runtimes: Vec<f64>,
}

impl Own {
    /// The description of `set` in a scenario: with its values where there are at most `carry` of them.
    #[must_use]
    pub fn of(set: &TraceSet, carry: usize) -> Self {
        let values: usize = set.nodes().iter().map(|node| node.runtimes.len()).sum();
        let series = |node: &Node| Series {
            name: node.name.clone(),
            runtimes: node.runtimes.clone(),
        };
        Self {
            name: set.name().chars().take(200).collect(),
            digest: set.digest(),
            nodes: set.nodes().len(),
            jobs: set.jobs(),
            series: if values <= carry {
                set.nodes().iter().map(series).collect()
            } else {
                Vec::new()
            },
        }
    }

    /// The set that travelled with the scenario, or is [at hand](at_hand).
    ///
    /// # Errors
    /// [`Error::FileNeeded`] where only the description travelled; [`Error::NotAsSaid`] where the description is of other
    /// values; [`Error::OutOfRange`] or an error of [`TraceSet::new`] where the values are not valid traces.
    pub fn load(&self) -> Result<TraceSet, Error> {
        if self.series.is_empty() {
            if let Some(set) = at_hand::find(&self.digest) {
                self.compare(&set)?;
                return Ok(TraceSet::clone(&set).named(&self.name));
            }
            return Err(Error::FileNeeded {
                name: self.name.clone(),
                digest: self.digest.clone(),
                nodes: self.nodes,
                jobs: self.jobs,
            });
        }
        for series in &self.series {
            let values = series.runtimes.iter().zip(1..);
            if let Some((value, job)) = { values }.find(|(value, _)| !is_readable(**value)) {
                return Err(Error::OutOfRange {
                    node: series.name.clone(),
                    job,
                    value: *value,
                });
            }
        }
        let node = |(host, series): (usize, &Series)| Node {
            name: series.name.clone(),
            position: None,
            host,
            runtimes: series.runtimes.clone(),
        };
        let set = TraceSet::new(
            self.name.clone(),
            self.series.iter().enumerate().map(node).collect(),
        )?;
        self.compare(&set)?;
        Ok(set)
    }

    /// The digest must be that of the values: a link may have been changed by hand.
    fn compare(&self, set: &TraceSet) -> Result<(), Error> {
        let found = Self::of(set, 0);
        if (self.nodes, self.jobs, &self.digest) != (found.nodes, found.jobs, &found.digest) {
            return Err(Error::NotAsSaid {
                name: self.name.clone(),
                said: self.in_words(),
                found: found.in_words(),
            });
        }
        Ok(())
    }

    fn in_words(&self) -> String {
        let Self {
            nodes,
            jobs,
            digest,
            ..
        } = self;
        format!("{nodes} nodes with at least {jobs} jobs each and SHA-256 {digest}")
    }
}

impl Source {
    /// The number of its series, before it is loaded; a single node's character is given to `nodes` nodes.
    #[must_use]
    pub fn nodes(&self, nodes: usize) -> usize {
        match self {
            Self::Quiet | Self::Shared | Self::Bursts => 16,
            Self::SetOne => 40,
            Self::SetTwo => 90,
            Self::Population => 130,
            Self::Six => 6,
            Self::Own(own) => own.nodes,
            _ => nodes,
        }
    }

    /// The least number of values of a series, where series end; before they are loaded.
    #[must_use]
    pub fn jobs(&self) -> Option<usize> {
        /// The number of measured runtimes of each node.
        const MEASURED: usize = 1_000;
        match self {
            Self::Quiet | Self::Shared | Self::Bursts => Some(MEASURED),
            Self::Own(own) => Some(own.jobs),
            _ => None,
        }
    }

    /// The largest number of its values once it is loaded, where `jobs` of each series are asked for.
    #[must_use]
    pub fn values(&self, nodes: usize, jobs: usize) -> usize {
        match self {
            // The whole file is loaded; so are measured sets, but these are small.
            Self::Own(own) => own.nodes.saturating_mul(own.jobs.max(jobs)),
            _ => self.nodes(nodes).saturating_mul(jobs),
        }
    }

    /// The traces themselves. Synthetic ones have `jobs` jobs; a single node's character is given to `nodes` independent
    /// nodes drawn from `seed`. The sets of several characters have a seed of their own.
    ///
    /// # Errors
    /// Those of [`Own::load`], [`measured::load`] or [`synthetic::memoryless_nodes`].
    pub fn load(&self, nodes: usize, jobs: usize, seed: u64) -> Result<TraceSet, Error> {
        let preset = |preset| Ok(synthetic::preset(preset, nodes, jobs, seed));
        match self {
            Self::Quiet => measured::load("quiet"),
            Self::Shared => measured::load("shared"),
            Self::Bursts => measured::load("bursts"),
            Self::SetOne => Ok(synthetic::set_one(jobs)),
            Self::SetTwo => Ok(synthetic::set_two(jobs)),
            Self::Population => Ok(synthetic::population(2006, 130, jobs)),
            Self::Six => Ok(synthetic::six(jobs)),
            Self::Ar01 => preset(Preset::Ar01),
            Self::Ar02 => preset(Preset::Ar02),
            Self::Au01 => preset(Preset::Au01),
            Self::Au02 => preset(Preset::Au02),
            Self::Telaviv01 => preset(Preset::Telaviv01),
            Self::Warsch01 => preset(Preset::Warsch01),
            Self::Peaks => preset(Preset::Peaks),
            Self::Switches => preset(Preset::Switches),
            Self::Usa => preset(Preset::Usa),
            Self::Synthetic(parameters) => {
                Ok(synthetic::nodes("synthetic", parameters, nodes, jobs, seed))
            }
            Self::Memoryless(parameters) => {
                synthetic::memoryless_nodes(parameters, nodes, jobs, seed)
            }
            Self::Own(own) => own.load(),
        }
    }
}
