"""Leaks planted into the C and the assembly of masked calls, at each stage of each kind of call, and what finds each.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from dataclasses import dataclass

import pytest
from lab import checking, report
from lab.machine import Unsupported
from lab.manifest import ManifestError
from test_planted import FOLDER, replaced, unit_with


def after(line, lines):
    """A change: these lines after that one."""
    return line, line + lines


def before(line, lines):
    return line, lines + line


def one_after_the_other(first, second):
    """C that puts two bytes into one place in turn."""
    return f"  {{ static volatile uint8_t kept; kept = ({first}); kept = ({second}); (void)kept; }}\n"


def of_words(words, shares=2):
    """C that puts byte 0 of share 0 of a word, and then the sum of the same byte of all others, into one place.
    Armv7-M has share i of a half rotated right by i bytes."""
    first, *others = (f"((volatile uint8_t *){words})[{8 * share + -share % 4}]" for share in range(shares))
    return one_after_the_other(first, " ^ ".join(others))


STATE, CONTEXT = of_words("s->words.shares"), of_words("ctx->state.words.shares")
TRANSITION = "a transition"  # the leak is found in any of the models of two values
LEFT = "is left before ascon_masked_permute_2: in"  # it holds something of a share at the end of a step
CLEAN = "nothing finds it"


@dataclass(frozen=True)
class Leak:
    stage: str
    file: str
    changes: tuple[tuple[str, str], ...]
    unit: str
    found: str  # a model, or a part of the error's text
    folder: str = "armv7m"
    not_in: str = ""  # a unit that is clean, which shows what the one that finds it adds


def leak(stage, file, change, unit, found, **more):
    return Leak(stage, file, (change,), unit, found, **more)


COMPARED, KNOWN = "    wrong = scheme->tag(difference, random);\n", "    declassify(&wrong, sizeof wrong);\n"
ADDED = "    ascon_masked_absorb(share_of(s, x->w, i), in.data + i * in.stride, x->bytes, i);\n"
STORED = "    ascon_masked_store(out.data + i * out.stride, share_of(s, x->w, i), x->bytes, i);\n"
KEPT = "    {{ static volatile uint8_t kept; if ({}) kept = {}; (void)kept; }}\n"
ADDED_BYTE = "in.data[i * in.stride]"


def kept(condition, what):
    return KEPT.format(condition, what)


def in_loop(line, condition, what):
    """The body of a loop over shares, with a byte of each share in one place."""
    return line, "    {\n" + kept(condition, what) + line + "    }\n"


def after_in_loop(condition):
    """The same of what is stored, after it; `count` is how many shares were."""
    more = "    static unsigned count;\n    (void)count;\n" + kept(condition, "out.data[i * out.stride]")
    return STORED, f"    {{\n{STORED}{more}    }}\n"


BESIDE = """
  static volatile unsigned kept;
  kept = data.data[0] | (unsigned)data.data[data.stride] << 16;
  (void)kept;
