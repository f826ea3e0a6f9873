//! The five propositions.

use report::words::{capital, sentences};
use words::{say, word};

use super::expected::Expected;
use super::words::{amount, whom};
use super::{Condition, Hypothesis, NOISE, Relation, Setting, Theorem};
use crate::Worker;
use crate::formulas::recurrence::rounds_until;
use crate::formulas::steady::{is_fed, steady_period};
use crate::formulas::window::{Window, is_late};

/// A worker that waits for less than this share of a round is indistinguishable from one that never waits.
const CLEAR: f64 = 1e-5;

/// The estimated duration of the first round, s.
fn first_estimate(worker: &Worker, target: f64) -> f64 {
    worker.first_chunk(target) / worker.speed + worker.apparent_latency()
}

/// Whether all chunks have a limit: no latency is believed far longer than its true value.
fn settles(setting: &Setting) -> bool {
    setting
        .workers
        .iter()
        .all(|m| m.apparent_latency() > -setting.target && first_estimate(m, setting.target) > 0.0)
}

/// The largest chunk of all rounds, u: sizes go from the first to the limit, or swing around it, ever less.
fn largest(worker: &Worker, target: f64) -> f64 {
    let first = worker.first_chunk(target);
    let estimate = first_estimate(worker, target);
    let second = if estimate > 0.0 {
        first * target / estimate
    } else {
        f64::INFINITY
    };
    first.max(second).max(worker.limit_chunk(target))
}

/// Whether no transfer can meet another: several ports, or spacings for the largest chunks.
fn is_undisturbed(setting: &Setting) -> bool {
    settles(setting) && (!setting.one_port || in_every_round(setting).holds())
}

/// Proposition 4's hypothesis.
fn in_every_round(setting: &Setting) -> Hypothesis {
    let target = setting.target;
    let needed = setting.needed(|m| largest(m, target));
    setting.spaced(word!("d ≥ Δ in every round"), &needed)
}

/// The absence of contention, which the first three propositions assume; none where nothing can contend.
fn uncontended(setting: &Setting) -> Option<Hypothesis> {
    let contend = setting.one_port && setting.workers.len() > 1;
    contend.then(|| Hypothesis {
        text: word!("no contention: d ≥ Δ in every round"),
        ..in_every_round(setting)
    })
}

/// Some hypotheses, and that of no contention.
fn and_uncontended(setting: &Setting, own: Vec<Hypothesis>) -> Vec<Hypothesis> {
    own.into_iter().chain(uncontended(setting)).collect()
}

/// An outcome that the propositions state without contention only.
fn where_uncontended(setting: &Setting, said: &str) -> String {
    match uncontended(setting).is_none_or(|one| one.holds()) {
        true => capital(said),
        false => say!("Without contention, {said}"),
    }
}

/// The duration of the ring's turn in the long run, s: the slowest round, or the sum of all spacings.
fn turn(setting: &Setting) -> f64 {
    let rounds = setting
        .workers
        .iter()
        .map(|m| steady_period(m, m.limit_chunk(setting.target)));
    rounds.fold(setting.spacings.iter().sum(), f64::max)
}

/// Whether a worker computes during the whole round, s.
fn fills(worker: &Worker, target: f64, round: f64) -> bool {
    worker.computing(worker.limit_chunk(target)) >= round * (1.0 - NOISE)
}

/// The throughput of a worker that never waits, in the long run, u/s: (1 − 2f/τ)F where the latency is believed as it is.
fn yields(worker: &Worker, target: f64) -> f64 {
    let chunk = worker.limit_chunk(target);
    match chunk > 0.0 {
        true => chunk / worker.computing(chunk),
        false => 0.0,
    }
}

/// The duration of a worker's round in the long run, s: in a ring that of a turn.
fn own_turn(setting: &Setting, worker: &Worker) -> f64 {
    if setting.ring {
        turn(setting)
    } else {
        steady_period(worker, worker.limit_chunk(setting.target))
    }
}

