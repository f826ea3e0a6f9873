//! Two schedules of the same work, with exact times until they are drawn.

use bounds_model::rational::{Rational, to_f64};
use bounds_model::{Error, Plan};
use report::Worlds;
use report::worlds::Reason;
use schedule::Schedule;
use words::word;

/// A schedule, and when each unit of work ends in it.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub(crate) schedule: Schedule,
    pub(crate) ends: Vec<f64>,
}

impl Side {
    /// The schedule of processes; lanes are called `lane` and a number.
    pub(crate) fn of(
        plan: &Plan,
        lane: &str,
        processes: &[String],
        ends: &[Rational],
    ) -> Result<Self, Error> {
        // A process has work in many phases: that it goes on later is no interruption.
        Self::paused(plan, lane, processes, None, (word!("step"), ends))
    }

    /// The schedule of jobs; jobs that continue later are preempted.
    pub(crate) fn of_jobs(plan: &Plan, jobs: &[String]) -> Result<Self, Error> {
        let (lane, paused) = (word!("processor"), word!("run until preempted"));
        let ends = std::slice::from_ref(&plan.makespan);
        Self::paused(plan, lane, jobs, Some(paused), (word!("set of jobs"), ends))
    }

    fn paused(
        plan: &Plan,
        lane: &str,
        jobs: &[String],
        paused: Option<&str>,
        (unit, ends): (&str, &[Rational]),
    ) -> Result<Self, Error> {
        let lanes = names(&format!("{lane} "), plan.lanes);
        Ok(Self {
            schedule: plan.marked(&lanes, jobs.to_vec(), paused, (unit, ends))?,
            ends: ends.iter().map(to_f64).collect(),
        })
    }
}

/// The names of so many things: "P1", "P2", …
pub(crate) fn names(of: &str, number: usize) -> Vec<String> {
    (1..=number).map(|place| format!("{of}{place}")).collect()
}

/// The most lanes of a schedule that stands above another: names of more would touch each other. The schedule alone has a view
/// of its own.
pub(crate) const MOST_LANES: usize = 24;

/// Both whole schedules, without and with, in units that both show together; nothing where they have too many lanes.
pub(crate) fn of(
    title: &str,
    [without, with]: [String; 2],
    (one, many): (&str, &str),
    sides: &[Side; 2],
    caption: String,
    reasons: Vec<Reason>,
) -> Option<Worlds> {
    let [below, above] = sides;
    let units = below.ends.len().min(above.ends.len()) as u32;
    let few = |side: &Side| side.schedule.lanes().len() <= MOST_LANES;
    sides.iter().all(few).then(|| Worlds {
        title: Some(title.to_owned()),
        without,
        with,
        unit: (one.into(), many.into()),
        first: 0,
        count: units,
        number: 1,
        of: units,
        caption,
        reasons,
        schedules: Some(Box::new([below.schedule.clone(), above.schedule.clone()])),
        ..Worlds::default()
    })
}
