//! Random reports, read sentence by sentence and recomputed slowly: none may claim more than its series carry.
//!
//! `PROPTEST_CASES=2000 cargo test -p makespan-prediction contradictions` reads more of them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use forecast::Method;
use prediction::parameters::Topic;
use prediction::tournament::Tournament;
use prediction::{Outcome, Parameters, Predictor, run};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use report::table::{Cell, Table};
use report::{Report, Silent};

use super::sentences::{own, slips};
use trace::characteristics::Characteristics;
use trial::cases;

type Checked = Result<(), TestCaseError>;

macro_rules! check {
    ($holds:expr, $report:expr, $($words:tt)+) => {
        prop_assert!($holds, "{}\n{}\n{}\n{:?}", format!($($words)+), $report.headline, $report.why, $report.notes)
    };
}

/// A series of a character: constant, of few values, alternating, independent, almost constant, slow.
fn series(length: usize) -> impl Strategy<Value = Vec<f64>> {
    (
        0_u8..7,
        prop::collection::vec(0.0..1.0_f64, length),
        1_u32..200,
    )
        .prop_map(|(character, noise, mean)| {
            let mean = f64::from(mean);
            let mut level = 1.0;
            let value = |(job, noise): (usize, &f64)| -> f64 {
                level = 0.9 * level + 0.1 * (0.5 + noise);
                mean * match character {
                    0 => 1.0,
                    1 => 1.0 + (3.0 * noise).floor(),
                    2 => {
                        if job.is_multiple_of(2) {
                            0.6
                        } else {
                            1.4
                        }
                    }
                    3 => {
                        if job.is_multiple_of(2) {
                            0.6 + 0.3 * noise
                        } else {
                            1.4 - 0.3 * noise
                        }
                    }
                    4 => 0.5 + noise,
                    5 => 1.0 + 1e-5 * noise,
                    _ => level,
                }
            };
            noise.iter().enumerate().map(value).collect()
        })
}

/// Many quiet series, which walk up and down, and a wild one: a mean over all of them follows the wild one.
fn uneven() -> impl Strategy<Value = Vec<Vec<f64>>> {
    (12_usize..26, 20_usize..60)
        .prop_flat_map(|(number, length)| {
            prop::collection::vec(prop::collection::vec(any::<bool>(), length), number)
        })
        .prop_map(|coins| {
            let walk = |coins: &Vec<bool>| {
                let step = |at: &mut f64, up: &bool| {
                    *at *= if *up { 1.01 } else { 0.99 };
                    Some(*at)
                };
                coins.iter().scan(100.0, step).collect()
            };
            let (last, rest) = coins.split_last().unwrap();
            let wild = last.iter().map(|up| if *up { 60.0 } else { 1.0 });
            let quiet = rest.iter().map(walk);
            quiet.chain([wild.collect()]).collect()
        })
}

/// A strategy of one's own that is exact where values alternate.
const CODE: &str = "fn predict(v) { if v.len < 2 { return v[-1] * 7.0 / 3.0; } v[-2] }";

fn scenario(topic: Topic) -> impl Strategy<Value = Parameters> {
    let even = (1_usize..5, 3_usize..160)
        .prop_flat_map(|(number, length)| prop::collection::vec(series(length), number));
    let sets = prop_oneof![4 => even, 1 => uneven()];
    let known = || prop::sample::select(Method::all().to_vec()).prop_map(Predictor::Known);
    let methods = || prop_oneof![6 => known(), 1 => Just(Predictor::Own)];
    (
        sets,
        methods(),
        methods(),
        prop::option::weighted(0.2, 0.05..0.95),
        1_u32..5,
        1_u32..60,
        0_u64..100,
        prop_oneof![3 => Just(16_u32), 1 => 1_u32..4],
    )
        .prop_map(
            move |(set, predictor, rival, quantile, shown, block, seed, entrants)| Parameters {
                topic,
                series: shown.min(set.len() as u32),
                traces: own(&set),
                predictor,
                rival,
                code: CODE.to_owned(),
                quantile,
                block: block.max(2),
                lags: 3 * block + 5,
                runs: 1,
                seed,
                entrants,
                ..Parameters::default()
            },
        )
}

