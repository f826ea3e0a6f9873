//! Nodes that are slower or faster than in their traces, to show the effect of one node.

use parameters::Rejected;
use words::{say, word};

use crate::Parameters;
use crate::parameters::Topic;

/// The most by which runtimes are multiplied, and the most by which they are divided.
pub const MOST: f64 = 1_000.0;

/// The factors that a text names, as "number:factor" with numbers from 1: each with the place of its node, from 0.
///
/// ```
/// use replication_model::node_factors::parse;
///
/// assert_eq!(parse("3:2.5, 1:0.5").unwrap(), [(2, 2.5), (0, 0.5)]);
/// assert!(parse("3").is_err() && parse("0:2").is_err() && parse("3:0").is_err() && parse("3:2 3:1").is_err());
/// ```
///
/// # Errors
/// Where a part is no node number with a factor from 0.001 to 1000, or a node is named twice.
pub fn parse(text: &str) -> Result<Vec<(usize, f64)>, Rejected> {
    let name = Parameters::NAMES.node_factors.any().text();
    let mut all: Vec<(usize, f64)> = Vec::new();
    let parts = text.split(|c: char| c == ',' || c == ';' || c.is_whitespace());
    for part in parts.filter(|part| !part.is_empty()) {
        let pair = part.split_once(':').and_then(|(node, factor)| {
            let (node, factor): (usize, f64) = (node.parse().ok()?, factor.parse().ok()?);
            let possible = (1.0 / MOST..=MOST).contains(&factor);
            Some((node.checked_sub(1)?, factor)).filter(|_| possible)
        });
        let Some((node, factor)) = pair else {
            let allowed = word!(
                "allowed: the number of a node, from 1, and a factor from 0.001 to 1000, such as 3:2.5"
            );
            return Err(Rejected::one(name, part, allowed));
        };
        if all.iter().any(|(other, _)| *other == node) {
            let allowed = say!(
                "allowed: one factor for each node; node {} has two",
                node + 1
            );
            return Err(Rejected::one(name, part, allowed));
        }
        all.push((node, factor));
    }
    Ok(all)
}

/// The factors that a scenario names: none in topics without runs of strategies.
///
/// # Errors
/// As of [`parse`].
pub fn of(parameters: &Parameters) -> Result<Vec<(usize, f64)>, Rejected> {
    match parameters.topic {
        Topic::Strategies | Topic::Processors | Topic::Intervals | Topic::Decision => {
            parse(&parameters.node_factors)
        }
        Topic::Formulas | Topic::Model | Topic::Estimates => Ok(Vec::new()),
    }
}
