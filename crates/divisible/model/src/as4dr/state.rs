//! The simulation's state of one worker.

use crate::outcome::Account;
use crate::settings::Settings;
use crate::watch::Round;
use crate::{Platform, Worker};

/// One worker with its current chunk, round i. Dates in s.
pub(super) struct State<'a> {
    pub(super) worker: &'a Worker,
    pub(super) place: u32,
    /// Whether the worker still gets chunks.
    pub(super) open: bool,
    /// The number of chunks it has received.
    pub(super) posts: u32,
    /// i, the number of the current round, from 0.
    pub(super) number: u32,
    /// The size of the next chunk.
    pub(super) next: f64,
    /// α of rounds i, i-1 and i-2.
    pub(super) sizes: [f64; 3],
    pub(super) due: f64,
    pub(super) posted: f64,
    pub(super) arrived: [f64; 2],
    pub(super) begun: [f64; 2],
    pub(super) ended: [f64; 2],
    /// Waiting for the first and for the second subchunk.
    pub(super) waited: [f64; 2],
    /// When the result of the first subchunk was back at the master.
    pub(super) returned: f64,
    /// The number of first results that are back, also after the horizon.
    pub(super) received: u32,
    /// The beginning and the end of its wait for the receive port.
    pub(super) collided: (f64, f64),
    /// When its own links are free, where there is no port to wait for.
    pub(super) link_out: f64,
    pub(super) link_in: f64,
    /// The number of steps begun of each of its speeds: sending, computing, returning.
    pub(super) cursors: [usize; 3],
    /// The smoothed speed, u/s; none before the first measurement.
    pub(super) believed: Option<f64>,
    /// d_w in the first round, s: see [`Settings::spacings`].
    pub(super) delay: f64,
    /// D, Ṙ and R̈ of the first chunk.
    pub(super) first_sending: f64,
    pub(super) first_returning: [f64; 2],
    pub(super) account: Account,
    /// The round before, for a rule of one's own.
    pub(super) last: Option<Round>,
}

impl<'a> State<'a> {
    /// All workers before the first round.
    pub(super) fn all(platform: &'a Platform, settings: &Settings) -> Vec<State<'a>> {
        (0..)
            .zip(platform.workers())
            .zip(settings.spacings(platform))
            .map(|((place, worker), delay)| {
                let size = worker.first_chunk(settings.target);
                State {
                    worker,
                    place,
                    open: true,
                    posts: 0,
                    number: 0,
                    next: size,
                    sizes: [0.0; 3],
                    due: 0.0,
                    posted: 0.0,
                    arrived: [0.0; 2],
                    begun: [0.0; 2],
                    ended: [0.0; 2],
                    waited: [0.0; 2],
                    returned: 0.0,
                    received: 0,
                    collided: (0.0, 0.0),
                    link_out: 0.0,
                    link_in: 0.0,
                    cursors: [0; 3],
                    believed: None,
                    delay,
                    first_sending: worker.sending(size),
                    first_returning: worker.returning_parts(size),
                    account: Account::default(),
                    last: None,
                }
            })
            .collect()
    }

    /// When the result of the first subchunk is ready to be returned.
    #[inline]
    pub(super) fn ready(&self) -> f64 {
        match self.ended {
            [first, _] => first,
        }
    }

    /// Whether this is the last of so many rounds.
    #[inline]
    pub(super) fn last(&self, rounds: u32) -> bool {
        self.posts >= rounds
    }

    /// When the processor has computed all its chunks.
    #[inline]
    pub(super) fn free(&self) -> f64 {
        match self.ended {
            [_, second] => second,
        }
    }

    /// The spacing between the worker before, which has just received its chunk, and this one: eq (11) with D of that
    /// chunk and R̈ of the chunk two rounds before it.
    pub(super) fn spacing_of_the_moment(&self, before: (f64, f64)) -> f64 {
        let [size, ..] = self.sizes;
        let [first, _] = self.worker.returning_parts(size);
        before.0.max(before.1 + first)
    }

    /// D of the chunk just sent and R̈ of the chunk two rounds before it.
    pub(super) fn as_before(&self) -> (f64, f64) {
        let [size, _, older] = self.sizes;
        let second = match self.posts {
            0..=2 => 0.0,
            _ => {
                let [_, second] = self.worker.returning_parts(older);
                second
            }
        };
        (self.worker.sending(size), second)
    }
}

/// The spacing of eq (13) between two workers that meet first come first served.
pub(super) fn spacing_of_the_first_round(before: (f64, f64), state: &State<'_>) -> f64 {
    let [first, _] = state.first_returning;
    before.0.max(before.1 + first)
}

/// The input of [`spacing_of_the_first_round`] from the worker before.
pub(super) fn as_before_by_first_round(state: &State<'_>) -> (f64, f64) {
    let [_, second] = state.first_returning;
    (state.first_sending, second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::spacing;

    #[test]
    fn the_spacing_by_first_round_is_that_of_the_platform() {
        let platform = Platform::table_1();
        let states = State::all(&platform, &Settings::as4dr(60.0));
        let (a, b) = (&states[0], &states[1]);
        let expected = spacing(a.worker, a.next, b.worker, b.next);
        assert_eq!(
            spacing_of_the_first_round(as_before_by_first_round(a), b),
            expected
        );
        assert_eq!(b.delay, expected);
    }
}
