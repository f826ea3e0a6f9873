//! Searches: their results, and that a pause changes nothing.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::run;
use laboratory::Laboratory;
use parameters::Parameters as _;
use recovery::model::list::differs;
use recovery::model::tables::{NATIVE_MODULO, OPTIMAL, PUBLISHED, RULERS};
use recovery::model::{List, lower_bounds, worst_case};
use recovery::{Parameters, Recovery};
use report::state::{self, Refused};
use report::{Observer, Report, Silent};
use serde_json::{Value, json};
use trial::{fault, figure, table};

/// Stops a search after so many parts, keeps its state, and records its reports.
#[derive(Default)]
pub(crate) struct Pauses {
    pub(crate) left: u32,
    pub(crate) kept: Option<String>,
    pub(crate) refused: Option<Refused>,
    pub(crate) seen: Vec<Report>,
    pub(crate) certificate: Option<String>,
    pub(crate) done: Vec<u64>,
    /// The foretold shares, each with the work done until then.
    pub(crate) foretold: Vec<(f64, u64)>,
    pub(crate) works: Vec<u64>,
    pub(crate) astray: bool,
}

impl Observer for Pauses {
    fn progress(&mut self, done: u64, total: u64) -> ControlFlow<()> {
        if total > 0 {
            assert!(done <= total);
            self.done.push(done);
            let work = self.works.last().copied().unwrap_or_default();
            self.foretold.push((done as f64 / total as f64, work));
        }
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }

    fn early(&mut self, report: &dyn Fn() -> Report) {
        self.seen.push(report());
    }

    fn keep(&mut self, work: u64, state: &dyn Fn() -> String) {
        let before = self.works.last().copied().unwrap_or_default();
        assert!(
            work >= before || self.refused.is_some() || self.astray,
            "a later state is further"
        );
        self.works.push(work);
        let state = state();
        assert!(state.len() <= state::LARGEST);
        self.kept = Some(state);
    }

    fn astray(&mut self) {
        self.astray = true;
    }

    fn prove(&mut self, certificate: &dyn Fn() -> String) {
        self.certificate = Some(certificate());
    }

    fn resume(&mut self, read: &mut dyn FnMut(&str) -> Result<(), Refused>) {
        if let Some(kept) = &self.kept {
            self.refused = read(kept).err();
        }
    }
}

pub(crate) fn watched(values: &Value, observer: &mut Pauses) -> Result<Report, laboratory::Error> {
    let checked = Recovery::ABOUT.table.check(values).unwrap();
    let parameters = Parameters::from_values(&checked);
    Recovery::run(&parameters, &mut (), observer).map(|(report, _)| report)
}

/// All of a report except its notes, as text: in text a value that is not a number equals itself.
fn told(report: &Report) -> String {
    let without = Report {
        notes: Vec::new(),
        ..report.clone()
    };
    serde_json::to_string(&without).unwrap()
}

pub(crate) fn list(n: usize) -> Value {
    json!({"topic": "search", "sought_computers": n})
}

pub(crate) fn ruler(marks: usize) -> Value {
    json!({"topic": "search", "sought": "ruler", "sought_marks": marks})
}

pub(crate) fn sequence(n: usize) -> Value {
    json!({"topic": "search", "sought": "sequence", "sought_modulus": n})
}

#[test]
fn a_search_that_is_paused_and_resumed_reports_as_one_that_never_was() {
    for values in [list(18), list(22), ruler(10), sequence(40)] {
        let whole = run(&values).unwrap();
        let mut pauses = Pauses::default();
        let mut times = 0;
        for left in [0, 1, 3, 2, 5] {
            pauses.left = left;
            times += u32::from(watched(&values, &mut pauses).is_err());
            assert_eq!(pauses.refused, None, "{values}");
        }
        assert!(times >= 3, "{values}: paused {times} times");
        pauses.works.dedup();
        assert!(pauses.works.len() > 3, "{values}: {:?}", pauses.works);
        pauses.left = u32::MAX;
        let resumed = watched(&values, &mut pauses).unwrap();
        assert_eq!(resumed.fingerprint(), whole.fingerprint(), "{values}");
        assert!(told(&resumed) == told(&whole), "{values}");
        // Only the notes mention the pause, and the reliability of the proof.
        assert!(!whole.notes.contains(&state::note()));
        let said =
            |report: &Report, words: &str| report.notes.iter().any(|note| note.contains(words));
        assert!(resumed.notes.contains(&state::note()));
        assert!(said(&resumed, "agrees with the known result"));
        assert_eq!(resumed.notes.len(), whole.notes.len() + 2);
        let small = values != list(22);
        for report in [&whole, &resumed] {
            assert_eq!(
                said(report, "Verified by an independent check"),
                small,
                "{values}"
            );
            assert_eq!(said(report, "Not verified here"), !small, "{values}");
        }
    }
}

