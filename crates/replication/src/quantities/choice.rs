//! Formulas of the choice between balancing and replication, and of what was measured on real nodes.

use garde::Validate;
use report::quantity::{Formula, Registry};
use schemars::JsonSchema;
use serde::Deserialize;
use trace::statistics::{Line, least_squares};

use crate::decision::{Lines, balanced_iteration, statistic};

pub(super) fn each(registry: &mut impl Registry) {
    registry.add::<Statistic>();
    registry.add::<Threshold>();
    registry.add::<TrendTime>();
    registry.add::<BalancedIteration>();
    registry.add::<SpeedupWithOverhead>();
    registry.add::<FixedOverhead>();
    registry.add::<ReschedulingOverhead>();
    registry.add::<MeasuredRunTime>();
    registry.add::<MeasuredSpeedup>();
}

/// Parameters of `replication.y`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct Statistic {
    /// The mean runtimes of an equal share on each processor, over a block of iterations.
    #[garde(length(min = 1, max = 4096), inner(range(min = 1e-9, max = 1e12)))]
    #[schemars(extend("x-unit" = "ms"))]
    means: Vec<f64>,
}

impl Formula for Statistic {
    const NAME: &'static str = "replication.y";
    const HELP: &'static str =
        "Y: the computing time of an iteration whose shares follow the mean speeds, P / Σ 1/mean";
    const UNIT: &'static str = "ms";
    const SOURCE: &'static str = "Dobber 2006, section 6.2";

    fn evaluate(&self) -> f64 {
        statistic(self.means.iter().copied())
    }
}

/// Parameters of `replication.threshold`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct Threshold {
    /// a_D: how much an iteration of balancing grows with Y.
    #[garde(range(min = -1e6, max = 1e6))]
    balance_slope: f64,
    /// b_D: the time of an iteration of balancing at Y = 0.
    #[garde(range(min = -1e12, max = 1e12))]
    #[schemars(extend("x-unit" = "ms"))]
    balance_intercept: f64,
    /// a_R: how much an iteration of replication grows with Y.
    #[garde(range(min = -1e6, max = 1e6))]
    replicate_slope: f64,
    /// b_R: the time of an iteration of replication at Y = 0.
    #[garde(range(min = -1e12, max = 1e12))]
    #[schemars(extend("x-unit" = "ms"))]
    replicate_intercept: f64,
}

impl Formula for Threshold {
    const NAME: &'static str = "replication.threshold";
    const HELP: &'static str = "Y*: where balancing and replication take equally long, (b_D − b_R) / (a_R − a_D); undefined for parallel lines";
    const UNIT: &'static str = "ms";
    const SOURCE: &'static str = "Dobber 2006, equation 6.5";

    fn evaluate(&self) -> f64 {
        let line = |slope, intercept| Line {
            slope,
            intercept,
            r_squared: 1.0,
        };
        let lines = Lines {
            balance: line(self.balance_slope, self.balance_intercept),
            replicate: line(self.replicate_slope, self.replicate_intercept),
        };
        lines.threshold().unwrap_or(f64::NAN)
    }
}

/// Parameters of `replication.trend_time`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct TrendTime {
    /// a: how much an iteration grows with Y.
    #[garde(range(min = -1e6, max = 1e6))]
    slope: f64,
    /// b: the time of an iteration at Y = 0.
    #[garde(range(min = -1e12, max = 1e12))]
    #[schemars(extend("x-unit" = "ms"))]
    intercept: f64,
    /// Y.
    #[garde(range(min = 0.0, max = 1e12))]
    #[schemars(extend("x-unit" = "ms", "x-symbol" = "Y"))]
    y: f64,
}

impl Formula for TrendTime {
    const NAME: &'static str = "replication.trend_time";
    const HELP: &'static str = "Time of an iteration by its trend: a · Y + b";
    const UNIT: &'static str = "ms";
    const SOURCE: &'static str = "Dobber 2006, equations 6.2 and 6.3";

    fn evaluate(&self) -> f64 {
        self.slope * self.y + self.intercept
    }
}

/// Parameters of `replication.balanced_iteration`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct BalancedIteration {
    /// The predicted runtimes of an equal share on each processor.
    #[garde(length(min = 1, max = 4096), inner(range(min = 1e-9, max = 1e12)))]
    #[schemars(extend("x-unit" = "ms"))]
    predictions: Vec<f64>,
    /// E ST: the mean synchronisation time.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "ms"))]
    synchronisation: f64,
    /// E RSchT: the mean time of a rescheduling.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "ms"))]
    rescheduling: f64,
    /// N: after how many iterations shares are set anew.
    #[garde(range(min = 1, max = 1_000_000))]
    #[schemars(extend("x-symbol" = "N"))]
    every: u32,
}

impl Formula for BalancedIteration {
    const NAME: &'static str = "replication.balanced_iteration";
    const HELP: &'static str = "Time of an iteration of dynamic balancing from first principles: Y of the predictions + synchronisation + rescheduling / N";
    const UNIT: &'static str = "ms";
    const SOURCE: &'static str = "Dobber 2006, equation 6.1";

    fn evaluate(&self) -> f64 {
        let y = statistic(self.predictions.iter().copied());
        balanced_iteration(y, self.synchronisation, self.rescheduling, self.every)
    }
}

