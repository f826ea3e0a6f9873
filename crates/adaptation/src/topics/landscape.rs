//! The client of the thesis on an imposed productivity: how it finds the best number of nodes and follows it (Rossow 2009,
//! section 5).

mod charts;
mod published;
mod steps;

use adaptation_model::generator;
use adaptation_model::landscape::evaluation::Experiment;
use adaptation_model::landscape::{Landscape, Outcome, Setting, Step, run as climb};
use adaptation_model::strategy::client::Client;
use adaptation_model::strategy::{Change, Decision, Unadapted, Why};
use report::evidence::{Evidence, Verdict, factor, same};
use report::figure::Unit;
use report::number::short;
use report::table::Cell;
use report::words::{count, sentences, within};
use report::{Figure, Layout, Observer, Passes, Report, Sample, Table, Winner};
use words::{say, word};

use crate::Parameters;
use crate::decisions::{apart, below_one, silence, slowness};
use crate::landscape;
use crate::parameters::Climbed;
use crate::setting::blamed;

/// The most decisions in the table.
const MOST_ROWS: usize = 60;

/// The outcomes of the client.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    setting: Setting,
    experiment: Option<Experiment>,
    /// The runs without adaptation and with it, by seed.
    without: Vec<Outcome>,
    with: Vec<Outcome>,
    /// The best constant number of nodes in hindsight, of equals the smallest, and its sum.
    constant: (usize, f64),
    /// Whether other constant numbers are as good.
    level: bool,
    /// The productivity with adaptation relative to that without; times are the times of a leaf.
    evidence: Option<Evidence>,
}

