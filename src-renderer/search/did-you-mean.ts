import { searchFields } from '../../src-main/contract/library/search/fields.ts'
import type { SearchProblem } from '../../src-main/contract/library/search/problems.ts'

/** What can be written instead of what a problem names: the part of the text that it replaces, and by what. */
export type Correction = { from: number; to: number; text: string }

const names: readonly string[] = Object.values(searchFields).flatMap(
  ({ name, aliases = [] }: { name: string; aliases?: readonly string[] }) => [name, ...aliases],
)

/** The nearest thing that could be meant by what is not understood; null where nothing is near. */
export function correctionOf({ code, from, text }: SearchProblem): Correction | null {
  if (code === 'unknown-field') {
    const [, name = ''] = /^([^:<=>]+)[:<=>]/.exec(text) ?? []
    const meant = nearest(name, names)
    return meant === null ? null : { from, to: from + name.length, text: meant }
  }
  if (code !== 'bad-value') return null
  const [, field = '', sign = '', value = ''] = /^([\p{L}-]+)([:=]+)(.*)$/u.exec(text) ?? []
  const known = Object.values(searchFields).find(({ name }) => name === field.toLowerCase())
  const meant = known !== undefined && 'choices' in known ? nearest(value, known.choices) : null
  const start = from + field.length + sign.length
  return meant === null ? null : { from: start, to: start + value.length, text: meant }
}

/** The word with the fewest letters changed, at most a third of them. */
function nearest(written: string, words: readonly string[]): string | null {
  const wanted = written.toLowerCase()
  const [best] = words
    .map((word) => ({ word, distance: editDistance(wanted, word) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .toSorted((a, b) => a.distance - b.distance)
  return wanted.length < 3 ? null : (best?.word ?? null)
}

/** How many letters must be put in, taken out, changed or swapped with the next to make one word the other. */
function editDistance(a: string, b: string): number {
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
