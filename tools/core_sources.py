"""C sources that have one function for each algorithm, or for each shape of blocks: plain text, in which a search and a
debugger find every function. Written by `./dev generate` (tools/generate.py)."""

from __future__ import annotations

import re
from pathlib import Path

import front_door

from spec.algorithms import ALGORITHMS, Algorithm, Kind
from spec.modes import initial_state

LIBRARY = Path(__file__).resolve().parent.parent / "asconkit"
KEYLESS = (Kind.HASH, Kind.XOF, Kind.CXOF)
SPONGES = (*KEYLESS, Kind.MAC, Kind.PRF)
OPERATIONS = ("absorb", "squeeze", "encrypt", "decrypt")
STATE_ARGUMENTS = "state *s, uint8_t *out, const uint8_t *in, size_t n"

BLOCK_FUNCTION_TYPE = """/* Whole blocks, each followed by the permutation; returns the bytes left. */
typedef size_t block_function(state *s, uint8_t *out, const uint8_t *in, size_t n);

"""

# ---- Shapes of blocks: rate, rounds, byte order -------------------------------------------------------------

Shape = tuple[int, int, str]


def order_name(suffix: str) -> str:
    return {"le": "ASCON_LITTLE_ENDIAN", "be": "ASCON_BIG_ENDIAN"}[suffix]


def order(row: Algorithm) -> str:
    return {"little": "le", "big": "be"}[row.convention.byteorder]


def absorb_shape(row: Algorithm) -> Shape:
    return row.rate, row.b, order(row)


def squeeze_shape(row: Algorithm) -> Shape:
    return row.squeeze, row.b, order(row)


def distinct(items):
    return list(dict.fromkeys(items))


ABSORB = distinct(absorb_shape(row) for row in ALGORITHMS if row.kind in (Kind.AEAD, *SPONGES))
CRYPT = distinct(absorb_shape(row) for row in ALGORITHMS if row.kind is Kind.AEAD)
SQUEEZE = distinct(squeeze_shape(row) for row in ALGORITHMS if row.kind in SPONGES)
(CUSTOMIZED,) = distinct(absorb_shape(row) for row in ALGORITHMS if row.kind is Kind.CXOF)
SHAPES = {"absorb": ABSORB, "squeeze": SQUEEZE, "encrypt": CRYPT, "decrypt": CRYPT}
ALL_SHAPES = sorted({*ABSORB, *SQUEEZE}, key=lambda shape: (shape[2] == "be", shape[0], shape[1]))


def suffix(shape: Shape) -> str:
    return "_".join(str(part) for part in shape)


def label(shape: Shape) -> str:
    return f"BLOCKS_{suffix(shape)}"


def block_shapes() -> str:
    text = "/* What a block loop depends on: bytes of a block, rounds after it, byte order. */\n"
    text += "typedef enum block_shape {\n  NO_BLOCKS,\n"
    return text + ",\n".join(f"  {label(shape)}" for shape in ALL_SHAPES) + "\n} block_shape;\n"


def selection(prefix: str) -> str:
    """The block function for an operation and an algorithm."""
    text = "/* That of an algorithm for an operation; constants, and the call is "
    text += "a direct one. NULL if there is none. */\n"
    text += "INLINED block_function *find_block_function(const params *p, operation op) {\n"
    text += "  switch (op == OP_SQUEEZE ? p->squeeze_shape : p->shape) {\n"
    for shape in ALL_SHAPES:
        text += f"    case {label(shape)}:\n"
        for operation in OPERATIONS:
            if shape in SHAPES[operation]:
                text += f"      if (op == OP_{operation.upper()}) return {prefix}{operation}_{suffix(shape)};\n"
        text += "      break;\n"
    return text + "    default: break;\n  }\n  return NULL;\n}\n\n"


def block_functions() -> str:
    """state/block_functions.h: the loops in C."""
    text = "/* Block loops in C, one for each operation and shape. Included by the backends in C. */\n\n"
    text += '#include "block_loop.h"\n\n#define HAVE_BLOCK_FUNCTIONS 1\n\n'
    text += BLOCK_FUNCTION_TYPE
    for operation in OPERATIONS:
        for shape in SHAPES[operation]:
            rate, rounds, end = shape
            text += f"OUTLINED size_t {operation}_{suffix(shape)}({STATE_ARGUMENTS}) {{\n"
            text += f"  return block_loop(s, OP_{operation.upper()}, out, in, n, {rate}, "
            text += f"{rounds}, {order_name(end)});\n}}\n\n"
    return text + selection("").rstrip("\n") + "\n"


