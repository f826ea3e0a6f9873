//! Calibration and measurement with a clock that the test drives.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use trace::Error;
use trace::measure::{Clock, Job, calibrate, measure};
use trace::sor::Grid;

/// A clock that advances by the next of these steps, in ms, between the two readings around a job.
struct Scripted {
    now: f64,
    steps: VecDeque<f64>,
    started: bool,
}

impl Scripted {
    fn new(steps: impl IntoIterator<Item = f64>) -> Self {
        Self {
            now: 1000.0,
            steps: steps.into_iter().collect(),
            started: false,
        }
    }
}

impl Clock for Scripted {
    fn now_ms(&mut self) -> f64 {
        if self.started {
            self.now += self.steps.pop_front().unwrap_or(0.0);
        }
        self.started = !self.started;
        self.now
    }
}

#[test]
fn a_job_is_extrapolated_from_the_first_probe_that_is_long_enough() {
    // 1, 2, 4 and 8 iterations: 13 ms an iteration, 104 ms for the last.
    let job = calibrate(
        &mut Scripted::new([13.0, 26.0, 52.0, 104.0, 104.0, 104.0]),
        2600.0,
    );
    assert_eq!(job, Ok(Job { iterations: 200 }));
}

#[test]
fn a_short_job_needs_only_a_probe_of_its_own_length() {
    let job = calibrate(&mut Scripted::new([0.0, 0.0, 5.0, 5.0, 5.0]), 5.0);
    assert_eq!(job, Ok(Job { iterations: 4 }));
    let job = calibrate(&mut Scripted::new([500.0; 3]), 5.0);
    assert_eq!(job, Ok(Job { iterations: 1 }));
}

#[test]
fn what_another_program_takes_makes_no_short_job_look_long() {
    // An iteration takes 0.05 ms. Another program runs during the first probe, and during the last one.
    let doubled = (1..10).map(|power| 0.05 * f64::from(1 << power));
    let steps = [20.0, 0.05].into_iter().chain(doubled).chain([25.6, 70.0]);
    let job = calibrate(&mut Scripted::new(steps), 15.0);
    assert_eq!(job, Ok(Job { iterations: 300 }));
}

#[test]
fn a_job_length_out_of_range_is_refused() {
    for wanted_ms in [0.0, -1.0, 60_001.0, f64::NAN] {
        let error = calibrate(&mut Scripted::new([]), wanted_ms);
        assert!(matches!(error, Err(Error::JobLength { .. })), "{wanted_ms}");
    }
}

#[test]
fn a_clock_that_stands_still_is_refused() {
    assert_eq!(calibrate(&mut Scripted::new([]), 5.0), Err(Error::Clock));
}

#[test]
fn the_runtime_of_each_job_is_what_passes_on_the_clock_while_it_runs() {
    let mut heard = vec![];
    let runtimes = measure(
        &mut Scripted::new([3.0, 0.0, 4.5]),
        Job { iterations: 1 },
        3,
        |runtimes| {
            heard.push(runtimes.to_vec());
            ControlFlow::Continue(())
        },
    );
    assert_eq!(runtimes, [3.0, 0.001, 4.5]);
    assert_eq!(heard, [vec![3.0], vec![3.0, 0.001], vec![3.0, 0.001, 4.5]]);
}

#[test]
fn a_measurement_that_is_broken_off_keeps_what_it_has() {
    let stop = |so_far: &[f64]| {
        if so_far.len() == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let runtimes = measure(
        &mut Scripted::new([1.0, 2.0, 3.0]),
        Job { iterations: 1 },
        1000,
        stop,
    );
    assert_eq!(runtimes, [1.0, 2.0]);
}

#[test]
fn a_grid_converges_to_the_mean_of_its_neighbours_at_every_point() {
    let mut grid = Grid::new(12, 17, 1.6).unwrap();
    (0..200).for_each(|_| grid.iterate());
    let interior: Vec<Vec<f64>> = grid.interior().map(<[f64]>::to_vec).collect();
    let at = |row: i32, column: i32| match (row, column) {
        (-1, _) => 1.0,
        _ => interior
            .get(row as usize)
            .and_then(|row| row.get(column as usize))
            .copied()
            .unwrap_or(0.0),
    };
    for row in 0..10 {
        for column in 0..15 {
            let mean = (at(row - 1, column)
                + at(row + 1, column)
                + at(row, column - 1)
                + at(row, column + 1))
                / 4.0;
            assert!(
                (at(row, column) - mean).abs() < 1e-12,
                "row {row}, column {column}"
            );
        }
    }
    assert!((grid.checksum() - interior.iter().flatten().sum::<f64>()).abs() < 1e-12);
}

#[test]
fn a_sweep_equals_one_that_looks_up_every_neighbour() {
    let (rows, columns, omega) = (7, 6, 1.3);
    let mut grid = Grid::new(rows, columns, omega).unwrap();
    let mut twin = vec![vec![0.0; columns]; rows];
    twin[0].fill(1.0);
    for _ in 0..5 {
        grid.iterate();
        for colour in 0..2 {
            for row in 1..rows - 1 {
                for column in (1..columns - 1).filter(|column| (row + column) % 2 == colour) {
                    let vertical = twin[row - 1][column] + twin[row + 1][column];
                    let mean = (vertical + twin[row][column - 1] + twin[row][column + 1]) / 4.0;
                    twin[row][column] = (1.0 - omega) * twin[row][column] + omega * mean;
                }
            }
        }
    }
    let inner: Vec<&[f64]> = twin[1..rows - 1]
        .iter()
        .map(|row| &row[1..columns - 1])
        .collect();
    assert_eq!(grid.interior().collect::<Vec<_>>(), inner);
}

#[test]
fn a_grid_out_of_range_is_refused() {
    for (rows, columns, omega) in [
        (0, 3, 1.0),
        (3, 4097, 1.0),
        (3, 3, 0.0),
        (3, 3, 2.0),
        (3, 3, f64::NAN),
    ] {
        assert!(
            matches!(Grid::new(rows, columns, omega), Err(Error::Grid { .. })),
            "{rows} x {columns}, {omega}"
        );
    }
}
