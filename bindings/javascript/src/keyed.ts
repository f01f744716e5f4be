/** Code that KMAC and HMAC share: incremental messages under a key, and the verification of tags.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { InvalidTagError, checkBytes, checkLength } from "./checks.js";
import { Hash } from "./hash.js";

/** An incremental message. */
export class KeyedHash extends Hash {
  /** Ends the message and verifies its tag of `outputLen` bytes in constant time. Throws InvalidTagError if the tag is
      wrong. */
  verify(tag: Uint8Array): void {
    if (!this.context.verify(checkLength(tag, "tag", this.outputLen))) throw new InvalidTagError();
  }
}

/** The strings of a key derivation, checked. */
export function derivationInputs(given: Record<string, unknown>): Uint8Array[] {
  return Object.entries(given).map(([name, value]) => checkBytes(value ?? new Uint8Array(0), name));
}