fn outcome(parameters: &Parameters) -> Result<Outcome, TestCaseError> {
    let outcome =
        run(parameters, &mut Silent).map_err(|error| TestCaseError::reject(error.to_string()))?;
    let wrong = slips(&outcome.report);
    check!(wrong.is_empty(), outcome.report, "{wrong:?}");
    let fault = trial::fault(&outcome.report);
    check!(fault.is_none(), outcome.report, "{fault:?}");
    Ok(outcome)
}

fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Number(number) => *number,
        Cell::Figure(figure) => figure.value,
        Cell::Text(_) => f64::NAN,
    }
}

fn table<'r>(report: &'r Report, key: &str) -> &'r Table {
    report.tables.iter().find(|table| table.key == key).unwrap()
}

/// A share as sentences write it, of so many digits as stand there.
fn is_share(written: &str, value: f64) -> bool {
    let number = written.trim_end_matches(['%', '\u{a0}', ' ', '.', ',', ';', ')']);
    let digits = number
        .split_once('.')
        .map_or(0, |(_, digits)| digits.len() as i32);
    let unit = 0.501 * libm::pow(10.0, -f64::from(digits));
    number
        .parse::<f64>()
        .is_ok_and(|percent| (percent - 100.0 * value).abs() <= unit)
}

fn level(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.max(b) || (a <= 1e-12 && b <= 1e-12)
}

/// Whether errors are clearly the smaller ones of two: by the geometric mean of the ratios, or, where an exact one has none, by the mean of
/// the differences. Of one series, whether the error is the smaller one.
fn clearly_smaller(own: &[f64], other: &[f64]) -> bool {
    let equal = |own: &f64, other: &f64| level(*own, *other);
    if let ([own], [other]) = (own, other) {
        return own < other && !equal(own, other);
    }
    let exact = |(own, other): (&f64, &f64)| !equal(own, other) && own.min(*other) <= 1e-12;
    let differ = own.iter().zip(other).any(exact);
    let gain = |(own, other): (&f64, &f64)| match equal(own, other) {
        true => 0.0,
        false if differ => other - own,
        false => libm::log(other / own),
    };
    let gains: Vec<f64> = own.iter().zip(other).map(gain).collect();
    let n = gains.len() as f64;
    let mean = mean(&gains);
    let squares: f64 = gains.iter().map(|gain| (gain - mean) * (gain - mean)).sum();
    let half = statistics::quantile(gains.len() - 1) * (squares / (n - 1.0) / n).sqrt();
    mean - half > 1e-9
}

