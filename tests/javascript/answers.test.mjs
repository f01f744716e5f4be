/** Known answers: every algorithm of the package, whole and in pieces, and that forged messages are refused.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { chacha20poly1305 as chacha, xchacha20poly1305 as xchacha } from "@noble/ciphers/chacha.js";
import { managedNonce as nobleManagedNonce } from "@noble/ciphers/utils.js";
import * as noble from "@noble/hashes/hkdf.js";
import { hmac as nobleHmac } from "@noble/hashes/hmac.js";
import { pbkdf2 as noblePbkdf2, pbkdf2Async } from "@noble/hashes/pbkdf2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { cshake128 } from "@noble/hashes/sha3-addons.js";
import { shake128 } from "@noble/hashes/sha3.js";
import assert from "node:assert/strict";
import test from "node:test";
import { core, hmac, isap, kdf, prf, siv, stream, v12 } from "./entries.mjs";
import { answers, bytes, cut, hex, sample, text, through } from "./helpers.mjs";

const PIECES = [[1], [7], [8, 3], [100]];

// ---- AEAD ------------------------------------------------------------------------------------------

const AEADS = {
  "ascon-aead128": core.aead128,
  "ascon-aead128-nonce-masked": core.aead128NonceMasked,
  "ascon-128": v12.ascon128,
  "ascon-128a": v12.ascon128a,
  "ascon-80pq": v12.ascon80pq,
};

/** Both directions, and with the caller's array, which may be the input's. */
function checkMessage(aead, { key, nonce, ad, message, result }, options) {
  const given = [bytes(key), bytes(nonce), bytes(ad), ...(options ? [options] : [])];
  const sealed = aead(...given).encrypt(bytes(message));
  assert.equal(hex(sealed), result);
  assert.equal(hex(aead(...given).decrypt(sealed)), message);
  const place = new Uint8Array(sealed.length);
  const inPlace = place.subarray(0, message.length / 2);
  inPlace.set(bytes(message));
  assert.equal(aead(...given).encrypt(inPlace, place), place);
  assert.deepEqual(place, sealed);
  assert.equal(hex(aead(...given).decrypt(place, inPlace)), message);
}

for (const [name, aead] of Object.entries(AEADS))
  test(name, () => {
    const vectors = answers(name);
    assert.ok(vectors.length > 50);
    for (const vector of vectors)
      checkMessage(aead, vector, vector.output === 16 ? undefined : { tagLength: vector.output });
  });

test("siv", () => {
  for (const v of answers("construction siv"))
    checkMessage(siv, { ...v, message: v.plaintext, result: v.ciphertext + v.tag });
});

test("isap", () => {
  for (const v of answers("construction isap")) {
    const aead = { "isap-a-128a": isap.isapA128a, "isap-a-128": isap.isapA128 }[v.algorithm];
    checkMessage(aead, { ...v, message: v.plaintext, result: v.ciphertext + v.tag });
  }
});

const EVERY_AEAD = { ...AEADS, siv, "isap-a-128a": isap.isapA128a, "isap-a-128": isap.isapA128 };

