//! The entries, as the files state them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use playground::presets::{self, Preset};
use playground::printed::Sheet;
use serde::Deserialize;

use crate::Error;
use crate::place::At;

/// The files, in the order in which they are listed.
const FILES: [(&str, &str); 5] = [
    ("dobber", include_str!("../documents/dobber.toml")),
    ("as4dr", include_str!("../documents/as4dr.toml")),
    (
        "klonowska-bounds",
        include_str!("../documents/klonowska-bounds.toml"),
    ),
    (
        "klonowska-recovery",
        include_str!("../documents/klonowska-recovery.toml"),
    ),
    (
        "self-adaptation",
        include_str!("../documents/self-adaptation.toml"),
    ),
];

/// A document, and its computed parts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Its key in flags and addresses.
    #[serde(skip)]
    pub key: String,
    /// Author and year.
    pub short: String,
    /// Author, title, year and kind.
    pub title: String,
    /// A note on the whole document: missing data, the kind of its figures.
    #[serde(default)]
    pub note: String,
    /// Reasons that several entries give, by the word that stands for each in them.
    #[serde(default)]
    reasons: BTreeMap<String, String>,
    /// Its figures, tables, theorems and scenarios.
    #[serde(rename = "entry", default)]
    pub entries: Vec<Entry>,
    /// Its misprints and corrected formulas.
    #[serde(rename = "finding", default)]
    pub findings: Vec<Finding>,
}

/// A figure, table, theorem or scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name in the document: "figure 5.10". No two of a document are the same.
    pub label: String,
    /// Where it stands: section, paper or equation.
    pub place: String,
    /// Its content, in a line.
    pub title: String,
    /// How its numbers were read.
    #[serde(default)]
    pub read: Reading,
    /// The link of its scenario.
    pub run: Option<String>,
    /// The names of the numbers that it takes from the scenario's preset; "N = …" for all that begin so.
    #[serde(default)]
    pub preset: Vec<String>,
    /// Printed numbers.
    #[serde(default)]
    pub values: Vec<Value>,
    /// Printed claims.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// Printed lists that a table of the report sets beside the computed ones.
    #[serde(default)]
    pub rows: Vec<Rows>,
    /// Printed tables of numbers that the report has beside computed ones.
    #[serde(default)]
    pub grids: Vec<Grid>,
    /// Why print and computation differ, where they do.
    pub why: Option<String>,
    /// Computed numbers that the reason names in braces: `{benchmarks}`.
    #[serde(default)]
    pub numbers: BTreeMap<String, At>,
    /// Why it cannot be computed.
    pub missing: Option<String>,
}

/// How a number was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// From a sentence.
    #[default]
    Text,
    /// From a table.
    Table,
    /// From a formula or a theorem.
    Formula,
    /// From a picture that the text describes; the picture itself is not legible.
    Picture,
}

impl Reading {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Text => "from the text",
            Self::Table => "from the table",
            Self::Formula => "from the formula",
            Self::Picture => "from the text about the picture",
        }
    }
}

/// A printed number.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// Its name.
    pub what: String,
    /// Its printed text.
    pub printed: String,
    /// The possible error of reading or rounding, in the printed unit.
    #[serde(default)]
    pub reading: f64,
    /// The place of its computation.
    pub at: At,
}

/// Rows of a table with columns for the document's part, the printed quantity, the printed and the computed lists, and perhaps the
/// reason for their difference.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rows {
    /// The table's key.
    pub table: String,
    /// The first cell.
    pub part: String,
    /// How the second cell begins.
    pub begins: String,
    /// The abscissa of the printed list, where it makes a curve: its name, such as "crashes".
    pub over: Option<String>,
    /// The quantity of the list, in a few words, where it makes a curve.
    #[serde(default)]
    pub shows: String,
    /// Where the list begins on the abscissa; without it, the numbers that its name ends with are the abscissa.
    pub from: Option<f64>,
}

/// Two tables of the report with the same rows and columns, one of printed numbers and one of computed numbers. Each row makes a
/// curve over the columns; a cell that is not legible has no number.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// The key of the printed table.
    pub printed: String,
    /// The key of the computed table.
    pub computed: String,
    /// The quantity that the rows number.
    pub rows: String,
    /// The quantity that the columns number.
    pub over: String,
    /// The quantity of the cells, in a few words.
    pub shows: String,
}

/// A printed claim.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The claim in words.
    pub what: String,
    /// Its subject.
    pub at: At,
    /// The relation that it claims.
    pub is: Relation,
    /// The operand of the relation.
    pub than: Option<Operand>,
}

/// The relation that a claim states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// Greater than the operand.
    Above,
    /// Not less than the operand.
    AtLeast,
    /// Less than the operand.
    Below,
    /// Not greater than the operand.
    AtMost,
    /// The same as the operand, to rounding.
    Equal,
    /// Another number than the operand.
    Unequal,
    /// Each number is at least the one before.
    Rises,
    /// Each number is at most the one before.
    Falls,
    /// The greatest number is neither the first nor the last.
    Peaks,
    /// The least number is neither the first nor the last.
    Dips,
    /// The claim of the report is met.
    Met,
}

