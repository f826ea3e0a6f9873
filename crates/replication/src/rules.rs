//! The rules between parameters, told before a run: all refusals of `study::checks` and of the topics that depend neither on a
//! file's values nor on the fit of a model.

use laboratory::Rule;
use words::{say, word};

use crate::Parameters;
use crate::copies::rows_each;
use crate::exact::law;
use crate::model::Invalid;
use crate::parameters::{Family, ParametersNames, Replication, Strategy, Topic};
use crate::topics::{family_name, numbers_of};

const NAMES: ParametersNames = Parameters::NAMES;

/// All rules.
pub(crate) const RULES: &[Rule<Parameters>] = &[
    Rule::of(&NAMES.topic, topic),
    Rule::of(&NAMES.traces, traces),
    Rule::of(&NAMES.strategy, strategy),
    Rule::of(&NAMES.copies, copies),
    Rule::of(&NAMES.decide_every, decide_every),
    Rule::of(&NAMES.variation, variation),
    Rule::of(&NAMES.model, model),
    Rule::of(&NAMES.excess, excess),
    Rule::of(&NAMES.spread, spread),
    Rule::of(&NAMES.family, family),
    Rule::of(&NAMES.processors, processors),
    Rule::of(&NAMES.node_factors, node_factors),
    Rule::of(&NAMES.iterations, iterations),
    Rule::of(&NAMES.first_shown, first_shown),
];

/// The refusal of a text of factors.
fn node_factors(parameters: &Parameters) -> Option<String> {
    let asked = Asked::of(parameters);
    let factors = match crate::node_factors::of(parameters) {
        Ok(factors) => factors,
        Err(rejected) => {
            let problem = rejected.problems.first()?;
            let (part, allowed) = (&problem.value, &problem.expected);
            return Some(say!("has the part “{part}”; {allowed}"));
        }
    };
    let most = factors.iter().map(|(node, _)| node + 1).max()?;
    (most > asked.nodes).then(|| say!("names node {most}, and these traces have {}", asked.nodes))
}

/// The values that the rules read.
struct Asked {
    topic: Topic,
    strategy: Strategy,
    copies: u32,
    replication: Replication,
    processors: u32,
    iterations: u32,
    nodes: usize,
    jobs: Option<usize>,
}

impl Asked {
    fn of(parameters: &Parameters) -> Self {
        let traces = &parameters.traces;
        Self {
            topic: parameters.topic,
            strategy: parameters.strategy,
            copies: parameters.copies,
            replication: parameters.replication,
            processors: parameters.processors,
            iterations: parameters.iterations,
            nodes: traces.nodes(parameters.synthetic_nodes as usize),
            jobs: traces.jobs(),
        }
    }

    /// Strategies are run, on as many nodes as there are processors.
    fn runs(&self) -> bool {
        matches!(
            self.topic,
            Topic::Strategies | Topic::Processors | Topic::Intervals | Topic::Decision
        )
    }

    /// Formulas are drawn, which allow only powers of two.
    fn formulas(&self) -> bool {
        matches!(self.topic, Topic::Formulas | Topic::Model)
    }

    /// Balancing and copies take turns.
    fn chooses(&self) -> bool {
        self.topic == Topic::Decision || self.strategy == Strategy::Adaptive
    }

    /// Processors form groups of as many as there are copies.
    fn grouped(&self) -> bool {
        self.runs()
            && (self.chooses()
                || matches!(self.strategy, Strategy::Replicate | Strategy::Speculate))
    }

    fn divides(&self) -> bool {
        self.copies > 0 && self.processors.is_multiple_of(self.copies)
    }

    /// The number of jobs of each node that an iteration with so many copies takes; with speculation, and where nothing is run, one.
    fn rows(&self, copies: u32) -> u32 {
        match self.runs() && (self.chooses() || self.strategy != Strategy::Speculate) {
            true => rows_each(copies as usize, self.replication) as u32,
            false => 1,
        }
    }

    fn few_iterations(&self) -> bool {
        self.grouped() && self.rows(self.copies) > self.iterations
    }
}

/// The number of jobs of each node that an iteration with so many copies takes.
pub(crate) fn rows(parameters: &Parameters, copies: u32) -> u32 {
    Asked::of(parameters).rows(copies)
}

/// Whether traces are loaded.
pub(crate) fn loads(parameters: &Parameters) -> bool {
    parameters.topic != Topic::Formulas || parameters.family == Family::Empirical
}

