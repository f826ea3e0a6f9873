//! The master: sends chunks, takes results, adapts sizes, and keeps the accounts.

mod close;
mod drawing;

use schedule::Recorder;

use super::state::{State, as_before_by_first_round, spacing_of_the_first_round};
use crate::Worker;
use crate::dates::{earlier, later};
use crate::formulas::recurrence::{estimated_round_time, next_chunk, round_time};
use crate::lanes;
use crate::outcome::{Contention, Sigma};
use crate::settings::{Delays, Order, Ports, Scope, Settings, Stream};
use crate::watch::{Round, Turn, Watch};

/// A port counts as busy if a transfer has to wait longer than this, s (own choice: rounding is no contention).
const TOLERANCE: f64 = 1e-9;
/// Chunks stay within these sizes at any measurement (own choice).
const SIZES: (f64, f64) = (1e-300, 1e300);
/// The estimate, in targets, that replaces one of 0 or less (own choice).
const TINY: f64 = 1e-9;
/// A rest of the load up to this share of it is rounding, and goes with the chunk before it.
const CRUMB: f64 = 1e-9;

/// The outcome of an attempt to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Served {
    /// The chunk is sent, or the worker has had its last chunk.
    Posted,
    /// The chunk is sent, and nothing is left of the load: no later result waits for a spacing or for its turn in the ring.
    Dry,
    /// The round has no duration, so that time would stand still.
    Vanished,
    /// The watch wants no more.
    Stopped,
}

/// A port: when it is free, and the worker of its last transfer.
#[derive(Clone, Copy)]
struct Port {
    free: f64,
    /// By its place; none before the first transfer.
    holder: Option<u32>,
}

impl Port {
    const UNUSED: Port = Port {
        free: 0.0,
        holder: None,
    };
}

pub(super) struct Master<'a, R, W> {
    settings: &'a Settings,
    pub(super) horizon: f64,
    pub(super) rounds: u32,
    remaining: f64,
    /// The greatest rest of the load that is mere rounding, u.
    crumbs: f64,
    lane: u32,
    send: Port,
    receive: Port,
    last_sent: f64,
    last_due: f64,
    /// D and R̈ of the worker served last, where the spacing depends on them.
    before: (f64, f64),
    sending: Contention,
    returning: Contention,
    sigma: Sigma,
    implausible: u64,
    recorder: &'a mut R,
    watch: &'a mut W,
}

