/** Replaces a part of a text; an insertion if `start` equals `end`. */
export type Splice = { start: number; end: number; text: string }

/** Inserts a text at an offset. */
export const insertion = (at: number, text: string): Splice => ({ start: at, end: at, text })

/** Replaces parts of a text; insertions at one offset keep their order. Throws if parts overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end, text: piece } of [...splices].sort((a, b) => a.start - b.start)) {
    if (start < at) throw new RangeError(`Two parts of a text overlap at ${start}.`)
    pieces.push(text.slice(at, start), piece)
    at = end
  }
  return pieces.join('') + text.slice(at)
}

/** Start of the white space before an offset. */
export function gapStart(text: string, at: number): number {
  let start = at
  while (start > 0 && ' \t\r\n'.includes(text[start - 1]!)) start--
  return start
}

/** The white space before an offset. */
export const gapBefore = (text: string, at: number): string => text.slice(gapStart(text, at), at)

/** The white space one level deeper; empty if the text is not indented. */
export const deeper = (gap: string): string => (gap.includes('\n') ? `${gap} ` : '')
