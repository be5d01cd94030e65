import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../contract/errors.ts'
import { connect, isSqliteError, type Db } from './connect.ts'
import { copyDatabase } from './copy-database.ts'
import type {
  CopyTask,
  DamageReport,
  DatabaseCopy,
  DatabaseTask,
  TaskBegun,
  TaskReply,
  MergeTask,
} from './database-task.ts'
import { findDamage } from './find-damage.ts'

/** Pages in a step: it takes some milliseconds, or some tenths of a second if a word of every row is among them. */
const PAGES = 64
/** Pause between two steps, so that waiting writers come first. */
const PAUSE_MS = 10

/** Merges the segments of a full-text index until none are left. Blocks its thread. */
async function mergeText({ path, table }: Omit<MergeTask, 'kind'>, mayGoOn: () => void): Promise<void> {
  const db = connect(path, { fileMustExist: true })
  try {
    const merge = db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${PAGES})`)
    for (let changes = 2; changes > 1;) {
      mayGoOn()
      changes = -totalChanges(db)
      merge.run()
      changes += totalChanges(db) // one if there was nothing to merge
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  } finally {
    db.close()
  }
}

const totalChanges = (db: Db): number => db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0

/** Input of the thread; the first number of `stop` becomes 1 when the work is no longer wanted. */
export type ThreadData = { task: DatabaseTask; stop: Int32Array }

/** Entry of the thread: reports when a copy has begun, posts one reply and ends. */
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

/** Writes during the copy stay in the log: it is moved into the file here, not in the thread that answers windows. */
async function copy(task: CopyTask, stop: Int32Array): Promise<DatabaseCopy> {
  const made = await copyDatabase(task, { onBegun, mayGoOn: () => throwIfStopped(stop) })
  try {
    const db = connect(task.from, { fileMustExist: true })
    db.pragma('wal_checkpoint(PASSIVE)')
    db.close()
  } catch (error) {
    // The next writer does it then.
    if (!isSqliteError(error, 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR'))
      throw error
  }
  return made
}

const onBegun = () => parentPort?.postMessage({ begun: true } satisfies TaskBegun)

function throwIfStopped(stop: Int32Array): void {
  if (Atomics.load(stop, 0) === 1) throw new DOMException('The work on the database was stopped.', 'AbortError')
}

// only run-database-task.ts posts tasks
parentPort?.postMessage(await main(workerData as ThreadData))
