//! Schedules with exact times: who runs where from when to when, and whether the schedule is feasible.

use std::collections::BTreeMap;

use num_traits::Zero as _;
use schedule::{
    Group, Job, LaneId, Link, LinkId, LinkKind, MarkId, Phase, PhaseId, Recorder as _, Recording,
    Relation, Role, Schedule, Unit,
};
use words::{say, word};

use crate::error::Error;
use crate::rational::{Rational, to_f64};

/// A job or process runs on a lane.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The processor or computer, from 0.
    pub lane: usize,
    /// The job or process, from 0.
    pub job: usize,
    /// When it starts.
    pub start: Rational,
    /// When it ends.
    pub end: Rational,
}

/// A signal between two lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// The lane on which it is sent.
    pub from: usize,
    /// When it is sent.
    pub start: Rational,
    /// The lane that waits for it.
    pub to: usize,
    /// When it arrives.
    pub end: Rational,
}

/// Lanes that belong together, such as a cluster of processors that share preempted jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Its name, in a few words.
    pub name: String,
    /// Its first lane.
    pub first: usize,
    /// How many lanes it has, at least one.
    pub lanes: usize,
}

/// A schedule with exact times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// How many lanes there are.
    pub lanes: usize,
    /// Who runs where and when, in any order.
    pub pieces: Vec<Piece>,
    /// Signals between lanes.
    pub arrows: Vec<Arrow>,
    /// Lanes that belong together, by their first lane.
    pub clusters: Vec<Cluster>,
    /// When it ends, at least where its last piece does.
    pub makespan: Rational,
}

/// Why a schedule is infeasible: a fault of the code that made it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Infeasible {
    /// A piece that ends before it starts, or lies outside the schedule or its lanes.
    #[error(
        "{}", say!("job {job} runs from {start} to {end} on lane {lane}, which is not within the schedule")
    )]
    Outside {
        /// The job, from 1.
        job: usize,
        /// The lane, from 1.
        lane: usize,
        /// When it starts.
        start: String,
        /// When it ends.
        end: String,
    },
    /// Two pieces of a lane, or of a job, at the same time.
    #[error("{}", say!("{what} {number} is in two places before {at}"))]
    Overlap {
        /// A lane or a job.
        what: &'static str,
        /// Its number, from 1.
        number: usize,
        /// When the earlier piece ends.
        at: String,
    },
    /// A job that runs longer or shorter than it is.
    #[error("{}", say!("job {job} runs for {found} in all; it must run for {expected}"))]
    Work {
        /// The job, from 1.
        job: usize,
        /// How long it runs.
        found: String,
        /// How long it must.
        expected: String,
    },
    /// More preemptions than allowed.
    #[error("{}", say!("jobs are preempted {found} times; at most {most} are allowed"))]
    Preemptions {
        /// How often.
        found: usize,
        /// How often they may be.
        most: usize,
    },
    /// A process that waits for a signal runs on before it arrived.
    #[error("{}", say!("process {process} goes on at {at}, before what it waits for"))]
    Order {
        /// The process, from 1.
        process: usize,
        /// When it runs on.
        at: String,
    },
    /// A process on another computer than its own.
    #[error("{}", say!("process {process} runs on computer {lane}, which is not its own"))]
    Moved {
        /// The process, from 1.
        process: usize,
        /// The computer, from 1.
        lane: usize,
    },
    /// It ends at another time than claimed.
    #[error("{}", say!("the schedule ends at {found}; it must end at {expected}"))]
    Makespan {
        /// When it ends.
        found: String,
        /// When it must.
        expected: String,
    },
}

impl Plan {
    /// Adds a piece, unless it is empty; joins it with the last one of the lane where that is the same job, ends here, and is among
    /// the last 64 of all lanes.
    pub(crate) fn run(&mut self, lane: usize, job: usize, start: Rational, end: Rational) {
        if start >= end {
            return;
        }
        if end > self.makespan {
            self.makespan = end.clone();
        }
        self.lanes = self.lanes.max(lane + 1);
        let last = self
            .pieces
            .iter_mut()
            .rev()
            .take(64)
            .find(|piece| piece.lane == lane);
        match last {
            Some(last) if last.job == job && last.end == start => last.end = end,
            _ => self.pieces.push(Piece {
                lane,
                job,
                start,
                end,
            }),
        }
    }

