//! Node, and what comes from npm: wasm-opt, and the packages of the charts and of the browser tests.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::Log;
use crate::process;
use crate::workshop::Workshop;

/// The oldest that will do: its test runner can take one file after the other.
const OLDEST: (u32, u32) = (20, 10);
/// It carries wasm-opt itself, as JavaScript and wasm; Debian's is too old for what today's rustc writes.
const BINARYEN: &str = "132.0.0";
/// A copy of package-lock.json beside what it led to.
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

pub(super) fn find_wasm_opt(workshop: &Workshop) -> Result<Option<String>> {
    let package = workshop
        .tools
        .join("npm/node_modules/binaryen/package.json");
    let fits = version_in(&package).as_deref() == Some(BINARYEN)
        && process::is_program(&workshop.tool("wasm-opt"));
    Ok(fits.then(|| format!("binaryen {BINARYEN}")))
}

pub(super) fn make_wasm_opt(workshop: &Workshop, log: &Log) -> Result<()> {
    let folder = workshop.tools.join("npm");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("package.json"), "{ \"private\": true }\n")?;
    let package = format!("binaryen@{BINARYEN}");
    log.step(&format!("npm install {package}"), || {
        npm(&folder, &["install", "--save-exact", &package])
    })?;
    let link = workshop.tool("wasm-opt");
    fs::create_dir_all(workshop.bin())?;
    fs::remove_file(&link).ok();
    symlink("../npm/node_modules/binaryen/bin/wasm-opt", &link)
        .with_context(|| format!("cannot make the link {}", link.display()))
}

/// Whether a folder has the packages that its package-lock.json names.
pub(super) fn find_packages(folder: &Path) -> Result<Option<String>> {
    let lock = folder.join("package-lock.json");
    let wanted = fs::read(&lock).with_context(|| format!("cannot read {}", lock.display()))?;
    let fits = fs::read(folder.join(INSTALLED_FROM)).is_ok_and(|installed| installed == wanted);
    Ok(fits.then(|| "as in its package-lock.json".to_owned()))
}

pub(super) fn make_packages(folder: &Path, log: &Log) -> Result<()> {
    log.step(&format!("npm ci in {}", folder.display()), || {
        npm(folder, &["ci"])
    })?;
    fs::copy(
        folder.join("package-lock.json"),
        folder.join(INSTALLED_FROM),
    )?;
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

fn version_in(package: &Path) -> Option<String> {
    let package: serde_json::Value = serde_json::from_slice(&fs::read(package).ok()?).ok()?;
    Some(package.get("version")?.as_str()?.to_owned())
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
    fn a_package_that_is_not_installed_has_no_version() {
        assert_eq!(version_in(Path::new("/no/such/package.json")), None);
    }
}
