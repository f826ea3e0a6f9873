"""The predictors that numpy and statsmodels have, over the series of `cargo xtask bench forecast`.

Usage: python3 with_statsmodels.py FOLDER, where FOLDER has the output of the native benchmark: series.f64 and
the forecasts of each method. $FIGURES names the file of our figures.

Each peer makes the same one-step-ahead forecasts; how far they are from ours is printed beside its time.
"""

import pathlib
import sys
import warnings

import figures
import numpy
import statsmodels
from numpy.lib.stride_tricks import sliding_window_view
from statsmodels.regression.linear_model import yule_walker
from statsmodels.tsa.holtwinters import Holt, SimpleExpSmoothing

warnings.simplefilter("ignore")
folder = pathlib.Path(sys.argv[1])
SERIES = 130
series = numpy.fromfile(folder / "series.f64").reshape(SERIES, -1)
VALUES = series.shape[1]


def one_by_one(forecast):
    return lambda: numpy.array([forecast(values) for values in series])


def running_mean():
    sums = numpy.cumsum(series, axis=1)
    return numpy.column_stack([series[:, 0], (sums / numpy.arange(1, VALUES + 1))[:, :-1]])


def sliding_median():
    first = [numpy.median(series[:, :t], axis=1) for t in range(1, 31)]
    rest = numpy.median(sliding_window_view(series, 31, axis=1), axis=2)
    return numpy.column_stack([series[:, 0], *first, rest[:, :-1]])


def smoothing_all_at_once():
    out = numpy.empty_like(series)
    forecast = out[:, 0] = series[:, 0]
    for t in range(1, VALUES):
        forecast = out[:, t] = 0.5 * series[:, t - 1] + 0.5 * forecast
    return out


def smoothing(values):
    model = SimpleExpSmoothing(values, initialization_method="known", initial_level=values[0])
    return model.fit(smoothing_level=0.5, optimized=False).fittedvalues


def damped_trend(values):
    model = Holt(values, damped_trend=True, initialization_method="known", initial_level=values[0], initial_trend=0.0)
    fitted = model.fit(smoothing_level=0.5, smoothing_trend=0.1, damping_trend=0.9, optimized=False)
    return fitted.fittedvalues


def autoregression(values):
    """Order 16, from 100 values on, fitted to all values so far after every 20."""
    out = numpy.concatenate([values[:1], (numpy.cumsum(values) / numpy.arange(1, VALUES + 1))[:-1]])
    lagged = sliding_window_view(values, 16)[:, ::-1]
    for known in range(100, VALUES, 20):
        mean = values[:known].mean()
        coefficients, _ = yule_walker(values[:known], order=16, method="mle", demean=True)
        until = min(known + 20, VALUES)
        out[known:until] = mean + (lagged[known - 16 : until - 16] - mean) @ coefficients
    return out


PEERS = [
    ("running-mean", "numpy, all series at once", running_mean),
    ("sliding-median", "numpy, all series at once", sliding_median),
    ("exponential-smoothing", "numpy, all series at once", smoothing_all_at_once),
    ("exponential-smoothing", "statsmodels, SimpleExpSmoothing", one_by_one(smoothing)),
    ("damped-trend", "statsmodels, Holt", one_by_one(damped_trend)),
    ("autoregression", "statsmodels, yule_walker", one_by_one(autoregression)),
]

print(f"Python {sys.version.split()[0]}, numpy {numpy.__version__}, statsmodels {statsmodels.__version__}\n")
print(f"{'method':<22} {'by':<32} {'all, ms':>9} {'a value, ns':>12} {'ours, ns':>9} {'ratio':>6}  differs by")
VERSIONS = {"numpy": numpy.__version__, "statsmodels": statsmodels.__version__}
for key, by, run in PEERS:
    took, forecasts = figures.timed(run)
    own = numpy.fromfile(folder / f"{key}.f64").reshape(SERIES, -1)
    differs = numpy.max(numpy.abs(forecasts - own) / series.max(axis=1, keepdims=True))
    library, _, how = by.partition(", ")
    runs = [seconds * 1e9 / series.size for seconds in took]
    ours, each = figures.beside(key, f"{library} {VERSIONS[library]}, {how}", runs)
    print(f"{key:<22} {by:<32} {each * series.size / 1e6:>9.1f} {each:>12.1f} {ours:>9.1f} {each / ours:>6.1f}  {differs:.0e}")
    if not differs < 1e-9:
        sys.exit(f"{by} makes other forecasts of {key}: they differ by up to {differs:.0e} of the largest value")
