//! The scenarios that were looked at last.

use serde::{Deserialize, Serialize};

/// The most scenarios that are kept.
const KEPT: usize = 12;

/// The longest link that is kept, in characters: one with traces in it would crowd out the rest.
pub const LONGEST: usize = 4_000;

/// A scenario, and the headline of its report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recent {
    /// Its link.
    pub link: String,
    /// The headline of its report.
    pub headline: String,
}

/// Reads the list from a text that a browser kept; empty if another version kept another form.
#[must_use]
pub fn read(text: &str) -> Vec<Recent> {
    serde_json::from_str(text).unwrap_or_default()
}

/// The list as a text.
#[must_use]
pub fn write(list: &[Recent]) -> String {
    serde_json::to_string(list).unwrap_or_default()
}

/// Puts an entry first, in place of the first one if both belong to the same step.
#[must_use]
pub fn enter(mut list: Vec<Recent>, entry: Recent, in_place: bool) -> Vec<Recent> {
    if in_place && !list.is_empty() {
        list.remove(0);
    }
    list.retain(|kept| kept.link != entry.link);
    list.insert(0, entry);
    list.truncate(KEPT);
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recent(link: &str) -> Recent {
        Recent {
            link: link.to_owned(),
            headline: format!("headline of {link}"),
        }
    }

    fn links(list: &[Recent]) -> Vec<&str> {
        list.iter().map(|recent| recent.link.as_str()).collect()
    }

    #[test]
    fn the_newest_is_first_and_nothing_is_there_twice() {
        let list = ["a", "b", "a"]
            .into_iter()
            .fold(Vec::new(), |list, link| enter(list, recent(link), false));
        assert_eq!(links(&list), ["a", "b"]);
    }

    #[test]
    fn steps_of_one_drag_leave_one_entry() {
        let list = enter(Vec::new(), recent("a"), false);
        let list = enter(list, recent("b"), false);
        assert_eq!(links(&enter(list, recent("c"), true)), ["c", "a"]);
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let list = (0..30).fold(Vec::new(), |list, link| {
            enter(list, recent(&link.to_string()), false)
        });
        assert_eq!(list.len(), KEPT);
        assert_eq!(list.last().map(|recent| recent.link.as_str()), Some("18"));
    }
}
