/** Every check of an argument: the type of the error, and that it names the value and what was expected.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import assert from "node:assert/strict";
import test from "node:test";
import vm from "node:vm";
import { core, hmac, isap, kdf, prf, siv, stream, v12 } from "./entries.mjs";
import { hex, sample, text, through } from "./helpers.mjs";

const key = sample(16);
const nonce = sample(16, 2);
const message = text("message");

const refuses = (work, type, pattern) =>
  assert.throws(work, (error) => {
    assert.equal(error.name, type.name ?? type);
    assert.match(error.message, pattern);
    return true;
  });

/** Values that are no Uint8Array, and how an error describes them. */
const NOT_BYTES = [
  [undefined, "undefined"], [null, "null"], ["text", "a string"], [5, "the number 5"], [[1, 2], "type Array"],
  [new ArrayBuffer(16), "type ArrayBuffer"], [new Uint16Array(8), "type Uint16Array"], [{}, "type Object"],
  [new DataView(new ArrayBuffer(16)), "type DataView"], [true, "a boolean"], [() => 1, "a function"],
  [Object.create(null), "an object"], [new Uint8ClampedArray(16), "type Uint8ClampedArray"],
  [{ [Symbol.toStringTag]: "Uint8Array", length: 16 }, "type Object"],
];

/** Each argument of bytes of each call: the call, with the argument put in. */
const BYTES = {
  "key of aead128": ["key", (x) => core.aead128(x, nonce)],
  "nonce of aead128": ["nonce", (x) => core.aead128(key, x)],
  plaintext: ["plaintext", (x) => core.aead128(key, nonce).encrypt(x)],
  ciphertext: ["ciphertext", (x) => core.aead128(key, nonce).decrypt(x)],
  "key of ascon80pq": ["key", (x) => v12.ascon80pq(x, nonce)],
  "key of siv": ["key", (x) => siv(x, nonce)],
  "key of isapA128a": ["key", (x) => isap.isapA128a(x, nonce)],
  "key in pieces": ["key", (x) => core.createEncryptor(x, nonce)],
  "nonce in pieces": ["nonce", (x) => core.createDecryptor(key, x)],
  "piece to encrypt": ["piece", (x) => core.createEncryptor(key, nonce).update(x)],
  "piece to decrypt": ["piece", (x) => core.createDecryptor(key, nonce).update(x)],
  "tag of pieces": ["tag", (x) => core.createDecryptor(key, nonce).final(x)],
  hash256: ["message", (x) => core.hash256(x)],
  "hash256, update": ["message", (x) => core.hash256.create().update(x)],
  "hash256, digestInto": ["output", (x) => core.hash256.create().digestInto(x)],
  xof128: ["message", (x) => core.xof128(x)],
  "xof128, update": ["message", (x) => core.xof128.create().update(x)],
  "xof128, xofInto": ["output", (x) => core.xof128.create().xofInto(x)],
  cxof128: ["message", (x) => core.cxof128(x)],
  "v1.2's hash": ["message", (x) => v12.hash(x)],
  "v1.2's xofa": ["message", (x) => v12.xofa(x)],
  "v1.2's hash, update": ["message", (x) => v12.hash.create().update(x)],
  "v1.2's xofa, xofInto": ["output", (x) => v12.xofa.create().xofInto(x)],
  "key of mac": ["key", (x) => prf.mac(x, message)],
  "message of mac": ["message", (x) => prf.mac(key, x)],
  "tag of mac": ["tag", (x) => prf.mac.verify(key, message, x)],
  "key of mac in pieces": ["key", (x) => prf.macaV12.create(x)],
  "piece of mac": ["message", (x) => prf.macaV12.create(key).update(x)],
  "tag of mac in pieces": ["tag", (x) => prf.macaV12.create(key).verify(x)],
  "key of prf": ["key", (x) => prf.prf(x, message)],
  "message of prf": ["message", (x) => prf.prf(key, x)],
  "key of prf in pieces": ["key", (x) => prf.prfV12.create(x)],
  "piece of prf": ["message", (x) => prf.prfV12.create(key).update(x)],
  "message of prfShort": ["message", (x) => prf.prfShort(key, x)],
  "key of kmac": ["key", (x) => kdf.kmac(x, message)],
  "message of kmac": ["message", (x) => kdf.kmac(key, x)],
  "tag of kmac": ["tag", (x) => kdf.kmac.verify(key, message, x)],
  "key of hmac": ["key", (x) => hmac.hmac(x, message)],
  "tag of hmac": ["tag", (x) => hmac.hmac.verify(key, message, x)],
  "managed message": ["plaintext", (x) => core.managedNonce(core.aead128)(key).encrypt(x)],
  "managed ciphertext": ["sealed", (x) => core.managedNonce(core.aead128)(key).decrypt(x)],
  "managed key": ["key", (x) => core.managedNonce(core.aead128)(x)],
  "key of files": ["key", (x) => stream.formatKeyFile(x)],
  header: ["start", (x) => stream.readHeader(x)],
};

