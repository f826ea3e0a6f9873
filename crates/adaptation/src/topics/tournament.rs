//! All strategies on one scenario, beside the best constant set of nodes in hindsight.

mod charts;
pub(super) mod grid;

use adaptation_model::Scenario;
use adaptation_model::hindsight::{self, Constant};
use adaptation_model::metrics::greedy::WorkSpan;
use report::evidence::{Evidence, Verdict, factor, same};
use report::figure::Unit;
use report::number::{fixed, ms};
use report::table::Cell;
use report::words::{count, list, plural, seconds, sentences, within};
use report::{Figure, Layout, Observer, Passes, Report, Sample, Table, Winner};
use words::{say, word};

use crate::Parameters;
use crate::decisions::apart;
use crate::setting::{Setting, blamed};
use crate::tournament::{self, Case, Entrant, Finish, MOST_SIZES};

/// The outcomes of all strategies.
pub(super) struct Findings {
    scenario: Scenario,
    case: Case,
    /// The constant sets, run with the first seed; empty where they are not asked for.
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
        true => tournament::sizes(scenario.nodes()),
        false => Vec::new(),
    };
    let tried = sizes.len() as u64;
    let held = u64::from(parameters.runs) * Entrant::ALL.len() as u64;
    let mut passes = Passes::new(observer, tried + held);
    let constants = hindsight::constants(&scenario, &sizes, &mut passes.next(tried));
    let constants = constants.map_err(blamed)?;
    let scenarios = [(String::new(), scenario.clone())];
    let mut cases = tournament::hold(&scenarios, parameters.runs, &mut passes.next(held))?;
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
            winner: Some(self.winner()),
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
            word!("Shortest runtime"),
            Unit::Milliseconds,
            times.collect(),
        )]
    }
}

impl Findings {
    /// The places of the entrants that are not clearly slower than the fastest one.
    fn leaders(&self) -> Vec<usize> {
        self.case.leaders()
    }

    /// The speed of an entrant relative to no adaptation; none where a run does not end.
    fn evidence(&self, entrant: usize) -> Option<Evidence> {
        self.case.evidence(0, entrant)
    }

    /// Whether an entrant ends the program in every run.
    fn ends(&self, entrant: usize) -> bool {
        let times = self.case.times(entrant);
        times.iter().all(|time| time.is_finite())
    }

    /// The number of runs of each entrant.
    fn runs(&self) -> usize {
        self.case.times(0).len()
    }

    /// The best constant set.
    fn constant(&self) -> Option<(usize, f64)> {
        let best = hindsight::best(&self.constants)?;
        Some((best.nodes, best.runtime?))
    }

    /// The number of constant sets that are as quick as the best one.
    fn level_sets(&self) -> usize {
        let best = self.constant().map_or(f64::NAN, |(_, time)| time);
        let times = self.constants.iter().filter_map(|set| set.runtime);
        times.filter(|time| same(*time, best)).count()
    }

    /// The runtime in the first run of the entrant with the shortest mean runtime, s, and its name.
    fn quickest(&self) -> (f64, &'static str) {
        let leaders = self.leaders();
        let Some((at, entrant)) = leaders
            .first()
            .and_then(|at| Some((*at, Entrant::ALL.get(*at)?)))
        else {
            return (f64::INFINITY, "");
        };
        let times = self.case.times(at);
        (
            times.first().copied().unwrap_or(f64::INFINITY),
            entrant.name(),
        )
    }

    /// The strategy that is ahead of all others.
    fn winner(&self) -> Winner {
        if !self.case.undecided().is_empty() {
            return Winner::among(&[], self.runs());
        }
        let leaders = self.leaders().into_iter();
        let names: Vec<&str> = leaders
            .filter_map(|at| Entrant::ALL.get(at).map(|entrant| entrant.name()))
            .collect();
        Winner::among(&names, self.runs())
    }

    /// The headline: where unfinished runs leave the order open, on the strategies that end.
    fn headline(&self) -> String {
        let ended = (1..Entrant::ALL.len()).filter(|at| self.ends(*at)).count();
        let told = self.of_those_that_end();
        let open = self.case.undecided();
        if open.is_empty() || ended < 2 && !self.ends(0) {
            return told;
        }
        let told = within(&told);
        // The headline tells the fate of the program without adaptation where it does not end.
        let named: Vec<usize> = open.into_iter().filter(|at| *at > 0).collect();
        let are = plural(named.len() as f64, word!("is"), word!("are"));
        match named.as_slice() {
            [] => say!("Among the strategies that end, {told}"),
            named => say!(
                "Among the strategies that end, {told}; {} {are} unfinished when the simulation stops",
                names(named)
            ),
        }
    }

