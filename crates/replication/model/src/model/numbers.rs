//! α, β and γ, the parameters of the formulas (Dobber 2006, approximations 5.3.1 to 5.3.7 and definition 5.3.8).

use super::measured::{self, DEPENDENCE};
use crate::parameters::{Model, Parameters};

/// α, β and γ of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// α: E max(V, V') = E V + α sd(V), and E min(V, V') = E V - α sd(V).
    pub excess: f64,
    /// β: the change of the standard deviation by a maximum or minimum of two.
    pub spread: Spread,
    /// γ: the sum of R runtimes of one processor has R^γ times the standard deviation of one; ½ to 1.
    pub dependence: f64,
}

/// β(i, j): the standard deviation of the maximum (i < j) or minimum (i = j) of two, over that of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// One value for all maxima and one for all minima.
    Two {
        /// β(i, j), i < j.
        longer: f64,
        /// β(i, i).
        shorter: f64,
    },
    /// One value for all maxima; that of minima follows from it (definition 5.3.8).
    Constant(f64),
    /// (1.54 - 0.14 i)(0.63 + 0.02 j) for maxima, not below 0; that of minima follows.
    Fit,
    /// Table 5.2 for maxima, its last columns and rows beyond them; that of minima follows.
    Table,
}

/// α and β that no runtimes can have: 2 - 2 α² - β² would be the square of a standard deviation (definition 5.3.8; the
/// document prints the bound without its root).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Invalid {
    /// α.
    pub excess: f64,
    /// The β(i - 1, i) that is too large for it.
    pub longer: f64,
}

impl Invalid {
    /// The largest β beside this α: sqrt(2 - 2 α²).
    #[must_use]
    pub fn most_spread(&self) -> f64 {
        most_spread(self.excess)
    }

    /// The largest α beside this β: sqrt(1 - β² / 2).
    #[must_use]
    pub fn most_excess(&self) -> f64 {
        (1.0 - self.longer * self.longer / 2.0).max(0.0).sqrt()
    }
}

/// The largest β(i - 1, i) beside α: sqrt(2 - 2 α²).
#[must_use]
pub fn most_spread(excess: f64) -> f64 {
    (2.0 - 2.0 * excess * excess).max(0.0).sqrt()
}

/// β(i, i) of α and β(i - 1, i): sqrt(2 - 2 α² - β²) (definition 5.3.8), not a number where that does not exist.
#[must_use]
pub fn shorter(excess: f64, longer: f64) -> f64 {
    let square = 2.0 - 2.0 * excess * excess - longer * longer;
    // The largest β itself is allowed, despite rounding.
    if square.abs() < 1e-12 {
        0.0
    } else {
        square.sqrt()
    }
}

impl Numbers {
    /// The numbers of exponential runtimes as models 1.1 and 2.1 have them: α = ½, β = 1 for maxima and ½ for minima.
    #[must_use]
    pub fn exponential(dependence: f64) -> Self {
        Self {
            excess: 0.5,
            spread: Spread::Two {
                longer: 1.0,
                shorter: 0.5,
            },
            dependence,
        }
    }

    /// The numbers that a model takes from a scenario. Models 1.x have γ = 1.
    #[must_use]
    pub fn of(parameters: &Parameters) -> Self {
        Self::with(
            parameters.model,
            parameters.excess,
            parameters.spread,
            parameters.dependence,
        )
    }

    /// The numbers of a model with α, the β of models 1.2 and 2.2, and the γ of models 2.x.
    #[must_use]
    pub fn with(model: Model, excess: f64, spread: f64, dependence: f64) -> Self {
        let dependence = if model.dependent() { 1.0 } else { dependence };
        let spread = match model {
            Model::OneOne | Model::TwoOne => return Self::exponential(dependence),
            Model::OneTwo | Model::TwoTwo => Spread::Constant(spread),
            Model::OneThreeFit | Model::TwoThreeFit => Spread::Fit,
            Model::OneThreeTable | Model::TwoThreeTable => Spread::Table,
        };
        Self {
            excess,
            spread,
            dependence,
        }
    }

    /// The numbers of the document's figures (Dobber 2006, table 5.8).
    #[must_use]
    pub fn in_figures(model: Model) -> Self {
        Self::with(model, measured::EXCESS, measured::SPREAD, DEPENDENCE)
    }

    /// β(i, j) for i below j: of the maximum of two maxima.
    #[must_use]
    pub fn longer(&self, i: u32, j: u32) -> f64 {
        match self.spread {
            Spread::Two { longer, .. } | Spread::Constant(longer) => longer,
            Spread::Fit => measured::fitted_spread(i, j),
            Spread::Table => measured::tabulated_spread(i, j),
        }
    }

    /// β(i, i), i from 1: of the minimum of two; not a number where α and β do not go together.
    #[must_use]
    pub fn shorter(&self, i: u32) -> f64 {
        match self.spread {
            Spread::Two { shorter, .. } => shorter,
            _ => shorter(self.excess, self.longer(i.saturating_sub(1), i)),
        }
    }

    /// Whether minima of up to 2^`r` copies have a standard deviation.
    ///
    /// # Errors
    /// [`Invalid`] of the first minimum without one.
    pub fn check(&self, r: u32) -> Result<(), Invalid> {
        match (1..=r).find(|i| self.shorter(*i).is_nan()) {
            None => Ok(()),
            Some(i) => Err(Invalid {
                excess: self.excess,
                longer: self.longer(i - 1, i),
            }),
        }
    }
}

impl Model {
    /// All eight models, in the document's order.
    pub const ALL: [Self; 8] = [
        Self::OneOne,
        Self::OneTwo,
        Self::OneThreeFit,
        Self::OneThreeTable,
        Self::TwoOne,
        Self::TwoTwo,
        Self::TwoThreeFit,
        Self::TwoThreeTable,
    ];

    /// Whether all steps of an iteration meet the same runtimes: models 1.x.
    #[must_use]
    pub fn dependent(self) -> bool {
        matches!(
            self,
            Self::OneOne | Self::OneTwo | Self::OneThreeFit | Self::OneThreeTable
        )
    }

    /// The number of the model in the document.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OneOne => "1.1",
            Self::OneTwo => "1.2",
            Self::OneThreeFit => "1.3a",
            Self::OneThreeTable => "1.3b",
            Self::TwoOne => "2.1",
            Self::TwoTwo => "2.2",
            Self::TwoThreeFit => "2.3a",
            Self::TwoThreeTable => "2.3b",
        }
    }
}
