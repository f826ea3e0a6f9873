//! Titles within sentences.

/// The text with a capital first letter, where that is one of the Latin alphabet: the tables of all others would be a
/// fortieth of the page.
///
/// ```
/// assert_eq!(report::words::capital("iteration time"), "Iteration time");
/// ```
#[must_use]
pub fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
