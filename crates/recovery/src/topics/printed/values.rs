//! This program's values beside the thesis's printed ones, by the name of the check.

use std::collections::HashMap;

use recovery_model::list::differs;
use recovery_model::scheme::Rule;
use recovery_model::schemes::fill::Fill;
use recovery_model::schemes::golomb::{self, Variant};
use recovery_model::schemes::trapezium::Source;
use recovery_model::schemes::{greedy, intuitive, log, marks, modulo, optimal, trapezium};
use recovery_model::search::modulo::{First, ModuloSearch, Outcome};
use recovery_model::tables::{MODULO, RULERS};
use recovery_model::worst_case::{self, Budget};
use recovery_model::{Crashed, List, Scheme, lower_bounds, placement};
use report::Observer;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The key of a check: its words in lower case with hyphens between them.
fn key(check: &str) -> String {
    let words = check.split(|sign: char| !sign.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

/// The argument of a check.
fn given<T: DeserializeOwned>(value: &Value) -> Option<T> {
    serde_json::from_value(value.clone()).ok()
}

/// A whole number for each of several.
fn each<T: serde::Serialize>(value: &Value, of: impl FnMut(usize) -> Option<T>) -> Option<Value> {
    let numbers: Vec<usize> = given(value)?;
    let all: Option<Vec<T>> = numbers.into_iter().map(of).collect();
    Some(json!(all?))
}

fn golomb_list(n: usize) -> Option<List> {
    Some(
        golomb::list(n, Variant::default(), Fill::Ascending)
            .ok()?
            .list,
    )
}

fn greedy_list(n: usize) -> Option<List> {
    Some(greedy::list(n, Fill::Ascending).ok()?.list)
}

fn modulo_list(n: usize) -> Option<List> {
    Some(modulo::reuse(n, Fill::Ascending).ok()?.list)
}

fn published(n: usize) -> Option<List> {
    Some(optimal::published(n).ok()?.list)
}

/// The list with these entries.
fn list(value: &Value) -> Option<List> {
    let entries: Vec<usize> = given(value)?;
    List::new(entries.len() + 1, entries).ok()
}

/// The list of trapezium steps for a number of computers.
fn of_steps(value: &Value) -> Option<List> {
    let (steps, n): (Vec<usize>, usize) = given(value)?;
    Some(
        trapezium::of_steps(n, &steps, 3, Fill::Ascending)
            .ok()?
            .list,
    )
}

/// The worst loads of 1 to `most` crashes.
fn loads(list: &List, most: usize, observer: &mut dyn Observer) -> Option<Vec<u32>> {
    let most = most.min(list.computers() - 1);
    let vector = worst_case::of_list(list, most, Budget::default(), observer).ok()?;
    vector.exact()
}

/// The number of crashes, up to `most`, for which a list is optimal.
fn tight(list: &List, most: usize, observer: &mut dyn Observer) -> Option<usize> {
    let loads = loads(list, most, observer)?;
    let least = lower_bounds::least_loads(list.computers());
    let equal = |(load, least): &(&u32, &usize)| **load as usize == **least;
    Some(loads.iter().zip(&least).take_while(equal).count())
}

/// The same by unions of routes whose offsets are bits, so that 129 computers have room.
fn tight_by_offsets(list: &List, most: usize) -> usize {
    let mut unions = HashMap::from([(0_u128, 0_usize)]);
    for route in list.routes() {
        let shift = |offset: &usize| u32::try_from(*offset).ok()?.checked_sub(1);
        let bits = route.iter().filter_map(shift);
        let route = bits.fold(0, |set, shift| set | 1_u128.checked_shl(shift).unwrap_or(0));
        let before: Vec<(u128, usize)> = unions.iter().map(|(set, gain)| (*set, *gain)).collect();
        for (set, gain) in before {
            let union = set | route;
            if union.count_ones() as usize <= most {
                let known = unions.entry(union).or_default();
                *known = (gain + 1).max(*known);
            }
        }
    }
    let load = |crashes: usize| {
        let possible = unions
            .iter()
            .filter(|(set, _)| set.count_ones() as usize <= crashes);
        1 + possible.map(|(_, gain)| *gain).max().unwrap_or(0)
    };
    let least = |crashes: &usize| {
        Some(load(*crashes)) == lower_bounds::least_load(list.computers(), *crashes)
    };
    (1..=most).take_while(least).count()
}

/// The lists of the first processes, as many entries each.
fn begin(list: &List, entries: usize) -> Value {
    let lists: Vec<Vec<usize>> = (0..list.computers())
        .map(|process| list.of_process(process).into_iter().take(entries).collect())
        .collect();
    json!(lists)
}

/// The first routes, each ascending.
fn routes(list: &List, number: usize) -> Value {
    let mut routes = list.routes();
    routes.truncate(number);
    for route in &mut routes {
        route.sort_unstable();
    }
    json!(routes)
}

/// Figure 1 of Paper III with each completion of the entries that it does not print.
fn figure_1() -> Option<Value> {
    let (mut completions, mut found) = (0, Vec::new());
    for second in [[1, 0, 3], [1, 3, 0]] {
        for third in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            let lists = [[1, 2, 3], [0, 3, 2], second, third];
            let lists = lists.iter().map(|list| list.to_vec()).collect();
            let scheme = Scheme::of_lists(4, lists).ok()?;
            let place = |crashed: &[usize]| {
                Some(placement::place(&scheme, &Crashed::new(4, crashed).ok()?))
            };
            let pairs = (0..4).flat_map(|one| (one + 1..4).map(move |other| [one, other]));
            let worst: Option<Vec<u32>> = pairs.map(|pair| Some(place(&pair)?.load())).collect();
            let of = (
                place(&[0, 1])?.hosts,
                place(&[0, 2])?.load(),
                worst?.into_iter().max()?,
            );
            if !found.contains(&of) {
                found.push(of);
            }
            completions += 1;
        }
    }
    let [(hosts, load, worst)] = found.as_slice() else {
        return None;
    };
    Some(json!([completions, hosts, load, worst]))
}

/// The plain lists of two processes as the thesis prints them, with the own computer.
fn plain_lists(n: usize, computers: usize) -> Option<Value> {
    let base = modulo_list(n)?;
    let turned = |number: usize| -> Vec<usize> {
        let far = number / 2 + number % 2 * (n / 2);
        base.entries()
            .iter()
            .take(4)
            .map(|entry| (entry + far) % n)
            .collect()
    };
    Some(json!((0..2 * computers).map(turned).collect::<Vec<_>>()))
}

/// The first wrapped ruler of so many computers in the order of the examples of Paper VI.
fn wrapped(n: usize) -> Option<Vec<usize>> {
    let (steps, index) = match n {
        4 => (2, 0),
        7 => (3, 0),
        6 => (4, 0),
        12 => (5, 1),
        16 => (6, 0),
        _ => return None,
    };
    let variant = Variant {
        index: Some(index),
        mirrored: false,
    };
    let made = golomb::wrapped(steps, variant, Fill::Ascending).ok()?;
    Some(made.list.entries().to_vec())
}

/// The sums of so many consecutive greedy steps whose marks are below n.
fn triangle(n: usize, length: usize) -> Vec<usize> {
    let marks: Vec<usize> = std::iter::once(0).chain(greedy::marks(n)).collect();
    let ends = marks.iter().skip(length);
    ends.zip(&marks).map(|(end, start)| end - start).collect()
}

/// The number of rows of the modulo table that equal the first finds of a search, from the first row on.
fn found_first(rows: usize, observer: &mut dyn Observer) -> usize {
    /// More nodes than any row of the table needs.
    const NODES: u64 = 400_000_000;
    let mut found = 0;
    for (modulus, row) in MODULO.iter().take(rows) {
        let search = ModuloSearch::new((*modulus).into(), row.len(), First::One);
        let outcome = search.and_then(|mut search| search.finish(NODES, observer));
        if outcome.ok() != Some(Outcome::Found(plain(row))) {
            break;
        }
        found += 1;
    }
    found
}

fn plain(row: &[u16]) -> Vec<usize> {
    row.iter().map(|entry| usize::from(*entry)).collect()
}

/// The length of all rulers of a row, if each measures no distance twice; nothing where one does, or where lengths
/// differ.
fn length_of(variants: &[&[u16]]) -> Option<usize> {
    let lengths: Option<Vec<usize>> = variants
        .iter()
        .map(|row| {
            let marks = marks(&plain(row));
            let length = *marks.last()?;
            differs(&marks, 2 * length + 1).then_some(length)
        })
        .collect();
    let lengths = lengths?;
    let first = *lengths.first()?;
    lengths
        .iter()
        .all(|length| *length == first)
        .then_some(first)
}

/// The sums of the steps of the trapezium table, and whether each filled list has the routes of its own that its order requires.
fn trapezium_table(most: usize) -> Option<Value> {
    let steps: Option<Vec<Vec<usize>>> = (2..=most)
        .map(|order| trapezium::steps(order, Source::Table).ok())
        .collect();
    let steps = steps?;
    let sound = (2..).zip(&steps).all(|(order, steps)| {
        let n = steps.iter().sum::<usize>() + 1;
        n > recovery_model::list::MOST_COMPUTERS
            || trapezium::of_steps(n, steps, order, Fill::Ascending).is_ok_and(|made| {
                made.list.disjoint_routes() >= order
                    && made.list.certificate() >= trapezium::controlled(order)
            })
    });
    let sums: Vec<usize> = steps.iter().map(|steps| steps.iter().sum()).collect();
    Some(json!([sums, sound]))
}

/// This program's value; nothing where it does not know the check, or was stopped.
pub(super) fn computed(check: &str, value: &Value, observer: &mut dyn Observer) -> Option<Value> {
    let n = || given::<usize>(value);
    Some(match key(check).as_str() {
        "bound-vector-of-this-length" => {
            json!((1..=n()?).map(lower_bounds::disjoint).collect::<Vec<_>>())
        }
        "intuitive-lists" => begin(&intuitive::list(n()?).ok()?.list, n()?),
        "intuitive-load-after-crashes-and-the-bound" => {
            let (n, crashed): (usize, Vec<usize>) = given(value)?;
            let scheme = Scheme::regular(&intuitive::list(n).ok()?.list);
            let placed = placement::place(&scheme, &Crashed::new(n, &crashed).ok()?);
            json!([placed.load(), lower_bounds::least_load(n, crashed.len())])
        }
        "greedy-marks" => {
            let marks = greedy::marks(290);
            json!(marks.get(..n()?)?)
        }
        "greedy-list" => json!(greedy_list(n()?)?.entries()),
        "rows-4-8-and-10-of-the-greedy-triangle" => {
            let n = n()?;
            json!([triangle(n, 4), triangle(n, 8), triangle(n, 10)])
        }
        "greedy-marks-below" => json!(greedy::marks(n()?).len()),
        "greedy-sums" => {
            let steps: Vec<usize> = greedy::Steps::default().take(n()?).collect();
            json!(marks(&steps))
        }
        "lengths-of-rulers-that-measure-no-distance-twice" => {
            let rows = RULERS.get(..n()?)?;
            let lengths: Option<Vec<usize>> = rows.iter().map(|row| length_of(row)).collect();
            json!(lengths?)
        }
        "numbers-of-rulers" => json!((1..=n()?).map(golomb::variants).collect::<Vec<_>>()),
        "golomb-and-greedy-guarantees" => {
            each(value, |n| Some([golomb::fitting(n), greedy::guarantee(n)]))?
        }
        "golomb-greedy-and-log-guarantees" => {
            let n = n()?;
            json!([golomb::fitting(n), greedy::guarantee(n), log::guarantee(n)])
        }
        "golomb-guarantee" => json!(golomb::fitting(n()?)),
        "golomb-list" => json!(golomb_list(n()?)?.entries()),
        "log-marks-are-as-many-as-the-guarantee-up-to" => {
            json!((2..=n()?).all(|n| log::marks(n).len() == log::guarantee(n)))
        }
        "completions-of-figure-1-hosts-after-crashes-of-0-and-1-load-after-0-and-2-worst-load-of-two-crashes" => {
            figure_1()?
        }
        "modulo-table-moduli-and-those-whose-rows-are-sound-and-found-first" => {
            let moduli = MODULO.iter().map(|(modulus, _)| *modulus);
            json!([moduli.collect::<Vec<_>>(), found_first(n()?, observer)])
        }
        "least-computers-for-golomb-rulers-of-length" => {
            let least = (1..=n()?).map(|length| golomb::shortest(length) + 1);
            json!(least.collect::<Vec<_>>())
        }
        "modulo-sequences" => {
            let (n, sequences): (usize, Vec<Vec<usize>>) = given(value)?;
            json!(sequences.iter().all(|sequence| differs(sequence, n)))
        }
        "modulo-list" => json!(modulo_list(n()?)?.entries()),
        "modulo-lists-begin" => {
            let (n, entries): (usize, usize) = given(value)?;
            begin(&modulo_list(n)?, entries)
        }
        "modulo-claims" => each(value, |n| Some(modulo::claim(n)))?,
        "modulo-golomb-and-greedy-guarantees" => {
            let n = n()?;
            json!([modulo::claim(n), golomb::fitting(n), greedy::guarantee(n)])
        }
        "modulo-golomb-and-greedy-guarantees-at-the-ends-of-a-range" => each(value, |n| {
            Some(json!([
                modulo::claim(n),
                golomb::fitting(n),
                greedy::guarantee(n)
            ]))
        })?,
        "bound-of-several-processes" => {
            let (processes, length) = given(value)?;
            json!(lower_bounds::of_several(processes, length).ok()?)
        }
        "plain-lists-of-two-processes-four-entries-the-own-computer-as-printed" => {
            let (n, computers) = given(value)?;
            plain_lists(n, computers)?
        }
        "marks-of-steps" => json!(marks(&given::<Vec<usize>>(value)?)),
        "first-four-routes-of-steps" => routes(&of_steps(value)?, 4),
        "tight-range-of-steps-and-the-first-load-and-bound-beyond" => {
            let list = of_steps(value)?;
            let n = list.computers();
            let tight = tight(&list, n, observer)?;
            let loads = loads(&list, n, observer)?;
            json!([
                tight,
                loads.get(tight),
                lower_bounds::least_load(n, tight + 1)
            ])
        }
        "trapezium-table-sums-and-whether-it-is-sound" => trapezium_table(n()?)?,
        "trapezium-guarantees-for-these-numbers-of-computers" => each(value, |n| {
            Some(trapezium::controlled(trapezium::fitting(n)))
        })?,
        "golomb-guarantees-for-these-numbers-of-computers" => {
            each(value, |n| Some(golomb::fitting(n)))?
        }
        "trapezium-tight-ranges-two-computers-above-the-sum-orders-2-to" => {
            let range = |order| {
                let steps = trapezium::steps(order, Source::Table).ok()?;
                let n = steps.iter().sum::<usize>() + 2;
                let made = trapezium::list(n, None, Source::Table, Fill::Ascending).ok()?;
                Some(tight_by_offsets(&made.list, 27.min(n - 1)))
            };
            let all: Option<Vec<usize>> = (2..=n()?).map(range).collect();
            json!(all?)
        }
        "trapezium-tight-range" => {
            let made = trapezium::list(n()?, None, Source::Table, Fill::Ascending).ok()?;
            json!(tight(&made.list, n()?, observer)?)
        }
        "lists-of-base-begin" => {
            let (base, entries): (Value, usize) = given(value)?;
            begin(&list(&base)?, entries)
        }
        "trapezium-order-against-its-definition-below-and-for-8-and-9-crashes" => {
            let least = |crashes: usize| (1..).find(|order| crashes <= trapezium::theorem(*order));
            let equal =
                (1..n()?).all(|crashes| Some(trapezium::order_for(crashes)) == least(crashes));
            json!([equal, trapezium::order_for(8), trapezium::order_for(9)])
        }
        "loads-of-list" => {
            let list = list(value)?;
            json!(loads(&list, list.computers(), observer)?)
        }
        "steps-of-list" => json!(list(value)?.steps()),
        "first-three-routes-of-list" => routes(&list(value)?, 3),
        "wrapped-golomb-lists" => each(value, wrapped)?,
        "published-tight-ranges" => each(value, |n| tight(&published(n)?, n, observer))?,
        "published-tight-range-and-loads-of-these-crashes" => {
            let (n, crashes): (usize, Vec<usize>) = given(value)?;
            let list = published(n)?;
            let loads = loads(&list, n, observer)?;
            let pair = |crashes: &usize| {
                let load = loads.get(crashes.checked_sub(1)?)?;
                Some(json!([load, lower_bounds::least_load(n, *crashes)]))
            };
            let pairs: Option<Vec<Value>> = crashes.iter().map(pair).collect();
            json!([tight(&list, n, observer)?, pairs?])
        }
        "greatest-number-of-computers-up-to-which-greedy-golomb-and-modulo-promise-the-same" => {
            let same = |n: &usize| {
                greedy::guarantee(*n) == golomb::fitting(*n)
                    && Some(golomb::fitting(*n)) == modulo::claim(*n)
            };
            json!((2..=1_000).take_while(same).last())
        }
        "modulo-by-reuse-tight-range" => each(value, |n| tight(&modulo_list(n)?, 13, observer))?,
        "loop-for-one-process-a-computer-as-printed-and-as-meant" => {
            json!(lower_bounds::of_several(1, n()?).ok()?)
        }
        "least-loads-of-several-processes" => {
            let (n, processes) = given(value)?;
            json!(lower_bounds::least_loads_of_several(n, processes).ok()?)
        }
        "list-of-the-second-process-of-computer-0-by-the-rule-that-adds-1-four-entries" => {
            let (n, processes): (usize, usize) = given(value)?;
            let scheme = Scheme::several(&modulo_list(n)?, processes, Rule::Skip).ok()?;
            json!(scheme.processes().get(1)?.list().get(..4)?)
        }
        "greedy-two-processes-claimed-and-exact-tight-range" => {
            let n = n()?;
            let scheme = Scheme::several(&greedy_list(n)?, 2, Rule::Skip).ok()?;
            let vector = worst_case::of_scheme(&scheme, 8, Budget::default(), observer).ok()?;
            json!(vector.tight(&lower_bounds::least_loads_of_several(n, 2).ok()?))
        }
        "trapezium-of-order-3" => json!(trapezium::steps(n()?, Source::LeastSteps).ok()?),
        "first-number-of-crashes-for-which-the-published-list-is-not-optimal" => {
            each(value, |n| {
                let best = optimal::recomputed(n).ok()?.list;
                let published = loads(&published(n)?, n, observer)?;
                let best = loads(&best, n, observer)?;
                let differ = published
                    .iter()
                    .zip(&best)
                    .position(|(one, other)| one != other);
                Some(differ.map(|at| at + 1))
            })?
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use report::Silent;

    use super::super::{DIFFERS, PAPERS, REPRODUCED};
    use super::*;

    fn rows(text: &str) -> Vec<Value> {
        let file: Value = serde_json::from_str(text).unwrap();
        let source = file["source"].as_str().unwrap();
        assert!(source.starts_with("independent programs"), "{source}");
        file["rows"].as_array().unwrap().clone()
    }

    /// This program's value for a row whose check has this key.
    fn found(row: &Value, check: &str) -> Value {
        computed(row[check].as_str().unwrap(), &row["given"], &mut Silent).unwrap()
    }

    #[test]
    fn fifty_five_values_of_the_thesis_are_reproduced() {
        let rows = rows(REPRODUCED);
        for row in &rows {
            assert_eq!(found(row, "check"), row["expected"], "{row}");
        }
        let papers = PAPERS.map(|paper| rows.iter().filter(|row| row["paper"] == paper).count());
        assert_eq!((papers, rows.len()), ([20, 12, 9, 14], 55));
    }

    #[test]
    fn fourteen_values_of_the_thesis_differ_from_what_its_definitions_give() {
        let rows = rows(DIFFERS);
        assert_eq!(rows.len(), 14);
        for row in &rows {
            let found = found(row, "about");
            assert_eq!(found, row["computed"], "{row}");
            assert_ne!(found, row["printed"], "{row}");
        }
    }
}
