//! Runs of a scenario, without adaptation and with a strategy.

use std::rc::Rc;

use adaptation_model::outcome::End;
use adaptation_model::record::picture::Picture;
use adaptation_model::scenario::Monitoring;
use adaptation_model::strategy::Strategy as Decides;
use adaptation_model::{Outcome, Scenario, study};
use report::evidence::{Evidence, same};
use report::{Asked, Observer, Passes};

use crate::Parameters;
use crate::own::{self, Adapter};
use crate::parameters::Strategy;
use crate::setting::{Setting, blamed, strategy};

/// The most segments that are drawn of a run.
const MOST_DRAWN: usize = 250_000;

/// The first run of one way, and the outcomes of all.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// The outcome of each run.
    pub(crate) outcomes: Vec<Outcome>,
    /// The nodes' activities in the first run.
    pub(crate) picture: Picture,
    /// The questions to an own strategy in the first run.
    pub(crate) asked: Vec<Asked>,
}

impl Way {
    /// The first run.
    pub(crate) fn first(&self) -> Option<&Outcome> {
        self.outcomes.first()
    }
}

/// The runs without adaptation of the last scenario: all strategies are compared with them.
#[derive(Clone, Debug, Default)]
pub struct Cache(Option<(Scenario, Rc<Way>)>);

/// A scenario without and with adaptation.
#[derive(Clone, Debug)]
pub(crate) struct Study {
    pub(crate) setting: Setting,
    pub(crate) without: Rc<Way>,
    pub(crate) with: Way,
    /// The same runs with the other way to steal, where nobody adapts and nodes can steal from other clusters.
    pub(crate) other: Option<Way>,
}

/// The speed of a way relative to another one, where all runs of both end: from its runs, or from the iterations of a single run, so that
/// chance in one run is not told as an effect.
pub(crate) fn evidence(baseline: &[Run<'_>], subject: &[Run<'_>]) -> Option<Evidence> {
    let times = |runs: &[Run<'_>]| -> Option<Vec<f64>> { runs.iter().map(|run| run.0).collect() };
    let (before, after) = (times(baseline)?, times(subject)?);
    let (&[before], &[after]) = (before.as_slice(), after.as_slice()) else {
        // Reports print the mean runtimes beside the ratio.
        return Evidence::of_means(&before, &after);
    };
    let (one, other) = (baseline.first()?.1, subject.first()?.1);
    let mut evidence = Evidence::of_means(one, other)?;
    evidence.speedup = before / after;
    evidence.interval = None;
    evidence.runs = 1;
    evidence.faster = usize::from(after < before && !same(before, after));
    evidence.slower = usize::from(after > before && !same(before, after));
    Some(evidence)
}

/// The share of the mean runtime that the second way saves, and half of its 95 % interval; no number where a run does not end.
pub(crate) fn saved(before: &[f64], after: &[f64]) -> (f64, f64) {
    let left = Evidence::of_means(after, before);
    let half = left
        .and_then(|of| of.interval)
        .map(|of| (of.high - of.low) / 2.0);
    let share = left.map(|of| 1.0 - of.speedup);
    (share.unwrap_or(f64::NAN), half.unwrap_or(f64::NAN))
}

/// The runtime of a run, where it ends, and the durations of its iterations.
pub(crate) type Run<'r> = (Option<f64>, &'r [f64]);

/// Runs as evidence takes them.
pub(crate) fn timed(outcomes: &[Outcome]) -> Vec<Run<'_>> {
    let run = |outcome: &'_ Outcome| done(outcome).then_some(outcome.runtime);
    let runs = outcomes.iter();
    runs.map(|one| (run(one), one.iterations.as_slice()))
        .collect()
}

/// Whether a run came to its end.
pub(crate) fn done(outcome: &Outcome) -> bool {
    outcome.end == End::Done
}

/// Runs a scenario as often as the parameters say, without and with adaptation.
///
/// # Errors
/// A fault of the parameters; a stop.
pub(crate) fn run(
    parameters: &Parameters,
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<Study, laboratory::Error> {
    let setting = Setting::of(parameters)?;
    // Settings that do not go together are refused before anything runs.
    let _ = strategy(parameters.strategy, parameters)?;
    let runs = parameters.runs;
    // Without adaptation nobody monitors.
    let key = Scenario {
        monitoring: Monitoring::default(),
        ..setting.scenario.clone()
    };
    let known = cache
        .0
        .as_ref()
        .filter(|(of, way)| *of == key && way.outcomes.len() == runs as usize);
    let several = setting.scenario.clusters.len() > 1;
    let second = parameters.strategy != Strategy::None || several;
    let mut passes = Passes::new(observer, u64::from(known.is_none()) + u64::from(second));
    let without = match known {
        Some((_, way)) => way.clone(),
        None => {
            let mut pass = passes.next(1);
            let way = ways(&setting, parameters, Strategy::None, &mut pass)?;
            let way = Rc::new(way);
            cache.0 = Some((key, way.clone()));
            way
        }
    };
    let with = match parameters.strategy {
        Strategy::None => (*without).clone(),
        chosen => ways(&setting, parameters, chosen, &mut passes.next(1))?,
    };
    let other = match parameters.strategy {
        Strategy::None if several => {
            let mut other = setting.clone();
            other.scenario.stealing.policy = parameters.policy.other().policy();
            let mut pass = passes.next(1);
            Some(ways(&other, parameters, Strategy::None, &mut pass)?)
        }
        _ => None,
    };
    Ok(Study {
        setting,
        without,
        with,
        other,
    })
}

/// All runs of one way.
fn ways(
    setting: &Setting,
    parameters: &Parameters,
    chosen: Strategy,
    observer: &mut dyn Observer,
) -> Result<Way, laboratory::Error> {
    let mut passes = Passes::new(observer, parameters.runs.into());
    let (mut outcomes, mut drawn) = (Vec::new(), None);
    let mut adapter = match chosen {
        Strategy::Own => Some(Adapter::read(parameters)?),
        _ => None,
    };
    for run in 0..parameters.runs {
        let scenario = setting.seeded(run);
        let mut watch = passes.next(1);
        let mut built_in;
        let decides: &mut dyn Decides = match &mut adapter {
            Some(adapter) => {
                adapter.begin(run, run == 0);
                adapter
            }
            None => {
                built_in = strategy(chosen, parameters)?;
                built_in.as_mut()
            }
        };
        if run == 0 {
            let (outcome, picture) =
                study::drawn(&scenario, decides, MOST_DRAWN, &mut watch).map_err(blamed)?;
            outcomes.push(outcome);
            drawn = Some(picture);
        } else {
            let outcome = study::plain(&scenario, decides, &mut watch).map_err(blamed)?;
            outcomes.push(outcome);
        }
        if let Some(rejected) = adapter.as_mut().and_then(Adapter::stopped) {
            // Only the shown run is drawn and listened to: the run that ends here runs once more.
            let mut again = Adapter::read(parameters)?;
            again.begin(run, true);
            let (outcome, picture) =
                study::drawn(&scenario, &mut again, MOST_DRAWN, &mut watch).map_err(blamed)?;
            let told = (rejected, again.asked());
            return Err(own::stopped(told, setting, (&outcome, &picture)));
        }
    }
    Ok(Way {
        outcomes,
        picture: drawn.unwrap_or_else(|| Picture::new(0)),
        asked: adapter.as_mut().map(Adapter::asked).unwrap_or_default(),
    })
}
