//! Programs that `cargo install` brings, at exact versions.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::Log;
use crate::process;
use crate::workshop::Workshop;

/// A program from crates.io.
pub(super) struct Program {
    /// The name of its file.
    name: &'static str,
    /// The package that has it.
    package: &'static str,
    version: Version,
}

enum Version {
    Exactly(&'static str),
    /// The version of this package in Cargo.lock.
    Of(&'static str),
}

/// Builds the page. The next release asks for a newer Rust than this workspace does.
pub(super) static TRUNK: Program = Program {
    name: "trunk",
    package: "trunk",
    version: Version::Exactly("0.21.14"),
};
/// Writes the JavaScript around a wasm file; refuses one that was made with a library of another version.
pub(super) static BINDGEN: Program = Program {
    name: "wasm-bindgen",
    package: "wasm-bindgen-cli",
    version: Version::Of("wasm-bindgen"),
};
/// Checks licences and sources of dependencies.
pub(super) static DENY: Program = Program {
    name: "cargo-deny",
    package: "cargo-deny",
    version: Version::Exactly("0.20.2"),
};

impl Program {
    fn version(&self, workshop: &Workshop) -> Result<String> {
        match self.version {
            Version::Exactly(version) => Ok(version.to_owned()),
            Version::Of(package) => workshop.locked_version(package),
        }
    }

    pub(super) fn find(&self, workshop: &Workshop) -> Result<Option<String>> {
        let version = self.version(workshop)?;
        let said = process::read(Command::new(workshop.tool(self.name)).arg("--version"));
        let fits = said.is_ok_and(|said| said.trim() == format!("{} {version}", self.name));
        Ok(fits.then_some(version))
    }

    /// Compiles it with the user's own toolchain: it runs on this machine, not in a browser.
    pub(super) fn make(&self, workshop: &Workshop, log: &Log) -> Result<()> {
        let version = self.version(workshop)?;
        let mut cargo = Command::new("cargo");
        cargo
            .current_dir(&workshop.tools)
            .args([
                "install",
                "--quiet",
                "--locked",
                "--force",
                "--no-default-features",
                "--version",
                &version,
                "--root",
            ])
            .arg(&workshop.tools)
            .arg(self.package)
            .env_remove("RUSTC")
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("CARGO_BUILD_TARGET")
            .env("CARGO_TARGET_DIR", build_files(workshop))
            // Quick to compile, and quick enough to run: the page waits for rustc.
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        log.step(
            &format!(
                "cargo install {} {version} (once, takes minutes)",
                self.package
            ),
            || {
                process::read(&mut cargo)
                    .context("it needs crates.io, and a C compiler as Rust itself does")
            },
        )?;
        Ok(())
    }
}

/// The folder of build files that the programs share.
fn build_files(workshop: &Workshop) -> PathBuf {
    workshop.tools.join("build")
}

/// Removes the build files: they are of no use once all programs are there; after a failure they save the next run from starting anew.
pub(super) fn remove_build_files(workshop: &Workshop) {
    fs::remove_dir_all(build_files(workshop)).ok();
}
