//! The choices of a scenario.

use adaptation_model::metrics::overhead;
use adaptation_model::strategy::{coordinator, hill_climbing};
use adaptation_model::{application, scenario};
use words::word;

/// The subject of the charts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Topic {
    /// A program on clusters that change, without and with adaptation.
    #[default]
    #[choice(title = "Run a program")]
    Run,
    /// Efficiency, productivity and badness when nodes are added or removed by hand.
    #[choice(title = "Judge nodes")]
    Metrics,
    /// The client of Rossow 2009 on an imposed productivity: how it finds and follows the best number of nodes.
    #[choice(title = "Climb a landscape")]
    Landscape,
    /// Ways to climb, no adaptation and the best constant number on the four landscapes of Rossow 2009, figure 5.6: how they rank.
    #[choice(title = "Rank climbers")]
    Climbers,
    /// All strategies on the scenario of the form, beside the best constant set of nodes in hindsight.
    #[choice(title = "Compare strategies")]
    Tournament,
    /// All strategies on the scenarios of Wrzesinska, Maassen and Bal 2007: how they rank.
    #[choice(title = "Rank strategies")]
    Grid,
}

/// How the ideal number of nodes goes over time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Ideal {
    /// Straight from point to point; a single point holds for ever.
    #[default]
    #[choice(title = "points")]
    Points,
    /// It decays exponentially.
    #[choice(title = "decay")]
    Decay,
    /// It is a sine.
    #[choice(title = "wave")]
    Wave,
}

/// How the largest productivity goes over time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Most {
    /// Always the same.
    #[default]
    #[choice(title = "constant")]
    Constant,
    /// It grows with the ideal number of nodes.
    #[choice(title = "by nodes")]
    Nodes,
    /// It is a sine.
    #[choice(title = "wave")]
    Wave,
}

/// How productivity depends on the number of nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Outline {
    /// It rises up to the ideal number and falls beyond it.
    #[default]
    #[choice(title = "peak")]
    Peak,
    /// More nodes always help, but less and less.
    #[choice(title = "saturation")]
    Saturating,
    /// A peak whose sides oscillate from number to number: up to the ideal the more so the more nodes take part, beyond it by the same share.
    #[choice(title = "oscillation")]
    Oscillating,
}

/// Who climbs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Climbed {
    /// The client with all its rules, from reports with noise.
    #[default]
    #[choice(title = "client")]
    Client,
    /// Accelerated steps alone add nodes until productivity falls.
    #[choice(title = "steps up alone")]
    Up,
    /// Accelerated steps alone remove nodes until productivity falls.
    #[choice(title = "steps down alone")]
    Down,
}

/// Who adds and removes nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Strategy {
    /// The coordinator of Wrzesinska, Maassen and Bal 2007: it holds the weighted average efficiency (WAE) between two thresholds.
    #[default]
    #[choice(title = "Coordinator")]
    Coordinator,
    /// The client of Rossow 2009: hill climbing on productivity, replacement of outliers, a watchdog for failed nodes.
    #[choice(title = "Hill climbing")]
    Climbing,
    /// Our own: the coordinator, but after a set number of worse periods in a row it returns to the best set of nodes.
    #[choice(title = "Return to the best set")]
    BestSeen,
    /// Our own: it adds nodes while added nodes pay in productivity, and removes nodes by badness.
    #[choice(title = "Growth by productivity")]
    Marginal,
    /// Nodes run benchmarks and report, but nobody acts: the cost of monitoring.
    #[choice(title = "Monitoring alone")]
    Watching,
    /// No reports, no decisions.
    #[choice(title = "No adaptation")]
    None,
    /// A function that you write: at the end of each monitoring period it answers which nodes come and go.
    #[choice(title = "Your own strategy")]
    Own,
}

/// How an idle node looks for work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Policy {
    /// CRS: a node asks one node of another cluster, and meanwhile nodes of its own cluster.
    #[default]
    #[choice(title = "cluster-aware (CRS)")]
    ClusterAware,
    /// RWS: a node asks any other node and waits for its answer.
    #[choice(title = "random (RWS)")]
    Random,
}

