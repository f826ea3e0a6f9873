//! The figure.

use expect_test::expect;
use proptest::prelude::*;
use roxmltree::Document;
use schedule::svg::{Options, Theme, render};
use schedule::{
    Group, Job, LaneId, Link, LinkId, LinkKind, MarkId, Phase, PhaseId, Recorder, Recording,
    Relation, Role, Schedule, Unit,
};

use crate::samples::{lane_names, phase_of_each_role, schedules, three_processors};

fn options(title: &str) -> Options {
    Options {
        width: 640,
        title: title.to_owned(),
        ..Options::default()
    }
}

#[test]
fn svg_shows_the_worked_example() {
    expect![[r##"
        <svg xmlns="http://www.w3.org/2000/svg" role="img" width="640" height="191" viewBox="0 0 640 191" font-family="system-ui, sans-serif" font-size="12">
        <title>One iteration</title>
        <desc>Gantt chart of 3 lanes from 0 ms to 210.0 ms.</desc>
        <rect width="640" height="191" fill="#ffffff"/>
        <defs>
        <pattern id="makespan-synchronise-light" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="#129173"/><path d="M3 0v6" stroke="#ffffff" stroke-opacity="0.6"/></pattern>
        </defs>
        <g fill="#4a5768">
        <text x="14" y="45.7">p1</text>
        <text x="14" y="78.7">p2</text>
        <text x="14" y="111.7">p3</text>
        </g>
        <g fill="#2f7fc1" stroke="#2f7fc1">
        <rect x="37.9" y="28.5" width="277.3" height="26" rx="2"/>
        <rect x="37.9" y="61.5" width="556.6" height="26" rx="2"/>
        <rect x="37.9" y="94.5" width="137.7" height="26" rx="2"/>
        </g>
        <g fill="#e9edf2" stroke="#738093">
        <rect x="317.3" y="28.5" width="277.3" height="26" rx="2"/>
        <rect x="177.6" y="94.5" width="417" height="26" rx="2"/>
        </g>
        <g fill="url(#makespan-synchronise-light)" stroke="#129173">
        <rect x="596.6" y="28.5" width="25.9" height="26" rx="2"/>
        <rect x="596.6" y="61.5" width="25.9" height="26" rx="2"/>
        <rect x="596.6" y="94.5" width="25.9" height="26" rx="2"/>
        </g>
        <rect x="171.7" y="34.5" width="10.7" height="14" rx="2" fill="#3477af"/>
        <rect x="311.4" y="67.5" width="10.7" height="14" rx="2" fill="#3477af"/>
        <rect x="101.9" y="100.5" width="10.7" height="14" rx="2" fill="#3477af"/>
        <g fill="#ffffff" text-anchor="middle" font-weight="600">
        <text x="177.1" y="45.7">0</text>
        <text x="316.8" y="78.7">1</text>
        <text x="107.3" y="111.7">2</text>
        </g>
        <path d="M596.1 22V131" stroke="#738093" stroke-dasharray="2 3" fill="none"/>
        <g fill="#4a5768">
        <text x="577.5" y="18">rebalance</text>
        </g>
        <path d="M37.4 131H624" stroke="#dfe4ea" fill="none"/>
        <g fill="#4a5768" text-anchor="middle">
        <path d="M37.4 131V136" stroke="#738093"/><text x="37.4" y="151">0 ms</text>
        <path d="M177.1 131V136" stroke="#738093"/><text x="177.1" y="151">50 ms</text>
        <path d="M316.8 131V136" stroke="#738093"/><text x="316.8" y="151">100 ms</text>
        <path d="M456.4 131V136" stroke="#738093"/><text x="456.4" y="151">150 ms</text>
        <path d="M596.1 131V136" stroke="#738093"/><text x="596.1" y="151">200 ms</text>
        </g>
        <g class="legend" fill="#4a5768">
        <rect x="14.5" y="167.5" width="13" height="10" rx="2" fill="#2f7fc1" stroke="#2f7fc1"/><text x="34" y="177">calc</text>
        <rect x="77.4" y="167.5" width="13" height="10" rx="2" fill="#e9edf2" stroke="#738093"/><text x="96.9" y="177">wait</text>
        <rect x="140.3" y="167.5" width="13" height="10" rx="2" fill="url(#makespan-synchronise-light)" stroke="#129173"/><text x="159.8" y="177">comm</text>
        <path d="M209.6 166V179" stroke="#738093" stroke-dasharray="2 3"/><text x="222.6" y="177">rebalance</text>
        </g>
        </svg>
    "##]].assert_eq(&render(&three_processors(), &options("One iteration")));
}

fn texts(figure: &str) -> Vec<String> {
    let document = Document::parse(figure).unwrap();
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    texts
        .map(|node| node.text().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn a_figure_says_what_it_is_to_those_who_do_not_see_it() {
    let figure = render(&three_processors(), &Options::default());
    let document = Document::parse(&figure).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let text = |name: &str| {
        root.children()
            .find(|node| node.has_tag_name(name))
            .and_then(|node| node.text())
    };
    assert_eq!(text("title"), Some("Schedule"));
    assert_eq!(
        text("desc"),
        Some("Gantt chart of 3 lanes from 0\u{a0}ms to 210.0\u{a0}ms.")
    );
}

#[test]
fn a_window_shows_only_what_is_in_it() {
    let window = Options {
        window: Some((120.0, 180.0)),
        ..options("")
    };
    let texts = texts(&render(&three_processors(), &window));
    assert!(
        texts.contains(&"wait".to_owned()) && texts.contains(&"calc".to_owned()),
        "{texts:?}"
    );
    assert!(
        !texts.contains(&"comm".to_owned()) && !texts.contains(&"rebalance".to_owned()),
        "{texts:?}"
    );
}

#[test]
fn what_is_no_window_shows_the_whole_schedule() {
    let whole = render(&three_processors(), &options(""));
    for window in [
        (5.0, 5.0),
        (9.0, 1.0),
        (f64::NAN, 3.0),
        (0.0, f64::INFINITY),
    ] {
        assert_eq!(
            render(
                &three_processors(),
                &Options {
                    window: Some(window),
                    ..options("")
                }
            ),
            whole
        );
    }
}

#[test]
fn killed_copies_are_hatched_with_a_dashed_edge() {
    let phases = vec![Phase::new("killed copy", Role::Cancelled)];
    let mut recording = Recording::new(Unit::Milliseconds, lane_names(1), phases);
    recording.span(LaneId(0), PhaseId(0), 0.0, 5.0, Job(0));
    let figure = render(&recording.finish(10.0).unwrap(), &options(""));
    let document = Document::parse(&figure).unwrap();
    let dashed = document
        .descendants()
        .find(|node| node.attribute("stroke-dasharray") == Some("3 2"));
    assert_eq!(
        dashed.unwrap().attribute("fill"),
        Some("url(#makespan-cancelled-light)")
    );
}

#[test]
fn text_is_escaped() {
    let phases = vec![Phase::new("a<b & \"c\"", Role::Compute)];
    let mut recording =
        Recording::new(Unit::Seconds, vec!["<p>\0".into()], phases).with_marks(["x & y"]);
    recording.span(LaneId(0), PhaseId(0), 0.0, 5.0, Job(0));
    recording.mark(2.0, MarkId(0));
    let figure = render(
        &recording.finish(10.0).unwrap(),
        &options("</title><script>"),
    );
    let texts = texts(&figure);
    for text in ["a<b & \"c\"", "<p>\u{fffd}", "x & y"] {
        assert!(texts.contains(&text.to_owned()), "{texts:?}");
    }
    assert!(!figure.contains("<script"));
}

#[test]
fn a_long_name_is_cut() {
    let names = vec!["a processor with a name that leaves no room for its bar".repeat(3)];
    let figure = render(
        &Recording::new(Unit::Seconds, names, vec![])
            .finish(1.0)
            .unwrap(),
        &options(""),
    );
    assert!(texts(&figure)[0].ends_with('…'));
}

#[test]
fn marks_that_share_a_pixel_are_drawn_once() {
    let mut recording =
        Recording::new(Unit::Seconds, lane_names(1), vec![]).with_marks(["rebalance"]);
    for mark in 0..10_000 {
        recording.mark(f64::from(mark), MarkId(0));
    }
    let figure = render(&recording.finish(10_000.0).unwrap(), &options(""));
    assert!(figure.len() < 20_000, "{} bytes", figure.len());
}

/// Sixteen lanes, in which short spans of every role follow one another.
fn many_spans(spans: u32) -> Schedule {
    let lanes = 16;
    let mut recording = Recording::new(Unit::Milliseconds, lane_names(16), phase_of_each_role());
    for span in 0..spans {
        let (lane, start) = (span % lanes, f64::from(span / lanes));
        let role = (span / lanes * 7 + span / 1000) % 6;
        recording.span(
            LaneId(lane),
            PhaseId(role as u8),
            start,
            start + 1.0,
            Job(span),
        );
    }
    recording.finish(f64::from(spans / lanes)).unwrap()
}

#[test]
fn the_size_of_a_figure_follows_from_its_pixels_and_not_from_its_spans() {
    let [some, many] =
        [100_000, 400_000].map(|spans| render(&many_spans(spans), &Options::default()).len());
    assert!(many < some + some / 10, "{some} bytes, then {many}");
}

#[test]
fn a_merged_block_gives_each_phase_its_share_of_the_height() {
    let phases = vec![
        Phase::new("calc", Role::Compute),
        Phase::new("wait", Role::Wait),
    ];
    let mut recording = Recording::new(Unit::Milliseconds, lane_names(1), phases);
    for span in 0..100_000 {
        let start = f64::from(span) * 4.0;
        recording.span(LaneId(0), PhaseId(0), start, start + 3.0, Job::NONE);
        recording.span(LaneId(0), PhaseId(1), start + 3.0, start + 4.0, Job::NONE);
    }
    let figure = render(&recording.finish(400_000.0).unwrap(), &options(""));
    // The bar is 27 pixels high: computing takes three quarters of it, from below.
    assert!(figure.contains("V41H"), "down to the lower edge");
    let tops: Vec<f64> = figure
        .split('M')
        .filter(|path| path.contains("V41H"))
        .map(|path| path.split([' ', 'H']).nth(1).unwrap().parse().unwrap())
        .collect();
    assert!(
        tops.len() > 400
            && tops
                .iter()
                .all(|top| (top - (41.0 - 27.0 * 0.75)).abs() < 0.2),
        "{tops:?}"
    );
}

#[test]
fn a_figure_of_a_thousand_lanes_stays_small_and_says_what_it_merged() {
    let lanes = 1000;
    let mut recording = Recording::new(Unit::Milliseconds, lane_names(lanes), phase_of_each_role());
    for span in 0..300_000_u32 {
        let (lane, start) = (span % 1000, f64::from(span / 1000));
        let phase = PhaseId((span / 1000 % 3) as u8);
        recording.span(LaneId(lane), phase, start, start + 1.0, Job(span));
    }
    let figure = render(&recording.finish(300.0).unwrap(), &options(""));
    assert!(figure.len() < 12_000_000, "{} bytes", figure.len());
    let document = Document::parse(&figure).unwrap();
    let desc = document
        .descendants()
        .find(|node| node.has_tag_name("desc"));
    let desc = desc.and_then(|node| node.text()).unwrap();
    assert!(
        desc.contains("300\u{202f}000 spans narrower than 3 px are merged into blocks"),
        "{desc}"
    );
}

/// Four lanes in two groups, and messages between them that last a millisecond each.
fn with_links(messages: u32) -> Schedule {
    let kinds = vec![LinkKind {
        name: "kill <it>".into(),
        relation: Relation::Message,
    }];
    let group = |name: &str, first| Group {
        name: name.into(),
        first,
        lanes: 2,
    };
    let mut recording = Recording::new(Unit::Milliseconds, lane_names(4), phase_of_each_role())
        .with_links(kinds)
        .with_groups(vec![group("rack & 1", 0), group("rack 2", 2)]);
    for message in 0..messages {
        let start = f64::from(message);
        recording.link(Link {
            kind: LinkId(0),
            from: LaneId(message % 4),
            start,
            to: LaneId((message + 1) % 4),
            end: start + 1.0,
        });
    }
    recording.finish(f64::from(messages)).unwrap()
}

/// The titles of the parts of a figure, and how many lines begin in each.
fn titled(figure: &str) -> Vec<(String, usize)> {
    let document = Document::parse(figure).unwrap();
    let groups = document
        .root_element()
        .children()
        .filter(|node| node.has_tag_name("g"));
    let of = |group: roxmltree::Node<'_, '_>| {
        let child = |name| group.children().find(|node| node.has_tag_name(name));
        let lines = child("path")?.attribute("d")?.matches('M').count();
        Some((child("title")?.text()?.to_owned(), lines))
    };
    groups.filter_map(of).collect()
}

#[test]
fn links_are_arrows_and_groups_have_a_line_and_a_name() {
    let named = |count| {
        [("rack & 1", 1), ("rack 2", 1), ("kill <it>", count)]
            .map(|(name, lines)| (name.to_owned(), lines))
    };
    let whole = render(&with_links(100), &options(""));
    assert_eq!(titled(&whole), named(100));
    assert!(texts(&whole).contains(&"rack 2".to_owned()));
    let window = Some((9.5, 20.5));
    let part = render(
        &with_links(100),
        &Options {
            window,
            ..options("")
        },
    );
    assert_eq!(titled(&part), named(10), "those that lie in it whole");
}

#[test]
fn lanes_stand_in_the_order_asked_for_and_a_group_that_is_torn_apart_has_no_line() {
    let order = |lanes: &[u32]| {
        let lanes = lanes.iter().map(|lane| LaneId(*lane)).collect();
        let figure = render(
            &with_links(4),
            &Options {
                lanes,
                ..options("")
            },
        );
        let document = Document::parse(&figure).unwrap();
        let mut named: Vec<(f64, String)> = document
            .descendants()
            .filter(|node| {
                node.has_tag_name("text")
                    && node.text().is_some_and(|text| text.starts_with("lane "))
            })
            .map(|node| {
                (
                    node.attribute("y").unwrap().parse().unwrap(),
                    node.text().unwrap().into(),
                )
            })
            .collect();
        named.sort_by(|a, b| a.0.total_cmp(&b.0));
        let names: Vec<String> = named.into_iter().map(|(_, name)| name).collect();
        (names.join(" ").replace("lane ", ""), titled(&figure).len())
    };
    assert_eq!(order(&[]), ("0 1 2 3".into(), 3));
    assert_eq!(order(&[3, 2]), ("3 2 0 1".into(), 3));
    assert_eq!(
        order(&[2, 2, 9, 0]),
        ("2 0 1 3".into(), 2),
        "one group is torn apart"
    );
}

#[test]
fn links_and_bounds_are_left_out_where_they_are_not_wanted() {
    let bare = Options {
        links: false,
        bounds: false,
        ..options("")
    };
    assert_eq!(
        titled(&render(&with_links(5000), &bare)).len(),
        2,
        "the groups alone"
    );
    assert!(!render(&with_links(5000), &bare).contains("left out"));
}

#[test]
fn more_arrows_than_can_be_told_apart_are_left_out_and_that_is_said() {
    let figure = render(&with_links(2001), &options(""));
    assert_eq!(titled(&figure).len(), 2, "the groups alone");
    assert!(figure.contains("Arrows between lanes are left out"));
    assert_eq!(titled(&render(&with_links(2000), &options(""))).len(), 3);
}

proptest! {
    #[test]
    fn every_figure_is_xml_and_stays_within_its_frame(
        schedule in schedules(),
        width in 0_u32..3000,
        window in proptest::option::of((-10.0..500.0, 0.0..500.0)),
        dark in any::<bool>(),
        title in any::<String>(),
    ) {
        let theme = if dark { Theme::Dark } else { Theme::Light };
        let figure = render(&schedule, &Options { width, window, theme, title, ..Options::default() });
        let document = Document::parse(&figure).unwrap();
        let number = |node: roxmltree::Node<'_, '_>, name| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let root = document.root_element();
        let (frame_width, frame_height) = (number(root, "width"), number(root, "height"));
        for rect in document.descendants().filter(|node| node.has_tag_name("rect") && node.has_attribute("x")) {
            let (x, y) = (number(rect, "x"), number(rect, "y"));
            prop_assert!(x >= 0.0 && x + number(rect, "width") <= frame_width);
            prop_assert!(y >= 0.0 && y + number(rect, "height") <= frame_height);
        }
    }
}
