"""Prints recorded.json: what statsmodels makes of a series of 200 values (python3 recorded.py > recorded.json).

The series: y_t = 1000 + 300 sin(t / 7) + 150 sin(t t / 3) + (400 where t mod 23 = 0), t = 1 ... 200.

- smoothing: SimpleExpSmoothing, smoothing_level fixed, initialization_method "known" with initial_level = y_1, not
  optimised; its one-step-ahead fitted values.
- autoregression: statsmodels.regression.linear_model.yule_walker, order 16, method "mle" (divides by n), demean True,
  for the first 100 and for all 200 values.
- trend: Holt with damped_trend, smoothing_level 0.5, smoothing_trend 0.1, damping_trend 0.9, initial level y_1,
  initial trend 0, not optimised; its fitted values.
"""

import json
import math

import numpy
import statsmodels
from statsmodels.regression.linear_model import yule_walker
from statsmodels.tsa.holtwinters import Holt, SimpleExpSmoothing

series = numpy.array(
    [
        1000 + 300 * math.sin(t / 7) + 150 * math.sin(t * t / 3) + (400 if t % 23 == 0 else 0)
        for t in range(1, 201)
    ]
)


def smoothing(alpha):
    model = SimpleExpSmoothing(series, initialization_method="known", initial_level=series[0])
    return list(model.fit(smoothing_level=alpha, optimized=False).fittedvalues)


def trend():
    model = Holt(
        series, damped_trend=True, initialization_method="known", initial_level=series[0], initial_trend=0.0
    )
    fitted = model.fit(smoothing_level=0.5, smoothing_trend=0.1, damping_trend=0.9, optimized=False)
    return list(fitted.fittedvalues)


def autoregression(values):
    return list(yule_walker(values, order=16, method="mle", demean=True)[0])


print(
    json.dumps(
        {
            "source": f"statsmodels {statsmodels.__version__}, numpy {numpy.__version__}; made by recorded.py",
            "series": list(series),
            "smoothing": [{"alpha": alpha, "forecasts": smoothing(alpha)} for alpha in [0.05, 0.3, 0.5, 0.9]],
            "autoregression": [
                {"values": n, "coefficients": autoregression(series[:n])} for n in [100, 200]
            ],
            "damped_trend": trend(),
        },
        indent=1,
    )
)
