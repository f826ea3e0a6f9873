//! The schedule beside one of the same work without the strategy, and the reasons why one is ahead of the other.

use report::Winner;
use report::words::number;
use report::worlds::{Part, Place, Reason, Work, Worlds};
use schedule::same_work::{Same, Units, waiting};
use schedule::{LaneId, Link, Schedule};
use words::{say, word};

use super::notes::every;
use super::outcomes::Outcomes;
use crate::iterations::{FINALIZE, REMAINDER};
use crate::own::Told;
use crate::parameters::Parameters;
use crate::study::{Method, Study, Worlds as Found};

/// Both worlds, where the strategy shown does something that equal shares, or one copy of each job, do not.
pub(super) fn of(study: &Study, outcomes: &Outcomes) -> Option<Worlds> {
    let Found {
        first,
        telling,
        seen,
        all,
        without,
        with,
        evidence,
    } = outcomes.worlds.as_ref()?;
    let parameters = study.parameters();
    let titles = [
        title(study.without(outcomes.shown)?, parameters),
        title(outcomes.shown, parameters),
    ];
    let part = Part {
        work: Work::Units(word!("iteration"), word!("iterations")),
        first: first[1],
        telling: *telling,
        seen: *seen,
        all: *all,
        evidence,
    };
    let both = [without, with];
    let reasons = reasons(outcomes, both, *first);
    Worlds::of(both, titles, &part, reasons)
}

/// The world that is ahead.
pub(super) fn winner(study: &Study, outcomes: &Outcomes) -> Option<Winner> {
    let without = study.without(outcomes.shown)?;
    let evidence = outcomes.against(without, outcomes.shown)?;
    Some(Winner::of(&evidence, [without, outcomes.shown].map(way)))
}

/// The name of a method without its numbers.
pub(super) fn way(method: Method) -> &'static str {
    match method {
        Method::Equal => word!("equal shares"),
        Method::Replicate(1) => word!("one copy of each job"),
        Method::Replicate(_) => word!("several copies of each job"),
        Method::Static => word!("shares set once"),
        Method::StaticHindsight => word!("shares set once, in hindsight"),
        Method::Dynamic => word!("balanced shares"),
        Method::DynamicHindsight => word!("shares by perfect forecasts"),
        Method::Speculate => word!("copies of late jobs"),
        Method::Own => word!("your own strategy"),
        Method::Adaptive | Method::Hindsight => word!("balancing or copies, as chosen"),
    }
}

/// The title of a world.
fn title(method: Method, parameters: &Parameters) -> String {
    match method {
        Method::Equal => word!("Equal shares").into(),
        Method::Replicate(1) => word!("One copy of each job").into(),
        Method::Replicate(copies) => say!("{} copies of each job", number(copies)),
        Method::Static => word!("Shares set once").into(),
        Method::StaticHindsight => word!("Shares set once, in hindsight").into(),
        Method::Dynamic => say!("Shares set {}", every(parameters.rebalance_every)),
        Method::DynamicHindsight => word!("Shares by perfect forecasts").into(),
        Method::Speculate => word!("Copies of late jobs").into(),
        Method::Own => word!("Your own strategy").into(),
        Method::Adaptive | Method::Hindsight => word!("Balancing or copies, as chosen").into(),
    }
}

