//! Sentences and figures of random scenarios, recomputed slowly from definitions.

use crate::run;
use proptest::prelude::*;
use report::Report;
use schedule::Schedule;
use serde_json::{Value, json};
use trial::{figure, random};

/// The text of a program with three processes; the first may signal the second.
fn three(works: &[u32], signal: bool) -> String {
    let (send, wait) = if signal {
        (" Activate(a)", "Wait(a) ")
    } else {
        ("", "")
    };
    let [one, other, alone] = works else {
        panic!("{works:?}")
    };
    format!("A: Work({one}){send}\nB: {wait}Work({other})\nC: Work({alone})")
}

/// All ways to write n as a sum of at most k parts that do not increase.
fn partitions(n: u32, k: u32, cap: u32) -> Vec<Vec<u32>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    if k == 0 {
        return Vec::new();
    }
    (1..=cap.min(n))
        .flat_map(|first| {
            partitions(n - first, k - 1, first)
                .into_iter()
                .map(move |mut rest| {
                    rest.insert(0, first);
                    rest
                })
        })
        .collect()
}

/// g by all choices of active processes.
fn thick(parts: &[u32], active: u32) -> f64 {
    let owners: Vec<usize> = (0..)
        .zip(parts)
        .flat_map(|(computer, part)| vec![computer; *part as usize])
        .collect();
    let (mut sum, mut number) = (0_u32, 0_u32);
    for chosen in 0_u32..1 << owners.len() {
        if chosen.count_ones() == active {
            let load = |computer: usize| {
                (0..owners.len())
                    .filter(|process| chosen >> process & 1 == 1 && owners[*process] == computer)
                    .count()
            };
            sum += (0..parts.len()).map(load).max().unwrap() as u32;
            number += 1;
        }
    }
    f64::from(sum) / f64::from(number)
}

/// ρ by all ordered pairs.
fn thin(parts: &[u32]) -> f64 {
    let n: u32 = parts.iter().sum();
    let same: u32 = parts.iter().map(|part| part * (part - 1)).sum();
    match n {
        1 => 0.0,
        n => 1.0 - f64::from(same) / f64::from(n * (n - 1)),
    }
}

/// The number that stands before "times as long" for the first time; 1 without one.
pub(crate) fn times(sentence: &str) -> f64 {
    match sentence.split_once(" times as long") {
        Some((before, _)) => before.rsplit(' ').next().unwrap().parse().unwrap(),
        None => 1.0,
    }
}

/// No span overlaps another of its lane or of its job, and work of every job is the same in both schedules.
fn valid(schedules: &[Schedule; 2]) {
    let mut works = Vec::new();
    for schedule in schedules {
        let mut by_job = std::collections::BTreeMap::<u32, Vec<(f64, f64)>>::new();
        for lane in schedule.iter_lanes() {
            let mut spans: Vec<(f64, f64)> = lane
                .iter()
                .map(|span| {
                    // A signal is nobody's work.
                    if span.job != schedule::Job::NONE {
                        let pieces = by_job.entry(span.job.0).or_default();
                        pieces.push((span.start, span.end));
                    }
                    (span.start, span.end)
                })
                .collect();
            apart(&mut spans);
        }
        let work = by_job.values_mut().map(|spans| {
            apart(spans);
            spans.iter().map(|(start, end)| end - start).sum::<f64>()
        });
        works.push(work.collect::<Vec<f64>>());
    }
    assert_eq!(works[0].len(), works[1].len());
    for (one, other) in works[0].iter().zip(&works[1]) {
        assert!((one - other).abs() < 1e-6 * (1.0 + one));
    }
}

fn apart(spans: &mut [(f64, f64)]) {
    spans.sort_by(|one, other| one.0.total_cmp(&other.0));
    for pair in spans.windows(2) {
        assert!(pair[1].0 >= pair[0].1 - 1e-9 * (1.0 + pair[0].1));
    }
}

/// How often a job of a schedule is interrupted.
fn preemptions(schedule: &Schedule) -> usize {
    let mut pieces = std::collections::BTreeMap::<u32, Vec<(f64, f64, usize)>>::new();
    for (number, lane) in schedule.iter_lanes().enumerate() {
        for span in lane.iter() {
            pieces
                .entry(span.job.0)
                .or_default()
                .push((span.start, span.end, number));
        }
    }
    pieces.values().map(|pieces| pieces.len() - 1).sum()
}

/// Both schedules; each has a mark for each unit of work, and the reasons lie within them.
fn worlds(report: &Report) -> &[Schedule; 2] {
    let worlds = report.worlds.as_ref().unwrap();
    let schedules = worlds.schedules.as_ref().unwrap();
    for schedule in schedules.iter() {
        assert_eq!(
            schedule::same_work::ends(schedule).len(),
            worlds.of as usize
        );
    }
    assert_eq!(
        (worlds.first, worlds.count, worlds.number),
        (0, worlds.of, 1)
    );
    for reason in &worlds.reasons {
        let schedule = &schedules[usize::from(reason.with)];
        assert!(reason.unit < worlds.of && (reason.lane as usize) < schedule.lanes().len());
        assert!(reason.at >= 0.0 && reason.at <= schedule.makespan() * (1.0 + 1e-12));
    }
    schedules
}

/// The lanes that finish last by a reason, and the lanes that finish last in the schedule.
fn finishing(text: &str, schedule: &Schedule) -> (Vec<usize>, Vec<usize>) {
    let ends: Vec<f64> = schedule
        .iter_lanes()
        .map(|lane| lane.iter().map(|span| span.end).fold(0.0, f64::max))
        .collect();
    let last = (1..).zip(&ends);
    let last = last.filter(|(_, end)| **end > schedule.makespan() * (1.0 - 1e-13));
    let last = last.map(|(lane, _)| lane).collect();
    let whole = [
        ("The only processor ", 1),
        ("Both processors ", 2),
        ("All ", ends.len()),
    ];
    let named = match whole.iter().find(|(begin, _)| text.starts_with(begin)) {
        Some((_, number)) => (1..=*number).collect(),
        None => {
            let (named, _) = text.split_once(" finish").unwrap();
            let words = named.split([' ', ',']);
            words.filter_map(|word| word.parse().ok()).collect()
        }
    };
    (named, last)
}

/// Checks the reason's statements about the jobs against the drawn jobs.
fn explained(report: &Report, boxed: bool, m: u32, i: u32, j: u32) {
    let [long, short] = worlds(report);
    let work = |schedule: &Schedule| {
        let mut work = std::collections::BTreeMap::<u32, f64>::new();
        for span in schedule
            .iter_lanes()
            .flat_map(|lane| lane.iter().collect::<Vec<_>>())
        {
            *work.entry(span.job.0).or_default() += span.end - span.start;
        }
        work
    };
    let lengths = work(long);
    let whole: Vec<Vec<u32>> = long
        .iter_lanes()
        .map(|lane| {
            lane.iter()
                .filter(|span| span.end - span.start > lengths[&span.job.0] - 1e-9)
                .map(|span| span.job.0)
                .collect()
        })
        .collect();
    let why = &report.why;
    if boxed {
        assert!(!why.contains("equal jobs"), "{why}");
        let until = |text: &str| -> f64 {
            let (_, after) = why.split_once(text).unwrap();
            after
                .trim_start_matches(" until ")
                .split([';', ' '])
                .next()
                .unwrap()
                .trim_end_matches('.')
                .parse()
                .unwrap()
        };
        let busy = if m == 2 {
            "both processors are busy"
        } else {
            "processors are busy"
        };
        assert!(rounds_to(short.makespan(), until(busy)), "{why}");
        // Every processor is busy until then.
        for lane in short.iter_lanes() {
            let sum: f64 = lane.iter().map(|span| span.end - span.start).sum();
            assert!((sum - short.makespan()).abs() < 1e-9);
        }
        let (_, length) = why.split_once("two jobs of length ").unwrap();
        let length: f64 = length.split(' ').next().unwrap().parse().unwrap();
        assert!(rounds_to(long.makespan() / 2.0, length), "{why}");
        // The lanes that are named run two such jobs without a pause.
        let numbers: Vec<usize> = why
            .split("processor")
            .skip(1)
            .filter_map(|after| {
                let after = after.trim_start_matches('s').trim_start();
                after.split(' ').next()?.parse().ok()
            })
            .collect();
        let [first] = numbers.as_slice() else {
            panic!("{why}")
        };
        let last = match why.split_once(&format!("processors {first} to ")) {
            Some((_, after)) => after.split(' ').next().unwrap().parse().unwrap(),
            None => *first,
        };
        for jobs in &whole[first - 1..last] {
            assert_eq!(jobs.len(), 2, "{why}");
            for job in jobs {
                assert!((lengths[job] - long.makespan() / 2.0).abs() < 1e-9);
            }
        }
        return;
    }
    let jobs = m + i + 1;
    assert_eq!(lengths.len(), jobs as usize);
    assert!(lengths.values().all(|length| (length - 1.0).abs() < 1e-9));
    assert!(why.contains(&format!("{jobs} equal jobs")), "{why}");
    assert!(
        whole.iter().flatten().count() > m as usize && whole.iter().any(|jobs| jobs.len() == 2)
    );
    if why.contains("evenly") {
        assert!(
            (short.makespan() - f64::from(jobs) / f64::from(m)).abs() < 1e-9,
            "{why}"
        );
        assert_eq!(j, m - 1);
    }
}

