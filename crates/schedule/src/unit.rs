//! The unit in which a schedule counts time.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The unit of every start, end, mark and makespan of one schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TimeUnit")]
pub enum Unit {
    /// Thousandths of a second.
    #[serde(rename = "ms")]
    Milliseconds,
    /// Seconds.
    #[serde(rename = "s")]
    Seconds,
}

impl Unit {
    /// The unit's symbol: `ms` or `s`.
    pub fn symbol(self) -> &'static str {
        match self {
            Unit::Milliseconds => "ms",
            Unit::Seconds => "s",
        }
    }

    /// This many milliseconds are one of the unit: exports and axes count in milliseconds.
    pub fn milliseconds(self) -> f64 {
        match self {
            Unit::Milliseconds => 1.0,
            Unit::Seconds => 1000.0,
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}
