//! How often to set the shares (Dobber 2006, sections 4.2 and 4.3, tables 4.1 and 4.2).

use report::chart::{Axis, Point, Series, Side};
use report::evidence::{Evidence, Verdict, factor};
use report::figure::Unit;
use report::table::Cell;
use report::words::sentences;
use report::{Chart, Figure, Layout, Observer, Report, Sample, Table};
use schedule::Schedule;
use words::{say, word};

use super::notes;
use super::outcomes::{self, Outcomes};
use super::{communication, course};
use crate::Error;
use crate::iterations::Spent;
use crate::parameters::{Parameters, Strategy};
use crate::speedup::{Speedup, ratios};
use crate::study::{Intervals, Measured, Method, Study};

/// Speedups of a method over equal shares: with all overhead, and with computing and waiting alone.
struct Speedups {
    with: Speedup,
    without: Speedup,
    /// The run times, and the same without overhead, ms.
    times: Vec<f64>,
    computing: Vec<f64>,
    /// The evidence of the run times against equal shares.
    evidence: Option<Evidence>,
}

impl Speedups {
    fn of(equal: &Measured, measured: &Measured) -> Self {
        let computing = |measured: &Measured| -> Vec<f64> {
            let time = |spent: &Spent| spent.computing + spent.discarded + spent.waiting;
            measured.spent_by_run.iter().map(time).collect()
        };
        let alone = computing(measured);
        Self {
            with: Speedup::of(&equal.totals, &measured.totals),
            without: Speedup::of(&computing(equal), &alone),
            evidence: Evidence::of_means(&equal.totals, &measured.totals),
            times: measured.totals.clone(),
            computing: alone,
        }
    }

    /// Whether the method is clearly faster than equal shares.
    fn gains(&self) -> bool {
        let verdict = self.evidence.map(|evidence| evidence.verdict());
        verdict == Some(Verdict::Faster)
    }
}

/// The outcomes of rebalancing, by the number of iterations after which shares are set.
pub(super) struct Findings {
    study: Study,
    /// Shares set once.
    once: Vec<(u32, Speedups)>,
    /// Shares set again and again.
    again: Vec<(u32, Speedups)>,
    /// Shares set once in hindsight.
    once_best: Option<Speedups>,
    /// Shares set in every iteration in hindsight.
    again_best: Option<Speedups>,
    outcomes: Outcomes,
}

pub(super) fn compute(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings, Error> {
    let (study, intervals) = Study::new(parameters)?.intervals(observer)?;
    let Intervals {
        once,
        again,
        results,
    } = intervals;
    let empty = Measured::none(Method::Equal);
    let equal = results.of(Method::Equal).unwrap_or(&empty);
    let rows = |measured: &[(u32, Measured)]| -> Vec<(u32, Speedups)> {
        let row = |(number, measured): &(u32, Measured)| (*number, Speedups::of(equal, measured));
        measured.iter().map(row).collect()
    };
    let hindsight = |method| {
        let measured = results.of(method)?;
        Some(Speedups::of(equal, measured))
    };
    Ok(Findings {
        once: rows(&once),
        again: rows(&again),
        once_best: hindsight(Method::StaticHindsight),
        again_best: hindsight(Method::DynamicHindsight),
        outcomes: Outcomes::of(&study, results),
        study,
    })
}

impl report::Findings for Findings {
    fn report(&self) -> Report {
        let mut charts = vec![
            self.speedups(
                "intervals",
                word!("How often should shares be set?"),
                |one| one.with,
            ),
            self.speedups(
                "intervals_without_overhead",
                word!("And if setting and sending took no time?"),
                |one| one.without,
            ),
        ];
        charts.extend(course::charts(&self.outcomes.first, self.outcomes.shown));
        let mut notes = vec![
            word!("Speedups are ratios of the mean run times, the thesis’ definition; their intervals are 95 % intervals by Student’s t of a \
             ratio estimate. Without overhead means that neither setting shares nor synchronising takes time, for equal shares \
             neither.")
                .into(),
        ];
        notes.extend(notes::notes(&self.study, &self.outcomes));
        let (headline, why) = notes::of_runs(
            self.study.parameters(),
            !self.again.is_empty(),
            self.headline(),
            self.why(),
        );
        let report = Report {
            layout: Layout::charts(&["intervals"]).folding(&[
                "first_run_iterations",
                "cumulative_time",
                "load_shares",
            ]),
            headline,
            why,
            figures: self.figures(),
            charts,
            tables: vec![self.table()],
            notes,
            traces: Some(self.study.traces().clone()),
            asked: self.outcomes.told.asked.clone(),
            ..Report::default()
        };
        communication::heads(report, &self.study, &self.outcomes)
    }

    fn samples(&self) -> Vec<Sample> {
        let parameters = self.study.parameters();
        let again = self.sample(
            "again",
            word!("Speedup of shares set again and again, mean of the runs"),
            &self.again,
            parameters.rebalance_every,
        );
        let once = self.sample(
            "once",
            word!("Speedup of shares set once, mean of the runs"),
            &self.once,
            parameters.cold_iterations,
        );
        match self.asks_once() {
            true => vec![once, again],
            false => vec![again, once],
        }
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.outcomes.schedule)
    }
}

