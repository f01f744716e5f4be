/** Authenticated encryption, in the form of the ciphers of @noble/ciphers.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import {
  InvalidTagError, checkBytes, checkInteger, checkLength, checkOptions, optionalBytes,
} from "./checks.js";
import { CONTEXT_BYTES, type Calls, type Part, PIECE_BYTES } from "./part.js";
import { randomBytes } from "./random.js";

const NONCE_BYTES = 16;
const TAG_BYTES = 16;

/** One message, or any number of messages to decrypt that have the same nonce. */
export interface Cipher {
  /** Returns the ciphertext and then the tag. Throws if it is called twice: each message needs its own nonce.
      @param output of that length; may be the array of the plaintext */
  encrypt(plaintext: Uint8Array, output?: Uint8Array): Uint8Array;
  /** Returns the plaintext, or throws InvalidTagError: then `output` is as it was.
      @param output of the plaintext's length; may be the array of the ciphertext */
  decrypt(ciphertext: Uint8Array, output?: Uint8Array): Uint8Array;
}

export interface TagOptions {
  /** Bytes of a tag, 4 to 16. Your protocol fixes it: never take it from a message. */
  tagLength?: number;
}

/** What all AEADs have, as ciphers of @noble/ciphers have it. */
export interface AeadProperties {
  readonly keyLength: number;
  readonly nonceLength: number;
  readonly tagLength: number;
  readonly blockSize: number;
  /** A new key from the system's generator. */
  generateKey(): Uint8Array;
  /** A random nonce, for up to 2^48 messages under one key. */
  generateNonce(): Uint8Array;
}

export interface Aead extends AeadProperties {
  (key: Uint8Array, nonce: Uint8Array, associatedData?: Uint8Array): Cipher;
}

/** An AEAD whose tags may be truncated. */
export interface StandardAead extends AeadProperties {
  (key: Uint8Array, nonce: Uint8Array, associatedData?: Uint8Array, options?: TagOptions): Cipher;
}

/** Addresses of one message: `text` is read and overwritten, and the tag is after it. */
export interface Message {
  key: number;
  nonce: number;
  text: number;
  length: number;
  tag: number;
  tagLength: number;
  ad: number;
  adLength: number;
}

/** How an algorithm is called. */
export interface AeadCalls {
  part: Part;
  keyLength: number;
  blockSize: number;
  encrypt(calls: Calls, message: Message): number;
  decrypt(calls: Calls, message: Message): number;
  /** Changes key and nonce in the module's memory before a call. */
  prepare?(memory: Uint8Array, key: number, nonce: number): void;
}

const AT_NONCE = 32;
const AT_TEXT = 48;

/** Both directions: `text` is in the module's memory from the copy at the beginning to the copy at the end.
    @return `output`, or a new array in its place; undefined for a forged message */
function crypt(
  algorithm: AeadCalls, key: Uint8Array, nonce: Uint8Array, ad: Uint8Array, tagLength: number,
  input: Uint8Array, seals: boolean, output: Uint8Array | undefined,
): Uint8Array | undefined {
  const { part } = algorithm;
  const length = seals ? input.length : input.length - tagLength;
  return part.run(AT_TEXT + length + tagLength + ad.length, (calls, at) => {
    const { memory } = part;
    const text = at + AT_TEXT;
    const tag = text + length;
    memory.set(key, at);
    memory.set(nonce, at + AT_NONCE);
    memory.set(input, text);
    if (ad.length !== 0) memory.set(ad, tag + tagLength);
    algorithm.prepare?.(memory, at, at + AT_NONCE);
    const message = {
      key: at, nonce: at + AT_NONCE, text, length, tag, tagLength, ad: tag + tagLength, adLength: ad.length,
    };
    if ((seals ? algorithm.encrypt(calls, message) : algorithm.decrypt(calls, message)) !== 0) return undefined;
    const end = seals ? tag + tagLength : tag;
    if (output === undefined) return memory.slice(text, end);
    output.set(memory.subarray(text, end));
    return output;
  });
}

