//! What must hold between parameters, told before a run: of what `study::checks` and the topics refuse, all that depends neither
//! on a file's values nor on the fit of a model.

use laboratory::Rule;
use parameters::Values;
use parameters::check::{number, text, whole};
use trace::source::extent;
use words::{say, word};

/// All of them.
pub(crate) const RULES: &[Rule] = &[
    rule("topic", topic),
    rule("traces", traces),
    rule("strategy", strategy),
    rule("copies", copies),
    rule("decide_every", decide_every),
    rule("variation", variation),
    rule("family", family),
    rule("processors", processors),
    rule("iterations", iterations),
    rule("first_shown", first_shown),
];

const fn rule(parameter: &'static str, refuses: fn(&Values) -> Option<String>) -> Rule {
    Rule { parameter, refuses }
}

/// What the rules look at.
struct Asked<'a> {
    topic: &'a str,
    strategy: &'a str,
    copies: u64,
    processors: u64,
    iterations: u64,
    nodes: u64,
    jobs: Option<u64>,
}

impl<'a> Asked<'a> {
    fn of(values: &'a Values) -> Self {
        let (nodes, jobs) = values.get("traces").map_or((u64::MAX, None), |traces| {
            extent(traces, whole(values, "synthetic_nodes"))
        });
        Self {
            topic: text(values, "topic"),
            strategy: text(values, "strategy"),
            copies: whole(values, "copies"),
            processors: whole(values, "processors"),
            iterations: whole(values, "iterations"),
            nodes,
            jobs,
        }
    }

    /// Strategies are run, on as many nodes as there are processors.
    fn runs(&self) -> bool {
        matches!(
            self.topic,
            "strategies" | "processors" | "intervals" | "decision"
        )
    }

    /// Formulas are drawn, which know powers of two alone.
    fn formulas(&self) -> bool {
        matches!(self.topic, "formulas" | "model")
    }

    /// Balancing and copies take turns.
    fn chooses(&self) -> bool {
        self.topic == "decision" || self.strategy == "adaptive"
    }

    /// Processors form groups of as many as there are copies.
    fn grouped(&self) -> bool {
        self.runs() && (self.chooses() || matches!(self.strategy, "replicate" | "speculate"))
    }

    fn divides(&self) -> bool {
        self.copies > 0 && self.processors.is_multiple_of(self.copies)
    }

    /// An iteration with copies takes as many jobs of each node.
    fn few_iterations(&self) -> bool {
        self.grouped()
            && (self.chooses() || self.strategy == "replicate")
            && self.copies > self.iterations
    }
}

fn many(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn copies(values: &Values) -> Option<String> {
    let asked = Asked::of(values);
    let processors = asked.processors;
    if asked.grouped() && !asked.divides() {
        return Some(say!("does not divide {processors}"));
    }
    if asked.few_iterations() {
        let iterations = many(asked.iterations, "iteration", "iterations");
        return Some(say!(
            "needs more jobs of each node than {iterations} provide"
        ));
    }
    if asked.formulas() && !asked.copies.is_power_of_two() {
        return Some(word!("is not a power of two, and the formulas allow no other number").into());
    }
    (asked.formulas() && asked.copies > processors).then(|| {
        let processors = many(processors, "processor", "processors");
        say!("is more than {processors}")
    })
}

fn processors(values: &Values) -> Option<String> {
    let asked = Asked::of(values);
    if asked.runs() && asked.processors > asked.nodes {
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
    let simulated = asked.topic == "model";
    (simulated && asked.processors > asked.nodes)
        .then(|| say!("is more than the {} nodes of these traces", asked.nodes))
}

fn iterations(values: &Values) -> Option<String> {
    let asked = Asked::of(values);
    let loaded = asked.topic != "formulas" || text(values, "family") == "empirical";
    if let Some(jobs) = asked.jobs.filter(|jobs| loaded && asked.iterations > *jobs) {
        return Some(say!("is more than the {jobs} jobs of these traces"));
    }
    if asked.few_iterations() {
        return Some(say!("is less than the {} copies of a job", asked.copies));
    }
    let first = whole(values, "first_shown");
    (asked.runs() && first > asked.iterations)
        .then(|| say!("is less than {first}, the first iteration shown"))
}

fn first_shown(values: &Values) -> Option<String> {
    let asked = Asked::of(values);
    (asked.runs() && whole(values, "first_shown") > asked.iterations).then(|| {
        say!(
            "is more than {}",
            many(asked.iterations, "iteration", "iterations")
        )
    })
}

fn decide_every(values: &Values) -> Option<String> {
    let asked = Asked::of(values);
    let chooses = asked.runs() && asked.chooses();
    (chooses && whole(values, "decide_every") < asked.copies)
        .then(|| say!("is less than the {} copies of a job", asked.copies))
}

/// What processors and copies refuse because of a choice, said of the choice.
fn strategy(values: &Values) -> Option<String> {
    let asked = Asked::of(values);
    (asked.grouped() && !asked.divides()).then(|| {
        let processors = many(asked.processors, "processor", "processors");
        say!("needs a number of copies that divides {processors}")
    })
}

fn topic(values: &Values) -> Option<String> {
    let asked = Asked::of(values);
    (asked.topic == "decision").then(|| strategy(values))?
}

fn traces(values: &Values) -> Option<String> {
    let asked = Asked::of(values);
    let simulated = asked.runs() || asked.topic == "model";
    if simulated && asked.processors > asked.nodes {
        let nodes = many(asked.nodes, "node", "nodes");
        return Some(say!(
            "has {nodes}, fewer than the {} processors",
            asked.processors
        ));
    }
    let jobs = asked.jobs.filter(|jobs| asked.iterations > *jobs)?;
    let loaded = asked.topic != "formulas" || text(values, "family") == "empirical";
    loaded.then(|| {
        say!(
            "has {jobs} jobs, fewer than the {} iterations",
            asked.iterations
        )
    })
}

/// The most variation that a family has whose runtimes are not below 0.
fn most_variation(family: &str) -> Option<(f64, &'static str)> {
    match family {
        "exponential" => Some((1.0, "exponential")),
        "uniform" => Some((1.0 / 3.0_f64.sqrt(), "uniform")),
        _ => None,
    }
}

fn variation(values: &Values) -> Option<String> {
    let formulas = Asked::of(values).formulas();
    let (most, name) = most_variation(text(values, "family")).filter(|_| formulas)?;
    (number(values, "variation") > most)
        .then(|| say!("is above {most:.3}, the most that {name} runtimes have"))
}

fn family(values: &Values) -> Option<String> {
    let formulas = Asked::of(values).formulas();
    let (most, _) = most_variation(text(values, "family")).filter(|_| formulas)?;
    (number(values, "variation") > most).then(|| say!("has a variation of {most:.3} at most"))
}
