"""Man pages and completions, written from the table of options when the command was built."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pexpect
import pytest
from helpers import succeed

COMMAND = Path(os.environ["ASCONKIT"])
SHARE = COMMAND.parents[1] / "share"
BASH = SHARE / "bash-completion/completions/asconkit"
ZSH = SHARE / "zsh/site-functions/_asconkit"
FISH = SHARE / "fish/vendor_completions.d/asconkit.fish"
SUBCOMMANDS = re.findall(r"^  ([a-z]+)  ", succeed("--help").decode().partition("Options:")[0], re.M)
AEADS = ["ascon-aead128", "ascon-aead128-nonce-masked", "ascon-128", "ascon-128a", "ascon-80pq"]


def tool(name):
    path = shutil.which(name)
    assert path, f"{name} is missing; ./dev test installs it"
    return path


def output(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == 0 and done.stderr == "", (done.stdout, done.stderr)
    return done.stdout


def options_of(name):
    return re.findall(r"^  (?:-(\w), |    )--([\w-]+)", succeed(*name.split(), "--help").decode(), re.M)


# ---- Man pages -------------------------------------------------------------------------------


PAGES = {"asconkit": "", **{f"asconkit-{name}": name for name in SUBCOMMANDS}}


@pytest.mark.parametrize("page", PAGES)
def test_man_pages_are_well_formed(page):
    path = SHARE / f"man/man1/{page}.1"
    assert output(tool("mandoc"), "-T", "lint", "-W", "warning", path) == ""
    assert output(tool("groff"), "-ww", "-mdoc", "-Tutf8", "-z", path) == ""


@pytest.mark.parametrize(("page", "name"), PAGES.items())
def test_man_pages_say_what_the_help_says(page, name):
    text = output(tool("mandoc"), "-T", "ascii", "-O", "width=1000", SHARE / f"man/man1/{page}.1")
    text = re.sub(".\b", "", text)
    summary = succeed(*name.split(), "--help").decode().splitlines()[1]
    assert summary in text or not name
    for letter, option in options_of(name):
        assert re.search(rf"^ +{f'-{letter}, ' if letter else ''}--{option}\b", text, re.M), option
    for title in ("NAME", "SYNOPSIS", "DESCRIPTION", "ENVIRONMENT", "EXIT STATUS", "EXAMPLES"):
        assert f"\n{title}\n" in text
    assert "\\" not in text


def test_the_guide_has_the_exit_codes_and_subcommands():
    guide = (Path(__file__).parents[2] / "docs/command.md").read_text().replace("`", "")
    page = (SHARE / "man/man1/asconkit.1").read_text().partition(".Sh EXIT STATUS")[2].replace("\\-", "-")
    codes = re.findall(r"^\.It (\d)\n(.*)\.$", page, re.M)
    assert len(codes) == 9
    assert [(code, text.lower()) for code, text in codes] == [
        (code, text.lower()) for code, text in re.findall(r"^\| (\d) \| (.*) \|$", guide, re.M)]
    assert re.findall(r"^\| asconkit (\w+) \|", guide, re.M) == SUBCOMMANDS


def test_there_is_a_page_for_each_subcommand():
    assert {path.stem for path in SHARE.glob("man/man1/*.1")} == set(PAGES)


# ---- bash ------------------------------------------------------------------------------------


def complete_in_bash(line):
    """What bash offers for the last word. Its words end at "=" too."""
    words = re.findall(r"=|[^ =]+", line) + ([""] if line.endswith(" ") else [])
    script = f'. "{BASH}"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _asconkit; printf "%s\\n" "${{COMPREPLY[@]}}"'
    return output("bash", "--norc", "-c", script, "bash", *words).split()


@pytest.mark.parametrize(("line", "words"), [
    ("asconkit ", SUBCOMMANDS),
    ("asconkit en", ["encrypt"]),
    ("asconkit --backend c64 x", ["xof"]),
    ("asconkit --v", ["--version"]),
    ("asconkit help m", ["mac"]),
    ("asconkit encrypt -a ", AEADS),
    ("asconkit encrypt --algorithm ascon-12", ["ascon-128", "ascon-128a"]),
    ("asconkit encrypt --algorithm=", AEADS),
    ("asconkit encrypt --algorithm=ascon-8", ["ascon-80pq"]),
    ("asconkit encrypt --pass", ["--passphrase", "--passphrase-file"]),
    ("asconkit decrypt --chunk", []),
    ("asconkit encrypt -k ", []),
    ("asconkit encrypt my.k", []),
    ("asconkit sum --backend c3", ["c32"]),
    ("asconkit mac -k key --ver", ["--verify", "--version"]),
])  # fmt: skip
def test_completion_in_bash(line, words):
    assert complete_in_bash(line) == words


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_bash_knows_every_option(name):
    expected = [word for letter, option in options_of(name) for word in (f"-{letter}", f"--{option}") if word != "-"]
    assert complete_in_bash(f"asconkit {name} -") == expected


# ---- zsh and fish ----------------------------------------------------------------------------


def test_syntax_for_zsh():
    assert output(tool("zsh"), "-n", ZSH) == ""


def complete_in_fish(line, home):
    script = f"source {FISH}; complete -C '{line}'"
    found = output(tool("fish"), "--no-config", "-c", script, env={**os.environ, "HOME": str(home)})
    return [one.partition("\t")[0] for one in found.splitlines()]


def test_completion_in_fish(folder):
    assert output(tool("fish"), "--no-config", "-n", FISH) == ""
    (folder / "my.key").touch()
    assert sorted(complete_in_fish("asconkit ", folder)) == sorted(SUBCOMMANDS)
    assert complete_in_fish("asconkit encrypt -a ascon-8", folder) == ["ascon-80pq"]
    assert "my.key" in complete_in_fish("asconkit encrypt -k ", folder)
    for name in SUBCOMMANDS:
        offered = complete_in_fish(f"asconkit {name} --", folder)
        assert sorted(offered) == sorted(f"--{option}" for _, option in options_of(name))


# ---- At a prompt -----------------------------------------------------------------------------


SHELLS = {
    "bash": (["--norc", "--noprofile", "-i"], f"bind 'set bell-style none'; . '{BASH}'"),
    "zsh": (["-f", "-i"], f"fpath=('{ZSH.parent}' $fpath); autoload -U compinit; compinit -u -D"),
}


@pytest.mark.parametrize("shell", SHELLS)
def test_the_tabulator_completes(folder, shell):
    """The whole way: the shell finds the function, the word grows, the command runs."""
    arguments, setup = SHELLS[shell]
    (folder / "letter.txt").write_text("hi")
    environment = {**os.environ, "PATH": f"{COMMAND.parent}:{os.environ['PATH']}", "TERM": "dumb", "HOME": str(folder)}
    child = pexpect.spawn(tool(shell), arguments, env=environment, timeout=60, encoding="utf-8", dimensions=(40, 200))
    child.sendline(f"{setup}; PS1=; PS2=; echo rea''dy")
    child.expect("ready")
    child.send("asconkit inf\t--js\t; echo do''ne\n")
    child.expect(r'"batch_engines"')
    child.expect("done")
    child.send("asconkit xof --algorithm ascon-xofa\tlett\t; echo do''ne\n")
    child.expect(succeed("xof", "-a", "ascon-xofa", "letter.txt").decode().strip())
    child.sendline("exit")
    child.expect(pexpect.EOF)
