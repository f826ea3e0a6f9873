//! What a point came to.

use laboratory::Error;
use playground::{Cache, run_sampled};
use report::figure::Unit;
use report::{Figure, Observer, Table};
use serde::{Deserialize, Serialize};

use crate::Plan;

/// What a point came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ran {
    /// Its number among all points of the plan, from 0.
    pub place: u64,
    /// What its run came to; why there was none, where its values do not go together.
    pub outcome: Result<Outcome, String>,
}

/// What the run of a point came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The report's fingerprint, as page and command state it.
    pub fingerprint: String,
    /// The figures that are kept: means over all runs.
    pub figures: Vec<Figure>,
    /// The numbers of each run.
    pub samples: Vec<Sample>,
    /// The tables that are kept.
    pub tables: Vec<Table>,
}

/// One number of each run of a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The key of the figure that is its mean; of a share of time, the figure is that of all runs together.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// What the numbers count.
    pub unit: Unit,
    /// The numbers, in the order of the runs; nothing where a run has none.
    pub values: Vec<Option<f64>>,
}

impl Plan {
    /// Makes a point. It depends on plan and place alone; the cache only saves what neighbours have in common.
    ///
    /// # Errors
    /// Where the run fails for another reason than values that do not go together, such as a file that it needs.
    pub fn run(
        &self,
        place: u64,
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<Ran, Error> {
        let ran = self
            .scenario(place)
            .map_err(Error::Rejected)
            .and_then(|scenario| run_sampled(&scenario, cache, observer))
            .map_err(Error::without_beginning);
        let outcome = match ran {
            Ok((report, samples)) => Ok(self.kept(&report, samples)),
            Err(Error::Rejected(rejected)) => Err(rejected.to_string()),
            Err(other) => return Err(other),
        };
        Ok(Ran { place, outcome })
    }

    /// The keys that the plan keeps and that a point with a run does not have: the figures, then the tables. Where parts of a study have
    /// other figures, that can be right.
    #[must_use]
    pub fn lacking(&self, outcome: &Outcome) -> [Vec<String>; 2] {
        let keep = self.keep();
        let figures = keep.figures.iter().flatten().filter(|key| {
            !outcome.figures.iter().any(|one| one.key == **key)
                && !outcome.samples.iter().any(|one| one.key == **key)
        });
        let tables = keep.tables.iter();
        let tables = tables.filter(|key| !outcome.tables.iter().any(|one| one.key == **key));
        [figures.cloned().collect(), tables.cloned().collect()]
    }

    fn kept(&self, report: &report::Report, samples: Vec<report::Sample>) -> Outcome {
        let keep = self.keep();
        let wanted = |key: &str| {
            let named = keep.figures.as_ref();
            named.is_none_or(|named| named.iter().any(|one| one == key))
        };
        let samples = samples.into_iter().filter(|sample| wanted(sample.key));
        let tables = report.tables.iter();
        Outcome {
            fingerprint: report.fingerprint(),
            figures: report
                .figures
                .iter()
                .filter(|figure| wanted(&figure.key))
                .cloned()
                .collect(),
            samples: samples
                .map(|sample| Sample {
                    key: sample.key.into(),
                    name: sample.name.into(),
                    unit: sample.unit,
                    values: sample
                        .values
                        .into_iter()
                        .map(|value| value.is_finite().then_some(value))
                        .collect(),
                })
                .collect(),
            tables: tables
                .filter(|table| keep.tables.contains(&table.key))
                .cloned()
                .collect(),
        }
    }
}