for (const [name, [argument, call]] of Object.entries(BYTES))
  test(`type: ${name}`, () => {
    for (const [value, said] of NOT_BYTES)
      refuses(() => call(value), TypeError, new RegExp(`^${argument}: expected a Uint8Array, got .*${said}`));
  });

/** Arguments that may be left out. */
const OPTIONAL = {
  associatedData: (x) => core.aead128(key, nonce, x),
  output: (x) => core.aead128(key, nonce).encrypt(message, x),
  salt: (x) => kdf.derive(key, x, undefined, 16),
  info: (x) => hmac.expand(key, x, 16),
};

for (const [argument, call] of Object.entries(OPTIONAL))
  test(`type: ${argument}`, () => {
    call(undefined);
    for (const [value, said] of NOT_BYTES.slice(2))
      refuses(() => call(value), TypeError, new RegExp(`^${argument}: expected a Uint8Array, got .*${said}`));
  });

/** Arrays whose class says something else than they are. */
class OneArgument extends Uint8Array {
  constructor(given) {
    super(given);
  }
}
class Liar extends Uint8Array {
  static get [Symbol.species]() {
    return Float64Array;
  }
  get length() {
    return 3;
  }
  get buffer() {
    return new ArrayBuffer(0);
  }
  get byteOffset() {
    return 1;
  }
}
for (const name of ["set", "slice", "subarray", "fill"]) Liar.prototype[name] = () => new Uint8Array(5);

for (const Class of [OneArgument, Liar, Buffer])
  test(`bytes are those of the array, whatever its class says: ${Class.name}`, () => {
    const of = (array) => (Class === Buffer ? Buffer.from(array) : new Class(array));
    const [long, short, plainNonce] = [sample(150_000), sample(32), sample(16, 2)];
    for (const compute of [
      (x) => core.hash256(x), (x) => core.hash256.create().update(x).digest(), (x) => core.xof128(x), (x) => v12.hash(x),
      (x) => prf.mac(sample(16), x), (x) => kdf.kmac(x, x), (x) => hmac.hmac(x, x), (x) => hmac.extract(x, x),
      (x) => kdf.extract(x, x), (x) => kdf.derive(x, x, x, 9), (x) => hmac.pbkdf2(x, x, { c: 1 }),
      (x) => core.createEncryptor(key, nonce, x).update(x), (x) => core.aead128(key, nonce, x).encrypt(x),
    ])
      assert.deepEqual(compute(of(long)), compute(long));
    for (const compute of [
      (x) => siv(x, plainNonce).encrypt(x), (x) => core.managedNonce(siv)(x).decrypt(core.managedNonce(siv)(short).encrypt(x)),
      (x) => kdf.expand(x, x, 5), (x) => hmac.expand(x, x, 5), (x) => prf.prfShort(x, x, { dkLen: 5 }),
      (x) => kdf.kmac.verify(short, short, x), (x) => stream.formatKeyFile(x), (x) => core.cxof128(short, { customization: x }),
    ]) {
      const result = (given) => {
        try {
          return compute(given);
        } catch (error) {
          return error.message; // the same for both
        }
      };
      assert.deepEqual(result(of(short)), result(short));
    }
    for (const fill of [(out) => core.xof128.create().xofInto(out), (out) => core.aead128(key, nonce).encrypt(sample(149_984), out)]) {
      const [one, other] = [of(new Uint8Array(150_000)), new Uint8Array(150_000)];
      assert.equal(fill(one), one); // the caller's own array
      fill(other);
      assert.ok(other.every((byte, i) => byte === one[i]));
    }
    const tag = prf.mac(key, message);
    prf.mac.verify(key, message, of(tag));
    core.createDecryptor(key, nonce).final(of(core.createEncryptor(key, nonce).final()));
  });

