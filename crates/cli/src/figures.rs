//! `makespan figures`: the printed values of the documents, beside the computed ones.

use std::io::Write;

use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, Command};
use figures::kept::{self, Shown};
use figures::search::Question;
use figures::verdict::Verdict;
use serde_json::json;

use crate::output;

/// `makespan figures [WORDS]… [--document NAME] [--verdict NAME] [--values] [--json]`
pub(crate) fn command() -> Command {
    let documents = figures::all().unwrap_or_default();
    let keys: Vec<&str> = documents.iter().map(|one| one.key.as_str()).collect();
    Command::new("figures")
        .about("List the documents’ figures, tables and theorems beside computed values")
        .arg(
            Arg::new("words")
                .value_name("WORDS")
                .num_args(0..)
                .help("Words, or a label such as “fig. 6.2”"),
        )
        .arg(
            Arg::new("document")
                .long("document")
                .value_name("NAME")
                .value_parser(keys)
                .help("Only of this document"),
        )
        .arg(
            Arg::new("verdict")
                .long("verdict")
                .value_name("NAME")
                .value_parser(Verdict::ALL.map(Verdict::key))
                .help("Only with this verdict"),
        )
        .arg(
            Arg::new("values")
                .long("values")
                .action(ArgAction::SetTrue)
                .help("Print each printed number beside the computed one"),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .help("Print JSON"),
        )
}

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let words: Vec<String> = matches
        .get_many("words")
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let verdict = text("verdict");
    let named = |one: &Verdict| Some(one.key()) == verdict.as_deref();
    let question = Question {
        document: text("document"),
        verdict: Verdict::ALL.into_iter().find(named),
        words: words.join(" "),
    };
    let all = kept::all()?;
    let found: Vec<&Shown> = all
        .iter()
        .filter(|shown| question.asks_for(shown))
        .collect();
    let mut out = output::stdout();
    if matches.get_flag("json") {
        let entries: Vec<_> = found.iter().map(|shown| as_json(shown)).collect();
        serde_json::to_writer_pretty(&mut out, &entries)?;
        writeln!(out)?;
        return Ok(());
    }
    for shown in &found {
        let (entry, computed) = (shown.entry, shown.computed);
        let document = &shown.document.short;
        writeln!(out, "{document}, {}: {}", entry.label, entry.title)?;
        writeln!(out, "    {}{}", computed.verdict.words(), link(shown))?;
        if let Some(reason) = computed.why.as_ref().or(entry.missing.as_ref()) {
            writeln!(out, "    {reason}")?;
        }
        if !matches.get_flag("values") {
            continue;
        }
        for outcome in &computed.outcomes {
            let printed = outcome.printed.as_ref();
            let printed = printed.map_or_else(String::new, |text| format!(" printed {text},"));
            let apart = outcome.deviation().map_or_else(String::new, |apart| {
                format!(", difference {} or {}", apart.difference, apart.relative)
            });
            writeln!(
                out,
                "    - {}:{printed} computed {}{apart} ({})",
                outcome.what,
                outcome.computed,
                outcome.words().to_lowercase()
            )?;
        }
        for curve in &computed.curves {
            writeln!(out, "    {}: {}", curve.title, curve.sentence())?;
        }
    }
    writeln!(out, "{} of {} entries", found.len(), all.len())?;
    Ok(())
}

fn link(shown: &Shown) -> String {
    let run = shown.entry.run.as_ref();
    run.map_or_else(String::new, |link| format!("  {link}"))
}

fn as_json(shown: &Shown) -> serde_json::Value {
    let entry = shown.entry;
    json!({
        "document": shown.document.key, "label": entry.label, "place": entry.place, "title": entry.title,
        "link": entry.run, "verdict": shown.computed.verdict, "why": shown.computed.why, "missing": entry.missing,
        "values": shown.computed.outcomes, "curves": shown.computed.curves,
    })
}
