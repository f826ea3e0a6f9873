//! The lines of a text that is no CSV.

/// A line that is not blank, with its number from 1 and without the white space around it.
pub(super) type Line<'text> = (u64, &'text str);

/// The lines of a text that are not blank.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    (1..)
        .zip(text.split('\n'))
        .map(|(number, line)| (number, line.trim_ascii()))
        .filter(|(_, line)| !line.is_empty())
}

/// `count` of something in words: `1 job`, `2 jobs`.
pub(super) fn counted(count: usize, one: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {one}{s}")
}