test("a header's salt is no view of the file", async () => {
  const file = Buffer.from(await through(stream.sealStream({ key: sample(32) }), [message]));
  const { salt } = stream.readHeader(file);
  const before = hex(salt);
  file.fill(0);
  assert.equal(hex(salt), before);
  assert.equal(Object.getPrototypeOf(salt), Uint8Array.prototype);
});

test("a string is said to need an encoding", () => {
  refuses(() => core.hash256("abc"), TypeError, /new TextEncoder\(\)\.encode\(text\)/);
});

/** Each argument with a fixed length. */
const LENGTHS = {
  "key of aead128": ["key", 16, (x) => core.aead128(x, nonce)],
  "key of aead128NonceMasked": ["key", 32, (x) => core.aead128NonceMasked(x, nonce)],
  "key of ascon128": ["key", 16, (x) => v12.ascon128(x, nonce)],
  "key of ascon128a": ["key", 16, (x) => v12.ascon128a(x, nonce)],
  "key of ascon80pq": ["key", 20, (x) => v12.ascon80pq(x, nonce)],
  "key of siv": ["key", 32, (x) => siv(x, nonce)],
  "key of isapA128": ["key", 16, (x) => isap.isapA128(x, nonce)],
  nonce: ["nonce", 16, (x) => core.aead128(key, x)],
  "output of encrypt": ["output", 23, (x) => core.aead128(key, nonce).encrypt(message, x)],
  "output of decrypt": ["output", 7, (x) => core.aead128(key, nonce).decrypt(core.aead128(key, nonce).encrypt(message), x)],
  "key in pieces": ["key", 16, (x) => core.createEncryptor(x, nonce)],
  "nonce in pieces": ["nonce", 16, (x) => core.createEncryptor(key, x)],
  "tag of pieces": ["tag", 16, (x) => core.createDecryptor(key, nonce).final(x)],
  "key of mac": ["key", 16, (x) => prf.mac(x, message)],
  "tag of mac": ["tag", 16, (x) => prf.mac.verify(key, message, x)],
  "key of mac in pieces": ["key", 16, (x) => prf.mac.create(x)],
  "tag of mac in pieces": ["tag", 16, (x) => prf.mac.create(key).verify(x)],
  "key of prf in pieces": ["key", 16, (x) => prf.prf.create(x)],
  "key of prf": ["key", 16, (x) => prf.prfaV12(x, message)],
  "tag of kmac": ["tag", 20, (x) => kdf.kmac.verify(key, message, x, { dkLen: 20 })],
  "tag of hmac": ["tag", 32, (x) => hmac.hmac.verify(key, message, x)],
  "key of files": ["key", 32, (x) => stream.formatKeyFile(x)],
  "key of sealStream": ["key", 32, (x) => stream.sealStream({ key: x })],
  "key of openStream": ["key", 32, (x) => stream.openStream({ key: x })],
};

