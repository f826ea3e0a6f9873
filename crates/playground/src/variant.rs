//! Variants of a scenario: their names, their results, their differences run by run.

use parameters::{Kind, Parameter};
use report::evidence::{Evidence, Verdict, difference, same};
use report::figure::Unit;
use report::number::fixed;
use report::words::{capital, within};
use report::{Chance, Figure, Observer, Pairing, Report, Sample};
use serde_json::Value;
use statistics::{mean, mean_and_half_width};

use crate::draws::Draws;
use crate::setup::{Changes, RUNS};
use crate::{Cache, Error, Scenario, run_sampled};

/// The parameter that chooses a laboratory's question, where it has several.
pub(crate) const TOPIC: &str = "topic";

/// A variant that was run.
#[derive(Debug)]
pub(crate) struct Variant {
    /// The name that tells it from the others.
    pub(crate) name: String,
    /// Its report.
    pub(crate) report: Report,
    /// Whether its figures depend on chance.
    pub(crate) chance: Chance,
    /// The origin of each of its numbers.
    pub(crate) draws: Draws,
    /// The question that its laboratory answered: figures of different questions are not compared.
    topic: Value,
    samples: Vec<Sample>,
    /// The place of the figure that it is judged by.
    judged: usize,
}

/// The comparison of a variant's objective with that of another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Its values over those of the other, run by run: the mean, and the half width of its 95 % interval. Without pairs, the ratio of the
    /// means, which has no interval.
    pub(crate) ratio: (f64, f64),
    /// Its mean less that of the other, and the half width of the 95 % interval.
    pub(crate) difference: (f64, f64),
    /// The unit of both: shares differ by percentage points, other numbers by a ratio.
    pub(crate) unit: Unit,
    /// The order of both objectives.
    pub(crate) order: Order,
    /// Whether the comparison rests on a single number that chance drew.
    pub(crate) single: bool,
    /// How the runs or things of both belong together.
    pub(crate) pairing: Pairing,
    /// Whether the ratios tell the order, rather than the differences, which zeros have, too.
    pub(crate) by_ratios: bool,
}

impl Standing {
    /// The comparison of a sample with another one of the same figure. None where a run has no value.
    pub(crate) fn of(chance: Chance, own: &Sample, theirs: &Sample) -> Option<Self> {
        let finite = |one: &Sample| one.values.iter().all(|value| value.is_finite());
        if own.values.is_empty() || theirs.values.is_empty() || !finite(own) || !finite(theirs) {
            return None;
        }
        let pairing = own.pairing(theirs);
        let pairs = pairing.pairs();
        let alone = [own, theirs].iter().all(|one| one.values.len() == 1);
        let ratios = (pairs || alone) && own.unit != Unit::Share;
        let told = ratios.then(|| by_ratios(&own.values, &theirs.values));
        let told = told.flatten();
        let order = match chance {
            Chance::Exact => exact(own, theirs),
            Chance::Drawn if pairs || alone => {
                told.unwrap_or_else(|| order(difference(&own.values, &theirs.values)))
            }
            Chance::Drawn => apart(own.difference(theirs)),
        };
        let over = |own: f64, base: f64| match same(own, base) {
            // Rounding is no difference; also where both are 0.
            true => 1.0,
            false => own / base,
        };
        Some(Self {
            ratio: match pairs {
                true => paired(&own.values, &theirs.values, over),
                false => (over(mean(&own.values), mean(&theirs.values)), f64::NAN),
            },
            difference: own.difference(theirs),
            unit: own.unit,
            order,
            single: chance == Chance::Drawn && alone,
            pairing,
            by_ratios: told.is_some(),
        })
    }

    /// Whether the difference is too small to matter: below half of a tenth of a per cent, with its interval.
    pub(crate) fn is_level(&self) -> bool {
        let (apart, half) = match self.unit {
            Unit::Share => self.difference,
            _ => (self.ratio.0 - 1.0, self.ratio.1),
        };
        let half = if half.is_finite() { half } else { 0.0 };
        let known = self.pairing.pairs() || self.single;
        known && self.order != Order::Same && apart.abs() + half < 5e-4
    }