ASSEMBLY_CONTRACT = """/* The functions in assembly of the backend {name}. backend.h of this folder includes this file;
   its .S files include functions.inc, which lists the same functions.

   Common to all of them: the calling convention of C. Lengths and pointers are public, and nothing else decides on
   branches and addresses. *s is in the form in which a context holds it. `out` and `in` are multiples of
   BLOCK_FUNCTIONS_ALIGNMENT (backend.h); `out` is `in`, or disjoint from it. Exactly the blocks are read and written.
   {stack} */

"""
# What the functions leave below the frame of their caller.
CLEAN_STACK = """On the stack they use at most ASCON_ASSEMBLY_STACK bytes (backend.h), and leave no secret there."""
USED_STACK = """They leave words of the state on the stack, within the ASCON_STACK_BYTES (backend.h) that a public call
   overwrites at its end."""

ROUNDS_CONTRACT = """/* The last `rounds` of the 16 rounds of SP 800-232, section 3: 1 to 16. May leave words of the
   state in registers. */
"""

LOOPS_CONTRACT = """/* Block loops, named OPERATION_RATE_ROUNDS_ORDER: blocks of RATE bytes, each followed by ROUNDS
   rounds, in this byte order. The result is how many of the n bytes are left. absorb, encrypt and decrypt are called
   with n >= RATE and leave less than RATE bytes; squeeze is called with n > RATE and leaves 1 to RATE bytes, as no
   permutation follows the last block. absorb ignores `out`, squeeze ignores `in`. */
"""

ENDS_CONTRACT = """/* The start and the end of AEAD with a key of 16 bytes and 12 rounds; modes/assembly_ends.h calls
   them.

   start    aead_initialize() of modes/aead.h. Finds the IV in word 0 of k->state; leaves the key, in the form of the
            state, in k->key. key and nonce have 16 bytes each, aligned like data; they may be in *k.
   finish   aead_finalize() there, for a state whose last block is padded. Writes 16 bytes of tag, aligned like data,
            which may be in *k. Nothing else of the state remains, and no secret in a register. */
struct keyed_state;
"""


def assembly_header(name: str, ends: bool) -> str:
    """backends/NAME/functions.h: what the backend's assembly defines."""
    backend = (LIBRARY / "backends" / name / "backend.h").read_text(encoding="utf-8")
    stack = CLEAN_STACK if "define ASCON_ASSEMBLY_STACK" in backend else USED_STACK
    text = ASSEMBLY_CONTRACT.format(name=name, stack=stack)
    text += '#include "../../state/in_place.h"\n\n'
    text += "#define HAVE_BLOCK_FUNCTIONS 1\n#define HAVE_ASSEMBLY_FUNCTIONS 1\n\n"
    text += BLOCK_FUNCTION_TYPE
    prefix = f"ascon_{name}_"
    text += ROUNDS_CONTRACT + f"void {prefix}rounds(state *s, unsigned rounds);\n\n" + LOOPS_CONTRACT
    for operation in OPERATIONS:
        for shape in SHAPES[operation]:
            text += f"size_t {prefix}{operation}_{suffix(shape)}({STATE_ARGUMENTS});\n"
    text += "\n" + selection(prefix)
    if ends:
        text += ENDS_CONTRACT
        for end in ("le", "be"):
            text += f"void {prefix}start_{end}(struct keyed_state *k, const uint8_t *key, const uint8_t *nonce);\n"
        for shape in CRYPT:
            text += f"void {prefix}finish_{suffix(shape)}(struct keyed_state *k, uint8_t *tag);\n"
        text += "\nINLINED void aead_start(struct keyed_state *k, const params *p, "
        text += "const uint8_t *key, const uint8_t *nonce) {\n"
        text += f"  if (p->order == ASCON_LITTLE_ENDIAN) {prefix}start_le(k, key, nonce);\n"
        text += f"  else {prefix}start_be(k, key, nonce);\n}}\n\n"
        text += "INLINED void aead_finish(struct keyed_state *k, const params *p, "
        text += "uint8_t *tag) {\n  switch (p->shape) {\n"
        for shape in CRYPT:
            text += f"    case {label(shape)}: {prefix}finish_{suffix(shape)}(k, tag); break;\n"
        text += "    default: break;\n  }\n}\n"
    return text.rstrip("\n") + "\n"


