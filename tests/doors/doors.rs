//! What comes in where, and what must hold of it: an input that is taken is written, read again, and is the same.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use batch::Journal;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use lesson::answers;
use parameters::events::{Event, Events};
use parameters::matrix::Matrix;
use parameters::sheet::Sheet;
use parameters::{Editor, Kind};
use playground::presets::{self, Preset};
use playground::{Cache, Scenario, Setup, link, resume_setup};
use report::state::Refused;
use report::{Observer, Report};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use session::message::{Order, Reply, Request};
use session::resume::{Beginning, Kept};
use sha2::{Digest, Sha256};
use trace::TraceSet;

use crate::Door;

/// The folder of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The contents of all files in a folder, one by one.
fn files(folder: &str) -> Vec<Vec<u8>> {
    let all = fs::read_dir(root().join(folder)).unwrap();
    let mut all: Vec<PathBuf> = all.map(|file| file.unwrap().path()).collect();
    all.sort();
    let files = all.iter().filter(|path| path.is_file());
    let small = files.filter(|path| path.metadata().unwrap().len() < 60_000);
    small.map(|path| fs::read(path).unwrap()).collect()
}

fn bytes(text: impl Into<String>) -> Vec<u8> {
    text.into().into_bytes()
}

/// One preset of each laboratory, and each topic.
fn few_presets() -> Vec<&'static Preset> {
    let mut seen = BTreeSet::new();
    let new = |preset: &&'static Preset| {
        let scenario = preset.scenario();
        seen.insert((scenario.laboratory(), scenario.get("topic").to_string()))
    };
    presets::all().iter().filter(new).collect()
}

fn same(one: &Setup, other: &Setup) {
    assert_eq!(one.to_json(), other.to_json());
}

// ---- links and files

pub(crate) fn links() -> Door {
    let old = fs::read_to_string(root().join("tests/links.txt")).unwrap();
    let old = old.lines().flat_map(|line| line.split_whitespace());
    let old = old.filter(|word| word.starts_with('#') && word.len() < 4_000);
    let short = presets::all()
        .iter()
        .map(|preset| format!("#p={}&seed=7", preset.name));
    Door {
        name: "links",
        seeds: short.chain(old.map(str::to_owned)).map(bytes).collect(),
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let _ = link::preset(&text);
            let _ = link::find(&text).map_err(|error| error.to_string());
            match link::decode(&text) {
                Ok(decoded) => {
                    written(&decoded.into());
                    true
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    false
                }
            }
        },
        usual: 3_000,
    }
}

/// Every way to write a set-up gives it back.
fn written(setup: &Setup) {
    // One that is too long for a link is a file.
    let links = [link::encode(setup.clone()), link::short(setup.clone())];
    for link in links.into_iter().flatten() {
        same(&link::decode(&link).unwrap().into(), setup);
    }
    same(&Setup::from_json(&setup.to_json()).unwrap(), setup);
    same(&Setup::from_json(&setup.to_short_json()).unwrap(), setup);
}

/// Scenarios as JSON, alone and with what can be seen of them.
fn jsons() -> Vec<Vec<u8>> {
    let all = few_presets().into_iter().map(|preset| preset.scenario());
    let mut jsons: Vec<Value> = Vec::new();
    for scenario in all {
        jsons.push(scenario.to_json());
        let mut beside = scenario.to_short_json();
        let [axis, other] = scenario.suggestion();
        let value = axis.values.first().cloned().unwrap_or_default();
        beside["compare"] = json!([{axis.parameter.clone(): value}]);
        jsons.push(beside);
        let mut sweep = scenario.to_short_json();
        sweep["sweep"] = json!({"axes": [
            {"parameter": axis.parameter, "values": axis.values},
            {"parameter": other.parameter, "values": other.values},
        ]});
        sweep["focus"] = json!({"from": 0.0, "to": 1.0});
        jsons.push(sweep);
    }
    let texts = jsons.into_iter().map(|json| bytes(json.to_string()));
    texts.collect()
}

pub(crate) fn contents() -> Door {
    Door {
        name: "contents",
        seeds: jsons(),
        open: |input| {
            let mut packer = DeflateEncoder::new(Vec::new(), Compression::fast());
            packer.write_all(input).unwrap();
            let packed = URL_SAFE_NO_PAD.encode(packer.finish().unwrap());
            let decoded = link::decode(&format!("#v1.{packed}"));
            decoded.is_ok_and(|decoded| {
                written(&decoded.into());
                true
            })
        },
        usual: 2_000,
    }
}

