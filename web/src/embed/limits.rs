//! The values that a reader may set a parameter to: `copies`, `copies(1..8)`, `copies(1,2,4)`.

use std::collections::BTreeMap;
use std::rc::Rc;

use parameters::{Choice, Holds, Kind, Parameter};
use serde_json::{Map, Value};
use session::action::Action;
use yew::prelude::*;

use super::options::Options;

/// A parameter that a reader may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Free {
    /// Its name.
    pub(super) name: String,
    /// Its limit, as the author wrote it; none where its table alone limits it.
    limit: Option<String>,
}

/// The values that an author allows.
#[derive(Clone, Debug, PartialEq)]
enum Allowed {
    /// Numbers from one to another, both allowed.
    Range(f64, f64),
    /// These values, with their types in the table.
    List(Vec<Value>),
}

impl Free {
    /// Whether its table alone limits it.
    pub(super) fn unlimited(&self) -> bool {
        self.limit.is_none()
    }

    /// Reads an author's text; commas within parentheses belong to the list there.
    pub(super) fn read(text: &str) -> Vec<Self> {
        let mut depth = 0_u32;
        let parts = text.split(|letter: char| {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            letter == ',' && depth == 0
        });
        let named = parts.map(str::trim).filter(|part| !part.is_empty());
        named
            .map(|part| {
                let (name, limit) = match part.split_once('(') {
                    Some((name, limit)) => (name, Some(limit.trim_end_matches(')').to_owned())),
                    None => (part, None),
                };
                Self {
                    name: name.trim().to_owned(),
                    limit,
                }
            })
            .collect()
    }

    /// The allowed values of a parameter.
    ///
    /// # Errors
    /// A sentence, where the limit does not fit this parameter.
    fn allowed(&self, parameter: &Parameter) -> Result<Option<Allowed>, String> {
        let Some(limit) = &self.limit else {
            return Ok(None);
        };
        let wrong = |why: &str| {
            let name = parameter.name;
            format!("params has {name}({limit}); {why}")
        };
        let range = limit.split_once("..");
        match (parameter.kind, range) {
            (Kind::Integer { .. } | Kind::Number { .. }, Some((low, high))) => {
                let [low, high] = [low, high].map(|end| within(parameter, end.trim()));
                let ends = low.zip(high).and_then(|(low, high)| {
                    let ends = (low.as_f64()?, high.as_f64()?);
                    (ends.0 <= ends.1).then_some(ends)
                });
                let (low, high) = ends.ok_or_else(|| {
                    wrong(&format!(
                        "allowed: two numbers within {}",
                        parameter.range()
                    ))
                })?;
                Ok(Some(Allowed::Range(low, high)))
            }
            (Kind::Integer { .. } | Kind::Number { .. } | Kind::Choice(_), None) => {
                let values = limit.split(',').map(str::trim);
                let values: Option<Vec<_>> = values.map(|text| within(parameter, text)).collect();
                let allowed = format!(
                    "allowed: values of {}, such as {}",
                    parameter.range(),
                    some(parameter)
                );
                let values = values.filter(|values| !values.is_empty());
                Ok(Some(Allowed::List(values.ok_or_else(|| wrong(&allowed))?)))
            }
            (Kind::Choice(_), Some(_)) => Err(wrong("allowed: names with commas between")),
            (Kind::Flag | Kind::List { .. } | Kind::Text { .. }, _) => {
                Err(wrong("this parameter takes no limit"))
            }
        }
    }

    /// The parameter with the author's limit.
    ///
    /// # Errors
    /// As [`Free::allowed`]; the caller then shows the parameter without the limit.
    pub(super) fn offered(&self, parameter: &Parameter) -> Result<Parameter, String> {
        let kind = match (self.allowed(parameter)?, parameter.kind) {
            (Some(Allowed::Range(low, high)), kind) => kind.within(low, high),
            (Some(Allowed::List(values)), Kind::Choice(choices)) => {
                let wanted = choices
                    .iter()
                    .filter(|choice| values.contains(&choice.value.into()));
                // An author's wishes are read once, and hold as long as the page.
                Kind::Choice(Vec::leak(wanted.copied().collect()))
            }
            (Some(Allowed::List(values)), _) => {
                let choice = |value: &Value| {
                    let text: &'static str = value.to_string().leak();
                    let text = text.strip_suffix(".0").unwrap_or(text);
                    Choice {
                        value: text,
                        title: text,
                        help: "",
                        holds: Holds::Nothing,
                    }
                };
                Kind::Choice(Vec::leak(values.iter().map(choice).collect()))
            }
            (None, kind) => kind,
        };
        Ok(Parameter { kind, ..*parameter })
    }

    /// The refusal of a value that the author does not allow.
    fn refusal(&self, parameter: &Parameter, value: &Value) -> Option<String> {
        let allowed = self.allowed(parameter).ok().flatten()?;
        let value = match value {
            Value::String(text) => parameter.parse(text),
            value => value.clone(),
        };
        let fits = match &allowed {
            Allowed::Range(low, high) => value
                .as_f64()
                .is_some_and(|number| (*low..=*high).contains(&number)),
            Allowed::List(values) => values.iter().any(|one| {
                *one == value || one.as_f64().is_some() && one.as_f64() == value.as_f64()
            }),
        };
        let limit = self
            .limit
            .as_deref()
            .unwrap_or_default()
            .replace("..", " to ");
        (!fits).then(|| {
            let value: String = value.to_string().chars().take(40).collect();
            format!(
                "{value} is not allowed in this figure: choose {}",
                limit.replace(',', ", ")
            )
        })
    }
}

