//! The finished points of a study, line by line.
//!
//! A line has the first sixteen hexadecimal digits of the SHA-256 of its JSON, a blank, and the JSON. The first line names
//! study and shard, each other one has the result of a point, in the order in which the points finished. Lines are only added.
//! A torn line at the end is cut off, and a line that does not match its digits does not count: its point runs again.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use study::{Plan, Ran};

use crate::{Error, Shard, at};

/// The name of the journal in a study's folder.
pub const NAME: &str = "journal.txt";

/// The number of digits of its SHA-256 at the beginning of a line.
const DIGITS: usize = 16;

/// The study and shard of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The plan's digest.
    pub plan: String,
    /// The version of the program.
    pub version: String,
    /// The number of points of the study.
    pub points: u64,
    /// The shard.
    pub shard: Shard,
}

impl Header {
    /// The header of a shard of a plan, written by this program.
    #[must_use]
    pub fn of(plan: &Plan, shard: Shard) -> Self {
        Self {
            plan: plan.digest(),
            version: env!("CARGO_PKG_VERSION").into(),
            points: plan.points(),
            shard,
        }
    }
}

/// A journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    header: Header,
    /// The position of the next line.
    end: u64,
    /// The finished points, in the order of the lines, with the position of each line.
    done: Vec<(u64, u64)>,
    /// Lines that did not match their digits.
    spoilt: usize,
}

impl Journal {
    /// Opens the journal of a folder for writing, and begins one if there is none. Nobody else writes to it meanwhile.
    ///
    /// # Errors
    /// If it belongs to another plan, version or shard, another program writes to it, or it cannot be read or written.
    pub fn open(folder: &Path, header: &Header) -> Result<Self, Error> {
        fs::create_dir_all(folder).map_err(at(folder))?;
        let path = folder.join(NAME);
        let opened = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path);
        let file = opened.map_err(at(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::NotAllowed(format!(
                    "{}: another sweep writes here; wait for its end, or take another folder",
                    path.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(at(&path)(error)),
        }
        let mut journal = Self::read(path, file)?;
        match &journal.header {
            known if known == header => {}
            known if known.plan.is_empty() => {
                journal.header = header.clone();
                journal.truncate()?;
                let line = line(header).map_err(at(&journal.path))?;
                journal.append(&line).map_err(at(&journal.path))?;
            }
            known => return Err(Error::NotAllowed(differs(&journal.path, known, header))),
        }
        journal.truncate()?;
        Ok(journal)
    }

    /// Opens the journal of a folder for reading.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn find(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(NAME);
        let file = File::open(&path).map_err(at(&path))?;
        let journal = Self::read(path, file)?;
        match journal.header.plan.is_empty() {
            true => Err(Error::NotAllowed(format!(
                "{}: this is no journal of a study",
                journal.path.display()
            ))),
            false => Ok(journal),
        }
    }

    fn read(path: PathBuf, file: File) -> Result<Self, Error> {
        let mut journal = Self {
            header: Header {
                plan: String::new(),
                version: String::new(),
                points: 0,
                shard: Shard::WHOLE,
            },
            end: 0,
            done: Vec::new(),
            spoilt: 0,
            path,
            file,
        };
        let scanned = journal.scan();
        scanned.map_err(at(&journal.path))?;
        Ok(journal)
    }

    /// Reads the lines of the file.
    fn scan(&mut self) -> io::Result<()> {
        /// The point of a line: the rest is read on demand.
        #[derive(Deserialize)]
        struct Point {
            place: u64,
        }
        let mut reader = BufReader::new(&self.file);
        let mut seen = HashSet::new();
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let length = reader.read_until(b'\n', &mut bytes)? as u64;
            if bytes.pop_if(|last| *last == b'\n').is_none() {
                // The file ends here, or with a torn line.
                return Ok(());
            }
            let start = self.end;
            let json = checked(&bytes);
            if start == 0 {
                let header = json.and_then(|json| serde_json::from_slice(json).ok());
                match header {
                    Some(header) => self.header = header,
                    None => return Ok(()),
                }
            } else {
                match json.and_then(|json| serde_json::from_slice::<Point>(json).ok()) {
                    Some(point) if seen.insert(point.place) => self.done.push((point.place, start)),
                    Some(_) => {}
                    None => self.spoilt += 1,
                }
            }
            self.end = start + length;
        }
    }

