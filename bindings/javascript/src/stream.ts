/** Long data in chunks, as TransformStreams: the encrypted files of the command `asconkit encrypt`, and its key files.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { type Bytes, encodeText, fixedBytes, joined } from "./bytes.js";
import { InvalidTagError, checkBytes, checkInteger, checkLength, checkOptions, describe, isBytes } from "./checks.js";
import { CONTEXT_BYTES } from "./part.js";
import { randomBytes } from "./random.js";
import part from "./wasm/stream.js";

export { InvalidTagError } from "./checks.js";
export { type Argon2id, type PassphraseKey, type PassphraseOptions, passphraseKey } from "./passphrase.js";

/** Compiles the WebAssembly of this module in the background. */
export const ready = (): Promise<void> => part.ready();

const KEY_BYTES = 32;
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const HEADER_BYTES = 144;
const START_BYTES = 10; // of a header, which show its version
const MOST_CHUNK_BYTES = 1 << 20;
const MOST_CHUNKS = 2 ** 32;

export const ALGORITHMS = [
  "ascon-aead128", "ascon-aead128-nonce-masked", "ascon-128", "ascon-128a", "ascon-80pq",
] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** The error for a file that is damaged or has another format. */
export class FormatError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "FormatError";
  }
}

// ---- Keys ------------------------------------------------------------------------------------------

/** Parameters of Argon2id, as in RFC 9106. */
export interface PassphraseCost {
  memoryKiB: number;
  passes: number;
  lanes: number;
}

/** The input of a function that derives a file's key from a passphrase. */
export interface FileHeader {
  version: number;
  algorithm: string;
  chunkBytes: number;
  salt: Bytes;
  /** Undefined for a file that is encrypted with a key file. */
  passphrase: PassphraseCost | undefined;
}

/** A key of 32 bytes, or a function that returns a key: passphraseKey(), or your own function. The caller's array is
    not changed. */
export type FileKey = Uint8Array | ((header: FileHeader) => Uint8Array | Promise<Uint8Array>);

/** Returns a new key, for any number of files. */
export const generateKey = (): Bytes => randomBytes(KEY_BYTES);

const KEY_LINE = /^(asconkit-key-v1-([0-9a-f]{64}))-([0-9a-f]{8})[ \t\r\n]*$/;
const MOST_LINE = 512;

function keyCheck(line: string): string {
  const text = encodeText(line);
  return part.run(32 + text.length, (calls, at) => {
    part.memory.set(text, at + 32);
    calls.ascon_hash256!(at, at + 32, text.length);
    return toHex(part.memory.subarray(at, at + 4));
  });
}

