//! Files that are read and written, and kept traces.

use playground::Setup;
use proptest::prelude::*;
use session::action::{Action, LibraryAction};
use session::command::Message;
use session::event::{Event, Given, Want};
use session::import::{ImportAction, Stage, When};
use session::message::{Order, Reply};
use session::notebook::takes;
use session::notice::{Tone, Topic};
use session::outcome::Phase;
use session::program::{FILES, LARGEST_FILE};
use trace::read::{Role, Unit};

use crate::runs::shown;
use crate::world::{World, about, scenario};

/// The orders of the file worker.
fn orders(world: &World) -> Vec<&Order> {
    let files = world.workers.values().filter(|fake| fake.program == FILES);
    let work = files.flat_map(|fake| &fake.inbox);
    work.filter_map(|work| match &work.message {
        Message::Order(order) => Some(order),
        Message::Request(_) => None,
    })
    .collect()
}

fn file_worker(world: &World) -> u32 {
    let mut files = world.workers.iter();
    *files.find(|(_, fake)| fake.program == FILES).unwrap().0
}

#[test]
fn a_file_of_traces_becomes_a_scenario_that_can_be_undone() {
    let mut world = shown("bursts-replicate", 1);
    world.give("mine.csv");
    assert_eq!(world.state().reading.as_deref(), Some("mine.csv"));
    world.drain();
    world.check_end();
    assert_eq!(world.state().scenario.seed(), 77);
    let notice = world.state().notices.last().unwrap();
    assert_eq!((notice.topic, notice.tone), (Topic::File, Tone::Good));
    assert_eq!(world.state().kept.all().count(), 1);
    world.act(Action::Undo);
    assert_eq!(world.state().scenario.seed(), 1);
}

#[test]
fn a_scenario_file_is_opened_whatever_case_its_name_has() {
    let mut world = shown("stream-adapts", 1);
    world.give("Mine.Makespan.JSON");
    world.drain();
    world.check_end();
    let first = playground::presets::first().scenario();
    assert_eq!(*world.state().scenario, first);
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let mut world = shown("bursts-replicate", 1);
    world.happen(Event::File(Given {
        name: "large.csv".into(),
        size: LARGEST_FILE as f64 + 1.0,
        head: String::new(),
        file: "content of large.csv".into(),
    }));
    assert!(orders(&world).is_empty() && world.state().reading.is_none());
    let notice = world.state().notices.last().unwrap();
    assert_eq!(notice.title, "“large.csv” cannot be used");
    assert!(notice.text[0].contains("may have at most"));
}

#[test]
fn the_newest_file_wins_and_a_run_goes_on_meanwhile() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 2));
    world.give("older.csv");
    let worker = file_worker(&world);
    world.give("newer.csv");
    assert!(!world.workers.contains_key(&worker));
    assert!(!world.runs().is_empty());
    world.drain();
    world.check_end();
    let notice = world.state().notices.last().unwrap();
    assert!(notice.title.starts_with("“newer.csv” is used"));
    assert_eq!(world.state().kept.all().count(), 1);
}

#[test]
fn to_cancel_is_to_forget_the_file_but_not_what_is_to_be_saved() {
    let mut world = shown("bursts-replicate", 1);
    world.give("mine.csv");
    let name = "t".to_owned();
    let about = about(&name);
    world.act(Action::Library(LibraryAction::Give(about)));
    world.act(Action::Cancel);
    assert_eq!(world.state().reading, None);
    world.drain();
    assert_eq!(world.saved, ["t.csv"]);
    assert_eq!(world.state().scenario.seed(), 1);
    assert_eq!(world.state().phase, Phase::Done, "no run was under way");
}

#[test]
fn a_file_worker_that_breaks_down_is_told_of_and_the_next_request_has_another() {
    let mut world = shown("bursts-replicate", 1);
    world.act(Action::Library(LibraryAction::Give(about("one"))));
    world.act(Action::Library(LibraryAction::Give(about("two"))));
    while orders(&world).is_empty() {
        let worker = file_worker(&world);
        world.work(worker);
    }
    world.break_down(file_worker(&world));
    let notice = world.state().notices.last().unwrap();
    assert_eq!(notice.title, "“one.csv” is not saved");
    world.drain();
    assert_eq!(world.saved, ["two.csv"]);
    // The page goes on.
    assert_eq!(world.state().phase, Phase::Done);
}

