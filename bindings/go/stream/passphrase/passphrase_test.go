package passphrase_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"example.org/asconkit/stream"
	"example.org/asconkit/stream/passphrase"
)

func Example() {
	var file bytes.Buffer
	w, err := passphrase.NewWriter(&file, []byte("correct horse battery staple"))
	if err != nil {
		panic(err)
	}
	io.WriteString(w, "a letter")
	w.Close()
	r, err := passphrase.NewReader(&file, []byte("correct horse battery staple"))
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(r)
	fmt.Println(string(text), err)
	// Output: a letter <nil>
}

// TestMain is the driver of tests/support/passphrases.py where its arguments are those of one.
func TestMain(m *testing.M) {
	if len(os.Args) == 5 && (os.Args[1] == "seal" || os.Args[1] == "open") {
		if err := drive(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// drive reads or writes one file: open|seal PHRASE INPUT OUTPUT.
func drive(arguments []string) error {
	action, output := arguments[0], arguments[3]
	phrase, err := os.ReadFile(arguments[1])
	if err != nil {
		return err
	}
	input, err := os.ReadFile(arguments[2])
	if err != nil {
		return err
	}
	var result []byte
	if action == "seal" {
		result, err = seal(passphrase.Options{}, phrase, input)
	} else if r, openErr := passphrase.NewReader(bytes.NewReader(input), phrase); openErr != nil {
		err = openErr
	} else {
		result, err = io.ReadAll(r)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(output, result, 0o600)
}

func seal(options passphrase.Options, phrase, text []byte) ([]byte, error) {
	var file bytes.Buffer
	w, err := options.NewWriter(&file, phrase)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return file.Bytes(), err
}

func TestOptions(t *testing.T) {
	phrase := []byte("correct horse")
	costly := passphrase.Options{Header: stream.Header{Argon2: &stream.Argon2{MemoryKiB: 8, Passes: 257, Lanes: 1}}}
	if _, err := seal(costly, phrase, nil); !errors.Is(err, passphrase.ErrCostly) || !strings.Contains(err.Error(), "passes 257") {
		t.Errorf("a costly file is written: %v", err)
	}
	costly.AllowCostly = true
	file, err := seal(costly, phrase, []byte("text"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := passphrase.NewReader(bytes.NewReader(file), phrase); !errors.Is(err, passphrase.ErrCostly) {
		t.Errorf("a costly file is read: %v", err)
	}
	r, err := costly.NewReader(bytes.NewReader(file), phrase)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(r); string(text) != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := costly.NewReader(bytes.NewReader(file), []byte("other")); err != passphrase.ErrPassphrase {
		t.Errorf("another passphrase: %v", err)
	}
	for _, cost := range [][3]uint32{{7, 1, 1}, {8, 0, 1}, {8, 1, 0}, {8 * 65, 1, 65}, {3 << 20, 1, 1}} {
		wrong := stream.Argon2{MemoryKiB: cost[0], Passes: cost[1], Lanes: cost[2]}
		options := passphrase.Options{Header: stream.Header{Argon2: &wrong}, AllowCostly: true}
		if _, err := seal(options, phrase, nil); err == nil || !strings.Contains(err.Error(), "does not allow") {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}
