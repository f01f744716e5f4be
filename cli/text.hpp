// SPDX-License-Identifier: Apache-2.0 OR MIT
// Lists, line breaks and spelling suggestions, for the help and for messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace asconkit::cli {

// The parts, with `between` between them.
std::string listed(const std::vector<std::string> &parts, std::string_view between);

// Broken at blanks into lines of at most `width` characters; all but the first start with `indent`
// blanks.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

// The one of `names` that was probably meant; empty if none is near.
std::string nearest(std::string_view name, const std::vector<std::string> &names);

}  // namespace asconkit::cli
