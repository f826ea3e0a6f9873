//! A laboratory of a page: jobs of random lengths on machines that take them in order. It shows the parts that a laboratory needs,
//! and is registered in tests only.

use laboratory::{About, Axis, Error, Face, Formula, Laboratory, Need, Outcome, Picture, Rule};
use parameters::{AnyName, Field, Parameter, Parameters as _, Table, names};
use rand::RngExt as _;
use report::figure::Unit;
use report::{Cancelled, Figure, Observer, Report, Sample};
use statistics::mean_and_half_width;
use trace::random::Random;
use words::{say, word};

/// Which job is taken next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Field)]
pub enum Order {
    /// The one that comes first in the text.
    #[default]
    #[choice(title = "As they come")]
    Text,
    /// The longest one (LPT).
    #[choice(title = "Longest first")]
    Longest,
}

/// All that a link says of this laboratory.
#[derive(Clone, Debug, PartialEq, parameters::Parameters)]
pub struct Parameters {
    /// Which job is taken next.
    #[parameter(title = "Order", group = "Method")]
    pub order: Order,
    /// m: how many machines there are.
    #[parameter(title = "Machines", symbol = "m", group = "Resources", range = 1..=16, default = 3)]
    pub machines: u32,
    /// n: how many jobs there are.
    #[parameter(title = "Jobs", symbol = "n", group = "Jobs", range = 1..=1_000, default = 10)]
    pub jobs: u32,
    /// How much longer than the shortest a job can be.
    #[parameter(title = "Spread", group = "Jobs", range = 0.0..=100.0, default = 4.0)]
    pub spread: f64,
    /// How many runs there are; each draws its own jobs.
    #[parameter(title = "Runs", group = "Randomness", range = 1..=1_000, default = 50)]
    pub runs: u32,
    /// The same seed gives the same numbers, everywhere.
    #[parameter(title = "Seed", group = "Randomness", default = 1)]
    pub seed: u64,
}

/// The laboratory.
#[derive(Clone, Copy, Debug)]
pub struct Toy;

const GRAHAM: Formula = Formula {
    name: "toy.graham",
    help: "How many times as long as the optimum list scheduling takes at most: 2 − 1/m",
    unit: "",
    source: "Graham 1966",
    table: Table::of(
        "",
        &[Parameter::whole("machines", 1, 16, "m: the machines.")],
    ),
    value: |of| 2.0 - 1.0 / f64::from(of.whole("machines")),
};

impl Laboratory for Toy {
    type Parameters = Parameters;
    type Cache = ();

    const ABOUT: About = About {
        name: "toy",
        title: "Toy",
        question: "In which order should jobs be taken?",
        picture: Picture::Charts,
        table: Parameters::TABLE,
        words: words::catalogue!(),
        presets: r#"[{"name": "toy-longest", "title": "Longest first", "help": "LPT.", "values": {"order": "longest"}}]"#,
        traces: None,
        face: Face::of::<Toy>(),
    };
    const FORMULAS: &'static [Formula] = &[GRAHAM];
    const RULES: &'static [Rule<Parameters>] = &[];

    fn need(_parameters: &Parameters) -> Need {
        Need {
            lowers_time: names!(Parameters: runs, jobs),
            ..Need::default()
        }
    }

    fn suggestion(_parameters: &Parameters) -> [Axis; 2] {
        [
            Axis::of(&Parameters::NAMES.order, [Order::Text, Order::Longest]),
            Axis::of(&Parameters::NAMES.machines, [2, 3, 4, 8]),
        ]
    }

    fn keys(_parameters: &Parameters) -> &'static [AnyName] {
        names!(Parameters: order, machines, jobs)
    }

    fn run(
        parameters: &Parameters,
        (): &mut (),
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Error> {
        let mut makespans = Vec::new();
        for run in 0..parameters.runs {
            if observer
                .progress(run.into(), parameters.runs.into())
                .is_break()
            {
                return Err(Cancelled.into());
            }
            makespans.push(makespan(parameters, run));
        }
        let (mean, half) = mean_and_half_width(&makespans);
        let report = Report {
            headline: say!("The last job ends after {mean:.3} ms on average"),
            why: word!("A machine that is free takes the next job.").into(),
            figures: vec![Figure::mean(
                "makespan",
                word!("Makespan"),
                (mean, half),
                Unit::Milliseconds,
            )],
            ..Report::default()
        };
        let sample = Sample::new("makespan", word!("Makespan"), Unit::Milliseconds, makespans);
        Ok((report, vec![sample]))
    }
}

/// The makespan of a run, ms.
fn makespan(parameters: &Parameters, run: u32) -> f64 {
    let mut random = Random::stream(parameters.seed, &[run.into()]);
    let mut jobs: Vec<f64> = (0..parameters.jobs)
        .map(|_| 1.0 + parameters.spread * random.random::<f64>())
        .collect();
    if parameters.order == Order::Longest {
        jobs.sort_by(|one, other| other.total_cmp(one));
    }
    let mut free = vec![0.0_f64; parameters.machines as usize];
    for job in jobs {
        if let Some(first) = free.iter_mut().min_by(|one, other| one.total_cmp(other)) {
            *first += job;
        }
    }
    free.into_iter().fold(0.0, f64::max)
}
