//! The answer of a strategy: the nodes to add and remove.

use adaptation_model::strategy::assessment::Assessment;
use adaptation_model::strategy::{Action, Change, Survey, Why};
use strategy::Value;
use words::say;

/// The changes of an answer.
#[derive(Debug, Default)]
pub(super) struct Changed {
    /// The nodes added and removed, in order.
    pub(super) actions: Vec<Action>,
    /// The nodes that are removed one by one.
    pub(super) nodes: Vec<u32>,
    /// The cluster that is removed as a whole.
    pub(super) cluster: Option<u32>,
}

/// Reads an answer. `worst` has the places of the assessed nodes, the worst first; new nodes take `allocation` s.
pub(super) fn read(
    answer: &Value,
    survey: &Survey<'_>,
    found: &Assessment,
    worst: &[usize],
    allocation: f64,
) -> Result<Changed, String> {
    let named = match answer {
        Value::Nothing => return Ok(Changed::default()),
        Value::Named(named) => named,
        other => {
            let (told, example) = (other.told(), "#{ add: 4 }");
            return Err(say!(
                "adapt answered {told}; a map such as {example} is needed, or nothing"
            ));
        }
    };
    let mut changed = Changed::default();
    let mut remove = None;
    let act = |change: Change, delay: f64| {
        move |node: &u32| Action {
            node: *node,
            change,
            delay,
            why: Why::Own,
        }
    };
    for (name, value) in named {
        match name.as_str() {
            "add" => {
                let added = added(value, survey)?;
                let actions = added.iter().map(act(Change::Add, allocation));
                changed.actions.extend(actions);
            }
            "remove" => remove = Some(value),
            "remove_cluster" => changed.cluster = Some(cluster(value, survey)?),
            other => {
                return Err(say!(
                    "adapt answered “{other}”; add, remove and remove_cluster are allowed"
                ));
            }
        }
    }
    if let Some(value) = remove {
        changed.nodes = removed(value, survey, found, worst, changed.cluster)?;
    }
    let mut leaving = changed.nodes.clone();
    if let Some(cluster) = changed.cluster {
        let members = survey.members.iter();
        for member in members.filter(|member| member.cluster == cluster) {
            let node = member.node;
            if leaving.contains(&node) {
                return Err(say!(
                    "remove names node {node}, which leaves with cluster {cluster}"
                ));
            }
            leaving.push(node);
        }
    }
    let actions = leaving.iter().map(act(Change::Remove, 0.0));
    changed.actions.extend(actions);
    Ok(changed)
}

/// The nodes to add: so many of the free ones, or these.
fn added(value: &Value, survey: &Survey<'_>) -> Result<Vec<u32>, String> {
    let free: Vec<u32> = survey.free.iter().map(|one| one.node).collect();
    if let Value::List(all) = value {
        return each("add", all, |number, node| {
            let member = survey.members.iter().any(|one| one.node == number);
            match (free.contains(&number), member) {
                (true, _) => Ok(()),
                (false, true) => Err(say!("add names node {node}, which takes part already")),
                (false, false) => Err(say!("add names node {node}, which is not free")),
            }
        });
    }
    let most = free.len();
    match free.get(..number("add", value)?) {
        Some(first) => Ok(first.to_vec()),
        None => Err(say!(
            "add is {value}; at most {most} can be added: so many nodes are free"
        )),
    }
}

/// The nodes to remove: so many of the worst outside the cluster that leaves as a whole, or these.
fn removed(
    value: &Value,
    survey: &Survey<'_>,
    found: &Assessment,
    worst: &[usize],
    cluster: Option<u32>,
) -> Result<Vec<u32>, String> {
    if let Value::List(all) = value {
        return each("remove", all, |number, node| {
            let members = survey.members;
            if survey.master == Some(number) {
                return Err(match members.len() {
                    1 => say!("remove names node {node}, the last node: the program needs one"),
                    _ => say!("remove names node {node}, the master, which cannot leave"),
                });
            }
            match members.iter().any(|one| one.node == number) {
                true => Ok(()),
                false => Err(say!("remove names node {node}, which does not take part")),
            }
        });
    }
    let ranked = worst.iter().filter_map(|place| found.members.get(*place));
    let ranked = ranked.filter(|member| cluster != Some(member.cluster));
    let ranked = ranked.map(|member| member.node);
    let ranked: Vec<u32> = ranked.filter(|node| survey.master != Some(*node)).collect();
    let most = ranked.len();
    match (ranked.get(..number("remove", value)?), cluster) {
        (Some(first), _) => Ok(first.to_vec()),
        (None, None) => Err(say!(
            "remove is {value}; at most {most} can be removed: the master stays, and nodes that have not measured their speed have no rank"
        )),
        (None, Some(cluster)) => Err(say!(
            "remove is {value}; beside cluster {cluster}, at most {most} can be removed: the master stays, and nodes that have not measured their speed have no rank"
        )),
    }
}

/// The cluster to remove.
fn cluster(value: &Value, survey: &Survey<'_>) -> Result<u32, String> {
    let Some(cluster) = entry(value) else {
        return Err(say!(
            "remove_cluster is {value}; a cluster is a whole number from 0 on"
        ));
    };
    if survey.masters_cluster() == Some(cluster) {
        return Err(say!(
            "remove_cluster is {value}, the cluster of the master, which cannot leave"
        ));
    }
    match survey.members.iter().any(|one| one.cluster == cluster) {
        true => Ok(cluster),
        false => Err(say!(
            "remove_cluster is {value}, a cluster of which no node takes part"
        )),
    }
}

