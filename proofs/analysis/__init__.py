# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Static analysis of the library's C: `./dev analyze`. docs/analysis.md says what it shows."""