for (const [name, aead] of Object.entries(EVERY_AEAD)) {
  test(`forged: ${name}`, () => {
    const [key, nonce, ad] = [sample(aead.keyLength), sample(16, 2), text("ad")];
    const sealed = aead(key, nonce, ad).encrypt(text("a message"));
    const output = new Uint8Array(9).fill(0xee);
    for (let bit = 0; bit < 8 * sealed.length; bit++) {
      const forged = sealed.slice();
      forged[bit >> 3] ^= 1 << (bit & 7);
      assert.throws(() => aead(key, nonce, ad).decrypt(forged, output), core.InvalidTagError);
    }
    assert.deepEqual(output, new Uint8Array(9).fill(0xee)); // nothing of an unverified text
    for (const other of [aead(key, sample(16, 3), ad), aead(key, nonce, text("AD")), aead(key, nonce)])
      assert.throws(() => other.decrypt(sealed), core.InvalidTagError);
    for (let length = 0; length < sealed.length; length++)
      assert.throws(() => aead(key, nonce, ad).decrypt(sealed.subarray(0, length)), core.InvalidTagError);
  });

  test(`long: ${name}`, () => {
    const [key, nonce, long] = [sample(aead.keyLength), sample(16, 2), sample(3_000_001)];
    const sealed = aead(key, nonce, long).encrypt(long);
    assert.ok(aead(key, nonce, long).decrypt(sealed).every((byte, i) => byte === long[i]));
    sealed[1_000_000] ^= 1;
    assert.throws(() => aead(key, nonce, long).decrypt(sealed), core.InvalidTagError);
    assert.equal(aead(key, nonce).encrypt(text("short")).length, 21); // after the module was started anew
  });

  test(`properties: ${name}`, () => {
    assert.equal(aead.nonceLength, 16);
    assert.equal(aead.tagLength, 16);
    assert.ok(aead.blockSize === 8 || aead.blockSize === 16);
    const [one, other] = [aead.generateKey(), aead.generateKey()];
    assert.equal(one.length, aead.keyLength);
    assert.notDeepEqual(one, other);
    assert.notDeepEqual(aead.generateNonce(), aead.generateNonce());
    const managed = core.managedNonce(aead)(one, text("ad"));
    const sealed = managed.encrypt(text("text"));
    assert.equal(sealed.length, 16 + 4 + 16);
    assert.notDeepEqual(sealed, managed.encrypt(text("text")));
    assert.equal(hex(managed.decrypt(sealed)), hex(text("text")));
    assert.equal(hex(aead(one, sealed.subarray(0, 16), text("ad")).decrypt(sealed.subarray(16))), hex(text("text")));
    assert.throws(() => managed.decrypt(sealed.subarray(0, 31)), core.InvalidTagError);
    assert.throws(() => managed.decrypt(sealed.subarray(0, 15)), core.InvalidTagError);
  });
}

test("AEAD in pieces", () => {
  for (const v of answers("ascon-aead128"))
    for (const lengths of PIECES) {
      const given = [bytes(v.key), bytes(v.nonce), bytes(v.ad), { tagLength: v.output }];
      const encryptor = core.createEncryptor(...given);
      const pieces = cut(bytes(v.message), lengths).map((piece) => encryptor.update(piece));
      const tag = encryptor.final();
      assert.equal(hex(Buffer.concat([...pieces, tag])), v.result);
      const decryptor = core.createDecryptor(...given);
      for (const piece of pieces) decryptor.update(piece);
      assert.equal(hex(decryptor.final(tag)), v.message);
    }
});

test("AEAD in long pieces", () => {
  const [key, nonce, long] = [sample(16), sample(16, 2), sample(300_000)];
  const sealed = core.aead128(key, nonce).encrypt(long);
  const encryptor = core.createEncryptor(key, nonce);
  assert.deepEqual(encryptor.update(long), sealed.slice(0, -16));
  assert.deepEqual(encryptor.final(), sealed.slice(-16));
  const decryptor = core.createDecryptor(key, nonce).update(sealed.subarray(0, -16));
  assert.deepEqual(decryptor.final(sealed.subarray(-16)), long);
});

test("forged in pieces", () => {
  const [key, nonce] = [sample(16), sample(16, 2)];
  const sealed = core.aead128(key, nonce).encrypt(text("a message"));
  const decryptor = core.createDecryptor(key, nonce).update(sealed.subarray(0, 9));
  assert.throws(() => decryptor.final(sample(16, 9)), core.InvalidTagError);
  assert.throws(() => decryptor.final(sealed.subarray(9)), /has ended/);
});

// ---- Hashes, XOFs, MACs and PRFs -----------------------------------------------------------------

const HASHES = { "ascon-hash256": core.hash256, "ascon-hash": v12.hash, "ascon-hasha": v12.hasha };
const XOFS = { "ascon-xof128": core.xof128, "ascon-xof": v12.xof, "ascon-xofa": v12.xofa };

for (const [name, hash] of Object.entries(HASHES))
  test(name, () => {
    assert.equal(hash.outputLen, 32);
    for (const v of answers(name)) {
      assert.equal(hex(hash(bytes(v.message))), v.result);
      for (const lengths of PIECES) {
        const state = hash.create();
        for (const piece of cut(bytes(v.message), lengths)) state.update(piece);
        const copy = state.clone().update(text("more"));
        assert.equal(hex(state.digest()), v.result);
        assert.deepEqual(copy.digest(), hash(Buffer.concat([bytes(v.message), text("more")])));
      }
    }
  });

