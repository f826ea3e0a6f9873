//! “Measure this device”: the runtimes of a real job, in several workers at once.
//!
//! | idea | file |
//! |---|---|
//! | the settings | `form` |
//! | the workers | `pool` |

mod form;
mod pool;

use gloo::utils::window;
use js_sys::{Array, Date, Uint8Array};
use report::number::{fixed, short};
use session::event::Want;
use session::library::{CONTENT, content};
use session::measure::course::{COLUMNS, Course, HEIGHT};
use session::measure::{Measurement, Stage};
use web_sys::{File, FilePropertyBag};
use yew::prelude::*;

use crate::components::Button;
use form::Form;
use pool::Pool;

/// The most workers at once.
const MOST_WORKERS: usize = 16;
/// A job should be longer than this many steps of the clock.
const STEPS: f64 = 20.0;

/// Properties of the panel.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// Receives the measured traces, and their use.
    pub(crate) on_measured: Callback<(Want, File)>,
    /// Closes the panel.
    pub(crate) on_close: Callback<MouseEvent>,
}

/// The panel.
#[component]
pub(crate) fn Measure(props: &Props) -> Html {
    let pool = use_state(|| None::<Pool>);
    let redraw = use_force_update();
    let seen_only = use_state_eq(|| true);
    let said = use_state_eq(String::new);
    let on_begin = {
        let (pool, said) = (pool.setter(), said.setter());
        Callback::from(move |plan| {
            let redraw = redraw.clone();
            said.set(String::new());
            pool.set(Some(Pool::begin(
                plan,
                Callback::from(move |()| redraw.force_update()),
            )));
        })
    };
    let running = pool
        .as_ref()
        .is_some_and(|pool| pool.look(Measurement::is_under_way));
    let stop = {
        let pool = pool.clone();
        Callback::from(move |_| {
            if let Some(measuring) = &*pool {
                measuring.stop();
                pool.set(Some(measuring.clone()));
            }
        })
    };
    html! {
        <section class="card measure" id="measure" aria-labelledby="measure-title" tabindex="-1">
            <div class="measure-head">
                <h2 id="measure-title">{ "Measure this device" }</h2>
                <Button class="quiet" onclick={props.on_close.clone()} label="Close: Measure this device">{ "Close" }</Button>
            </div>
            <p class="measure-what">
                { "Several workers run the same computation again and again: successive over-relaxation on a grid of 128 × 128 numbers. The wall-clock time of each run is a job runtime: other programs on this device make it longer. Nothing is sent anywhere." }
            </p>
            <Form {running} most={most_workers()} {on_begin} on_stop={stop} />
            if let Some(pool) = &*pool {
                { pool.look(progress) }
                { pool.look(strips) }
                { pool.look(remarks) }
                { wants(pool, &seen_only, &said, &props.on_measured) }
            }
            <p class="unseen" role="status">{ &*said }</p>
        </section>
    }
}

/// The most workers in a measurement: twice as many as the device has threads, so that they get into each other's way.
fn most_workers() -> usize {
    let threads = window().navigator().hardware_concurrency();
    (2 * threads as usize).clamp(1, MOST_WORKERS)
}

fn progress(measurement: &Measurement) -> Html {
    let until = measurement.plan().until;
    let courses = measurement.courses();
    let each = courses.iter().map(|course| course.done(until));
    let done = each.fold(1.0, f64::min);
    let jobs: usize = courses.iter().map(|course| course.runtimes.len()).sum();
    let jobs = fixed(jobs as f64, 0);
    let (words, bad) = match measurement.stage() {
        Stage::Preparing => ("The job is adjusted to this device …".to_owned(), false),
        Stage::Measuring => (format!("{jobs} jobs so far"), false),
        Stage::Done => (format!("{jobs} jobs were measured"), false),
        Stage::Stopped => (format!("Stopped after {jobs} jobs"), false),
        Stage::Failed(why) => (format!("It cannot be measured: {why}."), true),
    };
    let percent = format!("{:.0}", 100.0 * done);
    html! {
        <>
            <div class="measure-progress" role="progressbar" aria-label="Measurement" aria-valuemin="0" aria-valuemax="100"
                aria-valuenow={percent} style={format!("--done:{done:.4}")}></div>
            <p class={classes!("measure-stage", bad.then_some("problem"))} role={bad.then_some("alert")}>{ words }</p>
        </>
    }
}

/// A strip for each worker: its runtimes over time, all on one scale.
fn strips(measurement: &Measurement) -> Html {
    let courses = measurement.courses();
    let longest = courses
        .iter()
        .map(|course| course.longest)
        .fold(0.0, f64::max);
    if longest == 0.0 {
        return Html::default();
    }
    let time = courses
        .iter()
        .map(|course| course.total)
        .fold(0.0, f64::max);
    let strip = |(number, course): (usize, &Course)| {
        let mean = course.mean().map(short).unwrap_or_default();
        let words = format!(
            "{} jobs, mean {mean}\u{202f}ms, longest {}\u{202f}ms",
            fixed(course.runtimes.len() as f64, 0),
            short(course.longest)
        );
        html! {
            <li key={number}>
                <b>{ format!("worker {}", number + 1) }</b>
                <svg viewBox={format!("0 0 {COLUMNS} {HEIGHT}")} preserveAspectRatio="none" aria-hidden="true">
                    <path d={course.strokes(time, longest, false)} />
                    <path class="measure-hidden" d={course.strokes(time, longest, true)} />
                </svg>
                <span>{ words }</span>
            </li>
        }
    };
    html! {
        <>
            <p class="measure-scale">{ format!("Job runtimes over {}\u{202f}s, 0 to {}\u{202f}ms in each strip", fixed(time / 1e3, 1), short(longest)) }</p>
            <ol class="measure-strips">
                { for courses.iter().enumerate().map(strip) }
            </ol>
        </>
    }
}

