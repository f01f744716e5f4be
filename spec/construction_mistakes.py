"""Mistakes that implementations of constructions make, as `mistakes` has those of the modes.

MISTAKES has them by the suite of `construction_suites` that finds them."""

from .mistakes import BY_NAME, Mistake


def of(module: str, *texts: tuple[str, str, str, str]) -> tuple[Mistake, ...]:
    """Each has a name, a sentence for readers, text of the module and what is there with the mistake."""
    return tuple(Mistake(*four, kinds=(), module=f"constructions.{module}") for four in texts)


def of_tags(
    module: str, computed: str, given: str, right: str = "", what: str = "tag", half: int = 8
) -> tuple[Mistake, ...]:
    """Mistakes of a comparison, by the texts of what shall be equal; `right` is its own text if it is another."""
    right = right or f"compare_digest({computed}, {given})"
    wrong = {"Ignored": "", "FirstHalf": f"[:{half}]", "LastByteIgnored": "[:-1]", "FirstByteIgnored": "[1:]"}
    return of(module, *(
        (what.title() + name, BY_NAME["Tag" + name].what.replace("tag", what).replace("8", str(half)), right,
         f"compare_digest({computed}{part}, {given if part else computed}{part})")
        for name, part in wrong.items()
    ))  # fmt: skip


# ---- HMAC, HKDF, PBKDF2 -----------------------------------------------------------------------------------

PADS = """    inner = hash(xored(padded, 0x36) + message)
    return hash(xored(padded, 0x5C) + inner)
"""
HMAC = (
    *of("hmac",
        ("PadsExchanged", "The bytes 0x36 and 0x5C are exchanged.", PADS,
         PADS.replace("0x36", "-").replace("0x5C", "0x36").replace("-", "0x5C")),
        ("OneHash", "The outer hash is missing.", "return hash(xored(padded, 0x5C) + inner)", "return inner"),
        ("KeyAfterMessage", "The inner key follows the message.", "xored(padded, 0x36) + message",
         "message + xored(padded, 0x36)"),
        ("LongKeyCut", "A key longer than a block is cut and not hashed.",
         "(hash(key) if len(key) > BLOCK_BYTES else key)", "key[:BLOCK_BYTES]"),
        ("KeyOfABlockHashed", "A key of one block is hashed.", "len(key) > BLOCK_BYTES", "len(key) >= BLOCK_BYTES"),
        ("BlockOfTheRate", "A block has 8 bytes, the rate of the hash function.", "BLOCK_BYTES = 64",
         "BLOCK_BYTES = 8"),
        ("BlockOfTheDigest", "A block has 32 bytes, as many as a digest.", "BLOCK_BYTES = 64", "BLOCK_BYTES = 32"),
        ("TruncatedAtStart", BY_NAME["TruncatedAtStart"].what, "[: len(tag)], tag)", "[-len(tag) :], tag)")),
    *of_tags("hmac", "hmac(key, message)[: len(tag)]", "tag"),
)  # fmt: skip

HKDF = of(
    "hmac",
    ("CounterMissing", "The byte with the number of the block is missing.", "block + info + bytes([counter])",
     "block + info"),
    ("CounterFromZero", "The first block has the number 0.", "bytes([counter])", "bytes([counter - 1])"),
    ("CounterOfFourBytes", "The number of the block has four bytes.", "bytes([counter])",
     'counter.to_bytes(4, "big")'),
    ("BlockBeforeMissing", "A block is computed without the one before.", "block + info + bytes", "info + bytes"),
    ("InfoOnce", "`info` enters the first block only.", "block + info + bytes([counter])",
     'block + (info if counter == 1 else b"") + bytes([counter])'),
    ("InfoMissing", "`info` is left out.", "block + info + bytes", "block + bytes"),
    ("SaltAsMessage", "Salt and input keying material are exchanged.", "return hmac(salt, ikm, hash)",
     "return hmac(ikm, salt, hash)"),
    ("EmptySaltSkipped", "Without a salt, the extraction is left out.", "return hmac(salt, ikm, hash)",
     "return hmac(salt, ikm, hash) if salt else ikm"),
    ("SizeTooLarge", "More than 255 blocks of output are accepted.", "if len(output) < output_bytes:",
     "if False:"),
)  # fmt: skip