/** The output of a message in pieces, whole and in pieces. */
function checkOutput(state, v, lengths) {
  for (const piece of cut(bytes(v.message), lengths)) state.update(piece);
  assert.equal(hex(state.clone().digest()), v.result);
  const out = cut(new Uint8Array(v.output), lengths);
  for (const piece of out) state.xofInto(piece);
  assert.equal(hex(Buffer.concat([...out])), v.result);
}

function checkXof(xof, v, options) {
  assert.equal(hex(xof(bytes(v.message), { ...options, dkLen: v.output })), v.result);
  for (const lengths of PIECES) checkOutput(xof.create({ ...options, dkLen: v.output }), v, lengths);
}

for (const [name, xof] of Object.entries(XOFS))
  test(name, () => {
    for (const v of answers(name)) checkXof(xof, v, {});
    assert.equal(xof(text("a")).length, xof.outputLen);
  });

test("ascon-cxof128", () => {
  for (const v of answers("ascon-cxof128")) {
    checkXof(core.cxof128, v, { customization: bytes(v.customization) });
    checkXof(core.cxof128, v, { personalization: bytes(v.customization) });
  }
  const given = { customization: text("my protocol") };
  assert.deepEqual(core.cxof128(text("a"), { customization: "my protocol" }), core.cxof128(text("a"), given));
  assert.notDeepEqual(core.cxof128(text("a")), core.xof128(text("a")));
});

test("long messages", () => {
  const long = sample(1_000_003);
  assert.deepEqual(core.hash256.create().update(long).digest(), core.hash256(long));
  const pieces = core.hash256.create();
  for (const piece of cut(long, [65537, 12])) pieces.update(piece);
  assert.deepEqual(pieces.digest(), core.hash256(long));
  const out = core.xof128(text("seed"), { dkLen: 200_000 });
  const state = core.xof128.create().update(text("seed"));
  assert.deepEqual(Buffer.concat([state.xof(1), state.xof(70_000), state.xof(129_999)]), Buffer.from(out));
  for (const [pieces, whole] of [
    [v12.hash.create(), v12.hash(long)], [v12.xofa.create(), v12.xofa(long)],
    [prf.mac.create(sample(16)), prf.mac(sample(16), long)],
    [prf.prfaV12.create(sample(16)), prf.prfaV12(sample(16), long)],
  ]) {
    for (const piece of cut(long, [65537, 12])) pieces.update(piece);
    assert.deepEqual(pieces.digest(), whole);
  }
});

const MACS = { "ascon-mac-v13": prf.mac, "ascon-mac": prf.macV12, "ascon-maca": prf.macaV12 };
const PRFS = { "ascon-prf-v13": prf.prf, "ascon-prf": prf.prfV12, "ascon-prfa": prf.prfaV12 };
const SHORT_PRFS = { "ascon-prfshort-v13": prf.prfShort, "ascon-prfshort": prf.prfShortV12 };

for (const [name, mac] of Object.entries(MACS))
  test(name, () => {
    for (const v of answers(name)) {
      const [key, message] = [bytes(v.key), bytes(v.message)];
      const tag = mac(key, message);
      assert.equal(hex(tag), v.result);
      mac.verify(key, message, tag);
      const forged = tag.slice();
      forged[v.message.length % 16] ^= 0x80;
      assert.throws(() => mac.verify(key, message, forged), core.InvalidTagError);
      for (const lengths of PIECES) {
        const state = mac.create(key);
        for (const piece of cut(message, lengths)) state.update(piece);
        assert.throws(() => state.clone().verify(forged), core.InvalidTagError);
        assert.deepEqual(state.clone().digest(), tag);
        state.verify(tag);
      }
    }
  });

for (const [name, compute] of Object.entries({ ...PRFS, ...SHORT_PRFS }))
  test(name, () => {
    for (const v of answers(name)) {
      assert.equal(hex(compute(bytes(v.key), bytes(v.message), { dkLen: v.output })), v.result);
      if (name in SHORT_PRFS) continue; // whole messages only
      for (const lengths of PIECES) checkOutput(compute.create(bytes(v.key), { dkLen: v.output }), v, lengths);
    }
    assert.equal(compute(sample(16), text("a")).length, 16);
  });

test("blocks of hashes are HMAC's, others have the length of the table", () => {
  for (const [name, of] of Object.entries(HASHES)) assert.deepEqual([of.blockLen, of.create().blockLen], [64, 64], name);
  const states = { ...XOFS, "ascon-cxof128": core.cxof128 };
  for (const [name, of] of Object.entries(states)) assert.equal(of.create().blockLen, answers("rates")[name], name);
  for (const [name, of] of Object.entries({ ...MACS, ...PRFS }))
    assert.equal(of.create(sample(16)).blockLen, answers("rates")[name], name);
});

