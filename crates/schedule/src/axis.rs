//! Times in words, and the ticks of an axis. Exports share them with everything that draws a schedule.

use crate::number::fixed;

/// A unit to show time in. A time of `t` milliseconds is `t * times / over` of it; one of the two
/// is 1, so that a round number stays round.
#[derive(Clone, Copy)]
struct Scale {
    symbol: &'static str,
    times: f64,
    over: f64,
}

const MICROSECONDS: Scale = Scale {
    symbol: "µs",
    times: 1000.0,
    over: 1.0,
};
const MILLISECONDS: Scale = Scale {
    symbol: "ms",
    times: 1.0,
    over: 1.0,
};
const SECONDS: Scale = Scale {
    symbol: "s",
    times: 1.0,
    over: 1000.0,
};
const HOURS: Scale = Scale {
    symbol: "h",
    times: 1.0,
    over: 3_600_000.0,
};

/// Units of time without a name.
const UNITS: Scale = Scale {
    symbol: "",
    times: 1.0,
    over: 1.0,
};

/// The milliseconds from which on a length of time is told in seconds, and in hours. Seconds have up to four digits before
/// the point: parameters have this unit, and two times of one run are seldom so far apart that they need two.
const A_SECOND: f64 = 1000.0;
const LONG: f64 = 10_000_000.0;

impl Scale {
    /// The scale for a length of time, in milliseconds.
    fn of(length: f64) -> Scale {
        match length {
            length if length < 1.0 => MICROSECONDS,
            length if length < A_SECOND => MILLISECONDS,
            length if length < LONG => SECONDS,
            _ => HOURS,
        }
    }

    /// The scale for an axis, in milliseconds: hours by its length, but seconds as soon
    /// as it reaches one, so that a close look reads "402.5 s" and not "402 500 ms".
    fn of_axis(from: f64, to: f64) -> Scale {
        let (length, reach) = (to - from, from.abs().max(to.abs()));
        Scale::of(if length < A_SECOND {
            reach.min(A_SECOND)
        } else {
            length
        })
    }
}

/// A time of `ms` milliseconds with four significant digits and the unit that suits it; digits
/// before the point are never cut. A narrow no-break space (U+202F) parts thousands, a no-break
/// space the unit.
///
/// ```
/// use schedule::axis::format_time;
///
/// assert_eq!(format_time(402_000.0), "402.0\u{a0}s");
/// assert_eq!(format_time(0.25), "250.0\u{a0}µs");
/// assert_eq!(format_time(36_000_000.0), "10.00\u{a0}h");
/// assert_eq!(format_time(0.0), "0\u{a0}ms");
/// ```
pub fn format_time(ms: f64) -> String {
    match significant(ms) {
        Some((scale, value, decimals)) => unit(fixed(value, decimals), scale),
        None => unit(fixed(ms, 0), MILLISECONDS),
    }
}

/// The scale for a time, its value in it, and the decimals of four significant digits; nothing for
/// zero and for values that are not finite.
fn significant(ms: f64) -> Option<(Scale, f64, usize)> {
    if ms == 0.0 || !ms.is_finite() {
        return None;
    }
    // Rounded first: 999.96 ms is "1.000 s".
    let scale = Scale::of(rounded(ms).unwrap_or(ms));
    let value = ms * scale.times / scale.over;
    Some((scale, value, four_digits(value)))
}

/// The number of decimals that four significant digits have.
fn four_digits(value: f64) -> usize {
    let exponent = format!("{value:.3e}")
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    usize::try_from(3 - exponent.unwrap_or(0)).unwrap_or(0)
}

/// A length in units of time without a name, with four significant digits at most: "1 unit", "4.655 units".
pub(crate) fn units(length: f64) -> String {
    let number = shortened(length, four_digits(length));
    let unit = if number == "1" { "unit" } else { "units" };
    format!("{number}\u{a0}{unit}")
}

/// A moment in units of time without a name, precise to `step`.
pub(crate) fn bare(time: f64, step: f64) -> String {
    shortened(time, precise(four_digits(time), step))
}

/// A number with so many decimals, without zeros at its end.
fn shortened(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals.min(9));
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// The decimals, and more until the last one is worth at most `step`.
fn precise(mut decimals: usize, step: f64) -> usize {
    while step > 0.0 && decimal(1.0, -(decimals as i32)) > step * 1.001 && decimals < 9 {
        decimals += 1;
    }
    decimals
}

