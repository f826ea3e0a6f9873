//! Lines across charts and tokens on places that set a parameter where they are dragged: their description for the program of
//! charts.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use parameters::person::shown;
use parameters::{Kind, Parameter, Values, typed};
use playground::Scenario;
use report::Card;
use report::chart::Grip;
use serde::Serialize;
use serde_json::{Map, Value};
use session::action::Action;
use session::lead::{Lead, Scale};
use session::{key_parameters, stops};
use yew::Callback;

/// The lines, tokens and dots that set the parameters of a scenario.
#[derive(Clone)]
pub(crate) struct Holds {
    /// Each parameter that a line may set, with its stops and the stop nearest to its value.
    all: Rc<BTreeMap<&'static str, Held>>,
    /// The texts that may be set.
    texts: Rc<BTreeSet<&'static str>>,
    /// The dots that may set a parameter, by their titles, each with the other values that change along with it.
    grips: Rc<BTreeMap<String, Map<String, Value>>>,
    /// The way that is ahead along the scale of the held line or dot.
    lead: Option<Rc<Lead>>,
    act: Callback<Action>,
}

#[derive(Clone, PartialEq)]
struct Held {
    parameter: Parameter,
    stops: Vec<f64>,
    at: usize,
    said: String,
}

impl PartialEq for Holds {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
            && self.texts == other.texts
            && self.grips == other.grips
            && self.lead == other.lead
    }
}

impl Holds {
    /// The holds of the parameters that charts have lines for, and that may be changed here.
    pub(crate) fn of<'c>(
        charts: impl Iterator<Item = &'c Card> + Clone,
        scenario: &Scenario,
        parameters: &[Rc<Parameter>],
        values: &Values,
        act: &Callback<Action>,
    ) -> Self {
        let may = |name: &String| parameters.iter().any(|one| one.name == *name);
        let mut grips = BTreeMap::new();
        for grip in charts.clone().flat_map(|chart| &chart.grips) {
            if may(&grip.parameter) && grip.also.keys().all(may) {
                let mut pending = grip.also.clone();
                pending.retain(|name, value| values.get(name) != Some(value));
                grips.insert(grip.title.clone(), pending);
            }
        }
        let handles = charts.flat_map(|chart| chart.handles.iter().flatten());
        let names = handles.map(|handle| handle.parameter.as_str());
        let held = |name: &str| {
            let parameter = parameters.iter().find(|one| one.name == name)?;
            let number = matches!(parameter.kind, Kind::Integer { .. } | Kind::Number { .. });
            if !number || !parameter.matters(values) {
                return None;
            }
            let value = shown(values.get(name)?);
            let stops = key_parameters::stops(scenario, parameter, values, &[]);
            let held = Held {
                at: stops::nearest(&stops, typed(&value)),
                said: key_parameters::said(parameter, &value),
                parameter: **parameter,
                stops,
            };
            (held.stops.len() > 1).then_some((parameter.name, held))
        };
        // `collect` would add a sort to the program.
        let mut all = BTreeMap::new();
        all.extend(names.filter_map(held));
        let mut texts = BTreeSet::new();
        for one in parameters {
            if matches!(one.kind, Kind::Text { .. }) && one.matters(values) {
                texts.insert(one.name);
            }
        }
        Self {
            all: all.into(),
            texts: texts.into(),
            grips: grips.into(),
            lead: None,
            act: act.clone(),
        }
    }

    /// The same holds, with the way that is ahead along the held scale.
    pub(crate) fn led(self, lead: Option<&Rc<Lead>>) -> Self {
        let lead = lead.cloned();
        Self { lead, ..self }
    }

    /// The sentence about the way that is ahead along the scale of one of the chart's lines.
    pub(super) fn told(&self, chart: &Card) -> Option<&str> {
        let lead = self.lead.as_ref()?;
        let mut lines = chart.handles.iter().flatten();
        let line = lines.any(|line| self.may(line) && lead.scale.is(&line.parameter, first(line)));
        let own = line || chart.grips.iter().any(|grip| self.leads(grip).is_some());
        own.then_some(lead.said.as_str())
    }

    /// Whether a line may be moved.
    fn may(&self, line: &report::chart::Handle) -> bool {
        let name = line.parameter.as_str();
        match line.stops {
            Some(_) => self.texts.contains(name),
            None => self.all.contains_key(name),
        }
    }

    /// Announces that a hand holds a line; among lines that set one text, this one.
    pub(super) fn hold(&self, name: &str, line: Option<&report::chart::Handle>) {
        let scale = line.map_or_else(|| Scale::slider(name), scale);
        if self.all.contains_key(name) || line.is_some_and(|line| self.may(line)) {
            self.act.emit(Action::Hold(scale));
        }
    }

    /// The handles of a chart.
    pub(super) fn handles<'a>(&'a self, chart: &'a Card) -> Vec<Handle<'a>> {
        let handles = chart.handles.iter().enumerate();
        let handle = |(reference, of): (usize, &'a Option<report::chart::Handle>)| {
            let of = of.as_ref()?;
            let name = of.parameter.as_str();
            let lead = self
                .lead
                .iter()
                .filter(|lead| lead.scale.is(name, first(of)));
            let turns = lead.flat_map(|lead| &lead.changes);
            let turns = turns.map(|(low, high)| [low * of.scale, high * of.scale]);
            if let Some(stops) = &of.stops {
                return self.texts.contains(name).then(|| Handle {
                    reference,
                    // Several lines may set one text.
                    key: format!("{name} {reference}"),
                    name,
                    title: &stops.title,
                    stops: stops.all.iter().map(|stop| stop.value).collect(),
                    texts: stops.all.iter().map(|stop| stop.text.as_str()).collect(),
                    at: stops.at as usize,
                    said: stops
                        .all
                        .get(stops.at as usize)
                        .map_or("", |stop| &stop.said),
                    turns: turns.collect(),
                });
            }
            let held = self.all.get(name)?;
            Some(Handle {
                turns: turns.collect(),
                reference,
                key: name.to_owned(),
                texts: Vec::new(),
                name,
                title: held.parameter.title,
                stops: held.stops.iter().map(|stop| stop * of.scale).collect(),
                at: held.at,
                said: &held.said,
            })
        };
        handles.filter_map(handle).collect()
    }

    /// Whether all tokens of a chart may be moved.
    pub(super) fn moves(&self, chart: &Card) -> bool {
        let mut names = chart.moved.iter();
        names.all(|name| self.texts.contains(name.as_str()))
    }

    /// Sets a parameter to a text.
    pub(super) fn write(&self, name: &str, text: &str) {
        if self.texts.contains(name) {
            let (name, text) = (name.to_owned(), text.to_owned());
            self.act.emit(Action::Set(name, text));
        }
    }

    /// Announces that a hand has let go: the new value is a step of its own.
    pub(super) fn leave(&self, name: &str) {
        self.act.emit(Action::Leave(name.to_owned()));
    }

    /// The dots of a chart.
    pub(super) fn grips<'a>(&'a self, chart: &'a Card) -> Vec<Gripped<'a>> {
        let grips = chart.grips.iter().enumerate();
        let may = |(_, grip): &(usize, &Grip)| self.grips.contains_key(&grip.title);
        let gripped = |(index, grip): (usize, &'a Grip)| Gripped {
            index,
            said: chart.stops.get(index).map_or(&[], Vec::as_slice),
            turns: self.leads(grip).map_or(&[], |lead| &lead.changes),
            // The dot of the next answer has the same name.
            name: match grip.once {
                true => &grip.parameter,
                false => &grip.title,
            },
        };
        grips.filter(may).map(gripped).collect()
    }

    /// The lead along the scale of a dot that a hand holds.
    fn leads(&self, grip: &Grip) -> Option<&Lead> {
        let lead = self.lead.as_deref()?;
        let own = lead.scale.is(&grip.parameter, grip.text(0).as_deref());
        own.then_some(lead)
    }

    /// Announces that a hand holds a dot. A dot that waits for an answer has no scale: its answer is a guess.
    pub(super) fn grasp(&self, grip: &Grip, said: &[String]) {
        let Some(pending) = self.grips.get(&grip.title).filter(|_| !grip.once) else {
            return;
        };
        let scale = Scale::dot(grip, said, pending.clone());
        self.act.emit(Action::Hold(scale));
    }

    /// Sets the parameter of a dot to one of its stops.
    pub(super) fn put(&self, grip: &Grip, at: usize) {
        let (Some(text), Some(pending)) = (grip.text(at), self.grips.get(&grip.title)) else {
            return;
        };
        let name = grip.parameter.clone();
        if !pending.is_empty() {
            let mut changes = pending.clone();
            changes.insert(name, text.into());
            self.act.emit(Action::Take(changes));
            return;
        }
        self.act.emit(Action::Set(name.clone(), text));
        if grip.once {
            // The next answer is another step.
            self.act.emit(Action::Leave(name));
        }
    }

    /// Sets a parameter to one of its stops.
    pub(super) fn set(&self, name: &str, at: usize) {
        let held = self.all.get(name);
        if let Some(stop) = held.and_then(|held| held.stops.get(at)) {
            self.act
                .emit(Action::Set(name.to_owned(), stop.to_string()));
        }
    }
}

