//! The uses of a table's columns: recognised ones, questions, and the user's choices.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use trace::read::{Columns, Layout, Reading, Role, Unit, read, read_as};
use trace::{Error, TraceSet};

fn of(text: &str) -> Reading {
    read("columns", text.as_bytes()).unwrap()
}

fn as_said(text: &str, columns: &str) -> Result<Reading, Error> {
    read_as(
        "columns",
        text.as_bytes(),
        &Columns::parse(columns).unwrap(),
    )
}

/// Each node with its runtimes.
fn nodes(reading: &Reading) -> Vec<(&str, &[f64])> {
    let nodes = reading.set.iter().flat_map(TraceSet::nodes);
    nodes
        .map(|node| (node.name.as_str(), node.runtimes.as_slice()))
        .collect()
}

fn roles(reading: &Reading) -> Vec<Role> {
    reading.columns.iter().map(|column| column.role).collect()
}

fn asked(reading: &Reading) -> Vec<String> {
    let questions = reading.questions.iter();
    questions
        .map(|question| format!("{} | {}", question.assumed, question.otherwise))
        .collect()
}

#[test]
fn a_unit_behind_a_name_counts_in_the_wide_layout_too() {
    for (header, unit, runtime) in [
        ("job,runtime_s", Unit::Seconds, 2500.0),
        ("job,runtime (h)", Unit::Hours, 9_000_000.0),
        ("job,a_s", Unit::Seconds, 2500.0),
        ("job,a [ms]", Unit::Milliseconds, 2.5),
        ("job,duration in min", Unit::Minutes, 150_000.0),
    ] {
        let reading = of(&format!("{header}\n1,2.5\n2,2.5\n"));
        assert_eq!(reading.layout, Layout::Wide);
        assert_eq!(reading.unit, unit, "{header}");
        assert_eq!(nodes(&reading)[0].1, [runtime; 2], "{header}");
    }
    // A letter behind one name of several is a part of it.
    let reading = of("job,ams_s,utah\n1,2,3\n2,2,3\n");
    assert_eq!(nodes(&reading)[0], ("ams_s", &[2.0, 2.0][..]));
}

#[test]
fn percentages_are_labels_of_jobs_where_rows_begin_with_them() {
    let read = |text: &str| trace::read::read("shares", text.as_bytes());
    let jobs = |text: &str| read(text).unwrap().set.unwrap().nodes()[0].runtimes.clone();
    assert_eq!(
        jobs("load,a\n50%,60.5\n70%,80.2\n20%,10.1\n10%,20\n"),
        [60.5, 80.2, 10.1, 20.0]
    );
    // Below other rows they are quantiles.
    assert_eq!(
        jobs("run,a\nx,60.5\ny,80.2\nz,10.1\n50%,60.5\n90%,78.0\n"),
        [60.5, 80.2, 10.1]
    );
    let none = read("run,a\nmean,60.5\nmax,80.2\n").unwrap_err();
    assert_eq!(
        none.to_string(),
        "no row of the table is a job: each sums up others or is left out"
    );
}

#[test]
fn rows_that_sum_up_others_are_no_jobs() {
    for word in ["sum", "Mean", "TOTAL:", "average"] {
        let reading = of(&format!("job,a,b\n1,5,6\n2,7,8\n{word},12,14\n"));
        assert_eq!(
            nodes(&reading),
            [("a", &[5.0, 7.0][..]), ("b", &[6.0, 8.0])]
        );
        assert_eq!(reading.problems_total, 0);
        assert_eq!(
            reading.notes,
            [format!(
                "line 4 ('{word}') sums up the others and is no job"
            )]
        );
        let reading = of(&format!("node,runtime\na,5\na,6\nb,7\nb,8\n{word},6.5\n"));
        assert_eq!(nodes(&reading).len(), 2, "{word}");
    }
}

#[test]
fn the_duration_beside_a_time_is_the_runtime() {
    let reading = of("node,time,duration\na,100,5\na,105,6\n");
    assert_eq!(nodes(&reading), [("a", &[5.0, 6.0][..])]);
    assert_eq!(
        reading.notes,
        ["runtimes are those of column 'duration'; column 'time' is not used"]
    );
    let reading = of("node,time\na,5\na,6\n");
    assert_eq!(nodes(&reading), [("a", &[5.0, 6.0][..])]);
}

