//! ASCII, CSV and trace events.

use expect_test::expect;
use proptest::prelude::*;
use schedule::{
    Bound, Group, Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Schedule, Unit,
};
use schedule::{ascii, csv, trace_events};

use crate::samples::{lane_names, phase_of_each_role, schedules, three_processors};

fn to_csv(schedule: &Schedule) -> String {
    let mut bytes = Vec::new();
    csv::write(schedule, None, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn to_trace_events(schedule: &Schedule, name: &str) -> String {
    let mut bytes = Vec::new();
    trace_events::write(schedule, None, name, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn each_role_once() -> Schedule {
    let mut recording = Recording::new(
        Unit::Seconds,
        vec!["all".into(), "none".into()],
        phase_of_each_role(),
    );
    for phase in 0..6 {
        let start = f64::from(phase) * 2.0;
        recording.span(LaneId(0), PhaseId(phase), start, start + 2.0, Job::NONE);
    }
    recording.finish(14.0).unwrap()
}

#[test]
fn ascii_shows_the_worked_example() {
    expect![[r#"
        p1 |####################....................==|
        p2 |########################################==|
        p3 |##########..............................==|
           0 ms                               210.0 ms
           # calc  . wait  = comm
    "#]]
    .assert_eq(&ascii::render(&three_processors(), 42));
}

#[test]
fn ascii_has_a_character_for_each_role_and_none_for_idling() {
    expect![[r#"
        all  |##xx>>..==%%  |
        none |              |
             0 ms    14.00 s
             # compute  x cancelled  > message  . wait  = synchronise  % rebalance
    "#]]
    .assert_eq(&ascii::render(&each_role_once(), 14));
}

#[test]
fn ascii_shows_in_each_character_what_takes_most_of_it() {
    let mut recording = Recording::new(Unit::Milliseconds, lane_names(1), phase_of_each_role());
    for (phase, start, end) in [
        (0, 0.0, 4.0),
        (3, 4.0, 10.0),
        (0, 10.0, 15.0),
        (3, 15.0, 20.0),
        (0, 20.0, 24.0),
    ] {
        recording.span(LaneId(0), PhaseId(phase), start, end, Job::NONE);
    }
    let text = ascii::render(&recording.finish(30.0).unwrap(), 3);
    assert_eq!(
        text.lines().next(),
        Some("lane 0 |.# |"),
        "most, the first of two halves, idle"
    );
}

#[test]
fn csv_shows_the_worked_example() {
    expect![[r#"
        lane,phase,role,start_ms,end_ms,duration_ms,job,group
        p1,calc,compute,0.0,100.0,100.0,0,
        p1,wait,wait,100.0,200.0,100.0,,
        p1,comm,synchronise,200.0,210.0,10.0,,
        p2,calc,compute,0.0,200.0,200.0,1,
        p2,comm,synchronise,200.0,210.0,10.0,,
        p3,calc,compute,0.0,50.0,50.0,2,
        p3,wait,wait,50.0,200.0,150.0,,
        p3,comm,synchronise,200.0,210.0,10.0,,
    "#]]
    .assert_eq(&to_csv(&three_processors()));
}

#[test]
fn csv_counts_in_milliseconds_whatever_the_unit() {
    assert_eq!(
        to_csv(&each_role_once()).lines().nth(2),
        Some("all,cancelled,cancelled,2000.0,4000.0,2000.0,,")
    );
}

#[test]
fn csv_never_begins_a_name_as_a_formula() {
    for start in ['=', '+', '-', '@', '\t', '\r', '\n'] {
        let lane = format!("{start}HYPERLINK(\"x\",1)");
        let phases = vec![Phase::new(format!("{start}1,2"), Role::Compute)];
        let mut recording = Recording::new(Unit::Milliseconds, vec![lane.clone()], phases);
        recording.span(LaneId(0), PhaseId(0), 0.0, 1.0, Job(0));
        let text = to_csv(&recording.finish(1.0).unwrap());
        let mut rows = ::csv::Reader::from_reader(text.as_bytes());
        let row = rows.records().next().unwrap().unwrap();
        assert_eq!(
            (&row[0], &row[1]),
            (format!("'{lane}").as_str(), format!("'{start}1,2").as_str())
        );
    }
}

#[test]
fn trace_events_show_the_worked_example() {
    expect![[r#"
        {"traceEvents":[
        {"ph":"M","pid":1,"name":"process_name","args":{"name":"replication"}},
        {"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"p1"}},
        {"ph":"M","pid":1,"tid":1,"name":"thread_sort_index","args":{"sort_index":1}},
        {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"p2"}},
        {"ph":"M","pid":1,"tid":2,"name":"thread_sort_index","args":{"sort_index":2}},
        {"ph":"M","pid":1,"tid":3,"name":"thread_name","args":{"name":"p3"}},
        {"ph":"M","pid":1,"tid":3,"name":"thread_sort_index","args":{"sort_index":3}},
        {"ph":"X","name":"calc","cat":"compute","pid":1,"tid":1,"ts":0,"dur":100000,"args":{"job":0}},
        {"ph":"X","name":"wait","cat":"wait","pid":1,"tid":1,"ts":100000,"dur":100000},
        {"ph":"X","name":"comm","cat":"synchronise","pid":1,"tid":1,"ts":200000,"dur":10000},
        {"ph":"X","name":"calc","cat":"compute","pid":1,"tid":2,"ts":0,"dur":200000,"args":{"job":1}},
        {"ph":"X","name":"comm","cat":"synchronise","pid":1,"tid":2,"ts":200000,"dur":10000},
        {"ph":"X","name":"calc","cat":"compute","pid":1,"tid":3,"ts":0,"dur":50000,"args":{"job":2}},
        {"ph":"X","name":"wait","cat":"wait","pid":1,"tid":3,"ts":50000,"dur":150000},
        {"ph":"X","name":"comm","cat":"synchronise","pid":1,"tid":3,"ts":200000,"dur":10000},
        {"ph":"i","s":"g","pid":1,"tid":1,"ts":200000,"cat":"mark","name":"rebalance"}
        ],"displayTimeUnit":"ms","otherData":{"name":"replication","spans":8,"makespan_us":210000}}
    "#]].assert_eq(&to_trace_events(&three_processors(), "replication"));
}

#[test]
fn groups_are_a_column_of_the_table_and_processes_of_the_trace() {
    let group = |name: &str, first, lanes| Group {
        name: name.into(),
        first,
        lanes,
    };
    let mut recording = Recording::new(Unit::Seconds, lane_names(4), phase_of_each_role())
        .with_groups(vec![group("=rack", 1, 2)])
        .with_bounds(vec![Bound {
            name: "best".into(),
            time: 3.0,
        }]);
    for lane in 0..4 {
        recording.span(LaneId(lane), PhaseId(0), 0.0, 1.0, Job::NONE);
    }
    let schedule = recording.finish(4.0).unwrap();
    let text = to_csv(&schedule);
    let ends: Vec<&str> = text
        .lines()
        .skip(1)
        .map(|row| row.rsplit(',').next().unwrap())
        .collect();
    assert_eq!(ends, ["", "'=rack", "'=rack", ""]);

    let trace: serde_json::Value =
        serde_json::from_str(&to_trace_events(&schedule, "run")).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    let pids = |ph: &str| -> Vec<u64> {
        let of = events.iter().filter(|event| event["ph"] == ph);
        of.map(|event| event["pid"].as_u64().unwrap()).collect()
    };
    assert_eq!(pids("X"), [1, 2, 2, 1]);
    assert_eq!(pids("i"), [1], "the bound");
    let names: Vec<&str> = events
        .iter()
        .filter(|event| event["name"] == "process_name")
        .map(|event| event["args"]["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["run", "run: =rack"]);
}

proptest! {
    #[test]
    fn csv_reads_back_with_all_digits(schedule in schedules()) {
        let text = to_csv(&schedule);
        let mut rows = ::csv::Reader::from_reader(text.as_bytes());
        let milliseconds = schedule.unit().milliseconds();
        let read: Vec<(String, f64, f64, Option<u32>)> = rows
            .records()
            .map(|row| row.unwrap())
            .map(|row| (row[0].to_owned(), row[3].parse().unwrap(), row[4].parse().unwrap(), row[6].parse().ok()))
            .collect();
        let written: Vec<_> = schedule
            .spans()
            .map(|span| {
                let lane = schedule.lane(span.lane).name().to_owned();
                (lane, span.start * milliseconds, span.end * milliseconds, span.job.number())
            })
            .collect();
        prop_assert_eq!(read, written);
    }

    #[test]
    fn trace_events_of_a_track_never_overlap(schedule in schedules(), scale in prop_oneof![Just(1.0), 1e-4..1e-2]) {
        let schedule = scaled(&schedule, scale);
        let text = to_trace_events(&schedule, "any \"name\"\n");
        let trace: serde_json::Value = serde_json::from_str(&text).unwrap();
        let events = trace["traceEvents"].as_array().unwrap();
        let of = |ph: &'static str| events.iter().filter(move |event| event["ph"] == ph);
        prop_assert_eq!(of("X").count(), schedule.len());
        prop_assert_eq!(of("i").count(), schedule.marks().len());
        let mut ends = vec![0; schedule.lanes().len()];
        for event in of("X") {
            let end = &mut ends[event["tid"].as_u64().unwrap() as usize - 1];
            let start = event["ts"].as_u64().unwrap();
            prop_assert!(start >= *end, "{} starts before {}", event, end);
            *end = start + event["dur"].as_u64().unwrap();
        }
    }

    #[test]
    fn ascii_has_a_line_a_lane_of_the_width_asked_for(schedule in schedules(), width in 0_usize..60) {
        let text = ascii::render(&schedule, width);
        let lanes: Vec<_> = text.lines().take(schedule.lanes().len()).collect();
        prop_assert!(lanes.iter().all(|line| line.chars().count() == "lane 0 ||".len() + width));
    }
}

/// The same schedule in other units, so that ends fall between whole microseconds.
fn scaled(schedule: &Schedule, scale: f64) -> Schedule {
    let mut recording = Recording::new(
        schedule.unit(),
        schedule.lanes().to_vec(),
        schedule.phases().to_vec(),
    );
    for span in schedule.spans() {
        recording.span(
            span.lane,
            span.phase,
            span.start * scale,
            span.end * scale,
            span.job,
        );
    }
    recording.finish(schedule.makespan() * scale).unwrap()
}
