//! Crashes and repairs at random: exponential times to failure and to repair for each computer, the same for every compared
//! scheme. Not from the thesis, whose model has no time.

use std::ops::ControlFlow;

use report::{Cancelled, Observer, Passes};
use trace::random::Random;
use words::word;

use crate::error::{Error, one_each, positive, within};
use crate::placement::{Crashed, place};
use crate::scheme::Scheme;
use crate::timeline::Event;

/// The purpose of the random numbers, as part of their streams. The number is used once only.
const PURPOSE: u64 = 0x0602;

/// The most events of a run.
pub const MOST_EVENTS: usize = 1_000_000;

/// The most runs of a study.
pub const MOST_RUNS: usize = 100_000;

/// The mean times to failure and to repair of computers, and the duration of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Faults {
    /// The mean time to failure and the mean time to repair of each computer, h.
    means: Vec<(f64, f64)>,
    /// The duration of a run, h.
    until: f64,
}

/// A number above 0, rounded down to two significant digits.
fn two_digits(value: f64) -> f64 {
    let power = libm::floor(libm::log10(value));
    if power < 1.0 {
        // A quotient of whole numbers is the double closest to its decimal, which prints with few digits.
        let scale = libm::pow(10.0, 1.0 - power);
        (value * scale).floor() / scale
    } else {
        let unit = libm::pow(10.0, power - 1.0);
        (value / unit).floor() * unit
    }
}

/// An event with its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timed {
    /// The time since the start of the run, h.
    pub time: f64,
    /// The event. All computers may be down at once.
    pub event: Event,
}

impl Faults {
    /// The faults with the mean times to failure and to repair of each computer and the duration of a run, all in h.
    ///
    /// # Errors
    /// [`Error::Range`] for fewer than 2 or more than 1024 computers, [`Error::Events`] for more than half a million expected
    /// events, [`Error::Positive`] for a time that is not a finite number above 0.
    pub fn new(means: Vec<(f64, f64)>, until: f64) -> Result<Self, Error> {
        within(
            word!("number of computers"),
            means.len(),
            2,
            crate::list::MOST_COMPUTERS,
        )?;
        positive(word!("length of a run"), until)?;
        for (to_failure, to_repair) in &means {
            positive(word!("mean time to failure"), *to_failure)?;
            positive(word!("mean time to repair"), *to_repair)?;
        }
        let faults = Self { means, until };
        // Half of the limit, so that hardly any run reaches it.
        let (expected, most) = (faults.expected_events(), MOST_EVENTS / 2);
        if expected > most as f64 {
            return Err(Error::Events {
                expected: expected as u64,
                most: most as u64,
                longest: two_digits(until * most as f64 / expected),
            });
        }
        Ok(faults)
    }

    /// The number of crashes and repairs to be expected in a run.
    fn expected_events(&self) -> f64 {
        let cycles = self.means.iter();
        let cycles = cycles.map(|(to_failure, to_repair)| self.until / (to_failure + to_repair));
        2.0 * cycles.sum::<f64>()
    }

    /// The events of a run in order of time, simultaneous ones in order of the computers. Each computer has a random stream
    /// of its own, so that another number of computers changes nothing for the first ones.
    #[must_use]
    pub fn history(&self, seed: u64, run: u64) -> Vec<Timed> {
        let mut events = Vec::new();
        for (computer, (to_failure, to_repair)) in self.means.iter().enumerate() {
            let mut random = Random::stream(seed, &[run, computer as u64, PURPOSE]);
            let mut time = 0.0;
            let mut down = false;
            while events.len() < MOST_EVENTS {
                time += random.exponential(if down { *to_repair } else { *to_failure });
                if time >= self.until {
                    break;
                }
                down = !down;
                let event = if down {
                    Event::Crash(computer)
                } else {
                    Event::Repair(computer)
                };
                events.push(Timed { time, event });
            }
        }
        events.sort_by(|a, b| a.time.total_cmp(&b.time));
        events
    }
}

/// The outcome of a run for a scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The load of the fullest computer, averaged over the time in which a computer was up; 0 where none ever was.
    pub mean: f64,
    /// The greatest load at any time.
    pub worst: u32,
    /// The number of moves of processes in the run.
    pub moves: u64,
    /// The share of time in which all computers were down.
    pub all_down: f64,
    /// The number of computers down at once, averaged over the run.
    pub down: f64,
}

/// The load of the fullest computer at a moment, over all runs in which a computer was up at that moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The time since the start of the run, h.
    pub time: f64,
    /// The mean over the runs; 0 where there are none.
    pub mean: f64,
    /// The standard error of this mean; 0 for fewer than two runs.
    pub error: f64,
    /// The greatest load of all runs.
    pub worst: u32,
    /// The number of runs in which a computer was up.
    pub runs: u64,
}

/// The outcome of a study for a scheme.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// The outcome of every run.
    pub runs: Vec<Run>,
    /// Equidistant moments, the start first.
    pub moments: Vec<Moment>,
}

