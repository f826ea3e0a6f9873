//! The kept schema is the one that the attributes of the parameters make. `UPDATE_EXPECT=1` keeps a new one.
#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use divisible::Parameters;
use expect_test::expect_file;
use report::parameters::{Described, derived};
use report::quantity::Derived;

#[test]
fn the_kept_schema_is_the_derived_one() {
    let derived = derived::<Parameters>();
    let text = serde_json::to_string_pretty(&derived).unwrap() + "\n";
    expect_file!["../model/schema.json"].assert_eq(&text);
    assert_eq!(Parameters::schema(), derived);
}

#[test]
fn the_kept_schemas_of_the_formulas_are_the_derived_ones() {
    let mut derived = Derived::default();
    divisible::quantities::each(&mut derived);
    let text = serde_json::to_string(&derived.0)
        .unwrap()
        .replace("},\"divisible.", "},\n\"divisible.")
        + "\n";
    expect_file!["../quantities.json"].assert_eq(&text);
    for quantity in divisible::quantities::all() {
        assert_eq!(derived.0.get(quantity.name), Some(&quantity.schema()));
    }
}
