//! The sentences of a comparison: headline and reason, and the words beside a figure.

use report::figure::Unit;
use report::words::{percent_apart, within};
use report::{Chance, Figure, Pairing};

use super::{COMPUTED, apart_by};
use crate::draws::Draws;
use crate::variant::{Order, Standing, Variant};

/// The best variant and its rival, with everything that the sentences name.
struct Verdict<'v> {
    best: &'v Variant,
    rival: &'v Variant,
    standing: Standing,
    /// The names of the best variant and of those that are level with it.
    ahead: String,
    /// The objective, within a sentence.
    what: String,
    /// Whether one of the named numbers is drawn by chance.
    chance: Chance,
}

/// Headline and reason; `winner` is the place of the best variant.
pub(super) fn sentences(variants: &[Variant], winner: usize) -> (String, String) {
    let (Some(best), Some(base)) = (variants.get(winner), variants.first()) else {
        return (String::new(), String::new());
    };
    // The variant that the winner has to beat.
    let rival = if winner > 0 {
        Some(base)
    } else {
        let comparable = variants.iter().skip(1).filter(|one| one.comparable(base));
        comparable.min_by(|one, other| one.cost().total_cmp(&other.cost()))
    };
    let Some(rival) = rival else {
        return apart(variants);
    };
    let what = best
        .objective()
        .map_or_else(String::new, |figure| within(&figure.name));
    let Some(standing) = best.beside(rival) else {
        return without_numbers(best, rival, &what);
    };
    let level = |one: &&Variant| {
        let same = one.beside(best).map(|standing| standing.order) == Some(Order::Same);
        std::ptr::eq(*one, best) || same
    };
    let ahead: Vec<&Variant> = variants.iter().filter(level).collect();
    let mut named = match standing.order {
        Order::Unclear => vec![best],
        _ => ahead.clone(),
    };
    named.push(rival);
    let computed = named.iter().all(|one| one.chance == Chance::Exact);
    let names: Vec<_> = ahead.iter().map(|one| one.name.clone()).collect();
    let verdict = Verdict {
        best,
        rival,
        standing,
        ahead: apart_by(&names),
        what,
        chance: if computed {
            Chance::Exact
        } else {
            Chance::Drawn
        },
    };
    match (verdict.chance, standing.single) {
        _ if standing.is_level() => verdict.nearly_level(),
        (Chance::Exact, _) => verdict.computed(),
        (Chance::Drawn, true) => verdict.single(),
        (Chance::Drawn, false) if standing.pairing.pairs() => verdict.in_pairs(),
        (Chance::Drawn, false) if standing.pairing == Pairing::Some => verdict.overlapping(),
        (Chance::Drawn, false) => verdict.without_pairs(),
    }
}

