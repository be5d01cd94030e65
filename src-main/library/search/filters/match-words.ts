import { formsOf, wordsOf } from '../../../contract/fold-text.ts'
import type { Comparison } from '../../../contract/library/search/nodes.ts'

/**
 * Tests a name against a value. `:` requires each part of the value, between spaces, to begin a word of the name, as
 * `24-70` does in `EF 24-70mm`; `=` requires the name itself, ignoring case and accents.
 */
export function nameMatcher(comparison: Comparison, value: string): (name: string) => boolean {
  if (comparison === '=') {
    const wanted = formsOf(value.trim())
    return (name) => formsOf(name.trim()).some((form) => wanted.includes(form))
  }
  const parts = value
    .split(/\s+/)
    .map(wordsOf)
    .filter(([words]) => words!.length > 0)
  return (name) => {
    const forms = wordsOf(name)
    const begins = (part: readonly string[]) => forms.some((words) => words.some((_, at) => beginsAt(words, at, part)))
    return parts.length > 0 && parts.every((part) => part.some(begins))
  }
}

function beginsAt(words: readonly string[], at: number, part: readonly string[]): boolean {
  return part.every((word, place) => {
    const there = words[at + place] ?? ''
    return place === part.length - 1 ? there.startsWith(word) : there === word
  })
}
