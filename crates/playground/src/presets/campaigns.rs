//! Figures and tables of Millot and Parrot 2016 that are about many runs, targets or streams, and the propositions.

use divisible::Parameters;
use divisible::parameters::{Topic, Variation, Varied, Whose, Workers};
use divisible::platform::Signs;

use super::Preset;
use super::divisible::scenario;
use crate::Scenario;
use crate::printed::Printed;

/// A worker of row R₆, whose latency is the shortest: figures 9, 10, 22 and 23 show one.
const ROW_6: u32 = 11;

pub(super) const PRESETS: [Preset; 18] = [
    Preset::new(
        "inaccuracy-thousand",
        "Misjudged by up to 90 %",
        "1,000 workers of table 3 whose speeds are misjudged: what does it cost with and without adaptation? (Millot and Parrot 2016, table 2, figures \
         8 to 11.)",
        &[
            Printed::figure(
                "AS4DR over BS at ι = 0.90 (here 1.80 to 1.98)",
                "ratio",
                1.89,
            ),
            Printed::figure(
                "Deviation of σ at ι = 0.90, BS over AS4DR (here ± 5 %)",
                "deviations",
                24.98,
            ),
        ],
        || {
            thousand(|parameters| {
                parameters.topic = Topic::Inaccuracy;
                parameters.first_worker = ROW_6;
            })
        },
    ),
    Preset::new(
        "inaccuracy-four",
        "Misjudged: four workers",
        "The four workers of table 1, each believed to be faster or slower than it is: with so few workers chance decides much.",
        &[],
        || {
            scenario(|parameters| {
                parameters.topic = Topic::Inaccuracy;
                parameters.runs = 100;
            })
        },
    ),
    Preset::new(
        "dynamicity-thousand",
        "Speeds that come and go",
        "1,000 workers of table 3, each slowed down for 200 s again and again: adaptation pays the more, the deeper speeds fall (Millot and Parrot 2016, \
         tables 11 and 12, figures 19 to 21).",
        &[Printed::figure(
            "AS4DR over BS at δ = 0.8 (here 1.2 to 1.8: the dates of reductions are not printed)",
            "ratio",
            1.38,
        )],
        || {
            thousand(|parameters| {
                parameters.topic = Topic::Dynamicity;
                parameters.first_worker = ROW_6;
                parameters.variation = Variation::Mixed;
                parameters.varied = Varied::All;
            })
        },
    ),
    Preset::new(
        "dynamicity-together",
        "All slow down at once",
        "All workers have the profile P₁: a drop at 100 s and a recovery at 300 s, which AS4DR follows within three rounds (Millot and Parrot 2016, figures \
         21 to 23).",
        &[],
        || {
            thousand(|parameters| {
                parameters.topic = Topic::Dynamicity;
                parameters.first_worker = ROW_6;
                parameters.variation = Variation::Periodic;
                parameters.varied = Varied::All;
                parameters.whose = Whose::All;
                parameters.horizon = 400.0;
            })
        },
    ),
    Preset::new(
        "dynamicity-often",
        "One worker slows down five times",
        "Reductions by 30 % of one worker’s speed, once, twice, five times, and in steps: the others wait for it (Millot and Parrot 2016, tables 4 to 6 and \
         10, figures 12 to 14 and 18).",
        &[
            idle("Idle, f₁, in %: table 6 (here up to 0.002 %)", "f₁", 0.0),
            idle("Idle, f₂: table 6 (here 0.001 to 0.008 %)", "f₂", 0.000_04),
            idle("Idle, f₃: table 6 (here 0.020 to 0.045 %)", "f₃", 0.000_31),
            idle("Idle, φ₃: table 10 (here up to 0.004 %)", "φ₃", 0.0),
        ],
        || contexts(Variation::Often, 0.3),
    ),
    Preset::new(
        "dynamicity-stairs",
        "The same in small steps",
        "Edges cut into four steps of a quarter each: AS4DR follows, and nobody waits (Millot and Parrot 2016, table 10, figure 18).",
        &[idle("Idle, φ₃: table 10 (here up to 0.004 %)", "φ₃", 0.0)],
        || contexts(Variation::Stairs, 0.3),
    ),
    Preset::new(
        "dynamicity-deep",
        "One worker nearly stops",
        "A reduction by 95 %: the first chunk after the edge takes twenty times as long, and the ring waits for it (Millot and Parrot 2016, tables 7 to 9, \
         figures 15 to 17).",
        &[
            idle("Idle, a₂: table 9 (only the order agrees)", "a₂", 0.000_34),
            idle("Idle, a₃: table 9 (only the order agrees)", "a₃", 0.116_28),
        ],
        || contexts(Variation::Once, 0.95),
    ),
    Preset::new(
        "dynamicity-link",
        "A slower link changes nothing",
        "The link to one worker loses 95 % of its bandwidth: transfers still fit into the round (Millot and Parrot 2016, tables 4 to 9, right half).",
        &[],
        || {
            scenario(|parameters| {
                one_varies(parameters, Variation::Once, 0.95);
                parameters.varied = Varied::Send;
            })
        },
    ),
    Preset::new(
        "target-full",
        "The best length of a round",
        "As many workers as a round has room for, latencies of 0.1 s: short rounds pay latencies, long ones a late start (Millot and Parrot 2016, figure 26).",
        &[],
        || full(0.1),
    ),
    Preset::new(
        "target-full-quick",
        "The same with short latencies",
        "Latencies of 0.01 s: the best round is a third as long (Millot and Parrot 2016, figure 26).",
        &[],
        || full(0.01),
    ),
    Preset::new(
        "target-varying",
        "Rounds for speeds that vary",
        "40 workers whose speeds fall by 60 % at different times: the shorter the rounds, the sooner chunks follow (Millot and Parrot 2016, figure 27).",
        &[],
        || {
            scenario(|parameters| {
                alike(parameters, 0.01, 1e8, 0.005);
                parameters.workers = 40;
                parameters.variation = Variation::Mixed;
                parameters.varied = Varied::All;
                parameters.depth = 0.6;
                parameters.runs = 5;
            })
        },
    ),
    Preset::new(
        "target-window",
        "A window for the first subchunk",
        "One worker with slow links: which shares of a chunk keep it fed, for short rounds and for long ones? (Millot and Parrot 2016, proposition 2, \
         figures 4 and 5.)",
        &[],
        || {
            scenario(|parameters| {
                parameters.topic = Topic::Target;
                parameters.platform = Workers::Own;
                parameters.table = "name,F,f,BD,bD,BR,bR\nalone,1,0.05,4,0.02,8,0.02\n".into();
                parameters.inaccuracy = 0.0;
                parameters.runs = 1;
                parameters.horizon = 200.0;
                parameters.target_least = Some(0.15);
                parameters.target_most = Some(20.0);
            })
        },
    ),
    Preset::new(
        "propositions-hold",
        "All hypotheses hold",
        "Table 1 with speeds believed twice as high: every proposition applies, and the simulation shows it (Millot and Parrot 2016, propositions 1 to 5).",
        &[],
        || propositions(2.0),
    ),
    Preset::new(
        "propositions-spacings",
        "Spacings longer than the round",
        "Speeds believed ten times as high make spacings of 194 s for rounds of 60 s: the ring turns in 194 s, and no estimate shows it.",
        &[],
        || propositions(10.0),
    ),
    Preset::new(
        "propositions-small",
        "First chunks of a fifth",
        "All first chunks are 80 % too small: rounds approach the target from below, the sooner, the shorter the latency (Millot and Parrot 2016, figure 25).",
        &[],
        || {
            scenario(|parameters| {
                parameters.topic = Topic::Propositions;
                parameters.platform = Workers::Table3Four;
                parameters.latency_of_all = Some(0.5);
                parameters.estimate_factor = 0.2;
                parameters.inaccuracy = 0.0;
                parameters.target = 100.0;
                parameters.theta = Some(0.5);
            })
        },
    ),
    Preset::new(
        "selection-thousand",
        "Eleven streams, 1,000 workers",
        "Which workers of table 3 serve 1, 2, … 11 streams? (Millot and Parrot 2016, figure 24.)",
        &[],
        || {
            thousand(|parameters| {
                parameters.topic = Topic::Selection;
            })
        },
    ),
    Preset::new(
        "selection-long-rounds",
        "One stream holds everybody",
        "Rounds of 100 s have room for all 1,000 workers of table 3 (Millot and Parrot 2016, section 6).",
        &[],
        || {
            thousand(|parameters| {
                parameters.topic = Topic::Selection;
                parameters.target = 100.0;
                parameters.streams = 3;
            })
        },
    ),
    Preset::new(
        "selection-six",
        "Six workers, two streams",
        "Small enough to follow by hand: six workers with unlike links, of which rounds of 5 s hold three or six.",
        &[],
        || {
            scenario(|parameters| {
                parameters.topic = Topic::Selection;
                parameters.platform = Workers::Own;
                parameters.table = "name,F,f,BD,bD,BR,bR\nw1,8,0.1,80,0.2,40,0.4\nw2,6,0.05,60,0.1,60,0.2\nw3,5,0.5,100,0.2,25,0.3\nw4,4,0,40,0.1,40,0.1\n\
                                    w5,3,0.2,60,0.3,30,0.2\nw6,1,0,50,0.1,50,0.1\n"
                    .into();
                parameters.inaccuracy = 0.0;
                parameters.theta = Some(0.5);
                parameters.target = 5.0;
                parameters.horizon = 2000.0;
                parameters.streams = 3;
            })
        },
    ),
];

