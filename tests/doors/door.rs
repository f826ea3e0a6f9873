//! A door, and the inputs that are kept for it.

use std::fs;
use std::path::{Path, PathBuf};

/// A door: the first inputs, and the function that takes an input or not.
pub(crate) struct Door {
    pub(crate) seeds: Vec<Vec<u8>>,
    pub(crate) open: fn(&[u8]) -> bool,
}

/// The folder of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The contents of all small files in a folder, one by one.
pub(crate) fn files(folder: &str) -> Vec<Vec<u8>> {
    let all = fs::read_dir(root().join(folder)).unwrap();
    let mut all: Vec<PathBuf> = all.map(|file| file.unwrap().path()).collect();
    all.sort();
    let files = all.iter().filter(|path| path.is_file());
    let small = files.filter(|path| path.metadata().unwrap().len() < 60_000);
    small.map(|path| fs::read(path).unwrap()).collect()
}

pub(crate) fn bytes(text: impl Into<String>) -> Vec<u8> {
    text.into().into_bytes()
}

/// Inputs of a door that broke something once, or that reach code that no other input does.
pub(crate) fn kept(name: &str) -> Vec<Vec<u8>> {
    let folder = format!("tests/doors/corpus/{name}");
    match root().join(&folder).is_dir() {
        true => files(&folder),
        false => Vec::new(),
    }
}
