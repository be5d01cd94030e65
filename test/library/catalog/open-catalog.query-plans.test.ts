import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { tempFolder } from '../../fixtures/folders.ts'
import { openWithRoot } from './library.ts'

const MAIN = 'FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1'

/** Queries whose cost must not grow with the library. Each must use an index and no sorting. */
const plans = [
  [
    `SELECT p.id, f.folder_id, f.name, p.pending ${MAIN} WHERE p.status = 0 AND p.root_id = 1 ORDER BY p.sort_ms DESC, p.id DESC LIMIT 8`,
    'photos_pending',
  ],
  [
    `SELECT p.id, f.folder_id, f.name ${MAIN.replace('photos p', 'photos p INDEXED BY photos_without_picture')} WHERE p.status = 0 AND p.thumb_version <= 0 AND p.root_id = 1 ORDER BY p.sort_ms DESC, p.id DESC LIMIT 8`,
    'photos_without_picture',
  ],
  [
    `SELECT p.id, f.folder_id, f.name ${MAIN} WHERE p.needs_metadata = 1 AND p.status <> 3 AND p.root_id = 1 ORDER BY p.sort_ms DESC, p.id DESC LIMIT 8`,
    'photos_unread',
  ],
  ['SELECT photo_id FROM files WHERE is_main = 1 ORDER BY name_key, photo_id', 'files_name'],
  ['UPDATE photos SET pending = 1 WHERE step_set = 3', 'photos_step_set'],
  [
    `SELECT f.id FROM json_each('["p1.jpg"]') n CROSS JOIN files f ON f.folder_id = 1 AND f.name = n.value`,
    'files_place (folder_id=? AND name=?)',
  ],
  ['SELECT id, photo_id FROM files WHERE folder_id = 1 AND name = ? ORDER BY is_missing LIMIT 1', 'files_place'],
] as const

test('queues, orders and look-ups use an index', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  add(...Array.from({ length: 300 }, (_, i) => `p${i}.jpg`))
  catalog.close()
  const db = new Database(join(folder, 'library.db'), { readonly: true })
  for (const [sql, index] of plans) {
    const parameters = sql.includes('?') ? ['p1.jpg'] : []
    const plan = db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map((row) => row.detail)
      .join('; ')
    expect(plan).toContain(index)
    expect(plan).not.toContain(sql.includes('is_missing LIMIT') ? 'SCAN' : 'TEMP B-TREE')
  }
  db.close()
})
