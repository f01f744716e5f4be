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

// NewMAC returns a MAC by its algorithm: V13MAC, V12MAC or V12MACa. The key has 16 bytes and is copied.
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

// Verify returns ErrOpen if the tag is not that of the message, in constant time, and an error if it has not 16 bytes.
func (m *MAC) Verify(tag, message []byte) error {
	if len(tag) != TagSize {
		return fmt.Errorf("asconkit: the tag has %d bytes; %v has tags of 16", len(tag), m.algorithm)
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

// Destroy erases the key. Tag panics afterwards, and Verify returns ErrDestroyed.
func (m *MAC) Destroy() { m.key.destroy() }

// PRF computes output from a key and a message.
type PRF struct {
	algorithm Algorithm
	key       *key
}

// NewPRF returns a PRF by its algorithm: V13PRF, V12PRF and V12PRFa have messages and outputs of any length, V13PRFShort
// and V12PRFShort of at most 16 bytes. The key has 16 bytes and is copied.
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

// Destroy erases the key. Compute returns ErrDestroyed afterwards.
func (p *PRF) Destroy() { p.key.destroy() }
