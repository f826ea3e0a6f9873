//! The formulas by name.

use garde::Validate;
use report::quantity::{Formula, Registry};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::exact::{self, Law, law};
use crate::model::numbers::{self, Numbers};
use crate::model::{constant, dependent, exponential, measured};
use crate::parameters::{Family, Model};

/// Enters each of them.
pub(super) fn each(registry: &mut impl Registry) {
    registry.add::<IterationTime>();
    registry.add::<ModelSpeedup>();
    registry.add::<SpeedupOverOne>();
    registry.add::<BestDoublings>();
    registry.add::<DoublingsExponential>();
    registry.add::<DoublingsConstant>();
    registry.add::<DoublingsDependent>();
    registry.add::<BestSpeedupExponential>();
    registry.add::<BestSpeedupConstant>();
    registry.add::<ShortestOfTwo>();
    registry.add::<ShortestDeviation>();
    registry.add::<ExactIterationTime>();
}

fn excess() -> f64 {
    measured::EXCESS
}

fn spread() -> f64 {
    measured::SPREAD
}

fn dependence() -> f64 {
    measured::DEPENDENCE
}

fn yes() -> bool {
    true
}

/// r is at most p.
fn at_most(p: u32) -> impl FnOnce(&u32, &()) -> garde::Result {
    move |r, ()| {
        if *r <= p {
            Ok(())
        } else {
            Err(garde::Error::new(format!("allowed: 0 to p, {p}")))
        }
    }
}

/// β goes together with α, where a model uses it.
fn beside(model: Model, excess: f64) -> impl FnOnce(&f64, &()) -> garde::Result {
    move |spread, ()| {
        let most = numbers::most_spread(excess);
        if !matches!(model, Model::OneTwo | Model::TwoTwo) || *spread <= most {
            Ok(())
        } else {
            Err(garde::Error::new(format!(
                "allowed: 0 to sqrt(2 - 2 α²), {most}"
            )))
        }
    }
}

/// α goes together with the β that a model brings.
fn within(model: Model) -> impl FnOnce(&f64, &()) -> garde::Result {
    move |excess, ()| match Numbers::with(model, *excess, 0.0, 1.0).check(100) {
        Ok(()) => Ok(()),
        Err(invalid) => Err(garde::Error::new(format!(
            "allowed: 0.01 to sqrt(1 - β² / 2), {}",
            invalid.most_excess()
        ))),
    }
}

/// Formulas that all take the same parameters: a model at a point.
macro_rules! of_model {
    ($name:ident, $key:literal, $help:literal, $source:literal, |$numbers:ident, $r:ident, $p:ident, $c:ident| $value:expr) => {
        #[doc = concat!("Parameters of `", $key, "`.")]
        #[derive(Debug, Deserialize, JsonSchema, Validate)]
        #[serde(deny_unknown_fields)]
        struct $name {
            /// The model.
            #[garde(skip)]
            #[serde(default)]
            model: Model,
            /// r: each job exists 2^r times.
            #[garde(range(min = 0, max = 100), custom(at_most(self.p)))]
            r: u32,
            /// p: there are 2^p processors.
            #[garde(range(min = 0, max = 100))]
            p: u32,
            /// c: the coefficient of variation of a runtime.
            #[garde(range(min = 0.0, max = 1.0))]
            #[schemars(extend("x-symbol" = "c"))]
            variation: f64,
            /// α of models 1.2, 1.3, 2.2 and 2.3.
            #[garde(range(min = 0.01, max = 0.99), custom(within(self.model)))]
            #[serde(default = "excess")]
            #[schemars(extend("x-symbol" = "α"))]
            excess: f64,
            /// β of maxima in models 1.2 and 2.2.
            #[garde(range(min = 0.0, max = 1.4), custom(beside(self.model, self.excess)))]
            #[serde(default = "spread")]
            #[schemars(extend("x-symbol" = "β"))]
            spread: f64,
            /// γ of models 2.x.
            #[garde(range(min = 0.5, max = 1.0))]
            #[serde(default = "dependence")]
            #[schemars(extend("x-symbol" = "γ"))]
            dependence: f64,
        }

        impl Formula for $name {
            const NAME: &'static str = $key;
            const HELP: &'static str = $help;
            const UNIT: &'static str = "";
            const SOURCE: &'static str = $source;

            fn evaluate(&self) -> f64 {
                let $numbers = Numbers::with(self.model, self.excess, self.spread, self.dependence);
                let ($r, $p, $c) = (self.r, self.p, self.variation);
                $value
            }
        }
    };
}

