"""C sources that have one function for each algorithm, or for each shape of blocks: plain text, in which a search and a
debugger find every function. Written by `./dev generate` (tools/generate.py)."""

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
STRING_ARGUMENTS = "uint8_t *out, const uint8_t *in, size_t n"

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
PADDING = {"le": "0x01", "be": "0x80"}
ALL_SHAPES = sorted({*ABSORB, *SQUEEZE}, key=lambda shape: (shape[2] == "be", shape[0], shape[1]))


def suffix(shape: Shape) -> str:
    return "_".join(str(part) for part in shape)


def label(shape: Shape) -> str:
    return f"BLOCKS_{suffix(shape)}"


def block_shapes() -> str:
    text = "/* What a block loop depends on: bytes of a block, rounds after it, byte order. */\n"
    text += "typedef enum block_shape {\n  NO_BLOCKS,\n"
    return text + ",\n".join(f"  {label(shape)}" for shape in ALL_SHAPES) + "\n} block_shape;\n"


def block_functions() -> str:
    """The loops in C: one function for each operation and shape of blocks."""
    text = "#ifdef BLOCK_LOOP /* whole blocks in C */\n"
    for operation in OPERATIONS:
        for shape in SHAPES[operation]:
            rate, rounds, end = shape
            text += f"BLOCK_LOOP size_t {operation}_{suffix(shape)}({STATE_ARGUMENTS}) {{\n"
            text += f"  return block_loop(s, OP_{operation.upper()}, out, in, n, {rate}, "
            text += f"{rounds}, {order_name(end)});\n}}\n\n"
    return text + "#endif\n\n"


def shapes() -> str:
    """core/state/shapes.h: strings for each shape."""
    text = "/* A string for each shape of blocks: bytes of a block, rounds after it, byte order. Included by\n"
    text += "   strings.h. core/modes/algorithms.h puts these functions into the rows of the algorithms. */\n\n"
    text += block_functions()
    text += "/* The smallest code, and builds that print the state, have no block functions. */\n"
    text += "#if !defined(BLOCKS) || ASCON_COMPACT || ASCON_PRINT_STATE\n#define BLOCK_FUNCTION(name) NULL\n"
    text += "#else\n#define BLOCK_FUNCTION(name) ASCON_JOINED(BLOCKS, name)\n#endif\n\n"
    text += "/* For the smallest code, a function in assembly does the whole string. */\n#ifdef STRINGS_IN_ASSEMBLY\n"
    text += "#define RETURN_FROM_ASSEMBLY(name) "
    text += "do { ASCON_JOINED(BLOCKS, name)(s, op, out, in, n); return; } while (0)\n"
    text += "#else\n#define RETURN_FROM_ASSEMBLY(name) (void)0\n#endif\n\n"
    for shape in ALL_SHAPES:
        rate, rounds, end = shape
        names = [name for name in OPERATIONS if shape in SHAPES[name]]
        blocks = ", ".join(f"[OP_{name.upper()}] = BLOCK_FUNCTION({name}_{suffix(shape)})" for name in names)
        text += f"static const shape shape_{suffix(shape)} = {{{rate}, {rounds}, {order_name(end)}, {{{blocks}}}}};\n"
        text += f"STRINGS void string_{suffix(shape)}(void *s, operation op, {STRING_ARGUMENTS}) {{\n"
        text += f"  ASSUME({' || '.join('op == OP_' + name.upper() for name in names)});\n"
        text += f"  RETURN_FROM_ASSEMBLY(string_{suffix(shape)});\n"
        text += f"  const size_t end = duplex_string(s, &shape_{suffix(shape)}, op, 0, out, in, n);\n"
        text += f"  if (op != OP_SQUEEZE) state_xor_byte(s, end, {PADDING[end]}, {order_name(end)});\n}}\n\n"
    return text.rstrip("\n") + "\n"


