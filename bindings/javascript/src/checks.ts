/** Checks of arguments, and errors that name the given and the expected value.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { encodeText } from "./bytes.js";

/** The error for a tag that does not match: the key is wrong, or the data was changed. */
export class InvalidTagError extends Error {
  constructor(message = "the tag does not match: wrong key, or the data was changed") {
    super(message);
    this.name = "InvalidTagError";
  }
}

const TYPED_ARRAY = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;
const getter = (name: string | symbol): (() => unknown) => Object.getOwnPropertyDescriptor(TYPED_ARRAY, name)!.get!;
const kindOf = getter(Symbol.toStringTag);
const bufferOf = getter("buffer");
const offsetOf = getter("byteOffset");
const lengthOf = getter("length");

export function describe(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return "a string";
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value !== "object") return typeof value === "undefined" ? "undefined" : `a ${typeof value}`;
  const name = (value as object).constructor?.name;
  return name ? `an object of type ${name}` : "an object";
}

export const isBytes = (value: unknown): value is Uint8Array => kindOf.call(value) === "Uint8Array";

/** A Uint8Array, of this realm or another; a Buffer of Node is one. Returns a plain view of the same bytes, whose length
    stays as it is, so that no class decides what subarray() and the like return. */
export function checkBytes(value: unknown, name: string): Uint8Array {
  if (!isBytes(value)) {
    const hint = typeof value === "string" ? "; new TextEncoder().encode(text) makes one" : "";
    throw new TypeError(`${name}: expected a Uint8Array, got ${describe(value)}${hint}`);
  }
  try {
    const length = lengthOf.call(value) as number;
    if (length === 0) TYPED_ARRAY.keys.call(value); // throws where the array has lost its bytes
    return new Uint8Array(bufferOf.call(value) as ArrayBuffer, offsetOf.call(value) as number, length);
  } catch {
    throw new TypeError(`${name}: its ArrayBuffer is detached or became too short`);
  }
}

export function checkLength(value: unknown, name: string, length: number): Uint8Array {
  const bytes = checkBytes(value, name);
  if (bytes.length !== length) throw new RangeError(`${name}: expected ${length} bytes, got ${bytes.length}`);
  return bytes;
}

/** The first `length` bytes of an array, which may be longer. */
export function checkRoom(value: unknown, name: string, length: number): Uint8Array {
  const bytes = checkBytes(value, name);
  if (bytes.length < length) throw new RangeError(`${name}: expected at least ${length} bytes, got ${bytes.length}`);
  return bytes.subarray(0, length);
}

export function checkInteger(value: unknown, name: string, from: number, to: number): number {
  if (typeof value !== "number") throw new TypeError(`${name}: expected a number, got ${describe(value)}`);
  if (!Number.isInteger(value) || value < from || value > to)
    throw new RangeError(`${name}: expected an integer from ${from} to ${to}, got ${value}`);
  return value;
}

const isObjectPrototype = (object: object): boolean =>
  Object.getPrototypeOf(object) === null && Object.hasOwn(object, "hasOwnProperty"); // in any realm

/** Whether the object or its class has the option. Object.prototype gives none, as any code can change it. */
function hasOption(object: object, option: PropertyKey): boolean {
  for (let at: object | null = object; at !== null && !isObjectPrototype(at); at = Object.getPrototypeOf(at) as object | null)
    if (Object.hasOwn(at, option)) return true;
  return false;
}

/** The given options, each read once. An unknown name is an error, because a misspelt option would be ignored. An
    array or a Map in place of the options is an error too. */
export function checkOptions<T extends object>(value: T | undefined, name: string, known: readonly (keyof T)[]): Partial<T> {
  const options = Object.create(null) as Partial<T>;
  if (value === undefined) return options;
  const refuse = (): never => {
    throw new TypeError(`${name}: expected an object with options, got ${describe(value)}`);
  };
  if (typeof value !== "object" || value === null || kindOf.call(value) !== undefined) return refuse();
  for (const given of Object.keys(value))
    if (!known.includes(given as keyof T))
      throw new TypeError(`${name}: unknown option ${JSON.stringify(given)}; there are ${known.join(", ")}`);
  for (const option of known) if (hasOption(value, option)) options[option] = value[option];
  const prototype = Object.getPrototypeOf(value) as object | null;
  const isPlain = prototype === null || isObjectPrototype(prototype);
  return isPlain || Object.keys(options).length > 0 ? options : refuse();
}

/** Bytes, or the UTF-8 of a text. */
export function checkText(value: unknown, name: string): Uint8Array {
  return typeof value === "string" ? encodeText(value) : checkBytes(value, name);
}

const EMPTY = new Uint8Array(0);

export function optionalBytes(value: unknown, name: string): Uint8Array {
  return value === undefined ? EMPTY : checkBytes(value, name);
}
