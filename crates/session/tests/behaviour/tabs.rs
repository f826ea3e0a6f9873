//! Several tabs on one device: each is a session of its own, and all keep their runs in one place.

use std::collections::BTreeMap;
use std::mem;

use proptest::prelude::*;
use session::action::Action;
use session::outcome::Phase;
use session::resume::Kept;

use crate::steps::{Step, step};
use crate::world::{SEARCH, World, scenario};

/// Tabs of one browser.
struct Tabs {
    tabs: Vec<World>,
    /// The runs that the device keeps.
    runs_kept: BTreeMap<String, Kept>,
}

fn opened() -> World {
    let mut world = World::new("");
    world.shares = true;
    world
}

impl Tabs {
    fn new(count: usize) -> Self {
        Self {
            tabs: (0..count).map(|_| opened()).collect(),
            runs_kept: BTreeMap::new(),
        }
    }

    /// Runs an event in a tab and checks that no kept run loses work.
    fn in_tab<T>(&mut self, tab: usize, happens: impl FnOnce(&mut World) -> T) -> T {
        let before = self.runs_kept.clone();
        let world = &mut self.tabs[tab];
        world.runs_kept = mem::take(&mut self.runs_kept);
        let outcome = happens(world);
        self.runs_kept = mem::take(&mut world.runs_kept);
        for (digest, before) in before {
            match self.runs_kept.get(&digest) {
                Some(after) => assert!(after.work >= before.work, "a further state is lost"),
                // The tab that forgot it ended it, or gave up as much work.
                None => {
                    let came = self.tabs[tab].came.get(&digest).copied();
                    assert!(came >= Some(before.work), "{came:?} of {}", before.work);
                }
            }
        }
        outcome
    }

    fn reload(&mut self, tab: usize) {
        self.in_tab(tab, |world| {
            *world = mem::replace(world, opened()).reload();
        });
    }

    fn settle(&mut self, tab: usize) {
        while self.in_tab(tab, World::advance) {}
        self.in_tab(tab, |world| world.check_end());
    }

    /// The state from which the run of a tab goes on.
    fn goes_on_from(&mut self, tab: usize) -> u64 {
        self.in_tab(tab, |world| {
            world.came.clear();
            world.begin();
            world.tell(1);
            world.came.values().copied().max().unwrap()
        })
    }
}

/// The first tab, paused after two states, and a second one that has come further.
fn one_further() -> Tabs {
    let mut tabs = Tabs::new(2);
    for (tab, states) in [(0, 2), (1, 4)] {
        tabs.in_tab(tab, |world| {
            world.drain();
            // The second tab was opened before the first had kept anything.
            let others = mem::take(&mut world.runs_kept);
            world.open(&scenario(SEARCH, 1));
            world.begin();
            world.tell(1);
            world.runs_kept = others;
            world.tell(states - 1);
        });
    }
    tabs
}

#[test]
fn a_tab_that_is_behind_takes_nothing_from_one_that_is_further() {
    let mut tabs = one_further();
    let further = |tabs: &Tabs| tabs.runs_kept.values().map(|kept| kept.work).max();
    assert_eq!(further(&tabs), Some(3));
    tabs.in_tab(0, |world| {
        world.act(Action::Pause);
        world.serve_files();
    });
    assert_eq!(further(&tabs), Some(3));
    // Giving up the run keeps the further state, too.
    tabs.in_tab(0, |world| {
        world.act(Action::Again);
        world.serve_files();
    });
    assert_eq!(further(&tabs), Some(3));
}

#[test]
fn a_tab_goes_on_from_what_another_one_has_reached() {
    for reloads in [false, true] {
        let mut tabs = one_further();
        tabs.in_tab(0, |world| world.act(Action::Pause));
        match reloads {
            true => tabs.reload(0),
            false => tabs.in_tab(0, |world| world.act(Action::Resume)),
        }
        assert_eq!(tabs.goes_on_from(0), 3, "reloads: {reloads}");
        for tab in [0, 1] {
            tabs.settle(tab);
            assert_eq!(tabs.tabs[tab].state().phase, Phase::Done);
        }
        assert!(tabs.runs_kept.is_empty());
    }
}

#[test]
fn what_another_version_kept_takes_nothing_from_what_this_page_remembers() {
    let mut tabs = Tabs::new(1);
    tabs.in_tab(0, |world| {
        world.drain();
        world.open(&scenario(SEARCH, 1));
        world.begin();
        world.tell(3);
        world.act(Action::Pause);
        world.drain();
        let digest = world.state().setup().digest();
        let (state, paused, work) = ("another form".into(), true, 1_000);
        let other = Kept {
            state,
            paused,
            work,
        };
        world.runs_kept.insert(digest, other);
        world.act(Action::Resume);
        world.begin();
        world.tell(1);
        assert_eq!(world.came.values().copied().max(), Some(2));
        assert!(world.state().notices.is_empty());
        // This version cannot use that state, and keeps its own again.
        world.came.insert(world.state().setup().digest(), 1_000);
        let kept: Vec<_> = world.runs_kept.values().cloned().collect();
        assert_eq!(kept.iter().map(|kept| kept.work).max(), Some(2));
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn after_any_order_of_events_in_two_tabs_no_further_state_is_lost(
        steps in prop::collection::vec((0..2_usize, step(false), 0..40_u32), 1..120),
    ) {
        let mut tabs = Tabs::new(2);
        for (tab, step, reload) in steps {
            match (reload, step) {
                (0, _) => tabs.reload(tab),
                // Both tabs are often at the same search.
                (1..4, _) => tabs.in_tab(tab, |world| world.step(Step::Open(14))),
                _ => tabs.in_tab(tab, |world| world.step(step)),
            }
        }
        for tab in [0, 1] {
            tabs.settle(tab);
        }
    }
}