/// A figure reads as a whole number where it is one; where three digits make it whole, more stand beside it.
fn whole(report: &Report) {
    for figure in &report.figures {
        let text = figure.text();
        let bare = text.replace(char::is_whitespace, "");
        let seems = bare
            .parse::<f64>()
            .is_ok_and(|number| number.fract() == 0.0);
        let one = figure.unit == report::figure::Unit::One;
        if one && seems && (figure.value - figure.value.round()).abs() > 1e-12 {
            let beside = figure.beside.as_deref().unwrap_or_default();
            assert!(beside.contains('≈'), "{} {text} {beside}", figure.key);
        }
    }
}

/// A way that is ahead by its number of preemptions has fewer or more of them than the other.
fn named(report: &Report) {
    let ahead = report
        .winner
        .as_ref()
        .and_then(|winner| winner.ahead.as_deref());
    let few = match ahead {
        Some("fewer preemptions") => true,
        Some("more preemptions") => false,
        _ => return,
    };
    // Both schedules have too many lanes where they do not stand beside each other.
    let Some(both) = &report.worlds else {
        return;
    };
    let number = |title: &str| -> u32 {
        let mut words = title.split(|sign: char| !sign.is_ascii_digit());
        words.find_map(|word| word.parse().ok()).unwrap_or(0)
    };
    let mut numbers = [number(&both.without), number(&both.with)];
    let [long, short] = both.schedules.as_deref().unwrap();
    if long.makespan() < short.makespan() {
        numbers.reverse();
    }
    assert_eq!(few, numbers[1] < numbers[0], "{ahead:?} {numbers:?}");
}

