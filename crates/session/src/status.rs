//! The page's words if the newest run has no result.

use report::Traces;
use report::number::fixed;
use report::words::{capital, plural};

use playground::need::{BUDGET, Pace};

use crate::library::Trouble;
use crate::notice::Tone;
use crate::outcome::Phase;
use crate::state::State;

/// Nodes and jobs in words.
#[must_use]
pub fn size(described: &Traces) -> String {
    nodes_by_jobs(described.nodes, described.jobs)
}

/// So many nodes with so many jobs each, in words.
#[must_use]
pub fn nodes_by_jobs(nodes: usize, jobs: usize) -> String {
    let (node, job) = (
        plural(nodes as f64, "node", "nodes"),
        plural(jobs as f64, "job", "jobs"),
    );
    format!("{nodes} {node} × {} {job}", fixed(jobs as f64, 0))
}

/// Bytes in words.
#[must_use]
pub fn weight(bytes: f64) -> String {
    let (scaled, unit) = if bytes < 1e6 {
        (bytes / 1e3, "kB")
    } else {
        (bytes / 1e6, "MB")
    };
    let digits = if scaled < 10.0 { 1 } else { 0 };
    format!("{}\u{202f}{unit}", fixed(scaled, digits))
}

/// The words if the shown result is from the scenario's own run.
const FOUND: &str = "The result below is what it has found so far.";

/// The words if it is not.
const PREVIOUS: &str = "The result below is the previous one, not this scenario's.";

/// A paused run in words.
fn paused(done: f64) -> String {
    match (100.0 * done).floor() {
        0.0 => "The run is paused".into(),
        percent => format!("The run is paused at {percent:.0}\u{202f}%"),
    }
}

/// The duration of a run, and a way to shorten it.
fn told(state: &State, pace: &Pace) -> String {
    let pace = capital(&pace.words());
    match state.setup().shorter() {
        Some(shorter) => format!("{pace}. {shorter}"),
        None => format!("{pace}."),
    }
}

/// The shown findings of a paused run, and the time for which it can be resumed.
fn kept(state: &State) -> String {
    let found = match state.stale() {
        true => String::new(),
        false => format!("{FOUND} "),
    };
    let kept = match &state.unkept {
        None => "This device keeps its state: you can close the page, open this link again and resume.".into(),
        Some(Trouble::Blocked(why)) => format!(
            "You can resume it until this page is closed; the browser does not let this page store anything ({}).",
            why.trim_end_matches('.')
        ),
        Some(Trouble::Full | Trouble::TooLarge(_)) => {
            "You can resume it until this page is closed; this device has no room to keep its state.".into()
        }
    };
    format!("{found}{kept}")
}

/// The reason why the scenario cannot run, if all faults stand beside their fields and there is a result to look at.
#[must_use]
pub fn told_by_fields(state: &State) -> Option<String> {
    let Phase::Refused(text) = &state.phase else {
        return None;
    };
    state.result.as_ref()?;
    let field = |name: &String| state.parameters.iter().any(|one| one.name == name);
    let told = !state.complaints.is_empty() && state.complaints.keys().all(field);
    told.then(|| format!("This scenario cannot run. {text}."))
}

/// The event and the user's next step, if the newest run has no result: a tone, a title and a text.
#[must_use]
pub fn about(state: &State) -> Option<(Tone, String, String)> {
    Some(match &state.phase {
        Phase::Running {
            clock: Some(clock), ..
        } => {
            let pace = told(state, &clock.pace);
            if clock.silent {
                return Some((
                    Tone::Bad,
                    "The model has said nothing for more than 10\u{202f}s".into(),
                    format!("It may have ended without a message. Your scenario is kept: restart the model, or wait. {pace}"),
                ));
            }
            match clock.asks {
                true => (
                    Tone::Good,
                    "Go on with this run?".into(),
                    format!("{pace} Without an answer it stops after {BUDGET}\u{202f}s."),
                ),
                false => (Tone::Good, "The run goes on".into(), pace),
            }
        }
        Phase::Running { clock: None, .. } | Phase::Done => return None,
        Phase::OutOfTime(pace) => {
            let shown = match (&state.result, state.ran.is_empty()) {
                (_, false) => " The points that were run are shown, and kept until something is changed.".to_owned(),
                (Some(_), true) if state.found_so_far() => format!(" {FOUND}"),
                (Some(_), true) => format!(" {PREVIOUS}"),
                (None, true) => String::new(),
            };
            (
                Tone::Good,
                "The run was stopped, because nobody answered whether it should go on".into(),
                format!("{}{shown}", told(state, pace)),
            )
        }
        Phase::Cancelled if !state.ran.is_empty() => (
            Tone::Good,
            "The sweep was stopped".into(),
            "The points that were run are shown, and kept until something is changed.".into(),
        ),
        Phase::Cancelled => {
            let shown = match state.found_so_far() {
                true => FOUND,
                false => PREVIOUS,
            };
            (Tone::Good, "The run was cancelled".into(), shown.into())
        }
        Phase::Paused { done, unanswered } => {
            let why = match unanswered {
                true => "Nobody answered whether it should go on. ",
                false => "",
            };
            (Tone::Good, paused(*done), format!("{why}{}", kept(state)))
        }
        Phase::Refused(text) => (Tone::Bad, "This scenario cannot run".into(), format!("{text}.")),
        Phase::Failed(text) => (Tone::Bad, "This scenario could not run".into(), format!("{text}.")),
        Phase::Outdated => (
            Tone::Bad,
            "The page was updated".into(),
            "Its parts come from different versions. Load it again; your scenario is kept in the address.".into(),
        ),
        Phase::Stopped(text) => (
            Tone::Bad,
            format!("The model stopped: {}", text.trim_end_matches('.')),
            "Your scenario is kept. Restart the model, or copy the link to report the problem.".into(),
        ),
        Phase::FileNeeded(needed) => {
            let described = &needed.described;
            (
                Tone::Good,
                format!("This scenario needs the file “{}”", described.name),
                format!(
                    "It has {} and is too large to travel in a link. Open it here, or drop it anywhere on this page; \
                     it stays on this device.",
                    size(described)
                ),
            )
        }
    })
}
