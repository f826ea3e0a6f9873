//! All strategies on the same scenarios and seeds: their speeds and their ranking.

use adaptation_model::outcome::End;
use adaptation_model::strategy::Strategy as Decides;
use adaptation_model::{Outcome, Scenario, generator, study};
use report::evidence::{Evidence, Verdict, same};
use report::{Observer, Passes};
use words::word;

use crate::Parameters;
use crate::parameters::Strategy;
use crate::setting::{blamed, strategy};
use crate::study::{Run, evidence};

/// A strategy with its usual settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The strategy.
    pub strategy: Strategy,
    /// Whether it also moves to faster nodes between its thresholds.
    pub migrates: bool,
}

impl Entrant {
    /// All entrants; no adaptation comes first.
    pub const ALL: [Self; 6] = [
        Self::of(Strategy::None),
        Self::of(Strategy::Coordinator),
        Self {
            migrates: true,
            ..Self::of(Strategy::Coordinator)
        },
        Self::of(Strategy::Climbing),
        Self::of(Strategy::BestSeen),
        Self::of(Strategy::Marginal),
    ];

    const fn of(strategy: Strategy) -> Self {
        Self {
            strategy,
            migrates: false,
        }
    }

    /// Its name within a sentence.
    #[must_use]
    pub fn name(self) -> &'static str {
        match (self.strategy, self.migrates) {
            (Strategy::Coordinator, true) => word!("the coordinator with migration"),
            (strategy, _) => strategy.name(),
        }
    }

    /// Its name at a bar or in a table.
    #[must_use]
    pub fn label(self) -> &'static str {
        match (self.strategy, self.migrates) {
            (Strategy::None, _) => word!("no adaptation"),
            (Strategy::Coordinator, true) => word!("coordinator with migration"),
            (Strategy::Coordinator, false) => word!("coordinator"),
            (Strategy::Climbing, _) => word!("hill climbing"),
            (Strategy::BestSeen, _) => word!("return to the best set"),
            (Strategy::Marginal, _) => word!("growth by productivity"),
            (Strategy::Watching, _) => word!("monitoring alone"),
            (Strategy::Own, _) => word!("your own strategy"),
        }
    }

    /// The strategy as it starts.
    ///
    /// # Errors
    /// Settings that do not go together, by the parameter.
    pub fn made(self) -> Result<Box<dyn Decides>, laboratory::Error> {
        let usual = Parameters {
            migrates: self.migrates,
            ..Parameters::default()
        };
        strategy(self.strategy, &usual)
    }
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    /// The runtime, s; none where it did not end.
    pub runtime: Option<f64>,
    /// The time of each iteration, s.
    pub iterations: Vec<f64>,
    /// The reason why it ended.
    pub end: End,
    /// The simulated time at its end, s.
    pub simulated: f64,
    /// The time for which nodes took part, together, s.
    pub node_time: f64,
    /// Nodes at the end.
    pub nodes: usize,
}

impl Finish {
    /// Whether the simulation stopped while the program could go on.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        matches!(self.end, End::Stopped | End::Stalled | End::GivenUp)
    }

    /// A time that the program takes at least, s: infinity where it never ends.
    fn least(&self) -> f64 {
        match self.is_unfinished() {
            true => self.simulated,
            false => self.runtime.unwrap_or(f64::INFINITY),
        }
    }

    /// A number by which runs are ranked: unfinished ones come behind all that end, and before those that never end.
    fn order(&self) -> f64 {
        match self.is_unfinished() {
            true => f64::MAX,
            false => self.runtime.unwrap_or(f64::INFINITY),
        }
    }

    fn of(outcome: &Outcome) -> Self {
        Self {
            runtime: (outcome.end == End::Done).then_some(outcome.runtime),
            end: outcome.end,
            simulated: outcome.runtime,
            iterations: outcome.iterations.clone(),
            node_time: outcome.node_time(),
            nodes: outcome.final_active(),
        }
    }
}

/// A scenario and the results of each entrant, seed by seed.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// The results by entrant, in the order of [`Entrant::ALL`], then by run.
    pub results: Vec<Vec<Finish>>,
}

impl Case {
    /// The runtimes of an entrant, s; infinity where a run did not end.
    #[must_use]
    pub fn times(&self, entrant: usize) -> Vec<f64> {
        let results = self.results.get(entrant).into_iter().flatten();
        results
            .map(|result| result.runtime.unwrap_or(f64::INFINITY))
            .collect()
    }

