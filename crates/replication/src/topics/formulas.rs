//! The topic of the formulas: closed forms with exact times beside them, without runs.

mod misprints;
mod rules;

use libm::exp2;
use report::evidence::factor;
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::words::{capital, list, sentences};
use report::{Chart, Figure, Layout, Report, Sample, Table};
use words::{say, word};

use super::curves::{self, Curve};
use super::notes;
use super::setting::{self, Setting, all_best, best, speedup, speedup_over_one, time};
use crate::Error;
use crate::homogeneous::Alike;
use crate::model::measured::COLUMNS;
use crate::model::{CAP, constant, dependent, exponential, power};
use crate::parameters::{Model, Parameters, Picture};

/// The most doublings of the processors that tables list.
const LISTED: u32 = 20;

/// A scenario as the formulas see it.
pub(super) struct Findings<'a>(Setting<'a>);

pub(super) fn compute(parameters: &Parameters) -> Result<Findings<'_>, Error> {
    Ok(Findings(Setting::new(parameters)?))
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self(setting) = self;
        let charts = charts(setting);
        Report {
            layout: Layout::led_by(&charts),
            headline: headline(setting),
            why: why(setting),
            figures: figures(setting),
            charts,
            tables: vec![
                table(
                    setting,
                    "model",
                    &say!("Speedups by model {}", setting.parameters.model.name()),
                    &setting.model,
                ),
                table(
                    setting,
                    "exact",
                    &say!("Exact speedups for {}", setting.exact_for()),
                    &setting.exact,
                ),
                best_table(setting),
                misprints::table(setting),
            ],
            notes: notes(setting),
            traces: setting.traces.clone(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        samples(&self.0)
    }
}

/// One "run" by the model, for comparisons and sweeps; no number outside the formula's valid range, so that nothing is best by a time
/// that cannot be, nor by a speedup that the formula cannot tell.
fn samples(setting: &Setting<'_>) -> Vec<Sample> {
    let (r, p) = (setting.r, setting.p);
    let model = &setting.model;
    let valid = |value: f64| {
        vec![if value > 0.0 && value.is_finite() {
            value
        } else {
            f64::NAN
        }]
    };
    vec![
        Sample::new(
            "iteration_time",
            word!("Iteration time in mean runtimes"),
            Unit::One,
            valid(time(model, r, p)),
        ),
        Sample::new(
            "speedup",
            word!("Speedup over no copies"),
            Unit::One,
            valid(speedup(model, r, p)),
        )
        .more_is_better(),
        Sample::new(
            "best_speedup",
            word!("Speedup with the best number of copies"),
            Unit::One,
            valid(speedup(model, best(model, p), p)),
        )
        .more_is_better(),
        Sample::new(
            "exact_speedup",
            word!("Exact speedup over no copies"),
            Unit::One,
            valid(speedup(&setting.exact, r, p)),
        )
        .more_is_better(),
    ]
}

/// "16 copies", "no copies".
pub(super) fn copies(r: u32) -> String {
    if r == 0 {
        word!("no copies").into()
    } else {
        say!("{} copies", power(r))
    }
}

/// A speedup in words; more than 5 where the formula cannot tell it.
pub(super) fn times_as_fast(speedup: f64) -> String {
    if speedup.is_infinite() {
        say!("more than {CAP} times as fast by a formula outside its valid range")
    } else {
        say!("{} times as fast", factor(speedup))
    }
}

fn headline(setting: &Setting<'_>) -> String {
    let p = setting.p;
    let (by_model, by_order) = (all_best(&setting.model, p), all_best(&setting.exact, p));
    let name = setting.parameters.model.name();
    let processors = curves::times_of(power(p), word!("processor"), word!("processors"));
    let c = varied(setting.variation());
    if p == 0 {
        return word!("One processor has nothing to copy").into();
    }
    if let Some(words) = by_picture(setting) {
        return words;
    }
    let exactly = match (by_model.as_slice(), by_order.as_slice()) {
        ([0], [0]) => word!("exact times agree").into(),
        (_, [0]) => word!("exactly, copies do not pay").into(),
        ([best], [one]) if *best > 0 => say!(
            "exactly, {} are, {}",
            copies(*one),
            times_as_fast(speedup(&setting.exact, *one, p))
        ),
        (_, several) => say!("exactly, {}", praised(several, &setting.exact, p)),
    };
    let found = match by_model.as_slice() {
        [0] => word!("copies do not pay").into(),
        several => praised(several, &setting.model, p),
    };
    say!("Model {name}: on {processors} with a variation of {c}, {found}; {exactly}")
}

