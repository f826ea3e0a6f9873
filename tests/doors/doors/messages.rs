//! Messages between page and workers.

use parameters::Rejected;
use playground::presets::{self, Preset};
use playground::{Cache, resume_setup};
use report::Report;
use report::miniature::Miniature;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use session::library::{Library, Trouble};
use session::message::{Order, Reply, Request};
use session::resume::{Beginning, Kept};

use super::few_presets;
use crate::door::Door;

/// Reads a message as both sides do (`worker::envelope`), by way of a value.
fn unpacked<M: DeserializeOwned>(text: &[u8]) -> Option<M> {
    let value: Value = serde_json::from_slice(text).ok()?;
    serde_json::from_value(value).ok()
}

/// A message that is read is written and read again; a number without a JSON form is none that a worker sends.
fn message<M: Serialize + DeserializeOwned>(input: &[u8]) -> bool {
    let Some(read) = unpacked::<M>(input) else {
        return false;
    };
    let written = serde_json::to_string(&read).unwrap();
    let again: M = unpacked(written.as_bytes()).unwrap();
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
        seeds: texts_of(runs.chain(others)),
        open: message::<Request>,
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
        seeds: texts_of(orders),
        open: message::<Order>,
    }
}

/// The replies of a worker to the run of a preset: charts and tables are large, so other parts come in replies without them, too.
fn told_of(preset: &Preset) -> Option<[Reply; 4]> {
    let scenario = preset.scenario();
    let small = scenario.with("runs", "2").unwrap_or(scenario);
    let outcome = resume_setup(
        &small.into(),
        &[],
        &mut |_, _| {},
        &mut Cache::default(),
        &mut report::Silent,
    );
    let mut report = outcome.ok()?.report;
    let fingerprint = report.fingerprint();
    let schedule = report.schedule.take();
    let short = Report {
        headline: report.headline.clone(),
        figures: report.figures.clone(),
        ..Report::default()
    };
    Some([
        Reply::Done {
            id: 1,
            report: Box::new(short.carded()),
            digest: "0".repeat(64),
            fingerprint: fingerprint.clone(),
            header: schedule.as_ref().map(|schedule| schedule.header()),
            beside: None,
            took: 12.5,
        },
        Reply::Preview {
            id: 1,
            preview: schedule.as_ref().map(Miniature::of_schedule),
        },
        Reply::Ahead {
            id: 1,
            winner: report.winner.clone(),
        },
        Reply::Early {
            id: 1,
            fingerprint,
            report: Box::new(report.carded()),
        },
    ])
}

pub(crate) fn replies() -> Door {
    let presets = few_presets().into_iter().step_by(6);
    let told = presets.filter_map(told_of).flatten();
    let digest = || "0".repeat(64);
    let others = [
        Reply::Progress {
            id: 1,
            done: 3,
            total: 4,
        },
        Reply::Kept {
            id: 1,
            digest: digest(),
            state: "state".into(),
            work: 9,
            found: true,
            over: false,
        },
        Reply::Refused {
            id: 1,
            rejected: Rejected::one("place", 3, "allowed: 1, 2"),
        },
        Reply::FileNeeded {
            id: 1,
            name: "other".into(),
            digest: digest(),
            nodes: 3,
            jobs: 12,
        },
        Reply::Library {
            about: None,
            library: Library {
                entries: Vec::new(),
                trouble: Some(Trouble::Full),
            },
        },
        Reply::Opened {
            outcome: Ok(Box::new(presets::first().scenario().into())),
            about: None,
            library: Library::default(),
        },
        Reply::Calibrated {
            iterations: 3,
            step: 0.1,
        },
        Reply::Stopped {
            message: "a fault".into(),
        },
    ];
    Door {
        seeds: texts_of(told.chain(others)),
        open: message::<Reply>,
    }
}
