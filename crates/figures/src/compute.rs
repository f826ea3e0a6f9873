//! Runs the entries: each scenario once, as many at a time as the machine has cores.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use report::figure::{Figure, Unit};
use report::number::half_width;
use report::table::{Cell, Table};
use report::{Agreement, Report, Silent};

use crate::curve::{self, Judged};
use crate::document::{self, Claim, Document, Entry, Grid, Operand, Relation, Rows, Value};
use crate::kept::{Computed, Kept, Outcome};
use crate::place::Found;
use crate::printed::Printed;
use crate::verdict::{self, Verdict};
use crate::{Error, place::At};

/// The reports of scenarios, by link.
type Reports<'a> = BTreeMap<&'a str, Report>;

/// Computes every entry of every document.
///
/// # Errors
/// Where an entry names a scenario, number or formula that does not exist.
pub fn all() -> Result<Kept, Error> {
    let documents = document::all()?;
    let links: Vec<&str> = {
        let mut links: Vec<_> = documents
            .iter()
            .flat_map(|document| document.entries.iter().flat_map(Entry::links))
            .collect();
        links.sort_unstable();
        links.dedup();
        links
    };
    let reports = run(&links)?;
    let mut kept = Kept::default();
    let mut errors = Vec::new();
    for document in documents {
        let entries = kept.documents.entry(document.key.clone()).or_default();
        for entry in &document.entries {
            match computed(document, entry, &reports) {
                Ok(computed) => {
                    entries.insert(entry.label.clone(), computed);
                }
                Err(error) => errors.push(error.to_string()),
            }
        }
    }
    if errors.is_empty() {
        Ok(kept)
    } else {
        Err(Error::Entries(errors.join("\n")))
    }
}

fn run<'a>(links: &[&'a str]) -> Result<Reports<'a>, Error> {
    let next = AtomicUsize::new(0);
    let lane = || {
        let mut made = Vec::new();
        while let Some(link) = links.get(next.fetch_add(1, Ordering::Relaxed)) {
            made.push((*link, report(link)?));
        }
        Ok::<_, Error>(made)
    };
    let lanes = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let lanes: Vec<_> = (0..lanes).map(|_| scope.spawn(lane)).collect();
        let mut reports = Reports::new();
        for lane in lanes {
            let made = lane.join().map_err(|_| Error::Run {
                link: String::new(),
                reason: "the run stopped".into(),
            })?;
            reports.extend(made?);
        }
        Ok(reports)
    })
}

fn report(link: &str) -> Result<Report, Error> {
    let decoded = playground::link::decode(link).map_err(|error| Error::Link {
        entry: "an entry".into(),
        link: link.into(),
        reason: error.to_string(),
    })?;
    playground::run(&decoded.scenario, &mut Silent).map_err(|error| Error::Run {
        link: link.into(),
        reason: error.to_string(),
    })
}

/// An entry, beside the reports of its scenarios.
struct Run<'a> {
    entry: &'a Entry,
    reports: &'a Reports<'a>,
}

fn computed(document: &Document, entry: &Entry, reports: &Reports<'_>) -> Result<Computed, Error> {
    let run = Run { entry, reports };
    let named = |what: &str, reason: String| Error::Place {
        entry: format!("{}, {}", document.key, entry.label),
        what: what.into(),
        reason,
    };
    let mut outcomes = Vec::new();
    let values = entry.printed();
    for value in &values {
        let outcome = run.value(value).map_err(|why| named(&value.what, why))?;
        outcomes.push(outcome);
    }
    let judged = values.iter().zip(&outcomes).map(|(value, outcome)| {
        let link = run.link(&value.at);
        Judged {
            value,
            outcome,
            report: link.and_then(|link| reports.get(link)),
            link,
        }
    });
    let mut curves = curve::of_values(&judged.collect::<Vec<_>>());
    for claim in &entry.claims {
        let outcome = run.claim(claim).map_err(|why| named(&claim.what, why))?;
        outcomes.push(outcome);
    }
    let mut why = run.reason().map_err(|why| named("the reason", why))?;
    for rows in &entry.rows {
        let (found, reason) = run.rows(rows).map_err(|why| named(&rows.begins, why))?;
        let lists = found.iter().zip(outcomes.len()..);
        if let Some(over) = &rows.over {
            let lists = lists.filter_map(|(list, place)| {
                curve::of_list((over, &rows.shows), rows.from, place, list)
            });
            curves.extend(lists);
        }
        outcomes.extend(found);
        why = why.or(reason);
    }
    for grid in &entry.grids {
        let found = run.grid(grid).map_err(|why| named(&grid.printed, why))?;
        let lists = found.iter().zip(outcomes.len()..);
        let lists = lists.filter_map(|(list, place)| {
            curve::of_list((&grid.over, &grid.shows), None, place, list)
        });
        curves.extend(lists);
        outcomes.extend(found);
    }
    Ok(Computed {
        verdict: Verdict::of_several(outcomes.iter().map(|outcome| outcome.verdict)),
        outcomes,
        why,
        curves,
    })
}

