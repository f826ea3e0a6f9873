//! Messages between an embedding page and this one, version 1; `docs/embedding.md` has the table.
//!
//! A message is an object with the version under `makespan` and its kind under `type`. A message with an `id` is answered
//! once, with that `id`.

use playground::setup::Changes;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The version of the protocol.
pub(super) const VERSION: u64 = 1;

/// The key of the version, which marks a message as one of this protocol.
pub(super) const KEY: &str = "makespan";

/// The longest text of an id, in bytes.
const LONGEST_ID: usize = 64;

/// Requests of the embedding page.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Ask {
    /// The page listens: it receives results from now on.
    Ready {},
    /// Show another scenario: one of the three.
    Load {
        /// A link, or the part of it behind `#`.
        link: Option<String>,
        /// A preset's name.
        preset: Option<String>,
        /// A scenario as in a file.
        scenario: Option<Map<String, Value>>,
    },
    /// Change parameters, all at once.
    Set {
        /// Their values by name.
        values: Changes,
    },
    /// Run once more, or for the first time.
    Run {},
    /// End the run in flight.
    Cancel {},
    /// Set the time cursor of the schedule.
    Seek {
        /// The time, in ms; `null` takes it away.
        time: Option<f64>,
    },
    /// Show other parts, and let a reader change other parameters; omitted settings stay.
    Show {
        /// The parts, as in `show` of the address.
        show: Option<String>,
        /// The parameters, as in `params` of the address.
        params: Option<String>,
    },
    /// Give a file.
    Export {
        /// The kind of file.
        what: What,
        /// The key of a chart or a table.
        key: Option<String>,
    },
}

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum What {
    /// The schedule as a figure.
    Svg,
    /// The schedule, a row a span.
    Csv,
    /// The schedule as Chrome trace events.
    TraceEvents,
    /// The scenario as a file.
    Scenario,
    /// The whole report but its schedule.
    Report,
    /// The numbers of a chart.
    Chart,
    /// A table.
    Table,
}

/// The reason why a request is refused.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Problem {
    /// For programs.
    pub(super) code: &'static str,
    /// For people.
    pub(super) message: String,
}

impl Problem {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, message }
    }

    fn shape(message: impl Into<String>) -> Self {
        Self::new("shape", message)
    }
}

/// An id, if there is one that an answer can repeat.
pub(super) type Id = Option<Value>;

/// Reads a message; returns its id even where the rest is wrong, and where the id itself is too long.
pub(super) fn read(value: Value) -> (Id, Result<Ask, Problem>) {
    let Value::Object(mut map) = value else {
        return (None, Err(Problem::shape("a message is an object")));
    };
    let (version, id) = (map.remove(KEY), map.remove("id"));
    let refused =
        || format!("id is refused; allowed: a number, or a text of at most {LONGEST_ID} bytes");
    let id = match id {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) if text.len() > LONGEST_ID => {
            return (Some(text.into()), Err(Problem::shape(refused())));
        }
        Some(id @ (Value::Number(_) | Value::String(_))) => Some(id),
        Some(_) => return (None, Err(Problem::shape(refused()))),
    };
    if version.as_ref().and_then(Value::as_f64) != Some(VERSION as f64) {
        let version = version.unwrap_or_default();
        let message = format!(
            "makespan is {}; allowed: {VERSION}",
            short(&version.to_string())
        );
        return (id, Err(Problem::new("version", message)));
    }
    let ask = serde_json::from_value(Value::Object(map))
        .map_err(|error| Problem::shape(short(&error.to_string())));
    (id, ask.and_then(check))
}

/// Checks the rules that serde cannot express.
fn check(ask: Ask) -> Result<Ask, Problem> {
    match &ask {
        Ask::Load {
            link,
            preset,
            scenario,
        } => {
            let given = [link.is_some(), preset.is_some(), scenario.is_some()];
            if given.iter().filter(|given| **given).count() != 1 {
                return Err(Problem::shape(
                    "load takes one of link, preset and scenario",
                ));
            }
        }
        Ask::Export { what, key } => match (what, key) {
            (What::Chart | What::Table, None) => {
                return Err(Problem::shape("export of a chart or a table takes its key"));
            }
            (What::Chart | What::Table, Some(_)) | (_, None) => {}
            (_, Some(_)) => return Err(Problem::shape("only charts and tables have a key")),
        },
        Ask::Show {
            show: None,
            params: None,
        } => return Err(Problem::shape("show takes show, params or both")),
        Ask::Ready {}
        | Ask::Set { .. }
        | Ask::Run {}
        | Ask::Cancel {}
        | Ask::Seek { .. }
        | Ask::Show { .. } => {}
    }
    Ok(ask)
}

fn short(text: &str) -> String {
    text.chars().take(400).collect()
}

/// A message to the embedding page.
pub(super) fn message(kind: &str, id: &Id, content: Value) -> Value {
    let mut map = Map::new();
    map.insert(KEY.into(), VERSION.into());
    map.insert("type".into(), kind.into());
    if let Some(id) = id {
        map.insert("id".into(), id.clone());
    }
    if let Value::Object(content) = content {
        map.extend(content);
    }
    Value::Object(map)
}

