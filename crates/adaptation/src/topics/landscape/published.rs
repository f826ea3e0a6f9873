//! The thesis's printed results of its experiments beside the results computed here.

use adaptation_model::landscape::evaluation::Experiment;
use adaptation_model::landscape::{Outcome, Step};
use adaptation_model::strategy::Why;
use report::Table;
use report::agreement::Agreement;
use report::number::fixed;
use report::printed::Printed;
use report::table::Cell;
use report::words::{count, percent};
use words::{say, word};

use super::{Findings, replaced};
use crate::climbers::Way;
use crate::printed;

/// A printed result, the computed one, and a remark on both.
struct Row {
    what: &'static str,
    printed: String,
    computed: String,
    remark: String,
}

impl Row {
    /// A result without a remark, such as one that the thesis prints in words.
    fn of(what: &'static str, printed: &str, computed: String) -> Self {
        Self {
            what,
            printed: printed.into(),
            computed,
            remark: String::new(),
        }
    }

    /// A whole number that the thesis prints, and the computed one.
    fn whole(what: &'static str, printed: &str, computed: Option<f64>) -> Self {
        Self {
            remark: agreement(printed, computed.unwrap_or(f64::NAN)),
            ..Self::of(what, printed, number_or_never(computed))
        }
    }

    /// A share that the thesis prints in per cent, where it does, and the computed one.
    fn percent(what: &'static str, printed: Option<&str>, computed: f64) -> Self {
        let Some(number) = printed else {
            return Self::of(what, "–", signed(computed));
        };
        Self {
            remark: agreement(number, 100.0 * computed),
            ..Self::of(what, &format!("{number}\u{a0}%"), signed(computed))
        }
    }

    /// The same row with another remark behind the one on the agreement.
    fn because(mut self, why: &str) -> Self {
        let parts = [self.remark.as_str(), why];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        self.remark = parts.collect::<Vec<_>>().join("; ");
        self
    }
}

/// How a computed number agrees with a printed one, in words.
fn agreement(printed: &str, computed: f64) -> String {
    let printed = Printed::read(printed);
    let agreement = printed.map(|printed| Agreement::of(&printed, 0.0, computed, None));
    agreement.map_or_else(String::new, |one| one.words().to_owned())
}