// ---- @noble/hashes ----------------------------------------------------------------------------------

const THEIRS = { sha256, shake128, cshake128 };
const OURS = { ...HASHES, ...XOFS, "ascon-cxof128": core.cxof128 };

test("the interface is that of @noble/hashes", () => {
  /** Names of an object and of what it inherits. */
  const names = (object) => {
    const found = new Set();
    for (let at = object; at && at !== Object.prototype && at !== Function.prototype; at = Object.getPrototypeOf(at))
      for (const name of Object.getOwnPropertyNames(at)) found.add(name);
    return found;
  };
  const inner = new Set(
    ("buffer view finished length pos destroyed state state32 posOut rounds suffix enableXOF padOffset isLE oid " +
      "process processUpdate roundClean get set keccak finish writeInto _cloneIntoMeta").split(" "),
  );
  for (const [ours, theirs] of [[core.hash256, sha256], [core.xof128, shake128], [core.cxof128, cshake128]])
    for (const [one, other] of [[ours, theirs], [ours.create({}), theirs.create({})]])
      for (const name of names(other))
        if (!inner.has(name) && !/^A?[a-hA-H]$/.test(name)) assert.ok(names(one).has(name), `no ${name}`);
});

/** HMAC of @noble/hashes over a hash, as an object. */
function checkKeyed(hash) {
  const [key, message] = [sample(70), text("ab")];
  const whole = nobleHmac(hash, key, message);
  const state = nobleHmac.create(hash, key).update(text("a"));
  const ended = nobleHmac.create(hash, message);
  ended.digest();
  const into = new Uint8Array(hash.outputLen);
  for (const copy of [state.clone(), state._cloneInto(), state._cloneInto(ended), state._cloneInto(nobleHmac.create(hash, message))]) {
    copy.update(text("b")).digestInto(into);
    assert.deepEqual(into, whole);
    assert.throws(() => copy.update(key));
  }
  assert.deepEqual([state.blockLen, state.outputLen], [hash.blockLen, hash.outputLen]);
  state.destroy();
  assert.throws(() => state.digest());
}

/** The same program with all of them. */
for (const [name, hash] of Object.entries({ ...THEIRS, ...OURS }))
  test(`the contract of @noble/hashes: ${name}`, () => {
    const [first, rest] = [text("a"), text("b")];
    const whole = hash(text("ab"));
    assert.equal(whole.length, hash.outputLen);
    const long = new Uint8Array(whole.length + 9).fill(0xee);
    hash.create().update(first).update(rest).digestInto(long);
    assert.deepEqual(long, new Uint8Array([...whole, ...new Uint8Array(9).fill(0xee)]));
    assert.throws(() => hash.create().digestInto(long.subarray(0, whole.length - 1)), RangeError);
    const state = hash.create().update(first);
    const ended = hash.create().update(text("other"));
    ended.digest();
    for (const copy of [state.clone(), state._cloneInto(), state._cloneInto(ended), state._cloneInto(hash.create())]) {
      assert.deepEqual([copy.outputLen, copy.blockLen, copy.canXOF], [state.outputLen, hash.blockLen, hash.canXOF]);
      assert.deepEqual(copy.update(rest).digest(), whole);
      assert.throws(() => copy.update(rest));
      assert.throws(() => copy.digest());
    }
    assert.deepEqual(state.update(rest).digest(), whole);
    const destroyed = hash.create().update(first);
    assert.equal(destroyed.destroy(), undefined);
    for (const call of [() => destroyed.update(rest), () => destroyed.digest(), () => destroyed.digestInto(long)]) assert.throws(call);
    for (const wrong of ["ab", [1], null, 5, new Uint16Array(2)])
      for (const call of [() => hash(wrong), () => hash.create().update(wrong), () => hash.create().digestInto(wrong)])
        assert.throws(call);
    const [given, odd] = [text("xab"), text("xab").subarray(1)]; // at an address that is not a multiple of 4
    assert.deepEqual(hash.create().update(odd).update(new Uint8Array(0)).digest(), whole);
    assert.deepEqual(given, new Uint8Array([120, ...odd]));
    if (!hash.canXOF) {
      checkKeyed(hash);
      return;
    }
    const reader = hash.create().update(odd);
    const parts = [reader.xof(1), reader.xofInto(new Uint8Array(whole.length - 1))];
    assert.deepEqual(new Uint8Array([...parts[0], ...parts[1]]), whole);
    for (const call of [() => reader.update(rest), () => reader.digest()]) assert.throws(call);
    const other = hash.create({ dkLen: 3 });
    hash.create({ dkLen: 20 }).update(first)._cloneInto(other).update(rest);
    assert.deepEqual(other.clone().xofInto(new Uint8Array(20)), hash(text("ab"), { dkLen: 20 }));
    assert.deepEqual(other.digest(), hash(text("ab"), { dkLen: 20 }));
  });

