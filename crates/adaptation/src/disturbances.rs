//! The disturbances of the clusters while the program runs, as a text holds them.

use adaptation_model::{Disturbance, Error, Event, Nodes, Place};
use parameters::Rejected;
use parameters::events::{self, Argument, Kind, Need, Takes};
use parameters::table::EventsText;

/// The last cluster and the last node that an event can name.
const LAST_CLUSTER: u64 = 99;
const LAST_NODE: u64 = 9_999;

const CLUSTER: Argument = Argument {
    name: "cluster",
    title: "Cluster",
    says: "cluster {}",
    unit: "",
    takes: Takes::Whole {
        minimum: 0,
        maximum: LAST_CLUSTER,
    },
    need: Need::Either(0),
    usual: "1",
};
/// A cluster where nothing else can be named.
const ONE_CLUSTER: Argument = Argument {
    need: Need::Always,
    ..CLUSTER
};
const NODES: Argument = Argument {
    name: "nodes",
    title: "Nodes",
    says: "nodes {}",
    takes: Takes::Ranges {
        minimum: 0,
        maximum: LAST_NODE,
    },
    usual: "",
    ..CLUSTER
};
const FACTOR: Argument = Argument {
    name: "factor",
    title: "Times as slow",
    says: "{} times as slow",
    takes: Takes::Number {
        minimum: 1.0,
        maximum: 1e6,
    },
    need: Need::Always,
    usual: "10",
    ..CLUSTER
};
const BANDWIDTH: Argument = Argument {
    name: "bandwidth",
    title: "Bandwidth",
    says: "{} byte/s",
    unit: "byte/s",
    takes: Takes::Number {
        minimum: 1.0,
        maximum: 1e15,
    },
    usual: "100000",
    ..FACTOR
};
const NUMBER: Argument = Argument {
    name: "nodes",
    title: "Number of nodes",
    says: "{} nodes",
    takes: Takes::Whole {
        minimum: 1,
        maximum: LAST_NODE,
    },
    usual: "8",
    ..FACTOR
};
const SPEED: Argument = Argument {
    name: "speed",
    title: "Speed",
    says: " of speed {}",
    takes: Takes::Number {
        minimum: 1e-6,
        maximum: 1e6,
    },
    need: Need::Optional,
    usual: "2",
    ..FACTOR
};

/// The form of events in a text.
pub static EVENTS: EventsText = EventsText {
    kinds: &[
        Kind {
            name: "load",
            title: "Load",
            says: "{cluster}{nodes} {factor} from {time}",
            arguments: &[CLUSTER, NODES, FACTOR],
        },
        Kind {
            name: "link",
            title: "Link",
            says: "link of {cluster} with {bandwidth} from {time}",
            arguments: &[ONE_CLUSTER, BANDWIDTH],
        },
        Kind {
            name: "crash",
            title: "Crash",
            says: "{cluster}{nodes} crashed at {time}",
            arguments: &[CLUSTER, NODES],
        },
        Kind {
            name: "repair",
            title: "Repair",
            says: "{cluster}{nodes} repaired at {time}",
            arguments: &[CLUSTER, NODES],
        },
        Kind {
            name: "leave",
            title: "Leave",
            says: "{cluster}{nodes} gone from {time}",
            arguments: &[CLUSTER, NODES],
        },
        Kind {
            name: "join",
            title: "Join",
            says: "{cluster}{nodes} there from {time}",
            arguments: &[CLUSTER, NODES],
        },
        Kind {
            name: "add",
            title: "New nodes",
            says: "{nodes}{speed} in {cluster} from {time}",
            arguments: &[ONE_CLUSTER, NUMBER, SPEED],
        },
    ],
    unit: "s",
    latest: 1e6,
};

/// The events of a text, a line each, in their order.
///
/// # Errors
/// The line, the word and the allowed words.
///
/// ```
/// use adaptation::disturbances::read;
///
/// let events = read("200 load cluster=2 factor=10 # ten times as slow\n500 crash nodes=4-7,9").unwrap();
/// assert_eq!((events.len(), events[1].time), (2, 500.0));
/// let refused = read("200 lode cluster=2").unwrap_err().to_string();
/// assert!(refused.contains("line 1") && refused.contains("lode"), "{refused}");
/// ```
pub fn read(text: &str) -> Result<Vec<Event>, Rejected> {
    let events = EVENTS.events(text).map_err(|faults| {
        let first = faults.first().map(ToString::to_string);
        Rejected::one("disturbances", "", first.unwrap_or_default())
    })?;
    Ok(events.iter().map(disturbance).collect())
}

/// The same error at the line of its event in the text, which can have comments and blank lines.
pub(crate) fn in_lines(mut error: Error, text: &str) -> Error {
    if let Some(place) = error.place_mut()
        && let Place::Event(number) = *place
        && let Some(event) = EVENTS
            .events(text)
            .ok()
            .and_then(|events| events.into_iter().nth(number.saturating_sub(1)))
    {
        *place = Place::Line(event.line);
    }
    error
}

/// An event for the model.
fn disturbance(event: &events::Event) -> Event {
    let cluster = || event.whole("cluster").map(|cluster| cluster as u32);
    let nodes = || match cluster() {
        Some(cluster) => Nodes::Cluster(cluster),
        None => {
            let ranges = event.ranges("nodes").unwrap_or_default();
            let all = ranges.iter().flat_map(|(first, last)| *first..=*last);
            Nodes::These(all.map(|node| node as u32).collect())
        }
    };
    let number = |name: &str| event.number(name).unwrap_or(1.0);
    Event {
        time: event.time,
        disturbance: match event.kind.name {
            "load" => Disturbance::Load {
                nodes: nodes(),
                factor: number("factor"),
            },
            "link" => Disturbance::Bandwidth {
                cluster: cluster().unwrap_or_default(),
                bandwidth: number("bandwidth"),
            },
            "crash" => Disturbance::Crash { nodes: nodes() },
            "repair" => Disturbance::Repair { nodes: nodes() },
            "leave" => Disturbance::Leave { nodes: nodes() },
            "join" => Disturbance::Join { nodes: nodes() },
            _ => Disturbance::Hardware {
                cluster: cluster().unwrap_or_default(),
                speeds: vec![number("speed"); event.whole("nodes").unwrap_or_default() as usize],
            },
        },
    }
}
