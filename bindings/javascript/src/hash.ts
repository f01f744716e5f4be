/** Hashes and XOFs, in the form of those of @noble/hashes. SPDX-License-Identifier: Apache-2.0 OR MIT */
import { checkBytes, checkInteger, checkLength, checkOptions, checkText } from "./checks.js";
import { CONTEXT_BYTES, type Calls, type Part, PIECE_BYTES } from "./part.js";

/** Output of XOFs unless `dkLen` says otherwise: as many bytes as 128-bit security against collisions needs. */
export const DEFAULT_BYTES = 32;
export const MOST_OUTPUT = 2 ** 30;

export interface OutputOptions {
  /** Bytes of output. */
  dkLen?: number;
}

export interface CustomOptions extends OutputOptions {
  /** Such as the name of a protocol, at most 256 bytes: outputs for different strings are unrelated. A string counts as
      its UTF-8. */
  customization?: Uint8Array | string;
  /** The same, as @noble/hashes calls it. */
  personalization?: Uint8Array | string;
}

/** How a context is worked on: calls of one module. */
export interface PieceCalls {
  part: Part;
  update(calls: Calls, context: number, message: number, length: number): number;
  /** Writes the next bytes of the output. */
  output(calls: Calls, context: number, out: number, length: number): number;
}

/** A context between two calls, and the rule that nothing follows its end. */
export class Context {
  readonly #calls: PieceCalls;
  readonly #bytes = new Uint8Array(CONTEXT_BYTES);
  #state: "absorbs" | "squeezes" | "ended" = "absorbs";

  constructor(calls: PieceCalls) {
    this.#calls = calls;
  }

  /** The first call, with strings that come after the context in the module's memory. */
  start(strings: readonly Uint8Array[], init: (calls: Calls, context: number, strings: number[]) => number): this {
    const { part } = this.#calls;
    part.run(CONTEXT_BYTES + strings.reduce((sum, string) => sum + string.length, 0), (calls, at) => {
      let next = at + CONTEXT_BYTES;
      const places = strings.map((string) => {
        part.memory.set(string, next);
        next += string.length;
        return next - string.length;
      });
      init(calls, at, places);
      this.#bytes.set(part.memory.subarray(at, at + CONTEXT_BYTES));
    });
    return this;
  }

  /** Puts the context into the module's memory, before so many more bytes, and takes it out again. */
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
    checkBytes(message, "message");
    if (this.#state !== "absorbs")
      throw new Error(`update() after ${this.#state === "ended" ? "the end of the message" : "output was read"}`);
    for (let from = 0; from < message.length; from += PIECE_BYTES) {
      const piece = message.length > PIECE_BYTES ? message.subarray(from, from + PIECE_BYTES) : message;
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
  end(out: Uint8Array, output: PieceCalls["output"] = this.#calls.output): void {
    this.#checkNotEnded();
    this.#use(out.length, (calls, context, place, memory) => {
      output(calls, context, place, out.length);
      out.set(memory.subarray(place, place + out.length));
    });
    this.destroy();
  }

  /** Ends the message with a comparison. */
  verify(tag: Uint8Array, verify: PieceCalls["output"]): boolean {
    this.#checkNotEnded();
    let good = false;
    this.#use(tag.length, (calls, context, place, memory) => {
      memory.set(tag, place);
      good = verify(calls, context, place, tag.length) === 0;
    });
    this.destroy();
    return good;
  }

  #checkNotEnded(): void {
    if (this.#state === "ended") throw new Error("the message has ended: no call may follow digest() or destroy()");
  }

  get squeezes(): boolean {
    return this.#state === "squeezes";
  }

  clone(): Context {
    this.#checkNotEnded();
    const copy = new Context(this.#calls);
    copy.#bytes.set(this.#bytes);
    copy.#state = this.#state;
    return copy;
  }

  destroy(): void {
    this.#state = "ended";
    this.#bytes.fill(0);
  }
}

/** A message that is given in pieces. */
export class Hash {
  readonly blockLen: number;
  readonly outputLen: number;
  protected readonly context: Context;

  /** @internal */
  constructor(context: Context, blockLen: number, outputLen: number) {
    this.context = context;
    this.blockLen = blockLen;
    this.outputLen = outputLen;
  }

  /** Adds to the message. */
  update(message: Uint8Array): this {
    this.context.update(message);
    return this;
  }

  /** Ends the message and returns `outputLen` bytes. */
  digest(): Uint8Array {
    const out = new Uint8Array(this.outputLen);
    this.digestInto(out);
    return out;
  }

