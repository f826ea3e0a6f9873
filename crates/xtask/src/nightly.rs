//! The nightly compiler, for chores that only it can do. The project is built without it.

use anyhow::{Context, Result};

use crate::process;
use crate::workshop::Workshop;

/// The name of an installed nightly toolchain that has these components, in rustup's words.
///
/// # Errors
/// In words for people: the reason why there is none, and the way to get it.
pub(crate) fn toolchain(workshop: &Workshop, components: &[&str]) -> Result<String> {
    let rustup = |arguments: &[&str]| process::read(workshop.command("rustup").args(arguments));
    let all = rustup(&["toolchain", "list"]).unwrap_or_default();
    let found = names(&all).find(|name| {
        let installed = ["component", "list", "--installed", "--toolchain", name];
        rustup(&installed).is_ok_and(|parts| components.iter().all(|one| has(&parts, one)))
    });
    let names = components.join(",");
    found.map(str::to_owned).with_context(|| {
        format!(
            "rustup has no nightly toolchain with {names}; `rustup toolchain install nightly --component {names}` brings it"
        )
    })
}

/// The nightly toolchains of rustup's list.
fn names(listed: &str) -> impl Iterator<Item = &str> {
    let first = listed.lines().filter_map(|line| line.split(' ').next());
    first.filter(|name| name.starts_with("nightly"))
}

/// Whether a component is installed; rustup adds the machine's name to most.
fn has(installed: &str, component: &str) -> bool {
    installed.lines().any(|line| {
        let rest = line.strip_prefix(component);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nightly_toolchain_is_found_with_its_components() {
        let listed = "stable-x86_64-unknown-linux-gnu (active, default)\nnightly-x86_64-unknown-linux-gnu\n1.95.0\n";
        let found: Vec<&str> = names(listed).collect();
        assert_eq!(found, ["nightly-x86_64-unknown-linux-gnu"]);
        let installed = "cargo-x86_64-unknown-linux-gnu\nmiri-x86_64-unknown-linux-gnu\nrust-src\n";
        assert!(has(installed, "miri") && has(installed, "rust-src"));
        assert!(!has(installed, "rustc") && !has(installed, "mir"));
    }
}
