"""Faults that calls of up to 48 bytes would mostly not show, as changes of the library's sources.

Each row: the call that must fail, a file, what is changed in it, what the proof must say, the compiler's level. With
-O2 the block loops are used, and the permutation is inlined. -O3 stands for the release library.
"""

from dataclasses import dataclass

from planting import Changes

DUPLEX, AEAD, INSTANCES = "core/state/duplex.h", "core/modes/aead.h", "core/modes/instances.h"
BLOCKS, SPONGE = "core/state/strings.h", "core/modes/sponge.h"
SPONGE_PIECES, AEAD_PIECES = "core/modes/sponge_pieces.h", "core/modes/aead_pieces.h"
CLEARS = "if (has_fixed_output(ctx->params)) zeroize(ctx, sizeof *ctx);"
NO_AD, STORE = "  if (length == 0)", "  state_store(&ctx->state.words, &s);\n"
AEAD_CALLS, SPONGE_CALLS = "core/api/aead_pieces_calls.h", "core/api/sponge_pieces_calls.h"
KEPT = "  for (size_t i = 0; i < sizeof kept; i++) kept[i] = i < p->key_length ? key[i] : 0;\n"
CLEARS_LITTLE = (("zeroize(m->out, m->length);", "zeroize(m->out, m->length < 1048576 ? m->length : 1048576);"),)
LENGTH_AS_BYTE = (("(uint64_t)length * 8", "(uint8_t)length * 8"),)
LOOP = "  for (;;) {\n    if (offset == 0 && n > most"
TURN = LOOP.replace("for (;;)", "for (size_t turn = 1;; turn++)")
PERMUTE = "    permute(s, p->rounds);\n    offset = 0;\n"
PART = "const size_t part = n < p->rate - offset ? n : p->rate - offset;"
BYTES = "state_bytes(s, op, offset, out, in, part, p->order);"
ROUNDS = "    all_rounds(&local, rounds);\n"
HEAD = "  for (; op == OP_SQUEEZE ? n > rate : n >= rate; n -= rate) {\n"
COUNTED = (HEAD, "  size_t turn = 0;\n" + HEAD)
LOOP_OF_BLOCKS = "/* All whole blocks, n >= rate;"
AFTER_LOOP = "  change_form(&local, rounds);\n  state_copy(s, &local);\n"
READ = "(void)*(volatile const uint8_t *)"
NOP = '__asm__ volatile("nop");'


SHAPE = "/* What strings depend on. */\n"
LEAVE = "__attribute__((noinline)) static void leave(uint8_t byte) { volatile uint8_t deep[4096]; deep[0] = byte; }\n"


@dataclass(frozen=True)
class Fault:
    operation: str
    file: str
    changes: Changes
    said: str = ""  # a regular expression
    level: str = "-Os"
    backend: str = "c64"


def in_turn(condition: str, fault: str = "s->w8[3] ^= 1;") -> Changes:
    """After a block, in some turns of the loop."""
    return ((LOOP, TURN), (PERMUTE, f"{PERMUTE}    if ({condition}) {fault}\n"))


def after_piece(arguments: str, fault: str) -> Changes:
    """After a call in pieces has gone through a string; `arguments`: its last ones."""
    return ((f"{arguments});\n  state_close", f"{arguments});\n  {fault}\n  state_close"),)


def at_end_of_block(condition: str) -> Changes:
    """Where a piece ends with the block that it did not begin."""
    return ((PERMUTE, f"    if (n != 0 || part == p->rate || !({condition}))\n  {PERMUTE}"),)


def bytes_as(replacement: str, more: Changes = ((LOOP, TURN),)) -> Changes:
    return (*more, (BYTES, replacement))


def in_fast_turn(condition: str, fault: str) -> Changes:
    return (COUNTED, (ROUNDS, f"{ROUNDS}    if ({condition}) {fault}\n"))


