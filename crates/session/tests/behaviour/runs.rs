//! Runs: the newest wins, in one worker or in several.

use playground::need::BUDGET;
use playground::{Ran, Setup};
use session::Place;
use session::action::{Action, Entry};
use session::command::Message;
use session::event::{Event, Payload, Timer};
use session::message::{Reply, Request};
use session::outcome::{Clock, Phase};
use session::status;

use crate::world::{CORES, PARTED, SEARCH, World, scenario};

/// A page that shows the result of a scenario.
pub(crate) fn shown(preset: &str, seed: u64) -> World {
    let mut world = World::new("");
    world.open(&scenario(preset, seed));
    world.drain();
    world
}

#[test]
fn a_short_run_ends_before_the_newer_one_begins() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 2));
    let worker = *world.eager().first().unwrap();
    world.open(&scenario("bursts-replicate", 3));
    world.work(worker);
    world.work(worker);
    // The older result is shown until the newer one is there.
    let state = world.state();
    assert!(state.busy());
    let older = Setup::from(scenario("bursts-replicate", 2)).digest();
    assert_eq!(state.result.as_ref().unwrap().digest, older);
    assert!(world.workers.contains_key(&worker));
    world.drain();
    world.check_end();
}

#[test]
fn a_long_run_is_ended_when_a_newer_one_has_waited() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 2));
    let worker = *world.eager().first().unwrap();
    world.open(&scenario("bursts-replicate", 3));
    world.wait(99.0);
    assert!(world.workers.contains_key(&worker));
    world.wait(1.0);
    assert!(!world.workers.contains_key(&worker));
    assert_eq!(world.runs().first(), Some(&world.state().run));
    world.drain();
    world.check_end();
}

/// A page whose very first run has waited long enough for a newer one, and its two workers: a spare one is just being started.
fn overdue() -> (World, u32, u32) {
    let mut world = World::new("");
    let first = *world.eager().first().unwrap();
    world.work(first);
    let older = world.runs();
    world.open(&scenario("bursts-replicate", 3));
    assert_eq!(world.workers.len(), 1);
    world.wait(100.0);
    assert_eq!(world.runs(), older, "it goes on");
    let spare = *world.workers.keys().last().unwrap();
    assert_eq!(world.workers.len(), 2);
    (world, first, spare)
}

#[test]
fn a_run_that_ends_before_another_worker_is_ready_keeps_its_own() {
    let (mut world, first, _) = overdue();
    world.work(first);
    world.work(first);
    assert!(world.workers.contains_key(&first));
    assert_eq!(world.runs(), [world.state().run].into());
    world.drain();
    world.check_end();
}

#[test]
fn a_run_makes_way_as_soon_as_another_worker_is_ready() {
    let (mut world, first, spare) = overdue();
    world.work(spare);
    assert!(!world.workers.contains_key(&first));
    assert_eq!(world.runs(), [world.state().run].into());
    world.drain();
    world.check_end();
}

#[test]
fn a_run_makes_way_where_the_worker_that_should_follow_breaks_down() {
    let (mut world, first, spare) = overdue();
    world.break_down(spare);
    assert!(!world.workers.contains_key(&first) && world.runs().is_empty());
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
}

#[test]
fn a_run_is_shown_to_be_under_way_after_a_while() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 2));
    world.wait(99.0);
    assert!(matches!(
        world.state().phase,
        Phase::Running { slow: false, .. }
    ));
    world.wait(1.0);
    assert!(matches!(
        world.state().phase,
        Phase::Running { slow: true, .. }
    ));
    world.drain();
    world.happen(Event::Timer(Timer::Slow));
    assert_eq!(world.state().phase, Phase::Done);
}

#[test]
fn a_cancelled_run_leaves_nothing_under_way_and_a_worker_that_is_ready() {
    for preset in ["bursts-replicate", PARTED] {
        let mut world = shown(preset, 1);
        world.open(&scenario(preset, 2));
        // Another scenario waits already.
        world.open(&scenario(preset, 3));
        world.act(Action::Cancel);
        assert!(world.runs().is_empty());
        assert_eq!(world.state().phase, Phase::Cancelled);
        world.drain();
        assert_eq!(world.state().phase, Phase::Cancelled);
        world.act(Action::Again);
        assert!(!world.runs().is_empty(), "a worker is ready");
        world.drain();
        world.check_end();
        assert_eq!(world.state().phase, Phase::Done);
    }
}