    /// Whether the first is clearly better, where less of it is better or more.
    pub(crate) fn is_better(&self, less_is_better: bool) -> bool {
        match less_is_better {
            true => self.order == Order::Less,
            false => self.order == Order::More,
        }
    }

    /// Whether the 95 % interval of the numbers that tell the order lies wholly "above" or "below" the value of equal numbers.
    pub(crate) fn lies(&self, side: &str) -> bool {
        let ((mean, half), equal) = match self.by_ratios {
            true => (self.ratio, 1.0),
            false => (self.difference, 0.0),
        };
        match side {
            "above" => mean - half > equal,
            _ => mean + half < equal,
        }
    }

    /// The words after a statement about a single number; empty where there are several.
    pub(crate) fn only(&self, draws: &Draws) -> String {
        match (self.single, self.pairing.pairs()) {
            (false, _) => String::new(),
            (true, true) => draws.only(),
            (true, false) => draws.each(),
        }
    }
}

/// The order of two objectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The first is less.
    Less,
    /// The first is more.
    More,
    /// Both are the same in every run.
    Same,
    /// The runs do not tell.
    Unclear,
}

impl Variant {
    /// Runs a scenario.
    pub(crate) fn run(
        name: String,
        scenario: &Scenario,
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<Self, Error> {
        let ran = run_sampled(scenario, cache, observer);
        let (report, samples) = ran.map_err(Error::without_beginning)?;
        Ok(Self {
            name,
            report,
            chance: scenario.chance(),
            draws: draws(scenario, samples.first()),
            topic: scenario.get(TOPIC),
            samples,
            judged: 0,
        })
    }

    /// The figures whose values are known for each run: mean and 95 % interval over the runs. The first one is the objective.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        self.samples
            .iter()
            .map(|sample| {
                let (value, half) = mean_and_half_width(&sample.values);
                Figure::new(sample.key, sample.name, value, sample.unit).within(half)
            })
            .collect()
    }

    /// The numbers behind each of these figures.
    pub(crate) fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The numbers that it is judged by.
    pub(crate) fn sample(&self) -> Option<&Sample> {
        self.samples.get(self.judged)
    }

    /// The figure that it is judged by.
    pub(crate) fn objective(&self) -> Option<Figure> {
        self.figures().into_iter().nth(self.judged)
    }

    /// The figures before that one, which are the same in all variants.
    pub(crate) fn level_figures(&self) -> Vec<Figure> {
        self.figures().into_iter().take(self.judged).collect()
    }

    /// Whether more of its objective is better, rather than less.
    pub(crate) fn more_is_better(&self) -> bool {
        self.sample().is_some_and(|sample| !sample.less_is_better)
    }

    /// Its objective as a cost: less is better.
    pub(crate) fn cost(&self) -> f64 {
        let objective = self.objective().map(|figure| figure.value);
        let objective = objective.filter(|value| value.is_finite());
        match self.more_is_better() {
            true => objective.map_or(f64::INFINITY, |value| -value),
            false => objective.unwrap_or(f64::INFINITY),
        }
    }

    /// The number of runs.
    pub(crate) fn runs(&self) -> usize {
        self.sample().map_or(0, |sample| sample.values.len())
    }

    /// The unit of its load, where work is an amount.
    pub(crate) fn load(&self) -> Option<&str> {
        self.report.done.as_ref().map(|(unit, _)| unit.as_str())
    }

