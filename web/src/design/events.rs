//! Events on a line of time, right and wrong.

use parameters::events::{Argument, Kind, Need, Takes};
use parameters::table::EventsText;
use yew::prelude::*;

use crate::form::timeline::Timeline;

const CLUSTER: Argument = Argument {
    name: "cluster",
    title: "Cluster",
    says: "cluster {}",
    unit: "",
    takes: Takes::Whole {
        minimum: 0,
        maximum: 7,
    },
    need: Need::Either(0),
    usual: "1",
};
const NODES: Argument = Argument {
    name: "nodes",
    title: "Nodes",
    says: "nodes {}",
    takes: Takes::Ranges {
        minimum: 0,
        maximum: 575,
    },
    usual: "",
    ..CLUSTER
};
const FACTOR: Argument = Argument {
    name: "factor",
    title: "Factor",
    says: "{} times",
    takes: Takes::Number {
        minimum: 1.0,
        maximum: 100.0,
    },
    need: Need::Always,
    usual: "10",
    ..CLUSTER
};
const BANDWIDTH: Argument = Argument {
    name: "bandwidth",
    title: "Bandwidth",
    says: "{} B/s",
    unit: "B/s",
    takes: Takes::Number {
        minimum: 1.0,
        maximum: 1e9,
    },
    usual: "100000",
    ..FACTOR
};

static EVENTS: EventsText = EventsText {
    kinds: &[
        Kind {
            name: "load",
            title: "Load",
            says: "{cluster}{nodes} loaded {factor} from {time}",
            arguments: &[CLUSTER, NODES, FACTOR],
        },
        Kind {
            name: "link",
            title: "Link",
            says: "link of {cluster} at {bandwidth} from {time}",
            arguments: &[
                Argument {
                    need: Need::Always,
                    ..CLUSTER
                },
                BANDWIDTH,
            ],
        },
        Kind {
            name: "crash",
            title: "Crash",
            says: "crash of {cluster}{nodes} at {time}",
            arguments: &[CLUSTER, NODES],
        },
    ],
    unit: "s",
    latest: 1e6,
};

const TEXT: &str = "200 load cluster=2 factor=10\n300 link cluster=1 bandwidth=100000\n500 crash nodes=4-7,9\n520 crash cluster=9\nsoon crash cluster=1\n";

/// An editor with its own text.
#[component]
pub(super) fn SomeEvents() -> Html {
    let text = use_state(|| TEXT.to_owned());
    let set = {
        let text = text.setter();
        Callback::from(move |new| text.set(new))
    };
    html! {
        <div class="narrow">
            <Timeline of={&EVENTS} id="design-events" title="Disturbances" text={(*text).clone()}
                described_by="design-events-text" {set} leave={Callback::noop()} />
            <pre class="lines" id="design-events-text">{ (*text).clone() }</pre>
        </div>
    }
}
