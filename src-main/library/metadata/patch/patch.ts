import { deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * Restores former bytes from present ones: parts of these, and new bytes. `parts` are places in the present bytes, or
 * pieces of `data` in their order.
 */
type Patch = { parts: ({ from: number; length: number } | { data: number })[]; data: Buffer }

/**
 * Finds a small patch from `present` to `former`. It reuses their common beginning and end, and moved blocks in
 * between; a program that writes metadata moves the picture as a whole.
 */
export function makePatch(present: Buffer, former: Buffer): Patch {
  const head = commonHead(present, former)
  const tail = commonTail(present.subarray(head), former.subarray(head))
  const writer = new PatchWriter()
  writer.copy(0, head)
  addMiddle(writer, present, former.subarray(head, former.length - tail))
  writer.copy(present.length - tail, tail)
  return writer.patch()
}

function commonHead(a: Buffer, b: Buffer): number {
  const max = Math.min(a.length, b.length)
  let length = 0
  for (; length + BLOCK_BYTES <= max; length += BLOCK_BYTES)
    if (a.compare(b, length, length + BLOCK_BYTES, length, length + BLOCK_BYTES) !== 0) break
  while (length < max && a[length] === b[length]) length++
  return length
}

function commonTail(a: Buffer, b: Buffer): number {
  const max = Math.min(a.length, b.length)
  let length = 0
  while (length < max && a[a.length - 1 - length] === b[b.length - 1 - length]) length++
  return length
}

/** Rolls over the former bytes and finds each window among the blocks of the present ones. */
function addMiddle(writer: PatchWriter, present: Buffer, middle: Buffer): void {
  const blocks = middle.length < 2 * BLOCK_BYTES ? new Map<number, number[]>() : indexBlocks(present)
  let at = 0
  let start = 0
  let sum = new RollingSum(middle, 0)
  while (blocks.size > 0 && at + BLOCK_BYTES <= middle.length) {
    const found = (blocks.get(sum.value) ?? []).find((from) => isSame(present, from, middle, at, BLOCK_BYTES))
    if (found === undefined) {
      sum.roll(middle, at)
      at += 1
      continue
    }
    const length = sameLength(present, found, middle, at)
    writer.add(middle.subarray(start, at))
    writer.copy(found, length)
    at += length
    start = at
    sum = new RollingSum(middle, at)
  }
  writer.add(middle.subarray(start))
}

function indexBlocks(bytes: Buffer): Map<number, number[]> {
  const blocks = new Map<number, number[]>()
  for (let at = 0; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) {
    const { value } = new RollingSum(bytes, at)
    const places = blocks.get(value)
    // Files of one colour have thousands of equal blocks; a few places are enough.
    if (places === undefined) blocks.set(value, [at])
    else if (places.length < 8) places.push(at)
  }
  return blocks
}

const isSame = (a: Buffer, from: number, b: Buffer, at: number, length: number): boolean =>
  from + length <= a.length && at + length <= b.length && a.compare(b, at, at + length, from, from + length) === 0

function sameLength(a: Buffer, from: number, b: Buffer, at: number): number {
  let length = BLOCK_BYTES
  while (isSame(a, from + length, b, at + length, BLOCK_BYTES)) length += BLOCK_BYTES
  while (from + length < a.length && at + length < b.length && a[from + length] === b[at + length]) length++
  return length
}

class PatchWriter {
  readonly #parts: Patch['parts'] = []
  readonly #data: Buffer[] = []

  copy(from: number, length: number): void {
    if (length > 0) this.#parts.push({ from, length })
  }

  add(data: Buffer): void {
    if (data.length === 0) return
    this.#parts.push({ data: data.length })
    this.#data.push(data)
  }

  patch(): Patch {
    return { parts: this.#parts, data: Buffer.concat(this.#data) }
  }
}

/** Bytes of a window, and of a block. */
const BLOCK_BYTES = 4096

/** The rolling sum of rsync over one window, which moves by a byte in a few steps. */
class RollingSum {
  #low = 0
  #high = 0

  constructor(bytes: Buffer, at: number) {
    const end = Math.min(bytes.length, at + BLOCK_BYTES)
    for (let i = at; i < end; i++) {
      this.#low = (this.#low + bytes[i]!) & 0xffff
      this.#high = (this.#high + this.#low) & 0xffff
    }
  }

  get value(): number {
    return this.#high * 0x10000 + this.#low
  }

  /** Moves the window that begins at `at` by one byte. */
  roll(bytes: Buffer, at: number): void {
    const gone = bytes[at]!
    const come = bytes[at + BLOCK_BYTES] ?? 0
    this.#low = (this.#low - gone + come) & 0xffff
    this.#high = (this.#high - BLOCK_BYTES * gone + this.#low) & 0xffff
  }
}

/** The former bytes. Throws unless the present ones are those of the patch. */
export function applyPatch(present: Buffer, { parts, data }: Patch): Buffer {
  let at = 0
  const pieces = parts.map((part) => {
    if ('data' in part) return data.subarray(at, (at += part.data))
    if (part.from + part.length > present.length) throw new RangeError('The patch is of other bytes.')
    return present.subarray(part.from, part.from + part.length)
  })
  return Buffer.concat(pieces)
}

/** A patch as bytes: the length of its parts as JSON (32 bits), these, and its data; all compressed. */
export function encodePatch({ parts, data }: Patch): Buffer {
  const head = Buffer.from(JSON.stringify(parts))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  return deflateRawSync(Buffer.concat([length, head, data]))
}

export function decodePatch(bytes: Uint8Array): Patch {
  const whole = inflateRawSync(bytes)
  const end = 4 + whole.readUInt32LE()
  return { parts: JSON.parse(whole.toString('utf8', 4, end)) as Patch['parts'], data: whole.subarray(end) }
}