/// A mean and the sum of squares around it, one value after another.
#[derive(Clone, Copy, Debug, Default)]
struct Running {
    count: u64,
    mean: f64,
    squares: f64,
    worst: u32,
}

impl Running {
    fn add(&mut self, load: u32) {
        self.count += 1;
        let far = f64::from(load) - self.mean;
        self.mean += far / self.count as f64;
        self.squares += far * (f64::from(load) - self.mean);
        self.worst = self.worst.max(load);
    }

    fn moment(self, time: f64) -> Moment {
        let count = self.count as f64;
        let error = if self.count > 1 {
            (self.squares / (count - 1.0) / count).sqrt()
        } else {
            0.0
        };
        Moment {
            time,
            mean: self.mean,
            error,
            worst: self.worst,
            runs: self.count,
        }
    }
}

/// Compares schemes under the same crashes: one study for each, of the same runs. After `budget` placements of a process no further
/// run begins, so that there may be fewer runs, but one at least.
///
/// # Errors
/// [`Error::Number`] for a scheme with another number of computers; [`Error::Range`] for runs outside 1 to 100,000 or moments
/// outside 2 to 10,000; [`Error::Cancelled`].
pub fn compare(
    schemes: &[Scheme],
    faults: &Faults,
    seed: u64,
    runs: u64,
    moments: usize,
    budget: u64,
    observer: &mut dyn Observer,
) -> Result<Vec<Study>, Error> {
    let number = usize::try_from(runs).unwrap_or(usize::MAX);
    within(word!("number of runs"), number, 1, MOST_RUNS)?;
    within(word!("number of moments"), moments, 2, 10_000)?;
    let pairs = faults.means.len();
    for scheme in schemes {
        one_each(word!("pairs of mean times"), pairs, scheme.computers())?;
    }
    let mut studies: Vec<Study> = schemes
        .iter()
        .map(|_| Study {
            runs: Vec::new(),
            moments: Vec::new(),
        })
        .collect();
    let mut sums: Vec<Vec<Running>> = schemes
        .iter()
        .map(|_| vec![Running::default(); moments])
        .collect();
    let processes: usize = schemes.iter().map(|scheme| scheme.processes().len()).sum();
    let mut placed = 0_u64;
    // The budget ends the runs before their number does.
    let affordable = (budget as f64 / (faults.expected_events() * processes as f64)) as u64;
    let expected = runs.min(affordable.saturating_add(1));
    let mut passes = Passes::new(observer, expected.saturating_mul(schemes.len() as u64));
    for run in 0..runs {
        if placed > budget {
            break;
        }
        let history = faults.history(seed, run);
        placed = placed.saturating_add((history.len() * processes) as u64);
        for ((scheme, study), sums) in schemes.iter().zip(&mut studies).zip(&mut sums) {
            let mut pass = passes.next(1);
            let run = one(scheme, &history, faults.until, sums, &mut pass)?;
            study.runs.push(run);
        }
    }
    for (study, sums) in studies.iter_mut().zip(sums) {
        let at = |place: usize| moment(place, moments, faults.until);
        study.moments = (0..)
            .zip(sums)
            .map(|(place, sum)| sum.moment(at(place)))
            .collect();
    }
    Ok(studies)
}

/// The time of a moment: the last one is the end of the run.
fn moment(place: usize, moments: usize, until: f64) -> f64 {
    until * place as f64 / (moments - 1) as f64
}

/// The number of events between two questions to the observer.
const TURN: usize = 1024;

