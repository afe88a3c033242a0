# SPDX-License-Identifier: BSD-3-Clause
"""Stopping, following and repeating a solve."""

import functools
import logging
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import joblib
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV

import hingeline
from problems import classification, ctrl_c_after, hard, regression

ENDLESS = {"loss": "hinge", "C": 1e3, "tol": 1e-13, "max_iter": 10**9, "solver": "dual_cd"}
CV_ENDLESS = {"Cs": [1e3], **{name: value for name, value in ENDLESS.items() if name != "C"}}


def test_keyboard_interrupt_returns_promptly():
    X, y = hard()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.3):
        hingeline.LinearSVC(**ENDLESS).fit(X, y)
    assert time.monotonic() - began < 3


def test_interpreter_is_free_while_solving():
    X, y = hard()
    counted = []

    def count():
        while not done.is_set():
            counted.append(time.monotonic())
            time.sleep(0.005)

    done = threading.Event()
    thread = threading.Thread(target=count)
    thread.start()
    with pytest.warns(ConvergenceWarning):
        hingeline.LinearSVC(max_seconds=0.5, **ENDLESS).fit(X, y)
    done.set()
    thread.join()
    assert len(counted) > 20


def test_max_seconds():
    X, y = hard()
    began = time.monotonic()
    with pytest.warns(ConvergenceWarning, match="max_seconds"):
        model = hingeline.LinearSVC(max_seconds=0.3, **ENDLESS).fit(X, y)
    assert time.monotonic() - began < 3
    assert model.status_ == "max_seconds"
    assert model.certificate_.relative_gap > 0


@pytest.mark.parametrize("kind", [hingeline.LinearSVC, hingeline.LinearSVCCV])
def test_max_seconds_is_of_all_trainings_of_a_fit(kind):
    X, y = hard()
    model = kind(max_seconds=0.5, **({**ENDLESS, "probability": True} if kind is hingeline.LinearSVC else CV_ENDLESS))
    began = time.monotonic()
    with pytest.warns(ConvergenceWarning, match="max_seconds"):
        model.fit(X, y)
    assert time.monotonic() - began < 2
    assert model.status_ == "max_seconds"
    assert np.isfinite(model.C if kind is hingeline.LinearSVCCV else model.probability_slope_)


@pytest.mark.parametrize(
    "estimator",
    [
        hingeline.LinearSVC(loss="hinge", max_iter=1),
        hingeline.LinearSVC(loss="hinge", max_iter=1, probability=True),
        hingeline.LinearSVCCV(Cs=2, loss="hinge", max_iter=1),
        hingeline.LogisticRegression(max_iter=1),
        hingeline.LinearSVR(max_iter=1),
        hingeline.HuberRegressor(max_iter=1),
        hingeline.LinearOneClassSVM(max_iter=1),
        hingeline.SVC(max_iter=1),
        hingeline.NuSVC(nu=1),
        hingeline.MatrixFactorization(max_iter=1),
    ],
    ids=str,
)
def test_warnings_point_to_the_line_that_called_fit(estimator):
    X, y = classification(rows=400, cols=2, classes=3)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        estimator.fit(X, y)
    assert {each.filename for each in caught} == {__file__}


@pytest.mark.parametrize(
    "estimator", [hingeline.LinearSVC(loss="hinge", fit_intercept="penalized"), hingeline.LogisticRegression()]
)
def test_a_warm_start_of_another_shape_is_ignored(estimator):
    X, y = classification(classes=3)
    joint = "crammer_singer" if isinstance(estimator, hingeline.LinearSVC) else "multinomial"
    forms = ["ovr", "ovo", joint]
    for before in forms:
        for after in forms:
            model = clone(estimator).set_params(warm_start=True, multi_class=before).fit(X, y)
            model.set_params(multi_class=after).fit(X, y)
            cold = clone(estimator).set_params(multi_class=after).fit(X, y)
            assert model.certificate_.primal == pytest.approx(cold.certificate_.primal, rel=1e-3)


@pytest.mark.parametrize("how", [ENDLESS, {"C": 1e3, "tol": 1e-13}], ids=str)
def test_max_iter(how):
    X, y = hard(rows=3000)
    with pytest.warns(ConvergenceWarning, match="max_passes"):
        model = hingeline.LinearSVC(**{**how, "max_iter": 3}).fit(X, y)
    assert model.n_iter_ <= 3 + 4, "a Newton step that was begun takes some passes"


