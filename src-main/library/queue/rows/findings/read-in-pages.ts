type Row = { id: number; vector: Buffer }
export type PhotoVector = { id: number; vector: Float32Array }

const PAGE = 2000

/** Every vector of a table, read a page at a time, so that writes may happen between two of them. */
export function* readInPages(
  read: (after: number, limit: number) => Row[],
  decode: (bytes: Buffer) => Float32Array,
): Generator<PhotoVector> {
  let after = 0
  for (;;) {
    const page = read(after, PAGE)
    for (const { id, vector } of page) yield { id, vector: decode(vector) }
    if (page.length < PAGE) return
    after = page.at(-1)?.id ?? after
  }
}
