// SPDX-License-Identifier: Apache-2.0 OR MIT
// Finds the files below a folder, for sum -r.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace asconkit::cli {

bool is_folder(const std::string &path);

// The files below a folder, in the order of the bytes of their paths. Symbolic links are not
// followed.
class Walk {
 public:
  enum class Kinds { regular, any };  // `any`: links and special files too
  struct Found {
    std::string path;
    std::string problem;  // if not empty: a folder could not be read, and this is the complaint
  };
  explicit Walk(const std::string &folder, Kinds kinds = Kinds::regular)
      : left_{folder + "/"}, root_(folder), kinds_(kinds) {}
  std::optional<Found> next();

 private:
  std::string list(const std::string &folder);
  std::vector<std::string> left_;  // the next one last; folders end in a slash
  std::string root_;               // as given
  Kinds kinds_;
};

}  // namespace asconkit::cli