fn errors<'t>(tournament: &'t Tournament, name: &str) -> &'t [f64] {
    let entry = tournament
        .entries
        .iter()
        .find(|entry| [entry.method.name(), entry.method.spoken()].contains(&name));
    &entry.unwrap().relative
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn forecasts(parameters: &Parameters) -> Checked {
    let Outcome {
        report, tournament, ..
    } = outcome(parameters)?;
    let own = parameters.predictor.spoken();
    let all: Vec<(&str, &[f64])> = tournament
        .entries
        .iter()
        .map(|entry| (entry.method.spoken(), entry.relative.as_slice()))
        .collect();
    let of = |name: &str| errors(&tournament, name);
    // The rival stands at the end, unless it was named before.
    let mut headline = report.headline.as_str();
    let shown = parameters.series as usize - 1;
    let names: Vec<String> = (0..).map(|number| format!("n{number}")).take(5).collect();
    let only = match tournament.series.as_slice() {
        [one] if *one != names[shown] => one.as_str(),
        _ => "this series",
    };
    let told = format!(", on {only} alone");
    let alone = headline.strip_suffix(told.as_str());
    check!(
        alone.is_some() == (tournament.series.len() == 1 && !headline.contains("are exact")),
        report,
        "{} series",
        tournament.series.len()
    );
    headline = alone.unwrap_or(headline);
    if let Some((rest, last)) = headline.rsplit_once("; ")
        && let Some((name, off)) = last.split_once(" is off by ")
    {
        check!(name == parameters.rival.spoken(), report, "{name}");
        check!(is_share(off, mean(of(name))), report, "{off}");
        headline = rest;
    }
    let best = all
        .iter()
        .map(|(_, errors)| mean(errors))
        .fold(f64::INFINITY, f64::min);
    let named = |words: &str| -> Vec<String> {
        words
            .replace(" and ", ", ")
            .split(", ")
            .map(str::to_owned)
            .collect()
    };
    let entered = format!(" of {}", all.len());
    // An order of the means over series need not hold series by series.
    let closer = |rest: &str| -> Checked {
        let closer = all
            .iter()
            .filter(|(name, errors)| *name != own && clearly_smaller(errors, of(own)));
        let closer: Vec<&str> = closer.map(|(name, _)| *name).collect();
        let written = match rest.split_once(" others ") {
            Some((number, _)) => number.parse::<usize>().unwrap() == closer.len(),
            None => {
                closer.iter().all(|name| rest.contains(name)) && named(rest).len() >= closer.len()
            }
        };
        check!(written && !closer.is_empty(), report, "{closer:?}");
        Ok(())
    };
    if let Some((off, rest)) = headline.split_once(" of the mean runtime, but series by series ") {
        let (_, off) = off.split_once(" has the least error on average, ").unwrap();
        check!(
            is_share(off, best) && level(mean(of(own)), best),
            report,
            "{best}"
        );
        closer(rest)?;
    } else if let Some((rest, _)) = headline.split_once(", but series by series ") {
        let (rest, least) = rest
            .split_once(" has the least error on average, ")
            .unwrap();
        let (off, name) = rest.split_once(" of the mean runtime; ").unwrap();
        let (_, off) = off.split_once(" is off by ").unwrap();
        check!(
            is_share(off, mean(of(own))) && is_share(least, best) && level(mean(of(name)), best),
            report,
            "{best}"
        );
        check!(clearly_smaller(of(own), of(name)), report, "{name} is not");
    } else if headline.contains("predictors are exact") {
        check!(
            all.iter().all(|(_, errors)| mean(errors) <= 1e-12),
            report,
            "they are not"
        );
    } else if let Some((_, off)) = headline.split_once(&format!("{entered}: it is off by ")) {
        check!(
            is_share(off.split(" of").next().unwrap(), mean(of(own))),
            report,
            "{:?}",
            of(own)
        );
        for (name, errors) in all.iter().filter(|(name, _)| *name != own) {
            check!(
                clearly_smaller(of(own), errors),
                report,
                "{name} is as good"
            );
        }
    } else {
        let off = headline
            .split("is off by ")
            .nth(1)
            .unwrap()
            .split(" of")
            .next()
            .unwrap();
        check!(is_share(off, mean(of(own))), report, "{:?}", of(own));
        if let Some((_, rest)) = headline.split_once("with no clear difference from ") {
            match rest.split_once(", which has the least error, ") {
                Some((name, least)) => {
                    check!(
                        is_share(least, best) && level(mean(of(name)), best),
                        report,
                        "{best}"
                    );
                    check!(
                        !clearly_smaller(of(name), of(own)) && !clearly_smaller(of(own), of(name)),
                        report,
                        "{name} is better or worse"
                    );
                }
                None => {
                    check!(level(mean(of(own)), best), report, "{best}");
                    let ties = all.iter().filter(|(name, _)| *name != own);
                    let ties: Vec<&str> = ties
                        .filter(|(_, errors)| !clearly_smaller(of(own), errors))
                        .map(|(name, _)| *name)
                        .collect();
                    let written = match rest.split_once(" others") {
                        Some((number, _)) => number.parse::<usize>().unwrap() == ties.len(),
                        // A name may have a comma.
                        None => {
                            ties.iter().all(|tie| rest.contains(tie))
                                && named(rest).len() >= ties.len()
                        }
                    };
                    check!(written && !ties.is_empty(), report, "{ties:?}");
                }
            }
        } else {
            let (place, rest) = headline.split_once(&format!("{entered}; ")).unwrap();
            let place = place.rsplit(' ').next().unwrap();
            let less = all.iter().filter(|(_, errors)| {
                mean(errors) < mean(of(own)) && !level(mean(errors), mean(of(own)))
            });
            let digits: String = place.chars().take_while(char::is_ascii_digit).collect();
            check!(
                digits.parse::<usize>().unwrap() == 1 + less.count(),
                report,
                "{place}"
            );
            let (name, least) = rest.split_once(" predicts better, with ").unwrap();
            check!(clearly_smaller(of(name), of(own)), report, "{name} is not");
            check!(is_share(least, best), report, "{best}");
            // Equal numbers tell no order.
            check!(
                !headline.contains(&format!("is off by {least} ")),
                report,
                "{least}"
            );
        }
    }
    for row in &table(&report, "tournament").rows {
        let Some((wins, _)) = row[5]
            .text()
            .split_once(" of ")
            .map(|(wins, all)| (wins.to_owned(), all.to_owned()))
        else {
            continue;
        };
        let pairs = of(&row[0].text()).iter().zip(of(own));
        let better = pairs
            .filter(|(other, own)| other < own && (**own - **other) > 1e-9 * **own)
            .count();
        check!(
            wins == better.to_string(),
            report,
            "{} wins {wins}, counted {better}",
            row[0].text()
        );
    }
    gains(parameters, &report, &tournament)?;
    one_series(parameters, &report, &tournament)
}

