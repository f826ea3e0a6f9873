//! The files of a study, in a folder or an archive.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::inputs::NotAllowed;

/// The most bytes that a file of a study may have.
const LARGEST: u64 = 200_000_000;

/// Where the files of a study are.
pub(super) enum Source {
    /// In a folder.
    Folder(PathBuf),
    /// In an archive, whose names begin with this.
    Archive(ZipArchive<BufReader<File>>, String),
}

impl Source {
    /// The study at a path, which has this file, perhaps in a folder.
    pub(super) fn open(path: &Path, list: &str) -> Result<Self> {
        let none = || {
            let path = path.display();
            NotAllowed::because(format!("{path} has no {list}: this is no exported study"))
        };
        if path.is_dir() {
            let within = path.join("study");
            let mut places = [path, &within].into_iter();
            let place = places.find(|place| place.join(list).is_file());
            return place
                .map(|place| Self::Folder(place.to_owned()))
                .ok_or_else(none);
        }
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let archive = ZipArchive::new(BufReader::new(file)).map_err(|error| {
            let file = path.display();
            let why = match error {
                // It is something else.
                ZipError::InvalidArchive(_) => "makespan run FILE checks a scenario file".into(),
                other => other.to_string(),
            };
            NotAllowed::because(format!(
                "{file}: neither a folder nor an archive of a study, nor a certificate; {why}"
            ))
        })?;
        let found = archive.file_names().find_map(|name| {
            let name = name.ok()?;
            let before = name.strip_suffix(list)?;
            let alone =
                before.is_empty() || before.matches('/').count() == 1 && before.ends_with('/');
            alone.then(|| before.to_owned())
        });
        Ok(Self::Archive(archive, found.ok_or_else(none)?))
    }

    /// A file of the study.
    pub(super) fn read(&mut self, name: &str) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        // A file that states less than its size is cut off, too.
        match self {
            Self::Folder(folder) => File::open(folder.join(name))
                .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
                .with_context(|| format!("cannot read {name}"))?,
            Self::Archive(archive, before) => {
                let file = archive.by_name(&format!("{before}{name}"));
                let file = file.with_context(|| format!("cannot read {name}"))?;
                file.take(LARGEST + 1)
                    .read_to_end(&mut bytes)
                    .with_context(|| format!("cannot read {name}"))?
            }
        };
        match bytes.len() as u64 > LARGEST {
            true => Err(anyhow!("{name} has more than {LARGEST} bytes")),
            false => Ok(bytes),
        }
    }
}

/// Refuses names that lead out of the study.
pub(super) fn inside(name: &str) -> Result<()> {
    let mut parts = Path::new(name).components();
    match !name.is_empty() && parts.all(|part| matches!(part, Component::Normal(_))) {
        true => Ok(()),
        false => Err(NotAllowed::because(format!(
            "“{name}” is no file within the study"
        ))),
    }
}
