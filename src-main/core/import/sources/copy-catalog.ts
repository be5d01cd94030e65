import { say } from '../../../contract/sentences/say.ts'
import { constants } from 'node:fs'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { connect, isSqliteError, type Db } from '../../../sqlite/connect.ts'
import { isAbsent } from '../../../base/files/file-errors.ts'

/** What stands beside a database while its program has it open, or after a crash. */
const BESIDE = ['', '-wal', '-journal']
const MAX_ATTEMPTS = 3

/**
 * Opens a copy of another program's database, so that nothing is ever written beside the original, which that program
 * may have open. `use` may read it; the copy is gone afterwards.
 */
export async function* withCopy<T>(original: string, use: (db: Db) => AsyncGenerator<T>): AsyncGenerator<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lumafold-import-'))
  try {
    const copy = path.join(folder, 'copy.db')
    await copyWhole(original, copy)
    const db = connect(copy)
    try {
      yield* use(db)
    } catch (error) {
      throw describeDamage(error, original)
    } finally {
      db.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A copy that was written to meanwhile would be torn: it is made again. */
async function copyWhole(original: string, copy: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = await factsOf(original)
    for (const end of BESIDE) {
      await rm(copy + end, { force: true })
      if (before[end] !== undefined) await copyFile(original + end, copy + end, constants.COPYFILE_FICLONE)
    }
    if (JSON.stringify(before) === JSON.stringify(await factsOf(original))) return
  }
  const name = path.basename(original)
  throw new AppError('bad-params', say('errors.catalogueInUse', { name }))
}

async function factsOf(original: string): Promise<Record<string, string>> {
  const facts: Record<string, string> = {}
  for (const end of BESIDE) {
    const found = await stat(original + end, { bigint: true }).catch((error: unknown) => {
      if (isAbsent(error) && end !== '') return null
      throw error
    })
    if (found !== null) facts[end] = `${found.size} ${found.mtimeNs}`
  }
  return facts
}

function describeDamage(error: unknown, original: string): unknown {
  if (!isSqliteError(error, 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_ERROR', 'SQLITE_CANTOPEN')) return error
  const name = path.basename(original)
  return new AppError('bad-params', say('errors.catalogueDamaged', { name }), { cause: error })
}
