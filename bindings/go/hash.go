package asconkit

import (
	"bytes"
	"fmt"
	"hash"

	"example.org/asconkit/internal/library"
)

// Sizes of Ascon-Hash256 and of the hashes of v1.2, in bytes. HMAC pads keys to the block size, which
// crypto/hmac, crypto/hkdf and crypto/pbkdf2 read from a hash, and kdf.HMAC has too. A permutation absorbs 8 bytes.
const (
	Size256      = 32
	BlockSize256 = 64
)

// Sum256 returns the Ascon-Hash256 digest of one message. For short messages, it is faster than [NewHash256].
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

// sponge is a message in pieces. The first call that needs a message starts it; a wiped sponge knows neither a message
// nor a key. A copy is independent.
type sponge struct {
	context       [library.ContextWords]uint64
	algorithm     Algorithm
	customization []byte // of CXOF128
	key           *key   // of MACs and PRFs
	started       bool
}

// start returns ErrDestroyed if the message must begin and its key was destroyed.
func (s *sponge) start() error {
	if s.started {
		return nil
	}
	start := func(prefix []byte) { must(library.SpongeStart(s.context[:], uint32(s.algorithm), prefix)) }
	if s.key == nil {
		start(s.customization)
	} else if err := s.key.use(start); err != nil {
		return err
	}
	s.started = true
	return nil
}

func (s *sponge) mustStart() {
	if err := s.start(); err != nil {
		panic(err)
	}
}

func (s *sponge) write(message []byte) {
	s.mustStart()
	must(library.SpongeUpdate(s.context[:], message))
}

func (s *sponge) read(out []byte) {
	s.mustStart()
	must(library.SpongeOutput(s.context[:], out))
}

func (s *sponge) wipe() {
	clear(s.context[:])
	s.started = false
}

func (s *sponge) format(to fmt.State) { fmt.Fprintf(to, "%v(..)", s.algorithm) }

// Hash computes the digest of an incremental message. It is a [hash.Hash].
type Hash struct{ sponge sponge }

var _ hash.Hash = (*Hash)(nil)

// NewHash256 returns an Ascon-Hash256 hash for a new message.
func NewHash256() *Hash { return &Hash{sponge{algorithm: Hash256}} }

// NewHash returns a hash for a new message. The algorithm is Hash256, V12Hash or V12Hasha.
func NewHash(algorithm Algorithm) (*Hash, error) {
	if algorithm.properties().kind != kindHash {
		return nil, wrongAlgorithm(algorithm, "a hash")
	}
	return &Hash{sponge{algorithm: algorithm}}, nil
}

// Write adds to the message. It never returns an error.
func (h *Hash) Write(message []byte) (int, error) {
	h.sponge.write(message)
	return len(message), nil
}

// Sum appends the digest of the bytes written so far to prefix. More can be written afterwards.
func (h *Hash) Sum(prefix []byte) []byte {
	last := h.sponge
	result, digest := grow(prefix, h.Size())
	last.read(digest)
	return result
}

// Reset begins a new message, and erases the state of the old one.
func (h *Hash) Reset() { h.sponge.wipe() }

// Size returns the number of bytes that Sum appends: 32 for a hash, 16 for a MAC.
func (h *Hash) Size() int {
	if h.sponge.key != nil {
		return TagSize
	}
	return Size256
}

// BlockSize returns 64 for a hash, which is the block size of its HMAC; for a MAC, the number of bytes that the
// algorithm absorbs per permutation.
func (h *Hash) BlockSize() int { return h.sponge.algorithm.properties().blockSize }

// Copy returns an independent hash of the bytes written so far.
func (h *Hash) Copy() *Hash {
	other := *h
	return &other
}

// Wipe erases the state, which depends on a secret message, and begins a new message.
func (h *Hash) Wipe() { h.sponge.wipe() }

// Format writes the algorithm's name and nothing of the state, whatever the verb is.
func (h *Hash) Format(to fmt.State, _ rune) { h.sponge.format(to) }

// MaxCustomization is the length of the longest customization string of Ascon-CXOF128.
const MaxCustomization = 256

// BlockSizeXOF is the number of bytes that Ascon-XOF128 and Ascon-CXOF128 read or write per permutation.
const BlockSizeXOF = 8

// XOF is a XOF or a PRF: a message is written in pieces, then output of any length is read. It has the methods of
// crypto/sha3.SHAKE, and therefore of hash.XOF.
type XOF struct {
	sponge  sponge
	reading bool
}

// NewXOF128 returns an Ascon-XOF128 XOF for a new message.
func NewXOF128() *XOF { return &XOF{sponge: sponge{algorithm: XOF128}} }

// NewCXOF128 returns an Ascon-CXOF128 XOF for a new message. Customization strings have at most 256 bytes; different
// strings give unrelated outputs.
func NewCXOF128(customization []byte) (*XOF, error) { return NewXOF(CXOF128, customization) }

// NewXOF returns a XOF for a new message. The algorithm is XOF128, CXOF128, V12XOF or V12XOFa; only CXOF128 takes a
// customization string, which is copied.
func NewXOF(algorithm Algorithm, customization []byte) (*XOF, error) {
	if err := checkXOF(algorithm, customization); err != nil {
		return nil, err
	}
	return &XOF{sponge: sponge{algorithm: algorithm, customization: bytes.Clone(customization)}}, nil
}

func checkXOF(algorithm Algorithm, customization []byte) error {
	kind := algorithm.properties().kind
	if kind != kindXOF && kind != kindCXOF {
		return wrongAlgorithm(algorithm, "a XOF")
	}
	if kind == kindXOF && len(customization) > 0 {
		return fmt.Errorf("asconkit: %v takes no customization string; ascon-cxof128 does", algorithm)
	}
	if len(customization) > MaxCustomization {
		return fmt.Errorf("asconkit: the customization string has %d bytes; at most 256 are allowed", len(customization))
	}
	return nil
}

// Write adds to the message. It panics after the first Read, and never returns an error.
func (x *XOF) Write(message []byte) (int, error) {
	if x.reading {
		panic(fmt.Sprintf("asconkit: Write after Read of %v", x.sponge.algorithm))
	}
	x.sponge.write(message)
	return len(message), nil
}

// Read writes the next bytes of the output to out. It always fills out and never returns an error.
func (x *XOF) Read(out []byte) (int, error) {
	x.reading = true
	x.sponge.read(out)
	return len(out), nil
}

// Reset begins a new message, with the same customization string or key, and erases the state of the old one.
func (x *XOF) Reset() {
	x.sponge.wipe()
	x.reading = false
}

// BlockSize returns the number of bytes that the algorithm absorbs per permutation: 8 for a XOF.
func (x *XOF) BlockSize() int { return x.sponge.algorithm.properties().blockSize }

// Copy returns an independent XOF in the same state.
func (x *XOF) Copy() *XOF {
	other := *x
	return &other
}

// Wipe erases the state, which depends on a secret message, and begins a new message.
func (x *XOF) Wipe() { x.Reset() }

// Format writes the algorithm's name and nothing of the state, whatever the verb is.
func (x *XOF) Format(to fmt.State, _ rune) { x.sponge.format(to) }

// Expand fills out with the output of a XOF for one message. The algorithm is XOF128, CXOF128, V12XOF or V12XOFa; only
// CXOF128 takes a customization string.
func Expand(algorithm Algorithm, out, message, customization []byte) error {
	if err := checkXOF(algorithm, customization); err != nil {
		return err
	}
	mustFit(run(uint32(algorithm), out, message, customization), max(len(message), len(out)))
	return nil
}
