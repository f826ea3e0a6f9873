//! Parquet and CSV from journals.
//!
//! Both are written point by point in the order of the points. So memory does not grow with the study, and the same study gives
//! the same bytes on any machine and in any order of its runs.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use serde_json::{Value, json};
use study::columns::Sheet;
use study::{Column, Columns, Plan, Type};

use crate::file::Whole;
use crate::{Error, Journal, at, plan};

/// The number of rows of a group of a Parquet file.
const GROUP: usize = 65_536;

/// Writes the tables of a study, each as Parquet and as CSV, from journals that hold all points. Returns the number of points
/// without a run, whose values do not fit together.
///
/// # Errors
/// If a file cannot be read or written.
pub fn write(plan: &Plan, journals: &mut [Journal], folder: &Path) -> Result<u64, Error> {
    let mut lines: Vec<(u64, usize, u64)> = journals
        .iter()
        .enumerate()
        .flat_map(|(at, journal)| {
            journal
                .done()
                .iter()
                .map(move |(place, line)| (*place, at, *line))
        })
        .collect();
    lines.sort_unstable();
    let mut columns = Columns::of(plan);
    each(journals, &lines, &mut |ran| {
        columns.see(ran);
        Ok(())
    })?;
    let sheets = columns.sheets();
    let mut files = Vec::new();
    for sheet in &sheets {
        files.push(Files::begin(plan, sheet, folder)?);
    }
    let mut refused = 0;
    each(journals, &lines, &mut |ran| {
        refused += u64::from(ran.outcome.is_err());
        for (rows, file) in columns.rows(plan, ran).iter().zip(&mut files) {
            for row in rows {
                file.add(row)?;
            }
        }
        Ok(())
    })?;
    for file in files {
        file.end()?;
    }
    Ok(refused)
}

/// Writes the plan as it was read.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write_plan(plan: &Plan, path: &Path) -> Result<(), Error> {
    let mut out = Whole::begin(path).map_err(at(path))?;
    out.write_all(plan::written(plan).as_bytes())
        .map_err(at(path))?;
    out.end().map_err(at(path))
}

fn each(
    journals: &mut [Journal],
    lines: &[(u64, usize, u64)],
    take: &mut dyn FnMut(&study::Ran) -> Result<(), Error>,
) -> Result<(), Error> {
    for (_, journal, line) in lines {
        if let Some(journal) = journals.get_mut(*journal) {
            take(&journal.at(*line)?)?;
        }
    }
    Ok(())
}

/// The two files of a table.
struct Files {
    parquet: ArrowWriter<Whole>,
    csv: csv::Writer<Whole>,
    schema: Arc<Schema>,
    builders: Vec<Builder>,
    rows: usize,
    paths: [PathBuf; 2],
}

impl Files {
    fn begin(plan: &Plan, (name, columns): &Sheet, folder: &Path) -> Result<Self, Error> {
        let paths = ["parquet", "csv"].map(|ending| folder.join(format!("{name}.{ending}")));
        let [parquet, table] = &paths;
        let fields: Vec<Field> = columns.iter().map(field).collect();
        let schema = Arc::new(Schema::new(fields));
        let version = env!("CARGO_PKG_VERSION");
        let about = json!({"version": version, "plan": plan.json(), "digest": plan.digest()});
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(format!("makespan {version}"))
            .set_max_row_group_row_count(Some(GROUP))
            .set_key_value_metadata(Some(vec![KeyValue::new(
                "makespan".into(),
                about.to_string(),
            )]))
            .build();
        let file = Whole::begin(parquet).map_err(at(parquet))?;
        let parquet = ArrowWriter::try_new(file, schema.clone(), Some(properties))
            .map_err(|error| at(parquet)(io::Error::other(error)))?;
        let mut csv = csv::Writer::from_writer(Whole::begin(table).map_err(at(table))?);
        csv.write_record(columns.iter().map(|column| &column.name))
            .map_err(|error| at(table)(error.into()))?;
        Ok(Self {
            parquet,
            csv,
            schema,
            builders: columns
                .iter()
                .map(|column| Builder::of(column.holds))
                .collect(),
            rows: 0,
            paths,
        })
    }

    fn add(&mut self, row: &[Value]) -> Result<(), Error> {
        let [_, table] = &self.paths;
        self.csv
            .write_record(row.iter().map(cell))
            .map_err(|error| at(table)(error.into()))?;
        for (builder, value) in self.builders.iter_mut().zip(row) {
            builder.add(value);
        }
        self.rows += 1;
        match self.rows == GROUP {
            true => self.group(),
            false => Ok(()),
        }
    }

    fn group(&mut self) -> Result<(), Error> {
        let arrays = self.builders.iter_mut().map(Builder::finish).collect();
        self.rows = 0;
        let [path, _] = &self.paths;
        let failed = |error: io::Error| at(path)(error);
        let batch = RecordBatch::try_new(self.schema.clone(), arrays)
            .map_err(|error| failed(io::Error::other(error)))?;
        self.parquet
            .write(&batch)
            .map_err(|error| failed(io::Error::other(error)))
    }

    fn end(mut self) -> Result<(), Error> {
        if self.rows > 0 {
            self.group()?;
        }
        let [parquet, table] = &self.paths;
        let whole = self
            .parquet
            .into_inner()
            .map_err(|error| at(parquet)(io::Error::other(error)))?;
        // Both are finished before either is put in its place.
        let csv = self
            .csv
            .into_inner()
            .map_err(|error| at(table)(error.into_error()))?;
        whole.end().map_err(at(parquet))?;
        csv.end().map_err(at(table))
    }
}

fn field(column: &Column) -> Field {
    let kind = match column.holds {
        Type::Number => DataType::Float64,
        Type::Whole => DataType::Int64,
        Type::Flag => DataType::Boolean,
        Type::Text => DataType::Utf8,
    };
    let said = [
        ("title", &column.title),
        ("unit", &column.unit),
        ("symbol", &column.symbol),
    ];
    let said: HashMap<String, String> = said
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(key, text)| (key.to_owned(), text.clone()))
        .collect();
    Field::new(&column.name, kind, true).with_metadata(said)
}

/// A cell of a CSV file; a text stays one in a spreadsheet.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => schedule::csv::safe(text),
        other => other.to_string(),
    }
}

/// The cells of a column of one group.
enum Builder {
    Number(Float64Builder),
    Whole(Int64Builder),
    Flag(BooleanBuilder),
    Text(StringBuilder),
}

impl Builder {
    fn of(holds: Type) -> Self {
        match holds {
            Type::Number => Self::Number(Float64Builder::new()),
            Type::Whole => Self::Whole(Int64Builder::new()),
            Type::Flag => Self::Flag(BooleanBuilder::new()),
            Type::Text => Self::Text(StringBuilder::new()),
        }
    }

    fn add(&mut self, value: &Value) {
        match self {
            Self::Number(builder) => builder.append_option(value.as_f64()),
            Self::Whole(builder) => builder.append_option(value.as_i64()),
            Self::Flag(builder) => builder.append_option(value.as_bool()),
            Self::Text(builder) => builder.append_option(match value {
                Value::Null => None,
                Value::String(text) => Some(text.clone()),
                other => Some(other.to_string()),
            }),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Number(builder) => Arc::new(builder.finish()),
            Self::Whole(builder) => Arc::new(builder.finish()),
            Self::Flag(builder) => Arc::new(builder.finish()),
            Self::Text(builder) => Arc::new(builder.finish()),
        }
    }
}