    /// The runs of an entrant as evidence takes them.
    fn runs(&self, entrant: usize) -> Vec<Run<'_>> {
        let results = self.results.get(entrant).into_iter().flatten();
        results
            .map(|result| (result.runtime, result.iterations.as_slice()))
            .collect()
    }

    /// The speed of an entrant relative to another one; none where a run does not end.
    #[must_use]
    pub fn evidence(&self, baseline: usize, entrant: usize) -> Option<Evidence> {
        evidence(&self.runs(baseline), &self.runs(entrant))
    }

    /// The places of the entrants that are not clearly slower than the fastest one, which comes first.
    #[must_use]
    pub fn leaders(&self) -> Vec<usize> {
        let mean = |at: &usize| statistics::mean_and_half_width(&self.times(*at)).0;
        let all = (0..self.results.len()).filter(|at| mean(at).is_finite());
        let Some(first) = all.min_by(|a, b| mean(a).total_cmp(&mean(b))) else {
            return Vec::new();
        };
        let level = |at: &usize| {
            let beside = self.evidence(*at, first);
            *at != first && beside.is_some_and(|one| one.verdict() != Verdict::Faster)
        };
        let rivals = (0..self.results.len()).filter(level);
        std::iter::once(first).chain(rivals).collect()
    }

    /// The entrants with unfinished runs that could still be as fast as another one; where that one does not end, all with unfinished runs.
    #[must_use]
    pub fn open(&self, beside: usize) -> Vec<usize> {
        let time: f64 = self.times(beside).into_iter().sum();
        let open = |at: &usize| {
            let results = || self.results.get(*at).into_iter().flatten();
            let least: f64 = results().map(Finish::least).sum();
            results().any(Finish::is_unfinished) && (least < time || same(least, time))
        };
        (0..self.results.len()).filter(open).collect()
    }

    /// The entrants with unfinished runs that could still be as fast as the quickest one; where none ends, all with unfinished runs.
    #[must_use]
    pub fn undecided(&self) -> Vec<usize> {
        let first = self.leaders().first().copied();
        self.open(first.unwrap_or_default())
    }

    /// Whether a run is unfinished.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.results.iter().flatten().any(Finish::is_unfinished)
    }

    /// The number of runs that were stopped at their limit of steps.
    #[must_use]
    pub fn stopped(&self) -> usize {
        let all = self.results.iter().flatten();
        all.filter(|result| result.end == End::Stopped).count()
    }

    /// The ranks of all entrants in each run, from 1; equals share the mean of their places. Unfinished runs are ranked behind all that end.
    #[must_use]
    pub fn ranks(&self) -> Vec<Vec<f64>> {
        let own = |results: &Vec<Finish>| results.iter().map(Finish::order).collect();
        let times: Vec<Vec<f64>> = self.results.iter().map(own).collect();
        let runs = times.first().map_or(0, Vec::len);
        let rank = |own: &[f64], run: usize| -> f64 {
            let at = |times: &[f64]| times.get(run).copied().unwrap_or(f64::INFINITY);
            let time = at(own);
            // Beside infinity, all else would be rounding.
            let equal = |other: f64| {
                other == time || other.is_finite() && time.is_finite() && same(other, time)
            };
            let before = times.iter().filter(|all| at(all) < time && !equal(at(all)));
            let level = times.iter().filter(|all| equal(at(all)));
            before.count() as f64 + (level.count() as f64 + 1.0) / 2.0
        };
        let of = |own: &Vec<f64>| (0..runs).map(|run| rank(own, run)).collect();
        times.iter().map(of).collect()
    }
}

/// Runs every entrant on every scenario with so many seeds.
///
/// # Errors
/// A fault of a scenario; a stop.
pub fn hold(
    scenarios: &[(String, Scenario)],
    runs: u32,
    observer: &mut dyn Observer,
) -> Result<Vec<Case>, laboratory::Error> {
    let each = u64::from(runs) * Entrant::ALL.len() as u64;
    let mut passes = Passes::new(observer, each * scenarios.len() as u64);
    let mut cases = Vec::with_capacity(scenarios.len());
    for (name, scenario) in scenarios {
        let mut results = vec![Vec::with_capacity(runs as usize); Entrant::ALL.len()];
        for run in 0..runs {
            let seeded = Scenario {
                seed: generator::of_run(scenario.seed, run),
                ..scenario.clone()
            };
            for (entrant, own) in Entrant::ALL.iter().zip(&mut results) {
                let mut strategy = entrant.made()?;
                let outcome = study::plain(&seeded, strategy.as_mut(), &mut passes.next(1));
                own.push(Finish::of(&outcome.map_err(blamed)?));
            }
        }
        cases.push(Case {
            name: name.clone(),
            results,
        });
    }
    Ok(cases)
}

/// The most sizes of constant sets that are tried, beside that of all nodes.
pub const MOST_SIZES: usize = 100;

/// The sizes of constant sets that are tried: all of them, or, where there are many, evenly spread ones and that of all nodes.
#[must_use]
pub fn sizes(nodes: usize) -> Vec<usize> {
    let step = nodes.div_ceil(MOST_SIZES).max(1);
    let mut sizes: Vec<usize> = (1..=nodes).step_by(step).collect();
    if sizes.last() != Some(&nodes) {
        sizes.push(nodes);
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_shared_by_equals_and_runs_that_never_end_are_last() {
        let result = |runtime| {
            vec![Finish {
                runtime,
                iterations: Vec::new(),
                end: if runtime.is_some() {
                    End::Done
                } else {
                    End::NoNode
                },
                simulated: 9.0,
                node_time: 1.0,
                nodes: 1,
            }]
        };
        let case = Case {
            name: String::new(),
            results: [Some(3.0), None, Some(2.0), Some(3.0), None]
                .into_iter()
                .map(result)
                .collect(),
        };
        let ranks: Vec<f64> = case.ranks().into_iter().flatten().collect();
        assert_eq!(ranks, [2.5, 4.5, 1.0, 2.5, 4.5]);
    }

    #[test]
    fn a_strategy_has_one_name() {
        let table = <Parameters as parameters::Parameters>::TABLE;
        let titles = table
            .find("strategy")
            .map(|one| one.choices())
            .unwrap_or_default();
        for entrant in Entrant::ALL.into_iter().filter(|one| !one.migrates) {
            let named = |name: &str| name.trim_start_matches("the ").to_owned();
            assert_eq!(named(entrant.name()), entrant.label());
            let title = titles
                .iter()
                .find(|one| one.title.to_lowercase() == entrant.label());
            assert!(title.is_some(), "{}", entrant.label());
        }
    }

    #[test]
    fn all_sizes_are_tried_or_a_hundred() {
        assert_eq!(sizes(3), [1, 2, 3]);
        let many = sizes(1000);
        assert_eq!((many.len(), many.last()), (101, Some(&1000)));
    }
}
