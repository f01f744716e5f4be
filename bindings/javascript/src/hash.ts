/** Hashes and XOFs, with the interface of @noble/hashes. SPDX-License-Identifier: Apache-2.0 OR MIT */
import { type Bytes, fixedBytes, totalLength } from "./bytes.js";
import { checkBytes, checkInteger, checkOptions, checkRoom, checkText } from "./checks.js";
import { DISPOSE, type Owner } from "./dispose.js";
import { CONTEXT_BYTES, type Calls, type Part, PIECE_BYTES } from "./part.js";

/** Default output length of XOFs: 128-bit security against collisions needs 32 bytes. */
export const DEFAULT_BYTES = 32;
export const MOST_OUTPUT = 2 ** 30;

export interface OutputOptions {
  /** Number of bytes of output. */
  dkLen?: number;
}

export interface CustomOptions extends OutputOptions {
  /** At most 256 bytes, such as the name of a protocol. Outputs for different strings are unrelated. A string is
      encoded as UTF-8. */
  customization?: Uint8Array | string;
  /** Another name of `customization`, from @noble/hashes. */
  personalization?: Uint8Array | string;
}

/** The functions of one module that process a context. */
export interface PieceCalls {
  part: Part;
  update(calls: Calls, context: number, message: number, length: number): number;
  /** Writes the next bytes of the output. */
  output(calls: Calls, context: number, out: number, length: number): number;
  /** Ends the message and compares its tag: 0 if it matches. For keyed functions. */
  verify?(calls: Calls, context: number, tag: number, length: number): number;
}

/** A context between two calls, which refuses calls after its end. */
export class Context {
  #calls: PieceCalls;
  readonly #bytes = fixedBytes(CONTEXT_BYTES);
  #state: "absorbs" | "squeezes" | "ended" = "absorbs";

  constructor(calls: PieceCalls) {
    this.#calls = calls;
  }

  /** The first call. `words` are address and length of each string. */
  start(strings: readonly Uint8Array[], init: (calls: Calls, context: number, words: number[]) => number): this {
    const { part } = this.#calls;
    part.run(CONTEXT_BYTES + totalLength(strings), (calls, at) => {
      init(calls, at, part.place(at + CONTEXT_BYTES, strings));
      this.#bytes.set(part.memory.subarray(at, at + CONTEXT_BYTES));
    });
    return this;
  }

  /** Copies the context into the module's memory, with `bytes` bytes after it, and copies it back afterwards. */
  #use(bytes: number, work: (calls: Calls, context: number, place: number, memory: Uint8Array) => void): void {
    const { part } = this.#calls;
    part.run(CONTEXT_BYTES + bytes, (calls, at) => {
      const { memory } = part;
      const place = at + CONTEXT_BYTES;
      memory.set(this.#bytes, at);
      work(calls, at, place, memory);
      this.#bytes.set(memory.subarray(at, place));
    });
  }

