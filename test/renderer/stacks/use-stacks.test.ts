import { afterEach, expect, test } from 'vitest'
import { useCompare } from '../../../src-renderer/compare/use-compare.ts'
import { useSelection } from '../../../src-renderer/photos/selection.ts'
import { useSettings } from '../../../src-renderer/settings/use-settings.ts'
import { useStacks } from '../../../src-renderer/stacks/use-stacks.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

/** Six photos, of which 2, 3 and 4 are a stack. */
const start = async () => {
  const photos = [1, 2, 3, 4, 5, 6].map((id) => {
    const takenAt = `2024-06-01T12:00:0${9 - id}`
    return fakePhoto(id, { takenAt, ...(id >= 2 && id <= 4 ? { stack: 7 } : {}) })
  })
  open = await mountApp({ photos })
  const { tiles, press, app } = open
  await until(() => tiles().length === 6, 'tiles')
  const stores = app.runWithContext(() => ({
    selection: useSelection(),
    settings: useSettings(),
    stacks: useStacks(),
    compare: useCompare(),
  }))
  const ids = () => tiles().map((tile) => Number(tile.dataset['photo']))
  const shows = (...wanted: number[]) => until(() => ids().join() === wanted.join(), `${wanted.join()}`)
  const key = (letter: string, modifiers?: object) => press(document.body, letter, modifiers)
  return { ...open, ...stores, ids, shows, key }
}

test('stacks fold by a key, and one unfolds in place and folds again', async () => {
  const { key, shows, selection, settings, tiles } = await start()
  key('Q', { shiftKey: true })
  await shows(1, 2, 5, 6)
  expect(settings.settings.foldsStacks).toBe(true)
  expect(tiles()[1]!.getAttribute('aria-label')).toContain('stack of 3 photos')
  expect(document.body.textContent).toContain('4 of 6 photos')
  selection.only(1, 2)
  key('q')
  await shows(1, 2, 3, 4, 5, 6)
  expect(tiles().filter((tile) => tile.classList.contains('in-stack'))).toHaveLength(3)
  // Folding from one of its frames selects the photo that represents it.
  selection.only(2, 3)
  key('q')
  await shows(1, 2, 5, 6)
  await until(() => selection.list.join() === '2', 'the top of the stack to be selected')
  key('Q', { shiftKey: true })
  await shows(1, 2, 3, 4, 5, 6)
})

test('the badge of a tile unfolds its stack', async () => {
  const { key, shows, selection } = await start()
  key('Q', { shiftKey: true })
  await shows(1, 2, 5, 6)
  document.querySelector<HTMLElement>('[aria-label="Open the stack of 3 photos"]')!.click()
  await shows(1, 2, 3, 4, 5, 6)
  expect(selection.list).toEqual([])
})

test('a complete stack is selected and compared, including folded photos', async () => {
  const { key, shows, selection, compare } = await start()
  key('Q', { shiftKey: true })
  await shows(1, 2, 5, 6)
  selection.only(1, 2)
  key('A', { shiftKey: true })
  await until(() => selection.list.join() === '2,3,4', 'the stack to be selected')
  selection.only(1, 2)
  key('N', { shiftKey: true })
  await until(() => compare.ids.join() === '2,3,4', 'the stack to be compared')
})

test('photos are stacked, removed from a stack and put on top by key', async () => {
  const { key, selection, library, shows } = await start()
  selection.only(0, 1)
  selection.toggle(4, 5)
  key('g', { ctrlKey: true })
  await until(() => library.state.photos[4]?.stack === 900, 'the new stack')
  selection.only(2, 3)
  key('y')
  await until(() => library.calls.some(({ name }) => name === 'stacks.putOnTop'), 'the photo on top')
  key('g', { altKey: true })
  await until(() => library.state.photos[2]?.stack === undefined, 'the photo to be out')
  key('Q', { shiftKey: true })
  await shows(1, 2, 3, 6)
  selection.only(1, 2)
  key('G', { ctrlKey: true, shiftKey: true })
  await shows(1, 2, 3, 4, 6)
})
