//! Two worlds, with the elements and classes of the page's card (web/src/two_worlds.rs).

use report::Report;
use session::same_work::{Scene, Seen, Subject, units};

use super::button;
use crate::html::escaped;

/// The first view of two worlds.
fn scene(report: &Report) -> Option<(Subject, Scene, Seen)> {
    let worlds = report.worlds.as_ref()?;
    let [without, with] = worlds.schedules.as_deref()?;
    let seen = Seen::opening(worlds);
    let subject = Subject::of(worlds, &[without, with]);
    let scene = Scene::new(&subject, &[without, with], seen)?;
    Some((subject, scene, seen))
}

/// The number of lanes that the card tells its styles.
pub(crate) fn lanes(report: &Report) -> Option<usize> {
    scene(report).map(|(_, scene, _)| scene.lanes())
}

/// The card; nothing where there are no two worlds.
pub(super) fn card(report: &Report) -> Option<String> {
    let (subject, scene, seen) = scene(report)?;
    let worlds = report.worlds.as_ref()?;
    let [without, with] = worlds.schedules.as_deref()?;
    let legend: String = scene
        .figure
        .legend
        .iter()
        .map(|(sample, name)| format!("<li>{sample}{}</li>", escaped(name)))
        .collect();
    let titles = [&worlds.without, &worlds.with];
    let world = |place: usize| {
        let (schedule, (lanes, over)) = scene
            .schedules
            .get(place)
            .zip(scene.figure.worlds.get(place))?;
        let minor = scene.minor(place);
        let class = |lane: usize, with: &str| match (minor.contains(&lane), with) {
            (false, "") => String::new(),
            (false, with) => format!(" class=\"{with}\""),
            (true, with) => format!(" class=\"{}\"", format!("{with} minor").trim_start()),
        };
        let names = schedule.lanes().iter().enumerate();
        let names: String = names
            .map(|(lane, name)| format!("<li{}>{}</li>", class(lane, ""), escaped(name)))
            .collect();
        let rows = lanes.iter().enumerate();
        let rows: String = rows
            .map(|(lane, svg)| format!("<div{}>{svg}</div>", class(lane, "world-row")))
            .collect();
        let end = schedule.makespan();
        let gap = scene.gap(place).unwrap_or_default();
        let title = titles
            .get(place)
            .map_or_else(String::new, |title| escaped(title));
        Some(format!(
            "<h3 class=\"world-title\">{title}<span>{}</span></h3>\n<ul class=\"names\" aria-hidden=\"true\">{names}</ul>\n\
             <div class=\"lanes\" aria-hidden=\"true\">{rows}{over}{gap}</div>\n",
            scene.length(end)
        ))
    };
    let [play, after, before] = ["Play", "Next reason ›", "‹ Reason"].map(button);
    let play = play.replace("class=\"button\"", "class=\"button worlds-play\"");
    let remainder = match scene.has_remainders() {
        true => "<li><i class=\"ghost-sample\"></i>would have taken</li>",
        false => "",
    };
    let fewer = scene.fewer().map_or_else(String::new, |fewer| {
        format!("<p class=\"worlds-fewer\">{}</p>\n", escaped(&fewer))
    });
    // Screen readers hear the reasons in words.
    let reasons: String = scene
        .read_out()
        .iter()
        .map(|text| format!("<li>{}</li>", escaped(text)))
        .collect();
    let reasons = match reasons.as_str() {
        "" => reasons,
        _ => format!("<ol class=\"unseen\" aria-label=\"Reasons\">{reasons}</ol>\n"),
    };
    let more = match units(&[without, with], seen.count) > seen.count {
        true => "Other parts and files",
        false => "Files",
    };
    let more = button(more).replace("class=\"button\"", "class=\"button worlds-more\"");
    Some(format!(
        "<section class=\"card worlds\" aria-label=\"Without and with\" data-lanes=\"{}\">\
         <div class=\"worlds-bar\"><h2 class=\"worlds-title\">{}</h2><p class=\"worlds-range\">{}</p>\
         <ul class=\"worlds-legend\" aria-label=\"Phases\">{legend}<li><i class=\"end-sample\"></i>{}</li>{remainder}</ul></div>\n\
         {}<div class=\"worlds-plot\" role=\"img\" aria-label=\"{}\">\n{}{}<div class=\"time\" aria-hidden=\"true\">{}</div></div>\n{reasons}{fewer}\
         <div class=\"worlds-foot\"><span class=\"absent\">{play}</span><span class=\"absent\">{after}</span><span class=\"absent\">{before}</span>\
         <p class=\"worlds-said\">{}</p><p class=\"worlds-gained\">{}</p><span class=\"absent\">{more}</span></div></section>\n",
        scene.lanes(),
        escaped(&seen.title(&subject)),
        escaped(&seen.range(&subject)),
        escaped(&subject.mark()),
        scene.figure.definitions,
        escaped(&scene.alternative(&subject, seen)),
        world(0)?,
        world(1)?,
        scene.figure.axis,
        escaped(&worlds.caption),
        escaped(&scene.balance(&subject, None)),
    ))
}
