//! Constructions and tables against the properties that define them and against the values of independent programs.

use proptest::prelude::*;
use recovery_model::list::differs;
use recovery_model::schemes::fill::Fill;
use recovery_model::schemes::golomb::Variant;
use recovery_model::schemes::trapezium::Source;
use recovery_model::schemes::{golomb, greedy, log, marks, modulo, trapezium};
use recovery_model::search::modulo::{First, ModuloSearch, Outcome};
use recovery_model::tables::{LONG_RULERS, MODULO, NATIVE_BEYOND, RULERS};
use recovery_model::{List, Scheme, lower_bounds};
use serde::Deserialize;

use crate::common::{constructed, rows, table, tight};

#[derive(Deserialize)]
struct Row {
    scheme: String,
    n: usize,
    list: Vec<usize>,
}

#[test]
fn every_scheme_writes_its_reference_lists() {
    let rows: Vec<Row> = rows(include_str!("data/vectors.json"));
    assert_eq!(rows.len(), 6 * 26 + 18);
    for row in rows {
        assert_eq!(
            constructed(&row.scheme, row.n).list.entries(),
            row.list,
            "{} {}",
            row.scheme,
            row.n
        );
    }
}

#[derive(Deserialize)]
struct Guarantee {
    n: usize,
    log: usize,
    greedy: usize,
    golomb: usize,
    modulo: Option<usize>,
    trapezium_table1: usize,
    trapezium_theorem1: usize,
    absolute: usize,
}

#[test]
fn the_guarantees_are_those_of_independent_programs() {
    let rows: Vec<Guarantee> = table(include_str!("data/guarantees.csv"));
    assert_eq!(rows.len(), 1023);
    for row in rows {
        let order = trapezium::fitting(row.n);
        let found = (
            log::guarantee(row.n),
            greedy::guarantee(row.n),
            golomb::fitting(row.n),
        );
        assert_eq!(found, (row.log, row.greedy, row.golomb), "{}", row.n);
        assert_eq!(modulo::claim(row.n), row.modulo, "{}", row.n);
        let found = (
            trapezium::guarantee(row.n),
            trapezium::theorem(order),
            lower_bounds::most_disjoint(row.n),
        );
        assert_eq!(
            found,
            (row.trapezium_table1, row.trapezium_theorem1, row.absolute),
            "{}",
            row.n
        );
    }
}

/// Whether all sums of consecutive steps are distinct as numbers.
fn measures_once(steps: &[usize]) -> bool {
    let marks = marks(steps);
    let length = marks.last().copied().unwrap_or(0);
    differs(&marks, 2 * length + 1)
}

#[test]
fn every_ruler_measures_no_distance_twice() {
    let plain = |row: &[u16]| {
        row.iter()
            .map(|step| usize::from(*step))
            .collect::<Vec<_>>()
    };
    for (number, variants) in (1..).zip(RULERS) {
        for row in variants {
            assert_eq!(row.len(), number);
            assert!(measures_once(&plain(row)), "{row:?}");
            assert_eq!(marks(&plain(row)).last(), marks(&plain(variants[0])).last());
        }
    }
    for (number, row) in (23..).zip(LONG_RULERS) {
        assert_eq!(row.len(), number);
        assert!(measures_once(&plain(row)), "{row:?}");
    }
}

#[derive(Deserialize)]
struct Ruler {
    steps: Vec<usize>,
    length: usize,
}

#[test]
fn the_tables_are_no_longer_than_rulers_from_difference_sets() {
    for row in rows::<Ruler>(include_str!("data/rulers.json")) {
        assert!(measures_once(&row.steps));
        assert_eq!(row.steps.iter().sum::<usize>(), row.length);
        if row.steps.len() <= golomb::most_steps() {
            assert!(
                golomb::shortest(row.steps.len()) <= row.length,
                "{}",
                row.steps.len()
            );
        }
        if (23..=36).contains(&row.steps.len()) {
            assert_eq!(golomb::shortest(row.steps.len()), row.length);
        }
    }
}

#[derive(Deserialize)]
struct Native {
    n: usize,
    length: usize,
    marks: Vec<usize>,
    tight: usize,
}

