/** What a call leaves in the memory of WebAssembly: nothing above the stack, constants as they were, and on the stack no
    eight bytes of a key, a text or an output, and no word that the state had.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import assert from "node:assert/strict";
import test from "node:test";
import { core, hmac, isap, kdf, prf, siv, stream, v12 } from "./entries.mjs";
import { PARTS, answers, bytes, cut, load, sample, text, through } from "./helpers.mjs";

const parts = {};
for (const name of PARTS) parts[name] = (await load(`wasm/${name}`)).default;

/** The memory as it is before any call. */
const pristine = {};
for (const [name, part] of Object.entries(parts))
  part.run(0, (calls) => (pristine[name] = { memory: part.memory.slice(), heap: calls.__heap_base.value }));

const STACK = 16384; // of build.py
const WINDOW = 8;

/** All that eight bytes of these arrays may be; windows of one repeated byte are no secret. */
function windows(arrays) {
  const found = new Set();
  for (const array of arrays)
    for (let at = 0; at + WINDOW <= array.length; at++) {
      const window = array.subarray(at, at + WINDOW);
      if (new Set(window).size > 2) found.add(Buffer.from(window).toString("latin1"));
    }
  return found;
}

function search(memory, secrets) {
  const all = Buffer.from(memory).toString("latin1");
  for (let at = 0; at + WINDOW <= all.length; at++) if (secrets.has(all.slice(at, at + WINDOW))) return at;
  return -1;
}

function checkMemory(name, secrets) {
  const { memory } = parts[name];
  const before = pristine[name];
  assert.ok(memory.length >= before.memory.length, `${name}: the module is gone`);
  // Initial values are constants: they are compared below.
  for (const [from, to] of [[0, STACK], [before.heap, memory.length]]) {
    const place = search(memory.subarray(from, to), windows(secrets));
    assert.equal(place, -1, `${name}: a secret at ${from + place} of the memory`);
  }
  const above = memory.subarray(before.heap).findIndex((byte) => byte !== 0);
  assert.equal(above, -1, `${name}: something ${above} bytes above the heap's base`);
  assert.deepEqual(memory.subarray(STACK, before.heap), before.memory.subarray(STACK, before.heap), "constants");
}

const secrets = answers("secrets");
const arraysOf = (v) => [v.key, v.nonce, v.message, v.result, ...v.states].map((digits) => bytes(digits));

test("the search finds what is there", () => {
  const v = secrets["ascon-aead128"];
  for (const secret of [bytes(v.key).subarray(3, 11), bytes(v.states[40]), bytes(v.message).subarray(-8)]) {
    for (const at of [16000, pristine.core.heap + 4000]) {
      parts.core.run(0, () => parts.core.memory.set(secret, at));
      assert.throws(() => checkMemory("core", arraysOf(v)), /a secret at/);
      parts.core.run(0, () => parts.core.memory.fill(0, at, at + secret.length));
    }
  }
  parts.core.run(0, () => (parts.core.memory[pristine.core.heap + 9] = 1));
  assert.throws(() => checkMemory("core", []), /something 9 bytes/);
  parts.core.run(0, () => (parts.core.memory[pristine.core.heap + 9] = 0));
  checkMemory("core", arraysOf(v));
});

test("the calls leave their states where they are not cleared", () => {
  // Without this, the search could look for words that no computation has.
  const v = secrets["ascon-hash256"];
  const context = new Uint8Array(128);
  parts.core.run(512, (calls, at) => {
    parts.core.memory.set(bytes(v.message), at + 256);
    calls.ascon_hash256_init(at);
    calls.ascon_hash256_update(at, at + 256, v.message.length / 2);
    context.set(parts.core.memory.subarray(at, at + 128));
  });
  assert.notEqual(search(context, windows(v.states.map(bytes))), -1);
});

const AEADS = {
  "ascon-aead128": [core.aead128, "core"],
  "ascon-aead128-nonce-masked": [core.aead128NonceMasked, "core"],
  "ascon-128": [v12.ascon128, "v12"],
  "ascon-128a": [v12.ascon128a, "v12"],
  "ascon-80pq": [v12.ascon80pq, "v12"],
};

