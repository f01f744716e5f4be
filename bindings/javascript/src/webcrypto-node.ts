/** Node 18 has no global `crypto`. SPDX-License-Identifier: Apache-2.0 OR MIT */
import { webcrypto as found } from "node:crypto";

export const webcrypto = (): Crypto => found;
