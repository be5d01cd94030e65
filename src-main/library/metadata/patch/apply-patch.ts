import type { Patch } from './make-patch.ts'

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
