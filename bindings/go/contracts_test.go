package asconkit_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha3"
	"encoding"
	"errors"
	"hash"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"example.org/asconkit"
)

// What callers of Go's interfaces may rely on: one program for each interface, over Go's own types and over ours.

func TestContractOfAEADs(t *testing.T) {
	contracts := map[string]cipher.AEAD{"AES-GCM of Go": must(cipher.NewGCM(must(aes.NewCipher(counting(16, 1)))))}
	for _, algorithm := range aeads {
		contracts[algorithm.String()] = newAEAD(t, algorithm)
	}
	contracts["short tags"] = must(asconkit.NewAEAD128WithTagSize(counting(16, 1), 8))
	for name, aead := range contracts {
		t.Run(name, func(t *testing.T) {
			for _, length := range []int{0, 1, 16, 100} {
				checkAppends(t, aead, counting(length, 3), counting(length/2, 5))
			}
			for _, length := range lengths {
				checkOverlaps(t, aead, length)
			}
			nonce, text := counting(aead.NonceSize(), 9), counting(40, 3)
			if !bytes.Equal(aead.Seal(nil, nonce, nil, nil), aead.Seal([]byte{}, nonce, []byte{}, []byte{})) {
				t.Error("Seal treats nil and empty slices differently")
			}
			for _, wrong := range []int{0, aead.NonceSize() - 1, aead.NonceSize() + 1} {
				if panics(func() { aead.Seal(nil, make([]byte, wrong), text, nil) }) == "" {
					t.Errorf("Seal took a nonce of %d bytes", wrong)
				}
				var opened []byte
				var err error
				if panics(func() { opened, err = aead.Open(nil, make([]byte, wrong), text, nil) }) == "" && err == nil {
					t.Errorf("Open took a nonce of %d bytes: %x", wrong, opened)
				}
			}
		})
	}
}

// checkAppends has destinations with and without room: what was in them, and after what is written, stays.
func checkAppends(t *testing.T, aead cipher.AEAD, text, header []byte) {
	nonce := counting(aead.NonceSize(), 9)
	sealed := aead.Seal(nil, nonce, text, header)
	if len(sealed) != len(text)+aead.Overhead() {
		t.Fatalf("a text of %d bytes became %d", len(text), len(sealed))
	}
	inputs := slices.Concat(nonce, text, header, sealed)
	for _, call := range []struct {
		output []byte
		run    func(dst []byte) ([]byte, error)
	}{
		{sealed, func(dst []byte) ([]byte, error) { return aead.Seal(dst, nonce, text, header), nil }},
		{text, func(dst []byte) ([]byte, error) { return aead.Open(dst, nonce, sealed, header) }},
	} {
		for room := range len(call.output) + 3 {
			whole := bytes.Repeat([]byte{0xee}, 5+room)
			result, err := call.run(whole[:5])
			if err != nil || !bytes.Equal(result, append(bytes.Repeat([]byte{0xee}, 5), call.output...)) {
				t.Fatalf("%d bytes of room: %x, %v", room, result, err)
			}
			if fits := room >= len(call.output); fits != (&result[0] == &whole[0]) {
				t.Errorf("%d bytes of room for %d: the slice's own array was used: %v", room, len(call.output), !fits)
			} else if rest := whole[5:]; fits && bytes.Trim(rest[len(call.output):], "\xee") != nil {
				t.Errorf("%x was written after the output", rest)
			}
		}
	}
	if !bytes.Equal(inputs, slices.Concat(nonce, text, header, sealed)) {
		t.Error("an input was changed")
	}
}

// checkOverlaps has inputs and outputs in one array.
func checkOverlaps(t *testing.T, aead cipher.AEAD, length int) {
	nonce := counting(aead.NonceSize(), 9)
	expected := aead.Seal(nil, nonce, counting(length, 3), nil)
	room := append(make([]byte, 0, len(expected)), counting(length, 3)...)
	if sealed := aead.Seal(room[:0], nonce, room, nil); !bytes.Equal(sealed, expected) {
		t.Errorf("%d bytes in place", length)
	} else if opened, err := aead.Open(sealed[:0], nonce, sealed, nil); err != nil || !bytes.Equal(opened, counting(length, 3)) {
		t.Errorf("%d bytes opened in place: %v", length, err)
	}
	if length < 2 { // less than a byte would be in both
		return
	}
	for _, apart := range []int{-length + 1, -1, 1, length - 1} {
		array := make([]byte, 4*(length+aead.Overhead()))
		at := len(array) / 2
		if panics(func() { aead.Seal(array[at:at], nonce, array[at+apart:][:length], nil) }) == "" {
			t.Errorf("Seal with a text of %d bytes that begins %d bytes after the output", length, apart)
		}
		if panics(func() { aead.Seal(array[at:at], nonce, nil, array[at+min(apart, 0):][:length]) }) == "" {
			t.Errorf("Seal with additional data in its output, %d", apart)
		}
		copy(array[at+apart:], expected)
		if panics(func() { aead.Open(array[at:at], nonce, array[at+apart:][:len(expected)], nil) }) == "" {
			t.Errorf("Open with a message of %d bytes that begins %d bytes after the output", len(expected), apart)
		}
	}
}