  update(message: Uint8Array): void {
    const bytes = checkBytes(message, "message");
    if (this.#state !== "absorbs")
      throw new Error(`update() after ${this.#state === "ended" ? "the end of the message" : "output was read"}`);
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      const piece = bytes.length > PIECE_BYTES ? bytes.subarray(from, from + PIECE_BYTES) : bytes;
      this.#use(piece.length, (calls, context, place, memory) => {
        memory.set(piece, place);
        this.#calls.update(calls, context, place, piece.length);
      });
    }
  }

  squeeze(out: Uint8Array): void {
    this.#checkNotEnded();
    this.#state = "squeezes";
    for (let from = 0; from < out.length; from += PIECE_BYTES) {
      const piece = out.length > PIECE_BYTES ? out.subarray(from, from + PIECE_BYTES) : out;
      this.#use(piece.length, (calls, context, place, memory) => {
        this.#calls.output(calls, context, place, piece.length);
        piece.set(memory.subarray(place, place + piece.length));
      });
    }
  }

  /** Ends the message with one output, by a call that needs all of it at once. */
  end(out: Uint8Array): void {
    this.#checkNotEnded();
    this.#use(out.length, (calls, context, place, memory) => {
      this.#calls.output(calls, context, place, out.length);
      out.set(memory.subarray(place, place + out.length));
    });
    this.destroy();
  }

  /** Ends the message with a comparison. */
  verify(tag: Uint8Array): boolean {
    this.#checkNotEnded();
    let good = false;
    this.#use(tag.length, (calls, context, place, memory) => {
      memory.set(tag, place);
      good = this.#calls.verify!(calls, context, place, tag.length) === 0;
    });
    this.destroy();
    return good;
  }

  #checkNotEnded(): void {
    if (this.#state === "ended") throw new Error("the message has ended: no call is allowed after digest() or destroy()");
  }

  get squeezes(): boolean {
    return this.#state === "squeezes";
  }

  /** @param to any context, also one that has ended; it forgets what it had */
  copyInto(to = new Context(this.#calls)): Context {
    this.#checkNotEnded();
    to.#calls = this.#calls;
    to.#bytes.set(this.#bytes);
    to.#state = this.#state;
    return to;
  }

  destroy(): void {
    this.#state = "ended";
    this.#bytes.fill(0);
  }
}

/** An incremental message. */
export class Hash implements Owner {
  /** For a hash, the block size of HMAC (docs/constructions/hmac.md). For XOFs and keyed functions, the rate. */
  readonly blockLen: number;
  readonly outputLen: number;
  protected readonly context: Context;

  /** @internal */
  constructor(context: Context, blockLen: number, outputLen: number) {
    this.context = context;
    this.blockLen = blockLen;
    this.outputLen = outputLen;
  }

  /** True if the object has xof(). */
  get canXOF(): boolean {
    return false;
  }

  /** Adds the next piece of the message. */
  update(message: Uint8Array): this {
    this.context.update(message);
    return this;
  }

  /** Ends the message and returns `outputLen` bytes. */
  digest(): Bytes {
    const out = new Uint8Array(this.outputLen);
    this.digestInto(out);
    return out;
  }

  /** Like digest(), but writes the result to the first `outputLen` bytes of an array, which may be longer. */
  digestInto(output: Uint8Array): void {
    this.context.end(checkRoom(output, "output", this.outputLen));
  }

  /** Returns an independent copy. */
  clone(): this {
    return this._cloneInto();
  }

  /** Like clone(), but overwrites a given object of the same kind, even if its message has ended: hmac, hkdf and pbkdf2
      of @noble/hashes need this. */
  _cloneInto(to?: this): this {
    const kind = Object.getPrototypeOf(this) as object;
    const copy = to ?? (Object.create(kind) as this);
    if (Object.getPrototypeOf(copy) !== kind) throw new TypeError("_cloneInto: expected an object of the same kind");
    const { blockLen, outputLen } = this;
    return Object.assign(copy, { context: this.context.copyInto(copy.context), blockLen, outputLen });
  }

  /** Erases the state. Call this function after secret messages. */
  destroy(): void {
    this.context.destroy();
  }

  [DISPOSE](): void {
    this.destroy();
  }
}

/** An incremental message of a XOF. */
export class Xof extends Hash {
  override get canXOF(): boolean {
    return true;
  }

  /** Returns the next bytes of the output. */
  xof(length: number): Bytes {
    return this.xofInto(new Uint8Array(checkInteger(length, "length", 0, MOST_OUTPUT)));
  }

  /** Fills the array with the next bytes of the output. */
  xofInto(output: Bytes): Bytes;
  xofInto<Output extends Uint8Array>(output: Output): Output;
  xofInto(output: Uint8Array): Uint8Array {
    this.context.squeeze(checkBytes(output, "output"));
    return output;
  }

  override digestInto(output: Uint8Array): void {
    const out = checkRoom(output, "output", this.outputLen);
    if (this.context.squeezes) throw new Error("digest() was called after xof() had returned output");
    this.context.squeeze(out);
    this.context.destroy();
  }
}

