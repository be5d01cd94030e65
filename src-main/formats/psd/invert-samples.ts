/** Where samples lie, and whether rows of them are packed. */
type Pieces = { offsets: readonly number[]; lengths: readonly number[]; isPacked: boolean }

/** Turns samples into their opposite, in place: Photoshop counts how little ink there is, and TIFF how much. */
export function invertSamples(bytes: Buffer, { offsets, lengths, isPacked }: Pieces): void {
  const invert = isPacked ? invertPacked : invertPlain
  offsets.forEach((offset, i) => invert(bytes, offset, offset + lengths[i]!))
}

function invertPlain(bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at++) bytes[at] = bytes[at]! ^ 0xff
}

/** Runs of a row: a count, and one byte to repeat or so many bytes to copy. */
function invertPacked(bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to;) {
    const count = bytes.readInt8(at)
    const size = count === -128 ? 0 : count < 0 ? 1 : count + 1
    invertPlain(bytes, at + 1, Math.min(at + 1 + size, to))
    at += 1 + size
  }
}
