// SPDX-License-Identifier: Apache-2.0 OR MIT
// Finds the files below a folder, for sum -r.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace asconkit::cli {

bool is_folder(const std::string &path);

// The regular files below a folder, in the order of the bytes of their paths. Symbolic links are
// not followed, special files are left out.
class Walk {
 public:
  struct Found {
    std::string path;
    std::string problem;  // if not empty: a folder could not be read, and this is the complaint
  };
  explicit Walk(const std::string &folder) : left_{folder + "/"}, root_(folder) {}
  std::optional<Found> next();

 private:
  std::string list(const std::string &folder);
  std::vector<std::string> left_;  // the next one last; folders end in a slash
  std::string root_;               // as given
};

}  // namespace asconkit::cli
