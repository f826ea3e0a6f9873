//! The end of the stream: the last results and the accounts.

use schedule::{Job, Recorder};

use super::drawing::Cut as _;
use super::{Master, Port};
use crate::as4dr::state::State;
use crate::dates::later;
use crate::lanes;
use crate::outcome::{End, Outcome};
use crate::watch::Watch;

impl<R: Recorder, W: Watch> Master<'_, R, W> {
    /// Closes the accounts. Where the stream has ended, outstanding results come back first, in the order in which they
    /// are ready.
    pub(in crate::as4dr) fn finish(mut self, states: &mut [State<'_>], end: End) -> Outcome {
        let (end, elapsed) = match end {
            End::Load => match self.clean_up(states) {
                last if last > self.horizon => (End::Horizon, self.horizon),
                last => (End::Load, last),
            },
            other if self.horizon.is_finite() => (other, self.horizon),
            other => (other, states.iter().map(State::free).fold(0.0, f64::max)),
        };
        for state in states.iter_mut() {
            let [_, cpu, _] = lanes::of(self.lane, state.place, self.settings.ports);
            let idle = (elapsed - state.free()).max(0.0);
            let (place, phase) = match (state.posts, end) {
                (0, _) => (&mut state.account.startup, Some(lanes::STARTUP)),
                (_, End::Load) => (&mut state.account.cleanup, None),
                _ => (&mut state.account.inter, Some(lanes::INTER)),
            };
            *place += idle;
            if let Some(phase) = phase.filter(|_| R::ON) {
                self.recorder
                    .span_until(elapsed, cpu, phase, (state.free(), elapsed), Job::NONE);
            }
        }
        Outcome {
            elapsed,
            workers: states.iter().map(|state| state.account).collect(),
            sending: self.sending,
            returning: self.returning,
            sigma: self.sigma,
            implausible: self.implausible,
            end,
        }
    }

    /// Takes all outstanding results and returns when the last is in.
    fn clean_up(&mut self, states: &mut [State<'_>]) -> f64 {
        let mut out: Vec<(f64, u32, bool)> = Vec::with_capacity(2 * states.len());
        for state in states.iter().filter(|state| state.posts > 0) {
            if state.received < state.posts {
                out.push((state.ready(), state.place, false));
            }
            if self.settings.split {
                out.push((state.free(), state.place, true));
            }
        }
        by_date(&mut out);
        let mut last = states.iter().map(|state| state.link_in).fold(0.0, f64::max);
        for (ready, place, second) in out {
            let Some(state) = states.get_mut(place as usize) else {
                continue;
            };
            let free = if self.one_port() {
                self.receive.free
            } else {
                state.link_in
            };
            let slot = later(ready, free);
            if self.one_port() {
                self.collide_returning(state, ready, slot);
            }
            if second {
                self.receive_last(state, slot);
            } else {
                self.receive(state, slot);
            }
            last = state.link_in.max(last);
        }
        last
    }

    /// The result of the last second subchunk of a worker, from `slot` on.
    fn receive_last(&mut self, state: &mut State<'_>, slot: f64) {
        let worker = state.worker;
        let [size, ..] = state.sizes;
        let [_, _, cursor] = &mut state.cursors;
        let rest = (size - worker.theta * size) / worker.return_bandwidth;
        let end = worker
            .profile
            .receive
            .end(cursor, slot + worker.return_latency, rest);
        state.link_in = end;
        self.receive = Port {
            free: end,
            holder: Some(state.place),
        };
        if R::ON {
            let [_, cpu, back] = lanes::of(self.lane, state.place, self.settings.ports);
            let [_, phase] = lanes::RETURN;
            self.span(back, phase, slot, end, state.number);
            self.link(lanes::RESULT, (cpu, state.free()), (back, slot));
        }
    }
}

/// Sorts results by the date when they are ready, then by worker, then by subchunk. Outside of [`Master`], so that the program
/// has it once.
fn by_date(results: &mut [(f64, u32, bool)]) {
    results.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
}