    /// The same figure of another variant: that of the same topic, unit of load and name.
    fn alike<'s>(&self, own: &Sample, other: &'s Self) -> Option<&'s Sample> {
        let mut all = other.samples.iter();
        let alike = |one: &&Sample| {
            (one.key, one.name, one.unit, one.less_is_better)
                == (own.key, own.name, own.unit, own.less_is_better)
        };
        all.find(alike)
            .filter(|_| self.topic == other.topic && share_a_load(self.load(), other.load()))
    }

    /// The samples of both objectives; none where they are not the same figure.
    fn objectives<'v>(&'v self, other: &'v Self) -> Option<(&'v Sample, &'v Sample)> {
        let (own, judged) = (self.sample()?, other.sample()?);
        let found = self.alike(own, other)?;
        std::ptr::eq(found, judged).then_some((own, found))
    }

    /// How the numbers of its objective belong to those of another one.
    pub(crate) fn pairing(&self, other: &Self) -> Pairing {
        let both = self.objectives(other);
        both.map_or(Pairing::Apart, |(own, theirs)| own.pairing(theirs))
    }

    /// Whether both are judged by the same figure.
    pub(crate) fn comparable(&self, other: &Self) -> bool {
        self.objectives(other).is_some()
    }

    /// This variant's value minus that of `base` in each figure of `base`: mean and 95 % interval, see [`Sample::difference`]. None for a
    /// figure that only one of both has.
    pub(crate) fn differences(&self, base: &Self) -> Vec<Option<Figure>> {
        let difference = |theirs: &Sample| {
            let own = base.alike(theirs, self)?;
            let (mean, half) = own.difference(theirs);
            Some(match own.unit {
                // Percentage points.
                Unit::Share => {
                    let points = Figure::number(own.key, own.name, 100.0 * mean);
                    points.within(100.0 * half)
                }
                unit => Figure::new(own.key, own.name, mean, unit).within(half),
            })
        };
        base.samples.iter().map(difference).collect()
    }

    /// The comparison of its objective with that of `base`. None where they cannot be compared: they are not the same
    /// figure, or a run has no value.
    pub(crate) fn beside(&self, base: &Self) -> Option<Standing> {
        let (own, theirs) = self.objectives(base)?;
        Standing::of(self.chance_with(base), own, theirs)
    }

    /// Whether a comparison of both depends on chance: one drawn number is enough.
    fn chance_with(&self, other: &Self) -> Chance {
        match self.chance {
            Chance::Exact => other.chance,
            Chance::Drawn => Chance::Drawn,
        }
    }

    /// The origin of the drawn numbers in a comparison of both.
    pub(crate) fn draws_with<'v>(&'v self, other: &'v Self) -> &'v Draws {
        match (self.chance, other.chance) {
            (Chance::Exact, Chance::Drawn) => &other.draws,
            _ => &self.draws,
        }
    }

    /// The share of the runs in which its objective is better than that of `base`; none without pairs.
    pub(crate) fn wins(&self, base: &Self) -> Option<f64> {
        let (own, theirs) = self.objectives(base)?;
        let more = self.more_is_better();
        let better = |own, theirs| {
            let ahead = if more { own > theirs } else { own < theirs };
            f64::from(u8::from(ahead && !same(own, theirs)))
        };
        let pairs = own.pairing(theirs).pairs();
        pairs.then(|| paired(&own.values, &theirs.values, better).0)
    }
}

/// Whether two loads are counted in one unit, as far as both are known: times of 150 MB and of 150 bytes are not compared.
pub(crate) fn share_a_load(one: Option<&str>, other: Option<&str>) -> bool {
    one.zip(other).is_none_or(|(one, other)| one == other)
}

/// The order of computed numbers.
fn exact(own: &Sample, theirs: &Sample) -> Order {
    let (own, theirs) = (mean(&own.values), mean(&theirs.values));
    match own < theirs {
        _ if same(own, theirs) => Order::Same,
        true => Order::Less,
        false => Order::More,
    }
}

/// The order of two samples without pairs, by the 95 % interval of the difference of their means.
fn apart((difference, half): (f64, f64)) -> Order {
    match difference {
        _ if half == 0.0 && difference == 0.0 => Order::Same,
        less if less + half < 0.0 => Order::Less,
        more if more - half > 0.0 => Order::More,
        _ => Order::Unclear,
    }
}

