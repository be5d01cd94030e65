import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { PersonChanges } from '../../../src-main/library/history/person-changes.ts'
import type { Catalog } from '../../../src-main/library/catalog/catalog.ts'
import { openWithRoot } from '../catalog/library.ts'

const nothing = () => undefined

/** A person's actions on a catalogue, with the reported events and the classifiers that changed. */
export function changesOf(catalog: Catalog) {
  const reported: string[] = []
  const followed: string[] = []
  const changes = new PersonChanges({
    catalog,
    hub: { photosChanged: nothing, everythingChanged: nothing, publish: ({ type }) => void reported.push(type) },
    onFoldersChanged: nothing,
    onClassifierChanged: (id) => void followed.push(id),
    onWritingChanged: nothing,
    beforeRisky: async () => undefined,
    putBack: async () => foreign(''),
    undoExport: async () => foreign(''),
  })
  return { changes, reported, followed }
}

/** A catalogue with photos `0.jpg`, `1.jpg`…, each with these keywords. */
export function openKeywords(...keywordsOf: string[][]) {
  const { catalog, add, root } = openWithRoot()
  const ids = add(...keywordsOf.map((_, at) => `${at}.jpg`))
  for (const [at, names] of keywordsOf.entries())
    for (const name of names) catalog.changes.apply({ kind: 'add-tag', ids: [ids[at]!], name })
  /** The person's keywords of each photo. */
  const carried = () =>
    ids.map((id) =>
      catalog.photos
        .detail(id)
        .tags.filter(({ source }) => source === 'person' || source === 'file')
        .map(({ name }) => name)
        .toSorted(),
    )
  const tree = async () => (await catalog.keywords.list()).map(({ name, count, total }) => `${name} ${count}/${total}`)
  return { catalog, root, ids, carried, tree, add, ...changesOf(catalog) }
}