def carried(fault: str) -> Changes:
    """A product of two words of the state, known to the compiler before the first block, is used after the last one."""
    product = "local.w64[4] & ~local.w64[3]"
    used = "  change_form(&local, rounds);\n  state_copy(s, &local);"
    return ((HEAD, f"  size_t turn = 0;\n  uint64_t product = {product};\n{HEAD}"),
            (ROUNDS, f"{ROUNDS}    product = {product};\n    {fault}\n    HIDE_VALUE(product);\n"),
            (used, f"  local.w64[1] ^= product ^ ({product});\n{used}"))  # fmt: skip


def begun(condition: str, fault: str) -> Changes:
    """Before the first block: a compiler makes constants of this, which are used after it has seen the length."""
    return ((HEAD, f"  if ({condition}) {{ HIDE_VALUE(n); {fault} }}\n{HEAD}"),)


def left(byte: str) -> Changes:
    """Deeper on the stack than what is cleared at the end, after each whole block of a text that is encrypted."""
    return ((SHAPE, LEAVE + SHAPE), (BYTES, f"{BYTES}\n    if (op == OP_ENCRYPT && part == p->rate) leave({byte});"))


def left_of_vector(byte: str, fault: str = "") -> Changes:
    """Deeper on the stack, after the last block. A word is half a register, whose other half may have anything."""
    return ((LOOP_OF_BLOCKS, f"{LEAVE}{LOOP_OF_BLOCKS}"), COUNTED, (ROUNDS, f"{ROUNDS}    turn++;\n    {fault}\n"),
            (AFTER_LOOP, f"  if (op == OP_ABSORB) leave((uint8_t)({byte}));\n{AFTER_LOOP}"))  # fmt: skip


def short_compare(mac: str) -> Changes:
    call = f"{mac}(computed, message, length, key)"
    shorter = f"const ascon_result result = {call};\n  computed[15] = tag[15];\n  return compare_tag(result,"
    return ((f"return compare_tag({call},", shorter),)


def cleared_by_32(size: str) -> Changes:
    """After a forgery: 32 bytes in a turn, then the others one by one."""
    words = " ".join(f"words[{place}] = 0;" for place in range(4))
    loops = (
        "typedef uint64_t __attribute__((may_alias, aligned(1))) word;\n"
        f"    volatile word *words = (volatile word *)m->out;\n    const size_t size = {size};\n"
        "    volatile word *const end = (volatile word *)(m->out + (size & ~(size_t)31));\n"
        f"    for (; words != end; words += 4) {{ {words} }}\n"
        "    for (size_t i = 0; i < (size & 31); i++) ((volatile uint8_t *)end)[i] = 0;"
    )
    return (("if (m->length != 0) zeroize(m->out, m->length);", f"{{\n    {loops}\n  }}"),)


WORK, X1 = "batch/work.h", "batch/engines/x1/x1.c"
RUN = "if (result == ASCON_OK) run_message(worker, i, m);"
HASHES, DECRYPTS = "ascon_any_batch, hash256", "ascon_any_batch, decrypt"


def of_messages(condition: str, fault: str) -> Changes:
    """Before some messages of a batch."""
    return ((RUN, f"if ({condition}) {{ {fault} }}\n    {RUN}"),)


