//! The content of each file, and its name.

use std::rc::Rc;

use schedule::same_work::Same;
use schedule::svg::{Options, Theme};
use schedule::{LaneId, Schedule, Unit, cut};
use session::message::Form;
use web_sys::Blob;

use super::writer;
use crate::gantt::look::Look;
use crate::gantt::order::Order;

/// The kinds of text files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Svg,
    Csv,
    TraceEvents,
}

impl Kind {
    pub(super) fn extension(self) -> &'static str {
        match self {
            Kind::Svg => "svg",
            Kind::Csv => "csv",
            Kind::TraceEvents => "trace.json",
        }
    }
}

/// A schedule on its way into a file.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) schedule: Rc<Schedule>,
    /// The exported time, from and to, in the schedule's unit; none for the whole run.
    pub(super) window: Option<(f64, f64)>,
    pub(super) stem: String,
    pub(super) caption: String,
    /// The look of the chart; a figure has no folded groups.
    pub(super) look: Look,
    /// The width of a figure, in pixels, and on paper in millimetres.
    pub(super) width: u32,
    pub(super) millimetres: Option<u32>,
    /// The schedule's source.
    pub(super) note: String,
    /// The schedule below it in a figure of two.
    pub(super) beside: Option<Beside>,
    pub(super) dark: bool,
}

impl File {
    /// The file's name: the run, and its exported part.
    pub(super) fn name(&self, extension: &str) -> String {
        let ms = self.schedule.unit().milliseconds();
        if self.beside.is_some() {
            return format!("{}-without-and-with.{extension}", self.stem);
        }
        let part = self.window.map_or_else(String::new, |(from, to)| {
            let unit = match self.schedule.unit() {
                Unit::Units => "units",
                Unit::Milliseconds | Unit::Seconds => "ms",
            };
            format!("-{}-to-{}-{unit}", whole(from * ms), whole(to * ms))
        });
        format!("{}{part}.{extension}", self.stem)
    }

    /// The file, unless there is no room for it.
    pub(super) async fn blob(&self, kind: Kind) -> Option<Blob> {
        if let (Kind::Svg, Some(beside)) = (kind, &self.beside) {
            let [without, with] = beside.parts(&self.schedule)?;
            let form = Form::Pair(
                Box::new(with.header()),
                beside.titles.clone(),
                self.figure(),
            );
            return writer::write_all(vec![without, with], form).await;
        }
        let form = match kind {
            Kind::Svg => Form::Svg(self.figure()),
            Kind::Csv => Form::Csv(self.window),
            Kind::TraceEvents => Form::TraceEvents(self.window, self.caption.clone()),
        };
        writer::write(&self.schedule, form).await
    }

    fn figure(&self) -> Options {
        let Look { sort, reverse, .. } = self.look;
        let order = Order::new(&self.schedule, sort, reverse, &[]);
        let lanes = (0..order.rows()).flat_map(|row| order.lanes(row));
        Options {
            width: self.width,
            millimetres: self.millimetres,
            window: self.window,
            lanes: lanes.map(|lane| LaneId(*lane)).collect(),
            links: self.look.arrows,
            bounds: self.look.bounds,
            theme: if self.dark { Theme::Dark } else { Theme::Light },
            title: self.caption.clone(),
            description: match self.beside {
                Some(_) => String::new(),
                None => schedule::summary::of(&self.schedule),
            },
            note: self.note.clone(),
        }
    }
}

/// A second schedule of the same work, and the units of work that both are cut to.
#[derive(Clone, Debug)]
pub(crate) struct Beside {
    /// The second schedule.
    pub(crate) schedule: Rc<Schedule>,
    /// The titles of both.
    pub(crate) titles: [String; 2],
    /// The first visible unit, among the units that both share, and the number of units.
    pub(crate) units: (usize, usize),
}

impl PartialEq for Beside {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.schedule, &other.schedule)
            && self.titles == other.titles
            && self.units == other.units
    }
}

impl Beside {
    /// These units of a schedule and of this one, from the start that both share; nothing where they have too few.
    fn parts(&self, without: &Schedule) -> Option<[Rc<Schedule>; 2]> {
        let (first, count) = self.units;
        let times = Same::of(&[without, &self.schedule]).times(first, count)?;
        let part = |schedule: &Schedule, (from, to): (f64, f64)| {
            Some(Rc::new(cut::part(schedule, from, to).ok()?))
        };
        Some([
            part(without, *times.first()?)?,
            part(&self.schedule, *times.last()?)?,
        ])
    }
}

/// A time for a file's name: whole from 10 on, with three digits below.
fn whole(ms: f64) -> String {
    if ms == 0.0 || ms >= 10.0 {
        format!("{ms:.0}")
    } else {
        format!("{ms:.3}")
    }
}

#[cfg(test)]
mod tests {
    use schedule::Recording;

    use super::*;

    #[test]
    fn a_name_says_what_ran_and_which_part_of_it() {
        let schedule = Recording::new(Unit::Seconds, vec![], vec![]).finish(100.0);
        let mut file = File {
            schedule: Rc::new(schedule.unwrap()),
            window: None,
            stem: "makespan-replication-bursts-replicate-seed-7".into(),
            caption: String::new(),
            look: Look::default(),
            width: 960,
            millimetres: None,
            note: String::new(),
            beside: None,
            dark: false,
        };
        assert_eq!(
            file.name("svg"),
            "makespan-replication-bursts-replicate-seed-7.svg"
        );
        file.window = Some((0.0025, 12.3456));
        assert_eq!(
            file.name("2x.png"),
            "makespan-replication-bursts-replicate-seed-7-2.500-to-12346-ms.2x.png"
        );
    }
}
