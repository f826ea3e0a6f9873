//! From bytes to text.

use std::borrow::Cow;
use std::io::Read as _;

use flate2::read::MultiGzDecoder;

use super::MAX_TEXT;
use super::encoding::Encoding;
use crate::Error;

/// The text of a file, its encoding and compression.
pub(super) struct Decoded<'bytes> {
    pub(super) text: Cow<'bytes, str>,
    pub(super) encoding: &'static str,
    pub(super) gzip: bool,
}

/// Files that users take for tables, by their first bytes: their kind, and the advice to the user.
const FORMATS: [(&[u8], &str, &str); 12] = [
    (
        b"PK",
        "an Excel or other zipped file",
        "save its sheet as CSV, or unpack it",
    ),
    (
        b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
        "an Excel file",
        "save it as CSV",
    ),
    (b"\x89PNG", "a PNG picture", "give a CSV file"),
    (b"\xFF\xD8\xFF", "a JPEG picture", "give a CSV file"),
    (b"%PDF", "a PDF document", "give a CSV file"),
    (
        b"BZh",
        "compressed with bzip2",
        "unpack it, or compress it with gzip",
    ),
    (
        b"\xFD7zXZ",
        "compressed with xz",
        "unpack it, or compress it with gzip",
    ),
    (
        b"\x28\xB5\x2F\xFD",
        "compressed with zstd",
        "unpack it, or compress it with gzip",
    ),
    (b"7z\xBC\xAF\x27\x1C", "a 7-Zip archive", "unpack it"),
    (b"PAR1", "a Parquet file", "convert it to CSV"),
    (
        b"SQLite format 3",
        "an SQLite database",
        "export its table as CSV",
    ),
    (b"\x7FELF", "a program", "give a CSV file"),
];
/// Zipped files that name their kind near their start.
const ZIPPED: [(&[u8], &str, &str); 3] = [
    (b"xl/", "an Excel file", "save it as CSV"),
    (b"[Content_Types].xml", "an Excel file", "save it as CSV"),
    (
        b"opendocument.spreadsheet",
        "a spreadsheet of LibreOffice",
        "save it as CSV",
    ),
];

/// Decompresses and decodes a file.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded<'_>, Error> {
    within_limit(bytes.len())?;
    let gzip = bytes.starts_with(b"\x1F\x8B");
    let bytes = if gzip {
        Cow::Owned(inflate(bytes)?)
    } else {
        Cow::Borrowed(bytes)
    };
    if bytes.is_empty() {
        return Err(Error::Empty);
    }
    refuse_other_formats(&bytes)?;

    let encoding = Encoding::of(&bytes);
    let text = match bytes {
        Cow::Borrowed(bytes) => encoding.decode(bytes),
        Cow::Owned(bytes) => Cow::Owned(encoding.decode(&bytes).into_owned()),
    };
    if text.contains('\0') || mostly_controls(&text) {
        return Err(Error::Binary);
    }
    match text.trim_start().chars().next() {
        None => return Err(Error::Empty),
        Some('<') => {
            return Err(Error::Format {
                what: "a web page or an XML file",
                advice: "give a CSV file",
            });
        }
        Some(_) => {}
    }
    let text = if text.contains('\r') && !text.contains('\n') {
        Cow::Owned(text.replace('\r', "\n"))
    } else {
        text
    };
    Ok(Decoded {
        text,
        encoding: encoding.name(),
        gzip,
    })
}

fn within_limit(found: usize) -> Result<(), Error> {
    if found > MAX_TEXT {
        Err(Error::TextTooLarge { found })
    } else {
        Ok(())
    }
}

/// Decompresses, but never more than one byte past the limit.
fn inflate(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let mut inflated = Vec::new();
    MultiGzDecoder::new(bytes)
        .take(MAX_TEXT as u64 + 1)
        .read_to_end(&mut inflated)
        .map_err(|error| Error::Gzip {
            reason: error.to_string(),
        })?;
    within_limit(inflated.len())?;
    Ok(inflated)
}

fn refuse_other_formats(bytes: &[u8]) -> Result<(), Error> {
    let start = bytes.get(..4096).unwrap_or(bytes);
    let zipped = |part: &[u8]| {
        start.starts_with(b"PK\x03\x04") && start.windows(part.len()).any(|w| w == part)
    };
    let zip = ZIPPED.iter().find(|(part, ..)| zipped(part));
    let magic = || FORMATS.iter().find(|(magic, ..)| is_magic(start, magic));
    match zip.or_else(magic) {
        Some((_, what, advice)) => Err(Error::Format { what, advice }),
        None => Ok(()),
    }
}

/// Whether a file starts with a format's mark. A mark of two letters counts only before a control character: a node
/// may be called so.
fn is_magic(start: &[u8], magic: &[u8]) -> bool {
    start.starts_with(magic)
        && (magic.len() > 2 || start.get(magic.len()).is_some_and(u8::is_ascii_control))
}

/// Whether more than one in twenty of the first characters is a control character that no table holds.
fn mostly_controls(text: &str) -> bool {
    let control = |c: char| c.is_control() && !matches!(c, '\t' | '\r' | '\n');
    let (controls, all) = text.chars().take(4096).fold((0, 0), |(controls, all), c| {
        (controls + usize::from(control(c)), all + 1)
    });
    controls * 20 > all
}
