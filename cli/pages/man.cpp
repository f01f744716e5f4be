// SPDX-License-Identifier: Apache-2.0 OR MIT
// Man pages in mdoc(7), from the table of options.
#include <cctype>

#include "pages.hpp"

namespace asconkit::cli {

namespace {

bool starts_word(const std::string &text, std::size_t at) {
  return at == 0 || text[at - 1] == ' ' || text[at - 1] == '-' || text[at - 1] == '(';
}

// A line of text that means no macro or escape. Hyphens of options stay what one can type.
std::string escaped(const std::string &text) {
  std::string result = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') result += "\\e";
    else if (text[i] == '-' && starts_word(text, i)) result += "\\-";
    else result += text[i];
  }
  return result;
}

// One sentence on each line, as mdoc wants them.
std::string sentences(const std::string &text) {
  std::size_t end = text.find(". ");
  if (end == std::string::npos) return escaped(text) + "\n";
  return escaped(text.substr(0, end + 1)) + "\n" + sentences(text.substr(end + 2));
}

std::string capitals(std::string text) {
  for (char &c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string with_small_start(std::string text) {
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string section(const char *name) { return std::string(".Sh ") + name + "\n"; }

std::string option_item(const Option &option) {
  std::string result = ".It ";
  if (option.letter != '\0') result += std::string("Fl ") + option.letter + " , ";
  result += std::string("Fl Fl ") + option.name;
  if (option.value != Value::none) result += " Ar " + placeholder(option);
  result += "\n" + sentences(std::string(option.help) + ".");
  if (!option.fallback.empty()) result += "The default is " + option.fallback + ".\n";
  return result;
}

std::string options_list(const Subcommand *subcommand) {
  std::string result = "The options are:\n.Bl -tag -width Ds\n";
  for (const Option &option : options_of(subcommand)) result += option_item(option);
  return result + ".El\n";
}

std::string name_of(const Subcommand *subcommand) {
  return subcommand == nullptr ? "asconkit" : std::string("asconkit-") + subcommand->name;
}

std::string start(const Subcommand *subcommand, const std::string &date) {
  std::string name = name_of(subcommand);
  std::string summary = subcommand == nullptr ? program_summary : subcommand->summary;
  return ".\\\" SPDX-License-Identifier: Apache-2.0 OR MIT\n.Dd " + date + "\n.Dt " +
         capitals(name) + " 1\n.Os asconkit " ASCON_VERSION "\n" + section("NAME") + ".Nm " + name +
         "\n.Nd " + escaped(with_small_start(summary)) + "\n";
}

// "[FILE...]" and the like.
std::string operand_line(const std::string &operands) {
  if (operands.empty()) return "";
  bool optional = operands.starts_with('[');
  std::string name = optional ? operands.substr(1, operands.size() - 2) : operands;
  bool many = name.ends_with("...");
  if (many) name.resize(name.size() - 3);
  return std::string(optional ? ".Op Ar " : ".Ar ") + name + (many ? " ...\n" : "\n");
}

std::string exit_status(bool is_like_coreutils) {
  std::string result = section("EXIT STATUS") + ".Bl -tag -width Ds\n";
  for (const ExitCode &code : exit_codes())
    if (!is_like_coreutils || code.number <= 1)
      result += ".It " + std::to_string(code.number) + "\n" + sentences(code.meaning + ".");
  return result + ".El\n";
}

std::string environment() {
  std::string result = section("ENVIRONMENT") + ".Bl -tag -width Ds\n";
  for (const Variable &variable : variables())
    result += std::string(".It Ev ") + variable.name + "\n" + sentences(variable.meaning);
  return result + ".El\n";
}

std::string examples(const std::string &example) {
  return section("EXAMPLES") + ".Dl " + escaped(example) + "\n";
}

std::string program_page() {
  std::string result = section("SYNOPSIS") + ".Nm\n.Op Ar options\n.Ar subcommand\n.Ar ...\n" +
                       section("DESCRIPTION") +
                       "The subcommands, each with a page of its own, are:\n.Bl -tag -width Ds\n";
  for (const Subcommand &one : subcommands())
    result += std::string(".It Xr asconkit-") + one.name + " 1\n" +
              sentences(std::string(one.summary) + ".");
  return result + ".El\n.Pp\n" + options_list(nullptr) + ".Pp\n" + sentences(option_rules) +
         environment() + exit_status(false) + examples(program_example);
}

std::string subcommand_page(const Subcommand &subcommand) {
  std::string result = section("SYNOPSIS") + ".Nm asconkit " + subcommand.name +
                       "\n.Op Ar options\n" + operand_line(subcommand.operands) +
                       section("DESCRIPTION") + sentences(std::string(subcommand.summary) + ".");
  for (const char *note : subcommand.notes) result += ".Pp\n" + sentences(note);
  result += ".Pp\n" + options_list(&subcommand) + environment() +
            exit_status(subcommand.is_like_coreutils) + examples(subcommand.example);
  return result + section("SEE ALSO") + ".Xr asconkit 1\n";
}

}  // namespace

std::string man_page(const Subcommand *subcommand, const std::string &date) {
  return start(subcommand, date) +
         (subcommand == nullptr ? program_page() : subcommand_page(*subcommand));
}

}  // namespace asconkit::cli
