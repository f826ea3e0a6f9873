//! Intervals of few runs, of each kind that a report prints, against thousands of studies whose truth is known.

use report::Interval;
use report::evidence::{Evidence, Verdict, difference};
use statistics::mean_and_half_width;
use trace::random::Random;

/// The verdict on a baseline and a subject.
type Judge = fn(&[f64], &[f64]) -> Option<Verdict>;

/// The number of studies of each size.
const STUDIES: u64 = 2_000;

/// The variation of a run's time: the part that both ways share, the baseline's own part, and the subject's own part, as
/// standard deviations of logarithms. The runs of five in six presets that draw vary by less.
const SPREAD: [f64; 3] = [0.15, 0.15, 0.1];

/// The times of a study of so many runs: those of the baseline, twice as long, and those of the subject.
fn study(runs: usize, study: u64) -> (Vec<f64>, Vec<f64>) {
    let mut random = Random::stream(runs as u64, &[study]);
    let [shared, baseline, subject] = SPREAD;
    let pairs = (0..runs).map(|_| {
        let both = random.lognormal_sd(shared);
        (
            2.0 * both * random.lognormal_sd(baseline),
            both * random.lognormal_sd(subject),
        )
    });
    pairs.unzip()
}

/// Checks the share of the studies of 2 to 30 runs each in which an interval holds the truth.
fn covers(kind: &str, truth: f64, interval: fn(&[f64], &[f64]) -> Option<Interval>) {
    for runs in 2..=30 {
        let holds = |number: &u64| {
            let (baseline, subject) = study(runs, *number);
            let found = interval(&baseline, &subject);
            found.is_some_and(|one| one.low <= truth && truth <= one.high)
        };
        let hits = (0..STUDIES).filter(holds).count();
        assert!(
            (1_860..=1_940).contains(&hits),
            "{kind} of {runs} runs: {hits} of {STUDIES}"
        );
    }
}

#[test]
fn of_2000_studies_of_2_to_30_runs_93_to_97_in_100_intervals_hold_the_truth() {
    let [_, _, subject] = SPREAD;
    // The mean of 1 over a lognormal number of mean 1.
    let inverse = libm::exp(subject * subject);
    covers("mean of ratios", 2.0 * inverse, |a, b| {
        Evidence::of(a, b)?.interval
    });
    covers("ratio of means", 2.0, |a, b| {
        Evidence::of_means(a, b)?.interval
    });
    let [_, baseline, subject] = SPREAD.map(|sd| sd * sd / 2.0);
    covers(
        "geometric mean",
        2.0 * libm::exp(subject - baseline),
        |a, b| Evidence::geometric(a, b)?.interval,
    );
    covers("difference", 1.0, |a, b| {
        let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        let (mean, half) = mean_and_half_width(&differences);
        Interval::around(mean, half)
    });
}

#[test]
fn of_equal_ways_at_most_7_in_100_studies_claim_an_order_however_much_runs_vary() {
    // As much as the most varied measured set.
    const WILD: f64 = 0.8;
    let verdicts: [Judge; 4] = [
        |a, b| Some(Evidence::of(a, b)?.verdict()),
        |a, b| Some(Evidence::of_means(a, b)?.verdict()),
        |a, b| Some(Evidence::geometric(a, b)?.verdict()),
        |a, b| Some(difference(a, b)),
    ];
    for runs in 1..=30 {
        for verdict in verdicts {
            let claims = |number: &u64| {
                let mut random = Random::stream(runs as u64, &[*number, 1]);
                let mut times =
                    || -> Vec<f64> { (0..runs).map(|_| random.lognormal_sd(WILD)).collect() };
                let (one, other) = (times(), times());
                verdict(&one, &other) != Some(Verdict::Unclear)
            };
            let claimed = (0..STUDIES).filter(claims).count();
            let most = if runs == 1 { 0 } else { 140 };
            assert!(claimed <= most, "{runs} runs: {claimed} of {STUDIES}");
        }
    }
}
