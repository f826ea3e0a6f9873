//! The jobs measured so far: pure values, which the view draws.

/// The number of columns of a strip: finer than a screen shows, and few enough to be redrawn many times a second.
pub const COLUMNS: usize = 240;
/// The height of a strip in its own units.
pub const HEIGHT: f64 = 40.0;

/// The plan of a measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The length of a job that nothing disturbs, ms.
    pub job: f64,
    /// The end of the measurement.
    pub until: Until,
    /// The number of workers that run at once.
    pub workers: usize,
}

/// The end of a measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// After so many seconds.
    Seconds(f64),
    /// After so many jobs of each worker.
    Jobs(u32),
}

impl Until {
    /// The most jobs, and the most ms.
    pub fn limits(self) -> (u32, f64) {
        match self {
            Self::Seconds(seconds) => (u32::MAX, 1e3 * seconds),
            Self::Jobs(jobs) => (jobs, f64::MAX),
        }
    }
}

/// Runtimes that fall into one column of a strip.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Column {
    least: f64,
    most: f64,
    hidden: bool,
}

/// The jobs of one worker.
#[derive(Clone, Debug)]
pub struct Course {
    /// Their runtimes, ms.
    pub runtimes: Vec<f64>,
    /// Their sum, ms.
    pub total: f64,
    /// The longest, ms.
    pub longest: f64,
    /// The ranges of jobs under a hidden tab: the first job, and the one after the last.
    hidden: Vec<(usize, usize)>,
    /// The jobs that ended in each span of time: at most [`COLUMNS`] columns, merged two by two as time goes on.
    columns: Vec<Option<Column>>,
    /// The span of a column, ms.
    span: f64,
}

impl Default for Course {
    fn default() -> Self {
        Self {
            runtimes: Vec::new(),
            total: 0.0,
            longest: 0.0,
            hidden: Vec::new(),
            columns: Vec::new(),
            span: 1.0,
        }
    }
}

impl Column {
    fn join(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            hidden: self.hidden || other.hidden,
        }
    }
}

/// Joins two columns that may be empty.
fn join(one: Option<Column>, other: Option<Column>) -> Option<Column> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.join(other)),
        (one, other) => one.or(other),
    }
}

impl Course {
    /// Adds jobs that have ended; `hidden`: the tab was hidden for some of them.
    pub fn extend(&mut self, runtimes: &[f64], hidden: bool) {
        let from = self.runtimes.len();
        if hidden && !runtimes.is_empty() {
            match self.hidden.last_mut() {
                Some((_, to)) if *to == from => *to += runtimes.len(),
                _ => self.hidden.push((from, from + runtimes.len())),
            }
        }
        for runtime in runtimes {
            self.total += runtime;
            self.runtimes.push(*runtime);
            self.longest = self.longest.max(*runtime);
            let (least, most) = (*runtime, *runtime);
            self.put(Column {
                least,
                most,
                hidden,
            });
        }
    }

    /// Puts a job that has just ended into its column.
    fn put(&mut self, job: Column) {
        while (self.total / self.span) as usize >= COLUMNS {
            self.span *= 2.0;
            let pairs = self.columns.chunks(2);
            self.columns = pairs
                .map(|pair| pair.iter().copied().fold(None, join))
                .collect();
        }
        let place = (self.total / self.span) as usize;
        if self.columns.len() <= place {
            self.columns.resize(place + 1, None);
        }
        if let Some(column) = self.columns.get_mut(place) {
            *column = join(*column, Some(job));
        }
    }

    /// The share of the measurement that is done, 0 to 1.
    pub fn done(&self, until: Until) -> f64 {
        let done = match until {
            Until::Seconds(seconds) => self.total / (1e3 * seconds),
            Until::Jobs(jobs) => self.runtimes.len() as f64 / f64::from(jobs),
        };
        done.clamp(0.0, 1.0)
    }

    /// The mean of the runtimes, ms; none before the first.
    pub fn mean(&self) -> Option<f64> {
        let jobs = self.runtimes.len();
        (jobs > 0).then(|| self.total / jobs as f64)
    }