#[test]
fn a_long_run_is_made_by_all_cores_and_seen_in_part() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario(PARTED, 2));
    let mut most = 0;
    let mut partial = false;
    // Each part takes long.
    for turn in 0..1_000 {
        let eager = world.eager();
        let Some(worker) = eager.get(turn % eager.len().max(1)).copied() else {
            break;
        };
        most = most.max(eager.len());
        world.wait(70.0);
        world.work(worker);
        world.check();
        let result = world.state().result.as_ref();
        partial |= result.is_some_and(|result| result.partial) && !world.state().stale();
    }
    assert_eq!(most, CORES as usize);
    assert!(partial, "some runs were seen before the others");
    world.drain();
    world.check_end();
    let result = world.state().result.clone().unwrap();
    assert!(!result.partial && result.took > 200.0, "{}", result.took);
}

#[test]
fn workers_keep_what_they_made_when_a_long_run_makes_way() {
    let mut world = shown(PARTED, 1);
    world.drain();
    world.open(&scenario(PARTED, 2));
    let before: Vec<_> = world.workers.keys().copied().collect();
    world.open(&scenario(PARTED, 3));
    world.wait(100.0);
    // The parts that are being made are finished, no others are begun.
    while world
        .runs()
        .first()
        .is_some_and(|run| *run != world.state().run)
    {
        let worker = *world.eager().first().unwrap();
        world.work(worker);
        world.check();
    }
    let after: Vec<_> = world.workers.keys().copied().collect();
    assert_eq!(before, after);
    world.drain();
    world.check_end();
}

#[test]
fn another_laboratory_brings_its_own_workers() {
    let mut world = shown(PARTED, 1);
    world.open(&scenario("stream-adapts", 2));
    let programs: Vec<_> = world.workers.values().map(|fake| fake.program).collect();
    assert!(programs.contains(&"divisible") && !programs.contains(&"replication"));
    world.drain();
    world.check_end();
}

#[test]
fn what_a_run_found_so_far_is_seen_until_it_ends() {
    let mut world = shown("bursts-replicate", 1);
    world.act(Action::Open(
        Box::new(scenario("bursts-replicate", 2).into()),
        Entry::Push,
    ));
    let worker = *world.eager().first().unwrap();
    let fake = &world.workers[&worker];
    let (mut answer, id) = (fake.inbox[0].clone(), fake.inbox[0].run().unwrap());
    answer.progress = true;
    let (done, _) = world.answer(answer);
    let Reply::Done { report, .. } = done else {
        panic!("a run is done");
    };
    let early = Reply::Early {
        id,
        report,
        fingerprint: "early".into(),
    };
    world.say(worker, early, Payload::Nothing);
    let state = world.state();
    let result = state.result.as_ref().unwrap();
    assert!(state.busy() && result.partial && result.schedule.is_none());
    assert_eq!(result.fingerprint, "early");
    world.drain();
    assert!(!world.state().result.as_ref().unwrap().partial);
    world.check_end();
}

#[test]
fn points_of_a_sweep_stay_when_it_is_stopped_and_are_not_run_again() {
    let mut world = shown("bursts-replicate", 1);
    let text = r#"{"makespan": 1, "replication": {}, "sweep": [{"processors": [2, 4, 8]}]}"#;
    let sweep = Setup::from_text(text).unwrap();
    world.act(Action::Open(Box::new(sweep), Entry::Push));
    let worker = *world.eager().first().unwrap();
    let point = |world: &mut World, place: usize| {
        let fake = &world.workers[&worker];
        let (mut answer, id) = (fake.inbox[0].clone(), fake.inbox[0].run().unwrap());
        answer.progress = true;
        let (done, _) = world.answer(answer);
        let Reply::Done { report, .. } = done else {
            panic!("a run is done");
        };
        let outcome = Ok(playground::Judged::default());
        let ran = Ran { place, outcome };
        let fingerprint = format!("{place}");
        let point = Reply::Point {
            id,
            ran,
            report,
            fingerprint,
        };
        world.say(worker, point, Payload::Nothing);
    };
    point(&mut world, 0);
    point(&mut world, 1);
    let state = world.state();
    assert!(state.busy() && !state.stale());
    assert_eq!(state.result.as_ref().unwrap().fingerprint, "1");
    world.act(Action::Cancel);
    let state = world.state();
    assert_eq!((&state.phase, state.ran.len()), (&Phase::Cancelled, 2));
    assert!(!state.stale(), "what was run is good");
    world.act(Action::Again);
    let again = world.workers.values().flat_map(|fake| &fake.inbox);
    let again: Vec<_> = again
        .filter_map(|work| match &work.message {
            Message::Request(Request::Run { done, .. }) => Some(done.len()),
            _ => None,
        })
        .collect();
    assert_eq!(again, [2]);
    world.drain();
    world.check_end();
    // Another scenario begins anew.
    world.open(&scenario("bursts-replicate", 2));
    assert!(world.state().ran.is_empty());
}

