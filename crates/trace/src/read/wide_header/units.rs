//! Units in the names of columns.

use crate::read::columns::{self, Answer, Question};
use crate::read::header::Role;
use crate::read::unit::{Unit, split_suffix, split_unit};

/// The units that the columns of nodes name.
pub(super) enum Units {
    /// Units behind an underscore or alone count: every column has one.
    All,
    /// They are parts of names.
    Some,
}

impl Units {
    pub(super) fn of(nodes: &[(usize, &str)]) -> Self {
        let named = |name: &str| {
            split_unit(name).1.is_some()
                || split_suffix(name).is_some()
                || matches!(Role::of(name), Some(Role::Bare(_) | Role::Runtime(Some(_))))
        };
        match !nodes.is_empty() && nodes.iter().all(|(_, name)| named(name)) {
            true => Self::All,
            false => Self::Some,
        }
    }

    /// A node's name and unit.
    pub(super) fn split<'name>(&self, cell: &'name str) -> (&'name str, Option<Unit>) {
        let weak = match self {
            Self::All => weak_unit(cell),
            Self::Some => None,
        };
        match (split_unit(cell), Role::of(cell)) {
            ((name, Some(unit)), _) => (name, Some(unit)),
            (_, Some(Role::Runtime(unit))) => {
                (split_suffix(cell).map_or(cell, |(name, _)| name), unit)
            }
            _ => weak.map_or((cell, None), |(name, unit)| (name, Some(unit))),
        }
    }

    /// Asks whether units behind an underscore or alone are parts of names.
    pub(super) fn ask(&self, nodes: &[(usize, &str)]) -> Option<Question> {
        let Self::All = self else { return None };
        let weak = nodes.iter().filter_map(|(column, name)| {
            let (_, unit) = weak_unit(name)?;
            (unit != Unit::Milliseconds).then_some((column + 1, *name, unit))
        });
        let weak: Vec<_> = weak.collect();
        let (_, name, unit) = weak.first()?;
        let answer = |words: &str, unit: &dyn Fn(Unit) -> Unit| {
            let columns = weak.iter();
            Answer {
                words: words.to_owned(),
                columns: columns
                    .map(|(place, _, own)| (*place, columns::Role::Node, Some(unit(*own))))
                    .collect(),
                ..Answer::default()
            }
        };
        let others = weak.iter().map(|(place, ..)| format!("{place}=node(ms)"));
        Some(Question {
            assumed: format!(
                "'{}' in '{}' is taken for a unit, not for a part of the name",
                unit.symbol(),
                columns::short(name)
            ),
            otherwise: others.collect::<Vec<_>>().join(","),
            open: true,
            answers: vec![
                answer("Units of the times", &|unit| unit),
                answer("Parts of names, times in ms", &|_| Unit::Milliseconds),
            ],
        })
    }
}

/// A unit that may be a part of a name: behind an underscore, or all of it.
fn weak_unit(name: &str) -> Option<(&str, Unit)> {
    match Role::of(name) {
        Some(Role::Runtime(_)) => None,
        Some(Role::Bare(unit)) => Some((name, unit)),
        _ if split_unit(name).1.is_some() => None,
        _ => split_suffix(name),
    }
}
