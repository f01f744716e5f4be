package asconkit_test

import (
	"bytes"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"example.org/asconkit"
	"example.org/asconkit/kdf"
)

var (
	aeads = []asconkit.Algorithm{asconkit.AEAD128, asconkit.AEAD128NonceMasked, asconkit.V12AEAD128,
		asconkit.V12AEAD128a, asconkit.V12AEAD80pq, asconkit.SIV, asconkit.ISAP128a, asconkit.ISAP128}
	hashes = []asconkit.Algorithm{asconkit.Hash256, asconkit.V12Hash, asconkit.V12Hasha}
	xofs   = []asconkit.Algorithm{asconkit.XOF128, asconkit.CXOF128, asconkit.V12XOF, asconkit.V12XOFa}
	macs   = []asconkit.Algorithm{asconkit.V13MAC, asconkit.V12MAC, asconkit.V12MACa}
	prfs   = []asconkit.Algorithm{asconkit.V13PRF, asconkit.V12PRF, asconkit.V12PRFa}
	short  = []asconkit.Algorithm{asconkit.V13PRFShort, asconkit.V12PRFShort}
	// Around blocks, groups of lanes, and pieces of WebAssembly.
	lengths = []int{0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 255, 1000, 4096, 65535, 65536, 65537, 200000}
)

// counting returns bytes that count up.
func counting(length, start int) []byte {
	result := make([]byte, length)
	for i := range result {
		result[i] = byte(start + i)
	}
	return result
}

func newAEAD(t testing.TB, algorithm asconkit.Algorithm) *asconkit.AEAD {
	aead, err := asconkit.NewAEAD(algorithm, counting(algorithm.KeySize(), 1))
	if err != nil {
		t.Fatal(err)
	}
	return aead
}

// ---- Known answers -----------------------------------------------------------------------------

// A vector of tests/go/test_go.py, which computes them by the specification in Python.
type vector struct {
	Name, Algorithm                                              string
	Key, Nonce, Message, AD, Customization, Salt, Info, Expected hexBytes
	BlockSize                                                    int
}

type hexBytes []byte

func (b *hexBytes) UnmarshalText(text []byte) (err error) {
	*b, err = hex.DecodeString(string(text))
	return err
}

func algorithmOf(t *testing.T, name string) asconkit.Algorithm {
	for _, algorithm := range append(aeads, table()...) {
		if algorithm.String() == name {
			return algorithm
		}
	}
	t.Fatalf("no algorithm %s", name)
	return 0
}

func table() (all []asconkit.Algorithm) {
	for algorithm := asconkit.AEAD128; algorithm <= asconkit.V12PRFShort; algorithm++ {
		all = append(all, algorithm)
	}
	return all
}

func outputOf(t *testing.T, v vector) (output []byte, err error) {
	length := len(v.Expected)
	switch v.Algorithm {
	case "kmac":
		return kdf.KMAC(v.Key, v.Message, v.Customization, length)
	case "kmac_xof":
		return kdf.KMACXOF(v.Key, v.Message, v.Customization, length)
	case "derive":
		return kdf.Derive(v.Key, v.Salt, v.Info, length), nil
	case "extract":
		prk := kdf.Extract(v.Key, v.Salt)
		return prk[:], nil
	case "expand":
		return kdf.Expand(v.Key, v.Info, length), nil
	case "hmac":
		tag := kdf.HMAC(v.Key, v.Message)
		return tag[:], nil
	case "hkdf":
		return kdf.HKDF(v.Key, v.Salt, v.Info, length)
	case "hkdf_extract":
		prk := kdf.HKDFExtract(v.Key, v.Salt)
		return prk[:], nil
	case "hkdf_expand":
		return kdf.HKDFExpand(v.Key, v.Info, length)
	}
	algorithm := algorithmOf(t, v.Algorithm)
	output = make([]byte, length)
	if aead, err := asconkit.NewAEAD(algorithm, v.Key); err == nil {
		sealed := aead.Seal(nil, v.Nonce, v.Message, v.AD)
		opened, err := aead.Open(nil, v.Nonce, sealed, v.AD)
		if err != nil || !bytes.Equal(opened, v.Message) {
			t.Errorf("%s: opened to %x, %v", v.Name, opened, err)
		}
		return sealed, nil
	}
	if mac, err := asconkit.NewMAC(algorithm, v.Key); err == nil {
		tag := mac.Tag(v.Message)
		return tag[:], mac.Verify(tag[:], v.Message)
	}
	if prf, err := asconkit.NewPRF(algorithm, v.Key); err == nil {
		return output, prf.Compute(output, v.Message)
	}
	if digest, err := asconkit.Sum(algorithm, v.Message); err == nil {
		return digest[:], nil
	}
	return output, asconkit.Expand(algorithm, output, v.Message, v.Customization)
}

