//! The Stern–Brocot floor: the best worst ratio when m/n is split into c ratios. Klonowska 2007, Paper II,
//! Algorithms 1 and 2 with the misprints R5 and R6 corrected.
//!
//! It is the greatest min m_k/n_k over whole numbers m_k ≥ 0, n_k ≥ 1 with Σ m_k = m and Σ n_k = n (R3). It falls with c, from
//! m/n at c = 1 to ⌊m/n⌋ at c = n, and is an ancestor of m/n in the Stern–Brocot tree.

use num_integer::Integer as _;
use num_rational::Ratio;
use words::word;

use crate::error::{Error, within};

/// A fraction of numbers so small that 64 bits hold it.
pub type Small = Ratio<u64>;

/// The most that m and n may be: one entry of a vector of all floors each.
pub const MOST: u32 = 1_000_000;

/// The greatest denominator whose path is listed: it can have as many steps.
pub const MOST_STEPS: u32 = 10_000;

/// m/n without its whole part, split into copies of two neighbours in the Stern–Brocot tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// ⌊m/n⌋, to be added to both ratios.
    pub base: u64,
    /// The smaller ratio l/L.
    pub left: (u64, u64),
    /// How many copies there are of it.
    pub lefts: u64,
    /// The greater ratio r/R.
    pub right: (u64, u64),
    /// How many copies there are of it.
    pub rights: u64,
}

impl Split {
    fn of(numerator: u64, denominator: u64) -> Self {
        let (base, rest) = numerator.div_rem(&denominator);
        Self {
            base,
            left: (0, 1),
            lefts: denominator - rest,
            right: (1, 1),
            rights: rest,
        }
    }

    /// The ratio between both, their child in the tree.
    #[must_use]
    pub fn mediant(&self) -> (u64, u64) {
        (self.left.0 + self.right.0, self.left.1 + self.right.1)
    }

    /// Whether `ratios` ratios remain of these copies when fewer than all pairs are merged, or all copies pair up.
    fn is_enough(&self, ratios: u64) -> bool {
        ratios > self.lefts.max(self.rights) || self.lefts == self.rights
    }

    /// Merges `times` times all pairs into mediants; only while one kind of copies stays the rarer.
    fn merge(&mut self, times: u64) {
        if self.lefts < self.rights {
            self.left.0 += times * self.right.0;
            self.left.1 += times * self.right.1;
            self.rights -= times * self.lefts;
        } else {
            self.right.0 += times * self.left.0;
            self.right.1 += times * self.left.1;
            self.lefts -= times * self.rights;
        }
    }

    /// How many merges of one kind come next, at least one: until there are enough ratios or the other kind is the rarer.
    fn run(&self, ratios: u64) -> u64 {
        let (few, many) = (self.lefts.min(self.rights), self.lefts.max(self.rights));
        let turn = (many - 1) / few;
        if ratios > few {
            turn.min((many - ratios) / few + 1)
        } else {
            turn
        }
    }

    fn floor(&self, ratios: u64) -> Small {
        let (over, under) = if ratios > self.lefts.max(self.rights) {
            self.left
        } else {
            self.mediant()
        };
        Small::new(over, under) + self.base
    }
}

fn checked(numerator: u32, denominator: u32, ratios: u32) -> Result<(u64, u64, u64), Error> {
    within(word!("numerator m"), numerator, 0, MOST)?;
    within(word!("denominator n"), denominator, 1, MOST)?;
    within(word!("number of ratios c"), ratios, 1, denominator)?;
    Ok((numerator.into(), denominator.into(), ratios.into()))
}

/// floor_c(m, n), in O(log n): Algorithm 1 with all merges of one kind at once.
///
/// # Errors
/// [`Error::Range`] for n = 0, c = 0, c > n, or numbers over a million.
///
/// ```
/// use bounds_model::stern_brocot::{Small, floor};
/// assert_eq!(floor(7, 4, 3)?, Small::new(3, 2));
/// # Ok::<(), bounds_model::Error>(())
/// ```
pub fn floor(numerator: u32, denominator: u32, ratios: u32) -> Result<Small, Error> {
    let (m, n, c) = checked(numerator, denominator, ratios)?;
    Ok(fast(m, n, c))
}

