//! Additions to the thesis: random crashes, hashing, weights.

use std::ops::ControlFlow;

use recovery_model::faults::{self, Faults};
use recovery_model::worst_case::{self, Budget};
use recovery_model::{Error, Event, Scheme, hashing};

use crate::common::{constructed, load};

#[test]
fn hashed_lists_name_every_other_computer_in_the_order_of_their_keys() {
    // SHA-256 of "0:1" and so on, by another program.
    let rendezvous = hashing::rendezvous(5).unwrap();
    assert_eq!(rendezvous.processes()[0].list(), RENDEZVOUS[0]);
    assert_eq!(rendezvous.processes()[3].list(), RENDEZVOUS[1]);
    for (nodes, expected) in CONSISTENT {
        let consistent = hashing::consistent(5, nodes).unwrap();
        assert_eq!(consistent.processes()[0].list(), expected[0], "{nodes}");
        assert_eq!(consistent.processes()[3].list(), expected[1], "{nodes}");
    }
    assert!(hashing::consistent(128, 256).is_ok());
    assert!(hashing::consistent(5, 257).is_err());
    assert!(hashing::rendezvous(1).is_err());
}

#[test]
fn one_virtual_node_a_computer_makes_a_chain() {
    // All lists follow one ring, so that p crashes in a row pile up as in the intuitive scheme.
    let ring = hashing::consistent(12, 1).unwrap();
    let vector = worst_case::of_scheme(&ring, 11, Budget::default(), &mut report::Silent).unwrap();
    let chained = worst_case::of_scheme(
        &Scheme::regular(&constructed("intuitive", 12).list),
        11,
        Budget::default(),
        &mut report::Silent,
    )
    .unwrap();
    assert_eq!(vector.exact(), chained.exact());
    assert_eq!(vector.exact().unwrap(), (2..=12).collect::<Vec<u32>>());
}

#[test]
fn weights_are_checked() {
    let scheme = || Scheme::regular(&constructed("greedy", 4).list);
    assert_eq!(load(&scheme().weighted(&[5, 1, 1, 2]).unwrap(), &[0]), 6);
    let refused = scheme().weighted(&[1, 0, 1, 1]).unwrap_err().to_string();
    assert_eq!(
        refused,
        "weight of a computer is 0; it must be from 1 to 1\u{202f}000\u{202f}000"
    );
    let refused = scheme().weighted(&[1, 1]).unwrap_err().to_string();
    assert_eq!(
        refused,
        "there are 2 weights; there must be 4, one for each computer"
    );
}

fn study(schemes: &[Scheme], faults: &Faults, runs: u64) -> Vec<faults::Study> {
    faults::compare(schemes, faults, 1, runs, 5, u64::MAX, &mut report::Silent).unwrap()
}

#[test]
fn histories_alternate_and_are_the_same_for_the_same_seed() {
    let faults = Faults::new(vec![(10.0, 3.0); 6], 1_000.0).unwrap();
    let history = faults.history(1, 0);
    assert_eq!(history, faults.history(1, 0));
    assert_ne!(history, faults.history(1, 1));
    assert_ne!(history, faults.history(2, 0));
    let mut down = [false; 6];
    let mut time = 0.0;
    for timed in &history {
        let (computer, crash) = match timed.event {
            Event::Crash(computer) => (computer, true),
            Event::Repair(computer) => (computer, false),
        };
        assert!(timed.time >= time && timed.time < 1_000.0);
        time = timed.time;
        assert_ne!(down[computer], crash);
        down[computer] = crash;
    }
    // Further computers change nothing for the first ones.
    let more = Faults::new(vec![(10.0, 3.0); 9], 1_000.0)
        .unwrap()
        .history(1, 0);
    let first =
        |timed: &&faults::Timed| matches!(timed.event, Event::Crash(0..6) | Event::Repair(0..6));
    assert_eq!(
        more.iter().filter(first).copied().collect::<Vec<_>>(),
        history
    );
}

#[test]
fn the_share_of_downtime_is_the_quotient_of_the_means() {
    // With two computers, all are down for the square of one's share.
    let faults = Faults::new(vec![(4.0, 1.0); 2], 10_000.0).unwrap();
    let schemes = [Scheme::regular(&constructed("greedy", 2).list)];
    let study = &study(&schemes, &faults, 20)[0];
    let mean = study.runs.iter().map(|run| run.all_down).sum::<f64>() / 20.0;
    assert!((mean - 0.04).abs() < 0.003, "{mean}");
    // While a computer is up, the load is 2 for 0.32 of 0.96 of the time.
    let mean = study.runs.iter().map(|run| run.mean).sum::<f64>() / 20.0;
    assert!((mean - (1.0 + 0.32 / 0.96)).abs() < 0.02, "{mean}");
}

