#!/bin/sh
# Builds aead.elf and hash.elf in a folder: RustCrypto's Ascon as static programs without a C library.
set -e
cd "$(dirname "$0")"
mkdir -p "$1"
gcc -O1 -ffreestanding -fno-builtin -fno-pie -c memory.c -o "$1/memory.o"
for part in aead hash; do
    cargo build --release --quiet --locked --manifest-path $part/Cargo.toml --target-dir "$1/$part"
    names=$(sed -n 's/.*extern "C" fn \(other_[a-z0-9]*\).*/-Wl,--undefined=\1/p' $part/src/lib.rs)
    # shellcheck disable=SC2086 # several options
    gcc -nostdlib -static -no-pie -Wl,--gc-sections -Wl,-e,0 $names "$1/memory.o" \
        "$1/$part/release/libother_$part.a" -o "$1/$part.elf"
done
