//! The user's own rule for shares and copies.

mod answer;
mod simulation;

use std::collections::BTreeMap;

use laboratory::own::{About, Own};
use parameters::Rejected;
use report::Asked;
use report::words::{count, milliseconds};
use strategy::{Budget, Handed, Hook, Value};
use words::{say, word};

use crate::parameters::Topic;
use crate::{Error, Parameters};
use answer::Decision;

pub(crate) use simulation::{Changes, Log, Setting, simulate};

/// The moment at which a strategy is asked: an iteration is about to begin.
pub static DECIDE: Hook = Hook {
    name: "decide",
    handed: &[Handed::map(
        "history",
        "The state of the run, and the program’s knowledge of its processors.",
        &[
            Handed::new("done", "", "How many iterations are done."),
            Handed::new("left", "", "How many are left."),
            Handed::new("processors", "", "P: the number of processors."),
            Handed::new(
                "now",
                "ms",
                "The time since the run began; an iteration with copies passes once, and the run time counts it for each copy.",
            ),
            Handed::new(
                "copies",
                "",
                "R: the copies of each job now, 1 at the beginning.",
            ),
            Handed::new(
                "shares",
                "",
                "The share of the load that each processor has now; all together are 1.",
            ),
            Handed::new(
                "runtimes",
                "ms",
                "The mean runtime of an equal share on each processor since the last question; empty at the beginning.",
            ),
            Handed::new(
                "predicted",
                "ms",
                "The next runtime of an equal share on each processor, by the predictor of the scenario; empty at the beginning.",
            ),
            Handed::new(
                "took",
                "ms",
                "The mean time of an iteration since the last question; 0 at the beginning.",
            ),
            Handed::new(
                "synchronising",
                "ms",
                "How much of it was spent on exchanging data.",
            ),
            Handed::new(
                "rescheduling",
                "ms",
                "How long it takes to set shares, on average.",
            ),
            Handed::new(
                "to_copies",
                "ms",
                "How long it takes to change to another number of copies, on average.",
            ),
            Handed::new(
                "to_shares",
                "ms",
                "How long it takes to change from copies to shares, on average.",
            ),
            Handed::new(
                "stopping",
                "ms",
                "How long the message that stops a copy takes, on average.",
            ),
        ],
    )],
    answer: "A map of changes: copies, a number that divides history.processors, or shares, a list of numbers that together are 1; and iterations, how many go on so until the next question. Values without an entry stay; iterations is 1 by default. Where too few iterations are left for so many copies, nothing changes.",
};

/// The purpose of the random streams of strategies, `[run, PURPOSE]`; never reused.
const PURPOSE: u64 = 0x6f77_6e03;

/// A strategy's knowledge at a question. Times in ms.
pub(crate) struct Moment<'a> {
    /// The number of iterations done, and of those left.
    pub(crate) done: usize,
    pub(crate) left: usize,
    /// The number of iterations that ended in the schedule; there one with R copies stands for R.
    pub(crate) ended: u32,
    pub(crate) clock: f64,
    pub(crate) copies: usize,
    /// 1 for an equal share.
    pub(crate) loads: &'a [f64],
    /// Empty at the beginning.
    pub(crate) runtimes: Vec<f64>,
    /// Empty at the beginning.
    pub(crate) predicted: Vec<f64>,
    pub(crate) took: f64,
    pub(crate) synchronising: f64,
    pub(crate) setting: &'a Setting,
}

/// A strategy that decides, in one simulation.
#[derive(Debug)]
pub(crate) struct Rule {
    own: Own,
    seed: u64,
    /// Whether the scenario has several runs, and several numbers of processors.
    several: [bool; 2],
    /// The run, counted from 0, and its number of processors.
    run: (u64, usize),
    listens: bool,
    told: Told,
}

/// The questions to a strategy in a simulation, and its printed texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// The first questions.
    pub asked: Vec<Asked>,
    /// The printed texts, each by the iteration of the schedule after its question, counted from 0.
    pub printed: BTreeMap<u32, String>,
}

/// A simulation that a strategy stopped.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stop {
    /// The strategy's error.
    pub(crate) rejected: Rejected,
    /// The number of iterations of the schedule that had ended.
    pub(crate) ended: u32,
}

