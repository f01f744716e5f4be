//go:build go1.25

package asconkit_test

import (
	"bytes"
	"crypto/hmac"
	"hash"
	"testing"

	"example.org/asconkit"
)

// HMAC over our hash is cloned through the hash's own Clone.
func TestClones(t *testing.T) {
	mac := must(asconkit.NewMAC(asconkit.V13MAC, counting(16, 1)))
	keyed := hmac.New(func() hash.Hash { return asconkit.NewHash256() }, counting(32, 1))
	for i, original := range []hash.Hash{asconkit.NewHash256(), mac.NewHash(), keyed} {
		original.Write([]byte("a"))
		clone, err := original.(hash.Cloner).Clone()
		if err != nil {
			t.Fatal(i, err)
		}
		before := original.Sum(nil)
		if !bytes.Equal(clone.Sum(nil), before) {
			t.Errorf("%d: a clone of another message", i)
		}
		clone.Write([]byte("b"))
		original.Write([]byte("b"))
		if after := original.Sum(nil); !bytes.Equal(clone.Sum(nil), after) || bytes.Equal(after, before) {
			t.Errorf("%d: a clone is not the same hash", i)
		}
	}
	clone := must(mac.NewHash().Clone())
	tag := mac.Tag(nil)
	if err := clone.(*asconkit.MACHash).Verify(tag[:]); err != nil {
		t.Error(err)
	}
}
