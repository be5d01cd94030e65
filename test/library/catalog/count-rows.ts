import type { Catalog } from '../../../src-main/library/catalog/catalog.ts'

/** The same catalogue, which also counts the file rows it reads. */
export function countRows(catalog: Catalog): { catalog: Catalog; rows: () => number } {
  let rows = 0
  const files = new Proxy(catalog.files, {
    get: (target, name) => {
      const call = Reflect.get(target, name) as (...parameters: unknown[]) => unknown
      return (...parameters: unknown[]) => {
        const result = call(...parameters)
        rows += rowsIn(result)
        return result
      }
    },
  })
  return { catalog: { ...catalog, files }, rows: () => rows }
}

/** Rows read for a list, for a list with details, and for what is known of one file. */
function rowsIn(result: unknown): number {
  if (Array.isArray(result)) return result.length
  if (typeof result !== 'object' || result === null) return 0
  return 'files' in result && Array.isArray(result.files) ? result.files.length : 1
}
