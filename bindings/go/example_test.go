package asconkit_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"example.org/asconkit"
	"example.org/asconkit/kdf"
)

func Example() {
	key := make([]byte, 16) // take 16 bytes of crypto/rand
	aead, err := asconkit.NewAEAD128(key)
	if err != nil {
		panic(err)
	}
	nonce := make([]byte, aead.NonceSize()) // a counter; never use one twice with the same key
	sealed := aead.Seal(nil, nonce, []byte("a secret"), []byte("a header"))
	text, err := aead.Open(nil, nonce, sealed, []byte("a header"))
	fmt.Printf("%d bytes: %s, %v\n", len(sealed), text, err)
	_, err = aead.Open(nil, nonce, sealed, []byte("another header"))
	fmt.Println(err)
	// Output:
	// 24 bytes: a secret, <nil>
	// asconkit: message authentication failed
}

func ExampleSum256() {
	fmt.Printf("%x\n", asconkit.Sum256([]byte("hello")))
	// Output: 22fa93e327d47aab60ab61b2923129f52515fb39d23cb34931ec05973e28fdc6
}

func ExampleNewHash256() {
	h := asconkit.NewHash256()
	io.Copy(h, bytes.NewReader([]byte("hello")))
	fmt.Printf("%x\n", h.Sum(nil)[:8])
	// Output: 22fa93e327d47aab
}

func ExampleNewCXOF128() {
	xof, err := asconkit.NewCXOF128([]byte("my protocol"))
	if err != nil {
		panic(err)
	}
	xof.Write([]byte("seed"))
	first, second := make([]byte, 10), make([]byte, 22)
	xof.Read(first)
	xof.Read(second)
	whole := make([]byte, 32)
	err = asconkit.Expand(asconkit.CXOF128, whole, []byte("seed"), []byte("my protocol"))
	fmt.Println(bytes.Equal(append(first, second...), whole), err)
	// Output: true <nil>
}

func ExampleNewMAC() {
	mac, err := asconkit.NewMAC(asconkit.V13MAC, make([]byte, 16))
	if err != nil {
		panic(err)
	}
	tag := mac.Tag([]byte("message"))
	fmt.Println(mac.Verify(tag[:], []byte("message")), mac.Verify(tag[:], []byte("another")))
	// Output: <nil> asconkit: message authentication failed
}

func ExampleMAC_NewHash() {
	mac, err := asconkit.NewMAC(asconkit.V13MAC, make([]byte, 16))
	if err != nil {
		panic(err)
	}
	h := mac.NewHash()
	io.Copy(h, bytes.NewReader([]byte("a long message")))
	fmt.Printf("%x\n", h.Sum(nil))
	tag := mac.Tag([]byte("a long message"))
	fmt.Println(h.Verify(tag[:]))
	// Output:
	// f75ae813e6ac63163d8b27d948e94195
	// <nil>
}

func ExampleAEAD_SealBatch() {
	aead, err := asconkit.NewAEAD128(make([]byte, 16))
	if err != nil {
		panic(err)
	}
	messages := make([]asconkit.Message, 1000)
	for i := range messages {
		nonce := binary.LittleEndian.AppendUint64(make([]byte, 8), uint64(i))
		messages[i] = asconkit.Message{Nonce: nonce, In: fmt.Appendf(nil, "message %d", i)}
	}
	aead.SealBatch(messages)
	for i := range messages {
		messages[i].In = messages[i].Out
	}
	messages[7].In[0] ^= 1
	fmt.Println(aead.OpenBatch(messages))
	fmt.Printf("%s, %v\n", messages[8].Out, messages[8].Err)
	// Output:
	// message 7 of 1000, and 0 more: asconkit: message authentication failed
	// message 8, <nil>
}

func Example_kdf() {
	shared := []byte("the result of a key agreement")
	key := kdf.Derive(shared, []byte("a salt"), []byte("my protocol, requests"), 16)
	aead, err := asconkit.NewAEAD128(key)
	clear(key)
	fmt.Println(aead.Algorithm(), err)
	// Output: ascon-aead128 <nil>
}
