/** Files: against the command in both directions, with passphrases, and what is refused.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { argon2id } from "@noble/hashes/argon2.js";
import { argon2id as argon2idOfWasm } from "hash-wasm";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { core, stream } from "./entries.mjs";
import { COMMAND, HERE, ROOT, cut, inFolder, sample, text, through } from "./helpers.mjs";

const { InvalidTagError } = core;
const WITH_COMMAND = { skip: existsSync(COMMAND) ? false : `there is no ${COMMAND}` };
if (process.env.ASCONKIT && WITH_COMMAND.skip) throw new Error(WITH_COMMAND.skip);

const LENGTHS = [0, 1, 19, 20, 21, 1000];
const asconkit = (...words) => execFileSync(COMMAND, words, { stdio: ["ignore", "pipe", "pipe"] });

test("the command's files open in JavaScript", WITH_COMMAND, () =>
  inFolder(async (folder) => {
    const [keyFile, plain, sealed] = ["my.key", "plain", "sealed"].map((name) => join(folder, name));
    asconkit("keygen", keyFile);
    const key = stream.parseKeyFile(readFileSync(keyFile));
    assert.equal(stream.formatKeyFile(key), readFileSync(keyFile, "utf8"));
    for (const algorithm of stream.ALGORITHMS)
      for (const length of [...LENGTHS, ...(algorithm === "ascon-aead128" ? [200_000] : [])]) {
        writeFileSync(plain, sample(length));
        const chunk = length > 1000 ? "65536" : "20";
        const settings = ["--algorithm", algorithm, "--chunk-size", chunk, "--force"];
        asconkit("encrypt", "--key", keyFile, ...settings, plain, "-o", sealed);
        const file = new Uint8Array(readFileSync(sealed));
        const header = stream.readHeader(file);
        assert.equal(header.algorithm, algorithm);
        assert.equal(header.chunkBytes, Number(chunk));
        assert.equal(header.version, 2);
        assert.equal(header.passphrase, undefined);
        for (const lengths of length > 1000 ? [[65536]] : [[file.length], [1], [33, 5]]) {
          const found = await through(stream.openStream({ key }), cut(file, lengths));
          assert.deepEqual(new Uint8Array(found), sample(length));
        }
      }
  }));

test("JavaScript's files open in the command", WITH_COMMAND, () =>
  inFolder(async (folder) => {
    const [keyFile, sealed] = ["my.key", "sealed"].map((name) => join(folder, name));
    const key = stream.generateKey();
    writeFileSync(keyFile, stream.formatKeyFile(key), { mode: 0o600 });
    for (const algorithm of stream.ALGORITHMS)
      for (const length of [...LENGTHS, ...(algorithm === "ascon-aead128" ? [200_000] : [])]) {
        const chunks = length > 1000 ? {} : { chunkBytes: 20 };
        const plain = sample(length);
        const pieces = cut(plain, length > 1000 ? [70_000] : [7, 20, 41]);
        writeFileSync(sealed, await through(stream.sealStream({ key, algorithm, ...chunks }), pieces));
        assert.deepEqual(new Uint8Array(asconkit("decrypt", "--key", keyFile, "-o", "-", sealed)), plain);
      }
  }));

const fromPassphrase = (passphrase) => ({ salt, passphrase: { memoryKiB, passes, lanes } }) =>
  argon2id(text(passphrase), salt, { m: memoryKiB, t: passes, p: lanes, dkLen: 32 });

test("files with a passphrase", WITH_COMMAND, () =>
  inFolder(async (folder) => {
    const [word, plain, sealed] = ["word", "plain", "sealed"].map((name) => join(folder, name));
    writeFileSync(word, "correct hörse\n", { mode: 0o600 });
    writeFileSync(plain, sample(50));
    const cost = ["--argon2-memory", "64", "--argon2-passes", "3", "--argon2-lanes", "2"];
    asconkit("encrypt", "--passphrase-file", word, ...cost, plain, "-o", sealed);
    const file = new Uint8Array(readFileSync(sealed));
    assert.deepEqual(stream.readHeader(file).passphrase, { memoryKiB: 64, passes: 3, lanes: 2 });
    const key = fromPassphrase("correct hörse");
    assert.deepEqual(new Uint8Array(await through(stream.openStream({ key }), [file])), sample(50));
    await assert.rejects(through(stream.openStream({ key: fromPassphrase("wrong") }), [file]), /^InvalidTagError: wrong pass/);
    await assert.rejects(through(stream.openStream({ key: sample(32) }), [file]), /the file has a passphrase/);
    const passphrase = { memoryKiB: 64, passes: 2, lanes: 1 };
    writeFileSync(sealed, await through(stream.sealStream({ key, passphrase }), [sample(70)]));
    assert.deepEqual(new Uint8Array(asconkit("decrypt", "--passphrase-file", word, "-o", "-", sealed)), sample(70));
  }));

test("files with a passphrase, by the table of all languages", WITH_COMMAND, () => {
  const python = process.env.ASCONKIT_PYTHON ?? "python3";
  const driver = [process.execPath, join(HERE, "passphrase_driver.mjs")];
  execFileSync(python, [join(ROOT, "tests/support/passphrases.py"), ...driver], { env: { ...process.env, ASCONKIT: COMMAND } });
});

test("costly passphrases need consent", async () => {
  const cost = { memoryKiB: 8, passes: 257, lanes: 1 };
  assert.throws(() => stream.passphraseKey("phrase", argon2idOfWasm, { cost }), /costly: .* passes 257, .*or allowCostly/);
  assert.throws(() => stream.passphraseKey("phrase", argon2idOfWasm, { cost, allowCostly: "false" }), /costly: /);
  const key = stream.passphraseKey("phrase", argon2idOfWasm, { cost, allowCostly: true });
  const file = await through(stream.sealStream({ key, chunkBytes: 20 }), [sample(50)]);
  assert.deepEqual(stream.readHeader(file).passphrase, cost);
  assert.deepEqual(new Uint8Array(await stream.openAll(file, key)), sample(50));
  await assert.rejects(stream.openAll(file, stream.passphraseKey("phrase", argon2idOfWasm)), /costly: .* passes 257/);
  assert.throws(() => stream.passphraseKey("phrase"), /^TypeError: argon2id: expected the function .*, got undefined/);
});

test("Argon2 parameters that the format does not allow", async () => {
  const passphrase = { memoryKiB: 7, passes: 1, lanes: 1 };
  const key = () => assert.fail("Argon2 was to compute it");
  await assert.rejects(through(stream.sealStream({ key, passphrase }), [sample(1)]), /does not allow these Argon2 parameters: .* 7, /);
});

// ---- What is refused -----------------------------------------------------------------------------

const KEY = sample(32, 9);
const CHUNK = 16 + 16;
const seal = (length) => through(stream.sealStream({ key: KEY, chunkBytes: 16 }), [sample(length)]);

/** What came out before the error, and the error. */
async function openUntilError(file, key = KEY) {
  const { readable, writable } = stream.openStream({ key });
  const writer = writable.getWriter();
  const writing = writer.write(new Uint8Array(file)).then(() => writer.close());
  writing.catch(() => {});
  const found = [];
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: Buffer.concat(found) };
      found.push(value);
    }
  } catch (error) {
    return { text: Buffer.concat(found), error };
  }
}