@pytest.mark.parametrize("rows", [200, 5000])
def test_passes_and_seconds_go_on_from_one_scale_to_the_next(rows):
    X, y = regression(rows=rows)
    history = hingeline.History()
    model = hingeline.HuberRegressor(callback=history).fit(X, y)
    passes, seconds = ([getattr(now, name) for now in history.passes] for name in ("passes", "seconds"))
    assert passes == sorted(passes) and passes[-1] <= model.n_iter_
    assert seconds == sorted(seconds)


def test_a_limit_of_passes_below_those_of_small_problems():
    X, _ = classification()
    passes = []
    with pytest.warns(ConvergenceWarning, match="max_passes"):
        hingeline.LinearOneClassSVM(max_iter=3, callback=lambda now: passes.append(now.passes)).fit(X)
    assert passes == sorted(set(passes)) and passes[-1] == 3


@pytest.mark.parametrize("rows", [200, 5000])
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_callback_follows_and_stops(rows, classes, n_jobs):
    X, y = classification(rows=rows, classes=classes)
    passes = []

    def stop_after_two(now):
        passes.append((now.part, now.passes))
        assert threading.current_thread() is threading.main_thread()
        assert now.parts == (1 if classes == 2 else 3)
        return now.passes < 2

    model = hingeline.LinearSVC(solver="dual_cd", tol=1e-12, callback=stop_after_two, n_jobs=n_jobs).fit(X, y)
    assert model.status_ == "interrupted"
    assert [p for _, p in passes].count(2) == 1 and passes[-1][1] == 2
    assert n_jobs > 1 or passes == [(0, 1), (0, 2)]


@pytest.mark.parametrize("estimator", [hingeline.LinearSVC(solver="dual_cd", tol=1e-12), hingeline.SVC(tol=1e-12)])
def test_callback_may_answer_as_numpy_does(estimator):
    X, y = classification(rows=5000)
    for answer, status in [(np.False_, "interrupted"), (None, "converged"), (np.True_, "converged")]:
        model = clone(estimator).set_params(callback=lambda now, answer=answer: answer).fit(X, y)
        assert model.status_ == status


@pytest.mark.parametrize(
    "estimator",
    [
        hingeline.LinearSVC(probability=True),
        hingeline.SVC(probability=True),
        hingeline.LogisticRegression(l1_ratio=0.5),
        hingeline.LinearSVCCV(Cs=2),
    ],
    ids=str,
)
def test_callback_is_not_copied(estimator):
    lock = threading.Lock()  # which cannot be
    calls = []

    def watch(now, lock=lock):
        with lock:
            calls.append(now.passes)

    X, y = classification()
    model = clone(estimator)
    model.callback = functools.partial(watch, lock=lock)
    model.fit(X, y)
    assert calls


def test_an_exception_in_the_callback_reaches_the_caller():
    X, y = hard()

    def fail(now):
        raise LookupError("from the callback")

    with pytest.raises(LookupError, match="from the callback"):
        hingeline.LinearSVC(callback=fail, **ENDLESS).fit(X, y)


def test_same_answer_for_any_number_of_jobs():
    X, y = classification(rows=3000, classes=5)
    models = [hingeline.LinearSVC(loss="hinge", n_jobs=jobs).fit(X, y) for jobs in (None, 2, -1)]
    for model in models[1:]:
        np.testing.assert_array_equal(model.coef_, models[0].coef_)
        np.testing.assert_array_equal(model.decision_function(X), models[0].decision_function(X))


def test_random_state():
    X, y = regression(rows=5000)
    fit = lambda state: hingeline.LinearSVR(solver="dual_cd", random_state=state).fit(X, y).coef_
    np.testing.assert_array_equal(fit(None), fit(0))
    np.testing.assert_array_equal(fit(3), fit(3))
    assert np.any(fit(3) != fit(4))
    np.testing.assert_array_equal(fit(np.random.RandomState(5)), fit(np.random.RandomState(5)))


def test_fits_run_side_by_side_in_threads():
    X, y = classification(rows=2000)
    models = [hingeline.LinearSVC(random_state=seed % 2) for seed in range(8)]
    threads = [threading.Thread(target=model.fit, args=(X, y)) for model in models]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for model in models[2:]:
        np.testing.assert_array_equal(model.coef_, models[model.random_state].coef_)


