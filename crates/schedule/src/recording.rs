//! The recorder that keeps everything.

use crate::columns::{Header, Mark, OwnedColumns};
use crate::error::{Error, Reason};
use crate::link::{Bound, Group, Link, LinkKind, Links};
use crate::validate::Faults;
use crate::{Job, LaneId, MarkId, Phase, PhaseId, Recorder, Schedule, Span, Unit};

/// The first value of every lane's series of inputs that a unit of work uses, and the one after its last.
type Inputs = Option<(u32, u32)>;

/// Keeps every span and mark until [`finish`](Recording::finish) makes a [`Schedule`] of them.
///
/// A span takes 25 bytes in five columns. They grow by half at a time, and finishing rewrites one
/// column after another, so that a million spans never hold more than 50 MB.
#[derive(Clone, Debug)]
pub struct Recording {
    unit: Unit,
    lanes: Vec<String>,
    phases: Vec<Phase>,
    mark_texts: Vec<String>,
    marks: Vec<(f64, MarkId, Inputs)>,
    inputs: Inputs,
    groups: Vec<Group>,
    bounds: Vec<Bound>,
    link_kinds: Vec<LinkKind>,
    jobs: Vec<String>,
    links: Links,
    lane: Vec<u32>,
    start: Vec<f64>,
    end: Vec<f64>,
    phase: Vec<u8>,
    job: Vec<u32>,
}

impl Recording {
    /// An empty recording. `lanes` are names, which [`LaneId`] numbers from 0; [`PhaseId`] numbers
    /// the `phases`.
    pub fn new(unit: Unit, lanes: Vec<String>, phases: Vec<Phase>) -> Recording {
        Recording {
            unit,
            lanes,
            phases,
            mark_texts: Vec::new(),
            marks: Vec::new(),
            inputs: None,
            groups: Vec::new(),
            bounds: Vec::new(),
            link_kinds: Vec::new(),
            jobs: Vec::new(),
            links: Links::default(),
            lane: Vec::new(),
            start: Vec::new(),
            end: Vec::new(),
            phase: Vec::new(),
            job: Vec::new(),
        }
    }

    /// Gives the marks their texts, which [`MarkId`] numbers from 0.
    ///
    /// ```
    /// use schedule::{MarkId, Recorder, Recording, Unit};
    ///
    /// let recording = Recording::new(Unit::Seconds, vec![], vec![]);
    /// let mut recording = recording.with_marks(["rebalance", "crash"]);
    /// recording.mark(2.5, MarkId(1));
    /// let schedule = recording.finish(10.0)?;
    /// assert_eq!(schedule.marks()[0].text, "crash");
    /// # Ok::<(), schedule::Error>(())
    /// ```
    #[must_use]
    pub fn with_marks(mut self, texts: impl IntoIterator<Item = impl Into<String>>) -> Recording {
        self.mark_texts = texts.into_iter().map(Into::into).collect();
        self
    }

    /// The same recording with names for neighbouring lanes that belong together.
    #[must_use]
    pub fn with_groups(mut self, groups: Vec<Group>) -> Recording {
        self.groups = groups;
        self
    }

    /// The same recording with each [`Bound`] to compare its makespan with.
    #[must_use]
    pub fn with_bounds(mut self, bounds: Vec<Bound>) -> Recording {
        self.bounds = bounds;
        self
    }

    /// The same recording with the kinds of links that [`LinkId`](crate::LinkId)s name.
    #[must_use]
    pub fn with_links(mut self, kinds: Vec<LinkKind>) -> Recording {
        self.link_kinds = kinds;
        self
    }

    /// The same recording with the names of its jobs, from job 0.
    #[must_use]
    pub fn with_jobs(mut self, jobs: Vec<String>) -> Recording {
        self.jobs = jobs;
        self
    }

    /// The number of spans.
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// Whether there is no span.
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// The memory that the spans hold, in bytes.
    pub fn bytes(&self) -> usize {
        4 * (self.lane.capacity() + self.job.capacity())
            + 8 * (self.start.capacity() + self.end.capacity())
            + self.phase.capacity()
    }

