/** Pages that bundlers made, in browsers, under a Content-Security-Policy that allows WebAssembly and nothing else.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import * as esbuild from "esbuild";
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import test, { after, before } from "node:test";
import puppeteer from "puppeteer-core";
import * as vite from "vite";
import webpack from "webpack";
import { installed } from "./packed.mjs";

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
const BROWSERS = {
  Chromium: {
    browser: "chrome",
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"],
  },
  Firefox: { browser: "firefox", executablePath: "/usr/bin/firefox-esr", args: [] },
};

const CHECK = `
import { InvalidTagError, aead128, hash256, randomBytes, ready, xof128 } from "asconkit";
import { ascon128a } from "asconkit/v12";
import { mac } from "asconkit/prf";
import { siv } from "asconkit/siv";
import { isapA128a } from "asconkit/isap";
import { kmac } from "asconkit/kdf";
import { hmac } from "asconkit/hmac";
import { openAll, openStream, sealStream } from "asconkit/stream";

const text = (string) => new TextEncoder().encode(string);

export async function check(waits) {
  if (waits) await ready();
  let found = [...hash256(text("abc")).subarray(0, 4)].map((byte) => byte.toString(16)).join();
  for (const aead of [aead128, ascon128a, siv, isapA128a]) {
    const [key, nonce] = [aead.generateKey(), aead.generateNonce()];
    const sealed = aead(key, nonce).encrypt(text("hello"));
    found += new TextDecoder().decode(aead(key, nonce).decrypt(sealed));
    sealed[0] ^= 1;
    try {
      aead(key, nonce).decrypt(sealed);
    } catch (error) {
      found += error.name;
    }
  }
  const key = randomBytes(32);
  const tags = [mac(key.subarray(16), key), kmac(key, key), hmac(key, key), xof128(key, { dkLen: 5 })];
  found += tags.map((tag) => tag.length).join();
  const stream = new Blob([new Uint8Array(200000)]).stream().pipeThrough(sealStream({ key }));
  const file = await new Response(stream).blob();
  found += (await new Response(file.stream().pipeThrough(openStream({ key }))).arrayBuffer()).byteLength;
  found += (await openAll(file, key)).length;
  const errors = [];
  await openAll(file, randomBytes(32)).catch((error) => errors.push(error));
  await file.stream().pipeThrough(openStream({ key: randomBytes(32) })).pipeTo(new WritableStream()).catch((error) => errors.push(error));
  found += errors.map((error) => (error instanceof InvalidTagError ? error.name : String(error))).join();
  try {
    (0, eval)("1");
    found += "eval";
  } catch {}
  return found;
}
`;
const GOOD = `45,aa,3,43${"helloInvalidTagError".repeat(4)}16,32,32,5200000200000InvalidTagError,InvalidTagError`;
const PAGE = `
import { check } from "./check.js";
const report = (name, work) => work.then((said) => said, (error) => String(error)).then((said) => (window[name] = said));
report("fromPage", check(new URLSearchParams(location.search).has("waits")));
report("fromWorker", new Promise((resolve, reject) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => reject(new Error(event.message ?? "the worker failed"));
}));
`;
const WORKER = `
import { check } from "./check.js";
check(false).then((said) => postMessage(said), (error) => postMessage(String(error)));
`;
const HTML = '<!doctype html><html lang="en"><title>asconkit</title><script type="module" src="./page.js"></script></html>';

// ---- Bundlers ----------------------------------------------------------------------------------------

const bundlers = {
  async esbuild(folder, output) {
    const entryPoints = ["page.js", "worker.js"].map((name) => join(folder, name));
    await esbuild.build({ entryPoints, outdir: output, bundle: true, format: "esm", minify: true, logLevel: "silent" });
    writeFileSync(join(output, "index.html"), HTML);
  },
  async Vite(folder, output) {
    await vite.build({
      root: folder, base: "./", logLevel: "silent", configFile: false, worker: { format: "es" },
      build: { outDir: output, target: "es2022", modulePreload: { polyfill: false } },
    });
  },
  async webpack(folder, output) {
    const settings = { mode: "production", context: folder, entry: "./page.js", performance: { hints: false } };
    settings.output = { path: output, filename: "page.js", publicPath: "auto" };
    await new Promise((resolve, reject) =>
      webpack(settings, (error, stats) =>
        error || stats.hasErrors() ? reject(error ?? new Error(stats.toString())) : resolve(),
      ),
    );
    writeFileSync(join(output, "index.html"), HTML);
  },
};

// ---- A server ----------------------------------------------------------------------------------------

const TYPES = { html: "text/html", js: "text/javascript" };
let folder, server, address;

before(async () => {
  folder = installed("browser");
  for (const [name, content] of Object.entries({ "check.js": CHECK, "page.js": PAGE, "worker.js": WORKER, "index.html": HTML }))
    writeFileSync(join(folder, name), content);
  for (const [name, build] of Object.entries(bundlers)) {
    const output = join(folder, "out", name);
    mkdirSync(output, { recursive: true });
    await build(folder, output);
  }
  server = createServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const file = join(folder, "out", pathname);
    if (!file.startsWith(folder) || !existsSync(file)) return response.writeHead(404).end();
    const policy = searchParams.has("forbids") ? POLICY.replace(" 'wasm-unsafe-eval'", "") : POLICY;
    response.setHeader("Content-Security-Policy", policy);
    response.setHeader("Content-Type", TYPES[file.split(".").pop()] ?? "application/octet-stream");
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}`;
});
after(() => server?.close());

/** What page and worker said. */
async function visit(browser, path) {
  const page = await browser.newPage();
  try {
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(`${address}/${path}`);
    await page.waitForFunction(() => window.fromPage !== undefined && window.fromWorker !== undefined, { timeout: 60_000 });
    return await page.evaluate(() => [window.fromPage, window.fromWorker]);
  } finally {
    await page.close();
  }
}

for (const [name, settings] of Object.entries(BROWSERS))
  test(name, { skip: existsSync(settings.executablePath) ? false : `there is no ${settings.executablePath}` }, async (t) => {
    const browser = await puppeteer.launch({ headless: true, timeout: 120_000, ...settings });
    try {
      for (const bundler of Object.keys(bundlers))
        for (const waits of ["", "?waits"])
          await t.test(`${bundler}${waits && ", compiled in the background"}`, async () => {
            assert.deepEqual(await visit(browser, `${bundler}/index.html${waits}`), [GOOD, GOOD]);
          });
      await t.test("a policy without wasm-unsafe-eval forbids it", async () => {
        const [said] = await visit(browser, "esbuild/index.html?forbids");
        assert.match(said, /CompileError|EvalError|Content Security Policy|CSP/);
      });
    } finally {
      await browser.close();
    }
  });
