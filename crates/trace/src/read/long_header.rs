//! The plan of the columns of a table with a row for each job.

use std::collections::{HashMap, HashSet};

use super::columns::{self, Answer, Columns, Question};
use super::header::{LongColumns, Role, ask_unknown_unit, numbers_rows};
use super::number;
use super::sniff::Dialect;
use super::summary;
use super::unit::split_unit;

/// The first row of a table, and some below it.
type Head<'rows> = (&'rows [String], &'rows [Vec<String>]);

/// A long table whose header, or user, names at least node and runtime.
pub(super) fn by_names(
    dialect: &Dialect<'_>,
    (cells, sample): Head<'_>,
    said: &Columns,
    questions: &mut Vec<Question>,
    notes: &mut Vec<String>,
) -> Option<LongColumns> {
    let roles: Vec<Option<Role>> = cells
        .iter()
        .enumerate()
        .map(|(column, cell)| match said.of(cell, column + 1) {
            Some((columns::Role::Name, _)) => Some(Role::Node),
            Some((columns::Role::Index, _)) => Some(Role::Job),
            Some((columns::Role::Runtime, unit)) => {
                let named = match Role::of(cell) {
                    Some(Role::Runtime(unit)) => unit,
                    Some(Role::Bare(unit)) => Some(unit),
                    _ => split_unit(cell).1,
                };
                Some(Role::Runtime(unit.or(named)))
            }
            Some(_) => None,
            None => Role::of(cell),
        })
        .collect();
    let number = |cell: &str| number::parse(cell, dialect.marks);
    // A unit alone is a name beside other numbers.
    let others = roles.iter().enumerate().any(|(column, role)| {
        role.is_none()
            && said
                .of(cells.get(column).map_or("", String::as_str), column + 1)
                .is_none()
            && sample
                .iter()
                .any(|row| row.get(column).is_some_and(|cell| number(cell).is_some()))
    });
    let bare = roles
        .iter()
        .filter(|role| matches!(role, Some(Role::Bare(_))))
        .count();
    let roles: Vec<Option<Role>> = roles
        .into_iter()
        .map(|role| match role {
            Some(Role::Bare(_)) if others || bare > 1 => None,
            Some(Role::Bare(unit)) => Some(Role::Runtime(Some(unit))),
            role => role,
        })
        .collect();
    let node = roles.iter().position(|role| *role == Some(Role::Node))?;
    let job = roles.iter().position(|role| *role == Some(Role::Job));
    let mut runtimes = roles
        .iter()
        .enumerate()
        .filter_map(|(column, role)| match role {
            Some(Role::Runtime(unit)) => Some((column, *unit)),
            _ => None,
        });
    let weak = |column: usize| cells.get(column).is_some_and(|cell| numbers_rows(cell));
    let chosen = |column: usize| {
        let cell = cells.get(column).map_or("", String::as_str);
        matches!(said.of(cell, column + 1), Some((columns::Role::Runtime, _)))
    };
    let all: Vec<_> = runtimes.by_ref().collect();
    // Beside a duration, a time tells the moment of a job.
    let best = all.iter().find(|(column, _)| chosen(*column));
    let best = best.or_else(|| all.iter().find(|(column, _)| !weak(*column)));
    let (runtime, unit) = *best.or_else(|| all.first())?;
    if let Some((time, _)) = all.iter().find(|(column, _)| *column != runtime) {
        let name = |column: usize| cells.get(column).map_or("", String::as_str);
        notes.push(format!(
            "runtimes are those of column '{}'; column '{}' is not used",
            name(runtime),
            name(*time)
        ));
    }
    // Where only the user names the columns, the first row may have runtimes, too.
    let header = cells.get(runtime).is_none_or(|cell| number(cell).is_none());
    let name = cells.get(runtime).map_or("", String::as_str);
    if said.of(name, runtime + 1).is_none() {
        questions.extend(ask_unknown_unit(&[(runtime, name)], columns::Role::Runtime));
        if let Some(unit) = unit.filter(|_| summary::is_summary(name)) {
            let answer = |unit: super::Unit| {
                let words = format!("These times are in {}", unit.symbol());
                Answer::of(&words, &[runtime + 1], columns::Role::Runtime, Some(unit))
            };
            questions.push(Question {
                assumed: format!(
                    "'{name}' is taken for the unit of the times, not for a statistic"
                ),
                otherwise: format!("{name}=runtime(ms)"),
                open: true,
                answers: vec![answer(unit), answer(super::Unit::Milliseconds)],
            });
        }
    }
    Some(LongColumns {
        header,
        names: if header { cells.to_vec() } else { Vec::new() },
        node,
        job,
        runtime,
        unit: unit.unwrap_or_default(),
        named: unit.is_some(),
    })
}

