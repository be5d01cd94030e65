import { expect, test } from 'vitest'
import { nextTick } from 'vue'
import { Settings } from '../../../src-main/contract/library/settings.ts'
import { afterPaint } from '../../../src-renderer/client/after-paint.ts'
import { useChoiceProgress } from '../../../src-renderer/cull/choice-progress.ts'
import { usePhotoPages } from '../../../src-renderer/photos/photo-pages.ts'
import { usePhotoDays } from '../../../src-renderer/photos/photo-days.ts'
import { useQuery } from '../../../src-renderer/photos/query.ts'
import { useSettings } from '../../../src-renderer/settings/use-settings.ts'
import { fakePhotos } from '../fake-photos.ts'
import { until, withStores } from '../mount-app.ts'

test('only pages near the screen are requested and kept', async () => {
  const { library, result: pages } = withStores({ photos: fakePhotos(1000) }, usePhotoPages)
  await pages.refresh()
  pages.want(510, 540, 'grid')
  await until(() => pages.pages.has(5), 'the wanted page')
  expect(
    library.calls
      .filter((call) => call.name === 'photos.list')
      .map((call) => (call.input as { offset: number }).offset),
  ).toEqual([0, 500])
  expect(pages.tile(520)?.id).toBeGreaterThan(0)
  await pages.refresh()
  expect([...pages.pages.keys()]).toEqual([5])
})

test('settings that are known before the first list is asked for do not ask for it, so that it is asked for once', async () => {
  const state = { photos: fakePhotos(300), settings: Settings.parse({ foldsStacks: true }) }
  const uses = () => ({ pages: usePhotoPages(), settings: useSettings() })
  const { library, result } = withStores(state, uses)
  await result.settings.load()
  await nextTick()
  await result.pages.refresh()
  const lists = library.calls.filter(({ name }) => name === 'photos.list')
  expect(lists.map(({ input }) => input)).toMatchObject([{ stacks: { open: [] } }])
})

test('a new filter replaces the list, and its old pages never return', async () => {
  const { result } = withStores({ photos: fakePhotos(300) }, () => ({ pages: usePhotoPages(), query: useQuery() }))
  await result.pages.refresh()
  const serial = result.pages.serial
  result.query.toggleValue('tag', 'dog')
  await until(() => result.pages.serial > serial && result.pages.total < 300, 'the new list')
  expect(result.pages.total).toBeGreaterThan(0)
  expect([...result.pages.pages.keys()]).toEqual([0])
})

test('the library is asked for what stands beside the photos of a search when they are painted', async () => {
  const uses = () => ({ pages: usePhotoPages(), query: useQuery(), progress: useChoiceProgress() })
  const { library, result } = withStores({ photos: fakePhotos(300) }, uses)
  await result.pages.refresh()
  const asked = () => library.calls.filter(({ name }) => name === 'search.progress').length
  const list = Promise.withResolvers<void>()
  library.state.listsAnswerAfter = list.promise
  result.query.toggleValue('tag', 'dog')
  await nextTick()
  await afterPaint()
  await afterPaint()
  expect(asked()).toBe(0)
  list.resolve()
  await until(() => asked() === 1, 'the progress')
  expect(result.pages.total).toBeLessThan(300)
})

test('photos that an import loads again and again do not hold back what stands beside a search', async () => {
  const uses = () => ({ pages: usePhotoPages(), query: useQuery(), progress: useChoiceProgress() })
  const { library, result } = withStores({ photos: fakePhotos(300) }, uses)
  await result.pages.refresh()
  const { serial } = result.pages
  result.query.toggleValue('tag', 'dog')
  await until(() => result.pages.serial > serial, 'the photos')
  const asked = () => library.calls.some(({ name }) => name === 'search.progress')
  for (let round = 0; round < 30 && !asked(); round += 1) {
    // Photos change before the last change is answered.
    library.state.listsAnswerAfter = afterPaint().then(afterPaint)
    void result.pages.refresh()
    await afterPaint()
  }
  expect(asked()).toBe(true)
})

test('letters that follow each other before the photos are there ask once for what stands beside them', async () => {
  const uses = () => ({ pages: usePhotoPages(), query: useQuery(), progress: useChoiceProgress() })
  const { library, result } = withStores({ photos: fakePhotos(300) }, uses)
  await result.pages.refresh()
  const list = Promise.withResolvers<void>()
  library.state.listsAnswerAfter = list.promise
  for (const text of ['do', 'dog', 'dogs']) {
    result.query.type(text)
    await nextTick()
  }
  list.resolve()
  const asked = () => library.calls.filter(({ name }) => name === 'search.progress')
  await until(() => asked().length > 0, 'the progress')
  await afterPaint()
  expect(asked().map(({ input }) => input)).toEqual([{ filter: { text: 'dogs' } }])
})

test('days that are still right are not sent again, nor laid out again', async () => {
  const both = () => ({ pages: usePhotoPages(), query: useQuery(), days: usePhotoDays() })
  const { library, result } = withStores({ photos: fakePhotos(300) }, both)
  const known = () =>
    library.calls.filter(({ name }) => name === 'search.days').map(({ input }) => (input as { known?: string }).known)
  await result.pages.refresh()
  const before = result.days.days
  expect(before.length).toBeGreaterThan(1)
  await result.pages.refresh()
  expect(result.days.days).toBe(before)
  library.state.photos = library.state.photos.slice(1)
  await result.pages.refresh()
  expect(result.days.days).not.toEqual(before)
  result.query.toggleValue('tag', 'dog')
  await until(() => known().length === 4, 'the days of the next query')
  expect(known().map((key) => key !== undefined)).toEqual([false, true, true, false])
})