    /// The number of jobs that ran while the tab was hidden.
    pub fn hidden(&self) -> usize {
        self.hidden.iter().map(|(from, to)| to - from).sum()
    }

    /// The runtimes of the jobs that ran while the tab was seen.
    pub fn seen(&self) -> Vec<f64> {
        let mut seen = Vec::with_capacity(self.runtimes.len());
        let mut from = 0;
        for (start, end) in &self.hidden {
            seen.extend_from_slice(self.runtimes.get(from..*start).unwrap_or_default());
            from = *end;
        }
        seen.extend_from_slice(self.runtimes.get(from..).unwrap_or_default());
        seen
    }

    /// A stroke for each column from its least to its greatest runtime, in a strip that is `time` ms long and `longest` ms
    /// high. `hidden`: of the jobs under a hidden tab, else of the others.
    pub fn strokes(&self, time: f64, longest: f64, hidden: bool) -> String {
        use std::fmt::Write as _;
        let mut path = String::new();
        let scale = COLUMNS as f64 * self.span / time;
        let y = |runtime: f64| HEIGHT - 2.0 - (HEIGHT - 4.0) * (runtime / longest);
        for (place, column) in self.columns.iter().enumerate() {
            if let Some(column) = column.filter(|column| column.hidden == hidden) {
                let x = (place as f64 + 0.5) * scale;
                // A single value is a dot.
                let (low, high) = (y(column.least) + 1.5, y(column.most) - 1.5);
                let _ = write!(path, "M{x:.1} {low:.1}V{high:.1}");
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(batches: &[(&[f64], bool)]) -> Course {
        let mut course = Course::default();
        for (runtimes, hidden) in batches {
            course.extend(runtimes, *hidden);
        }
        course
    }

    #[test]
    fn what_ran_while_the_tab_was_hidden_is_known_and_can_be_left_out() {
        let course = course(&[
            (&[1.0, 2.0], false),
            (&[3.0], true),
            (&[4.0, 5.0], true),
            (&[6.0], false),
            (&[7.0], true),
        ]);
        assert_eq!(course.hidden(), 4);
        assert_eq!(course.seen(), [1.0, 2.0, 6.0]);
        assert_eq!(course.mean(), Some(4.0));
        assert_eq!(course.strokes(28.0, 7.0, true).matches('M').count(), 4);
    }

    #[test]
    fn a_column_spans_all_that_ends_in_it() {
        let short = course(&[(&[10.0, 30.0], false)]);
        assert_eq!(
            short.strokes(40.0, 40.0, false),
            "M63.0 30.5V27.5M243.0 12.5V9.5"
        );
        // 400 ms: two columns of 1 ms have become one of 2 ms.
        let long = course(&[(&[200.5, 0.5, 199.0], false)]);
        assert_eq!(
            long.strokes(400.0, 200.5, false),
            "M120.6 39.4V0.5M240.6 3.8V0.8"
        );
    }

    #[test]
    fn however_long_it_takes_the_columns_are_few_and_span_all_runtimes() {
        let runtimes: Vec<f64> = (0..100_000).map(|job| 1.0 + f64::from(job % 977)).collect();
        let course = course(&[(&runtimes, false)]);
        let columns: Vec<_> = course.columns.iter().flatten().collect();
        assert!(course.columns.len() <= COLUMNS && columns.len() > COLUMNS / 3);
        let least = columns.iter().map(|column| column.least);
        let most = columns.iter().map(|column| column.most);
        assert_eq!(least.fold(f64::INFINITY, f64::min), 1.0);
        assert_eq!(most.fold(0.0, f64::max), 977.0);
    }

    #[test]
    fn a_measurement_is_done_after_its_time_or_its_jobs() {
        let course = course(&[(&[600.0], false)]);
        assert_eq!(course.done(Until::Seconds(1.0)), 0.6);
        assert_eq!(course.done(Until::Jobs(4)), 0.25);
        assert_eq!(course.done(Until::Seconds(0.5)), 1.0);
    }
}