def assembly_list(name: str, ends: bool) -> str:
    """backends/NAME/functions.inc: the same functions, as calls of the assembler macros that write them."""
    text = "/* The functions of functions.h. The including file defines the assembler's macros\n\n"
    text += "     BLOCK_FUNCTION name, operation, rate, rounds, order\n"
    if ends:
        text += "     START_FUNCTION name, order\n     FINISH_FUNCTION name, rate, order\n"
    text += "\n   ASSEMBLER_NAME is what the object format puts before a name in C. */\n\n"
    for operation in OPERATIONS:
        for shape in SHAPES[operation]:
            text += f"        BLOCK_FUNCTION ASSEMBLER_NAME(ascon_{name}_{operation}_{suffix(shape)}), "
            text += ", ".join((operation, *(str(part) for part in shape))) + "\n"
    if ends:
        for end in ("le", "be"):
            text += f"        START_FUNCTION ASSEMBLER_NAME(ascon_{name}_start_{end}), {end}\n"
        for shape in CRYPT:
            text += "        FINISH_FUNCTION "
            text += f"ASSEMBLER_NAME(ascon_{name}_finish_{suffix(shape)}), {shape[0]}, {shape[2]}\n"
    return text


def in_assembly() -> dict[str, bool]:
    """The backends whose block loops are in assembly, and whether they have the ends of AEAD too."""
    found = {}
    for path in sorted((LIBRARY / "backends").glob("*/backend.h")):
        text = path.read_text(encoding="utf-8")
        if re.search(r'^#include "functions\.h"', text, re.M):
            found[path.parent.name] = "define AEAD_ENDS_IN_ASSEMBLY 1" in text
    return found


def last_blocks() -> str:
    """state/last_blocks.h: the last block of each rate and byte order."""
    text = "/* The last block of a string and its padding, one function for each rate and byte order. Included by\n"
    text += '   outlined.h. */\n\n'
    rates = {name: distinct((rate, end) for rate, _, end in SHAPES[name]) for name in OPERATIONS}
    for rate, end in rates["absorb"]:
        frame = "OUTLINED" if rate <= 16 else "INLINED"  # those of few algorithms
        text += f"{frame} void absorb_last_{rate}_{end}(state *s, const uint8_t *in, size_t n) {{\n"
        text += f"  absorb_last(s, in, n, {rate}, {order_name(end)});\n}}\n\n"
    for operation in ("encrypt", "decrypt"):
        for rate, end in rates[operation]:
            text += f"OUTLINED void {operation}_last_{rate}_{end}({STATE_ARGUMENTS}) {{\n"
            text += f"  crypt_last(s, OP_{operation.upper()}, out, in, n, {rate}, {order_name(end)});\n}}\n\n"
    for rate, end in rates["squeeze"]:
        text += f"OUTLINED void squeeze_last_{rate}_{end}(state *s, uint8_t *out, size_t n) {{\n"
        text += f"  squeeze_last(s, out, n, {rate}, {order_name(end)});\n}}\n\n"

    def choose(name: str, arguments: str, operation: str, call) -> str:
        field = "squeeze_shape" if operation == "squeeze" else "shape"
        part = f"INLINED void {name}(state *s, const params *p, {arguments}) {{\n  switch (p->{field}) {{\n"
        for rate_end in rates[operation]:
            for shape in SHAPES[operation]:
                if (shape[0], shape[2]) == rate_end:
                    part += f"    case {label(shape)}:\n"
            part = part.rstrip("\n") + f" {call('_'.join(str(item) for item in rate_end))}; break;\n"
        return part + "    default: break;\n  }\n}\n\n"

    text += choose("absorb_last_block", "const uint8_t *in, size_t n", "absorb", lambda x: f"absorb_last_{x}(s, in, n)")
    both = "(op == OP_ENCRYPT ? encrypt_last_{0} : decrypt_last_{0})(s, out, in, n)"
    text_arguments = "operation op, uint8_t *out, const uint8_t *in, size_t n"
    text += choose("crypt_last_block", text_arguments, "encrypt", both.format)
    text += choose("squeeze_last_block", "uint8_t *out, size_t n", "squeeze", lambda x: f"squeeze_last_{x}(s, out, n)")
    return text.rstrip("\n") + "\n"


def compact_functions() -> str:
    """state/compact_functions.h: whole strings of AEAD, one function for each shape, and those of a CXOF."""
    text = "/* Whole strings of AEAD and their padding, both associated data and text, "
    text += "one function for each shape, and\n"
    text += "   one for those of a CXOF. Included by compact.h. */\n\n"
    arguments = "operation op, uint8_t *out, const uint8_t *in, size_t n"
    for shape in CRYPT:
        rate, rounds, end = shape
        text += f"OUTLINED void duplex_{suffix(shape)}(state *s, {arguments}) {{\n"
        text += f"  const params p = {{.rate = {rate}, .rounds_b = {rounds}, .order = {order_name(end)}}};\n"
        text += "  ASSUME(op != OP_SQUEEZE);\n  duplex(s, &p, op, out, in, n);\n}\n\n"
    rate, rounds, end = CUSTOMIZED
    text += "/* A customization string and a message: the two strings of a CXOF. */\n"
    text += f"OUTLINED void absorb_string_{suffix(CUSTOMIZED)}(state *s, const uint8_t *in, size_t n) {{\n"
    text += f"  const params p = {{.rate = {rate}, .rounds_b = {rounds}, .order = {order_name(end)}}};\n"
    text += "  absorb_string(s, &p, in, n);\n}\n\n"
    text += f"INLINED void duplex_function(state *s, const params *p, {arguments}) {{\n  switch (p->shape) {{\n"
    for shape in CRYPT:
        text += f"    case {label(shape)}: duplex_{suffix(shape)}(s, op, out, in, n); break;\n"
    return text + "    default: break;\n  }\n}\n"


