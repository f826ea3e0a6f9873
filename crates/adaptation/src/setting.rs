//! The scenario and the strategy that parameters stand for.

use adaptation_model::application::{Application, MOST_JOBS};
use adaptation_model::benchmark::Benchmark;
use adaptation_model::metrics::badness::Weights;
use adaptation_model::metrics::blocks::Block;
use adaptation_model::scenario::{Monitoring, Stealing};
use adaptation_model::strategy::{
    Strategy as Decides, Unadapted, best_seen, client, coordinator, hill_climbing, marginal,
    outliers,
};
use adaptation_model::{Error, Event, Outcome, Place, Scenario, generator};
use parameters::Rejected;
use words::{say, word};

use crate::own::Adapter;
use crate::parameters::{Parameters, Strategy, Topic};
use crate::platform::Platform;

/// A scenario, and the names of its clusters.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The simulated scenario.
    pub scenario: Scenario,
    /// The names of the clusters of the table.
    pub names: Vec<String>,
}

impl Setting {
    /// The scenario of the parameters, checked.
    ///
    /// # Errors
    /// The faulty parameter, the place in its text, and the allowed values.
    pub fn of(parameters: &Parameters) -> Result<Self, laboratory::Error> {
        let platform = Platform::read(&parameters.clusters)?;
        let events = crate::disturbances::read(&parameters.disturbances)?;
        let scenario = Scenario {
            clusters: platform.clusters,
            application: application(parameters),
            events,
            stealing: Stealing {
                policy: parameters.policy.policy(),
                first_wait: parameters.first_wait / 1000.0,
                longest_wait: parameters.longest_wait,
            },
            orphans: parameters.orphans.orphans(),
            detection: parameters.detection,
            monitoring: Monitoring {
                period: parameters.period,
                benchmark: Benchmark {
                    work: parameters.bench_work,
                    overhead: parameters.bench_overhead,
                    ..Benchmark::default()
                },
                ..Monitoring::default()
            },
            most_steps: most_steps(parameters),
            seed: parameters.seed,
        };
        let first = parameters.first_wait / 1000.0;
        if parameters.longest_wait < first {
            let expected = say!("must be at least {first} s, the first wait");
            let value = parameters.longest_wait;
            return Err(Rejected::one("longest_wait", value, expected).into());
        }
        let in_lines = |error| crate::disturbances::in_lines(error, &parameters.disturbances);
        scenario.check().map_err(|error| blamed(in_lines(error)))?;
        Ok(Self {
            scenario,
            names: platform.names,
        })
    }

    /// The scenario with the seed of run `run`, from 0.
    #[must_use]
    pub fn seeded(&self, run: u32) -> Scenario {
        Scenario {
            seed: generator::of_run(self.scenario.seed, run),
            ..self.scenario.clone()
        }
    }

    /// The events with their places in the scenario, first in time first.
    #[must_use]
    pub fn events(&self) -> Vec<(usize, &Event)> {
        let mut events: Vec<_> = self.scenario.events.iter().enumerate().collect();
        events.sort_by(|(_, a), (_, b)| a.time.total_cmp(&b.time));
        events
    }

    /// The events that a run met, first in time first.
    #[must_use]
    pub fn inside(&self, outcome: &Outcome) -> Vec<(usize, &Event)> {
        let mut inside = self.events();
        inside.truncate(outcome.met);
        inside
    }

    /// The name of a cluster; a cluster that comes later has its number.
    #[must_use]
    pub fn cluster(&self, cluster: u32) -> String {
        let name = self.names.get(cluster as usize);
        name.map_or_else(|| say!("cluster {cluster}"), Clone::clone)
    }
}

/// The program.
pub(crate) fn application(parameters: &Parameters) -> Application {
    Application {
        iterations: parameters.iterations,
        phases: parameters.phases,
        serial: parameters.serial,
        branching: parameters.branching,
        depth: parameters.depth,
        leaf: parameters.leaf,
        jitter: parameters.jitter,
        split: parameters.split,
        merge: parameters.merge,
        base_bytes: parameters.base_bytes,
        input_bytes: parameters.input_bytes,
        output_bytes: parameters.output_bytes,
        parallelism: parameters.parallelism.parallelism(),
        narrowest: parameters.narrowest,
        shape: parameters.shape.shape(),
    }
}

/// The most simulated steps of a run: fewer where many runs are compared, and some for each job.
fn most_steps(parameters: &Parameters) -> u64 {
    /// About three seconds of a run, and a third of a second.
    const ALONE: u64 = 30_000_000;
    const COMPARED: u64 = 3_000_000;
    /// The steps of a job in runs that steal and wait much.
    const A_JOB: u64 = 100;
    let steps = match parameters.topic {
        Topic::Tournament | Topic::Grid => COMPARED,
        Topic::Run | Topic::Metrics | Topic::Landscape | Topic::Climbers => ALONE,
    };
    let jobs = application(parameters).jobs().unwrap_or(MOST_JOBS);
    steps + A_JOB * jobs.min(MOST_JOBS)
}

