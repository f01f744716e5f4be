//go:build !cgo || asconkit_wasm

package library

import (
	"context"
	_ "embed"
	"encoding/binary"
	"fmt"
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Name says which build this is.
const Name = "wasm"

//go:embed asconkit.wasm
var code []byte

const (
	page        = 64 << 10
	alignment   = 16
	kept        = 4 << 20 // an instance with more memory is closed after its call
	mostResults = 16      // words of the arguments of a call
)

var largest = 1 << 30 // bytes of all arguments of one call; tests set less

// The functions that the module exports, in this order.
const (
	run = iota
	batch
	spongeStart
	spongeUpdate
	spongeOutput
	spongeVerify
	streamCreate
	streamDecode
	streamOpen
	streamSeal
	streamUnseal
	keyed
	check
	functions
)

var names = [functions]string{"run", "batch", "sponge_start", "sponge_update", "sponge_output", "sponge_verify",
	"stream_create", "stream_decode", "stream_open", "stream_seal", "stream_unseal", "keyed", "check"}

// An instance has a memory of its own, and runs one call at a time. Everything from base on belongs to the arguments
// of the call.
type instance struct {
	module    api.Module
	memory    api.Memory
	functions [functions]api.Function
	base, top uint32
	stack     [mostResults]uint64
}

type compiled struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

var compile = sync.OnceValue(func() compiled {
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithDebugInfoEnabled(false))
	module, err := runtime.CompileModule(ctx, code)
	if err != nil {
		panic(fmt.Errorf("asconkit: its WebAssembly does not compile: %w", err))
	}
	return compiled{runtime, module}
})

var (
	lock sync.Mutex
	idle []*instance
)

func newInstance() *instance {
	ctx, compiled := context.Background(), compile()
	module, err := compiled.runtime.InstantiateModule(ctx, compiled.module, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		panic(fmt.Errorf("asconkit: no memory for an instance of its WebAssembly: %w", err))
	}
	i := &instance{module: module, memory: module.Memory()}
	for number, name := range names {
		i.functions[number] = module.ExportedFunction(name)
	}
	i.base = (uint32(module.ExportedGlobal("__heap_base").Get()) + alignment - 1) &^ (alignment - 1)
	i.top = i.base
	return i
}

// begin takes an instance with room for arguments of these lengths; nil if they are too long for WebAssembly.
func begin(lengths ...int) *instance {
	needed := 0
	for _, length := range lengths {
		if length > largest-needed { // the sum may be more than an int of 32 bits holds
			return nil
		}
		needed += length + alignment
	}
	lock.Lock()
	var i *instance
	if last := len(idle) - 1; last >= 0 {
		i, idle = idle[last], idle[:last]
	}
	lock.Unlock()
	if i == nil {
		i = newInstance()
	}
	if missing := int(i.base) + needed - int(i.memory.Size()); missing > 0 {
		if _, ok := i.memory.Grow(uint32((missing + page - 1) / page)); !ok {
			i.module.Close(context.Background())
			return nil
		}
	}
	return i
}

// end erases the arguments and makes the instance free for the next call.
func (i *instance) end() {
	clear(i.view(i.base, int(i.top-i.base)))
	i.top = i.base
	lock.Lock()
	keep := i.memory.Size() <= kept && len(idle) < runtime.GOMAXPROCS(0)
	if keep {
		idle = append(idle, i)
	}
	lock.Unlock()
	if !keep {
		i.module.Close(context.Background())
	}
}

// view is the instance's memory itself.
func (i *instance) view(address uint32, length int) []byte {
	view, ok := i.memory.Read(address, uint32(length))
	if !ok {
		panic("asconkit: a buffer is outside the memory of WebAssembly")
	}
	return view
}

// room takes memory of this length, which holds zeros.
func (i *instance) room(length int) uint32 {
	address := i.top
	i.top += uint32(length+alignment-1) &^ (alignment - 1)
	return address
}

// in copies an argument into the instance.
func (i *instance) in(argument []byte) uint32 {
	address := i.room(len(argument))
	copy(i.view(address, len(argument)), argument)
	return address
}

// out copies a result from the instance.
func (i *instance) out(result []byte, address uint32) {
	copy(result, i.view(address, len(result)))
}

func (i *instance) inWords(argument []uint64) uint32 {
	address := i.room(8 * len(argument))
	view := i.view(address, 8*len(argument))
	for k, word := range argument {
		binary.LittleEndian.PutUint64(view[8*k:], word)
	}
	return address
}

