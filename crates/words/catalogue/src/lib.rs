//! Catalogues of sentences: the folder that has them, translations, placeholders, and the sentences of the sources.
//!
//! | module | what it holds |
//! |---|---|
//! | [`folder`] | the folder of a crate's translations, and the languages there are |
//! | [`placeholders`] | what a sentence leaves open, and whether its translation leaves open the same |
//! | [`scan`] | the marked sentences of the sources, and those that nobody marked |
//! | [`template`] | the file that a translation begins with |

pub mod folder;
pub mod placeholders;
pub mod scan;
pub mod template;

use std::path::PathBuf;

pub use folder::{Folder, Translation};
pub use scan::{Loose, Message};

/// Why a catalogue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file that cannot be read.
    #[error("{}: {source}", .path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file that is no catalogue.
    #[error("{}: {reason}", .path.display())]
    Catalogue {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A source that is no Rust.
    #[error("{}: {source}", .path.display())]
    Source {
        /// Which.
        path: PathBuf,
        /// Why.
        source: syn::Error,
    },
}
