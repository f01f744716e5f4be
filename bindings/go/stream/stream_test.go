package stream_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
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

// The caller may erase the key as soon as a stream has begun.
func TestKeysAreCopied(t *testing.T) {
	var file bytes.Buffer
	own := bytes.Clone(key)
	w, err := stream.NewWriter(&file, own)
	if err != nil {
		t.Fatal(err)
	}
	clear(own)
	w.Write([]byte("text"))
	w.Close()
	copy(own, key)
	r, err := stream.NewReader(&file, own)
	if err != nil {
		t.Fatal(err)
	}
	clear(own)
	if text, err := io.ReadAll(r); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
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

// cutReader is a file that somebody cuts off while it is read. Without an end, it says nothing about it.
type cutReader struct {
	file []byte
	end  error
}

func (r *cutReader) ReadAt(out []byte, offset int64) (int, error) {
	n := copy(out, r.file[min(int(offset), len(r.file)):])
	if n < len(out) {
		return n, r.end
	}
	return n, nil
}

func TestFilesThatAreCutOff(t *testing.T) {
	text := counting(390, 3)
	file := seal(t, text, stream.Header{ChunkSize: 20}, 90)
	for _, end := range []error{io.EOF, io.ErrUnexpectedEOF, nil} {
		for length := range file {
			source := &cutReader{file, end}
			at, err := stream.NewReaderAt(source, int64(len(file)), key)
			if err != nil {
				t.Fatal(err)
			}
			source.file = file[:length]
			n, err := io.Copy(io.Discard, io.NewSectionReader(at, 0, at.Size()))
			if err == nil || end != io.ErrUnexpectedEOF && err != stream.ErrOpen {
				t.Errorf("cut to %d of %d: %d bytes, %v", length, len(file), n, err)
			}
		}
	}
	for length := 144; length <= len(file); length++ { // a size that is not the file's
		for _, size := range []int64{math.MaxInt64, math.MaxInt64 - 144, 1 << 40, int64(length) + 1} {
			if _, err := stream.NewReaderAt(&cutReader{file[:length], io.EOF}, size, key); err != stream.ErrOpen {
				t.Errorf("cut to %d of %d, said to have %d: %v", length, len(file), size, err)
			}
		}
	}
	for _, size := range []int64{math.MinInt64, -1, 0, 143} {
		if _, err := stream.NewReaderAt(bytes.NewReader(file), size, key); err == nil {
			t.Errorf("a file of %d bytes", size)
		}
	}
}

// Sources and sinks that break the rules of package io.
func TestBrokenReadersAndWriters(t *testing.T) {
	file := seal(t, counting(90, 3), stream.Header{ChunkSize: 20}, 90)
	for count, expected := range map[int]string{
		0: io.ErrNoProgress.Error(), -1: "the source says that it has read -1 of", 1 << 30: "has read 1073741824 of",
	} {
		broken := readerFunc(func([]byte) (int, error) { return count, nil })
		if _, err := stream.NewReader(broken, key); err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("a source that reads %d bytes of a header: %v", count, err)
		}
		r, err := stream.NewReader(io.MultiReader(bytes.NewReader(file[:150]), broken), key)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := r.Read(make([]byte, 100)); n != 0 || err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("a source that reads %d bytes: %d, %v", count, n, err)
		}
	}
	for _, healthy := range []int{0, 1} {
		w, err := stream.NewWriter(&shortWriter{healthy}, key)
		if healthy == 1 {
			w.Write([]byte("text"))
			err = w.Close()
		}
		if err != io.ErrShortWrite {
			t.Errorf("a sink that takes less than it is given, after %d writes: %v", healthy, err)
		}
	}
}

type readerFunc func([]byte) (int, error)

func (read readerFunc) Read(out []byte) (int, error) { return read(out) }

type shortWriter struct{ healthy int }

func (w *shortWriter) Write(data []byte) (int, error) {
	if w.healthy--; w.healthy >= 0 {
		return len(data), nil
	}
	return len(data) - 1, nil
}

