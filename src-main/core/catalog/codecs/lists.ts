const NONE = new Uint32Array(0)

/** Several lists of 32-bit numbers in one: the lengths of all but the last, then all lists. */
export const encodeLists = (lists: readonly (readonly number[])[]): Uint32Array<ArrayBuffer> =>
  Uint32Array.from([...lists.slice(0, -1).map((list) => list.length), ...lists.flat()])

/** `count` lists as `encodeLists` wrote them; empty ones where there are no bytes. */
export function decodeLists(bytes: Buffer | null, count: number): Uint32Array[] {
  if (bytes === null) return Array.from({ length: count }, () => NONE)
  const numbers = toNumbers(bytes)
  let start = count - 1
  return Array.from({ length: count }, (_, place) => {
    const end = place === count - 1 ? numbers.length : start + (numbers[place] ?? 0)
    const list = numbers.subarray(start, end)
    start = end
    return list
  })
}

/** Bytes as numbers; copied where their place in memory is not a multiple of four. */
function toNumbers(bytes: Buffer): Uint32Array {
  if (bytes.byteOffset % 4 === 0) return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}
