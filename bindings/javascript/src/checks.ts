/** Arguments and errors: what was given, and what was expected.
    SPDX-License-Identifier: Apache-2.0 OR MIT */

/** A tag that does not match: the key is wrong, or the data was changed. */
export class InvalidTagError extends Error {
  constructor(message = "the tag does not match: wrong key, or the data was changed") {
    super(message);
    this.name = "InvalidTagError";
  }
}

const kindOf = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  Symbol.toStringTag,
)!.get!;

function describe(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return "a string";
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value !== "object") return typeof value === "undefined" ? "undefined" : `a ${typeof value}`;
  const name = (value as object).constructor?.name;
  return name ? `an object of type ${name}` : "an object";
}

/** A Uint8Array, of this realm or another; a Buffer of Node is one. */
export function checkBytes(value: unknown, name: string): Uint8Array {
  if (kindOf.call(value) !== "Uint8Array") {
    const hint = typeof value === "string" ? "; new TextEncoder().encode(text) makes one" : "";
    throw new TypeError(`${name}: expected a Uint8Array, got ${describe(value)}${hint}`);
  }
  const bytes = value as Uint8Array;
  if (bytes.length === 0 && isDetached(bytes)) throw new TypeError(`${name}: its ArrayBuffer is detached`);
  return bytes;
}

function isDetached(bytes: Uint8Array): boolean {
  try {
    new Uint8Array(bytes.buffer);
    return false;
  } catch {
    return true;
  }
}

export function checkLength(value: unknown, name: string, length: number): Uint8Array {
  const bytes = checkBytes(value, name);
  if (bytes.length !== length) throw new RangeError(`${name}: expected ${length} bytes, got ${bytes.length}`);
  return bytes;
}

export function checkInteger(value: unknown, name: string, from: number, to: number): number {
  if (typeof value !== "number") throw new TypeError(`${name}: expected a number, got ${describe(value)}`);
  if (!Number.isInteger(value) || value < from || value > to)
    throw new RangeError(`${name}: expected an integer from ${from} to ${to}, got ${value}`);
  return value;
}

/** Options are an object, and have no name that is not known: a misspelt one would be ignored. */
export function checkOptions<T extends object>(value: T | undefined, name: string, known: readonly (keyof T)[]): Partial<T> {
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null || kindOf.call(value) !== undefined)
    throw new TypeError(`${name}: expected an object with options, got ${describe(value)}`);
  for (const given of Object.keys(value))
    if (!known.includes(given as keyof T))
      throw new TypeError(`${name}: unknown option ${JSON.stringify(given)}; there are ${known.join(", ")}`);
  return value;
}

/** Bytes, or text, of which UTF-8 is taken. */
export function checkText(value: unknown, name: string): Uint8Array {
  return typeof value === "string" ? new TextEncoder().encode(value) : checkBytes(value, name);
}

const EMPTY = new Uint8Array(0);

export function optionalBytes(value: unknown, name: string): Uint8Array {
  return value === undefined ? EMPTY : checkBytes(value, name);
}
