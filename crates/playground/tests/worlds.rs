//! No picture contradicts its headline: in every preset with two worlds, the part that is seen first shows the effect that the
//! figures of merit state.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use playground::presets;
use report::Silent;
use schedule::worlds::{ends, gain};

#[test]
fn the_part_of_a_preset_that_is_seen_first_shows_the_effect_of_its_headline() {
    let mut seen = 0;
    for preset in presets::all() {
        let report = playground::run(&preset.scenario(), &mut Silent).unwrap();
        let Some(worlds) = &report.worlds else {
            continue;
        };
        let [without, with] = worlds.schedules.as_deref().unwrap();
        let units = worlds.first as usize..(worlds.first + worlds.count) as usize;
        let gain = gain(&ends(without), &ends(with), units).unwrap();
        let speedup = report
            .figures
            .iter()
            .find(|figure| figure.key == "speedup")
            .unwrap();
        let (low, high) = speedup
            .interval
            .map_or((speedup.value, speedup.value), |one| (one.low, one.high));
        let explained = worlds.caption.contains("no part of this run");
        let name = &preset.name;
        if low > 1.0 {
            assert!(gain > 1.0, "{name}: {gain} beside {}", report.headline);
            assert!(
                gain >= speedup.value - 0.005 || explained,
                "{name}: {gain}, {}",
                worlds.caption
            );
        } else if high < 1.0 {
            assert!(gain < 1.0, "{name}: {gain} beside {}", report.headline);
            assert!(
                gain <= speedup.value + 0.005 || explained,
                "{name}: {gain}, {}",
                worlds.caption
            );
        }
        assert!(!worlds.reasons.is_empty(), "{name}");
        seen += 1;
    }
    assert!(seen >= 8, "{seen} presets with two worlds");
}
