//! The origin that a figure states, so that a reader who finds it in a paper can see it again.

use crate::{Setup, link};

/// The most characters of a link that is printed under a figure.
const PRINTED: usize = 160;
/// The number of digits that tell digests and fingerprints apart.
const DIGITS: usize = 16;

/// Names the scenario in a few characters: by its link where the link is short, else by its digest.
///
/// ```
/// use playground::{imprint, presets};
/// let scenario = presets::find("bursts-replicate").unwrap().scenario().with("copies", "4")?;
/// assert_eq!(imprint::scenario(&scenario.into()), "#p=bursts-replicate&copies=4");
/// # Ok::<(), parameters::Rejected>(())
/// ```
#[must_use]
pub fn scenario(setup: &Setup) -> String {
    // The values of a file of one's own are never short.
    let named = Setup {
        scenario: setup.scenario.clone().without_values(),
        ..setup.clone()
    };
    let link = link::short(named).ok();
    link.filter(|link| link.len() <= PRINTED)
        .unwrap_or_else(|| format!("scenario {}", beginning(&setup.digest())))
}

/// The line below a figure: program with version, scenario, and the beginning of the result's fingerprint.
#[must_use]
pub fn line(version: &str, scenario: &str, fingerprint: &str) -> String {
    let fingerprint = beginning(fingerprint);
    format!("Makespan {version} · {scenario} · fingerprint {fingerprint}")
}

fn beginning(digits: &str) -> String {
    digits.chars().take(DIGITS).collect()
}
