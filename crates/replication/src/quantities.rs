//! The pure formulas by name.

mod choice;
mod model;

use garde::Validate;
use report::quantity::{Formula, Kept, Quantity, Registry};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::load::balance;
use crate::rescaling::{ccr, problem_size, share_factor};
use crate::rescheduling::{Rescheduling, TO_BALANCING, TO_REPLICATION};
use crate::speedup::Speedup;

/// All quantities of this laboratory.
#[must_use]
pub fn all() -> Vec<Quantity> {
    let mut kept = Kept::new(include_str!("../quantities.json"));
    each(&mut kept);
    kept.quantities
}

/// Enters each formula.
pub fn each(registry: &mut impl Registry) {
    registry.add::<ShareRuntime>();
    registry.add::<Ccr>();
    registry.add::<ProblemSize>();
    registry.add::<ReschedulingTime>();
    registry.add::<SwitchTime>();
    registry.add::<BalancedTime>();
    registry.add::<SpeedupOfRuns>();
    choice::each(registry);
    model::each(registry);
}

/// Parameters of `replication.share_runtime`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct ShareRuntime {
    /// The traced runtime of the whole load on one processor, for t = 2.5 s.
    #[garde(range(min = 0.0, max = 1e12))]
    #[schemars(extend("x-unit" = "ms"))]
    runtime: f64,
    /// t: the problem size.
    #[garde(range(min = 0.001, max = 1000.0))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "t"))]
    problem_size: f64,
    /// P: the number of processors.
    #[garde(range(min = 1, max = 1_000_000))]
    #[schemars(extend("x-symbol" = "P"))]
    processors: u32,
}

impl Formula for ShareRuntime {
    const NAME: &'static str = "replication.share_runtime";
    const HELP: &'static str = "Runtime of an equal share: (t / 2.5) · runtime / P";
    const UNIT: &'static str = "ms";
    const SOURCE: &'static str = "Dobber 2006, section 2.5";

    fn evaluate(&self) -> f64 {
        self.runtime * share_factor(self.problem_size, self.processors)
    }
}

/// Parameters of `replication.ccr`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct Ccr {
    /// t: the problem size.
    #[garde(range(min = 0.001, max = 1000.0))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "t"))]
    problem_size: f64,
}

impl Formula for Ccr {
    const NAME: &'static str = "replication.ccr";
    const HELP: &'static str = "Communication-to-computation ratio of a problem size: 0.025 / t";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Dobber 2006, section 2.5";

    fn evaluate(&self) -> f64 {
        ccr(self.problem_size)
    }
}

/// Parameters of `replication.problem_size`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct ProblemSize {
    /// The communication-to-computation ratio.
    #[garde(range(min = 0.000_025, max = 25.0))]
    ccr: f64,
}

impl Formula for ProblemSize {
    const NAME: &'static str = "replication.problem_size";
    const HELP: &'static str =
        "Problem size t that gives a communication-to-computation ratio: 0.025 / CCR";
    const UNIT: &'static str = "s";
    const SOURCE: &'static str = "Dobber 2006, section 4.3";

    fn evaluate(&self) -> f64 {
        problem_size(self.ccr)
    }
}

/// Parameters of `replication.rescheduling_time`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct ReschedulingTime {
    /// The mean time for t = 2.5 s on 4 processors.
    #[garde(range(min = 0.0, max = 1e9))]
    #[serde(default = "mean_rescheduling")]
    #[schemars(extend("x-unit" = "ms"))]
    mean: f64,
    /// t: the problem size.
    #[garde(range(min = 0.001, max = 1000.0))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "t"))]
    problem_size: f64,
    /// P: the number of processors.
    #[garde(range(min = 1, max = 1_000_000))]
    #[schemars(extend("x-symbol" = "P"))]
    processors: u32,
    /// κ: how much faster it is on more processors.
    #[garde(range(min = 0.0, max = 1.0))]
    #[serde(default = "half")]
    #[schemars(extend("x-symbol" = "κ"))]
    exponent: f64,
    /// Whether it grows with the problem size.
    #[garde(skip)]
    #[serde(default = "yes")]
    scales: bool,
}

