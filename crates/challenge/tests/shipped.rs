//! The challenges of the project: each passes its check, and the numbers in its text are true.

use challenge::shipped::SHIPPED;
use challenge::{Challenge, Contest, Ranking, parse};
use report::Silent;

use crate::came;

fn read(name: &str) -> Challenge {
    let one = SHIPPED.iter().find(|one| one.name == name).unwrap();
    parse(one.text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
}

/// The built-in ways alone, in the public cases.
fn ranked(challenge: &Challenge) -> Ranking {
    let contest = Contest::new(challenge, [], challenge.public.clone());
    let ran = came(&contest);
    Ranking::of(challenge, &contest, &ran).unwrap()
}

#[test]
fn each_passes_its_check() {
    for one in SHIPPED {
        let checked = read(one.name).check(came);
        assert_eq!(checked, Ok(()), "{}", one.name);
    }
}

#[test]
fn the_folder_has_the_challenges_of_the_list() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/challenges");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            entry
                .unwrap()
                .path()
                .file_stem()
                .unwrap()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let mut names: Vec<&str> = SHIPPED.iter().map(|one| one.name).collect();
    files.sort();
    names.sort_unstable();
    assert_eq!(files, names);
}

#[test]
fn the_challenge_of_replication_says_what_ours_and_hindsight_reach() {
    const WEIGHED: &str = include_str!("../../replication/strategies/weighed.rhai");
    let challenge = read("balance-or-copy");
    let said = |number: f64| challenge.markdown.contains(&format!("`{number:.2}`"));
    let contest = Contest::new(
        &challenge,
        [("Ours".to_owned(), WEIGHED)],
        challenge.public.clone(),
    );
    let ran = came(&contest);
    let ranking = Ranking::of(&challenge, &contest, &ran).unwrap();
    let score = |name: &str| {
        let row = ranking.rows.iter().find(|row| row.name == name).unwrap();
        row.score.unwrap()
    };
    let ours = score("Ours");
    assert!(
        said(score("Adaptive")) && said(ours),
        "{} {ours}",
        score("Adaptive")
    );
    // No other built-in way is better, and ours is not worse.
    let built_in = ranking.rows.iter().filter(|row| row.name != "Ours");
    let built_in = built_in.filter_map(|row| row.score);
    assert_eq!(built_in.fold(0.0, f64::max), score("Adaptive"));
    assert!(ours > score("Adaptive"));
    // A bound that no choice exceeds, from the table of all strategies.
    let bounds = challenge.public.iter().map(|case| {
        let scenario = challenge.scenario.having(case).unwrap();
        let report = playground::run(&scenario, &mut Silent).unwrap();
        let rows = &report.tables[0].rows;
        let bound = rows
            .iter()
            .find(|row| row[0].text().starts_with("Best choice in hindsight"));
        bound.unwrap()[1]
            .text()
            .split(' ')
            .next()
            .unwrap()
            .parse::<f64>()
            .unwrap()
    });
    let bound = bounds.sum::<f64>() / challenge.public.len() as f64;
    assert!(said(bound), "{bound}");
}

#[test]
fn the_open_challenge_says_what_our_best_reaches_and_none_of_ours_is_better() {
    let challenge = read("many-crashes");
    let ranking = ranked(&challenge);
    let best = ranking.row(0).unwrap();
    assert_eq!((best.name.as_str(), best.place), ("Native modulo", 1));
    let least = ranking
        .rows
        .iter()
        .filter_map(|row| row.score)
        .fold(f64::INFINITY, f64::min);
    assert_eq!(best.score, Some(least));
    assert!(
        challenge.markdown.contains(&format!("`{least:.1}`")),
        "{least}"
    );
    // The bound of each case, from the table of worst loads.
    let bounds = challenge.public.iter().map(|case| {
        let mut changes = case.clone();
        let crashes = changes.remove("crashes").unwrap().as_u64().unwrap();
        changes.insert("topic".into(), "vectors".into());
        changes.insert("compared".into(), "none".into());
        let scenario = challenge.scenario.having(&changes).unwrap();
        let report = playground::run(&scenario, &mut Silent).unwrap();
        let table = &report.tables[0];
        let row = &table.rows[0];
        assert_eq!(row[0].text(), "lower bound of turned lists");
        row[usize::try_from(crashes).unwrap()]
            .text()
            .parse::<f64>()
            .unwrap()
    });
    let bound = bounds.sum::<f64>() / challenge.public.len() as f64;
    assert!(
        challenge.markdown.contains(&format!("`{bound:.1}`")),
        "{bound}"
    );
    assert!(bound < least);
}

#[test]
fn the_challenge_of_a_changing_grid_says_what_our_best_reach_and_that_nothing_tells_them_apart() {
    let challenge = read("changing-grid");
    let ours = include_str!("../../adaptation/strategies/replace.rhai");
    let contest = Contest::new(
        &challenge,
        [("Ours".into(), ours)],
        challenge.public.clone(),
    );
    let ranking = Ranking::of(&challenge, &contest, &came(&contest)).unwrap();
    let place = |name: &str| {
        let row = ranking.rows.iter().find(|row| row.name == name).unwrap();
        let saved = 100.0 * row.score.unwrap();
        let said = format!("`{saved:.1} %`");
        assert!(challenge.markdown.contains(&said), "{name}: {said}");
        row.place
    };
    assert_eq!(["Ours", "Hill climbing"].map(place), [1, 1]);
    let first = ranking.rows.iter().filter(|row| row.place == 1);
    assert_eq!(first.count(), 2);
}

#[test]
fn a_load_that_ends_is_done_sooner_in_short_rounds() {
    let ranking = ranked(&read("last-chunks"));
    let place = |name: &str| {
        let row = ranking.rows.iter().find(|row| row.name == name).unwrap();
        row.place
    };
    assert!(place("AS4DR in short rounds") < place("AS4DR"));
    // There is room for a better strategy: the best is neither of these two.
    assert!(place("OLMR, first come, first served") < place("AS4DR in short rounds"));
}
