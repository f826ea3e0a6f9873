//! Which laboratories a program can run.

use divisible::Parameters as Divisible;
use prediction::Parameters as Prediction;
use replication::Parameters as Replication;
use report::{Observer, Report, Sample};

use crate::laboratory::Parameters;
use crate::{Cache, Error};

/// The laboratories whose simulations a program carries. Every program knows all scenarios; one that travels to a reader
/// can leave at home the simulations that nobody asked for, because only what is named here is linked into it.
#[derive(Clone, Copy, Debug)]
pub struct Models {
    pub(crate) replication: Option<Door<Replication>>,
    pub(crate) divisible: Option<Door<Divisible>>,
    pub(crate) prediction: Option<Door<Prediction>>,
}

impl Models {
    /// None: scenarios, presets, links and formulas only.
    pub const NONE: Self = Self {
        replication: None,
        divisible: None,
        prediction: None,
    };

    /// Those of the laboratory of replication.
    pub const REPLICATION: Self = Self {
        replication: Some(Door::OPEN),
        ..Self::NONE
    };

    /// Those of the laboratory of divisible loads.
    pub const DIVISIBLE: Self = Self {
        divisible: Some(Door::OPEN),
        ..Self::NONE
    };

    /// Those of the laboratory of traces and forecasts.
    pub const PREDICTION: Self = Self {
        prediction: Some(Door::OPEN),
        ..Self::NONE
    };

    /// These, and those of another one.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        const fn either<P>(one: Option<Door<P>>, other: Option<Door<P>>) -> Option<Door<P>> {
            match one {
                Some(_) => one,
                None => other,
            }
        }
        Self {
            replication: either(self.replication, other.replication),
            divisible: either(self.divisible, other.divisible),
            prediction: either(self.prediction, other.prediction),
        }
    }

    /// Those of all laboratories.
    pub const ALL: Self = Self::REPLICATION.and(Self::DIVISIBLE).and(Self::PREDICTION);
}

/// What [`run`](crate::run) needs of a laboratory, as what may be there or not.
#[derive(Debug)]
pub(crate) struct Door<P> {
    /// See [`Parameters::run`].
    pub(crate) run: Run<P>,
    /// See [`Parameters::run_part`].
    pub(crate) run_part: RunPart<P>,
    /// See [`Parameters::finish`].
    pub(crate) finish: Finish<P>,
}

type Run<P> = fn(&P, &mut Cache, &mut dyn Observer) -> Result<(Report, Vec<Sample>), Error>;
type RunPart<P> = fn(&P, u32, u32, &mut Cache, &mut dyn Observer) -> Result<Vec<u8>, Error>;
type Finish<P> =
    fn(&P, &[Vec<u8>], &mut Cache, &mut dyn Observer) -> Result<(Report, Vec<Sample>), Error>;

impl<P> Clone for Door<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Door<P> {}

impl<P: Parameters> Door<P> {
    const OPEN: Self = Self {
        run: P::run,
        run_part: P::run_part,
        finish: P::finish,
    };

    /// The door, where this program has it.
    pub(crate) fn of(there: Option<Self>) -> Result<Self, Error> {
        there.ok_or(Error::Elsewhere {
            laboratory: P::LABORATORY.name,
        })
    }
}