ASSEMBLY_CONTRACT = """/* The functions in assembly of a backend. Its backend.h defines BLOCKS, what their names begin
   with, such as ascon_armv7m_, and includes this file; its .S files include functions.inc, which lists the same.

   Common to all of them: the calling convention of C. Lengths and pointers are public, and nothing else decides on
   branches and addresses. *s is in the form in which a context holds it. `out` and `in` are multiples of
   BLOCK_FUNCTIONS_ALIGNMENT (backend.h); `out` is `in`, or disjoint from it. Exactly the blocks are read and written.
   On the stack they use at most ASCON_ASSEMBLY_STACK bytes (backend.h), and leave no secret there. Where backend.h does
   not define that, they leave words of the state within the ASCON_STACK_BYTES that a public call overwrites at its
   end. */

#include "../state/in_place.h"

#ifndef BLOCKS /* read alone */
#define BLOCKS block_
#endif

#define HAVE_ASSEMBLY_FUNCTIONS 1

"""
ROUNDS_CONTRACT = """/* The last `rounds` of the 16 rounds of SP 800-232, section 3: 1 to 16. May leave words of the
   state in registers. */
"""

LOOPS_CONTRACT = """/* Block loops, named OPERATION_RATE_ROUNDS_ORDER: blocks of RATE bytes, each followed by ROUNDS
   rounds, in this byte order. The result is how many of the n bytes are left. absorb, encrypt and decrypt are called
   with n >= RATE and leave less than RATE bytes; squeeze is called with n > RATE and leaves 1 to RATE bytes, as no
   permutation follows the last block. absorb ignores `out`, squeeze ignores `in`. */
"""

STRINGS_CONTRACT = """/* Whole strings, byte by byte, for the smallest code: string_function of params.h. */
#ifdef STRINGS_IN_ASSEMBLY
"""


def assembly_header() -> str:
    """core/backends/functions.h: what a backend's assembly defines."""
    text = ASSEMBLY_CONTRACT + ROUNDS_CONTRACT
    text += "void ASCON_JOINED(BLOCKS, rounds)(state *s, unsigned rounds);\n\n" + LOOPS_CONTRACT
    text += f"#define DECLARED(name) size_t ASCON_JOINED(BLOCKS, name)({STATE_ARGUMENTS})\n"
    for operation in OPERATIONS:
        for shape in SHAPES[operation]:
            text += f"DECLARED({operation}_{suffix(shape)});\n"
    text += "#undef DECLARED\n\n" + STRINGS_CONTRACT
    arguments = f"void *s, operation op, {STRING_ARGUMENTS}"
    text += f"#define DECLARED_STRING(name) \\\n  void ASCON_JOINED(BLOCKS, string_##name)({arguments})\n"
    text += "".join(f"DECLARED_STRING({suffix(shape)});\n" for shape in ALL_SHAPES)
    return text + "#undef DECLARED_STRING\n#endif\n"


LIST = """/* The functions of functions.h. The including file defines BLOCKS, as backend.h does, ASSEMBLER_NAME(name),
   which is the name with what the object format puts before names in C, and the assembler's macro

     BLOCK_FUNCTION name, operation, rate, rounds, order

   or, with STRINGS_IN_ASSEMBLY, for the smallest code, where the last two say which operations a string has,

     STRING_FUNCTION name, rate, rounds, order, squeezes, crypts */
#define BLOCK_JOINED(blocks, name) blocks##name
#define BLOCK_JOINED_EXPANDED(blocks, name) BLOCK_JOINED(blocks, name)
#define BLOCK_SYMBOL_EXPANDED(name) ASSEMBLER_NAME(name)
#define BLOCK_SYMBOL(name) BLOCK_SYMBOL_EXPANDED(BLOCK_JOINED_EXPANDED(BLOCKS, name))

"""


