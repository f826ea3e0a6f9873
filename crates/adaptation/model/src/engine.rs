//! The discrete-event engine: nodes that execute, steal, crash and leave.
//!
//! One seed and one scenario give the same bits everywhere: events are ordered by (time, number), random numbers come from
//! one stream for each node, and sums go from left to right.

mod disturbing;
mod executing;
mod leaving;
mod node;
pub mod queue;
mod recovering;
mod slots;
mod stealing;
mod telling;
mod transport;
mod watching;

use std::collections::BTreeMap;

use report::{Cancelled, Observer};
use trace::random::Random;

use crate::application::Irregular;
use crate::error::{Error, Place};
use crate::generator;
use crate::outcome::{End, Messages, Outcome};
use crate::record::Record;
use crate::scenario::Scenario;
use crate::strategy::{Decision, Rhythm, Strategy};
use node::{Kind, NOTHING, Node, Site, State};
use queue::{Event, Queue};
use slots::{Handle, Job, Jobs, Pending, Table};
use transport::Message;
use words::word;

/// Events between two looks at the observer.
const STRIDE: u64 = 1 << 15;
/// The shortest measurement interval, s.
const SHORTEST_INTERVAL: f64 = 0.01;
/// The most decisions that are kept; of those that change something, twice as many.
const MOST_DECISIONS: usize = 100_000;
/// The most rows of assessments that are kept: nodes of all decisions.
const MOST_ROWS: usize = 200_000;
/// Decisions that change nodes, without a new leaf, after which a run can count as stalled.
const MOST_FRUITLESS: u32 = 1000;
/// The time without a new leaf after which a run can count as stalled, in longest leaves on the slowest node.
const FRUITLESS_LEAVES: f64 = 10.0;
/// The number of nodes whose inspection counts as one step, like an event.
const NODES_A_STEP: u64 = 8;
/// Bits of an event that name a node or a message.
const PLACE_BITS: u32 = 22;

/// Events at nodes and of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum What {
    /// The node may look for work.
    Schedule = 0,
    /// The node ends its execution.
    Finish = 1,
    /// The node asks again after a refusal.
    Wake = 2,
    /// The node's link has taken a result.
    Sent = 3,
    /// Another event, kept among the messages.
    Message = 4,
}

/// Bytes of stolen jobs and of results by level, so that no event computes them again.
#[derive(Debug, Default)]
struct Sizes {
    job: Vec<f64>,
    result: Vec<f64>,
}

/// The tree of a phase.
#[derive(Debug)]
struct PhaseTree {
    /// The level of the leaves; of an irregular tree, of the deepest.
    leaf_level: u8,
    /// The mean work of a leaf of the complete tree.
    grain: f64,
    /// The path of the first leaf; of an irregular tree, of the first job.
    first_leaf: u64,
    /// The irregular tree; none for a complete one.
    irregular: Option<Irregular>,
}

impl PhaseTree {
    fn of(scenario: &Scenario, phase: u64) -> Self {
        let application = &scenario.application;
        let level = application.leaf_level(phase);
        let irregular = application.irregular(scenario.seed, phase);
        Self {
            leaf_level: u8::try_from(level).unwrap_or(u8::MAX),
            grain: application.grain(phase),
            first_leaf: match irregular {
                Some(_) => 0,
                None => application.above(level).unwrap_or(0),
            },
            irregular,
        }
    }

    /// Whether a job is not split.
    #[inline]
    fn is_leaf(&self, level: u8, path: u64) -> bool {
        level >= self.leaf_level
            || self
                .irregular
                .is_some_and(|tree| level > 0 && tree.work(path) < self.grain)
    }
}

