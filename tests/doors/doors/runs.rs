//! The beginnings of a run: states of searches, texts of parameters.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use parameters::Kind;
use playground::presets::{self, Preset};
use playground::{Cache, Scenario, Setup, resume_setup};
use report::state::Refused;
use report::{Observer, Report};
use serde_json::Value;

use crate::door::{Door, bytes};

/// Ends a run at its first word after so many; begins it with a state, and remembers the first and the last state that it keeps.
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

/// Begins the search of a preset with a state; the first state that the search keeps begins it the same way.
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
    }
}

/// A text of a parameter, with the answer of a rule or a run.
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
    }
}