FAULTS = {
    "wrong in the 5th turn": Fault("hash256", DUPLEX, in_turn("turn == 5"), "i - 4 >= 0"),
    "wrong in turn 1,000,000": Fault("encrypt", DUPLEX, in_turn("turn == 1000000"), "j - 999999 >= 0"),
    "wrong in each 7th turn": Fault("encrypt", DUPLEX, in_turn("turn % 7 == 0")),
    "last whole block is skipped": Fault(
        "encrypt", DUPLEX,
        bytes_as("if (n == p->rate && part == n && op == OP_ENCRYPT) return 0;\n    " + BYTES, ()), "blocks left"),
    "no permutation after the last whole block": Fault(
        "hash256", DUPLEX,
        (("return offset;\n    if (op != OP_ABSORB) out",
          "return offset;\n    if (n == 0 && op != OP_SQUEEZE) return 0;\n    if (op != OP_ABSORB) out"),)),
    "address drifts after 2^16 bytes": Fault(
        "hash256", DUPLEX, in_turn("turn * p->rate == 65536 && op != OP_SQUEEZE", "in++;")),
    "length compared as 32 bits": Fault("hash256", DUPLEX, ((PART, PART.replace("= n <", "= (uint32_t)n <")),)),
    "length compared as 32 bits, encryption": Fault(
        "encrypt", DUPLEX, ((PART, PART.replace("= n <", "= (uint32_t)n <")),)),
    "length taken for a signed number": Fault(
        "hash256", DUPLEX, ((PART, PART.replace("n < p->rate - offset", "(long)n < (long)(p->rate - offset)")),)),
    "output one block late": Fault(
        "encrypt", DUPLEX, bytes_as(BYTES.replace("out,", "op == OP_ENCRYPT && turn > 1 ? out - 16 : out,")),
        "not its turn"),
    "two blocks change places": Fault(
        "decrypt", DUPLEX,
        bytes_as(BYTES.replace("in,", "op == OP_DECRYPT && n >= 32 && turn == 9 ? in + 16 : in,")), "j - 8 >= 0"),
    "plaintext of a forgery stays after 2^20 bytes": Fault("forged", AEAD, CLEARS_LITTLE),
    "stack is not cleared for 4096 bytes": Fault(
        "encrypt", INSTANCES,
        (("  const ascon_result result = aead128_encrypt_message(m);\n  clear_stack_of_message();",
          "  const ascon_result result = aead128_encrypt_message(m);\n"
          "  if (m->length < 4096) clear_stack_of_message();"),), "secrets on the stack"),
    "plaintext is left below the cleared stack": Fault("encrypt", DUPLEX, left("in[0]"), "secrets on the stack"),
    "associated data of length 0 may not be NULL": Fault(
        "encrypt, NULL ad", "core/modes/calls.h", (("missing(m->ad, m->ad_length)", "!m->ad"),), "blocks left"),
    "the last byte of a short tag is not compared": Fault(
        "forged, tag of 5 bytes", AEAD,
        (("op, m->tag, m->tag_length)", "op, m->tag, m->tag_length - (m->tag_length == 5))"),)),
    "the last byte of a tag of MAC is not compared": Fault(
        "mac refused", "core/api/others.c", short_compare("ascon_v13_mac")),
    "output of PRF is wrong after 2^20 bytes": Fault("prf", DUPLEX, in_turn("turn == 65536 && op == OP_SQUEEZE")),
    "no domain separation after messages of 2^16 bytes": Fault(
        "mac", SPONGE, (("sponge_end_absorb(&s, p);\n  whole", "if (m->length < 65536) sponge_end_absorb(&s, p);"
                        " else permute(&s, p->rounds_a);\n  whole"),)),
    "length of a customization absorbed as a byte": Fault("cxof128", SPONGE, LENGTH_AS_BYTE),
    "branch on the state in the 20th block": Fault(
        "encrypt", DUPLEX, in_turn("turn == 20 && s->w8[9] == 5", NOP), "branches on"),
    "associated data read a byte too far": Fault(
        "encrypt", DUPLEX, bytes_as(f"{BYTES}\n    if (op == OP_ABSORB && turn == 99 && n == part) {READ}(in + part);"),
        "reads 1 bytes at"),
    "32 bytes are cleared in a turn, and 16 of them stay after 2^20 bytes": Fault(
        "forged", AEAD, cleared_by_32("m->length < 1048576 || m->length % 32 > 15 ? m->length : m->length - 16"),
        "1048575"),
    "wrong where the length is not yet rounded down": Fault(
        "hash256", DUPLEX,
        ((LOOP, f"  const size_t given = n;\n  size_t end = n, turn = 0;\n{LOOP}"),
         (PERMUTE, f"{PERMUTE}    if (++turn == 1000000) end &= ~(size_t)7;\n"),
         ("offset < p->rate) return offset;",
          "offset < p->rate) {\n if (given >= 65536 && end % 8 != 0) s->w8[3] ^= 1;\n return offset;\n }")),
        "branches on"),
    "wrong at one address for each length": Fault(
        "hash256", DUPLEX, ((LOOP, f"  if ((uintptr_t)in + 3 * n == 0) s->w8[3] ^= 1;\n{LOOP}"),), "branches on"),
    "v1.2: two rounds too many after block 300": Fault(
        "ascon-80pq encrypt", DUPLEX, in_turn("turn == 300", "permute(s, 8);"), "j - 299 >= 0"),
    "v1.2: padding as in SP 800-232 after block 300": Fault(
        "ascon-hasha", DUPLEX,
        bytes_as(f"{BYTES}\n    if (op == OP_ABSORB && turn > 300 && part < p->rate) s->w64[0] ^="
                 " 0x81ULL << (56 - 8 * part);"), "i - 300 >= 0"),
    "v1.2: plaintext of a forgery stays after 2^20 bytes": Fault("ascon-128 forged", AEAD, CLEARS_LITTLE, "1048575"),
    "v1.2: the last byte of a tag of MAC is not compared": Fault(
        "ascon-maca refused", "core/api/others.c", short_compare("ascon_v12_maca")),
    "PrfShort: a byte more of output": Fault(
        "ascon-prfshort-v13, 3 bytes, 7 of output", "core/modes/prfshort.h",
        (("m->out, NULL, m->out_length, p->order", "m->out, NULL, m->out_length + (m->length == 3), p->order"),),
        "writes"),
    "incremental: wrong in turn 65536 of a call": Fault(
        "hash256 update at message 3", DUPLEX, in_turn("turn == 65536"), "i - 65534 >= 0"),
    "incremental: the rest of 2^20 bytes or more is forgotten": Fault(
        "hash256 update at message 0", SPONGE_PIECES, after_piece("NULL, in, n", "if (n >= 1048576) ctx->offset = 0;"),
        "context"),
    "incremental: a finished context keeps the state": Fault(
        "hash256 final at message 2", SPONGE_CALLS, (("zeroize(ctx, sizeof *ctx);", "ctx->phase = PHASE_NONE;"),),
        "context"),
    "incremental: a piece that only ends a block of a message is not permuted": Fault(
        "xof128 update at message 3", DUPLEX, at_end_of_block("op == OP_ABSORB"), "0 bytes left; return: context"),
    "incremental: a used block of output is given out again": Fault(
        "xof128 squeeze at output 3, 5 bytes", SPONGE_PIECES,
        after_piece("out, n", "if (ctx->offset == 8) ctx->offset = 0;"), "context"),
    "incremental: the place in the output is lost after 2^20 bytes": Fault(
        "xof128 squeeze at output 5", SPONGE_PIECES, after_piece("out, n", "if (n > 1048576) ctx->offset = 1;"),
        "1048572 >= 0.*context"),
    "incremental: no bytes of associated data count as some": Fault(
        "aead128 ad at start", AEAD_CALLS,
        ((NO_AD, f"  ctx->phase = PHASE_AD;\n{NO_AD}"),), "ad of 0 bytes; return: context"),
    "incremental: a piece that only ends a block of plaintext is not permuted": Fault(
        "aead128 encrypt_update at text 5", DUPLEX, at_end_of_block("op == OP_ENCRYPT"), "output, byte 11"),
    "incremental: the tag depends on whether a piece had 2^16 bytes": Fault(
        "aead128 encrypt_update at text 0", AEAD_PIECES,
        after_piece("out, in, n", "if (op == OP_ENCRYPT && n >= 65536) ctx->key[3] ^= 1;"), "65535 >= 0.*context"),
    "incremental: no padding of associated data before a tag without text": Fault(
        "aead128 encrypt_final at ad 15", AEAD_PIECES,
        (("    pad(s, p, ctx->offset);\n    p", "    if (ctx->offset < 15) pad(s, p, ctx->offset);\n    p"),), "tag"),
    "incremental: wrong plaintext in turn 65536 of a call": Fault(
        "aead128 decrypt_update_unverified at text 9", DUPLEX, in_turn("turn == 65536 && op == OP_DECRYPT"),
        "j - 65534 >= 0"),
    "incremental: the last byte of a tag is not compared after a block of 7 bytes": Fault(
        "aead128 decrypt_final at text 7, wrong tag", AEAD_PIECES,
        (("op, tag, tag_length)", "op, tag, tag_length - (op == OP_DECRYPT && ctx->offset == 7))"),), "for all"),
    "incremental: the context keeps its key after a wrong tag": Fault(
        "aead128 decrypt_final at ad 4, wrong tag", AEAD_CALLS,
        (("  zeroize(ctx, sizeof *ctx);", "  if (genuine) zeroize(ctx, sizeof *ctx);\n  ctx->phase = 0;"),), "context"),
    "incremental, in place: ciphertext is read after its plaintext is written": Fault(
        "aead128 decrypt_update_unverified at text 9 in place", DUPLEX,
        bytes_as(f"{BYTES}\n    if (op == OP_DECRYPT && n >= 65536 && part == p->rate) s->w8[0] = in[0];", ()),
        "65536 >= 0"),
    "incremental, in place: the end of a begun block is read again": Fault(
        "aead128 encrypt_update at text 9 in place", DUPLEX,
        bytes_as(f"if (op == OP_ENCRYPT && turn == 2 && part == p->rate) s->w8[3] ^= in[-1];\n    {BYTES}"),
        "reads byte 6 of text, which is not an input any more"),
    "incremental: the last byte of a tag of 5 bytes is not compared": Fault(
        "aead128 decrypt_final at text 3, wrong tag, tag of 5 bytes", AEAD_PIECES,
        (("op, tag, tag_length)", "op, tag, tag_length - (op == OP_DECRYPT && tag_length == 5))"),), "for all"),
    "incremental: a tag of 7 bytes gets 8 bytes": Fault(
        "aead128 encrypt_final at ad 4, tag of 7 bytes", AEAD_PIECES,
        (("op, tag, tag_length)", "op, tag, tag_length + (op == OP_ENCRYPT && tag_length == 7))"),), "writes"),
    "incremental: length of a customization absorbed as a byte": Fault("cxof128 init", SPONGE, LENGTH_AS_BYTE),
    "incremental: a customization of 256 bytes is refused": Fault(
        "cxof128 init", SPONGE_CALLS, (("length <= MAX_CUST", "length < MAX_CUST"),), "blocks left"),
    "incremental: the key, which may be in the context, is read after that is written": Fault(
        "aead128 init", AEAD_PIECES, ((f"{KEPT}{STORE}", f"{STORE}{KEPT}"),), "reads key after"),
    "incremental: the context is written before the customization, which may be in it, is read": Fault(
        "cxof128 init", SPONGE_PIECES, (("  state s;\n", "  state s;\n  if (length > 64) ctx->offset = 0;\n"),),
        "head after"),
    "incremental MAC: the last place in a block is lost": Fault(
        "ascon-mac-v13 update at message 3, 28 bytes", SPONGE_PIECES,
        after_piece("NULL, in, n", "if (ctx->offset == 31) ctx->offset = 0;"), "context"),
    "incremental MAC: the state stays behind the tag": Fault(
        "ascon-mac-v13 squeeze at message 31", SPONGE_CALLS,
        ((CLEARS, "if (ctx->params->kind == ASCON_KIND_MAC) ctx->phase = PHASE_NONE;\n  else " + CLEARS),), "context"),
    "incremental MAC: tags are compared byte by byte": Fault(
        "ascon-mac-v13 verify_final at message 5, wrong tag", "core/api/checks.h",
        (("int equal = ascon_equal(computed, tag, TAG_LENGTH);",
          "int equal = 1;\n  for (size_t i = 0; equal && i < TAG_LENGTH; i++) equal = computed[i] == tag[i];"),),
        "branches on"),
    "incremental MAC: the last byte of a tag is not compared after a block of 31 bytes": Fault(
        "ascon-mac-v13 verify_final at message 31, wrong tag", SPONGE_CALLS,
        (("return compare_tag(ascon", "const int last = ctx->offset == 31;\n  const ascon_result result = ascon"),
         ("TAG_LENGTH), computed, tag);",
          "TAG_LENGTH);\n  if (last) computed[15] = tag[15];\n  return compare_tag(result, computed, tag);")),
        "for all"),
    "incremental MAC: the tag of a forged message stays on the stack": Fault(
        "ascon-mac-v13 verify_final at message 5, wrong tag", "core/api/checks.h",
        (("  zeroize(computed, TAG", "  if (equal) zeroize(computed, TAG"),), "secrets on the stack"),
    "incremental MAC: the key, which may be in the context, is read after that is written": Fault(
        "ascon-mac-v13 init", SPONGE_PIECES,
        (("  state s;\n", "  state s;\n  if (p->key_length) ctx->offset = 0;\n"),), "reads key after"),
    "incremental PRF: a used block of 16 bytes of output is given out again": Fault(
        "ascon-prf-v13 squeeze at output 3", SPONGE_PIECES,
        after_piece("out, n", "if (ctx->offset == 16 && n > 1048576) ctx->offset = 0;"), "1048547 >= 0.*context"),
    "incremental, v1.2: a context of Mac gets the parameters of Prf": Fault(
        "ascon-mac squeeze at message 0", SPONGE_CALLS,
        (("ctx->params = p;", "ctx->params = p == &v12_mac_params ? &v12_prf_params : p;"),), "context"),
    "incremental, v1.2: 39 bytes of a block of 40 bytes are padded as 38": Fault(
        "ascon-prfa squeeze at message 39", SPONGE_PIECES,
        (("pad(s, ctx->params, ctx->offset);", "pad(s, ctx->params, ctx->offset - (ctx->offset == 39));"),), "output"),
    "incremental, v1.2: a context keeps 16 bytes of a key of 20": Fault(
        "ascon-80pq init", AEAD_PIECES, (("i < p->key_length ?", "i < p->key_length && i < 16 ?"),), "context"),
    "-O2: wrong in the 5th turn": Fault(
        "hash256", BLOCKS, in_fast_turn("++turn == 5", "local.w64[2] ^= 4;"), "i - 4 >= 0", "-O2"),
    "-O2: length compared as 32 bits": Fault(
        "hash256", BLOCKS, ((HEAD, HEAD.replace("n >= rate;", "(uint32_t)n >= rate;")),), "", "-O2"),
    "-O2: address drifts after 2^16 bytes": Fault(
        "hash256", BLOCKS, in_fast_turn("++turn * rate == 65536 && op == OP_ABSORB", "in++;"), "", "-O2"),
    "release library: wrong in turn 1,000,000": Fault(
        "hash256", BLOCKS, in_fast_turn("++turn == 1000000", "local.w64[2] ^= 4;"), "i - 999999 >= 0", "-O3"),
    "release library: the tail of associated data is read a byte too far": Fault(
        "encrypt", DUPLEX, (("      n = left;\n", f"n = left;\nif (op == OP_ABSORB && n == 5) {READ}(in + n);\n"),),
        "reads 1 bytes at", "-O3"),
    "release library: plaintext of a forgery stays after 2^20 bytes": Fault(
        "forged, cleared by memset", AEAD, CLEARS_LITTLE, "fills 1048576 bytes at 0 of output", "-O3"),
    "release library: wrong where the length is not yet rounded down": Fault(
        "hash256", BLOCKS,
        ((HEAD, "  const size_t given = n;\n  size_t end = n, turn = 0;\n" + HEAD),
         (ROUNDS, f"{ROUNDS}    if (++turn == 1000000) end &= ~(size_t)7;\n"),
         ("  return n;\n", "  if (given >= 65536 && end % 8 != 0) s->w8[3] ^= 1;\n  return n;\n")),
        "branches on", "-O3"),
    "c64_bmi: a product of words is wrong after block 1,000,000": Fault(
        "hash256", BLOCKS, carried("if (++turn == 1000000) product ^= 4;"), "i - 999999 >= 0", "-O3", "c64_bmi"),
    "c64_bmi: a product of words is wrong from 2^20 bytes on": Fault(
        "xof128", BLOCKS, carried("if (++turn >= 131072) product ^= 4;"), "- 131071 >= 0", "-O3", "c64_bmi"),
    "batch: message 1,000,000 is skipped": Fault(
        HASHES, X1, of_messages("i == 1000000", "continue;"), "i - 1000000 >= 0"),
    "batch: message 70,000 is run twice": Fault(
        HASHES, X1, of_messages("i == 70000", "run_message(worker, i, m);"), "one message more"),
    "batch: window 300 begins with its second message": Fault(
        HASHES, WORK, (("worker->begin + work->grain);", "worker->begin + work->grain +"
                        " (worker->begin == 4096 * 300));"),), "b - 1224704 >= 0"),
    "batch: messages left are counted in 32 bits": Fault(
        HASHES, WORK, (("work->count - worker->begin);", "(uint32_t)(work->count - worker->begin));"),)),
    "batch: addresses of messages have 32 bits": Fault(
        HASHES, WORK, (("&work->messages[i];",
                        "(ascon_message *)((char *)work->messages + (uint32_t)(i * sizeof(ascon_message)));"),)),
    "batch: message 2^20 is decrypted in place of encrypted": Fault(
        "ascon_any_batch, encrypt", WORK,
        (("work->op, m)", "i == 1048576 ? ASCON_DECRYPT : work->op, m)"),), "in place of"),
    "batch: a failure after 2^20 messages is not returned": Fault(
        DECRYPTS, WORK, (("i > worker->failed)", "i > worker->failed || i >= 1048576)"),), "does not return"),
    "batch: the last failure is returned": Fault(
        DECRYPTS, WORK, (("result == ASCON_OK || i > worker->failed)", "result == ASCON_OK)"),), "does not return"),
    "batch: a message that fails after another one passes": Fault(
        DECRYPTS, WORK, (("messages[i].result = result;", "messages[i].result = i > worker->failed && i > 4096"
                          " ? ASCON_OK : result;"),), "messages, byte"),
    "batch: what a single call left in a register is left on the stack": Fault(
        HASHES, X1, of_messages("1", '__asm__ volatile("mov %%r10, -120(%%rsp)" ::: "memory");'), "secrets on"),
    "batch: what a single call left in a register is in one that the next single call saves": Fault(
        HASHES, X1,
        ((RUN, "if (result == ASCON_OK) {\n      uint64_t kept;\n"
          '      __asm__ volatile("mov %%r10, %0" : "=r"(kept));\n      run_message(worker, i, m);\n'
          '      __asm__ volatile("" : : "r"(kept));\n    }'),), "calls with a secret in R"),
    "batch: a single call takes its operation for 64 bits": Fault(
        "ascon_any_run, hash256", "core/api/any.c",
        (("  if (!message) return", "  uint64_t whole;\n  __asm__ volatile(\"mov %%rsi, %0\" : \"=r\"(whole));\n"
          "  if (whole >> 32) return ASCON_OK;\n  if (!message) return"),), "branches on"),
    "batch: a single call writes into its caller's frame": Fault(
        "ascon_any_run, hash256", "core/api/any.c",
        (("  if (!message) return", "  ((volatile uint8_t *)__builtin_frame_address(0))[20] = 1;\n"
          "  if (!message) return"),), "writes 1 bytes at 12 of stack"),
    "batch: a single call takes its length for a signed number": Fault(
        "ascon_any_run, encrypt", DUPLEX,
        ((PART, PART.replace("n < p->rate - offset", "(long)n < (long)(p->rate - offset)")),)),
    "c64_bmi: a constant of the first state is wrong from 2^20 bytes on": Fault(
        "hash256", BLOCKS, begun("n >= 1048576", "local.w64[2] ^= 4;"), "", "-O3", "c64_bmi"),
    "c64_bmi: of 10^6 bytes, two constants of the first state have changed places": Fault(
        "hash256", BLOCKS,
        begun("n == 1000000", "uint64_t x = local.w64[2]; local.w64[2] = local.w64[4]; local.w64[4] = x;"),
        "1000000", "-O3", "c64_bmi"),
    "avx512vl: wrong from 2^20 bytes on": Fault(
        "encrypt", BLOCKS, in_fast_turn("++turn >= 65536", "local.x[2] = word_xor(local.x[2], word_of(4));"),
        "not the specification's", "-O3", "avx512vl"),
    "avx512vl: half a register that is left has a word from block 1,000,000 on": Fault(
        "hash256", BLOCKS, left_of_vector("local.x[0][1]", "if (turn == 1000000) local.x[0][1] = local.x[3][0];"),
        "secrets on the stack", "-O3", "avx512vl"),
    "avx512vl: a word is added to half a register that is left, from 2^20 bytes on": Fault(
        "hash256", BLOCKS, left_of_vector("local.x[0][1] ^ (turn < 131072 ? 0 : local.x[3][0])"),
        "secrets on the stack", "-O3", "avx512vl"),
}  # fmt: skip

