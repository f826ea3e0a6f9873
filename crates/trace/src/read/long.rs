//! The long layout: a row for each job of each node.

use std::collections::HashMap;

use super::columns::{self, Answer, Column, Columns, Question, Role};
use super::header::{LongColumns, one_line};
use super::lines::counted;
use super::problem::Problems;
use super::rows::{Row, Rows};
use super::sniff::Dialect;
use super::summary::{self, is_summary};
use super::unit::Unit;
use super::{Collected, number, sniff};
use crate::Error;
use crate::set::{MAX_NAME, MAX_NODES, MAX_VALUES, is_readable};

/// One row: 16 bytes, so that ten million rows fit into memory with ease.
struct Sample {
    runtime: f64,
    job: u32,
    // A text within the limit has fewer lines.
    line: u32,
}

/// The number of columns that a table may have beside the needed ones, for a row to be taken for one with another delimiter.
const MORE_COLUMNS: usize = 10;

/// The fault of a row: the column, its text, the expected value.
type Bad<'row> = (usize, &'row str, String);

/// Reads a table of this layout.
pub(super) fn read(
    dialect: &Dialect<'_>,
    columns: &LongColumns,
    said: &Columns,
) -> Result<Collected, Error> {
    let mut collected = Collected::default();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut series: Vec<(String, Vec<Sample>)> = Vec::new();
    let mut found = 0;

    let mut rows = Rows::new(dialect);
    if columns.header {
        rows.next();
    }
    while let Some(row) = rows.next() {
        collected.rows += 1;
        let (runtime, job) = match check(&row, dialect, columns) {
            Ok(good) => good,
            Err((column, cell, expected)) => {
                collected.rejected += 1;
                // The columns of the table up to the last that is needed, and some that are not.
                let last = columns
                    .node
                    .max(columns.runtime)
                    .max(columns.job.unwrap_or(0));
                let cells = last + 1..=last + MORE_COLUMNS;
                let mixed = sniff::mixed(&row, dialect, cells, Some(columns.node));
                let (column, cell, expected) = match &mixed {
                    Some(mixed) => (0, mixed.line.as_str(), mixed.expected.as_str()),
                    None => (column, cell, expected.as_str()),
                };
                collected.problems.add(row.line, column, cell, || {
                    format!("{expected}; the row is dropped")
                });
                continue;
            }
        };
        found += 1;
        if found > MAX_VALUES {
            return Err(Error::TooManyValues { found });
        }
        let name = one_line(row.cell(columns.node));
        let number = match numbers.get(name.as_ref()) {
            Some(number) => *number,
            None if series.len() == MAX_NODES => {
                return Err(Error::TooManyNodes {
                    found: MAX_NODES + 1,
                });
            }
            None => {
                numbers.insert(name.as_ref().to_owned(), series.len());
                series.push((name.into_owned(), Vec::new()));
                series.len() - 1
            }
        };
        if let Some((_, samples)) = series.get_mut(number) {
            let job = job.unwrap_or(samples.len() as u32);
            samples.push(Sample {
                runtime,
                job,
                line: row.line as u32,
            });
        }
    }
    rows.ended()?;
    let idle = said.idle_rows(|name| numbers.contains_key(name));
    collected.notes.extend(idle);
    drop_summaries(&mut series, columns.job.is_some(), said, &mut collected);

    let first_job = series
        .iter()
        .flat_map(|(_, samples)| samples)
        .map(|sample| sample.job)
        .min()
        .unwrap_or(0);
    let ordered = |samples: &Vec<Sample>| samples.is_sorted_by_key(|sample| sample.job);
    let unordered = series
        .iter()
        .filter(|(_, samples)| !ordered(samples))
        .count();
    if unordered > 0 {
        collected.notes.push(format!(
            "rows that did not follow the numbers of their jobs were put in order: {}",
            counted(unordered, "node")
        ));
    }
    describe(columns, &series, collected.rows, &mut collected.columns);
    for (name, samples) in series {
        let column = columns.job.unwrap_or(columns.node);
        let (runtimes, repeated) =
            in_order(&name, samples, first_job, column, &mut collected.problems);
        collected.rejected += repeated;
        collected.nodes.push((name, runtimes));
    }
    Ok(collected)
}

