"""Main: `python -m holdfast` runs what `holdfast` runs."""

import sys

from holdfast.doors.cli import main

sys.exit(main())
