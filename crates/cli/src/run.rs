//! `makespan run`: a scenario in, a report out.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table as Terminal};
use playground::extras::{Judgement, Recorded};
use playground::presets::{self, Preset};
use playground::{
    Error, Extras, Outcome, Scenario, Setup, View, imprint, laboratories, link, run_setup,
};
use report::{Claim, Report};
use schedule::same_work::Same;
use schedule::svg::{self, MILLIMETRES, Options, PIXELS, World};
use schedule::{Schedule, cut};
use serde_json::json;
use trace::TraceSet;
use trace::read::Columns;

use crate::arguments;
use crate::clock::Clock;
use crate::file;
use crate::inputs::{self, NotAllowed};
use crate::state::{StateFile, Watch};
use crate::{list, output};

pub(crate) fn command() -> Command {
    let path = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name(value)
            .value_parser(value_parser!(PathBuf))
            .help(help)
    };
    Command::new("run")
        .about("Run a scenario and print its report")
        .after_help(
            "Flags change the scenario that is given; without one they change the first preset of the laboratory.",
        )
        .arg(
            Arg::new("scenario")
                .value_name("FILE|LINK|PRESET|-")
                .help("A scenario file, a link (its “#…” is enough), the name of a preset, or - for standard input"),
        )
        .arg(
            Arg::new("laboratory")
                .long("laboratory")
                .value_name("NAME")
                .value_parser(PossibleValuesParser::new(laboratories().iter().map(|one| one.name)))
                .conflicts_with("scenario")
                .help("Begin with the first preset of this laboratory"),
        )
        .arg(path(
            "trace-file",
            "FILE",
            "Use the job runtimes of this file, or give the file that a link needs",
        ))
        .arg(
            Arg::new("columns")
                .long("columns")
                .value_name("NAME=ROLE,…")
                .value_parser(Columns::parse)
                .requires("trace-file")
                .help("The roles of the columns of that file: node, index, time, ignore, or in a table with a row for each job name and runtime; such as “job=index,a=node(s),b=ignore”, by name, by number, or * for all others; decimal=point where commas group thousands"),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .help("Print the whole report as JSON"),
        )
        .arg(
            Arg::new("link")
                .long("link")
                .action(ArgAction::SetTrue)
                .help("Print the link at any length; without this flag, a link above 2,000 characters is only counted"),
        )
        .arg(path(
            "csv",
            "DIR",
            "Write figures, tables, charts and schedule as CSV files into this folder",
        ))
        .arg(path("svg", "FILE", "Write the schedule as SVG"))
        .arg(path(
            "svg-worlds",
            "FILE",
            "Write the two schedules of the same work, without and with the method of the headline, as one SVG, if the report has them",
        ))
        .arg(
            Arg::new("width")
                .long("width")
                .value_name("WIDTH")
                .default_value("960")
                .value_parser(Width::parse)
                .help("The width of these figures: in pixels, or on paper, such as 85mm (one of two columns) or 170mm (a page)"),
        )
        .arg(path(
            "save",
            "FILE",
            "Write a scenario file with its traces and the result of this run; a run of that file tells whether the result is reproduced",
        ))
        .arg(path(
            "state",
            "FILE",
            "Go on from the state in this file, and write the state into it every second, so that a search can be ended (Ctrl+C) and resumed; the file goes when the run ends",
        ))
        .arg(path(
            "certificate",
            "FILE",
            "Write a certificate that the result of a search is optimal; makespan verify FILE checks it",
        ))
        .arg(path(
            "trace-events",
            "FILE",
            "Write the schedule as Chrome trace-event JSON, which Perfetto opens",
        ))
        .arg(
            Arg::new("compare")
                .long("compare")
                .value_name("CHANGES")
                .action(ArgAction::Append)
                .conflicts_with("sweep")
                .help("Run a variant with these changes as well, on the same random draws, such as “strategy=dynamic processors=4”; up to three times"),
        )
        .arg(
            Arg::new("sweep")
                .long("sweep")
                .value_name("PARAMETER=VALUES")
                .action(ArgAction::Append)
                .help("Run the scenario for each of these values, such as “processors=2,4,8” or “noise=0..2/5” (five values from 0 to 2); twice for two parameters"),
        )
        .args(arguments::of_scenarios())
}

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    check_files(matches)?;
    let given = match matches.get_one::<String>("scenario") {
        Some(source) => inputs::setup(source)?,
        None => first(matches).scenario().into(),
    };
    if let Some(said) = given.extras.unknown.said() {
        writeln!(output::stderr(), "note: {said}")?;
    }
    let changes = arguments::of_scenario(matches)?;
    let changed = given.scenario.having(&changes);
    let mut scenario = changed.map_err(NotAllowed::because)?;
    let mut file = None;
    if let Some(path) = matches.get_one::<PathBuf>("trace-file") {
        let columns = matches.get_one::<Columns>("columns").cloned();
        let set = Arc::new(inputs::traces(path, &columns.unwrap_or_default())?);
        scenario = with_file(&scenario, path, &set)?;
        file = Some(set);
        // A mean that the user asked for stays.
        let scale = scenario.about().traces.and_then(|traces| traces.scale);
        let asked = scale.and_then(|name| changes.get_key_value(name.text()));
        let asked = asked.map(|(name, value)| (name.clone(), value.clone()));
        let scaled = scenario.having(&asked.into_iter().collect());
        scenario = scaled.map_err(NotAllowed::because)?;
    }
    let view = view_of(matches, &scenario)?.unwrap_or_else(|| given.view.clone());
    let setup = Setup::new(scenario, view).map_err(NotAllowed::because)?;
    check_view(matches, &setup)?;
    let mut setup = setup.with(given.extras.clone());
    // The recorded result of another scenario says nothing of this one.
    if setup.digest() != given.digest() {
        setup.extras.recorded = None;
    }
    let certificate = matches.get_one::<PathBuf>("certificate");
    if certificate.is_some() && !setup.proves() {
        return Err(NotAllowed::because(
            "--certificate: this run finds no optimum; only a complete search that runs alone does",
        ));
    }
    let state = matches.get_one::<PathBuf>("state");
    let state = state
        .map(|path| StateFile::open(path, &setup))
        .transpose()?;
    let mut watch = Watch {
        clock: Clock::start(&setup, state.as_ref().is_some_and(StateFile::is_begun)),
        state,
        certificate: None,
    };
    let outcome = run_setup(&setup, &mut watch);
    watch.clock.stop();
    if let Some(refused) = watch.state.as_ref().and_then(StateFile::refused) {
        return Err(refused);
    }
    // A strategy that fails leaves the schedule up to there.
    let outcome = match outcome {
        Err(Error::Stopped(report)) => Ok(Outcome {
            report: *report,
            beside: None,
        }),
        outcome => outcome,
    };
    let outcome = outcome.map_err(|error| match error {
        Error::Rejected(rejected) => NotAllowed::because(rejected),
        Error::FileNeeded { .. } => anyhow!("{error} (--trace-file FILE)"),
        other => other.into(),
    })?;
    if let Some(state) = watch.state {
        state.finish();
    }
    let report = outcome.report;
    let fingerprint = report.fingerprint();
    let judgement = setup.extras.recorded.take();
    let judgement = judgement.map(|recorded| recorded.judge(&fingerprint));
    // A scenario that is written for others has the values of a large file, too.
    let whole = |setup: &Setup| {
        let scenario = match &file {
            Some(set) => setup.scenario.supplied(set),
            None => setup.scenario.clone(),
        };
        Setup {
            scenario,
            ..setup.clone()
        }
    };
    let mut out = BufWriter::new(output::stdout());
    if matches.get_flag("json") {
        let (link, no_link) = match link::encode(&setup) {
            Ok(link) => (Some(link), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let whole = json!({
            "fingerprint": fingerprint,
            "digest": setup.digest(),
            "reproduced": judgement.as_ref().map(|judgement| judgement.same),
            "link": link,
            "no_link": no_link,
            "scenario": whole(&setup).to_json(),
            "report": report,
        });
        serde_json::to_writer(&mut out, &whole)?;
        writeln!(out)?;
    } else {
        print(&report, &mut out)?;
        print_identity(&report, &setup, matches.get_flag("link"), &mut out)?;
        if let Some(judgement) = judgement.iter().find(|judgement| judgement.same) {
            writeln!(out, "\n{}", judgement.said)?;
        }
    }
    out.flush()?;
    write_files(matches, &report, &setup)?;
    if let (Some(path), Some(text)) = (certificate, &watch.certificate) {
        file::write(path, |out| Ok(out.write_all(text.as_bytes())?))?;
    }
    if let Some(path) = matches.get_one::<PathBuf>("save") {
        let recorded = Some(Recorded::now(fingerprint));
        let extras = Extras {
            recorded,
            ..setup.extras.clone()
        };
        let text = serde_json::to_string_pretty(&whole(&setup).with(extras).to_json())?;
        file::write(path, |out| Ok(writeln!(out, "{text}")?))?;
    }
    // The last file: a report without it does not lose the others.
    write_worlds(matches, &report, &setup)?;
    if let Some(rejected) = report.stopped {
        return Err(NotAllowed::because(rejected));
    }
    match judgement {
        Some(Judgement { same: false, said }) => Err(anyhow!(said)),
        _ => Ok(()),
    }
}

/// The preset that is changed where no scenario is given.
fn first(matches: &ArgMatches) -> &'static Preset {
    let of = |name: &String| {
        let mut all = presets::all().iter();
        all.find(|preset| preset.laboratory() == name)
    };
    matches
        .get_one::<String>("laboratory")
        .and_then(of)
        .unwrap_or_else(presets::first)
}

