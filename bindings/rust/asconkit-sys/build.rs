//! Compiles the C library. SPDX-License-Identifier: Apache-2.0 OR MIT
//!
//! Environment, all optional:
//! - `ASCONKIT_BACKEND`: one backend, such as `c32`, in place of all that fit (or, without an operating system, of the
//!   best one that the target can run)
//! - `ASCONKIT_PROFILE`: `speed`, `small` or `size`; without it `size` if `opt-level` is `"s"` or `"z"`, else `speed`

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

// As in asconkit/CMakeLists.txt: folders, and folders in them.
const FOLDERS: [&str; 15] = [
    "core/api",
    "core/platform",
    "batch",
    "masked",
    "commit",
    "datagram",
    "drbg",
    "hardened",
    "hmac",
    "isap",
    "kdf",
    "siv",
    "stream",
    "tree",
    "self_test",
];
const FOLDERS_OF_FOLDERS: [&str; 3] = ["core/backends", "batch/engines", "masked"];
// Among several backends on 64-bit processors these serve for comparison: small.
const BYTEWISE: [&str; 2] = ["ref", "c8"];
const WORDWISE: [&str; 2] = ["c32", "bi32"];

struct Target {
    os: String,
    env: String,
    pointer_width: String,
}

impl Target {
    fn from_environment() -> Self {
        let cfg = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
        Target { os: cfg("OS"), env: cfg("ENV"), pointer_width: cfg("POINTER_WIDTH") }
    }

    fn is_msvc(&self) -> bool {
        self.env == "msvc"
    }

    /// Without files, threads and a C library.
    fn is_freestanding(&self) -> bool {
        matches!(self.os.as_str(), "none" | "unknown" | "uefi")
    }
}

/// The folder `asconkit` of a package, or of the repository.
fn library() -> PathBuf {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let places = [here.join("c/asconkit"), here.join("../../../asconkit")];
    let found = places.iter().find(|place| place.join("ascon.h").is_file());
    found.unwrap_or_else(|| panic!("no C sources in {} or {}", places[0].display(), places[1].display())).clone()
}

/// The files of a folder that are compiled, in the same order on every machine.
fn sources(folder: &Path, with_assembly: bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder that can be read").path())
        .filter(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            extension == Some("c") || with_assembly && extension == Some("S")
        })
        .collect();
    found.sort();
    found
}

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a folder that can be read").path()).filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

/// What all objects are compiled with.
fn compiler(library: &Path, target: &Target, profile: &str) -> cc::Build {
    let mut build = cc::Build::new();
    build.include(library.parent().expect("a folder in a folder")).warnings(false).define(
        match profile {
            "speed" => "ASCON_PROFILE_SPEED",
            "small" => "ASCON_PROFILE_SMALL",
            "size" => "ASCON_PROFILE_SIZE",
            other => panic!("ASCONKIT_PROFILE is {other:?}; expected speed, small or size"),
        },
        None,
    );
    // Not opt-level: without optimisation compilers leave secrets in places of the stack that the library does not
    // clear, and are ten times slower.
    if profile == "size" {
        build.opt_level_str("s");
    } else {
        build.opt_level(if target.is_msvc() { 2 } else { 3 });
    }
    if target.is_msvc() {
        build.std("c11");
    } else {
        build.std("gnu11").flag_if_supported("-fvisibility=hidden");
        // ascon_result in a structure has the size of an int, whatever the ABI says.
        build.flag_if_supported("-fno-short-enums");
    }
    if target.is_freestanding() {
        build.flag_if_supported("-ffreestanding");
    }
    if let Ok(backend) = env::var("ASCONKIT_BACKEND") {
        assert!(
            library.join("core/backends").join(&backend).join("backend.h").is_file(),
            "ASCONKIT_BACKEND is {backend:?}; expected the name of a folder of asconkit/core/backends"
        );
        build.define("ASCON_BACKEND", &*backend);
    }
    build
}

/// The file for `ASCON_KERNEL_TEXT`, as `asconkit/cmake/kernel_text.cmake` writes it: the files of accelerators/kernel
/// in the order in which kernels.h includes them, without their includes.
fn kernel_text(library: &Path) -> PathBuf {
    let folder = library.join("accelerators/kernel");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let kernels = read("kernels.h");
    let included = |line: &str| Some(line.strip_prefix("#include \"")?.strip_suffix('"')?.to_owned());
    let mut bytes = String::new();
    for name in kernels.lines().filter_map(included).chain(["kernels.h".to_owned()]) {
        for line in read(&name).lines().filter(|line| included(line).is_none()) {
            line.bytes().for_each(|byte| bytes.push_str(&format!("{byte},")));
            bytes.push_str("10,\n");
        }
    }
    let file = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("kernel_text.inc");
    fs::write(&file, bytes).expect("a folder that can be written");
    file
}

fn main() {
    if env::var_os("CARGO_CFG_MIRI").is_some() {
        return; // Miri runs no C
    }
    let target = Target::from_environment();
    let library = library();
    println!("cargo::rerun-if-changed={}", library.display());
    println!("cargo::rerun-if-changed=src/sizes.c");
    println!("cargo::rerun-if-env-changed=ASCONKIT_BACKEND");
    println!("cargo::rerun-if-env-changed=ASCONKIT_PROFILE");

    let for_size = matches!(env::var("OPT_LEVEL").as_deref(), Ok("s" | "z"));
    let profile = env::var("ASCONKIT_PROFILE").unwrap_or_else(|_| if for_size { "size" } else { "speed" }.into());
    let several_backends = env::var_os("ASCONKIT_BACKEND").is_none() && !target.is_freestanding();
    let small_ones = several_backends && target.pointer_width == "64" && !target.is_msvc() && profile != "size";
    let with_assembly = !target.is_msvc();
    compiler(&library, &target, &profile).file("src/sizes.c").compile_intermediates(); // ends the build if one differs

    let mut build = compiler(&library, &target, &profile);
    for folder in FOLDERS {
        build.files(sources(&library.join(folder), with_assembly));
    }
    for folder in FOLDERS_OF_FOLDERS {
        for inner in folders_in(&library.join(folder)) {
            let name = inner.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let level = if BYTEWISE.contains(&name) { Some("2") } else { WORDWISE.contains(&name).then_some("s") };
            match level.filter(|_| small_ones && folder == "core/backends") {
                None => {
                    build.files(sources(&inner, with_assembly));
                }
                Some(level) => {
                    let mut small = compiler(&library, &target, &profile);
                    small.opt_level_str(level).files(sources(&inner, with_assembly));
                    for object in small.compile_intermediates() {
                        build.object(object);
                    }
                }
            }
        }
    }
    if env::var_os("CARGO_FEATURE_ACCELERATOR").is_some() {
        build.files(sources(&library.join("accelerators"), false));
        build.define("ASCON_KERNEL_TEXT", &*format!("\"{}\"", kernel_text(&library).display()));
        if matches!(target.os.as_str(), "linux" | "android") {
            println!("cargo::rustc-link-lib=dl");
        }
    }
    build.compile("asconkit");

    if target.os == "windows" {
        println!("cargo::rustc-link-lib=bcrypt"); // ascon_random_bytes()
    }
    // For other build scripts: DEP_ASCONKIT_INCLUDE is the folder of `#include "asconkit/ascon.h"`.
    println!("cargo::metadata=include={}", library.parent().expect("a folder in a folder").display());
}
