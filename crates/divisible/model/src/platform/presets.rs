//! The platforms of Millot and Parrot 2016.

use trace::random::Random;

use super::{Platform, Worker};

/// Table 1 of Millot and Parrot 2016: F, f, B^D, b^D, B^R, b^R of four workers, in MB and s.
pub const TABLE_1: [[f64; 6]; 4] = [
    [0.08, 3.00, 0.90, 0.80, 0.90, 2.00],
    [0.08, 0.10, 0.93, 0.10, 0.93, 0.80],
    [0.05, 0.10, 0.96, 0.90, 0.96, 1.00],
    [0.06, 0.10, 0.91, 0.60, 0.91, 0.90],
];

/// Table 2 of Millot and Parrot 2016: the inaccuracies ι_0 to ι_5 of the estimated speeds, eq (17).
pub const TABLE_2: [f64; 6] = [0.0, 0.18, 0.36, 0.54, 0.72, 0.90];

/// Table 3 of Millot and Parrot 2016: F, f, B^D, b^D, B^R, b^R of ten kinds of workers, in bytes and s. R_1 equals R_5
/// and R_3 equals R_7, as printed.
pub const TABLE_3: [[f64; 6]; 10] = [
    [1.0, 0.01, 1e6, 0.01, 1e6, 0.01],
    [100.0, 0.1, 1e7, 0.001, 1e7, 0.001],
    [10.0, 0.001, 1e8, 0.015, 1e8, 0.015],
    [1000.0, 0.01, 1e9, 0.01, 1e9, 0.01],
    [1.0, 0.001, 1e6, 0.01, 1e6, 0.01],
    [100.0, 0.1, 1e7, 0.001, 1e7, 0.001],
    [10.0, 0.0001, 1e8, 0.01, 1e8, 0.01],
    [1000.0, 0.01, 1e9, 0.01, 1e9, 0.01],
    [1.0, 0.001, 1e6, 0.001, 1e6, 0.001],
    [100.0, 0.01, 1e7, 0.01, 1e7, 0.01],
];

impl Platform {
    /// The four workers of [`TABLE_1`].
    pub fn table_1() -> Platform {
        Platform {
            workers: rows(&TABLE_1, 1),
        }
    }

    /// The first four kinds of [`TABLE_3`], one worker each: the platform of section 4.
    pub fn table_3_four() -> Platform {
        Platform {
            workers: rows(&TABLE_3, 1).into_iter().take(4).collect(),
        }
    }

    /// 1,000 workers, 100 of each kind of [`TABLE_3`], in an order drawn from `seed`: the platform of sections 3, 5, 6.
    pub fn table_3(seed: u64) -> Platform {
        let mut workers = rows(&TABLE_3, 100);
        shuffle(
            &mut workers,
            &mut Random::stream(seed, &[0, super::generate::PLACES]),
        );
        Platform { workers }
    }
}

/// `each` workers of every row, named by row and number.
fn rows(table: &[[f64; 6]], each: usize) -> Vec<Worker> {
    let named = |(row, &parameters): (usize, &[f64; 6])| {
        (0..each).map(move |copy| {
            let name = match each {
                1 => format!("w{row}"),
                _ => format!("R{row}.{copy}"),
            };
            Worker::new(name, parameters)
        })
    };
    table.iter().enumerate().flat_map(named).collect()
}

/// Fisher and Yates, from the end; a shuffle of `rand` has another order (see [`trace::random`]).
fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        let other = random.below(last as u64 + 1) as usize;
        items.swap(last, other);
    }
}
