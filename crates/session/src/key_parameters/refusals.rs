//! Values that do not fit the others: the reason, and the values to choose.

use laboratory::About;
use parameters::person::shown;
use parameters::{Kind, Parameter, Values, typed};
use playground::{Scenario, Setup, View, presets};
use report::words::either;

use super::FEW;
use super::offers::{TRIED, choices, fitting};
use crate::notice::Notice;
use crate::refusal::Complaint;
use crate::stops::{self};

/// The reason why a scenario's value of a parameter does not fit the others, and the values to choose: "3 does not divide 8:
/// choose 1, 2, 4 or 8". None if it fits.
#[must_use]
pub fn refusal(scenario: &Scenario, name: &str) -> Option<String> {
    /// The most choices that are named.
    const NAMES: usize = 4;
    let (about, values) = (scenario.about(), scenario.values());
    let why = (about.face.refuses)(&scenario.without_runtimes(), name)?;
    let parameters = scenario.parameters();
    let parameter = parameters.iter().find(|one| one.name == name)?;
    let value = values.get(name).map_or_else(String::new, shown);
    let (value, instead) = match parameter.kind {
        Kind::Choice(choices_of) => {
            let title = choices_of.iter().find(|choice| choice.value == value);
            let title = title.map_or(value, |choice| choice.title.to_owned());
            let offers = choices(about, parameter, &values).into_iter();
            let instead = offers.filter(|offer| !offer.refused);
            let instead: Vec<_> = instead.map(|offer| offer.title).collect();
            // The form, which marks the possible choices, says more than a long list of names.
            let few = instead.len() <= NAMES;
            (title, instead.into_iter().filter(|_| few).collect())
        }
        _ => {
            let instead =
                numbers_near(about, parameter, &values, typed(&value).unwrap_or_default());
            (value, instead)
        }
    };
    if instead.is_empty() {
        return Some(format!("{value} {why}"));
    }
    Some(format!("{value} {why}: choose {}", either(&instead)))
}

/// A value of a link that does not fit the others.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    name: String,
    title: &'static str,
    value: String,
    why: String,
}

impl Refused {
    /// The field and its value.
    pub(crate) fn text(&self) -> (String, String) {
        (self.name.clone(), self.value.clone())
    }

    /// The notice for a field out of sight.
    pub(crate) fn notice(&self) -> Notice {
        Notice::refused_link(self.title, &self.why)
    }

    /// The field and its complaint.
    pub(crate) fn complaint(&self) -> (String, Complaint) {
        (self.name.clone(), self.why.clone().into())
    }
}

/// The setup of a link. If one of its values does not fit the others, the value of its preset replaces it: so there is a result
/// to look at, and the field names the values to choose.
pub(crate) fn runnable(setup: Setup) -> (Setup, Option<Refused>) {
    let scenario = &setup.scenario;
    let (preset, changes) = presets::nearest(scenario);
    let (given, own) = (scenario.values(), preset.scenario().values());
    let fits = |other: &Scenario| changes.iter().all(|name| refusal(other, name).is_none());
    if setup.view != View::One || fits(scenario) {
        return (setup, None);
    }
    let mended = changes.iter().find_map(|name| {
        let why = refusal(scenario, name)?;
        let values = [(name.clone(), own.get(name)?.clone())]
            .into_iter()
            .collect();
        let other = scenario.having(&values).ok().filter(&fits)?;
        let value = given.get(name).map_or_else(String::new, shown);
        let parameters = scenario.parameters();
        let parameter = parameters.iter().find(|one| one.name == name)?;
        let (name, title) = (name.clone(), parameter.title);
        let refused = Refused {
            name,
            title,
            value,
            why,
        };
        Some((other, refused))
    });
    match mended {
        Some((scenario, refused)) => (Setup { scenario, ..setup }, Some(refused)),
        None => (setup, None),
    }
}

/// The numbers to choose in place of one: all if they are few, else their ends or the nearest ones.
fn numbers_near(about: &About, parameter: &Parameter, values: &Values, number: f64) -> Vec<String> {
    /// The most numbers below, and above, that are named if there are gaps.
    const NEAR: usize = 2;
    let all = match parameter.kind {
        Kind::Integer { minimum, maximum } if maximum - minimum <= TRIED => {
            (minimum..=maximum).map(|number| number as f64).collect()
        }
        _ => stops::stops(parameter, &[]),
    };
    let all = fitting(about, parameter, values, all);
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return Vec::new();
    };
    let whole = matches!(parameter.kind, Kind::Integer { .. });
    let gaps = whole && last - first + 1.0 != all.len() as f64;
    let tried =
        matches!(parameter.kind, Kind::Integer { minimum, maximum } if maximum - minimum <= TRIED);
    if all.len() <= FEW {
        return all.iter().map(f64::to_string).collect();
    }
    if tried && gaps {
        let above = all.partition_point(|one| *one < number);
        let near = all.get(above.saturating_sub(NEAR)..all.len().min(above + NEAR));
        let near = near.unwrap_or_default().iter();
        return near.map(f64::to_string).collect();
    }
    // The last fitting number between a fitting stop and `number`: rules of wide ranges have one edge.
    let edge = |mut good: f64| {
        let mut bad = number;
        while whole && (bad - good).abs() > 1.0 {
            let middle = ((bad + good) / 2.0).floor();
            let fits = !fitting(about, parameter, values, vec![middle]).is_empty();
            *(if fits { &mut good } else { &mut bad }) = middle;
        }
        good
    };
    let (first, last) = match number > *last {
        true => (*first, edge(*last)),
        false => (edge(*first), *last),
    };
    vec![format!("{first} to {last}")]
}
