//! Encodings: UTF-8, UTF-16 and, for all else, windows-1252, as the Encoding Standard has them.
//!
//! A library for all encodings would bring the tables of East Asian ones, a third of a browser's download for the
//! models; the tests compare this module with one.

use std::borrow::Cow;

/// The encodings of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
    Windows1252,
}

/// The characters of windows-1252 where Latin-1 has a second set of control characters, from 0x80 on.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

impl Encoding {
    /// By the byte order mark, by the zero bytes of UTF-16, by validity.
    pub(super) fn of(bytes: &[u8]) -> Self {
        for encoding in [Self::Utf8, Self::Utf16Le, Self::Utf16Be] {
            if bytes.starts_with(encoding.mark()) {
                return encoding;
            }
        }
        let start = bytes.get(..512).unwrap_or(bytes);
        let pairs = start.chunks_exact(2).len();
        let zeros = |at: usize| {
            let one_zero = |pair: &&[u8]| {
                pair.iter().position(|byte| *byte == 0) == Some(at) && pair.iter().any(|b| *b != 0)
            };
            start.chunks_exact(2).filter(one_zero).count()
        };
        // Digits and separators are ASCII: one byte of each pair is zero nearly always.
        if pairs > 0 && zeros(1) * 10 >= pairs * 9 {
            Self::Utf16Le
        } else if pairs > 0 && zeros(0) * 10 >= pairs * 9 {
            Self::Utf16Be
        } else if std::str::from_utf8(bytes).is_ok() {
            Self::Utf8
        } else {
            Self::Windows1252
        }
    }

    /// Its name in the Encoding Standard.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Windows1252 => "windows-1252",
        }
    }

    /// Its byte order mark, or nothing.
    fn mark(self) -> &'static [u8] {
        match self {
            Self::Utf8 => b"\xEF\xBB\xBF",
            Self::Utf16Le => b"\xFF\xFE",
            Self::Utf16Be => b"\xFE\xFF",
            Self::Windows1252 => b"",
        }
    }

    /// The text without its mark; bytes that are no character become U+FFFD.
    pub(super) fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        let bytes = bytes.strip_prefix(self.mark()).unwrap_or(bytes);
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes),
            Self::Utf16Le => utf_16(bytes, u16::from_le_bytes),
            Self::Utf16Be => utf_16(bytes, u16::from_be_bytes),
            Self::Windows1252 => Cow::Owned(bytes.iter().map(|byte| windows_1252(*byte)).collect()),
        }
    }
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Cow<'_, str> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let replaced = |decoded: Result<char, _>| decoded.unwrap_or(char::REPLACEMENT_CHARACTER);
    let mut text: String = char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .map(replaced)
        .collect();
    // Half a unit: with the half of a pair before it, it is one mistake, not two.
    let high = |pair: &[u8; 2]| (0xD800..0xDC00).contains(&unit(*pair));
    if !rest.is_empty() && !pairs.last().is_some_and(high) {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    Cow::Owned(text)
}

fn windows_1252(byte: u8) -> char {
    let special = byte
        .checked_sub(0x80)
        .and_then(|place| WINDOWS_1252.get(usize::from(place)));
    special.copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "the library asks the processor in assembly")]
        fn a_library_of_all_encodings_decodes_the_same(
            bytes in prop::collection::vec(any::<u8>(), 0..200), ascii in "[ -~]{0,40}"
        ) {
            let pairs = [
                (Encoding::Utf8, encoding_rs::UTF_8),
                (Encoding::Utf16Le, encoding_rs::UTF_16LE),
                (Encoding::Utf16Be, encoding_rs::UTF_16BE),
                (Encoding::Windows1252, encoding_rs::WINDOWS_1252),
            ];
            for (own, library) in pairs {
                prop_assert_eq!(own.name(), library.name());
                for bytes in [&bytes[..], ascii.as_bytes(), &[own.mark(), &bytes].concat()] {
                    prop_assert_eq!(own.decode(bytes), library.decode_with_bom_removal(bytes).0);
                }
            }
        }
    }

    #[test]
    fn every_byte_of_windows_1252_is_the_librarys() {
        let bytes: Vec<u8> = (0..=255).collect();
        let library = encoding_rs::WINDOWS_1252
            .decode_without_bom_handling(&bytes)
            .0;
        assert_eq!(Encoding::Windows1252.decode(&bytes), library);
    }
}
