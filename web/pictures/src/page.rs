//! A result as the page shows it, in HTML without scripts and without styles of its own: the same elements and classes in the
//! same places, so that nothing moves when the page's program takes over. Parts that need the program keep their place unseen.

pub(crate) mod keys;
mod worlds;

pub(crate) use worlds::lanes;

use std::fmt::Write;

use parameters::Field as _;
use playground::Scenario;
use report::{Chart, Figure, Report};
use schedule::svg::fluid::{Parts, parts};
use schedule::{Schedule, opening, summary};
use session::program::VERSION;
use trace::measured;

use crate::html::escaped;

/// The buttons of the schedule's title bar, and those below it.
const TOOLS: [&str; 4] = ["−", "+", "Fit", "?"];
const PANELS: [&str; 2] = ["View", "Export"];

/// The result of a preset.
pub(crate) fn result(preset: &str, scenario: &Scenario, report: &Report) -> String {
    let worlds = worlds::card(report).unwrap_or_default();
    // Two worlds come before the figures of merit, as on the page.
    let figures = figures(&report.figures);
    let [before, after] = match report.worlds {
        None => [figures, String::new()],
        Some(_) => [String::new(), figures],
    };
    let schedule = report.schedule.as_ref().map(schedule).unwrap_or_default();
    let charts = charts(report);
    let seen = report.seen();
    let [opening, beneath] = [&seen.opening, &seen.beneath].map(|charts| touched(charts));
    // A phone folds everything but the answer.
    let answered = !worlds.is_empty() || !opening.is_empty();
    let [one, other] = match report.layout.charts_first || schedule.is_empty() {
        false => [schedule, charts],
        true => [charts, schedule],
    };
    let (answer, rest) = match answered {
        false => (one, other),
        true => (String::new(), one + other.as_str()),
    };
    let rest = format!("<div class=\"rest\">{rest}</div>\n");
    let pictures = [opening, before, worlds, beneath, after, answer, rest];
    format!(
        "<div class=\"result picture\" data-preset=\"{preset}\" data-program=\"{}\" data-measured=\"{}\" data-version=\"{VERSION}\">\n\
         <div class=\"said\"><h1>{}</h1>\n<p class=\"why\">{}</p></div>\n{}{}{}{}</div>\n",
        scenario.laboratory(),
        needed(scenario).unwrap_or_default(),
        escaped(&report.headline),
        escaped(&report.why),
        keys::section(scenario),
        offers(report),
        scene(report),
        pictures.concat()
    )
}

/// The key of the measured set that a run needs, where it needs one.
fn needed(scenario: &Scenario) -> Option<&'static str> {
    let source = scenario.traces()?.to_value();
    let mut keys = measured::all().iter().map(|one| one.key);
    keys.find(|key| source == **key)
}

fn offers(report: &Report) -> String {
    let offers = report.offers.iter();
    let buttons: String = offers.map(|offer| button(&offer.title)).collect();
    if buttons.is_empty() {
        return buttons;
    }
    format!("<div class=\"row offers absent\">{buttons}</div>\n")
}

/// The scene above the opening picture: machine and task.
fn scene(report: &Report) -> String {
    let Some(scene) = &report.scene else {
        return String::new();
    };
    let task = scene.task.as_ref().map_or_else(String::new, |task| {
        let start = task.start.as_ref().map_or_else(String::new, |start| {
            format!(
                "<span class=\"button link absent\">{}</span>",
                escaped(&start.title)
            )
        });
        format!(
            "<p class=\"task\"><b>{}</b><span> {}</span>{start}</p>",
            escaped(&task.goal),
            escaped(&task.state)
        )
    });
    format!(
        "<div class=\"scene\"><p class=\"machine\">{}</p>{task}</div>\n",
        escaped(&scene.machine)
    )
}

fn figures(figures: &[Figure]) -> String {
    let small = |words: Option<String>| {
        let words = words.map(|words| format!(" <small>{}</small>", escaped(&words)));
        words.unwrap_or_default()
    };
    let figure = |figure: &Figure| {
        format!(
            "<div><dt>{}</dt><dd><span class=\"value\">{}</span>{}{}</dd></div>\n",
            escaped(&figure.name),
            escaped(&figure.text()),
            small(figure.uncertainty_text()),
            small(figure.beside.clone())
        )
    };
    let figures: String = figures.iter().map(figure).collect();
    format!("<dl class=\"merit\">\n{figures}</dl>\n")
}

/// Cards for the charts that are touched, before all else or beneath two worlds; nothing where there are none.
fn touched(charts: &[&Chart]) -> String {
    match charts {
        [] => String::new(),
        charts => format!("<div class=\"charts opening\">\n{}</div>\n", cards(charts)),
    }
}

