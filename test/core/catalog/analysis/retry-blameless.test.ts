import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openForTest, openWithRoot, STEPS, statusOf } from '../library.ts'

/** Reasons as earlier versions stored them, and whether they say something about the photo. */
const failures = [
  ['crashed', 'An unexpected error stopped the analysis. Details are in the log.', 'pending'],
  ['timed-out', 'The analysis took too long and was given up (no answer within 19 seconds).', 'pending'],
  [
    'crashed',
    'The analysis process ended while it worked on this photo (the analysis process does not start: spawn ENOENT).',
    'pending',
  ],
  ['crashed', 'The analysis process ended while it worked on this photo (signal SIGSEGV).', 'failed'],
  ['damaged', 'The file is damaged (bad header).', 'failed'],
] as const

test('photos that a full disk or a slow share once marked as failed are tried again, once', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const ids = add(...failures.map((_, i) => `${i}.jpg`))
  const mark = (to: typeof catalog) =>
    failures.forEach(([code, reason], i) => to.analysis.saveOutcome(ids[i]!, STEPS, { ok: false, code, reason }))
  const statuses = (of: typeof catalog) => ids.map((id) => statusOf(of, id))
  mark(catalog)
  expect(statuses(catalog)).toEqual(failures.map(() => 'failed'))
  catalog.close()
  makeOlder(folder)

  const mended = openForTest(folder)
  expect(statuses(mended)).toEqual(failures.map(([, , status]) => status))
  expect(mended.analysis.takePending(9, { first: [], busy: new Set() })).toHaveLength(3)
  mark(mended)
  mended.close()
  expect(statuses(openForTest(folder))).toEqual(failures.map(() => 'failed'))
})

/** As a version of the program left it that did not know of the repair. */
function makeOlder(folder: string) {
  const db = new Database(join(folder, 'library.db'))
  db.prepare("DELETE FROM program_state WHERE key = 'blameless-photos-retried'").run()
  db.close()
}
