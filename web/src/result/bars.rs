//! Bars with error bars, their values above them.

use report::chart::{Bar, Chart};
use report::number::with_unit;
use yew::prelude::*;

use super::chart::{ABOVE, HEIGHT, on_axis, percent, px, step, ticks};

/// Half the width of an error bar's ends, px.
const END: f64 = 4.0;

/// How much of its place a bar fills.
const FILL: f64 = 0.58;

/// The plot of a bar chart.
pub(super) fn view(chart: &Chart, bars: &[Bar]) -> Html {
    let ends = bars.iter().map(|bar| {
        bar.interval
            .map_or(bar.value, |interval| interval.high.max(bar.value))
    });
    let most = ends.filter(|end| end.is_finite()).fold(0.0, f64::max);
    let step = step(most, 4.0);
    let top = if most > 0.0 {
        (most / step).ceil() * step
    } else {
        1.0
    };
    let y = |value: f64| ABOVE + HEIGHT * (1.0 - (value / top).clamp(0.0, 1.0));
    let said = bars
        .iter()
        .map(|bar| format!("{}: {}", bar.label, text(chart, bar)))
        .collect::<Vec<_>>()
        .join("; ");
    let width = 1.0 / bars.len().max(1) as f64;
    html! {
        <div class="plot bars">
            <svg role="img" aria-label={format!("{} {said}", chart.title)} height={px(ABOVE + HEIGHT + 26.0)} width="100%">
                { for ticks(0.0, top, step).into_iter().map(|tick| html! {
                    <g>
                        <line class="grid" x1="0" x2="100%" y1={px(y(tick))} y2={px(y(tick))} />
                        <text class="tick" x="-8" y={px(y(tick) + 4.0)} text-anchor="end">{ on_axis(&chart.y, tick, step) }</text>
                    </g>
                }) }
                { for bars.iter().enumerate().map(|(place, bar)| {
                    let middle = (place as f64 + 0.5) * width;
                    self::bar(chart, bar, middle, width, &y)
                }) }
            </svg>
        </div>
    }
}

fn bar(chart: &Chart, bar: &Bar, middle: f64, width: f64, y: &impl Fn(f64) -> f64) -> Html {
    let (top, base) = (y(bar.value), y(0.0));
    let label_above = bar
        .interval
        .map_or(top, |interval| y(interval.high).min(top))
        - 9.0;
    html! {
        <g key={bar.label.clone()} class={classes!("bar", bar.main.then_some("main"))}>
            <rect x={percent(middle - width * FILL / 2.0)} width={percent(width * FILL)} y={px(top)}
                height={px((base - top).max(0.0))} rx="3" />
            if let Some(interval) = bar.interval {
                <svg x={percent(middle)} class="error">
                    <path d={format!(
                        "M0 {low:.2}V{high:.2}M{left} {high:.2}H{right}M{left} {low:.2}H{right}",
                        low = y(interval.low), high = y(interval.high), left = -END, right = END
                    )} />
                </svg>
            }
            <text class="value" x={percent(middle)} y={px(label_above)} text-anchor="middle">{ text(chart, bar) }</text>
            <text class="name" x={percent(middle)} y={px(base + 19.0)} text-anchor="middle">{ &bar.label }</text>
        </g>
    }
}

fn text(chart: &Chart, bar: &Bar) -> String {
    with_unit(
        bar.value,
        chart.y.unit,
        bar.interval.map(|interval| interval.half_width()),
    )
}