/// [`floor`] of numbers that are in range: 1 ≤ c ≤ n.
pub(crate) fn fast(numerator: u64, denominator: u64, ratios: u64) -> Small {
    let mut split = Split::of(numerator, denominator);
    if split.rights == 0 {
        return split.base.into();
    }
    while !split.is_enough(ratios) {
        split.merge(split.run(ratios));
    }
    split.floor(ratios)
}

/// The splits that Algorithm 1 passes, from the whole numbers around m/n down the Stern–Brocot tree. Empty where n divides m.
///
/// # Errors
/// As for [`floor`], and [`Error::Range`] for n > 10,000.
pub fn path(numerator: u32, denominator: u32, ratios: u32) -> Result<Vec<Split>, Error> {
    let (m, n, c) = checked(numerator, denominator, ratios)?;
    within(word!("denominator n"), denominator, 1, MOST_STEPS)?;
    let mut split = Split::of(m, n);
    let mut passed = Vec::new();
    if split.rights > 0 {
        passed.push(split);
        while !split.is_enough(c) {
            split.merge(1);
            passed.push(split);
        }
    }
    Ok(passed)
}

/// A part (m_k, n_k) of m and n: a ratio that is not reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// m_k.
    pub over: u64,
    /// n_k, at least 1.
    pub under: u64,
}

impl Part {
    /// m_k / n_k, reduced.
    #[must_use]
    pub fn ratio(self) -> Small {
        Small::new(self.over, self.under.max(1))
    }
}

/// `size` split into `parts` numbers that are as even as possible, larger ones first.
pub(crate) fn evenly(size: u64, parts: u64) -> impl Iterator<Item = u64> {
    let (least, more) = size.div_rem(&parts.max(1));
    (0..parts).map(move |place| least + u64::from(place < more))
}

/// A split of m/n into c ratios whose smallest is the floor, by ratio, then by m_k. It has at most three distinct ratios.
///
/// # Errors
/// As for [`floor`].
pub fn decomposition(numerator: u32, denominator: u32, ratios: u32) -> Result<Vec<Part>, Error> {
    let (m, n, c) = checked(numerator, denominator, ratios)?;
    let part = |(over, under): (u64, u64), base: u64| Part {
        over: over + base * under,
        under,
    };
    let mut split = Split::of(m, n);
    let mut parts: Vec<Part> = if split.rights == 0 {
        evenly(n, c)
            .map(|size| part((0, size), split.base))
            .collect()
    } else {
        while !split.is_enough(c) {
            split.merge(split.run(c));
        }
        let (over, under) = split.mediant();
        if c > split.lefts.max(split.rights) {
            let merged = (split.lefts + split.rights).saturating_sub(c);
            let kinds = [
                (split.left, split.lefts - merged),
                ((over, under), merged),
                (split.right, split.rights - merged),
            ];
            kinds
                .into_iter()
                .flat_map(|(kind, times)| (0..times).map(move |_| kind))
                .map(|kind| part(kind, split.base))
                .collect()
        } else {
            evenly(split.lefts, c)
                .map(|copies| part((copies * over, copies * under), split.base))
                .collect()
        }
    };
    parts.sort_by(|a, b| a.ratio().cmp(&b.ratio()).then(a.over.cmp(&b.over)));
    Ok(parts)
}

/// A step of Algorithm 2 on its way back from m/n to the root of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// m/n itself at first, then its ancestors, the youngest first; with the whole part.
    pub ratio: Small,
    /// Its generation in the tree; that of 0/1 is 0.
    pub generation: usize,
    /// Whether it is no more than m/n: then it is a floor. Else it only makes copies of the lower neighbour.
    pub below: bool,
    /// u and v: the numbers of copies of the neighbours below and above into which m/n is split before this step.
    pub copies: [usize; 2],
    /// How many of the next numbers of ratios c have it as their floor, up to c = n.
    pub ratios: usize,
}

