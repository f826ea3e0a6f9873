//! Efficiency and weighted average efficiency, WAE (Wrzesinska, Maassen and Bal 2007, section 3).

/// Efficiency without weights: the mean of 1 − overhead; 0 without nodes.
#[must_use]
pub fn efficiency(overheads: &[f64]) -> f64 {
    mean(overheads.iter().map(|overhead| 1.0 - overhead))
}

/// Each speed relative to the highest; all 0 where the highest is 0.
pub fn relative_speeds(speeds: &[f64]) -> impl Iterator<Item = f64> + '_ {
    let highest = speeds.iter().fold(0.0_f64, |most, speed| most.max(*speed));
    speeds
        .iter()
        .map(move |speed| if highest > 0.0 { speed / highest } else { 0.0 })
}

/// WAE of nodes (speed, overhead): the mean of relative speed × (1 − overhead), summed in the order given; 0 without nodes.
///
/// ```
/// let wae = adaptation_model::metrics::weighted::wae(&[(2.0, 0.3), (1.0, 0.5), (0.5, 0.1)]);
/// assert!((wae - 0.391667).abs() < 1e-6);
/// ```
#[must_use]
pub fn wae(nodes: &[(f64, f64)]) -> f64 {
    let speeds: Vec<f64> = nodes.iter().map(|node| node.0).collect();
    mean(
        relative_speeds(&speeds)
            .zip(nodes)
            .map(|(relative, node)| relative * (1.0 - node.1)),
    )
}

/// The mean, summed from left to right; 0 of nothing.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| {
        (sum + value, count.saturating_add(1))
    });
    if count == 0 {
        0.0
    } else {
        sum / f64::from(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn efficiency_and_wae_repeat_the_worked_examples() {
        // E2: nodes (speed, overhead), efficiency, WAE.
        let mut many = vec![(1.0, 0.4); 24];
        many.extend([(0.04, 0.05); 12]);
        let mut two = vec![(1.0, 0.3333); 12];
        two.extend([(0.2, 0.05); 12]);
        let cases = [
            (vec![(2.0, 0.3), (1.0, 0.5), (0.5, 0.1)], 0.7, 0.391667),
            (vec![(1.0, 0.5); 4], 0.5, 0.5),
            (many, 0.716667, 0.412667),
            (two, 0.80835, 0.42835),
            (vec![(1.0, 1.0); 3], 0.0, 0.0),
            (Vec::new(), 0.0, 0.0),
        ];
        for (nodes, expected, weighted) in cases {
            let overheads: Vec<f64> = nodes.iter().map(|node| node.1).collect();
            assert!((efficiency(&overheads) - expected).abs() < 1e-6);
            assert!((wae(&nodes) - weighted).abs() < 1e-6);
        }
    }
}
