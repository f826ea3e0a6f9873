//! Numbers and workers in sentences.

/// A number to four digits.
pub(super) fn amount(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let before = libm::floor(libm::log10(value.abs())) as i32 + 1;
    if !(-3..=15).contains(&before) {
        return format!("{value:.3e}");
    }
    let decimals = usize::try_from(4 - before).unwrap_or(0);
    let text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// Workers by number, counted from 1, of all that there are.
pub(super) fn whom(workers: &[usize], all: usize) -> String {
    match workers {
        [only] => format!("worker {}", only + 1),
        some if some.len() == all => "every worker".to_owned(),
        some if some.len() <= 5 => {
            let names: Vec<String> = some.iter().map(|worker| (worker + 1).to_string()).collect();
            format!("workers {}", names.join(", "))
        }
        some => format!("{} of {all} workers", some.len()),
    }
}
