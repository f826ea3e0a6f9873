//! Variants of a scenario: their names, their results, their differences run by run.

use parameters::{Kind, Parameter};
use report::evidence::{Evidence, Verdict, difference, same};
use report::words::{capital, within};
use report::{Chance, Figure, Observer, Report, Sample};
use serde_json::Value;
use statistics::mean_and_half_width;

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
}

/// The comparison of a variant's objective with that of another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Its values over those of the other, run by run: the mean, and the half width of its 95 % interval.
    pub(crate) ratio: (f64, f64),
    /// The order of both objectives.
    pub(crate) order: Order,
    /// Whether the comparison rests on a single number that chance drew.
    pub(crate) single: bool,
    /// Whether the ratios tell the order, rather than the differences, which zeros have, too.
    pub(crate) by_ratios: bool,
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
        })
    }

    /// The figures whose values are known for each run: mean and 95 % interval over the runs. The first one is the objective.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        self.samples
            .iter()
            .map(|sample| {
                let (mean, half) = mean_and_half_width(&sample.values);
                Figure::new(sample.key, sample.name, mean, sample.unit).within(half)
            })
            .collect()
    }

    /// The figure that it is judged by.
    pub(crate) fn objective(&self) -> Option<Figure> {
        self.figures().into_iter().next()
    }

    /// Whether more of its objective is better, rather than less.
    pub(crate) fn more_is_better(&self) -> bool {
        let first = self.samples.first();
        first.is_some_and(|sample| !sample.less_is_better)
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
        self.samples.first().map_or(0, |sample| sample.values.len())
    }

    /// The same figure of another variant: that of the same topic and name.
    fn alike<'s>(&self, own: &Sample, other: &'s Self) -> Option<&'s Sample> {
        let mut all = other.samples.iter();
        let alike = |one: &&Sample| {
            (one.key, one.name, one.unit, one.less_is_better)
                == (own.key, own.name, own.unit, own.less_is_better)
        };
        all.find(alike).filter(|_| self.topic == other.topic)
    }

    /// The values of both objectives, run by run; none where they are not the same figure.
    fn objectives<'v>(&'v self, other: &'v Self) -> Option<(&'v [f64], &'v [f64])> {
        let (own, first) = (self.samples.first()?, other.samples.first()?);
        let found = self.alike(own, other)?;
        std::ptr::eq(found, first).then_some((&own.values, &found.values))
    }

    /// Whether both are judged by the same figure.
    pub(crate) fn comparable(&self, other: &Self) -> bool {
        self.objectives(other).is_some()
    }

    /// This variant's value minus that of `base` in each figure of `base`, run by run: mean and 95 % interval. None for a
    /// figure that only one of both has.
    pub(crate) fn differences(&self, base: &Self) -> Vec<Option<Figure>> {
        let difference = |theirs: &Sample| {
            let own = base.alike(theirs, self)?;
            let (mean, half) = paired(&own.values, &theirs.values, |own, base| own - base);
            Some(Figure::new(own.key, own.name, mean, own.unit).within(half))
        };
        base.samples.iter().map(difference).collect()
    }

    /// The comparison of its objective with that of `base`. None where they cannot be compared: they are not the same
    /// figure, or a run has no value.
    pub(crate) fn beside(&self, base: &Self) -> Option<Standing> {
        let (own, theirs) = self.objectives(base)?;
        let finite = |values: &[f64]| values.iter().all(|value| value.is_finite());
        if own.is_empty() || !finite(own) || !finite(theirs) {
            return None;
        }
        let single = self.chance == Chance::Drawn && own.len() == 1;
        let evidence = Evidence::of(own, theirs);
        let order = match self.chance {
            Chance::Exact => exact(own, theirs),
            Chance::Drawn => drawn(evidence, own, theirs),
        };
        Some(Standing {
            ratio: paired(own, theirs, |own, base| match own == base {
                // Also where both are 0.
                true => 1.0,
                false => own / base,
            }),
            order,
            single,
            by_ratios: evidence.is_some(),
        })
    }

    /// The share of the runs in which its objective is better than that of `base`.
    pub(crate) fn wins(&self, base: &Self) -> f64 {
        let (own, theirs) = self.objectives(base).unwrap_or_default();
        let more = self.more_is_better();
        let better =
            |own, theirs| f64::from(u8::from(if more { own > theirs } else { own < theirs }));
        paired(own, theirs, better).0
    }
}

/// The order of computed numbers.
fn exact(own: &[f64], theirs: &[f64]) -> Order {
    let mut pairs = own.iter().zip(theirs);
    match statistics::mean(own) < statistics::mean(theirs) {
        _ if pairs.all(|(own, theirs)| same(*own, *theirs)) => Order::Same,
        true => Order::Less,
        false => Order::More,
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
        _ if one != Draws::Runs.names()[0] => Draws::Of(one.into(), many.into()),
        1 if !one_asked => Draws::Seed,
        _ => Draws::Runs,
    }
}

