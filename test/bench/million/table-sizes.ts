import { join } from 'node:path'
import { connect } from '../../../src-main/base/sqlite/connect.ts'

/** Bytes of each table and index in the catalogue, the largest first. */
export function tableSizes(libraryDir: string): { name: string; bytes: number }[] {
  const db = connect(join(libraryDir, 'library.db'), { readonly: true })
  try {
    return db
      .prepare<[], { name: string; bytes: number }>(
        'SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE aggregate = TRUE GROUP BY name ORDER BY bytes DESC',
      )
      .all()
  } finally {
    db.close()
  }
}