/// Parameters of `replication.speedup_with_overhead`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct SpeedupWithOverhead {
    /// The speedup where rescheduling and sending take no time.
    #[garde(range(min = 1e-6, max = 1e6))]
    without: f64,
    /// N: after how many iterations shares are set anew.
    #[garde(range(min = 1, max = 1_000_000))]
    #[schemars(extend("x-symbol" = "N"))]
    every: u32,
    /// c: what every iteration pays, in iterations of equal shares.
    #[garde(range(min = 0.0, max = 1e3))]
    #[serde(default = "fixed_of_table")]
    fixed: f64,
    /// r: what every rescheduling takes, in iterations of equal shares.
    #[garde(range(min = 0.0, max = 1e3))]
    #[serde(default = "rescheduling_of_table")]
    rescheduling: f64,
}

/// The fit to the rows of table 4.2 with N up to 50.
fn fixed_of_table() -> f64 {
    0.1133
}

/// The fit to the rows of table 4.2 with N up to 50.
fn rescheduling_of_table() -> f64 {
    0.1304
}

impl Formula for SpeedupWithOverhead {
    const NAME: &'static str = "replication.speedup_with_overhead";
    const HELP: &'static str = "Speedup of dynamic balancing with overhead: 1 / (1/without + c + r/N); c and r as in Dobber’s table 4.2";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "own fit to Dobber 2006, table 4.2";

    fn evaluate(&self) -> f64 {
        let overhead = self.fixed + self.rescheduling / f64::from(self.every);
        1.0 / (1.0 / self.without + overhead)
    }
}

/// Parameters of `replication.fixed_overhead` and `replication.rescheduling_overhead`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct Measurements {
    /// N: after how many iterations shares were set anew, measurement by measurement.
    #[garde(length(min = 2, max = 10_000), inner(range(min = 1.0, max = 1e9)))]
    #[schemars(extend("x-symbol" = "N"))]
    every: Vec<f64>,
    /// The speedups without overhead, in the same order.
    #[garde(custom(super::as_long_as(&self.every, "every")), inner(range(min = 1e-6, max = 1e6)))]
    without: Vec<f64>,
    /// The speedups with overhead, in the same order.
    #[garde(custom(super::as_long_as(&self.every, "every")), inner(range(min = 1e-6, max = 1e6)))]
    with: Vec<f64>,
}

impl Measurements {
    /// 1/with − 1/without = c + r/N by least squares: the intercept is c, the slope r.
    fn fit(&self) -> Line {
        let inverse: Vec<f64> = self.every.iter().map(|every| 1.0 / every).collect();
        let pairs = self.with.iter().zip(&self.without);
        let overhead: Vec<f64> = pairs
            .map(|(with, without)| 1.0 / with - 1.0 / without)
            .collect();
        least_squares(&inverse, &overhead)
    }
}

/// Parameters of `replication.fixed_overhead`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
#[garde(transparent)]
struct FixedOverhead(#[garde(dive)] Measurements);

impl Formula for FixedOverhead {
    const NAME: &'static str = "replication.fixed_overhead";
    const HELP: &'static str = "c: what every iteration pays, in iterations of equal shares, fitted to 1/with − 1/without = c + r/N";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "own fit to Dobber 2006, table 4.2";

    fn evaluate(&self) -> f64 {
        self.0.fit().intercept
    }
}

/// Parameters of `replication.rescheduling_overhead`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
#[garde(transparent)]
struct ReschedulingOverhead(#[garde(dive)] Measurements);

impl Formula for ReschedulingOverhead {
    const NAME: &'static str = "replication.rescheduling_overhead";
    const HELP: &'static str = "r: what every rescheduling takes, in iterations of equal shares, fitted to 1/with − 1/without = c + r/N";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "own fit to Dobber 2006, table 4.2";

    fn evaluate(&self) -> f64 {
        self.0.fit().slope
    }
}

/// Parameters of `replication.measured_run_time`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct MeasuredRunTime {
    /// t: the problem size.
    #[garde(range(min = 0.0, max = 1e12))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "t"))]
    problem_size: f64,
    /// Shares that follow the predicted speeds rather than equal ones.
    #[garde(skip)]
    balanced: bool,
}

/// The run time of the implementation on four nodes, s.
fn measured_run_time(problem_size: f64, balanced: bool) -> f64 {
    if balanced {
        22_200.0 * problem_size + 14_363.0
    } else {
        41_600.0 * problem_size + 21_138.0
    }
}

impl Formula for MeasuredRunTime {
    const NAME: &'static str = "replication.measured_run_time";
    const HELP: &'static str = "Measured run time on 4 nodes: 41600 t + 21138 s with equal shares, 22200 t + 14363 s balanced every 10 iterations";
    const UNIT: &'static str = "s";
    const SOURCE: &'static str = "Dobber 2006, equations 4.1 and 4.2";

    fn evaluate(&self) -> f64 {
        measured_run_time(self.problem_size, self.balanced)
    }
}

/// Parameters of `replication.measured_speedup`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct MeasuredSpeedup {
    /// t: the problem size.
    #[garde(range(min = 0.0, max = 1e12))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "t"))]
    problem_size: f64,
}

impl Formula for MeasuredSpeedup {
    const NAME: &'static str = "replication.measured_speedup";
    const HELP: &'static str =
        "Measured speedup of dynamic balancing on 4 nodes, by the lines of the run times";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Dobber 2006, equations 4.1 and 4.2";

    fn evaluate(&self) -> f64 {
        measured_run_time(self.problem_size, false) / measured_run_time(self.problem_size, true)
    }
}
