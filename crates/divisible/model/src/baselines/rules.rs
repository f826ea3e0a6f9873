//! Rules for the size of the next chunk of a worker that asks.

use words::word;

use crate::Error;

/// The size of the next chunk, in the platform's unit of load. Guided self-scheduling and factoring round up to whole units, trapezoid
/// self-scheduling rounds down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Always this size, u, more than 0: self-scheduling, with 1 in its purest form.
    Fixed(f64),
    /// An equal share for each worker, once.
    OneChunk,
    /// The remaining load over the number of workers (guided self-scheduling, Polychronopoulos and Kuck 1987).
    Guided,
    /// Batches of one chunk for each worker, each batch half of the remaining load (factoring, Hummel, Schonberg and
    /// Flynn 1992).
    Factoring,
    /// From half of an equal share down to 1 in equal steps (trapezoid self-scheduling, Tzen and Ni 1993).
    Trapezoid,
}

impl Rule {
    /// The sizes of the chunks of a load, u, for so many workers.
    ///
    /// # Errors
    /// A load, or a fixed size, that is not more than 0.
    ///
    /// ```
    /// use divisible_model::baselines::Rule;
    ///
    /// let sizes: Vec<f64> = Rule::Guided.sizes(100.0, 4)?.take(4).collect();
    /// assert_eq!(sizes, [25.0, 19.0, 14.0, 11.0]);
    /// # Ok::<(), divisible_model::Error>(())
    /// ```
    pub fn sizes(self, load: f64, workers: usize) -> Result<Sizes, Error> {
        let positive = |quantity, value: f64| {
            if value.is_finite() && value > 0.0 {
                return Ok(());
            }
            Err(Error::Run {
                quantity,
                value,
                allowed: word!("a finite number of more than 0"),
            })
        };
        positive(word!("the load"), load)?;
        if let Rule::Fixed(size) = self {
            positive(word!("the size of a chunk"), size)?;
        }
        Ok(Sizes {
            rule: self,
            load,
            remaining: load,
            workers: workers.max(1) as f64,
            count: 0,
            batch: 0.0,
        })
    }
}

/// The sizes of chunks, u, until the load is gone.
#[derive(Clone, Debug)]
pub struct Sizes {
    rule: Rule,
    load: f64,
    remaining: f64,
    workers: f64,
    count: u64,
    batch: f64,
}

impl Iterator for Sizes {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        if self.remaining <= 0.0 {
            return None;
        }
        let wanted = match self.rule {
            Rule::Fixed(size) => size,
            Rule::OneChunk => self.load / self.workers,
            Rule::Guided => (self.remaining / self.workers).ceil(),
            Rule::Factoring => {
                if self.count.is_multiple_of(self.workers as u64) {
                    self.batch = (self.remaining / (2.0 * self.workers)).ceil();
                }
                self.batch
            }
            Rule::Trapezoid => {
                let first = (self.load / (2.0 * self.workers)).max(1.0);
                let chunks = (2.0 * self.load / (first + 1.0)).ceil();
                let step = (first - 1.0) / (chunks - 1.0).max(1.0);
                (first - self.count as f64 * step).floor().max(1.0)
            }
        };
        // The last chunk takes a remainder that is mere rounding.
        let size = match self.remaining - wanted {
            rest if rest <= 1e-12 * self.load => self.remaining,
            _ => wanted,
        };
        self.remaining -= size;
        self.count += 1;
        Some(size)
    }
}