#[test]
fn small_pictures_are_made_when_nothing_else_is_to_be_done() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 2));
    world.act(Action::Preview("divisible"));
    assert!(
        world
            .workers
            .values()
            .all(|fake| fake.program != "divisible")
    );
    world.drain();
    let presets = playground::presets::all().iter();
    let own = presets.filter(|preset| preset.laboratory() == "divisible");
    assert_eq!(world.state().previews.len(), own.count());
    // Previews are made once, and their worker is gone.
    world.act(Action::Preview("divisible"));
    assert!(
        world
            .workers
            .values()
            .all(|fake| fake.program != "divisible")
    );
}

#[test]
fn a_figure_in_another_page_leaves_address_and_device_alone_and_may_wait() {
    let link = playground::link::short(scenario("bursts-replicate", 1)).unwrap();
    let mut world = World::at(Place::Figure { waits: true }, &link);
    world.drain();
    assert!(world.state().busy() && world.runs().is_empty());
    // The reader may change something before.
    world.act(Action::Set("seed".into(), "2".into()));
    world.drain();
    assert!(world.runs().is_empty());
    world.act(Action::Start);
    world.drain();
    world.check();
    assert_eq!(world.state().phase, Phase::Done);
    assert_eq!(world.entries, [link]);
    let files = world.workers.values().any(|fake| fake.program == "files");
    assert!(!files, "nothing is asked of the device");
    // The host may lead its frame to another link, even to the same one.
    let run = world.state().run;
    world.happen(Event::Address(world.entries[0].clone()));
    assert_eq!(
        (world.state().run, world.state().entry),
        (run + 1, Entry::Given)
    );
}

/// A page whose run tells this progress, once, `after` ms from its beginning.
fn told(done: u64, total: u64, after: f64) -> World {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 2));
    world.wait(after);
    let worker = *world.eager().first().unwrap();
    let id = world.workers[&worker].inbox[0].run().unwrap();
    world.say(
        worker,
        Reply::Progress { id, done, total },
        Payload::Nothing,
    );
    world
}

fn clock(world: &World) -> Option<Clock> {
    match world.state().phase {
        Phase::Running { clock, .. } => clock,
        _ => None,
    }
}

#[test]
fn the_clock_tells_the_pace_after_three_seconds_and_asks_where_the_rest_takes_long() {
    let mut world = told(1, 2, 2_990.0);
    assert_eq!(clock(&world), None);
    world.wait(10.0);
    let said = clock(&world).unwrap();
    assert_eq!((said.pace.left, said.asks), (Some(3.0), false));
    let (_, title, text) = status::about(world.state()).unwrap();
    assert_eq!(title, "The run goes on");
    assert!(
        text.starts_with(
            "50\u{202f}% is done after 3\u{202f}s; at this pace the rest takes about 3\u{202f}s."
        ),
        "{text}"
    );
    world.drain();
    assert_eq!(world.state().phase, Phase::Done);

    let mut world = told(1, 10, 2_990.0);
    world.wait(10.0);
    let said = clock(&world).unwrap();
    assert_eq!((said.pace.left, said.asks), (Some(27.0), true));
    let (_, title, text) = status::about(world.state()).unwrap();
    assert_eq!(title, "Go on with this run?");
    assert!(text.contains("A lower “Runs” or"), "{text}");
    assert!(
        text.ends_with("Without an answer it stops after 60\u{202f}s."),
        "{text}"
    );
    // Its result is as good as any other.
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
}

