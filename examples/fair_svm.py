# SPDX-License-Identifier: BSD-3-Clause
"""fair_svm.py [DATA [SENSITIVE]] [PLOT.svg]: shows what fairness costs, by support vector machines with ever tighter
bounds on the covariance between decision and a sensitive attribute (Zafar et al., AISTATS 2017).

DATA is LIBSVM text or CSV. SENSITIVE is a file with the attribute of each row, which is not a feature (such as sex,
with Adult without that column as DATA). Without them both are generated, with an attribute that shifts features and
label. Every other row is for testing.
"""

import sys

import numpy as np

import hingeline

SHARES = [1, 0.5, 0.25, 0.1, 0.03, 0.01, 0]


def made_up(rows=2000):
    random = np.random.default_rng(0)
    sensitive = random.integers(2, size=rows)
    X = random.normal(size=(rows, 5))
    X[:, :2] += 0.8 * sensitive[:, np.newaxis]
    y = np.where(X.sum(axis=1) + 0.5 * sensitive + random.normal(size=rows) > 1, 1, -1)
    return X, y, sensitive


def covariance(sensitive, decision):
    return abs((sensitive - sensitive.mean()) @ decision) / len(decision)


def trade_off(X, y, sensitive):
    """Covariance and accuracy on the test rows, from no constraint to the tightest one."""
    train, test = slice(0, None, 2), slice(1, None, 2)
    free = hingeline.PLQClassifier("hinge").fit(X[train], y[train])
    unconstrained = covariance(sensitive[train], free.decision_function(X[train]))
    curve = []
    for share in SHARES:
        limit = hingeline.fairness(X[train], sensitive[train], share * unconstrained)
        model = hingeline.PLQClassifier("hinge", constraints=limit).fit(X[train], y[train])
        decision = model.decision_function(X[test])
        positive = model.predict(X[test]) == y.max()
        rates = [positive[sensitive[test] == group].mean() for group in np.unique(sensitive)]
        point = covariance(sensitive[test], decision), model.score(X[test], y[test])
        print(
            f"{share:4.0%} of the covariance: {point[0]:.4f} on the test rows, accuracy {point[1]:.4f}, "
            + "positive answers "
            + " and ".join(f"{rate:.3f}" for rate in rates)
            + f", relative gap {model.certificate_.relative_gap:.1e}"
        )
        curve.append(point)
    return curve


def plot(curve, file):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, ax = pyplot.subplots(figsize=(6, 4))
    ax.plot(*zip(*curve), "o-")
    ax.set_xlabel("|covariance of decision and attribute|, test rows")
    ax.set_ylabel("accuracy, test rows")
    figure.savefig(file)


def main(*files):
    file = files[-1] if files and files[-1].endswith(".svg") else None
    data = files[: len(files) - (file is not None)]
    if data:
        X, y, _ = hingeline.load(data[0])
        sensitive = np.loadtxt(data[1])
    else:
        X, y, sensitive = made_up()
    curve = trade_off(X, y, sensitive)
    if file is not None:
        plot(curve, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
