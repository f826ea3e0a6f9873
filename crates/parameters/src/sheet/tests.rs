use super::*;
use expect_test::expect;

const fn column(symbol: &'static str, takes: Takes, absent: Absent) -> Column {
    Column {
        symbol,
        name: symbol,
        words: &["tempo"],
        unit: "",
        takes,
        absent,
    }
}

const COLUMNS: [Column; 4] = [
    Column {
        words: &["worker"],
        ..column("name", Takes::Text, Absent::Numbered("w"))
    },
    column("F", Takes::Positive, Absent::Refused),
    Column {
        words: &[],
        ..column("f", Takes::AtLeastZero, Absent::Is("0"))
    },
    Column {
        words: &["believed"],
        ..column("estimate", Takes::Positive, Absent::As(1))
    },
];

fn read(text: &str) -> Sheet {
    Sheet::read(text, &COLUMNS, &[1, 2])
}

fn faults(text: &str) -> String {
    let faults = read(text).faults(&COLUMNS);
    faults
        .iter()
        .fold(String::new(), |all, fault| format!("{all}{fault}\n"))
}

#[test]
fn a_block_is_read_with_and_without_headers_with_any_separator() {
    for text in [
        "2.5\t0.1\n3\t0\n",
        "F;f\n2,5;0,1\n3;0\n",
        "f,F\n0.1,2.5\n0,3",
        "\u{feff}Tempo\tf\r\n2,5\t0,1\r\n\r\n3\t0\r\n",
        "fast;2,5;0,1\nslow;3;0",
    ] {
        let sheet = read(text);
        assert_eq!(sheet.faults(&COLUMNS), [], "{text:?}");
        let values = [0, 1].map(|row| [1, 2].map(|column| sheet.value(&COLUMNS, row, column)));
        assert_eq!(
            values,
            [[Some(2.5), Some(0.1)], [Some(3.0), Some(0.0)]],
            "{text:?}"
        );
    }
}

#[test]
fn the_names_that_a_refusal_lists_are_headers() {
    let columns = [Column {
        name: "speed of a node",
        ..column("speed", Takes::Positive, Absent::Refused)
    }];
    for header in ["speed", "speed of a node", "Speed of a Node", "tempo"] {
        let sheet = Sheet::read(&format!("{header}\n2\n"), &columns, &[0]);
        assert_eq!(sheet.faults(&columns), [], "{header}");
        assert_eq!(sheet.value(&columns, 0, 0), Some(2.0), "{header}");
    }
}

#[test]
fn what_is_left_out_has_a_meaning() {
    let sheet = read("F\n2\n4\n");
    assert_eq!(sheet.text(&COLUMNS, 1, 0), "w1");
    assert_eq!(sheet.value(&COLUMNS, 1, 2), Some(0.0));
    assert_eq!(sheet.value(&COLUMNS, 1, 3), Some(4.0));
}

#[test]
fn each_fault_names_line_column_value_and_what_is_allowed() {
    expect![[r#"
        line 2, column 1 (F): "-1" must be a finite number of more than 0
        line 3, column 2 (f): "x" must be a finite number of at least 0
        line 3, column 3: "7" must be absent: there are more cells than columns
    "#]]
    .assert_eq(&faults("F,f\n-1,0\n1,x,7\n"));
    expect![[r#"
        line 1, column 1: unknown header "G"; known are name, F, f, estimate
        line 1, column 3: header "f" stands in another column already
        no column with the header "F"; a row needs one
    "#]]
    .assert_eq(&faults("G,f,f\n1,0,0\n"));
    expect![[r#"
        line 2, column 2 (f): "" must be a finite number of at least 0
    "#]]
    .assert_eq(&faults("F,f\n1\n"));
    expect![[r#"
        the table has no rows; it needs at least one
    "#]]
    .assert_eq(&faults("  \n"));
}

#[test]
fn what_is_written_is_read_again_as_it_was() {
    for text in [
        "F,f\n2,0\n",
        "name\tF\na, b\t2,5\n",
        "fast;2,5;0,1\n",
        "G,f\n1,x,7\n",
    ] {
        let sheet = read(text);
        let again = read(&sheet.write());
        assert_eq!(
            again.faults(&COLUMNS).len(),
            sheet.faults(&COLUMNS).len(),
            "{text:?}"
        );
        let cells = |sheet: &Sheet| -> Vec<Vec<String>> {
            sheet.rows.iter().map(|row| row.cells.clone()).collect()
        };
        assert_eq!(cells(&again), cells(&sheet), "{text:?}");
    }
    let mut sheet = read("F,f\n2,0\n");
    sheet.rows[0].cells[0] = "2,5".into();
    assert_eq!(sheet.write(), "F\tf\n2,5\t0\n");
}

#[test]
fn a_cell_that_looks_quoted_is_written_so_that_it_is_read_as_it_is() {
    let columns = [
        column("name", Takes::Text, Absent::Refused),
        column("F", Takes::Positive, Absent::Refused),
    ];
    // A vertical tab before the quote makes it a text.
    let sheet = Sheet::read("\u{b}\"=\"\"x\",3", &columns, &[1]);
    let again = Sheet::read(&sheet.write(), &columns, &[1]);
    assert_eq!(sheet.text(&columns, 0, 0), "\"=\"\"x\"");
    assert_eq!(again.text(&columns, 0, 0), sheet.text(&columns, 0, 0));
    assert_eq!(again.write(), sheet.write());
}