/// A run that repeats to the bit and says something.
fn repeated(values: &Value) -> Report {
    let report = run(values).unwrap();
    assert_eq!(report.fingerprint(), run(values).unwrap().fingerprint());
    assert!(report.headline.len() > 10 && report.why.len() > 10);
    for text in [&report.headline, &report.why]
        .into_iter()
        .chain(&report.notes)
    {
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
    whole(&report);
    named(&report);
    report
}

pub(crate) fn rounds_to(value: f64, said: f64) -> bool {
    (value - said).abs() <= 0.005 + 1e-9
}

/// One group of processors is called the busiest only where no other one ends as late.
fn busiest(report: &Report, few: f64) -> Result<(), TestCaseError> {
    let why = &report.why;
    let Some((_, told)) = why.split_once(" groups of processors share no job, and ") else {
        return Ok(());
    };
    let long = &worlds(report)[0];
    let lanes: Vec<_> = long.iter_lanes().collect();
    let jobs = |group: &schedule::Group| {
        let (first, many) = (group.first as usize, group.lanes as usize);
        let spans = lanes[first..first + many]
            .iter()
            .flat_map(|lane| lane.iter());
        let jobs: std::collections::BTreeSet<u32> = spans.map(|span| span.job.0).collect();
        (jobs.len(), many)
    };
    let groups: Vec<(usize, usize)> = long.groups().iter().map(jobs).collect();
    let late = |(jobs, lanes): &&(usize, usize)| (*jobs as f64 / *lanes as f64 - few).abs() < 1e-9;
    let latest = groups.iter().filter(late).count();
    let equal = groups.iter().all(|group| *group == groups[0]);
    let begins = match (latest, equal) {
        (1, _) => "the busiest has ".to_owned(),
        (_, true) => "each has ".to_owned(),
        (several, false) => format!("one of the {several} busiest has "),
    };
    prop_assert!(told.starts_with(&begins), "{} / {}", why, begins);
    for reason in &report.worlds.as_ref().unwrap().reasons {
        let several = format!(": {latest} groups of processors end last.");
        prop_assert_eq!(
            reason.text.ends_with(&several),
            latest > 1,
            "{}",
            &reason.text
        );
    }
    Ok(())
}

/// The weight of the signals by the other reading of the granularity.
fn other_weight(product: f64, active: u32, printed: bool) -> f64 {
    product * if printed { f64::from(active) } else { 1.0 }
}

proptest! {
    #![proptest_config(random(40))]

    #[test]
    fn the_bound_of_migration_is_the_least_over_all_allocations(
        n in 1_u32..=8,
        k in 1_u32..=8,
        q in 1_u32..=9,
        t in prop::sample::select(vec![0.0, 0.1, 0.5, 1.0, 3.0]),
        z in prop::sample::select(vec![0.0, 0.25, 0.5, 1.0]),
        printed in any::<bool>(),
    ) {
        let report = repeated(&json!({
            "processes": n, "computers": k, "alike": false, "processors": q, "signal_delay": t, "granularity": z,
            "counted": if printed { "shared-time" } else { "work" }
        }));
        let active = n.min(q);
        let weight = t * z * if printed { 1.0 } else { f64::from(active) };
        let bound = |parts: &Vec<u32>| thick(parts, active) + weight * thin(parts);
        let least = partitions(n, k, n).iter().map(bound).fold(f64::INFINITY, f64::min);
        prop_assert!((figure(&report, "h") - least).abs() < 1e-9);
        let read = |parts: &Vec<u32>| thick(parts, active) + other_weight(t * z, active, printed) * thin(parts);
        let other = partitions(n, k, n).iter().map(read).fold(f64::INFINITY, f64::min);
        prop_assert!((figure(&report, "other") - other).abs() < 1e-9);
        prop_assert!(rounds_to(least, times(&report.headline)), "{}", report.headline);
        prop_assert_eq!(report.headline.contains("costs nothing"), least == 1.0);
        if let Some(chain) = report.charts.iter().find(|chart| chart.key == "chain") {
            prop_assert_eq!(chain.title.contains("? None of "), figure(&report, "crossing") == 0.0, "{}", chain.title);
        }
        // Ties are named as ties, by as many as there are.
        let all = partitions(n, k, n);
        let near = |parts: &&Vec<u32>| (bound(parts) - least).abs() < 1e-9;
        let ties = all.iter().filter(near).count();
        let told = report.notes.iter().find(|note| note.contains("as good as")).map_or(0, |note| {
            let (named, _) = note.split_once(" as good as").unwrap();
            named.matches('(').count()
        });
        prop_assert_eq!(told, (ties - 1).min(6), "{:?}", report.notes);
        // One computer is the best allocation only where no other is as good.
        if report.why.contains("one computer for all processes") {
            prop_assert_eq!(report.why.contains("is best"), ties == 1, "{}", report.why);
        }
        prop_assert!(!report.notes.iter().any(|note| note.contains("looked at 0")), "{:?}", report.notes);
        let weights = report.notes.iter().find(|note| note.contains("weight of the signals")).unwrap();
        if !printed {
            prop_assert_eq!(weights.contains("τ = n·t·z"), q > n);
        }
        if z == 0.0 {
            prop_assert!(!report.why.contains("take no time") && !report.why.contains("cost nothing"));
        }
        // Only signals that cross keep a program from the bound.
        let limit = report.notes.iter().any(|note| note.contains("the bound is a limit"));
        prop_assert_eq!(limit, weight * figure(&report, "crossing") > 0.0, "{:?}", report.notes);
        // In the opposite direction no more of them compute than there are processes.
        let faster = f64::from(k.min(n)) / f64::from(q.min(n));
        let opposite = report.notes.iter().find(|note| note.starts_with("In the opposite direction")).unwrap();
        prop_assert_eq!(opposite.contains("never faster"), faster <= 1.0, "{}", opposite);
        if faster > 1.0 {
            let (_, told) = opposite.split_once(" at most ").unwrap();
            prop_assert!(rounds_to(faster, told.split(' ').next().unwrap().parse().unwrap()), "{}", opposite);
        }
        let counted = |number: u32, one: &str, many: &str| {
            format!("{number}\u{a0}{}", if number == 1 { one } else { many })
        };
        let active = match active {
            1 => "only 1 is active".to_owned(),
            active => format!("up to {active} are active"),
        };
        let (stay, computers) = (counted(n, "process stays", "processes stay"), counted(k, "computer", "computers"));
        let machine = format!("{stay} on {computers}; {active} at a time.");
        prop_assert_eq!(&report.scene.as_ref().unwrap().machine, &machine);
        // Both schedules: same work, and the ratio is the bound.
        let both = worlds(&report);
        valid(both);
        prop_assert!((both[0].makespan() / both[1].makespan() - least).abs() < 1e-9);
        // No two spans of a process are on different computers.
        let mut owners = std::collections::BTreeMap::new();
        for (lane, spans) in both[0].iter_lanes().enumerate() {
            for span in spans.iter().filter(|span| span.job != schedule::Job::NONE) {
                prop_assert_eq!(*owners.entry(span.job.0).or_insert(lane), lane);
            }
        }
        prop_assert!(both[0].lanes().len() <= k as usize);
    }

    #[test]
    fn of_a_program_that_is_too_long_some_slots_are_drawn_as_the_caption_says(
        n in prop_oneof![10_u32..=64, 21_u32..=24],
        k in 1_u32..=16,
        q in prop_oneof![1_u32..=16, Just(24)],
        z in prop::sample::select(vec![0.0, 0.5]),
    ) {
        let slots = (1..=n.min(q)).fold(1_u128, |row, place| row * u128::from(n + 1 - place) / u128::from(place));
        prop_assume!(slots > 126 || n > 20);
        let report = repeated(&json!({
            "processes": n, "computers": k, "alike": false, "processors": q, "signal_delay": 1.0, "granularity": z
        }));
        let both = worlds(&report);
        valid(both);
        let caption = &report.worlds.as_ref().unwrap().caption;
        // Each slot is 1 long where migration is allowed.
        let shown = both[1].makespan();
        prop_assert!((shown - (slots.min(24) as f64)).abs() < 1e-9);
        prop_assert_eq!(caption.starts_with("The "), slots <= 24, "{}", caption);
        if slots > 24 {
            let part = format!("{shown} of the ");
            prop_assert!(caption.starts_with(&part), "{}", caption);
        }
        if (25..10_000_000).contains(&slots) {
            let all = caption.split(" of the ").nth(1).unwrap().split(" slots").next().unwrap();
            let all: String = all.chars().filter(char::is_ascii_digit).collect();
            prop_assert_eq!(all, slots.to_string());
        }
        prop_assert_eq!(caption.contains("signals"), z > 0.0, "{}", caption);
        prop_assert_eq!(caption.starts_with("The only slot of ") && caption.contains(" It takes "), slots == 1, "{}", caption);
        let (part, whole) = caption.split_once("; ").unwrap();
        prop_assert!(rounds_to(both[0].makespan() / shown, times(part)), "{}", caption);
        prop_assert!(rounds_to(figure(&report, "h"), times(whole)), "{}", caption);
    }

    #[test]
    fn an_allocation_of_the_user_is_never_better(
        n in 2_u32..=8, k in 1_u32..=6, place in any::<prop::sample::Index>(), t in 0.0..2.0_f64, turned in any::<bool>(),
        printed in any::<bool>(), gap in any::<prop::sample::Index>(),
    ) {
        let all = partitions(n, k, n);
        let parts = place.get(&all);
        let t = (t * 8.0).round() / 8.0;
        let mut text: Vec<String> = parts.iter().map(ToString::to_string).collect();
        if turned {
            text.reverse();
        }
        // Any computers may be empty, however few processes there are.
        let empty = gap.index(k as usize + 1 - text.len());
        text.splice(0..0, vec!["0".to_owned(); empty]);
        let report = repeated(&json!({
            "processes": n, "computers": k, "signal_delay": t, "granularity": 1.0, "allocation": text.join(" "),
            "counted": if printed { "shared-time" } else { "work" }
        }));
        let active = n.min(k);
        let weight = other_weight(t, active, !printed);
        let bound = |parts: &Vec<u32>| thick(parts, active) + weight * thin(parts);
        let other = thick(parts, active) + other_weight(t, active, printed) * thin(parts);
        prop_assert!((figure(&report, "other") - other).abs() < 1e-9);
        let least = all.iter().map(bound).fold(f64::INFINITY, f64::min);
        prop_assert!((figure(&report, "h") - bound(parts)).abs() < 1e-9);
        prop_assert_eq!(report.headline.starts_with("With allocation"), bound(parts) > least + 1e-9);
        // Sentences and schedule have the computers in the same order.
        let typed = format!("({})", text.join(", "));
        prop_assert_eq!(&report.choice.as_ref().unwrap().which, &typed);
        let begins = format!("With allocation {typed}, ");
        prop_assert!(!report.headline.starts_with("With allocation") || report.headline.starts_with(&begins), "{}", report.headline);
        let both = worlds(&report);
        valid(both);
        prop_assert_eq!(both[0].lanes().len(), text.len());
        for (lane, part) in both[0].iter_lanes().zip(&text) {
            let mut jobs: Vec<u32> = lane.iter().map(|span| span.job.0).filter(|job| *job != schedule::Job::NONE.0).collect();
            jobs.sort_unstable();
            jobs.dedup();
            prop_assert!(jobs.len() <= part.parse::<usize>().unwrap());
        }
    }

    #[test]
    fn the_extremal_jobs_attain_the_bound_of_preemptions(m in 1_u32..=14, i in 0_u32..=13, j in 0_u32..=15, boxed in any::<bool>()) {
        let report = repeated(&json!({
            "topic": "preemption", "machines": m, "fewer": i, "more": j, "extremal": if boxed { "boxed" } else { "equal" }
        }));
        let gain = figure(&report, "gain");
        let more = j.min(m - 1);
        // What a plateau says of more processors is so for the numbers of preemptions that were typed.
        if let Some(told) = report.notes.iter().find(|note| note.contains("does not depend on their number")) {
            for machines in [i + j + 1, 2 * (i + j + 1)] {
                let larger = run(&json!({"topic": "preemption", "machines": machines, "fewer": i, "more": j})).unwrap();
                prop_assert!((figure(&larger, "gain") - gain).abs() < 1e-12, "{} {machines}", told);
            }
        }
        if i >= more {
            prop_assert_eq!(gain, 1.0);
            prop_assert_eq!(report.headline.starts_with("Neither schedule has a preemption"), i == 0 && j == 0, "{}", report.headline);
            prop_assert!(!report.headline.contains("no preemption at most"), "{}", report.headline);
            let same = i == j;
            let told = if same { "take the same time in both" } else { "take no longer than" };
            prop_assert!(report.headline.contains(told), "{}", report.headline);
            prop_assert!(!report.why.contains("evenly"));
            let more_than = report.why.contains("may have more preemptions than the second");
            let as_many = report.why.contains("may have as many preemptions as the second");
            prop_assert_eq!((more_than, as_many), (i < m - 1 && i > j, i < m - 1 && i == j), "{}", report.why);
            return Ok(());
        }
        // The floor by enumeration: c groups of whole numbers of processors and jobs.
        let floor = floor(m, m + i + 1, m - more);
        prop_assert!((gain - 2.0 * floor).abs() < 1e-9, "{gain} {floor}");
        prop_assert!(rounds_to(gain, times(&report.headline)));
        let both = worlds(&report);
        valid(both);
        prop_assert!((both[0].makespan() / both[1].makespan() - gain).abs() < 1e-9);
        prop_assert!(preemptions(&both[0]) <= i as usize);
        prop_assert!(preemptions(&both[1]) <= more as usize);
        explained(&report, boxed, m, i, more);
    }

    #[test]
    fn what_preemptions_save_equal_jobs_is_what_an_exact_search_finds(m in 1_u32..=7, n in 1_u32..=11, i in 0_u32..=8, j in 0_u32..=8) {
        let report = repeated(&json!({"topic": "equal-jobs", "machines": m, "equal_jobs": n, "fewer": i, "more": j}));
        let ones = vec!["1"; n as usize].join(" ");
        let (i, j) = (i.min(m - 1), j.min(m - 1));
        // The shortest schedules of as many jobs of length 1, by search.
        let search = |preemptions: u32| {
            let values = json!({"topic": "jobs", "jobs": ones, "own_machines": m, "own_fewer": preemptions, "own_more": m - 1});
            figure(&run(&values).unwrap(), "fewer")
        };
        let all: Vec<f64> = (0..m).map(search).collect();
        let (few, many) = (all[i as usize], all[j as usize]);
        prop_assert!((figure(&report, "fewer") - few).abs() < 1e-9 && (figure(&report, "more") - many).abs() < 1e-9);
        prop_assert!((figure(&report, "floor") - floor(m, n, (m - i).min(n))).abs() < 1e-9);
        if i < j {
            prop_assert!(figure(&report, "ratio") <= figure(&report, "bound") + 1e-9);
        }
        let saves = i < j && few > many + 1e-9;
        prop_assert_eq!(report.headline.contains("times as long"), saves, "{}", report.headline);
        if saves {
            prop_assert!(rounds_to(few / many, times(&report.headline)), "{}", report.headline);
        }
        // Which preemptions help, in the figure and in the note.
        let useful: Vec<usize> = (1..m as usize).filter(|at| all[*at] < all[*at - 1] - 1e-9).collect();
        prop_assert_eq!(figure(&report, "enough"), useful.last().map_or(0.0, |last| *last as f64));
        let note = report.notes.iter().find(|note| note.contains("shorten"));
        prop_assert_eq!(note.is_some(), n > m && m > 1);
        if let Some(note) = note {
            let told: Vec<usize> = match note.split_once("only number") {
                Some((_, after)) => after.split([' ', ',', '.']).filter_map(|word| word.parse().ok()).collect(),
                None if note.starts_with("Each") => (1..m as usize).collect(),
                None => Vec::new(),
            };
            prop_assert_eq!(told, useful, "{}", note);
        }
        // Fewer jobs than processors take 1 for any floor.
        let over = report.notes.iter().any(|note| note.contains("the makespan is 1 over it"));
        prop_assert_eq!(over, n >= m);
        prop_assert!(!over || (few * figure(&report, "floor") - 1.0).abs() < 1e-9, "{:?}", report.notes);
        let both = worlds(&report);
        valid(both);
        prop_assert!((both[0].makespan() - few).abs() < 1e-9 && (both[1].makespan() - many).abs() < 1e-9);
        prop_assert!(preemptions(&both[0]) <= i as usize && preemptions(&both[1]) <= j as usize);
        // The groups that the reason names do not share a job with the others.
        if saves {
            let (groups, rest) = report.why.split_once(", ").unwrap().1.split_once(" groups of processors share no job").unwrap();
            prop_assert_eq!(groups.parse::<u32>().unwrap(), m - i, "{}", report.why);
            let rest = rest.split_once(" has ").unwrap().1;
            let busiest: Vec<f64> = rest.split(|sign: char| !sign.is_ascii_digit()).filter_map(|word| word.parse().ok()).take(2).collect();
            prop_assert!((busiest[0] / busiest[1] - few).abs() < 1e-9, "{}", report.why);
        }
        busiest(&report, few)?;
        // Each number of preemptions stands in one row of the walk, with its makespan.
        let rows = &trial::table(&report, "walk").rows;
        let mut found = vec![0.0; m as usize];
        for row in rows {
            let [.., allowed, makespan] = row.as_slice() else { unreachable!() };
            let numbers: Vec<usize> = allowed.text().split(' ').filter_map(|word| word.parse().ok()).collect();
            if let (Some(first), Some(last)) = (numbers.first(), numbers.last()) {
                let makespan = makespan.exact();
                let (over, under) = makespan.split_once('/').unwrap_or((&makespan, "1"));
                let long = over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap();
                found[*first..=*last].iter_mut().for_each(|found| *found += long);
            }
        }
        if n > m {
            prop_assert!(found.iter().zip(&all).all(|(found, all)| (found - all).abs() < 1e-9), "{found:?} {all:?}");
        } else {
            prop_assert!(found.iter().all(|found| *found == 0.0));
        }
    }

    #[test]
    fn the_schedules_of_own_jobs_are_valid_and_within_the_bound(
        lengths in prop::collection::vec(1_u32..=12, 1..=8),
        m in 1_u32..=4,
        i in 0_u32..=4,
        j in 0_u32..=4,
        cost in prop::sample::select(vec![0.0, 0.5, 2.0]),
    ) {
        let words: Vec<String> = lengths.iter().map(ToString::to_string).collect();
        let report = repeated(&json!({
            "topic": "jobs", "jobs": words.join(" "), "own_machines": m, "own_fewer": i, "own_more": j, "preemption_cost": cost
        }));
        prop_assert!(!report.headline.contains("your 1\u{a0}job"), "{}", report.headline);
        let (i, j) = (i.min(m - 1), j.min(m - 1));
        let none = without_preemption(&lengths, m as usize);
        let any = f64::from(*lengths.iter().max().unwrap()).max(f64::from(lengths.iter().sum::<u32>()) / f64::from(m));
        let few = figure(&report, "fewer");
        if i == 0 {
            prop_assert_eq!(few, f64::from(none));
        }
        if j == m - 1 {
            prop_assert!((figure(&report, "more") - any).abs() < 1e-9);
        }
        prop_assert!(few <= f64::from(none) && few >= any - 1e-9);
        if i < j {
            let ratio = figure(&report, "ratio");
            prop_assert!(ratio <= figure(&report, "bound") + 1e-9);
            if report.headline.contains("times as long") {
                prop_assert!(rounds_to(ratio, times(&report.headline)));
                prop_assert!(ratio > 1.0);
                // The figure has the same digits.
                let told = report.headline.split(" times as long").next().unwrap().rsplit(' ').next().unwrap();
                let figure = report.figures.iter().find(|figure| figure.key == "ratio").unwrap();
                prop_assert!(told.len() != 4 || told == figure.text(), "{told}, {}", figure.text());
            } else {
                prop_assert_eq!(ratio, 1.0);
            }
            prop_assert_eq!(report.headline.contains("reach the bound"), (figure(&report, "score") - 1.0).abs() < 1e-12);
        }
        let both = worlds(&report);
        valid(both);
        prop_assert!((both[0].makespan() - few).abs() < 1e-9);
        prop_assert!(preemptions(&both[0]) <= i as usize && preemptions(&both[1]) <= j as usize);
        for heuristic in ["list_scheduling", "longest_first", "multifit"] {
            prop_assert!(figure(&report, heuristic) >= f64::from(none));
        }
        for reason in &report.worlds.as_ref().unwrap().reasons {
            let (named, last) = finishing(&reason.text, &both[usize::from(reason.with)]);
            prop_assert_eq!(named, last, "{}", reason.text);
        }
        prop_assert!(m > 1 || !report.why.contains("All processors"), "{}", report.why);
        // Preemptions that cost are not free.
        let free = report.notes.iter().any(|note| note.ends_with("at no cost."));
        prop_assert_eq!(free, cost == 0.0);
    }

    #[test]
    fn processors_that_finish_last_are_told_apart_by_any_time(
        lengths in prop::collection::vec((1_u32..=3, 0_u32..=2), 2..=6), m in 2_u32..=3, j in 0_u32..=2,
    ) {
        let words: Vec<String> = lengths.iter().map(|(whole, part)| format!("{whole}.000000000{part}")).collect();
        let report = repeated(&json!({"topic": "jobs", "jobs": words.join(" "), "own_machines": m, "own_fewer": 0, "own_more": j}));
        let both = worlds(&report);
        for reason in &report.worlds.as_ref().unwrap().reasons {
            let (named, last) = finishing(&reason.text, &both[usize::from(reason.with)]);
            prop_assert_eq!(named, last, "{}", reason.text);
        }
    }

    #[test]
    fn phases_take_no_longer_than_their_bounds(
        rows in prop::collection::vec(prop::collection::vec(0_u32..=2, 4), 1..=5),
        k in 1_u32..=4,
        q in 1_u32..=4,
        pairs in prop::collection::vec((0_usize..4, 1_usize..4), 0..=4),
        t in prop::sample::select(vec![0.0, 0.5, 1.0]),
    ) {
        prop_assume!(rows.iter().flatten().any(|work| *work > 0));
        let text: Vec<String> = rows
            .iter()
            .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        let pairs: Vec<(usize, usize)> = pairs.iter().map(|(from, step)| (*from, (from + step) % 4)).collect();
        let signals: Vec<String> = pairs.iter().map(|(from, to)| format!("{}-{}", from + 1, to + 1)).collect();
        let report = repeated(&json!({
            "topic": "program", "phases": text.join("\n"), "signals": signals.join(" "),
            "own_computers": k, "own_processors": q, "own_delay": t
        }));
        // With migration: each phase by its longest process or its mean load.
        let shared: f64 = rows
            .iter()
            .map(|row| f64::from(*row.iter().max().unwrap()).max(f64::from(row.iter().sum::<u32>()) / f64::from(q)))
            .sum();
        prop_assert!((figure(&report, "dynamic") - shared).abs() < 1e-9);
        // Without: all placements.
        let mut least = f64::INFINITY;
        for place in 0..(k as usize).pow(4) {
            let owner = |process: usize| place / (k as usize).pow(process as u32) % k as usize;
            let time: f64 = rows
                .iter()
                .map(|row| {
                    let load = |computer| {
                        (0..4).filter(|process| owner(*process) == computer).map(|process| row[process]).sum::<u32>()
                    };
                    f64::from((0..k as usize).map(load).max().unwrap())
                })
                .sum();
            let crossing = pairs.iter().filter(|(from, to)| owner(*from) != owner(*to)).count();
            least = least.min(time + t * crossing as f64);
        }
        prop_assert!((figure(&report, "static") - least).abs() < 1e-9);
        let (own, bound) = (figure(&report, "own_bound"), figure(&report, "bound") * shared);
        prop_assert!(least <= own + 1e-9 && own <= bound + 1e-9, "{least} {own} {bound}");
        if report.headline.contains("times as long") {
            prop_assert!(rounds_to(least / shared, times(&report.headline)), "{}", report.headline);
        }
        valid(worlds(&report));
    }
}

proptest! {
    #![proptest_config(random(12))]

    #[test]
    fn texts_of_programs_say_the_interval_that_their_schedules_prove(
        works in prop::collection::vec(1_u32..=2, 3),
        signal in any::<bool>(),
        k in 1_u32..=3,
        q in 1_u32..=3,
        t in prop::sample::select(vec![0.0, 1.0]),
    ) {
        let text = three(&works, signal);
        let values = json!({
            "topic": "program", "form": "text", "program": text,
            "own_computers": k, "own_processors": q, "own_delay": t
        });
        let report = repeated(&values);
        let all: u32 = works.iter().sum();
        let chain = if signal { (works[0] + works[1]).max(works[2]) } else { *works.iter().max().unwrap() };
        let shared = figure(&report, "dynamic");
        prop_assert!(shared >= f64::from(chain).max(f64::from(all) / f64::from(q)) - 1e-9);
        prop_assert!(figure(&report, "static") <= f64::from(all));
        prop_assert!(figure(&report, "static") <= figure(&report, "own_bound") + 1e-9);
        valid(worlds(&report));
        // List scheduling is no shorter than the shortest schedule of its kind.
        let listed = repeated(&json!({
            "topic": "migration-cost", "program": text, "own_computers": k, "own_delay": t, "move_cost": 1.0
        }));
        let (stay, go) = (figure(&listed, "stay"), figure(&listed, "makespan"));
        prop_assert!(stay >= figure(&report, "static") - 1e-9);
        let said = times(&listed.headline);
        if stay == go {
            prop_assert!(listed.headline.contains("with migration and without"));
        } else {
            prop_assert!(rounds_to((stay / go).max(go / stay), said), "{}", listed.headline);
            prop_assert_eq!(stay > go, listed.headline.ends_with("without migration as with it"));
        }
        valid(worlds(&listed));
        // Only a process that migrates waits for its migration.
        let migrates = figure(&listed, "migrations") > 0.0;
        prop_assert_eq!(listed.why.contains("ran elsewhere before"), migrates, "{}", listed.why);
        prop_assert_eq!(listed.why.starts_with("No process migrates"), !migrates, "{}", listed.why);
        // Theorem 3 holds for every placement, and equality is counted.
        let transformed = repeated(&json!({
            "topic": "transformations", "program": text, "own_computers": k, "own_processors": q, "own_delay": t
        }));
        let rows = &transformed.tables[0].rows;
        let fraction = |text: String| match text.split_once('/') {
            Some((over, under)) => over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap(),
            None => text.parse().unwrap(),
        };
        let mut equal = 0;
        for row in rows {
            let [.., copies, separated] = row.as_slice() else { unreachable!() };
            let (copies, separated) = (fraction(copies.exact()), fraction(separated.exact()));
            prop_assert!(copies <= separated + 1e-9);
            equal += usize::from((copies - separated).abs() < 1e-9);
        }
        prop_assert_eq!(figure(&transformed, "placements"), rows.len() as f64);
        // Theorem 4: the exchanged row makes up for the loss of a row by a more even placement.
        let exchanges = transformed.tables.iter().find(|table| table.key == "exchanges").unwrap();
        for row in &exchanges.rows {
            let [.., before, after] = row.as_slice() else { unreachable!() };
            prop_assert!(fraction(after.exact()) <= fraction(before.exact()), "{row:?}");
        }
        // The permutations are the complete matrix only if as many processes as can be are active all the time.
        let most = f64::from(q.min(3));
        let full = (f64::from(all) - most * shared).abs() < 1e-9;
        let complete = transformed.notes.iter().any(|note| note.contains(" make the complete matrix of the bound."));
        prop_assert_eq!(complete, full, "{:?}", transformed.notes);
        let permuted = repeated(&json!({
            "topic": "transformations", "step": "permuted", "program": text, "own_computers": k, "own_processors": q, "own_delay": t
        }));
        let below = figure(&permuted, "ratio") < figure(&permuted, "bound") - 1e-9;
        prop_assert_eq!(permuted.why.contains("stays below the bound"), below, "{}", permuted.why);
        prop_assert!(!(below && full), "{}", permuted.why);
        prop_assert_eq!(rows.len(), [0, 1, 4, 5][k as usize]);
        prop_assert_eq!(figure(&transformed, "equal"), equal as f64);
        prop_assert!(transformed.headline.starts_with("Separating work"));
        prop_assert_eq!(transformed.notes.iter().any(|note| note.starts_with("There are no signals")), !signal);
    }

    #[test]
    fn each_step_to_the_worst_case_takes_no_less_and_says_so(
        works in prop::collection::vec(1_u32..=2, 3),
        signal in any::<bool>(),
        k in 1_u32..=3,
        q in 1_u32..=3,
        t in prop::sample::select(vec![0.0, 1.0]),
    ) {
        let text = three(&works, signal);
        let of = |step: &str| json!({
            "topic": "transformations", "step": step, "program": text,
            "own_computers": k, "own_processors": q, "own_delay": t
        });
        let own = run(&json!({
            "topic": "program", "form": "text", "program": text, "own_computers": k, "own_processors": q, "own_delay": t
        }))
        .unwrap();
        let keys = ["program", "copies", "longer", "apart", "slots", "permuted"];
        let mut before: Option<f64> = None;
        let mut took = 0.0;
        for (at, step) in keys.iter().enumerate() {
            let report = repeated(&of(step));
            let ratio = figure(&report, "static") / figure(&report, "dynamic");
            prop_assert!((figure(&report, "ratio") - ratio).abs() < 1e-9);
            let headline = &report.headline;
            prop_assert!(headline.starts_with(&format!("Step {} of 6: ", at + 1)), "{}", headline);
            prop_assert!(rounds_to(ratio, times(headline)), "{}", headline);
            // Longer work alone can take less: it is half of a step.
            if let Some(before) = before {
                prop_assert!(*step == "longer" || ratio >= before - 1e-9, "{}", headline);
                let told = headline.split_once(" from ").map(|(_, number)| number.parse::<f64>().unwrap());
                prop_assert_eq!(told.is_some(), (ratio - before).abs() > 1e-9, "{}", headline);
                if let Some(told) = told {
                    prop_assert!(rounds_to(before, told), "{}", headline);
                    prop_assert_eq!(headline.contains("up from"), ratio > before, "{}", headline);
                }
            }
            if *step != "longer" {
                before = Some(ratio);
                // A step of fewer copies can take less in all.
                let takes = figure(&report, "static");
                let each = report.notes[0].contains("and, for each copy, no less without it than the step before");
                prop_assert!(each || takes >= took - 1e-9, "{} after {}: {}", takes, took, report.notes[0]);
                took = takes;
            }
            let both = worlds(&report);
            valid(both);
            prop_assert!((both[0].makespan() - figure(&report, "static")).abs() < 1e-9);
            prop_assert!((both[1].makespan() - figure(&report, "dynamic")).abs() < 1e-9);
            prop_assert!(ratio <= figure(&report, "bound") + 1e-9);
            // Each other bar opens its step, whose ratio is the bar's.
            let report::chart::Series::Bars { bars } = &report.charts[0].series[0] else { unreachable!() };
            prop_assert_eq!(bars.len(), 7);
            for (bar, key) in bars.iter().zip(keys) {
                match &bar.offer {
                    None => prop_assert_eq!(key, *step),
                    Some(offer) => prop_assert_eq!(&offer.changes["step"], key),
                }
                if key == *step {
                    prop_assert!((bar.value - ratio).abs() < 1e-9);
                }
            }
            // Signals are told of where there are any.
            let without = ["apart", "slots"].contains(step) && !signal;
            prop_assert!(!without || !report.why.contains("signals"), "{}", report.why);
            match *step {
                "slots" => {
                    // With migration, as long as the program.
                    prop_assert!((figure(&report, "dynamic") - figure(&own, "dynamic")).abs() < 1e-9);
                    prop_assert!(report.why.contains("as long as the program, "), "{}", report.why);
                }
                "program" => prop_assert!((ratio - figure(&own, "static") / figure(&own, "dynamic")).abs() < 1e-9),
                "permuted" => prop_assert!((ratio - figure(&own, "own_bound") / figure(&own, "dynamic")).abs() < 1e-9),
                "longer" => {
                    prop_assert!(figure(&report, "growth") <= figure(&report, "next_growth") + 1e-9);
                    prop_assert!(figure(&report, "signals") >= figure(&report, "next_signals"));
                }
                _ => (),
            }
        }
    }

    #[test]
    fn searches_never_pass_the_bound(
        migration in any::<bool>(),
        seed in any::<u32>(),
        n in 2_u32..=4,
        k in 2_u32..=3,
    ) {
        let report = repeated(&json!({
            "topic": "search", "search": if migration { "migration" } else { "preemption" }, "tries": 60, "seed": seed,
            "search_processes": n, "search_computers": k, "search_machines": 3, "search_fewer": 0, "search_more": k - 1
        }));
        let score = figure(&report, "score");
        prop_assert!(score > 0.0 && score <= 1.0);
        let first = report.headline.contains("begins with reaches the bound");
        prop_assert_eq!(first || report.headline.contains("reaches the bound after"), score == 1.0);
        prop_assert_eq!(first, score == 1.0 && figure(&report, "tries") == 0.0);
        valid(worlds(&report));
        let best = report.charts[0].table().rows.len();
        prop_assert!(best >= 1);
    }

    #[test]
    fn a_candidate_with_each_row_on_a_line_of_its_own_is_a_program_of_its_share(seed in any::<u32>(), n in 2_u32..=4, k in 2_u32..=3) {
        let report = repeated(&json!({"topic": "search", "tries": 60, "seed": seed, "search_processes": n, "search_computers": k}));
        let told = " into “Program of your own”, each row on a line of its own.";
        prop_assert!(report.notes[0].ends_with(told), "{}", report.notes[0]);
        for row in &trial::table(&report, "steps").rows {
            let [_, _, share, candidate] = row.as_slice() else { unreachable!() };
            let share = share.exact();
            let (over, under) = share.split_once('/').unwrap_or((&share, "1"));
            let share = over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap();
            let own = run(&json!({
                "topic": "program", "phases": candidate.exact().replace(' ', "\n"),
                "own_computers": k, "own_processors": k, "own_delay": 0.0
            }));
            prop_assert!((figure(&own.unwrap(), "score") - share).abs() < 1e-5, "{:?}", row);
        }
    }

    #[test]
    fn surfaces_say_their_largest_value(size in 2_u32..=9, product in prop::sample::select(vec![0.0, 1e-17, 1e-13, 0.025, 0.3]), m in 2_u32..=90) {
        let report = repeated(&json!({"topic": "surface", "size": size, "product": product}));
        let mut largest: f64 = 0.0;
        for n in 1..=size.min(7) {
            for k in 1..=size.min(7) {
                let active = n.min(k);
                let bound = |parts: &Vec<u32>| thick(parts, active) + product * f64::from(active) * thin(parts);
                largest = largest.max(partitions(n, k, n).iter().map(bound).fold(f64::INFINITY, f64::min));
            }
        }
        let said = figure(&report, "largest");
        prop_assert!(said >= largest - 1e-9);
        if size <= 7 {
            prop_assert!((said - largest).abs() < 1e-9);
        }
        // Forbidding migration costs something as soon as signals do, or one computer has several of the active processes.
        prop_assert_eq!(report.headline.contains("costs nothing"), size == 2 && product == 0.0, "{}", report.headline);
        if size == 2 && product > 0.0 {
            prop_assert!(!report.headline.contains("as much in"), "{}", report.headline);
            let tiny = product < 1e-6;
            prop_assert_eq!(report.headline.contains("up to 1 + 2.00·10^−"), tiny, "{}", report.headline);
        }
        prop_assert!(report.headline.contains("10^") || rounds_to(said, times(&report.headline)), "{}", report.headline);
        // Beside signal costs, the surfaces without them and with half of them.
        let cheaper: &[(&str, f64)] = if product == 0.0 { &[] } else { &[("without", 0.0), ("half", product / 2.0)] };
        prop_assert_eq!(report.charts.len(), 2 + cheaper.len());
        for (key, cost) in cheaper {
            let alone = repeated(&json!({"topic": "surface", "size": size, "product": cost}));
            let heat = |report: &Report, key: &str| report.charts.iter().find(|chart| chart.key == key).unwrap().series.clone();
            prop_assert_eq!(heat(&report, key), heat(&alone, "surface"));
        }
        let report = repeated(&json!({"topic": "surface", "surface": "preemption", "surface_machines": m}));
        let largest = 2.0 * f64::from(m) / f64::from(m + 1);
        prop_assert!((figure(&report, "largest") - largest).abs() < 1e-9);
        prop_assert!(rounds_to(largest, times(&report.headline)));
        // All plateaus are in the table, or a note tells how many of them are.
        let shown = trial::table(&report, "plateaus").rows.len();
        let note = format!("The table shows the first {shown} of {} plateaus.", m - 1);
        prop_assert_eq!(shown == m as usize - 1, !report.notes.contains(&note), "{:?}", report.notes);
        let flat = (0..m).flat_map(|i| (i + 1..m).map(move |j| i + j < m)).filter(|flat| *flat).count();
        let pairs = m * (m - 1) / 2;
        prop_assert!((figure(&report, "flat") - flat as f64 / f64::from(pairs)).abs() < 1e-9);
    }
}

#[test]
fn a_bound_below_two_does_not_read_as_two() {
    let report = repeated(&json!({
        "topic": "equal-jobs", "machines": 400, "equal_jobs": 1000, "fewer": 0, "more": 399
    }));
    let bound = report.figures.iter().find(|figure| figure.key == "bound");
    let beside = bound.unwrap().beside.as_deref();
    assert_eq!(beside, Some("= 800/401 ≈ 1.995"));
    // One number has one form.
    for text in [&report.headline, &report.why] {
        assert!(text.contains("1\u{202f}000\u{a0}"), "{text}");
    }
}

#[test]
fn bounds_of_programs_and_of_jobs_are_not_compared() {
    use laboratory::Laboratory;
    use parameters::Parameters as _;
    let names = |topic: &str, parameter: &str, kind: &str| {
        let checked = bounds::Bounds::ABOUT
            .table
            .check(&json!({"topic": topic, parameter: kind}))
            .unwrap();
        let mut thick = <bounds::Bounds as Laboratory>::Cache::default();
        let ended = bounds::Bounds::run(
            &bounds::Parameters::from_values(&checked),
            &mut thick,
            &mut report::Silent,
        );
        let samples = ended.unwrap().1.into_iter();
        samples.map(|sample| sample.name).collect::<Vec<_>>()
    };
    for (topic, parameter) in [("surface", "surface"), ("search", "search")] {
        let [programs, jobs] =
            ["migration", "preemption"].map(|kind| names(topic, parameter, kind));
        assert!(
            programs.iter().all(|name| !jobs.contains(name)),
            "{programs:?}"
        );
    }
}

#[test]
fn a_ratio_below_its_bound_does_not_read_as_the_bound() {
    let report = repeated(&json!({
        "topic": "jobs", "jobs": "1000 1000 1001", "own_machines": 2, "own_fewer": 0, "own_more": 1
    }));
    let said = "take 1.3329 times as long as with 1 preemption; the bound is 1.3333";
    let headline = report.headline.replace('\u{a0}', " ");
    assert!(headline.ends_with(said), "{headline}");
}

#[test]
fn theorem_3_says_the_worked_example() {
    let report = repeated(&json!({"topic": "transformations"}));
    let rows: Vec<Vec<String>> = report.tables[0]
        .rows
        .iter()
        .map(|row| row.iter().map(report::table::Cell::exact).collect())
        .collect();
    assert_eq!(
        rows,
        [
            ["(P1, P2, P3)", "0", "6", "12", "0", "24", "24"],
            ["(P1, P2) (P3)", "2", "4", "8", "4", "16", "20"],
            ["(P1, P3) (P2)", "2", "6", "10", "10", "24", "30"],
            ["(P1) (P2, P3)", "2", "5", "8", "6", "20", "22"],
        ]
    );
    assert!(
        report.headline.contains("4 placements") || report.headline.contains("4\u{a0}placements")
    );
    assert!(report.headline.ends_with("with equality for 1"));
    // Figure 13, for three processes: 110 becomes 011 by exchanging the first with the third, and 110 by exchanging it with the second.
    let exchanges = report.tables.iter().find(|table| table.key == "exchanges");
    let rows: Vec<Vec<String>> = exchanges
        .unwrap()
        .rows
        .iter()
        .map(|row| row.iter().map(report::table::Cell::exact).collect())
        .collect();
    assert_eq!(
        rows,
        [
            ["110", "011", "110", "3", "3"],
            ["101", "101", "011", "2", "2"],
            ["011", "110", "101", "3", "3"],
        ]
    );
}

#[test]
fn the_printed_table_agrees_in_every_legible_cell() {
    let report = repeated(&json!({"topic": "table"}));
    assert_eq!(figure(&report, "agree"), 54.0);
    assert_eq!(figure(&report, "above"), 1.0);
    assert!(report.headline.starts_with("All 54 legible"));
    // Every computed cell beside a printed one.
    let (computed, printed) = (&report.tables[0], &report.tables[1]);
    let mut both = 0;
    for (one, other) in computed.rows.iter().zip(&printed.rows) {
        for (one, other) in one.iter().zip(other).skip(1) {
            if other.exact() != "–" {
                assert_eq!(one.exact(), other.exact());
                both += 1;
            }
        }
    }
    assert_eq!(both, 54);
}

#[test]
fn a_choice_of_measured_slots_shows_the_programs_with_slots_of_that_length() {
    let shown = |overlay: &str| -> Vec<String> {
        let values = json!({"topic": "table", "figure_row": 4, "overlay": overlay});
        let mut charts = run(&values).unwrap().charts.into_iter();
        let row = charts.find(|chart| chart.key == "row").unwrap();
        let dots = row.series.into_iter().filter_map(|series| match series {
            report::chart::Series::Scatter { name, .. } => Some(name),
            _ => None,
        });
        dots.collect()
    };
    let title = |slots: &str| format!("measured, w = {slots}");
    let [short, medium, long] = ["100", "1000", "10 000"].map(title);
    for (overlay, measured) in [
        ("all", vec![&short, &medium, &long]),
        ("short", vec![&short]),
        ("medium", vec![&medium]),
        ("long", vec![&long]),
        ("nothing", vec![]),
    ] {
        let dots = shown(overlay);
        assert_eq!(dots[0], "printed bound");
        assert_eq!(dots[1..].iter().collect::<Vec<_>>(), measured, "{overlay}");
    }
}

#[test]
fn parameters_that_count_signals_name_both_units() {
    use laboratory::Laboratory;
    for name in ["granularity", "product"] {
        let help = bounds::Bounds::ABOUT.table.find(name).unwrap().help;
        let both = "for each unit of work, or of time on the shared processors, as the unit of the granularity says";
        assert!(help.contains(both), "{help}");
    }
}

/// floor_c(m, n) from its definition: the largest ratio r such that c groups with whole numbers of processors and jobs keep it.
fn floor(m: u32, n: u32, c: u32) -> f64 {
    // A ratio a/b is kept if the largest Σ ⌈a·n_k/b⌉ over groups can be at most m: each group needs that many processors.
    let mut best: f64 = 0.0;
    for b in 1..=n {
        for a in 0..=m * b / n {
            // The least processors for jobs split into c groups.
            let need = |jobs: u32| (a * jobs).div_ceil(b);
            let mut least = vec![u32::MAX; n as usize + 1];
            least[0] = 0;
            for _ in 0..c {
                let mut next = vec![u32::MAX; n as usize + 1];
                for done in 0..=n {
                    if least[done as usize] == u32::MAX {
                        continue;
                    }
                    for jobs in 1..=n - done {
                        let at = &mut next[(done + jobs) as usize];
                        *at = (*at).min(least[done as usize] + need(jobs));
                    }
                }
                least = next;
            }
            if least[n as usize] <= m {
                best = best.max(f64::from(a) / f64::from(b));
            }
        }
    }
    best
}

/// The shortest makespan without preemption, by all assignments.
fn without_preemption(lengths: &[u32], machines: usize) -> u32 {
    fn place(lengths: &[u32], loads: &mut Vec<u32>) -> u32 {
        let Some((first, rest)) = lengths.split_first() else {
            return *loads.iter().max().unwrap();
        };
        (0..loads.len())
            .map(|lane| {
                loads[lane] += first;
                let found = place(rest, loads);
                loads[lane] -= first;
                found
            })
            .min()
            .unwrap()
    }
    place(lengths, &mut vec![0; machines])
}

#[test]
fn quantities_say_the_worked_examples() {
    use laboratory::Laboratory;
    let evaluate = |name: &str, parameters: Value| {
        let mut formulas = bounds::Bounds::FORMULAS.iter();
        let formula = formulas.find(|formula| formula.name == name).unwrap();
        formula.evaluate(&parameters).unwrap()
    };
    let close = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-5, "{value}");
    close(
        evaluate(
            "bounds.g",
            json!({"allocation": [5, 2, 1, 1], "processors": 4}),
        ),
        146.0 / 63.0,
    );
    close(
        evaluate("bounds.g_inf", json!({"computers": 4, "processors": 4})),
        17.0 / 8.0,
    );
    close(
        evaluate("bounds.rho", json!({"allocation": [3, 2, 2, 2]})),
        5.0 / 6.0,
    );
    let machine = json!({"processes": 9, "computers": 6, "processors": 6, "signal_delay": 1.0, "granularity": 0.5});
    close(evaluate("bounds.h", machine.clone()), 4.65476);
    let mut printed = machine;
    printed["printed"] = json!(true);
    close(evaluate("bounds.h", printed), 2.36310);
    close(
        evaluate(
            "bounds.h_allocation",
            json!({"allocation": [2, 1], "processors": 2, "signal_delay": 0.25, "granularity": 1.0}),
        ),
        5.0 / 3.0,
    );
    // Of more processes than exact fractions allow, the nearest doubles: g of 200 with 100 on each of two computers.
    close(
        evaluate(
            "bounds.h_allocation",
            json!({"allocation": [100, 100], "processors": 2, "signal_delay": 1.0, "granularity": 0.5}),
        ),
        298.0 / 199.0 + 100.0 / 199.0,
    );
    close(
        evaluate(
            "bounds.h_program",
            json!({"processes": 3, "computers": 2, "processors": 2, "signal_delay": 0.0, "shared_time": 3.0, "signals": 5}),
        ),
        4.0,
    );
    close(
        evaluate(
            "bounds.floor",
            json!({"numerator": 200, "denominator": 251, "ratios": 40}),
        ),
        11.0 / 14.0,
    );
    close(
        evaluate(
            "bounds.gain",
            json!({"machines": 200, "fewer": 100, "more": 150}),
        ),
        102.0 / 77.0,
    );
    close(
        evaluate(
            "bounds.braun_schmidt",
            json!({"machines": 200, "fewer": 50}),
        ),
        400.0 / 251.0,
    );
    close(
        evaluate(
            "bounds.mcnaughton",
            json!({"jobs": [7, 5, 4, 4, 3, 3, 2], "machines": 3}),
        ),
        28.0 / 3.0,
    );
    close(evaluate("bounds.graham", json!({"machines": 4})), 1.75);
    close(
        evaluate("bounds.graham_lpt", json!({"machines": 3})),
        11.0 / 9.0,
    );
    close(
        evaluate(
            "bounds.opposite",
            json!({"computers": 20, "processors": 10}),
        ),
        2.0,
    );
    // One process takes as long on a computer as on any number of processors.
    close(
        evaluate("bounds.opposite", json!({"computers": 5, "processors": 10})),
        1.0,
    );
    close(
        evaluate("bounds.multifit", json!({"bisections": 7})),
        13.0 / 11.0 + 1.0 / 128.0,
    );
    assert!(
        evaluate(
            "bounds.floor",
            json!({"numerator": 1, "denominator": 2, "ratios": 3})
        )
        .is_nan()
    );
}

