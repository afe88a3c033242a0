# SPDX-License-Identifier: BSD-3-Clause
"""ratings.py [RATINGS] [PLOT.svg]: compares losses for the factorization of ratings some of which are wrong.

RATINGS has lines USER ITEM RATING; without it ratings are generated. A tenth of them is replaced by random ratings
before training; errors are measured on a fifth that is held out.
"""

import sys

import numpy as np

import hingeline

LOSSES = ["squared", "huber", "absolute"]


def made_up(users=60, items=40, count=2000):
    random = np.random.default_rng(0)
    user, item = random.integers(users, size=count), random.integers(items, size=count)
    taste, kind = random.normal(size=(users, 2)), random.normal(size=(items, 2))
    stars = 3 + (taste[user] * kind[item]).sum(axis=1) + 0.3 * random.normal(size=count)
    return np.column_stack([user, item]), np.clip(np.round(stars), 1, 5)


def errors(pairs, stars):
    random = np.random.default_rng(1)
    test = random.uniform(size=len(stars)) < 0.2
    spoilt = np.where(random.uniform(size=len(stars)) < 0.1, random.choice(stars, size=len(stars)), stars)
    mean = {}
    for loss in LOSSES:
        model = hingeline.MatrixFactorization(loss, rank=2, C=0.3, delta=0.5).fit(pairs[~test], spoilt[~test])
        mean[loss] = np.abs(model.predict(pairs[test]) - stars[test]).mean()
        print(f"{loss}: mean error {mean[loss]:.3f}, {model.n_iter_} rounds, {model.status_}")
    return mean


def plot(mean, file):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, ax = pyplot.subplots(figsize=(6, 4))
    ax.bar(list(mean), list(mean.values()))
    ax.set_ylabel("mean error on ratings kept apart")
    figure.savefig(file)


def main(*files):
    file = files[-1] if files and files[-1].endswith(".svg") else None
    data = files[: len(files) - (file is not None)]
    if data:
        rows = np.loadtxt(data[0], dtype=str)
        pairs, stars = rows[:, :2], rows[:, 2].astype(float)
    else:
        pairs, stars = made_up()
    mean = errors(pairs, stars)
    if file is not None:
        plot(mean, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
