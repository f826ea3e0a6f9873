//! The command as a person or a script uses it: its output, on which stream, and with which exit code.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn makespan(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_makespan"))
        .args(arguments)
        .output()
        .unwrap()
}

fn with_input(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_makespan"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The output of a successful command; nothing may stand on standard error.
fn said(output: &Output) -> String {
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    text(&output.stdout)
}

/// The complaint of a failed command; nothing may stand on standard output.
fn complaint(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "");
    text(&output.stderr)
}

fn fingerprint(report: &str) -> String {
    report
        .lines()
        .find_map(|line| line.strip_prefix("fingerprint"))
        .unwrap()
        .trim()
        .to_owned()
}

const SMALL: &str = "#p=bursts-replicate&runs=3&iterations=40";

#[test]
fn a_formula_prints_its_value_with_its_unit() {
    assert_eq!(
        said(&makespan(&[
            "eval",
            "replication.ccr",
            "--problem-size",
            "0.1"
        ])),
        "0.25\n"
    );
    let time = [
        "eval",
        "replication.rescheduling_time",
        "--problem-size",
        "2.5",
        "--processors",
        "16",
    ];
    assert_eq!(said(&makespan(&time)), "18750 ms\n");
    let json = said(&makespan(&[&time[..], &["--json"]].concat()));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (json["value"].as_f64(), json["unit"].as_str()),
        (Some(18_750.0), Some("ms"))
    );
}

#[test]
fn a_formula_without_a_value_says_so() {
    let latency_fills_the_round = "eval divisible.rounds_needed --first-chunk 10 --speed 1 --latency 5 --target 6 --tolerance 0.01";
    let command: Vec<&str> = latency_fills_the_round.split(' ').collect();
    assert_eq!(
        said(&makespan(&command)),
        "undefined for these parameters\n"
    );
    let json = said(&makespan(&[&command[..], &["--json"]].concat()));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (json["value"].is_null(), json["no_value"].as_str()),
        (true, Some("undefined"))
    );
}

#[test]
fn a_formula_out_of_range_says_what_is_allowed() {
    let output = makespan(&["eval", "replication.ccr", "--problem-size", "0"]);
    let complaint = complaint(&output, 2);
    assert_eq!(
        complaint,
        "error: problem_size is 0; allowed: a number from 0.001 to 1000 s\n"
    );
}

#[test]
fn an_unknown_formula_is_a_usage_error() {
    let complaint = complaint(&makespan(&["eval", "replication.luck"]), 2);
    assert!(
        complaint.starts_with("error: there is no formula “replication.luck”; the most similar of")
            && complaint.contains("“replication.")
            && complaint.ends_with("; makespan quantities lists all\n"),
        "{complaint}"
    );
}

#[test]
fn the_list_of_formulas_names_parameters_units_and_sources() {
    let list = said(&makespan(&["quantities"]));
    assert!(
        list.contains("replication.ccr\n")
            && list.contains("--problem-size s: t:")
            && list.contains("Dobber 2006")
    );
    let json: serde_json::Value =
        serde_json::from_str(&said(&makespan(&["quantities", "--json"]))).unwrap();
    assert_eq!(
        json[1]["parameters"]["properties"]["problem_size"]["x-unit"],
        "s"
    );
}

#[test]
fn a_link_runs_and_prints_figures_table_link_and_fingerprint() {
    let report = said(&makespan(&["run", SMALL]));
    assert!(report.contains("Speedup over equal shares"), "{report}");
    assert!(
        report.contains("Rebalanced every 10 iterations (DLB)"),
        "{report}"
    );
    assert!(report.contains("\nlink         #v1."), "{report}");
    assert_eq!(fingerprint(&report).len(), 64);
}

