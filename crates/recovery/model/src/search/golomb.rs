//! Optimal Golomb rulers by complete search: depth first over steps; the distances measured so far and the places that they
//! forbid are bits that move along.

use report::Observer;
use serde::{Deserialize, Serialize};
use words::word;

use crate::error::{Error, within};
use crate::schemes::{golomb, greedy, marks};

/// The most steps of a searched ruler: the optimal ruler with 14 marks is 127 long, and distances are 128 bits.
pub const MOST_STEPS: usize = 13;

/// The longest distance that can be measured.
const LONGEST: u32 = 127;

/// A ruler up to its last mark so far.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The place of the last mark.
    position: u32,
    /// The marks before it: bit i for a mark i behind.
    behind: u128,
    /// The distances measured.
    distances: u128,
    /// The forbidden places of further marks: bit i for i ahead.
    forbidden: u128,
    /// The step tried last from here; 0 for none.
    step: u32,
}

/// A search for the shortest ruler with a number of marks.
#[derive(Clone, Debug)]
pub struct RulerSearch {
    steps: usize,
    frames: Vec<Frame>,
    /// The length that a better ruler stays below.
    length: u32,
    /// The shortest ruler found, as steps.
    best: Option<Vec<u32>>,
    nodes: u64,
}

/// A saved search: its place, its result so far, and the number of visited nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The number of the ruler's steps.
    pub steps: usize,
    /// The steps tried last, the first outermost; empty where the search is done.
    pub path: Vec<u32>,
    /// The shortest ruler found, as steps.
    pub best: Option<Vec<u32>>,
    /// The number of visited nodes.
    pub nodes: u64,
}

impl RulerSearch {
    /// A search for the shortest ruler with so many steps, one mark more.
    ///
    /// # Errors
    /// [`Error::Range`] for no or more than 13 steps.
    ///
    /// ```
    /// use recovery_model::search::golomb::RulerSearch;
    /// let mut search = RulerSearch::new(6)?;
    /// while !search.go(100) {}
    /// assert_eq!(search.best().unwrap().iter().sum::<u32>(), 25);
    /// # Ok::<(), recovery_model::Error>(())
    /// ```
    pub fn new(steps: usize) -> Result<Self, Error> {
        within(word!("number of steps"), steps, 1, MOST_STEPS)?;
        // The greedy ruler is the first to beat; where it is too long to measure, the optimal one is known to fit.
        let greedy: u64 = greedy::Steps::default()
            .take(steps)
            .map(|step| step as u64)
            .sum();
        let length = u32::try_from(greedy + 1)
            .unwrap_or(u32::MAX)
            .min(LONGEST + 1);
        let root = Frame {
            position: 0,
            behind: 0,
            distances: 0,
            forbidden: 0,
            step: 0,
        };
        Ok(Self {
            steps,
            frames: vec![root],
            length,
            best: None,
            nodes: 0,
        })
    }

    /// Visits so many further nodes; `true` where the search is done: the best ruler is then optimal.
    pub fn go(&mut self, nodes: u64) -> bool {
        let until = self.nodes.saturating_add(nodes);
        while self.nodes < until {
            let Some(limit) = self.limit() else {
                return true;
            };
            let Some(frame) = self.frames.last_mut() else {
                return true;
            };
            // The next step ahead that measures no distance again.
            let ahead = frame.step + 1;
            let skipped = (!frame.forbidden)
                .checked_shr(ahead)
                .map_or(0, u128::trailing_zeros);
            let step = ahead + skipped;
            if frame.position + step > limit {
                self.frames.pop();
                continue;
            }
            frame.step = step;
            self.nodes += 1;
            let Some(next) = after(frame, step) else {
                self.frames.pop();
                continue;
            };
            if self.frames.len() == self.steps {
                self.length = next.position;
                self.best = Some(self.frames.iter().map(|frame| frame.step).collect());
            } else {
                self.frames.push(next);
            }
        }
        self.frames.is_empty()
    }

