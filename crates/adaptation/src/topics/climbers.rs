//! Every way to follow a changing ideal as one ranking, over the four landscapes of Rossow 2009, figure 5.6.

use adaptation_model::landscape::evaluation::Experiment;
use report::chart::{Axis, Bar, Series};
use report::evidence::{Evidence, Verdict, same};
use report::figure::Unit;
use report::table::Cell;
use report::words::{capital, list, percent, sentences};
use report::{Chart, Figure, Layout, Observer, Report, Sample, Table, Winner};
use words::{say, word};

use crate::Parameters;
use crate::climbers::{self, Case, EXPERIMENTS, Ranking, Way};
use crate::decisions::apart;
use crate::printed;

/// The outcomes of all ways.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    cases: Vec<Case>,
    ranking: Ranking,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let cases = climbers::hold(parameters, observer)?;
    Ok(Findings {
        parameters,
        ranking: Ranking::of(&cases),
        cases,
    })
}

/// The name of a landscape.
fn title(experiment: Experiment) -> &'static str {
    match experiment {
        Experiment::Growing => word!("a: it grows"),
        Experiment::Shrinking => word!("b: it shrinks"),
        Experiment::Decaying => word!("c: it decays"),
        _ => word!("d: it swings"),
    }
}

fn names(ways: &[usize]) -> String {
    let names = ways.iter().filter_map(|at| Way::ALL.get(*at));
    list(&names.map(|way| way.name().to_owned()).collect::<Vec<_>>())
}

fn label(way: usize) -> &'static str {
    Way::ALL.get(way).map_or("", |way| way.label())
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let leaders = self.leaders();
        let named: Vec<&str> = leaders
            .iter()
            .filter_map(|at| Way::ALL.get(*at).map(|way| way.name()))
            .collect();
        let mut tables = vec![self.places(), self.landscapes()];
        let printed = climbers::repeats(self.parameters);
        tables.extend(printed.then(|| self.published()));
        Report {
            layout: Layout::charts(&["ranking", "shares"]),
            winner: Some(Winner::among(&named, self.parameters.runs as usize)),
            headline: self.headline(&leaders),
            why: self.why(&leaders),
            figures: self.figures(&leaders),
            charts: vec![self.bars(&leaders), self.shares()],
            tables,
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let sample = |key: &'static str, name: &'static str, way: Way| {
            let scores = self.ranking.scores.get(way.at());
            let scores = scores.cloned().unwrap_or_default();
            Sample::new(key, name, Unit::Share, scores).more_is_better()
        };
        vec![
            sample(
                "climbing",
                word!("Share of the ideal, hill climbing"),
                Way::Climbing,
            ),
            sample("last", word!("Share of the ideal, printed rule"), Way::Last),
            sample(
                "single",
                word!("Share of the ideal, single nodes"),
                Way::Single,
            ),
        ]
    }
}