test("every changed byte is refused, and only verified text comes out", async () => {
  const file = await seal(40);
  for (let at = 0; at < file.length; at++) {
    const forged = Buffer.from(file);
    forged[at] ^= 1;
    const { text: got, error } = await openUntilError(forged);
    assert.ok(error instanceof InvalidTagError || error.name === "FormatError" || error instanceof TypeError, `${at}: ${error}`);
    assert.ok(got.length <= Math.max(0, Math.floor((at - 144) / CHUNK)) * 16);
    assert.deepEqual(new Uint8Array(got), sample(40).subarray(0, got.length));
    const chunk = Math.floor((at - 144) / CHUNK);
    const why = at < 144 + 2 * CHUNK ? "$" : " before its end$";
    if (at >= 144)
      assert.match(error.message, new RegExp(`^chunk ${chunk} is forged: it was changed or moved, or the file was cut off${why}`));
    if (error instanceof InvalidTagError && at < 144) assert.match(error.message, /^wrong key/);
  }
});

test("a file that is cut off or extended is refused", async () => {
  const file = await seal(40);
  for (let length = 0; length < file.length; length++) {
    const { error } = await openUntilError(file.subarray(0, length));
    assert.ok(length < 144 ? error.name === "FormatError" : error instanceof InvalidTagError, `${length}: ${error}`);
  }
  for (const more of [1, 16, 32]) {
    const { error } = await openUntilError(Buffer.concat([file, Buffer.alloc(more)]));
    assert.ok(error instanceof InvalidTagError);
  }
});

