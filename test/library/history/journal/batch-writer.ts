import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'

/** Changes all photos of a library in pieces, reports each piece, and waits to be killed at the end. */
const [folder = '', what = ''] = process.argv.slice(2)
const catalog = openCatalog(folder)
const ids = [...catalog.search.run({ filter: {}, sort: { by: 'addedAt', order: 'asc' } })]
const run =
  what === 'undo'
    ? catalog.changes.beginReverse('undo')
    : catalog.changes.begin(what === 'tag' ? { kind: 'add-tag', ids, name: 'sea' } : { kind: 'rate', ids, rating: 4 })
while (run?.isDone === false) {
  catalog.changes.step(run)
  process.send?.(run.result.ids.length)
}
process.on('message', () => undefined)
