//! The shortest ruler with a number of marks by complete search, beside the published one.

use certificate::Certificate;
use recovery_model::Error;
use recovery_model::schemes::{golomb, marks};
use recovery_model::search::golomb::{RulerSearch, Saved};
use recovery_model::search::known;
use recovery_model::tables::RULERS;
use report::chart::{Axis, Series, Side};
use report::figure::Unit;
use report::table::Cell;
use report::words::{count, sentences};
use report::{Chart, Figure, Findings as _, Layout, Observer, Report, Sample, Table};
use serde::{Deserialize, Serialize};
use words::{say, word};

use super::course::{self, Search, Worth};
use crate::Parameters;
use crate::cluster::failed;
use crate::topics::triangle;

/// The search with the rulers that it found, at most one for each part: the number of nodes at the end of the part, and the length.
struct Rulers {
    search: RulerSearch,
    found: Vec<(u64, u32)>,
}

/// The search in saved form.
#[derive(Serialize, Deserialize)]
struct Kept {
    search: Saved,
    found: Vec<(u64, u32)>,
}

fn length(search: &RulerSearch) -> Option<u32> {
    search.best().map(|best| best.iter().sum())
}

impl Search for Rulers {
    type Saved = Kept;

    fn go(&mut self, nodes: u64) {
        self.search.go(nodes);
        let length = length(&self.search);
        if let Some(length) = length.filter(|_| length != self.found.last().map(|last| last.1)) {
            self.found.push((self.search.nodes(), length));
        }
    }

    fn is_done(&self) -> bool {
        self.search.is_done()
    }

    fn work(&self) -> u64 {
        self.search.nodes()
    }

    /// By the first two steps: the possible values that leave room for the shortest ruler of the other steps.
    fn share(&self) -> Option<f64> {
        let steps = self.search.save().steps;
        let shortest = golomb::shortest(steps);
        let room = |others: usize| (shortest.saturating_sub(golomb::shortest(others)) + 1) as f64;
        let path = self.search.path();
        let step = |at: usize| path.get(at).map_or(0.0, |step| f64::from(*step) - 1.0);
        let second = step(1).max(0.0) / room(steps.saturating_sub(2));
        let share = (step(0).max(0.0) + second.min(1.0)) / room(steps.saturating_sub(1));
        Some(share)
    }

    fn save(&self) -> Kept {
        Kept {
            search: self.search.save(),
            found: self.found.clone(),
        }
    }

    fn resume(kept: Kept) -> Result<Self, Error> {
        let search = RulerSearch::resume(&kept.search)?;
        let falls = kept
            .found
            .is_sorted_by(|one, next| one.0 < next.0 && one.1 > next.1);
        let last = kept.found.last().copied();
        if !falls
            || last.map(|last| last.1) != length(&search)
            || last.is_some_and(|last| last.0 > search.nodes())
        {
            return Err(Error::Saved(word!("its rulers do not get shorter")));
        }
        Ok(Self {
            search,
            found: kept.found,
        })
    }

    /// The ruler, and the table's rulers with fewer marks, which help to check it.
    fn certificate(&self) -> Option<Certificate> {
        let steps = |all: &[u16]| all.iter().map(|step| usize::from(*step)).collect();
        let best = self.search.best()?.iter().map(|step| *step as usize);
        let fewer = RULERS.iter().take(best.len().saturating_sub(1));
        let fewer = fewer.filter_map(|all| all.first().map(|ruler| steps(ruler)));
        Some(Certificate::ruler(fewer.chain([best.collect()]).collect()))
    }

    fn agrees(&self) -> Option<bool> {
        let known = known::ruler(self.search.save().steps)?;
        let found = length(&self.search).map(|length| length as usize);
        Some(match self.is_done() {
            true => found == Some(known),
            false => found.is_none_or(|found| found >= known),
        })
    }
}

/// The results of the search so far.
pub(super) struct Findings {
    /// The number of marks.
    marks: usize,
    /// Whether the search goes on.
    early: bool,
    best: Option<Vec<usize>>,
    found: Vec<(u64, u32)>,
    nodes: u64,
    worth: Worth,
}

