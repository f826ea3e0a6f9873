//! The outcomes of runs, or of the series of a set: the values behind a figure of merit, for comparisons run by run.

use statistics::{mean, mean_and_half_width, quantile, sd};
use words::word;

use crate::evidence::same;
use crate::figure::Unit;

/// Whether numbers depend on chance, which decides the sentences on runs and intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// They come from runs that are drawn: another seed gives others.
    Drawn,
    /// They are computed without draws: every seed gives the same.
    Exact,
}

/// One number of each run, in the order of the runs, or of each thing that it is [`over`](Sample::over).
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The key of the figure that is its mean; of a share of time, the figure is that of all runs together.
    pub key: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Whether less of it is better, rather than more.
    pub less_is_better: bool,
    /// Whether it is the length of the report's schedule: of all its work, or of each unit of it.
    pub of_schedule: bool,
    /// The unit of the numbers.
    pub unit: Unit,
    /// The numbers, in `unit`.
    pub values: Vec<f64>,
    /// The word for the object of each number, one and many.
    pub over: (&'static str, &'static str),
    /// The names of these objects, in the order of the numbers; empty for runs, which have none. Where parameters make objects that
    /// differ under one name, a digest follows it: `name#digest`.
    pub things: Vec<String>,
}

/// How the numbers of two samples belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Each number is of the same run or thing as that of the other sample at its place.
    Same,
    /// Each number is of the thing of the same name, which differs: it is made of the same draws, or of the same measurements, in
    /// another way.
    Named,
    /// Some things have the same name, and others have none beside them: neither pairs nor independent samples.
    Some,
    /// Nothing is common.
    Apart,
}

impl Pairing {
    /// Whether the numbers are compared in pairs.
    #[must_use]
    pub fn pairs(self) -> bool {
        matches!(self, Self::Same | Self::Named)
    }
}

/// The name of a thing, without the digest that may follow it.
fn name_of(thing: &str) -> &str {
    thing.rsplit_once('#').map_or(thing, |(name, _)| name)
}

impl Sample {
    /// A sample whose smaller numbers are the better ones.
    #[must_use]
    pub fn new(key: &'static str, name: &'static str, unit: Unit, values: Vec<f64>) -> Self {
        Self {
            key,
            name,
            less_is_better: true,
            of_schedule: false,
            unit,
            values,
            over: (word!("run"), word!("runs")),
            things: Vec::new(),
        }
    }

    /// The same numbers, each of something else than a run: of the thing of that name.
    #[must_use]
    pub fn over(mut self, one: &'static str, many: &'static str, things: Vec<String>) -> Self {
        (self.over, self.things) = ((one, many), things);
        self
    }

    /// The same numbers as lengths of the report's schedule.
    #[must_use]
    pub fn of_schedule(mut self) -> Self {
        self.of_schedule = true;
        self
    }

    /// How its numbers belong to those of another sample.
    ///
    /// ```
    /// use report::{Pairing, Sample, figure::Unit};
    /// let of = |things: &[&str]| {
    ///     let names = things.iter().map(|one| (*one).to_owned()).collect();
    ///     Sample::new("error", "Error", Unit::One, vec![1.0; things.len()]).over("series", "series", names)
    /// };
    /// let base = of(&["a#1", "b#2"]);
    /// let others = [of(&["a#1", "b#2"]), of(&["a#3", "b#2"]), of(&["b#2"]), of(&["c", "d"])];
    /// let expected = [Pairing::Same, Pairing::Named, Pairing::Some, Pairing::Apart];
    /// assert_eq!(others.map(|one| one.pairing(&base)), expected);
    /// ```
    #[must_use]
    pub fn pairing(&self, other: &Self) -> Pairing {
        let of = |one: &Self| (one.over, one.values.len());
        if of(self) == of(other) && self.things == other.things {
            return Pairing::Same;
        }
        let [own, theirs] = [self, other]
            .map(|one| -> Vec<&str> { one.things.iter().map(|thing| name_of(thing)).collect() });
        match own.iter().any(|name| theirs.contains(name)) {
            _ if self.over != other.over => Pairing::Apart,
            true if own == theirs => Pairing::Named,
            true => Pairing::Some,
            false => Pairing::Apart,
        }
    }

    /// The mean less that of another sample, and the half width of its 95 % interval: by Student’s t where the numbers are
    /// [pairs](Pairing::pairs), by Welch’s t for two independent samples. The half width is NaN where a sample has a single number,
    /// and where two samples have only [some things](Pairing::Some) in common. Numbers that differ by rounding do not differ.
    ///
    /// ```
    /// use report::{Sample, figure::Unit};
    /// let of = |things: [&str; 2], values| {
    ///     let things = things.map(str::to_owned).to_vec();
    ///     Sample::new("error", "Error", Unit::One, values).over("series", "series", things)
    /// };
    /// let base = of(["a", "b"], vec![1.0, 3.0]);
    /// assert_eq!(of(["a", "b"], vec![2.0, 4.0]).difference(&base), (1.0, 0.0));
    /// assert_eq!(of(["a", "b"], vec![1.0 + 1e-15, 3.0]).difference(&base), (0.0, 0.0));
    /// // Other things have a deviation of their own: two degrees of freedom.
    /// let (mean, half) = of(["c", "d"], vec![2.0, 4.0]).difference(&base);
    /// assert!(mean == 1.0 && (half - 4.302_652_73 * 2.0_f64.sqrt()).abs() < 1e-6);
    /// assert!(of(["b", "c"], vec![2.0, 4.0]).difference(&base).1.is_nan());
    /// ```
    #[must_use]
    pub fn difference(&self, other: &Self) -> (f64, f64) {
        let less = |own: f64, other: f64| if same(own, other) { 0.0 } else { own - other };
        let pairing = self.pairing(other);
        if pairing.pairs() {
            let pairs = self.values.iter().zip(&other.values);
            let differences: Vec<_> = pairs.map(|(own, other)| less(*own, *other)).collect();
            return mean_and_half_width(&differences);
        }
        let both = [self, other].map(|one| one.values.as_slice());
        let half = match pairing {
            Pairing::Some => f64::NAN,
            _ => welch(both),
        };
        (less(mean(both[0]), mean(both[1])), half)
    }

    /// The same numbers where more of them is better.
    #[must_use]
    pub fn more_is_better(mut self) -> Self {
        self.less_is_better = false;
        self
    }
}

/// The half width of the 95 % interval of the difference of two means (B. L. Welch, *The generalization of “Student’s” problem*,
/// Biometrika 34, 1947).
fn welch(both: [&[f64]; 2]) -> f64 {
    let [own, other] = both.map(|values| {
        let number = values.len() as f64;
        (sd(values) * sd(values) / number, number - 1.0)
    });
    let error = own.0 + other.0;
    if error == 0.0 {
        return 0.0;
    }
    let degrees = error * error / (own.0 * own.0 / own.1 + other.0 * other.0 / other.1);
    // Fewer degrees of freedom make the interval wider: the whole ones below are on the safe side.
    quantile(degrees as usize) * error.sqrt()
}