/// Refuses a view that cannot be what the flags ask for.
fn check_view(matches: &ArgMatches, setup: &Setup) -> Result<()> {
    if setup.view == View::One {
        return Ok(());
    }
    if matches.contains_id("svg-worlds") {
        return Err(NotAllowed::because(
            "--svg-worlds: a comparison or a sweep has no two schedules of the same work: leave out --compare and --sweep, or choose --svg",
        ));
    }
    let asked = ["compare", "sweep"]
        .iter()
        .any(|one| matches.contains_id(one));
    let unused = setup.unused();
    match asked && !unused.is_empty() {
        true => Err(NotAllowed::because(unused.join(" "))),
        false => Ok(()),
    }
}

/// The view that the flags ask for, where they ask for one.
fn view_of(matches: &ArgMatches, scenario: &Scenario) -> Result<Option<View>> {
    let texts = |name: &str| matches.get_many::<String>(name);
    if let Some(variants) = texts("compare") {
        let variants = variants.map(|text| Setup::variant(scenario, text));
        let variants = variants.collect::<Result<_, _>>();
        return Ok(Some(View::Compare(variants.map_err(NotAllowed::because)?)));
    }
    let Some(axes) = texts("sweep") else {
        return Ok(None);
    };
    let axes = axes.map(|text| Setup::axis(scenario, text));
    let axes = axes.collect::<Result<_, _>>();
    Ok(Some(View::Sweep(axes.map_err(NotAllowed::because)?)))
}