pub(super) fn compute(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings, laboratory::Error> {
    let steps = parameters.sought_marks as usize - 1;
    let (search, worth) = course::run(
        || {
            Ok(Rulers {
                search: RulerSearch::new(steps).map_err(failed)?,
                found: Vec::new(),
            })
        },
        |kept| kept.search.save().steps == steps,
        observer,
        &|search, worth| Findings::of(steps, search, worth).report(),
    )?;
    Ok(Findings::of(steps, &search, worth))
}

impl Findings {
    fn of(steps: usize, search: &Rulers, worth: Worth) -> Self {
        let best = search.search.best();
        Self {
            marks: steps + 1,
            early: !search.is_done(),
            best: best.map(|best| best.iter().map(|step| *step as usize).collect()),
            found: search.found.clone(),
            nodes: search.search.nodes(),
            worth,
        }
    }

    fn length(&self) -> Option<usize> {
        self.best.as_ref().map(|steps| steps.iter().sum())
    }

    /// The published rulers with so many marks, as steps.
    fn published(&self) -> &'static [&'static [u16]] {
        let row = self.marks.checked_sub(2).and_then(|row| RULERS.get(row));
        row.copied().unwrap_or_default()
    }

    fn published_length(&self) -> Option<usize> {
        let first = self.published().first()?;
        Some(first.iter().map(|step| usize::from(*step)).sum())
    }

    /// Whether the ruler is a published one, or the mirror image of one.
    fn is_published(&self) -> bool {
        let Some(best) = &self.best else {
            return false;
        };
        let same = |ruler: &&[u16]| {
            let steps = || ruler.iter().map(|step| usize::from(*step));
            steps().eq(best.iter().copied()) || steps().rev().eq(best.iter().copied())
        };
        self.published().iter().any(same)
    }

    fn headline(&self) -> String {
        let marks = self.marks;
        match (self.early, self.length()) {
            (false, Some(length)) => say!("The shortest ruler with {marks} marks is {length} long"),
            (_, Some(length)) => {
                say!("The shortest ruler with {marks} marks so far is {length} long")
            }
            (_, None) => say!("So far there is no ruler with {marks} marks"),
        }
    }

    fn why(&self) -> String {
        let pairs = self.marks * (self.marks - 1) / 2;
        let mut said = vec![say!(
            "{} have {}, all different.",
            count(self.marks, word!("mark"), word!("marks")),
            count(pairs, word!("distance"), word!("distances"))
        )];
        let nodes = count(self.nodes as usize, word!("node"), word!("nodes"));
        said.push(match self.early {
            true => say!("The search has visited {nodes}."),
            false => say!("The search visited {nodes} and found no shorter ruler."),
        });
        if let (Some(length), Some(published)) = (self.length(), self.published_length()) {
            said.push(match length.cmp(&published) {
                std::cmp::Ordering::Equal if self.is_published() => {
                    word!("It is a ruler of Paper III’s table 3, or the mirror image of one.")
                        .to_owned()
                }
                std::cmp::Ordering::Equal => say!("The rulers of Paper III’s table 3 are as long."),
                std::cmp::Ordering::Greater => {
                    say!("The ruler of Paper III’s table 3 is {published} long.")
                }
                std::cmp::Ordering::Less => {
                    say!("The ruler of Paper III’s table 3 is longer: {published}.")
                }
            });
        }
        sentences(said)
    }

    fn figures(&self) -> Vec<Figure> {
        let pairs = self.marks * (self.marks - 1) / 2;
        let mut figures = Vec::new();
        if let Some(length) = self.length() {
            let known = match self.early {
                true => word!("so far"),
                false if self.worth.is_verified() => word!("optimal, verified"),
                false => word!("optimal"),
            };
            figures.push(Figure::count("length", word!("Length"), length as f64).beside(known));
            figures.push(Figure::count(
                "missing",
                word!("Distances that no two marks have"),
                length.saturating_sub(pairs) as f64,
            ));
        }
        if let Some(published) = self.published_length() {
            figures.push(Figure::count(
                "published",
                word!("Length in Paper III"),
                published as f64,
            ));
        }
        figures.push(Figure::count("nodes", word!("Nodes"), self.nodes as f64));
        figures
    }

    /// The lengths found so far.
    fn course(&self) -> Chart {
        let now = self.found.last().map(|last| (self.nodes, last.1));
        let points = self.found.iter().copied().chain(now);
        let points = points.map(|(nodes, length)| (nodes as f64, f64::from(length)));
        let published = self.published_length().map(|length| length as f64);
        Chart::new(
            "course",
            word!("How soon does the search find short rulers?"),
            Axis::count(word!("nodes")),
            Axis::count(word!("length of the shortest ruler so far")),
            vec![Series::steps(word!("found"), points, true)],
        )
        .beside_any(Side::Y, published, word!("Paper III"))
    }

    fn table(&self) -> Table {
        let steps = self.best.clone().unwrap_or_default();
        let rows = std::iter::once((0, None))
            .chain(
                marks(&steps)
                    .into_iter()
                    .zip(steps.iter().copied().map(Some)),
            )
            .map(|(mark, step): (usize, Option<usize>)| {
                [Cell::whole(mark), step.map_or_else(Cell::none, Cell::whole)]
            });
        Table::new(
            "ruler",
            word!("The ruler"),
            [word!("Mark"), word!("Step from the mark before")],
            rows.take(if steps.is_empty() { 0 } else { steps.len() + 1 }),
        )
    }
}

impl report::Findings for Findings {
    fn report(&self) -> Report {
        // The best ruler comes before the course of the search.
        let best = self.best.as_ref();
        let mut charts: Vec<Chart> = best
            .map(|best| triangle::chart(&marks(best), None))
            .into_iter()
            .collect();
        charts.push(self.course());
        Report {
            layout: Layout::charts(&["triangle", "course"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts,
            tables: vec![self.table()],
            notes: std::iter::once(
                word!("The marks of a ruler are the first entries of a Golomb list: as the distances of marks are different, the first crash routes share no computer.").to_owned(),
            )
            .chain(self.worth.notes())
            .collect(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let length = self.length().unwrap_or_default();
        vec![Sample::new(
            "length",
            word!("Length"),
            Unit::Count,
            vec![length as f64],
        )]
    }
}
