/** A part of a text that is replaced; an insertion where `start` is `end`. */
export type Splice = { start: number; end: number; text: string }

/** Adds a text at a place. */
export const insertion = (at: number, text: string): Splice => ({ start: at, end: at, text })

/** Replaces parts of a text; insertions at one place stand in the order given. Throws where parts overlap. */
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

/** Where the white space before a place begins. */
export function gapStart(text: string, at: number): number {
  let start = at
  while (start > 0 && ' \t\r\n'.includes(text[start - 1]!)) start--
  return start
}

/** The white space before a place. */
export const gapBefore = (text: string, at: number): string => text.slice(gapStart(text, at), at)

/** The white space before what lies one level deeper; none where the text is not indented. */
export const deeper = (gap: string): string => (gap.includes('\n') ? `${gap} ` : '')
