import { type Keyword, LEVEL_SEPARATOR } from '../../src-main/contract/library/keywords.ts'

/** A keyword as a row of the tree; `level` counts from 1. */
export type KeywordRow = { keyword: Keyword; level: number; hasChildren: boolean; isOpen: boolean }

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const placeOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(LEVEL_SEPARATOR)))
export const leafOf = (name: string): string => name.slice(name.lastIndexOf(LEVEL_SEPARATOR) + 1)
/** A name below another one, which may be the top. */
export const nameBelow = (place: string, leaf: string): string => (place === '' ? leaf : place + LEVEL_SEPARATOR + leaf)
/** Whether a keyword is the place itself or lies below it. */
export const isIn = (name: string, place: string): boolean =>
  keyOf(name) === keyOf(place) || keyOf(name).startsWith(keyOf(place) + LEVEL_SEPARATOR)
export const isSameName = (a: string, b: string): boolean => keyOf(a) === keyOf(b)

/**
 * The rows of a tree whose keywords come with what lies below each right after it: those that are open to see, or,
 * with a text, those that are called so or have such a synonym, with the levels above them.
 */
export function keywordRows(keywords: readonly Keyword[], open: ReadonlySet<string>, text: string): KeywordRow[] {
  const wanted = text.trim() === '' ? null : matching(keywords, fold(text.trim()))
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

function matching(keywords: readonly Keyword[], text: string): Set<string> {
  const found = new Set<string>()
  for (const { name, label, synonyms } of keywords) {
    if (![leafOf(name), label, ...synonyms].some((each) => fold(each).includes(text))) continue
    for (let place = keyOf(name); place !== '' && !found.has(place); place = placeOf(place)) found.add(place)
  }
  return found
}

/** How a set of open keywords knows one. */
export const openKey = keyOf
