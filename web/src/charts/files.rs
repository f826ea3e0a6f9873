//! The numbers and the files of a chart: the table in its place, and the buttons that save it.

use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlSelectElement};
use yew::prelude::*;

use super::Props;
use super::drawing::Shared;
use crate::components::Button;
use crate::{picture, save};

/// The pixels of a saved picture for each pixel of the screen.
const SCALE: u32 = 3;

/// The widths of a saved picture: as on the screen, or on paper in millimetres.
const WIDTHS: [(&str, &str); 3] = [
    ("", "as on the page"),
    ("85", "85 mm, a column"),
    ("170", "170 mm, a page"),
];

/// The numbers and files of a chart.
pub(super) struct Files {
    drawing: Shared,
    /// Whether the program could not be loaded, or could not draw.
    failed: bool,
    as_table: UseStateHandle<bool>,
    /// The reason why a file could not be saved.
    said: UseStateHandle<String>,
    /// The width of a saved picture.
    wide: UseStateHandle<&'static str>,
    unfolded: UseStateHandle<bool>,
}

/// The state of the table and the files of a chart; `failed` where there is no drawing.
#[hook]
pub(super) fn use_files(drawing: Shared, failed: bool) -> Files {
    Files {
        drawing,
        failed,
        as_table: use_state_eq(|| false),
        said: use_state_eq(String::new),
        wide: use_state_eq(|| ""),
        // A chart that opens the result keeps its rarer parts folded.
        unfolded: use_state_eq(|| false),
    }
}

impl Files {
    /// Whether the table stands in place of the drawing.
    pub(super) fn table_seen(&self) -> bool {
        *self.as_table || self.failed
    }

    /// Whether the folded part of a chart that opens the result is unfolded.
    pub(super) fn unfolded(&self) -> bool {
        *self.unfolded
    }

    /// The buttons, folded where the chart opens the result.
    pub(super) fn view(&self, props: &Props) -> Html {
        let bar = self.bar(props);
        if !props.opening {
            return bar;
        }
        let unfolded = self.unfolded.setter();
        let ontoggle = Callback::from(move |event: Event| {
            let details = event.target_dyn_into::<Element>();
            unfolded.set(details.is_some_and(|details| details.has_attribute("open")));
        });
        html! { <details class="chart-files" {ontoggle}><summary>{ "Numbers and files" }</summary>{ bar }</details> }
    }

    fn bar(&self, props: &Props) -> Html {
        let idle = self.table_seen();
        html! {
            <div class="chart-bar" role="group" aria-label={format!("{}: numbers and files", props.chart.title)}>
                if !self.failed {
                    <Button class="link" onclick={self.toggle()}>{ if *self.as_table { "As a chart" } else { "As a table" } }</Button>
                    <Button class="link" label="Save as SVG" {idle} onclick={self.svg(props)}>{ "SVG" }</Button>
                    <Button class="link" label="Save as PNG" {idle} onclick={self.png(props)}>{ "PNG" }</Button>
                }
                <Button class="link" label="Save as CSV" onclick={csv(props)}>{ "CSV" }</Button>
                if !self.failed {
                    <select class="select chart-width" aria-label="Size of SVG and PNG" onchange={self.choose()}>
                        { for WIDTHS.map(|(wide, words)| html! { <option value={wide}>{ words }</option> }) }
                    </select>
                }
                <span role="status">{ &*self.said }</span>
            </div>
        }
    }

    /// Puts the table in place of the drawing, or the drawing back.
    fn toggle(&self) -> Callback<MouseEvent> {
        let (as_table, said) = (self.as_table.clone(), self.said.setter());
        Callback::from(move |_| {
            said.set(String::new());
            as_table.set(!*as_table);
        })
    }

    /// Chooses the width of saved pictures.
    fn choose(&self) -> Callback<Event> {
        let wide = self.wide.setter();
        Callback::from(move |event: Event| {
            let chosen = event.target_dyn_into::<HtmlSelectElement>();
            let chosen = chosen.map(|select| select.value()).unwrap_or_default();
            let known = WIDTHS.iter().find(|(known, _)| *known == chosen);
            if let Some((known, _)) = known {
                wide.set(known);
            }
        })
    }

    fn svg(&self, props: &Props) -> Callback<MouseEvent> {
        let (name, note) = (name(props, "svg"), props.note.clone());
        let (drawing, wide) = (self.drawing.clone(), *self.wide);
        Callback::from(move |_| {
            if let Some(drawing) = &*drawing.borrow() {
                save::file(&name, "image/svg+xml", drawing.svg(&note, wide).as_bytes());
            }
        })
    }

    fn png(&self, props: &Props) -> Callback<MouseEvent> {
        let (name, note) = (name(props, "png"), props.note.clone());
        let (drawing, wide, said) = (self.drawing.clone(), *self.wide, self.said.setter());
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

/// The name of a file of the chart.
fn name(props: &Props, extension: &str) -> String {
    format!("{}-{}.{extension}", props.stem, props.chart.key)
}