def assembly_list() -> str:
    """core/backends/functions.inc: the same functions, as calls of the assembler macros that write them."""
    text = LIST + "#ifdef STRINGS_IN_ASSEMBLY\n"
    for shape in ALL_SHAPES:
        operations = (int(shape in SHAPES[operation]) for operation in ("squeeze", "encrypt"))
        text += f"        STRING_FUNCTION BLOCK_SYMBOL(string_{suffix(shape)}), "
        text += ", ".join(str(part) for part in (*shape, *operations)) + "\n"
    text += "#else\n"
    for operation in OPERATIONS:
        for shape in SHAPES[operation]:
            text += f"        BLOCK_FUNCTION BLOCK_SYMBOL({operation}_{suffix(shape)}), "
            text += ", ".join((operation, *(str(part) for part in shape))) + "\n"
    return text + "#endif\n"


# ---- Algorithms ---------------------------------------------------------------------------------------------


def title(row: Algorithm) -> str:
    return f"{row.name} ({row.convention.name})"


AEADS = [row for row in ALGORITHMS if row.kind is Kind.AEAD]


# What is one object of a backend and one of the public calls, so that linkers that take whole objects leave the others
# out: the part of an algorithm. Contexts are a part of their own.
PARTS = {"aead128": "Ascon-AEAD128", "hash": "Hash256, XOF128 and CXOF128", "others": "the other algorithms"}


def part(row: Algorithm) -> str:
    if row.c_name == "aead128":
        return "aead128"
    return "hash" if row.c_name in ("hash256", "xof128", "cxof128") else "others"


def by_part(write) -> str:
    """What each algorithm has, in the object of its part alone."""
    text = ""
    for name in PARTS:
        rows = [row for row in ALGORITHMS if part(row) == name]
        body = "".join(f"\n/* {title(row)} */\n{write(row)}" for row in rows)
        text += f"\n#if HAS_PART(PART_{name.upper()})\n{body}\n#endif\n"
    return text


def on_backend(name: str, shape: Shape) -> str:
    return f"ON_BACKEND({name}_{suffix(shape)})"


def algorithm_params() -> str:
    """core/modes/algorithms.h: the rows as constants."""
    text = "/* Every algorithm as the modes see it. A row has functions of a backend: each backend has rows of its\n"
    text += "   own. In files that are compiled over no backend they have none. */\n\n"
    text += '#include "../../ascon_any.h"\n#include "../state/params.h"\n#include "parts.h"\n\n'
    text += "#ifdef ASCON_STATE_SHAPES_H /* over a backend */\n#define ON_BACKEND(name) name\n"
    text += "#else\n#define ON_BACKEND(name) NULL\n#endif\n\n"
    text += "/* The state after the initial permutation, where it is a constant. */\n"
    text += "#if ASCON_PRECOMPUTE && !ASCON_PRINT_STATE\n#define PRECOMPUTED(words) words\n"
    for row in ALGORITHMS:
        if row.kind in KEYLESS:
            words = ", ".join(f"0x{word:016x}" for word in initial_state(row))
            text += f"UNUSED static const uint64_t {row.c_name}_initial[5] = {{{words}}};\n"
    text += "#else\n#define PRECOMPUTED(words) NULL\n#endif\n"
    return text + by_part(params_row)


# The fields of a row, as they are written.
FIELDS_OF_LINES = (
    ("iv", "initial", "kind"),
    ("order", "absorb", "squeeze"),
    ("absorb_shape", "squeeze_shape", "shape"),
    ("key_length", "rate", "squeeze_rate", "rounds_a", "rounds_b"),
    ("output_length", "min_tag_length", "nonce_mask"),
)


