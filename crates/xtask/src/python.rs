//! `cargo xtask python`: the package for Python, tested as its users have it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::host;
use crate::process;
use crate::workshop::Workshop;

/// The build of the wheel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// The build of everything that is tested.
    Tested,
    /// The build that is given away.
    Released,
}

impl Build {
    /// The profile of Cargo.toml.
    fn profile(self) -> &'static str {
        match self {
            Self::Tested => "dev",
            Self::Released => "wheel",
        }
    }
}

/// Asks an interpreter for its version: fit are those from 3.9 on.
const FIT: &str =
    "import sys; assert sys.version_info >= (3, 9); print('Python', sys.version.split()[0])";

/// Builds the wheel, installs it in a fresh virtual environment and runs its tests there. Names the part that the machine lacks.
pub(crate) fn run(workshop: &Workshop, build: Build) -> Result<()> {
    let Some(python) = interpreter(workshop) else {
        return skip("no Python from 3.9 on (`python3`)");
    };
    let own = workshop.root.join("crates/python");
    let folder = workshop.target()?.join("python");
    let environment = folder.join("environment");
    let made = process::read(
        workshop
            .command(&python)
            .args(["-m", "venv", "--clear"])
            .arg(&environment),
    );
    if let Err(reason) = made {
        return skip(&format!(
            "no virtual environment (Debian: apt-get install python3-venv): {reason:#}"
        ));
    }
    let inside = |name: &str| environment.join("bin").join(name);
    let pip = || {
        let mut pip = workshop.command(&inside("python").display().to_string());
        pip.args(["-m", "pip", "install", "--quiet"]);
        pip.arg("--disable-pip-version-check");
        pip
    };
    let install = |packages: &Path| {
        let mut pip = pip();
        pip.args(["--require-hashes", "--only-binary=:all:", "--requirement"]);
        process::read(pip.arg(packages))
    };
    match install(&own.join("build.txt")) {
        Err(reason) if unreached(&reason) => return skip("no maturin: PyPI cannot be reached"),
        done => done?,
    };
    let wheel = wheel(workshop, &inside("maturin"), &folder.join("wheels"), build)?;
    match install(&own.join("tests.txt")) {
        Err(reason) if unreached(&reason) => {
            return skip("no packages for its tests: PyPI cannot be reached");
        }
        done => done?,
    };
    process::show(pip().args(["--no-index", "--no-deps"]).arg(&wheel))?;
    let command = host::command(workshop)?;
    let mut mypy = workshop.command(&inside("mypy").display().to_string());
    mypy.args(["--cache-dir", "/dev/null", "--config-file"]);
    process::show(
        mypy.arg(own.join("pyproject.toml"))
            .args(["--package", "makespan"]),
    )?;
    let mut pytest = workshop.command(&inside("pytest").display().to_string());
    pytest
        .arg("-rs")
        .arg("--rootdir")
        .arg(&own)
        .arg(own.join("tests"));
    pytest
        .env("MAKESPAN", command)
        .env("MAKESPAN_ROOT", &workshop.root);
    process::show(pytest.env("PYTHONDONTWRITEBYTECODE", "1"))?;
    println!("The wheel is {}.", wheel.display());
    Ok(())
}

/// Whether pip met no server, or one without these packages, and not, say, another digest.
fn unreached(reason: &anyhow::Error) -> bool {
    let said = format!("{reason:#}");
    [
        "NewConnectionError",
        "NameResolutionError",
        "ConnectTimeout",
        "ReadTimeout",
        "ProxyError",
        "SSLError",
        "HTTP error",
        "Connection refused",
        "No matching distribution",
    ]
    .iter()
    .any(|sign| said.contains(sign))
}

/// Prints that the tests are skipped, with the reason.
fn skip(reason: &str) -> Result<()> {
    println!("skipped: the package for Python: {reason}");
    Ok(())
}

/// The first interpreter that is new enough.
fn interpreter(workshop: &Workshop) -> Option<String> {
    let mut names = ["python3", "python"].into_iter();
    let found = names.find(|name| process::read(workshop.command(name).args(["-c", FIT])).is_ok());
    found.map(str::to_owned)
}

/// Builds the wheel into a folder that has no other.
fn wheel(workshop: &Workshop, maturin: &Path, folder: &Path, build: Build) -> Result<PathBuf> {
    fs::remove_dir_all(folder).ok();
    let mut command = workshop.command(&maturin.display().to_string());
    command.args([
        "build",
        "--locked",
        "--manifest-path",
        "crates/python/Cargo.toml",
    ]);
    command.args(["--profile", build.profile(), "--out"]);
    process::show(command.arg(folder))?;
    let mut files = fs::read_dir(folder)?
        .filter_map(Result::ok)
        .map(|file| file.path());
    files
        .find(|file| file.extension().is_some_and(|kind| kind == "whl"))
        .with_context(|| format!("maturin left no wheel in {}", folder.display()))
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn a_machine_without_network_is_told_from_a_package_with_another_digest() {
        let offline = "WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError('<pip…>: Failed to establish a new connection')'";
        assert!(unreached(&anyhow!(offline)));
        let closed = "ERROR: No matching distribution found for maturin==1.14.1";
        assert!(unreached(&anyhow!(closed)));
        let digest = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.";
        assert!(!unreached(&anyhow!(digest)));
    }
}
