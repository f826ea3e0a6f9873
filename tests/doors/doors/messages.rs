//! Messages between page and workers.

use playground::{Cache, presets, resume_setup};
use serde::Serialize;
use serde::de::DeserializeOwned;
use session::message::{Order, Reply, Request};
use session::resume::{Beginning, Kept};

use super::few_presets;
use crate::door::Door;

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
        seeds: texts_of(early.chain(others)),
        open: message::<Reply>,
    }
}
