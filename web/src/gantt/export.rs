//! The schedule as files, and in Perfetto: the panel that offers them.
//!
//! | idea | file |
//! |---|---|
//! | the content of each file, and its name | `file` |
//! | the writing worker | `writer` |
//! | the handover of the schedule to Perfetto | `perfetto` |

mod file;
mod perfetto;
mod writer;

pub(crate) use file::Beside;
pub(crate) use writer::write;

use std::cell::RefCell;
use std::rc::Rc;

use schedule::Schedule;
use session::outcome::Outcome;
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;
use yew::prelude::*;

use super::look::Look;
use crate::components::{Button, Panel, Select, nothing, unique};
use crate::{picture, save};
use file::{File, Kind};
use perfetto::Handover;

/// The widths of a figure: on the screen in pixels, and on paper, where text keeps a readable size.
const WIDTHS: [(&str, &str); 6] = [
    ("640", "640 px, a column"),
    ("960", "960 px, a page"),
    ("1600", "1600 px, a slide"),
    ("3200", "3200 px, a poster"),
    ("85mm", "85 mm, one of two columns in print"),
    ("170mm", "170 mm, a page in print"),
];
/// The pixels of a picture for each pixel of the figure.
const SCALES: [u32; 3] = [1, 2, 3];
/// The message where there is no file.
const UNWRITTEN: &str =
    "This file could not be written. It may be too large for this browser: take a shorter part.";

/// Two schedules of the same work, to be saved as one figure.
#[derive(Properties, PartialEq)]
pub(crate) struct PairProps {
    /// The outcome, with both schedules.
    pub(crate) outcome: Rc<Outcome>,
    /// The first visible unit of work, and the number of units.
    pub(crate) units: (usize, usize),
}

/// The panel that saves two schedules as one figure; nothing where there are not two.
#[component]
pub(crate) fn ExportPair(props: &PairProps) -> Html {
    let outcome = &props.outcome;
    let variants = outcome
        .beside
        .as_ref()
        .map(|beside| beside.variants.as_slice());
    let (Some(worlds), Some([(_, without), (_, with)])) = (&outcome.report.worlds, variants) else {
        return nothing();
    };
    let beside = Beside {
        schedule: with.clone(),
        titles: [worlds.without.clone(), worlds.with.clone()],
        units: props.units,
    };
    html! {
        <Export schedule={without.clone()} stem={outcome.stem.clone()} caption={outcome.report.headline.clone()}
            note={outcome.imprint()} {beside} />
    }
}

/// The first view of a schedule as a figure for paper, in light colours: both schedules where there are two worlds.
pub(crate) async fn printed(outcome: &Outcome, millimetres: u32) -> Option<Blob> {
    let report = &outcome.report;
    let variants = outcome
        .beside
        .as_ref()
        .map(|beside| beside.variants.as_slice());
    let (schedule, beside) = match (&report.worlds, variants) {
        (Some(worlds), Some([(_, without), (_, with)])) => {
            let beside = Beside {
                schedule: with.clone(),
                titles: [worlds.without.clone(), worlds.with.clone()],
                units: (worlds.first as usize, worlds.count as usize),
            };
            (without, Some(beside))
        }
        _ => (outcome.schedule.as_ref()?, None),
    };
    let file = File {
        schedule: schedule.clone(),
        window: Some(schedule::opening::window(schedule)),
        stem: String::new(),
        caption: report.headline.clone(),
        look: Look::default(),
        width: 0,
        millimetres: Some(millimetres),
        note: String::new(),
        beside,
        dark: false,
    };
    file.blob(Kind::Svg).await
}

#[derive(Clone, Properties)]
pub(super) struct ExportProps {
    pub(super) schedule: Rc<Schedule>,
    /// The first part of the files' names.
    pub(super) stem: AttrValue,
    /// A sentence about the schedule.
    pub(super) caption: AttrValue,
    /// The visible time, from and to, in the schedule's unit; none where all is visible.
    #[prop_or_default]
    pub(super) window: Option<(f64, f64)>,
    /// The look of the chart.
    #[prop_or_default]
    pub(super) look: Look,
    /// The schedule's source.
    pub(super) note: AttrValue,
    /// The schedule that stands below it in a figure of two.
    #[prop_or_default]
    pub(super) beside: Option<Beside>,
}

