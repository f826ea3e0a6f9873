//! A program on clusters that change, without and with adaptation.

mod charts;
mod diagram;
mod events;
mod map;
mod notes;
mod tables;
mod timeline;
mod touch;
mod tree;
mod worlds;

use adaptation_model::Outcome;
use adaptation_model::outcome::End;
use adaptation_model::record::picture::Picture;
use adaptation_model::strategy::{Change, Decision};
use report::evidence::{Evidence, Verdict, factor};
use report::figure::Unit;
use report::number::ms;
use report::words::{capital, count, list, seconds, sentences, within};
use report::{Figure, Layout, Observer, Report, Sample, Winner};
use schedule::Schedule;
use words::{say, word};

use crate::Parameters;
use crate::decisions;
use crate::lanes::{Lanes, drawn};
use crate::parameters::Strategy;
use crate::study::{self, Cache, Study, done};

/// The approximate number of nodes that are drawn in each of both worlds.
const BESIDE: usize = 6;

/// The outcomes of a program without and with adaptation.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    study: Study,
    /// The nodes that are drawn in both worlds, and the number of nodes that took part.
    lanes: Lanes,
    all: usize,
    /// The relative speed of the runs with adaptation, where both end.
    evidence: Option<Evidence>,
    /// The first run: without, and with.
    sides: [Schedule; 2],
    /// The number of iterations that both of them show whole.
    units: usize,
    shown: Schedule,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let study = study::run(parameters, cache, observer)?;
    let (Some(without), Some(with)) = (study.without.first(), study.with.first()) else {
        return Err(laboratory::Error::Other(word!("there is no run").into()));
    };
    // Where nobody adapts, the other way to steal stands above.
    let above = study.other.as_ref().unwrap_or(&study.without);
    let first = above.first().unwrap_or(without);
    let all = Lanes::of(&study.setting, &[first, with]);
    let lanes = all.some(BESIDE);
    let ways = [(&above.picture, first), (&study.with.picture, with)];
    let schedule =
        |lanes: &Lanes, place: usize, thefts: bool| -> Result<Schedule, laboratory::Error> {
            let (picture, outcome) = ways.get(place).copied().unwrap_or(ways[0]);
            let marks = decisions::marks(&study.setting, outcome, place == 1);
            // A schedule of all nodes names the clusters as groups.
            let clusters = lanes.len() < all.len();
            lanes.schedule(outcome, picture, &marks, (thefts, clusters))
        };
    let sides = [schedule(&lanes, 0, false)?, schedule(&lanes, 1, false)?];
    let units = ways.map(|(picture, outcome)| drawn(outcome, picture).count());
    let shown = schedule(&all, 1, true)?;
    let evidence = evidence(&study);
    Ok(Findings {
        parameters,
        all: all.len(),
        lanes,
        evidence,
        sides,
        units: units[0].min(units[1]),
        shown,
        study,
    })
}

