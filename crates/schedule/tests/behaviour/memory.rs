//! The memory of a span, by capacity.

use schedule::{Job, LaneId, PhaseId, Recorder, Recording, Unit};

use crate::samples::{lane_names, phase_of_each_role};

const MILLION: u32 = 1_000_000;
const REACH: usize = 64_000_000;

#[test]
fn a_million_spans_take_less_than_64_megabytes_at_every_moment_of_recording_and_as_a_schedule() {
    let lanes = 16;
    let mut recording = Recording::new(
        Unit::Milliseconds,
        lane_names(lanes as usize),
        phase_of_each_role(),
    );
    let (mut held, mut peak) = (0, 0);
    for span in 0..MILLION {
        let start = f64::from(span / lanes);
        recording.span(
            LaneId(span % lanes),
            PhaseId(0),
            start,
            start + 1.0,
            Job(span),
        );
        if recording.bytes() != held {
            // While a column grows, its old and its new self exist; the widest holds 8 of a span's
            // 25 bytes.
            peak = peak.max(recording.bytes() + held * 8 / 25);
            held = recording.bytes();
        }
    }
    // While it finishes, an order of the rows (4 bytes) and the new self of one column (8 bytes)
    // exist beside it.
    peak = peak.max(held + (4 + 8) * MILLION as usize);
    assert!(peak < REACH, "recording held {peak} bytes");

    let schedule = recording.finish(f64::from(MILLION)).unwrap();
    assert!(
        schedule.bytes() < REACH,
        "the schedule holds {} bytes",
        schedule.bytes()
    );
    assert_eq!(
        schedule.bytes(),
        21 * MILLION as usize + 4 * (lanes as usize + 1),
        "21 bytes a span and no more"
    );
}
