//! What is seen of the same work in several schedules: the same units of work in all, from the same zero on. Nothing here
//! draws.

use std::rc::Rc;

use report::figure::Unit;
use report::number::{fixed, scale, short};
use report::words::{self, count};
use report::worlds::{Reason, Stated, Worlds, amount, from};
use schedule::opening::commonest;
use schedule::svg::fluid::{Aligned, aligned, step};
use schedule::worlds::{Same, ends, waiting};
use schedule::{LaneId, Link, Phase, Relation, Role, Schedule, Span, cut};

use crate::outcome::Outcome;

/// On a narrow screen so many lanes are seen, the deciding ones.
pub const DECIDING: usize = 6;
/// The most schedules in one figure.
const MOST: usize = 4;
/// Of schedules that are compared so many units are seen first.
const COMPARED: usize = 6;

/// What schedules of the same work show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subject {
    /// What all show together, where that has words of its own.
    pub title: Option<String>,
    /// What lengths count where they are no times, one and many.
    pub counted: Option<(String, String)>,
    /// What each is called.
    pub titles: Vec<String>,
    /// What work is counted in, one and many.
    pub unit: (String, String),
    /// How much a unit is, where work is an amount.
    pub amount: Option<f64>,
    /// Whether all lanes begin each unit together.
    pub together: bool,
    /// The number of the first start in the run, counted from 1.
    pub number: usize,
    /// Which value of every lane's series each start of a view begins with, counted from 1; empty where units of equal number are the
    /// same work.
    pub moments: Vec<usize>,
    /// How many units the run has.
    pub of: usize,
    /// What is to be said of the part that is seen first.
    pub caption: String,
    /// Why one is ahead of another.
    pub reasons: Vec<Reason>,
    /// Whether the schedules are of two ways, without and with, rather than of variants.
    pub paired: bool,
}

/// What an outcome shows of the same work in several schedules, and which part first: two worlds, or the variants that are compared.
#[must_use]
pub fn of(outcome: &Outcome) -> Option<(Subject, Vec<Rc<Schedule>>, Seen)> {
    let beside = outcome.beside.as_ref()?;
    if let Some(worlds) = &outcome.report.worlds {
        let schedules = beside.variants.iter().map(|(_, schedule)| schedule.clone());
        let schedules: Vec<_> = schedules.collect();
        let borrowed: Vec<&Schedule> = schedules.iter().map(Rc::as_ref).collect();
        let subject = Subject::of(worlds, &borrowed);
        return Some((subject, schedules, Seen::opening(worlds)));
    }
    let own = (beside.base.clone(), outcome.schedule.clone()?);
    let all = std::iter::once(own).chain(beside.variants.iter().cloned());
    let (titles, mut schedules): (Vec<_>, Vec<_>) = all.take(MOST).unzip();
    if let Some(work) = &beside.work {
        for (schedule, ends) in schedules.iter_mut().zip(&work.ends) {
            *schedule = Rc::new(schedule.marked(&work.name, ends.iter().copied()).ok()?);
        }
    }
    let borrowed: Vec<&Schedule> = schedules.iter().map(Rc::as_ref).collect();
    let load = beside
        .work
        .as_ref()
        .map(|work| (work.unit, work.name.as_str()));
    let subject = Subject::compared(titles, &borrowed, load)?;
    let stated = beside.stated.as_ref();
    let seen = Seen::compared(&borrowed, stated);
    let caption = subject.stand(&borrowed, seen, stated);
    Some((Subject { caption, ..subject }, schedules, seen))
}

impl Subject {
    /// Two worlds, by their schedules.
    #[must_use]
    pub fn of(worlds: &Worlds, schedules: &[&Schedule]) -> Self {
        Self {
            title: worlds.title.clone(),
            counted: worlds.counted.clone(),
            titles: vec![worlds.without.clone(), worlds.with.clone()],
            unit: worlds.unit.clone(),
            amount: worlds.amount,
            together: worlds.together,
            number: worlds.number as usize,
            moments: moments(&Same::of(schedules)),
            of: worlds.of as usize,
            caption: worlds.caption.clone(),
            reasons: worlds.reasons.clone(),
            paired: true,
        }
    }

    /// Variants that are compared, by their names and schedules, whose marks end units of a load where there is a `load`, by how
    /// much a unit is and what load is counted in. Nothing where their work is not counted in the same units.
    fn compared(
        titles: Vec<String>,
        schedules: &[&Schedule],
        load: Option<(f64, &str)>,
    ) -> Option<Self> {
        let same = Same::of(schedules);
        let of = same.most();
        let (unit, amount) = match load {
            Some((amount, name)) => ((name.to_owned(), name.to_owned()), Some(amount)),
            None => {
                let unit = commonest(schedules.first()?.marks())?;
                // Marks end units of work where nothing goes on over them; others tell of something else.
                let same = |schedule: &&Schedule| {
                    let ends = ends(schedule);
                    commonest(schedule.marks()) == Some(unit)
                        && ends.iter().all(|end| !is_busy(schedule, *end))
                };
                if !schedules.iter().all(same) {
                    return None;
                }
                ((unit.to_owned(), format!("{unit}s")), None)
            }
        };
        (of > 0).then(|| Self {
            titles,
            unit,
            amount,
            together: amount.is_none(),
            number: 1,
            moments: moments(&same),
            of,
            ..Self::default()
        })
    }

