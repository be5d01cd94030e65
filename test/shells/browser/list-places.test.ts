import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { listPlaces } from '../../../src-main/shells/browser/list-places.ts'
import { openRoots } from '../../../src-main/shells/browser/roots.ts'
import { tempFolder } from '../../fixtures/folders.ts'

let home: string
let media: string

beforeEach(() => {
  const base = realpathSync(tempFolder())
  home = join(base, 'ann')
  media = join(base, 'media')
  for (const name of ['Bilder', 'Downloads', '.config']) mkdirSync(join(home, name), { recursive: true })
  mkdirSync(media)
})

const places = async (...roots: string[]) =>
  listPlaces(await openRoots(roots), { home, driveFolders: [media, join(media, 'none')], drives: [join(media, 'Z')] })

test("names the person's existing folders as the desktop does", async () => {
  writeFileSync(
    join(home, '.config', 'user-dirs.dirs'),
    '# written by xdg-user-dirs-update\nXDG_DESKTOP_DIR="$HOME/"\nXDG_PICTURES_DIR="$HOME/Bilder"\n',
  )
  expect(await places(home)).toEqual([
    { kind: 'pictures', name: 'Pictures', path: join(home, 'Bilder'), isAllowed: true },
    { kind: 'downloads', name: 'Downloads', path: join(home, 'Downloads'), isAllowed: true },
    { kind: 'home', name: 'Home', path: home, isAllowed: true },
  ])
})

test('names drives outside the roots and the pictures of a card, marked as needing permission', async () => {
  mkdirSync(join(media, 'Archive', 'trips'), { recursive: true })
  mkdirSync(join(media, 'EOS_DIGITAL', 'DCIM'), { recursive: true })
  mkdirSync(join(media, 'left behind'))
  symlinkSync('/', join(media, 'Start volume'), 'junction')
  const found = await places(join(home, 'Downloads'))
  expect(found.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { kind: 'drive', name: 'Archive', path: join(media, 'Archive'), isAllowed: false },
    { kind: 'downloads', name: 'Downloads', path: join(home, 'Downloads'), isAllowed: true },
    { kind: 'card', name: 'EOS_DIGITAL', path: join(media, 'EOS_DIGITAL', 'DCIM'), isAllowed: false },
  ])
})

test('a folder of pictures that links to another disk needs permission', async () => {
  symlinkSync(media, join(home, 'Pictures'), 'junction')
  expect((await places(home)).find(({ kind }) => kind === 'pictures')).toMatchObject({ isAllowed: false })
})
