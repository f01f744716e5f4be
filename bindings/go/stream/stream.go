package stream

import (
	"errors"
	"fmt"
	"io"

	"example.org/asconkit/internal/library"
)

var (
	errClosed  = errors.New("stream: closed")
	errTooLong = errors.New("stream: the text needs more than 2^32 chunks; a larger chunk size allows longer streams")
)

// Writer encrypts the bytes that are written to it. Close writes the end, without which readers refuse a stream.
type Writer struct {
	w      io.Writer
	state  *state
	text   []byte // its capacity is that of a group of whole chunks
	sealed []byte
	next   uint64 // index of the next chunk
	err    error
}

// NewWriter returns a Writer with the usual parameters, and writes the header to w. The key has 32 random bytes.
func NewWriter(w io.Writer, key []byte) (*Writer, error) {
	return NewWriterFunc(w, Header{}, always(key))
}

// NewWriterFunc returns a Writer with the header's algorithm, chunk size and Argon2 parameters. It makes the salt and
// then calls key.
func NewWriterFunc(w io.Writer, header Header, key KeyFunc) (*Writer, error) {
	s, err := create(w, header, key)
	if err != nil {
		return nil, err
	}
	group := max(1, groupSize/s.chunk)
	return &Writer{
		w: w, state: s, text: make([]byte, 0, group*s.chunk), sealed: make([]byte, group*s.sealed()),
	}, nil
}

// Write encrypts text. Some of the text stays in memory until more is written, or until Close.
func (w *Writer) Write(text []byte) (int, error) {
	written := 0
	for w.err == nil && len(text) > 0 {
		if len(w.text) == cap(w.text) { // more follows: none of these chunks is the last
			w.flush(false)
			continue
		}
		n := min(len(text), cap(w.text)-len(w.text))
		w.text = append(w.text, text[:n]...)
		text, written = text[n:], written+n
	}
	return written, w.err
}

// Close writes the last chunk and erases the secret. It does not close the underlying writer.
func (w *Writer) Close() error {
	if w.err == errClosed {
		return nil
	}
	if w.err == nil {
		w.flush(true)
	}
	err := w.err
	w.state.wipe()
	clear(w.text[:cap(w.text)])
	w.err = errClosed
	return err
}

func (w *Writer) flush(ends bool) {
	chunks := max(1, (len(w.text)+w.state.chunk-1)/w.state.chunk)
	if w.next+uint64(chunks) > maxChunks {
		w.err = errTooLong
		return
	}
	sealed := w.sealed[:len(w.text)+chunks*tagSize]
	if result := library.StreamSeal(w.state.stream[:], sealed, w.text, w.next, ends); result != library.OK {
		panic(fmt.Sprintf("stream: the C library returned %d for arguments that were checked", result))
	}
	w.next += uint64(chunks)
	w.text = w.text[:0]
	w.err = writeAll(w.w, sealed)
}

// Reader decrypts a stream. All bytes that Read returns have been verified, but only io.EOF says that the stream is
// complete: do not act on a part of the text unless a part makes sense by itself.
type Reader struct {
	r      io.Reader
	header Header
	state  *state
	sealed []byte // room for a group of chunks and one byte more, which says that more follows
	filled int
	text   []byte // room for a group
	ready  []byte // text that was not read yet
	next   uint64
	err    error
}

// NewReader reads the header from r and returns a Reader of the text. It returns ErrKey if the key is wrong.
func NewReader(r io.Reader, key []byte) (*Reader, error) { return NewReaderFunc(r, always(key)) }

// NewReaderFunc is NewReader for a key that depends on the header, such as a key from a passphrase.
func NewReaderFunc(r io.Reader, key KeyFunc) (*Reader, error) {
	checked := &source{r: r}
	s, header, _, err := open(checked, key)
	if err != nil {
		return nil, err
	}
	group := max(1, groupSize/s.chunk)
	return &Reader{
		r: checked, header: header, state: s,
		sealed: make([]byte, group*s.sealed()+1), text: make([]byte, group*s.chunk),
	}, nil
}

// Header returns the stream's header.
func (r *Reader) Header() Header { return r.header }

// Read returns the next bytes of the text. It returns ErrOpen if the stream was changed or cut off.
func (r *Reader) Read(out []byte) (int, error) {
	for len(r.ready) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		if len(out) == 0 {
			return 0, nil
		}
		r.fill()
	}
	n := copy(out, r.ready)
	r.ready = r.ready[n:]
	return n, nil
}

// fill reads the next bytes, and decrypts a chunk as soon as it is known not to be the last one.
func (r *Reader) fill() {
	ended := false
	for r.filled <= r.state.sealed() && !ended {
		n, err := r.r.Read(r.sealed[r.filled:])
		r.filled += n
		ended = err == io.EOF
		if err != nil && !ended {
			r.end(err)
			return
		}
	}
	length := r.filled
	if !ended {
		length = (r.filled - 1) / r.state.sealed() * r.state.sealed()
	}
	// At the end there may be one chunk more than fits into a group: it is read next.
	if most := len(r.sealed) - 1; ended && length > most {
		length, ended = most, false
	}
	r.unseal(length, ended)
}