    /// What is to be said of the part of schedules that is seen first: how it compares with what is stated of all runs.
    fn stand(&self, schedules: &[&Schedule], seen: Seen, stated: Option<&Stated>) -> String {
        let same = Same::of(schedules);
        let part = from(&same, &self.units(seen.count));
        let told = same
            .gains(seen.first, seen.count)
            .zip(self.titles.split_first());
        let (Some((gains, (base, names))), Some(stated)) = (told, stated) else {
            return format!("These {part} are of the first run.");
        };
        let others: Vec<_> = names.iter().map(String::as_str).zip(gains).collect();
        stated.caption(&part, base, &others)
    }

    /// Where a unit of work ends, for a legend: "iteration ends", "every 15 MB".
    #[must_use]
    pub fn mark(&self) -> String {
        match self.amount {
            None => format!("{} ends", self.unit.0),
            Some(_) => format!("every {}", self.units(1)),
        }
    }

    /// So many units in words: "6 iterations", "240 MB".
    fn units(&self, units: usize) -> String {
        let (one, many) = &self.unit;
        match self.amount {
            None => count(units, one, many),
            Some(each) => format!("{}\u{a0}{many}", amount(each, units)),
        }
    }
}

/// Whether a lane has something to do over a moment.
fn is_busy(schedule: &Schedule, at: f64) -> bool {
    let slack = 1e-9 * schedule.makespan();
    let over = |span: &Span| {
        let phase = schedule.phases().get(usize::from(span.phase.0));
        let busy = phase.is_some_and(|phase| !phase.role.is_idle());
        busy && span.start < at - slack && span.end > at + slack
    };
    schedule.iter_lanes().any(|lane| {
        let mut rows = schedule.spans_in(lane.id(), at - slack, at + slack);
        rows.any(|row| schedule.span(row).is_some_and(|span| over(&span)))
    })
}

/// The units of work that are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Their start, counted from 0 among the starts that all schedules share.
    pub first: usize,
    /// How many.
    pub count: usize,
}

impl Seen {
    /// What is seen first.
    #[must_use]
    pub fn opening(worlds: &Worlds) -> Self {
        Self {
            first: worlds.first as usize,
            count: worlds.count as usize,
        }
    }

    /// What is seen first of schedules that are compared: units in which they stand to each other as is stated of all runs, else as
    /// in all that they show.
    fn compared(schedules: &[&Schedule], stated: Option<&Stated>) -> Self {
        let same = Same::of(schedules);
        let count = same.most().min(COMPARED);
        let gains = stated.and_then(Stated::gains);
        let first = match gains.as_deref() {
            // As in two worlds.
            Some([gain]) => same.telling(count, *gain),
            Some(gains) => same.nearest(count, gains),
            None => same.typical(count),
        };
        Self {
            first: first.unwrap_or_default(),
            count,
        }
    }

    /// The units that somebody saw, by their number in the run, where `units` units from `number` on have them all.
    #[must_use]
    pub fn part((first, count): (u32, u32), number: usize, units: usize) -> Option<Self> {
        let first = (first as usize).checked_sub(number)?;
        let count = count as usize;
        (count > 0 && first + count <= units).then_some(Self { first, count })
    }

    /// The same by their number in the run, and how many.
    #[must_use]
    pub fn numbers(self, number: usize) -> (u32, u32) {
        ((number + self.first) as u32, self.count as u32)
    }

    /// What the schedules show, as a title: "The same 6 iterations without and with".
    #[must_use]
    pub fn title(self, subject: &Subject) -> String {
        if let Some(title) = subject.title.clone().filter(|_| self.count == subject.of) {
            return title;
        }
        let how = match (subject.paired, subject.titles.len()) {
            (true, _) => "without and with".to_owned(),
            (false, sides) => format!("in {}", count(sides, "schedule", "schedules")),
        };
        match (self.count, subject.of, subject.amount) {
            _ if !subject.moments.is_empty() => {
                format!("{} from the same moment {how}", subject.units(self.count))
            }
            // There is nothing to count.
            (1, 1, None) => format!("The same {} {how}", subject.unit.0),
            _ => format!("The same {} {how}", subject.units(self.count)),
        }
    }

    /// Which part of the run that is: "iterations 41 to 46 of 1,000", "400 to 640 of 9,000 MB", "from runtime 81 of each node on" where
    /// iterations of equal number meet others; nothing where it is all of it.
    #[must_use]
    pub fn range(self, subject: &Subject) -> String {
        if let Some(moment) = subject.moments.get(self.first) {
            return format!("from runtime {} of each node on", fixed(*moment as f64, 0));
        }
        if self.count == subject.of {
            return String::new();
        }
        let before = subject.number + self.first - 1;
        let (first, last) = (before + 1, before + self.count);
        let all = fixed(subject.of as f64, 0);
        let (one, many) = &subject.unit;
        if let Some(each) = subject.amount {
            let [from, to, all] = [before, last, subject.of].map(|units| amount(each, units));
            return format!("{from} to {to} of {all}\u{a0}{many}");
        }
        match self.count {
            1 => format!("{one} {first} of {all}"),
            _ => format!("{many} {first} to {last} of {all}"),
        }
    }
}

