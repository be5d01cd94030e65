import { MAX_NAME_BYTES, withoutReserved } from './safe-name.ts'

/** A part of a name: the value of a field, or the text between two fields. `isFree` parts may be shortened. */
type NamePart = { text: string; isFree: boolean }

/** Fills the fields of a pattern, which `field` matches, to a name of at most `MAX_NAME_BYTES`. */
export function fillFields(pattern: string, field: RegExp, partOf: (match: RegExpExecArray) => NamePart): string {
  const parts: NamePart[] = []
  let from = 0
  for (const match of pattern.matchAll(field)) {
    const { text, isFree } = partOf(match)
    parts.push({ text: pattern.slice(from, match.index), isFree: false }, { text: withoutReserved(text), isFree })
    from = match.index + match[0].length
  }
  return joinParts([...parts, { text: pattern.slice(from), isFree: false }])
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Joins the parts to a name that file systems accept: the longest fields are shortened, and the end of the pattern
 * stays.
 */
function joinParts(parts: readonly NamePart[]): string {
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
