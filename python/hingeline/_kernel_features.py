# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import assert_all_finite

from hingeline import _core
from hingeline._all_or_nothing import all_or_nothing
from hingeline._estimator import MOST, Estimator
from hingeline._kernel_machine import KERNELS, KernelMachine
from hingeline._matrix import matrix

MOST_COMPONENTS = 16384


class KernelFeatures(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Estimator):
    """Features phi(x) whose inner products approximate the values of a kernel: phi(x)'phi(z) ~ K(x, z).

    A linear machine on these features approximates the machine with the kernel, at a cost linear in the number of rows.

    Parameters
    ----------
    n_components : int, default=100
        Dimension of phi, 1 to 16384; even for 'fourier'. Where X has fewer distinct rows, 'nystroem' uses them all, and
        the dimension is their number.
    approximation : 'nystroem' or 'fourier', default='nystroem'
        'nystroem': kernel values with rows z_1 .. z_m drawn from X, phi(x) = L^(-1) (K(z_j, x))_j, where
        L L' = (K(z_i, z_j)) (Williams & Seeger, NIPS 2000). Then phi(x)'phi(z) is exact where x or z was drawn.
        'fourier': cosines and sines of random frequencies, for the RBF kernel only (Rahimi & Recht, NIPS 2007).
    kernel : 'rbf', 'poly', 'polynomial' (the same) or 'linear', default='rbf'
    gamma : 'scale', 'auto' or float, default='scale'
        As in SVC.
    degree : int, default=3
        >= 0: degree of 'poly'.
    coef0 : float, default=0.0
        >= 0: constant term of 'poly'.
    random_state : int, RandomState or None, default=None
        Seed for drawing the rows or frequencies; None means 0, so that answers are reproducible.
    n_jobs : int or None, default=None
        Threads; answers do not depend on it.

    Attributes
    ----------
    components_ : (m, n_features)
        With 'nystroem', the rows drawn: float64, sparse where X was sparse or the model was read from a file.
    n_features_in_, feature_names_in_ : as in scikit-learn
    """

    def __init__(
        self,
        n_components=100,
        *,
        approximation="nystroem",
        kernel="rbf",
        gamma="scale",
        degree=3,
        coef0=0.0,
        random_state=None,
        n_jobs=None,
    ):
        self.n_components = n_components
        self.approximation = approximation
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.random_state = random_state
        self.n_jobs = n_jobs

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    @all_or_nothing
    def fit(self, X, y=None, sample_weight=None):
        """Draws the rows or frequencies of phi, for X (n_samples, n_features), dense or CSR. y is ignored.

        Rows of `sample_weight` 0 are not drawn; all others are equally likely, whatever their weight. Returns self.
        """
        X, _, weights = self._validate_data(X, "no_validation", sample_weight)
        assert_all_finite(X, input_name="X")
        options = self._options(X, weights)
        if self.approximation == "nystroem":
            X = X[drawn_rows(X, weights, options.size, options.seed)]
        self._map = _core.KernelFeatures(matrix(X, self._threads()), options, self._threads())
        self._is_sparse = sparse.issparse(X)
        return self

    @classmethod
    def _of_model(cls, model: _core.LinearModel) -> KernelFeatures:
        """The fitted features that a model from a file was trained on."""
        phi = _core.KernelFeatures.of_model(model)
        kernel, names = phi.kernel, {name: ours for ours, name in KERNELS.items()}
        features = cls(
            phi.size,
            approximation=phi.approximation,
            kernel=names[kernel.name],
            gamma=kernel.gamma,
            degree=kernel.degree,
            coef0=kernel.coef0,
            random_state=phi.seed,
        )
        features._map, features._is_sparse = phi, True
        features.n_features_in_ = phi.features
        return features

    def transform(self, X):
        """phi(x) of each row: (n_samples, n_components), dense, of X's type where that is float32 or float64."""
        X = self._data_to_predict(X)
        return self._map.map(matrix(X, self._threads()), self._threads())

    def _options(self, X, weights) -> _core.KernelFeatureOptions:
        self._only("approximation", "nystroem", "fourier")
        self._only("kernel", "rbf", "poly", "polynomial", "linear")
        kernel = _core.Kernel(
            KERNELS.get(self.kernel, self.kernel),
            gamma=self._gamma_for(X, weights),
            degree=self._whole("degree", 0),
            coef0=self._real("coef0"),
        )
        return _core.KernelFeatureOptions(
            approximation=self.approximation, kernel=kernel, size=self._size(), seed=self._seed()
        )

    def _size(self) -> int:
        if self.approximation == "fourier":
            self._checked("n_components", lambda size: size % 2 == 0, "even for approximation='fourier'")
        return self._whole("n_components", 1, MOST_COMPONENTS)

    _gamma_for = KernelMachine._gamma_for  # gamma means the same as in SVC

    @property
    def components_(self):
        """The rows drawn."""
        if self._map.approximation != "nystroem":
            raise AttributeError("components_ exists for approximation='nystroem' only, not for 'fourier'")
        offsets, columns, values = self._map.vectors
        rows = sparse.csr_array((values, columns, offsets), shape=(self._map.size, self.n_features_in_))
        return rows if self._is_sparse else rows.toarray()

    @property
    def _n_features_out(self) -> int:
        return self._map.size


def drawn_rows(X, weights, most: int, seed: int) -> np.ndarray:
    """Numbers of at most `most` distinct rows of weight > 0, drawn by their content: neither the order of rows nor
    whether one is repeated or weighted matters. Of different rows with the same hash (a chance of 2^-31 for two rows)
    only one can be drawn."""
    hashes = _core.content_folds(matrix(X), MOST)
    present = np.arange(X.shape[0]) if weights is None else np.flatnonzero(weights)
    _, distinct = np.unique(hashes[present], return_index=True)
    if len(distinct) > most:
        chosen = np.random.default_rng(seed).choice(len(distinct), most, replace=False, shuffle=False)
        distinct = distinct[np.sort(chosen)]
    return present[distinct]
