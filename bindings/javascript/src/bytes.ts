/** Arrays of bytes that this package makes. SPDX-License-Identifier: Apache-2.0 OR MIT */

/** An array that this package makes: Uint8Array<ArrayBuffer>, which WebCrypto, Blob and fetch accept. Before TypeScript
    5.7 it is Uint8Array, which had no type parameter. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

const SLAB_BYTES = 8192;
let slab = new Uint8Array(0);
let used = 0;

/** Zeros, to hold secrets, that V8 does not move. (V8 moves arrays of at most 64 bytes, and their copies stay.) The
    arrays share an ArrayBuffer, because making an ArrayBuffer takes a microsecond. */
export function fixedBytes(length: number): Bytes {
  if (length > SLAB_BYTES / 8) return new Uint8Array(length);
  if (used + length > slab.length) [slab, used] = [new Uint8Array(SLAB_BYTES), 0];
  used += length;
  return new Uint8Array(slab.buffer, used - length, length);
}

/** One array with all pieces. */
export function joined(pieces: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(totalLength(pieces));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export const totalLength = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, piece) => sum + piece.length, 0);

/** UTF-8, with U+FFFD for half a surrogate pair, like TextEncoder, which jsdom lacks. */
export function encodeText(text: string): Bytes {
  const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
  const octets = escaped.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  return Uint8Array.from(octets, (octet) => octet.charCodeAt(0));
}
