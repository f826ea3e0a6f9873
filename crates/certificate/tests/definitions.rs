//! The optimal rulers, sequences and lists by plain enumeration: the definitions.

use certificate::{Certificate, Counter, Proven, Refused};

fn check(certificate: &Certificate) -> Result<Proven, Refused> {
    certificate.check(&mut Counter::default())
}

/// Whether all of these numbers are different.
pub(crate) fn different(mut all: Vec<usize>) -> bool {
    let before = all.len();
    all.sort_unstable();
    all.dedup();
    all.len() == before
}

/// All distances of marks, with 0 as the first.
pub(crate) fn distances(marks: &[usize]) -> Vec<usize> {
    let all: Vec<usize> = std::iter::once(0).chain(marks.iter().copied()).collect();
    let pairs =
        (0..all.len()).flat_map(|first| (first + 1..all.len()).map(move |next| (first, next)));
    pairs.map(|(first, next)| all[next] - all[first]).collect()
}

/// All differences of a sequence, later minus earlier, with 0 as the first mark.
pub(crate) fn differences(marks: &[usize], modulus: usize) -> Vec<usize> {
    let all: Vec<usize> = std::iter::once(0).chain(marks.iter().copied()).collect();
    let pairs =
        (0..all.len()).flat_map(|first| (first + 1..all.len()).map(move |next| (first, next)));
    pairs
        .map(|(first, next)| (all[next] + modulus - all[first]) % modulus)
        .chain([0])
        .collect()
}

/// So many steps have the rulers that are enumerated; Miri takes hundreds of times as long.
const STEPS: usize = if cfg!(miri) { 3 } else { 5 };

/// All rulers with so many steps that are as long, as steps.
fn rulers(steps: usize, length: usize) -> Vec<Vec<usize>> {
    fn extend(left: usize, length: usize, marks: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        let last = marks.last().copied().unwrap_or(0);
        if left == 0 {
            if last == length && different(distances(marks)) {
                let before = std::iter::once(0).chain(marks.iter().copied());
                all.push(
                    marks
                        .iter()
                        .zip(before)
                        .map(|(mark, before)| mark - before)
                        .collect(),
                );
            }
            return;
        }
        for mark in last + 1..=length {
            marks.push(mark);
            extend(left - 1, length, marks, all);
            marks.pop();
        }
    }
    let mut all = Vec::new();
    extend(steps, length, &mut Vec::new(), &mut all);
    all
}

/// The shortest rulers with 1, 2, … steps, by enumeration.
pub(crate) fn shortest(steps: usize) -> Vec<Vec<Vec<usize>>> {
    (1..=steps)
        .map(|steps| {
            (1..)
                .map(|length| rulers(steps, length))
                .find(|all| !all.is_empty())
                .unwrap()
        })
        .collect()
}

#[test]
fn exactly_the_shortest_rulers_are_proven() {
    let all = shortest(STEPS);
    let mut chain: Vec<Vec<usize>> = Vec::new();
    for (steps, best) in (1..).zip(&all) {
        let length: usize = best[0].iter().sum();
        for ruler in best {
            let mut with = chain.clone();
            with.push(ruler.clone());
            let proven = check(&Certificate::ruler(with)).unwrap();
            let marks = steps + 1;
            assert_eq!(proven, Proven::Ruler { marks, length });
        }
        for ruler in (length + 1..length + 4).flat_map(|longer| rulers(steps, longer)) {
            let mut with = chain.clone();
            with.push(ruler);
            let refused = check(&Certificate::ruler(with)).unwrap_err();
            let Refused::Better(marks) = refused else {
                panic!("{refused}");
            };
            assert!(different(distances(&marks[1..])) && marks.len() == steps + 1);
            assert!(*marks.last().unwrap() >= length);
        }
        chain.push(best[0].clone());
    }
}

