//! Sentences and figures of random scenarios, recomputed slowly from definitions: every crash set is simulated with the lists in the
//! report.

use crate::run;
use proptest::prelude::*;
use report::Report;
use report::table::Cell;
use schedule::Schedule;
use serde_json::{Value, json};
use trial::{fault, figure, random, table};

/// The schemes for any number of computers, and their names in a sentence.
const SCHEMES: [(&str, &str); 10] = [
    ("intuitive", "the intuitive scheme"),
    ("log", "the log scheme"),
    ("greedy", "the greedy scheme"),
    ("golomb", "the Golomb scheme"),
    ("modulo", "the reused modulo scheme"),
    ("native-modulo", "the native modulo scheme"),
    ("trapezium", "the trapezium scheme"),
    ("consistent", "consistent hashing"),
    ("rendezvous", "rendezvous hashing"),
    ("chained", "chained declustering"),
];

/// A process of the report: its home, and its list.
struct Process {
    home: usize,
    list: Vec<usize>,
    weight: u32,
}

/// The processes in the report's list: "3", or "3b" for the second process of computer 3.
fn processes(report: &Report, weights: &[u32]) -> Vec<Process> {
    let rows = &table(report, "hosts").rows;
    let process = |row: &Vec<Cell>| {
        let name = row[0].text();
        let home: usize = name.trim_end_matches(char::is_alphabetic).parse().unwrap();
        let list = row[3].text();
        Process {
            home,
            list: list.split(", ").map(|one| one.parse().unwrap()).collect(),
            weight: weights.get(home).copied().unwrap_or(1),
        }
    };
    rows.iter().map(process).collect()
}

/// The load of each computer when some are down: each process runs at home or on the first computer of its list that is up.
fn loads(processes: &[Process], down: &[usize], n: usize) -> Vec<u32> {
    let mut loads = vec![0; n];
    for process in processes {
        let chain = std::iter::once(&process.home).chain(&process.list);
        let host = chain.into_iter().find(|one| !down.contains(one)).unwrap();
        loads[*host] += process.weight;
    }
    loads
}

fn fullest(processes: &[Process], down: &[usize], n: usize) -> u32 {
    *loads(processes, down, n).iter().max().unwrap()
}

/// The worst load of p crashes, over all sets.
fn worst(processes: &[Process], crashes: usize, n: usize) -> u32 {
    let sets = (0_u32..1 << n).filter(|set| set.count_ones() as usize == crashes);
    let down = |set: u32| (0..n).filter(|one| set >> one & 1 == 1).collect::<Vec<_>>();
    sets.map(|set| fullest(processes, &down(set), n))
        .max()
        .unwrap()
}

/// MV by its definition: value k exactly k times, and the mean load rounded up.
fn least(n: usize, crashes: usize) -> u32 {
    let mut bound = Vec::new();
    for load in 2..=n + 2 {
        bound.extend(std::iter::repeat_n(load, load));
    }
    bound[crashes - 1].max(n.div_ceil(n - crashes)) as u32
}

/// The bound of any lists: the mean load of the survivors, the heaviest computer, which need not crash, and a process that joins
/// the emptiest other computer.
fn any_least(processes: &[Process], n: usize, crashes: usize) -> u32 {
    let total: u32 = processes.iter().map(|process| process.weight).sum();
    let homes = loads(processes, &[], n);
    let others = |home: usize| (0..n).filter(move |one| *one != home);
    let join = |process: &Process| {
        let emptiest = others(process.home).map(|one| homes[one]).min().unwrap();
        process.weight + emptiest
    };
    let joined = processes.iter().map(join).max().unwrap();
    let heaviest = *homes.iter().max().unwrap();
    total
        .div_ceil((n - crashes) as u32)
        .max(heaviest)
        .max(joined)
}

/// All orders of these computers.
fn orders(computers: &[usize]) -> Vec<Vec<usize>> {
    if computers.is_empty() {
        return vec![Vec::new()];
    }
    let with = |first: &usize| {
        let rest: Vec<usize> = computers
            .iter()
            .filter(|one| *one != first)
            .copied()
            .collect();
        let longer = |mut order: Vec<usize>| {
            order.insert(0, *first);
            order
        };
        orders(&rest).into_iter().map(longer).collect::<Vec<_>>()
    };
    computers.iter().flat_map(with).collect()
}

/// The least load of the worst crashes over all lists of processes with these weights.
fn least_of_all_lists(weights: &[u32], crashes: usize) -> u32 {
    let n = weights.len();
    let all = |home: usize| orders(&(0..n).filter(|one| *one != home).collect::<Vec<_>>());
    let choices: Vec<Vec<Vec<usize>>> = (0..n).map(all).collect();
    let number: usize = choices.iter().map(Vec::len).product();
    let lists = |mut at: usize| -> Vec<Process> {
        let process = |(home, choices): (usize, &Vec<Vec<usize>>)| {
            let list = choices[at % choices.len()].clone();
            at /= choices.len();
            Process {
                home,
                list,
                weight: weights[home],
            }
        };
        choices.iter().enumerate().map(process).collect()
    };
    (0..number)
        .map(|at| worst(&lists(at), crashes, n))
        .min()
        .unwrap()
}

/// The lists of a scheme, from a report in which nothing crashes.
fn lists(scheme: &str, n: usize) -> Vec<Process> {
    let values = json!({"computers": n, "crashed": "", "scheme": scheme, "other": scheme});
    processes(&run(&values).unwrap(), &[])
}

fn names(set: &[usize]) -> String {
    let names: Vec<String> = set.iter().map(ToString::to_string).collect();
    names.join(", ")
}

/// "3 processes", "1 process".
fn counted(load: u32) -> String {
    match load {
        1 => "1\u{a0}process".to_owned(),
        load => format!("{load}\u{a0}processes"),
    }
}

/// "up to 3 processes", or "a load of up to 3" where loads are not normal.
fn among(limit: &str, load: u32, plain: bool) -> String {
    match plain {
        true => format!("{limit} {}", counted(load)),
        false => format!("a load of {limit} {load}"),
    }
}

/// A number in the form of a sentence.
fn short(load: f64) -> String {
    let text = format!("{load:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The weights of computers: none, all 1, all equal, or any.
fn weights() -> impl Strategy<Value = Vec<u32>> {
    prop_oneof![
        Just(Vec::new()),
        (1_u32..4).prop_map(|weight| vec![weight; 9]),
        prop::collection::vec(1_u32..6, 9),
    ]
}

/// The weights as text.
fn typed(weights: &[u32]) -> String {
    let text: Vec<String> = weights.iter().map(ToString::to_string).collect();
    text.join(" ")
}

/// The processes with the weights of their homes.
fn weighted(mut processes: Vec<Process>, weights: &[u32]) -> Vec<Process> {
    for process in &mut processes {
        process.weight = weights.get(process.home).copied().unwrap_or(1);
    }
    processes
}

/// The figure of merit with this key.
fn found<'r>(report: &'r Report, key: &str) -> &'r report::Figure {
    let mut figures = report.figures.iter();
    figures.find(|figure| figure.key == key).unwrap()
}

/// The text beside a figure.
fn aside(report: &Report, key: &str) -> String {
    found(report, key).beside.clone().unwrap_or_default()
}

