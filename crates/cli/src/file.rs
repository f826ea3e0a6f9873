//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Context, Result};

/// Writes a file beside the one that is to be replaced, and renames it: what was there stays until all is written.
pub(crate) fn write(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> Result<()>,
) -> Result<()> {
    let named = || format!("{} could not be written", path.display());
    // A link stays one, and a device or a pipe has nothing to be replaced by.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = fs::metadata(&target).ok();
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        let file = OpenOptions::new().write(true).open(&target);
        let mut out = BufWriter::new(file.with_context(named)?);
        content(&mut out).with_context(named)?;
        return out.flush().with_context(named);
    }
    let beside = Beside::of(&target).with_context(named)?;
    let mut out = BufWriter::new(beside.file.try_clone().with_context(named)?);
    content(&mut out).with_context(named)?;
    out.flush().with_context(named)?;
    if let Some(before) = before {
        fs::set_permissions(&beside.path, before.permissions()).with_context(named)?;
    }
    fs::rename(&beside.path, &target).with_context(named)
}

/// Whether a file can be written there, found out before there is anything to write.
pub(crate) fn check(path: &Path) -> Result<()> {
    let named = || format!("{} could not be written", path.display());
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(there) if there.is_dir() => {
            Err(io::Error::from(io::ErrorKind::IsADirectory)).with_context(named)
        }
        Ok(there) if !there.is_file() => Ok(()),
        _ => Beside::of(&target).map(drop).with_context(named),
    }
}

/// As [`check`], for files in a folder that may have to be made.
pub(crate) fn check_folder(folder: &Path) -> Result<()> {
    let named = || format!("{} could not be written", folder.display());
    let there = folder
        .ancestors()
        .find(|one| one.exists() && !one.as_os_str().is_empty());
    let there = there.unwrap_or(Path::new("."));
    Beside::of(&there.join("makespan"))
        .map(drop)
        .with_context(named)
}

/// A file beside another one; it goes when it is dropped, unless it was renamed.
struct Beside {
    path: PathBuf,
    file: File,
}

impl Beside {
    fn of(path: &Path) -> io::Result<Self> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", process::id()));
        let path = path.with_file_name(name);
        let file = File::create(&path)?;
        Ok(Self { path, file })
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // It fails where the file was renamed, which is what is wanted.
        let _ = fs::remove_file(&self.path);
    }
}