test("_cloneInto refuses an object of another kind", () => {
  const state = core.hash256.create();
  for (const wrong of [core.xof128.create(), {}, 5, sha256.create()])
    assert.throws(() => state._cloneInto(wrong), /^TypeError: _cloneInto: expected an object of the same kind$/);
});

/** The same program with all of them. */
for (const [name, aead] of Object.entries({ chacha, xchacha, ...EVERY_AEAD }))
  test(`the contract of @noble/ciphers: ${name}`, () => {
    for (const property of Object.keys(chacha)) assert.ok(property in aead, `no ${property}`);
    const given = [sample(aead.keyLength ?? 32), sample(aead.nonceLength, 2), text("ad"), text("text")];
    const [key, nonce, ad, message] = given;
    const whole = aead(key, nonce, ad).encrypt(message);
    assert.equal(whole.length, 4 + aead.tagLength);
    const { encrypt, decrypt } = aead(key.slice(), nonce, ad); // they need no `this`
    const place = new Uint8Array(whole.length + 1).subarray(1); // at an address that is not a multiple of 4
    place.set(message);
    assert.equal(encrypt(place.subarray(0, 4), place), place);
    assert.deepEqual(place, whole);
    assert.throws(() => encrypt(message));
    for (let i = 0; i < 2; i++) assert.deepEqual(decrypt(whole), message);
    const into = new Uint8Array(4);
    assert.equal(decrypt(place, into), into);
    assert.deepEqual(into, message);
    assert.deepEqual(decrypt(place, place.subarray(0, 4)), message);
    assert.deepEqual(given, [sample(aead.keyLength ?? 32), sample(aead.nonceLength, 2), text("ad"), text("text")]);
    const start = () => aead(key, nonce, ad);
    for (const wrong of [whole.subarray(1), whole.subarray(0, whole.length - 1), new Uint8Array(0), new Uint8Array([...whole, 0])])
      assert.throws(() => start().decrypt(wrong));
    for (const wrong of ["text", [1, 2, 3, 4], null, 5])
      for (const call of [
        () => aead(wrong, nonce, ad), () => aead(key, wrong, ad), () => start().encrypt(wrong), () => start().decrypt(wrong),
      ])
        assert.throws(call);
    for (const wrong of [new Uint8Array(3), "text", 5])
      for (const call of [
        () => aead(key, wrong, ad), () => start().encrypt(message, wrong), () => start().decrypt(whole, wrong),
        () => (typeof wrong === "object" ? aead(wrong, nonce) : aead(key, nonce, wrong)).encrypt(message),
      ])
        assert.throws(call);
    for (const more of [[], [undefined], [new Uint8Array(0)]]) {
      const empty = aead(key, nonce, ...more).encrypt(new Uint8Array(0));
      assert.equal(empty.length, aead.tagLength);
      assert.deepEqual(aead(key, nonce, ...more).decrypt(empty), new Uint8Array(0));
    }
    const theirs = nobleManagedNonce(aead)(key, ad);
    const ours = name in EVERY_AEAD ? core.managedNonce(aead)(key, ad) : theirs;
    for (const [one, other] of [[ours, theirs], [theirs, ours]]) assert.deepEqual(one.decrypt(other.encrypt(message)), message);
    if (ours === theirs) return;
    for (const name of Object.keys(nobleManagedNonce(aead))) assert.equal(core.managedNonce(aead)[name], aead[name]);
  });