/// The waiting workers, and the verb.
fn waits(workers: &[usize], setting: &Setting) -> String {
    let who = whom(workers, &setting.workers);
    if workers.len() == 1 || workers.len() == setting.workers.len() {
        say!("{who} waits")
    } else {
        say!("{who} wait")
    }
}

/// The workers whose chunks vanish, by the latencies that make them vanish: the true ones, or those that are believed.
fn vanish(setting: &Setting, workers: &[usize]) -> String {
    let right = |place: &usize| {
        let worker = setting.workers.get(*place);
        worker.is_none_or(|one| one.estimated_latency == one.latency)
    };
    let (right, wrong): (Vec<usize>, Vec<usize>) = workers.iter().copied().partition(right);
    let long = match right.as_slice() {
        [] => String::new(),
        some => say!(
            "The latencies of a round alone take τ or longer for {}: chunks shrink to nothing, and rounds tend to 2f.",
            whom(some, &setting.workers)
        ),
    };
    let believed = match wrong.as_slice() {
        [] => String::new(),
        some => say!(
            "With the believed latencies of {}, every round is estimated to take more than τ = {} s, however small its chunk is: chunks shrink to \
             nothing.",
            whom(some, &setting.workers),
            amount(setting.target)
        ),
    };
    sentences([long, believed])
}

/// Whether every worker computes all the time, and the spacings fit. Where one port serves workers first come, first served, spacings add
/// up in another order than the ring's, and nothing is known.
fn is_full(setting: &Setting) -> bool {
    let turn = turn(setting);
    let mut workers = setting.workers.iter();
    is_undisturbed(setting)
        && (setting.ring || !setting.one_port)
        && workers.all(|m| fills(m, setting.target, turn))
}

pub(super) fn convergence(setting: &Setting) -> Theorem {
    let target = setting.target;
    let positive = setting.hypothesis("α₀ > 0", "u", Relation::Above, |m| {
        (m.first_chunk(target), 0.0)
    });
    let beyond = setting.hypothesis(
        word!("2f < τ; where f̄ is wrong |f/θ + f̄(2 − 1/θ)| < τ (own addition)"),
        "s",
        Relation::Below,
        |m| (m.apparent_latency().abs(), target),
    );
    let sensible = setting.hypothesis(
        word!("σ₀ > 0 as estimated (own addition)"),
        "s",
        Relation::Above,
        |m| (first_estimate(m, target), 0.0),
    );
    let vanishing = beyond.fails_for();
    let outcome = if !positive.holds() {
        say!(
            "{} is never given anything, and what is not measured cannot grow.",
            whom(&positive.fails_for(), &setting.workers)
        )
    } else if !settles(setting) {
        word!("A latency is believed to be so much longer than it is that estimates make no sense: chunks swing, or grow without measure.").to_owned()
    } else if vanishing.is_empty() {
        let ratio = |m: &Worker| (m.apparent_latency() / target).abs();
        let slowest = setting.workers.iter().map(ratio).fold(0.0, f64::max);
        let slow: Vec<usize> = (0..)
            .zip(&setting.workers)
            .filter(|(_, m)| ratio(m) >= slowest * (1.0 - NOISE))
            .map(|(worker, _)| worker)
            .collect();
        let whose = if slow.len() == setting.workers.len() {
            String::new()
        } else {
            say!(" at the slowest, {}", whom(&slow, &setting.workers))
        };
        let rounds = setting.workers.iter().map(|m| {
            let start = (1.0 - m.limit_chunk(target) / m.first_chunk(target)).abs();
            rounds_until(start, (m.apparent_latency() / target).abs(), 0.01)
        });
        say!(
            "Every round's duration is estimated to tend to τ = {} s; the distance shrinks to {} of itself each round{whose}. Chunks are within 1 % of their limits \
             {}.",
            amount(target),
            amount(slowest),
            match rounds.fold(0.0, f64::max) {
                0.0 => word!("from the first round on").to_owned(),
                1.0 => word!("after one round").to_owned(),
                many => say!("after {many} rounds"),
            },
        )
    } else {
        vanish(setting, &vanishing)
    };
    Theorem {
        number: 1,
        name: word!("Proposition 1: convergence"),
        statement: word!(
            "With constant speeds and without contention, the durations of rounds tend to the target, and chunks to F(τ − 2f)."
        ),
        source: word!("Millot and Parrot 2016, proposition 1"),
        expected: if !settles(setting) {
            Vec::new()
        } else {
            setting.expect(|worker, m| Expected::Chunk {
                worker,
                value: m.limit_chunk(target),
                first: m.first_chunk(target),
            })
        },
        hypotheses: and_uncontended(setting, vec![positive, beyond, sensible]),
        outcome,
    }
}

