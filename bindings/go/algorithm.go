package asconkit

import (
	"fmt"

	"example.org/asconkit/internal/library"
)

// Algorithm is one of the algorithms of the family. The standard's algorithms also have their own constructors, such as
// [NewAEAD128]. Pass an algorithm to [NewAEAD], [Sum], [NewHash], [Expand], [NewXOF], [NewMAC] or [NewPRF].
type Algorithm uint8

// The algorithms. Names with V12 are algorithms of Ascon v1.2. Names with V13 are the revised MAC and PRF.
const (
	AEAD128            Algorithm = iota // SP 800-232
	AEAD128NonceMasked                  // SP 800-232, section 4.2.2: a key of 32 bytes
	Hash256                             // SP 800-232, hash
	XOF128                              // SP 800-232, XOF
	CXOF128                             // SP 800-232, XOF with a customization string
	V13MAC                              // MAC
	V13PRF                              // PRF
	V13PRFShort                         // PRF of at most 16 bytes
	V12AEAD128                          // AEAD Ascon-128
	V12AEAD128a                         // AEAD Ascon-128a
	V12AEAD80pq                         // AEAD Ascon-80pq: a key of 20 bytes
	V12Hash                             // hash
	V12Hasha                            // hash
	V12XOF                              // XOF
	V12XOFa                             // XOF
	V12MAC                              // MAC
	V12MACa                             // MAC
	V12PRF                              // PRF
	V12PRFa                             // PRF
	V12PRFShort                         // PRF of at most 16 bytes

	inTable = iota
)

// AEADs that are built from the algorithms above.
const (
	SIV      = Algorithm(library.SIV + iota) // Ascon-SIV, which survives repeated nonces: a key of 32 bytes
	ISAP128a                                 // ISAP-A-128a, against attackers who measure power
	ISAP128                                  // ISAP-A-128
)

type kind uint8

const (
	kindAEAD kind = iota + 1
	kindHash
	kindXOF
	kindCXOF
	kindMAC
	kindPRF
	kindPRFShort
)

type properties struct {
	name      string
	kind      kind
	keySize   int
	minTag    int // of AEADs
	blockSize int // of hashes: that of HMAC; of XOFs, MACs and PRFs: bytes taken per permutation
	isInTable bool
}

func (a Algorithm) properties() properties {
	switch a {
	case SIV:
		return properties{"ascon-siv", kindAEAD, 32, 16, 0, false}
	case ISAP128a:
		return properties{"isap-a-128a", kindAEAD, 16, 16, 0, false}
	case ISAP128:
		return properties{"isap-a-128", kindAEAD, 16, 16, 0, false}
	}
	if int(a) < len(table) {
		return table[a]
	}
	return properties{name: fmt.Sprintf("algorithm %d", uint8(a))}
}

var table = [inTable]properties{
	AEAD128:            {"ascon-aead128", kindAEAD, 16, 4, 0, true},
	AEAD128NonceMasked: {"ascon-aead128-nonce-masked", kindAEAD, 32, 4, 0, true},
	Hash256:            {"ascon-hash256", kindHash, 0, 0, BlockSize256, true},
	XOF128:             {"ascon-xof128", kindXOF, 0, 0, 8, true},
	CXOF128:            {"ascon-cxof128", kindCXOF, 0, 0, 8, true},
	V13MAC:             {"ascon-mac-v13", kindMAC, 16, 0, 32, true},
	V13PRF:             {"ascon-prf-v13", kindPRF, 16, 0, 32, true},
	V13PRFShort:        {"ascon-prfshort-v13", kindPRFShort, 16, 0, 0, true},
	V12AEAD128:         {"ascon-128", kindAEAD, 16, 16, 0, true},
	V12AEAD128a:        {"ascon-128a", kindAEAD, 16, 16, 0, true},
	V12AEAD80pq:        {"ascon-80pq", kindAEAD, 20, 16, 0, true},
	V12Hash:            {"ascon-hash", kindHash, 0, 0, BlockSize256, true},
	V12Hasha:           {"ascon-hasha", kindHash, 0, 0, BlockSize256, true},
	V12XOF:             {"ascon-xof", kindXOF, 0, 0, 8, true},
	V12XOFa:            {"ascon-xofa", kindXOF, 0, 0, 8, true},
	V12MAC:             {"ascon-mac", kindMAC, 16, 0, 32, true},
	V12MACa:            {"ascon-maca", kindMAC, 16, 0, 40, true},
	V12PRF:             {"ascon-prf", kindPRF, 16, 0, 32, true},
	V12PRFa:            {"ascon-prfa", kindPRF, 16, 0, 40, true},
	V12PRFShort:        {"ascon-prfshort", kindPRFShort, 16, 0, 0, true},
}

// String returns the algorithm's name, such as "ascon-aead128", as in the command asconkit.
func (a Algorithm) String() string { return a.properties().name }

// KeySize returns the length of keys in bytes; 0 for algorithms without a key.
func (a Algorithm) KeySize() int { return a.properties().keySize }

// Build says how the C library runs in this program: "cgo" or "wasm".
func Build() string { return library.Name }

// must ends the program after a result that no argument can cause.
func must(result int) {
	if result != library.OK {
		panic(fmt.Sprintf("asconkit: the C library returned %d for arguments that were checked", result))
	}
}

// mustFit is must for calls with messages that may be too long for WebAssembly.
func mustFit(result, length int) {
	if result == library.ErrTooLarge {
		panic(fmt.Sprintf("asconkit: the message has %d bytes; without cgo, one call takes less than 1 GiB", length))
	}
	must(result)
}

func wrongAlgorithm(a Algorithm, wanted string) error {
	return fmt.Errorf("asconkit: %v is not %s", a, wanted)
}
