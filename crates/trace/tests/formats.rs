//! The runtimes from formats of other programs, worked out by hand.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use trace::read::{Layout, Reading, View, read};

fn of(text: &str) -> Reading {
    read("a file", text.as_bytes()).unwrap()
}

/// Names and runtimes of a reading.
fn series(reading: &Reading) -> Vec<(&str, &[f64])> {
    let nodes = reading.set.iter().flat_map(|set| set.nodes());
    nodes
        .map(|node| (node.name.as_str(), node.runtimes.as_slice()))
        .collect()
}

/// A line of SWF.
fn swf(
    job: u32,
    submit: i64,
    wait: i64,
    run: &str,
    status: i8,
    queue: u8,
    partition: u8,
) -> String {
    format!(
        "{job} {submit} {wait} {run} 1 -1 -1 1 -1 -1 {status} 1 1 -1 {queue} {partition} -1 -1\n"
    )
}

/// A line of GWF.
fn gwf(job: u32, submit: i64, wait: i64, run: &str, sites: [&str; 2]) -> String {
    let [origin, site] = sites;
    let rest = "-1 ".repeat(11);
    format!("{job} {submit} {wait} {run} 1 -1 -1 1 -1 -1 1 U1 G1 -1 q1 p1 {origin} {site} {rest}\n")
}

#[test]
fn runtimes_of_a_log_are_milliseconds_in_the_order_in_which_jobs_started() {
    // The second job waited longer than the third.
    let log =
        swf(1, 0, 0, "3", 1, 1, 1) + &swf(2, 1, 9, "2.5", 1, 1, 1) + &swf(3, 2, 1, "4", 1, 1, 1);
    let reading = of(&log);
    assert_eq!(reading.layout, Layout::Swf);
    assert_eq!(
        series(&reading),
        [("all jobs", &[3000.0, 4000.0, 2500.0][..])]
    );
}

#[test]
fn jobs_of_a_log_that_started_together_keep_the_order_of_the_file() {
    let log =
        swf(7, 5, 0, "1", 1, 1, 1) + &swf(3, 0, 5, "2", -1, 1, 1) + &swf(5, 4, 1, "3", 1, 1, 1);
    assert_eq!(
        series(&of(&log)),
        [("all jobs", &[1000.0, 2000.0, 3000.0][..])]
    );
}

#[test]
fn a_log_is_told_apart_by_partition_before_queue_and_named_by_its_header() {
    let by_queue =
        "; Queue: 2 night\n".to_owned() + &swf(1, 0, 0, "1", 1, 2, 1) + &swf(2, 0, 0, "2", 1, 1, 1);
    assert_eq!(
        series(&of(&by_queue)),
        [
            ("queue 1", &[2000.0][..]),
            ("queue 2 (night)", &[1000.0][..])
        ]
    );
    let by_partition = by_queue + &swf(3, 0, 0, "3", 1, 2, 10) + &swf(4, 0, 0, "4", 1, 2, 9);
    let reading = of(&by_partition);
    let names: Vec<_> = series(&reading).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["partition 1", "partition 9", "partition 10"]);
}

#[test]
fn only_completed_jobs_and_those_of_unknown_status_are_taken() {
    let statuses = [1, 0, 5, 2, 3, 4, -1];
    let log: String = (1..)
        .zip(statuses)
        .map(|(job, status)| swf(job, job.into(), 0, &job.to_string(), status, 1, 1))
        .collect();
    let reading = of(&log);
    assert_eq!(series(&reading), [("all jobs", &[1000.0, 7000.0][..])]);
    assert_eq!((reading.rows, reading.rejected), (7, 0));
    assert_eq!(reading.notes[0], "left out as failed or cancelled: 2 jobs");
    assert_eq!(
        reading.notes[1],
        "left out as parts of interrupted jobs, which have a line of their own: 3 lines"
    );
}

#[test]
fn a_job_without_a_runtime_is_dropped_with_its_line() {
    let log = "; MaxNodes: 8\n".to_owned()
        + &swf(1, 0, 0, "-1", 1, 1, 1)
        + "\n"
        + &swf(2, 0, 0, "0", 1, 1, 1)
        + &swf(3, 0, 0, "9", 1, 1, 1);
    let reading = of(&log);
    assert_eq!(
        (reading.rows, reading.rejected, reading.problems_total),
        (3, 2, 2)
    );
    let places: Vec<_> = reading
        .problems
        .iter()
        .map(|problem| (problem.line, problem.column))
        .collect();
    assert_eq!(places, [(2, 4), (4, 4)]);
}

#[test]
fn jobs_of_a_grid_are_told_apart_by_the_site_that_ran_them() {
    let log = gwf(0, 0, 0, "1", ["a", "x"])
        + &gwf(1, 1, 0, "2", ["b", "y"])
        + &gwf(2, 2, 0, "3", ["a", "y"]);
    let reading = of(&log);
    assert_eq!(reading.layout, Layout::Gwf);
    assert_eq!(
        series(&reading),
        [("site x", &[1000.0][..]), ("site y", &[2000.0, 3000.0][..])]
    );
    let log = gwf(0, 0, 0, "1", ["a", "-1"]) + &gwf(1, 1, 0, "2", ["b", "-1"]);
    assert_eq!(
        series(&of(&log)),
        [("origin a", &[1000.0][..]), ("origin b", &[2000.0][..])]
    );
}

