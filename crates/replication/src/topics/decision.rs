//! Whether to balance or to replicate, from all blocks of all runs (Dobber 2006, section 6.3, figures 6.3 and 6.4).

use report::chart::{Axis, Bar, Bins, Fit, Series, Side};
use report::evidence::{Evidence, factor, same};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::words::{count, milliseconds, percent, rough_percent, sentences};
use report::{Chart, Figure, Layout, Observer, Report, Sample, Table, Winner};
use schedule::Schedule;
use statistics::Line;
use words::{say, word};

use super::charts::speedups;
use super::outcomes::{Outcome, Outcomes};
use super::{blocks, notes, numbers, worlds};
use crate::Error;
use crate::adaptive::Block;
use crate::decision::{Choice, Lines, better};
use crate::parameters::{Parameters, Replication};
use crate::speedup::ratios;
use crate::study::{Decisions, Method, Study};

/// The most blocks that are drawn as dots.
const DOTS: usize = 1_000;
/// The number of bins of the histogram of Y.
const BINS: usize = 40;
/// The fewest blocks that tell a line, and the fewest on either side of a rule: two points always lie on a line, and a rule that was
/// fitted to them is always right.
const FEWEST: usize = 10;
const FEWEST_ASIDE: usize = 3;

/// All blocks of all runs.
struct Blocks {
    /// The lowest Y first.
    all: Vec<Block>,
    lines: Lines,
    /// The share of the blocks in which balancing takes less time, for the lowest, the middle and the highest third by Y.
    thirds: [f64; 3],
}

/// The rule that the lines give, and its successes.
struct Rule {
    threshold: f64,
    /// The strategies below Y* and above it.
    choices: [Choice; 2],
    /// The number of blocks below Y*, and of those above it, in which that strategy takes less time, and more.
    right: [usize; 2],
    wrong: [usize; 2],
}

impl Rule {
    /// Whether the rule is right for most of the blocks on either side where one strategy wins.
    fn holds(&self) -> bool {
        let mut sides = self.right.into_iter().zip(self.wrong);
        sides.all(|(right, wrong)| right > wrong)
    }
}

/// The strategy that takes less time in a block; none where both take the same, to rounding.
fn winner(block: &Block) -> Option<Choice> {
    let differs = !same(block.balanced, block.replicated);
    differs.then(|| better(block.balanced, block.replicated, Choice::Balance))
}

impl Blocks {
    fn of(mut all: Vec<Block>) -> Self {
        let column = |of: fn(&Block) -> f64| -> Vec<f64> { all.iter().map(of).collect() };
        let lines = Lines::through(
            &column(|block| block.y),
            &column(|block| block.balanced),
            &column(|block| block.replicated),
        );
        schedule::sort::by(&mut all, |a, b| a.y.total_cmp(&b.y));
        let third = |number: usize| {
            let (from, to) = (all.len() * number / 3, all.len() * (number + 1) / 3);
            let third = all.get(from..to).unwrap_or_default();
            let balanced = third
                .iter()
                .filter(|block| winner(block) == Some(Choice::Balance));
            balanced.count() as f64 / third.len() as f64
        };
        Self {
            thirds: [third(0), third(1), third(2)],
            all,
            lines,
        }
    }

    /// Whether the blocks have several Y.
    fn spread(&self) -> bool {
        let ends = self.all.first().zip(self.all.last());
        ends.is_some_and(|(low, high)| !same(low.y, high.y))
    }

    /// Whether the blocks have thirds by Y.
    fn has_thirds(&self) -> bool {
        self.spread() && self.all.len() >= 3
    }

    /// Whether there are enough blocks for a line and a rule.
    fn enough(&self) -> bool {
        self.all.len() >= FEWEST
    }

    /// The number of blocks in which a strategy takes less time.
    fn wins(&self, choice: Choice) -> usize {
        let won = self
            .all
            .iter()
            .filter(|block| winner(block) == Some(choice));
        won.count()
    }

    /// The rule, where the lines meet among enough blocks.
    fn rule(&self) -> Option<Rule> {
        let threshold = self.lines.threshold()?;
        let choices = if self.lines.replicate.slope > self.lines.balance.slope {
            [Choice::Replicate, Choice::Balance]
        } else {
            [Choice::Balance, Choice::Replicate]
        };
        let (below, above) = self
            .all
            .split_at(self.all.partition_point(|block| block.y < threshold));
        let count = |blocks: &[Block], choice: Choice| {
            blocks
                .iter()
                .filter(|block| winner(block) == Some(choice))
                .count()
        };
        let [low, high] = choices;
        let among = below.len().min(above.len()) >= FEWEST_ASIDE;
        (among && self.enough() && self.spread()).then(|| Rule {
            threshold,
            choices,
            right: [count(below, low), count(above, high)],
            wrong: [count(below, high), count(above, low)],
        })
    }
}

