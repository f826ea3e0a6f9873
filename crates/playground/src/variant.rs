//! Variants of a scenario: what they are called, what they come to, how they differ run by run.

use std::ops::ControlFlow;

use parameters::{Kind, Parameter};
use report::words::capital;
use report::{Figure, Interval, Observer, Report, Sample};
use serde_json::Value;
use trace::statistics::mean_and_half_width;

use crate::{Cache, Error, Scenario, run_sampled};

/// A variant that was run.
#[derive(Debug)]
pub(crate) struct Variant {
    /// What tells it from the others.
    pub(crate) name: String,
    /// What came out.
    pub(crate) report: Report,
    samples: Vec<Sample>,
}

impl Variant {
    /// Runs a scenario, the `at`-th of `of` that are run on behalf of one observer.
    pub(crate) fn run(
        name: String,
        scenario: &Scenario,
        (at, of): (u64, u64),
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<Self, Error> {
        let mut part =
            |done, total| -> ControlFlow<()> { observer.progress(at * total + done, of * total) };
        let (report, samples) = run_sampled(scenario, cache, &mut part)?;
        Ok(Self {
            name,
            report,
            samples,
        })
    }

    /// The figures whose values are known for each run: mean and 95 % interval over the runs. Of the first, less is
    /// better.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        self.samples
            .iter()
            .map(|sample| {
                let (mean, half) = mean_and_half_width(&sample.values);
                Figure::new(sample.key, sample.name, mean, sample.unit).within(half)
            })
            .collect()
    }

    /// What it is judged by, of which less is better.
    pub(crate) fn objective(&self) -> Option<Figure> {
        self.figures().into_iter().next()
    }

    /// How many runs there are.
    pub(crate) fn runs(&self) -> usize {
        self.samples.first().map_or(0, |sample| sample.values.len())
    }

    /// This variant's values minus those of `base`, run by run: means and 95 % intervals.
    pub(crate) fn differences(&self, base: &Self) -> Vec<Figure> {
        self.samples
            .iter()
            .zip(&base.samples)
            .map(|(own, base)| {
                let (mean, half) = paired(own, base, |own, base| own - base);
                Figure::new(own.key, own.name, mean, own.unit).within(half)
            })
            .collect()
    }

    /// This variant's objective over that of `base`, run by run: the mean ratio and the half width of its 95 %
    /// interval.
    pub(crate) fn ratio(&self, base: &Self) -> (f64, f64) {
        match (self.samples.first(), base.samples.first()) {
            (Some(own), Some(base)) => paired(own, base, |own, base| own / base),
            _ => (f64::NAN, f64::NAN),
        }
    }

    /// The share of the runs in which its objective is less than that of `base`.
    pub(crate) fn wins(&self, base: &Self) -> f64 {
        match (self.samples.first(), base.samples.first()) {
            (Some(own), Some(base)) => {
                paired(own, base, |own, base| f64::from(u8::from(own < base))).0
            }
            _ => f64::NAN,
        }
    }
}

/// For each figure of [`Variant::figures`]: the place of the variant that is best in it, where the 95 % intervals of the
/// runs' differences tell it from every other one.
pub(crate) fn leaders(variants: &[Variant]) -> Vec<Option<usize>> {
    let Some(first) = variants.first() else {
        return Vec::new();
    };
    let leader = |(place, sample): (usize, &Sample)| {
        let sign = if sample.less_is_better { 1.0 } else { -1.0 };
        let ahead = |own: &Variant, other: &Variant| {
            let difference = own.differences(other).into_iter().nth(place);
            let interval = difference.and_then(|figure| figure.interval);
            // Farther from zero than its interval is wide.
            interval.is_some_and(|interval| (sign * interval.low).max(sign * interval.high) < 0.0)
        };
        variants.iter().position(|own| {
            let mut others = variants.iter().filter(|other| !std::ptr::eq(*other, own));
            others.all(|other| ahead(own, other))
        })
    };
    first.samples.iter().enumerate().map(leader).collect()
}

/// The mean of what `each` makes of both values of a run, and the half width of its 95 % interval.
///
/// Both met the same randomness in the same run, so that what is common to both cancels out: the interval of the
/// differences is narrower than the two intervals make believe.
fn paired(own: &Sample, base: &Sample, each: impl Fn(f64, f64) -> f64) -> (f64, f64) {
    let pairs = own.values.iter().zip(&base.values);
    let values: Vec<_> = pairs.map(|(own, base)| each(*own, *base)).collect();
    mean_and_half_width(&values)
}

/// The place of the variant whose objective is least; the first of several.
pub(crate) fn best(variants: &[Variant]) -> usize {
    let mut best = (0, f64::INFINITY);
    for (at, variant) in variants.iter().enumerate() {
        let value = variant
            .objective()
            .map_or(f64::INFINITY, |figure| figure.value);
        if value < best.1 {
            best = (at, value);
        }
    }
    best.0
}

/// The values of some parameters of a scenario, in words: "Dynamic, processors 4".
pub(crate) fn name<'n>(
    scenario: &Scenario,
    parameters: &[Parameter],
    names: impl IntoIterator<Item = &'n str>,
) -> String {
    let words: Vec<_> = names
        .into_iter()
        .filter_map(|name| parameters.iter().find(|parameter| parameter.name == name))
        .map(|parameter| match &parameter.kind {
            Kind::Choice(_) | Kind::Flag => {
                value_in_words(parameter, &scenario.get(parameter.name))
            }
            _ => format!(
                "{} {}",
                parameter.title.to_lowercase(),
                value_in_words(parameter, &scenario.get(parameter.name))
            ),
        })
        .collect();
    capital(&words.join(", "))
}

/// A parameter's value as people read it.
pub(crate) fn value_in_words(parameter: &Parameter, value: &Value) -> String {
    let text = match value {
        Value::String(text) if matches!(parameter.kind, Kind::Text { .. }) => first_words(text),
        Value::String(text) => text.clone(),
        Value::Null => "none".into(),
        Value::Bool(on) => {
            let not = if *on { "" } else { "not: " };
            return format!("{not}{}", parameter.title.to_lowercase());
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
            Some(float) if value.is_f64() => float.to_string(),
            _ => value.to_string(),
        },
    };
    if let Kind::Choice(choices) = &parameter.kind
        && let Some(choice) = choices.iter().find(|choice| choice.value == text)
    {
        return choice.title.to_owned();
    }
    match parameter.unit {
        "" => text,
        unit => format!("{text}\u{a0}{unit}"),
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

/// The interval of a mean with this half width, where there is one.
pub(crate) fn interval((mean, half): (f64, f64)) -> Option<Interval> {
    Interval::around(mean, half)
}
