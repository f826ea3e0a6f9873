//! For any values of a scenario, its run ends soon or tells its progress, so that the clock can report it, ask and stop the
//! run. An estimate may be wrong; a run may not stay silent.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use parameters::Kind;
use playground::{Scenario, laboratories, presets, run};
use trace::random::Random;
use trial::cases;

use crate::small::{patience, topics};

/// The number of reports after which a run is stopped; then it has to end.
const ENOUGH: u32 = 20;

/// The longest silence of a run, on a machine that does much else: ten times the time that the slowest run takes alone.
const SILENCE: Duration = Duration::from_secs(30);

/// The longest time of a run whose progress is watched.
const WHILE: Duration = Duration::from_secs(2);

/// The values at the ends of the range of each parameter with an effect; of texts, the values of presets.
fn ends(scenario: &Scenario) -> Vec<(&'static str, String)> {
    let values = scenario.values();
    let alike = |preset: &presets::Preset| {
        let other = preset.scenario();
        (other.laboratory() == scenario.laboratory()).then(|| other.values())
    };
    let preset_values: Vec<_> = presets::all().iter().filter_map(alike).collect();
    let all = scenario.parameters();
    let effective = all.iter().filter(|one| one.matters(&values));
    let ends = effective.flat_map(|parameter| {
        let texts: BTreeSet<_> = match &parameter.kind {
            Kind::Integer { minimum, maximum } => [minimum, maximum].map(u64::to_string).into(),
            Kind::Number {
                minimum, maximum, ..
            } => [minimum, maximum].map(f64::to_string).into(),
            Kind::Choice(_) => parameter
                .offered()
                .map(|one| one.value.to_owned())
                .collect(),
            Kind::Flag => ["false", "true"].map(str::to_owned).into(),
            Kind::List {
                fewest,
                most,
                minimum,
                maximum,
            } => {
                let list = |number: f64, count: usize| vec![number.to_string(); count].join(",");
                let ends = [(*minimum, *most), (*maximum, *most), (*maximum, *fewest)];
                ends.map(|(number, count)| list(number, count)).into()
            }
            Kind::Text { .. } => {
                let of = |values: &parameters::Values| {
                    values.get(parameter.name)?.as_str().map(str::to_owned)
                };
                preset_values.iter().filter_map(of).collect()
            }
        };
        let name = parameter.name;
        texts.into_iter().map(move |text| (name, text))
    });
    ends.collect()
}

/// A topic or a preset with one to three of its parameters at an end; the same for each case.
fn drawn(case: u64) -> Scenario {
    let mut random = Random::stream(case, &[0, 0]);
    let mut below = |count: usize| random.below(count as u64) as usize;
    let laboratory = laboratories()[below(laboratories().len())].name;
    let plain = Scenario::of(laboratory).unwrap();
    let parameters = plain.parameters();
    let topics = parameters.iter().filter(|one| one.name == "topic");
    let topics = topics.flat_map(|topic| topic.offered());
    let own = presets::all().iter().map(presets::Preset::scenario);
    let own = own.filter(|scenario| scenario.laboratory() == laboratory);
    let bases: Vec<_> = topics
        .filter_map(|topic| plain.with("topic", topic.value).ok())
        .chain(own)
        .collect();
    let mut scenario = bases[below(bases.len())].clone();
    for _ in 0..1 + below(3) {
        let ends = ends(&scenario);
        let (name, text) = &ends[below(ends.len())];
        // A refused value leaves the scenario unchanged.
        scenario = scenario.with(name, text).unwrap_or(scenario);
    }
    scenario
}

/// Whether a run ends, or is heard often enough to be stopped, and then ends.
fn is_heard(scenario: &Scenario) -> bool {
    let (tell, heard) = mpsc::channel();
    let scenario = scenario.clone();
    let run = thread::spawn(move || {
        let mut times = 0;
        let mut rising = trial::rising();
        let mut observer = |done: u64, total: u64| {
            rising(done, total)?;
            times += 1;
            // Nobody listens any more after a silence that was too long.
            let _ = tell.send(());
            match times >= ENOUGH {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        // A run that is refused or fails has ended as well.
        drop(run(&scenario, &mut observer));
    });
    loop {
        match heard.recv_timeout(SILENCE) {
            Ok(()) => {}
            Err(RecvTimeoutError::Disconnected) => return run.join().is_ok(),
            Err(RecvTimeoutError::Timeout) => return false,
        }
    }
}

/// Runs a scenario for a while; its progress never falls.
fn rises(scenario: &Scenario) {
    let (mut rising, mut patience) = (trial::rising(), patience(WHILE));
    let mut observer = |done: u64, total: u64| {
        rising(done, total)?;
        patience(done, total)
    };
    // A run that is refused, fails or takes longer has told as much as it can.
    drop(run(scenario, &mut observer));
}

#[test]
fn progress_of_no_topic_falls() {
    for laboratory in laboratories() {
        for scenario in topics(laboratory.name) {
            println!("{}", scenario.to_short_json());
            rises(&scenario);
        }
    }
}

#[test]
fn progress_of_no_scenario_falls() {
    for case in 0..u64::from(cases(60)) {
        let scenario = drawn(case);
        println!("{case}: {}", scenario.to_short_json());
        rises(&scenario);
    }
}

#[test]
fn a_run_at_the_ends_of_the_ranges_ends_or_is_heard() {
    for case in 0..u64::from(cases(100)) {
        let scenario = drawn(case);
        assert!(is_heard(&scenario), "{case}: {}", scenario.to_short_json());
    }
}
