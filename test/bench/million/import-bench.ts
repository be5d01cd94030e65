import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../../src-main/base/sqlite/connect.ts'
import { Figures, timed } from './figures.ts'
import { openLarge, warmUp, withLargeLibrary } from './open-library.ts'
import { withWindows } from './windows.ts'

/** Photos with a caption in another program, each its own. */
const CAPTIONS = 20_000

/** A table with a caption for photos from all over the library. */
function writeTable(libraryDir: string, photos: number, file: string): void {
  const db = connect(join(libraryDir, 'library.db'), { readonly: true })
  const rows = db
    .prepare<[number], string>(
      `SELECT printf('"%s/%s/%s","Gulls above wave %d of %d"', r.path, d.relative_path, f.name, f.photo_id * 31 % 977, f.photo_id)
       FROM files f JOIN folders d ON d.id = f.folder_id JOIN roots r ON r.folder_id = d.root_id
       WHERE f.is_main = 1 AND f.photo_id % ? = 0 AND d.relative_path <> ''`,
    )
    .pluck()
    .all(Math.max(1, Math.floor(photos / CAPTIONS)))
  db.close()
  writeFileSync(file, `path,caption\n${rows.join('\n')}\n`)
}

/** Imports captions from another program and undoes that, while windows send requests. */
await withLargeLibrary(async (library) => {
  const figures = new Figures()
  const folder = mkdtempSync(join(tmpdir(), 'captions-'))
  try {
    const path = join(folder, 'captions.csv')
    writeTable(library.libraryDir, library.photos, path)
    const opened = await openLarge(library, false)
    await warmUp(opened)
    await figures.idleWaits(opened)
    const taking = await withWindows(opened, () => timed(() => opened.hostCalls.importLibrary({ path })))
    const name = `${taking.result.result.changedPhotos.toLocaleString('en')} captions are imported`
    figures.put(name, taking.result.ms / 1000, { unit: 's' })
    figures.waits(name, taking.waits)
    const undoing = await withWindows(opened, () => timed(() => opened.calls.history.undo({})))
    figures.put('  the undo', undoing.result.ms / 1000, { unit: 's' })
    figures.waits('  the undo', undoing.waits)
    await opened.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  figures.end()
})
