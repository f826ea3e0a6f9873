//! Text and numbers in SVG.

use std::borrow::Cow;

/// The size of text, in pixels.
pub(super) const SIZE: f64 = 12.0;

/// The size of secondary text: 7.5 points on paper.
pub(super) const SMALL: f64 = 10.0;

/// The approximate width of a text, in pixels. The fonts of the reader are not known.
pub(super) fn width_of(text: &str) -> f64 {
    text.chars().map(width_of_character).sum()
}

/// From Hangul on, characters are mostly as wide as they are high.
fn width_of_character(character: char) -> f64 {
    if character < '\u{1100}' {
        SIZE * 0.56
    } else {
        SIZE
    }
}

/// The text, cut to this many pixels if it is wider.
pub(super) fn shorten(text: &str, room: f64) -> Cow<'_, str> {
    if width_of(text) <= room {
        return text.into();
    }
    let mut left = room - SIZE;
    let fits = |character: &char| {
        left -= width_of_character(*character);
        left >= 0.0
    };
    let mut short: String = text.chars().take_while(fits).collect();
    short.push('…');
    short.into()
}

/// The text in lines of at most this many pixels: broken between words, and within one that is longer than a line.
pub(super) fn wrap(text: &str, room: f64) -> Vec<String> {
    let room = room.max(4.0 * SIZE);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && width_of(&line) + width_of(" ") + width_of(word) > room {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for character in word.chars() {
            if width_of(&line) + width_of_character(character) > room {
                lines.push(std::mem::take(&mut line));
            }
            line.push(character);
        }
    }
    lines.push(line);
    lines
}

/// The text for XML: special characters escaped, and characters that XML does not allow replaced by U+FFFD.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' => escaped.push(character),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// A number of pixels, to a tenth.
pub(super) fn coordinate(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0
}

/// The text, or another if it is empty.
pub(super) fn or<'a>(text: &'a str, other: &'a str) -> &'a str {
    if text.is_empty() { other } else { text }
}
