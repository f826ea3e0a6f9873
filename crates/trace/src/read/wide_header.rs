//! The plan of the columns of a table with a column for each node.

mod units;

use super::columns::{self, Answer, Column, Columns, Question};
use super::header::{
    NodeColumn, Role, WideColumns, ask_unknown_unit, is_moment, is_statistic, numbers_rows,
};
use super::looks::{Looks, counts_up, is_time};
use super::number;
use super::sniff::Dialect;
use super::summary::is_summary;
use super::unit::{Unit, split_unit};
use crate::Error;

use units::Units;

/// A wide table whose first rows are known.
pub(super) struct Wide<'a> {
    pub(super) dialect: &'a Dialect<'a>,
    /// The first row.
    pub(super) cells: &'a [String],
    pub(super) sample: &'a [Vec<String>],
    pub(super) said: &'a Columns,
}

impl Wide<'_> {
    fn number(&self, cell: &str) -> Option<f64> {
        number::parse(cell, self.dialect.marks)
    }

    fn looks(&self, column: usize, header: bool) -> Looks {
        let first = (!header).then_some(self.cells);
        let rows = first
            .into_iter()
            .chain(self.sample.iter().map(Vec::as_slice));
        let cells = rows.map(|row| row.get(column).map_or("", String::as_str));
        Looks::of(cells, self.dialect.marks)
    }

    /// Whether the first row names the columns, and a question where it may as well hold runtimes.
    fn header(&self, line: u64, notes: &mut Vec<String>) -> (bool, Option<Question>) {
        if let Some(said) = self.said.header {
            return (said, None);
        }
        let filled = || self.cells.iter().filter(|cell| !cell.is_empty());
        let numbers = filled().filter(|cell| self.number(cell).is_some()).count();
        let texts = filled()
            .filter(|cell| self.number(cell).is_none() && !is_time(cell))
            .count();
        let first = self.cells.first().map_or("", String::as_str);
        let corner = self.number(first).is_none() && !is_time(first);
        let names = if corner {
            self.cells.get(1..).unwrap_or_default()
        } else {
            self.cells
        };
        let alone = |cells: &[String], like: &dyn Fn(&[String]) -> bool| {
            let skipped = self.cells.len() - cells.len();
            let other = |row: &Vec<String>| row.get(skipped..).is_some_and(like);
            like(cells) && !self.sample.is_empty() && !self.sample.iter().any(other)
        };
        let counts = names.len() > 2 - usize::from(corner) && alone(names, &counts_up);
        let indexed = corner
            && (Role::of(first) == Some(Role::Job) || first.is_empty() || numbers_rows(first));
        let header = Role::of(first) == Some(Role::Job)
            || texts * 2 >= filled().count() && texts > 0
            || corner && counts_up(names)
            || counts
            // An empty corner above numbers that count.
            || first.is_empty() && self.cells.len() > 1 && self.looks(0, true).even;
        let called = |cell: Option<&String>| cell.cloned().unwrap_or_default();
        if header && numbers > 0 {
            notes.push(match counts_up(names) {
                true => format!(
                    "line {line} counts from {} to {} and is taken for the names of the nodes",
                    called(names.first()),
                    called(names.last())
                ),
                false => format!("line {line} has numbers and is taken for the names of the nodes"),
            });
        }
        // Names that are numbers rise, and runtimes hardly do.
        let rises = |cells: &[String]| {
            let numbers: Option<Vec<u64>> = cells.iter().map(|cell| cell.parse().ok()).collect();
            numbers.is_some_and(|numbers| numbers.is_sorted_by(|one, next| one < next))
        };
        // Nor are they whole where no other row is.
        let whole = |cells: &[String]| {
            let mut cells = cells.iter();
            cells.all(|cell| cell.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let open = match header {
            true => numbers > 0 && !(indexed && counts_up(names)),
            false => names.len() > 1 && (alone(names, &rises) || corner && alone(names, &whole)),
        };
        let answer = |header: bool| Answer {
            words: match header {
                true => "Names of the nodes".to_owned(),
                false => "Runtimes of a job".to_owned(),
            },
            header: Some(header),
            ..Answer::default()
        };
        let question = open.then(|| Question {
            assumed: match header {
                true => format!("line {line} is taken for the names of the nodes, not for a job"),
                false => format!("line {line} is taken for a job, not for the names of the nodes"),
            },
            otherwise: format!("header={}", if header { "no" } else { "yes" }),
            open: true,
            answers: vec![answer(header), answer(!header)],
        });
        (header, question)
    }

    /// Whether each row is a node: its name is in the first column, and no column is called a runtime.
    fn has_rows_of_nodes(&self, header: bool, looks: &[Looks]) -> bool {
        let (Some(name), Some(looks)) = (self.cells.first(), looks.first()) else {
            return false;
        };
        let unsaid = header && self.cells.len() > 1 && self.said.of(name, 1).is_none();
        let texts = looks.numbers == 0 && looks.times == 0 && looks.filled > 0;
        let numbers = self.cells.get(1..).is_some_and(counts_up);
        let named =
            Role::of(name) == Some(Role::Node) && (texts || numbers || looks.whole && looks.rising);
        unsaid && (named || texts && numbers && Role::of(name) != Some(Role::Job))
    }

    pub(super) fn plan(
        &self,
        line: u64,
        second: Option<u64>,
        questions: &mut Vec<Question>,
        notes: &mut Vec<String>,
    ) -> Result<WideColumns, Error> {
        let (header, question) = self.header(line, notes);
        questions.extend(question);
        if header {
            self.refuse_second_header(second)?;
        }
        let name = |column: usize| match header {
            true => self.cells.get(column).map_or("", String::as_str),
            false => "",
        };
        let looks: Vec<Looks> = (0..self.cells.len())
            .map(|column| self.looks(column, header))
            .collect();
        if self.has_rows_of_nodes(header, &looks) {
            let role = |column: usize| match column {
                0 => columns::Role::Name,
                _ => columns::Role::Ignore,
            };
            let columns =
                (0..looks.len()).map(|column| self.described(column, role(column), header));
            return Err(Error::NoRuntimes {
                columns: columns.collect(),
            });
        }
        let mut roles = Vec::with_capacity(looks.len());
        let mut by_content = Vec::new();
        let known = header
            && (0..looks.len()).any(|column| {
                Role::of(name(column)) == Some(Role::Job) || column == 0 && name(0).is_empty()
            });
        let some_numbers = looks
            .iter()
            .any(|looks| looks.numbers > 0 && !looks.counts() && !looks.tells_time());
        for (column, looks) in looks.iter().enumerate() {
            let cell = name(column);
            let first = header && column == 0 && self.cells.len() > 1;
            roles.push(match self.said.of(cell, column + 1) {
                Some((role, _)) => role,
                None if Role::of(cell) == Some(Role::Job) && column == 0 && header => {
                    columns::Role::Index
                }
                None if first && cell.is_empty() => columns::Role::Index,
                None if split_unit(cell).1.is_some() && looks.numbers > 0 => columns::Role::Node,
                None if looks.tells_time() || header && is_moment(cell) => columns::Role::Time,
                None if header && numbers_rows(cell) && (looks.whole || looks.rising) => {
                    columns::Role::Index
                }
                None if header
                    && Role::of(cell) == Some(Role::Job)
                    && looks.whole
                    && looks.rising =>
                {
                    columns::Role::Index
                }
                None if some_numbers && looks.identifies() && column == 0 => columns::Role::Index,
                None if some_numbers && looks.has_only_text() => columns::Role::Ignore,
                None if some_numbers && !known && looks.counts() => {
                    by_content.push(column);
                    columns::Role::Index
                }
                None => columns::Role::Node,
            });
        }
        // A time that is the only column with numbers is the runtime of a job.
        if !roles.contains(&columns::Role::Node) {
            let runtime = (0..roles.len()).rev().find(|column| {
                let looks = looks.get(*column);
                let unsaid = self.said.of(name(*column), column + 1).is_none();
                let runtime = matches!(Role::of(name(*column)), Some(Role::Runtime(_)));
                unsaid && runtime && looks.is_some_and(|looks| looks.numbers > 0 && !looks.counts())
            });
            match runtime.and_then(|column| roles.get_mut(column)) {
                Some(role) => *role = columns::Role::Node,
                None => {
                    let columns = roles.iter().enumerate();
                    let columns =
                        columns.map(|(column, role)| self.described(column, *role, header));
                    return Err(Error::NoRuntimes {
                        columns: columns.collect(),
                    });
                }
            }
        }
        self.ask(&roles, &looks, &by_content, header, questions);
        let index = roles.iter().position(|role| *role == columns::Role::Index);
        let of_nodes: Vec<(usize, &str)> = (0..roles.len())
            .filter(|column| roles.get(*column) == Some(&columns::Role::Node))
            .map(|column| (column, name(column)))
            .collect();
        let units = Units::of(&of_nodes);
        let unsaid: Vec<(usize, &str)> = of_nodes
            .iter()
            .copied()
            .filter(|(column, name)| self.said.of(name, column + 1).is_none())
            .collect();
        questions.extend(units.ask(&unsaid));
        questions.extend(ask_unknown_unit(&unsaid, columns::Role::Node));
        questions.extend(ask_statistics(&unsaid));
        let node = |column: usize| {
            let cell = name(column);
            let (name, unit) = units.split(cell);
            let said = self.said.of(cell, column + 1).and_then(|(_, unit)| unit);
            NodeColumn {
                column,
                name: name.to_owned(),
                unit: said.or(unit).unwrap_or_default(),
                named: said.or(unit).is_some(),
            }
        };
        // A column that the user leaves out does not describe its rows.
        let label = |(column, looks): (usize, &Looks)| {
            let said = self.said.of(name(column), column + 1).map(|(role, _)| role);
            let tells = match roles.get(column) {
                Some(columns::Role::Node) => false,
                Some(columns::Role::Index) => true,
                _ => said.is_none(),
            };
            Some((column, looks.label().filter(|_| tells)?))
        };
        let nodes =
            (0..roles.len()).filter(|column| roles.get(*column) == Some(&columns::Role::Node));
        Ok(WideColumns {
            header_line: header.then_some(line),
            left_out: None,
            shares: looks.get(index.unwrap_or(0)).is_some_and(|one| one.shares),
            index,
            labels: looks.iter().enumerate().filter_map(label).collect(),
            nodes: nodes.map(node).collect(),
            all: roles
                .iter()
                .enumerate()
                .map(|(column, role)| (self.called(column, header), *role))
                .collect(),
        })
    }

    /// The name of a column in a sentence.
    fn called(&self, column: usize, header: bool) -> String {
        match self
            .cells
            .get(column)
            .filter(|name| header && !name.is_empty())
        {
            Some(name) => name.clone(),
            None => (column + 1).to_string(),
        }
    }

    /// A column of a table that has no runtimes, by its first rows.
    fn described(&self, column: usize, role: columns::Role, header: bool) -> Column {
        let looks = self.looks(column, header);
        let rows = self.sample.iter().filter_map(|row| row.get(column));
        let above = self.cells.get(column).filter(|_| !header);
        Column {
            name: self.called(column, header),
            role,
            unit: Unit::default(),
            named: false,
            count: looks.filled,
            mean: None,
            missing: (self.sample.len() + usize::from(!header)).saturating_sub(looks.filled),
            first: columns::first(above.into_iter().chain(rows).map(String::as_str)),
        }
    }

    /// Asks about the columns that are not taken for runtimes, except where the name alone says so, as in files of this crate;
    /// and about runtimes that count up.
    fn ask(
        &self,
        roles: &[columns::Role],
        looks: &[Looks],
        by_content: &[usize],
        header: bool,
        questions: &mut Vec<Question>,
    ) {
        for (column, (role, looks)) in roles.iter().zip(looks).enumerate() {
            let called = self.called(column, header);
            let cell = self.cells.get(column).map_or("", String::as_str);
            if self.said.of(cell, column + 1).is_some() {
                continue;
            }
            let node = columns::Role::Node;
            let (assumed, other, open) = match role {
                columns::Role::Time if !looks.tells_time() => {
                    ("is taken for moments and not used", node, true)
                }
                columns::Role::Time => ("holds dates or times and is not used", node, false),
                columns::Role::Ignore => ("holds text and is not used", node, false),
                columns::Role::Index if by_content.contains(&column) => {
                    let counts = match looks.step {
                        Some(1.0) => "counts the rows and is taken for the numbers of the jobs",
                        _ => "rises in equal steps and is taken for the numbers of the jobs",
                    };
                    (counts, node, false)
                }
                columns::Role::Index
                    if !header || Role::of(cell) != Some(Role::Job) && !cell.is_empty() =>
                {
                    // Numbers that do not count may be runtimes under any name.
                    let open = looks.numbers > 0 && !looks.even;
                    ("is taken for an index of the jobs", node, open)
                }
                columns::Role::Node if looks.counts() && looks.step == Some(1.0) => (
                    "counts up by 1 and is still taken as runtimes",
                    columns::Role::Index,
                    true,
                ),
                _ => continue,
            };
            let answer = |role: columns::Role| Answer::of(role.words(), &[column + 1], role, None);
            questions.push(Question {
                assumed: format!("column '{}' {assumed}", columns::short(&called)),
                otherwise: format!("{called}={}", other.name()),
                open,
                answers: vec![answer(*role), answer(other)],
            });
        }
    }

    /// A second row of names above numbers is no row of data.
    fn refuse_second_header(&self, line: Option<u64>) -> Result<(), Error> {
        let [second, third, ..] = self.sample else {
            return Ok(());
        };
        let text = |cell: &String| self.number(cell).is_none() && !is_time(cell);
        let names = second.iter().filter(|cell| !cell.is_empty()).all(text);
        let mut pairs = second.iter().zip(third);
        let above = pairs.any(|(above, below)| !above.is_empty() && self.number(below).is_some());
        let summary = second.iter().any(|cell| is_summary(cell));
        if names && above && !summary && second.len() > 1 {
            return Err(Error::TwoHeaders {
                line: line.unwrap_or(2),
            });
        }
        Ok(())
    }
}

/// Asks whether columns that are named like statistics of others hold runtimes.
fn ask_statistics(nodes: &[(usize, &str)]) -> Option<Question> {
    let found: Vec<_> = nodes
        .iter()
        .filter(|(_, name)| is_statistic(name))
        .collect();
    let (_, first) = found.first()?;
    let places: Vec<usize> = found.iter().map(|(column, _)| column + 1).collect();
    let others = places.iter().map(|place| format!("{place}=ignore"));
    Some(Question {
        assumed: format!(
            "column '{}' is taken for the runtimes of a node, though its name is that of a statistic",
            columns::short(first)
        ),
        otherwise: others.collect::<Vec<_>>().join(","),
        open: true,
        answers: [columns::Role::Node, columns::Role::Ignore]
            .map(|role| Answer::of(role.words(), &places, role, None))
            .to_vec(),
    })
}