for (const [name, [argument, length, call]] of Object.entries(LENGTHS))
  test(`length: ${name}`, () => {
    for (const wrong of [0, length - 1, length + 1, 1000])
      refuses(() => call(new Uint8Array(wrong)), RangeError,
        new RegExp(`^${argument}: expected ${length} bytes, got ${wrong}$`));
    try {
      call(new Uint8Array(length));
    } catch (error) {
      assert.equal(error.name, "InvalidTagError");
    }
  });

/** Each array that may be longer. */
const ROOMS = {
  "output of digestInto": [32, (x) => core.hash256.create().digestInto(x)],
  "output of xof's digestInto": [9, (x) => core.xof128.create({ dkLen: 9 }).digestInto(x)],
  "output of mac's digestInto": [16, (x) => prf.mac.create(key).digestInto(x)],
};

for (const [name, [length, call]] of Object.entries(ROOMS))
  test(`room: ${name}`, () => {
    for (const wrong of [0, length - 1])
      refuses(() => call(new Uint8Array(wrong)), RangeError,
        new RegExp(`^output: expected at least ${length} bytes, got ${wrong}$`));
    for (const good of [length, length + 1]) call(new Uint8Array(good));
  });

/** Each number. */
const NUMBERS = {
  "tagLength": ["tagLength", 4, 16, (x) => core.aead128(key, nonce, undefined, { tagLength: x })],
  "tagLength in pieces": ["tagLength", 4, 16, (x) => core.createEncryptor(key, nonce, undefined, { tagLength: x })],
  "dkLen of xof128": ["dkLen", 0, 2 ** 30, (x) => core.xof128.create({ dkLen: x })],
  "dkLen of cxof128": ["dkLen", 0, 2 ** 30, (x) => core.cxof128.create({ dkLen: x })],
  "dkLen of v1.2's xof": ["dkLen", 0, 2 ** 30, (x) => v12.xof.create({ dkLen: x })],
  "dkLen of prf": ["dkLen", 0, 2 ** 30, (x) => prf.prf.create(key, { dkLen: x })],
  "dkLen of prfShort": ["dkLen", 1, 16, (x) => prf.prfShort(key, message, { dkLen: x })],
  "dkLen of kmac": ["dkLen", 0, 2 ** 30, (x) => kdf.kmac.create(key, { dkLen: x })],
  "length of hkdf": ["length", 0, 8160, (x) => hmac.hkdf(key, undefined, undefined, x)],
  "length of hkdf's expand": ["length", 0, 8160, (x) => hmac.expand(key, undefined, x)],
  "c of pbkdf2": ["c", 1, 2 ** 32 - 1, (x) => x === 2 ** 32 - 1 || hmac.pbkdf2(key, nonce, { c: x })],
  "chunkBytes": ["chunkBytes", 1, 1048576, (x) => stream.sealStream({ key: sample(32), chunkBytes: x })],
};

for (const [name, [argument, from, to, call]] of Object.entries(NUMBERS))
  test(`range: ${name}`, () => {
    for (const good of [from, to]) call(good);
    for (const wrong of [from - 1, to + 1, from + 0.5, NaN, Infinity, -1])
      refuses(() => call(wrong), RangeError,
        new RegExp(`^${argument}: expected an integer from ${from} to ${to}, got ${wrong}$`));
    for (const wrong of ["16", null, {}, true])
      if (wrong !== null || argument.includes("tag"))
        refuses(() => call(wrong), TypeError, new RegExp(`^${argument}: expected a number, got `));
  });