fn many(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn copies(parameters: &Parameters) -> Option<String> {
    let asked = Asked::of(parameters);
    let processors = asked.processors;
    if asked.grouped() && !asked.divides() {
        return Some(say!("does not divide {processors}"));
    }
    if asked.few_iterations() {
        let iterations = many(asked.iterations, word!("iteration"), word!("iterations"));
        return Some(say!(
            "needs more jobs of each node than {iterations} provide"
        ));
    }
    if asked.formulas() && !asked.copies.is_power_of_two() {
        return Some(word!("is not a power of two, and the formulas allow no other number").into());
    }
    (asked.formulas() && asked.copies > processors).then(|| {
        let processors = many(processors, word!("processor"), word!("processors"));
        say!("is more than {processors}")
    })
}

fn processors(parameters: &Parameters) -> Option<String> {
    let asked = Asked::of(parameters);
    if asked.runs() && asked.processors as usize > asked.nodes {
        return Some(match asked.nodes {
            1 => word!("is more than the single node of these traces").into(),
            nodes => say!("is more than the {nodes} nodes of these traces"),
        });
    }
    if asked.grouped() && !asked.divides() {
        return Some(say!("is not a multiple of {} copies", asked.copies));
    }
    if !asked.formulas() {
        return None;
    }
    if !asked.processors.is_power_of_two() {
        return Some(word!("is not a power of two, and the formulas allow no other number").into());
    }
    if asked.processors < asked.copies {
        return Some(say!("is less than {} copies", asked.copies));
    }
    let simulated = asked.topic == Topic::Model;
    (simulated && asked.processors as usize > asked.nodes)
        .then(|| say!("is more than the {} nodes of these traces", asked.nodes))
}

fn iterations(parameters: &Parameters) -> Option<String> {
    let asked = Asked::of(parameters);
    let loaded = loads(parameters);
    if let Some(jobs) = asked
        .jobs
        .filter(|jobs| loaded && asked.iterations as usize > *jobs)
    {
        return Some(say!("is more than the {jobs} jobs of these traces"));
    }
    if asked.few_iterations() {
        return Some(say!("is less than the {} copies of a job", asked.copies));
    }
    if asked.topic == Topic::Model && asked.iterations < asked.processors {
        let copies = asked.processors;
        return Some(say!("is less than {copies}, one for each copy of a job"));
    }
    let alone = asked.topic == Topic::Estimates && asked.iterations == 1;
    if alone || cannot_vary(parameters) {
        return Some(word!("is a single one, whose runtimes have no variation").into());
    }
    let first = parameters.first_shown;
    (asked.runs() && first > asked.iterations)
        .then(|| say!("is less than {first}, the first iteration shown"))
}

fn first_shown(parameters: &Parameters) -> Option<String> {
    let asked = Asked::of(parameters);
    (asked.runs() && parameters.first_shown > asked.iterations).then(|| {
        say!(
            "is more than {}",
            many(asked.iterations, word!("iteration"), word!("iterations"))
        )
    })
}

fn decide_every(parameters: &Parameters) -> Option<String> {
    let asked = Asked::of(parameters);
    let chooses = asked.runs() && asked.chooses();
    (chooses && parameters.decide_every < asked.rows(asked.copies))
        .then(|| say!("is less than the {} copies of a job", asked.copies))
}

/// The refusal of processors and copies by a choice, told at the choice.
fn strategy(parameters: &Parameters) -> Option<String> {
    let asked = Asked::of(parameters);
    (asked.grouped() && !asked.divides()).then(|| {
        let processors = many(asked.processors, word!("processor"), word!("processors"));
        say!("needs a number of copies that divides {processors}")
    })
}

fn topic(parameters: &Parameters) -> Option<String> {
    let asked = Asked::of(parameters);
    (asked.topic == Topic::Decision).then(|| strategy(parameters))?
}

fn traces(parameters: &Parameters) -> Option<String> {
    let asked = Asked::of(parameters);
    let simulated = asked.runs() || asked.topic == Topic::Model;
    if simulated && asked.processors as usize > asked.nodes {
        let nodes = many(asked.nodes as u32, word!("node"), word!("nodes"));
        return Some(say!(
            "has {nodes}, fewer than the {} processors",
            asked.processors
        ));
    }
    if asked.topic == Topic::Estimates && asked.nodes < 2 {
        return Some(word!("has a single node, and estimates take the longer of two").into());
    }
    let jobs = asked
        .jobs
        .filter(|jobs| asked.iterations as usize > *jobs)?;
    let loaded = loads(parameters);
    loaded.then(|| {
        say!(
            "has {jobs} jobs, fewer than the {} iterations",
            asked.iterations
        )
    })
}

/// The most variation that the runtimes of the family have, where formulas are to have more.
fn most_variation(parameters: &Parameters) -> Option<f64> {
    let most = law::most_variation(parameters.family);
    (Asked::of(parameters).formulas() && parameters.variation > most).then_some(most)
}

/// Whether runtimes of the traces are rescaled to a variation that one iteration does not have.
fn cannot_vary(parameters: &Parameters) -> bool {
    let asked = Asked::of(parameters);
    let rescaled = asked.topic == Topic::Model || parameters.family == Family::Empirical;
    asked.formulas() && rescaled && asked.iterations == 1 && parameters.variation > 0.0
}

fn variation(parameters: &Parameters) -> Option<String> {
    if cannot_vary(parameters) {
        return Some(word!("is above 0, the variation of a single iteration").into());
    }
    let (most, name) = (most_variation(parameters)?, family_name(parameters.family));
    Some(say!(
        "is above {most:.3}, the most that {name} runtimes have"
    ))
}

/// α and β of the formulas that no runtimes have.
fn invalid(parameters: &Parameters) -> Option<Invalid> {
    let powers = parameters.copies.is_power_of_two() && parameters.processors.is_power_of_two();
    let asked = Asked::of(parameters).formulas() && powers;
    asked.then(|| numbers_of(parameters).err())?
}

fn model(parameters: &Parameters) -> Option<String> {
    let invalid = invalid(parameters)?;
    Some(say!(
        "has a β of {:.4}, which does not go with an α of {}",
        invalid.longer,
        invalid.excess
    ))
}

fn excess(parameters: &Parameters) -> Option<String> {
    let invalid = invalid(parameters)?;
    Some(say!(
        "is above sqrt(1 - β² / 2), {:.4} for this model’s β of {:.4}",
        invalid.most_excess(),
        invalid.longer
    ))
}

fn spread(parameters: &Parameters) -> Option<String> {
    let invalid = invalid(parameters)?;
    Some(say!(
        "is above sqrt(2 - 2 α²), {:.4} for α = {}",
        invalid.most_spread(),
        invalid.excess
    ))
}

fn family(parameters: &Parameters) -> Option<String> {
    let most = most_variation(parameters)?;
    Some(say!("has a variation of {most:.3} at most"))
}
