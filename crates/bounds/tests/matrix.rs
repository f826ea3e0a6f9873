//! The editor of phases shows the matrix that a run reads.

use bounds::model::program::phases::Phases;
use laboratory::Laboratory;
use parameters::matrix::Matrix;
use parameters::table::MatrixText;
use parameters::{Editor, Kind};
use proptest::prelude::*;

/// How the text of the parameter holds a matrix.
fn text() -> &'static MatrixText {
    let parameter = bounds::Bounds::ABOUT.table.find("phases").unwrap();
    match parameter.kind {
        Kind::Text {
            editor: Editor::Matrix(of),
            ..
        } => of,
        _ => unreachable!("phases have cells"),
    }
}

proptest! {
    #[test]
    fn cells_are_the_work_that_a_run_reads(text_of in "([01]{3}|[0-9]{1,2}([./][0-9]{1,2})?( |, |,)(0|[1-9]|x)( |,)1)(\n|\r\n)([01]{3}|[0-9]/0 1 2|1 2 3)\n?") {
        let matrix = Matrix::read(&text_of);
        let right = matrix.rows.iter().flatten().all(|cell| (text().takes)(cell));
        match Phases::read(&text_of) {
            Ok(phases) => {
                prop_assert!(right);
                prop_assert_eq!(phases.rows().len(), matrix.rows.len());
                let same = Phases::read(&matrix.write()).unwrap();
                prop_assert_eq!(same, phases);
            }
            // Without any work there is nothing to run, for any cells.
            Err(error) => prop_assert!(!right || error.to_string().contains("work"), "{}", error),
        }
    }
}