"""
LEAKS = [
    leak("initialization", "aead.c", after("  aead_initialize(&ctx->state, ctx->params, &key, nonce.data);\n", CONTEXT),
         "aead_init, aead128, 2 shares", TRANSITION),
    leak("initialization of a MAC", "sponge.c",
         after("  sponge_initialize(&ctx->state, p, prefix.data, length);\n", CONTEXT),
         "sponge_init, v13_mac, 2 shares", TRANSITION),
    leak("nonce in shares", "state.c", in_loop(ADDED, "x->w > 2", ADDED_BYTE),
         "aead_init, aead128, nonce in shares, 2 shares", TRANSITION),
    leak("associated data, first block", "state.c", in_loop(ADDED, "1", ADDED_BYTE),
         "aead_ad, aead128, 17 bytes, 2 shares", TRANSITION),
    leak("associated data, its last byte", "state.c", in_loop(ADDED, "x->n == 1 && in.stride", ADDED_BYTE),
         "aead_ad, aead128, 17 bytes, 2 shares", TRANSITION, not_in="aead_init, aead128, 2 shares"),
    leak("end of associated data", "full.c",
         after("    pad(&ctx->state, ctx->params, ctx->offset);\n", CONTEXT),
         "encrypt, aead128, one call, 2 shares", LEFT, not_in="encrypt_update, aead128, 17 bytes, 2 shares"),
    leak("text, first block", "state.c", after_in_loop("1"),
         "encrypt_update, aead128, 17 bytes, 2 shares", TRANSITION),
    leak("text, second block alone", "state.c",
         after_in_loop("++count > 4"),
         "encrypt_update, aead128, 17 bytes, 2 shares", TRANSITION,
         not_in="encrypt_update, aead128, 9 bytes, in place, 2 shares"),
    leak("decryption, before the tag", "state.c", before("  if (in.data != out.data) {\n", one_after_the_other(
         "in.data[0]", "in.data[in.stride]")), "decrypt, aead128, one call, wrong tag, 2 shares", TRANSITION),
    leak("finalization", "aead.c", after("  pad(&ctx->state, ctx->params, ctx->offset);\n", CONTEXT),
         "encrypt_final, aead128, tag of 13 bytes, 2 shares", TRANSITION),
    leak("difference of the tag", "state.c", before(COMPARED, of_words("difference")),
         "decrypt_final, aead128, wrong tag of 13 bytes, 2 shares", TRANSITION),
    leak("after a right tag", "state.c", after(KNOWN, f"    if (wrong == 0)\n{STATE}"),
         "decrypt_final, aead128, right tag of 13 bytes, 2 shares", TRANSITION,
         not_in="decrypt_final, aead128, wrong tag of 13 bytes, 2 shares"),
    leak("after a wrong tag", "state.c", after(KNOWN, f"    if (wrong != 0)\n{STATE}"),
         "verify, v13_mac, wrong tag, 2 shares", TRANSITION, not_in="verify, v13_mac, right tag, 2 shares"),
    leak("message of a hash", "sponge.c", before("  ctx->state.in_stride = message.stride;\n", one_after_the_other(
         "message.data[0]", "message.data[message.stride]")), "sponge, hash256, one call, 2 shares", TRANSITION),
    leak("end of a MAC's message", "sponge.c", after("  pad(&ctx->state, ctx->params, ctx->offset);\n", CONTEXT),
         "sponge, v13_mac, with a key, one call, 2 shares", TRANSITION),
    leak("output of a PRF", "sponge.c", before("  ctx->state.out_stride = out.stride;\n", CONTEXT),
         "sponge, v13_prf, with a key, one call, 2 shares", TRANSITION),
    leak("PrfShort", "sponge.c", before("  const int failed = s.failed;\n", of_words("s.words.shares")),
         "sponge, v13_prfshort, 2 shares", TRANSITION),
    leak("leveled, the key", "aead.c", before("  if (is_leveled(setup->form)) setup", "  if (is_leveled(setup->form))\n"
         + one_after_the_other("key.data[0]", "key.data[key.stride]")),
         "encrypt, aead128, leveled, one call, 2 shares", TRANSITION, not_in="aead_init, aead128, 2 shares"),
    leak("sharing", "strings.c", before("  scheme->refresh(word, random);\n", one_after_the_other(
         "data.data[0]", "data.data[data.stride]")), "share, 9 bytes, 2 shares", TRANSITION),
    leak("sharing, 3 shares, in pairs with transitions", "strings.c", before("  scheme->refresh(word, random);\n",
         one_after_the_other("data.data[0]", "data.data[data.stride]")), "share, 9 bytes, 3 shares", TRANSITION),
    leak("two shares beside each other", "strings.c", before("  scheme->refresh(word, random);\n", BESIDE),
         "share, 9 bytes, 2 shares", "beside"),
    leak("difference of the tag, 3 shares", "state.c",
         before(COMPARED, of_words("difference", 3)),
         "decrypt_final, aead128, wrong tag of 13 bytes, 3 shares", TRANSITION),
    leak("PrfShort, 4 shares", "sponge.c", before("  const int failed = s.failed;\n", of_words("s.words.shares", 4)),
         "sponge, v13_prfshort, 4 shares", TRANSITION),
    leak("what C leaves in a register before a permutation", "state.c",
         before("  if (!s->failed && !s->setup.scheme->permutation",
                '  __asm__ volatile("ldr r12, [%0]" : : "r"(s->words.shares) : "r12");\n'),
         "aead_ad, aead128, 17 bytes, 2 shares", LEFT),
    # ---- Random words ----
    leak("refresh of a state, one word for all", "state.c",
         ("    if (!draw(s, random, MASKED_REFRESH_WORDS(scheme->shares))) break;\n",
          "    if (w == 0 && !draw(s, random, MASKED_REFRESH_WORDS(scheme->shares))) break;\n"),
         "aead_init, aead128, 2 shares", "not of full rank"),
    leak("refresh of a state, not at all", "state.c", ("    scheme->refresh(share_of(s, w, 0), random);\n", ""),
         "aead_init, aead128, 2 shares", "not of full rank"),
    leak("refresh of a key, not at all", "strings.c", ("  scheme->refresh(word, random);\n", "  (void)random;\n"),
         "key_refresh, 20 bytes, 2 shares", "fresh"),
    leak("sharing without random words", "strings.c",
         ("    if (setup->words(setup->context, random, MASKED_REFRESH_WORDS(setup->scheme->shares)))\n",
          "    zeroize(random, sizeof random);\n    if (1)\n"), "share, 9 plain bytes, 2 shares", "fresh"),
    leak("a tag with one random word for two products", "state.c",
         before(COMPARED, "    random[1] = random[0];\n"),
         "decrypt_final, aead128, wrong tag of 13 bytes, 2 shares", "fresh"),
    leak("a refresh in assembly with one random word", "armv7m/armv7m_masked.S",
         ("        ldr     r12, [r1, #(8 * PAIR + 4)]\n", "        ldr     r12, [r1, #(8 * PAIR)]\n"),
         "refresh, 2 shares", "fresh"),
    # ---- Assembly ----
    leak("absorbing and storing leave a share in the shifter", "armv7m/armv7m_masked.S",
         ("end_of_one_share:\n        CLEAR\n", "end_of_one_share:\n"), "aead_ad, aead128, 17 bytes, 2 shares", LEFT),
    # ---- What nothing finds ----
    leak("without random words", "state.c", after("  s->failed = 1;\n", STATE),
         "encrypt, aead128, one call, 2 shares", CLEAN),
    leak("a byte of a part that stays on the stack", "armv7m/armv7m_masked.S", ("        str     T, [sp, #4]\n", ""),
         "aead_ad, aead128, 17 bytes, 2 shares", CLEAN),
    leak("a difference that is not wiped", "state.c", ("  zeroize(difference, sizeof difference);\n", ""),
         "decrypt, aead128, one call, wrong tag, 2 shares", CLEAN),
]  # fmt: skip


def outcome(bench, each, unit):
    """What finds a leak: the kind of model, or the text of an error."""
    name = each.file
    source = replaced((FOLDER / name).read_text(encoding="utf-8"), each.changes)
    try:
        made = list(checking.verdicts(*unit_with(bench, each.folder, unit, name, source), patience=60))
    except (Unsupported, ManifestError) as error:
        return str(error)
    assert not any(verdict.unfinished and not verdict.leaks for _, verdict in made)
    models = {model for _, verdict in made for model in report.models_of(verdict)}
    return " ".join(models & {"beside", "fresh"}) or (TRANSITION if models else CLEAN)


@pytest.mark.parametrize("each", LEAKS, ids=[each.stage for each in LEAKS])
def test_leak(bench, each):
    found = outcome(bench, each, each.unit)
    assert each.found in found
    if each.not_in:
        assert outcome(bench, each, each.not_in) == CLEAN