#[test]
fn a_link_a_file_and_standard_input_give_the_same_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let link = said(&makespan(&["link", SMALL]));
    let expected = fingerprint(&said(&makespan(&["run", SMALL])));
    assert_eq!(
        fingerprint(&said(&makespan(&["run", link.trim()]))),
        expected
    );
    assert_eq!(
        fingerprint(&said(&with_input(&["run", "-"], &link))),
        expected
    );
    let json = said(&makespan(&["run", SMALL, "--json"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["fingerprint"], expected);
    assert_eq!(json["link"], link.trim());
    let file = folder.path().join("own.makespan.json");
    std::fs::write(&file, json["scenario"].to_string()).unwrap();
    assert_eq!(
        fingerprint(&said(&makespan(&["run", file.to_str().unwrap()]))),
        expected
    );
    assert_eq!(
        fingerprint(&said(&with_input(
            &["run", "-"],
            &json["scenario"].to_string()
        ))),
        expected
    );
    assert_eq!(said(&makespan(&["link", file.to_str().unwrap()])), link);
}

#[test]
fn a_saved_run_says_whether_it_is_reproduced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.makespan.json");
    let file = file.to_str().unwrap();
    let report = said(&makespan(&["run", SMALL, "--save", file]));
    let saved = std::fs::read_to_string(file).unwrap();
    let mut saved: serde_json::Value = serde_json::from_str(&saved).unwrap();
    assert_eq!(saved["result"]["fingerprint"], fingerprint(&report));
    assert_eq!(saved["result"]["version"], env!("CARGO_PKG_VERSION"));
    let again = said(&makespan(&["run", file]));
    assert!(again.contains("The result is reproduced"), "{again}");
    let json = said(&makespan(&["run", file, "--json"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["reproduced"], true);
    assert!(report.contains(json["digest"].as_str().unwrap()));
    // Another scenario has another result; nothing is to be said of the recorded one.
    let other = said(&makespan(&["run", file, "--seed", "1"]));
    assert!(!other.contains("reproduced"), "{other}");

    saved["result"] = serde_json::json!({"fingerprint": "0".repeat(64), "version": "0.0.9"});
    std::fs::write(file, saved.to_string()).unwrap();
    let output = makespan(&["run", file]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fingerprint(&text(&output.stdout)), fingerprint(&report));
    let complaint = text(&output.stderr);
    assert!(complaint.contains("not reproduced"), "{complaint}");
    assert!(
        complaint.contains("000000000000… of version 0.0.9"),
        "{complaint}"
    );
}

#[test]
fn a_link_of_a_newer_version_runs_and_what_is_not_known_is_named() {
    // {"makespan":1,"prediction":{"moons":null}}
    let link = "#v1.q1bKTcxOLS5IzFOyMtRRKihKTclMLsnMB3KrlXLz8_OKlazySnNyamsB";
    let output = makespan(&["run", link]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("only a newer version knows: prediction.moons."));
    let again = said(&makespan(&["link", link]));
    let output = makespan(&["run", again.trim()]);
    assert!(text(&output.stderr).contains("prediction.moons"));
}

#[test]
fn flags_change_the_scenario_and_come_from_its_description() {
    let by_flags = said(&makespan(&[
        "run",
        SMALL,
        "--strategy",
        "dynamic",
        "--rebalance-every",
        "5",
    ]));
    let by_link = said(&makespan(&[
        "run",
        &format!("{SMALL}&strategy=dynamic&rebalance_every=5"),
    ]));
    assert_eq!(by_flags, by_link);
    let help = said(&makespan(&["run", "--help"]));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        help.contains("--rebalance-every <NUMBER> N: the shares are set anew"),
        "{help}"
    );
    assert!(help.contains("[1 to 500; default 10]"), "{help}");
    assert!(
        help.contains("[0.01 to 0.99; default 0.5; for topic formulas, model]"),
        "{help}"
    );
}

#[test]
fn what_is_not_allowed_ends_with_2_and_what_cannot_be_read_with_1() {
    let not_allowed = |arguments: &[&str]| complaint(&makespan(arguments), 2);
    assert_eq!(
        not_allowed(&["run", SMALL, "--processors", "129"]),
        "error: processors is 129; allowed: a whole number from 1 to 128\n"
    );
    assert_eq!(
        not_allowed(&["run", SMALL, "--copies", "3"]),
        "error: replication.copies is 3; allowed with 8 processors: 1, 2, 4, 8\n"
    );
    assert!(not_allowed(&["run", "#v1.AAAA"]).starts_with("error: this link is damaged"));
    assert!(not_allowed(&["run", "--nonsense"]).contains("--nonsense"));
    let missing = complaint(&makespan(&["run", "no-such-file.json"]), 1);
    assert!(missing.contains("no-such-file.json"), "{missing}");
    let complaint = complaint(&with_input(&["run", "-"], "{\"makespan\": 1}"), 2);
    let all: Vec<_> = playground::laboratories()
        .iter()
        .map(|about| about.name)
        .collect();
    let all = all.join(", ");
    assert_eq!(
        complaint,
        format!("error: a scenario names a laboratory; allowed: {all}\n")
    );
}

#[test]
fn exports_are_written_and_readable() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (svg, events, csv) = (path("schedule.svg"), path("events.json"), path("csv"));
    said(&makespan(&[
        "run",
        SMALL,
        "--svg",
        &svg,
        "--trace-events",
        &events,
        "--csv",
        &csv,
    ]));
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    let events: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&events).unwrap()).unwrap();
    assert!(events["traceEvents"].as_array().unwrap().len() > 100);
    for (file, heading) in [
        ("figures.csv", "key,name,value"),
        ("strategies.csv", "Strategy,"),
        ("schedule.csv", "lane,phase,"),
    ] {
        let text = std::fs::read_to_string(Path::new(&csv).join(file)).unwrap();
        assert!(text.starts_with(heading), "{file}: {text:.80}");
        assert!(text.lines().count() > 3, "{file}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let output = makespan(&["run", SMALL, "--svg", "/no/such/folder/schedule.svg"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("/no/such/folder/schedule.svg"));
}

#[test]
fn numbers_of_the_command_line_are_refused_with_what_is_allowed() {
    for (line, allowed) in [
        ("measure --job-ms x", "a number above 0, at most 60000 ms"),
        ("measure --job-ms 0", "a number above 0, at most 60000 ms"),
        ("measure --job-ms NaN", "a number above 0, at most 60000 ms"),
        (
            "measure --seed x",
            "a whole number from 0 to 18446744073709551615",
        ),
        ("measure --jobs 0", "a whole number from 1 to 1000000"),
        (
            "slurm plan.toml --out x --shards 0",
            "a whole number from 1 to 100000",
        ),
        (
            "slurm plan.toml --out x --shards 2 --cores 70000",
            "a whole number from 1 to 65535",
        ),
        (
            "sweep plan.toml --out x --threads 0",
            "a whole number from 1 to 65535",
        ),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let complaint = complaint(&makespan(&words), 2);
        assert!(
            complaint.contains(&format!(": allowed: {allowed}\n")),
            "{line}: {complaint}"
        );
    }
}

#[test]
fn measured_runtimes_are_a_trace_file_that_runs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.csv");
    let file = file.to_str().unwrap();
    let measure = [
        "measure",
        "--jobs",
        "6",
        "--job-ms",
        "0.5",
        "--processes",
        "2",
        "--batches",
        "2",
        "--disturb",
        "bursts",
    ];
    said(&makespan(&[&measure[..], &["--out", file]].concat()));
    let set = trace::read::read("mine.csv", &std::fs::read(file).unwrap())
        .unwrap()
        .set
        .unwrap();
    assert_eq!((set.nodes().len(), set.jobs()), (4, 6));
    let run = makespan(&["run", SMALL, "--trace-file", file]);
    assert_eq!(run.status.code(), Some(0));
    assert!(
        text(&run.stderr).contains("note: Processors lowered to 4"),
        "{}",
        text(&run.stderr)
    );
    // The traces travel in the link.
    let report = text(&run.stdout);
    let link = report
        .lines()
        .find_map(|line| line.strip_prefix("link"))
        .unwrap()
        .trim();
    assert_eq!(
        fingerprint(&said(&makespan(&["run", link]))),
        fingerprint(&report)
    );
}