# ---- Algorithms ---------------------------------------------------------------------------------------------


def title(row: Algorithm) -> str:
    return f"{row.name} ({row.convention.name})"


AEADS = [row for row in ALGORITHMS if row.kind is Kind.AEAD]
OTHERS = [row for row in ALGORITHMS if row.kind is not Kind.AEAD]


def algorithm_params() -> str:
    """modes/algorithms.h: the rows as constants."""
    text = "/* Every algorithm as the modes see it. */\n\n"
    text += '#include "../state/params.h"\n\n'
    text += "/* The state after the initial permutation, where it is a constant. */\n"
    text += "#if ASCON_PRECOMPUTE && !ASCON_PRINT_STATE\n#define PRECOMPUTED(words) words\n"
    for row in ALGORITHMS:
        if row.kind in KEYLESS:
            words = ", ".join(f"0x{word:016x}" for word in initial_state(row))
            text += f"static const uint64_t {row.c_name}_initial[5] = {{{words}}};\n"
    text += "#else\n#define PRECOMPUTED(words) NULL\n#endif\n"
    text += "\n/* A copy in every file, so that compilers know the values; ascon.c has those with an address. */\n"
    text += "#ifndef PARAMS\n#define PARAMS(name) UNUSED static const params name##_params\n#endif\n"
    for row in ALGORITHMS:
        fields = {
            "iv": f"0x{row.iv:016x}",
            "initial": f"PRECOMPUTED({row.c_name}_initial)" if row.kind in KEYLESS else "NULL",
            "kind": f"ASCON_KIND_{row.kind.name}",
            "order": order_name(order(row)),
            "key_length": row.cipher_key,
            "rate": row.rate,
            "squeeze_rate": row.squeeze,
            "rounds_a": row.a,
            "rounds_b": row.b,
            "shape": label(absorb_shape(row)) if row.kind is not Kind.PRFSHORT else "NO_BLOCKS",
            "squeeze_shape": label(squeeze_shape(row)) if row.kind in SPONGES else "NO_BLOCKS",
            "output_length": row.output,
            "min_tag_length": row.min_tag,
            "nonce_mask": int(row.nonce_mask),
        }
        text += f"\n/* {title(row)} */\nPARAMS({row.c_name}) = {{\n"
        text += "".join(f"    .{name} = {value},\n" for name, value in fields.items()) + "};\n"
    return text


def instances() -> str:
    """modes/instances.h: every mode for every algorithm."""
    text = "/* Every algorithm's modes, with its parameters as constants. The engine "
    text += "says which functions have a frame of\n"
    text += "   their own, and clears what a message has left below them: see FRAMES in state/engine.h. */\n\n"
    text += '#include "aead.h"\n#include "algorithms.h"\n#include "prfshort.h"\n#include "sponge.h"\n'
    for row in AEADS:
        name, frame = row.c_name, "FRAME_OF_MESSAGE" if row.key == 16 else "FRAME_OF_KEYED_MESSAGE"
        text += f"\n/* ---- {title(row)} ---- */\n\n"
        text += f"FRAME_OF_BOTH_DIRECTIONS ascon_result {name}_crypt(const ascon_message *m, operation op) {{\n"
        text += f"  RETURN_IF_ERROR(check_aead(&{name}_params, m));\n"
        text += f"  return aead_crypt(&{name}_params, m, op);\n}}\n\n"
        for operation in ("encrypt", "decrypt"):
            text += f"{frame} ascon_result {name}_{operation}_message(const ascon_message *m) {{\n"
            text += f"  return {name}_crypt(m, OP_{operation.upper()});\n}}\n\n"
            text += f"INLINED ascon_result {name}_{operation}(const ascon_message *m) {{\n"
            text += f"  ascon_result result = {name}_{operation}_message(m);\n"
            text += f"  clear_after_message(&{name}_params);\n  return result;\n}}\n\n"
    for row in OTHERS:
        name, frame = row.c_name, "FRAME_OF_MESSAGE" if row.kind in KEYLESS else "FRAME_OF_KEYED_MESSAGE"
        mode = "prfshort" if row.kind is Kind.PRFSHORT else "sponge"
        text += f"\n/* ---- {title(row)} ---- */\n\n"
        text += f"{frame} void {name}_message(const ascon_message *m) {{\n"
        text += f"  {mode}_compute(&{name}_params, m);\n}}\n\n"
        text += f"INLINED ascon_result {name}_compute(const ascon_message *m) {{\n"
        text += f"  RETURN_IF_ERROR(check_sponge(&{name}_params, m));\n"
        text += f"  {name}_message(m);\n  clear_after_message(&{name}_params);\n  return ASCON_OK;\n}}\n"
    return text


