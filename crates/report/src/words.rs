//! Numbers, times and names within sentences.

use words::{say, word};

use crate::evidence::same;
use crate::figure::Unit;
use crate::number::{fixed, ms, power, short, short_of_all, with_unit};

/// The text with a capital first letter, where that is one of the Latin alphabet: the tables of all others would be a
/// fortieth of the page.
///
/// ```
/// assert_eq!(report::words::capital("iteration time"), "Iteration time");
/// ```
#[must_use]
pub fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// A title within a sentence: with a small first letter, unless its first word is a name such as "AS4DR", and otherwise
/// unchanged, since "Bound G" and "bound g" are two functions.
///
/// ```
/// use report::words::within;
/// assert_eq!(["Iteration time", "Bound G", "WAE", "A turn", "α of two"].map(within), ["iteration time", "bound G", "WAE", "a turn", "α of two"]);
/// ```
#[must_use]
pub fn within(title: &str) -> String {
    let first = title.split(' ').next().unwrap_or_default();
    let named = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit();
    let mut text = title.to_owned();
    if !first.chars().skip(1).any(named)
        && let Some(letter) = text.get_mut(..1)
    {
        letter.make_ascii_lowercase();
    }
    text
}

/// By how much a number differs from another one, given their ratio, in per cent: with one digit, and with more where that
/// would write a difference as none. None where the numbers are the same, so that a sentence has to say that.
///
/// ```
/// use report::words::percent_apart;
/// let said = [1.123, 0.877, 1.000_04, 1.0].map(percent_apart);
/// assert_eq!(said.each_ref().map(Option::as_deref), [Some("12.3\u{a0}%"), Some("12.3\u{a0}%"), Some("0.004\u{a0}%"), None]);
/// ```
#[must_use]
pub fn percent_apart(ratio: f64) -> Option<String> {
    (!same(ratio, 1.0)).then(|| percent((ratio - 1.0).abs(), 1))
}

/// A share of one in per cent, with more digits where these would show none of it, or all of one that is less.
///
/// ```
/// use report::words::percent;
/// let said = [0.983, 0.0, 0.000_04, 0.9996, 1.0].map(|share| percent(share, 1));
/// assert_eq!(said, ["98.3\u{a0}%", "0.0\u{a0}%", "0.004\u{a0}%", "99.96\u{a0}%", "100.0\u{a0}%"]);
/// ```
#[must_use]
pub fn percent(share: f64, digits: usize) -> String {
    let much = 100.0 * share.abs();
    let shows = |digits: &usize| much >= 0.5 * libm::pow(10.0, -(*digits as f64));
    // Less than that is rounding.
    let digits = (digits..10).find(shows).unwrap_or(digits);
    format!(
        "{}\u{a0}%",
        fixed(100.0 * share, short_of_all(share, digits))
    )
}

/// A share of one in per cent, with more digits the smaller it is.
///
/// ```
/// use report::words::rough_percent;
/// let said = [0.9962, 0.98, 0.034, 0.0012, 0.000_01].map(rough_percent);
/// assert_eq!(said, ["99.6\u{a0}%", "98\u{a0}%", "3.4\u{a0}%", "0.12\u{a0}%", "0.001\u{a0}%"]);
/// ```
#[must_use]
pub fn rough_percent(share: f64) -> String {
    let digits = match share.abs() {
        share if share == 0.0 || share >= 0.1 => 0,
        share if share >= 0.01 => 1,
        _ => 2,
    };
    percent(share, digits)
}

/// A time of so many ms, in the unit that suits it.
///
/// ```
/// assert_eq!(report::words::milliseconds(3421.7), "3.42\u{a0}s");
/// ```
#[must_use]
pub fn milliseconds(value: f64) -> String {
    with_unit(value, Unit::Milliseconds, None)
}

/// A length of time of a schedule, in the unit that suits it.
///
/// ```
/// use report::words::length;
/// use schedule::Unit;
/// assert_eq!(length(Unit::Seconds, 1.5), "1.50\u{a0}s");
/// let said = [1.0, 4.6547, 3e-10].map(|value| length(Unit::Units, value));
/// assert_eq!(said, ["1\u{a0}unit", "4.65\u{a0}units", "3·10^−10\u{a0}units"]);
/// ```
#[must_use]
pub fn length(unit: schedule::Unit, value: f64) -> String {
    match unit {
        schedule::Unit::Units => units(&short(value)),
        named => milliseconds(value * named.milliseconds()),
    }
}

