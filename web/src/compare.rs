//! The view of the scenario: itself, beside variants, or for many values of a parameter.

use std::rc::Rc;

use laboratory::Axis;
use parameters::{Choice, Kind, Parameter, Rejected};
use playground::setup::{COMMON, Changes, SWEPT, VARIANTS};
use playground::{Scenario, Setup, View};
use report::words::within;
use serde_json::{Map, Value};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::components::{Named, Segment, Segments, Select, nothing};
use session::action::Action;
use session::refusal::of_values;

/// The wanted view, or the reason why it is refused.
type See = std::result::Result<View, Rejected>;

/// Properties of the panel.
#[derive(Properties)]
pub(crate) struct Props {
    /// The scenario.
    pub(crate) scenario: Rc<Scenario>,
    /// The present view.
    pub(crate) view: Rc<View>,
    /// Its parameters.
    pub(crate) parameters: Rc<Vec<Rc<Parameter>>>,
    /// Their values.
    pub(crate) values: Rc<Map<String, Value>>,
    /// Receives the actions.
    pub(crate) act: Callback<Action>,
}

impl PartialEq for Props {
    // Traces of one's own are large: their values are compared by address.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.values, &other.values)
            && Rc::ptr_eq(&self.parameters, &other.parameters)
            && self.view == other.view
            && self.act == other.act
    }
}

/// A refused entry of a field.
#[derive(Clone, PartialEq)]
struct Wrong {
    /// The field, by its id.
    field: &'static str,
    /// The typed text, unchanged.
    typed: AttrValue,
    /// The reason for the refusal.
    why: AttrValue,
}

/// The typed text of a field, by its id, for a parameter.
type Typed = (&'static str, AttrValue, Parameter);

/// Callbacks of the controls, and the refused entry.
struct Controls {
    see: Callback<See>,
    /// The same callback for a field.
    typed: Callback<(Typed, See)>,
    wrong: Option<Wrong>,
}

/// The choice of one run, a comparison or a sweep.
#[component]
pub(crate) fn Panel(props: &Props) -> Html {
    let complaint = use_state_eq(|| None::<AttrValue>);
    let wrong = use_state_eq(|| None::<Wrong>);
    let try_to_see = {
        let (act, scenario) = (props.act.clone(), props.scenario.clone());
        let (complaint, wrong) = (complaint.setter(), wrong.setter());
        move |view: See| {
            complaint.set(None);
            wrong.set(None);
            let setup = view.and_then(|view| Setup::new((*scenario).clone(), view))?;
            act.emit(Action::View(setup.view));
            Ok::<(), Rejected>(())
        }
    };
    let see = {
        let (try_to_see, complaint) = (try_to_see.clone(), complaint.setter());
        Callback::from(move |view: See| {
            if let Err(rejected) = try_to_see(view) {
                complaint.set(Some(rejected.to_string().into()));
            }
        })
    };
    let typed = {
        let wrong = wrong.setter();
        Callback::from(move |((field, typed, parameter), view): (Typed, See)| {
            if let Err(rejected) = try_to_see(view) {
                let why = of_values(&rejected, &parameter).into();
                wrong.set(Some(Wrong { field, typed, why }));
            }
        })
    };
    // A new view from elsewhere, as by Undo, ends the typing here.
    use_effect_with(props.view.clone(), {
        let wrong = wrong.setter();
        move |_| wrong.set(None)
    });
    let controls = Controls {
        see,
        typed,
        wrong: (*wrong).clone(),
    };
    let content = match &*props.view {
        View::One => nothing(),
        View::Compare(variants) => compared(props, variants, &controls),
        View::Sweep(axes) => swept(props, axes, &controls),
    };
    let modes = Segments {
        name: "see".into(),
        named: Named::By("compare-title".into()),
        class: None,
        hidden: false,
    };
    let mode = |mode: Mode| {
        let scenario = props.scenario.clone();
        Segment {
            words: mode.title().into(),
            value: mode.name().into(),
            title: None,
            taken: Mode::of(&props.view) == mode,
            refused: false,
            take: controls.see.reform(move |_| Ok(mode.first(&scenario))),
        }
    };
    html! {
        <section class="compare" aria-labelledby="compare-title">
            <h2 id="compare-title" class="section">{ "Compare or sweep" }</h2>
            { modes.view(Mode::ALL.map(mode)) }
            { content }
            <p class="problem" id="compare-problem" role="status">{ (*complaint).clone().unwrap_or_default() }</p>
        </section>
    }
}

/// The kinds of views.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    One,
    Compare,
    Sweep,
}

