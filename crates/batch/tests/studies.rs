//! Studies on many threads, in shards, interrupted and spoilt: the same bytes every time.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use arrow_array::{Array as _, Float64Array, Int64Array, StringArray};
use batch::{Error, Shard, Told, journal, merge, plan, work};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use study::Plan;
use tempfile::TempDir;
use trace::random::Random;

const PLAN: &str = r#"
plan = 1
preset = "bursts-replicate"
change = { iterations = 20 }
replications = 3

[[axes]]
parameter = "processors"
values = [4, 6, 8]

[[axes]]
parameter = "copies"
values = [1, 2, 3]

[keep]
tables = ["strategies"]
"#;

fn small() -> Plan {
    plan::parse(PLAN).unwrap()
}

fn go_on(_: Told) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// All files of a folder but its journal, whose lines stand in the order in which points finished.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut out = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name != journal::NAME {
            out.insert(name, fs::read(path).unwrap());
        }
    }
    out
}

/// The undisturbed run on one thread.
fn whole(plan: &Plan) -> (TempDir, BTreeMap<String, Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    let told = work(plan, Shard::WHOLE, 1, folder.path(), &mut go_on).unwrap();
    assert_eq!((told.done, told.all, told.refused), (9, 9, 2));
    let files = files(folder.path());
    let names: Vec<_> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "plan.json",
            "points.csv",
            "points.parquet",
            "runs.csv",
            "runs.parquet",
            "table-strategies.csv",
            "table-strategies.parquet",
        ]
    );
    (folder, files)
}

#[test]
fn threads_and_shards_leave_no_trace() {
    let plan = small();
    let (_folder, whole) = whole(&plan);
    for threads in [2, 5] {
        let folder = tempfile::tempdir().unwrap();
        work(&plan, Shard::WHOLE, threads, folder.path(), &mut go_on).unwrap();
        assert!(files(folder.path()) == whole, "{threads} threads");
    }
    for of in [1, 2, 4, 12] {
        let folder = tempfile::tempdir().unwrap();
        let mut shards: Vec<PathBuf> = Vec::new();
        // The last shard comes first: the order of folders does not count.
        for number in (1..=of).rev() {
            let path = folder.path().join(number.to_string());
            work(&plan, Shard { number, of }, 2, &path, &mut go_on).unwrap();
            shards.push(path);
        }
        let merged = folder.path().join("merged");
        let (_, refused) = merge(&shards, &merged).unwrap();
        assert_eq!(refused, 2);
        assert!(files(&merged) == whole, "{of} shards");
    }
}

#[test]
fn what_was_cut_off_or_spoilt_is_done_again_and_nothing_else() {
    let plan = small();
    let (folder, whole) = whole(&plan);
    let journal = folder.path().join(journal::NAME);
    let bytes = fs::read(&journal).unwrap();
    let lines: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] == b'\n').collect();
    let mut random = Random::new(7);
    for case in 0..40 {
        let again = tempfile::tempdir().unwrap();
        let mut kept = bytes.clone();
        let at = random.below(bytes.len() as u64) as usize;
        // The number of intact lines without the first one, which is no point.
        let expected = match case % 2 {
            0 => {
                kept.truncate(at);
                lines
                    .iter()
                    .filter(|end| **end < at)
                    .count()
                    .saturating_sub(1)
            }
            _ => {
                kept[at] ^= 1 << random.below(7);
                let line = lines.iter().filter(|end| **end < at).count();
                match line {
                    // Without its first line the journal is empty.
                    0 => 0,
                    _ => lines.len() - 2,
                }
            }
        };
        fs::write(again.path().join(journal::NAME), &kept).unwrap();
        let mut first = None;
        let mut tell = |told: Told| {
            first.get_or_insert(told.done);
            ControlFlow::Continue(())
        };
        work(&plan, Shard::WHOLE, 2, again.path(), &mut tell).unwrap();
        // A lost line break joins two lines, and the points of both run again.
        let joined = case % 2 == 1 && lines.contains(&at);
        if !joined {
            assert_eq!(first, Some(expected as u64), "byte {at} of {}", bytes.len());
        }
        assert!(files(again.path()) == whole, "byte {at}");
    }
}

