//! Decisions and disturbances in words.

use std::collections::BTreeSet;

use adaptation_model::strategy::{Action, Change, Decision, Why};
use adaptation_model::{Disturbance, Event, Nodes, Outcome};
use report::evidence::same;
use report::figure::Unit;
use report::number::{fixed, ms, scale, short};
use report::words::{count, list, percent, seconds};
use words::{say, word};

use crate::Parameters;
use crate::lanes::{Marked, node};
use crate::setting::Setting;

/// Actions of one decision with the same change and one kind of reason.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step<'d> {
    /// The change.
    pub(crate) change: Change,
    /// All its actions.
    pub(crate) actions: Vec<&'d Action>,
    /// Their clusters, each once, in the order of the actions.
    pub(crate) clusters: Vec<u32>,
}

/// A decision, step by step.
pub(crate) fn steps<'d>(decision: &'d Decision, outcome: &Outcome) -> Vec<Step<'d>> {
    let kind = |why: &Why| std::mem::discriminant(why);
    let mut steps: Vec<Step<'d>> = Vec::new();
    for action in &decision.actions {
        let same = |step: &&mut Step<'d>| {
            let first = step.actions.first();
            step.change == action.change
                && first.is_some_and(|first| kind(&first.why) == kind(&action.why))
        };
        let cluster = outcome
            .nodes
            .get(action.node as usize)
            .map(|node| node.cluster);
        match steps.iter_mut().find(same) {
            Some(step) => {
                step.actions.push(action);
                step.clusters
                    .extend(cluster.filter(|cluster| !step.clusters.contains(cluster)));
            }
            None => steps.push(Step {
                change: action.change,
                actions: vec![action],
                clusters: cluster.into_iter().collect(),
            }),
        }
    }
    steps
}

impl Step<'_> {
    /// The change in words: "removes 12 nodes of cluster 2", "adds node 3 and node 4".
    pub(crate) fn what(&self, setting: &Setting) -> String {
        let whom = self.whom(setting);
        match self.change {
            Change::Add => say!("adds {whom}"),
            Change::Remove => say!("removes {whom}"),
        }
    }

    /// The nodes in words: each by its number where they are few, else their count and their clusters.
    pub(crate) fn whom(&self, setting: &Setting) -> String {
        /// The most nodes that are named one by one.
        const NAMED: usize = 3;
        if self.actions.len() <= NAMED {
            let names: Vec<String> = self
                .actions
                .iter()
                .map(|action| node(action.node))
                .collect();
            return list(&names);
        }
        let mut clusters = self.clusters.clone();
        clusters.sort_unstable();
        let names: Vec<String> = clusters.iter().map(|one| setting.cluster(*one)).collect();
        let nodes = count(self.actions.len(), word!("node"), word!("nodes"));
        say!("{nodes} of {}", list(&names))
    }

    /// Whether an own strategy decides so: its remark is a quotation.
    pub(crate) fn is_own(&self) -> bool {
        self.actions.iter().any(|action| action.why == Why::Own)
    }

    /// The reason, as the end of a sentence.
    pub(crate) fn why(&self, decision: &Decision, own: &Parameters) -> String {
        self.reason(decision, own, word!("WAE"))
    }

    /// The reason with another name of the WAE, for its first appearance.
    pub(crate) fn reason(&self, decision: &Decision, own: &Parameters, named: &str) -> String {
        let Some(first) = self.actions.first() else {
            return String::new();
        };
        let wae = decision.figures.wae.map(apart);
        let range = |of: fn(&Why) -> Option<f64>| {
            let values = self.actions.iter().filter_map(|action| of(&action.why));
            range(values, short)
        };
        let one = self.actions.len() == 1;
        let their = if one { word!("its") } else { word!("their") };
        let they_are = if one {
            word!("it is")
        } else {
            word!("they are")
        };
        match first.why {
            Why::Efficient => match decision.figures.wae {
                Some(wae) => say!(
                    "the {named} of {} is above its upper threshold",
                    unlike(wae, own.most)
                ),
                None => say!("the {named} is above its upper threshold"),
            },
            Why::ClusterOverhead { overhead } => say!(
                "the cluster spends {} of its time in communication with other clusters",
                unlike(overhead, own.cluster_limit)
            ),
            Why::Bad { .. } => {
                let badness = range(|why| match why {
                    Why::Bad { badness } => Some(*badness),
                    _ => None,
                });
                match wae {
                    Some(wae) => {
                        say!(
                            "the {named} is {wae}, and {their} badness is the highest of the nodes that may leave, {badness}"
                        )
                    }
                    None => {
                        say!(
                            "{their} badness is the highest of the nodes that may leave, {badness}"
                        )
                    }
                }
            }
            Why::TooBad { limit, .. } => {
                let badness = range(|why| match why {
                    Why::TooBad { badness, .. } => Some(*badness),
                    _ => None,
                });
                say!(
                    "a badness of {badness} is above the limit of {}",
                    short(limit)
                )
            }
            Why::Faster { .. } => say!("{they_are} faster than the nodes that leave"),
            Why::Slower { .. } if one => word!("a faster node takes its place").into(),
            Why::Slower { .. } => word!("faster nodes take their place").into(),
            Why::Trying => word!("the strategy tries whether more nodes pay").into(),
            Why::Productive => word!("the nodes added before paid").into(),
            Why::Climbing => word!("the climber tries more nodes").into(),
            Why::Descending { .. } if one => word!(
                "the climber tries fewer nodes, and of the nodes that may leave it produces least"
            )
            .into(),
            Why::Descending { .. } => word!(
                "the climber tries fewer nodes, and of the nodes that may leave these produce least"
            )
            .into(),
            Why::Outlier { .. } => {
                let all = |why: &Why| matches!(why, Why::Outlier { slower } if *slower >= 1.0);
                if self.actions.iter().all(|action| all(&action.why)) {
                    return match one {
                        true => word!("it finished no leaf").into(),
                        false => word!("they finished no leaf").into(),
                    };
                }
                let slower = slowness(self.actions.iter().copied());
                say!("{they_are} slower than the median by {slower}")
            }
            Why::Silent { .. } => {
                let were = if one {
                    word!("it was")
                } else {
                    word!("they were")
                };
                say!(
                    "{were} silent for {}",
                    silence(self.actions.iter().copied())
                )
            }
            Why::Substitute { .. } if one => {
                word!("it takes the place of a node that leaves").into()
            }
            Why::Substitute { .. } => word!("they take the place of nodes that leave").into(),
            Why::Best => match self.change {
                Change::Add => say!("{they_are} in the best set of nodes so far"),
                Change::Remove => say!("{they_are} not in the best set of nodes so far"),
            },
            Why::Own => said(decision),
        }
    }
}