impl Policy {
    /// The way to steal with which it is compared.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::ClusterAware => Self::Random,
            Self::Random => Self::ClusterAware,
        }
    }

    /// Its name within a sentence.
    #[must_use]
    pub fn called(self) -> &'static str {
        match self {
            Self::ClusterAware => word!("cluster-aware stealing"),
            Self::Random => word!("random stealing"),
        }
    }

    /// The policy for the model.
    #[must_use]
    pub fn policy(self) -> scenario::Policy {
        match self {
            Self::ClusterAware => scenario::Policy::ClusterAware,
            Self::Random => scenario::Policy::Random,
        }
    }
}

/// How the depth of the trees goes from iteration to iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Parallelism {
    /// All trees are equally deep.
    #[default]
    #[choice(title = "constant")]
    Constant,
    /// The trees become deeper.
    #[choice(title = "rises")]
    Rising,
    /// The trees become less deep.
    #[choice(title = "falls")]
    Falling,
    /// The trees become less deep, and deeper again.
    #[choice(title = "falls and rises")]
    Wave,
}

impl Parallelism {
    /// The parallelism for the model.
    #[must_use]
    pub fn parallelism(self) -> application::Parallelism {
        match self {
            Self::Constant => application::Parallelism::Constant,
            Self::Rising => application::Parallelism::Rising,
            Self::Falling => application::Parallelism::Falling,
            Self::Wave => application::Parallelism::Wave,
        }
    }
}

/// The shape of the trees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Shape {
    /// Every job has as many children, down to the same depth.
    #[default]
    #[choice(title = "complete")]
    Complete,
    /// A job has 2 to k children, which share its work unequally; one with less work than a mean leaf is not split.
    #[choice(title = "irregular")]
    Irregular,
}

impl Shape {
    /// The shape for the model.
    #[must_use]
    pub fn shape(self) -> application::Shape {
        match self {
            Self::Complete => application::Shape::Complete,
            Self::Irregular => application::Shape::Irregular,
        }
    }
}

/// The treatment of jobs whose parent was lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Orphans {
    /// A job that is split again finds the results of its children.
    #[default]
    #[choice(title = "reused")]
    Reuse,
    /// Their work is lost and done again.
    #[choice(title = "discarded")]
    Discard,
}

impl Orphans {
    /// The treatment of orphans for the model.
    #[must_use]
    pub fn orphans(self) -> scenario::Orphans {
        match self {
            Self::Reuse => scenario::Orphans::Reuse,
            Self::Discard => scenario::Orphans::Discard,
        }
    }
}

/// When a cluster with a slow link is removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum ClusterRule {
    /// Only while WAE is below its lower threshold.
    #[default]
    #[choice(title = "below E_min")]
    Below,
    /// Whenever WAE is not above its upper threshold.
    #[choice(title = "up to E_max")]
    Always,
}

impl ClusterRule {
    /// The rule for the model.
    #[must_use]
    pub fn rule(self) -> coordinator::ClusterRule {
        match self {
            Self::Below => coordinator::ClusterRule::BelowThreshold,
            Self::Always => coordinator::ClusterRule::Always,
        }
    }
}

/// The time that overheads are divided by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Base {
    /// The period without its benchmarks.
    #[default]
    #[choice(title = "period without benchmarks")]
    Net,
    /// The whole period.
    #[choice(title = "whole period")]
    Period,
}

impl Base {
    /// The base for the model.
    #[must_use]
    pub fn base(self) -> overhead::Base {
        match self {
            Self::Net => overhead::Base::Net,
            Self::Period => overhead::Base::Period,
        }
    }
}

/// With which productivity a climber compares the new one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Reference {
    /// The best since it last turned.
    #[default]
    #[choice(title = "best")]
    Best,
    /// The last, as the thesis prints: on a slowly falling slope no step is worse by more than the tolerance.
    #[choice(title = "last")]
    Last,
}

impl Reference {
    /// The reference for the model.
    #[must_use]
    pub fn reference(self) -> hill_climbing::Reference {
        match self {
            Self::Best => hill_climbing::Reference::Best,
            Self::Last => hill_climbing::Reference::Last,
        }
    }
}