impl Verdict<'_> {
    /// The origin of the drawn numbers.
    fn draws(&self) -> &Draws {
        self.best.draws_with(self.rival)
    }

    /// "more" or "less": the better direction.
    fn direction(&self) -> &'static str {
        match self.best.more_is_better() {
            true => "more",
            false => "less",
        }
    }

    /// "above" or "below": the side on which a better number lies.
    fn side(&self) -> &'static str {
        match self.best.more_is_better() {
            true => "above",
            false => "below",
        }
    }

    /// Whether the best variant is clearly better than its rival.
    fn is_clear(&self) -> bool {
        self.standing.is_better(!self.best.more_is_better())
    }

    /// The headline of an order: "Equal: 12 % less iteration time than Dynamic".
    fn order(&self) -> String {
        let (ahead, what, rival) = (&self.ahead, &self.what, &self.rival.name);
        if let Some(factor) = factor(&self.standing) {
            return format!("{ahead}: {factor} the {what} of {rival}");
        }
        let (size, direction) = (size(&self.standing), self.direction());
        let superlative = ["least ", "largest ", "shortest ", "longest "];
        if superlative.iter().any(|word| what.starts_with(word)) {
            let direction = match self.best.more_is_better() {
                true => "higher",
                false => "lower",
            };
            return format!("{ahead}: {what} {size}{direction} than {rival}");
        }
        if self.standing.unit == Unit::Share {
            return format!("{ahead}: {what} {size}{direction} than {rival}");
        }
        // "more crashes", not "more number of crashes".
        let counted = what.strip_prefix("number of ").unwrap_or(what);
        format!("{ahead}: {size}{direction} {counted} than {rival}")
    }

    /// The headline of a tie.
    fn tie(&self) -> String {
        format!("{} have the same {}", self.ahead, self.what)
    }

    /// The headline of an order that the numbers do not tell.
    fn open(&self) -> String {
        let (best, rival) = (&self.best.name, &self.rival.name);
        format!("{best} and {rival} cannot be told apart")
    }

    /// The sentences on numbers that hardly differ.
    fn nearly_level(&self) -> (String, String) {
        let (best, rival, what) = (&self.best.name, &self.rival.name, &self.what);
        let [own, theirs] = [self.best, self.rival].map(value);
        let doubt = match (self.chance, self.standing.single) {
            (Chance::Exact, _) => COMPUTED.to_owned(),
            (Chance::Drawn, true) => self.draws().doubt(),
            (Chance::Drawn, false) => {
                let shared = self.draws().shared(self.standing.pairing);
                format!("Both use {shared}.")
            }
        };
        let tenth = tenth(&self.standing);
        let headline = format!("{best} and {rival} have the same {what} to {tenth}: {own}");
        if own == theirs {
            return (headline, doubt);
        }
        let (size, direction) = (size(&self.standing), self.direction());
        let why =
            format!("The {what} is {size}{direction} with {best}: {own} against {theirs}. {doubt}");
        (headline, why)
    }

    /// The sentences on numbers without chance.
    fn computed(&self) -> (String, String) {
        let [own, theirs] = [self.best, self.rival].map(value);
        if self.standing.order == Order::Same {
            return (format!("{}: {own}", self.tie()), COMPUTED.to_owned());
        }
        let (what, rival) = (&self.what, &self.rival.name);
        let why = format!("The {what} is {own}, against {theirs} with {rival}. {COMPUTED}");
        (self.order(), why)
    }

    /// The sentences on one number each.
    fn single(&self) -> (String, String) {
        let draws = self.draws();
        let only = self.standing.only(draws);
        let headline = match self.standing.order {
            Order::Same => format!("{}{only}: {}", self.tie(), value(self.best)),
            _ => format!("{}{only}", self.order()),
        };
        (headline, draws.doubt())
    }

    /// The sentences on numbers of things that are common only in part.
    fn overlapping(&self) -> (String, String) {
        let (best, rival, what) = (&self.best.name, &self.rival.name, &self.what);
        let [own, theirs] = [self.best, self.rival].map(value);
        let many = self.draws().names()[1];
        (
            format!("{best} and {rival} cannot be compared"),
            format!(
                "The {what} is {own}, against {theirs} with {rival}, but only some of their {many} are the same, so that the difference has no interval."
            ),
        )
    }

    /// The sentences on numbers of different things.
    fn without_pairs(&self) -> (String, String) {
        let headline = match self.standing.order {
            Order::Same => format!("{}: {}", self.tie(), value(self.best)),
            _ if self.is_clear() => self.order(),
            _ => self.open(),
        };
        let [one, many] = self.draws().names();
        let differ = format!("Their {many} are not the same");
        let interval = "the 95 % interval of the difference of the means";
        let why = match self.standing.order {
            Order::Same => format!("{differ}, but their numbers are all equal."),
            Order::Less | Order::More => {
                format!("{differ}; {interval} lies wholly {} zero.", self.side())
            }
            Order::Unclear if self.best.runs().min(self.rival.runs()) == 1 => {
                format!("{differ}, and one {one} gives no interval: more {many} may decide.")
            }
            Order::Unclear => {
                format!("{differ}, and {interval} includes zero: more {many} may decide.")
            }
        };
        (headline, why)
    }

    /// The sentences on numbers of the same runs or things.
    fn in_pairs(&self) -> (String, String) {
        let (draws, direction) = (self.draws(), self.direction());
        let [one, many] = draws.names();
        let in_common = draws.in_common(self.standing.pairing);
        if self.standing.order == Order::Same {
            let why = format!("{in_common} it is the same in every {one}.");
            return (self.tie(), why);
        }
        // Zeros have no ratio.
        let (numbers, zero) = match self.standing.by_ratios {
            true => ("ratios", "one"),
            false => ("differences", "zero"),
        };
        let interval = format!("the 95 % interval of the {many}’ {numbers}");
        let (side, share) = (self.side(), self.share());
        if self.is_clear() {
            let why = format!(
                "{in_common} it was {direction} in {share}; {interval} lies wholly {side} {zero}."
            );
            return (self.order(), why);
        }
        let doubt = match self.standing.lies(side) {
            // With the other variant as the divisor, the ratios do not tell.
            true => format!(
                "and {interval} lies {side} {zero}, but that of the inverse ratios includes one"
            ),
            false => format!("and {interval} does not lie {side} {zero}"),
        };
        let (what, best) = (&self.what, &self.best.name);
        let why = format!(
            "The {what} was {direction} with {best} in {share}, {doubt}: more {many} may decide."
        );
        (self.open(), why)
    }

    /// The share of the runs in which the best variant is better: "every run", "66.7 % of the runs".
    fn share(&self) -> String {
        let [one, many] = self.draws().names();
        match self.best.wins(self.rival).unwrap_or(f64::NAN) {
            1.0 => format!("every {one}"),
            0.0 => format!("no {one}"),
            wins => format!("{} of the {many}", Figure::share("", "", wins).text()),
        }
    }
}

