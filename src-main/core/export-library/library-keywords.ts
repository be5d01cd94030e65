import { stringify } from 'csv-stringify/sync'
import type { KeywordRecord, KeywordSet } from '../../contract/library/keywords.ts'
import { withoutFormulas } from './formulas.ts'
import { encodeList } from './list-cell.ts'

/** What a person made of keywords beside giving them to photos. */
export type LibraryKeywords = { records: ReadonlyMap<string, KeywordRecord>; sets: readonly KeywordSet[] }

/** Fields of the JSON export: they stand in its first line, before the photos. */
export const keywordsJson = ({ records, sets }: LibraryKeywords) => ({
  keywords: [...records].map(([name, { synonyms, color, isExported, exportsSynonyms }]) => ({
    name,
    synonyms,
    color,
    is_exported: isExported,
    exports_synonyms: exportsSynonyms,
  })),
  keyword_sets: sets.map(({ name, keywords }) => ({ name, keywords })),
})

const yes = (is: boolean): string => (is ? 'yes' : '')

/** Keywords and sets as a table; a set's keywords stand in their order. */
export function keywordsCsv({ records, sets }: LibraryKeywords): string {
  const rows = [
    ...[...records].map(([name, { synonyms, color, isExported, exportsSynonyms }]) => [
      'keyword',
      name,
      encodeList(synonyms),
      color,
      yes(isExported),
      yes(exportsSynonyms),
    ]),
    ...sets.map(({ name, keywords }) => ['set', name, encodeList(keywords), '', '', '']),
  ]
  const columns = ['kind', 'name', 'words', 'color', 'is_exported', 'exports_synonyms']
  const safe = rows.map((row) => row.map(withoutFormulas))
  return stringify(safe, { bom: true, header: true, columns, record_delimiter: 'windows' })
}