/// The findings on the blocks of all runs.
pub(super) struct Findings {
    study: Study,
    blocks: Blocks,
    /// The blocks of the first run, in their order.
    first: Vec<Block>,
    outcomes: Outcomes,
}

pub(super) fn compute(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings, Error> {
    let (study, decisions) = Study::new(parameters)?.decide(observer)?;
    let Decisions { blocks, results } = decisions;
    Ok(Findings {
        outcomes: Outcomes::of(&study, results),
        study,
        first: blocks.first().cloned().unwrap_or_default(),
        blocks: Blocks::of(blocks.into_iter().flatten().collect()),
    })
}

impl report::Findings for Findings {
    fn report(&self) -> Report {
        let Self {
            study,
            blocks: found,
            first,
            outcomes,
        } = self;
        let mut charts = vec![scatter(study, found)];
        charts.extend(found.has_thirds().then(|| thirds(found)));
        charts.extend([histogram(found), speedups(outcomes)]);
        charts.extend(blocks::charts(first));
        let mut notes = Vec::from_iter(dots(first, found));
        notes.extend(notes::notes(study, outcomes));
        let (headline, why) = notes::of_runs(
            study.parameters(),
            !found.all.is_empty(),
            headline(study, found, outcomes),
            why(study, found, outcomes),
        );
        Report {
            layout: Layout::charts(&["decision", "thirds"]).folding(&["y", "blocks_y"]),
            winner: evidence(study, outcomes).map(|one| {
                let copies = Method::Replicate(study.parameters().copies);
                Winner::of(&one, [copies, Method::Dynamic].map(worlds::way))
            }),
            headline,
            why,
            figures: figures(study, found, outcomes),
            charts,
            tables: vec![table(study, found), numbers::table(study, outcomes)],
            notes,
            asked: outcomes.told.asked.clone(),
            traces: Some(study.traces().clone()),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        samples(&self.outcomes)
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.outcomes.schedule)
    }
}

/// The speedups of choosing and of its alternatives in each run.
fn samples(outcomes: &Outcomes) -> Vec<Sample> {
    let speedup = |key, name, outcome: Option<&Outcome>| {
        let times = outcomes.times(Method::Equal).zip(outcome);
        let ratios = times.map(|(equal, one)| ratios(equal, &one.measured.totals));
        Sample::new(key, name, Unit::One, ratios.unwrap_or_default()).more_is_better()
    };
    let find = |method| outcomes.find(method);
    vec![
        speedup(
            "adaptive",
            word!("Speedup of choosing"),
            find(Method::Adaptive),
        ),
        speedup(
            "dynamic",
            word!("Speedup of balancing"),
            find(Method::Dynamic),
        ),
        speedup("copies", word!("Speedup of copies"), copied(outcomes)),
    ]
}

/// The outcome of the number of copies to choose: where several are measured, the first one.
fn copied(outcomes: &Outcomes) -> Option<&Outcome> {
    outcomes.replicated().next()
}

/// The meaning of the dots: the blocks of all runs. The last block of a run has the iterations that are left.
fn dots(first: &[Block], found: &Blocks) -> Option<String> {
    let iterations = |block: &Block| {
        let number = block.iterations;
        count(number, word!("iteration"), word!("iterations"))
    };
    let lengths = match first {
        [] => return None,
        [one, .., last] if one.iterations != last.iterations => {
            say!("{}, the last one of {},", iterations(one), iterations(last))
        }
        [one, ..] => iterations(one),
    };
    Some(say!(
        "Every dot is a block of {lengths} of a run: the mean time of an iteration under one strategy against Y, the computing \
         time of an iteration whose shares follow the block’s mean speeds. The lines are fitted to {}, and a rule is judged by \
         the same blocks; at most {} of them are drawn.",
        count(found.all.len(), word!("block"), word!("blocks")),
        fixed(DOTS as f64, 0),
    ))
}

/// Whether jobs have several copies: one copy of each is the same as equal shares.
fn several(outcomes: &Outcomes) -> bool {
    copied(outcomes).is_some_and(|one| one.method.copies() > 1)
}

/// The imperative for one side of the rule.
fn imperative(choice: Choice, outcomes: &Outcomes) -> &'static str {
    match (choice, several(outcomes)) {
        (Choice::Balance, _) => word!("balance"),
        (Choice::Replicate, true) => word!("replicate"),
        (Choice::Replicate, false) => word!("keep equal shares"),
    }
}

/// A choice that never changes, after "always".
fn constantly(choice: Choice, outcomes: &Outcomes) -> &'static str {
    match (choice, several(outcomes)) {
        (Choice::Balance, _) => word!("balancing"),
        (Choice::Replicate, true) => word!("replicating"),
        (Choice::Replicate, false) => word!("keeping equal shares"),
    }
}

