//! Numbers as people read them.

/// The number with this many decimals, a minus sign (U+2212) and a narrow no-break space (U+202F)
/// between thousands.
///
/// ```
/// use schedule::number::fixed;
///
/// assert_eq!(fixed(-1_234_567.25, 1), "−1\u{202f}234\u{202f}567.2");
/// assert_eq!(fixed(f64::NAN, 1), "–");
/// ```
pub fn fixed(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        return "–".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "−∞" }.to_owned();
    }
    let digits = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = digits
        .split_once('.')
        .map_or((digits.as_str(), None), |(w, f)| (w, Some(f)));
    let mut text = String::with_capacity(digits.len() + 8);
    if value < 0.0 && digits.contains(|digit| ('1'..='9').contains(&digit)) {
        text.push('−');
    }
    for (digit, left) in whole.chars().zip((0..whole.len()).rev()) {
        text.push(digit);
        if left > 0 && left % 3 == 0 {
            text.push('\u{202f}');
        }
    }
    if let Some(fraction) = fraction {
        text.push('.');
        text.push_str(fraction);
    }
    text
}
