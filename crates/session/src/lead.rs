//! Where along a number's scale another of the compared ways is ahead: a few of the stops of its slider are run, then those between
//! neighbours that differ, until the places of change are known.

use std::fmt::Write as _;

use parameters::Parameter;
use parameters::person::shown;
use playground::Scenario;
use report::Winner;

use crate::key_parameters::{said, stops};

/// So many stops are run first.
const COARSE: usize = 9;
/// So many changes are told one by one.
const FEW: usize = 3;

/// What is known of a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Lead {
    /// The parameter.
    pub parameter: &'static str,
    /// The stops below and above each place where another way takes the lead.
    pub changes: Vec<(f64, f64)>,
    /// Who is ahead where, in a sentence.
    pub said: String,
}

/// Finds out who is ahead at which stops.
#[derive(Clone, Debug)]
pub struct Search {
    parameter: Parameter,
    /// The stops that go with the other values.
    stops: Vec<(f64, Scenario)>,
    /// Who is ahead at each stop that was run.
    won: Vec<Option<Winner>>,
}

/// The scenarios that differ from this one in the parameter alone have the same key.
#[must_use]
pub fn key(scenario: &Scenario, parameter: &str) -> String {
    let mut values = scenario.values();
    values.remove(parameter);
    let values = serde_json::Value::Object(values);
    format!("{} {parameter} {values}", scenario.laboratory())
}

impl Search {
    /// A search along the slider of a parameter; nothing where it has none.
    #[must_use]
    pub fn of(scenario: &Scenario, parameter: &str) -> Option<Self> {
        let values = scenario.values();
        let parameters = scenario.parameters();
        let parameter = parameters.into_iter().find(|one| one.name == parameter)?;
        if !parameter.matters(&values) {
            return None;
        }
        let all = stops(scenario, &parameter, &values, &[]).into_iter();
        let run = |stop: f64| {
            let at = scenario.with(parameter.name, &stop.to_string());
            Some((stop, at.ok()?))
        };
        let stops: Vec<_> = all.filter_map(run).collect();
        (stops.len() > 1).then(|| Self {
            won: vec![None; stops.len()],
            stops,
            parameter,
        })
    }

    /// All stops, ascending, each with its scenario.
    pub fn stops(&self) -> impl Iterator<Item = (f64, &Scenario)> {
        self.stops.iter().map(|(stop, scenario)| (*stop, scenario))
    }

    /// The next stop to be run, and its scenario; nothing once all that is to be told is known.
    #[must_use]
    pub fn next(&self) -> Option<(usize, &Scenario)> {
        let at = self.coarse().or_else(|| self.between())?;
        Some((at, &self.stops.get(at)?.1))
    }

    /// The first of evenly spaced stops that was not run.
    fn coarse(&self) -> Option<usize> {
        let last = self.stops.len().saturating_sub(1);
        let parts = COARSE.min(self.stops.len()).saturating_sub(1).max(1);
        let mut places = (0..=parts).map(|part| part * last / parts);
        places.find(|at| self.won.get(*at) == Some(&None))
    }

    /// The stop half-way between the first neighbours that differ.
    fn between(&self) -> Option<usize> {
        let changes = self.pairs().find(|((a, _), (b, _))| b - a > 1);
        changes.map(|((a, _), (b, _))| a + (b - a) / 2)
    }

    /// The stops that were run, with who is ahead.
    fn tried(&self) -> impl Iterator<Item = (usize, &Winner)> {
        let won = self.won.iter().enumerate();
        won.filter_map(|(at, won)| Some((at, won.as_ref()?)))
    }

    /// Neighbours among them that differ.
    fn pairs(&self) -> impl Iterator<Item = ((usize, &Winner), (usize, &Winner))> {
        let pairs = self.tried().zip(self.tried().skip(1));
        pairs.filter(|((_, a), (_, b))| a.ahead != b.ahead)
    }

    /// Who is ahead at a stop was found out.
    pub fn tell(&mut self, at: usize, winner: Winner) {
        if let Some(won) = self.won.get_mut(at) {
            *won = Some(winner);
        }
    }

    /// What was found out; nothing where no way is ahead anywhere.
    #[must_use]
    pub fn lead(&self) -> Option<Lead> {
        self.tried().find(|(_, won)| won.ahead.is_some())?;
        let stop = |at: usize| self.stops.get(at).map(|(stop, _)| *stop);
        let changes = self
            .pairs()
            .filter_map(|((a, _), (b, _))| Some((stop(a)?, stop(b)?)));
        Some(Lead {
            parameter: self.parameter.name,
            changes: changes.collect(),
            said: self.said(),
        })
    }

