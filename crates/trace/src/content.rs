//! A set as bytes: its content, exact and compact, for keeping; and the digest that identifies the set.
//!
//! The content is the number of nodes, then for each node the length and the UTF-8 bytes of its name, the number of its runtimes
//! and the bits of each; all numbers as 8 bytes, little-endian. Where the time of a message was measured, its bits in ms come
//! last; the digest leaves them out. The set's own name, positions and hosts are no part of either (own choice: a renamed file
//! still has the same traces).
//!
//! ```
//! let set = trace::synthetic::preset(trace::synthetic::Preset::Peaks, 4, 200, 2006);
//! let again = trace::TraceSet::from_content("again", &set.content())?;
//! assert_eq!(again.digest(), set.digest());
//! # Ok::<(), trace::Error>(())
//! ```

use sha2::{Digest as _, Sha256};

use crate::set::{is_runtime, plain};
use crate::{Error, Node, TraceSet};

/// The number of bytes of a number.
const WORD: usize = 8;
/// The number of runtimes that are written at once.
const PIECE: usize = 1024;

impl TraceSet {
    /// SHA-256 over the [content](self), as 64 lower-case hexadecimal digits.
    ///
    /// Equal for equal names of nodes and equal runtimes; the name of the set, positions and hosts do not count.
    pub fn digest(&self) -> String {
        let hash = || {
            let mut hash = Sha256::new();
            each(self.series(), |bytes| hash.update(bytes));
            hexadecimal(hash)
        };
        self.digest_or(hash).to_owned()
    }

    /// The [content](self): 8 bytes a runtime, and a little for each node.
    pub fn content(&self) -> Vec<u8> {
        write(self.series(), self.message())
    }

    /// The number of bytes of the [content](self).
    pub fn content_length(&self) -> usize {
        let node = |(name, runtimes): (&str, &[f64])| 2 * WORD + name.len() + WORD * runtimes.len();
        let message = usize::from(self.message().is_some()) * WORD;
        WORD + self.series().map(node).sum::<usize>() + message
    }

    /// The set called `name` that has this [content](self).
    ///
    /// # Errors
    /// [`Error::Content`] where the bytes are not the content of a set; the errors of [`TraceSet::new`] for nodes that
    /// no set can have.
    pub fn from_content(name: impl Into<String>, content: &[u8]) -> Result<TraceSet, Error> {
        let mut reader = Reader { content, at: 0 };
        let count = reader.length("there are fewer nodes than it says", 2 * WORD)?;
        let mut nodes = Vec::with_capacity(count);
        for host in 0..count {
            let length = reader.length("a name is cut off", 1)?;
            let at = reader.at;
            let text = reader.take(length).unwrap_or_default();
            let name = str::from_utf8(text).map_err(|_| Error::Content {
                at,
                what: "a name is not text",
            })?;
            if plain(name).trim() != name {
                let what = "a name begins or ends with a blank, or has marks of direction";
                return Err(Error::Content { at, what });
            }
            let length = reader.length("a series is cut off", WORD)?;
            let runtimes = (0..length).map_while(|_| reader.word().map(f64::from_bits));
            nodes.push(Node {
                name: name.to_owned(),
                position: None,
                host,
                runtimes: runtimes.collect(),
            });
        }
        let end = reader.at;
        let message = match content.len() - reader.at {
            WORD => reader.word().map(f64::from_bits),
            _ => None,
        };
        if message.is_some_and(|ms| !is_runtime(ms)) {
            let what = "the time of a message is not above 0 and finite";
            return Err(Error::Content { at: end, what });
        }
        if reader.at < content.len() {
            let (at, what) = (reader.at, "there is more than a set");
            return Err(Error::Content { at, what });
        }
        let set = TraceSet::new(name, nodes)?;
        Ok(match message {
            Some(message) => set.with_message(message),
            None => set,
        })
    }

    fn series(&self) -> impl ExactSizeIterator<Item = (&str, &[f64])> {
        self.nodes()
            .iter()
            .map(|node| (node.name.as_str(), node.runtimes.as_slice()))
    }
}

/// The content of a set with these names and runtimes, and the time of a message, ms, where that was measured.
pub fn write<'a>(
    series: impl ExactSizeIterator<Item = (&'a str, &'a [f64])>,
    message: Option<f64>,
) -> Vec<u8> {
    let mut content = Vec::new();
    each(series, |bytes| content.extend_from_slice(bytes));
    content.extend(message.iter().flat_map(|ms| ms.to_bits().to_le_bytes()));
    content
}

/// Gives the content piece by piece.
fn each<'a>(
    series: impl ExactSizeIterator<Item = (&'a str, &'a [f64])>,
    mut sink: impl FnMut(&[u8]),
) {
    let number = |number: usize| (number as u64).to_le_bytes();
    // Runtimes go in pieces of some kB, as a digest of eight bytes at a time takes longer.
    let mut piece = Vec::with_capacity(PIECE * WORD);
    sink(&number(series.len()));
    for (name, runtimes) in series {
        sink(&number(name.len()));
        sink(name.as_bytes());
        sink(&number(runtimes.len()));
        for runtimes in runtimes.chunks(PIECE) {
            piece.clear();
            for runtime in runtimes {
                piece.extend_from_slice(&runtime.to_bits().to_le_bytes());
            }
            sink(&piece);
        }
    }
}

fn hexadecimal(hash: Sha256) -> String {
    base16ct::lower::encode_string(&hash.finalize())
}

/// A position in the content.
struct Reader<'a> {
    content: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.content.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(taken)
    }

    fn word(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(WORD)?.try_into().ok()?))
    }

    /// A number of things that follow, of at least `each` bytes: never more than there is room for, so that nothing
    /// is allocated for missing things.
    fn length(&mut self, what: &'static str, each: usize) -> Result<usize, Error> {
        let at = self.at;
        let length = self.word().and_then(|length| usize::try_from(length).ok());
        let room = (self.content.len() - self.at) / each;
        length
            .filter(|length| *length <= room)
            .ok_or(Error::Content { at, what })
    }
}
