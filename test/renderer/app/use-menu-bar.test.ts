import { afterEach, expect, test } from 'vitest'
import type { MenuBar } from '../../../src-main/contract/shell/menu-bar.ts'
import { menuBarOf } from '../../../src-renderer/navigation/menu-bar-of.ts'
import { usePanels } from '../../../src-renderer/navigation/use-panels.ts'
import { shortcuts } from '../../../src-renderer/navigation/shortcuts.ts'
import { useSelection } from '../../../src-renderer/photos/selection.ts'
import { desktopShell } from '../fake-library.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const start = async (shell?: typeof desktopShell) => {
  open = await mountApp({ photos: fakePhotos(3), ...(shell ? { shell } : {}) })
  await until(() => open!.tiles().length === 3, 'tiles')
  return { ...open, ...open.app.runWithContext(() => ({ panels: usePanels(), selection: useSelection() })) }
}
const choose = (action: string, isByKey = false): boolean =>
  window.dispatchEvent(
    new MessageEvent('message', { source: window, data: { type: 'lumafold:menu', action, isByKey } }),
  )
const commandsOf = ({ menus, settings }: MenuBar) => [
  ...Object.values(menus).flatMap((sections) => sections.flatMap(({ commands }) => commands)),
  settings,
]

test('every action of the table is in one menu, except those only for keys', () => {
  const listed = commandsOf(menuBarOf('lightroom', () => true)).map(({ action }) => action)
  const keysOnly = ['move', 'extend', 'peek']
  expect([...listed, ...keysOnly].toSorted()).toEqual(shortcuts.map(({ action }) => action).toSorted())
})

test('the desktop program gets the commands, and which of them the view can perform', async () => {
  const { library, router } = await start(desktopShell)
  const bars = () =>
    library.calls.filter(({ name }) => name === 'shell.setMenu').map(({ input }) => commandsOf(input as MenuBar))
  const isEnabled = (action: string) =>
    bars()
      .at(-1)
      ?.find((command) => command.action === action)?.isEnabled
  await until(() => isEnabled('pick'), 'the commands of the grid')
  expect(['faces', 'person-yes', 'panels', 'next-area', 'client-mode', 'settings'].filter(isEnabled)).toEqual([
    'panels',
    'next-area',
    'client-mode',
    'settings',
  ])
  expect(bars().at(-1)).toContainEqual({ action: 'undo', label: 'Undo', key: 'Ctrl+Z', isEnabled: true })
  await router.push('/photo/2')
  await until(() => isEnabled('faces'), 'the commands of a photo')
})

test('a chosen command acts like its key', async () => {
  const { panels, selection, library } = await start(desktopShell)
  selection.only(1, 2)
  choose('rate-4')
  await until(() => library.calls.some(({ name }) => name === 'photos.rate'), 'the rating')
  expect(library.calls.find(({ name }) => name === 'photos.rate')?.input).toEqual({ ids: [2], rating: 4 })
  choose('nonsense')
  choose('settings')
  await until(() => panels.isSettingsOpen && document.querySelector('.dialog'), 'the settings')
  choose('help')
  expect(panels.isHelpOpen, 'behind a dialog').toBe(false)
})

test("Undo, Redo and Select all act on a focused field; other keys are the field's own", async () => {
  const { panels, selection, library } = await start(desktopShell)
  const asked: string[] = []
  document.execCommand = (command) => asked.push(command) > 0
  const search = document.querySelector<HTMLInputElement>('#search')!
  search.focus()
  for (const action of ['undo', 'redo', 'select-all']) choose(action)
  expect(asked).toEqual(['undo', 'redo', 'selectAll'])
  expect(selection.list).toEqual([])
  const isOpen = panels.isInspectorOpen
  choose('information', true)
  expect(panels.isInspectorOpen).toBe(isOpen)
  choose('information')
  expect(panels.isInspectorOpen).toBe(!isOpen)
  search.blur()
  choose('undo')
  await until(() => library.calls.some(({ name }) => name === 'history.undo'), 'the library’s undo')
  expect(asked).toHaveLength(3)
})

test('a browser gets none', async () => {
  const { library } = await start()
  expect(library.calls.some(({ name }) => name === 'shell.setMenu')).toBe(false)
})