/// Checks that every computer that is up runs the processes that it hosts, one after another, in each round, and that the others
/// are down all the time.
fn drawn(schedule: &Schedule, loads: &[f64], down: &[usize]) {
    for (computer, lane) in schedule.iter_lanes().enumerate() {
        let failed = |phase: schedule::PhaseId| {
            schedule.phases()[usize::from(phase.0)].role == schedule::Role::Failed
        };
        let busy: f64 = lane
            .iter()
            .filter(|span| !failed(span.phase))
            .map(|span| span.duration())
            .sum();
        let out: f64 = lane
            .iter()
            .filter(|span| failed(span.phase))
            .map(|span| span.duration())
            .sum();
        assert!((busy - loads[computer]).abs() < 1e-9, "computer {computer}");
        let expected = match down.contains(&computer) {
            true => schedule.makespan(),
            false => 0.0,
        };
        assert!((out - expected).abs() < 1e-9, "computer {computer}");
    }
}

proptest! {
    #![proptest_config(random(40))]

    #[test]
    fn crashes_land_where_the_report_says(
        n in 3_usize..10,
        subject in 0_usize..SCHEMES.len(),
        beside in 0_usize..SCHEMES.len(),
        set in any::<u32>(),
        weighted in any::<bool>(),
        weights in prop::collection::vec(1_u32..6, 10),
    ) {
        let down: Vec<usize> = (0..n).filter(|one| set >> one & 1 == 1).collect();
        prop_assume!(down.len() < n);
        let weights: &[u32] = if weighted { &weights[..n] } else { &[] };
        let text: Vec<String> = weights.iter().map(ToString::to_string).collect();
        let values = |scheme: &str, other: &str| json!({
            "computers": n, "crashed": names(&down), "scheme": scheme, "other": other, "weights": text.join(" "),
        });
        let (scheme, other) = (SCHEMES[subject], SCHEMES[beside]);
        let report = run(&values(scheme.0, other.0)).unwrap();
        let turned = run(&values(other.0, scheme.0)).unwrap();
        prop_assert_eq!(fault(&report), None);
        let own = processes(&report, weights);
        // The task is about all computers, and asks only for loads that some scheme has.
        let task = report.scene.as_ref().unwrap().task.as_ref();
        let equal = weights.windows(2).all(|pair| pair[0] == pair[1]);
        prop_assert_eq!(task.is_some(), n > 6 && equal);
        if let Some(task) = task.filter(|_| down.len() != 5) {
            let verb = if down.len() == 1 { "computers is" } else { "computers are" };
            let state = format!("{} of {n} {verb} down with {}; the task asks for 5.", down.len(), scheme.1);
            prop_assert_eq!(&task.state, &state);
        }
        let others = processes(&turned, weights);
        let (load, against) = (fullest(&own, &down, n), fullest(&others, &down, n));
        prop_assert_eq!(figure(&report, "load"), f64::from(load));
        prop_assert_eq!(figure(&report, "other"), f64::from(against));
        prop_assert!((figure(&report, "ratio") - f64::from(against) / f64::from(load)).abs() < 1e-12);
        prop_assert_eq!(figure(&report, "survivors"), (n - down.len()) as f64);
        // The schedules show the crash set itself.
        let [before, after] = report.worlds.as_ref().unwrap().schedules.as_deref().unwrap();
        for (schedule, all) in [(before, &others), (after, &own)] {
            let loads: Vec<f64> = loads(all, &down, n).into_iter().map(f64::from).collect();
            drawn(schedule, &loads, &down);
        }
        // Their picture tells of no time: loads are lengths only in the drawing.
        let pictured = [before, after].map(|schedule| schedule::svg::World { title: "", schedule });
        let svg = schedule::svg::pair(pictured, &schedule::svg::Options::default());
        prop_assert!(!svg.contains("earlier"), "{}", report.headline);
        let plain = weights.iter().all(|weight| *weight == 1);
        if down.is_empty() {
            // No process moves, and the figure names the worst case.
            prop_assert_eq!(aside(&report, "load"), format!("worst case at least {load}"));
            prop_assert_eq!(report.why == "No process moves.", !plain, "{}", report.why);
            prop_assert!(!plain || load == 1 && report.why.ends_with("all loads are normal."), "{}", report.why);
            return Ok(());
        }
        let (this, that) = (scheme.1, other.1);
        let words = |load: u32| match plain {
            true => counted(load),
            false => format!("a load of {load}"),
        };
        let (fuller, emptier) = if against > load { (that, this) } else { (this, that) };
        let (most, fewest) = (against.max(load), against.min(load));
        // Halves are rounded up.
        let hundredths = (200 * most + fewest) / (2 * fewest);
        let times = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        let landing = match load == against {
            true if scheme == other => format!("{} on the fullest computer with {this}", words(load)),
            true => format!("{} on the fullest computer with {that} as with {this}", words(load)),
            false => format!("{times} times as full with {fuller} as with {emptier}: {} instead of {}", words(most), fewest),
        };
        prop_assert!(report.headline.ends_with(&landing), "{} / {landing}", report.headline);
        // A scheme beside itself is named once.
        prop_assert!(report.why.matches("takes over process").count() < 2 || scheme != other, "{}", report.why);
        // The worst case of as many crashes.
        let bound = worst(&own, down.len(), n);
        prop_assert_eq!(figure(&report, "worst"), f64::from(bound));
        let equal = weights.windows(2).all(|pair| pair[0] == pair[1]);
        let weight = weights.first().copied().unwrap_or(1);
        let least = match equal && !["consistent", "rendezvous"].contains(&scheme.0) {
            true => weight * least(n, down.len()),
            false => any_least(&own, n, down.len()),
        };
        let kind = if equal && !["consistent", "rendezvous"].contains(&scheme.0) { "turned" } else { "any" };
        let said = format!("a load of {bound}; the lower bound of {kind} lists is {least}.");
        prop_assert!(report.why.ends_with(&said), "{} / {said}", report.why);
        // The fullest computer's guests.
        let all = loads(&own, &down, n);
        let computer = all.iter().position(|one| *one == load).unwrap();
        let guests = own.iter().filter(|process| {
            process.home != computer && down.contains(&process.home)
                && process.list.iter().find(|one| !down.contains(one)) == Some(&computer)
        });
        for guest in guests {
            let place = report.why.find(&format!("With {this}, computer {computer} takes over process")).unwrap();
            let sentence = report.why[place..].split('.').next().unwrap();
            prop_assert!(sentence.contains(&guest.home.to_string()), "{}", sentence);
        }
    }

    #[test]
    fn no_lists_are_below_the_lower_bound_and_some_meet_it(
        n in 3_usize..=4,
        weights in prop::collection::vec(1_u32..9, 4),
        scheme in prop::sample::select(vec!["consistent", "intuitive"]),
        share in 0.0..1.0,
    ) {
        let (weights, crashes) = (&weights[..n], 1 + (share * (n - 1) as f64) as usize);
        // Equal weights have another bound with turned lists.
        prop_assume!(scheme == "consistent" || weights.windows(2).any(|pair| pair[0] != pair[1]));
        let report = run(&json!({
            "computers": n, "set": "worst", "crashes": crashes, "scheme": scheme, "weights": typed(weights)
        })).unwrap();
        let (_, told) = report.why.rsplit_once("; the lower bound of any lists is ").unwrap();
        let told: u32 = told.strip_suffix('.').unwrap().parse().unwrap();
        let least = least_of_all_lists(weights, crashes);
        prop_assert!(told <= least, "{told} {least}");
        // The first computer of each list decides about a single crash, and none about all but one.
        prop_assert!(told == least || (2..n - 1).contains(&crashes), "{told} {least}");
    }

    #[test]
    fn worst_sets_are_as_bad_as_the_worst_of_all_sets(
        n in 3_usize..10,
        subject in 0_usize..SCHEMES.len(),
        share in 0.0..1.0,
        several in 1_u32..=3,
    ) {
        let (scheme, _) = SCHEMES[subject];
        let crashes = 1 + (share * (n - 1) as f64) as usize;
        let regular = !["consistent", "rendezvous"].contains(&scheme);
        let several = if regular { several } else { 1 };
        let values = json!({"computers": n, "set": "worst", "crashes": crashes, "scheme": scheme, "other": scheme, "processes": several});
        let report = run(&values).unwrap();
        prop_assert_eq!(fault(&report), None);
        let own = processes(&report, &[]);
        prop_assert_eq!(own.len(), n * several as usize);
        let bound = f64::from(worst(&own, crashes, n)) / f64::from(several);
        prop_assert!((figure(&report, "load") - bound).abs() < 1e-12);
        prop_assert!((figure(&report, "worst") - bound).abs() < 1e-12);
        prop_assert!(report.notes.iter().any(|note| note.contains("proved to be a worst one")));
    }

    #[test]
    fn vectors_are_those_of_all_crash_sets(
        n in 3_usize..9,
        subject in 0_usize..SCHEMES.len(),
        weights in weights(),
    ) {
        let (scheme, called) = SCHEMES[subject];
        let weights = &weights[..weights.len().min(n)];
        let report = run(&json!({
            "topic": "vectors", "computers": n, "scheme": scheme, "compared": "none", "weights": typed(weights)
        })).unwrap();
        prop_assert_eq!(fault(&report), None);
        let own = weighted(lists(scheme, n), weights);
        let expected: Vec<u32> = (1..n).map(|crashes| worst(&own, crashes, n)).collect();
        let rows = &table(&report, "vectors").rows;
        let found: Vec<String> = rows.last().unwrap()[1..].iter().map(Cell::text).collect();
        prop_assert_eq!(found, expected.iter().map(ToString::to_string).collect::<Vec<_>>());
        let equal = weights.windows(2).all(|pair| pair[0] == pair[1]);
        let weight = weights.first().copied().unwrap_or(1);
        let turned = !["consistent", "rendezvous"].contains(&scheme);
        let least = |n: usize, crashes: usize| match equal {
            true => weight * least(n, crashes),
            false => any_least(&own, n, crashes),
        };
        let above = (1..n).map(|crashes| expected[crashes - 1].saturating_sub(least(n, crashes))).max();
        prop_assert_eq!(figure(&report, "excess"), f64::from(above.unwrap()));
        let tight = (1..n).take_while(|crashes| expected[crashes - 1] <= least(n, *crashes)).count();
        prop_assert_eq!(figure(&report, "tight"), tight as f64);
        prop_assert!(report.headline.to_lowercase().starts_with(&called.to_lowercase()), "{}", report.headline);
        let bound = if equal { "the lower bound of turned lists" } else { "the lower bound of any lists" };
        let meets = if equal && !turned { "does not exceed" } else { "meets" };
        let has = format!("{meets} {bound}");
        let said = match tight {
            tight if tight == n - 1 => format!("{has} for every number of crashes of {n}\u{a0}computers"),
            0 => format!("exceeds {bound} after a single crash of {n}\u{a0}computers"),
            1 => format!("{has} for up to 1\u{a0}crash of {n}\u{a0}computers"),
            tight => format!("{has} for up to {tight}\u{a0}crashes of {n}\u{a0}computers"),
        };
        prop_assert!(report.headline.ends_with(&said), "{} / {said}", report.headline);
        if tight < n - 1 {
            let give = if tight == 0 { "gives" } else { "give" };
            let load = expected[tight];
            let least = least(n, tight + 1);
            let said = format!("{give} it a load of {load}; {bound} is {least}.");
            prop_assert!(report.why.contains(&said), "{} / {said}", report.why);
            // A single computer is in the singular.
            if let Some((_, example)) = report.why.split_once("for example of ") {
                let of = if tight == 0 { "computer " } else { "computers " };
                prop_assert!(example.starts_with(of), "{}", report.why);
            }
        }
        // Every worst set causes its claimed load.
        for (crashes, row) in (1..).zip(&table(&report, "sets").rows) {
            let set: Vec<usize> = row[4].text().split(", ").map(|one| one.parse().unwrap()).collect();
            prop_assert_eq!(set.len(), crashes);
            prop_assert_eq!(fullest(&own, &set, n), expected[crashes - 1]);
        }
    }

    #[test]
    fn all_schemes_are_compared_with_the_same_loads(
        n in 3_usize..9,
        subject in 0_usize..SCHEMES.len(),
        own in any::<bool>(),
        weights in weights(),
    ) {
        // Own lists that turn one list are beside the scheme whose lists they are.
        let (scheme, _) = SCHEMES[subject];
        let lists: Vec<String> = lists(scheme, n).iter().map(|process| names(&process.list)).collect();
        let weights = &weights[..weights.len().min(n)];
        let report = run(&json!({
            "topic": "vectors", "computers": n, "scheme": if own { "own-lists" } else { scheme }, "lists": lists.join("\n"),
            "weights": typed(weights),
        })).unwrap();
        prop_assert_eq!(fault(&report), None);
        let chart = report.charts.iter().find(|chart| chart.key == "tolerated").unwrap();
        let report::chart::Series::Bars { bars } = &chart.series[0] else { panic!("{chart:?}") };
        let reaches: Vec<f64> = bars.iter().map(|bar| bar.value).collect();
        // The first rows of the table are the bounds.
        let rows = &table(&report, "vectors").rows;
        let loads: Vec<Vec<u32>> = rows[rows.len() - bars.len()..]
            .iter()
            .map(|row| row[1..].iter().map(|cell| cell.text().parse().unwrap()).collect())
            .collect();
        for (one, loads_of_one) in reaches.iter().zip(&loads) {
            for (other, loads_of_other) in reaches.iter().zip(&loads) {
                // A scheme without a greater load does not reach less far.
                let no_more = loads_of_one.iter().zip(loads_of_other).all(|(one, other)| one <= other);
                prop_assert!(!no_more || one >= other, "{reaches:?} {loads:?}");
            }
        }
        prop_assert_eq!(figure(&report, "tight"), reaches[0]);
        let further = reaches[1..].iter().any(|reach| *reach > reaches[0]);
        prop_assert_eq!(report.why.contains("None of the other schemes reaches further."), !further, "{}", report.why);
        // Only lists that may be below the bound of others do not exceed it; the others meet it.
        let below = report.headline.contains("does not exceed");
        let turned = !own && !["consistent", "rendezvous"].contains(&scheme);
        let equal = weights.windows(2).all(|pair| pair[0] == pair[1]);
        prop_assert!(!below || !turned && equal, "{}", report.headline);
    }

    #[test]
    fn schemes_are_left_out_for_the_reason_that_is_told(n in 2_usize..32, processes in 1_usize..3, faults in any::<bool>()) {
        let topic = if faults { "faults" } else { "vectors" };
        let report = run(&json!({
            "topic": topic, "computers": n, "scheme": "intuitive", "processes": processes, "compared": "all", "runs": 1, "length": 10.0
        })).unwrap();
        let told = |begin: &str| {
            let note = report.notes.iter().find_map(|note| note.strip_prefix(begin));
            note.unwrap_or_default().to_owned()
        };
        let sized = [((4..=21).contains(&n), "the published list"), (n <= 28, "the recomputed list")];
        let sized: Vec<&str> = sized.iter().filter(|one| !one.0).map(|one| one.1).collect();
        let expected = match sized.is_empty() { true => String::new(), false => format!("{}.", sized.join(" and ")) };
        prop_assert_eq!(told("Left out, for want of a list for this number of computers: "), expected, "{:?}", report.notes);
        let single = told("Left out, because each process has a list of its own, which is for 1 process per computer: ");
        let expected = match processes { 1 => "", _ => "consistent hashing and rendezvous hashing." };
        prop_assert_eq!(single, expected, "{:?}", report.notes);
    }

    #[test]
    fn scripts_are_followed_event_by_event(
        n in 3_usize..9,
        subject in 0_usize..SCHEMES.len(),
        beside in 0_usize..SCHEMES.len(),
        presses in prop::collection::vec(0_usize..9, 0..12),
        weights in weights(),
    ) {
        let weights = &weights[..weights.len().min(n)];
        let (mut down, mut events, mut states) = (Vec::new(), Vec::new(), vec![Vec::new()]);
        for press in presses {
            let computer = press % n;
            if down.contains(&computer) {
                down.retain(|one| *one != computer);
                events.push(format!("repair {computer}"));
            } else if down.len() + 1 < n {
                down.push(computer);
                events.push(format!("crash {computer}"));
            }
            states.truncate(events.len());
            states.push(down.clone());
        }
        let (scheme, other) = (SCHEMES[subject], SCHEMES[beside]);
        let report = run(&json!({
            "computers": n, "set": "script", "script": events.join(", "), "scheme": scheme.0, "other": other.0, "weights": typed(weights)
        })).unwrap();
        prop_assert_eq!(fault(&report), None);
        let plain = weights.iter().all(|weight| *weight == 1);
        let (up_to, at_most) = (|load: u32| among("up to", load, plain), |load: u32| among("at most", load, plain));
        let counted = |load: u32| match plain {
            true => counted(load),
            false => format!("a load of {load}"),
        };
        let peak = |scheme: &str| {
            let own = weighted(lists(scheme, n), weights);
            let loads: Vec<u32> = states.iter().map(|down| fullest(&own, down, n)).collect();
            (*loads.iter().max().unwrap(), loads)
        };
        let ((load, all), (against, others)) = (peak(scheme.0), peak(other.0));
        prop_assert_eq!(figure(&report, "load"), f64::from(load));
        let time = |loads: &[u32]| f64::from(loads.iter().sum::<u32>());
        prop_assert!((figure(&report, "ratio") - time(&others) / time(&all)).abs() < 1e-9);
        // Its name differs from that of the ratio of the loads above it.
        prop_assert_eq!(&found(&report, "ratio").name, "Ratio of the lengths of all rounds");
        // The report calls loads normal only if they are, and never denies a move.
        let moved = states.iter().any(|down| !down.is_empty());
        let normal = report.why.contains("all loads are normal");
        prop_assert_eq!(normal, plain && !moved, "{}", report.why);
        prop_assert_eq!(report.why == "No process moves.", !plain && !moved, "{}", report.why);
        let said = match load == against {
            true if scheme == other => format!("one computer has {} with {}", up_to(load), scheme.1),
            true => format!("one computer has {} with {} as with {}", up_to(load), other.1, scheme.1),
            false => format!("one computer has {} with {}, and {} with {}", up_to(against), other.1, up_to(load), scheme.1),
        };
        let said = match events.is_empty() {
            true => "The script has no event: every process runs at home".to_owned(),
            false => said,
        };
        prop_assert!(report.headline.ends_with(&said), "{} / {said}", report.headline);
        let rows = &table(&report, "script").rows;
        prop_assert_eq!(rows.len(), states.len());
        for (row, (state, load)) in rows.iter().zip(states.iter().zip(&all)) {
            let mut state = state.clone();
            state.sort_unstable();
            let told = match state.is_empty() { true => "–".to_owned(), false => names(&state) };
            prop_assert_eq!(row[2].text(), told);
            prop_assert_eq!(row[4].text(), load.to_string());
        }
        // The rings are those of the last event, and their titles say so.
        for key in ["ring", "other_ring"] {
            let ring = report.charts.iter().find(|chart| chart.key == key).unwrap();
            prop_assert!(ring.title.ends_with(" after the last event?"), "{}", ring.title);
            let report::chart::Series::Graph { places, .. } = &ring.series[0] else { panic!("{ring:?}") };
            let down = places.iter().filter(|place| place.detail == "down").count();
            prop_assert_eq!(down, states.last().unwrap().len());
        }
        prop_assert_eq!(&found(&report, "survivors").name, "Computers up at the end");
        // The table of processes is that of the last event, and its title says so.
        let hosts = table(&report, "hosts");
        prop_assert!(hosts.title.ends_with(" after the last event"), "{}", hosts.title);
        let last = states.last().unwrap();
        for row in &hosts.rows {
            let home: usize = row[0].text().parse().unwrap();
            for (column, scheme) in [(1, other.0), (2, scheme.0)] {
                let own = lists(scheme, n);
                let process = own.iter().find(|process| process.home == home).unwrap();
                let mut chain = std::iter::once(&process.home).chain(&process.list);
                let host = chain.find(|one| !last.contains(one)).unwrap();
                prop_assert_eq!(row[column].text(), host.to_string());
            }
        }
        // Both schedules are the fullest round of their scheme: of the same moment where one is the fullest under both.
        let worlds = report.worlds.as_ref().unwrap();
        let both = (0..states.len()).find(|round| (others[*round], all[*round]) == (against, load));
        let first = |loads: &[u32], most: u32| loads.iter().position(|load| *load == most).unwrap();
        let rounds = both.map_or_else(|| [first(&others, against), first(&all, load)], |round| [round; 2]);
        let schedules = worlds.schedules.as_deref().unwrap();
        for ((schedule, round), (scheme, most)) in schedules.iter().zip(rounds).zip([(other.0, against), (scheme.0, load)]) {
            prop_assert_eq!(schedule.makespan(), f64::from(most));
            let own = weighted(lists(scheme, n), weights);
            let loads: Vec<f64> = loads(&own, &states[round], n).into_iter().map(f64::from).collect();
            drawn(schedule, &loads, &states[round]);
        }
        prop_assert_eq!((worlds.count, worlds.of), (1, 1));
        let moment = |round: usize| match round {
            0 => "before the first event".to_owned(),
            _ => format!("after event {round}, {}", events[round - 1]),
        };
        let told = match rounds {
            _ if events.is_empty() => String::new(),
            [one, same] if one == same => format!(" The script is shown at its fullest moment, {}.", moment(one)),
            [one, two] => format!(" at the fullest moment of each scheme: {}, and {}.", moment(one), moment(two)),
        };
        prop_assert!(worlds.caption.ends_with(&told), "{} / {told}", worlds.caption);
        // A reason names the loads of the headline and the moment of the greater one.
        prop_assert_eq!(worlds.reasons.len(), usize::from(load != against));
        for reason in &worlds.reasons {
            let said = format!("has {} instead of {}.", counted(load.max(against)), at_most(load.min(against)));
            prop_assert!(reason.text.ends_with(&said), "{} / {said}", reason.text);
            let round = rounds[usize::from(load > against)];
            prop_assert!(reason.text.to_lowercase().starts_with(&moment(round)), "{}", reason.text);
            prop_assert_eq!((reason.unit, reason.with), (0, load > against));
        }
    }

    #[test]
    fn availability_is_its_definition(
        failure in prop_oneof![0.01..1e6_f64, prop::sample::select(vec![9.0, 99.0, 999.0, 0.5, 1e7])],
        repair in prop_oneof![0.01..1e6_f64, prop::sample::select(vec![0.001, 1.0, 1.0001, 1.01])],
    ) {
        let report = run(&json!({"topic": "availability", "between_failures": failure, "to_repair": repair})).unwrap();
        prop_assert_eq!(fault(&report), None);
        let down = repair / (failure + repair);
        prop_assert!((figure(&report, "availability") - (1.0 - down)).abs() < 1e-9);
        prop_assert!((figure(&report, "year") / (3_600_000.0 * 8_760.0 * down) - 1.0).abs() < 1e-9);
        let class = figure(&report, "class");
        let nines = |class: f64| format!("1e-{class}").parse::<f64>().unwrap();
        prop_assert!(down <= nines(class) * (1.0 + 1e-6) && down > nines(class + 1.0) * (1.0 - 1e-6));
        let said = format!("availability class {class}");
        prop_assert!(report.why.contains(&said), "{}", report.why);
        // The time up, and the time down: their shares are the availability.
        let told = report.why.strip_prefix("It runs ").unwrap();
        let (up, rest) = told.split_once("\u{a0}h between two failures and takes ").unwrap();
        let (down, _) = rest.split_once("\u{a0}h to repair, on average.").unwrap();
        for (told, typed) in [(up, failure), (down, repair)] {
            let told: f64 = told.replace('\u{202f}', "").parse().unwrap();
            prop_assert!((told / typed - 1.0).abs() < 1e-12, "{}", report.why);
        }
        // No text has more nines than the class: neither the headline nor the figure.
        let nines = |text: &str| match text.find(|sign: char| !sign.is_ascii_digit()) {
            // Two digits before the point are 10 % or more.
            Some(2) => text.chars().filter(char::is_ascii_digit).take_while(|digit| *digit == '9').count(),
            Some(3) => usize::MAX,
            _ => 0,
        };
        let (_, share) = report.headline.split_once("is up ").unwrap();
        prop_assert!(nines(share) <= class as usize, "{} {class}", report.headline);
        let availability = found(&report, "availability");
        if nines(&availability.text()) > class as usize {
            let beside = availability.beside.as_deref().unwrap_or_default();
            let (_, exact) = beside.split_once("more exactly ").unwrap();
            prop_assert!(nines(exact) <= class as usize, "{beside} {class}");
        }
    }

    #[test]
    fn an_availability_without_a_nine_has_one_decimal(share in prop_oneof![0.01..0.89_f64, 0.09..0.1_f64]) {
        let times = json!({"topic": "availability", "between_failures": 1e3 * share, "to_repair": 1e3 * (1.0 - share)});
        let report = run(&times).unwrap();
        let (_, told) = report.headline.split_once("is up ").unwrap();
        let (told, _) = told.split_once("\u{a0}%").unwrap();
        let (_, decimals) = told.split_once('.').unwrap();
        prop_assert_eq!(decimals.len(), 1, "{}", report.headline);
        let told: f64 = told.parse().unwrap();
        prop_assert!((told - 100.0 * share).abs() < 0.05 + 1e-9, "{}", report.headline);
        prop_assert_eq!(aside(&report, "availability"), "");
    }

    #[test]
    fn crash_routes_are_all_drawn_or_a_note_has_their_number(n in 3_usize..=48, several in 1_usize..=3) {
        let values = json!({"computers": n, "processes": several, "crashed": "0", "other": "golomb"});
        let report = run(&values).unwrap();
        let routes = several * (n - 1);
        let chart = report.charts.iter().find(|chart| chart.key == "routes");
        prop_assert_eq!(chart.is_some(), routes <= 40);
        if let Some(chart) = chart {
            let report::chart::Series::Heat { rows, .. } = &chart.series[0] else { panic!("{chart:?}") };
            prop_assert_eq!(rows.len(), routes);
        }
        let note = format!("Up to 40\u{a0}routes of crashes are drawn; here {routes} lead to each computer.");
        prop_assert_eq!(report.notes.contains(&note), routes > 40, "{:?}", report.notes);
    }
}

