/**
 * The word with the fewest letters changed, at most a third of those written; null if none is so near, or if fewer than
 * three letters are written. Capitals count for nothing.
 */
export function nearestWord(written: string, words: Iterable<string>): string | null {
  const wanted = written.toLowerCase()
  if (wanted.length < 3) return null
  let best: string | null = null
  let min = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const word of words) {
    const distance = Math.abs(word.length - wanted.length) < min ? editDistance(wanted, word.toLowerCase()) : min
    if (distance < min) [best, min] = [word, distance]
  }
  return best
}

/** How many letters must be put in, taken out, changed or swapped with the next to make one word the other. */
export function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    const above = rows[i - 1]!
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (isSame ? 0 : 1), swapped))
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
