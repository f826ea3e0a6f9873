//! The inputs of each door, and the rule that they keep: an input that is taken is written, read again, and is the same.

mod data;
mod links;
mod messages;
mod runs;
mod studies;
mod teaching;

use std::collections::BTreeSet;

use playground::presets::{self, Preset};

use crate::door::Door;

/// A door's name, its constructor (its first inputs may take a second), and the number of inputs to try every day.
type Listed = (&'static str, fn() -> Door, u64);

/// All doors.
pub(crate) const ALL: &[Listed] = &[
    ("links", links::links, 3_000),
    ("contents", links::contents, 2_000),
    ("scenarios", links::scenarios, 2_000),
    ("states", runs::states, 1_000),
    ("texts", runs::texts, 400),
    ("traces", data::traces, 2_000),
    ("stored", data::stored, 3_000),
    ("sheets", data::sheets, 4_000),
    ("matrices", data::matrices, 4_000),
    ("events", data::events, 3_000),
    ("lessons", teaching::lessons, 1_000),
    ("answers", teaching::answers, 3_000),
    ("challenges", teaching::challenges, 1_000),
    ("submissions", teaching::submissions, 3_000),
    ("plans", studies::plans, 2_000),
    ("journals", studies::journals, 500),
    ("certificates", studies::certificates, 3_000),
    ("requests", messages::requests, 2_000),
    ("orders", messages::orders, 2_000),
    ("replies", messages::replies, 1_000),
];

/// One preset of each laboratory, and each topic.
fn few_presets() -> Vec<&'static Preset> {
    let mut seen = BTreeSet::new();
    let new = |preset: &&'static Preset| {
        let scenario = preset.scenario();
        seen.insert((scenario.laboratory(), scenario.get("topic").to_string()))
    };
    presets::all().iter().filter(new).collect()
}
