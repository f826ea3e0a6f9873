//! The values that follow from a table: defaults, checks, words, texts that people type.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use expect_test::expect;
use parameters::table::TableText;
use parameters::{Editor, Field, Kind, Parameter, Parameters, Rejected};
use proptest::prelude::*;
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, Default, PartialEq, Field)]
enum Colour {
    /// Like the sky.
    #[default]
    #[choice(title = "Sky blue")]
    Blue,
    /// Like the wood.
    DarkGreen,
}

/// What is painted by hand.
#[derive(Clone, Debug, PartialEq, Parameters)]
#[parameters(below = "paint", together = not_both)]
struct Mixed {
    /// How much red.
    #[parameter(range = 0.0..=1.0, default = 0.5)]
    red: f64,
    /// How much green.
    #[parameter(range = 0.0..=1.0)]
    green: f64,
}

fn not_both(values: &parameters::Values) -> Result<(), Rejected> {
    let Mixed { red, green } = Mixed::from_values(values);
    if red + green <= 1.0 {
        return Ok(());
    }
    Err(Rejected::one(
        "green",
        green,
        format!("allowed: 0 to {}", 1.0 - red),
    ))
}

#[derive(Clone, Debug, Default, PartialEq, Field)]
enum Paint {
    /// As it is.
    #[default]
    None,
    /// By hand.
    Mixed(Mixed),
}

static WORKERS: TableText = TableText {
    columns: &[],
    usual: &[],
    row: ["machine", "machines"],
};

/// A machine.
#[derive(Clone, Debug, PartialEq, Parameters)]
struct Machine {
    /// How many there are.
    #[parameter(title = "Processors", group = "Resources", range = 1..=64, default = 4)]
    processors: u32,
    /// How long it takes.
    #[parameter(unit = "s", rare, range = 0.0..=5.0, default = 2.5, when(colour = "blue", ready = true))]
    time: f64,
    colour: Colour,
    #[parameter(range = 1.0..=10.0)]
    mean: Option<f64>,
    #[parameter(default = 18_446_744_073_709_551_615)]
    seed: u64,
    /// Its workers.
    #[parameter(length = 40, editor = Editor::Table(&WORKERS))]
    table: String,
    ready: bool,
    paint: Paint,
}

fn refused(value: Value) -> String {
    Machine::TABLE.check(&value).unwrap_err().to_string()
}

fn parameter(name: &str) -> Parameter {
    *Machine::TABLE.find(name).unwrap()
}

#[test]
fn a_complaint_names_the_place_the_value_and_the_allowed_range() {
    expect!["processors is 65; allowed: a whole number from 1 to 64"]
        .assert_eq(&refused(json!({"processors": 65})));
    expect!["time is -1.5; allowed: a number from 0 to 5 s"]
        .assert_eq(&refused(json!({"time": -1.5})));
    expect!["mean is 11; allowed: a number from 1 to 10"].assert_eq(&refused(json!({"mean": 11})));
    expect!["allowed: an object with named parameters"].assert_eq(&refused(json!([])));
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
    expect!["ready is 1; allowed: true, false"].assert_eq(&refused(json!({"ready": 1})));
}

#[test]
fn a_text_has_a_length_in_characters_and_an_editor() {
    let editor = Editor::Table(&WORKERS);
    assert_eq!(parameter("table").kind, Kind::Text { most: 40, editor });
    assert!(
        Machine::TABLE
            .check(&json!({"table": "ü".repeat(40)}))
            .is_ok()
    );
    expect!["table: has 60 characters; allowed: a text of at most 40 characters"]
        .assert_eq(&refused(json!({"table": "12\n".repeat(20)})));
    expect!["table is 7; allowed: a text of at most 40 characters"]
        .assert_eq(&refused(json!({"table": 7})));
    assert!(refused(json!({"table": "ü".repeat(41)})).contains("at most 40"));
}

#[test]
fn an_unknown_name_is_refused_with_the_known_ones() {
    expect![
        "procesors is 3; no such parameter; the most similar of 8: “processors”, “colour”, “ready”"
    ]
    .assert_eq(&refused(json!({"procesors": 3})));
}

#[test]
fn all_complaints_are_made_at_once() {
    expect!["processors is 0; allowed: a whole number from 1 to 64; time is 9; allowed: a number from 0 to 5 s"]
        .assert_eq(&refused(json!({"processors": 0, "time": 9})));
}

