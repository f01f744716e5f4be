/** Batches in WebAssembly's vectors: wasm_x4 makes of all algorithms what single calls make.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { ROOT } from "./helpers.mjs";

const BUILD = join(ROOT, "build/javascript/batches");
const HEADER = "asconkit/batch/engines/wasm.h";

/** The module of batches.c, with the library of `root`. */
async function build(root, name) {
  mkdirSync(BUILD, { recursive: true });
  const file = join(BUILD, `${name}.wasm`);
  const source = join(ROOT, "tests/javascript/batches.c");
  execFileSync("python3", [
    join(root, "bindings/wasm/build.py"), file, "ascon_any_batch", "--batches", "--source", source,
  ]);
  return (await WebAssembly.instantiate(readFileSync(file))).instance.exports;
}

test("all algorithms, in lanes and by single calls", async () => {
  const calls = await build(ROOT, "right");
  for (let seed = 1; seed <= 20; seed++) assert.equal(calls.compare(seed), 0, `seed ${seed}`);
  assert.deepEqual([1, 2, 3, 1000].map((count) => calls.chosen(count)), [0, 0, 1, 1]);

  const memory = Buffer.from(calls.memory.buffer);
  const key = memory.subarray(calls.key_of_last(), calls.key_of_last() + 16);
  assert.ok(key.some((byte) => byte !== 0));
  assert.equal(memory.indexOf(key), calls.key_of_last(), "a key on the stack, which is below");
  assert.equal(memory.indexOf(key.subarray(0, 8)), calls.key_of_last(), "half a key on the stack");
});

for (const [right, wrong] of [
  ["linear(y3, 10, 17)", "linear(y3, 10, 18)"],
  ["at + 8), d[1][lane]", "at + 8), d[1][0]"],
])
  test(`a planted fault is found: ${wrong}`, async () => {
    const root = join(BUILD, "planted");
    rmSync(root, { recursive: true, force: true });
    for (const folder of ["asconkit", "bindings/wasm"]) cpSync(join(ROOT, folder), join(root, folder), { recursive: true });
    const text = readFileSync(join(root, HEADER), "utf8");
    assert.equal(text.split(right).length, 2);
    writeFileSync(join(root, HEADER), text.replace(right, wrong));
    assert.ok((await build(root, "wrong")).compare(1) > 100);
  });
