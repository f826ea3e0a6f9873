//! The user's own rule for the sizes of chunks.

use std::collections::BTreeMap;

use laboratory::own::{About, Own};
use parameters::Rejected;
use report::Asked;
use report::number::short;
use strategy::{Budget, Handed, Hook, Value};
use words::say;

use crate::experiment::Experiment;
use crate::parameters::Scheduler;
use crate::watch::{Round, Turn};
use crate::{Error, Parameters};

/// The moment at which the strategy is called: before a chunk is sent.
pub static CHUNK: Hook = Hook {
    name: "chunk",
    handed: &[
        Handed::map(
            "worker",
            "The worker whose turn it is, and the master’s knowledge of it.",
            &[
                Handed::new("number", "", "The worker, from 1."),
                Handed::new("round", "", "Which chunk of this worker it is, from 1."),
                Handed::new("now", "s", "The time since the stream began."),
                Handed::new("target", "s", "τ: how long every round should take."),
                Handed::new(
                    "remaining",
                    "u",
                    "The load that is left: infinite in an endless stream.",
                ),
                Handed::new(
                    "first",
                    "u",
                    "The first chunk of AS4DR: (1 + γ) · τ · speed, as believed.",
                ),
                Handed::new("speed", "u/s", "The believed speed."),
                Handed::new(
                    "latency",
                    "s",
                    "The believed latency of computing a subchunk.",
                ),
                Handed::new("bandwidth", "u/s", "The bandwidth to the worker."),
                Handed::new("sending_latency", "s", "The latency of sending a subchunk."),
                Handed::new(
                    "share",
                    "",
                    "θ: the share of a chunk that is its first subchunk.",
                ),
            ],
        ),
        Handed::map(
            "last",
            "The chunk that the worker had before, or () in its first round.",
            &[
                Handed::new("size", "u", "Its size."),
                Handed::new("sent", "s", "When sending it began."),
                Handed::new(
                    "returned",
                    "s",
                    "When the result of its first subchunk was back.",
                ),
                Handed::new(
                    "computing",
                    "s",
                    "How long computing the first subchunk took, with its latency.",
                ),
                Handed::new(
                    "duration",
                    "s",
                    "σ: how long computing the whole chunk takes, by this measurement.",
                ),
                Handed::new("waited", "s", "How long the worker waited for the chunk."),
            ],
        ),
    ],
    answer: "The size of the next chunk in units of load, a number above 0 and at most worker.remaining.",
};

/// The purpose of strategies' draws, among those of a seed: `[run, cluster, PURPOSE]`. The number is used once only.
const PURPOSE: u64 = 0x6f77_6e02;

/// The largest chunk, u: the largest load that a scenario can have.
const LARGEST: f64 = 1e12;

/// A size may exceed the remaining load by this share of it, which is rounding.
const ROUNDING: f64 = 1e-12;

/// The most chunks of a simulation.
pub(crate) const MOST: u32 = 100_000;

/// A strategy that sizes chunks, for successive simulations.
#[derive(Debug)]
pub(crate) struct Sizer {
    own: Own,
    seed: u64,
    run: u32,
    /// The number of clusters whose streams have begun.
    clusters: u64,
    /// The number of chunks so far.
    chunks: u32,
    /// When the schedule begins, s.
    from: f64,
    /// Whether this simulation keeps questions and printed texts: the first one does.
    listens: bool,
    heard: bool,
    reasons: Reasons,
    stop: Option<(Rejected, f64)>,
}

/// The texts that a strategy printed when it sized chunks: by the worker's place and the number of the chunk, from 0.
pub type Reasons = BTreeMap<(u32, u32), String>;

/// A run that a strategy stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The simulated experiment.
    pub experiment: Experiment,
    /// When the strategy was asked, s.
    pub date: f64,
    /// The strategy's fault.
    pub rejected: Rejected,
}

impl Sizer {
    /// Reads the strategy of a scenario, where a strategy sizes chunks.
    ///
    /// # Errors
    /// [`Error::Rejected`] where the strategy cannot be read; [`Error::LanguageNeeded`] where this program does not carry the
    /// language.
    pub(crate) fn read(parameters: &Parameters) -> Result<Option<Self>, Error> {
        if parameters.scheduler != Scheduler::Own {
            return Ok(None);
        }
        let own = Own::read(&parameters.code, Parameters::NAMES.code.any(), &CHUNK);
        Ok(Some(Self {
            own: own.map_err(|error| match error {
                laboratory::Error::Rejected(rejected) => Error::Rejected(rejected),
                _ => Error::LanguageNeeded,
            })?,
            seed: parameters.seed,
            run: 0,
            clusters: 0,
            chunks: 0,
            from: f64::from(parameters.shown_from) * parameters.target,
            listens: true,
            heard: false,
            reasons: Reasons::new(),
            stop: None,
        }))
    }

