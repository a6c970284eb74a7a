// All chance of a match from its seed, as docs/fairness.md defines it: in a browser and in Node.
//
//   node verify.mjs ../../../docs/fairness_vectors.json   checks the vectors
//   node verify.mjs                                       answers each line `SEED PLY N LABEL` of its
//                                                         input with the permutation, as JSON
const ascii = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sha256 = async (bytes) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

/** The SHA-256 of a seed, which is published before the first ply. */
export const commitment = (seed) => sha256(unhex(seed));

/** The hash of one index; seeds and hashes are hexadecimal. */
export const hash = (seed, draw, label, index) =>
  sha256(new Uint8Array([...unhex(seed), ...ascii(`/${draw}/${label}/${index}`)]));

const hashes = (seed, draw, label, n) =>
  Promise.all(Array.from({ length: n }, (_, index) => hash(seed, draw, label, index)));

/** The indices 0 to n-1 in the order of their hashes. */
export async function permutation(seed, draw, label, n) {
  const all = await hashes(seed, draw, label, n);
  return [...all.keys()].sort((a, b) => (all[a] < all[b] ? -1 : 1));
}

/** A number from 0 to bound-1: the index with the smallest hash. */
export const integer = async (...chance) => (await permutation(...chance))[0];

/** Coin flips: bit i is the lowest bit of the last byte of the hash of i. */
export const bits = async (...chance) =>
  (await hashes(...chance)).map((digest) => parseInt(digest.at(-1), 16) % 2 === 1);

/** Returns the vectors that do not hold. */
export async function failures(vectors) {
  const right = {
    hashes: async (v) => (await hash(v.seed, v.draw, v.label, v.index)) === v.sha256,
    permutations: async (v) => same(await permutation(v.seed, v.draw, v.label, v.n), v.value),
    integers: async (v) => (await integer(v.seed, v.draw, v.label, v.bound)) === v.value,
    bits: async (v) => same(await bits(v.seed, v.draw, v.label, v.n), v.value),
    commitments: async (v) => (await commitment(v.seed)) === v.sha256,
  };
  const wrong = [];
  for (const [kind, list] of Object.entries(vectors))
    for (const vector of list) if (!(await right[kind](vector))) wrong.push({ kind, ...vector });
  return wrong;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

if (globalThis.process?.argv[1]?.endsWith("verify.mjs")) {
  const { readFileSync } = await import("node:fs");
  const text = readFileSync(process.argv[2] ?? 0, "utf8");
  if (process.argv[2]) {
    const wrong = await failures(JSON.parse(text));
    console.log(wrong.length ? wrong : "every vector holds");
    process.exitCode = wrong.length ? 1 : 0;
  } else {
    for (const line of text.split("\n").filter(Boolean)) {
      const [seed, draw, n, label] = line.split(" ");
      console.log(JSON.stringify(await permutation(seed, draw, label, Number(n))));
    }
  }
}
