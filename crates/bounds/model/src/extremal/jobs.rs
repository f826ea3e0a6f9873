//! Sets of jobs that attain G. Klonowska 2007, Paper II, Lemmas 1 and 2.

use std::ops::Range;
use words::{say, word};

use crate::error::{Error, within};
use crate::jobs::{Jobs, MOST_JOBS, mcnaughton};
use crate::plan::{Cluster, Plan};
use crate::preemption;
use crate::rational::{Rational, ratio, whole};
use crate::stern_brocot::{self, Part, evenly};

/// The most processors of a set that is constructed.
pub const MOST_PROCESSORS: u32 = 400;

/// Jobs with a schedule of at most j preemptions and one of at most i, which takes G(m, i, j) times as long.
#[derive(Clone, Debug, PartialEq)]
pub struct Extremal {
    /// The jobs.
    pub jobs: Jobs,
    /// The schedule with more preemptions, at most j; its clusters are framed.
    pub more: Plan,
    /// The schedule with fewer, at most i.
    pub fewer: Plan,
    /// The lanes of the second schedule that hold two uninterrupted jobs each and decide its makespan.
    pub tower: Range<usize>,
}

fn checked(processors: u32, fewer: u32, more: u32) -> Result<(), Error> {
    within(
        word!("number of processors"),
        processors,
        2,
        MOST_PROCESSORS,
    )?;
    within(
        word!("larger number of preemptions"),
        more,
        1,
        processors - 1,
    )?;
    within(word!("smaller number of preemptions"), fewer, 0, more - 1)?;
    Ok(())
}