#[test]
fn an_empty_corner_above_an_index_is_no_job() {
    let reading = of(",7\n0,1000\n1,1000\n2,1000\n,3000\n");
    assert!(reading.questions.iter().any(|question| question.open));
    let [(name, runtimes)] = nodes(&reading).try_into().unwrap();
    assert_eq!((name, &runtimes[..3]), ("7", &[1000.0; 3][..]));
}

#[test]
fn rows_of_other_widths_whose_cells_have_three_digits_are_asked_about() {
    let text = "1,001,001\n1,001\n12,001\n";
    let asked = asked(&of(text));
    assert_eq!(
        asked,
        ["'1,001,001' is read as 3 numbers, not as one with thousands | decimal=comma"]
    );
    let said = as_said(text, "decimal=comma").unwrap();
    assert_eq!(nodes(&said)[0].1, [1_001_001.0, 1001.0, 12_001.0]);
}

#[test]
fn whole_numbers_behind_a_word_above_decimals_are_asked_about() {
    let text = "label,7,3\nalpha,100.1,390.1\nbravo,100.0,100.0\n";
    let asked = asked(&of(text));
    assert!(
        asked.iter().any(|one| one.ends_with("| header=yes")),
        "{asked:?}"
    );
    assert_eq!(
        nodes(&as_said(text, "header=yes").unwrap())[1],
        ("3", &[390.1, 100.0][..])
    );
}

#[test]
fn a_header_of_numbers_is_no_job() {
    let reading = of("1,2,3\n5.5,6.5,7.5\n4,4,4\n");
    let expected = [
        ("1", &[5.5, 4.0][..]),
        ("2", &[6.5, 4.0]),
        ("3", &[7.5, 4.0]),
    ];
    assert_eq!(nodes(&reading), expected);
    assert_eq!(
        reading.notes,
        ["line 1 counts from 1 to 3 and is taken for the names of the nodes"]
    );
}

#[test]
fn an_index_is_never_a_node() {
    let names = [
        "id",
        "k",
        "nr",
        "run",
        "t",
        "row",
        "no",
        "n",
        "seq",
        "time",
        "timestamp",
        "Unnamed: 0",
        "",
        "sample",
    ];
    for name in names {
        let reading = of(&format!("{name},a\n1,5.5\n2,6.5\n3,4.5\n"));
        assert_eq!(nodes(&reading), [("a", &[5.5, 6.5, 4.5][..])], "{name}");
        assert_eq!(roles(&reading), [Role::Index, Role::Node], "{name}");
        assert_eq!(
            reading.questions.len(),
            usize::from(!name.is_empty()),
            "{name}"
        );
    }
    for (name, values) in [
        ("date", ["2026-01-01", "2026-01-02", "2026-01-03"]),
        (
            "when",
            [
                "2026-01-01T10:00:00Z",
                "2026-01-01T10:00:05Z",
                "2026-01-01T10:00:05Z",
            ],
        ),
        ("at", ["10:00:01", "10:00:02", "10:00:05"]),
    ] {
        let [one, two, three] = values;
        let reading = of(&format!("{name},a\n{one},5.5\n{two},6.5\n{three},4.5\n"));
        assert_eq!(nodes(&reading), [("a", &[5.5, 6.5, 4.5][..])], "{name}");
        assert_eq!(roles(&reading), [Role::Time, Role::Node], "{name}");
        assert_eq!(
            asked(&reading),
            [format!(
                "column '{name}' holds dates or times and is not used | {name}=node"
            )]
        );
    }
    let reading = of("label,a,b\nx-1,5.5,1.5\nx-2,6.5,2.5\nx-7,4.5,2.5\n");
    assert_eq!(roles(&reading), [Role::Index, Role::Node, Role::Node]);
    let reading = of("0,5.5\n1,6.5\n2,4.5\n3,4.5\n");
    assert_eq!(nodes(&reading), [("node 1", &[5.5, 6.5, 4.5, 4.5][..])]);
    assert_eq!(
        asked(&reading),
        ["column '1' counts the rows and is taken for the numbers of the jobs | 1=node"]
    );
}

