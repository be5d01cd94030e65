import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import {
  createLibraryRouter,
  type LibraryRouterDependencies,
} from '../../../src-main/library/api/create-library-router.ts'
import { noLog } from '../../../src-main/library/host/log.ts'
import { openKeywords } from '../keywords/keyword-library.ts'

test('a rating waits for no index; lists, counts and keywords load only the parts they read', async () => {
  const { catalog, ids, changes } = openKeywords([])
  const index = Promise.withResolvers<void>()
  const asked: unknown[] = []
  const load = async (question?: object) => {
    asked.push(question)
    await index.promise
    return catalog.search.load(question)
  }
  const router = createLibraryRouter({
    log: noLog,
    catalog: { ...catalog, search: { ...catalog.search, load } },
    changes,
    queue: { prioritise: () => undefined },
    tiles: {},
  } as unknown as LibraryRouterDependencies)
  expect(await call(router.photos.rate, { ids, rating: 3 })).toMatchObject({ count: 1 })
  expect(asked).toEqual([])
  const answers = Promise.all([
    call(router.photos.list, { offset: 0, limit: 9 }),
    call(router.search.facets, { filter: { ratingFrom: 3 } }),
    call(router.keywords.list, undefined),
    call(router.folders.list, undefined),
  ])
  index.resolve()
  const [list, facets, keywords, folders] = await answers
  expect([list.total, facets.total, keywords, folders[0]?.photoCount]).toEqual([1, 1, [], 1])
  const statuses = expect.any(Array) as unknown
  expect(asked).toHaveLength(4)
  expect(asked).toEqual(
    expect.arrayContaining([
      { filter: { statuses }, sort: { by: 'takenAt', order: 'desc' } },
      { filter: { statuses, ratingFrom: 3 }, counts: true },
      { counts: true },
      undefined,
    ]),
  )
  await expect(call(router.keywords.removeSet, { id: 99 })).rejects.toMatchObject({ code: 'bad-params' })
})
