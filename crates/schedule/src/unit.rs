//! The unit in which a schedule counts time.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::axis;

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
    /// Units of time without a name, such as the length of a job.
    #[serde(rename = "units")]
    Units,
}

impl Unit {
    /// The unit's symbol: `ms`, `s` or `units`.
    pub fn symbol(self) -> &'static str {
        match self {
            Unit::Milliseconds => "ms",
            Unit::Seconds => "s",
            Unit::Units => "units",
        }
    }

    /// This many milliseconds are one of the unit: exports and axes count in milliseconds. A unit without a name counts as one
    /// where a format knows nothing else.
    pub fn milliseconds(self) -> f64 {
        match self {
            Unit::Milliseconds | Unit::Units => 1.0,
            Unit::Seconds => 1000.0,
        }
    }

    /// A length of time in words, as [`format_time`](axis::format_time) has them.
    ///
    /// ```
    /// use schedule::Unit;
    ///
    /// assert_eq!(Unit::Seconds.time(1.5), "1.500\u{a0}s");
    /// assert_eq!(Unit::Units.time(4.6547), "4.655\u{a0}units");
    /// assert_eq!(Unit::Units.time(1.0), "1\u{a0}unit");
    /// ```
    pub fn time(self, length: f64) -> String {
        match self {
            Unit::Units => axis::units(length),
            named => axis::format_time(length * named.milliseconds()),
        }
    }

    /// A moment in words, precise to `step`, as [`format_moment`](axis::format_moment) has them; a unit without a name is left out.
    ///
    /// ```
    /// use schedule::Unit;
    ///
    /// assert_eq!(Unit::Seconds.moment(402.0, 0.12), "402.0\u{a0}s");
    /// assert_eq!(Unit::Units.moment(2.5, 0.1), "2.5");
    /// ```
    pub fn moment(self, time: f64, step: f64) -> String {
        match self {
            Unit::Units => axis::bare(time, step),
            named => {
                let ms = named.milliseconds();
                axis::format_moment(time * ms, step * ms)
            }
        }
    }

    /// The ticks of an axis from `from` to `to` and their labels, as [`ticks`](axis::ticks) has them; a unit without a name is
    /// left out.
    ///
    /// ```
    /// use schedule::Unit;
    ///
    /// let shown: Vec<_> = Unit::Units.ticks(0.0, 2.0, 5).into_iter().map(|(_, label)| label).collect();
    /// assert_eq!(shown, ["0.0", "0.5", "1.0", "1.5", "2.0"]);
    /// assert_eq!(Unit::Seconds.ticks(0.0, 2.0, 3)[1], (1.0, "1\u{a0}s".to_owned()));
    /// ```
    pub fn ticks(self, from: f64, to: f64, max: usize) -> Vec<(f64, String)> {
        match self {
            Unit::Units => axis::bare_ticks(from, to, max),
            named => {
                let ms = named.milliseconds();
                let ticks = axis::ticks(from * ms, to * ms, max);
                let in_unit = ticks.into_iter().map(|(time, words)| (time / ms, words));
                in_unit.collect()
            }
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}
