const nameBytes = 10;

/** Random bytes for the next names: to ask for 4,000 takes as long as to ask for 10. */
const pool = Buffer.alloc(400 * nameBytes);
let used = pool.length;

/** A name nobody else uses: 20 hex digits, so it is the same on file systems that ignore case. */
export function randomName(): string {
  if (used === pool.length) {
    // Loaded when first needed: it takes as long as a quarter of the start of Node.
    process.getBuiltinModule("node:crypto").randomFillSync(pool);
    used = 0;
  }
  used += nameBytes;
  return pool.toString("hex", used - nameBytes, used);
}
