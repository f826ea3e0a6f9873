//! Accelerated steps alone on a landscape without noise (Rossow 2009, section 4.3 and figure 4.2).

use adaptation_model::landscape::acceleration::{climb, descend};
use adaptation_model::landscape::{Landscape, Shape};
use parameters::Rejected;
use report::chart::{Axis, Series, Side};
use report::evidence::same;
use report::figure::Unit;
use report::number::short;
use report::table::Cell;
use report::words::{count, list, plural, sentences};
use report::{Chart, Figure, Layout, Report, Sample, Table};
use words::{say, word};

use super::{beside_ideal, ideal_label};
use crate::Parameters;
use crate::decisions::below_one;
use crate::landscape;
use crate::parameters::Climbed;

/// The most points of the landscape's line.
const MOST_POINTS: usize = 150;

/// The sizes that steps lead through.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    landscape: Landscape,
    /// The sizes, from the size at the start.
    sizes: Vec<usize>,
    /// Other landscapes, where they are asked for.
    others: Vec<Other>,
}

/// The same steps on another landscape.
struct Other {
    name: String,
    landscape: Landscape,
    sizes: Vec<usize>,
}

/// The penalties of too many nodes of the other landscapes.
const PENALTIES: [f64; 5] = [0.0, 0.25, 0.5, 1.0, 2.0];

pub(super) fn compute(parameters: &Parameters) -> Result<Findings<'_>, laboratory::Error> {
    let (start, pool) = (parameters.start as usize, parameters.pool as usize);
    if start > pool {
        let expected = say!("allowed: at most {pool}, all nodes");
        return Err(Rejected::one("start", parameters.start, expected).into());
    }
    let landscape = landscape::landscape(parameters)?;
    let steps = |landscape: &Landscape| match parameters.climbed {
        Climbed::Down => descend(landscape, start, parameters.step_down),
        _ => climb(landscape, start, parameters.step_up, pool),
    };
    let peaks = PENALTIES.map(|penalty| {
        let shape = Shape::Peak {
            exponent: parameters.exponent,
            penalty,
            floor: parameters.floor,
        };
        (say!("penalty c = {}", short(penalty)), shape)
    });
    let saturating = Shape::Saturating {
        scale: parameters.saturation,
    };
    let shapes = peaks
        .into_iter()
        .chain([(word!("saturation").to_owned(), saturating)]);
    let others = shapes.filter(|_| parameters.several).map(|(name, shape)| {
        let landscape = Landscape {
            shape,
            ..landscape.clone()
        };
        Other {
            name,
            sizes: steps(&landscape),
            landscape,
        }
    });
    Ok(Findings {
        parameters,
        sizes: steps(&landscape),
        others: others.collect(),
        landscape,
    })
}

/// The size with the largest productivity among those that were tried.
fn best(landscape: &Landscape, sizes: &[usize]) -> usize {
    let productivity = |nodes: usize| landscape.productivity(nodes, 0.0);
    let mut best = sizes.first().copied().unwrap_or(1);
    for size in sizes {
        if productivity(*size) > productivity(best) {
            best = *size;
        }
    }
    best
}

/// Whether several sizes that were tried have the largest productivity.
fn ties(landscape: &Landscape, sizes: &[usize]) -> bool {
    let most = landscape.productivity(best(landscape, sizes), 0.0);
    let level = |nodes: &&usize| same(landscape.productivity(**nodes, 0.0), most);
    sizes.iter().filter(level).count() > 1
}

/// The size after which each step is a single node: there the accelerator is inactive. None where no step follows.
fn inactive(sizes: &[usize]) -> Option<usize> {
    let is_long = |pair: &[usize]| matches!(pair, [from, to] if from.abs_diff(*to) > 1);
    let pairs: Vec<bool> = sizes.windows(2).map(is_long).collect();
    let after = pairs.iter().rposition(|long| *long);
    let after = after.map_or(0, |place| place + 1);
    sizes.get(after).copied().filter(|_| after < pairs.len())
}

impl Findings<'_> {
    fn productivity(&self, nodes: usize) -> f64 {
        self.landscape.productivity(nodes, 0.0)
    }

    /// The name of the best number tried.
    fn best_named(&self) -> &'static str {
        match ties(&self.landscape, &self.sizes) {
            true => word!("Smallest of the best numbers tried"),
            false => word!("Best number tried"),
        }
    }

    /// The number of steps.
    fn phases(&self) -> usize {
        self.sizes.len().saturating_sub(1)
    }

    fn last(&self) -> usize {
        self.sizes.last().copied().unwrap_or_default()
    }

    fn headline(&self) -> String {
        let steps = count(self.phases(), word!("step"), word!("steps"));
        let from = self.sizes.first().copied().unwrap_or_default();
        let nodes = |number| count(number, word!("node"), word!("nodes"));
        if self.phases() == 0 {
            return say!("From {} no accelerated step leads further", nodes(from));
        }
        say!(
            "From {} accelerated steps lead to {} in {steps}",
            nodes(from),
            nodes(self.last())
        )
    }

    fn why(&self) -> String {
        /// The most sizes that are listed.
        const LISTED: usize = 12;
        let best = best(&self.landscape, &self.sizes);
        let most = self.landscape.most_productivity(0.0);
        let share = below_one(self.productivity(best) / most);
        let share = match landscape::saturates(&self.landscape) {
            true => say!("{share} of the limit that more nodes approach"),
            false => say!("{share} of the productivity of the ideal number"),
        };
        let sizes: Vec<String> = self
            .sizes
            .iter()
            .take(LISTED)
            .map(usize::to_string)
            .collect();
        sentences([
            match self.sizes.len() > LISTED {
                _ if self.sizes.len() == 1 => String::new(),
                true => say!("The first sizes are {}.", list(&sizes)),
                false => say!("The sizes are {}.", list(&sizes)),
            },
            match ties(&self.landscape, &self.sizes) {
                true => say!(
                    "Of all sizes tried, {} {} the smallest with the largest productivity: {share}.",
                    count(best, word!("node"), word!("nodes")),
                    plural(best as f64, word!("is"), word!("are"))
                ),
                false => say!(
                    "Of all sizes tried, {} {} the largest productivity: {share}.",
                    count(best, word!("node"), word!("nodes")),
                    plural(best as f64, word!("has"), word!("have"))
                ),
            },
            say!("After a decrease the next step would be a single node again."),
        ])
    }
}