func (i *instance) outWords(result []uint64, address uint32) {
	view := i.view(address, 8*len(result))
	for k := range result {
		result[k] = binary.LittleEndian.Uint64(view[8*k:])
	}
}

func (i *instance) call(function int, arguments ...uint64) int {
	copy(i.stack[:], arguments)
	if err := i.functions[function].CallWithStack(context.Background(), i.stack[:]); err != nil {
		panic(fmt.Errorf("asconkit: its WebAssembly module failed: %w", err))
	}
	return int(uint32(i.stack[0]))
}

func length(argument []byte) uint64 { return uint64(len(argument)) }

func flag(value bool) uint64 {
	if value {
		return 1
	}
	return 0
}

// Run computes one whole message; out may be in.
func Run(algorithm, op uint32, out, in, tag, ad, nonce, key []byte) int {
	ownOut := 0
	if op == Compute { // texts of AEAD are computed in place
		ownOut = len(out)
	}
	i := begin(ownOut, len(in), len(tag), len(ad), len(nonce), len(key))
	if i == nil {
		return ErrTooLarge
	}
	defer i.end()
	inAt, tagAt, adAt, nonceAt, keyAt := i.in(in), i.in(tag), i.in(ad), i.in(nonce), i.in(key)
	outAt := inAt
	if op == Compute {
		outAt = i.room(ownOut)
	}
	result := i.call(run, uint64(algorithm), uint64(op), uint64(outAt), length(out), uint64(inAt), length(in),
		uint64(tagAt), length(tag), uint64(adAt), length(ad), uint64(nonceAt), uint64(keyAt))
	if result == OK || result == ErrTag {
		i.out(out, outAt)
		if op == Encrypt || op == Compute {
			i.out(tag, tagAt)
		}
	}
	return result
}

// Batch computes len(results) messages, which bridge.h describes.
func Batch(algorithm, op uint32, memory []byte, table []uint64, fixed int, key, results []byte) int {
	i := begin(len(memory), 8*len(table), len(key), len(results))
	if i == nil {
		return ErrTooLarge
	}
	defer i.end()
	memoryAt, tableAt, keyAt, resultsAt := i.in(memory), i.inWords(table), i.in(key), i.room(len(results))
	result := i.call(batch, uint64(algorithm), uint64(op), uint64(memoryAt), length(memory), uint64(tableAt),
		length(results), uint64(fixed), uint64(keyAt), uint64(resultsAt))
	i.out(memory, memoryAt)
	i.out(results, resultsAt)
	return result
}

// SpongeStart starts a message in pieces, after a key or a customization string.
func SpongeStart(context []uint64, algorithm uint32, prefix []byte) int {
	i := begin(8*len(context), len(prefix))
	defer i.end()
	contextAt, prefixAt := i.inWords(context), i.in(prefix)
	result := i.call(spongeStart, uint64(contextAt), uint64(algorithm), uint64(prefixAt), length(prefix))
	i.outWords(context, contextAt)
	return result
}

// SpongeUpdate adds to a message in pieces.
func SpongeUpdate(context []uint64, message []byte) int {
	i := begin(8*len(context), min(len(message), page))
	defer i.end()
	contextAt, pieceAt := i.inWords(context), i.room(min(len(message), page))
	result := OK
	for first := true; result == OK && (first || len(message) > 0); first = false {
		piece := message[:min(len(message), page)]
		copy(i.view(pieceAt, len(piece)), piece)
		result = i.call(spongeUpdate, uint64(contextAt), uint64(pieceAt), length(piece))
		message = message[len(piece):]
	}
	i.outWords(context, contextAt)
	return result
}

// SpongeOutput writes a digest or a tag, or the next bytes of a XOF or PRF.
func SpongeOutput(context []uint64, out []byte) int {
	i := begin(8*len(context), min(len(out), page))
	defer i.end()
	contextAt, pieceAt := i.inWords(context), i.room(min(len(out), page))
	result := OK
	for first := true; result == OK && (first || len(out) > 0); first = false {
		piece := out[:min(len(out), page)]
		result = i.call(spongeOutput, uint64(contextAt), uint64(pieceAt), length(piece))
		i.out(piece, pieceAt)
		out = out[len(piece):]
	}
	i.outWords(context, contextAt)
	return result
}

// SpongeVerify compares the tag of a MAC, and wipes the context.
func SpongeVerify(context []uint64, tag []byte) int {
	i := begin(8*len(context), len(tag))
	defer i.end()
	contextAt, tagAt := i.inWords(context), i.in(tag)
	result := i.call(spongeVerify, uint64(contextAt), uint64(tagAt))
	i.outWords(context, contextAt)
	return result
}