#[test]
fn a_file_worker_that_cannot_be_loaded_is_told_of_for_every_file() {
    let mut world = shown("bursts-replicate", 1);
    world.break_down(file_worker(&world));
    world.act(Action::Library(LibraryAction::Give(about("one"))));
    world.act(Action::Library(LibraryAction::Give(about("two"))));
    let worker = file_worker(&world);
    world.break_down(worker);
    let notice = world.state().notices.last().unwrap();
    assert_eq!(notice.title, "“two.csv” is not saved");
    world.drain();
    assert!(world.saved.is_empty());
    assert!(world.workers.values().all(|fake| fake.program != FILES));
}

#[test]
fn a_restart_makes_requests_for_files_again() {
    let mut world = shown("bursts-replicate", 1);
    world.act(Action::Library(LibraryAction::Give(about("one"))));
    while orders(&world).is_empty() {
        let worker = file_worker(&world);
        world.work(worker);
    }
    world.act(Action::Restart);
    world.drain();
    assert_eq!(world.saved, ["one.csv"]);
}

#[test]
fn a_scenario_is_saved_at_once_and_one_without_its_values_by_the_file_worker() {
    let mut world = shown("bursts-replicate", 1);
    let setup = world.state().setup();
    world.act(Action::Save(Box::new(setup)));
    assert_eq!(world.saved, ["replication.makespan.json"]);
    assert!(orders(&world).is_empty());
    let digest = "0".repeat(64);
    let text = format!(
        r#"{{"makespan": 1, "replication": {{"traces": {{"own": {{"name": "a.csv", "digest": "{digest}", "nodes": 4, "jobs": 2000}}}}}}}}"#
    );
    let setup = Setup::from_text(&text).unwrap();
    assert!(setup.scenario.missing_file().is_some());
    world.act(Action::Save(Box::new(setup)));
    assert_eq!(world.saved.len(), 1);
    world.drain();
    assert_eq!(world.saved.len(), 2);
}

#[test]
fn a_file_that_is_saved_without_its_traces_is_told_of() {
    let mut world = shown("bursts-replicate", 1);
    world.act(Action::Library(LibraryAction::Give(about("one"))));
    while orders(&world).is_empty() {
        let worker = file_worker(&world);
        world.work(worker);
    }
    let lacks = Some("its traces are not on this device".to_owned());
    let worker = file_worker(&world);
    let nothing = session::event::Payload::Nothing;
    world.say(worker, Reply::Written { lacks }, nothing);
    let notice = world.state().notices.last().unwrap();
    assert_eq!(notice.title, "“one.csv” is not saved");
    assert!(world.saved.is_empty());
}

#[test]
fn changes_of_the_library_show_before_the_device_has_made_them() {
    let mut world = shown("bursts-replicate", 1);
    world.give("mine.csv");
    world.drain();
    let (about, _) = world.state().kept.all().next().unwrap();
    let about = about.clone();
    let rename = LibraryAction::Rename(about.clone(), "other".into());
    world.act(Action::Library(rename));
    let names = |world: &World| {
        let all = world.state().kept.all();
        all.map(|(about, _)| about.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&world), ["other"]);
    world.drain();
    assert_eq!(names(&world), ["other"]);
    world.remembered.clear();
    world.act(Action::Library(LibraryAction::Delete(about)));
    assert!(names(&world).is_empty());
    world.drain();
    assert!(names(&world).is_empty());
}

#[test]
fn what_is_kept_is_asked_for_once_when_the_first_run_has_ended() {
    let mut world = World::new("");
    while world.state().busy() {
        assert!(world.workers.values().all(|fake| fake.program != FILES));
        let worker = *world.eager().first().unwrap();
        world.work(worker);
    }
    let worker = file_worker(&world);
    world.work(worker);
    assert_eq!(orders(&world), [&Order::List]);
    world.drain();
    world.act(Action::Again);
    world.drain();
    assert!(orders(&world).is_empty());
}

#[test]
fn what_was_measured_is_used_kept_or_saved() {
    let mut world = shown("bursts-replicate", 1);
    world.act(Action::Measure(true));
    let measured = |want| {
        let (name, file) = ("measured".to_owned(), "content of measured".to_owned());
        Event::Measured { want, name, file }
    };
    world.happen(measured(Want::Keep));
    world.happen(measured(Want::Give));
    assert!(world.state().measuring);
    world.happen(measured(Want::Use));
    assert!(!world.state().measuring);
    world.drain();
    world.check_end();
    assert_eq!(world.saved, ["measured.csv"]);
    assert_eq!(world.state().scenario.seed(), 77);
}