fn mean_rescheduling() -> f64 {
    37_500.0
}

fn half() -> f64 {
    0.5
}

fn yes() -> bool {
    true
}

impl Formula for ReschedulingTime {
    const NAME: &'static str = "replication.rescheduling_time";
    const HELP: &'static str =
        "Mean time of one rescheduling: mean · (t / 2.5) · (4 / P)^κ; 0 for P = 1";
    const UNIT: &'static str = "ms";
    const SOURCE: &'static str =
        "Dobber 2006, sections 2.4 and 6.1; exponent and scaling: own choice";

    fn evaluate(&self) -> f64 {
        Rescheduling {
            mean: self.mean,
            exponent: self.exponent,
            scales: self.scales,
        }
        .mean_for(self.problem_size, self.processors)
    }
}

/// Parameters of `replication.switch_time`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct SwitchTime {
    /// The time of one rescheduling.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "ms"))]
    rescheduling: f64,
    /// Towards replication rather than away from it.
    #[garde(skip)]
    to_replication: bool,
}

impl Formula for SwitchTime {
    const NAME: &'static str = "replication.switch_time";
    const HELP: &'static str =
        "Time of a switch: 1.4 rescheduling times from balancing to replication, 0.6 the other way";
    const UNIT: &'static str = "ms";
    const SOURCE: &'static str = "Dobber 2006, section 2.4";

    fn evaluate(&self) -> f64 {
        self.rescheduling
            * if self.to_replication {
                TO_REPLICATION
            } else {
                TO_BALANCING
            }
    }
}

/// Parameters of `replication.balanced_time`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct BalancedTime {
    /// The runtimes of an equal share on each processor.
    #[garde(length(min = 1, max = 4096), inner(range(min = 1e-9, max = 1e12)))]
    #[schemars(extend("x-unit" = "ms"))]
    runtimes: Vec<f64>,
}

impl Formula for BalancedTime {
    const NAME: &'static str = "replication.balanced_time";
    const HELP: &'static str =
        "Time that all processors need when shares follow their speeds: P / Σ 1/runtime";
    const UNIT: &'static str = "ms";
    const SOURCE: &'static str = "Dobber 2006, equations 2.4, 2.12 and 2.19";

    fn evaluate(&self) -> f64 {
        balance(&self.runtimes, &mut vec![0.0; self.runtimes.len()])
    }
}

/// Parameters of `replication.speedup`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct SpeedupOfRuns {
    /// Run times under equal shares, run by run.
    #[garde(length(min = 1, max = 100_000), inner(range(min = 1e-9, max = 1e15)))]
    #[schemars(extend("x-unit" = "ms"))]
    equal: Vec<f64>,
    /// Run times under the strategy, in the same order.
    #[garde(custom(as_long_as(&self.equal, "equal")), inner(range(min = 1e-9, max = 1e15)))]
    #[schemars(extend("x-unit" = "ms"))]
    strategy: Vec<f64>,
}

fn as_long_as<'o>(
    other: &'o [f64],
    name: &'static str,
) -> impl FnOnce(&Vec<f64>, &()) -> garde::Result + use<'o> {
    move |values, ()| match (values.len(), other.len()) {
        (found, wanted) if found == wanted => Ok(()),
        (found, wanted) => Err(garde::Error::new(format!(
            "has {found} numbers; allowed: as many as {name}, {wanted}"
        ))),
    }
}

impl Formula for SpeedupOfRuns {
    const NAME: &'static str = "replication.speedup";
    const HELP: &'static str =
        "Speedup of repeated runs: mean time under equal shares over mean time of the strategy";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Dobber 2006, section 2.5";

    fn evaluate(&self) -> f64 {
        Speedup::of(&self.equal, &self.strategy).ratio_of_means
    }
}
