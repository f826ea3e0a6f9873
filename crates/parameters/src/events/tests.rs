use super::*;
use expect_test::expect;
use proptest::prelude::*;

const fn argument(name: &'static str, says: &'static str, takes: Takes, need: Need) -> Argument {
    Argument {
        name,
        title: name,
        says,
        unit: "",
        takes,
        need,
        usual: "2",
    }
}

const CLUSTER: Argument = argument(
    "cluster",
    "cluster {}",
    Takes::Whole {
        minimum: 1,
        maximum: 8,
    },
    Need::Either(0),
);
const NODES: Argument = Argument {
    usual: "",
    ..argument(
        "nodes",
        "nodes {}",
        Takes::Ranges {
            minimum: 0,
            maximum: 575,
        },
        Need::Either(0),
    )
};
const FACTOR: Argument = argument(
    "factor",
    "{} times",
    Takes::Number {
        minimum: 1.0,
        maximum: 1e3,
    },
    Need::Always,
);
const SPEED: Argument = argument(
    "speed",
    " of speed {}",
    Takes::Number {
        minimum: 0.05,
        maximum: 4.0,
    },
    Need::Optional,
);

static TEXT: EventsText = EventsText {
    kinds: &[
        Kind {
            name: "load",
            title: "Load",
            says: "{cluster}{nodes} loaded {factor} from {time}",
            arguments: &[CLUSTER, NODES, FACTOR],
        },
        Kind {
            name: "crash",
            title: "Crash",
            says: "{cluster}{nodes} crashes at {time}",
            arguments: &[CLUSTER, NODES],
        },
        Kind {
            name: "add",
            title: "New nodes",
            says: "{nodes} added{speed} at {time}",
            arguments: &[
                Argument {
                    need: Need::Always,
                    ..NODES
                },
                SPEED,
            ],
        },
    ],
    unit: "s",
    latest: 1e6,
};

fn faults(text: &str) -> String {
    let faults = TEXT.events(text).unwrap_err();
    faults
        .iter()
        .fold(String::new(), |all, fault| format!("{all}{fault}\n"))
}