pub(crate) fn scenarios() -> Door {
    Door {
        name: "scenarios",
        seeds: jsons(),
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let _ = Scenario::from_text(&text).map(|scenario| scenario.to_json());
            Setup::from_text(&text).is_ok_and(|setup| {
                same(&Setup::from_json(&setup.to_json()).unwrap(), &setup);
                let (_, _) = (setup.digest(), setup.point(0));
                true
            })
        },
        usual: 2_000,
    }
}

// ---- runs

/// Ends a run at its first word after so many; begins it with a state, and remembers the first and the last that it keeps.
#[derive(Default)]
struct Ends {
    after: u32,
    state: Option<String>,
    taken: Option<bool>,
    first: Option<String>,
    last: Option<String>,
}

impl Observer for Ends {
    fn progress(&mut self, _: u64, _: u64) -> ControlFlow<()> {
        match self.after.checked_sub(1) {
            Some(left) => {
                self.after = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }

    fn keep(&mut self, _: u64, state: &dyn Fn() -> String) {
        let state = state();
        self.first.get_or_insert_with(|| state.clone());
        self.last = Some(state);
    }

    fn resume(&mut self, read: &mut dyn FnMut(&str) -> Result<(), Refused>) {
        self.taken = self.state.as_deref().map(|state| read(state).is_ok());
    }
}

fn run(scenario: Scenario, ends: &mut Ends) -> bool {
    let setup = Setup::from(scenario);
    resume_setup(
        &setup,
        &[],
        &mut |_, _: Report| {},
        &mut Cache::default(),
        ends,
    )
    .is_ok()
}

/// Begins the search of a preset with a state; what it keeps then is a state with which it begins just so.
pub(crate) fn states() -> Door {
    let searches = presets::all()
        .iter()
        .filter(|preset| preset.scenario().need().resumes);
    let mut seeds = Vec::new();
    for preset in searches {
        for after in [0, 2, 20] {
            let mut ends = Ends {
                after,
                ..Ends::default()
            };
            run(preset.scenario(), &mut ends);
            seeds.extend(
                ends.last
                    .map(|state| bytes(format!("{}\n{state}", preset.name))),
            );
        }
    }
    assert!(seeds.len() >= 6);
    Door {
        name: "states",
        seeds,
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let Some((name, state)) = text.split_once('\n') else {
                return false;
            };
            let Some(preset) = presets::find(name).filter(|one| one.scenario().need().resumes)
            else {
                return false;
            };
            let begun = |state: &str| {
                let mut ends = Ends {
                    state: Some(state.to_owned()),
                    ..Ends::default()
                };
                run(preset.scenario(), &mut ends);
                (ends.taken == Some(true)).then_some(ends.first).flatten()
            };
            let Some(kept) = begun(state) else {
                return false;
            };
            assert_eq!(begun(&kept), Some(kept));
            true
        },
        usual: 1_000,
    }
}

/// A text of a parameter: what a rule or a run says to it.
pub(crate) fn texts() -> Door {
    let (mut known, mut seeds) = (BTreeSet::new(), Vec::new());
    for preset in presets::all() {
        let scenario = preset.scenario();
        for parameter in scenario.parameters() {
            if let (Kind::Text { .. }, Value::String(text)) =
                (parameter.kind, scenario.get(parameter.name))
                && known.insert((scenario.laboratory(), parameter.name, text.clone()))
            {
                seeds.push(bytes(format!("{} {}\n{text}", preset.name, parameter.name)));
            }
        }
    }
    Door {
        name: "texts",
        seeds,
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let Some((head, text)) = text.split_once('\n') else {
                return false;
            };
            let Some((preset, name)) = head.split_once(' ') else {
                return false;
            };
            let Some(scenario) = presets::find(preset).map(Preset::scenario) else {
                return false;
            };
            let Ok(scenario) = scenario.with(name, text) else {
                return false;
            };
            let face = &scenario.about().face;
            for ruled in (face.ruled)() {
                let _ = (face.refuses)(scenario.checked(), ruled.text());
            }
            let ends = &mut Ends::default();
            run(scenario, ends);
            true
        },
        usual: 400,
    }
}

// ---- files of traces

