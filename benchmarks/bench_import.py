"""Start-up: how long a cold process takes to import Holdfast, beside what it stands on.

CPU time of new processes, the least of several, taken in turn; an empty Python is taken off both.
"""

import os
import subprocess
import sys

ROUNDS = 7
EMPTY = "pass"
GROUND = "import numpy, lxml.etree, rapidfuzz"
# What is imported -> at most this many times the ground's CPU time.
WANTED = {
    "import holdfast": 0.3,
    "import holdfast; holdfast.locate": 1.3,
}


def main() -> int:
    """Print the table; return 1 when an import costs more than is promised."""
    asked = [EMPTY, GROUND, *WANTED]
    times = {code: [cpu_seconds(code)] for code in asked}  # the first round also writes .pyc files
    for _ in range(ROUNDS):
        for code in asked:
            times[code].append(cpu_seconds(code))
    least = {code: min(found[1:]) for code, found in times.items()}
    ground = least[GROUND] - least[EMPTY]
    print(
        f"{'ms':>7} {'ratio':>6} {'wanted':>6}  an empty Python takes {least[EMPTY] * 1e3:.0f} ms"
    )
    print(f"{ground * 1e3:>7.0f} {1:>6.2f} {'':>6}  {GROUND}")
    kept_promise = True
    for code, wanted in WANTED.items():
        own = least[code] - least[EMPTY]
        kept_promise &= own <= wanted * ground
        print(f"{own * 1e3:>7.0f} {own / ground:>6.2f} {wanted:>6.2f}  {code}")
    print(f"wanted: {'yes' if kept_promise else 'NO'}")
    return 0 if kept_promise else 1


def cpu_seconds(code: str) -> float:
    """Return the CPU time of a new Python that runs this and nothing else."""
    # Compiled files are written, as on any machine but one that builds images.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen([sys.executable, "-c", code], env=environment)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"cannot run {code!r}")
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
