// All chance of a match from its seed, as docs/fairness.md defines it, with the browser's Web Crypto.

const ascii = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sha256 = async (bytes) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

/** The SHA-256 of a seed, which is published before the first ply. */
export const commitment = (seed) => sha256(unhex(seed));

const hashes = (seed, draw, label, n) =>
  Promise.all(
    Array.from({ length: n }, (_, index) =>
      sha256(new Uint8Array([...unhex(seed), ...ascii(`/${draw}/${label}/${index}`)])),
    ),
  );

/** The indices 0 to n-1 in the order of their hashes. */
export async function permutation(seed, draw, label, n) {
  const all = await hashes(seed, draw, label, n);
  return [...all.keys()].sort((a, b) => (all[a] < all[b] ? -1 : 1));
}

/** Coin flips: bit i is the lowest bit of the last byte of the hash of i. */
export const bits = async (...chance) =>
  (await hashes(...chance)).map((digest) => parseInt(digest.at(-1), 16) % 2 === 1);