# The functions of a backend that are not of one algorithm: calls in pieces, and the state.
SHARED_ENTRIES = {
    "void aead_pieces_start": "ascon_aead_ctx *ctx, const params *p, const uint8_t *nonce, const uint8_t *key",
    "void aead_pieces_update": "ascon_aead_ctx *ctx, operation op, uint8_t *out, const uint8_t *in, size_t n",
    "void aead_pieces_end_ad": "ascon_aead_ctx *ctx, int any",
    "int aead_pieces_finish": "ascon_aead_ctx *ctx, operation op, uint8_t *tag, size_t tag_length",
    "void sponge_pieces_start": "ascon_sponge_ctx *ctx, const params *p, const uint8_t *prefix, size_t length",
    "void sponge_pieces_absorb": "ascon_sponge_ctx *ctx, const uint8_t *in, size_t n",
    "void sponge_pieces_end_absorb": "ascon_sponge_ctx *ctx",
    "void sponge_pieces_squeeze": "ascon_sponge_ctx *ctx, uint8_t *out, size_t n",
    "void stored_set": "ascon_words *stored, const uint64_t words[5]",
    "void stored_permute": "ascon_words *stored, unsigned rounds",
    "void stored_bytes": "ascon_words *stored, operation op, size_t offset, uint8_t *out, const uint8_t *in, size_t n, "
    "byte_order order",
    "size_t stored_blocks": "ascon_words *stored, const params *p, operation op, uint8_t *out, const uint8_t *in, "
    "size_t n",
}


# The part that an algorithm belongs to. Each part is one object of a backend and one of the public calls, so that
# linkers that take whole objects leave the other parts out. Contexts are a separate part.
PARTS = {"aead128": "Ascon-AEAD128", "hash": "Hash256, XOF128 and CXOF128", "others": "the other algorithms"}


def part(row: Algorithm) -> str:
    if row.c_name == "aead128":
        return "aead128"
    return "hash" if row.c_name in ("hash256", "xof128", "cxof128") else "others"


def entries(row: Algorithm) -> list[str]:
    """The functions of one algorithm."""
    operations = ("encrypt", "decrypt") if row.kind is Kind.AEAD else ("compute",)
    return [f"{row.c_name}_{operation}" for operation in operations]


def dispatched() -> str:
    """api/dispatched.h: the functions of instances.h, by the row of the algorithm and the active backend."""
    text = "/* The functions of modes/instances.h in builds with several backends: a row for each, with that of every\n"
    text += "   backend, in the order of backends.h. A call takes the active one. */\n\n"
    text += '#include "../modes/algorithms.h"\n#include "dispatch.h"\n'
    for name in (entry for row in ALGORITHMS for entry in entries(row)):
        text += f"\nROW(message_function, {name});\n"
        text += f"INLINED ascon_result {name}(const ascon_message *m) {{\n"
        text += f"  return {name}_row[active_backend()](m);\n}}\n"
    text += "\n/* The parameters that contexts and rows point to: those of ascon.c. */\n"
    text += "".join(f"OF_LIBRARY extern const params LINKER_NAME(params, {row.c_name});\n" for row in ALGORITHMS)
    text += "\n/* Calls in pieces and the state, by the backend that a context was started with. */\n"
    for head in SHARED_ENTRIES:
        name = head.split()[-1]
        text += f"ROW({name}_function, {name});\n"
    return text + "ROW(clear_stack_function, clear_stack);\n"