proptest! {
    #![proptest_config(random(6))]

    #[test]
    fn random_faults_are_told_as_their_table_has_them(
        n in 3_usize..9, seed in 1_u64..1000, repair in prop_oneof![20.0..900.0_f64, 5e3..5e4_f64], subject in 0_usize..SCHEMES.len(),
        runs in prop::sample::select(vec![1_u32, 2, 10]),
    ) {
        let scheme = SCHEMES[subject];
        let report = run(&json!({
            "topic": "faults", "computers": n, "scheme": scheme.0, "seed": seed, "to_repair": repair, "runs": runs, "length": 500.0,
        })).unwrap();
        prop_assert_eq!(fault(&report), None);
        let rows = &table(&report, "schemes").rows;
        let mean = |row: &[Cell]| match &row[1] {
            Cell::Figure(figure) => figure.value,
            other => panic!("{other:?}"),
        };
        prop_assert!((mean(&rows[0]) - figure(&report, "mean")).abs() < 1e-12);
        let best = rows[1..].iter().map(|row| mean(row)).fold(f64::INFINITY, f64::min);
        let greatest = rows[1..].iter().map(|row| mean(row)).fold(0.0, f64::max);
        // A mean over less than all the time says so.
        let headline = report.headline.replace(" while a computer is up", "");
        let all_up = headline == report.headline;
        prop_assert_eq!(all_up, figure(&report, "all_down") == 0.0, "{}", report.headline);
        if report.headline.contains("only") {
            prop_assert!(mean(&rows[0]) > best, "{}", report.headline);
        } else if headline.contains(" on average, with") {
            prop_assert!(mean(&rows[0]) < greatest, "{}", report.headline);
        }
        let most = |row: &[Cell]| match &row[3] { Cell::Number(most) => *most, other => panic!("{other:?}") };
        let all = rows.iter().map(|row| most(row)).fold(0.0, f64::max);
        // The sentence names all schemes with the greatest load.
        let any = if runs == 1 { "" } else { " in any run" };
        let said = format!("The greatest load at any time{any} is {}, with ", short(all));
        let place = report.why.find(&said).unwrap_or_else(|| panic!("{}", report.why));
        let named = &report.why[place + said.len()..];
        let fullest = rows.iter().filter(|row| most(row) == all).count();
        let told = match named.strip_suffix('.').unwrap() {
            "every scheme" => rows.len(),
            names => names.replace(" and ", ", ").split(", ").count(),
        };
        prop_assert_eq!(told, fullest, "{}", report.why);
        // One run shows no order.
        if runs == 1 {
            prop_assert!(report.headline.starts_with("In one run with "), "{}", report.headline);
            prop_assert!(report.why.contains("One run shows no order"), "{}", report.why);
        }
        // Only several runs have a mean, and a worst one.
        let axes = report.charts.iter().flat_map(|chart| [&chart.x.label, &chart.y.label]);
        let titles = report.charts.iter().map(|chart| &chart.title);
        let names = report.figures.iter().filter(|figure| figure.key == "worst").map(|figure| &figure.name);
        let of_runs = axes.chain(titles).chain(names).filter(|text| text.contains("of all runs") || text.contains("over all runs") || text.contains("of a run, on average"));
        prop_assert_eq!(of_runs.count(), if runs == 1 { 0 } else { 4 });
        let down = figure(&report, "down");
        prop_assert!((0.0..=n as f64).contains(&down));
        // The runs' loads are below n unless a computer is the only one up, so all were down no sooner.
        prop_assert!(all >= n as f64 || figure(&report, "all_down") == 0.0, "{all}");
        // No two numbers of a comparison read the same.
        if let Some((own, other)) = headline.split_once(" on average, with ") {
            let last = |text: &str| text.rsplit(' ').next().unwrap().to_owned();
            prop_assert_ne!(last(own), last(other), "{}", report.headline);
        }
        // No load exceeds the number of processes, and none is below the normal one.
        prop_assert!(all <= n as f64 && best >= 1.0);
    }
}