/// The same work in several schedules, one above the other.
#[derive(Debug)]
pub struct Scene {
    /// All begin at 0.
    pub schedules: Vec<Schedule>,
    /// When the units of work end in each.
    ends: Vec<Vec<f64>>,
    /// Whether all lanes begin each unit together.
    together: bool,
    /// What lengths count where they are no times, one and many.
    counted: Option<(String, String)>,
    /// The figure.
    pub figure: Aligned,
    /// What happens, in the order of the time since the beginning.
    pub reasons: Vec<Told>,
}

/// A reason in the time since the beginning of what is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The place of its schedule.
    pub world: usize,
    /// The lane where it is seen.
    pub lane: LaneId,
    /// When, in the schedules' unit.
    pub at: f64,
    /// One sentence.
    pub text: String,
}

/// How many units there are to see, `count` at a time: from how many starts all schedules do so many, and the rest of the last view.
#[must_use]
pub fn units(schedules: &[&Schedule], count: usize) -> usize {
    match Same::of(schedules).starts(count) {
        0 => 0,
        starts => starts - 1 + count,
    }
}

/// Which value each start begins with, counted from 1, where units of equal number do not use the same values.
fn moments(same: &Same) -> Vec<usize> {
    let starts = 0..if same.in_step() { 0 } else { same.starts(1) };
    starts
        .filter_map(|start| Some(same.position(start)? + 1))
        .collect()
}

impl Scene {
    /// Cuts all to the units; nothing where they have not so many.
    #[must_use]
    pub fn new(subject: &Subject, schedules: &[&Schedule], seen: Seen) -> Option<Self> {
        let same = Same::of(schedules);
        let units = same.units(seen.first, seen.count)?;
        let times = same.times(seen.first, seen.count)?;
        let part = |(schedule, (from, to)): (&&Schedule, (f64, f64))| {
            Some((from, cut::part(schedule, from, to).ok()?))
        };
        let parts: Option<Vec<_>> = schedules.iter().zip(times).map(part).collect();
        let (from, parts): (Vec<f64>, Vec<Schedule>) = parts?.into_iter().unzip();
        let inside = |reason: &&Reason| {
            let own = units.get(usize::from(reason.with));
            own.is_some_and(|units| units.contains(&(reason.unit as usize)))
        };
        let told = |reason: &Reason| {
            let world = usize::from(reason.with);
            Some(Told {
                world,
                lane: LaneId(reason.lane),
                at: reason.at - from.get(world)?,
                text: reason.text.clone(),
            })
        };
        let reasons = subject.reasons.iter().filter(inside);
        let mut reasons: Vec<_> = reasons.filter_map(told).collect();
        reasons.sort_by(|a, b| a.at.total_cmp(&b.at));
        Some(Self {
            ends: parts.iter().map(ends).collect(),
            together: subject.together,
            counted: subject.counted.clone(),
            figure: aligned(&parts.iter().collect::<Vec<_>>(), subject.together),
            reasons,
            schedules: parts,
        })
    }

    /// A length of time in words.
    #[must_use]
    pub fn words(&self, length: f64) -> String {
        let unit = self.schedules.first().map(Schedule::unit);
        words::length(unit.unwrap_or(schedule::Unit::Milliseconds), length)
    }

    /// The length of a schedule, or a difference of these, in words: all in one unit, in which the largest difference is told; where
    /// lengths would be long numbers, in their own unit, with the decimals that the difference needs.
    #[must_use]
    pub fn length(&self, length: f64) -> String {
        /// Differences below this share of the shortest schedule have neither.
        const LEAST: f64 = 1e-3;
        /// Nobody reads a length of more.
        const LONG: f64 = 1e4;
        /// What the last digit stands for, by the number of decimals.
        const LAST: [f64; 5] = [1.0, 0.1, 0.01, 1e-3, 1e-4];
        let unit = self.schedules.first().map(Schedule::unit);
        let ms = unit.map_or(1.0, |unit| unit.milliseconds());
        let of = match unit {
            Some(schedule::Unit::Units) => Unit::One,
            _ => Unit::Milliseconds,
        };
        let shortest = self.lengths().fold(f64::INFINITY, f64::min);
        let difference = self.lengths().fold(0.0, f64::max) - shortest;
        let least = match difference {
            0.0 => shortest,
            difference => difference.clamp(LEAST * shortest, shortest),
        };
        let (one, name) = match scale(least * ms, of) {
            (one, _) if shortest * ms / one >= LONG => scale(shortest * ms, of),
            fine => fine,
        };
        let value = length * ms / one;
        let decimals = |finest: f64| LAST.iter().position(|last| *last <= finest);
        let told = decimals(0.1 * difference * ms / one).filter(|told| {
            difference > LEAST * shortest && decimals(0.01 * value).is_some_and(|own| *told > own)
        });
        let whole = self.counted.is_some() && (value - value.round()).abs() < 1e-9 * value.abs();
        let number = match told {
            _ if whole => fixed(value.round(), 0),
            Some(told) => fixed(value, told),
            None => short(value),
        };
        match (of, &self.counted) {
            (Unit::One, Some((one, many))) => {
                let name = if number == "1" { one } else { many };
                format!("{number}\u{a0}{name}")
            }
            (Unit::One, None) => words::units(&number),
            _ => format!("{number}\u{a0}{name}"),
        }
    }