impl Findings<'_> {
    /// Printed against computed, where the parameters are those of an experiment.
    pub(super) fn published(&self) -> Option<Table> {
        let run = self.first()?;
        let rows = self.rows(self.experiment?, run);
        let rows = rows.into_iter().map(|row| {
            vec![
                Cell::words(row.what),
                Cell::words(row.printed),
                Cell::words(row.computed),
                Cell::words(row.remark),
            ]
        });
        let name = self.experiment?.name();
        let title = match self.parameters.runs {
            1 => say!("Printed and computed, experiment {name} of Rossow 2009"),
            _ => say!("Printed, and computed in the first run, experiment {name} of Rossow 2009"),
        };
        Some(Table::new(
            "published",
            &title,
            [
                word!("Result"),
                word!("Printed"),
                word!("Computed"),
                word!("Remark"),
            ],
            rows.collect::<Vec<_>>(),
        ))
    }

    fn rows(&self, experiment: Experiment, run: &Outcome) -> Vec<Row> {
        match experiment {
            Experiment::FewAtStart | Experiment::ManyAtStart => self.starts(experiment, run),
            Experiment::Everything => self.everything(run),
            Experiment::SilentBriefly => vec![Row::of(
                word!("interval of the replacement"),
                word!("never"),
                number_or_never(replaced(run).map(|one| one.tick as f64)),
            )],
            Experiment::OneOutlier | Experiment::ThreeOutliers | Experiment::SilentForEver => {
                self.replacements(experiment, run)
            }
            _ => self.gains(experiment, run),
        }
    }

    /// The results of the experiments on the number of nodes at the start.
    fn starts(&self, experiment: Experiment, run: &Outcome) -> Vec<Row> {
        let start = self.setting.start;
        match experiment {
            Experiment::FewAtStart => vec![
                Row::whole(
                    word!("nodes after six additions"),
                    "32",
                    self.after_additions(run, 6),
                )
                .because(landscape()),
                Row::whole(
                    word!("place of the addition that passes the ideal number"),
                    "5",
                    self.passing(run),
                ),
                Row::of(
                    word!("nodes off the ideal later on"),
                    word!("2 to 3"),
                    fixed(self.distance(run), 1),
                )
                .because(word!("mean of the second half")),
            ],
            _ => vec![
                Row::whole(
                    word!("first interval below the ideal number"),
                    "180",
                    below(run),
                )
                .because(&say!(
                    "the number of nodes at the start is not printed; ours is {start}"
                )),
            ],
        }
    }

    /// The losses and gains of climbing.
    fn gains(&self, experiment: Experiment, run: &Outcome) -> Vec<Row> {
        let (intervals, start) = (self.setting.intervals, self.setting.start);
        let initial = self.setting.landscape.constant(start, intervals);
        let constant = say!(
            "beside {}, the best constant number",
            count(self.constant.0, word!("node"), word!("nodes"))
        );
        let mut rows = Vec::new();
        if let Some(printed) = printed::loss(experiment) {
            let loss = 1.0 - run.sum() / run.ideal();
            rows.push(
                Row::percent(word!("loss against the ideal"), Some(printed), loss)
                    .because(landscape()),
            );
        }
        let gain = printed::gain(experiment);
        for (way, sum) in [(Way::Start, initial), (Way::Constant, self.constant.1)] {
            let printed = gain.filter(|(_, beside)| *beside == way);
            let (what, why) = match way {
                Way::Constant => (word!("gain over a constant number"), constant.as_str()),
                _ if printed.is_none() => (word!("gain over the number at the start"), ""),
                _ => (word!("gain over the number at the start"), landscape()),
            };
            if gain.is_some() {
                let printed = printed.map(|(printed, _)| printed);
                rows.push(Row::percent(what, printed, run.sum() / sum - 1.0).because(why));
            }
        }
        rows
    }

    /// The results of the experiments on slow and silent nodes.
    fn replacements(&self, experiment: Experiment, run: &Outcome) -> Vec<Row> {
        let what = word!("interval of the replacement");
        let when = replaced(run).map(|one| one.tick as f64);
        let first = Row::whole(what, printed::replacement(experiment).unwrap_or(""), when);
        let (nodes, level) = match experiment {
            Experiment::OneOutlier => ("1", word!("recovers")),
            Experiment::ThreeOutliers => ("3", word!("above the level before")),
            _ => return vec![first.because(word!("ten silent intervals are tolerated"))],
        };
        let after = run.mean(46, 60) / run.mean(21, 28);
        vec![
            first,
            Row::whole(
                word!("nodes replaced"),
                nodes,
                Some(self.outliers(run) as f64),
            ),
            Row::of(
                word!("productivity after, by that before"),
                level,
                percent(after, 1),
            )
            .because(word!("intervals 46 to 60 by 21 to 28")),
        ]
    }

    /// The results of the experiment with everything.
    fn everything(&self, run: &Outcome) -> Vec<Row> {
        let when = replaced(run).map(|one| one.tick as f64);
        let (tick, nodes) = silent(run).unzip();
        let nodes = nodes.map_or_else(String::new, |nodes| {
            count(nodes, word!("node"), word!("nodes"))
        });
        vec![
            Row::of(
                word!("interval of the replacement of loaded nodes"),
                word!("two blocks after 600"),
                number_or_never(when),
            ),
            Row::whole(
                word!("interval of the replacement of failed nodes"),
                "1511",
                tick,
            )
            .because(&nodes),
            Row::of(
                word!("nodes in the last 200 intervals"),
                word!("close to 18"),
                fixed(self.late_nodes(run), 1),
            ),
        ]
    }

    /// The number of nodes after so many additions.
    fn after_additions(&self, run: &Outcome, number: usize) -> Option<f64> {
        let additions = run
            .decisions
            .iter()
            .filter(|one| one.added() > one.removed());
        let tick = additions.map(|one| one.tick).nth(number - 1)?;
        let step = run.between(tick + 1, tick + 1).first()?;
        Some(step.nodes as f64)
    }

    /// The place of the first addition that leads beyond the ideal number, from 1.
    fn passing(&self, run: &Outcome) -> Option<f64> {
        let additions = run
            .decisions
            .iter()
            .filter(|one| one.added() > one.removed());
        let beyond = |tick: u64| {
            let step = run.between(tick + 1, tick + 1).first();
            step.is_some_and(|step| step.nodes as f64 > step.ideal_nodes)
        };
        let place = additions.map(|one| one.tick).position(beyond)?;
        Some((place + 1) as f64)
    }

    /// The number of nodes that were replaced because they were slow.
    fn outliers(&self, run: &Outcome) -> usize {
        let actions = run.decisions.iter().flat_map(|one| &one.actions);
        let slow = actions.filter(|action| matches!(action.why, Why::Outlier { .. }));
        slow.count()
    }

    /// The mean number of nodes in the last 200 intervals.
    fn late_nodes(&self, run: &Outcome) -> f64 {
        let last = self.setting.intervals;
        let steps = run.between(last.saturating_sub(199), last);
        let sum: usize = steps.iter().map(|step| step.nodes).sum();
        sum as f64 / steps.len().max(1) as f64
    }
}

/// The first interval with fewer nodes than ideal.
fn below(run: &Outcome) -> Option<f64> {
    let less = |step: &&Step| (step.nodes as f64) < step.ideal_nodes;
    let found = run.steps.iter().find(less)?;
    Some(found.interval as f64)
}

/// The first interval in which silent nodes were replaced, and their number.
fn silent(run: &Outcome) -> Option<(f64, usize)> {
    run.decisions.iter().find_map(|decision| {
        let nodes = decision.actions.iter();
        let nodes = nodes
            .filter(|action| matches!(action.why, Why::Silent { .. }))
            .count();
        (nodes > 0).then_some((decision.tick as f64, nodes))
    })
}

/// The remark on numbers that depend on the landscape: the thesis does not print its own.
fn landscape() -> &'static str {
    word!("our landscape is another one")
}

/// A whole number, or the word for none.
fn number_or_never(value: Option<f64>) -> String {
    value.map_or_else(|| word!("never").to_owned(), |value| fixed(value, 0))
}

/// A share with its sign.
fn signed(share: f64) -> String {
    let sign = if share >= 0.0 { "+" } else { "−" };
    format!("{sign}{}", percent(share.abs(), 1))
}