impl Mode {
    const ALL: [Self; 3] = [Self::One, Self::Compare, Self::Sweep];

    fn of(view: &View) -> Self {
        match view {
            View::One => Self::One,
            View::Compare(_) => Self::Compare,
            View::Sweep(_) => Self::Sweep,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Compare => "compare",
            Self::Sweep => "sweep",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::One => "One",
            Self::Compare => "Compare",
            Self::Sweep => "Sweep",
        }
    }

    /// The first view of a mode.
    fn first(self, scenario: &Scenario) -> View {
        let [compared, swept] = scenario.suggestion();
        match self {
            Self::One => View::One,
            Self::Compare => View::Compare(others(
                &compared.parameter,
                compared.values,
                &scenario.get(&compared.parameter),
            )),
            Self::Sweep => View::Sweep(vec![swept]),
        }
    }
}

/// A parameter, unless it is common to all variants.
fn variable(parameter: &Parameter) -> bool {
    let listed = !matches!(parameter.kind, Kind::List { .. } | Kind::Text { .. });
    listed && !COMMON.contains(&parameter.name)
}

fn find<'p>(parameters: &'p [Rc<Parameter>], name: &str) -> Option<&'p Rc<Parameter>> {
    parameters.iter().find(|parameter| parameter.name == name)
}

/// Some values of a parameter other than the scenario's own.
fn variants_of(scenario: &Scenario, parameters: &[Rc<Parameter>], name: &str) -> Vec<Changes> {
    let own = scenario.get(name);
    let values = find(parameters, name).map(|parameter| values_of(parameter, &own));
    others(name, values.unwrap_or_default(), &own)
}

/// The first of these values other than the scenario's own.
fn others(name: &str, values: Vec<Value>, own: &Value) -> Vec<Changes> {
    values
        .into_iter()
        .filter(|value| value != own)
        .take(VARIANTS)
        .map(|value| Changes::from_iter([(name.to_owned(), value)]))
        .collect()
}

/// Some values of a parameter around its own, to begin with.
fn values_of(parameter: &Parameter, own: &Value) -> Vec<Value> {
    match &parameter.kind {
        Kind::Choice(_) => parameter
            .offered()
            .map(|choice| choice.value.into())
            .collect(),
        Kind::Flag => vec![false.into(), true.into()],
        Kind::Integer { minimum, maximum } => {
            let own = own.as_u64().unwrap_or(*minimum);
            let around = [own / 2, own, own.saturating_mul(2)];
            distinct(around.map(|value| value.clamp(*minimum, *maximum)))
        }
        Kind::Number {
            minimum, maximum, ..
        } => {
            let own = own.as_f64().filter(|own| *own > 0.0).unwrap_or(1.0);
            let around = [own / 2.0, own, own * 2.0];
            distinct(around.map(|value| value.clamp(*minimum, *maximum)))
        }
        Kind::List { .. } | Kind::Text { .. } => Vec::new(),
    }
}

/// Ascending numbers without repetitions.
fn distinct<T: Into<Value>>(numbers: [T; 3]) -> Vec<Value> {
    let mut values = numbers.map(Into::into).to_vec();
    values.dedup();
    values
}

/// A list of the parameters that variants may change.
fn chooser(
    props: &Props,
    id: &'static str,
    label: &'static str,
    chosen: &str,
    none: bool,
    on_choose: Callback<String>,
) -> Html {
    let none = none.then(|| ("none".into(), "No second parameter".into()));
    let choices = none.into_iter().chain(
        props
            .parameters
            .iter()
            .filter(|parameter| variable(parameter))
            .filter(|parameter| parameter.matters(&props.values) || parameter.name == chosen)
            .map(|parameter| (parameter.name.into(), parameter.title.into())),
    );
    html! {
        <>
            <label class="title" for={id}>{ label }</label>
            <Select {id} value={chosen.to_owned()} otherwise="Several parameters" choices={choices.collect::<Vec<_>>()}
                described_by={Entry::ABOUT} {on_choose} />
        </>
    }
}