#[test]
fn a_study_that_is_stopped_goes_on() {
    let plan = small();
    let (_folder, whole) = whole(&plan);
    let folder = tempfile::tempdir().unwrap();
    for most in [0, 2, 5] {
        let mut tell = |told: Told| match told.done >= most {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let told = work(&plan, Shard::WHOLE, 2, folder.path(), &mut tell).unwrap();
        assert_eq!(told.done, most);
        assert!(!folder.path().join("runs.parquet").exists());
    }
    work(&plan, Shard::WHOLE, 2, folder.path(), &mut go_on).unwrap();
    assert!(files(folder.path()) == whole);
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let plan = small();
    let folder = tempfile::tempdir().unwrap();
    let shard = |plan: &Plan, number, name: &str| {
        let path = folder.path().join(name);
        work(plan, Shard { number, of: 2 }, 1, &path, &mut go_on).unwrap();
        path
    };
    let [one, two] = [shard(&plan, 1, "one"), shard(&plan, 2, "two")];
    let again = shard(&plan, 1, "again");
    let other = plan::parse(&PLAN.replace("iterations = 20", "iterations = 21")).unwrap();
    let other = shard(&other, 2, "other");
    let out = folder.path().join("out");
    let refused = |shards: &[&PathBuf]| {
        let shards: Vec<PathBuf> = shards.iter().map(|path| (*path).clone()).collect();
        merge(&shards, &out).unwrap_err().to_string()
    };
    let missing = refused(&[&one]);
    assert!(
        missing.starts_with("4 of 9 points are missing, the first is 1;"),
        "{missing}"
    );
    let twice = refused(&[&one, &two, &again]);
    assert!(
        twice.starts_with("point ") && twice.contains("stands in"),
        "{twice}"
    );
    let foreign = refused(&[&one, &other]);
    assert!(
        foreign.contains("this belongs to another plan"),
        "{foreign}"
    );
    let header = fs::read_to_string(two.join(journal::NAME)).unwrap();
    let newer = header.replace(env!("CARGO_PKG_VERSION"), "9.9.9");
    fs::write(two.join(journal::NAME), newer).unwrap();
    // Its first line does not match its digits any more.
    assert!(refused(&[&one, &two]).contains("this is no journal of a study"));
    assert!(!out.exists(), "nothing is written before all is right");
    let wrong = work(&plan, Shard::WHOLE, 1, &one, &mut go_on)
        .unwrap_err()
        .to_string();
    assert!(wrong.contains("this is shard 1/2, not 1/1"), "{wrong}");
    assert!(matches!(
        merge(&[folder.path().join("none")], &out),
        Err(Error::File { .. })
    ));
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    assert!(refused(&[&empty]).ends_with("empty has no plan.json: this is no shard of a study"));
}

#[test]
fn two_programs_do_not_write_on_one_journal() {
    let plan = small();
    let folder = tempfile::tempdir().unwrap();
    let mut inner = None;
    let mut tell = |_: Told| {
        inner.get_or_insert_with(|| {
            work(&plan, Shard::WHOLE, 1, folder.path(), &mut go_on)
                .unwrap_err()
                .to_string()
        });
        ControlFlow::Continue(())
    };
    work(&plan, Shard::WHOLE, 1, folder.path(), &mut tell).unwrap();
    assert!(inner.unwrap().contains("another sweep writes here"));
}

#[test]
fn parquet_holds_what_csv_says_with_units_and_titles() {
    let plan = small();
    let (folder, _) = whole(&plan);
    let open = |name: &str| {
        let file = File::open(folder.path().join(name)).unwrap();
        ParquetRecordBatchReaderBuilder::try_new(file).unwrap()
    };
    let runs = open("runs.parquet");
    let schema = runs.schema().clone();
    let copies = schema.field_with_name("copies").unwrap();
    assert!(copies.metadata()["title"].contains("opies"), "{copies:?}");
    let iteration = schema.field_with_name("time_per_iteration");
    assert!(iteration.is_err() || iteration.unwrap().metadata()["unit"] == "ms");
    let about = runs
        .metadata()
        .file_metadata()
        .key_value_metadata()
        .unwrap();
    let about = about.iter().find(|one| one.key == "makespan").unwrap();
    assert!(about.value.as_ref().unwrap().contains(&plan.digest()));
    let mut csv = csv::Reader::from_path(folder.path().join("runs.csv")).unwrap();
    let names = csv.headers().unwrap().clone();
    let mut records = csv.records();
    let mut rows = 0;
    for batch in runs.build().unwrap() {
        let batch = batch.unwrap();
        for row in 0..batch.num_rows() {
            rows += 1;
            let record = records.next().unwrap().unwrap();
            for (name, cell) in names.iter().zip(&record) {
                let column = batch.column_by_name(name).unwrap();
                assert_eq!(column.is_null(row), cell.is_empty(), "{name}");
                if column.is_null(row) {
                    continue;
                }
                if let Some(numbers) = column.as_any().downcast_ref::<Float64Array>() {
                    assert_eq!(
                        numbers.value(row).to_bits(),
                        cell.parse::<f64>().unwrap().to_bits()
                    );
                } else if let Some(numbers) = column.as_any().downcast_ref::<Int64Array>() {
                    assert_eq!(numbers.value(row), cell.parse::<i64>().unwrap());
                } else {
                    let texts = column.as_any().downcast_ref::<StringArray>().unwrap();
                    assert_eq!(texts.value(row), cell);
                }
            }
        }
    }
    assert_eq!(rows, 7 * 3, "seven points with three runs each");
    assert!(records.next().is_none());
}

#[test]
fn plans_come_as_toml_and_as_json() {
    let plan = small();
    let json = plan.json().to_string();
    assert_eq!(plan::parse(&json).unwrap().digest(), plan.digest());
    let refused = |text: &str| plan::parse(text).unwrap_err().to_string();
    assert!(refused("plan = 1\npreset = ").starts_with("this is not TOML: "));
    assert!(refused("plan = 1\npreset = ").ends_with("(line 2)"));
    assert!(refused("{\"plan\": 1, \"plan\": 1}").contains("stands twice"));
    let path = tempfile::tempdir().unwrap().path().join("none.toml");
    assert!(
        plan::read(&path)
            .unwrap_err()
            .to_string()
            .contains("none.toml")
    );
}

#[test]
fn shards_deal_every_point_once() {
    for (of, points) in [(1, 5), (3, 10), (7, 3)] {
        let mut all: Vec<u64> = (1..=of)
            .flat_map(|number| Shard { number, of }.places(points))
            .collect();
        all.sort_unstable();
        assert_eq!(all, (0..points).collect::<Vec<_>>());
    }
    for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "1/1000000"] {
        let said = wrong.parse::<Shard>().unwrap_err();
        assert!(
            said.contains(wrong) && said.contains("allowed: i/n"),
            "{said}"
        );
    }
    assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
}

