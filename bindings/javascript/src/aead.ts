/** Authenticated encryption, with the interface of @noble/ciphers.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { type Bytes, fixedBytes, joined, totalLength } from "./bytes.js";
import {
  InvalidTagError, checkBytes, checkInteger, checkLength, checkOptions, optionalBytes,
} from "./checks.js";
import { DISPOSE, type Owner } from "./dispose.js";
import { CONTEXT_BYTES, type Calls, type Part, PIECE_BYTES } from "./part.js";
import { randomBytes } from "./random.js";

const NONCE_BYTES = 16;
const TAG_BYTES = 16;

/** Encrypts one message, or decrypts any number of messages that have this nonce. A Cipher has copies of key, nonce and
    associated data, so your arrays may be changed or erased once the Cipher exists. */
export interface Cipher extends Owner {
  /** Returns the ciphertext, followed by the tag. A second call throws, because each message needs its own nonce.
      @param output as long as the result; may be the array of the plaintext */
  encrypt(plaintext: Uint8Array, output?: undefined): Bytes;
  encrypt<Output extends Uint8Array>(plaintext: Uint8Array, output: Output): Output;
  encrypt(plaintext: Uint8Array, output?: Uint8Array): Uint8Array;
  /** Returns the plaintext. Throws InvalidTagError if the tag is wrong: `output` is then unchanged.
      @param output as long as the plaintext; may be the array of the ciphertext */
  decrypt(ciphertext: Uint8Array, output?: undefined): Bytes;
  decrypt<Output extends Uint8Array>(ciphertext: Uint8Array, output: Output): Output;
  decrypt(ciphertext: Uint8Array, output?: Uint8Array): Uint8Array;
}

export interface TagOptions {
  /** Number of bytes of a tag, 4 to 16. Your protocol fixes this number: never take it from a message. */
  tagLength?: number;
}

/** The properties of all AEADs, named as in @noble/ciphers. */
export interface AeadProperties {
  readonly keyLength: number;
  readonly nonceLength: number;
  readonly tagLength: number;
  readonly blockSize: number;
  readonly withAAD: true;
  /** Returns a new key from the system's random generator. */
  generateKey(): Bytes;
  /** Returns a random nonce. Use random nonces for at most 2^48 messages under one key. */
  generateNonce(): Bytes;
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

/** The functions of an algorithm in WebAssembly. */
export interface AeadCalls {
  part: Part;
  keyLength: number;
  blockSize: number;
  encrypt(calls: Calls, message: Message): number;
  decrypt(calls: Calls, message: Message): number;
}

const AT_NONCE = 32;
const AT_AD = 48;

const optionalOutput = (output: unknown, length: number): Uint8Array | undefined =>
  output === undefined ? undefined : checkLength(output, "output", length);

/** An AEAD with copies of all its inputs except the text. The caller may change its own arrays at any time. */
class Keyed {
  readonly #algorithm: AeadCalls;
  readonly #tagLength: number;
  readonly #adLength: number;
  /** Key, nonce and associated data, at their places in the module's memory before the text. */
  readonly #copy: Uint8Array;
  #destroyed = false;

  constructor(
    algorithm: AeadCalls, key: Uint8Array, nonce: Uint8Array, associatedData: Uint8Array | undefined, tagLength: number,
  ) {
    const [secret, number] = [checkLength(key, "key", algorithm.keyLength), checkLength(nonce, "nonce", NONCE_BYTES)];
    const ad = optionalBytes(associatedData, "associatedData");
    this.#algorithm = algorithm;
    this.#tagLength = tagLength;
    this.#adLength = ad.length;
    this.#copy = fixedBytes(AT_AD + ad.length);
    this.#copy.set(secret);
    this.#copy.set(number, AT_NONCE);
    this.#copy.set(ad, AT_AD);
  }

  /** For the next message. */
  set nonce(nonce: Uint8Array) {
    this.#copy.set(nonce, AT_NONCE);
  }

  encrypt(plaintext: Uint8Array): Bytes;
  encrypt(plaintext: Uint8Array, output: Uint8Array | undefined): Uint8Array;
  encrypt(plaintext: Uint8Array, output?: Uint8Array): Uint8Array {
    const text = checkBytes(plaintext, "plaintext");
    const sealed = this.#crypt(text, true, optionalOutput(output, text.length + this.#tagLength));
    if (!sealed) throw new Error("encryption failed");
    return output ?? sealed;
  }

