import { chmodSync, lstatSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { makeLibrary, openTestLibrary } from '../../library/open-test-library.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'

/** Paths that others may read, of a folder and everything in it, relative to it. */
function openToOthers(folder: string): string[] {
  const places = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ]
  return places
    .filter((place) => !lstatSync(place).isSymbolicLink() && (statSync(place).mode & 0o077) !== 0)
    .map((place) => relative(folder, place))
    .toSorted()
}

/** As on most systems; the umask of a test's process may differ. */
function withUsualUmask(): void {
  const before = process.umask(0o022)
  onTestFinished(() => void process.umask(before))
}

test.skipIf(process.platform === 'win32')(
  'other users cannot read a library, an older one is closed to them, and files made for others stay readable',
  async () => {
    withUsualUmask()
    const { dir, libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 2)
    const first = await openTestLibrary(libraryDir)
    await first.library.hostCalls.addFolder({ path: photosDir })
    await first.library.hostCalls.waitUntilIdle()
    const [id] = await first.library.calls.photos.ids({})
    await first.library.calls.photos.rate({ ids: [id!], rating: 3 })
    for (const kind of ['preview', 'large'] as const) await first.library.serveImage({ photoId: id!, kind })
    await first.library.calls.backups.now()
    const out = join(dir, 'out')
    await first.library.hostCalls.exportLibrary({ path: out, format: 'xmp' })
    expect(openToOthers(libraryDir)).toEqual([])
    expect(openToOthers(out)).not.toEqual([])
    await first.library.close()
    expect(openToOthers(libraryDir)).toEqual([])

    const names = readdirSync(libraryDir, { recursive: true, encoding: 'utf8' })
    expect(names).toEqual(expect.arrayContaining(['library.db', 'library.json', 'previews', 'backups', 'edits']))
    for (const name of names) {
      const isFolder = statSync(join(libraryDir, name)).isDirectory()
      chmodSync(join(libraryDir, name), isFolder ? 0o755 : 0o644)
    }
    chmodSync(libraryDir, 0o755)
    writeFileSync(join(dir, 'elsewhere.txt'), '')
    symlinkSync(join(dir, 'elsewhere.txt'), join(libraryDir, 'backups', 'link'))
    const second = await openTestLibrary(libraryDir)
    expect(openToOthers(libraryDir)).toEqual([])
    expect(statSync(join(dir, 'elsewhere.txt')).mode & 0o777).toBe(0o644)
    await second.library.close()

    // The person stores other files in the folder, too: folder and files stay unchanged.
    writeFileSync(join(libraryDir, 'notes.txt'), '')
    chmodSync(libraryDir, 0o755)
    chmodSync(join(libraryDir, 'library.db'), 0o644)
    await openTestLibrary(libraryDir)
    expect(openToOthers(libraryDir)).toEqual(['', 'notes.txt'])
  },
)
