//! The switches of a series' level, on logarithms, in spite of peaks, dips and autocorrelated noise.

use std::ops::Range;

/// The least number of jobs of a level: a shorter stretch is a peak (Dobber 2006, section 3.7).
const SHORTEST: usize = 4;
/// Half the window of the running median: more than a peak may last on either side.
const REACH: usize = 5;

/// The stretches of `logs` between level switches, in order, without gaps.
///
/// A switch has to lower the sum of squares by more than `penalty`. Neighbouring stretches are merged, the most alike
/// first, until all differ by more; then each switch moves to the best place nearby. Work grows as the length.
pub(super) fn levels(logs: &[f64], penalty: f64) -> Vec<Range<usize>> {
    let sums = Sums::of(logs);
    let mut stretches = cut(logs.len());
    // From most alike to as different as the penalty allows: near enough to always merging the most alike pair, and
    // linear.
    for halvings in (0..=12).rev() {
        let bound = penalty / f64::from(1 << halvings);
        stretches = merged(stretches, &sums, bound);
    }
    loop {
        let before = stretches.len();
        stretches = without_straddlers(stretches, &sums, penalty);
        place(&mut stretches, &sums);
        stretches = merged(stretches, &sums, penalty);
        if stretches.len() == before {
            return stretches;
        }
    }
}

/// The series, cut off where it differs from its running medians by more than `most`.
pub(super) fn without_peaks(logs: &[f64], medians: &[f64], most: f64) -> Vec<f64> {
    medians
        .iter()
        .zip(logs)
        .map(|(median, value)| value.clamp(median - most, median + most))
        .collect()
}

/// The median of each value and up to [`REACH`] neighbours on either side.
pub(super) fn running_medians(logs: &[f64]) -> Vec<f64> {
    // The values in the window, in order.
    let mut window: Vec<f64> = Vec::with_capacity(2 * REACH + 2);
    let place = |window: &[f64], value: f64| window.partition_point(|other| *other < value);
    for value in logs.iter().take(REACH) {
        window.insert(place(&window, *value), *value);
    }
    (0..logs.len())
        .map(|t| {
            if let Some(value) = logs.get(t + REACH) {
                window.insert(place(&window, *value), *value);
            }
            if let Some(value) = t.checked_sub(REACH + 1).and_then(|old| logs.get(old)) {
                window.remove(place(&window, *value));
            }
            window.get(window.len() / 2).copied().unwrap_or(f64::NAN)
        })
        .collect()
}

/// Stretches of the shortest length; the last has the rest.
fn cut(length: usize) -> Vec<Range<usize>> {
    let whole = (length / SHORTEST).max(1);
    (0..whole)
        .map(|number| {
            let end = if number + 1 == whole {
                length
            } else {
                (number + 1) * SHORTEST
            };
            number * SHORTEST..end
        })
        .collect()
}

/// Running sums of the deviations from the mean.
struct Sums(Vec<f64>);

impl Sums {
    fn of(values: &[f64]) -> Self {
        let mean = statistics::mean(values);
        let sums = values.iter().scan(0.0, |sum, value| {
            *sum += value - mean;
            Some(*sum)
        });
        Self(std::iter::once(0.0).chain(sums).collect())
    }

    fn between(&self, stretch: &Range<usize>) -> f64 {
        let at = |place: usize| self.0.get(place).copied().unwrap_or(f64::NAN);
        at(stretch.end) - at(stretch.start)
    }

    /// The rise of the sum of squares when two neighbours share one level.
    fn rise(&self, a: &Range<usize>, b: &Range<usize>) -> f64 {
        let (n, m) = (a.len() as f64, b.len() as f64);
        let difference = self.between(a) / n - self.between(b) / m;
        n * m / (n + m) * difference * difference
    }
}

/// One pass from left to right that merges neighbours where this costs less than `bound`.
fn merged(stretches: Vec<Range<usize>>, sums: &Sums, bound: f64) -> Vec<Range<usize>> {
    let mut kept: Vec<Range<usize>> = Vec::with_capacity(stretches.len());
    for next in stretches {
        match kept.last_mut() {
            // Equal stretches are merged with any bound.
            Some(last) if sums.rise(last, &next) <= bound => last.end = next.end,
            _ => kept.push(next),
        }
    }
    kept
}

