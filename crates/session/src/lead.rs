//! Places along a scale where another of the compared ways takes the lead. The search runs a few of the stops of a slider or of
//! a line, then stops between neighbours that differ, until the places of change are known.

use std::fmt::Write as _;

use parameters::person::shown;
use playground::Scenario;
use playground::setup::Changes;
use report::Winner;
use report::chart::{Grip, Stop, Stops};

use crate::key_parameters::{said, stops};

/// The number of stops that run first.
const COARSE: usize = 9;
/// The most changes that are told one by one.
const FEW: usize = 3;

/// The scale that the user moves along: a parameter's slider, or a line or a dot that sets a part of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// The parameter.
    pub parameter: String,
    /// The stops of the line or dot; a slider's stops follow from the parameter.
    pub line: Option<Stops>,
    /// The changes of other parameters that go with it.
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

    /// The scale of a dot: `said` has each of its stops for people, `also` the changes that go with it.
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

    /// The text at the first stop of a line or a dot: it identifies the part of the text that moves, and the rest of it.
    #[must_use]
    pub fn first(&self) -> Option<&str> {
        let first = self.line.as_ref()?.all.first()?;
        Some(first.text.as_str())
    }

    /// Whether this is the scale of a parameter's slider or, given the text at its first stop, of a line or a dot, at any
    /// value.
    #[must_use]
    pub fn is(&self, parameter: &str, first: Option<&str>) -> bool {
        self.parameter == parameter && self.first() == first
    }

    /// The scenario with the changes that go with the scale; none if it cannot have them.
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

    /// The key of the scale in a scenario; scenarios that differ only in the value on the scale have the same key.
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

/// The lead along a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Lead {
    /// The scale.
    pub scale: Scale,
    /// The stops below and above each place where another way takes the lead.
    pub changes: Vec<(f64, f64)>,
    /// The lead at each part of the scale, in a sentence.
    pub said: String,
}

/// A search for the way that is ahead at each stop.
#[derive(Clone, Debug)]
pub struct Search {
    scale: Scale,
    /// The stops that fit the other values.
    stops: Vec<Tried>,
    /// The winner at each stop that was run.
    won: Vec<Option<Winner>>,
}

/// A stop of a scale, with its scenario.
#[derive(Clone, Debug)]
struct Tried {
    value: f64,
    /// The value for people.
    said: String,
    scenario: Scenario,
}

impl Search {
    /// A search along a scale; none if the scale has no two stops, or its parameter no effect.
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

    /// The next stop to run, and its scenario; none once the search is over.
    #[must_use]
    pub fn next(&self) -> Option<(usize, &Scenario)> {
        let at = self.coarse().or_else(|| self.between())?;
        Some((at, &self.stops.get(at)?.scenario))
    }

    /// The first of the evenly spaced stops that was not run.
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

    /// The stops that were run, with their winners.
    fn tried(&self) -> impl Iterator<Item = (usize, &Winner)> {
        let won = self.won.iter().enumerate();
        won.filter_map(|(at, won)| Some((at, won.as_ref()?)))
    }

    /// Neighbours among the stops that were run, with different ways ahead.
    fn pairs(&self) -> impl Iterator<Item = ((usize, &Winner), (usize, &Winner))> {
        let pairs = self.tried().zip(self.tried().skip(1));
        pairs.filter(|((_, a), (_, b))| a.ahead != b.ahead)
    }

    /// Takes in the winner at a stop.
    pub fn tell(&mut self, at: usize, winner: Winner) {
        if let Some(won) = self.won.get_mut(at) {
            *won = Some(winner);
        }
    }

    /// The lead that was found; none if no way is ahead anywhere.
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

    /// The parts of the scale over which the same way is ahead at all stops that were run.
    fn parts(&self) -> Vec<Part<'_>> {
        let mut parts: Vec<Part<'_>> = Vec::new();
        for (at, won) in self.tried() {
            let (ahead, only_run) = (won.ahead.as_deref(), won.only_run);
            match parts.last_mut() {
                Some(part) if part.ahead == ahead => {
                    part.last = at;
                    part.only_run &= only_run;
                }
                _ => parts.push(Part {
                    first: at,
                    last: at,
                    ahead,
                    only_run,
                }),
            }
        }
        parts
    }

    /// "up to 0.3", "from 0.35 on", "at 4".
    fn place(&self, part: &Part<'_>) -> String {
        let value = |at: usize| self.stops.get(at).map_or("", |stop| stop.said.as_str());
        let (first, last) = (value(part.first), value(part.last));
        match (part.first, part.last) {
            (from, to) if from == to => format!("at {first}"),
            (0, _) => format!("up to {last}"),
            (_, to) if to + 1 == self.stops.len() => format!("from {first} on"),
            _ => format!("from {first} to {last}"),
        }
    }

    /// "Ahead: the coordinator up to 0.3; no clear lead elsewhere (12 of 41 values tried)."
    fn said(&self) -> String {
        let parts = self.parts();
        let leading = || {
            let named = parts.iter();
            named.filter_map(|part| Some((part.ahead?, part)))
        };
        let only_run = leading().all(|(_, part)| part.only_run);
        let run = if only_run { " in the only run" } else { "" };
        let mut text = match parts.as_slice() {
            [part] => {
                let name = part.ahead.unwrap_or_default();
                format!("Ahead{run} over the whole scale: {name}")
            }
            [first, next, ..] if parts.len() > FEW + 1 => {
                let the = if only_run {
                    "In the only run the"
                } else {
                    "The"
                };
                let value = |at: usize| self.stops.get(at).map_or("", |stop| stop.said.as_str());
                format!(
                    "{the} lead changes {} times, first between {} and {}",
                    parts.len() - 1,
                    value(first.last),
                    value(next.first)
                )
            }
            _ => {
                let told = |(name, part): (&str, &Part<'_>)| {
                    // On a scale of the number of runs, only some parts have a single run.
                    let alone = part.only_run && !only_run;
                    let run = if alone { " (in the only run)" } else { "" };
                    format!("{name} {}{run}", self.place(part))
                };
                let mut told: Vec<String> = leading().map(told).collect();
                if told.len() < parts.len() {
                    told.push("no clear lead elsewhere".into());
                }
                format!("Ahead{run}: {}", told.join("; "))
            }
        };
        let (tried, all) = (self.tried().count(), self.stops.len());
        if tried < all {
            let _ = write!(text, " ({tried} of {all} values tried)");
        }
        text + "."
    }
}