func (i *instance) inNumbers(numbers []uint32) uint32 {
	address := i.room(4 * len(numbers))
	view := i.view(address, 4*len(numbers))
	for k, number := range numbers {
		binary.LittleEndian.PutUint32(view[4*k:], number)
	}
	return address
}

// StreamCreate starts a stream and writes its header.
func StreamCreate(stream []uint64, header []byte, fields []uint32, salt, key []byte) int {
	i := begin(8*len(stream), len(header), 4*len(fields), len(salt), len(key))
	defer i.end()
	streamAt, headerAt, fieldsAt, saltAt, keyAt :=
		i.room(8*len(stream)), i.room(len(header)), i.inNumbers(fields), i.in(salt), i.in(key)
	result := i.call(streamCreate, uint64(streamAt), uint64(headerAt), uint64(fieldsAt), uint64(saltAt), uint64(keyAt))
	i.outWords(stream, streamAt)
	i.out(header, headerAt)
	return result
}

// StreamDecode reads the fields of a header.
func StreamDecode(fields []uint32, salt, header []byte) int {
	i := begin(4*len(fields), len(salt), len(header))
	defer i.end()
	fieldsAt, saltAt, headerAt := i.room(4*len(fields)), i.room(len(salt)), i.in(header)
	result := i.call(streamDecode, uint64(fieldsAt), uint64(saltAt), uint64(headerAt), length(header))
	view := i.view(fieldsAt, 4*len(fields))
	for k := range fields {
		fields[k] = binary.LittleEndian.Uint32(view[4*k:])
	}
	i.out(salt, saltAt)
	return result
}

// StreamOpen starts the stream that has this header.
func StreamOpen(stream []uint64, header, key []byte) int {
	i := begin(8*len(stream), len(header), len(key))
	defer i.end()
	streamAt, headerAt, keyAt := i.room(8*len(stream)), i.in(header), i.in(key)
	result := i.call(streamOpen, uint64(streamAt), uint64(headerAt), length(header), uint64(keyAt))
	i.outWords(stream, streamAt)
	return result
}

// StreamSeal encrypts consecutive chunks.
func StreamSeal(stream []uint64, sealed, text []byte, first uint64, ends bool) int {
	i := begin(8*len(stream), len(sealed), len(text))
	if i == nil {
		return ErrTooLarge
	}
	defer i.end()
	streamAt, sealedAt, textAt := i.inWords(stream), i.room(len(sealed)), i.in(text)
	result := i.call(streamSeal, uint64(streamAt), uint64(sealedAt), uint64(textAt), length(text), first, flag(ends))
	i.out(sealed, sealedAt)
	return result
}

// StreamUnseal decrypts consecutive chunks. opened is the length of the text before the first chunk that is not valid.
func StreamUnseal(stream []uint64, text, sealed []byte, first uint64, ends bool) (opened, result int) {
	i := begin(8*len(stream), len(text), 8, len(sealed))
	if i == nil {
		return 0, ErrTooLarge
	}
	defer i.end()
	streamAt, textAt, lengthAt, sealedAt := i.inWords(stream), i.room(len(text)), i.room(8), i.in(sealed)
	result = i.call(streamUnseal, uint64(streamAt), uint64(textAt), uint64(lengthAt), uint64(sealedAt), length(sealed),
		first, flag(ends))
	var count [1]uint64
	i.outWords(count[:], lengthAt)
	i.out(text, textAt)
	return int(count[0]), result
}

// Keyed computes a keyed function, of the kinds in bridge.h.
func Keyed(kind uint32, out, key, message, text []byte) int {
	i := begin(len(out), len(key), len(message), len(text))
	if i == nil {
		return ErrTooLarge
	}
	defer i.end()
	outAt, keyAt, messageAt, textAt := i.room(len(out)), i.in(key), i.in(message), i.in(text)
	result := i.call(keyed, uint64(kind), uint64(outAt), length(out), uint64(keyAt), length(key), uint64(messageAt),
		length(message), uint64(textAt), length(text))
	if result == OK {
		i.out(out, outAt)
	}
	return result
}

// Check returns an error if contexts do not fit, and writes an algorithm's name.
func Check(algorithm uint32, name []byte) int {
	i := begin(len(name))
	defer i.end()
	nameAt := i.room(len(name))
	result := i.call(check, uint64(algorithm), uint64(nameAt))
	i.out(name, nameAt)
	return result
}
