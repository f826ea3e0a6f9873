//! The treatment of a file that was read.

use std::rc::Rc;

use playground::{Scenario, Setup};
use report::number::fixed;
use report::words::capital;
use trace::read::Columns;

use crate::action::Entry;
use crate::import::{Import, Stage, When};
use crate::notice::{Notice, Tone, Topic};
use crate::outcome::{Needed, Phase};
use crate::state::State;
use crate::status::size;
use crate::traces::{Understood, Usable};

/// Takes in a file of traces from the worker; `said` has the corrections of its columns.
///
/// Traces that the user wants now are used, even if the scenario waits for others.
pub(crate) fn finish(
    state: &mut State,
    name: &str,
    outcome: Result<Box<Understood>, String>,
    said: Columns,
    when: When,
) {
    let name = &trace::set::plain(name);
    let notice = match outcome {
        Err(message) => useless(name, &message),
        Ok(understood) => {
            let (used, first) = (state.import(), state.setup());
            let used = used.filter(|import| import.stage == Stage::Used);
            let before = used.map_or(Some(Rc::new(first)), |import| import.before.clone());
            let (mut notice, stage) = match &understood.set {
                None => (unusable(name, &understood), Stage::Useless),
                Some(set) if !when.uses(&understood.questions) => {
                    (waits(name, &understood, set), Stage::Waits)
                }
                Some(set) => usable(state, name, &understood, set, when == When::Now),
            };
            notice.import = Import::of(name, &understood, said, stage, before).map(Rc::new);
            notice
        }
    };
    state.say(notice);
    // The sheet of parameters could cover the notice.
    state.sheet = false;
}

/// The notice of a file without a usable row.
fn unusable(name: &str, understood: &Understood) -> Notice {
    let why = understood.refused.as_deref();
    let mut notice = useless(name, why.unwrap_or("no row could be used"));
    notice.text.extend(understood.notes.iter().cloned());
    notice.problems = problems(understood);
    notice
}

/// The notice of a file that is shown before it is used.
fn waits(name: &str, understood: &Understood, set: &Usable) -> Notice {
    let mut notice = found(name, understood, set, "is read, but not used yet");
    let open = understood.questions.iter().filter(|question| question.open);
    let what = match (open.count(), &understood.unfit) {
        (0, None) => "The previous traces stay until you use these.",
        (0, Some(why)) => {
            notice.tone = Tone::Bad;
            notice.offers = offers(understood, set);
            why
        }
        (1, _) => "Answer one question first; until then, the previous traces stay.",
        (..) => "Answer the questions first; until then, the previous traces stay.",
    };
    notice.text.insert(0, what.to_owned());
    notice
}

/// The other uses of a file that the laboratory cannot use.
fn offers(understood: &Understood, set: &Usable) -> Vec<(String, Box<Scenario>)> {
    let elsewhere = understood.elsewhere.iter().map(|(title, scenario)| {
        let words = format!("Open it in “{title}”");
        (words, Box::new(scenario.clone()))
    });
    elsewhere
        .chain([("Use it all the same".to_owned(), set.scenario.clone())])
        .collect()
}

fn useless(name: &str, message: &str) -> Notice {
    Notice::new(Topic::File, Tone::Bad, format!("“{name}” cannot be used"))
        .with(format!("{}.", capital(message.trim_end_matches('.'))))
        .with("The previous traces stay.")
}

fn usable(
    state: &mut State,
    name: &str,
    understood: &Understood,
    set: &Usable,
    chosen: bool,
) -> (Notice, Stage) {
    let scenario = (*set.scenario).clone();
    if let Phase::FileNeeded(needed) = &state.phase {
        if needed.digest == set.digest {
            state.start();
            return (found(name, understood, set, "is used"), Stage::Used);
        }
        if !chosen {
            return (other(name, needed, set, scenario), Stage::Waits);
        }
    }
    if let Some(why) = &understood.unfit {
        let mut notice = found(name, understood, set, "is read, but not used here");
        notice.tone = Tone::Bad;
        notice.text.insert(0, why.clone());
        notice.offers = offers(understood, set);
        return (notice, Stage::Waits);
    }
    state.texts.clear();
    state.adopt_for_file(scenario);
    let mut notice = found(name, understood, set, "is used");
    let changes = set.changes.iter().map(|change| format!("{change}."));
    let changes = changes.collect::<Vec<_>>().join(" ");
    notice.text.extend((!changes.is_empty()).then_some(changes));
    (notice, Stage::Used)
}

fn found(name: &str, understood: &Understood, set: &Usable, so: &str) -> Notice {
    let title = format!("“{name}” {so}: {}", size(&set.described));
    let mut words = Vec::new();
    if !understood.form.is_empty() {
        words.push(format!("Read as {}.", understood.form));
    }
    if understood.rejected > 0 {
        let (rows, rejected) = (
            fixed(understood.rows as f64, 0),
            fixed(understood.rejected as f64, 0),
        );
        words.push(format!(
            "{rejected} of {rows} rows could not be used and were left out."
        ));
    }
    words.extend(understood.notes.iter().cloned());
    let mut notice = Notice::new(Topic::File, Tone::Good, title);
    notice
        .text
        .extend((!words.is_empty()).then(|| words.join(" ")));
    notice.problems = problems(understood);
    notice.nodes = set.nodes.clone();
    notice.feeds = understood.feeds.clone();
    notice
}

