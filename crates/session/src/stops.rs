//! The stops of a slider: numbers that a person would choose, close together where they are small.

use parameters::typed;
use parameters::{Kind, Parameter};
use schedule::sort;

/// The number up to which all whole numbers are stops.
const FEW: u64 = 20;

/// The number up to which the stops are powers of two and the numbers half-way between.
const POWERS_OF_TWO: u64 = 128;

/// The numbers of a decade.
const DECADE: [&str; 9] = ["1", "1.5", "2", "2.5", "3", "4", "5", "6", "8"];

/// The stops of a parameter's slider, ascending; its ends are among them, and the numbers of `also` within them.
pub fn stops(parameter: &Parameter, also: &[f64]) -> Vec<f64> {
    let (minimum, maximum, mut stops) = match parameter.kind {
        Kind::Integer { minimum, maximum } => {
            (minimum as f64, maximum as f64, whole(minimum, maximum))
        }
        Kind::Number {
            minimum, maximum, ..
        } => (minimum, maximum, real(minimum, maximum)),
        _ => return Vec::new(),
    };
    stops.extend([minimum, maximum]);
    stops.extend(also);
    stops.retain(|stop| (minimum..=maximum).contains(stop));
    sort::by(&mut stops, f64::total_cmp);
    stops.dedup();
    stops
}

/// The place of the stop that is nearest to a value; the first if there is no value.
pub fn nearest(stops: &[f64], value: Option<f64>) -> usize {
    let Some(value) = value else { return 0 };
    let distance = |stop: &f64| (stop - value).abs();
    let nearest = stops
        .iter()
        .enumerate()
        .min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
    nearest.map_or(0, |(place, _)| place)
}

fn whole(minimum: u64, maximum: u64) -> Vec<f64> {
    if maximum.saturating_sub(minimum) <= FEW {
        return (minimum..=maximum).map(|stop| stop as f64).collect();
    }
    if maximum <= POWERS_OF_TWO {
        let powers = (0..u64::BITS)
            .map(|power| 1 << power)
            .take_while(|power| *power <= maximum);
        return powers
            .flat_map(|power: u64| [power as f64, (power + power / 2) as f64])
            .collect();
    }
    decades(0, maximum as f64)
        .into_iter()
        .filter(|stop| stop.fract() == 0.0)
        .collect()
}

fn real(minimum: f64, maximum: f64) -> Vec<f64> {
    let share = (0.5..1.0).contains(&maximum);
    if share || minimum == 0.0 && maximum <= 2.0 {
        // Twentieths, divided last so that they equal typed numbers.
        return (0..=40)
            .map(|twentieth| f64::from(twentieth) / 20.0)
            .collect();
    }
    let mut lowest = -6;
    let least = if minimum > 0.0 {
        minimum
    } else {
        maximum / 10_000.0
    };
    while power(lowest + 1) <= least {
        lowest += 1;
    }
    let mut stops = decades(lowest, maximum);
    if minimum <= 0.0 {
        stops.push(0.0);
    }
    stops
}

/// The numbers of the decades from ten to the power of `lowest` up to `maximum`.
fn decades(lowest: i32, maximum: f64) -> Vec<f64> {
    let mut stops = Vec::new();
    for exponent in lowest..=18 {
        for mantissa in DECADE {
            stops.extend(parsed(mantissa, exponent).filter(|stop| *stop <= maximum));
        }
    }
    stops
}

fn power(exponent: i32) -> f64 {
    parsed("1", exponent).unwrap_or(f64::INFINITY)
}

/// The number is read from its text, so that 0.15 is the same number as a typed one.
fn parsed(mantissa: &str, exponent: i32) -> Option<f64> {
    typed(&format!("{mantissa}e{exponent}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stops(kind: Kind, also: Option<f64>) -> Vec<f64> {
        super::stops(&Parameter::new("", kind, ""), also.as_slice())
    }

    #[test]
    fn powers_of_two_can_be_reached_with_the_ends() {
        let stops = stops(
            Kind::Integer {
                minimum: 1,
                maximum: 64,
            },
            Some(4.0),
        );
        assert_eq!(
            stops,
            [
                1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0
            ]
        );
    }

    #[test]
    fn large_ranges_go_by_decades_and_hold_the_default() {
        let whole = stops(
            Kind::Integer {
                minimum: 1,
                maximum: 10_000,
            },
            Some(1_234.0),
        );
        assert!(whole.starts_with(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 20.0, 25.0]));
        assert!(whole.contains(&1_234.0) && whole.last() == Some(&10_000.0));
        let real = stops(
            Kind::Number {
                minimum: 0.05,
                maximum: 5.0,
                optional: false,
            },
            None,
        );
        assert_eq!(real[..4], [0.05, 0.06, 0.08, 0.1]);
    }

    #[test]
    fn ranges_from_zero_hold_zero() {
        let times = stops(
            Kind::Number {
                minimum: 0.0,
                maximum: 5_000.0,
                optional: false,
            },
            Some(750.0),
        );
        assert_eq!(times[..3], [0.0, 0.1, 0.15]);
        let shares = stops(
            Kind::Number {
                minimum: 0.0,
                maximum: 1.0,
                optional: false,
            },
            Some(0.5),
        );
        assert_eq!((shares.len(), shares[3]), (21, 0.15));
        let inner = stops(
            Kind::Number {
                minimum: 0.01,
                maximum: 0.99,
                optional: true,
            },
            None,
        );
        assert_eq!((inner.len(), inner[1], inner[20]), (21, 0.05, 0.99));
    }

    #[test]
    fn the_slider_stands_at_the_nearest_stop() {
        assert_eq!(nearest(&[1.0, 2.0, 4.0], Some(3.4)), 2);
        assert_eq!(nearest(&[1.0, 2.0, 4.0], None), 0);
        assert_eq!(nearest(&[], Some(1.0)), 0);
    }
}
