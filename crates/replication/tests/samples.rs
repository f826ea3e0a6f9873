//! The time of an iteration of given runtimes (Dobber 2006, equations 5.3 to 5.6): the longest over the groups of the sum
//! over the steps of the shortest over the copies.

use replication::model::power;

/// The order of the 2^(p+r) runtimes of an iteration in their list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// As printed (equation 5.3): first by copy, then by group, then by step. The recursion on it sums over groups instead
    /// of steps.
    Printed,
    /// First by copy, then by step, then by group: on it the recursion and the sum are the same.
    Corrected,
}

/// Group m, step n and copy o of the runtime at a place, each counted from 1.
///
/// The document lets places run to 2^(rp) - 1; there are 2^(r+p).
pub(crate) fn indices(layout: Layout, r: u32, p: u32, place: u64) -> (u64, u64, u64) {
    let (copies, processors) = (1_u64 << r, 1_u64 << p);
    let copy = place % copies + 1;
    match layout {
        Layout::Printed => {
            let group = (place >> r) % (processors >> r) + 1;
            (group, (place >> p) + 1, copy)
        }
        Layout::Corrected => (
            place / (copies * copies) + 1,
            (place >> r) % copies + 1,
            copy,
        ),
    }
}

/// The time of an iteration of 2^`p` processors with 2^`r` copies (equation 5.4). `runtimes` are 2^(p+r), in the given
/// layout; any other number has no time.
pub(crate) fn iteration_time(layout: Layout, r: u32, p: u32, runtimes: &[f64]) -> Option<f64> {
    if r > p || runtimes.len() as f64 != power(r + p) {
        return None;
    }
    let (copies, groups) = (1_u64 << r, 1_u64 << (p - r));
    let mut shortest = vec![f64::INFINITY; (copies * groups) as usize];
    for (place, runtime) in (0_u64..).zip(runtimes) {
        let (group, step, _) = indices(layout, r, p, place);
        let job = shortest.get_mut(((group - 1) * copies + step - 1) as usize)?;
        *job = job.min(*runtime);
    }
    let sums = shortest
        .chunks_exact(copies as usize)
        .map(|steps| steps.iter().sum::<f64>());
    Some(sums.fold(f64::NEG_INFINITY, f64::max))
}
