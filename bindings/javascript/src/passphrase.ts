/** Passphrases in place of keys, for the files of the command `asconkit encrypt`. A part of asconkit/stream.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { encodeText } from "./bytes.js";
import { checkBytes, checkOptions, describe } from "./checks.js";
import type { FileHeader, PassphraseCost } from "./stream.js";

const MOST_BYTES = 1024;
const MOST_MEMORY = 2 ** 20; // KiB
const MOST_MEMORY_PASSES = 3 * 2 ** 20;
const MOST_LANES_PASSES = 256;

/** argon2id() of the package hash-wasm, an optional peer dependency, or a function that takes the same options. */
export type Argon2id = (options: {
  password: Uint8Array;
  salt: Uint8Array;
  memorySize: number;
  iterations: number;
  parallelism: number;
  hashLength: number;
  outputType: "binary";
}) => Promise<Uint8Array>;

export interface PassphraseOptions {
  /** The cost of a new file. The default is the command's cost: 64 MiB, 3 passes and 4 lanes. */
  cost?: PassphraseCost;
  /** Accepts more than 1 GiB of memory, 3 GiB in all passes, or 256 lanes times passes, for reading and writing. */
  allowCostly?: boolean;
}

/** A `key` for `openStream`, `openAll` and `sealStream`. */
export interface PassphraseKey {
  (header: FileHeader): Promise<Uint8Array>;
  /** The cost of a new file. */
  readonly passphrase: PassphraseCost;
}

/** Refuses a cost that could exhaust the machine, because headers come from strangers. */
function checkModest({ memoryKiB, passes, lanes }: PassphraseCost): void {
  const modest =
    memoryKiB <= MOST_MEMORY && memoryKiB * passes <= MOST_MEMORY_PASSES && lanes * passes <= MOST_LANES_PASSES;
  if (modest) return;
  throw new RangeError(
    `the passphrase is costly: Argon2 memory in KiB ${memoryKiB}, passes ${passes}, lanes ${lanes}; expected memory of ` +
      `at most ${MOST_MEMORY}, memory x passes of at most ${MOST_MEMORY_PASSES}, lanes x passes of at most ` +
      `${MOST_LANES_PASSES}, or allowCostly`,
  );
}

/** Derives the key of each file from a passphrase: 1 to 1024 bytes, or a string in UTF-8, which is not normalised. */
export function passphraseKey(
  passphrase: string | Uint8Array, argon2id: Argon2id, options?: PassphraseOptions,
): PassphraseKey {
  const password = typeof passphrase === "string" ? encodeText(passphrase) : checkBytes(passphrase, "passphrase").slice();
  if (password.length < 1 || password.length > MOST_BYTES)
    throw new RangeError(`passphrase: expected 1 to ${MOST_BYTES} bytes, got ${password.length}`);
  if (typeof argon2id !== "function")
    throw new TypeError(`argon2id: expected the function of the package hash-wasm, got ${describe(argon2id)}`);
  const given = checkOptions(options ?? {}, "options", ["cost", "allowCostly"]);
  const cost = { ...(given.cost ?? { memoryKiB: 65536, passes: 3, lanes: 4 }) };
  const consents = given.allowCostly === true; // not a string such as "false"
  if (!consents) checkModest(cost);
  const keyOf = async ({ salt, passphrase: asked }: FileHeader): Promise<Uint8Array> => {
    if (!asked) throw new TypeError("key: the file is encrypted with a key, not with a passphrase");
    if (!consents) checkModest(asked);
    return argon2id({
      password, salt, memorySize: asked.memoryKiB, iterations: asked.passes, parallelism: asked.lanes, hashLength: 32,
      outputType: "binary",
    });
  };
  return Object.assign(keyOf, { passphrase: cost });
}