/// All texts of a report.
fn texts(report: &Report) -> String {
    trial::texts(report).join("\n")
}

/// The worst loads of 1, 2, … crashes, of lists that are turned for so many processes on each computer.
fn turned(base: &[usize], several: usize) -> Vec<u32> {
    use recovery::model::scheme::Rule;
    use recovery::model::{List, Scheme};
    let n = base.len() + 1;
    let list = List::new(n, base.to_vec()).unwrap();
    let scheme = Scheme::several(&list, several, Rule::Skip).unwrap();
    let own: Vec<Process> = scheme
        .processes()
        .iter()
        .map(|process| Process {
            home: process.home,
            list: process.list().to_vec(),
            weight: 1,
        })
        .collect();
    (1..n).map(|crashes| worst(&own, crashes, n)).collect()
}

/// The loads in a row of the table of worst loads, in processes.
fn row(report: &Report, name: &str, several: usize) -> Vec<f64> {
    let rows = &table(report, "vectors").rows;
    let row = rows.iter().find(|row| row[0].text() == name);
    let row = row.unwrap_or_else(|| panic!("no row {name}"));
    let load = |cell: &Cell| cell.text().parse::<f64>().unwrap() * several as f64;
    row[1..].iter().map(load).collect()
}

#[test]
fn nothing_is_claimed_of_the_bound_that_another_turned_list_refutes() {
    const NONE_BETTER: &str = "No list that is turned for each process has a lower load.";
    let mut missed = 0;
    for (n, several) in [
        (4, 1),
        (5, 1),
        (6, 1),
        (4, 2),
        (5, 2),
        (6, 2),
        (5, 3),
        (6, 3),
    ] {
        let all: Vec<Vec<u32>> = orders(&(1..n).collect::<Vec<_>>())
            .iter()
            .map(|base| turned(base, several))
            .collect();
        let least = |at: usize| all.iter().map(|loads| loads[at]).min().unwrap();
        let least: Vec<f64> = (0..n - 1).map(|at| f64::from(least(at))).collect();
        for (scheme, name) in [
            ("recomputed", "recomputed"),
            ("golomb", "Golomb"),
            ("intuitive", "intuitive"),
        ] {
            let report = run(&json!({
                "topic": "vectors", "computers": n, "scheme": scheme, "processes": several, "compared": "none"
            }))
            .unwrap();
            let bound = row(&report, "lower bound of turned lists", several);
            let loads = row(&report, name, several);
            for (at, least) in least.iter().enumerate() {
                // Halves and thirds are rounded to two decimals.
                assert!(bound[at] <= least + 0.02, "{n}, {several}: {bound:?}");
                assert!(loads[at] >= least - 0.02, "{n}, {several}: {loads:?}");
            }
            missed += bound
                .iter()
                .zip(&least)
                .filter(|(bound, least)| **bound < **least - 0.02)
                .count();
            if report.why.contains(NONE_BETTER) {
                let met = loads
                    .iter()
                    .zip(&least)
                    .all(|(load, least)| (load - least).abs() < 0.02);
                assert!(met, "{n}, {several}: {loads:?} {least:?}");
            }
        }
    }
    // There are bounds that no list meets, and no report calls them reached by some.
    assert!(missed > 0);
}