func TestContractOfHashes(t *testing.T) {
	contracts := map[string]func() hash.Hash{
		"SHA-256 of Go": sha256.New, "SHA3-256 of Go": func() hash.Hash { return sha3.New256() },
		"HMAC of Go over ours": func() hash.Hash {
			return hmac.New(func() hash.Hash { return asconkit.NewHash256() }, counting(70, 1))
		},
	}
	for _, algorithm := range hashes {
		contracts[algorithm.String()] = func() hash.Hash { return must(asconkit.NewHash(algorithm)) }
	}
	for _, algorithm := range macs {
		mac := must(asconkit.NewMAC(algorithm, counting(16, 1)))
		contracts[algorithm.String()] = func() hash.Hash { return mac.NewHash() }
	}
	for name, start := range contracts {
		t.Run(name, func(t *testing.T) { checkHash(t, start) })
	}
}

func checkHash(t *testing.T, start func() hash.Hash) {
	h, message := start(), counting(200, 3)
	empty := h.Sum(nil)
	h.Write(message)
	expected := h.Sum(nil)
	if len(expected) != h.Size() || h.BlockSize() < 1 || bytes.Equal(empty, expected) {
		t.Fatalf("Size %d, BlockSize %d, %x", h.Size(), h.BlockSize(), expected)
	}
	for room := range h.Size() + 3 { // Sum appends, and changes nothing
		whole := bytes.Repeat([]byte{0xee}, 5+room)
		sum := h.Sum(whole[:5])
		if !bytes.Equal(sum, append(bytes.Repeat([]byte{0xee}, 5), expected...)) {
			t.Fatalf("Sum with %d bytes of room: %x", room, sum)
		}
		if fits := room >= h.Size(); fits != (&sum[0] == &whole[0]) || fits && bytes.Trim(whole[5+h.Size():], "\xee") != nil {
			t.Errorf("Sum with %d bytes of room: %x", room, whole)
		}
	}
	h.Reset()
	if !bytes.Equal(h.Sum(nil), empty) {
		t.Error("Reset does not begin a new message")
	}
	// Writing keeps nothing of the caller's slice, and leaves it alone.
	mine := bytes.Clone(message)
	if n, err := h.Write(mine); n != len(mine) || err != nil || !bytes.Equal(mine, message) {
		t.Error(n, err)
	}
	clear(mine)
	if n, err := h.Write(nil); n != 0 || err != nil || !bytes.Equal(h.Sum(nil), expected) {
		t.Error(n, err)
	}
	for name, of := range map[string]func(io.Reader) io.Reader{
		"bytes": iotest.OneByteReader, "halves": iotest.HalfReader, "end with data": iotest.DataErrReader,
	} {
		h.Reset()
		var other bytes.Buffer
		source := io.TeeReader(of(bytes.NewReader(message)), &other)
		if n, err := io.Copy(io.MultiWriter(h, io.Discard), source); n != int64(len(message)) || err != nil {
			t.Error(name, n, err)
		}
		if !bytes.Equal(h.Sum(nil), expected) || !bytes.Equal(other.Bytes(), message) {
			t.Errorf("%s: another digest", name)
		}
	}
	// After a reader's error the message goes on.
	h.Reset()
	broken := io.MultiReader(bytes.NewReader(message[:77]), iotest.ErrReader(io.ErrUnexpectedEOF))
	if n, err := io.Copy(h, broken); n != 77 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(n, err)
	}
	if h.Write(message[77:]); !bytes.Equal(h.Sum(nil), expected) {
		t.Error("the message did not go on")
	}
}

// README.md says why ours have no such method.
func TestStatesAreNotSaved(t *testing.T) {
	mac := must(asconkit.NewMAC(asconkit.V13MAC, counting(16, 1)))
	for i, owner := range []any{sha256.New(), asconkit.NewHash256(), mac.NewHash(), asconkit.NewXOF128()} {
		if _, saves := owner.(encoding.BinaryMarshaler); saves != (i == 0) {
			t.Errorf("%T: MarshalBinary: %v", owner, saves)
		}
	}
}

func TestContractOfXOFs(t *testing.T) {
	contracts := map[string]xof{"SHAKE128 of Go": sha3.NewSHAKE128()}
	for _, algorithm := range append(xofs, prfs...) {
		_, contracts[algorithm.String()] = inPieces(algorithm.String(), counting(16, 1), nil)
	}
	for name, x := range contracts {
		t.Run(name, func(t *testing.T) {
			message, expected := counting(100, 3), make([]byte, 500)
			x.Write(message)
			if n, err := io.ReadFull(x, expected); n != len(expected) || err != nil {
				t.Fatal(n, err)
			}
			if panics(func() { x.Write(message) }) == "" {
				t.Error("Write after Read")
			}
			for range 2 { // Reset works also after reading
				x.Reset()
				if n, err := io.Copy(x, iotest.OneByteReader(bytes.NewReader(message))); n != 100 || err != nil {
					t.Error(n, err)
				}
				if err := iotest.TestReader(io.LimitReader(x, 500), expected); err != nil {
					t.Error(err)
				}
				if n, err := x.Read(nil); n != 0 || err != nil {
					t.Error(n, err)
				}
			}
			if x.BlockSize() < 1 {
				t.Error(x.BlockSize())
			}
		})
	}
}