/// The scale of a line.
fn scale(line: &report::chart::Handle) -> Scale {
    match &line.stops {
        Some(stops) => Scale::line(&line.parameter, stops.clone()),
        None => Scale::slider(&line.parameter),
    }
}

/// The text with a line at its first stop, where it sets a text.
fn first(line: &report::chart::Handle) -> Option<&str> {
    let first = line.stops.as_ref()?.all.first()?;
    Some(first.text.as_str())
}

/// A line that is held.
#[derive(Serialize)]
pub(super) struct Handle<'a> {
    /// Its place among the chart's lines.
    reference: usize,
    /// Its key in the program of charts.
    key: String,
    /// The parameter.
    name: &'a str,
    title: &'a str,
    /// Its stops, in the numbers of the axis.
    stops: Vec<f64>,
    /// The text of the parameter at each stop, where it sets a text.
    texts: Vec<&'a str>,
    /// The number of its present stop.
    at: usize,
    /// Its value for people.
    said: &'a str,
    /// The stops between which another way takes the lead, in the numbers of the axis.
    turns: Vec<[f64; 2]>,
}

/// A dot that is held.
#[derive(Serialize)]
pub(super) struct Gripped<'a> {
    /// Its place among the chart's dots.
    index: usize,
    /// Its name, which the next chart keeps.
    name: &'a str,
    /// Its stops, for people.
    said: &'a [String],
    /// The stops between which another way takes the lead, in the dot's numbers.
    turns: &'a [(f64, f64)],
}