    /// "Ahead: the coordinator up to 0.3; neither from 0.35 on (12 of 41 values tried)."
    fn said(&self) -> String {
        let only = match self.tried().any(|(_, won)| won.only_run) {
            true => "Ahead in the only run",
            false => "Ahead",
        };
        let name = |won: &Winner| won.ahead.clone().unwrap_or_else(|| "neither".into());
        let value = |at: usize| {
            let stop = self.stops.get(at).map_or(0.0, |(stop, _)| *stop);
            said(&self.parameter, &shown(&stop.into()))
        };
        let changes: Vec<_> = self.pairs().map(|((a, won), (b, _))| (a, won, b)).collect();
        let last = self.tried().last();
        let mut text = match (changes.as_slice(), last) {
            ([], last) => {
                let name = last.map_or_else(String::new, |(_, won)| name(won));
                format!("{only} over the whole scale: {name}")
            }
            ([.., (_, _, from)], Some((_, won))) if changes.len() <= FEW => {
                let mut parts = Vec::new();
                let mut begins = None;
                for (to, won, next) in &changes {
                    let part = match begins {
                        None => format!("{} up to {}", name(won), value(*to)),
                        Some(from) if from == *to => format!("{} at {}", name(won), value(*to)),
                        Some(from) => {
                            format!("{} from {} to {}", name(won), value(from), value(*to))
                        }
                    };
                    parts.push(part);
                    begins = Some(*next);
                }
                parts.push(format!("{} from {} on", name(won), value(*from)));
                format!("{only}: {}", parts.join("; "))
            }
            ([(first, ..), ..], _) => format!(
                "{only} is now one, now another: it changes {} times from {} on",
                changes.len(),
                value(*first)
            ),
        };
        let (tried, all) = (self.tried().count(), self.stops.len());
        if tried < all {
            let _ = write!(text, " ({tried} of {all} values tried)");
        }
        text + "."
    }
}

#[cfg(test)]
mod tests {
    use playground::presets;

    use super::*;

    fn scenario(preset: &str) -> Scenario {
        let mut all = presets::all().iter();
        all.find(|one| one.name == preset).unwrap().scenario()
    }

    /// A search along a scale on which a rule says who is ahead at each stop.
    fn searched(rule: impl Fn(f64) -> Option<&'static str>) -> (Search, usize) {
        let mut search = Search::of(&scenario("slow-link"), "least").unwrap();
        let mut runs = 0;
        while let Some((at, _)) = search.next() {
            let ahead = rule(search.stops[at].0).map(str::to_owned);
            let only_run = false;
            search.tell(at, Winner { ahead, only_run });
            runs += 1;
        }
        (search, runs)
    }

    fn said(rule: impl Fn(f64) -> Option<&'static str>) -> String {
        searched(rule)
            .0
            .lead()
            .map_or_else(String::new, |lead| lead.said)
    }

    #[test]
    fn a_change_between_two_stops_is_found_by_few_runs_and_told_with_both() {
        let all = searched(|_| None).0.stops;
        for (low, high) in all.iter().zip(&all[1..]) {
            let (search, runs) = searched(|stop| match stop <= low.0 {
                true => Some("one"),
                false => Some("other"),
            });
            let lead = search.lead().unwrap();
            assert_eq!(lead.changes, [(low.0, high.0)]);
            assert!(runs <= COARSE + 4 && runs <= all.len(), "{runs}");
            let (low, high) = (low.0, high.0);
            let told = format!("Ahead: one up to {low}; other from {high} on");
            assert!(lead.said.starts_with(&told), "{}", lead.said);
        }
    }

    #[test]
    fn what_is_ahead_everywhere_or_nowhere_is_told_so() {
        let told = said(|_| Some("one"));
        assert!(
            told.starts_with("Ahead over the whole scale: one ("),
            "{told}"
        );
        assert!(told.ends_with(" values tried)."), "{told}");
        assert_eq!(searched(|_| None).0.lead(), None);
    }

    #[test]
    fn an_open_order_is_told_as_open_and_many_changes_are_counted() {
        let told = said(|stop| match stop {
            stop if stop < 0.2 => Some("one"),
            stop if stop < 0.4 => None,
            _ => Some("other"),
        });
        assert!(told.contains("; neither from 0.2 to "), "{told}");
        let told = said(|stop| {
            ["one", "other"]
                .get((stop * 20.0).round() as usize % 2)
                .copied()
        });
        assert!(told.contains("it changes "), "{told}");
    }

    #[test]
    fn scenarios_that_differ_in_the_parameter_alone_have_one_key() {
        let one = scenario("slow-link");
        let other = |name, value| key(&one.with(name, value).unwrap(), "least");
        assert_eq!(key(&one, "least"), other("least", "0.1"));
        assert_ne!(key(&one, "least"), other("most", "0.9"));
        assert_ne!(key(&one, "least"), key(&one, "most"));
    }
}