/// The origin of each number of a scenario: its run, where a scenario can ask for several runs; else the seed, which gives one number.
fn draws(scenario: &Scenario, sample: Option<&Sample>) -> Draws {
    let Some(sample) = sample else {
        return Draws::Runs;
    };
    let (values, (one, many)) = (scenario.values(), sample.over);
    let asked = |parameter: &Parameter| parameter.name == RUNS && parameter.matters(&values);
    let one_asked = scenario.get(RUNS) == 1 && scenario.parameters().iter().any(asked);
    match sample.values.len() {
        _ if one != Draws::Runs.names()[0] => Draws::Of {
            one: one.into(),
            many: many.into(),
        },
        1 if !one_asked => Draws::Seed,
        _ => Draws::Runs,
    }
}

/// The order of drawn numbers by their ratios, where these tell it with each of both as the divisor. None where a number is not
/// above 0.
fn by_ratios(own: &[f64], theirs: &[f64]) -> Option<Order> {
    let told = |own: &[f64], theirs: &[f64]| Some(order(Evidence::of(own, theirs)?.verdict()));
    Some(match (told(own, theirs)?, told(theirs, own)?) {
        (Order::Less, Order::More) => Order::Less,
        (Order::More, Order::Less) => Order::More,
        (Order::Same, Order::Same) => Order::Same,
        _ => Order::Unclear,
    })
}

/// The order that the evidence on a subject tells of its baseline.
fn order(verdict: Verdict) -> Order {
    match verdict {
        // The subject is less.
        Verdict::Faster => Order::More,
        Verdict::Slower => Order::Less,
        Verdict::Equal => Order::Same,
        Verdict::Unclear => Order::Unclear,
    }
}

/// For each figure of the first variant: the place of the variant that is best in it, where all have it and it can be told
/// from every other one: the objective as the sentences tell it, other computed numbers by themselves, drawn ones by the 95 % intervals of
/// the runs' differences.
pub(crate) fn leaders(variants: &[Variant]) -> Vec<Option<usize>> {
    let Some(first) = variants.first() else {
        return Vec::new();
    };
    let leader = |(place, sample): (usize, &Sample)| {
        let values = variants.iter().map(|one| first.alike(sample, one));
        let values: Vec<(&Variant, &Sample)> = variants
            .iter()
            .zip(values.collect::<Option<Vec<_>>>()?)
            .collect();
        let sign = if sample.less_is_better { 1.0 } else { -1.0 };
        let ahead = |(variant, own): &(&Variant, &Sample), (rival, other): &(&Variant, &Sample)| {
            let (mean, half) = own.difference(other);
            match variant.chance_with(rival) {
                _ if place == first.judged => variant.beside(rival).is_some_and(|standing| {
                    standing.is_better(sample.less_is_better) && !standing.is_level()
                }),
                Chance::Exact => sign * mean < 0.0 && exact(own, other) != Order::Same,
                // The mean lies farther from zero than half its interval is wide.
                Chance::Drawn => sign * mean + half < 0.0,
            }
        };
        values.iter().enumerate().position(|(at, own)| {
            let mut others = values.iter().enumerate().filter(|(other, _)| *other != at);
            others.all(|(_, other)| ahead(own, other))
        })
    };
    first.samples.iter().enumerate().map(leader).collect()
}

/// The mean of `each` over both values of each run, and the half width of its 95 % interval.
///
/// Both variants meet the same randomness in the same run, so that common effects cancel out: the interval of the
/// differences is narrower than the two intervals suggest.
fn paired(own: &[f64], base: &[f64], each: impl Fn(f64, f64) -> f64) -> (f64, f64) {
    let pairs = own.iter().zip(base);
    let values: Vec<_> = pairs.map(|(own, base)| each(*own, *base)).collect();
    mean_and_half_width(&values)
}

