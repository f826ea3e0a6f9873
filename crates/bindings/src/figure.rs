//! Options of a figure, as a script gives them.

use parameters::{Problem, Rejected};
use schedule::svg::Options;
use serde_json::{Map, Value};

/// The options: each is the given value or the default.
///
/// # Errors
/// If an option is unknown or its value has another form.
pub fn options(said: &Value) -> Result<Options, Rejected> {
    let defaults = serde_json::to_value(Options::default()).unwrap_or_default();
    let Value::Object(mut values) = defaults else {
        return Ok(Options::default());
    };
    let Some(said) = said.as_object() else {
        return Err(Rejected::one("options", said, "allowed: an object"));
    };
    for (name, value) in said {
        if !values.contains_key(name) {
            return Err(Rejected::one(
                "options",
                name,
                format!("allowed: {}", names(&values)),
            ));
        }
        values.insert(name.clone(), value.clone());
    }
    serde_path_to_error::deserialize(&Value::Object(values)).map_err(|error| {
        let (place, error) = (error.path().to_string(), error.inner());
        let found = said.get(&place).map(Value::to_string);
        Rejected {
            problems: vec![Problem {
                place: format!("options.{place}"),
                value: found.unwrap_or_default().chars().take(60).collect(),
                expected: error.to_string(),
                spot: None,
            }],
        }
    })
}

fn names(values: &Map<String, Value>) -> String {
    let names: Vec<_> = values.keys().map(String::as_str).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use schedule::LaneId;
    use schedule::palette::Theme;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_said_of_a_figure_is_as_by_default() {
        let said = json!({"width": 400, "window": [1, 2.5], "theme": "dark", "lanes": [2]});
        let expected = Options {
            width: 400,
            window: Some((1.0, 2.5)),
            theme: Theme::Dark,
            lanes: vec![LaneId(2)],
            ..Options::default()
        };
        assert_eq!(options(&said).unwrap(), expected);
        assert_eq!(options(&json!({})).unwrap(), Options::default());
    }

    #[test]
    fn an_option_that_is_unknown_or_of_another_form_is_refused_by_name() {
        let words = |said: Value| options(&said).unwrap_err().to_string();
        assert!(words(json!({"colour": 1})).starts_with("options is colour; allowed: width, "));
        assert!(
            words(json!({"theme": "blue"}))
                .starts_with("options.theme is \"blue\"; unknown variant")
        );
        assert!(words(json!({"width": -1})).starts_with("options.width is -1; "));
        assert_eq!(words(json!(3)), "options is 3; allowed: an object");
    }
}
