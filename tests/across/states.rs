//! States of users' searches: a search goes on from a state of this version; states of other versions are refused in a sentence
//! that says so.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use playground::{Setup, link, run};
use report::Observer;
use report::state::{self, Refused};
use serde::{Deserialize, Serialize};

/// Searches that end within a second, and after how many parts their states were kept.
const SEARCHES: [(&str, u32); 5] = [
    ("#p=search-jobs&tries=400", 150),
    ("#p=recovery-search&sought_computers=18", 12),
    ("#p=recovery-search&sought_computers=22", 3),
    ("#p=recovery-search-ruler", 20),
    ("#p=recovery-search-sequence&sought_modulus=30", 30),
];

/// A state as it was kept once, and the end of its search.
#[derive(Deserialize, Serialize)]
struct Kept {
    link: String,
    fingerprint: String,
    state: String,
}

#[derive(Default)]
struct Watch {
    /// After how many parts it stops.
    left: Option<u32>,
    kept: String,
    from: Option<String>,
    refused: Option<Refused>,
}

impl Observer for Watch {
    fn progress(&mut self, _: u64, total: u64) -> ControlFlow<()> {
        if total > 0 && self.left == Some(0) {
            return ControlFlow::Break(());
        }
        self.left = self.left.map(|left| left - u32::from(total > 0));
        ControlFlow::Continue(())
    }

    fn keep(&mut self, _work: u64, state: &dyn Fn() -> String) {
        self.kept = state();
    }

    fn resume(&mut self, read: &mut dyn FnMut(&str) -> Result<(), Refused>) {
        if let Some(from) = &self.from {
            self.refused = read(from).err();
        }
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("states")
}

/// The states of a new version, to be kept from then on.
fn made() -> Vec<Kept> {
    let make = |(address, parts): (&str, u32)| {
        let setup = Setup::from(link::decode(address).unwrap());
        let mut watch = Watch {
            left: Some(parts),
            ..Watch::default()
        };
        assert!(run(&setup.scenario, &mut watch).is_err(), "{address} ended");
        let whole = run(&setup.scenario, &mut Watch::default()).unwrap();
        Kept {
            link: address.into(),
            fingerprint: whole.fingerprint(),
            state: watch.kept,
        }
    };
    SEARCHES.into_iter().map(make).collect()
}

#[test]
fn kept_states_of_this_version_go_on_and_others_are_refused_by_their_version() {
    let present = folder().join(format!("{}.json", state::VERSION));
    if !present.exists() && std::env::var("UPDATE_EXPECT").is_ok() {
        let text = serde_json::to_string_pretty(&made()).unwrap();
        fs::write(&present, text + "\n").unwrap();
    }
    let mut versions = Vec::new();
    for file in fs::read_dir(folder()).unwrap() {
        let path = file.unwrap().path();
        let version: u32 = path.file_stem().unwrap().to_str().unwrap().parse().unwrap();
        versions.push(version);
        let all: Vec<Kept> = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(all.len(), SEARCHES.len());
        for kept in all {
            let setup = Setup::from(link::decode(&kept.link).unwrap());
            let mut watch = Watch {
                from: Some(kept.state),
                ..Watch::default()
            };
            let report = run(&setup.scenario, &mut watch).unwrap();
            assert_eq!(report.fingerprint(), kept.fingerprint, "{}", kept.link);
            let resumed = report.notes.contains(&state::note());
            if version == state::VERSION {
                assert_eq!((watch.refused, resumed), (None, true), "{}", kept.link);
            } else {
                let why = Refused::Version { found: version };
                assert_eq!((watch.refused, resumed), (Some(why), false));
            }
        }
    }
    versions.sort_unstable();
    assert!(versions.into_iter().eq(1..=state::VERSION));
}