#[test]
fn what_is_kept_of_another_search_or_version_begins_anew() {
    let mut pauses = Pauses {
        left: 2,
        ..Pauses::default()
    };
    assert!(watched(&list(22), &mut pauses).is_err());
    let kept = pauses.kept.clone().unwrap();
    let another = || Refused::wrong("it is of another search");
    for (values, kept, why) in [
        (list(16), kept.clone(), another()),
        (ruler(8), kept.clone(), Refused::Changed),
        (sequence(21), kept.clone(), Refused::Changed),
        (
            list(16),
            kept.replacen("state 2", "state 3", 1),
            Refused::Version { found: 3 },
        ),
        (
            list(22),
            kept.replacen("\"tried\":", "\"tried\":1", 1),
            Refused::Changed,
        ),
        (list(22), kept[..kept.len() - 1].into(), Refused::Changed),
        (
            list(22),
            kept.clone() + " ".repeat(state::LARGEST).as_str(),
            Refused::Long {
                bytes: kept.len() + state::LARGEST,
            },
        ),
        (list(16), String::new(), Refused::Changed),
        (
            ruler(8),
            "{\"form\":1,\"search\":{}}".into(),
            Refused::Version { found: 1 },
        ),
    ] {
        let mut pauses = Pauses {
            left: u32::MAX,
            kept: Some(kept),
            ..Pauses::default()
        };
        let anew = watched(&values, &mut pauses).unwrap();
        let fresh = run(&values).unwrap();
        assert!(told(&anew) == told(&fresh), "{values}");
        assert_eq!(anew.notes, fresh.notes);
        assert_eq!(pauses.refused, Some(why));
    }
}

#[test]
fn a_search_says_what_it_has_found_so_far_and_nothing_that_the_end_contradicts() {
    for values in [list(18), list(22), ruler(10), sequence(40)] {
        let mut pauses = Pauses {
            left: u32::MAX,
            ..Pauses::default()
        };
        let end = watched(&values, &mut pauses).unwrap();
        assert!(pauses.done.is_sorted(), "{values}: {:?}", pauses.done);
        assert!(pauses.seen.len() > 3, "{values}");
        let (last, others) = pauses.seen.split_last().unwrap();
        assert_eq!(last.headline, end.headline);
        let headlines: BTreeSet<_> = others.iter().map(|report| &report.headline).collect();
        assert!(headlines.len() > 1, "{values}: {headlines:?}");
        let key = match values["sought"].as_str() {
            Some("ruler") => "length",
            Some(_) => "marks",
            None => "tight",
        };
        for report in others {
            let mut figures = report.figures.iter();
            let Some(found) = figures.find(|figure| figure.key == key) else {
                continue;
            };
            let at_last = figure(&end, key);
            match key {
                "length" => assert!(found.value >= at_last),
                _ => assert!(found.value <= at_last),
            }
            assert_eq!(fault(report), None);
            if report.headline.starts_with("No ") {
                assert_eq!(report.headline, end.headline);
            }
        }
    }
}

#[test]
fn a_search_foretells_no_rest_that_it_does_not_keep() {
    for values in [
        list(18),
        list(22),
        list(23),
        ruler(10),
        ruler(11),
        sequence(40),
        sequence(46),
    ] {
        let mut pauses = Pauses {
            left: u32::MAX,
            ..Pauses::default()
        };
        watched(&values, &mut pauses).unwrap();
        let all = pauses.works.last().copied().unwrap() as f64;
        // From the middle on, the rest at the pace so far is never far below the true one.
        for (share, work) in pauses
            .foretold
            .iter()
            .filter(|one| (0.5..1.0).contains(&one.0))
        {
            let foretold = *work as f64 * (1.0 - share) / share;
            let rest = all - *work as f64;
            assert!(
                rest < 4.0 * foretold + 0.05 * all,
                "{values}: {share}: {rest} instead of {foretold}"
            );
        }
    }
}

