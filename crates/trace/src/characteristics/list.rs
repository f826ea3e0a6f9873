//! The names of the statistics of a trace.

/// The kinds of numbers that statistics are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A time in ms.
    Time,
    /// The square of a time, in ms^2.
    SquaredTime,
    /// A ratio without a unit, 0 or more.
    Ratio,
    /// A share, 0 to 1.
    Share,
}

/// The names of one statistic of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Characteristic {
    /// Its name for programs: lower case, with hyphens.
    pub key: &'static str,
    /// The symbol of Dobber 2006, in Unicode.
    pub symbol: &'static str,
    /// Its name for people, without a full stop.
    pub name: &'static str,
    /// Its meaning, in a sentence or two.
    pub help: &'static str,
    /// The kind of number.
    pub kind: Kind,
}

const fn row(
    key: &'static str,
    symbol: &'static str,
    kind: Kind,
    name: &'static str,
    help: &'static str,
) -> Characteristic {
    Characteristic {
        key,
        symbol,
        name,
        help,
        kind,
    }
}

/// All statistics: the 17 of Dobber 2006, Tables 3.1 and 3.2, then the 7 more of Table 7.2.
pub const ALL: [Characteristic; 24] = [
    row("mean", "μ", Kind::Time, "mean", "The average runtime."),
    row(
        "sd",
        "σ",
        Kind::Time,
        "standard deviation",
        "How far runtimes typically are from the mean.",
    ),
    row(
        "cv",
        "c",
        Kind::Ratio,
        "coefficient of variation",
        "The standard deviation over the mean.",
    ),
    row(
        "rmse-lv",
        "rmse_lv",
        Kind::Time,
        "error of the last value",
        "The root mean squared difference between neighbours: the error of predicting that the next runtime is the \
         last one.",
    ),
    row(
        "sd-per-rmse-lv",
        "σ/rmse_lv",
        Kind::Ratio,
        "deviation over error of the last value",
        "0.5 where values alternate, 0.71 where they are independent, larger where fluctuations are long. Above 1 the \
         last value predicts better than the mean.",
    ),
    row(
        "s-mu",
        "s(μ)",
        Kind::Time,
        "deviation of block means",
        "How far the means of blocks are from the mean of all.",
    ),
    row(
        "c-mu",
        "c(μ)",
        Kind::Ratio,
        "deviation of block means over the mean",
        "Scaled by the root of the block size, so that it is c where the expected value does not change.",
    ),
    row(
        "s-mu-per-s",
        "s(μ)/s",
        Kind::Ratio,
        "deviation of block means over the deviation",
        "Scaled by the root of the block size, so that it is 1 where the expected value does not change; larger where \
         levels switch.",
    ),
    row(
        "s-s",
        "s(s)",
        Kind::Time,
        "deviation of block deviations",
        "How much the standard deviations of blocks differ.",
    ),
    row(
        "s-s-per-mu",
        "s(s)/μ",
        Kind::Ratio,
        "deviation of block deviations over the mean",
        "How much the standard deviations of blocks differ, over the average runtime.",
    ),
    row(
        "c-s",
        "c(s)",
        Kind::Ratio,
        "coefficient of variation of block deviations",
        "How much the standard deviations of blocks differ, over their mean; 0.16 for independent normal values in \
         blocks of 20.",
    ),
    row(
        "f-jumps",
        "f_jumps",
        Kind::Share,
        "share of jumps",
        "The share of runtimes that differ from the one before by more than two standard deviations.",
    ),
    row(
        "s-jumps",
        "s_jumps",
        Kind::Time,
        "deviation at jumps",
        "The part of the standard deviation that comes from jumps.",
    ),
    row(
        "rmse-jumps",
        "rmse_jumps",
        Kind::Time,
        "error at jumps",
        "The part of the error of the last value that comes from jumps.",
    ),
    row(
        "s-jumps-per-s",
        "s_jumps/s",
        Kind::Ratio,
        "deviation at jumps over the deviation",
        "The part of the standard deviation that comes from jumps, over the whole.",
    ),
    row(
        "rmse-jumps-per-rmse-lv",
        "rmse_jumps/rmse_lv",
        Kind::Share,
        "error at jumps over the error",
        "The part of the error of the last value that comes from jumps, over the whole.",
    ),
    row(
        "mse-jumps-per-s2",
        "mse_jumps/s²",
        Kind::Ratio,
        "squared deviation at jumps over the variance",
        "The square of the deviation at jumps over the deviation, as Table 3.2 prints it.",
    ),
    row(
        "rmse-jumps-per-sd",
        "rmse_jumps/σ",
        Kind::Ratio,
        "error at jumps over the deviation",
        "The part of the error of the last value that comes from jumps, over the standard deviation.",
    ),
    row(
        "rmse-jumps-per-mu",
        "rmse_jumps/μ",
        Kind::Ratio,
        "error at jumps over the mean",
        "The part of the error of the last value that comes from jumps, over the average runtime.",
    ),
    row(
        "rmse-jumps-per-mu-f",
        "rmse_jumps/(μ f)",
        Kind::Ratio,
        "error at jumps over mean and share",
        "Large where jumps are few and high. Not defined without jumps.",
    ),
    row(
        "rmse-jumps-per-rmse-lv-f",
        "rmse_jumps/(rmse_lv f)",
        Kind::Ratio,
        "error at jumps over error and share",
        "The part of the error of the last value that comes from jumps, over the error and the share of jumps. Not \
         defined without jumps.",
    ),
    row(
        "mse-jumps",
        "mse_jumps",
        Kind::SquaredTime,
        "squared error at jumps",
        "The square of the error at jumps.",
    ),
    row(
        "mse-jumps-per-s2-f",
        "mse_jumps/(s² f)",
        Kind::Ratio,
        "squared error at jumps over variance and share",
        "The size of a single jump relative to the variance: the statistic that correlates best with the gain of DES (Table 7.2). Not defined without jumps.",
    ),
    row(
        "mse-jumps-per-mse-lv-f",
        "mse_jumps/(mse_lv f)",
        Kind::Ratio,
        "squared error at jumps over squared error and share",
        "The size of a single jump relative to the squared error of the last value. Not defined without jumps.",
    ),
];
