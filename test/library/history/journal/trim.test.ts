import { onTestFinished, expect, test } from 'vitest'
import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { addNames, fingerprints } from '../../catalog/library.ts'

const DAY = 86_400_000

test('changes are forgotten after 90 days, except removals that can still be reverted', () => {
  let now = 1_700_000_000_000
  const catalog = openCatalog(tempFolder(), { now: () => now })
  onTestFinished(() => catalog.close())
  const root = catalog.folders.addRoot('/photos')
  catalog.analysis.setSteps(fingerprints('v1'))
  const ids = addNames(catalog, root.id, ['a.jpg', 'b.jpg'])
  catalog.changes.apply({ kind: 'rate', ids, rating: 1 })
  catalog.changes.apply({ kind: 'remove-folder', ids: [root.id], path: '/photos', photos: 2 })
  now += 60 * DAY
  catalog.changes.apply({ kind: 'rate', ids, rating: 2 })
  const kinds = () => {
    catalog.changes.trim()
    return catalog.changes.history(9).map(({ change }) => change.kind)
  }
  expect(kinds()).toEqual(['rate', 'remove-folder', 'rate'])
  now += 31 * DAY
  expect(kinds()).toEqual(['rate', 'remove-folder'])
  now += 60 * DAY
  expect(kinds()).toEqual(['remove-folder'])
  catalog.changes.undo()
  expect(kinds()).toEqual([])
})
