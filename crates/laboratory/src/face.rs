//! The answers of a laboratory about its parameters without a run of its models, with its types forgotten.

use std::fmt;

use parameters::{AnyName, Field, Name, Parameters, Put, Value, Values};
use trace::TraceSet;
use trace::read::View;
use words::say;

use crate::Laboratory;

/// A rule between a parameter and others, beyond its range.
pub struct Rule<P: 'static> {
    /// The parameter.
    pub parameter: &'static dyn Put<P>,
    /// Why its value does not go with the others, as a predicate of the value: "does not divide 8". Nothing where it does.
    pub refuses: fn(&P) -> Option<String>,
}

impl<P> Rule<P> {
    /// A rule for a parameter.
    pub const fn of<T: Field>(
        parameter: &'static Name<P, T>,
        refuses: fn(&P) -> Option<String>,
    ) -> Self {
        Self { parameter, refuses }
    }
}

impl<P> fmt::Debug for Rule<P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Rule")
            .field(&self.parameter.name())
            .finish()
    }
}

/// The resources that a run needs, by its parameters alone. Too much memory is refused; the clock tells the time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Need {
    /// The most memory that a worker takes at a time, bytes.
    pub memory: f64,
    /// The parameters that memory grows with; the first is named as the cause where it is too much.
    pub lowers_memory: &'static [AnyName],
    /// The parameters that time grows with.
    pub lowers_time: &'static [AnyName],
    /// Such a run can be paused and resumed: it keeps its state, see [`report::Observer::keep`].
    pub resumes: bool,
    /// Such a run finds an optimum, and proves it where it ends, see [`report::Observer::prove`].
    pub proves: bool,
}

/// A parameter of a sweep, or one to compare by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// Its name.
    pub parameter: String,
    /// Its values, in order; at least two.
    pub values: Vec<Value>,
}

impl Axis {
    /// A parameter with these values.
    pub fn of<P, T: Field>(parameter: &Name<P, T>, values: impl IntoIterator<Item = T>) -> Self {
        Self {
            parameter: parameter.any().text().into(),
            values: values.into_iter().map(|value| value.to_value()).collect(),
        }
    }
}

/// The answers of one laboratory, from checked values: all of them are functions of [`Laboratory`].
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// See [`Laboratory::need`].
    pub need: fn(&Values) -> Need,
    /// See [`Laboratory::suggestion`].
    pub suggestion: fn(&Values) -> [Axis; 2],
    /// See [`Laboratory::keys`].
    pub keys: fn(&Values) -> &'static [AnyName],
    /// The parameters with a rule, in the rules' order.
    pub ruled: fn() -> Vec<AnyName>,
    /// Why the value of a parameter does not go with the others, by [`Laboratory::RULES`]; nothing where it does, or has no effect.
    pub refuses: fn(&Values, &str) -> Option<String>,
    /// Which of these values of a parameter go with the others, by the same rules. They are read once for all: there may be thousands.
    pub fits: fn(&Values, &str, &[Value]) -> Vec<bool>,
    /// See [`Laboratory::uses_traces`].
    pub uses_traces: fn(&Values) -> bool,
    /// See [`Laboratory::view`].
    pub view: fn(&Values) -> View,
    /// See [`Laboratory::fit`].
    pub fit: fn(&mut Values, &TraceSet) -> Vec<String>,
    /// See [`Laboratory::parts`].
    pub parts: fn(&Values) -> u32,
    /// See [`Laboratory::beginning`].
    pub beginning: fn(&Values, u32, u32) -> Values,
}

impl Face {
    /// The face of no laboratory.
    pub const NONE: Self = Self {
        need: |_| Need::default(),
        suggestion: |_| [Axis::default(), Axis::default()],
        keys: |_| &[],
        ruled: Vec::new,
        refuses: |_, _| None,
        fits: |_, _, tried| vec![true; tried.len()],
        uses_traces: |_| false,
        view: |_| View::Description,
        fit: |_, _| Vec::new(),
        parts: |_| 1,
        beginning: |values, _, _| values.clone(),
    };

    /// The face of a laboratory.
    #[must_use]
    pub const fn of<L: Laboratory>() -> Self {
        Self {
            need: |values| L::need(&typed::<L>(values)),
            suggestion: |values| L::suggestion(&typed::<L>(values)),
            keys: |values| L::keys(&typed::<L>(values)),
            ruled: || L::RULES.iter().map(|rule| rule.parameter.name()).collect(),
            refuses: |values, name| {
                let rules = rules::<L>(values, name);
                // Most parameters have no rule.
                rules.first()?;
                let parameters = typed::<L>(values);
                rules.iter().find_map(|rule| (rule.refuses)(&parameters))
            },
            fits: |values, name, tried| {
                let rules = rules::<L>(values, name);
                let mut parameters = typed::<L>(values);
                let mut fits = |value: &Value| {
                    for rule in &rules {
                        rule.parameter.put(&mut parameters, value);
                    }
                    rules
                        .iter()
                        .all(|rule| (rule.refuses)(&parameters).is_none())
                };
                tried.iter().map(&mut fits).collect()
            },
            uses_traces: |values| L::uses_traces(&typed::<L>(values)),
            view: |values| L::view(&typed::<L>(values)),
            fit: |values, set| {
                let before = typed::<L>(values);
                let mut after = before.clone();
                let changes = L::fit(&mut after, set);
                // Unchanged values stay as they stand: a file's values are not written anew.
                let (before, after) = (before.to_values(), after.to_values());
                let changed = after
                    .into_iter()
                    .filter(|(name, value)| before.get(name) != Some(value));
                values.extend(changed);
                changes
            },
            parts: |values| L::parts(&typed::<L>(values)),
            beginning: |values, parts, of| L::beginning(&typed::<L>(values), parts, of).to_values(),
        }
    }
}

/// The rules of a parameter; one without an effect breaks none.
fn rules<L: Laboratory>(values: &Values, name: &str) -> Vec<&'static Rule<L::Parameters>> {
    let own = L::RULES.iter();
    let own: Vec<_> = own
        .filter(|rule| rule.parameter.name().text() == name)
        .collect();
    let matters = || L::ABOUT.table.find(name)?.matters(values).then_some(());
    match own.is_empty() || matters().is_none() {
        true => Vec::new(),
        false => own,
    }
}

fn typed<L: Laboratory>(values: &Values) -> L::Parameters {
    L::Parameters::from_values(values)
}

/// Lowers a whole number to `most`, the number that a file has, and says so.
pub fn lower(changes: &mut Vec<String>, value: &mut u32, title: &str, most: usize) {
    if *value as usize > most {
        *value = most as u32;
        changes.push(say!(
            "{title} lowered to {most}, the most that this file allows"
        ));
    }
}