/// The copies within a sentence.
fn copies(study: &Study) -> &'static str {
    let parameters = study.parameters();
    match (parameters.replication, parameters.copies) {
        (Replication::Dependent, 1) => word!("one copy of each job without messages"),
        (Replication::Dependent, _) => word!("copies without messages"),
        (_, 1) => word!("one copy of each job"),
        _ => word!("copies"),
    }
}

fn headline(study: &Study, found: &Blocks, outcomes: &Outcomes) -> String {
    let blocks = found.all.len() as f64;
    let share = |number: usize| rough_percent(number as f64 / blocks);
    if found.all.is_empty() {
        return word!("There are no blocks to decide on").into();
    }
    if study.parameters().processors == 1 {
        return word!("One processor has nothing to balance and nothing to copy").into();
    }
    if let Some(rule) = found.rule().filter(Rule::holds) {
        let [below, above] = rule.choices.map(|choice| imperative(choice, outcomes));
        let always = match found.wins(Choice::Replicate) > found.wins(Choice::Balance) {
            true => Choice::Replicate,
            false => Choice::Balance,
        };
        return say!(
            "Below Y* = {} {below}, above it {above}: the rule is right in {} of the blocks, always {} in {}",
            milliseconds(rule.threshold),
            share(rule.right.iter().sum()),
            constantly(always, outcomes),
            share(found.wins(always))
        );
    }
    let (balanced, replicated) = (found.wins(Choice::Balance), found.wins(Choice::Replicate));
    let copies = copies(study);
    if balanced + replicated == 0 {
        return say!("Balancing and {copies} take the same time in every block");
    }
    let no_rule = match found.spread() {
        true if found.enough() => word!("Y gives no rule here"),
        true => word!("Too few blocks for a rule"),
        false if found.all.len() == 1 => word!("A single block gives no rule"),
        false => word!("All blocks have the same Y"),
    };
    match evidence(study, outcomes) {
        Some(evidence) => say!(
            "{no_rule}: balancing {} {copies}, and wins in {} of the blocks",
            evidence.pace("takes"),
            share(balanced)
        ),
        None => say!(
            "{no_rule}: balancing wins in {} of the blocks",
            share(balanced)
        ),
    }
}

/// The speed of balancing beside copies.
fn evidence(study: &Study, outcomes: &Outcomes) -> Option<Evidence> {
    let copies = outcomes.times(Method::Replicate(study.parameters().copies))?;
    Evidence::of(copies, outcomes.times(Method::Dynamic)?)
}

/// "+ 369 ms".
fn constant(line: &Line) -> String {
    let (sign, size) = match line.intercept < 0.0 {
        true => ("−", -line.intercept),
        false => ("+", line.intercept),
    };
    format!("{sign} {}", milliseconds(size))
}

/// "1.24 Y + 369 ms".
fn equation(line: &Line) -> String {
    let digits = match line.slope.abs() {
        small if small < 10.0 => 2,
        large if large < 100.0 => 1,
        _ => 0,
    };
    format!("{} Y {}", fixed(line.slope, digits), constant(line))
}

fn why(study: &Study, found: &Blocks, outcomes: &Outcomes) -> String {
    let line = |name: &str, line: &Line| {
        say!(
            "with {name} an iteration takes {} (R² {})",
            equation(line),
            fixed(line.r_squared, 2)
        )
    };
    if study.parameters().processors == 1 {
        return word!("Without a second processor there is nothing to balance or to replicate.")
            .into();
    }
    let [low, _, high] = found.thirds;
    let lines = [&found.lines.balance, &found.lines.replicate];
    let nearly = found.enough() && lines.into_iter().all(|line| line.r_squared > 0.75);
    let mut out = Vec::new();
    if found.spread() {
        out.push(format!(
            "{}: {}, {}.",
            if nearly {
                word!("The time of an iteration is nearly a line in Y")
            } else {
                word!("The lines of least squares in Y")
            },
            line(word!("balancing"), &found.lines.balance),
            line(copies(study), &found.lines.replicate)
        ));
    }
    if found.has_thirds() {
        out.push(say!(
            "Balancing wins in {} of the third of the blocks with the lowest Y and in {} of that with the highest.",
            percent(low, 0),
            percent(high, 0)
        ));
    }
    let speedup = |one: &Outcome| factor(one.speedup.mean_of_ratios);
    let find = |method| outcomes.find(method);
    if let (Some(adaptive), Some(dynamic), Some(replicated)) = (
        find(Method::Adaptive),
        find(Method::Dynamic),
        copied(outcomes),
    ) {
        out.push(say!(
            "Over equal shares, choosing block by block has a speedup of {}, balancing alone {}, {} alone {}.",
            speedup(adaptive),
            speedup(dynamic),
            copies(study),
            speedup(replicated),
        ));
    }
    sentences(out)
}

