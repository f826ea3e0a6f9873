//! The charts of a run.

use adaptation_model::Outcome;
use adaptation_model::strategy::{Decision, Why};
use report::Chart;
use report::chart::{Axis, Series, Side};
use report::number::ms;
use report::words::percent;
use words::{say, word};

use super::Findings;
use crate::parameters::Strategy;
use crate::{Parameters, blocks, decisions};

impl Findings<'_> {
    pub(super) fn charts(&self) -> Vec<Chart> {
        let (Some(without), Some(with)) = (self.without(), self.with()) else {
            return Vec::new();
        };
        let mut charts = vec![self.iterations(without, with), self.nodes(without, with)];
        charts.extend(self.wae(with));
        charts.extend(self.diagram(with));
        charts.extend(self.timeline(with));
        charts.extend(self.blocks(with));
        charts.extend(self.productivity(with));
        charts.extend(self.clusters(with));
        charts.push(self.map(with));
        charts.extend(self.links(with));
        charts.extend(self.tree(with));
        charts
    }

    /// The series without adaptation, and that with it where there is a strategy.
    fn both(
        &self,
        of: impl Fn(&Outcome, &str, bool) -> Series,
        without: &Outcome,
        with: &Outcome,
    ) -> Vec<Series> {
        match self.compares() {
            true => vec![
                of(without, word!("without adaptation"), false),
                of(with, word!("with adaptation"), true),
            ],
            false => vec![of(without, word!("without adaptation"), true)],
        }
    }

    fn iterations(&self, without: &Outcome, with: &Outcome) -> Chart {
        let line = |outcome: &Outcome, name: &str, main: bool| {
            let points = (1_u32..).zip(&outcome.iterations);
            Series::line(
                name,
                points.map(|(number, time)| (f64::from(number), ms(*time))),
                main,
            )
        };
        Chart::new(
            "iterations",
            word!("How long does each iteration take?"),
            Axis::count(word!("iteration")),
            Axis::time(word!("duration")),
            self.both(line, without, with),
        )
    }

    fn nodes(&self, without: &Outcome, with: &Outcome) -> Chart {
        let line = |outcome: &Outcome, name: &str, main: bool| {
            let mut points: Vec<(f64, f64)> = outcome
                .active
                .iter()
                .map(|(time, number)| (ms(*time), f64::from(*number)))
                .collect();
            // The last number holds until the end.
            let last = outcome.active.last().map_or(0, |last| last.1);
            points.push((ms(outcome.runtime), f64::from(last)));
            Series::steps(name, points, main)
        };
        Chart::new(
            "nodes",
            word!("How many nodes take part?"),
            Axis::time(word!("time")),
            Axis::count(word!("nodes")),
            self.both(line, without, with),
        )
    }

    fn wae(&self, outcome: &Outcome) -> Option<Chart> {
        let wae = |decision: &Decision| Some((ms(decision.time), decision.figures.wae?));
        let points: Vec<(f64, f64)> = whole(outcome).filter_map(wae).collect();
        let (least, most) = (self.parameters.least, self.parameters.most);
        (!points.is_empty()).then(|| {
            let chart = Chart::new(
                "wae",
                word!("Is the weighted average efficiency (WAE) within its thresholds?"),
                Axis::time(word!("time")),
                Axis::share(word!("WAE")),
                vec![Series::line(word!("WAE"), points, true)],
            );
            self.flagged(chart, outcome)
                .held(
                    Side::Y,
                    least,
                    &self.least_line(),
                    Parameters::NAMES.least.any().text(),
                    1.0,
                )
                .held(
                    Side::Y,
                    most,
                    "E_max",
                    Parameters::NAMES.most.any().text(),
                    1.0,
                )
        })
    }

    /// The name of the line of the lower threshold: with the values that change nothing, where they are many.
    fn least_line(&self) -> String {
        match self.idle_thresholds() {
            Some((from, to)) => say!(
                "E_min: no effect from {} to {}",
                percent(from, 0),
                percent(to, 0)
            ),
            None => "E_min".into(),
        }
    }

    /// The range of lower thresholds for which all runs stay the same, in whole per cent, where it is wide: the WAE of no decision lies
    /// within it, and a WAE below it makes a whole cluster leave, for every threshold of the range.
    pub(super) fn idle_thresholds(&self) -> Option<(f64, f64)> {
        /// A narrower range is no news.
        const WIDE: f64 = 0.1;
        /// The rounding error of a per cent.
        const SLACK: f64 = 1e-9;
        let mut runs = self.study.with.outcomes.iter();
        // Decisions that are not kept could lie within the range.
        let unknown = runs.any(|outcome| outcome.unkept.is_some());
        if self.parameters.strategy != Strategy::Coordinator || unknown {
            return None;
        }
        let (least, most) = (self.parameters.least, self.parameters.most);
        let (mut from, mut to) = (None::<f64>, most);
        let runs = self.study.with.outcomes.iter();
        let decisions = runs.flat_map(|outcome| &outcome.decisions);
        let mut looked = false;
        for decision in decisions {
            looked |= decision.figures.wae.is_some();
            let Some(wae) = decision.figures.wae.filter(|wae| *wae <= most) else {
                continue;
            };
            let mut actions = decision.actions.iter();
            let cluster = actions.any(|one| matches!(one.why, Why::ClusterOverhead { .. }));
            match (wae < least, cluster || decision.actions.is_empty()) {
                // The number of nodes that leave depends on the threshold itself.
                (true, _) if !cluster => return None,
                (_, false) => return None,
                (true, true) => from = Some(from.map_or(wae, |from| from.max(wae))),
                (false, true) => to = to.min(wae),
            }
        }
        // A WAE equal to the threshold removes nothing, so the range begins above `from`; it ends below `to` and the upper threshold.
        let from = from.map_or(0.0, |from| ((100.0 * from + SLACK).floor() + 1.0) / 100.0);
        let to = ((100.0 * to - SLACK).ceil() - 1.0) / 100.0;
        let wide = to - from >= WIDE && from <= least && least <= to;
        // A run that ends before the coordinator looks teaches nothing of thresholds.
        (looked && wide).then_some((from, to))
    }

    /// The measurements and waits of the client.
    fn blocks(&self, outcome: &Outcome) -> Option<Chart> {
        if self.parameters.strategy != Strategy::Climbing {
            return None;
        }
        let settings = crate::setting::client(self.parameters);
        let active = outcome.active.iter();
        let course: Vec<(f64, f64)> = active
            .map(|(time, nodes)| (ms(*time), f64::from(*nodes)))
            .collect();
        blocks::chart(
            (&outcome.decisions, &settings),
            &course,
            (
                Axis::time(word!("time")),
                (outcome.runtime / settings.interval) as u64,
            ),
            |tick| ms(settings.interval * tick as f64),
        )
    }

    fn productivity(&self, outcome: &Outcome) -> Option<Chart> {
        let value = |decision: &Decision| Some((ms(decision.time), decision.figures.productivity?));
        let points: Vec<(f64, f64)> = whole(outcome).filter_map(value).collect();
        let label = match self.parameters.strategy {
            Strategy::Climbing => word!("leaves in an interval"),
            _ => word!("work per second"),
        };
        (!points.is_empty()).then(|| {
            Chart::new(
                "productivity",
                word!("How productive are all nodes together?"),
                Axis::time(word!("time")),
                Axis::number(label),
                vec![Series::line(word!("total productivity"), points, true)],
            )
        })
    }

    /// The inter-cluster overhead of each cluster, by decision.
    fn clusters(&self, outcome: &Outcome) -> Option<Chart> {
        let assessed =
            || whole(outcome).filter_map(|one| Some((one.time, one.assessment.as_ref()?)));
        let mut numbers: Vec<u32> = assessed()
            .flat_map(|(_, found)| found.ranking.clusters.iter().map(|row| row.cluster))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let line = |number: u32| {
            let points = assessed().filter_map(|(time, found)| {
                let mut rows = found.ranking.clusters.iter();
                let row = rows.find(|row| row.cluster == number)?;
                Some((ms(time), row.inter_cluster))
            });
            Series::line(&self.study.setting.cluster(number), points, true)
        };
        // Long runs keep the assessments of their first decisions only.
        let last = outcome
            .decisions
            .iter()
            .rfind(|one| one.figures.wae.is_some());
        let cut = assessed().next_back().map(|(time, _)| time);
        let cut =
            cut.filter(|cut| outcome.unkept.is_some() || last.is_some_and(|last| last.time > *cut));
        let title = match cut {
            Some(cut) => say!(
                "What share of its time does each cluster wait for other clusters, up to {}?",
                decisions::at(cut)
            ),
            None => {
                word!("What share of its time does each cluster wait for other clusters?").into()
            }
        };
        (!numbers.is_empty()).then(|| {
            Chart::new(
                "inter",
                &title,
                Axis::time(word!("time")),
                Axis::share(word!("inter-cluster overhead")),
                numbers.iter().copied().map(line).collect(),
            )
            .beside(Side::Y, self.parameters.cluster_limit, word!("limit"))
        })
    }
}

/// The decisions up to the first one that is not kept.
fn whole(outcome: &Outcome) -> impl DoubleEndedIterator<Item = &Decision> {
    let until = outcome.unkept.unwrap_or(f64::INFINITY);
    let decisions = outcome.decisions.iter();
    decisions.filter(move |decision| decision.time < until)
}