func TestVectors(t *testing.T) {
	path := os.Getenv("ASCONKIT_VECTORS")
	if path == "" {
		t.Skip("ASCONKIT_VECTORS names no file of vectors")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, v := range vectors {
		output, err := outputOf(t, v)
		if err != nil || !bytes.Equal(output, v.Expected) {
			t.Errorf("%s: %x, %v; expected %x", v.Name, output, err, v.Expected)
		}
		if digest, xof := inPieces(v.Algorithm, v.Key, v.Customization); digest != nil || xof != nil {
			checkPieces(t, v, digest, xof)
		}
		seen[v.Algorithm]++
	}
	for _, algorithm := range append(table(), aeads...) {
		if seen[algorithm.String()] == 0 {
			t.Errorf("no vector of %v", algorithm)
		}
	}
	t.Logf("%d vectors, build %s", len(vectors), asconkit.Build())
}

// An xof is what a program needs of a XOF or PRF.
type xof interface {
	io.ReadWriter
	Reset()
	BlockSize() int
}

// inPieces returns the hash, or the XOF, of an algorithm whose messages may come in pieces.
func inPieces(name string, key, customization []byte) (hash.Hash, xof) {
	for _, algorithm := range table() {
		if algorithm.String() != name {
			continue
		}
		if h, err := asconkit.NewHash(algorithm); err == nil {
			return h, nil
		}
		if mac, err := asconkit.NewMAC(algorithm, key); err == nil {
			return mac.NewHash(), nil
		}
		if x, err := asconkit.NewXOF(algorithm, customization); err == nil {
			return nil, x
		}
		if prf, err := asconkit.NewPRF(algorithm, key); err == nil {
			if x, err := prf.NewXOF(); err == nil {
				return nil, x
			}
		}
	}
	return nil, nil
}

// checkPieces gives the message of a vector in pieces, twice.
func checkPieces(t *testing.T, v vector, digest hash.Hash, x xof) {
	for _, piece := range []int{7, 33} {
		output := make([]byte, len(v.Expected))
		blockSize := 0
		if digest != nil {
			writeInPieces(t, digest, v.Message, piece)
			output, blockSize = digest.Sum(nil), digest.BlockSize()
			digest.Reset()
		} else {
			writeInPieces(t, x, v.Message, piece)
			first := min(3, len(output))
			x.Read(output[:first])
			x.Read(output[first:])
			blockSize = x.BlockSize()
			x.Reset()
		}
		if !bytes.Equal(output, v.Expected) || blockSize != v.BlockSize {
			t.Errorf("%s in pieces of %d: %x, blocks of %d; expected %x, %d", v.Name, piece, output, blockSize, v.Expected,
				v.BlockSize)
		}
	}
}

func writeInPieces(t *testing.T, w io.Writer, message []byte, piece int) {
	for rest := message; len(rest) > 0; rest = rest[min(piece, len(rest)):] {
		if n, err := w.Write(rest[:min(piece, len(rest))]); n != min(piece, len(rest)) || err != nil {
			t.Fatal(n, err)
		}
	}
}

// The empty messages of the published known-answer files, so that `go test` alone compares with something.
func TestPublishedAnswers(t *testing.T) {
	key := counting(16, 0)
	digest := asconkit.Sum256(nil)
	xof, _ := asconkit.NewCXOF128(nil)
	first := make([]byte, 32)
	xof.Read(first)
	aead, _ := asconkit.NewAEAD128(key)
	for name, pair := range map[string][2]string{
		"hash": {hex.EncodeToString(digest[:]), "0b3be5850f2f6b98caf29f8fdea89b64a1fa70aa249b8f839bd53baa304d92b2"},
		"cxof": {hex.EncodeToString(first), "4f50159ef70bb3dad8807e034eaebd44c4fa2cbbc8cf1f05511ab66cdcc52990"},
		"aead": {hex.EncodeToString(aead.Seal(nil, counting(16, 16), nil, nil)), "4f9c278211bec9316bf68f46ee8b2ec6"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %s, expected %s", name, pair[0], pair[1])
		}
	}
}

func TestNames(t *testing.T) {
	for _, algorithm := range table() {
		if name := asconkit.TableName(algorithm); name != algorithm.String() {
			t.Errorf("%v is %s in the C library", algorithm, name)
		}
	}
	if name := asconkit.Algorithm(77).String(); name != "algorithm 77" {
		t.Errorf("an unknown algorithm is %q", name)
	}
}

// ---- AEAD --------------------------------------------------------------------------------------

func TestForgeries(t *testing.T) {
	for _, algorithm := range aeads {
		aead, nonce, text, header := newAEAD(t, algorithm), counting(16, 9), counting(40, 3), counting(20, 5)
		sealed := aead.Seal(nil, nonce, text, header)
		refuse := func(what string, nonce, sealed, header []byte) {
			dst := append(make([]byte, 0, 100), "kept"...)
			opened, err := aead.Open(dst, nonce, sealed, header)
			if !errors.Is(err, asconkit.ErrOpen) || opened != nil {
				t.Errorf("%v: %s: %x, %v", algorithm, what, opened, err)
			}
			if rest := dst[4:50]; len(bytes.Trim(rest, "\x00")) != 0 || string(dst) != "kept" {
				t.Errorf("%v: %s: %x was left", algorithm, what, rest)
			}
		}
		for i := range sealed {
			wrong := bytes.Clone(sealed)
			wrong[i] ^= 1 << (i % 8)
			refuse(fmt.Sprintf("byte %d", i), nonce, wrong, header)
		}
		for length := range sealed {
			refuse(fmt.Sprintf("cut to %d", length), nonce, sealed[:length], header)
		}
		refuse("another nonce", counting(16, 8), sealed, header)
		refuse("another header", nonce, sealed, header[1:])
		refuse("no header", nonce, sealed, nil)
		inPlace := bytes.Clone(sealed)
		inPlace[0] ^= 1
		if _, err := aead.Open(inPlace[:0], nonce, inPlace, header); err != asconkit.ErrOpen {
			t.Errorf("%v: in place: %v", algorithm, err)
		}
		if len(bytes.Trim(inPlace[:len(text)], "\x00")) != 0 {
			t.Errorf("%v: %x was left in place", algorithm, inPlace)
		}
	}
}

func panics(call func()) (message string) {
	defer func() {
		if found := recover(); found != nil {
			message = fmt.Sprint(found)
		}
	}()
	call()
	return ""
}

func TestOverlaps(t *testing.T) {
	aead, nonce := newAEAD(t, asconkit.AEAD128), counting(16, 9)
	room := make([]byte, 200)
	calls := map[string]func(){
		"additional data":        func() { aead.Seal(room[:0], nonce, nil, room[15:20]) },
		"nonce":                  func() { aead.Seal(room[:0], room[15:31], nil, nil) },
		"opened over the header": func() { aead.Open(room[:0], nonce, room[100:150], room[:5]) },
		"nonce in a batch": func() {
			aead.SealBatch([]asconkit.Message{{Nonce: nonce}, {Dst: room[:0], Nonce: room[15:31]}})
		},
		"opened in a batch": func() {
			sealed := aead.Seal(room[100:100], nonce, room[:20], nil)
			sealed[0] ^= 1
			aead.OpenBatch([]asconkit.Message{{Nonce: nonce, In: sealed}, {Dst: sealed[5:5], Nonce: nonce, In: sealed}})
		},
	}
	for name, call := range calls {
		if message := panics(call); !strings.Contains(message, "overlaps an input") {
			t.Errorf("%s: %q", name, message)
		}
	}
	if message := panics(func() { aead.Seal(nonce, nonce, room[:10], nil) }); message != "" {
		t.Errorf("a nonce before the output: %s", message)
	}
}

func TestTagSizes(t *testing.T) {
	nonce := counting(16, 9)
	whole := newAEAD(t, asconkit.AEAD128).Seal(nil, nonce, []byte("text"), nil)
	for size := -1; size <= 18; size++ {
		aead, err := asconkit.NewAEAD128WithTagSize(counting(16, 1), size)
		if size < 4 || size > 16 {
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("tag size is %d; ascon-aead128 takes 4 to 16", size)) {
				t.Errorf("tag size %d: %v", size, err)
			}
			continue
		}
		sealed := aead.Seal(nil, nonce, []byte("text"), nil)
		if !bytes.Equal(sealed, whole[:4+size]) || aead.Overhead() != size {
			t.Errorf("tag size %d: %x", size, sealed)
		}
		if opened, err := aead.Open(nil, nonce, sealed, nil); err != nil || string(opened) != "text" {
			t.Errorf("tag size %d: %v", size, err)
		}
		if _, err := aead.Open(nil, nonce, sealed[:len(sealed)-1], nil); err != asconkit.ErrOpen {
			t.Errorf("tag size %d, a byte less: %v", size, err)
		}
	}
}

