//! Tables in the many ways in which people and programs write them: read back as meant, asked about or refused, and never
//! silently as others.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::fmt::Write as _;

use proptest::prelude::*;
use trace::read::{Columns, Reading, read, read_as};

/// A table as it is meant and as it is written.
#[derive(Debug, Clone)]
struct Table {
    /// Runtimes of each node in the unit of the file, in hundredths or thousandths.
    values: Vec<Vec<i64>>,
    places: u32,
    names: Vec<String>,
    delimiter: char,
    comma: bool,
    /// Between thousands.
    group: Option<char>,
    /// Its symbol in the header, and how.
    unit: Option<(&'static str, f64, Named)>,
    index: Index,
    header: bool,
    long: bool,
    summaries: Vec<(&'static str, Summary)>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Named {
    Brackets,
    Square,
    Suffix,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Index {
    None,
    Job,
    Unnamed,
    Labels,
    Words,
}

#[derive(Debug, Clone, Copy)]
enum Summary {
    Sum,
    Mean,
    Least,
    /// A row that is no sum of others, but no job either.
    WarmUp,
}

impl Table {
    fn number(&self, value: i64) -> String {
        let unit = 10_i64.pow(self.places);
        let whole = (value / unit).to_string();
        let mut text = String::new();
        for (place, digit) in whole.chars().enumerate() {
            if place > 0 && (whole.len() - place).is_multiple_of(3) {
                text.extend(self.group);
            }
            text.push(digit);
        }
        if self.places > 0 {
            let mark = if self.comma { ',' } else { '.' };
            write!(
                text,
                "{mark}{:0width$}",
                value % unit,
                width = self.places as usize
            )
            .unwrap();
        }
        self.quoted(&text)
    }

    fn quoted(&self, text: &str) -> String {
        match text.contains([self.delimiter, '"']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        }
    }

    fn heading(&self, name: &str) -> String {
        let name = match self.unit {
            None => name.to_owned(),
            Some((unit, _, Named::Brackets)) => format!("{name} ({unit})"),
            Some((unit, _, Named::Square)) => format!("{name} [{unit}]"),
            Some((unit, _, Named::Suffix)) => format!("{name}_{unit}"),
        };
        self.quoted(&name)
    }

    fn text(&self) -> String {
        let join = |cells: Vec<String>| cells.join(&self.delimiter.to_string()) + "\n";
        let rows = self.values[0].len();
        if self.long {
            let mut text = match self.header {
                true => join(vec!["node".into(), "job".into(), self.heading("runtime")]),
                false => String::new(),
            };
            for (name, values) in self.names.iter().zip(&self.values) {
                for (job, value) in values.iter().enumerate() {
                    text += &join(vec![
                        self.quoted(name),
                        (job + 1).to_string(),
                        self.number(*value),
                    ]);
                }
            }
            return text;
        }
        let mut text = String::new();
        if self.header {
            let mut cells: Vec<String> = match self.index {
                Index::None => vec![],
                Index::Job => vec!["job".into()],
                Index::Unnamed => vec![String::new()],
                Index::Labels | Index::Words => vec!["label".into()],
            };
            cells.extend(self.names.iter().map(|name| self.heading(name)));
            text += &join(cells);
        }
        let words = [
            "alpha", "bravo", "delta", "gamma", "kappa", "omega", "sigma", "theta", "zebra",
        ];
        for row in 0..rows {
            let mut cells = match self.index {
                Index::None => vec![],
                Index::Job | Index::Unnamed => vec![(row + 1).to_string()],
                Index::Labels => vec![format!("run-{}", row + 1)],
                Index::Words => vec![words[row % words.len()].to_owned()],
            };
            cells.extend(self.values.iter().map(|values| self.number(values[row])));
            text += &join(cells);
        }
        for (word, summary) in &self.summaries {
            let mut cells = match self.index {
                Index::None => vec![],
                _ => vec![(*word).to_owned()],
            };
            cells.extend(self.values.iter().map(|values| {
                let sum: i64 = values.iter().sum();
                self.number(match summary {
                    Summary::Sum => sum,
                    Summary::Mean => sum / values.len() as i64,
                    Summary::Least => *values.iter().min().unwrap(),
                    Summary::WarmUp => values[0] * 3 + 7,
                })
            }));
            text += &join(cells);
        }
        text
    }

    /// The intended runtimes, ms.
    fn meant(&self) -> Vec<Vec<f64>> {
        let factor = self.unit.map_or(1.0, |(_, factor, _)| factor);
        let value = |value: &i64| *value as f64 / 10_i64.pow(self.places) as f64 * factor;
        self.values
            .iter()
            .map(|values| values.iter().map(value).collect())
            .collect()
    }
}

fn table() -> impl Strategy<Value = Table> {
    let unitlike = [
        "h",
        "s",
        "us",
        "ns",
        "min",
        "ms",
        "uk",
        "de",
        "a",
        "ams",
        "mean",
        "sum",
        "max",
        "3",
        "7",
        "node 1",
        "eu_s",
        "x_h",
        "time",
        "t",
        "id",
        "start",
        "Köln",
        "a (Berlin)",
    ];
    let names = prop::sample::subsequence(unitlike.to_vec(), 1..5).prop_shuffle();
    let units = prop::sample::select(vec![
        ("ns", 1e-6),
        ("us", 1e-3),
        ("µs", 1e-3),
        ("ms", 1.0),
        ("s", 1e3),
        ("Sek.", 1e3),
        ("min", 6e4),
        ("h", 3.6e6),
    ]);
    let named = prop::sample::select(vec![Named::Brackets, Named::Square, Named::Suffix]);
    let index = prop::sample::select(vec![
        Index::None,
        Index::Job,
        Index::Unnamed,
        Index::Labels,
        Index::Words,
    ]);
    let summary = prop::sample::select(vec![
        ("Summe", Summary::Sum),
        ("Mittelwert", Summary::Mean),
        ("stddev", Summary::Least),
        ("Avg.", Summary::Mean),
        ("geomean", Summary::Mean),
        ("95%", Summary::Least),
        ("warm-up", Summary::WarmUp),
        ("", Summary::Sum),
        ("Gesamtwert", Summary::Sum),
    ]);
    let how = (
        0_u32..4,
        prop::sample::select(vec![',', ';', '\t', ' ']),
        any::<bool>(),
        prop::option::weighted(0.3, prop::sample::select(vec!['.', ' ', '\''])),
        prop::option::weighted(0.4, (units, named)),
        index,
        prop::bool::weighted(0.8),
        prop::bool::weighted(0.2),
        prop::collection::vec(summary, 0..3),
    );
    (names, 3_usize..9)
        .prop_flat_map(move |(names, rows)| {
            let values = prop::collection::vec(
                prop::collection::vec(prop_oneof![1_000..99_999_i64, 100_000..9_999_999_i64], rows),
                names.len(),
            );
            (Just(names), values, how.clone())
        })
        .prop_map(
            |(
                names,
                values,
                (places, delimiter, comma, group, unit, index, header, long, summaries),
            )| {
                let warm = index != Index::None;
                let spaced = delimiter == ' ';
                // Two whole numbers side by side may be one with a space between its thousands.
                let places = if spaced { places.max(1) } else { places };
                let group = group.filter(|_| !spaced);
                let unit = unit.filter(|(_, named)| !spaced || matches!(named, Named::Suffix));
                Table {
                    // Where all names are numbers, in no order and above nothing else, they are runtimes for all that one can see.
                    names: match names.iter().all(|name| name.parse::<f64>().is_ok()) && !warm
                        || names.iter().any(|name| name.parse::<f64>().is_ok()) && long && !header
                    {
                        true => names.into_iter().map(|name| format!("n{name}")).collect(),
                        false => names.into_iter().map(str::to_owned).collect(),
                    },
                    values,
                    places,
                    delimiter,
                    comma,
                    // Between commas a point is taken for the decimal mark.
                    group: group
                        .filter(|group| delimiter != ',' || !comma || *group != '.')
                        .map(|group| match (group, comma) {
                            ('.', false) => ',',
                            (group, _) => group,
                        }),
                    unit: unit
                        .filter(|_| header)
                        .map(|((unit, factor), named)| (unit, factor, named)),
                    index,
                    header,
                    long,
                    // Without a name nothing but its values tells such a row.
                    summaries: summaries
                        .into_iter()
                        .filter(|(_, summary)| !long && (warm || matches!(summary, Summary::Sum)))
                        .take(if warm { 3 } else { 1 })
                        .collect(),
                }
            },
        )
}

fn runtimes(reading: &Reading) -> Vec<Vec<f64>> {
    let nodes = reading.set.iter().flat_map(trace::TraceSet::nodes);
    nodes.map(|node| node.runtimes.clone()).collect()
}

fn alike(one: &[Vec<f64>], other: &[Vec<f64>]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| (one / other - 1.0).abs() < 1e-9)
        })
}

