//! The productivity landscape of the parameters, and the disturbances of its nodes.

use adaptation_model::landscape::evaluation::Experiment;
use adaptation_model::landscape::{Course, Disturbance, Event, Landscape, Setting, Shape};
use adaptation_model::strategy::client;
use parameters::Rejected;
use parameters::events::{self, Argument, Kind, Need, Takes};
use parameters::table::EventsText;
use words::say;

use crate::Parameters;
use crate::parameters::{Climbed, Ideal, Most, Outline};
use crate::setting;

/// The latest interval of an event.
const LATEST: f64 = 10_000.0;

const NODES: Argument = Argument {
    name: "nodes",
    title: "Number of nodes",
    says: "{}",
    unit: "",
    takes: Takes::Whole {
        minimum: 1,
        maximum: 500,
    },
    need: Need::Always,
    usual: "1",
};
const FACTOR: Argument = Argument {
    name: "factor",
    title: "Times as slow",
    says: "{} times as slow",
    takes: Takes::Number {
        minimum: 1.0,
        maximum: 1e6,
    },
    usual: "2",
    ..NODES
};
const INTERVALS: Argument = Argument {
    name: "intervals",
    title: "Intervals",
    says: " for {} intervals",
    takes: Takes::Whole {
        minimum: 1,
        maximum: 10_000,
    },
    need: Need::Optional,
    usual: "",
    ..NODES
};

/// The form of a landscape's disturbances in a text.
pub(crate) static EVENTS: EventsText = EventsText {
    kinds: &[
        Kind {
            name: "load",
            title: "Load",
            says: "the first {nodes} nodes become {factor} after {time}",
            arguments: &[NODES, FACTOR],
        },
        Kind {
            name: "fail",
            title: "Silence",
            says: "the last {nodes} nodes fall silent{intervals} after {time}",
            arguments: &[NODES, INTERVALS],
        },
    ],
    unit: "intervals",
    latest: LATEST,
};

/// The numbers or points of a text, separated by white space, a comma or a semicolon; two commas or semicolons in a row enclose an empty
/// part.
fn parts(text: &str) -> Vec<&str> {
    let separated = text.split([',', ';']);
    let mut parts: Vec<&str> = Vec::new();
    for part in separated {
        let before = parts.len();
        parts.extend(part.split_whitespace());
        if parts.len() == before {
            parts.push("");
        }
    }
    // An empty text, or a separator at the end, makes no part.
    if parts.last() == Some(&"") {
        parts.pop();
    }
    parts
}

/// The course of a quantity through points: `0:10, 7000:90`.
///
/// # Errors
/// The faulty point, and the allowed values.
///
/// ```
/// use adaptation::model::landscape::Course;
/// use adaptation::landscape::course;
///
/// assert_eq!(course("p", "0:17").unwrap(), Course::Constant(17.0));
/// assert_eq!(course("p", "0:1, 9:5").unwrap(), Course::Linear(vec![(0.0, 1.0), (9.0, 5.0)]));
/// assert!(course("p", "9:1, 0:5").unwrap_err().to_string().contains("point 2"));
/// ```
pub fn course(parameter: &str, text: &str) -> Result<Course, Rejected> {
    let refuse = |expected: String| Rejected::one(parameter, "", expected);
    let parts = parts(text);
    let mut points: Vec<(f64, f64)> = Vec::new();
    for (place, part) in (1..).zip(parts.iter().copied()) {
        let (time, nodes) = part.split_once(':').unwrap_or((part, ""));
        let point: Option<(f64, f64)> = time.parse().ok().zip(nodes.parse().ok());
        let within = |point: &(f64, f64)| {
            (0.0..=LATEST).contains(&point.0) && (0.1..=10_000.0).contains(&point.1)
        };
        let point = point.filter(within).ok_or_else(|| {
            refuse(say!(
                "point {place} is {part:?}; allowed: interval:nodes, from 0 to 10000 and from 0.1 to 10000, such as 0:10"
            ))
        })?;
        if points.last().is_some_and(|before| before.0 >= point.0) {
            return Err(refuse(say!(
                "point {place} is {part:?}; allowed: an interval after that of the point before"
            )));
        }
        points.push(point);
    }
    match points.as_slice() {
        [] => Err(refuse(say!("there is no point; write one such as 0:17"))),
        [only] => Ok(Course::Constant(only.1)),
        _ => Ok(Course::Linear(points)),
    }
}

/// The qualities of nodes, in their order.
fn qualities(text: &str) -> Result<Vec<f64>, Rejected> {
    let parts = parts(text);
    let quality = |(place, part): (usize, &str)| {
        let quality = part.parse().ok();
        let quality = quality.filter(|quality: &f64| (0.0..=100.0).contains(quality));
        quality.ok_or_else(|| {
            let expected = say!("number {place} is {part:?}; allowed: a number from 0 to 100");
            Rejected::one("qualities", "", expected)
        })
    };
    (1..).zip(parts.iter().copied()).map(quality).collect()
}