/// The variants: all of one parameter, or as in a link or a file.
fn compared(props: &Props, variants: &[Changes], controls: &Controls) -> Html {
    let see = &controls.see;
    let mut names = variants.iter().flat_map(Changes::keys);
    let first = names.next().cloned().unwrap_or_default();
    let single = names.all(|name| *name == first);
    let on_choose = {
        let (see, scenario, parameters) = (
            see.clone(),
            props.scenario.clone(),
            props.parameters.clone(),
        );
        Callback::from(move |name: String| {
            see.emit(Ok(View::Compare(variants_of(
                &scenario,
                &parameters,
                &name,
            ))));
        })
    };
    let chosen = if single { first.as_str() } else { "" };
    let values: Vec<_> = variants
        .iter()
        .filter_map(|changes| changes.get(&first).cloned())
        .collect();
    let to_view = {
        let name = first.clone();
        Callback::from(move |values: Vec<Value>| {
            let variant = |value| Changes::from_iter([(name.clone(), value)]);
            View::Compare(values.into_iter().map(variant).collect())
        })
    };
    let content = match find(&props.parameters, &first).filter(|_| single) {
        Some(parameter) => Entry {
            props,
            id: "compare-values",
            parameter,
            values: &values,
            controls,
            to_view,
        }
        .view(),
        None => html! {
            <ul>{ for called(props).map(|name| html! { <li>{ name }</li> }) }</ul>
        },
    };
    html! {
        <>
            { chooser(props, "compare-by", "Compare by", chosen, false, on_choose) }
            { content }
            <p id="compare-help" class="preset-help">
                { "The scenario beside up to three variants that differ in " }{ if single { "this parameter" } else { "these parameters" } }
                { "; all use the same random draws." }
            </p>
        </>
    }
}

/// The names of the variants in the report.
fn called(props: &Props) -> impl Iterator<Item = String> {
    let setup = Setup {
        scenario: (*props.scenario).clone(),
        view: (*props.view).clone(),
        ..Setup::default()
    };
    setup.names().into_iter().skip(1)
}

/// One or two parameters of a sweep.
fn swept(props: &Props, axes: &[Axis], controls: &Controls) -> Html {
    let see = &controls.see;
    let place = |place: usize| {
        let axis = axes.get(place);
        let others: Vec<_> = axes.to_vec();
        let with = move |axis: Option<Axis>| {
            let mut axes = others.clone();
            axes.truncate(if axis.is_none() { place } else { axes.len() });
            match (axes.get_mut(place), axis) {
                (Some(there), Some(axis)) => *there = axis,
                (None, Some(axis)) => axes.push(axis),
                _ => {}
            }
            View::Sweep(axes)
        };
        let on_choose = {
            let (see, scenario, parameters, with) = (
                see.clone(),
                props.scenario.clone(),
                props.parameters.clone(),
                with.clone(),
            );
            Callback::from(move |name: String| {
                let axis = find(&parameters, &name).map(|parameter| {
                    let mut values = values_of(parameter, &scenario.get(&name));
                    values.truncate(SWEPT.get(place).copied().unwrap_or_default());
                    Axis {
                        parameter: name.clone(),
                        values,
                    }
                });
                see.emit(Ok(with(axis)));
            })
        };
        let (id, values_id, label) = match place {
            0 => ("sweep-by", "sweep-values", "Sweep over"),
            _ => ("sweep-also", "sweep-also-values", "And over"),
        };
        let chosen = axis.map_or("none", |axis| axis.parameter.as_str());
        let entry = axis.and_then(|axis| {
            let name = axis.parameter.clone();
            let to_view = move |values| {
                let parameter = name.clone();
                with(Some(Axis { parameter, values }))
            };
            let entry = Entry {
                props,
                id: values_id,
                parameter: find(&props.parameters, &axis.parameter)?,
                values: &axis.values,
                controls,
                to_view: to_view.into(),
            };
            Some(entry.view())
        });
        html! {
            <>
                { chooser(props, id, label, chosen, place > 0, on_choose) }
                { entry.unwrap_or_default() }
            </>
        }
    };
    html! {
        <>
            { place(0) }
            { place(1) }
            <p id="compare-help" class="preset-help">
                { "The scenario, once for each value, with the same random draws. Separate values by commas; 0..2/5 means five values from 0 to 2." }
            </p>
        </>
    }
}

