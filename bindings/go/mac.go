package asconkit

import (
	"fmt"

	"example.org/asconkit/internal/library"
)

// MAC computes and verifies tags of 16 bytes.
type MAC struct {
	algorithm Algorithm
	key       *key
}

// NewMAC returns a MAC of this algorithm: V13MAC, V12MAC or V12MACa. The key has 16 bytes and is copied.
func NewMAC(algorithm Algorithm, key []byte) (*MAC, error) {
	if algorithm.properties().kind != kindMAC {
		return nil, wrongAlgorithm(algorithm, "a MAC")
	}
	m := &MAC{algorithm: algorithm}
	var err error
	if m.key, err = newKey(algorithm, key); err != nil {
		return nil, err
	}
	return m, nil
}

// Tag returns the tag of one message. It panics if the key was destroyed.
func (m *MAC) Tag(message []byte) (tag [TagSize]byte) {
	err := m.key.use(func(key []byte) {
		mustFit(library.Run(uint32(m.algorithm), library.Compute, nil, message, tag[:], nil, nil, key), len(message))
	})
	if err != nil {
		panic(err)
	}
	return tag
}

// Verify returns ErrOpen if the tag is wrong, and another error if it does not have 16 bytes. It takes constant time.
func (m *MAC) Verify(tag, message []byte) error {
	if err := checkTag(m.algorithm, tag); err != nil {
		return err
	}
	var code int
	err := m.key.use(func(key []byte) {
		code = library.Run(uint32(m.algorithm), library.Verify, nil, message, tag, nil, nil, key)
	})
	if err != nil {
		return err
	}
	if code == library.ErrTag {
		return ErrOpen
	}
	mustFit(code, len(message))
	return nil
}

func checkTag(algorithm Algorithm, tag []byte) error {
	if len(tag) != TagSize {
		return fmt.Errorf("asconkit: the tag has %d bytes; %v has tags of 16", len(tag), algorithm)
	}
	return nil
}

// Destroy erases the key. Tag panics afterwards, and Verify returns ErrDestroyed.
func (m *MAC) Destroy() { m.key.destroy() }

// MACHash computes or verifies the tag of an incremental message. It is a [hash.Hash], whose Sum appends the tag.
type MACHash struct{ Hash }

// NewHash returns a hash for a new message under the key. After Destroy, no message can begin: Write and Sum panic, and
// Verify returns ErrDestroyed. But a message that has begun can continue. Call Wipe at the end, because the hash's state
// depends on the key.
func (m *MAC) NewHash() *MACHash { return &MACHash{Hash{sponge{algorithm: m.algorithm, key: m.key}}} }

// Copy returns an independent hash of the bytes written so far.
func (h *MACHash) Copy() *MACHash { return &MACHash{*h.Hash.Copy()} }

// Verify compares, in constant time, a tag with the tag of the bytes written so far: ErrOpen if they differ, an error
// if the tag does not have 16 bytes. More can be written afterwards.
func (h *MACHash) Verify(tag []byte) error {
	if err := checkTag(h.sponge.algorithm, tag); err != nil {
		return err
	}
	last := h.sponge
	if err := last.start(); err != nil {
		return err
	}
	result := library.SpongeVerify(last.context[:], tag)
	if result == library.ErrTag {
		return ErrOpen
	}
	must(result)
	return nil
}

// PRF computes output from a key and a message.
type PRF struct {
	algorithm Algorithm
	key       *key
}

// NewPRF returns a PRF of this algorithm: V13PRF, V12PRF and V12PRFa have messages and outputs of any length;
// V13PRFShort and V12PRFShort have at most 16 bytes of each. A shorter output is a prefix of a longer output;
// docs/moving.md names implementations of PRFShort for which this is not so. The key has 16 bytes and is copied.
func NewPRF(algorithm Algorithm, key []byte) (*PRF, error) {
	if kind := algorithm.properties().kind; kind != kindPRF && kind != kindPRFShort {
		return nil, wrongAlgorithm(algorithm, "a PRF")
	}
	p := &PRF{algorithm: algorithm}
	var err error
	if p.key, err = newKey(algorithm, key); err != nil {
		return nil, err
	}
	return p, nil
}

// Compute fills out with the PRF's output for the message.
func (p *PRF) Compute(out, message []byte) error {
	if p.algorithm.properties().kind == kindPRFShort {
		if len(message) > 16 {
			return fmt.Errorf("asconkit: the message has %d bytes; %v takes at most 16", len(message), p.algorithm)
		}
		if len(out) < 1 || len(out) > 16 {
			return fmt.Errorf("asconkit: the output has %d bytes; %v gives 1 to 16", len(out), p.algorithm)
		}
	}
	return p.key.use(func(key []byte) {
		mustFit(library.Run(uint32(p.algorithm), library.Compute, out, message, nil, nil, nil, key),
			max(len(message), len(out)))
	})
}

// NewXOF returns the PRF for a new message: a message is written in pieces, then output is read. The algorithm is
// V13PRF, V12PRF or V12PRFa. After Destroy, no message can begin: Write and Read panic. But a message that has begun can
// continue. Call Wipe at the end, because the XOF's state depends on the key.
func (p *PRF) NewXOF() (*XOF, error) {
	if p.algorithm.properties().kind == kindPRFShort {
		return nil, fmt.Errorf("asconkit: %v takes whole messages only; ascon-prf-v13 takes pieces", p.algorithm)
	}
	return &XOF{sponge: sponge{algorithm: p.algorithm, key: p.key}}, nil
}

// Destroy erases the key. Compute returns ErrDestroyed afterwards.
func (p *PRF) Destroy() { p.key.destroy() }
