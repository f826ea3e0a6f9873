//! Charts. The report describes a chart and a program of its own draws it; this module adds the parts around it: its
//! title, the choice of series, its numbers as a table, and its files.
//!
//! | idea | file |
//! |---|---|
//! | the drawing, from its program to its end | `drawing` |
//! | its numbers and files | `files` |
//! | distinct looks of series | `look` |
//! | lines that set a parameter | `handles` |
//! | a click on a place of a graph | `press` |
//! | the program that draws | `program` |
//! | that program's events | `events` |

mod drawing;
mod events;
mod files;
mod handles;
mod look;
mod press;
mod program;

use report::Card;
use yew::prelude::*;

use crate::result::table;
use drawing::{Phase, use_drawing, use_drawn};
use events::use_events;
use files::use_files;
pub(crate) use handles::Holds;
use look::Look;
pub(crate) use look::Looks;
pub(crate) use press::presser;

/// Properties of a chart.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The chart to draw.
    pub(crate) chart: Card,
    /// The looks of all series beside it.
    #[prop_or_default]
    pub(crate) looks: Looks,
    /// The first part of the files' names.
    pub(crate) stem: AttrValue,
    /// The chart's source, in a line below its figures.
    #[prop_or_default]
    pub(crate) note: AttrValue,
    /// Gets the series and the place of a mark that is clicked.
    #[prop_or_default]
    pub(crate) on_choose: Option<Callback<(usize, usize)>>,
    /// The parameters that its lines set.
    #[prop_or_default]
    pub(crate) holds: Option<Holds>,
    /// Whether it stands before all other parts, smaller than others.
    #[prop_or_default]
    pub(crate) opening: bool,
}

/// A chart in a card.
#[component]
pub(crate) fn ChartCard(props: &Props) -> Html {
    let chart = &props.chart;
    let host = use_node_ref();
    let (drawing, phase) = use_drawing(&host);
    let hidden = use_state_eq(Vec::<bool>::new);
    let looks = props.looks.of_chart(chart);
    let shown: Vec<bool> = (0..chart.series.len())
        .map(|place| hidden.get(place).copied().unwrap_or(false))
        .collect();
    use_drawn(&drawing, &phase, props, &looks, &shown);
    use_events(&host, chart, &props.holds, &props.on_choose);
    let files = use_files(drawing, *phase == Phase::Failed);

    let table_seen = files.table_seen();
    let style = props.opening.then(|| format!("--lanes:{}", chart.lines));
    let class = classes!(
        "card",
        "chart",
        matches!(*phase, Phase::Loading | Phase::Mounted).then_some("awaited")
    );
    html! {
        <figure {class} {style} data-key={chart.key.clone()} data-drawn={(*phase == Phase::Drawn).to_string()}>
            <figcaption>
                <h2>{ &chart.title }</h2>
                <span class="chart-measure">{ &chart.measure }
                    { match props.holds.as_ref().map_or(0, |holds| holds.grips(chart).len()) {
                        0 => "",
                        1 => " · drag the dot",
                        _ => " · drag a dot",
                    } }
                </span>
            </figcaption>
            if !chart.named {
                { legend(chart, &looks, &shown, (!props.opening || files.unfolded()).then_some(&hidden)) }
            }
            { ramp(&chart.ramp) }
            { plot(props, host, table_seen) }
            if let Some(lead) = props.holds.as_ref().and_then(|holds| holds.told(chart)) {
                <p class="chart-said chart-lead">{ lead }</p>
            }
            // No text stands between a title and its picture that repeats the picture.
            if chart.named {
                <details class="chart-lines"><summary>{ "Show and hide lines" }</summary>{ legend(chart, &looks, &shown, Some(&hidden)) }</details>
            }
            if look::barred(chart, &shown).contains(&false) {
                <p class="chart-said">{ "Only the highlighted line has error bars; every point tells its interval, and with fewer lines all error bars return." }</p>
            }
            if *phase == Phase::Failed {
                <p class="chart-said">{ "The chart program could not be loaded; this table has the numbers." }</p>
            }
            if table_seen {
                <div class="chart-table">{ table::view(&chart.table()) }</div>
            }
            { files.view(props) }
        </figure>
    }
}

/// The place of the drawing, with its name and its keys.
fn plot(props: &Props, host: NodeRef, hidden: bool) -> Html {
    let chart = &props.chart;
    let opens = match chart.offers.iter().any(Option::is_some) {
        _ if props.on_choose.is_none() => "",
        true if chart.bars => ", Enter makes the change that a bar offers",
        true => ", Enter makes the change that a place offers",
        false => ", Enter opens the scenario",
    };
    html! {
        <div ref={host} class="plot" {hidden} tabindex="0" role="application" aria-roledescription="chart"
            data-opens={props.on_choose.is_some().then_some("")}
            aria-label={format!("{} {} Arrow keys read its values{opens}.", chart.title, chart.summary)}></div>
    }
}

/// The names of the series; each name shows and hides its series where that is allowed. Nothing where there is one only.
fn legend(
    chart: &Card,
    looks: &[Look],
    shown: &[bool],
    hidden: Option<&UseStateHandle<Vec<bool>>>,
) -> Html {
    let mut pieces = look::pieces(chart.crowded);
    let named: Vec<_> = chart
        .series
        .iter()
        .zip(looks)
        .zip(shown)
        .enumerate()
        .filter_map(|(place, ((series, look), hidden))| {
            let stroke = pieces.as_mut().and_then(Iterator::next);
            let stroke = stroke.unwrap_or_else(|| look.stroke());
            let name = series.name.as_deref()?;
            Some((place, name, look.sample(series, stroke), *hidden))
        })
        .collect();
    if named.len() < 2 {
        return Html::default();
    }
    let entry = |(place, name, sample, off): (usize, &str, Html, bool)| {
        let Some(hidden) = hidden else {
            let class = classes!("chart-series", off.then_some("off"));
            return html! { <span key={place} {class}>{ sample }{ name }</span> };
        };
        let mut next = shown.to_vec();
        if let Some(one) = next.get_mut(place) {
            *one = !off;
        }
        let setter = hidden.setter();
        let onclick = Callback::from(move |_: MouseEvent| setter.set(next.clone()));
        html! {
            <button key={place} type="button" class={classes!("chart-series", off.then_some("off"))} aria-pressed={(!off).to_string()} {onclick}>
                { sample }{ name }
            </button>
        }
    };
    html! { <div class="chart-legend" role="group" aria-label="Series">{ for named.into_iter().map(entry) }</div> }
}

/// The meanings of a heat map's shades, from the least to the most.
fn ramp(words: &[String]) -> Html {
    if words.is_empty() {
        return Html::default();
    }
    let turns = words.len() > 2;
    html! {
        <p class={classes!("chart-ramp", turns.then_some("turns"))}>
            { for words.iter().map(|word| html! { <span>{ word }</span> }) }
        </p>
    }
}