/// Gains are positive where the predictor is closer than its rival, negative where it is not, and there is none where the rival is as close
/// as hindsight, or closer.
fn gains(parameters: &Parameters, report: &Report, tournament: &Tournament) -> Checked {
    let entry = |one| tournament.entry(one).unwrap();
    let (own, rival) = (entry(parameters.predictor), entry(parameters.rival));
    let gains = tournament.delta(own, rival);
    for (place, gain) in gains.iter().enumerate() {
        let (own, rival, least) = (
            own.rmse[place],
            rival.rmse[place],
            tournament.hindsight[place],
        );
        let way = rival > least * (1.0 + 1e-9)
            && tournament.entry(parameters.rival).unwrap().relative[place] > 1e-12;
        check!(
            gain.is_finite() == way,
            report,
            "{gain}: {own} {rival} {least}"
        );
        check!(
            !way || gain.signum() == (rival - own).signum() || *gain == 0.0,
            report,
            "{gain}: {own} {rival} {least}"
        );
    }
    let set = parameters.traces.load(1, 1, 1).unwrap();
    let differ = |place: usize| {
        let values = &set.nodes()[place].runtimes;
        values.iter().any(|value| *value != values[0])
    };
    let without = (0..gains.len()).filter(|place| !gains[*place].is_finite() && differ(*place));
    let without = without.count();
    let told = report
        .notes
        .iter()
        .find(|note| note.contains("least in hindsight"));
    check!(
        told.map_or(without == 0, |note| without > 0
            && note.starts_with(&format!("On {without}\u{a0}"))),
        report,
        "{without} series"
    );
    let exact = (0..gains.len()).filter(|place| {
        let errors = || {
            tournament
                .entries
                .iter()
                .map(|entry| entry.relative[*place])
        };
        errors().any(|error| error == 0.0) && errors().any(|error| error > 0.0)
    });
    let exact = exact.count();
    let told = report
        .notes
        .iter()
        .any(|note| note.starts_with(&format!("On {exact}\u{a0}")) && note.contains("no error"));
    check!(told == (exact > 0), report, "{exact} series");
    Ok(())
}