#[test]
fn native_sequences_are_sound_and_as_tight_as_the_reference_says() {
    for row in rows::<Native>(include_str!("data/native_modulo.json")) {
        let native = modulo::native(row.n, Fill::Ascending).unwrap();
        assert_eq!(native.prescribed, row.length);
        assert_eq!(&native.list.entries()[..row.length], row.marks);
        assert_eq!(native.promised, Some(row.length));
        assert!(native.list.disjoint_routes() >= row.length);
        assert_eq!(tight(&native.list, row.tight + 1), row.tight, "{}", row.n);
    }
}

#[test]
fn native_sequences_beyond_the_table_are_at_least_as_long_as_rulers() {
    for n in 61..=128 {
        let native = modulo::native(n, Fill::Ascending).unwrap();
        assert_eq!(native.promised, Some(native.prescribed), "{n}");
        assert!(native.prescribed >= golomb::fitting(n), "{n}");
        assert!(native.list.disjoint_routes() >= native.prescribed);
        let longer = native.prescribed > golomb::fitting(n);
        assert_eq!(NATIVE_BEYOND.iter().any(|row| row.0 == n), longer, "{n}");
    }
}

#[test]
fn native_sequences_beyond_the_table_are_what_the_search_finds() {
    /// The nodes that the search visits for each length.
    const BEYOND_NODES: u64 = 10_000_000;
    for n in [66, 70, 73, 85] {
        let mut found = Vec::new();
        let mut length = golomb::fitting(n) + 1;
        loop {
            let mut search = ModuloSearch::new(n, length, First::Divisors).unwrap();
            match search.finish(BEYOND_NODES, &mut report::Silent).unwrap() {
                Outcome::Found(longer) => (found, length) = (longer, length + 1),
                Outcome::Refuted | Outcome::Running => break,
            }
        }
        let row = NATIVE_BEYOND.iter().find(|row| row.0 == n);
        let row = row.map_or(&[] as &[u16], |row| row.1);
        let row: Vec<usize> = row.iter().map(|mark| usize::from(*mark)).collect();
        assert_eq!(row, found, "{n}");
    }
}

#[test]
fn modulo_sequences_differ_modulo_their_modulus() {
    for (length, (modulus, row)) in (1..).zip(MODULO) {
        let marks: Vec<usize> = row.iter().map(|mark| usize::from(*mark)).collect();
        assert_eq!(marks.len(), length);
        assert!(differs(&marks, modulus.into()), "{modulus}");
    }
    // The first difference of reused sequences that collides is at 12 computers.
    let disjoint = |n| {
        modulo::reuse(n, Fill::Ascending)
            .unwrap()
            .list
            .disjoint_routes()
    };
    assert!(disjoint(11) >= 4);
    assert_eq!(disjoint(12), 3);
}

/// The two conditions of a trapezium of order l, on integers.
fn controls(steps: &[usize], order: usize) -> bool {
    let marks: Vec<usize> = [0].into_iter().chain(marks(steps)).collect();
    let mut seen = std::collections::HashSet::new();
    (1..marks.len()).all(|k| {
        let fresh = (0..k).filter(|j| seen.insert(marks[k] - marks[*j])).count();
        fresh >= if k <= order { k } else { order }
    })
}

#[test]
fn trapezium_rows_control_their_routes_and_come_from_the_least_steps() {
    for order in 1..=trapezium::MOST_ORDER {
        let table = trapezium::steps(order, Source::Table).unwrap();
        let least = trapezium::steps(order, Source::LeastSteps).unwrap();
        assert_eq!(table.len(), order * (order + 1) / 2);
        assert!(
            controls(&table, order) && controls(&least, order),
            "{order}"
        );
        assert_eq!(table == least, order != 3, "{order}");
    }
    assert_eq!(
        trapezium::steps(3, Source::LeastSteps).unwrap(),
        [1, 3, 2, 5, 2, 5]
    );
}

#[test]
fn the_least_step_rule_gives_the_sums_of_section_7_8() {
    let from = |order, count| {
        let ruler = golomb::steps(order, Variant::default()).unwrap();
        trapezium::least_steps(&ruler, count).iter().sum::<usize>()
    };
    let sums = [
        (2, 5, 7),
        (3, 18, 22),
        (4, 41, 53),
        (5, 74, 94),
        (6, 127, 157),
    ];
    for (order, controlled, theorem) in sums {
        assert_eq!(from(order, trapezium::controlled(order)), controlled);
        assert_eq!(from(order, trapezium::theorem(order)), theorem);
    }
    let start: Vec<usize> = vec![1, 3, 6, 2, 5];
    assert_eq!(trapezium::least_steps(&start, 15).iter().sum::<usize>(), 73);
    assert_eq!(trapezium::least_steps(&start, 19).iter().sum::<usize>(), 99);
}

