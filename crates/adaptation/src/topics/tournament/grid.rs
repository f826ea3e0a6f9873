//! All strategies on the scenarios of the Grid paper (Wrzesinska, Maassen and Bal 2007, section 5).

use adaptation_model::Scenario;
use adaptation_model::scenario::grid::Grid;
use report::chart::{Axis, Bar, Series};
use report::evidence::{Evidence, rivals, same};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::words::{capital, list, percent, sentences};
use report::{Chart, Figure, Layout, Observer, Report, Sample, Table};
use words::{say, word};

use super::{names, setting, single, stopped, timed, usual};
use crate::Parameters;
use crate::study::saved;
use crate::tournament::{self, Case, Entrant};

/// The place of the coordinator among the entrants.
const COORDINATOR: usize = 1;

/// The outcomes of all strategies on all scenarios.
pub(in crate::topics) struct Findings {
    cases: Vec<Case>,
    /// Whether the program is that of the paper.
    published: bool,
    /// The number of steps after which a run is stopped.
    most_steps: u64,
}

/// The name of a scenario.
fn title(grid: Grid) -> &'static str {
    match grid {
        Grid::Undisturbed => word!("0 undisturbed"),
        Grid::Expand8 => word!("1a from 8 nodes"),
        Grid::Expand16 => word!("1b from 16 nodes"),
        Grid::Expand24 => word!("1c from 24 nodes"),
        Grid::OverloadedCpus => word!("2 loaded cluster"),
        Grid::OverloadedLink => word!("3 slow link"),
        Grid::LinkAndCpus => word!("4 slow link and load"),
        Grid::Crash => word!("5 crash"),
    }
}

/// The share by which the coordinator shortens the program, as printed.
fn printed(grid: Grid) -> Option<f64> {
    match grid {
        Grid::Undisturbed => None,
        Grid::Expand8 => Some(0.50),
        Grid::Expand16 => Some(0.35),
        Grid::Expand24 => Some(0.12),
        Grid::OverloadedCpus => Some(0.14),
        Grid::OverloadedLink => Some(0.60),
        Grid::LinkAndCpus => Some(0.30),
        Grid::Crash => Some(0.13),
    }
}

