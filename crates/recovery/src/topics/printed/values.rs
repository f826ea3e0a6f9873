//! This program's values beside the printed ones of the thesis: a computation for each kind of value.

use recovery_model::list::differs;
use recovery_model::scheme::Rule;
use recovery_model::schemes::fill::Fill;
use recovery_model::schemes::golomb::{self, Variant};
use recovery_model::schemes::trapezium::Source;
use recovery_model::schemes::{greedy, intuitive, log, marks, modulo, optimal, trapezium};
use recovery_model::search::modulo::{First, ModuloSearch, Outcome};
use recovery_model::tables::{MODULO, RULERS};
use recovery_model::worst_case::{self, Budget, Vector, offsets};
use recovery_model::{Crashed, Error, List, Scheme, lower_bounds, placement};
use report::Observer;
use serde::Deserialize;
use serde_json::{Value, json};
use words::word;

use crate::cluster::failed;

/// A reason why a value is not computed.
#[derive(Debug)]
pub(super) enum Failure {
    Model(Error),
    /// A search ended before its worst load was exact.
    Inexact,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Model(error)
    }
}

impl From<Failure> for laboratory::Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Model(error) => failed(error),
            Failure::Inexact => Self::Other(
                word!("a worst load beside a printed one is known only between two bounds")
                    .to_owned(),
            ),
        }
    }
}

/// The computation behind a row: its name and its argument.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Check {
    Lists(OfLists),
    Marks(OfMarks),
    Promises(OfPromises),
    Loads(OfLoads),
}

impl Check {
    /// This program's value.
    pub(super) fn value(&self, observer: &mut dyn Observer) -> Result<Value, Failure> {
        Ok(match self {
            Self::Lists(lists) => lists.value()?,
            Self::Marks(marks) => marks.value(observer)?,
            Self::Promises(promises) => promises.value()?,
            Self::Loads(loads) => loads.value(observer)?,
        })
    }
}

/// Lists of processes, and their routes.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "compute", content = "given")]
pub(super) enum OfLists {
    IntuitiveLists(usize),
    GreedyList(usize),
    GolombList(usize),
    ModuloList(usize),
    /// n, and the number of entries.
    ModuloListsBegin(usize, usize),
    /// n, and the number of computers whose lists are printed.
    PlainListsOfTwo(usize, usize),
    /// n, and the number of processes per computer.
    ListByAdding(usize, usize),
    /// The list of process 0, and the number of entries.
    ListsOfBaseBegin(Vec<usize>, usize),
    StepsOfList(Vec<usize>),
    ThreeRoutesOfList(Vec<usize>),
    /// Steps, and n.
    FourRoutesOfSteps(Vec<usize>, usize),
    WrappedLists(Vec<usize>),
}

impl OfLists {
    fn value(&self) -> Result<Value, Error> {
        Ok(match self {
            Self::IntuitiveLists(n) => begin(&intuitive::list(*n)?.list, *n),
            Self::GreedyList(n) => json!(greedy_list(*n)?.entries()),
            Self::GolombList(n) => {
                json!(
                    golomb::list(*n, Variant::default(), Fill::Ascending)?
                        .list
                        .entries()
                )
            }
            Self::ModuloList(n) => json!(modulo_list(*n)?.entries()),
            Self::ModuloListsBegin(n, entries) => begin(&modulo_list(*n)?, *entries),
            Self::PlainListsOfTwo(n, computers) => plain_lists(&modulo_list(*n)?, *computers),
            Self::ListByAdding(n, processes) => {
                let scheme = Scheme::several(&modulo_list(*n)?, *processes, Rule::Skip)?;
                let second = scheme.processes().get(1);
                json!(second.and_then(|process| process.list().get(..4)))
            }
            Self::ListsOfBaseBegin(base, entries) => begin(&list(base)?, *entries),
            Self::StepsOfList(entries) => json!(list(entries)?.steps()),
            Self::ThreeRoutesOfList(entries) => routes(&list(entries)?, 3),
            Self::FourRoutesOfSteps(steps, n) => routes(&of_steps(steps, *n)?, 4),
            Self::WrappedLists(sizes) => {
                let lists: Result<Vec<Vec<usize>>, Error> =
                    sizes.iter().map(|n| wrapped(*n)).collect();
                json!(lists?)
            }
        })
    }
}

