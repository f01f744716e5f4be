/** Ascon v1.2, for compatibility: AEAD (section 2.4 of its specification), hashes and XOFs (section 2.5).
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { type Aead, makeAead } from "./aead.js";
import {
  type HashFunction, OUTPUT_OPTIONS, type OutputOptions, type XofFunction, makeHash, makeXof,
} from "./hash.js";
import { spongeCalls, startSponge } from "./sponge.js";
import part from "./wasm/v12.js";

export { type Aead, type Cipher, managedNonce } from "./aead.js";
export { InvalidTagError } from "./checks.js";
export { type Hash, type HashFunction, type OutputOptions, type Xof, type XofFunction } from "./hash.js";

/** Compiles the WebAssembly of this module in the background. */
export const ready = (): Promise<void> => part.ready();

function aead(name: string, keyLength: number, blockSize: number): Aead {
  const [encrypt, decrypt] = [`ascon_v12_${name}_encrypt`, `ascon_v12_${name}_decrypt`];
  return makeAead({
    part, keyLength, blockSize,
    encrypt: (c, m) => c[encrypt]!(m.text, m.tag, m.tagLength, m.text, m.length, m.ad, m.adLength, m.nonce, m.key),
    decrypt: (c, m) => c[decrypt]!(m.text, m.text, m.length, m.tag, m.tagLength, m.ad, m.adLength, m.nonce, m.key),
  });
}

/** Ascon-128: keys and nonces of 16 bytes. */
export const ascon128: Aead = aead("128", 16, 8);
/** Ascon-128a: keys and nonces of 16 bytes. */
export const ascon128a: Aead = aead("128a", 16, 16);
/** Ascon-80pq: keys of 20 bytes, nonces of 16. */
export const ascon80pq: Aead = aead("80pq", 20, 8);

const calls = spongeCalls(part);

const hashOf = (row: string): HashFunction => makeHash(() => startSponge(calls, row));
const xofOf = (row: string): XofFunction => makeXof<OutputOptions>(() => startSponge(calls, row), OUTPUT_OPTIONS);

/** Ascon-Hash. */
export const hash: HashFunction = hashOf("v12_hash");
/** Ascon-Hasha. */
export const hasha: HashFunction = hashOf("v12_hasha");
/** Ascon-Xof. */
export const xof: XofFunction = xofOf("v12_xof");
/** Ascon-Xofa. */
export const xofa: XofFunction = xofOf("v12_xofa");