def entry_points() -> str:
    """modes/entries.h: what a backend gives to the rows of api/dispatched.h."""
    text = "/* What a backend gives to the rows of api/dispatched.h: the functions of instances.h and those\n"
    text += "   for contexts, under names that begin with that of the backend. PART says which this object has. */\n\n"
    text += '#include "backend_table.h"\n'
    for name in PARTS:
        text += f"\n#if PART == PART_{name.upper()}\n#include \"instances.h\"\n\n"
        for function in (entry for row in ALGORITHMS if part(row) == name for entry in entries(row)):
            text += f"ascon_result ENTRY({function})(const ascon_message *m) {{ return {function}(m); }}\n"
        text += "#endif\n"
    text += '\n#if PART == PART_PIECES\n#include "aead_pieces.h"\n#include "sponge_pieces.h"\n#include "stored.h"\n\n'
    for head, arguments in SHARED_ENTRIES.items():
        result, function = head.split()
        given = ", ".join(argument.split()[-1].lstrip("*").removesuffix("[5]") for argument in arguments.split(", "))
        back = "" if result == "void" else "return "
        text += f"{result} ENTRY({function})({arguments}) {{\n  {back}{function}({given});\n}}\n"
    text += "void ENTRY(clear_stack)(void) { clear_stack(); }\n\n"
    text += "/* For tools that count, prove or emulate the permutation. */\n"
    text += "void ENTRY(permute)(ascon_words *words, unsigned rounds);\n"
    text += "void ENTRY(permute)(ascon_words *words, unsigned rounds) { stored_permute(words, rounds); }\n"
    return text + "#endif\n"


# Macros for public calls that are named after algorithms, by the end of the name: see platform/compiler.h.
OUTSIDE = {"_encrypt": "NO_PARTIAL_INLINE ", "_decrypt": "NO_PARTIAL_INLINE ", "_decrypt_combined": "MODULAR "}


def pieces(row: Algorithm) -> str:
    """The calls of ascon.h for a message in pieces of this algorithm."""
    text = ""
    for call in front_door.calls(row.c_name):
        if not call.in_pieces:
            continue
        if call.ending == "_init":
            start = "start_aead" if row.kind is Kind.AEAD else "start_sponge"
            body = f"{start}(ctx, PARAMS_OF({row.c_name}), {', '.join(call.names[1:]) or 'NULL, 0'})"
        else:
            body = f"ascon_any_{row.kind.value}{call.ending}({', '.join(call.names)})"
        text += f"ascon_result ascon_{row.c_name}{call.ending}({call.arguments}) {{\n  return {body};\n}}\n\n"
    return text


IN_ONE_OBJECT = """/* {what}.
   In a build with one backend ascon.c includes this file. */
/* clang-format off */
#include "../platform/compiler.h"

#if !ASCON_DIRECT || defined(IN_ASCON_C)
"""


def named_pieces() -> str:
    """api/pieces.c: the public calls for messages in pieces, with those that are named after algorithms."""
    text = IN_ONE_OBJECT.format(what="The public calls for messages in pieces, and for the state")
    text += '#include "../ascon.h"\n#include "aead_pieces_calls.h"\n#include "sponge_pieces_calls.h"\n'
    text += '#include "state_calls.h"\n'
    for row in ALGORITHMS:
        if calls := pieces(row):
            text += f"\n/* ---- {title(row)} ---- */\n\n{calls}"
    return text.rstrip("\n") + "\n\n#endif\n"


def named_calls(calls, sizes, name: str) -> str:
    """api/PART.c: the public calls for whole messages that are named after algorithms, and the objects of
    these algorithms."""
    what = f"The named calls for whole messages of {PARTS[name]}, and their rows of ascon_any.h"
    text = IN_ONE_OBJECT.format(what=what)
    headers = ("ascon_algorithms", "ascon_prf", "ascon_v12") if name == "others" else ("ascon_algorithms",)
    text += "".join(f'#include "../{header}.h"\n' for header in headers) + '#include "checks.h"\n'
    for row in (row for row in ALGORITHMS if part(row) == name):
        text += f"\n/* ---- {title(row)} ---- */\n\n"
        if front_door.calls(row.c_name):  # the header must say what the table says
            asserted = re.findall(r"#define (\w+) (\d+)", sizes(row))
            text += "".join(f'_Static_assert({macro} == {value}, "spec/algorithms.py");\n' for macro, value in asserted)
            text += "\n" if asserted else ""
        for call in calls(row):
            head = f"{OUTSIDE.get(call.ending, '')}ascon_result ascon_{row.c_name}{call.ending}({call.arguments})"
            text += f"{head} {{\n{named_body(row, call.ending)}}}\n\n"
        text += algorithm_object(row)
    return text.rstrip("\n") + "\n\n#endif\n"


