//go:build cgo && !asconkit_wasm

package library

/*
#cgo CFLAGS: -std=gnu11 -O2
#cgo noescape asconkit_go_run
#cgo nocallback asconkit_go_run
#cgo noescape asconkit_go_batch
#cgo nocallback asconkit_go_batch
#cgo noescape asconkit_go_sponge_start
#cgo nocallback asconkit_go_sponge_start
#cgo noescape asconkit_go_sponge_update
#cgo nocallback asconkit_go_sponge_update
#cgo noescape asconkit_go_sponge_output
#cgo nocallback asconkit_go_sponge_output
#cgo noescape asconkit_go_sponge_verify
#cgo nocallback asconkit_go_sponge_verify
#cgo noescape asconkit_go_stream_create
#cgo nocallback asconkit_go_stream_create
#cgo noescape asconkit_go_stream_decode
#cgo nocallback asconkit_go_stream_decode
#cgo noescape asconkit_go_stream_open
#cgo nocallback asconkit_go_stream_open
#cgo noescape asconkit_go_stream_seal
#cgo nocallback asconkit_go_stream_seal
#cgo noescape asconkit_go_stream_unseal
#cgo nocallback asconkit_go_stream_unseal
#cgo noescape asconkit_go_keyed
#cgo nocallback asconkit_go_keyed
#cgo noescape asconkit_go_check
#cgo nocallback asconkit_go_check
#include "bridge.h"
*/
import "C"

import "unsafe"

// Name says which build this is.
const Name = "cgo"

func bytes(slice []byte) *C.uint8_t {
	return (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(slice)))
}

func words(slice []uint64) *C.uint64_t {
	return (*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(slice)))
}

func numbers(slice []uint32) *C.uint32_t {
	return (*C.uint32_t)(unsafe.Pointer(unsafe.SliceData(slice)))
}

func size(slice []byte) C.size_t { return C.size_t(len(slice)) }

func flag(value bool) C.uint32_t {
	if value {
		return 1
	}
	return 0
}

// Run computes one whole message; out may be in.
func Run(algorithm, op uint32, out, in, tag, ad, nonce, key []byte) int {
	if algorithm < SIV {
		return run(algorithm, op, out, in, tag, ad, nonce, key)
	}
	// These pass over a text twice. Other goroutines or processes may write to the caller's memory between the passes.
	private := append([]byte(nil), in...)
	defer clear(private)
	result := run(algorithm, op, private, private, tag, ad, nonce, key)
	copy(out, private)
	return result
}

func run(algorithm, op uint32, out, in, tag, ad, nonce, key []byte) int {
	return int(C.asconkit_go_run(C.uint32_t(algorithm), C.uint32_t(op), bytes(out), size(out), bytes(in), size(in),
		bytes(tag), size(tag), bytes(ad), size(ad), bytes(nonce), bytes(key)))
}

// Batch computes len(results) messages, which bridge.h describes.
func Batch(algorithm, op uint32, memory []byte, table []uint64, fixed int, key, results []byte) int {
	return int(C.asconkit_go_batch(C.uint32_t(algorithm), C.uint32_t(op), bytes(memory), size(memory), words(table),
		size(results), C.size_t(fixed), bytes(key), bytes(results)))
}

// SpongeStart starts a message in pieces, after a key or a customization string.
func SpongeStart(context []uint64, algorithm uint32, prefix []byte) int {
	return int(C.asconkit_go_sponge_start(words(context), C.uint32_t(algorithm), bytes(prefix), size(prefix)))
}

// SpongeUpdate adds to a message in pieces.
func SpongeUpdate(context []uint64, message []byte) int {
	return int(C.asconkit_go_sponge_update(words(context), bytes(message), size(message)))
}

// SpongeOutput writes a digest or a tag, or the next bytes of a XOF or PRF.
func SpongeOutput(context []uint64, out []byte) int {
	return int(C.asconkit_go_sponge_output(words(context), bytes(out), size(out)))
}

// SpongeVerify compares the tag of a MAC, and wipes the context.
func SpongeVerify(context []uint64, tag []byte) int {
	return int(C.asconkit_go_sponge_verify(words(context), bytes(tag)))
}

// StreamCreate starts a stream and writes its header.
func StreamCreate(stream []uint64, header []byte, fields []uint32, salt, key []byte) int {
	return int(C.asconkit_go_stream_create(words(stream), bytes(header), numbers(fields), bytes(salt), bytes(key)))
}

// StreamDecode reads the fields of a header.
func StreamDecode(fields []uint32, salt, header []byte) int {
	return int(C.asconkit_go_stream_decode(numbers(fields), bytes(salt), bytes(header), size(header)))
}

// StreamOpen starts the stream that has this header.
func StreamOpen(stream []uint64, header, key []byte) int {
	return int(C.asconkit_go_stream_open(words(stream), bytes(header), size(header), bytes(key)))
}

// StreamSeal encrypts consecutive chunks.
func StreamSeal(stream []uint64, sealed, text []byte, first uint64, ends bool) int {
	return int(C.asconkit_go_stream_seal(words(stream), bytes(sealed), bytes(text), size(text), C.uint64_t(first),
		flag(ends)))
}

// StreamUnseal decrypts consecutive chunks. opened is the length of the text before the first chunk that is not valid.
func StreamUnseal(stream []uint64, text, sealed []byte, first uint64, ends bool) (opened, result int) {
	var length [1]uint64
	result = int(C.asconkit_go_stream_unseal(words(stream), bytes(text), words(length[:]), bytes(sealed), size(sealed),
		C.uint64_t(first), flag(ends)))
	return int(length[0]), result
}

// Keyed computes a keyed function, of the kinds in bridge.h.
func Keyed(kind uint32, out, key, message, text []byte) int {
	return int(C.asconkit_go_keyed(C.uint32_t(kind), bytes(out), size(out), bytes(key), size(key), bytes(message),
		size(message), bytes(text), size(text)))
}

// Check returns an error if contexts do not fit, and writes an algorithm's name.
func Check(algorithm uint32, name []byte) int {
	return int(C.asconkit_go_check(C.uint32_t(algorithm), bytes(name)))
}
