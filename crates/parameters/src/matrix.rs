//! A matrix of numbers as text, as people type it: a row a line.

/// A matrix as it stands, right or wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    /// Its rows from top to bottom; lines without a cell are none.
    pub rows: Vec<Vec<String>>,
}

impl Matrix {
    /// Reads a matrix: cells between blanks or commas; a line of several digits 0 and 1, such as `1101`, has a cell for each.
    ///
    /// ```
    /// use parameters::matrix::Matrix;
    ///
    /// let matrix = Matrix::read("110\n1, 0, 5/2\n");
    /// assert_eq!(matrix.rows, [["1", "1", "0"], ["1", "0", "5/2"]]);
    /// assert_eq!(matrix.write(), "1 1 0\n1 0 5/2");
    /// assert_eq!(Matrix::read("1 0\n0 1").write(), "10\n01");
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let row = |line: &str| -> Vec<String> {
            if are_cells(line) {
                return line.chars().map(String::from).collect();
            }
            line.split(|sign: char| sign.is_whitespace() || sign == ',')
                .filter(|cell| !cell.is_empty())
                .map(str::to_owned)
                .collect()
        };
        Self {
            rows: lines.map(row).filter(|row| !row.is_empty()).collect(),
        }
    }

    /// The matrix as text, as short as it can be; a cell without a number is 0.
    #[must_use]
    pub fn write(&self) -> String {
        let number = |cell: &String| match cell.trim() {
            "" => "0".to_owned(),
            cell => cell.replace(|sign: char| sign.is_whitespace() || sign == ',', "."),
        };
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| row.iter().map(number).collect())
            .collect();
        let binary = rows.iter().flatten().all(|cell| cell == "0" || cell == "1");
        let between = if binary && self.columns() > 1 {
            ""
        } else {
            " "
        };
        let line = |row: &Vec<String>| match row.as_slice() {
            // Alone in its row, it would be read as digits that are a cell each.
            [cell] if are_cells(cell) => format!("{cell},"),
            cells => cells.join(between),
        };
        let lines: Vec<String> = rows.iter().map(line).collect();
        lines.join("\n")
    }

    /// How many cells the longest row has.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Sets a cell, and makes room for it.
    pub fn put(&mut self, row: usize, column: usize, cell: &str) {
        let (rows, columns) = (self.rows.len().max(row + 1), self.columns().max(column + 1));
        self.rows.resize(rows, Vec::new());
        for row in &mut self.rows {
            row.resize(columns, "0".into());
        }
        if let Some(place) = self.rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *place = cell.into();
        }
    }

    /// Removes a row; the last one stays.
    pub fn remove_row(&mut self, row: usize) {
        if row < self.rows.len() && self.rows.len() > 1 {
            self.rows.remove(row);
        }
    }

    /// Removes a column; the last one stays.
    pub fn remove_column(&mut self, column: usize) {
        if self.columns() > 1 {
            for row in self.rows.iter_mut().filter(|row| column < row.len()) {
                row.remove(column);
            }
        }
    }
}

/// Whether the digits of a line are a cell each.
fn are_cells(line: &str) -> bool {
    line.len() > 1 && line.bytes().all(|sign| matches!(sign, b'0' | b'1'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            cells in prop::collection::vec(prop::collection::vec("[0-9]{1,2}(/[1-9]|[.][0-9])?",  1..4), 1..5)
        ) {
            let matrix = Matrix { rows: cells };
            let again = Matrix::read(&matrix.write());
            prop_assert_eq!(again.rows, matrix.rows);
        }
    }

    #[test]
    fn a_cell_makes_room_and_the_last_row_and_column_stay() {
        let mut matrix = Matrix::read("10\n01");
        matrix.put(2, 2, "1.5");
        assert_eq!(matrix.write(), "1 0 0\n0 1 0\n0 0 1.5");
        matrix.remove_column(0);
        matrix.remove_row(0);
        assert_eq!(matrix.write(), "1 0\n0 1.5");
        for _ in 0..3 {
            matrix.remove_column(0);
            matrix.remove_row(0);
        }
        assert_eq!(matrix.write(), "1.5");
    }

    #[test]
    fn digits_alone_in_their_row_stay_one_cell() {
        let text = "5\n10,\n1";
        let matrix = Matrix::read(text);
        assert_eq!(matrix.rows, [["5"], ["10"], ["1"]]);
        assert_eq!(matrix.write(), text);
    }
}