/// A problem, as a message.
pub(super) fn error(id: &Id, problem: &Problem) -> Value {
    let content = json!({"code": problem.code, "message": problem.message});
    message("error", id, content)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

    fn asked(value: Value) -> Result<Ask, &'static str> {
        read(value).1.map_err(|problem| problem.code)
    }

    #[test]
    fn each_kind_of_message_is_read() {
        for (message, ask) in [
            (json!({"makespan": 1, "type": "ready"}), Ask::Ready {}),
            (json!({"makespan": 1, "type": "run", "id": 7}), Ask::Run {}),
            (
                json!({"makespan": 1, "type": "cancel", "id": "a"}),
                Ask::Cancel {},
            ),
            (
                json!({"makespan": 1.0, "type": "seek", "time": 12.5}),
                Ask::Seek { time: Some(12.5) },
            ),
            (
                json!({"makespan": 1, "type": "seek", "time": null}),
                Ask::Seek { time: None },
            ),
            (
                json!({"makespan": 1, "type": "load", "preset": "peaks-replicate"}),
                Ask::Load {
                    link: None,
                    preset: Some("peaks-replicate".into()),
                    scenario: None,
                },
            ),
            (
                json!({"makespan": 1, "type": "show", "show": "gantt", "params": "copies(1,2)"}),
                Ask::Show {
                    show: Some("gantt".into()),
                    params: Some("copies(1,2)".into()),
                },
            ),
            (
                json!({"makespan": 1, "type": "export", "what": "chart", "key": "totals"}),
                Ask::Export {
                    what: What::Chart,
                    key: Some("totals".into()),
                },
            ),
        ] {
            assert_eq!(asked(message), Ok(ask));
        }
    }

    #[test]
    fn what_has_another_shape_is_refused() {
        for message in [
            json!([]),
            json!("run"),
            json!({"makespan": 1}),
            json!({"makespan": 1, "type": "explode"}),
            json!({"makespan": 1, "type": "run", "now": true}),
            json!({"makespan": 1, "type": "run", "id": {}}),
            json!({"makespan": 1, "type": "run", "id": "x".repeat(65)}),
            json!({"makespan": 1, "type": "set"}),
            json!({"makespan": 1, "type": "set", "values": [1]}),
            json!({"makespan": 1, "type": "seek", "time": "soon"}),
            json!({"makespan": 1, "type": "load"}),
            json!({"makespan": 1, "type": "load", "preset": "a", "link": "#"}),
            json!({"makespan": 1, "type": "show"}),
            json!({"makespan": 1, "type": "show", "show": ["gantt"]}),
            json!({"makespan": 1, "type": "export", "what": "everything"}),
            json!({"makespan": 1, "type": "export", "what": "chart"}),
            json!({"makespan": 1, "type": "export", "what": "svg", "key": "a"}),
        ] {
            assert_eq!(asked(message.clone()), Err("shape"), "{message}");
        }
        for version in [json!(2), json!("1"), json!(null), json!(0)] {
            assert_eq!(
                asked(json!({"makespan": version, "type": "run"})),
                Err("version")
            );
        }
    }

    #[test]
    fn an_id_comes_back_even_with_an_error() {
        let (id, ask) = read(json!({"makespan": 1, "type": "explode", "id": 3}));
        let answer = error(&id, &ask.unwrap_err());
        assert_eq!(
            (answer["id"].clone(), answer["type"].clone()),
            (json!(3), json!("error"))
        );
        let long = "x".repeat(65);
        let (id, ask) = read(json!({"makespan": 1, "type": "run", "id": long.clone()}));
        assert_eq!((id, ask.is_err()), (Some(long.into()), true));
    }

    /// The first column of the guide's table that begins with this heading.
    fn guide(heading: &str) -> Vec<&'static str> {
        let text = include_str!("../../../docs/embedding.md");
        let rows = text.split_once(heading).unwrap().1.lines();
        rows.skip_while(|row| !row.starts_with("| `"))
            .take_while(|row| row.starts_with('|'))
            .filter_map(|row| row.split('`').nth(1))
            .collect()
    }

    /// The names that serde lists in its error for an unknown name.
    fn known(message: Value) -> Vec<String> {
        let said = serde_json::from_value::<Ask>(message)
            .unwrap_err()
            .to_string();
        let list = said.split_once("expected one of").unwrap().1;
        list.split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn the_guide_has_every_message_and_every_file() {
        let asks = known(json!({"type": "x"}));
        assert_eq!(guide("| `type` | members | effect | answer |"), asks);
        let text = include_str!("../../../docs/embedding.md");
        let row = text
            .lines()
            .find(|row| row.starts_with("| `export` | `what`:"))
            .unwrap();
        let listed = row
            .split_once("what`:")
            .unwrap()
            .1
            .split(';')
            .next()
            .unwrap();
        let listed: Vec<_> = listed.split('`').skip(1).step_by(2).collect();
        assert_eq!(listed, known(json!({"type": "export", "what": "x"})));
        let told = [
            "ready", "resize", "result", "progress", "press", "export", "done", "error",
        ];
        assert_eq!(guide("| `type` | members |\n"), told);
    }
}
