//go:build !cgo || asconkit_wasm

package library

import (
	"bytes"
	"testing"
)

// No call leaves a secret in the memory of WebAssembly: neither its arguments nor on the stack of C. What the code
// keeps on the stack of the processor is not in that memory, and is not searched.
func TestMemoryIsErased(t *testing.T) {
	key, text := []byte("KEYKEYKEY.KEYKEY0123456789abcdef"), bytes.Repeat([]byte("SECRETTEXT"), 50)
	nonce, tag, out := make([]byte, 16), make([]byte, 16), make([]byte, len(text))
	var context, stream [ContextWords]uint64
	header, results := make([]byte, HeaderBytes), make([]byte, 2)
	memory := append(make([]byte, 2*32), text...)
	table := []uint64{64, 64, 100, 200, 0, 0, 0, 0}
	calls := map[string]func() int{
		"encrypt": func() int { return Run(0, Encrypt, out, text, tag, nil, nonce, key[:16]) },
		"decrypt": func() int { return Run(0, Decrypt, bytes.Clone(out), out, tag, nil, nonce, key[:16]) },
		"128a":    func() int { return Run(9, Encrypt, out, text, tag, text, nonce, key[:16]) },
		"siv":     func() int { return Run(SIV, Encrypt, out, text, tag, nil, nonce, key) },
		"isap":    func() int { return Run(ISAP128A, Encrypt, out, text, tag, nil, nonce, key[:16]) },
		"mac":     func() int { return Run(5, Compute, nil, text, tag, nil, nil, key[:16]) },
		"hash":    func() int { return Run(2, Compute, out[:32], text, nil, nil, nil, nil) },
		"start":   func() int { return SpongeStart(context[:], 6, key[:16]) },
		"update":  func() int { return SpongeUpdate(context[:], text) },
		"output":  func() int { return SpongeOutput(context[:], out) },
		"verify": func() int {
			if result := SpongeStart(context[:], 5, key[:16]); result != OK {
				return result
			}
			return ErrTag - SpongeVerify(context[:], text[:16])
		},
		"batch":  func() int { return Batch(2, Compute, memory, table, 32, nil, results) },
		"keyed":  func() int { return Keyed(HMAC, out[:32], key, text, nil) },
		"derive": func() int { return Keyed(Derive, out[:32], key, nil, text) },
		"create": func() int {
			return StreamCreate(stream[:], header, []uint32{0, 100, 1, 0, 0, 0, 0, 0, 0, 0}, make([]byte, SaltBytes), key)
		},
		"open": func() int { return StreamOpen(stream[:], header, key) },
		"seal": func() int { return StreamSeal(stream[:], make([]byte, 116), text[:100], 0, true) },
	}
	for _, name := range []string{"encrypt", "decrypt", "128a", "siv", "isap", "mac", "hash", "start", "update", "output",
		"verify", "batch", "keyed", "derive", "create", "open", "seal"} {
		idle = nil
		if result := calls[name](); result != OK {
			t.Fatalf("%s: %d", name, result)
		}
		if len(idle) != 1 {
			t.Fatalf("%s: %d instances", name, len(idle))
		}
		whole, _ := idle[0].memory.Read(0, idle[0].memory.Size())
		for what, secret := range map[string][]byte{"key": key[:8], "rest of the key": key[8:16], "text": text[:10]} {
			if at := bytes.Index(whole, secret); at >= 0 {
				t.Errorf("%s: the %s is left at %d", name, what, at)
			}
		}
		if at := int(idle[0].base); len(bytes.Trim(whole[at:], "\x00")) != 0 {
			t.Errorf("%s: something is left from %d on", name, at)
		}
	}
}

// The search finds what is there.
func TestSearchFindsSecrets(t *testing.T) {
	i := begin(32)
	at := i.in([]byte("SECRETTEXT"))
	whole, _ := i.memory.Read(0, i.memory.Size())
	if bytes.Index(whole, []byte("SECRETTEXT")) != int(at) {
		t.Error("not found")
	}
	i.end()
	if bytes.Contains(whole, []byte("SECRETTEXT")) {
		t.Error("not erased")
	}
}

func TestLargeInstancesAreClosed(t *testing.T) {
	idle = nil
	text := make([]byte, kept)
	if result := Run(2, Compute, make([]byte, 32), text, nil, nil, nil, nil); result != OK || len(idle) != 0 {
		t.Errorf("result %d, %d instances are kept", result, len(idle))
	}
}

func TestLargestMessages(t *testing.T) {
	if begin(largest, 1) != nil || begin(largest+1) != nil || begin(largest, largest, 1<<20) != nil {
		t.Error("begin accepted messages of more than 1 GiB")
	}
	defer func(whole int) { largest = whole }(largest)
	largest = 1 << 20
	text, tag, key := make([]byte, largest-1000), make([]byte, 16), make([]byte, 16)
	if result := Run(0, Encrypt, text, text, tag, nil, tag, key); result != OK {
		t.Errorf("a text of almost the largest size: result %d", result)
	}
	if result := Run(0, Encrypt, text, text, tag, make([]byte, 1000), tag, key); result != ErrTooLarge {
		t.Errorf("a text that is too large with its additional data: result %d", result)
	}
}