function cipher(
  algorithm: AeadCalls, key: Uint8Array, nonce: Uint8Array, associatedData: Uint8Array | undefined, tagLength: number,
): Cipher {
  checkLength(key, "key", algorithm.keyLength);
  checkLength(nonce, "nonce", NONCE_BYTES);
  const ad = optionalBytes(associatedData, "associatedData");
  const adLength = ad.length;
  let used = false;
  const checkUnchanged = (): void => {
    if (key.length !== algorithm.keyLength || nonce.length !== NONCE_BYTES || ad.length !== adLength)
      throw new RangeError("key, nonce or associatedData: the array was detached or resized after aead()");
  };
  return {
    encrypt(plaintext, output) {
      checkUnchanged();
      checkBytes(plaintext, "plaintext");
      if (output !== undefined) checkLength(output, "output", plaintext.length + tagLength);
      if (used) throw new Error("encrypt() was called twice: each message needs a nonce of its own");
      used = true;
      const sealed = crypt(algorithm, key, nonce, ad, tagLength, plaintext, true, output);
      if (!sealed) throw new Error("encryption failed");
      return sealed;
    },
    decrypt(ciphertext, output) {
      checkUnchanged();
      checkBytes(ciphertext, "ciphertext");
      if (ciphertext.length < tagLength)
        throw new InvalidTagError(`a message of ${ciphertext.length} bytes has no tag of ${tagLength}`);
      if (output !== undefined) checkLength(output, "output", ciphertext.length - tagLength);
      const text = crypt(algorithm, key, nonce, ad, tagLength, ciphertext, false, output);
      if (!text) throw new InvalidTagError();
      return text;
    },
  };
}

function properties(algorithm: AeadCalls): AeadProperties {
  return {
    keyLength: algorithm.keyLength,
    nonceLength: NONCE_BYTES,
    tagLength: TAG_BYTES,
    blockSize: algorithm.blockSize,
    generateKey: () => randomBytes(algorithm.keyLength),
    generateNonce: () => randomBytes(NONCE_BYTES),
  };
}

export function makeAead(algorithm: AeadCalls): Aead {
  const made: (...given: Parameters<Aead>) => Cipher = (key, nonce, associatedData) =>
    cipher(algorithm, key, nonce, associatedData, TAG_BYTES);
  return Object.freeze(Object.assign(made, properties(algorithm)));
}

function tagLengthOf(options: TagOptions | undefined): number {
  const { tagLength = TAG_BYTES } = checkOptions(options, "options", ["tagLength"]);
  return checkInteger(tagLength, "tagLength", 4, TAG_BYTES);
}

export function makeStandardAead(algorithm: AeadCalls): StandardAead {
  const made: (...given: Parameters<StandardAead>) => Cipher = (key, nonce, associatedData, options) =>
    cipher(algorithm, key, nonce, associatedData, tagLengthOf(options));
  return Object.freeze(Object.assign(made, properties(algorithm)));
}

/** An AEAD under one key, with a random nonce for each message, which is put before the ciphertext. */
export interface ManagedCipher {
  encrypt(plaintext: Uint8Array): Uint8Array;
  decrypt(sealed: Uint8Array): Uint8Array;
}

/** As managedNonce() of @noble/ciphers: `managedNonce(aead128)(key, associatedData)`. */
export function managedNonce<T extends Aead | StandardAead>(
  aead: T,
): (key: Uint8Array, associatedData?: Uint8Array, ...rest: unknown[]) => ManagedCipher {
  if (typeof aead !== "function" || aead.nonceLength !== NONCE_BYTES)
    throw new TypeError("managedNonce: expected an AEAD such as aead128");
  return (key, associatedData, ...rest) => {
    const start = (nonce: Uint8Array): Cipher =>
      (aead as (...given: unknown[]) => Cipher)(key, nonce, associatedData, ...rest);
    start(new Uint8Array(NONCE_BYTES)); // checks the arguments
    return {
      encrypt(plaintext) {
        const nonce = randomBytes(NONCE_BYTES);
        const sealed = start(nonce).encrypt(plaintext);
        const out = new Uint8Array(NONCE_BYTES + sealed.length);
        out.set(nonce);
        out.set(sealed, NONCE_BYTES);
        return out;
      },
      decrypt(sealed) {
        checkBytes(sealed, "sealed");
        if (sealed.length < NONCE_BYTES)
          throw new InvalidTagError(`a message of ${sealed.length} bytes has no nonce of ${NONCE_BYTES}`);
        return start(sealed.slice(0, NONCE_BYTES)).decrypt(sealed.subarray(NONCE_BYTES));
      },
    };
  };
}

// ---- Messages in pieces ---------------------------------------------------------------------------

type Direction = "encrypt_update" | "decrypt_update_unverified";

/** A message of Ascon-AEAD128 that is given in pieces. */
class Pieces {
  readonly #part: Part;
  readonly #context = new Uint8Array(CONTEXT_BYTES);
  #ended = false;

