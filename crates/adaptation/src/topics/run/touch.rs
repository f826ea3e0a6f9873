//! Changes by hand in the pictures of a run: events that pressing a cluster makes, and their flags, which are dragged to another moment.

use adaptation_model::Outcome;
use parameters::events::{Event, Events, Kind, Line};
use report::chart::{Axis, Series, Side, Stop};
use report::number::ms;
use report::words::count;
use report::{Chart, Offer, Scene};
use words::{say, word};

use super::Findings;
use crate::Parameters;
use crate::decisions::{self, bytes};
use crate::disturbances::EVENTS;

/// A link that is slow, byte/s: that of scenario 3 of Wrzesinska, Maassen and Bal 2007.
const SLOW: f64 = 1e5;
/// The most flags that can be told apart.
const MOST_FLAGS: usize = 8;
/// The least number of steps between the stops of a flag, in runs of 20 s and more; steps are round.
const STOPS: f64 = 20.0;

/// The largest round time that divides another one into at least so many parts, s; 1 s where none does.
fn step(time: f64, parts: f64) -> f64 {
    const ROUND: [f64; 15] = [
        1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0, 7200.0,
        18_000.0, 36_000.0,
    ];
    let fine = ROUND.iter().rev().find(|step| time / **step >= parts);
    fine.copied().unwrap_or(1.0)
}

/// Round bandwidths from 20 kB/s, below which runs take long, to 1 GB/s, byte/s.
fn bandwidths() -> impl Iterator<Item = f64> {
    let decade =
        |power: i32| [2.0, 3.0, 5.0, 7.0, 10.0].map(|one| one * libm::pow(10.0, f64::from(power)));
    (4..9).flat_map(decade)
}

/// The kind of events of this name.
fn kind(name: &str) -> Option<&'static Kind> {
    EVENTS.kinds.iter().find(|kind| kind.name == name)
}

/// Whether a line is an event of this kind that concerns the whole of a cluster.
fn concerns(line: &Line, name: &str, cluster: u32) -> bool {
    line.event(&EVENTS).is_ok_and(|event| {
        event.kind.name == name && event.whole("cluster") == Some(cluster.into())
    })
}

/// The events of a text that happen before a time, each with the place of its line.
fn happening(events: &Events, before: f64) -> impl Iterator<Item = (usize, Event)> {
    let lines = events.lines.iter().enumerate();
    lines
        .filter_map(|(place, line)| Some((place, line.event(&EVENTS).ok()?)))
        .filter(move |(_, event)| event.time < before)
}

