//! Two schedules of the same tasks as a report.

use laboratory::Error;
use parameters::Rejected;
use report::chart::{Axis, Series};
use report::evidence::factor;
use report::figure::Unit;
use report::table::Cell;
use report::words::{list, percent};
use report::worlds::Reason;
use report::{Chart, Figure, Layout, Report, Sample, Table, Worlds};
use schedule::{
    Job, LaneId, Link, LinkId, LinkKind, MarkId, Phase, PhaseId, Recorder as _, Recording,
    Relation, Role, Schedule,
};
use words::{say, word};

use crate::Parameters;
use crate::model::{Instance, Slot, bound, makespan};
use crate::parameters::Change;
use crate::tasks;

/// The most processors of the chart.
const MOST_PROCESSORS: u32 = 10;

/// The findings of a run: the schedule before the change, and the one after it.
#[derive(Clone, Debug)]
pub(crate) struct Findings {
    before: Side,
    after: Side,
}

/// A schedule.
#[derive(Clone, Debug)]
struct Side {
    /// The title above it.
    title: String,
    instance: Instance,
    slots: Vec<Slot>,
    /// The same schedule, to be drawn.
    schedule: Schedule,
}

/// Why the shortest task cannot be shortened so much, by its time; nothing where it can.
pub(crate) fn too_short(parameters: &Parameters) -> Option<String> {
    let tasks = tasks::read(&parameters.tasks).ok()?;
    let shortest = tasks.iter().min_by_key(|task| task.time)?;
    let all = parameters.change == Change::Shorter && shortest.time <= parameters.shorter;
    all.then(|| {
        say!(
            "must be less than {}, the time of {}",
            shortest.time,
            shortest.name
        )
    })
}

/// Makes both schedules.
///
/// # Errors
/// The place of the unreadable text, its value and the allowed values.
pub(crate) fn compute(parameters: &Parameters) -> Result<Findings, Error> {
    let tasks = tasks::read(&parameters.tasks)?;
    if let Some(why) = too_short(parameters) {
        return Err(Rejected::one("shorter", parameters.shorter, why).into());
    }
    let before = Instance {
        list: (0..tasks.len()).collect(),
        processors: parameters.processors,
        tasks,
    };
    let mut after = before.clone();
    let titles = match parameters.change {
        Change::Processor => {
            after.processors += 1;
            [word!("Processors as given"), word!("One processor more")].map(str::to_owned)
        }
        Change::Reversed => {
            after.list.reverse();
            [word!("The list as given"), word!("Reversing the list")].map(str::to_owned)
        }
        Change::Shorter => {
            let by = parameters.shorter;
            after.tasks.iter_mut().for_each(|task| task.time -= by);
            [
                word!("Times as given").to_owned(),
                say!("Making each task {by} shorter"),
            ]
        }
        Change::Unconstrained => {
            after.tasks.iter_mut().for_each(|task| task.after.clear());
            [
                word!("Constraints as given"),
                word!("Dropping the constraints"),
            ]
            .map(str::to_owned)
        }
    };
    let [first, second] = titles;
    let side = |title, instance| {
        Side::of(title, instance).map_err(|error| Error::Other(error.to_string()))
    };
    Ok(Findings {
        before: side(first, before)?,
        after: side(second, after)?,
    })
}

impl Side {
    fn of(title: String, instance: Instance) -> Result<Self, schedule::Error> {
        let slots = instance.schedule();
        let lanes = (1..=instance.processors)
            .map(|lane| format!("P{lane}"))
            .collect();
        let phases = vec![Phase::new(word!("task"), Role::Compute)];
        let constraint = LinkKind {
            name: word!("constraint").into(),
            relation: Relation::Dependency,
        };
        let names = instance.tasks.iter().map(|task| task.name.clone());
        let mut recording = Recording::new(schedule::Unit::Units, lanes, phases)
            .with_jobs(names.collect())
            .with_links(vec![constraint])
            .with_marks([word!("end of all tasks")]);
        let lane = |slot: &Slot| LaneId(slot.processor as u32);
        for (job, (slot, task)) in (0..).zip(slots.iter().zip(&instance.tasks)) {
            let (start, end) = (f64::from(slot.start), f64::from(slot.end));
            recording.span(lane(slot), PhaseId(0), start, end, Job(job));
            let before = task.after.iter().filter_map(|place| slots.get(*place));
            for other in before.filter(|other| other.processor != slot.processor) {
                recording.link(Link {
                    kind: LinkId(0),
                    from: lane(other),
                    start: f64::from(other.end),
                    to: lane(slot),
                    end: start,
                });
            }
        }
        let end = f64::from(makespan(&slots));
        recording.mark(end, MarkId(0));
        Ok(Self {
            schedule: recording.finish(end)?,
            title,
            slots,
            instance,
        })
    }

    fn makespan(&self) -> u32 {
        makespan(&self.slots)
    }

    /// The share of the processors' time in which they run tasks.
    fn utilisation(&self) -> f64 {
        let busy: u32 = self.instance.tasks.iter().map(|task| task.time).sum();
        f64::from(busy) / (f64::from(self.instance.processors) * f64::from(self.makespan()))
    }

    fn names(&self, places: &[usize]) -> Vec<String> {
        let tasks = places
            .iter()
            .filter_map(|place| self.instance.tasks.get(*place));
        tasks.map(|task| task.name.clone()).collect()
    }

    /// The first task of the chain that ends last, and its slot.
    fn head(&self) -> Option<(usize, &Slot)> {
        let head = *self.instance.chain(&self.slots).first()?;
        Some((head, self.slots.get(head)?))
    }

