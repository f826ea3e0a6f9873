//! Efficiency, productivity and badness of nodes, before and after some leave and others join by hand.

use adaptation_model::metrics::badness::{Ranking, rank, removal_order};
use adaptation_model::metrics::productivity::{
    relative_productivity, total_efficiency, total_productivity, total_speed,
};
use adaptation_model::metrics::weighted::{efficiency, wae};
use adaptation_model::strategy::{coordinator, outliers};
use parameters::Rejected;
use report::chart::{Axis, Bar, Series, Side};
use report::evidence::same;
use report::figure::Unit;
use report::number::short;
use report::table::Cell;
use report::words::{count, list, percent, sentences};
use report::{Chart, Figure, Layout, Offer, Report, Sample, Table};
use words::{say, word};

use crate::Parameters;
use crate::decisions::{apart, told_from, unlike};
use crate::rated::{self, Rated};
use crate::setting;

/// The most bars of the chart of badness.
const MOST_BARS: usize = 40;

/// The metrics of some nodes.
#[derive(Clone, Debug)]
struct Judged {
    nodes: Vec<Rated>,
    speed: f64,
    productivity: f64,
    /// Productivity over speed; none where nothing has speed.
    efficiency: Option<f64>,
    /// The mean efficiency of the nodes, without weights of speed.
    mean_efficiency: f64,
    wae: f64,
    ranking: Ranking,
    added: usize,
    /// Places of the nodes that the coordinator removes; the first node is the master, which stays.
    removed: Vec<usize>,
    /// The cluster that it removes whole, and its inter-cluster overhead.
    overloaded: Option<(u32, f64)>,
    /// Nodes that are replaced as outliers, and the share by which they are slower than the median; the master stays.
    outliers: Vec<(usize, f64)>,
}

/// Nodes before and after a change.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    before: Judged,
    after: Option<Judged>,
    left: Vec<String>,
    joined: Vec<String>,
}

pub(super) fn compute(parameters: &Parameters) -> Result<Findings<'_>, laboratory::Error> {
    let settings = setting::coordinator(parameters);
    settings.check().map_err(setting::blamed)?;
    let nodes = rated::read("nodes", &parameters.nodes, 1)?;
    let mut changed = nodes.clone();
    let mut left = Vec::new();
    if let Some(place) = (parameters.remove as usize).checked_sub(1) {
        if place >= changed.len() {
            let expected = say!(
                "there is no node {}; the table has {}",
                parameters.remove,
                count(changed.len(), word!("node"), word!("nodes"))
            );
            return Err(Rejected::one("remove", parameters.remove, expected).into());
        }
        left.push(changed.remove(place).name);
    }
    let mut joined = Vec::new();
    if !parameters.add.trim().is_empty() {
        let added = rated::read("add", &parameters.add, nodes.len() + 1)?;
        joined.extend(added.iter().map(|node| node.name.clone()));
        changed.extend(added);
    }
    let moved = !left.is_empty() || !joined.is_empty();
    Ok(Findings {
        before: judge(nodes, &settings, parameters),
        after: (moved && !changed.is_empty()).then(|| judge(changed, &settings, parameters)),
        parameters,
        left,
        joined,
    })
}

