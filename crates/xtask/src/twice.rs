//! `cargo xtask twice`: two builds of the same sources are the same, byte for byte, wherever they are made.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::bundle;
use crate::process;
use crate::programs::{self, Profile, Wanted};
use crate::sizes;
use crate::workshop::Workshop;

/// Builds a program of the page here, and once more from nothing in a copy of the sources in another folder; fails where a file differs.
/// The program is the smallest one: it is compiled, bound and optimised as all others are. The `whole` bundle takes half an hour.
pub(crate) fn run(workshop: &Workshop, whole: bool) -> Result<()> {
    let copy = workshop.root.join("target/twice");
    if copy.exists() {
        fs::remove_dir_all(&copy).with_context(|| format!("cannot empty {}", copy.display()))?;
    }
    copy_sources(workshop, &copy)?;
    let second = workshop.at(copy);
    let [here, there] = [workshop, &second].map(|one| match whole {
        true => bundle::build(one).map(|built| built.bundle),
        false => language(one),
    });
    let (here, there) = (here?, there?);
    let differing = differing(&here, &there)?;
    if !differing.is_empty() {
        bail!("the two builds differ in {}", differing.join(", "));
    }
    let files = sizes::files_of(&here)?.len();
    println!("Both builds are the same, byte for byte: {files} files.");
    Ok(())
}

/// Builds the language of own strategies.
fn language(workshop: &Workshop) -> Result<PathBuf> {
    let folder = workshop.root.join("target/language");
    let wanted = Wanted {
        program: &programs::LANGUAGE,
        laboratories: &[],
        folder: folder.clone(),
    };
    programs::build(workshop, Profile::Page, &[wanted], || Ok(()))?;
    Ok(folder)
}

/// Copies the sources as they stand, committed or not.
fn copy_sources(workshop: &Workshop, copy: &Path) -> Result<()> {
    let listed = process::read(workshop.command("git").args([
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
    ]))?;
    for file in listed.lines() {
        let (from, to) = (workshop.root.join(file), copy.join(file));
        // Git also lists a file that was deleted without a commit.
        if !from.is_file() {
            continue;
        }
        let made = to.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::copy(&from, &to))
            .with_context(|| format!("cannot write {}", to.display()))?;
    }
    Ok(())
}

/// The files that only one of two folders has, or that are not the same in both.
fn differing(one: &Path, other: &Path) -> Result<Vec<String>> {
    let mut all = BTreeSet::from_iter(sizes::files_of(one)?);
    all.extend(sizes::files_of(other)?);
    let read = |folder: &Path, file: &Path| fs::read(folder.join(file)).ok();
    all.retain(|file| {
        let first = read(one, file);
        first.is_none() || first != read(other, file)
    });
    Ok(all.iter().map(|file| file.display().to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_missing_or_another_one_is_named() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("one/same", "a"),
            ("other/same", "a"),
            ("one/changed", "a"),
            ("other/changed", "b"),
            ("one/left", "a"),
            ("other/in/right", "a"),
        ] {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let found = differing(&folder.path().join("one"), &folder.path().join("other"));
        assert_eq!(found.unwrap(), ["changed", "in/right", "left"]);
    }
}
