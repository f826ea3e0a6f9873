//! Random orders of events.

use std::rc::Rc;
use std::sync::LazyLock;

use playground::{Scenario, Setup, View};
use proptest::prelude::*;
use session::action::{Action, Entry, LibraryAction};
use session::event::{Event, Want};
use session::import::{ImportAction, Stage};
use session::lead::Scale;
use session::outcome::Phase;
use trace::read::{Role, Unit};

use crate::world::{PARTED, SEARCH, Verdict, World, same, scenario, verdict};

/// A possible event, with a number that chooses among the candidates.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// A worker sends its next reply.
    Work(usize),
    /// Time passes, ms.
    Wait(f64),
    /// The device sleeps for some hours.
    Sleep,
    /// The user opens a scenario.
    Open(usize),
    /// The user types into a field.
    Set(usize),
    /// The user takes a report's offer.
    Take(usize),
    /// The user leaves a field.
    Leave,
    /// The user holds a parameter.
    Hold(usize),
    /// The user compares.
    Compare(bool),
    Undo,
    Redo,
    Cancel,
    GoOn,
    Pause,
    Resume,
    Again,
    Restart,
    /// The user asks for previews.
    Preview(usize),
    /// The user gives the page a file.
    Give(usize),
    /// The user corrects the table that was read, uses it or not.
    Import(usize),
    /// The user uses, renames, saves or deletes kept traces.
    Library(usize),
    /// The user keeps or saves the measured traces.
    Measured(usize),
    /// The user goes back or forward.
    Travel(bool),
    /// The page hears of the other entry.
    Arrive,
    /// A worker breaks down.
    Break(usize),
    /// A reply of an ended worker arrives.
    Ghost(usize),
}

/// Any step; workers break down only where they may.
pub(crate) fn step(breaks: bool) -> impl Strategy<Value = Step> {
    let number = 0..1000_usize;
    prop_oneof![
        40 => number.clone().prop_map(Step::Work),
        8 => (0.0..150.0).prop_map(Step::Wait),
        2 => Just(Step::Wait(1100.0)),
        2 => Just(Step::Wait(3500.0)),
        1 => Just(Step::Wait(40_000.0)),
        1 => Just(Step::Sleep),
        1 => Just(Step::GoOn),
        8 => number.clone().prop_map(Step::Open),
        5 => number.clone().prop_map(Step::Set),
        2 => number.clone().prop_map(Step::Take),
        1 => Just(Step::Leave),
        3 => number.clone().prop_map(Step::Hold),
        1 => any::<bool>().prop_map(Step::Compare),
        3 => Just(Step::Undo),
        2 => Just(Step::Redo),
        2 => Just(Step::Cancel),
        2 => Just(Step::Pause),
        1 => Just(Step::Resume),
        1 => Just(Step::Again),
        1 => Just(Step::Restart),
        1 => number.clone().prop_map(Step::Preview),
        2 => number.clone().prop_map(Step::Give),
        3 => number.clone().prop_map(Step::Import),
        2 => number.clone().prop_map(Step::Library),
        1 => number.clone().prop_map(Step::Measured),
        2 => any::<bool>().prop_map(Step::Travel),
        2 => Just(Step::Arrive),
        3 => number.clone().prop_map(Step::Ghost),
        3 => number.prop_map(move |number| if breaks { Step::Break(number) } else { Step::Work(number) }),
    ]
}

/// Scenarios of all kinds: in one go and in parts, and of other laboratories. Some are refused, fail or never end.
static SCENARIOS: LazyLock<Vec<Scenario>> = LazyLock::new(|| {
    let parted = [1, 2, 3, 4, 8, 9, 10, 20].map(|seed| scenario(PARTED, seed));
    let other = [
        scenario("bursts-replicate", 1),
        scenario("bursts-replicate", 8),
        scenario("bursts-replicate", 9),
        scenario("stream-adapts", 1),
        scenario("shared-forecasts", 2),
        scenario(SEARCH, 1),
        scenario(SEARCH, 2),
        scenario(SEARCH, 8),
        scenario(SEARCH, 10),
        scenario("bursts-replicate", 10),
        scenario("bursts-replicate", 20),
    ];
    parted.into_iter().chain(other).collect()
});

