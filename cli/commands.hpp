// SPDX-License-Identifier: Apache-2.0 OR MIT
// The subcommands, called after their arguments are read.
#pragma once

#include "arguments.hpp"
#include "errors.hpp"

namespace asconkit::cli {

Exit run_keygen(const Arguments &arguments);
Exit run_encrypt(const Arguments &arguments);
Exit run_decrypt(const Arguments &arguments);
Exit run_sum(const Arguments &arguments);
Exit run_mac(const Arguments &arguments);
Exit run_prf(const Arguments &arguments);
Exit run_xof(const Arguments &arguments);
Exit run_info(const Arguments &arguments);

}  // namespace asconkit::cli
