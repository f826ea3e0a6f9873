//! The common setting of the formulas' topics: the model's numbers, the exact times beside them, and the doublings drawn.

use parameters::Rejected;
use report::Traces;
use trace::TraceSet;
use words::{say, word};

use super::curves::times_of;
use crate::Error;
use crate::exact::{self, Exact, Law, law};
use crate::homogeneous::{Alike, alike};
use crate::model::closed::over;
use crate::model::{Invalid, Numbers, power};
use crate::parameters::{Family, Model, Parameters};

/// The most doublings of processors for which exact times are worked out and every number of copies is drawn.
pub(super) const MOST: u32 = 7;

/// Times of an iteration for r of 0 on (rows) and p of r on (columns), in mean runtimes of an equal share.
pub(super) type Times = Vec<Vec<f64>>;

/// A scenario as the formulas see it.
pub(super) struct Setting<'a> {
    pub(super) parameters: &'a Parameters,
    pub(super) numbers: Numbers,
    /// The scenario's processors and copies as powers of two; r is at most p.
    pub(super) p: u32,
    pub(super) r: u32,
    /// The number of doublings of the processors that are drawn one by one.
    pub(super) drawn: u32,
    /// The times by the model.
    pub(super) model: Times,
    /// The times by order statistics.
    pub(super) exact: Times,
    /// The largest error of the exact times, over the time.
    pub(super) error: f64,
    /// The traces, where the exact times need them.
    pub(super) traces: Option<Traces>,
    /// The runtimes and nodes of the traces that rescaling did not make alike.
    pub(super) alike: Option<Alike>,
}

impl<'a> Setting<'a> {
    /// Checks that the formulas know the numbers of processors and copies, that α and β go together and that the family has the
    /// variation, and works out all times.
    pub(super) fn new(parameters: &'a Parameters) -> Result<Self, Error> {
        check_powers(parameters)?;
        let numbers = numbers_of(parameters).map_err(|invalid| refused(parameters, invalid))?;
        let (drawn, p) = (drawn(parameters), doublings(parameters));
        let r = parameters.copies.ilog2();
        let most = drawn.max(p);
        let (law, traces, alike) = law_of(parameters)?;
        let exact = exact::table(&law, most, parameters.model.dependent());
        let c = parameters.variation;
        let model = (0..=most)
            .map(|r| {
                (r..=most)
                    .map(|p| numbers.iteration_time(r, p, c))
                    .collect()
            })
            .collect();
        let error = |exact: &Exact| exact.error / exact.value;
        Ok(Self {
            parameters,
            numbers,
            p,
            r,
            drawn,
            model,
            error: exact.iter().flatten().map(error).fold(0.0, f64::max),
            exact: exact
                .iter()
                .map(|row| row.iter().map(|exact| exact.value).collect())
                .collect(),
            traces,
            alike,
        })
    }

    /// c.
    pub(super) fn variation(&self) -> f64 {
        self.parameters.variation
    }

    /// Whether the model makes a drawn time 0 or less.
    pub(super) fn unreliable(&self) -> bool {
        self.model.iter().flatten().any(|time| *time <= 0.0)
    }

    /// The runtimes of the exact times, within a sentence.
    pub(super) fn exact_for(&self) -> String {
        let steps = if self.parameters.model.dependent() {
            word!("the same in all steps")
        } else {
            word!("independent")
        };
        say!("{} runtimes, {steps}", family_name(self.parameters.family))
    }
}

/// A family within a sentence.
pub(crate) fn family_name(family: Family) -> &'static str {
    match family {
        Family::Empirical => word!("the traces’ own"),
        Family::Exponential => word!("exponential"),
        Family::Weibull => word!("Weibull"),
        Family::Lognormal => word!("lognormal"),
        Family::Pareto => word!("Pareto"),
        Family::Uniform => word!("uniform"),
    }
}

/// One of the times; not a number where there is none.
pub(super) fn time(times: &Times, r: u32, p: u32) -> f64 {
    p.checked_sub(r)
        .and_then(|column| times.get(r as usize)?.get(column as usize).copied())
        .unwrap_or(f64::NAN)
}

/// The time without copies over that with 2^`r`.
pub(super) fn speedup(times: &Times, r: u32, p: u32) -> f64 {
    over(time(times, 0, p), time(times, r, p))
}

/// The time of the whole load on one processor over that with 2^`r` copies.
pub(super) fn speedup_over_one(times: &Times, r: u32, p: u32) -> f64 {
    over(power(p), time(times, r, p))
}

/// The r with the shortest time.
pub(super) fn best(times: &Times, p: u32) -> u32 {
    crate::model::best::shortest((0..=p).map(|r| time(times, r, p)))
}

/// All r with the shortest time, ascending.
pub(super) fn all_best(times: &Times, p: u32) -> Vec<u32> {
    crate::model::best::all_shortest((0..=p).map(|r| time(times, r, p)))
}