/// The workers that wait for data, and for how long.
struct Starving {
    /// Those whose own data come late in every round of the long run.
    starved: Vec<usize>,
    /// The others that do not compute during the whole turn of a ring.
    others: Vec<usize>,
    /// Those whose second subchunk comes late in the first round.
    once: Vec<usize>,
    /// The duration of the ring's turn, s.
    round: f64,
    /// The most time that a worker loses in a round to its own data, s.
    lost: f64,
}

impl Starving {
    fn of(setting: &Setting) -> Self {
        let target = setting.target;
        let round = turn(setting);
        let those = |so: &dyn Fn(&Worker) -> bool| -> Vec<usize> {
            let all = (0..).zip(&setting.workers);
            all.filter(|(_, m)| so(m)).map(|(place, _)| place).collect()
        };
        let starved = those(&|m| !is_fed(m, m.limit_chunk(target)));
        let mut others = those(&|m| !fills(m, target, round));
        others.retain(|place| !starved.contains(place));
        let lost = setting.workers.iter().map(|m| {
            let chunk = m.limit_chunk(target);
            steady_period(m, chunk) - m.computing(chunk)
        });
        Self {
            // The chunk of the first round is no limit.
            once: those(&|m| {
                let chunk = m.first_chunk(target);
                is_late(m, Window::of(m, chunk, chunk))
            }),
            lost: lost.fold(0.0, f64::max),
            starved,
            others,
            round,
        }
    }

    /// The waits, after a beginning such as "Without contention,".
    fn said(&self, setting: &Setting) -> String {
        if !settles(setting) {
            word!("chunks have no limit, so that nothing can be said of later rounds.").to_owned()
        } else if !self.starved.is_empty() {
            let waiting = match self.others.as_slice() {
                [] => String::new(),
                _ if !setting.ring => String::new(),
                others => say!(
                    " The ring turns in {} s, and {} for a turn.",
                    amount(self.round),
                    waits(others, setting)
                ),
            };
            say!(
                "data come late in every round for {}: up to {} s of a round are lost.{waiting} The adaptation does not see it.",
                whom(&self.starved, &setting.workers),
                amount(self.lost)
            )
        } else if setting.ring && !self.others.is_empty() {
            say!(
                "each worker’s own data would come in time, but the ring turns in {} s, and {} for a turn. The adaptation does not see it.",
                amount(self.round),
                waits(&self.others, setting)
            )
        } else if setting.one_port && !setting.ring {
            word!("each worker’s own data come in time in the long run; how long it waits for the port depends on the order of arrival.").to_owned()
        } else if !self.once.is_empty() {
            say!(
                "in the long run no worker waits for data; in the first round the second subchunk comes late for {}.",
                whom(&self.once, &setting.workers)
            )
        } else {
            word!("in the long run no worker waits for data.").to_owned()
        }
    }
}