#[test]
fn a_user_says_what_columns_are() {
    let text = "k,a,b\n1,5,6\n2,7,8\n3,9,9\n";
    let reading = as_said(text, "k=node,a=node(s),b=ignore").unwrap();
    assert_eq!(
        nodes(&reading),
        [
            ("k", &[1.0, 2.0, 3.0][..]),
            ("a", &[5000.0, 7000.0, 9000.0])
        ]
    );
    assert_eq!(asked(&reading), [""; 0]);
    let reading = as_said(text, "*=ignore,3=node").unwrap();
    assert_eq!(nodes(&reading), [("b", &[6.0, 8.0, 9.0][..])]);
    let long = as_said("who,what\nx,5\nx,6\ny,7\n", "who=name,what=runtime(s)").unwrap();
    assert_eq!(
        nodes(&long),
        [("x", &[5000.0, 6000.0][..]), ("y", &[7000.0])]
    );
    assert_eq!(
        as_said(text, "c=node").unwrap_err().to_string(),
        "there is no column 'c': the table has k, a, b, or numbers from 1 on"
    );
    assert!(
        Columns::parse("a=knot")
            .unwrap_err()
            .starts_with("“a=knot” names no role of a column")
    );
    let refused = |text| Columns::parse(text).unwrap_err();
    assert_eq!(refused("decimal=x"), "decimal is point or comma");
    assert_eq!(refused("header=maybe"), "header is yes or no");
    assert_eq!(refused("a=node,a=ignore"), "“a” has two roles: give it one");
    assert!(Columns::parse("a=node,a=node,decimal=node").is_ok());
    assert!(Columns::parse("a=node(days)").is_err());
    assert!(Columns::parse("a").is_err());
}

#[test]
fn an_offered_choice_is_taken_whatever_the_name_in_it() {
    let wide = "\"a, b\",c\n1,5.5\n2,6.5\n3,4.5\n";
    assert_eq!(
        asked(&of(wide)),
        ["column 'a, b' counts the rows and is taken for the numbers of the jobs | a, b=node"]
    );
    assert_eq!(
        nodes(&as_said(wide, "a, b=node,c=ignore").unwrap()),
        [("a, b", &[1.0, 2.0, 3.0][..])]
    );
    for name in ["b", "a, b", "rows b", "rows a, b"] {
        // Its only runtime is the sum of the others.
        let long = format!("node,runtime\nx,5.25\nx,6.5\nx,7.75\n\"{name}\",19.5\n");
        let offered = format!("rows {name}=ignore");
        assert_eq!(
            asked(&of(&long)),
            [format!(
                "'{name}' is taken for a node, though its rows may sum up the others | {offered}"
            )]
        );
        let reading = as_said(&long, &offered).unwrap();
        assert_eq!(nodes(&reading), [("x", &[5.25, 6.5, 7.75][..])], "{name}");
        assert_eq!(reading.notes, [""; 0], "{name}");
    }
    for sloppy in [",c=ignore", "a, b=index,,c=ignore", " c=ignore , "] {
        let columns = Columns::parse(sloppy).unwrap();
        assert_eq!(columns.of("c", 2), Some((Role::Ignore, None)), "{sloppy}");
    }
}

#[test]
fn choices_without_an_effect_are_told() {
    let told = |text, said| as_said(text, said).unwrap().notes.join("; ");
    let wide = "a,b\n1,2\n3,4\n";
    assert_eq!(
        told(wide, "line 9=ignore,rows x=ignore"),
        "the choice for line 9 has no effect: the last line is 3; “rows x=ignore” has no effect: no row has this name"
    );
    assert_eq!(told(wide, "line 3=ignore"), "");
    let long = "node,runtime\nx,5\nx,6\ny,7\ny,8\n";
    assert_eq!(told(long, "rows x=ignore"), "");
    assert_eq!(
        told(long, "rows z=ignore"),
        "“rows z=ignore” has no effect: no row has this name"
    );
}

