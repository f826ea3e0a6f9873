//! Charts. The report describes a chart and a program of its own draws it; this module adds the parts around it: its
//! title, the choice of series, its numbers as a table, and its files.
//!
//! | idea | file |
//! |---|---|
//! | distinct looks of series | `look` |
//! | lines that set a parameter | `handles` |
//! | a click on a place of a graph | `press` |
//! | the program that draws | `program` |
//! | that program's events | `events` |

mod events;
mod handles;
mod look;
mod press;
mod program;

use report::Card;
use serde::Serialize;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlElement, HtmlSelectElement};
use yew::prelude::*;

use crate::components::Button;
use crate::result::table;
use crate::{picture, save};
use events::use_events;
pub(crate) use handles::Holds;
use handles::{Gripped, Handle};
use look::Look;
pub(crate) use look::Looks;
pub(crate) use press::presser;
use program::Drawing;

/// The pixels of a saved picture for each pixel of the screen.
const SCALE: u32 = 3;

/// The widths of a saved picture: as on the screen, or on paper in millimetres.
const WIDTHS: [(&str, &str); 3] = [
    ("", "as on the page"),
    ("85", "85 mm, a column"),
    ("170", "170 mm, a page"),
];

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

/// The settings of the program beside the drawing.
#[derive(Serialize)]
struct Sight<'a> {
    looks: &'a [Look],
    hidden: &'a [bool],
    /// The series that show the intervals of their points.
    barred: Vec<bool>,
    /// Whether the names of lines stand at their ends, because a legend would be too long.
    named: bool,
    /// Its lines that set a parameter.
    handles: Vec<Handle<'a>>,
    /// Whether its tokens may be moved.
    movable: bool,
    /// Its dots that set a parameter.
    grips: Vec<Gripped<'a>>,
    /// Whether it is lower than other charts.
    small: bool,
}

/// The progress of a chart towards its drawing.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// The program is on its way.
    Loading,
    /// The program has the chart's place. Yew may let the browser paint before the effect that draws.
    Mounted,
    Drawn,
    Failed,
}