#[test]
fn a_choice_can_hold_parameters_of_its_own() {
    let read = |value: Value| {
        Machine::TABLE
            .check(&value)
            .map(|values| Machine::from_values(&values))
    };
    let mixed = |red, green| Paint::Mixed(Mixed { red, green });
    assert_eq!(
        read(json!({"paint": {"mixed": {"green": 0.25}}}))
            .unwrap()
            .paint,
        mixed(0.5, 0.25)
    );
    assert_eq!(
        read(json!({"paint": "mixed"})).unwrap().paint,
        mixed(0.5, 0.0)
    );
    expect!["paint.mixed.green is 2; allowed: a number from 0 to 1"]
        .assert_eq(&refused(json!({"paint": {"mixed": {"green": 2}}})));
    expect!["paint.mixed.green is 0.75; allowed: 0 to 0.5"]
        .assert_eq(&refused(json!({"paint": {"mixed": {"green": 0.75}}})));
    expect!["paint: allowed: none, mixed"].assert_eq(&refused(json!({"paint": {"none": 1}})));
    expect!["paint: allowed: none, mixed"]
        .assert_eq(&refused(json!({"paint": {"mixed": {}, "none": 1}})));
    assert_eq!(Mixed::TABLE.parameters[0].name, "paint.red");
}

#[test]
fn the_table_carries_what_the_struct_says_once() {
    expect![[r#"
        processors | Processors | How many there are. |  | Resources | 4 | 1 to 64
        time | time | How long it takes. | s |  | 2.5 | 0 to 5
        colour | colour |  |  |  | "blue" | blue, dark-green
        mean | mean |  |  |  | null | 1 to 10, or empty
        seed | seed |  |  |  | 18446744073709551615 | 0 to 18446744073709551615
        table | table | Its workers. |  |  | "" | a text of at most 40 characters
        ready | ready |  |  |  | false | true, false
        paint | paint |  |  |  | "none" | none, mixed
    "#]]
    .assert_eq(
        &Machine::TABLE
            .parameters
            .iter()
            .fold(String::new(), |text, p| {
                text + &format!(
                    "{} | {} | {} | {} | {} | {} | {}\n",
                    p.name,
                    p.title,
                    p.help,
                    p.unit,
                    p.group,
                    p.default_value(),
                    p.range()
                )
            }),
    );
    assert_eq!(Machine::TABLE.defaults(), Machine::default().to_values());
}

#[test]
fn a_persons_text_becomes_the_value_it_stands_for() {
    assert_eq!(parameter("processors").parse(" 8 "), json!(8));
    assert_eq!(parameter("time").parse("2,5"), json!(2.5));
    assert_eq!(parameter("colour").parse("blue"), json!("blue"));
    assert_eq!(parameter("mean").parse(""), Value::Null);
    assert_eq!(
        parameter("seed").parse("18446744073709551615"),
        json!(u64::MAX)
    );
    assert_eq!(parameter("processors").parse("eight"), json!("eight"));
    assert_eq!(
        parameter("table").parse("\tF\nw0\t12 "),
        json!("\tF\nw0\t12 ")
    );
    assert_eq!(parameter("ready").parse("on"), json!(true));
}

#[test]
fn a_parameter_has_an_effect_where_all_that_it_waits_for_holds() {
    let matters = |values: Value| parameter("time").matters(values.as_object().unwrap());
    assert!(matters(json!({"colour": "blue", "ready": true})));
    assert!(!matters(json!({"colour": "dark-green", "ready": true})));
    assert!(!matters(json!({"colour": "blue", "ready": false})));
    assert!(!matters(json!({"ready": true})));
}

#[test]
fn the_schema_says_what_the_checks_hold() {
    let schema = Machine::TABLE.schema();
    let properties = &schema["properties"];
    assert_eq!(properties["processors"]["maximum"], 64);
    assert_eq!(properties["seed"].get("maximum"), None);
    assert_eq!(properties["mean"]["type"], json!(["number", "null"]));
    assert_eq!(
        properties["time"]["x-when"],
        json!({"colour": ["blue"], "ready": [true]})
    );
    let held = &properties["paint"]["oneOf"][1];
    assert_eq!(
        held["properties"]["mixed"]["properties"]["red"]["default"],
        0.5
    );
    assert_eq!(schema.get("required"), None);
}

proptest! {
    #[test]
    fn what_is_checked_is_read_and_written_again(
        processors in 0_u32..80, time in -1.0..6.0, seed in any::<u64>(), mean in proptest::option::of(0.5..11.0),
        green in proptest::option::of(-0.1..1.1), table in ".{0,50}",
    ) {
        let paint = green.map_or(json!("none"), |green| json!({"mixed": {"red": 0.0, "green": green}}));
        let value = json!({"processors": processors, "time": time, "seed": seed, "mean": mean, "paint": paint, "table": table});
        let allowed = (1..=64).contains(&processors)
            && (0.0..=5.0).contains(&time)
            && mean.is_none_or(|mean| (1.0..=10.0).contains(&mean))
            && green.is_none_or(|green| (0.0..=1.0).contains(&green))
            && table.chars().count() <= 40;
        match Machine::TABLE.check(&value) {
            Ok(values) => {
                prop_assert!(allowed);
                let machine = Machine::from_values(&values);
                prop_assert_eq!((machine.processors, machine.seed), (processors, seed));
                prop_assert_eq!(&machine.to_values(), &values);
                prop_assert_eq!(&Machine::TABLE.check(&values.clone().into()).unwrap(), &values);
            }
            Err(_) => prop_assert!(!allowed),
        }
    }
}