/// A run in progress.
struct Engine<'a, R: Record> {
    scenario: &'a Scenario,
    strategy: &'a mut dyn Strategy,
    recorder: &'a mut R,
    rhythm: Rhythm,
    now: f64,
    queue: Queue,
    messages: Pending<Message>,
    nodes: Table<Node>,
    sites: Table<Site>,
    jobs: Jobs,
    /// Jobs that wait for a new parent, by path.
    registry: BTreeMap<u64, Handle>,
    /// All active nodes, ascending.
    active: Vec<u32>,
    /// The number of active nodes after each change, with its time.
    counts: Vec<(f64, u32)>,
    heirs: Random,
    client: Random,
    master: u32,
    /// The number of the phase, from 0.
    phase: u64,
    /// The attempt at a phase: raised by the end of a phase and by every restart.
    attempt: u32,
    /// The part of the leaves' random numbers that all leaves of the phase share.
    phase_hash: u64,
    serial_due: bool,
    iteration_start: f64,
    arrivals: u64,
    sizes: Sizes,
    /// The tree of the phase.
    tree: PhaseTree,
    branching: u8,
    /// A bit for each leaf of this phase, set once the leaf was executed; none where no leaf can be executed twice.
    seen: Option<Vec<u64>>,
    seen_count: u64,
    /// Decisions that changed nodes since the last new leaf, without those while the master executed a new leaf or the sequential part.
    fruitless: u32,
    /// The time of the last new leaf, or of the start of the phase, s.
    fruitful: f64,
    /// Rows of assessments so far.
    assessed: usize,
    new_hardware: bool,
    /// Simulated steps so far.
    steps: u64,
    done: Option<End>,
    outcome: Counters,
}

/// Counters of a run.
#[derive(Debug, Default)]
struct Counters {
    events: u64,
    met: usize,
    idle: Vec<u32>,
    stayed: Vec<(u32, u32)>,
    local: Messages,
    remote: Messages,
    leaves: u64,
    redone: u64,
    /// Leaves of the phases that ended, each counted once.
    ended: u64,
    orphans_reused: u64,
    repeated: u64,
    missing: u64,
    iterations: Vec<f64>,
    decisions: Vec<Decision>,
    decided: (u64, u64),
    unkept: Option<f64>,
}

/// Simulates the scenario with a strategy.
///
/// ```
/// use adaptation_model::{Application, Scenario, engine, record, strategy};
///
/// let scenario = Scenario {
///     application: Application { iterations: 1, ..Application::default() },
///     ..Scenario::default()
/// };
/// let outcome = engine::run(
///     &scenario,
///     &mut strategy::Unadapted,
///     &mut record::Off,
///     &mut report::Silent,
/// )?;
/// assert!(outcome.runtime > 90.0 && outcome.runtime < 110.0);
/// # Ok::<(), adaptation_model::Error>(())
/// ```
///
/// # Errors
/// A scenario or an interval of the strategy with impossible numbers, or [`Error::Cancelled`] when the observer asks for a stop.
pub fn run<R: Record>(
    scenario: &Scenario,
    strategy: &mut dyn Strategy,
    recorder: &mut R,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    scenario.check()?;
    let mut engine = Engine::new(scenario, strategy, recorder)?;
    engine.set_up();
    engine.go_on(observer)?;
    Ok(engine.finished())
}

impl<'a, R: Record> Engine<'a, R> {
    /// A run before its first event.
    fn new(
        scenario: &'a Scenario,
        strategy: &'a mut dyn Strategy,
        recorder: &'a mut R,
    ) -> Result<Self, Error> {
        let application = &scenario.application;
        let levels = 0..=application.depth;
        let rhythm = strategy.rhythm();
        if let Rhythm::Intervals(length) = rhythm {
            crate::error::between(
                Place::Strategy,
                word!("the measurement interval, s,"),
                length,
                SHORTEST_INTERVAL,
                1e6,
            )?;
        }
        Ok(Self {
            scenario,
            strategy,
            recorder,
            rhythm,
            now: 0.0,
            queue: Queue::default(),
            messages: Pending::new(),
            nodes: Table::new(Node::new(u32::MAX, 1.0, Random::new(0))),
            sites: Table::new(Site::new(crate::platform::Links::default())),
            jobs: Jobs::default(),
            registry: BTreeMap::new(),
            active: Vec::new(),
            counts: Vec::new(),
            heirs: generator::of_heirs(scenario.seed),
            client: generator::of_client(scenario.seed),
            master: u32::MAX,
            phase: 0,
            attempt: 0,
            phase_hash: generator::hash_of_phase(scenario.seed, 0),
            serial_due: false,
            iteration_start: 0.0,
            arrivals: 0,
            sizes: Sizes {
                job: levels
                    .clone()
                    .map(|level| application.job_bytes(level))
                    .collect(),
                result: levels
                    .map(|level| application.result_bytes(level))
                    .collect(),
            },
            tree: PhaseTree::of(scenario, 0),
            branching: u8::try_from(application.branching).unwrap_or(u8::MAX),
            seen: None,
            seen_count: 0,
            fruitless: 0,
            fruitful: 0.0,
            assessed: 0,
            new_hardware: false,
            steps: 0,
            done: None,
            outcome: Counters::default(),
        })
    }

