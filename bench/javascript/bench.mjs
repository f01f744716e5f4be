/** The npm package in Node and in Chromium, beside js-ascon, AES-GCM of WebCrypto and the C library.

      python3 tools/javascript.py; node bench/javascript/bench.mjs      prints a table in Markdown

    Needs ascon-bench of the release build, and what ./dev test javascript installs.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "../..");
const MODULES = join(ROOT, "build/javascript/modules/node_modules");
const require = createRequire(join(MODULES, "any.js"));
const CHROMIUM = "/usr/bin/chromium";

/** One file of measure.mjs with the packages that it uses. */
async function bundle(output, platform) {
  await require("esbuild").build({
    entryPoints: [join(HERE, "measure.mjs")], outfile: output, bundle: true, format: "esm", platform, minify: true, external: ["crypto"],
    nodePaths: [MODULES], alias: { asconkit: join(ROOT, "bindings/javascript/dist/esm/index.js") }, logLevel: "error",
    banner: platform === "node"
      ? { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' } : {},
  });
}

async function inChromium(folder) {
  await bundle(join(folder, "page.js"), "browser");
  const server = createServer(({ url }, response) => {
    const page = url === "/";
    response.setHeader("Content-Type", page ? "text/html" : "text/javascript");
    response.end(page ? "<!doctype html><title>asconkit</title>" : readFileSync(join(folder, "page.js")));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run"];
  const browser = await require("puppeteer-core").launch({ headless: true, executablePath: CHROMIUM, args });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return [await page.evaluate("import('/page.js').then((module) => module.measure())"), await browser.version()];
  } finally {
    await browser.close();
    server.close();
  }
}

/** The same of the C library, with the backend that it chooses. */
function native() {
  const words = ["--seconds", "5", "--filter", "/ascon-(aead128/encrypt|hash256/hash)/(16|64|1536|65536)$"];
  const printed = execFileSync(join(ROOT, "build/release/bin/ascon-bench"), words, {
    encoding: "utf8", stdio: ["ignore", "pipe", "ignore"],
  });
  const records = printed.trim().split("\n").map((line) => JSON.parse(line));
  const names = { "ascon-aead128": "Ascon-AEAD128", "ascon-hash256": "Ascon-Hash256" };
  return records.filter((record) => record.default).map((record) => [names[record.algorithm], record.bytes, record.nanoseconds]);
}

const speed = (bytes, ns) => ((bytes * 1000) / ns).toFixed(ns > bytes * 100 ? 2 : 0);

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "asconkit-bench-"));
  try {
    await bundle(join(folder, "node.mjs"), "node");
    const { SIZES, measure } = await import(pathToFileURL(join(folder, "node.mjs")));
    const columns = { "C, compiled by gcc": native(), [`Node ${process.versions.node}`]: await measure() };
    if (existsSync(CHROMIUM)) {
      const [rows, version] = await inChromium(folder);
      columns[version.replace("/", " ").replace(/(\d+)\.[\d.]+/, "$1").replace("Headless", "").replace("Chrome", "Chromium")] = rows;
    }
    console.log(`${cpus()[0].model}, one thread. MB/s; of messages of 16 bytes, also nanoseconds.\n`);
    for (const [engine, rows] of Object.entries(columns)) {
      console.log(`| ${engine} | ${SIZES.map((size) => `${size} bytes`).join(" | ")} |`);
      console.log(`| --- |${SIZES.map(() => " ---: |").join("")}`);
      for (const name of new Set(rows.map(([found]) => found))) {
        const cells = SIZES.map((size) => {
          const ns = rows.find(([found, bytes]) => found === name && bytes === size)?.[2];
          return speed(size, ns) + (size === 16 ? ` (${ns.toFixed(0)} ns)` : "");
        });
        console.log(`| ${name} | ${cells.join(" | ")} |`);
      }
      console.log();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