pub(crate) fn traces() -> Door {
    Door {
        name: "traces",
        seeds: files("crates/trace/tests/corpus"),
        open: |input| {
            let Ok(reading) = trace::read::read("any bytes", input) else {
                return false;
            };
            let _ = reading.told();
            if let Some(set) = &reading.set {
                let again = TraceSet::from_content(set.name(), &set.content()).unwrap();
                assert_eq!(again.content(), set.content());
                assert!(
                    set.nodes()
                        .iter()
                        .all(|node| node.runtimes.iter().all(|ms| ms.is_finite()))
                );
            }
            reading.set.is_some()
        },
        usual: 2_000,
    }
}

// ---- texts with an editor

/// The texts of parameters with an editor, and their editors.
fn edited() -> Vec<(Editor, String)> {
    let mut all: Vec<(Editor, String)> = Vec::new();
    for preset in presets::all() {
        let scenario = preset.scenario();
        for parameter in scenario.parameters() {
            if let (Kind::Text { editor, .. }, Value::String(text)) =
                (parameter.kind, scenario.get(parameter.name))
            {
                all.push((editor, text));
            }
        }
    }
    all
}

/// The editors, each once.
fn editors() -> Rc<[Editor]> {
    thread_local! {
        static EDITORS: Rc<[Editor]> = {
            let mut all: Vec<Editor> = Vec::new();
            for (editor, _) in edited() {
                if !all.contains(&editor) {
                    all.push(editor);
                }
            }
            all.into()
        };
    }
    EDITORS.with(Rc::clone)
}

fn seeds(wanted: impl Fn(&Editor) -> bool) -> Vec<Vec<u8>> {
    let texts = edited().into_iter().filter(|(editor, _)| wanted(editor));
    let texts: BTreeSet<String> = texts.map(|(_, text)| text).collect();
    texts.into_iter().map(bytes).collect()
}

pub(crate) fn sheets() -> Door {
    Door {
        name: "sheets",
        seeds: seeds(|editor| matches!(editor, Editor::Table(_))),
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let mut taken = false;
            for editor in editors().iter() {
                let Editor::Table(table) = editor else {
                    continue;
                };
                let sheet = table.read(&text);
                let faults = sheet.faults(table.columns);
                if !faults.is_empty() {
                    continue;
                }
                taken = true;
                let written = sheet.write();
                let again = Sheet::read(&written, table.columns, table.usual);
                assert_eq!(again.write(), written, "{text:?}");
                assert_eq!(again.faults(table.columns), [], "{text:?}");
                for row in 0..sheet.rows.len() {
                    for column in 0..table.columns.len() {
                        let value = |sheet: &Sheet| sheet.value(table.columns, row, column);
                        assert_eq!(value(&sheet), value(&again), "{text:?}");
                    }
                }
            }
            taken
        },
        usual: 4_000,
    }
}

pub(crate) fn matrices() -> Door {
    Door {
        name: "matrices",
        seeds: seeds(|editor| matches!(editor, Editor::Matrix(_))),
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let matrix = Matrix::read(&text);
            let written = matrix.write();
            assert_eq!(Matrix::read(&written).write(), written);
            assert_eq!(Matrix::read(&written), matrix, "{text:?}");
            !matrix.rows.is_empty()
        },
        usual: 4_000,
    }
}

pub(crate) fn events() -> Door {
    Door {
        name: "events",
        seeds: seeds(|editor| matches!(editor, Editor::Events(_))),
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let mut taken = false;
            for editor in editors().iter() {
                let Editor::Events(of) = editor else { continue };
                let Ok(events) = of.events(&text) else {
                    continue;
                };
                let written = Events::read(&text).write(of);
                assert_eq!(Events::read(&written).write(of), written, "{text:?}");
                let again = of.events(&written).unwrap();
                let said = |all: &[Event]| -> Vec<String> {
                    all.iter().map(|event| event.said(of.unit)).collect()
                };
                assert_eq!(said(&events), said(&again), "{text:?}");
                taken |= !events.is_empty();
            }
            taken
        },
        usual: 3_000,
    }
}

// ---- lessons, answers, studies

pub(crate) fn lessons() -> Door {
    Door {
        name: "lessons",
        seeds: files("docs/lessons"),
        open: |input| {
            let text = String::from_utf8_lossy(input);
            match lesson::parse(&text) {
                Ok(lesson) => {
                    let _ = lesson.raised(3);
                    true
                }
                Err(problems) => {
                    assert!(!problems.is_empty());
                    assert!(
                        problems
                            .iter()
                            .all(|problem| !problem.to_string().is_empty())
                    );
                    false
                }
            }
        },
        usual: 1_000,
    }
}