for (const [name, [aead, part]] of Object.entries(AEADS))
  test(name, () => {
    const v = secrets[name];
    const given = [bytes(v.key), bytes(v.nonce), bytes(v.ad)];
    const sealed = aead(...given).encrypt(bytes(v.message));
    checkMemory(part, arraysOf(v));
    aead(...given).decrypt(sealed);
    checkMemory(part, arraysOf(v));
    sealed[sealed.length - 1] ^= 1;
    assert.throws(() => aead(...given).decrypt(sealed), core.InvalidTagError);
    checkMemory(part, arraysOf(v));
  });

test("AEAD in pieces", () => {
  const v = secrets["ascon-aead128"];
  const given = [bytes(v.key), bytes(v.nonce), bytes(v.ad)];
  const encryptor = core.createEncryptor(...given);
  checkMemory("core", arraysOf(v));
  const pieces = [encryptor.update(bytes(v.message).subarray(0, 5)), encryptor.update(bytes(v.message).subarray(5))];
  checkMemory("core", arraysOf(v));
  const tag = encryptor.final();
  checkMemory("core", arraysOf(v));
  const decryptor = core.createDecryptor(...given);
  for (const piece of pieces) decryptor.update(piece);
  checkMemory("core", arraysOf(v));
  decryptor.final(tag);
  checkMemory("core", arraysOf(v));
});

/** How a message is begun. */
const IN_PIECES = {
  "ascon-hash256": [() => core.hash256.create(), "core"],
  "ascon-hash": [() => v12.hash.create(), "v12"],
  "ascon-hasha": [() => v12.hasha.create(), "v12"],
  "ascon-xof128": [(v) => core.xof128.create({ dkLen: v.output }), "core"],
  "ascon-xof": [(v) => v12.xof.create({ dkLen: v.output }), "v12"],
  "ascon-xofa": [(v) => v12.xofa.create({ dkLen: v.output }), "v12"],
  "ascon-cxof128": [
    (v) => core.cxof128.create({ dkLen: v.output, customization: bytes(v.customization) }), "core",
  ],
  "ascon-mac-v13": [(v) => prf.mac.create(bytes(v.key)), "prf"],
  "ascon-mac": [(v) => prf.macV12.create(bytes(v.key)), "prf"],
  "ascon-maca": [(v) => prf.macaV12.create(bytes(v.key)), "prf"],
  "ascon-prf-v13": [(v) => prf.prf.create(bytes(v.key), { dkLen: v.output }), "prf"],
  "ascon-prf": [(v) => prf.prfV12.create(bytes(v.key), { dkLen: v.output }), "prf"],
  "ascon-prfa": [(v) => prf.prfaV12.create(bytes(v.key), { dkLen: v.output }), "prf"],
};

for (const [name, [create, part]] of Object.entries(IN_PIECES))
  test(`${name} in pieces`, () => {
    const v = secrets[name];
    const [arrays, first, rest] = [arraysOf(v), bytes(v.message).subarray(0, 3), bytes(v.message).subarray(3)];
    const state = create(v);
    checkMemory(part, arrays);
    for (const piece of [first, rest]) {
      state.update(piece);
      checkMemory(part, arrays);
    }
    const copy = state.clone();
    if (copy.xof) {
      copy.xof(5);
      checkMemory(part, arrays);
    }
    if (copy.verify) {
      assert.throws(() => state.clone().verify(sample(16, 7)), core.InvalidTagError);
      checkMemory(part, arrays);
      copy.verify(bytes(v.result));
      checkMemory(part, arrays);
    }
    assert.deepEqual(state.digest(), bytes(v.result));
    checkMemory(part, arrays);
  });

test("whole messages", () => {
  for (const [name, part, compute] of [
    ["ascon-hash256", "core", (v) => core.hash256(bytes(v.message))], // others are in pieces inside
    ["ascon-prfshort-v13", "prf", (v) => prf.prfShort(bytes(v.key), bytes(v.message), { dkLen: v.output })],
    ["ascon-prfshort", "prf", (v) => prf.prfShortV12(bytes(v.key), bytes(v.message), { dkLen: v.output })],
  ]) {
    assert.deepEqual(compute(secrets[name]), bytes(secrets[name].result));
    checkMemory(part, arraysOf(secrets[name]));
  }
});

const CONSTRUCTED = { siv: [siv, "siv"], "isap-a-128a": [isap.isapA128a, "isap"], "isap-a-128": [isap.isapA128, "isap"] };

