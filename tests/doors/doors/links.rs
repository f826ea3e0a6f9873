//! Links and scenario files.

use std::fs;
use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use playground::{Scenario, Setup, link, presets};
use serde_json::{Value, json};

use super::few_presets;
use crate::door::{Door, bytes, root};

fn same(one: &Setup, other: &Setup) {
    assert_eq!(one.to_json(), other.to_json());
}

pub(crate) fn links() -> Door {
    let old = fs::read_to_string(root().join("tests/links.txt")).unwrap();
    let old = old.lines().flat_map(|line| line.split_whitespace());
    let old = old.filter(|word| word.starts_with('#') && word.len() < 4_000);
    let short = presets::all()
        .iter()
        .map(|preset| format!("#p={}&seed=7", preset.name));
    Door {
        seeds: short.chain(old.map(str::to_owned)).map(bytes).collect(),
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let _ = link::preset(&text);
            // A text with this sign is decoded: once is enough.
            if !text.contains('#') {
                let _ = link::find(&text).map_err(|error| error.to_string());
            }
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

/// Scenarios as JSON, alone and with their views.
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
    }
}

pub(crate) fn scenarios() -> Door {
    Door {
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
    }
}