/// Runs a scheme under a history of crashes and repairs.
fn one(
    scheme: &Scheme,
    history: &[Timed],
    until: f64,
    sums: &mut [Running],
    observer: &mut dyn Observer,
) -> Result<Run, Cancelled> {
    let n = scheme.computers();
    let moments = sums.len();
    let mut waiting = sums.iter_mut().enumerate().peekable();
    let mut down = vec![false; n];
    let mut hosts: Vec<usize> = scheme
        .processes()
        .iter()
        .map(|process| process.home)
        .collect();
    let mut load = Some(place(scheme, &Crashed::none(n)).load());
    let (mut area, mut up, mut none, mut down_time, mut now) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let mut run = Run {
        mean: 0.0,
        worst: load.unwrap_or(0),
        moves: 0,
        all_down: 0.0,
        down: 0.0,
    };
    let ends = history
        .iter()
        .map(|timed| (timed.time, Some(timed.event)))
        .chain([(until, None)]);
    for (done, (time, event)) in ends.enumerate() {
        if done.is_multiple_of(TURN)
            && observer.progress(done as u64, history.len() as u64) == ControlFlow::Break(())
        {
            return Err(Cancelled);
        }
        while let Some((_, sum)) = waiting.next_if(|(at, _)| {
            let at = moment(*at, moments, until);
            at < time || (event.is_none() && at <= time)
        }) {
            if let Some(load) = load {
                sum.add(load);
            }
        }
        if let Some(load) = load {
            area += f64::from(load) * (time - now);
            up += time - now;
        } else {
            none += time - now;
        }
        let number = down.iter().filter(|down| **down).count();
        down_time += number as f64 * (time - now);
        now = time;
        let Some(event) = event else { break };
        let (computer, crash) = match event {
            Event::Crash(computer) => (computer, true),
            Event::Repair(computer) => (computer, false),
        };
        if let Some(down) = down.get_mut(computer) {
            *down = crash;
        }
        let crashed: Vec<usize> = (0..)
            .zip(&down)
            .filter_map(|(computer, down)| down.then_some(computer))
            .collect();
        // Where all computers are down, processes wait on their last computers.
        load = Crashed::new(n, &crashed).ok().map(|crashed| {
            let placed = place(scheme, &crashed);
            run.moves += hosts
                .iter()
                .zip(&placed.hosts)
                .filter(|(old, new)| old != new)
                .count() as u64;
            let load = placed.load();
            hosts = placed.hosts;
            run.worst = run.worst.max(load);
            load
        });
    }
    run.mean = if up > 0.0 { area / up } else { 0.0 };
    run.down = if until > 0.0 { down_time / until } else { 0.0 };
    run.all_down = if until > 0.0 { none / until } else { 0.0 };
    Ok(run)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{Faults, Running, TURN, compare};
    use crate::timeline::Event;
    use crate::{Error, Scheme, schemes};

    #[test]
    fn the_error_of_a_moment_is_that_of_a_sample() {
        let mut running = Running::default();
        for load in [1, 2, 4] {
            running.add(load);
        }
        let moment = running.moment(0.0);
        // The squares sum to 14/3: over 2 for the variance, over 3 for the variance of the mean.
        assert!((moment.error - (14.0_f64 / 3.0 / 2.0 / 3.0).sqrt()).abs() < 1e-12);
        assert!((moment.mean - 7.0 / 3.0).abs() < 1e-12);
        assert_eq!((moment.worst, moment.runs), (4, 3));
    }

    #[test]
    fn a_long_run_is_heard_while_it_lasts_and_stops_when_it_is_asked_to() -> Result<(), Error> {
        let schemes = [Scheme::regular(&schemes::intuitive::list(3)?.list)];
        let faults = Faults::new(vec![(1.0, 1.0); 3], 20.0 * TURN as f64)?;
        let mut told = Vec::new();
        let mut watch = |done: u64, total: u64| {
            told.push(done as f64 / total as f64);
            match told.len() < 30 {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        let ended = compare(&schemes, &faults, 1, 1, 2, u64::MAX, &mut watch);
        assert!(matches!(ended, Err(Error::Cancelled(_))), "{ended:?}");
        assert!(told.is_sorted() && told.len() == 30);
        Ok(())
    }

    #[test]
    fn progress_reaches_its_end_also_where_the_budget_ends_the_runs() -> Result<(), Error> {
        let schemes = [Scheme::regular(&schemes::intuitive::list(8)?.list)];
        let faults = Faults::new(vec![(1.0, 1.0); 8], 400.0)?;
        for budget in [0, 60_000, 200_000, u64::MAX] {
            let mut last = 0.0;
            let mut watch = |done: u64, total: u64| {
                last = done as f64 / total as f64;
                ControlFlow::Continue(())
            };
            let studies = compare(&schemes, &faults, 1, 12, 2, budget, &mut watch)?;
            let runs = studies.iter().map(|study| study.runs.len()).sum::<usize>();
            // The last run is heard from its beginning on.
            let least = (runs as f64 - 1.5) / runs as f64;
            assert!(last >= least, "{budget}: {last} of {runs} runs");
        }
        Ok(())
    }

    #[test]
    fn computers_down_are_counted_by_time_and_a_budget_ends_the_runs() -> Result<(), Error> {
        let scheme = [Scheme::regular(&schemes::intuitive::list(5)?.list)];
        let faults = Faults::new(vec![(10.0, 5.0); 5], 100.0)?;
        let study = |budget| compare(&scheme, &faults, 3, 6, 2, budget, &mut report::Silent);
        let all = study(u64::MAX)?;
        for (number, run) in (0..).zip(all.iter().flat_map(|study| &study.runs)) {
            // Each crash takes away the rest of the time, each repair gives it back.
            let down: f64 = faults
                .history(3, number)
                .iter()
                .map(|timed| match timed.event {
                    Event::Crash(_) => 100.0 - timed.time,
                    Event::Repair(_) => timed.time - 100.0,
                })
                .sum();
            assert!((run.down - down / 100.0).abs() < 1e-9);
            // The last computer up has all processes, so without such a load one was up at any time.
            assert!(run.worst == 5 || run.all_down == 0.0);
        }
        let counts = |studies: &[super::Study]| studies.iter().map(|study| study.runs.len()).sum();
        let (few, many): (usize, usize) = (counts(&study(0)?), counts(&all));
        assert_eq!((few, many), (1, 6));
        Ok(())
    }
}