/// So many units of time without a name, as short as the number can be.
#[must_use]
pub fn units(number: &str) -> String {
    // The zeros of a power of ten count.
    let (digits, power) = number.split_at(number.find('·').unwrap_or(number.len()));
    let digits = match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => digits,
    };
    match format!("{digits}{power}").as_str() {
        "1" => word!("1\u{a0}unit").to_owned(),
        number => say!("{number}\u{a0}units"),
    }
}

/// A time of so many s, in the unit that suits it; no time is "0 s".
///
/// ```
/// use report::words::seconds;
/// assert_eq!([0.0, 12.34].map(seconds), ["0\u{a0}s", "12.3\u{a0}s"]);
/// ```
#[must_use]
pub fn seconds(value: f64) -> String {
    if value == 0.0 {
        "0\u{a0}s".into()
    } else {
        milliseconds(ms(value))
    }
}

/// The word for one thing or for many.
///
/// ```
/// assert_eq!(report::words::plural(1.0, "copy", "copies"), "copy");
/// ```
#[must_use]
pub fn plural<'w>(number: f64, one: &'w str, many: &'w str) -> &'w str {
    if number == 1.0 { one } else { many }
}

/// How many there are of something, with the verb that agrees where it follows: the one way to set a number before a noun.
///
/// ```
/// use report::words::count;
/// assert_eq!(count(12, "worker", "workers"), "12\u{a0}workers");
/// assert_eq!(count(1, "process is", "processes are"), "1\u{a0}process is");
/// ```
#[must_use]
pub fn count(number: usize, one: &str, many: &str) -> String {
    let number = number as f64;
    format!("{}\u{a0}{}", fixed(number, 0), plural(number, one, many))
}

/// A whole number at the beginning of a sentence: in letters up to ten.
///
/// ```
/// use report::words::number;
/// assert_eq!([2, 12].map(number), ["Two", "12"]);
/// ```
#[must_use]
pub fn number(number: u32) -> String {
    let words = [
        word!("No"),
        word!("One"),
        word!("Two"),
        word!("Three"),
        word!("Four"),
        word!("Five"),
        word!("Six"),
        word!("Seven"),
        word!("Eight"),
        word!("Nine"),
        word!("Ten"),
    ];
    words
        .get(number as usize)
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Some things as a sentence lists them.
///
/// ```
/// use report::words::list;
/// assert_eq!(list(&["2", "4", "8"].map(str::to_owned)), "2, 4 and 8");
/// ```
#[must_use]
pub fn list(things: &[String]) -> String {
    match things.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, first)) => say!("{} and {last}", first.join(", ")),
    }
}

/// Alternatives as a sentence lists them.
///
/// ```
/// use report::words::either;
/// assert_eq!(either(&["2", "4", "8"].map(str::to_owned)), "2, 4 or 8");
/// ```
#[must_use]
pub fn either(things: &[String]) -> String {
    match things.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, first)) => say!("{} or {last}", first.join(", ")),
    }
}

/// Sentences one after the other, without empty ones.
///
/// ```
/// assert_eq!(report::words::sentences(["It works.", "", "Look."]), "It works. Look.");
/// ```
#[must_use]
pub fn sentences<S: AsRef<str>>(all: impl IntoIterator<Item = S>) -> String {
    let mut out = String::new();
    for sentence in all {
        let sentence = sentence.as_ref();
        if !out.is_empty() && !sentence.is_empty() {
            out.push(' ');
        }
        out.push_str(sentence);
    }
    out
}

/// A number with three digits, however large or small it is.
///
/// ```
/// use report::words::amount;
/// assert_eq!([12.34, 1.5e9, 0.0].map(amount), ["12.3", "1.50·10^9", "0"]);
/// ```
#[must_use]
pub fn amount(value: f64) -> String {
    match value.is_finite() && value.abs() >= 1e7 {
        true => power(value, 2),
        false => short(value),
    }
}
