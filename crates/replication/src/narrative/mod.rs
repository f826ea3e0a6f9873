//! The study as a report.

mod numbers;
mod sentences;

use report::number::fixed;
use report::{Observer, Report, Sample};

use crate::Error;
use crate::iterations::Spent;
use crate::parameters::{Parameters, Topic};
use crate::speedup::Speedup;
use crate::study::{Measured, Method, Results, Study};

/// What the topic of a scenario asks for, with what each run came to.
///
/// # Errors
/// See [`Error`].
pub fn of(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    match parameters.topic {
        Topic::Strategies
        | Topic::Processors
        | Topic::Intervals
        | Topic::Decision
        | Topic::Formulas
        | Topic::Model
        | Topic::Estimates => {
            let (study, results) = Study::new(parameters)?.run(observer)?;
            let samples = samples(&study, &results);
            Ok((report(&study, results), samples))
        }
    }
}

/// Says what came out and why.
#[must_use]
pub fn report(study: &Study, results: Results) -> Report {
    let outcome = Outcomes::of(study, &results);
    Report {
        headline: sentences::headline(study, &outcome),
        why: sentences::why(study, &outcome, results.slowest.as_ref()),
        figures: numbers::figures(study, &outcome),
        charts: numbers::charts(study, &outcome),
        tables: vec![numbers::table(study, &outcome)],
        notes: sentences::notes(study),
        schedule: Some(results.schedule),
        offers: Vec::new(),
        traces: Some(study.traces().clone()),
    }
}

/// What each run came to under the strategy that the parameters name.
#[must_use]
pub fn samples(study: &Study, results: &Results) -> Vec<Sample> {
    numbers::samples(study, &Outcomes::of(study, results))
}

/// One method with a name and its speedup.
struct Outcome<'a> {
    name: String,
    /// Short enough for an axis.
    label: String,
    measured: &'a Measured,
    speedup: Speedup,
}

/// All methods on the same resources.
struct Outcomes<'a> {
    equal: Outcome<'a>,
    dynamic: Outcome<'a>,
    /// Ascending by copies; the first has one, unless it was not tried.
    replicated: Vec<Outcome<'a>>,
    shown: Method,
}

/// What a method came to that was not measured; equal shares and dynamic balancing always are.
static NOTHING: Measured = Measured::none(Method::Equal);

impl<'a> Outcomes<'a> {
    fn of(study: &Study, results: &'a Results) -> Self {
        let of = |method| results.of(method).unwrap_or(&NOTHING);
        let equal = of(Method::Equal);
        let outcome = |name: String, label: String, measured: &'a Measured| Outcome {
            name,
            label,
            measured,
            speedup: Speedup::of(&equal.totals, &measured.totals),
        };
        let replicated = results.measured.iter().filter_map(|measured| {
            let Method::Replicate(copies) = measured.method else {
                return None;
            };
            let plural = if copies == 1 { "copy" } else { "copies" };
            let name = format!("{copies} {plural} of each job (JR)");
            Some(outcome(name, format!("R = {copies}"), measured))
        });
        let every = study.parameters().rebalance_every;
        let dynamic = format!("Rebalanced every {every} iterations (DLB)");
        Self {
            equal: outcome("Equal shares (ELB)".into(), "equal".into(), equal),
            dynamic: outcome(dynamic, "dynamic".into(), of(Method::Dynamic)),
            replicated: replicated.collect(),
            shown: results.shown,
        }
    }

    /// The one that the schedule shows.
    fn main(&self) -> &Outcome<'a> {
        self.all()
            .find(|outcome| outcome.measured.method == self.shown)
            .unwrap_or(&self.equal)
    }

    /// The number of copies with the least mean time; ties go to fewer copies (Dobber 2006, equation 2.32).
    fn best_replicated(&self) -> &Outcome<'a> {
        let mut best = &self.equal;
        for outcome in &self.replicated {
            if outcome.speedup.ratio_of_means > best.speedup.ratio_of_means {
                best = outcome;
            }
        }
        best
    }

    fn all(&self) -> impl Iterator<Item = &Outcome<'a>> {
        [&self.equal, &self.dynamic]
            .into_iter()
            .chain(&self.replicated)
    }
}

impl Outcome<'_> {
    fn copies(&self) -> u32 {
        self.measured.method.copies()
    }

    /// The share of the processors' time that went into a part of what they did.
    fn share(&self, part: impl Fn(&Spent) -> f64) -> f64 {
        let sum = self.measured.spent.sum();
        if sum > 0.0 {
            part(&self.measured.spent) / sum
        } else {
            0.0
        }
    }

    fn waiting(&self) -> f64 {
        self.share(|spent| spent.waiting)
    }

    fn discarded(&self) -> f64 {
        self.share(|spent| spent.discarded)
    }

    fn rescheduling(&self) -> f64 {
        self.share(|spent| spent.rescheduling)
    }
}

fn percent(share: f64) -> String {
    format!("{}\u{a0}%", fixed(100.0 * share, 0))
}