    /// The headline on the strategies that end in every run.
    fn of_those_that_end(&self) -> String {
        let leaders = self.leaders();
        // A program that is unfinished may still end.
        let until = match self.case.is_unfinished() {
            true => word!(" before the simulation stops"),
            false => "",
        };
        let Some(first) = leaders.first() else {
            return match self.runs() {
                1 => say!("No strategy ends the program{until}"),
                _ => say!("No strategy ends the program in every run{until}"),
            };
        };
        let first = Entrant::ALL
            .get(*first)
            .map_or("", |entrant| entrant.name());
        if leaders.contains(&0) {
            return match leaders.len() {
                1 => say!("No strategy is as fast as no adaptation"),
                _ => self.unclear(first),
            };
        }
        let place = leaders.first().copied().unwrap_or_default();
        let Some(evidence) = self.evidence(place) else {
            let none = self.case.results.first().into_iter().flatten();
            let fate = match none.clone().any(Finish::is_unfinished) {
                true => word!("the program is unfinished when the simulation stops"),
                false => word!("the program does not end"),
            };
            let ended = (1..Entrant::ALL.len()).filter(|at| self.ends(*at)).count();
            let ends = match leaders.len() {
                _ if ended == 1 && self.runs() == 1 => say!("Only {first} ends the program{until}"),
                _ if ended == 1 => say!("Only {first} ends the program in every run{until}"),
                1 => say!("{} ends the program first", report::words::capital(first)),
                _ => self.first_to_end(&leaders),
            };
            let never = none.filter(|result| result.runtime.is_none()).count();
            return match self.runs() {
                all if all == never => say!("{ends}; without adaptation {fate}"),
                all => say!("{ends}; without adaptation {fate} in {never} of {all} runs"),
            };
        };
        let speedup = factor(evidence.speedup);
        match (leaders.len(), evidence.verdict()) {
            (1, Verdict::Faster) if evidence.in_the_only_run().is_some() => say!(
                "In the only run, {first} is the fastest strategy, {speedup} times as fast as no adaptation"
            ),
            (1, Verdict::Faster) => say!(
                "{} is the fastest strategy, {speedup} times as fast as no adaptation",
                report::words::capital(first)
            ),
            (_, Verdict::Faster) => self.before_its_rivals(&leaders, &speedup),
            _ => self.unclear(first),
        }
    }

    /// The leaders with the shortest mean runtime, and the leaders behind them that are not clearly slower.
    fn quickest_and_rivals(&self, leaders: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let mean = |at: &usize| statistics::mean_and_half_width(&self.case.times(*at)).0;
        let least = leaders.first().map_or(f64::INFINITY, mean);
        leaders.iter().partition(|at| same(mean(at), least))
    }

    /// The end of a headline on several leaders: the rivals that are not clearly slower than the quickest.
    fn rivals(rivals: &[usize], before: &str) -> String {
        let are = plural(rivals.len() as f64, word!("is"), word!("are"));
        match rivals {
            [] => String::new(),
            _ => say!("{before}{} {are} not clearly slower", names(rivals)),
        }
    }

    /// The headline where others are not clearly slower than the quickest one, which is so many times as fast as no adaptation.
    fn before_its_rivals(&self, leaders: &[usize], speedup: &str) -> String {
        let (quickest, rivals) = self.quickest_and_rivals(leaders);
        let (are, rivals) = (
            plural(quickest.len() as f64, word!("is"), word!("are")),
            Self::rivals(&rivals, "; "),
        );
        let quickest = names(&quickest);
        match self.runs() {
            1 => say!(
                "In the only run, {quickest} {are} quickest, {speedup} times as fast as no adaptation{rivals}"
            ),
            _ => say!(
                "On average, {quickest} {are} quickest, {speedup} times as fast as no adaptation{rivals}"
            ),
        }
    }

    /// The headline where the program does not end without adaptation, but with several strategies.
    fn first_to_end(&self, leaders: &[usize]) -> String {
        let (quickest, rivals) = self.quickest_and_rivals(leaders);
        let end = plural(quickest.len() as f64, word!("ends"), word!("end"));
        let rivals = Self::rivals(&rivals, word!(", and "));
        let quickest = names(&quickest);
        match self.runs() {
            1 => say!(
                "{} {end} the program first{rivals}",
                report::words::capital(&quickest)
            ),
            _ => say!("On average, {quickest} {end} the program first{rivals}"),
        }
    }

