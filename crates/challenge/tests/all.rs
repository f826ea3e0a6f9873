//! Challenges: refusals by line, the draws of cases, the ranking of competitors, and the check of files.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

mod contests;
mod refusals;
mod shipped;
mod submissions;

use challenge::{Came, Challenge, Contest, parse};
use report::Silent;

/// A small challenge, whose runs take milliseconds.
pub(crate) const SMALL: &str = r#"+++
title = "Small"
idea = "I"
figure = "worst"
better = "less"
seconds = 10

[scenario]
preset = "recovery-figure"
values = { topic = "crash", computers = 12, scheme = "golomb", set = "worst", crashes = 4 }

[strategy]
parameter = "code"
values = { scheme = "strategy" }

[baseline]
name = "Intuitive"
values = { scheme = "intuitive" }

[[rival]]
name = "Golomb"
values = { scheme = "golomb" }

[cases]
public = [{ computers = 10, crashes = 3 }, { computers = 11, crashes = 4 }]
hidden = 8
draw = { computers = [10, 20], crashes = [3, 5] }
+++

Task.
"#;

pub(crate) fn small() -> Challenge {
    parse(SMALL).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// The list of the intuitive scheme, and that of the greedy one.
pub(crate) const NEXT: &str = include_str!("../../recovery/strategies/intuitive.rhai");
pub(crate) const GREEDY: &str = include_str!("../../recovery/strategies/greedy.rhai");

/// The results of all runs of a contest.
pub(crate) fn came(contest: &Contest) -> Vec<Result<Came, String>> {
    let runs = contest.runs.iter().map(|run| {
        let scenario = run.scenario.as_ref().map_err(Clone::clone)?;
        Came::by_running(scenario, &contest.figure, &mut Silent)
    });
    runs.collect()
}
