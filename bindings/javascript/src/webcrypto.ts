/** WebCrypto; each call looks it up: a test environment may add it later. SPDX-License-Identifier: Apache-2.0 OR MIT */
export function webcrypto(): Crypto {
  const found = (globalThis as { crypto?: Crypto }).crypto;
  if (typeof found?.getRandomValues !== "function")
    throw new Error("no random bytes: globalThis.crypto.getRandomValues() is missing");
  return found;
}