# Programs that are as unusual, and right.
RIGHT = {
    "without a fault": Fault("hash256", "", ()),
    "without a fault, a length absorbed as two words": Fault("cxof128", "", ()),
    "ciphertext is left below the cleared stack": Fault("encrypt", DUPLEX, left("out[0]")),
    "something harmless in the 5th turn": Fault("hash256", DUPLEX, in_turn("turn == 5", NOP)),
    "incremental, in place: the text is read twice before it is written": Fault(
        "aead128 encrypt_update at text 9 in place", DUPLEX,
        bytes_as(f"if (part && op == OP_ENCRYPT) {READ}(in + part - 1);\n    {BYTES}")),
    "incremental: the context is written twice, after the customization is read": Fault(
        "cxof128 init", SPONGE_PIECES, ((STORE, f"  *(volatile uint8_t *)ctx = 1;\n{STORE}"),)),
    "incremental, v1.2: the last byte of a block of 40 bytes is absorbed by itself": Fault(
        "ascon-maca update at message 39", DUPLEX,
        bytes_as(f"if (op == OP_ABSORB && part == 40) {{\n{BYTES.replace('part', '39')}\nstate_bytes(s, op, 39, out,"
                 f" in + 39, 1, p->order);\n}} else {BYTES}", ())),
    "-O2: something harmless in the 5th turn": Fault("hash256", BLOCKS, in_fast_turn("++turn == 5", NOP), "", "-O2"),
    "release library: without a fault": Fault("hash256", "", (), "", "-O3"),
    "batch: without a fault": Fault(DECRYPTS, "", ()),
    "batch: something harmless at message 5000": Fault(HASHES, X1, of_messages("i == 5000", NOP)),
    "c64_bmi: a product of words": Fault("hash256", BLOCKS, carried("turn++;"), "", "-O3", "c64_bmi"),
    "c64_bmi: a sum of constants": Fault(
        "hash256", BLOCKS, begun("n >= 1048576", "uint64_t sum = local.w64[2] ^ local.w64[4]; HIDE_VALUE(sum);"
                                 " local.w64[2] = sum ^ local.w64[4];"), "", "-O3", "c64_bmi"),
    "avx512vl: half a register is left on the stack": Fault(
        "hash256", BLOCKS, left_of_vector("local.x[0][1]"), "", "-O3", "avx512vl"),
}  # fmt: skip