/// The drawn search names the allocation where it ends: the best one of the headline, or another one that is as good.
#[test]
fn the_drawn_search_ends_where_its_legend_says() {
    let mut others = 0;
    for (n, k) in (2..=9_u32).flat_map(|n| (2..=4_u32).map(move |k| (n, k))) {
        let report = repeated(&json!({
            "processes": n, "computers": k, "alike": false, "processors": 2, "signal_delay": 0.5, "granularity": 1.0
        }));
        let best = &report.choice.as_ref().unwrap().which;
        let Some(chart) = report.charts.iter().find(|chart| chart.key == "branches") else {
            continue;
        };
        let report::chart::Series::Tree { kinds, nodes } = &chart.series[0] else {
            panic!("{chart:?}")
        };
        let leaf = nodes.iter().rfind(|node| node.kind == 0).unwrap();
        let (_, end) = leaf.detail.split_once(", ").unwrap();
        let told = match end == best {
            true => "towards the best allocation".to_owned(),
            false => format!("towards {end}, as good as {best}"),
        };
        others += u32::from(end != best);
        assert_eq!(kinds[0], told);
    }
    assert!(others > 0, "ties must be among them");
}

/// A program whose shortest schedule without migration is not proved.
const OPEN: &str = "P1: Work(13) Activate(e2) Work(21) Wait(e4) Work(13) Wait(e5)\nP2: Work(14) Activate(e4) Work(25) Activate(e5) Work(10) Wait(e7) Work(1) Activate(e8) Work(6) Activate(e9) Work(2) Wait(e10)\nP3: Work(4) Activate(e1) Work(18) Wait(e6) Work(22) Activate(e7) Work(2) Wait(e8) Work(4) Wait(e9)\nP4: Work(12) Wait(e3)\nP5: Work(17) Wait(e1) Work(25) Wait(e2) Work(16) Activate(e3) Work(28) Activate(e6) Work(1) Activate(e10)";

