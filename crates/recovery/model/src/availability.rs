//! The availability of one computer from its mean times. Introduction of the thesis, figure 4, whose printed table is shifted
//! by a row. The thesis gives no rule for a cluster.
use words::word;

use crate::error::{Error, positive};

/// The share of time that a computer is up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Availability {
    /// F = 1 - A, the share of time that it is down; kept because it is exact where A is close to 1.
    down: f64,
}

impl Availability {
    /// A = MTBF / (MTBF + MTTR), both times in one unit.
    ///
    /// # Errors
    /// [`Error::Positive`] for a time that is not a finite number above 0.
    pub fn new(between_failures: f64, to_repair: f64) -> Result<Self, Error> {
        let between_failures = positive(word!("mean time between failures"), between_failures)?;
        let to_repair = positive(word!("mean time to repair"), to_repair)?;
        Ok(Self {
            down: to_repair / (between_failures + to_repair),
        })
    }

    /// A, the share of time that the computer is up.
    #[must_use]
    pub fn up(self) -> f64 {
        1.0 - self.down
    }

    /// F, the share of time that it is down.
    #[must_use]
    pub fn down(self) -> f64 {
        self.down
    }

    /// Hours a year of 8,760 hours that it is down.
    #[must_use]
    pub fn hours_a_year(self) -> f64 {
        8_760.0 * self.down
    }

    /// Minutes a month of 730 hours that it is down.
    #[must_use]
    pub fn minutes_a_month(self) -> f64 {
        43_800.0 * self.down
    }

    /// The availability class: the number of nines at the beginning of A.
    #[must_use]
    pub fn class(self) -> u32 {
        (1e-9 - libm::log10(self.down)).floor().max(0.0) as u32
    }

    /// The reliability in the thesis's sense: 1/F.
    #[must_use]
    pub fn reliability(self) -> f64 {
        1.0 / self.down
    }
}
