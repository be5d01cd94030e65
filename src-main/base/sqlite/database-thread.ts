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

/** Pages of one step: some milliseconds, and some tenths of a second where a word of every row is among them. */
const PAGES = 64
/** Between two steps, so that whoever waits to write comes first. */
const PAUSE_MS = 10

/** Merges the parts of an index of full text until nothing is left to merge. Blocks its thread. */
async function mergeText({ path, table }: Omit<MergeTask, 'kind'>, mayGoOn: () => void): Promise<void> {
  const db = connect(path, { fileMustExist: true })
  try {
    const merge = db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${PAGES})`)
    for (let changes = 2; changes > 1;) {
      mayGoOn()
      changes = -totalChanges(db)
      merge.run()
      changes += totalChanges(db) // one where there was nothing to merge
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  } finally {
    db.close()
  }
}

const totalChanges = (db: Db): number => db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0

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