pub(crate) fn answers() -> Door {
    let answers = json!({
        "makespan-answers": answers::VERSION, "program": "0.1.0", "student": "A. Student", "title": "Stragglers",
        "source": "0".repeat(64), "seed": 3,
        "answers": [null, {"tries": [1.5, "b", ["a", 2]], "hints": 1, "shown": true}, {"tries": []}],
        "runs": {"first": "1".repeat(64)},
    });
    Door {
        name: "answers",
        seeds: vec![
            bytes(answers.to_string()),
            bytes(answers::seal(&answers.to_string()).unwrap()),
        ],
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let opened = answers::open(&text);
            let Ok(sealed) = answers::seal(&text) else {
                return opened.is_ok();
            };
            match answers::open(&sealed) {
                Ok(answers) => assert_eq!(
                    serde_json::from_str::<answers::Answers>(&text).unwrap(),
                    answers
                ),
                Err(refused) => assert!(refused.to_string().contains("version"), "{refused}"),
            }
            true
        },
        usual: 3_000,
    }
}

pub(crate) fn challenges() -> Door {
    Door {
        name: "challenges",
        seeds: files("docs/challenges"),
        open: |input| {
            let text = String::from_utf8_lossy(input);
            match challenge::parse(&text) {
                Ok(challenge) => {
                    let cases = challenge.cases([text.as_ref()], "");
                    assert_eq!(cases.len(), challenge.hidden);
                    true
                }
                Err(problems) => {
                    assert!(!problems.is_empty());
                    false
                }
            }
        },
        usual: 1_000,
    }
}

pub(crate) fn submissions() -> Door {
    let submission = json!({
        "makespan-submission": challenge::submission::VERSION, "program": "0.1.0", "student": "A. Student",
        "challenge": "Rare peaks", "source": "0".repeat(64), "code": "fn list(n) { [] }", "score": 0.25,
        "runs": [{"case": {"seed": 3}, "value": 0.25, "fingerprint": "1".repeat(64)}],
    });
    Door {
        name: "submissions",
        seeds: vec![
            bytes(submission.to_string()),
            bytes(lesson::sealed::write(&submission).unwrap()),
        ],
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let Ok(opened) = challenge::Submission::open(&text) else {
                return false;
            };
            let file = opened.submission.file().unwrap();
            let again = challenge::Submission::open(&file).unwrap();
            assert_eq!((again.submission, again.whole), (opened.submission, true));
            true
        },
        usual: 3_000,
    }
}

const PLAN: &str = r#"plan = 1
question = "From which problem size on do copies pay?"
preset = "bursts-replicate"
change = { iterations = 30, runs = 2 }
replications = 3
design = "latin-hypercube"
points = 4
seed = 9

[[axes]]
parameter = "processors"
values = [4, 8, 16]

[[axes]]
parameter = "problem_size"
from = 1
to = 5
scale = "log"

[keep]
tables = ["strategies"]
"#;

pub(crate) fn plans() -> Door {
    let grid = json!({
        "plan": 1, "link": "#p=peaks-replicate", "change": {"runs": 2},
        "axes": [{"parameter": "copies", "values": [1, 2]}, {"parameter": "iterations", "from": 30, "to": 60, "number": 3, "scale": "linear"}],
        "keep": {"figures": ["speedup"]},
    });
    Door {
        name: "plans",
        seeds: vec![bytes(PLAN), bytes(grid.to_string())],
        open: |input| {
            let text = String::from_utf8_lossy(input);
            batch::plan::parse(&text).is_ok_and(|plan| {
                let again = study::Plan::from_json(plan.json()).unwrap();
                assert_eq!((again.json(), again.digest()), (plan.json(), plan.digest()));
                let last = plan.points().saturating_sub(1);
                for place in [0, last / 2, last] {
                    assert_eq!(plan.values(place), again.values(place));
                    let _ = plan.scenario(place);
                }
                true
            })
        },
        usual: 2_000,
    }
}

