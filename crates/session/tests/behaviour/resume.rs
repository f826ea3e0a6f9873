//! Runs that are paused and resumed, and survive a reload of the page.

use session::Place;
use session::action::Action;
use session::command::Message;
use session::library::Trouble;
use session::message::Request;
use session::notice::Topic;
use session::outcome::Phase;
use session::program::FILES;
use session::resume::{Beginning, Kept};
use session::status;

use crate::answers::STATES;
use crate::runs::shown;
use crate::world::{SEARCH, World, scenario};

impl World {
    /// The worker of a run, and the beginning of the run.
    fn searcher(&self) -> Option<(u32, Beginning)> {
        self.workers.iter().find_map(|(number, fake)| {
            let work = fake.inbox.front()?;
            match &work.message {
                Message::Request(Request::Run { beginning, .. }) => {
                    Some((*number, beginning.clone()))
                }
                _ => None,
            }
        })
    }

    /// The beginning of the run, once its worker has started.
    pub(crate) fn begin(&mut self) -> Beginning {
        loop {
            if let Some((_, beginning)) = self.searcher() {
                return beginning;
            }
            let worker = self.eager()[0];
            self.work(worker);
        }
    }

    /// Lets the run tell so many states, a second between each: its state, its findings and its progress.
    pub(crate) fn tell(&mut self, states: usize) {
        for _ in 0..states {
            self.wait(1001.0);
            let (worker, _) = self.searcher().expect("a run");
            for _ in 0..3 {
                self.work(worker);
                self.check();
            }
            self.serve_files();
        }
    }

    /// Lets the file worker carry out its orders.
    pub(crate) fn serve_files(&mut self) {
        loop {
            let file_worker = |number: &u32| self.workers[number].program == FILES;
            let Some(worker) = self.eager().into_iter().find(file_worker) else {
                return;
            };
            self.work(worker);
        }
    }

    fn seen(&self) -> &str {
        &self
            .state()
            .result
            .as_ref()
            .expect("a result")
            .report
            .headline
    }

    fn device(&self) -> Vec<Kept> {
        self.runs_kept.values().cloned().collect()
    }
}

/// A search that has told so many states.
fn searching(states: usize) -> World {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario(SEARCH, 1));
    world.begin();
    world.tell(states);
    world
}

fn kept(state: &str, paused: bool) -> Kept {
    let work = state.parse().unwrap_or(1_000);
    let state = state.to_owned();
    Kept {
        state,
        paused,
        work,
    }
}

const HALF: Phase = Phase::Paused {
    done: 0.5,
    unanswered: false,
};

#[test]
fn a_paused_run_shows_what_it_found_and_goes_on_where_it_stood() {
    let mut world = searching(3);
    assert_eq!(world.begin(), Beginning::Kept);
    world.act(Action::Pause);
    assert_eq!(world.state().phase, HALF);
    assert!(world.runs().is_empty() && !world.state().stale());
    assert_eq!(world.seen(), "2 of 4");
    world.drain();
    assert_eq!(world.device(), [kept("2", true)]);
    let (_, title, text) = status::about(world.state()).unwrap();
    assert_eq!(title, "The run is paused at 50\u{202f}%");
    assert!(text.contains("This device keeps its state"), "{text}");

    world.act(Action::Resume);
    assert_eq!(world.begin(), Beginning::At(kept("2", false)));
    world.serve_files();
    assert_eq!(world.device(), [kept("2", false)]);
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
    let uninterrupted = shown(SEARCH, 1);
    assert_eq!(world.state().result.as_ref().unwrap().fingerprint, {
        let result = uninterrupted.state().result.as_ref();
        result.unwrap().fingerprint.clone()
    });
}

#[test]
fn a_run_that_went_on_goes_on_by_itself_when_the_page_is_loaded_again() {
    let mut world = searching(3).reload();
    world.drain();
    assert_eq!(world.state().phase, Phase::Done);
    world.check_end();

    let mut world = searching(3).reload();
    world.begin();
    world.tell(1);
    assert!(world.state().busy());
    assert_eq!(world.seen(), "2 of 4");
    assert!(!world.state().stale());
}

