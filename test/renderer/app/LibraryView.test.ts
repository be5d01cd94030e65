import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())
const start = async (...given: Parameters<typeof mountApp>) => (open = await mountApp(...given))

const folder = (id: number, name: string, isAvailable = true, parentId: number | null = null) => ({
  id,
  parentId,
  name,
  path: `/${name}`,
  photoCount: 0,
  isAvailable,
  problem: null,
  watching: 'auto' as const,
})
const status = { scanned: 0, total: 0, analysed: 0, failed: 0, pending: 0, perSecond: 0, secondsLeft: null }
const says = (words: string) => until(() => document.querySelector('main')?.textContent?.includes(words), words)
const choose = async (name: string): Promise<void> => {
  const line = () =>
    [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')].find((item) => item.textContent?.includes(name))
  await until(line, `folder ${name}`)
  line()!.click()
}

test('a folder of an unplugged drive says so, and where to search for it', async () => {
  const { byRole } = await start({ photos: [], folders: [folder(1, 'Here'), folder(2, 'Drive', false)] })
  await choose('Drive')
  await says('“Drive” is not connected')
  expect(byRole('button', 'Locate the folder…')).toBeTruthy()
})

test('the first scan still looks for photos', async () => {
  await start({ photos: [], status: { ...status, state: 'scanning', scanned: 1200 } })
  await says('Looking for photos')
  await says('1,200 files seen so far')
})

test('an empty folder says so, and leads back to all photos', async () => {
  const { byRole, tiles } = await start({ photos: fakePhotos(3), folders: [folder(1, 'Here'), folder(2, 'Empty')] })
  await choose('Empty')
  await says('No photos in this folder')
  byRole('button', 'Show all photos').click()
  await until(() => tiles().length === 3, 'all photos')
})

test('a library without photos offers another folder', async () => {
  const { byRole } = await start({ photos: [] })
  await says('No photos found')
  byRole('button', 'Add another folder').click()
  await until(() => document.querySelector('[role="dialog"]'), 'the dialog')
})

test('photos whose dates are still being read are not said to have none', async () => {
  const photos = fakePhotos(3).map((photo) => ({ ...photo, takenAt: null }))
  const { byRole, tiles, library } = await start({ photos, isReading: true })
  await until(() => tiles().length === 3, 'the photos')
  await says('Reading dates…')
  expect(document.body.textContent).not.toContain('Set date…')
  library.state.isReading = false
  library.emit({ type: 'photos.changed', ids: photos.map(({ id }) => id), isWholeLibrary: false })
  await says('No date')
  expect(byRole('button', 'Set date…')).toBeTruthy()
})