/// A chart in a card.
#[component]
pub(crate) fn ChartCard(props: &Props) -> Html {
    let chart = &props.chart;
    let host = use_node_ref();
    let drawing = use_mut_ref(|| None::<Drawing>);
    let phase = use_state_eq(|| Phase::Loading);
    let hidden = use_state_eq(Vec::<bool>::new);
    let as_table = use_state_eq(|| false);
    let said = use_state_eq(String::new);
    let wide = use_state_eq(|| "");
    let looks = props.looks.of_chart(chart);
    let shown: Vec<bool> = (0..chart.series.len())
        .map(|place| hidden.get(place).copied().unwrap_or(false))
        .collect();

    {
        let (host, drawing, phase) = (host.clone(), drawing.clone(), phase.setter());
        use_effect_with((), move |()| {
            let place = drawing.clone();
            let here = std::rc::Rc::new(std::cell::Cell::new(true));
            let still = here.clone();
            if let Some(node) = host.cast::<HtmlElement>() {
                spawn_local(async move {
                    let mounted = program::mount(&node).await;
                    // The chart may have gone while its program came.
                    match mounted {
                        Some(mounted) if still.get() => {
                            *place.borrow_mut() = Some(mounted);
                            phase.set(Phase::Mounted);
                        }
                        Some(mounted) => mounted.end(),
                        None if still.get() => phase.set(Phase::Failed),
                        None => {}
                    }
                });
            }
            move || {
                here.set(false);
                if let Some(drawing) = drawing.take() {
                    drawing.end();
                }
            }
        });
    }
    {
        let (drawing, setter, looks) = (drawing.clone(), phase.setter(), looks.clone());
        let needs = (
            (chart.clone(), shown.clone(), props.holds.clone()),
            (props.opening, *phase != Phase::Loading),
        );
        use_effect_with(needs, move |((chart, hidden, holds), (small, _))| {
            let drawn = drawing.borrow().as_ref().map(|drawing| {
                let sight = Sight {
                    looks: &looks,
                    hidden,
                    barred: look::barred(chart, hidden),
                    named: chart.named,
                    handles: holds
                        .as_ref()
                        .map(|holds| holds.handles(chart))
                        .unwrap_or_default(),
                    movable: holds.as_ref().is_some_and(|holds| holds.moves(chart)),
                    grips: holds
                        .as_ref()
                        .map(|holds| holds.grips(chart))
                        .unwrap_or_default(),
                    small: *small,
                };
                serde_json::to_string(&sight)
                    .is_ok_and(|sight| drawing.draw(&chart.drawing, &sight).is_ok())
            });
            match drawn {
                None => {}
                Some(true) => setter.set(Phase::Drawn),
                Some(false) => setter.set(Phase::Failed),
            }
        });
    }

    use_events(&host, chart, &props.holds, &props.on_choose);

    let opens = match chart.offers.iter().any(Option::is_some) {
        true if chart.bars => ", Enter makes the change that a bar offers",
        true => ", Enter makes the change that a place offers",
        false => ", Enter opens the scenario",
    };
    // A chart that opens the result keeps its rarer parts folded.
    let unfolded = use_state_eq(|| false);
    let failed = *phase == Phase::Failed;
    let table_seen = *as_table || failed;
    let toggle = {
        let (as_table, said) = (as_table.clone(), said.clone());
        Callback::from(move |_| {
            said.set(String::new());
            as_table.set(!*as_table);
        })
    };
    let choose = {
        let wide = wide.clone();
        Callback::from(move |event: Event| {
            let chosen = event.target_dyn_into::<HtmlSelectElement>();
            let chosen = chosen.map(|select| select.value()).unwrap_or_default();
            let known = WIDTHS.iter().find(|(known, _)| *known == chosen);
            if let Some((known, _)) = known {
                wide.set(known);
            }
        })
    };
    let bar = html! {
            <div class="chart-bar" role="group" aria-label={format!("{}: numbers and files", chart.title)}>
                if !failed {
                    <Button class="link" onclick={toggle}>{ if *as_table { "As a chart" } else { "As a table" } }</Button>
                    <Button class="link" label="Save as SVG" idle={table_seen} onclick={svg(props, &drawing, *wide)}>{ "SVG" }</Button>
                    <Button class="link" label="Save as PNG" idle={table_seen} onclick={png(props, &drawing, *wide, &said)}>{ "PNG" }</Button>
                }
                <Button class="link" label="Save as CSV" onclick={csv(props)}>{ "CSV" }</Button>
                if !failed {
                    <select class="select chart-width" aria-label="Size of SVG and PNG" onchange={choose}>
                        { for WIDTHS.map(|(wide, words)| html! { <option value={wide}>{ words }</option> }) }
                    </select>
                }
                <span role="status">{ &*said }</span>
            </div>
    };
    let files = match props.opening {
        false => bar,
        true => {
            let ontoggle = {
                let unfolded = unfolded.setter();
                Callback::from(move |event: Event| {
                    let details = event.target_dyn_into::<Element>();
                    unfolded.set(details.is_some_and(|details| details.has_attribute("open")));
                })
            };
            html! { <details class="chart-files" {ontoggle}><summary>{ "Numbers and files" }</summary>{ bar }</details> }
        }
    };
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
                { legend(chart, &looks, &shown, (!props.opening || *unfolded).then_some(&hidden)) }
            }
            { ramp(&chart.ramp) }
            <div ref={host} class="plot" hidden={table_seen} tabindex="0" role="application" aria-roledescription="chart"
                data-opens={props.on_choose.is_some().then_some("")}
                aria-label={format!("{} {} Arrow keys read its values{}.", chart.title, chart.summary, if props.on_choose.is_some() { opens } else { "" })}></div>
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
            if failed {
                <p class="chart-said">{ "The chart program could not be loaded; this table has the numbers." }</p>
            }
            if table_seen {
                <div class="chart-table">{ table::view(&chart.table()) }</div>
            }
            { files }
        </figure>
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

fn svg(props: &Props, drawing: &Shared, wide: &'static str) -> Callback<MouseEvent> {
    let (name, drawing, note) = (name(props, "svg"), drawing.clone(), props.note.clone());
    Callback::from(move |_| {
        if let Some(drawing) = &*drawing.borrow() {
            save::file(&name, "image/svg+xml", drawing.svg(&note, wide).as_bytes());
        }
    })
}

fn png(
    props: &Props,
    drawing: &Shared,
    wide: &'static str,
    said: &UseStateHandle<String>,
) -> Callback<MouseEvent> {
    let (name, drawing, said) = (name(props, "png"), drawing.clone(), said.setter());
    let note = props.note.clone();
    Callback::from(move |_| {
        let Some(svg) = drawing
            .borrow()
            .as_ref()
            .map(|drawing| drawing.svg(&note, wide))
        else {
            return;
        };
        let (name, said) = (name.clone(), said.clone());
        spawn_local(async move {
            let figure = save::blob("image/svg+xml", &svg.as_bytes().into());
            let picture = match figure {
                Some(figure) => picture::of(&figure, SCALE).await,
                None => Err(picture::Problem::Undrawn),
            };
            said.set(match picture {
                Ok(blob) => {
                    save::give(&name, &blob);
                    String::new()
                }
                Err(problem) => problem.to_string(),
            });
        });
    })
}

fn csv(props: &Props) -> Callback<MouseEvent> {
    let (name, chart) = (name(props, "csv"), props.chart.clone());
    Callback::from(move |_| {
        save::file(
            &name,
            "text/csv;charset=utf-8",
            chart.table().csv().as_bytes(),
        );
    })
}

type Shared = std::rc::Rc<std::cell::RefCell<Option<Drawing>>>;

fn name(props: &Props, extension: &str) -> String {
    format!("{}-{}.{extension}", props.stem, props.chart.key)
}
