//! Real jobs on this machine: the effect of a time-shared node on a program of fixed size.
//!
//! A job is a fixed number of iterations of successive over-relaxation on a fixed grid ([`crate::sor`]), so that its
//! runtime varies only with the other work of the machine. The caller brings the clock: a terminal has another one than
//! a browser.

use std::hint::black_box;
use std::ops::ControlFlow;

use crate::Error;
use crate::sor::Grid;

/// Rows and columns of a job's grid.
const SIDE: usize = 128;
/// The relaxation factor of a job.
const OMEGA: f64 = 1.8;
/// The time that calibration runs before it extrapolates, in ms: long against the resolution of any clock.
const PROBE_MS: f64 = 100.0;
/// Calibration gives up on a clock that stands still for this many iterations: on any machine longer than the 100 ms
/// to which some browsers round their clock.
const PROBE_ITERATIONS: u32 = 1 << 14;
/// The longest job to ask for, in ms.
pub const MAX_JOB_MS: f64 = 60_000.0;
/// The shortest runtime that is reported, in ms: a job that ends before its clock advances took this long.
const SHORTEST_MS: f64 = 0.001;

/// The source of wall-clock time.
pub trait Clock {
    /// The time since some fixed moment, in ms; never runs backwards.
    fn now_ms(&mut self) -> f64;
}

/// A job of fixed size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    /// The number of iterations of a grid of 128 x 128 points in one job; at least 1.
    pub iterations: u32,
}

impl Job {
    /// Runs the job on a fresh grid.
    fn run(self) {
        let mut grid = Grid::start(SIDE, SIDE, OMEGA);
        for _ in 0..self.iterations {
            grid.iterate();
        }
        // The optimiser cannot leave out work whose result leaves here.
        black_box(grid.checksum());
    }
}

/// The number of runs of a probe that is long enough: the shortest time is that of a machine that did nothing else.
const PROBES: usize = 3;

/// The job that takes about `wanted_ms` on this machine while nothing else runs.
///
/// Doubles the job until it takes 100 ms or `wanted_ms`, whichever is less, three times in a row, and extrapolates from the
/// shortest of these times, so that other programs make no short job look long.
///
/// # Errors
/// [`Error::JobLength`] unless 0 < `wanted_ms` <= 60000; [`Error::Clock`] when the clock stands still.
pub fn calibrate(clock: &mut impl Clock, wanted_ms: f64) -> Result<Job, Error> {
    if !(wanted_ms > 0.0 && wanted_ms <= MAX_JOB_MS) {
        return Err(Error::JobLength { wanted_ms });
    }
    let mut job = Job { iterations: 1 };
    loop {
        let is_long = |elapsed: f64| elapsed >= wanted_ms.min(PROBE_MS);
        let mut elapsed = time(clock, job);
        for _ in 1..PROBES {
            if is_long(elapsed) {
                elapsed = elapsed.min(time(clock, job));
            }
        }
        if is_long(elapsed) || (elapsed > 0.0 && job.iterations >= PROBE_ITERATIONS) {
            // A conversion from f64 saturates, so that a job is never empty and never overflows.
            let iterations = (f64::from(job.iterations) * wanted_ms / elapsed).round() as u32;
            return Ok(Job {
                iterations: iterations.max(1),
            });
        }
        if job.iterations >= PROBE_ITERATIONS {
            return Err(Error::Clock);
        }
        job.iterations *= 2;
    }
}

/// Runs `jobs` jobs, one after the other, and returns the wall-clock time of each in ms, at least 0.001.
///
/// After each job `on_job` receives the runtimes so far; when it breaks, they are returned. The time that `on_job` takes does
/// not count.
pub fn measure(
    clock: &mut impl Clock,
    job: Job,
    jobs: usize,
    mut on_job: impl FnMut(&[f64]) -> ControlFlow<()>,
) -> Vec<f64> {
    let mut runtimes = Vec::new();
    while runtimes.len() < jobs {
        runtimes.push(time(clock, job).max(SHORTEST_MS));
        if on_job(&runtimes).is_break() {
            break;
        }
    }
    runtimes
}

/// The wall-clock time of one job in ms.
fn time(clock: &mut impl Clock, job: Job) -> f64 {
    let start = clock.now_ms();
    job.run();
    clock.now_ms() - start
}
