/** Batches of messages of 64 bytes in WebAssembly, in Node: vectors beside single calls, in turn.

      node bench/javascript/batches.mjs      prints a table in Markdown

    Needs what bindings/wasm/build.py needs.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROUNDS = 100;
const MESSAGES = 10_000; // about, of one measurement: 2 ms

const folder = mkdtempSync(join(tmpdir(), "asconkit-"));
const file = join(folder, "batches.wasm");
execFileSync("python3", [
  join(HERE, "../../bindings/wasm/build.py"), file, "ascon_any_batch", "--batches", "--source", join(HERE, "batches.c"),
]);
const { start, run } = (await WebAssembly.instantiate(readFileSync(file))).instance.exports;
rmSync(folder, { recursive: true });

function checked(result) {
  if (result !== 0) throw new Error(`result ${result}`);
}

/** Nanoseconds of a message. */
function measure(inLanes, hashes, count) {
  const calls = Math.ceil(MESSAGES / count);
  checked(start(inLanes, hashes));
  const began = performance.now();
  checked(run(hashes, count, calls));
  return ((performance.now() - began) * 1e6) / (count * calls);
}

/** A tenth was faster: what other programs do to the rest is left out. */
const fast = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 10)];

console.log(`Node ${process.version}, ${cpus()[0].model}\n`);
console.log("| algorithm | messages | single calls, ns | `wasm_x4`, ns | times as fast |\n| --- | ---: | ---: | ---: | ---: |");
for (const [name, hashes] of [["Ascon-AEAD128", 0], ["Ascon-Hash256", 1]])
  for (const count of [2, 3, 4, 8, 10_000]) {
    const single = [], lanes = [];
    for (let round = 0; round < ROUNDS; round++) {
      single.push(measure(0, hashes, count));
      lanes.push(measure(1, hashes, count));
    }
    const [of, by] = [fast(single), fast(lanes)];
    console.log(`| ${name} | ${count.toLocaleString("en")} | ${of.toFixed(0)} | ${by.toFixed(0)} | ${(of / by).toFixed(2)} |`);
  }
