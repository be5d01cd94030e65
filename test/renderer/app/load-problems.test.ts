import { expect, test } from 'vitest'
import { useAlbums } from '../../../src-renderer/albums/use-albums.ts'
import { usePanels } from '../../../src-renderer/navigation/use-panels.ts'
import { usePersonChanges } from '../../../src-renderer/photos/person-changes.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until, withStores } from '../mount-app.ts'

const broken = (...calls: string[]): { failing: Map<string, Error> } => ({
  failing: new Map(calls.map((call) => [call, new TypeError('rows is not iterable')])),
})
const textOf = (selector: string): string => document.querySelector(selector)?.textContent ?? ''
const alert = (): string => textOf('.toast[role="alert"]')

test('a list that the library cannot give is not shown as an empty one, and can be loaded again', async () => {
  const { library, close, byRole } = await mountApp({ photos: [fakePhoto(1)], ...broken('library.albums.list') })
  await until(() => textOf('.albums').includes('Not everything could be loaded'), 'the note among the albums')
  expect(alert()).toContain('Details are in the log')
  expect(textOf('.albums')).not.toContain('No albums')
  library.state.failing.clear()
  byRole('button', 'Try again').click()
  await until(() => !textOf('.albums').includes('Not everything'), 'the albums')
  close()
})

test.each<[string, string, () => void]>([
  ['removed', 'library.removed.list', () => void (usePanels().isRemovedOpen = true)],
  ['decisions', 'library.questions.list', () => void (usePanels().isDecisionsOpen = true)],
  ['backups', 'library.backups.list', () => usePanels().openSettings('backups')],
  ['engine', 'library.remote.state', () => usePanels().openSettings('engine')],
  ['map', 'library.map.tileState', () => usePanels().openSettings('map')],
  ['writing', 'library.metadata.status', () => usePanels().openSettings('metadata')],
])('a dialog says that it could not load (%s)', async (_, call, open) => {
  const { close } = await mountApp({ photos: [fakePhoto(1)], ...broken(call) })
  open()
  await until(() => textOf('[role="dialog"]').includes('Not everything could be loaded'), 'the note in the dialog')
  close()
})

test('a mark and an album are left alone while it is unknown whether the photos have them', async () => {
  const { library, result } = withStores(broken('library.photos.tiles', 'library.albums.of'), () => ({
    changes: usePersonChanges(),
    albums: useAlbums(),
  }))
  expect(await result.changes.togglePrivate([1])).toBe(false)
  await result.albums.toggle(1, [1])
  const names = library.calls.map(({ name }) => name)
  expect(names.filter((name) => /setPrivate|albums.(add|takeOut)/.test(name))).toEqual([])
})