def params_row(row: Algorithm) -> str:
    absorbs, squeezes = row.kind is not Kind.PRFSHORT, row.kind in SPONGES
    fields = {
        "iv": f"0x{row.iv:016x}",
        "initial": f"PRECOMPUTED({row.c_name}_initial)" if row.kind in KEYLESS else "NULL",
        "absorb": on_backend("string", absorb_shape(row)) if absorbs else "NULL",
        "squeeze": on_backend("string", squeeze_shape(row)) if squeezes else "NULL",
        "absorb_shape": on_backend("&shape", absorb_shape(row)) if absorbs else "NULL",
        "squeeze_shape": on_backend("&shape", squeeze_shape(row)) if squeezes else "NULL",
        "kind": f"ASCON_KIND_{row.kind.name}",
        "order": order_name(order(row)),
        "key_length": row.cipher_key,
        "rate": row.rate,
        "squeeze_rate": row.squeeze,
        "rounds_a": row.a,
        "rounds_b": row.b,
        "shape": label(absorb_shape(row)) if absorbs else "NO_BLOCKS",
        "output_length": row.output,
        "min_tag_length": row.min_tag,
        "nonce_mask": int(row.nonce_mask),
    }
    lines = [", ".join(f".{name} = {fields[name]}" for name in names) for names in FIELDS_OF_LINES]
    text = "".join(f"    {line},\n" for line in lines)
    return f"ROW_OF_BACKEND(const params, {row.c_name}_params) = {{\n{text}}};\n"


def entry(row: Algorithm, operation: str, message: str) -> str:
    return (
        f"MESSAGE ascon_result ENTRY({row.c_name}_{operation})(const ascon_message *m) {{\n"
        f"  const ascon_result result = {message};\n"
        "  clear_stack_of_message();\n  return result;\n}\n"
    )


def instance(row: Algorithm) -> str:
    name = row.c_name
    if row.kind is Kind.PRFSHORT:
        text = f"FRAME ascon_result {name}_message(const ascon_message *m) {{\n"
        text += f"  return prfshort_compute(&ENTRY({name}_params), m);\n}}\n"
        return text + entry(row, "compute", f"{name}_message(m)")
    if row.kind is not Kind.AEAD:
        text = f"INLINED ascon_result {name}_sponge(const ascon_message *m) {{\n"
        text += f"  return sponge_compute(&ENTRY({name}_params), m);\n}}\n"
        text += f"FRAME ascon_result {name}_message(const ascon_message *m) {{ return {name}_sponge(m); }}\n"
        return text + entry(row, "compute", f"{name}_message(m)")
    text = f"BOTH_DIRECTIONS ascon_result {name}_crypt(const ascon_message *m, operation op) {{\n"
    text += f"  return aead_crypt(&ENTRY({name}_params), m, op);\n}}\n"
    for operation in ("encrypt", "decrypt"):
        text += f"ONE_DIRECTION ascon_result {name}_{operation}_message(const ascon_message *m) {{\n"
        text += f"  return {name}_crypt(m, OP_{operation.upper()});\n}}\n"
        text += entry(row, operation, f"{name}_{operation}_message(m)")
    return text


def instances() -> str:
    """core/modes/instances.h: every mode for every algorithm."""
    text = "/* Every algorithm's mode, with its row as a constant: a whole message in a frame of its own, and the\n"
    text += "   function of the backend, which clears the stack below that frame. Then the functions for contexts.\n"
    text += "   Each object of a backend has the functions of one part (parts.h).\n\n"
    text += "   The row is bound by a function that is itself inlined: gcc inlines the functions that a row points\n"
    text += "   to one level above. With their calls, Hash256 of 16 bytes takes 1.3 % longer (Intel family 6 model\n"
    text += "   167, gcc 12). */\n\n"
    for header in ("aead", "algorithms", "backend_table", "prfshort", "sponge", "../platform/stack"):
        text += f'#include "{header}.h"\n'
    text += "\n/* The smallest code has one function for both directions of AEAD. */\n"
    text += "#if ASCON_COMPACT\n#define BOTH_DIRECTIONS FRAME\n#define ONE_DIRECTION INLINED\n"
    text += "#else\n#define BOTH_DIRECTIONS INLINED\n#define ONE_DIRECTION FRAME\n#endif\n"
    text += by_part(instance)
    text += "\n#if HAS_PART(PART_PIECES)\n"
    text += '#include "aead_pieces.h"\n#include "sponge_pieces.h"\n#include "stored.h"\n#endif\n'
    return text


