/** docs/moving.md: the calls that it names for users of js-ascon give what js-ascon's give; those for users of other ciphers
    take and give what the others' do.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { managedNonce, randomBytes } from "@noble/ciphers/utils.js";
import JsAscon from "js-ascon";
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { core, prf } from "./entries.mjs";
import { ROOT, sample, text } from "./helpers.mjs";

const [key, nonce, ad, message] = [sample(16), sample(16, 2), text("head"), text("hello")];
const sealed = core.aead128(key, nonce, ad).encrypt(message);
const NAMES = { ...core, JsAscon, key, nonce, ad, text: message, sealed };

const page = readFileSync(join(ROOT, "docs/moving.md"), "utf8");
const rowsOf = (heading) =>
  [...page.split(`\n## ${heading}\n`)[1].split("\n## ")[0].matchAll(/^\| `(.+)` \| `(.+)` \|$/gm)].map((row) => row.slice(1));
const rows = rowsOf("From js-ascon");
const value = (code, names = NAMES) =>
  new Function(...Object.keys(names), `return (async () => ${code})();`)(...Object.values(names));

test("js-ascon's calls and ours", async () => {
  assert.equal(rows.length, 5);
  for (const [theirs, ours] of rows) {
    const [one, other] = [await value(theirs), await value(ours)];
    if (theirs.includes("Random")) assert.equal(one.length, other.length);
    else assert.deepEqual(one, other, theirs);
  }
});

test("what the page says of the differences", () => {
  const forged = sealed.slice();
  forged[0] ^= 1;
  assert.equal(JsAscon.decrypt(key, nonce, ad, forged), null);
  assert.throws(() => core.aead128(key, nonce, ad).decrypt(forged), core.InvalidTagError);
  assert.notDeepEqual(JsAscon.mac(key, message), prf.mac(key, message));
});

/** Runs the lines of one side in their order. Later lines take what earlier ones gave. */
async function follow(lines, names) {
  const given = { ad, text: message, ...names };
  for (const code of lines) {
    const result = await value(code, given);
    if (/[kK]ey\(|randomBytes\(32/.test(code)) given.key = result;
    else if (/ecrypt/.test(code)) assert.deepEqual(new Uint8Array(result), message, code);
    else if (/andom|Nonce\(\)/.test(code)) given.nonce = result;
    else if (code.startsWith("managedNonce")) assert.equal(result.length, given.nonce.length + message.length + 16);
    else {
      given.sealed = new Uint8Array(result);
      assert.equal(given.sealed.length, message.length + 16);
    }
  }
}

for (const [heading, theirs, count] of [
  ["From XChaCha20-Poly1305 of @noble/ciphers", { xchacha20poly1305, managedNonce, randomBytes }, 5],
  ["From AES-GCM of WebCrypto", { crypto: globalThis.crypto ?? webcrypto }, 4],
])
  test(heading, async () => {
    const table = rowsOf(heading);
    assert.equal(table.length, count);
    await follow(table.map(([line]) => line), theirs);
    await follow(table.map(([, line]) => line), core);
  });
