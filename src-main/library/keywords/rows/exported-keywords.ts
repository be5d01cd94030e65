import type { Context } from '../../catalog/context/context.ts'
import { findKeyword } from './keyword-rows.ts'

/**
 * The keywords of an exported photo: without those that only group others, and with the synonyms of those that export
 * them. Each once.
 */
export function exportedKeywords(context: Pick<Context, 'db' | 'vocabulary'>, names: readonly string[]): string[] {
  const exported = names.flatMap((name) => {
    const record = findKeyword(context, name)
    if (record === null) return [name]
    // A `/` within a synonym is no level.
    const also = record.exportsSynonyms ? record.synonyms.map((synonym) => synonym.replaceAll('/', '\\')) : []
    return record.isExported ? [name, ...also] : []
  })
  return [...new Set(exported)]
}