#[test]
fn bad_rows_of_a_trace_file_are_named_and_good_ones_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.csv");
    let rows: String = (0..50)
        .map(|row| format!("{},{}\n", 10 + row % 7, if row == 20 { -1 } else { 11 }))
        .collect();
    std::fs::write(&file, format!("a,b\n{rows}")).unwrap();
    let run = makespan(&["run", SMALL, "--trace-file", file.to_str().unwrap()]);
    let errors = text(&run.stderr);
    assert_eq!(run.status.code(), Some(0), "{errors}");
    assert!(
        errors.contains("line 22") && errors.contains("-1"),
        "{errors}"
    );
}

#[test]
fn variants_are_run_beside_a_scenario_and_their_link_says_the_same() {
    let arguments = [
        "run",
        SMALL,
        "--compare",
        "strategy=equal",
        "--compare",
        "strategy=dynamic",
    ];
    let report = said(&makespan(&arguments));
    assert!(report.contains("Against Replicate, run by run"), "{report}");
    let link = report
        .lines()
        .find_map(|line| line.strip_prefix("link"))
        .unwrap();
    let again = said(&makespan(&["run", link.trim()]));
    assert_eq!(again, report);
}

#[test]
fn a_sweep_prints_every_point_and_what_is_not_allowed_ends_with_2() {
    let report = said(&makespan(&[
        "run",
        SMALL,
        "--sweep",
        "processors=4,8",
        "--sweep",
        "copies=1,2",
    ]));
    assert!(report.contains("Every point of the sweep"), "{report}");
    let wrong = complaint(&makespan(&["run", SMALL, "--sweep", "processors=4,199"]), 2);
    assert_eq!(
        wrong,
        "error: processors is 199; allowed: a whole number from 1 to 128\n"
    );
    let common = complaint(&makespan(&["run", SMALL, "--compare", "seed=7"]), 2);
    assert!(common.contains("all variants share it"), "{common}");
}

#[test]
fn a_parameter_without_effect_is_neither_compared_nor_swept() {
    let runs = [
        ["--compare", "inaccuracy=0"],
        ["--sweep", "inaccuracy=0,0.9"],
    ];
    for flags in runs {
        let arguments = [&["run", "inaccuracy-four", "--runs", "2"], &flags[..]].concat();
        let refused = complaint(&makespan(&arguments), 2);
        let expected = "error: Inaccuracy has no effect here: it is used only where “Show” is ";
        assert!(refused.starts_with(expected), "{refused}");
    }
}

