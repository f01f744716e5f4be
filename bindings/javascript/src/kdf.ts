/** KMAC over Ascon-CXOF128, and key derivation with KMAC. KMAC's inputs include a purpose; its output has any length.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { type Bytes } from "./bytes.js";
import { checkBytes, checkInteger, checkOptions } from "./checks.js";
import {
  CUSTOM_OPTIONS, Context, type CustomOptions, DEFAULT_BYTES, MOST_OUTPUT, RATE_BYTES, Xof, customization, digestOf,
  oneShot, outputLength, whole,
} from "./hash.js";
import { KeyedHash, derivationInputs } from "./keyed.js";
import part from "./wasm/kdf.js";

export { InvalidTagError } from "./checks.js";
export { type CustomOptions, type Hash, type Xof } from "./hash.js";
export { type KeyedHash } from "./keyed.js";

/** Compiles the WebAssembly of this module in the background. */
export const ready = (): Promise<void> => part.ready();

const MOST_CUSTOMIZATION = 247;

const kmacCalls = {
  part,
  update: (c, context, message, length) => c.ascon_kdf_kmac_update!(context, message, length),
  output: (c, context, out, length) => c.ascon_kdf_kmac_final!(context, out, length),
  verify: (c, context, tag, length) => c.ascon_kdf_kmac_verify_final!(context, tag, length),
} satisfies ConstructorParameters<typeof Context>[0];
const kmacXofCalls = {
  ...kmacCalls,
  output: (c, context, out, length) => c.ascon_kdf_kmac_squeeze!(context, out, length),
} satisfies ConstructorParameters<typeof Context>[0];

function start(calls: typeof kmacCalls, key: Uint8Array, options: CustomOptions | undefined): [Context, number] {
  const secret = checkBytes(key, "key");
  const given = checkOptions(options, "options", CUSTOM_OPTIONS);
  const length = outputLength(given);
  const custom = customization(given, MOST_CUSTOMIZATION);
  const context = new Context(calls).start([custom, secret], (c, at, words) => c.ascon_kdf_kmac_init!(at, ...words));
  return [context, length];
}

/** The properties of a KMAC in @noble/hashes; `outputLen` is the default number of bytes of output. */
interface KmacProperties {
  readonly blockLen: number;
  readonly outputLen: number;
  readonly canXOF: boolean;
}

const properties = (canXOF: boolean): KmacProperties => ({ blockLen: RATE_BYTES, outputLen: DEFAULT_BYTES, canXOF });

export interface Kmac extends KmacProperties {
  /** Returns the tag of a message, or another output. Outputs of different lengths are unrelated. */
  (key: Uint8Array, message: Uint8Array, options?: CustomOptions): Bytes;
  create(key: Uint8Array, options?: CustomOptions): KeyedHash;
  /** Verifies a tag of `dkLen` bytes, 32 by default, in constant time. Throws InvalidTagError if the tag is wrong. */
  verify(key: Uint8Array, message: Uint8Array, tag: Uint8Array, options?: CustomOptions): void;
}

function createKmac(key: Uint8Array, options?: CustomOptions): KeyedHash {
  const [context, length] = start(kmacCalls, key, options);
  return new KeyedHash(context, RATE_BYTES, length);
}

/** KMAC (SP 800-185, section 4) over Ascon-CXOF128. Keys may have any length; use at least 16 bytes. */
export const kmac: Kmac = Object.freeze(
  Object.assign(
    (key: Uint8Array, message: Uint8Array, options?: CustomOptions) =>
      whole(createKmac(key, options), message, digestOf),
    {
      ...properties(false),
      create: createKmac,
      verify(key: Uint8Array, message: Uint8Array, tag: Uint8Array, options?: CustomOptions): void {
        whole(createKmac(key, options), message, (state) => {
          checkInteger(state.outputLen, "dkLen", 4, MOST_OUTPUT); // the shortest tag
          state.verify(tag);
        });
      },
    },
  ),
);

export interface KmacXof extends KmacProperties {
  (key: Uint8Array, message: Uint8Array, options?: CustomOptions): Bytes;
  create(key: Uint8Array, options?: CustomOptions): Xof;
}

function createKmacXof(key: Uint8Array, options?: CustomOptions): Xof {
  const [context, length] = start(kmacXofCalls, key, options);
  return new Xof(context, RATE_BYTES, length);
}

/** KMACXOF (section 4.3.1): a shorter output is a prefix of a longer output. */
export const kmacXof: KmacXof = Object.freeze(
  Object.assign(
    (key: Uint8Array, message: Uint8Array, options?: CustomOptions) =>
      whole(createKmacXof(key, options), message, digestOf),
    { ...properties(true), create: createKmacXof },
  ),
);

// ---- Key derivation --------------------------------------------------------------------------------

/** Derives a key from a secret, such as the result of a key agreement. The secret must not be a password. Outputs of
    different lengths are unrelated.
    @param salt not secret; may be a random string, or undefined
    @param info names the purpose of the key and the parties; may be undefined */
export function derive(
  ikm: Uint8Array, salt: Uint8Array | undefined, info: Uint8Array | undefined, length: number,
): Bytes {
  const strings = derivationInputs({ salt, ikm, info });
  const out = new Uint8Array(checkInteger(length, "length", 0, MOST_OUTPUT));
  oneShot(part, strings, out, (c, at, words) => c.ascon_kdf_derive!(at, out.length, ...words));
  return out;
}

/** First of two steps that derive many keys from a secret: returns a key of 32 bytes for expand(). */
export function extract(ikm: Uint8Array, salt?: Uint8Array): Bytes {
  const out = new Uint8Array(32);
  oneShot(part, derivationInputs({ salt, ikm }), out, (c, at, words) => c.ascon_kdf_extract!(at, ...words));
  return out;
}

/** Second step: derives one output for each `info`. */
export function expand(prk: Uint8Array, info: Uint8Array | undefined, length: number): Bytes {
  const strings = derivationInputs({ prk, info });
  const out = new Uint8Array(checkInteger(length, "length", 0, MOST_OUTPUT));
  oneShot(part, strings, out, (c, at, words) => c.ascon_kdf_expand!(at, out.length, ...words));
  return out;
}
