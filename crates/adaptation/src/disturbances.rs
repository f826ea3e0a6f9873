//! What happens to the clusters while the program runs, as a text says it.

use adaptation_model::{Disturbance, Event, Nodes};
use parameters::Rejected;
use words::say;

/// The kinds of events, for messages.
const KINDS: &str = "load, link, crash, leave, join, repair, add";

/// The events of a text, a line each, in their order.
///
/// # Errors
/// The line, the word and what is allowed there.
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
    let mut events = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words = line.split_once('#').map_or(line, |(before, _)| before);
        let mut words = words.split_whitespace();
        let Some(first) = words.next() else {
            continue;
        };
        let refuse =
            |expected: String| Rejected::one("disturbances", "", say!("line {number}: {expected}"));
        let time = first
            .parse()
            .ok()
            .filter(|time: &f64| (0.0..=1e9).contains(time));
        let time =
            time.ok_or_else(|| refuse(say!("{first:?} must be a time in s, from 0 to 1e9")))?;
        let kind = words.next().unwrap_or_default();
        let mut arguments = Vec::new();
        for word in words {
            let pair = word.split_once('=');
            arguments.push(pair.ok_or_else(|| refuse(say!("{word:?} must be name=value")))?);
        }
        let disturbance = disturbance(kind, &arguments).map_err(refuse)?;
        events.push(Event { time, disturbance });
    }
    Ok(events)
}

/// What a kind of event with its arguments does.
fn disturbance(kind: &str, arguments: &[(&str, &str)]) -> Result<Disturbance, String> {
    let known: &[&str] = match kind {
        "load" => &["cluster", "nodes", "factor"],
        "link" => &["cluster", "bandwidth"],
        "crash" | "leave" | "join" | "repair" => &["cluster", "nodes"],
        "add" => &["cluster", "nodes", "speed"],
        other => return Err(say!("{other:?} must be one of {KINDS}")),
    };
    for (name, _) in arguments {
        if !known.contains(name) {
            return Err(say!("{name:?} must be one of {}", known.join(", ")));
        }
    }
    let find = |name: &str| {
        let mut found = arguments.iter().filter(|(of, _)| *of == name);
        found.next().map(|(_, value)| *value)
    };
    let need = |name: &str| find(name).ok_or_else(|| say!("{kind} needs {name}=…"));
    let number = |name: &str, least: f64, most: f64| -> Result<f64, String> {
        let text = need(name)?;
        let value: Option<f64> = text.parse().ok();
        let value = value.filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| say!("{name} is {text:?}; allowed: a number from {least} to {most}"))
    };
    let whole = |name: &str, most: f64| -> Result<u32, String> {
        let value = number(name, 0.0, most)?;
        match value == value.trunc() {
            true => Ok(value as u32),
            false => Err(say!("{name} is {value}; allowed: a whole number")),
        }
    };
    let nodes = || -> Result<Nodes, String> {
        match (find("cluster"), find("nodes")) {
            (Some(_), None) => Ok(Nodes::Cluster(whole("cluster", 99.0)?)),
            (None, Some(text)) => Ok(Nodes::These(ranges(text)?)),
            _ => Err(say!("{kind} needs cluster=… or nodes=…, one of both")),
        }
    };
    Ok(match kind {
        "load" => Disturbance::Load {
            nodes: nodes()?,
            factor: number("factor", 1.0, 1e6)?,
        },
        "link" => Disturbance::Bandwidth {
            cluster: whole("cluster", 99.0)?,
            bandwidth: number("bandwidth", 1e-3, 1e15)?,
        },
        "crash" => Disturbance::Crash { nodes: nodes()? },
        "leave" => Disturbance::Leave { nodes: nodes()? },
        "join" => Disturbance::Join { nodes: nodes()? },
        "repair" => Disturbance::Repair { nodes: nodes()? },
        _ => {
            let speed = match find("speed") {
                Some(_) => number("speed", 1e-6, 1e6)?,
                None => 1.0,
            };
            Disturbance::Hardware {
                cluster: whole("cluster", 99.0)?,
                speeds: vec![speed; whole("nodes", 10_000.0)? as usize],
            }
        }
    })
}

/// The nodes of a list such as 4-7,9.
fn ranges(text: &str) -> Result<Vec<u32>, String> {
    let refuse = || say!("nodes is {text:?}; allowed: numbers and ranges such as 4-7,9");
    let mut all = Vec::new();
    for part in text.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to): (u32, u32) = from.parse().ok().zip(to.parse().ok()).ok_or_else(refuse)?;
        if from > to || to >= 10_000 {
            return Err(refuse());
        }
        all.extend(from..=to);
    }
    Ok(all)
}
