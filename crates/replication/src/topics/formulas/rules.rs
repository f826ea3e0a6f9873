//! Charts of the best number of copies and of its gain.

use libm::exp2;
use report::Chart;
use report::chart::{Axis, Series, Side};
use report::number::fixed;
use words::{say, word};

use super::super::setting::Setting;
use crate::model::{CAP, Numbers, Spread, constant, dependent, exponential, power};
use crate::parameters::Model;

/// Coefficients of variation, the points of a curve.
fn variations() -> impl Iterator<Item = f64> {
    (2..=100).map(|percent| f64::from(percent) / 100.0)
}

/// A number of processors, as long as it can be read.
fn processors(doublings: u32) -> String {
    match doublings {
        0..=20 => fixed(power(doublings), 0),
        _ => format!("2^{doublings}"),
    }
}

/// Whether α, β and γ are those for which the document has a rule of its own.
fn special(numbers: &Numbers) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() < 1e-3;
    numbers.dependence == 1.0
        && near(numbers.excess, constant::special())
        && matches!(numbers.spread, Spread::Constant(longer) if near(longer, 1.0))
}

/// Whether the document has a rule for the best number of copies with the scenario's numbers: in model 1.2 where β of minima is ½, to which
/// a β of maxima belongs that the document prints with two digits; in model 2.1 where γ is ½.
pub(super) fn ruled(setting: &Setting<'_>) -> bool {
    let numbers = &setting.numbers;
    let near = |a: f64, b: f64| (a - b).abs() < 0.005;
    match setting.parameters.model {
        Model::OneOne => true,
        Model::OneTwo => near(numbers.longer(0, 1), constant::longer(numbers.excess)),
        Model::TwoOne => numbers.dependence == 0.5,
        _ => false,
    }
}

/// The best speedup by the document, before rounding the number of copies; where it has no formula, with the best whole
/// number.
pub(super) fn best_speedup(setting: &Setting<'_>, p: u32, c: f64) -> f64 {
    let numbers = &setting.numbers;
    match setting.parameters.model {
        Model::OneOne => exponential::best_speedup(p, c),
        Model::OneTwo if special(numbers) => constant::best_speedup(p, c),
        Model::TwoOne if ruled(setting) => numbers.speedup(dependent::rule(p, c), p, c),
        _ => numbers.speedup(numbers.best(p, c), p, c),
    }
}

