//! The description of a laboratory without its models.

use parameters::said::Say;
use parameters::{AnyName, Table};
use serde_json::{Value, json};
use words::Catalogue;

use crate::Face;

/// A laboratory, as every program knows it.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its key in JSON, the first word of its parameters' paths.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The question that a user brings.
    pub question: &'static str,
    /// The subject of its thumbnails, and of a figure in another page before there is a result.
    pub picture: Picture,
    /// Its parameters.
    pub table: Table,
    /// The translations of the texts here and in its formulas and presets; [`words::catalogue!`] makes it.
    pub words: Catalogue,
    /// Its presets, as JSON text: see `playground::presets`.
    pub presets: &'static str,
    /// How it uses traces, where it does; its parameter `traces` then is a [`trace::source::Source`].
    pub traces: Option<Traces>,
    /// Its answers about its parameters.
    pub face: Face,
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

    /// The entry of a list of laboratories, as JSON: name, title, question.
    #[must_use]
    pub fn told(&self) -> Value {
        json!({"name": self.name, "title": self.title, "question": self.question})
    }
}

/// The picture that stands for a laboratory's report.
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
    /// The parameter that scales runtimes to a mean, where there is one; without a value they stay as measured.
    pub scale: Option<AnyName>,
}