const FIELDS: [(&str, &str); 5] = [
    ("seed", "5"),
    ("seed", "6"),
    ("seed", "none"),
    ("runs", "3"),
    ("runs", "4"),
];

/// Changes that a report may offer; not every laboratory takes them.
const OFFERED: [(&str, u64); 3] = [("runs", 2), ("copies", 4), ("synthetic_nodes", 8)];

fn one<T>(all: &[T], number: usize) -> Option<&T> {
    all.get(number % all.len().max(1))
}

impl World {
    pub(crate) fn step(&mut self, step: Step) {
        match step {
            Step::Work(number) => {
                self.now += 1.0;
                if let Some(worker) = one(&self.eager(), number) {
                    self.work(*worker);
                }
            }
            Step::Wait(ms) => self.wait(ms),
            Step::Sleep => self.sleep(10_000_000.0),
            Step::Open(number) => {
                if let Some(scenario) = one(&SCENARIOS, number) {
                    self.open(scenario);
                }
            }
            Step::Set(number) => {
                if let Some((name, text)) = one(&FIELDS, number) {
                    self.act(Action::Set((*name).into(), (*text).into()));
                }
            }
            Step::Take(number) => {
                let change = one(&OFFERED, number)
                    .map(|(name, value)| ((*name).to_owned(), (*value).into()));
                self.act(Action::Take(change.into_iter().collect()));
            }
            Step::Hold(number) => {
                if let Some((name, _)) = one(&FIELDS, number) {
                    self.act(Action::Hold(Scale::slider(name)));
                }
            }
            Step::Leave => self.act(Action::Leave("seed".into())),
            Step::Compare(compare) => {
                let view = match compare {
                    true => {
                        let [axis, _] = self.state().scenario.suggestion();
                        let change = (axis.parameter.clone(), axis.values[1].clone());
                        View::Compare(vec![[change].into_iter().collect()])
                    }
                    false => View::One,
                };
                self.act(Action::View(view));
            }
            Step::Undo => self.act(Action::Undo),
            Step::Redo => self.act(Action::Redo),
            Step::Cancel => {
                let busy = self.state().busy();
                self.act(Action::Cancel);
                assert!(self.runs().is_empty());
                assert!(!busy || self.state().phase == Phase::Cancelled);
            }
            Step::Pause => {
                let pauses = self.state().busy() && self.state().resumes();
                self.act(Action::Pause);
                assert!(!pauses || matches!(self.state().phase, Phase::Paused { .. }));
            }
            Step::Resume => {
                if matches!(self.state().phase, Phase::Paused { .. }) {
                    self.act(Action::Resume);
                }
            }
            Step::GoOn => {
                self.act(Action::GoOn);
                let phase = &self.state().phase;
                let asks = matches!(phase, Phase::Running { clock: Some(clock), .. } if clock.asks);
                assert!(!asks, "it was answered");
            }
            Step::Again => self.act(Action::Again),
            Step::Restart => self.act(Action::Restart),
            Step::Preview(number) => {
                let laboratories = playground::laboratories();
                if let Some(laboratory) = one(laboratories, number) {
                    self.act(Action::Preview(laboratory.name));
                }
            }
            Step::Give(number) => self.give(&match number % 4 {
                0 => "a.makespan.json".to_owned(),
                number => format!("{number}.csv"),
            }),
            Step::Import(number) => self.say_of_table(number),
            Step::Library(number) => {
                let kept: Vec<_> = self.state().kept.all().map(|(it, _)| it.clone()).collect();
                let Some(about) = one(&kept, number / 4).cloned() else {
                    return self.act(Action::Library(LibraryAction::List));
                };
                let action = match number % 4 {
                    0 => LibraryAction::Use(about),
                    1 => LibraryAction::Rename(about, format!("name {number}")),
                    2 => LibraryAction::Give(about),
                    _ => {
                        self.remembered.remove(&about.digest);
                        LibraryAction::Delete(about)
                    }
                };
                self.act(Action::Library(action));
            }
            Step::Measured(number) => {
                let want = [Want::Use, Want::Keep, Want::Give][number % 3];
                let name = format!("measured {number}");
                let file = format!("content of {name}");
                self.happen(Event::Measured { want, name, file });
            }
            Step::Travel(back) => {
                let to = match back {
                    true => self.at.checked_sub(1),
                    false => Some(self.at + 1),
                };
                if let Some(to) = to.filter(|to| *to < self.entries.len()) {
                    self.at = to;
                    self.gone = true;
                }
            }
            Step::Arrive => self.arrive(),
            Step::Break(number) => {
                let workers: Vec<_> = self.workers.keys().copied().collect();
                if let Some(worker) = one(&workers, number) {
                    self.break_down(*worker);
                }
            }
            Step::Ghost(number) => self.ghost(number),
        }
        self.check();
    }