#[test]
fn lists_are_those_of_the_table_and_their_headline_is_what_the_loads_say() {
    for n in 3..=19 {
        let report = run(&list(n)).unwrap();
        assert_eq!(fault(&report), None);
        let entries: Vec<usize> = OPTIMAL[n - 2].iter().map(|one| usize::from(*one)).collect();
        let shown = table(&report, "list");
        let column =
            |at: usize| -> Vec<String> { shown.rows.iter().map(|row| row[at].text()).collect() };
        let texts = |all: &[usize]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(column(1), texts(&entries), "{n}");
        let list = List::new(n, entries).unwrap();
        let vector =
            worst_case::of_list(&list, n - 1, worst_case::Budget::default(), &mut Silent).unwrap();
        let loads: Vec<usize> = vector
            .exact()
            .unwrap()
            .iter()
            .map(|load| *load as usize)
            .collect();
        assert_eq!(column(2), texts(&loads), "{n}");
        let least = lower_bounds::least_loads(n);
        let tight = loads
            .iter()
            .zip(&least)
            .take_while(|(load, least)| load == least);
        let tight = tight.count();
        assert_eq!(figure(&report, "tight"), tight as f64);
        // A list that exceeds the bound in between can meet the bound of more crashes again: its table has them.
        let said = match tight == n - 1 {
            true => "for every number of crashes".to_owned(),
            false => format!("for every number of crashes up to {}", tight + 1),
        };
        assert!(report.headline.ends_with(&said), "{}", report.headline);
        assert_eq!(
            report.headline.starts_with("No turned list "),
            tight < n - 1
        );
        // The published list is worse exactly where its loads are.
        if let Some(published) = n.checked_sub(4).and_then(|row| PUBLISHED.get(row)) {
            let entries = published.iter().map(|one| usize::from(*one)).collect();
            let list = List::new(n, entries).unwrap();
            let vector =
                worst_case::of_list(&list, n - 1, worst_case::Budget::default(), &mut Silent)
                    .unwrap();
            let published = vector.exact().unwrap();
            let worse = (1..).zip(loads.iter().zip(published));
            let worse: Vec<String> = worse
                .filter(|(_, (own, other))| **own < *other as usize)
                .map(|(crashes, _): (usize, _)| crashes.to_string())
                .collect();
            match worse.split_last() {
                Some((last, others)) => {
                    let said = match others {
                        [] => format!("is worse for {last}\u{a0}crashes: "),
                        others => {
                            format!("is worse for {} and {last} crashes: ", others.join(", "))
                        }
                    };
                    assert!(report.why.contains(&said), "{n}: {} / {said}", report.why);
                }
                None => assert!(report.why.contains("is as good"), "{n}: {}", report.why),
            }
        }
    }
}

#[test]
fn rulers_are_as_short_as_those_of_the_table() {
    for marks in 3..=10 {
        let report = run(&ruler(marks)).unwrap();
        assert_eq!(fault(&report), None);
        let published = RULERS[marks - 2];
        let length: usize = published[0].iter().map(|step| usize::from(*step)).sum();
        assert_eq!(figure(&report, "length"), length as f64);
        let said = format!("The shortest ruler with {marks} marks is {length} long");
        assert_eq!(report.headline, said);
        assert!(
            report.why.contains("It is a ruler of Paper III"),
            "{}",
            report.why
        );
    }
}

/// The length of the longest modulo sequence.
fn known_marks(n: usize) -> usize {
    NATIVE_MODULO[n - 2].len()
}

#[test]
fn sequences_are_as_long_as_those_of_the_table() {
    for n in 3..=45 {
        let report = run(&sequence(n)).unwrap();
        assert_eq!(fault(&report), None);
        let marks = if known_marks(n) == 1 { "mark" } else { "marks" };
        assert_eq!(
            report.headline,
            format!(
                "The longest modulo sequence for {n} computers has {}\u{a0}{marks}",
                known_marks(n)
            )
        );
        let known = known_marks(n);
        assert_eq!(figure(&report, "marks"), known as f64, "{n}");
        let shown = &table(&report, "sequence").rows[0][2].text();
        let marks: Vec<usize> = shown
            .split(", ")
            .map(|mark| mark.parse().unwrap())
            .collect();
        assert!(marks.len() == known && differs(&marks, n), "{n}: {shown}");
        // Where one mark more has more differences than exist, the sentence needs no search.
        let differences = (known + 1) * (known + 2) / 2;
        let told = format!(
            "they have {differences} differences, and there are only {}.",
            n - 1
        );
        let counted = report.why.contains(&told);
        assert_eq!(counted, differences > n - 1, "{}", report.why);
        assert_ne!(
            counted,
            report.why.contains("search found no sequence"),
            "{}",
            report.why
        );
        // The reused sequence is the one of the modulus in its row.
        let rows = &table(&report, "sequence").rows;
        if let Some(reused) = rows.get(1).filter(|row| row[1].text() != n.to_string()) {
            let said = format!(
                "Paper IV reuses the sequence of {} computers, with ",
                reused[1].text()
            );
            assert!(report.why.contains(&said), "{} / {said}", report.why);
            let as_many = reused[2].text().split(", ").count() == known;
            assert_eq!(
                report.why.ends_with("with as many marks."),
                as_many,
                "{}",
                report.why
            );
        }
    }
}