/// Whether each worker waits for data in the long run, where that is known.
fn feeding(setting: &Setting) -> Vec<Expected> {
    let known = is_undisturbed(setting) && (!setting.one_port || setting.ring || is_full(setting));
    if !known {
        return Vec::new();
    }
    let target = setting.target;
    let turn = turn(setting);
    let clear = |m: &Worker| {
        // The simulation cannot confirm or refute a wait below the threshold of waiting.
        let share = m.computing(m.limit_chunk(target)) / own_turn(setting, m);
        !(1.0 - CLEAR..1.0 - NOISE).contains(&share)
    };
    let members = (0..).zip(&setting.workers);
    members
        .filter(|(_, m)| clear(m))
        .map(|(worker, m)| Expected::Fed {
            worker,
            // In a ring the slowest makes the others wait.
            fed: match setting.ring {
                true => fills(m, target, turn),
                false => is_fed(m, m.limit_chunk(target)),
            },
        })
        .collect()
}

pub(super) fn starvation(setting: &Setting) -> Theorem {
    let target = setting.target;
    let window = |m: &Worker| Window::at_limit(m, target);
    let low = setting.hypothesis("θ ≥ θmin", "", Relation::AtLeast, |m| {
        (m.theta, window(m).map_or(f64::INFINITY, |w| w.low))
    });
    let high = setting.hypothesis("θ ≤ θmax", "", Relation::AtMost, |m| {
        (m.theta, window(m).map_or(f64::NEG_INFINITY, |w| w.high))
    });
    let returned = setting.hypothesis(
        word!("R ≤ C: results return as fast as they come (own addition)"),
        "s",
        Relation::AtMost,
        |m| {
            let chunk = m.limit_chunk(target);
            (m.returning(chunk), m.computing(chunk))
        },
    );
    let said = Starving::of(setting).said(setting);
    Theorem {
        number: 2,
        name: word!("Proposition 2: no starvation"),
        statement: word!(
            "Without contention, no worker starves if and only if each θ lies in its window."
        ),
        source: word!(
            "Millot and Parrot 2016, proposition 2; corrected: below the window only the first round starves, and the return link has to keep up"
        ),
        outcome: where_uncontended(setting, &said),
        expected: feeding(setting),
        hypotheses: and_uncontended(setting, vec![low, high, returned]),
    }
}

pub(super) fn rate(setting: &Setting) -> Theorem {
    let target = setting.target;
    // In a ring no worker's rounds are shorter than the slowest's.
    let round = if setting.ring { turn(setting) } else { 0.0 };
    let period = |m: &Worker| {
        let chunk = m.limit_chunk(target);
        (steady_period(m, chunk).max(round), m.computing(chunk))
    };
    let fed = setting.hypothesis(word!("no starvation"), "s", Relation::AtMost, period);
    let workers = || setting.workers.iter();
    let free = workers().all(|m| m.latency == 0.0 && m.limit_chunk(target) > 0.0);
    let total: f64 = workers().map(|m| m.speed).sum();
    let most: f64 = workers().map(|m| yields(m, target)).sum();
    let outcome = match (fed.holds() || most == 0.0, free) {
        (true, true) => say!(
            "{} u/s, all that the workers can compute: the optimum for any τ.",
            amount(most)
        ),
        (true, false) => say!(
            "{} u/s of the {} u/s that the workers could compute without latencies; a longer τ loses less.",
            amount(most),
            amount(total)
        ),
        (false, _) => say!(
            "less than {} u/s: {} in every round.",
            amount(most),
            waits(&fed.fails_for(), setting)
        ),
    };
    Theorem {
        number: 3,
        name: word!("Proposition 3: throughput"),
        statement: word!(
            "Without contention and starvation a worker's throughput tends to (1 − 2f/τ)F; without latencies that is optimal."
        ),
        source: word!("Millot and Parrot 2016, proposition 3"),
        expected: if is_full(setting) {
            vec![Expected::Throughput {
                value: workers().map(|m| m.limit_chunk(target)).sum::<f64>() / turn(setting),
                most: total,
            }]
        } else {
            Vec::new()
        },
        hypotheses: and_uncontended(setting, vec![fed]),
        outcome: where_uncontended(setting, &outcome),
    }
}

