/** Incremental messages of each algorithm whose row of the library's table a module exports.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { Context, type PieceCalls } from "./hash.js";
import { type Part, address } from "./part.js";

export const spongeCalls = (part: Part): PieceCalls => ({
  part,
  update: (c, context, message, length) => c.ascon_any_sponge_update!(context, message, length),
  output: (c, context, out, length) => c.ascon_any_sponge_squeeze!(context, out, length),
  verify: (c, context, tag) => c.ascon_any_sponge_verify_final!(context, tag),
});

const NO_KEY: Uint8Array = new Uint8Array(0);

/** Begins a message.
    @param row such as "v12_hash"
    @param key of a MAC or PRF */
export function startSponge(calls: PieceCalls, row: string, key: Uint8Array = NO_KEY): Context {
  return new Context(calls).start([key], (c, at, words) =>
    c.ascon_any_sponge_init!(at, address(c, `ascon_algorithm_${row}`), ...words),
  );
}