impl Findings<'_> {
    /// The ways that share the first place.
    fn leaders(&self) -> Vec<usize> {
        let first = |way: &usize| self.ranking.places.get(*way) == Some(&1);
        self.ranking.order().into_iter().filter(first).collect()
    }

    /// Mean and interval of a way over all landscapes.
    fn score(&self, way: usize) -> (f64, f64) {
        let scores = self.ranking.scores.get(way).map_or(&[][..], Vec::as_slice);
        statistics::mean_and_half_width(scores)
    }

    /// The number of landscapes on which a way is more productive on average than another one.
    fn better(&self, way: Way, than: Way) -> usize {
        let better = |case: &&Case| {
            let (one, other) = (case.mean(way), case.mean(than));
            one > other && !same(one, other)
        };
        self.cases.iter().filter(better).count()
    }

    fn headline(&self, leaders: &[usize]) -> String {
        let (names, all) = (capital(&names(leaders)), self.cases.len());
        let share = percent(
            self.score(leaders.first().copied().unwrap_or_default()).0,
            1,
        );
        match (leaders.len(), self.parameters.runs) {
            (1, 1) => say!(
                "{names} is first in the only run: {share} of the ideal productivity over {all} landscapes"
            ),
            (1, _) => {
                say!("{names} is first: {share} of the ideal productivity over {all} landscapes")
            }
            _ => say!(
                "{names} share the first place: {} reaches {share} of the ideal productivity over {all} landscapes",
                self::names(leaders.get(..1).unwrap_or_default())
            ),
        }
    }

    fn why(&self, leaders: &[usize]) -> String {
        let own = Way::Climbing;
        let all = self.cases.len();
        let evidence = self.ranking.evidence(Way::Constant.at(), own.at());
        let constant = evidence.map_or_else(String::new, |evidence| {
            let by = apart((evidence.speedup - 1.0).abs());
            match evidence.in_the_only_run().unwrap_or(evidence.verdict()) {
                Verdict::Faster => say!(
                    "Hill climbing yields {by} more than the best constant numbers, which only hindsight knows."
                ),
                Verdict::Slower => say!(
                    "Hill climbing yields {by} less than the best constant numbers, which only hindsight knows."
                ),
                Verdict::Equal => {
                    word!("Hill climbing yields as much as the best constant numbers.").into()
                }
                Verdict::Unclear => word!(
                    "Hill climbing shows no clear difference from the best constant numbers, which only hindsight knows."
                )
                .into(),
            }
        });
        let (constants, starts) = (
            self.better(own, Way::Constant),
            self.better(own, Way::Start),
        );
        let on = say!(
            "Its mean is above theirs on {constants} of {all} landscapes, and above that of no adaptation on {starts}."
        );
        let others: Vec<usize> = (0..Way::ALL.len())
            .filter(|way| self.ranking.places.get(*way) == self.ranking.places.get(own.at()))
            .filter(|way| *way != own.at())
            .collect();
        let level = match others.as_slice() {
            [] => String::new(),
            _ if leaders.len() > 1 && leaders.contains(&own.at()) => String::new(),
            others => say!("It shares its place with {}.", names(others)),
        };
        sentences([constant, on, level])
    }

    fn figures(&self, leaders: &[usize]) -> Vec<Figure> {
        let score = |key: &str, name: &str, way: usize| {
            Figure::mean(key, name, self.score(way), Unit::Share)
        };
        let best = leaders.first().copied().unwrap_or_default();
        let gain = self
            .ranking
            .evidence(Way::Constant.at(), Way::Climbing.at());
        let mut gained = Figure::number(
            "gain",
            word!("Hill climbing beside the best constant numbers"),
            gain.map_or(f64::NAN, |one| one.speedup),
        );
        gained.interval = gain.and_then(|one| one.interval);
        let place = self.ranking.places.get(Way::Climbing.at());
        vec![
            score("best", word!("Share of the ideal of the first"), best).beside(label(best)),
            score("climbing", word!("Hill climbing"), Way::Climbing.at()),
            score(
                "constant",
                word!("Best constant numbers"),
                Way::Constant.at(),
            ),
            score("start", word!("No adaptation"), Way::Start.at()),
            gained,
            Figure::count(
                "place",
                word!("Place of hill climbing"),
                place.copied().unwrap_or_default() as f64,
            )
            .beside(say!("of {}", Way::ALL.len())),
        ]
    }

    fn bars(&self, leaders: &[usize]) -> Chart {
        let bars = self.ranking.order().into_iter().map(|way| {
            let (mean, half) = self.score(way);
            Bar::new(label(way), mean, leaders.contains(&way)).within(half)
        });
        Chart::new(
            "ranking",
            word!("Which way comes closest to the ideal over all landscapes?"),
            Axis::number(word!("way")),
            Axis::share(word!("share of the ideal productivity")),
            vec![Series::bars(bars)],
        )
    }

    fn shares(&self) -> Chart {
        let order = self.ranking.order();
        let rows = self.cases.iter().map(|case| {
            let means = order.iter().filter_map(|way| Way::ALL.get(*way));
            let means = means.map(|way| case.mean(*way));
            (title(case.experiment).to_owned(), means.collect())
        });
        Chart::new(
            "shares",
            word!("On which landscape is which way good?"),
            Axis::number(word!("way")),
            Axis::number(word!("ideal number of nodes")),
            vec![Series::heat(
                Axis::share(word!("share of the ideal productivity")),
                order.iter().map(|way| label(*way).to_owned()),
                rows,
                None,
            )],
        )
    }

    /// The ways by their places, which ties share.
    fn places(&self) -> Table {
        let order = self.ranking.order();
        let first = order.first().copied().unwrap_or_default();
        let rows = order.iter().map(|way| {
            let beside = self.ranking.evidence(first, *way);
            let beside = beside.filter(|_| *way != first);
            let place = self.ranking.places.get(*way).copied();
            vec![
                Cell::whole(place.unwrap_or_default()),
                Cell::words(label(*way)),
                Cell::mean("share", self.score(*way), Unit::Share),
                beside.map_or_else(Cell::none, ratio),
            ]
        });
        Table::new(
            "ranking",
            word!("The ways by their places"),
            [
                word!("Place"),
                word!("Way"),
                word!("Share of the ideal"),
                word!("By that of the first"),
            ],
            rows.collect::<Vec<_>>(),
        )
    }

    fn landscapes(&self) -> Table {
        let rows = Way::ALL.iter().map(|way| {
            let name = std::iter::once(Cell::words(way.label()));
            let shares = self.cases.iter().map(|case| {
                let shares = case.shares.get(way.at()).map_or(&[][..], Vec::as_slice);
                Cell::mean(
                    "share",
                    statistics::mean_and_half_width(shares),
                    Unit::Share,
                )
            });
            name.chain(shares).collect::<Vec<_>>()
        });
        let titles = EXPERIMENTS.iter().map(|experiment| title(*experiment));
        Table::new(
            "shares",
            word!("What share of the ideal productivity does each way reach?"),
            std::iter::once(word!("Way")).chain(titles),
            rows.collect::<Vec<_>>(),
        )
    }

    /// The gains of figure 5.6 beside those of hill climbing here.
    fn published(&self) -> Table {
        let rows = self.cases.iter().filter_map(|case| {
            let (gain, beside) = printed::gain(case.experiment)?;
            let shares = |way: Way| case.shares.get(way.at()).into_iter().flatten();
            let pairs = shares(Way::Climbing).zip(shares(beside));
            let gains: Vec<f64> = pairs.map(gain_over).collect();
            Some(vec![
                Cell::words(title(case.experiment)),
                Cell::words(match beside {
                    Way::Constant => say!("{}, the best constant number", case.constant),
                    _ => word!("the number at the start").into(),
                }),
                Cell::words(format!("{gain}\u{a0}%")),
                Cell::mean("gain", statistics::mean_and_half_width(&gains), Unit::Share),
            ])
        });
        Table::new(
            "published",
            word!("Gains of hill climbing, printed and computed"),
            [
                word!("Ideal number of nodes"),
                word!("Beside"),
                word!("Printed"),
                word!("Computed"),
            ],
            rows.collect::<Vec<_>>(),
        )
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            word!("All ways meet the same noise in a run. One is ahead of another where the 95 % interval of their ratio over the runs leaves no doubt. A place is one more than the number of ways that are ahead, so ways share places, and the last of six can have place 5; none is placed before one with a larger mean.").to_owned(),
            word!("The thesis does not print its landscapes: ours were chosen so that the sizes come near the published ones. Strategies that judge efficiencies, such as the coordinator, have none to judge on a landscape.").into(),
        ];
        if self.parameters.runs == 1 {
            notes.push(
                word!(
                    "In a single run places follow the order in it; more runs tell what is chance."
                )
                .into(),
            );
        }
        notes
    }
}

/// The share by which the first productivity is above the second; rounding is no gain.
fn gain_over((own, other): (&f64, &f64)) -> f64 {
    match same(*own, *other) {
        true => 0.0,
        false => own / other - 1.0,
    }
}

/// The productivity of a way relative to the first.
fn ratio(evidence: Evidence) -> Cell {
    let mut figure = Figure::number("ratio", "ratio", evidence.speedup);
    figure.interval = evidence.interval;
    Cell::Figure(figure)
}
