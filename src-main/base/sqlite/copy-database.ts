import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { connect, type Db } from './connect.ts'
import type { CopyTask, DatabaseCopy } from './database-task.ts'
import { findDamage } from './find-damage.ts'
import { flushFile } from './flush-file.ts'
import { PieceSize } from './piece-size.ts'
import { makeOwnerOnly } from './owner-only.ts'
import { hashFileSync } from '../files/hash.ts'

/** Pages in a step, about a megabyte, and the maximum number of steps between two flushes. */
const PAGES_PER_STEP = 256
const STEPS_PER_FLUSH = 8

type CopyListener = { onBegun?: () => void; mayGoOn?: () => void }

/**
 * Copies a database by SQLite's online backup into a self-contained file without a journal. Calls `onBegun` once the
 * copied moment is fixed, and `mayGoOn` between steps, which may throw to end the copy. Each step blocks its thread.
 */
export async function copyDatabase(
  { from, to, figures }: Omit<CopyTask, 'kind'>,
  { onBegun = () => {}, mayGoOn = () => {} }: CopyListener = {},
): Promise<DatabaseCopy> {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(to + end, { force: true })
  const source = connect(from, { readonly: true, fileMustExist: true })
  try {
    // The transaction fixes one moment: without it each write of another connection would restart the copy.
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    onBegun()
    makeOwnerOnly(to)
    await copyInSteps(source, to, mayGoOn)
  } finally {
    source.close()
  }
  mayGoOn()
  return { ...examine(to, figures), bytes: statSync(to).size, sha256: hashFileSync(to, mayGoOn) }
}

/**
 * Flushes now and then, more often on a slow disk: any other flush meanwhile, such as that of a person's edit, also
 * waits for what was written here.
 */
async function copyInSteps(source: Db, to: string, mayGoOn: () => void): Promise<void> {
  let steps = 0
  const stepsPerFlush = new PieceSize({ first: 2, min: 1, max: STEPS_PER_FLUSH })
  let file: number | null = null
  try {
    await source.backup(to, {
      progress: () => {
        mayGoOn()
        file ??= openSync(to, 'r')
        steps += 1
        if (steps >= stepsPerFlush.next) {
          stepsPerFlush.measure(steps, flush(file))
          steps = 0
        }
        return PAGES_PER_STEP
      },
    })
  } finally {
    if (file !== null) closeSync(file)
  }
}

const flush = (file: number) => () => fsyncSync(file)

function examine(path: string, questions: Readonly<Record<string, string>>) {
  const copy = connect(path, { fileMustExist: true })
  try {
    copy.pragma('journal_mode = DELETE')
    const { findings } = findDamage(copy)
    const entries = Object.entries(findings.length > 0 ? {} : questions)
    const figures = entries.map(([name, sql]) => [name, copy.prepare(sql).pluck().get() ?? null])
    return { damage: findings, figures: Object.fromEntries(figures) as DatabaseCopy['figures'] }
  } finally {
    copy.close()
    flushFile(path)
  }
}
