# SPDX-License-Identifier: BSD-3-Clause
"""non_crossing_quantiles.py DATA [PLOT.svg]: fits quantiles of the target that never cross, and draws them over the
first feature.

DATA is LIBSVM text or CSV. The classic example is Engel's 235 households (income, food expenditure; R package
quantreg).
"""

import sys

import numpy as np

import hingeline

QUANTILES = (0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95)


def fit(X, y):
    scale = X.std(axis=0)  # so that the penalty is on coefficients of columns of deviation 1
    apart = hingeline.MultiQuantileRegressor(QUANTILES, non_crossing=False, C=10).fit(X / scale, y)
    tied = hingeline.MultiQuantileRegressor(QUANTILES, non_crossing="box", box=(0, (X / scale).max(axis=0)), C=10).fit(
        X / scale, y
    )
    for name, model in (("by themselves", apart), ("tied", tied)):
        crossing = np.count_nonzero(np.diff(model.predict(np.zeros((1, X.shape[1])))) < 0)
        proof = model.certificate_
        print(
            f"{name}: {crossing} of {len(QUANTILES) - 1} neighbours cross at 0, relative gap {proof.relative_gap:.1e}"
        )
    return apart, tied, scale


def plot(X, y, models, scale, file):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    line = np.linspace(0, X[:, 0].max(), 50)
    rows = np.tile(X.mean(axis=0) / scale, (len(line), 1))
    rows[:, 0] = line / scale[0]
    figure, axes = pyplot.subplots(1, 2, sharey=True, figsize=(9, 4))
    for ax, name, model in zip(axes, ("each quantile by itself", "non-crossing"), models):
        ax.plot(X[:, 0], y, ".", color="0.7")
        ax.plot(line, model.predict(rows), linewidth=1)
        ax.set_title(name)
    figure.savefig(file)


def main(data, file=None):
    X, y, _ = hingeline.load(data, layout="dense", dtype="float64")
    apart, tied, scale = fit(X, y)
    if file is not None:
        plot(X, y, (apart, tied), scale, file)


if __name__ == "__main__":
    main(*sys.argv[1:3]) if len(sys.argv) > 1 else sys.exit(__doc__)