    /// The pieces of each job by start.
    fn by_job(&self) -> BTreeMap<usize, Vec<&Piece>> {
        let mut jobs: BTreeMap<usize, Vec<&Piece>> = BTreeMap::new();
        for piece in &self.pieces {
            jobs.entry(piece.job).or_default().push(piece);
        }
        for pieces in jobs.values_mut() {
            pieces.sort_by(|a, b| a.start.cmp(&b.start));
        }
        jobs
    }

    /// How long exactly so many jobs run at once, (u, f_u) for u ≥ 1, by u.
    #[must_use]
    pub fn activity(&self) -> Vec<(u32, Rational)> {
        let ends = self.pieces.iter().map(|piece| (&piece.end, false));
        let mut changes: Vec<(&Rational, bool)> = self
            .pieces
            .iter()
            .map(|piece| (&piece.start, true))
            .chain(ends)
            .collect();
        changes.sort();
        let (mut active, mut since) = (0_u32, None::<&Rational>);
        let mut shares: BTreeMap<u32, Rational> = BTreeMap::new();
        for (time, starts) in changes {
            if let Some(since) = since.filter(|since| active > 0 && *since < time) {
                *shares.entry(active).or_default() += time - since;
            }
            active = if starts {
                active + 1
            } else {
                active.saturating_sub(1)
            };
            since = Some(time);
        }
        shares.into_iter().collect()
    }

    /// The signals during which their lane does nothing else, so that they can be drawn there as well.
    fn signalled(&self) -> Vec<&Arrow> {
        let mut found: Vec<&Arrow> = Vec::new();
        for arrow in self.arrows.iter().filter(|arrow| arrow.start < arrow.end) {
            let over = |lane: usize, start: &Rational, end: &Rational| {
                lane == arrow.from && *start < arrow.end && arrow.start < *end
            };
            let busy = |piece: &Piece| over(piece.lane, &piece.start, &piece.end);
            let sending = |other: &&Arrow| over(other.from, &other.start, &other.end);
            if !self.pieces.iter().any(busy) && !found.iter().any(sending) {
                found.push(arrow);
            }
        }
        found
    }

    /// How often a job is interrupted: it goes on later, or at once elsewhere.
    #[must_use]
    pub fn preemptions(&self) -> usize {
        let interrupted =
            |pair: (&&Piece, &&Piece)| pair.0.end != pair.1.start || pair.0.lane != pair.1.lane;
        self.by_job()
            .values()
            .map(|pieces| {
                pieces
                    .iter()
                    .zip(pieces.iter().skip(1))
                    .filter(|pair| interrupted(*pair))
                    .count()
            })
            .sum()
    }

    /// Checks that no lane does two things at once, no job runs twice at once, each job runs for its work, and the last ends at the
    /// makespan or before.
    ///
    /// # Errors
    /// [`Infeasible`], with the first fault found.
    pub fn check(&self, work: &[Rational]) -> Result<(), Infeasible> {
        for piece in &self.pieces {
            let inside = piece.start >= Rational::zero()
                && piece.start <= piece.end
                && piece.end <= self.makespan;
            if !inside || piece.lane >= self.lanes || piece.job >= work.len() {
                return Err(Infeasible::Outside {
                    job: piece.job + 1,
                    lane: piece.lane + 1,
                    start: piece.start.to_string(),
                    end: piece.end.to_string(),
                });
            }
        }
        let mut lanes: Vec<&Piece> = self.pieces.iter().collect();
        lanes.sort_by(|a, b| a.lane.cmp(&b.lane).then(a.start.cmp(&b.start)));
        no_overlap("lane", &lanes, |piece| piece.lane)?;
        let jobs = self.by_job();
        for pieces in jobs.values() {
            no_overlap("job", pieces, |piece| piece.job)?;
        }
        for (job, expected) in work.iter().enumerate() {
            let pieces = jobs.get(&job).map_or(&[][..], Vec::as_slice);
            let found = pieces.iter().fold(Rational::zero(), |sum, piece| {
                sum + &piece.end - &piece.start
            });
            if found != *expected {
                return Err(Infeasible::Work {
                    job: job + 1,
                    found: found.to_string(),
                    expected: expected.to_string(),
                });
            }
        }
        Ok(())
    }

