/** open|seal PHRASE INPUT OUTPUT, for tests/support/passphrases.py. SPDX-License-Identifier: Apache-2.0 OR MIT */
import { argon2id } from "hash-wasm";
import { readFileSync, writeFileSync } from "node:fs";
import { stream } from "./entries.mjs";
import { through } from "./helpers.mjs";

const [action, phrase, input, output] = process.argv.slice(2);
try {
  const data = new Uint8Array(readFileSync(input));
  const key = stream.passphraseKey(new Uint8Array(readFileSync(phrase)), argon2id);
  const made = action === "open" ? stream.openAll(data, key) : through(stream.sealStream({ key }), [data]);
  writeFileSync(output, await made);
} catch (error) {
  console.error(`${error.name}: ${error.message}`);
  process.exit(1);
}
