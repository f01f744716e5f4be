# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What `./dev test` does: steps.py is the table of what there is to run, running.py runs it, reports.py says
what came of it. Python's standard library alone."""
