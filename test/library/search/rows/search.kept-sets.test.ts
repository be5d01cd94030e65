import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { PhotoFilter } from '../../../../src-main/contract/library/query.ts'
import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'
import { clearBit } from '../../../../src-main/library/search/columns/bits.ts'
import type { Filter } from '../../../../src-main/library/search/filters/filter.ts'
import { allFilters } from '../../../../src-main/library/search/filters/filters.ts'
import { seededRandom } from '../../../fixtures/random.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import {
  addNames,
  metadata,
  openForTest,
  openWithRoot,
  saveTags,
  tag,
  type OpenCatalog,
} from '../../catalog/library.ts'

const filters: PhotoFilter[] = [
  {},
  { tags: ['word1'] },
  { tags: ['word1', 'word2'] },
  { ratingFrom: 3 },
  { takenFrom: '2020-01-05' },
  { text: 'word2' },
]

/** Queries that windows repeat after each change. */
const asked = (catalog: OpenCatalog) =>
  filters.map((filter) => ({
    dated: [...catalog.search.run({ filter, sort: { by: 'takenAt', order: 'desc' } })],
    rated: [...catalog.search.run({ filter, sort: { by: 'rating', order: 'asc' } })],
    named: [...catalog.search.run({ filter, sort: { by: 'name', order: 'asc' } })],
    folded: [...catalog.search.fold({ filter, sort: { by: 'takenAt', order: 'desc' } }, { open: [] }).ids],
    days: catalog.search.days(filter, 'asc', { open: [] }),
    facets: catalog.search.facets(filter),
  }))

test('cached lists and counts from before a change equal those of a fresh catalogue', { tags: 'night' }, async () => {
  const folder = tempFolder('found-sets')
  const { catalog, root } = openWithRoot(folder)
  const random = seededRandom(11)
  const upTo = (n: number) => Math.floor(random() * n)
  const ids = addNames(
    catalog,
    root.id,
    Array.from({ length: 70 }, (_, at) => `p${at}.jpg`),
  )
  const some = () => ids[upTo(ids.length)]!
  const changes = [
    () => catalog.changes.apply({ kind: 'rate', ids: [some()], rating: upTo(6) }),
    () => catalog.changes.apply({ kind: 'add-tag', ids: [some(), some()], name: `word${upTo(3)}` }),
    () => catalog.changes.apply({ kind: 'remove-tag', ids: [some()], name: `word${upTo(3)}` }),
    () => saveTags(catalog, some(), tag(`word${upTo(3)}`, 5 + upTo(95)), tag('other', 50)),
    () =>
      catalog.files.saveMetadata([
        {
          id: some(),
          metadata: metadata({
            takenAt: upTo(4) === 0 ? null : `2020-01-${String(1 + upTo(9)).padStart(2, '0')}T10:00:00`,
          }),
          width: 10,
          height: 10,
        },
      ]),
    () => ids.push(...addNames(catalog, root.id, [`new${ids.length}.jpg`])),
  ]
  for (let turn = 0; turn < 60; turn++) {
    changes[upTo(changes.length)]!()
    if (turn % 2 === 0) for (const filter of filters) await catalog.search.prepareFilter(filter)
    asked(catalog)
  }
  const kept = asked(catalog)
  catalog.close()
  const fresh = openForTest(folder)
  expect(kept).toEqual(asked(fresh))
  fresh.close()
})

test('a photo that changes while its set is computed is checked again by the next query', () => {
  const passing = [false, true]
  let ids: number[] = []
  const slow: Filter = {
    fields: ['slow' as keyof PhotoFilter],
    *keep(photos, _filter, { index }) {
      for (const [at, id] of ids.entries()) {
        if (passing[at] === false) clearBit(photos, index.find(id).slot)
        if (at === 0 && passing[0] === false) {
          passing[0] = true
          catalog.changes.apply({ kind: 'rate', ids: [id], rating: 5 })
          catalog.search.follow()
        }
        yield
      }
    },
  }
  const catalog = openCatalog(tempFolder(), { filters: [...allFilters, slow] })
  onTestFinished(() => catalog.close())
  ids = addNames(catalog, catalog.folders.addRoot(join('/', 'photos')).id, ['a.jpg', 'b.jpg'])
  const find = () => [
    ...catalog.search.run({ filter: { slow: true } as PhotoFilter, sort: { by: 'addedAt', order: 'asc' } }),
  ]
  expect(find()).toEqual([ids[1]])
  expect(find()).toEqual(ids)
})