/// The claims on the series that is shown.
fn one_series(parameters: &Parameters, report: &Report, tournament: &Tournament) -> Checked {
    let set = parameters.traces.load(1, 1, 1).unwrap();
    let values = &set.nodes()[parameters.series as usize - 1].runtimes;
    if values.iter().all(|value| *value == values[0]) {
        check!(
            report.why.contains("there is nothing to predict"),
            report,
            "constant"
        );
        return Ok(());
    }
    memory(
        values,
        report,
        [
            "after a high value, a low one is likely",
            "a value says nothing clear of the next one",
        ],
    )?;
    check!(
        report.why.contains("): changes last.") == lasts(values),
        report,
        "a change lasts"
    );
    let place = parameters.series as usize - 1;
    let errors: Vec<(&str, f64)> = tournament
        .entries
        .iter()
        .filter_map(|entry| Some((entry.method.spoken(), *entry.relative.get(place)?)))
        .collect();
    let least = errors
        .iter()
        .map(|(_, error)| *error)
        .fold(f64::INFINITY, f64::min);
    if place >= tournament.series.len() {
        check!(
            !report.why.contains(" On it, "),
            report,
            "not in the tournament"
        );
        return Ok(());
    }
    let mean = self::errors(tournament, "mean")[place];
    // With pessimism, no method predicts the mean.
    check!(
        !report.why.contains("the mean of all values")
            || report.why.contains("with the same pessimism") == parameters.quantile.is_some(),
        report,
        "{:?}",
        parameters.quantile
    );
    match report.why.split_once(" On it, ") {
        Some((_, rest)) if rest.ends_with(" no error at all.") => {
            check!(least == 0.0 && mean > 0.0, report, "{least}");
            let exact = errors.iter().filter(|(_, error)| *error == 0.0);
            let exact: Vec<&str> = exact.map(|(name, _)| *name).collect();
            let named = exact.len() > 3 || exact.iter().all(|name| rest.contains(name));
            check!(named, report, "{exact:?}");
        }
        Some((_, rest)) if rest.starts_with("no predictor") => {
            check!(level(least, mean), report, "{least} {mean}")
        }
        Some((_, rest)) => {
            let (names, ratio) = rest.split_once(" the least error, ").unwrap();
            let ratio: f64 = ratio.split(' ').next().unwrap().parse().unwrap();
            check!(
                (ratio - least / mean).abs() <= if ratio < 0.1 { 0.006 * ratio } else { 0.0051 },
                report,
                "{}",
                least / mean
            );
            for (name, error) in &errors {
                let listed = names.contains(" predictors") || names.contains(name);
                check!(
                    !level(*error, least) || listed,
                    report,
                    "{name} has it, too"
                );
            }
        }
        None => check!(false, report, "nothing is said of it"),
    }
    Ok(())
}

/// The claims on neighbouring values: that they alternate, that they know nothing of each other.
fn memory(values: &[f64], report: &Report, [alternates, none]: [&str; 2]) -> Checked {
    let mean = mean(values);
    let product = |lag: usize| -> f64 {
        (lag..values.len())
            .map(|t| (values[t] - mean) * (values[t - lag] - mean))
            .sum()
    };
    let rho = product(1) / product(0);
    let band = 1.96 / (values.len() as f64).sqrt();
    check!(
        report.why.contains(alternates) == (rho < -band),
        report,
        "{rho} {band}"
    );
    check!(
        report.why.contains(none) == (rho.abs() <= band),
        report,
        "{rho} {band}"
    );
    Ok(())
}

