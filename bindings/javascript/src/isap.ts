/** ISAP v2.0 with Ascon's permutation: authenticated encryption for devices whose power consumption an attacker
    measures. Use this module only to talk to such a device: WebAssembly does not protect against measurements.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { type Aead, makeAead } from "./aead.js";
import { address } from "./part.js";
import part from "./wasm/isap.js";

export { type Aead, type Cipher, managedNonce } from "./aead.js";
export { InvalidTagError } from "./checks.js";

/** Compiles the WebAssembly of this module in the background. */
export const ready = (): Promise<void> => part.ready();

function instance(name: string): Aead {
  return makeAead({
    part,
    keyLength: 16,
    blockSize: 8,
    encrypt: (c, m) =>
      c.ascon_isap_encrypt!(address(c, name), m.text, m.tag, m.text, m.length, m.ad, m.adLength, m.nonce, m.key),
    decrypt: (c, m) =>
      c.ascon_isap_decrypt!(address(c, name), m.text, m.text, m.length, m.tag, m.ad, m.adLength, m.nonce, m.key),
  });
}

/** ISAP-A-128a, the instance that the designers recommend. */
export const isapA128a: Aead = instance("ascon_isap_a_128a");
/** ISAP-A-128, in which every permutation has 12 rounds. */
export const isapA128: Aead = instance("ascon_isap_a_128");