impl Run<'_> {
    /// The link of the scenario that a place is in.
    fn link<'r>(&'r self, at: &'r At) -> Option<&'r str> {
        at.run.as_deref().or(self.entry.run.as_deref())
    }

    fn find(&self, at: &At) -> Result<Found, String> {
        let link = self.link(at);
        at.find(link.and_then(|link| self.reports.get(link)))
    }

    fn value(&self, value: &Value) -> Result<Outcome, String> {
        let printed = Printed::read(&value.printed);
        let printed = printed.ok_or(format!("{} is no number", value.printed))?;
        let Found::Number(figure) = self.find(&value.at)? else {
            return Err("a printed number needs a computed number".into());
        };
        let interval = figure.interval.as_ref();
        let half = interval.and_then(|interval| interval.uncertainty());
        let computed = match half {
            Some(half) => printed.beside_within(figure.value, half),
            None => printed.beside(figure.value),
        };
        let agreement = Agreement::of(&printed, value.reading, figure.value, interval);
        Ok(Outcome {
            what: value.what.clone(),
            printed: Some(value.printed.clone()),
            computed,
            number: figure.value.is_finite().then_some(figure.value),
            agreement: Some(agreement),
            verdict: agreement.into(),
        })
    }

    fn claim(&self, claim: &Claim) -> Result<Outcome, String> {
        let subject = self.find(&claim.at)?;
        let other = match &claim.than {
            Some(Operand::At(at)) => Some(self.find(at)?),
            Some(Operand::Number(number)) => {
                Some(Found::Number(Figure::number("value", "value", *number)))
            }
            Some(Operand::Text(text)) => Some(Found::Text(text.clone())),
            None => None,
        };
        let holds = holds(&subject, claim.is, other.as_ref())?;
        let clear = other.as_ref().is_none_or(|other| apart(&subject, other));
        let mut computed = said(&subject);
        if let Some(Operand::At(at)) = &claim.than {
            computed += &format!(" against {}", self.against(at)?);
        }
        Ok(Outcome {
            what: claim.what.clone(),
            printed: None,
            computed,
            number: None,
            agreement: None,
            verdict: verdict::claim(holds, clear),
        })
    }

    /// The operand of a claim. Its factor stays visible, because the product is no computed number.
    fn against(&self, at: &At) -> Result<String, String> {
        let Some(times) = at.times else {
            return Ok(said(&self.find(at)?));
        };
        let plain = At {
            times: None,
            ..at.clone()
        };
        Ok(match self.find(&plain)? {
            several @ Found::Several(_) => format!("{times} · ({})", said(&several)),
            one => format!("{times} · {}", said(&one)),
        })
    }

    /// The reason of an entry, with the computed numbers that it names.
    fn reason(&self) -> Result<Option<String>, String> {
        let Some(mut why) = self.entry.why.clone() else {
            return Ok(None);
        };
        for (name, at) in &self.entry.numbers {
            let Found::Number(figure) = self.find(at)? else {
                return Err(format!("{name} is no number"));
            };
            let named = format!("{{{name}}}");
            if !why.contains(&named) {
                return Err(format!("the reason does not name {name}"));
            }
            let whole = figure.value.fract() == 0.0;
            let text = match whole {
                true => one(figure.value),
                false => report::number::short(figure.value),
            };
            why = why.replace(&named, &text);
        }
        Ok(Some(why))
    }

    /// A table of the entry's own report.
    fn table(&self, key: &str) -> Result<&Table, String> {
        let link = self.entry.run.as_deref();
        let report = link.and_then(|link| self.reports.get(link));
        let mut tables = report.ok_or("no scenario is named")?.tables.iter();
        let table = tables.find(|table| table.key == key);
        table.ok_or(format!("there is no table {key}"))
    }

    /// The rows of a table, and the reason that they give for a difference.
    fn rows(&self, rows: &Rows) -> Result<(Vec<Outcome>, Option<String>), String> {
        let table = self.table(&rows.table)?;
        let mut outcomes = Vec::new();
        let mut reason = None;
        for row in &table.rows {
            let mut cells = row.iter().map(|cell| match cell {
                Cell::Text(text) => text.clone(),
                Cell::Number(number) => report::number::short(*number),
                Cell::Figure(figure) => figure.text(),
            });
            let mut next = || cells.next().unwrap_or_default();
            let (part, what, printed, computed) = (next(), next(), next(), next());
            if part != rows.part || !what.starts_with(&rows.begins) {
                continue;
            }
            let same = printed == computed;
            outcomes.push(Outcome::of_texts(what, printed, computed, same));
            if !same && reason.is_none() {
                reason = cells.next();
            }
        }
        if outcomes.is_empty() {
            return Err("the table has no such row".into());
        }
        Ok((outcomes, reason))
    }

    /// The rows of two tables, as far as their printed cells are legible.
    fn grid(&self, grid: &Grid) -> Result<Vec<Outcome>, String> {
        let (printed, computed) = (self.table(&grid.printed)?, self.table(&grid.computed)?);
        let mut outcomes = Vec::new();
        for row in &printed.rows {
            let (Some(first), Some(other)) = (
                row.first(),
                computed
                    .rows
                    .iter()
                    .find(|other| other.first() == row.first()),
            ) else {
                continue;
            };
            let cells = printed.columns.iter().zip(row).zip(other).skip(1);
            let legible = cells.filter_map(|((column, cell), other)| {
                Printed::read(&cell.exact())?;
                Some([column.clone(), cell.exact(), other.exact()])
            });
            let cells: Vec<[String; 3]> = legible.collect();
            let list = |place: usize| -> String {
                let texts = cells.iter().filter_map(|cell| cell.get(place).cloned());
                texts.collect::<Vec<_>>().join(", ")
            };
            let same = cells
                .iter()
                .all(|[_, printed, computed]| printed == computed);
            let what = format!(
                "{} {}, {}: {}",
                first.exact(),
                grid.rows,
                grid.over,
                list(0)
            );
            outcomes.push(Outcome::of_texts(what, list(1), list(2), same));
        }
        if outcomes.is_empty() {
            return Err("the tables have no row in common".into());
        }
        Ok(outcomes)
    }
}