    /// Creates the nodes, activates the initial ones, and starts the first phase.
    fn set_up(&mut self) {
        let scenario = self.scenario;
        let mut initial = Vec::new();
        for (site, cluster) in (0..).zip(&scenario.clusters) {
            self.sites.push(Site::new(cluster.links));
            for (place, speed) in cluster.speeds.iter().enumerate() {
                let node = self.nodes.len();
                let random = generator::of_node(scenario.seed, node);
                self.nodes.push(Node::new(site, *speed, random));
                if place < cluster.active {
                    initial.push(node);
                }
            }
        }
        if self.rhythm != Rhythm::Never || !scenario.events.is_empty() {
            let application = &scenario.application;
            let leaves = application.leaves().unwrap_or(0);
            // A leaf of an irregular tree can have any path.
            let jobs = match self.tree.irregular {
                Some(_) => leaves.saturating_add(application.inner_jobs().unwrap_or(0)),
                None => leaves,
            };
            let words = jobs.div_ceil(64);
            self.seen = Some(vec![0; usize::try_from(words).unwrap_or(0)]);
        }
        self.master = initial.first().copied().unwrap_or(u32::MAX);
        for node in &initial {
            self.activate(*node, true);
        }
        self.regroup();
        self.first_survey();
        for (place, event) in (0..).zip(&scenario.events) {
            self.post(event.time, Message::Disturb { event: place });
        }
        self.start_phase();
    }

    /// Processes events until the run ends.
    fn go_on(&mut self, observer: &mut dyn Observer) -> Result<(), Error> {
        let application = &self.scenario.application;
        // Each phase counts as the most leaves that one can have: the leaves of irregular trees are unknown before they are visited.
        let most_leaves = application.leaves().unwrap_or(u64::MAX);
        let total = application.all_phases().saturating_mul(most_leaves);
        // A run ends when its work is done or its steps are used up.
        let most = u128::from(self.scenario.most_steps.max(1));
        let of_steps = |steps: u64| (u128::from(steps) * u128::from(total) / most) as u64;
        let mut reached = 0;
        while self.done.is_none() {
            for _ in 0..STRIDE {
                let Some(event) = self.queue.pop() else {
                    self.done = Some(End::NoNode);
                    break;
                };
                if self.steps >= self.scenario.most_steps {
                    self.done = Some(End::Stopped);
                    break;
                }
                self.outcome.events += 1;
                self.steps += 1;
                self.now = event.time;
                self.act(event);
                if self.done.is_some() {
                    break;
                }
            }
            // Lost leaves are executed again: meanwhile progress neither grows nor falls.
            let leaves = self.counted().saturating_sub(self.outcome.ended);
            let ended = self.phase.saturating_mul(most_leaves);
            let done = ended.saturating_add(leaves.min(most_leaves));
            reached = done.max(of_steps(self.steps)).min(total).max(reached);
            if observer.progress(reached, total).is_break() {
                return Err(Error::Cancelled(Cancelled));
            }
        }
        Ok(())
    }

    /// Leaves that were executed, each counted once.
    fn counted(&self) -> u64 {
        self.outcome.leaves.saturating_sub(self.outcome.redone)
    }

