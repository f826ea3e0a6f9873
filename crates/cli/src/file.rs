//! Files that are written whole or not at all, with their names in complaints.

use std::path::Path;

use anyhow::{Context, Result};
use batch::file::{self, Whole};

/// Writes a file; the former content stays until all is written.
pub(crate) fn write(path: &Path, content: impl FnOnce(&mut Whole) -> Result<()>) -> Result<()> {
    let named = || format!("{} could not be written", path.display());
    let mut out = Whole::begin(path).with_context(named)?;
    content(&mut out).with_context(named)?;
    out.end().with_context(named)
}

/// Whether a file can be written at the path, found out before there is anything to write.
pub(crate) fn check(path: &Path) -> Result<()> {
    file::check(path).with_context(|| format!("{} could not be written", path.display()))
}

/// As [`check`], for files in a folder that may have to be made.
pub(crate) fn check_folder(folder: &Path) -> Result<()> {
    file::check_folder(folder).with_context(|| format!("{} could not be written", folder.display()))
}
