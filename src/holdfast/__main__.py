"""`python -m holdfast` is `holdfast`."""

import sys

from holdfast.interfaces.cli import main

sys.exit(main())
