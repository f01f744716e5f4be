"""Building, running, counting and measuring on embedded processors under emulation."""

import sys

from compiling import ROOT

if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # of the specification, which says what is right
