//! AS4DR and its variants on one star: the simulation.
//!
//! A chunk's sending settles all activities of its worker up to the next service: links, processors and their speeds
//! depend on nothing else. So the master decides only at its services, and the events between them (two arrivals, two
//! ends of computation, two returned results for each round) follow from each other in constant time, without a queue.
//! Services happen in the order of the ring, or by the date at which first subchunks are computed, the lower place
//! first where dates are equal.

mod master;
mod state;

use schedule::Recorder;

use crate::earliest::Earliest;
use crate::outcome::{End, Outcome};
use crate::settings::{Order, Ports, Results, Settings, Stream};
use crate::watch::Watch;
use crate::{Error, Platform};
use master::{Master, Served};
use state::State;

/// Simulates the platform's workers under one master.
///
/// With [`schedule::Off`] and [`Unwatched`](crate::watch::Unwatched) it is the kernel: its memory grows with the
/// workers, not with the stream. With a recording from [`lanes::recording`](crate::lanes::recording) it draws the Gantt
/// chart; finish the recording with [`Outcome::elapsed`]. Both compute the same bits.
///
/// # Errors
/// Settings or a stream out of range; the error names the value and the allowed values.
///
/// ```
/// use divisible_model::{Platform, Settings, Stream, as4dr, watch::Unwatched};
/// use schedule::Off;
///
/// let platform = Platform::table_1();
/// let outcome = as4dr::simulate(&platform, &Settings::as4dr(60.0), &Stream::until(1800.0), &mut Off, &mut Unwatched)?;
/// assert_eq!(outcome.sending.events + outcome.returning.events, 0);
/// assert!((outcome.sigma.mean() - 60.0).abs() < 0.5);
/// # Ok::<(), divisible_model::Error>(())
/// ```
pub fn simulate<R: Recorder, W: Watch>(
    platform: &Platform,
    settings: &Settings,
    stream: &Stream,
    recorder: &mut R,
    watch: &mut W,
) -> Result<Outcome, Error> {
    simulate_from(platform, settings, stream, 0, recorder, watch)
}

/// The same; the lanes of its recording begin at `first`.
pub(crate) fn simulate_from<R: Recorder, W: Watch>(
    platform: &Platform,
    settings: &Settings,
    stream: &Stream,
    first: u32,
    recorder: &mut R,
    watch: &mut W,
) -> Result<Outcome, Error> {
    settings.check()?;
    stream.check()?;
    let mut states = State::all(platform, settings);
    let mut master = Master::new(settings, stream, first, recorder, watch);
    let end = match master.first_round(&mut states) {
        Served::Dry => End::Load,
        Served::Vanished => End::Vanished,
        Served::Stopped => End::Stopped,
        Served::Posted => match (settings.order, settings.results, settings.ports) {
            (_, Results::Push, Ports::One) => pushed(&mut master, &mut states, settings.order),
            (Order::Ring, ..) => ring(&mut master, &mut states),
            (Order::Fifo, ..) => fifo(&mut master, &mut states),
        },
    };
    Ok(master.finish(&mut states, end))
}

/// Serves the workers round by round.
fn ring<R: Recorder, W: Watch>(master: &mut Master<'_, R, W>, states: &mut [State<'_>]) -> End {
    'stream: loop {
        let mut open = false;
        for state in states.iter_mut().filter(|state| state.open) {
            open = true;
            if state.ready() > master.horizon {
                break 'stream;
            }
            match master.serve(state) {
                Served::Posted => {}
                Served::Dry => return End::Load,
                Served::Vanished => return End::Vanished,
                Served::Stopped => return End::Stopped,
            }
        }
        if !open {
            return End::Load;
        }
    }
    master.take_early(states);
    End::Horizon
}

/// Serves the workers in the order in which they compute their first subchunks.
fn fifo<R: Recorder, W: Watch>(master: &mut Master<'_, R, W>, states: &mut [State<'_>]) -> End {
    let mut queue = Earliest::new(states.len());
    for state in &*states {
        queue.set(state.place, state.ready());
    }
    loop {
        let Some((ready, place)) = queue.first() else {
            return End::Load;
        };
        let Some(state) = states.get_mut(place as usize) else {
            return End::Load;
        };
        if ready > master.horizon {
            return End::Horizon;
        }
        match master.serve(state) {
            Served::Posted if state.open => queue.set(place, state.ready()),
            Served::Posted => queue.set(place, f64::INFINITY),
            Served::Dry => return End::Load,
            Served::Vanished => return End::Vanished,
            Served::Stopped => return End::Stopped,
        }
    }
}

/// Takes results in the order in which they are ready, and sends when the result is in and the spacing has passed: in the
/// order of the ring, or in that of the results. At equal dates results come first.
fn pushed<R: Recorder, W: Watch>(
    master: &mut Master<'_, R, W>,
    states: &mut [State<'_>],
    order: Order,
) -> End {
    let mut results = Earliest::new(states.len());
    let mut turns = Earliest::new(states.len());
    for state in &*states {
        results.set(state.place, state.ready());
    }
    // Of the workers whose results are in, the one of the smallest rank goes next. The rank is the turn's place in the
    // ring, or the order in which the results came in.
    let count = states.len() as f64;
    let (mut turn, mut received) = (0.0, 0.0);
    loop {
        let (ready, place) = results.first().unwrap_or((f64::INFINITY, u32::MAX));
        let (rank, next) = turns.first().unwrap_or((f64::INFINITY, u32::MAX));
        let due = match states.get(next as usize) {
            Some(state) if order == Order::Fifo || rank == turn => master.due(state),
            _ => f64::INFINITY,
        };
        if due < ready {
            let Some(state) = states.get_mut(next as usize) else {
                return End::Load;
            };
            turns.set(next, f64::INFINITY);
            turn += 1.0;
            match master.post(state, due) {
                Served::Posted => results.set(next, state.ready()),
                Served::Dry => return End::Load,
                Served::Vanished => return End::Vanished,
                Served::Stopped => return End::Stopped,
            }
        } else if ready > master.horizon || ready == f64::INFINITY {
            let open = states.iter().any(|state| state.open);
            return if open { End::Horizon } else { End::Load };
        } else if let Some(state) = states.get_mut(place as usize) {
            results.set(place, f64::INFINITY);
            let at = master.take(state);
            if !master.goes_on() {
                return End::Stopped;
            }
            if state.last(master.rounds) {
                state.open = false;
            } else if at <= master.horizon {
                let rank = match order {
                    Order::Ring => f64::from(state.number) * count + f64::from(place),
                    Order::Fifo => received,
                };
                received += 1.0;
                turns.set(place, rank);
            }
        }
    }
}