/// A journal whose lines have the digits of what is in them: those that were changed would be refused at once otherwise.
pub(crate) fn journals() -> Door {
    let folder = tempfile::tempdir().unwrap();
    let plan = PLAN.replace("points = 4", "points = 2");
    let plan = batch::plan::parse(&plan).unwrap();
    let go_on = &mut |_: batch::Told| ControlFlow::Continue(());
    batch::work(&plan, batch::Shard::WHOLE, 1, folder.path(), go_on).unwrap();
    let journal = fs::read_to_string(folder.path().join("journal.txt")).unwrap();
    let lines = journal.lines().map(|line| line.split_once(' ').unwrap().1);
    Door {
        name: "journals",
        seeds: vec![bytes(lines.collect::<Vec<_>>().join("\n"))],
        open: |input| {
            let folder = tempfile::tempdir().unwrap();
            let mut whole = Vec::new();
            for line in input.split(|byte| *byte == b'\n') {
                let digits = Sha256::digest(line);
                digits
                    .iter()
                    .take(8)
                    .for_each(|byte| write!(whole, "{byte:02x}").unwrap());
                whole.push(b' ');
                whole.extend_from_slice(line);
                whole.push(b'\n');
            }
            fs::write(folder.path().join("journal.txt"), whole).unwrap();
            Journal::find(folder.path()).is_ok_and(|mut journal| {
                let starts: Vec<u64> = journal.done().iter().map(|(_, start)| *start).collect();
                let read = starts.iter().filter(|start| journal.at(**start).is_ok());
                read.count() > 0
            })
        },
        usual: 500,
    }
}

// ---- messages

/// A message that is read is written and read again; a number without a JSON form is none that a worker sends.
fn message<M: Serialize + DeserializeOwned>(input: &[u8]) -> bool {
    let Ok(read) = serde_json::from_slice::<M>(input) else {
        return false;
    };
    let written = serde_json::to_string(&read).unwrap();
    let again: M = serde_json::from_str(&written).unwrap();
    assert_eq!(serde_json::to_string(&again).unwrap(), written);
    true
}

fn texts_of<M: Serialize>(all: impl IntoIterator<Item = M>) -> Vec<Vec<u8>> {
    let texts = all.into_iter().map(|one| serde_json::to_vec(&one).unwrap());
    texts.filter(|text| text.len() < 60_000).collect()
}

fn kept() -> Kept {
    Kept {
        state: "{\"form\":1}".into(),
        paused: true,
        work: 5_388,
    }
}

pub(crate) fn requests() -> Door {
    let runs = few_presets().into_iter().map(|preset| Request::Run {
        id: 1,
        setup: Box::new(preset.scenario().into()),
        done: Vec::new(),
        beginning: Beginning::At(kept()),
    });
    let scenario = || Box::new(presets::first().scenario());
    let others = [
        Request::Part {
            id: 2,
            scenario: scenario(),
            part: 1,
            parts: 4,
        },
        Request::Finish {
            id: 3,
            scenario: scenario(),
        },
        Request::Supply {
            digest: "0".repeat(64),
        },
    ];
    Door {
        name: "requests",
        seeds: texts_of(runs.chain(others)),
        open: message::<Request>,
        usual: 2_000,
    }
}

pub(crate) fn orders() -> Door {
    let digest = || "0".repeat(64);
    let orders = [
        Order::List,
        Order::KeepRun {
            digest: digest(),
            kept: kept(),
            over: false,
        },
        Order::ForgetRun {
            digest: digest(),
            most: Some(7),
        },
        Order::Rename {
            digest: digest(),
            name: "other".into(),
        },
        Order::Measure {
            iterations: 3,
            jobs: 4,
            ms: 50.0,
        },
    ];
    Door {
        name: "orders",
        seeds: texts_of(orders),
        open: message::<Order>,
        usual: 2_000,
    }
}

pub(crate) fn replies() -> Door {
    let presets = few_presets().into_iter().step_by(6);
    let early = presets.filter_map(|preset| {
        let scenario = preset.scenario();
        let small = scenario.with("runs", "2").unwrap_or(scenario);
        let outcome = resume_setup(
            &small.into(),
            &[],
            &mut |_, _| {},
            &mut Cache::default(),
            &mut report::Silent,
        );
        let report = outcome.ok()?.report;
        Some(Reply::Early {
            id: 1,
            fingerprint: report.fingerprint(),
            report: Box::new(report.carded()),
        })
    });
    let others = [
        Reply::Progress {
            id: 1,
            done: 3,
            total: 4,
        },
        Reply::Kept {
            id: 1,
            digest: "0".repeat(64),
            state: "state".into(),
            work: 9,
            found: true,
            over: false,
        },
        Reply::Stopped {
            message: "a fault".into(),
        },
    ];
    Door {
        name: "replies",
        seeds: texts_of(early.chain(others)),
        open: message::<Reply>,
        usual: 1_000,
    }
}
