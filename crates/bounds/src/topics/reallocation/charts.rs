//! The envelope, the allocation and the search as charts, and the changes that they offer.

use bounds_model::envelope::Piece;
use bounds_model::rational::{Rational, ratio, to_f64, whole};
use bounds_model::reallocation::Node;
use num_traits::Zero as _;
use report::chart::{Axis, Bar, Series, Side};
use report::{Chart, Offer};
use words::{say, word};

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

    /// The change that moves a process to a computer: from the fullest one, or, as computers are alike, from the emptiest where
    /// that is the same allocation in another order. Nothing where no move makes another allocation.
    fn moved(&self, to: usize) -> Option<Offer> {
        let mut parts = vec![0; self.parameters.computers as usize];
        for (own, part) in parts.iter_mut().zip(self.own.allocation.parts()) {
            *own = *part;
        }
        let ordered = |parts: &[u32]| {
            let mut parts = parts.to_vec();
            parts.sort_unstable_by(|a, b| b.cmp(a));
            parts
        };
        let with = |from: usize| {
            let mut after = parts.clone();
            *after.get_mut(from)? -= 1;
            *after.get_mut(to)? += 1;
            (ordered(&after) != ordered(&parts)).then(|| (from, ordered(&after)))
        };
        let others = || (0..parts.len()).filter(|at| *at != to && parts.get(*at) > Some(&0));
        let fullest = others().max_by_key(|at| parts.get(*at));
        let emptiest = others().min_by_key(|at| parts.get(*at));
        let (from, after) = fullest.and_then(with).or_else(|| emptiest.and_then(with))?;
        let text: Vec<String> = after
            .iter()
            .filter(|part| **part > 0)
            .map(u32::to_string)
            .collect();
        Some(Offer::new(
            &say!(
                "Move a process from computer {} to computer {}",
                from + 1,
                to + 1
            ),
            [(
                Parameters::NAMES.allocation.any().text(),
                text.join(" ").into(),
            )],
        ))
    }

    /// The way back from an allocation of one's own.
    pub(super) fn back(&self) -> Option<Offer> {
        let own = !self.parameters.allocation.trim().is_empty();
        own.then(|| {
            Offer::new(
                word!("Take the best allocation"),
                [(Parameters::NAMES.allocation.any().text(), "".into())],
            )
        })
    }

    pub(super) fn sizes(&self) -> Chart {
        let parts = self.own.allocation.parts();
        let bars = (1..=self.parameters.computers as usize).map(|computer| {
            let part = parts.get(computer - 1).copied().unwrap_or(0);
            let bar = Bar::new(computer.to_string(), f64::from(part), true);
            match self.moved(computer - 1) {
                Some(offer) => bar.offering(offer),
                None => bar,
            }
        });
        Chart::new(
            "sizes",
            word!("How many processes does each computer get?"),
            Axis::number(word!("computer")),
            Axis::count(word!("processes")),
            vec![Series::bars(bars)],
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
            .beside(Side::Y, to_f64(&self.best.value), "H")
        })
    }
}
