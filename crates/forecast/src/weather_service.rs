//! The tournament of the Network Weather Service (Dobber 2006, section 7.2.1.2).

use crate::mean::{RunningMean, SlidingMean, TrimmedMean};
use crate::median::{AdaptiveMedian, SlidingMedian};
use crate::predictor::Predict;
use crate::smoothing::{ExponentialSmoothing, Trend};
use crate::tie::least;

/// The number of forecasters.
pub const FORECASTERS: usize = 23;

/// The names of the forecasters, in their order.
pub const NAMES: [&str; FORECASTERS] = [
    "last value",
    "running mean",
    "smoothing 5 %",
    "smoothing 10 %",
    "smoothing 15 %",
    "smoothing 20 %",
    "smoothing 30 %",
    "smoothing 40 %",
    "smoothing 50 %",
    "smoothing 75 %",
    "smoothing 90 %",
    "median of 31",
    "median of 5",
    "mean of 31",
    "mean of 5",
    "trimmed mean of 31",
    "trimmed mean of 51",
    "adaptive median of 5 to 21",
    "adaptive median of 21 to 51",
    "trend 10 %, gain 30 %",
    "trend 10 %, gain 20 %",
    "trend 10 %, gain 15 %",
    "trend 10 %, gain 10 %",
];

/// The numbers of last errors over which forecasters are compared; the last window is all of them (own choice: the
/// thesis says that there are several).
const WINDOWS: [usize; 4] = [10, 20, 50, 100];

/// The longest of the windows.
const LONGEST: usize = 100;

/// For each window of {10, 20, 50, 100, all}, the forecaster with the least sum of squared errors in it would be
/// chosen; of these five choices, the one of the window whose choices had the least sum of squared errors so far is the
/// forecast. Ties, to rounding, go to the first.
#[derive(Clone, Debug, PartialEq)]
pub struct WeatherService {
    bank: Bank,
    forecasts: [f64; FORECASTERS],
    /// The squared errors of the last values, a row each; a ring.
    errors: Vec<[f64; FORECASTERS]>,
    next: usize,
    /// The sums of all squared errors.
    all: [f64; FORECASTERS],
    /// The best forecaster in each window.
    winners: [usize; WINDOWS.len() + 1],
    /// The sums of the winners' squared errors.
    tournament: [f64; WINDOWS.len() + 1],
    /// The forecaster whose forecast is taken.
    chosen: usize,
    seen: bool,
}

impl Default for WeatherService {
    fn default() -> Self {
        Self {
            bank: Bank::default(),
            forecasts: [0.0; FORECASTERS],
            errors: Vec::with_capacity(LONGEST),
            next: 0,
            all: [0.0; FORECASTERS],
            winners: [0; WINDOWS.len() + 1],
            tournament: [0.0; WINDOWS.len() + 1],
            chosen: 0,
            seen: false,
        }
    }
}

impl WeatherService {
    /// The forecasts of all forecasters for the next value, in the order of [`NAMES`]; nothing before the first value.
    #[must_use]
    pub fn bank(&self) -> Option<&[f64; FORECASTERS]> {
        self.seen.then_some(&self.forecasts)
    }

    /// The forecaster whose forecast is taken for the next value: an index into [`NAMES`].
    #[must_use]
    pub fn chosen(&self) -> usize {
        self.chosen
    }

    fn score(&mut self, value: f64) {
        let mut squares = self.forecasts;
        for square in &mut squares {
            *square = (value - *square) * (value - *square);
        }
        for (sum, winner) in self.tournament.iter_mut().zip(self.winners) {
            *sum += squares.get(winner).copied().unwrap_or_default();
        }
        add(&mut self.all, &squares);
        if self.errors.len() < LONGEST {
            self.errors.push(squares);
        } else if let Some(row) = self.errors.get_mut(self.next) {
            *row = squares;
        }
        self.next = (self.next + 1) % LONGEST;
    }

    /// Computes the sums anew, newest error first: sums from which old errors were taken out would break ties by chance.
    fn choose(&mut self) {
        let (mut newer, mut older) = self.errors.split_at(self.next.min(self.errors.len()));
        let mut sums = [0.0; FORECASTERS];
        let mut from = 0;
        for (winner, window) in self.winners.iter_mut().zip(WINDOWS) {
            let mut wanted = window - from;
            for rows in [&mut newer, &mut older] {
                let (rest, last) = rows.split_at(rows.len() - wanted.min(rows.len()));
                wanted -= last.len();
                for row in last.iter().rev() {
                    add(&mut sums, row);
                }
                *rows = rest;
            }
            from = window;
            *winner = least(&sums);
        }
        if let Some(winner) = self.winners.last_mut() {
            *winner = least(&self.all);
        }
        let best = least(&self.tournament);
        self.chosen = self.winners.get(best).copied().unwrap_or_default();
    }
}

impl Predict for WeatherService {
    fn forecast(&self) -> Option<f64> {
        self.bank()?.get(self.chosen).copied()
    }

    fn observe(&mut self, value: f64) {
        if self.seen {
            self.score(value);
            self.choose();
        }
        self.seen = true;
        self.bank.observe(value, &mut self.forecasts);
    }
}

fn add(sums: &mut [f64; FORECASTERS], row: &[f64; FORECASTERS]) {
    for (sum, error) in sums.iter_mut().zip(row) {
        *sum += error;
    }
}

/// The forecasters.
#[derive(Clone, Debug, PartialEq)]
struct Bank {
    mean: RunningMean,
    smoothings: [ExponentialSmoothing; 9],
    medians: [SlidingMedian; 2],
    means: [SlidingMean; 2],
    trimmed: [TrimmedMean; 2],
    adaptive: [AdaptiveMedian; 2],
    trends: [Trend; 4],
}

impl Default for Bank {
    fn default() -> Self {
        Self {
            mean: RunningMean::default(),
            smoothings: [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 0.9]
                .map(ExponentialSmoothing::new),
            medians: [31, 5].map(SlidingMedian::new),
            means: [31, 5].map(SlidingMean::new),
            trimmed: [31, 51].map(TrimmedMean::new),
            adaptive: [
                AdaptiveMedian::new(10, 5, 21, 1),
                AdaptiveMedian::new(30, 21, 51, 5),
            ],
            trends: [0.3, 0.2, 0.15, 0.1].map(Trend::new),
        }
    }
}

impl Bank {
    /// Takes in a value and writes the next forecasts of all.
    fn observe(&mut self, value: f64, forecasts: &mut [f64; FORECASTERS]) {
        fn next<P: Predict>(forecaster: &mut P, value: f64) -> f64 {
            forecaster.observe(value);
            forecaster.forecast().unwrap_or(value)
        }
        let first = [value, next(&mut self.mean, value)].into_iter();
        let all = first
            .chain(self.smoothings.iter_mut().map(|it| next(it, value)))
            .chain(self.medians.iter_mut().map(|it| next(it, value)))
            .chain(self.means.iter_mut().map(|it| next(it, value)))
            .chain(self.trimmed.iter_mut().map(|it| next(it, value)))
            .chain(self.adaptive.iter_mut().map(|it| next(it, value)))
            .chain(self.trends.iter_mut().map(|it| next(it, value)));
        for (forecast, next) in forecasts.iter_mut().zip(all) {
            *forecast = next;
        }
    }
}