/// Whether a claim holds for its subject; of several numbers, each has to fulfil it.
fn holds(subject: &Found, is: Relation, other: Option<&Found>) -> Result<bool, String> {
    if let Found::Met(met) = subject {
        return Ok(is == Relation::Met && *met);
    }
    if let (Found::Text(text), Some(Found::Text(other))) = (subject, other) {
        return match is {
            Relation::Equal => Ok(text == other),
            Relation::Unequal => Ok(text != other),
            _ => Err("texts are equal or not".into()),
        };
    }
    let numbers = numbers(subject)?;
    let Some(other) = other else {
        return of_course(&numbers, is);
    };
    let other = self::numbers(other)?;
    let pair = |(at, number): (usize, &f64)| {
        // One number stands for all.
        let against = other.get(at).or(if other.len() == 1 {
            other.first()
        } else {
            None
        })?;
        let near = (number - against).abs() <= 1e-9 * against.abs().max(1.0);
        match is {
            Relation::Above => Some(number > against && !near),
            Relation::AtLeast => Some(number > against || near),
            Relation::Below => Some(number < against && !near),
            Relation::AtMost => Some(number < against || near),
            Relation::Equal => Some(near),
            Relation::Unequal => Some(!near),
            _ => None,
        }
    };
    let pairs: Option<Vec<bool>> = numbers.iter().enumerate().map(pair).collect();
    let pairs = pairs.ok_or("the claim compares nothing, or numbers that are not as many")?;
    Ok(!pairs.is_empty() && pairs.into_iter().all(|holds| holds))
}

