//! Completions and manual pages.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::fs;
use std::process::Command;

fn makespan(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_makespan"))
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn each_shell_completes_the_commands_and_their_flags() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = makespan(&["completions", shell]);
        for word in ["sweep", "slurm", "shard", "bounds.h"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let bash = tempfile::NamedTempFile::new().unwrap();
    fs::write(bash.path(), makespan(&["completions", "bash"])).unwrap();
    let asked = r#"source "$1"; COMP_WORDS=(makespan swe); COMP_CWORD=1; _makespan makespan swe makespan; echo "${COMPREPLY[@]}""#;
    let reply = Command::new("bash")
        .args(["-c", asked, "bash"])
        .arg(bash.path())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&reply.stdout).trim(), "sweep");
}

#[test]
fn the_manual_has_a_page_for_the_command_and_each_of_its_subcommands() {
    let page = makespan(&["man"]);
    assert!(page.contains(".TH makespan 1") && page.contains("sweep"));
    let folder = tempfile::tempdir().unwrap();
    makespan(&["man", "--out", folder.path().to_str().unwrap()]);
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    for name in [
        "makespan.1",
        "makespan-run.1",
        "makespan-sweep.1",
        "makespan-slurm.1",
    ] {
        assert!(names.iter().any(|one| one == name), "{names:?}");
    }
    let page = fs::read_to_string(folder.path().join("makespan-sweep.1")).unwrap();
    assert!(page.contains("\\-\\-shard"), "{page}");
}
