//! The program on both machines.

use report::Worlds;
use report::worlds::Reason;
use words::{say, word};

use super::Findings;
use crate::exact::{number, rounded, units};
use crate::worlds;

impl Findings<'_> {
    pub(super) fn worlds(&self) -> Option<Worlds> {
        let [placed, shared] = &self.sides;
        let caption = match self.proved() {
            true => say!(
                "The whole program: {} without migration, {} with it.",
                units(&self.placed.most),
                number(&self.shared.most)
            ),
            false => say!(
                "The shortest schedules that were found: {} without migration, {} with it.",
                units(&self.placed.most),
                number(&self.shared.most)
            ),
        };
        let unit = match self.read.phases {
            0 => (word!("run of the program"), word!("runs of the program")),
            _ => (word!("phase"), word!("phases")),
        };
        let mut reasons = Vec::new();
        let mut before = 0.0;
        let mut before_shared = 0.0;
        for (unit, (end, shared_end)) in (0_u32..).zip(placed.ends.iter().zip(&shared.ends)) {
            let (long, short) = (end - before, shared_end - before_shared);
            if long > short * (1.0 + 1e-9) {
                let what = match self.read.phases {
                    0 => word!("The program").to_owned(),
                    phases if unit as usize == phases => {
                        word!("The sequence of signals").to_owned()
                    }
                    _ => say!("Phase {}", unit + 1),
                };
                reasons.push(Reason {
                    unit,
                    with: false,
                    lane: 0,
                    at: *end,
                    text: say!(
                        "{what} takes {} instead of {}.",
                        rounded(long),
                        rounded(short)
                    ),
                });
            }
            (before, before_shared) = (*end, *shared_end);
        }
        worlds::of(
            word!("The same program without and with migration"),
            [
                say!("Without migration, on {}", self.computers()),
                say!("With migration, on {}", self.processors()),
            ],
            unit,
            &self.sides,
            caption,
            reasons,
        )
    }
}