/// The values of a parameter.
struct Entry<'a> {
    props: &'a Props,
    id: &'static str,
    parameter: &'a Parameter,
    values: &'a [Value],
    controls: &'a Controls,
    to_view: Callback<Vec<Value>, View>,
}

impl Entry<'_> {
    /// The ids of the texts that describe the values.
    const ABOUT: &'static str = "compare-help compare-problem";

    /// Boxes to tick for choices, a field for numbers.
    fn view(&self) -> Html {
        match &self.parameter.kind {
            Kind::Choice(_) => {
                let choice = |choice: &Choice| (choice.value.into(), choice.title.to_owned());
                self.ticks(self.parameter.offered().map(choice).collect())
            }
            Kind::Flag => self.ticks(vec![
                (true.into(), "Yes".into()),
                (false.into(), "No".into()),
            ]),
            Kind::Integer { .. } | Kind::Number { .. } | Kind::List { .. } | Kind::Text { .. } => {
                self.field()
            }
        }
    }

    fn title(&self) -> String {
        format!("Values of {}", within(self.parameter.title))
    }

    fn ticks(&self, choices: Vec<(Value, String)>) -> Html {
        // Beside itself, a scenario shows nothing new.
        let own = match &*self.props.view {
            View::Compare(_) => self.props.scenario.get(self.parameter.name),
            View::One | View::Sweep(_) => Value::Null,
        };
        let values = self.values;
        let offered = |(value, _): &&(Value, String)| *value != own || values.contains(value);
        let tick = |(value, title): &(Value, String)| {
            let on = values.contains(value);
            let mut other: Vec<_> = values
                .iter()
                .filter(|kept| *kept != value)
                .cloned()
                .collect();
            if !on {
                other.push(value.clone());
            }
            let (see, to_view) = (self.controls.see.clone(), self.to_view.clone());
            let onchange = move |event: Event| {
                // A refused box stays as it was.
                if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                    input.set_checked(on);
                }
                see.emit(Ok(to_view.emit(other.clone())));
            };
            html! {
                <label class="flag" key={title.clone()}>
                    <input type="checkbox" value={text(value)} checked={on} {onchange} /><span>{ title }</span>
                </label>
            }
        };
        html! {
            <fieldset class="ticks" aria-describedby={Self::ABOUT}>
                <legend class="unseen">{ self.title() }</legend>
                { for choices.iter().filter(offered).map(tick) }
            </fieldset>
        }
    }

    fn field(&self) -> Html {
        let shown = self.values.iter().map(text).collect::<Vec<_>>().join(", ");
        let (typed, to_view) = (self.controls.typed.clone(), self.to_view.clone());
        let (scenario, id, parameter) = (self.props.scenario.clone(), self.id, *self.parameter);
        let onchange = move |event: Event| {
            let Some(input) = event.target_dyn_into::<HtmlInputElement>() else {
                return;
            };
            let text = input.value();
            let axis = Setup::axis(&scenario, &format!("{}={text}", parameter.name));
            let view = axis.map(|axis| to_view.emit(axis.values));
            typed.emit(((id, text.into(), parameter), view));
        };
        let wrong = self.controls.wrong.as_ref();
        let wrong = wrong.filter(|wrong| wrong.field == self.id);
        let shown = wrong.map_or_else(|| shown.into(), |wrong| wrong.typed.clone());
        let problem = format!("{id}-problem");
        let unit = match self.parameter.unit {
            "" => String::new(),
            unit => format!(" ({unit})"),
        };
        html! {
            <>
                <label class="title" for={self.id}>{ self.title() }{ unit }</label>
                <input id={self.id} class="values" type="text" autocomplete="off" value={shown} {onchange}
                    aria-invalid={wrong.map(|_| "true")} aria-describedby={format!("{problem} {}", Self::ABOUT)} />
                <p class="problem" id={problem.clone()} role="status">{ wrong.map(|wrong| wrong.why.clone()) }</p>
            </>
        }
    }
}

/// A value as a person types it.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".into(),
        value => {
            let text = value.to_string();
            text.strip_suffix(".0").unwrap_or(&text).to_owned()
        }
    }
}
