//! Strategies and yardsticks of our own.

use adaptation_model::hindsight;
use adaptation_model::scenario::grid::Grid;
use adaptation_model::strategy::best_seen::{self, BestSeen};
use adaptation_model::strategy::coordinator::{self, Coordinator};
use adaptation_model::strategy::marginal::{self, Marginal};
use adaptation_model::strategy::{Strategy, Unadapted};
use adaptation_model::{Application, Scenario};

use crate::common::run;

#[test]
fn our_own_strategies_shorten_the_disturbed_scenarios() {
    for grid in Grid::ALL {
        let mut means = [0.0; 4];
        for seed in 1..=3 {
            let scenario = grid.scenario(seed);
            let mut strategies: [Box<dyn Strategy>; 4] = [
                Box::new(Unadapted),
                Box::new(Coordinator::new(coordinator::Settings::default()).unwrap()),
                Box::new(BestSeen::new(best_seen::Settings::default()).unwrap()),
                Box::new(Marginal::new(marginal::Settings::default()).unwrap()),
            ];
            for (mean, strategy) in means.iter_mut().zip(&mut strategies) {
                *mean += run(&scenario, &mut **strategy).runtime / 3.0;
            }
        }
        println!(
            "{grid:?}: none {:.0} s, coordinator {:.0} s, best seen {:.0} s, marginal {:.0} s",
            means[0], means[1], means[2], means[3]
        );
        // Monitoring costs about a sixth where nothing happens.
        let allowed = if matches!(grid, Grid::Undisturbed | Grid::Expand24) {
            1.25
        } else {
            1.0
        };
        assert!(means[2] < allowed * means[0], "{grid:?}: {means:?}");
        assert!(means[3] < allowed * means[0], "{grid:?}: {means:?}");
    }
}

#[test]
fn the_best_constant_set_is_at_least_as_good_as_the_initial_one() {
    let scenario = Scenario {
        application: Application {
            iterations: 2,
            ..Application::default()
        },
        ..Grid::OverloadedLink.scenario(1)
    };
    let sizes: Vec<usize> = (1..=60).collect();
    let runs = hindsight::constants(&scenario, &sizes, &mut report::Silent).unwrap();
    assert_eq!(runs.iter().map(|run| run.nodes).collect::<Vec<_>>(), sizes);
    let best = hindsight::best(&runs).unwrap();
    let initial = run(&scenario, &mut Unadapted).runtime;
    assert_eq!(runs[35].runtime, Some(initial));
    println!("best constant set {best:?}, initially {initial}");
    // Cluster 2 is cut off: the best set stops before it.
    assert_eq!(best.nodes, 24);
    assert!(best.runtime.unwrap() < initial);
}