  /** The same, into an array of that length. */
  digestInto(output: Uint8Array): void {
    this.context.end(checkLength(output, "output", this.outputLen));
  }

  /** A copy, which goes on by itself. */
  clone(): Hash {
    return new Hash(this.context.clone(), this.blockLen, this.outputLen);
  }

  /** Erases the state, for messages that are secret. */
  destroy(): void {
    this.context.destroy();
  }
}

/** A message of a XOF that is given in pieces. */
export class Xof extends Hash {
  /** Returns the next bytes of the output. */
  xof(length: number): Uint8Array {
    return this.xofInto(new Uint8Array(checkInteger(length, "length", 0, MOST_OUTPUT)));
  }

  /** Fills the array with the next bytes of the output. */
  xofInto(output: Uint8Array): Uint8Array {
    this.context.squeeze(checkBytes(output, "output"));
    return output;
  }

  override digestInto(output: Uint8Array): void {
    checkLength(output, "output", this.outputLen);
    if (this.context.squeezes) throw new Error("digest() after xof(): output was read already");
    this.context.squeeze(output);
    this.context.destroy();
  }

  override clone(): Xof {
    return new Xof(this.context.clone(), this.blockLen, this.outputLen);
  }
}

// ---- The functions of a module ---------------------------------------------------------------------

const BLOCK_BYTES = 8;
const DIGEST_BYTES = 32;

export interface HashFunction {
  (message: Uint8Array): Uint8Array;
  readonly blockLen: number;
  readonly outputLen: number;
  create(): Hash;
}

export interface XofFunction<Options extends OutputOptions = OutputOptions> {
  (message: Uint8Array, options?: Options): Uint8Array;
  readonly blockLen: number;
  /** Bytes of output without `dkLen`. */
  readonly outputLen: number;
  create(options?: Options): Xof;
}

export function outputLength(options: { dkLen?: number | undefined }, otherwise = DEFAULT_BYTES): number {
  return checkInteger(options.dkLen ?? otherwise, "dkLen", 0, MOST_OUTPUT);
}

export function customization(given: CustomOptions, most: number): Uint8Array {
  if (given.customization !== undefined && given.personalization !== undefined)
    throw new TypeError("options: customization and personalization are two names of one option");
  const bytes = checkText(given.customization ?? given.personalization ?? "", "customization");
  if (bytes.length > most) throw new RangeError(`customization: expected at most ${most} bytes, got ${bytes.length}`);
  return bytes;
}

export const OUTPUT_OPTIONS = ["dkLen"] as const;
export const CUSTOM_OPTIONS = ["dkLen", "customization", "personalization"] as const;

/** @param start begins a message
    @param whole a faster call for a whole message, if there is one */
export function makeHash(start: () => Context, whole?: (message: Uint8Array) => Uint8Array): HashFunction {
  const create = (): Hash => new Hash(start(), BLOCK_BYTES, DIGEST_BYTES);
  const made = (message: Uint8Array): Uint8Array => {
    checkBytes(message, "message");
    return whole !== undefined && message.length <= PIECE_BYTES ? whole(message) : create().update(message).digest();
  };
  return Object.freeze(Object.assign(made, { blockLen: BLOCK_BYTES, outputLen: DIGEST_BYTES, create }));
}

/** @param start begins a message with these options, of which there are the known ones */
export function makeXof<Options extends OutputOptions>(
  start: (options: Partial<Options>) => Context, known: readonly (keyof Options)[],
): XofFunction<Options> {
  const create = (options?: Options): Xof => {
    const given = checkOptions(options, "options", known);
    const length = outputLength(given);
    return new Xof(start(given), BLOCK_BYTES, length);
  };
  const made = (message: Uint8Array, options?: Options): Uint8Array => {
    checkBytes(message, "message");
    return create(options).update(message).digest();
  };
  return Object.freeze(Object.assign(made, { blockLen: BLOCK_BYTES, outputLen: DEFAULT_BYTES, create }));
}

/** One call of a module, for a message that is in its memory as a whole. The output is `at`, the message after it. */
export function oneShot(
  part: Part, strings: readonly Uint8Array[], out: Uint8Array,
  work: (calls: Calls, out: number, strings: number[]) => number,
): number {
  const bytes = strings.reduce((sum, string) => sum + string.length, out.length);
  return part.run(bytes, (calls, at) => {
    let next = at + out.length;
    const places = strings.map((string) => {
      part.memory.set(string, next);
      next += string.length;
      return next - string.length;
    });
    const result = work(calls, at, places);
    if (result === 0) out.set(part.memory.subarray(at, at + out.length));
    return result;
  });
}
