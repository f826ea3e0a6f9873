//! `makespan judge`: the submissions of a class, each run again, and ranked on the same hidden cases.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use ::challenge::shipped::SHIPPED;
use ::challenge::submission::Opened;
use ::challenge::{Challenge, Contest, Kind, Ranking, Row, Submission, parse};
use anyhow::{Context, Result};
use clap::{Arg, ArgMatches, Command, value_parser};
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use lesson::sealed::digest;
use report::words::count;
use schedule::csv::safe;

use crate::challenge::{LONGEST, find, print, results};
use crate::file;
use crate::inputs::NotAllowed;
use crate::output::{self, shown};

/// The longest file of a submission that is read, in bytes.
const LARGEST: u64 = 1_000_000;

pub(crate) fn command() -> Command {
    Command::new("judge")
        .about("Run the submissions of a class again, name those whose numbers do not come out, and rank all strategies on the same hidden cases")
        .after_help("The cases are drawn from the texts of all strategies and from --seed; no number of a submission counts.")
        .arg(
            Arg::new("folder")
                .value_name("FOLDER")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The folder with the results that were handed in (NAME.json)"),
        )
        .arg(
            Arg::new("challenge")
                .long("challenge")
                .value_name("CHALLENGE")
                .help("The challenge, where it is one of your own: its Markdown file; without this flag, each submission names one of the list"),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("TEXT")
                .default_value("")
                .help("A word of your own from which the cases are drawn, too, so that nobody who handed in could foresee them"),
        )
        .arg(
            Arg::new("csv")
                .long("csv")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Also write the ranking as CSV"),
        )
}

/// A file that was handed in.
struct Handed {
    file: String,
    submission: Option<Submission>,
    remarks: Vec<String>,
}

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    let folder: &PathBuf = matches.get_one("folder").context("no folder")?;
    let salt: &String = matches.get_one("seed").context("no seed")?;
    let csv = matches.get_one::<PathBuf>("csv");
    if let Some(path) = csv {
        file::check(path)?;
    }
    let (mut all, others) = files(folder)?;
    let challenges = challenges(matches.get_one("challenge"))?;
    let mut classes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, one) in all.iter_mut().enumerate() {
        let Some(submission) = &one.submission else {
            continue;
        };
        let known = challenges
            .iter()
            .position(|known| known.source == submission.source);
        match known {
            Some(known) => classes.entry(known).or_default().push(place),
            None => one.remarks.push(stranger(submission, &challenges)),
        }
    }
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record([
        "challenge",
        "place",
        "shared",
        "name",
        "kind",
        "file",
        "score",
        "low",
        "high",
        "beside",
        "beside_low",
        "beside_high",
        "remarks",
    ])?;
    let mut first = true;
    for (known, places) in &classes {
        let Some(challenge) = challenges.get(*known) else {
            continue;
        };
        if !first {
            writeln!(output::stdout())?;
        }
        first = false;
        again(challenge, places, &mut all);
        let handed: Vec<(&Handed, &Submission)> = places
            .iter()
            .filter_map(|place| all.get(*place))
            .filter_map(|one| Some((one, one.submission.as_ref()?)))
            .collect();
        let codes: Vec<&str> = handed.iter().map(|(_, one)| one.code.as_str()).collect();
        let entries = handed
            .iter()
            .zip(names(&handed))
            .map(|((_, submission), name)| (name, submission.code.as_str()));
        let contest = Contest::new(
            challenge,
            entries,
            challenge.cases(codes.iter().copied(), salt),
        );
        let ran = results(challenge, &contest);
        let ranking = Ranking::of(challenge, &contest, &ran).map_err(NotAllowed::because)?;
        writeln!(output::stdout(), "{}\n", challenge.title)?;
        print(&ranking, "hidden")?;
        for row in &ranking.rows {
            let own = row.entry.checked_sub(challenge.ways.len());
            let handed = own.and_then(|at| handed.get(at)).map(|(one, _)| *one);
            rows.write_record(record(challenge, row, handed))?;
        }
    }
    remarks(&all, &others)?;
    let rows = rows
        .into_inner()
        .context("the ranking could not be written")?;
    if let Some(path) = csv {
        file::write(path, |out| Ok(out.write_all(&rows)?))?;
    }
    Ok(())
}

/// The names in the ranking: those of the students, with the file where two have one name, and files without a name.
fn names(handed: &[(&Handed, &Submission)]) -> Vec<String> {
    let own = |submission: &Submission| submission.student.trim().to_owned();
    let name = |(one, submission): &(&Handed, &Submission)| {
        let name = own(submission);
        let mut others = handed.iter().filter(|(other, _)| other.file != one.file);
        let again = others.any(|(_, other)| own(other) == name);
        match (name.is_empty(), again) {
            (true, _) => one.file.clone(),
            (false, true) => format!("{name} ({})", one.file),
            (false, false) => name,
        }
    };
    handed.iter().map(name).collect()
}

/// The challenges that submissions may belong to.
fn challenges(named: Option<&String>) -> Result<Vec<Challenge>> {
    if let Some(name) = named {
        return Ok(vec![find(name)?]);
    }
    let all = SHIPPED.iter().filter_map(|one| parse(one.text).ok());
    Ok(all.collect())
}

/// Why a submission belongs to none of the challenges.
fn stranger(submission: &Submission, challenges: &[Challenge]) -> String {
    let title = &submission.challenge;
    match challenges.iter().any(|known| known.title == *title) {
        true => "another version of the challenge".into(),
        false => format!("another challenge, “{title}”: --challenge FILE names one of your own"),
    }
}

