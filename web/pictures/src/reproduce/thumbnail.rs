//! A scenario's result the size of a stamp, as a picture of its own that follows the reader's theme.

use std::fmt::Write;

use anyhow::{Context, Result};
use laboratory::Picture;
use playground::{Cache, link};
use report::Silent;
use report::miniature::{HEIGHT, Miniature, WIDTH};

/// The rules of strokes and shades, as in the gallery.
const STYLES: &str = include_str!("thumbnail.css");

/// Runs the first moments of a scenario and draws its schedule or its first chart.
pub(crate) fn thumbnail(link: &str) -> Result<String> {
    let scenario = link::decode(link)
        .with_context(|| format!("{link} opens no scenario"))?
        .scenario;
    let small = playground::miniature(&scenario, &mut Cache::default())?;
    let report = playground::run(&small, &mut Silent)?;
    let drawn = match (scenario.about().picture, &report.schedule) {
        (Picture::Schedule, Some(schedule)) => Some(Miniature::of_schedule(schedule)),
        _ => report.charts.first().map(Miniature::of_chart),
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\"><style>{}{STYLES}</style>",
        include_str!("../../../styles/tokens.css")
            .split("/* A choice")
            .next()
            .unwrap_or_default()
    );
    for (class, path) in drawn.unwrap_or_default().paths {
        let spans = !class.starts_with("line") && !class.starts_with("shade");
        let style = if spans {
            format!(" style=\"--role:var(--{class})\"")
        } else {
            String::new()
        };
        // A `String` takes all that is written to it.
        let _ = write!(svg, "<path class=\"{class}\"{style} d=\"{path}\"/>");
    }
    svg += "</svg>\n";
    Ok(svg)
}