/// The size of a time to four significant digits, where any scale could begin or end.
fn rounded(ms: f64) -> Option<f64> {
    let text = format!("{:.3e}", ms.abs());
    let (digits, exponent) = text.split_once('e')?;
    let digits: f64 = digits.replace('.', "").parse::<u32>().ok()?.into();
    let exponent = exponent.parse::<i32>().ok()? - 3;
    // Powers of ten are exact up to here, so that the one operation rounds as reading the text would.
    let power = (0..exponent.unsigned_abs().min(22)).fold(1.0, |power, _| power * 10.0);
    Some(if exponent < 0 {
        digits / power
    } else {
        digits * power
    })
}

/// A moment of `ms` milliseconds as [`format_time`] writes it, with as many more decimals as it takes
/// for the last digit to be worth at most `step` milliseconds: neighbours far into a long run are
/// told apart. The beginning is "0", in any unit.
///
/// ```
/// use schedule::axis::format_moment;
///
/// assert_eq!(format_moment(402_000.0, 120.0), "402.0\u{a0}s");
/// assert_eq!(format_moment(402_000.0, 0.12), "402.0000\u{a0}s");
/// assert_eq!(format_moment(0.0, 5.0), "0");
/// ```
pub fn format_moment(ms: f64, step: f64) -> String {
    let Some((scale, value, decimals)) = significant(ms) else {
        return fixed(ms, 0);
    };
    let shown = step * scale.times / scale.over;
    unit(fixed(value, precise(decimals, shown)), scale)
}

/// The ticks of an axis from `from` to `to` (milliseconds) and their labels: at most `max` multiples
/// of 1, 2 or 5 times a power of ten, all in one unit with the same decimals. None if `max` is below
/// 2 or the axis has no length.
///
/// ```
/// use schedule::axis::ticks;
///
/// let shown: Vec<_> = ticks(0.0, 210.0, 4).into_iter().map(|(_, label)| label).collect();
/// assert_eq!(shown, ["0\u{a0}ms", "100\u{a0}ms", "200\u{a0}ms"]);
/// assert_eq!(ticks(402_000.0, 403_000.0, 4)[1], (402_500.0, "402.5\u{a0}s".to_owned()));
/// ```
pub fn ticks(from: f64, to: f64, max: usize) -> Vec<(f64, String)> {
    ticks_in(Scale::of_axis(from, to), from, to, max)
}

/// The ticks of an axis in units of time without a name.
pub(crate) fn bare_ticks(from: f64, to: f64, max: usize) -> Vec<(f64, String)> {
    ticks_in(UNITS, from, to, max)
}

fn ticks_in(scale: Scale, from: f64, to: f64, max: usize) -> Vec<(f64, String)> {
    let length = to - from;
    if max < 2 || !length.is_finite() || length <= 0.0 {
        return Vec::new();
    }
    let shown = |ms: f64| ms * scale.times / scale.over;
    let (digit, exponent) = step(shown(length) / (max - 1) as f64);
    let (first, last) = (shown(from), shown(to));
    let first = (first / decimal(digit, exponent)).ceil();
    let decimals = usize::try_from(-exponent).unwrap_or(0);
    (0..max)
        .map(|tick| decimal((first + tick as f64) * digit, exponent))
        .take_while(|&tick| tick <= last)
        .map(|tick| {
            (
                tick * scale.over / scale.times,
                unit(fixed(tick, decimals), scale),
            )
        })
        .collect()
}

/// The least 1, 2 or 5 times a power of ten that is at least `least`, as digit and exponent.
fn step(least: f64) -> (f64, i32) {
    let mut exponent = 0;
    while decimal(1.0, exponent) > least && exponent > -300 {
        exponent -= 1;
    }
    while decimal(1.0, exponent + 1) <= least && exponent < 300 {
        exponent += 1;
    }
    let fits = |digit: &f64| decimal(*digit, exponent) >= least;
    [1.0, 2.0, 5.0]
        .into_iter()
        .find(fits)
        .map_or((1.0, exponent + 1), |digit| (digit, exponent))
}

/// `digits` times ten to the `exponent`. A negative power divides, because 3 / 10 is the nearest
/// number to 0.3 and 3 × 0.1 is not.
fn decimal(digits: f64, exponent: i32) -> f64 {
    let power = (0..exponent.abs()).fold(1.0, |power, _| power * 10.0);
    if exponent < 0 {
        digits / power
    } else {
        digits * power
    }
}

fn unit(number: String, scale: Scale) -> String {
    match scale.symbol {
        "" => number,
        symbol => format!("{number}\u{a0}{symbol}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rounding_is_reading_what_was_written(digits in 1.0..10.0_f64, exponent in -18..22_i32, minus in any::<bool>()) {
            let ms = format!("{digits}e{exponent}").parse::<f64>().unwrap_or_default();
            let read = format!("{ms:.3e}").parse::<f64>().ok();
            prop_assert_eq!(rounded(if minus { -ms } else { ms }), read);
        }
    }
}