of_model!(
    IterationTime,
    "replication.iteration_time",
    "Mean time of an iteration with 2^r copies on 2^p processors, in mean runtimes of an equal share",
    "Dobber 2006, equations 5.32, 5.43, 5.52, 5.70, 5.75 and 5.80, in one form",
    |numbers, r, p, c| numbers.iteration_time(r, p, c)
);
of_model!(
    ModelSpeedup,
    "replication.model_speedup",
    "Time of an iteration without copies over that with 2^r, on 2^p processors; infinite where the formula makes it 0 or less",
    "Dobber 2006, section 5.4",
    |numbers, r, p, c| numbers.speedup(r, p, c)
);
of_model!(
    SpeedupOverOne,
    "replication.speedup_over_one",
    "Time of the whole load on one processor over that with 2^r copies on 2^p: 2^p / time of an iteration",
    "Dobber 2006, figure 5.8",
    |numbers, r, p, c| numbers.speedup_over_one(r, p, c)
);
of_model!(
    BestDoublings,
    "replication.best_doublings",
    "The r from the given one up to p with the shortest iteration, by trying all",
    "Dobber 2006, equation 5.19, over whole numbers",
    |numbers, r, p, c| f64::from(
        r + crate::model::best::shortest((r..=p).map(|r| numbers.iteration_time(r, p, c)))
    )
);

/// Formulas of p and c alone.
macro_rules! of_rule {
    ($name:ident, $key:literal, $help:literal, $source:literal, |$p:ident, $c:ident, $rounded:ident| $value:expr) => {
        #[doc = concat!("Parameters of `", $key, "`.")]
        #[derive(Debug, Deserialize, JsonSchema, Validate)]
        #[serde(deny_unknown_fields)]
        struct $name {
            /// p: there are 2^p processors.
            #[garde(range(min = 0, max = 100))]
            p: u32,
            /// c: the coefficient of variation of a runtime.
            #[garde(range(min = 0.001, max = 1.0))]
            #[schemars(extend("x-symbol" = "c"))]
            variation: f64,
            /// A whole number within 0 to p, rather than the place of the minimum.
            #[garde(skip)]
            #[serde(default = "yes")]
            rounded: bool,
        }

        impl Formula for $name {
            const NAME: &'static str = $key;
            const HELP: &'static str = $help;
            const UNIT: &'static str = "";
            const SOURCE: &'static str = $source;

            fn evaluate(&self) -> f64 {
                let ($p, $c, $rounded) = (self.p, self.variation, self.rounded);
                $value
            }
        }
    };
}

of_rule!(
    DoublingsExponential,
    "replication.best_doublings_exponential",
    "Best r in model 1.1 by the rule: 1.4427 ln(c / (1 - c)) - 0.4712, rounded",
    "Dobber 2006, equation 5.38, constant corrected",
    |p, c, rounded| if rounded {
        f64::from(exponential::rule(p, c))
    } else {
        exponential::real(c)
    }
);
of_rule!(
    DoublingsDependent,
    "replication.best_doublings_dependent",
    "Best r in model 2.1 with γ = ½ by the rule with Lambert's W",
    "Dobber 2006, equation 5.74",
    |p, c, rounded| if rounded {
        f64::from(dependent::rule(p, c))
    } else {
        dependent::real(p, c)
    }
);
of_rule!(
    BestSpeedupExponential,
    "replication.best_speedup_exponential",
    "Speedup of model 1.1 with the best number of copies; rounded: with the best whole r",
    "Dobber 2006, equations 5.40 to 5.42",
    |p, c, rounded| if rounded {
        let numbers = Numbers::exponential(1.0);
        numbers.speedup(numbers.best(p, c), p, c)
    } else {
        exponential::best_speedup(p, c)
    }
);

/// Parameters of `replication.best_doublings_constant`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct DoublingsConstant {
    /// α; β of maxima is then sqrt(7/4 - 2 α²).
    #[garde(range(min = 0.01, max = 0.93))]
    #[schemars(extend("x-symbol" = "α"))]
    excess: f64,
    /// p: there are 2^p processors.
    #[garde(range(min = 0, max = 100))]
    p: u32,
    /// c: the coefficient of variation of a runtime.
    #[garde(range(min = 0.001, max = 1.0))]
    #[schemars(extend("x-symbol" = "c"))]
    variation: f64,
    /// A whole number within 0 to p, rather than the place of the minimum.
    #[garde(skip)]
    #[serde(default = "yes")]
    rounded: bool,
}

impl Formula for DoublingsConstant {
    const NAME: &'static str = "replication.best_doublings_constant";
    const HELP: &'static str = "Best r in model 1.2 with β = ½ for minima, by the rule";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Dobber 2006, equations 5.47 and 5.48";

