import { ImportRequest } from '../../../src-main/contract/library/travel.ts'
import type { Catalog } from '../../../src-main/core/catalog/catalog.ts'
import { PersonChanges } from '../../../src-main/core/changes/person-changes.ts'
import { importLibrary } from '../../../src-main/core/import/import-library.ts'
import { openWithRoot } from '../catalog/library.ts'

/** A library with the watched folder `/photos`, and an importer into it. */
export function openImporting(folder?: string) {
  const { catalog, add } = openWithRoot(folder)
  return { ...importerOf(catalog), add }
}

/** An importer into a library. */
export function importerOf(catalog: Catalog) {
  const hub = { everythingChanged: () => undefined, photosChanged: () => undefined, publish: () => undefined }
  const changes = new PersonChanges({
    catalog,
    hub,
    beforeRisky: () => Promise.resolve(),
    onClassifierChanged: () => undefined,
    onWritingChanged: () => undefined,
    putBack: () => Promise.resolve(''),
    onFoldersChanged: () => undefined,
  })
  const run = (path: string, more: Partial<ImportRequest> = {}) =>
    importLibrary({ catalog, changes }, { ...ImportRequest.parse({ path }), ...more })
  /** What a person sees of a photo. */
  const shown = (id: number) => {
    const { rating, pick, label, tags, takenAt, judgement, isPrivate, metadata: read } = catalog.photos.detail(id)
    const names = tags.map(({ name }) => name).toSorted()
    const { title, caption, creator, copyright, orientation } = read
    const texts = { title, caption, creator, copyright }
    return { rating, pick, label, ...texts, takenAt, orientation, judgement, isPrivate, tags: names }
  }
  return { catalog, changes, run, shown }
}
