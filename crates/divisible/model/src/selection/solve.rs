//! The choice of the method.

use serde::Serialize;

use super::first_fit::by_falling_profit;
use super::knapsack::{Item, Problem, Solution};
use super::search::{Cut, reaches, relaxed, search};
use super::{first_fit, improve, patterns, split, subsets, tighten};

/// The method at which solving ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Nothing can be selected.
    Nothing,
    /// All items fit.
    Everything,
    /// All items weigh the same: the most profitable ones are packed.
    EqualWeights,
    /// Every subset was tried.
    Subsets,
    /// A heuristic's packing reached the bound.
    Heuristic,
    /// Whole clusters, priced together, reached the bound.
    Patterns,
    /// Branch and bound, to its end or to the node limit.
    Search,
}

/// A packing and the upper bound of all packings.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The best packing found.
    pub solution: Solution,
    /// The upper bound of any packing's value.
    pub bound: f64,
    /// Whether no packing is better.
    pub proved: bool,
    /// The method at which solving ended.
    pub method: Method,
    /// Nodes of branch and bound, over all searches.
    pub nodes: u64,
    /// The approach of bound and value; empty where there was nothing to search for.
    pub course: Vec<Step>,
}

/// The state of a solution after some of its work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Nodes visited.
    pub nodes: u64,
    /// The bound so far.
    pub bound: f64,
    /// The best value so far.
    pub value: f64,
}

/// Solves a problem; `start` is a known packing, `effort` the number of nodes, roughly.
///
/// Source: Millot and Parrot 2016, section 6, solves it with Pisinger's MULKNAP; ours follows it: surrogate bound, subset sums to split,
/// tightened capacities.
#[must_use]
pub fn solve(problem: &Problem, start: Option<Solution>, effort: u64) -> Outcome {
    let usable = problem.usable();
    let items = problem.indexed(&usable);
    let clusters = problem.clusters.min(items.len());
    let Some((_, first)) = items.first().filter(|_| clusters > 0) else {
        return exact(Solution::default(), Method::Nothing);
    };
    if items.iter().all(|(_, item)| item.weight == first.weight) {
        return exact(
            equal_weights(problem, &usable, first.weight),
            Method::EqualWeights,
        );
    }
    let problem = Problem {
        clusters,
        capacity: tighten::tightened(&items, problem.capacity),
        items: problem.items.clone(),
    };
    let mut best = start.unwrap_or_default();
    for packing in [
        first_fit::by_efficiency(&problem),
        first_fit::by_profit(&problem),
    ] {
        let solution = problem.solution(&packing);
        if solution.value > best.value {
            best = solution;
        }
    }
    if best.clusters.iter().map(Vec::len).sum::<usize>() == items.len() {
        return exact(best, Method::Everything);
    }
    if let Some(solution) = subsets::best(&problem) {
        return exact(solution, Method::Subsets);
    }
    large(&problem, &items, best, effort)
}

/// The number of packings from the patterns of one linear program.
const DIVES: usize = 4;