impl Findings<'_> {
    /// The description of the machine.
    pub(super) fn scene(&self) -> Option<Scene> {
        let outcome = self.with()?;
        let mut clusters: Vec<u32> = outcome.nodes.iter().map(|node| node.cluster).collect();
        clusters.sort_unstable();
        clusters.dedup();
        let all = outcome.nodes.len();
        let nodes = count(all, word!("node"), word!("nodes"));
        let clusters = count(clusters.len(), word!("cluster"), word!("clusters"));
        // The nodes of both ways count: a strategy may add nodes that take no part without it.
        let ways = [self.without(), Some(outcome)];
        let takes_part = |place: &usize| {
            let mut own = ways
                .iter()
                .flatten()
                .filter_map(|way| way.nodes.get(*place));
            own.any(|node| node.took_part > 0.0)
        };
        let part = (0..all).filter(takes_part).count();
        Some(Scene::new(match (part, all) {
            (1, 1) => say!("{nodes} in {clusters} computes all parts of one program."),
            (0, 1) => say!("{nodes} in {clusters} takes no part in the program."),
            (0, _) => say!("{nodes} in {clusters} take no part in the program."),
            (1, _) => say!("Of {nodes} in {clusters}, 1 computes all parts of one program."),
            (part, all) if part < all => {
                say!("Of {nodes} in {clusters}, {part} steal parts of one program from each other.")
            }
            _ => say!("{nodes} in {clusters} steal parts of one program from each other."),
        }))
    }

    /// The effect of pressing a cluster, in turn, from a quarter of the run on: its link becomes slow, its nodes become slow instead, both
    /// recover. None where the kinds of events do not exist.
    pub(super) fn press(&self, number: u32, own_link: f64) -> Option<Offer> {
        let name = self.study.setting.cluster(number);
        let mut events = Events::read(&self.parameters.disturbances);
        let mut lines = events.lines.iter();
        let link = lines
            .clone()
            .position(|line| concerns(line, "link", number));
        let loaded = lines.any(|line| concerns(line, "load", number));
        let title = match link {
            _ if loaded => {
                let own =
                    |line: &Line| concerns(line, "link", number) || concerns(line, "load", number);
                events.lines.retain(|line| !own(line));
                say!("Give {name} its own link and speed again")
            }
            Some(link) => {
                let line = events.lines.get_mut(link)?;
                line.turn(kind("load")?);
                let time = line.time.parse().ok()?;
                // A remaining event of its link would be a second event.
                events.lines.retain(|line| !concerns(line, "link", number));
                say!(
                    "Load {name} instead: 10 times as slow from {} on",
                    decisions::at(time)
                )
            }
            None => {
                let quarter = (self.without()?.runtime / 4.0).min(EVENTS.latest);
                let by = step(quarter, 5.0);
                let time = libm::floor(quarter / by) * by;
                let slow = own_link > SLOW;
                let mut line = Line::new(time, kind(if slow { "link" } else { "load" })?);
                line.put("cluster", &number.to_string());
                let at = decisions::at(time);
                let title = match slow {
                    true => {
                        line.put("bandwidth", &SLOW.to_string());
                        say!(
                            "Slow the link of {name} down to {} from {at} on",
                            bytes(SLOW)
                        )
                    }
                    false => say!("Load {name}: 10 times as slow from {at} on"),
                };
                events.insert(line);
                title
            }
        };
        Some(Offer::new(
            &title,
            [(
                Parameters::NAMES.disturbances.any().text(),
                events.write(&EVENTS).into(),
            )],
        ))
    }

    /// A chart over time with a flag for each event of the text, which a hand moves to another time.
    pub(super) fn flagged(&self, mut chart: Chart, outcome: &Outcome) -> Chart {
        let events = Events::read(&self.parameters.disturbances);
        let longest = self.without().map_or(outcome.runtime, |without| {
            without.runtime.max(outcome.runtime)
        });
        let latest = longest.min(EVENTS.latest);
        let by = step(latest, STOPS);
        let places = 0..=(latest / by) as u32;
        let grid: Vec<f64> = places.map(|place| f64::from(place) * by).collect();
        for (place, event) in happening(&events, longest).take(MOST_FLAGS) {
            let mut times = grid.clone();
            times.push(event.time);
            times.sort_by(f64::total_cmp);
            times.dedup();
            let stop = |time: &f64| {
                let mut moved = events.clone();
                if let Some(line) = moved.lines.get_mut(place) {
                    line.time = time.to_string();
                }
                Stop {
                    value: ms(*time),
                    said: decisions::at(*time),
                    text: moved.write(&EVENTS),
                }
            };
            let whom = event
                .whole("cluster")
                .and_then(|own| u32::try_from(own).ok());
            let whom = whom.map_or_else(
                || word!("nodes").to_owned(),
                |own| self.study.setting.cluster(own),
            );
            chart = chart.set_by(
                Side::X,
                ms(event.time),
                &format!("{}: {whom}", event.kind.title),
                Parameters::NAMES.disturbances.any().text(),
                times.iter().map(stop).collect(),
            );
        }
        chart
    }

    /// The links that become slower or faster while the program runs: each over time, with a line that sets its new bandwidth.
    pub(super) fn links(&self, outcome: &Outcome) -> Option<Chart> {
        let setting = &self.study.setting;
        let events = Events::read(&self.parameters.disturbances);
        let changes = happening(&events, outcome.runtime).filter_map(|(place, event)| {
            let cluster = event
                .whole("cluster")
                .filter(|_| event.kind.name == "link")?;
            let cluster = u32::try_from(cluster).ok()?;
            Some((place, event.time, cluster, event.number("bandwidth")?))
        });
        let changes: Vec<(usize, f64, u32, f64)> = changes.collect();
        let mut clusters: Vec<u32> = changes.iter().map(|(_, _, cluster, _)| *cluster).collect();
        clusters.sort_unstable();
        clusters.dedup();
        let course = |title: &str, cluster: u32, first: f64| {
            let own = changes.iter().filter(|(_, _, one, _)| *one == cluster);
            let mut own: Vec<(f64, f64)> = own
                .map(|(_, time, _, bandwidth)| (ms(*time), bandwidth / 1e3))
                .collect();
            own.sort_by(|a, b| a.0.total_cmp(&b.0));
            let first = first / 1e3;
            let last = own.last().map_or(first, |last| last.1);
            let points = [(0.0, first)].into_iter().chain(own);
            let points = points.chain([(ms(outcome.runtime), last)]);
            Series::steps(title, points.collect::<Vec<_>>(), true)
        };
        // An event sets both directions, which may differ before.
        let courses = |cluster: &u32| {
            let links = setting.scenario.clusters.get(*cluster as usize);
            let links = links.map_or_else(adaptation_model::Links::default, |own| own.links);
            let name = setting.cluster(*cluster);
            match links.up == links.down {
                true => vec![course(&name, *cluster, links.up)],
                false => vec![
                    course(&say!("{name}, up"), *cluster, links.up),
                    course(&say!("{name}, down"), *cluster, links.down),
                ],
            }
        };
        let mut chart = (!clusters.is_empty()).then(|| {
            Chart::new(
                "links",
                word!("How fast are the links that change?"),
                Axis::time(word!("time")),
                Axis::number(word!("bandwidth, kB/s")).logarithmic(),
                clusters.iter().flat_map(courses).collect(),
            )
        })?;
        for (place, _, cluster, bandwidth) in changes.into_iter().take(MOST_FLAGS) {
            let mut all: Vec<f64> = bandwidths().chain([bandwidth]).collect();
            all.sort_by(f64::total_cmp);
            all.dedup();
            let stop = |bandwidth: f64| {
                let mut other = events.clone();
                if let Some(line) = other.lines.get_mut(place) {
                    line.put("bandwidth", &bandwidth.to_string());
                }
                Stop {
                    value: bandwidth / 1e3,
                    said: bytes(bandwidth),
                    text: other.write(&EVENTS),
                }
            };
            chart = chart.set_by(
                Side::Y,
                bandwidth / 1e3,
                &say!("Link: {}", setting.cluster(cluster)),
                Parameters::NAMES.disturbances.any().text(),
                all.into_iter().map(stop).collect(),
            );
        }
        Some(chart)
    }
}
