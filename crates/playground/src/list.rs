//! The list of laboratories.
//!
//! A laboratory is one folder and one line here. A program first installs the laboratories that it takes along: the ones that it knows, and
//! the models that it can run. A program for the web links no others; a native program that installs nothing has all of them.

#![allow(
    clippy::indexing_slicing,
    reason = "in constants, where a wrong place stops the build"
)]

use std::sync::OnceLock;

use laboratory::{About, Face, Formula, Laboratory, Model, Models, Picture};
use parameters::Table;
use words::Catalogue;

macro_rules! laboratories {
    ($($laboratory:ty),* $(,)?) => {
        /// The number of laboratories.
        const NUMBER: usize = [$(<$laboratory as Laboratory>::ABOUT.name),*].len();

        /// All laboratories, without their models. The first is that of a page without a link.
        pub const LABORATORIES: [&About; NUMBER] = [$(&<$laboratory as Laboratory>::ABOUT),*];

        /// The models of all laboratories, in the same order.
        pub const MODELS: [Option<Model>; NUMBER] = [$(Some(Model::of::<$laboratory>())),*];

        /// The pure formulas of all laboratories, in the same order.
        pub const FORMULAS: [&[Formula]; NUMBER] = [$(<$laboratory as Laboratory>::FORMULAS),*];
    };
}

laboratories![
    replication::Replication,
    divisible::Divisible,
    prediction::Prediction,
    bounds::Bounds,
    recovery::Recovery,
    adaptation::Adaptation,
];

/// The laboratories that a program takes along.
#[derive(Clone, Copy, Debug)]
pub struct Installed {
    /// The laboratories that the program knows.
    pub laboratories: &'static [&'static About],
    /// The models that the program can run.
    pub models: Models,
    /// The pure formulas that the program can evaluate, of each laboratory.
    pub formulas: &'static [&'static [Formula]],
}

impl Installed {
    /// All laboratories, with their models.
    pub const ALL: Self = Self {
        laboratories: &LABORATORIES,
        models: Models(&MODELS),
        formulas: &FORMULAS,
    };

    /// All laboratories, without models and formulas: scenarios, presets, links.
    pub const WITHOUT_MODELS: Self = Self {
        laboratories: &LABORATORIES,
        models: Models(&[]),
        formulas: &[],
    };

    /// The same in the language that the program chose; texts without a translation stay English.
    fn said(self) -> Self {
        let language = words::chosen();
        if language == words::ENGLISH {
            return self;
        }
        let say =
            |words: Catalogue| move |text: &'static str| words.find(language, text).unwrap_or(text);
        let about = |one: &&'static About| -> &'static About {
            Box::leak(Box::new(one.said(&mut say(one.words))))
        };
        let formulas = |all: &&'static [Formula]| -> &'static [Formula] {
            let said = |formula: &Formula| {
                let laboratory = formula.name.split('.').next().unwrap_or_default();
                let own = self.laboratories.iter().find(|one| one.name == laboratory);
                formula.said(&mut say(own.map_or(Catalogue::EMPTY, |one| one.words)))
            };
            all.iter().map(said).collect::<Vec<_>>().leak()
        };
        // The leaked values live as long as the program.
        Self {
            laboratories: self
                .laboratories
                .iter()
                .map(about)
                .collect::<Vec<_>>()
                .leak(),
            models: self.models,
            formulas: self
                .formulas
                .iter()
                .map(formulas)
                .collect::<Vec<_>>()
                .leak(),
        }
    }
}

/// The models of the laboratory with this name alone; none where there is no such laboratory. The compiler evaluates this
/// function, so that a program links only these models.
#[must_use]
pub const fn models_of(name: Option<&str>) -> [Option<Model>; 1] {
    match place(name) {
        Some(place) => [MODELS[place]],
        None => [None],
    }
}

/// The place of a laboratory in the list.
const fn place(name: Option<&str>) -> Option<usize> {
    let Some(name) = name else {
        return None;
    };
    let mut place = 0;
    while place < NUMBER {
        if equal(name.as_bytes(), LABORATORIES[place].name.as_bytes()) {
            return Some(place);
        }
        place += 1;
    }
    None
}

const fn equal(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The laboratory with this name alone, without its models, as [`models_of`].
#[must_use]
pub const fn laboratory_of(name: Option<&str>) -> [&'static About; 1] {
    match place(name) {
        Some(place) => [LABORATORIES[place]],
        None => [&NOWHERE],
    }
}

/// The laboratory of a program that takes none along: it has no texts and no parameters.
pub(crate) static NOWHERE: About = About {
    name: "",
    title: "",
    question: "",
    picture: Picture::Charts,
    table: Table::of("", &[]),
    words: Catalogue::EMPTY,
    presets: "[]",
    traces: None,
    face: Face::NONE,
};

static INSTALLED: OnceLock<Installed> = OnceLock::new();

/// Takes these laboratories along, from the start of a program on, in the chosen language. A second call changes nothing.
pub fn install(installed: Installed) {
    let _ = INSTALLED.set(installed.said());
}

/// The laboratories, models and formulas that this program takes along.
#[must_use]
pub fn installed() -> Installed {
    #[cfg(not(target_family = "wasm"))]
    const OTHERWISE: Installed = Installed::ALL;
    #[cfg(target_family = "wasm")]
    const OTHERWISE: Installed = Installed {
        laboratories: &[],
        models: Models(&[]),
        formulas: &[],
    };
    *INSTALLED.get_or_init(|| OTHERWISE.said())
}

/// The laboratories that this program knows.
#[must_use]
pub fn laboratories() -> &'static [&'static About] {
    installed().laboratories
}

/// The laboratory with this name, where the program knows it.
#[must_use]
pub fn laboratory(name: &str) -> Option<&'static About> {
    laboratories().iter().copied().find(|one| one.name == name)
}