    /// Whether anything was stopped that would have gone on.
    #[must_use]
    pub fn has_remainders(&self) -> bool {
        self.schedules.iter().any(|schedule| {
            schedule.links().kind.iter().any(|kind| {
                let kind = schedule.link_kinds().get(usize::from(*kind));
                kind.is_some_and(|kind| kind.relation == Relation::Remainder)
            })
        })
    }

    /// How many lanes there would be in each of two schedules as high as all of them together.
    #[must_use]
    pub fn lanes(&self) -> usize {
        let all: usize = self.schedules.iter().map(|one| one.lanes().len()).sum();
        all.div_ceil(2)
    }

    /// How long each takes.
    fn lengths(&self) -> impl Iterator<Item = f64> {
        self.schedules.iter().map(Schedule::makespan)
    }

    /// How long the first and the last take.
    fn both(&self) -> [f64; 2] {
        let length = |schedule: Option<&Schedule>| schedule.map_or(0.0, Schedule::makespan);
        [self.schedules.first(), self.schedules.last()].map(length)
    }

    /// How much earlier the units are done that are done in the last schedule by a moment than in the first; negative where they
    /// are done later.
    #[must_use]
    pub fn gained(&self, at: f64) -> f64 {
        let (Some(without), Some(with)) = (self.ends.first(), self.ends.last()) else {
            return 0.0;
        };
        let done = with.partition_point(|end| *end <= at * (1.0 + 1e-12));
        let end = |ends: &[f64]| done.checked_sub(1).and_then(|last| ends.get(last).copied());
        match (end(without), end(with)) {
            (Some(without), Some(with)) => without - with,
            _ => 0.0,
        }
    }

    /// All with how long they take, for those who do not see them.
    #[must_use]
    pub fn alternative(&self, subject: &Subject, seen: Seen) -> String {
        let sides = subject.titles.iter().zip(self.lengths());
        let sides: Vec<_> = sides
            .map(|(title, length)| {
                let takes = if self.counted.is_some() {
                    "has"
                } else {
                    "takes"
                };
                format!("“{title}” {takes} {}", self.length(length))
            })
            .collect();
        format!("{}: {}.", seen.title(subject), sides.join(", "))
    }

    /// What is left of the axis after a world's end, as an SVG element over its lanes, with words where there is room; nothing where
    /// that is too little.
    #[must_use]
    pub fn gap(&self, world: usize) -> Option<String> {
        const LEAST: f64 = 0.03;
        /// The room of a letter and of what is around the words, in pixels.
        const LETTER: f64 = 7.5;
        const AROUND: f64 = 8.0;
        let end = self.schedules.get(world)?.makespan();
        let gap = self.figure.length - end;
        if gap <= LEAST * self.figure.length {
            return None;
        }
        let left = 100.0 * self.share(end);
        let middle = (left + 100.0) / 2.0;
        let less = if self.counted.is_some() {
            "fewer"
        } else {
            "earlier"
        };
        let words = format!("{} {less}", self.length(gap));
        let room = words.chars().count() as f64 * LETTER + AROUND;
        let words = step(room, 1.0 - self.share(end)).map_or_else(String::new, |from| {
            format!(
                "<text class=\"at-{from}\" x=\"{middle:.2}%\" y=\"50%\" dy=\"-6\">{words}</text>"
            )
        });
        Some(format!(
            "<svg class=\"gap\" aria-hidden=\"true\"><line x1=\"{left:.2}%\" x2=\"100%\" y1=\"50%\" y2=\"50%\"/>{words}</svg>"
        ))
    }

