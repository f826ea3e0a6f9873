//! The wide layout: a column for each node, a row for each job.

use std::collections::{HashSet, VecDeque};

use super::columns::{self, Answer, Column, Columns, Question};
use super::header::{Label, NodeColumn, WideColumns, distinct, one_line};
use super::looks::is_time;
use super::problem::Problems;
use super::rows::{Row, Rows};
use super::sniff::{Dialect, Mixed};
use super::summary::{self, LAST, form, is_share, is_summary, is_warm_up};
use super::{Collected, lines, number, sniff};
use crate::Error;
use crate::set::{MAX_NAME, MAX_NODES, MAX_VALUES, is_readable};

/// The reach of a column.
#[derive(Clone, Copy, Default)]
struct Extent {
    /// The number of its cells that are not blank.
    filled: usize,
    /// The line of the last cell that is not blank.
    last_line: u64,
}

/// Reads a table of this layout, once for the reach of each column, once for the runtimes.
pub(super) fn read(
    dialect: &Dialect<'_>,
    columns: &WideColumns,
    said: &Columns,
) -> Result<Collected, Error> {
    if columns.nodes.len() > MAX_NODES {
        return Err(Error::TooManyNodes {
            found: columns.nodes.len(),
        });
    }
    let extents = survey(dialect, columns, said)?;
    let mut collected = Collected::default();
    let names = names(columns, &extents, &mut collected.problems);

    let mut series: Vec<Vec<f64>> = columns
        .nodes
        .iter()
        .map(|node| Vec::with_capacity(extent(&extents, node).filled))
        .collect();
    let mut runtimes: Vec<Option<f64>> = Vec::with_capacity(series.len());
    let mut last_job = None;
    let (mut summaries, mut odd) = (Vec::new(), Vec::new());
    let mut last_lines = VecDeque::with_capacity(LAST);
    let mut rows = data_rows(dialect, columns);
    while let Some(row) = rows.next() {
        let kind = kind(&row, dialect, columns, said);
        match kind {
            Kind::LeftOut => {
                collected.left_out += 1;
                continue;
            }
            Kind::Summary(word) => {
                collected.left_out += 1;
                summaries.push(format!("line {} ('{word}')", row.line));
                continue;
            }
            Kind::Job | Kind::Odd(..) => {}
        }
        if is_blank(&row, columns) {
            let bad = usize::from(check_first(&row, dialect, columns, &mut collected.problems));
            collected.rows += bad;
            collected.rejected += bad;
            continue;
        }
        if let Kind::Odd(column, cell) = kind {
            let width = columns.width();
            match sniff::mixed(&row, dialect, width..=width, None) {
                Some(mixed) => {
                    report(&row, &mixed, &mut collected.problems);
                    collected.rows += 1;
                    collected.rejected += 1;
                }
                None => odd.push((row.line, column, cell.to_owned())),
            }
            continue;
        }
        collected.rows += 1;
        if let Some(index) = columns.index {
            check_job(
                (index, row.cell(index)),
                columns.numbers_jobs(),
                dialect,
                row.line,
                &mut last_job,
                &mut collected.problems,
            );
        }
        if check(
            &row,
            dialect,
            columns,
            &extents,
            &mut runtimes,
            &mut collected.problems,
        ) {
            series
                .iter_mut()
                .zip(&runtimes)
                .for_each(|(series, runtime)| series.extend(runtime));
            if last_lines.len() == LAST {
                last_lines.pop_front();
            }
            last_lines.push_back(row.line);
        } else {
            collected.rejected += 1;
        }
    }
    rows.ended()?;
    if !summaries.is_empty() {
        let what = match summaries.len() {
            1 => "sums up the others and is no job",
            _ => "sum up the others and are no jobs",
        };
        collected
            .notes
            .push(format!("{} {what}", summaries.join(", ")));
    }
    let filled: Vec<&[f64]> = series
        .iter()
        .map(Vec::as_slice)
        .filter(|one| !one.is_empty())
        .collect();
    let computed = summary::computed(&filled);
    let computed: Vec<u64> = last_lines
        .iter()
        .rev()
        .take(computed)
        .rev()
        .copied()
        .collect();
    let told = computed.iter().any(|line| said.line(*line).is_some());
    let computed = if told { &[] } else { computed.as_slice() };
    ask(columns, &odd, computed, &mut collected.questions);
    describe(columns, &extents, &series, &mut collected);

    for (node, (series, name)) in columns.nodes.iter().zip(series.into_iter().zip(names)) {
        if !series.is_empty() {
            collected.nodes.push((name, series));
        } else if !name.is_empty() {
            collected
                .problems
                .add(columns.header_line.unwrap_or(1), node.column, &name, || {
                    "at least one usable runtime in this column; the node is left out".to_owned()
                });
        }
    }
    Ok(collected)
}

