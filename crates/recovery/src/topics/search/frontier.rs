//! The optimal lists for more computers than were published, with the size of each proof.

use recovery_model::lower_bounds;
use recovery_model::tables::{FRONTIER, Proven};
use report::Table;
use report::number::fixed;
use report::table::Cell;
use words::{say, word};

/// The number of crashes up to which a list meets the lower bound.
fn tight(proven: &Proven) -> usize {
    let loads = proven.loads.iter().map(|load| usize::from(*load));
    lower_bounds::tight(loads, &lower_bounds::least_loads(proven.computers))
}

/// One row for each number of computers.
pub(super) fn table() -> Table {
    let rows = FRONTIER.iter().map(|proven| {
        let least = lower_bounds::least_loads(proven.computers);
        let loads = (1_usize..).zip(proven.loads.iter().map(|load| usize::from(*load)));
        let above = loads
            .zip(least)
            .filter(|((_, load), least)| load > least)
            .map(|((crashes, load), least)| {
                let nodes: u64 = proven
                    .refutations
                    .iter()
                    .filter(|proof| usize::from(proof.0) == crashes)
                    .map(|proof| proof.2)
                    .sum();
                match nodes {
                    // The loads of fewer crashes forbid it already.
                    0 => say!("{crashes}: {load}, bound {least}"),
                    _ => say!(
                        "{crashes}: {load}, bound {least} ({} nodes)",
                        fixed(nodes as f64, 0)
                    ),
                }
            });
        let list: Vec<String> = proven.list.iter().map(ToString::to_string).collect();
        [
            Cell::whole(proven.computers),
            Cell::whole(tight(proven)),
            Cell::words(above.collect::<Vec<_>>().join("; ")),
            Cell::words(list.join(", ")),
        ]
    });
    Table::new(
        "frontier",
        word!("Optimal lists beyond 28 computers, with the size of each proof"),
        [
            word!("Computers"),
            word!("Tolerated crashes"),
            word!("Crashes with a load above the lower bound MV"),
            word!("List"),
        ],
        rows,
    )
}
