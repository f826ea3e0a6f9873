//! The envelope, the allocation and the search as charts, and the changes that they offer.

use bounds_model::envelope::Piece;
use bounds_model::rational::{Rational, ratio, to_f64, whole};
use bounds_model::reallocation::Node;
use num_traits::Zero as _;
use report::Chart;
use report::chart::{Axis, Series, Side};
use words::word;

use super::Findings;
use crate::Parameters;
use crate::exact::{named, number};

impl Findings<'_> {
    /// H over the signal cost, and the line of each allocation that is best somewhere.
    pub(super) fn envelope(&self) -> Chart {
        let times = self.times();
        let last = self.pieces.last().map(|piece| &piece.from / &times);
        let most = last.unwrap_or_default().max(self.product.clone()) * ratio(5, 4);
        let most = if most.is_zero() { whole(1) } else { most };
        let top = whole(self.machine.active()) * ratio(21, 20);
        let at = |piece: &Piece, product: &Rational| {
            let value = &piece.thick + &times * product * &piece.thin;
            (to_f64(product), to_f64(&value))
        };
        let starts = self
            .pieces
            .iter()
            .map(|piece| at(piece, &(&piece.from / &times)));
        let end = self.pieces.last().map(|piece| at(piece, &most));
        let lines = self.pieces.iter().map(|piece| {
            // Only as far as the line is near the envelope.
            let slope = &times * &piece.thin;
            let until = match slope.is_zero() {
                true => most.clone(),
                false => ((&top - &piece.thick) / slope).min(most.clone()),
            };
            let ends = [at(piece, &Rational::zero()), at(piece, &until)];
            Series::curve(&named(&piece.allocation), ends, false)
        });
        let series = lines
            .chain([Series::curve(
                word!("H, the best allocation"),
                starts.chain(end),
                true,
            )])
            .collect();
        Chart::new(
            "envelope",
            word!("Which allocation is best at which signal cost?"),
            Axis::number(word!("signal delay × granularity, t·z")),
            Axis::number(word!("bound H")),
            series,
        )
        .held(
            Side::X,
            to_f64(&self.product),
            word!("here"),
            Parameters::NAMES.signal_delay.any().text(),
            self.parameters.granularity,
        )
    }

    /// The allocation of each piece of the envelope, a row each; nothing where one allocation is best at every signal cost.
    pub(super) fn partitions(&self) -> Option<Chart> {
        let times = self.times();
        let computers = self
            .pieces
            .iter()
            .map(|piece| piece.allocation.parts().len());
        let computers = computers.max().filter(|_| self.pieces.len() > 1)?;
        let rows = self.pieces.iter().map(|piece| {
            let parts = piece.allocation.parts();
            let values =
                (0..computers).map(|computer| f64::from(parts.get(computer).copied().unwrap_or(0)));
            (number(&(&piece.from / &times)), values.collect())
        });
        Some(Chart::new(
            "partitions",
            word!("How does the best allocation change with the signal cost?"),
            Axis::count(word!("computer")),
            Axis::number(word!("from t·z")),
            vec![Series::heat(
                Axis::count(word!("processes")),
                (1..=computers).map(|computer| computer.to_string()),
                rows,
                None,
            )],
        ))
    }

    /// The bounds of the nodes in the order of the search.
    pub(super) fn nodes(&self) -> Option<Chart> {
        let mut popped: Vec<(usize, &Node<Rational>)> = self
            .tree
            .iter()
            .filter_map(|node| Some((node.popped?, node)))
            .collect();
        popped.sort_by_key(|(place, _)| *place);
        (popped.len() > 1).then(|| {
            let points = popped
                .iter()
                .map(|(place, node)| ((place + 1) as f64, to_f64(&node.value)));
            Chart::new(
                "search",
                word!("How does the search close in on the bound?"),
                Axis::count(word!("step of the search")),
                Axis::number(word!("smallest bound that is open")),
                vec![Series::line(word!("smallest open bound"), points, true)],
            )
            .beside(
                Side::Y,
                to_f64(&self.best.value),
                word!("H of the best allocation"),
            )
        })
    }
}
