import { textFinder } from '../../src-main/contract/fold-text.ts'
import { type Keyword, LEVEL_SEPARATOR } from '../../src-main/contract/library/keywords.ts'

/** A keyword as a row of the tree; `level` counts from 1. */
export type KeywordRow = { keyword: Keyword; level: number; hasChildren: boolean; isOpen: boolean }

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

export const placeOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(LEVEL_SEPARATOR)))
export const leafOf = (name: string): string => name.slice(name.lastIndexOf(LEVEL_SEPARATOR) + 1)
/** A name below another one; an empty `place` is the top level. */
export const nameBelow = (place: string, leaf: string): string => (place === '' ? leaf : place + LEVEL_SEPARATOR + leaf)
/** Whether a keyword is the place itself or is below it. */
export const isIn = (name: string, place: string): boolean =>
  keyOf(name) === keyOf(place) || keyOf(name).startsWith(keyOf(place) + LEVEL_SEPARATOR)
export const isSameName = (a: string, b: string): boolean => keyOf(a) === keyOf(b)

/**
 * The rows of a tree, from keywords in the order of the tree. Without a text, those whose ancestors are all open; with
 * a text, those whose name or a synonym matches, and their ancestors.
 */
export function keywordRows(keywords: readonly Keyword[], open: ReadonlySet<string>, text: string): KeywordRow[] {
  const wanted = text.trim() === '' ? null : matching(keywords, textFinder(text))
  const rows: KeywordRow[] = []
  let closed: string | null = null
  for (const [at, keyword] of keywords.entries()) {
    const key = keyOf(keyword.name)
    if (wanted !== null ? !wanted.has(key) : closed !== null && key.startsWith(closed)) continue
    closed = null
    const hasChildren = keyOf(keywords[at + 1]?.name ?? '').startsWith(key + LEVEL_SEPARATOR)
    const isOpen = hasChildren && (wanted !== null || open.has(key))
    if (hasChildren && !isOpen) closed = key + LEVEL_SEPARATOR
    rows.push({ keyword, level: key.split(LEVEL_SEPARATOR).length, hasChildren, isOpen })
  }
  return rows
}

function matching(keywords: readonly Keyword[], isFound: (text: string) => boolean): Set<string> {
  const found = new Set<string>()
  for (const { name, label, synonyms } of keywords) {
    if (![leafOf(name), label, ...synonyms].some(isFound)) continue
    for (let place = keyOf(name); place !== '' && !found.has(place); place = placeOf(place)) found.add(place)
  }
  return found
}

/** The key of a keyword in a set of open keywords. */
export const openKey = keyOf