pub(super) fn contention(setting: &Setting) -> Theorem {
    let spaced = in_every_round(setting);
    let outcome = if spaced.holds() {
        word!("No two transfers want the same direction of the port at once.").to_owned()
    } else if setting.workers.len() == 1 {
        word!("A single worker’s transfers wait for no other worker’s.").to_owned()
    } else {
        say!(
            "Transfers to {} may have to wait. Workers may still sort themselves out after a few collisions.",
            whom(&spaced.fails_for(), &setting.workers)
        )
    };
    Theorem {
        number: 4,
        name: word!("Proposition 4: contention"),
        statement: word!(
            "No two transfers contend if and only if every spacing is at least what both directions of the port need in the meantime."
        ),
        source: word!(
            "Millot and Parrot 2016, proposition 4; printed with >, which contradicts equation 13; “only if” means: nothing is guaranteed"
        ),
        expected: if spaced.holds() {
            vec![Expected::NoContention]
        } else {
            Vec::new()
        },
        hypotheses: vec![spaced],
        outcome,
    }
}

pub(super) fn sufficient(setting: &Setting) -> Theorem {
    let target = setting.target;
    let ample = setting.hypothesis("(12) α₀ ≥ F(τ − 2f)", "u", Relation::AtLeast, |m| {
        (m.first_chunk(target), m.limit_chunk(target))
    });
    let spaced = setting.spaced(
        word!("(13) d from first chunks"),
        &setting.needed(|m| m.first_chunk(target)),
    );
    let sum = setting.spacings.iter().sum();
    let fit = Hypothesis {
        text: word!("(15) Σd ≤ τ"),
        unit: "s",
        conditions: vec![Condition {
            worker: None,
            value: sum,
            relation: Relation::AtMost,
            limit: target,
        }],
    };
    let (kept, round) = (is_undisturbed(setting), turn(setting));
    let outcome = if !fit.holds() {
        let turns = if !setting.ring {
            word!("workers idle").to_owned()
        } else if kept {
            say!(
                "the ring turns in {} s instead of {} s, and workers idle",
                amount(round),
                amount(target)
            )
        } else {
            say!(
                "the ring takes at least as long for a turn instead of {} s, and workers idle",
                amount(target)
            )
        };
        say!(
            "The spacings of a turn take {} s: they are kept in every round, so that {turns}, though every round's computation still tends to the target.",
            amount(sum)
        )
    } else if !spaced.holds() {
        say!(
            "The spacing is too short before {}: transfers may collide.",
            whom(&spaced.fails_for(), &setting.workers)
        )
    } else if !ample.holds() {
        say!(
            "The first chunk is too small for {}: chunks grow, and spacings that were made for first chunks become too short.",
            whom(&ample.fails_for(), &setting.workers)
        )
    } else if !kept || !setting.ring {
        word!("Chunks never exceed the first ones, so that spacings made for those suffice for ever: no contention.").to_owned()
    } else if round > target * (1.0 + CLEAR) {
        say!(
            "Chunks never exceed the first ones, so that spacings made for those suffice for ever: no contention. But data come late, and the ring turns in {} s \
             instead of {} s.",
            amount(round),
            amount(target)
        )
    } else {
        say!(
            "Chunks never exceed the first ones, so that spacings made for those suffice for ever: no contention, and the ring turns in {} s.",
            amount(round)
        )
    };
    let mut expected = Vec::new();
    if ample.holds() && spaced.holds() && fit.holds() {
        expected.push(Expected::NoContention);
    }
    if is_undisturbed(setting) && (setting.ring || is_full(setting)) {
        expected.push(Expected::Period {
            value: turn(setting),
        });
    }
    Theorem {
        number: 5,
        name: word!("Proposition 5: a sufficient condition"),
        statement: word!(
            "First chunks at least as large as their limits, spacings made for them, and a round that holds all spacings: no contention."
        ),
        source: word!("Millot and Parrot 2016, proposition 5"),
        hypotheses: vec![ample, spaced, fit],
        outcome,
        expected,
    }
}