/// The source of the best speedup.
pub(super) fn rule(setting: &Setting<'_>) -> &'static str {
    match setting.parameters.model {
        Model::OneOne => word!("by (5.40)–(5.42), copies not rounded"),
        Model::OneTwo if special(&setting.numbers) => word!("by (5.50), copies not rounded"),
        Model::TwoOne if ruled(setting) => word!("with r by (5.74)"),
        _ => word!("with the best whole number of copies"),
    }
}

/// The best number of copies against c: by trying all, on the scenario's processors and on as many as are drawn at most, and for these by
/// the document's rule.
pub(super) fn copies_by_variation(setting: &Setting<'_>) -> Chart {
    let p = setting.parameters.doublings;
    let most = f64::from(p);
    let tried = |p: u32, main| {
        let points = variations().map(|c| (c, power(setting.numbers.best(p, c))));
        let name = say!("best, all tried, P = {}", processors(p));
        Series::steps(&name, points, main)
    };
    let mut series = vec![tried(setting.p, true)];
    if p != setting.p {
        series.push(tried(p, false));
    }
    let curve = |name: &str, rule: &dyn Fn(f64) -> f64| {
        let points = variations().map(|c| (c, exp2(rule(c).clamp(0.0, most))));
        let name = format!("{name}, P = {}", processors(p));
        Series::line(&name, points, false)
    };
    match setting.parameters.model {
        _ if !ruled(setting) => {}
        Model::OneOne => {
            series.push(curve(word!("rule (5.38), not rounded"), &|c| {
                if c < 1.0 { exponential::real(c) } else { most }
            }));
        }
        Model::OneTwo => {
            for excess in [0.5, 0.55, 0.6, constant::special(), 0.65] {
                let name = say!("rule (5.47), α = {}", fixed(excess, 3));
                series.push(curve(&name, &|c| constant::real(excess, p, c)));
            }
        }
        Model::TwoOne => {
            series.push(curve(word!("rule (5.74), not rounded"), &|c| {
                if c < 1.0 { dependent::real(p, c) } else { most }
            }));
            for fewer in [2, 4, 7, 10].into_iter().filter(|fewer| *fewer < p) {
                let rule = |c| f64::from(dependent::rule(fewer, c));
                let points = variations().map(|c| (c, exp2(rule(c).clamp(0.0, most))));
                let name = say!("rule (5.74), P = {}", processors(fewer));
                series.push(Series::line(&name, points, false));
            }
        }
        _ => {}
    }
    Chart::new(
        "best_copies",
        &say!(
            "From which variation on do copies pay on {} processors?",
            processors(setting.p)
        ),
        Axis::number(word!("coefficient of variation")),
        Axis::count(word!("best number of copies")).logarithmic(),
        series,
    )
    .beside(
        Side::X,
        setting.variation(),
        word!("this scenario’s variation"),
    )
}

/// The variations for which speedups are drawn against p: the document's, and the scenario's own.
fn drawn_variations(setting: &Setting<'_>) -> Vec<f64> {
    let asymptote = 6.0_f64.sqrt() / 3.0;
    let mut drawn = match setting.parameters.model {
        Model::OneTwo if special(&setting.numbers) => vec![0.65, 0.70, 0.75, 0.80, asymptote],
        Model::TwoOne => vec![0.42, 0.70, 0.90, 0.97, 1.0],
        _ => vec![0.60, 0.70, 0.80, 0.90, 1.0],
    };
    let c = setting.variation();
    if drawn.iter().all(|drawn| (drawn - c).abs() > 1e-3) {
        drawn.push(c);
        drawn.sort_unstable_by(f64::total_cmp);
    }
    drawn
}

/// The best speedup against p.
pub(super) fn speedup_by_doublings(setting: &Setting<'_>) -> Chart {
    let p = setting.parameters.doublings;
    let drawn = drawn_variations(setting);
    let all = || {
        drawn
            .iter()
            .map(|c| (*c, (0..=p).map(|p| best_speedup(setting, p, *c))))
    };
    let capped = all().any(|(_, mut speedups)| speedups.any(f64::is_infinite));
    let lines = all().map(|(c, speedups)| {
        let cap = |speedup: f64| if capped { speedup.min(CAP) } else { speedup };
        let points = (0..)
            .zip(speedups)
            .map(|(p, speedup)| (power(p), cap(speedup)));
        let name = format!("c = {}", fixed(c, 3));
        Series::line(&name, points, (c - setting.variation()).abs() <= 1e-3)
    });
    Chart::new(
        "best_speedup",
        word!("What does the best number of copies gain?"),
        Axis::count(word!("processors")).logarithmic(),
        Axis::number(word!("best speedup")),
        lines.collect(),
    )
    .beside(Side::Y, 1.0, word!("no copies"))
    .beside_any(Side::Y, capped.then_some(CAP), word!("more"))
}

/// The best speedup against c, on the scenario's processors and on the document's.
pub(super) fn speedup_by_variation(setting: &Setting<'_>) -> Chart {
    let most = setting.parameters.doublings.max(5);
    let printed = [2, 5, 10, 20, 100].into_iter().filter(|p| *p <= most);
    let mut drawn: Vec<u32> = printed.chain([setting.p]).collect();
    drawn.sort_unstable();
    drawn.dedup();
    let lines = drawn.iter().map(|p| {
        let points = variations().map(|c| (c, best_speedup(setting, *p, c).min(CAP)));
        Series::line(&format!("P = {}", processors(*p)), points, *p == setting.p)
    });
    Chart::new(
        "best_by_variation",
        word!("How much variation do copies need?"),
        Axis::number(word!("coefficient of variation")),
        Axis::number(word!("best speedup")),
        lines.collect(),
    )
    .beside(Side::Y, CAP, word!("more is not drawn"))
    .beside(
        Side::X,
        setting.variation(),
        word!("this scenario’s variation"),
    )
}

/// The best number of copies for each c and P.
pub(super) fn map(setting: &Setting<'_>) -> Chart {
    let columns: Vec<f64> = (4..=20).map(|step| f64::from(step) / 20.0).collect();
    let best = |p: u32, c: &f64| power(setting.numbers.best(p, *c));
    let row = |p: u32| {
        let values = columns.iter().map(|c| best(p, c));
        (fixed(power(p), 0), values.collect())
    };
    Chart::new(
        "map",
        word!("How many copies pay, and where?"),
        Axis::number(word!("coefficient of variation")),
        Axis::count(word!("processors")),
        vec![Series::heat(
            Axis::count(word!("best number of copies")).logarithmic(),
            columns.iter().map(|c| fixed(*c, 2)),
            (1..=setting.drawn).rev().map(row),
            None,
        )],
    )
}