/// Whether numbers in their order rise, fall, or have their greatest or least between the others.
fn of_course(numbers: &[f64], is: Relation) -> Result<bool, String> {
    let (Some(first), Some(last), true) = (numbers.first(), numbers.last(), numbers.len() > 1)
    else {
        return Err("a course needs several numbers".into());
    };
    let pairs = || numbers.iter().zip(numbers.iter().skip(1));
    let more = |other: &f64| numbers.iter().any(|number| number > other);
    let less = |other: &f64| numbers.iter().any(|number| number < other);
    Ok(match is {
        Relation::Rises => pairs().all(|(one, next)| one <= next) && first < last,
        Relation::Falls => pairs().all(|(one, next)| one >= next) && first > last,
        Relation::Peaks => more(first) && more(last),
        Relation::Dips => less(first) && less(last),
        _ => return Err("the claim needs something to compare with".into()),
    })
}

fn numbers(found: &Found) -> Result<Vec<f64>, String> {
    match found {
        Found::Number(figure) => Ok(vec![figure.value]),
        Found::Several(values) => Ok(values.iter().map(|(_, figure)| figure.value).collect()),
        other => Err(format!("{other:?} is no number")),
    }
}

/// Whether an exact number lies outside the interval of the other one. Two numbers with intervals are not judged by these: they
/// may be of the same runs.
fn apart(subject: &Found, other: &Found) -> bool {
    let (Found::Number(one), Found::Number(other)) = (subject, other) else {
        return true;
    };
    let outside = |figure: &Figure, number: f64| {
        figure
            .interval
            .is_none_or(|interval| number < interval.low || interval.high < number)
    };
    let is_exact = |figure: &Figure| figure.interval.is_none_or(|of| of.low >= of.high);
    match (is_exact(one), is_exact(other)) {
        (false, true) => outside(one, other.value),
        (true, false) => outside(other, one.value),
        _ => true,
    }
}

/// The found value. A list is told in full: a number that is left out may be the one that decides.
fn said(found: &Found) -> String {
    match found {
        Found::Number(figure) => {
            match figure.interval.and_then(|interval| interval.uncertainty()) {
                Some(half) => {
                    let half = half_width(figure.value, Unit::One, half);
                    format!("{} ± {half}", one(figure.value))
                }
                None => one(figure.value),
            }
        }
        Found::Text(text) => text.clone(),
        Found::Met(met) => if *met { "met" } else { "not met" }.into(),
        Found::Several(values) => {
            let short = |(_, figure): &(f64, Figure)| report::number::short(figure.value);
            values.iter().map(short).collect::<Vec<_>>().join(", ")
        }
    }
}

