//! A schedule as parts of a page, which stretch to any width: times are at percentages, heights are the page's, and colours
//! are its custom properties (`--compute`, `--card`, …), so that both themes have the same figure.
//!
//! Classes control the parts that depend on the width, such as a label that needs room in its bar: `at-N` is shown from `N`
//! times [`STEP`] pixels on, `to-N` is shown below that. [`rules`] are their styles, for a container called `plot`.

mod bars;
mod time;

use std::fmt::Write;

use crate::palette::{Pattern, Towards};
use crate::{Phase, Relation, Role, Schedule, sort};

use super::patterns;

pub use bars::{DOCUMENT, PAGE, Room};

/// The steps in which the figure depends on its width, in CSS pixels: the room of a tick's label.
pub const STEP: f64 = 76.0;

/// The number of steps that are told apart.
const STEPS: u32 = 17;

/// A schedule as SVG elements for a page that places them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// An element without a size, with the patterns that the others name.
    pub definitions: String,
    /// A bar a lane: the width and height are the page's.
    pub lanes: Vec<String>,
    /// The layer over all lanes: marks and bounds.
    pub over: String,
    /// The time axis below the lanes.
    pub axis: String,
    /// The whole run: the useful part of the time, and the visible part of the run.
    pub run: String,
    /// A sample of each phase that occurs, and its name as a text.
    pub legend: Vec<(String, String)>,
}

/// The parts of a figure that shows the schedule from a time to another one, in its unit.
///
/// ```
/// # use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};
/// # let phases = vec![Phase::new("calc", Role::Compute)];
/// # let mut recording = Recording::new(Unit::Milliseconds, vec!["p1".into()], phases);
/// recording.span(LaneId(0), PhaseId(0), 0.0, 30.0, Job::NONE);
/// let parts = schedule::svg::fluid::parts(&recording.finish(40.0)?, (0.0, 40.0));
/// assert!(parts.lanes[0].contains("<svg x=\"0%\" width=\"75%\"><rect/></svg>"));
/// # Ok::<(), schedule::Error>(())
/// ```
#[must_use]
pub fn parts(schedule: &Schedule, window: (f64, f64)) -> Parts {
    let scale = Scale::new(window);
    Parts {
        definitions: definitions(&[schedule]),
        lanes: bars::lanes(schedule, scale, None, bars::MOST),
        over: time::over(schedule, scale),
        axis: time::axis(schedule, scale),
        run: time::run(schedule, scale),
        legend: legend(schedule),
    }
}

/// Schedules of the same work, one above the other on one time axis from 0 on: cut them to that work before, see [`crate::cut`]
/// and [`crate::same_work`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aligned {
    /// An element without a size, with the patterns that the others name.
    pub definitions: String,
    /// A bar a lane and the layer above all lanes, of each schedule.
    pub worlds: Vec<(Vec<String>, String)>,
    /// The time axis below all.
    pub axis: String,
    /// The axis' length, in the schedules' unit.
    pub length: f64,
    /// A sample of each look that occurs in any, and the names of its phases as a text.
    pub legend: Vec<(String, String)>,
}

/// The parts of a figure with schedules of one unit of time. If lanes begin their units of work `together`, braces show where all
/// lanes wait for one. Each schedule takes no more than its `room`, where possible.
#[must_use]
pub fn aligned(schedules: &[&Schedule], together: bool, room: Room) -> Aligned {
    let longer = schedules
        .iter()
        .max_by(|a, b| a.makespan().total_cmp(&b.makespan()));
    let Some(longer) = longer else {
        return Aligned::default();
    };
    let scale = Scale::new((0.0, longer.makespan()));
    // Phases that look alike share one entry.
    let mut entries: Vec<(String, String)> = Vec::new();
    for (sample, name) in schedules.iter().flat_map(|one| legend(one)) {
        match entries.iter_mut().find(|(of, _)| *of == sample) {
            Some((_, names)) if names.split(", ").any(|own| own == name) => {}
            Some((_, names)) => {
                names.push_str(", ");
                names.push_str(&name);
            }
            None => entries.push((sample, name)),
        }
    }
    let world = |schedule: &&Schedule| {
        let waiting = match together {
            true => crate::same_work::waiting(schedule),
            false => Vec::new(),
        };
        let ends = crate::same_work::ends(schedule);
        let over = bars::Over {
            waiting: &waiting,
            ends: &ends,
        };
        (
            bars::lanes(schedule, scale, Some(over), room),
            time::ends(&ends, scale),
        )
    };
    Aligned {
        definitions: definitions(schedules),
        worlds: schedules.iter().map(world).collect(),
        axis: time::axis(longer, scale),
        length: longer.makespan(),
        legend: entries,
    }
}

/// The styles of the classes that depend on the width.
#[must_use]
pub fn rules() -> String {
    let mut rules = String::new();
    for step in 1..=STEPS {
        let width = f64::from(step) * STEP;
        // A `String` takes all that is written to it.
        let _ = write!(
            rules,
            "@container plot (width<{width}px){{.at-{step}{{display:none}}}}\
             @container plot (width>={width}px){{.to-{step}{{display:none}}}}"
        );
    }
    rules
}

/// The scale of the time axis.
#[derive(Clone, Copy)]
struct Scale {
    from: f64,
    to: f64,
}