/// All files of a folder that may be submissions, and the names of the others.
fn files(folder: &Path) -> Result<(Vec<Handed>, Vec<String>)> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let (mut paths, mut others) = (Vec::new(), Vec::new());
    for entry in entries {
        let path = entry?.path();
        match path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("json"))
        {
            true => paths.push(path),
            false => others.push(name_of(&path)),
        }
    }
    paths.sort();
    others.sort();
    if paths.is_empty() {
        return Err(NotAllowed::because(format!(
            "{}: there is no file NAME.json in it",
            folder.display()
        )));
    }
    let mut all: Vec<Handed> = Vec::new();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for path in paths {
        let mut one = Handed {
            file: name_of(&path),
            submission: None,
            remarks: Vec::new(),
        };
        let opened = match fs::metadata(&path).map(|about| about.len()) {
            Ok(size) if size > LARGEST => Err(format!(
                "it has {size} bytes; at most {LARGEST} are allowed"
            )),
            Ok(_) => fs::read(&path)
                .map_err(|error| format!("it cannot be read: {error}"))
                .and_then(|bytes| Submission::open(&String::from_utf8_lossy(&bytes))),
            Err(error) => Err(format!("it cannot be read: {error}")),
        };
        match opened {
            Ok(Opened { submission, whole }) => {
                if !whole {
                    one.remarks
                        .push("edited: its digest is not that of its content".into());
                }
                let text = format!("{}\n{}", submission.source, digest(&submission.code));
                let same = texts.insert(text, one.file.clone());
                one.remarks
                    .extend(same.map(|other| format!("the same text as in {other}")));
                one.submission = Some(submission);
            }
            Err(why) => one.remarks.push(why),
        }
        all.push(one);
    }
    Ok((all, others))
}

/// The name of a file, without its folder.
fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Runs each submission on its own hidden cases, and remarks failures and differences.
fn again(challenge: &Challenge, places: &[usize], all: &mut [Handed]) {
    for place in places {
        let Some(one) = all.get_mut(*place) else {
            continue;
        };
        let Some(submission) = &one.submission else {
            continue;
        };
        let cases = challenge.cases([submission.code.as_str()], "");
        let alone = Challenge {
            ways: Vec::new(),
            ..challenge.clone()
        };
        let entry = [(one.file.clone(), submission.code.as_str())];
        let contest = Contest::new(&alone, entry, cases);
        let ran = results(challenge, &contest);
        let Ok(ranking) = Ranking::of(&alone, &contest, &ran) else {
            continue;
        };
        let differs = ranking
            .row(0)
            .and_then(|row| submission.differs(row, &contest.cases, &ranking));
        let version = match submission.program.as_str() {
            env!("CARGO_PKG_VERSION") => String::new(),
            other => format!(" (Makespan {other})"),
        };
        one.remarks
            .extend(differs.map(|differs| format!("{differs}{version}")));
    }
}

fn record(challenge: &Challenge, row: &Row, handed: Option<&Handed>) -> [String; 13] {
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let ends = |interval: Option<report::Interval>| {
        (
            number(interval.map(|one| one.low)),
            number(interval.map(|one| one.high)),
        )
    };
    let beside = row.beside.as_ref();
    let (low, high) = ends(row.interval);
    let (beside_low, beside_high) = ends(beside.and_then(|beside| beside.interval));
    let kind = match row.kind {
        Kind::Own => "own",
        Kind::Baseline => "baseline",
        Kind::Rival => "rival",
    };
    let mut remarks: Vec<&str> = row.fault.iter().map(String::as_str).collect();
    remarks.extend(
        handed
            .iter()
            .flat_map(|one| one.remarks.iter().map(String::as_str)),
    );
    [
        safe(&challenge.title),
        row.place.to_string(),
        if row.shared { "yes" } else { "no" }.into(),
        safe(&row.name),
        kind.into(),
        handed.map(|one| safe(&one.file)).unwrap_or_default(),
        number(row.score),
        low,
        high,
        number(beside.map(|beside| beside.mean)),
        beside_low,
        beside_high,
        safe(&remarks.join("; ")),
    ]
}

/// Prints the remarks on files, and the names of others that lie beside them.
fn remarks(all: &[Handed], others: &[String]) -> Result<()> {
    /// The most others that are named.
    const NAMED: usize = 5;
    let mut out = output::stdout();
    let mut table = Table::new();
    table.load_style(NOTHING);
    for one in all.iter().filter(|one| !one.remarks.is_empty()) {
        let remarks = one.remarks.iter().map(|one| shown(one, LONGEST));
        let remarks: Vec<String> = remarks.collect();
        table.add_row([shown(&one.file, LONGEST), remarks.join("; ")]);
    }
    let without = all.iter().filter(|one| one.remarks.is_empty()).count();
    if table.row_count() > 0 {
        writeln!(out, "\n{table}")?;
    }
    writeln!(
        out,
        "\n{}, {without} without a remark.",
        count(all.len(), "file", "files")
    )?;
    if !others.is_empty() {
        let named = others.iter().take(NAMED).map(|one| shown(one, LONGEST));
        let mut named: Vec<String> = named.collect();
        if others.len() > NAMED {
            named.push(format!("{} more", others.len() - NAMED));
        }
        writeln!(
            out,
            "Left out, because they are not called NAME.json: {}.",
            named.join(", ")
        )?;
    }
    Ok(())
}
