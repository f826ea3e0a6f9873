//! The thesis's printed results of its experiments beside the results computed here.

use adaptation_model::landscape::evaluation::Experiment;
use adaptation_model::landscape::{Outcome, Step};
use adaptation_model::strategy::Why;
use report::Table;
use report::table::Cell;
use report::words::{count, percent};
use words::{say, word};

use super::{Findings, replaced};

/// A printed result, the computed one, and a remark on both.
struct Row {
    what: &'static str,
    printed: String,
    computed: String,
    remark: String,
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
        let other = word!("our landscape is another one").to_owned();
        let row = |what, printed: &str, computed: String, remark: String| Row {
            what,
            printed: printed.into(),
            computed,
            remark,
        };
        let gain = |sum: f64| signed(run.sum() / sum - 1.0);
        let best = gain(self.constant.1);
        let constant = say!(
            "beside {}, the best constant number",
            count(self.constant.0, word!("node"), word!("nodes"))
        );
        let initial = {
            let landscape = &self.setting.landscape;
            gain(landscape.constant(self.setting.start, self.setting.intervals))
        };
        let loss = percent(1.0 - run.sum() / run.ideal(), 2);
        let when =
            replaced(run).map_or_else(|| word!("never").to_owned(), |one| one.tick.to_string());
        match experiment {
            Experiment::FewAtStart => vec![
                row(
                    word!("nodes after six additions"),
                    "32",
                    self.after_additions(run, 6),
                    other.clone(),
                ),
                row(
                    word!("addition that passes the ideal number"),
                    word!("fifth"),
                    self.passing(run),
                    String::new(),
                ),
                row(
                    word!("nodes off the ideal later on"),
                    word!("2 to 3"),
                    format!("{:.1}", self.distance(run)),
                    word!("mean of the second half").into(),
                ),
            ],
            Experiment::ManyAtStart => vec![row(
                word!("first interval below the ideal number"),
                "180",
                below(run),
                word!("the number of nodes at the start is not printed; ours is 60").into(),
            )],
            Experiment::Constant => vec![row(
                word!("loss against the ideal"),
                "1.18\u{a0}%",
                loss,
                word!("larger here; with the printed rule, “last”, it is 13.8\u{a0}% on average")
                    .into(),
            )],
            Experiment::Fluctuating => vec![
                row(
                    word!("loss against the ideal"),
                    "0.66\u{a0}%",
                    loss,
                    word!("larger here").into(),
                ),
                row(
                    word!("against a constant number"),
                    "−0.56\u{a0}%",
                    best,
                    constant,
                ),
            ],
            Experiment::Growing => vec![row(
                word!("gain over a constant number"),
                "+12.6\u{a0}%",
                best,
                constant,
            )],
            Experiment::Shrinking => vec![
                row(
                    word!("gain over the number at the start"),
                    "+19.5\u{a0}%",
                    initial,
                    other,
                ),
                row(word!("gain over a constant number"), "–", best, constant),
            ],
            Experiment::Decaying => vec![
                row(
                    word!("gain over the number at the start"),
                    "+442.3\u{a0}%",
                    initial,
                    word!("varies much with the noise: 270 to 440\u{a0}% in a hundred runs").into(),
                ),
                row(word!("gain over a constant number"), "–", best, constant),
            ],
            Experiment::Periodic => vec![
                row(
                    word!("gain over a constant number"),
                    "+0.6\u{a0}%",
                    best,
                    constant,
                ),
                row(
                    word!("gain over the number at the start"),
                    "–",
                    initial,
                    String::new(),
                ),
            ],
            Experiment::OneOutlier | Experiment::ThreeOutliers => {
                let before = run.mean(21, 28);
                let after = percent(run.mean(46, 60) / before, 1);
                let printed = match experiment {
                    Experiment::OneOutlier => word!("recovers"),
                    _ => word!("above the level before"),
                };
                vec![
                    row(
                        word!("interval of the replacement"),
                        "35",
                        when,
                        String::new(),
                    ),
                    row(
                        word!("nodes replaced"),
                        if experiment == Experiment::OneOutlier {
                            "1"
                        } else {
                            "3"
                        },
                        self.outliers(run).to_string(),
                        String::new(),
                    ),
                    row(
                        word!("productivity after, by that before"),
                        printed,
                        after,
                        word!("intervals 46 to 60 by 21 to 28").into(),
                    ),
                ]
            }
            Experiment::SilentForEver => vec![row(
                word!("interval of the replacement"),
                "39",
                when,
                word!("ten silent intervals are tolerated").into(),
            )],
            Experiment::SilentBriefly => vec![row(
                word!("interval of the replacement"),
                word!("never"),
                when,
                String::new(),
            )],
            Experiment::Everything => vec![
                row(
                    word!("interval of the replacement of loaded nodes"),
                    word!("two blocks after 600"),
                    when,
                    String::new(),
                ),
                row(
                    word!("interval of the replacement of failed nodes"),
                    "1511",
                    silent(run),
                    String::new(),
                ),
                row(
                    word!("nodes in the last 200 intervals"),
                    word!("close to 18"),
                    format!("{:.1}", self.late_nodes(run)),
                    String::new(),
                ),
            ],
        }
    }

    /// The number of nodes after so many additions.
    fn after_additions(&self, run: &Outcome, number: usize) -> String {
        let additions = run
            .decisions
            .iter()
            .filter(|one| one.added() > one.removed());
        let tick = additions.map(|one| one.tick).nth(number - 1);
        let step = tick.and_then(|tick| run.between(tick + 1, tick + 1).first());
        step.map_or_else(|| "–".into(), |step| step.nodes.to_string())
    }

    /// The first addition that leads beyond the ideal number.
    fn passing(&self, run: &Outcome) -> String {
        let additions = run
            .decisions
            .iter()
            .filter(|one| one.added() > one.removed());
        let beyond = |tick: u64| {
            let step = run.between(tick + 1, tick + 1).first();
            step.is_some_and(|step| step.nodes as f64 > step.ideal_nodes)
        };
        let place = additions.map(|one| one.tick).position(beyond);
        place.map_or_else(
            || word!("never").to_owned(),
            |place| (place + 1).to_string(),
        )
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
fn below(run: &Outcome) -> String {
    let less = |step: &&Step| (step.nodes as f64) < step.ideal_nodes;
    let found = run.steps.iter().find(less);
    found.map_or_else(
        || word!("never").to_owned(),
        |step| step.interval.to_string(),
    )
}

/// The first interval in which silent nodes were replaced.
fn silent(run: &Outcome) -> String {
    let found = run.decisions.iter().find_map(|decision| {
        let nodes = decision.actions.iter();
        let nodes = nodes
            .filter(|action| matches!(action.why, Why::Silent { .. }))
            .count();
        (nodes > 0).then(|| {
            let nodes = count(nodes, word!("node"), word!("nodes"));
            say!("{} ({nodes})", decision.tick)
        })
    });
    found.unwrap_or_else(|| word!("never").to_owned())
}

/// A share with its sign.
fn signed(share: f64) -> String {
    let sign = if share >= 0.0 { "+" } else { "−" };
    format!("{sign}{}", percent(share.abs(), 1))
}
