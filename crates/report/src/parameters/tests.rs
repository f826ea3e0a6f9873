use expect_test::expect;
use serde_json::json;

use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::*;

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Colour {
    /// Like the sky.
    #[default]
    #[schemars(title = "Sky blue")]
    Blue,
    /// Like the wood.
    DarkGreen,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
struct Machine {
    /// How many there are.
    #[garde(range(min = 1, max = 64))]
    #[schemars(title = "Processors", extend("x-group" = "Resources"))]
    processors: u32,
    /// How long it takes.
    #[garde(range(min = 0.0, max = 5.0))]
    #[schemars(extend("x-unit" = "s", "x-rare" = true, "x-when" = {"colour": ["blue"], "processors": [1, 2]}))]
    time: f64,
    #[garde(skip)]
    colour: Colour,
    #[garde(range(min = 1.0, max = 10.0))]
    mean: Option<f64>,
    #[garde(skip)]
    seed: u64,
    /// Its workers.
    #[garde(length(chars, max = 40))]
    #[schemars(extend("x-editor" = "workers"))]
    table: String,
}

impl Described for Machine {
    fn schema() -> Value {
        derived::<Self>()
    }
}

impl Default for Machine {
    fn default() -> Self {
        Self {
            processors: 4,
            time: 2.5,
            colour: Colour::Blue,
            mean: None,
            seed: u64::MAX,
            table: String::new(),
        }
    }
}

fn refused(value: Value) -> String {
    read::<Machine>(&value).unwrap_err().to_string()
}

#[test]
fn a_complaint_names_the_place_the_value_and_the_allowed_range() {
    expect!["processors is 65; allowed: a whole number from 1 to 64"]
        .assert_eq(&refused(json!({"processors": 65})));
    expect!["time is -1.5; allowed: a number from 0 to 5 s"]
        .assert_eq(&refused(json!({"time": -1.5})));
    expect!["mean is 11; allowed: a number from 1 to 10"].assert_eq(&refused(json!({"mean": 11})));
}

#[test]
fn a_value_of_the_wrong_kind_is_refused_with_what_is_allowed() {
    expect![[r#"processors is "many"; allowed: a whole number from 1 to 64"#]]
        .assert_eq(&refused(json!({"processors": "many"})));
    expect![[r#"processors is -1; allowed: a whole number from 1 to 64"#]]
        .assert_eq(&refused(json!({"processors": -1})));
    expect![[r#"processors is 1.5; allowed: a whole number from 1 to 64"#]]
        .assert_eq(&refused(json!({"processors": 1.5})));
    expect![[r#"colour is "red"; allowed: blue, dark-green"#]]
        .assert_eq(&refused(json!({"colour": "red"})));
}

#[test]
fn a_text_has_a_length_in_characters_and_an_editor() {
    let parameters = describe::<Machine>();
    let table = parameters.last().unwrap();
    let editor = "workers".to_owned();
    assert_eq!(table.kind, Kind::Text { most: 40, editor });
    assert!(read::<Machine>(&json!({"table": "ü".repeat(40)})).is_ok());
    expect![[r#"table is "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü"; allowed: a text of at most 40 characters"#]]
        .assert_eq(&refused(json!({"table": "ü".repeat(41)})));
    expect!["table: allowed: a text of at most 40 characters"]
        .assert_eq(&refused(json!({"table": "12\n".repeat(20)})));
    expect!["table is 7; allowed: a text of at most 40 characters"]
        .assert_eq(&refused(json!({"table": 7})));
}

#[test]
fn an_unknown_name_is_refused_with_the_known_ones() {
    expect!["procesors is 3; unknown field `procesors`, expected one of `processors`, `time`, `colour`, `mean`, `seed`, `table`"]
        .assert_eq(&refused(json!({"procesors": 3})));
}

#[test]
fn all_ranges_are_checked_at_once() {
    expect!["processors is 0; allowed: a whole number from 1 to 64; time is 9; allowed: a number from 0 to 5 s"]
        .assert_eq(&refused(json!({"processors": 0, "time": 9})));
}

#[test]
fn the_description_carries_what_the_struct_says_once() {
    let parameters = describe::<Machine>();
    expect![[r#"
        processors | Processors | How many there are. |  | Resources | 4 | 1 to 64
        time | time | How long it takes. | s |  | 2.5 | 0 to 5
        colour | colour |  |  |  | "blue" | blue, dark-green
        mean | mean |  |  |  | null | 1 to 10, or empty
        seed | seed |  |  |  | 18446744073709551615 | 0 to 18446744073709551615
        table | table | Its workers. |  |  | "" | a text of at most 40 characters
    "#]]
    .assert_eq(&parameters.iter().fold(String::new(), |text, p| {
        text + &format!(
            "{} | {} | {} | {} | {} | {} | {}\n",
            p.name,
            p.title,
            p.help,
            p.unit,
            p.group,
            p.default,
            p.range()
        )
    }));
}

#[test]
fn a_persons_text_becomes_the_value_it_stands_for() {
    let parameters = describe::<Machine>();
    let [processors, time, colour, mean, seed, table] = &parameters[..] else {
        panic!("six parameters")
    };
    assert_eq!(processors.parse(" 8 "), json!(8));
    assert_eq!(time.parse("2,5"), json!(2.5));
    assert_eq!(colour.parse("blue"), json!("blue"));
    assert_eq!(mean.parse(""), Value::Null);
    assert_eq!(seed.parse("18446744073709551615"), json!(u64::MAX));
    assert_eq!(processors.parse("eight"), json!("eight"));
    assert_eq!(table.parse("\tF\nw0\t12 "), json!("\tF\nw0\t12 "));
    assert_eq!(table.parse("12"), json!("12"));
}

#[test]
fn a_parameter_has_an_effect_where_all_that_it_waits_for_holds() {
    let parameters = describe::<Machine>();
    let matter = |values: Value| -> Vec<String> {
        let values = values.as_object().cloned().unwrap_or_default();
        let matter = parameters
            .iter()
            .filter(|parameter| parameter.matters(&values));
        matter.map(|parameter| parameter.name.clone()).collect()
    };
    let others = ["processors", "colour", "mean", "seed", "table"];
    assert_eq!(matter(json!({"colour": "blue", "processors": 3})), others);
    assert_eq!(
        matter(json!({"colour": "dark-green", "processors": 2})),
        others
    );
    assert_eq!(matter(json!({"processors": 2})), others);
    let all = ["processors", "time", "colour", "mean", "seed", "table"];
    assert_eq!(matter(json!({"colour": "blue", "processors": 2})), all);
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Shape {
    Point,
    Round(f64),
    Span(u8, i32),
    Plate {
        sides: Vec<(u32, bool)>,
        name: Option<String>,
    },
}

#[test]
fn what_is_read_is_what_serde_json_reads() {
    let plate = json!({"plate": {"sides": [[3, true], [4, false]], "name": "ä"}});
    for value in [
        json!("point"),
        json!({"point": null}),
        json!({"round": 2}),
        json!({"span": [1, -7]}),
        plate,
    ] {
        let read: Shape = from_value(&value).unwrap();
        assert_eq!(read, serde_json::from_value(value).unwrap());
    }
}

#[test]
fn what_cannot_be_read_is_named_by_its_place_in_the_words_of_serde_json() {
    let plate = |sides: Value| json!({"plate": {"sides": sides, "name": null}});
    for (value, place) in [
        (json!(7), ""),
        (json!("line"), ""),
        (json!({"line": 1}), ""),
        (json!({"round": 1, "span": 2}), ""),
        (json!("round"), "round"),
        (json!({"point": 3}), "point"),
        (json!({"round": "2"}), "round"),
        (json!({"span": [1, 2, 3]}), "span"),
        (json!({"span": [1, 1e300]}), "span[1]"),
        (json!({"span": [-1, 1]}), "span[0]"),
        (json!({"plate": {"name": "a"}}), "plate"),
        (json!({"plate": {"colour": 1}}), "plate.colour"),
        (plate(json!({})), "plate.sides"),
        (plate(json!([[1, true], [2]])), "plate.sides[1]"),
        (plate(json!([[1, true], [2, 3.5]])), "plate.sides[1][1]"),
    ] {
        let (found, error) = from_value::<Shape>(&value).unwrap_err();
        assert_eq!(found, place, "{value}");
        let theirs = serde_json::from_value::<Shape>(value).unwrap_err();
        assert_eq!(error.to_string(), theirs.to_string());
    }
}