    /// Why a task that is ready does not start: all processors run others. Nothing where it starts at once.
    fn waits(&self) -> Option<String> {
        let (head, slot) = self.head()?;
        let run = |place: &usize| {
            let other = self.slots.get(*place);
            other.is_some_and(|other| other.start <= slot.ready && slot.ready < other.end)
        };
        let running: Vec<usize> = (0..self.slots.len()).filter(run).collect();
        (slot.ready < slot.start).then(|| {
            say!(
                "{} can start at {}, but all processors are busy until {}, first with {}.",
                self.names(&[head]).concat(),
                slot.ready,
                slot.start,
                list(&self.names(&running))
            )
        })
    }
}

impl Findings {
    /// The second makespan over the first.
    fn ratio(&self) -> f64 {
        f64::from(self.after.makespan()) / f64::from(self.before.makespan())
    }

    fn headline(&self) -> String {
        let (change, ratio) = (&self.after.title, self.ratio());
        if ratio > 1.0 {
            return say!(
                "{change} makes the tasks take {} times as long as before",
                factor(ratio)
            );
        }
        if ratio < 1.0 {
            return say!(
                "{change} makes the tasks {} times as fast as before",
                factor(1.0 / ratio)
            );
        }
        say!(
            "{change} changes nothing: the tasks take {}",
            self.after.makespan()
        )
    }

    fn why(&self) -> String {
        let longer = self.ratio() >= 1.0;
        let (long, short, which) = match longer {
            true => (&self.after, &self.before, word!("second")),
            false => (&self.before, &self.after, word!("first")),
        };
        let chain = long.instance.chain(&long.slots);
        let last = say!(
            "In the {which} schedule, {} ends last.",
            long.names(&chain).join(" → ")
        );
        let Some(cause) = long.waits() else {
            return say!(
                "{last} It never waits for a processor, so no list makes these tasks end earlier."
            );
        };
        let elsewhere = long.head().and_then(|(head, slot)| {
            let other = short
                .slots
                .get(head)
                .filter(|other| other.start != slot.start)?;
            Some(say!("In the other schedule it starts at {}.", other.start))
        });
        [last, cause]
            .into_iter()
            .chain(elsewhere)
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn figures(&self) -> Vec<Figure> {
        let (before, after) = (&self.before, &self.after);
        let limit = bound(before.instance.processors, after.instance.processors);
        let number = |key, name, value: u32| Figure::number(key, name, f64::from(value));
        vec![
            number("makespan", word!("Makespan"), after.makespan())
                .beside(say!("was {}", before.makespan())),
            Figure::number(
                "ratio_before",
                word!("Times the first makespan"),
                self.ratio(),
            )
            .beside(say!("at most {}", factor(limit))),
            number(
                "least",
                word!("No schedule is shorter than"),
                after.instance.least(),
            )
            .beside(say!("was {}", before.instance.least())),
            Figure::share("utilisation", word!("Utilisation"), after.utilisation())
                .beside(say!("was {}", percent(before.utilisation(), 0))),
        ]
    }

    fn worlds(&self) -> Worlds {
        let reason = |side: &Side, with: bool| {
            let (_, slot) = side.head()?;
            Some(Reason {
                unit: 0,
                with,
                lane: slot.processor as u32,
                at: f64::from(slot.start),
                text: side.waits()?,
            })
        };
        let reasons = [reason(&self.before, false), reason(&self.after, true)];
        let caption = match self.before.makespan() == self.after.makespan() {
            true => word!("The same tasks from start to end: equally fast."),
            false => word!("The same tasks from start to end."),
        };
        Worlds {
            without: self.before.title.clone(),
            with: self.after.title.clone(),
            unit: (word!("set of tasks").into(), word!("sets of tasks").into()),
            count: 1,
            number: 1,
            of: 1,
            caption: caption.into(),
            reasons: reasons.into_iter().flatten().collect(),
            schedules: Some(Box::new([
                self.before.schedule.clone(),
                self.after.schedule.clone(),
            ])),
            ..Worlds::default()
        }
    }

    fn chart(&self) -> Chart {
        let of = |value: fn(&Instance) -> u32| {
            (1..=MOST_PROCESSORS).map(move |processors| {
                let instance = Instance {
                    processors,
                    ..self.before.instance.clone()
                };
                (f64::from(processors), f64::from(value(&instance)))
            })
        };
        let listed = of(|instance| makespan(&instance.schedule()));
        Chart::new(
            "processors",
            word!("Does one more processor always help?"),
            Axis::count(word!("processors")),
            Axis::number(word!("makespan")),
            vec![
                Series::line(word!("no schedule is shorter"), of(Instance::least), false),
                Series::line(word!("the list as given"), listed, true),
            ],
        )
    }

    fn table(&self) -> Table {
        let slots = self.before.slots.iter().zip(&self.after.slots);
        let rows = self
            .before
            .instance
            .tasks
            .iter()
            .zip(slots)
            .map(|(task, (before, after))| {
                let start = |slot: &Slot| Cell::whole(slot.start as usize);
                [Cell::words(&task.name), start(before), start(after)]
            });
        let columns = [
            word!("Task"),
            word!("First schedule"),
            word!("Second schedule"),
        ];
        Table::new("starts", word!("When does each task start?"), columns, rows)
    }
}

impl report::Findings for Findings {
    fn report(&self) -> Report {
        Report {
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            worlds: Some(self.worlds()),
            charts: vec![self.chart()],
            tables: vec![self.table()],
            notes: vec![word!("All times are whole numbers, so all makespans are exact.").into()],
            layout: Layout::schedule_then(&["processors"]),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let makespan = f64::from(self.after.makespan());
        let makespan = Sample::new("makespan", word!("Makespan"), Unit::One, vec![makespan]);
        vec![makespan.of_schedule()]
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.after.schedule)
    }
}
