//! The sources of a laboratory's program, so that it is not built again while none of them has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::process;
use crate::sizes;
use crate::workshop::Workshop;

/// The files behind programs of all kinds: locked versions, profiles, commands with their flags, and the tools that they call.
const HOW: [&str; 5] = [
    "Cargo.toml",
    "Cargo.lock",
    "crates/xtask/src/programs.rs",
    "crates/xtask/src/workshop.rs",
    "crates/xtask/binaryen/package-lock.json",
];

/// The packages of the workspace.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

impl Metadata {
    fn of(workshop: &Workshop) -> Result<Self> {
        let listed = workshop.metadata()?;
        Self::deserialize(listed).context("cargo says other things of its packages")
    }
}

/// The names of the laboratories: packages that the one with their list is linked from, and that implement the trait of a
/// laboratory. No program has to be compiled to know them.
pub(crate) fn laboratories(workshop: &Workshop) -> Result<Vec<String>> {
    let Metadata { packages } = Metadata::of(workshop)?;
    let linked = |package: &str| {
        let package = packages.iter().find(move |one| one.name == package);
        let linked = package.into_iter().flat_map(|one| &one.dependencies);
        linked.filter(|one| one.kind.is_none())
    };
    let listed = linked("makespan-playground").filter(|package| {
        linked(&package.name).any(|implements| implements.name == "makespan-laboratory")
    });
    let names = listed.filter_map(|package| package.name.strip_prefix("makespan-"));
    let names: Vec<_> = names.map(str::to_owned).collect();
    if names.is_empty() {
        bail!("no package is a laboratory");
    }
    Ok(names)
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
    /// The folder of its source, for a package of this workspace.
    path: Option<PathBuf>,
    /// `None` for a linked package; tests need more.
    kind: Option<String>,
}

/// The folders of packages that a program is linked from.
pub(crate) struct Sources {
    packages: Vec<Package>,
    folders: BTreeMap<PathBuf, String>,
    /// The common part of all programs: locked versions, settings, the compiler, and the files of [`HOW`].
    common: String,
}

impl Sources {
    /// The sources of a package.
    pub(crate) fn of(workshop: &Workshop, package: &str) -> Result<Self> {
        let mut listed = Metadata::of(workshop)?;
        let root = &workshop.root;
        // A laboratory is known by a folder of the repository, not by one that the repository happens to be in.
        for package in &mut listed.packages {
            if let Ok(inside) = package.manifest_path.strip_prefix(root) {
                package.manifest_path = inside.to_owned();
            }
        }
        let mut folders = BTreeMap::new();
        for folder in linked(&listed.packages, |one| one.name == package) {
            folders.insert(folder.to_owned(), digest(&root.join(folder))?);
        }
        let mut common = String::new();
        for file in HOW {
            let path = root.join(file);
            common += &fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
        }
        common += &process::read(workshop.wasm_command("rustc")?.arg("-Vv"))?;
        Ok(Self {
            packages: listed.packages,
            folders,
            common,
        })
    }

    /// The digest of a program's sources: the folders that it is linked from. A program that knows its own laboratory alone
    /// has no folders of others, except those that its own laboratory is linked from, such as another's model.
    pub(crate) fn made_of(&self, laboratories: &[String], own: Option<&str>) -> String {
        let is_in = |folder: &Path, name: &str| folder.iter().any(|part| part == name);
        let needed = own.map(|own| linked(&self.packages, |one| is_in(&one.manifest_path, own)));
        let others = |folder: &Path| {
            needed.as_ref().is_some_and(|needed| {
                let mut others = laboratories
                    .iter()
                    .filter(|name| Some(name.as_str()) != own);
                others.any(|name| is_in(folder, name)) && !needed.contains(folder)
            })
        };
        let folders = self.folders.iter().filter(|(folder, _)| !others(folder));
        let all: Vec<_> = folders.map(|(_, digest)| digest.as_str()).collect();
        base16ct::lower::encode_string(&Sha256::digest(all.join("\n") + &self.common))
    }
}

