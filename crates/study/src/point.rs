//! The result of a point.

use laboratory::Error;
use playground::{Cache, run_sampled};
use report::figure::Unit;
use report::{Figure, Observer, Table};
use serde::{Deserialize, Serialize};

use crate::Plan;

/// The result of a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ran {
    /// Its number among all points of the plan, from 0.
    pub place: u64,
    /// The outcome of its run; if its values do not fit together, the reason.
    pub outcome: Result<Outcome, String>,
}

/// The outcome of a point's run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The report's fingerprint, as page and command show it.
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
    /// The key of the figure that is its mean; for a share of time, the figure covers all runs together.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// The unit of the numbers.
    pub unit: Unit,
    /// The numbers, in the order of the runs; null if a run has none.
    pub values: Vec<Option<f64>>,
}

impl Plan {
    /// Runs a point. The result depends on plan and place alone; the cache only saves work that neighbours share.
    ///
    /// # Errors
    /// If the run fails for another reason than values that do not fit together, such as a missing file.
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

    /// The keys that the plan keeps but a point with a run lacks: the figures, then the tables. This is no error if parts of a
    /// study have other figures.
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
