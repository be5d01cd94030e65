import { MAX_NAME_BYTES } from './safe-name.ts'

/** A part of a name: the value of a field, or the text between two fields. `isFree` parts may be shortened. */
export type NamePart = { text: string; isFree: boolean }

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Joins the parts to a name that file systems accept: the longest fields are shortened, and the end of the pattern
 * stays.
 */
export function joinParts(parts: readonly NamePart[]): string {
  const texts = parts.map(({ text, isFree }) => {
    const kept = isFree ? [...characters.segment(text.slice(0, MAX_NAME_BYTES))].map(({ segment }) => segment) : [text]
    return { kept, isFree, bytes: Buffer.byteLength(kept.join('')) }
  })
  const free = texts.filter(({ isFree }) => isFree)
  for (;;) {
    const excess = texts.reduce((sum, { bytes }) => sum + bytes, 0) - MAX_NAME_BYTES
    const longest = free.reduce((a, b) => (b.bytes > a.bytes ? b : a), free[0] ?? { kept: [], bytes: 0 })
    if (excess <= 0 || longest.bytes === 0) return texts.map(({ kept }) => kept.join('')).join('')
    longest.bytes -= Buffer.byteLength(longest.kept.pop()!)
  }
}
