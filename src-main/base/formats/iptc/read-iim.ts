const MARK = 0x1c
const APPLICATION_RECORD = 2
const MAX_RECORDS = 10_000

/** The application record of IPTC-IIM, by dataset number, values in order (IIM 4.2, chapter 3). */
export function readIim(bytes: Buffer): Map<number, Buffer[]> {
  const found = new Map<number, Buffer[]>()
  for (let at = 0, count = 0; at + 5 <= bytes.length && bytes[at] === MARK && count < MAX_RECORDS; count++) {
    const [, record, dataset] = bytes.subarray(at, at + 3)
    const { length, head } = lengthAt(bytes, at + 3)
    const start = at + 3 + head
    const end = start + length
    if (end > bytes.length) break
    if (record === APPLICATION_RECORD) {
      const values = found.get(dataset!) ?? []
      values.push(bytes.subarray(start, end))
      found.set(dataset!, values)
    }
    at = end
  }
  return found
}

/** A length with its first bit set gives the number of bytes of the real length. */
function lengthAt(bytes: Buffer, at: number): { length: number; head: number } {
  const short = bytes.readUInt16BE(at)
  if (short < 0x8000) return { length: short, head: 2 }
  const size = short & 0x7fff
  if (size < 1 || size > 4 || at + 2 + size > bytes.length) return { length: Infinity, head: 2 }
  return { length: bytes.readUIntBE(at + 2, size), head: 2 + size }
}