/// The title, stage and number of questions of the preview.
fn preview(world: &World) -> (&str, Stage, usize) {
    let notice = world.state().notices.last().unwrap();
    let import = notice.import.as_ref().unwrap();
    (&notice.title, import.stage, import.questions.len())
}

#[test]
fn a_clear_table_is_used_at_once_and_its_preview_stays_beside_it() {
    let mut world = shown("bursts-replicate", 1);
    world.give("1.csv");
    world.drain();
    assert_eq!(
        preview(&world),
        ("“1.csv” is used: 1 node × 1 job", Stage::Used, 0)
    );
    // A click corrects it, and the file is not given again.
    let seconds = ImportAction::Column(1, Role::Node, Some(Unit::Seconds));
    world.act(Action::Import(seconds.clone()));
    assert_eq!(world.state().reading.as_deref(), Some("1.csv"));
    assert!(world.state().import().unwrap().differs());
    let order = |world: &World| match orders(world).as_slice() {
        [Order::Read { said, when, .. }] => (said.of("a", 1), *when),
        other => panic!("{other:?}"),
    };
    while orders(&world).is_empty() {
        let worker = file_worker(&world);
        world.work(worker);
    }
    assert_eq!(
        order(&world),
        (Some((Role::Node, Some(Unit::Seconds))), When::Clear)
    );
    world.drain();
    world.check_end();
    assert_eq!(preview(&world).1, Stage::Used);
    // The same again needs no worker.
    world.act(Action::Import(seconds));
    assert_eq!(world.state().reading, None);
    // Cancelling brings the setup before back.
    world.act(Action::Import(ImportAction::Cancel));
    world.drain();
    world.check_end();
    assert_eq!(world.state().scenario.seed(), 1);
    assert!(world.state().import().is_none());
}

#[test]
fn what_a_table_leaves_open_is_answered_before_it_is_used() {
    let mut world = shown("bursts-replicate", 1);
    world.give("2.csv");
    world.drain();
    world.check_end();
    let (title, stage, questions) = preview(&world);
    assert_eq!((stage, questions), (Stage::Waits, 1));
    assert_eq!(title, "“2.csv” is read, but not used yet: 1 node × 1 job");
    assert_eq!(world.state().scenario.seed(), 1);
    assert!(world.state().kept.all().next().is_none(), "kept unused");
    let answer = world.state().import().unwrap().questions[0].answers[1].clone();
    world.act(Action::Import(ImportAction::Answer(answer)));
    world.drain();
    assert_eq!(preview(&world).2, 0);
    assert!(world.state().import().unwrap().ready());
    assert_eq!(world.state().scenario.seed(), 1);
    assert!(world.state().kept.all().next().is_none(), "kept unused");
    world.act(Action::Import(ImportAction::Use));
    world.drain();
    world.check_end();
    assert_eq!(preview(&world).1, Stage::Used);
    assert_eq!(world.state().scenario.seed(), 77);
    assert_eq!(world.state().kept.all().count(), 1);
}

#[test]
fn a_table_without_runtimes_can_be_tried_again_with_another_role() {
    let mut world = shown("bursts-replicate", 1);
    world.give("3.csv");
    world.drain();
    world.check_end();
    let notice = world.state().notices.last().unwrap();
    assert_eq!(notice.title, "“3.csv” cannot be used");
    assert_eq!(notice.text[0], "It has no runtimes.");
    assert_eq!(preview(&world).1, Stage::Useless);
    let node = ImportAction::Column(1, Role::Node, None);
    world.act(Action::Import(node));
    world.drain();
    assert!(world.state().import().unwrap().ready());
    world.act(Action::Import(ImportAction::Use));
    world.drain();
    world.check_end();
    assert_eq!(world.state().scenario.seed(), 77);
}

#[test]
fn a_table_that_is_not_wanted_leaves_all_as_it_was() {
    let mut world = shown("bursts-replicate", 1);
    world.give("2.csv");
    world.drain();
    let history = world.state().history.ways();
    // Also while it is being read again.
    world.act(Action::Import(ImportAction::Units(Unit::Hours)));
    assert!(world.state().reading.is_some());
    world.act(Action::Import(ImportAction::Cancel));
    world.drain();
    world.check_end();
    assert_eq!(world.state().scenario.seed(), 1);
    assert_eq!(world.state().history.ways(), history);
    assert!(world.state().notices.is_empty());
}

