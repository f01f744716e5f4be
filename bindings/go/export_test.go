package asconkit

import (
	"strings"

	"example.org/asconkit/internal/library"
)

// TableName returns the name of an algorithm in the C library's table.
func TableName(algorithm Algorithm) string {
	name := make([]byte, 32)
	must(library.Check(uint32(algorithm), name))
	return strings.TrimRight(string(name), "\x00")
}

// StateOf returns the state of a message in pieces itself.
func StateOf(owner any) []uint64 {
	switch owner := owner.(type) {
	case *Hash:
		return owner.sponge.context[:]
	case *MACHash:
		return owner.sponge.context[:]
	case *XOF:
		return owner.sponge.context[:]
	}
	return nil
}

// SecretOf returns the key of an AEAD, MAC or PRF itself.
func SecretOf(owner any) *[32]byte {
	switch owner := owner.(type) {
	case *AEAD:
		return owner.key.secret
	case *MAC:
		return owner.key.secret
	case *PRF:
		return owner.key.secret
	}
	return nil
}
