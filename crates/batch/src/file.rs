//! Files that are written whole or not at all.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

/// A file that is written beside its target: the target stays until [`Whole::end`].
#[derive(Debug)]
pub struct Whole {
    out: BufWriter<File>,
    /// The file to rename at the end; none if the target is a device or a pipe, which nothing can replace.
    beside: Option<Beside>,
    target: PathBuf,
}

impl Whole {
    /// Begins to write a file.
    ///
    /// # Errors
    /// If nothing can be written beside it.
    pub fn begin(path: &Path) -> io::Result<Self> {
        // A symbolic link stays one.
        let target = followed(path);
        if fs::metadata(&target).is_ok_and(|there| !there.is_file()) {
            let file = OpenOptions::new().write(true).open(&target)?;
            return Ok(Self {
                out: BufWriter::new(file),
                beside: None,
                target,
            });
        }
        let (beside, file) = Beside::of(&target)?;
        Ok(Self {
            out: BufWriter::new(file),
            beside: Some(beside),
            target,
        })
    }

    /// Puts the file in its place, with the permissions of the replaced one.
    ///
    /// # Errors
    /// If the rest cannot be written or the file cannot be renamed: then the target stays.
    pub fn end(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some(beside) = &self.beside else {
            return Ok(());
        };
        if let Ok(before) = fs::metadata(&self.target) {
            fs::set_permissions(&beside.path, before.permissions())?;
        }
        fs::rename(&beside.path, &self.target)
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The most symbolic links that a path may follow, as in operating systems.
const MOST_LINKS: usize = 40;

/// The target of a path: symbolic links are followed, even to a file that does not exist yet.
#[must_use]
pub fn followed(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&target) else {
            break;
        };
        // A link's path is relative to its own folder.
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

/// Checks that a file can be written at a path, before there is anything to write.
///
/// # Errors
/// If it cannot.
pub fn check(path: &Path) -> io::Result<()> {
    let target = followed(path);
    match fs::metadata(&target) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Ok(()),
        _ => Beside::of(&target).map(drop),
    }
}

/// As [`check`], for files in a folder that may not exist yet.
///
/// # Errors
/// If no file can be written there.
pub fn check_folder(folder: &Path) -> io::Result<()> {
    let there = folder
        .ancestors()
        .find(|one| one.exists() && !one.as_os_str().is_empty());
    let there = there.unwrap_or(Path::new("."));
    Beside::of(&there.join("makespan")).map(drop)
}

/// A file beside another one; dropping it removes it unless it was renamed.
#[derive(Debug)]
struct Beside {
    path: PathBuf,
}

impl Beside {
    /// Creates a file beside this one and removes those of killed writers; a living writer holds a lock on its own.
    fn of(path: &Path) -> io::Result<(Self, File)> {
        let target = path.file_name().unwrap_or_default();
        for left in left_beside(path) {
            let free = File::open(&left).is_ok_and(|file| file.try_lock().is_ok());
            if free {
                // Fails if another writer was quicker, which is fine.
                let _ = fs::remove_file(left);
            }
        }
        let mut name = target.to_owned();
        name.push(format!(".{}{PART}", process::id()));
        let path = path.with_file_name(name);
        let file = File::create(&path)?;
        // On a file system without locks, files of killed writers stay.
        let _ = file.try_lock();
        Ok((Self { path }, file))
    }
}

/// The ending of the name of an unfinished file.
const PART: &str = ".part";

/// The files beside this one that a writer may have left. An empty one may be new and not locked yet.
fn left_beside(path: &Path) -> Vec<PathBuf> {
    let target = path.file_name().unwrap_or_default();
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let Ok(all) = fs::read_dir(folder.unwrap_or(Path::new("."))) else {
        return Vec::new();
    };
    let is_left = |name: &OsStr| {
        let rest = name
            .as_encoded_bytes()
            .strip_prefix(target.as_encoded_bytes());
        let rest = rest.and_then(|rest| rest.strip_prefix(b"."));
        let number = rest.and_then(|rest| rest.strip_suffix(PART.as_bytes()));
        number.is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
    };
    let left = all.flatten().filter(|one| {
        let length = one.metadata().map_or(0, |it| it.len());
        is_left(&one.file_name()) && length > 0
    });
    left.map(|one| one.path()).collect()
}

impl Drop for Beside {
    fn drop(&mut self) {
        // Fails if the file was renamed, which is fine.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

    #[test]
    fn a_file_that_is_not_ended_leaves_what_was_there_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        fs::write(&path, "before").unwrap();
        let mut begun = Whole::begin(&path).unwrap();
        begun.write_all(b"half").unwrap();
        begun.flush().unwrap();
        drop(begun);
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        let mut ended = Whole::begin(&path).unwrap();
        ended.write_all(b"after").unwrap();
        ended.end().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one_and_what_it_leads_to_is_written_even_for_the_first_time() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let far = folder.path().join("far");
        fs::create_dir(&far).unwrap();
        let (first, second) = (folder.path().join("first"), folder.path().join("second"));
        symlink("second", &first).unwrap();
        symlink("far/table.csv", &second).unwrap();
        for content in ["new", "newer"] {
            check(&first).unwrap();
            let mut out = Whole::begin(&first).unwrap();
            out.write_all(content.as_bytes()).unwrap();
            out.end().unwrap();
            assert_eq!(fs::read_to_string(far.join("table.csv")).unwrap(), content);
            assert!(fs::symlink_metadata(&first).unwrap().is_symlink());
            assert!(fs::symlink_metadata(&second).unwrap().is_symlink());
        }
        assert_eq!(fs::read_dir(&far).unwrap().count(), 1);
    }
}