PBKDF2 = of(
    "hmac",
    ("NumberFromZero", "The first block has the number 0.", "block in range(1, 2**32)", "block in range(2**32)"),
    ("NumberOrder", "The number of a block is little-endian.", 'block.to_bytes(4, "big")',
     'block.to_bytes(4, "little")'),
    ("NumberInOneByte", "The number of a block has one byte.", 'block.to_bytes(4, "big")',
     'block.to_bytes(1, "big")'),
    ("LastIterationOnly", "The result is the last iteration, not the sum of all.", "total ^= int", "total = int"),
    ("OneIterationMore", "There is one iteration too many.", "range(iterations - 1)", "range(iterations)"),
    ("SaltInEachIteration", "Each iteration has the salt before its input.", "value = hmac(password, value, hash)",
     "value = hmac(password, salt + value, hash)"),
    ("PasswordAsMessage", "Password and salt are exchanged.", "value = hmac(password, salt + block",
     "value = hmac(salt, password + block"),
)  # fmt: skip

# ---- KMAC and key derivation ------------------------------------------------------------------------------

DIGITS = 'return number.to_bytes(max(1, -(-number.bit_length() // 8)), "big")'
ENCODINGS = of(
    "kdf",
    ("KeyNotPadded", "The key is not padded to whole blocks.", "bytepad(encode_string(key), CXOF.rate)",
     "encode_string(key)"),
    ("RateOfKeccak", "The key is padded to 168 bytes, the rate of KMAC128 with Keccak.",
     "bytepad(encode_string(key), CXOF.rate)", "bytepad(encode_string(key), 168)"),
    ("RateMissing", "The rate is not encoded before the key.", "padded = left_encode(width) + string",
     "padded = string"),
    ("KeyLengthMissing", "The length of the key is not encoded.", "bytepad(encode_string(key), CXOF.rate)",
     "bytepad(key, CXOF.rate)"),
    ("LengthsInBytes", "Lengths of strings are in bytes.", "left_encode(8 * len(string)) + string",
     "left_encode(len(string)) + string"),
    ("LengthModulo256", "Lengths have one byte.", DIGITS, "return bytes([number % 256])"),
    ("LengthOrder", "Lengths of several bytes are little-endian.", DIGITS, DIGITS.replace("big", "little")),
    ("NameMissing", "The name of the function is left out.", "encode_string(function) + ", ""),
)  # fmt: skip

KMAC_CALL = "_keyed(KMAC, key, message + right_encode(8 * output_bytes), output_bytes, customization)"


def kmac_input(text: str) -> str:
    return KMAC_CALL.replace("message + right_encode(8 * output_bytes)", text)


KMAC = (
    *ENCODINGS,
    *of("kdf",
        ("OutputLengthMissing", "The length of the output is not encoded.", KMAC_CALL, kmac_input("message")),
        ("OutputLengthFirst", "The length of the output is before the message.", KMAC_CALL,
         kmac_input("right_encode(8 * output_bytes) + message")),
        ("OutputLengthInBytes", "The length of the output is in bytes.", KMAC_CALL,
         kmac_input("message + right_encode(output_bytes)")),
        ("OutputLengthLeftEncoded", "The length of the output is left-encoded.", KMAC_CALL,
         kmac_input("message + left_encode(8 * output_bytes)")),
        ("OutputLengthOfXof", "The length of the output is encoded as 0, as in KMACXOF.", KMAC_CALL,
         kmac_input("message + right_encode(0)"))),
    *of_tags("kdf", "kmac(key, message, len(tag), customization)", "tag"),
)  # fmt: skip

CUSTOMIZATION = of(
    "kdf",
    ("CustomizationMissing", "The customization string is left out.", "+ encode_string(customization)",
     '+ encode_string(b"")'),
    ("CustomizationNotEncoded", "The length of the customization string is not encoded.",
     "+ encode_string(customization)", "+ customization"),
    ("CustomizationFirst", "The customization string is before the name of the function.",
     "encode_string(function) + encode_string(customization)",
     "encode_string(customization) + encode_string(function)"),
)  # fmt: skip

