//! The same load under two schedulers, and the reason why one is ahead of the other.

use report::number::fixed;
use report::words::{amount, percent, seconds};
use report::worlds::{Done, Reason, Work, Worlds};
use schedule::LaneId;
use schedule::same_work::ends;
use words::{say, word};

use crate::settings::Settings;
use crate::study::worlds::{Part, Worlds as Found};
use crate::watch::Round;
use divisible_model::own::Reasons;

/// A wait of at most this share of the target, or of the time of a policy for finite loads, decides nothing; nor does a change of a
/// chunk by less than the other share.
const WAIT: f64 = 0.005;
const CHANGE: f64 = 0.02;
/// The greatest deviation of a right chunk's duration from the target, as a share of it.
const RIGHT: f64 = 0.01;

/// Both worlds with their reasons; `load` is the unit of load.
pub(super) fn of(
    found: &Found,
    titles: [String; 2],
    mut reasons: Vec<Reason>,
    load: &str,
) -> Option<Worlds> {
    let [without, with] = &found.sides;
    reasons.sort_by_key(|reason| (reason.unit, reason.with));
    let part = report::worlds::Part {
        work: Work::Amounts(found.unit, load),
        first: found.first,
        telling: found.telling,
        seen: found.seen,
        all: found.all,
        evidence: &found.evidence,
    };
    Worlds::of([&without.schedule, &with.schedule], titles, &part, reasons)
}

/// The load done over time, with its unit.
pub(super) fn done(done: Option<&Done>, load: &str) -> Option<(String, Done)> {
    Some((load.into(), done?.clone()))
}

/// At most one sentence for each unit of a stream under a scheduler. `names` has the names of all workers, `load` is the unit of
/// load, and `own` has the texts that a strategy of one's own printed.
pub(super) fn of_stream(
    part: &Part,
    with: bool,
    names: &[&str],
    settings: &Settings,
    load: &str,
    own: Option<&Reasons>,
) -> Vec<Reason> {
    let side = Side {
        part,
        with,
        names,
        target: settings.target,
        settings,
        load,
        own,
    };
    side.reasons()
}

/// The longest wait of a worker for a chunk in each unit, under a policy for loads of known size.
pub(super) fn of_policy(part: &Part, names: &[&str]) -> Vec<Reason> {
    let (schedule, ends) = (&part.schedule, ends(&part.schedule));
    let mut best: Vec<Option<(f64, Reason)>> = ends.iter().map(|_| None).collect();
    for (worker, lane) in part.workers.clone().zip(&part.lanes) {
        for span in schedule.lane(*lane).iter() {
            let phase = schedule.phases().get(usize::from(span.phase.0));
            let (wait, unit) = (span.duration(), ends.partition_point(|end| *end < span.end));
            let idle = phase.is_some_and(|phase| phase.role.is_idle());
            let Some(kept) = best
                .get_mut(unit)
                .filter(|_| idle && span.end < schedule.makespan())
            else {
                continue;
            };
            if wait <= WAIT * schedule.makespan()
                || kept.as_ref().is_some_and(|kept| kept.0 >= wait)
            {
                continue;
            }
            let name = names.get(worker).copied().unwrap_or(word!("a worker"));
            let reason = Reason {
                unit: unit as u32,
                with: false,
                lane: lane.0,
                at: span.end,
                text: match span.start > 0.0 {
                    true => say!(
                        "{name} waits {} until it has its next chunk.",
                        seconds(wait)
                    ),
                    false => say!(
                        "{name} waits {} until it has its first chunk.",
                        seconds(wait)
                    ),
                },
            };
            *kept = Some((wait, reason));
        }
    }
    best.into_iter()
        .flatten()
        .map(|(_, reason)| reason)
        .collect()
}

/// One of both worlds.
struct Side<'f> {
    part: &'f Part,
    with: bool,
    names: &'f [&'f str],
    target: f64,
    settings: &'f Settings,
    /// The unit of load.
    load: &'f str,
    /// The texts that a strategy of one's own printed with its answers.
    own: Option<&'f Reasons>,
}

/// A possible reason of a unit, and its weight.
struct Candidate {
    reason: Reason,
    weight: f64,
}

