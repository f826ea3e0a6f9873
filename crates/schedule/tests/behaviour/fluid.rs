//! The figure that stretches.

use expect_test::expect;
use proptest::prelude::*;
use roxmltree::Document;
use schedule::svg::fluid::{DOCUMENT, PAGE, STEP, aligned, parts, rules};
use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};

use crate::samples::{lane_names, schedules, three_processors};

#[test]
fn the_worked_example_stands_at_percentages() {
    let parts = parts(&three_processors(), (0.0, 210.0));
    expect![[r#"
        <svg class="lane"><g fill="var(--compute)" stroke="var(--compute)"><svg x="0%" width="47.62%"><rect/><g class="at-1 digits-1 solid"><rect/><text x="50%" y="50%">0</text></g></svg></g><g fill="var(--wait)" stroke="var(--wait-ink)"><svg x="47.62%" width="47.62%"><rect/></svg></g><g fill="url(#phase-synchronise-0)" stroke="var(--synchronise)"><svg x="95.24%" width="4.76%"><rect/></svg></g></svg>
        <svg class="lane"><g fill="var(--compute)" stroke="var(--compute)"><svg x="0%" width="95.24%"><rect/><g class="at-1 digits-1 solid"><rect/><text x="50%" y="50%">1</text></g></svg></g><g fill="url(#phase-synchronise-0)" stroke="var(--synchronise)"><svg x="95.24%" width="4.76%"><rect/></svg></g></svg>
        <svg class="lane"><g fill="var(--compute)" stroke="var(--compute)"><svg x="0%" width="23.81%"><rect/><g class="at-2 digits-1 solid"><rect/><text x="50%" y="50%">2</text></g></svg></g><g fill="var(--wait)" stroke="var(--wait-ink)"><svg x="23.81%" width="71.43%"><rect/></svg></g><g fill="url(#phase-synchronise-0)" stroke="var(--synchronise)"><svg x="95.24%" width="4.76%"><rect/></svg></g></svg>
    "#]].assert_eq(&parts.lanes.concat());
    expect![[r#"
        <svg class="over" aria-hidden="true"><g class="marks at-1"><line x1="95.24%" x2="95.24%" y1="6" y2="100%"/></g></svg>
    "#]].assert_eq(&parts.over);
    expect![[r#"
        <svg class="axis" aria-hidden="true"><line class="base" x2="100%" y1="4.5" y2="4.5"/><g class="to-3"><line x1="0%" x2="0%" y1="4.5" y2="9.5"/><text x="0%" y="24.5">0 ms</text><line x1="95.24%" x2="95.24%" y1="4.5" y2="9.5"/><text x="95.24%" y="24.5">200 ms</text></g><g class="at-3 to-5"><line x1="0%" x2="0%" y1="4.5" y2="9.5"/><text x="0%" y="24.5">0 ms</text><line x1="47.62%" x2="47.62%" y1="4.5" y2="9.5"/><text x="47.62%" y="24.5">100 ms</text><line x1="95.24%" x2="95.24%" y1="4.5" y2="9.5"/><text x="95.24%" y="24.5">200 ms</text></g><g class="at-5 to-11"><line x1="0%" x2="0%" y1="4.5" y2="9.5"/><text x="0%" y="24.5">0 ms</text><line x1="23.81%" x2="23.81%" y1="4.5" y2="9.5"/><text x="23.81%" y="24.5">50 ms</text><line x1="47.62%" x2="47.62%" y1="4.5" y2="9.5"/><text x="47.62%" y="24.5">100 ms</text><line x1="71.43%" x2="71.43%" y1="4.5" y2="9.5"/><text x="71.43%" y="24.5">150 ms</text><line x1="95.24%" x2="95.24%" y1="4.5" y2="9.5"/><text x="95.24%" y="24.5">200 ms</text></g><g class="at-11"><line x1="0%" x2="0%" y1="4.5" y2="9.5"/><text x="0%" y="24.5">0 ms</text><line x1="9.52%" x2="9.52%" y1="4.5" y2="9.5"/><text x="9.52%" y="24.5">20 ms</text><line x1="19.05%" x2="19.05%" y1="4.5" y2="9.5"/><text x="19.05%" y="24.5">40 ms</text><line x1="28.57%" x2="28.57%" y1="4.5" y2="9.5"/><text x="28.57%" y="24.5">60 ms</text><line x1="38.1%" x2="38.1%" y1="4.5" y2="9.5"/><text x="38.1%" y="24.5">80 ms</text><line x1="47.62%" x2="47.62%" y1="4.5" y2="9.5"/><text x="47.62%" y="24.5">100 ms</text><line x1="57.14%" x2="57.14%" y1="4.5" y2="9.5"/><text x="57.14%" y="24.5">120 ms</text><line x1="66.67%" x2="66.67%" y1="4.5" y2="9.5"/><text x="66.67%" y="24.5">140 ms</text><line x1="76.19%" x2="76.19%" y1="4.5" y2="9.5"/><text x="76.19%" y="24.5">160 ms</text><line x1="85.71%" x2="85.71%" y1="4.5" y2="9.5"/><text x="85.71%" y="24.5">180 ms</text><line x1="95.24%" x2="95.24%" y1="4.5" y2="9.5"/><text x="95.24%" y="24.5">200 ms</text></g></svg>
    "#]].assert_eq(&parts.axis);
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
fn many_lanes_of_short_spans_stay_small() {
    let roles = [Role::Compute, Role::Wait, Role::Message, Role::Rebalance];
    let phases = roles.map(|role| Phase::new(role.name(), role)).to_vec();
    let mut recording = Recording::new(Unit::Seconds, lane_names(60), phases);
    for lane in 0..60_u32 {
        for number in 0..800_u32 {
            let (start, phase) = (f64::from(number), (number * 7 + lane * 3) % 11 % 4);
            let end = start + 0.3 + 0.1 * f64::from(number * 5 % 8);
            recording.span(LaneId(lane), PhaseId(phase as u8), start, end, Job::NONE);
        }
    }
    let schedule = recording.finish(800.0).unwrap();
    let lanes = parts(&schedule, (0.0, 800.0)).lanes.concat();
    assert!(lanes.len() <= 80_000, "{} bytes", lanes.len());
}

/// Lanes of so many killed copies each, with short messages between them, that end so many iterations.
#[allow(clippy::unwrap_used, reason = "a helper of a test may stop it")]
fn copies(lanes: u32, each: u32) -> schedule::Schedule {
    let phases = vec![
        Phase::new("killed copy", Role::Cancelled),
        Phase::new("message", Role::Message),
    ];
    let mut recording =
        Recording::new(Unit::Seconds, lane_names(lanes as usize), phases).with_marks(["iteration"]);
    for lane in 0..lanes {
        for number in 0..each {
            let start = f64::from(number);
            let job = Job(lane * each + number);
            recording.span(LaneId(lane), PhaseId(0), start, start + 0.9, job);
            recording.span(
                LaneId(lane),
                PhaseId(1),
                start + 0.9,
                start + 1.0,
                Job::NONE,
            );
        }
    }
    for mark in 1..=6_u32 {
        let end = f64::from(each * mark) / 6.0;
        recording.mark(end, schedule::MarkId(0));
    }
    recording.finish(f64::from(each)).unwrap()
}

#[test]
fn the_same_work_is_never_so_coarse_that_a_bar_loses_its_pattern() {
    let blocks = |lanes: &[String]| {
        let lanes = lanes.concat();
        let killed = lanes.split("<g fill=\"url(#phase-cancelled-0)\"").skip(1);
        let own = killed.filter_map(|group| group.split("</g>").next());
        own.map(|group| group.matches("<rect/></svg>").count())
            .sum::<usize>()
    };
    // Four copies of each of six jobs, with their numbers.
    let four = copies(8, 24);
    let figure = aligned(&[&four, &four], true, PAGE);
    for (lanes, _) in &figure.worlds {
        assert_eq!(blocks(lanes), 8 * 24);
        assert_eq!(lanes.concat().matches("<text").count(), 8 * 24);
    }
    // Far more spans than there is room for: numbers go, bars stay, and narrow spans share their place.
    let many = copies(20, 110);
    let small = aligned(&[&many], true, DOCUMENT);
    let bytes: usize = small.worlds[0].0.iter().map(String::len).sum();
    assert!(bytes <= 16_000, "{bytes} bytes");
    let figure = aligned(&[&many], true, PAGE);
    let (lanes, _) = &figure.worlds[0];
    assert_eq!(blocks(lanes), 20 * 110);
    assert!(!lanes.concat().contains("<text"));
    // In lanes too low for patterns each span of some width still has its place.
    let low = copies(100, 60);
    let figure = aligned(&[&low], true, PAGE);
    let (lanes, _) = &figure.worlds[0];
    let wide = lanes.concat().matches("0H").count() + blocks(lanes);
    assert!(wide >= 100 * 60, "{wide}");
}

#[test]
fn numbers_stand_above_the_lines_where_work_ends() {
    let schedule = copies(2, 6);
    let figure = aligned(&[&schedule], true, PAGE);
    let (lanes, over) = &figure.worlds[0];
    for lane in lanes {
        let at = |part: &str| {
            lane.rfind(part)
                .unwrap_or_else(|| panic!("{part} in {lane}"))
        };
        assert!(at("class=\"ends\"") > at("<svg x=\"0%\" width=\"15%\"><rect/></svg>"));
        assert!(lane.find("<text").unwrap() > at("class=\"ends\""));
        Document::parse(lane).unwrap();
    }
    assert!(over.contains("y2=\"14\""), "{over}");
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