/// The names and runtimes of a text's nodes.
fn nodes(text: &str) -> Vec<(String, Vec<f64>)> {
    let reading = read("spaces", text.as_bytes()).unwrap();
    assert_eq!(
        (reading.delimiter, reading.problems_total),
        (' ', 0),
        "{text}"
    );
    let nodes = reading.set.iter().flat_map(trace::TraceSet::nodes);
    nodes
        .map(|node| (node.name.clone(), node.runtimes.clone()))
        .collect()
}

#[test]
fn white_space_separates_cells_as_numpy_and_r_write_them() {
    let two = [
        ("a".to_owned(), vec![10.0, 11.5, 13.0]),
        ("b".to_owned(), vec![20.0, 21.0, 22.5]),
    ];
    for text in [
        "a b\n10 20\n11.5 21\n13 22.5\n",
        "# a b\n1.000000e+01 2.000000e+01\n1.15e+01 2.1e+01\n1.3e+01 2.25e+01\n",
        "#a   b\r\n10   20\r\n11,5 21\r\n13   22,5\r\n",
        "\n  a b\n 10.0 20.0\n 11.5 21.0\n 13.0 22.5\n",
        "a b\n1 10 20\n2 11.5 21\n3 13 22.5\n",
        "a b\nr1 10 20\nr2 11.5 21\nr3 13 22.5\n",
        "\"a\" \"b\"\n\"1\" 10 20\n\"2\" 11.5 21\n\"3\" 13 22.5\n",
        "node job runtime\na 1 10\na 2 11.5\na 3 13\nb 1 20\nb 2 21\nb 3 22.5\n",
    ] {
        assert_eq!(nodes(text), two, "{text}");
    }
    let unnamed = nodes("10.5 20\n11.5 21\n");
    assert_eq!(unnamed.len(), 2);
    let three = read("spaces", b"a b\n10 20.5\n11 x\n12;22\n13 23\n").unwrap();
    assert_eq!((three.delimiter, three.rejected), (' ', 2), "{three:?}");
}