/// The file that the scenario asks for, or a file to use instead of its traces.
fn with_file(scenario: &Scenario, path: &Path, set: &Arc<TraceSet>) -> Result<Scenario> {
    if let Some(wanted) = scenario.missing_file() {
        if wanted.digest != set.digest() {
            let message = format!(
                "{} is not the file that this link needs: the link needs “{}” with {} nodes, {} jobs, digest {}; this file has digest {}",
                path.display(),
                wanted.name,
                wanted.nodes,
                wanted.jobs,
                wanted.digest,
                set.digest()
            );
            return Err(NotAllowed::because(message));
        }
        return Ok(scenario.with_at_hand(set.clone()));
    }
    let (scenario, changes) = scenario.with_traces(set);
    for change in changes {
        writeln!(output::stderr(), "note: {change}")?;
    }
    Ok(scenario.with_at_hand(set.clone()))
}

fn print(report: &Report, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}\n{}", report.headline, report.why)?;
    let mut figures = Terminal::new();
    figures.load_style(NOTHING);
    for figure in &report.figures {
        let uncertainty = figure.uncertainty_text().unwrap_or_default();
        figures.add_row([
            &figure.name,
            &figure.text(),
            &uncertainty,
            &figure.beside.clone().unwrap_or_default(),
        ]);
    }
    if figures.row_count() > 0 {
        writeln!(out, "\n{figures}")?;
    }
    for table in &report.tables {
        let mut terminal = Terminal::new();
        terminal
            .load_style(NOTHING)
            .set_content_arrangement(ContentArrangement::Dynamic);
        terminal.set_header(&table.columns);
        for row in &table.rows {
            terminal.add_row(row.iter().map(|cell| cell.text()));
        }
        writeln!(out, "\n{}\n{terminal}", table.title)?;
    }
    for chart in &report.charts {
        if let Some(tree) = chart.tree() {
            writeln!(out, "\n{}\n{tree}", chart.title)?;
        }
    }
    for claim in &report.claims {
        print_claim(claim, out)?;
    }
    if !report.notes.is_empty() {
        writeln!(out, "\n{}", report.notes.join("\n"))?;
    }
    Ok(())
}

