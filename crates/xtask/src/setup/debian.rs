//! A compiler for wasm from Debian's packages, for machines that cannot reach rustup's server.
//!
//! The packages are unpacked, not installed, so that no right is needed and nothing else on the machine changes. They
//! carry a rustc and the source of its standard library, but no compiled wasm32 one; that is compiled here, once, into
//! the sysroot, after which the folder is an ordinary toolchain.

use std::env;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::wasm::TARGET;
use super::{Log, apt};
use crate::process;
use crate::workshop::Workshop;

/// The only machine for which the packages were tried.
const HOST: &str = "x86_64-unknown-linux-gnu";
const LIBRARIES: &str = "lib/x86_64-linux-gnu";

/// The libraries that libLLVM loads; a thin image may lack some of them.
const LIBRARIES_OF_LLVM: [&str; 13] = [
    "libedit2",
    "libffi8",
    "libxml2",
    "libz3-4",
    "libzstd1",
    "zlib1g",
    "libbsd0",
    "libmd0",
    "libtinfo6",
    "libicu72",
    "liblzma5",
    "libstdc++6",
    "libgcc-s1",
];

/// The folder of the toolchain.
pub(super) fn folder(workshop: &Workshop) -> PathBuf {
    workshop.tools.join("rust")
}

/// Whether a set-up of this folder reached its end. An interrupted one starts anew.
pub(super) fn is_complete(folder: &Path) -> bool {
    folder.join(".complete").exists()
}

pub(super) fn mark_complete(folder: &Path) -> Result<()> {
    fs::write(folder.join(".complete"), "")
        .with_context(|| format!("cannot write into {}", folder.display()))
}

/// cargo stays the user's own; the link follows it when the user's toolchain moves.
pub(super) fn link_cargo(folder: &Path) -> Result<()> {
    let cargo = own_cargo()?;
    let link = folder.join("bin/cargo");
    if fs::read_link(&link).is_ok_and(|target| target == cargo) {
        return Ok(());
    }
    fs::remove_file(&link).ok();
    symlink(&cargo, &link)
        .with_context(|| format!("cannot link {} to {}", link.display(), cargo.display()))
}

/// The program itself, not rustup's stand-in, which would look for a toolchain of its own.
fn own_cargo() -> Result<PathBuf> {
    if let Some(cargo) = env::var_os("CARGO")
        .map(PathBuf::from)
        .filter(|cargo| process::is_program(cargo))
    {
        return Ok(cargo);
    }
    let asked = process::read(Command::new("rustup").args(["which", "cargo"]));
    asked
        .ok()
        .map(|path| PathBuf::from(path.trim()))
        .or_else(|| process::on_path("cargo"))
        .context("there is no cargo; install Rust first")
}

/// Unpacks the packages and compiles the library.
pub(super) fn make(workshop: &Workshop, log: &Log) -> Result<()> {
    if env::consts::ARCH != "x86_64" || !apt::exists() {
        bail!(
            "rustc has no standard library for {TARGET}, rustup could not add it, and the other way needs Debian on \
             x86_64; run `rustup target add {TARGET}` where rustup's server can be reached"
        );
    }
    let names = log.step("asking apt for Debian's rustc", Names::ask)?;
    let folder = folder(workshop);
    let work = workshop.tools.join("work");
    for old in [&folder, &work] {
        fs::remove_dir_all(old).ok();
    }
    let unpacked = work.join("root");
    let packages = names.packages();
    log.step(&format!("downloading {}", packages.join(" ")), || {
        apt::download(&work.join("deb"), &packages)
    })?;
    log.step("unpacking them", || {
        apt::unpack(&work.join("deb"), &unpacked)?;
        lay_out(&unpacked.join("usr"), &folder, &names)?;
        complete_libraries(&work, &folder)
    })?;
    log.step(
        &format!("compiling the standard library for {TARGET}"),
        || compile_library(&unpacked.join("usr/src"), &folder, &work.join("std")),
    )?;
    fs::remove_dir_all(&work).ok();
    Ok(())
}