/// Rulers, sequences and marks.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "compute", content = "given")]
pub(super) enum OfMarks {
    GreedyMarks(usize),
    GreedyMarksBelow(usize),
    GreedySums(usize),
    GreedyTriangle(usize),
    LogMarks(usize),
    RulerLengths(usize),
    RulerNumbers(usize),
    RulerComputers(usize),
    ModuloTable(usize),
    /// n, and the sequences.
    ModuloSequences(usize, Vec<Vec<usize>>),
    MarksOfSteps(Vec<usize>),
    TrapeziumOfOrder(usize),
    TrapeziumTable(usize),
}

impl OfMarks {
    fn value(&self, observer: &mut dyn Observer) -> Result<Value, Error> {
        /// The greedy marks of the thesis end below it.
        const GREEDY: usize = 290;
        let steps =
            |number: usize| -> Vec<usize> { greedy::Steps::default().take(number).collect() };
        Ok(match self {
            Self::GreedyMarks(number) => json!(greedy::marks(GREEDY).get(..*number)),
            Self::GreedyMarksBelow(n) => json!(greedy::marks(*n).len()),
            Self::GreedySums(number) => json!(marks(&steps(*number))),
            Self::GreedyTriangle(n) => json!([4, 8, 10].map(|length| triangle(*n, length))),
            Self::LogMarks(most) => {
                json!((2..=*most).all(|n| log::marks(n).len() == log::guarantee(n)))
            }
            Self::RulerLengths(number) => {
                let lengths = RULERS.iter().take(*number).map(|row| length_of(row));
                json!(lengths.collect::<Vec<_>>())
            }
            Self::RulerNumbers(most) => {
                json!((1..=*most).map(golomb::variants).collect::<Vec<_>>())
            }
            Self::RulerComputers(most) => {
                let least = (1..=*most).map(|length| golomb::shortest(length) + 1);
                json!(least.collect::<Vec<_>>())
            }
            Self::ModuloTable(rows) => {
                let moduli = MODULO.iter().map(|(modulus, _)| *modulus);
                json!([moduli.collect::<Vec<_>>(), found_first(*rows, observer)?])
            }
            Self::ModuloSequences(n, sequences) => {
                json!(sequences.iter().all(|sequence| differs(sequence, *n)))
            }
            Self::MarksOfSteps(steps) => json!(marks(steps)),
            Self::TrapeziumOfOrder(order) => json!(trapezium::steps(*order, Source::LeastSteps)?),
            Self::TrapeziumTable(most) => trapezium_table(*most)?,
        })
    }
}

/// Numbers of crashes that schemes promise to tolerate, and lower bounds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "compute", content = "given")]
pub(super) enum OfPromises {
    GolombGuarantee(usize),
    GolombGuarantees(Vec<usize>),
    GolombAndGreedyGuarantees(Vec<usize>),
    GolombGreedyAndLogGuarantees(usize),
    ModuloClaims(Vec<usize>),
    ModuloGolombAndGreedyGuarantees(usize),
    GuaranteesAtTheEnds(Vec<usize>),
    TrapeziumGuarantees(Vec<usize>),
    TrapeziumOrder(usize),
    /// The greatest number of computers up to which greedy, Golomb and modulo promise the same.
    SamePromises,
    BoundVector(usize),
    /// The number of processes per computer, and that of crashes.
    BoundOfSeveral(usize, usize),
    LoopForOneProcess(usize),
    /// n, and the number of processes per computer.
    LeastLoadsOfSeveral(usize, usize),
}

impl OfPromises {
    fn value(&self) -> Result<Value, Error> {
        let three = |n: &usize| {
            json!([
                modulo::claim(*n),
                golomb::fitting(*n),
                greedy::guarantee(*n)
            ])
        };
        Ok(match self {
            Self::GolombGuarantee(n) => json!(golomb::fitting(*n)),
            Self::GolombGuarantees(sizes) => each(sizes, golomb::fitting),
            Self::GolombAndGreedyGuarantees(sizes) => {
                each(sizes, |n| [golomb::fitting(n), greedy::guarantee(n)])
            }
            Self::GolombGreedyAndLogGuarantees(n) => {
                json!([
                    golomb::fitting(*n),
                    greedy::guarantee(*n),
                    log::guarantee(*n)
                ])
            }
            Self::ModuloClaims(sizes) => each(sizes, modulo::claim),
            Self::ModuloGolombAndGreedyGuarantees(n) => three(n),
            Self::GuaranteesAtTheEnds(sizes) => each(sizes, |n| three(&n)),
            Self::TrapeziumGuarantees(sizes) => each(sizes, trapezium::guarantee),
            Self::TrapeziumOrder(end) => {
                let least =
                    |crashes: usize| (1..).find(|order| crashes <= trapezium::theorem(*order));
                let equal =
                    (1..*end).all(|crashes| Some(trapezium::order_for(crashes)) == least(crashes));
                json!([equal, trapezium::order_for(8), trapezium::order_for(9)])
            }
            Self::SamePromises => {
                let same = |n: &usize| {
                    greedy::guarantee(*n) == golomb::fitting(*n)
                        && Some(golomb::fitting(*n)) == modulo::claim(*n)
                };
                json!((2..=1_000).take_while(same).last())
            }
            Self::BoundVector(most) => {
                each(&(1..=*most).collect::<Vec<_>>(), lower_bounds::disjoint)
            }
            Self::BoundOfSeveral(processes, crashes) => {
                json!(lower_bounds::of_several(*processes, *crashes)?)
            }
            Self::LoopForOneProcess(crashes) => json!(lower_bounds::of_several(1, *crashes)?),
            Self::LeastLoadsOfSeveral(n, processes) => {
                json!(lower_bounds::least_loads_of_several(*n, *processes)?)
            }
        })
    }
}

