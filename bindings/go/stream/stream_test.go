package stream_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"example.org/asconkit"
	"example.org/asconkit/stream"
)

func counting(length, start int) []byte {
	result := make([]byte, length)
	for i := range result {
		result[i] = byte(start + i/251)
	}
	return result
}

var key = counting(32, 1)

func seal(t testing.TB, text []byte, header stream.Header, piece int) []byte {
	var file bytes.Buffer
	w, err := stream.NewWriterFunc(&file, header, func(stream.Header) ([]byte, error) { return key, nil })
	if err != nil {
		t.Fatal(err)
	}
	for rest := text; len(rest) > 0; rest = rest[min(piece, len(rest)):] {
		if n, err := w.Write(rest[:min(piece, len(rest))]); n != min(piece, len(rest)) || err != nil {
			t.Fatal(n, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestRoundTrips(t *testing.T) {
	for _, chunk := range []int{1, 20, 4096, 65536, stream.MaxChunkSize} {
		for _, length := range []int{0, 1, 19, 20, 21, 4096, 65536, 65537, 262144, 262145, 3000000} {
			if length/chunk > 5000 {
				continue
			}
			text := counting(length, 3)
			file := seal(t, text, stream.Header{ChunkSize: chunk}, 100000)
			chunks := max(1, (length+chunk-1)/chunk)
			if len(file) != 144+length+16*chunks {
				t.Fatalf("chunks of %d, text of %d: a file of %d bytes", chunk, length, len(file))
			}
			for name, source := range map[string]io.Reader{
				"whole": bytes.NewReader(file), "halves": iotest.HalfReader(bytes.NewReader(file)),
				"end with data": iotest.DataErrReader(bytes.NewReader(file)),
			} {
				r, err := stream.NewReader(source, key)
				if err != nil {
					t.Fatal(err)
				}
				if opened, err := io.ReadAll(r); err != nil || !bytes.Equal(opened, text) {
					t.Fatalf("chunks of %d, text of %d, %s: %d bytes, %v", chunk, length, name, len(opened), err)
				}
			}
			at, err := stream.NewReaderAt(bytes.NewReader(file), int64(len(file)), key)
			if err != nil || at.Size() != int64(length) {
				t.Fatalf("chunks of %d, text of %d: %v", chunk, length, err)
			}
			if length <= 5000 {
				if err := iotest.TestReader(io.NewSectionReader(at, 0, at.Size()), text); err != nil {
					t.Error(err)
				}
			}
			part := make([]byte, length/3)
			if n, err := at.ReadAt(part, int64(length/2)); n != len(part) || err != nil || !bytes.Equal(part, text[length/2:][:n]) {
				t.Errorf("chunks of %d, text of %d: a part of %d bytes, %v", chunk, length, n, err)
			}
		}
	}
}

func TestByteByByte(t *testing.T) {
	text := counting(3000, 3)
	file := seal(t, text, stream.Header{ChunkSize: 100}, 1)
	r, err := stream.NewReader(iotest.OneByteReader(bytes.NewReader(file)), key)
	if err != nil {
		t.Fatal(err)
	}
	if err := iotest.TestReader(r, text); err != nil {
		t.Error(err)
	}
}

// A chunk is passed on as soon as the first byte after it has come.
func TestPromptness(t *testing.T) {
	file := seal(t, counting(300, 3), stream.Header{ChunkSize: 100}, 300)
	source, sink := io.Pipe()
	go sink.Write(file[:144+116+1])
	r, err := stream.NewReader(source, key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(r, make([]byte, 100)); err != nil {
		t.Error(err)
	}
	r.Close()
	if _, err := r.Read(make([]byte, 1)); err == nil || err == io.EOF {
		t.Errorf("after Close: %v", err)
	}
}

func readAll(file []byte) (int, error) {
	r, err := stream.NewReader(bytes.NewReader(file), key)
	if err != nil {
		return 0, err
	}
	text, err := io.ReadAll(r)
	return len(text), err
}

func TestForgeries(t *testing.T) {
	const chunk = 20
	file := seal(t, counting(90, 3), stream.Header{ChunkSize: chunk}, 90)
	for i := range file {
		wrong := bytes.Clone(file)
		wrong[i] ^= 1 << (i % 8)
		n, err := readAll(wrong)
		if err == nil || n != max(0, (i-144)/(chunk+16))*chunk {
			t.Errorf("byte %d: %d bytes, %v", i, n, err)
		}
		if _, err := stream.NewReaderAt(bytes.NewReader(wrong), int64(len(wrong)), key); i < 144 && err == nil {
			t.Errorf("byte %d: opened in places", i)
		}
	}
	for length := range file {
		if _, err := readAll(file[:length]); err == nil || err == io.EOF {
			t.Errorf("cut to %d: %v", length, err)
		}
		if _, err := stream.NewReaderAt(bytes.NewReader(file[:length]), int64(length), key); err == nil {
			t.Errorf("cut to %d: opened in places", length)
		}
	}
	for _, more := range []int{1, 16, 36, 300000} {
		if _, err := readAll(append(bytes.Clone(file), make([]byte, more)...)); !errors.Is(err, stream.ErrOpen) {
			t.Errorf("%d bytes more: %v", more, err)
		}
	}
	swapped := bytes.Clone(file)
	copy(swapped[144:], file[144+36:144+72])
	copy(swapped[144+36:], file[144:144+36])
	if n, err := readAll(swapped); n != 0 || !errors.Is(err, stream.ErrOpen) {
		t.Errorf("chunks swapped: %d bytes, %v", n, err)
	}
	// One wrong chunk of a stream that is read in places.
	wrong := bytes.Clone(file)
	wrong[144+40] ^= 1
	at, err := stream.NewReaderAt(bytes.NewReader(wrong), int64(len(wrong)), key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := at.ReadAt(make([]byte, 20), 0); err != nil {
		t.Error(err)
	}
	if _, err := at.ReadAt(make([]byte, 20), 1); !errors.Is(err, stream.ErrOpen) {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	file := seal(t, []byte("text"), stream.Header{}, 4)
	changed := func(at int, value byte) []byte {
		wrong := bytes.Clone(file)
		wrong[at] = value
		return wrong
	}
	_, shortKey := stream.NewReader(bytes.NewReader(file), key[:31])
	_, otherKey := stream.NewReader(bytes.NewReader(file), make([]byte, 32))
	_, writerKey := stream.NewWriter(io.Discard, nil)
	with := func(header stream.Header) error {
		_, err := stream.NewWriterFunc(io.Discard, header, func(stream.Header) ([]byte, error) { return key, nil })
		return err
	}
	_, none := readAll(nil)
	_, magic := readAll(changed(0, 'x'))
	_, version := readAll(changed(8, 7))
	_, damaged := readAll(changed(70, 7))
	_, cut := readAll(file[:100])
	failing := errors.New("no disk")
	_, source := stream.NewReader(iotest.ErrReader(failing), key)
	_, refused := stream.NewReaderFunc(bytes.NewReader(file), func(stream.Header) ([]byte, error) { return nil, failing })
	for expected, err := range map[string]error{
		"the key has 31 bytes; 32 are needed":                     shortKey,
		"the key has 0 bytes; 32 are needed":                      writerKey,
		"another key, or a changed header":                        otherKey,
		"the chunk size is -1; 1 to 1048576 are allowed":          with(stream.Header{ChunkSize: -1}),
		"the chunk size is 1048577; 1 to 1048576 are allowed":     with(stream.Header{ChunkSize: 1048577}),
		"ascon-hash256 is not an AEAD of streams":                 with(stream.Header{Algorithm: asconkit.Hash256}),
		"ascon-siv is not an AEAD of streams":                     with(stream.Header{Algorithm: asconkit.SIV}),
		"Argon2id that the format does not allow: {MemoryKiB:1 P": with(stream.Header{Argon2: &stream.Argon2{MemoryKiB: 1, Passes: 1, Lanes: 1}}),
		"not a file of asconkit":                                  magic,
		"of a version that this package does not know":            version,
		"damaged":                   damaged,
		"cut off inside the header": cut,
		"the input is":              none,
		"no disk":                   source,
		"no di":                     refused,
	} {
		if err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%q: %v", expected, err)
		}
	}
}

type failingWriter struct{ left int }

func (w *failingWriter) Write(data []byte) (int, error) {
	if w.left -= len(data); w.left < 0 {
		return 0, errors.New("disk full")
	}
	return len(data), nil
}

func TestWriterErrors(t *testing.T) {
	if _, err := stream.NewWriter(&failingWriter{100}, key); err == nil {
		t.Error("a header that could not be written")
	}
	w, err := stream.NewWriter(&failingWriter{1000}, key)
	if err != nil {
		t.Fatal(err)
	}
	var failed error
	for range 10 {
		if _, err := w.Write(make([]byte, 100000)); err != nil {
			failed = err
		}
	}
	if failed == nil || w.Close() == nil {
		t.Error("no error of a full disk")
	}
	if w.Close() != nil {
		t.Error("the second Close")
	}
	if _, err := w.Write([]byte("x")); err == nil {
		t.Error("Write after Close")
	}
}

func TestKeyFiles(t *testing.T) {
	// The example of docs/file-format.md.
	const file = "asconkit-key-v1-000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f-34a72975\n"
	parsed, err := stream.ParseKey([]byte(file))
	if err != nil || parsed[31] != 0x1f || stream.FormatKey(parsed) != file {
		t.Error(parsed, err)
	}
	for _, wrong := range []string{"", "x", strings.Replace(file, "0001", "0002", 1), file[:80], "asconkit-key-v2" + file[15:],
		strings.ToUpper(file), strings.Replace(file, "1e1f", "1eXf", 1)} {
		if _, err := stream.ParseKey([]byte(wrong)); err == nil {
			t.Errorf("%q was accepted", wrong)
		}
	}
}

// The worked example of docs/file-format.md, version 1, which is read and not written.
func TestVersion1(t *testing.T) {
	hexadecimal := `4153434f4e4b495401000100140000006173636f6e2d61656164313238000000
		0000000000000000000000000000000000000000000000000000000000000000
		404142434445464748494a4b4c4d4e4f9e1780d60387c0ef3722229a70ce8022
		782f9319170256357be397f6980232730101545f5577c44edc28e8c40acae30d
		1fe12677d95e6b95081810f26ae3cf36ab092130a21f4139073f9a89e55809f5
		821302d0
		3c30baf760076831653828ea554757300f92b38988bec4073a3ba94463`
	var file []byte
	for _, digits := range strings.Fields(hexadecimal) {
		var part []byte
		fmt.Sscanf(digits, "%x", &part)
		file = append(file, part...)
	}
	own := make([]byte, 32)
	for i := range own {
		own[i] = byte(i)
	}
	r, err := stream.NewReader(bytes.NewReader(file), own)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if string(text) != "Twenty bytes of text, and 13 more" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if h := r.Header(); h.Version != 1 || h.ChunkSize != 20 || len(h.Salt) != 16 || h.Argon2 != nil {
		t.Errorf("%+v", h)
	}
}

// Both ways with the command, ASCONKIT_COMMAND.
func TestCommand(t *testing.T) {
	command := os.Getenv("ASCONKIT_COMMAND")
	if command == "" {
		t.Skip("ASCONKIT_COMMAND names no command")
	}
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	call := func(arguments ...string) {
		if output, err := exec.Command(command, arguments...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v: %s", arguments, err, output)
		}
	}
	call("keygen", path("key"))
	file, _ := os.ReadFile(path("key"))
	secret, err := stream.ParseKey(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, algorithm := range []asconkit.Algorithm{asconkit.AEAD128, asconkit.AEAD128NonceMasked, asconkit.V12AEAD128,
		asconkit.V12AEAD128a, asconkit.V12AEAD80pq} {
		for _, length := range []int{0, 1, 65536, 65537, 1000000} {
			text := counting(length, 3)
			os.WriteFile(path("text"), text, 0o600)
			call("encrypt", "--force", "--key", path("key"), "--algorithm", algorithm.String(), path("text"), "-o", path("sealed"))
			sealed, _ := os.ReadFile(path("sealed"))
			r, err := stream.NewReader(bytes.NewReader(sealed), secret)
			if err != nil {
				t.Fatal(err)
			}
			opened, err := io.ReadAll(r)
			if err != nil || !bytes.Equal(opened, text) || r.Header().Algorithm != algorithm {
				t.Errorf("%v, %d bytes of the command: %v", algorithm, length, err)
			}
			var own bytes.Buffer
			w, err := stream.NewWriterFunc(&own, stream.Header{Algorithm: algorithm, ChunkSize: 50000},
				func(stream.Header) ([]byte, error) { return secret, nil })
			if err != nil {
				t.Fatal(err)
			}
			w.Write(text)
			w.Close()
			os.WriteFile(path("own"), own.Bytes(), 0o600)
			call("decrypt", "--force", "--key", path("key"), path("own"), "-o", path("back"))
			if back, _ := os.ReadFile(path("back")); !bytes.Equal(back, text) {
				t.Errorf("%v, %d bytes for the command", algorithm, length)
			}
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add(seal(f, counting(90, 3), stream.Header{ChunkSize: 20}, 90))
	f.Fuzz(func(t *testing.T, file []byte) {
		n, err := readAll(file)
		if err == nil && n != 90 {
			t.Errorf("%d bytes", n)
		}
		stream.NewReaderAt(bytes.NewReader(file), int64(len(file)), key)
	})
}

func FuzzChunks(f *testing.F) {
	f.Add([]byte("text"), uint16(3), uint16(2))
	f.Fuzz(func(t *testing.T, text []byte, chunk, piece uint16) {
		file := seal(t, text, stream.Header{ChunkSize: int(chunk) + 1}, int(piece)+1)
		r, err := stream.NewReader(iotest.HalfReader(bytes.NewReader(file)), key)
		if err != nil {
			t.Fatal(err)
		}
		if opened, err := io.ReadAll(r); err != nil || !bytes.Equal(opened, text) {
			t.Fatal(err)
		}
	})
}
