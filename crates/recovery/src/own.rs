//! The user's own strategy: a function that writes the list of process 0.

use laboratory::own::{About, Own};
use recovery_model::List;
use recovery_model::schemes::Constructed;
use report::Asked;
use strategy::{Budget, Handed, Hook, Value};
use words::say;

use crate::Parameters;
use crate::parameters::{Kind, Topic};

/// The moment at which the strategy is called.
pub(crate) static LIST: Hook = Hook {
    name: "list",
    handed: &[Handed::new("n", "", "The number of computers.")],
    answer: "A list that names each computer from 1 to n - 1 once: the first one takes process 0 over first.",
};

/// The purpose of strategies' draws. Lists are the same in all runs: no seed changes them.
const PURPOSE: u64 = 0x6f77_6e01;

/// Whether a scenario has lists that a strategy writes.
pub(crate) fn takes_part(parameters: &Parameters) -> bool {
    let own = |kind: Kind| kind == Kind::Written;
    match parameters.topic {
        Topic::Crash => own(parameters.scheme) || own(parameters.other),
        Topic::Vectors | Topic::Faults => own(parameters.scheme),
        Topic::Guarantees | Topic::Gap | Topic::Printed | Topic::Availability | Topic::Search => {
            false
        }
    }
}

/// The list that the strategy of a scenario writes.
///
/// # Errors
/// Where the strategy cannot be read; [`laboratory::Error::Stopped`] where it fails, or answers no such list.
pub(crate) fn list(parameters: &Parameters) -> Result<Constructed, laboratory::Error> {
    let (list, _) = written(parameters)?;
    Ok(Constructed {
        prescribed: list.entries().len(),
        list,
        promised: None,
    })
}

/// The questions to the strategy, and its answers.
///
/// # Errors
/// As for [`list`].
pub(crate) fn asked(parameters: &Parameters) -> Result<Vec<Asked>, laboratory::Error> {
    Ok(written(parameters)?.1)
}

fn written(parameters: &Parameters) -> Result<(List, Vec<Asked>), laboratory::Error> {
    let mut own = Own::read(&parameters.code, Parameters::NAMES.code.any(), &LIST)?;
    own.listen(true);
    own.begin(0, &[PURPOSE], Budget::default());
    let n = parameters.computers;
    let about = || About {
        what: say!("the list of process 0"),
        at: None,
    };
    let check =
        |answer: &Value| List::new(n as usize, entries(answer)?).map_err(|error| error.to_string());
    let list = own.ask(&[Value::Whole(n.into())], about, check);
    let list = list.map_err(|fault| {
        let rejected = own.refused(&fault, &say!("it was asked for n = {n}"));
        laboratory::own::stopped(rejected, None, own.take())
    })?;
    Ok((list, own.take()))
}

/// The computers that an answer names.
fn entries(answer: &Value) -> Result<Vec<usize>, String> {
    let Value::List(all) = answer else {
        return Err(say!(
            "list answered {}; a list of computers is needed",
            answer.told()
        ));
    };
    let computer = |(place, entry): (usize, &Value)| {
        let number = entry.number().filter(|number| {
            // The check of the list refuses numbers out of range, as in a typed list.
            number.fract() == 0.0 && (0.0..=1e9).contains(number)
        });
        number.map(|number| number as usize).ok_or_else(|| {
            say!("entry {place} of the list is {entry}; a computer is a whole number from 0 on")
        })
    };
    (1..).zip(all).map(computer).collect()
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::panic,
        reason = "helpers of a test may stop it"
    )]

    use recovery_model::schemes::fill::Fill;
    use recovery_model::schemes::{greedy, intuitive, log};

    use super::*;

    const TWINS: [&str; 3] = [
        include_str!("../strategies/intuitive.rhai"),
        include_str!("../strategies/log.rhai"),
        include_str!("../strategies/greedy.rhai"),
    ];

    fn of(code: &str, computers: u32) -> Result<List, laboratory::Error> {
        let parameters = Parameters {
            computers,
            code: code.into(),
            ..Parameters::default()
        };
        list(&parameters).map(|constructed| constructed.list)
    }

    fn told(code: &str) -> String {
        of(code, 5).unwrap_err().to_string()
    }

    #[test]
    fn rewritten_schemes_write_what_the_built_in_ones_do() {
        for n in 2..=64 {
            let built_in = [
                intuitive::list(n).unwrap(),
                log::list(n, Fill::Ascending).unwrap(),
                greedy::list(n, Fill::Ascending).unwrap(),
            ];
            for (code, built_in) in TWINS.into_iter().zip(built_in) {
                assert_eq!(of(code, n as u32).unwrap(), built_in.list, "{n} {code}");
            }
        }
    }

    #[test]
    fn the_default_and_the_examples_of_the_guide_write_lists_for_all_numbers_of_computers() {
        let guide = include_str!("../../../docs/strategies.md");
        let blocks = guide.split("```rhai\n").skip(1);
        let blocks = blocks.filter_map(|rest| rest.split("```").next());
        let mut own: Vec<&str> = blocks.filter(|block| block.contains("fn list(")).collect();
        assert_eq!(own.len(), 1);
        let usual = Parameters::default().code;
        own.push(&usual);
        for code in own {
            for n in 2..=128 {
                of(code, n).unwrap_or_else(|error| panic!("{n}: {error}"));
            }
        }
    }

    #[test]
    fn a_wrong_strategy_is_told_with_its_line_and_what_it_was_handed() {
        for (code, why) in [
            ("", "code: line 1: there is no function fn list(n)"),
            (
                "// Twice.\nfn list(n) { [1, 2, 3, 3] }",
                "code: line 2: entry 4 of the list is 3, as entry 3 already is; each computer from 1 to 4 may stand there once; it was asked for n = 5",
            ),
            (
                "fn list(n) { n }",
                "code: line 1: list answered a number, 5; a list of computers is needed; it was asked for n = 5",
            ),
            (
                "fn list(n) { [1, 2.5, 3, 4] }",
                "code: line 1: entry 2 of the list is 2.5; a computer is a whole number from 0 on; it was asked for n = 5",
            ),
            (
                "fn list(n) {\n    throw \"no idea\";\n}",
                "code: line 2: no idea; it was asked for n = 5",
            ),
        ] {
            assert_eq!(told(code), why);
        }
        assert!(told("fn list(n) { [1, -2, 3, 4] }").contains("entry 2 of the list is -2"));
    }
}