/// Takes away rows that sum up the others: the only one of its name, which is a word such as `mean`, without the number of a job;
/// and asks about other nodes of such a name, and about a single row that is the sum or the mean of the others.
fn drop_summaries(
    series: &mut Vec<(String, Vec<Sample>)>,
    numbered: bool,
    said: &Columns,
    collected: &mut Collected,
) {
    let single = |samples: &[Sample]| samples.len() == 1;
    let among = series
        .iter()
        .filter(|(_, samples)| !single(samples))
        .count();
    let mut asked = Vec::new();
    let runtimes = |series: &[(String, Vec<Sample>)], but: usize| -> Vec<f64> {
        let others = series.iter().enumerate().filter(|(place, _)| *place != but);
        others
            .flat_map(|(_, (_, samples))| samples.iter().map(|sample| sample.runtime))
            .collect()
    };
    let computed: Vec<String> = series
        .iter()
        .enumerate()
        .filter(|(_, (_, samples))| single(samples) && among > 0 && among + 2 >= series.len())
        .filter_map(|(place, (name, samples))| {
            let mut values = runtimes(series, place);
            values.push(samples.first()?.runtime);
            (summary::computed(&[&values]) == 1).then(|| name.clone())
        })
        .collect();
    let several = series.len() > 1;
    series.retain(|(name, samples)| match said.rows_of(name) {
        Some(node) => node,
        None if several && is_summary(name) && single(samples) && among > 0 && !numbered => {
            let line = samples.first().map_or(0, |sample| sample.line);
            let note = format!("line {line} ('{name}') sums up the others and is no job");
            collected.notes.push(note);
            false
        }
        None => {
            if several && is_summary(name) || computed.contains(name) {
                asked.push(name.clone());
            }
            true
        }
    });
    let Some(first) = asked.first() else { return };
    let answer = |words: &str, node: bool| Answer {
        words: words.to_owned(),
        names: asked.iter().map(|name| (name.clone(), node)).collect(),
        ..Answer::default()
    };
    let others = asked.iter().map(|name| format!("rows {name}=ignore"));
    collected.questions.push(Question {
        assumed: format!(
            "'{}' is taken for a node, though its rows may sum up the others",
            columns::short(first)
        ),
        otherwise: others.collect::<Vec<_>>().join(","),
        open: true,
        answers: vec![answer("Nodes", true), answer("Leave their rows out", false)],
    });
}

/// Describes each column.
fn describe(
    columns: &LongColumns,
    series: &[(String, Vec<Sample>)],
    rows: usize,
    out: &mut Vec<Column>,
) {
    let runtimes = || series.iter().flat_map(|(_, samples)| samples);
    let count = runtimes().count();
    let sum: f64 = runtimes().map(|sample| sample.runtime).sum();
    let last = columns
        .node
        .max(columns.runtime)
        .max(columns.job.unwrap_or(0));
    out.extend((0..columns.names.len().max(last + 1)).map(|column| {
        let role = match column {
            _ if column == columns.node => Role::Name,
            _ if column == columns.runtime => Role::Runtime,
            _ if Some(column) == columns.job => Role::Index,
            _ => Role::Ignore,
        };
        let runtime = role == Role::Runtime;
        let name = columns.names.get(column).filter(|name| !name.is_empty());
        Column {
            name: name.map_or_else(|| (column + 1).to_string(), Clone::clone),
            role,
            unit: if runtime {
                columns.unit
            } else {
                Unit::default()
            },
            named: runtime && columns.named,
            count: if role == Role::Ignore { 0 } else { count },
            mean: (runtime && count > 0).then(|| sum / count as f64),
            missing: rows.saturating_sub(count),
            first: Vec::new(),
        }
    }));
}

/// The runtime in ms and the job's number of a row.
fn check<'row>(
    row: &'row Row<'_>,
    dialect: &Dialect<'_>,
    columns: &LongColumns,
) -> Result<(f64, Option<u32>), Bad<'row>> {
    let node = row.cell(columns.node);
    if one_line(node).is_empty() || node.len() > MAX_NAME && node.chars().nth(MAX_NAME).is_some() {
        return Err((
            columns.node,
            node,
            format!("the name of a node, at most {MAX_NAME} characters"),
        ));
    }
    let job = columns.job.map(|column| {
        let cell = row.cell(column);
        let job = number::parse_whole(cell, dialect.marks);
        job.ok_or_else(|| {
            (
                column,
                cell,
                format!("the number of a job, a whole number from 0 to {}", u32::MAX),
            )
        })
    });
    let job = job.transpose()?;
    let cell = row.cell(columns.runtime);
    let runtime = number::parse(cell, dialect.marks).map(|time| columns.unit.to_ms(time));
    match runtime.filter(|runtime| is_readable(*runtime)) {
        Some(runtime) => Ok((runtime, job)),
        None => Err((columns.runtime, cell, number::expected(cell, dialect.marks))),
    }
}

/// The runtimes of a node in the order of its jobs, the first of each, and the number of rows that repeated a job.
///
/// Reports repeated jobs and gaps at `column`; every node's jobs should start at `first_job`.
fn in_order(
    name: &str,
    mut samples: Vec<Sample>,
    first_job: u32,
    column: usize,
    problems: &mut Problems,
) -> (Vec<f64>, usize) {
    samples.sort_unstable_by_key(|sample| (sample.job, sample.line));
    let mut runtimes = Vec::with_capacity(samples.len());
    // 64 bits hold the number after the last job of all.
    let mut next = u64::from(first_job);
    for Sample { runtime, job, line } in &samples {
        let (job, line) = (u64::from(*job), u64::from(*line));
        if job + 1 == next && !runtimes.is_empty() {
            problems.add(line, column, &job.to_string(), || {
                format!("a job that node '{name}' has not had; its first runtime is kept, this row is dropped")
            });
            continue;
        }
        if job > next {
            problems.add(line, column, &job.to_string(), || {
                let missing = if job - 1 == next {
                    format!("job {next}")
                } else {
                    format!("jobs {next} to {}", job - 1)
                };
                format!("{missing} of node '{name}' before it; the series closes up")
            });
        }
        runtimes.push(*runtime);
        next = job + 1;
    }
    let repeated = samples.len() - runtimes.len();
    (runtimes, repeated)
}
