// Package stream encrypts streams of any length in chunks, each with its own tag. Readers return only verified text,
// and detect chunks that were cut off, moved or repeated. The format is the same as for files of the command `asconkit
// encrypt`; docs/file-format.md of the project specifies it.
//
// A key has 32 random bytes. [ParseKey] reads the command's key files. Package passphrase is for files with a
// passphrase. [NewReaderFunc] and [NewWriterFunc] call any function that returns a key.
package stream

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.org/asconkit"
	"example.org/asconkit/internal/library"
)

// Sizes in bytes.
const (
	KeySize          = 32
	DefaultChunkSize = 64 << 10
	MaxChunkSize     = 1 << 20
)

// ErrKey says that the key is not the key of the file, or that somebody changed the header.
var ErrKey = errors.New("stream: wrong key, or the header was changed")

// ErrOpen says that a stream was changed or cut off. It is asconkit.ErrOpen.
var ErrOpen = asconkit.ErrOpen

const (
	headerStart = 10 // bytes that say how long the header is
	tagSize     = asconkit.TagSize
	maxChunks   = 1 << 32
	groupSize   = 256 << 10 // bytes of text that are computed at a time
	keyPrefix   = "asconkit-key-v1-"
)

// Header has the public fields of an encrypted file.
type Header struct {
	Version   int                // 2, or 1 for an old file
	Algorithm asconkit.Algorithm // an AEAD; the zero value is AEAD128
	ChunkSize int                // bytes of text in a chunk; 0 means DefaultChunkSize for a Writer
	Salt      []byte             // 32 random bytes, or 16 in version 1; a Writer makes them
	Argon2    *Argon2            // nil for a random key
}

// Argon2 has the parameters of Argon2id, version 0x13, which derives the key of a file from a passphrase and the
// header's salt. Headers come from strangers: ask the user before you compute Argon2id with large values.
type Argon2 struct {
	MemoryKiB, Passes, Lanes uint32
}

// KeyFunc returns the key of a file with this header.
type KeyFunc func(Header) (key []byte, err error)

func always(key []byte) KeyFunc { return func(Header) ([]byte, error) { return key, nil } }

// The numbers of ascon_stream_fault.
var faults = [...]string{
	1:  "the input is not a file of asconkit",
	2:  "the header has a version that this package does not know",
	3:  "the input ends inside the header",
	4:  "the header is damaged: its checksum does not match",
	5:  "the header names an algorithm that this package does not know",
	6:  "the header's chunk size is not 1 to 1048576 bytes",
	7:  "the header has a field that the format does not allow",
	8:  "the header has an unknown number for the source of the key",
	9:  "the header has parameters of Argon2, but no passphrase is used",
	10: "the header's number of Argon2 lanes is not 1 to 64",
	11: "the header's Argon2 memory is below 8 KiB for each lane, or above 2 GiB",
	12: "the header's Argon2 passes are 0, or passes x memory is above 16 GiB",
}

// state is a stream: the data that all its chunks share.
type state struct {
	stream [library.ContextWords]uint64
	chunk  int // bytes of text
}

func (s *state) sealed() int { return s.chunk + tagSize }

func (s *state) wipe() { clear(s.stream[:]) }

func checkKey(key []byte) error {
	if len(key) != KeySize {
		return fmt.Errorf("stream: the key has %d bytes; %d are needed", len(key), KeySize)
	}
	return nil
}

// create starts a stream and writes its header.
func create(w io.Writer, header Header, key KeyFunc) (*state, error) {
	if header.ChunkSize == 0 {
		header.ChunkSize = DefaultChunkSize
	}
	if header.ChunkSize < 1 || header.ChunkSize > MaxChunkSize {
		return nil, fmt.Errorf("stream: the chunk size is %d; 1 to %d are allowed", header.ChunkSize, MaxChunkSize)
	}
	header.Version, header.Salt = 2, make([]byte, library.SaltBytes)
	if _, err := rand.Read(header.Salt); err != nil {
		return nil, fmt.Errorf("stream: no random salt: %w", err)
	}
	fields := [library.Fields]uint32{uint32(header.Algorithm), uint32(header.ChunkSize), 1}
	if cost := header.Argon2; cost != nil {
		fields[2], fields[3], fields[4], fields[5] = 2, cost.MemoryKiB, cost.Passes, cost.Lanes
	}
	s := &state{chunk: header.ChunkSize}
	var bytes [library.HeaderBytes]byte
	start := func(secret []byte) int {
		return library.StreamCreate(s.stream[:], bytes[:], fields[:], header.Salt, secret)
	}
	switch start(make([]byte, KeySize)) { // before key, which may compute Argon2id
	case library.OK:
	case library.ErrRange:
		return nil, fmt.Errorf("stream: parameters of Argon2id that the format does not allow: %+v", *header.Argon2)
	default:
		return nil, fmt.Errorf("stream: %v is not an AEAD of streams", header.Algorithm)
	}
	secret, err := key(header)
	if err != nil {
		return nil, err
	}
	if err := checkKey(secret); err != nil {
		return nil, err
	}
	start(secret)
	if err := writeAll(w, bytes[:]); err != nil {
		return nil, err
	}
	return s, nil
}

