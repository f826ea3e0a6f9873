//! Utilisation of the processors.

/// t: the long-run throughput of a worker, u/s; 0 where τ ≤ 2f.
///
/// Source: Millot and Parrot 2016, proposition 3.
#[must_use]
pub fn throughput(speed: f64, latency: f64, target: f64) -> f64 {
    (1.0 - 2.0 * latency / target).max(0.0) * speed
}

/// T: the long-run throughput of all workers (speed, latency), u/s.
///
/// Source: Millot and Parrot 2016, equation 21.
#[must_use]
pub fn platform_throughput(workers: &[(f64, f64)], target: f64) -> f64 {
    workers
        .iter()
        .map(|(speed, latency)| throughput(*speed, *latency, target))
        .sum()
}

/// The mean share of time that processors compute in the long run: all but the latencies. Each worker gives at least 0; 0 for no worker.
///
/// Source: own derivation from Millot and Parrot 2016, equation 16.
#[must_use]
pub fn efficiency_limit(latencies: &[f64], target: f64) -> f64 {
    if latencies.is_empty() {
        return 0.0;
    }
    let sum: f64 = latencies
        .iter()
        .map(|latency| (1.0 - 2.0 * latency / target).max(0.0))
        .sum();
    sum / latencies.len() as f64
}

/// The mean share of time that processors compute until `horizon` s, where `workers` equal workers get their first chunks `spacing`
/// s apart; 0 where latencies and the start take all of it.
///
/// Source: own model of Millot and Parrot 2016, figure 26.
#[must_use]
pub fn efficiency(latency: f64, target: f64, horizon: f64, workers: u32, spacing: f64) -> f64 {
    let start_up = f64::from(workers.saturating_sub(1)) * spacing / (2.0 * horizon);
    (1.0 - 2.0 * latency / target - start_up).max(0.0)
}

/// The same for a full cluster, whose spacings fill the round.
///
/// Source: own model of Millot and Parrot 2016, figure 26.
#[must_use]
pub fn full_cluster_efficiency(latency: f64, target: f64, horizon: f64) -> f64 {
    (1.0 - 2.0 * latency / target - target / (2.0 * horizon)).max(0.0)
}

/// The target with which a full cluster is used best until `horizon` s: √(4fT), s. 0 without latency: the shorter, the better.
///
/// Source: own derivation.
#[must_use]
pub fn optimal_target(latency: f64, horizon: f64) -> f64 {
    (4.0 * latency * horizon).sqrt()
}