# The functions of a backend that are not of one algorithm: calls in pieces, and the state.
SHARED = (
    "aead_pieces_start", "aead_pieces_update", "aead_pieces_end_ad", "aead_pieces_finish", "sponge_pieces_start",
    "sponge_pieces_absorb", "sponge_pieces_end_absorb", "sponge_pieces_squeeze", "stored_set", "stored_permute",
    "stored_bytes", "clear_stack",
)  # fmt: skip


def entries(row: Algorithm) -> list[str]:
    """The functions of one algorithm."""
    operations = ("encrypt", "decrypt") if row.kind is Kind.AEAD else ("compute",)
    return [f"{row.c_name}_{operation}" for operation in operations]


def dispatched() -> str:
    """core/api/dispatched.h: the functions and rows of every backend."""
    text = "/* In builds with several backends: for each function of core/modes/instances.h and each algorithm's\n"
    text += "   row the one of every backend, in the order of backends.h. */\n\n"
    text += '#if !ASCON_DIRECT\n#include "dispatch.h"\n#endif\n\n'
    for row in ALGORITHMS:
        text += f"ROW(const params, {row.c_name}_params);\n"
        text += "".join(f"ROW(message_function, {name});\n" for name in entries(row))
    text += "\n/* Calls in pieces and the state, by the backend that a context was started with. */\n"
    return text + "".join(f"ROW({name}_function, {name});\n" for name in SHARED)


# Macros for public calls that are named after algorithms, by the end of the name: see core/platform/compiler.h.
OUTSIDE = {"_encrypt": "NO_PARTIAL_INLINE ", "_decrypt": "NO_PARTIAL_INLINE ", "_decrypt_combined": "MODULAR "}


def pieces(row: Algorithm) -> str:
    """The calls of ascon.h for a message in pieces of this algorithm."""
    text = ""
    for call in front_door.calls(row.c_name):
        if not call.in_pieces:
            continue
        arguments = ", ".join(call.names)
        check = ""  # the calls of ascon_any.h serve sponges of all kinds
        if call.ending == "_init":
            start = "start_aead" if row.kind is Kind.AEAD else "start_sponge"
            body = f"{start}(ctx, PARAMS_ROW({row.c_name}), {', '.join(call.names[1:]) or 'NULL, 0'})"
        elif row.kind is Kind.AEAD:
            body = f"ascon_any_aead{call.ending}({arguments})"
        else:
            check = f"  RETURN_IF_ERROR(check_context(ctx, ASCON_KIND_{row.kind.name}));\n"
            final = call.ending == "_final"
            size = f", ASCON_{row.c_name.upper()}_BYTES" if final else ""
            body = f"ascon_any_sponge{'_squeeze' if final else call.ending}({arguments}{size})"
        head = f"ascon_result ascon_{row.c_name}{call.ending}({call.arguments})"
        text += f"{head} {{\n{check}  return {body};\n}}\n\n"
    return text


IN_ONE_OBJECT = """/* {what}.
   In a build with one backend ascon.c includes this file. */
/* clang-format off */
#include "../platform/compiler.h"

#if !ASCON_DIRECT || defined(IN_ASCON_C)
"""


def named_pieces() -> str:
    """core/api/pieces.c: the public calls for messages in pieces, with those that are named after algorithms."""
    text = IN_ONE_OBJECT.format(what="The public calls for messages in pieces, and for the state")
    text += '#include "../../ascon.h"\n#include "aead_pieces_calls.h"\n#include "sponge_pieces_calls.h"\n'
    text += '#include "state_calls.h"\n'
    for row in ALGORITHMS:
        if calls := pieces(row):
            text += f"\n/* ---- {title(row)} ---- */\n\n{calls}"
    return text.rstrip("\n") + "\n\n#endif\n"