// whileItChanges calls with a byte that another goroutine changes and changes back, about once in a call.
func whileItChanges(changing *byte, call func()) {
	begin := time.Now()
	call()
	half := time.Since(begin) / 2
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				flip(changing)
				time.Sleep(half)
				flip(changing)
				time.Sleep(half)
			}
		}
	}()
	for range 40 {
		call()
	}
	close(stop)
	<-stopped
}

// flip writes what another goroutine reads, without telling the race detector.
//
//go:norace
func flip(changing *byte) { *changing ^= 1 }

// What Open returns was verified, and what Seal returns can be opened, even if the message lies in memory to which others
// write meanwhile.
func TestMemoryThatChanges(t *testing.T) {
	for _, algorithm := range aeads {
		aead, nonce, text := newAEAD(t, algorithm), counting(16, 9), counting(1<<16, 3)
		last := len(text) - 1
		sealed := aead.Seal(nil, nonce, text, nil)
		tag := bytes.Clone(sealed[len(text):])
		whileItChanges(&sealed[last], func() {
			if opened, err := aead.Open(nil, nonce, sealed, nil); err == nil && !bytes.Equal(opened, counting(1<<16, 3)) {
				t.Errorf("%v: Open returned a text that was not verified", algorithm)
			}
		})
		whileItChanges(&text[last], func() {
			if _, err := aead.Open(nil, nonce, aead.Seal(nil, nonce, text, nil), nil); err != nil {
				t.Errorf("%v: sealed from memory that changes: %v", algorithm, err)
			}
		})
		room := make([]byte, 0, len(sealed))
		whileItChanges(&room[:len(text)][last], func() {
			if other := aead.Seal(room, nonce, text, nil)[len(text):]; !bytes.Equal(other, tag) {
				t.Errorf("%v: a tag of what others wrote into the output", algorithm)
			}
		})
	}
}

// ---- Arguments and keys ------------------------------------------------------------------------

