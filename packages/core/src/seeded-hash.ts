/** Spreads 32 bits evenly: neighbours in, strangers out. MurmurHash3's finaliser. */
export function mix32(bits: number): number {
  let hash = bits | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A whole number of 32 bits that is the same for the same words, in a browser too. Fast; not for secrets. */
export function hash32(...salt: readonly (string | number)[]): number {
  const text = salt.join("|");
  // FNV-1a; its low bits are weak, which mix32 repairs.
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix32(hash);
}