def named_calls(calls, sizes, name: str) -> str:
    """core/api/PART.c: the public calls for whole messages that are named after algorithms, and the objects of
    these algorithms."""
    what = f"The named calls for whole messages of {PARTS[name]}, and their rows of ascon_any.h"
    text = IN_ONE_OBJECT.format(what=what)
    headers = ("ascon_algorithms", "ascon_prf", "ascon_v12") if name == "others" else ("ascon_algorithms",)
    text += "".join(f'#include "../../{header}.h"\n' for header in headers) + '#include "checks.h"\n'
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


def to_backend(name: str, operation: str) -> str:
    text = f"  /* ascon_BACKEND_{name}_{operation}(): ENTRY({name}_{operation}) of core/modes/instances.h. */\n"
    return text + f"  return {name}_{operation}_row[active_backend()](&m);"


def named_body(row: Algorithm, ending: str) -> str:
    name = row.c_name
    message = "  ascon_message m; /* the fields of this kind */\n"
    if row.kind is Kind.AEAD:
        tail = "ad, ad_length, nonce, key"
        rest = "  m.ad = ad, m.ad_length = ad_length, m.nonce = nonce, m.key = key;\n"
        return {
            "_encrypt": f"{message}  m.out = ciphertext, m.in = plaintext, m.length = length;\n"
            f"  m.tag = tag, m.tag_length = tag_length;\n{rest}{to_backend(name, 'encrypt')}\n",
            "_decrypt": f"{message}  m.out = plaintext, m.in = ciphertext, m.length = length;\n"
            f"  m.tag = without_const(tag), m.tag_length = tag_length;\n{rest}{to_backend(name, 'decrypt')}\n",
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
    return f"{message}  {out}, m.in = message, m.length = length;\n{before}{to_backend(name, 'compute')}\n"


def algorithm_object(row: Algorithm) -> str:
    nonce = "NONCE_LENGTH" if row.kind is Kind.AEAD else 0
    functions = ("encrypt", "decrypt") if row.kind is Kind.AEAD else ("compute",)
    rows = ", ".join(f".{function} = {row.c_name}_{function}_row" for function in functions)
    text = f"ROWS({row.c_name}, .params = {row.c_name}_params_row, {rows});\n"
    # An array, so that firmware with one row has one name, and not the 300 bytes of all.
    text += f'static const char {row.c_name}_name[] = "{row.name}";\n'
    text += f'const ascon_algorithm ascon_algorithm_{row.c_name} = OBJECT({row.c_name}, "{row.convention.name}", '
    return text + f"ASCON_KIND_{row.kind.name}, {row.key}, {nonce}, {row.min_tag}, {row.output}, {row.rate});\n"


def algorithm_list() -> str:
    """core/api/algorithm_list.h: what ascon_any_at() gives."""
    text = "/* The order of the algorithms. Included once, by any.c. */\n\n"
    text += '#include "../../ascon_algorithms.h"\n\n'
    text += "static const ascon_algorithm *const algorithms[] = {\n"
    return text + "".join(f"    &ascon_algorithm_{row.c_name},\n" for row in ALGORITHMS) + "};\n"


def kernels() -> str:
    """batch/kernels.h: the modes of batches for each shape of blocks, and the one for an algorithm."""
    text = "/* The modes of batches with rate, rounds and byte order as constants: one function for each shape and\n"
    text += "   direction, with code for groups of one register for each word, of half the registers and of all.\n"
    text += "   Included by engine.h. */\n\n"
    text += '#include "aead.h"\n#include "prfshort.h"\n#include "sponge.h"\n\n'
    text += "/* The row of an algorithm, in which these parameters are known to the compiler. */\n"
    text += "INLINED params with_shape(const params *row, uint8_t rate, uint8_t squeeze_rate, uint8_t rounds_b,\n"
    text += "                          byte_order order, uint8_t key_length) {\n  params p = *row;\n"
    text += "  p.rate = rate, p.squeeze_rate = squeeze_rate, p.rounds_a = 12, p.rounds_b = rounds_b;\n"
    text += "  p.order = (uint8_t)order, p.key_length = key_length;\n  return p;\n}\n\n"
    text += "typedef void aead_kernel(group *g, const params *row);\n"
    text += "typedef void sponge_kernel(group *g, const params *row, const uint64_t *initial, int verify);\n\n"

    def each_size(call) -> str:
        text = f"  if (g->registers == 1) {call(1)};\n"
        text += f"  else if (REGISTERS > 2 && g->registers == REGISTERS / 2) {call('REGISTERS / 2')};\n"
        return text + f"  else {call('REGISTERS')};\n}}\n\n"

    def key_length(shape: Shape) -> str:
        lengths = {row.cipher_key for row in AEADS if absorb_shape(row) == shape}
        return str(*lengths) if len(lengths) == 1 else "row->key_length"

    for operation in ("encrypt", "decrypt"):
        for shape in CRYPT:
            rate, rounds, end = shape
            text += f"OUTLINED void kernel_{operation}_{suffix(shape)}(group *g, const params *row) {{\n"
            text += f"  const params p = with_shape(row, {rate}, 0, {rounds}, {order_name(end)}, "
            text += f"{key_length(shape)});\n"
            text += each_size(lambda n, op=operation.upper(): f"lanes_aead_crypt(g, &p, OP_{op}, {n})")
    arguments = "group *g, const params *row, const uint64_t *initial, int verify"
    sponges = distinct((absorb_shape(row), squeeze_shape(row)) for row in ALGORITHMS if row.kind in SPONGES)
    for shape, squeezed in sponges:
        text += f"OUTLINED void kernel_sponge_{suffix(shape)}({arguments}) {{\n"
        text += f"  const params p = with_shape(row, {shape[0]}, {squeezed[0]}, {shape[1]}, {order_name(shape[2])}, "
        text += "row->key_length);\n"
        text += each_size(lambda n: f"lanes_sponge_compute(g, &p, initial, verify, {n})")
    for end in ("le", "be"):
        text += f"OUTLINED void kernel_prfshort_{end}({arguments}) {{\n"
        text += f"  const params p = with_shape(row, 16, 16, 12, {order_name(end)}, 16);\n"
        text += "  (void)initial, (void)verify;\n"
        text += each_size(lambda n: f"lanes_prfshort_compute(g, &p, {n})")
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
    "core/state/shapes.h": '#include "alone.h"\n\n',
}


