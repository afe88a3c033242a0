# SPDX-License-Identifier: BSD-3-Clause
"""monotone_regression.py [PLOT.svg]: fits a non-decreasing curve to noisy points, by constraints on coefficients.

The curve is piecewise linear between knots: b + sum_j w_j min(max(x - knot_j, 0), width); w >= 0 makes it
non-decreasing. The absolute loss makes it robust to outliers.
"""

import sys

import numpy as np

import hingeline

KNOTS = np.linspace(0, 1, 21)[:-1]


def steps(x):
    """A column for each piece of the curve: how far x is along that piece."""
    return np.clip((x[:, np.newaxis] - KNOTS) * len(KNOTS), 0, 1)


def fit(x, y):
    free = hingeline.PLQRegressor("absolute", C=10).fit(steps(x), y)
    rising = hingeline.PLQRegressor("absolute", C=10, positive=True).fit(steps(x), y)
    for name, model in (("free", free), ("rising", rising)):
        falls = np.count_nonzero(np.diff(model.predict(steps(np.linspace(0, 1, 500)))) < 0)
        print(f"{name}: falls at {falls} of 499 steps, relative gap {model.certificate_.relative_gap:.1e}")
    return free, rising


def plot(x, y, models, file):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    line = np.linspace(0, 1, 500)
    figure, ax = pyplot.subplots(figsize=(6, 4))
    ax.plot(x, y, ".", color="0.7")
    for name, model in zip(("free", "rising"), models):
        ax.plot(line, model.predict(steps(line)), label=name)
    ax.legend()
    figure.savefig(file)


def main(file=None):
    random = np.random.default_rng(0)
    x = random.uniform(size=300)
    y = np.sqrt(x) + 0.1 * random.standard_t(2, size=300)
    models = fit(x, y)
    if file is not None:
        plot(x, y, models, file)


if __name__ == "__main__":
    main(*sys.argv[1:2])
