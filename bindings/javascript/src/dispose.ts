/** The interface of objects that erase their secrets. SPDX-License-Identifier: Apache-2.0 OR MIT */

declare global {
  /** The declaration of lib.esnext.disposable.d.ts, which older compilers and targets lack. */
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** Symbol.dispose, or the symbol that compilers of `using` take if the engine lacks it. */
export const DISPOSE: typeof Symbol.dispose =
  Symbol.dispose ?? (Symbol.for("Symbol.dispose") as typeof Symbol.dispose);

/** An object with copies of secrets. Without destroy(), the copies stay until the engine reuses the memory. */
export interface Owner {
  /** Erases the copies. No other call may follow. */
  destroy(): void;
  /** Calls destroy() at the end of a block with `using`. */
  [DISPOSE](): void;
}
