//! Smoothed beliefs about speeds: the effect of a drop on chunks, by hand.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use divisible::settings::{Settings, Stream};
use divisible::speeds::{Profile, Steps};
use divisible::study::watched;
use divisible::watch::Round;
use divisible::{Platform, Worker};

/// The chunks of a worker of 8 u/s, in rounds of 10 s, whose speed halves after 100 s.
fn chunks(smoothing: f64) -> Vec<f64> {
    let worker = Worker {
        profile: Profile::compute(Steps::new([(100.0, 0.5)]).unwrap()),
        theta: 0.5,
        ..Worker::new("", [8.0, 0.0, 1e9, 0.0, 1e9, 0.0])
    };
    let settings = Settings {
        smoothing,
        ..Settings::as4dr(10.0)
    };
    let mut sizes = Vec::new();
    let mut each = |round: &Round| sizes.push(round.size);
    let platform = Platform::new(vec![worker]).unwrap();
    watched(&platform, &settings, &Stream::until(600.0), &mut each).unwrap();
    sizes
}

#[test]
fn chunks_approach_those_of_a_halved_speed_by_the_same_share_in_every_round() {
    for smoothing in [0.25, 0.5] {
        let sizes = chunks(smoothing);
        assert!((sizes[0] - 80.0).abs() < 1e-3, "{sizes:?}");
        // The measurement of the first round after the drop may still precede it.
        let above = sizes.iter().map(|size| size - 40.0);
        let above: Vec<f64> = above.skip_while(|one| *one > 39.0).skip(1).collect();
        let told: Vec<_> = above.windows(2).filter(|two| two[0] > 0.01).collect();
        assert!(told.len() >= 5, "{sizes:?}");
        for two in told {
            let left = two[1] / two[0];
            assert!((left - (1.0 - smoothing)).abs() < 1e-3, "{left}: {sizes:?}");
        }
    }
}

#[test]
fn a_speed_that_is_believed_at_once_halves_chunks_at_once() {
    let sizes = chunks(1.0);
    let between = sizes.iter().filter(|size| **size > 41.0 && **size < 79.0);
    assert!(between.count() <= 1, "{sizes:?}");
    assert!((sizes.last().unwrap() - 40.0).abs() < 1e-3, "{sizes:?}");
}