/// The speed of the runs with adaptation relative to those without, or with one way to steal relative to the other, where all end.
fn evidence(study: &Study) -> Option<Evidence> {
    let before = study.other.as_ref().unwrap_or(&study.without);
    study::evidence(
        &study::timed(&before.outcomes),
        &study::timed(&study.with.outcomes),
    )
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        Report {
            layout: Layout::schedule_then(&["iterations", "nodes"]).opening(&["map", "wae"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            worlds: self.worlds(),
            winner: self.winner(),
            charts: self.charts(),
            tables: self.tables(),
            notes: self.notes(),
            alone: self.of_this_report(),
            scene: self.scene(),
            asked: self.study.with.asked.clone(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let of = |value: fn(&Outcome) -> f64| -> Vec<f64> {
            self.study.with.outcomes.iter().map(value).collect()
        };
        let runtime = |outcome: &Outcome| match done(outcome) {
            true => ms(outcome.runtime),
            false => f64::NAN,
        };
        vec![
            Sample::new("runtime", word!("Runtime"), Unit::Milliseconds, of(runtime)).of_schedule(),
            Sample::new(
                "useful",
                word!("Share of the nodes’ time that is useful"),
                Unit::Share,
                of(useful),
            )
            .more_is_better(),
            Sample::new(
                "node_time",
                word!("Node time"),
                Unit::Milliseconds,
                of(|outcome| ms(outcome.node_time())),
            ),
        ]
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.shown)
    }
}

/// The mean runtime, s.
fn mean(outcomes: &[Outcome]) -> f64 {
    let sum: f64 = outcomes.iter().map(|outcome| outcome.runtime).sum();
    sum / outcomes.len() as f64
}

/// The share of their time in which nodes computed, on average over all runs.
fn mean_useful(outcomes: &[Outcome]) -> f64 {
    let shares: Vec<f64> = outcomes.iter().map(useful).collect();
    statistics::mean_and_half_width(&shares).0
}

/// The share of their time in which nodes computed; 0 where none took part.
fn useful(outcome: &Outcome) -> f64 {
    let busy: f64 = outcome.nodes.iter().map(|node| node.times.busy).sum();
    let all = outcome.node_time();
    if all > 0.0 { busy / all } else { 0.0 }
}

impl Findings<'_> {
    /// The first run without adaptation.
    fn without(&self) -> Option<&Outcome> {
        self.study.without.first()
    }

    /// The first run with the other way to steal, where nobody adapts.
    fn other(&self) -> Option<&Outcome> {
        self.study.other.as_ref()?.first()
    }

    /// The first run with adaptation.
    fn with(&self) -> Option<&Outcome> {
        self.study.with.first()
    }

    /// The share of the mean runtime that adaptation saves, and half of its interval; no number where a run does not end: the runs that do
    /// are no fair sample.
    fn reduction(&self) -> (f64, f64) {
        let runtimes = |outcomes: &[Outcome]| -> Vec<f64> {
            let runtime = |one: &Outcome| if done(one) { one.runtime } else { f64::NAN };
            outcomes.iter().map(runtime).collect()
        };
        let (without, with) = (&self.study.without.outcomes, &self.study.with.outcomes);
        study::saved(&runtimes(without), &runtimes(with))
    }

    /// The picture of the shown run.
    fn picture(&self) -> &Picture {
        match self.compares() {
            true => &self.study.with.picture,
            false => &self.study.without.picture,
        }
    }

    /// The present way to steal, and the other one.
    fn stealing(&self) -> (&'static str, &'static str) {
        let policy = self.parameters.policy;
        (policy.called(), policy.other().called())
    }

    /// Whether there is a strategy to compare with none.
    fn compares(&self) -> bool {
        self.parameters.strategy != Strategy::None
    }

    fn headline(&self) -> String {
        let strategy = self.parameters.strategy.name();
        let (Some(without), Some(with)) = (self.without(), self.with()) else {
            return String::new();
        };
        if !self.compares() {
            return self.unadapted(without);
        }
        if let Some(evidence) = &self.evidence {
            return self.compared(evidence);
        }
        self.in_first(match (done(without), done(with)) {
            (true, true) => {
                return word!(
                    "The program does not end in every run, so the runs cannot be compared"
                )
                .into();
            }
            (false, false) if without.end == End::NoNode && with.end == End::NoNode => alone(with),
            _ => say!(
                "With {strategy} the program {}; without adaptation it {}",
                fate(with),
                fate(without)
            ),
        })
    }

    /// The headline where nobody adapts: both ways to steal, where there are two.
    fn unadapted(&self, without: &Outcome) -> String {
        let nodes = nodes(without.active.first().map_or(0, |first| first.1));
        let own = &self.study.without.outcomes;
        match (done(without), &self.evidence, &self.study.other) {
            (true, Some(evidence), Some(other)) => {
                self.by_stealing(evidence, &other.outcomes, &nodes)
            }
            (true, ..) if own.len() > 1 && own.iter().all(done) => say!(
                "Without adaptation the program takes {} on {nodes}, on average",
                seconds(mean(own))
            ),
            (true, ..) => self.in_first(say!(
                "Without adaptation the program takes {} on {nodes}",
                seconds(without.runtime)
            )),
            (false, ..) => self.in_first(alone(without)),
        }
    }

    /// The headline on both ways to steal, where all runs end.
    fn by_stealing(&self, evidence: &Evidence, others: &[Outcome], nodes: &str) -> String {
        let (way, beside) = self.stealing();
        let times = [mean(&self.study.without.outcomes), mean(others)];
        let only = evidence.in_the_only_run().is_some();
        let open = self.open(evidence) || (!only && evidence.verdict() == Verdict::Unclear);
        if !open {
            let pace = evidence.pace("takes");
            let takes = instead(times[0], times[1]);
            let told =
                say!("With {way} the program {pace} with {beside}: it takes {takes} on {nodes}");
            return match only {
                true => told,
                false => say!("{told}, on average"),
            };
        }
        let [time, before] = decisions::in_one_unit(times);
        let told = match time == before {
            true => {
                say!("On {nodes} the program takes {time} both with {way} and with {beside}")
            }
            false => {
                say!("On {nodes} the program takes {time} with {way} and {before} with {beside}")
            }
        };
        match only {
            true => say!("{told} in the only run: its iterations show no clear difference"),
            false => say!("{told} on average: no clear difference"),
        }
    }

    /// A fact of the first run, as a sentence that names the first run where there are more.
    fn in_first(&self, told: String) -> String {
        match self.parameters.runs {
            1 => told,
            runs => say!("In the first of {runs} runs, {}", within(&told)),
        }
    }

    /// Whether several iterations of one run leave the order open.
    fn open(&self, evidence: &Evidence) -> bool {
        self.parameters.iterations > 1 && evidence.verdict() == Verdict::Unclear
    }

    /// The way that is ahead, with no more certainty than the headline.
    fn winner(&self) -> Option<Winner> {
        let evidence = self.evidence.as_ref()?;
        let (own, other) = self.stealing();
        let names = match self.compares() {
            true => [word!("no adaptation"), self.parameters.strategy.name()],
            false => [other, own],
        };
        Some(match self.open(evidence) {
            true => Winner::by(Verdict::Unclear, names),
            false => Winner::of(evidence, names),
        })
    }

    /// The headline where all runs end.
    fn compared(&self, evidence: &Evidence) -> String {
        let strategy = self.parameters.strategy.name();
        let only = evidence.in_the_only_run();
        let verdict = only
            .filter(|_| !self.open(evidence))
            .unwrap_or(evidence.verdict());
        let (faster, slower) = (factor(evidence.speedup), factor(1.0 / evidence.speedup));
        match (verdict, only) {
            (Verdict::Faster, None) => {
                say!(
                    "{} makes the program {faster} times as fast",
                    capital(strategy)
                )
            }
            (Verdict::Faster, Some(_)) => {
                say!("In the only run, {strategy} makes the program {faster} times as fast")
            }
            (Verdict::Slower, None) => {
                say!(
                    "With {strategy} the program takes {slower} times as long as without adaptation"
                )
            }
            (Verdict::Slower, Some(_)) => say!(
                "In the only run, the program takes {slower} times as long with {strategy} as without adaptation"
            ),
            (Verdict::Equal, _) => {
                say!("With {strategy} the program takes as long as without adaptation")
            }
            (Verdict::Unclear, _) => {
                let [with, without] = [&self.study.with, &*self.study.without];
                let takes = instead(mean(&with.outcomes), mean(&without.outcomes));
                match only {
                    Some(_) => say!(
                        "With {strategy} the program takes {takes} in the only run: its iterations show no clear difference"
                    ),
                    None => say!(
                        "With {strategy} the program takes {takes} on average: no clear difference"
                    ),
                }
            }
        }
    }

    fn why(&self) -> String {
        let Some(with) = self.with() else {
            return String::new();
        };
        let happened = self.happened();
        if !self.compares() {
            let share = decisions::whole(mean_useful(&self.study.without.outcomes));
            let computes = match &self.study.other {
                _ if !self.took_part() => String::new(),
                Some(other) => say!(
                    "The nodes compute {share} of their time, and {} with {}.",
                    decisions::whole(mean_useful(&other.outcomes)),
                    self.stealing().1
                ),
                None => say!("The nodes compute {share} of their time."),
            };
            return sentences([happened, computes]);
        }
        let done = match self.telling(with) {
            Some(telling) => self.decided(telling, with),
            None if self.parameters.strategy.acts() => {
                word!("The strategy changes nothing.").to_owned()
            }
            None if with.nodes.iter().all(|node| node.times.bench == 0.0) => {
                word!("No benchmark runs, and nobody acts on the reports.").to_owned()
            }
            None => word!("Benchmarks take their time, and nobody acts on the reports.").to_owned(),
        };
        let done = self.in_first(done);
        let shares = match self.took_part() {
            true => say!(
                "Nodes compute {} of their time without adaptation and {} with it.",
                decisions::whole(mean_useful(&self.study.without.outcomes)),
                decisions::whole(mean_useful(&self.study.with.outcomes))
            ),
            false => String::new(),
        };
        let before = |one: &Decision| {
            let events = self.events_met();
            let first = events.first();
            first.is_some_and(|first| one.time < first.event.time)
        };
        match self.telling(with).is_some_and(before) {
            true => sentences([done, happened, shares]),
            false => sentences([happened, done, shares]),
        }
    }

    /// A decision with the reason of its most telling step.
    fn decided(&self, decision: &Decision, outcome: &Outcome) -> String {
        let (setting, at) = (&self.study.setting, decisions::at(decision.time));
        let steps = decisions::steps(decision, outcome);
        // Nodes that leave are the cause of nodes that take their place.
        let removes = steps.iter().position(|step| step.change == Change::Remove);
        let place = removes.unwrap_or_default();
        let Some(cause) = steps.get(place) else {
            return String::new();
        };
        let named = word!("weighted average efficiency (WAE)");
        let why = cause.reason(decision, self.parameters, named);
        let others = steps.iter().enumerate().filter(|(at, _)| *at != place);
        let others: Vec<String> = others.map(|(_, step)| step.what(setting)).collect();
        let what = cause.what(setting);
        let all = || decisions::short_of(decision, outcome, setting).unwrap_or_default();
        match why.as_str() {
            "" => say!("At {at} the strategy {}.", all()),
            why if others.is_empty() || cause.is_own() => {
                say!("At {at} the strategy {}: {why}.", all())
            }
            // The reason stands beside its nodes, so that its pronoun means them.
            why => say!(
                "At {at} the strategy {what}, because {why}, and {}.",
                list(&others)
            ),
        }
    }

    /// Whether nodes took part in any run of both ways, so that there is a share of their time.
    fn took_part(&self) -> bool {
        let took = |outcomes: &[Outcome]| outcomes.iter().any(|one| one.node_time() > 0.0);
        took(&self.study.without.outcomes) && took(&self.study.with.outcomes)
    }

    /// The decision that changes most: after the first event that changes the run, where there is one.
    fn telling<'o>(&self, outcome: &'o Outcome) -> Option<&'o Decision> {
        let events = self.study.setting.inside(outcome);
        let mut acting = events
            .iter()
            .filter(|(place, _)| !decisions::idle(*place, outcome));
        let first = acting.next().map_or(f64::INFINITY, |(_, event)| event.time);
        let acted = || {
            outcome
                .decisions
                .iter()
                .filter(|one| !one.actions.is_empty())
        };
        let most = |decisions: &mut dyn Iterator<Item = &'o Decision>| {
            // Of equals, the first decision counts.
            decisions.fold(None, |best: Option<&Decision>, one| match best {
                Some(best) if best.actions.len() >= one.actions.len() => Some(best),
                _ => Some(one),
            })
        };
        let after = most(&mut acted().filter(|one| one.time >= first));
        after.or_else(|| most(&mut acted()))
    }

    fn figures(&self) -> Vec<Figure> {
        let (Some(without), Some(with)) = (self.without(), self.with()) else {
            return Vec::new();
        };
        let mut figures = Vec::new();
        if self.compares() {
            let speedup = self.evidence.map_or(f64::NAN, |evidence| evidence.speedup);
            let mut figure = Figure::number("speedup", word!("Speedup by adaptation"), speedup);
            figure.interval = self.evidence.and_then(|evidence| evidence.interval);
            figures.push(figure);
            let (mean, half) = self.reduction();
            figures.push(Figure::share("reduction", word!("Runtime saved"), mean).within(half));
        }
        if let (Some(evidence), Some(_)) = (&self.evidence, self.other()) {
            let (_, other) = self.stealing();
            let mut figure =
                Figure::number("stealing", &say!("Speedup over {other}"), evidence.speedup);
            figure.interval = evidence.interval;
            figures.push(figure);
        }
        let with_or_not = |figure: Figure, value: String| match self.compares() {
            true => figure.beside(say!("without: {value}")),
            false => figure,
        };
        let runtimes = |outcomes: &[Outcome]| -> Vec<f64> {
            let ended = outcomes.iter().filter(|outcome| done(outcome));
            ended.map(|outcome| ms(outcome.runtime)).collect()
        };
        let runtime = |outcomes: &[Outcome]| {
            let (mean, half) = statistics::mean_and_half_width(&runtimes(outcomes));
            Figure::time("runtime", word!("Runtime"), mean).within(half)
        };
        figures.push(with_or_not(
            runtime(&self.study.with.outcomes),
            runtime(&self.study.without.outcomes).text(),
        ));
        let share = |outcomes: &[Outcome]| {
            let (mean, half) =
                statistics::mean_and_half_width(&outcomes.iter().map(useful).collect::<Vec<_>>());
            Figure::share("useful", word!("Nodes’ time spent computing"), mean).within(half)
        };
        figures.push(with_or_not(
            share(&self.study.with.outcomes),
            share(&self.study.without.outcomes).text(),
        ));
        // These figures are no means.
        let of_first = |figure: Figure, value: usize| match (self.parameters.runs, self.compares())
        {
            (1, _) => with_or_not(figure, value.to_string()),
            (_, true) => figure.beside(say!("first run; without: {value}")),
            (_, false) => figure.beside(word!("first run")),
        };
        let nodes = Figure::count(
            "nodes",
            word!("Nodes at the end"),
            with.final_active() as f64,
        );
        figures.push(of_first(nodes, without.final_active()));
        if with.redone + without.redone > 0 {
            let redone =
                Figure::count("redone", word!("Leaves computed again"), with.redone as f64);
            figures.push(of_first(redone, without.redone as usize));
        }
        figures
    }
}

