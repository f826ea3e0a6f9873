//! The printed numbers over the computed curves: the text around each chart, and the data for the program that draws it.

use std::collections::BTreeMap;

use figures::curve::{Curve, Mark};
use figures::kept;
use report::agreement::Agreement;
use report::chart::{Card, Entry};
use report::words::capital;
use serde::Serialize;

use super::id;
use crate::html::escaped;

/// A chart for the program that draws it.
#[derive(Serialize)]
pub(super) struct Drawing {
    /// See [`Card::drawing`].
    drawing: String,
    /// See [`Card::series`].
    series: Vec<Entry>,
    /// The place of each printed number among the entry's results, and where it lies.
    marks: Vec<(usize, f64)>,
}

/// All charts, by the names of their figures.
pub(super) fn drawings() -> Result<BTreeMap<String, Drawing>, figures::Error> {
    let mut all = BTreeMap::new();
    for shown in kept::all()? {
        let own = id(shown.document, &shown.entry.label);
        for (place, curve) in shown.computed.curves.iter().enumerate() {
            let name = name(&own, place);
            let Card {
                drawing, series, ..
            } = curve.chart(&name).card();
            let marks = curve.printed.iter().map(|mark| (mark.outcome, mark.x));
            all.insert(
                name,
                Drawing {
                    drawing,
                    series,
                    marks: marks.collect(),
                },
            );
        }
    }
    Ok(all)
}

/// The figures of an entry's curves. A script draws them; without it, title, legend and sentence stand, and the table has the numbers.
pub(super) fn figures(entry: &str, curves: &[Curve]) -> String {
    if curves.is_empty() {
        return String::new();
    }
    let figures = curves.iter().enumerate();
    let figures: String = figures
        .map(|(place, curve)| figure(&name(entry, place), curve))
        .collect();
    format!("<div class=\"curves\">\n{figures}</div>\n")
}

fn figure(name: &str, curve: &Curve) -> String {
    let card = curve.chart(name).card();
    let title = escaped(&curve.title);
    let computed = "<li><svg width=\"26\" height=\"14\" aria-hidden=\"true\"><line x1=\"1\" x2=\"25\" y1=\"7\" y2=\"7\" \
                    stroke=\"var(--compute)\" stroke-width=\"3\"/></svg> computed</li>";
    let printed = Agreement::ALL.into_iter().filter_map(|agreement| {
        let own = |mark: &&Mark| mark.agreement == agreement;
        let count = curve.printed.iter().filter(own).count();
        (count > 0).then(|| format!("<li>printed {} {count}</li>", badge(agreement)))
    });
    format!(
        "<figure class=\"chart\" data-curve=\"{name}\">\n<figcaption><h4>{title}</h4></figcaption>\n\
         <ul class=\"legend\" aria-label=\"Legend\">{computed}{}</ul>\n\
         <div class=\"plot\" tabindex=\"0\" role=\"application\" aria-roledescription=\"chart\" aria-label=\"{title}. {} Arrow keys read \
         its values.\" hidden></div>\n<p class=\"agree\">{}</p>\n</figure>\n",
        printed.collect::<String>(),
        escaped(&card.summary),
        escaped(&curve.sentence()),
    )
}

/// An agreement by colour, the shape of its dots, and words.
pub(super) fn badge(agreement: Agreement) -> String {
    let sign = match agreement {
        Agreement::SameDigits => "◆",
        Agreement::WithinReading => "◇",
        Agreement::WithinInterval => "□",
        Agreement::SameOrder => "△",
        Agreement::Differs => "✕",
    };
    format!(
        "<span class=\"badge {}\"><span aria-hidden=\"true\">{sign}</span> {}</span>",
        agreement.key(),
        escaped(&capital(agreement.words()))
    )
}

/// The anchor of a figure.
fn name(entry: &str, place: usize) -> String {
    format!("{entry}-curve-{}", place + 1)
}