test("range: other numbers", () => {
  refuses(() => core.randomBytes(-1), RangeError, /^length: expected an integer from 0 /);
  refuses(() => core.randomBytes("16"), TypeError, /^length: expected a number, got a string/);
  refuses(() => core.xof128.create().xof(1.5), RangeError, /^length: /);
  refuses(() => kdf.derive(key, undefined, undefined, -1), RangeError, /^length: expected an integer from 0 /);
  refuses(() => kdf.expand(key, undefined, -1), RangeError, /^length: /);
  refuses(() => kdf.kmac.verify(key, message, new Uint8Array(3), { dkLen: 3 }), RangeError, /^dkLen: .* from 4 /);
  refuses(() => prf.prf(key, message, { dkLen: -1 }), RangeError, /^dkLen: /);
  refuses(() => prf.prfShort(key, new Uint8Array(17)), RangeError, /^message: expected at most 16 bytes, got 17$/);
  refuses(() => hmac.pbkdf2(key, nonce, { c: 1, dkLen: 0 }), RangeError, /^dkLen: /);
  refuses(() => hmac.pbkdf2(key, nonce), TypeError, /^c: expected a number, got undefined/);
});

test("options", () => {
  const calls = {
    dkLen: (x) => core.xof128(message, x),
    tagLength: (x) => core.aead128(key, nonce, undefined, x),
    customization: (x) => core.cxof128(message, x),
    personalization: (x) => kdf.kmac(key, message, x),
    key: (x) => stream.openStream(x),
    chunkBytes: (x) => stream.sealStream(x),
  };
  for (const [known, call] of Object.entries(calls)) {
    refuses(() => call({ misspelt: 1 }), TypeError, new RegExp(`^options: unknown option "misspelt"; .*\\b${known}\\b`));
    for (const wrong of [5, "text", null, new Uint8Array(4)])
      refuses(() => call(wrong), TypeError, /^options: expected an object with options, got /);
  }
  refuses(() => core.xof128(message, 16), TypeError, /got the number 16/);
  const both = { customization: "a", personalization: "a" };
  refuses(() => core.cxof128(message, both), TypeError, /two names of one option/);
  refuses(() => core.cxof128(message, { customization: 5 }), TypeError, /^customization: expected a Uint8Array, got/);
  for (const [call, most] of [[core.cxof128, 256], [(m, o) => kdf.kmac(key, m, o), 247]]) {
    call(message, { customization: new Uint8Array(most) });
    refuses(() => call(message, { customization: new Uint8Array(most + 1) }), RangeError,
      new RegExp(`^customization: expected at most ${most} bytes, got ${most + 1}$`));
  }
});

test("options of files", () => {
  const k = sample(32);
  const cost = { memoryKiB: 64, passes: 1, lanes: 1 };
  refuses(() => stream.sealStream({ key: k, algorithm: "aes" }), RangeError, /^algorithm: expected one of .*, got "aes"/);
  refuses(() => stream.sealStream({ key: k, algorithm: "ascon-hash256" }), RangeError, /^algorithm: /);
  refuses(() => stream.sealStream({}), TypeError, /^key: expected a Uint8Array, got undefined/);
  refuses(() => stream.sealStream(), TypeError, /^key: /);
  refuses(() => stream.sealStream({ key: k, passphrase: cost }), TypeError, /^key: for a file with a passphrase/);
  refuses(() => stream.sealStream({ key: () => k, passphrase: { ...cost, lanes: 0 } }), RangeError, /^passphrase.lanes/);
  refuses(() => stream.sealStream({ key: () => k, passphrase: {} }), TypeError, /^passphrase.memoryKiB: expected a n/);
  refuses(() => stream.sealStream({ key: () => k, passphrase: 5 }), TypeError, /^passphrase: expected an object/);
  refuses(() => core.managedNonce(5), TypeError, /^managedNonce: expected an AEAD/);
});

