# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Copies of the library in the forms that other ecosystems want: ./dev export."""
