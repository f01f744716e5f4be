package asconkit_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"fmt"
	"testing"

	"example.org/asconkit"
)

var sizes = []int{64, 1 << 10, 64 << 10}

func benchmarkSeal(b *testing.B, aead cipher.AEAD, size int) {
	nonce, text := make([]byte, aead.NonceSize()), make([]byte, size)
	out := make([]byte, 0, size+aead.Overhead())
	b.SetBytes(int64(size))
	for b.Loop() {
		aead.Seal(out, nonce, text, nil)
	}
}

func BenchmarkAEAD128(b *testing.B) {
	for _, size := range sizes {
		b.Run(fmt.Sprint(size), func(b *testing.B) { benchmarkSeal(b, newAEAD(b, asconkit.AEAD128), size) })
	}
}

// What Go programs take otherwise.
func BenchmarkAESGCM(b *testing.B) {
	block, _ := aes.NewCipher(make([]byte, 16))
	gcm, _ := cipher.NewGCM(block)
	for _, size := range sizes {
		b.Run(fmt.Sprint(size), func(b *testing.B) { benchmarkSeal(b, gcm, size) })
	}
}

func benchmarkSum(b *testing.B, sum func([]byte) [32]byte) {
	for _, size := range sizes {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			message := make([]byte, size)
			b.SetBytes(int64(size))
			for b.Loop() {
				sum(message)
			}
		})
	}
}

func BenchmarkSum256(b *testing.B) { benchmarkSum(b, asconkit.Sum256) }
func BenchmarkSHA256(b *testing.B) { benchmarkSum(b, sha256.Sum256) }

func BenchmarkSealBatch(b *testing.B) {
	for _, size := range []int{64, 1 << 10} {
		b.Run(fmt.Sprintf("1000x%d", size), func(b *testing.B) {
			aead := newAEAD(b, asconkit.AEAD128)
			messages := batchOf(1000, func(int) int { return size })
			for i := range messages {
				messages[i].AdditionalData, messages[i].Dst = nil, make([]byte, 0, size+16)
			}
			b.SetBytes(int64(1000 * size))
			for b.Loop() {
				aead.SealBatch(messages)
			}
		})
	}
}

func BenchmarkSumBatch256(b *testing.B) {
	messages := make([][]byte, 1000)
	for i := range messages {
		messages[i] = make([]byte, 64)
	}
	b.SetBytes(64 * 1000)
	for b.Loop() {
		asconkit.SumBatch256(messages)
	}
}
