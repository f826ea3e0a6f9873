//! The change of chunks from round to round without disturbances.
//!
//! The recurrence is affine in the *inverse* of the chunk, so that it has an exact solution.

/// σ: how long a worker computes on a chunk, both subchunks' latencies included, s.
///
/// Source: Millot and Parrot 2016, equation 5.
#[must_use]
#[inline]
pub fn round_time(chunk: f64, speed: f64, latency: f64) -> f64 {
    chunk / speed + 2.0 * latency
}

/// σ as the master estimates it from the first subchunk's computing time `measured`, s.
///
/// Source: Millot and Parrot 2016, equation 4.
#[must_use]
#[inline]
pub fn estimated_round_time(measured: f64, theta: f64, estimated_latency: f64) -> f64 {
    (measured - estimated_latency) / theta + 2.0 * estimated_latency
}

/// The chunk of the next round, u: the load that takes `target` seconds at the speed just measured.
///
/// Source: Millot and Parrot 2016, equation 1.
#[must_use]
#[inline]
pub fn next_chunk(chunk: f64, round_time: f64, target: f64) -> f64 {
    chunk * target / round_time
}

/// α_i: the chunk of round `round`, u, exactly, for every latency, also where 2f ≥ τ.
///
/// With ρ = 2f/τ it is 1/α_i = ρ^i/α_0 + (1 + ρ + … + ρ^(i-1))/(Fτ). The geometric sum is i where 2f = τ, so that chunks
/// then shrink as 1/i and not geometrically.
///
/// Source: own derivation from Millot and Parrot 2016, equations 5 and 6.
///
/// ```
/// let chunk = divisible_model::formulas::recurrence::chunk_at(48.0, 0.08, 3.0, 60.0, 1);
/// assert!((chunk - 4.752475).abs() < 1e-6);
/// ```
#[must_use]
pub fn chunk_at(first_chunk: f64, speed: f64, latency: f64, target: f64, round: u32) -> f64 {
    if round == 0 {
        return first_chunk;
    }
    let rounds = f64::from(round);
    let excess = (2.0 * latency - target) / target; // ρ - 1
    // Near ρ = 1 the difference 1 - ρ^i would lose all its digits.
    let growth = libm::expm1(rounds * libm::log1p(excess)); // ρ^i - 1
    let sum = if excess == 0.0 {
        rounds
    } else {
        growth / excess
    };
    ((growth + 1.0) / first_chunk + sum / (speed * target)).recip()
}

/// σ_i: the duration of round `round`, s, exactly.
///
/// Source: own derivation; see [`chunk_at`].
#[must_use]
pub fn round_time_at(first_chunk: f64, speed: f64, latency: f64, target: f64, round: u32) -> f64 {
    round_time(
        chunk_at(first_chunk, speed, latency, target, round),
        speed,
        latency,
    )
}

/// α*: the limit of the chunks, u; 0 where τ ≤ 2f.
///
/// Source: Millot and Parrot 2016, proposition 1.
#[must_use]
pub fn limit_chunk(speed: f64, latency: f64, target: f64) -> f64 {
    speed * (target - 2.0 * latency).max(0.0)
}

/// ρ = 2f/τ: the distance of 1/α to its limit shrinks by this factor each round; also the share of a round lost to latencies.
///
/// Source: Millot and Parrot 2016, section 2 (speed of convergence); the name is our own.
#[must_use]
pub fn convergence_ratio(latency: f64, target: f64) -> f64 {
    2.0 * latency / target
}

/// The first round whose chunk is within the share `tolerance` of its limit: |1 - α*/α_i| ≤ `tolerance`; none where τ ≤ 2f.
///
/// Source: own derivation.
#[must_use]
pub fn rounds_needed(
    first_chunk: f64,
    speed: f64,
    latency: f64,
    target: f64,
    tolerance: f64,
) -> Option<f64> {
    let ratio = convergence_ratio(latency, target);
    if ratio >= 1.0 {
        return None;
    }
    let start = (1.0 - limit_chunk(speed, latency, target) / first_chunk).abs();
    Some(rounds_until(start, ratio, tolerance))
}

/// The first round in which a distance `start` that shrinks to `ratio` of itself each round is at most `tolerance`; `ratio` is below 1.
///
/// Source: own derivation.
#[must_use]
pub fn rounds_until(start: f64, ratio: f64, tolerance: f64) -> f64 {
    if start <= tolerance {
        return 0.0;
    }
    if ratio == 0.0 {
        return 1.0;
    }
    let rounds = (libm::log(tolerance / start) / libm::log(ratio)).ceil();
    // Where the distance equals the tolerance on paper, the logarithms may round to the next number.
    let before = start * libm::pow(ratio, rounds - 1.0);
    if before <= tolerance * (1.0 + 1e-12) {
        rounds - 1.0
    } else {
        rounds
    }
}

/// The latencies in the estimate of a round, which no size of a chunk changes, s: 2f where the belief is right. Negative where the
/// latency is believed far longer than it is.
///
/// Source: own derivation from Millot and Parrot 2016, equation 4.
#[must_use]
pub fn apparent_latency(latency: f64, estimated_latency: f64, theta: f64) -> f64 {
    // A right belief drops out exactly.
    match estimated_latency == latency {
        true => 2.0 * latency,
        false => latency / theta + estimated_latency * (2.0 - 1.0 / theta),
    }
}

/// The limit of the chunks where the master's estimate of the latency is wrong, u. With θ = 1/2 the estimate does not
/// matter.
///
/// Source: own derivation from Millot and Parrot 2016, equations 1 and 4.
#[must_use]
pub fn limit_chunk_with_estimate(
    speed: f64,
    latency: f64,
    estimated_latency: f64,
    theta: f64,
    target: f64,
) -> f64 {
    speed * (target - apparent_latency(latency, estimated_latency, theta)).max(0.0)
}