#[test]
fn a_paused_run_waits_when_the_page_is_loaded_again_and_shows_what_it_found() {
    let mut world = searching(3);
    world.act(Action::Pause);
    world.drain();
    let mut world = world.reload();
    world.drain();
    world.check_end();
    assert_eq!(
        (world.state().phase.clone(), world.seen()),
        (HALF, "2 of 4")
    );
    assert!(!world.state().stale());
    world.act(Action::Resume);
    assert_eq!(world.begin(), Beginning::At(kept("2", false)));
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
}

#[test]
fn a_paused_run_waits_when_the_user_comes_back_to_it() {
    let mut world = searching(2);
    world.act(Action::Pause);
    world.open(&scenario("bursts-replicate", 3));
    world.drain();
    assert_eq!(world.state().phase, Phase::Done);
    world.act(Action::Undo);
    world.drain();
    let phase = Phase::Paused {
        done: 0.25,
        unanswered: false,
    };
    assert_eq!(world.state().phase, phase);
    assert_eq!(world.seen(), "1 of 4");
}

#[test]
fn a_run_that_was_left_goes_on_when_the_user_comes_back() {
    let mut world = searching(3);
    world.open(&scenario(SEARCH, 2));
    // The first run has had its time, and the worker that was started last is there to follow it.
    world.wait(200.0);
    let spare = *world.workers.keys().last().unwrap();
    world.work(spare);
    world.drain();
    world.act(Action::Undo);
    world.begin();
    assert_eq!(world.begin(), Beginning::At(kept("2", false)));
    world.drain();
    world.check_end();
}

#[test]
fn what_ends_soon_is_not_kept_on_the_device() {
    let mut world = shown("bursts-replicate", 1);
    let files = |world: &World| {
        let mut all = world.workers.iter();
        let worker = all.find(|(_, fake)| fake.program == FILES);
        worker.map(|(number, _)| *number).unwrap()
    };
    let idle = files(&world);
    world.open(&scenario(SEARCH, 1));
    for _ in 0..100 {
        if let Some(worker) = world.eager().first().copied() {
            assert_ne!(worker, idle, "nothing is asked of the device");
            world.work(worker);
        }
    }
    assert_eq!(world.state().phase, Phase::Done);
    world.check_end();
}

#[test]
fn a_cancelled_run_is_forgotten_and_begins_anew() {
    let mut world = searching(3);
    assert_eq!(world.device(), [kept("2", false)]);
    world.act(Action::Cancel);
    world.drain();
    assert_eq!(
        (world.device().len(), &world.state().phase),
        (0, &Phase::Cancelled)
    );
    world.act(Action::Again);
    assert_eq!(world.begin(), Beginning::Start);
    world.drain();
    world.check_end();
}

#[test]
fn what_a_run_has_found_is_called_its_own_however_it_ended() {
    let text = |world: &World| status::about(world.state()).unwrap().2;
    let mut world = searching(3);
    world.act(Action::Cancel);
    assert_eq!(world.seen(), "2 of 4");
    assert!(!world.state().stale());
    assert!(text(&world).contains("what it has found so far"));
    // Before it has found anything, the result is the previous one's.
    let mut world = searching(0);
    world.act(Action::Cancel);
    assert!(world.state().stale());
    assert!(text(&world).contains("the previous one"));
    // Another scenario's run has found nothing.
    let mut world = searching(3);
    world.open(&scenario(SEARCH, 2));
    world.act(Action::Cancel);
    assert!(world.state().stale());
    assert!(text(&world).contains("the previous one"));
}

#[test]
fn a_paused_run_can_begin_anew() {
    let mut world = searching(3);
    world.act(Action::Pause);
    world.act(Action::Again);
    assert_eq!(world.begin(), Beginning::Start);
    world.tell(1);
    assert_eq!(world.seen(), "0 of 4");
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
}

