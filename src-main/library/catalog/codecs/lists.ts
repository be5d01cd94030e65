const NONE = new Uint32Array(0)

/** Several lists of 32-bit numbers in one: the lengths of all but the last, then all lists. */
export const encodeLists = (lists: readonly (readonly number[])[]): Uint32Array<ArrayBuffer> =>
  Uint32Array.from([...lists.slice(0, -1).map((list) => list.length), ...lists.flat()])

/** Reads `count` lists that `encodeLists` wrote; empty ones if there are no bytes. */
export function decodeLists(bytes: Buffer | null, count: number): Uint32Array[] {
  const numbers = bytes === null ? NONE : toNumbers(bytes)
  const lists: Uint32Array[] = []
  let start = count - 1
  for (let place = 0; place < count - 1; place++) {
    const end = start + (numbers[place] ?? 0)
    lists.push(numbers.subarray(start, end))
    start = end
  }
  lists.push(numbers.subarray(start))
  return lists
}

/** Bytes as numbers; copied if their address is not a multiple of four. */
function toNumbers(bytes: Buffer): Uint32Array {
  if (bytes.byteOffset % 4 === 0) return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}
