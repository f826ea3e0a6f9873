//! Studies as jobs under Slurm: the scripts, and a real cluster of one machine.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "helpers of a test may stop it, and a test that is skipped says so"
)]

use std::env;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use expect_test::expect;

const PLAN: &str = r#"
plan = 1
preset = "bursts-replicate"
change = { iterations = 1000, copies = 1 }
replications = 100

[[axes]]
parameter = "processors"
from = 5
to = 16
number = 12

[[axes]]
parameter = "problem_size"
from = 0.1
to = 5
number = 8
scale = "log"
"#;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

fn makespan(arguments: &[&dyn AsRef<std::ffi::OsStr>]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_makespan"));
    for argument in arguments {
        command.arg(argument.as_ref());
    }
    command.output().unwrap()
}

#[test]
fn the_scripts_share_a_plan_out_and_put_it_together_after_all_is_well() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.toml");
    fs::write(&plan, PLAN).unwrap();
    let study = folder.path().join("it's a study");
    let said = makespan(&[
        &"slurm",
        &plan,
        &"--shards",
        &"8",
        &"--cores",
        &"2",
        &"--program",
        &"/opt/makespan",
        &"--out",
        &study,
    ]);
    assert!(done(&said).starts_with("sh "));
    let script = |name: &str| {
        let text = fs::read_to_string(study.join(name)).unwrap();
        text.replace(&folder.path().display().to_string(), "HERE")
    };
    expect![[r#"
        #!/bin/sh
        #SBATCH --job-name=makespan-sweep
        #SBATCH --ntasks=1
        #SBATCH --cpus-per-task=2
        #SBATCH --requeue
        #SBATCH --open-mode=append
        #SBATCH --array=1-8
        # A shard that is requeued goes on where its journal ends.
        exec '/opt/makespan' sweep 'HERE/it'\''s a study'/plan.json --shard "$SLURM_ARRAY_TASK_ID/8" --threads 2 \
            --out 'HERE/it'\''s a study'/shards/"$SLURM_ARRAY_TASK_ID-of-8"
    "#]]
    .assert_eq(&script("sweep.sbatch"));
    expect![[r#"
        #!/bin/sh
        #SBATCH --job-name=makespan-merge
        #SBATCH --ntasks=1
        #SBATCH --cpus-per-task=1
        #SBATCH --requeue
        #SBATCH --open-mode=append
        exec '/opt/makespan' merge 'HERE/it'\''s a study'/shards/*-of-8 --out 'HERE/it'\''s a study'
    "#]]
    .assert_eq(&script("merge.sbatch"));
    expect![[r#"
        #!/bin/sh
        # Submits all jobs, with options such as --partition=NAME and --time=HOURS:00:00 for each.
        # After a failure, submit again: shards that are done end at once.
        set -eu
        mkdir -p 'HERE/it'\''s a study'/logs
        array=$(sbatch --parsable "$@" --output='HERE/it'\''s a study'/logs/sweep-%A-%a.txt 'HERE/it'\''s a study'/sweep.sbatch)
        merge=$(sbatch --parsable "$@" --output='HERE/it'\''s a study'/logs/merge-%j.txt --dependency="afterok:${array%%;*}" \
            --kill-on-invalid-dep=yes 'HERE/it'\''s a study'/merge.sbatch)
        echo "shards: job ${array%%;*}, merge: job ${merge%%;*}"
    "#]]
    .assert_eq(&script("submit.sh"));
}

#[test]
fn more_shards_than_points_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.toml");
    fs::write(&plan, PLAN).unwrap();
    let study = folder.path().join("study");
    let refused = makespan(&[&"slurm", &plan, &"--shards", &"97", &"--out", &study]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        text(&refused.stderr),
        "error: 97 shards of 96 points; allowed: 1 to 96\n"
    );
    assert!(!study.exists());
}

#[test]
fn a_requeued_and_a_failed_shard_leave_the_result_of_one_machine() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.toml");
    fs::write(&plan, PLAN).unwrap();
    let [alone, shared] = ["alone", "shared"].map(|name| folder.path().join(name));
    done(&makespan(&[&"sweep", &plan, &"--out", &alone]));
    done(&makespan(&[
        &"slurm",
        &plan,
        &"--shards",
        &"4",
        &"--out",
        &shared,
    ]));

    // The third shard fails: where its folder should be, there is a file.
    let obstacle = shared.join("shards/3-of-4");
    fs::create_dir_all(shared.join("shards")).unwrap();
    fs::write(&obstacle, "").unwrap();
    let submitted = cluster.submit(&shared);
    // The first shard is requeued while it runs.
    let journal = shared.join("shards/1-of-4/journal.txt");
    cluster.until("the first shard runs", || lines(&journal) > 2);
    let first = format!("{submitted}_1");
    done(
        &cluster
            .command("scontrol")
            .args(["requeue", &first])
            .output()
            .unwrap(),
    );
    cluster.until("it is queued again", || {
        let reason = cluster
            .command("squeue")
            .args(["--noheader", "--job", &first, "--format=%r"])
            .output();
        text(&reason.unwrap().stdout).trim() == "BeginTime"
    });
    // Slurm lets it wait for two minutes, as a broken machine may need.
    let now = ["update", &format!("jobid={first}"), "StartTime=now"];
    done(&cluster.command("scontrol").args(now).output().unwrap());
    cluster.until("no job is left", || cluster.jobs().is_empty());
    let log = fs::read_to_string(shared.join(format!("logs/sweep-{submitted}-1.txt"))).unwrap();
    assert!(log.contains("points were done before"), "{log}");
    let log = fs::read_to_string(shared.join(format!("logs/sweep-{submitted}-3.txt"))).unwrap();
    assert!(log.contains("error: "), "{log}");
    assert!(
        !shared.join("runs.parquet").exists(),
        "merged in spite of the failure"
    );

    fs::remove_file(&obstacle).unwrap();
    let again = cluster.submit(&shared);
    cluster.until("no job is left", || cluster.jobs().is_empty());
    let log = fs::read_to_string(shared.join(format!("logs/sweep-{again}-2.txt"))).unwrap();
    assert!(
        log.contains("note: 24 of 24 points were done before"),
        "{log}"
    );
    for name in ["runs.parquet", "runs.csv", "points.parquet", "points.csv"] {
        let [own, theirs] = [&alone, &shared].map(|folder| fs::read(folder.join(name)).unwrap());
        assert!(own == theirs, "{name}");
    }
}

/// How many points a journal has.
fn lines(journal: &Path) -> usize {
    let journal = fs::read(journal).unwrap_or_default();
    let lines = journal.iter().filter(|byte| **byte == b'\n').count();
    lines.saturating_sub(1)
}

/// A cluster of this machine, which ends with the test.
struct Cluster {
    folder: tempfile::TempDir,
    servers: Vec<Child>,
}

impl Cluster {
    /// Starts a cluster; names the missing program where there is none.
    fn start() -> Option<Self> {
        let programs = [
            "munged",
            "slurmctld",
            "slurmd",
            "sbatch",
            "scontrol",
            "squeue",
        ];
        let missing: Vec<_> = programs
            .into_iter()
            .filter(|name| program(name).is_none())
            .collect();
        if !missing.is_empty() {
            eprintln!(
                "skipped: this machine has no {} (Debian: apt-get install slurmctld slurmd slurm-client munge)",
                missing.join(", ")
            );
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        if fs::metadata(folder.path()).unwrap().uid() != 0 {
            eprintln!("skipped: only root can start slurmd");
            return None;
        }
        // Nothing else has these two ports now.
        let free = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let [controller, node] = free.map(|one| one.local_addr().unwrap().port().to_string());
        let host = done(&Command::new("hostname").arg("-s").output().unwrap());
        let path = folder.path().display().to_string();
        let conf = include_str!("slurm.conf.in")
            .replace("@HOST@", host.trim())
            .replace("@CONTROLLER@", &controller)
            .replace("@NODE@", &node)
            .replace("@DIR@", &path);
        fs::write(folder.path().join("slurm.conf"), conf).unwrap();
        for name in ["state", "spool"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let key = folder.path().join("munge.key");
        fs::write(&key, [7; 64]).unwrap();
        fs::set_permissions(&key, fs::Permissions::from_mode(0o400)).unwrap();
        let mut cluster = Self {
            folder,
            servers: Vec::new(),
        };
        let at = |name: &str| format!("{path}/{name}");
        let munge = ["key", "pid", "log", "seed"]
            .map(|kind| format!("--{kind}-file={}", at(&format!("munge.{kind}"))));
        let socket = format!("--socket={}", at("munge.socket"));
        cluster.serve(
            "munged",
            &[
                &["--force", "--foreground", &socket],
                &munge.each_ref().map(String::as_str)[..],
            ]
            .concat(),
        );
        cluster.until("munged answers", || Path::new(&at("munge.socket")).exists());
        let conf = at("slurm.conf");
        cluster.serve("slurmctld", &["-D", "-f", &conf]);
        cluster.serve("slurmd", &["-D", "-f", &conf, "-N", host.trim()]);
        cluster.until("a machine is idle", || {
            let state = cluster
                .command("sinfo")
                .args(["--noheader", "--format=%T"])
                .output();
            text(&state.unwrap().stdout).trim() == "idle"
        });
        Some(cluster)
    }

    fn serve(&mut self, name: &str, arguments: &[&str]) {
        let log = fs::File::create(self.folder.path().join(format!("{name}.out"))).unwrap();
        let mut command = Command::new(program(name).unwrap());
        command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        self.servers.push(command.spawn().unwrap());
    }

    /// A command for this cluster.
    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf"));
        command
    }

    /// Submits a study, and says the number of its array.
    fn submit(&self, study: &Path) -> String {
        let said = done(
            &self
                .command("sh")
                .arg(study.join("submit.sh"))
                .output()
                .unwrap(),
        );
        let number = said.strip_prefix("shards: job ").unwrap();
        number.split(',').next().unwrap().to_owned()
    }

    /// The jobs that wait or run.
    fn jobs(&self) -> String {
        let jobs = self
            .command("squeue")
            .args(["--noheader", "--all"])
            .output();
        done(&jobs.unwrap())
    }

    /// Waits until a condition holds.
    fn until(&self, what: &str, mut so: impl FnMut() -> bool) {
        let start = Instant::now();
        while !so() {
            if start.elapsed() > Duration::from_secs(180) {
                let logs = [
                    "controller.log",
                    "node.log",
                    "munged.out",
                    "slurmctld.out",
                    "slurmd.out",
                ];
                let logs = logs.map(|name| {
                    fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
                });
                panic!("not in 180 s: {what}\n{}", logs.join("\n"));
            }
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for server in self.servers.iter_mut().rev() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

/// A program on the PATH, or among those for root.
fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(["/usr/sbin", "/sbin"].map(PathBuf::from));
    folders
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}
