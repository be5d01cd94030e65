/** Bytes of a file from `start` to `end`, exclusive. */
export type ByteRange = { start: number; end: number }

/**
 * Clips ranges at the end of the file, drops empty and repeated ones, and joins adjacent ones; keeps their order. Null
 * if nothing remains, or if they hold more than the file: only a damaged or hostile file does, and hashing must not
 * take longer than reading the file.
 */
export function tidyRanges(ranges: readonly ByteRange[], fileBytes: number): ByteRange[] | null {
  const tidy: ByteRange[] = []
  const seen = new Set<string>()
  let total = 0
  for (const range of ranges) {
    const [start, end] = [range.start, Math.min(range.end, fileBytes)]
    const key = `${start} ${end}`
    if (!(start >= 0 && start < end) || seen.has(key)) continue
    seen.add(key)
    total += end - start
    if (total > fileBytes) return null
    const last = tidy.at(-1)
    if (last?.end === start) last.end = end
    else tidy.push({ start, end })
  }
  return tidy.length === 0 ? null : tidy
}

/** Ascending ranges without the parts that lie in a hole, in linear time. */
export function withoutHoles(ranges: readonly ByteRange[], holes: readonly ByteRange[]): ByteRange[] {
  const sorted = joinRanges(holes)
  const left: ByteRange[] = []
  let next = 0
  for (const { start, end } of ranges) {
    while (next < sorted.length && sorted[next]!.end <= start) next++
    let from = start
    for (let i = next; i < sorted.length && sorted[i]!.start < end; i++) {
      left.push({ start: from, end: sorted[i]!.start })
      from = sorted[i]!.end
    }
    left.push({ start: from, end })
  }
  return left
}

/** Sorts ranges by position and joins overlapping ones. */
function joinRanges(ranges: readonly ByteRange[]): ByteRange[] {
  const joined: ByteRange[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}