def guarded(name: str, notice: str, body: str) -> str:
    guard = "ASCON_" + re.sub(r"\W", "_", name.removeprefix("core/").upper())
    before = BEFORE_GUARD.get(name, "")
    return f"{notice}/* clang-format off */\n{before}#ifndef {guard}\n#define {guard}\n\n{body}\n#endif\n"


def outputs(notice, source: str, calls, sizes) -> dict:
    """File name: what writes it."""
    writers = {
        "core/state/block_shapes.h": block_shapes,
        "core/state/shapes.h": shapes,
        "core/modes/algorithms.h": algorithm_params,
        "core/modes/instances.h": instances,
        "core/api/dispatched.h": dispatched,
        "core/api/algorithm_list.h": algorithm_list,
        "batch/kernels.h": kernels,
        "core/backends/functions.h": assembly_header,
    }

    def header(name: str, write):
        return lambda: guarded(name, notice(source), write())

    result = {f"asconkit/{name}": header(name, write) for name, write in writers.items()}
    result["asconkit/core/backends/functions.inc"] = lambda: f"{notice(source)}{assembly_list()}"
    for name in PARTS:
        result[f"asconkit/core/api/{name}.c"] = lambda name=name: notice(source) + named_calls(calls, sizes, name)
    result["asconkit/core/api/pieces.c"] = lambda: notice(source) + named_pieces()
    for folder in sorted(path.parent for path in LIBRARY.glob("core/backends/*/backend.h")):
        for name in PARTS:
            result[f"asconkit/core/backends/{folder.name}/{folder.name}_{name}.c"] = (
                lambda folder=folder, name=name: f"{notice(source)}"
                f'#define PART PART_{name.upper()}\n#include "{folder.name}.c"\n'
            )
    return result