/// A variant's objective as people read it.
fn value(one: &Variant) -> String {
    one.objective().map_or_else(String::new, |one| one.text())
}

/// The sentences where a number is lacking.
fn without_numbers(best: &Variant, rival: &Variant, what: &str) -> (String, String) {
    let headline = format!("{} and {} cannot be compared", best.name, rival.name);
    let any = [best, rival].iter().any(|one| one.cost().is_finite());
    let why = match (best.chance, &best.draws) {
        (Chance::Exact, _) | (_, Draws::Seed) if any => {
            format!("Not both have a number for the {what}.")
        }
        (Chance::Exact, _) | (_, Draws::Seed) => format!("Neither has a number for the {what}."),
        (_, draws) => format!(
            "Not every {} has a number for the {what}.",
            draws.names()[0]
        ),
    };
    (headline, why)
}

/// The sentences where no other variant has the objective of the first one.
fn apart(variants: &[Variant]) -> (String, String) {
    let figure = |one: &Variant| Some((one.name.clone(), within(&one.objective()?.name)));
    let judged: Vec<_> = variants.iter().filter_map(figure).collect();
    let names: Vec<_> = variants.iter().map(|one| one.name.clone()).collect();
    let mut pairs = judged.iter().zip(judged.iter().skip(1));
    let why = match pairs.all(|((_, one), (_, next))| one == next) {
        // Figures of one name that answer different questions.
        true => String::new(),
        false => {
            let judged = judged
                .iter()
                .map(|(name, figure)| format!("{name}: {figure}"));
            let judged: Vec<_> = judged.collect();
            format!(
                "Each is judged by a figure of its own – {}.",
                judged.join("; ")
            )
        }
    };
    (
        format!(
            "{} answer different questions and are not compared",
            apart_by(&names)
        ),
        why,
    )
}

/// Twice the difference up to which numbers are level.
fn tenth(standing: &Standing) -> &'static str {
    match standing.unit {
        Unit::Share => "0.1 percentage points",
        _ => "0.1\u{202f}%",
    }
}

/// A number with its uncertainty: "12 ± 1".
fn with_uncertainty(figure: &Figure) -> String {
    let half = figure.uncertainty_text();
    let half = half.map(|half| format!(" {half}")).unwrap_or_default();
    format!("{}{half}", figure.text())
}

/// How much both differ, with a space: "12 % ± 1 % ", "16.4 percentage points " of shares; empty where the other number is 0.
fn size(standing: &Standing) -> String {
    if standing.unit == Unit::Share {
        let (difference, half) = standing.difference;
        let points = Figure::number("", "", 100.0 * difference.abs()).within(100.0 * half);
        return format!("{} percentage points ", with_uncertainty(&points));
    }
    let (ratio, half) = standing.ratio;
    if !ratio.is_finite() {
        return String::new();
    }
    let figure = Figure::share("", "", (ratio - 1.0).abs()).within(half);
    match figure.uncertainty_text() {
        Some(_) => format!("{} ", with_uncertainty(&figure)),
        None => percent_apart(ratio).map_or_else(String::new, |size| format!("{size} ")),
    }
}

/// A ratio of 2 or more: "3.6 ± 0.2 times", which reads better than so many per cent more.
fn factor(standing: &Standing) -> Option<String> {
    let (ratio, half) = standing.ratio;
    let large = ratio >= 2.0 && ratio.is_finite() && standing.unit != Unit::Share;
    let figure = || Figure::number("", "", ratio).within(half);
    large.then(|| format!("{} times", with_uncertainty(&figure())))
}

/// The comparison of a variant with the first one as a change: "12 % ± 1 % less than Equal".
pub(super) fn change(standing: &Standing, variant: &Variant, base: &Variant) -> String {
    let run = standing.only(base.draws_with(variant));
    let base = &base.name;
    if standing.is_level() {
        return format!("the same as {base} to {}", tenth(standing));
    }
    let less = match standing.order {
        Order::Same => return format!("the same as {base}{run}"),
        Order::Unclear if !standing.single => return format!("no clear difference from {base}"),
        Order::Unclear => standing.difference.0 < 0.0,
        Order::Less => true,
        Order::More => false,
    };
    if let Some(factor) = factor(standing) {
        return format!("{factor} that of {base}{run}");
    }
    let size = size(standing);
    match less {
        true => format!("{size}less than {base}{run}"),
        false => format!("{size}more than {base}{run}"),
    }
}
