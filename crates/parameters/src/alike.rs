//! Suggestions for a name that does not exist.

/// How many names are suggested.
const MOST: usize = 3;

/// The names that are most like one that does not exist, as words for the end of a message; of equally alike ones the first.
///
/// ```
/// let known = ["processors", "runs", "seed", "processor"];
/// let meant = parameters::alike::suggest("procesor", known.into_iter());
/// assert_eq!(meant, "the most similar of 4: “processor”, “processors”, “runs”");
/// ```
#[must_use]
pub fn suggest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    /// No name is longer, and a comparison of longer names takes longer.
    const LETTERS: usize = 60;
    let name: String = name.chars().take(LETTERS).collect();
    let likeness = |known: &str| strsim::jaro_winkler(&name, known);
    let mut known: Vec<_> = known.map(|known| (likeness(known), known)).collect();
    known.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let nearest: Vec<_> = known
        .iter()
        .take(MOST)
        .map(|(_, known)| format!("“{known}”"))
        .collect();
    format!(
        "the most similar of {}: {}",
        known.len(),
        nearest.join(", ")
    )
}