/// Judges variants by the first figure that differs among them, where all have the same ones: a changed parameter may leave the
/// first one as it is. Returns whether no figure differs.
pub(crate) fn judge(variants: &mut [Variant]) -> bool {
    let Some(first) = variants.first() else {
        return false;
    };
    let level = |place: usize| {
        let own = first.samples.get(place)?;
        let mut others = variants.iter().skip(1);
        others.try_fold(true, |level, other| {
            let theirs = other.samples.get(place)?;
            let alike = first.alike(own, other)?;
            std::ptr::eq(alike, theirs).then(|| level && equal(&own.values, &theirs.values))
        })
    };
    let mut places = (0..first.samples.len()).map(|place| (place, level(place)));
    let Some((place, level)) = places.find(|(_, level)| *level != Some(true)) else {
        return !first.samples.is_empty();
    };
    let finite = |one: &Variant| {
        let sample = one.samples.get(place);
        sample.is_some_and(|sample| sample.values.iter().all(|value| value.is_finite()))
    };
    if level.is_some() && variants.iter().all(finite) {
        for one in variants {
            one.judged = place;
        }
    }
    false
}

/// Whether all numbers are the same; a lack of a number is the same as another one.
pub(crate) fn equal(own: &[f64], theirs: &[f64]) -> bool {
    let mut pairs = own.iter().zip(theirs);
    let alike =
        |(own, theirs): (&f64, &f64)| same(*own, *theirs) || own.is_nan() && theirs.is_nan();
    own.len() == theirs.len() && pairs.all(alike)
}

/// The place of the best variant among those that are judged as the first one; the first of several.
pub(crate) fn best(variants: &[Variant]) -> usize {
    let mut best = (0, f64::INFINITY);
    for (at, variant) in variants.iter().enumerate() {
        let comparable = variants
            .first()
            .is_some_and(|first| variant.comparable(first));
        if comparable && variant.cost() < best.1 {
            best = (at, variant.cost());
        }
    }
    best.0
}

/// The names of some scenarios: the values, in words, of the parameters of `changes` in which they differ, in the form's
/// order: "Dynamic, 4 processors". Scenarios that differ in nothing are told apart by their places.
pub(crate) fn names(scenarios: &[&Scenario], changes: &[Changes]) -> Vec<String> {
    let Some(first) = scenarios.first() else {
        return Vec::new();
    };
    let parameters = first.parameters();
    // A parameter without effect names nothing.
    let values: Vec<_> = scenarios.iter().map(|one| one.values()).collect();
    let changed = |one: &&Parameter| {
        let changed = changes.iter().any(|changes| changes.contains_key(one.name));
        changed && values.iter().any(|values| one.matters(values))
    };
    let differs = |parameter: &&Parameter| {
        let own = first.get(parameter.name);
        scenarios.iter().any(|one| one.get(parameter.name) != own)
    };
    let changed = parameters.iter().filter(changed);
    let mut told: Vec<&Parameter> = changed.clone().filter(differs).collect();
    if told.is_empty() {
        told = changed.collect();
    }
    let mut names: Vec<String> = Vec::new();
    for (place, (scenario, values)) in (1..).zip(scenarios.iter().zip(&values)) {
        let used = told.iter().copied().filter(|one| one.matters(values));
        let name = match used.collect::<Vec<_>>().as_slice() {
            [] => format!("Variant {place}"),
            used => name(scenario, used),
        };
        names.push(match names.contains(&name) {
            true => format!("{name} (variant {place})"),
            false => name,
        });
    }
    names
}

/// The values of some parameters of a scenario, in words: "Dynamic, 4 processors".
pub(crate) fn name(scenario: &Scenario, parameters: &[&Parameter]) -> String {
    let all = scenario.parameters();
    let words = parameters.iter().map(|one| {
        let mut before = all.iter().take_while(|other| other.name != one.name);
        let known = before.any(|other| share_an_option(other, one));
        valued(one, &scenario.get(one.name), known)
    });
    capital(&words.collect::<Vec<_>>().join(", "))
}

/// Whether two choices have an option of the same title.
fn share_an_option(one: &Parameter, other: &Parameter) -> bool {
    let (Kind::Choice(one), Kind::Choice(other)) = (&one.kind, &other.kind) else {
        return false;
    };
    let mut titles = one.iter().map(|choice| choice.title);
    titles.any(|title| other.iter().any(|choice| choice.title == title))
}

