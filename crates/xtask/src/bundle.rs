//! `cargo xtask bundle`: the page and the module for any static host.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::module;
use crate::page;
use crate::process;
use crate::setup;
use crate::sizes;
use crate::workshop::Workshop;

/// Builds the bundle, weighs it, and copies it into the given folder.
pub(crate) fn run(workshop: &Workshop, out: Option<&Path>, address: Option<&str>) -> Result<()> {
    let Built { bundle, module } = build(workshop)?;
    println!("\n{}", sizes::table(&bundle)?);
    sizes::Parts::of(&bundle, &module)?.hold()?;
    if let Some(address) = address {
        previews(workshop, &bundle, address)?;
    }
    let place = match out {
        None => &bundle,
        Some(out) => {
            copy_into(&bundle, out)?;
            out
        }
    };
    println!(
        "The page is in {}, the module in its folder “module”; put it on any static host, under any path.",
        place.display()
    );
    Ok(())
}

/// The folders of a build.
pub(crate) struct Built {
    /// Page and module.
    pub(crate) bundle: PathBuf,
    /// The module alone.
    module: PathBuf,
}

/// Builds the page into `target/bundle`, and the module into its folder `module`.
///
/// The build empties its folder first, so it always has one of its own; a folder of the user's is only added to.
pub(crate) fn build(workshop: &Workshop) -> Result<Built> {
    let bundle = workshop.root.join("target/bundle");
    page::build_into(workshop, &bundle)?;
    let module = module::build(workshop)?;
    copy_into(&module, &bundle.join("module"))?;
    Ok(Built { bundle, module })
}

/// Builds as [`run`], and adds to the folder the files that a static host serves well: compressed copies, headers as files
/// for the usual hosts, and a page for addresses that do not exist.
pub(crate) fn publish(workshop: &Workshop, out: &Path, address: Option<&str>) -> Result<()> {
    run(workshop, Some(out), address)?;
    let mut node = workshop.command("node");
    node.arg(workshop.root.join("web/publish/publish.mjs"));
    node.arg(std::path::absolute(out)?);
    node.args(address.iter().flat_map(|address| ["--address", address]));
    process::show(&mut node)
}

/// Adds the small pages that describe a preset to other sites; a browser makes their pictures.
fn previews(workshop: &Workshop, bundle: &Path, address: &str) -> Result<()> {
    setup::ensure(workshop, &setup::FOR_BROWSER_TESTS)?;
    let mut node = workshop.command("node");
    node.arg(workshop.root.join("web/previews/previews.mjs"));
    node.arg(bundle).arg(address);
    process::show(node.env("CHROMIUM", setup::browser_path()?))
}

/// Copies all files of a folder into another one, over files of the same name.
fn copy_into(from: &Path, to: &Path) -> Result<()> {
    for file in sizes::files_of(from)? {
        let target = to.join(&file);
        let copied = target
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::copy(from.join(&file), &target));
        copied.with_context(|| format!("cannot write {}", target.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_is_added_to_what_is_there_already() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir(from.path().join("snippets")).unwrap();
        fs::write(from.path().join("snippets/a.js"), "new").unwrap();
        fs::write(to.path().join("CNAME"), "mine").unwrap();
        copy_into(from.path(), to.path()).unwrap();
        assert_eq!(
            fs::read_to_string(to.path().join("snippets/a.js")).unwrap(),
            "new"
        );
        assert_eq!(fs::read_to_string(to.path().join("CNAME")).unwrap(), "mine");
    }
}
