//! A node's overheads in a period (Wrzesinska, Maassen and Bal 2007, section 3.2; own choice for the base).

/// Time of a node by state, s. Inactive time does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// Neither computing nor communicating.
    pub idle: f64,
    /// Executing a job, a merge or the sequential part.
    pub busy: f64,
    /// Waiting for or sending to nodes of the own cluster.
    pub intra: f64,
    /// Waiting for, sending to or receiving from other clusters.
    pub inter: f64,
    /// Executing the speed benchmark.
    pub bench: f64,
}

/// The time to which overheads are relative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// The period without the benchmark.
    #[default]
    Net,
    /// The whole period.
    Period,
}

/// A smaller part of a period is a rounding error.
const ROUNDING: f64 = 1e-12;

/// The shares of a period spent idle or communicating, and communicating with other clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overheads {
    /// Idle or communicating.
    pub overhead: f64,
    /// Communicating with other clusters (ic).
    pub inter_cluster: f64,
}

/// Overheads of a node in a period of that length, s; 0 where the base is not positive.
#[must_use]
pub fn overheads(period: f64, times: &Times, base: Base) -> Overheads {
    let base = match base {
        Base::Net => period - times.bench,
        Base::Period => period,
    };
    if base <= 0.0 {
        return Overheads::default();
    }
    // Times of a period differ from its length by rounding: a node that never computes has an overhead of 1, and no overhead is more.
    let share = |time: f64| match time / base {
        share if share > 1.0 - ROUNDING => 1.0,
        share => share,
    };
    Overheads {
        overhead: share(times.idle + times.intra + times.inter),
        inter_cluster: share(times.inter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_that_never_computes_has_an_overhead_of_one() {
        // 0.1 + 0.2 differs from 0.3 by rounding.
        for (idle, inter, period) in [(0.1, 0.2, 0.3), (0.7, 0.1, 0.8), (10.1, 0.2, 10.3)] {
            let times = Times {
                idle,
                inter,
                ..Times::default()
            };
            assert_eq!(overheads(period, &times, Base::Net).overhead, 1.0);
            assert!(overheads(period * 1.000_001, &times, Base::Net).overhead < 1.0);
        }
    }

    #[test]
    fn the_benchmark_counts_only_where_it_is_told_to() {
        // E2, base of the overheads.
        let times = Times {
            idle: 60.0,
            busy: 90.0,
            intra: 1.5,
            inter: 15.0,
            bench: 13.5,
        };
        let net = overheads(180.0, &times, Base::Net);
        assert!((net.overhead - 0.459459).abs() < 1e-6);
        assert!((net.inter_cluster - 0.0900901).abs() < 1e-7);
        let whole = overheads(180.0, &times, Base::Period);
        assert!((whole.overhead - 0.425).abs() < 1e-9);
        assert!((whole.inter_cluster - 0.0833333).abs() < 1e-7);
        let all_bench = Times {
            bench: 180.0,
            ..Times::default()
        };
        assert_eq!(
            overheads(180.0, &all_bench, Base::Net),
            Overheads::default()
        );
    }
}
