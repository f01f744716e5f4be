/* How the search ranks what it finds: the page that search.toml names for these words, or the entry with this name; then
   pages of prose, entries of the reference, and parameters of calls. The changelog and the architecture, which name
   everything, come last of the prose. Without this every call that has a parameter `nonce` stands before the page that
   explains nonces.
   SPDX-License-Identifier: Apache-2.0 OR MIT */

var Scorer = { // not const: Sphinx declares it again where it is missing
  // The descriptions of entries come from the domains of Sphinx: "C function parameter in ...", "Python method in ...".
  score: ([page, title, anchor, description, score]) => {
    const typed = (new URLSearchParams(window.location.search).get("q") || "").trim().toLowerCase();
    const isCall = typed.includes("_") && title.toLowerCase() === typed;
    if (ANSWERS[typed] === page || isCall) return score + 1000;
    if (["CHANGELOG", "docs/architecture"].includes(page)) return score - 90;
    if (/parameter/i.test(description || "")) return score - 300;
    return page.startsWith("docs/reference/") ? score - 200 : score;
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
