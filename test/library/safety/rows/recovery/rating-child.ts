import { openCatalog } from '../../../../../src-main/library/catalog/open-catalog.ts'

/** Adds photos, rates and tags each, undoes one change, reports it, and waits to be killed. */
const [folder = '', count = '0'] = process.argv.slice(2)
const catalog = openCatalog(folder)
const root = catalog.folders.roots()[0] ?? catalog.folders.addRoot('/photos')
const folderId = catalog.folders.ensure(root.id, 'trip')
const ids = catalog.files.add(
  Array.from({ length: Number(count) }, (_, i) => ({
    folderId,
    name: `${i}.jpg`,
    bytes: 1000 + i,
    modifiedMs: 1e12 + i,
    fileKey: `1:${i}`,
  })),
)
for (const id of ids) catalog.changes.apply({ kind: 'rate', ids: [id], rating: 4 })
catalog.changes.apply({ kind: 'add-tag', ids, name: 'Grandma' })
catalog.changes.apply({ kind: 'rate', ids, rating: 1 })
catalog.changes.undo()
process.send?.('done')
setInterval(() => {}, 1000)
