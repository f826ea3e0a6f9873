//! Every way to follow an ideal number of nodes that changes, on the four landscapes of Rossow 2009, figure 5.6, with the same noise.

use adaptation_model::generator;
use adaptation_model::landscape::evaluation::Experiment;
use adaptation_model::landscape::{Setting, run as climb};
use adaptation_model::strategy::client::Client;
use report::evidence::{Evidence, Verdict, same};
use report::{Observer, Passes};
use words::word;

use crate::Parameters;
use crate::landscape;
use crate::parameters::{Climbed, Reference};
use crate::setting::blamed;

/// A way to choose the number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The number at the start stays.
    Start,
    /// The best constant number, known in hindsight.
    Constant,
    /// The client of the thesis climbs, and compares with the best productivity since it turned.
    Climbing,
    /// The client climbs, but compares with the last productivity, as Algorithm 1 is printed.
    Last,
    /// The client climbs, but each step is a single node.
    Single,
    /// The client climbs, but rests for ever at the first optimum.
    Once,
}

impl Way {
    /// All ways.
    pub const ALL: [Self; 6] = [
        Self::Start,
        Self::Constant,
        Self::Climbing,
        Self::Last,
        Self::Single,
        Self::Once,
    ];

    /// Its place in the list.
    #[must_use]
    pub fn at(self) -> usize {
        let at = Self::ALL.iter().position(|way| *way == self);
        at.unwrap_or_default()
    }

    /// Its name within a sentence.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => word!("no adaptation"),
            Self::Constant => word!("the best constant number"),
            Self::Climbing => word!("hill climbing"),
            Self::Last => word!("the printed rule"),
            Self::Single => word!("climbing by single nodes"),
            Self::Once => word!("climbing once"),
        }
    }

    /// Its name at a bar or in a table.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Constant => word!("best constant number"),
            Self::Last => word!("printed rule, “last”"),
            way => way.name(),
        }
    }

    /// The parameters of the form with this way; none for a constant number.
    fn parameters(self, parameters: &Parameters) -> Option<Parameters> {
        let usual = Parameters::default();
        let (reference, accelerates, restarts) = match self {
            Self::Start | Self::Constant => return None,
            Self::Climbing => (Reference::Best, true, true),
            Self::Last => (Reference::Last, true, true),
            Self::Single => (Reference::Best, false, true),
            Self::Once => (Reference::Best, true, false),
        };
        Some(Parameters {
            climbed: Climbed::Client,
            climbs: true,
            reference,
            accelerates,
            restarts,
            // As in the experiments: nodes are alike, and none fails.
            replaces: false,
            watches: true,
            toleration: usual.toleration,
            ..parameters.clone()
        })
    }
}

/// The experiments of figure 5.6, in its order.
pub const EXPERIMENTS: [Experiment; 4] = [
    Experiment::Growing,
    Experiment::Shrinking,
    Experiment::Decaying,
    Experiment::Periodic,
];

/// An experiment, and the outcomes of every way.
#[derive(Clone, Debug)]
pub struct Case {
    /// The experiment.
    pub experiment: Experiment,
    /// The best constant number of nodes.
    pub constant: usize,
    /// The share of the ideal productivity, by way in the order of [`Way::ALL`], then by run.
    pub shares: Vec<Vec<f64>>,
}

impl Case {
    /// The mean share of a way over all runs.
    #[must_use]
    pub fn mean(&self, way: Way) -> f64 {
        let shares = self.shares.get(way.at()).map_or(&[][..], Vec::as_slice);
        statistics::mean_and_half_width(shares).0
    }
}

/// The experiment with the parameters of the form and the random numbers of a run.
#[must_use]
pub fn setting(experiment: Experiment, parameters: &Parameters, run: u32) -> Setting {
    Setting {
        intervals: u64::from(parameters.intervals),
        noise: parameters.noise,
        join_lag: u64::from(parameters.join_lag),
        ..experiment.setting(generator::of_run(parameters.seed, run))
    }
}

/// Whether hill climbing repeats the experiments, so that the gains that the thesis prints are those of the same runs.
#[must_use]
pub fn repeats(parameters: &Parameters) -> bool {
    let own = Way::Climbing.parameters(parameters);
    let same = |experiment: &Experiment, own: &Parameters| {
        let setting = setting(*experiment, parameters, 0);
        landscape::experiment(own, &setting) == Some(*experiment)
    };
    own.is_some_and(|own| EXPERIMENTS.iter().all(|one| same(one, &own)))
}