/// Loads after crashes, and the numbers of crashes for which they are the least possible.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "compute", content = "given")]
pub(super) enum OfLoads {
    /// n, and the crashed computers.
    IntuitiveLoad(usize, Vec<usize>),
    /// The entries that figure 1 of Paper III prints of the first lists.
    Completions(Vec<Vec<usize>>),
    LoadsOfList(Vec<usize>),
    /// Steps, and n.
    TightRangeOfSteps(Vec<usize>, usize),
    TrapeziumTightRange(usize),
    /// The greatest order.
    TrapeziumTightRanges(usize),
    ModuloTightRanges(Vec<usize>),
    PublishedTightRanges(Vec<usize>),
    /// n, and numbers of crashes.
    PublishedLoads(usize, Vec<usize>),
    FirstWorsePublished(Vec<usize>),
    GreedyOfTwo(usize),
}

impl OfLoads {
    fn value(&self, observer: &mut dyn Observer) -> Result<Value, Failure> {
        Ok(match self {
            Self::IntuitiveLoad(n, crashed) => {
                let scheme = Scheme::regular(&intuitive::list(*n)?.list);
                let placed = placement::place(&scheme, &Crashed::new(*n, crashed)?);
                json!([placed.load(), lower_bounds::least_load(*n, crashed.len())])
            }
            Self::Completions(begun) => completions(begun)?,
            Self::LoadsOfList(entries) => json!(exact(&list(entries)?, observer)?),
            Self::TightRangeOfSteps(steps, n) => {
                let loads = exact(&of_steps(steps, *n)?, observer)?;
                let tight = tight(*n, &loads);
                let least = lower_bounds::least_load(*n, tight + 1);
                json!([tight, loads.get(tight), least])
            }
            Self::TrapeziumTightRange(n) => {
                let made = trapezium::list(*n, None, Source::Table, Fill::Ascending)?;
                json!(tight(*n, &exact(&made.list, observer)?))
            }
            Self::TrapeziumTightRanges(most) => trapezium_ranges(*most, observer)?,
            Self::ModuloTightRanges(sizes) => {
                /// Beyond it, worst loads take long.
                const CRASHES: usize = 13;
                let range = |n: &usize| range(&modulo_list(*n)?, CRASHES, observer);
                json!(sizes.iter().map(range).collect::<Result<Vec<_>, _>>()?)
            }
            Self::PublishedTightRanges(sizes) => {
                let range = |n: &usize| range(&optimal::published(*n)?.list, *n, observer);
                json!(sizes.iter().map(range).collect::<Result<Vec<_>, _>>()?)
            }
            Self::PublishedLoads(n, crashes) => {
                let loads = exact(&optimal::published(*n)?.list, observer)?;
                let pair = |crashes: &usize| {
                    let load = crashes.checked_sub(1).and_then(|at| loads.get(at));
                    json!([load, lower_bounds::least_load(*n, *crashes)])
                };
                let pairs: Vec<Value> = crashes.iter().map(pair).collect();
                json!([tight(*n, &loads), pairs])
            }
            Self::FirstWorsePublished(sizes) => {
                let first = |n: &usize| first_worse(*n, observer);
                json!(sizes.iter().map(first).collect::<Result<Vec<_>, _>>()?)
            }
            Self::GreedyOfTwo(n) => {
                let scheme = Scheme::several(&greedy_list(*n)?, 2, Rule::Skip)?;
                let vector = worst_case::of_scheme(&scheme, 8, Budget::default(), observer)?;
                json!(vector.tight(&lower_bounds::least_loads_of_several(*n, 2)?))
            }
        })
    }
}

