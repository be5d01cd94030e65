import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { BATCH, TAGS } from './crash-sizes.ts'

/** Writes until it is killed: a folder of files in one transaction, then an analysis and a rating for each. */
const [folder = '', turn = '0'] = process.argv.slice(2)
const catalog = openCatalog(folder)
const rootId = catalog.folders.roots()[0]?.id ?? catalog.folders.addRoot('/somewhere').id
catalog.analysis.setSteps([
  { name: 'preview', fingerprint: '1' },
  { name: 'tags', fingerprint: '1' },
])
for (let batch = 0; ; batch++) {
  const folderId = catalog.folders.ensure(rootId, `turn-${turn}-batch-${batch}`)
  const ids = catalog.files.add(
    Array.from({ length: BATCH }, (_, i) => ({ folderId, name: `${i}.jpg`, bytes: 1, modifiedMs: 1, fileKey: null })),
  )
  for (const id of ids) {
    const tags = Array.from({ length: TAGS }, (_, i) => ({
      concept: `c${(id + i) % 50}`,
      name: `tag ${(id + i) % 50}`,
      confidence: 50,
      origin: 'objects',
    }))
    catalog.analysis.saveOutcome(id, ['preview', 'tags'], {
      ok: true,
      findings: { tags, thumbnail: new Uint8Array(8000) },
      warnings: [],
    })
  }
  catalog.changes.apply({ kind: 'rate', ids, rating: 3 })
  process.send?.(batch)
}