/// The operand of a relation.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Operand {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A number that is computed elsewhere.
    At(Box<At>),
}

/// A misprint, or a formula that had to be corrected.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// Where it stands.
    pub place: String,
    /// The printed text.
    pub printed: String,
    /// The right text, or our reading of it.
    pub meant: String,
    /// The labels of the entries that show it.
    #[serde(default)]
    pub shown: Vec<String>,
}

impl Document {
    /// The same with its key, and each entry's reasons in full.
    fn called(mut self, key: &str) -> Self {
        self.key = key.into();
        for entry in &mut self.entries {
            for reason in [&mut entry.why, &mut entry.missing].into_iter().flatten() {
                if let Some(full) = self.reasons.get(reason) {
                    reason.clone_from(full);
                }
            }
        }
        self
    }

    /// The entry with this label.
    #[must_use]
    pub fn entry(&self, label: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.label == label)
    }
}

impl Entry {
    /// The preset of its scenario, where its link is the link of a preset.
    #[must_use]
    pub fn preset(&self) -> Option<&'static Preset> {
        self.run.as_deref().and_then(playground::link::preset)
    }

    /// The printed numbers of its preset, where there are any.
    #[must_use]
    pub fn sheet(&self) -> Option<&'static Sheet> {
        Sheet::of(self.preset()?.name)
    }

    /// Its printed numbers: its own, and the printed numbers of its preset.
    #[must_use]
    pub fn printed(&self) -> Vec<Value> {
        let named = |what: &str| {
            let is = |name: &String| match name.strip_suffix('…') {
                Some(begins) => what.starts_with(begins),
                None => what == name,
            };
            self.preset.iter().any(is)
        };
        let sheet = self.sheet();
        let decimals = sheet.map_or(0, |sheet| sheet.decimals);
        let of_preset = sheet
            .into_iter()
            .flat_map(|sheet| &sheet.numbers)
            .filter(|printed| named(&printed.what))
            .map(|printed| Value {
                what: printed.what.clone(),
                printed: printed.text(decimals),
                reading: 0.0,
                at: (&printed.at).into(),
            });
        of_preset.chain(self.values.iter().cloned()).collect()
    }

    /// The links of all scenarios that it needs.
    pub fn links(&self) -> impl Iterator<Item = &str> {
        let places = self.values.iter().map(|value| &value.at);
        let claims = self.claims.iter().flat_map(|claim| {
            let other = match &claim.than {
                Some(Operand::At(at)) => Some(&**at),
                _ => None,
            };
            std::iter::once(&claim.at).chain(other)
        });
        let places = places.chain(self.numbers.values());
        let own = places.chain(claims).filter_map(|at| at.run.as_deref());
        self.run.as_deref().into_iter().chain(own)
    }

    /// The names of all formulas that it evaluates.
    pub fn formulas(&self) -> impl Iterator<Item = &str> {
        let values = self.values.iter().map(|value| &value.at);
        let places = values.chain(self.claims.iter().map(|claim| &claim.at));
        places.filter_map(|at| at.formula.as_deref())
    }

    /// The laboratory that computes it: of its scenario, or of its formula.
    #[must_use]
    pub fn laboratory(&self) -> Option<&'static str> {
        let scenario = self.links().next().and_then(|link| {
            let decoded = playground::link::decode(link).ok()?;
            Some(decoded.scenario.laboratory())
        });
        scenario.or_else(|| {
            let (name, _) = self.formulas().next()?.split_once('.')?;
            playground::laboratory(name).map(|about| about.name)
        })
    }
}

/// All documents.
///
/// # Errors
/// Where a file does not have the form of [`Document`], which a test rules out.
pub fn all() -> Result<&'static [Document], Error> {
    static ALL: LazyLock<Result<Vec<Document>, (String, String)>> = LazyLock::new(|| {
        let read = |(key, text): (&str, &str)| {
            let document: Result<Document, _> = toml::from_str(text);
            document
                .map(|document| document.called(key))
                .map_err(|error| (format!("{key}.toml"), error.to_string()))
        };
        FILES.into_iter().map(read).collect()
    });
    match &*ALL {
        Ok(all) => Ok(all),
        Err((name, reason)) => Err(Error::File {
            name: name.clone(),
            reason: reason.clone(),
        }),
    }
}

/// The presets whose help names a figure of a document.
pub fn presets_of_figures() -> impl Iterator<Item = &'static Preset> {
    presets::all().iter().filter(|preset| {
        let help = preset.help.to_lowercase();
        ["figure ", "figures ", "table ", "tables "]
            .iter()
            .any(|word| help.contains(word))
    })
}