/// Numbers as a range, as one number where they are written alike.
fn range(values: impl Iterator<Item = f64>, write: fn(f64) -> String) -> String {
    let (least, most) = values.fold((f64::INFINITY, 0.0_f64), |(least, most), value| {
        (least.min(value), most.max(value))
    });
    match write(least) == write(most) {
        true => write(most),
        false => say!("{} to {}", write(least), write(most)),
    }
}

/// The share by which outliers are slower than the median: "30 %", or "25 % to 80 %"; 100 % only where they produce nothing.
pub(crate) fn slowness<'a>(actions: impl Iterator<Item = &'a Action>) -> String {
    let slower = actions.filter_map(|action| match action.why {
        Why::Outlier { slower } => Some(slower),
        _ => None,
    });
    range(slower, |value| told_from(value, &[1.0], 0))
}

/// The time for which nodes were silent: "11 intervals", or "4 to 11 intervals".
pub(crate) fn silence<'a>(actions: impl Iterator<Item = &'a Action>) -> String {
    let missed = actions.filter_map(|action| match action.why {
        Why::Silent { missed } => Some(missed),
        _ => None,
    });
    let (least, most) = missed.fold((u32::MAX, 0), |(least, most), missed| {
        (least.min(missed), most.max(missed))
    });
    match least < most {
        true => say!("{least} to {most} intervals"),
        false => count(most as usize, word!("interval"), word!("intervals")),
    }
}

/// The text that an own strategy printed with a decision, in quotation marks; empty without a text.
pub(crate) fn said(decision: &Decision) -> String {
    match decision.said.as_str() {
        "" => String::new(),
        said => format!("“{said}”"),
    }
}

/// A decision in short: "adds 3 nodes of cluster 1"; none without a change.
pub(crate) fn short_of(
    decision: &Decision,
    outcome: &Outcome,
    setting: &Setting,
) -> Option<String> {
    let steps = steps(decision, outcome);
    let parts: Vec<String> = steps.iter().map(|step| step.what(setting)).collect();
    (!parts.is_empty()).then(|| list(&parts))
}

