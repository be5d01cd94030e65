import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { DatabaseTask, TaskBegun, TaskReply, TaskResult } from './database-task.ts'
import type { ThreadData } from './database-thread.ts'

type TaskListener = { signal?: AbortSignal; onBegun?: () => void }

/**
 * Works on a whole database file in another thread, over its own connection, so that this thread keeps answering.
 * Rejects with the system's or SQLite's error, which keeps its code, or with an `AbortError` after a stop. `onBegun` is
 * called once a copy has fixed its moment: later writes are not in it.
 */
export async function runDatabaseTask<Kind extends DatabaseTask['kind']>(
  task: Extract<DatabaseTask, { kind: Kind }>,
  { signal, onBegun }: TaskListener = {},
): Promise<TaskResult[Kind]> {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const ask = () => void Atomics.store(stop, 0, 1)
  if (signal?.aborted) ask()
  signal?.addEventListener('abort', ask)
  try {
    const reply = await runInThread({ task, stop }, onBegun)
    if (reply.ok) return reply.result as TaskResult[Kind]
    throw toError(reply)
  } finally {
    signal?.removeEventListener('abort', ask)
  }
}

/** Resolves when the thread has ended, so that all its connections are closed. */
async function runInThread(workerData: ThreadData, onBegun: () => void = () => {}): Promise<TaskReply> {
  const worker = new Worker(threadPath(), { workerData })
  return new Promise((resolve, reject) => {
    let reply: TaskReply | null = null
    worker.on('message', (message: TaskReply | TaskBegun) => {
      if ('begun' in message) onBegun()
      else reply = message
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      if (reply === null) reject(new Error('The thread that works on the database ended without an answer.'))
      else resolve(reply)
    })
  })
}

function toError({ name, message, code }: Extract<TaskReply, { ok: false }>): Error {
  const error = name === 'AbortError' ? new DOMException(message, name) : new Error(message)
  return code === undefined || name === 'AbortError' ? error : Object.assign(error, { code })
}

/** Beside this file as source, or built as `database-thread.js` beside the program or its chunks. */
function threadPath(): string {
  const paths = ['./database-thread.ts', './database-thread.js', '../database-thread.js'].map((candidate) =>
    fileURLToPath(new URL(candidate, import.meta.url)),
  )
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`The program of the thread is missing; looked for ${paths.join(', ')}.`)
  return found
}
