//! List scheduling (R. L. Graham, "Bounds on multiprocessing timing anomalies", SIAM Journal on Applied Mathematics 17, 1969).

use crate::tasks::Task;

/// Tasks, the list with the order in which they are taken, and identical processors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// The places of all tasks, the first to be taken first.
    pub list: Vec<usize>,
    /// m: how many processors there are, at least 1.
    pub processors: u32,
}

/// Where and when a task runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its processor, from 0.
    pub processor: usize,
    /// When the last task before it ends.
    pub ready: u32,
    /// When it starts.
    pub start: u32,
    /// When it ends.
    pub end: u32,
}

impl Instance {
    /// The slot of each task: a free processor takes the first task of the list that is ready.
    ///
    /// ```
    /// use anomalies::model::{Instance, makespan};
    /// use anomalies::tasks::read;
    ///
    /// let tasks = read("A,1,\nB,1,\nC,2,\n").unwrap();
    /// let forward = Instance { tasks, list: vec![0, 1, 2], processors: 2 };
    /// let reversed = Instance { list: vec![2, 1, 0], ..forward.clone() };
    /// assert_eq!([forward, reversed].map(|one| makespan(&one.schedule())), [3, 2]);
    /// ```
    #[must_use]
    pub fn schedule(&self) -> Vec<Slot> {
        let mut slots: Vec<Option<Slot>> = vec![None; self.tasks.len()];
        let mut free = vec![0_u32; self.processors as usize];
        loop {
            let earliest = free.iter().min().copied().unwrap_or_default();
            let waiting = self.list.iter().filter_map(|&place| {
                let task = self.tasks.get(place)?;
                slots.get(place)?.is_none().then_some(())?;
                let ready = ready(task, &slots)?;
                Some((ready.max(earliest), ready, place, task))
            });
            // The next task to start; of several that can start at once, the first of the list.
            let Some((start, ready, place, task)) = waiting.min_by_key(|(start, ..)| *start) else {
                return slots.into_iter().flatten().collect();
            };
            let end = start + task.time;
            let mut lanes = free.iter_mut().enumerate();
            if let Some((processor, until)) = lanes.find(|(_, until)| **until <= start)
                && let Some(slot) = slots.get_mut(place)
            {
                *until = end;
                *slot = Some(Slot {
                    processor,
                    ready,
                    start,
                    end,
                });
            }
        }
    }

    /// A lower bound of all schedules of these tasks: the longest chain, and the mean load of a processor.
    #[must_use]
    pub fn least(&self) -> u32 {
        let unlimited = Self {
            processors: self.tasks.len() as u32,
            ..self.clone()
        };
        let load: u32 = self.tasks.iter().map(|task| task.time).sum();
        makespan(&unlimited.schedule()).max(load.div_ceil(self.processors))
    }

    /// The tasks that decide when the schedule ends, one after another: the last one to end, and before each the task that it waits
    /// for. The first of them is ready at 0, or waits for a processor.
    #[must_use]
    pub fn chain(&self, slots: &[Slot]) -> Vec<usize> {
        let end = makespan(slots);
        let mut next = slots.iter().position(|slot| slot.end == end);
        let mut chain = Vec::new();
        while let Some(place) = next {
            chain.push(place);
            let waits = slots.get(place).filter(|slot| slot.start == slot.ready);
            next = waits.and_then(|slot| {
                let ends =
                    |place: &usize| slots.get(*place).is_some_and(|one| one.end == slot.ready);
                self.tasks.get(place)?.after.iter().copied().find(ends)
            });
        }
        chain.reverse();
        chain
    }
}

/// When the last task before this one ends; nothing while one of them has no slot.
fn ready(task: &Task, slots: &[Option<Slot>]) -> Option<u32> {
    task.after.iter().try_fold(0_u32, |latest, before| {
        let slot = slots.get(*before).copied().flatten()?;
        Some(latest.max(slot.end))
    })
}

/// When the last task ends.
#[must_use]
pub fn makespan(slots: &[Slot]) -> u32 {
    slots.iter().map(|slot| slot.end).max().unwrap_or_default()
}

/// How many times as long tasks take at most on `after` processors as on `before`, with any other list, shorter times and fewer
/// constraints: 1 + (m − 1)/m′ (Graham 1969). With as many processors it is 2 − 1/m.
#[must_use]
pub fn bound(before: u32, after: u32) -> f64 {
    1.0 + f64::from(before - 1) / f64::from(after)
}