/// A value for each of these numbers.
fn each<T: serde::Serialize>(numbers: &[usize], of: impl FnMut(usize) -> T) -> Value {
    json!(numbers.iter().copied().map(of).collect::<Vec<T>>())
}

fn greedy_list(n: usize) -> Result<List, Error> {
    Ok(greedy::list(n, Fill::Ascending)?.list)
}

fn modulo_list(n: usize) -> Result<List, Error> {
    Ok(modulo::reuse(n, Fill::Ascending)?.list)
}

/// The list with these entries.
fn list(entries: &[usize]) -> Result<List, Error> {
    List::new(entries.len() + 1, entries.to_vec())
}

/// The list of trapezium steps for a number of computers.
fn of_steps(steps: &[usize], n: usize) -> Result<List, Error> {
    Ok(trapezium::of_steps(n, steps, 3, Fill::Ascending)?.list)
}

/// The first wrapped ruler of so many computers.
fn wrapped(n: usize) -> Result<Vec<usize>, Error> {
    let (steps, variant) = golomb::wrapping(n).unwrap_or_default();
    let made = golomb::wrapped(steps, variant, Fill::Ascending)?;
    Ok(made.list.entries().to_vec())
}

/// The worst loads of 1 to `most` crashes.
fn up_to(list: &List, most: usize, observer: &mut dyn Observer) -> Result<Vec<u32>, Failure> {
    let most = most.min(list.computers() - 1);
    let vector: Vector = worst_case::of_list(list, most, Budget::default(), observer)?;
    vector.exact().ok_or(Failure::Inexact)
}

/// The worst loads of all numbers of crashes.
fn exact(list: &List, observer: &mut dyn Observer) -> Result<Vec<u32>, Failure> {
    up_to(list, list.computers(), observer)
}

/// The number of crashes for which worst loads are the least possible.
fn tight(n: usize, loads: &[u32]) -> usize {
    let loads = loads.iter().map(|load| *load as usize);
    lower_bounds::tight(loads, &lower_bounds::least_loads(n))
}