/// An error of the model, with the parameter that causes it.
pub fn blamed(error: Error) -> laboratory::Error {
    let parameter = match &error {
        Error::Cancelled(cancelled) => return (*cancelled).into(),
        Error::Jobs { .. } => "depth",
        Error::NoCluster { .. } | Error::NoNode => "clusters",
        Error::NoSuchNode { .. } | Error::NoSuchCluster { .. } => "disturbances",
        Error::Thresholds { .. } => "least",
        Error::Number { place, .. } => match place {
            Place::Event(_) | Place::Line(_) | Place::Events => "disturbances",
            Place::Cluster(_) | Place::Node { .. } | Place::Platform => "clusters",
            _ => return laboratory::Error::Other(error.to_string()),
        },
    };
    Rejected::one(parameter, "", error.to_string()).into()
}

impl Strategy {
    /// Its name within a sentence, with an article where it needs one.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Coordinator => word!("the coordinator"),
            Self::Climbing => word!("hill climbing"),
            Self::BestSeen => word!("the return to the best set"),
            Self::Marginal => word!("growth by productivity"),
            Self::Watching => word!("monitoring alone"),
            Self::None => word!("no adaptation"),
            Self::Own => word!("your own strategy"),
        }
    }

    /// Whether it can add or remove a node.
    #[must_use]
    pub fn acts(self) -> bool {
        !matches!(self, Self::Watching | Self::None)
    }
}

/// The settings of the coordinator.
#[must_use]
pub fn coordinator(parameters: &Parameters) -> coordinator::Settings {
    coordinator::Settings {
        least: parameters.least,
        most: parameters.most,
        weights: weights(parameters),
        cluster_limit: parameters.cluster_limit,
        cluster_rule: parameters.cluster_rule.rule(),
        adding: parameters.adding,
        removing: parameters.removing,
        most_removed: parameters.most_removed,
        allocation: parameters.allocation,
        blacklist: parameters.blacklist,
        learn_bandwidth: parameters.learn_bandwidth,
        bandwidth_margin: parameters.bandwidth_margin,
        base: parameters.base.base(),
        swap: parameters.migrates.then_some(parameters.swap),
        acts: true,
    }
}

/// α, β and γ.
#[must_use]
pub fn weights(parameters: &Parameters) -> Weights {
    Weights {
        speed: parameters.speed_weight,
        inter_cluster: parameters.inter_weight,
        worst_cluster: parameters.cluster_weight,
    }
}

/// The settings of the thesis's client.
#[must_use]
pub fn client(parameters: &Parameters) -> client::Settings {
    let climbing = hill_climbing::Settings {
        tolerance: parameters.tolerance,
        reference: parameters.reference.reference(),
        adding: parameters.step_up,
        removing: parameters.step_down,
        accelerates: parameters.accelerates,
        restarts: parameters.restarts,
        longest_rest: parameters.longest_rest as usize,
        deviation: parameters.restart_deviation,
    };
    client::Settings {
        interval: parameters.interval,
        block: Block {
            length: parameters.block as usize,
            decay: parameters.decay,
        },
        warmup: u64::from(parameters.warmup),
        grace: u64::from(parameters.grace),
        climbing: parameters.climbs.then_some(climbing),
        outliers: parameters.replaces.then_some(outliers::Settings {
            deviation: parameters.outlier,
            growth: parameters.growth,
            cap: outliers::Settings::default().cap.max(parameters.outlier),
        }),
        toleration: parameters.watches.then_some(parameters.toleration),
    }
}

/// A strategy that has seen nothing yet.
///
/// # Errors
/// Settings that do not go together, by the parameter.
pub fn strategy(
    strategy: Strategy,
    parameters: &Parameters,
) -> Result<Box<dyn Decides>, laboratory::Error> {
    Ok(match strategy {
        Strategy::None => Box::new(Unadapted),
        Strategy::Coordinator => {
            Box::new(coordinator::Coordinator::new(coordinator(parameters)).map_err(blamed)?)
        }
        Strategy::Watching => {
            let settings = coordinator::Settings {
                acts: false,
                ..coordinator(parameters)
            };
            Box::new(coordinator::Coordinator::new(settings).map_err(blamed)?)
        }
        Strategy::BestSeen => {
            let settings = best_seen::Settings {
                coordinator: coordinator(parameters),
                tolerance: parameters.tolerance,
                patience: parameters.patience,
            };
            Box::new(best_seen::BestSeen::new(settings).map_err(blamed)?)
        }
        Strategy::Marginal => {
            let settings = marginal::Settings {
                weights: weights(parameters),
                cluster_limit: parameters.cluster_limit,
                most_badness: parameters.most_badness,
                least_gain: parameters.least_gain,
                allocation: parameters.allocation,
                ..marginal::Settings::default()
            };
            Box::new(marginal::Marginal::new(settings).map_err(blamed)?)
        }
        Strategy::Own => Box::new(Adapter::read(parameters)?),
        Strategy::Climbing => Box::new(client::Client::new(client(parameters)).map_err(blamed)?),
    })
}