#[test]
fn columns_are_described_for_a_preview() {
    let reading = of("id;a (s);b\n7;1,5;2\n9;2,5;\n");
    let told: Vec<_> = reading
        .columns
        .iter()
        .map(|column| {
            (
                column.name.as_str(),
                column.role,
                column.unit,
                column.count,
                column.mean,
                column.missing,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("id", Role::Index, Unit::Milliseconds, 2, None, 0),
            ("a (s)", Role::Node, Unit::Seconds, 2, Some(2000.0), 0),
            ("b", Role::Node, Unit::Milliseconds, 1, Some(2.0), 1),
        ]
    );
    let reading = of("node,job,note,runtime\na,1,x,5\na,2,y,7\n");
    assert_eq!(
        roles(&reading),
        [Role::Name, Role::Index, Role::Ignore, Role::Runtime]
    );
    assert_eq!(reading.columns[3].mean, Some(6.0));
}

#[test]
fn a_comma_that_may_group_thousands_is_asked_about() {
    let text = "a;b\n1,234;2,500\n3,456;2,750\n";
    let reading = of(text);
    assert_eq!(nodes(&reading)[0].1, [1.234, 3.456]);
    assert_eq!(
        asked(&reading),
        ["'1,234' is read with a decimal comma, not as thousands | decimal=point"]
    );
    let reading = as_said(text, "decimal=point").unwrap();
    assert_eq!(nodes(&reading)[0].1, [1234.0, 3456.0]);
    assert_eq!(reading.decimal, '.');
    assert_eq!(asked(&as_said(text, "decimal=comma").unwrap()), [""; 0]);
    assert_eq!(asked(&of("a;b\n1,234;2,5\n3,456;2,75\n")), [""; 0]);
    assert_eq!(
        nodes(&of("a;b\n1,234,567;2,500\n3,456,000;2,750\n"))[0].1,
        [1_234_567.0, 3_456_000.0]
    );
}

#[test]
fn times_that_look_like_those_of_another_unit_are_asked_about() {
    let reading = of("job,a,b\n1,0.25,0.5\n2,0.5,0.25\n");
    assert_eq!(
        asked(&reading),
        ["the mean runtime is below 1 ms: are these times in s? | *=node(s)"]
    );
    let reading = of("node,runtime (s)\na,90000\na,70000\n");
    assert_eq!(
        asked(&reading),
        ["the mean runtime is above 10 hours: are these times in ms? | runtime (s)=runtime(ms)"]
    );
    let said = as_said(
        "node,runtime (s)\na,90000\na,70000\n",
        "runtime (s)=runtime(ms)",
    )
    .unwrap();
    assert_eq!(
        (nodes(&said)[0].1, asked(&said)),
        (&[90000.0, 70000.0][..], Vec::new())
    );
}

#[test]
fn a_table_without_runtimes_is_refused_in_words() {
    let refused = |text: &str| read("none", text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        refused("id,k\n5,1\n9,2\n12,3\n"),
        "no column of this table has runtimes: id, k number the rows or hold times or names; say which column belongs to a \
         node"
    );
    assert!(
        refused("date\n2026-01-01\n2026-01-02\n")
            .starts_with("no column of this table has runtimes: date")
    );
    assert_eq!(
        refused("ams,utah\nfirst,second\n5,6\n7,8\n"),
        "line 2 has no number, as the line above it: a table has one line of names; remove the other"
    );
    assert!(refused(&"1,".repeat(1_000_000)).starts_with("line 1 has 4098 columns or more"));
    assert_eq!(
        asked(&of("a\n1\n2\n3\n")),
        ["column 'a' counts up by 1 and is still taken as runtimes | a=index"]
    );
}

#[test]
fn one_problem_is_told_once_with_its_count() {
    let reading = of("job,a,b\n1,x,5\n2,y,6\n3,7,0\n4,z,8\n5,9,9\n");
    let told: Vec<_> = reading.told().iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "line 2, column 2: found 'x', expected a runtime from 1e-9 to 1e15 ms; the row is dropped for every node (and in \
             2 more lines)",
            "line 4, column 3: found '0', expected a runtime from 1e-9 to 1e15 ms; the row is dropped for every node",
        ]
    );
    assert_eq!((reading.problems.len(), reading.problems_total), (4, 4));
}