    /// Processes one event.
    #[inline]
    fn act(&mut self, event: Event) {
        let place = event.what & ((1 << PLACE_BITS) - 1);
        match event.what >> PLACE_BITS {
            0 => self.schedule(place),
            1 => self.finish(place, event.number),
            2 => self.woken(place, event.number),
            3 => self.was_sent(place, event.number),
            _ => {
                if let Some(message) = self.messages.take(place) {
                    self.receive(message);
                }
            }
        }
    }

    /// Plans an event of a node and returns its number.
    #[inline]
    fn at(&mut self, time: f64, what: What, node: u32) -> u64 {
        self.queue.push(time, ((what as u32) << PLACE_BITS) | node)
    }

    /// Plans any other event.
    #[inline]
    fn post(&mut self, time: f64, message: Message) {
        let place = self.messages.keep(message);
        if place >> PLACE_BITS != 0 {
            // There are more messages at once than events can name: no run that ends has so many.
            self.done = Some(End::Stopped);
            return;
        }
        self.queue
            .push(time, ((What::Message as u32) << PLACE_BITS) | place);
    }

    /// Starts a phase, or starts it again.
    fn start_phase(&mut self) {
        self.attempt = self.attempt.wrapping_add(1);
        for (_, saved) in std::mem::take(&mut self.registry) {
            if self
                .jobs
                .get(saved)
                .is_some_and(|job| job.state == slots::JobState::Saved)
            {
                self.jobs.end(saved);
            }
        }
        self.serial_due = true;
        self.at(self.now, What::Schedule, self.master);
    }

    /// Ends a phase after its root is complete.
    fn end_phase(&mut self) {
        if let Some(seen) = &mut self.seen {
            let (application, seed) = (&self.scenario.application, self.scenario.seed);
            let leaves = application.leaves_of(seed, self.phase);
            self.outcome.missing += leaves.saturating_sub(self.seen_count);
            self.seen_count = 0;
            seen.fill(0);
        }
        self.came_further();
        self.outcome.ended = self.counted();
        self.phase += 1;
        self.phase_hash = generator::hash_of_phase(self.scenario.seed, self.phase);
        self.tree = PhaseTree::of(self.scenario, self.phase);
        let phases = u64::from(self.scenario.application.phases);
        if self.phase.is_multiple_of(phases) {
            self.outcome
                .iterations
                .push(self.now - self.iteration_start);
            self.iteration_start = self.now;
        }
        if self.phase >= self.scenario.application.all_phases() {
            self.done = Some(End::Done);
            return;
        }
        self.start_phase();
    }

    /// Counts the inspection of so many nodes or jobs as steps.
    fn look_at(&mut self, nodes: u32) {
        self.steps = self
            .steps
            .saturating_add(u64::from(nodes).div_ceil(NODES_A_STEP));
    }

    /// Books the time of a node and sets its new state.
    #[inline]
    fn enter(&mut self, id: u32, state: State) {
        self.show(id);
        let now = self.now;
        let node = self.nodes.at_mut(id);
        node.book(now);
        node.state = state;
        node.since = now;
    }

    /// Groups the active nodes by cluster after one joined or left, and notes their number.
    fn regroup(&mut self) {
        self.look_at(self.nodes.len());
        self.active.clear();
        for site in self.sites.iter_mut() {
            site.active.clear();
            site.contiguous = true;
        }
        for id in 0..self.nodes.len() {
            let node = self.nodes.at_mut(id);
            if !node.active {
                continue;
            }
            let site = self.sites.at_mut(node.cluster);
            node.place = u32::try_from(self.active.len()).unwrap_or(u32::MAX);
            node.rank = u32::try_from(site.active.len()).unwrap_or(u32::MAX);
            if node.rank == 0 {
                site.first = node.place;
            } else if node.place != site.first + node.rank {
                site.contiguous = false;
            }
            site.active.push(id);
            self.active.push(id);
        }
        let count = u32::try_from(self.active.len()).unwrap_or(u32::MAX);
        match self.counts.last_mut() {
            Some(last) if last.0 == self.now => last.1 = count,
            _ => self.counts.push((self.now, count)),
        }
    }
}