/// The same number for a list, up to `most` crashes.
fn range(list: &List, most: usize, observer: &mut dyn Observer) -> Result<usize, Failure> {
    Ok(tight(list.computers(), &up_to(list, most, observer)?))
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

/// The lists of a process that begin with these entries.
fn completed(n: usize, process: usize, begun: &[usize]) -> Vec<Vec<usize>> {
    if begun.len() + 1 == n {
        return vec![begun.to_vec()];
    }
    (0..n)
        .filter(|next| *next != process && !begun.contains(next))
        .flat_map(|next| completed(n, process, &[begun, &[next]].concat()))
        .collect()
}

/// The number of ways to complete lists of four computers; hosts after crashes of 0 and 1, load after crashes of 0 and 2, and worst load
/// of two crashes, where they are the same in all ways.
fn completions(begun: &[Vec<usize>]) -> Result<Value, Error> {
    const N: usize = 4;
    let mut ways = vec![Vec::new()];
    for process in 0..N {
        let lists = completed(N, process, begun.get(process).map_or(&[], Vec::as_slice));
        ways = ways
            .iter()
            .flat_map(|way: &Vec<Vec<usize>>| {
                lists
                    .iter()
                    .map(|list| [way.as_slice(), std::slice::from_ref(list)].concat())
            })
            .collect();
    }
    let number = ways.len();
    let mut found = Vec::new();
    for lists in ways {
        let scheme = Scheme::of_lists(N, lists)?;
        let place = |crashed: [usize; 2]| {
            Ok::<_, Error>(placement::place(&scheme, &Crashed::new(N, &crashed)?))
        };
        let pairs = (0..N).flat_map(|one| (one + 1..N).map(move |other| [one, other]));
        let loads: Result<Vec<u32>, Error> = pairs.map(|pair| Ok(place(pair)?.load())).collect();
        let worst = loads?.into_iter().max();
        let of = (place([0, 1])?.hosts, place([0, 2])?.load(), worst);
        if !found.contains(&of) {
            found.push(of);
        }
    }
    Ok(match found.as_slice() {
        [(hosts, load, worst)] => json!([number, hosts, load, worst]),
        _ => json!([number, null, null, null]),
    })
}

/// The plain lists of two processes as the thesis prints them, with the own computer.
fn plain_lists(base: &List, computers: usize) -> Value {
    let n = base.computers();
    let turned = |number: usize| -> Vec<usize> {
        let far = number / 2 + number % 2 * (n / 2);
        let entries = base.entries().iter().take(4);
        entries.map(|entry| (entry + far) % n).collect()
    };
    json!((0..2 * computers).map(turned).collect::<Vec<_>>())
}

/// The sums of so many consecutive greedy steps whose marks are below n.
fn triangle(n: usize, length: usize) -> Vec<usize> {
    let marks: Vec<usize> = std::iter::once(0).chain(greedy::marks(n)).collect();
    let ends = marks.iter().skip(length);
    ends.zip(&marks).map(|(end, start)| end - start).collect()
}

/// The number of rows of the modulo table that equal the first finds of a search, from the first row on.
fn found_first(rows: usize, observer: &mut dyn Observer) -> Result<usize, Error> {
    /// More nodes than any row of the table needs.
    const NODES: u64 = 400_000_000;
    for (found, (modulus, row)) in MODULO.iter().take(rows).enumerate() {
        let mut search = ModuloSearch::new((*modulus).into(), row.len(), First::One)?;
        if search.finish(NODES, observer)? != Outcome::Found(plain(row)) {
            return Ok(found);
        }
    }
    Ok(rows.min(MODULO.len()))
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
fn trapezium_table(most: usize) -> Result<Value, Error> {
    let mut sums = Vec::new();
    let mut sound = true;
    for order in 2..=most {
        let steps = trapezium::steps(order, Source::Table)?;
        let n = steps.iter().sum::<usize>() + 1;
        sums.push(n - 1);
        if n <= recovery_model::list::MOST_COMPUTERS {
            let made = trapezium::of_steps(n, &steps, order, Fill::Ascending)?;
            sound &= made.list.disjoint_routes() >= order
                && made.list.certificate() >= trapezium::controlled(order);
        }
    }
    Ok(json!([sums, sound]))
}

/// The tight ranges of the trapezium lists that have two computers more than the sum of their steps, up to 27 crashes.
fn trapezium_ranges(most: usize, observer: &mut dyn Observer) -> Result<Value, Failure> {
    const CRASHES: usize = 27;
    let mut ranges = Vec::new();
    for order in 2..=most {
        let n = trapezium::steps(order, Source::Table)?
            .iter()
            .sum::<usize>()
            + 2;
        let made = trapezium::list(n, None, Source::Table, Fill::Ascending)?;
        let loads = offsets::loads(&made.list, CRASHES.min(n - 1), observer)?;
        ranges.push(tight(n, &loads));
    }
    Ok(json!(ranges))
}

/// The first number of crashes for which the published list has a greater load than the recomputed one.
fn first_worse(n: usize, observer: &mut dyn Observer) -> Result<Option<usize>, Failure> {
    let published = exact(&optimal::published(n)?.list, observer)?;
    let best = exact(&optimal::recomputed(n)?.list, observer)?;
    let mut pairs = published.iter().zip(&best);
    let differ = pairs.position(|(one, other)| one != other);
    Ok(differ.map(|at| at + 1))
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

    /// This program's value for a row.
    fn found(row: &Value) -> Value {
        let check = Check::deserialize(row).unwrap_or_else(|_| panic!("no computation: {row}"));
        check.value(&mut Silent).unwrap()
    }

    #[test]
    fn fifty_five_values_of_the_thesis_are_reproduced() {
        let rows = rows(REPRODUCED);
        for row in &rows {
            assert_eq!(found(row), row["expected"], "{row}");
        }
        let papers = PAPERS.map(|paper| rows.iter().filter(|row| row["paper"] == paper).count());
        assert_eq!((papers, rows.len()), ([20, 12, 9, 14], 55));
    }

    #[test]
    fn fourteen_values_of_the_thesis_differ_from_what_its_definitions_give() {
        let rows = rows(DIFFERS);
        assert_eq!(rows.len(), 14);
        for row in &rows {
            let found = found(row);
            assert_eq!(found, row["computed"], "{row}");
            assert_ne!(found, row["printed"], "{row}");
        }
    }

    #[test]
    fn a_value_that_cannot_be_computed_is_refused_with_its_cause() {
        let refused = |row: Value| {
            let check = Check::deserialize(&row).unwrap();
            laboratory::Error::from(check.value(&mut Silent).unwrap_err()).to_string()
        };
        let told = refused(json!({"compute": "published-tight-ranges", "given": [30]}));
        assert!(
            told.contains("there is no published optimal list for 30"),
            "{told}"
        );
        let told = refused(json!({"compute": "loads-of-list", "given": [1, 1]}));
        assert!(told.contains("entry 2 of the list is 1"), "{told}");
    }
}