    /// Cuts off the bytes after the last whole line.
    fn truncate(&mut self) -> Result<(), Error> {
        self.file.set_len(self.end).map_err(at(&self.path))
    }

    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        let written = self.file.write_all(line);
        if written.is_err() {
            // The next reader would cut off a torn line anyway; this spares it the work.
            let _ = self.file.set_len(self.end);
            return written;
        }
        self.end += line.len() as u64;
        Ok(())
    }

    /// Adds the result of a point.
    ///
    /// # Errors
    /// If it cannot be written, as on a full disk: then the journal is unchanged.
    pub fn add(&mut self, ran: &Ran) -> io::Result<()> {
        let start = self.end;
        self.append(&line(ran)?)?;
        self.done.push((ran.place, start));
        Ok(())
    }

    /// Makes added lines survive a power failure.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The study and shard of this journal.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The finished points, in the order of the lines, with the position of each line.
    #[must_use]
    pub fn done(&self) -> &[(u64, u64)] {
        &self.done
    }

    /// The number of lines that did not match their digits.
    #[must_use]
    pub fn spoilt(&self) -> usize {
        self.spoilt
    }

    /// Whether all points of the shard are finished.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let all = self.header.shard.places(self.header.points).count();
        self.done.len() == all
    }

    /// Reads the result of a point from the line at `start`.
    ///
    /// # Errors
    /// If the file was changed meanwhile.
    pub fn at(&mut self, start: u64) -> Result<Ran, Error> {
        let read = (|| {
            self.file.seek(SeekFrom::Start(start))?;
            let mut bytes = Vec::new();
            let mut reader = BufReader::with_capacity(1 << 16, (&self.file).take(self.end - start));
            reader.read_until(b'\n', &mut bytes)?;
            bytes.pop();
            let changed = || io::Error::new(io::ErrorKind::InvalidData, "a line has changed");
            let json = checked(&bytes).ok_or_else(changed)?;
            // It is as it was written, by a program with other results.
            serde_json::from_slice(json).map_err(|error| {
                let other = format!("a line does not hold the result of a point: {error}");
                io::Error::new(io::ErrorKind::InvalidData, other)
            })
        })();
        read.map_err(at(&self.path))
    }
}

/// A line with its digits.
fn line(content: &impl Serialize) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(content)?;
    let mut line = digits(&json).into_bytes();
    line.push(b' ');
    line.extend(json);
    line.push(b'\n');
    Ok(line)
}

/// The JSON of a line that matches its digits.
fn checked(line: &[u8]) -> Option<&[u8]> {
    let (own, rest) = line.split_at_checked(DIGITS)?;
    let json = rest.strip_prefix(b" ")?;
    (digits(json).as_bytes() == own).then_some(json)
}

fn digits(json: &[u8]) -> String {
    let mut digits = base16ct::lower::encode_string(&Sha256::digest(json));
    digits.truncate(DIGITS);
    digits
}

/// The message that states the difference of two headers.
pub(crate) fn differs(path: &Path, known: &Header, wanted: &Header) -> String {
    let path = path.display();
    if known.plan != wanted.plan {
        return format!(
            "{path}: this belongs to another plan; allowed: the same plan, or another folder"
        );
    }
    if known.version != wanted.version {
        let (known, wanted) = (&known.version, &wanted.version);
        return format!(
            "{path}: this was made by version {known}, and this is version {wanted}; allowed: one version a study"
        );
    }
    let (known, wanted) = (known.shard, wanted.shard);
    format!("{path}: this is shard {known}, not {wanted}; allowed: one folder a shard")
}
