/** The entry points of the package that was built. SPDX-License-Identifier: Apache-2.0 OR MIT */
import { load } from "./helpers.mjs";

export const core = await load("index");
export const v12 = await load("v12");
export const prf = await load("prf");
export const { siv } = await load("siv");
export const isap = await load("isap");
export const kdf = await load("kdf");
export const hmac = await load("hmac");
export const stream = await load("stream");