#[test]
fn a_step_that_is_not_proved_is_an_interval_as_the_program_is() {
    let of = |topic: &str, step: &str| {
        run(&json!({
            "topic": topic, "form": "text", "step": step, "program": OPEN, "own_computers": 2, "own_processors": 3, "own_delay": 2.5
        }))
        .unwrap()
    };
    let program = of("program", "all");
    let (before, _) = program.headline.split_once(" times as long").unwrap();
    let interval = before.strip_prefix("Your program takes ").unwrap();
    assert!(interval.contains(" to "), "{}", program.headline);
    let step = of("transformations", "program");
    let told = format!("Step 1 of 6: the program takes {interval} times as long");
    assert!(step.headline.starts_with(&told), "{}", step.headline);
    let beside = |report: &Report, key: &str| {
        let figure = report.figures.iter().find(|figure| figure.key == key);
        figure.unwrap().beside.clone()
    };
    let least = beside(&program, "static");
    assert_eq!(least.as_deref(), Some("= 283/2 ≈ 141.50, at least 134"));
    assert_eq!(beside(&step, "static"), least);
    for step in ["program", "apart", "slots"] {
        let report = of("transformations", step);
        let open = step != "slots";
        let headline = &report.headline;
        let (now, after) = headline.split_once(", after ").unwrap_or((headline, ""));
        assert_eq!(now.contains(" to "), open, "{headline}");
        // Work apart follows copies, which take as much longer as the program.
        assert_eq!(
            after == format!("{interval} times"),
            step == "apart",
            "{headline}"
        );
        assert_eq!(after.is_empty(), step == "program", "{headline}");
        assert_eq!(report.why.contains("found"), open, "{}", report.why);
        assert_eq!(
            beside(&report, "ratio").is_some_and(|text| text.contains("found")),
            open
        );
    }
}