func (r *Reader) unseal(length int, ends bool) {
	chunks := uint64(max(1, (length+r.state.sealed()-1)/r.state.sealed()))
	text := r.text[:min(int(chunks)*r.state.chunk, len(r.text))]
	opened, result := library.StreamUnseal(r.state.stream[:], text, r.sealed[:length], r.next, ends)
	r.next += chunks
	r.ready = text[:opened]
	r.filled = copy(r.sealed, r.sealed[length:r.filled])
	switch {
	case result == library.ErrTag || result == library.ErrRange:
		r.end(ErrOpen)
	case result != library.OK:
		panic(fmt.Sprintf("stream: the C library returned %d for arguments that were checked", result))
	case ends:
		r.end(io.EOF)
	}
}

// end erases the secret: nothing more can be read.
func (r *Reader) end(err error) {
	r.err = err
	r.state.wipe()
}

// Close erases the secret and the text in memory. It does not close the underlying reader.
func (r *Reader) Close() error {
	r.end(errClosed)
	r.ready = nil
	clear(r.text)
	return nil
}

// ReaderAt decrypts parts of a stream in any order. Any number of goroutines may use it at a time. It is an
// [io.ReaderAt]: io.NewSectionReader makes an io.ReadSeeker of it.
type ReaderAt struct {
	r      io.ReaderAt
	state  *state
	header Header
	start  int64 // of the chunks
	end    int64 // of the last chunk
	size   int64 // of the text
}

// NewReaderAt reads the header and verifies the last chunk of a stream of size bytes, so no chunk is missing.
func NewReaderAt(r io.ReaderAt, size int64, key []byte) (*ReaderAt, error) {
	return NewReaderAtFunc(r, size, always(key))
}

// NewReaderAtFunc is NewReaderAt for a key that depends on the header.
func NewReaderAtFunc(r io.ReaderAt, size int64, key KeyFunc) (*ReaderAt, error) {
	s, header, start, err := open(io.NewSectionReader(r, 0, size), key)
	if err != nil {
		return nil, err
	}
	at := &ReaderAt{r: r, state: s, header: header, start: int64(start), end: size}
	bytes, sealed := size-at.start, int64(s.sealed())
	chunks := bytes / sealed
	if bytes%sealed > 0 {
		chunks++
	}
	at.size = bytes - chunks*tagSize
	if chunks < 1 || chunks > maxChunks || at.size < 0 {
		return nil, ErrOpen
	}
	if _, err := at.chunks(chunks-1, chunks); err != nil {
		return nil, err
	}
	return at, nil
}

// Size returns the length of the text.
func (r *ReaderAt) Size() int64 { return r.size }

// Header returns the stream's header.
func (r *ReaderAt) Header() Header { return r.header }

// ReadAt reads text from this offset on. It returns ErrOpen if one of the chunks was changed or is missing.
func (r *ReaderAt) ReadAt(out []byte, offset int64) (int, error) {
	if offset < 0 {
		return 0, fmt.Errorf("stream: the offset is %d; 0 or more is needed", offset)
	}
	chunk, group := int64(r.state.chunk), int64(max(1, groupSize/r.state.chunk))
	done := 0
	for done < len(out) && offset < r.size {
		first := offset / chunk
		last := min((min(offset+int64(len(out)-done), r.size)+chunk-1)/chunk, first+group)
		text, err := r.chunks(first, last)
		if err != nil {
			return done, err
		}
		n := copy(out[done:], text[offset-first*chunk:])
		clear(text)
		done, offset = done+n, offset+int64(n)
	}
	if done < len(out) {
		return done, io.EOF
	}
	return done, nil
}

// chunks returns the text of chunks first to last-1.
func (r *ReaderAt) chunks(first, last int64) ([]byte, error) {
	begin := r.start + first*int64(r.state.sealed())
	end := min(r.start+last*int64(r.state.sealed()), r.end)
	sealed := make([]byte, end-begin)
	if n, err := r.r.ReadAt(sealed, begin); n != len(sealed) {
		if err == nil || err == io.EOF { // of the file, which was cut off, and not of the text
			err = ErrOpen
		}
		return nil, err
	}
	text := make([]byte, (last-first)*int64(r.state.chunk))
	opened, result := library.StreamUnseal(r.state.stream[:], text, sealed, uint64(first), end == r.end)
	if result != library.OK {
		return nil, ErrOpen
	}
	return text[:opened], nil
}

// Close erases the secret. No call may use the ReaderAt afterwards.
func (r *ReaderAt) Close() error {
	r.state.wipe()
	return nil
}
