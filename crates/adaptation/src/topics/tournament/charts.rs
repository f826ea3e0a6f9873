//! The charts of a tournament on one scenario.

use report::Chart;
use report::chart::{Axis, Bar, Series, Side};
use report::number::ms;
use words::word;

use super::Findings;
use crate::tournament::Entrant;

impl Findings {
    pub(super) fn charts(&self) -> Vec<Chart> {
        let mut charts = vec![self.runtimes()];
        charts.extend((!self.constants.is_empty()).then(|| self.speedup()));
        charts
    }

    /// The runtime of each strategy.
    fn runtimes(&self) -> Chart {
        let leaders = self.leaders();
        let bars = Entrant::ALL.iter().enumerate().filter_map(|(at, entrant)| {
            let (mean, half) = statistics::mean_and_half_width(&self.case.times(at));
            let bar = Bar::new(entrant.label(), ms(mean), leaders.contains(&at));
            mean.is_finite().then(|| bar.within(ms(half)))
        });
        let constant = self.constant().map(|(_, time)| ms(time));
        Chart::new(
            "runtimes",
            word!("How long does the program take with each strategy?"),
            Axis::number(word!("strategy")),
            Axis::time(word!("runtime")),
            vec![Series::bars(bars)],
        )
        .beside_any(Side::Y, constant, word!("best constant set"))
    }

    /// The speedup of constant sets and strategies by their nodes, beside the greedy bound.
    fn speedup(&self) -> Chart {
        let work = self.bound.work;
        let sets = self.constants.iter().filter_map(|set| {
            let speedup = work / set.runtime?;
            Some((set.nodes as f64, speedup))
        });
        let bound = self.constants.iter().map(|set| {
            let processors = u32::try_from(set.nodes).unwrap_or(u32::MAX);
            (set.nodes as f64, self.bound.speedup(processors, 1.0))
        });
        let mut series = vec![
            Series::line(word!("greedy bound"), bound, false),
            Series::line(word!("constant sets"), sets, true),
        ];
        let dots = Entrant::ALL.iter().enumerate().filter_map(|(at, entrant)| {
            let result = self.case.results.get(at)?.first()?;
            let runtime = result.runtime?;
            let place = (result.node_time / runtime, work / runtime);
            Some(Series::dots(entrant.label(), [place], at > 0))
        });
        series.extend(dots);
        Chart::new(
            "speedup",
            word!("How much faster are more nodes, and how good are the strategies?"),
            Axis::number(word!("nodes, on average")),
            Axis::number(word!("speedup")),
            series,
        )
    }
}
