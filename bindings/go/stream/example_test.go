package stream_test

import (
	"bytes"
	"fmt"
	"io"

	"example.org/asconkit/stream"
)

func Example() {
	key := make([]byte, stream.KeySize) // take 32 bytes of crypto/rand
	var file bytes.Buffer
	w, err := stream.NewWriter(&file, key)
	if err != nil {
		panic(err)
	}
	fmt.Fprint(w, "any number of writes")
	if err := w.Close(); err != nil {
		panic(err)
	}
	r, err := stream.NewReader(&file, key)
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(r) // an error if the file was changed or cut off
	fmt.Printf("%s, %v\n", text, err)
	// Output: any number of writes, <nil>
}

func ExampleReaderAt() {
	var file bytes.Buffer
	key := make([]byte, stream.KeySize)
	w, _ := stream.NewWriter(&file, key)
	w.Write(bytes.Repeat([]byte("0123456789"), 100000))
	w.Close()
	r, err := stream.NewReaderAt(bytes.NewReader(file.Bytes()), int64(file.Len()), key)
	if err != nil {
		panic(err)
	}
	part := make([]byte, 5)
	_, err = r.ReadAt(part, 654321)
	fmt.Printf("%s of %d bytes, %v\n", part, r.Size(), err)
	// Output: 12345 of 1000000 bytes, <nil>
}