    /// The headline where the quickest, of this name, is not clearly faster than no adaptation; others may still be faster.
    fn unclear(&self, first: &str) -> String {
        let faster = self.clear(Verdict::Faster);
        let are = plural(faster.len() as f64, word!("is"), word!("are"));
        let told = report::words::capital(&names(&faster));
        match (faster.len(), self.runs()) {
            (0, _) => say!("No strategy is clearly faster than no adaptation"),
            (_, 1) => say!(
                "{told} {are} clearly faster than no adaptation; {first} has the shortest runtime but is not clearly faster"
            ),
            _ => say!(
                "{told} {are} clearly faster than no adaptation; {first} has the shortest mean runtime but is not clearly faster"
            ),
        }
    }

    /// The places of the strategies with this verdict beside no adaptation.
    fn clear(&self, verdict: Verdict) -> Vec<usize> {
        let is = |at: &usize| {
            self.evidence(*at)
                .is_some_and(|one| one.verdict() == verdict)
        };
        (1..Entrant::ALL.len()).filter(is).collect()
    }

    fn why(&self) -> String {
        let count_of = |verdict| self.clear(verdict).len();
        let (faster, slower) = (count_of(Verdict::Faster), count_of(Verdict::Slower));
        let open = self.case.open(0);
        let ended = (1..Entrant::ALL.len()).filter(|at| self.ends(*at)).count();
        let (number, all) = match open.is_empty() {
            true => {
                let all = Entrant::ALL.len() - 1;
                (all, say!("{all} strategies"))
            }
            false => {
                let (one, many) = (word!("strategy that ends"), word!("strategies that end"));
                (ended, count(ended, one, many))
            }
        };
        let are = |number: usize| plural(number as f64, word!("is"), word!("are"));
        let counted = match (faster, slower) {
            // A program that does not end has no speed to compare with.
            _ if !self.ends(0) => {
                let all = Entrant::ALL.len() - 1;
                let every = if self.runs() > 1 {
                    word!(" in every run")
                } else {
                    ""
                };
                match ended {
                    0 => say!("Without adaptation it does not end{every} either."),
                    1 => say!("Of {all} strategies, 1 ends the program{every}."),
                    ended => say!("Of {all} strategies, {ended} end the program{every}."),
                }
            }
            (faster, _) if faster == number && number > 1 => {
                say!("All {all} are clearly faster than no adaptation.")
            }
            (0, 0) => {
                say!("None of {all} is clearly faster or slower than no adaptation.")
            }
            (0, slower) => say!(
                "None of {all} is clearly faster than no adaptation, and {slower} {} clearly slower.",
                are(slower)
            ),
            (faster, 0) => say!(
                "Of {all}, {faster} {} clearly faster than no adaptation.",
                are(faster)
            ),
            (faster, slower) => say!(
                "Of {all}, {faster} {} clearly faster than no adaptation and {slower} {} clearly slower.",
                are(faster),
                are(slower)
            ),
        };
        sentences([counted, self.in_hindsight()])
    }