/// The order of drawn numbers: by their ratios, which need numbers above 0, else by their differences.
fn drawn(evidence: Option<Evidence>, own: &[f64], theirs: &[f64]) -> Order {
    match evidence.map_or_else(|| difference(own, theirs), |one| one.verdict()) {
        // The other is less.
        Verdict::Faster => Order::More,
        Verdict::Slower => Order::Less,
        Verdict::Equal => Order::Same,
        Verdict::Unclear => Order::Unclear,
    }
}

/// For each figure of the first variant: the place of the variant that is best in it, where all have it and it can be told
/// from every other one: computed numbers by themselves, drawn ones by the 95 % intervals of the runs' differences.
pub(crate) fn leaders(variants: &[Variant]) -> Vec<Option<usize>> {
    let Some(first) = variants.first() else {
        return Vec::new();
    };
    let leader = |sample: &Sample| {
        let sign = if sample.less_is_better { 1.0 } else { -1.0 };
        let values = variants.iter().map(|one| first.alike(sample, one));
        let values: Vec<&Sample> = values.collect::<Option<_>>()?;
        let ahead = |own: &Sample, other: &Sample| {
            let (mean, half) = paired(&own.values, &other.values, |own, other| own - other);
            match first.chance {
                Chance::Exact => {
                    sign * mean < 0.0 && exact(&own.values, &other.values) != Order::Same
                }
                // The mean lies farther from zero than half its interval is wide.
                Chance::Drawn => sign * mean + half < 0.0,
            }
        };
        values.iter().position(|own| {
            let mut others = values.iter().filter(|other| !std::ptr::eq(**other, *own));
            others.all(|other| ahead(own, other))
        })
    };
    first.samples.iter().map(leader).collect()
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
/// order: "Dynamic, processors 4". Scenarios that differ in nothing are told apart by their places.
pub(crate) fn names(scenarios: &[&Scenario], changes: &[Changes]) -> Vec<String> {
    let Some(first) = scenarios.first() else {
        return Vec::new();
    };
    let parameters = first.parameters();
    let differs = |parameter: &&Parameter| {
        let own = first.get(parameter.name);
        scenarios.iter().any(|one| one.get(parameter.name) != own)
    };
    let changed = |one: &&Parameter| changes.iter().any(|changes| changes.contains_key(one.name));
    let changed = parameters.iter().filter(changed);
    let mut told: Vec<&Parameter> = changed.clone().filter(differs).collect();
    if told.is_empty() {
        told = changed.collect();
    }
    let mut names: Vec<String> = Vec::new();
    for (place, scenario) in (1..).zip(scenarios) {
        let name = name(scenario, &told);
        names.push(match names.contains(&name) {
            true => format!("{name} (variant {place})"),
            false => name,
        });
    }
    names
}

/// The values of some parameters of a scenario, in words: "Dynamic, processors 4".
pub(crate) fn name(scenario: &Scenario, parameters: &[&Parameter]) -> String {
    let words = parameters
        .iter()
        .map(|one| valued(one, &scenario.get(one.name)));
    capital(&words.collect::<Vec<_>>().join(", "))
}

/// A parameter with its value: "processors 4". A choice or a flag stands alone.
fn valued(parameter: &Parameter, value: &Value) -> String {
    let words = value_in_words(parameter, value);
    match &parameter.kind {
        Kind::Choice(_) | Kind::Flag => words,
        _ => {
            let (title, limit) = title(parameter);
            format!("{title} {limit}{words}")
        }
    }
}

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
        Value::String(text) if matches!(parameter.kind, Kind::Text { .. }) => first_words(text),
        Value::String(text) => text.clone(),
        Value::Null => "none".into(),
        Value::Bool(on) => {
            let not = if *on { "" } else { "not: " };
            return format!("{not}{}", within(parameter.title));
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
            Some(float) if value.is_f64() => readable(float),
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

/// A number as a person would type it: a step of a range, such as 0.6666666666666666, to six digits.
fn readable(number: f64) -> String {
    const TYPED: usize = 8;
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

    #[test]
    fn steps_of_a_range_are_told_to_six_digits_and_typed_numbers_as_they_are() {
        let told = [2.0 / 3.0, 11.240000000000002, 2.5, 1e-6, 1_234_567.5, 1e12].map(readable);
        let expected = [
            "0.666667",
            "11.24",
            "2.5",
            "0.000001",
            "1234567.5",
            "1000000000000",
        ];
        assert_eq!(told, expected);
    }
}
