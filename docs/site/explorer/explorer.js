// The page that shows Ascon step by step. explorer.c is the computation: the library's, with printed
// states. This file takes the printed lines apart and draws them; it computes no state.
// SPDX-License-Identifier: Apache-2.0 OR MIT
"use strict";

const WASM = "/* wasm */"; // Base64, put here by tools/explorer.py
const SIZES = { key: 0, nonce: 16, ad: 0, in: 0, tag: 16 };
const OPERATIONS = { encrypt: 0, decrypt: 1, compute: 2 };
const $ = (id) => document.getElementById(id);

// ---- Bytes ---------------------------------------------------------------------------------------

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text) => Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
const utf8 = (text) => new TextEncoder().encode(text);
const randomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));
const count = (start, length) => Uint8Array.from({ length }, (_, i) => start + i);

/** Hexadecimal digits, or a text in quotation marks. */
function parseBytes(name, text) {
  const trimmed = text.trim();
  if (/^".*"$/s.test(trimmed)) return utf8(trimmed.slice(1, -1));
  const digits = trimmed.replace(/[\s:]/g, "");
  const wrong = digits.match(/[^0-9a-f]/i);
  if (wrong) throw new Error(`${name}: ${JSON.stringify(wrong[0])} is no hexadecimal digit; put a text in quotation marks`);
  if (digits.length % 2) throw new Error(`${name}: ${digits.length} hexadecimal digits, expected an even number`);
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

// ---- The library ---------------------------------------------------------------------------------

class Library {
  constructor(wasm) {
    this.calls = wasm;
    this.algorithms = [];
    for (let at; (at = wasm.algorithm(this.algorithms.length)); )
      this.algorithms.push({
        at,
        name: this.text(wasm.name(at)),
        convention: this.text(wasm.convention(at)),
        kind: this.text(wasm.kind(at)),
        keyBytes: wasm.key_bytes(at),
        outputBytes: wasm.output_bytes(at),
        rate: wasm.rate_bytes(at),
      });
  }

  static async load() {
    const { instance } = await WebAssembly.instantiate(fromBase64(WASM), {});
    return new Library(instance.exports);
  }

  get memory() { return new Uint8Array(this.calls.memory.buffer); }

  text(at) {
    const memory = this.memory;
    return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
  }

  take(name, length) { return this.memory.slice(this.calls[name](), this.calls[name]() + length); }

  /** Runs a message; returns its results, and the printed lines. */
  run(row, operation, inputs, outputLength) {
    const { calls } = this, most = calls.max_length(), room = { key: 32, nonce: 16, tag: 16, ad: most, in: most, out: most };
    if (!Number.isInteger(outputLength) || outputLength < 0 || outputLength > most)
      throw new Error(`${outputLength} bytes of output, expected 0 to ${most}`);
    for (const name of Object.keys(inputs)) {
      if (inputs[name].length > room[name]) throw new Error(`${inputs[name].length} bytes, expected at most ${room[name]}`);
      this.memory.set(inputs[name], calls[name]());
    }
    const isAead = row.kind === "aead";
    const tagLength = isAead ? (operation === "decrypt" ? inputs.tag.length : outputLength) : 16;
    const result = calls.run(row.at, OPERATIONS[operation], inputs.in.length, inputs.ad.length, tagLength, outputLength);
    const found = {
      result: this.text(calls.result_text(result)),
      isRight: result === 0,
      out: this.take("out", isAead ? inputs.in.length : outputLength),
      tag: this.take("tag", tagLength),
      lines: new TextDecoder().decode(this.take("lines", calls.lines_length())).split("\n").filter(Boolean),
    };
    for (const [name, bytes] of Object.entries(room)) this.memory.fill(0, calls[name](), calls[name]() + bytes);
    return found;
  }
}

// ---- Steps ---------------------------------------------------------------------------------------

const LAYERS = ["p_C", "p_S", "round"];

/** The printed lines with what they belong to: phase, permutation (its number, or -1), round. */
function parseSteps(lines, row, operation) {
  const steps = [];
  let phase = "Initialization", permutation = -1, before = null, sawData = false, padded = 0;
  const isAead = row.kind === "aead", hasCustomization = row.kind === "cxof";
  for (const line of lines) {
    const [label, ...rest] = line.trim().split(/\s+/);
    const constant = rest.length === 6 ? rest.shift() : "";
    const words = rest.map((digits) => BigInt(`0x${digits}`));
    const inPermutation = LAYERS.includes(label);
    const isFirst = inPermutation && !LAYERS.includes(before);
    if (isFirst) permutation++;
    if (isAead) {
      if (label === "absorb") phase = "Associated data";
      else if (label === "separate") phase = "Domain separation";
      else if (label === "encrypt" || label === "decrypt" || (label === "pad" && phase === "Domain separation"))
        phase = operation === "decrypt" ? "Ciphertext" : "Plaintext";
      else if (label === "key" && sawData) phase = "Finalization";
      if (label === "separate") sawData = true;
    } else if (row.kind !== "prfshort") {
      if (label === "absorb" || label === "pad") {
        if (hasCustomization && padded === 0) phase = "Customization";
        else phase = "Message";
        if (label === "pad") padded++;
      } else if (isFirst && before === "pad" && !(hasCustomization && padded === 1)) phase = "Output";
      else if (label === "separate") phase = "Domain separation";
      else if (isFirst && before === "separate") phase = "Output";
    } else if (label === "key" && permutation >= 0) phase = "Output";
    steps.push({ label, constant, words, phase, permutation: inPermutation ? permutation : -1, line });
    before = label;
  }
  // How many rounds each permutation has.
  const rounds = {};
  for (const step of steps) if (step.label === "round") rounds[step.permutation] = (rounds[step.permutation] ?? 0) + 1;
  for (const step of steps) step.rounds = rounds[step.permutation] ?? 0;
  return steps;
}

/** The same place on a coarser scale: steps with the same value belong together. */
function groupOf(steps, index, stride) {
  const step = steps[index];
  if (stride === "phase") return step.phase;
  if (step.permutation < 0) return `step ${index}`;
  if (stride === "permutation") return `permutation ${step.permutation}`;
  return stride === "round" ? `round ${step.permutation} ${step.constant}` : `step ${index}`;
}

function describe(step, row) {
  const little = row.convention === "SP 800-232";
  const bit = little ? "0x01, since bits of a byte count from the lowest" : "0x80, since bits of a byte count from the highest";
  switch (step.label) {
    case "init": return "The initial value, which names the algorithm and its parameters, and what follows it: key and nonce, or zeros.";
    case "p_C": return `Constant addition p_C (section 3.2): 0x${step.constant} is added to word x2, so that no two rounds are alike.`;
    case "p_S": return "Substitution layer p_S (section 3.3): a 5-bit S-box on each of the 64 columns.";
    case "round": return "Linear diffusion layer p_L (section 3.4): each word is added to two rotations of itself. The round is complete.";
    case "key": return "The key is added: only who knows it can go on from here, or back.";
    case "absorb": return `A block of at most ${row.rate} bytes is added to the rate, the first bytes of the state.`;
    case "encrypt": return "Plaintext is added to the rate. What is there now is the ciphertext.";
    case "decrypt": return "The ciphertext replaces the bytes of the rate. The difference to what was there is the plaintext.";
    case "pad": return `Padding: the bit 1 after the data, the byte ${bit}. It stands at the first byte after the data, so that data of different lengths never gives the same state.`;
    case "separate": return "Domain separation: the last bit of the state is flipped, so that associated data cannot be taken for text.";
    default: return "";
  }
}

const bitCount = (word) => word.toString(2).replaceAll("0", "").length;
const bitsOf = (words) => words.reduce((sum, word) => sum + bitCount(word), 0);
const xorWords = (a, b) => a.map((word, i) => word ^ b[i]);

// ---- The page ------------------------------------------------------------------------------------

let library, row, steps = [], others = null, position = 0, found = null;

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function fill(select, options, chosen) {
  select.replaceChildren(...options.map((option) => element("option", { value: option, textContent: option })));
  if (options.includes(chosen)) select.value = chosen;
}

const fieldsOf = () => ({
  aead: operation() === "decrypt" ? ["key", "nonce", "ad", "in", "tag"] : ["key", "nonce", "ad", "in"],
  hash: ["in"], xof: ["in"], cxof: ["ad", "in"], mac: ["key", "in"], prf: ["key", "in"], prfshort: ["key", "in"],
}[row.kind]);
const operation = () => $("operation").value;
const nameOf = (field) => ({
  key: "Key", nonce: "Nonce", tag: "Tag", ad: $("ad-name").textContent, in: $("in-name").textContent,
}[field]);

function chooseAlgorithm(keep) {
  row = library.algorithms.find((each) => each.name === $("algorithm").value);
  fill($("operation"), row.kind === "aead" ? ["encrypt", "decrypt"] : ["compute"], keep ? operation() : "");
  $("operation").disabled = row.kind !== "aead";
  const fixed = row.kind === "hash" || row.kind === "mac";
  $("output").disabled = fixed;
  if (!keep || fixed) $("output").value = row.outputBytes || 32;
  chooseOperation();
}

function chooseOperation() {
  $("ad-name").textContent = row.kind === "cxof" ? "Customization" : "Associated data";
  $("in-name").textContent = row.kind !== "aead" ? "Message" : operation() === "decrypt" ? "Ciphertext" : "Plaintext";
  for (const label of document.querySelectorAll("[data-field]")) label.hidden = !fieldsOf().includes(label.dataset.field);
  fill($("flip-field"), fieldsOf().map(nameOf), $("flip-field").value);
}

/** Key 00 01 02 ..., nonce 10 11 12 ..., and short strings: as in vectors of the standard. */
function example() {
  $("key").value = toHex(count(0, row.keyBytes));
  $("nonce").value = toHex(count(16, 16));
  $("ad").value = row.kind === "cxof" ? '"page"' : '"header"';
  $("in").value = '"a message"';
}

function readInputs() {
  const inputs = { key: new Uint8Array(), nonce: new Uint8Array(), ad: new Uint8Array(), in: new Uint8Array(), tag: new Uint8Array() };
  for (const field of fieldsOf()) inputs[field] = parseBytes(nameOf(field), $(field).value);
  const expect = (field, bytes) => {
    if (inputs[field].length !== bytes) throw new Error(`${nameOf(field)}: ${inputs[field].length} bytes, expected ${bytes}`);
  };
  if (fieldsOf().includes("key")) expect("key", row.keyBytes);
  if (fieldsOf().includes("nonce")) expect("nonce", 16);
  const length = Number($("output").value);
  if (!Number.isInteger(length) || length < 0 || length > 2048) throw new Error(`Bytes of output: ${$("output").value}, expected 0 to 2048`);
  return { inputs, length };
}

function compute() {
  $("error").textContent = "";
  for (const field of Object.keys(SIZES)) $(field).removeAttribute("aria-invalid");
  try {
    const { inputs, length } = readInputs();
    found = library.run(row, operation(), inputs, length);
    if (!found.isRight && !found.lines.length) throw new Error(`The library says: ${found.result}`);
    steps = parseSteps(found.lines, row, operation());
    others = $("flip").checked ? flipped(inputs, length) : null;
  } catch (error) {
    $("error").textContent = error.message;
    const field = Object.keys(SIZES).find((each) => error.message.startsWith(`${nameOf(each)}:`));
    if (field) $(field).setAttribute("aria-invalid", "true");
    return;
  }
  position = Math.min(position, steps.length - 1);
  $("position").max = steps.length - 1;
  showResults();
  $("all-lines").textContent = found.lines.join("\n");
  $("command").textContent = specCommand();
  draw();
}

/** The steps with one bit of an input flipped. */
function flipped(inputs, length) {
  const field = fieldsOf().find((each) => nameOf(each) === $("flip-field").value), bit = Number($("flip-bit").value);
  if (!field) throw new Error(`Flip: ${row.name} has no such input`); // of a link
  const bits = 8 * inputs[field].length;
  if (!Number.isInteger(bit) || bit < 0 || bit >= bits)
    throw new Error(`Flip: bit ${$("flip-bit").value} of ${nameOf(field)}, which has ${bits} bits`);
  const changed = { ...inputs, [field]: inputs[field].slice() };
  changed[field][bit >> 3] ^= 1 << (bit & 7);
  return parseSteps(library.run(row, operation(), changed, length).lines, row, operation());
}

function showResults() {
  const results = [];
  if (row.kind === "aead") {
    if (!found.isRight) results.push(["Result", found.result]);
    else results.push([operation() === "decrypt" ? "Plaintext" : "Ciphertext", toHex(found.out)]);
    if (operation() === "encrypt") results.push(["Tag", toHex(found.tag)]);
  } else results.push([row.kind === "mac" ? "Tag" : "Output", toHex(row.kind === "mac" ? found.tag : found.out)]);
  $("results").replaceChildren(...results.flatMap(([name, value]) => [
    element("dt", { textContent: name }),
    element("dd", { textContent: value || "(none)", id: `result-${name}` }),
    element("dd", {}, element("button", { type: "button", textContent: "Copy", ariaLabel: `Copy ${name}`, onclick: () => copy(value) })),
  ]));
  $("decrypt").hidden = !(row.kind === "aead" && operation() === "encrypt");
}

function specCommand() {
  const { inputs } = readInputs(), parts = [`python3 -m spec trace ${row.name} --layers`];
  if (operation() === "decrypt") parts.push("--decrypt");
  for (const field of fieldsOf()) {
    const name = { ad: row.kind === "cxof" ? "customization" : "ad", in: "message" }[field] ?? field;
    parts.push(`--${name} "${toHex(inputs[field])}"`);
  }
  if (operation() !== "decrypt" && !$("output").disabled) parts.push(`--output-bytes ${$("output").value}`);
  return parts.join(" ");
}

// ---- One step ------------------------------------------------------------------------------------

function draw() {
  const step = steps[position], previous = steps[position - 1];
  const marked = others ? xorWords(step.words, others[position].words)
    : previous ? xorWords(step.words, previous.words) : step.words.map(() => 0n);
  $("position").value = position;
  const place = step.permutation < 0 ? "" : `, permutation of ${step.rounds} rounds, round ${step.constant}`;
  const changes = `${bitsOf(marked)} of 320 bits ${others ? "differ from those with the flipped bit" : "changed"}`;
  $("where").textContent = `Step ${position + 1} of ${steps.length}: ${step.phase}${place}. ${changes}.`;
  $("position").ariaValueText = $("where").textContent;
  $("what").textContent = describe(step, row);
  drawPath();
  drawState(step.words, marked);
  drawLegend();
  drawSbox();
  drawChart();
  compareLines();
  remember();
}

/** Where the step is: phases, then what this phase has, the rounds of the permutation, the layers of the round. */
function drawPath() {
  const rows = [["Phase", "phase", () => true]];
  const step = steps[position];
  rows.push(["Step", "permutation", (each) => each.phase === step.phase]);
  if (step.permutation >= 0) {
    rows.push(["Round", "round", (each) => each.permutation === step.permutation]);
    rows.push(["Layer", "layer", (each) => each.permutation === step.permutation && each.constant === step.constant]);
  }
  $("path").replaceChildren(...rows.map(([title, stride, belongs]) => {
    const line = element("div", {}, element("span", { textContent: title }));
    let last = null;
    steps.forEach((each, index) => {
      const group = groupOf(steps, index, stride);
      if (!belongs(each) || group === last) return;
      last = group;
      const button = element("button", { type: "button", textContent: nameOfGroup(each, stride), onclick: () => go(index) });
      if (group === groupOf(steps, position, stride)) button.setAttribute("aria-current", "step");
      line.append(button);
    });
    return line;
  }));
  for (const current of $("path").querySelectorAll("[aria-current]")) {
    const line = current.parentElement;
    line.scrollLeft = Math.max(0, current.offsetLeft - line.offsetLeft - line.clientWidth / 2);
  }
}

function nameOfGroup(step, stride) {
  if (stride === "phase") return step.phase;
  if (step.permutation < 0) return step.label;
  if (stride === "permutation") return `p[${step.rounds}]`;
  return stride === "round" ? step.constant : { p_C: "p_C constant", p_S: "p_S S-box", round: "p_L diffusion" }[step.label];
}

function drawState(words, marked) {
  if (!$("state").firstChild) makeState();
  const column = Number($("column").value), little = row.convention === "SP 800-232";
  words.forEach((word, i) => {
    const line = $("state").children[i];
    line.querySelectorAll("i").forEach((cell, k) => {
      const bit = BigInt(63 - k);
      const names = [word >> bit & 1n && "one", marked[i] >> bit & 1n && "changed", 63 - k === column && "column"];
      cell.className = names.filter(Boolean).join(" ");
    });
    const integer = word.toString(16).padStart(16, "0"), swapped = integer.match(/../g).reverse().join("");
    line.querySelector(".bits").ariaLabel = `Bits of word x${i}, the highest first: ${integer} in hexadecimal, ${bitCount(marked[i])} ${others ? "different" : "changed"}`;
    line.querySelector(".integer").textContent = integer;
    line.querySelector(".bytes").textContent = little ? swapped : integer;
    line.querySelector(".order").textContent = little ? "bytes of SP 800-232" : "bytes of v1.2";
    line.querySelector(".other").textContent = little ? integer : swapped;
    line.querySelector(".other-order").textContent = little ? "bytes of v1.2" : "bytes of SP 800-232";
  });
}

function makeState() {
  for (let i = 0; i < 5; i++) {
    const bits = element("div", { className: "bits", role: "img", ariaLabel: "", onclick: (event) => {
      const k = [...event.currentTarget.children].indexOf(event.target);
      if (k >= 0) $("column").value = 63 - k, draw();
    } });
    bits.append(...Array.from({ length: 64 }, () => element("i")));
    const value = (name, title, titleName) => {
      const code = element("code", { className: name });
      const copies = element("button", { type: "button", textContent: "Copy", ariaLabel: `Copy ${title} of x${i}`, onclick: () => copy(code.textContent) });
      return element("div", {}, element("span", { textContent: title, className: titleName }), " ", code, " ", copies);
    };
    $("state").append(element("div", { className: "word" }, element("b", { textContent: `x${i}` }), bits,
      element("div", { className: "hex" }, value("integer", "integer", ""), value("bytes", "bytes", "order"), value("other", "bytes", "other-order"))));
  }
}

function drawLegend() {
  const changed = others ? "differs" : "changed";
  const key = (name, text) => [element("i", { className: name }), text];
  $("legend").replaceChildren(...key("", "0"), ...key("one", "1"), ...key("changed", `0, ${changed}`),
    ...key("one changed", `1, ${changed}`), " The highest bit is on the left. Click a bit to put its column under the lens.");
}

// ---- The S-box of a column -----------------------------------------------------------------------

const column = (words, bit) => words.reduce((value, word) => value << 1 | Number(word >> BigInt(bit) & 1n), 0);

/** The S-box as this computation shows it: no table of it is in this page. */
function learnedSbox() {
  const table = new Map();
  for (let i = 1; i < steps.length && table.size < 32; i++)
    if (steps[i].label === "p_S")
      for (let bit = 0; bit < 64; bit++) table.set(column(steps[i - 1].words, bit), column(steps[i].words, bit));
  return table;
}

function drawSbox() {
  const bit = Number($("column").value), table = learnedSbox();
  $("column").ariaValueText = `column ${bit}`;
  // The substitution of this round, or the next one.
  let at = position;
  if (steps[at].label === "round") at--;
  while (at < steps.length && steps[at].label !== "p_S") at++;
  if (at >= steps.length) {
    $("sbox").textContent = "No substitution follows this step.";
    return;
  }
  const before = column(steps[at - 1].words, bit), after = column(steps[at].words, bit);
  const digits = (value) => value.toString(2).padStart(5, "0");
  const cell = (tag, text, used) => element(tag, { textContent: text, className: used ? "used" : "" });
  const columns = element("table", {}, element("caption", { textContent: `Column ${bit}, round ${steps[at].constant}` }),
    element("tr", {}, cell("th", "word"), cell("th", "before"), cell("th", "after")),
    ...Array.from({ length: 5 }, (_, i) => element("tr", {}, cell("th", `x${i}`), cell("td", digits(before)[i]), cell("td", digits(after)[i]))));
  const values = element("table", {}, element("caption", { textContent: "The S-box, in hexadecimal" }));
  for (let half = 0; half < 4; half++) {
    const range = Array.from({ length: 8 }, (_, i) => 8 * half + i), hex = (value) => value.toString(16).padStart(2, "0");
    values.append(element("tr", {}, cell("th", "x"), ...range.map((value) => cell("td", hex(value), value === before))),
      element("tr", {}, cell("th", "S(x)"), ...range.map((value) => cell("td", table.has(value) ? hex(table.get(value)) : "?", value === before))));
  }
  const say = element("p", { textContent: `Column ${bit}: ${digits(before)} becomes ${digits(after)}, S(${before.toString(16)}) = ${after.toString(16)}.` });
  $("sbox").replaceChildren(columns, element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Table of the S-box" }, values), say);
}

// ---- Diffusion -----------------------------------------------------------------------------------

function drawChart() {
  $("chart").hidden = !others;
  $("difference").textContent = "";
  if (!others) return;
  const counts = steps.map((step, i) => bitsOf(xorWords(step.words, others[i].words)));
  const x = (i) => (100 * i) / Math.max(1, steps.length - 1), y = (bits) => 100 - bits / 3.2;
  const path = counts.map((bits, i) => `${i ? "L" : "M"}${x(i).toFixed(2)} ${y(bits).toFixed(2)}`).join("");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `Bits that differ at each step, from 0 to 320; ${counts[position]} here`);
  const draws = (name, values) => {
    const part = document.createElementNS(svg.namespaceURI, name);
    for (const [key, value] of Object.entries(values)) part.setAttribute(key, value);
    svg.append(part);
  };
  draws("line", { class: "half", x1: 0, x2: 100, y1: y(160), y2: y(160) });
  draws("path", { d: path });
  draws("line", { class: "here", x1: x(position), x2: x(position), y1: 0, y2: 100 });
  const ends = element("p", {}, element("span", { textContent: "step 1" }),
    element("span", { textContent: "bits that differ: 0 below, 160 at the broken line, 320 above" }), element("span", { textContent: `step ${steps.length}` }));
  $("chart").replaceChildren(svg, ends);
  const first = counts.findIndex((bits) => bits > 0);
  $("difference").textContent = `${counts[position]} of 320 bits differ at this step; half would be 160. `
    + (first < 0 ? "No step differs." : `The first step that differs is ${first + 1}.`);
}

// ---- Comparison ----------------------------------------------------------------------------------

function compareLines() {
  const pasted = $("pasted").value.split("\n").map((line) => line.trim().replace(/\s+/g, " ")).filter(Boolean);
  if (!pasted.length) {
    $("compared").textContent = "";
    return;
  }
  const states = pasted.filter((line) => /^\S+( [0-9a-f]{2})?( [0-9a-f]{16}){5}$/i.test(line)).map((line) => line.toLowerCase());
  const hasLayers = states.some((line) => line.startsWith("p_"));
  const ours = steps.map((step, index) => ({ index, line: step.line.trim().replace(/\s+/g, " ").toLowerCase() }))
    .filter(({ line }) => hasLayers || !line.startsWith("p_"));
  const wrong = ours.findIndex(({ line }, i) => line !== states[i]);
  const report = $("compared");
  if (!states.length) report.textContent = "None of these lines is a state: a label, and five words of 16 hexadecimal digits.";
  else if (wrong < 0 && states.length === ours.length) report.textContent = `All ${states.length} lines are equal.`;
  else if (wrong < 0 || wrong >= states.length)
    report.textContent = `The first ${Math.min(states.length, ours.length)} lines are equal; there are ${states.length} of ${ours.length}.`;
  else {
    report.textContent = `Line ${wrong + 1} differs: ${ours[wrong].line} is expected, not ${states[wrong]}. `;
    report.append(element("button", { type: "button", textContent: "Go there", onclick: () => go(ours[wrong].index) }));
  }
}

// ---- Moving, copying, links ----------------------------------------------------------------------

function go(index) {
  position = Math.max(0, Math.min(steps.length - 1, index));
  draw();
}

/** By layers, rounds and so on: forward to the end of the next group, back to the end of the one before. */
function move(by) {
  if (by === "first" || by === "last") return go(by === "first" ? 0 : steps.length - 1);
  const stride = $("stride").value, here = groupOf(steps, position, stride);
  let index = position;
  const within = (i, group) => i >= 0 && i < steps.length && groupOf(steps, i, stride) === group;
  if (by > 0) {
    while (within(index + 1, here)) index++;
    if (index === position && index + 1 < steps.length) {
      const next = groupOf(steps, ++index, stride);
      while (within(index + 1, next)) index++;
    }
  } else {
    while (within(index - 1, here)) index--;
    index--;
  }
  return go(index);
}

async function copy(text) {
  await navigator.clipboard.writeText(text);
}

/** The inputs, in the page's address. */
function remember() {
  const values = new URLSearchParams({ algorithm: row.name, operation: operation(), output: $("output").value });
  for (const field of fieldsOf()) values.set(field, $(field).value);
  values.set("step", position + 1);
  values.set("column", $("column").value);
  if ($("flip").checked) values.set("flip", `${$("flip-field").value} ${$("flip-bit").value}`);
  history.replaceState(null, "", `#?${values}`);
}

function recall() {
  const values = new URLSearchParams(location.hash.startsWith("#?") ? location.hash.slice(2) : "");
  const known = library.algorithms.some((each) => each.name === values.get("algorithm"));
  $("algorithm").value = known ? values.get("algorithm") : library.algorithms[0].name;
  chooseAlgorithm(false);
  if (!known) return example();
  if (values.get("operation") === "decrypt" && row.kind === "aead") $("operation").value = "decrypt";
  chooseOperation();
  if (values.has("output") && !$("output").disabled) $("output").value = values.get("output");
  for (const field of Object.keys(SIZES)) $(field).value = values.get(field) ?? "";
  $("column").value = values.get("column") ?? 0;
  const flip = /^(.*) (\d+)$/.exec(values.get("flip") ?? "");
  $("flip").checked = Boolean(flip);
  if (flip) $("flip-field").value = flip[1], $("flip-bit").value = flip[2];
  position = Math.max(0, Math.trunc(Number(values.get("step")) || 1) - 1);
}

// ---- Trying it -----------------------------------------------------------------------------------

const NO_INPUTS = Object.fromEntries(Object.keys(SIZES).map((name) => [name, new Uint8Array()]));

function tryHash() {
  const which = library.algorithms.find((each) => each.name === $("hash-algorithm").value);
  $("hash-bytes").disabled = which.outputBytes !== 0;
  const length = which.outputBytes || Number($("hash-bytes").value);
  try {
    $("hash-output").textContent = toHex(library.run(which, "compute", { ...NO_INPUTS, in: utf8($("hash-text").value) }, length).out);
  } catch (error) {
    $("hash-output").textContent = error.message;
  }
}

function tryAead(isOpen) {
  const which = library.algorithms.find((each) => each.name === $("aead-algorithm").value);
  try {
    const key = parseBytes("Key", $("aead-key").value), ad = utf8($("aead-ad").value);
    if (key.length !== which.keyBytes) throw new Error(`Key: ${key.length} bytes, expected ${which.keyBytes}`);
    if (!isOpen) {
      const nonce = randomBytes(16), text = utf8($("aead-text").value);
      const sealed = library.run(which, "encrypt", { ...NO_INPUTS, key, nonce, ad, in: text }, 16);
      $("aead-nonce").value = toHex(nonce);
      $("aead-sealed").value = toBase64([...nonce, ...sealed.out, ...sealed.tag]);
      $("aead-result").textContent = `${text.length} bytes encrypted.`;
      return;
    }
    const sealed = fromBase64($("aead-sealed").value);
    if (sealed.length < 32) throw new Error(`Sealed message: ${sealed.length} bytes, expected at least 32`);
    const end = sealed.length - 16;
    const opened = library.run(which, "decrypt",
      { key, ad, nonce: sealed.slice(0, 16), in: sealed.slice(16, end), tag: sealed.slice(end) }, 16);
    $("aead-result").textContent = opened.isRight
      ? `Genuine: ${JSON.stringify(new TextDecoder().decode(opened.out))}` : `Refused: ${opened.result}.`;
  } catch (error) {
    $("aead-result").textContent = error.message;
  }
}

function newAeadKey() {
  const which = library.algorithms.find((each) => each.name === $("aead-algorithm").value);
  $("aead-key").value = toHex(randomBytes(which.keyBytes));
  tryAead(false);
}

// ---- Start ---------------------------------------------------------------------------------------

function listen() {
  $("algorithm").onchange = () => { chooseAlgorithm(false); example(); position = 0; compute(); };
  $("operation").onchange = () => { chooseOperation(); position = 0; compute(); };
  for (const id of ["output", ...Object.keys(SIZES)]) $(id).oninput = compute;
  for (const id of ["flip", "flip-bit", "flip-field"]) $(id).onchange = compute;
  $("example").onclick = () => { example(); compute(); };
  $("random").onclick = () => { $("key").value = toHex(randomBytes(row.keyBytes)); $("nonce").value = toHex(randomBytes(16)); compute(); };
  $("decrypt").onclick = () => {
    const { out, tag } = found;
    $("operation").value = "decrypt";
    chooseOperation();
    $("in").value = toHex(out);
    $("tag").value = toHex(tag);
    position = 0;
    compute();
  };
  $("form").onsubmit = (event) => event.preventDefault();
  $("position").oninput = () => go(Number($("position").value));
  $("column").oninput = draw;
  $("pasted").oninput = compareLines;
  for (const button of document.querySelectorAll("[data-move]"))
    button.onclick = () => move(Number(button.dataset.move) || button.dataset.move);
  for (const button of document.querySelectorAll("[data-copy]"))
    button.onclick = () => copy(button.dataset.copy === "link" ? location.href : $(button.dataset.copy).value ?? $(button.dataset.copy).textContent);
  $("walk").onkeydown = (event) => {
    if (event.target.matches("input, select")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: "first", End: "last" }[event.key];
    if (by) event.preventDefault(), move(by);
  };
  addEventListener("hashchange", () => { if (location.hash.startsWith("#?")) recall(), compute(); });
  for (const id of ["hash-algorithm", "hash-bytes", "hash-text"]) $(id).oninput = tryHash;
  $("aead-algorithm").oninput = newAeadKey;
  $("seal").onclick = () => tryAead(false);
  $("open").onclick = () => tryAead(true);
}

async function start() {
  library = await Library.load();
  const names = (...kinds) => library.algorithms.filter((each) => kinds.includes(each.kind)).map((each) => each.name);
  fill($("algorithm"), library.algorithms.map((each) => each.name));
  fill($("hash-algorithm"), names("hash", "xof"));
  fill($("aead-algorithm"), names("aead"));
  recall();
  listen();
  compute();
  tryHash();
  newAeadKey();
}

start().catch((error) => { $("error").textContent = `The library does not start: ${error.message}`; });