/// The marks of a run: events, and decisions where there are any. Each has a text of its own, because marks with the same text end units
/// of work.
pub(crate) fn marks(setting: &Setting, outcome: &Outcome, with: bool) -> Vec<Marked> {
    let events = setting.inside(outcome);
    let mut marks: Vec<Marked> = events
        .into_iter()
        .map(|(place, event)| Marked {
            time: event.time,
            text: say!(
                "{}: {}",
                at(event.time),
                happened((place, event), outcome, setting)
            ),
        })
        .collect();
    let decisions = outcome.decisions.iter().filter(|_| with);
    marks.extend(decisions.filter_map(|decision| {
        let what = short_of(decision, outcome, setting)?;
        Some(Marked {
            time: decision.time,
            text: say!("{}: {what}", at(decision.time)),
        })
    }));
    marks.sort_by(|a, b| a.time.total_cmp(&b.time));
    // Of marks that read alike down to the digits of their times, the first one stands for all.
    let mut told = BTreeSet::new();
    marks.retain(|mark| told.insert(mark.text.clone()));
    marks
}

/// An event of a run as a sentence without a time. The sentence says so if the event changed nothing: “node 5 joins” for a node that takes
/// part already.
pub(crate) fn happened(
    (place, event): (usize, &Event),
    outcome: &Outcome,
    setting: &Setting,
) -> String {
    let text = self::event(event, setting);
    if idle(place, outcome) {
        return say!("“{text}” changes nothing");
    }
    let mut stayed = outcome.stayed.iter();
    match stayed.find(|(of, _)| *of as usize == place) {
        Some((_, master)) => say!("{text} ({}, the master, stays)", node(*master)),
        None => text,
    }
}

/// Whether the event at this place of the scenario changed nothing in a run.
pub(crate) fn idle(place: usize, outcome: &Outcome) -> bool {
    outcome.idle.iter().any(|idle| *idle as usize == place)
}

/// An event as a sentence without a time: "load slows cluster 2 down by a factor of 25".
pub(crate) fn event(event: &Event, setting: &Setting) -> String {
    let whom = |nodes: &Nodes| match nodes {
        Nodes::Cluster(cluster) => setting.cluster(*cluster),
        Nodes::These(these) => ranges(these),
    };
    let several = |nodes: &Nodes| match nodes {
        Nodes::Cluster(_) => false,
        Nodes::These(these) => these.iter().any(|node| Some(node) != these.first()),
    };
    let does = |nodes: &Nodes, one: &str, many: &str| {
        let verb = if several(nodes) { many } else { one };
        format!("{} {verb}", whom(nodes))
    };
    match &event.disturbance {
        Disturbance::Load { nodes, factor } if *factor == 1.0 => {
            say!("the load on {} ends", whom(nodes))
        }
        Disturbance::Load { nodes, factor } => {
            say!(
                "load slows {} down by a factor of {}",
                whom(nodes),
                trimmed(report::evidence::factor(*factor))
            )
        }
        Disturbance::Bandwidth { cluster, bandwidth } => say!(
            "the link of {} is set to {}",
            setting.cluster(*cluster),
            bytes(*bandwidth)
        ),
        Disturbance::Crash { nodes } => does(nodes, word!("crashes"), word!("crash")),
        Disturbance::Leave { nodes } => does(nodes, word!("leaves"), word!("leave")),
        Disturbance::Join { nodes } => does(nodes, word!("joins"), word!("join")),
        Disturbance::Repair { nodes } => does(nodes, word!("is repaired"), word!("are repaired")),
        Disturbance::Hardware { cluster, speeds } => {
            let nodes = count(speeds.len(), word!("node"), word!("nodes"));
            let speed = brief(speeds.first().copied().unwrap_or(1.0));
            let cluster = setting.cluster(*cluster);
            match speeds.len() {
                1 => say!("{nodes} of speed {speed} is installed in {cluster}"),
                _ => say!("{nodes} of speed {speed} are installed in {cluster}"),
            }
        }
    }
}

/// Nodes as ranges: "nodes 4–7 and 9".
fn ranges(nodes: &[u32]) -> String {
    let mut sorted = nodes.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let runs = sorted.chunk_by(|one, next| one + 1 == *next);
    let parts: Vec<String> = runs
        .filter_map(|run| Some((*run.first()?, *run.last()?)))
        .map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}–{last}"),
        })
        .collect();
    match sorted.len() {
        1 => say!("node {}", list(&parts)),
        _ => say!("nodes {}", list(&parts)),
    }
}

/// A number as short as it can be: "2", "1.43".
fn brief(value: f64) -> String {
    trimmed(short(value))
}

/// A number without zeros at its end.
fn trimmed(text: String) -> String {
    match text.contains('.') && !text.contains('·') {
        true => text.trim_end_matches('0').trim_end_matches('.').into(),
        false => text,
    }
}