/// The rows below the header.
fn data_rows<'text>(dialect: &Dialect<'text>, columns: &WideColumns) -> Rows<'text> {
    let mut rows = Rows::new(dialect);
    if columns.header_line.is_some() {
        rows.next();
    }
    rows
}

/// The reach of each column.
fn survey(
    dialect: &Dialect<'_>,
    columns: &WideColumns,
    said: &Columns,
) -> Result<Vec<Extent>, Error> {
    let mut extents = vec![Extent::default(); columns.width()];
    let mut of_nodes = vec![false; columns.width()];
    for node in &columns.nodes {
        if let Some(place) = of_nodes.get_mut(node.column) {
            *place = true;
        }
    }
    let mut found = 0;
    let mut rows = data_rows(dialect, columns);
    while let Some(row) = rows.next() {
        if !matches!(kind(&row, dialect, columns, said), Kind::Job) {
            continue;
        }
        for ((extent, of_node), cell) in extents.iter_mut().zip(&of_nodes).zip(row.cells()) {
            if !cell.is_empty() {
                extent.filled += 1;
                extent.last_line = row.line;
                found += usize::from(*of_node);
            }
        }
        if found > MAX_VALUES {
            return Err(Error::TooManyValues { found });
        }
    }
    rows.ended()?;
    Ok(extents)
}

/// A different name for each node; empty for a column that has neither a name nor a value.
fn names(columns: &WideColumns, extents: &[Extent], problems: &mut Problems) -> Vec<String> {
    let line = columns.header_line.unwrap_or(1);
    let mut names: Vec<String> = Vec::with_capacity(columns.nodes.len());
    let mut seen = HashSet::new();
    for (number, node) in columns.nodes.iter().enumerate() {
        let (column, extent) = (node.column, extent(extents, node));
        let mut name = one_line(&node.name).into_owned();
        if name.chars().nth(MAX_NAME).is_some() {
            problems.add(line, column, &name, || {
                format!("a name of at most {MAX_NAME} characters; the rest is cut off")
            });
            // Room for the number that tells namesakes apart.
            name = name
                .chars()
                .take(MAX_NAME - 10)
                .collect::<String>()
                .trim_end()
                .to_owned();
        }
        if name.is_empty() && extent.filled > 0 {
            name = format!("node {}", number + 1);
        }
        if !name.is_empty() {
            let other = distinct(&name, &mut seen);
            if other != name {
                problems.add(line, column, &name, || {
                    format!("a name that no other node has; this node is called '{other}'")
                });
            }
            name = other;
        }
        names.push(name);
    }
    names
}

/// The reach of a node's column.
fn extent(extents: &[Extent], node: &NodeColumn) -> Extent {
    extents.get(node.column).copied().unwrap_or_default()
}

/// Whether a row has no runtime.
fn is_blank(row: &Row<'_>, columns: &WideColumns) -> bool {
    let mut nodes = columns.nodes.iter();
    nodes.all(|node| row.cell(node.column).is_empty())
}