func TestArguments(t *testing.T) {
	aead, err := asconkit.NewAEAD128(make([]byte, 16))
	if err != nil {
		t.Fatal(err)
	}
	fails := func(_ any, err error) error { return err }
	only := func(err error) error { return err }
	short, _ := asconkit.NewPRF(asconkit.V13PRFShort, make([]byte, 16))
	mac, _ := asconkit.NewMAC(asconkit.V13MAC, make([]byte, 16))
	for expected, err := range map[string]error{
		"the key has 15 bytes; ascon-aead128 takes 16":                  fails(asconkit.NewAEAD128(make([]byte, 15))),
		"the key has 0 bytes; ascon-aead128 takes 16":                   fails(asconkit.NewAEAD128(nil)),
		"the key has 16 bytes; ascon-80pq takes 20":                     fails(asconkit.NewAEAD(asconkit.V12AEAD80pq, make([]byte, 16))),
		"the key has 33 bytes; ascon-siv takes 32":                      fails(asconkit.NewAEAD(asconkit.SIV, make([]byte, 33))),
		"ascon-hash256 is not an AEAD":                                  fails(asconkit.NewAEAD(asconkit.Hash256, nil)),
		"algorithm 99 is not an AEAD":                                   fails(asconkit.NewAEAD(99, nil)),
		"ascon-aead128 is not a MAC":                                    fails(asconkit.NewMAC(asconkit.AEAD128, make([]byte, 16))),
		"ascon-mac-v13 is not a PRF":                                    fails(asconkit.NewPRF(asconkit.V13MAC, make([]byte, 16))),
		"ascon-xof128 is not a hash":                                    fails(asconkit.Sum(asconkit.XOF128, nil)),
		"ascon-mac is not a hash":                                       fails(asconkit.NewHash(asconkit.V12MAC)),
		"ascon-hasha is not a XOF":                                      fails(asconkit.NewXOF(asconkit.V12Hasha, nil)),
		"ascon-xofa takes no customization string":                      fails(asconkit.NewXOF(asconkit.V12XOFa, []byte("z"))),
		"customization string has 259 bytes; at most 256 are allowed":   fails(asconkit.NewXOF(asconkit.CXOF128, make([]byte, 259))),
		"ascon-prfshort-v13 takes whole messages only":                  fails(short.NewXOF()),
		"the tag has 17 bytes; ascon-mac-v13 has tags of 16":            only(mac.NewHash().Verify(make([]byte, 17))),
		"ascon-hash256 is not a XOF":                                    only(asconkit.Expand(asconkit.Hash256, nil, nil, nil)),
		"ascon-xof128 takes no customization string":                    only(asconkit.Expand(asconkit.XOF128, nil, nil, []byte("z"))),
		"customization string has 257 bytes; at most 256 are allowed":   fails(asconkit.NewCXOF128(make([]byte, 257))),
		"customization string has 258 bytes; at most 256 are allowed":   only(asconkit.Expand(asconkit.CXOF128, nil, nil, make([]byte, 258))),
		"the nonce has 12 bytes; 16 are needed":                         fails(aead.Open(nil, make([]byte, 12), make([]byte, 40), nil)),
		"the message has 17 bytes; ascon-prfshort-v13 takes at most 16": only(short.Compute(make([]byte, 16), make([]byte, 17))),
		"the output has 0 bytes; ascon-prfshort-v13 gives 1 to 16":      only(short.Compute(nil, nil)),
		"the output has 17 bytes; ascon-prfshort-v13 gives 1 to 16":     only(short.Compute(make([]byte, 17), nil)),
		"the tag has 8 bytes; ascon-mac-v13 has tags of 16":             only(mac.Verify(make([]byte, 8), nil)),
		"message authentication failed":                                 only(mac.Verify(make([]byte, 16), nil)),
		"HKDF gives at most 8160":                                       fails(kdf.HKDF(nil, nil, nil, 8161)),
		"has 248 bytes; at most 247 are allowed":                        fails(kdf.KMAC(nil, nil, make([]byte, 248), 16)),
	} {
		if err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%q: %v", expected, err)
		}
	}
	if message := panics(func() { aead.Seal(nil, make([]byte, 12), nil, nil) }); !strings.Contains(message, "nonce has 12") {
		t.Errorf("Seal with a short nonce: %q", message)
	}
	xof := asconkit.NewXOF128()
	xof.Read(make([]byte, 1))
	prf, _ := asconkit.NewPRF(asconkit.V12PRFa, make([]byte, 16))
	output, _ := prf.NewXOF()
	output.Read(make([]byte, 1))
	for name, x := range map[string]*asconkit.XOF{"ascon-xof128": xof, "ascon-prfa": output} {
		if message := panics(func() { x.Write(nil) }); !strings.Contains(message, "Write after Read of "+name) {
			t.Errorf("Write after Read of %s: %q", name, message)
		}
	}
}

func TestKeysAreCopied(t *testing.T) {
	key, nonce := counting(16, 1), counting(16, 9)
	aead, _ := asconkit.NewAEAD128(key)
	mac, _ := asconkit.NewMAC(asconkit.V13MAC, key)
	prf, _ := asconkit.NewPRF(asconkit.V13PRF, key)
	before, after := make([]byte, 20), make([]byte, 20)
	prf.Compute(before, []byte("text"))
	sealed, tag, h := aead.Seal(nil, nonce, []byte("text"), nil), mac.Tag([]byte("text")), mac.NewHash()
	clear(key)
	h.Write([]byte("text")) // begins the message
	if _, err := aead.Open(nil, nonce, sealed, nil); err != nil {
		t.Error(err)
	}
	if prf.Compute(after, []byte("text")); !bytes.Equal(before, after) || h.Verify(tag[:]) != nil {
		t.Error("a key was not copied")
	}
}