    /// Where a moment is on the axis, from 0 to 1.
    #[must_use]
    pub fn share(&self, at: f64) -> f64 {
        if self.figure.length > 0.0 {
            (at / self.figure.length).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// What is gained or lost by the end, or who is ahead at a moment and what that comes to: "Gained 20 s",
    /// "Ahead by 25 s · gained 20 s at the end". Of more than two schedules who ends first.
    #[must_use]
    pub fn balance(&self, subject: &Subject, at: Option<f64>) -> String {
        let sides = subject.titles.iter().zip(self.lengths());
        let first = sides.min_by(|a, b| a.1.total_cmp(&b.1));
        if let (false, Some((title, length))) = (subject.paired, first) {
            return format!("First: {title}, {}", self.length(length));
        }
        let [without, with] = self.both();
        if self.counted.is_some() {
            return match with - without {
                level if level.abs() < 1e-9 * self.figure.length => "Equally full".into(),
                more if more > 0.0 => format!("{} more", self.length(more)),
                fewer => format!("{} fewer", self.length(-fewer)),
            };
        }
        let told = |gain: f64, [more, less, none]: [&str; 3]| match gain {
            gain if gain.abs() < 1e-9 * self.figure.length => none.to_owned(),
            gain if gain > 0.0 => format!("{more} {}", self.length(gain)),
            loss => format!("{less} {}", self.length(-loss)),
        };
        let end = without - with;
        match at.filter(|at| *at < with) {
            None => told(end, ["Gained", "Lost", "No time gained"]),
            Some(at) => format!(
                "{} · {} at the end",
                told(self.gained(at), ["Ahead by", "Behind by", "Level"]),
                told(end, ["gained", "lost", "level"])
            ),
        }
    }

    /// The lanes of a schedule that are left out on a narrow screen: all but those that decide.
    #[must_use]
    pub fn minor(&self, world: usize) -> Vec<usize> {
        let names = self.schedules.get(world).map_or(&[][..], Schedule::lanes);
        let deciding = self.deciding();
        let rank = |name: &String| deciding.iter().position(|of| of == name);
        let mut lanes: Vec<_> = names.iter().map(rank).zip(0..).collect();
        lanes.sort_by_key(|(rank, lane)| (rank.unwrap_or(usize::MAX), *lane));
        lanes
            .into_iter()
            .skip(DECIDING)
            .map(|(_, lane)| lane)
            .collect()
    }

    /// What is said of the lanes that a narrow screen leaves out: nothing where it leaves out none.
    #[must_use]
    pub fn fewer(&self) -> Option<String> {
        let lanes = |schedule: &Schedule| schedule.lanes().len();
        let all = self.schedules.iter().map(lanes).max()?;
        let left: usize = (0..self.schedules.len())
            .map(|world| self.minor(world).len())
            .sum();
        (left > 0).then(|| {
            format!(
                "{DECIDING} of {all} lanes fit here, those that decide. A wider window shows all."
            )
        })
    }

    /// The names of all lanes, those that decide first: where all wait for each other those that are waited for longest, else those
    /// whose waiting differs most; of equals those whose work differs most, and then those with most work.
    fn deciding(&self) -> Vec<String> {
        let mut weights: Vec<(String, [f64; 3])> = Vec::new();
        let mut sum = |name: &str, place: usize, weight: f64| {
            let known = weights.iter().position(|(of, _)| of == name);
            let known = known.unwrap_or_else(|| {
                weights.push((name.to_owned(), [0.0; 3]));
                weights.len() - 1
            });
            if let Some(sum) = weights
                .get_mut(known)
                .and_then(|(_, sums)| sums.get_mut(place))
            {
                *sum += weight;
            }
        };
        for (place, schedule) in self.schedules.iter().enumerate() {
            let works = |span: &Span| {
                let phase = schedule.phases().get(usize::from(span.phase.0));
                phase.is_some_and(|phase| !phase.role.is_idle() && phase.role != Role::Failed)
            };
            for lane in schedule.iter_lanes() {
                let work: f64 = lane.iter().filter(works).map(|span| span.duration()).sum();
                sum(lane.name(), 1, if place == 0 { work } else { -work });
                sum(lane.name(), 2, work);
            }
        }
        let mut add = |name: &str, weight: f64| sum(name, 0, weight);
        for (place, schedule) in self.schedules.iter().enumerate() {
            for lane in schedule.iter_lanes() {
                add(lane.name(), 0.0);
            }
            if self.together {
                if place == 0 {
                    for waiting in waiting(schedule) {
                        add(
                            schedule.lane(waiting.lane).name(),
                            waiting.to - waiting.from,
                        );
                    }
                }
                continue;
            }
            let sign = if place == 0 { 1.0 } else { -1.0 };
            for lane in schedule.iter_lanes() {
                let idle = lane.iter().filter(|span| {
                    let phase = schedule.phases().get(usize::from(span.phase.0));
                    phase.is_some_and(|phase| phase.role.is_idle())
                });
                add(
                    lane.name(),
                    sign * idle.map(|span| span.duration()).sum::<f64>(),
                );
            }
        }
        let slack = 1e-9 * self.figure.length;
        let rounded = |weight: f64| {
            if weight.abs() < slack {
                0.0
            } else {
                weight.abs()
            }
        };
        weights.sort_by(|(_, a), (_, b)| {
            let mut pairs = a.iter().zip(b);
            let order = pairs.find_map(|(a, b)| {
                let order = rounded(*b).total_cmp(&rounded(*a));
                order.is_ne().then_some(order)
            });
            order.unwrap_or(core::cmp::Ordering::Equal)
        });
        weights.into_iter().map(|(name, _)| name).collect()
    }

    fn phase(&self, world: usize, span: &Span) -> Option<&Phase> {
        let schedule = self.schedules.get(world)?;
        schedule.phases().get(usize::from(span.phase.0))
    }

    /// What a lane does at a moment, and how it came to that.
    #[must_use]
    pub fn tell(&self, world: usize, lane: LaneId, at: f64) -> Option<String> {
        let schedule = self.schedules.get(world)?;
        let span = schedule.span_at(lane, at)?;
        let phase = self.phase(world, &span)?;
        let name = schedule.lane(lane).name().to_owned();
        let number = span.job.number().map(|job| format!(", job {job}"));
        let words = schedule.job(span.job).map(|words| format!(", {words}"));
        let job = words.or(number).unwrap_or_default();
        let length = self.words(span.duration());
        let why = match phase.role {
            Role::Wait if self.together => waiting(schedule)
                .into_iter()
                .find(|waiting| waiting.to >= span.start && waiting.to <= span.end + 1e-9)
                .map(|waiting| format!("waits for {}", schedule.lane(waiting.lane).name())),
            _ => self.remainder(world, lane, span.start, at).map(|link| {
                format!(
                    "would have taken {} more",
                    self.words(link.end - link.start)
                )
            }),
        };
        let why =
            why.or_else(|| (!phase.ending.is_empty()).then(|| format!("until {}", phase.ending)));
        let why = why.map_or_else(String::new, |why| format!("; {why}"));
        let slack = 1e-9 * self.figure.length;
        let reason = self.reasons.iter().find(|told| {
            let inside = told.at >= span.start - slack && told.at <= span.end + slack;
            told.world == world && told.lane == lane && inside
        });
        let reason = reason.map_or_else(String::new, |told| format!(" {}", told.text));
        Some(format!(
            "{name}: {}{job}, {length}{why}.{reason}",
            phase.name
        ))
    }

    /// From when to when a lane goes on with what it does at a moment.
    #[must_use]
    pub fn span(&self, world: usize, lane: LaneId, at: f64) -> Option<(f64, f64)> {
        let span = self.schedules.get(world)?.span_at(lane, at)?;
        Some((span.start, span.end))
    }

    /// The middle of the span before (`forward` false) or after the one that a lane has at a moment; of its first one where there
    /// is none.
    #[must_use]
    pub fn step(&self, world: usize, lane: LaneId, at: f64, forward: bool) -> Option<f64> {
        let schedule = self.schedules.get(world)?;
        let spans: Vec<Span> = schedule.lane(lane).iter().collect();
        let here = spans.partition_point(|span| span.end <= at);
        let inside = spans.get(here).is_some_and(|span| span.start <= at);
        let place = match (forward, inside) {
            (true, true) => here + 1,
            (true, false) => here,
            (false, _) => here.saturating_sub(1),
        };
        let span = spans.get(place.min(spans.len().checked_sub(1)?))?;
        Some((span.start + span.end) / 2.0)
    }

    /// What would have gone on in a lane where it was stopped next after a moment, within what it did then.
    #[must_use]
    pub fn remainder(&self, world: usize, lane: LaneId, since: f64, at: f64) -> Option<Link> {
        let schedule = self.schedules.get(world)?;
        let stopped = |phase: usize| {
            let role = schedule.phases().get(phase).map(|phase| phase.role);
            matches!(role, Some(Role::Cancelled | Role::Message))
        };
        let here = schedule.span_at(lane, at)?;
        if !stopped(usize::from(here.phase.0)) {
            return None;
        }
        let links = schedule.links().iter().filter(|link| {
            let kind = schedule.link_kinds().get(usize::from(link.kind.0));
            kind.is_some_and(|kind| kind.relation == Relation::Remainder)
                && link.from == lane
                && link.start >= since
        });
        links.min_by(|a, b| a.start.total_cmp(&b.start))
    }
}

/// The strip below schedules of the same work, as an SVG element: all units with how much of the time is gained in each, upwards, or
/// lost, downwards, as shares of the most, and a frame around those that are seen.
#[must_use]
pub fn strip(subject: &Subject, schedules: &[&Schedule], seen: Seen) -> String {
    let all = units(schedules, seen.count);
    let hills: String = match subject.paired {
        true => hills(schedules),
        false => Vec::new(),
    }
    .iter()
    .take(all)
    .enumerate()
    .filter(|(_, hill)| hill.abs() >= 0.01)
    .map(|(unit, hill)| format!("M{unit} 0V{:.2}h1V0z", -hill))
    .collect();
    format!(
        "<svg class=\"hills\" aria-hidden=\"true\" viewBox=\"0 -1.1 {all} 2.2\" preserveAspectRatio=\"none\"><path d=\"{hills}\"/>\
         <rect class=\"base\" y=\"-0.03\" width=\"{all}\" height=\"0.06\"/><rect class=\"seen\" x=\"{}\" y=\"-1.1\" width=\"{}\" \
         height=\"2.2\"/></svg>",
        seen.first, seen.count
    )
}

/// By how much the unit that begins at each start is shorter in the last schedule than in the first, as a share of the largest such
/// difference.
fn hills(schedules: &[&Schedule]) -> Vec<f64> {
    let same = Same::of(schedules);
    let gain = |start| {
        let times = same.times(start, 1).unwrap_or_default();
        let length = |times: Option<&(f64, f64)>| times.map_or(0.0, |(from, to)| to - from);
        length(times.first()) - length(times.last())
    };
    let gains: Vec<f64> = (0..same.starts(1)).map(gain).collect();
    let most = gains
        .iter()
        .fold(0.0_f64, |most, gain| most.max(gain.abs()));
    let share = |gain: f64| if most > 0.0 { gain / most } else { 0.0 };
    gains.into_iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use schedule::{MarkId, Recorder, Recording, Unit};

    use super::*;

    fn run(length: f64) -> Schedule {
        let mut recording = Recording::new(Unit::Seconds, vec!["node 1".into()], Vec::new())
            .with_marks(["iteration"]);
        for iteration in 1..=4 {
            recording.mark(f64::from(iteration) * length, MarkId(0));
        }
        recording.finish(4.0 * length).unwrap()
    }

    fn subject() -> Subject {
        Subject {
            paired: true,
            ..Subject::default()
        }
    }

    #[test]
    fn a_loss_is_called_a_loss_and_a_gain_a_gain() {
        let seen = Seen { first: 1, count: 2 };
        let of =
            |without, with| Scene::new(&subject(), &[&run(without), &run(with)], seen).unwrap();
        let (gain, loss, same) = (of(10.0, 6.0), of(6.0, 10.0), of(6.0, 6.0));
        let told = |scene: &Scene, at| scene.balance(&subject(), at).replace('\u{a0}', " ");
        assert_eq!(
            [&gain, &loss, &same].map(|scene| told(scene, None)),
            ["Gained 8.00 s", "Lost 8.00 s", "No time gained"]
        );
        assert_eq!(
            [0.0, 6.0, 12.0].map(|at| told(&gain, Some(at))),
            [
                "Level · gained 8.00 s at the end",
                "Ahead by 4.00 s · gained 8.00 s at the end",
                "Gained 8.00 s"
            ]
        );
        assert_eq!(
            told(&loss, Some(10.0)),
            "Behind by 4.00 s · lost 8.00 s at the end"
        );
    }

    #[test]
    fn what_is_counted_is_fewer_and_not_earlier() {
        let run = |length: f64| {
            let mut recording = Recording::new(Unit::Units, vec!["computer 0".into()], Vec::new())
                .with_marks(["round"]);
            recording.mark(length, MarkId(0));
            recording.finish(length).unwrap()
        };
        let subject = Subject {
            counted: Some(("process".into(), "processes".into())),
            ..subject()
        };
        let seen = Seen { first: 0, count: 1 };
        let of = |without, with| Scene::new(&subject, &[&run(without), &run(with)], seen).unwrap();
        let told = |scene: &Scene| scene.balance(&subject, None).replace('\u{a0}', " ");
        assert_eq!(
            [of(5.0, 3.0), of(3.0, 4.0), of(3.0, 3.0)].map(|scene| told(&scene)),
            ["2 processes fewer", "1 process more", "Equally full"]
        );
        let gap = of(5.0, 3.0).gap(1).unwrap();
        assert!(gap.contains("2\u{a0}processes fewer"), "{gap}");
        assert_eq!(of(5.0, 3.0).length(5.0), "5\u{a0}processes");
    }

    #[test]
    fn of_lanes_those_whose_work_differs_decide() {
        let phases = vec![
            Phase::new("run", Role::Compute),
            Phase::new("down", Role::Failed),
        ];
        let run = |loads: [f64; 8]| {
            let names = (0..8).map(|lane| format!("computer {lane}")).collect();
            let mut recording =
                Recording::new(Unit::Units, names, phases.clone()).with_marks(["round"]);
            for (lane, load) in (0..).map(LaneId).zip(loads) {
                let (phase, end) = match load {
                    0.0 => (schedule::PhaseId(1), 5.0),
                    load => (schedule::PhaseId(0), load),
                };
                recording.span(lane, phase, 0.0, end, schedule::Job::NONE);
            }
            recording.mark(5.0, MarkId(0));
            recording.finish(5.0).unwrap()
        };
        let both = [
            run([0.0, 0.0, 1.0, 1.0, 5.0, 1.0, 1.0, 1.0]),
            run([0.0, 0.0, 1.0, 1.0, 3.0, 2.0, 2.0, 1.0]),
        ];
        let subject = Subject {
            together: true,
            ..subject()
        };
        let seen = Seen { first: 0, count: 1 };
        let scene = Scene::new(&subject, &both.each_ref(), seen).unwrap();
        assert_eq!([scene.minor(0), scene.minor(1)], [vec![0, 1], vec![0, 1]]);
        assert_eq!(
            scene.fewer().unwrap(),
            "6 of 8 lanes fit here, those that decide. A wider window shows all."
        );
    }

    #[test]
    fn a_unit_without_a_name_is_a_unit_and_one_thing_is_not_counted() {
        let run = |length: f64| {
            let mut recording = Recording::new(Unit::Units, vec!["P1".into()], Vec::new())
                .with_marks(["set of jobs"]);
            recording.mark(length, MarkId(0));
            recording.finish(length).unwrap()
        };
        let seen = Seen { first: 0, count: 1 };
        let scene = Scene::new(&subject(), &[&run(4.65), &run(1.0)], seen).unwrap();
        let told = |length| scene.length(length).replace('\u{a0}', " ");
        assert_eq!([4.65, 1.0].map(told), ["4.65 units", "1 unit"]);
        let subject = Subject {
            unit: ("set of jobs".into(), "sets of jobs".into()),
            number: 1,
            of: 1,
            ..subject()
        };
        assert_eq!(
            seen.title(&subject),
            "The same set of jobs without and with"
        );
        assert_eq!(seen.range(&subject), "");
    }

    #[test]
    fn a_small_difference_of_long_lengths_is_told_in_their_unit() {
        let seen = Seen { first: 1, count: 2 };
        let of =
            |without, with| Scene::new(&subject(), &[&run(without), &run(with)], seen).unwrap();
        let told = |scene: &Scene, length| scene.length(length).replace('\u{a0}', " ");
        let (near, short) = (of(73.743, 73.9855), of(5.0, 5.1));
        assert_eq!(
            [147.486, 147.971, 0.485].map(|length| told(&near, length)),
            ["147.49 s", "147.97 s", "0.485 s"]
        );
        assert_eq!(told(&short, 10.0), "10.00 s");
    }

    #[test]
    fn a_part_that_somebody_saw_is_found_again_where_it_is_there() {
        let seen = Seen { first: 4, count: 3 };
        assert_eq!(Seen::part(seen.numbers(41), 41, 20), Some(seen));
        assert_eq!(Seen::part((45, 3), 41, 7), Some(seen));
        let elsewhere = [((45, 3), 41, 6), ((40, 3), 41, 20), ((45, 0), 41, 20)];
        for (part, number, units) in elsewhere {
            assert_eq!(Seen::part(part, number, units), None);
        }
    }

    #[test]
    fn an_amount_is_said_in_its_unit_and_units_are_counted() {
        let seen = Seen { first: 2, count: 3 };
        let amount = Subject {
            unit: ("MB".into(), "MB".into()),
            amount: Some(40.0),
            number: 9,
            of: 50,
            ..subject()
        };
        assert_eq!(seen.title(&amount), "The same 120\u{a0}MB without and with");
        assert_eq!(seen.range(&amount), "400 to 520 of 2\u{202f}000\u{a0}MB");
        let counted = Subject {
            amount: None,
            unit: ("round".into(), "rounds".into()),
            ..amount
        };
        assert_eq!(seen.range(&counted), "rounds 11 to 13 of 50");
    }

    #[test]
    fn schedules_are_compared_by_the_units_that_all_have() {
        let (one, other) = (run(10.0), run(6.0));
        let subject =
            Subject::compared(vec!["a".into(), "b".into()], &[&one, &other], None).unwrap();
        assert_eq!((subject.of, subject.unit.1.as_str()), (4, "iterations"));
        let unmarked = Recording::new(Unit::Seconds, vec!["node 1".into()], Vec::new());
        let unmarked = unmarked.finish(1.0).unwrap();
        assert_eq!(
            Subject::compared(Vec::new(), &[&one, &unmarked], None),
            None
        );
        // Marks that work goes on over end no unit of it.
        let phases = vec![Phase::new("compute", Role::Compute)];
        let mut recording = Recording::new(Unit::Seconds, vec!["node 1".into()], phases)
            .with_marks(["a chunk waits"]);
        recording.span(
            LaneId(0),
            schedule::PhaseId(0),
            0.0,
            9.0,
            schedule::Job::NONE,
        );
        recording.mark(4.0, MarkId(0));
        let busy = recording.finish(9.0).unwrap();
        assert_eq!(Subject::compared(Vec::new(), &[&busy, &busy], None), None);
    }

    #[test]
    fn steps_go_from_span_to_span_and_stop_at_the_ends() {
        let phases = vec![Phase::new("compute", Role::Compute)];
        let mut recording =
            Recording::new(Unit::Seconds, vec!["node 1".into()], phases).with_marks(["iteration"]);
        for (from, to) in [(0.0, 2.0), (4.0, 6.0)] {
            recording.span(
                LaneId(0),
                schedule::PhaseId(0),
                from,
                to,
                schedule::Job::NONE,
            );
        }
        recording.mark(6.0, MarkId(0));
        let schedule = recording.finish(6.0).unwrap();
        let scene = Scene::new(
            &subject(),
            &[&schedule, &schedule],
            Seen { first: 0, count: 1 },
        )
        .unwrap();
        let step = |at, forward| scene.step(0, LaneId(0), at, forward).unwrap();
        assert_eq!(
            [
                step(-1.0, true),
                step(1.0, true),
                step(3.0, true),
                step(5.0, true)
            ],
            [1.0, 5.0, 5.0, 5.0]
        );
        assert_eq!(
            [step(5.0, false), step(3.0, false), step(1.0, false)],
            [1.0, 1.0, 1.0]
        );
    }
}