LONG_CUSTOMIZATION = of(
    "kdf",
    ("CustomizationCut", "A customization string that is too long is cut.",
     'raise ValueError(f"customization of {len(customization)} bytes, expected at most {MAX_CUSTOMIZATION}")',
     "customization = customization[:MAX_CUSTOMIZATION]"),
)  # fmt: skip

KMACXOF = (
    *ENCODINGS,
    *CUSTOMIZATION,
    *of("kdf",
        ("OutputLengthOfKmac", "The length of the output is encoded, as in KMAC.",
         "message + right_encode(0)", "message + right_encode(8 * output_bytes)"),
        ("ZeroMissing", "The length 0 at the end is missing.", "message + right_encode(0)", "message")),
)  # fmt: skip

KDF = (
    *ENCODINGS,
    *of("kdf",
        ("OutputLengthMissing", "The length of the output is not encoded.",
         "_keyed(KDF, key, message + right_encode(8 * output_bytes), ", "_keyed(KDF, key, message, "),
        ("NameOfKmac", "The name of the function is that of KMAC.", "return _keyed(KDF,", "return _keyed(KMAC,"),
        ("StepMissing", "The name of the step is left out.", "output_bytes, step)", 'output_bytes, b"")')),
)  # fmt: skip

KDF_DERIVE = (
    *KDF,
    *of("kdf",
        ("SaltAsMessage", "Salt and input keying material are exchanged.",
         "_step(DERIVE, salt, encode_string(ikm) + info", "_step(DERIVE, ikm, encode_string(salt) + info"),
        ("IkmLengthMissing", "The length of the input keying material is not encoded.",
         "encode_string(ikm) + info", "ikm + info"),
        ("InfoMissing", "`info` is left out.", "encode_string(ikm) + info", "encode_string(ikm)"),
        ("InfoFirst", "`info` is before the input keying material.", "encode_string(ikm) + info",
         "info + encode_string(ikm)")),
)  # fmt: skip

KDF_TWO_STEPS = (
    *KDF,
    *of("kdf",
        ("SaltAsMessage", "Salt and input keying material are exchanged.", "_step(EXTRACT, salt, ikm",
         "_step(EXTRACT, ikm, salt"),
        ("EmptySaltSkipped", "Without a salt, the extraction is left out.", "return _step(EXTRACT, salt, ikm",
         "return ikm if not salt else _step(EXTRACT, salt, ikm"),
        ("InfoMissing", "`info` is left out.", "_step(EXPAND, prk, info", '_step(EXPAND, prk, b""'),
        ("StepsAlike", "Both steps have the same name.", 'b"extract", b"expand"', 'b"extract", b"extract"'),
        ("ShortPrk", "The pseudorandom key has 16 bytes.", "PRK_BYTES = 32", "PRK_BYTES = 16")),
)  # fmt: skip

# ---- AEAD -------------------------------------------------------------------------------------------------

SIV = (
    *of("siv",
        ("AdMissing", "Associated data is not authenticated.", "nonce + ad + plaintext + lengths",
         "nonce + plaintext + lengths"),
        ("NonceMissing", "The nonce does not enter the tag.", "nonce + ad + plaintext + lengths",
         "ad + plaintext + lengths"),
        ("LengthsMissing", "The lengths at the end are missing.", "nonce + ad + plaintext + lengths",
         "nonce + ad + plaintext"),
        ("LengthsExchanged", "The lengths are in the other order.",
         'len(ad).to_bytes(8, "little") + len(plaintext).to_bytes(8, "little")',
         'len(plaintext).to_bytes(8, "little") + len(ad).to_bytes(8, "little")'),
        ("LengthOrder", "The lengths are big-endian.",
         'len(ad).to_bytes(8, "little") + len(plaintext).to_bytes(8, "little")',
         'len(ad).to_bytes(8, "big") + len(plaintext).to_bytes(8, "big")'),
        ("LengthsInBits", "The lengths are in bits.",
         'len(ad).to_bytes(8, "little") + len(plaintext).to_bytes(8, "little")',
         '(8 * len(ad)).to_bytes(8, "little") + (8 * len(plaintext)).to_bytes(8, "little")'),
        ("KeysExchanged", "The two keys are exchanged.", "return key[:16], key[16:]", "return key[16:], key[:16]"),
        ("OneKey", "The same key is used for tag and stream.", "return key[:16], key[16:]",
         "return key[:16], key[:16]"),
        ("StreamOfNonce", "The stream is that of the nonce, not of the tag.",
         "return crypt(stream_key, tag, plaintext), tag", "return crypt(stream_key, nonce, plaintext), tag"),
        ("CiphertextAuthenticated", "The ciphertext is authenticated in place of the text.",
         "synthetic_iv(mac_key, nonce, ad, plaintext), tag)",
         "synthetic_iv(mac_key, nonce, ad, ciphertext), tag)")),
    *of_tags("siv", "synthetic_iv(mac_key, nonce, ad, plaintext)", "tag"),
)  # fmt: skip