impl Side<'_> {
    /// At most one sentence for each unit: the largest change of a chunk where chunks adapt, else the longest wait.
    fn reasons(&self) -> Vec<Reason> {
        let ends = ends(&self.part.schedule);
        let mut best: Vec<Option<Candidate>> = ends.iter().map(|_| None).collect();
        for (place, round) in self.part.rounds.iter().enumerate() {
            if round.number == 0 || !self.part.workers.contains(&(round.worker as usize)) {
                continue;
            }
            for mut candidate in self.candidates(place, round) {
                let at = candidate.reason.at;
                let unit = ends.partition_point(|end| *end < at);
                let Some(kept) = best.get_mut(unit).filter(|_| at > 0.0) else {
                    continue;
                };
                candidate.reason.unit = unit as u32;
                if kept
                    .as_ref()
                    .is_none_or(|kept| kept.weight < candidate.weight)
                {
                    *kept = Some(candidate);
                }
            }
        }
        best.into_iter().flatten().map(|one| one.reason).collect()
    }

    fn candidates(&self, place: usize, round: &Round) -> Vec<Candidate> {
        let [(begun, _), (second, _)] = round.computed;
        let mut out = Vec::new();
        if round.inter > WAIT * self.target {
            let text = self.waits(place, round);
            out.push(self.candidate(round, begun, text, round.inter / self.target));
        }
        if round.intra > WAIT * self.target {
            let text = say!(
                "{} waits {} for its second subchunk, which arrives after the first is computed.",
                self.name(round),
                seconds(round.intra)
            );
            out.push(self.candidate(round, second, text, round.intra / self.target));
        }
        if let Some((_, before)) = self.before(place, round).filter(|_| self.with) {
            let change = round.size / before.size - 1.0;
            let said = self
                .own
                .and_then(|own| own.get(&(round.worker, round.number)));
            if let Some(said) = said {
                let text = say!(
                    "Your strategy says of the next chunk of {}: “{said}”.",
                    self.name(round)
                );
                out.push(self.candidate(round, round.posted, text, 1e6 + change.abs()));
            } else if let Some(text) = self
                .resized(before, round)
                .filter(|_| change.abs() >= CHANGE)
            {
                // Changes of chunks come before all waits.
                out.push(self.candidate(round, round.posted, text, 1e6 + change.abs()));
            }
        }
        out
    }

    /// The reason why a chunk differs from the one before: the rest of the load, or the estimate. None of a strategy of one's own that
    /// does not follow the estimate.
    fn resized(&self, before: &Round, round: &Round) -> Option<String> {
        let Settings {
            adapt,
            own,
            relaxation,
            ..
        } = self.settings;
        let name = self.name(round);
        let scaled = match adapt {
            true => before.size * libm::pow(self.target / before.sigma, *relaxation),
            false => before.size,
        };
        if !own && round.size < scaled * (1.0 - 1e-6) {
            return Some(say!(
                "Only {} {} are left: the next chunk of {name} has no more.",
                amount(round.size),
                self.load
            ));
        }
        let off = (before.sigma / self.target - 1.0).abs() >= RIGHT;
        off.then(|| {
            say!(
                "The chunk of {name} takes an estimated {} instead of {}: its next chunk is {}.",
                seconds(before.sigma),
                seconds(self.target),
                sized(round.size / before.size - 1.0)
            )
        })
    }

    fn candidate(&self, round: &Round, at: f64, text: String, weight: f64) -> Candidate {
        let shown = (round.worker as usize).saturating_sub(self.part.workers.start);
        let lane = self.part.lanes.get(shown).copied().unwrap_or(LaneId(0));
        Candidate {
            reason: Reason {
                unit: 0,
                with: self.with,
                lane: lane.0,
                at: at - self.part.from,
                text,
            },
            weight,
        }
    }

    fn name(&self, round: &Round) -> &str {
        self.names
            .get(round.worker as usize)
            .copied()
            .unwrap_or(word!("a worker"))
    }

    /// The reason why a worker waits for its next chunk.
    fn waits(&self, place: usize, round: &Round) -> String {
        let (name, wait) = (self.name(round), seconds(round.inter));
        let target = seconds(self.target);
        let Some((before, own)) = self.before(place, round) else {
            return say!("{name} waits {wait} for its next chunk.");
        };
        let turn = own.returned.0 - ready(own);
        if turn < round.inter / 2.0 {
            return match self.settings.split {
                true => say!(
                    "{name} waits {wait} for its next chunk: its second subchunk takes less time than the return of a result and the \
                     sending of a chunk."
                ),
                false => say!(
                    "{name} waits {wait} for its next chunk, which is sent when the result of the one before is back."
                ),
            };
        }
        let culprit = self.served_first(before, own);
        let slow = culprit.filter(|other| computing(other) > (1.0 + RIGHT) * self.target);
        match (slow, culprit) {
            (Some(other), _) => say!(
                "{name} waits {wait} for its next chunk: the master first takes the result of {}, whose chunk takes {} instead of {target}.",
                self.name(other),
                seconds(computing(other))
            ),
            _ if computing(own) < (1.0 - RIGHT) * self.target => say!(
                "{name} waits {wait} for its next chunk: it computes its chunk in {} instead of {target}, and its turn comes later.",
                seconds(computing(own))
            ),
            (None, Some(other)) => say!(
                "{name} waits {wait} for its next chunk: the master first takes the result of {}.",
                self.name(other)
            ),
            (None, None) => {
                say!("{name} waits {wait} for its next chunk: its turn comes later.")
            }
        }
    }

    /// The round of the same worker before this one, and its place.
    fn before(&self, place: usize, round: &Round) -> Option<(usize, &Round)> {
        let earlier = self.part.rounds.get(..place)?.iter().enumerate().rev();
        let mut own = earlier.filter(|(_, other)| other.worker == round.worker);
        own.next()
            .filter(|(_, other)| other.number + 1 == round.number)
    }

    /// The worker that the master waited for last before it took a result that was ready.
    fn served_first(&self, place: usize, own: &Round) -> Option<&Round> {
        let earlier = self.part.rounds.get(..place)?.iter().rev();
        let since = ready(own);
        earlier
            .take_while(|other| other.returned.0 >= since && other.returned.0 <= own.returned.0)
            .find(|other| other.returned.0 - ready(other) <= 1e-9 * self.target)
    }
}

/// The date at which the first result of a round could have been returned, s.
fn ready(round: &Round) -> f64 {
    let [(_, ended), _] = round.computed;
    ended
}

/// The duration of computing a chunk, latencies included, s.
fn computing(round: &Round) -> f64 {
    round
        .computed
        .iter()
        .map(|(begun, ended)| ended - begun)
        .sum()
}

/// The change of a chunk from the one before: "8 % smaller", "2.4 times as large".
fn sized(change: f64) -> String {
    match change {
        change if change >= 1.0 => say!("{} times as large", fixed(1.0 + change, 1)),
        change if change > 0.0 => say!("{} larger", percent(change, 0)),
        change => say!("{} smaller", percent(-change, 0)),
    }
}