  decrypt(ciphertext: Uint8Array): Bytes;
  decrypt(ciphertext: Uint8Array, output: Uint8Array | undefined): Uint8Array;
  decrypt(ciphertext: Uint8Array, output?: Uint8Array): Uint8Array {
    const sealed = checkBytes(ciphertext, "ciphertext");
    if (sealed.length < this.#tagLength)
      throw new InvalidTagError(`a message of ${sealed.length} bytes has no tag of ${this.#tagLength}`);
    const text = this.#crypt(sealed, false, optionalOutput(output, sealed.length - this.#tagLength));
    if (!text) throw new InvalidTagError();
    return output ?? text;
  }

  /** Encrypts or decrypts: copies `text` into the module's memory, and copies the result out of it.
      @return `output`, or a new array in its place; undefined for a forged message */
  #crypt(input: Uint8Array, seals: boolean, output: Uint8Array | undefined): Uint8Array | undefined {
    if (this.#destroyed) throw new Error("the cipher was destroyed");
    const { part } = this.#algorithm;
    const [tagLength, copy] = [this.#tagLength, this.#copy];
    const length = seals ? input.length : input.length - tagLength;
    return part.run(copy.length + length + tagLength, (calls, at) => {
      const { memory } = part;
      const text = at + copy.length;
      const tag = text + length;
      memory.set(copy, at);
      memory.set(input, text);
      const message = {
        key: at, nonce: at + AT_NONCE, text, length, tag, tagLength, ad: at + AT_AD, adLength: this.#adLength,
      };
      if (this.#algorithm[seals ? "encrypt" : "decrypt"](calls, message) !== 0) return undefined;
      const end = seals ? tag + tagLength : tag;
      if (output === undefined) return memory.slice(text, end);
      output.set(memory.subarray(text, end));
      return output;
    });
  }

  destroy(): void {
    this.#destroyed = true;
    this.#copy.fill(0);
  }
}

function cipher(keyed: Keyed): Cipher {
  let used = false;
  const destroy = (): void => keyed.destroy();
  const encrypt = (plaintext: Uint8Array, output?: Uint8Array): Uint8Array => {
    if (used) throw new Error("encrypt() was called twice: encrypt each message with a new nonce");
    const sealed = keyed.encrypt(plaintext, output);
    used = true;
    return sealed;
  };
  const decrypt = (ciphertext: Uint8Array, output?: Uint8Array): Uint8Array => keyed.decrypt(ciphertext, output);
  return { encrypt: encrypt as Cipher["encrypt"], decrypt: decrypt as Cipher["decrypt"], destroy, [DISPOSE]: destroy };
}

/** The function that starts each AEAD, for managedNonce(). */
const starts = new WeakMap<object, (...given: Parameters<StandardAead>) => Keyed>();

function make<T extends Aead | StandardAead>(algorithm: AeadCalls, tagLength: (options?: TagOptions) => number): T {
  const start = (...[key, nonce, associatedData, options]: Parameters<StandardAead>): Keyed =>
    new Keyed(algorithm, key, nonce, associatedData, tagLength(options));
  const made = Object.assign((...given: Parameters<StandardAead>) => cipher(start(...given)), {
    keyLength: algorithm.keyLength,
    nonceLength: NONCE_BYTES,
    tagLength: TAG_BYTES,
    blockSize: algorithm.blockSize,
    withAAD: true as const,
    generateKey: () => randomBytes(algorithm.keyLength),
    generateNonce: () => randomBytes(NONCE_BYTES),
  });
  starts.set(made, start);
  return Object.freeze(made) as StandardAead as T;
}

function tagLengthOf(options: TagOptions | undefined): number {
  const { tagLength = TAG_BYTES } = checkOptions(options, "options", ["tagLength"]);
  return checkInteger(tagLength, "tagLength", 4, TAG_BYTES);
}

export const makeAead = (algorithm: AeadCalls): Aead => make(algorithm, () => TAG_BYTES);
export const makeStandardAead = (algorithm: AeadCalls): StandardAead => make(algorithm, tagLengthOf);

/** An AEAD under one key, with a random nonce for each message. The nonce is put before the ciphertext. */
export interface ManagedCipher extends Owner {
  encrypt(plaintext: Uint8Array): Bytes;
  decrypt(sealed: Uint8Array): Bytes;
}

/** Like managedNonce() of @noble/ciphers: `managedNonce(aead128)(key, associatedData)`. */
export function managedNonce<T extends Aead | StandardAead>(
  aead: T,
): (key: Uint8Array, associatedData?: Uint8Array, options?: TagOptions) => ManagedCipher {
  const start = typeof aead === "function" ? starts.get(aead) : undefined;
  if (!start) throw new TypeError("managedNonce: expected an AEAD such as aead128");
  const made = (key: Uint8Array, associatedData?: Uint8Array, options?: TagOptions): ManagedCipher => {
    const keyed = start(key, new Uint8Array(NONCE_BYTES), associatedData, options);
    const destroy = (): void => keyed.destroy();
    return {
      encrypt(plaintext) {
        const nonce = randomBytes(NONCE_BYTES);
        keyed.nonce = nonce;
        return joined([nonce, keyed.encrypt(plaintext)]);
      },
      decrypt(sealed) {
        const bytes = checkBytes(sealed, "sealed");
        if (bytes.length < NONCE_BYTES)
          throw new InvalidTagError(`a message of ${bytes.length} bytes has no nonce of ${NONCE_BYTES}`);
        keyed.nonce = bytes.subarray(0, NONCE_BYTES);
        return keyed.decrypt(bytes.subarray(NONCE_BYTES));
      },
      destroy,
      [DISPOSE]: destroy,
    };
  };
  const { blockSize, tagLength } = aead;
  return Object.assign(made, { blockSize, tagLength, withAAD: true as const });
}

// ---- Messages in pieces ---------------------------------------------------------------------------

type Direction = "encrypt_update" | "decrypt_update_unverified";

/** An incremental message of Ascon-AEAD128. */
class Pieces {
  readonly #part: Part;
  readonly #context = fixedBytes(CONTEXT_BYTES);
  #ended = false;

  constructor(part: Part, key: Uint8Array, nonce: Uint8Array, associatedData: Uint8Array | undefined) {
    const strings = [
      checkLength(key, "key", 16), checkLength(nonce, "nonce", NONCE_BYTES),
      optionalBytes(associatedData, "associatedData"),
    ];
    this.#part = part;
    part.run(CONTEXT_BYTES + totalLength(strings), (calls, at) => {
      const [atKey, , atNonce, , ...ad] = part.place(at + CONTEXT_BYTES, strings);
      calls.ascon_aead128_init!(at, atNonce!, atKey!);
      calls.ascon_aead128_ad!(at, ...ad);
      this.#context.set(part.memory.subarray(at, at + CONTEXT_BYTES));
    });
  }

  #check(): void {
    if (this.#ended) throw new Error("the message has ended: no call is allowed after final() or destroy()");
  }

  update(piece: Uint8Array, direction: Direction): Bytes {
    this.#check();
    const bytes = checkBytes(piece, "piece");
    const out = new Uint8Array(bytes.length);
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      const some = bytes.subarray(from, from + PIECE_BYTES);
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

  /** Writes the tag, or compares the tag with a given tag. */
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

/** Encrypts an incremental message. */
export class AeadEncryptor implements Owner {
  readonly #pieces: Pieces;
  readonly #tagLength: number;

  /** @internal */
  constructor(part: Part, key: Uint8Array, nonce: Uint8Array, ad?: Uint8Array, options?: TagOptions) {
    this.#tagLength = tagLengthOf(options);
    this.#pieces = new Pieces(part, key, nonce, ad);
  }

  /** Encrypts the next piece, and returns its ciphertext, which has the same length. */
  update(piece: Uint8Array): Bytes {
    return this.#pieces.update(piece, "encrypt_update");
  }

  /** Ends the message and returns the tag. */
  final(): Bytes {
    const tag = new Uint8Array(this.#tagLength);
    this.#pieces.final(tag, "encrypt_final");
    return tag;
  }

  /** Erases the key of an abandoned message. */
  destroy(): void {
    this.#pieces.destroy();
  }

  [DISPOSE](): void {
    this.destroy();
  }
}

/** Decrypts an incremental message, and keeps the text until the tag is verified. */
export class AeadDecryptor implements Owner {
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
  final(tag: Uint8Array): Bytes {
    const good = this.#pieces.final(checkLength(tag, "tag", this.#tagLength).slice(), "decrypt_final");
    try {
      if (!good) throw new InvalidTagError();
      return joined(this.#texts);
    } finally {
      this.#forget();
    }
  }

  /** Erases key and text of an abandoned message. */
  destroy(): void {
    this.#pieces.destroy();
    this.#forget();
  }

  [DISPOSE](): void {
    this.destroy();
  }

  #forget(): void {
    for (const piece of this.#texts) piece.fill(0);
    this.#texts = [];
  }
}
