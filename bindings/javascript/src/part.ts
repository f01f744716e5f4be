/** A module of WebAssembly: how it is loaded, how strings of bytes get in and out, and that nothing stays in its memory.
    SPDX-License-Identifier: Apache-2.0 OR MIT */

type Call = (...words: number[]) => number;
export type Calls = Record<string, Call>;

/** The address of an object of C that the module exports. */
export const address = (calls: Calls, name: string): number =>
  (calls[name] as unknown as WebAssembly.Global).value as number;

/** Size for any context of an incremental message, which contexts.c checks. Between two calls, a context is outside
    of the module, in fixedBytes(). */
export const CONTEXT_BYTES = 128;
/** Long inputs are read in pieces of this size if possible, so that the module's memory stays small. */
export const PIECE_BYTES = 65536;
/** A module with more memory than this is started anew, because its memory never shrinks. */
const KEPT_BYTES = 1 << 20;
const MOST_BYTES = 2 ** 31 - 1;
const PAGE_BYTES = 65536;

export class Part {
  /** The module's memory. */
  memory: Uint8Array = new Uint8Array(0);
  readonly #encoded: string;
  #module: WebAssembly.Module | undefined;
  #calls: Calls | undefined;
  #start = 0;

  /** @param encoded the module, in base64 */
  constructor(encoded: string) {
    this.#encoded = encoded;
  }

  /** Compiles in the background. Without it, the first call compiles. */
  async ready(): Promise<void> {
    this.#module ??= await WebAssembly.compile(decode(this.#encoded));
  }

  /** Calls `work` with the address of `bytes` bytes of memory, and then wipes them. The engine may throw at any place,
      for example if the stack is full: then all memory is wiped, and the module is started anew. */
  run<T>(bytes: number, work: (calls: Calls, at: number) => T): T {
    const calls = this.#calls ?? this.#instantiate();
    const end = this.#start + bytes;
    if (end > this.memory.length) this.#grow(end);
    try {
      return work(calls, this.#start);
    } catch (error) {
      this.memory.fill(0);
      this.#drop();
      throw error;
    } finally {
      this.memory.fill(0, this.#start, end);
      if (this.memory.length > KEPT_BYTES) this.#drop();
    }
  }

  /** Puts strings into the memory, one after the other.
      @return address and length of each string, in the order of the C functions' arguments */
  place(at: number, strings: readonly Uint8Array[]): number[] {
    let next = at;
    return strings.flatMap((string) => {
      this.memory.set(string, next);
      next += string.length;
      return [next - string.length, string.length];
    });
  }

  #instantiate(): Calls {
    this.#module ??= new WebAssembly.Module(decode(this.#encoded));
    const { exports } = new WebAssembly.Instance(this.#module);
    this.memory = new Uint8Array((exports.memory as WebAssembly.Memory).buffer);
    this.#start = (exports.__heap_base as WebAssembly.Global).value as number;
    return (this.#calls = exports as unknown as Calls);
  }

  #grow(end: number): void {
    const memory = this.#calls!.memory as unknown as WebAssembly.Memory;
    try {
      if (end > MOST_BYTES) throw new RangeError();
      memory.grow(Math.ceil((end - this.memory.length) / PAGE_BYTES));
    } catch {
      throw new RangeError(`no memory for ${end} bytes in WebAssembly: use asconkit/stream for long data`);
    }
    this.memory = new Uint8Array(memory.buffer);
  }

  #drop(): void {
    this.#calls = undefined;
    this.memory = new Uint8Array(0);
  }
}

function decode(encoded: string): Uint8Array<ArrayBuffer> {
  const text = atob(encoded);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