/// The numbers by which scenarios are compared.
fn compared(values: &Value) -> Vec<(String, Vec<f64>)> {
    use laboratory::Laboratory;
    use parameters::Parameters as _;
    let checked = bounds::Bounds::ABOUT.table.check(values).unwrap();
    let mut thick = <bounds::Bounds as Laboratory>::Cache::default();
    let parameters = bounds::Parameters::from_values(&checked);
    let ended = bounds::Bounds::run(&parameters, &mut thick, &mut report::Silent);
    let samples = ended.unwrap().1.into_iter();
    samples
        .map(|sample| (sample.name.to_owned(), sample.values))
        .collect()
}

#[test]
fn a_suggested_parameter_changes_the_compared_number() {
    use laboratory::Laboratory;
    use parameters::Parameters as _;
    for values in [
        json!({"topic": "reallocation"}),
        json!({"topic": "preemption"}),
        json!({"topic": "equal-jobs"}),
        json!({"topic": "jobs"}),
        json!({"topic": "program"}),
        json!({"topic": "program", "signals": "1-2"}),
        json!({"topic": "program", "form": "text"}),
        json!({"topic": "surface"}),
        json!({"topic": "surface", "surface": "preemption"}),
        json!({"topic": "migration-cost"}),
        json!({"topic": "transformations"}),
        json!({"topic": "transformations", "step": "apart"}),
    ] {
        let checked = bounds::Bounds::ABOUT.table.check(&values).unwrap();
        let parameters = bounds::Parameters::from_values(&checked);
        let [one, other] = bounds::Bounds::suggestion(&parameters);
        // A comparison shows all numbers, a sweep the first.
        for (axis, beside, shown) in [(&one, &other, usize::MAX), (&other, &one, 1)] {
            // With some value of the other parameter, two values of this one differ.
            let changes = beside.values.iter().any(|fixed| {
                let at = |value: &Value| {
                    let mut values = values.clone();
                    values[&beside.parameter] = fixed.clone();
                    values[&axis.parameter] = value.clone();
                    compared(&values).into_iter().take(shown).collect()
                };
                let all: Vec<Vec<(String, Vec<f64>)>> = axis.values.iter().map(at).collect();
                let same = all.iter().all(|one| one[0].0 == all[0][0].0);
                assert!(same, "{values} {}", axis.parameter);
                all.iter().any(|one| *one != all[0])
            });
            assert!(changes, "{values} {}", axis.parameter);
        }
    }
}
