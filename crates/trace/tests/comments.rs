//! Comments above a table, and the time of a message that one of them tells.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use proptest::prelude::*;
use trace::TraceSet;
use trace::read::{Reading, read};

fn reading(text: &str) -> Reading {
    read("commented", text.as_bytes()).unwrap()
}

fn series(set: &TraceSet) -> Vec<(String, Vec<f64>)> {
    let nodes = set.nodes().iter();
    nodes
        .map(|node| (node.name.clone(), node.runtimes.clone()))
        .collect()
}

/// Tables with and without names, names behind the mark of a comment among them.
const TABLES: [&str; 12] = [
    "a,b\n1.5,2.2\n2.7,oops\n3.2,1.8\n",
    "job,a,b\n1,10,20\n2,11,21\n3,12,22\n",
    "#,a,b\n1,10,20\n2,11,21\n3,12,22\n",
    "#\ta\tb\n1\t10\t20\n2\t11\t21\n3\t12\t22\n",
    "a;b\n1,5;2,2\n2,7;3,1\n3,2;1,8\n",
    "1.5,2.2\n2.7,3.1\n3.2,1.8\n",
    "1.5;2.2;9\n2.7;3.1;8\n3.2;1.8;7\n",
    "a b\n1.5 2.2\n2.7 3.1\n3.2 1.8\n",
    "# a b c\n1.5 2.2 9\n2.7 3.1 8\n3.2 1.8 7\n",
    "#a b c\n1.5 2.2 9\n2.7 3.1 8\n3.2 1.8 7\n",
    "node,job,runtime\nx,1,5\nx,2,6\ny,1,7\ny,2,8\n",
    "hosts\n1.5\n2.7\n3.2\n",
];
/// Comments of other numbers of cells than the tables have columns.
const COMMENTS: [&str; 5] = [
    "# measured on Monday in the old room",
    "#",
    "# 1, 2, 3, 4 or 5 of them; all day",
    "#2026-11-28T10:00:00 begin of it",
    "",
];

proptest! {
    #[test]
    fn comments_above_a_table_change_no_name_and_no_runtime(
        table in prop::sample::select(TABLES.to_vec()),
        comments in prop::collection::vec(prop::sample::select(COMMENTS.to_vec()), 0..4),
        told in prop::option::of((any::<prop::sample::Index>(), prop::sample::select(vec![
            ("# message time (ms): 250", Some(250.0)),
            ("# message time (s): 0.25", Some(250.0)),
            ("#Message time: 250", Some(250.0)),
            ("# message time (ms): x", None),
            ("# message time (s): -1", None),
            ("# message time (kg): 1", None),
        ]))),
        ends in prop::sample::select(vec!["\n", "\r\n"]),
    ) {
        let mut above: Vec<&str> = comments;
        let place = told.map(|(place, (line, _))| {
            let place = place.index(above.len() + 1);
            above.insert(place, line);
            place
        });
        let lines = above.iter().copied().chain(table.lines());
        let text: String = lines.map(|line| format!("{line}{ends}")).collect();
        let (plain, commented) = (reading(table), reading(&text));
        let (plain_set, set) = (plain.set.unwrap(), commented.set.unwrap());
        prop_assert_eq!(series(&set), series(&plain_set), "{}", text);
        prop_assert_eq!((commented.rows, commented.header), (plain.rows, plain.header), "{}", text);
        let message = told.and_then(|(_, (_, ms))| ms);
        prop_assert_eq!(set.message(), message);
        // Every problem of the table is told at its line, and one more of a time that is none.
        let unread = told.is_some_and(|(_, (_, ms))| ms.is_none());
        let mut problems = commented.problems.into_iter();
        if unread {
            let problem = problems.next().unwrap();
            prop_assert_eq!(problem.line as usize, place.unwrap() + 1);
            prop_assert!(problem.expected.contains("the time of a message"), "{}", problem);
        }
        let found: Vec<u64> = problems.map(|one| one.line - above.len() as u64).collect();
        let known: Vec<u64> = plain.problems.iter().map(|one| one.line).collect();
        prop_assert_eq!(found, known, "{}", text);
    }

    #[test]
    fn every_job_number_that_comes_again_or_too_late_is_told(jobs in prop::collection::vec(1_u32..6, 2..9)) {
        let mut jobs = jobs;
        // The first rows rise, so that the column numbers the jobs.
        jobs.splice(0..0, [1, 2, 3]);
        let rows: String = jobs.iter().zip(10..).map(|(job, time)| format!("{job},{time},{}\n", time + 10)).collect();
        let reading = reading(&format!("job,a,b\n{rows}"));
        prop_assert_eq!(reading.set.unwrap().jobs(), jobs.len());
        let told: Vec<u64> = reading.problems.iter().map(|one| one.line).collect();
        let late = (3_u64..).zip(jobs.windows(2)).filter(|(_, pair)| pair[1] <= pair[0]);
        let late: Vec<u64> = late.map(|(line, _)| line).collect();
        prop_assert_eq!(told, late);
    }
}

#[test]
fn a_time_column_may_say_one_time_twice() {
    let reading = reading("time,a,b\n1,10,20\n2,11,21\n2,12,22\n3,14,25\n");
    assert_eq!(reading.problems, []);
    assert_eq!(reading.set.unwrap().jobs(), 4);
}

#[test]
fn a_comment_above_rows_without_names_is_no_name() {
    let reading = reading("# hello\n1.5,2.2\n2.7,3.1\n3.2,1.8\n");
    assert!(!reading.header);
    assert_eq!(reading.problems, []);
    assert_eq!(reading.set.unwrap().nodes().len(), 2);
}
