//! Numbers as people type them are read as the standard library reads them.

use parameters::typed;
use proptest::prelude::*;

fn oracle(text: &str) -> Option<u64> {
    let number: Option<f64> = text.trim().parse().ok();
    number.filter(|number| number.is_finite()).map(f64::to_bits)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_typed_number_is_the_nearest_one(text in " ?[-+]?[0-9]{0,22}(\\.[0-9]{0,22})?([eE][-+]?[0-9]{1,3})? ?") {
        prop_assert_eq!(typed(&text).map(f64::to_bits), oracle(&text));
    }

    #[test]
    fn every_number_is_read_as_it_is_written(bits in any::<u64>()) {
        let text = f64::from_bits(bits).to_string();
        prop_assert_eq!(typed(&text).map(f64::to_bits), oracle(&text));
    }

    #[test]
    fn what_is_no_number_is_none(text in "[-+.eE0-9 xn_,]{0,8}|inf|NaN|infinity|.{0,4}") {
        prop_assert_eq!(typed(&text).map(f64::to_bits), oracle(&text));
    }
}
