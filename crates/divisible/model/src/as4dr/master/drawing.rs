//! The spans and links of a chunk, for a recorder that is on.

use schedule::{Job, LaneId, Link, LinkId, PhaseId, Recorder};

use super::{Master, TOLERANCE};
use crate::as4dr::state::State;
use crate::lanes;
use crate::watch::Watch;

impl<R: Recorder, W: Watch> Master<'_, R, W> {
    /// Draws the chunk that was just sent.
    pub(super) fn draw(&mut self, state: &State<'_>, idle_from: f64) {
        let [out, cpu, _] = lanes::of(self.lane, state.place, self.settings.ports);
        let ([a1, a2], [b1, b2], [e1, e2]) = (state.arrived, state.begun, state.ended);
        let number = state.number;
        let [send_first, send_second] = lanes::SEND;
        self.span(out, send_first, state.posted, a1, number);
        self.link(lanes::CHUNK, (out, state.posted), (cpu, a1));
        let idle = if number == 0 {
            lanes::STARTUP
        } else {
            lanes::INTER
        };
        // Idle because a transfer of its own waits for a port is contention; the rest is starvation.
        let mut from = idle_from;
        for (begin, end) in [state.collided, (state.due, state.posted)] {
            let (begin, end) = (begin.max(from).min(b1), end.min(b1));
            if number > 0 && end > begin + TOLERANCE {
                self.idle(cpu, idle, from, begin);
                self.idle(cpu, lanes::CONTENTION, begin, end);
                from = end;
            }
        }
        self.idle(cpu, idle, from, b1);
        let [first, second] = lanes::COMPUTE;
        let latency = state.worker.latency;
        self.span(cpu, lanes::LATENCY, b1, b1 + latency, number);
        self.span(cpu, first, b1 + latency, e1, number);
        if self.settings.split {
            self.span(out, send_second, a1, a2, number);
            self.idle(cpu, lanes::INTRA, e1, b2);
            self.span(cpu, lanes::LATENCY, b2, b2 + latency, number);
            self.span(cpu, second, b2 + latency, e2, number);
        }
    }

    pub(super) fn span(&mut self, lane: LaneId, phase: PhaseId, start: f64, end: f64, round: u32) {
        self.recorder
            .span_until(self.horizon, lane, phase, (start, end), Job(round));
    }

    fn idle(&mut self, lane: LaneId, phase: PhaseId, start: f64, end: f64) {
        self.recorder
            .span_until(self.horizon, lane, phase, (start, end), Job::NONE);
    }

    pub(super) fn link(
        &mut self,
        kind: LinkId,
        (from, start): (LaneId, f64),
        (to, end): (LaneId, f64),
    ) {
        if end <= self.horizon {
            self.recorder.link(Link {
                kind,
                from,
                start,
                to,
                end,
            });
        }
    }
}

/// Spans that are cut at the end of the account.
pub(super) trait Cut: Recorder {
    fn span_until(&mut self, until: f64, lane: LaneId, phase: PhaseId, span: (f64, f64), job: Job) {
        let (start, end) = (span.0, span.1.min(until));
        if end > start {
            self.span(lane, phase, start, end, job);
        }
    }
}

impl<R: Recorder> Cut for R {}
