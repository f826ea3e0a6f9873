//! Chunks planned beforehand.

use words::word;

use super::Chunk;
use crate::{Error, Platform};

/// The single-round optimum on a star: all workers, in the order of the platform, get one chunk and finish together.
/// From α_k / S_k + cLat_k = nLat_{k+1} + α_{k+1} / B_{k+1} + α_{k+1} / S_{k+1} + cLat_{k+1} and Σ α = `load`.
///
/// # Errors
/// A load that is not more than 0, or so small that a latency leaves some worker without work.
pub fn single_round(platform: &Platform, load: f64) -> Result<Vec<Chunk>, Error> {
    check(load)?;
    // Each chunk is slope · α_0 + offset.
    let mut lines: Vec<(f64, f64)> = Vec::with_capacity(platform.workers().len());
    let mut before: Option<((f64, f64), f64, f64)> = None;
    for worker in platform.workers() {
        let line = match before {
            None => (1.0, 0.0),
            Some(((slope, offset), speed, latency)) => {
                let unit = 1.0 / worker.send_bandwidth + 1.0 / worker.speed;
                let lost = latency - worker.send_latency - worker.latency;
                (slope / speed / unit, (offset / speed + lost) / unit)
            }
        };
        before = Some((line, worker.speed, worker.latency));
        lines.push(line);
    }
    let slopes: f64 = lines.iter().map(|line| line.0).sum();
    let offsets: f64 = lines.iter().map(|line| line.1).sum();
    let first = (load - offsets) / slopes;
    (0..)
        .zip(lines)
        .map(|(worker, (slope, offset))| chunk(worker, slope * first + offset))
        .collect()
}

/// Identical workers: uniform multi-round and multi-installment scheduling require them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uniform {
    /// N, the number of workers, at least 1.
    pub workers: u32,
    /// S, the speed of each, u/s.
    pub speed: f64,
    /// cLat, the latency of computing a chunk, s.
    pub latency: f64,
    /// B, the bandwidth to each, u/s.
    pub bandwidth: f64,
    /// nLat, the latency of sending a chunk, s.
    pub send_latency: f64,
}

impl Uniform {
    /// The workers of a platform, if all are alike.
    pub fn of(platform: &Platform) -> Option<Uniform> {
        let workers = platform.workers();
        let first = workers.first()?;
        let alike = workers.iter().all(|worker| {
            worker.speed == first.speed
                && worker.latency == first.latency
                && worker.send_bandwidth == first.send_bandwidth
                && worker.send_latency == first.send_latency
        });
        alike.then_some(Uniform {
            workers: u32::try_from(workers.len()).ok()?,
            speed: first.speed,
            latency: first.latency,
            bandwidth: first.send_bandwidth,
            send_latency: first.send_latency,
        })
    }
}

/// UMR (Yang, van der Raadt and Casanova 2005): rounds of equal chunks that grow so that computing one round lasts as long
/// as sending the next; the best number of rounds up to `most`. Without the rebalancing of the last round.
///
/// c_{j+1} = θ c_j + η (1 - θ), θ = B / (N S), η = B S (N nLat - cLat) / (B - N S); makespan N (nLat + c_0 / B) +
/// M cLat + Wt / (N S).
///
/// Where sending costs nothing, one round of equal chunks is the best.
///
/// # Errors
/// A load that is not more than 0, or for which no number of rounds has chunks of more than 0.
pub fn umr(uniform: &Uniform, load: f64, most: u32) -> Result<Vec<Chunk>, Error> {
    check(load)?;
    let workers = f64::from(uniform.workers);
    let Uniform {
        speed,
        latency,
        bandwidth,
        send_latency,
        ..
    } = *uniform;
    let ratio = bandwidth / (workers * speed);
    let lost = bandwidth * (latency / workers - send_latency);
    let rounds = |count: u32| -> Option<(f64, Vec<f64>)> {
        let sizes = growing(ratio, lost, load / workers, count);
        let first = *sizes.first()?;
        let makespan = workers * (send_latency + first / bandwidth)
            + f64::from(count) * latency
            + load / (workers * speed);
        sizes
            .iter()
            .all(|size| *size > 0.0)
            .then_some((makespan, sizes))
    };
    let best = (1..=most.max(1))
        .filter_map(rounds)
        .min_by(|a, b| a.0.total_cmp(&b.0));
    let (_, sizes) = best.ok_or(Error::TooSmall)?;
    sizes
        .into_iter()
        .flat_map(|size| (0..uniform.workers).map(move |worker| chunk(worker, size)))
        .collect()
}