impl Scale {
    fn new((from, to): (f64, f64)) -> Scale {
        Scale { from, to }
    }

    /// The share of the width at which a time lies, from 0 to 1; a time outside the window is at its edge.
    fn share(self, time: f64) -> f64 {
        let length = self.to - self.from;
        if length > 0.0 {
            ((time - self.from) / length).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    fn shows(self, time: f64) -> bool {
        (self.from..=self.to).contains(&time)
    }
}

/// A share as an attribute: to a hundredth of a per cent, a tenth of a pixel or so.
fn percent(share: f64) -> String {
    format!("{}%", (share * 10_000.0).round() / 100.0)
}

/// The first step at which a share of the width has so much room, in pixels; none where that is wider than all steps.
#[must_use]
pub fn step(room: f64, share: f64) -> Option<u32> {
    let steps = (room / share / STEP).ceil();
    (steps <= f64::from(STEPS)).then_some(steps as u32)
}

/// The colour of a role.
fn role_colour(role: Role) -> String {
    format!("var(--{})", role.name())
}

fn mixed(over: &str, part: f64, under: &str) -> String {
    format!(
        "color-mix(in srgb,{over} {}%,{under})",
        (part * 100.0).round()
    )
}

/// The colour of a phase: a shade of its role's.
fn colour(phase: &Phase) -> String {
    let own = role_colour(phase.role);
    match phase.shading() {
        None => own,
        Some((Towards::Card, part)) => mixed("var(--card)", part, &own),
        Some((Towards::Ink, part)) => mixed("var(--ink-2)", part, &own),
    }
}

/// The colour of a bar's edge; a bar without an edge takes its own colour, so that it is as large as the others.
fn edge(phase: &Phase) -> String {
    match phase.role.pattern() {
        Pattern::Pale => "var(--wait-ink)".to_owned(),
        Pattern::Solid if phase.shading().is_none() => colour(phase),
        _ => role_colour(phase.role),
    }
}

/// The even tone that a phase has from afar.
fn tone(phase: &Phase) -> String {
    let (own, card) = (colour(phase), "var(--card)");
    match phase.role.pattern() {
        Pattern::Hatched | Pattern::CrossHatched => mixed(&own, 0.5, card),
        Pattern::Outlined => mixed(&own, 0.22, card),
        Pattern::Checked => mixed(&own, 0.65, card),
        Pattern::Pale => mixed(&edge(phase), 0.35, &own),
        Pattern::Solid | Pattern::Striped | Pattern::Barred | Pattern::Dotted => own,
    }
}

fn id(phase: &Phase) -> String {
    format!("phase-{}-{}", phase.role.name(), phase.shade)
}

fn definition(phase: &Phase) -> Option<String> {
    patterns::pattern(
        phase.role.pattern(),
        &id(phase),
        &colour(phase),
        "var(--card)",
    )
}

/// The attributes of a bar: its fill, and its edge.
fn look(phase: &Phase) -> String {
    let fill = match definition(phase) {
        Some(_) => format!("url(#{})", id(phase)),
        None => colour(phase),
    };
    let dashes = match phase.role.pattern() {
        Pattern::Hatched => " stroke-dasharray=\"3 2\"",
        _ => "",
    };
    format!("fill=\"{fill}\" stroke=\"{}\"{dashes}", edge(phase))
}

/// The phases that occur, in their order.
fn occurring(schedule: &Schedule) -> Vec<&Phase> {
    let mut occurs = [false; 256];
    for &phase in schedule.columns().phase {
        if let Some(occurs) = occurs.get_mut(usize::from(phase)) {
            *occurs = true;
        }
    }
    let phases = schedule.phases().iter().zip(occurs);
    phases
        .filter(|(_, occurs)| *occurs)
        .map(|(phase, _)| phase)
        .collect()
}

fn definitions(schedules: &[&Schedule]) -> String {
    let mut all: Vec<String> = schedules
        .iter()
        .flat_map(|schedule| occurring(schedule))
        .filter_map(definition)
        .collect();
    sort::by(&mut all, String::cmp);
    all.dedup();
    format!(
        "<svg class=\"definitions\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n{}</defs></svg>\n",
        all.concat()
    )
}

fn legend(schedule: &Schedule) -> Vec<(String, String)> {
    let sample = |content: &str| {
        format!("<svg width=\"16\" height=\"11\" aria-hidden=\"true\">{content}</svg>")
    };
    let phase = |phase: &Phase| {
        let bar = format!(
            "<rect x=\"0.5\" y=\"0.5\" width=\"15\" height=\"10\" rx=\"2\" {}/>",
            look(phase)
        );
        (sample(&bar), phase.name.clone())
    };
    let links = schedule.links();
    let distances = (0_u8..)
        .zip(schedule.link_kinds())
        .filter(|(_, kind)| kind.relation == Relation::Distance)
        .filter(|(number, _)| links.kind.contains(number));
    let distance =
        "<path d=\"M1.5 3v5M1.5 5.5h13M14.5 3v5\" stroke=\"currentColor\" fill=\"none\"/>";
    let phases = occurring(schedule).into_iter().map(phase);
    phases
        .chain(distances.map(|(_, kind)| (sample(distance), kind.name.clone())))
        .collect()
}