/// The report on the topic: on the client, or on steps alone.
pub(super) fn told(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<laboratory::Outcome, laboratory::Error> {
    use report::Findings as _;
    Ok(match parameters.climbed {
        Climbed::Client => compute(parameters, observer)?.told(),
        Climbed::Up | Climbed::Down => steps::compute(parameters)?.told(),
    })
}

fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let setting = landscape::setting(parameters)?;
    let client = landscape::client(parameters);
    let (mut without, mut with) = (Vec::new(), Vec::new());
    let mut passes = Passes::new(observer, 2 * u64::from(parameters.runs));
    for run in 0..parameters.runs {
        let seeded = Setting {
            seed: generator::of_run(setting.seed, run),
            ..setting.clone()
        };
        let unadapted = climb(&seeded, &mut Unadapted, &mut passes.next(1));
        without.push(unadapted.map_err(blamed)?);
        let mut own = Client::new(client).map_err(blamed)?;
        let adapted = climb(&seeded, &mut own, &mut passes.next(1));
        with.push(adapted.map_err(blamed)?);
    }
    let landscape = &setting.landscape;
    let (nodes, sum, level) = landscape.best_constant(setting.pool, setting.intervals);
    // The time of a leaf is inverse to the number of leaves.
    let times = |runs: &[Outcome]| -> Vec<f64> { runs.iter().map(|run| 1.0 / run.sum()).collect() };
    Ok(Findings {
        parameters,
        experiment: landscape::experiment(parameters, &setting),
        evidence: Evidence::of(&times(&without), &times(&with)),
        setting,
        without,
        with,
        constant: (nodes, sum),
        level,
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        Report {
            layout: Layout::charts(&["path", "nodes", "productivity"]),
            winner: self.winner(),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts: self.charts(),
            tables: self.tables(),
            notes: self.notes(),
            alone: self.of_pictures(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        vec![
            Sample::new(
                "ideal",
                word!("Share of the ideal productivity"),
                Unit::Share,
                self.shares(),
            )
            .more_is_better(),
            Sample::new(
                "distance",
                match self.saturates() {
                    true => word!("Distance from the ideal number of nodes of a peak"),
                    false => word!("Distance from the ideal number of nodes"),
                },
                Unit::One,
                self.with.iter().map(|run| self.distance(run)).collect(),
            ),
        ]
    }
}

impl Findings<'_> {
    /// The first run.
    fn first(&self) -> Option<&Outcome> {
        self.with.first()
    }

    /// Whether more nodes always help.
    const fn saturates(&self) -> bool {
        landscape::saturates(&self.setting.landscape)
    }

    /// The share of the ideal productivity of each run.
    fn shares(&self) -> Vec<f64> {
        self.with
            .iter()
            .map(|run| run.sum() / run.ideal())
            .collect()
    }

    /// The mean distance of the number of nodes from the ideal in the second half of a run.
    fn distance(&self, run: &Outcome) -> f64 {
        let half = run.between(self.setting.intervals / 2 + 1, self.setting.intervals);
        let far = |step: &Step| (step.nodes as f64 - step.ideal_nodes).abs();
        half.iter().map(far).sum::<f64>() / half.len().max(1) as f64
    }

    /// The productivity of every run relative to that of the best constant number.
    fn beside_constant(&self) -> Vec<f64> {
        let sums = self.with.iter().map(Outcome::sum);
        sums.map(|sum| sum / self.constant.1).collect()
    }

    /// Whether the best constant number is comparable: loads and failures are not in its sum.
    fn has_constant(&self) -> bool {
        self.setting.events.is_empty() && self.setting.qualities.is_empty() && self.constant.1 > 0.0
    }

    /// Whether adaptation is ahead.
    fn winner(&self) -> Option<Winner> {
        let names = [word!("no adaptation"), word!("adaptation")];
        Some(Winner::of(self.evidence.as_ref()?, names))
    }

    fn headline(&self) -> String {
        let nothing = |runs: &[Outcome]| runs.iter().all(|run| run.sum() <= 0.0);
        let Some(evidence) = &self.evidence else {
            return match (nothing(&self.without), nothing(&self.with)) {
                (true, true) => word!("The nodes produce nothing, with adaptation or without"),
                (true, false) => {
                    word!("Without adaptation the nodes produce nothing; with it they do")
                }
                (false, true) => {
                    word!("With adaptation the nodes produce nothing; without it they do")
                }
                (false, false) => {
                    word!("In some runs the nodes produce nothing, so the runs cannot be compared")
                }
            }
            .into();
        };
        // A single run has no interval: the text tells its order, and that it is the only run.
        let only = evidence.in_the_only_run();
        let ratio = match only.unwrap_or(evidence.verdict()) {
            Verdict::Faster => say!("{} times as productive as", factor(evidence.speedup)),
            Verdict::Slower => say!("{} as productive as", below_one(evidence.speedup)),
            Verdict::Equal => {
                return word!("With adaptation the nodes are as productive as without").into();
            }
            Verdict::Unclear => {
                return say!(
                    "The productivity with adaptation shows no clear difference from that without"
                );
            }
        };
        match only {
            Some(_) => say!("With adaptation the nodes are {ratio} without, in the only run"),
            None => say!("With adaptation the nodes are {ratio} without"),
        }
    }

    fn why(&self) -> String {
        let Some(run) = self.first() else {
            return String::new();
        };
        let mean = |values: &[f64]| statistics::mean_and_half_width(values).0;
        let share = mean(&self.shares());
        let ideal = match share > 1.0 && !same(share, 1.0) {
            true => say!(
                "They reach {} times the ideal productivity, which is that of nodes of quality 1.",
                factor(share)
            ),
            false => say!("They reach {} of the ideal productivity.", below_one(share)),
        };
        let constant = match self.has_constant() {
            false => String::new(),
            true => {
                let beside = mean(&self.beside_constant());
                let nodes = count(self.constant.0, word!("node"), word!("nodes"));
                let by = apart((beside - 1.0).abs());
                let best = match self.level {
                    true => say!("the smallest of the best constant numbers in hindsight, {nodes}"),
                    false => say!("the best constant number in hindsight, {nodes}"),
                };
                match beside {
                    level if same(level, 1.0) => say!("They yield as much as {best}."),
                    more if more > 1.0 => say!("They yield {by} more than {best}."),
                    _ => say!("They yield {by} less than {best}."),
                }
            }
        };
        let first = run.decisions.iter().find(|one| !one.actions.is_empty());
        let first = match first {
            Some(decision) => say!(
                "In interval {} the client first {}.",
                decision.tick,
                told_change(decision)
            ),
            None => word!("The client changes nothing.").into(),
        };
        let first = match self.parameters.runs {
            1 => first,
            runs => say!("In the first of {runs} runs, {}", within(&first)),
        };
        sentences([ideal, constant, first])
    }

    fn figures(&self) -> Vec<Figure> {
        let Some(run) = self.first() else {
            return Vec::new();
        };
        let shares = statistics::mean_and_half_width(&self.shares());
        let gain = self.evidence.map_or(f64::NAN, |evidence| evidence.speedup);
        let mut gained = Figure::number("gain", word!("Productivity beside none"), gain);
        gained.interval = self.evidence.and_then(|evidence| evidence.interval);
        let ideal = word!("Share of the ideal productivity");
        let ideal = Figure::mean("ideal", ideal, shares, Unit::Share);
        let mut figures = vec![exact(gained), exact(ideal)];
        if self.has_constant() {
            let beside = statistics::mean_and_half_width(&self.beside_constant());
            let nodes = count(self.constant.0, word!("node"), word!("nodes"));
            let name = word!("Beside the best constant number");
            let figure = exact(Figure::mean("constant", name, beside, Unit::One));
            let beside = match &figure.beside {
                Some(exact) => format!("{nodes}; {exact}"),
                None => nodes,
            };
            figures.push(figure.beside(beside));
        }
        let distances: Vec<f64> = self.with.iter().map(|run| self.distance(run)).collect();
        figures.push(Figure::mean(
            "distance",
            match self.saturates() {
                true => word!("Nodes off the ideal of a peak, second half"),
                false => word!("Nodes off the ideal, second half"),
            },
            statistics::mean_and_half_width(&distances),
            Unit::One,
        ));
        let last = run.steps.last().map_or(0, |step| step.nodes);
        let ideal = run.steps.last().map_or(0.0, |step| step.ideal_nodes);
        let ideal = beside_ideal(&self.setting.landscape, ideal);
        figures.push(
            Figure::count("nodes", word!("Nodes at the end"), last as f64).beside(
                match self.parameters.runs {
                    1 => ideal,
                    _ => say!("first run; {ideal}"),
                },
            ),
        );
        if let Some(decision) = replaced(run) {
            let figure = Figure::count(
                "replaced",
                match decision.added() {
                    0 => word!("Interval of the first removal of silent nodes"),
                    _ => word!("Interval of the first replacement"),
                },
                decision.tick as f64,
            );
            figures.push(match self.parameters.runs {
                1 => figure,
                _ => figure.beside(word!("first run")),
            });
        }
        figures
    }

    fn tables(&self) -> Vec<Table> {
        let mut tables = Vec::new();
        tables.extend(self.published());
        let Some(run) = self.first() else {
            return tables;
        };
        let changes = run.decisions.iter().filter(|one| !one.actions.is_empty());
        let rows = changes.take(MOST_ROWS).map(|decision| {
            let before = run.between(decision.tick, decision.tick).first();
            let after = run.between(decision.tick + 1, decision.tick + 1).first();
            let nodes =
                |step: Option<&Step>| step.map_or_else(Cell::none, |step| Cell::whole(step.nodes));
            vec![
                Cell::whole(decision.tick as usize),
                nodes(before),
                before.map_or_else(Cell::none, |step| Cell::Number(step.ideal_nodes)),
                Cell::words(told_change(decision)),
                Cell::words(reason(decision)),
                nodes(after),
            ]
        });
        tables.push(Table::new(
            "decisions",
            word!("What did the client change, and why?"),
            [
                word!("Interval"),
                word!("Reporting nodes before"),
                match self.saturates() {
                    true => word!("Ideal nodes of a peak"),
                    false => word!("Ideal nodes"),
                },
                word!("Change"),
                word!("Reason"),
                word!("Reporting nodes after"),
            ],
            rows.collect::<Vec<_>>(),
        ));
        tables
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            word!("Productivity is imposed as a function of the number of nodes and of time; no jobs are simulated. The thesis does not print its functions: ours were chosen so that the sizes come near the published ones. Only the signs, the intervals of replacement and the first steps count as evidence.").to_owned(),
        ];
        if self.saturates() {
            notes.push(
                word!("This landscape saturates: more nodes always help. The ideal number of nodes holds for a peak alone, and the ideal productivity is a limit that no number of nodes of quality 1 reaches.").into(),
            );
        }
        if self.constant.1 <= 0.0 {
            notes.push(
                word!("No constant number of nodes produces anything on this landscape.").into(),
            );
        } else if !self.has_constant() {
            notes.push(
                word!("The best constant number of nodes is left out: loads, failures and unequal nodes are not in its sum.").into(),
            );
        }
        notes.extend(self.of_pictures());
        if self.parameters.runs == 1 {
            notes.push(self.single().into());
        }
        notes
    }

    /// The notes on charts and tables.
    fn of_pictures(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let changes = self.first().map_or(0, |run| {
            let changes = run.decisions.iter().filter(|one| !one.actions.is_empty());
            changes.count()
        });
        if changes > MOST_ROWS {
            notes.push(say!(
                "The table shows the first {MOST_ROWS} of {changes} changes."
            ));
        }
        if let runs @ 2.. = self.parameters.runs {
            notes.push(say!(
                "The charts and the tables show the first of {runs} runs."
            ));
        }
        notes
    }

    /// The remark on a single run.
    fn single(&self) -> &'static str {
        let setting = &self.setting;
        match setting.noise > 0.0 {
            true => word!(
                "A single run has no interval: more runs, with other noise, show how much chance there is."
            ),
            false if setting.qualities.is_empty() && setting.events.is_empty() => word!(
                "A single run has no interval; without noise and with equal nodes, more runs are the same."
            ),
            false => word!(
                "A single run has no interval: more runs, in which the client adds other nodes, show how much chance there is."
            ),
        }
    }
}

