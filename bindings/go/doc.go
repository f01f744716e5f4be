// Package asconkit has the Ascon family of lightweight cryptography: NIST SP 800-232 (Ascon-AEAD128, Ascon-Hash256,
// Ascon-XOF128, Ascon-CXOF128), its predecessors of version 1.2, the Ascon MACs and PRFs, Ascon-SIV and ISAP.
//
//   - Encryption: [NewAEAD128] and [NewAEAD] return a [crypto/cipher.AEAD].
//   - Hashes: [Sum256] for one message, [NewHash256] for a [hash.Hash].
//   - Output of any length: [NewXOF128] and [NewCXOF128], which are written to and then read from.
//   - Many messages in one call: [AEAD.SealBatch], [AEAD.OpenBatch], [SumBatch256] and so on.
//   - Package stream encrypts files in the format of the command asconkit; package kdf derives keys.
//
// The C library asconkit does the work. Programs built with cgo contain its C code. Programs built without cgo, such as
// most cross-compiled programs, contain the same code as WebAssembly, which wazero runs: the results are the same and
// the speed is lower. The tag asconkit_wasm chooses WebAssembly in a build with cgo too.
//
// Running time and memory addresses do not depend on secrets. Any number of goroutines may use an [AEAD], [MAC] or
// [PRF] at a time, but only one goroutine may use a [Hash] or [XOF].
package asconkit