test("key files", () => {
  const line = stream.formatKeyFile(sample(32));
  assert.deepEqual(stream.parseKeyFile(line), sample(32));
  assert.deepEqual(stream.parseKeyFile(text(line)), sample(32));
  assert.deepEqual(stream.parseKeyFile(`${line.trim()} \t\r\n\n`), sample(32));
  const changed = line.replace(/[0-9](?=[0-9a-f]{8}-)/, "f");
  for (const wrong of ["", "x", ` ${line}`, line.toUpperCase(), line.slice(0, -3), `${line}${" ".repeat(500)}`, `${line}x`])
    refuses(() => stream.parseKeyFile(wrong), "FormatError", /^not a key file: expected one line/);
  refuses(() => stream.parseKeyFile(line.replace(/-......../, "-deadbeef").replace("deadbeef-key", "asconkit-key")),
    "FormatError", /key file/);
  refuses(() => stream.parseKeyFile(`${line.trim().slice(0, -8)}00000000`), "FormatError", /^a damaged key file/);
  if (changed !== line) refuses(() => stream.parseKeyFile(changed), "FormatError", /^a damaged key file/);
  refuses(() => stream.parseKeyFile(5), TypeError, /^file: expected a Uint8Array, got the number 5/);
});

/** Calls that take options, with them where they are no mistake. */
const OPTIONS = {
  aead128: ["tagLength", 4, (x) => core.aead128(key, nonce, undefined, x).encrypt(message)],
  managedNonce: ["tagLength", 4, (x) => core.managedNonce(core.aead128)(key, undefined, x).encrypt(message).subarray(32)],
  createEncryptor: ["tagLength", 4, (x) => core.createEncryptor(key, nonce, undefined, x).final()],
  xof128: ["dkLen", 0, (x) => core.xof128(message, x)],
  "xof128.create": ["dkLen", 0, (x) => core.xof128.create(x).digest()],
  cxof128: ["customization", "x", (x) => core.cxof128(message, x)],
  "v1.2's xof": ["dkLen", 0, (x) => v12.xof(message, x)],
  prf: ["dkLen", 0, (x) => prf.prf(key, message, x)],
  prfShort: ["dkLen", 4, (x) => prf.prfShort(key, message, x)],
  kmac: ["personalization", "x", (x) => kdf.kmac(key, message, x)],
  kmacXof: ["dkLen", 0, (x) => kdf.kmacXof(key, message, x)],
  pbkdf2: ["dkLen", 4, (x) => hmac.pbkdf2(key, nonce, x === undefined ? { c: 1 } : Object.create(x, { c: { value: 1 } }))],
};

for (const [name, [option, value, call]] of Object.entries(OPTIONS))
  test(`options are the caller's: ${name}`, () => {
    const without = name === "managedNonce" ? call(undefined).length : call(undefined);
    const measure = (result) => (name === "managedNonce" ? result.length : result);
    Object.prototype[option] = value;
    try {
      for (const given of [undefined, {}, Object.create(null)]) assert.deepEqual(measure(call(given)), without);
    } finally {
      delete Object.prototype[option];
    }
    // A class with getters is as good as a literal; each is read once.
    let reads = 0;
    const literal = { [option]: value };
    class Getters {
      get [option]() {
        reads++;
        return value;
      }
    }
    for (const given of [new Getters(), Object.create(literal), vm.runInNewContext("(o) => ({ ...o })")(literal)])
      assert.deepEqual(measure(call(given)), measure(call(literal)));
    assert.equal(reads, 1);
    assert.notDeepEqual(measure(call(literal)), without);
  });

test("objects without an option are no options", () => {
  for (const wrong of [[], new Map([["dkLen", 9]]), new Set(), new Date(), new (class Test {})(), Object.create({ other: 1 }), /x/])
    for (const [name, [, , call]] of Object.entries(OPTIONS))
      if (name !== "pbkdf2") // which adds one
        refuses(() => call(wrong), TypeError, /^options: expected an object with options, got an object of type \w+$/);
  for (const good of [{}, Object.create(null), vm.runInNewContext("({})")]) core.xof128(message, good);
});