/// The disturbances of nodes.
fn events_of(text: &str) -> Result<Vec<Event>, Rejected> {
    let refused = |faults: Vec<events::Fault>| {
        let first = faults.first().map(ToString::to_string);
        Rejected::one("happenings", "", first.unwrap_or_default())
    };
    let events = EVENTS.events(text).map_err(refused)?;
    if let Some(event) = events.iter().find(|event| event.time.fract() != 0.0) {
        let interval = Takes::Whole {
            minimum: 0,
            maximum: LATEST as u64,
        };
        let (value, allowed) = (event.time.to_string(), interval.allowed());
        return Err(refused(vec![events::Fault {
            line: event.line,
            word: 1,
            what: events::What::Time { value, allowed },
        }]));
    }
    let disturbance = |event: &events::Event| {
        let nodes = event.whole("nodes").unwrap_or_default() as usize;
        let disturbance = match event.kind.name {
            "load" => Disturbance::Load {
                nodes,
                factor: event.number("factor").unwrap_or(1.0),
            },
            _ => Disturbance::Fail {
                nodes,
                intervals: event.whole("intervals"),
            },
        };
        Event {
            time: event.time as u64,
            disturbance,
        }
    };
    Ok(events.iter().map(disturbance).collect())
}

/// The landscape of the parameters.
///
/// # Errors
/// The faulty parameter, the place in its text, and the allowed values.
pub fn landscape(parameters: &Parameters) -> Result<Landscape, Rejected> {
    let ideal = match parameters.ideal {
        Ideal::Points => course("ideal_points", &parameters.ideal_points)?,
        Ideal::Decay => Course::Exponential {
            rest: parameters.ideal_rest,
            excess: parameters.ideal_excess,
            decay: parameters.ideal_decay,
        },
        Ideal::Wave => Course::Sine {
            mean: parameters.ideal_mean,
            amplitude: parameters.ideal_amplitude,
            period: parameters.ideal_period,
        },
    };
    let most = match parameters.best {
        Most::Constant => Course::Constant(parameters.best_productivity),
        Most::Nodes => Course::OfIdeal {
            fixed: parameters.best_fixed,
            factor: parameters.best_per_node,
        },
        Most::Wave => Course::Sine {
            mean: parameters.best_productivity,
            amplitude: parameters.best_amplitude,
            period: parameters.best_period,
        },
    };
    let shape = match parameters.outline {
        Outline::Peak => Shape::Peak {
            exponent: parameters.exponent,
            penalty: parameters.penalty,
            floor: parameters.floor,
        },
        Outline::Oscillating => Shape::Oscillating {
            exponent: parameters.exponent,
            penalty: parameters.penalty,
            floor: parameters.floor,
            depth: parameters.ripple,
            period: parameters.ripple_period,
        },
        Outline::Saturating => Shape::Saturating {
            scale: parameters.saturation,
        },
    };
    Ok(Landscape { ideal, most, shape })
}

/// Whether more nodes always help: there is no ideal number then, and N* is that of a peak.
pub(crate) const fn saturates(landscape: &Landscape) -> bool {
    matches!(landscape.shape, Shape::Saturating { .. })
}

/// The run of the parameters, checked.
///
/// # Errors
/// The faulty parameter, the place in its text, and the allowed values.
pub fn setting(parameters: &Parameters) -> Result<Setting, laboratory::Error> {
    let setting = Setting {
        landscape: landscape(parameters)?,
        pool: parameters.pool as usize,
        start: parameters.start as usize,
        intervals: u64::from(parameters.intervals),
        qualities: qualities(&parameters.qualities)?,
        noise: parameters.noise,
        join_lag: u64::from(parameters.join_lag),
        events: events_of(&parameters.happenings)?,
        seed: parameters.seed,
    };
    if setting.start > setting.pool {
        let expected = say!("allowed: at most {}, all nodes", setting.pool);
        return Err(Rejected::one("start", setting.start, expected).into());
    }
    setting.check().map_err(setting::blamed)?;
    Ok(setting)
}

/// The settings of the client on a landscape: one survey an interval.
#[must_use]
pub fn client(parameters: &Parameters) -> client::Settings {
    client::Settings {
        interval: 1.0,
        ..setting::client(parameters)
    }
}

/// The experiment of the thesis that the parameters repeat, where they do.
#[must_use]
pub fn experiment(parameters: &Parameters, setting: &Setting) -> Option<Experiment> {
    let same = |one: &&Experiment| {
        one.setting(setting.seed) == *setting && one.strategies() == client(parameters)
    };
    let all = Experiment::ALL
        .iter()
        .filter(|_| parameters.climbed == Climbed::Client);
    all.copied().collect::<Vec<_>>().iter().find(same).copied()
}
