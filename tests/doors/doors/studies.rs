//! Studies and certificates.

use std::fs;
use std::ops::ControlFlow;

use batch::Journal;
use certificate::{Certificate, Counter};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::door::{Door, bytes, files, root};

const PLAN: &str = r#"plan = 1
question = "From which problem size on do copies pay?"
preset = "bursts-replicate"
change = { iterations = 30, runs = 2 }
replications = 3
design = "latin-hypercube"
points = 4
seed = 9

[[axes]]
parameter = "processors"
values = [4, 8, 16]

[[axes]]
parameter = "problem_size"
from = 1
to = 5
scale = "log"

[keep]
tables = ["strategies"]
"#;

pub(crate) fn plans() -> Door {
    let grid = json!({
        "plan": 1, "link": "#p=peaks-replicate", "change": {"runs": 2},
        "axes": [{"parameter": "copies", "values": [1, 2]}, {"parameter": "iterations", "from": 30, "to": 60, "number": 3, "scale": "linear"}],
        "keep": {"figures": ["speedup"]},
    });
    Door {
        seeds: vec![bytes(PLAN), bytes(grid.to_string())],
        open: |input| {
            let text = String::from_utf8_lossy(input);
            batch::plan::parse(&text).is_ok_and(|plan| {
                let again = batch::plan::parse(&batch::plan::written(&plan)).unwrap();
                assert_eq!((again.json(), again.digest()), (plan.json(), plan.digest()));
                let last = plan.points().saturating_sub(1);
                for place in [0, last / 2, last] {
                    assert_eq!(plan.values(place), again.values(place));
                    let _ = plan.scenario(place);
                }
                true
            })
        },
    }
}

/// A journal whose lines have the right digits of their content: changed lines would be refused at once otherwise.
pub(crate) fn journals() -> Door {
    let folder = tempfile::tempdir().unwrap();
    let plan = PLAN.replace("points = 4", "points = 2");
    let plan = batch::plan::parse(&plan).unwrap();
    let go_on = &mut |_: batch::Told| ControlFlow::Continue(());
    batch::work(&plan, batch::Shard::WHOLE, 1, folder.path(), go_on).unwrap();
    let journal = fs::read_to_string(folder.path().join("journal.txt")).unwrap();
    let lines = journal.lines().map(|line| line.split_once(' ').unwrap().1);
    Door {
        seeds: vec![bytes(lines.collect::<Vec<_>>().join("\n"))],
        open: |input| {
            // Always the same one of this process: making one takes longer than reading a journal.
            let folder = root().join(format!("target/fuzz/journals/{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            let mut whole = Vec::new();
            for line in input.split(|byte| *byte == b'\n') {
                let digits = base16ct::lower::encode_string(&Sha256::digest(line)[..8]);
                whole.extend_from_slice(digits.as_bytes());
                whole.push(b' ');
                whole.extend_from_slice(line);
                whole.push(b'\n');
            }
            fs::write(folder.join("journal.txt"), whole).unwrap();
            Journal::find(&folder).is_ok_and(|mut journal| {
                let starts: Vec<u64> = journal.done().iter().map(|(_, start)| *start).collect();
                let read = starts.iter().filter(|start| journal.at(**start).is_ok());
                read.count() > 0
            })
        },
    }
}

/// Certificates of optima. A check may take hours, so large ones are only read.
pub(crate) fn certificates() -> Door {
    let few = [
        r#"{"certificate":1,"optimal":{"rulers":[[1],[1,2],[1,3,2],[1,3,5,2]]}}"#,
        r#"{"certificate":1,"optimal":{"sequence":{"computers":11,"marks":[1,6,3,10]}}}"#,
        r#"{"certificate":1,"optimal":{"list":{"list":[1,3,2],"loads":[2,2,4]}}}"#,
    ];
    let few = few.map(bytes).into_iter();
    Door {
        seeds: few.chain(files("docs/certificates")).collect(),
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let Ok(certificate) = Certificate::read(&text) else {
                return false;
            };
            assert_eq!(
                Certificate::read(&certificate.text()).as_ref(),
                Ok(&certificate)
            );
            if text.len() < 120 {
                let mut watch = |_: u64, _: f64| ControlFlow::Break(());
                let _ = certificate.check(&mut Counter::watched(&mut watch));
            }
            true
        },
    }
}