#[test]
fn events_are_read_in_any_order_of_arguments_with_comments_and_blank_lines() {
    let text = "\u{feff}# a grid\n\n  200\tload  factor=1e1 cluster=2# slow\r\n500 crash nodes=9,4-6,7\n500.5 add nodes=3\n";
    let events = TEXT.events(text).unwrap();
    let said: Vec<_> = events.iter().map(|event| event.said("s")).collect();
    assert_eq!(
        said,
        [
            "Cluster 2 loaded 10 times from 200 s",
            "Nodes 4–7, 9 crashes at 500 s",
            "Nodes 3 added at 500.5 s",
        ]
    );
    let lines: Vec<_> = events.iter().map(|event| event.line).collect();
    assert_eq!(lines, [3, 4, 5]);
    assert_eq!(events[0].number("factor"), Some(10.0));
    assert_eq!(events[0].whole("cluster"), Some(2));
    assert_eq!(events[0].ranges("nodes"), None);
    assert_eq!(events[1].ranges("nodes"), Some(&[(4, 7), (9, 9)][..]));
    let written = Events::read(text).write(&TEXT);
    expect![[r"
        # a grid
        200 load cluster=2 factor=10 # slow
        500 crash nodes=4-7,9
        500.5 add nodes=3"]]
    .assert_eq(&written);
    assert_eq!(TEXT.events(""), Ok(Vec::new()));
}

#[test]
fn each_fault_names_line_word_value_and_what_is_allowed() {
    expect![[r#"
        line 1, word 1 (time): "soon" must be a number from 0 to 1000000
        line 1, word 3 (cluster): "9" must be a whole number from 1 to 8
        line 1, word 4 (factor): "0.5" must be a number from 1 to 1000
        line 2: no kind follows the time; known are load, crash, add
        line 3, word 2: unknown kind "lode"; known are load, crash, add
    "#]]
    .assert_eq(&faults("soon load cluster=9 factor=0.5\n7\n8 lode x=1"));
    expect![[r#"
        line 1, word 3: "5" is no argument of "load"; write name=value, known are cluster, nodes, factor
        line 1, word 4: "speed=1" is no argument of "load"; write name=value, known are cluster, nodes, factor
        line 1: "load" needs cluster=…, a whole number from 1 to 8; or nodes=…, whole numbers from 0 to 575, such as 4-7,9
        line 1: "load" needs factor=…, a number from 1 to 1000
        line 2, word 5: "factor" stands there already
        line 3, word 4: "nodes" must be absent beside "cluster"
        line 4, word 3 (nodes): "7-4" must be whole numbers from 0 to 575, such as 4-7,9
    "#]]
    .assert_eq(&faults(
        "1 load 5 speed=1\n2 load cluster=1 factor=2 factor=3\n3 crash cluster=1 nodes=4\n4 crash nodes=7-4",
    ));
    for wrong in ["NaN", "inf", "-1", "1e7", "1,5", ""] {
        let text = format!("{wrong} crash cluster=1");
        assert!(TEXT.events(&text).is_err(), "{text}");
    }
}

#[test]
fn each_fault_belongs_to_a_part_of_its_line() {
    let line = |text: &str| Events::read(text).lines.remove(0);
    let parts = |text: &str| -> Vec<Part> {
        let faults = line(text).event(&TEXT).unwrap_err();
        faults.iter().map(Fault::part).collect()
    };
    assert_eq!(
        parts("x load cluster=0 factor=2"),
        [Part::Time, Part::Argument("cluster")]
    );
    assert_eq!(parts("1 lode"), [Part::Kind]);
    assert_eq!(parts("1 load cluster=1"), [Part::Argument("factor")]);
}

#[test]
fn a_new_event_is_right_and_a_value_can_be_changed_and_left_out() {
    for kind in &TEXT.kinds[..2] {
        assert!(Line::new(200.0, kind).event(&TEXT).is_ok(), "{}", kind.name);
    }
    let mut line = Line::new(0.1 + 0.2, &TEXT.kinds[0]);
    line.put("cluster", "");
    line.put("nodes", " 1, 2 #");
    line.put("factor", "much");
    assert_eq!(line.value("nodes"), Some("1,2"));
    assert_eq!(
        line.write(&TEXT),
        "0.30000000000000004 load factor=much nodes=1,2"
    );
    line.put("factor", "2.50");
    assert_eq!(
        line.write(&TEXT),
        "0.30000000000000004 load nodes=1-2 factor=2.5"
    );
}

#[test]
fn an_event_turns_into_another_kind_with_the_values_that_both_take() {
    let [load, crash, add] = TEXT.kinds else {
        unreachable!("three kinds")
    };
    let mut events = Events::read("100 load nodes=4-7 factor=5\n300 crash cluster=1");
    let place = events.insert(Line::new(200.0, crash));
    assert_eq!(place, 1);
    events.lines[0].turn(crash);
    events.lines[1].turn(load);
    events.lines[2].turn(add);
    assert_eq!(
        events.write(&TEXT),
        "100 crash nodes=4-7\n200 load cluster=2 factor=2\n300 add speed=2"
    );
    let (cluster, nodes) = (&load.arguments[0], &load.arguments[1]);
    events.lines[1].choose(load, nodes, "3");
    assert_eq!(events.lines[1].write(&TEXT), "200 load nodes=3 factor=2");
    events.lines[1].choose(load, cluster, "1");
    events.lines[1].choose(load, nodes, "");
    assert_eq!(events.lines[1].write(&TEXT), "200 load cluster=1 factor=2");
}

fn event() -> impl Strategy<Value = String> {
    let time = prop_oneof![(0_u32..1000).prop_map(f64::from), 0.0..1e6_f64];
    let range = (0_u64..500, 0_u64..75).prop_map(|(first, more)| match more {
        0..40 => first.to_string(),
        more => format!("{first}-{}", first + more),
    });
    let ranges = prop::collection::vec(range, 1..5).prop_map(|ranges| ranges.join(","));
    let target = prop_oneof![
        (1_u32..9).prop_map(|cluster| format!("cluster={cluster}")),
        ranges.prop_map(|ranges| format!("nodes={ranges}")),
    ];
    (time, target, 1.0..1e3_f64, any::<bool>()).prop_map(
        |(time, target, factor, load)| match load {
            true => format!("{time} load factor={factor:e} {target}"),
            false => format!("{time:e}  crash\t{target}"),
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(lines in prop::collection::vec(event(), 0..8)) {
        let text = lines.join("\n");
        let events = TEXT.events(&text).unwrap();
        let written = Events::read(&text).write(&TEXT);
        prop_assert!(written.len() <= text.len() + 2 * lines.len(), "{}", written);
        prop_assert_eq!(TEXT.events(&written).unwrap(), events);
        prop_assert_eq!(Events::read(&written).write(&TEXT), written);
    }

    #[test]
    fn no_text_is_lost_that_is_no_event(text in "([0-9]{1,3}|load|crash|add|cluster=[0-9]|nodes=[-,0-9]{1,5}|x|=|#| |\n){0,30}") {
        let events = Events::read(&text);
        let written = events.write(&TEXT);
        let again = Events::read(&written);
        prop_assert_eq!(again.write(&TEXT), written);
        prop_assert_eq!(again.lines.len(), events.lines.len());
        for (one, other) in events.lines.iter().zip(&again.lines) {
            prop_assert_eq!(&one.comment, &other.comment);
            match (one.event(&TEXT), other.event(&TEXT)) {
                (Ok(one), Ok(other)) => {
                    prop_assert_eq!((one.time, one.kind, one.values), (other.time, other.kind, other.values));
                }
                (Err(one), Err(other)) => prop_assert_eq!(one.len(), other.len()),
                other => prop_assert!(false, "{:?}", other),
            }
        }
    }
}