/// The kinds of rows, by the cells beside their runtimes.
enum Kind<'row> {
    Job,
    LeftOut,
    /// It sums up others, as this word says.
    Summary(&'row str),
    /// Its cell in a column is unlike the others.
    Odd(usize, &'row str),
}

fn kind<'row>(
    row: &'row Row<'_>,
    dialect: &Dialect<'_>,
    columns: &WideColumns,
    said: &Columns,
) -> Kind<'row> {
    match said.line(row.line) {
        Some(true) => return Kind::Job,
        Some(false) => return Kind::LeftOut,
        None if columns.left_out == Some(row.line) => return Kind::LeftOut,
        None => {}
    }
    let first = row.cell(columns.index.unwrap_or(0));
    let sums = |cell: &str| is_summary(cell) && !(columns.shares && is_share(cell));
    if sums(first) {
        return Kind::Summary(first);
    }
    for (column, label) in &columns.labels {
        let cell = row.cell(*column);
        let number = || number::parse(cell, dialect.marks).is_some();
        let like = match label {
            Label::Number => number(),
            Label::Time => number() || is_time(cell),
            Label::Text(None) => !cell.is_empty() && !sums(cell),
            Label::Text(Some(common)) => form(cell) == *common,
            Label::Word => !sums(cell),
        };
        if !like || is_warm_up(cell) {
            return Kind::Odd(*column, cell);
        }
    }
    Kind::Job
}

/// Asks about rows that are left out, or about the last ones that are the sums or means of those above.
fn ask(
    columns: &WideColumns,
    odd: &[(u64, usize, String)],
    computed: &[u64],
    questions: &mut Vec<Question>,
) {
    let answers = |lines: &[u64], kept: bool| {
        let answer = |job: bool| Answer {
            words: match (job, lines.len()) {
                (true, 1) => "It is a job".to_owned(),
                (true, _) => "They are jobs".to_owned(),
                (false, 1) => "Leave it out".to_owned(),
                (false, _) => "Leave them out".to_owned(),
            },
            lines: lines.iter().map(|line| (*line, job)).collect(),
            ..Answer::default()
        };
        vec![answer(kept), answer(!kept)]
    };
    let otherwise = |lines: &[u64], said: &str| {
        let lines = lines.iter().map(|line| format!("line {line}={said}"));
        lines.collect::<Vec<_>>().join(",")
    };
    if let Some((_, column, _)) = odd.first() {
        const NAMED: usize = 3;
        let lines: Vec<u64> = odd.iter().map(|(line, ..)| *line).collect();
        let mut named: Vec<String> = odd
            .iter()
            .take(NAMED)
            .map(|(line, _, cell)| match cell.is_empty() {
                true => format!("line {line} (nothing)"),
                false => format!("line {line} ('{}')", columns::short(cell)),
            })
            .collect();
        if lines.len() > NAMED {
            named.push(format!("{} more", lines.len() - NAMED));
        }
        let name = columns
            .all
            .get(*column)
            .map_or("", |(name, _)| name.as_str());
        let verb = if lines.len() == 1 {
            "differs"
        } else {
            "differ"
        };
        let are = if lines.len() == 1 { "is" } else { "are" };
        questions.push(Question {
            assumed: format!(
                "{} {verb} from the other rows in column '{}' and {are} left out",
                named.join(", "),
                columns::short(name)
            ),
            otherwise: otherwise(&lines, "job"),
            open: true,
            answers: answers(&lines, false),
        });
    }
    if let [first, .., last] | [first @ last] = computed {
        let assumed = match first == last {
            true => format!(
                "line {first} has the sum or the mean of the rows above and is still taken for a job"
            ),
            false => format!(
                "lines {first} to {last} have sums or means of the rows above and are still taken for jobs"
            ),
        };
        questions.push(Question {
            assumed,
            otherwise: otherwise(computed, "ignore"),
            open: true,
            answers: answers(computed, true),
        });
    }
}

/// Describes each column.
fn describe(
    columns: &WideColumns,
    extents: &[Extent],
    series: &[Vec<f64>],
    collected: &mut Collected,
) {
    let rows = collected.rows;
    let all = columns.all.iter().zip(extents).enumerate();
    // They are in the order of the columns.
    let mut nodes = columns.nodes.iter().zip(series).peekable();
    collected.columns = all
        .map(|(column, ((name, role), extent))| {
            let node = nodes.next_if(|(node, _)| node.column == column);
            Column {
                name: name.clone(),
                role: *role,
                unit: node.map(|(node, _)| node.unit).unwrap_or_default(),
                named: node.is_some_and(|(node, _)| node.named),
                count: node.map_or(extent.filled, |(_, series)| series.len()),
                mean: node
                    .filter(|(_, series)| !series.is_empty())
                    .map(|(_, series)| statistics::mean(series)),
                missing: rows.saturating_sub(extent.filled),
                first: Vec::new(),
            }
        })
        .collect();
}