/// The number after which shares are best set.
fn best(rows: &[(u32, Speedups)]) -> Option<&(u32, Speedups)> {
    let mut best: Option<&(u32, Speedups)> = None;
    for row in rows {
        let mean = row.1.with.ratio_of_means;
        if best.is_none_or(|best| mean > best.1.with.ratio_of_means) {
            best = Some(row);
        }
    }
    best
}

/// The numbers with no clear difference from one of them.
fn level(rows: &[(u32, Speedups)], number: u32) -> Vec<u32> {
    let ways: Vec<&[f64]> = rows.iter().map(|(_, one)| one.times.as_slice()).collect();
    let place = rows.iter().position(|(one, _)| *one == number);
    let level = place.map_or_else(Vec::new, |place| {
        outcomes::level(&ways, place, Evidence::of_means)
    });
    level
        .into_iter()
        .filter_map(|at| Some(rows.get(at)?.0))
        .collect()
}

/// The row with the highest speedup of those that are clearly faster than equal shares.
fn gaining(rows: &[(u32, Speedups)]) -> Option<&(u32, Speedups)> {
    let gains = rows.iter().filter(|(_, one)| one.gains());
    gains.reduce(|a, b| {
        if b.1.with.ratio_of_means > a.1.with.ratio_of_means {
            b
        } else {
            a
        }
    })
}

/// "after 3 iterations".
fn after(cold: u32) -> String {
    match cold {
        1 => word!("after the first iteration").into(),
        cold => say!("after {cold} iterations"),
    }
}

impl Findings {
    /// The speedup of each run with shares set after the scenario’s number of iterations; 1 where the run has fewer.
    fn sample(
        &self,
        key: &'static str,
        name: &'static str,
        rows: &[(u32, Speedups)],
        number: u32,
    ) -> Sample {
        let equal = self.outcomes.times(Method::Equal).unwrap_or_default();
        let row = rows.iter().find(|(one, _)| *one == number);
        let times = row.map_or(equal, |(_, one)| one.times.as_slice());
        Sample::new(key, name, Unit::One, ratios(equal, times)).more_is_better()
    }

    /// Whether the question is when to set shares once, rather than how often.
    fn asks_once(&self) -> bool {
        let strategy = self.study.parameters().strategy;
        matches!(strategy, Strategy::Static | Strategy::StaticHindsight)
    }

    fn headline(&self) -> String {
        let once = self.asks_once() && self.study.parameters().processors > 1;
        let once = once.then(|| self.set_once()).flatten();
        once.unwrap_or_else(|| self.set_again())
    }

