//! The range of a heat map's shades.

use serde::Serialize;

use super::words::number;
use super::{Chart, Series};

/// The ends of the shades.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shades {
    /// The lower end: the least value; with a centre, as far below it as `high` is above, as a difference or a ratio, but below 0 only
    /// where a value is.
    pub low: f64,
    /// The value where the shades turn.
    pub centre: Option<f64>,
    /// The upper end: the largest value; with a centre, as far above it as any value is from it.
    pub high: f64,
    /// Whether a shade shows the factor by which a value differs from the centre: so where the centre and all values are more than 0.
    pub ratio: bool,
    /// These numbers in words, ascending.
    pub words: Vec<String>,
}

impl Chart {
    /// The ends of its shades, where it is a heat map with any.
    #[must_use]
    pub fn shades(&self) -> Option<Shades> {
        let Some(Series::Heat {
            value,
            rows,
            centre,
            ..
        }) = self.series.first()
        else {
            return None;
        };
        let values = rows.iter().flat_map(|row| &row.values);
        let (mut low, mut high) = values
            .map(|shade| shade.0)
            .filter(|number| value.has(*number))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        if low > high {
            return None;
        }
        let ratio = low > 0.0 && centre.is_some_and(|centre| centre > 0.0);
        if let Some(centre) = *centre {
            (low, high) = if ratio {
                let reach = (high / centre).max(centre / low);
                (centre / reach, centre * reach)
            } else {
                let reach = (high - centre).max(centre - low);
                let least = if low < 0.0 { f64::NEG_INFINITY } else { 0.0 };
                ((centre - reach).max(least), centre + reach)
            };
        }
        let ends = [Some(low), *centre, Some(high)].into_iter().flatten();
        Some(Shades {
            low,
            centre: *centre,
            high,
            ratio,
            words: ends.map(|end| number(value, end)).collect(),
        })
    }
}
