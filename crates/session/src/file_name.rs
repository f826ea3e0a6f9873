//! The names of files that the page saves.

use playground::{Scenario, presets};

/// The beginning of the names of a scenario's files: laboratory, preset if the scenario is one, else method, and seed.
#[must_use]
pub fn stem(scenario: &Scenario) -> String {
    let (preset, changes) = presets::nearest(scenario);
    // Methods are the values that a laboratory suggests for a comparison.
    let [compared, _] = scenario.suggestion();
    let method = scenario.get(&compared.parameter);
    let what = match (changes.iter().all(|name| name == "seed"), method.as_str()) {
        (true, _) => preset.name,
        (false, Some(method)) => method,
        (false, None) => "own",
    };
    let (laboratory, seed) = (scenario.laboratory(), scenario.seed());
    format!("makespan-{laboratory}-{what}-seed-{seed}")
}

/// The name of a scenario's file.
#[must_use]
pub fn scenario_name(scenario: &Scenario) -> String {
    format!("{}.makespan.json", scenario.laboratory())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

    #[test]
    fn a_file_is_named_after_laboratory_preset_or_method_and_seed() {
        let preset = presets::first().scenario().with("seed", "7").unwrap();
        assert_eq!(
            stem(&preset),
            "makespan-replication-bursts-replicate-seed-7"
        );
        let own = preset.with("processors", "4").unwrap();
        assert_eq!(stem(&own), "makespan-replication-replicate-seed-7");
    }
}
