//! Graphs: places with arrows between them, such as a ring of computers, and the tokens on the places.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Offer;
use crate::number::finite_or_null;

/// A place of a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// The place's name; it stands inside where there is room.
    pub label: String,
    /// Its value on the vertical axis; not a number where it has none.
    #[serde(with = "finite_or_null")]
    #[schemars(with = "Option<f64>")]
    pub value: f64,
    /// Further words on the place; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The place of its kind.
    #[serde(default)]
    pub kind: u32,
    /// The position, from the left and from the top, each from 0 to 1. Places without one lie on a circle, clockwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[f64; 2]>,
    /// The change that pressing it makes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
}

impl Place {
    /// A place of the first kind, on the circle.
    #[must_use]
    pub fn new(label: impl Into<String>, value: f64) -> Self {
        Self {
            label: label.into(),
            value,
            detail: String::new(),
            kind: 0,
            at: None,
            offer: None,
        }
    }

    /// The same of another kind.
    #[must_use]
    pub fn of_kind(mut self, kind: u32) -> Self {
        self.kind = kind;
        self
    }

    /// The same with more to be said.
    #[must_use]
    pub fn saying(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }

    /// The same at a point, from the left and from the top, each from 0 to 1.
    #[must_use]
    pub fn at(mut self, x: f64, y: f64) -> Self {
        self.at = Some([x, y]);
        self
    }

    /// The same with a change of the scenario that pressing it makes.
    #[must_use]
    pub fn offering(mut self, offer: Offer) -> Self {
        self.offer = Some(offer);
        self
    }
}

/// An arrow between two places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Edge {
    /// The place where it starts.
    pub from: u32,
    /// The place where it ends.
    pub to: u32,
    /// The words beside it; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The look: 0 for arrows that matter, 1 for others, 2 for arrows that lead nowhere now.
    #[serde(default)]
    pub kind: u32,
    /// The width, from 0, the narrowest, to 1; that of its look where none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
}

impl Edge {
    /// An arrow that matters.
    #[must_use]
    pub fn new(from: usize, to: usize) -> Self {
        Self {
            from: index(from),
            to: index(to),
            label: String::new(),
            kind: 0,
            width: None,
        }
    }

    /// The same as wide as a share of the widest.
    #[must_use]
    pub fn wide(mut self, share: f64) -> Self {
        self.width = Some(share.clamp(0.0, 1.0));
        self
    }

    /// The same with words beside it.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same with another look.
    #[must_use]
    pub fn of_kind(mut self, kind: u32) -> Self {
        self.kind = kind;
        self
    }
}

/// A token on a place, such as a process on a computer. Tokens on one place stand on each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Token {
    /// The place where it lies.
    pub place: u32,
    /// The height, in the unit of the vertical axis, above 0.
    pub size: f64,
    /// The look: 0 for tokens that matter, 1 for others.
    #[serde(default)]
    pub kind: u32,
    /// The places that it passed on its way here, the first one first, without this one; empty where it never left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<u32>,
}

impl Token {
    /// A token of height 1 that matters.
    #[must_use]
    pub fn new(place: usize) -> Self {
        Self {
            place: index(place),
            size: 1.0,
            kind: 0,
            way: Vec::new(),
        }
    }

    /// The same of another height.
    #[must_use]
    pub fn high(mut self, size: f64) -> Self {
        self.size = size;
        self
    }

    /// The same with another look.
    #[must_use]
    pub fn of_kind(mut self, kind: u32) -> Self {
        self.kind = kind;
        self
    }

    /// The same after a way over these places.
    #[must_use]
    pub fn by(mut self, way: impl IntoIterator<Item = usize>) -> Self {
        self.way = way.into_iter().map(index).collect();
        self
    }
}

/// The change that moving a token makes: any of one place to another. A graph with moves has one from each place with tokens to each
/// place where one may lie, this place itself among them, so that a hand can come back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Move {
    /// The place of the token.
    pub from: u32,
    /// The place where it goes.
    pub to: u32,
    /// The parameter that tells where all tokens lie.
    pub parameter: String,
    /// The parameter's text after the move.
    pub text: String,
    /// The words on the move where no other place of the token is better, as a sentence; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub best: String,
}

impl Move {
    /// A move that sets a parameter to a text.
    #[must_use]
    pub fn new(from: usize, to: usize, parameter: &str, text: impl Into<String>) -> Self {
        Self {
            from: index(from),
            to: index(to),
            parameter: parameter.to_owned(),
            text: text.into(),
            best: String::new(),
        }
    }

    /// The same as the best move of the token, with a sentence that says so.
    #[must_use]
    pub fn best(mut self, said: impl Into<String>) -> Self {
        self.best = said.into();
        self
    }
}

fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