/// Gives up short stretches that are part of one neighbour and part of the other, as the first cut leaves them where a
/// switch falls into one.
fn without_straddlers(
    stretches: Vec<Range<usize>>,
    sums: &Sums,
    penalty: f64,
) -> Vec<Range<usize>> {
    let mut kept: Vec<Range<usize>> = Vec::with_capacity(stretches.len());
    for next in stretches {
        if let [.., a, short] = kept.as_mut_slice()
            && short.len() <= 2 * SHORTEST
        {
            let three = sums.rise(a, short) + sums.rise(&(a.start..short.end), &next);
            let (two, switch) = best_switch(a.start, next.end, short.clone(), sums);
            if three - two <= penalty {
                a.end = switch;
                kept.pop();
                kept.push(switch..next.end);
                continue;
            }
        }
        kept.push(next);
    }
    kept
}

/// The place within `places` or at its end that separates `start..end` best, and the fall of the sum of squares
/// there; the first of equal places.
fn best_switch(start: usize, end: usize, places: Range<usize>, sums: &Sums) -> (f64, usize) {
    (places.start..=places.end)
        .map(|switch| (sums.rise(&(start..switch), &(switch..end)), switch))
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .unwrap_or((0.0, places.start))
}

/// Moves each switch to the place that separates its two stretches best, at most as far as the first cut may have missed
/// it, and not so far that a stretch becomes too short.
fn place(stretches: &mut [Range<usize>], sums: &Sums) {
    for number in 1..stretches.len() {
        let Some([a, b]) = stretches.get_mut(number - 1..=number) else {
            return;
        };
        let least = (a.start + SHORTEST).max(a.end.saturating_sub(2 * SHORTEST));
        let most = b.end.saturating_sub(SHORTEST).min(a.end + 2 * SHORTEST);
        if least <= most {
            let (_, switch) = best_switch(a.start, b.end, least..most, sums);
            a.end = switch;
            b.start = switch;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::random::Random;

    /// Levels of the given lengths and heights under normal noise.
    fn steps(steps: &[(usize, f64)], sd: f64) -> Vec<f64> {
        let mut random = Random::new(1);
        steps
            .iter()
            .flat_map(|(length, height)| std::iter::repeat_n(*height, *length))
            .map(|height| height + sd * random.normal())
            .collect()
    }

    #[test]
    fn switches_are_found_where_they_are() {
        let logs = steps(
            &[(50, 0.0), (37, 1.0), (4, -1.0), (61, 0.4), (110, 0.9)],
            0.05,
        );
        let found = levels(&logs, 20.0 * 0.05 * 0.05);
        assert_eq!(found, [0..50, 50..87, 87..91, 91..152, 152..262]);
    }

    #[test]
    fn noise_alone_has_one_level() {
        for (logs, penalty) in [
            (steps(&[(5_000, 3.0)], 0.2), 20.0 * 0.04),
            (vec![0.1; 50], 0.0),
            (Vec::new(), 1.0),
        ] {
            assert_eq!(
                levels(&logs, penalty),
                std::slice::from_ref(&(0..logs.len()))
            );
        }
    }

    #[test]
    fn peaks_are_cut_off_and_levels_stay() {
        let mut logs = steps(&[(40, 0.0), (40, 1.0)], 0.0);
        logs[10] = 3.0;
        logs[60] = -2.0;
        logs[61] = -2.0;
        assert_eq!(
            without_peaks(&logs, &running_medians(&logs), 0.0),
            steps(&[(40, 0.0), (40, 1.0)], 0.0)
        );
    }

    /// The definition.
    fn median_around(logs: &[f64], t: usize) -> f64 {
        let mut window = logs[t.saturating_sub(REACH)..(t + REACH + 1).min(logs.len())].to_vec();
        window.sort_unstable_by(f64::total_cmp);
        window[window.len() / 2]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_running_median_is_the_median_of_its_window(
            logs in prop::collection::vec(prop_oneof![-2.0..2.0, Just(0.5)], 0..60),
        ) {
            let defined: Vec<f64> = (0..logs.len()).map(|t| median_around(&logs, t)).collect();
            prop_assert_eq!(running_medians(&logs), defined);
        }

        #[test]
        fn levels_follow_one_another_without_gaps_and_none_is_too_short(
            logs in prop::collection::vec(-2.0..2.0, 0..300),
            penalty in 0.0..3.0,
        ) {
            let found = levels(&logs, penalty);
            prop_assert_eq!(found[0].start, 0);
            prop_assert_eq!(found[found.len() - 1].end, logs.len());
            for pair in found.windows(2) {
                prop_assert_eq!(pair[0].end, pair[1].start);
                prop_assert!(pair[0].len() >= SHORTEST && pair[1].len() >= SHORTEST);
            }
        }
    }
}