/// Whether changes of a series last: neighbouring values are alike beyond chance, and the spread is clearly larger than a typical step.
fn lasts(values: &[f64]) -> bool {
    let mean = mean(values);
    let n = values.len() as f64;
    let about = |value: &f64| value - mean;
    let squares: f64 = values.iter().map(|value| about(value) * about(value)).sum();
    let products: f64 = values
        .windows(2)
        .map(|pair| about(&pair[0]) * about(&pair[1]))
        .sum();
    let steps: f64 = values
        .windows(2)
        .map(|pair| (pair[1] - pair[0]) * (pair[1] - pair[0]))
        .sum();
    products / squares > 1.96 / n.sqrt() && squares / steps >= 1.1 * 1.1 && squares > 0.0
}

fn one(parameters: &Parameters) -> Checked {
    let Outcome { report, .. } = outcome(parameters)?;
    let set = parameters.traces.load(1, 1, 1).unwrap();
    let values = &set.nodes()[parameters.series as usize - 1].runtimes;
    if values.iter().all(|value| *value == values[0]) {
        check!(report.headline.contains("are equal"), report, "constant");
        check!(
            report.why == "A series without changes has neither memory nor jumps.",
            report,
            "constant"
        );
        return Ok(());
    }
    memory(
        values,
        &report,
        [
            "After a high value, a low one is likely",
            "A value says nothing clear of the next one",
        ],
    )?;
    let mean = mean(values);
    let squares: f64 = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum();
    let sd = (squares / (values.len() - 1) as f64).sqrt();
    let jump = |t: &usize| (values[*t] - values[*t - 1]).abs() > 2.0 * sd;
    let jumps: Vec<usize> = (1..values.len()).filter(jump).collect();
    let figure = report
        .figures
        .iter()
        .find(|figure| figure.key == "jumps")
        .unwrap();
    let (varies, rest) = report
        .headline
        .split("vary by ")
        .nth(1)
        .unwrap()
        .split_once(" of their mean, and ")
        .unwrap();
    check!(is_share(varies, sd / mean), report, "{}", sd / mean);
    let written = rest.split(" of them").next().unwrap();
    let holds = if jumps.is_empty() {
        written == "none"
    } else {
        is_share(written, figure.value)
    };
    check!(holds, report, "{} jumps", jumps.len());
    let carried: f64 = jumps
        .iter()
        .map(|t| (values[*t] - mean) * (values[*t] - mean))
        .sum();
    match report.why.split_once("jumps carry ") {
        Some((_, rest)) => {
            let written = rest.split(" of the").next().unwrap();
            check!(
                is_share(written, carried / squares),
                report,
                "{}",
                carried / squares
            );
        }
        None => check!(carried == 0.0, report, "{carried}"),
    }
    let block = parameters.block as usize;
    let blocks: Vec<f64> = values.chunks_exact(block).map(self::mean).collect();
    let number = blocks.len() as f64;
    let between: f64 = blocks.iter().map(|one| (one - mean) * (one - mean)).sum();
    let ratio = (block as f64 * between / number).sqrt() / sd;
    // The means' share of the sum of squares of independent normal values is a beta variable.
    let share = ratio * ratio * number / (values.len() - 1) as f64;
    let beyond = beta_tail(number - 1.0, values.len() as f64 - number, share);
    if blocks.len() < 8 {
        check!(!report.why.contains("Means of"), report, "{number} blocks");
    } else if let Some((_, rest)) = report
        .why
        .split_once(" differ no more than chance explains")
    {
        check!(rest == "." && beyond > 0.023, report, "{ratio} {beyond}");
    } else {
        let written = report
            .why
            .split(" values differ ")
            .nth(1)
            .unwrap()
            .split(' ')
            .next()
            .unwrap();
        let written: f64 = written.parse().unwrap();
        check!(
            (written - ratio).abs() < 0.0501 && beyond < 0.027,
            report,
            "{ratio} {beyond}"
        );
    }
    Ok(())
}