/// Runs every way on every landscape.
///
/// # Errors
/// Settings that do not go together; a stop.
pub fn hold(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<Vec<Case>, laboratory::Error> {
    let runs = u64::from(parameters.runs);
    let climbers: Vec<Option<Parameters>> = Way::ALL.map(|way| way.parameters(parameters)).into();
    let each = climbers.iter().flatten().count() as u64 * runs;
    let mut passes = Passes::new(observer, each * EXPERIMENTS.len() as u64);
    let mut cases = Vec::with_capacity(EXPERIMENTS.len());
    for experiment in EXPERIMENTS {
        let first = setting(experiment, parameters, 0);
        let (landscape, intervals) = (&first.landscape, first.intervals);
        let ideal = (1..=intervals).fold(0.0, |sum, time| {
            sum + landscape.most_productivity(time as f64)
        });
        let (constant, most, _) = landscape.best_constant(first.pool, intervals);
        let start = landscape.constant(first.start, intervals);
        let mut shares = Vec::with_capacity(Way::ALL.len());
        for (way, own) in Way::ALL.iter().zip(&climbers) {
            let Some(own) = own else {
                let sum = if *way == Way::Start { start } else { most };
                shares.push(vec![sum / ideal; runs as usize]);
                continue;
            };
            let mut all = Vec::with_capacity(runs as usize);
            for run in 0..parameters.runs {
                let setting = setting(experiment, parameters, run);
                let mut client = Client::new(landscape::client(own)).map_err(blamed)?;
                let outcome = climb(&setting, &mut client, &mut passes.next(1));
                all.push(outcome.map_err(blamed)?.sum() / ideal);
            }
            shares.push(all);
        }
        cases.push(Case {
            experiment,
            constant,
            shares,
        });
    }
    Ok(cases)
}

/// The ranking of all ways over all landscapes.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The mean share of the ideal productivity over all landscapes, by way, then by run.
    pub scores: Vec<Vec<f64>>,
    /// The place of each way: 1 for that with the largest mean; for others one more than the number of ways that are clearly ahead
    /// of it, but no place before that of a way with a larger mean.
    pub places: Vec<usize>,
}

impl Ranking {
    /// The ranking of these cases.
    #[must_use]
    pub fn of(cases: &[Case]) -> Self {
        let runs = |way: usize| {
            let shares = cases.iter().filter_map(|case| case.shares.get(way));
            let shares: Vec<&Vec<f64>> = shares.collect();
            let number = shares.first().map_or(0, |one| one.len());
            let mean = |run: usize| {
                let own = shares.iter().filter_map(|one| one.get(run));
                own.sum::<f64>() / shares.len() as f64
            };
            (0..number).map(mean).collect::<Vec<f64>>()
        };
        let scores: Vec<Vec<f64>> = (0..Way::ALL.len()).map(runs).collect();
        let mut ranking = Self {
            scores,
            places: Vec::new(),
        };
        let ahead = |way: usize| {
            let all = 0..ranking.scores.len();
            all.filter(|other| ranking.is_ahead(*other, way)).count()
        };
        let places: Vec<usize> = (0..ranking.scores.len())
            .map(|way| 1 + ahead(way))
            .collect();
        ranking.places = places;
        let mut last = None;
        for way in ranking.order() {
            if let Some(place) = ranking.places.get_mut(way) {
                *place = last.map_or(1, |last| (*place).max(last));
                last = Some(*place);
            }
        }
        ranking
    }

    /// The ways in the order of their means, which is that of their places, too: the largest first; of equals, that with the better place.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let key = |way: &usize| self.places.get(*way).copied().unwrap_or(usize::MAX);
        let mut order: Vec<usize> = (0..self.scores.len()).collect();
        order.sort_by(|a, b| {
            let (one, other) = (self.mean(*a), self.mean(*b));
            match same(one, other) {
                true => key(a).cmp(&key(b)),
                false => other.total_cmp(&one),
            }
        });
        order
    }

    /// The time of a leaf with a way, in each run.
    fn times(&self, way: usize) -> Vec<f64> {
        let scores = self.scores.get(way).into_iter().flatten();
        scores.map(|score| 1.0 / score).collect()
    }

    /// The productivity of a way relative to another one, run by run.
    #[must_use]
    pub fn evidence(&self, baseline: usize, way: usize) -> Option<Evidence> {
        Evidence::of(&self.times(baseline), &self.times(way))
    }

    /// Whether a way is clearly more productive than another one; with a single run, whether it is more productive at all.
    fn is_ahead(&self, way: usize, of: usize) -> bool {
        self.evidence(of, way).is_some_and(|evidence| {
            let verdict = evidence.in_the_only_run().unwrap_or(evidence.verdict());
            verdict == Verdict::Faster
        })
    }

    /// The mean score of a way.
    #[must_use]
    pub fn mean(&self, way: usize) -> f64 {
        let scores = self.scores.get(way).map_or(&[][..], Vec::as_slice);
        statistics::mean_and_half_width(scores).0
    }
}
