//! Common methods of today's systems, as recovery lists: consistent hashing and rendezvous hashing. Not from the
//! thesis. Chained declustering is the intuitive scheme of the thesis.
//!
//! Keys are the first 16 bytes of the SHA-256 of a text, as a big-endian number, so that every implementation computes the same
//! lists.

use sha2::{Digest, Sha256};
use words::word;

use crate::error::{Error, within};
use crate::list::MOST_COMPUTERS;
use crate::scheme::Scheme;

/// The most virtual nodes of a computer.
pub const MOST_VIRTUAL_NODES: usize = 256;

/// The key of a text such as `3:0`.
fn key(a: usize, b: usize) -> u128 {
    let digest = Sha256::digest(format!("{a}:{b}").as_bytes());
    digest
        .iter()
        .take(16)
        .fold(0, |key, byte| key << 8 | u128::from(*byte))
}

/// Consistent hashing: each computer has some virtual nodes on a ring, at the keys of `computer:virtual node`. The list of a
/// process names the other computers in the order in which their first nodes follow the first node of its own computer on
/// the ring.
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 1024 computers, or virtual nodes outside 1 to 256.
pub fn consistent(computers: usize, virtual_nodes: usize) -> Result<Scheme, Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    within(
        word!("number of virtual nodes"),
        virtual_nodes,
        1,
        MOST_VIRTUAL_NODES,
    )?;
    let nodes =
        (0..computers).flat_map(|computer| (0..virtual_nodes).map(move |node| (computer, node)));
    let mut ring: Vec<(u128, usize)> = nodes
        .map(|(computer, node)| (key(computer, node), computer))
        .collect();
    ring.sort_unstable();
    let list = |home: usize| {
        let start = ring.partition_point(|(at, _)| *at <= key(home, 0));
        let mut named = vec![false; computers];
        let mut list = Vec::with_capacity(computers - 1);
        for (_, computer) in ring.iter().cycle().skip(start).take(ring.len()) {
            let new = named
                .get_mut(*computer)
                .is_some_and(|named| !std::mem::replace(named, true));
            if new && *computer != home {
                list.push(*computer);
            }
        }
        list
    };
    Scheme::of_lists(computers, (0..computers).map(list).collect())
}

/// Rendezvous hashing: the list of a process names the other computers in falling order of the key of `process:computer`.
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 1024 computers.
pub fn rendezvous(computers: usize) -> Result<Scheme, Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    let list = |process: usize| {
        let others = (0..computers).filter(|computer| *computer != process);
        let mut keys: Vec<(u128, usize)> = others
            .map(|computer| (key(process, computer), computer))
            .collect();
        keys.sort_unstable_by(|a, b| b.cmp(a));
        keys.into_iter().map(|(_, computer)| computer).collect()
    };
    Scheme::of_lists(computers, (0..computers).map(list).collect())
}
