//! Places for nodes, jobs and messages. Freed places are used again, so that memory grows with live items only.

/// Items that exist for the whole run. A missing place gives a spare item, so that every lookup succeeds.
#[derive(Debug)]
pub(super) struct Table<T> {
    items: Vec<T>,
    spare: T,
}

impl<T> Table<T> {
    /// An empty table.
    pub(super) const fn new(spare: T) -> Self {
        Self {
            items: Vec::new(),
            spare,
        }
    }

    /// The number of items.
    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.items.len()).unwrap_or(u32::MAX)
    }

    /// Adds an item.
    pub(super) fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// The item at a place.
    #[inline(always)]
    pub(super) fn at(&self, place: u32) -> &T {
        self.items.get(place as usize).unwrap_or(&self.spare)
    }

    /// The item at a place, to change.
    #[inline(always)]
    pub(super) fn at_mut(&mut self, place: u32) -> &mut T {
        match self.items.get_mut(place as usize) {
            Some(item) => item,
            None => &mut self.spare,
        }
    }

    /// All items.
    pub(super) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All items, to change.
    pub(super) fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }
}

/// Messages and other rare events on their way.
#[derive(Debug)]
pub(super) struct Pending<T> {
    items: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Pending<T> {
    /// An empty store.
    pub(super) const fn new() -> Self {
        Self {
            items: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Keeps an item and returns its place.
    #[inline]
    pub(super) fn keep(&mut self, item: T) -> u32 {
        if let Some(place) = self.free.pop() {
            if let Some(slot) = self.items.get_mut(place as usize) {
                *slot = Some(item);
            }
            return place;
        }
        let place = u32::try_from(self.items.len()).unwrap_or(u32::MAX);
        self.items.push(Some(item));
        place
    }

    /// Takes the item at a place.
    #[inline]
    pub(super) fn take(&mut self, place: u32) -> Option<T> {
        let item = self.items.get_mut(place as usize)?.take()?;
        self.free.push(place);
        Some(item)
    }
}

/// A job, as long as it is alive: a handle of a job that is done or dead finds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handle {
    slot: u32,
    use_number: u32,
}

impl Handle {
    /// The handle of no job.
    pub(super) const NONE: Self = Self {
        slot: u32::MAX,
        use_number: 0,
    };
}

/// An entry of a deque: a job, or children of a job that have no place of their own until one of them is taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queued {
    /// The job, or the parent of the children.
    pub(super) job: Handle,
    /// The first of the children.
    from: u8,
    /// One more than the last; equal to the first for the job itself.
    to: u8,
}

/// An item taken from a deque.
#[derive(Clone, Copy, Debug)]
pub(super) enum Taken {
    /// A job.
    Job(Handle),
    /// A child of a job, from 0.
    Child(Handle, u8),
}

impl Queued {
    /// The entry of a job.
    pub(super) const fn job(job: Handle) -> Self {
        Self {
            job,
            from: 0,
            to: 0,
        }
    }

    /// The entry of all children of a job: at least one.
    pub(super) const fn children(parent: Handle, count: u8) -> Self {
        Self {
            job: parent,
            from: 0,
            to: count,
        }
    }

    /// Takes the newest job, and returns whether the entry is used up.
    #[inline]
    pub(super) const fn newest(&mut self) -> (Taken, bool) {
        if self.from == self.to {
            return (Taken::Job(self.job), true);
        }
        self.to -= 1;
        (Taken::Child(self.job, self.to), self.from == self.to)
    }

    /// Takes the oldest job, and returns whether the entry is used up.
    #[inline]
    pub(super) const fn oldest(&mut self) -> (Taken, bool) {
        if self.from == self.to {
            return (Taken::Job(self.job), true);
        }
        let child = self.from;
        self.from += 1;
        (Taken::Child(self.job, child), self.from == self.to)
    }
}

/// The state of a job. Done and dead jobs have no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobState {
    /// The place is free.
    Free,
    /// In a deque.
    Queued,
    /// On its way to a thief.
    Transit,
    /// Executing a leaf or a split.
    Running,
    /// Waiting for children, or merging.
    Waiting,
    /// Its result is on its way.
    Result,
    /// Its result is kept for a future parent.
    Saved,
}

/// A spawned call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    /// 0 for the root; child i of p is p·k + i + 1.
    pub(super) path: u64,
    /// The number of its arrival at its node, among all arrivals.
    pub(super) arrival: u64,
    /// The time from which a saved result can be sent, s.
    pub(super) available: f64,
    /// The job that spawned it.
    pub(super) parent: Handle,
    /// The node where it is queued, runs or waits; of a job on its way, the thief; of a saved result, its holder.
    pub(super) node: u32,
    /// The attempt at a phase it belongs to.
    pub(super) attempt: u32,
    /// The children that have delivered, one bit each.
    pub(super) delivered: u32,
    use_number: u32,
    /// 0 for the root.
    pub(super) level: u8,
    /// Children missing.
    pub(super) pending: u8,
    /// Its state.
    pub(super) state: JobState,
    /// Whether it, or a job above it, was lost before.
    pub(super) again: bool,
}

impl Job {
    /// A job in its first state.
    pub(super) const fn new(path: u64, level: u8, parent: Handle, attempt: u32) -> Self {
        Self {
            path,
            arrival: 0,
            available: 0.0,
            parent,
            node: u32::MAX,
            attempt,
            delivered: 0,
            use_number: 0,
            level,
            pending: 0,
            state: JobState::Queued,
            again: false,
        }
    }

    /// Whether its node holds it: a node no longer holds results, on their way or saved.
    pub(super) const fn held(&self) -> bool {
        matches!(
            self.state,
            JobState::Queued | JobState::Transit | JobState::Running | JobState::Waiting
        )
    }
}

/// All jobs that are alive.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    slots: Vec<Job>,
    free: Vec<u32>,
}

impl Jobs {
    /// Adds a job.
    #[inline]
    pub(super) fn add(&mut self, mut job: Job) -> Handle {
        if let Some(slot) = self.free.pop()
            && let Some(place) = self.slots.get_mut(slot as usize)
        {
            job.use_number = place.use_number;
            *place = job;
            return Handle {
                slot,
                use_number: job.use_number,
            };
        }
        let slot = u32::try_from(self.slots.len()).unwrap_or(u32::MAX);
        self.slots.push(job);
        Handle {
            slot,
            use_number: 0,
        }
    }

    /// A job that is alive.
    #[inline(always)]
    pub(super) fn get(&self, handle: Handle) -> Option<&Job> {
        self.slots
            .get(handle.slot as usize)
            .filter(|job| job.use_number == handle.use_number)
    }

    /// A job that is alive, to change.
    #[inline(always)]
    pub(super) fn get_mut(&mut self, handle: Handle) -> Option<&mut Job> {
        self.slots
            .get_mut(handle.slot as usize)
            .filter(|job| job.use_number == handle.use_number)
    }

    /// Ends a job: it is done or dead.
    #[inline]
    pub(super) fn end(&mut self, handle: Handle) {
        if let Some(job) = self.get_mut(handle) {
            job.state = JobState::Free;
            job.use_number = job.use_number.wrapping_add(1);
            self.free.push(handle.slot);
        }
    }

    /// All jobs that are alive, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Handle, &Job)> {
        (0..)
            .zip(&self.slots)
            .filter(|(_, job)| job.state != JobState::Free)
            .map(|(slot, job)| {
                let use_number = job.use_number;
                (Handle { slot, use_number }, job)
            })
    }

    /// The most jobs that had a place at once.
    pub(super) fn most(&self) -> usize {
        self.slots.len()
    }
}