/// The heights of the touched charts, in lines.
pub(crate) fn lines(report: &Report) -> Vec<usize> {
    let seen = report.seen();
    let charts = seen.opening.iter().chain(&seen.beneath);
    charts.map(|chart| chart.lines()).collect()
}

/// Cards for charts: their titles, until a program draws them.
fn cards(charts: &[&Chart]) -> String {
    let card = |chart: &&Chart| {
        format!(
            "<figure class=\"card chart\" data-lanes=\"{}\"><figcaption><h2>{}</h2></figcaption></figure>\n",
            chart.lines(),
            escaped(&chart.title)
        )
    };
    charts.iter().map(card).collect()
}

fn charts(report: &Report) -> String {
    let charts = cards(&report.seen().charts);
    let class = match report.layout.charts_first {
        false => "charts",
        true => "charts first",
    };
    format!("<div class=\"{class}\">\n{charts}</div>\n")
}

fn schedule(schedule: &Schedule) -> String {
    let window = opening::window(schedule);
    let Parts {
        definitions,
        lanes,
        over,
        axis,
        run,
        legend,
    } = parts(schedule, window);
    let legend: String = legend
        .iter()
        .map(|(sample, name)| format!("<li>{sample}{}</li>", escaped(name)))
        .collect();
    let [tools, panels] = [&TOOLS[..], &PANELS[..]]
        .map(|names| -> String { names.iter().map(|name| button(name)).collect() });
    format!(
        "<div class=\"schedules\"><section class=\"card schedule\" aria-label=\"Schedule\"><div class=\"gantt\">\n\
         <div class=\"gantt-bar\"><h2 class=\"gantt-title\">Schedule</h2>\
         <div class=\"segments gantt-form absent\"><label><span>Chart</span></label><label><span>Table</span></label></div>\
         <ul class=\"gantt-legend\" aria-label=\"Phases\">{legend}</ul>\
         <div class=\"gantt-side\"><p class=\"gantt-range\">{}</p><div class=\"gantt-tools absent\">{tools}</div>{}</div></div>\n\
         {definitions}<div class=\"stage\" data-lanes=\"{}\" role=\"img\" aria-label=\"{}\">\n\
         <ul class=\"names\" aria-hidden=\"true\">{}</ul>\n<div class=\"lanes\" aria-hidden=\"true\">\n{}{over}</div>\n<div class=\"time\" aria-hidden=\"true\">{axis}</div>\n\
         <p class=\"whole\" aria-hidden=\"true\">whole run</p>\n{run}</div>\n{}</div></section></div>\n",
        escaped(&summary::range(schedule, window.0, window.1)),
        panels
            .replace("<span", "<div class=\"panelled absent\"><span")
            .replace("</span>", "</span></div>"),
        schedule.lanes().len(),
        escaped(&format!("Gantt chart: {}", summary::of(schedule))),
        names(schedule),
        lanes.concat(),
        transport(),
    )
}

/// The lanes' names, with a line along the lanes of one group.
fn names(schedule: &Schedule) -> String {
    let mut names = String::new();
    for lane in schedule.iter_lanes() {
        let number = lane.id().0;
        let group = schedule
            .groups()
            .iter()
            .find(|group| (group.first..group.first + group.lanes).contains(&number));
        let class = match group {
            None => "",
            Some(group) if number + 1 == group.first + group.lanes && group.lanes > 1 => {
                " class=\"last\""
            }
            Some(group) if number == group.first && group.lanes == 1 => " class=\"first alone\"",
            Some(group) if number == group.first => " class=\"first\"",
            Some(_) => " class=\"inner\"",
        };
        // A `String` takes all text.
        let _ = write!(
            names,
            "<li{class}><span>{}</span></li>",
            escaped(lane.name())
        );
    }
    names
}

/// The place of the controls that play and measure.
fn transport() -> String {
    let [play, previous, next, measure] = ["Play", "‹ Event", "Event ›", "Measure"].map(button);
    let play = play.replace("class=\"button\"", "class=\"button gantt-play\"");
    format!(
        "<div class=\"gantt-transport absent\"><div class=\"gantt-clock\">{play}{previous}{next}\
         <select class=\"select\" aria-label=\"Speed\"><option>0.25 ×</option></select>{measure}\
         <p class=\"gantt-state\">Click the time axis, or play.</p></div>\
         <div class=\"gantt-kept\"><p>Click a span to keep its details here; drag with Shift held to measure a range.</p></div></div>\n"
    )
}

fn button(name: &str) -> String {
    format!("<span class=\"button\">{}</span>", escaped(name))
}