/// How far from 1 the ratio of two rounds is at least where 1 / (ratio - 1) keeps its digits.
const APART: f64 = 1e-3;

/// c_0 … of so many rounds with c_{j+1} = `ratio` · c_j + `lost` that sum to `total`.
///
/// c_j = total · w_j + lost · (count · w_j - 1) / (ratio - 1) with w_j = ratio^j / Σ ratio^k: no power is subtracted from
/// another, so that chunks that grow a thousandfold still sum to the load.
fn growing(ratio: f64, lost: f64, total: f64, count: u32) -> Vec<f64> {
    if count == 1 {
        // No ratio counts, which may be infinite.
        return vec![total];
    }
    // Powers are counted from the largest, which cannot overflow.
    let step = ratio.min(1.0 / ratio);
    let mut powers: Vec<f64> = core::iter::successors(Some(1.0), |power| Some(power * step))
        .take(count as usize)
        .collect();
    if ratio > 1.0 {
        powers.reverse();
    }
    let sum: f64 = powers.iter().sum();
    let number = f64::from(count);
    if (ratio - 1.0).abs() >= APART {
        let size = |power: &f64| {
            let weight = power / sum;
            total * weight + lost * (number * weight - 1.0) / (ratio - 1.0)
        };
        return powers.iter().map(size).collect();
    }
    // (ratio^j - 1) / (ratio - 1), which is j where the ratio is 1.
    let sums: Vec<f64> = core::iter::successors(Some(0.0), |sum| Some(sum * ratio + 1.0))
        .take(count as usize)
        .collect();
    let raised: Vec<f64> = sums.iter().map(|sum| 1.0 + (ratio - 1.0) * sum).collect();
    let (all, raised_all): (f64, f64) = (sums.iter().sum(), raised.iter().sum());
    raised
        .iter()
        .zip(&sums)
        .map(|(power, sum)| total * power / raised_all + lost * (number * sum - all) / raised_all)
        .collect()
}

/// Installments that grow beyond this are scaled down together.
const HUGE: f64 = 1e200;

/// Multi-installment (Bharadwaj, Ghose and Mani 1995), with linear costs: `rounds` rounds of chunks such that a worker
/// computes a chunk exactly as long as the next N chunks are sent, and all finish together. It ignores latencies.
///
/// With n = M N chunks in sending order, E = 1 / S, C = 1 / B: α_k E = C Σ_{l = k+1..k+N} α_l for k < n - N; for the last
/// N, α_k E = C Σ_{l > k} α_l + E α_{n-1}; scaled to the load. Where sending costs nothing, all rounds but the last are empty.
///
/// # Errors
/// A load that is not more than 0.
pub fn multi_installment(uniform: &Uniform, load: f64, rounds: u32) -> Result<Vec<Chunk>, Error> {
    check(load)?;
    let sizes = installments(uniform, rounds);
    let total: f64 = sizes.iter().sum();
    let chunks = (0..uniform.workers).cycle().zip(sizes);
    Ok(chunks
        .map(|(worker, size)| Chunk {
            worker,
            size: size * load / total,
        })
        .filter(|chunk| chunk.size > 0.0)
        .collect())
}

/// The installments in sending order, the last being 1, or less where the first ones would be more than a number can be: see
/// [`multi_installment`].
pub fn installments(uniform: &Uniform, rounds: u32) -> Vec<f64> {
    let workers = uniform.workers as usize;
    let count = workers * rounds.max(1) as usize;
    let ratio = uniform.speed / uniform.bandwidth;
    // From the last to the first.
    let mut sizes: Vec<f64> = Vec::with_capacity(count);
    for place in 0..count {
        let size = match sizes.first() {
            None => 1.0,
            Some(last) if place < workers => ratio * sizes.iter().sum::<f64>() + last,
            Some(_) => ratio * sizes.iter().rev().take(workers).sum::<f64>(),
        };
        sizes.push(size);
        if size > HUGE {
            for size in &mut sizes {
                *size /= HUGE;
            }
        }
    }
    sizes.reverse();
    sizes
}

fn check(load: f64) -> Result<(), Error> {
    if load.is_finite() && load > 0.0 {
        return Ok(());
    }
    Err(Error::Run {
        quantity: word!("the load"),
        value: load,
        allowed: word!("a finite number of more than 0"),
    })
}

fn chunk(worker: u32, size: f64) -> Result<Chunk, Error> {
    match size > 0.0 {
        true => Ok(Chunk { worker, size }),
        false => Err(Error::TooSmall),
    }
}