for (const [name, [aead, part]] of Object.entries(CONSTRUCTED))
  test(name, () => {
    const [key, nonce, message] = [sample(aead.keyLength, 50), sample(16, 51), sample(100, 52)];
    const sealed = aead(key, nonce, sample(20, 53)).encrypt(message);
    const all = [key, message, sealed];
    checkMemory(part, all);
    aead(key, nonce, sample(20, 53)).decrypt(sealed);
    checkMemory(part, all);
    sealed[3] ^= 1;
    assert.throws(() => aead(key, nonce, sample(20, 53)).decrypt(sealed), core.InvalidTagError);
    checkMemory(part, all);
  });

test("kdf and hmac", () => {
  const [key, message, salt] = [sample(40, 60), sample(100, 61), sample(30, 62)];
  const check = (...outputs) => checkMemory("kdf", [key, message, ...outputs]);
  check(kdf.kmac(key, message));
  kdf.kmac.verify(key, message, kdf.kmac(key, message));
  check(kdf.kmac(key, message));
  check(kdf.kmacXof(key, message, { dkLen: 100 }));
  const prk = kdf.extract(key, salt);
  check(prk);
  check(prk, kdf.expand(prk, message, 100));
  check(kdf.derive(key, salt, message, 100), prk);
  check(hmac.hmac(key, message));
  hmac.hmac.verify(key, message, hmac.hmac(key, message));
  check(hmac.hmac(key, message));
  check(hmac.hkdf(key, salt, message, 100), hmac.extract(key, salt));
  check(hmac.pbkdf2(key, message, { c: 10, dkLen: 40 }));
});

test("streams", async () => {
  const key = stream.generateKey();
  for (const algorithm of stream.ALGORITHMS) {
    const long = sample(1000, 70);
    const sealed = await through(stream.sealStream({ key, algorithm, chunkBytes: 128 }), [long]);
    checkMemory("stream", [key, long]);
    await through(stream.openStream({ key }), [sealed]);
    checkMemory("stream", [key, long]);
    sealed[500] ^= 1;
    await assert.rejects(through(stream.openStream({ key }), [sealed]), /chunk 2 is forged/);
    checkMemory("stream", [key, long]);
    assert.deepEqual(stream.parseKeyFile(stream.formatKeyFile(key)), key);
    checkMemory("stream", [key, text(stream.formatKeyFile(key))]);
  }
});

// ---- Copies outside of the modules -----------------------------------------------------------------

/** The arrays that the package makes while `work` runs. */
async function arraysMade(work) {
  const [made, original] = [[], globalThis.Uint8Array];
  globalThis.Uint8Array = new Proxy(original, {
    construct(target, given) {
      const array = new target(...given);
      made.push(array);
      return array;
    },
  });
  try {
    await work(made);
  } finally {
    globalThis.Uint8Array = original;
  }
  return made;
}

/** Those of them that have eight bytes of the secret, and are no views of its own array. */
const copiesOf = (secret, made) =>
  made.filter((array) => array.buffer !== secret.buffer && search(array, windows([secret])) !== -1);

/** Each call that has copies of a key: how it is made, used, and ended. */
const OWNERS = {
  aead128: [core.aead128, (owner) => owner.encrypt(text("text"))],
  siv: [siv, (owner) => owner.encrypt(text("text"))],
  managedNonce: [core.managedNonce(core.aead128NonceMasked), (owner) => owner.encrypt(text("text"))],
};

for (const [name, [create, use]] of Object.entries(OWNERS))
  test(`copies of keys end with destroy(): ${name}`, async () => {
    const [key, nonce] = [sample(create === core.aead128 ? 16 : 32, 40), sample(16, 41)];
    for (const end of ["destroy", Symbol.dispose ?? Symbol.for("Symbol.dispose")])
      await arraysMade((made) => {
        const owner = create(key, nonce);
        use(owner);
        const copies = copiesOf(key, made);
        assert.ok(copies.length > 0);
        assert.ok(copies.every((copy) => copy.buffer.byteLength > 64), "V8 moves short arrays");
        owner[end]();
        assert.deepEqual(copiesOf(key, made), []);
      });
  });

test("a one-shot call leaves no copy of a key, also where it refuses an argument", async () => {
  const key = sample(32, 42);
  for (const [compute, states] of [
    [kdf.kmac, 1], [kdf.kmacXof, 1], [hmac.hmac, 1], [(k, m) => prf.mac(k.subarray(16), m), 1],
    [(k, m) => kdf.kmac.verify(k, m, sample(32)), 1], [(k, m) => hmac.hmac.verify(k, m, sample(31)), 1],
    [(k, m) => kdf.derive(k, m, m, 40), 0], [(k, m) => hmac.hkdf(k, m, m, 40), 0],
  ])
    for (const message of [text("message"), "no bytes"]) {
      const made = await arraysMade(() => {
        try {
          compute(key, message);
        } catch {}
      });
      assert.deepEqual(copiesOf(key, made), []);
      const contexts = made.filter((array) => array.length === 128);
      assert.equal(contexts.length, states);
      for (const context of contexts) assert.deepEqual(context, new Uint8Array(128));
    }
});

