//! A predictor allocates nothing after its construction, for any number of values.
#![allow(unsafe_code, reason = "an allocator that counts is one")]
#![allow(clippy::indexing_slicing, reason = "helpers of a test may stop it")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use forecast::{Method, Predict, Predictor, Settings};

struct Counting;

thread_local! {
    /// The allocations of this thread: the thread that runs the test talks to another one.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn seeing_and_predicting_values_allocates_nothing() {
    let series: Vec<f64> = (0..700_u32)
        .map(|t| f64::from(10 + (t * t * 7919) % 101 + if t % 97 == 0 { 500 } else { 0 }))
        .collect();
    for method in Method::all() {
        for quantile in [None, Some(0.9)] {
            let settings = Settings {
                quantile,
                ..Settings::of(*method)
            };
            let before = ALLOCATIONS.get();
            let mut predictor = Predictor::new(&settings);
            let made = ALLOCATIONS.get();
            let mut sum = 0.0;
            for value in &series {
                sum += predictor.forecast().unwrap_or(*value);
                predictor.observe(*value);
            }
            let seen = ALLOCATIONS.get();
            assert_eq!(seen, made, "{}", method.name());
            assert!(sum > 0.0);
            // The count does count: the predictor allocates its window at construction.
            assert!(*method != Method::SlidingMedian || made > before);
        }
    }
}
