//! Dots of a chart that are dragged, and set a parameter.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Axis;
use super::words::number;
use crate::Offer;

/// A dot that is dragged up and down at one place of the horizontal axis. It sets one number of a parameter; where the parameter is a
/// text of many numbers, the others stay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Grip {
    /// The name of the moved value, as it is read out.
    pub title: String,
    /// A name beside the dot, where its line is not the only one; empty where there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The place on the horizontal axis.
    pub x: f64,
    /// The parameter, by its name.
    pub parameter: String,
    /// The text before the number in the parameter.
    pub before: String,
    /// The text after the number.
    pub after: String,
    /// The numbers that it can be, ascending.
    pub stops: Vec<f64>,
    /// The place of the number among them at which it begins.
    pub at: u32,
    /// The size of one unit of the number on the vertical axis, above 0.
    pub scale: f64,
    /// Whether the number is an answer, given once: it is taken where the dot is let go, or by Enter. Otherwise the scenario follows
    /// the dot.
    pub once: bool,
    /// Other parameters that change with it, by name, as in an offer.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub also: Map<String, Value>,
}

impl Grip {
    /// A dot at `x` that sets a parameter: the stop nearest to `value`, both in the parameter's unit, which is that of the vertical
    /// axis unless [`scaled`](Self::scaled) says otherwise.
    #[must_use]
    pub fn new(title: &str, parameter: &str, x: f64, stops: Vec<f64>, value: f64) -> Self {
        let far = |stop: &f64| (stop - value).abs();
        let places = (0..).zip(&stops);
        let nearest = places.min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)));
        Self {
            title: title.into(),
            label: String::new(),
            x,
            parameter: parameter.into(),
            before: String::new(),
            after: String::new(),
            at: nearest.map_or(0, |(place, _)| place),
            stops,
            scale: 1.0,
            once: false,
            also: Map::new(),
        }
    }

    /// The same, with a name beside the dot.
    #[must_use]
    pub fn labelled(mut self, label: &str) -> Self {
        self.label = label.into();
        self
    }

    /// The same, within a text.
    #[must_use]
    pub fn within(mut self, before: String, after: String) -> Self {
        (self.before, self.after) = (before, after);
        self
    }

    /// The same, where one unit of the parameter is `scale` on the vertical axis.
    #[must_use]
    pub fn scaled(mut self, scale: f64) -> Self {
        self.scale = scale;
        self
    }

    /// The same, for a number that is given once.
    #[must_use]
    pub fn once(mut self) -> Self {
        self.once = true;
        self
    }

    /// The same, with other parameters that change with it.
    #[must_use]
    pub fn with<'n>(mut self, also: impl IntoIterator<Item = (&'n str, Value)>) -> Self {
        self.also = Offer::new("", also).changes;
        self
    }

    /// The parameter's text at a stop, as it is typed; nothing where there is no such stop.
    ///
    /// ```
    /// use report::chart::Grip;
    ///
    /// let grip = Grip::new("speed from 300 s on", "steps", 300.0, vec![0.25, 0.5, 1.0], 0.6)
    ///     .within("300:".into(), ", 900:1".into());
    /// assert_eq!(grip.at, 1);
    /// assert_eq!(grip.text(0).as_deref(), Some("300:0.25, 900:1"));
    /// assert_eq!(grip.text(3), None);
    /// ```
    #[must_use]
    pub fn text(&self, at: usize) -> Option<String> {
        let stop = self.stops.get(at)?;
        Some(format!("{}{stop}{}", self.before, self.after))
    }

    /// Each stop for people, on the vertical axis of its chart.
    #[must_use]
    pub fn said(&self, axis: &Axis) -> Vec<String> {
        let stops = self.stops.iter();
        stops.map(|stop| number(axis, stop * self.scale)).collect()
    }

    /// Round numbers that cover `low` to `high` in about `most` steps, each 1, 2 or 5 times a power of ten.
    ///
    /// ```
    /// use report::chart::Grip;
    ///
    /// assert_eq!(Grip::round(0.0, 1.0, 5), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    /// assert_eq!(Grip::round(730.0, 1210.0, 10), [700.0, 750.0, 800.0, 850.0, 900.0, 950.0, 1000.0, 1050.0, 1100.0, 1150.0, 1200.0, 1250.0]);
    /// ```
    #[must_use]
    pub fn round(low: f64, high: f64, most: u32) -> Vec<f64> {
        let least = (high - low) / f64::from(most.max(1));
        if !(least.is_finite() && least > 0.0) {
            return vec![low];
        }
        // Whole numbers times or over a power of ten, so that texts of stops are short.
        let ten = libm::floor(libm::log10(least));
        let part = least / libm::pow(10.0, ten);
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .find(|step| *step >= part * (1.0 - 1e-9));
        let step = step.unwrap_or(10.0);
        let unit = libm::pow(10.0, ten.abs());
        let of = |number: f64| match ten < 0.0 {
            true => number * step / unit,
            false => number * step * unit,
        };
        let first = libm::floor(low / of(1.0) + 1e-9);
        let last = libm::ceil(high / of(1.0) - 1e-9);
        (0..=(last - first) as u32)
            .map(|number| of(first + f64::from(number)))
            .collect()
    }
}
