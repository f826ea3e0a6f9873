//! Node, and the packages from npm: wasm-opt, and those of the charts and of the browser tests.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::Log;
use crate::process;
use crate::workshop::Workshop;

/// The oldest release that will do: its test runner can take one file after the other.
const OLDEST: (u32, u32) = (20, 10);
/// Versions and hashes of packages.
const LOCK: &str = "package-lock.json";
/// A copy of package-lock.json beside the packages that were installed from it.
const INSTALLED_FROM: &str = "node_modules/.installed-from";

/// Node and npm are the user's own; a set-up only looks at them.
pub(super) fn find(_: &Workshop) -> Result<Option<String>> {
    let advice = || {
        let (major, minor) = OLDEST;
        format!(
            "node {major}.{minor} or newer with npm is needed; install it from https://nodejs.org or your system"
        )
    };
    let node = process::read(Command::new("node").arg("--version")).with_context(advice)?;
    let node = node.trim();
    if release(node).is_none_or(|release| release < OLDEST) {
        bail!("this is node {node}; {}", advice());
    }
    let npm = process::read(Command::new("npm").arg("--version")).with_context(advice)?;
    Ok(Some(format!("{node}, npm {}", npm.trim())))
}

pub(super) fn make(_: &Workshop, _: &Log) -> Result<()> {
    bail!("a set-up does not install node")
}

/// The package that carries wasm-opt itself, as JavaScript and wasm: Debian's is too old for the output of today's rustc.
/// Its lock file has the hash that npm checks.
fn binaryen(workshop: &Workshop) -> PathBuf {
    workshop.root.join("crates/xtask/binaryen")
}

/// The folder of this package: 104 MB that all clones share.
fn installed_binaryen(workshop: &Workshop) -> PathBuf {
    workshop.tools.join("npm")
}

pub(super) fn find_wasm_opt(workshop: &Workshop) -> Result<Option<String>> {
    let lock = binaryen(workshop).join(LOCK);
    let fits = is_installed_from(&installed_binaryen(workshop), &lock)?
        && process::is_program(&workshop.tool("wasm-opt"));
    Ok(fits.then(|| "binaryen as in its package-lock.json".to_owned()))
}

pub(super) fn make_wasm_opt(workshop: &Workshop, log: &Log) -> Result<()> {
    let (source, folder) = (binaryen(workshop), installed_binaryen(workshop));
    fs::create_dir_all(&folder)?;
    for file in ["package.json", LOCK] {
        fs::copy(source.join(file), folder.join(file))?;
    }
    make_packages(&folder, log)?;
    let link = workshop.tool("wasm-opt");
    fs::create_dir_all(workshop.bin())?;
    fs::remove_file(&link).ok();
    symlink("../npm/node_modules/binaryen/bin/wasm-opt", &link)
        .with_context(|| format!("cannot make the link {}", link.display()))
}

/// Whether a folder has the packages that its package-lock.json names.
pub(super) fn find_packages(folder: &Path) -> Result<Option<String>> {
    let fits = is_installed_from(folder, &folder.join(LOCK))?;
    Ok(fits.then(|| "as in its package-lock.json".to_owned()))
}

/// Whether the packages of a folder are those of this lock file.
fn is_installed_from(folder: &Path, lock: &Path) -> Result<bool> {
    let wanted = fs::read(lock).with_context(|| format!("cannot read {}", lock.display()))?;
    Ok(fs::read(folder.join(INSTALLED_FROM)).is_ok_and(|installed| installed == wanted))
}

pub(super) fn make_packages(folder: &Path, log: &Log) -> Result<()> {
    log.step(&format!("npm ci in {}", folder.display()), || {
        npm(folder, &["ci"])
    })?;
    fs::copy(folder.join(LOCK), folder.join(INSTALLED_FROM))?;
    Ok(())
}

/// Runs npm in a folder. No script of a package is run: some would download programs.
pub(crate) fn npm(folder: &Path, arguments: &[&str]) -> Result<String> {
    let mut npm = Command::new("npm");
    npm.current_dir(folder).args(arguments);
    process::read(npm.args([
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]))
    .context("it needs npm and its registry")
}

/// The first two numbers of `v20.10.2`.
fn release(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.trim_start_matches('v').split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_of_node_is_its_first_two_numbers() {
        assert_eq!(release("v20.10.2"), Some((20, 10)));
        assert_eq!(release("9.1"), Some((9, 1)));
        assert!(release("v20.9.0") < Some(OLDEST) && release("v22.0.0") > Some(OLDEST));
        assert_eq!(release("nonsense"), None);
    }

    #[test]
    fn a_folder_without_packages_is_installed_from_no_lock_file() {
        let lock = Path::new(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/binaryen/package-lock.json"
        ));
        assert!(!is_installed_from(Path::new("/no/such/folder"), lock).unwrap());
        assert!(is_installed_from(Path::new("/"), Path::new("/no/such/lock")).is_err());
    }
}