    /// The best interval of shares that are set again and again, in a sentence.
    fn set_again(&self) -> String {
        let Some((every, speedups)) = gaining(&self.again).or_else(|| best(&self.again)) else {
            return word!("There are too few iterations to set shares between them").into();
        };
        let every_words = notes::every(*every);
        if self.study.parameters().processors == 1 {
            return word!("One processor has no shares to set").into();
        }
        let pace = speedups.evidence.map(|evidence| evidence.pace("takes"));
        let pace = pace.unwrap_or_else(|| word!("cannot be compared with").into());
        if self.again.len() == 1 {
            return say!("Rebalancing {every_words} {pace} equal shares");
        }
        if !speedups.gains() {
            return say!(
                "Rebalancing {every_words} {pace} equal shares, and no interval is clearly faster than they are"
            );
        }
        match level(&self.again, *every).as_slice() {
            [] => say!("Rebalancing {every_words} is best: it {pace} equal shares"),
            [other] => say!(
                "Rebalancing {every_words} {pace} equal shares, with no clear difference from {}",
                notes::every(*other)
            ),
            others => say!(
                "Rebalancing {every_words} {pace} equal shares, with no clear difference from {} other intervals",
                others.len()
            ),
        }
    }

    fn why(&self) -> String {
        if self.study.parameters().processors == 1 {
            return word!("Without a second processor there is nothing to balance.").into();
        }
        let number = |speedup: &Speedup| factor(speedup.ratio_of_means);
        let mut out = Vec::new();
        // Shares that are set after the last iteration alone are equal shares.
        let iterations = self.study.parameters().iterations;
        let mut used = self.again.iter().filter(|(every, _)| *every < iterations);
        if let Some((first, fresh)) = used.next()
            && let Some((last, stale)) = used.next_back()
        {
            let evidence = Evidence::of_means(&stale.computing, &fresh.computing);
            let fit = match evidence.map(|evidence| evidence.verdict()) {
                Some(Verdict::Faster) => word!(": old shares fit worse"),
                Some(Verdict::Slower) => word!(": new shares fit worse"),
                Some(Verdict::Equal) => word!(": they fit alike"),
                Some(Verdict::Unclear) | None => word!(", no clear difference"),
            };
            out.push(say!(
                "Without overhead, the speedup is {} with shares set {} and {} with shares set {}{fit}.",
                number(&fresh.without),
                notes::every(*first),
                number(&stale.without),
                notes::every(*last),
            ));
            if number(&fresh.with) != number(&fresh.without) {
                out.push(say!("With overhead, the first is {}.", number(&fresh.with)));
            }
        }
        out.extend(match self.asks_once() {
            true => self.set_once().map(|_| say!("{}.", self.set_again())),
            false => self.set_once().map(|once| say!("{once}.")),
        });
        if let (Some(once), Some(again)) = (&self.once_best, &self.again_best) {
            out.push(say!(
                "Hindsight would give {} with shares set once and {} with shares set in every \
                 iteration.",
                number(&once.with),
                number(&again.with)
            ));
        }
        sentences(out)
    }

    /// The best moment of shares that are set a single time, in a sentence.
    fn set_once(&self) -> Option<String> {
        let Some((cold, speedups)) = gaining(&self.once) else {
            let words = word!("Set only once, shares are nowhere clearly faster than equal shares");
            return (self.once.len() > 1).then(|| words.into());
        };
        let evidence = speedups.evidence?;
        let others = level(&self.once, *cold).len();
        let ties = match others {
            0 => String::new(),
            1 => word!(", with no clear difference from one other number").into(),
            others => say!(", with no clear difference from {others} other numbers"),
        };
        Some(say!(
            "Setting shares only once, {}, {} equal shares{ties}",
            after(*cold),
            evidence.pace("takes")
        ))
    }

