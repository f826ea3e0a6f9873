//! Taking a schedule apart and putting it together again.

use expect_test::expect;
use proptest::prelude::*;
use schedule::Schedule;

use crate::samples::{schedules, three_processors};

proptest! {
    #[test]
    fn a_schedule_survives_its_columns(schedule in schedules()) {
        prop_assert_eq!(Schedule::from_columns(schedule.header(), schedule.columns().owned()), Ok(schedule));
    }

    #[test]
    fn a_schedule_survives_json_bit_for_bit(schedule in schedules()) {
        let text = serde_json::to_string(&schedule).unwrap();
        prop_assert_eq!(serde_json::from_str::<Schedule>(&text).unwrap(), schedule);
    }
}

#[test]
fn json_holds_a_header_and_columns() {
    expect![[r#"
        {"header":{"lanes":["p1","p2","p3"],"phases":[{"name":"calc","role":"compute"},{"name":"wait","role":"wait"},{"name":"comm","role":"synchronise"}],"unit":"ms","makespan":210.0,"marks":[{"time":200.0,"text":"rebalance"}]},"columns":{"lane_offsets":[0,3,5,8],"start":[0.0,100.0,200.0,0.0,200.0,0.0,50.0,200.0],"end":[100.0,200.0,210.0,200.0,210.0,50.0,200.0,210.0],"phase":[0,1,2,0,2,0,1,2],"job":[0,4294967295,4294967295,1,4294967295,2,4294967295,4294967295]}}"#]]
    .assert_eq(&serde_json::to_string(&three_processors()).unwrap());
}

#[test]
fn json_of_a_schedule_that_cannot_be_is_refused_with_the_reason() {
    let text = serde_json::to_string(&three_processors())
        .unwrap()
        .replace("150.0", "1.0")
        .replace("[0.0,100.0", "[0.0,90.0");
    expect![[r#"
        1 span is invalid
          lane "p1", span 1, from 90 to 200: it starts before an earlier span of the lane ends, at 100"#]]
    .assert_eq(&serde_json::from_str::<Schedule>(&text).unwrap_err().to_string());
}
