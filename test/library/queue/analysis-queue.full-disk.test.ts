import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Catalog } from '../../../src-main/library/catalog/catalog.ts'
import { libraryDatabase } from '../../../src-main/library/catalog/database/library-database.ts'
import { AnalysisQueue } from '../../../src-main/library/queue/analysis-queue.ts'
import { withPlainErrors } from '../../../src-main/base/sqlite/damage.ts'
import { fillDisk, mountSmallDisk } from '../../fixtures/small-disk.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { openWithRoot, statusOf } from '../catalog/library.ts'
import { createFakeEngine } from '../library/fake-engine.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

/** SQLite's own error when a database may not grow. */
function meetFullDatabase(): never {
  const db = new Database(join(tempFolder(), 'full.db'))
  try {
    db.pragma('max_page_count = 2')
    db.exec('CREATE TABLE one (bytes BLOB)')
    db.exec('INSERT INTO one VALUES (zeroblob(1000000))')
  } finally {
    db.close()
  }
  throw new Error('The database grew.')
}

type Fault = () => never

/** A queue over a real catalogue whose saves fail with `state.fault` if it is set. */
function openQueue(names: string[], fault: Fault | null) {
  const { catalog, add } = openWithRoot()
  const ids = add(...names)
  const state = { fault, tries: [] as number[], log: [] as { message: string; details: object }[] }
  const faulty: Catalog = {
    ...catalog,
    analysis: {
      ...catalog.analysis,
      saveOutcome(id, ...rest) {
        state.tries.push(id)
        state.fault?.()
        catalog.analysis.saveOutcome(id, ...rest)
      },
    },
  }
  const engine = createFakeEngine()
  engine.analyse = async () => ({ ok: true, findings: { thumbnail: new Uint8Array([1]), tags: [] }, warnings: [] })
  const write = (message: string, details: object = {}) => void state.log.push({ message, details })
  const queue = new AnalysisQueue({
    catalog: faulty,
    engine,
    log: { debug: write, info: write, warn: write, error: write },
    index: () => {},
    ingest: { recheck: async () => {} },
    isUnchanged: async () => true,
    hub: { photosChanged: () => {} },
  })
  onTestFinished(() => queue.close(1000))
  const ready = () => ids.filter((id) => statusOf(catalog, id) === 'ready').length
  /** Runs everything that is due: attempts that wait only for each other. */
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { queue, state, ids, ready, settle, statuses: () => ids.map((id) => statusOf(catalog, id)) }
}

describe('a failed save', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['SQLite finds no room', meetFullDatabase, /disk.*full/i],
    [
      'the system finds no room',
      () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      },
      /disk.*full/i,
    ],
    [
      'something else is wrong with the library',
      () => {
        throw new Error('disk I/O error')
      },
      /disk I\/O error/,
    ],
  ] as [string, Fault, RegExp][])('leaves photos pending and gives the reason: %s', async (_what, fault, words) => {
    const { queue, state, ready, settle, statuses } = openQueue(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'], fault)
    queue.start()
    await settle()
    expect(statuses()).toEqual(['pending', 'pending', 'pending', 'pending'])
    expect(queue.progress()).toMatchObject({ isWorking: false, pending: 4, analysed: 0, failed: 0 })
    expect(inEnglish(queue.progress().problem)).toMatch(words)
    expect(state.log.length).toBeGreaterThan(0)

    state.fault = null
    await vi.advanceTimersByTimeAsync(1000)
    expect(ready()).toBe(4)
    expect(queue.progress()).toMatchObject({ pending: 0, analysed: 4, failed: 0, problem: null })
  })

  test('is retried with one photo, after pauses that grow up to a minute', async () => {
    const { queue, state, settle } = openQueue(['a.jpg', 'b.jpg', 'c.jpg'], meetFullDatabase)
    queue.start()
    await settle()
    const first = state.tries.length
    const times: number[] = []
    const begun = Date.now()
    for (let seconds = 1; seconds <= 200; seconds++) {
      const before = state.tries.length
      await vi.advanceTimersByTimeAsync(1000)
      if (state.tries.length > before) times.push((Date.now() - begun) / 1000)
      expect(state.tries.length - before).toBeLessThanOrEqual(1)
    }
    expect(first).toBeLessThanOrEqual(2)
    expect(times).toEqual([1, 3, 7, 15, 31, 63, 123, 183])
  })

  test('is retried at once when a person resumes, and pauses start again after a success', async () => {
    const { queue, state, ready, settle } = openQueue(['a.jpg', 'b.jpg'], meetFullDatabase)
    queue.start()
    await vi.advanceTimersByTimeAsync(20_000)
    state.fault = null
    queue.resume()
    await settle()
    expect(ready()).toBe(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('keeps no timer after the queue is closed', async () => {
    const { queue, settle } = openQueue(['a.jpg'], meetFullDatabase)
    queue.start()
    await settle()
    expect(vi.getTimerCount()).toBe(1)
    await queue.close(1000)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('does not end the wait for the end of all work', async () => {
    const { queue, state, settle } = openQueue(['a.jpg', 'b.jpg'], meetFullDatabase)
    let isIdle = false
    const idle = queue.idle().then(() => (isIdle = true))
    await settle()
    await vi.advanceTimersByTimeAsync(5000)
    expect(isIdle).toBe(false)
    state.fault = null
    await vi.advanceTimersByTimeAsync(60_000)
    await idle
    expect(queue.progress().pending).toBe(0)
  })
})

test('a save that fails for lack of space has its own code and message', () => {
  expect(() => withPlainErrors(libraryDatabase(join('/', 'pictures')).words, meetFullDatabase)).toThrow(
    expect.objectContaining({ code: 'disk-full', message: expect.stringContaining(join('/', 'pictures')) }),
  )
})

test(
  'a library on a full disk reports it, loses nothing, and resumes by itself when there is room',
  { tags: 'night' },
  async ({ skip }) => {
    const disk = mountSmallDisk(8 * 1024 * 1024)
    if ('reason' in disk) return skip(disk.reason)
    const { photosDir } = makeLibrary()
    await drawPhotos(photosDir, 6)
    const engine = createFakeEngine()
    engine.hold = true
    const { library } = await openTestLibrary(join(disk.folder, 'library'), { engine })
    await library.hostCalls.addFolder({ path: photosDir })
    await until(
      () => engine.seen.length,
      (count) => count === 2,
    )
    const { total } = await library.calls.photos.list({})
    const free = fillDisk(disk.folder)
    engine.release()
    const full = await until(
      () => library.calls.analysis.status(),
      (status) => status.problem !== undefined,
    )
    expect(inEnglish(full.problem)).toMatch(/disk.*full/i)
    expect(full).toMatchObject({ failed: 0 })
    expect(full.pending).toBeGreaterThan(0)
    const [tile] = (await library.calls.photos.list({})).tiles
    await expect(library.calls.photos.rate({ ids: [tile!.id], rating: 3 })).rejects.toMatchObject({
      code: 'disk-full',
      message: expect.stringMatching(/disk.*full/i),
    })

    free()
    await library.hostCalls.waitUntilIdle()
    const status = await library.calls.analysis.status()
    expect(status).toMatchObject({ pending: 0, failed: 0, analysed: total })
    expect(status.problem).toBeUndefined()
  },
)
