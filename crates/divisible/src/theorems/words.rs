//! Numbers and workers in sentences.

use report::number::power;
use words::{say, word};

use crate::Worker;

/// A number to four digits.
pub(super) fn amount(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let before = libm::floor(libm::log10(value.abs())) as i32 + 1;
    if !(-3..=15).contains(&before) {
        return power(value, 3);
    }
    let decimals = usize::try_from(4 - before).unwrap_or(0);
    let text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// The names of some of all workers, or their numbers, counted from 1, where they have no names.
pub(super) fn whom(workers: &[usize], all: &[Worker]) -> String {
    let name = |place: &usize| {
        let name = all.get(*place).map(|worker| worker.name.as_str());
        name.filter(|name| !name.is_empty())
    };
    match workers {
        [only] => name(only).map_or_else(|| say!("worker {}", only + 1), str::to_owned),
        some if some.len() == all.len() => word!("every worker").to_owned(),
        some if some.len() <= 5 => {
            let names: Option<Vec<&str>> = some.iter().map(name).collect();
            names.map_or_else(
                || {
                    let numbers = some.iter().map(|worker| (worker + 1).to_string());
                    say!("workers {}", numbers.collect::<Vec<_>>().join(", "))
                },
                |names| names.join(", "),
            )
        }
        some => say!("{} of {} workers", some.len(), all.len()),
    }
}