impl Findings<'_> {
    /// Every landscape with the sizes that are tried on it.
    fn several(&self) -> Chart {
        let all = || self.others.iter().flat_map(|other| &other.sizes);
        let most = all().copied().max().unwrap_or(1);
        let thin = most.div_ceil(MOST_POINTS);
        let lines = self.others.iter().map(|other| {
            let place = |nodes: usize| (nodes as f64, other.landscape.productivity(nodes, 0.0));
            let points = (1..=most).step_by(thin).map(place);
            Series::line(&other.name, points, false)
        });
        let tried = self.others.iter().flat_map(|other| {
            let place = |nodes: &usize| (*nodes as f64, other.landscape.productivity(*nodes, 0.0));
            other.sizes.iter().map(place)
        });
        let dots = Series::dots(word!("tried"), tried, true);
        Chart::new(
            "several",
            word!("Where do the same steps lead on other landscapes?"),
            Axis::count(word!("nodes")),
            Axis::number(word!("leaves/s")),
            lines.chain([dots]).collect(),
        )
        .beside(
            Side::X,
            self.landscape.ideal_nodes(0.0),
            word!("N* of the peaks"),
        )
    }

    fn several_table(&self) -> Table {
        let rows = self.others.iter().map(|other| {
            [
                Cell::words(other.name.clone()),
                Cell::whole(other.sizes.last().copied().unwrap_or_default()),
                Cell::whole(other.sizes.len().saturating_sub(1)),
                Cell::whole(best(&other.landscape, &other.sizes)),
                inactive(&other.sizes).map_or_else(Cell::none, Cell::whole),
            ]
        });
        Table::new(
            "several",
            word!("The same steps on several landscapes"),
            [
                word!("Landscape"),
                word!("Nodes after the last step"),
                word!("Steps"),
                word!("Best number tried, the smallest of equals"),
                word!("Only single steps from"),
            ],
            rows,
        )
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let most = self.sizes.iter().copied().max().unwrap_or(1);
        let most = (most + most / 5 + 1).min(self.parameters.pool as usize);
        let thin = most.div_ceil(MOST_POINTS);
        let place = |nodes: usize| (nodes as f64, self.productivity(nodes));
        let chart = Chart::new(
            "steps",
            word!("Which numbers of nodes do accelerated steps try?"),
            Axis::count(word!("nodes")),
            Axis::number(word!("leaves/s")),
            vec![
                Series::line(
                    word!("landscape"),
                    (1..=most).step_by(thin).map(place),
                    false,
                ),
                Series::dots(word!("tried"), self.sizes.iter().copied().map(place), true),
            ],
        )
        .beside(
            Side::X,
            self.landscape.ideal_nodes(0.0),
            ideal_label(&self.landscape),
        );
        let before = std::iter::once(None).chain(self.sizes.iter().copied().map(Some));
        let rows = (0..).zip(self.sizes.iter().zip(before));
        let rows = rows.map(|(step, (size, before)): (usize, _)| {
            vec![
                Cell::whole(step),
                Cell::whole(*size),
                before.map_or_else(Cell::none, |before| Cell::whole(size.abs_diff(before))),
                Cell::Number(self.productivity(*size)),
            ]
        });
        let table = Table::new(
            "sizes",
            word!("How long is each step?"),
            [
                word!("Step"),
                word!("Nodes"),
                word!("Length"),
                word!("Productivity, leaves/s"),
            ],
            rows.collect::<Vec<_>>(),
        );
        Report {
            layout: Layout::charts(&["steps"]),
            headline: self.headline(),
            why: self.why(),
            figures: vec![
                Figure::count("last", word!("Nodes after the last step"), self.last() as f64),
                Figure::count("phases", word!("Steps"), self.phases() as f64),
                Figure::count("best_size", self.best_named(), best(&self.landscape, &self.sizes) as f64)
                    .beside(beside_ideal(&self.landscape, self.landscape.ideal_nodes(0.0))),
            ]
            .into_iter()
            .chain(inactive(&self.sizes).map(|from| {
                Figure::count("inactive", word!("Only single steps from"), from as f64)
            }))
            .collect(),
            charts: std::iter::once(chart)
                .chain((!self.others.is_empty()).then(|| self.several()))
                .collect(),
            tables: std::iter::once(table)
                .chain((!self.others.is_empty()).then(|| self.several_table()))
                .collect(),
            notes: vec![
                word!("The thesis does not print the landscapes of figure 4.2: ours were chosen so that the sizes come near the published ones.").into(),
            ],
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let best = self.productivity(best(&self.landscape, &self.sizes));
        vec![
            Sample::new(
                "productivity",
                word!("Largest productivity tried"),
                Unit::One,
                vec![best],
            )
            .more_is_better(),
        ]
    }
}