COMMIT = (*of_tags("commit", "commitment(scheme, key, nonce, ad)", "committed", what="commitment", half=16), *of(
    "commit",
    ("CommitmentForTag", "With the right commitment, the tag is not compared.",
     "return scheme.decrypt(key, nonce, ad, ciphertext, tag)",
     "try:\n        return scheme.decrypt(key, nonce, ad, ciphertext, tag)\n"
     "    except InvalidTag:\n        return bytes(len(ciphertext))"),
    ("KeyNotCommitted", "The commitment is not to the key.", "key + nonce + ad,", "nonce + ad,"),
    ("NonceNotCommitted", "The commitment is not to the nonce.", "key + nonce + ad,", "key + ad,"),
    ("AdNotCommitted", "The commitment is not to the associated data.", "key + nonce + ad,", "key + nonce,"),
    ("AdOfOneBlock", "The commitment is to the first 8 bytes of the associated data.", "key + nonce + ad,",
     "key + nonce + ad[:8],"),
    ("AlgorithmMissing", "The name of the algorithm is left out.", "(PURPOSE + scheme.name).encode()",
     "PURPOSE.encode()"),
    ("PurposeMissing", "The customization string is the name of the algorithm alone.",
     "(PURPOSE + scheme.name).encode()", "scheme.name.encode()"),
))  # fmt: skip

ISAP = (
    *of("isap",
        ("BitsFromTheEnd", "The bits of a byte enter the session key from the lowest one on.", "byte >> 7 - i & 1",
         "byte >> i & 1"),
        ("BitAtTheEnd", "A bit of the nonce enters the lowest bit of the first byte.",
         "state.xor(0, bytes([bit << 7]))", "state.xor(0, bytes([bit]))"),
        ("PurposesExchanged", "The session keys of encryption and authentication are exchanged.",
         "FOR_MAC, FOR_MAC_KEY, FOR_ENCRYPTION_KEY, FOR_COMPARISON = 1, 2, 3, 4",
         "FOR_MAC, FOR_MAC_KEY, FOR_ENCRYPTION_KEY, FOR_COMPARISON = 1, 3, 2, 4"),
        ("NonceNotInState", "The nonce is missing in the state that encrypts.",
         "rekey(instance, key, FOR_ENCRYPTION_KEY, nonce, 40 - K) + nonce)",
         "rekey(instance, key, FOR_ENCRYPTION_KEY, nonce, 40 - K))"),
        ("NoRoundsBetweenText", "The permutation between blocks of text is missing.",
         "        state.permute(instance.s_e)\n", "        if i == 0:\n            state.permute(instance.s_e)\n"),
        ("NoPadding", "An absorbed string is not padded.", 'string + b"\\x80" + bytes(-(len(string) + 1) % RATE)',
         "string + bytes(-len(string) % RATE)"),
        ("NoPaddingOfWholeBlocks", "An absorbed string of whole blocks is not padded.",
         'string + b"\\x80" + bytes(-(len(string) + 1) % RATE)',
         'string + (b"\\x80" + bytes(-(len(string) + 1) % RATE) if len(string) % RATE or not string else b"")'),
        ("EmptyDataLeftOut", "Empty associated data is left out, as Ascon's AEAD does.",
         "    absorb(instance, state, ad)\n", "    if ad:\n        absorb(instance, state, ad)\n"),
        ("NoSeparation", "The bit that separates associated data from ciphertext is missing.",
         '    state.xor(39, b"\\x01")\n', ""),
        ("SeparationBit", "The bit that separates is at the other end of its byte.", 'state.xor(39, b"\\x01")',
         'state.xor(39, b"\\x80")'),
        ("TextAuthenticated", "The text is authenticated in place of the ciphertext.",
         "return ciphertext, tag(instance, key, nonce, ad, ciphertext)",
         "return ciphertext, tag(instance, key, nonce, ad, plaintext)"),
        ("SessionKeyAdded", "The session key is added to the state and does not replace its bytes.",
         "State(session_key + state.bytes[K:])",
         "State(bytes(a ^ b for a, b in zip(session_key, state.bytes)) + state.bytes[K:])")),
    *of_tags("isap", "right", "given", "compare_digest(hidden(instance, right), hidden(instance, given))"),
)  # fmt: skip

