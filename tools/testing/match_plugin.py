# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A plugin of pytest: with ASCONKIT_TEST_MATCH only the tests whose names that regular expression finds."""

import os
import re


def pytest_collection_modifyitems(config, items):
    match = re.compile(os.environ.get("ASCONKIT_TEST_MATCH", ""))
    chosen = [item for item in items if match.search(item.nodeid)]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen
