import { afterEach, expect, test } from 'vitest'
import { usePanels } from '../../../src-renderer/stores/panels.ts'
import { useSelection } from '../../../src-renderer/stores/selection.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const start = async () => {
  open = await mountApp({ photos: fakePhotos(3) })
  await until(() => open!.tiles().length === 3, 'tiles')
  const { panels, selection } = open.app.runWithContext(() => ({ panels: usePanels(), selection: useSelection() }))
  return { ...open, panels, selection }
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
  for (const key of ['t', 'e', '4', 's']) press(document.body, key)
  expect([panels.tagIds, panels.exportIds]).toEqual([null, null])
  expect(library.calls.some(({ name }) => name === 'photos.rate')).toBe(false)
  selection.only(1, 2)
  press(document.body, '4')
  await until(() => library.calls.some(({ name }) => name === 'photos.rate'), 'the rating')
  expect(library.calls.find(({ name }) => name === 'photos.rate')?.input).toEqual({ ids: [2], rating: 4 })
  press(document.body, 'e')
  expect(panels.exportIds).toEqual([2])
})

test('Escape clears the selection wherever the focus is', async () => {
  const { selection, press } = await start()
  selection.only(1, 2)
  press(document.body, 'Escape')
  expect(selection.list).toEqual([])
})

test('keys with a modifier and keys typed into a field are left alone', async () => {
  const { panels, press } = await start()
  const isOpen = panels.isInspectorOpen
  press(document.body, 'i', { altKey: true })
  press(document.querySelector('#search')!, 'i')
  press(document.body, 'constructor')
  expect(panels.isInspectorOpen).toBe(isOpen)
})