test("chunks that are moved, repeated or left out are refused", async () => {
  const file = await seal(64);
  const chunk = (i) => file.subarray(144 + i * CHUNK, 144 + (i + 1) * CHUNK);
  for (const order of [[1, 0, 2, 3], [0, 0, 1, 2, 3], [0, 2, 3], [0, 1, 2], [3]]) {
    const { error } = await openUntilError(Buffer.concat([file.subarray(0, 144), ...order.map(chunk)]));
    assert.ok(error instanceof InvalidTagError, `${order}: ${error}`);
  }
});

test("errors of headers", async () => {
  const file = await seal(3);
  const bytes = (f, at, ...values) => f.set(values, at);
  const withCost = (f, memory, passes, lanes) => {
    bytes(f, 10, 2);
    [memory, passes, lanes].forEach((value, i) => f.writeUInt32LE(value, 48 + 4 * i));
  };
  const cases = [
    [(f) => bytes(f, 0, 0x42), "another format"],
    [(f) => bytes(f, 8, 3), "an unknown version of the format"],
    [(f) => bytes(f, 16, 0x42), "an unknown algorithm"],
    [(f) => bytes(f, 12, 0, 0, 0, 0), "a chunk size outside 1 to 1048576 bytes"],
    [(f) => bytes(f, 11, 1), "unknown header fields"],
    [(f) => bytes(f, 10, 3), "an unknown kind of key"],
    [(f) => bytes(f, 48, 1), "Argon2 parameters without a passphrase"],
    [(f) => withCost(f, 520, 1, 65), "a number of Argon2 lanes outside 1 to 64"],
    [(f) => withCost(f, 7, 1, 1), "less than 8 KiB of Argon2 memory for each lane, or more than 2 GiB in total"],
    [(f) => withCost(f, 8, 0, 1), "no Argon2 passes, or more than 16 GiB of Argon2 memory in all passes"],
    [() => 0, "a corrupted header"],
  ];
  for (const [change, said] of cases) {
    const forged = Buffer.from(file);
    change(forged);
    forged.set(core.hash256(forged.subarray(0, 128)).subarray(0, 16), 128);
    if (said === "a corrupted header") forged[130] ^= 1;
    const { error } = await openUntilError(forged);
    assert.equal(error.name, "FormatError");
    assert.match(error.message, new RegExp(`^not a file of asconkit encrypt: ${said}$`));
    assert.throws(() => stream.readHeader(new Uint8Array(forged)), new RegExp(said));
  }
  assert.throws(() => stream.readHeader(new Uint8Array(file.subarray(0, 100))), /a truncated header/);
  const { error } = await openUntilError(file, sample(32, 10));
  assert.match(error.message, /^wrong key/);
  const { error: short } = await openUntilError(file, () => sample(31));
  assert.match(short.message, /^the key that the function returned: expected 32 bytes, got 31$/);
});

