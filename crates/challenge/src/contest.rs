//! The competitors, the cases, and the runs of a contest. A contest runs here ([`Came::by_running`]) or elsewhere.

use parameters::Rejected;
use playground::setup::Changes;
use playground::{Cache, Error, Scenario, run_sampled};
use report::figure::Unit;
use report::{Figure, Observer, Report};

use crate::model::{Challenge, Kind, case_name};

/// A contest of strategies and the built-in ways, on the same cases.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The key of the figure of merit that counts.
    pub figure: String,
    /// The competitors: the built-in ways of the challenge, and then the strategies.
    pub entries: Vec<(String, Kind)>,
    /// The cases.
    pub cases: Vec<Changes>,
    /// All runs: for each competitor, in their order, one run for each case.
    pub runs: Vec<Run>,
}

/// A run of a contest.
#[derive(Clone, Debug)]
pub struct Run {
    /// The place of the competitor.
    pub entry: usize,
    /// The place of the case.
    pub case: usize,
    /// The scenario, or why it cannot run.
    pub scenario: Result<Scenario, String>,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Came {
    /// The figure that counts.
    pub value: f64,
    /// The unit of the figure.
    pub unit: Unit,
    /// The figure's name for people.
    pub name: String,
    /// The fingerprint of the whole report.
    pub fingerprint: String,
}

impl Contest {
    /// A contest of strategies, each with a name, on these cases.
    #[must_use]
    pub fn new<'c>(
        challenge: &Challenge,
        strategies: impl IntoIterator<Item = (String, &'c str)>,
        cases: Vec<Changes>,
    ) -> Self {
        let mut contest = Self {
            figure: challenge.figure.clone(),
            entries: Vec::new(),
            cases,
            runs: Vec::new(),
        };
        for (place, way) in challenge.ways.iter().enumerate() {
            let kind = if place == 0 {
                Kind::Baseline
            } else {
                Kind::Rival
            };
            contest.enter(way.name.clone(), kind, |case| challenge.built_in(way, case));
        }
        for (name, code) in strategies {
            contest.enter(name, Kind::Own, |case| challenge.of_strategy(code, case));
        }
        contest
    }

    fn enter(
        &mut self,
        name: String,
        kind: Kind,
        scenario: impl Fn(&Changes) -> Result<Scenario, String>,
    ) {
        let entry = self.entries.len();
        self.entries.push((name, kind));
        let runs = self.cases.iter().enumerate().map(|(place, case)| Run {
            entry,
            case: place,
            scenario: scenario(case),
        });
        self.runs.extend(runs);
    }

    /// The name of the case of a run, for people.
    #[must_use]
    pub fn case_of(&self, run: &Run) -> String {
        self.cases.get(run.case).map(case_name).unwrap_or_default()
    }
}

impl Came {
    /// Takes the result from the figures of a report.
    ///
    /// # Errors
    /// The report has no such figure, or the figure is no finite number.
    pub fn of(figures: &[Figure], key: &str, fingerprint: String) -> Result<Self, String> {
        let Some(figure) = figures.iter().find(|figure| figure.key == key) else {
            let keys: Vec<&str> = figures.iter().map(|figure| figure.key.as_str()).collect();
            let keys = keys.join(", ");
            return Err(format!("the report has no figure “{key}”; allowed: {keys}"));
        };
        match figure.value.is_finite() {
            true => Ok(Self {
                value: figure.value,
                unit: figure.unit,
                name: figure.name.clone(),
                fingerprint,
            }),
            false => Err(format!("“{}” is not defined here", figure.name)),
        }
    }

    /// Takes the result from a report. Its headline says why a figure has no value: the contest is then the only place that shows it.
    ///
    /// # Errors
    /// As [`Came::of`].
    pub fn of_report<Chart>(
        report: &Report<Chart>,
        key: &str,
        fingerprint: String,
    ) -> Result<Self, String> {
        let undefined = |figure: &Figure| figure.key == key && !figure.value.is_finite();
        let came = Self::of(&report.figures, key, fingerprint);
        match report.figures.iter().any(undefined) {
            true => came.map_err(|why| format!("{why}: {}", report.headline)),
            false => came,
        }
    }

    /// Runs a scenario here.
    ///
    /// # Errors
    /// The reason why there is no such figure: for a strategy that fails, the fault with its line.
    pub fn by_running(
        scenario: &Scenario,
        key: &str,
        observer: &mut dyn Observer,
    ) -> Result<Self, String> {
        // Different laboratories share no cache.
        let ran = run_sampled(scenario, &mut Cache::default(), observer);
        let (report, _) = ran.map_err(|error| match error.without_beginning() {
            Error::Rejected(rejected) => told(&rejected),
            other => other.to_string(),
        })?;
        let fingerprint = report.fingerprint();
        Self::of_report(&report, key, fingerprint)
    }
}

/// The reason why a scenario was refused, for the writer of a strategy: a fault of a text has its line, and needs no name of a parameter.
#[must_use]
pub fn told(rejected: &Rejected) -> String {
    match rejected.problems.as_slice() {
        [one] if one.value.is_empty() => one.expected.clone(),
        _ => rejected.to_string(),
    }
}
