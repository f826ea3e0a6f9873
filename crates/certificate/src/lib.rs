//! Checks that the result of a search is optimal.
//!
//! A certificate states the result. The check believes none of it: it tests the property by its definition, and then tries all
//! beginnings of anything better until each is impossible. It shares no code with the searches, tries in another order, and prunes
//! only by the theorems that the modules state.
//!
//! ```
//! use certificate::{Certificate, Counter};
//! let certificate = Certificate::ruler(vec![vec![1], vec![1, 2], vec![1, 3, 2]]);
//! let proven = certificate.check(&mut Counter::default())?;
//! assert_eq!(proven.to_string(), "The shortest ruler with 4 marks is 6 long");
//! // A ruler that is no shortest one.
//! let wrong = Certificate::ruler(vec![vec![1], vec![1, 2], vec![1, 3, 5]]);
//! assert!(wrong.check(&mut Counter::default()).is_err());
//! # Ok::<(), certificate::Refused>(())
//! ```
//!
//! | module | idea |
//! |---|---|
//! | `ruler` | Golomb rulers: shortest for their number of marks |
//! | `sequence` | modulo sequences: as many marks as possible |
//! | `list` | recovery lists: consecutively smallest worst loads |
//! | `counter` | how far a check is, and whether it is to stop |

mod counter;
mod list;
mod ruler;
mod sequence;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use counter::Counter;

/// The form of certificates that this crate reads and writes.
pub const FORM: u32 = 1;

/// The most bytes of a certificate.
pub const LARGEST: usize = 100_000;

/// The result of a search, to be checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORM`].
    certificate: u32,
    optimal: Optimal,
}

/// The result that is claimed to be optimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Optimal {
    /// The shortest rulers with 2, 3, … marks, as steps: each is checked with the help of those before.
    Rulers(Vec<Vec<usize>>),
    /// The longest modulo sequence.
    Sequence { computers: usize, marks: Vec<usize> },
    /// A recovery list with its worst loads of 1, 2, … crashes.
    List { list: Vec<usize>, loads: Vec<usize> },
}

/// The statement that a check proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// The shortest ruler.
    Ruler {
        /// How many marks it has.
        marks: usize,
        /// How long it is.
        length: usize,
    },
    /// The longest modulo sequence.
    Sequence {
        /// The modulus.
        computers: usize,
        /// How many marks it has.
        marks: usize,
    },
    /// A list of consecutively least loads.
    List {
        /// The number of computers.
        computers: usize,
    },
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ruler { marks, length } => {
                write!(f, "The shortest ruler with {marks} marks is {length} long")
            }
            Self::Sequence {
                computers,
                marks: 1,
            } => {
                write!(
                    f,
                    "The longest modulo sequence for {computers} computers has 1 mark"
                )
            }
            Self::Sequence { computers, marks } => {
                write!(
                    f,
                    "The longest modulo sequence for {computers} computers has {marks} marks"
                )
            }
            Self::List { computers } => {
                write!(
                    f,
                    "No list for {computers} computers has consecutively smaller worst loads"
                )
            }
        }
    }
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It cannot be read.
    #[error("it is no certificate: {0}")]
    Form(String),
    /// Another version of the program wrote it.
    #[error("it has form {found}; this program reads form {FORM}")]
    Version {
        /// The form found.
        found: u32,
    },
    /// It has more or fewer computers or rulers than a check can treat.
    #[error("{what} {found}; a check can treat {least} to {most}")]
    Size {
        /// The words before the number, such as “the number of computers is”.
        what: &'static str,
        /// Their number.
        found: usize,
        /// The least number.
        least: usize,
        /// The greatest number.
        most: usize,
    },
    /// A ruler with more or fewer steps than its place among the rulers requires.
    #[error("ruler {place} has {found} steps; it must have {place}")]
    Steps {
        /// The place of the ruler, from 1.
        place: usize,
        /// How many steps it has.
        found: usize,
    },
    /// A ruler that is longer than a check can treat.
    #[error("the ruler with {marks} marks is longer than {}", ruler::LONGEST)]
    Long {
        /// How many marks it has.
        marks: usize,
    },
    /// Two pairs of marks of a ruler are equally far apart.
    #[error("two distances of the ruler with {marks} marks are {distance}; all must differ")]
    NoRuler {
        /// How many marks it has.
        marks: usize,
        /// The distance.
        distance: usize,
    },
    /// A step of a ruler that leads nowhere.
    #[error("a step of the ruler with {marks} marks is 0; it must be at least 1")]
    NoStep {
        /// How many marks it has.
        marks: usize,
    },
    /// A mark of a sequence that is no computer.
    #[error("mark number {place} is {mark}; it must be from 1 to {most}")]
    NoMark {
        /// The place of the mark, from 1.
        place: usize,
        /// The mark.
        mark: usize,
        /// The greatest computer.
        most: usize,
    },
    /// Two differences of a sequence are equal.
    #[error(
        "mark number {place} is {mark}: its difference to {earlier} is {difference}, as that of {} to {}; all must differ",
        other[0], other[1]
    )]
    NoSequence {
        /// The place of the mark at fault, from 1.
        place: usize,
        /// The mark.
        mark: usize,
        /// An earlier mark, or 0.
        earlier: usize,
        /// Two marks with the same difference, or a mark and 0.
        other: [usize; 2],
        /// The difference modulo the number of computers.
        difference: usize,
    },
    /// Entries that are not all other computers.
    #[error("the list does not name each computer from 1 to {most} once")]
    NoList {
        /// The greatest computer.
        most: usize,
    },
    /// More or fewer loads than numbers of crashes.
    #[error("the list has {found} loads; it must have {entries}, one for each entry")]
    NoLoads {
        /// How many loads there are.
        found: usize,
        /// How many entries there are.
        entries: usize,
    },
    /// A load that the list does not have.
    #[error("the worst load of {crashes} crashes is {load}, not {said}")]
    Loads {
        /// The number of crashes.
        crashes: usize,
        /// The load.
        load: usize,
        /// The load that the certificate states.
        said: usize,
    },
    /// A better ruler or sequence, which the check found: its marks.
    #[error("there is a better one: {}", numbers(.0))]
    Better(Vec<usize>),
    /// The beginning of better lists, which the check found.
    #[error("a list that begins {} is better", numbers(.0))]
    BetterList(Vec<usize>),
    /// The watch of the counter asked for a stop.
    #[error("the check was stopped")]
    Stopped,
}