/// The nodes of a list, where each node is right, by its number and as it was written, and named once.
fn each(
    name: &str,
    all: &[Value],
    right: impl Fn(u32, &Value) -> Result<(), String>,
) -> Result<Vec<u32>, String> {
    let mut nodes = Vec::with_capacity(all.len());
    for (place, value) in (1..).zip(all) {
        let Some(node) = entry(value) else {
            return Err(say!(
                "entry {place} of {name} is {value}; a node is a whole number from 0 on"
            ));
        };
        if nodes.contains(&node) {
            return Err(say!("{name} names node {node} twice"));
        }
        right(node, value)?;
        nodes.push(node);
    }
    Ok(nodes)
}

/// The number of nodes in an entry of the answer.
fn number(name: &str, value: &Value) -> Result<usize, String> {
    let number = entry(value).and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| {
        say!("{name} is {value}; a whole number of nodes from 0 on is needed, or a list of them")
    })
}

/// A whole number from 0 on; the largest of the type, which no node and no cluster has, stands for all above it.
fn entry(value: &Value) -> Option<u32> {
    let number = value.number()?;
    (number.fract() == 0.0 && number >= 0.0).then_some(number as u32)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use adaptation_model::metrics::badness::{Weights, removal_order};
    use adaptation_model::metrics::overhead::{Base, Times};
    use adaptation_model::strategy::{Candidate, Member, Report};
    use proptest::prelude::*;

    use super::*;

    /// Five nodes in two clusters: the last one has not reported yet. Three nodes are free, and node 9 does not exist.
    fn members() -> Vec<Member> {
        let report = |node: u32| Report {
            period: 100.0,
            times: Times {
                idle: 10.0 * f64::from(node),
                ..Times::default()
            },
            speed: Some(1.0 / f64::from(node + 1)),
            leaves: 1.0,
        };
        let member = |node: u32| Member {
            node,
            cluster: node / 3,
            report: (node < 4).then(|| report(node)),
        };
        (0..5).map(member).collect()
    }

    fn answered(answer: &Value) -> Result<Changed, String> {
        let members = members();
        let free = |node: u32| Candidate {
            node,
            cluster: 2,
            speed: 1.0,
            bandwidth: 1e6,
        };
        let survey = Survey {
            time: 1.0,
            tick: 1,
            master: Some(0),
            members: &members,
            free: &[5, 6, 7].map(free),
            traffic: &[],
            new_hardware: false,
        };
        let found = Assessment::of(&members, Weights::default(), Base::Net).unwrap();
        let worst = removal_order(&found.members, &found.ranking);
        read(answer, &survey, &found, &worst, 10.0)
    }

    /// Values that strategies may answer, mostly close to right ones.
    fn value() -> impl Strategy<Value = Value> {
        let number = prop_oneof![
            6 => (0_i64..10).prop_map(Value::Whole),
            1 => any::<i64>().prop_map(Value::Whole),
            1 => any::<f64>().prop_map(Value::from),
            1 => (0_i64..10).prop_map(|one| Value::from(one as f64)),
            1 => Just(Value::Nothing),
            1 => any::<bool>().prop_map(Value::Flag),
            1 => Just(Value::Text("all".into())),
        ];
        let list = prop::collection::vec(number.clone(), 0..4).prop_map(Value::List);
        prop_oneof![1 => number, 2 => list]
    }

    fn answer() -> impl Strategy<Value = Value> {
        let name = prop::sample::select(vec!["add", "remove", "remove_cluster", "removes"]);
        let named = prop::collection::btree_map(name, value(), 0..4).prop_map(|all| {
            let named = all.into_iter().map(|(name, one)| (name.to_owned(), one));
            Value::Named(named.collect())
        });
        prop_oneof![1 => value(), 9 => named]
    }

    #[test]
    fn a_number_of_nodes_to_remove_counts_those_outside_the_cluster_that_leaves() {
        // Of nodes 1 to 3, the last is the worst, and it is in cluster 1.
        for (count, expected) in [
            (0, &[3, 4][..]),
            (1, &[2, 3, 4][..]),
            (2, &[2, 1, 3, 4][..]),
        ] {
            let remove = ("remove".to_owned(), Value::Whole(count));
            let cluster = ("remove_cluster".to_owned(), Value::Whole(1));
            for named in [[remove.clone(), cluster.clone()], [cluster, remove]] {
                let changed = answered(&Value::Named(named.into())).unwrap();
                let nodes: Vec<u32> = changed.actions.iter().map(|one| one.node).collect();
                assert_eq!(nodes, expected);
            }
        }
        let named = [("remove", 3), ("remove_cluster", 1)];
        let named = named.map(|(name, number)| (name.to_owned(), Value::Whole(number)));
        let told = answered(&Value::Named(named.into())).unwrap_err();
        assert!(told.starts_with("remove is 3; beside cluster 1, at most 2 can be removed"));
    }

    proptest! {
        #[test]
        fn whatever_is_answered_changes_only_nodes_that_can_change_and_each_once(answer in answer()) {
            match answered(&answer) {
                Ok(changed) => {
                    let mut nodes: Vec<u32> = changed.actions.iter().map(|one| one.node).collect();
                    for one in &changed.actions {
                        let right = match one.change {
                            Change::Add => (5..8).contains(&one.node) && one.delay == 10.0,
                            Change::Remove => (1..5).contains(&one.node) && one.delay == 0.0,
                        };
                        prop_assert!(right, "{:?}", one);
                    }
                    nodes.sort_unstable();
                    nodes.dedup();
                    prop_assert_eq!(nodes.len(), changed.actions.len());
                    prop_assert!(changed.cluster.is_none_or(|cluster| cluster == 1));
                }
                Err(told) => prop_assert!(!told.is_empty()),
            }
        }
    }
}