ISAP_ROUNDS = of(
    "isap",
    ("RoundsOfBits", "Each bit of the nonce has the rounds of a key.", "state.permute(instance.s_b)",
     "state.permute(instance.s_k)"),
    ("RoundsOfLastBit", "The last bit of the nonce has the rounds of the others.",
     "    state.xor(0, bytes([bits[-1] << 7]))\n    state.permute(instance.s_k)",
     "    state.xor(0, bytes([bits[-1] << 7]))\n    state.permute(instance.s_b)"),
    ("RoundsOfText", "Encryption has the rounds of authentication.", "state.permute(instance.s_e)",
     "state.permute(instance.s_h)"),
)  # fmt: skip

# ---- Streams, datagrams, the generator --------------------------------------------------------------------

OPEN_CHUNK = """        except InvalidTag as error:
            raise Refused(f"chunk {index} was changed, or is not the last one") from error
"""


def open_chunk(instead: str) -> str:
    """A wrong tag is answered by another attempt."""
    return f"        except InvalidTag as error:\n            {instead}\n"


def retried(index: str, last: str) -> str:
    return open_chunk(
        f"return aead_decrypt(self.row, self.key, self.nonce({index}, {last}), b'', sealed[:-16], sealed[-16:])"
    )


STREAM_SECRET = (
    'message = key + chunk.to_bytes(4, "little") + row.name.encode().ljust(NAME_BYTES, b"\\0") + salt + context'
)


def stream_secret(right: str, wrong: str) -> str:
    return STREAM_SECRET.replace(right, wrong)


