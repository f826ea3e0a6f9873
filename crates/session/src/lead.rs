//! Where along a scale another of the compared ways is ahead: a few of the stops of a slider or of a line are run, then those
//! between neighbours that differ, until the places of change are known.

use std::fmt::Write as _;

use parameters::person::shown;
use playground::Scenario;
use playground::setup::Changes;
use report::Winner;
use report::chart::{Grip, Stop, Stops};

use crate::key_parameters::{said, stops};

/// So many stops are run first.
const COARSE: usize = 9;
/// So many changes are told one by one.
const FEW: usize = 3;

/// What a hand moves: a parameter along its slider, or a line or a dot that sets a part of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// The parameter.
    pub parameter: String,
    /// The stops of the line or dot; those of the slider follow from the parameter.
    pub line: Option<Stops>,
    /// Other parameters that change with it.
    also: Changes,
}

impl Scale {
    /// The scale of a parameter's slider.
    #[must_use]
    pub fn slider(parameter: &str) -> Self {
        Self {
            parameter: parameter.into(),
            line: None,
            also: Changes::new(),
        }
    }

    /// The scale of a line that sets a text.
    #[must_use]
    pub fn line(parameter: &str, stops: Stops) -> Self {
        Self {
            line: Some(stops),
            ..Self::slider(parameter)
        }
    }

    /// The scale of a dot: each of its stops is given for people, and what changes with it as well.
    #[must_use]
    pub fn dot(grip: &Grip, said: &[String], also: Changes) -> Self {
        let stop = |(at, (value, said)): (usize, (&f64, &String))| {
            let (value, said) = (*value, said.clone());
            grip.text(at).map(|text| Stop { value, said, text })
        };
        let all = grip.stops.iter().zip(said).enumerate();
        let stops = Stops {
            title: grip.title.clone(),
            at: grip.at,
            all: all.filter_map(stop).collect(),
        };
        Self {
            also,
            ..Self::line(&grip.parameter, stops)
        }
    }

    /// The text at the first stop of a line or a dot tells which part of the text it sets, and what stands beside it.
    #[must_use]
    pub fn first(&self) -> Option<&str> {
        let first = self.line.as_ref()?.all.first()?;
        Some(first.text.as_str())
    }

    /// Whether this is the scale of a parameter's slider or, with the text at its first stop, of a line or a dot, wherever its value
    /// stands.
    #[must_use]
    pub fn is(&self, parameter: &str, first: Option<&str>) -> bool {
        self.parameter == parameter && self.first() == first
    }

    /// A scenario with what changes along with the scale; nothing where it cannot have that.
    fn within(&self, scenario: &Scenario) -> Option<Scenario> {
        match self.also.is_empty() {
            true => Some(scenario.clone()),
            false => scenario.having(&self.also).ok(),
        }
    }

    /// Whether a scenario stands at one of its stops.
    #[must_use]
    pub fn holds(&self, scenario: &Scenario) -> bool {
        self.line.as_ref().is_none_or(|line| {
            let values = scenario.values();
            let text = values.get(&self.parameter);
            let text = text.and_then(serde_json::Value::as_str);
            line.all.iter().any(|stop| Some(stop.text.as_str()) == text)
        })
    }

    /// The scenarios that differ from this one in nothing but the value on the scale have the same key.
    #[must_use]
    pub fn key(&self, scenario: &Scenario) -> String {
        let within = self.within(scenario);
        let mut values = within.as_ref().unwrap_or(scenario).values();
        values.remove(&self.parameter);
        let values = serde_json::Value::Object(values);
        let first = self.first().unwrap_or_default();
        let (laboratory, parameter) = (scenario.laboratory(), &self.parameter);
        format!("{laboratory} {parameter} {first:?} {values}")
    }
}

/// What is known of a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Lead {
    /// The scale.
    pub scale: Scale,
    /// The stops below and above each place where another way takes the lead.
    pub changes: Vec<(f64, f64)>,
    /// Who is ahead where, in a sentence.
    pub said: String,
}

/// Finds out who is ahead at which stops.
#[derive(Clone, Debug)]
pub struct Search {
    scale: Scale,
    /// The stops that go with the other values.
    stops: Vec<Tried>,
    /// Who is ahead at each stop that was run.
    won: Vec<Option<Winner>>,
}

/// A stop of a scale, as it is run.
#[derive(Clone, Debug)]
struct Tried {
    value: f64,
    /// The value for people.
    said: String,
    scenario: Scenario,
}

impl Search {
    /// A search along a scale; nothing where it has no two stops.
    #[must_use]
    pub fn of(scenario: &Scenario, scale: &Scale) -> Option<Self> {
        let scenario = &scale.within(scenario)?;
        let values = scenario.values();
        let parameters = scenario.parameters();
        let mut parameters = parameters.into_iter();
        let parameter = parameters.find(|one| one.name == scale.parameter)?;
        if !parameter.matters(&values) {
            return None;
        }
        let run = |value: f64, said: String, text: &str| {
            let scenario = scenario.with(parameter.name, text).ok()?;
            Some(Tried {
                value,
                said,
                scenario,
            })
        };
        let stops: Vec<Tried> = match &scale.line {
            Some(line) => {
                let all = line.all.iter();
                all.filter_map(|stop| run(stop.value, stop.said.clone(), &stop.text))
                    .collect()
            }
            None => {
                let all = stops(scenario, &parameter, &values, &[]).into_iter();
                let told = |stop: f64| said(&parameter, &shown(&stop.into()));
                all.filter_map(|stop| run(stop, told(stop), &stop.to_string()))
                    .collect()
            }
        };
        (stops.len() > 1).then(|| Self {
            won: vec![None; stops.len()],
            stops,
            scale: scale.clone(),
        })
    }

    /// All stops, ascending, each with its scenario.
    pub fn stops(&self) -> impl Iterator<Item = (f64, &Scenario)> {
        self.stops.iter().map(|stop| (stop.value, &stop.scenario))
    }

    /// The next stop to be run, and its scenario; nothing once all that is to be told is known.
    #[must_use]
    pub fn next(&self) -> Option<(usize, &Scenario)> {
        let at = self.coarse().or_else(|| self.between())?;
        Some((at, &self.stops.get(at)?.scenario))
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
        let stop = |at: usize| self.stops.get(at).map(|stop| stop.value);
        let changes = self
            .pairs()
            .filter_map(|((a, _), (b, _))| Some((stop(a)?, stop(b)?)));
        Some(Lead {
            scale: self.scale.clone(),
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
        let value = |at: usize| self.stops.get(at).map_or("", |stop| stop.said.as_str());
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
        let mut search = Search::of(&scenario("slow-link"), &Scale::slider("least")).unwrap();
        let mut runs = 0;
        while let Some((at, _)) = search.next() {
            let ahead = rule(search.stops[at].value).map(str::to_owned);
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
        let all: Vec<f64> = searched(|_| None).0.stops().map(|(stop, _)| stop).collect();
        for (low, high) in all.iter().zip(&all[1..]) {
            let (search, runs) = searched(|stop| match stop <= *low {
                true => Some("one"),
                false => Some("other"),
            });
            let lead = search.lead().unwrap();
            assert_eq!(lead.changes, [(*low, *high)]);
            assert!(runs <= COARSE + 4 && runs <= all.len(), "{runs}");
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
        let scale = Scale::slider("least");
        let other = |name, value| scale.key(&one.with(name, value).unwrap());
        assert_eq!(scale.key(&one), other("least", "0.1"));
        assert_ne!(scale.key(&one), other("most", "0.9"));
        assert_ne!(scale.key(&one), Scale::slider("most").key(&one));
    }
}
