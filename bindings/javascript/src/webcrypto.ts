/** SPDX-License-Identifier: Apache-2.0 OR MIT */
export const webcrypto: Crypto = globalThis.crypto;
