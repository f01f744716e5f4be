/** What bench.mjs measures, in Node and in a page. SPDX-License-Identifier: Apache-2.0 OR MIT */
import JsAscon from "js-ascon";
import { aead128, hash256, ready } from "asconkit";

export const SIZES = [16, 64, 1536, 65536];
const ROUNDS = 15;
const ROUND_MS = 20;

/** Nanoseconds of a call: the fastest of some rounds, after a warm-up in which the engine optimises. */
async function nanoseconds(work, waits) {
  const round = async (calls) => {
    const start = performance.now();
    if (waits) for (let i = 0; i < calls; i++) await work();
    else for (let i = 0; i < calls; i++) work();
    return performance.now() - start;
  };
  let calls = 1;
  for (let ms = 0; ms < ROUND_MS; calls *= 2) ms = await round(calls);
  for (let i = 0; i < ROUNDS; i++) await round(calls);
  let best = Infinity;
  for (let i = 0; i < ROUNDS; i++) best = Math.min(best, await round(calls));
  return (best / calls) * 1e6;
}

/** [name, bytes, nanoseconds] */
export async function measure() {
  await ready();
  const rows = [];
  const key = crypto.getRandomValues(new Uint8Array(16));
  const nonce = crypto.getRandomValues(new Uint8Array(16));
  const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
  for (const size of SIZES) {
    const text = crypto.getRandomValues(new Uint8Array(size));
    const peer = JsAscon.encrypt(Array.from(key), Array.from(nonce), "", text);
    if (String(Array.from(peer)) !== String(aead128(key, nonce).encrypt(text))) throw new Error("js-ascon differs");
    const add = async (name, work, waits) => rows.push([name, size, await nanoseconds(work, waits)]);
    await add("Ascon-AEAD128", () => aead128(key, nonce).encrypt(text));
    const output = new Uint8Array(size + 16);
    await add("Ascon-AEAD128, into an array of the caller", () => aead128(key, nonce).encrypt(text, output));
    await add("Ascon-Hash256", () => hash256(text));
    await add("Ascon-AEAD128, js-ascon", () => JsAscon.encrypt(key, nonce, "", text));
    await add("AES-GCM, WebCrypto", () => crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, aes, text), true);
  }
  return rows;
}