/// "2 copies are best, 1.18 times as fast", "2 copies and 4 copies are best, equally, 1.18 times as fast".
fn praised(best: &[u32], times: &setting::Times, p: u32) -> String {
    let names = list(&best.iter().copied().map(copies).collect::<Vec<_>>());
    match best {
        [one] => say!(
            "{names} are best, {}",
            times_as_fast(speedup(times, *one, p))
        ),
        [one, ..] if *one > 0 => say!(
            "{names} are best, equally, {}",
            times_as_fast(speedup(times, *one, p))
        ),
        _ => say!("{names} are best, equally"),
    }
}

/// "2 and 4": numbers of copies as figures.
fn counted(best: &[u32]) -> String {
    list(&best.iter().map(|r| fixed(power(*r), 0)).collect::<Vec<_>>())
}

/// The finding of a picture that asks for another thing than the best number of copies.
fn by_picture(setting: &Setting<'_>) -> Option<String> {
    let (p, model) = (setting.p, &setting.model);
    let name = setting.parameters.model.name();
    let c = varied(setting.variation());
    match setting.parameters.picture {
        // A copy for every processor is best on any number of them.
        Picture::Processors
            if p > 1
                && speedup(model, p, p).is_finite()
                && (1..=p).all(|p| best(model, p) == p && best(&setting.exact, p) == p) =>
        {
            let gain = |times, p: u32| factor(speedup(times, p, p));
            Some(say!(
                "Model {name}: with a variation of {c}, a copy for every processor makes 2 processors {} times as fast and {} processors {} times; \
                 exactly, {} and {} times",
                gain(model, 1),
                power(p),
                gain(model, p),
                gain(&setting.exact, 1),
                gain(&setting.exact, p),
            ))
        }
        Picture::OneProcessor => {
            let over = |r: u32| speedup_over_one(model, r, p);
            let (alone, with) = (over(0), over(setting.r));
            (alone.is_finite() && with.is_finite() && setting.r > 0).then(|| {
                say!(
                    "Model {name}: with a variation of {c}, {} processors are {} times as fast as one without copies and {} times with {} of each job",
                    power(p),
                    factor(alone),
                    factor(with),
                    copies(setting.r),
                )
            })
        }
        _ => None,
    }
}

/// A variation as it was entered, with two decimals or more.
fn varied(variation: f64) -> String {
    notes::entered_with(variation, 2)
}

fn why(setting: &Setting<'_>) -> String {
    let p = setting.p;
    if p == 0 {
        return word!("Without a second processor there is nothing to copy or to wait for.").into();
    }
    let r = best(&setting.model, p).max(1);
    let with = time(&setting.model, r, p);
    let alone = match setting.variation() {
        0.0 => word!("Without variation, no processor waits.").into(),
        _ => say!(
            "Without copies an iteration waits for the longest of {} runtimes, {} times the mean.",
            power(p),
            factor(time(&setting.model, 0, p))
        ),
    };
    let copies = curves::times_of(power(r), word!("copy"), word!("copies"));
    let with = match with <= 0.0 {
        true => say!(
            "With {copies} of each job the formula gives {} mean runtimes, which no time can be: this is outside its valid range; \
             look at the exact value.",
            fixed(with, 2),
        ),
        false => say!(
            "With {copies} of each job a step takes {} mean runtimes, waits included, but there are as many steps as copies.",
            factor(with / power(r)),
        ),
    };
    sentences([alone, with])
}