#[test]
fn a_figure_names_the_scenario_that_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("schedule.svg");
    let runs = [
        (
            ["--compare", "copies=4"],
            "Schedule: 2 copies of each job. ",
        ),
        (["--sweep", "processors=2,4"], "Schedule: 4 processors. "),
    ];
    for (flags, expected) in runs {
        let file = ["--svg", path.to_str().unwrap()];
        said(&makespan(&[&["run", SMALL], &flags[..], &file].concat()));
        let svg = std::fs::read_to_string(&path).unwrap();
        assert!(svg.contains(expected), "{expected}");
    }
}

#[test]
fn a_file_that_a_report_cannot_fill_costs_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let [worlds, kept, events] = ["worlds.svg", "kept.json", "events.json"]
        .map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let files = [
        "--svg-worlds",
        &worlds,
        "--save",
        &kept,
        "--trace-events",
        &events,
    ];
    let beside = makespan(&[&["run", SMALL, "--compare", "copies=4"], &files[..]].concat());
    let refused = complaint(&beside, 2);
    assert!(
        refused.contains("leave out --compare and --sweep"),
        "{refused}"
    );
    let none = [
        "run",
        "#p=bursts-replicate&runs=1&iterations=5&strategy=equal",
    ];
    let output = makespan(&[&none, &files[..]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("no two schedules of the same work"));
    for path in [&kept, &events] {
        assert!(Path::new(path).is_file(), "{path}");
    }
}

#[test]
fn presets_and_schema_are_listed() {
    let list = said(&makespan(&["presets"]));
    assert!(list.starts_with("bursts-replicate "), "{list}");
    let presets: serde_json::Value =
        serde_json::from_str(&said(&makespan(&["presets", "--json"]))).unwrap();
    assert_eq!(presets[0]["scenario"]["makespan"], 1);
    let schema: serde_json::Value = serde_json::from_str(&said(&makespan(&["schema"]))).unwrap();
    assert_eq!(
        schema["properties"]["replication"]["properties"]["copies"]["maximum"],
        128
    );
}

/// The reader of a stream closes it before the command writes; the command's output does not fit into a pipe.
fn with_closed_output(arguments: &[&str]) -> (Option<i32>, String) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = Command::new(env!("CARGO_BIN_EXE_makespan"))
        .args(arguments)
        .stdout(writer)
        .output()
        .unwrap();
    (output.status.code(), text(&output.stderr))
}

#[test]
fn a_reader_that_leaves_ends_every_command_silently() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("schedule.svg");
    for arguments in [
        &["presets"][..],
        &["presets", "--json"],
        &["laboratories"],
        &["laboratories", "--json"],
        &["quantities"],
        &["quantities", "--json"],
        &["schema"],
        &["link", SMALL],
        &["eval", "replication.ccr", "--problem-size", "0.1"],
        &["run", SMALL, "--json"],
        &["run", SMALL, "--svg", svg.to_str().unwrap()],
        &["measure", "--jobs", "2", "--job-ms", "0.1"],
        &["--help"],
    ] {
        let ended = with_closed_output(arguments);
        assert_eq!(ended, (Some(0), String::new()), "{arguments:?}");
    }
    assert!(svg.exists(), "files are written all the same");
    let (code, said) = with_closed_output(&["run", "#p=nothing"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("nothing"), "{said}");
}

#[test]
fn a_long_link_is_counted_and_printed_only_when_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.csv");
    let mut table = String::from("one,two,three,four\n");
    for row in 0..600_u64 {
        let cell = |node: u64| 1_000 + (row * 7_919 + node * 104_729) * 31_337 % 9_973;
        table.push_str(&format!(
            "{},{},{},{}\n",
            cell(1),
            cell(2),
            cell(3),
            cell(4)
        ));
    }
    std::fs::write(&file, table).unwrap();
    let file = file.to_str().unwrap();
    let run = |more: &[&str]| {
        let given = ["run", "--trace-file", file, "--runs=2", "--iterations=20"];
        text(&makespan(&[&given, more].concat()).stdout)
    };
    let of = |report: &str| {
        let mut lines = report.lines().map(str::to_owned);
        lines.find_map(|line| line.strip_prefix("link").map(|link| link.trim().to_owned()))
    };
    let whole = of(&run(&["--link"])).unwrap();
    assert!(whole.starts_with("#v1.") && whole.len() > 2_000, "{whole}");
    let length = report::number::fixed(whole.len() as f64, 0);
    assert_eq!(
        of(&run(&[])).unwrap(),
        format!("{length} characters; --link prints it, --save FILE saves the scenario")
    );
    let json: serde_json::Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert_eq!(json["link"].as_str(), Some(&*whole));
}

#[test]
fn empty_standard_input_is_no_scenario() {
    for command in ["run", "link"] {
        let said = complaint(&with_input(&[command, "-"], " \n"), 2);
        assert!(said.contains("standard input is empty"), "{said}");
    }
}

