package asconkit

import (
	"crypto/cipher"
	"errors"
	"fmt"
	"unsafe"

	"example.org/asconkit/internal/library"
)

// Sizes of all AEADs, in bytes.
const (
	NonceSize = 16 // of every AEAD
	TagSize   = 16 // unless NewAEAD128WithTagSize chose another size
)

// ErrOpen says that a message is not authentic: the key, the nonce or the additional data is not the one given to Seal,
// or somebody changed the message. The error does not say which, and a program should not tell the sender either.
var ErrOpen = errors.New("asconkit: message authentication failed")

// AEAD encrypts and authenticates messages. It is a [cipher.AEAD].
type AEAD struct {
	algorithm Algorithm
	tagSize   int
	key       *key
}

var _ cipher.AEAD = (*AEAD)(nil)

// NewAEAD128 returns Ascon-AEAD128 of NIST SP 800-232. The key has 16 bytes and is copied.
func NewAEAD128(key []byte) (*AEAD, error) { return NewAEAD(AEAD128, key) }

// NewAEAD128WithTagSize returns Ascon-AEAD128 with tags of 4 to 16 bytes, for protocols that prescribe short tags. One
// forgery attempt in 2^(8*tagSize) succeeds; SP 800-232, section 4.2.1, requires a documented limit on attempts for
// tags below 8 bytes.
func NewAEAD128WithTagSize(key []byte, tagSize int) (*AEAD, error) {
	if tagSize < 4 || tagSize > TagSize {
		return nil, fmt.Errorf("asconkit: the tag size is %d; ascon-aead128 takes 4 to 16", tagSize)
	}
	a, err := NewAEAD(AEAD128, key)
	if err == nil {
		a.tagSize = tagSize
	}
	return a, err
}

// NewAEAD returns an AEAD of this algorithm: AEAD128, AEAD128NonceMasked, V12AEAD128, V12AEAD128a, V12AEAD80pq, SIV,
// ISAP128a or ISAP128. The key has algorithm.KeySize() bytes and is copied.
func NewAEAD(algorithm Algorithm, key []byte) (*AEAD, error) {
	if algorithm.properties().kind != kindAEAD {
		return nil, wrongAlgorithm(algorithm, "an AEAD")
	}
	a := &AEAD{algorithm: algorithm, tagSize: TagSize}
	var err error
	if a.key, err = newKey(algorithm, key); err != nil {
		return nil, err
	}
	return a, nil
}

// Algorithm returns the AEAD's algorithm.
func (a *AEAD) Algorithm() Algorithm { return a.algorithm }

// NonceSize returns the length of nonces, 16 bytes.
func (a *AEAD) NonceSize() int { return NonceSize }

// Overhead returns how much longer Seal's output is than its plaintext: the size of the tag.
func (a *AEAD) Overhead() int { return a.tagSize }

// Destroy erases the key. Seal panics afterwards, and Open returns ErrDestroyed. The garbage collector also erases the
// key, at some unknown time.
func (a *AEAD) Destroy() { a.key.destroy() }

// Seal encrypts and authenticates the plaintext, authenticates the additional data, and appends the result to dst. The
// nonce has 16 bytes. Never use a nonce twice with the same key, except with SIV. Seal panics if the nonce has another
// length, if the key was destroyed, or if the output overlaps an input, except a plaintext at the same address.
//
// To encrypt in place, use plaintext[:0] as dst.
func (a *AEAD) Seal(dst, nonce, plaintext, additionalData []byte) []byte {
	if len(nonce) != NonceSize {
		panic(nonceError(nonce))
	}
	result, out := grow(dst, len(plaintext)+a.tagSize)
	keepApart("Seal", out, plaintext, additionalData, nonce)
	ciphertext, tag := out[:len(plaintext)], out[len(plaintext):]
	err := a.key.use(func(key []byte) {
		mustFit(library.Run(uint32(a.algorithm), library.Encrypt, ciphertext, plaintext, tag, additionalData, nonce,
			key), len(plaintext))
	})
	if err != nil {
		panic(err)
	}
	return result
}

// Open verifies and decrypts the output of Seal, and appends the plaintext to dst. It returns ErrOpen and no plaintext
// if the message is not authentic; the plaintext's place in dst is then all zeros. It returns an error if the nonce is
// not 16 bytes long, and panics if the output overlaps an input, except a ciphertext at the same address.
//
// To decrypt in place, use ciphertext[:0] as dst.
func (a *AEAD) Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error) {
	if len(nonce) != NonceSize {
		return nil, nonceError(nonce)
	}
	if len(ciphertext) < a.tagSize {
		return nil, ErrOpen
	}
	text, tag := ciphertext[:len(ciphertext)-a.tagSize], ciphertext[len(ciphertext)-a.tagSize:]
	result, out := grow(dst, len(text))
	keepApart("Open", out, ciphertext, additionalData, nonce)
	var code int
	err := a.key.use(func(key []byte) {
		code = library.Run(uint32(a.algorithm), library.Decrypt, out, text, tag, additionalData, nonce, key)
	})
	if err != nil {
		return nil, err
	}
	if code == library.ErrTag {
		return nil, ErrOpen
	}
	if code == library.ErrTooLarge {
		return nil, fmt.Errorf("asconkit: the message has %d bytes; without cgo, one call takes less than 1 GiB", len(text))
	}
	must(code)
	return result, nil
}

func nonceError(nonce []byte) error {
	return fmt.Errorf("asconkit: the nonce has %d bytes; %d are needed", len(nonce), NonceSize)
}

// grow returns dst with more bytes appended, and these bytes.
func grow(dst []byte, more int) (whole, tail []byte) {
	length := len(dst) + more
	if cap(dst) >= length {
		whole = dst[:length]
	} else {
		whole = make([]byte, length)
		copy(whole, dst)
	}
	return whole, whole[len(dst):]
}

func overlaps(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	firstA, firstB := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	return firstA < firstB+uintptr(len(b)) && firstB < firstA+uintptr(len(a))
}

// keepApart panics if the output of a call overlaps an input, except the text at the same address.
func keepApart(call string, out, text, additionalData, nonce []byte) {
	if overlaps(out, text) && &out[0] != &text[0] || overlaps(out, additionalData) || overlaps(out, nonce) {
		panic("asconkit: the output of " + call + " overlaps an input, but is not at its address")
	}
}