/// The notice of a file other than the one that the scenario waits for.
fn other(name: &str, needed: &Needed, set: &Usable, scenario: Scenario) -> Notice {
    let short = |digest: &str| digest.chars().take(12).collect::<String>();
    let mut notice = Notice::new(
        Topic::File,
        Tone::Bad,
        format!("“{name}” is not the file that this scenario needs"),
    )
    .with(format!(
        "It has {}, digest {}….",
        size(&set.described),
        short(&set.digest)
    ))
    .with(format!(
        "The scenario needs “{}” with {}, digest {}….",
        needed.described.name,
        size(&needed.described),
        short(&needed.digest)
    ));
    notice.offers = vec![("Use it instead".to_owned(), Box::new(scenario))];
    notice
}

fn problems(understood: &Understood) -> (Vec<String>, usize) {
    (
        understood
            .problems
            .iter()
            .map(|problem| problem.text.clone())
            .collect(),
        understood.problems_total,
    )
}

/// Takes in a scenario file from the worker.
pub(crate) fn opened(state: &mut State, name: &str, outcome: Result<Box<Setup>, String>) {
    match outcome {
        Ok(setup) => state.open(*setup, Entry::Push),
        Err(message) => state.say(
            Notice::new(
                Topic::File,
                Tone::Bad,
                format!("“{name}” is not a scenario"),
            )
            .with(format!("{}.", capital(message.trim_end_matches('.'))))
            .with("The previous scenario stays."),
        ),
    }
}

/// The notice of a file that was saved incomplete, or not saved.
pub(crate) fn lacking(name: &str, lacks: &str, saved: bool) -> Notice {
    let (title, more) = if saved {
        (
            format!("“{name}” is saved without its traces"),
            "Users without these traces are asked for their file.",
        )
    } else {
        (format!("“{name}” is not saved"), "Open their file first.")
    };
    Notice::new(Topic::Share, Tone::Bad, title)
        .with(format!("{}.", capital(lacks)))
        .with(more)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;
    use crate::action::Action;

    /// Gives the page a file with this text.
    fn read(state: &mut State, name: &str, text: &str) {
        let reading = trace::read::read(name, text.as_bytes()).unwrap();
        let digest = reading.set.as_ref().unwrap().digest();
        let understood = Understood::of(&reading, &digest, &state.for_file());
        finish(
            state,
            name,
            Ok(Box::new(understood)),
            Columns::default(),
            When::Clear,
        );
    }

    fn row(cells: usize) -> String {
        format!("{}\n", vec!["7"; cells].join(","))
    }

    fn numbers(state: &State) -> [u64; 3] {
        ["processors", "iterations", "copies"].map(|name| state.values[name].as_u64().unwrap())
    }

    #[test]
    fn a_new_file_starts_from_what_it_can_carry() {
        let mut state = State::new("#p=bursts-replicate", true);
        let before = numbers(&state);
        read(&mut state, "short.csv", &row(4).repeat(3));
        assert_eq!(numbers(&state), [4, 3, 2]);
        read(&mut state, "long.csv", &row(64).repeat(5_000));
        assert_eq!(numbers(&state), before);
        // Values that the user chose since stay.
        read(&mut state, "short.csv", &row(4).repeat(3));
        state.act(Action::Set("iterations".into(), "2".into()));
        read(&mut state, "long.csv", &row(64).repeat(5_000));
        assert_eq!(numbers(&state), [before[0], 2, before[2]]);
    }

    #[test]
    fn a_file_of_one_row_is_named_as_the_cause() {
        let mut state = State::new("#p=bursts-replicate", true);
        read(&mut state, "row.csv", "a,b\n7,8\n");
        let notice = state.notices.last().unwrap();
        assert!(notice.text[0].contains("the shortest series has one job"));
        let (_, scenario) = notice.offers.last().unwrap();
        let changed = ["processors", "iterations", "copies"].map(|name| scenario.get(name));
        assert_eq!(changed, [2, 1, 1].map(serde_json::Value::from));
    }

    #[test]
    fn the_reason_why_a_file_is_no_scenario_begins_with_a_capital_letter() {
        let mut state = State::new("#p=bursts-replicate", true);
        let why = Setup::from_text("hello").unwrap_err().to_string();
        opened(&mut state, "mine.makespan.json", Err(why));
        assert_eq!(
            state.notices.last().unwrap().text[0],
            "This is not JSON: expected value at line 1 column 1."
        );
    }

    #[test]
    fn a_file_that_a_laboratory_cannot_use_is_refused_from_the_library_too() {
        let state = State::new("#p=bursts-replicate", true);
        let text = "alpha,beta,gamma\n7,8,9\n";
        let reading = trace::read::read("row.csv", text.as_bytes()).unwrap();
        let set = reading.set.as_ref().unwrap();
        let digest = set.digest();
        let given = Understood::of(&reading, &digest, &state.scenario);
        let kept = Understood::whole(set, &digest, &state.scenario);
        assert!(given.unfit.is_some());
        assert_eq!(kept.unfit, given.unfit);
        assert_eq!(kept.feeds, given.feeds);
        assert_eq!(kept.elsewhere, given.elsewhere);
        // A fitting file is used without a word.
        let rows = format!("{text}7,8,9\n");
        let reading = trace::read::read("rows.csv", rows.as_bytes()).unwrap();
        let kept = Understood::whole(reading.set.as_ref().unwrap(), "", &state.scenario);
        assert_eq!((kept.unfit, kept.feeds), (None, Vec::new()));
    }
}