fn numbers(all: &[usize]) -> String {
    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
    all.join(", ")
}

impl Certificate {
    /// The claim that the last of these rulers, with 2, 3, … marks as steps, is the shortest with its number of marks.
    #[must_use]
    pub fn ruler(rulers: Vec<Vec<usize>>) -> Self {
        Self::of(Optimal::Rulers(rulers))
    }

    /// The claim that no modulo sequence for so many computers has more marks than this one.
    #[must_use]
    pub fn sequence(computers: usize, marks: Vec<usize>) -> Self {
        Self::of(Optimal::Sequence { computers, marks })
    }

    /// The claim that a list has these worst loads of 1, 2, … crashes, and that no list has consecutively smaller ones.
    #[must_use]
    pub fn list(list: Vec<usize>, loads: Vec<usize>) -> Self {
        Self::of(Optimal::List { list, loads })
    }

    fn of(optimal: Optimal) -> Self {
        Self {
            certificate: FORM,
            optimal,
        }
    }

    /// Whether a text says that it is a certificate: for programs that take other files, too.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        let begin: String = text
            .chars()
            .filter(|one| !one.is_whitespace())
            .take(15)
            .collect();
        begin == "{\"certificate\":"
    }

    /// The certificate that a text holds.
    ///
    /// # Errors
    /// [`Refused::Form`], [`Refused::Version`].
    pub fn read(text: &str) -> Result<Self, Refused> {
        if text.len() > LARGEST {
            return Err(Refused::Form(format!("it has more than {LARGEST} bytes")));
        }
        let read: Self =
            serde_json::from_str(text).map_err(|error| Refused::Form(error.to_string()))?;
        match read.certificate {
            FORM => Ok(read),
            found => Err(Refused::Version { found }),
        }
    }

    /// The certificate as text.
    #[must_use]
    pub fn text(&self) -> String {
        // Numbers and names have a JSON form.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Checks everything.
    ///
    /// # Errors
    /// The fault found, or [`Refused::Stopped`].
    pub fn check(&self, counter: &mut Counter<'_>) -> Result<Proven, Refused> {
        match &self.optimal {
            Optimal::Rulers(rulers) => ruler::check(rulers, counter),
            Optimal::Sequence { computers, marks } => sequence::check(*computers, marks, counter),
            Optimal::List { list, loads } => list::check(list, loads, counter),
        }
    }
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