/// Solves a problem of more items than [`subsets`] takes.
fn large(problem: &Problem, items: &[(usize, Item)], best: Solution, effort: u64) -> Outcome {
    let cut = Cut::best(items, problem.capacity, problem.clusters);
    let linear = relaxed(items, problem.capacity, problem.clusters, cut);
    // All clusters as one: the best set of that problem bounds the value, and [`split`] divides it.
    let whole = problem.capacity.saturating_mul(problem.clusters as u64);
    let together = cut.times(problem.clusters);
    let surrogate = search(items, whole, 1, together, 0.0, linear, effort / 4);
    let mut bound = surrogate.bound.min(linear);
    let mut nodes = surrogate.nodes;
    let mut best = best;
    let step = |nodes, bound, best: &Solution| Step {
        nodes,
        bound,
        value: best.value,
    };
    let mut course = vec![step(0, linear, &best), step(nodes, bound, &best)];
    let mut starts: Vec<Vec<Vec<usize>>> = vec![best.clusters.clone()];
    if let Some(set) = surrogate.clusters.and_then(|mut clusters| clusters.pop()) {
        let each = effort / 8 / problem.clusters as u64;
        let (packing, visited) = split::split(problem, &set, each);
        nodes += visited;
        starts.insert(0, packing);
    }
    for mut packing in starts {
        packing.resize(problem.clusters, Vec::new());
        if !reaches(best.value, bound) {
            let already = problem.solution(&packing);
            if !reaches(already.value, bound) {
                nodes += improve::improve(problem, &mut packing, cut, effort / 8);
            }
        }
        let solution = problem.solution(&packing);
        if solution.value > best.value {
            best = solution;
        }
    }
    course.push(step(nodes, bound, &best));
    if reaches(best.value, bound) {
        return outcome(best, bound, Method::Heuristic, nodes, course);
    }
    if items.len() <= patterns::MOST {
        let mut known = best.clusters.clone();
        let priced = patterns::relax(problem, items, cut, &mut known, effort / 4);
        for (visited, one) in &priced.course {
            bound = bound.min(*one);
            course.push(step(nodes + visited, bound, &best));
        }
        nodes += priced.nodes;
        let until = nodes + effort / 4;
        for begin in 0..priced.parts.len().min(DIVES) {
            if nodes >= until || reaches(best.value, bound) {
                break;
            }
            let budget = effort / 16;
            let (mut packing, visited) =
                patterns::dive(problem, items, cut, &priced, begin, &mut known, budget);
            nodes += visited;
            packing.resize(problem.clusters, Vec::new());
            nodes += improve::improve(problem, &mut packing, cut, budget);
            let solution = problem.solution(&packing);
            if solution.value > best.value {
                best = solution;
                course.push(step(nodes, bound, &best));
            }
        }
        if !reaches(best.value, bound) {
            let found = patterns::branch(
                problem,
                items,
                cut,
                priced,
                &mut known,
                best.value,
                effort / 2,
            );
            if let Some(clusters) = found.clusters {
                best = problem.solution(&clusters);
            }
            for (visited, one, value) in found.course {
                bound = bound.min(one);
                course.push(Step {
                    nodes: nodes + visited,
                    bound,
                    value,
                });
            }
            nodes += found.nodes;
        }
        course.push(step(nodes, bound, &best));
        if reaches(best.value, bound) {
            return outcome(best, bound, Method::Patterns, nodes, course);
        }
    }
    // A node takes time for each cluster.
    let budget = effort / 4 * 8 / (problem.clusters as u64 + 7);
    let found = search(
        items,
        problem.capacity,
        problem.clusters,
        cut,
        best.value,
        bound,
        budget,
    );
    nodes += found.nodes;
    let bound = bound.min(found.bound);
    if let Some(clusters) = found.clusters {
        best = problem.solution(&clusters);
    }
    course.push(step(nodes, bound, &best));
    outcome(best, bound, Method::Search, nodes, course)
}

fn outcome(
    solution: Solution,
    bound: f64,
    method: Method,
    nodes: u64,
    course: Vec<Step>,
) -> Outcome {
    let proved = reaches(solution.value, bound);
    Outcome {
        bound: if proved { solution.value } else { bound },
        proved,
        solution,
        method,
        nodes,
        course,
    }
}

fn exact(solution: Solution, method: Method) -> Outcome {
    let bound = solution.value;
    outcome(solution, bound, method, 0, Vec::new())
}

/// The most profitable items, as many in a cluster as fit.
fn equal_weights(problem: &Problem, usable: &[usize], weight: u64) -> Solution {
    let each = problem
        .capacity
        .checked_div(weight)
        .map_or(usable.len(), |fit| {
            usize::try_from(fit).unwrap_or(usable.len())
        })
        .clamp(1, usable.len().max(1));
    let mut order = usable.to_vec();
    by_falling_profit(problem, &mut order);
    let clusters: Vec<Vec<usize>> = order
        .chunks(each)
        .take(problem.clusters)
        .map(<[usize]>::to_vec)
        .collect();
    problem.solution(&clusters)
}