#[test]
fn a_preset_is_named_alone_and_a_mistyped_name_is_answered_by_the_nearest() {
    let run =
        |scenario: &str| makespan(&["run", scenario, "--runs=3", "--iterations=40", "--json"]);
    assert_eq!(
        run("bursts-replicate").stdout,
        run("#p=bursts-replicate").stdout
    );
    let said = complaint(&run("bursts-replicat"), 2);
    for part in ["no file “bursts-replicat”", "no preset", "bursts-replicate"] {
        assert!(said.contains(part), "{said}");
    }
    // A name that looks like a file's path is no preset.
    let said = complaint(&run("./bursts-replicate.json"), 1);
    assert!(
        said.contains("could not be read") && said.contains("the name of a preset"),
        "{said}"
    );
}

#[test]
fn flags_of_one_name_mean_what_their_laboratory_says() {
    let runs = [
        &[
            "--laboratory",
            "prediction",
            "--values",
            "500",
            "--order",
            "2",
        ][..],
        &[
            "--laboratory",
            "divisible",
            "--values",
            "share",
            "--order",
            "fifo",
        ],
        &[
            "--runs",
            "2e0",
            "--iterations",
            "5e1",
            "--processors",
            "4.0",
        ],
    ];
    for flags in runs {
        let output = makespan(&[&["run"], flags].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    let refused = makespan(&["run", "--laboratory", "prediction", "--order", "fifo"]);
    assert!(complaint(&refused, 2).contains("order is \"fifo\""));
}

#[test]
fn what_a_choice_holds_is_set_in_any_order() {
    let mut flags = [
        ["--traces", "memoryless"],
        ["--traces.distribution", "uniform"],
        ["--traces.variation", "0.3"],
    ];
    let run = |flags: &[[&str; 2]]| {
        let runs = [["--runs", "1"], ["--iterations", "20"]];
        let flags = [flags, &runs].concat().concat();
        fingerprint(&said(&makespan(&[&["run"][..], &flags].concat())))
    };
    let forwards = run(&flags);
    flags.reverse();
    assert_eq!(forwards, run(&flags));
}

#[test]
fn outputs_that_cannot_be_written_are_named_before_anything_runs() {
    for flag in ["--svg", "--svg-worlds", "--save", "--trace-events", "--csv"] {
        let path = format!("/proc/nothing/{}", &flag[2..]);
        let said = complaint(&makespan(&["run", SMALL, flag, &path]), 1);
        assert!(said.contains(&path), "{said}");
    }
}

#[test]
fn a_file_that_cannot_be_written_whole_leaves_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.makespan.json");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "good").unwrap();
    // No file may have more than a block of 512 bytes; longer output is an error, not a signal.
    let limited = Command::new("sh")
        .args([
            "-c",
            "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_makespan"),
        ])
        .args(["run", SMALL, "--save", path, "--traces", "quiet"])
        .output()
        .unwrap();
    assert_eq!(limited.status.code(), Some(1), "{}", text(&limited.stderr));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "good");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(makespan(&["run", SMALL, "--save", path]).status.success());
    assert!(std::fs::read_to_string(&file).unwrap().starts_with('{'));
}

/// The longest run that one can ask for.
const LONGEST: &str = "#p=set-two-replicate&processors=64&copies=1&iterations=10000&runs=1000";

#[test]
#[cfg(unix)]
fn a_long_run_tells_its_pace_by_the_clock_and_ends_when_it_is_told_to() {
    use std::os::unix::process::ExitStatusExt;
    let mut child = Command::new(env!("CARGO_BIN_EXE_makespan"))
        .args(["run", LONGEST])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut line = || lines.next().unwrap().unwrap();
    let said = line();
    assert!(said.contains("% is done after "), "{said}");
    let said = line();
    assert!(
        said.contains("A lower “Runs” or ") && said.ends_with("Ctrl-C ends it."),
        "{said}"
    );
    let id = child.id().to_string();
    // Not the signal of Ctrl-C, which programs in the background inherit as ignored.
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().signal(), Some(15));
}

#[test]
fn a_large_run_is_refused() {
    let large = r#"{"makespan": 1, "replication": {"traces": "ar01", "synthetic_nodes": 128, "processors": 128, "copies": 2,
        "iterations": 78125, "topic": "processors"}}"#;
    let said = complaint(&with_input(&["run", "-"], large), 2);
    assert!(said.contains("replication.iterations is 78125"), "{said}");
    assert!(said.contains("GB of memory"), "{said}");
}

