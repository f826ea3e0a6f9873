//! Places, scores, and differences with their intervals.
//!
//! All competitors meet the same cases, so differences are paired. A competitor that is clearly better than another stands before it: the
//! 95 % interval of the mean difference excludes 0. A place is 1 plus the number of competitors that are clearly better, so that several
//! competitors can share a place. A competitor that fails in one case comes after all that do not.

use report::evidence::{Verdict, difference};
use report::figure::Unit;
use report::{Interval, number};
use serde::Serialize;
use statistics::mean_and_half_width;

use crate::contest::{Came, Contest};
use crate::model::{Better, Challenge, Kind};

/// The order of all competitors, the best first.
#[derive(Clone, Debug, Serialize)]
pub struct Ranking {
    /// The name of the figure that counts.
    pub figure: String,
    /// The unit of the figure.
    pub unit: Unit,
    /// Whether less or more of the figure is better.
    pub better: Better,
    /// The number of cases.
    pub cases: usize,
    /// All competitors.
    pub rows: Vec<Row>,
}

/// A competitor.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The place of the competitor in the contest.
    #[serde(skip)]
    pub entry: usize,
    /// Its name.
    pub name: String,
    /// The kind of competitor.
    pub kind: Kind,
    /// Its place, from 1; others may share it.
    pub place: usize,
    /// Whether another one has the same place.
    pub shared: bool,
    /// The mean of the figure over all cases; none after a failure.
    pub score: Option<f64>,
    /// The score as people read it, with its interval.
    pub text: String,
    /// The 95 % interval of the score.
    pub interval: Option<Interval>,
    /// The mean difference from the baseline, case by case, with its interval; none for the baseline, and after a failure.
    pub beside: Option<Beside>,
    /// The fault, with its case.
    pub fault: Option<String>,
    /// The figure in each case.
    pub values: Vec<f64>,
    /// The fingerprint of each run.
    #[serde(skip)]
    pub fingerprints: Vec<String>,
}

/// A difference from the baseline.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Beside {
    /// Its mean over all cases.
    pub mean: f64,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
    /// The difference as people read it.
    pub text: String,
    /// The verdict, in words.
    pub says: &'static str,
}

/// A number with its half width, as people read it.
fn written(value: f64, unit: Unit, half: f64) -> String {
    let interval = Interval::around(value, half).and_then(|interval| interval.uncertainty());
    let text = number::with_unit(value, unit, interval);
    match interval {
        Some(half) => format!("{text} ± {}", number::half_width(value, unit, half)),
        None => text,
    }
}

/// A difference as people read it; a difference of shares is in percentage points.
fn apart(mean: f64, unit: Unit, half: f64) -> String {
    match unit {
        Unit::Share => {
            let points = written(100.0 * mean, Unit::One, 100.0 * half);
            format!("{points} percentage points")
        }
        Unit::Count => written(mean, Unit::One, half),
        unit => written(mean, unit, half),
    }
}

impl Better {
    /// Whether one is clearly better than the other, case by case.
    fn verdict(self, one: &[f64], other: &[f64]) -> Verdict {
        match self {
            Self::Less => difference(other, one),
            Self::More => difference(one, other),
        }
    }
}

impl Ranking {
    /// The ranking of a contest, from the results of all its runs in their order.
    ///
    /// # Errors
    /// A built-in way fails: that is a fault of the challenge.
    pub fn of(
        challenge: &Challenge,
        contest: &Contest,
        ran: &[Result<Came, String>],
    ) -> Result<Self, String> {
        let first = ran.iter().find_map(|one| one.as_ref().ok());
        let (figure, unit) = first.map_or((contest.figure.clone(), Unit::One), |came| {
            (came.name.clone(), came.unit)
        });
        let mut rows = Vec::new();
        for (entry, (name, kind)) in contest.entries.iter().enumerate() {
            let mut row = Row {
                entry,
                name: name.clone(),
                kind: *kind,
                place: 1,
                shared: false,
                score: None,
                text: "–".into(),
                interval: None,
                beside: None,
                fault: None,
                values: Vec::new(),
                fingerprints: Vec::new(),
            };
            for (run, came) in contest.runs.iter().zip(ran) {
                match came {
                    _ if run.entry != entry => {}
                    Ok(came) => {
                        row.values.push(came.value);
                        row.fingerprints.push(came.fingerprint.clone());
                    }
                    Err(why) if row.fault.is_none() => {
                        row.fault = Some(format!("{why} (case {})", contest.case_of(run)));
                    }
                    Err(_) => {}
                }
            }
            match &row.fault {
                Some(fault) if *kind != Kind::Own => {
                    return Err(format!("the built-in way “{name}” cannot be run: {fault}"));
                }
                Some(_) => {}
                None => {
                    let (mean, half) = mean_and_half_width(&row.values);
                    row.score = Some(mean);
                    row.interval = Interval::around(mean, half);
                    // A mean of whole numbers need not be whole.
                    let unit = if unit == Unit::Count { Unit::One } else { unit };
                    row.text = written(mean, unit, half);
                }
            }
            rows.push(row);
        }
        place(challenge.better, unit, &mut rows);
        Ok(Self {
            figure,
            unit,
            better: challenge.better,
            cases: contest.cases.len(),
            rows,
        })
    }

    /// The row of a competitor, by its place in the contest.
    #[must_use]
    pub fn row(&self, entry: usize) -> Option<&Row> {
        self.rows.iter().find(|row| row.entry == entry)
    }

    /// The rows of own strategies, the best first.
    pub fn own(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.kind == Kind::Own)
    }
}

/// Sets all places and differences, and sorts the rows.
fn place(better: Better, unit: Unit, rows: &mut [Row]) {
    let values: Vec<Option<Vec<f64>>> = rows
        .iter()
        .map(|row| row.fault.is_none().then(|| row.values.clone()))
        .collect();
    let whole = values.iter().flatten().count();
    let baseline = values.first().cloned().flatten().unwrap_or_default();
    for (row, own) in rows.iter_mut().zip(&values) {
        let Some(own) = own else {
            row.place = whole + 1;
            continue;
        };
        let ahead = values.iter().flatten();
        let ahead = ahead.filter(|other| better.verdict(other, own) == Verdict::Faster);
        row.place = 1 + ahead.count();
        if row.kind != Kind::Baseline {
            let differences: Vec<f64> = own
                .iter()
                .zip(&baseline)
                .map(|(own, base)| own - base)
                .collect();
            let (mean, half) = mean_and_half_width(&differences);
            row.beside = Some(Beside {
                mean,
                interval: Interval::around(mean, half),
                text: apart(mean, unit, half),
                says: match better.verdict(own, &baseline) {
                    Verdict::Faster => "better",
                    Verdict::Slower => "worse",
                    Verdict::Equal => "equal",
                    Verdict::Unclear => "no clear difference",
                },
            });
        }
    }
    let sign = match better {
        Better::Less => 1.0,
        Better::More => -1.0,
    };
    let key = |row: &Row| (row.place, sign * row.score.unwrap_or(f64::INFINITY));
    rows.sort_by(|a, b| {
        let (a, b) = (key(a), key(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let places: Vec<usize> = rows.iter().map(|row| row.place).collect();
    for row in rows {
        row.shared = places.iter().filter(|place| **place == row.place).count() > 1;
    }
}
