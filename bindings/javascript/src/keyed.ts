/** What KMAC and HMAC share: messages in pieces under a key, and tags that are compared.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { InvalidTagError, checkBytes, checkLength } from "./checks.js";
import { Hash } from "./hash.js";

/** A message that is given in pieces. */
export class KeyedHash extends Hash {
  /** Ends the message and compares its tag, of `outputLen` bytes, in constant time. Throws InvalidTagError if they
      differ. */
  verify(tag: Uint8Array): void {
    if (!this.context.verify(checkLength(tag, "tag", this.outputLen))) throw new InvalidTagError();
  }
}

/** The strings of a key derivation, checked. */
export function derivationInputs(given: Record<string, unknown>): Uint8Array[] {
  return Object.entries(given).map(([name, value]) => checkBytes(value ?? new Uint8Array(0), name));
}