// writeAll does not rely on the sink's rule that a short write is an error.
func writeAll(w io.Writer, bytes []byte) error {
	n, err := w.Write(bytes)
	if err == nil && n != len(bytes) {
		return io.ErrShortWrite
	}
	return err
}

// source is a reader that does not rely on the rules of package io.
type source struct {
	r     io.Reader
	empty int // reads without bytes and without an error, one after the other
}

const mostEmptyReads = 100 // as package bufio has it

func (s *source) Read(out []byte) (int, error) {
	n, err := s.r.Read(out)
	if n < 0 || n > len(out) {
		return 0, fmt.Errorf("stream: the source says that it has read %d of %d bytes", n, len(out))
	}
	if s.empty++; n > 0 || err != nil {
		s.empty = 0
	}
	if s.empty == mostEmptyReads {
		return 0, io.ErrNoProgress
	}
	return n, err
}

// readHeader returns a header and its bytes.
func readHeader(r io.Reader) (Header, []byte, error) {
	var fields [library.Fields]uint32
	header := Header{Salt: make([]byte, library.SaltBytes)}
	bytes := make([]byte, 0, library.HeaderBytes)
	for wanted := headerStart; len(bytes) < wanted; wanted = min(int(fields[7]), cap(bytes)) {
		n, err := io.ReadFull(r, bytes[len(bytes):wanted])
		bytes = bytes[:len(bytes)+n]
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return header, nil, err
		}
		library.StreamDecode(fields[:], header.Salt, bytes)
		if err != nil {
			break
		}
	}
	if fault := fields[9]; fault != 0 {
		return header, nil, fmt.Errorf("stream: %s", faults[min(int(fault), len(faults)-1)])
	}
	header.Algorithm, header.ChunkSize, header.Version = asconkit.Algorithm(fields[0]), int(fields[1]), int(fields[6])
	header.Salt = header.Salt[:fields[8]]
	if fields[2] == 2 {
		header.Argon2 = &Argon2{fields[3], fields[4], fields[5]}
	}
	return header, bytes, nil
}

// open reads a header and starts its stream.
func open(r io.Reader, key KeyFunc) (*state, Header, int, error) {
	header, bytes, err := readHeader(r)
	if err != nil {
		return nil, header, 0, err
	}
	secret, err := key(header)
	if err != nil {
		return nil, header, 0, err
	}
	if err := checkKey(secret); err != nil {
		return nil, header, 0, err
	}
	s := &state{chunk: header.ChunkSize}
	if library.StreamOpen(s.stream[:], bytes, secret) != library.OK {
		return nil, header, 0, ErrKey
	}
	return s, header, len(bytes), nil
}

// ParseKey returns the key in a key file of the command `asconkit keygen`.
func ParseKey(file []byte) ([]byte, error) {
	line := strings.TrimRight(string(file), " \t\r\n")
	digits, isKey := strings.CutPrefix(line, keyPrefix)
	text, check, hasCheck := strings.Cut(digits, "-")
	if len(file) > 512 || !isKey || !hasCheck || len(text) != 2*KeySize || len(check) != 8 {
		return nil, fmt.Errorf("stream: not a key file of asconkit: %d bytes, without %s, 64 digits, - and 8 digits", len(file), keyPrefix)
	}
	key, err := hex.DecodeString(text)
	if err != nil || FormatKey(key) != line+"\n" {
		return nil, fmt.Errorf("stream: the key file has a typing error: its check digits do not match")
	}
	return key, nil
}

// FormatKey returns the content of a key file that the command `asconkit` reads. The key has 32 bytes.
func FormatKey(key []byte) string {
	line := keyPrefix + hex.EncodeToString(key)
	digest := asconkit.Sum256([]byte(line))
	return line + "-" + hex.EncodeToString(digest[:4]) + "\n"
}