test("a key may be erased as soon as the call returns", async () => {
  const mine = () => KEY.slice();
  const erased = (make) => {
    const key = mine();
    try {
      return make(key);
    } finally {
      key.fill(0);
    }
  };
  for (const make of [(key) => stream.sealStream({ key }), (key) => stream.sealStream({ key: () => key })])
    assert.deepEqual(await stream.openAll(await through(erased(make), [text("text")]), KEY), text("text"));
  const file = await seal(40);
  assert.deepEqual(new Uint8Array(await through(erased((key) => stream.openStream({ key })), cut(file, [3]))), sample(40));
  const sources = [new Uint8Array(file), new Blob([file]), new Blob([file]).stream()];
  for (const source of sources) assert.deepEqual(await erased((key) => stream.openAll(source, key)), sample(40));
  const given = new Uint8Array(file);
  const opening = stream.openAll(given, async () => mine());
  given.fill(0);
  assert.deepEqual(await opening, sample(40));
});

test("a key function changes nothing but the key", async () => {
  const key = (header) => {
    header.passphrase.memoryKiB = 9;
    header.salt.fill(0);
    header.algorithm = "ascon-80pq";
    return KEY;
  };
  const passphrase = { memoryKiB: 64, passes: 2, lanes: 1 };
  const file = await through(stream.sealStream({ key, passphrase }), [text("text")]);
  const header = stream.readHeader(file);
  assert.deepEqual([header.passphrase, header.algorithm], [passphrase, "ascon-aead128"]);
  assert.notDeepEqual(header.salt, new Uint8Array(32));
  assert.deepEqual(await stream.openAll(file, () => KEY), text("text"));
});

test("openAll tells a wrong key, a forged file and a lost network apart", async () => {
  const file = await seal(100);
  assert.deepEqual(await stream.openAll(new Blob([file]), KEY), sample(100));
  assert.deepEqual(await stream.openAll(new Blob([await seal(0)]), async () => KEY), new Uint8Array(0));
  await assert.rejects(stream.openAll(new Blob([file]), sample(32, 10)), (error) => {
    assert.ok(error instanceof InvalidTagError);
    return /^wrong key/.test(error.message);
  });
  await assert.rejects(stream.openAll(new Blob([file.subarray(0, -1)]), KEY), InvalidTagError);
  await assert.rejects(stream.openAll(new Blob([file.subarray(0, 100)]), KEY), { name: "FormatError" });
  const lost = (state) =>
    new ReadableStream({ pull: (c) => (state.pulled ? c.error(new TypeError("network")) : c.enqueue((state.pulled = file))) });
  await assert.rejects(stream.openAll(lost({}), KEY), /^TypeError: network$/);
  for (const wrong of [undefined, "text", {}, [file]])
    await assert.rejects(stream.openAll(wrong, KEY), /^TypeError: file: expected a Blob, a ReadableStream or a Uint8Array, got /);
  await assert.rejects(stream.openAll(file, sample(31)), /^RangeError: key: expected 32 bytes, got 31$/);
  await assert.rejects(stream.openAll(new ReadableStream({ start: (c) => c.enqueue("text") }), KEY), /^TypeError: chunk of the stream/);
  let cancelled;
  const endless = new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(200)), cancel: (error) => (cancelled = error) });
  await assert.rejects(stream.openAll(endless, KEY), { name: "FormatError" });
  assert.equal(cancelled.name, "FormatError"); // the source may stop
});

test("pieces that are not bytes are refused", async () => {
  await assert.rejects(through(stream.sealStream({ key: KEY }), ["text"]), /^TypeError: chunk of the stream: expected/);
  await assert.rejects(through(stream.openStream({ key: KEY }), ["text"]), /^TypeError: chunk of the stream: expected/);
});

test("every file has its own salt", async () => {
  const [one, other] = [await seal(5), await seal(5)];
  assert.notDeepEqual(one.subarray(64, 96), other.subarray(64, 96));
});