/// The chance of a beta variable of so many half degrees of freedom to lie above `share`, by Simpson's rule over the angle whose squared
/// sine it is.
fn beta_tail(a: f64, b: f64, share: f64) -> f64 {
    const STEPS: u32 = 4_000;
    let density =
        |angle: f64| libm::pow(libm::sin(angle), a - 1.0) * libm::pow(libm::cos(angle), b - 1.0);
    let integral = |from: f64| {
        let step = (std::f64::consts::FRAC_PI_2 - from) / f64::from(STEPS);
        let weight = |at: u32| match at {
            0 | STEPS => 1.0,
            at if at % 2 == 1 => 4.0,
            _ => 2.0,
        };
        let at = |at: u32| weight(at) * density(from + f64::from(at) * step);
        (0..=STEPS).map(at).sum::<f64>() * step
    };
    integral(libm::asin(share.clamp(0.0, 1.0).sqrt())) / integral(0.0)
}

fn whole_set(parameters: &Parameters) -> Checked {
    let Outcome { report, .. } = outcome(parameters)?;
    let set = parameters.traces.load(1, 1, 1).unwrap();
    let means: Vec<f64> = set
        .nodes()
        .iter()
        .map(|node| mean(&node.runtimes))
        .collect();
    let (low, high) = means
        .iter()
        .fold((f64::INFINITY, 0.0_f64), |(low, high), mean| {
            (low.min(*mean), high.max(*mean))
        });
    match report.headline.split_once("the slowest takes ") {
        Some((_, rest)) => {
            let written: f64 = rest
                .split(' ')
                .next()
                .unwrap()
                .replace('\u{202f}', "")
                .parse()
                .unwrap();
            check!(
                (written - high / low).abs() <= 0.006 * written && high > low,
                report,
                "{low} {high}"
            );
            check!(means.len() > 1, report, "one series");
        }
        None => check!(level(low, high), report, "{low} {high}"),
    }
    let lasting = set
        .nodes()
        .iter()
        .filter(|node| lasts(&node.runtimes))
        .count();
    let nodes = set.nodes().iter();
    let changes = nodes
        .map(|node| &node.runtimes)
        .any(|values| values.iter().any(|value| *value != values[0]));
    check!(
        report.why.contains("nothing changes") != changes,
        report,
        "{changes}"
    );
    statistics_of(parameters, &report)?;
    match means.len() {
        _ if !changes => {}
        1 => check!(
            report.why.contains("changes last") == (lasting == 1),
            report,
            "{lasting}"
        ),
        number => {
            let some = match lasting {
                0 if number == 2 => "On neither series ".to_owned(),
                2 if number == 2 => "On both series ".to_owned(),
                0 => format!("On none of the {number} series "),
                all if all == number => format!("On all {number} series "),
                some => format!("On {some} of {number} series "),
            };
            check!(report.why.starts_with(&some), report, "{lasting}");
        }
    }
    Ok(())
}

/// Figures and averages leave out the same series, and two series have no correlation.
fn statistics_of(parameters: &Parameters, report: &Report) -> Checked {
    let set = parameters.traces.load(1, 1, 1).unwrap();
    let block = parameters.block as usize;
    let rows: Vec<Vec<f64>> = set
        .nodes()
        .iter()
        .map(|node| Characteristics::of(&node.runtimes, block).values().to_vec())
        .collect();
    let memory = report
        .figures
        .iter()
        .find(|one| one.key == "memory")
        .unwrap();
    let averages = table(report, "characteristics");
    let average = averages
        .rows
        .iter()
        .find(|row| row[0].text() == "σ/rmse_lv")
        .unwrap();
    let average = number(&average[2]);
    check!(
        memory.value.to_bits() == average.to_bits() || level(memory.value, average),
        report,
        "{} {average}",
        memory.value
    );
    for (i, row) in table(report, "correlations").rows.iter().enumerate() {
        for (j, cell) in row.iter().skip(1).enumerate() {
            let both = rows
                .iter()
                .filter(|row| row[i].is_finite() && row[j].is_finite());
            let (pairs, r) = (both.count(), number(cell));
            check!(r.is_nan() || pairs > 2, report, "{r} of {pairs} series");
        }
    }
    Ok(())
}

