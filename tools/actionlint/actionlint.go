//go:build tools

// Package tools names actionlint, which checks the workflows in tests/ports/test_project.py, so that go.mod and go.sum
// pin what it is built of. SPDX-License-Identifier: Apache-2.0 OR MIT
package tools

import _ "github.com/rhysd/actionlint/cmd/actionlint"
