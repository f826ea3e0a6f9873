//! A study as a report.

mod contest;
mod draw;
mod dynamicity;
mod finite;
mod inaccuracy;
mod propositions;
mod selection;
mod stream;
mod target;
mod untested;

use report::chart::{Axis, Course, Point, Reference, Series, Side, Spread};
use report::number::fixed;
use report::{Chart, Observer, Report, Sample};

use crate::lanes::Frame;
use crate::parameters::{Topic, Workers};
use crate::{Error, Parameters};

/// What the topic of a scenario asks for, with what each run came to.
///
/// # Errors
/// See [`Error`].
pub fn report(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    match parameters.topic {
        Topic::Stream => stream::report(parameters, observer),
        Topic::Finite => finite::report(parameters, observer),
        Topic::Propositions => propositions::outcome(parameters, observer),
        Topic::Inaccuracy => inaccuracy::outcome(parameters, observer),
        Topic::Dynamicity => dynamicity::outcome(parameters, observer),
        Topic::Target => target::outcome(parameters, observer),
        Topic::Selection => selection::outcome(parameters, observer),
    }
}

/// What loads of this platform are counted in.
fn load_unit(parameters: &Parameters) -> &'static str {
    match parameters.platform {
        Workers::Table1 => "MB",
        Workers::Table3Four | Workers::Table3 => "bytes",
        Workers::Drawn | Workers::Own => "units",
    }
}

fn percent(share: f64) -> String {
    let digits = match share.abs() {
        share if share == 0.0 || share >= 0.1 => 0,
        share if share >= 0.01 => 1,
        _ => 2,
    };
    format!("{}\u{a0}%", fixed(100.0 * share, digits))
}

/// What of a run of so many workers over `elapsed` s the schedule shows, if not all.
fn window_note(frame: &Frame, workers: usize, elapsed: f64) -> Vec<String> {
    let mut notes = Vec::new();
    if frame.workers.len() < workers {
        notes.push(format!(
            "The schedule shows workers {} to {} of {workers}.",
            frame.workers.start + 1,
            frame.workers.end
        ));
    }
    if frame.from > 0.0 || frame.until < elapsed {
        notes.push(format!(
            "The schedule shows the stream from {} to {}; its own clock starts at 0.",
            draw::time(frame.from),
            draw::time(frame.until.min(elapsed))
        ));
    }
    notes
}

/// "One run", "20 runs".
fn runs(parameters: &Parameters) -> String {
    match parameters.runs {
        1 => "one run".into(),
        many => format!("{many} runs"),
    }
}

/// A chart without lines to compare with.
fn chart(key: &str, title: &str, x: Axis, y: Axis, series: Vec<Series>) -> Chart {
    Chart {
        key: key.into(),
        title: title.into(),
        x,
        y,
        series,
        references: Vec::new(),
    }
}

/// A line to compare with.
fn beside(on: Side, value: f64, label: &str) -> Reference {
    Reference {
        on,
        value,
        label: label.into(),
    }
}

fn line(name: &str, points: impl IntoIterator<Item = (f64, f64)>, main: bool) -> Series {
    Series::Line {
        name: name.into(),
        points: points.into_iter().map(|(x, y)| Point::new(x, y)).collect(),
        course: Course::Straight,
        spread: Spread::Band,
        main,
    }
}