/// One sentence for the cause that decides each iteration, without and with the strategy, in the order of the runtimes that they
/// meet. `first` are the numbers of the first iterations, counted from 0.
fn reasons(outcomes: &Outcomes, both: [&Schedule; 2], first: [usize; 2]) -> Vec<Reason> {
    let [other, schedule] = both;
    let [before, after] = both.map(waiting);
    let all = both.map(Units::of);
    // Iterations of equal number are compared only where they meet the same runtimes.
    let alike = Same::of(&both).in_step();
    let copies = matches!(outcomes.shown, Method::Replicate(copies) if copies > 1);
    let place = |world: usize, unit: usize| Place {
        unit: unit as u32,
        number: first.get(world).map_or(0, |first| first + unit + 1),
        called: word!("iteration"),
    };
    let slow = |unit: usize| before.iter().find(|one| one.unit == unit);
    let mut reasons: Vec<Reason> = before
        .iter()
        .map(|slow| place(0, slow.unit).waits(other, slow))
        .collect();
    let [_, units] = &all;
    for unit in 0..units.ends.len() {
        let place = place(1, unit);
        let times = schedule::same_work::times(&units.ends, unit..unit + 1);
        let killed = times
            .filter(|_| copies)
            .and_then(|times| most_saved(schedule, times));
        match (killed, after.iter().find(|one| one.unit == unit)) {
            (Some(killed), _) => reasons.push(stops(&place, schedule, killed)),
            (None, Some(still)) => {
                let slow = slow(unit).filter(|_| alike);
                reasons.push(place.waits_still(schedule, still, slow.map(|slow| (other, slow))));
            }
            (None, None) => {}
        }
    }
    speak(&mut reasons, schedule, first[1], &outcomes.told);
    let begins = |reason: &Reason| {
        let units = all.get(usize::from(reason.with));
        units.and_then(|units| units.inputs.get(reason.unit as usize).copied())
    };
    reasons.sort_by_key(|reason| (begins(reason), reason.with));
    reasons
}

/// Replaces the reason of an iteration by the text that a strategy printed before it. `first` is the number of the first iteration,
/// counted from 0.
fn speak(reasons: &mut Vec<Reason>, schedule: &Schedule, first: usize, told: &Told) {
    let units = Units::of(schedule);
    for (unit, _) in units.ends.iter().enumerate() {
        let Some(said) = told.printed.get(&((first + unit) as u32)) else {
            continue;
        };
        let place = Place {
            unit: unit as u32,
            number: first + unit + 1,
            called: word!("iteration"),
        };
        let begun = unit
            .checked_sub(1)
            .and_then(|before| units.ends.get(before));
        let begun = begun.copied().unwrap_or(0.0);
        let text = say!(
            "Before iteration {}, your strategy says: “{said}”.",
            place.number
        );
        let own = place.reason(true, LaneId(0), begun, text);
        match reasons
            .iter_mut()
            .find(|one| one.with && one.unit == own.unit)
        {
            Some(reason) => *reason = own,
            None => reasons.push(own),
        }
    }
}

/// The copy that was stopped between two moments and would have gone on for longest.
fn most_saved(schedule: &Schedule, (from, to): (f64, f64)) -> Option<Link> {
    let stopped = schedule
        .links()
        .iter()
        .filter(|link| link.kind == REMAINDER && from < link.start && link.start <= to);
    stopped.max_by(|a, b| (a.end - a.start).total_cmp(&(b.end - b.start)))
}

/// The first copy to finish stops the others.
fn stops(place: &Place<'_>, schedule: &Schedule, killed: Link) -> Reason {
    let links = schedule.links();
    // A message that takes no time leaves no trace.
    let message = links
        .iter()
        .find(|link| link.kind == FINALIZE && link.to == killed.from && link.end == killed.start);
    let winner = message.map_or_else(String::new, |message| {
        // Each copy has a clock of its own: the copy that stops knows its job.
        let span = schedule.span_at(killed.from, killed.start.next_down());
        let job = span.and_then(|span| span.job.number());
        let job = job.map_or_else(|| word!("a job").to_owned(), |job| say!("job {job}"));
        let name = name(schedule, message.from);
        say!("{name} finishes {job} first; ")
    });
    let text = say!(
        "In iteration {}, {winner}the copy on {} stops {} before it would have ended.",
        place.number,
        name(schedule, killed.from),
        time(schedule, killed.end - killed.start)
    );
    place.reason(true, killed.from, killed.start, text)
}

fn name(schedule: &Schedule, lane: LaneId) -> &str {
    schedule.lane(lane).name()
}

/// A length of time of a schedule in words.
fn time(schedule: &Schedule, length: f64) -> String {
    report::words::length(schedule.unit(), length)
}
