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

/**
 * A question for full text: these words in this order. Nothing a person types is syntax there. The tables fold only
 * Latin letters: of others a photo may have either Unicode form (files from a Mac have letters and marks apart), no
 * marks, or the sigma of another place in a word.
 */
export function fullTextOf(text: string, { isBegun = false }: { isBegun?: boolean } = {}): string {
  const strings = formsOf(text.replaceAll('\0', ' ')).map((form) => `"${form.replaceAll('"', '""')}"`)
  const asked = strings.map((string) => (isBegun ? `${string} *` : string))
  return asked.length === 1 ? asked[0]! : `(${asked.join(' OR ')})`
}

const NOT_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

function formsOf(text: string): string[] {
  if (!NOT_LATIN.test(text)) return [text]
  const apart = text.normalize('NFD')
  const forms = [text.normalize('NFC'), apart, apart.replace(/[\u0300-\u036f]/g, '').normalize('NFC')]
  const sigmas = forms.flatMap((form) => [form, form.replace(/[Σσ](?!\p{L}|\p{M})/gu, 'ς'), form.replaceAll('ς', 'σ')])
  return [...new Set(sigmas)]
}
