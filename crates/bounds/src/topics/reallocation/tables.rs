//! The best allocations and the search as tables.

use bounds_model::rational::to_f64;
use report::Table;
use report::table::Cell;
use words::word;

use super::{Findings, MOST_NODES};
use crate::exact::{cell, named};

impl Findings<'_> {
    pub(super) fn tables(&self) -> Vec<Table> {
        let times = self.times();
        let rows = self.pieces.iter().map(|piece| {
            [
                cell(&(&piece.from / &times)),
                Cell::words(named(&piece.allocation)),
                cell(&piece.thick),
                Cell::Number(to_f64(&piece.thick)),
                cell(&piece.thin),
            ]
        });
        let mut tables = vec![Table::new(
            "allocations",
            word!("The best allocation from each signal cost on"),
            [
                word!("From t·z"),
                word!("Allocation"),
                "g",
                word!("g, decimal"),
                "ρ",
            ],
            rows,
        )];
        if !self.tree.is_empty() {
            let rows = self.tree.iter().take(MOST_NODES).map(|node| {
                let common: Vec<String> = node.common.iter().map(ToString::to_string).collect();
                [
                    Cell::words(format!("({})", common.join(", "))),
                    Cell::words(node.thick.to_string()),
                    Cell::words(node.thin.to_string()),
                    Cell::Number(to_f64(&node.value)),
                    match node.popped {
                        Some(place) => Cell::whole(place + 1),
                        None => Cell::none(),
                    },
                ]
            });
            tables.push(Table::new(
                "tree",
                word!("The search for the best allocation, node by node"),
                [
                    word!("Common part"),
                    word!("Most even completion"),
                    word!("Completion on fewest computers"),
                    word!("Bound"),
                    word!("Step"),
                ],
                rows,
            ));
        }
        tables
    }
}
