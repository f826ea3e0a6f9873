//! Standard deviations, of a running series and of a few values.

/// Mean and sum of squared deviations of all values so far (Welford's recurrence).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Deviation {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Deviation {
    pub(crate) fn add(&mut self, value: f64) {
        self.count += 1.0;
        let before = value - self.mean;
        self.mean += before / self.count;
        self.squares += before * (value - self.mean);
    }

    /// The sample standard deviation (n − 1) of at least two values.
    pub(crate) fn sample(self) -> Option<f64> {
        (self.count >= 2.0).then(|| (self.squares / (self.count - 1.0)).sqrt())
    }
}

/// The sample standard deviation (n − 1) of at least two values.
pub(crate) fn sample(values: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let (mut count, mut sum) = (0.0, 0.0);
    for value in values.clone() {
        count += 1.0;
        sum += value;
    }
    if count < 2.0 {
        return None;
    }
    let mut rest = values.clone();
    let first = rest.next();
    if rest.all(|value| Some(value) == first) {
        // Exactly 0 also where the mean is rounded.
        return Some(0.0);
    }
    let mean = sum / count;
    let mut squares = 0.0;
    for value in values {
        squares += (value - mean) * (value - mean);
    }
    Some((squares / (count - 1.0)).sqrt())
}
