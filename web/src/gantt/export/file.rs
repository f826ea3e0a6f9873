//! What each file holds, and what it is called.

use std::rc::Rc;

use schedule::svg::{Options, Theme};
use schedule::{LaneId, Schedule};
use session::message::Form;
use web_sys::Blob;

use super::writer;
use crate::gantt::look::Look;
use crate::gantt::order::Order;

/// The kinds of files that are made of text.
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
    /// From when to when, in the schedule's unit; all of it if there is none.
    pub(super) window: Option<(f64, f64)>,
    pub(super) stem: String,
    pub(super) caption: String,
    /// How the chart shows it; a figure has no folded groups.
    pub(super) look: Look,
    /// Of a figure, in pixels.
    pub(super) width: u32,
    pub(super) dark: bool,
}

impl File {
    /// The file's name: what ran, and which part of it.
    pub(super) fn name(&self, extension: &str) -> String {
        let ms = self.schedule.unit().milliseconds();
        let part = self.window.map_or_else(String::new, |(from, to)| {
            format!("-{}-to-{}-ms", whole(from * ms), whole(to * ms))
        });
        format!("{}{part}.{extension}", self.stem)
    }

    /// The file, unless there is no room for it.
    pub(super) async fn blob(&self, kind: Kind) -> Option<Blob> {
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
            window: self.window,
            lanes: lanes.map(|lane| LaneId(*lane)).collect(),
            links: self.look.arrows,
            bounds: self.look.bounds,
            theme: if self.dark { Theme::Dark } else { Theme::Light },
            title: self.caption.clone(),
            description: schedule::summary::of(&self.schedule),
        }
    }
}

/// A time as a file's name holds it: whole, unless that is nothing.
fn whole(ms: f64) -> String {
    if ms == 0.0 || ms >= 10.0 {
        format!("{ms:.0}")
    } else {
        format!("{ms:.3}")
    }
}

#[cfg(test)]
mod tests {
    use schedule::{Recording, Unit};

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
