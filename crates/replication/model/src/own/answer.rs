//! A strategy's answer.

use strategy::Value;
use words::{say, word};

/// The largest accepted distance of the sum of shares from 1: room for rounding only.
const SLACK: f64 = 1e-6;

/// The changes from now on; values that are not named stay.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Decision {
    /// R, at least one; it divides P.
    pub(super) copies: Option<usize>,
    /// The relative load of each processor, 1 for an equal share; only with one copy of each job.
    pub(super) loads: Option<Vec<f64>>,
    /// The number of iterations until the next question, at least one.
    pub(super) iterations: usize,
}

/// Reads an answer.
///
/// # Errors
/// The fault of the answer, in words.
pub(super) fn decision(answer: &Value, processors: usize) -> Result<Decision, String> {
    let mut out = Decision {
        copies: None,
        loads: None,
        iterations: 1,
    };
    let named = match answer {
        Value::Named(named) => named.as_slice(),
        // A function returns nothing where its last `if` does not hold.
        Value::Nothing => &[],
        other => {
            let told = other.told();
            return Err(say!(
                "decide answered {told}; a map is needed, such as #{{ copies: 2 }}"
            ));
        }
    };
    for (name, value) in named {
        match name.as_str() {
            "copies" => out.copies = Some(copies(value, processors)?),
            "shares" => out.loads = Some(loads(value, processors)?),
            "iterations" => out.iterations = counted(value, word!("iterations"))?,
            other => {
                return Err(say!(
                    "decide answered “{other}”; allowed: copies, shares and iterations"
                ));
            }
        }
    }
    match (out.copies, &out.loads) {
        (Some(copies @ 2..), Some(_)) => Err(say!(
            "decide answered {copies} copies and shares; with copies all shares are equal: name one of both"
        )),
        _ => Ok(out),
    }
}

/// A whole number, at least one.
fn counted(value: &Value, what: &str) -> Result<usize, String> {
    let Some(number) = value.number() else {
        let told = value.told();
        return Err(say!("{what} is {told}; a whole number is needed"));
    };
    if number.fract() != 0.0 {
        return Err(say!("{what} is {value}; a whole number is needed"));
    }
    if number < 1.0 {
        return Err(say!("{what} is {value}; it must be at least 1"));
    }
    Ok(number as usize)
}

fn copies(value: &Value, processors: usize) -> Result<usize, String> {
    let copies = counted(value, word!("copies"))?;
    if processors.is_multiple_of(copies) {
        return Ok(copies);
    }
    let copies = value;
    let divisors = (1..=processors).filter(|divisor| processors.is_multiple_of(*divisor));
    let divisors: Vec<_> = divisors.map(|divisor| divisor.to_string()).collect();
    Err(say!(
        "{copies} copies do not divide {processors} processors; allowed: {}",
        divisors.join(", ")
    ))
}

/// Relative loads of shares that are complete.
fn loads(value: &Value, processors: usize) -> Result<Vec<f64>, String> {
    let Value::List(list) = value else {
        let told = value.told();
        return Err(say!(
            "shares is {told}; a list of {processors} numbers is needed"
        ));
    };
    if list.len() != processors {
        let number = list.len();
        return Err(say!(
            "shares has {number} of {processors} numbers: one for each processor is needed"
        ));
    }
    let mut shares = Vec::with_capacity(processors);
    for (place, value) in (1..).zip(list) {
        let Some(share) = value.number() else {
            let told = value.told();
            return Err(say!("share {place} is {told}; a number is needed"));
        };
        if share.is_nan() || share < 0.0 {
            return Err(say!("share {place} is {share}; a share must be 0 or more"));
        }
        shares.push(share);
    }
    let sum: f64 = shares.iter().sum();
    if (sum - 1.0).abs() > SLACK {
        return Err(say!(
            "the shares sum to {}, not to 1: divide each of them by their sum",
            Value::from(sum)
        ));
    }
    let load = |share| share * processors as f64;
    Ok(shares.into_iter().map(load).collect())
}