/// A number of nodes in words.
fn nodes(number: u32) -> String {
    count(number as usize, word!("node"), word!("nodes"))
}

/// A time and the one that it replaces, in one unit; a difference that no digit shows is not told.
fn instead(time: f64, before: f64) -> String {
    let [time, before] = decisions::in_one_unit([time, before]);
    match time == before {
        true => time,
        false => say!("{time} instead of {before}"),
    }
}

/// The sentence that a program does not end, or is not known to end.
fn alone(outcome: &Outcome) -> String {
    match outcome.end {
        End::NoNode => say!(
            "The program never ends: no node is left at {}",
            seconds(outcome.runtime)
        ),
        End::Stalled | End::Stopped | End::GivenUp | End::Done => {
            say!("The program {}", fate(outcome))
        }
    }
}

/// The same fact as the end of a sentence.
fn fate(outcome: &Outcome) -> String {
    match outcome.end {
        End::Stalled | End::Stopped | End::GivenUp => say!(
            "is unfinished after {}, when the simulation stops",
            seconds(outcome.runtime)
        ),
        End::NoNode => word!("never ends").to_owned(),
        End::Done => say!("takes {}", seconds(outcome.runtime)),
    }
}

/// Whether both ways differ in their times, clearly or not.
fn differs(evidence: &Evidence) -> bool {
    !matches!(evidence.verdict(), Verdict::Equal)
}
