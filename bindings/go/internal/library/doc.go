// Package library calls the C library: by cgo, or without it as WebAssembly that wazero runs. Both have the same
// functions, whose numbers and memory bridge.h describes. `./dev export go` copies the C library into this folder.
package library

// Sizes of contexts, in words: at least those of the C library.
const (
	ContextWords = 8
	HeaderBytes  = 144
	SaltBytes    = 32
	Fields       = 10
)

// Operations, as ascon_operation.
const (
	Encrypt uint32 = iota
	Decrypt
	Compute
	Verify
)

// Algorithms that are not in the C library's table.
const (
	SIV uint32 = 100 + iota
	ISAP128A
	ISAP128
)

// Results, as ascon_result.
const (
	OK = iota
	ErrTag
	ErrNull
	ErrRange
	ErrOrder
	ErrAlgorithm
	// ErrTooLarge: the message does not fit into the memory of WebAssembly.
	ErrTooLarge = 100
)

// Kinds of keyed functions, as in bridge.h.
const (
	KMAC uint32 = iota
	KMACXOF
	HMAC
	Derive
	Extract
	Expand
	HKDFExtract
	HKDFExpand
	HKDF
)
