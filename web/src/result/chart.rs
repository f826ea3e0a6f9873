//! Charts. Horizontal places are per cent of the width, so that a chart fits wherever it stands; vertical ones are
//! pixels.

use report::chart::{Axis, Chart, Series};
use report::figure::Unit;
use report::number::{fixed, with_unit};
use yew::prelude::*;

use super::{bars, histogram};

/// The height of the plane on which marks stand, px.
pub(super) const HEIGHT: f64 = 168.0;

/// The room above it for labels, px.
pub(super) const ABOVE: f64 = 34.0;

/// A chart in a card.
pub(super) fn view(chart: &Chart) -> Html {
    let bars = chart.series.iter().find_map(|series| match series {
        Series::Bars { bars } => Some(bars),
        Series::Histogram { .. } => None,
    });
    let plot = match bars {
        Some(bars) => bars::view(chart, bars),
        None => histogram::view(chart),
    };
    html! {
        <figure key={chart.key.clone()} class="card chart" data-key={chart.key.clone()}>
            <figcaption><h2>{ &chart.title }</h2><span class="measure">{ measure(chart) }</span></figcaption>
            { plot }
        </figure>
    }
}

/// What is measured, for the title bar.
fn measure(chart: &Chart) -> String {
    match chart.series.first() {
        Some(Series::Histogram { .. }) => format!("{} by {}", chart.y.label, chart.x.label),
        _ => chart.y.label.clone(),
    }
}

/// A number on an axis.
pub(super) fn on_axis(axis: &Axis, value: f64, step: f64) -> String {
    match axis.unit {
        Unit::One | Unit::Count => fixed(value, decimals(step)),
        unit => with_unit(value, unit, (step > 0.0).then_some(step / 2.0)),
    }
}

fn decimals(step: f64) -> usize {
    (0..6)
        .find(|digits| {
            (step - format!("{step:.digits$}").parse().unwrap_or(0.0)).abs() < step * 1e-6
        })
        .unwrap_or(6)
}

/// A step of 1, 2 or 5 times a power of ten that parts `range` into at most `parts`.
pub(super) fn step(range: f64, parts: f64) -> f64 {
    let wanted = range / parts;
    if !(wanted.is_finite() && wanted > 0.0) {
        return 1.0;
    }
    let exponent: i32 = format!("{wanted:e}")
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse().ok())
        .unwrap_or(0);
    let candidate = |mantissa: &str, exponent: i32| {
        format!("{mantissa}e{exponent}")
            .parse()
            .unwrap_or(f64::INFINITY)
    };
    [("1", 0), ("2", 0), ("5", 0), ("1", 1)]
        .into_iter()
        .map(|(mantissa, more)| candidate(mantissa, exponent + more))
        .find(|step| *step >= wanted * (1.0 - 1e-9))
        .unwrap_or(wanted)
}

/// Multiples of `step` from `from` to `to`.
pub(super) fn ticks(from: f64, to: f64, step: f64) -> Vec<f64> {
    let first = (from / step - 1e-9).ceil();
    let number = ((to / step + 1e-9).floor() - first).clamp(-1.0, 40.0) as i32;
    (0..=number)
        .map(|tick| (first + f64::from(tick)) * step)
        .collect()
}

/// Per cent, as an attribute.
pub(super) fn percent(share: f64) -> String {
    format!("{:.3}%", 100.0 * share)
}

/// Pixels, as an attribute.
pub(super) fn px(length: f64) -> String {
    format!("{length:.2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!(step(2.1, 5.0), 0.5);
        assert_eq!(step(2.0, 4.0), 0.5);
        assert_eq!(step(9.0, 4.0), 5.0);
        assert_eq!(step(0.07, 5.0), 0.02);
        assert_eq!(step(f64::NAN, 5.0), 1.0);
    }

    #[test]
    fn ticks_lie_within_their_ends() {
        assert_eq!(ticks(0.0, 1.0, 0.5), [0.0, 0.5, 1.0]);
        assert_eq!(ticks(3.2, 7.9, 2.0), [4.0, 6.0]);
        assert!(ticks(3.2, 3.3, 2.0).is_empty());
    }

    #[test]
    fn numbers_on_an_axis_have_as_many_digits_as_its_step() {
        let axis = Axis {
            label: String::new(),
            unit: Unit::One,
        };
        assert_eq!(on_axis(&axis, 1.5, 0.5), "1.5");
        assert_eq!(on_axis(&axis, 2.0, 1.0), "2");
        assert_eq!(on_axis(&axis, 0.25, 0.05), "0.25");
    }
}
