# SPDX-License-Identifier: BSD-3-Clause
"""Subclasses with fewer parameters than their base, as scikit-learn allows them."""

import pytest
from sklearn.base import clone

import hingeline
from problems import classification


class CalibratedLinear(hingeline.LinearSVC):
    def __init__(self, C=1.0):
        super().__init__(C=C, probability=True)


class CalibratedKernel(hingeline.SVC):
    def __init__(self, C=1.0):
        super().__init__(C=C, probability=True)


class HingeSearch(hingeline.LinearSVCCV):
    def __init__(self, Cs=10):
        super().__init__(Cs=Cs, loss="hinge")


@pytest.mark.parametrize("kind", [CalibratedLinear, CalibratedKernel])
def test_subclasses_are_calibrated_as_their_base(kind):
    X, y = classification()
    model, alone = kind(C=0.3), kind.__base__(C=0.3)
    model.callback, alone.callback = hingeline.History(), hingeline.History()
    model.fit(X, y)
    alone.fit(X, y)
    assert len(model.callback.passes) == len(alone.callback.passes), "fits for probabilities call no callback"
    assert model.probability_slope_ == kind.__base__(C=0.3, probability=True).fit(X, y).probability_slope_


def test_searches_have_the_attributes_of_the_subclass():
    X, y = classification()
    search = hingeline.LinearSVCCV(Cs=3, loss="hinge").fit(X, y)
    assert (clone(HingeSearch(Cs=3)).fit(X, y).scores_ == search.scores_).all()
