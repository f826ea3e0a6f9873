//! Files of traces, and texts with an editor.

use std::collections::BTreeSet;
use std::rc::Rc;

use parameters::events::{Event, Events};
use parameters::matrix::Matrix;
use parameters::sheet::Sheet;
use parameters::{Editor, Kind};
use playground::presets;
use serde_json::Value;
use trace::TraceSet;

use crate::door::{Door, bytes, files};

pub(crate) fn traces() -> Door {
    Door {
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
    }
}

/// Traces as bytes, as a browser keeps them and a link carries them.
pub(crate) fn stored() -> Door {
    let set = trace::synthetic::preset(trace::synthetic::Preset::Peaks, 3, 12, 7);
    let seeds = vec![set.content(), set.with_message(0.4).content()];
    Door {
        seeds,
        open: |input| {
            let Ok(set) = TraceSet::from_content("any bytes", input) else {
                return false;
            };
            assert_eq!(set.content(), input);
            assert_eq!(set.content_length(), input.len());
            assert!(set.message().is_none_or(f64::is_finite));
            true
        },
    }
}

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
                        let said = |sheet: &Sheet| sheet.text(table.columns, row, column);
                        assert_eq!(said(&sheet), said(&again), "{text:?}");
                    }
                }
            }
            taken
        },
    }
}

pub(crate) fn matrices() -> Door {
    Door {
        seeds: seeds(|editor| matches!(editor, Editor::Matrix(_))),
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let matrix = Matrix::read(&text);
            let written = matrix.write();
            assert_eq!(Matrix::read(&written).write(), written);
            assert_eq!(Matrix::read(&written), matrix, "{text:?}");
            !matrix.rows.is_empty()
        },
    }
}

pub(crate) fn events() -> Door {
    Door {
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
    }
}
