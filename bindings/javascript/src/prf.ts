/** Ascon-MAC, Ascon-PRF and Ascon-PRFshort (IACR ePrint 2021/1574) of whole messages: v1.3, and v1.2 for compatibility.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { InvalidTagError, checkBytes, checkInteger, checkLength, checkOptions } from "./checks.js";
import { type OutputOptions, oneShot, outputLength } from "./hash.js";
import { randomBytes } from "./random.js";
import part from "./wasm/prf.js";

export { InvalidTagError } from "./checks.js";
export { type OutputOptions } from "./hash.js";

/** Compiles the WebAssembly of this module in the background. */
export const ready = (): Promise<void> => part.ready();

const KEY_BYTES = 16;
const TAG_BYTES = 16;
const NOTHING = new Uint8Array(0);

/** A message authentication code: tags of 16 bytes. */
export interface Mac {
  (key: Uint8Array, message: Uint8Array): Uint8Array;
  readonly keyLength: number;
  readonly outputLen: number;
  /** Compares the tag with that of the message, in constant time. Throws InvalidTagError if they differ. */
  verify(key: Uint8Array, message: Uint8Array, tag: Uint8Array): void;
  generateKey(): Uint8Array;
}

/** Output from a key and a message; 16 bytes without `dkLen`. */
export interface Prf {
  (key: Uint8Array, message: Uint8Array, options?: OutputOptions): Uint8Array;
  readonly keyLength: number;
  generateKey(): Uint8Array;
}

const generateKey = (): Uint8Array => randomBytes(KEY_BYTES);

function makeMac(name: string): Mac {
  const [compute, verify] = [`ascon_${name}`, `ascon_${name}_verify`];
  const made = (key: Uint8Array, message: Uint8Array): Uint8Array => {
    const out = new Uint8Array(TAG_BYTES);
    const strings = [checkLength(key, "key", KEY_BYTES), checkBytes(message, "message")];
    oneShot(part, strings, out, (c, at, [k, m]) => c[compute]!(at, m!, message.length, k!));
    return out;
  };
  return Object.freeze(
    Object.assign(made, {
      keyLength: KEY_BYTES,
      outputLen: TAG_BYTES,
      generateKey,
      verify(key: Uint8Array, message: Uint8Array, tag: Uint8Array): void {
        const strings = [checkLength(key, "key", KEY_BYTES), checkBytes(message, "message")];
        strings.push(checkLength(tag, "tag", TAG_BYTES));
        const result = oneShot(part, strings, NOTHING, (c, _, [k, m, t]) => c[verify]!(t!, m!, message.length, k!));
        if (result !== 0) throw new InvalidTagError();
      },
    }),
  );
}

/** @param most bytes of message and output, of PRFshort */
function makePrf(name: string, most?: number): Prf {
  const call = `ascon_${name}`;
  const made = (key: Uint8Array, message: Uint8Array, options?: OutputOptions): Uint8Array => {
    const given = checkOptions(options, "options", ["dkLen"]);
    const strings = [checkLength(key, "key", KEY_BYTES), checkBytes(message, "message")];
    if (most !== undefined) {
      if (message.length > most)
        throw new RangeError(`message: expected at most ${most} bytes, got ${message.length}`);
      if (given.dkLen !== undefined) checkInteger(given.dkLen, "dkLen", 1, most);
    }
    const out = new Uint8Array(outputLength(given, 16));
    oneShot(part, strings, out, (c, at, [k, m]) => c[call]!(at, out.length, m!, message.length, k!));
    return out;
  };
  return Object.freeze(Object.assign(made, { keyLength: KEY_BYTES, generateKey }));
}

/** Ascon-MAC v1.3. */
export const mac: Mac = makeMac("v13_mac");
/** Ascon-PRF v1.3: output of any length. */
export const prf: Prf = makePrf("v13_prf");
/** Ascon-PRFshort v1.3: at most 16 bytes from at most 16 bytes. */
export const prfShort: Prf = makePrf("v13_prfshort", 16);

/** Ascon-MAC v1.2. */
export const macV12: Mac = makeMac("v12_mac");
/** Ascon-MACa v1.2. */
export const macaV12: Mac = makeMac("v12_maca");
/** Ascon-PRF v1.2. */
export const prfV12: Prf = makePrf("v12_prf");
/** Ascon-PRFa v1.2. */
export const prfaV12: Prf = makePrf("v12_prfa");
/** Ascon-PRFshort v1.2. */
export const prfShortV12: Prf = makePrf("v12_prfshort", 16);