STREAM = of(
    "stream",
    ("NoIndex", "The index of a chunk is not in its nonce.", "plain = index.to_bytes(8,",
     "plain = (0).to_bytes(8,"),
    ("IndexOrder", "The index is big-endian.", 'plain = index.to_bytes(8, "little")',
     'plain = index.to_bytes(8, "big")'),
    ("IndexFromOne", "The first chunk has the index 1.", "plain = index.to_bytes(8,",
     "plain = (index + 1).to_bytes(8,"),
    ("NoMark", "The mark of the last chunk is not in its nonce.", "bytes(7) + bytes([last])", "bytes(7) + bytes([0])"),
    ("MarkOfTheOthers", "All chunks but the last one are marked.", "bytes(7) + bytes([last])",
     "bytes(7) + bytes([not last])"),
    ("NoMask", "Nonces are not masked.", "return bytes(a ^ b for a, b in zip(plain, self.mask, strict=True))",
     "return plain"),
    ("SaltMissing", "The salt does not enter the secret.", STREAM_SECRET, stream_secret(" + salt", "")),
    ("ContextMissing", "The context does not enter the secret.", STREAM_SECRET, stream_secret(" + context", "")),
    ("ChunkSizeMissing", "The size of a chunk does not enter the secret.", STREAM_SECRET,
     stream_secret(' + chunk.to_bytes(4, "little")', "")),
    ("ChunkSizeOrder", "The size of a chunk is big-endian in the secret.", STREAM_SECRET,
     stream_secret("little", "big")),
    ("AlgorithmMissing", "The name of the algorithm does not enter the secret.", STREAM_SECRET,
     stream_secret(' + row.name.encode().ljust(NAME_BYTES, b"\\0")', "")),
    ("AlgorithmNotPadded", "The name of the algorithm is not padded.", STREAM_SECRET,
     stream_secret('.ljust(NAME_BYTES, b"\\0")', "")),
    ("EmptyTextWithoutChunk", "An empty text has no chunk.", "range(0, max(len(text), 1), size)",
     "range(0, len(text), size)"),
    ("EmptyLastChunk", "After a text of whole chunks there is an empty one.",
     "    return [text[at : at + size] for at in range(0, max(len(text), 1), size)]",
     "    return [text[at : at + size] for at in range(0, len(text) + 1, size)]"),
    ("EmptyLastChunkOpened", "An empty last chunk is accepted after others.", "(0 < size <= self.chunk",
     "(0 <= size <= self.chunk"),
    ("NotRekeyed", "The secret is never replaced.", "if rekey_every and index and index % rekey_every == 0:",
     "if False:"),
    ("RekeyedOnce", "The secret is replaced once.", "index % rekey_every == 0:", "index == rekey_every:"),
    ("RekeyedLate", "The secret is replaced after the chunk, not before.", "index % rekey_every == 0:",
     "index > 1 and (index - 1) % rekey_every == 0:"),
    ("RekeyedWithoutIndex", "The index does not enter the next secret.",
     'message = self.secret + following.to_bytes(8, "little")', "message = self.secret"),
    ("TagIgnored", "A chunk with a wrong tag gives a text.", OPEN_CHUNK, open_chunk("return bytes(len(sealed) - 16)")),
    ("EndNotChecked", "The mark of the last chunk is not checked: what was cut off is not missed.", OPEN_CHUNK,
     retried("index", "not last")),
    ("OrderNotChecked", "Chunks that were exchanged are accepted.", OPEN_CHUNK, retried("index ^ 1", "last")),
)  # fmt: skip

