package asconkit

import (
	"fmt"
	"hash"

	"example.org/asconkit/internal/library"
)

// Size of Ascon-Hash256 and of the hashes of v1.2, and block size of Ascon-Hash256, in bytes.
const (
	Size256      = 32
	BlockSize256 = 8
)

// Sum256 returns the Ascon-Hash256 digest of one message: faster than [NewHash256] for short messages.
func Sum256(message []byte) (digest [Size256]byte) {
	mustFit(run(uint32(Hash256), digest[:], message, nil), len(message))
	return digest
}

func run(algorithm uint32, out, message, customization []byte) int {
	return library.Run(algorithm, library.Compute, out, message, nil, customization, nil, nil)
}

// Sum returns the digest of one message, 32 bytes. The algorithm is Hash256, V12Hash or V12Hasha.
func Sum(algorithm Algorithm, message []byte) (digest [Size256]byte, err error) {
	if algorithm.properties().kind != kindHash {
		return digest, wrongAlgorithm(algorithm, "a hash")
	}
	mustFit(run(uint32(algorithm), digest[:], message, nil), len(message))
	return digest, nil
}

// sponge is a message in pieces. A copy is independent.
type sponge struct {
	context   [library.ContextWords]uint64
	algorithm Algorithm
}

func (s *sponge) start(customization []byte) {
	must(library.SpongeStart(s.context[:], uint32(s.algorithm), customization))
}

// Hash computes Ascon-Hash256 of a message that is written in pieces. It is a [hash.Hash].
type Hash struct{ sponge sponge }

var _ hash.Hash = (*Hash)(nil)

// NewHash256 returns a hash of an empty message.
func NewHash256() *Hash {
	h := &Hash{sponge{algorithm: Hash256}}
	h.Reset()
	return h
}

// Write adds to the message. It never returns an error.
func (h *Hash) Write(message []byte) (int, error) {
	must(library.SpongeUpdate(h.sponge.context[:], uint32(Hash256), message))
	return len(message), nil
}

// Sum appends the digest of what was written so far to prefix. More can be written afterwards.
func (h *Hash) Sum(prefix []byte) []byte {
	last := h.sponge
	result, digest := grow(prefix, Size256)
	must(library.SpongeOutput(last.context[:], uint32(Hash256), digest))
	return result
}

// Reset begins a new message.
func (h *Hash) Reset() { h.sponge.start(nil) }

// Size returns 32.
func (h *Hash) Size() int { return Size256 }

// BlockSize returns 8.
func (h *Hash) BlockSize() int { return BlockSize256 }

// Copy returns an independent hash of what was written so far.
func (h *Hash) Copy() *Hash {
	other := *h
	return &other
}

// Wipe erases what the hash knows of a secret message, and begins a new one.
func (h *Hash) Wipe() { h.Reset() }

// MaxCustomization is the length of the longest customization string of Ascon-CXOF128.
const MaxCustomization = 256

// BlockSizeXOF is the number of bytes that Ascon-XOF128 and Ascon-CXOF128 take or give for each permutation.
const BlockSizeXOF = 8

// XOF is Ascon-XOF128 or Ascon-CXOF128: a message is written in pieces, then output of any length is read. It has the
// methods of crypto/sha3.SHAKE, and so those of hash.XOF.
type XOF struct {
	sponge, initial sponge
	reading         bool
}

// NewXOF128 returns Ascon-XOF128 of an empty message.
func NewXOF128() *XOF {
	x := &XOF{sponge: sponge{algorithm: XOF128}}
	x.sponge.start(nil)
	x.initial = x.sponge
	return x
}

// NewCXOF128 returns Ascon-CXOF128 of an empty message. Outputs for different customization strings, of at most 256
// bytes, are unrelated.
func NewCXOF128(customization []byte) (*XOF, error) {
	if err := checkCustomization(customization); err != nil {
		return nil, err
	}
	x := &XOF{sponge: sponge{algorithm: CXOF128}}
	x.sponge.start(customization)
	x.initial = x.sponge
	return x, nil
}

func checkCustomization(customization []byte) error {
	if len(customization) > MaxCustomization {
		return fmt.Errorf("asconkit: the customization string has %d bytes; at most 256 are allowed", len(customization))
	}
	return nil
}

// Write adds to the message. It panics after the first Read, and never returns an error.
func (x *XOF) Write(message []byte) (int, error) {
	if x.reading {
		panic("asconkit: Write after Read of a XOF")
	}
	must(library.SpongeUpdate(x.sponge.context[:], uint32(x.sponge.algorithm), message))
	return len(message), nil
}

// Read writes the next bytes of the output to out. It always fills out and never returns an error.
func (x *XOF) Read(out []byte) (int, error) {
	x.reading = true
	must(library.SpongeOutput(x.sponge.context[:], uint32(x.sponge.algorithm), out))
	return len(out), nil
}

// Reset begins a new message, with the same customization string.
func (x *XOF) Reset() { x.sponge, x.reading = x.initial, false }

// BlockSize returns 8.
func (x *XOF) BlockSize() int { return BlockSizeXOF }

// Copy returns an independent XOF in the same state.
func (x *XOF) Copy() *XOF {
	other := *x
	return &other
}

// Wipe erases what the XOF knows of a secret message, and begins a new one.
func (x *XOF) Wipe() { x.Reset() }

// Expand fills out with the output of a XOF for one message. The algorithm is XOF128, CXOF128, V12XOF or V12XOFa; only
// CXOF128 takes a customization string.
func Expand(algorithm Algorithm, out, message, customization []byte) error {
	kind := algorithm.properties().kind
	if kind != kindXOF && kind != kindCXOF {
		return wrongAlgorithm(algorithm, "a XOF")
	}
	if kind == kindXOF && len(customization) > 0 {
		return fmt.Errorf("asconkit: %v takes no customization string; ascon-cxof128 does", algorithm)
	}
	if err := checkCustomization(customization); err != nil {
		return err
	}
	mustFit(run(uint32(algorithm), out, message, customization), max(len(message), len(out)))
	return nil
}