def named_body(row: Algorithm, ending: str) -> str:
    name = row.c_name
    message = "  ascon_message m; /* the fields of this kind */\n"
    if row.kind is Kind.AEAD:
        tail = "ad, ad_length, nonce, key"
        rest = "  m.ad = ad, m.ad_length = ad_length, m.nonce = nonce, m.key = key;\n"
        return {
            "_encrypt": f"{message}  m.out = ciphertext, m.in = plaintext, m.length = length;\n"
            f"  m.tag = tag, m.tag_length = tag_length;\n{rest}  return {name}_encrypt(&m);\n",
            "_decrypt": f"{message}  m.out = plaintext, m.in = ciphertext, m.length = length;\n"
            f"  m.tag = without_const(tag), m.tag_length = tag_length;\n{rest}  return {name}_decrypt(&m);\n",
            "_encrypt_combined": "  RETURN_IF_ERROR(check_sealed(sealed, plaintext, length));\n"
            f"  return ascon_{name}_encrypt(sealed, sealed + length, TAG_LENGTH, plaintext, length, {tail});\n",
            "_decrypt_combined": "  const size_t length = sealed_length - TAG_LENGTH;\n"
            "  RETURN_IF_ERROR(check_sealed(sealed, plaintext, length));\n"
            f"  return ascon_{name}_decrypt(plaintext, sealed, length, sealed + length, TAG_LENGTH, {tail});\n",
        }[ending]
    if ending == "_verify":
        text = "  uint8_t computed[TAG_LENGTH];\n  if (!tag) return ASCON_ERR_NULL;\n"
        return text + f"  return compare_tag(ascon_{name}(computed, message, length, key), computed, tag);\n"
    out = {Kind.HASH: "m.out = digest", Kind.MAC: "m.tag = tag"}.get(row.kind, "m.out = out, m.out_length = out_length")
    before = "" if row.kind in KEYLESS else "  m.key = key;\n"
    if row.kind is Kind.CXOF:
        before = "  m.ad = customization, m.ad_length = customization_length;\n"
    return f"{message}  {out}, m.in = message, m.length = length;\n{before}  return {name}_compute(&m);\n"


def algorithm_object(row: Algorithm) -> str:
    nonce = "NONCE_LENGTH" if row.kind is Kind.AEAD else 0
    functions = ("encrypt", "decrypt") if row.kind is Kind.AEAD else ("compute",)
    rows = ", ".join(f".{function} = {row.c_name}_{function}_row" for function in functions)
    text = f"ROWS({row.c_name}, {rows});\n"
    text += f"const ascon_algorithm ascon_algorithm_{row.c_name} = {{\n"
    text += f'    "{row.name}", "{row.convention.name}", PARAMS_OF({row.c_name}), ROWS_OF({row.c_name}), '
    return text + f"ASCON_KIND_{row.kind.name}, {row.key}, {nonce}, {row.min_tag}, {row.output}, {row.rate}}};\n"


def algorithm_list() -> str:
    """api/algorithm_list.h: what ascon_any_at() gives."""
    text = "/* The order of the algorithms. Included once, by any.c. */\n\n"
    text += '#include "../ascon_algorithms.h"\n\n'
    text += "static const ascon_algorithm *const algorithms[] = {\n"
    return text + "".join(f"    &ascon_algorithm_{row.c_name},\n" for row in ALGORITHMS) + "};\n"


