import { afterEach, expect, test } from 'vitest'
import { useToasts } from '../../../src-renderer/client/use-toasts.ts'
import { useCompare } from '../../../src-renderer/compare/use-compare.ts'
import { usePhotoDetails } from '../../../src-renderer/inspector/use-photo-details.ts'
import { usePersonChanges } from '../../../src-renderer/photos/person-changes.ts'
import { useSelection } from '../../../src-renderer/photos/selection.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const start = async (count: number) => {
  open = await mountApp({ photos: fakePhotos(count) })
  await until(() => open!.tiles().length > 0, 'tiles')
  const stores = open.app.runWithContext(() => ({
    changes: usePersonChanges(),
    selection: useSelection(),
    toasts: useToasts(),
  }))
  const ratings = () => new Set(open!.library.state.photos.map((photo) => photo.rating))
  return { ...open, ...stores, ratings, ids: open.library.state.photos.map((photo) => photo.id) }
}

test('a change of more than 100 photos is reported with Undo, which reverts all of them', async () => {
  const { changes, library, ids, ratings, byRole } = await start(150)
  await changes.rate(ids, 4)
  expect(ratings()).toEqual(new Set([4]))
  expect(library.calls.filter(({ name }) => name === 'photos.rate')).toHaveLength(1)
  await until(() => document.querySelector('.toast')?.textContent?.includes('Rated 150 photos'), 'the notice')
  byRole('button', 'Undo').click()
  await until(() => ratings().has(0), 'the ratings from before')
  expect(ratings()).toEqual(new Set([0]))
})

test('a change of a few photos is not reported', async () => {
  const { changes, toasts, ids } = await start(100)
  await changes.rate(ids, 4)
  expect(toasts.list).toEqual([])
})

test('Ctrl+Z in a field undoes the last typing, or a later change', async () => {
  const { changes, ids, ratings, press, type, library } = await start(3)
  const field = document.querySelector('#search')!
  await changes.rate(ids, 2)
  type(field, 'photo')
  press(field, 'z', { ctrlKey: true })
  expect(library.calls.some(({ name }) => name === 'history.undo')).toBe(false)
  await changes.rate(ids, 4)
  press(field, 'z', { ctrlKey: true })
  await until(() => ratings().has(2), 'the undo of the rating')
})

test('Ctrl+Z undoes the last change and Ctrl+Shift+Z redoes it', async () => {
  const { changes, ids, ratings, press, library } = await start(3)
  await changes.rate(ids, 2)
  press(document.body, 'z', { ctrlKey: true })
  await until(() => ratings().has(0), 'the undo')
  press(document.body, 'Z', { ctrlKey: true, shiftKey: true })
  await until(() => ratings().has(2), 'the redo')
  press(document.body, 'z', { ctrlKey: true })
  await until(() => ratings().has(0), 'the undo')
  press(document.body, 'y', { ctrlKey: true })
  await until(() => ratings().has(2), 'the redo by Ctrl+Y')
  expect(library.calls.filter(({ name }) => name.startsWith('history.')).map(({ name }) => name)).toEqual([
    'history.undo',
    'history.redo',
    'history.undo',
    'history.redo',
  ])
})

test('a mark that could not be saved vanishes from the photo in view, its details and a comparison', async () => {
  const { changes, library, ids, app } = await start(3)
  const { details, compare } = app.runWithContext(() => ({ details: usePhotoDetails(), compare: useCompare() }))
  details.show(ids[0]!)
  compare.open(ids, 2, '/')
  await compare.want(ids, [])
  await until(() => details.detail?.id === ids[0], 'the details')
  const picks = () => [details.detail?.pick, compare.tiles.get(ids[0]!)?.pick]
  const saved = Promise.withResolvers<void>()
  library.state.flagsAreSavedAfter = saved.promise
  const marked = changes.flag([ids[0]!], 1)
  expect(picks()).toEqual([1, 1])
  saved.reject(new Error('The disk is full.'))
  expect(await marked).toBe(false)
  await until(() => picks().every((pick) => pick === 0), 'the flag as it is saved')
})