/// The refusal of one of these values, by its parameter's name.
pub(super) fn refusal(
    free: &[Free],
    all: &[Rc<Parameter>],
    values: &Map<String, Value>,
) -> Option<(String, String)> {
    values.iter().find_map(|(name, value)| {
        let free = free.iter().find(|free| free.name == *name)?;
        let parameter = all.iter().find(|parameter| parameter.name == *name)?;
        Some((name.clone(), free.refusal(parameter, value)?))
    })
}

/// The callback that passes on all actions but those that the author does not allow, and the messages beside their fields.
#[hook]
pub(super) fn use_limits(
    options: &Rc<Options>,
    parameters: &Rc<Vec<Rc<Parameter>>>,
    act: &Callback<Action>,
) -> (Callback<Action>, UseStateHandle<BTreeMap<String, String>>) {
    let refused = use_state(BTreeMap::<String, String>::new);
    let free = {
        let (act, options, refused) = (act.clone(), options.clone(), refused.clone());
        let parameters = parameters.clone();
        Callback::from(move |action: Action| {
            let values = match &action {
                Action::Set(name, text) => {
                    Map::from_iter([(name.clone(), Value::from(text.as_str()))])
                }
                Action::Take(changes) => changes.clone(),
                _ => Map::new(),
            };
            let refusal = refusal(&options.parameters, &parameters, &values);
            let mut next = (*refused).clone();
            next.retain(|name, _| !values.contains_key(name));
            next.extend(refusal.clone());
            if next != *refused {
                refused.set(next);
            }
            if refusal.is_none() {
                act.emit(action);
            }
        })
    };
    (free, refused)
}

/// A text as a value that the parameter's table allows.
fn within(parameter: &Parameter, text: &str) -> Option<Value> {
    let value = parameter.parse(text);
    let fits = match parameter.kind {
        Kind::Integer { minimum, maximum } => value
            .as_u64()
            .is_some_and(|number| (minimum..=maximum).contains(&number)),
        Kind::Number {
            minimum, maximum, ..
        } => value
            .as_f64()
            .is_some_and(|number| (minimum..=maximum).contains(&number)),
        Kind::Choice(_) => parameter.offered().any(|choice| choice.value == text),
        _ => false,
    };
    fits.then_some(value)
}

/// An example of a list.
fn some(parameter: &Parameter) -> String {
    let name = parameter.name;
    match parameter.kind {
        Kind::Choice(_) => {
            let names: Vec<_> = parameter.offered().map(|choice| choice.value).collect();
            format!("{name}({})", names.join(","))
        }
        _ => format!("{name}(1,2,4)"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        clippy::panic,
        reason = "helpers of a test may stop it"
    )]

    use serde_json::json;

    use super::*;

    fn all() -> Vec<Rc<Parameter>> {
        let scenario = playground::presets::first().scenario();
        scenario.parameters().into_iter().map(Rc::new).collect()
    }

    fn offered(text: &str) -> Result<Kind, String> {
        let free = &Free::read(text)[0];
        let all = all();
        let parameter = all.iter().find(|one| one.name == free.name).unwrap();
        free.offered(parameter).map(|parameter| parameter.kind)
    }

    #[test]
    fn a_list_of_parameters_has_commas_within_parentheses_too() {
        let free = Free::read("copies(1,2, 4), processors(2..8),seed,");
        let names: Vec<_> = free.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["copies", "processors", "seed"]);
        let limits: Vec<_> = free.iter().map(|one| one.limit.as_deref()).collect();
        assert_eq!(limits, [Some("1,2, 4"), Some("2..8"), None]);
    }

    #[test]
    fn a_limit_is_what_the_control_offers() {
        let range = Kind::Integer {
            minimum: 2,
            maximum: 8,
        };
        assert_eq!(offered("processors(2..8)"), Ok(range));
        let Ok(Kind::Choice(choices)) = offered("copies(1,2,4)") else {
            panic!("a list is a choice");
        };
        let values: Vec<_> = choices.iter().map(|choice| choice.value).collect();
        assert_eq!(values, ["1", "2", "4"]);
        let Ok(Kind::Choice(choices)) = offered("strategy(equal,dynamic)") else {
            panic!("a choice stays one");
        };
        assert_eq!(choices.len(), 2);
    }

    #[test]
    fn a_limit_that_is_none_is_named_with_what_is_allowed() {
        for (text, why) in [
            ("processors(0..8)", "allowed: two numbers within 1 to"),
            ("processors(8..2)", "allowed: two numbers within 1 to"),
            ("processors(2,x)", "allowed: values of 1 to"),
            ("strategy(equal..dynamic)", "allowed: names"),
            ("strategy(fastest)", "allowed: values of"),
        ] {
            let said = offered(text).unwrap_err();
            assert!(said.contains(why), "{text}: {said}");
        }
    }

    #[test]
    fn a_value_outside_is_refused_with_a_reason() {
        let (free, all) = (Free::read("copies(1,2,4),processors(2..8)"), all());
        let refused = |values: Value| refusal(&free, &all, values.as_object().unwrap());
        assert_eq!(
            refused(json!({"copies": 4, "processors": "8", "seed": 5})),
            None
        );
        let (name, why) = refused(json!({"processors": 16})).unwrap();
        assert_eq!(name, "processors");
        assert_eq!(why, "16 is not allowed in this figure: choose 2 to 8");
        let (_, why) = refused(json!({"copies": "8"})).unwrap();
        assert_eq!(why, "8 is not allowed in this figure: choose 1, 2, 4");
    }
}