/// The folders of the packages that some packages are linked from, their own first of all.
fn linked(packages: &[Package], first: impl Fn(&Package) -> bool) -> BTreeSet<&Path> {
    let mut found = BTreeSet::new();
    let mut next: Vec<_> = packages.iter().filter(|one| first(one)).collect();
    while let Some(package) = next.pop() {
        let folder = package.manifest_path.parent();
        if folder.is_none_or(|folder| !found.insert(folder)) {
            continue;
        }
        let linked = package.dependencies.iter();
        let linked = linked.filter(|one| one.path.is_some() && one.kind.as_deref() != Some("dev"));
        let named = |one: &Dependency| packages.iter().find(|package| package.name == one.name);
        next.extend(linked.filter_map(named));
    }
    found
}

/// The digest of the names and contents of all files in a folder.
pub(crate) fn digest(folder: &Path) -> Result<String> {
    let mut all = Sha256::new();
    for file in sizes::files_of(folder)? {
        let path = folder.join(&file);
        let content = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        all.update(file.to_string_lossy().as_bytes());
        all.update(content.len().to_le_bytes());
        all.update(content);
    }
    Ok(base16ct::lower::encode_string(&all.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, folder: &str, dependencies: &[(&str, Option<&str>)]) -> Package {
        Package {
            name: name.to_owned(),
            manifest_path: format!("{folder}/Cargo.toml").into(),
            dependencies: dependencies
                .iter()
                .map(|(name, kind)| Dependency {
                    name: (*name).to_owned(),
                    path: Some(format!("/{name}").into()),
                    kind: kind.map(str::to_owned),
                })
                .collect(),
        }
    }

    #[test]
    fn another_laboratory_changes_nothing_and_everything_else_does() {
        let laboratories = ["bounds", "recovery", "prediction"].map(str::to_owned);
        let made = |bounds: &str, recovery: &str, frame: &str, own: Option<&str>| {
            let folders = [
                ("/here/crates/bounds", bounds),
                ("/here/crates/recovery/model", recovery),
                ("/here/crates/playground", frame),
                ("/here/crates/prediction", "1"),
            ];
            let sources = Sources {
                packages: vec![
                    package("bounds", "/here/crates/bounds", &[]),
                    package("model", "/here/crates/recovery/model", &[]),
                    package("prediction", "/here/crates/prediction", &[("model", None)]),
                ],
                folders: folders
                    .map(|(folder, digest)| (PathBuf::from(folder), digest.to_owned()))
                    .into(),
                common: "common".to_owned(),
            };
            sources.made_of(&laboratories, own)
        };
        let before = made("1", "1", "1", Some("bounds"));
        assert_eq!(before, made("1", "2", "1", Some("bounds")));
        assert_ne!(before, made("2", "1", "1", Some("bounds")));
        assert_ne!(before, made("1", "1", "2", Some("bounds")));
        // A program that knows all laboratories changes with each.
        assert_ne!(made("1", "1", "1", None), made("2", "1", "1", None));
        assert_ne!(made("1", "1", "1", None), made("1", "2", "1", None));
        // A program that is computed with another's model changes with it.
        let before = made("1", "1", "1", Some("prediction"));
        assert_ne!(before, made("1", "2", "1", Some("prediction")));
        assert_eq!(before, made("2", "1", "1", Some("prediction")));
    }

    #[test]
    fn what_only_tests_need_is_not_linked() {
        let packages = [
            package(
                "worker",
                "/worker",
                &[("model", None), ("tests", Some("dev"))],
            ),
            package("model", "/model", &[("words", None)]),
            package("tests", "/tests", &[]),
            package("words", "/words", &[]),
        ];
        let found: Vec<_> = linked(&packages, |one| one.name == "worker")
            .into_iter()
            .collect();
        assert_eq!(found, ["/model", "/words", "/worker"].map(Path::new));
    }
}
