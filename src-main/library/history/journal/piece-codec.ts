import type { Group } from '../kinds/change-kind.ts'

/**
 * A piece of a change as bytes: the length of a head (32 bits), the head, and ids. The head is JSON, each state with
 * the number of its ids. The ids follow as differences from the previous one, seven bits a byte, the lowest first. A
 * thousand neighbouring photos take a kilobyte.
 */
export function encodePiece(groups: readonly Group[]): Buffer {
  const head = Buffer.from(JSON.stringify(groups.map(({ state, ids }) => [state, ids.length])))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  return Buffer.concat([length, head, ...groups.map(({ ids }) => Buffer.from(encodeIds(ids)))])
}

/** The groups as they were encoded; their ids are in ascending order. */
export function decodePiece(bytes: Buffer): Group[] {
  const end = 4 + bytes.readUInt32LE()
  const head = JSON.parse(bytes.toString('utf8', 4, end)) as [state: unknown, count: number][]
  const numbers = decodeNumbers(bytes.subarray(end))
  let start = 0
  return head.map(([state, count]) => {
    const differences = numbers.slice(start, (start += count))
    let id = 0
    return { state, ids: differences.map((difference) => (id += difference)) }
  })
}

function encodeIds(ids: readonly number[]): number[] {
  const bytes: number[] = []
  let before = 0
  for (const id of [...ids].sort((a, b) => a - b)) {
    let rest = id - before
    before = id
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
    bytes.push(rest)
  }
  return bytes
}

function decodeNumbers(bytes: Buffer): number[] {
  const numbers: number[] = []
  let [number, unit] = [0, 1]
  for (const byte of bytes) {
    number += (byte % 0x80) * unit
    unit *= 0x80
    if (byte >= 0x80) continue
    numbers.push(number)
    number = 0
    unit = 1
  }
  return numbers
}
