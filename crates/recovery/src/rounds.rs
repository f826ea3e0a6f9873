//! Crashes as rounds of work: after each event every process does its work once, and the round lasts as long as the fullest computer
//! needs. The thesis's model has no time; this one turns a load into a duration.

use recovery_model::placement::{Placement, place};
use recovery_model::{Crashed, Event, Scheme, timeline};
use report::Worlds;
use report::worlds::Reason;
use schedule::{
    Job, LaneId, MarkId, Phase, PhaseId, Recorder as _, Recording, Role, Schedule, Unit,
};
use words::{say, word};

use crate::cluster::{Built, number};

/// The cluster between two events.
#[derive(Clone, Debug)]
pub(crate) struct Round {
    /// The event before the round; nothing in a round that no event begins.
    pub(crate) event: Option<Event>,
    /// The computers that are down, ascending.
    pub(crate) down: Vec<usize>,
    pub(crate) placement: Placement,
    /// The processes that moved at its beginning.
    pub(crate) moved: Vec<usize>,
}

impl Round {
    /// The only round of a crash set.
    pub(crate) fn of(scheme: &Scheme, crashed: &Crashed) -> Self {
        let placement = place(scheme, crashed);
        let pairs = scheme.processes().iter().zip(&placement.hosts).enumerate();
        let moved = pairs.filter(|(_, (process, host))| process.home != **host);
        Self {
            event: None,
            down: crashed.computers(),
            moved: moved.map(|(number, _)| number).collect(),
            placement,
        }
    }

    /// The rounds of a script: the first one before any event.
    pub(crate) fn script(steps: Vec<timeline::Step>) -> Vec<Self> {
        let round = |step: timeline::Step| Self {
            event: step.event,
            down: step.crashed,
            placement: step.placement,
            moved: step.moved,
        };
        steps.into_iter().map(round).collect()
    }

    /// The load of the fullest computer.
    pub(crate) fn load(&self) -> u32 {
        self.placement.load()
    }

    /// The fullest computer, the first of several.
    pub(crate) fn fullest(&self) -> usize {
        let most = self.load();
        let mut loads = self.placement.loads.iter();
        loads.position(|load| *load == most).unwrap_or(0)
    }

    /// The processes on a computer.
    pub(crate) fn on(&self, computer: usize) -> impl Iterator<Item = usize> + '_ {
        let hosts = self.placement.hosts.iter().enumerate();
        hosts
            .filter(move |(_, host)| **host == computer)
            .map(|(process, _)| process)
    }
}

/// The name of a process: its home where each computer has one process, else with a letter: "4", "4b".
pub(crate) fn name(scheme: &Scheme, process: usize) -> String {
    let several = scheme.processes().len() / scheme.computers().max(1);
    let home = scheme.processes().get(process).map_or(0, |one| one.home);
    match several {
        0 | 1 => home.to_string(),
        several => {
            let letter = char::from(b'a' + (process % several).min(25) as u8);
            format!("{home}{letter}")
        }
    }
}

/// An event in words: "crash 3".
pub(crate) fn told(event: Event) -> String {
    match event {
        Event::Crash(computer) => say!("crash {computer}"),
        Event::Repair(computer) => say!("repair {computer}"),
    }
}

/// The end of each round, in units of the normal load.
pub(crate) fn ends(rounds: &[Round], units: impl Fn(u32) -> f64) -> Vec<f64> {
    let mut sum = 0.0;
    let end = |round: &Round| {
        sum += units(round.load());
        sum
    };
    rounds.iter().map(end).collect()
}

/// The computers to draw: all of a small cluster, else the computers that crash or take over in any of these rounds.
pub(crate) fn drawn(scheme: &Scheme, both: [&[Round]; 2]) -> Vec<usize> {
    /// The most computers of a cluster that is drawn whole.
    const ALL: usize = 32;
    let n = scheme.computers();
    let touched = |computer: &usize| {
        let mut rounds = both.iter().flat_map(|rounds| rounds.iter());
        rounds.any(|round| {
            round.down.contains(computer)
                || round.on(*computer).any(|process| {
                    let process = scheme.processes().get(process);
                    process.is_some_and(|process| process.home != *computer)
                })
        })
    };
    let some: Vec<usize> = (0..n).filter(touched).collect();
    match n <= ALL || some.is_empty() {
        true => (0..n).collect(),
        false => some,
    }
}

