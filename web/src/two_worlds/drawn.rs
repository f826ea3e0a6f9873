//! A part of the work as elements of the page.

use schedule::LaneId;
use session::same_work::{Scene, Seen, strip};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};
use yew::prelude::*;

use super::Work;
use crate::markup::elements;

/// The drawing of a part of the work.
pub(super) struct Drawn {
    pub(super) scene: Scene,
    pub(super) definitions: Option<Node>,
    pub(super) axis: Option<Node>,
    pub(super) strip: Option<Node>,
    pub(super) worlds: Vec<World>,
    pub(super) legend: Vec<(Option<Node>, String)>,
    /// The text where the pointer is on no span.
    pub(super) caption: String,
}

/// The drawing of one of the schedules.
pub(super) struct World {
    pub(super) lanes: Vec<Option<Node>>,
    pub(super) over: Option<Node>,
    pub(super) gap: Option<Node>,
    /// The lanes that a narrow screen leaves out.
    pub(super) minor: Vec<usize>,
    /// The lanes that a wide slide leaves out.
    pub(super) least: Vec<usize>,
}

impl Drawn {
    pub(super) fn new(work: &Work, seen: Seen) -> Option<Self> {
        let (subject, _, opening) = &*work.0;
        let schedules = work.schedules();
        let scene = Scene::live(subject, &schedules, seen)?;
        let figure = &scene.figure;
        let common = [
            figure.definitions.clone(),
            figure.axis.clone(),
            strip(subject, &schedules, seen),
        ];
        let mut common = elements(common.iter().map(String::as_str)).into_iter();
        let mut next = || common.next().flatten();
        let world = |(place, (lanes, over)): (usize, &(Vec<String>, String))| {
            let gap = scene.gap(place);
            let texts = lanes.iter().map(String::as_str);
            let texts = texts.chain([over.as_str(), gap.as_deref().unwrap_or_default()]);
            let mut nodes = elements(texts);
            let gap = nodes.pop().flatten();
            let over = nodes.pop().flatten();
            World {
                lanes: nodes,
                over,
                gap,
                minor: scene.minor(place),
                least: scene.least(place),
            }
        };
        let samples = elements(figure.legend.iter().map(|(sample, _)| sample.as_str()));
        let names = figure.legend.iter().map(|(_, name)| name.clone());
        Some(Self {
            definitions: next(),
            axis: next(),
            strip: next(),
            worlds: figure.worlds.iter().enumerate().map(world).collect(),
            legend: samples.into_iter().zip(names).collect(),
            caption: subject.told(&schedules, seen, *opening),
            scene,
        })
    }

    /// The visible lanes, from the top: their worlds and places.
    fn visible(&self) -> Vec<(usize, LaneId)> {
        // The styles leave some lanes out.
        let is_seen = |bars: &Option<Node>| {
            let bars = bars.as_ref().and_then(|bars| bars.dyn_ref::<Element>());
            bars.is_none_or(|bars| bars.get_bounding_client_rect().height() > 0.0)
        };
        let worlds = self.worlds.iter().enumerate();
        let lanes = worlds.flat_map(|(place, world)| {
            let lanes = world.lanes.iter().enumerate();
            let seen = lanes.filter(move |(_, bars)| is_seen(bars));
            seen.map(move |(lane, _)| (place, LaneId(lane as u32)))
        });
        lanes.collect()
    }

    /// The span that an arrow key leads to from a span, or from nowhere.
    pub(super) fn beside(
        &self,
        key: &str,
        from: Option<(usize, LaneId, f64)>,
    ) -> Option<(usize, LaneId, f64)> {
        let lanes = self.visible();
        let Some((world, lane, at)) = from else {
            let (world, lane) = *lanes.first()?;
            return Some((world, lane, self.scene.step(world, lane, -1.0, true)?));
        };
        if let "ArrowLeft" | "ArrowRight" = key {
            let to = self.scene.step(world, lane, at, key == "ArrowRight")?;
            return Some((world, lane, to));
        }
        let here = lanes.iter().position(|one| *one == (world, lane))?;
        let to = match key {
            "ArrowUp" => here.checked_sub(1)?,
            _ => here + 1,
        };
        let (world, lane) = *lanes.get(to)?;
        // The span at the same moment, else the span that ends before it.
        let at = match self.scene.span(world, lane, at) {
            Some((from, to)) => (from + to) / 2.0,
            None => self.scene.step(world, lane, at, false)?,
        };
        Some((world, lane, at))
    }
}

/// The span of a lane under the pointer, by its middle.
pub(super) fn spot(
    made: &Option<Drawn>,
    world: usize,
    lane: usize,
    event: &MouseEvent,
) -> Option<(usize, LaneId, f64)> {
    let row: HtmlElement = event.current_target()?.dyn_into().ok()?;
    let (edges, scene) = (row.get_bounding_client_rect(), &made.as_ref()?.scene);
    let share = (f64::from(event.client_x()) - edges.left()) / edges.width();
    let (lane, at) = (
        LaneId(lane as u32),
        share.clamp(0.0, 1.0) * scene.figure.length,
    );
    let (from, to) = scene.span(world, lane, at)?;
    Some((world, lane, (from + to) / 2.0))
}

/// A node that was made before.
pub(super) fn node(made: &Option<Node>) -> Html {
    made.clone().map_or_else(Html::default, Html::VRef)
}