#[test]
fn bounds_that_no_list_meets_are_never_called_least() {
    // No turned list for 12 computers meets MV at nine crashes, and none for 6 with two processes each at three.
    let reports = [
        json!({"topic": "vectors", "computers": 12}),
        json!({"topic": "vectors", "computers": 12, "scheme": "recomputed", "compared": "none"}),
        json!({"topic": "vectors", "computers": 12, "scheme": "consistent"}),
        json!({"topic": "vectors", "computers": 6, "processes": 2}),
        json!({"topic": "crash", "computers": 12, "scheme": "recomputed", "other": "consistent", "set": "worst", "crashes": 9}),
        json!({"topic": "crash", "computers": 6, "processes": 2, "set": "worst", "crashes": 3}),
        json!({"topic": "gap", "most_listed": 12}),
        json!({"topic": "guarantees", "most_computers": 12}),
        json!({"topic": "search", "sought_computers": 12}),
    ];
    for values in reports {
        let told = texts(&run(&values).unwrap());
        assert!(told.contains("lower bound"), "{values}");
        for claim in [
            "least possible",
            "least worst",
            "least load for every",
            "least of turned",
            "cannot be avoided",
            "No list can",
        ] {
            assert!(
                !told.to_lowercase().contains(&claim.to_lowercase()),
                "{values}: {claim}"
            );
        }
    }
}

