"""`python -m holdfast` is `holdfast`."""

import sys

from holdfast.doors.cli import main

sys.exit(main())