#[test]
fn a_utilisation_is_the_runtime_of_a_second_of_work_under_the_free_share() {
    // 0 %: alone. 50 %: half the processor. 99 % and 100 %: a hundredth.
    let text = "0\n50\n75\n99\n100\n".to_owned() + &"20\n".repeat(283);
    let reading = of(&text);
    assert_eq!(reading.layout, Layout::PlanetLab);
    let [(name, runtimes)] = series(&reading)[..] else {
        panic!("{reading:?}")
    };
    assert_eq!((name, runtimes.len()), ("machine 1", 288));
    assert_eq!(
        runtimes[..6],
        [1000.0, 2000.0, 4000.0, 100_000.0, 100_000.0, 1250.0]
    );
}

#[test]
fn days_that_were_put_one_after_the_other_are_machines_side_by_side() {
    let text = "10\n".repeat(288) + &"20\n".repeat(288) + &"30\n".repeat(288);
    let reading = of(&text);
    let lengths: Vec<_> = series(&reading)
        .iter()
        .map(|(name, runtimes)| (*name, runtimes.len()))
        .collect();
    assert_eq!(
        lengths,
        [("machine 1", 288), ("machine 2", 288), ("machine 3", 288)]
    );
    assert!(reading.feed(View::Iterations).unwrap().can);
}

#[test]
fn only_days_that_were_cut_apart_are_said_to_be_machines() {
    let told = |reading: &Reading| {
        let mut notes = reading.notes.iter();
        notes.any(|note| note.contains("each is taken as a machine of its own"))
    };
    let days = "10\n".repeat(576);
    assert!(told(&of(&days)));
    // Each mark begins a machine, here of two days.
    let marked = of(&format!("#576\n{days}#576\n{days}"));
    let lengths: Vec<_> = series(&marked)
        .iter()
        .map(|(_, runtimes)| runtimes.len())
        .collect();
    assert_eq!(lengths, [576, 576]);
    assert!(!told(&marked), "{:?}", marked.notes);
}

#[test]
fn whole_numbers_below_a_heading_or_in_a_few_lines_are_runtimes() {
    for text in [
        "runtime (ms)\n".to_owned() + &"20\n".repeat(288),
        "20\n".repeat(11),
        "20\n30\n101\n".repeat(96),
        "20,30\n".repeat(288),
    ] {
        assert_eq!(of(&text).layout, Layout::Wide, "{:?}", &text[..20]);
    }
}

#[test]
fn a_log_feeds_descriptions_and_forecasts_only() {
    let log =
        swf(1, 0, 0, "3", 1, 1, 1) + &swf(2, 1, 9, "2", 1, 2, 1) + &swf(3, 2, 9, "2", 1, 2, 1);
    let reading = of(&log);
    let can: Vec<_> = reading
        .feeds
        .iter()
        .map(|feed| (feed.view, feed.can))
        .collect();
    let expected = [
        (View::Description, true),
        (View::Forecasts, true),
        (View::Correlation, false),
        (View::Iterations, false),
    ];
    assert_eq!(can, expected);
}

#[test]
fn several_columns_feed_all_views_and_one_column_cannot_be_replicated() {
    assert!(of("a,b\n1,2\n3,4\n").feeds.iter().all(|feed| feed.can));
    let one = of("a\n1\n3\n");
    assert!(one.feed(View::Forecasts).unwrap().can);
    let feed = one.feed(View::Iterations).unwrap();
    assert!(!feed.can);
    assert_eq!(feed.why, "it takes several series, and this file has one");
}

/// A list of events of one thread each: phase, thread, name, time, duration.
fn events(events: &[(&str, u8, &str, &str, &str)]) -> String {
    let event = |(phase, thread, name, time, duration): &(&str, u8, &str, &str, &str)| {
        format!(
            r#"{{"ph":"{phase}","pid":1,"tid":{thread},"name":"{name}","ts":{time},"dur":{duration}}}"#
        )
    };
    let events: Vec<_> = events.iter().map(event).collect();
    format!("[{}]", events.join(",\n"))
}

#[test]
fn durations_of_events_are_a_series_for_each_thread_and_name_in_the_order_in_which_they_began() {
    let text = events(&[
        ("X", 1, "a", "20", "2500"),
        ("X", 2, "a", "0", "7"),
        ("X", 1, "b", "0", "3"),
        ("X", 1, "a", "10", "1500.5"),
    ]);
    let expected = [
        ("thread 1 / a", &[1.5005, 2.5][..]),
        ("thread 2 / a", &[0.007][..]),
        ("thread 1 / b", &[0.003][..]),
    ];
    assert_eq!(series(&of(&text)), expected);
}

