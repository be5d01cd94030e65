import { z } from 'zod'
import { type KeywordRecord, KeywordColor, KeywordName } from '../../../../../contract/library/keywords.ts'
import { linesOf } from './json-file.ts'

const Head = z.object({
  /** Exports of earlier versions have none of these. */
  keywords: z
    .array(
      z.object({
        name: KeywordName,
        synonyms: z.array(z.string()),
        color: KeywordColor.catch(''),
        is_exported: z.boolean(),
        exports_synonyms: z.boolean(),
      }),
    )
    .default([]),
  keyword_sets: z.array(z.object({ name: z.string(), keywords: z.array(z.string()) })).default([]),
})

/** The keywords of an exported library. */
export type ForeignKeywords = {
  records: ReadonlyMap<string, KeywordRecord>
  sets: readonly { name: string; keywords: string[] }[]
}

/** Reads the part before the photos of a library that Lumafold exported as JSON: its first line. */
export async function readJsonKeywords(file: string): Promise<ForeignKeywords> {
  for await (const line of linesOf(file)) {
    const { keywords, keyword_sets: sets } = Head.parse(JSON.parse(`${line}]}`))
    const records = keywords.map(({ name, synonyms, color, is_exported: isExported, exports_synonyms: exports }) => [
      name,
      { synonyms, color, isExported, exportsSynonyms: exports },
    ])
    return { records: new Map(records as [string, KeywordRecord][]), sets }
  }
  return { records: new Map(), sets: [] }
}
