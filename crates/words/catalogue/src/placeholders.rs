//! The placeholders of sentences.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The placeholders of a format string, each once: `{waiting:.1}`, and `{0}` for the first one without a name.
///
/// ```
/// use words_catalogue::placeholders::of;
/// let found: Vec<_> = of("{} of {total:.1}, {{as is}}").into_iter().collect();
/// assert_eq!(found, ["{0}", "{total:.1}"]);
/// ```
#[must_use]
pub fn of(format: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut unnamed = 0;
    let mut rest = format.replace("{{", "").replace("}}", "");
    while let Some((_, after)) = rest.split_once('{') {
        let Some((inside, after)) = after.split_once('}') else {
            break;
        };
        let (argument, form) = inside.split_once(':').unwrap_or((inside, ""));
        let mut placeholder = match argument.trim() {
            "" => {
                unnamed += 1;
                format!("{{{}", unnamed - 1)
            }
            argument => format!("{{{argument}"),
        };
        if !form.is_empty() {
            let _ = write!(placeholder, ":{form}");
        }
        out.insert(placeholder + "}");
        rest = after.to_owned();
    }
    out
}

/// The difference of a translation from the English sentence: the placeholders that it lacks, and its additional ones.
/// Nothing where both have the same, in any order.
///
/// ```
/// use words_catalogue::placeholders::difference;
/// assert_eq!(difference("{a} of {}", "von {0} nur {a}"), None);
/// let wrong = difference("{waiting} of the time", "{Warten} der Zeit").unwrap();
/// assert_eq!(wrong, "lacks {waiting} and has {Warten}, which the English sentence has not");
/// ```
#[must_use]
pub fn difference(english: &str, translation: &str) -> Option<String> {
    let (wanted, found) = (of(english), of(translation));
    let those = |some: Vec<&String>| some.into_iter().cloned().collect::<Vec<_>>().join(", ");
    let lacks = those(wanted.difference(&found).collect());
    let more = those(found.difference(&wanted).collect());
    match (lacks.is_empty(), more.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("lacks {lacks}")),
        (true, false) => Some(format!("has {more}, which the English sentence has not")),
        (false, false) => Some(format!(
            "lacks {lacks} and has {more}, which the English sentence has not"
        )),
    }
}