/// The most doublings that curves show.
fn drawn(parameters: &Parameters) -> u32 {
    parameters.doublings.min(MOST)
}

/// Refuses numbers of processors and copies that the formulas do not know: a report on other numbers would stand under these names.
fn check_powers(parameters: &Parameters) -> Result<(), Error> {
    let Parameters {
        processors, copies, ..
    } = *parameters;
    let powers = |most: u32| -> Vec<String> {
        let all = (0..=MOST).map(|doublings| 1_u32 << doublings);
        all.filter(|one| *one <= most)
            .map(|one| one.to_string())
            .collect()
    };
    if !processors.is_power_of_two() {
        let allowed = say!(
            "allowed: {}, because the formulas know powers of two alone",
            powers(u32::MAX).join(", ")
        );
        return Err(Rejected::one("processors", processors, allowed).into());
    }
    if !copies.is_power_of_two() || copies > processors {
        let allowed = say!(
            "allowed with {}: {}, because the formulas know powers of two alone",
            times_of(
                f64::from(processors),
                word!("processor"),
                word!("processors")
            ),
            powers(processors).join(", ")
        );
        return Err(Rejected::one("copies", copies, allowed).into());
    }
    Ok(())
}

/// The doublings from one processor to all.
fn doublings(parameters: &Parameters) -> u32 {
    parameters.processors.ilog2().min(MOST)
}

/// α, β and γ of the scenario’s model, for all numbers of copies that are worked out.
///
/// # Errors
/// [`Invalid`] where α and β do not go together.
pub(crate) fn numbers_of(parameters: &Parameters) -> Result<Numbers, Invalid> {
    let numbers = Numbers::of(parameters);
    numbers.check(drawn(parameters).max(doublings(parameters)))?;
    Ok(numbers)
}

/// α and β that do not go together, in words.
fn refused(parameters: &Parameters, invalid: Invalid) -> Error {
    let rejected = match parameters.model {
        Model::OneTwo | Model::TwoTwo => Rejected::one(
            "spread",
            parameters.spread,
            say!(
                "allowed: 0 to sqrt(2 - 2 α²), {:.4} for α = {}",
                invalid.most_spread(),
                invalid.excess
            ),
        ),
        _ => Rejected::one(
            "excess",
            parameters.excess,
            say!(
                "allowed: 0.01 to sqrt(1 - β² / 2), {:.4} for this model’s β of {:.4}",
                invalid.most_excess(),
                invalid.longer
            ),
        ),
    };
    rejected.into()
}

/// The distribution whose exact times are worked out, the traces it was made of, and the runtimes that were not made alike.
fn law_of(parameters: &Parameters) -> Result<(Law, Option<Traces>, Option<Alike>), Error> {
    let c = parameters.variation;
    if parameters.family != Family::Empirical {
        let law = Law::of(parameters.family, c).ok_or_else(|| {
            let most = law::most_variation(parameters.family);
            let family = family_name(parameters.family);
            Rejected::one(
                "variation",
                c,
                say!("allowed: 0 to {most:.4}; beyond that, {family} runtimes would be below 0"),
            )
        })?;
        return Ok((law, None, None));
    }
    let set = parameters.trace_set()?;
    let mut columns = columns(parameters, &set)?;
    let alike = made_alike(parameters, &mut columns)?;
    let law = Law::empirical(columns.concat()).unwrap_or(Law::Certain);
    Ok((law, Some(traces(&set)), Some(alike)))
}

/// Rescales nodes to a mean of 1 and to the scenario's variation.
///
/// # Errors
/// Where no node can have a variation: the model would be compared with another one.
pub(super) fn made_alike(
    parameters: &Parameters,
    columns: &mut [Vec<f64>],
) -> Result<Alike, Error> {
    let c = parameters.variation;
    let alike = alike(columns, 1.0, c);
    if alike.never_vary(c) {
        let allowed = match parameters.iterations {
            1 => word!("allowed: 0, because a single iteration has no variation"),
            _ => word!("allowed: 0, because the runtimes of these traces never vary"),
        };
        return Err(Rejected::one("variation", c, allowed).into());
    }
    Ok(alike)
}

/// The first K runtimes of every node, ms.
pub(super) fn columns(parameters: &Parameters, set: &TraceSet) -> Result<Vec<Vec<f64>>, Error> {
    let iterations = parameters.iterations as usize;
    if iterations > set.jobs() {
        let allowed = say!(
            "allowed: 1 to {}, the number of jobs in these traces",
            set.jobs()
        );
        return Err(Rejected::one("iterations", iterations, allowed).into());
    }
    let first = |node: &trace::Node| node.runtimes.iter().take(iterations).copied().collect();
    Ok(set.nodes().iter().map(first).collect())
}

/// The traces of a report.
pub(super) fn traces(set: &TraceSet) -> Traces {
    Traces {
        name: set.name().to_owned(),
        nodes: set.nodes().len(),
        jobs: set.jobs(),
        scaled: None,
    }
}