fn figures(study: &Study, found: &Blocks, outcomes: &Outcomes) -> Vec<Figure> {
    let threshold = found.lines.threshold().unwrap_or(f64::NAN);
    let line = |key: &str, name: &str, line: &Line| {
        Figure::number(key, name, line.slope).beside(format!(
            "{}, R² {}",
            constant(line),
            fixed(line.r_squared, 2)
        ))
    };
    let rule = found.rule().filter(Rule::holds).map(|rule| {
        let [below, above] = rule.choices.map(|choice| imperative(choice, outcomes));
        say!("{below} below, {above} above")
    });
    let mut out = vec![
        Figure::time("threshold", "Y*", threshold)
            .beside(rule.unwrap_or_else(|| word!("gives no rule").into())),
        line(
            "slope_balanced",
            word!("Slope of balancing"),
            &found.lines.balance,
        ),
        line(
            "slope_replicated",
            &say!("Slope of {}", copies(study)),
            &found.lines.replicate,
        ),
    ];
    let speedup = |key: &str, name: &str, outcome: &Outcome| {
        Figure::number(key, name, outcome.speedup.mean_of_ratios).within(outcome.speedup.half_width)
    };
    let alone = outcomes
        .find(Method::Dynamic)
        .into_iter()
        .chain(copied(outcomes))
        .map(|one| one.speedup.mean_of_ratios)
        .fold(0.0, f64::max);
    if let Some(adaptive) = outcomes.find(Method::Adaptive) {
        out.push(
            speedup("adaptive", word!("Speedup of choosing"), adaptive)
                .beside(say!("better of both alone {}", factor(alone))),
        );
    }
    if let Some(bound) = outcomes.find(Method::Hindsight) {
        out.push(speedup("hindsight", word!("At best, in hindsight"), bound));
    }
    out
}

/// The times of both strategies against Y with both lines (figure 6.3).
fn scatter(study: &Study, found: &Blocks) -> Chart {
    let step = found.all.len().div_ceil(DOTS).max(1);
    let dots = |name: &str, of: fn(&Block) -> f64, line: &Line, main| {
        Series::scatter(
            name,
            found
                .all
                .iter()
                .step_by(step)
                .map(|block| (block.y, of(block))),
            Some(Fit {
                intercept: line.intercept,
                slope: line.slope,
            }),
            main,
        )
    };
    let highest = found.all.last().map_or(0.0, |block| block.y);
    let threshold = found.lines.threshold();
    let near = threshold.filter(|threshold| (0.0..=2.0 * highest).contains(threshold));
    Chart::new(
        "decision",
        word!("How do the times of both strategies depend on Y?"),
        Axis::time("Y"),
        Axis::time(word!("iteration time")),
        vec![
            dots(
                word!("balancing"),
                |block| block.balanced,
                &found.lines.balance,
                true,
            ),
            dots(
                copies(study),
                |block| block.replicated,
                &found.lines.replicate,
                false,
            ),
        ],
    )
    .beside_any(Side::X, near, "Y*")
}

fn thirds(found: &Blocks) -> Chart {
    let bar = |(label, value): (&str, f64)| Bar::new(label, value, true);
    let labels = [
        word!("lowest third"),
        word!("middle third"),
        word!("highest third"),
    ];
    Chart::new(
        "thirds",
        word!("How often does balancing win, by Y?"),
        Axis::number(word!("blocks by Y")),
        Axis::share(word!("blocks in which balancing wins")),
        vec![Series::bars(labels.into_iter().zip(found.thirds).map(bar))],
    )
}

fn histogram(found: &Blocks) -> Chart {
    let y = || found.all.iter().map(|block| block.y);
    let bins = Bins::over(BINS, y());
    Chart::new(
        "y",
        word!("Which Y do the blocks have?"),
        Axis::time("Y"),
        Axis::count(word!("blocks")),
        vec![Series::histogram("Y", &bins, y(), true)],
    )
}

/// The lines, as the thesis gives them.
fn table(study: &Study, found: &Blocks) -> Table {
    let row = |name: &str, line: &Line| {
        vec![
            Cell::words(name),
            Cell::Number(line.slope),
            Cell::figure("intercept", line.intercept, Unit::Milliseconds),
            Cell::Number(line.r_squared),
        ]
    };
    Table::new(
        "lines",
        word!("The time of an iteration as a line in Y"),
        [word!("Strategy"), word!("Slope"), word!("At Y = 0"), "R²"],
        vec![
            row(word!("balancing"), &found.lines.balance),
            row(copies(study), &found.lines.replicate),
        ],
    )
}
