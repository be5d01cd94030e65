import type { Catalog } from '../../../src-main/core/catalog/catalog.ts'

/** The same catalogue, which counts the rows of files that it is asked for. */
export function countRows(catalog: Catalog): { catalog: Catalog; rows: () => number } {
  let rows = 0
  const files = new Proxy(catalog.files, {
    get: (target, name) => {
      const call = Reflect.get(target, name) as (...parameters: unknown[]) => unknown
      return (...parameters: unknown[]) => {
        const result = call(...parameters)
        if (Array.isArray(result)) rows += result.length
        return result
      }
    },
  })
  return { catalog: { ...catalog, files }, rows: () => rows }
}
