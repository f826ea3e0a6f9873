//! What can be told of a laboratory without its models.

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
    /// What it answers about its parameters.
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

    /// What a list of laboratories tells of it, as JSON: name, title, question.
    #[must_use]
    pub fn told(&self) -> Value {
        json!({"name": self.name, "title": self.title, "question": self.question})
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
    /// The parameter that scales runtimes to a mean, where there is one; without a value they stay as measured.
    pub scale: Option<AnyName>,
}
