// Package passphrase reads and writes files of the command `asconkit encrypt` that have a passphrase instead of a key.
// Argon2id of golang.org/x/crypto derives the key, and does not erase its memory, which reveals the key.
//
// The header sets the cost of Argon2id, and headers come from strangers. Without [Options].AllowCostly, more than 1 GiB
// of memory, 3 GiB in all passes, or 256 lanes times passes gives [ErrCostly], as in the command.
package passphrase

import (
	"errors"
	"fmt"
	"io"

	"golang.org/x/crypto/argon2"

	"example.org/asconkit/stream"
)

const (
	mostBytes        = 1024
	mostMemoryKiB    = 1 << 20
	mostMemoryPasses = 3 << 20
	mostLanesPasses  = 256
)

// ErrPassphrase says that a file was encrypted with another passphrase, or that somebody changed its header.
var ErrPassphrase = errors.New("passphrase: wrong passphrase, or the header was changed")

// ErrCostly says that a passphrase needs more memory or time than readers allow by default.
var ErrCostly = errors.New("passphrase: costly")

// Options are the settings of a file with a passphrase. The zero value has the command's settings.
type Options struct {
	Header      stream.Header // for a Writer; Argon2 nil means 64 MiB, 3 passes and 4 lanes
	AllowCostly bool          // accepts costs that otherwise give ErrCostly
}

// NewReader reads the header from r and returns a Reader of the text. The passphrase has 1 to 1024 bytes, which are not
// normalised. It returns ErrPassphrase if the passphrase is wrong.
func NewReader(r io.Reader, passphrase []byte) (*stream.Reader, error) {
	return Options{}.NewReader(r, passphrase)
}

// NewWriter writes the header of a new file to w and returns a Writer. The passphrase has 1 to 1024 bytes.
func NewWriter(w io.Writer, passphrase []byte) (*stream.Writer, error) {
	return Options{}.NewWriter(w, passphrase)
}

// NewReader does the same as the function NewReader, with these options.
func (o Options) NewReader(r io.Reader, passphrase []byte) (*stream.Reader, error) {
	reader, err := stream.NewReaderFunc(r, o.Key(passphrase))
	if err == stream.ErrKey {
		return nil, ErrPassphrase
	}
	return reader, err
}

// NewWriter does the same as the function NewWriter, with these options.
func (o Options) NewWriter(w io.Writer, passphrase []byte) (*stream.Writer, error) {
	header := o.Header
	if header.Argon2 == nil {
		header.Argon2 = &stream.Argon2{MemoryKiB: 64 << 10, Passes: 3, Lanes: 4}
	}
	return stream.NewWriterFunc(w, header, o.Key(passphrase))
}

// Key returns the function that derives a file's key from the passphrase, for the other calls of package stream.
func (o Options) Key(passphrase []byte) stream.KeyFunc {
	return func(header stream.Header) ([]byte, error) {
		if n := len(passphrase); n < 1 || n > mostBytes {
			return nil, fmt.Errorf("passphrase: it has %d bytes; expected 1 to %d bytes", n, mostBytes)
		}
		cost := header.Argon2
		if cost == nil {
			return nil, errors.New("passphrase: the file is encrypted with a key, not with a passphrase")
		}
		memory, passes, lanes := uint64(cost.MemoryKiB), uint64(cost.Passes), uint64(cost.Lanes)
		modest := memory <= mostMemoryKiB && memory*passes <= mostMemoryPasses && lanes*passes <= mostLanesPasses
		if !modest && !o.AllowCostly {
			return nil, fmt.Errorf("%w: Argon2 memory in KiB %d, passes %d, lanes %d; expected memory of at most %d, "+
				"memory x passes of at most %d, lanes x passes of at most %d, or AllowCostly",
				ErrCostly, memory, passes, lanes, mostMemoryKiB, mostMemoryPasses, mostLanesPasses)
		}
		return argon2.IDKey(passphrase, header.Salt, cost.Passes, cost.MemoryKiB, uint8(cost.Lanes), stream.KeySize), nil
	}
}
