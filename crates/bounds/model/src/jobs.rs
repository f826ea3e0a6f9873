//! Sets of independent jobs: how they are read, and the whole unit of their lengths.

use num_traits::{ToPrimitive as _, Zero as _};
use words::word;

use crate::error::Error;
use crate::rational::{self, MOST_UNITS, NotRead, Rational, common_unit, unmarked, whole};

pub mod few_preemptions;
pub mod heuristics;
pub mod mcnaughton;

/// The most jobs of a set.
pub const MOST_JOBS: usize = 1000;

/// The most processors of a schedule.
pub const MOST_PROCESSORS: u32 = 1000;

/// Independent jobs, each of a length greater than 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jobs {
    lengths: Vec<Rational>,
    /// The lengths in the largest unit that makes them whole.
    units: Vec<u64>,
    unit: Rational,
}

impl Jobs {
    /// Jobs of these lengths.
    ///
    /// # Errors
    /// [`Error::NoJobs`], [`Error::Length`] for a length that is not greater than 0, [`Error::Range`] for more than 1000 jobs,
    /// [`Error::Precision`] where the common unit is too small.
    pub fn new(lengths: Vec<Rational>) -> Result<Self, Error> {
        if lengths.is_empty() {
            return Err(Error::NoJobs);
        }
        if lengths.len() > MOST_JOBS {
            return Err(Error::Range {
                quantity: word!("number of jobs"),
                value: lengths.len() as u64,
                least: 1,
                most: MOST_JOBS as u64,
            });
        }
        if let Some(place) = lengths
            .iter()
            .position(|length| *length <= Rational::zero())
        {
            return Err(Error::Length {
                place: place + 1,
                text: NotRead::Form(
                    lengths
                        .get(place)
                        .map(ToString::to_string)
                        .unwrap_or_default(),
                ),
            });
        }
        let unit = common_unit(&lengths);
        let total = lengths
            .iter()
            .fold(Rational::zero(), |sum, length| sum + length)
            / &unit;
        if total.to_u64().is_none_or(|total| total > MOST_UNITS) {
            return Err(Error::Precision {
                units: total.to_string(),
                most: MOST_UNITS,
            });
        }
        let units = lengths
            .iter()
            .filter_map(|length| (length / &unit).to_u64())
            .collect();
        Ok(Self {
            lengths,
            units,
            unit,
        })
    }

    /// Reads lengths between blanks, commas, semicolons or line breaks: `7 5.5 4, 7/2`.
    ///
    /// # Errors
    /// As for [`new`](Self::new); [`Error::Length`] names the unreadable text.
    ///
    /// ```
    /// use bounds_model::jobs::Jobs;
    /// assert_eq!(Jobs::read("7 5.5, 7/2")?.len(), 3);
    /// assert_eq!(
    ///     Jobs::read("7 -5").unwrap_err().to_string(),
    ///     "job 2: \"-5\" must be a length greater than 0, as in 3, 2.5 or 7/2"
    /// );
    /// # Ok::<(), bounds_model::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, Error> {
        let words = unmarked(text)
            .split(|sign: char| sign.is_whitespace() || matches!(sign, ',' | ';'))
            .filter(|word| !word.is_empty());
        let lengths: Result<Vec<Rational>, Error> = words
            .take(MOST_JOBS + 1)
            .enumerate()
            .map(|(place, word)| {
                let length = rational::read(word).and_then(|length| match length.is_zero() {
                    true => Err(NotRead::Form(word.to_owned())),
                    false => Ok(length),
                });
                length.map_err(|text| Error::Length {
                    place: place + 1,
                    text,
                })
            })
            .collect();
        Self::new(lengths?)
    }

    /// `number` jobs of length 1.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn equal(number: usize) -> Result<Self, Error> {
        Self::new(vec![whole(1); number.min(MOST_JOBS + 1)])
    }

    /// The number of jobs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Never: a set has at least one job.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// The jobs' lengths.
    #[must_use]
    pub fn lengths(&self) -> &[Rational] {
        &self.lengths
    }

    /// The jobs' lengths as whole numbers.
    pub(crate) fn units(&self) -> &[u64] {
        &self.units
    }

    /// A time in units as a fraction.
    pub(crate) fn time(&self, units: u64) -> Rational {
        whole(units) * &self.unit
    }

    /// Σ p.
    #[must_use]
    pub fn total(&self) -> Rational {
        self.time(self.units.iter().sum())
    }

    /// The longest job.
    #[must_use]
    pub fn longest(&self) -> Rational {
        self.time(self.units.iter().copied().max().unwrap_or(0))
    }
}
