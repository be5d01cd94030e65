import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../contract/errors.ts'
import { connect, isSqliteError } from './connect.ts'
import { copyDatabase } from './copy-database.ts'
import type { CopyTask, DamageReport, DatabaseCopy, DatabaseTask, TaskBegun, TaskReply } from './database-task.ts'
import { findDamage } from './find-damage.ts'
import { mergeText } from './merge-text.ts'

/** What the thread is given; the first number of `stop` becomes 1 where the work is no longer wanted. */
export type ThreadData = { task: DatabaseTask; stop: Int32Array }

/** Entry of the thread; says when a copy has begun, posts one reply and ends. */
async function main({ task, stop }: ThreadData): Promise<TaskReply> {
  try {
    return { ok: true, result: await run(task, stop) }
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException
    return { ok: false, name, message: messageOf(error), ...(code === undefined ? {} : { code }) }
  }
}

async function run(task: DatabaseTask, stop: Int32Array): Promise<DatabaseCopy | DamageReport | null> {
  if (task.kind === 'copy') return copy(task, stop)
  if (task.kind === 'merge') {
    await mergeText(task, () => throwIfStopped(stop))
    return null
  }
  const db = connect(task.path, { readonly: true, fileMustExist: true })
  try {
    return findDamage(db)
  } finally {
    db.close()
  }
}

/** What was written meanwhile had to wait: it goes into the file here, not in the thread that answers windows. */
async function copy(task: CopyTask, stop: Int32Array): Promise<DatabaseCopy> {
  const made = await copyDatabase(task, { onBegun, mayGoOn: () => throwIfStopped(stop) })
  try {
    const db = connect(task.from, { fileMustExist: true })
    db.pragma('wal_checkpoint(PASSIVE)')
    db.close()
  } catch (error) {
    // Whoever writes next does it then.
    if (!isSqliteError(error, 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR'))
      throw error
  }
  return made
}

const onBegun = () => parentPort?.postMessage({ begun: true } satisfies TaskBegun)

function throwIfStopped(stop: Int32Array): void {
  if (Atomics.load(stop, 0) === 1) throw new DOMException('The work on the database was stopped.', 'AbortError')
}

// the task comes from run-database-task.ts alone
parentPort?.postMessage(await main(workerData as ThreadData))
