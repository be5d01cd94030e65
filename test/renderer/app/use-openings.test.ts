import { afterEach, expect, test } from 'vitest'
import type { Opening } from '../../../src-main/contract/shell/opening.ts'
import { desktopShell } from '../fake-library.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const pathAfter = async (openings: Opening[], path: string): Promise<void> => {
  const albums = [{ id: 3, parentId: null, name: 'Best', ids: [1] }]
  open = await mountApp({ photos: fakePhotos(3), shell: desktopShell, albums, openings })
  await until(() => open!.router.currentRoute.value.fullPath === path, path)
}

test('a photo, a folder, an album or a search is shown', async () => {
  const openings: [Opening, string][] = [
    [{ kind: 'photo', id: 2 }, '/photo/2'],
    [{ kind: 'folder', id: 1 }, '/?folder=1'],
    [{ kind: 'album', id: 3 }, '/?album=3'],
    [{ kind: 'search', text: 'rating:5' }, '/?q=rating:5'],
  ]
  for (const [opening, path] of openings) {
    await pathAfter([opening], path)
    open!.close()
  }
})

test('a missing photo is reported', async () => {
  open = await mountApp({ photos: fakePhotos(3), shell: desktopShell, openings: [{ kind: 'photo', id: 99 }] })
  await until(() => document.body.textContent?.includes('There is no such photo.'), 'the notice')
  expect(open.router.currentRoute.value.fullPath).toBe('/')
})