#[test]
fn a_file_of_ones_own_runs_as_measured_unless_a_mean_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.csv");
    let row = |job: u64| format!("{},{}\n", 900 + job % 7, 1_100 + job % 5);
    let table: String = (0..60).map(row).collect();
    std::fs::write(&file, format!("one,two\n{table}")).unwrap();
    let file = file.to_str().unwrap();
    let run = |more: &[&str]| {
        let all = [
            "run",
            "#p=bursts-replicate",
            "--trace-file",
            file,
            "--runs",
            "2",
            "--json",
        ];
        text(&makespan(&[&all[..], more].concat()).stdout)
    };
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let traces = |text: &str| {
        let report = value(text);
        report
            .pointer("/report/traces")
            .or(report.pointer("/traces"))
            .cloned()
            .unwrap()
    };
    let measured = traces(&run(&[]));
    assert_eq!(measured.get("name"), Some(&"mine.csv".into()), "{measured}");
    assert_eq!(measured.get("scaled"), None);
    let scaled = traces(&run(&["--trace-mean", "10000"]));
    assert_eq!(scaled.pointer("/scaled/mean"), Some(&10_000.0.into()));
    let factor = scaled.pointer("/scaled/factor").unwrap().as_f64().unwrap();
    assert!((factor - 10.0).abs() < 0.1, "{factor}");
}

#[test]
fn counts_of_a_measurement_are_read_as_those_of_scenarios() {
    let table = said(&makespan(&["measure", "--jobs", "1e1", "--job-ms", "0.1"]));
    let (message, table) = table.split_once('\n').unwrap();
    let ms: f64 = message
        .strip_prefix("# message time (ms): ")
        .unwrap()
        .parse()
        .unwrap();
    assert!(ms > 0.0 && ms < 1000.0, "{message}");
    assert_eq!(table.lines().count(), 11, "{table}");
    for jobs in ["0", "1.5", "1e9", "many"] {
        let refused = makespan(&["measure", "--jobs", jobs]);
        assert_eq!(refused.status.code(), Some(2), "{jobs}");
        let words = String::from_utf8_lossy(&refused.stderr);
        assert!(
            words.contains("allowed: a whole number from 1 to 1000000"),
            "{words}"
        );
    }
}

/// A search that has made some tries when it is asked to stop: its state.
struct Stops {
    left: u32,
    kept: String,
}

impl report::Observer for Stops {
    fn progress(&mut self, _: u64, _: u64) -> std::ops::ControlFlow<()> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                std::ops::ControlFlow::Continue(())
            }
            None => std::ops::ControlFlow::Break(()),
        }
    }

    fn keep(&mut self, _: u64, state: &dyn Fn() -> String) {
        self.kept = state();
    }
}

const SEARCH: &str = "#p=search-jobs&tries=400";

#[test]
fn a_search_goes_on_from_the_state_in_a_file_and_ends_as_one_that_was_never_ended() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search.state");
    let path = file.to_str().unwrap();
    let setup = playground::Setup::from(playground::link::decode(SEARCH).unwrap());
    let mut stops = Stops {
        left: 150,
        kept: String::new(),
    };
    assert!(playground::run(&setup.scenario, &mut stops).is_err());
    let content = serde_json::json!({"digest": setup.digest(), "state": stops.kept});
    std::fs::write(&file, content.to_string()).unwrap();

    let whole = fingerprint(&said(&makespan(&["run", SEARCH])));
    let resumed = said(&makespan(&["run", SEARCH, "--state", path]));
    assert_eq!(fingerprint(&resumed), whole);
    assert!(!file.exists(), "there is nothing to resume");
    // A run that ends within a second leaves no file.
    let short = said(&makespan(&["run", SEARCH, "--state", path]));
    assert_eq!((fingerprint(&short), file.exists()), (whole.clone(), false));

    assert!(resumed.contains("This run was resumed"), "{resumed}");
    assert!(!short.contains("This run was resumed"), "{short}");

    // A state in another form than this version's is refused with an instruction, and stays.
    let state = stops.kept;
    let wrong = serde_json::json!({"tries": 9, "failures": 10, "steps": []});
    let random: serde_json::Value = report::state::open(&state).unwrap();
    let wrong = serde_json::json!({"random": random["random"], "tries": wrong["tries"], "failures": wrong["failures"], "steps": []});
    for (state, why) in [
        (
            r#"{"form":1,"tries":0}"#.to_owned(),
            "it has version 1, and this program reads version 2. Delete the file to start the run from its beginning, or end it with the program that wrote the file",
        ),
        (
            state.replacen("\"tries\":1", "\"tries\":2", 1),
            "it is not as it was written. Delete the file",
        ),
        (
            report::state::seal(&wrong),
            "it counts more tries than the search makes. Delete the file",
        ),
        (
            state.clone() + " ".repeat(report::state::LARGEST).as_str(),
            "allowed are at most 1000000. Delete the file",
        ),
    ] {
        let content = serde_json::json!({"digest": setup.digest(), "state": state}).to_string();
        std::fs::write(&file, &content).unwrap();
        let refused = makespan(&["run", SEARCH, "--state", path]);
        let complaint = complaint(&refused, 2);
        assert!(
            complaint.contains(why) && complaint.contains(path),
            "{complaint}"
        );
        assert_eq!(std::fs::read_to_string(&file).unwrap(), content);
    }
}

