//! What a laboratory's program is made of, so that it is not made again while nothing of that has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::process;
use crate::sizes;
use crate::workshop::Workshop;

/// The packages of the workspace.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// Where its source is, for one of this workspace.
    path: Option<PathBuf>,
    /// Nothing for what is linked; tests need more.
    kind: Option<String>,
}

/// The folders of packages that a program is linked from.
pub(crate) struct Sources {
    folders: BTreeMap<PathBuf, String>,
    /// Of all programs alike: locked versions, settings, the compiler, and how programs are made.
    common: String,
}

impl Sources {
    /// Those of a package.
    pub(crate) fn of(workshop: &Workshop, package: &str) -> Result<Self> {
        let listed = process::read(workshop.command("cargo").args([
            "metadata",
            "--format-version=1",
            "--no-deps",
            "--locked",
        ]))?;
        let listed: Metadata =
            serde_json::from_str(&listed).context("cannot read the output of `cargo metadata`")?;
        let root = &workshop.root;
        let mut folders = BTreeMap::new();
        for folder in linked(&listed.packages, package) {
            folders.insert(folder.to_owned(), digest(folder)?);
        }
        let mut common = digest(&root.join("crates/xtask/src"))?;
        for file in ["Cargo.toml", "Cargo.lock"] {
            let path = root.join(file);
            common += &fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
        }
        common += &process::read(workshop.wasm_command("rustc")?.arg("-Vv"))?;
        Ok(Self { folders, common })
    }

    /// What the program of a laboratory, or that of none, is made of: everything but the folders of other laboratories, of which
    /// it carries nothing.
    pub(crate) fn made_of(&self, laboratories: &[String], own: Option<&str>) -> String {
        let others = |folder: &Path| {
            let mut names = folder.iter().filter_map(|name| name.to_str());
            names.any(|name| Some(name) != own && laboratories.iter().any(|one| one == name))
        };
        let folders = self.folders.iter().filter(|(folder, _)| !others(folder));
        let all: Vec<_> = folders.map(|(_, digest)| digest.as_str()).collect();
        hex(&Sha256::digest(all.join("\n") + &self.common))
    }
}

/// The folders of the packages that a package is linked from, its own first of all.
fn linked<'p>(packages: &'p [Package], package: &str) -> BTreeSet<&'p Path> {
    let mut found = BTreeSet::new();
    let mut next = vec![package];
    while let Some(name) = next.pop() {
        let Some(package) = packages.iter().find(|one| one.name == name) else {
            continue;
        };
        let folder = package.manifest_path.parent();
        if folder.is_none_or(|folder| !found.insert(folder)) {
            continue;
        }
        let linked = package.dependencies.iter();
        let linked = linked.filter(|one| one.path.is_some() && one.kind.as_deref() != Some("dev"));
        next.extend(linked.map(|one| one.name.as_str()));
    }
    found
}

/// The names and contents of all files in a folder.
fn digest(folder: &Path) -> Result<String> {
    let mut all = Sha256::new();
    for file in sizes::files_of(folder)? {
        let path = folder.join(&file);
        let content = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        all.update(file.to_string_lossy().as_bytes());
        all.update(content.len().to_le_bytes());
        all.update(content);
    }
    Ok(hex(&all.finalize()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing into a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(folders: &[(&str, &str)]) -> Sources {
        let folders = folders.iter();
        Sources {
            folders: folders
                .map(|(folder, digest)| (PathBuf::from(folder), (*digest).to_owned()))
                .collect(),
            common: "common".to_owned(),
        }
    }

    #[test]
    fn another_laboratory_changes_nothing_and_everything_else_does() {
        let laboratories = ["bounds".to_owned(), "recovery".to_owned()];
        let made = |bounds: &str, recovery: &str, frame: &str, own: Option<&str>| {
            let sources = sources(&[
                ("/here/crates/bounds", bounds),
                ("/here/crates/recovery/model", recovery),
                ("/here/crates/playground", frame),
            ]);
            sources.made_of(&laboratories, own)
        };
        let before = made("1", "1", "1", Some("bounds"));
        assert_eq!(before, made("1", "2", "1", Some("bounds")));
        assert_ne!(before, made("2", "1", "1", Some("bounds")));
        assert_ne!(before, made("1", "1", "2", Some("bounds")));
        assert_eq!(made("1", "1", "1", None), made("2", "2", "1", None));
    }

    #[test]
    fn what_only_tests_need_is_not_linked() {
        let package = |name: &str, dependencies: &[(&str, Option<&str>)]| Package {
            name: name.to_owned(),
            manifest_path: format!("/{name}/Cargo.toml").into(),
            dependencies: dependencies
                .iter()
                .map(|(name, kind)| Dependency {
                    name: (*name).to_owned(),
                    path: Some(format!("/{name}").into()),
                    kind: kind.map(str::to_owned),
                })
                .collect(),
        };
        let packages = [
            package("worker", &[("model", None), ("tests", Some("dev"))]),
            package("model", &[("words", None)]),
            package("tests", &[]),
            package("words", &[]),
        ];
        let found: Vec<_> = linked(&packages, "worker").into_iter().collect();
        assert_eq!(found, ["/model", "/words", "/worker"].map(Path::new));
    }
}
