//! Debian's packages: asking for them, downloading, unpacking and installing them.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};

use crate::process;

/// apt refuses to run twice at once, and two lanes of the set-up may want it. Holds whether its lists are fresh.
static APT: Mutex<bool> = Mutex::new(false);

fn turn() -> MutexGuard<'static, bool> {
    // A flag cannot be left half written.
    APT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether this machine has apt.
pub(super) fn exists() -> bool {
    process::on_path("apt-get").is_some()
}

/// The command that runs apt with the rights to install: as root, or by a sudo that asks for no password.
pub(super) fn installer() -> Option<Command> {
    if !exists() {
        return None;
    }
    if rustix::process::geteuid().is_root() {
        return Some(Command::new("apt-get"));
    }
    let mut sudo = Command::new("sudo");
    sudo.args(["-n", "true"]);
    process::read(&mut sudo).ok()?;
    let mut apt = Command::new("sudo");
    apt.args(["-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    Some(apt)
}

/// Whether apt offers a package; a machine without lists of packages fetches them first.
pub(super) fn offers(package: &str) -> Result<bool> {
    let mut fresh = turn();
    if candidate(package)? {
        return Ok(true);
    }
    // Without the rights, the lists that are there have the last word.
    if refresh(&mut fresh).is_err() {
        return Ok(false);
    }
    candidate(package)
}

fn candidate(package: &str) -> Result<bool> {
    let policy = process::read(
        Command::new("apt-cache")
            .args(["policy", package])
            .env("LC_ALL", "C"),
    )?;
    Ok(candidate_in(&policy).is_some())
}

/// The packages that a package needs.
pub(super) fn dependencies(package: &str) -> Result<Vec<String>> {
    let mut command = Command::new("apt-cache");
    command
        .args(["depends", "--important", package])
        .env("LC_ALL", "C");
    Ok(depends_in(&process::read(&mut command)?))
}

/// Fetches the lists of packages, once.
fn refresh(fresh: &mut bool) -> Result<()> {
    if !*fresh {
        let mut apt =
            installer().context("apt's lists are out of date, and only root may refresh them")?;
        process::read(apt.args(["-qq", "update"]))?;
        *fresh = true;
    }
    Ok(())
}

/// Downloads packages into a folder, without installing them; no rights are needed.
pub(super) fn download(folder: &Path, packages: &[String]) -> Result<()> {
    let mut fresh = turn();
    fs::create_dir_all(folder)?;
    let fetch = || {
        let mut apt = Command::new("apt-get");
        apt.current_dir(folder)
            .args(["-qq", "-o", "APT::Sandbox::User=root", "download"])
            .args(packages);
        process::read(&mut apt)
    };
    // A list that is some weeks old names files that are gone.
    fetch().or_else(|error| {
        refresh(&mut fresh)
            .map_err(|_| error)
            .and_then(|()| fetch())
    })?;
    Ok(())
}

/// Unpacks every package of a folder.
pub(super) fn unpack(packages: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(packages)? {
        process::read(
            Command::new("dpkg-deb")
                .arg("--extract")
                .arg(entry?.path())
                .arg(to),
        )?;
    }
    Ok(())
}

/// Installs a package on this machine, without the packages that it only recommends.
pub(super) fn install(package: &str) -> Result<()> {
    let mut fresh = turn();
    let attempt = || {
        let Some(mut apt) = installer() else {
            bail!("only root may install {package}")
        };
        apt.args(["-qq", "-y", "--no-install-recommends", "install", package]);
        process::read(apt.env("DEBIAN_FRONTEND", "noninteractive"))
    };
    attempt().or_else(|error| {
        refresh(&mut fresh)
            .map_err(|_| error)
            .and_then(|()| attempt())
    })?;
    Ok(())
}

/// The version that `apt-cache policy` would install.
fn candidate_in(policy: &str) -> Option<&str> {
    let version = policy
        .lines()
        .find_map(|line| line.trim().strip_prefix("Candidate:"))?
        .trim();
    (version != "(none)").then_some(version)
}

/// The names after `Depends:`; alternatives are marked by a bar, virtual packages by angle brackets.
fn depends_in(depends: &str) -> Vec<String> {
    let names = depends
        .lines()
        .filter_map(|line| line.trim().trim_start_matches('|').strip_prefix("Depends:"));
    names.map(|name| name.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_that_apt_can_install_has_a_candidate() {
        let policy = "rustc-web:\n  Installed: (none)\n  Candidate: 1.96.0+dfsg1-1~deb12u2\n  Version table:\n";
        assert_eq!(candidate_in(policy), Some("1.96.0+dfsg1-1~deb12u2"));
    }

    #[test]
    fn a_package_that_apt_only_knows_by_name_has_no_candidate() {
        assert_eq!(
            candidate_in("chromium:\n  Installed: (none)\n  Candidate: (none)\n"),
            None
        );
        assert_eq!(candidate_in(""), None);
    }

    #[test]
    fn dependencies_are_read_with_their_alternatives() {
        let depends = "libstd-rust-web-1.96\n  Depends: libc6\n |Depends: libgcc-s1\n  Depends: libllvm22\n    <x>\n";
        assert_eq!(depends_in(depends), ["libc6", "libgcc-s1", "libllvm22"]);
    }
}