test("hmac, hkdf and pbkdf2 of @noble/hashes over hash256 agree with ours", async () => {
  const message = sample(40, 5);
  for (let length = 0; length <= 200; length++) {
    const key = sample(length, 6);
    assert.deepEqual(nobleHmac(core.hash256, key, message), hmac.hmac(key, message), `a key of ${length} bytes`);
    assert.deepEqual(noble.hkdf(core.hash256, message, key, key, 70), hmac.hkdf(message, key, key, 70));
    const options = { c: 3, dkLen: 40 };
    assert.deepEqual(noblePbkdf2(core.hash256, key, message, options), hmac.pbkdf2(key, message, options));
  }
  const options = { c: 30, dkLen: 70, asyncTick: 0 };
  assert.deepEqual(await pbkdf2Async(core.hash256, message, message, options), hmac.pbkdf2(message, message, { c: 30, dkLen: 70 }));
  const prk = noble.extract(core.hash256, message);
  assert.deepEqual(prk, hmac.extract(message));
  assert.deepEqual(noble.expand(core.hash256, prk, message, 70), hmac.expand(prk, message, 70));
});

// ---- Keyed constructions ---------------------------------------------------------------------------

test("kdf", () => {
  for (const v of answers("construction kdf")) {
    if (v.call === "kdf") {
      const [salt, ikm, info] = [bytes(v.salt), bytes(v.ikm), bytes(v.info)];
      const length = v.expanded.length / 2;
      assert.equal(hex(kdf.extract(ikm, salt)), v.prk);
      assert.equal(hex(kdf.expand(bytes(v.prk), info, length)), v.expanded);
      assert.equal(hex(kdf.derive(ikm, salt, info, length)), v.derived);
      continue;
    }
    const compute = v.call === "kmac" ? kdf.kmac : kdf.kmacXof;
    const options = { customization: bytes(v.customization), dkLen: v.output.length / 2 };
    const [key, message] = [bytes(v.key), bytes(v.message)];
    assert.equal(hex(compute(key, message, options)), v.output);
    const state = compute.create(key, options);
    for (const piece of cut(message, [3])) state.update(piece);
    if (v.call === "kmac_xof") {
      assert.equal(hex(state.clone().xof(options.dkLen)), v.output);
    } else if (options.dkLen >= 4) {
      kdf.kmac.verify(key, message, bytes(v.output), options);
      state.clone().verify(bytes(v.output));
      assert.throws(() => state.clone().verify(sample(options.dkLen, 77)), core.InvalidTagError);
    }
    assert.equal(hex(state.digest()), v.output);
  }
});

test("hmac", () => {
  for (const v of answers("construction hmac")) {
    if (v.call === "hmac") {
      const [key, message] = [bytes(v.key), bytes(v.message)];
      assert.equal(hex(hmac.hmac(key, message)), v.output);
      const state = hmac.hmac.create(key);
      for (const piece of cut(message, [5])) state.update(piece);
      assert.equal(hex(state.clone().digest()), v.output);
      state.verify(bytes(v.output));
      assert.throws(() => hmac.hmac.verify(key, message, sample(32)), core.InvalidTagError);
    } else if (v.call === "hkdf") {
      const length = v.output.length / 2;
      assert.equal(hex(hmac.extract(bytes(v.ikm), bytes(v.salt))), v.prk);
      assert.equal(hex(hmac.expand(bytes(v.prk), bytes(v.info), length)), v.output);
      assert.equal(hex(hmac.hkdf(bytes(v.ikm), bytes(v.salt), bytes(v.info), length)), v.output);
    } else {
      const options = { c: v.iterations, dkLen: v.output.length / 2 };
      assert.equal(hex(hmac.pbkdf2(bytes(v.password), bytes(v.salt), options)), v.output);
    }
  }
});

// ---- Files -----------------------------------------------------------------------------------------

test("files of the specification", async () => {
  const files = answers("construction stream").filter((v) => v.kind === "file");
  assert.ok(files.length > 2);
  for (const v of files) {
    const whole = bytes(v.header + v.sealed);
    const key = stream.readHeader(whole).passphrase ? () => bytes(v.key) : bytes(v.key);
    for (const lengths of [[whole.length], [1], [50, 7]])
      assert.equal(hex(await through(stream.openStream({ key }), cut(whole, lengths))), v.text);
  }
});

test("random bytes", () => {
  assert.equal(core.randomBytes(200_000).length, 200_000);
  assert.equal(core.randomBytes(0).length, 0);
  assert.notDeepEqual(core.randomBytes(16), core.randomBytes(16));
  assert.ok(core.randomBytes(70_000).subarray(65_536).some((byte) => byte !== 0)); // beyond the quota of one call
});