const fn idle(what: &'static str, context: &'static str, value: f64) -> Printed {
    Printed::cell(what, "contexts", context, 2, value)
}

/// 1,000 workers of table 3 in eleven clusters, with as many believed too fast as too slow.
fn thousand(change: fn(&mut Parameters)) -> Scenario {
    scenario(|parameters| {
        parameters.platform = Workers::Table3;
        parameters.target = 3.0;
        parameters.horizon = 2000.0;
        parameters.clusters = 11;
        parameters.signs = Signs::Balanced;
        parameters.theta = Some(0.5);
        parameters.inaccuracy = 0.0;
        parameters.runs = 3;
        parameters.seed = 1001;
        change(parameters);
    })
}

/// Section 4: the second of four workers of table 3 varies.
fn one_varies(parameters: &mut Parameters, variation: Variation, depth: f64) {
    parameters.topic = Topic::Dynamicity;
    parameters.platform = Workers::Table3Four;
    parameters.inaccuracy = 0.0;
    parameters.target = 3.0;
    parameters.horizon = 2000.0;
    parameters.theta = Some(0.2);
    parameters.variation = variation;
    parameters.depth = depth;
    parameters.runs = 40;
}

/// The same as a scenario.
fn contexts(variation: Variation, depth: f64) -> Scenario {
    scenario(|parameters| one_varies(parameters, variation, depth))
}