/// Remarks on the clock and on hidden tabs.
fn remarks(measurement: &Measurement) -> Html {
    let job = measurement.plan().job;
    let clock = measurement.step().map(|step| {
        let words = format!(
            "The clock of this browser advances by {}\u{202f}ms",
            (1e3 * step).round() / 1e3
        );
        match job < STEPS * step {
            true => format!(
                "{words}, a large step for a job of {}\u{202f}ms: longer jobs are measured better.",
                short(job)
            ),
            false => format!("{words}."),
        }
    });
    let hidden: usize = measurement.courses().iter().map(Course::hidden).sum();
    let message = measurement.message().map(|ms| {
        format!("A message between two of these workers takes {}\u{202f}ms; the traces carry this time.", short(ms))
    });
    html! {
        <>
            if let Some(message) = message {
                <p class="measure-remark">{ message }</p>
            }
            if let Some(clock) = clock {
                <p class="measure-remark">{ clock }</p>
            }
            if hidden > 0 {
                <p class="measure-remark measure-warning" role="status">
                    { format!("This tab was hidden for a while. Browsers slow hidden tabs down: the {} jobs that ran then are \
                        marked.", fixed(hidden as f64, 0)) }
                </p>
            }
        </>
    }
}

/// The uses of the measured traces.
fn wants(
    pool: &Pool,
    seen_only: &UseStateHandle<bool>,
    said: &UseStateHandle<String>,
    on_measured: &Callback<(Want, File)>,
) -> Html {
    let (ended, hidden, seen, all) = pool.look(|measurement| {
        let courses = measurement.courses();
        (
            matches!(measurement.stage(), Stage::Done | Stage::Stopped),
            courses.iter().map(Course::hidden).sum::<usize>(),
            courses.iter().all(|course| !course.seen().is_empty()),
            courses.iter().all(|course| !course.runtimes.is_empty()),
        )
    });
    if !ended || !all {
        return Html::default();
    }
    let (choose, leave_out) = (hidden > 0 && seen, hidden > 0 && seen && **seen_only);
    let want = |want: fn() -> Want, saying: &'static str| {
        let (pool, on_measured, said) = (pool.clone(), on_measured.clone(), said.setter());
        Callback::from(move |_: MouseEvent| {
            if let Some(file) = file(&pool, leave_out) {
                said.set(saying.to_owned());
                on_measured.emit((want(), file));
            }
        })
    };
    let toggle = {
        let seen_only = seen_only.clone();
        Callback::from(move |_: Event| seen_only.set(!*seen_only))
    };
    html! {
        <>
            if choose {
                <label class="flag">
                    <input type="checkbox" checked={leave_out} onchange={toggle} />
                    <span>{ "Leave out the jobs that ran while the tab was hidden" }</span>
                </label>
            }
            <div class="row">
                <Button class="primary" onclick={want(|| Want::Use, "")}>{ "Use as traces" }</Button>
                <Button onclick={want(|| Want::Keep, "The traces are kept under “Your traces”.")}>{ "Keep on this device" }</Button>
                <Button onclick={want(|| Want::Give, "")}>{ "Save as CSV" }</Button>
                <span class="measure-said" aria-hidden="true">{ &**said }</span>
            </div>
        </>
    }
}

/// The measured runtimes, as a file that holds them exactly.
fn file(pool: &Pool, leave_out: bool) -> Option<File> {
    let content = pool.look(|measurement| {
        let courses = measurement.courses();
        let series = |(number, course): (usize, &Course)| {
            let runtimes = match leave_out {
                true => course.seen(),
                false => course.runtimes.clone(),
            };
            (format!("worker {}", number + 1), runtimes)
        };
        let series: Vec<_> = courses.iter().enumerate().map(series).collect();
        let borrowed = series
            .iter()
            .map(|(name, runtimes)| (name.as_str(), runtimes.as_slice()));
        content(borrowed, measurement.message())
    });
    let now = Date::new_0();
    let name = format!(
        "measured {}-{:02}-{:02} {:02}:{:02}",
        now.get_full_year(),
        now.get_month() + 1,
        now.get_date(),
        now.get_hours(),
        now.get_minutes()
    );
    let options = FilePropertyBag::new();
    options.set_type(CONTENT);
    let parts = Array::of1(&Uint8Array::from(content.as_slice()));
    File::new_with_u8_array_sequence_and_options(&parts, &name, &options).ok()
}
