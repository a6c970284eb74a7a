// All chance of a match from its seed, as docs/fairness.md defines it. For each line of its input,
// `SEED DRAW N LABEL`, it prints what chance makes of the indices 0 to N-1, as JSON:
//
//   echo 5a2b... 0 44 deal | node verify.mjs
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

/** The SHA-256 of a seed and of what follows it, in hexadecimal. */
export const sha256 = (seed, more = "") =>
  createHash("sha256").update(seed, "hex").update(more).digest("hex");

/** The hash of each index from 0 to n-1. */
export const hashes = (seed, draw, label, n) =>
  Array.from({ length: n }, (_, index) => sha256(seed, `/${draw}/${label}/${index}`));

/** The indices in the order of their hashes; the first of them is a random number below n. */
export function permutation(seed, draw, label, n) {
  const all = hashes(seed, draw, label, n);
  return [...all.keys()].sort((a, b) => (all[a] < all[b] ? -1 : 1));
}

/** Coin flips: bit i is the lowest bit of the hash of i. */
export const bits = (...chance) => hashes(...chance).map((hash) => /[13579bdf]$/.test(hash));

for await (const line of createInterface({ input: process.stdin })) {
  const [seed, draw, n, label] = line.split(" ");
  const chance = [seed, draw, label, Number(n)];
  console.log(
    JSON.stringify({
      commitment: sha256(seed), // published before the first ply
      hashes: hashes(...chance),
      permutation: permutation(...chance),
      bits: bits(...chance),
    }),
  );
}
