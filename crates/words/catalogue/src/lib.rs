//! Catalogues of sentences: their folder, translations, placeholders, and the sentences of the sources.
//!
//! | module | content |
//! |---|---|
//! | [`folder`] | the folder of a crate's translations, and its languages |
//! | [`placeholders`] | the placeholders of a sentence, and whether its translation has the same |
//! | [`scan`] | the marked sentences of the sources, and the unmarked ones |
//! | [`template`] | the template of a translation |

pub mod folder;
pub mod placeholders;
pub mod scan;
pub mod template;

use std::path::PathBuf;

pub use folder::{Folder, Translation};
pub use scan::{Loose, Message};

/// Reasons why a catalogue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file that cannot be read.
    #[error("{}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// A file that is no catalogue.
    #[error("{}: {reason}", .path.display())]
    Catalogue {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A source that is no Rust.
    #[error("{}: {source}", .path.display())]
    Source {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: syn::Error,
    },
}