#[test]
fn wrapped_rulers_have_the_numbers_of_computers_of_section_3_4() {
    let expected: [&[usize]; 22] = [
        &[2],
        &[4],
        &[7],
        &[6, 10],
        &[14, 12, 14, 10],
        &[16, 15, 12, 13, 16],
        &[20],
        &[21],
        &[36],
        &[38, 35],
        &[48],
        &[44],
        &[56],
        &[63],
        &[40],
        &[18],
        &[101],
        &[91],
        &[98],
        &[116],
        &[24],
        &[128],
    ];
    for (steps, numbers) in (1..).zip(expected) {
        assert_eq!(golomb::variants(steps), numbers.len());
        for (index, n) in (0..).map(Some).zip(numbers) {
            let variant = Variant { index };
            let wrapped = golomb::wrapped(steps, variant, Fill::Ascending).unwrap();
            assert_eq!(wrapped.list.computers(), *n, "{steps} {index:?}");
            assert_eq!(wrapped.promised, None);
        }
    }
}

#[test]
fn entries_are_filled_up_in_the_order_asked_for() {
    let filled = |fill: Fill| fill.complete(8, vec![1, 4, 6]).unwrap().entries().to_vec();
    assert_eq!(filled(Fill::Ascending), [1, 4, 6, 2, 3, 5, 7]);
    assert_eq!(filled(Fill::Descending), [1, 4, 6, 7, 5, 3, 2]);
    let random = filled(Fill::Random { seed: 7 });
    assert_eq!(random, filled(Fill::Random { seed: 7 }));
    assert!((0..20).any(|seed| filled(Fill::Random { seed }) != random));
}

#[test]
fn what_does_not_fit_is_refused_with_what_is_allowed() {
    let refused = |error: recovery_model::Error| error.to_string();
    let trapezium = trapezium::list(10, Some(4), Source::Table, Fill::Ascending).unwrap_err();
    assert_eq!(
        refused(trapezium),
        "the trapezium sequence needs 42 computers or more; there are 10"
    );
    let published = recovery_model::schemes::optimal::published(22).unwrap_err();
    assert_eq!(
        refused(published),
        "there is no published optimal list for 22 computers; choose from 4 to 21"
    );
    let computers = log::list(1, Fill::Ascending).unwrap_err();
    assert_eq!(
        refused(computers),
        "number of computers is 1; it must be from 2 to 1\u{202f}024"
    );
    let variant = golomb::list(20, Variant { index: Some(4) }, Fill::Ascending).unwrap_err();
    assert_eq!(
        refused(variant),
        "variant of the ruler is 5; it must be from 1 to 4"
    );
}

proptest! {
    #[test]
    fn disjoint_routes_and_certificates_are_what_routes_say(n in 2_usize..40, seed in any::<u64>()) {
        let list: List = Fill::Random { seed }.complete(n, Vec::new()).unwrap();
        let routes = list.routes();
        let mut seen = std::collections::HashSet::new();
        let disjoint = routes.iter().take_while(|route| route.iter().all(|offset| seen.insert(*offset))).count();
        prop_assert_eq!(list.disjoint_routes(), disjoint);
        prop_assert!(list.certificate() >= disjoint);
        for (k, route) in (1..).zip(&routes) {
            prop_assert_eq!(route.len(), k);
            // Sums of the last steps.
            let sums: Vec<usize> = list.steps()[..k].iter().rev().scan(0, |sum, step| {
                *sum = (*sum + step) % n;
                Some(*sum)
            }).collect();
            prop_assert_eq!(route, &sums);
            // The same as a diagonal of the triangle of differences, and as the computers that must be down for a process to
            // reach computer 0.
            let triangle = recovery_model::list::triangle(list.entries(), Some(n));
            let diagonal: Vec<usize> = (1..=k).map(|apart| triangle[apart - 1][k - apart]).collect();
            prop_assert_eq!(route, &diagonal);
            let process = n - list.entries()[k - 1];
            let mut down: Vec<usize> = route.iter().map(|offset| n - offset).collect();
            down.sort_unstable();
            prop_assert_eq!(Scheme::regular(&list).needs(process, 0), Some(down));
        }
    }
}
