//! Refused values as the page tells them: with the title of a parameter, not its key, and with the values to choose from.

use std::borrow::Cow;

use parameters::{Kind, Parameter, Problem, Rejected, Spot};
use playground::link;

/// A complaint about a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Its words.
    pub text: String,
    /// The place in the value, if that is a text of several lines.
    pub spot: Option<Spot>,
}

impl From<String> for Complaint {
    fn from(text: String) -> Self {
        Self { text, spot: None }
    }
}

/// The words before the values that a parameter can have.
const ALLOWED: &str = "allowed: ";

/// The refused value, with quotation marks around a text.
fn quoted(value: &str) -> Cow<'_, str> {
    let text = value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    text.map_or(value.into(), |text| format!("“{text}”").into())
}

/// A refusal of values that were typed for a parameter, separated by commas.
#[must_use]
pub fn of_values(rejected: &Rejected, parameter: &Parameter) -> String {
    let Some(problem) = rejected.problems.first() else {
        return String::new();
    };
    let numbers = match parameter.kind {
        Kind::Integer { .. } => "whole numbers",
        _ => "numbers",
    };
    let allowed = problem.expected.strip_prefix(ALLOWED);
    let own = problem.place.rsplit('.').next() == Some(parameter.name);
    match allowed.and_then(|allowed| allowed.split_once(" from ")) {
        Some((_, ends)) if own => format!(
            "{} is not allowed: type {numbers} from {ends}, separated by commas",
            quoted(&problem.value)
        ),
        _ => beside_field(problem).text,
    }
}

/// A refusal that stands beside the field of its parameter.
pub(crate) fn beside_field(problem: &Problem) -> Complaint {
    let value = quoted(&problem.value);
    let text = match (&*value, problem.expected.strip_prefix(ALLOWED)) {
        ("", _) => problem.expected.clone(),
        (value, Some(allowed)) => format!("{value} is not allowed: choose {allowed}"),
        (value, None) => format!("{value} is not allowed; {}", problem.expected),
    };
    let spot = problem.spot;
    Complaint { text, spot }
}

/// The reason why a link could not be opened; in the words of the error if a place is no parameter's.
pub(crate) fn of_link(link: &str, error: &link::Error) -> String {
    let own = link::preset(link).map(|preset| preset.laboratory());
    match error {
        link::Error::Rejected(rejected) => {
            in_words(rejected, own).unwrap_or_else(|| error.to_string())
        }
        _ => error.to_string(),
    }
}

/// The reason why a scenario of this laboratory cannot run.
pub(crate) fn of_scenario(rejected: &Rejected, laboratory: &str) -> String {
    in_words(rejected, Some(laboratory)).unwrap_or_else(|| rejected.to_string())
}

/// All complaints with the titles of their parameters; none if a place is no parameter's.
fn in_words(rejected: &Rejected, laboratory: Option<&str>) -> Option<String> {
    let words = rejected.problems.iter();
    let words: Option<Vec<_>> = words
        .map(|problem| of_parameter(problem, laboratory))
        .collect();
    Some(words?.join("; "))
}

fn of_parameter(problem: &Problem, laboratory: Option<&str>) -> Option<String> {
    let title = title(&problem.place, laboratory)?;
    let Problem {
        value, expected, ..
    } = problem;
    let value = quoted(value);
    Some(match expected.strip_prefix(ALLOWED) {
        _ if value.is_empty() => format!("{title}: {expected}"),
        Some(allowed) => format!("{title} is {value}: choose {allowed}"),
        None => format!("{title} is {value}; {expected}"),
    })
}

/// The title of the parameter at this place: in the laboratory that the place or the link names, else in all that have it, if
/// they agree.
fn title(place: &str, laboratory: Option<&str>) -> Option<&'static str> {
    let named = |about: &&laboratory::About| {
        let mine = place.strip_prefix(about.name);
        mine.map_or(laboratory.is_none_or(|name| name == about.name), |rest| {
            rest.starts_with('.')
        })
    };
    let abouts = playground::laboratories().iter().copied();
    let mut titles = abouts.filter(named).filter_map(|about| {
        let name = place
            .strip_prefix(about.name)
            .map_or(place, |rest| rest.trim_start_matches('.'));
        let mut parameters = about.table.parameters.iter();
        parameters.find(|one| one.name == name).map(|one| one.title)
    });
    let first = titles.next()?;
    titles.all(|title| title == first).then_some(first)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use playground::Setup;

    use super::*;

    fn told(fragment: &str) -> String {
        of_link(fragment, &link::decode(fragment).unwrap_err())
    }

    #[test]
    fn a_refused_value_of_a_link_has_the_title_of_its_parameter_and_the_values_to_choose_from() {
        assert_eq!(
            told("#p=bursts-replicate&copies=400"),
            "Copies of each job is 400: choose a whole number from 1 to 128"
        );
        // Another laboratory has processors with another title.
        assert_eq!(
            told("#p=bursts-replicate&processors=400"),
            "Processors is 400: choose a whole number from 1 to 128"
        );
        assert!(told("#p=bursts-replicate&copys=4").starts_with("this link has a value"));
    }

    #[test]
    fn a_fault_in_a_text_has_the_title_of_its_parameter_and_no_value() {
        let rejected = Rejected::one("prediction.code", "", "line 3: it did not answer");
        let told = of_scenario(&rejected, "prediction");
        assert_eq!(told, "Your strategy: line 3: it did not answer");
        let elsewhere = Rejected::one("nowhere", 4, "allowed: 3");
        assert_eq!(of_scenario(&elsewhere, "prediction"), elsewhere.to_string());
    }

    #[test]
    fn a_refused_value_of_a_field_comes_with_the_values_to_choose_from() {
        let problem = Problem {
            place: "replication.copies".into(),
            value: "400".into(),
            expected: "allowed: a whole number from 1 to 128".into(),
            spot: None,
        };
        assert_eq!(
            beside_field(&problem).text,
            "400 is not allowed: choose a whole number from 1 to 128"
        );
    }

    #[test]
    fn refused_values_of_a_sweep_say_what_to_type() {
        let scenario = playground::presets::first().scenario();
        let told = |name: &str, typed: &str| {
            let parameters = scenario.parameters();
            let parameter = parameters.iter().find(|one| one.name == name).unwrap();
            let rejected = Setup::axis(&scenario, &format!("{name}={typed}")).unwrap_err();
            of_values(&rejected, parameter)
        };
        assert_eq!(
            told("processors", "2,x,999"),
            "“x” is not allowed: type whole numbers from 1 to 128, separated by commas"
        );
        assert_eq!(
            told("processors", "2,999"),
            "999 is not allowed: type whole numbers from 1 to 128, separated by commas"
        );
    }
}
