/** Who has secrets erases them. SPDX-License-Identifier: Apache-2.0 OR MIT */

declare global {
  /** As lib.esnext.disposable.d.ts has it, which older compilers and targets lack. */
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** Symbol.dispose, or what compilers of `using` take where the engine has none. */
export const DISPOSE: typeof Symbol.dispose =
  Symbol.dispose ?? (Symbol.for("Symbol.dispose") as typeof Symbol.dispose);

/** An object with copies of secrets. Without destroy(), they stay in memory until the engine uses it again. */
export interface Owner {
  /** Erases the copies: no other call may follow. */
  destroy(): void;
  /** The same, at the end of a block with `using`. */
  [DISPOSE](): void;
}