test("arrays of other realms, Buffers and subarrays", () => {
  const foreign = vm.runInNewContext("new Uint8Array([97, 98, 99])");
  const expected = core.hash256(text("abc"));
  assert.deepEqual(core.hash256(foreign), expected);
  assert.deepEqual(core.hash256(Buffer.from("abc")), expected);
  assert.deepEqual(core.hash256(text("xabcx").subarray(1, 4)), expected);
  const shared = new Uint8Array(new SharedArrayBuffer(3));
  shared.set(text("abc"));
  assert.deepEqual(core.hash256(shared), expected);
});

test("a detached array is refused, and an empty one is not", () => {
  const gone = new Uint8Array(4);
  structuredClone(gone, { transfer: [gone.buffer] });
  refuses(() => core.hash256(gone), TypeError, /^message: its ArrayBuffer is detached/);
  refuses(() => core.aead128(key, nonce, gone), TypeError, /^associatedData: its ArrayBuffer is detached/);
  refuses(() => core.hash256.create().digestInto(gone), TypeError, /^output: its ArrayBuffer is detached/);
  assert.equal(hex(core.hash256(new Uint8Array(0))).slice(0, 8), "0b3be585");
});

/** What each call that returns before the arrays are used gives, with arrays that are erased, and counted up, at once. */
const LATER = {
  aead128: (change) => {
    const given = [sample(16), sample(16, 2), sample(16, 3)];
    const ciphers = [core.aead128(...given), core.aead128(...given)];
    given.forEach(change);
    return ciphers[1].decrypt(ciphers[0].encrypt(message)) && ciphers[0].decrypt(core.aead128(sample(16), sample(16, 2), sample(16, 3)).encrypt(message));
  },
  managedNonce: (change) => {
    const given = [sample(32), sample(16, 3)];
    const managed = core.managedNonce(siv)(...given);
    given.forEach(change);
    const sealed = managed.encrypt(message);
    return siv(sample(32), sealed.subarray(0, 16), sample(16, 3)).decrypt(sealed.subarray(16));
  },
  "options of managedNonce": (change) => {
    const options = { tagLength: 12 };
    const managed = core.managedNonce(core.aead128)(key, undefined, options);
    options.tagLength = 4;
    assert.equal(managed.encrypt(message).length, 16 + message.length + 12);
    return message;
  },
  "messages in pieces": (change) => {
    const given = [sample(16), sample(16, 2), sample(16, 3)];
    const [encryptor, decryptor] = [core.createEncryptor(...given), core.createDecryptor(...given)];
    given.forEach(change);
    const piece = encryptor.update(message);
    const sealed = Buffer.concat([piece, encryptor.final()]);
    decryptor.update(piece);
    piece.fill(0);
    assert.deepEqual(decryptor.final(sealed.subarray(-16)), message);
    return core.aead128(sample(16), sample(16, 2), sample(16, 3)).decrypt(sealed);
  },
  "keyed hashes": (change) => {
    for (const [create, whole, length] of [
      [prf.mac.create, prf.mac, 16], [prf.prf.create, prf.prf, 16], [kdf.kmac.create, kdf.kmac, 20],
      [kdf.kmacXof.create, kdf.kmacXof, 20], [hmac.hmac.create, hmac.hmac, 100],
    ]) {
      const given = sample(length);
      const state = create(given).update(message);
      change(given);
      assert.deepEqual(state.digest(), whole(sample(length), message));
    }
    const customization = sample(9);
    const state = core.cxof128.create({ customization }).update(message);
    change(customization);
    assert.deepEqual(state.digest(), core.cxof128(message, { customization: sample(9) }));
    return message;
  },
};

const CHANGES = {
  erased: (array) => array.fill(0),
  counted: (array) => array[0]++,
  detached: (array) => structuredClone(array, { transfer: [array.buffer] }),
};

for (const [name, call] of Object.entries(LATER))
  for (const [how, change] of Object.entries(CHANGES))
    test(`arrays that are ${how} after a call: ${name}`, () => assert.deepEqual(call(change), message));

