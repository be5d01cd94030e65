import { nearestWord } from '../../src-main/contract/library/search/nearest-word.ts'
import { searchFields } from '../../src-main/contract/library/search/fields.ts'
import type { SearchProblem } from '../../src-main/contract/library/search/problems.ts'

/** A correction of a problem: the part of the text to replace, and its replacement. */
export type Correction = { from: number; to: number; text: string }

const names: readonly string[] = Object.values(searchFields).flatMap(
  ({ name, aliases = [] }: { name: string; aliases?: readonly string[] }) => [name, ...aliases],
)

/** The nearest match for something that is not understood; null if nothing is near. */
export function correctionOf({ code, from, text }: SearchProblem): Correction | null {
  if (code === 'unknown-field') {
    const [, name = ''] = /^([^:<=>]+)[:<=>]/.exec(text) ?? []
    const meant = nearestWord(name, names)
    return meant === null ? null : { from, to: from + name.length, text: meant }
  }
  if (code !== 'bad-value') return null
  const [, field = '', sign = '', value = ''] = /^([\p{L}-]+)([:=]+)(.*)$/u.exec(text) ?? []
  const known = Object.values(searchFields).find(({ name }) => name === field.toLowerCase())
  const meant = known !== undefined && 'choices' in known ? nearestWord(value, known.choices) : null
  const start = from + field.length + sign.length
  return meant === null ? null : { from: start, to: start + value.length, text: meant }
}

/** If the only term of a search finds nothing, the empty list leaves no doubt about which one it is. */
export const isObvious = ({ code, from, to }: SearchProblem, text: string): boolean =>
  code === 'no-match' && from === 0 && to === text.length