#[test]
fn to_cancel_the_reading_shows_again_what_it_was_read_as() {
    let mut world = shown("bursts-replicate", 1);
    world.give("2.csv");
    world.drain();
    let units = ImportAction::Units(Unit::Minutes);
    world.act(Action::Import(units.clone()));
    let import = world.state().import().unwrap();
    assert_eq!(import.unit(), Some(Unit::Minutes));
    world.act(Action::Cancel);
    let import = world.state().import().unwrap();
    assert_eq!(import.unit(), Some(Unit::Milliseconds));
    // The file is still there for another try.
    world.act(Action::Import(units));
    world.drain();
    assert!(world.state().import().unwrap().ready());
}

/// A request for a file, or a worker that goes on or breaks down.
#[derive(Clone, Copy, Debug)]
enum Step {
    Give,
    Read,
    List,
    Cancel,
    Work,
    Break,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_request_for_a_file_is_answered_once_and_in_order(
        steps in prop::collection::vec(prop_oneof![
            3 => Just(Step::Give),
            1 => Just(Step::Read),
            1 => Just(Step::List),
            1 => Just(Step::Cancel),
            6 => Just(Step::Work),
            1 => Just(Step::Break),
        ], 1..60),
    ) {
        let mut world = shown("bursts-replicate", 1);
        // The requested files, in order, and the files that the user knows to be unsaved.
        let (mut asked, mut lost) = (Vec::new(), Vec::new());
        for (number, step) in steps.into_iter().enumerate() {
            match step {
                Step::Give => {
                    let name = format!("{number}");
                    world.act(Action::Library(LibraryAction::Give(about(&name))));
                    asked.push(format!("{name}.csv"));
                }
                Step::Read => world.give(&format!("{number}.csv")),
                Step::List => world.act(Action::Library(LibraryAction::List)),
                Step::Cancel => world.act(Action::Cancel),
                Step::Work => {
                    let files = world.workers.iter();
                    let files = files.filter(|(_, fake)| fake.program == FILES);
                    let file_worker = files.map(|(number, _)| *number).next();
                    if let Some(worker) = file_worker {
                        world.work(worker);
                    }
                }
                Step::Break => {
                    let files = world.workers.iter();
                    let mut files = files.filter(|(_, fake)| fake.program == FILES);
                    if let Some((worker, fake)) = files.next() {
                        let (worker, listens) = (*worker, fake.listens);
                        let before = asked.iter().filter(|name| !world.saved.contains(name));
                        let open: Vec<_> = before.filter(|name| !lost.contains(*name)).cloned().collect();
                        let under_way = orders(&world).iter().any(|order| matches!(order, Order::Write(_)));
                        if !listens {
                            lost.extend(open);
                        } else if under_way {
                            lost.extend(open.into_iter().next());
                        }
                        world.break_down(worker);
                    }
                }
            }
            prop_assert!(orders(&world).len() <= 1);
        }
        world.drain();
        world.check();
        prop_assert_eq!(&world.state().reading, &None);
        let saved: Vec<_> = asked.into_iter().filter(|name| !lost.contains(name)).collect();
        prop_assert_eq!(&world.saved, &saved);
    }
}

#[test]
fn the_notebook_takes_studies_plans_and_results_and_leaves_traces_and_scenarios() {
    for (name, head) in [
        ("study.zip", "PK\u{3}\u{4}\u{14}"),
        ("points.parquet", "PAR1\u{15}"),
        ("PLAN.TOML", "plan = 1"),
        (
            "plan.json",
            "\u{feff} {\"plan\": 1, \"scenario\": {\"makespan\": 1}}",
        ),
        ("points.csv", "point,processors\n0,2\n"),
    ] {
        assert!(takes(name, head), "{name}");
    }
    for (name, head) in [
        ("mine.csv", "job,node 1\n1,2\n"),
        ("points.txt", "point,processors\n0,2\n"),
        ("a.makespan.json", "{\"makespan\": 1, \"plan\": 1}"),
        ("a.json", "{\"makespan\": 1}"),
        ("trace.json", "{\"traceEvents\": []}"),
        ("mine.csv.gz", "\u{1f}\u{fffd}"),
    ] {
        assert!(!takes(name, head), "{name}");
    }
}