#[test]
fn a_state_of_another_version_begins_anew_and_the_page_says_so() {
    for paused in [false, true] {
        let mut world = searching(1);
        let digest = world.state().setup().digest();
        world.runs_kept.insert(digest, kept("another form", paused));
        let mut world = world.reload();
        world.drain();
        world.check_end();
        assert_eq!(world.state().phase, Phase::Done);
        let mut notices = world.state().notices.iter();
        let notice = notices.find(|notice| notice.topic == Topic::Run).unwrap();
        assert!(notice.title.contains("from its beginning"));
        // Another scenario has nothing to do with it.
        world.open(&scenario("bursts-replicate", 2));
        world.drain();
        assert!(world.state().notices.is_empty());
    }
}

#[test]
fn a_run_can_be_paused_before_it_told_anything_and_where_nothing_is_stored() {
    let mut world = searching(0);
    world.act(Action::Pause);
    let unanswered = false;
    let phase = Phase::Paused {
        done: 0.0,
        unanswered,
    };
    assert_eq!(world.state().phase, phase);
    let (_, title, text) = status::about(world.state()).unwrap();
    assert_eq!(title, "The run is paused");
    assert!(!text.contains("so far"), "{text}");
    world.act(Action::Resume);
    world.begin();
    world.tell(2);
    world.trouble = Some(Trouble::Blocked("not allowed.".into()));
    world.act(Action::Pause);
    world.drain();
    let (_, _, text) = status::about(world.state()).unwrap();
    assert!(text.contains("until this page is closed"), "{text}");
    assert!(text.contains("(not allowed)"), "{text}");
    world.act(Action::Resume);
    assert_eq!(world.begin(), Beginning::At(kept("1", false)));
}

#[test]
fn a_run_that_cannot_be_resumed_is_not_paused() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 2));
    world.act(Action::Pause);
    assert!(world.state().busy() && !world.runs().is_empty());
    // Points of a sweep are kept otherwise, and a figure in another page keeps nothing.
    let link = playground::link::short(scenario(SEARCH, 1)).unwrap();
    let mut world = World::at(Place::Figure { waits: false }, &link);
    world.act(Action::Pause);
    world.begin();
    assert_eq!(world.begin(), Beginning::Start);
    world.act(Action::Pause);
    assert!(world.state().busy());
    world.tell(STATES as usize);
    world.drain();
    assert_eq!(world.state().phase, Phase::Done);
    let files = world.workers.values().any(|fake| fake.program == FILES);
    assert!(!files, "nothing is asked of the device");
}

#[test]
fn a_run_that_nobody_answers_for_is_paused_and_goes_on_unasked_after_a_reload() {
    let mut world = searching(2);
    world.wait(2_500.0);
    let asks = |world: &World| matches!(world.state().phase, Phase::Running { clock: Some(clock), .. } if clock.asks);
    // A quarter is done after 4 s: the rest takes 12 s.
    assert!(asks(&world));
    world.wait(70_000.0);
    let phase = Phase::Paused {
        done: 0.25,
        unanswered: true,
    };
    assert_eq!(world.state().phase, phase);
    assert_eq!(world.seen(), "1 of 4");
    let (_, _, text) = status::about(world.state()).unwrap();
    assert!(text.starts_with("Nobody answered"), "{text}");
    world.serve_files();
    assert_eq!(world.device(), [kept("1", true)]);
    // A user who resumes it knows its duration, and so does a user who opens it again.
    world.act(Action::Resume);
    assert_eq!(world.begin(), Beginning::At(kept("1", false)));
    world.wait(100_000.0);
    assert!(world.state().busy() && !asks(&world));
    world.tell(1);
    let mut world = world.reload();
    assert_eq!(world.begin(), Beginning::Kept);
    world.tell(1);
    world.wait(100_000.0);
    assert!(world.state().busy() && !asks(&world));
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
}