fn figures(setting: &Setting<'_>) -> Vec<Figure> {
    let p = setting.p;
    let (model, exact) = (&setting.model, &setting.exact);
    let (by_model, by_order) = (best(model, p), counted(&all_best(exact, p)));
    // Where the formula makes a time 0 or less, the speedup stays at the limit of charts, and the words say so.
    let held = |key: &str, name: &str, value: f64, words: String| match value.is_infinite() {
        true => Figure::number(key, name, CAP).beside(say!("or more; {words}")),
        false => Figure::number(key, name, value).beside(words),
    };
    let exactly = |r: u32| say!("exactly {}", fixed(speedup(exact, r, p), 2));
    let asked = copies(setting.r);
    let over_one = speedup_over_one(model, setting.r, p);
    vec![
        Figure::count(
            "best_copies",
            word!("Best number of copies"),
            power(by_model),
        )
        .beside(match all_best(model, p).as_slice() {
            [_, others @ ..] if !others.is_empty() => {
                say!("equally good: {}; exactly {by_order}", counted(others))
            }
            _ => say!("exactly {by_order}"),
        }),
        held(
            "best_speedup",
            word!("Speedup with them"),
            speedup(model, by_model, p),
            exactly(by_model),
        ),
        held(
            "speedup",
            &say!("Speedup with {asked}"),
            speedup(model, setting.r, p),
            exactly(setting.r),
        ),
        Figure::number(
            "iteration_time",
            &say!("Iteration with {asked}, in mean runtimes"),
            time(model, setting.r, p),
        )
        .beside(say!("exactly {}", fixed(time(exact, setting.r, p), 2))),
        Figure::number(
            "speedup_over_one",
            &say!("Speedup over one processor with {asked}"),
            if over_one.is_finite() {
                over_one
            } else {
                f64::NAN
            },
        )
        .beside(match over_one.is_finite() {
            true => curves::times_of(power(p), word!("processor"), word!("processors")),
            false => word!("outside the formula’s valid range").into(),
        }),
    ]
}

fn charts(setting: &Setting<'_>) -> Vec<Chart> {
    let (drawn, r, p) = (setting.drawn, setting.r, setting.p);
    let capped = setting.unreliable();
    let all: Vec<u32> = (0..=drawn).collect();
    let processors: Vec<u32> = (1..=drawn).collect();
    let curve = |name, times, drawn, main| Curve {
        name,
        times,
        half_widths: None,
        drawn,
        main,
    };
    let model = |drawn| curve("", &setting.model, drawn, true);
    let exact = |drawn| curve(word!("exact"), &setting.exact, drawn, false);
    let charts = [
        (
            Picture::Processors,
            curves::by_processors(&[model(all.clone()), exact(vec![r])], drawn, r, capped),
        ),
        (
            Picture::Copies,
            curves::by_copies(&[model(processors), exact(vec![p])], p, capped),
        ),
        (
            Picture::OneProcessor,
            curves::over_one(&model(all), drawn, r),
        ),
        (Picture::Map, rules::map(setting)),
        (Picture::BestCopies, rules::copies_by_variation(setting)),
        (
            Picture::BestByProcessors,
            rules::speedup_by_doublings(setting),
        ),
        (
            Picture::BestByVariation,
            rules::speedup_by_variation(setting),
        ),
    ];
    curves::in_order(charts, setting.parameters.picture)
}

/// A speedup in a table; more than 5 where the formula cannot tell it.
pub(super) fn number(speedup: f64) -> Cell {
    match speedup.is_infinite() {
        true => Cell::words(format!("> {CAP}")),
        false => Cell::Number(speedup),
    }
}

/// Speedups for every number of copies (rows) and processors (columns).
pub(super) fn table(
    setting: &Setting<'_>,
    key: &str,
    title: &str,
    times: &setting::Times,
) -> Table {
    let processors = 1..=setting.drawn;
    let row = |r: u32| -> Vec<Cell> {
        let cell = |p: u32| match speedup(times, r, p) {
            speedup if speedup.is_nan() => Cell::words(String::new()),
            speedup => number(speedup),
        };
        [Cell::words(format!("R = {}", power(r)))]
            .into_iter()
            .chain(processors.clone().map(cell))
            .collect()
    };
    Table::new(
        key,
        title,
        [word!("Copies").to_owned()]
            .into_iter()
            .chain(processors.clone().map(|p| format!("P = {}", power(p)))),
        (0..=setting.drawn).map(row),
    )
}