  constructor(part: Part, key: Uint8Array, nonce: Uint8Array, associatedData: Uint8Array | undefined) {
    checkLength(key, "key", 16);
    checkLength(nonce, "nonce", NONCE_BYTES);
    const ad = optionalBytes(associatedData, "associatedData");
    this.#part = part;
    part.run(CONTEXT_BYTES + 32 + ad.length, (calls, at) => {
      const { memory } = part;
      const after = at + CONTEXT_BYTES;
      memory.set(key, after);
      memory.set(nonce, after + 16);
      memory.set(ad, after + 32);
      calls.ascon_aead128_init!(at, after + 16, after);
      calls.ascon_aead128_ad!(at, after + 32, ad.length);
      this.#context.set(memory.subarray(at, after));
    });
  }

  #check(): void {
    if (this.#ended) throw new Error("the message has ended: no call may follow final() or destroy()");
  }

  update(piece: Uint8Array, direction: Direction): Uint8Array {
    this.#check();
    const out = new Uint8Array(checkBytes(piece, "piece").length);
    for (let from = 0; from < piece.length; from += PIECE_BYTES) {
      const some = piece.subarray(from, from + PIECE_BYTES);
      this.#part.run(CONTEXT_BYTES + some.length, (calls, at) => {
        const { memory } = this.#part;
        const text = at + CONTEXT_BYTES;
        memory.set(this.#context, at);
        memory.set(some, text);
        calls[`ascon_aead128_${direction}`]!(at, text, text, some.length);
        this.#context.set(memory.subarray(at, text));
        out.set(memory.subarray(text, text + some.length), from);
      });
    }
    return out;
  }

  /** Writes the tag, or compares it. */
  final(tag: Uint8Array, call: "encrypt_final" | "decrypt_final"): boolean {
    this.#check();
    const good = this.#part.run(CONTEXT_BYTES + TAG_BYTES, (calls, at) => {
      const { memory } = this.#part;
      const place = at + CONTEXT_BYTES;
      memory.set(this.#context, at);
      memory.set(tag, place);
      const result = calls[`ascon_aead128_${call}`]!(at, place, tag.length);
      tag.set(memory.subarray(place, place + tag.length));
      return result === 0;
    });
    this.destroy();
    return good;
  }

  destroy(): void {
    this.#ended = true;
    this.#context.fill(0);
  }
}

/** Encrypts a message that is given in pieces. */
export class AeadEncryptor {
  readonly #pieces: Pieces;
  readonly #tagLength: number;

  /** @internal */
  constructor(part: Part, key: Uint8Array, nonce: Uint8Array, ad?: Uint8Array, options?: TagOptions) {
    this.#tagLength = tagLengthOf(options);
    this.#pieces = new Pieces(part, key, nonce, ad);
  }

  /** Returns the ciphertext of the next piece, which has its length. */
  update(piece: Uint8Array): Uint8Array {
    return this.#pieces.update(piece, "encrypt_update");
  }

  /** Ends the message and returns the tag. */
  final(): Uint8Array {
    const tag = new Uint8Array(this.#tagLength);
    this.#pieces.final(tag, "encrypt_final");
    return tag;
  }

  /** Erases the key of a message that is given up. */
  destroy(): void {
    this.#pieces.destroy();
  }
}

/** Decrypts a message that is given in pieces. It keeps the text until the tag is verified. */
export class AeadDecryptor {
  readonly #pieces: Pieces;
  readonly #tagLength: number;
  #texts: Uint8Array[] = [];

  /** @internal */
  constructor(part: Part, key: Uint8Array, nonce: Uint8Array, ad?: Uint8Array, options?: TagOptions) {
    this.#tagLength = tagLengthOf(options);
    this.#pieces = new Pieces(part, key, nonce, ad);
  }

  /** Takes the next piece of the ciphertext. */
  update(piece: Uint8Array): this {
    this.#texts.push(this.#pieces.update(piece, "decrypt_update_unverified"));
    return this;
  }

  /** Ends the message and returns the whole text, or throws InvalidTagError. */
  final(tag: Uint8Array): Uint8Array {
    checkLength(tag, "tag", this.#tagLength);
    const good = this.#pieces.final(tag.slice(), "decrypt_final");
    try {
      if (!good) throw new InvalidTagError();
      const text = new Uint8Array(this.#texts.reduce((sum, piece) => sum + piece.length, 0));
      let at = 0;
      for (const piece of this.#texts) {
        text.set(piece, at);
        at += piece.length;
      }
      return text;
    } finally {
      this.#forget();
    }
  }

  /** Erases key and text of a message that is given up. */
  destroy(): void {
    this.#pieces.destroy();
    this.#forget();
  }

  #forget(): void {
    for (const piece of this.#texts) piece.fill(0);
    this.#texts = [];
  }
}