/** Processes a whole message, then erases the state, even if an argument is refused. */
export function whole<State extends Hash, Result>(state: State, message: Uint8Array, end: (state: State) => Result): Result {
  try {
    return end(state.update(message));
  } finally {
    state.destroy();
  }
}

export const digestOf = (state: Hash): Bytes => state.digest();

// ---- The functions of a module ---------------------------------------------------------------------

/** HMAC's block size for all hashes: their rate of 8 bytes would hold neither keys nor digests. */
export const HMAC_BLOCK_BYTES = 64;
export const RATE_BYTES = 8;
const DIGEST_BYTES = 32;

export interface HashFunction {
  (message: Uint8Array): Bytes;
  readonly blockLen: number;
  readonly outputLen: number;
  readonly canXOF: false;
  create(): Hash;
}

export interface XofFunction<Options extends OutputOptions = OutputOptions> {
  (message: Uint8Array, options?: Options): Bytes;
  readonly blockLen: number;
  /** Default number of bytes of output. */
  readonly outputLen: number;
  readonly canXOF: true;
  create(options?: Options): Xof;
}

export function outputLength(options: { dkLen?: number | undefined }, otherwise = DEFAULT_BYTES): number {
  return checkInteger(options.dkLen ?? otherwise, "dkLen", 0, MOST_OUTPUT);
}

export function customization(given: CustomOptions, most: number): Uint8Array {
  if (given.customization !== undefined && given.personalization !== undefined)
    throw new TypeError("options: give customization or personalization, which are two names of one option");
  const bytes = checkText(given.customization ?? given.personalization ?? "", "customization");
  if (bytes.length > most) throw new RangeError(`customization: expected at most ${most} bytes, got ${bytes.length}`);
  return bytes;
}

export const OUTPUT_OPTIONS = ["dkLen"] as const;
export const CUSTOM_OPTIONS = ["dkLen", "customization", "personalization"] as const;

/** @param start begins a message
    @param atOnce a faster call for a whole message, if there is one */
export function makeHash(start: () => Context, atOnce?: (message: Uint8Array) => Bytes): HashFunction {
  const facts = { blockLen: HMAC_BLOCK_BYTES, outputLen: DIGEST_BYTES, canXOF: false } as const;
  const create = (): Hash => new Hash(start(), HMAC_BLOCK_BYTES, DIGEST_BYTES);
  const made = (message: Uint8Array): Bytes => {
    const bytes = checkBytes(message, "message");
    return atOnce !== undefined && bytes.length <= PIECE_BYTES ? atOnce(bytes) : whole(create(), bytes, digestOf);
  };
  return Object.freeze(Object.assign(made, facts, { create }));
}

/** @param start begins a message with options whose names are in `known` */
export function makeXof<Options extends OutputOptions>(
  start: (options: Partial<Options>) => Context, known: readonly (keyof Options)[],
): XofFunction<Options> {
  const create = (options?: Options): Xof => {
    const given = checkOptions(options, "options", known);
    const length = outputLength(given);
    return new Xof(start(given), RATE_BYTES, length);
  };
  const made = (message: Uint8Array, options?: Options): Bytes => whole(create(options), message, digestOf);
  const facts = { blockLen: RATE_BYTES, outputLen: DEFAULT_BYTES, canXOF: true } as const;
  return Object.freeze(Object.assign(made, facts, { create }));
}

/** One call of a module, with `out` and then whole strings in its memory. `words` are the address and the length of
    each string. */
export function oneShot(
  part: Part, strings: readonly Uint8Array[], out: Uint8Array,
  work: (calls: Calls, out: number, words: number[]) => number,
): void {
  part.run(out.length + totalLength(strings), (calls, at) => {
    const result = work(calls, at, part.place(at + out.length, strings));
    if (result !== 0) throw new Error(`the call failed with result ${result}`); // else `out` would be zeros
    out.set(part.memory.subarray(at, at + out.length));
  });
}
