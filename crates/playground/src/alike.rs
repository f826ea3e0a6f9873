//! What was meant by a name that does not exist.

/// How many names are suggested.
const MOST: usize = 3;

/// The names that are most like one that does not exist, as words for the end of a message; of equally alike ones the first.
pub(crate) fn suggest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    /// No name is longer, and comparing takes the longer the longer both are.
    const LETTERS: usize = 60;
    let name: String = name.chars().take(LETTERS).collect();
    let likeness = |known: &str| strsim::jaro_winkler(&name, known);
    let mut known: Vec<_> = known.map(|known| (likeness(known), known)).collect();
    schedule::sort::by(&mut known, |(a, _), (b, _)| b.total_cmp(a));
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

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn the_nearest_names_come_first() {
        let known = ["processors", "processor", "seed", "runs"];
        assert_eq!(
            suggest("procesor", known.into_iter()),
            "the most similar of 4: “processor”, “processors”, “runs”"
        );
    }
}