/// The packages whose names carry a version.
#[derive(Debug, PartialEq, Eq)]
struct Names {
    runtime: String,
    llvm: String,
    /// LLVM's number, e.g. `22`.
    number: String,
}

impl Names {
    fn ask() -> Result<Self> {
        if !apt::offers("rustc-web")? {
            bail!(
                "apt offers no package rustc-web; Debian 12 and later have it, and `apt-get update` may find it. \
                 Or run `rustup target add {TARGET}` where rustup's server can be reached"
            );
        }
        let runtime = numbered(
            apt::dependencies("libstd-rust-web-dev")?,
            "libstd-rust-web-",
        )
        .context("libstd-rust-web-dev names no libstd-rust-web-<version>")?;
        let llvm = numbered(apt::dependencies(&runtime)?, "libllvm")
            .with_context(|| format!("{runtime} names no libllvm<number>"))?;
        let number = llvm.trim_start_matches("libllvm").to_owned();
        Ok(Self {
            runtime,
            llvm,
            number,
        })
    }

    fn packages(&self) -> Vec<String> {
        let Self {
            runtime,
            llvm,
            number,
        } = self;
        // The linker is of the same LLVM as the compiler.
        let named = [
            "rustc-web",
            runtime,
            "libstd-rust-web-dev",
            "rust-web-src",
            llvm,
        ];
        named
            .into_iter()
            .map(str::to_owned)
            .chain([format!("lld-{number}")])
            .collect()
    }
}

/// The first name that is `stem` and then a digit.
fn numbered(names: Vec<String>, stem: &str) -> Option<String> {
    names.into_iter().find(|name| {
        name.strip_prefix(stem)
            .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    })
}

/// Puts the unpacked files where a toolchain has them.
fn lay_out(usr: &Path, folder: &Path, names: &Names) -> Result<()> {
    let (bin, libexec, lib) = (
        folder.join("bin"),
        folder.join("libexec"),
        folder.join("lib"),
    );
    let host_bin = lib.join("rustlib").join(HOST).join("bin");
    for new in [&bin, &libexec, &lib.join("rustlib")] {
        fs::create_dir_all(new)?;
    }
    copy(
        &shared_libraries(&usr.join(LIBRARIES), &["librustc_driver-", "libLLVM"])?,
        &lib,
    )?;
    copy(&[usr.join("lib/rustlib").join(HOST)], &lib.join("rustlib"))?;
    copy(&[usr.join("bin/rustc"), usr.join("bin/rustdoc")], &libexec)?;
    fs::create_dir_all(&host_bin)?;
    // Not a link any more: `copy` follows the one that Debian ships.
    let lld = usr.join(format!("lib/llvm-{}/bin/lld", names.number));
    fs::copy(&lld, libexec.join("lld"))
        .with_context(|| format!("cannot copy {}", lld.display()))?;

    wrap(&bin.join("rustc"), folder, "rustc")?;
    wrap(&bin.join("rustdoc"), folder, "rustdoc")?;
    // With this name and in this place the compiler finds its linker without being told.
    wrap(&host_bin.join("rust-lld"), folder, "lld")?;
    link_cargo(folder)
}

/// Debian's programs have no run path: a script tells them where their libraries are, with or without rustup.
fn wrap(script: &Path, folder: &Path, program: &str) -> Result<()> {
    let (lib, program) = (folder.join("lib"), folder.join("libexec").join(program));
    let text = format!(
        "#!/bin/sh\nLD_LIBRARY_PATH=\"{}${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}\" exec \"{}\" \"$@\"\n",
        lib.display(),
        program.display()
    );
    fs::write(script, text)?;
    fs::set_permissions(script, fs::Permissions::from_mode(0o755))?;
    Ok(())
}

