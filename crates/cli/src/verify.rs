//! `makespan verify`: a study that the page exported is run again and compared, a certificate is checked.

mod proof;
mod source;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use clap::{Arg, ArgMatches, Command, value_parser};
use playground::extras::Recorded;
use playground::{Setup, run_setup};
use report::words::count;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::clock::Clock;
use crate::inputs::NotAllowed;
use crate::output;
use crate::state::Watch;
use source::Source;

/// The version of the form of studies that this program reads.
const FORM: u32 = 1;

/// The file of a study that lists its runs.
const LIST: &str = "study.json";

/// The file of a run's folder with its scenario.
const SCENARIO: &str = "scenario.makespan.json";

/// A study as its list describes it; the list's other entries are for people.
#[derive(Deserialize)]
struct Study {
    study: u32,
    #[serde(default)]
    question: String,
    runs: Vec<Entry>,
    files: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Entry {
    folder: String,
    run: Run,
}

#[derive(Deserialize)]
struct Run {
    laboratory: String,
    headline: String,
    fingerprint: String,
    version: String,
}

pub(crate) fn command() -> Command {
    Command::new("verify")
        .about("Run a study that the page exported again, and say run by run whether it reproduces; or check a certificate, and state its result")
        .after_help("Exit code 0: all files are as they were exported, and all runs have the same fingerprints, to the bit; or the certificate proves its statement.")
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The exported archive (.zip), the folder that it was unpacked to, or the file of `run --certificate`"),
        )
}

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    let path = matches.get_one::<PathBuf>("file").context("no file")?;
    if let Some(text) = proof::text(path) {
        return proof::check(path, &text);
    }
    let mut source = Source::open(path, LIST)?;
    let study = listed(&source.read(LIST)?)?;
    let mut out = output::stdout();
    if !study.question.is_empty() {
        writeln!(out, "{}\n", study.question)?;
    }
    let changed = changed(&mut source, &study)?;
    let mut other = 0;
    for (at, entry) in study.runs.iter().enumerate() {
        let run = &entry.run;
        let (same, said) = match again(&mut source, entry) {
            Ok(fingerprint) => {
                let recorded = Recorded {
                    fingerprint: run.fingerprint.clone(),
                    version: run.version.clone(),
                };
                let judgement = recorded.judge(&fingerprint);
                (judgement.same, judgement.said)
            }
            Err(error) => (false, format!("It has no result: {error:#}")),
        };
        other += usize::from(!same);
        let word = if same { "reproduces" } else { "differs" };
        writeln!(
            out,
            "{}. {word}: {} ({})",
            at + 1,
            run.headline,
            run.laboratory
        )?;
        if !same {
            writeln!(out, "   {said}")?;
        }
    }
    let same = study.runs.len() - other;
    let all = count(study.runs.len(), "run", "runs");
    writeln!(out, "\n{same} of {all} reproduced")?;
    for name in &changed {
        writeln!(out, "{name}: not as it was exported")?;
    }
    match (other, changed.len()) {
        (0, 0) => Ok(()),
        (0, files) => {
            let files = count(files, "file", "files");
            Err(anyhow!("changed since the export: {files}"))
        }
        (runs, _) => {
            let runs = count(runs, "run", "runs");
            Err(anyhow!("not reproduced: {runs}"))
        }
    }
}

/// The list of a study.
fn listed(bytes: &[u8]) -> Result<Study> {
    let study: Study = serde_json::from_slice(bytes)
        .map_err(|error| NotAllowed::because(format!("{LIST}: {error}")))?;
    if study.study != FORM {
        let found = study.study;
        let said =
            format!("{LIST}: study {found}; allowed: {FORM}, the form that this program reads");
        return Err(NotAllowed::because(said));
    }
    Ok(study)
}

/// The files that are missing or not as they were exported.
fn changed(source: &mut Source, study: &Study) -> Result<Vec<String>> {
    let mut changed = Vec::new();
    for (name, digest) in &study.files {
        source::inside(name)?;
        let same = source
            .read(name)
            .is_ok_and(|bytes| base16ct::lower::encode_string(&Sha256::digest(&bytes)) == *digest);
        if !same {
            changed.push(name.clone());
        }
    }
    Ok(changed)
}

/// Runs a scenario of the study again; returns its fingerprint.
fn again(source: &mut Source, entry: &Entry) -> Result<String> {
    let name = format!("{}/{SCENARIO}", entry.folder);
    source::inside(&name)?;
    let text =
        String::from_utf8(source.read(&name)?).with_context(|| format!("{name} is no text"))?;
    let setup = Setup::from_text(&text).map_err(NotAllowed::because)?;
    let mut watch = Watch {
        clock: Clock::start(&setup, false),
        state: None,
        certificate: None,
    };
    let outcome = run_setup(&setup, &mut watch);
    watch.clock.stop();
    Ok(outcome?.report.fingerprint())
}
