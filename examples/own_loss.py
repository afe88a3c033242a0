# SPDX-License-Identifier: BSD-3-Clause
"""own_loss.py [PLOT.svg]: trains with a loss of one's own, defined by the costs of errors.

A shop orders what it expects to sell. Each item left over costs 1, each item missing 3, and 10 beyond 20 missing ones,
when customers leave for good. This cost is convex and piecewise linear in demand - order, so that orders can be trained
to minimise it.
"""

import sys

import numpy as np

import hingeline

COST = hingeline.PLQ(breakpoints=[0, 20], slopes=[-1, 3, 10], curvatures=[0, 0, 0])  # a function of demand - order


def cost(demand, order):
    missing = demand - order
    return np.where(missing < 0, -missing, 3 * missing + 7 * np.maximum(0, missing - 20)).mean()


def fit(X, demand):
    models = {
        "squared": hingeline.PLQRegressor("squared", C=10),
        "absolute": hingeline.PLQRegressor("absolute", C=10),
        "own": hingeline.PLQRegressor(COST, C=10),
    }
    train, test = slice(0, None, 2), slice(1, None, 2)
    for name, model in models.items():
        model.fit(X[train], demand[train])
        print(
            f"{name}: {cost(demand[test], model.predict(X[test])):.2f} a day, "
            f"relative gap {model.certificate_.relative_gap:.1e}"
        )
    return models


def plot(X, demand, models, file):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4))
    error = np.linspace(-30, 40, 200)
    left.plot(error, [cost(each, 0) for each in error])
    left.set_xlabel("demand - order")
    left.set_ylabel("cost")
    right.plot(X[:, 0], demand, ".", color="0.8")
    line = np.column_stack([np.linspace(0, 1, 50), np.full((50, 1), 0.5)])
    for name, model in models.items():
        right.plot(line[:, 0], model.predict(line), label=name)
    right.set_xlabel("first feature")
    right.legend()
    figure.savefig(file)


def main(file=None):
    random = np.random.default_rng(0)
    X = random.uniform(size=(1000, 2))
    demand = 50 + 60 * X[:, 0] + 20 * X[:, 1] + (5 + 20 * X[:, 0]) * random.normal(size=1000)
    models = fit(X, demand)
    if file is not None:
        plot(X, demand, models, file)


if __name__ == "__main__":
    main(*sys.argv[1:2])