/// A number with five significant digits, or all digits where it is whole.
fn one(value: f64) -> String {
    const LARGE: f64 = 1e4;
    if !value.is_finite() || value.fract() == 0.0 || value.abs() >= LARGE {
        return report::number::fixed(value, 0);
    }
    let mut digits = 5_usize;
    let mut size = value.abs();
    while size >= 1.0 {
        size /= 10.0;
        digits = digits.saturating_sub(1);
    }
    report::number::fixed(value, digits)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;
    use report::figure::Interval;

    fn several(values: &[f64]) -> Found {
        let figure = |value: &f64| (0.0, Figure::number("a", "a", *value));
        Found::Several(values.iter().map(figure).collect())
    }

    #[test]
    fn a_claim_holds_where_every_number_is_as_it_says() {
        use Relation::{Above, AtLeast, AtMost, Below, Dips, Equal, Falls, Peaks, Rises, Unequal};
        let rising = several(&[1.0, 2.0, 2.0, 3.0]);
        let peaked = several(&[1.0, 3.0, 2.0]);
        let one = Found::Number(Figure::number("a", "a", 1.0));
        for (subject, is, other, expected) in [
            (&rising, Rises, None, true),
            (&rising, Falls, None, false),
            (&peaked, Rises, None, false),
            (&peaked, Peaks, None, true),
            (&rising, Peaks, None, false),
            (&peaked, Dips, None, false),
            (&rising, AtLeast, Some(&one), true),
            (&rising, Above, Some(&one), false),
            (&peaked, Below, Some(&several(&[2.0, 4.0, 3.0])), true),
            (&peaked, AtMost, Some(&several(&[1.0, 2.0, 3.0])), false),
            (&one, Equal, Some(&one), true),
            (&one, Unequal, Some(&one), false),
        ] {
            let found = holds(subject, is, other).unwrap();
            assert_eq!(found, expected, "{subject:?} {is:?} {other:?}");
        }
        assert!(holds(&rising, Above, None).is_err());
        assert!(holds(&rising, Above, Some(&peaked)).is_err());
        assert!(holds(&one, Rises, None).is_err());
    }

    #[test]
    fn texts_are_compared_as_they_are() {
        let text = |text: &str| Found::Text(text.into());
        assert!(holds(&text("1, 2"), Relation::Equal, Some(&text("1, 2"))).unwrap());
        assert!(!holds(&text("1, 2"), Relation::Equal, Some(&text("1, 3"))).unwrap());
        assert!(holds(&text("1, 2"), Relation::Above, Some(&text("1"))).is_err());
    }

    #[test]
    fn a_number_that_decides_a_claim_has_five_digits() {
        let text = [0.99961, 25.0, 1.5, 123.456, 0.0000012, 54321.9].map(one);
        assert_eq!(
            text,
            [
                "0.99961",
                "25",
                "1.5000",
                "123.46",
                "0.00000",
                "54\u{202f}322"
            ]
        );
    }

    #[test]
    fn a_factor_and_the_numbers_of_a_reason_are_computed() {
        const RATIO: &str = r#"{ formula = "replication.model_speedup", with = { model = "1.1", r = 1, p = 1, variation = 1 } }"#;
        let half = RATIO.replacen('{', "{ times = 0.5,", 1);
        let text = format!(
            r#"
            label = "equation"
            place = "section"
            title = "Title"
            numbers.ratio = {RATIO}
            why = "It is {{ratio}} here."
            claims = [
              {{ what = "At least half", at = {RATIO}, is = "at-least", than = {half} }},
            ]
            "#
        );
        let entry: Entry = toml::from_str(&text).unwrap();
        let reports = Reports::new();
        let run = Run {
            entry: &entry,
            reports: &reports,
        };
        assert_eq!(run.reason().unwrap().unwrap(), "It is 1.50 here.");
        let outcomes: Vec<_> = entry.claims.iter().map(|claim| run.claim(claim)).collect();
        let first = outcomes.first().unwrap().as_ref().unwrap();
        assert_eq!(first.computed, "1.5000 against 0.5 · 1.5000");
        assert_eq!(first.verdict, Verdict::ClaimHolds);
        let unnamed = Entry {
            why: Some("It is so.".into()),
            ..entry.clone()
        };
        let run = Run {
            entry: &unnamed,
            reports: &reports,
        };
        assert!(run.reason().is_err());
    }

    #[test]
    fn a_list_is_said_in_full() {
        let many: Vec<f64> = (0..40).map(f64::from).collect();
        let text = said(&several(&many));
        let numbers: Vec<f64> = text.split(", ").map(|one| one.parse().unwrap()).collect();
        assert_eq!(numbers, many);
    }

    #[test]
    fn a_number_within_the_interval_of_another_leaves_their_order_open() {
        let number = |value: f64, half: f64| {
            let mut figure = Figure::number("a", "a", value);
            figure.interval = Some(Interval {
                low: value - half,
                high: value + half,
                level: 0.95,
            });
            Found::Number(figure)
        };
        let exact = |value: f64| Found::Number(Figure::number("a", "a", value));
        for (one, other, expected) in [
            (number(2.2, 0.5), number(2.0, 0.3), true),
            (number(1.08, 0.17), exact(1.0), false),
            (number(1.08, 0.05), exact(1.0), true),
            (number(1.0, 0.0), exact(1.0), true),
            (exact(1.08), exact(1.08), true),
            (several(&[1.0, 2.0]), number(1.5, 0.5), true),
        ] {
            assert_eq!(apart(&one, &other), expected, "{one:?} {other:?}");
            assert_eq!(apart(&other, &one), expected, "{other:?} {one:?}");
        }
        assert_eq!(said(&number(2.1556, 0.48)), "2.1556 ± 0.5");
    }
}