    /// The best constant set, beside the quickest strategy.
    fn in_hindsight(&self) -> String {
        let Some((nodes, runtime)) = self.constant() else {
            return String::new();
        };
        let (best, name) = self.quickest();
        let nodes = count(nodes, word!("node"), word!("nodes"));
        let time = seconds(runtime);
        let by = apart((best / runtime - 1.0).abs());
        let set = match self.level_sets() {
            1 => say!("The best constant set in hindsight, {nodes}, takes {time}"),
            _ => say!("The smallest of the best constant sets in hindsight, {nodes}, takes {time}"),
        };
        match best {
            best if !best.is_finite() => say!("{set}."),
            best if same(best, runtime) => {
                say!("{set}; in the same run {name} takes as long.")
            }
            best if best > runtime => {
                say!("{set}; in the same run {name} takes {by} longer.")
            }
            _ => say!("{set}; in the same run {name} takes {by} less."),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let leader = self.leaders().first().copied();
        let best = leader.unwrap_or_default();
        let named = leader.and_then(|at| Entrant::ALL.get(at));
        // Where no entrant ends the program, none has the shortest runtime.
        let named = named.map_or("", |entrant| entrant.label());
        let evidence = leader.and_then(|at| self.evidence(at));
        let mut speedup = Figure::number(
            "speedup",
            word!("Speedup of the quickest"),
            evidence.map_or(f64::NAN, |one| one.speedup),
        );
        speedup.interval = evidence.and_then(|one| one.interval);
        let runtime = |at: usize| {
            let (mean, half) = statistics::mean_and_half_width(&self.case.times(at));
            (ms(mean), ms(half))
        };
        let mut figures = vec![
            speedup,
            Figure::mean(
                "best",
                word!("Shortest mean runtime"),
                runtime(best),
                Unit::Milliseconds,
            )
            .beside(named),
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
        let (ranks, open) = (self.case.ranks(), self.case.undecided());
        let rows = Entrant::ALL.iter().enumerate().map(|(at, entrant)| {
            let results = self.case.results.get(at).into_iter().flatten();
            let hours: Vec<f64> = results.clone().map(|one| one.node_time / 3600.0).collect();
            let nodes: Vec<f64> = results.map(|one| one.nodes as f64).collect();
            let rank = ranks.get(at).map_or(&[][..], Vec::as_slice);
            vec![
                Cell::words(entrant.label()),
                match open.contains(&at) {
                    true => Cell::none(),
                    false => Cell::mean("rank", statistics::mean_and_half_width(rank), Unit::One),
                },
                timed(&self.case, at),
                Cell::mean("nodes", statistics::mean_and_half_width(&nodes), Unit::One),
                Cell::mean("hours", statistics::mean_and_half_width(&hours), Unit::One),
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
        notes.extend(stopped(self.case.stopped(), self.scenario.most_steps));
        if !self.case.undecided().is_empty() {
            notes.push(
                word!("A strategy with an unfinished run that could still be as fast as the quickest one has no rank; the others are ranked before it.").into(),
            );
        }
        notes.extend((self.runs() == 1).then(single));
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
            word!("Greedy bound: T1/P + T∞ with all work T1 and the critical path T∞ on nodes of speed 1, without communication and disturbances. In the chart, speedups are T1 by the runtime.").into(),
        );
        notes
    }
}

/// Each strategy has its usual settings.
fn usual() -> String {
    word!("Each strategy has its usual settings, whatever the other topics are set to; runs with the same seed meet the same disturbances until they end.").into()
}

/// The names of entrants, for a sentence.
fn names(places: &[usize]) -> String {
    let names = places.iter().filter_map(|at| Entrant::ALL.get(*at));
    list(&names.map(|one| one.name().to_owned()).collect::<Vec<_>>())
}

/// A mean runtime, or the remark that runs do not end.
fn timed(case: &Case, entrant: usize) -> Cell {
    let (mean, half) = statistics::mean_and_half_width(&case.times(entrant));
    let mut results = case.results.get(entrant).into_iter().flatten();
    match mean.is_finite() {
        true => Cell::mean("runtime", (ms(mean), ms(half)), Unit::Milliseconds),
        false if results.any(Finish::is_unfinished) => Cell::words(word!("unfinished")),
        false => Cell::words(word!("does not end")),
    }
}

/// The note that runs were stopped.
fn stopped(runs: usize, most: u64) -> Option<String> {
    let steps = most / 100_000;
    let steps = fixed(steps as f64 / 10.0, 1);
    match runs {
        0 => None,
        1 => Some(say!(
            "1 run was stopped after {steps} million simulated steps, its limit: it is unfinished."
        )),
        runs => Some(say!(
            "{runs} runs were stopped after {steps} million simulated steps, their limit: they are unfinished."
        )),
    }
}

/// The remark on single runs.
fn single() -> String {
    word!("Each strategy runs once: one is called faster only where the differences between its iterations and those of the other leave no doubt (95 %, Student’s t). More runs tell more.").into()
}

#[cfg(test)]
mod tests {
    use adaptation_model::outcome::End;

    use super::*;

    /// Two runs that take these times, s; a run without a time is stopped after 20 s.
    fn finishes(times: [Option<f64>; 2]) -> Vec<Finish> {
        let finish = |runtime: Option<f64>| Finish {
            runtime,
            iterations: Vec::new(),
            end: match runtime {
                Some(_) => End::Done,
                None => End::Stopped,
            },
            simulated: runtime.unwrap_or(20.0),
            node_time: 1.0,
            nodes: 1,
        };
        times.map(finish).into()
    }

    #[test]
    fn unfinished_runs_without_adaptation_are_counted_where_others_end() {
        for (none, fate) in [
            ([None, None], ""),
            ([Some(9.0), None], " in 1 of 2 runs"),
            ([None, Some(9.0)], " in 1 of 2 runs"),
        ] {
            let mut results = vec![finishes(none), finishes([Some(5.0); 2])];
            results.resize(Entrant::ALL.len(), finishes([Some(8.0); 2]));
            let findings = Findings {
                scenario: Scenario::default(),
                case: Case {
                    name: String::new(),
                    results,
                },
                constants: Vec::new(),
                bound: WorkSpan {
                    work: 1.0,
                    span: 1.0,
                },
            };
            let told = "The coordinator ends the program first; without adaptation the program is \
                        unfinished when the simulation stops";
            assert_eq!(findings.headline(), format!("{told}{fate}"));
        }
    }
}
