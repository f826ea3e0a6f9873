//! An exported study is run again and compared.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn makespan(arguments: &[&str]) -> Output {
    let command = env!("CARGO_BIN_EXE_makespan");
    Command::new(command).args(arguments).output().unwrap()
}

fn verify(path: &Path) -> Output {
    makespan(&["verify", path.to_str().unwrap()])
}

fn said(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// Writes a study of one run, as the page does; its list.
fn study(folder: &Path) -> Value {
    let place = folder.join("runs/01");
    fs::create_dir_all(&place).unwrap();
    let scenario = place.join("scenario.makespan.json");
    let link = "#p=bursts-replicate&runs=3&iterations=40";
    let ran = makespan(&["run", link, "--save", scenario.to_str().unwrap()]);
    assert!(ran.status.success());
    let text = fs::read(&scenario).unwrap();
    let saved: Value = serde_json::from_slice(&text).unwrap();
    let sum = base16ct::lower::encode_string(&Sha256::digest(&text));
    let list = json!({
        "study": 1,
        "question": "Do copies pay?",
        "runs": [{"folder": "runs/01", "note": "", "run": {
            "laboratory": "Replication",
            "headline": "Two copies are faster",
            "fingerprint": saved["result"]["fingerprint"],
            "version": saved["result"]["version"],
        }}],
        "files": {"runs/01/scenario.makespan.json": sum},
    });
    write(folder, &list);
    list
}

fn write(folder: &Path, list: &Value) {
    fs::write(folder.join("study.json"), list.to_string()).unwrap();
}

#[test]
fn a_folder_and_an_archive_of_it_reproduce() {
    let folder = tempfile::tempdir().unwrap();
    study(folder.path());
    let (out, _) = said(&verify(folder.path()));
    assert!(
        out.starts_with("Do copies pay?\n\n1. reproduces: Two copies are faster (Replication)\n")
    );
    assert!(out.ends_with("\n1 of 1\u{a0}run reproduced\n"), "{out}");
    let archive = folder.path().join("a.zip");
    let mut zip = ZipWriter::new(File::create(&archive).unwrap());
    for name in ["study.json", "runs/01/scenario.makespan.json"] {
        zip.start_file(format!("study/{name}"), SimpleFileOptions::default())
            .unwrap();
        zip.write_all(&fs::read(folder.path().join(name)).unwrap())
            .unwrap();
    }
    zip.finish().unwrap();
    let ran = verify(&archive);
    assert!(ran.status.success());
    assert_eq!(said(&ran).0, out);
}

#[test]
fn another_fingerprint_and_another_file_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut list = study(folder.path());
    list["runs"][0]["run"]["fingerprint"] = json!("0".repeat(64));
    list["runs"][0]["run"]["version"] = json!("0.0.9");
    write(folder.path(), &list);
    let ran = verify(folder.path());
    assert_eq!(ran.status.code(), Some(1));
    let (out, error) = said(&ran);
    assert!(out.contains("1. differs: Two copies are faster"), "{out}");
    assert!(
        out.contains("the fingerprint 000000000000… of version 0.0.9"),
        "{out}"
    );
    assert!(error.contains("not reproduced: 1\u{a0}run"), "{error}");

    let list = study(folder.path());
    let scenario = folder.path().join("runs/01/scenario.makespan.json");
    let text = fs::read_to_string(&scenario).unwrap();
    fs::write(&scenario, format!("{text} ")).unwrap();
    write(folder.path(), &list);
    let ran = verify(folder.path());
    assert_eq!(ran.status.code(), Some(1));
    let (out, error) = said(&ran);
    assert!(
        out.contains("runs/01/scenario.makespan.json: not as it was exported"),
        "{out}"
    );
    assert!(out.contains("1. reproduces"), "{out}");
    assert!(
        error.contains("changed since the export: 1\u{a0}file"),
        "{error}"
    );
}

#[test]
fn what_is_no_study_or_leads_elsewhere_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |said_: &str| {
        let ran = verify(folder.path());
        let (_, error) = said(&ran);
        assert_eq!(ran.status.code(), Some(2), "{error}");
        assert!(error.contains(said_), "{error}");
    };
    refused("has no study.json: this is no exported study");
    let mut list = study(folder.path());
    for (change, words) in [
        (json!({"study": 7}), "study 7; allowed: 1"),
        (json!({"runs": 3}), "study.json: invalid type"),
        (
            json!({"files": {"../a": ""}}),
            "“../a” is no file within the study",
        ),
        (
            json!({"files": {"/etc/hosts": ""}}),
            "“/etc/hosts” is no file within the study",
        ),
    ] {
        let mut other = list.clone();
        other
            .as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        write(folder.path(), &other);
        refused(words);
    }
    list["runs"][0]["folder"] = json!("../..");
    write(folder.path(), &list);
    let (out, _) = said(&verify(folder.path()));
    assert!(
        out.contains(
            "It has no result: “../../scenario.makespan.json” is no file within the study"
        ),
        "{out}"
    );
    let file = folder.path().join("study.json");
    let ran = verify(&file);
    assert_eq!(ran.status.code(), Some(2));
    assert!(said(&ran).1.contains("neither a folder nor an archive"));
}

#[test]
fn a_certificate_is_written_and_checked_and_a_forged_one_proves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ruler.json");
    let path = file.to_str().unwrap();
    let link = "#p=recovery-search-ruler&sought_marks=8";
    let ran = makespan(&["run", link, "--certificate", path]);
    assert!(ran.status.success());
    let checked = verify(&file);
    let (out, complaint) = said(&checked);
    assert!(checked.status.success(), "{complaint}");
    let proved = "proved: The shortest ruler with 8 marks is 34 long\n";
    assert!(out.starts_with(proved), "{out}");
    let size = fs::metadata(&file).unwrap().len();
    let ends = format!("s; the certificate has {size}\u{a0}bytes.\n");
    assert!(out.ends_with(&ends), "{out}");

    let right = fs::read_to_string(&file).unwrap();
    let forged = [
        ("7,10,2]", "7,10,24]", 1, "there is a better one: 0, 1, "),
        ("7,10,2]", "7,10,1]", 1, "two distances of the ruler with 8"),
        (
            "\":1,",
            "\":2,",
            2,
            "it has form 2; this program reads form 1",
        ),
        (
            "rulers",
            "ruler",
            2,
            "it is no certificate: unknown variant",
        ),
    ];
    for (from, to, code, why) in forged {
        let text = right.replace(from, to);
        assert_ne!(text, right);
        fs::write(&file, text).unwrap();
        let checked = verify(&file);
        let (out, complaint) = said(&checked);
        let ended = (checked.status.code(), out.as_str());
        assert_eq!(ended, (Some(code), ""), "{complaint}");
        let why = format!("{path} proves nothing: {why}");
        assert!(complaint.contains(&why), "{complaint}");
    }

    let none = makespan(&["run", "#p=search-jobs&tries=9", "--certificate", path]);
    assert_eq!(none.status.code(), Some(2));
    assert!(said(&none).1.contains("this run finds no optimum"));
}