/// Lists of thirteen computers that are not turned: the worst six crashes bring three processes together.
const THIRTEEN: &str = "7 11 12 8 9 3 6 10 2 1 4 5\n11 10 12 6 8 2 3 4 0 5 7 9\n9 12 8 11 5 10 4 3 0 6 1 7\n10 2 6 11 4 8 1 7 9 0 12 5\n0 5 2 10 11 6 12 9 1 8 3 7\n3 12 8 11 7 1 4 10 9 0 6 2\n1 8 5 0 10 7 2 12 4 9 3 11\n4 8 12 5 2 9 11 6 1 3 0 10\n4 6 2 11 7 1 10 12 9 0 3 5\n7 6 5 10 8 12 1 4 11 0 2 3\n9 0 8 12 2 11 1 7 3 4 5 6\n3 5 6 2 4 9 8 7 10 0 12 1\n1 2 5 0 10 4 3 6 11 8 9 7";

#[test]
fn lists_that_are_not_turned_refute_no_sentence_on_those_that_are() {
    let own: Vec<Process> = (0..)
        .zip(THIRTEEN.lines())
        .map(|(home, line)| Process {
            home,
            list: line.split(' ').map(|one| one.parse().unwrap()).collect(),
            weight: 1,
        })
        .collect();
    assert_eq!((worst(&own, 6, 13), least(13, 6)), (3, 4));
    let crash = |scheme: &str, other: &str| {
        run(&json!({
            "computers": 13, "scheme": scheme, "other": other, "lists": THIRTEEN, "set": "worst", "crashes": 6
        }))
        .unwrap()
    };
    let beaten = crash("recomputed", "own-lists");
    let said = "The worst 6 crashes give the recomputed list a load of 4; the lower bound of turned lists is 4.";
    assert!(beaten.why.ends_with(said), "{}", beaten.why);
    let better = crash("own-lists", "recomputed");
    let (_, bound) = better
        .why
        .rsplit_once("a load of 3; the lower bound of any lists is ")
        .unwrap();
    assert!(
        bound.trim_end_matches('.').parse::<u32>().unwrap() <= 3,
        "{}",
        better.why
    );
    let best = run(
        &json!({"topic": "vectors", "computers": 13, "scheme": "recomputed", "compared": "none"}),
    )
    .unwrap();
    assert_eq!(
        best.why,
        "No list that is turned for each process has a lower load."
    );
}