#[cfg(unix)]
#[test]
fn a_state_is_read_and_removed_through_a_symbolic_link() {
    let folder = tempfile::tempdir().unwrap();
    let (link, file) = (
        folder.path().join("link"),
        folder.path().join("search.state"),
    );
    std::os::unix::fs::symlink("search.state", &link).unwrap();
    let setup = playground::Setup::from(playground::link::decode(SEARCH).unwrap());
    let mut stops = Stops {
        left: 150,
        kept: String::new(),
    };
    assert!(playground::run(&setup.scenario, &mut stops).is_err());
    let content = serde_json::json!({"digest": setup.digest(), "state": stops.kept});
    std::fs::write(&file, content.to_string()).unwrap();
    let resumed = said(&makespan(&[
        "run",
        SEARCH,
        "--state",
        link.to_str().unwrap(),
    ]));
    assert!(resumed.contains("This run was resumed"), "{resumed}");
    assert!(!file.exists() && link.is_symlink());
}

#[test]
fn a_file_with_another_state_is_refused_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search.state");
    let path = file.to_str().unwrap();
    for (content, why) in [
        ("no JSON", "does not hold the state of a run"),
        (
            r#"{"digest": "1", "state": ""}"#,
            "holds the state of another scenario",
        ),
    ] {
        std::fs::write(&file, content).unwrap();
        let refused = makespan(&["run", SEARCH, "--state", path]);
        let complaint = complaint(&refused, 2);
        assert!(
            complaint.contains(why) && complaint.contains(path),
            "{complaint}"
        );
        assert_eq!(std::fs::read_to_string(&file).unwrap(), content);
    }
    let refused = makespan(&["run", SMALL, "--state", path]);
    assert!(complaint(&refused, 2).contains("this run cannot be resumed"));
}

#[test]
fn the_figures_of_documents_are_found_by_label_document_and_verdict() {
    let found = said(&makespan(&["figures", "fig.", "6.2", "--values"]));
    assert!(found.contains("Dobber 2006, figure 6.2a: "), "{found}");
    assert!(found.contains("printed 1.8, computed 1.93 ±"), "{found}");
    let differing = [
        "figures",
        "--document",
        "dobber",
        "--verdict",
        "differs",
        "--json",
    ];
    let listed: Vec<serde_json::Value> =
        serde_json::from_str(&said(&makespan(&differing))).unwrap();
    assert!(!listed.is_empty());
    for entry in &listed {
        assert_eq!(entry["document"], "dobber");
        assert!(entry["why"].is_string(), "{entry}");
    }
    complaint(&makespan(&["figures", "--verdict", "nearly"]), 2);
}

/// Runs the command in the folder of the project's lessons.
fn in_lessons(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_makespan"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lessons"))
        .output()
        .unwrap()
}

#[test]
fn a_class_gets_seeds_for_which_the_lesson_holds() {
    let class = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(class.path(), "Ada\n\n=Grace, Hopper\n").unwrap();
    let class = class.path().to_str().unwrap();
    let page = "https://example.org/lesson/";
    let list = said(&in_lessons(&[
        "lesson",
        "assign",
        "balance-or-replicate.md",
        class,
        "--page",
        page,
    ]));
    let rows: Vec<_> = list.lines().collect();
    assert_eq!(rows[0], "student,seed,link");
    assert_eq!(
        rows[1],
        "Ada,1,https://example.org/lesson/?seed=1#balance-or-replicate/1"
    );
    // With seed 2 a statement of the lesson does not hold; a name is no formula of a spreadsheet.
    assert_eq!(
        rows[2],
        "\"'=Grace, Hopper\",3,https://example.org/lesson/?seed=3#balance-or-replicate/1"
    );
    let exact = in_lessons(&[
        "lesson",
        "assign",
        "reading-a-schedule.md",
        class,
        "--page",
        page,
    ]);
    assert!(complaint(&exact, 2).contains("no scenario of this lesson depends on chance"));
}

