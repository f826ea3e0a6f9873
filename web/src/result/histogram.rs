//! Histograms: the one that the run is about is filled, the others are outlined; each is named where it is.

use report::chart::{Chart, Series};
use yew::prelude::*;

use super::chart::{ABOVE, HEIGHT, on_axis, percent, px, step, ticks};

/// Names that are nearer than this share of the width stand on two lines.
const NEAR: f64 = 0.24;

/// The height of a line of names, px.
const LINE: f64 = 16.0;

/// One histogram.
struct One<'a> {
    name: &'a str,
    counts: &'a [u32],
    main: bool,
}

impl One<'_> {
    /// The middle of what was counted, as a share of the width.
    fn centre(&self) -> f64 {
        let total: f64 = self.counts.iter().map(|count| f64::from(*count)).sum();
        let moment: f64 = self
            .counts
            .iter()
            .enumerate()
            .map(|(bin, count)| (bin as f64 + 0.5) * f64::from(*count))
            .sum();
        if total > 0.0 {
            moment / total / self.counts.len() as f64
        } else {
            0.5
        }
    }

    fn most(&self) -> u32 {
        self.counts.iter().copied().max().unwrap_or(0)
    }
}

/// The plot of histograms over the same bins.
pub(super) fn view(chart: &Chart) -> Html {
    let mut all = Vec::new();
    let (mut low, mut bin) = (0.0, 1.0);
    for series in &chart.series {
        if let Series::Histogram {
            name,
            from,
            width,
            counts,
            main,
        } = series
        {
            (low, bin) = (*from, *width);
            all.push(One {
                name,
                counts,
                main: *main,
            });
        }
    }
    // The filled one lies below the outlined ones.
    all.sort_by_key(|one| !one.main);
    let bins = all
        .iter()
        .map(|one| one.counts.len())
        .max()
        .unwrap_or(1)
        .max(1);
    let most = f64::from(all.iter().map(One::most).max().unwrap_or(1).max(1));
    let high = low + bin * bins as f64;
    let step = step(high - low, 5.0);
    let base = ABOVE + LINE + HEIGHT - LINE;
    let said = all
        .iter()
        .map(|one| one.name)
        .collect::<Vec<_>>()
        .join(" and ");
    html! {
        <div class="plot histogram">
            <svg role="img" aria-label={format!("{} Histograms of {said}.", chart.title)} height={px(base + 26.0)} width="100%">
                { for all.iter().map(|one| html! {
                    <g class={classes!("bins", one.main.then_some("main"))}>
                        { for one.counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(place, count)| {
                            let height = f64::from(*count) / most * (HEIGHT - LINE);
                            html! {
                                <rect x={percent(place as f64 / bins as f64)} width={percent(0.9 / bins as f64)}
                                    y={px(base - height)} height={px(height)} />
                            }
                        }) }
                    </g>
                }) }
                <line class="axis" x1="0" x2="100%" y1={px(base)} y2={px(base)} />
                { for ticks(low, high, step).into_iter().map(|tick| html! {
                    <text class="tick" x={percent((tick - low) / (high - low))} y={px(base + 19.0)} text-anchor="middle">
                        { on_axis(&chart.x, tick, step) }
                    </text>
                }) }
                { names(&all, most, base) }
            </svg>
        </div>
    }
}

/// The names, each above the middle of its histogram, on lines of their own where they would meet.
fn names(all: &[One<'_>], most: f64, base: f64) -> Html {
    let mut taken: Vec<(f64, f64)> = Vec::new();
    let mut names = Vec::new();
    for one in all {
        let centre = one.centre().clamp(0.09, 0.91);
        let mut y = base - f64::from(one.most()) / most * (HEIGHT - LINE) - 8.0;
        while taken
            .iter()
            .any(|(x, other)| (x - centre).abs() < NEAR && (other - y).abs() < LINE)
            && y > LINE
        {
            y -= LINE;
        }
        taken.push((centre, y));
        names.push(html! {
            <text class={classes!("series", one.main.then_some("main"))} x={percent(centre)} y={px(y)} text-anchor="middle">
                { one.name }
            </text>
        });
    }
    names.into_iter().collect()
}