proptest! {
    #![proptest_config(random(20))]

    #[test]
    fn a_ratio_that_is_not_one_has_digits_that_say_so(weight in 20_u32..=1_000_000, crashed in 1_usize..12) {
        let weights: Vec<String> = (0..12).map(|home| if home == 0 { weight } else { 1 }.to_string()).collect();
        let report = run(&json!({"weights": weights.join(" "), "crashed": names(&(0..crashed).collect::<Vec<_>>())})).unwrap();
        let ratio = found(&report, "ratio");
        let shown = format!("{} {}", ratio.text(), ratio.beside.clone().unwrap_or_default());
        let numbers: Vec<f64> = shown.split(' ').filter_map(|word| word.parse().ok()).collect();
        let told = numbers.last().unwrap();
        prop_assert_eq!(*told == 1.0, ratio.value == 1.0, "{} {}", shown, ratio.value);
        prop_assert!((told / ratio.value - 1.0).abs() < 0.01, "{} {}", shown, ratio.value);
    }
}

#[test]
fn crashes_that_were_chosen_against_a_scheme_are_said_to_be() {
    for (set, against, victim) in [
        ("worst", "scheme", Some("the Golomb scheme")),
        ("worst", "other", Some("the log scheme")),
        ("one-by-one", "scheme", Some("the Golomb scheme")),
        ("chosen", "scheme", None),
    ] {
        let values = json!({"computers": 12, "crashes": 3, "set": set, "scheme": "golomb", "other": "log", "against": against});
        let report = run(&values).unwrap();
        let said = victim.map(|victim| format!(" chosen against {victim} "));
        match said {
            Some(said) => assert!(report.headline.contains(&said), "{}", report.headline),
            None => assert!(!report.headline.contains("chosen"), "{}", report.headline),
        }
    }
    let alone = json!({"computers": 12, "crashes": 3, "set": "worst", "scheme": "golomb", "other": "golomb"});
    let report = run(&alone).unwrap();
    assert!(!report.headline.contains("chosen"), "{}", report.headline);
}

#[test]
fn no_shown_load_exceeds_the_worst_case() {
    // A beam search misses the crash sets of an adversary who goes one by one.
    for (scheme, computers, crashes) in [
        ("log", 100, 66),
        ("log", 100, 50),
        ("greedy", 100, 70),
        ("trapezium", 90, 60),
    ] {
        for other in ["golomb", scheme] {
            let values = json!({
                "computers": computers, "scheme": scheme, "other": other, "set": "one-by-one", "crashes": crashes
            });
            let report = run(&values).unwrap();
            assert!(
                figure(&report, "load") <= figure(&report, "worst"),
                "{scheme} {crashes}"
            );
            let worst = format!("a load of {}", short(figure(&report, "worst")));
            assert!(report.why.contains(&worst), "{} {worst}", report.why);
        }
    }
}

#[test]
fn loads_that_are_not_exact_have_both_ends() {
    let report =
        run(&json!({"topic": "vectors", "computers": 60, "scheme": "log", "compared": "none"}))
            .unwrap();
    let rows = &table(&report, "sets").rows;
    let number = |text: &str| text.parse::<f64>().unwrap();
    let above = rows.iter().map(|row| {
        let load = row[1].text();
        let (least, most) = load.split_once(" to ").unwrap_or((&load, &load));
        let bound = number(&row[2].text());
        (number(least) - bound, number(most) - bound)
    });
    let (least, most) = above.fold((0.0_f64, 0.0_f64), |all, one| {
        (all.0.max(one.0), all.1.max(one.1))
    });
    assert!(least < most);
    assert_eq!(figure(&report, "excess"), least);
    assert_eq!(aside(&report, "excess"), format!("at most {most}"));
}

#[test]
fn means_that_clearly_differ_are_told_apart() {
    let report = run(&json!({
        "topic": "faults", "runs": 2000, "between_failures": 500, "to_repair": 5, "compared": "thesis"
    }))
    .unwrap();
    let (own, other) = report.headline.split_once(" on average, with ").unwrap();
    let last = |text: &str| text.rsplit(' ').next().unwrap().parse::<f64>().unwrap();
    assert!(last(own) < last(other), "{}", report.headline);
    assert!(
        other.starts_with("the intuitive scheme"),
        "{}",
        report.headline
    );
}

#[test]
fn lists_that_are_damaged_in_print_are_said_to_be_repaired() {
    let told = |values: Value| {
        let notes = run(&values).unwrap().notes;
        let damaged = notes.into_iter().filter_map(|note| {
            let rest = note.strip_prefix("The list that Paper VI prints for ")?;
            rest.split_once('\u{a0}')
                .or(rest.split_once(' '))?
                .0
                .parse()
                .ok()
        });
        damaged.collect::<Vec<usize>>()
    };
    for n in 4_usize..=21 {
        let damaged: &[usize] = if [14, 21].contains(&n) { &[n] } else { &[] };
        let vectors =
            json!({"topic": "vectors", "scheme": "published", "computers": n, "compared": "none"});
        assert_eq!(told(vectors), damaged, "{n}");
    }
    for (most, damaged) in [(13, vec![]), (14, vec![14]), (21, vec![14, 21])] {
        let gap = json!({"topic": "gap", "optimum": "published", "most_listed": most});
        assert_eq!(told(gap), damaged);
    }
    let search = json!({"topic": "search", "sought_computers": 14});
    assert_eq!(told(search), [14]);
}

#[test]
fn an_own_list_is_called_so() {
    for (scheme, told) in [
        ("own", "Your own list, turned"),
        ("own-lists", "Your own list"),
    ] {
        let report = run(&json!({"scheme": scheme})).unwrap();
        assert_eq!(table(&report, "hosts").columns.last().unwrap(), told);
    }
}

