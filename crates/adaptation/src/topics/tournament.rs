//! All strategies on one scenario, beside the best constant set of nodes in hindsight.

mod charts;
pub(super) mod grid;

use adaptation_model::Scenario;
use adaptation_model::hindsight::{self, Constant};
use adaptation_model::metrics::greedy::WorkSpan;
use report::evidence::{Evidence, Verdict, leaders};
use report::figure::Unit;
use report::number::ms;
use report::table::Cell;
use report::words::{count, list, percent, seconds, sentences};
use report::{Figure, Layout, Observer, Report, Sample, Table};
use words::{say, word};

use crate::Parameters;
use crate::contest::{self, Case, Entrant, MOST_SIZES};
use crate::setting::{Setting, blamed};

/// What all strategies came to.
pub(super) struct Findings {
    scenario: Scenario,
    case: Case,
    /// The constant sets of the first seed, and the best of them.
    constants: Vec<Constant>,
    /// Work and span of the program of the first seed.
    bound: WorkSpan,
}

/// The program and the platform of the parameters; strategies have their usual settings.
fn setting(parameters: &Parameters) -> Result<Setting, laboratory::Error> {
    let usual = Parameters::default();
    Setting::of(&Parameters {
        period: usual.period,
        bench_work: usual.bench_work,
        bench_overhead: usual.bench_overhead,
        ..parameters.clone()
    })
}