/// A parameter with its value, as [`counted`] has it. A choice stands alone whose options no parameter before it has (`known`): by
/// themselves, options name the first parameter that has them.
fn valued(parameter: &Parameter, value: &Value, known: bool) -> String {
    match &parameter.kind {
        Kind::Choice(_) if !known => value_in_words(parameter, value),
        _ => counted(parameter, value),
    }
}

/// A parameter with its value: "8 processors" where its title names the counted thing, "up to 8 computers" where the value
/// is a limit, else "problem size 2.5 s".
pub(crate) fn counted(parameter: &Parameter, value: &Value) -> String {
    with_words(parameter, &quoted(parameter, value))
}

/// A value in words; a choice as its label, in quotes.
pub(crate) fn quoted(parameter: &Parameter, value: &Value) -> String {
    let words = value_in_words(parameter, value);
    match parameter.kind {
        Kind::Choice(_) => format!("“{words}”"),
        _ => words,
    }
}

/// A parameter with its value in words, as [`counted`] has it: "pessimism not set" where it is left empty.
pub(crate) fn with_words(parameter: &Parameter, words: &str) -> String {
    let (title, limit) = title(parameter);
    let plural = match parameter.kind {
        Kind::Flag => return words.to_owned(),
        Kind::Integer { .. } => true,
        _ => false,
    };
    let (first, rest) = title.split_once(' ').unwrap_or((&title, ""));
    match first.strip_suffix('s').filter(|_| plural) {
        // One of several, by its number.
        _ if parameter.ordinal => format!("{first} {words}"),
        Some(_) if words != "1" => format!("{limit}{words} {title}"),
        Some(one) => {
            let one = match (one.strip_suffix("ie"), one.strip_suffix("sse")) {
                // "Series" are one and many.
                _ if first == "series" => first.to_owned(),
                (Some(one), _) => format!("{one}y"),
                (_, Some(one)) => format!("{one}ss"),
                _ => one.to_owned(),
            };
            format!("{limit}1 {one} {rest}").trim_end().to_owned()
        }
        None => format!("{title} {limit}{words}"),
    }
}

/// The words for the value of a parameter that is left empty.
const EMPTY: &str = "not set";

/// The title of a parameter within a sentence, and the words before its value where the value is a limit.
pub(crate) fn title(parameter: &Parameter) -> (String, &'static str) {
    let title = within(parameter.title);
    match title.strip_suffix(", up to") {
        Some(title) => (title.to_owned(), "up to "),
        None => (title, ""),
    }
}

/// A parameter's value as people read it.
pub(crate) fn value_in_words(parameter: &Parameter, value: &Value) -> String {
    let text = match value {
        Value::String(text) if matches!(parameter.kind, Kind::Text { .. }) => {
            match first_words(text) {
                empty if empty.is_empty() => return EMPTY.into(),
                words => words,
            }
        }
        Value::String(text) => text.clone(),
        Value::Null => return EMPTY.into(),
        Value::Bool(on) => {
            return match on {
                true => within(parameter.title),
                false => format!("“{}” off", parameter.title),
            };
        }
        // A file of one's own is known by its name.
        Value::Object(map) => map
            .values()
            .find_map(|own| own.get("name"))
            .and_then(Value::as_str)
            .unwrap_or("a file of your own")
            .into(),
        // `2.0` is a reader's `2`.
        value => match value.as_f64() {
            Some(float) if value.is_f64() || float.abs() < 1e15 => readable(float),
            _ => value.to_string(),
        },
    };
    if let Kind::Choice(choices) = &parameter.kind
        && let Some(choice) = choices.iter().find(|choice| choice.value == text)
    {
        return choice.title.to_owned();
    }
    match unit_after(&text, parameter.unit).as_str() {
        "" => text,
        unit => format!("{text}\u{a0}{unit}"),
    }
}