/// Prints the names of the run: its link, unless it would fill the screen unasked, its digest and its fingerprint.
fn print_identity(
    report: &Report,
    setup: &Setup,
    whole_link: bool,
    out: &mut impl Write,
) -> Result<()> {
    match link::encode(setup) {
        Ok(link) if whole_link || link.len() <= list::LONG => {
            writeln!(out, "\nlink         {link}")?;
        }
        Ok(link) => writeln!(
            out,
            "\nlink         {} characters; --link prints it, --save FILE saves the scenario",
            list::length(&link)
        )?,
        Err(error) => writeln!(out, "\nlink         none: {error}")?,
    }
    writeln!(out, "digest       {}", setup.digest())?;
    writeln!(out, "fingerprint  {}", report.fingerprint())?;
    Ok(())
}

fn print_claim(claim: &Claim, out: &mut impl Write) -> Result<()> {
    writeln!(out, "\n{}: {}", claim.title, claim.applies())?;
    writeln!(out, "  {} ({})", claim.statement, claim.source)?;
    for condition in &claim.conditions {
        let (text, detail) = (&condition.text, &condition.detail);
        writeln!(out, "  {}: {text} ({detail})", condition.words())?;
    }
    writeln!(out, "  expected: {}", claim.expected)?;
    if !claim.observed.is_empty() {
        writeln!(out, "  observed: {}", claim.observed)?;
    }
    writeln!(out, "  {}", claim.verdict().words())?;
    Ok(())
}

fn write_files(matches: &ArgMatches, report: &Report, setup: &Setup) -> Result<()> {
    let path = |name: &str| matches.get_one::<PathBuf>(name);
    if let Some(folder) = path("csv") {
        csv_files(folder, report)
            .with_context(|| format!("{} could not be written", folder.display()))?;
    }
    let Some(schedule) = &report.schedule else {
        return Ok(());
    };
    if let Some(path) = path("svg") {
        let figure = svg::render(schedule, &options(matches, report, setup));
        file::write(path, |out| Ok(out.write_all(figure.as_bytes())?))?;
    }
    if let Some(path) = path("trace-events") {
        file::write(path, |out| {
            Ok(schedule::trace_events::write(
                schedule, None, "Makespan", out,
            )?)
        })?;
    }
    Ok(())
}

/// Writes the two schedules of the same work.
fn write_worlds(matches: &ArgMatches, report: &Report, setup: &Setup) -> Result<()> {
    let Some(path) = matches.get_one::<PathBuf>("svg-worlds") else {
        return Ok(());
    };
    let figure = worlds(report, &options(matches, report, setup)).ok_or_else(|| {
        anyhow!("this report has no two schedules of the same work: choose another topic, or --svg")
    })?;
    file::write(path, |out| Ok(out.write_all(figure.as_bytes())?))
}

/// The texts and the width of a figure.
fn options(matches: &ArgMatches, report: &Report, setup: &Setup) -> Options {
    let imprint = imprint::line(
        env!("CARGO_PKG_VERSION"),
        &imprint::scenario(setup),
        &report.fingerprint(),
    );
    // Of several scenarios, the figure has one.
    let shown = report.shown.as_ref();
    let shown = shown.map(|name| format!("Schedule: {name}. "));
    Options {
        title: report.headline.clone(),
        description: report.why.clone(),
        note: format!("{}{imprint}", shown.unwrap_or_default()),
        ..matches
            .get_one::<Width>("width")
            .map_or_else(Options::default, Width::options)
    }
}