/// A ratio or share; where it reads as 1 without being 1, with more digits beside it.
fn exact(figure: Figure) -> Figure {
    let one = Figure {
        value: 1.0,
        ..figure.clone()
    };
    let number = |figure: &Figure| -> Option<f64> {
        let text = figure.text();
        text.trim_end_matches(['\u{a0}', '%']).parse().ok()
    };
    match same(figure.value, 1.0) || number(&figure) != number(&one) {
        true => figure,
        false => {
            let told = below_one(figure.value);
            figure.beside(told)
        }
    }
}

/// The text beside a number of nodes: the ideal number, where there is one.
fn beside_ideal(landscape: &Landscape, ideal: f64) -> String {
    match landscape::saturates(landscape) {
        true => word!("more nodes always help").into(),
        false => say!("ideal: {}", short(ideal)),
    }
}

/// The name of the line of the ideal number.
fn ideal_label(landscape: &Landscape) -> &'static str {
    match landscape::saturates(landscape) {
        true => word!("N* of a peak"),
        false => "N*",
    }
}

/// The first decision that removes a node because it is slow or silent, and replaces it where a node is free.
fn replaced(run: &Outcome) -> Option<&Decision> {
    let replaces = |decision: &&Decision| {
        let mut actions = decision.actions.iter();
        actions.any(|action| matches!(action.why, Why::Outlier { .. } | Why::Silent { .. }))
    };
    run.decisions.iter().find(replaces)
}