/// A long table without a header: one column of text and one or two of numbers in both of the first rows, of two
/// the one with whole numbers is the job.
pub(super) fn by_content(
    dialect: &Dialect<'_>,
    (first, sample): Head<'_>,
    said: &Columns,
    questions: &mut Vec<Question>,
) -> Option<LongColumns> {
    let second = sample.first()?;
    let cell = |column: usize| second.get(column).map_or("", String::as_str);
    let number = |cell: &str| number::parse(cell, dialect.marks);
    let whole = |column: usize| {
        first
            .get(column)
            .and_then(|cell| number(cell))
            .is_some_and(|n| n.fract() == 0.0)
            && number(cell(column)).is_some_and(|n| n.fract() == 0.0)
    };
    let text = |cell: &str| !cell.is_empty() && number(cell).is_none();
    let texts: Vec<usize> = (0..first.len())
        .filter(|column| first.get(*column).is_some_and(|cell| text(cell)))
        .collect();
    let [node] = *texts.as_slice() else {
        return None;
    };
    if !text(cell(node)) || second.len() != first.len() {
        return None;
    }
    let numbers: Vec<usize> = (0..first.len()).filter(|column| *column != node).collect();
    let (job, runtime) = match *numbers.as_slice() {
        [runtime] => (None, runtime),
        [job, runtime] if whole(job) => (Some(job), runtime),
        [runtime, job] if whole(job) => (Some(job), runtime),
        _ => return None,
    };
    // The user may give a column another role than it would have here, or a unit.
    let said = |column: usize| said.of(first.get(column).map_or("", String::as_str), column + 1);
    let fits = |column: usize, role| said(column).is_none_or(|(one, _)| one == role);
    let job = job.filter(|job| {
        !matches!(
            said(*job),
            Some((columns::Role::Ignore | columns::Role::Time, _))
        )
    });
    if !fits(node, columns::Role::Name)
        || !fits(runtime, columns::Role::Runtime)
        || !job.is_none_or(|job| fits(job, columns::Role::Index))
    {
        return None;
    }
    let unit = said(runtime).and_then(|(_, unit)| unit);
    if said(node).is_none() && said(runtime).is_none() {
        let rows = || std::iter::once(first).chain(sample.iter().map(Vec::as_slice));
        questions.extend(ask_long(rows(), &number, (node, job, runtime)));
    }
    Some(LongColumns {
        header: false,
        names: Vec::new(),
        node,
        job,
        runtime,
        unit: unit.unwrap_or_default(),
        named: unit.is_some(),
    })
}

/// Asks whether a row for each job was meant, where the names or numbers of the jobs do not say so.
fn ask_long<'rows>(
    rows: impl Iterator<Item = &'rows [String]>,
    number: &impl Fn(&str) -> Option<f64>,
    (node, job, runtime): (usize, Option<usize>, usize),
) -> Option<Question> {
    let mut names: HashMap<&str, f64> = HashMap::new();
    let (mut counts, mut single, mut starts) = (true, HashSet::new(), HashSet::new());
    for row in rows {
        let cell = |column: usize| row.get(column).map_or("", String::as_str);
        let job = job.and_then(|job| number(cell(job)));
        match names.insert(cell(node), job.unwrap_or(0.0)) {
            Some(before) => {
                single.remove(cell(node));
                counts &= job.is_none_or(|job| job == before + 1.0);
            }
            None => {
                counts &= job.is_none_or(|job| job == 0.0 || job == 1.0);
                starts.insert(job.map(f64::to_bits));
                single.insert(cell(node));
            }
        }
    }
    let clear = match job {
        Some(_) => counts && starts.len() == 1,
        None => single.is_empty(),
    };
    let said = |roles: &[(usize, columns::Role)], words: &str| Answer {
        words: words.to_owned(),
        columns: roles
            .iter()
            .map(|(column, role)| (column + 1, *role, None))
            .collect(),
        ..Answer::default()
    };
    let mut long = vec![
        (node, columns::Role::Name),
        (runtime, columns::Role::Runtime),
    ];
    let mut wide = vec![(node, columns::Role::Index), (runtime, columns::Role::Node)];
    if let Some(job) = job {
        long.push((job, columns::Role::Index));
        wide.push((job, columns::Role::Node));
    }
    wide.sort_unstable_by_key(|(column, _)| *column);
    let otherwise = wide
        .iter()
        .map(|(column, role)| format!("{}={}", column + 1, role.name()));
    (!clear).then(|| Question {
        assumed: match job {
            Some(job) => format!(
                "column '{}' is taken for the numbers of the jobs of the nodes in column '{}'",
                job + 1,
                node + 1
            ),
            None => format!(
                "column '{}' is taken for the names of nodes with one job each",
                node + 1
            ),
        },
        otherwise: otherwise.collect::<Vec<_>>().join(","),
        open: true,
        answers: vec![
            said(&long, "A row for each job of each node"),
            said(&wide, "A column for each node"),
        ],
    })
}
