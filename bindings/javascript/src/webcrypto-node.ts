/** Node 18 has no global `crypto`. SPDX-License-Identifier: Apache-2.0 OR MIT */
export { webcrypto } from "node:crypto";
