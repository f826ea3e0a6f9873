//! How one input is derived from others: bytes, numbers, words, lines and pieces of text between brackets are changed, left out,
//! repeated, or put in the place of others.

use rand::RngExt;
use trace::random::Random;

/// The longest input.
const LONGEST: usize = 60_000;

/// The replacements of numbers and words: the ends of ranges, texts that are no number, words with a meaning somewhere.
const WORDS: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "255",
    "65536",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "1e300",
    "1e308",
    "1e-320",
    "-0",
    "0.1",
    "NaN",
    "Infinity",
    "-inf",
    "1e999",
    "null",
    "true",
    "{}",
    "[]",
    "\"\"",
    "[[[[[[[[",
    "{\"a\":",
    "\u{feff}",
    "\u{202e}",
    "\u{0}",
    "é",
    "𝛽",
    "<img src=x onerror=alert(1)>",
    "$(id)",
    "../..",
    "\\u0000",
    "\\ud800",
    "\r",
    "\t",
    ";",
    ",",
    ".",
    "#",
    "=",
    "&",
    "%",
    "%00",
    "+",
    "p=",
    "v1.",
    "::",
    "1/0",
    "5/2",
];

/// A few changes of an input, with pieces of these.
pub(crate) fn change_some(input: &mut Vec<u8>, pool: &[Vec<u8>], random: &mut Random) {
    for _ in 0..random.random_range(1..=4_usize) {
        change(input, pool, random);
        input.truncate(LONGEST);
    }
}

fn chosen<'p>(pool: &'p [Vec<u8>], random: &mut Random) -> &'p [u8] {
    &pool[random.random_range(0..pool.len())]
}

/// A place within a length, its end included.
fn place(length: usize, random: &mut Random) -> usize {
    random.random_range(0..=length)
}

fn change(input: &mut Vec<u8>, pool: &[Vec<u8>], random: &mut Random) {
    let word = |random: &mut Random| WORDS[random.random_range(0..WORDS.len())].as_bytes();
    let kind = random.random_range(0..12_u32);
    let range = match kind {
        // A number.
        0..=2 => piece(input, random, |byte| {
            byte.is_ascii_digit() || b".eE+-".contains(&byte)
        }),
        // A word.
        3 | 4 => piece(input, random, |byte| {
            byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128
        }),
        // The text between separators.
        5 | 6 => piece(input, random, |byte| !b",;:{}[]()\"\n\t &=".contains(&byte)),
        // Lines.
        7 | 8 => piece(input, random, |byte| byte != b'\n'),
        // Any bytes.
        _ => {
            let start = place(input.len(), random);
            let end = input.len().min(start + random.random_range(0..16_usize));
            start..end
        }
    };
    let with: Vec<u8> = match (kind, random.random_range(0..6_u32)) {
        // One bit, where it is not the structure that changes.
        (9, _) => {
            let mut bytes = input[range.clone()].to_vec();
            if let Some(first) = bytes.first_mut() {
                *first ^= 1 << random.random_range(0..8_u32);
            }
            bytes
        }
        (_, 0) => Vec::new(),
        (_, 1) => input[range.clone()].repeat(2),
        // A piece of another input, from where it may well fit.
        (_, 2) => {
            let other = chosen(pool, random);
            let start = place(other.len(), random);
            let length = random.random_range(0..200_usize);
            other[start..other.len().min(start + length)].to_vec()
        }
        // A number close by.
        (0..=2, 3) => {
            let text = String::from_utf8_lossy(&input[range.clone()]).into_owned();
            let by = [-1, 1, 2, 1_000][random.random_range(0..4_usize)];
            let near = text
                .parse::<i64>()
                .ok()
                .and_then(|number| number.checked_add(by));
            near.map_or_else(
                || word(random).to_vec(),
                |near| near.to_string().into_bytes(),
            )
        }
        _ => word(random).to_vec(),
    };
    input.splice(range, with);
}

/// A run of bytes that belong together, near some place.
fn piece(
    input: &[u8],
    random: &mut Random,
    belongs: impl Fn(u8) -> bool,
) -> std::ops::Range<usize> {
    let from = place(input.len(), random);
    let start = (from..input.len()).find(|at| belongs(input[*at]));
    let start = start.unwrap_or(from);
    let first = (0..start).rev().find(|at| !belongs(input[*at]));
    let first = first.map_or(0, |at| at + 1).min(start);
    let end = (start..input.len()).find(|at| !belongs(input[*at]));
    first..end.unwrap_or(input.len())
}
