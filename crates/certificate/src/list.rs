//! Recovery lists: which worst loads one has, and that no list has consecutively smaller ones.
//!
//! The list R of process 0 names the computers 1 to n-1; that of process i is turned by i. Computer 0 takes over the process that has it
//! as its k-th alternative when all of C_k = {R_k - R_j mod n, j = 0 … k-1} are down, with R_0 = 0: the k-th route, turned. So the worst
//! load of p crashes is 1 + the most routes whose union has at most p elements. Klonowska 2007, Paper VI, sections 2 and 3.

use crate::counter::{Counter, Part};
use crate::{Proven, Refused};

/// The most computers: a union of routes and their number are 64 bits, and there are about a hundred thousand unions at most.
const MOST_COMPUTERS: usize = 40;

/// Checks that this list has these worst loads of 1 to n-1 crashes, and that no list has consecutively smaller ones.
pub(crate) fn check(
    list: &[usize],
    loads: &[usize],
    counter: &mut Counter<'_>,
) -> Result<Proven, Refused> {
    let n = list.len() + 1;
    if !(2..=MOST_COMPUTERS).contains(&n) {
        return Err(Refused::Size {
            what: "the number of computers is",
            found: n,
            least: 2,
            most: MOST_COMPUTERS,
        });
    }
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(1..n) {
        return Err(Refused::NoList { most: n - 1 });
    }
    if loads.len() != n - 1 {
        return Err(Refused::NoLoads {
            found: loads.len(),
            entries: n - 1,
        });
    }
    for (crashes, (load, said)) in (1..).zip(worst(list).into_iter().zip(loads.iter().copied())) {
        if load != said {
            return Err(Refused::Loads {
                crashes,
                load,
                said,
            });
        }
    }
    // A better list first differs at a load above that of one crash less, and above the least by the theorems.
    let before = std::iter::once(&1).chain(loads);
    let above: Vec<(usize, usize)> = (1..)
        .zip(loads.iter().zip(before))
        .filter(|(crashes, (load, before))| **load > least(n, *crashes).max(**before))
        .map(|(crashes, (load, _))| (crashes, *load))
        .collect();
    for (at, (crashes, load)) in above.iter().enumerate() {
        // The most load that unions of 0, 1, … computers may bring: those of the list, and for so many crashes one less.
        let mut caps: Vec<usize> = std::iter::once(&1)
            .chain(loads)
            .copied()
            .take(*crashes)
            .collect();
        caps.push(load - 1);
        let mut search = Search {
            n,
            caps: &caps,
            entries: Vec::new(),
        };
        if search.finds(&[Union::NONE], Part::of_all(at, above.len()), counter)? {
            return Err(Refused::BetterList(search.entries));
        }
    }
    Ok(Proven::List { computers: n })
}

/// The least load of p crashes, by two theorems: the first k routes have at most 1 + 2 + … + k elements, so that so many crashes
/// complete them; and some computer has at least the mean.
fn least(n: usize, crashes: usize) -> usize {
    let routes = (1..=crashes)
        .take_while(|k| k * (k + 1) / 2 <= crashes)
        .count();
    (1 + routes).max(n.div_ceil(n - crashes))
}

/// The route of an entry after these.
fn route(n: usize, before: &[usize], entry: usize) -> u64 {
    let away = before.iter().map(|earlier| (entry + n - earlier) % n);
    away.fold(1 << entry, |route, computer| route | 1 << computer)
}

/// A union of routes: its elements above 8 bits for how many routes it joins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Union(u64);

impl Union {
    const NONE: Self = Self(0);

    fn and(self, route: u64) -> Self {
        Self((self.0 | route << 8) + 1)
    }

    fn routes(self) -> usize {
        (self.0 & 0xff) as usize
    }

    fn set(self) -> u64 {
        self.0 >> 8
    }

    fn size(self) -> usize {
        self.set().count_ones() as usize
    }

    /// Each set once, with the most routes.
    fn once(unions: &mut Vec<Self>) {
        // The earlier ones are sorted already, which this sort makes use of.
        unions.sort();
        unions.dedup_by(|later, earlier| {
            let same = later.set() == earlier.set();
            if same {
                *earlier = *later;
            }
            same
        });
    }
}

/// The worst loads of a list, over all unions of its routes.
fn worst(list: &[usize]) -> Vec<usize> {
    let n = list.len() + 1;
    let mut unions = vec![Union::NONE];
    for (k, entry) in list.iter().enumerate() {
        let route = route(n, list.get(..k).unwrap_or_default(), *entry);
        let joined: Vec<Union> = unions.iter().map(|union| union.and(route)).collect();
        unions.extend(joined);
        Union::once(&mut unions);
    }
    let mut loads = vec![1; n - 1];
    for union in unions {
        for load in loads.iter_mut().skip(union.size().saturating_sub(1)) {
            *load = (*load).max(1 + union.routes());
        }
    }
    loads
}

struct Search<'c> {
    n: usize,
    caps: &'c [usize],
    /// The beginning of the list.
    entries: Vec<usize>,
}

impl Search<'_> {
    /// Whether so many routes, joined to so many computers, bring too much load; more computers than crashes never do.
    fn breaks(&self, routes: usize, size: usize) -> bool {
        self.caps.get(size).is_some_and(|cap| 1 + routes > *cap)
    }

    /// Whether a list that begins with the entries keeps all loads, if these are the unions of its routes so far.
    fn finds(
        &mut self,
        unions: &[Union],
        part: Part,
        counter: &mut Counter<'_>,
    ) -> Result<bool, Refused> {
        let n = self.n;
        let left = (self.caps.len() - 1).saturating_sub(self.entries.len());
        if left == 0 {
            return Ok(true);
        }
        // With the next route, only these can break a load, because more computers may have more load.
        let critical: Vec<Union> = unions
            .iter()
            .copied()
            .filter(|union| self.breaks(union.routes() + 1, union.size()))
            .collect();
        for entry in (1..n).rev() {
            // A list multiplied by a number that has no divisor in common with n has the same loads; so its first entry is a divisor.
            if self.entries.contains(&entry) || self.entries.is_empty() && !n.is_multiple_of(entry)
            {
                continue;
            }
            let part = part.one(n - 1 - entry, n - 1);
            counter.one(part)?;
            let route = route(n, &self.entries, entry);
            let breaks = |union: &Union| {
                let next = union.and(route);
                self.breaks(next.routes(), next.size())
            };
            if critical.iter().any(breaks) {
                continue;
            }
            // A union that breaks no load even with all routes to come is left out.
            let open = |union: &Union| self.breaks(union.routes() + left - 1, union.size());
            let mut next: Vec<Union> = Vec::with_capacity(2 * unions.len());
            next.extend(unions.iter().filter(|union| open(union)));
            next.extend(unions.iter().map(|union| union.and(route)).filter(open));
            Union::once(&mut next);
            self.entries.push(entry);
            if self.finds(&next, part, counter)? {
                return Ok(true);
            }
            self.entries.pop();
        }
        Ok(false)
    }
}