func TestErrors(t *testing.T) {
	file := seal(t, []byte("text"), stream.Header{}, 4)
	changed := func(at int, value byte) []byte {
		wrong := bytes.Clone(file)
		wrong[at] = value
		return wrong
	}
	at, err := stream.NewReaderAt(bytes.NewReader(file), int64(len(file)), key)
	if err != nil {
		t.Fatal(err)
	}
	_, before := at.ReadAt(make([]byte, 1), -1)
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
	_, damaged := readAll(changed(70, file[70]^1))
	field := func(at int, values ...byte) error {
		header := bytes.Clone(file)
		copy(header[at:], values)
		digest := asconkit.Sum256(header[:128])
		copy(header[128:144], digest[:])
		_, err := readAll(header)
		return err
	}
	cost := func(memory, passes, lanes byte) error {
		header := bytes.Clone(file[10:60])
		header[0] = 2
		copy(header[38:], []byte{memory, 0, 0, 0, passes, 0, 0, 0, lanes, 0, 0, 0})
		return field(10, header...)
	}
	_, cut := readAll(file[:100])
	failing := errors.New("no disk")
	_, source := stream.NewReader(iotest.ErrReader(failing), key)
	_, refused := stream.NewReaderFunc(bytes.NewReader(file), func(stream.Header) ([]byte, error) { return nil, failing })
	for expected, err := range map[string]error{
		"the key has 31 bytes; 32 are needed":                                     shortKey,
		"the key has 0 bytes; 32 are needed":                                      writerKey,
		"wrong key, or the header was changed":                                    otherKey,
		"the chunk size is -1; 1 to 1048576 are allowed":                          with(stream.Header{ChunkSize: -1}),
		"the chunk size is 1048577; 1 to 1048576 are allowed":                     with(stream.Header{ChunkSize: 1048577}),
		"ascon-hash256 is not an AEAD of streams":                                 with(stream.Header{Algorithm: asconkit.Hash256}),
		"ascon-siv is not an AEAD of streams":                                     with(stream.Header{Algorithm: asconkit.SIV}),
		"Argon2id that the format does not allow: {MemoryKiB:1 P":                 with(stream.Header{Argon2: &stream.Argon2{MemoryKiB: 1, Passes: 1, Lanes: 1}}),
		"not a file of asconkit":                                                  magic,
		"the header has a version that this package does not know":                version,
		"the header names an algorithm that this package does not know":           field(16, 'x'),
		"the header's chunk size is not 1 to 1048576 bytes":                       field(12, 0, 0, 0, 0),
		"the header has a field that the format does not allow":                   field(11, 1),
		"the header has an unknown number for the source of the key":              field(10, 3),
		"the header has parameters of Argon2, but no passphrase is used":          field(48, 1),
		"the header's number of Argon2 lanes is not 1 to 64":                      cost(255, 1, 65),
		"the header's Argon2 memory is below 8 KiB for each lane, or above 2 GiB": cost(7, 1, 1),
		"the header's Argon2 passes are 0, or passes x memory is above 16 GiB":    cost(8, 0, 1),
		"the header is damaged: its checksum does not match":                      damaged,
		"the input ends inside the header":                                        cut,
		"stream: the input ends":                                                  none,
		"the offset is -1; 0 or more is needed":                                   before,
		"no disk":                                                                 source,
		"no di":                                                                   refused,
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
		t.Error("NewWriter could not write a header, but returned no error")
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
	if _, err := w.Write([]byte("x")); err == nil || err.Error() != "stream: closed" {
		t.Error("Write after Close:", err)
	}
	if w, err = stream.NewWriter(io.Discard, key); err != nil {
		t.Fatal(err)
	}
	w.Skip(1 << 32)
	if err := w.Close(); err == nil || !strings.Contains(err.Error(), "more than 2^32 chunks; a larger chunk size allows") {
		t.Error("too many chunks:", err)
	}
}

func TestKeyFiles(t *testing.T) {
	// The example of docs/file-format.md.
	const file = "asconkit-key-v1-000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f-34a72975\n"
	parsed, err := stream.ParseKey([]byte(file))
	if err != nil || parsed[31] != 0x1f || stream.FormatKey(parsed) != file {
		t.Error(parsed, err)
	}
	blanks := strings.Repeat(" \t\r\n", 105)
	if _, err := stream.ParseKey([]byte(file + blanks + " \t")); err != nil {
		t.Error(err)
	}
	const form, typing = "stream: not a key file of asconkit: ", "stream: the key file has a typing error: its check"
	for wrong, expected := range map[string]string{
		"": form + "0 bytes, without asconkit-key-v1-, 64 digits, - and 8 digits", "x": form, file[:80]: form,
		file + blanks + " \t\n":       form + "513 bytes",
		"asconkit-key-v2" + file[15:]: form, strings.ToUpper(file): form,
		strings.Replace(file, "0001", "0002", 1): typing, strings.Replace(file, "1e1f", "1eXf", 1): typing,
	} {
		if _, err := stream.ParseKey([]byte(wrong)); err == nil || !strings.HasPrefix(err.Error(), expected) {
			t.Errorf("%q: %v", wrong, err)
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