pub(super) fn compute(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings, laboratory::Error> {
    let scenario = setting(parameters)?.scenario;
    let sizes = match parameters.hindsight {
        true => contest::sizes(scenario.nodes()).len() as u64,
        false => 0,
    };
    let held = u64::from(parameters.runs) * Entrant::ALL.len() as u64;
    let constants = match parameters.hindsight {
        true => contest::constants(&scenario, (0, held), observer)?,
        false => Vec::new(),
    };
    let scenarios = [(String::new(), scenario.clone())];
    let mut cases = contest::hold(&scenarios, parameters.runs, (sizes, 0), observer)?;
    let case = cases.pop().unwrap_or_else(|| Case {
        name: String::new(),
        results: Vec::new(),
    });
    Ok(Findings {
        bound: WorkSpan::of(&scenario.application, scenario.seed).map_err(blamed)?,
        scenario,
        case,
        constants,
    })
}

impl report::Findings for Findings {
    fn report(&self) -> Report {
        Report {
            layout: Layout::charts(&["runtimes", "speedup"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts: self.charts(),
            tables: vec![self.table()],
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let best = self.leaders().first().copied().unwrap_or_default();
        let times = self.case.times(best).into_iter();
        let times = times.map(|time| if time.is_finite() { ms(time) } else { f64::NAN });
        vec![Sample::new(
            "best",
            word!("Runtime of the fastest strategy"),
            Unit::Milliseconds,
            times.collect(),
        )]
    }
}

impl Findings {
    /// The places of the entrants that nothing tells from the fastest one.
    fn leaders(&self) -> Vec<usize> {
        let times: Vec<Vec<f64>> = (0..Entrant::ALL.len())
            .map(|at| self.case.times(at))
            .collect();
        leaders(&times.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    /// How fast an entrant is beside no adaptation; nothing where a run does not end.
    fn evidence(&self, entrant: usize) -> Option<Evidence> {
        Evidence::of(&self.case.times(0), &self.case.times(entrant))
    }

    /// The best constant set.
    fn constant(&self) -> Option<(usize, f64)> {
        let best = hindsight::best(&self.constants)?;
        Some((best.nodes, best.runtime?))
    }

    /// The runtime of an entrant in the first run.
    fn first_time(&self, entrant: usize) -> f64 {
        let times = self.case.times(entrant);
        times.first().copied().unwrap_or(f64::INFINITY)
    }

    fn headline(&self) -> String {
        let leaders = self.leaders();
        let names = names(&leaders);
        let Some(first) = leaders.first() else {
            return word!("No strategy ends the program in every run").into();
        };
        let first = Entrant::ALL
            .get(*first)
            .map_or("", |entrant| entrant.name());
        if leaders.contains(&0) {
            return match leaders.len() {
                1 => say!("No strategy is as fast as no adaptation"),
                _ => say!("No strategy is clearly faster than no adaptation"),
            };
        }
        let place = leaders.first().copied().unwrap_or_default();
        let Some(evidence) = self.evidence(place) else {
            return match leaders.len() {
                1 => say!(
                    "{} ends the program first; without adaptation it does not end",
                    report::words::capital(first)
                ),
                _ => say!(
                    "{} share the first place; without adaptation the program does not end",
                    report::words::capital(&names)
                ),
            };
        };
        let pace = evidence.pace("takes");
        match (leaders.len(), evidence.verdict()) {
            (1, Verdict::Faster) => say!(
                "{} is the fastest strategy: it {pace} no adaptation",
                report::words::capital(first)
            ),
            (_, Verdict::Faster) => say!(
                "{} share the first place: the first {pace} no adaptation",
                report::words::capital(&names)
            ),
            _ => say!("No strategy is clearly faster than no adaptation"),
        }
    }

    fn why(&self) -> String {
        let clear = |verdict: Verdict| {
            (1..Entrant::ALL.len())
                .filter(|at| {
                    self.evidence(*at)
                        .is_some_and(|one| one.verdict() == verdict)
                })
                .count()
        };
        let (faster, slower) = (clear(Verdict::Faster), clear(Verdict::Slower));
        let all = Entrant::ALL.len() - 1;
        let counted = match (faster, slower) {
            (faster, _) if faster == all => {
                say!("All {all} strategies are clearly faster than no adaptation.")
            }
            (faster, 0) => {
                say!("Of {all} strategies, {faster} are clearly faster than no adaptation.")
            }
            (faster, slower) => say!(
                "Of {all} strategies, {faster} are clearly faster than no adaptation and {slower} clearly slower."
            ),
        };
        let constant = self.constant().map_or_else(String::new, |(nodes, runtime)| {
            let best = self.leaders().first().map_or(f64::INFINITY, |best| self.first_time(*best));
            let nodes = count(nodes, word!("node"), word!("nodes"));
            let time = seconds(runtime);
            let by = percent((best / runtime - 1.0).abs(), 1);
            match best {
                best if !best.is_finite() => {
                    say!("The best constant set in hindsight, {nodes}, takes {time}.")
                }
                best if best >= runtime => say!(
                    "The best constant set in hindsight, {nodes}, takes {time}; in the same run the fastest strategy takes {by} longer."
                ),
                _ => say!(
                    "The best constant set in hindsight, {nodes}, takes {time}; in the same run the fastest strategy takes {by} less."
                ),
            }
        });
        sentences([counted, constant])
    }

    fn figures(&self) -> Vec<Figure> {
        let best = self.leaders().first().copied().unwrap_or_default();
        let evidence = self.evidence(best);
        let mut speedup = Figure::number(
            "speedup",
            word!("Speedup of the fastest"),
            evidence.map_or(f64::NAN, |one| one.speedup),
        );
        speedup.interval = evidence.and_then(|one| one.interval);
        let runtime = |at: usize| {
            let (mean, half) = mean_and_half(&self.case.times(at));
            (ms(mean), ms(half))
        };
        let mut figures = vec![
            speedup,
            Figure::mean(
                "best",
                word!("Runtime of the fastest"),
                runtime(best),
                Unit::Milliseconds,
            )
            .beside(Entrant::ALL.get(best).map_or("", |entrant| entrant.label())),
            Figure::mean(
                "none",
                word!("Runtime without adaptation"),
                runtime(0),
                Unit::Milliseconds,
            ),
        ];
        if let Some((nodes, time)) = self.constant() {
            let nodes = count(nodes, word!("node"), word!("nodes"));
            figures
                .push(Figure::time("constant", word!("Best constant set"), ms(time)).beside(nodes));
        }
        figures.push(Figure::time(
            "span",
            word!("Critical path, T∞"),
            ms(self.bound.span),
        ));
        figures
    }

    fn table(&self) -> Table {
        let ranks = self.case.ranks();
        let rows = Entrant::ALL.iter().enumerate().map(|(at, entrant)| {
            let results = self.case.results.get(at).into_iter().flatten();
            let hours: Vec<f64> = results.clone().map(|one| one.node_time / 3600.0).collect();
            let nodes: Vec<f64> = results.map(|one| one.nodes as f64).collect();
            let rank = ranks.get(at).map_or(&[][..], Vec::as_slice);
            vec![
                Cell::words(entrant.label()),
                Cell::mean("rank", mean_and_half(rank), Unit::One),
                timed(&self.case.times(at)),
                Cell::mean("nodes", mean_and_half(&nodes), Unit::One),
                Cell::mean("hours", mean_and_half(&hours), Unit::One),
            ]
        });
        Table::new(
            "ranks",
            word!("How do the strategies rank?"),
            [
                word!("Strategy"),
                word!("Mean rank"),
                word!("Runtime"),
                word!("Nodes at the end"),
                word!("Node hours"),
            ],
            rows.collect::<Vec<_>>(),
        )
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![usual()];
        if !self.constants.is_empty() {
            notes.push(
                word!("Best constant set in hindsight: the first n nodes in the order of clusters take part from the start, without adaptation, in the first run. The yardstick is not a bound: a strategy can choose other nodes, and change their number.").into(),
            );
            if self.scenario.nodes() > MOST_SIZES {
                notes.push(say!(
                    "Of {} sizes, {} were tried.",
                    self.scenario.nodes(),
                    self.constants.len()
                ));
            }
        }
        notes.push(
            word!("Greedy bound: T1/P + T∞ with all work T1 and the critical path T∞ on nodes of speed 1, without communication and disturbances. Speedups are T1 by the runtime.").into(),
        );
        notes
    }
}

/// Each strategy has its usual settings.
fn usual() -> String {
    word!("Each strategy has its usual settings, whatever the other topics are set to; runs with the same seed meet the same disturbances.").into()
}

/// The names of entrants, for a sentence.
fn names(places: &[usize]) -> String {
    let names = places.iter().filter_map(|at| Entrant::ALL.get(*at));
    list(&names.map(|one| one.name().to_owned()).collect::<Vec<_>>())
}

/// A mean runtime, or that runs do not end.
fn timed(times: &[f64]) -> Cell {
    let (mean, half) = mean_and_half(times);
    match mean.is_finite() {
        true => Cell::mean("runtime", (ms(mean), ms(half)), Unit::Milliseconds),
        false => Cell::words(word!("does not end")),
    }
}

/// The mean, and the half width of its 95 % interval; that is no number for a single value.
fn mean_and_half(values: &[f64]) -> (f64, f64) {
    let number = values.len() as f64;
    let mean = values.iter().sum::<f64>() / number;
    let squares: f64 = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum();
    (mean, 1.96 * (squares / (number - 1.0) / number).sqrt())
}