/// The best r for each p: by trying all, exactly, and by the rules.
fn best_table(setting: &Setting<'_>) -> Table {
    let c = setting.variation();
    let parameters = setting.parameters;
    let rule = |p: u32| match parameters.model {
        _ if !rules::ruled(setting) => None,
        Model::OneOne => Some((exponential::real(c), exponential::rule(p, c))),
        Model::OneTwo => Some((
            constant::real(parameters.excess, p, c),
            constant::rule(parameters.excess, p, c),
        )),
        Model::TwoOne if c > 0.0 => Some((dependent::real(p, c), dependent::rule(p, c))),
        _ => None,
    };
    let whole = |r: u32| Cell::figure("copies", power(r), Unit::Count);
    let all = |best: &[u32]| match best {
        [one] => whole(*one),
        several => Cell::words(counted(several)),
    };
    let row = |p: u32| {
        let tried = setting.numbers.all_best(p, c);
        let gain = tried.first().map(|r| setting.numbers.speedup(*r, p, c));
        let (real, rounded) = match rule(p) {
            Some((f64::INFINITY, rounded)) => (Cell::words(word!("no limit")), whole(rounded)),
            Some((f64::NEG_INFINITY, rounded)) => (Cell::words(word!("none")), whole(rounded)),
            Some((real, rounded)) => (Cell::Number(exp2(real)), whole(rounded)),
            None => (Cell::words(word!("no rule")), Cell::words(word!("no rule"))),
        };
        let exactly = match p <= setting.drawn {
            true => all(&all_best(&setting.exact, p)),
            false => Cell::words(String::new()),
        };
        vec![
            Cell::words(format!("P = {}", power(p))),
            all(&tried),
            number(gain.unwrap_or(f64::NAN)),
            real,
            rounded,
            number(rules::best_speedup(setting, p, c)),
            exactly,
        ]
    };
    Table::new(
        "best",
        word!("The best number of copies"),
        [
            word!("Processors"),
            word!("All tried"),
            word!("Speedup"),
            word!("Rule, not rounded"),
            word!("Rule"),
            word!("Best speedup in the document"),
            word!("Exactly"),
        ],
        (1..=parameters.doublings.min(LISTED)).map(row),
    )
}

/// The notes for a careful reader, of this topic and of its neighbour.
pub(super) fn common_notes(setting: &Setting<'_>) -> Vec<String> {
    let parameters = setting.parameters;
    let mut notes = Vec::new();
    notes.push(say!(
        "Exact times are for {}, by numerical order statistics: within {} of the truth, by what refining changed last.",
        setting.exact_for(),
        if setting.error > 0.0 {
            say!("1 in {}", fixed((1.0 / setting.error).min(1e12), 0))
        } else {
            word!("rounding").into()
        }
    ));
    let alike = setting.alike;
    if let Some(Alike { clipped, .. }) = alike.filter(|alike| alike.clipped > 0.0) {
        notes.push(say!(
            "All nodes are rescaled to the same mean and variation; {}\u{a0}% of the runtimes would have fallen below a thousandth of \
             the mean and were held there (own choice).",
            fixed(100.0 * clipped, 2)
        ));
    }
    let constant = alike.and_then(|alike| notes::constant(&alike, parameters.variation));
    notes.extend(constant.map(|words| format!("{}.", capital(&words))));
    if setting.unreliable() {
        notes.push(say!(
            "Where the model makes an iteration take no time or less, it is outside its valid range: “expect more than {CAP}” \
             (Dobber 2006, section 5.4.2). Charts stop there."
        ));
    }
    if matches!(
        parameters.model,
        Model::OneTwo
            | Model::OneThreeFit
            | Model::OneThreeTable
            | Model::TwoTwo
            | Model::TwoThreeFit
            | Model::TwoThreeTable
    ) && parameters.excess > 1.0 / 3.0_f64.sqrt()
    {
        notes.push(word!("No distribution has an α above 1 / √3 = 0.577 for two independent runtimes; this one is a parameter only.").into());
    }
    if matches!(parameters.model, Model::OneThreeFit | Model::TwoThreeFit)
        && parameters.doublings > COLUMNS
    {
        notes.push(word!("β was fitted to r up to 6 and p up to 7; beyond, the fit falls to 0 and is held there.").into());
    }
    if matches!(
        parameters.model,
        Model::OneThreeTable | Model::TwoThreeTable
    ) && parameters.doublings > COLUMNS
    {
        notes.push(word!("The table of β ends at r = 6 and p = 7; beyond, its last column and entry stand for the rest (own choice).").into());
    }
    notes
}

fn notes(setting: &Setting<'_>) -> Vec<String> {
    let mut notes = vec![say!(
        "Processors are alike, messages take no time, c is at most 1. Best speedups are {}.",
        rules::rule(setting)
    )];
    let only = match setting.parameters.model {
        _ if rules::ruled(setting) => None,
        Model::OneTwo => Some(word!(
            "The document has a rule for model 1.2 only where β of minima is ½."
        )),
        Model::TwoOne => Some(word!(
            "The document has a rule for model 2.1 only where γ is ½."
        )),
        _ => None,
    };
    notes.extend(only.map(str::to_owned));
    notes.extend(common_notes(setting));
    notes.push(
        word!("The models take α and β of a first maximum for all later ones; for exponential runtimes, which the document calls exact, \
         only the first is.")
            .into(),
    );
    notes
}