/// Both schedules of a report with two worlds, cut to the work that is seen first.
fn worlds(report: &Report, options: &Options) -> Option<String> {
    let worlds = report.worlds.as_ref()?;
    let [without, with] = worlds.schedules.as_deref()?;
    let same = Same::of(&[without, with]);
    let times = same.times(worlds.first as usize, worlds.count as usize)?;
    let part = |schedule: &Schedule, (from, to): (f64, f64)| cut::part(schedule, from, to).ok();
    let (without, with) = (part(without, *times.first()?)?, part(with, *times.last()?)?);
    let world = |title, schedule| World { title, schedule };
    let both = [world(&worlds.without, &without), world(&worlds.with, &with)];
    Some(svg::pair(both, options))
}

/// How wide a figure is.
#[derive(Clone, Copy, Debug)]
enum Width {
    Pixels(u32),
    Millimetres(u32),
}

impl Width {
    /// Reads `960`, `960px` or `85mm`.
    fn parse(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let read = match text.strip_suffix("mm") {
            Some(text) => number(text)
                .filter(|wide| MILLIMETRES.contains(wide))
                .map(Self::Millimetres),
            None => number(text.trim_end_matches("px"))
                .filter(|wide| PIXELS.contains(wide))
                .map(Self::Pixels),
        };
        read.ok_or_else(|| {
            format!(
                "allowed: {} to {} pixels, or {}mm to {}mm",
                PIXELS.start(),
                PIXELS.end(),
                MILLIMETRES.start(),
                MILLIMETRES.end()
            )
        })
    }

    fn options(&self) -> Options {
        let options = Options::default();
        match *self {
            Self::Pixels(width) => Options { width, ..options },
            Self::Millimetres(wide) => Options {
                millimetres: Some(wide),
                ..options
            },
        }
    }
}

fn csv_files(folder: &Path, report: &Report) -> Result<()> {
    fs::create_dir_all(folder)?;
    file::write(&folder.join("figures.csv"), |out| figures(report, out))?;
    for table in &report.tables {
        let path = folder.join(format!("{}.csv", table.key));
        file::write(&path, |out| Ok(out.write_all(table.csv().as_bytes())?))?;
    }
    for chart in &report.charts {
        let path = folder.join(format!("chart-{}.csv", chart.key));
        file::write(&path, |out| {
            Ok(out.write_all(chart.table().csv().as_bytes())?)
        })?;
    }
    if let Some(schedule) = &report.schedule {
        file::write(&folder.join("schedule.csv"), |out| {
            Ok(schedule::csv::write(schedule, None, out)?)
        })?;
    }
    Ok(())
}

fn figures(report: &Report, out: impl Write) -> Result<()> {
    let mut figures = csv::Writer::from_writer(out);
    figures.write_record(["key", "name", "value", "low", "high", "level"])?;
    for figure in &report.figures {
        let interval = |part: fn(&report::Interval) -> f64| {
            figure
                .interval
                .as_ref()
                .map(|interval| part(interval).to_string())
                .unwrap_or_default()
        };
        let value = figure.value.to_string();
        let (low, high, level) = (
            interval(|i| i.low),
            interval(|i| i.high),
            interval(|i| i.level),
        );
        let name = schedule::csv::safe(&figure.name);
        figures.write_record([&figure.key, &name, &value, &low, &high, &level])?;
    }
    figures.flush()?;
    Ok(())
}

/// Finds out before the run whether its files can be written.
fn check_files(matches: &ArgMatches) -> Result<()> {
    let path = |name: &str| matches.get_one::<PathBuf>(name);
    for name in [
        "svg",
        "svg-worlds",
        "trace-events",
        "save",
        "state",
        "certificate",
    ] {
        path(name).map_or(Ok(()), |path| file::check(path))?;
    }
    path("csv").map_or(Ok(()), |folder| file::check_folder(folder))
}