/// The mean load of a run, from placements at many moments.
fn sampled(scheme: &Scheme, history: &[faults::Timed], until: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for at in 0..20_000 {
        let time = until * (f64::from(at) + 0.5) / 20_000.0;
        let mut down = vec![false; scheme.computers()];
        for timed in history.iter().take_while(|timed| timed.time <= time) {
            match timed.event {
                Event::Crash(computer) => down[computer] = true,
                Event::Repair(computer) => down[computer] = false,
            }
        }
        let crashed: Vec<usize> = (0..down.len()).filter(|computer| down[*computer]).collect();
        if crashed.len() < down.len() {
            sum += f64::from(load(scheme, &crashed));
            count += 1.0;
        }
    }
    sum / count
}

#[test]
fn mean_loads_are_those_of_placements_at_many_moments() {
    let faults = Faults::new(vec![(6.0, 2.0); 7], 50.0).unwrap();
    let schemes: Vec<Scheme> = ["intuitive", "golomb"]
        .iter()
        .map(|name| Scheme::regular(&constructed(name, 7).list))
        .collect();
    let studies = study(&schemes, &faults, 3);
    for (scheme, study) in schemes.iter().zip(&studies) {
        for (number, run) in (0..).zip(&study.runs) {
            let twin = sampled(scheme, &faults.history(1, number), 50.0);
            assert!((run.mean - twin).abs() < 0.01, "{} {twin}", run.mean);
            assert!(f64::from(run.worst) >= run.mean);
        }
        assert_eq!(study.moments.len(), 5);
        assert_eq!(
            (
                study.moments[0].time,
                study.moments[0].mean,
                study.moments[0].worst
            ),
            (0.0, 1.0, 1)
        );
        assert_eq!(study.moments[4].time, 50.0);
        assert!(study.moments.iter().all(|moment| moment.runs <= 3));
    }
}

#[test]
fn under_the_same_crashes_the_better_scheme_is_less_loaded() {
    let faults = Faults::new(vec![(5.0, 3.0); 12], 200.0).unwrap();
    let schemes: Vec<Scheme> = ["intuitive", "recomputed"]
        .iter()
        .map(|name| Scheme::regular(&constructed(name, 12).list))
        .collect();
    let studies = study(&schemes, &faults, 20);
    let mean = |at: usize| studies[at].runs.iter().map(|run| run.mean).sum::<f64>();
    assert!(mean(1) < mean(0));
    assert!(
        studies[0]
            .runs
            .iter()
            .zip(&studies[1].runs)
            .all(|(a, b)| a.all_down == b.all_down)
    );
}

#[test]
fn impossible_faults_are_refused_and_studies_stop_when_asked() {
    let of = |to_failure, to_repair| Faults::new(vec![(to_failure, to_repair); 4], 10.0);
    assert!(matches!(of(0.0, 1.0), Err(Error::Positive { .. })));
    assert!(matches!(of(1.0, f64::NAN), Err(Error::Positive { .. })));
    assert!(matches!(of(1e-9, 1e-9), Err(Error::Events { .. })));
    let faults = of(1.0, 1.0).unwrap();
    let other = [Scheme::regular(&constructed("greedy", 5).list)];
    assert!(matches!(
        faults::compare(&other, &faults, 1, 2, 5, u64::MAX, &mut report::Silent),
        Err(Error::Number { .. })
    ));
    let schemes = [Scheme::regular(&constructed("greedy", 4).list)];
    let stopped = faults::compare(&schemes, &faults, 1, 2, 5, u64::MAX, &mut |_, _| {
        ControlFlow::Break(())
    });
    assert_eq!(stopped.unwrap_err(), Error::Cancelled(report::Cancelled));
}

const RENDEZVOUS: [[usize; 4]; 2] = [[1, 2, 3, 4], [0, 2, 1, 4]];

const CONSISTENT: [(usize, [[usize; 4]; 2]); 3] = [
    (1, [[2, 3, 4, 1], [4, 1, 0, 2]]),
    (3, [[4, 1, 2, 3], [0, 2, 4, 1]]),
    (64, [[3, 2, 4, 1], [1, 4, 0, 2]]),
];