/// The rounds as a schedule: a lane for each of these computers, a block for each process that it hosts, as long as its work; crashed
/// computers are down during the whole round.
pub(crate) fn schedule(
    scheme: &Scheme,
    rounds: &[Round],
    computers: &[usize],
    units: impl Fn(u32) -> f64 + Copy,
) -> Result<Schedule, schedule::Error> {
    const OWN: PhaseId = PhaseId(0);
    const TAKEN: PhaseId = PhaseId(1);
    const DOWN: PhaseId = PhaseId(2);
    let lanes = computers.iter().map(|computer| say!("computer {computer}"));
    let phases = vec![
        Phase::new(word!("own process"), Role::Compute),
        Phase::new(word!("process taken over"), Role::Preempted),
        Phase::new(word!("down"), Role::Failed),
    ];
    let jobs = 0..scheme.processes().len();
    let several = scheme.processes().len() > scheme.computers();
    let events = rounds.iter().filter_map(|round| round.event.map(told));
    let marks = std::iter::once(word!("round").to_owned()).chain(events);
    // A recording numbers at most 255 kinds of marks.
    let marks = marks.take(u8::MAX.into());
    let mut recording = Recording::new(Unit::Units, lanes.collect(), phases)
        .with_marks(marks)
        .with_jobs(
            jobs.map(|process| match several {
                // Short enough to stand on a block.
                true => name(scheme, process),
                false => say!("process {process}"),
            })
            .collect(),
        );
    let (mut start, mut event) = (0.0, 0_u8);
    for (round, end) in rounds.iter().zip(ends(rounds, units)) {
        if round.event.is_some() {
            event = event.saturating_add(1);
            if event < u8::MAX {
                recording.mark(start, MarkId(event));
            }
        }
        for (lane, computer) in (0..).map(LaneId).zip(computers.iter().copied()) {
            if round.down.contains(&computer) {
                recording.span(lane, DOWN, start, end, Job::NONE);
                continue;
            }
            let mut load = 0;
            // The own process first, then the others by number.
            let home = |process: usize| {
                let found = scheme.processes().get(process);
                found.is_some_and(|found| found.home == computer)
            };
            let (own, taken): (Vec<usize>, Vec<usize>) =
                round.on(computer).partition(|one| home(*one));
            let all = own.into_iter().map(|one| (OWN, one));
            for (phase, process) in all.chain(taken.into_iter().map(|one| (TAKEN, one))) {
                let weight = scheme.processes().get(process).map_or(0, |one| one.weight);
                let from = start + units(load);
                load += weight;
                let until = (start + units(load)).min(end);
                recording.span(lane, phase, from, until, Job(process as u32));
            }
        }
        recording.mark(end, MarkId(0));
        start = end;
    }
    recording.finish(start)
}

/// The moment of a round in a script, in words: "after event 5, crash 3".
fn moment(number: usize, round: &Round) -> String {
    match round.event {
        Some(event) => say!("after event {number}, {}", told(event)),
        None => word!("before the first event").to_owned(),
    }
}

/// Both schemes, each with its fullest round.
pub(crate) struct Fullest<'a> {
    /// The names of the schemes in a sentence.
    pub(crate) names: [&'static str; 2],
    /// The unit of a load, one and many.
    pub(crate) counted: (&'static str, &'static str),
    pub(crate) rounds: [&'a Round; 2],
    /// The number of each round in the script; nothing outside of a script.
    pub(crate) numbers: Option<[usize; 2]>,
    /// The computers with lanes.
    pub(crate) computers: &'a [usize],
    pub(crate) built: &'a Built,
}

impl Fullest<'_> {
    /// The load of the fullest computer, as a lane shows it.
    fn total(&self, round: &Round) -> String {
        let number = number(self.built.units(round.load()));
        let (one, many) = self.counted;
        format!("{number} {}", if number == "1" { one } else { many })
    }

    /// The loads of both lanes that end last, and in a script the moments that are drawn.
    fn caption(&self) -> String {
        let ([without, with], [before, after]) = (self.names, self.rounds);
        let loads = match before.load() == after.load() {
            true => say!(
                "A lane is as long as its computer is full: the fullest computer has {} either way.",
                self.total(before)
            ),
            false => say!(
                "A lane is as long as its computer is full: the fullest computer has {} with {without} and {} with {with}.",
                self.total(before),
                self.total(after)
            ),
        };
        let moments = self.numbers.map(|[one, other]| match one == other {
            true => say!(
                "The script is shown at its fullest moment, {}.",
                moment(one, before)
            ),
            false => say!(
                "The script is shown at the fullest moment of each scheme: {}, and {}.",
                moment(one, before),
                moment(other, after)
            ),
        });
        report::words::sentences(std::iter::once(loads).chain(moments))
    }

    /// The computer that is fuller with one scheme than any is with the other.
    fn reason(&self) -> Option<Reason> {
        let [before, after] = self.rounds;
        let (worse, better) = (before.load(), after.load());
        if worse == better {
            return None;
        }
        let with = better > worse;
        let fuller = if with { after } else { before };
        let computer = fuller.fullest();
        let numbers = self
            .numbers
            .map(|[one, other]| if with { other } else { one });
        let when = numbers.map_or_else(String::new, |number| {
            format!("{}: ", moment(number, fuller))
        });
        let lane = self.computers.iter().position(|one| *one == computer);
        Some(Reason {
            unit: 0,
            with,
            lane: lane.unwrap_or(0) as u32,
            at: self.built.units(fuller.load()),
            text: report::words::capital(&say!(
                "{when}computer {computer} has {} instead of {}.",
                self.built.words(worse.max(better)),
                self.built.at_most(worse.min(better))
            )),
        })
    }

    /// Both schemes beside each other. Of a script only the fullest round of each is drawn: the rounds one after another would be as
    /// long as a sum of loads, which means nothing.
    pub(crate) fn worlds(&self, schedules: [Schedule; 2]) -> Worlds {
        let (one, many) = self.counted;
        let [without, with] = self.names.map(report::words::capital);
        let title = match self.numbers {
            Some(_) => word!("The fullest moment of the script with both schemes"),
            None => word!("The same crashes with both schemes"),
        };
        Worlds {
            title: Some(title.to_owned()),
            counted: Some((one.to_owned(), many.to_owned())),
            caption: self.caption(),
            without,
            with,
            unit: (word!("round").into(), word!("rounds").into()),
            together: true,
            first: 0,
            count: 1,
            number: 1,
            of: 1,
            reasons: self.reason().into_iter().collect(),
            schedules: Some(Box::new(schedules)),
            ..Worlds::default()
        }
    }
}
