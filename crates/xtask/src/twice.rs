//! `cargo xtask twice`: two builds of the same sources are the same, byte for byte, wherever they are made.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::bundle;
use crate::process;
use crate::sizes;
use crate::workshop::Workshop;

/// Bundles page and module here, and once more from nothing out of a copy of the sources in another folder; fails where a file differs.
pub(crate) fn run(workshop: &Workshop) -> Result<()> {
    bundle::run(workshop, None, None)?;
    let copy = workshop.root.join("target/twice");
    if copy.exists() {
        fs::remove_dir_all(&copy).with_context(|| format!("cannot empty {}", copy.display()))?;
    }
    let listed = process::read(workshop.command("git").args([
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
    ]))?;
    for file in listed.lines() {
        let (from, to) = (workshop.root.join(file), copy.join(file));
        // What was deleted and not committed is listed all the same.
        if !from.is_file() {
            continue;
        }
        let copied = to.parent().map_or(Ok(()), fs::create_dir_all);
        copied
            .and_then(|()| fs::copy(&from, &to))
            .with_context(|| format!("cannot write {}", to.display()))?;
    }
    let mut second = workshop.command("cargo");
    second.current_dir(&copy).args(["xtask", "bundle"]);
    second.env("CARGO_TARGET_DIR", copy.join("target"));
    // Nobody debugs the native programs that draw its pictures; they take gigabytes less.
    second.env("CARGO_PROFILE_DEV_DEBUG", "0");
    process::show(&mut second)?;
    let differing = differing(
        &workshop.root.join("target/bundle"),
        &copy.join("target/bundle"),
    )?;
    if !differing.is_empty() {
        bail!("the two builds differ in {}", differing.join(", "));
    }
    println!("Both builds are the same, byte for byte.");
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