test("streams erase keys and texts at their end, after an error, and where they are given up", async () => {
  const [key, plain, wrong] = [sample(32, 43), sample(100, 44), sample(32, 45)];
  const sealed = await through(stream.sealStream({ key, chunkBytes: 32 }), [plain]);
  const forged = Buffer.from(sealed);
  forged[200] ^= 1;
  const write = async (made, pieces, end) => {
    const writer = made.writable.getWriter();
    const reading = made.readable.pipeTo(new WritableStream()).catch(() => {});
    for (const piece of pieces) await writer.write(piece).catch(() => {});
    await writer[end]().catch(() => {});
    await reading;
  };
  for (const [open, end, ...pieces] of [
    [() => stream.openStream({ key }), "close", new Uint8Array(sealed)],
    [() => stream.openStream({ key }), "close", new Uint8Array(forged)],
    [() => stream.openStream({ key }), "close", new Uint8Array(sealed.subarray(0, 20))],
    [() => stream.openStream({ key }), "abort", new Uint8Array(sealed.subarray(0, 20))],
    [() => stream.openStream({ key }), "close", "no bytes"],
    [() => stream.openStream({ key: wrong }), "close", new Uint8Array(sealed)],
    [() => stream.sealStream({ key, chunkBytes: 64 }), "close", plain],
    [() => stream.sealStream({ key, chunkBytes: 64 }), "abort", plain],
    [() => stream.sealStream({ key, chunkBytes: 64 }), "close", plain, "no bytes"],
  ]) {
    const made = await arraysMade(() => write(open(), pieces, end));
    const kept = made.filter((array) => array.length !== plain.length);
    if (end === "abort" && process.version.startsWith("v18.")) continue; // which does not tell the stream
    for (const secret of [key, wrong]) assert.deepEqual(copiesOf(secret, made), []);
    assert.deepEqual(copiesOf(plain, kept), [], `${end}: the text is still there`);
    for (const secret of made.filter((array) => array.length === 128)) assert.deepEqual(secret, new Uint8Array(128));
  }
});

test("a stream that is given up before its key is there erases what the key makes", async () => {
  if (process.version.startsWith("v18.")) return; // which does not tell the stream
  const key = sample(32, 46);
  const sealed = await through(stream.sealStream({ key }), [text("text")]);
  for (const [open, ...pieces] of [[stream.openStream, new Uint8Array(sealed.subarray(0, 144))], [stream.sealStream]]) {
    const made = await arraysMade(async () => {
      let give;
      const { writable, readable } = open({ key: () => new Promise((resolve) => (give = resolve)) });
      const [writer, reader] = [writable.getWriter(), readable.getReader()];
      const ends = [writer.closed, reader.read(), ...pieces.map((piece) => writer.write(piece))];
      while (!give) await new Promise(setImmediate);
      ends.push(reader.cancel());
      give(key);
      await Promise.allSettled(ends);
    });
    assert.deepEqual(copiesOf(key, made), []);
    for (const secret of made.filter((array) => array.length === 128)) assert.deepEqual(secret, new Uint8Array(128));
  }
});

test("after an error of the engine, the module starts anew", () => {
  const part = parts.core;
  const { memory } = part;
  const secret = sample(16, 90);
  assert.throws(
    () =>
      part.run(64, (calls, at) => {
        memory.set(secret, at);
        memory.set(secret, 8000); // as on the stack
        throw new RangeError("Maximum call stack size exceeded");
      }),
    /call stack/,
  );
  assert.equal(memory.findIndex((byte) => byte !== 0), -1);
  assert.equal(part.memory.length, 0);
  assert.equal(core.hash256(text("abc"))[0], 0x45);
  checkMemory("core", [secret]);
});

test("after a long message, the memory is given back", () => {
  const long = sample(3_000_000);
  core.aead128(sample(16), sample(16, 2)).encrypt(long);
  assert.equal(parts.core.memory.length, 0);
  core.hash256(text("abc"));
  assert.ok(parts.core.memory.length < 200_000);
});
