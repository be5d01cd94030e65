import { type KeywordImport, type KeywordRecord, plainKeyword } from '../../contract/library/keywords.ts'
import type { KeywordChangesDependencies } from './keyword-changes.ts'
import { type ListedKeyword, parseKeywordList } from './keyword-list.ts'
import { distinct } from './move-parts.ts'
import { LIBRARY_IDS } from '../history/kinds/change-kind.ts'

/** Imports a list of keywords into the tree, as one change; existing ones get the synonyms that they lack. */
export async function importKeywords(
  { catalog: { keywords }, changes }: KeywordChangesDependencies,
  text: string,
): Promise<KeywordImport> {
  const listed = parseKeywordList(text)
  const known = new Set((await keywords.list()).map(({ name }) => name.toLowerCase()))
  const records = new Map([...keywords.records()].map(([name, record]) => [name.toLowerCase(), record]))
  const before = (name: string) => records.get(name.toLowerCase()) ?? null
  const next = listed.map((each) => ({ name: each.name, record: recordOf(each, before(each.name)) }))
  const parts = next
    .filter(({ name, record }) => JSON.stringify(before(name)) !== JSON.stringify(record))
    .map(({ name, record }) => ({ change: { kind: 'keyword' as const, name, record }, ids: LIBRARY_IDS }))
  const added = next.filter(({ name }) => !known.has(name.toLowerCase())).length
  const result = await changes.applyBatch(
    { kind: 'change-keywords', what: 'import', keywords: listed.length, photos: 0 },
    parts,
  )
  const isChanged = ({ name, record }: (typeof next)[number]) =>
    known.has(name.toLowerCase()) && JSON.stringify(before(name) ?? plainKeyword) !== JSON.stringify(record)
  return { ...result, added, changed: next.filter(isChanged).length }
}

/** What a list cannot contain, such as a colour, stays. */
const recordOf = ({ name, synonyms, isExported }: ListedKeyword, before: KeywordRecord | null): KeywordRecord => ({
  ...(before ?? plainKeyword),
  synonyms: distinct([...(before?.synonyms ?? []), ...synonyms], name),
  isExported,
})