fn likeness(parameters: &Parameters) -> Checked {
    let Outcome { report, .. } = outcome(parameters)?;
    if report.headline.starts_with("All values of ") {
        let set = parameters.traces.load(1, 1, 1).unwrap();
        let values = &set.nodes()[parameters.series as usize - 1].runtimes;
        check!(
            values.iter().all(|value| *value == values[0]),
            report,
            "they differ"
        );
        return Ok(());
    }
    let mut misses: Vec<(f64, String)> = Vec::new();
    let mut equal = false;
    for row in table(&report, "matches")
        .rows
        .iter()
        .filter(|row| row[0].text() != "μ")
    {
        let (given, expected, deviation) = (number(&row[2]), number(&row[4]), number(&row[5]));
        equal |= row[0].text() == "c" && expected <= 1e-12;
        let miss = match (given - expected).abs() {
            distance if distance <= 1e-9 * given.abs().max(expected.abs()) => 0.0,
            distance if distance.is_nan() && !given.is_nan() => f64::INFINITY,
            distance => distance / deviation,
        };
        if !miss.is_nan() {
            misses.push((miss, row[1].text()));
        }
    }
    let (near, judged) = (
        misses.iter().filter(|(miss, _)| *miss <= 2.0).count(),
        misses.len(),
    );
    let most = misses.iter().map(|(miss, _)| *miss).fold(0.0, f64::max);
    let verb = if near == 1 { "is" } else { "are" };
    check!(
        report.headline.ends_with(&format!(
            ": {near} of its {judged} statistics {verb} within sampling error"
        )),
        report,
        "{near} of {judged}"
    );
    for (parameter, words) in [
        ("Level spread", "levels that vary"),
        ("Noise spread", "noise of"),
        ("Peak probability", "a peak at"),
        ("Dip probability", "a dip at"),
        ("Slow-mode probability", "a slow mode at"),
    ] {
        let rows = &table(&report, "node").rows;
        let row = rows.iter().find(|row| row[0].text() == parameter).unwrap();
        check!(
            report.why.contains(words) == (number(&row[1]) > 1e-12),
            report,
            "{parameter}"
        );
    }
    let worst = misses
        .iter()
        .filter(|(miss, _)| *miss == most || (miss - most).abs() <= 1e-9 * most);
    let worst: Vec<&str> = worst.map(|(_, name)| name.as_str()).collect();
    match report.why.split_once(" It misses most in ") {
        Some((_, names)) => {
            let named = worst.iter().filter(|name| names.contains(**name)).count();
            let others = names.split(" other statistics").next().unwrap();
            let others: usize = match others == names {
                true => 0,
                false => others.rsplit(' ').next().unwrap().parse().unwrap(),
            };
            check!(
                named >= 1 && named + others >= worst.len() && most > 2.0 && !equal,
                report,
                "{worst:?}"
            );
        }
        None => check!(most <= 2.0 || equal, report, "{worst:?}"),
    }
    check!(
        report.why.contains("Its values are all equal") == (equal && most > 2.0),
        report,
        "{most}"
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, ..ProptestConfig::with_cases(cases(50)) })]

    #[test]
    fn forecasts_claim_what_their_errors_carry(parameters in scenario(Topic::Forecasts)) {
        forecasts(&parameters)?;
    }

    #[test]
    fn a_series_is_described_as_it_is(parameters in scenario(Topic::Series)) {
        one(&parameters)?;
    }

    #[test]
    fn a_set_is_described_as_it_is(parameters in scenario(Topic::Set)) {
        whole_set(&parameters)?;
    }

    #[test]
    fn likeness_counts_what_the_table_shows(parameters in scenario(Topic::Likeness)) {
        likeness(&parameters)?;
    }
}
