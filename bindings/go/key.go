package asconkit

import (
	"errors"
	"fmt"
	"runtime"
)

// ErrDestroyed says that Destroy has erased the key that a call needs.
var ErrDestroyed = errors.New("asconkit: the key was destroyed")

// key is a copy of a caller's key. Destroy erases the copy, and so does the runtime when nothing refers to it.
type key struct {
	secret *[32]byte
	size   int // 0 once it is destroyed
}

func newKey(a Algorithm, bytes []byte) (*key, error) {
	if len(bytes) != a.KeySize() {
		return nil, fmt.Errorf("asconkit: the key has %d bytes; %v takes %d", len(bytes), a, a.KeySize())
	}
	k := &key{new([32]byte), len(bytes)}
	copy(k.secret[:], bytes)
	runtime.AddCleanup(k, erase, k.secret)
	return k, nil
}

func erase(secret *[32]byte) { clear(secret[:]) }

func (k *key) destroy() {
	erase(k.secret)
	k.size = 0
}

// use calls with the key, which stays alive until the call has returned.
func (k *key) use(call func(key []byte)) error {
	if k.size == 0 {
		return ErrDestroyed
	}
	call(k.secret[:k.size])
	runtime.KeepAlive(k)
	return nil
}