impl<'a, R: Recorder, W: Watch> Master<'a, R, W> {
    pub(super) fn new(
        settings: &'a Settings,
        stream: &Stream,
        lane: u32,
        recorder: &'a mut R,
        watch: &'a mut W,
    ) -> Master<'a, R, W> {
        Master {
            settings,
            horizon: stream.horizon,
            rounds: stream.rounds.unwrap_or(u32::MAX),
            remaining: stream.load,
            // An endless stream leaves no rest.
            crumbs: if stream.load.is_finite() {
                CRUMB * stream.load
            } else {
                0.0
            },
            lane,
            send: Port::UNUSED,
            receive: Port::UNUSED,
            last_sent: 0.0,
            last_due: 0.0,
            before: (0.0, 0.0),
            sending: Contention::default(),
            returning: Contention::default(),
            sigma: Sigma::new(settings.target),
            implausible: 0,
            recorder,
            watch,
        }
    }

    fn one_port(&self) -> bool {
        self.settings.ports == Ports::One
    }

    /// Sends every worker its first chunk, in the order of the platform.
    pub(super) fn first_round(&mut self, states: &mut [State<'_>]) -> Served {
        for state in states {
            let due = match state.place {
                0 => 0.0,
                _ => self.last_sent + state.delay,
            };
            let due = if self.one_port() { due } else { 0.0 };
            match self.post(state, due) {
                Served::Posted => {}
                other => return other,
            }
        }
        Served::Posted
    }

    /// The spacing before this worker after the first round.
    fn spacing(&self, state: &State<'_>) -> f64 {
        match (
            &self.settings.delays,
            self.settings.order,
            self.settings.scope,
        ) {
            (Delays::None, ..) | (_, _, Scope::First) => 0.0,
            _ if !self.one_port() => 0.0,
            (Delays::Current, ..) => state.spacing_of_the_moment(self.before),
            (Delays::First, Order::Fifo, _) => spacing_of_the_first_round(self.before, state),
            (Delays::First, Order::Ring, _) | (Delays::Same(_), ..) => state.delay,
        }
    }

    /// When a worker whose result is in can be sent its next chunk.
    pub(super) fn due(&self, state: &State<'_>) -> f64 {
        later(state.returned, self.last_sent + self.spacing(state))
    }

    /// Opens the receive slot of a worker, takes its results, and sends its next chunk.
    #[inline]
    pub(super) fn serve(&mut self, state: &mut State<'_>) -> Served {
        let ready = state.ready();
        let free = if self.one_port() {
            self.receive.free
        } else {
            state.link_in
        };
        // The master turns to a worker after it has sent to the worker before; with many ports it need not wait for
        // that sending.
        let turn = if self.one_port() {
            later(ready, self.last_due)
        } else {
            ready
        };
        let wanted = if self.one_port() {
            self.spaced(state, turn, free)
        } else {
            turn
        };
        let slot = later(wanted, free);
        if self.one_port() {
            self.collide_returning(state, wanted, slot);
        }
        let mut due = self.receive(state, slot);
        if !self.one_port() && self.settings.order == Order::Ring {
            // Results overlap where there are several ports: only postings keep their order.
            due = later(due, self.last_sent);
        }
        if !self.goes_on() {
            return Served::Stopped;
        }
        if state.last(self.rounds) {
            state.open = false;
            return Served::Posted;
        }
        self.post(state, due)
    }

    /// Whether the watch wants more.
    #[inline]
    pub(super) fn goes_on(&self) -> bool {
        !W::ON || self.watch.goes_on()
    }

    /// Takes the results of a worker that pushes them, and returns when the first is in.
    pub(super) fn take(&mut self, state: &mut State<'_>) -> f64 {
        let ready = state.ready();
        let slot = later(ready, self.receive.free);
        self.collide_returning(state, ready, slot);
        self.receive(state, slot)
    }

    /// Takes the results that are ready before the end of a stream and before their turn in the ring: with several ports only
    /// postings keep its order.
    pub(super) fn take_early(&mut self, states: &mut [State<'_>]) {
        if self.one_port() {
            return;
        }
        for state in states.iter_mut().filter(|state| state.open) {
            if state.ready() <= self.horizon && self.goes_on() {
                let slot = later(state.ready(), state.link_in);
                self.receive(state, slot);
            }
        }
    }

    fn collide_returning(&mut self, state: &mut State<'_>, from: f64, slot: f64) {
        state.collided = (from, from);
        if slot > from + TOLERANCE
            && self.receive.holder != Some(state.place)
            && from <= self.horizon
        {
            self.returning.add(slot - from);
            if R::ON {
                state.collided = (from, slot);
                self.recorder.mark(from, lanes::RETURNING_COLLIDES);
            }
        }
    }

    /// The earliest date, at `turn` or later, at which the first result may be returned so that the posting after it
    /// keeps its spacing; the port is free from `free` on.
    #[inline]
    fn spaced(&self, state: &State<'_>, turn: f64, free: f64) -> f64 {
        let posted = self.last_sent + self.spacing(state);
        let wanted = later(
            turn,
            posted - self.returning_first(state, later(turn, free)),
        );
        if state.worker.profile.receive.is_constant() {
            return wanted;
        }
        // While the master waits, the link may become faster: then it waits on.
        let slot = later(wanted, free);
        if slot + self.returning_first(state, slot) >= posted {
            return wanted;
        }
        let worker = state.worker;
        let [size, ..] = state.sizes;
        let work = self.first_part(worker, size) / worker.return_bandwidth;
        worker.profile.receive.start(posted, work) - worker.return_latency
    }

    /// The duration of returning the first result from `from` on, s.
    #[inline]
    fn returning_first(&self, state: &State<'_>, from: f64) -> f64 {
        let worker = state.worker;
        let [size, ..] = state.sizes;
        let work = self.first_part(worker, size) / worker.return_bandwidth;
        let steps = &worker.profile.receive;
        if steps.is_constant() {
            return work + worker.return_latency;
        }
        let [_, _, mut cursor] = state.cursors;
        steps.end(&mut cursor, from + worker.return_latency, work) - from
    }

    /// The part of a chunk whose result comes first, u.
    #[inline]
    fn first_part(&self, worker: &Worker, size: f64) -> f64 {
        if self.settings.split {
            worker.theta * size
        } else {
            size
        }
    }

    /// Receives the results of round i, first subchunk, and of round i-1, second subchunk, from `slot` on, and updates the
    /// chunk size. Returns when the first result is in.
    #[inline]
    fn receive(&mut self, state: &mut State<'_>, slot: f64) -> f64 {
        let worker = state.worker;
        let [size, before, _] = state.sizes;
        let [_, _, cursor] = &mut state.cursors;
        let steps = &worker.profile.receive;
        let first = self.first_part(worker, size);
        let returned = steps.end(
            cursor,
            slot + worker.return_latency,
            first / worker.return_bandwidth,
        );
        let second = self.settings.split && state.number > 0;
        let end = if second {
            let rest = before - worker.theta * before;
            steps.end(
                cursor,
                returned + worker.return_latency,
                rest / worker.return_bandwidth,
            )
        } else {
            returned
        };
        state.returned = returned;
        state.link_in = end;
        self.receive = Port {
            free: end,
            holder: Some(state.place),
        };
        let sigma = self.measure(state);
        state.received += 1;
        state.account.rounds += u32::from(returned <= self.horizon);
        if W::ON {
            let [begun, ended] = [state.begun, state.ended];
            let ([b1, b2], [e1, e2]) = (begun, ended);
            let [inter, intra] = state.waited;
            let round = Round {
                worker: state.place,
                number: state.number,
                size,
                due: state.due,
                posted: state.posted,
                arrived: state.arrived,
                computed: [(b1, e1), (b2, e2)],
                returned: (slot, returned),
                returned_before: second.then_some((returned, end)),
                sigma,
                inter,
                intra,
            };
            self.watch.round(&round);
            if self.settings.own {
                state.last = Some(round);
            }
        }
        if R::ON {
            let [_, cpu, back] = lanes::of(self.lane, state.place, self.settings.ports);
            let [of_first, of_second] = lanes::RETURN;
            self.span(back, of_first, slot, returned, state.number);
            if second {
                self.span(back, of_second, returned, end, state.number - 1);
            }
            self.link(lanes::RESULT, (cpu, state.ready()), (back, slot));
        }
        returned
    }

    /// σ of the round, eq (4), and the size of the next chunk, eq (1).
    #[inline]
    fn measure(&mut self, state: &mut State<'_>) -> f64 {
        let worker = state.worker;
        let target = self.settings.target;
        let ([size, ..], [begun, _], [ended, _]) = (state.sizes, state.begun, state.ended);
        let mut sigma = if self.settings.split {
            estimated_round_time(ended - begun, worker.theta, worker.estimated_latency)
        } else {
            state.returned - state.posted
        };
        if self.settings.split && self.settings.smoothing < 1.0 {
            let measured = worker.theta * size / (ended - begun - worker.estimated_latency);
            if measured > 0.0 && measured.is_finite() {
                let believed = state.believed.map_or(measured, |believed| {
                    believed + self.settings.smoothing * (measured - believed)
                });
                state.believed = Some(believed);
                sigma = round_time(size, believed, worker.estimated_latency);
            }
        }
        if sigma.is_nan() || sigma <= 0.0 {
            sigma = TINY * target;
            self.implausible += 1;
        }
        self.sigma.add(sigma);
        if self.settings.adapt {
            let next = if self.settings.relaxation == 1.0 {
                next_chunk(size, sigma, target)
            } else {
                size * libm::pow(target / sigma, self.settings.relaxation)
            };
            state.next = next.clamp(SIZES.0, SIZES.1);
        }
        sigma
    }

    /// Sends the next chunk of a worker, no earlier than `due`, and settles its arrival and computation.
    #[inline]
    pub(super) fn post(&mut self, state: &mut State<'_>, due: f64) -> Served {
        let worker = state.worker;
        let mut size = earlier(state.next, self.remaining);
        if W::ON && self.settings.own {
            let turn = Turn {
                place: state.place,
                shown: state.place,
                worker,
                number: state.posts,
                due,
                target: self.settings.target,
                remaining: self.remaining,
                size,
                last: state.last,
            };
            let Some(own) = self.watch.size(&turn) else {
                return Served::Stopped;
            };
            size = own;
        }
        if self.remaining - size <= self.crumbs {
            size = self.remaining;
        }
        self.remaining -= size;
        let one_port = self.one_port();
        let free = if one_port {
            self.send.free
        } else {
            state.link_out
        };
        let posted = later(due, free);
        if one_port
            && posted > due + TOLERANCE
            && self.send.holder != Some(state.place)
            && due <= self.horizon
        {
            self.sending.add(posted - due);
            if R::ON {
                self.recorder.mark(due, lanes::SENDING_COLLIDES);
            }
        }
        if R::ON && one_port && self.send.holder.is_some() {
            let spacing = match state.posts {
                0 => state.delay,
                _ => self.spacing(state),
            };
            if spacing > 0.0 {
                let [out, ..] = lanes::of(self.lane, state.place, self.settings.ports);
                let kept = (out, self.last_sent + spacing);
                self.link(lanes::SPACING, (out, self.last_sent), kept);
            }
        }
        let profile = &worker.profile;
        let [sends, computes, _] = &mut state.cursors;
        let mut send = |from: f64, part: f64| {
            profile.send.end(
                sends,
                from + worker.send_latency,
                part / worker.send_bandwidth,
            )
        };
        let mut compute = |from: f64, part: f64| {
            profile
                .compute
                .end(computes, from + worker.latency, part / worker.speed)
        };
        let [_, idle_from] = state.ended;
        let [begun_before, _] = state.begun;
        let (arrived, begun, ended) = if self.settings.split {
            let first = worker.theta * size;
            let rest = size - first;
            let first_arrived = send(posted, first);
            let rest_arrived = send(first_arrived, rest);
            let first_begun = later(first_arrived, idle_from);
            let first_ended = compute(first_begun, first);
            let rest_begun = later(rest_arrived, first_ended);
            let rest_ended = compute(rest_begun, rest);
            (
                [first_arrived, rest_arrived],
                [first_begun, rest_begun],
                [first_ended, rest_ended],
            )
        } else {
            let arrived = send(posted, size);
            let begun = later(arrived, idle_from);
            let ended = compute(begun, size);
            ([arrived, arrived], [begun, ended], [ended, ended])
        };
        let [_, sent] = arrived;
        self.send = Port {
            free: sent,
            holder: Some(state.place),
        };
        state.link_out = sent;
        self.last_sent = posted;
        self.last_due = due;
        let [newest, older, _] = state.sizes;
        state.sizes = [size, newest, older];
        state.number = state.posts;
        state.posts += 1;
        (state.due, state.posted) = (due, posted);
        (state.arrived, state.begun, state.ended) = (arrived, begun, ended);
        match (&self.settings.delays, self.settings.order) {
            (Delays::Current, _) => self.before = state.as_before(),
            (Delays::First, Order::Fifo) => self.before = as_before_by_first_round(state),
            _ => {}
        }
        self.account(state, idle_from);
        if R::ON {
            self.draw(state, idle_from);
            // A last round that is cut short, or ends a load, has no next round to compare with.
            let over = begun_before + self.settings.target;
            if state.number > 0 && over <= state.free() {
                let [_, cpu, _] = lanes::of(self.lane, state.place, self.settings.ports);
                self.link(lanes::TARGET, (cpu, begun_before), (cpu, over));
            }
        }
        match state.free() > posted {
            _ if self.remaining <= 0.0 => Served::Dry,
            true => Served::Posted,
            false => Served::Vanished,
        }
    }

    /// Adds the chunk that was just sent to the worker's account, up to the horizon.
    #[inline]
    fn account(&self, state: &mut State<'_>, idle_from: f64) {
        let worker = state.worker;
        let until = self.horizon;
        let ([b1, b2], [e1, e2]) = (state.begun, state.ended);
        let [size, ..] = state.sizes;
        let account = &mut state.account;
        let cut = |date: f64| earlier(date, until);
        let inter = cut(b1) - cut(idle_from);
        let intra = cut(b2) - cut(e1);
        state.waited = [b1 - idle_from, b2 - e1];
        if state.number == 0 {
            account.startup += inter;
        } else {
            account.inter += inter;
        }
        account.intra += intra;
        let parts = if self.settings.split { 2.0 } else { 1.0 };
        if e2 <= until {
            account.latency += parts * worker.latency;
            account.done += size;
            return;
        }
        let first = self.first_part(worker, size);
        for (part, begun, ended) in [(first, b1, e1), (size - first, b2, e2)] {
            if ended <= begun {
                continue;
            }
            let computes = begun + worker.latency;
            account.latency += cut(computes) - cut(begun);
            account.done += if ended <= until {
                part
            } else if computes < until {
                (worker.speed * worker.profile.compute.work(computes, until)).min(part)
            } else {
                0.0
            };
        }
    }
}
