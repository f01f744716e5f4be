# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tasks of ./dev, which parses the command line and calls one function of these modules. They install what a
task needs and start the programs that do the work. Python's standard library alone: they run before any package
is there."""