    /// As [`check`](Self::check), and checks that jobs are preempted at most so often and the schedule ends exactly then.
    ///
    /// # Errors
    /// [`Infeasible`].
    pub fn check_claim(
        &self,
        work: &[Rational],
        preemptions: usize,
        makespan: &Rational,
    ) -> Result<(), Infeasible> {
        self.check(work)?;
        let found = self.preemptions();
        if found > preemptions {
            return Err(Infeasible::Preemptions {
                found,
                most: preemptions,
            });
        }
        self.ends_at(makespan)
    }

    /// Checks that the schedule ends exactly then.
    ///
    /// # Errors
    /// [`Infeasible::Makespan`].
    pub fn ends_at(&self, makespan: &Rational) -> Result<(), Infeasible> {
        if self.makespan == *makespan {
            return Ok(());
        }
        Err(Infeasible::Makespan {
            found: self.makespan.to_string(),
            expected: makespan.to_string(),
        })
    }

    /// The schedule to draw: times as the nearest doubles; pieces that are interrupted and continue later have a phase of their
    /// own. `lanes` and `jobs` are their names; lanes without names are numbered.
    ///
    /// # Errors
    /// [`Error::Schedule`] where it breaks the rules of schedules, which [`check`](Self::check) would have told.
    pub fn schedule(&self, lanes: &[String], jobs: Vec<String>) -> Result<Schedule, Error> {
        self.marked(lanes, jobs, Some(word!("run until preempted")), ("", &[]))
    }

    /// The same with a mark `text` at each of these times, such as the end of each unit of work. `paused` is the phase of
    /// interrupted pieces; none where pieces that continue later count as uninterrupted.
    ///
    /// # Errors
    /// As for [`schedule`](Self::schedule).
    pub fn marked(
        &self,
        lanes: &[String],
        jobs: Vec<String>,
        paused: Option<&str>,
        (text, ends): (&str, &[Rational]),
    ) -> Result<Schedule, Error> {
        let name = |lane: usize| {
            lanes
                .get(lane)
                .cloned()
                .unwrap_or_else(|| (lane + 1).to_string())
        };
        let signalled = self.signalled();
        let mut phases = vec![Phase::new(word!("run"), Role::Compute)];
        phases.extend(paused.map(|paused| Phase::new(paused, Role::Preempted)));
        let sends = PhaseId(phases.len() as u8);
        if !signalled.is_empty() {
            phases.push(Phase::new(word!("signal"), Role::Message));
        }
        let groups = self.clusters.iter().map(|cluster| Group {
            name: cluster.name.clone(),
            first: narrow(cluster.first),
            lanes: narrow(cluster.lanes),
        });
        let signals = LinkKind {
            name: word!("signal").into(),
            relation: Relation::Message,
        };
        let mut recording =
            Recording::new(Unit::Units, (0..self.lanes).map(name).collect(), phases)
                .with_groups(groups.collect())
                .with_links(vec![signals])
                .with_marks((!ends.is_empty()).then_some(text))
                .with_jobs(jobs);
        for end in ends {
            recording.mark(to_f64(end), MarkId(0));
        }
        for pieces in self.by_job().values() {
            let last = pieces.len().saturating_sub(1);
            for (place, piece) in pieces.iter().enumerate() {
                let phase = PhaseId(u8::from(paused.is_some() && place < last));
                let (start, end) = (to_f64(&piece.start), to_f64(&piece.end));
                recording.span(
                    LaneId(narrow(piece.lane)),
                    phase,
                    start,
                    end,
                    Job(narrow(piece.job)),
                );
            }
        }
        for arrow in signalled {
            let (start, end) = (to_f64(&arrow.start), to_f64(&arrow.end));
            recording.span(LaneId(narrow(arrow.from)), sends, start, end, Job::NONE);
        }
        for arrow in &self.arrows {
            recording.link(Link {
                kind: LinkId(0),
                from: LaneId(narrow(arrow.from)),
                start: to_f64(&arrow.start),
                to: LaneId(narrow(arrow.to)),
                end: to_f64(&arrow.end),
            });
        }
        Ok(recording.finish(to_f64(&self.makespan))?)
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Checks that no piece starts before the previous piece of the same number has ended; the pieces are sorted.
fn no_overlap(
    what: &'static str,
    pieces: &[&Piece],
    number: impl Fn(&Piece) -> usize,
) -> Result<(), Infeasible> {
    for (one, next) in pieces.iter().zip(pieces.iter().skip(1)) {
        if number(one) == number(next) && next.start < one.end {
            return Err(Infeasible::Overlap {
                what,
                number: number(one) + 1,
                at: one.end.to_string(),
            });
        }
    }
    Ok(())
}
