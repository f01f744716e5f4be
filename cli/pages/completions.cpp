// SPDX-License-Identifier: Apache-2.0 OR MIT
// Completions for bash, zsh and fish, from the table of options.
#include "../text.hpp"
#include "pages.hpp"

namespace asconkit::cli {

namespace {

const std::string head = "# Written from the table of options when asconkit was built.\n";

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// Between single quotes; `escape` is what stands for one inside.
std::string quoted(const std::string &text, const char *escape) {
  std::string result = "'" + replaced(text, "'", escape);
  result += "'";
  return result;
}

std::vector<std::string> subcommand_names() {
  std::vector<std::string> result;
  for (const Subcommand &one : subcommands()) result.emplace_back(one.name);
  return result;
}

// "-k --key", with or without the letter.
std::vector<std::string> words_of(const Option &option) {
  std::vector<std::string> result;
  if (option.letter != '\0') result.push_back(std::string("-") + option.letter);
  result.push_back(long_name(option));
  return result;
}

std::string option_words(const Subcommand *subcommand) {
  std::vector<std::string> all;
  for (const Option &option : options_of(subcommand))
    for (std::string &word : words_of(option)) all.push_back(std::move(word));
  return listed(all, " ");
}

// ---- bash ---------------------------------------------------------------------------------

// What completes the value of an option. Without a list, bash takes names of files.
std::string bash_values(const Subcommand *subcommand) {
  std::string name = subcommand == nullptr ? "" : subcommand->name;
  std::string start = "'" + name + ' ';
  std::string result;
  for (const Option &option : options_of(subcommand)) {
    if (option.value == Value::none) continue;
    std::vector<std::string> patterns;
    for (const std::string &word : words_of(option)) patterns.push_back(start + word + "'");
    result += "    " + listed(patterns, " | ") + ") words='";
    result += listed(known_values(option), " ") + "' ;;\n";
  }
  return result;
}

std::string bash_options(const std::string &pattern, const std::string &words) {
  std::string result = "      " + pattern;
  return result + ") words='" + words + "' ;;\n";
}

}  // namespace

// A function that finds the subcommand among the words, then offers the values of the previous
// option, or options, or subcommands.
std::string bash_completion() {
  std::string result = head + R"(_asconkit() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} subcommand='' words='' i
  COMPREPLY=()
  # "--name=value" is three words for bash.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      --backend) ((++i)); [[ ${COMP_WORDS[i]} == = ]] && ((++i)) ;;
      -*) ;;
      *) subcommand=${COMP_WORDS[i]}; break ;;
    esac
  done
  case "$subcommand $previous" in
)";
  result += bash_values(nullptr);
  for (const Subcommand &one : subcommands()) result += bash_values(&one);
  result += "    *) case \"$subcommand ${current:0:1}\" in\n";
  result += bash_options("' -'", option_words(nullptr));
  for (const Subcommand &one : subcommands())
    result += bash_options("'" + std::string(one.name) + " -'", option_words(&one));
  result += bash_options("' '* | 'help '*", listed(subcommand_names(), " "));
  result += R"(    esac ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _asconkit asconkit
)";
  return result;
}

// ---- zsh ----------------------------------------------------------------------------------

namespace {

// Brackets and colons would end a description.
std::string zsh_text(const std::string &text) {
  std::string result = text;
  for (const char *c : {"\\", "[", "]", ":"}) result = replaced(result, c, std::string("\\") + c);
  return replaced(result, "'", "'\\''");
}

std::string zsh_action(const Option &option) {
  if (option.value == Value::file) return "_files";
  std::vector<std::string> known = known_values(option);
  if (known.empty()) return "";
  return "(" + listed(known, " ") + ")";
}

// '(-k --key)'{-k,--key}'[text]:FILE:_files'
std::string zsh_option(const Option &option) {
  std::vector<std::string> words = words_of(option);
  std::string result = "        '(" + listed(words, " ") + ")'";
  result += words.size() > 1 ? "{" + listed(words, ",") + "}" : words[0];
  result += "'[" + zsh_text(option.help) + "]";
  if (option.value != Value::none) result += ":" + placeholder(option) + ":" + zsh_action(option);
  result += "' \\\n";
  return result;
}

std::string zsh_operands(const Subcommand &subcommand) {
  std::string operands = subcommand.operands;
  if (operands.empty()) return "        && return\n";
  if (operands == "[SUBCOMMAND]")
    return "        '1:subcommand:(" + listed(subcommand_names(), " ") + ")' && return\n";
  return std::string("        '") + (operands.ends_with("...]") ? "*" : "1") +
         ":file:_files' && return\n";
}

std::string zsh_arguments(const Subcommand &subcommand) {
  std::string result = "      ";
  result += subcommand.name;
  result += ") _arguments -s -S \\\n";
  for (const Option &option : options_of(&subcommand)) result += zsh_option(option);
  return result + zsh_operands(subcommand) + "        ;;\n";
}

}  // namespace

// Arguments of _arguments for the program, then for each subcommand.
std::string zsh_completion() {
  std::string result = "#compdef asconkit\n" + head + R"(_asconkit() {
  local curcontext=$curcontext state line ret=1
  local -a subcommands=(
)";
  for (const Subcommand &one : subcommands()) {
    result += "    '";
    result += one.name;
    result += ":" + zsh_text(one.summary) + "'\n";
  }
  result += "  )\n  _arguments -C -S \\\n";
  for (const Option &option : general_options()) result += zsh_option(option);
  result += R"(        '1: :->subcommand' '*:: :->arguments' && ret=0
  case $state in
    subcommand) _describe subcommand subcommands && ret=0 ;;
    arguments) case $line[1] in
)";
  for (const Subcommand &one : subcommands()) result += zsh_arguments(one);
  return result + R"(    esac ;;
  esac
  return ret
}
_asconkit "$@"
)";
}

// ---- fish ---------------------------------------------------------------------------------

namespace {

std::string fish_quoted(const std::string &text) {
  return quoted(replaced(text, "\\", "\\\\"), "\\'");
}

std::string fish_option(const std::string &condition, const Option &option) {
  std::string result = "complete -c asconkit -n " + condition;
  if (option.letter != '\0') result += std::string(" -s ") + option.letter;
  result += std::string(" -l ") + option.name;
  if (option.value == Value::file) result += " -r -F";
  else if (option.value != Value::none) result += " -x";
  std::vector<std::string> known = known_values(option);
  if (!known.empty()) result += " -a " + fish_quoted(listed(known, " "));
  return result + " -d " + fish_quoted(option.help) + "\n";
}

std::string fish_subcommand(const Subcommand &subcommand) {
  std::string condition = std::string("'__fish_seen_subcommand_from ") + subcommand.name + "'";
  std::string result = std::string("complete -c asconkit -n __fish_use_subcommand -a ") +
                       subcommand.name + " -d " + fish_quoted(subcommand.summary) + "\n";
  for (const Option &option : options_of(&subcommand)) result += fish_option(condition, option);
  std::string operands = subcommand.operands;
  if (operands == "[SUBCOMMAND]")
    result += "complete -c asconkit -n " + condition + " -a " +
              fish_quoted(listed(subcommand_names(), " ")) + "\n";
  else if (!operands.empty()) result += "complete -c asconkit -n " + condition + " -F\n";
  return result;
}

}  // namespace

std::string fish_completion() {
  std::string result = head + "complete -c asconkit -f\n";
  for (const Option &option : general_options())
    result += fish_option("__fish_use_subcommand", option);
  for (const Subcommand &one : subcommands()) result += fish_subcommand(one);
  return result;
}

}  // namespace asconkit::cli