/// The metrics of nodes, and the nodes that the coordinator and the rule on outliers would remove.
fn judge(nodes: Vec<Rated>, settings: &coordinator::Settings, parameters: &Parameters) -> Judged {
    let rates = rated::rates(&nodes);
    let members = rated::members(&nodes);
    let ranking = rank(&members, settings.weights);
    let weighted: Vec<(f64, f64)> = nodes
        .iter()
        .map(|node| (node.speed, node.overhead))
        .collect();
    let overheads: Vec<f64> = nodes.iter().map(|node| node.overhead).collect();
    let wae = wae(&weighted);
    let products: Vec<(u32, f64)> = (0..)
        .zip(&rates)
        .map(|(place, rate)| (place, rate.productivity()))
        .collect();
    let rule = outliers::Outliers::new(outliers::Settings {
        deviation: parameters.outlier,
        ..outliers::Settings::default()
    });
    let slow = rule.too_slow(&products);
    let masters = members.first().map(|master| master.cluster);
    let overloaded = ranking
        .overloaded(settings.cluster_limit, masters)
        .filter(|_| wae < settings.least);
    let removed = match overloaded {
        Some((cluster, _)) => {
            let own = |place: &usize| {
                nodes
                    .get(*place)
                    .is_some_and(|node| node.cluster == cluster)
            };
            (0..nodes.len()).filter(own).collect()
        }
        None => {
            let order = removal_order(&members, &ranking).into_iter();
            let others = order.filter(|place| *place > 0);
            others
                .take(settings.remove_count(nodes.len(), wae))
                .collect()
        }
    };
    Judged {
        speed: total_speed(&rates),
        productivity: total_productivity(&rates),
        efficiency: total_efficiency(&rates),
        mean_efficiency: efficiency(&overheads),
        added: settings.add_count(nodes.len(), wae),
        removed,
        overloaded,
        wae,
        ranking,
        outliers: slow
            .into_iter()
            .map(|(place, by)| (place as usize, by))
            .filter(|(place, _)| *place > 0)
            .collect(),
        nodes,
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        Report {
            layout: Layout::charts(&["metrics", "badness"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts: vec![self.metrics(), self.badness()],
            tables: vec![self.totals(), self.table()],
            notes: self.notes(),
            offers: self.offers(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let shown = self.shown();
        vec![
            Sample::new(
                "productivity",
                word!("Total productivity"),
                Unit::One,
                vec![shown.productivity],
            )
            .more_is_better(),
            Sample::new("wae", word!("WAE"), Unit::Share, vec![shown.wae]).more_is_better(),
        ]
    }
}

impl Findings<'_> {
    /// The nodes after the change, else those of the table.
    fn shown(&self) -> &Judged {
        self.after.as_ref().unwrap_or(&self.before)
    }

    /// The change, as the subject of a sentence.
    fn change(&self) -> String {
        let names = |names: &[String]| match names.len() {
            0..=3 => list(names),
            more => count(more, word!("node"), word!("nodes")),
        };
        match (self.left.is_empty(), self.joined.is_empty()) {
            (false, true) => say!("Removing {}", names(&self.left)),
            (true, false) => say!("Adding {}", names(&self.joined)),
            _ => say!("Replacing {} by {}", names(&self.left), names(&self.joined)),
        }
    }

    fn headline(&self) -> String {
        let Some(after) = &self.after else {
            let advice = self.advice(&self.before);
            let limits = [0.0, self.parameters.least, self.parameters.most];
            let wae = told_from(self.before.wae, &limits, 1);
            return match self.before.nodes.len() {
                1 => say!("The node has a WAE of {wae}: the coordinator {advice}"),
                _ => say!("The nodes have a WAE of {wae}: the coordinator {advice}"),
            };
        };
        let moved = |(old, new): (f64, f64)| new.total_cmp(&old);
        let wae = (self.before.wae, after.wae);
        let productivity = (self.before.productivity, after.productivity);
        let verb = |(old, new): (f64, f64)| match new > old {
            true => word!("raises"),
            false => word!("lowers"),
        };
        let change = self.change();
        let shares = (unlike(wae.0, wae.1), unlike(wae.1, wae.0));
        let works = (short(productivity.0), short(productivity.1));
        // Values that read the same did not change for a reader.
        let works = match (works.0 == works.1, productivity.1 > productivity.0) {
            (true, _) => say!("stays at {}", works.0),
            (false, true) => say!("rises from {} to {}", works.0, works.1),
            (false, false) => say!("falls from {} to {}", works.0, works.1),
        };
        if same(wae.0, wae.1) {
            return say!(
                "{change} leaves the WAE at {}; productivity {works}",
                shares.0
            );
        }
        let opposite = !same(productivity.0, productivity.1) && moved(wae) != moved(productivity);
        match opposite {
            true => say!(
                "{change} {} the WAE from {} to {}, yet productivity {works}",
                verb(wae),
                shares.0,
                shares.1
            ),
            false => say!(
                "{change} {} the WAE from {} to {}; productivity {works}",
                verb(wae),
                shares.0,
                shares.1
            ),
        }
    }

    /// The coordinator's action on nodes, as the end of a sentence.
    fn advice(&self, judged: &Judged) -> String {
        match (judged.added, judged.removed.len()) {
            (0, 0) => word!("changes nothing").into(),
            (0, removed) => {
                let nodes = count(removed, word!("node"), word!("nodes"));
                match judged.overloaded {
                    Some((cluster, _)) => say!("removes cluster {cluster}, {nodes}"),
                    None => say!("removes {nodes}"),
                }
            }
            (added, _) => {
                let nodes = count(added, word!("node"), word!("nodes"));
                say!("asks for {nodes} more")
            }
        }
    }

    fn why(&self) -> String {
        let shown = self.shown();
        let fastest = |judged: &Judged| {
            judged
                .nodes
                .iter()
                .map(|node| node.speed)
                .fold(0.0, f64::max)
        };
        let speed = short(fastest(shown));
        let weighs = match fastest(shown) > 0.0 {
            true => say!(
                "The WAE is the mean of productivity over the speed of the fastest node, {speed} leaves per second."
            ),
            false => word!("Without a node that computes, the WAE is 0.").into(),
        };
        let old = short(fastest(&self.before));
        let changed = match &self.after {
            // A difference that no digit shows is not told.
            Some(_) if old != speed => say!("Before, the fastest node had a speed of {old}."),
            Some(_) if shown.nodes.iter().any(|node| short(node.speed) != speed) => {
                say!("So a slow node pulls it down, even one that is hardly ever idle.")
            }
            _ => String::new(),
        };
        // Without a change, the headline has the advice.
        let advice = match &self.after {
            Some(_) => say!("The coordinator {}.", self.advice(shown)),
            None => self.threshold(shown.wae),
        };
        sentences([weighs, changed, advice])
    }

    /// The side of its thresholds on which a WAE is.
    fn threshold(&self, wae: f64) -> String {
        let (least, most) = (self.parameters.least, self.parameters.most);
        match (wae < least, wae > most) {
            (true, _) => say!(
                "The WAE is below the lower threshold of the coordinator, {}.",
                apart(least)
            ),
            (_, true) => say!(
                "The WAE is above the upper threshold of the coordinator, {}.",
                apart(most)
            ),
            _ => say!(
                "The WAE is within the thresholds of the coordinator, {} and {}.",
                apart(least),
                apart(most)
            ),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let shown = self.shown();
        let beside = |figure: Figure, old: f64| match self.after {
            Some(_) => {
                let before = Figure::new("before", "", old, figure.unit).text();
                figure.beside(say!("before: {before}"))
            }
            None => figure,
        };
        let before = &self.before;
        let share = |judged: &Judged| judged.efficiency.unwrap_or(f64::NAN);
        vec![
            beside(Figure::share("wae", word!("WAE"), shown.wae), before.wae),
            beside(
                Figure::number(
                    "productivity",
                    word!("Total productivity, leaves/s"),
                    shown.productivity,
                ),
                before.productivity,
            ),
            beside(
                Figure::share("efficiency", word!("Total efficiency"), share(shown)),
                share(before),
            ),
            beside(
                Figure::share(
                    "mean_efficiency",
                    word!("Mean efficiency"),
                    shown.mean_efficiency,
                ),
                before.mean_efficiency,
            ),
            beside(
                Figure::number("speed", word!("Total speed, leaves/s"), shown.speed),
                before.speed,
            ),
        ]
    }

    /// WAE and efficiencies, before and after.
    fn metrics(&self) -> Chart {
        let (before, after) = (&self.before, self.shown());
        let bars = |name: &str, old: f64, new: f64| match self.after {
            Some(_) => vec![
                Bar::new(say!("{name}, before"), old, false),
                Bar::new(say!("{name}, after"), new, true),
            ],
            None => vec![Bar::new(name, new, true)],
        };
        let share = |judged: &Judged| judged.efficiency.unwrap_or(f64::NAN);
        let all = [
            bars(word!("WAE"), before.wae, after.wae),
            bars(word!("total efficiency"), share(before), share(after)),
            bars(
                word!("mean efficiency"),
                before.mean_efficiency,
                after.mean_efficiency,
            ),
        ];
        Chart::new(
            "metrics",
            match self.after {
                Some(_) => word!("Which way do the measures move?"),
                None => word!("How good are the nodes together?"),
            },
            Axis::number(word!("measure")),
            Axis::share(word!("value")),
            vec![Series::bars(all.into_iter().flatten())],
        )
        .beside(Side::Y, self.parameters.least, "E_min")
        .beside(Side::Y, self.parameters.most, "E_max")
    }

    /// The places of the nodes that the chart of badness shows, in the order of the table: of many, the removed ones and the worst others.
    fn ranked(&self) -> Vec<usize> {
        let shown = self.shown();
        let mut places = removal_order(&rated::members(&shown.nodes), &shown.ranking);
        let badness = |place: &usize| shown.ranking.nodes.get(*place);
        places.retain(|place| badness(place).is_some_and(|badness| badness.is_finite()));
        places.sort_by_key(|place| !shown.removed.contains(place));
        places.truncate(MOST_BARS);
        places.sort_unstable();
        places
    }

    /// The nodes that the chart of badness leaves out.
    fn unranked(&self) -> Vec<String> {
        let shown = self.shown();
        let all = shown.nodes.iter().zip(&shown.ranking.nodes);
        let infinite = all.filter(|(_, badness)| !badness.is_finite());
        let infinite: Vec<String> = infinite.map(|(node, _)| node.name.clone()).collect();
        let (bars, all) = (self.ranked().len(), shown.nodes.len());
        let mut notes = Vec::new();
        if bars + infinite.len() < all {
            notes.push(say!(
                "The chart of badness shows {bars} of {all} nodes: those that the coordinator removes, and the worst others."
            ));
        }
        notes.extend(match infinite.len() {
            0 => None,
            1..=3 => Some(say!(
                "The chart of badness has no bar where the badness is infinite: {}.",
                list(&infinite)
            )),
            more => Some(say!(
                "The chart of badness has no bar where the badness is infinite: {more} nodes."
            )),
        });
        notes
    }

    fn badness(&self) -> Chart {
        let shown = self.shown();
        let bars = self.ranked().into_iter().filter_map(|place| {
            let (node, badness) = (shown.nodes.get(place)?, shown.ranking.nodes.get(place)?);
            let removed = shown.removed.contains(&place);
            Some(Bar::new(node.name.clone(), *badness, removed))
        });
        Chart::new(
            "badness",
            word!("How bad is each node?"),
            Axis::number(word!("node")),
            Axis::number(word!("badness")),
            vec![Series::bars(bars)],
        )
        .beside(
            Side::Y,
            self.parameters.most_badness,
            word!("largest badness"),
        )
    }

    /// The totals before and after.
    fn totals(&self) -> Table {
        let row = |name: &str, judged: &Judged| {
            vec![
                Cell::words(name),
                Cell::whole(judged.nodes.len()),
                Cell::Number(judged.speed),
                Cell::Number(judged.productivity),
                judged.efficiency.map_or_else(Cell::none, Cell::share),
                Cell::share(judged.mean_efficiency),
                Cell::share(judged.wae),
                Cell::words(self.advice(judged)),
            ]
        };
        let mut rows = vec![row(word!("before"), &self.before)];
        rows.extend(self.after.as_ref().map(|after| row(word!("after"), after)));
        Table::new(
            "totals",
            word!("All nodes together"),
            [
                word!("Nodes"),
                word!("Number"),
                word!("Total speed (leaves/s)"),
                word!("Total productivity (leaves/s)"),
                word!("Total efficiency"),
                word!("Mean efficiency"),
                word!("WAE"),
                word!("The coordinator"),
            ],
            rows,
        )
    }

    /// Each node.
    fn table(&self) -> Table {
        let shown = self.shown();
        let rates = rated::rates(&shown.nodes);
        let highest = shown
            .nodes
            .iter()
            .map(|node| node.speed)
            .fold(0.0, f64::max);
        let rows = shown
            .nodes
            .iter()
            .zip(&rates)
            .zip(&shown.ranking.nodes)
            .enumerate();
        let rows = rows.map(|(place, ((node, rate), badness))| {
            let slower = shown.outliers.iter().find(|(of, _)| *of == place);
            let mut said = Vec::new();
            if shown.removed.contains(&place) {
                said.push(word!("removed by the coordinator").to_owned());
            }
            if let Some((_, by)) = slower {
                said.push(say!(
                    "replaced as an outlier, {} less productive than the median",
                    percent(*by, 0)
                ));
            }
            vec![
                Cell::words(node.name.clone()),
                Cell::whole(node.cluster as usize),
                Cell::Number(node.speed),
                match highest > 0.0 {
                    true => Cell::Number(node.speed / highest),
                    false => Cell::none(),
                },
                Cell::share(rate.efficiency),
                Cell::Number(rate.productivity()),
                Cell::share(node.inter),
                match badness.is_finite() {
                    true => Cell::Number(*badness),
                    false => Cell::words("∞"),
                },
                match said.is_empty() {
                    true => Cell::none(),
                    false => Cell::words(list(&said)),
                },
            ]
        });
        Table::new(
            "nodes",
            word!("Each node"),
            [
                word!("Node"),
                word!("Cluster"),
                word!("Speed (leaves/s)"),
                word!("Relative speed"),
                word!("Efficiency"),
                word!("Productivity (leaves/s)"),
                word!("Inter-cluster overhead"),
                word!("Badness"),
                word!("Decisions of the strategies"),
            ],
            rows,
        )
    }

    fn notes(&self) -> Vec<String> {
        let shown = self.shown();
        let mut notes = vec![
            word!(
                "The first of the nodes that are there is the master, which no strategy removes."
            )
            .to_owned(),
        ];
        if self.after.is_none() && !self.left.is_empty() {
            notes.push(word!("The only node is gone: the measures are those of the table.").into());
        }
        if let Some((cluster, overhead)) = shown.overloaded {
            let share = unlike(overhead, self.parameters.cluster_limit);
            let limit = unlike(self.parameters.cluster_limit, overhead);
            notes.push(match shown.removed.len() {
                1 => say!(
                    "The only node of cluster {cluster} spends {share} of its time in communication with other clusters, more than the \
                     limit of {limit}: the coordinator removes the whole cluster."
                ),
                _ => say!(
                    "The nodes of cluster {cluster} spend {share} of their time in communication with other clusters, more than the \
                     limit of {limit}: the coordinator removes the whole cluster instead of single nodes."
                ),
            });
        }
        notes.extend(self.unranked());
        // Both definitions agree, to rounding.
        let thesis = relative_productivity(&rated::rates(&shown.nodes));
        notes.push(say!(
            "The thesis defines the WAE by productivity, the paper by speed and overhead; both give {}.",
            percent(thesis, 2)
        ));
        notes
    }

    /// Other nodes to remove.
    fn offers(&self) -> Vec<Offer> {
        let removed = self.parameters.remove as usize;
        let nodes = self.before.nodes.iter().enumerate();
        let others = nodes.filter(|(place, _)| place + 1 != removed).take(3);
        let mut offers: Vec<Offer> = others
            .map(|(place, node)| {
                let changes = [("remove", serde_json::Value::from(place + 1))];
                Offer::new(&say!("Remove {} instead", node.name), changes)
            })
            .collect();
        if removed > 0 {
            let changes = [("remove", serde_json::Value::from(0))];
            offers.push(Offer::new(word!("Remove no node"), changes));
        }
        offers
    }
}
