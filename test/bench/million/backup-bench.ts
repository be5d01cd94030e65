import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Figures, timed } from './figures.ts'
import { openLarge, warmUp, withLargeLibrary } from './open-library.ts'
import { withWindows } from './windows.ts'

/** The daily backup of the catalogue of a million photos. */
await withLargeLibrary(async (library) => {
  const figures = new Figures()
  const core = await openLarge(library, false)
  await warmUp(core)
  await figures.idleWaits(core)
  const { result, waits } = await withWindows(core, () => timed(() => core.library.backups.now()))
  const megabytes = Math.round(statSync(join(library.libraryDir, 'library.db')).size / 1e6)
  figures.put('backup', result.ms / 1000, { unit: 's', note: `${megabytes} MB` })
  figures.waits('backup', waits, 50)
  await core.close()
  figures.end()
})