    fn evaluate(&self) -> f64 {
        if self.rounded {
            f64::from(constant::rule(self.excess, self.p, self.variation))
        } else {
            constant::real(self.excess, self.p, self.variation)
        }
    }
}

/// Parameters of `replication.best_speedup_constant`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct BestSpeedupConstant {
    /// p: there are 2^p processors.
    #[garde(range(min = 0, max = 100))]
    p: u32,
    /// c: the coefficient of variation of a runtime.
    #[garde(range(min = 0.001, max = 1.0))]
    #[schemars(extend("x-symbol" = "c"))]
    variation: f64,
}

impl Formula for BestSpeedupConstant {
    const NAME: &'static str = "replication.best_speedup_constant";
    const HELP: &'static str =
        "Speedup of model 1.2 with the best number of copies, not rounded, for α = √6 / 4";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Dobber 2006, equation 5.50";

    fn evaluate(&self) -> f64 {
        constant::best_speedup(self.p, self.variation)
    }
}

/// Parameters of `replication.shortest_of_two`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct ShortestOfTwo {
    /// The mean of one.
    #[garde(range(min = 0.0, max = 1e12))]
    mean: f64,
    /// The standard deviation of one.
    #[garde(range(min = 0.0, max = 1e12))]
    deviation: f64,
    /// α.
    #[garde(range(min = 0.0, max = 0.99))]
    #[serde(default = "excess")]
    #[schemars(extend("x-symbol" = "α"))]
    excess: f64,
}

impl Formula for ShortestOfTwo {
    const NAME: &'static str = "replication.shortest_of_two";
    const HELP: &'static str = "Mean of the shorter of two runtimes: mean - α · standard deviation";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Dobber 2006, approximation 5.3.6";

    fn evaluate(&self) -> f64 {
        self.mean - self.excess * self.deviation
    }
}

/// Parameters of `replication.shortest_deviation`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct ShortestDeviation {
    /// α.
    #[garde(range(min = 0.0, max = 0.99))]
    #[serde(default = "excess")]
    #[schemars(extend("x-symbol" = "α"))]
    excess: f64,
    /// β(i - 1, i): the standard deviation of the longer of two over that of one.
    #[garde(range(min = 0.0, max = 1.4), custom(beside(Model::OneTwo, self.excess)))]
    #[serde(default = "spread")]
    #[schemars(extend("x-symbol" = "β"))]
    spread: f64,
}

impl Formula for ShortestDeviation {
    const NAME: &'static str = "replication.shortest_deviation";
    const HELP: &'static str =
        "Standard deviation of the shorter of two over that of one: sqrt(2 - 2 α² - β²)";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Dobber 2006, equation 5.16 and definition 5.3.8";

    fn evaluate(&self) -> f64 {
        numbers::shorter(self.excess, self.spread)
    }
}

/// Parameters of `replication.exact_iteration_time`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct ExactIterationTime {
    /// The distribution of a runtime; not that of traces.
    #[garde(custom(named))]
    family: Family,
    /// c: the coefficient of variation of a runtime.
    #[garde(range(min = 0.0, max = 1.0), custom(had_by(self.family)))]
    #[schemars(extend("x-symbol" = "c"))]
    variation: f64,
    /// r: each job exists 2^r times.
    #[garde(range(min = 0, max = 10), custom(at_most(self.p)))]
    r: u32,
    /// p: there are 2^p processors.
    #[garde(range(min = 0, max = 10))]
    p: u32,
    /// All steps of an iteration meet the same runtimes.
    #[garde(skip)]
    #[serde(default)]
    dependent: bool,
}

fn named(family: &Family, (): &()) -> garde::Result {
    if *family == Family::Empirical {
        Err(garde::Error::new(
            "allowed: exponential, weibull, lognormal, pareto, uniform",
        ))
    } else {
        Ok(())
    }
}

fn had_by(family: Family) -> impl FnOnce(&f64, &()) -> garde::Result {
    move |variation, ()| {
        let most = law::most_variation(family);
        if *variation <= most {
            Ok(())
        } else {
            Err(garde::Error::new(format!(
                "allowed: 0 to {most} for this family"
            )))
        }
    }
}

impl Formula for ExactIterationTime {
    const NAME: &'static str = "replication.exact_iteration_time";
    const HELP: &'static str = "Mean time of an iteration of independent runtimes by order statistics, in mean runtimes of an equal share";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "own derivation";

    fn evaluate(&self) -> f64 {
        Law::of(self.family, self.variation).map_or(f64::NAN, |law| {
            exact::iteration_time(&law, self.r, self.p, self.dependent).value
        })
    }
}