/// Neighbouring stops that were run, with the same way ahead at each.
#[derive(Clone, Copy, Debug)]
struct Part<'s> {
    /// The places of the first and the last stop.
    first: usize,
    last: usize,
    /// The way that is ahead, if any.
    ahead: Option<&'s str>,
    /// Whether each stop has a single run.
    only_run: bool,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "a test may stop")]

    use playground::presets;

    use super::*;

    fn scenario(preset: &str) -> Scenario {
        let mut all = presets::all().iter();
        all.find(|one| one.name == preset).unwrap().scenario()
    }

    /// A search along a scale; a rule decides which way is ahead at each stop.
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
            let first = match low == &all[0] {
                true => format!("at {low}"),
                false => format!("up to {low}"),
            };
            let last = match Some(high) == all.last() {
                true => format!("at {high}"),
                false => format!("from {high} on"),
            };
            let told = format!("Ahead: one {first}; other {last}");
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
        assert!(
            told.starts_with("Ahead: one up to 0.15; other from 0.4 on; no clear lead elsewhere"),
            "{told}"
        );
        let told = said(|stop| {
            ["one", "other"]
                .get((stop * 20.0).round() as usize % 2)
                .copied()
        });
        assert!(told.starts_with("The lead changes "), "{told}");
    }

    #[test]
    fn a_lead_of_a_single_run_is_told_so_where_others_have_several() {
        let mut search = Search::of(&scenario("bursts-replicate"), &Scale::slider("runs")).unwrap();
        while let Some((at, _)) = search.next() {
            let only_run = search.stops[at].value == 1.0;
            let several = search.stops[at].value;
            let ahead = (several == 1.0 || several > 30.0).then(|| "two copies".to_owned());
            search.tell(at, Winner { ahead, only_run });
        }
        let told = search.lead().unwrap().said;
        let expected = "Ahead: two copies at 1 (in the only run); two copies from 40 on; no clear lead elsewhere (";
        assert!(told.starts_with(expected), "{told}");
    }

    /// The way that a sentence names as ahead at a stop.
    fn read(said: &str, stops: &[Tried], at: usize) -> Option<String> {
        let said = said.trim_end_matches('.').split(" (").next().unwrap();
        let place = |value: &str| stops.iter().position(|one| one.said == value).unwrap();
        if let Some((_, name)) = said.split_once(" over the whole scale: ") {
            return Some(name.into());
        }
        let (_, parts) = said.split_once(": ").unwrap();
        let mut found = None;
        for part in parts
            .split("; ")
            .filter(|part| *part != "no clear lead elsewhere")
        {
            let (name, rest) = part.split_once(' ').unwrap();
            let last = stops.len() - 1;
            let (from, to) = match rest.split(' ').collect::<Vec<_>>()[..] {
                ["at", value] => (place(value), place(value)),
                ["up", "to", value] => (0, place(value)),
                ["from", value, "on"] => (place(value), last),
                ["from", from, "to", to] => (place(from), place(to)),
                _ => panic!("{part}"),
            };
            if (from..=to).contains(&at) {
                assert_eq!(found, None, "{said}");
                found = Some(name.into());
            }
        }
        found
    }

    proptest::proptest! {
        #[test]
        fn who_is_told_to_be_ahead_is_so_at_each_stop_that_was_run(
            edges in proptest::collection::vec((0..22_u32, 0..3_usize), 0..5)
        ) {
            let rule = |stop: f64| {
                let passed = edges.iter().filter(|(edge, _)| f64::from(*edge) < stop * 20.0 + 0.5);
                let (_, who) = passed.max_by_key(|(edge, _)| *edge)?;
                ["one", "other"].get(*who).copied()
            };
            let (search, _) = searched(rule);
            let changes = search.pairs().count();
            match search.lead() {
                None => proptest::prop_assert!(search.tried().all(|(at, _)| rule(search.stops[at].value).is_none())),
                Some(lead) if changes > FEW => {
                    let told = format!("The lead changes {changes} times, first between ");
                    proptest::prop_assert!(lead.said.starts_with(&told), "{}", lead.said);
                }
                Some(lead) => for (at, won) in search.tried() {
                    let told = read(&lead.said, &search.stops, at);
                    proptest::prop_assert_eq!(&told, &won.ahead, "{} at {}", lead.said, at);
                },
            }
        }
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
