//! A browser for the tests: one that is there, or Debian's Chromium.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{Log, apt};
use crate::process;
use crate::workshop::Workshop;

/// The names of browsers on the PATH, in the order of the search.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
/// The browsers' places on macOS, where they are on no PATH.
const APPLICATIONS: [&str; 2] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// The browser that the tests start.
pub(crate) fn path() -> Result<PathBuf> {
    Ok(choose()?.context("no browser; run `cargo xtask setup`")?.0)
}

/// A browser and the version that it tells. If `CHROMIUM` is set, only the browser that it names is looked at.
fn choose() -> Result<Option<(PathBuf, String)>> {
    if let Some(chosen) = env::var_os("CHROMIUM").filter(|chosen| !chosen.is_empty()) {
        let chosen = PathBuf::from(chosen);
        let version = version(&chosen)
            .context("CHROMIUM is set, but not to a browser that can be started")?;
        return Ok(Some((chosen, version)));
    }
    let there = NAMES
        .iter()
        .filter_map(|name| process::on_path(name))
        .chain(APPLICATIONS.iter().map(PathBuf::from));
    Ok(there
        .filter(|file| process::is_program(file))
        .find_map(|file| {
            // Some systems ship a script that only says where to get the browser.
            let version = version(&file).ok()?;
            Some((file, version))
        }))
}

fn version(browser: &Path) -> Result<String> {
    let said = process::read(Command::new(browser).arg("--version"))?;
    Ok(said.trim().to_owned())
}

pub(super) fn find(_: &Workshop) -> Result<Option<String>> {
    Ok(choose()?.map(|(path, version)| format!("{version}, {}", path.display())))
}

pub(super) fn make(_: &Workshop, log: &Log) -> Result<()> {
    if apt::installer().is_none() || !apt::offers("chromium")? {
        bail!(
            "the browser tests need Chromium or Chrome, and apt cannot install it here: \
             install one yourself, or set CHROMIUM to the path of one"
        );
    }
    log.say(
        "no browser found: this installs Debian's Chromium for all users of this machine; \
         to use another one, interrupt and set CHROMIUM to its path",
    );
    log.step("apt-get install chromium", || apt::install("chromium"))
}