test("nothing follows destroy()", () => {
  const symbol = Symbol.dispose ?? Symbol.for("Symbol.dispose");
  for (const end of ["destroy", symbol]) {
    const sealed = core.aead128(key, nonce).encrypt(message);
    const managed = core.managedNonce(core.aead128)(key);
    const secret = managed.encrypt(message);
    for (const owner of [core.aead128(key, nonce), managed]) {
      const mine = owner === managed ? secret : sealed;
      assert.deepEqual(owner.decrypt(mine), message);
      owner[end]();
      for (const call of [() => owner.encrypt(message), () => owner.decrypt(mine)])
        refuses(call, Error, /^the cipher was destroyed$/);
    }
    for (const owner of [core.createEncryptor(key, nonce), core.createDecryptor(key, nonce), kdf.kmac.create(key), core.hash256.create()]) {
      owner[end]();
      refuses(() => owner.update(message), Error, /end/);
    }
  }
});

test("arguments are not changed", () => {
  const given = [sample(16, 5), sample(16, 6), sample(20, 7), sample(100, 8)];
  const before = given.map((array) => array.slice());
  const sealed = core.aead128(given[0], given[1], given[2]).encrypt(given[3]);
  core.aead128(given[0], given[1], given[2]).decrypt(sealed);
  core.createDecryptor(given[0], given[1], given[2]).update(sealed.subarray(0, -16)).final(sealed.subarray(-16));
  core.aead128NonceMasked(sample(32), given[1]).encrypt(given[3]);
  assert.deepEqual(given, before);
});

test("a nonce is for one message", () => {
  const cipher = core.aead128(key, nonce);
  refuses(() => cipher.encrypt("text"), TypeError, /^plaintext/); // not used yet
  const sealed = cipher.encrypt(message);
  refuses(() => cipher.encrypt(message), Error, /encrypt each message with a new nonce/);
  assert.deepEqual(cipher.decrypt(sealed), message);
  assert.deepEqual(cipher.decrypt(sealed), message);
});

test("nothing follows the end of a message", () => {
  const hash = core.hash256.create().update(message);
  hash.digest();
  for (const call of [() => hash.update(message), () => hash.digest(), () => hash.clone()])
    refuses(call, Error, /the end of the message|has ended/);
  const xof = core.xof128.create().update(message);
  xof.xof(3);
  refuses(() => xof.update(message), Error, /^update\(\) after output was read$/);
  refuses(() => xof.digest(), Error, /^digest\(\) was called after xof\(\)/);
  xof.destroy();
  refuses(() => xof.xof(3), Error, /has ended/);
  const encryptor = core.createEncryptor(key, nonce);
  encryptor.final();
  for (const call of [() => encryptor.update(message), () => encryptor.final()]) refuses(call, Error, /has ended/);
  const decryptor = core.createDecryptor(key, nonce).update(message);
  decryptor.destroy();
  refuses(() => decryptor.final(new Uint8Array(16)), Error, /has ended/);
  for (const mac of [kdf.kmac.create(key).update(message), prf.mac.create(key).update(message)]) {
    const tag = mac.clone().digest();
    mac.verify(tag);
    refuses(() => mac.verify(tag), Error, /has ended/);
    refuses(() => mac.update(message), Error, /^update\(\) after the end of the message$/);
  }
  const output = prf.prf.create(key).update(message);
  output.xof(3);
  refuses(() => output.update(message), Error, /^update\(\) after output was read$/);
});

test("calls refuse a message for which there is no memory", () => {
  // 2 GiB of address space, of which nothing is touched
  const huge = new Uint8Array(2 ** 31 - 8);
  refuses(() => core.aead128(key, nonce).encrypt(huge), RangeError, /no memory for \d+ bytes in WebAssembly|allocation failed|Invalid typed array/);
  assert.equal(core.hash256(message).length, 32);
});