    /// Sorts the spans by lane, then by start, and checks them; `makespan` is in the recording's
    /// unit.
    ///
    /// # Errors
    /// [`Error::Invalid`] names the spans that are not finite, end before they start, overlap
    /// another of their lane (touching is allowed; times are compared exactly, without tolerance),
    /// leave `0..=makespan`, or name a lane or phase that does not exist. The other errors tell of
    /// a makespan that is no time, more than 256 phases, a mark without text or outside the
    /// schedule.
    pub fn finish(self, makespan: f64) -> Result<Schedule, Error> {
        let Recording {
            unit,
            lanes,
            phases,
            mark_texts,
            marks,
            groups,
            bounds,
            link_kinds,
            jobs,
            links,
            lane,
            start,
            end,
            phase,
            job,
            inputs: _,
        } = self;
        if u32::try_from(start.len()).is_err() {
            return Err(Error::TooManySpans(start.len()));
        }
        let marks = marks.into_iter().map(|(time, kind, inputs)| {
            match mark_texts.get(usize::from(kind.0)) {
                Some(text) => Ok(Mark {
                    time,
                    text: text.clone(),
                    inputs,
                }),
                None => Err(Error::UnknownMark {
                    kind: kind.0,
                    texts: mark_texts.len(),
                }),
            }
        });
        let header = Header {
            marks: marks.collect::<Result<_, _>>()?,
            lanes,
            phases,
            unit,
            makespan,
            groups,
            bounds,
            link_kinds,
            jobs,
        };

        let mut faults = Faults::default();
        for (index, &number) in lane.iter().enumerate() {
            if number as usize >= header.lanes.len() {
                let at = |column: &[f64]| column.get(index).copied().unwrap_or(f64::NAN);
                let span = Span {
                    lane: LaneId(number),
                    phase: PhaseId(0),
                    start: at(&start),
                    end: at(&end),
                    job: Job::NONE,
                };
                faults.add(
                    || number.to_string(),
                    index,
                    span,
                    Reason::UnknownLane {
                        lanes: header.lanes.len(),
                    },
                );
            }
        }

        let (lane_offsets, order) = by_lane_then_start(&lane, header.lanes.len(), &start, &end);
        drop(lane);
        let start = permuted(start, &order);
        let end = permuted(end, &order);
        let phase = permuted(phase, &order);
        let job = permuted(job, &order);
        Schedule::checked(
            header,
            OwnedColumns {
                lane_offsets,
                start,
                end,
                phase,
                job,
                links,
            },
            faults,
        )
    }

    /// Makes room for one more span, so that no push of a column has to.
    #[inline]
    fn reserve(&mut self) {
        if self.start.len() == self.start.capacity() {
            let more = (self.start.len() / 2).max(64);
            self.lane.reserve_exact(more);
            self.start.reserve_exact(more);
            self.end.reserve_exact(more);
            self.phase.reserve_exact(more);
            self.job.reserve_exact(more);
        }
    }
}

impl Recorder for Recording {
    const ON: bool = true;

    /// Keeps the span, unless it is empty: `start == end` covers no time.
    #[inline]
    fn span(&mut self, lane: LaneId, phase: PhaseId, start: f64, end: f64, job: Job) {
        if start == end {
            return;
        }
        self.reserve();
        self.lane.push(lane.0);
        self.start.push(start);
        self.end.push(end);
        self.phase.push(phase.0);
        self.job.push(job.0);
    }

    fn mark(&mut self, time: f64, kind: MarkId) {
        self.marks.push((time, kind, self.inputs.take()));
    }

    fn inputs(&mut self, from: u32, to: u32) {
        self.inputs = Some((from, to));
    }

    fn link(&mut self, link: Link) {
        self.links.push(link);
    }
}

/// The rows by lane, then by start, and the place where each lane begins among them. Rows of unknown
/// lanes are left out. Spans mostly come by time, so that a counting sort by lane nearly always
/// suffices.
fn by_lane_then_start(
    lane: &[u32],
    lanes: usize,
    start: &[f64],
    end: &[f64],
) -> (Vec<u32>, Vec<u32>) {
    let mut next = vec![0_u32; lanes];
    for &lane in lane {
        if let Some(count) = next.get_mut(lane as usize) {
            *count += 1;
        }
    }
    let mut offsets = Vec::with_capacity(lanes + 1);
    let mut total = 0;
    offsets.push(total);
    for count in &mut next {
        let first = total;
        total += *count;
        offsets.push(total);
        *count = first;
    }

    let mut order = vec![0_u32; total as usize];
    for (row, &lane) in (0..).zip(lane) {
        if let Some(next) = next.get_mut(lane as usize) {
            if let Some(place) = order.get_mut(*next as usize) {
                *place = row;
            }
            *next += 1;
        }
    }

    let at = |column: &[f64], row: u32| column.get(row as usize).copied().unwrap_or(f64::NAN);
    let key = |row: u32| (at(start, row), at(end, row));
    let compare = |a: (f64, f64), b: (f64, f64)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
    let mut rest = order.as_mut_slice();
    let mut begin = 0;
    for &offset in offsets.iter().skip(1) {
        let (rows, others) = rest.split_at_mut((offset - begin) as usize);
        if !rows.is_sorted_by(|&a, &b| compare(key(a), key(b)).is_le()) {
            rows.sort_by(|&a, &b| compare(key(a), key(b)));
        }
        (rest, begin) = (others, offset);
    }
    (offsets, order)
}

/// The column with its values in this order; the old column is freed.
fn permuted<T: Copy>(column: Vec<T>, order: &[u32]) -> Vec<T> {
    let mut sorted = Vec::with_capacity(order.len());
    sorted.extend(order.iter().filter_map(|&row| column.get(row as usize)));
    sorted
}
