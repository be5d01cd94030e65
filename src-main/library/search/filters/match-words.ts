import type { Comparison } from '../../../contract/library/search/nodes.ts'
import { foldText } from '../../catalog/vocabulary/fold-text.ts'

const WORD = /[\p{L}\p{N}\p{Co}]+/gu
/** The words of a text, without case and accents. */
export const wordsOf = (text: string): readonly string[] => foldText(text).match(WORD) ?? []

/**
 * Tests a name against a value. `:` requires each part of the value, between spaces, to begin a word of the name, as
 * `24-70` does in `EF 24-70mm`; `=` requires the name itself, ignoring case.
 */
export function nameMatcher(comparison: Comparison, value: string): (name: string) => boolean {
  const wanted = foldText(value.trim())
  if (comparison === '=') return (name) => foldText(name.trim()) === wanted
  const parts = wanted
    .split(/\s+/)
    .map(wordsOf)
    .filter((part) => part.length > 0)
  return (name) => {
    const words = wordsOf(name)
    return parts.length > 0 && parts.every((part) => words.some((_, at) => beginsAt(words, at, part)))
  }
}

function beginsAt(words: readonly string[], at: number, part: readonly string[]): boolean {
  return part.every((word, place) => {
    const there = words[at + place] ?? ''
    return place === part.length - 1 ? there.startsWith(word) : there === word
  })
}

/** As a full-text string: nothing a person types is syntax there. */
export const quoted = (text: string) => `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`
