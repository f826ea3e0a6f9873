//! Key parameters, with the elements and classes of the page's (web/src/key_parameters.rs), as long as nothing can be changed.

use playground::Scenario;
use session::key_parameters::{self, Control, Key, Offer};

use crate::html::escaped;

/// The key parameters of a scenario.
pub(super) fn section(scenario: &Scenario) -> String {
    let keys = key_parameters::of(scenario, &[]);
    let groups = keys.chunk_by(|low, _| low.paired);
    let all: String = groups
        .map(|group| match group {
            [low, high] => format!("<div class=\"key-pair\">{}{}</div>\n", key(low), key(high)),
            group => group.iter().map(key).collect(),
        })
        .collect();
    let strategy = key_parameters::strategy(scenario).map_or(
        "",
        |_| "<span class=\"button to-strategy absent\">Edit strategy</span>",
    );
    format!(
        "<section class=\"keys\" aria-label=\"Key parameters\">\n{all}<div class=\"key-ways\">{strategy}\
         <span class=\"button to-compare absent\">Compare or sweep</span><span class=\"button to-all absent\">All {} parameters</span></div>\
         <span class=\"button to-share absent\">Share</span></section>\n",
        key_parameters::number(scenario)
    )
}

fn key(key: &Key) -> String {
    let control = match &key.control {
        Control::Segments(offers) => {
            let all: String = offers.iter().map(|offer| segment(key, offer)).collect();
            format!("<div class=\"segments\">{all}</div>")
        }
        Control::List(offers) => {
            let mut offers = offers.iter();
            let chosen = offers.find(|offer| offer.value == key.value);
            let title = chosen.map_or(&key.value, |offer| &offer.title);
            format!("<span class=\"select\">{}</span>", escaped(title))
        }
        Control::Slider { stops, at, beyond } => {
            let last = (beyond.0 + stops.len() + beyond.1).saturating_sub(1).max(1);
            format!(
                "<div class=\"key-slide\"><svg class=\"slider\" height=\"24\" aria-hidden=\"true\"><rect /><circle cx=\"{:.2}%\" cy=\"12\" /></svg>\
                 <output>{}</output></div>",
                100.0 * (beyond.0 + at) as f64 / last as f64,
                escaped(&key.said())
            )
        }
        Control::Swept(values) => {
            format!(
                "<output class=\"key-swept\">sweep: {}</output>",
                escaped(values)
            )
        }
    };
    format!(
        "<div class=\"key\"><span class=\"key-title\">{}</span>{control}</div>\n",
        escaped(key.parameter.title)
    )
}

fn segment(key: &Key, offer: &Offer) -> String {
    let on = match offer.value == key.value {
        true => " class=\"on\"",
        false => "",
    };
    let unit = match key.parameter.unit {
        "" => String::new(),
        unit => format!("\u{202f}{unit}"),
    };
    format!(
        "<label{on}><span>{}{}</span></label>",
        escaped(&offer.title),
        escaped(&unit)
    )
}