/// A number to read: thousands stand apart, and a step of a range, such as 0.6666666666666666, has six digits.
fn readable(number: f64) -> String {
    const TYPED: usize = 8;
    if number.fract() == 0.0 && (1000.0..1e15).contains(&number.abs()) {
        return fixed(number, 0);
    }
    let exact = number.to_string();
    let digits = exact.trim_start_matches(['-', '0', '.']);
    if digits.chars().filter(char::is_ascii_digit).count() <= TYPED || number.fract() == 0.0 {
        return exact;
    }
    let rounded = parameters::typed(&format!("{number:.5e}"));
    rounded.map_or(exact, |rounded| rounded.to_string())
}

/// A unit as it stands after a value: nothing after none, "round of τ" after 1, "rounds of τ" after others.
///
/// ```
/// use playground::unit_after;
/// let after = |unit| ["1", "2", "none"].map(|value| unit_after(value, unit));
/// assert_eq!(after("rounds of τ"), ["round of τ", "rounds of τ", ""]);
/// assert_eq!(after("ms"), ["ms", "ms", ""]);
/// ```
#[must_use]
pub fn unit_after(value: &str, unit: &str) -> String {
    /// Units that are words rather than symbols, many and one.
    const WORDS: [(&str, &str); 5] = [
        ("rounds", "round"),
        ("intervals", "interval"),
        ("jobs", "job"),
        ("nodes", "node"),
        ("leaves", "leaf"),
    ];
    let one = |(many, one): &(&str, &str)| Some(format!("{one}{}", unit.strip_prefix(many)?));
    match value {
        "" | "none" => String::new(),
        "1" => WORDS.iter().find_map(one).unwrap_or_else(|| unit.into()),
        _ => unit.into(),
    }
}

/// The beginning of a text, in which no line breaks.
fn first_words(text: &str) -> String {
    const SHOWN: usize = 24;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", words.get(..end).unwrap_or_default()),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        /// The order of two samples is reversed between the second and the first.
        #[test]
        fn orders_are_told_alike_from_both_sides(
            pairs in proptest::collection::vec((0_u32..40, 0_u32..40), 1..6),
            share in proptest::bool::ANY,
        ) {
            let unit = if share { Unit::Share } else { Unit::One };
            let of = |values: Vec<u32>| {
                Sample::new("", "", unit, values.into_iter().map(f64::from).collect())
            };
            let (own, theirs): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
            let (own, theirs) = (of(own), of(theirs));
            for chance in [Chance::Drawn, Chance::Exact] {
                let both = (
                    Standing::of(chance, &own, &theirs).map(|one| one.order),
                    Standing::of(chance, &theirs, &own).map(|one| one.order),
                );
                let mirrored = matches!(
                    both,
                    (Some(Order::Less), Some(Order::More))
                        | (Some(Order::More), Some(Order::Less))
                        | (Some(Order::Same), Some(Order::Same))
                        | (Some(Order::Unclear), Some(Order::Unclear))
                );
                proptest::prop_assert!(mirrored, "{both:?}");
            }
        }
    }

    #[test]
    fn a_parameter_that_names_one_thing_by_its_number_counts_none() {
        let told = |ordinal| {
            let series = Parameter {
                title: "Series of the set",
                ordinal,
                ..Parameter::whole("series", 1, 9, "")
            };
            [1, 3].map(|value| counted(&series, &value.into()))
        };
        assert_eq!(told(false), ["1 series of the set", "3 series of the set"]);
        assert_eq!(told(true), ["series 1", "series 3"]);
    }

    #[test]
    fn steps_of_a_range_are_told_to_six_digits_and_typed_numbers_as_they_are() {
        let told = [2.0 / 3.0, 11.240000000000002, 2.5, 1e-6, 1_234_567.5, 1e12].map(readable);
        let expected = [
            "0.666667",
            "11.24",
            "2.5",
            "0.000001",
            "1234567.5",
            "1\u{202f}000\u{202f}000\u{202f}000\u{202f}000",
        ];
        assert_eq!(told, expected);
    }
}
