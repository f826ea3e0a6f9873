//! The figure that stretches.

use expect_test::expect;
use proptest::prelude::*;
use roxmltree::Document;
use schedule::svg::fluid::{STEP, parts, rules};
use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};

use crate::samples::{lane_names, schedules, three_processors};

#[test]
fn the_worked_example_stands_at_percentages() {
    let parts = parts(&three_processors(), (0.0, 210.0));
    expect![[r#""#]].assert_eq(&parts.lanes.concat());
    expect![[r#""#]].assert_eq(&parts.over);
    expect![[r#""#]].assert_eq(&parts.axis);
}

#[test]
fn what_is_too_narrow_for_a_bar_shares_its_place() {
    let mut recording = Recording::new(
        Unit::Seconds,
        lane_names(1),
        vec![
            Phase::new("work", Role::Compute),
            Phase::new("wait", Role::Wait),
        ],
    );
    for number in 0..5000 {
        let start = f64::from(number);
        recording.span(LaneId(0), PhaseId(0), start, start + 0.5, Job(number));
        recording.span(LaneId(0), PhaseId(1), start + 0.5, start + 1.0, Job::NONE);
    }
    let schedule = recording.finish(5000.0).unwrap();
    let lane = parts(&schedule, (0.0, 5000.0)).lanes.concat();
    assert!(!lane.contains("<rect/>"), "no bar of its own");
    assert_eq!(lane.matches("<path").count(), 2, "a path for each phase");
    assert!(lane.len() < 30_000, "{} bytes", lane.len());
}

#[test]
fn every_class_that_depends_on_the_width_has_a_rule() {
    let parts = parts(&three_processors(), (0.0, 210.0));
    let rules = rules();
    for part in [parts.lanes.concat(), parts.over, parts.axis] {
        let classes = part.split(['"', ' ']).filter(|word| {
            let number = word
                .strip_prefix("at-")
                .or_else(|| word.strip_prefix("to-"));
            number.is_some_and(|number| number.parse::<u32>().is_ok())
        });
        for class in classes {
            assert!(
                rules.contains(&format!(".{class}{{display:none}}")),
                "{class}"
            );
        }
    }
    assert!(rules.contains(&format!("(width<{}px)", 5.0 * STEP)));
}

proptest! {
    #[test]
    fn all_parts_are_elements_within_the_figure(schedule in schedules()) {
        let parts = parts(&schedule, (0.0, schedule.makespan()));
        let all = [parts.definitions, parts.lanes.concat(), parts.over, parts.axis, parts.run];
        let document = format!("<svg>{}</svg>", all.concat());
        let document = Document::parse(&document).unwrap();
        for node in document.descendants() {
            for name in ["x", "x1", "x2", "width"] {
                let share = node.attribute(name).and_then(|value| value.strip_suffix('%'));
                let share: f64 = share.map_or(0.0, |share| share.parse().unwrap());
                prop_assert!((0.0..=100.0).contains(&share));
            }
            prop_assert!(node.attribute("style").is_none());
        }
    }
}
