//! Rows that are no jobs: they sum up others.

/// Whether a word stands before a row that sums up others.
pub(super) fn is_summary(cell: &str) -> bool {
    const WORDS: [&str; 66] = [
        "sum",
        "sums",
        "summe",
        "summen",
        "somme",
        "suma",
        "total",
        "totals",
        "totale",
        "subtotal",
        "grand total",
        "gesamt",
        "gesamtsumme",
        "insgesamt",
        "mean",
        "means",
        "mittel",
        "mittelwert",
        "moyenne",
        "media",
        "promedio",
        "average",
        "averages",
        "avg",
        "ave",
        "durchschnitt",
        "schnitt",
        "median",
        "mediane",
        "mediana",
        "min",
        "max",
        "minimum",
        "maximum",
        "std",
        "stdev",
        "stddev",
        "std dev",
        "std deviation",
        "standard deviation",
        "standardabweichung",
        "sd",
        "se",
        "sem",
        "stderr",
        "std err",
        "standard error",
        "var",
        "variance",
        "varianz",
        "cv",
        "count",
        "anzahl",
        "geomean",
        "geo mean",
        "geometric mean",
        "gmean",
        "hmean",
        "harmonic mean",
        "range",
        "iqr",
        "ci",
        "quantile",
        "percentile",
        "konfidenzintervall",
        "confidence interval",
    ];
    let lower = cell.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !(c.is_alphanumeric() || c == '%'))
        .filter(|word| !word.is_empty())
        .collect();
    match words.as_slice() {
        [one] if is_rank(one) => cell.ends_with('%'),
        [one, "percentile" | "quantile" | "ci" | "interval"] | ["ci", one] => is_rank(one),
        words => WORDS.contains(&words.join(" ").as_str()),
    }
}

/// Whether a word is a percentage alone, which tables of statistics have for a quantile and others for a share.
pub(super) fn is_share(cell: &str) -> bool {
    cell.ends_with('%') && is_rank(cell)
}

/// "95%", "95th".
fn is_rank(word: &str) -> bool {
    let digits = word.strip_suffix('%').or_else(|| word.strip_suffix("th"));
    digits.is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether a word stands before a row that was measured to be left out.
pub(super) fn is_warm_up(cell: &str) -> bool {
    let letters = cell.chars().filter(|c| c.is_alphanumeric());
    letters
        .collect::<String>()
        .to_lowercase()
        .starts_with("warmup")
}

/// The form of an identifier: its digits as one mark.
pub(super) fn form(cell: &str) -> String {
    let mut form = String::new();
    let mut digits = false;
    for c in cell.chars() {
        let digit = c.is_ascii_digit();
        if !(digit && digits) {
            form.push(if digit { '#' } else { c });
        }
        digits = digit;
    }
    form
}

/// The number of rows at the end that are compared with those above.
pub(super) const LAST: usize = 4;

/// The number of last rows that sum up those above: each has their sums, means, extremes or medians in every column, and at
/// least one of them sums or means that are hardly chance.
pub(super) fn computed(series: &[&[f64]]) -> usize {
    let rows = series.iter().map(|values| values.len()).min().unwrap_or(0);
    if series.iter().any(|values| values.len() != rows) {
        return 0;
    }
    let found = (1..=LAST).take_while(|last| last + 2 <= rows);
    let mut found = found.filter(|last| {
        let above = rows - last;
        let total = |row: usize| likelihood(series, above, row, &[sum, statistics::mean]) < 0.05;
        let other = |row: usize| {
            likelihood(series, above, row, &[least, greatest, statistics::median]) < 1.0
        };
        (above..rows).any(total) && (above..rows).all(|row| total(row) || other(row))
    });
    found.next().unwrap_or(0)
}

fn sum(values: &[f64]) -> f64 {
    values.iter().sum()
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

/// The probability that a random row has one of these values of the rows above in every column; 1 where this row has not.
fn likelihood(series: &[&[f64]], above: usize, row: usize, of: &[fn(&[f64]) -> f64]) -> f64 {
    let each = of.iter().map(|of| {
        let columns = series.iter().filter_map(|values| {
            let (body, value) = (values.get(..above)?, *values.get(row)?);
            let wanted = of(body);
            let within = values.iter().rev().take(20).map(|value| last_digit(*value));
            let within = within.fold(f64::INFINITY, f64::min);
            // Units leave a rounding error behind.
            let within = within
                .max(last_digit(value).min(value * 1e-3))
                .max(value * 1e-9)
                * 0.5;
            let spread = (greatest(body) - least(body)).max((wanted - greatest(body)).abs());
            if (value - wanted).abs() > within * (1.0 + 1e-6) {
                return Some(None);
            }
            // A column of equal values says nothing.
            Some(Some(if spread > 0.0 {
                (2.0 * within / spread).min(1.0)
            } else {
                1.0
            }))
        });
        let all: Option<Vec<f64>> = columns.collect();
        all.map_or(1.0, |all| all.iter().product())
    });
    each.fold(1.0, f64::min)
}

/// The value of one unit of a number's last digit, written with the fewest digits.
fn last_digit(value: f64) -> f64 {
    let text = format!("{value:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let behind = digits.split_once('.').map_or(0, |(_, behind)| behind.len());
    let exponent: i32 = exponent.parse().unwrap_or(0);
    libm::exp10(f64::from(exponent) - behind as f64)
}