#[test]
fn answers_are_marked_and_what_is_edited_damaged_or_foreign_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let source = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lessons/stragglers.md"),
    )
    .unwrap();
    let lesson = lesson::parse(&source).unwrap();
    // The first question asks for a row, the fourth and fifth for a choice.
    let given = |student: &str, title: &str, source: &str, seed: u64, print: &str| {
        let choice = |place: u32| serde_json::json!({"tries": [place]});
        let value = serde_json::json!({"makespan-answers": 1, "program": "0.0.9", "student": student, "title": title, "source": source, "seed": seed,
            "answers": [null, null, null, choice(1), {"tries": [0, 2]}, choice(0), {"tries": [], "shown": true}],
            "runs": if print.is_empty() { serde_json::json!({}) } else { serde_json::json!({"four": print}) }});
        value.to_string()
    };
    let answers = |student: &str, title: &str, source: &str, seed: u64, print: &str| {
        lesson::answers::seal(&given(student, title, source, seed, print)).unwrap()
    };
    let (title, own) = (lesson.front.title.as_str(), lesson.source.as_str());
    put("ada.answers.json", &answers("Ada", title, own, 1, ""));
    put(
        "bob.answers.json",
        &answers("Bob", title, own, 1, "").replace("Bob", "Rob"),
    );
    put("cy.answers.json", &answers("Cy", "Another", own, 1, ""));
    put("di.answers.json", &answers("Di", title, "00", 1, ""));
    put("ed.answers.json", &answers("Ed", title, own, 2, "11"));
    put("fay.json", "{}");
    put("read.me", "not looked at");
    let marks = folder.path().join("marks.csv");
    let table = said(&in_lessons(&[
        "lesson",
        "mark",
        "stragglers.md",
        folder.path().to_str().unwrap(),
        "--csv",
        marks.to_str().unwrap(),
    ]));
    let row = |start: &str| {
        let found = table
            .lines()
            .find(|line| line.trim_start().starts_with(start));
        found
            .unwrap_or_else(|| panic!("{start}: {table}"))
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        row("ada"),
        "ada.answers.json Ada 1 2 of 7 – – – yes later no no"
    );
    assert!(row("bob").contains("edited: its digest"), "{table}");
    assert!(row("cy").ends_with("another lesson"), "{table}");
    assert!(
        row("di").ends_with("another version of the lesson"),
        "{table}"
    );
    assert!(
        row("ed").ends_with("other results of four: Makespan 0.0.9"),
        "{table}"
    );
    assert!(row("fay").contains("no file of answers"), "{table}");
    assert!(table.contains("6\u{a0}rows, 1 without a remark"), "{table}");
    let csv = std::fs::read_to_string(&marks).unwrap();
    assert_eq!(
        csv.lines().nth(1),
        Some("ada.answers.json,Ada,1,,7,2,1,,,,right,later,wrong,wrong")
    );
    let empty = tempfile::tempdir().unwrap();
    let none = in_lessons(&[
        "lesson",
        "mark",
        "stragglers.md",
        empty.path().to_str().unwrap(),
    ]);
    assert!(complaint(&none, 2).contains("there is no file NAME.answers.json"));
    // The same answers as codes, one of them typed; the others are lines of a list.
    let code = |student: &str, title: &str, print: &str| {
        lesson::code::write(&given(student, title, own, 1, print)).unwrap()
    };
    let whole = code("Ada", title, "");
    let list = tempfile::Builder::new().suffix(".txt").tempfile().unwrap();
    let lines = [
        format!("Lovelace, Ada\t{whole}"),
        format!("Bob\t{}", &whole[..whole.len() - 9]),
        String::new(),
        "Name\tCode".to_owned(),
        code("Cy", "Another", ""),
        code("Di", title, &"1".repeat(64)),
        whole.replace("ma1", "ma2"),
    ];
    std::fs::write(list.path(), lines.join("\r\n")).unwrap();
    let listed = list.path().to_str().unwrap();
    let marked = ["lesson", "mark", "stragglers.md", &whole, listed];
    let table = said(&in_lessons(
        &[&marked[..], &["--csv", marks.to_str().unwrap()]].concat(),
    ));
    assert!(table.contains("7\u{a0}rows, 2 without a remark"), "{table}");
    let csv = std::fs::read_to_string(&marks).unwrap();
    let name = list.path().file_name().unwrap().to_str().unwrap();
    let rows: Vec<_> = csv.lines().skip(1).collect();
    let came = ",Ada,1,,7,2,1,,,,right,later,wrong,wrong";
    assert_eq!(rows[0], format!("code 1{came}"));
    assert_eq!(rows[1], format!("\"{name}, line 1: Lovelace, Ada\"{came}"));
    let remarks = [
        "the code is cut short or changed; copy the code again, whole",
        "no code: “Copy the code” makes one, which begins with “ma1.”",
        "another lesson",
        "other results of four: Makespan 0.0.9",
        "the code has version 2; allowed: 1",
    ];
    assert_eq!(rows.len(), 7, "{csv}");
    for ((row, line), remark) in rows[2..].iter().zip([2, 4, 5, 6, 7]).zip(remarks) {
        assert!(row.starts_with(&format!("\"{name}, line {line}")), "{row}");
        assert!(row.contains(remark), "{row}");
    }
    let none = tempfile::Builder::new().suffix(".txt").tempfile().unwrap();
    let none = in_lessons(&[
        "lesson",
        "mark",
        "stragglers.md",
        none.path().to_str().unwrap(),
    ]);
    assert!(complaint(&none, 2).contains("there is no code in it"));
}