/// The treatment of a row that cannot be used.
const DROPPED: &str = "the row is dropped for every node";

/// Reports a row without a runtime whose first cell is no number, and returns whether it did.
fn check_first(
    row: &Row<'_>,
    dialect: &Dialect<'_>,
    columns: &WideColumns,
    problems: &mut Problems,
) -> bool {
    let (index, width) = (columns.index.unwrap_or(0), columns.width());
    let cell = row.cell(index);
    let unknown = !columns.is_numbered();
    if unknown || cell.is_empty() || number::parse(cell, dialect.marks).is_some() {
        return false;
    }
    match sniff::mixed(row, dialect, width..=width, None) {
        Some(mixed) => report(row, &mixed, problems),
        None => problems.add(row.line, index, cell, || {
            format!("the number of a job and runtimes right of it; {DROPPED}")
        }),
    }
    true
}

fn report(row: &Row<'_>, mixed: &Mixed, problems: &mut Problems) {
    problems.add(row.line, 0, &mixed.line, || {
        format!("{}; {DROPPED}", mixed.expected)
    });
}

/// Reports the lines where the numbers go backwards or, of jobs, come again; the row is used all the same.
fn check_job(
    (index, cell): (usize, &str),
    jobs: bool,
    dialect: &Dialect<'_>,
    line: u64,
    last: &mut Option<u32>,
    problems: &mut Problems,
) {
    let Some(job) = number::parse_whole(cell, dialect.marks) else {
        return;
    };
    match *last {
        Some(before) if job < before => problems.add(line, index, cell, || {
            format!(
                "a job after {before}; rows are used in the order of the file: sort them by this column if the jobs ran \
                 in another order"
            )
        }),
        Some(before) if jobs && job == before => problems.add(line, index, cell, || {
            "a job that the row above does not have; both rows are used".to_owned()
        }),
        _ => {}
    }
    *last = Some(job);
}

/// Checks a row: its runtimes, `None` where a column has ended, in `runtimes`; whether the row can be used.
fn check(
    row: &Row<'_>,
    dialect: &Dialect<'_>,
    columns: &WideColumns,
    extents: &[Extent],
    runtimes: &mut Vec<Option<f64>>,
    problems: &mut Problems,
) -> bool {
    runtimes.clear();
    let width = columns.width();
    // Between spaces no cell is empty: a short row does not tell which cell it lacks.
    if dialect.spaced && row.len() < width {
        problems.add(row.line, row.len(), "", || {
            format!(
                "{} as in the first row; {DROPPED}",
                lines::counted(width, "cell")
            )
        });
        return false;
    }
    let mut good = true;
    // Asked at the first bad place only; of such a row one problem is reported, not one for each cell.
    let mixed = || sniff::mixed(row, dialect, width..=width, None);
    for node in &columns.nodes {
        let (column, unit, extent) = (node.column, node.unit, extent(extents, node));
        let cell = row.cell(column);
        if cell.is_empty() {
            runtimes.push(None);
            if extent.last_line > row.line {
                if good && let Some(mixed) = mixed() {
                    report(row, &mixed, problems);
                    return false;
                }
                good = false;
                problems.add(row.line, column, cell, || {
                    format!(
                        "a runtime, as the column goes on to line {}; {DROPPED}",
                        extent.last_line
                    )
                });
            }
            continue;
        }
        let runtime = number::parse(cell, dialect.marks).map(|time| unit.to_ms(time));
        let runtime = runtime.filter(|runtime| is_readable(*runtime));
        runtimes.push(runtime);
        if runtime.is_none() {
            if good && let Some(mixed) = mixed() {
                report(row, &mixed, problems);
                return false;
            }
            good = false;
            problems.add(row.line, column, cell, || {
                format!("{}; {DROPPED}", number::expected(cell, dialect.marks))
            });
        }
    }
    if let Some((column, cell)) = row
        .cells()
        .enumerate()
        .skip(width)
        .find(|(_, cell)| !cell.is_empty())
    {
        good = false;
        problems.add(row.line, column, cell, || {
            let columns = lines::counted(width, "column");
            format!("the end of the row after {columns}, as in the first row; {DROPPED}")
        });
    }
    good
}
