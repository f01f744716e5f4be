/** NIST SP 800-232: Ascon-AEAD128, Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import {
  type AeadCalls, AeadDecryptor, AeadEncryptor, type Message, type StandardAead, type TagOptions, makeStandardAead,
} from "./aead.js";
import { type Bytes } from "./bytes.js";
import {
  CUSTOM_OPTIONS, Context, type CustomOptions, type HashFunction, OUTPUT_OPTIONS, type OutputOptions, type XofFunction,
  customization, makeHash, makeXof,
} from "./hash.js";
import part from "./wasm/core.js";

export { type Aead, type AeadDecryptor, type AeadEncryptor, type AeadProperties, type Cipher, type ManagedCipher } from "./aead.js";
export { managedNonce, type StandardAead, type TagOptions } from "./aead.js";
export { InvalidTagError } from "./checks.js";
export { type CustomOptions, type Hash, type HashFunction, type OutputOptions, type Xof, type XofFunction } from "./hash.js";
export { randomBytes } from "./random.js";

/** Compiles the WebAssembly of this module in the background. Otherwise the first call compiles it, which takes a few
    milliseconds. */
export const ready = (): Promise<void> => part.ready();

// ---- AEAD ------------------------------------------------------------------------------------------

const standard: AeadCalls = {
  part,
  keyLength: 16,
  blockSize: 16,
  encrypt: (c, m) =>
    c.ascon_aead128_encrypt!(m.text, m.tag, m.tagLength, m.text, m.length, m.ad, m.adLength, m.nonce, m.key),
  decrypt: (c, m) =>
    c.ascon_aead128_decrypt!(m.text, m.text, m.length, m.tag, m.tagLength, m.ad, m.adLength, m.nonce, m.key),
};

/** Ascon-AEAD128 (section 4). Keys and nonces have 16 bytes.

    `aead128(key, nonce, associatedData).encrypt(plaintext)` returns ciphertext and tag. */
export const aead128: StandardAead = makeStandardAead(standard);

/** The nonce in the module's memory, under the second half of the key. */
function masked(message: Message): Message {
  for (let i = 0; i < 16; i++) part.memory[message.nonce + i]! ^= part.memory[message.key + 16 + i]!;
  return message;
}

/** Ascon-AEAD128 with nonce masking (section 4.2.2). A key has 32 bytes; its second half is XORed to the nonce. */
export const aead128NonceMasked: StandardAead = makeStandardAead({
  ...standard,
  keyLength: 32,
  encrypt: (c, m) => standard.encrypt(c, masked(m)),
  decrypt: (c, m) => standard.decrypt(c, masked(m)),
});

/** Starts an incremental encryption with Ascon-AEAD128: call update() for each piece, then final(). */
export function createEncryptor(
  key: Uint8Array, nonce: Uint8Array, associatedData?: Uint8Array, options?: TagOptions,
): AeadEncryptor {
  return new AeadEncryptor(part, key, nonce, associatedData, options);
}

/** Starts an incremental decryption: call update() for each piece, then final(), which returns the whole text. */
export function createDecryptor(
  key: Uint8Array, nonce: Uint8Array, associatedData?: Uint8Array, options?: TagOptions,
): AeadDecryptor {
  return new AeadDecryptor(part, key, nonce, associatedData, options);
}

// ---- Hashes ----------------------------------------------------------------------------------------

const NO_STRINGS: readonly Uint8Array[] = [];

const hashCalls = {
  part,
  update: (c, context, message, length) => c.ascon_hash256_update!(context, message, length),
  output: (c, context, out) => c.ascon_hash256_final!(context, out),
} satisfies ConstructorParameters<typeof Context>[0];

const xofCalls = {
  part,
  update: (c, context, message, length) => c.ascon_xof128_update!(context, message, length),
  output: (c, context, out, length) => c.ascon_xof128_squeeze!(context, out, length),
} satisfies ConstructorParameters<typeof Context>[0];

function wholeHash(message: Uint8Array): Bytes {
  return part.run(32 + message.length, (calls, at) => {
    part.memory.set(message, at + 32);
    calls.ascon_hash256!(at, at + 32, message.length);
    return part.memory.slice(at, at + 32);
  });
}

/** Ascon-Hash256 (section 5.1). */
export const hash256: HashFunction = makeHash(
  () => new Context(hashCalls).start(NO_STRINGS, (c, at) => c.ascon_hash256_init!(at)),
  wholeHash,
);

/** Ascon-XOF128 (section 5.2). */
export const xof128: XofFunction = makeXof<OutputOptions>(
  () => new Context(xofCalls).start(NO_STRINGS, (c, at) => c.ascon_xof128_init!(at)),
  OUTPUT_OPTIONS,
);

/** Ascon-CXOF128 (section 5.3). */
export const cxof128: XofFunction<CustomOptions> = makeXof<CustomOptions>((given) => {
  const custom = customization(given, 256);
  return new Context(xofCalls).start([custom], (c, at, words) => c.ascon_cxof128_init!(at, ...words));
}, CUSTOM_OPTIONS);
