/** Random bytes. SPDX-License-Identifier: Apache-2.0 OR MIT */
import { webcrypto } from "#webcrypto";
import { type Bytes } from "./bytes.js";
import { checkInteger } from "./checks.js";

const QUOTA = 65536; // of getRandomValues()

/** Returns bytes from the system's random generator, suitable for keys. */
export function randomBytes(length = 32): Bytes {
  const bytes = new Uint8Array(checkInteger(length, "length", 0, 2 ** 31 - 1));
  for (let at = 0; at < length; at += QUOTA) webcrypto().getRandomValues(bytes.subarray(at, at + QUOTA));
  return bytes;
}