#[test]
fn names_do_not_turn_the_words_around_them_round() {
    let reading = trace::read::read(
        "up\u{202e}side",
        "a\u{202e}b,c\u{2066}\n10,11\n12,13\n".as_bytes(),
    )
    .unwrap();
    let set = reading.set.unwrap();
    let names: Vec<_> = set.nodes().iter().map(|node| node.name.as_str()).collect();
    assert_eq!((set.name(), names), ("upside", vec!["ab", "c"]));
}

/// The questions that only a user can answer.
fn open(reading: &Reading) -> Vec<&str> {
    let questions = reading.questions.iter().filter(|question| question.open);
    questions
        .map(|question| question.assumed.as_str())
        .collect()
}

#[test]
fn only_what_the_values_leave_open_has_to_be_answered() {
    // Numbers that count, dates, identifiers and text are recognised by themselves.
    for text in [
        "id,a\n1,5.5\n2,6.5\n3,4.5\n",
        "sample,a\n10,5.5\n20,6.5\n30,4.5\n40,4.5\n50,4.5\n",
        "date,a\n2026-01-01,5.5\n2026-01-02,6.5\n",
        "stamp,a\n1767225600,5.5\n1767225605,6.5\n1767225605,4.5\n",
        "stamp,a\n1767225600123,5.5\n1767225605456,6.5\n1767225605789,4.5\n",
        "uuid,a\nf3-1,5.5\nf3-2,6.5\n0f-9,4.5\n",
        "a,state\n5.5,ok\n6.5,ok\n4.5,late\n",
        "a,job\n5.5,10\n6.5,20\n4.5,25\n",
    ] {
        let reading = of(text);
        assert_eq!(nodes(&reading).len(), 1, "{text}");
        assert_eq!(nodes(&reading)[0].0, "a", "{text}");
        assert_eq!(reading.problems_total, 0, "{text}");
        assert_eq!(open(&reading), [""; 0], "{text}");
    }
    // Numbers that do not count may be runtimes under any name.
    for (text, assumed) in [
        (
            "run,a\n2510,5.5\n2498,6.5\n2530,4.5\n",
            "column 'run' is taken for an index of the jobs",
        ),
        (
            "t,a\n0.5,5.5\n1.25,6.5\n2.5,4.5\n",
            "column 't' is taken for an index of the jobs",
        ),
        (
            "a\n1\n2\n3\n",
            "column 'a' counts up by 1 and is still taken as runtimes",
        ),
        (
            "a;b\n1,234;2,500\n",
            "'1,234' is read with a decimal comma, not as thousands",
        ),
        (
            "a,b\n0.25,0.5\n0.5,0.25\n",
            "the mean runtime is below 1 ms: are these times in s?",
        ),
    ] {
        assert_eq!(open(&of(text)), [assumed], "{text}");
    }
}

#[test]
fn a_question_that_was_answered_is_not_asked_again() {
    for text in [
        "run,a\n2510,5.5\n2498,6.5\n2530,4.5\n",
        "a\n1\n2\n3\n",
        "a;b\n1,234;2,500\n3,456;2,750\n",
        "a,b\n0.25,0.5\n0.5,0.25\n",
        "0.25,0.5\n0.5,0.25\n",
        "node,runtime (s)\na,90000\na,70000\n",
    ] {
        let before = of(text);
        let question = before.questions.iter().find(|one| one.open).unwrap();
        assert_eq!(question.answers.len(), 2, "{text}");
        for (place, answer) in question.answers.iter().enumerate() {
            let mut said = Columns::default();
            said.hear(answer);
            match read_as("answered", text.as_bytes(), &said) {
                Ok(after) => {
                    assert_eq!(open(&after), [""; 0], "{text}: {}", answer.words);
                    // The assumption comes first.
                    let same = after.set.as_ref().map(TraceSet::digest)
                        == before.set.as_ref().map(TraceSet::digest);
                    assert_eq!(same, place == 0, "{text}: {}", answer.words);
                }
                // The only column is an index then.
                Err(error) => assert!(matches!(error, Error::NoRuntimes { .. }), "{error}"),
            }
        }
    }
}