    /// The last place for the next mark at which the ruler can become shorter than the best: the remaining steps form a
    /// ruler too, and of a ruler and its mirror image one is enough.
    fn limit(&self) -> Option<u32> {
        let placed = self.frames.len();
        let rest = golomb::shortest(self.steps.checked_sub(placed)?) as u32;
        let below = self.length.saturating_sub(1);
        let limit = below.saturating_sub(rest);
        (placed > 0).then_some(if placed == self.steps / 2 {
            limit.min(below / 2)
        } else {
            limit
        })
    }

    /// Runs until the search is done or has visited so many nodes; `true` where it is done.
    ///
    /// # Errors
    /// [`Error::Cancelled`]; the search then stands where it stopped.
    pub fn finish(&mut self, nodes: u64, observer: &mut dyn Observer) -> Result<bool, Error> {
        Ok(super::finish(nodes, observer, &mut |nodes| self.go(nodes))?)
    }

    /// Whether the search is done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.frames.is_empty()
    }

    /// The shortest ruler found so far, as steps; optimal where the search is done.
    #[must_use]
    pub fn best(&self) -> Option<&[u32]> {
        self.best.as_deref()
    }

    /// The number of visited nodes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The steps tried last, the first outermost: the progress of the search.
    #[must_use]
    pub fn path(&self) -> Vec<u32> {
        self.frames.iter().map(|frame| frame.step).collect()
    }

    /// The search in saved form.
    #[must_use]
    pub fn save(&self) -> Saved {
        Saved {
            steps: self.steps,
            path: self.path(),
            best: self.best.clone(),
            nodes: self.nodes,
        }
    }

    /// The search from its saved form.
    ///
    /// # Errors
    /// [`Error::Range`] for a wrong number of steps, [`Error::Saved`] where no search can have saved this.
    pub fn resume(saved: &Saved) -> Result<Self, Error> {
        let mut search = Self::new(saved.steps)?;
        if let Some(best) = &saved.best {
            let steps: Vec<usize> = best.iter().map(|step| *step as usize).collect();
            let length = marks(&steps).last().copied().unwrap_or(0);
            if best.len() != saved.steps || best.contains(&0) || length > LONGEST as usize {
                return Err(Error::Saved(word!("its parts do not fit together")));
            }
            if !crate::list::differs(&marks(&steps), 2 * length + 1) {
                return Err(Error::Saved(word!(
                    "its best ruler measures a distance twice"
                )));
            }
            search.length = search.length.min(length as u32);
            search.best = Some(best.clone());
        }
        search.nodes = super::count(saved.nodes)?;
        search.frames.truncate(saved.path.len());
        for (depth, step) in (1..).zip(&saved.path) {
            let Some(frame) = search.frames.last_mut() else {
                break;
            };
            frame.step = *step;
            if depth < saved.path.len() {
                let free = *step > 0
                    && *step <= LONGEST
                    && frame.forbidden.checked_shr(*step).unwrap_or(0) & 1 == 0;
                let next = after(frame, *step).filter(|next| free && next.position <= LONGEST);
                let Some(next) = next.filter(|_| depth < saved.steps) else {
                    return Err(Error::Saved(word!("its path is no ruler")));
                };
                search.frames.push(next);
            } else if *step > LONGEST {
                return Err(Error::Saved(word!("its path is no ruler")));
            }
        }
        Ok(search)
    }
}

/// The ruler with one step more.
#[inline]
fn after(frame: &Frame, step: u32) -> Option<Frame> {
    let behind = frame.behind.checked_shl(step)? | 1_u128.checked_shl(step)?;
    let distances = frame.distances | behind;
    Some(Frame {
        position: frame.position + step,
        behind,
        distances,
        forbidden: frame.forbidden.checked_shr(step)? | distances,
        step: 0,
    })
}
