//! Speeds that vary in time: a step function by which a speed is multiplied, and the end of an activity under it.
//!
//! An activity spends its latency first, which no speed changes, and then progresses with the current speed; it ends when
//! the integral of the speed equals its size, and goes on across changes (own choice, Millot and Parrot 2016 only say that
//! speeds are reduced).

mod patterns;

pub use patterns::{periodic, reductions, stairs, walk};

use std::sync::Arc;

use crate::Error;

/// The largest factor: a machine that is a thousand times faster than its row says is a mistake.
pub const MOST: f64 = 1000.0;

/// The factor of a speed as a step function of time. It is 1 before the first step; without steps it is 1 for ever. Copies
/// share their steps.
///
/// ```
/// use divisible_model::speeds::Steps;
///
/// // Half the speed from 10 s to 20 s.
/// let steps = Steps::new([(10.0, 0.5), (20.0, 1.0)])?;
/// // 8 s of work that begin at 8 s: 2 s at full speed, 10 s at half speed, which do 5 s of it, 1 s at full speed.
/// assert_eq!(steps.end(&mut 0, 8.0, 8.0), 21.0);
/// assert_eq!(steps.work(8.0, 21.0), 8.0);
/// # Ok::<(), divisible_model::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Steps {
    /// The date of each factor and the factor; dates increase.
    steps: Arc<[(f64, f64)]>,
}

impl Steps {
    /// Steps from pairs (date in s, factor from then on).
    ///
    /// # Errors
    /// Dates that are negative or do not increase; factors outside (0, [`MOST`]].
    pub fn new(steps: impl IntoIterator<Item = (f64, f64)>) -> Result<Steps, Error> {
        let steps: Vec<_> = steps.into_iter().collect();
        let mut latest = None;
        for (step, &(date, factor)) in (1..).zip(&steps) {
            if !(date.is_finite() && date >= 0.0 && latest.is_none_or(|latest| date > latest)) {
                return Err(Error::StepDate { step, date });
            }
            if !(factor > 0.0 && factor <= MOST) {
                return Err(Error::StepFactor { step, factor });
            }
            latest = Some(date);
        }
        Ok(Steps {
            steps: steps.into(),
        })
    }

    /// Steps written as `date:factor`, separated by commas, semicolons or spaces. An empty text has none.
    ///
    /// # Errors
    /// A step that is not two numbers; as of [`Steps::new`].
    ///
    /// ```
    /// use divisible_model::speeds::Steps;
    ///
    /// let steps = Steps::parse("300:0.5, 900:1")?;
    /// assert_eq!((steps.at(0.0), steps.at(300.0), steps.at(1000.0)), (1.0, 0.5, 1.0));
    /// let refused = Steps::parse("300:0.5, 900").unwrap_err();
    /// assert_eq!(refused.to_string(), "step 2: \"900\" must be a date in s and a factor, as in 300:0.5");
    /// # Ok::<(), divisible_model::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Steps, Error> {
        let parts = text
            .split(|c: char| c == ',' || c == ';' || c.is_whitespace())
            .filter(|part| !part.is_empty());
        let steps = (1..).zip(parts).map(|(step, part)| {
            part.split_once(':')
                .and_then(|(date, factor)| Some((date.parse().ok()?, factor.parse().ok()?)))
                .ok_or_else(|| Error::Step {
                    step,
                    text: part.to_owned(),
                })
        });
        Steps::new(steps.collect::<Result<Vec<_>, _>>()?)
    }

    /// The same steps, `by` s later.
    ///
    /// # Errors
    /// Where a date would be negative.
    pub fn later(&self, by: f64) -> Result<Steps, Error> {
        Steps::new(self.iter().map(|(date, factor)| (date + by, factor)))
    }

    /// Whether the factor is 1 for ever.
    pub fn is_constant(&self) -> bool {
        self.steps.is_empty()
    }

    /// The pairs (date in s, factor from then on), dates increasing.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (f64, f64)> + '_ {
        self.steps.iter().copied()
    }

    /// The factor at `time`, s.
    pub fn at(&self, time: f64) -> f64 {
        let begun = self.steps.partition_point(|&(date, _)| date <= time);
        begun
            .checked_sub(1)
            .and_then(|place| self.steps.get(place))
            .map_or(1.0, |&(_, factor)| factor)
    }

    /// The end of `work` that begins at `start`, both in s; `work` is its duration at factor 1.
    ///
    /// `cursor` holds the number of steps begun, so that calls whose starts never go back cost, together, one walk over
    /// the steps. It starts at 0.
    #[inline]
    pub fn end(&self, cursor: &mut usize, start: f64, work: f64) -> f64 {
        if self.steps.is_empty() {
            return start + work;
        }
        self.walk(cursor, start, work)
    }

    fn walk(&self, cursor: &mut usize, start: f64, mut work: f64) -> f64 {
        while self
            .steps
            .get(*cursor)
            .is_some_and(|&(date, _)| date <= start)
        {
            *cursor += 1;
        }
        let mut factor = match cursor
            .checked_sub(1)
            .and_then(|place| self.steps.get(place))
        {
            Some(&(_, factor)) => factor,
            None => 1.0,
        };
        let mut now = start;
        while let Some(&(date, next)) = self.steps.get(*cursor) {
            let until = (date - now) * factor;
            if work <= until {
                break;
            }
            work -= until;
            (now, factor) = (date, next);
            *cursor += 1;
        }
        now + work / factor
    }

    /// The latest start of `work` that ends at `end`, both in s: the inverse of [`Steps::end`].
    ///
    /// ```
    /// use divisible_model::speeds::Steps;
    ///
    /// let steps = Steps::new([(10.0, 0.5), (20.0, 1.0)])?;
    /// assert_eq!(steps.start(21.0, 8.0), 8.0);
    /// # Ok::<(), divisible_model::Error>(())
    /// ```
    pub fn start(&self, end: f64, mut work: f64) -> f64 {
        let mut now = end;
        let begun = self.steps.partition_point(|&(date, _)| date < end);
        for &(date, factor) in self.steps.iter().take(begun).rev() {
            let since = (now - date) * factor;
            if work <= since {
                return now - work / factor;
            }
            work -= since;
            now = date;
        }
        now - work
    }

    /// The work done from `from` to `to`, in s at factor 1: the integral of the factor. 0 where `to` is not later.
    pub fn work(&self, from: f64, to: f64) -> f64 {
        let (mut done, mut now, mut factor) = (0.0, from, self.at(from));
        let begun = self.steps.partition_point(|&(date, _)| date <= from);
        for &(date, next) in self.steps.iter().skip(begun) {
            if date >= to {
                break;
            }
            done += (date - now) * factor;
            (now, factor) = (date, next);
        }
        done + (to - now).max(0.0) * factor
    }
}

/// The variation of a worker's three speeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// The speed of computing.
    pub compute: Steps,
    /// The speed of sending to the worker.
    pub send: Steps,
    /// The speed of returning results.
    pub receive: Steps,
}

impl Profile {
    /// All three speeds vary alike, as in section 5 of Millot and Parrot 2016.
    pub fn all(steps: Steps) -> Profile {
        Profile {
            compute: steps.clone(),
            send: steps.clone(),
            receive: steps,
        }
    }

    /// Only the speed of computing varies.
    pub fn compute(steps: Steps) -> Profile {
        Profile {
            compute: steps,
            ..Profile::default()
        }
    }
}
