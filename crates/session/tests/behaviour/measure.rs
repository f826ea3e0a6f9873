//! A measurement of the device by several workers.

use proptest::prelude::*;
use session::event::{Heard, Payload};
use session::measure::course::{Plan, Until};
use session::measure::{Command, Measurement, Stage};
use session::message::{Order, Reply};
use session::program::VERSION;

const WORKERS: usize = 3;

fn plan() -> Plan {
    Plan {
        job: 20.0,
        until: Until::Jobs(4),
        workers: WORKERS,
    }
}

fn says(reply: Reply, runtimes: &[f64]) -> Heard<()> {
    Heard::of(Ok(reply), Payload::Numbers(runtimes.to_vec()))
}

fn ready() -> Reply {
    let version = VERSION.to_owned();
    Reply::Ready { version }
}

/// A measurement whose workers run jobs, in any order of their arrival.
fn measuring(order: &[usize]) -> Measurement {
    let mut measurement = Measurement::new(plan());
    let mut heard = |worker: usize, reply: Reply| measurement.hear(worker, says(reply, &[]), false);
    let commands: Vec<_> = order.iter().map(|worker| heard(*worker, ready())).collect();
    let calibrate = Order::Calibrate { job_ms: 20.0 };
    assert_eq!(commands.last(), Some(&Some(Command::First(calibrate))));
    let (iterations, step) = (7, 0.1);
    let prepare = heard(0, Reply::Calibrated { iterations, step });
    assert_eq!(prepare, Some(Command::All(Order::Prepare { iterations })));
    let commands: Vec<_> = order
        .iter()
        .map(|worker| heard(*worker, Reply::Prepared))
        .collect();
    // Messages to each other worker come before the jobs.
    assert_eq!(commands[WORKERS - 1], Some(Command::Ping(1)));
    assert_eq!(heard(0, Reply::Pinged { ms: 0.25 }), Some(Command::Ping(2)));
    let measures = heard(0, Reply::Pinged { ms: 0.125_08 });
    let (jobs, ms) = (4, f64::MAX);
    let measure = Order::Measure {
        iterations,
        jobs,
        ms,
    };
    assert_eq!(measures, Some(Command::All(measure)));
    assert!(commands[..WORKERS - 1].iter().all(Option::is_none));
    assert_eq!(measurement.stage(), &Stage::Measuring);
    // The mean of two times, to four decimals.
    assert_eq!(measurement.message(), Some(0.1875));
    measurement
}

proptest! {
    #[test]
    fn whatever_order_the_workers_come_in_all_that_they_measured_is_there(
        order in Just([0, 1, 2]).prop_shuffle(),
        said in Just([0, 0, 0, 1, 1, 1, 2, 2, 2]).prop_shuffle(),
    ) {
        let mut measurement = measuring(&order);
        let mut words = [0; WORKERS];
        for (place, worker) in said.iter().enumerate() {
            words[*worker] += 1;
            let last = words[*worker] == 3;
            let heard = says(Reply::Measured { last }, &[*worker as f64 + 1.0, 2.0]);
            let command = measurement.hear(*worker, heard, false);
            prop_assert_eq!(command, (place + 1 == said.len()).then_some(Command::End));
        }
        prop_assert_eq!(measurement.stage(), &Stage::Done);
        for (worker, course) in measurement.courses().iter().enumerate() {
            let runtime = worker as f64 + 1.0;
            prop_assert_eq!(&course.runtimes, &[runtime, 2.0, runtime, 2.0, runtime, 2.0]);
        }
    }
}

#[test]
fn jobs_that_ran_while_the_tab_was_hidden_are_marked() {
    let mut measurement = measuring(&[0, 1, 2]);
    let measured = || says(Reply::Measured { last: false }, &[1.0, 2.0]);
    measurement.hear(0, measured(), false);
    // Hidden and seen again between two words.
    measurement.hide();
    measurement.hear(0, measured(), false);
    measurement.hear(0, measured(), false);
    // Hidden now, and seen at the next word: some jobs of that one ran hidden.
    measurement.hear(0, measured(), true);
    measurement.hear(0, measured(), false);
    measurement.hear(0, measured(), false);
    let course = &measurement.courses()[0];
    assert_eq!((course.runtimes.len(), course.hidden()), (12, 6));
}

#[test]
fn a_single_worker_sends_no_message_and_one_that_was_not_reached_leaves_the_time_unknown() {
    let mut alone = Measurement::new(Plan {
        workers: 1,
        ..plan()
    });
    alone.hear(0, says(ready(), &[]), false);
    let (iterations, step) = (7, 0.1);
    alone.hear(0, says(Reply::Calibrated { iterations, step }, &[]), false);
    let command = alone.hear(0, says(Reply::Prepared, &[]), false);
    assert!(matches!(command, Some(Command::All(Order::Measure { .. }))));
    assert_eq!((alone.message(), alone.stage()), (None, &Stage::Measuring));
    assert_eq!(Measurement::new(plan()).message(), None);
}

#[test]
fn what_was_measured_stays_when_it_is_stopped_and_nothing_is_heard_any_more() {
    let mut measurement = measuring(&[0, 1, 2]);
    let measured = || says(Reply::Measured { last: false }, &[1.0, 2.0]);
    measurement.hear(0, measured(), false);
    assert_eq!(measurement.stop(), Command::End);
    assert_eq!(measurement.hear(0, measured(), false), None);
    assert_eq!(measurement.stage(), &Stage::Stopped);
    assert_eq!(measurement.courses()[0].runtimes, [1.0, 2.0]);
}

#[test]
fn a_measurement_that_cannot_be_made_says_why() {
    let ends = |heard: Heard<()>| {
        let mut measurement = Measurement::new(plan());
        assert_eq!(measurement.hear(1, heard, false), Some(Command::End));
        measurement.stage().clone()
    };
    let message = "there is no clock".to_owned();
    let unmeasurable = Reply::Unmeasurable { message };
    let failed = |why: &str| Stage::Failed(why.to_owned());
    assert_eq!(ends(says(unmeasurable, &[])), failed("there is no clock"));
    assert_eq!(
        ends(Heard::Broken(None)),
        failed("a worker ended without a message")
    );
    assert_eq!(
        ends(Heard::Outdated),
        failed("the page was updated: load it again")
    );
}