    /// Corrects, uses or drops the table that was read, if there is one.
    fn say_of_table(&mut self, number: usize) {
        let import = self.state().import().cloned();
        let seed = self.state().scenario.seed();
        let units = [Unit::Milliseconds, Unit::Seconds];
        let action = match number % 5 {
            0 => ImportAction::Column(1, Role::Node, Some(units[number / 5 % 2])),
            1 => ImportAction::Units(units[number / 5 % 2]),
            2 => {
                let question = import.as_ref().and_then(|import| import.questions.first());
                let Some(question) = question else { return };
                ImportAction::Answer(question.answers[number / 5 % 2].clone())
            }
            3 => ImportAction::Use,
            _ => ImportAction::Cancel,
        };
        let cancels = action == ImportAction::Cancel;
        self.act(Action::Import(action));
        // Nothing is used before the file worker has read it.
        let used = import.is_some_and(|import| import.stage == Stage::Used);
        if !cancels || !used {
            assert_eq!(self.state().scenario.seed(), seed);
        }
        if cancels {
            assert!(self.state().import().is_none() && self.state().reading.is_none());
        }
    }

    /// A reply of an ended worker arrives: it has no effect.
    fn ghost(&mut self, number: usize) {
        let Some((worker, fake)) = one(&self.ended, number).cloned() else {
            return;
        };
        let work = fake.inbox.front().cloned();
        // Its orders for the library before its end do not matter here.
        let Some(work) = work.filter(|work| work.run().is_some()) else {
            return;
        };
        let before = self.session.state().clone();
        let (reply, payload) = self.answer(work);
        self.say(worker, reply, payload);
        assert!(same(&before, self.session.state()), "a superseded answer");
    }
}

/// After any order of events, when all have answered, the shown result is that of the last scenario.
fn settles(address: &str, steps: &[Step]) {
    let mut world = World::new(address);
    for step in steps {
        world.step(*step);
    }
    world.drain();
    world.check_end();
    // However it ended, the same scenario can be run again.
    world.act(Action::Restart);
    world.drain();
    world.check_end();
    let endless = verdict(&world.state().scenario) == Verdict::Endless;
    assert!(!matches!(world.state().phase, Phase::Stopped(_)));
    assert!(endless || world.state().phase != Phase::Cancelled);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn after_any_order_of_events_the_result_is_that_of_the_last_scenario(
        steps in prop::collection::vec(step(false), 1..120),
    ) {
        settles("", &steps);
    }

    #[test]
    fn workers_that_break_down_are_replaced_or_the_page_says_so(
        steps in prop::collection::vec(step(true), 1..120),
    ) {
        settles("", &steps);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn all_that_was_done_can_be_undone_and_redone(
        steps in prop::collection::vec(step(false), 1..60),
    ) {
        let mut world = World::new("");
        for step in steps {
            world.step(step);
        }
        let seen = |world: &World| {
            let state = world.state();
            (Setup::from(&*state.scenario), state.view.clone())
        };
        let mut trail = vec![seen(&world)];
        while world.state().history.ways().0 {
            world.act(Action::Undo);
            trail.push(seen(&world));
        }
        let first = trail.pop();
        prop_assert_eq!(first.as_ref(), Some(&seen(&world)));
        while world.state().history.ways().1 {
            world.act(Action::Redo);
            if let Some(expected) = trail.pop() {
                prop_assert_eq!(expected, seen(&world));
            }
        }
        prop_assert!(trail.is_empty());
        // A new step forgets the undone scenarios.
        world.act(Action::Undo);
        let setup = Setup::from(scenario("stream-adapts", 31));
        world.act(Action::Open(Box::new(setup), Entry::Push));
        prop_assert!(!world.state().history.ways().1);
        let state = Rc::clone(world.session.state());
        world.act(Action::Redo);
        prop_assert_eq!(&state.scenario, &world.state().scenario);
    }
}
