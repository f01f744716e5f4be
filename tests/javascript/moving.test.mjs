/** docs/moving.md: the calls that it names for users of js-ascon give what js-ascon's give.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import JsAscon from "js-ascon";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { core, prf } from "./entries.mjs";
import { ROOT, sample, text } from "./helpers.mjs";

const [key, nonce, ad, message] = [sample(16), sample(16, 2), text("head"), text("hello")];
const sealed = core.aead128(key, nonce, ad).encrypt(message);
const NAMES = { ...core, JsAscon, key, nonce, ad, text: message, sealed };

const section = readFileSync(join(ROOT, "docs/moving.md"), "utf8").split("\n## From js-ascon\n")[1].split("\n## ")[0];
const rows = [...section.matchAll(/^\| `(.+)` \| `(.+)` \|$/gm)];
const value = (code) => new Function(...Object.keys(NAMES), `return ${code};`)(...Object.values(NAMES));

test("js-ascon's calls and ours", () => {
  assert.equal(rows.length, 5);
  for (const [, theirs, ours] of rows) {
    const [one, other] = [value(theirs), value(ours)];
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