impl PartialEq for ExportProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.schedule, &other.schedule)
            && self.stem == other.stem
            && self.caption == other.caption
            && self.note == other.note
            && self.beside == other.beside
            && (self.window, self.look) == (other.window, other.look)
    }
}

/// The choices in the panel.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Choice {
    visible: bool,
    width: &'static str,
    dark: bool,
}

/// The panel.
#[component]
pub(super) fn Export(props: &ExportProps) -> Html {
    // They outlive the panel: the choices are there when it opens again, and Perfetto may still load.
    let choice = use_state(|| Choice {
        visible: true,
        width: "960",
        dark: false,
    });
    let handover = use_mut_ref(|| None::<Handover>);
    let name = match props.beside {
        Some(_) => "Export both",
        None => "Export",
    };
    html! {
        <Panel {name} class="gantt-exporter">
            <Files export={props.clone()} {choice} {handover} />
        </Panel>
    }
}

#[derive(Properties)]
struct FilesProps {
    export: ExportProps,
    choice: UseStateHandle<Choice>,
    handover: Rc<RefCell<Option<Handover>>>,
}

impl PartialEq for FilesProps {
    /// The handover is never drawn.
    fn eq(&self, other: &Self) -> bool {
        self.export == other.export && self.choice == other.choice
    }
}

/// The content of the panel.
#[component]
fn Files(props: &FilesProps) -> Html {
    let said = use_state(String::new);
    let id = use_memo((), |()| unique("gantt-export"));
    let offer = Offer {
        props: &props.export,
        choice: props.choice.clone(),
        said: said.clone(),
        handover: props.handover.clone(),
    };
    html! {
        <>
            // Two schedules are saved as a figure only; each alone has its own panel.
            if props.export.beside.is_some() {
                { offer.figure(&id) }
            } else {
                { offer.part(&id) }
                { offer.figure(&id) }
                { offer.data() }
                { offer.perfetto(&id) }
            }
            <p class="gantt-export-said" role="status">{ &*said }</p>
        </>
    }
}

struct Offer<'a> {
    props: &'a ExportProps,
    choice: UseStateHandle<Choice>,
    said: UseStateHandle<String>,
    handover: Rc<RefCell<Option<Handover>>>,
}

