/** What the tests share. SPDX-License-Identifier: Apache-2.0 OR MIT */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const HERE = dirname(fileURLToPath(import.meta.url));
export const ROOT = join(HERE, "../..");
export const PACKAGE = join(ROOT, "bindings/javascript");
export const ENTRIES = ["index", "v12", "prf", "siv", "isap", "kdf", "hmac", "stream"];
export const PARTS = ["core", "v12", "prf", "siv", "isap", "kdf", "stream"];
/** The command of the release build. */
export const COMMAND = process.env.ASCONKIT ?? join(ROOT, "build/release/bin/asconkit");

/** An entry point of the package that was built, or another module of it. */
export const load = (name) => import(pathToFileURL(join(PACKAGE, "dist/esm", `${name}.js`)));

export const hex = (bytes) => Buffer.from(bytes).toString("hex");
export const bytes = (digits) => new Uint8Array(Buffer.from(digits, "hex"));
export const text = (string) => new TextEncoder().encode(string);

/** Bytes that differ from each other, and from those of another start. */
export function sample(length, start = 1) {
  const out = new Uint8Array(length);
  let x = start;
  for (let i = 0; i < length; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    out[i] = x >>> 24;
  }
  return out;
}

let known;

/** The answers of the specification, by the algorithm's name. */
export function answers(name) {
  const python = process.env.ASCONKIT_PYTHON ?? "python3";
  known ??= JSON.parse(execFileSync(python, [join(HERE, "answers.py")], { maxBuffer: 1 << 28 }));
  return known[name];
}

/** Runs `work` with the path of a new folder. */
export async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "asconkit-javascript-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a TransformStream makes of pieces, as one array. */
export async function through(stream, pieces) {
  const source = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const found = [];
  for await (const piece of source.pipeThrough(stream)) found.push(piece);
  return Buffer.concat(found);
}

/** Cuts an array into pieces whose lengths repeat. */
export function cut(whole, lengths) {
  const pieces = [];
  for (let at = 0, i = 0; at < whole.length; i++) {
    const length = lengths[i % lengths.length];
    pieces.push(whole.subarray(at, at + length));
    at += length;
  }
  return pieces;
}