#[test]
fn a_column_is_meant_by_its_place_whatever_it_is_called() {
    let text = "2,1,3,9\n5.5,6.5,7.5,8\n4,4,4,8\n";
    let mut said = Columns::default();
    said.set_at(1, Role::Ignore, None);
    said.set_at(3, Role::Node, Some(Unit::Seconds));
    let header = format!("2,1,x\n{}", "5,6,7\n4,4,4\n");
    let reading = read_as("places", header.as_bytes(), &said).unwrap();
    assert_eq!(roles(&reading), [Role::Ignore, Role::Node, Role::Node]);
    assert_eq!(reading.columns[2].unit, Unit::Seconds);
    // A choice for a column beyond the last is no error.
    said.set_at(9, Role::Ignore, None);
    assert!(read_as("places", text.as_bytes(), &said).is_ok());
}

#[test]
fn a_preview_shows_first_values_and_whose_units_are_named() {
    let reading = of("id;a (s);b\n7;1,5;2\n9;2,5;\n11;3,5;4\n13;4;5\n");
    let told: Vec<_> = reading
        .columns
        .iter()
        .map(|column| (column.first.join(" "), column.named))
        .collect();
    assert_eq!(
        told,
        [
            ("7 9 11".to_owned(), false),
            ("1,5 2,5 3,5".to_owned(), true),
            ("2 4 5".to_owned(), false)
        ]
    );
    let reading = of("x,5\nx,6\ny,7\n");
    assert_eq!(reading.columns[0].first, ["x", "x", "y"]);
    let long = format!("node,runtime_s\n{},5\n", "x".repeat(60));
    let reading = of(&long);
    assert_eq!(reading.columns[0].first, [format!("{}…", "x".repeat(24))]);
    assert!(reading.columns[1].named);
}

#[test]
fn a_table_without_runtimes_tells_its_columns_all_the_same() {
    let Error::NoRuntimes { columns } =
        read("none", b"id,day\n5,2026-01-01\n9,2026-01-02\n").unwrap_err()
    else {
        panic!("it has none");
    };
    let told: Vec<_> = columns
        .iter()
        .map(|column| {
            (
                column.name.as_str(),
                column.role,
                column.count,
                column.first.len(),
            )
        })
        .collect();
    assert_eq!(told, [("id", Role::Index, 2, 2), ("day", Role::Time, 2, 2)]);
    // The same file with another role.
    let mut said = Columns::default();
    said.set_at(1, Role::Node, Some(Unit::Seconds));
    let reading = read_as("id", b"id,day\n5,2026-01-01\n9,2026-01-02\n", &said).unwrap();
    assert_eq!(nodes(&reading), [("id", &[5000.0, 9000.0][..])]);
}

#[test]
fn a_second_header_is_left_out_where_the_user_says_so() {
    let text = "ams,utah\nfirst,second\n5,6\n7,8\n";
    let mut said = Columns::default();
    said.hear(&trace::read::Answer {
        second: true,
        ..Default::default()
    });
    let reading = read_as("two", text.as_bytes(), &said).unwrap();
    assert_eq!(
        nodes(&reading),
        [("ams", &[5.0, 7.0][..]), ("utah", &[6.0, 8.0])]
    );
    assert_eq!(reading.notes, ["line 2 is left out"]);
    assert_eq!((reading.rows, reading.problems_total), (2, 0));
}

#[test]
fn a_long_table_without_a_header_keeps_its_first_row_whatever_is_said_of_it() {
    let text = "x,1,5\nx,2,6\ny,1,7\n";
    for said in [
        "3=runtime(s)",
        "1=name,2=index,3=runtime(s)",
        "1=name,3=runtime(s)",
    ] {
        let reading = as_said(text, said).unwrap();
        assert_eq!(reading.layout, Layout::Long, "{said}");
        assert_eq!(
            nodes(&reading),
            [("x", &[5000.0, 6000.0][..]), ("y", &[7000.0])],
            "{said}"
        );
    }
}
