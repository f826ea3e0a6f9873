//! The hidden cases. They follow from the texts of all competing strategies, so that nobody can draw them before the texts are final, and
//! anybody can draw them again.

use std::collections::BTreeSet;

use lesson::sealed::digest;
use playground::setup::Changes;
use sha2::{Digest as _, Sha256};
use trace::random::Random;

use crate::Challenge;

/// The number of the purpose “draws of cases”; no other purpose has it.
const PURPOSE: u64 = 0x6368_616c;

impl Challenge {
    /// The number of different cases.
    #[must_use]
    pub fn different(&self) -> u64 {
        let counts = self.drawn.iter().map(|(_, drawn)| drawn.count());
        counts.fold(1, u64::saturating_mul)
    }

    /// The hidden cases of competing strategies, all different. A judge can choose a salt that no writer of a strategy can foresee; without
    /// one it is empty. The order of the strategies does not matter.
    #[must_use]
    pub fn cases<'c>(&self, codes: impl IntoIterator<Item = &'c str>, salt: &str) -> Vec<Changes> {
        let codes: BTreeSet<String> = codes.into_iter().map(digest).collect();
        let mut text = format!("{}\n{salt}\n", self.source);
        for code in &codes {
            text.push_str(code);
            text.push('\n');
        }
        self.draws(&text, self.hidden)
    }

    /// At most this many different cases, drawn from a text.
    pub(crate) fn draws(&self, text: &str, most: usize) -> Vec<Changes> {
        let all = Sha256::digest(text);
        let seed = all
            .iter()
            .take(8)
            .fold(0, |seed, byte| seed << 8 | u64::from(*byte));
        let mut random = Random::stream(seed, &[PURPOSE]);
        let wanted = (most as u64).min(self.different());
        let mut taken = BTreeSet::new();
        let mut cases = Vec::new();
        while (taken.len() as u64) < wanted {
            let places: Vec<u64> = self
                .drawn
                .iter()
                .map(|(_, drawn)| random.below(drawn.count()))
                .collect();
            if !taken.insert(places.clone()) {
                continue;
            }
            let values = self.drawn.iter().zip(places);
            cases.push(
                values
                    .map(|((name, drawn), place)| (name.clone(), drawn.value(place)))
                    .collect(),
            );
        }
        cases
    }
}
