//! Undo, redo and the address.

use playground::setup::Changes;
use playground::{link, presets};
use session::action::{Action, Entry};
use session::event::Event;
use session::notice::Topic;
use session::outcome::Phase;

use session::state::Gallery;

use crate::runs::shown;
use crate::world::{World, scenario};

/// The user goes to another entry of the browser's history, and the page hears of it.
fn travel(world: &mut World, to: usize) {
    (world.at, world.gone) = (to, true);
    world.arrive();
}

fn seed(world: &World) -> u64 {
    world.state().scenario.seed()
}

#[test]
fn a_page_opens_with_the_link_and_writes_it_anew() {
    let link = link::short(scenario("stream-adapts", 5)).unwrap();
    let mut world = World::new(&link);
    assert_eq!(world.state().gallery, Gallery::Hidden);
    world.drain();
    world.check_end();
    assert_eq!(world.entries, [link]);
    assert_eq!(seed(&world), 5);
}

#[test]
fn a_page_without_a_link_shows_the_gallery_and_the_first_preset() {
    let mut world = World::new("");
    assert_eq!(world.state().gallery, Gallery::Below);
    world.drain();
    world.check_end();
    assert_eq!(world.entries.len(), 1);
}

#[test]
fn a_link_that_cannot_be_read_is_told_of_and_the_first_preset_runs() {
    let mut world = World::new("#v1.nonsense");
    assert_eq!(world.state().notices[0].topic, Topic::Link);
    world.drain();
    world.check_end();
    assert_eq!(world.state().phase, Phase::Done);
    // The same holds for a page that shows something already.
    world.open(&scenario("stream-adapts", 5));
    world.entries.push("#v1.nonsense".into());
    travel(&mut world, 2);
    assert_eq!(world.state().notices.len(), 1);
    world.drain();
    world.check_end();
    world.act(Action::Undo);
    assert_eq!(seed(&world), 5);
}

#[test]
fn an_offer_is_one_step_from_the_present_and_one_that_cannot_be_is_none() {
    let mut world = shown("bursts-replicate", 1);
    let entries = world.entries.len();
    let copies = |world: &World| world.state().scenario.get("copies");
    let before = copies(&world);
    let take = |copies: u64| {
        let change = ("copies".to_owned(), copies.into());
        Action::Take([change].into_iter().collect())
    };
    world.act(take(4));
    assert_eq!(world.entries.len(), entries + 1);
    assert_eq!(copies(&world), 4);
    world.act(take(0));
    assert_eq!(world.entries.len(), entries + 1);
    world.drain();
    world.check_end();
    world.act(Action::Undo);
    assert_eq!(copies(&world), before);
}

#[test]
fn each_change_is_a_step_of_the_browsers_history_but_a_slider_takes_one() {
    let mut world = shown("bursts-replicate", 1);
    let entries = world.entries.len();
    for value in ["2", "3", "4"] {
        world.act(Action::Set("seed".into(), value.into()));
        world.wait(10.0);
    }
    assert_eq!(world.entries.len(), entries + 1);
    world.act(Action::Leave("seed".into()));
    world.act(Action::Set("runs".into(), "3".into()));
    assert_eq!(world.entries.len(), entries + 2);
    world.drain();
    world.check_end();
    world.act(Action::Undo);
    assert_eq!(seed(&world), 4);
    world.act(Action::Undo);
    assert_eq!(seed(&world), 1);
    // The browser's history keeps its length.
    world.drain();
    assert_eq!(world.entries.len(), entries + 2);
    world.check_end();
}

#[test]
fn the_address_is_not_written_more_often_than_browsers_allow() {
    let mut world = shown("bursts-replicate", 1);
    world.act(Action::Set("seed".into(), "2".into()));
    let mut written = std::collections::BTreeSet::new();
    for value in 3..53 {
        world.act(Action::Set("seed".into(), value.to_string()));
        world.wait(10.0);
        written.insert(world.entries[world.at].clone());
    }
    assert!(written.len() <= 4, "{} times in 500 ms", written.len());
    world.drain();
    world.check_end();
}

#[test]
fn back_and_forward_are_changes_that_can_be_undone() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("stream-adapts", 5));
    world.drain();
    let (now, entries) = (world.at, world.entries.clone());
    travel(&mut world, now - 1);
    assert_eq!((seed(&world), world.state().entry), (1, Entry::Given));
    world.drain();
    world.check_end();
    travel(&mut world, now);
    assert_eq!(seed(&world), 5);
    world.drain();
    assert_eq!(world.entries, entries, "nothing is lost");
    world.act(Action::Undo);
    assert_eq!(seed(&world), 1);
    world.act(Action::Undo);
    assert_eq!(seed(&world), 5);
}