#[test]
fn an_end_belongs_to_the_last_beginning_of_its_thread() {
    let text = events(&[
        ("B", 1, "outer", "0", "0"),
        ("B", 1, "inner", "10", "0"),
        ("B", 2, "other", "11", "0"),
        ("E", 1, "", "30", "0"),
        ("E", 2, "", "31", "0"),
        ("E", 1, "", "100", "0"),
    ]);
    let expected = [
        ("thread 1 / inner", &[0.02][..]),
        ("thread 2 / other", &[0.02][..]),
        ("thread 1 / outer", &[0.1][..]),
    ];
    assert_eq!(series(&of(&text)), expected);
}

#[test]
fn a_beginning_or_an_end_without_a_time_is_reported_at_its_place() {
    let time = r#","ts":5"#;
    for (begin, end, line) in [("", time, 1), (time, "", 2), ("", "", 1)] {
        let pair = format!(
            r#"{{"ph":"B","name":"a"{begin}}},{}{{"ph":"E"{end}}}"#,
            '\n'
        );
        let reading = of(&format!("[{pair},\n{}]", r#"{"ph":"X","ts":0,"dur":7}"#));
        let problems: Vec<_> = reading
            .problems
            .iter()
            .map(|problem| (problem.line, problem.expected.as_str()))
            .collect();
        let expected = "a time ('ts'), a number of µs; the event is dropped";
        assert_eq!(problems, [(line, expected)]);
        assert_eq!((reading.rows, reading.rejected), (2, 1));
    }
}

#[test]
fn names_of_threads_and_processes_may_come_last_and_are_shown_where_they_tell_series_apart() {
    let name = |kind: &str, pid: u8, tid: u8, name: &str| {
        format!(
            r#"{{"ph":"M","name":"{kind}","pid":{pid},"tid":{tid},"args":{{"name":"{name}"}}}}"#
        )
    };
    let span = |pid: u8, tid: u8| {
        format!(r#"{{"ph":"X","name":"step","pid":{pid},"tid":{tid},"ts":0,"dur":1000}}"#)
    };
    let text = |parts: &[String]| format!("[{}]", parts.join(","));
    let names = |parts: &[String]| {
        let reading = of(&text(parts));
        series(&reading)
            .into_iter()
            .map(|(name, _)| name.to_owned())
            .collect::<Vec<_>>()
    };
    let labels = [
        name("thread_name", 1, 1, "main"),
        name("process_name", 1, 0, "solver"),
        name("thread_name", 2, 1, "io"),
    ];
    let of_these = |spans: &[(u8, u8)]| {
        let spans = spans.iter().map(|(pid, tid)| span(*pid, *tid));
        names(&spans.chain(labels.clone()).collect::<Vec<_>>())
    };
    assert_eq!(of_these(&[(1, 1)]), ["step"]);
    assert_eq!(
        of_these(&[(1, 1), (1, 2)]),
        ["main / step", "thread 2 / step"]
    );
    assert_eq!(
        of_these(&[(1, 1), (2, 1)]),
        ["solver / main / step", "process 2 / io / step"]
    );
}

#[test]
fn a_list_of_events_may_lack_its_end_and_an_object_may_not() {
    let event = r#"{"ph":"X","name":"step","ts":0,"dur":1000}"#;
    for (text, cut_off) in [
        (format!("[{event}]"), false),
        (format!("[{event}"), false),
        (format!("[{event},\n"), false),
        (format!(r#"{{"traceEvents":[{event}]}}"#), false),
        (format!(r#"{{"traceEvents":[{event}"#), true),
        (format!("[{event},{{\"ph\""), true),
    ] {
        let reading = of(&text);
        assert_eq!(series(&reading), [("step", &[1.0][..])], "{text}");
        assert_eq!(
            reading.notes.iter().any(|note| note.contains("cut off")),
            cut_off,
            "{text}"
        );
    }
}

#[test]
fn one_event_that_several_threads_repeat_feeds_replication_and_different_events_do_not() {
    let alike = of(&events(&[
        ("X", 1, "a", "0", "5"),
        ("X", 2, "a", "0", "6"),
        ("X", 1, "a", "9", "5"),
        ("X", 2, "a", "9", "6"),
    ]));
    assert!(alike.feed(View::Iterations).unwrap().can);
    assert!(alike.feed(View::Correlation).unwrap().can);
    let mixed = of(&events(&[("X", 1, "a", "0", "5"), ("X", 2, "b", "0", "6")]));
    assert!(!mixed.feed(View::Iterations).unwrap().can);
}

#[test]
fn of_more_series_than_a_set_can_have_those_with_the_fewest_events_are_left_out() {
    let event = |number: usize| format!(r#"{{"ph":"X","name":"n{number}","ts":{number},"dur":1}}"#);
    let mut all: Vec<_> = (0..5000).map(event).collect();
    all.extend((4990..5000).map(event));
    let reading = of(&format!("[{}]", all.join(",")));
    let set = reading.set.as_ref().unwrap();
    assert_eq!(set.nodes().len(), 4096);
    assert_eq!(set.nodes()[0].name, "n4990");
    assert!(
        reading
            .notes
            .iter()
            .any(|note| note.ends_with("the 904 series with the fewest events")),
        "{:?}",
        reading.notes
    );
}