#[test]
fn tolerated_crashes_are_those_of_all_crash_sets() {
    const PROMISING: [&str; 5] = ["log", "greedy", "golomb", "modulo", "trapezium"];
    let of = |n: usize, own: &[Process]| {
        let keeps = |crashes: &usize| worst(own, *crashes, n) == least(n, *crashes);
        (1..n).take_while(keeps).count()
    };
    let crashes = |number: usize| match number {
        1 => "1\u{a0}crash".to_owned(),
        number => format!("{number}\u{a0}crashes"),
    };
    for n in 8..=10 {
        let tight: Vec<usize> = PROMISING
            .iter()
            .map(|scheme| of(n, &lists(scheme, n)))
            .collect();
        for (place, scheme) in PROMISING.iter().enumerate() {
            let report =
                run(&json!({"topic": "guarantees", "most_computers": n, "promising": scheme}))
                    .unwrap();
            assert_eq!(fault(&report), None);
            let rows = &table(&report, "tolerated").rows;
            assert_eq!(rows.len(), n - 2);
            let last = rows.last().unwrap();
            for (at, tight) in tight.iter().enumerate() {
                assert_eq!(
                    last[2 + 2 * at].text(),
                    tight.to_string(),
                    "{n}, {}",
                    PROMISING[at]
                );
            }
            for (n, row) in (3..n).zip(rows).filter(|_| place == 0 && n == 10) {
                for (at, scheme) in PROMISING.iter().enumerate() {
                    let tight = of(n, &lists(scheme, n));
                    assert_eq!(row[2 + 2 * at].text(), tight.to_string(), "{n}, {scheme}");
                }
            }
            // The headline is that row, in words.
            let (promised, found) = (last[1 + 2 * place].text(), tight[place]);
            let told = match promised.parse::<usize>() {
                Err(_) => format!("tolerates {}", crashes(found)),
                Ok(promised) => {
                    let says = match *scheme {
                        "modulo" => "is claimed to tolerate",
                        _ => "guarantees to meet the lower bound for",
                    };
                    let (but, kept) = match found.cmp(&promised) {
                        std::cmp::Ordering::Equal => ("and", "no more".to_owned()),
                        std::cmp::Ordering::Less => ("but", found.to_string()),
                        std::cmp::Ordering::Greater => ("and", found.to_string()),
                    };
                    format!("{says} {}, {but} tolerates {kept}", crashes(promised))
                }
            };
            assert!(
                report.headline.ends_with(&told),
                "{} / {told}",
                report.headline
            );
            // The report does not call the thesis's mere claims guaranteed, and later routes of a trapezium share
            // computers.
            let both = report.charts.iter().find(|chart| chart.key == "both");
            let guaranteed = both.unwrap().title.contains("guaranteed");
            assert_eq!(guaranteed, *scheme != "modulo");
            let only = report
                .why
                .contains("counts only routes that share no computer");
            assert_eq!(
                only,
                !["trapezium", "modulo"].contains(scheme),
                "{}",
                report.why
            );
            // The sentence names the schemes with the most, and no others.
            let exact: Vec<(String, usize)> = report
                .figures
                .iter()
                .map(|figure| (figure.name.clone(), figure.value as usize))
                .collect();
            let most = exact.iter().map(|one| one.1).max().unwrap();
            assert!(
                !report.why.contains("computers, most crashes"),
                "read as nearly all crashes: {}",
                report.why
            );
            assert!(
                report.why.ends_with(&format!(": {most}.")),
                "{}",
                report.why
            );
            let best = exact.iter().filter(|one| one.1 == most).count();
            let (_, named) = report
                .why
                .split_once(" are tolerated by ")
                .unwrap_or_default();
            match best == exact.len() {
                true => assert!(
                    report.why.contains("all schemes tolerate as many"),
                    "{}",
                    report.why
                ),
                false => assert_eq!(
                    named
                        .split(':')
                        .next()
                        .unwrap()
                        .replace(" and ", ", ")
                        .split(", ")
                        .count(),
                    best,
                    "{}",
                    report.why
                ),
            }
        }
    }
}

#[test]
fn the_distance_from_the_bound_is_that_of_all_crash_sets() {
    // Worst loads and bound of each list that the report names, by definition.
    for (optimum, called) in [
        ("recomputed", "the best lists"),
        ("published", "the published lists"),
    ] {
        let mut missed = Vec::new();
        let mut pairs = 0;
        for most in 4..=12_usize {
            let report =
                run(&json!({"topic": "gap", "optimum": optimum, "most_listed": most})).unwrap();
            assert_eq!(fault(&report), None);
            let rows = &table(&report, "met").rows;
            assert_eq!(rows.len(), most - 3);
            let base: Vec<usize> = rows[most - 4][4]
                .text()
                .split(", ")
                .map(|one| one.parse().unwrap())
                .collect();
            let own: Vec<Process> = (0..most)
                .map(|home| Process {
                    home,
                    list: base.iter().map(|entry| (entry + home) % most).collect(),
                    weight: 1,
                })
                .collect();
            let above: Vec<u32> = (1..most)
                .map(|crashes| worst(&own, crashes, most) - least(most, crashes))
                .collect();
            pairs += above.len();
            let places: Vec<usize> = (1..most).filter(|at| above[at - 1] > 0).collect();
            let tight = places.first().copied().unwrap_or(most) - 1;
            let row = &rows[most - 4];
            assert_eq!(row[1].text(), tight.to_string());
            let told = match places.is_empty() {
                true => "–".to_owned(),
                false => names(&places),
            };
            assert_eq!(row[2].text(), told, "{optimum}, {most}");
            let excess = above.iter().max().unwrap();
            assert_eq!(row[3].text(), excess.to_string());
            if !places.is_empty() {
                missed.push((most, tight, places.len(), *excess));
            }
            let met = pairs - missed.iter().map(|one| one.2).sum::<usize>();
            assert_eq!(figure(&report, "met"), met as f64 / pairs as f64);
            let largest = missed.iter().map(|one| one.3).max().unwrap_or(0);
            assert_eq!(figure(&report, "excess"), f64::from(largest));
            let everywhere = missed.first().map_or(most, |one| one.0 - 1);
            assert_eq!(figure(&report, "everywhere"), everywhere as f64);
            let said = format!(
                "Up to {everywhere} computers, {called} meet the lower bound MV for every number of crashes"
            );
            let said = match missed.first() {
                None => said,
                Some((n, tight, ..)) => {
                    format!("{said}; with {n} they meet it for up to {tight}\u{a0}crashes")
                }
            };
            assert_eq!(report.headline, said);
            let reach: Vec<usize> = missed
                .iter()
                .filter(|one| one.3 == largest)
                .map(|one| one.0)
                .collect();
            match largest {
                0 => assert!(
                    report.why.starts_with(&format!("All {pairs} pairs")),
                    "{}",
                    report.why
                ),
                1 => assert!(
                    report.why.contains("at most 1\u{a0}process above it"),
                    "{}",
                    report.why
                ),
                _ => assert!(
                    report
                        .why
                        .contains(&format!("at most {largest}\u{a0}processes above it")),
                    "{}",
                    report.why
                ),
            }
            if largest > 0 {
                assert!(
                    report.why.starts_with(&format!("Of {pairs} pairs")),
                    "{}",
                    report.why
                );
                let named = report.why.split_once("above it, with ").unwrap().1;
                let named = named
                    .strip_suffix(" computers.")
                    .unwrap()
                    .replace(" and ", ", ");
                assert_eq!(named, names(&reach));
            }
        }
    }
}

#[test]
fn lists_are_left_stage_by_stage_as_counted_apart_from_the_project() {
    // 120, 96, 88, 28, 28 and so on, by a script of the specification.
    let counted: [(usize, &[f64]); 4] = [
        (5, &[24.0]),
        (6, &[120.0, 120.0, 96.0, 88.0, 28.0, 28.0]),
        (7, &[720.0, 720.0, 576.0, 576.0, 300.0, 264.0, 264.0]),
        (
            8,
            &[5040.0, 5040.0, 4320.0, 4128.0, 2808.0, 352.0, 136.0, 136.0],
        ),
    ];
    for (n, expected) in counted {
        let report = run(&json!({"topic": "search", "sought_computers": n})).unwrap();
        let chart = report.charts.iter().find(|chart| chart.key == "stages");
        let report::chart::Series::Line { points, .. } = &chart.unwrap().series[0] else {
            panic!("{chart:?}");
        };
        let found: Vec<f64> = points.iter().map(|point| point.y).collect();
        assert_eq!(found.len(), n);
        assert_eq!(&found[..expected.len()], expected);
    }
    let report = run(&json!({"topic": "search", "sought_computers": 9})).unwrap();
    assert!(report.charts.iter().all(|chart| chart.key != "stages"));
}

#[test]
fn the_first_scenario_is_the_one_that_everybody_sees() {
    let report = run(&Value::Object(serde_json::Map::new())).unwrap();
    assert_eq!(
        report.headline,
        "Four crashes make the fullest computer 1.67 times as full with the intuitive scheme as with the Golomb scheme: 5\u{a0}processes instead of 3"
    );
}