OPEN = """        except InvalidTag:
            self.forgeries += 1
            raise
"""
DATAGRAM = of(
    "datagram",
    ("IdentityMissing", "The identity of the sender is not in the nonce.",
     'return identity + number.to_bytes(COUNTER_BYTES, "little")',
     'return bytes(8) + number.to_bytes(COUNTER_BYTES, "little")'),
    ("CounterFirst", "The counter is before the identity in the nonce.",
     'return identity + number.to_bytes(COUNTER_BYTES, "little")',
     'return number.to_bytes(COUNTER_BYTES, "little") + identity'),
    ("CounterOrder", "The counter is big-endian in the nonce.",
     'return identity + number.to_bytes(COUNTER_BYTES, "little")',
     'return identity + number.to_bytes(COUNTER_BYTES, "big")'),
    ("SentCounterOrder", "The sent bytes of the counter are big-endian.",
     'counter.to_bytes(COUNTER_BYTES, "little")[: settings.counter_length]',
     '(counter % (1 << 8 * settings.counter_length)).to_bytes(settings.counter_length, "big")'),
    ("SentCounterInNonce", "The nonce has the sent bytes of the counter alone.",
     "aead_encrypt(AEAD, own, nonce(identity, counter), header, text)",
     "aead_encrypt(AEAD, own, nonce(identity, counter % (1 << 8 * settings.counter_length)), header, text)"),
    ("HeaderMissing", "The header is not authenticated.",
     "aead_encrypt(AEAD, own, nonce(identity, counter), header, text)",
     'aead_encrypt(AEAD, own, nonce(identity, counter), b"", text)'),
    ("KeyNotDerived", "The first epoch has the key that the sender was started with.",
     "for _ in range(epoch + 1):", "for _ in range(epoch):"),
    ("OneKey", "All epochs have the key of the first one.", "for _ in range(epoch + 1):", "for _ in range(1):"),
    ("TagLengthNotBound", "The length of tags does not enter the derivation.",
     "DERIVATION | settings.tag_length | settings.epoch_length << 8", "DERIVATION | settings.epoch_length << 8"),
    ("EpochLengthNotBound", "The length of epochs does not enter the derivation.",
     "DERIVATION | settings.tag_length | settings.epoch_length << 8", "DERIVATION | settings.tag_length"),
    ("DerivationNotMarked", "A derivation has the nonce of a counter.",
     "DERIVATION | settings.tag_length", "settings.tag_length"),
    ("ReplayAccepted", "A datagram is accepted twice.", "counter < self.floor or counter in self.accepted",
     "counter < self.floor"),
    ("LastReplayOnly", "Only the last datagram is refused when it comes again.",
     "counter < self.floor or counter in self.accepted", "counter < self.floor or counter == self.next - 1"),
    ("FloorIgnored", "Counters below the stored one are accepted.",
     "counter < self.floor or counter in self.accepted", "counter in self.accepted"),
    ("LateRefused", "There is no window: a datagram that was overtaken is refused.", "n, self.next - self.window)",
     "n, self.next)"),
    ("NearestCounter", "The counter is the nearest to the last one.", "n, self.next - self.window)",
     "n, self.next - (1 << 8 * n - 1))"),
    ("WindowOfOneLess", "The window has one counter less.", "n, self.next - self.window)",
     "n, self.next - self.window + 1)"),
    ("WindowOfOneMore", "The window has one counter more.", "n, self.next - self.window)",
     "n, self.next - self.window - 1)"),
    ("SkippedTaken", "A counter that was skipped is refused if the one a window before it was accepted.",
     "counter in self.accepted:",
     "counter < self.next and any((counter - one) % self.window == 0 for one in self.accepted):"),
    ("NextGoesBack", "A datagram that was overtaken moves the window back.", "max(self.next, counter + 1)",
     "counter + 1"),
    ("ForgeryMovesWindow", "A forged datagram moves the window.", OPEN,
     OPEN.replace("raise", "self.next = max(self.next, counter + 1)\n            raise")),
    ("ForgeryIsReplay", "A forged datagram marks its counter as accepted.", OPEN,
     OPEN.replace("raise", "self.accepted.add(counter)\n            raise")),
    ("ForgeryAccepted", "A datagram with a wrong tag gives a text.", OPEN,
     "        except InvalidTag:\n            text = sealed\n"),
    ("ForgeriesNotCounted", "Forgeries are not counted: there is no limit on them.", "self.forgeries += 1",
     "self.forgeries += 0"),
    ("EpochOfTheReceiver", "A datagram is opened with the key of the receiver's epoch, not of its own.",
     "own = epoch_key(self.settings, self.key, self.identity, self.settings.epoch(counter))",
     "own = epoch_key(self.settings, self.key, self.identity, self.epoch)"),
    ("EarlierEpochAccepted", "A datagram of an earlier epoch is accepted.",
     "if not 0 <= self.settings.epoch(counter) - self.epoch <= epochs_ahead:",
     "if not self.settings.epoch(counter) - self.epoch <= epochs_ahead:"),
    ("AnyEpochAhead", "A datagram of any later epoch is accepted.",
     "if not 0 <= self.settings.epoch(counter) - self.epoch <= epochs_ahead:",
     "if not 0 <= self.settings.epoch(counter) - self.epoch:"),
)  # fmt: skip

SEEDING = "message = self.state + encode_string(entropy) + seed"
DRBG = of(
    "drbg",
    ("StateKept", "A request does not replace the state.", "        self.state = stream[:STATE_BYTES]\n", ""),
    ("OutputFirst", "The output comes before the next state.",
     "        self.state = stream[:STATE_BYTES]\n        return stream[STATE_BYTES:]\n",
     "        self.state = stream[output_bytes:]\n        return stream[:output_bytes]\n"),
    ("AdditionalMissing", "Additional input is left out.", "self.state + additional,", "self.state,"),
    ("AdditionalFirst", "Additional input is before the state.", "self.state + additional,",
     "additional + self.state,"),
    ("ReseedForgets", "Reseeding does not keep what the state had.", SEEDING,
     SEEDING.replace("self.state", "bytes(32)")),
    ("FirstStateMissing", "The state is not absorbed when the generator starts.", SEEDING,
     SEEDING.replace("self.state", "self.state.lstrip(b'\\0')")),
    ("EntropyLengthMissing", "The length of the entropy is not encoded.", SEEDING,
     SEEDING.replace("encode_string(entropy)", "entropy")),
    ("EmptyEntropyLeftOut", "Without a source, the length of the entropy is left out.", SEEDING,
     SEEDING.replace("encode_string(entropy)", '(encode_string(entropy) if entropy else b"")')),
    ("NoFreshEntropy", "Reseeding takes no entropy from the source.",
     'entropy = self.source(ENTROPY_BYTES) if self.source else b""',
     'entropy = self.source(ENTROPY_BYTES) if self.source and not any(self.state) else b""'),
    ("SeedFirst", "The seed is before the entropy.", SEEDING,
     "message = self.state + seed + encode_string(entropy)"),
    ("SeedMissing", "The seed is left out.", SEEDING, SEEDING.replace(" + seed", "")),
    ("OnePurpose", "Seeding and requests have the same customization string.", 'b"asconkit drbg v1 next"',
     'b"asconkit drbg v1 seed"'),
)  # fmt: skip

