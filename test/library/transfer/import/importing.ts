import { foreign } from '../../../../src-main/contract/sentences/say.ts'
import { textFields, type Texts } from '../../../../src-main/contract/library/text-fields.ts'
import { ImportRequest } from '../../../../src-main/contract/library/travel.ts'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import { PersonChanges } from '../../../../src-main/library/history/person-changes.ts'
import { importLibrary } from '../../../../src-main/library/transfer/import/import-library.ts'
import { openWithRoot } from '../../catalog/library.ts'

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
    putBack: () => Promise.resolve(foreign('')),
    undoExport: async () => foreign(''),
    onFoldersChanged: () => undefined,
  })
  const run = (path: string, more: Partial<ImportRequest> = {}) =>
    importLibrary({ catalog, changes }, { ...ImportRequest.parse({ path }), ...more })
  /** Everything a person sees of a photo. */
  const shown = (id: number) => {
    const { rating, pick, label, tags, takenAt, judgement, isPrivate, metadata: read } = catalog.photos.detail(id)
    const names = tags.map(({ name }) => name).toSorted()
    const { orientation, offset, latitude, longitude, altitude } = read
    const texts = Object.fromEntries(textFields.map((field) => [field, read[field]])) as Texts
    const values = { takenAt, offset, latitude, longitude, altitude, orientation }
    const crop = catalog.work.of([id])[0]?.crop
    return { rating, pick, label, crop, ...texts, ...values, judgement, isPrivate, tags: names }
  }
  return { catalog, changes, run, shown }
}
