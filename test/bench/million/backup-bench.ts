import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Figures, timed } from './figures.ts'
import { libraryDirOf, makeLibrary, photosDirOf } from './make-library.ts'
import { type LargeLibrary, openLarge, warmUp, withLargeLibrary } from './open-library.ts'
import { withWindows } from './windows.ts'

/** Photos of a catalogue of a little more than 500 MB. */
const PHOTOS_OF_500_MB = 300_000

/** A backup while windows send requests. */
async function measure(library: LargeLibrary, figures: Figures, limit: number): Promise<void> {
  const opened = await openLarge(library, false)
  await warmUp(opened)
  const megabytes = Math.round(statSync(join(library.libraryDir, 'library.db')).size / 1e6)
  const name = `backup of ${megabytes.toLocaleString('en')} MB`
  await figures.idleWaits(opened)
  const { result, waits } = await withWindows(opened, () => timed(() => opened.calls.backups.now()))
  figures.put(name, result.ms / 1000, { unit: 's' })
  figures.waits(name, waits, limit)
  await opened.close()
}

async function measureSmaller(figures: Figures): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'library-of-500-mb-'))
  try {
    await makeLibrary(folder, PHOTOS_OF_500_MB)
    const [libraryDir, photosDir] = [libraryDirOf(folder), photosDirOf(folder)]
    await measure({ libraryDir, photosDir, photos: PHOTOS_OF_500_MB }, figures, 50)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The daily backup of a catalogue of 500 MB, then that of a million photos; windows send requests all the while. */
await withLargeLibrary(async (library) => {
  const figures = new Figures()
  await measureSmaller(figures)
  await measure(library, figures, 100)
  figures.end()
})
