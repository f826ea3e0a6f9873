//! The names by which columns and units are recognised.

use trace::read::{Layout, Unit, read};

#[test]
fn a_unit_in_the_header_of_a_runtime_is_converted_to_ms() {
    for (header, unit, runtime) in [
        ("runtime", Unit::Milliseconds, 3.0),
        ("Job Runtime (ms)", Unit::Milliseconds, 3.0),
        ("ms", Unit::Milliseconds, 3.0),
        ("runtime_s", Unit::Seconds, 3000.0),
        ("run-time [sec]", Unit::Seconds, 3000.0),
        ("SECONDS", Unit::Seconds, 3000.0),
        ("time in minutes", Unit::Minutes, 180_000.0),
        ("duration/µs", Unit::Microseconds, 0.003),
        ("elapsed_time_ns", Unit::Nanoseconds, 0.000_003),
    ] {
        let reading = read("unit", format!("worker;{header}\na;3\n").as_bytes()).unwrap();
        assert_eq!(
            (reading.layout, reading.unit),
            (Layout::Long, unit),
            "{header}"
        );
        assert_eq!(
            reading.set.unwrap().nodes()[0].runtimes,
            [runtime],
            "{header}"
        );
    }
}

#[test]
fn the_columns_of_a_long_table_are_found_in_any_order_and_by_synonyms() {
    for (node, job, runtime) in [
        ("node", "job", "runtime"),
        ("Processor", "Iteration", "Time"),
        ("HOST", "step", "duration"),
        ("worker", "#", "elapsed time"),
        ("node_id", "job id", "value"),
    ] {
        for (header, row) in [
            (format!("{node},{job},{runtime}"), "x,1,5"),
            (format!("{runtime},{job},{node}"), "5,1,x"),
            (format!("{job},note,{node},{runtime}"), "1,fine,x,5"),
        ] {
            let reading = read("order", format!("{header}\n{row}\n").as_bytes()).unwrap();
            assert_eq!(
                (reading.layout, reading.header),
                (Layout::Long, true),
                "{header}"
            );
            let set = reading.set.unwrap();
            assert_eq!(
                (set.nodes()[0].name.as_str(), set.mean()),
                ("x", 5.0),
                "{header}"
            );
        }
    }
}

#[test]
fn a_first_column_that_numbers_the_jobs_of_a_wide_table_is_skipped() {
    for index in ["job", "Iteration", "index", "#", "step", ""] {
        let reading = read("index", format!("{index},a,b\n1,5,6\n2,7,8\n").as_bytes()).unwrap();
        assert_eq!(reading.layout, Layout::Wide, "{index}");
        let set = reading.set.unwrap();
        assert_eq!((set.nodes().len(), set.mean()), (2, 6.5), "{index}");
    }
}
