"""./dev test --bare: what of this machine is passed on to a fresh one. Making one takes minutes: not here."""

import sys

import bare
import pytest

STANZAS = """Types: deb
# a comment
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main

Types: deb
URIs: http://other.example/
Suites: cloud-bookworm
Components: main
"""
LINES = """# deb http://mirror.example/debian bookworm main
deb [arch=amd64] http://mirror.example/bookworm bookworm-security main contrib
deb-src http://mirror.example/debian bookworm main
deb http://other.example/ stable main
"""


def test_package_sources_change_their_suite():
    assert bare.stanzas_for(STANZAS, "bookworm", "trixie") == (
        "Types: deb\nURIs: http://mirror.example/debian\nSuites: trixie trixie-updates\nComponents: main\n"
    )
    lines = bare.list_for(LINES, "bookworm", "trixie")
    assert lines == "deb [arch=amd64] http://mirror.example/bookworm trixie-security main contrib\n"


def test_apt_settings():
    dump = (
        'Acquire::http::Proxy "http://proxy.example:3128";\nAcquire::https::CaInfo "/here/cert.pem";\n'
        'Acquire::Check-Date "0";\nAcquire::Languages "none";\nDir::Cache "var/cache/apt";\n'
    )
    expected = ['--aptopt=Acquire::http::Proxy "http://proxy.example:3128"', '--aptopt=Acquire::Check-Date "0"']
    assert bare.apt_settings(dump) == expected


def test_environment_has_no_path_of_this_machine():
    outside = {
        "HOME": "/home/user", "PATH": "/home/user/bin", "PIP_INDEX_URL": "https://index.example/simple",
        "PIP_FIND_LINKS": "/home/user/wheels", "https_proxy": "http://proxy.example", "SSL_CERT_FILE": "/home/user/ca",
        "SECRET_TOKEN": "a secret", "MAKEFLAGS": "-j",
    }  # fmt: skip
    inside = bare.environment(outside)
    assert not any("/home" in value for value in inside.values())
    assert inside["PIP_INDEX_URL"] == outside["PIP_INDEX_URL"] and inside["https_proxy"] == outside["https_proxy"]
    assert inside["SSL_CERT_FILE"] == bare.CERTIFICATES and inside["HOME"] == "/root"
    assert not {"SECRET_TOKEN", "MAKEFLAGS", "PIP_FIND_LINKS", "REQUESTS_CA_BUNDLE"} & set(inside)


def test_another_root_is_not_taken_for_the_one_asked_for(tmp_path, capsys, monkeypatch):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/os-release").write_text("VERSION_CODENAME=bookworm\n")
    monkeypatch.setattr(sys, "argv", ["bare.py", "--suite", "trixie", "--keep", str(tmp_path), "true"])
    assert bare.main() == 1
    assert "is not a root of trixie" in capsys.readouterr().err


@pytest.mark.parametrize("suite", bare.DISTRIBUTIONS)
def test_where_packages_come_from(suite, tmp_path, monkeypatch):
    monkeypatch.setattr(bare, "os_release", lambda: {"ID": "neither", "VERSION_CODENAME": "other"})
    monkeypatch.setattr(bare, "UBUNTU_KEYS", tmp_path / "keys")
    if suite == "noble":
        with pytest.raises(bare.Failure, match="Ubuntu's keys"):
            bare.sources(suite, tmp_path)
        (tmp_path / "keys").write_bytes(b"")
        assert [line.split()[-3] for line in bare.sources(suite, tmp_path)] == ["noble", "noble-updates"]
    else:
        assert bare.sources(suite, tmp_path) == []
