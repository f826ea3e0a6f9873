//! No picture contradicts its headline: in every preset with two worlds, the part that is seen first shows the effect that the
//! figures of merit or the headline state.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

use playground::{Cache, presets, run_sampled};
use report::table::Cell;
use report::{Report, Silent};
use schedule::same_work::Same;

/// The factor by which the second world is faster in all runs, at least and at most, as the report states it.
fn stated(report: &Report) -> (f64, f64, f64) {
    let is_speedup = |key: &str| ["speedup", "stealing"].contains(&key);
    if let Some(speedup) = report.figures.iter().find(|one| is_speedup(&one.key)) {
        let interval = speedup.interval;
        let (low, high) = interval.map_or((speedup.value, speedup.value), |it| (it.low, it.high));
        return (speedup.value, low, high);
    }
    let worlds = report.worlds.as_ref().unwrap();
    // Two uses of processors: the caption has the mean of the same runs' throughput, which must be on the same side.
    if let (Some(ratio), Some((_, all))) = (
        report.figures.iter().find(|one| one.key == "ratio"),
        worlds.caption.split_once("; "),
    ) {
        let factor = |words| -> Option<f64> {
            let (before, _) = all.split_once(words)?;
            before.rsplit(' ').next()?.parse().ok()
        };
        let fast = factor(" times as fast");
        let Some(value) = fast.or(factor(" times as long").map(|times| 1.0 / times)) else {
            return (1.0, f64::NEG_INFINITY, f64::INFINITY);
        };
        assert!(
            (value > 1.0) == (ratio.value > 1.0),
            "{}: {}",
            ratio.value,
            worlds.caption
        );
        return (value, value, value);
    }
    if let Some(table) = report.tables.iter().find(|table| table.key == "balancing") {
        let own = |row: &&Vec<Cell>| matches!(&row[0], Cell::Text(name) if worlds.with == format!("Shares by {name}"));
        let Cell::Figure(speedup) = &table.rows.iter().find(own).unwrap()[2] else {
            panic!("no speedup");
        };
        let interval = speedup.interval;
        let (low, high) = interval.map_or((speedup.value, speedup.value), |it| (it.low, it.high));
        return (speedup.value, low, high);
    }
    // The figure shows the shortest schedules of both kinds in full, and so the ratio itself.
    for key in ["ratio", "h", "gain"] {
        if let Some(ratio) = report.figures.iter().find(|one| one.key == key) {
            return (ratio.value, ratio.value, ratio.value);
        }
    }
    // "Adaptive scheduling (AS4DR) is 1.18 times as fast as baseline scheduling (BS)", or the other way round; the second world is
    // the faster of these.
    let with = &worlds.with;
    let headline = &report.headline;
    let said = |words| headline.split_once(words);
    let Some((before, _)) = said(" times as fast").or(said(" times as long")) else {
        return (1.0, f64::NEG_INFINITY, f64::INFINITY);
    };
    let about_with = before.contains(with.as_str());
    let factor: f64 = before.rsplit(' ').next().unwrap().parse().unwrap();
    let faster = headline.contains("times as fast as");
    let speedup = if about_with == faster {
        factor
    } else {
        1.0 / factor
    };
    (speedup, speedup, speedup)
}

#[test]
fn the_part_of_a_preset_that_is_seen_first_shows_the_effect_of_its_headline() {
    let mut seen = Vec::new();
    for preset in presets::all() {
        let report = playground::run(&preset.scenario(), &mut Silent).unwrap();
        let Some(worlds) = &report.worlds else {
            continue;
        };
        let [without, with] = worlds.schedules.as_deref().unwrap();
        let same = Same::of(&[without, with]);
        let gains = same.gains(worlds.first as usize, worlds.count as usize);
        let gain = gains.unwrap()[0];
        let (value, low, high) = stated(&report);
        // A part that shows less says so, with the number of the whole.
        let said = [
            "no part of this run",
            "; this run shows less",
            "; the whole program takes",
        ];
        let explained = said.iter().any(|words| worlds.caption.contains(words));
        let name = &preset.name;
        if low > 1.0 {
            assert!(gain > 1.0, "{name}: {gain} beside {}", report.headline);
            assert!(
                gain >= value - 0.005 || explained,
                "{name}: {gain}, {}",
                worlds.caption
            );
        } else if high < 1.0 {
            assert!(gain < 1.0, "{name}: {gain} beside {}", report.headline);
            assert!(
                gain <= value + 0.005 || explained,
                "{name}: {gain}, {}",
                worlds.caption
            );
        } else {
            // A headline that compares no times leaves that to the caption.
            let said = ["no clear difference", "equally fast", "; the whole run: "];
            let said = said.iter().any(|words| worlds.caption.contains(words));
            assert!(said, "{name}: {}", worlds.caption);
        }
        let alike = (gain - 1.0).abs() < 0.005;
        assert!(alike || !worlds.reasons.is_empty(), "{name}");
        println!(
            "{name}: {gain:.3} of {value:.3}, {} reasons, {}",
            worlds.reasons.len(),
            worlds.caption
        );
        seen.push(preset.laboratory());
    }
    for laboratory in [
        "replication",
        "divisible",
        "prediction",
        "bounds",
        "recovery",
        "adaptation",
    ] {
        let own = seen.iter().filter(|name| **name == laboratory).count();
        assert!(own >= 5, "{own} presets of {laboratory} with two worlds");
    }
}

#[test]
fn a_number_that_is_called_the_length_of_the_schedule_is_its_length() {
    let mut seen = 0;
    // In laboratories without runs the schedule is all that there is.
    for scenario in ["bounds", "recovery"]
        .into_iter()
        .flat_map(crate::small::topics)
    {
        let ran = run_sampled(&scenario, &mut Cache::default(), &mut Silent);
        let (report, samples) = ran.unwrap();
        for sample in samples.iter().filter(|sample| sample.of_schedule) {
            let length = report.schedule.as_ref().unwrap().makespan();
            let [value] = sample.values[..] else {
                panic!("{}: {:?}", sample.key, sample.values);
            };
            assert!(
                (value - length).abs() <= 1e-9 * length,
                "{}: {value} of {length}",
                sample.key
            );
            seen += 1;
        }
    }
    assert!(seen >= 5, "{seen} lengths");
}