function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** Returns the key in the text of a key file that `asconkit keygen` wrote. */
export function parseKeyFile(file: string | Uint8Array): Bytes {
  const given = typeof file === "string" ? file : checkBytes(file, "file");
  const text = given.length > MOST_LINE ? "" : typeof given === "string" ? given : String.fromCharCode(...given);
  const found = KEY_LINE.exec(text);
  if (!found) throw new FormatError("not a key file: expected one line that begins with asconkit-key-v1-");
  const [, line, digits, check] = found as unknown as [string, string, string, string];
  if (keyCheck(line) !== check) throw new FormatError("a damaged key file: the key's digits do not match the checksum");
  return Uint8Array.from({ length: KEY_BYTES }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

/** Returns the text of a key file with this key. */
export function formatKeyFile(key: Uint8Array): string {
  const line = `asconkit-key-v1-${toHex(checkLength(key, "key", KEY_BYTES))}`;
  return `${line}-${keyCheck(line)}\n`;
}

// ---- Headers ---------------------------------------------------------------------------------------

/** The order is that of ascon_stream_fault. */
const FAULTS = [
  "", "another format", "an unknown version of the format", "a truncated header", "a corrupted header",
  "an unknown algorithm", "a chunk size outside 1 to 1048576 bytes", "unknown header fields",
  "an unknown kind of key", "Argon2 parameters without a passphrase", "a number of Argon2 lanes outside 1 to 64",
  "less than 8 KiB of Argon2 memory for each lane, or more than 2 GiB in total",
  "no Argon2 passes, or more than 16 GiB of Argon2 memory in all passes",
];

/** Length of the header that begins with these bytes; 0 if it is not known yet. */
function headerBytes(start: Uint8Array): number {
  if (start.length < START_BYTES) return 0;
  return start[8] === 1 && start[9] === 0 ? 128 : HEADER_BYTES;
}

function checkHeader(bytes: Uint8Array): void {
  const fault = part.run(bytes.length, (calls, at) => {
    part.memory.set(bytes, at);
    return calls.asconkit_file_fault!(at, bytes.length);
  });
  if (fault !== 0) throw new FormatError(`not a file of asconkit encrypt: ${FAULTS[fault] ?? "an unknown fault"}`);
}

/** Reads the header at the beginning of a file. `start` has at least the first 144 bytes, or the whole file. A header
    is not verified before the key is known. */
export function readHeader(start: Uint8Array): FileHeader {
  const bytes = checkBytes(start, "start");
  checkHeader(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const name = bytes.subarray(16, 48);
  const version = view.getUint16(8, true);
  const passphrase = {
    memoryKiB: view.getUint32(48, true), passes: view.getUint32(52, true), lanes: view.getUint32(56, true),
  };
  return {
    version,
    algorithm: String.fromCharCode(...name.subarray(0, name.indexOf(0))),
    chunkBytes: view.getUint32(12, true),
    salt: bytes.slice(64, version === 1 ? 80 : 96),
    passphrase: bytes[10] === 2 ? passphrase : undefined,
  };
}

/** Uses the key of a file. If `key` is an array, uses it before returning, because the caller may then erase it. */
async function withKey(key: FileKey, header: FileHeader, use: (key: Uint8Array) => void): Promise<void> {
  const made = typeof key === "function" ? key(header) : key;
  const bytes = isBytes(made) ? made : await made;
  use(checkLength(bytes, "the key that the function returned", KEY_BYTES));
}

function checkKey(key: unknown): FileKey {
  return typeof key === "function" ? (key as FileKey) : checkLength(key, "key", KEY_BYTES);
}

// ---- Chunks ----------------------------------------------------------------------------------------

/** The secret of a stream, in the form that the module uses, and the index of the next chunk. */
class Chunks {
  readonly #secret = fixedBytes(CONTEXT_BYTES);
  #index = 0;

  /** Starts the stream of a file; returns false if the key is wrong. */
  open(header: Uint8Array, key: Uint8Array): boolean {
    return part.run(CONTEXT_BYTES + header.length + KEY_BYTES, (calls, at) => {
      const { memory } = part;
      const place = at + CONTEXT_BYTES;
      memory.set(header, place);
      memory.set(key, place + header.length);
      const result = calls.ascon_stream_header_open!(at, place, header.length, place + header.length);
      this.#secret.set(memory.subarray(at, place));
      return result === 0;
    });
  }

  /** Starts the stream of a new file, and returns its header. */
  create(form: { algorithm: string; chunkBytes: number; passphrase: PassphraseCost | undefined }, salt: Uint8Array, key: Uint8Array): Bytes {
    const name = encodeText(`${form.algorithm}\0`);
    const { memoryKiB, passes, lanes } = form.passphrase ?? { memoryKiB: 0, passes: 0, lanes: 0 };
    return part.run(CONTEXT_BYTES + HEADER_BYTES + SALT_BYTES + KEY_BYTES + name.length, (calls, at) => {
      const { memory } = part;
      const header = at + CONTEXT_BYTES;
      const atSalt = header + HEADER_BYTES;
      const atKey = atSalt + SALT_BYTES;
      const atName = atKey + KEY_BYTES;
      memory.set(salt, atSalt);
      memory.set(key, atKey);
      memory.set(name, atName);
      const result = calls.asconkit_file_create!(
        at, header, atName, form.chunkBytes, memoryKiB, passes, lanes, atSalt, atKey,
      );
      if (result !== 0)
        throw new RangeError(
          "passphrase: the file format does not allow these Argon2 parameters: " +
            `memory in KiB ${memoryKiB}, passes ${passes}, lanes ${lanes}`,
        );
      this.#secret.set(memory.subarray(at, header));
      return memory.slice(header, atSalt);
    });
  }

  /** The next chunk, or its text; undefined for a forged chunk. */
  next(input: Uint8Array, last: boolean, seals: boolean): Bytes | undefined {
    if (this.#index >= MOST_CHUNKS) throw new RangeError("the text is too long: a file has at most 2^32 chunks");
    const index = BigInt(this.#index++);
    const length = input.length;
    return part.run(CONTEXT_BYTES + length + TAG_BYTES, (calls, at) => {
      const { memory } = part;
      const text = at + CONTEXT_BYTES;
      memory.set(this.#secret, at);
      memory.set(input, text);
      const call = (seals ? calls.ascon_stream_seal_chunk : calls.ascon_stream_open_chunk) as unknown as (
        ...words: (number | bigint)[]
      ) => number;
      if (call(at, text, text, length, index, last ? 1 : 0) !== 0) return undefined;
      return memory.slice(text, text + length + (seals ? TAG_BYTES : -TAG_BYTES));
    });
  }

  get index(): number {
    return this.#index;
  }

  wipe(): void {
    this.#secret.fill(0);
  }
}

/** Cuts input into pieces of equal size. Keeps a piece until more input shows that the piece is not the last. */
class Cutter {
  #held: Uint8Array;
  #filled = 0;

  constructor(size: number) {
    this.#held = new Uint8Array(size);
  }

  /** Whole pieces that are not the last piece. Each is valid until the next piece is requested. */
  *push(bytes: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled === this.#held.length) {
        yield this.#held;
        this.#filled = 0;
      }
      const some = bytes.subarray(at, at + this.#held.length - this.#filled);
      this.#held.set(some, this.#filled);
      this.#filled += some.length;
      at += some.length;
    }
  }

  /** The piece that is kept. */
  get rest(): Uint8Array {
    return this.#held.subarray(0, this.#filled);
  }

  wipe(): void {
    this.#held.fill(0);
  }
}

// ---- Streams ---------------------------------------------------------------------------------------

/** Where a stream writes to. */
interface Sink {
  enqueue(bytes: Bytes): void;
}

/** The processing of each chunk that is written to a stream. */
interface Work {
  begin(sink: Sink): void | Promise<void>;
  push(bytes: Uint8Array, sink: Sink): void | Promise<void>;
  end(sink: Sink): void;
  wipe(): void;
}

/** Only engines that know `cancel` call it. */
type Cancelled = Transformer<Uint8Array, Bytes> & { cancel: () => void };

/** Erases secrets at the end of the stream, after an error, and if the stream is cancelled. */
function streamOf(work: Work): TransformStream<Uint8Array, Bytes> {
  let isGivenUp = false;
  const orWipe = async (step: () => void | Promise<void>): Promise<void> => {
    try {
      await step();
      if (isGivenUp) work.wipe(); // the key came later
    } catch (error) {
      work.wipe();
      throw error;
    }
  };
  const transformer: Cancelled = {
    start: (sink) => orWipe(() => work.begin(sink)),
    transform: (bytes, sink) => orWipe(() => work.push(checkBytes(bytes, "chunk of the stream"), sink)),
    flush(sink) {
      try {
        work.end(sink);
      } finally {
        work.wipe();
      }
    },
    cancel() {
      isGivenUp = true;
      work.wipe();
    },
  };
  return new TransformStream(transformer);
}

export interface SealOptions {
  key: FileKey;
  /** Number of bytes of text in a chunk, 1 to 1048576; 65536 by default. */
  chunkBytes?: number;
  /** The AEAD; ascon-aead128 by default. */
  algorithm?: Algorithm;
  /** Cost of a file whose `key` is a function for a passphrase; by default, the cost of passphraseKey(). */
  passphrase?: PassphraseCost;
}

function checkCost(cost: PassphraseCost | undefined, key: FileKey): PassphraseCost | undefined {
  if (cost === undefined) return undefined;
  const known = checkOptions(cost, "passphrase", ["memoryKiB", "passes", "lanes"]);
  const number = (name: keyof PassphraseCost): number => checkInteger(known[name], `passphrase.${name}`, 1, 2 ** 32 - 1);
  if (typeof key !== "function")
    throw new TypeError("key: for a file with a passphrase, pass a function that computes the key");
  return { memoryKiB: number("memoryKiB"), passes: number("passes"), lanes: number("lanes") };
}

/** Encrypts the bytes that are written to the stream, in the format of the command `asconkit encrypt`. You may erase
    the key's array after the call. */
export function sealStream(options: SealOptions): TransformStream<Uint8Array, Bytes> {
  const given = checkOptions(options, "options", ["key", "chunkBytes", "algorithm", "passphrase"]);
  const key = checkKey(given.key);
  const chunkBytes = checkInteger(given.chunkBytes ?? 65536, "chunkBytes", 1, MOST_CHUNK_BYTES);
  const algorithm = given.algorithm ?? "ascon-aead128";
  if (!ALGORITHMS.includes(algorithm))
    throw new RangeError(`algorithm: expected one of ${ALGORITHMS.join(", ")}, got ${JSON.stringify(algorithm)}`);
  const passphrase = checkCost(given.passphrase ?? (key as { passphrase?: PassphraseCost }).passphrase, key);
  const chunks = new Chunks();
  const cutter = new Cutter(chunkBytes);
  return streamOf({
    begin(sink) {
      const salt = randomBytes(SALT_BYTES);
      const form = { algorithm, chunkBytes, passphrase };
      chunks.create(form, salt, fixedBytes(KEY_BYTES)); // refuses a cost before Argon2id computes
      const header = { version: 2, ...form, passphrase: passphrase && { ...passphrase }, salt: salt.slice() };
      return withKey(key, header, (bytes) => sink.enqueue(chunks.create(form, salt, bytes)));
    },
    push(bytes, sink) {
      for (const piece of cutter.push(bytes)) sink.enqueue(chunks.next(piece, false, true)!);
    },
    end: (sink) => sink.enqueue(chunks.next(cutter.rest, true, true)!),
    wipe() {
      chunks.wipe();
      cutter.wipe();
    },
  });
}

export interface OpenOptions {
  key: FileKey;
}

/** Reads a file: first the header, then chunks. Has a copy of the key until the header is complete and its key is
    known. */
class Opener implements Work {
  readonly #copy = fixedBytes(KEY_BYTES);
  readonly #key: FileKey;
  readonly #chunks = new Chunks();
  #start = new Uint8Array(0);
  #body: Cutter | undefined;

  constructor(given: unknown) {
    const key = checkKey(given);
    if (typeof key !== "function") this.#copy.set(key);
    this.#key = typeof key === "function" ? key : this.#copy;
  }

  begin(): void {}

  async push(bytes: Uint8Array, sink: Sink): Promise<void> {
    if (this.#body) return this.#decrypt(bytes, sink);
    const start = new Uint8Array(this.#start.length + bytes.length);
    start.set(this.#start);
    start.set(bytes, this.#start.length);
    this.#start = start;
    const length = headerBytes(start);
    if (length === 0 || start.length < length) return;
    this.#start = new Uint8Array(0);
    await this.#open(start.subarray(0, length));
    this.#decrypt(start.subarray(length), sink);
  }

  async #open(bytes: Uint8Array): Promise<void> {
    const header = readHeader(bytes);
    if (header.passphrase && typeof this.#key !== "function")
      throw new TypeError("key: the file has a passphrase, so pass passphraseKey() as the key");
    await withKey(this.#key, header, (key) => {
      if (!this.#chunks.open(bytes, key))
        throw new InvalidTagError(
          `${header.passphrase ? "wrong passphrase" : "wrong key"}, or the header was changed`,
        );
    });
    this.#copy.fill(0);
    this.#body = new Cutter(header.chunkBytes + TAG_BYTES);
  }

  #decrypt(bytes: Uint8Array, sink: Sink): void {
    for (const piece of this.#body!.push(bytes)) this.#next(piece, false, sink);
  }

  #next(chunk: Uint8Array, last: boolean, sink: Sink): void {
    const number = this.#chunks.index;
    const text = this.#chunks.next(chunk, last, false);
    if (!text)
      throw new InvalidTagError(
        `chunk ${number} is forged: it was changed or moved, or the file was cut off ${last ? "before its end" : ""}`.trim(),
      );
    if (text.length) sink.enqueue(text);
  }

  end(sink: Sink): void {
    if (!this.#body) checkHeader(this.#start); // throws: a truncated header, or another format
    this.#next(this.#body!.rest, true, sink);
  }

  wipe(): void {
    this.#copy.fill(0);
    this.#chunks.wipe();
    this.#body?.wipe();
  }
}

/** Decrypts a file of the command `asconkit encrypt`. All text that the stream returns is verified, but only the end of
    the stream without an error shows that the file is complete. You may erase the key's array after the call. */
export function openStream(options: OpenOptions): TransformStream<Uint8Array, Bytes> {
  return streamOf(new Opener(checkOptions(options, "options", ["key"]).key));
}

/** Decrypts a whole file of the command `asconkit encrypt`, if it fits into memory. Rejects with InvalidTagError,
    FormatError or the error of a failed stream; new Response(stream) reports all of these as a TypeError.
    @param file a Blob or File, a stream such as the body of a Response, or bytes */
export async function openAll(
  file: Blob | ReadableStream<Uint8Array> | Uint8Array, key: FileKey,
): Promise<Bytes> {
  const opener = new Opener(key);
  const texts: Bytes[] = [];
  const sink = { enqueue: (text: Bytes) => void texts.push(text) };
  try {
    if (isBytes(file)) await opener.push(checkBytes(file, "file"), sink);
    else await pushAll(readerOf(file), (bytes) => opener.push(bytes, sink));
    opener.end(sink);
    return joined(texts);
  } finally {
    opener.wipe();
    for (const text of texts) text.fill(0);
  }
}

function readerOf(file: Blob | ReadableStream<Uint8Array>): ReadableStreamDefaultReader<Uint8Array> {
  const stream = typeof (file as Blob | undefined)?.stream === "function" ? (file as Blob).stream() : file;
  if (typeof (stream as ReadableStream | undefined)?.getReader !== "function")
    throw new TypeError(`file: expected a Blob, a ReadableStream or a Uint8Array, got ${describe(file)}`);
  return (stream as ReadableStream<Uint8Array>).getReader();
}

async function pushAll(
  reader: ReadableStreamDefaultReader<Uint8Array>, push: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
      await push(checkBytes(value, "chunk of the stream"));
  } catch (error) {
    reader.cancel(error).catch(() => {}); // the source need not go on
    throw error;
  }
}
