import type { Catalog } from '../../catalog/catalog.ts'

/** Places of one root that could not be read: known files there are not missing. Relative paths. */
export class Hidden {
  readonly #places = new Set<string>()

  constructor(places: readonly string[]) {
    this.add(places)
  }

  add(places: readonly string[]): void {
    for (const place of places) this.#places.add(place)
  }

  /** Whether a place, or a folder above it, could not be read. */
  hides(place: string): boolean {
    if (this.#places.size === 0) return false
    if (this.#places.has('')) return true
    for (let end = place.length; end > 0; end = place.lastIndexOf('/', end - 1))
      if (this.#places.has(place.slice(0, end))) return true
    return false
  }

  hidesFile(catalog: Catalog, fileId: number): boolean {
    if (this.#places.size === 0) return false
    const file = catalog.files.byId(fileId)
    const folder = file === undefined ? undefined : catalog.folders.byId(file.folderId)
    if (file === undefined || folder === undefined) return false
    return this.hides(folder.relativePath === '' ? file.name : `${folder.relativePath}/${file.name}`)
  }
}
