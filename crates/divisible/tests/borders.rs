//! The borders of a worker's numbers, and the range of speeds that walk.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use divisible::speeds::walk;
use divisible::{Platform, Worker};
use trace::random::Random;

#[test]
fn a_worker_is_refused_just_beyond_each_border() {
    /// A field’s name, its setter, its border, and whether the border itself is allowed.
    type Border = (&'static str, fn(&mut Worker, f64), f64, bool);
    let change: [Border; 10] = [
        ("speed F", |worker, value| worker.speed = value, 0.0, false),
        (
            "latency f",
            |worker, value| worker.latency = value,
            0.0,
            true,
        ),
        (
            "bandwidth B^D",
            |worker, value| worker.send_bandwidth = value,
            0.0,
            false,
        ),
        (
            "latency b^D",
            |worker, value| worker.send_latency = value,
            0.0,
            true,
        ),
        (
            "bandwidth B^R",
            |worker, value| worker.return_bandwidth = value,
            0.0,
            false,
        ),
        (
            "latency b^R",
            |worker, value| worker.return_latency = value,
            0.0,
            true,
        ),
        (
            "estimated speed",
            |worker, value| worker.estimated_speed = value,
            0.0,
            false,
        ),
        (
            "estimated latency",
            |worker, value| worker.estimated_latency = value,
            0.0,
            true,
        ),
        ("gamma", |worker, value| worker.gamma = value, -1.0, false),
        ("theta", |worker, value| worker.theta = value, 0.0, false),
    ];
    for (name, set, border, allowed) in change {
        let fits = |value: f64| {
            let mut worker = Worker::new("w", [2.0, 0.1, 20.0, 0.1, 20.0, 0.1]);
            set(&mut worker, value);
            let found = Platform::new(vec![worker]);
            if let Err(error) = &found {
                assert!(error.to_string().contains(name), "{error}");
            }
            found.is_ok()
        };
        assert_eq!(fits(border), allowed, "{name}");
        assert!(fits(border + 1e-9) && !fits(border - 1e-9), "{name}");
        assert!(!fits(f64::NAN) && !fits(f64::NEG_INFINITY), "{name}");
        // Only links may be infinitely fast.
        assert_eq!(fits(f64::INFINITY), name.starts_with("bandwidth"), "{name}");
        assert_eq!(fits(1.0), name != "theta", "{name}");
    }
}

#[test]
fn a_walk_goes_as_far_as_its_volatility_times_the_root_of_the_time() {
    for (volatility, every) in [(0.01_f64, 4.0_f64), (0.05, 0.25), (0.002, 100.0)] {
        let mut random = Random::stream(7, &[1]);
        let steps = walk(volatility, 1e-12, every, 6000, &mut random).unwrap();
        let all: Vec<(f64, f64)> = steps.iter().collect();
        // Where it is not held at 1, each value is the preceding one times e^x.
        let moved: Vec<f64> = all
            .windows(2)
            .filter(|pair| pair[0].1 < 1.0 && pair[1].1 < 1.0)
            .filter(|pair| (pair[1].0 - pair[0].0 - every).abs() < 1e-9)
            .map(|pair| libm::log(pair[1].1 / pair[0].1))
            .collect();
        assert!(moved.len() > 500, "{}", moved.len());
        let squares: f64 = moved.iter().map(|x| x * x).sum();
        let far = (squares / moved.len() as f64).sqrt();
        let wanted = volatility * every.sqrt();
        assert!((far / wanted - 1.0).abs() < 0.1, "{far} {wanted}");
    }
}