impl Rule {
    /// The strategy of a scenario.
    ///
    /// # Errors
    /// [`Error::Rejected`] where the strategy cannot be read; [`Error::LanguageNeeded`] where this program does not carry the language.
    pub(crate) fn read(parameters: &Parameters) -> Result<Self, Error> {
        let own = Own::read(&parameters.code, Parameters::NAMES.code.any(), &DECIDE);
        Ok(Self {
            own: own.map_err(|error| match error {
                laboratory::Error::Rejected(rejected) => Error::Rejected(rejected),
                _ => Error::LanguageNeeded,
            })?,
            seed: parameters.seed,
            several: [parameters.runs > 1, parameters.topic == Topic::Processors],
            run: (0, 0),
            listens: false,
            told: Told::default(),
        })
    }

    /// The same rule, which keeps the questions to it.
    pub(crate) fn listening(mut self) -> Self {
        self.listens = true;
        self.own.listen(true);
        self
    }

    /// Begins a run, counted from 0.
    pub(crate) fn begin(&mut self, run: u64, processors: usize) {
        self.run = (run, processors);
        let budget = Budget::of_items(processors as u64);
        self.own.begin(self.seed, &[run, PURPOSE], budget);
    }

    fn ask(&mut self, moment: &Moment<'_>) -> Result<Decision, Stop> {
        let (when, clock) = (when(moment.done), moment.clock);
        let about = || About {
            what: when.clone(),
            at: Some(clock),
        };
        let processors = moment.loads.len();
        let check = |answer: &Value| answer::decision(answer, processors);
        match self.own.ask(&[handed(moment)], about, check) {
            Ok(decision) => {
                let printed = self.own.printed();
                if self.listens && !printed.is_empty() {
                    self.told.printed.insert(moment.ended, printed.join(" "));
                }
                Ok(decision)
            }
            Err(fault) => {
                let date = milliseconds(clock);
                let handed = say!("it was asked {}{when}, at {date}", self.place());
                Err(Stop {
                    rejected: self.own.refused(&fault, &handed),
                    ended: moment.ended,
                })
            }
        }
    }

    /// The run that asks, where there are several: "in run 7, on 2 processors, ".
    fn place(&self) -> String {
        let ([runs, machines], (run, processors)) = (self.several, self.run);
        let run = runs.then(|| say!("in run {}, ", run + 1));
        let machine = machines.then(|| say!("on {processors} processors, "));
        [run, machine].into_iter().flatten().collect()
    }

    /// The questions and printed texts since [`Rule::listening`]. `began`: the start of the schedule shown, ms.
    pub(crate) fn told(mut self, began: f64) -> Told {
        let mut asked = self.own.take();
        for question in &mut asked {
            question.at = question.at.map(|at| at - began);
        }
        Told { asked, ..self.told }
    }
}

/// The moment of a question, in words.
fn when(done: usize) -> String {
    match done {
        0 => word!("at the beginning").into(),
        done => say!(
            "after {}",
            count(done, word!("iteration"), word!("iterations"))
        ),
    }
}

/// The values handed to a strategy.
fn handed(moment: &Moment<'_>) -> Value {
    let number = |name: &str, value: f64| (name.to_owned(), Value::from(value));
    let whole = |name: &str, value: usize| (name.to_owned(), Value::Whole(value as i64));
    let list = |name: &str, values: &mut dyn Iterator<Item = f64>| {
        (
            name.to_owned(),
            Value::List(values.map(Value::from).collect()),
        )
    };
    let processors = moment.loads.len();
    let Setting {
        rescheduling,
        to_copies,
        to_shares,
        stopping,
        ..
    } = *moment.setting;
    let shares = moment.loads.iter().map(|load| load / processors as f64);
    Value::Named(vec![
        whole("done", moment.done),
        whole("left", moment.left),
        whole("processors", processors),
        number("now", moment.clock),
        whole("copies", moment.copies),
        list("shares", &mut shares.into_iter()),
        list("runtimes", &mut moment.runtimes.iter().copied()),
        list("predicted", &mut moment.predicted.iter().copied()),
        number("took", moment.took),
        number("synchronising", moment.synchronising),
        number("rescheduling", rescheduling),
        number("to_copies", to_copies * rescheduling),
        number("to_shares", to_shares * rescheduling),
        number("stopping", stopping),
    ])
}