#[test]
fn other_white_space_separates_no_cells() {
    for (text, columns) in [
        ("runtime\n1 234.5\n5 678.5\n", 1),
        ("a b,c d\n10,20\n11,21\n", 2),
        ("10, 20\n11, 21\n", 2),
        ("node 1\n10\n11\n", 1),
    ] {
        let reading = read("cells", text.as_bytes()).unwrap();
        assert_ne!(reading.delimiter, ' ', "{text}");
        assert_eq!(runtimes(&reading).len(), columns, "{text}");
    }
}

/// Whether a table was read as meant, asked about, or refused with its place.
fn honest(table: &Table) -> Result<&'static str, String> {
    let text = table.text();
    let reading = match read("dialects", text.as_bytes()) {
        Ok(reading) => reading,
        Err(_) => return Ok("refused"),
    };
    if reading.questions.iter().any(|question| question.open) {
        return Ok("asked");
    }
    if reading.problems_total > 0 {
        return Ok("problems");
    }
    let found = runtimes(&reading);
    match alike(&found, &table.meant()) {
        true => Ok("as meant"),
        false => Err(format!(
            "{text}\nis read as {found:?}\nmeant {:?}\n{:?}",
            table.meant(),
            reading.notes
        )),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_table_of_any_dialect_is_read_as_meant_or_asked_about_or_refused(table in table()) {
        prop_assert!(honest(&table).is_ok(), "{}", honest(&table).unwrap_err());
    }

    /// Honest by asking always would be no use.
    #[test]
    fn a_plain_table_is_read_as_meant_without_a_question(table in table()) {
        let unclear = |name: &String| name == "node 1" || name.len() < 5 && name != "ams" && name != "a" || name.contains(['_', '(', 't']);
        let plain = Table {
            names: table.names.iter().enumerate().map(|(place, name)| match unclear(name) {
                true => format!("node {place}"),
                false => name.clone(),
            }).collect(),
            places: 2,
            group: None,
            comma: table.comma && table.delimiter != ',',
            unit: table.unit.map(|(unit, factor, _)| (unit, factor, Named::Brackets)).filter(|(_, factor, _)| *factor == 1.0),
            index: match table.index { Index::Words => Index::Job, index => index },
            header: true,
            summaries: Vec::new(),
            ..table
        };
        prop_assert_eq!(honest(&plain), Ok("as meant"), "{}", plain.text());
    }
}