/// A bandwidth in the unit that suits it.
pub(crate) fn bytes(bandwidth: f64) -> String {
    match bandwidth {
        small if small < 1e3 => say!("{} byte/s", brief(small)),
        middle if middle < 1e6 => say!("{} kB/s", brief(middle / 1e3)),
        large if large < 1e9 => say!("{} MB/s", brief(large / 1e6)),
        huge => say!("{} GB/s", brief(huge / 1e9)),
    }
}

/// Times in s in the unit that suits the longest of them, unless one would be too small a part of it.
pub(crate) fn in_one_unit<const N: usize>(times: [f64; N]) -> [String; N] {
    /// Where a time is a smaller part of the longest, each has its own unit.
    const PART: f64 = 0.01;
    let longest = times.iter().copied().fold(0.0, f64::max);
    if times.iter().any(|time| *time < PART * longest) || longest == 0.0 {
        return times.map(seconds);
    }
    let (size, unit) = scale(ms(longest), Unit::Milliseconds);
    times.map(|time| format!("{}\u{a0}{unit}", short(ms(time) / size)))
}

/// A moment of a run in words.
pub(crate) fn at(time: f64) -> String {
    seconds(time)
}

/// A share in per cent with at least so many digits, and with more where it would read like another number without being equal.
pub(crate) fn told_from(share: f64, others: &[f64], least: usize) -> String {
    /// A smaller share is a rounding error.
    const ROUNDING: f64 = 1e-12;
    let share = if share.abs() < ROUNDING { 0.0 } else { share };
    let as_is = |other: &f64, digits: usize| {
        !same(*other, share) && fixed(100.0 * share, digits) == fixed(100.0 * other, digits)
    };
    let apart = |digits: &usize| !others.iter().any(|other| as_is(other, *digits));
    percent(share, (least..9).find(apart).unwrap_or(9))
}

/// A share in per cent with so many digits that it reads as 0 only where it is 0.
pub(crate) fn apart(share: f64) -> String {
    told_from(share, &[0.0], 1)
}

/// A share in per cent with so many digits that it reads as 100 % only where it is 100 %.
pub(crate) fn below_one(share: f64) -> String {
    told_from(share, &[1.0], 1)
}

/// A share in per cent with so many digits that it reads as 0, or like a limit, only where it is equal.
pub(crate) fn unlike(share: f64, limit: f64) -> String {
    told_from(share, &[0.0, limit], 1)
}

/// A share in whole per cents, with more digits where it would else read as none or all.
pub(crate) fn whole(share: f64) -> String {
    told_from(share, &[0.0, 1.0], 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_written_as_nothing_all_or_its_limit_only_where_it_is() {
        let digits = |text: String| text.trim_end_matches("\u{a0}%").to_owned();
        for (share, told) in [
            (0.0, "0"),
            (0.41, "41"),
            (0.004, "0.4"),
            (0.000_02, "0.002"),
            (0.997, "99.7"),
            (1.0, "100"),
        ] {
            assert_eq!(digits(whole(share)), told);
        }
        let none = [0.0, 0.0003, 6.3e-16, -6.3e-16].map(apart).map(digits);
        assert_eq!(none, ["0.0", "0.03", "0.0", "0.0"]);
        assert_eq!([0.9999, 1.0].map(below_one).map(digits), ["99.99", "100.0"]);
        let beside = |share| digits(unlike(share, 0.5));
        assert_eq!(
            [0.5, 0.500_04, 0.55].map(beside),
            ["50.0", "50.004", "55.0"]
        );
    }

    #[test]
    fn times_beside_each_other_have_one_unit() {
        let told = |times: [f64; 2]| in_one_unit(times).map(|text| text.replace('\u{a0}', " "));
        assert_eq!(told([239.0, 542.0]), ["239 s", "542 s"]);
        assert_eq!(told([398.0, 733.0]), ["398 s", "733 s"]);
        assert_eq!(told([1.0, 36_000.0]), ["1.00 s", "10.0 h"]);
        assert_eq!(told([0.0, 0.0]), ["0 s", "0 s"]);
    }

    #[test]
    fn a_factor_has_the_digits_that_count() {
        let told = [2.0, 1.428_571_428_571_428_6, 1e6, 1.0004].map(report::evidence::factor);
        assert_eq!(
            told.map(trimmed),
            ["2", "1.43", "1\u{202f}000\u{202f}000", "1.0004"]
        );
    }

    #[test]
    fn a_bandwidth_is_as_short_as_it_can_be() {
        let told = [1.0, 999.0, 1.0e5, 1.5e6, 2.0e9].map(bytes);
        assert_eq!(
            told,
            ["1 byte/s", "999 byte/s", "100 kB/s", "1.5 MB/s", "2 GB/s"]
        );
    }
}
