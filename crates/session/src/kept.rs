//! The traces that were opened here: those that the device keeps and those that it could not keep.

use std::rc::Rc;

use crate::library::{About, Library as Listed, Trouble};
use crate::notice::{Notice, Tone, Topic};

/// The traces that were opened here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptTraces {
    /// The traces that the device keeps, the newest first.
    stored: Vec<About>,
    /// The traces that last as long as the page, because the device could not keep them.
    passing: Vec<About>,
    /// Whether the device keeps nothing for this page.
    pub blocked: bool,
    /// Whether the user was told that something could not be kept.
    told: bool,
}

/// A change that shows at once, before the device has made it.
pub enum Change {
    /// The traces with this digest get another name.
    Rename(String, String),
    /// The traces with this digest are forgotten.
    Delete(String),
}

impl KeptTraces {
    /// All traces, and whether the device keeps them.
    pub fn all(&self) -> impl Iterator<Item = (&About, bool)> {
        let passing = self.passing.iter().map(|about| (about, false));
        passing.chain(self.stored.iter().map(|about| (about, true)))
    }

    /// Takes in the library from the file worker, which was to keep the traces `about`.
    pub fn hear(&mut self, library: Listed, about: Option<About>) -> Option<Notice> {
        self.stored = library.entries;
        self.blocked = matches!(library.trouble, Some(Trouble::Blocked(_)));
        let stored =
            |about: &About, all: &[About]| all.iter().any(|one| one.digest == about.digest);
        let known = |about: &About| stored(about, &self.stored) || stored(about, &self.passing);
        let about = about.filter(|about| !known(about));
        let notice = library
            .trouble
            .filter(|_| about.is_some() && !self.told)
            .map(|trouble| notice(&trouble));
        self.told |= notice.is_some();
        self.passing.splice(0..0, about);
        let stored = &self.stored;
        self.passing
            .retain(|about| !stored.iter().any(|one| one.digest == about.digest));
        notice
    }

    /// Shows a change at once.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Rename(digest, name) => {
                let mut all = self.stored.iter_mut().chain(&mut self.passing);
                if let Some(about) = all.find(|about| about.digest == digest) {
                    about.name = name;
                }
            }
            Change::Delete(digest) => {
                self.stored.retain(|about| about.digest != digest);
                self.passing.retain(|about| about.digest != digest);
            }
        }
    }
}

fn notice(trouble: &Trouble) -> Notice {
    let notice = |title| Notice::new(Topic::Store, Tone::Good, title);
    match trouble {
        Trouble::Blocked(why) => notice("Traces are kept until this page is closed").with(format!(
            "The browser does not let this page store anything ({}). Everything else works as usual.",
            why.trim_end_matches('.')
        )),
        Trouble::TooLarge(why) => notice("This set is too large to keep").with(format!(
            "The browser stores no set of this size ({}). It can be used until this page is closed; smaller sets are kept.",
            why.trim_end_matches('.')
        )),
        Trouble::Full => notice("There is no room to keep these traces")
            .with("They can be used until this page is closed. Delete some under “Your traces” to make room for others."),
    }
}

/// Example traces: some that the device keeps, and some that it could not keep.
#[must_use]
pub fn some() -> Rc<KeptTraces> {
    let about = |digest: &str, name: &str, variation| About {
        digest: digest.to_owned(),
        name: name.to_owned(),
        nodes: 16,
        jobs: 1_000,
        mean: 2_500.0,
        variation,
        bytes: 128_000,
        since: 1.75e12,
    };
    let kept = KeptTraces {
        stored: vec![about("a", "Kept on this device", Some(0.43))],
        passing: vec![about("b", "Kept for this visit", None)],
        ..KeptTraces::default()
    };
    Rc::new(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(digest: &str) -> About {
        About {
            digest: digest.into(),
            name: format!("{digest}.csv"),
            nodes: 1,
            jobs: 1,
            mean: 1.0,
            variation: None,
            bytes: 40,
            since: 0.0,
        }
    }

    fn library(digests: &[&str], trouble: Option<Trouble>) -> Listed {
        let entries = digests.iter().copied().map(about).collect();
        Listed { entries, trouble }
    }

    fn shown(kept: &KeptTraces) -> Vec<(&str, bool)> {
        let all = kept.all();
        all.map(|(about, stored)| (about.digest.as_str(), stored))
            .collect()
    }

    #[test]
    fn what_cannot_be_kept_lasts_for_the_visit_and_is_said_once() {
        let mut kept = KeptTraces::default();
        assert!(kept.hear(library(&["a"], None), Some(about("a"))).is_none());
        let full = || Some(Trouble::Full);
        assert!(
            kept.hear(library(&["a"], full()), Some(about("b")))
                .is_some()
        );
        assert!(
            kept.hear(library(&["a"], full()), Some(about("c")))
                .is_none()
        );
        assert_eq!(shown(&kept), [("c", false), ("b", false), ("a", true)]);

        // There is room again, and the same file is opened once more.
        kept.hear(library(&["b", "a"], None), Some(about("b")));
        assert_eq!(shown(&kept), [("c", false), ("b", true), ("a", true)]);
    }

    #[test]
    fn nothing_is_said_before_there_is_something_to_keep() {
        let mut kept = KeptTraces::default();
        let blocked = || Some(Trouble::Blocked("not allowed".into()));
        assert!(kept.hear(library(&[], blocked()), None).is_none());
        assert!(kept.blocked);
        assert!(
            kept.hear(library(&[], blocked()), Some(about("a")))
                .is_some()
        );
    }

    #[test]
    fn changes_show_at_once() {
        let mut kept = KeptTraces::default();
        kept.hear(library(&["a", "b"], None), None);
        kept.change(Change::Rename("b".into(), "mine".into()));
        kept.change(Change::Delete("a".into()));
        let names: Vec<_> = kept.all().map(|(about, _)| about.name.as_str()).collect();
        assert_eq!(names, ["mine"]);
    }
}
