//! What can be told of a laboratory without its models.

use parameters::said::Say;
use parameters::{Table, Values};
use serde_json::Value;
use trace::TraceSet;
use trace::read::View;
use words::{Catalogue, say};

/// A laboratory, as every program knows it.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its key in JSON, the first word of its parameters' paths.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The question that a user brings.
    pub question: &'static str,
    /// What its thumbnails show, and a figure in another page before there is a result.
    pub picture: Picture,
    /// Its parameters.
    pub table: Table,
    /// The translations of what stands here and in its formulas and presets; [`words::catalogue!`] makes it.
    pub words: Catalogue,
    /// Its presets, as JSON text: see `playground::presets`.
    pub presets: &'static str,
    /// How it uses traces, where it does; its parameter `traces` then is a [`trace::source::Source`].
    pub traces: Option<Traces>,
    /// How its runs can be shared out among workers, where they can.
    pub parts: Option<Parts>,
    /// What a run takes, told before it starts.
    pub need: fn(&Values) -> Need,
    /// A parameter some of whose values are worth comparing, and one that is worth a sweep.
    pub suggestion: fn(&Values) -> [Axis; 2],
    /// The parameters that decide most of a report, by name, the most telling first: two or three of them stand above the
    /// picture. More than three fill the places of those without an effect.
    pub keys: fn(&Values) -> &'static [&'static str],
    /// What must hold between a parameter and others, as far as it can be told before a run.
    pub rules: &'static [Rule],
}

/// What must hold between a parameter and others, beyond its range.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The parameter, by name.
    pub parameter: &'static str,
    /// Why its value does not go with the others, as what is said of the value: "does not divide 8". Nothing where it does.
    pub refuses: fn(&Values) -> Option<String>,
}

impl About {
    /// The same with each text for people as `say` has it.
    #[must_use]
    pub fn said(&self, say: Say<'_>) -> Self {
        Self {
            title: say(self.title),
            question: say(self.question),
            table: self.table.said(say),
            ..*self
        }
    }

    /// Why the value of a parameter does not go with the others, as what is said of the value; nothing where it does.
    #[must_use]
    pub fn refuses(&self, values: &Values, name: &str) -> Option<String> {
        let mut rules = self.rules.iter().filter(|rule| rule.parameter == name);
        rules.find_map(|rule| (rule.refuses)(values))
    }
}

/// What stands for a laboratory's report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// The schedule.
    Schedule,
    /// The charts; a schedule comes after them.
    Charts,
}

/// How a laboratory uses traces.
#[derive(Clone, Copy, Debug)]
pub struct Traces {
    /// Whether a run uses any.
    pub used: fn(&Values) -> bool,
    /// What it uses them for.
    pub view: fn(&Values) -> View,
    /// The parameter that scales runtimes to a mean, where there is one; without a value they stay as measured.
    pub scale: Option<&'static str>,
    /// Lowers values to those that a set of traces allows, and says in words what was changed.
    pub fit: fn(&mut Values, &TraceSet) -> Vec<String>,
}

/// What a run takes, by its values alone. Too much memory is refused; how long it takes, the clock says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Need {
    /// The most memory that a worker takes at a time, bytes.
    pub memory: f64,
    /// The parameters that memory grows with, by name; the first is named as the cause where it is too much.
    pub lowers_memory: &'static [&'static str],
    /// The parameters that time grows with.
    pub lowers_time: &'static [&'static str],
    /// Such a run can be paused and resumed: it keeps its state, see [`report::Observer::keep`].
    pub resumes: bool,
}

/// How a laboratory's runs are shared out.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// Into how many parts a run is worth being split: 1 where it is not.
    pub number: fn(&Values) -> u32,
    /// The values with as many runs as the first `parts` of `of` parts have.
    pub beginning: fn(&Values, u32, u32) -> Values,
}

/// A parameter of a sweep, or one to compare by.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Its name.
    pub parameter: String,
    /// Its values, in order; at least two.
    pub values: Vec<Value>,
}

impl Axis {
    /// A parameter with these values.
    pub fn of<V: Into<Value>>(parameter: &str, values: impl IntoIterator<Item = V>) -> Self {
        Self {
            parameter: parameter.into(),
            values: values.into_iter().map(V::into).collect(),
        }
    }
}

/// Lowers a whole number to `most`, which is what a file has, and says so.
pub fn lower(changes: &mut Vec<String>, values: &mut Values, name: &str, title: &str, most: usize) {
    if parameters::check::whole(values, name) > most as u64 {
        values.insert(name.into(), most.into());
        changes.push(say!(
            "{title} lowered to {most}, the most that this file allows"
        ));
    }
}
