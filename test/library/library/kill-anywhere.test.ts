/** @module-tag night */

import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { isRunning } from '../../fixtures/processes.ts'
import { runCli } from '../../shells/cli/run-cli.ts'
import { childrenOf, serveLibrary, type ServedLibrary, type WindowClient } from './killed-library.ts'

const PHOTOS = 40
const SEED = Number(process.env['LUMAFOLD_TEST_SEED'] ?? 9)

/** Mulberry32: the same numbers for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** The person's confirmed changes; `open` are edits that were not confirmed when the program died. */
type Model = { ratings: Map<string, number>; open: Map<string, number> }

/** Rates photos one after the other until the program ends. */
async function rateOn({ library }: WindowClient, model: Model, random: () => number): Promise<void> {
  for (;;) {
    const offset = Math.floor(random() * PHOTOS)
    const [tile] = (await library.photos.list({ sort: { by: 'name', order: 'asc' }, offset, limit: 1 })).tiles
    if (tile === undefined) continue // it has not been found yet
    const rating = Math.floor(random() * 6)
    model.open.set(tile.name, rating)
    await library.photos.rate({ ids: [tile.id], rating })
    model.open.delete(tile.name)
    model.ratings.set(tile.name, rating)
  }
}

/** Exports all photos, one job after the other, until the program ends. */
async function exportOn({ library, shell }: WindowClient, folder: string): Promise<void> {
  const target = await shell.chooseTarget({ path: folder })
  const targetId = target!.id
  const settings = {
    kind: 'pictures' as const,
    outputs: [{ kind: 'crop' as const, size: { width: 320, height: 320 } }],
  }
  const source = { kind: 'query' as const, query: { filter: { statuses: ['ready' as const] } } }
  for (;;) {
    const { jobId } = await library.exports.start({ source, settings, targetId })
    while ((await library.exports.get({ jobId })).state !== 'done') await delay(100)
  }
}

/** Kills one of the processes: the program itself, or one of its children. */
function killOne(served: ServedLibrary, random: () => number): 'program' | 'child' {
  const pid = served.process.pid!
  const children = childrenOf(pid)
  const victims = [pid, ...children]
  const victim = victims[Math.floor(random() * victims.length)]!
  try {
    process.kill(victim, 'SIGKILL')
  } catch {
    // It had ended by itself at this very moment.
  }
  return victim === pid ? 'program' : 'child'
}

/** The program and all its children have ended. */
async function killAll(served: ServedLibrary): Promise<void> {
  const children = childrenOf(served.process.pid!)
  const hasEnded = served.process.exitCode !== null || served.process.signalCode !== null
  const ended = hasEnded ? Promise.resolve() : once(served.process, 'close')
  served.process.kill('SIGKILL')
  await ended
  served.close()
  await expect.poll(() => children.filter(isRunning)).toEqual([])
}

/** A database after a crash, opened by SQLite alone. */
function findFaults(path: string): unknown[] {
  const db = new Database(path)
  try {
    return [...(db.pragma('integrity_check') as object[]), ...(db.pragma('foreign_key_check') as object[])]
  } finally {
    db.close()
  }
}

test.runIf(process.platform === 'linux')(
  `after a kill at any moment, no accepted edit is lost and no half-written file stays (seed ${SEED})`,
  async () => {
    const base = tempFolder()
    const [dataDir, folder, exported, temporary] = ['data', 'photos', 'exported', 'temporary'].map((name) =>
      join(base, name),
    ) as [string, string, string, string]
    for (const each of [exported, temporary]) mkdirSync(each)
    // Some are analysed already, so that there is something to export at once.
    await drawPhotos(folder, PHOTOS / 2, { width: 400, height: 300 })
    expect((await runCli(dataDir, 'add', folder, '--wait')).code).toBe(0)
    await drawPhotos(folder, PHOTOS, { width: 400, height: 300 })
    const random = seededRandom(SEED)
    const model: Model = { ratings: new Map(), open: new Map() }
    for (let round = 0; round < 5; round++) {
      const served = await serveLibrary({ dataDir, temporary, root: base, folder })
      const edits = rateOn(served.client, model, random).catch(() => undefined)
      const exports = exportOn(served.client, exported).catch(() => undefined)
      const before = readdirSync(exported).length
      await expect.poll(() => readdirSync(exported).length).toBeGreaterThan(before)
      let isOver = false
      for (let kills = 0; kills < 3 && !isOver; kills++) {
        await delay(random() * 1000)
        isOver = killOne(served, random) === 'program'
      }
      await killAll(served)
      await Promise.all([edits, exports])
      for (const name of ['library.db', 'thumbnails.db'])
        expect(findFaults(join(dataDir, 'library', name)), `${name} after round ${round}`).toEqual([
          { integrity_check: 'ok' },
        ])
    }
    expect(model.ratings.size).toBeGreaterThan(0)

    const last = await serveLibrary({ dataDir, temporary, root: base, folder })
    await expect.poll(() => readdirSync(exported).filter((name) => name.endsWith('.part'))).toEqual([])
    const { tiles } = await last.client.library.photos.list({ limit: PHOTOS })
    for (const { name, rating } of tiles) {
      const accepted = model.ratings.get(name) ?? 0
      expect([accepted, model.open.get(name) ?? accepted], name).toContain(rating)
    }
    await killAll(last)
    const added = await runCli(dataDir, 'add', folder, '--wait')
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining(`${PHOTOS} photos, ${PHOTOS} analysed`) })
    expect(readdirSync(temporary)).toEqual([])
    const files = readdirSync(exported)
    await Promise.all(files.map((name) => sharp(join(exported, name), { failOn: 'warning' }).stats()))
    const odd = readdirSync(join(dataDir, 'library'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(new|tmp|part|temp)$/.test(name),
    )
    expect(odd).toEqual([])
  },
)
