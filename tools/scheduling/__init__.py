# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The order of a round's operations: a model of processors, a solver, a simulator, and what is written from them.

docs/scheduling.md explains the model."""
