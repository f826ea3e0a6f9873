//! Lines across charts that set a parameter where they are dragged: what the program of charts is told of them.

use std::collections::BTreeMap;
use std::rc::Rc;

use parameters::person::shown;
use parameters::{Kind, Parameter, Values, typed};
use playground::Scenario;
use report::Chart;
use serde::Serialize;
use session::action::Action;
use session::{keys, stops};
use yew::Callback;

/// What sets the parameters of a scenario.
#[derive(Clone)]
pub(crate) struct Holds {
    /// Each parameter that a line may set, with its stops and the one that is nearest to its value.
    all: Rc<BTreeMap<&'static str, Held>>,
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
    }
}

impl Holds {
    /// Those of the parameters that charts have lines for, and that may be changed here.
    pub(crate) fn of<'c>(
        charts: impl Iterator<Item = &'c Chart>,
        scenario: &Scenario,
        parameters: &[Rc<Parameter>],
        values: &Values,
        act: &Callback<Action>,
    ) -> Self {
        let lines = charts.flat_map(|chart| &chart.references);
        let names = lines.filter_map(|line| Some(line.handle.as_ref()?.parameter.as_str()));
        let held = |name: &str| {
            let parameter = parameters.iter().find(|one| one.name == name)?;
            let number = matches!(parameter.kind, Kind::Integer { .. } | Kind::Number { .. });
            if !number || !parameter.matters(values) {
                return None;
            }
            let value = shown(values.get(name)?);
            let stops = keys::stops(scenario, parameter, values, &[]);
            let held = Held {
                at: stops::nearest(&stops, typed(&value)),
                said: keys::said(parameter, &value),
                parameter: **parameter,
                stops,
            };
            (held.stops.len() > 1).then_some((parameter.name, held))
        };
        Self {
            all: Rc::new(names.filter_map(held).collect()),
            act: act.clone(),
        }
    }

    /// The handles of a chart.
    pub(super) fn handles<'a>(&'a self, chart: &'a Chart) -> Vec<Handle<'a>> {
        let lines = chart.references.iter().enumerate();
        let handle = |(reference, line): (usize, &'a report::chart::Reference)| {
            let of = line.handle.as_ref()?;
            let held = self.all.get(of.parameter.as_str())?;
            Some(Handle {
                reference,
                name: &of.parameter,
                title: held.parameter.title,
                stops: held.stops.iter().map(|stop| stop * of.scale).collect(),
                at: held.at,
                said: &held.said,
            })
        };
        lines.filter_map(handle).collect()
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

/// A line that is held.
#[derive(Serialize)]
pub(super) struct Handle<'a> {
    /// Its place among the chart's lines.
    reference: usize,
    /// The parameter.
    name: &'a str,
    title: &'a str,
    /// Where it stops, in the numbers of the axis.
    stops: Vec<f64>,
    /// Where it is.
    at: usize,
    /// Its value for people.
    said: &'a str,
}