#[test]
fn a_change_that_waits_does_not_overwrite_the_entry_that_the_user_went_to() {
    let mut world = shown("bursts-replicate", 1);
    world.open(&scenario("bursts-replicate", 2));
    world.act(Action::Set("seed".into(), "3".into()));
    world.act(Action::Set("seed".into(), "4".into()));
    world.act(Action::Set("seed".into(), "5".into()));
    let before = world.entries[world.at - 1].clone();
    world.at -= 1;
    world.gone = true;
    world.wait(300.0);
    assert_eq!(world.entries[world.at], before);
    world.drain();
    world.check_end();
}

#[test]
fn what_the_page_wrote_itself_is_no_news() {
    let mut world = shown("bursts-replicate", 1);
    let run = world.state().run;
    let address = world.entries[world.at].clone();
    world.happen(Event::Address(address));
    assert_eq!(world.state().run, run);
}

#[test]
fn an_address_that_could_not_be_written_is_still_known() {
    let mut world = shown("bursts-replicate", 1);
    let kept = world.entries[world.at].clone();
    world.open(&scenario("bursts-replicate", 2));
    // The browser refused: the address is unchanged.
    world.entries.pop();
    world.at -= 1;
    world.happen(Event::AddressKept(kept.clone()));
    let run = world.state().run;
    world.happen(Event::Address(kept));
    assert_eq!(world.state().run, run);
}

#[test]
fn a_link_is_shared_at_once_with_what_is_seen_now() {
    let mut world = shown("bursts-replicate", 1);
    world.act(Action::Set("seed".into(), "2".into()));
    world.act(Action::Set("seed".into(), "3".into()));
    let focus = playground::extras::Focus {
        window: Some((0.0, 10.0)),
        part: Some((41, 6)),
        ..playground::extras::Focus::default()
    };
    world.drain();
    world.act(Action::Set("seed".into(), "4".into()));
    world.drain();
    let given = world.state().given(Some(focus));
    world.act(Action::Share(Box::new(given)));
    let decoded = link::decode(&world.entries[world.at]).unwrap();
    assert_eq!(decoded.scenario.seed(), 4);
    assert_eq!(playground::Setup::from(decoded).extras.focus, focus);
}

#[test]
fn a_value_that_is_refused_is_told_of_beside_its_field_and_changes_nothing() {
    let mut world = shown("bursts-replicate", 1);
    let run = world.state().run;
    world.act(Action::Set("processors".into(), "0".into()));
    assert_eq!(world.state().run, run);
    assert!(
        world.state().complaints["processors"]
            .text
            .starts_with("0 is not allowed")
    );
    assert_eq!(world.state().texts["processors"], "0");
    // The text stays when the field is left, and goes with the next value.
    world.act(Action::Leave("processors".into()));
    assert_eq!(world.state().texts["processors"], "0");
    world.act(Action::Set("processors".into(), "4".into()));
    assert!(world.state().complaints.is_empty());
    world.act(Action::Leave("processors".into()));
    assert!(world.state().texts.is_empty());
    world.drain();
    world.check_end();
}

/// The name of the preset to go back to, and the number of parameters that differ from it.
fn base(world: &World) -> (&'static str, usize) {
    let (preset, changes) = world.state().base();
    (preset.name, changes.len())
}

#[test]
fn the_preset_to_go_back_to_is_the_one_that_was_opened_last_not_the_nearest() {
    let mut world = World::new("#p=bursts-replicate");
    world.drain();
    let nearer = presets::find("set-two-replicate").unwrap().scenario();
    let names = ["traces", "copies", "processors"];
    let changes = names.map(|name| (name.to_owned(), nearer.get(name)));
    let changes = Changes::from_iter(changes);
    world.state().scenario.changed(&changes).unwrap();
    world.act(Action::Take(changes));
    let (nearest, _) = presets::nearest(&world.state().scenario);
    assert_eq!(nearest.name, "set-two-replicate");
    let changed = base(&world);
    assert_eq!(changed.0, "bursts-replicate");
    assert!(changed.1 > 1);
    // The preset goes with its scenario.
    world.open(&presets::find("stream-adapts").unwrap().scenario());
    assert_eq!(base(&world), ("stream-adapts", 0));
    world.act(Action::Undo);
    assert_eq!(base(&world), changed);
    // A scenario from elsewhere was made from no preset.
    world.open(&scenario("set-two-replicate", 9));
    assert_eq!(base(&world), ("set-two-replicate", 1));
    let link = link::short(scenario("set-two-replicate", 9)).unwrap();
    assert_eq!(base(&World::new(&link)), ("set-two-replicate", 1));
    world.drain();
    world.check_end();
}

#[test]
fn the_doors_of_a_first_visit_stand_again_where_it_began() {
    let mut world = World::new("");
    world.drain();
    world.open(&presets::first().scenario());
    assert!(world.state().welcome);
    world.open(&scenario("stream-adapts", 5));
    assert!(!world.state().welcome);
}
