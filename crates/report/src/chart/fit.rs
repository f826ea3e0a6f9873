//! Straight lines through points.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Point;

/// The line `y = intercept + slope · x`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fit {
    /// The height at `x = 0`, in the vertical unit.
    pub intercept: f64,
    /// The rise for each horizontal unit.
    pub slope: f64,
}

impl Fit {
    /// The line from which the squared vertical distances of the points have the least sum. Points that are not
    /// finite are left out; without two different horizontal values there is none.
    ///
    /// ```
    /// use report::chart::{Fit, Point};
    /// let fit = Fit::least_squares(&[Point::new(0.0, 1.0), Point::new(2.0, 5.0)]);
    /// assert_eq!(fit, Some(Fit { intercept: 1.0, slope: 2.0 }));
    /// ```
    #[must_use]
    pub fn least_squares(points: &[Point]) -> Option<Self> {
        let finite = || {
            points
                .iter()
                .filter(|point| point.x.is_finite() && point.y.is_finite())
        };
        let number = finite().count() as f64;
        let (x, y) = finite().fold((0.0, 0.0), |(x, y), point| (x + point.x, y + point.y));
        let (x, y) = (x / number, y / number);
        // Around the means, so that far places cost no digits.
        let (mut xx, mut xy) = (0.0, 0.0);
        for point in finite() {
            xx += (point.x - x) * (point.x - x);
            xy += (point.x - x) * (point.y - y);
        }
        let slope = xy / xx;
        (xx > 0.0 && slope.is_finite()).then_some(Self {
            intercept: y - slope * x,
            slope,
        })
    }

    /// Its height at a horizontal value.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }
}
