// Package kdf derives keys from keys: [Derive], [Extract] and [Expand] over KMAC with Ascon-CXOF128, [KMAC] itself, and
// [HMAC] and [HKDF] with Ascon-Hash256 for protocols that prescribe HMAC or HKDF. Do not use this package for
// passwords, which need a slow function such as Argon2id.
package kdf

import (
	"fmt"

	"example.org/asconkit/internal/library"
)

// Sizes in bytes.
const (
	PRKSize          = 32       // result of Extract and HKDFExtract
	HMACSize         = 32       // result of HMAC
	MaxHKDF          = 255 * 32 // longest output of HKDF
	MaxCustomization = 247      // longest customization string of KMAC
)

func compute(kind uint32, out, key, message, text []byte) {
	switch result := library.Keyed(kind, out, key, message, text); result {
	case library.OK:
	case library.ErrTooLarge:
		panic(fmt.Sprintf("kdf: %d bytes in one call; without cgo, it takes less than 1 GiB", len(out)+len(key)+len(message)+len(text)))
	default:
		panic(fmt.Sprintf("kdf: the C library returned %d for arguments that were checked", result))
	}
}

// Derive returns length bytes from a secret of any distribution, such as the result of a key agreement. The salt may be
// a random string or empty; info names the purpose of the output. Outputs of different lengths are unrelated.
func Derive(secret, salt, info []byte, length int) []byte {
	out := make([]byte, length)
	compute(library.Derive, out, secret, salt, info)
	return out
}

// Extract is the first of two steps to derive many keys from a secret: it returns a pseudorandom key for [Expand].
func Extract(secret, salt []byte) (prk [PRKSize]byte) {
	compute(library.Extract, prk[:], secret, salt, nil)
	return prk
}

// Expand returns length bytes for each info, from Extract's result or another uniform key of at least 16 bytes.
func Expand(prk, info []byte, length int) []byte {
	out := make([]byte, length)
	compute(library.Expand, out, prk, nil, info)
	return out
}

// KMAC returns a tag of length bytes (SP 800-185, section 4, over Ascon-CXOF128). The customization string, at most 247
// bytes, names the purpose. Tags of different lengths are unrelated.
func KMAC(key, message, customization []byte, length int) ([]byte, error) {
	return kmac(library.KMAC, key, message, customization, length)
}

// KMACXOF returns output of any length (SP 800-185, section 4.3.1): a shorter output is a prefix of a longer output.
func KMACXOF(key, message, customization []byte, length int) ([]byte, error) {
	return kmac(library.KMACXOF, key, message, customization, length)
}

func kmac(kind uint32, key, message, customization []byte, length int) ([]byte, error) {
	if len(customization) > MaxCustomization {
		return nil, fmt.Errorf("kdf: the customization string has %d bytes; at most %d are allowed", len(customization),
			MaxCustomization)
	}
	if length < 0 {
		return nil, fmt.Errorf("kdf: the tag has %d bytes; 0 or more are needed", length)
	}
	out := make([]byte, length)
	compute(kind, out, key, message, customization)
	return out, nil
}

// HMAC returns the HMAC (RFC 2104) of the message with Ascon-Hash256 and a block of 64 bytes. Compare tags with
// crypto/subtle.ConstantTimeCompare.
func HMAC(key, message []byte) (tag [HMACSize]byte) {
	compute(library.HMAC, tag[:], key, message, nil)
	return tag
}

// HKDF returns length bytes (RFC 5869), at most 8160.
func HKDF(secret, salt, info []byte, length int) ([]byte, error) {
	return hkdf(library.HKDF, secret, salt, info, length)
}

// HKDFExtract returns a pseudorandom key (RFC 5869, section 2.2).
func HKDFExtract(secret, salt []byte) (prk [PRKSize]byte) {
	compute(library.HKDFExtract, prk[:], secret, salt, nil)
	return prk
}

// HKDFExpand returns length bytes (RFC 5869, section 2.3), at most 8160.
func HKDFExpand(prk, info []byte, length int) ([]byte, error) {
	return hkdf(library.HKDFExpand, prk, nil, info, length)
}

func hkdf(kind uint32, secret, salt, info []byte, length int) ([]byte, error) {
	if length < 0 || length > MaxHKDF {
		return nil, fmt.Errorf("kdf: an output of %d bytes; HKDF gives at most %d", length, MaxHKDF)
	}
	out := make([]byte, length)
	compute(kind, out, secret, salt, info)
	return out, nil
}
