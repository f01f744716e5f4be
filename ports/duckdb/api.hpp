// DuckDB's C extension interface, in the oldest version that has what is used here, so that the
// extension loads into every DuckDB from 1.2 on. For all files of this folder.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#define DUCKDB_EXTENSION_NAME asconkit
#define DUCKDB_EXTENSION_API_VERSION_MAJOR 1
#define DUCKDB_EXTENSION_API_VERSION_MINOR 2
#define DUCKDB_EXTENSION_API_VERSION_PATCH 0
#include "duckdb_extension.h"

DUCKDB_EXTENSION_EXTERN
