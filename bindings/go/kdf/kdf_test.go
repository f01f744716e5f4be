package kdf_test

import (
	"bytes"
	"testing"

	"example.org/asconkit/kdf"
)

// TestVectors of package asconkit has the known answers.

func TestOutputs(t *testing.T) {
	long, err := kdf.KMACXOF([]byte("key"), []byte("message"), []byte("purpose"), 100)
	short, _ := kdf.KMACXOF([]byte("key"), []byte("message"), []byte("purpose"), 40)
	fixed, _ := kdf.KMAC([]byte("key"), []byte("message"), []byte("purpose"), 40)
	if err != nil || !bytes.Equal(short, long[:40]) || bytes.Equal(short, fixed) {
		t.Errorf("%x, %x, %x, %v", long, short, fixed, err)
	}
	prk := kdf.Extract([]byte("secret"), nil)
	if bytes.Equal(kdf.Expand(prk[:], []byte("a"), 32), kdf.Expand(prk[:], []byte("b"), 32)) {
		t.Error("Expand derived the same key for two purposes")
	}
	hkdf := kdf.HKDFExtract([]byte("secret"), []byte("salt"))
	whole, _ := kdf.HKDF([]byte("secret"), []byte("salt"), []byte("info"), 100)
	steps, err := kdf.HKDFExpand(hkdf[:], []byte("info"), 100)
	if err != nil || !bytes.Equal(whole, steps) {
		t.Errorf("%x, %x, %v", whole, steps, err)
	}
	for _, length := range []int{-1, kdf.MaxHKDF + 1} {
		if _, err := kdf.HKDF(nil, nil, nil, length); err == nil {
			t.Errorf("HKDF of %d bytes", length)
		}
	}
	if _, err := kdf.KMAC(nil, nil, nil, -1); err == nil || err.Error() != "kdf: the tag has -1 bytes; 0 or more are needed" {
		t.Error("KMAC of -1 bytes:", err)
	}
	if out, err := kdf.KMAC(nil, nil, nil, 0); err != nil || len(out) != 0 {
		t.Error(out, err)
	}
}