func TestDestroy(t *testing.T) {
	key, nonce := counting(16, 1), counting(16, 9)
	aead, _ := asconkit.NewAEAD128(key)
	mac, _ := asconkit.NewMAC(asconkit.V13MAC, key)
	prf, _ := asconkit.NewPRF(asconkit.V13PRF, key)
	begun, output := mac.NewHash(), must(prf.NewXOF())
	begun.Write([]byte("te"))
	output.Write([]byte("te"))
	tag := mac.Tag([]byte("text"))
	sealed := aead.Seal(nil, nonce, []byte("text"), nil)
	secrets := []*[32]byte{asconkit.SecretOf(aead), asconkit.SecretOf(mac), asconkit.SecretOf(prf)}
	for range 2 {
		aead.Destroy()
		mac.Destroy()
		prf.Destroy()
	}
	for i, secret := range secrets {
		if *secret != [32]byte{} {
			t.Errorf("key %d was not erased", i)
		}
	}
	batch := []asconkit.Message{{Nonce: nonce, In: sealed}}
	_, opened := aead.Open(nil, nonce, sealed, nil)
	_, verified := mac.VerifyBatch(nil, nil)
	for i, err := range []error{opened, aead.OpenBatch(batch), mac.Verify(nonce, nil), verified, prf.Compute(nil, nil),
		mac.NewHash().Verify(nonce)} {
		if err != asconkit.ErrDestroyed {
			t.Errorf("call %d: %v", i, err)
		}
	}
	for i, call := range []func(){
		func() { aead.Seal(nil, nonce, nil, nil) }, func() { aead.SealBatch(batch) }, func() { mac.Tag(nil) },
		func() { mac.TagBatch(nil) }, func() { mac.NewHash().Write(nil) }, func() { mac.NewHash().Sum(nil) },
		func() { must(prf.NewXOF()).Read(nil) }, func() { output.Reset(); output.Write(nil) },
		func() { output.Write(nil) },
	} {
		if message := panics(call); !strings.Contains(message, "the key was destroyed") {
			t.Errorf("panic %d: %q", i, message)
		}
	}
	begun.Write([]byte("xt")) // not affected
	if err := begun.Verify(tag[:]); err != nil {
		t.Error(err)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func TestGarbageIsErased(t *testing.T) {
	aead, _ := asconkit.NewAEAD128(counting(16, 1))
	secret := asconkit.SecretOf(aead)
	runtime.GC()
	if *secret == [32]byte{} {
		t.Fatal("the key was erased too early")
	}
	runtime.KeepAlive(aead)
	aead = nil
	for range 100 {
		runtime.GC()
		runtime.Gosched()
		if erased(secret) {
			return
		}
	}
	t.Error("the key was not erased")
}

// erased reads what another goroutine writes, without telling the race detector.
//
//go:norace
func erased(secret *[32]byte) bool { return *(*uint64)(unsafe.Pointer(secret)) == 0 }

// ---- Hashes and XOFs ---------------------------------------------------------------------------

// pieceSizes are those in which a message of this length is not too slow.
func pieceSizes(length int) (sizes []int) {
	for _, size := range []int{1, 8, 13, 1000, 70000} {
		if length/size <= 2000 {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

func TestPieces(t *testing.T) {
	key := counting(16, 1)
	for _, length := range lengths {
		message := counting(length, 7)
		for _, algorithm := range append(hashes, macs...) {
			var expected []byte
			if digest, err := asconkit.Sum(algorithm, message); err == nil {
				expected = digest[:]
			} else {
				mac, _ := asconkit.NewMAC(algorithm, key)
				tag := mac.Tag(message)
				expected = tag[:]
			}
			h, _ := inPieces(algorithm.String(), key, nil)
			for _, piece := range pieceSizes(length) {
				writeInPieces(t, h, message, piece)
				if sum := h.Sum([]byte("p")); !bytes.Equal(sum, append([]byte("p"), expected...)) {
					t.Errorf("%v of %d bytes in pieces of %d: %x", algorithm, length, piece, sum)
				}
				if again := h.Sum(nil); !bytes.Equal(again, expected) || len(again) != h.Size() {
					t.Errorf("%v: the second Sum of %d bytes: %x", algorithm, length, again)
				}
				h.Reset()
			}
		}
		for _, algorithm := range append(xofs, prfs...) {
			var customization []byte
			if algorithm == asconkit.CXOF128 {
				customization = []byte("z")
			}
			expected := make([]byte, 300)
			if algorithm == asconkit.XOF128 {
				expected = make([]byte, 100000)
			}
			if err := asconkit.Expand(algorithm, expected, message, customization); err != nil {
				prf, _ := asconkit.NewPRF(algorithm, key)
				if err := prf.Compute(expected, message); err != nil {
					t.Fatal(err)
				}
			}
			_, x := inPieces(algorithm.String(), key, customization)
			for _, piece := range pieceSizes(length) {
				writeInPieces(t, x, message, piece)
				out, other := make([]byte, len(expected)), make([]byte, 50)
				copied := x.(*asconkit.XOF).Copy()
				for at := 0; at < len(out); at += 99 * piece {
					x.Read(out[at:min(at+99*piece, len(out))])
				}
				copied.Read(other)
				if !bytes.Equal(out, expected) || !bytes.Equal(other, expected[:50]) {
					t.Errorf("%v of %d bytes in pieces of %d", algorithm, length, piece)
				}
				x.Reset()
			}
		}
	}
}

// hmacByHand is RFC 2104, section 2, with B = 64.
func hmacByHand(algorithm asconkit.Algorithm, key, message []byte) []byte {
	digest := func(parts ...[]byte) []byte {
		sum := must(asconkit.Sum(algorithm, slices.Concat(parts...)))
		return sum[:]
	}
	padded := make([]byte, 64)
	if copy(padded, key); len(key) > len(padded) {
		padded = append(digest(key), make([]byte, 32)...)
	}
	mask := func(value byte) []byte {
		masked := make([]byte, len(padded))
		subtle.XORBytes(masked, padded, bytes.Repeat([]byte{value}, len(padded)))
		return masked
	}
	return digest(mask(0x5c), digest(mask(0x36), message))
}

// The standard library's keyed functions over our hashes take the block size from them: it must be that of package kdf.
func TestKeyedFunctionsOfTheStandardLibrary(t *testing.T) {
	message, salt := counting(40, 7), counting(9, 5)
	for length := range 201 {
		key := counting(length, 3)
		for _, algorithm := range hashes {
			mac := hmac.New(func() hash.Hash { return must(asconkit.NewHash(algorithm)) }, key)
			mac.Write(message)
			if tag := mac.Sum(nil); !bytes.Equal(tag, hmacByHand(algorithm, key, message)) {
				t.Errorf("HMAC with %v, a key of %d bytes: %x", algorithm, length, tag)
			}
		}
		if tag := kdf.HMAC(key, message); !bytes.Equal(tag[:], hmacByHand(asconkit.Hash256, key, message)) {
			t.Errorf("kdf.HMAC, a key of %d bytes: %x", length, tag)
		}
		ours := must(kdf.HKDF(key, salt, []byte("info"), 70))
		if theirs := must(hkdf.Key(asconkit.NewHash256, key, salt, "info", 70)); !bytes.Equal(ours, theirs) {
			t.Errorf("HKDF, a secret of %d bytes: %x", length, theirs)
		}
		first := kdf.HMAC(key, append(bytes.Clone(salt), 0, 0, 0, 1)) // RFC 8018, section 5.2, with two iterations
		second := kdf.HMAC(key, first[:])
		subtle.XORBytes(first[:], first[:], second[:])
		if theirs := must(pbkdf2.Key(asconkit.NewHash256, string(key), salt, 2, 32)); !bytes.Equal(first[:], theirs) {
			t.Errorf("PBKDF2, a password of %d bytes: %x", length, theirs)
		}
	}
}

func TestCopies(t *testing.T) {
	mac, _ := asconkit.NewMAC(asconkit.V12MACa, counting(16, 1))
	h, m := asconkit.NewHash256(), mac.NewHash()
	h.Write([]byte("a"))
	m.Write([]byte("a"))
	for _, pair := range [][2]hash.Hash{{h, h.Copy()}, {m, m.Copy()}} {
		before := pair[0].Sum(nil)
		pair[1].Write([]byte("b"))
		if !bytes.Equal(pair[0].Sum(nil), before) || bytes.Equal(pair[1].Sum(nil), before) {
			t.Error("a copy is not independent")
		}
	}
	custom := []byte("z")
	x, _ := asconkit.NewXOF(asconkit.CXOF128, custom)
	custom[0] = 'y'
	out, expected := make([]byte, 20), make([]byte, 20)
	x.Read(out)
	if asconkit.Expand(asconkit.CXOF128, expected, nil, []byte("z")); !bytes.Equal(out, expected) {
		t.Error("the customization string was not copied")
	}
}

func TestVerifyInPieces(t *testing.T) {
	for _, algorithm := range macs {
		mac, _ := asconkit.NewMAC(algorithm, counting(16, 1))
		tag := mac.Tag([]byte("a message"))
		h := mac.NewHash()
		h.Write([]byte("a mess"))
		if err := h.Verify(tag[:]); err != asconkit.ErrOpen {
			t.Errorf("%v: the tag of another message: %v", algorithm, err)
		}
		h.Write([]byte("age"))
		if err := h.Verify(tag[:]); err != nil {
			t.Errorf("%v: %v", algorithm, err)
		}
		for bit := range 8 * len(tag) {
			forged := tag
			forged[bit/8] ^= 1 << (bit % 8)
			if err := h.Verify(forged[:]); err != asconkit.ErrOpen {
				t.Errorf("%v: bit %d: %v", algorithm, bit, err)
			}
		}
	}
}

func TestStatesAreNotShown(t *testing.T) {
	mac, _ := asconkit.NewMAC(asconkit.V13MAC, counting(16, 1))
	for expected, owner := range map[string]io.Writer{
		"ascon-hash256(..)": asconkit.NewHash256(), "ascon-xof128(..)": asconkit.NewXOF128(), "ascon-mac-v13(..)": mac.NewHash(),
	} {
		owner.Write([]byte("a secret"))
		for _, verb := range []string{"%v", "%+v", "%#v", "%x", "%s"} {
			if shown := fmt.Sprintf(verb, owner); shown != expected {
				t.Errorf("%s: %s", verb, shown)
			}
		}
	}
}

// After Wipe, neither a message nor a key is left.
func TestWipe(t *testing.T) {
	key := counting(16, 1)
	mac, _ := asconkit.NewMAC(asconkit.V13MAC, key)
	prf, _ := asconkit.NewPRF(asconkit.V13PRF, key)
	h, m, x := asconkit.NewHash256(), mac.NewHash(), asconkit.NewXOF128()
	p, _ := prf.NewXOF()
	for i, owner := range []interface {
		io.Writer
		Wipe()
	}{h, m, x, p} {
		owner.Write([]byte("a secret"))
		state := asconkit.StateOf(owner)
		if slices.Max(state) == 0 {
			t.Errorf("%d: nothing to wipe", i)
		}
		if owner.Wipe(); slices.Max(state) != 0 {
			t.Errorf("%d: %x is left", i, state)
		}
	}
}

func TestMACs(t *testing.T) {
	for _, algorithm := range macs {
		mac, err := asconkit.NewMAC(algorithm, counting(16, 1))
		if err != nil {
			t.Fatal(err)
		}
		var messages [][]byte
		for _, length := range lengths {
			messages = append(messages, counting(length, 3))
		}
		tags := mac.TagBatch(messages)
		for i, message := range messages {
			if tags[i] != mac.Tag(message) {
				t.Errorf("%v: tag of %d bytes in a batch", algorithm, len(message))
			}
			if err := mac.Verify(tags[i][:], message); err != nil {
				t.Errorf("%v: %v", algorithm, err)
			}
		}
		if valid, err := mac.VerifyBatch(tags, messages); err != nil || slicesContain(valid, false) {
			t.Errorf("%v: %v, %v", algorithm, valid, err)
		}
		tags[3][5] ^= 4
		if err := mac.Verify(tags[3][:], messages[3]); err != asconkit.ErrOpen {
			t.Errorf("%v: forged: %v", algorithm, err)
		}
		valid, err := mac.VerifyBatch(tags, messages)
		if !errors.Is(err, asconkit.ErrOpen) || valid[3] || !valid[2] || !valid[4] {
			t.Errorf("%v: forged in a batch: %v, %v", algorithm, valid, err)
		}
		if _, err := mac.VerifyBatch(tags[1:], messages); err == nil {
			t.Errorf("%v: tags that are missing", algorithm)
		}
	}
}

func slicesContain(values []bool, wanted bool) bool {
	for _, value := range values {
		if value == wanted {
			return true
		}
	}
	return false
}

func TestPRFs(t *testing.T) {
	for _, algorithm := range append(prfs, short...) {
		prf, err := asconkit.NewPRF(algorithm, counting(16, 1))
		if err != nil {
			t.Fatal(err)
		}
		a, b := make([]byte, 16), make([]byte, 16)
		if prf.Compute(a, counting(16, 3)) != nil || prf.Compute(b, counting(15, 3)) != nil || bytes.Equal(a, b) {
			t.Errorf("%v: %x, %x", algorithm, a, b)
		}
	}
}

// ---- Batches -----------------------------------------------------------------------------------

func batchOf(count int, length func(int) int) []asconkit.Message {
	messages := make([]asconkit.Message, count)
	for i := range messages {
		messages[i] = asconkit.Message{
			Nonce: counting(16, i), In: counting(length(i), i), AdditionalData: counting(i%40, i), Dst: []byte("dst"),
		}
	}
	return messages
}

func TestBatches(t *testing.T) {
	shapes := map[string]func(int) int{
		"same":  func(int) int { return 64 },
		"empty": func(int) int { return 0 },
		"mixed": func(i int) int { return i * 37 % 300 },
		"long":  func(i int) int { return lengths[i%len(lengths)] },
	}
	for _, algorithm := range aeads {
		aead := newAEAD(t, algorithm)
		for name, shape := range shapes {
			for _, count := range []int{0, 1, 2, 3, 17, 100} {
				messages := batchOf(count, shape)
				aead.SealBatch(messages)
				for i := range messages {
					m := &messages[i]
					if expected := aead.Seal(m.Dst, m.Nonce, m.In, m.AdditionalData); !bytes.Equal(m.Out, expected) {
						t.Fatalf("%v, %s: message %d of %d", algorithm, name, i, count)
					}
					m.In, m.Out, m.Dst = m.Out[3:], nil, nil
				}
				if err := aead.OpenBatch(messages); err != nil {
					t.Fatalf("%v, %s: %v", algorithm, name, err)
				}
				for i, original := range batchOf(count, shape) {
					if !bytes.Equal(messages[i].Out, original.In) {
						t.Fatalf("%v, %s: opened message %d of %d", algorithm, name, i, count)
					}
				}
			}
		}
	}
}

func TestManyMessages(t *testing.T) {
	aead := newAEAD(t, asconkit.AEAD128)
	messages := batchOf(5000, func(int) int { return 20 })
	aead.SealBatch(messages)
	for _, i := range []int{0, 1023, 1024, 4999} {
		m := messages[i]
		if !bytes.Equal(m.Out, aead.Seal(m.Dst, m.Nonce, m.In, m.AdditionalData)) {
			t.Errorf("message %d", i)
		}
	}
}

func TestForgedBatches(t *testing.T) {
	for _, algorithm := range aeads {
		aead := newAEAD(t, algorithm)
		messages := batchOf(50, func(i int) int { return i })
		aead.SealBatch(messages)
		for i := range messages {
			messages[i].In, messages[i].Dst = bytes.Clone(messages[i].Out[3:]), nil
		}
		messages[7].In[2] ^= 1
		place := bytes.Repeat([]byte{1}, 40)
		messages[7].Dst = place[:3]
		messages[20].AdditionalData = nil
		messages[30].Nonce = messages[31].Nonce
		err := aead.OpenBatch(messages)
		if !errors.Is(err, asconkit.ErrOpen) || !strings.Contains(err.Error(), "message 7 of 50, and 2 more") {
			t.Errorf("%v: %v", algorithm, err)
		}
		if text := len(messages[7].In) - aead.Overhead(); !bytes.Equal(place[3:3+text], make([]byte, text)) || place[2] != 1 {
			t.Errorf("%v: not zeros: %x", algorithm, place)
		}
		for i, m := range messages {
			forged := i == 7 || i == 20 || i == 30
			if forged != (m.Err == asconkit.ErrOpen) || forged != (m.Out == nil) && i > 0 {
				t.Errorf("%v: message %d: %x, %v", algorithm, i, m.Out, m.Err)
			}
		}
		messages[3].Nonce = nil
		messages[4].In = messages[4].In[:3]
		if aead.OpenBatch(messages); messages[3].Err == nil || messages[4].Err == nil || messages[5].Err != nil {
			t.Errorf("%v: %v, %v, %v", algorithm, messages[3].Err, messages[4].Err, messages[5].Err)
		}
		if message := panics(func() { aead.SealBatch(messages) }); !strings.Contains(message, "message 3: asconkit: the nonce has 0") {
			t.Errorf("%v: %q", algorithm, message)
		}
	}
}

func TestHashBatches(t *testing.T) {
	var messages [][]byte
	for i := range 300 {
		messages = append(messages, counting(lengths[i%len(lengths)]/(1+i%7), i))
	}
	for i, digest := range asconkit.SumBatch256(messages) {
		if digest != asconkit.Sum256(messages[i]) {
			t.Errorf("digest %d", i)
		}
	}
	if digests := asconkit.SumBatch256(nil); len(digests) != 0 {
		t.Error(digests)
	}
}

// ---- Goroutines --------------------------------------------------------------------------------

func TestGoroutines(t *testing.T) {
	aead, nonce := newAEAD(t, asconkit.AEAD128), counting(16, 9)
	expected := aead.Seal(nil, nonce, counting(1000, 0), nil)
	digest := asconkit.Sum256(expected)
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 50 {
				if sealed := aead.Seal(nil, nonce, counting(1000, 0), nil); !bytes.Equal(sealed, expected) {
					t.Error("another ciphertext")
				}
				if asconkit.Sum256(expected) != digest {
					t.Error("another digest")
				}
			}
		}()
	}
	group.Wait()
}

// ---- Fuzzing -----------------------------------------------------------------------------------

func FuzzSeal(f *testing.F) {
	f.Add(uint8(0), []byte("key"), []byte("text"), []byte("header"), uint16(3))
	f.Fuzz(func(t *testing.T, which uint8, seed, text, header []byte, flipped uint16) {
		algorithm := aeads[int(which)%len(aeads)]
		key := make([]byte, algorithm.KeySize())
		copy(key, seed)
		aead, err := asconkit.NewAEAD(algorithm, key)
		if err != nil {
			t.Fatal(err)
		}
		nonce := counting(16, int(flipped))
		sealed := aead.Seal(nil, nonce, text, header)
		if opened, err := aead.Open(nil, nonce, sealed, header); err != nil || !bytes.Equal(opened, text) {
			t.Fatalf("%x, %v", opened, err)
		}
		messages := []asconkit.Message{{Nonce: nonce, In: text, AdditionalData: header}, {Nonce: nonce, In: header}}
		aead.SealBatch(messages)
		if !bytes.Equal(messages[0].Out, sealed) {
			t.Fatal("a batch differs")
		}
		sealed[int(flipped)%len(sealed)] ^= 1 << (flipped % 8)
		if _, err := aead.Open(nil, nonce, sealed, header); err != asconkit.ErrOpen {
			t.Fatal(err)
		}
	})
}

func FuzzHash(f *testing.F) {
	f.Add([]byte("message"), uint16(3), uint16(40))
	f.Fuzz(func(t *testing.T, message []byte, cut, length uint16) {
		at := min(int(cut), len(message))
		h, x := asconkit.NewHash256(), asconkit.NewXOF128()
		mac := must(asconkit.NewMAC(asconkit.V12MACa, counting(16, int(length))))
		m := mac.NewHash()
		for _, piece := range [][]byte{message[:at], message[at:]} {
			h.Write(piece)
			x.Write(piece)
			m.Write(piece)
		}
		if tag := mac.Tag(message); m.Verify(tag[:]) != nil || !bytes.Equal(m.Sum(nil), tag[:]) {
			t.Fatal("another tag")
		}
		digest := asconkit.Sum256(message)
		if !bytes.Equal(h.Sum(nil), digest[:]) || asconkit.SumBatch256([][]byte{message, message})[1] != digest {
			t.Fatal("another digest")
		}
		whole, parts := make([]byte, length), make([]byte, length)
		if err := asconkit.Expand(asconkit.XOF128, whole, message, nil); err != nil {
			t.Fatal(err)
		}
		middle := min(int(cut), int(length))
		x.Read(parts[:middle])
		x.Read(parts[middle:])
		if !bytes.Equal(whole, parts) {
			t.Fatal("another output")
		}
	})
}