TREE = (
    *of("tree",
        ("LastNodeDoubled", "A node that is left alone is paired with itself.",
         "return pairs + level[len(level) - len(level) % 2 :]",
         "return pairs + [node(one, one) for one in level[len(level) - len(level) % 2 :]]"),
        ("PairExchanged", "The right digest of a pair comes first.", "left + right, NODE", "right + left, NODE"),
        ("NodePurpose", "Nodes have the customization string of the root.", "left + right, NODE",
         "left + right, ROOT"),
        ("RootPurpose", "The root has the customization string of nodes.", "digest + shape, ROOT",
         "digest + shape, NODE"),
        ("NoRoot", "The last digest is the root.",
         'return cxof(find("ascon-cxof128"), digest + shape, ROOT, DIGEST_BYTES)', "return digest"),
        ("LengthMissing", "The length of the string does not enter the root.",
         'total_bytes.to_bytes(8, "little") + chunk', "chunk"),
        ("ChunkSizeMissing", "The size of a chunk does not enter the root.",
         ' + chunk_bytes.to_bytes(4, "little")', ""),
        ("LengthOrder", "The length of the string is big-endian.", 'total_bytes.to_bytes(8, "little")',
         'total_bytes.to_bytes(8, "big")'),
        ("SideIgnored", "What a proof has is always on the right.",
         "node(other, digest) if index % 2 else node(digest, other)", "node(digest, other)"),
        ("LoneNodePaired", "A node that is left alone takes the next digest of a proof.", "if index ^ 1 < count:",
         "if True:"),
        ("ProofTooLong", "Digests that a proof has besides are ignored.", "    if remaining:\n", "    if False:\n"),
        ("RootIgnored", "The root of a proof is not compared.",
         "root_of_proof(chunk, index, siblings, total_bytes, chunk_bytes), known)", "known, known)"),
        ("RootFirstHalf", "The first 16 bytes of the root alone are compared.",
         "root_of_proof(chunk, index, siblings, total_bytes, chunk_bytes), known)",
         "root_of_proof(chunk, index, siblings, total_bytes, chunk_bytes)[:16], known[:16])")),
)  # fmt: skip

MISTAKES: dict[str, tuple[Mistake, ...]] = {
    "hmac-ascon-hash256": HMAC,
    "hkdf-ascon-hash256": HKDF,
    "pbkdf2-hmac-ascon-hash256": PBKDF2,
    "ascon-kmac": KMAC,
    "ascon-kmac-customized": (*KMAC, *CUSTOMIZATION, *LONG_CUSTOMIZATION),
    "ascon-kmacxof": KMACXOF,
    "ascon-kdf": KDF_DERIVE,
    "ascon-kdf-two-steps": KDF_TWO_STEPS,
    "ascon-siv": SIV,
    "committing-ascon-aead128": COMMIT,
    "committing-ascon-siv": COMMIT,
    "isap-a-128a": (*ISAP, *ISAP_ROUNDS),
    "isap-a-128": ISAP,
    "ascon-tree": TREE,
    "ascon-stream": STREAM,
    "ascon-datagram": DATAGRAM,
    "ascon-drbg": DRBG,
}
