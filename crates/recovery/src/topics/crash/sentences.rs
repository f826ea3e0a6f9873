//! Headline, cause and notes.

use report::evidence::factor;
use report::words::{count, list as listed};
use words::{say, word};

use super::{Findings, MOST_ROUTES, Side};
use crate::cluster::{called, number};
use crate::parameters::{Against, Crashes};
use crate::rounds::{Round, name};
use crate::worst::{self, Bound};

impl Findings<'_> {
    fn crashes_words(&self) -> String {
        let crashes = self.crashes();
        let digits = count(crashes, word!("crash"), word!("crashes"));
        match crashes {
            1..=10 => {
                let number = report::words::number(crashes as u32);
                format!(
                    "{number} {}",
                    report::words::plural(crashes as f64, word!("crash"), word!("crashes"))
                )
            }
            _ => digits,
        }
    }

    /// The scheme that the adversary attacks.
    fn victim(&self) -> &'static str {
        let [other, side] = &self.sides;
        called(match self.parameters.against {
            Against::Scheme => side.built.kind,
            Against::Other => other.built.kind,
        })
    }

    pub(super) fn headline(&self) -> String {
        let [other, side] = &self.sides;
        let (worse, load) = (other.load(), side.load());
        let (with, without) = (called(side.built.kind), called(other.built.kind));
        if self.script() {
            if side.rounds.len() < 2 {
                return word!("The script has no event: every process runs at home").to_owned();
            }
            return match worse == load {
                true if with == without => say!(
                    "During the script, one computer has {} with {with}",
                    side.built.up_to(load)
                ),
                true => say!(
                    "During the script, one computer has {} with {without} as with {with}",
                    side.built.up_to(load)
                ),
                false => say!(
                    "During the script, one computer has {} with {without}, and {} with {with}",
                    other.built.up_to(worse),
                    side.built.up_to(load)
                ),
            };
        }
        if self.crashes() == 0 {
            return word!("No computer is crashed: every process runs at home").to_owned();
        }
        let crashes = match self.parameters.set {
            Crashes::Worst | Crashes::OneByOne if with != without => {
                say!("{} chosen against {}", self.crashes_words(), self.victim())
            }
            _ => self.crashes_words(),
        };
        let (make, put) = match self.crashes() {
            1 => (word!("makes"), word!("puts")),
            _ => (word!("make"), word!("put")),
        };
        if with == without {
            return say!(
                "{crashes} {put} {} on the fullest computer with {with}",
                side.built.words(load)
            );
        }
        if worse == load {
            return say!(
                "{crashes} {put} {} on the fullest computer with {without} as with {with}",
                side.built.words(load)
            );
        }
        let (fuller, other_one) = match worse > load {
            true => (without, with),
            false => (with, without),
        };
        let (most, least) = (worse.max(load), worse.min(load));
        let times = factor(f64::from(most) / f64::from(least));
        say!(
            "{crashes} {make} the fullest computer {times} times as full with {fuller} as with {other_one}: {} instead of {}",
            side.built.words(most),
            number(side.built.units(least))
        )
    }

    /// The processes that a computer took over, in words.
    fn landed(side: &Side, round: &Round) -> String {
        /// The most named processes.
        const NAMED: usize = 8;
        let computer = round.fullest();
        let taken: Vec<usize> = round
            .on(computer)
            .filter(|process| {
                let process = side.built.scheme.processes().get(*process);
                process.is_some_and(|process| process.home != computer)
            })
            .collect();
        let mut names: Vec<String> = taken
            .iter()
            .take(NAMED)
            .map(|process| name(&side.built.scheme, *process))
            .collect();
        let scheme = called(side.built.kind);
        if taken.len() > NAMED {
            names.truncate(NAMED - 1);
            names.push(say!("{} others", taken.len() + 1 - NAMED));
        }
        match taken.len() {
            0 => String::new(),
            1 => say!(
                "With {scheme}, computer {computer} takes over process {}",
                listed(&names)
            ),
            _ => say!(
                "With {scheme}, computer {computer} takes over processes {}",
                listed(&names)
            ),
        }
    }

    pub(super) fn why(&self) -> String {
        let [one, other] = &self.sides;
        // A scheme beside itself is named once.
        let once = usize::from(one.built.kind == other.built.kind);
        let landed: Vec<String> = self
            .sides
            .iter()
            .skip(once)
            .filter_map(|side| Some(Self::landed(side, side.peak()?)))
            .filter(|text| !text.is_empty())
            .map(|text| format!("{text}."))
            .collect();
        let [_, side] = &self.sides;
        let worst = side.worst.as_ref().map(|worst| {
            let least = number(side.built.units(side.least as u32));
            let bound = worst::bound(&side.built).called();
            let worst = worst::between(&side.built, worst);
            match self.crashes() {
                1 => say!(
                    "The worst crash gives {} a load of {worst}; {bound} is {least}.",
                    called(side.built.kind)
                ),
                crashes => say!(
                    "The worst {crashes} crashes give {} a load of {worst}; {bound} is {least}.",
                    called(side.built.kind)
                ),
            }
        });
        let mut rounds = self.sides.iter().flat_map(|side| &side.rounds);
        let crashed = rounds.any(|round| !round.down.is_empty());
        let none = match landed.is_empty() && worst.is_none() {
            true if crashed => word!("The fullest computer has taken over no process."),
            true if side.built.plain => {
                word!("The load is the number of processes on a computer, so all loads are normal.")
            }
            true => word!("No process moves."),
            false => "",
        };
        report::words::sentences(
            landed
                .into_iter()
                .chain(worst)
                .chain(std::iter::once(none.to_owned())),
        )
    }

    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        match (self.parameters.set, self.worst_known) {
            (Crashes::Worst, Some(true)) => {
                notes.push(say!(
                    "The crash set is proved to be a worst one for {}; others may be as bad.",
                    self.victim()
                ));
            }
            (Crashes::Worst, _) => {
                notes.push(say!(
                    "The crash set is the worst for {} that a beam search found; a worse one may exist.",
                    self.victim()
                ));
            }
            (Crashes::OneByOne, _) => {
                notes.push(word!("Worst sets need not grow out of each other: one by one can end with a set that is not the worst of its size.").to_owned());
            }
            _ => {}
        }
        notes.push(match self.script() {
            true => word!("Loads and routes are those at the first moment with the fullest computer of each scheme, the rings those at the end of the script. The thesis’s model has no time: a round is our way to show a load as a length.").to_owned(),
            false => word!("The thesis’s model has no time: the schedule shows every process doing its work once, so that a load is a length.").to_owned(),
        });
        let [other, side] = &self.sides;
        if [other, side]
            .iter()
            .any(|side| worst::bound(&side.built) == Bound::Any)
        {
            notes.push(word!("The thesis’s lower bound MV is proved for schemes that turn one list, with equal weights. For others the bound is the largest of three loads: the mean load of the survivors, rounded up; the fullest computer before any crash; and a process together with the own processes of another computer, which it joins when its home crashes. The bound can be out of reach.").to_owned());
        }
        for side in [side, other] {
            notes.extend(side.built.remark().filter(|text| !notes.contains(text)));
        }
        if self.drawn.len() < side.built.computers() {
            notes.push(word!("Only computers that are down or take over are drawn; all others run their own processes alone.").to_owned());
        }
        if side.routes() > MOST_ROUTES {
            notes.push(say!(
                "Up to {MOST_ROUTES}\u{a0}routes of crashes are drawn; here {} lead to each computer.",
                side.routes()
            ));
        }
        if self.parameters.several == crate::parameters::Several::Plain && side.built.processes > 1
        {
            notes.push(word!("The thesis’s tables list the own computer among those that take a process over; it is deleted here, and the missing one appended.").to_owned());
        }
        notes
    }
}