impl Offer<'_> {
    fn file(&self) -> File {
        File {
            schedule: self.props.schedule.clone(),
            window: self.props.window.filter(|_| self.choice.visible),
            stem: self.props.stem.to_string(),
            caption: self.props.caption.to_string(),
            look: self.props.look,
            width: self.choice.width.parse().unwrap_or(960),
            millimetres: self
                .choice
                .width
                .strip_suffix("mm")
                .and_then(|wide| wide.parse().ok()),
            note: self.props.note.to_string(),
            beside: self.props.beside.clone(),
            dark: self.choice.dark,
        }
    }

    fn set(&self, change: impl Fn(&mut Choice) + 'static) -> Callback<()> {
        let state = self.choice.clone();
        Callback::from(move |()| {
            let mut choice = *state;
            change(&mut choice);
            state.set(choice);
        })
    }

    fn part(&self, id: &str) -> Html {
        let schedule = &self.props.schedule;
        let unit = schedule.unit();
        let visible = match self.props.window {
            Some((from, to)) => {
                let step = (to - from) / 100.0;
                format!(
                    "The visible part, {} – {}",
                    unit.moment(from, step),
                    unit.moment(to, step)
                )
            }
            None => "The visible part".to_owned(),
        };
        let whole = format!("The whole run, {}", unit.time(schedule.makespan()));
        let radio = |is_visible: bool, words: String| {
            let pick = self.set(move |choice| choice.visible = is_visible);
            html! {
                <label><input type="radio" name={format!("{id}-part")} checked={self.choice.visible == is_visible}
                    onchange={pick.reform(|_| ())} />{ words }</label>
            }
        };
        html! {
            <fieldset>
                <legend>{ "Part" }</legend>
                { radio(true, visible) }
                { radio(false, whole) }
            </fieldset>
        }
    }

    fn figure(&self, id: &str) -> Html {
        let choices = WIDTHS.map(|(width, words)| (width.into(), words.into()));
        let state = self.choice.clone();
        let on_choose = Callback::from(move |width: String| {
            let known = WIDTHS.iter().find(|(known, _)| *known == width);
            if let Some((width, _)) = known {
                state.set(Choice { width, ..*state });
            }
        });
        let dark = self.choice.dark;
        let darken = self.set(move |choice| choice.dark = !dark);
        let pictures = SCALES.map(|scale| {
            let words = format!("PNG {scale}×");
            html! { <Button onclick={self.picture(scale)}>{ words }</Button> }
        });
        let (select, hint) = (format!("{id}-width"), format!("{id}-figure"));
        html! {
            <fieldset>
                <legend>{ "Figure" }</legend>
                <div class="gantt-export-row">
                    <label for={select.clone()}>{ "Width" }</label>
                    <Select id={select} value={self.choice.width} otherwise="" choices={choices.to_vec()}
                        described_by={hint.clone()} {on_choose} />
                    <label><input type="checkbox" checked={dark} onchange={darken.reform(|_| ())} />{ "Dark" }</label>
                </div>
                <div class="gantt-export-row">
                    <Button onclick={self.give(Kind::Svg)}>{ "SVG" }</Button>
                    { for pictures }
                </div>
                <p id={hint} class="gantt-export-hint">
                    { "An SVG keeps text as text. Spans too narrow to be seen are merged; the file gives their number." }
                </p>
            </fieldset>
        }
    }

    fn data(&self) -> Html {
        html! {
            <fieldset>
                <legend>{ "Data" }</legend>
                <div class="gantt-export-row">
                    <Button onclick={self.give(Kind::Csv)}>{ "CSV" }</Button>
                    <Button onclick={self.give(Kind::TraceEvents)}>{ "Trace events" }</Button>
                </div>
                <p class="gantt-export-hint">
                    { "CSV has one row per span, in milliseconds. Trace events are JSON for Perfetto, speedscope and chrome://tracing." }
                </p>
            </fieldset>
        }
    }

    fn perfetto(&self, id: &str) -> Html {
        let hint = format!("{id}-perfetto");
        let (file, said, handover) = (self.file(), self.said.setter(), self.handover.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            let say = {
                let said = said.clone();
                Callback::from(move |words: &'static str| said.set(words.to_owned()))
            };
            // The handover before, if it still waits for an answer, ends.
            *handover.borrow_mut() = None;
            *handover.borrow_mut() = Handover::begin(file.clone(), say);
        });
        html! {
            <fieldset>
                <legend>{ "Perfetto" }</legend>
                <p id={hint.clone()} class="gantt-export-hint">
                    { "This opens ui.perfetto.dev, a site that is not ours, in a new tab and passes the schedule to it within this browser. Nothing is uploaded." }
                </p>
                <div class="gantt-export-row">
                    <button type="button" class="button" aria-describedby={hint} {onclick}>{ "Open in Perfetto" }</button>
                </div>
            </fieldset>
        }
    }

    /// Gives a file of this kind.
    fn give(&self, kind: Kind) -> Callback<MouseEvent> {
        self.make(kind.extension().to_owned(), async move |file| {
            file.blob(kind).await.ok_or_else(|| UNWRITTEN.to_owned())
        })
    }

    /// Gives a picture of so many pixels for each pixel of the figure.
    fn picture(&self, scale: u32) -> Callback<MouseEvent> {
        self.make(format!("{scale}x.png"), async move |file| {
            let figure = file.blob(Kind::Svg).await.ok_or(UNWRITTEN)?;
            let picture = picture::of(&figure, scale).await;
            picture.map_err(|problem| problem.to_string())
        })
    }

    /// Makes a file, gives it, and reports it.
    fn make(
        &self,
        extension: String,
        how: impl AsyncFn(&File) -> Result<Blob, String> + Copy + 'static,
    ) -> Callback<MouseEvent> {
        let (file, said) = (self.file(), self.said.setter());
        Callback::from(move |_| {
            let (file, said) = (file.clone(), said.clone());
            let name = file.name(&extension);
            said.set(format!("Making {name} …"));
            spawn_local(async move {
                said.set(match how(&file).await {
                    Ok(blob) => {
                        save::give(&name, &blob);
                        format!("{name} is saved, {}.", size(blob.size()))
                    }
                    Err(problem) => problem,
                });
            });
        })
    }
}

/// A number of bytes for people.
fn size(bytes: f64) -> String {
    if bytes < 1e6 {
        format!("{:.0}\u{a0}kB", (bytes / 1e3).ceil())
    } else {
        format!("{:.1}\u{a0}MB", bytes / 1e6)
    }
}