/// The most marks of a modulo sequence, by enumeration.
pub(crate) fn most_marks(modulus: usize) -> usize {
    fn extend(modulus: usize, marks: &mut Vec<usize>) -> usize {
        let mut most = marks.len();
        for mark in 1..modulus {
            marks.push(mark);
            if different(differences(marks, modulus)) {
                most = most.max(extend(modulus, marks));
            }
            marks.pop();
        }
        most
    }
    extend(modulus, &mut Vec::new())
}

/// All sequences of so many marks.
fn sequences(modulus: usize, length: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        let longer = all.iter().flat_map(|marks: &Vec<usize>| {
            (1..modulus).map(move |mark| [marks.as_slice(), &[mark]].concat())
        });
        all = longer
            .filter(|marks| different(differences(marks, modulus)))
            .collect();
    }
    all
}

#[test]
#[cfg_attr(miri, ignore = "it enumerates many")]
fn exactly_the_longest_sequences_are_proven() {
    for computers in 2..=16 {
        let most = most_marks(computers);
        for marks in 0..=most {
            for sequence in sequences(computers, marks).into_iter().step_by(7) {
                let found = check(&Certificate::sequence(computers, sequence.clone()));
                match found {
                    Ok(proven) => assert_eq!(
                        proven,
                        Proven::Sequence {
                            computers,
                            marks: most
                        }
                    ),
                    Err(Refused::Better(better)) => {
                        assert!(marks < most && better.len() == marks + 1);
                        assert!(different(differences(&better, computers)));
                    }
                    Err(other) => panic!("{sequence:?}: {other}"),
                }
                assert_eq!(found_is_best(computers, &sequence), marks == most);
            }
        }
    }
}

fn found_is_best(computers: usize, sequence: &[usize]) -> bool {
    check(&Certificate::sequence(computers, sequence.to_vec())).is_ok()
}

/// The worst loads of a list, by placing all processes for all sets of crashes.
pub(crate) fn loads(list: &[usize]) -> Vec<usize> {
    let n = list.len() + 1;
    let mut loads = vec![1; n - 1];
    for crashed in 1_u64..(1 << n) - 1 {
        let down = |computer: usize| crashed >> computer & 1 == 1;
        let mut on = vec![0; n];
        for process in 0..n {
            let places = std::iter::once(0).chain(list.iter().copied());
            let host = places
                .map(|entry| (entry + process) % n)
                .find(|one| !down(*one));
            on[host.unwrap()] += 1;
        }
        let load = &mut loads[crashed.count_ones() as usize - 1];
        *load = (*load).max(*on.iter().max().unwrap());
    }
    loads
}

/// All orders of 1 to n-1.
pub(crate) fn orders(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 1..n {
        let longer = all.iter().flat_map(|list: &Vec<usize>| {
            let rest = (1..n).filter(|entry| !list.contains(entry));
            rest.map(|entry| [list.as_slice(), &[entry]].concat())
                .collect::<Vec<_>>()
        });
        all = longer.collect();
    }
    all
}

#[test]
#[cfg_attr(miri, ignore = "it enumerates many")]
fn exactly_the_lists_of_least_loads_are_proven() {
    for computers in 2..=7 {
        let all: Vec<_> = orders(computers)
            .into_iter()
            .map(|list| (loads(&list), list))
            .collect();
        let best = all.iter().map(|(loads, _)| loads).min().unwrap();
        for (loads, list) in &all {
            let found = check(&Certificate::list(list.clone(), loads.clone()));
            match found {
                Ok(proven) => {
                    assert_eq!(proven, Proven::List { computers });
                    assert_eq!(loads, best, "{list:?}");
                }
                Err(Refused::BetterList(begin)) => {
                    assert!(loads > best, "{list:?}");
                    let better = all
                        .iter()
                        .any(|(less, other)| other.starts_with(&begin) && less < loads);
                    assert!(better, "{begin:?}");
                }
                Err(other) => panic!("{list:?}: {other}"),
            }
        }
    }
}