    fn figures(&self) -> Vec<Figure> {
        let speedup = |key: &str, name: &str, speedup: &Speedup| {
            Figure::number(key, name, speedup.ratio_of_means).within(speedup.ratio_half_width)
        };
        let mut out = Vec::new();
        if let Some((every, speedups)) = best(&self.again) {
            out.push(
                speedup("dynamic", word!("Best dynamic balancing"), &speedups.with)
                    .beside(notes::every(*every)),
            );
        }
        if let Some((cold, speedups)) = best(&self.once) {
            let beside = match cold {
                0 => word!("shares never set").into(),
                cold => say!("set {}", after(*cold)),
            };
            out.push(
                speedup("static", word!("Best static balancing"), &speedups.with).beside(beside),
            );
        }
        if let Some(speedups) = &self.again_best {
            out.push(speedup(
                "dynamic_hindsight",
                word!("Dynamic in hindsight"),
                &speedups.with,
            ));
        }
        if let Some(speedups) = &self.once_best {
            out.push(speedup(
                "static_hindsight",
                word!("Static in hindsight"),
                &speedups.with,
            ));
        }
        out
    }

    fn speedups(&self, key: &str, title: &str, of: fn(&Speedups) -> Speedup) -> Chart {
        let series = |name: &str, rows: &[(u32, Speedups)], main| -> Series {
            // The axis has no place for zero.
            let points = rows
                .iter()
                .filter(|(number, _)| *number > 0)
                .map(|(number, speedups)| {
                    let speedup = of(speedups);
                    Point::new(f64::from(*number), speedup.ratio_of_means)
                        .within(speedup.ratio_half_width)
                });
            Series::line(name, points, main)
        };
        let hindsight = |best: &Option<Speedups>| best.as_ref().map(|best| of(best).ratio_of_means);
        Chart::new(
            key,
            title,
            Axis::count(word!("iterations before shares are set")).logarithmic(),
            Axis::number(word!("speedup over equal shares")),
            vec![
                series(word!("set again and again"), &self.again, true),
                series(word!("set once"), &self.once, false),
            ],
        )
        .beside_any(Side::Y, hindsight(&self.once_best), "S*")
        .beside_any(Side::Y, hindsight(&self.again_best), "D*")
    }

    fn table(&self) -> Table {
        let columns = [
            word!("Iterations"),
            word!("Set once, without overhead"),
            word!("Set once"),
            word!("Set again and again, without overhead"),
            word!("Set again and again"),
        ];
        let cells = |speedups: Option<&Speedups>| -> [Cell; 2] {
            let cell = |speedup: &Speedup| {
                let mean = (speedup.ratio_of_means, speedup.ratio_half_width);
                Cell::mean("speedup", mean, Unit::One)
            };
            match speedups {
                Some(speedups) => [cell(&speedups.without), cell(&speedups.with)],
                None => [Cell::none(), Cell::none()],
            }
        };
        let find = |rows: &[(u32, Speedups)], number: u32| -> [Cell; 2] {
            let row = rows.iter().find(|(one, _)| *one == number);
            cells(row.map(|(_, speedups)| speedups))
        };
        let both = self.once.iter().chain(&self.again);
        let mut numbers: Vec<u32> = both.map(|(number, _)| *number).collect();
        schedule::sort::by(&mut numbers, Ord::cmp);
        numbers.dedup();
        let row = |number: u32| {
            let mut row = vec![Cell::words(number.to_string())];
            row.extend(find(&self.once, number));
            row.extend(find(&self.again, number));
            row
        };
        let mut rows: Vec<_> = numbers.into_iter().map(row).collect();
        let mut hindsight = vec![Cell::words(word!("in hindsight"))];
        hindsight.extend(cells(self.once_best.as_ref()));
        hindsight.extend(cells(self.again_best.as_ref()));
        rows.push(hindsight);
        Table::new(
            "intervals",
            word!("Speedup by the number of iterations after which shares are set"),
            columns,
            rows,
        )
    }
}
