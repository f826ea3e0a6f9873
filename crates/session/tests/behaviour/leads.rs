//! The lead along the scale that the user holds.

use playground::Scenario;
use session::action::Action;
use session::event::{Event, Timer};
use session::lead::{Scale, Search};
use session::outcome::Phase;

use crate::answers::ahead;
use crate::runs::shown;
use crate::world::{World, scenario};

/// The places where the lead changes along the slider of a parameter, by a search of its own.
pub(crate) fn told(scenario: &Scenario, scale: &Scale) -> Vec<(f64, f64)> {
    let mut search = Search::of(scenario, scale).unwrap();
    while let Some((at, stop)) = search.next() {
        let winner = ahead(stop);
        search.tell(at, winner);
    }
    search.lead().map_or_else(Vec::new, |lead| lead.changes)
}

fn hold(world: &mut World, name: &str) {
    world.act(Action::Hold(Scale::slider(name)));
}

#[test]
fn the_place_where_the_lead_changes_is_found_beside_the_worker_that_answers() {
    let mut world = shown("bursts-replicate", 1);
    let (before, result) = (world.workers.clone(), world.state().result.clone());
    hold(&mut world, "runs");
    assert!(world.state().lead().is_none());
    world.drain();
    let lead = world.state().lead().unwrap().clone();
    assert_eq!(lead.changes, [(40.0, 50.0)]);
    assert!(
        lead.said
            .starts_with("Ahead: few up to 40; many from 50 on ("),
        "{}",
        lead.said
    );
    // Neither the workers of the scenario nor its result were touched, and the searching one has gone.
    assert!(before.keys().eq(world.workers.keys()));
    assert_eq!(world.state().result, result);
    world.check_end();
}

#[test]
fn moving_along_the_scale_keeps_what_is_known_and_any_other_change_forgets_it() {
    let mut world = shown("bursts-replicate", 1);
    hold(&mut world, "runs");
    world.drain();
    let lead = world.state().lead().unwrap().clone();
    world.act(Action::Set("runs".into(), "60".into()));
    assert_eq!(world.state().lead(), Some(&lead), "the same scale");
    world.drain();
    world.act(Action::Set("seed".into(), "2".into()));
    assert!(world.state().lead().is_none(), "another scale");
    world.drain();
    assert_eq!(world.state().lead(), Some(&lead), "it was searched anew");
    // The way back runs nothing twice.
    world.act(Action::Set("seed".into(), "1".into()));
    let started = world.ended.len();
    assert_eq!(world.state().lead(), Some(&lead));
    world.drain();
    assert!(
        world.ended[started..]
            .iter()
            .all(|(_, fake)| fake.inbox.is_empty())
    );
    world.check_end();
}

#[test]
fn a_change_ends_the_search_of_a_scale_that_is_no_longer_the_scenarios() {
    let mut world = shown("bursts-replicate", 1);
    hold(&mut world, "runs");
    let seeker = loop {
        match world.seekers().first() {
            Some(seeker) => break *seeker,
            None => {
                let worker = *world.eager().first().unwrap();
                world.work(worker);
            }
        }
    };
    world.act(Action::Set("seed".into(), "2".into()));
    assert!(!world.workers.contains_key(&seeker));
    world.drain();
    world.check_end();
}

#[test]
fn a_stop_that_takes_long_ends_the_search() {
    let mut world = shown("bursts-replicate", 1);
    hold(&mut world, "runs");
    while world.seekers().is_empty() {
        let worker = *world.eager().first().unwrap();
        world.work(worker);
    }
    world.happen(Event::Timer(Timer::Lead));
    assert!(world.seekers().is_empty() && world.state().lead().is_none());
    world.drain();
    assert!(world.state().lead().is_none(), "it is not tried again");
    assert_eq!(world.state().phase, Phase::Done);
}

#[test]
fn nothing_is_told_of_a_parameter_that_has_no_scale() {
    let mut world = shown("bursts-replicate", 1);
    hold(&mut world, "strategy");
    world.drain();
    assert!(world.state().lead().is_none());
    world.open(&scenario("bursts-replicate", 8));
    hold(&mut world, "runs");
    world.drain();
    assert!(world.seekers().is_empty(), "a refused run compares nothing");
}