/// Identical workers, targets from 1 s to 50 s.
fn alike(parameters: &mut Parameters, latency: f64, bandwidth: f64, transfer: f64) {
    parameters.topic = Topic::Target;
    parameters.platform = Workers::Drawn;
    parameters.workers = 1;
    parameters.speed = 10.0;
    parameters.latency = latency;
    parameters.send_bandwidth = bandwidth;
    parameters.send_latency = transfer;
    parameters.return_bandwidth = bandwidth;
    parameters.return_latency = transfer;
    parameters.computing_spread = 0.0;
    parameters.communicating_spread = 0.0;
    parameters.inaccuracy = 0.0;
    parameters.theta = Some(0.5);
    parameters.horizon = 2000.0;
    parameters.runs = 1;
    parameters.target_least = Some(1.0);
    parameters.target_most = Some(50.0);
}

/// As many identical workers as rounds have room for.
fn full(latency: f64) -> Scenario {
    scenario(|parameters| {
        alike(parameters, latency, 1e9, 0.0149);
        parameters.filled = true;
    })
}

/// Table 1 with speeds believed so many times as high.
fn propositions(factor: f64) -> Scenario {
    scenario(|parameters| {
        parameters.topic = Topic::Propositions;
        parameters.estimate_factor = factor;
        parameters.inaccuracy = 0.0;
        parameters.theta = Some(0.5);
    })
}