    /// Begins another simulation, of a run counted from 0. Only the questions of the first one are kept.
    pub(crate) fn begin(&mut self, run: u32) {
        (self.run, self.clusters, self.chunks) = (run, 0, 0);
        self.listens = !self.heard;
        self.heard = true;
        self.own.listen(self.listens);
    }

    /// The same for a schedule that begins at `from`, s.
    pub(crate) fn from(self, from: f64) -> Self {
        Self { from, ..self }
    }

    /// The size of the next chunk; nothing where the strategy does not return one.
    pub(crate) fn size(&mut self, turn: &Turn<'_>) -> Option<f64> {
        if turn.place == 0 && turn.number == 0 {
            let stream = [self.run.into(), self.clusters, PURPOSE];
            self.own.begin(self.seed, &stream, Budget::default());
            self.clusters += 1;
        }
        self.chunks += 1;
        let (chunks, remaining, from) = (self.chunks, turn.remaining, self.from);
        let (number, worker) = (turn.number + 1, &turn.worker.name);
        let about = || About {
            what: say!("chunk {number} of {worker}"),
            at: Some(turn.due - from),
        };
        let check = |answer: &Value| match chunks > MOST {
            true => Err(say!("it cuts the stream into more than {MOST} chunks")),
            false => size(answer, remaining),
        };
        let asked = self.own.ask(&handed(turn), about, check);
        match asked {
            Ok(size) => {
                if self.listens {
                    let printed = self.own.printed();
                    let key = (turn.shown, turn.number);
                    if !printed.is_empty() {
                        self.reasons.insert(key, printed.join(" "));
                    }
                }
                Some(size)
            }
            Err(fault) => {
                let date = report::words::seconds(turn.due);
                let handed = say!("it was asked for chunk {number} of {worker} at {date}");
                self.stop = Some((self.own.refused(&fault, &handed), turn.due));
                None
            }
        }
    }

    /// Why the simulation was stopped and when, where the strategy stopped it.
    pub(crate) fn stopped(&mut self) -> Option<(Rejected, f64)> {
        self.stop.take()
    }

    /// Returns the questions to the strategy and its printed texts, of the recorded simulation.
    pub(crate) fn told(&mut self) -> (Vec<Asked>, Reasons) {
        (self.own.take(), std::mem::take(&mut self.reasons))
    }
}

/// The arguments of a strategy.
fn handed(turn: &Turn<'_>) -> [Value; 2] {
    let number = |name: &str, value: f64| (name.to_owned(), Value::from(value));
    let whole = |name: &str, value: u32| (name.to_owned(), Value::Whole(value.into()));
    let worker = turn.worker;
    let last = turn.last.map_or(Value::Nothing, |round: Round| {
        let [(begun, ended), _] = round.computed;
        let (_, returned) = round.returned;
        Value::Named(vec![
            number("size", round.size),
            number("sent", round.posted),
            number("returned", returned),
            number("computing", ended - begun),
            number("duration", round.sigma),
            number("waited", round.inter),
        ])
    });
    let worker = Value::Named(vec![
        whole("number", turn.shown + 1),
        whole("round", turn.number + 1),
        number("now", turn.due),
        number("target", turn.target),
        number("remaining", turn.remaining),
        number("first", worker.first_chunk(turn.target)),
        number("speed", worker.estimated_speed),
        number("latency", worker.estimated_latency),
        number("bandwidth", worker.send_bandwidth),
        number("sending_latency", worker.send_latency),
        number("share", worker.theta),
    ]);
    [worker, last]
}

/// The size in an answer.
fn size(answer: &Value, remaining: f64) -> Result<f64, String> {
    let Some(size) = answer.number() else {
        let told = answer.told();
        return Err(say!(
            "chunk answered {told}; a size in units of load is needed"
        ));
    };
    if size.is_nan() || size <= 0.0 {
        return Err(say!("chunk answered {answer}; a chunk must be more than 0"));
    }
    if size > remaining * (1.0 + ROUNDING) {
        let left = short(remaining);
        return Err(say!(
            "chunk answered {answer} units of load, and {left} are left: answer at most worker.remaining"
        ));
    }
    if size > LARGEST {
        return Err(say!(
            "chunk answered {answer}; at most {LARGEST} is allowed"
        ));
    }
    Ok(size.min(remaining))
}
