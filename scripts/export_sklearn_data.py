# SPDX-License-Identifier: BSD-3-Clause
"""Writes two data sets that come with scikit-learn, split into four fifths for training and one for testing.

breast_cancer becomes LIBSVM text, diabetes CSV with a header. Columns are standardized by the training rows.
"""

import sys
from pathlib import Path

import numpy as np
from sklearn.datasets import dump_svmlight_file, load_breast_cancer, load_diabetes
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


def split(data) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Standardised rows and targets of both parts, by name."""
    x_train, x_test, y_train, y_test = train_test_split(data.data, data.target, test_size=0.2, random_state=0)
    scaler = StandardScaler().fit(x_train)
    return {"train": (scaler.transform(x_train), y_train), "test": (scaler.transform(x_test), y_test)}


def main() -> None:
    """Writes NAME.train and NAME.test of both sets into the folder given."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for part, (x, y) in split(load_breast_cancer()).items():
        dump_svmlight_file(x, y, str(folder / f"breast_cancer.{part}"), zero_based=False)
    diabetes = load_diabetes()
    header = ",".join([*diabetes.feature_names, "progression"])
    for part, (x, y) in split(diabetes).items():
        np.savetxt(
            folder / f"diabetes.{part}.csv",
            np.column_stack([x, y]),
            delimiter=",",
            header=header,
            comments="",
            fmt="%.9g",
        )


if __name__ == "__main__":
    main()
