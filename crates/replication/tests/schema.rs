//! The kept schema is the one that the attributes of the parameters make. `UPDATE_EXPECT=1` keeps a new one.
#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use expect_test::expect_file;
use parameters::{Described, derived};
use replication::Parameters;

#[test]
fn the_kept_schema_is_the_derived_one() {
    let derived = derived::<Parameters>();
    let text = serde_json::to_string_pretty(&derived).unwrap() + "\n";
    expect_file!["../model/schema.json"].assert_eq(&text);
    assert_eq!(Parameters::schema(), derived);
}