fn as_u32(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The m+i+1 jobs of length 1: their makespan with at most i preemptions is 2, and with at most j it is 2/G(m, i, j), for every
/// j > i at once. One set for each i; the thesis has one for each i and j.
///
/// # Errors
/// [`Error::Range`] unless 2 ≤ m ≤ 400 and i < j < m.
pub fn equal(processors: u32, fewer: u32, more: u32) -> Result<Extremal, Error> {
    checked(processors, fewer, more)?;
    let number = processors + fewer + 1;
    let jobs = Jobs::equal(number as usize)?;
    let (fewest, pairs) = shortest(processors, number, fewer)?;
    // The smallest ratio is 1/2: jobs twice as many as processors, in clusters of two jobs on one processor.
    let tower = pairs
        .iter()
        .take_while(|part| part.under == 2 * part.over)
        .map(|part| part.over as usize)
        .sum();
    Ok(Extremal {
        more: shortest(processors, number, more)?.0,
        fewer: fewest,
        tower: 0..tower,
        jobs,
    })
}

/// The shortest schedule of so many jobs of length 1 with at most so many preemptions: one job on each processor where there are
/// no more jobs, else the parts of the Stern–Brocot floor, cluster (m_k, n_k) with n_k jobs on m_k processors. The busiest is the first.
///
/// # Errors
/// [`Error::Range`] unless 1 ≤ m ≤ 400, 1 ≤ n ≤ 1000 and the preemptions are fewer than m.
pub fn shortest(processors: u32, jobs: u32, preemptions: u32) -> Result<(Plan, Vec<Part>), Error> {
    within(
        word!("number of processors"),
        processors,
        1,
        MOST_PROCESSORS,
    )?;
    within(word!("number of jobs"), jobs, 1, MOST_JOBS as u32)?;
    within(
        word!("number of preemptions"),
        preemptions,
        0,
        processors - 1,
    )?;
    let parts = match jobs <= processors {
        true => vec![Part { over: 1, under: 1 }; jobs as usize],
        false => stern_brocot::decomposition(processors, jobs, processors - preemptions)?,
    };
    let mut plan = clusters(&parts, |_| whole(1));
    plan.lanes = processors as usize;
    Ok((plan, parts))
}

/// Each cluster by McNaughton's rule until its jobs' length or its mean load, whichever is longer.
fn clusters(parts: &[Part], length: impl Fn(&Part) -> Rational) -> Plan {
    let mut plan = Plan::default();
    let (mut lane, mut job) = (0, 0);
    for part in parts {
        let (lanes, jobs) = (part.over as usize, part.under as usize);
        let length = length(part);
        let until = length.clone().max(&length * ratio(part.under, part.over));
        mcnaughton::wrap(
            &mut plan,
            lane,
            (job..job + jobs).map(|job| (job, length.clone())),
            &until,
        );
        plan.clusters.push(framed(part, lane));
        lane += lanes;
        job += jobs;
    }
    plan.lanes = lane;
    plan
}

fn framed(part: &Part, first: usize) -> Cluster {
    Cluster {
        name: match part.under {
            1 => word!("1 job on 1").to_owned(),
            jobs => say!("{jobs} jobs on {}", part.over),
        },
        first,
        lanes: part.over as usize,
    }
}

/// The thesis's set for i and j: clusters whose jobs have one length each, so that the schedule with j preemptions is a box of
/// makespan 1; with i preemptions two jobs share a processor of the critical cluster, which takes G.
///
/// # Errors
/// As for [`equal`].
pub fn boxed(processors: u32, fewer: u32, more: u32) -> Result<Extremal, Error> {
    checked(processors, fewer, more)?;
    let (m, i, j) = (processors, fewer, more);
    let (inner, jobs, ratios) = (
        m.min(i + j + 1),
        (m + i + 1).min(2 * i + j + 2),
        (m - j).min(i + 1),
    );
    let mut parts = stern_brocot::decomposition(inner, jobs, ratios)?;
    parts.extend((inner..m).map(|_| Part { over: 1, under: 1 }));
    let length = |part: &Part| ratio(part.over, part.under);
    let lengths = parts
        .iter()
        .flat_map(|part| (0..part.under).map(move |_| length(part)));
    let jobs = Jobs::new(lengths.collect())?;
    let mut fewest = Plan::default();
    let (mut lane, mut job, mut tower) = (0, 0, 0..0);
    for (place, part) in parts.iter().enumerate() {
        // Each of n_k − m_k preemptions, in the critical cluster one less, leaves one group fewer of the m_k processors.
        let critical = place == 0;
        let groups = (2 * part.over + u64::from(critical)).saturating_sub(part.under);
        let length = length(part);
        fewest.clusters.push(framed(part, lane));
        for (number, size) in (1..).zip(evenly(part.over, groups)) {
            let last = critical && number == groups;
            let count = if last {
                2 * size
            } else {
                (2 * size).saturating_sub(1)
            };
            let until = length.clone().max(&length * ratio(count, size));
            let of_group = (job..job + count as usize).map(|job| (job, length.clone()));
            mcnaughton::wrap(&mut fewest, lane, of_group, &until);
            if last {
                tower = lane..lane + size as usize;
            }
            lane += size as usize;
            job += count as usize;
        }
    }
    fewest.lanes = lane;
    Ok(Extremal {
        more: clusters(&parts, length),
        fewer: fewest,
        tower,
        jobs,
    })
}

impl Extremal {
    /// Checks that both schedules are feasible, have at most i and j preemptions, and that one takes G(m, i, j) times as long as
    /// the other.
    ///
    /// # Errors
    /// [`Error::Infeasible`], a fault of this crate, and [`Error::Range`].
    pub fn check(&self, fewer: u32, more: u32) -> Result<(), Error> {
        let gain = preemption::gain(as_u32(self.more.lanes as u64), fewer, more)?;
        let gain = ratio(*gain.numer(), *gain.denom());
        self.more
            .check_claim(self.jobs.lengths(), more as usize, &self.more.makespan)?;
        let expected = gain * &self.more.makespan;
        self.fewer
            .check_claim(self.jobs.lengths(), fewer as usize, &expected)?;
        Ok(())
    }
}
