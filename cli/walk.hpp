// SPDX-License-Identifier: Apache-2.0 OR MIT
// Folders, for `sum -r`.
#pragma once

#include <functional>
#include <string>

namespace asconkit::cli {

bool is_folder(const std::string &path);

// Calls `use` with the path of every regular file below `folder`, in the order of the bytes of
// the paths. Symbolic links are not followed, special files are left out. False if a folder
// could not be read, after a complaint.
bool walk(const std::string &folder, const std::function<void(const std::string &)> &use);

}  // namespace asconkit::cli