pub(in crate::topics) fn compute(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings, laboratory::Error> {
    let usual = Parameters::default();
    let base = setting(&Parameters {
        clusters: usual.clusters,
        disturbances: usual.disturbances,
        ..parameters.clone()
    })?
    .scenario;
    let scenario = |grid: Grid| Scenario {
        clusters: grid.scenario(base.seed).clusters,
        events: grid.events(),
        ..base.clone()
    };
    let scenarios: Vec<_> = Grid::ALL
        .iter()
        .map(|grid| (title(*grid).to_owned(), scenario(*grid)))
        .collect();
    Ok(Findings {
        cases: tournament::hold(&scenarios, parameters.runs, observer)?,
        most_steps: base.most_steps,
        published: base
            == Scenario {
                most_steps: base.most_steps,
                clusters: base.clusters.clone(),
                events: base.events.clone(),
                seed: base.seed,
                ..Scenario::default()
            },
    })
}

impl report::Findings for Findings {
    fn report(&self) -> Report {
        let mut tables = vec![self.ranks(), self.times()];
        tables.extend(self.published.then(|| self.beside_printed()));
        Report {
            layout: Layout::charts(&["ranking", "speedups"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts: vec![self.ranking(), self.speedups()],
            tables,
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let best = self.best();
        vec![Sample::new(
            "rank",
            word!("Rank of the best"),
            Unit::One,
            self.ranks_by_run(best),
        )]
    }
}

impl Findings {
    /// The ranks of an entrant in all runs of all scenarios.
    fn ranks_of(&self, entrant: usize) -> Vec<f64> {
        let ranks = self.cases.iter().map(Case::ranks);
        let own = ranks.filter_map(|ranks| ranks.into_iter().nth(entrant));
        own.flatten().collect()
    }

    /// The mean rank of an entrant over all scenarios, run by run.
    fn ranks_by_run(&self, entrant: usize) -> Vec<f64> {
        let ranks = self.cases.iter().map(Case::ranks);
        let own: Vec<Vec<f64>> = ranks
            .filter_map(|ranks| ranks.into_iter().nth(entrant))
            .collect();
        let runs = own.iter().map(Vec::len).min().unwrap_or_default();
        let mean = |run: usize| {
            let ranks = own.iter().filter_map(|ranks| ranks.get(run));
            ranks.sum::<f64>() / own.len() as f64
        };
        (0..runs).map(mean).collect()
    }

    /// The runtimes of an entrant in all runs of all scenarios.
    fn times_of(&self, entrant: usize) -> Vec<f64> {
        let times = self.cases.iter().flat_map(|case| case.times(entrant));
        times.collect()
    }

    /// The entrants with the smallest mean rank.
    fn bests(&self) -> Vec<usize> {
        let rank = |at: usize| statistics::mean_and_half_width(&self.ranks_of(at)).0;
        let least = (0..Entrant::ALL.len())
            .map(rank)
            .fold(f64::INFINITY, f64::min);
        (0..Entrant::ALL.len())
            .filter(|at| same(rank(*at), least))
            .collect()
    }

    /// The first entrant with the smallest mean rank.
    fn best(&self) -> usize {
        self.bests().first().copied().unwrap_or_default()
    }

    /// The entrants whose runtimes are not clearly apart from those of the best.
    fn level(&self) -> Vec<usize> {
        let times: Vec<Vec<f64>> = (0..Entrant::ALL.len())
            .map(|at| self.times_of(at))
            .collect();
        let times: Vec<&[f64]> = times.iter().map(Vec::as_slice).collect();
        rivals(&times, self.best(), Evidence::geometric)
    }

    /// The speed of an entrant relative to no adaptation, over all scenarios; none where a run does not end.
    fn evidence(&self, entrant: usize) -> Option<Evidence> {
        Evidence::geometric(&self.times_of(0), &self.times_of(entrant))
    }

    /// The number of scenarios in which the mean runtime of an entrant is the shortest, and of others in which it shares this with another
    /// one.
    fn won(&self, entrant: usize) -> (usize, usize) {
        let mean = |case: &Case, at: usize| statistics::mean_and_half_width(&case.times(at)).0;
        let (mut alone, mut shared) = (0, 0);
        for case in &self.cases {
            let own = mean(case, entrant);
            let others = || (0..Entrant::ALL.len()).filter(|at| *at != entrant);
            let before = |at: usize| mean(case, at) < own && !same(mean(case, at), own);
            if !own.is_finite() || others().any(before) {
                continue;
            }
            match others().any(|at| same(mean(case, at), own)) {
                true => shared += 1,
                false => alone += 1,
            }
        }
        (alone, shared)
    }

    fn headline(&self) -> String {
        let bests = self.bests();
        let rank = statistics::mean_and_half_width(&self.ranks_of(self.best())).0;
        let (scenarios, all) = (self.cases.len(), Entrant::ALL.len());
        let others = (0..all).filter(|at| !bests.contains(at));
        let others: Vec<f64> = others
            .map(|at| statistics::mean_and_half_width(&self.ranks_of(at)).0)
            .collect();
        // As many digits as tell the best from the others.
        let apart = |digits: &usize| {
            let told = fixed(rank, *digits);
            others.iter().all(|other| fixed(*other, *digits) != told)
        };
        let digits = (1..6).find(apart).unwrap_or(6);
        let (names, rank) = (capital(&names(&bests)), fixed(rank, digits));
        let told = match bests.len() {
            1 => say!(
                "{names} ranks best over {scenarios} scenarios: {rank} on average, where 1 is the first place and {all} the last"
            ),
            _ => say!(
                "{names} share the best rank over {scenarios} scenarios: {rank} on average, where 1 is the first place and {all} the last"
            ),
        };
        match self.is_open() {
            true => say!("{told}, if unfinished runs count as longer than all that end"),
            false => told,
        }
    }

    /// Whether unfinished runs could still be as fast as the quickest one of their scenario.
    fn is_open(&self) -> bool {
        self.cases.iter().any(|case| !case.undecided().is_empty())
    }

    fn why(&self) -> String {
        let best = self.best();
        let name = Entrant::ALL.get(best).map_or("", |entrant| entrant.name());
        let pace = match (best, self.evidence(best)) {
            (0, _) | (_, None) => String::new(),
            (_, Some(evidence)) => say!(
                "In the geometric mean of all runs, {name} {} no adaptation.",
                evidence.pace("takes")
            ),
        };
        let all = self.cases.len();
        let name = capital(name);
        let won = match self.won(best) {
            (won, 0) => say!("{name} has the shortest mean runtime in {won} of {all} scenarios."),
            (won, shared) => say!(
                "{name} has the shortest mean runtime in {won} of {all} scenarios, and shares it in {shared}."
            ),
        };
        let level = self.level();
        let level = match level.is_empty() {
            true => String::new(),
            false => say!("Runtimes do not clearly tell {} from it.", names(&level)),
        };
        sentences([pace, won, level])
    }

    fn figures(&self) -> Vec<Figure> {
        let best = self.best();
        let labels = self.bests().into_iter();
        let labels = labels.filter_map(|at| Entrant::ALL.get(at).map(|entrant| entrant.label()));
        let labels: Vec<String> = labels.map(str::to_owned).collect();
        let figure = |key: &str, name: &str, entrant: usize| {
            let evidence = self.evidence(entrant);
            let speedup = evidence.map_or(f64::NAN, |one| one.speedup);
            let mut figure = Figure::number(key, name, speedup);
            figure.interval = evidence.and_then(|one| one.interval);
            figure
        };
        let ranks = statistics::mean_and_half_width(&self.ranks_of(best));
        vec![
            Figure::mean("rank", word!("Best mean rank"), ranks, Unit::One).beside(list(&labels)),
            figure("speedup", word!("Speedup of the best"), best),
            figure(
                "coordinator",
                word!("Speedup of the coordinator"),
                COORDINATOR,
            ),
            Figure::count(
                "won",
                word!("Scenarios that the best wins alone"),
                self.won(best).0 as f64,
            )
            .beside(say!("of {}", self.cases.len())),
        ]
    }

    /// The mean rank of each strategy.
    fn ranking(&self) -> Chart {
        let bests = self.bests();
        let bars = Entrant::ALL.iter().enumerate().map(|(at, entrant)| {
            let (mean, half) = statistics::mean_and_half_width(&self.ranks_of(at));
            Bar::new(entrant.label(), mean, bests.contains(&at)).within(half)
        });
        Chart::new(
            "ranking",
            word!("Which strategy ranks best over all scenarios?"),
            Axis::number(word!("strategy")),
            Axis::number(word!("mean rank")),
            vec![Series::bars(bars)],
        )
    }

    /// The speedup over no adaptation, scenario by scenario.
    fn speedups(&self) -> Chart {
        let rows = self.cases.iter().map(|case| {
            let speedup = |at: usize| {
                let evidence = case.evidence(0, at);
                evidence.map_or(f64::NAN, |one| one.speedup)
            };
            (
                case.name.clone(),
                (1..Entrant::ALL.len()).map(speedup).collect(),
            )
        });
        let columns = Entrant::ALL.iter().skip(1);
        Chart::new(
            "speedups",
            word!("In which scenario does which strategy pay?"),
            Axis::number(word!("strategy")),
            Axis::number(word!("scenario")),
            vec![Series::heat(
                Axis::number(word!("speedup over no adaptation")),
                columns.map(|entrant| entrant.label().to_owned()),
                rows,
                Some(1.0),
            )],
        )
    }

    fn ranks(&self) -> Table {
        let rows = Entrant::ALL.iter().enumerate().map(|(at, entrant)| {
            let evidence = self.evidence(at).filter(|_| at > 0);
            let speedup = evidence.map_or_else(Cell::none, |one| {
                let mut figure = Figure::number("speedup", "speedup", one.speedup);
                figure.interval = one.interval;
                Cell::Figure(figure)
            });
            vec![
                Cell::words(entrant.label()),
                Cell::mean(
                    "rank",
                    statistics::mean_and_half_width(&self.ranks_of(at)),
                    Unit::One,
                ),
                speedup,
                Cell::whole(self.won(at).0),
                Cell::whole(self.won(at).1),
            ]
        });
        Table::new(
            "ranks",
            word!("How do the strategies rank?"),
            [
                word!("Strategy"),
                word!("Mean rank"),
                word!("Speedup over no adaptation"),
                word!("Scenarios won alone"),
                word!("Scenarios shared"),
            ],
            rows.collect::<Vec<_>>(),
        )
    }

    fn times(&self) -> Table {
        let rows = self.cases.iter().map(|case| {
            let name = std::iter::once(Cell::words(case.name.clone()));
            let times = (0..Entrant::ALL.len()).map(|at| timed(case, at));
            name.chain(times).collect::<Vec<_>>()
        });
        let labels = Entrant::ALL.iter().map(|entrant| entrant.label());
        Table::new(
            "times",
            word!("How long does the program take?"),
            std::iter::once(word!("Scenario")).chain(labels),
            rows.collect::<Vec<_>>(),
        )
    }

    /// The share by which the coordinator shortens the program, printed and computed.
    fn beside_printed(&self) -> Table {
        let rows = Grid::ALL
            .iter()
            .zip(&self.cases)
            .filter_map(|(grid, case)| {
                let printed = printed(*grid)?;
                let mean = saved(&case.times(0), &case.times(COORDINATOR));
                let remark = match mean.0 - printed {
                    more if more > 0.1 => {
                        word!("gains more here: loads and the work of leaves are not printed; ")
                    }
                    less if less < -0.05 => {
                        word!("gains less here: monitoring takes its time; ")
                    }
                    _ => "",
                };
                let source = word!("printed in the published paper, without digits in our copy");
                Some(vec![
                    Cell::words(case.name.clone()),
                    Cell::words(percent(printed, 0)),
                    Cell::mean("reduction", mean, Unit::Share),
                    Cell::words(format!("{remark}{source}")),
                ])
            });
        Table::new(
            "published",
            word!("By which share does the coordinator shorten the program, printed and computed?"),
            [
                word!("Scenario"),
                word!("Printed"),
                word!("Computed"),
                word!("Remark"),
            ],
            rows.collect::<Vec<_>>(),
        )
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![usual()];
        let runs = self.cases.iter().map(Case::stopped).sum();
        notes.extend(stopped(runs, self.most_steps));
        if self.cases.iter().any(Case::is_unfinished) {
            notes.push(
                word!("An unfinished run counts as longer than all that end; the simulation does not tell by how much.").into(),
            );
        }
        if self.cases.iter().all(|case| case.times(0).len() == 1) {
            notes.push(single());
        }
        notes.push(
            word!("Ranks are those within each run of each scenario; equals share the mean of their places. Speedups over all scenarios are geometric means. Intervals are 95 % intervals by Student’s t over runs and scenarios.").into(),
        );
        if self.published {
            notes.push(
                word!("The work of leaves and the benchmarks were chosen so that undisturbed runs come near the printed ones, the strengths of load and link so that disturbed ones without adaptation do.").into(),
            );
        }
        notes
    }
}
