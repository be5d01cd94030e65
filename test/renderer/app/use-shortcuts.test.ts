import { afterEach, expect, test } from 'vitest'
import { usePanels } from '../../../src-renderer/navigation/use-panels.ts'
import { useSelection } from '../../../src-renderer/photos/selection.ts'
import { useSettings } from '../../../src-renderer/settings/use-settings.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const start = async () => {
  open = await mountApp({ photos: fakePhotos(3) })
  await until(() => open!.tiles().length === 3, 'tiles')
  const stores = open.app.runWithContext(() => ({
    panels: usePanels(),
    selection: useSelection(),
    settings: useSettings(),
  }))
  return { ...open, ...stores }
}

test('letters open and close panels', async () => {
  const { panels, press } = await start()
  const before = { inspector: panels.isInspectorOpen, sidebar: panels.isSidebarOpen }
  press(document.body, 'i')
  press(document.body, 'b')
  press(document.body, '?')
  expect(panels.isInspectorOpen).toBe(!before.inspector)
  expect(panels.isSidebarOpen).toBe(!before.sidebar)
  expect(panels.isHelpOpen).toBe(true)
})

test('keys act on the selection, and on nothing without one', async () => {
  const { panels, selection, press, library } = await start()
  for (const key of ['t', '4', 's', 'p', '6']) press(document.body, key)
  press(document.body, 'E', { ctrlKey: true, shiftKey: true })
  expect([panels.tagIds, panels.exportIds]).toEqual([null, null])
  expect(library.calls.some(({ name }) => name === 'photos.rate')).toBe(false)
  expect(library.state.photos.every(({ pick, label }) => pick === 0 && label === '')).toBe(true)
  selection.only(1, 2)
  press(document.body, '4')
  await until(() => library.calls.some(({ name }) => name === 'photos.rate'), 'the rating')
  expect(library.calls.find(({ name }) => name === 'photos.rate')?.input).toEqual({ ids: [2], rating: 4 })
  press(document.body, 'E', { ctrlKey: true, shiftKey: true })
  expect(panels.exportIds).toEqual([2])
})

test('Escape clears the selection wherever the focus is', async () => {
  const { selection, press } = await start()
  selection.only(1, 2)
  press(document.body, 'Escape')
  expect(selection.list).toEqual([])
})

test('Escape closes what is open, even without focus, before it clears the selection', async () => {
  const { selection, press, byRole } = await start()
  const shown = () => document.querySelector('[role="dialog"][aria-label="View options"]')
  selection.only(1, 2)
  byRole('button', 'View options').click()
  await until(() => shown() !== null, 'the options')
  ;(document.activeElement as HTMLElement).blur()
  press(document.body, 'Escape')
  await until(() => shown() === null, 'the options to close')
  expect(selection.list).toEqual([2])
})

test('keys with a modifier and keys typed into a field are ignored', async () => {
  const { panels, press } = await start()
  const isOpen = panels.isInspectorOpen
  press(document.body, 'i', { altKey: true })
  press(document.querySelector('#search')!, 'i')
  press(document.body, 'constructor')
  expect(panels.isInspectorOpen).toBe(isOpen)
})

test('keys set marks, and remove a label that is already set', async () => {
  const { selection, press, library } = await start()
  const marks = () => library.state.photos.map(({ pick, label }) => [pick, label].join(' ').trim())
  selection.only(1, 2)
  press(document.body, 'p')
  await until(() => library.state.photos[1]?.pick === 1, 'the flag')
  press(document.body, '6')
  await until(() => library.state.photos[1]?.label === 'Red', 'the label')
  expect(marks()).toEqual(['0', '1 Red', '0'])
  await until(() => open!.tiles()[1]?.getAttribute('aria-label')?.includes('picked, label Red'), 'the tile')
  press(document.body, '6')
  await until(() => library.state.photos[1]?.label === '', 'the label to be off')
  press(document.body, 'x')
  await until(() => library.state.photos[1]?.pick === -1, 'the other flag')
  press(document.body, 'u')
  await until(() => library.state.photos[1]?.pick === 0, 'no flag')
})

test('Shift moves to the next photo, and so does each mark if that is set', async () => {
  const { selection, settings, press, library, tiles } = await start()
  const shown = tiles().map((tile) => Number(tile.dataset['photo']))
  selection.only(0, shown[0]!)
  press(document.body, 'P', { shiftKey: true })
  await until(() => selection.list[0] === shown[1], 'the next photo')
  press(document.body, 'x')
  await until(() => library.state.photos.find(({ id }) => id === shown[1])?.pick === -1, 'the flag')
  expect(selection.list).toEqual([shown[1]])
  settings.change({ autoAdvance: true })
  press(document.body, '3')
  await until(() => selection.list[0] === shown[2], 'the last photo')
  press(document.body, '3')
  await until(() => library.state.photos.find(({ id }) => id === shown[2])?.rating === 3, 'the rating')
  expect(selection.list).toEqual([shown[2]])
})

test('the keys of another preset apply once it is chosen', async () => {
  const { selection, settings, press, library, panels } = await start()
  selection.only(1, 2)
  settings.change({ shortcuts: 'photo-mechanic' })
  press(document.body, 't')
  await until(() => library.state.photos[1]?.pick === 1, 'the flag')
  expect(panels.tagIds).toBeNull()
  press(document.body, '1')
  await until(() => library.state.photos[1]?.label === 'Red', 'the label')
  press(document.body, '?')
  await until(() => /Keys as in Photo Mechanic/.test(document.body.textContent), 'the help')
})

test('Ctrl+A selects all photos even if nothing has the focus', async () => {
  const { selection, press } = await start()
  press(document.body, 'a', { ctrlKey: true })
  await until(() => selection.list.length === 3, 'the selection')
})