/// Algorithm 2: m/n is split into copies of its two neighbours in the tree, and the copies of the younger one are split on, until
/// there are n ratios. Each ancestor below m/n is the floor while copies of it are left.
///
/// # Errors
/// As for [`floor`].
///
/// ```
/// use bounds_model::stern_brocot::walk;
/// let steps = walk(12, 17)?;
/// let floors = steps.iter().filter(|step| step.below);
/// let told: Vec<String> = floors.map(|step| format!("{} × {}", step.ratios, step.ratio)).collect();
/// assert_eq!(told, ["1 × 12/17", "1 × 7/10", "5 × 2/3", "5 × 1/2", "5 × 0"]);
/// # Ok::<(), bounds_model::Error>(())
/// ```
pub fn walk(numerator: u32, denominator: u32) -> Result<Vec<Step>, Error> {
    let (m, n, _) = checked(numerator, denominator, 1)?;
    let divisor = m.gcd(&n);
    let size = (n / divisor) as usize;
    let (base, rest) = (m / divisor).div_rem(&(n / divisor));
    let mut steps = match rest {
        // A whole number is its own floor.
        0 => back(&[], Small::from(0), size),
        rest => back(
            &ancestors(rest, n / divisor),
            Small::new(rest, n / divisor),
            size,
        ),
    };
    for step in &mut steps {
        step.ratio += base;
        step.ratios *= divisor as usize;
        step.copies = step
            .copies
            .map(|copies| copies.saturating_mul(divisor as usize));
    }
    Ok(steps)
}

/// floor_c(m, n) for every c from 1 to n, by the steps of a [`walk`] from m/n.
#[must_use]
pub fn floors(steps: &[Step]) -> Vec<Small> {
    let floors = steps.iter().filter(|step| step.below);
    floors
        .flat_map(|step| std::iter::repeat_n(step.ratio, step.ratios))
        .collect()
}

/// Part 1 of Algorithm 2: the ancestors of `over / under`, which is between 0 and 1, by generation, and whether each lies below it.
fn ancestors(over: u64, under: u64) -> Vec<(Small, bool)> {
    let (mut left, mut right) = ((0, 1), (1, 1));
    let mut all = vec![(Small::from(0), true), (Small::from(1), false)];
    loop {
        let (l, r): ((u64, u64), (u64, u64)) = (left, right);
        let child = (l.0 + r.0, l.1 + r.1);
        let below = match (over * child.1).cmp(&(child.0 * under)) {
            std::cmp::Ordering::Equal => return all,
            std::cmp::Ordering::Less => {
                right = child;
                false
            }
            std::cmp::Ordering::Greater => {
                left = child;
                true
            }
        };
        all.push((Small::new(child.0, child.1), below));
    }
}

/// Part 2 of Algorithm 2, for a ratio in lowest terms with its ancestors by generation.
fn back(ancestors: &[(Small, bool)], itself: Small, size: usize) -> Vec<Step> {
    let [mut lefts, mut rights] = [1_usize, 1];
    let mut steps = vec![Step {
        ratio: itself,
        generation: ancestors.len(),
        below: true,
        copies: [lefts, rights],
        ratios: 1,
    }];
    let mut found = 1;
    for (generation, (ratio, below)) in ancestors.iter().enumerate().rev() {
        // Entries beyond the length are ignored, and 0/1 fills the rest.
        if found >= size {
            break;
        }
        let left = size - found;
        let ratios = match (below, generation) {
            (false, _) => 0,
            (true, 0) => left,
            (true, _) => lefts.min(left),
        };
        steps.push(Step {
            ratio: *ratio,
            generation,
            below: *below,
            copies: [lefts, rights],
            ratios,
        });
        found += ratios;
        match below {
            true => rights = rights.saturating_add(lefts),
            false => lefts = lefts.saturating_add(rights),
        }
    }
    steps
}