/// Puts beside libLLVM the libraries that it loads and the machine lacks.
fn complete_libraries(work: &Path, folder: &Path) -> Result<()> {
    if !lacks_libraries(folder)? {
        return Ok(());
    }
    let (packages, unpacked) = (work.join("more-deb"), work.join("more-root"));
    for package in LIBRARIES_OF_LLVM {
        // Not every release has all of them under these names; a run of rustc shows whether that matters.
        apt::download(&packages, &[package.to_owned()]).ok();
    }
    apt::unpack(&packages, &unpacked)?;
    for part in ["usr", "."] {
        let from = unpacked.join(part).join(LIBRARIES);
        if from.is_dir() {
            copy(&shared_libraries(&from, &["lib"])?, &folder.join("lib"))?;
        }
    }
    Ok(())
}

fn lacks_libraries(folder: &Path) -> Result<bool> {
    let lib = folder.join("lib");
    let drivers = shared_libraries(&lib, &["librustc_driver-"])?;
    for program in drivers.into_iter().chain([folder.join("libexec/lld")]) {
        let mut ldd = Command::new("ldd");
        ldd.arg(&program)
            .env("LD_LIBRARY_PATH", &lib)
            .env("LC_ALL", "C");
        if process::read(&mut ldd)?.contains("not found") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The shared libraries of a folder whose names begin in one of these ways.
fn shared_libraries(folder: &Path, stems: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if stems.iter().any(|stem| name.starts_with(stem)) && name.contains(".so") {
            found.push(entry.path());
        }
    }
    Ok(found)
}

/// Copies files, links and folders as they are. `cp` knows how; this runs on Debian alone.
fn copy(from: &[PathBuf], to: &Path) -> Result<()> {
    process::read(Command::new("cp").arg("--archive").args(from).arg(to))?;
    Ok(())
}

/// Compiles std by plain cargo on the library's own workspace, from its own lock file.
fn compile_library(sources: &Path, folder: &Path, target: &Path) -> Result<()> {
    let source = fs::read_dir(sources)?
        .flatten()
        .find(|entry| entry.file_name().to_string_lossy().starts_with("rustc-"))
        .map(|entry| entry.path())
        .context("Debian's source of rustc is not where it used to be")?;
    // This file would ask rustup for the toolchain that Rust's own developers use.
    fs::remove_file(source.join("rust-toolchain.toml")).ok();
    let library = source.join("library");

    let mut cargo = Command::new(folder.join("bin/cargo"));
    cargo
        .current_dir(&library)
        .args(["build", "--quiet", "--release", "--locked", "--package", "sysroot", "--target", TARGET])
        .args(["--features", "panic-unwind,compiler-builtins-mem"])
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO_BUILD_TARGET")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("RUSTC", folder.join("bin/rustc"))
        // The standard library is written in a Rust of its own.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1")
        // Bitcode lets programs be optimised together with it; the marker keeps its dependencies out of their way.
        .env(
            "RUSTFLAGS",
            format!(
                "-Cembed-bitcode=yes -Zforce-unstable-if-unmarked --remap-path-prefix={}=/rustc/library",
                library.display()
            ),
        );
    process::read(&mut cargo)?;

    let compiled = target.join(TARGET).join("release/deps");
    let to = folder.join("lib/rustlib").join(TARGET).join("lib");
    fs::create_dir_all(&to)?;
    for entry in fs::read_dir(&compiled)? {
        let file = entry?.path();
        if let (Some(name), Some("rlib")) = (
            file.file_name(),
            file.extension().and_then(|extension| extension.to_str()),
        ) {
            fs::copy(&file, to.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_dependencies_the_numbered_one_is_taken() {
        let names = || {
            ["libstd-rust-web-dev", "libstd-rust-web-1.96", "libc6"]
                .map(str::to_owned)
                .to_vec()
        };
        assert_eq!(
            numbered(names(), "libstd-rust-web-").as_deref(),
            Some("libstd-rust-web-1.96")
        );
        assert_eq!(numbered(names(), "libllvm"), None);
    }

    #[test]
    fn the_linker_is_of_the_same_llvm_as_the_compiler() {
        let names = Names {
            runtime: "libstd-rust-web-1.96".into(),
            llvm: "libllvm22".into(),
            number: "22".into(),
        };
        assert!(names.packages().contains(&"lld-22".to_owned()));
    }
}