def kernels() -> str:
    """batch/kernels.h: the modes of batches for each shape of blocks, and the one for an algorithm."""
    text = "/* The modes of batches with rate, rounds and byte order as constants: one function for each shape and\n"
    text += "   direction, in which a group of one register for each word has code of its own. Included by\n"
    text += "   engine.h. */\n\n"
    text += '#include "aead.h"\n#include "prfshort.h"\n#include "sponge.h"\n\n'
    text += "/* The row of an algorithm, in which these parameters are known to the compiler. */\n"
    text += "INLINED params with_shape(const params *row, uint8_t rate, uint8_t squeeze_rate, uint8_t rounds_b,\n"
    text += "                          byte_order order, uint8_t key_length) {\n  params p = *row;\n"
    text += "  p.rate = rate, p.squeeze_rate = squeeze_rate, p.rounds_a = 12, p.rounds_b = rounds_b;\n"
    text += "  p.order = (uint8_t)order, p.key_length = key_length;\n  return p;\n}\n\n"
    text += "typedef void aead_kernel(group *g, const params *row);\n"
    text += "typedef void sponge_kernel(group *g, const params *row, const uint64_t *initial, int verify);\n\n"

    def both_sizes(call) -> str:
        return f"  if (g->registers == 1) {call(1)};\n  else {call('REGISTERS')};\n}}\n\n"

    def key_length(shape: Shape) -> str:
        lengths = {row.cipher_key for row in AEADS if absorb_shape(row) == shape}
        return str(*lengths) if len(lengths) == 1 else "row->key_length"

    for operation in ("encrypt", "decrypt"):
        for shape in CRYPT:
            rate, rounds, end = shape
            text += f"OUTLINED void kernel_{operation}_{suffix(shape)}(group *g, const params *row) {{\n"
            text += f"  const params p = with_shape(row, {rate}, 0, {rounds}, {order_name(end)}, "
            text += f"{key_length(shape)});\n"
            text += both_sizes(lambda n, op=operation.upper(): f"aead_crypt(g, &p, OP_{op}, {n})")
    arguments = "group *g, const params *row, const uint64_t *initial, int verify"
    sponges = distinct((absorb_shape(row), squeeze_shape(row)) for row in ALGORITHMS if row.kind in SPONGES)
    for shape, squeezed in sponges:
        text += f"OUTLINED void kernel_sponge_{suffix(shape)}({arguments}) {{\n"
        text += f"  const params p = with_shape(row, {shape[0]}, {squeezed[0]}, {shape[1]}, {order_name(shape[2])}, "
        text += "row->key_length);\n"
        text += both_sizes(lambda n: f"sponge_compute(g, &p, initial, verify, {n})")
    for end in ("le", "be"):
        text += f"OUTLINED void kernel_prfshort_{end}({arguments}) {{\n"
        text += f"  const params p = with_shape(row, 16, 16, 12, {order_name(end)}, 16);\n"
        text += "  (void)initial, (void)verify;\n"
        text += both_sizes(lambda n: f"prfshort_compute(g, &p, {n})")
    text += "/* NULL is not reached: every algorithm has its shape. */\n"
    text += "static aead_kernel *find_aead_kernel(const params *row, operation op) {\n  switch (row->shape) {\n"
    for shape in CRYPT:
        text += f"    case {label(shape)}:\n      return op == OP_ENCRYPT ? kernel_encrypt_{suffix(shape)} : "
        text += f"kernel_decrypt_{suffix(shape)};\n"
    text += "    default: return NULL;\n  }\n}\n\n"
    text += "static sponge_kernel *find_sponge_kernel(const params *row) {\n  if (row->kind == ASCON_KIND_PRFSHORT)\n"
    text += "    return row->order == ASCON_LITTLE_ENDIAN ? kernel_prfshort_le : kernel_prfshort_be;\n"
    text += "  switch (row->shape) {\n"
    for shape, _ in sponges:
        text += f"    case {label(shape)}: return kernel_sponge_{suffix(shape)};\n"
    return text + "    default: return NULL;\n  }\n}\n"


# Text before the guard of headers that are included in the middle of a backend's backend.h. If such a header is
# compiled alone, this include provides what it needs, and includes the header itself in its place.
BEFORE_GUARD = {
    "state/block_functions.h": '#include "alone.h"\n\n',
    "state/last_blocks.h": '#include "alone.h"\n\n',
    "state/compact_functions.h": '#ifndef ASCON_COMPACT_H /* read alone */\n#include "compact.h"\n#endif\n\n',
}


def guarded(name: str, notice: str, body: str) -> str:
    guard = "ASCON_" + re.sub(r"\W", "_", name.upper())
    before = BEFORE_GUARD.get(name, "")
    return f"{notice}/* clang-format off */\n{before}#ifndef {guard}\n#define {guard}\n\n{body}\n#endif\n"


def outputs(notice, source: str, calls, sizes) -> dict:
    """File name: what writes it."""
    writers = {
        "state/block_shapes.h": block_shapes,
        "state/block_functions.h": block_functions,
        "state/last_blocks.h": last_blocks,
        "state/compact_functions.h": compact_functions,
        "modes/algorithms.h": algorithm_params,
        "modes/instances.h": instances,
        "modes/entries.h": entry_points,
        "api/dispatched.h": dispatched,
        "api/algorithm_list.h": algorithm_list,
        "batch/kernels.h": kernels,
    }
    for name, ends in in_assembly().items():
        writers[f"backends/{name}/functions.h"] = lambda name=name, ends=ends: assembly_header(name, ends)

    def header(name: str, write):
        return lambda: guarded(name, notice(source), write())

    result = {f"asconkit/{name}": header(name, write) for name, write in writers.items()}
    for name, ends in in_assembly().items():
        result[f"asconkit/backends/{name}/functions.inc"] = (
            lambda name=name, ends=ends: f"{notice(source)}{assembly_list(name, ends)}"
        )
    for name in PARTS:
        result[f"asconkit/api/{name}.c"] = lambda name=name: notice(source) + named_calls(calls, sizes, name)
    result["asconkit/api/pieces.c"] = lambda: notice(source) + named_pieces()
    for folder in sorted(path.parent for path in LIBRARY.glob("backends/*/backend.h")):
        for name in PARTS:
            result[f"asconkit/backends/{folder.name}/{folder.name}_{name}.c"] = (
                lambda folder=folder, name=name: f"{notice(source)}"
                f'#define PART PART_{name.upper()}\n#include "{folder.name}.c"\n'
            )
    return result
