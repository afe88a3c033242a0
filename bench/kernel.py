#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""C-SVC with the RBF kernel against LIBSVM's svm-train: user time of both programs, reading and writing included, at the same
stop rule (m - M <= 1e-3), one thread, 2 GB of cache. Every answer's dual objective is computed again in double from its
model by one program. LIBSVM runs once, hingeline --repeat times (the median counts).

    bench/kernel.py --data FOLDER --build build/release [SET ...]
"""

import argparse
import json
import pathlib
import resource
import shutil
import statistics
import subprocess
import tempfile

# file, C, gamma, and which labels are the positive class (None: as they are); mnist's values are divided by 255
SETS = {
    "a9a": ("a9a", 1, 0.05, None),
    "w8a": ("w8a", 10, 0.05, None),
    "phishing": ("phishing", 10, 0.1, None),
    "skin": ("skin_nonskin_scale", 10, 1, None),
    "usps": ("usps", 10, 0.02, {1}),
    "letter": ("letter.scale", 10, 1, set(range(1, 14))),
    "mnist": ("mnist", 10, 0.02 / 255**2, {0, 2, 4, 6, 8}),
    "a9a, C = 1000": ("a9a", 1000, 0.05, None),
    "phishing, C = 1000": ("phishing", 1000, 0.1, None),
}


def user_seconds(command):
    """User time of a program, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, output


def two_classes(source, positive, target):
    with open(source) as text, open(target, "w") as out:
        for line in text:
            label, _, rest = line.partition(" ")
            sign = label if positive is None else "+1" if int(float(label)) in positive else "-1"
            out.write(f"{sign} {rest}")


def compare(folder, build, name, repeat, scratch):
    file, cost, gamma, positive = SETS[name]
    data, ours, theirs = scratch / "data", scratch / "ours", scratch / "theirs"
    two_classes(folder / file, positive, data)
    objective = lambda model: float(user_seconds([build / "bin/bench_kernel_objective", model])[1])
    runs = []
    for _ in range(repeat):
        seconds, output = user_seconds(
            [build / "bin/hingeline", "train", "--kernel", "rbf", "--gamma", str(gamma), "-C", str(cost), "--violation", "1e-3",
             "--cache-mb", "2000", "--threads", "1", "--quiet", "--json", "-", data, ours])
        runs.append(seconds)
    report = json.loads(output)
    libsvm, _ = user_seconds(["svm-train", "-q", "-m", "2000", "-c", str(cost), "-g", str(gamma), data, theirs])
    hingeline = statistics.median(runs)
    reached, wanted = objective(ours), objective(theirs)
    print(f"| {name} | {libsvm:.2f} | {hingeline:.2f} | {libsvm / hingeline:.1f} | {(reached - wanted) / abs(wanted):.1e} | "
          f"{report['support_vectors']} | {report['kernel_evaluations']:.3g} | {report['inner_steps']} | {report['cache_hits']} | "
          f"{report['violation']:.1e} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of LIBSVM files")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="a release build")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)} (default: all)")
    arguments = parser.parse_args()
    if shutil.which("svm-train") is None:
        parser.error("svm-train is not installed (Debian: libsvm-tools)")
    print("| set | LIBSVM, s | hingeline, s | ratio | dual objective, ours - theirs | support vectors | kernel values | steps | "
          "cache hits | m - M |\n|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        for name in arguments.sets or SETS:
            compare(arguments.data, arguments.build, name, arguments.repeat, pathlib.Path(scratch))


if __name__ == "__main__":
    main()