#[test]
fn each_case_that_was_once_read_as_something_else_is_read_as_meant_or_asked_about_or_refused() {
    let open = |text: &str| {
        let reading = read("case", text.as_bytes()).unwrap();
        reading
            .questions
            .iter()
            .filter(|question| question.open)
            .map(|question| question.assumed.clone())
            .collect::<Vec<_>>()
    };
    let of = |text: &str| runtimes(&read("case", text.as_bytes()).unwrap());
    let refused = |text: &str| read("case", text.as_bytes()).unwrap_err().to_string();
    assert_eq!(of("us,uk\n1.5,2.5\n4,5\n"), [[1.5, 4.0], [2.5, 5.0]]);
    assert_eq!(open("us,uk\n1.5,2.5\n4,5\n"), [""; 0]);
    assert_eq!(
        open("h,s\n1.5,2.5\n4,5\n"),
        ["'h' in 'h' is taken for a unit, not for a part of the name"]
    );
    let hyperfine = "command,mean,stddev,min,max\nfoo,.101,.01,.09,.12\nbar,.1,.01,.09,.12\n";
    assert_eq!(
        of(hyperfine),
        [[0.101, 0.1], [0.01, 0.01], [0.09, 0.09], [0.12, 0.12]]
    );
    assert_eq!(
        open(hyperfine)[0],
        "column 'mean' is taken for the runtimes of a node, though its name is that of a statistic"
    );
    assert_eq!(
        of("run,1,2,3\n1,5.5,6,7\n2,4,4.5,4\n"),
        [[5.5, 4.0], [6.0, 4.5], [7.0, 4.0]]
    );
    for text in [
        "node,1,2,3,4\nams,5,6,7,8\n",
        "node,start,end\na,10,20\n",
        "node,us,uk\n1,5,6\n2,7,8\n",
    ] {
        assert!(
            refused(text)
                .starts_with("each row of this table seems to be a node, by its column 'node'"),
            "{text}"
        );
    }
    for word in ["Summe", "Mittelwert", "stddev", "Avg.", "geomean", "95%"] {
        let text = format!("job,a,b\n1,5,6\n2,7,8\n3,9,9\n{word},14.5,11\n");
        let reading = read("case", text.as_bytes()).unwrap();
        assert_eq!(
            runtimes(&reading),
            [[5.0, 7.0, 9.0], [6.0, 8.0, 9.0]],
            "{word}"
        );
        assert_eq!(
            reading.notes,
            [format!(
                "line 5 ('{word}') sums up the others and is no job"
            )]
        );
    }
    for (word, shown) in [("warm-up", "('warm-up')"), ("", "(nothing)")] {
        let text = format!("job,a,b\n1,5,6\n2,7,8\n3,9,9\n{word},14.5,11\n");
        assert_eq!(of(&text), [[5.0, 7.0, 9.0], [6.0, 8.0, 9.0]]);
        assert_eq!(
            open(&text),
            [format!(
                "line 5 {shown} differs from the other rows in column 'job' and is left out"
            )]
        );
        let kept = read_as(
            "case",
            text.as_bytes(),
            &Columns::parse("line 5=job").unwrap(),
        )
        .unwrap();
        assert_eq!(
            runtimes(&kept),
            [[5.0, 7.0, 9.0, 14.5], [6.0, 8.0, 9.0, 11.0]]
        );
    }
    for text in [
        "job,a\n1,\"1,234.5\"\n2,\"2,500.25\"\n",
        "job;a\n1;1.234,5\n2;2.500,25\n",
        "job;a\n1;1 234,5\n2;2 500,25\n",
        "job\ta\n1\t1'234.5\n2\t2'500.25\n",
    ] {
        assert_eq!(
            (of(text), open(text)),
            (vec![vec![1234.5, 2500.25]], vec![]),
            "{text}"
        );
    }
    assert_eq!(of("runtime\n12,5\n13,25\n"), [[12.5, 13.25]]);
    assert_eq!(
        open("12,5\n13,25\n"),
        ["'12,5' is read as two numbers, not as one with a decimal comma"]
    );
    let comma = read_as(
        "case",
        b"12,5\n13,25\n",
        &Columns::parse("decimal=comma").unwrap(),
    )
    .unwrap();
    assert_eq!(runtimes(&comma), [[12.5, 13.25]]);
    assert_eq!(
        of("a (Sek.);b (Sek.)\n5;6\n7;8\n"),
        [[5000.0, 7000.0], [6000.0, 8000.0]]
    );
    assert_eq!(
        open("a;b\n1.234;10\n"),
        ["'1.234' is read with a decimal point, not as thousands"]
    );
    let groups = read_as(
        "case",
        b"a;b\n1.234;10\n",
        &Columns::parse("decimal=comma").unwrap(),
    )
    .unwrap();
    assert_eq!(runtimes(&groups), [[1234.0], [10.0]]);
}