#[test]
fn what_a_killed_writer_left_goes_and_what_another_one_writes_stays() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let others = [
        "table.csv.part",
        "table.csv.old.part",
        "other.csv.7.part",
        "table.csv.7",
    ];
    for name in others
        .iter()
        .chain(&["table.csv.123.part", "table.csv.5.part"])
    {
        fs::write(at(name), "half").unwrap();
    }
    // One writer has just begun, and another one writes.
    fs::write(at("table.csv.6.part"), "").unwrap();
    let living = fs::OpenOptions::new()
        .write(true)
        .open(at("table.csv.5.part"));
    let living = living.unwrap();
    living.lock().unwrap();
    batch::file::Whole::begin(&at("table.csv"))
        .unwrap()
        .end()
        .unwrap();
    let names = |dir: &Path| {
        let all = fs::read_dir(dir).unwrap();
        let names = all.map(|one| one.unwrap().file_name().into_string().unwrap());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    let mut stays: std::collections::BTreeSet<_> = others.map(str::to_owned).into();
    stays.extend(["table.csv", "table.csv.5.part", "table.csv.6.part"].map(str::to_owned));
    assert_eq!(names(folder.path()), stays);
    drop(living);
    batch::file::check(&at("table.csv")).unwrap();
    assert!(!at("table.csv.5.part").exists());
}
