/** The package as npm packs it, installed in folders below build/javascript. tools/javascript.py packs it.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./helpers.mjs";

const BUILD = join(ROOT, "build/javascript");
export const TARBALL = join(BUILD, readdirSync(BUILD).find((name) => name.endsWith(".tgz")) ?? "none.tgz");

/** A new project that has the package and nothing else. */
export function installed(name) {
  const folder = join(BUILD, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}\n');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--no-save", TARBALL], { cwd: folder });
  return folder;
}
