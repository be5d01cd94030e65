import { copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../../../src-main/base/sqlite/connect.ts'
import { Figures, timed } from './figures.ts'
import { openLarge, warmUp, withLargeLibrary } from './open-library.ts'
import { withWindows } from './windows.ts'

/** Photos that are missing for years and removed, and the space of these and of former answers. */
const MISSING = 50_000
const MB = 200
const LAST = `(SELECT max(id) - ${MISSING} FROM photos)`

/** Creates work for the upkeep in a copy of the library. */
function prepare(libraryDir: string): void {
  const db = connect(join(libraryDir, 'library.db'))
  db.pragma('synchronous = OFF')
  db.exec(`UPDATE files SET is_missing = 1, missing_ms = 1 WHERE photo_id > ${LAST};
    UPDATE photos SET is_missing = 1 WHERE id > ${LAST};
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MB})
    INSERT INTO remote_answers SELECT i, 'bench', hex(zeroblob(500000)), 1 FROM n;
    DELETE FROM remote_answers WHERE question = 'bench'`)
  db.close()
}

await withLargeLibrary(async (library) => {
  const figures = new Figures()
  const libraryDir = join(library.libraryDir, 'of-upkeep')
  mkdirSync(libraryDir, { recursive: true })
  try {
    for (const name of ['library.db', 'thumbnails.db'])
      copyFileSync(join(library.libraryDir, name), join(libraryDir, name))
    prepare(libraryDir)
    const size = () => statSync(join(libraryDir, 'library.db')).size / 1e6
    const opened = await openLarge({ ...library, libraryDir }, false)
    await warmUp(opened)
    await figures.idleWaits(opened)
    const before = size()
    const { result, waits } = await withWindows(opened, () => timed(() => opened.upkeep()))
    const note = `computing ${Math.round(result.computingMs / 1000)} s, with pauses between`
    figures.put('50,000 photos leave, 200 MB are given back', result.ms / 1000, { unit: 's', note })
    figures.waits('upkeep', waits)
    await opened.close()
    figures.put('the catalogue is shorter by', before - size(), { unit: 'MB' })
  } finally {
    rmSync(libraryDir, { recursive: true, force: true })
  }
  figures.end()
})