#[test]
fn a_run_that_does_not_tell_how_far_it_is_is_asked_for() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 20));
    world.wait(3_000.0);
    assert!(clock(&world).unwrap().asks);
    let (_, _, text) = status::about(world.state()).unwrap();
    assert!(
        text.starts_with(
            "This run has taken 3\u{202f}s; how long the rest takes is not known yet."
        ),
        "{text}"
    );
    // Nor does the page believe a run that falls back, or that has done all and has no result.
    for (done, again) in [(9, 1), (10, 10)] {
        let mut world = told(done, 10, 2_000.0);
        let worker = *world.eager().first().unwrap();
        let id = world.workers[&worker].inbox[0].run().unwrap();
        let (done, total) = (again, 10);
        world.say(
            worker,
            Reply::Progress { id, done, total },
            Payload::Nothing,
        );
        world.wait(1_000.0);
        assert_eq!(clock(&world).unwrap().pace.left, None);
    }
}

#[test]
fn a_run_that_nobody_answers_for_ends_and_the_previous_result_stays() {
    for seed in [10, 20] {
        let mut world = shown("bursts-replicate", 1);
        let before = world.state().result.clone().unwrap();
        world.open(&scenario("bursts-replicate", seed));
        world.drain();
        world.check_end();
        let Phase::OutOfTime(pace) = world.state().phase else {
            panic!("{:?}", world.state().phase);
        };
        assert_eq!(pace.elapsed.round(), BUDGET);
        let (_, title, text) = status::about(world.state()).unwrap();
        assert!(title.starts_with("The run was stopped"), "{title}");
        assert!(
            text.contains("60\u{202f}s") && text.contains("previous"),
            "{text}"
        );
        assert!(world.state().stale() && world.runs().is_empty());
        assert_eq!(world.state().result, Some(before));
        // A user who wants it again wants it without a limit.
        world.act(Action::Again);
        world.wait(3.0 * 1000.0 * BUDGET);
        assert!(!clock(&world).unwrap().asks);
        world.act(Action::Cancel);
        world.drain();
        assert_eq!(world.state().phase, Phase::Cancelled);
    }
}

#[test]
fn a_run_that_is_to_go_on_has_no_limit_of_time() {
    let mut world = told(1, 1000, 10.0);
    world.wait(5_000.0);
    assert!(clock(&world).unwrap().asks);
    world.act(Action::GoOn);
    assert!(!clock(&world).unwrap().asks, "answered at once");
    world.wait(1000.0 * 1000.0);
    assert!(world.state().busy() && !clock(&world).unwrap().asks);
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
    // The next run is asked for again.
    world.open(&scenario("bursts-replicate", 20));
    world.wait(4_000.0);
    assert!(clock(&world).unwrap().asks);
}

#[test]
fn a_run_that_is_about_to_end_gets_ten_seconds_more() {
    let mut world = told(9, 10, 55_000.0);
    world.wait(6_000.0);
    assert!(world.state().busy(), "{:?}", world.state().phase);
    world.wait(8_000.0);
    assert!(matches!(world.state().phase, Phase::OutOfTime(_)));
}

#[test]
fn points_of_a_sweep_stay_when_its_time_is_over() {
    let mut world = shown("bursts-replicate", 1);
    let text =
        r#"{"makespan": 1, "replication": {"seed": 10}, "sweep": [{"processors": [2, 4, 8]}]}"#;
    let sweep = Setup::from_text(text).unwrap();
    world.act(Action::Open(Box::new(sweep), Entry::Push));
    world.drain();
    assert!(matches!(world.state().phase, Phase::OutOfTime(_)));
    world.check();
}

#[test]
fn a_figure_in_another_page_ends_a_long_run_and_keeps_nothing() {
    for preset in ["bursts-replicate", SEARCH] {
        let link = playground::link::short(scenario(preset, 10)).unwrap();
        let mut world = World::at(Place::Figure { waits: false }, &link);
        world.drain();
        assert!(matches!(world.state().phase, Phase::OutOfTime(_)));
        assert!(world.state().result.is_none());
    }
}
