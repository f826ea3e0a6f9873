//! Straight lines through points.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use statistics::{Line, constant, least_squares};

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
        let finite = points
            .iter()
            .filter(|point| point.x.is_finite() && point.y.is_finite());
        let (x, y): (Vec<f64>, Vec<f64>) = finite.map(|point| (point.x, point.y)).unzip();
        let Line {
            slope, intercept, ..
        } = least_squares(&x, &y);
        let differ = !constant(x.iter());
        (differ && slope.is_finite()).then_some(Self { intercept, slope })
    }

    /// Its height at a horizontal value.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }
}
