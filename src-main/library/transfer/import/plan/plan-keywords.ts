import type { KeywordSet } from '../../../../contract/library/keywords.ts'
import { type Catalog, type ChangePart, KEYWORD_IDS } from '../../../catalog/catalog.ts'
import type { ForeignKeywords } from '../sources/json/read-json-keywords.ts'

/** The changes that import keywords and sets; existing records of keywords stay, and so do existing sets. */
export function planKeywords(
  present: Pick<Catalog['keywords'], 'records' | 'sets' | 'newSetId'>,
  { records, sets }: ForeignKeywords,
): ChangePart[] {
  const known = new Set([...present.records().keys()].map((name) => name.toLowerCase()))
  const named = new Set(present.sets().map(({ name }) => name.toLowerCase()))
  const first = present.newSetId()
  const newSets = sets.filter(({ name }) => !named.has(name.toLowerCase()))
  return [
    ...[...records]
      .filter(([name]) => !known.has(name.toLowerCase()))
      .map(([name, record]): ChangePart => ({ change: { kind: 'keyword', name, record }, ids: KEYWORD_IDS })),
    ...newSets.map(({ name, keywords }, at): ChangePart => {
      const set: Omit<KeywordSet, 'id'> = { name, keywords }
      return { change: { kind: 'keyword-set', id: first + at, name, set }, ids: KEYWORD_IDS }
    }),
  ]
}
