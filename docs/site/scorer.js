/* How the search ranks what it finds: pages of prose first, then entries of the reference, parameters of calls last.
   Without this every call that has a parameter `nonce` stands before the page that explains nonces.
   SPDX-License-Identifier: Apache-2.0 OR MIT */

var Scorer = { // not const: Sphinx declares it again where it is missing
  // The descriptions of entries come from the domains of Sphinx: "C function parameter in ...", "Python method in ...".
  score: ([page, title, anchor, description, score]) => {
    if (/parameter/i.test(description || "")) return score - 200;
    return page.startsWith("docs/reference/") ? score - 100 : score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
