//! Workers that break down, are of another version, or speak too late.

use session::action::{Action, LibraryAction};
use session::event::{Event, Heard, Payload};
use session::message::Reply;
use session::outcome::Phase;
use session::resume::Beginning;
use session::status;

use crate::runs::shown;
use crate::world::{PARTED, SEARCH, World, scenario};

#[test]
fn a_worker_that_breaks_down_at_work_is_told_of_and_the_next_run_has_another() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 2));
    let worker = *world.eager().first().unwrap();
    world.break_down(worker);
    assert_eq!(world.state().phase, Phase::Stopped("it broke".into()));
    assert!(world.state().result.is_some(), "the last result stays");
    world.act(Action::Restart);
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
}

#[test]
fn a_slider_that_moves_on_needs_no_restart() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 2));
    let worker = *world.eager().first().unwrap();
    world.break_down(worker);
    world.act(Action::Set("seed".into(), "3".into()));
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
}

#[test]
fn a_program_that_cannot_be_loaded_is_told_of_in_words() {
    let mut world = World::new("");
    let worker = *world.workers.keys().next().unwrap();
    let heard = Heard::Broken(None);
    world.happen(Event::Worker { worker, heard });
    let words = "its program could not be loaded".to_owned();
    assert_eq!(world.state().phase, Phase::Stopped(words));
    world.act(Action::Restart);
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
}

#[test]
fn a_spare_worker_that_breaks_down_is_replaced_without_a_word() {
    let mut world = shown("bursts-replicate", 1);
    let workers: Vec<_> = world.workers.keys().copied().collect();
    world.open(&scenario("bursts-replicate", 2));
    let active = *world.eager().first().unwrap();
    let spare = workers
        .into_iter()
        .find(|worker| *worker != active && world.workers[worker].program == "replication");
    world.break_down(spare.unwrap());
    assert!(world.state().busy());
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
}

#[test]
fn one_of_several_workers_that_breaks_down_ends_the_run_of_all() {
    let mut world = shown(PARTED, 1);
    world.open(&scenario(PARTED, 2));
    assert!(world.eager().len() > 1);
    let helper = *world.eager().last().unwrap();
    world.break_down(helper);
    assert!(world.runs().is_empty());
    assert!(matches!(world.state().phase, Phase::Stopped(_)));
    world.act(Action::Again);
    world.drain();
    world.check_end();
}

#[test]
fn a_run_that_one_of_several_refuses_is_ended_by_all() {
    let mut world = shown(PARTED, 1);
    world.open(&scenario(PARTED, 8));
    let worker = *world.eager().last().unwrap();
    world.work(worker);
    world.work(worker);
    assert!(matches!(world.state().phase, Phase::Refused(_)));
    assert!(world.state().complaints.contains_key("seed"));
    // Its field tells the refusal: no banner moves the result.
    let told = status::told_by_fields(world.state()).unwrap();
    assert!(told.starts_with("This scenario cannot run. "), "{told}");
    assert!(world.runs().is_empty());
    world.open(&scenario(PARTED, 2));
    assert!(world.state().complaints.is_empty());
    assert_eq!(status::told_by_fields(world.state()), None);
    world.drain();
    world.check_end();
}

#[test]
fn a_worker_of_another_version_asks_for_the_page_to_be_loaded_again() {
    let mut world = World::new("");
    let worker = *world.workers.keys().next().unwrap();
    let version = "0.0.1".to_owned();
    world.say(worker, Reply::Ready { version }, Payload::Nothing);
    assert_eq!(world.state().phase, Phase::Outdated);
    // A worker whose first message cannot be read is outdated, too.
    let mut world = World::new("");
    let heard = Heard::of(Err("an unknown variant".into()), Payload::Nothing);
    world.happen(Event::Worker { worker: 1, heard });
    assert_eq!(world.state().phase, Phase::Outdated);
}

#[test]
fn an_answer_that_cannot_be_read_is_no_sign_of_another_version() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 2));
    let worker = *world.eager().first().unwrap();
    let heard = Heard::of(Err("invalid type: null".into()), Payload::Nothing);
    world.happen(Event::Worker { worker, heard });
    let words = "its answer could not be read (invalid type: null)".to_owned();
    assert_eq!(world.state().phase, Phase::Stopped(words));
}

#[test]
fn a_panic_is_told_of_in_its_own_words() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 2));
    let worker = *world.eager().first().unwrap();
    let message = "panicked at a.rs".to_owned();
    world.say(worker, Reply::Stopped { message }, Payload::Nothing);
    let words = "panicked at a.rs".to_owned();
    assert_eq!(world.state().phase, Phase::Stopped(words));
}

/// Whether the page says that the run is silent.
fn silent(world: &World) -> bool {
    matches!(world.state().phase, Phase::Running { clock: Some(clock), .. } if clock.silent)
}

#[test]
fn a_run_that_says_nothing_is_told_of_and_goes_on_from_where_it_stood() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario(SEARCH, 1));
    world.begin();
    world.tell(3);
    world.act(Action::GoOn);
    world.wait(9_000.0);
    assert!(!silent(&world));
    // One message is enough.
    world.tell(0);
    let worker = world.eager()[0];
    world.work(worker);
    world.wait(10_000.0);
    assert!(!silent(&world));
    world.wait(3_000.0);
    assert!(silent(&world));
    let (_, title, text) = status::about(world.state()).unwrap();
    assert!(title.contains("said nothing"), "{title}");
    assert!(text.contains("restart the model, or wait"), "{text}");
    // Messages of other workers are no messages of the run.
    world.act(Action::Library(LibraryAction::List));
    world.serve_files();
    world.wait(1_000.0);
    assert!(silent(&world));
    world.act(Action::Restart);
    assert!(matches!(world.begin(), Beginning::At(_)));
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
}

#[test]
fn a_page_that_slept_with_its_workers_neither_stops_a_run_nor_calls_it_silent() {
    for hours in [1.0, 1_000.0] {
        let mut world = shown("bursts-replicate", 1);
        world.open(&scenario(SEARCH, 1));
        world.begin();
        world.tell(2);
        world.sleep(hours * 3_600_000.0);
        world.wait(2_000.0);
        let Phase::Running {
            clock: Some(clock), ..
        } = world.state().phase
        else {
            panic!("{:?}", world.state().phase);
        };
        assert!(clock.pace.elapsed < 10.0 && !clock.silent, "{clock:?}");
        world.tell(1);
        world.drain();
        world.check_end();
        assert_eq!(world.state().phase, Phase::Done);
    }
}

#[test]
fn a_worker_that_ends_without_a_word_is_told_of_at_once() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario(SEARCH, 1));
    world.begin();
    world.tell(3);
    let worker = world.eager()[0];
    let heard = Heard::Broken(None);
    world.happen(Event::Worker { worker, heard });
    let words = "it ended without a message".to_owned();
    assert_eq!(world.state().phase, Phase::Stopped(words));
    world.act(Action::Restart);
    assert!(matches!(world.begin(), Beginning::At(kept) if kept.work == 2));
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
}
