//! The bounds against their definitions and the values of the specification.

use recovery_model::bounds;

#[test]
fn the_disjoint_bound_has_each_value_as_often_as_it_is_great() {
    let mut crashes = 0;
    for value in 1..=60 {
        for _ in 0..value {
            assert_eq!(bounds::disjoint(crashes), value, "{crashes}");
            crashes += 1;
        }
    }
}

#[test]
fn the_least_loads_are_those_of_section_7_1() {
    assert_eq!(bounds::least_loads(8), [2, 2, 3, 3, 3, 4, 8]);
    assert_eq!(bounds::least_loads(12), [2, 2, 3, 3, 3, 4, 4, 4, 4, 6, 12]);
    assert_eq!(
        bounds::least_loads(20),
        [2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 7, 10, 20]
    );
    assert_eq!(bounds::least_load(5, 0), None);
    assert_eq!(bounds::least_load(5, 5), None);
}

#[test]
fn the_bounds_of_several_processes_are_those_of_section_7_1() {
    let of = |processes| bounds::of_several(processes, 20).unwrap();
    assert_eq!(
        of(2),
        [3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 9, 10]
    );
    assert_eq!(
        of(3),
        [
            4, 5, 6, 6, 7, 7, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12
        ]
    );
    assert_eq!(
        of(4),
        [
            5, 6, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 12, 13, 13, 13, 14, 14, 14
        ]
    );
    assert_eq!(
        bounds::least_loads_of_several(12, 2).unwrap(),
        [3, 4, 4, 5, 5, 6, 6, 6, 8, 12, 24]
    );
}

/// The loop that the thesis prints, entered at its step 5 (section 4.4).
fn printed(processes: usize, length: usize) -> Vec<usize> {
    let (mut load, mut cost, mut rest, mut number) = (processes, 1, 1, 1);
    let mut vector = Vec::new();
    for _ in 0..length {
        if number == processes && rest == 1 {
            cost += 1;
            number = 0;
        }
        if rest == 1 {
            load += 1;
            rest = cost;
            number += 1;
        } else {
            rest -= 1;
        }
        vector.push(load);
    }
    vector
}

#[test]
fn the_bound_of_several_processes_is_the_printed_loop() {
    for processes in 1..=12 {
        assert_eq!(
            bounds::of_several(processes, 300).unwrap(),
            printed(processes, 300),
            "{processes}"
        );
    }
    let single: Vec<usize> = (1..=300).map(bounds::disjoint).collect();
    assert_eq!(bounds::of_several(1, 300).unwrap(), single);
}

#[test]
fn the_most_disjoint_routes_fill_the_offsets() {
    for n in 2..2000_usize {
        let most = bounds::most_disjoint(n);
        assert!(
            most * (most + 1) / 2 < n && (most + 1) * (most + 2) / 2 > n - 1,
            "{n}"
        );
    }
}

#[test]
fn several_processes_are_refused_with_their_range() {
    let refused = bounds::of_several(0, 5).unwrap_err().to_string();
    assert_eq!(
        refused,
        "number of processes a computer is 0; it must be from 1 to 128"
    );
}
