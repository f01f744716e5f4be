package asconkit

import (
	"fmt"
	"sync"

	"example.org/asconkit/internal/library"
)

// Message is one message of a batch of [AEAD.SealBatch] or [AEAD.OpenBatch].
type Message struct {
	Dst            []byte // Out is appended to it, as to the dst of Seal and Open
	Nonce          []byte // 16 bytes
	In             []byte // the input of Seal or Open
	AdditionalData []byte
	Out            []byte // the result
	Err            error  // of OpenBatch: ErrOpen, or an error as Open returns it; Out is nil then
}

// The messages of one call of the C library: enough to fill the lanes of vector registers many times, and few enough to
// stay in the processor's second-level cache. Longer messages are computed one by one.
const (
	groupMessages = 1024
	groupBytes    = 128 << 10
	longMessage   = 32 << 10
)

// room is the memory of one call, as bridge.h describes it.
type room struct {
	memory  []byte
	table   []uint64
	results []byte
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// group computes messages first to last-1, whose texts and additional data have `bytes` bytes.
type group struct{ first, last, bytes int }

// groups cuts a batch into calls of the C library. A group of one message is computed by a single call.
func groups(count int, length func(int) int, call func(group)) {
	g := group{}
	for i := range count {
		if more := length(i); more > longMessage || g.bytes+more > groupBytes || i-g.first == groupMessages {
			if g.last > g.first {
				call(g)
			}
			g = group{i, i, 0}
			if more > longMessage {
				call(group{i, i + 1, more})
				g.first, g.last = i+1, i+1
				continue
			}
		}
		g.last, g.bytes = i+1, g.bytes+length(i)
	}
	if g.last > g.first {
		call(g)
	}
}

func resized[Item any](slice []Item, length int) []Item {
	if cap(slice) < length {
		return make([]Item, length)
	}
	return slice[:length]
}

// open returns memory for `fixed` bytes of each message and for texts, and a table with this number of columns.
func open(count, fixed, bytes, columns int) *room {
	r := rooms.Get().(*room)
	r.memory = resized(r.memory, count*fixed+bytes)
	r.table = resized(r.table, count*columns)
	r.results = resized(r.results, count)
	for i := range r.results {
		r.results[i] = library.ErrAlgorithm // until the C library has written the message's result
	}
	return r
}

// close erases the parts that may be secret.
func (r *room) close() {
	clear(r.memory)
	rooms.Put(r)
}

// put copies a string to `at` and enters it in the table; it returns where it ends.
func (r *room) put(column, i, count, at int, text []byte) int {
	r.table[column*count+i] = uint64(at)
	r.table[(column+1)*count+i] = uint64(len(text))
	return at + copy(r.memory[at:], text)
}

// SealBatch encrypts many messages in one call, several side by side in vector registers. For short messages, this is
// much faster than Seal. Every Out becomes the result of Seal. SealBatch panics in the same cases as Seal. Outputs must
// not overlap other messages. The work is done by the calling goroutine; to use more processors, give parts of the
// slice to several goroutines.
func (a *AEAD) SealBatch(messages []Message) {
	for i := range messages {
		if len(messages[i].Nonce) != NonceSize {
			panic(fmt.Errorf("message %d: %w", i, nonceError(messages[i].Nonce)))
		}
	}
	if a.key.size == 0 {
		panic(ErrDestroyed)
	}
	length := func(i int) int { return len(messages[i].In) + len(messages[i].AdditionalData) }
	groups(len(messages), length, func(g group) {
		some := messages[g.first:g.last]
		if len(some) == 1 || !a.algorithm.properties().isInTable {
			for i := range some {
				m := &some[i]
				m.Out, m.Err = a.Seal(m.Dst, m.Nonce, m.In, m.AdditionalData), nil
			}
			return
		}
		r := a.gather(some, g.bytes, 0)
		defer r.close()
		must(a.compute(library.Encrypt, r, len(some)))
		for i := range some {
			m := &some[i]
			var out []byte
			m.Out, out = grow(m.Dst, len(m.In)+a.tagSize)
			keepApart("Seal", out, m.In, m.AdditionalData, m.Nonce)
			m.Err = nil
			n := copy(out, r.text(i, len(some)))
			copy(out[n:], r.tag(i, len(some), a.tagSize))
		}
	})
}

// OpenBatch verifies and decrypts many messages in one call. Each Out becomes the result of Open. A message that is not
// authentic gets an Err, and does not affect other messages. OpenBatch returns nil if all messages are authentic,
// otherwise an error that wraps the first Err and says how many messages failed. It panics if an output overlaps an
// input of its message, except In at the same address. Outputs must not overlap other messages.
func (a *AEAD) OpenBatch(messages []Message) error {
	if a.key.size == 0 {
		return ErrDestroyed
	}
	length := func(i int) int { return len(messages[i].In) + len(messages[i].AdditionalData) }
	groups(len(messages), length, func(g group) {
		some := messages[g.first:g.last]
		if len(some) == 1 || !a.algorithm.properties().isInTable || !a.fits(some) {
			for i := range some {
				m := &some[i]
				m.Out, m.Err = a.Open(m.Dst, m.Nonce, m.In, m.AdditionalData)
			}
			return
		}
		r := a.gather(some, g.bytes, a.tagSize)
		defer r.close()
		if result := a.compute(library.Decrypt, r, len(some)); result != library.ErrTag {
			must(result)
		}
		for i := range some {
			m := &some[i]
			whole, out := grow(m.Dst, len(m.In)-a.tagSize)
			keepApart("Open", out, m.In, m.AdditionalData, m.Nonce)
			if r.results[i] == library.OK {
				copy(out, r.text(i, len(some)))
				m.Out, m.Err = whole, nil
			} else {
				clear(out)
				m.Out, m.Err = nil, ErrOpen
			}
		}
	})
	return firstError(len(messages), func(i int) error { return messages[i].Err })
}

// fits says whether all messages have a nonce and a tag.
func (a *AEAD) fits(messages []Message) bool {
	for i := range messages {
		if len(messages[i].Nonce) != NonceSize || len(messages[i].In) < a.tagSize {
			return false
		}
	}
	return true
}

// gather copies messages whose last bytes are tags of this size.
func (a *AEAD) gather(messages []Message, bytes, tagSize int) *room {
	count := len(messages)
	r := open(count, NonceSize+a.tagSize, bytes, 4)
	at := count * (NonceSize + a.tagSize)
	for i := range messages {
		m := &messages[i]
		text, tag := m.In[:len(m.In)-tagSize], m.In[len(m.In)-tagSize:]
		copy(r.memory[i*NonceSize:], m.Nonce)
		copy(r.tag(i, count, a.tagSize), tag)
		at = r.put(0, i, count, at, text)
		at = r.put(2, i, count, at, m.AdditionalData)
	}
	return r
}

func (r *room) tag(i, count, tagSize int) []byte {
	at := count*NonceSize + i*tagSize
	return r.memory[at : at+tagSize]
}

func (r *room) text(i, count int) []byte {
	return r.memory[r.table[i] : r.table[i]+r.table[count+i]]
}

func (a *AEAD) compute(op uint32, r *room, count int) (result int) {
	err := a.key.use(func(key []byte) {
		result = library.Batch(uint32(a.algorithm), op, r.memory, r.table, a.tagSize, key, r.results[:count])
	})
	if err != nil {
		panic(err)
	}
	return result
}

func firstError(count int, of func(int) error) error {
	first, failed := -1, 0
	for i := range count {
		if of(i) != nil {
			failed++
			if first < 0 {
				first = i
			}
		}
	}
	if failed == 0 {
		return nil
	}
	return fmt.Errorf("message %d of %d, and %d more: %w", first, count, failed-1, of(first))
}

// outputs computes outputs of a fixed size: digests, output of XOFs and PRFs, and tags. `tags` are verified.
func outputs(a Algorithm, op uint32, key []byte, messages [][]byte, size int, tags func(int) []byte,
	take func(i int, output []byte, result int),
) {
	length := func(i int) int { return len(messages[i]) }
	groups(len(messages), length, func(g group) {
		some := messages[g.first:g.last]
		count := len(some)
		r := open(count, size, g.bytes, 2)
		defer r.close()
		at := count * size
		for i, message := range some {
			if tags != nil {
				copy(r.memory[i*size:(i+1)*size], tags(g.first+i))
			}
			at = r.put(0, i, count, at, message)
		}
		result := library.Batch(uint32(a), op, r.memory, r.table, size, key, r.results)
		if result != library.ErrTag {
			mustFit(result, g.bytes)
		}
		for i := range some {
			take(g.first+i, r.memory[i*size:(i+1)*size], int(r.results[i]))
		}
	})
}

// SumBatch256 returns the Ascon-Hash256 digests of many messages, computed side by side as [AEAD.SealBatch] does.
func SumBatch256(messages [][]byte) [][Size256]byte {
	digests := make([][Size256]byte, len(messages))
	outputs(Hash256, library.Compute, nil, messages, Size256, nil, func(i int, output []byte, _ int) {
		copy(digests[i][:], output)
	})
	return digests
}

// TagBatch returns the tags of many messages. It panics if the key was destroyed.
func (m *MAC) TagBatch(messages [][]byte) [][TagSize]byte {
	tags := make([][TagSize]byte, len(messages))
	err := m.key.use(func(key []byte) {
		outputs(m.algorithm, library.Compute, key, messages, TagSize, nil, func(i int, output []byte, _ int) {
			copy(tags[i][:], output)
		})
	})
	if err != nil {
		panic(err)
	}
	return tags
}

// VerifyBatch verifies the tags of many messages. valid says which tags match; the error is nil if all match.
func (m *MAC) VerifyBatch(tags [][TagSize]byte, messages [][]byte) (valid []bool, err error) {
	if len(tags) != len(messages) {
		return nil, fmt.Errorf("asconkit: %d tags for %d messages", len(tags), len(messages))
	}
	valid = make([]bool, len(messages))
	err = m.key.use(func(key []byte) {
		outputs(m.algorithm, library.Verify, key, messages, TagSize, func(i int) []byte { return tags[i][:] },
			func(i int, _ []byte, result int) { valid[i] = result == library.OK })
	})
	if err != nil {
		return nil, err
	}
	return valid, firstError(len(valid), func(i int) error {
		if valid[i] {
			return nil
		}
		return ErrOpen
	})
}