@pytest.mark.parametrize("estimator", [hingeline.LinearSVC(solver="dual_cd"), hingeline.SVC()], ids=str)
def test_grid_search_over_threads_runs_in_parallel(estimator):
    """Each fit waits in its first pass for another: alone, or with the interpreter held by it, none would go on."""
    X, y = classification(rows=3000)
    both = threading.Barrier(2)
    local = threading.local()

    def meet(now):
        if now.passes <= 1 and not getattr(local, "met", False):
            local.met = True
            both.wait(timeout=60)

    with joblib.parallel_backend("threading"):
        GridSearchCV(estimator.set_params(callback=meet), {"C": [0.1, 1.0]}, cv=2, n_jobs=2, refit=False).fit(X, y)
    assert both.broken is False


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(
    "estimator",
    [hingeline.LinearSVC(**ENDLESS), hingeline.SVC(gamma=0.01, C=1e4, tol=1e-13)],
    ids=str,
)
def test_two_limits_of_time_pass_together(estimator):
    """They count from where a solve begins: one after the other, or under one lock, both solves would take twice it."""
    X, y = hard(rows=6000)
    limit = 0.8
    models = [clone(estimator).set_params(max_seconds=limit, n_jobs=1) for _ in range(2)]
    threads = [threading.Thread(target=model.fit, args=(X, y)) for model in models]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert time.monotonic() - began < 1.9 * limit
    assert [model.status_ for model in models] == 2 * ["max_seconds"]


def test_log(caplog):
    X, y = classification()
    with caplog.at_level("INFO", logger="hingeline"):
        hingeline.LinearSVC().fit(X, y)
        assert not caplog.records
        hingeline.LinearSVC(verbose=1).fit(X, y)
        assert len(caplog.records) == 1
        assert "converged" in caplog.text
        hingeline.LinearSVC(verbose=2).fit(X, y)
    assert "pass 1" in caplog.text


def test_without_a_handler_messages_go_to_stderr(monkeypatch, capsys):
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    X, y = classification()
    hingeline.LinearSVC().fit(X, y)
    assert capsys.readouterr() == ("", "")
    hingeline.SVC(verbose=1).fit(X, y)
    assert capsys.readouterr().err.startswith("SVC: converged by ")
    hingeline.LinearSVC(verbose=2).fit(X, y)
    assert "pass 2, " in capsys.readouterr().err
    logging.getLogger("hingeline").addHandler(silent := logging.NullHandler())
    hingeline.SVC(verbose=2).fit(X, y)
    logging.getLogger("hingeline").removeHandler(silent)
    assert capsys.readouterr() == ("", "")


def test_progress_bar(capfd):
    X, y = classification(rows=5000)
    hingeline.LinearSVC(loss="hinge", solver="dual_cd", tol=1e-8, progress=True).fit(X, y)
    assert "gap" in capfd.readouterr().err


ABANDONED = """
import sys, threading, time
sys.path.insert(0, sys.argv[1])
import hingeline
from problems import hard
from test_control import CV_ENDLESS, ENDLESS

X, y = hard()
svc = hingeline.LinearSVC(**ENDLESS)
abandoned = {
    "fit": svc,
    "callback": hingeline.LinearSVC(callback=lambda now: None, **ENDLESS),
    "kernel": hingeline.SVC(C=1e5, gamma=5.0, tol=1e-9),
    "search": hingeline.LinearSVCCV(cv=3, **CV_ENDLESS),
}[sys.argv[2]]
threading.Thread(target=abandoned.fit, args=(X, y), daemon=True).start()
time.sleep(0.5)
"""


@pytest.mark.parametrize("kind", ["fit", "callback", "kernel", "search"])
def test_interpreter_ends_while_a_daemon_trains(kind):
    tests = str(Path(__file__).parent)
    done = subprocess.run([sys.executable, "-c", ABANDONED, tests, kind], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_keyboard_interrupt_ends_the_threads_of_a_search():
    X, y = hard()
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.5):
        hingeline.LinearSVCCV(n_jobs=2, cv=2, **{**CV_ENDLESS, "Cs": np.logspace(4, 7, 50)}).fit(X, y)
    time.sleep(1)
    assert threading.active_count() == before
