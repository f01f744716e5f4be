/** Ascon-SIV: authenticated encryption that withstands repeated nonces. Two messages under the same key and nonce
    reveal only whether they are equal. SPDX-License-Identifier: Apache-2.0 OR MIT */
import { type Aead, makeAead } from "./aead.js";
import part from "./wasm/siv.js";

export { type Aead, type Cipher, managedNonce } from "./aead.js";
export { InvalidTagError } from "./checks.js";

/** Compiles the WebAssembly of this module in the background. */
export const ready = (): Promise<void> => part.ready();

/** Ascon-SIV: keys of 32 bytes, nonces of 16. */
export const siv: Aead = makeAead({
  part,
  keyLength: 32,
  blockSize: 8,
  encrypt: (c, m) => c.ascon_siv_encrypt!(m.text, m.tag, m.text, m.length, m.ad, m.adLength, m.nonce, m.key),
  decrypt: (c, m) => c.ascon_siv_decrypt!(m.text, m.text, m.length, m.tag, m.ad, m.adLength, m.nonce, m.key),
});