/// The change of a decision: "adds 3 nodes", "replaces 1 node".
fn told_change(decision: &Decision) -> String {
    let nodes = |number| count(number, word!("node"), word!("nodes"));
    match (decision.added(), decision.removed()) {
        (added, 0) => say!("adds {}", nodes(added)),
        (0, removed) => say!("removes {}", nodes(removed)),
        (added, removed) if added == removed => say!("replaces {}", nodes(added)),
        (added, removed) => say!("adds {} and removes {}", nodes(added), nodes(removed)),
    }
}

/// The reason of a decision.
fn reason(decision: &Decision) -> String {
    let leaves = |change: Change| decision.actions.iter().find(|one| one.change == change);
    let action = leaves(Change::Remove).or_else(|| leaves(Change::Add));
    match action.map(|action| action.why) {
        Some(Why::Climbing) => word!("the climber tries more nodes").into(),
        Some(Why::Descending { .. }) => word!("the climber tries fewer nodes").into(),
        // Of nodes that all produce nothing.
        Some(Why::Outlier { .. }) if silent(decision) => word!("no productivity").into(),
        Some(Why::Outlier { .. }) => {
            say!(
                "slower than the median by {}",
                slowness(decision.actions.iter())
            )
        }
        Some(Why::Silent { .. }) => say!("silent for {}", silence(decision.actions.iter())),
        _ => String::new(),
    }
}

/// Whether all outliers of a decision produce nothing.
fn silent(decision: &Decision) -> bool {
    let mut actions = decision.actions.iter();
    !actions.any(|one| matches!(one.why, Why::Outlier { slower } if slower < 1.0))
}
