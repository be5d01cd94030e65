import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { normalView } from '../../src-main/contract/library/normal-view.ts'
import { createLocalEngine } from '../../src-main/engines/local/create-local-engine.ts'
import { createLibrary, type OpenLibrary } from '../../src-main/library/library.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../fixtures/folders.ts'
import { makeSession } from './culling/make-session.ts'
import { JUDGING_MS } from './culling/pace.ts'
import { Figures } from './million/figures.ts'

/**
 * Frames are judged by their sharpness, which is measured after an import. The benchmark counts how many are measured
 * in a second while nobody works, and beside a person who culls the first hundred at the pace of the culling benchmark:
 * opens a photo with its preview and the next one, looks at it, and gives it a flag.
 */

const COUNT = Number(process.env['LUMAFOLD_BENCH_PHOTOS'] ?? 1000)
const DECISIONS = Math.min(100, COUNT)
/** The requirement: frames judged meanwhile. */
const WANTED = 3000
const POLL_MS = 50

const warn = (message: string, details: unknown) => process.stderr.write(`${message} ${JSON.stringify(details)}\n`)
const log = { debug: () => {}, info: () => {}, warn, error: warn }
const base = makeTempFolder('bench-judging')
const modelsDir = join(base, 'no-models')

async function withLibrary<T>(name: string, work: (library: OpenLibrary) => Promise<T>): Promise<T> {
  const libraryDir = join(base, name)
  cpSync(join(base, 'session'), libraryDir, { recursive: true })
  const library = await createLibrary({ libraryDir, resourcesDir, modelsDir, log, owner: 'bench', watch: true })
  try {
    return await work(library)
  } finally {
    await library.close()
  }
}

const countWaiting = async ({ calls }: OpenLibrary): Promise<number> =>
  (await calls.analysis.status()).late?.photos ?? 0

/** Milliseconds until the sharpness of all frames is measured; nobody works. */
async function measureIdle(library: OpenLibrary): Promise<number> {
  const began = performance.now()
  while ((await countWaiting(library)) > 0) await setTimeout(POLL_MS)
  return performance.now() - began
}

/** Frames that waited, those judged meanwhile, milliseconds, and photos that were judged before their decision. */
type Beside = { waiting: number; frames: number; ms: number; inTime: number }

async function measureBeside(library: OpenLibrary): Promise<Beside> {
  const { calls } = library
  const sort = { by: 'takenAt', order: 'asc' } as const
  const { tiles } = await calls.photos.list({ filter: normalView({}), sort, offset: 0, limit: DECISIONS + 1 })
  const waiting = await countWaiting(library)
  const began = performance.now()
  let inTime = 0
  for (const [at, { id }] of tiles.slice(0, DECISIONS).entries()) {
    await calls.photos.get({ id })
    await library.serveImage({ photoId: id, kind: 'preview' })
    const next = tiles[at + 1]
    const ahead = next && library.serveImage({ photoId: next.id, kind: 'preview' })
    await setTimeout(JUDGING_MS)
    if ((await calls.photos.get({ id })).sharpness !== null) inTime++
    await calls.photos.setPick({ ids: [id], pick: at % 2 === 0 ? 1 : -1 })
    await ahead
  }
  const ms = performance.now() - began
  return { waiting, frames: waiting - (await countWaiting(library)), ms, inTime }
}

try {
  const engine = createLocalEngine({ resourcesDir, modelsDir, log })
  const steps = engine.steps()
  await engine.close()
  await makeSession(join(base, 'session'), COUNT, { steps, later: ['sharpness'] })
  const figures = new Figures()
  const idleMs = await withLibrary('idle', measureIdle)
  const { waiting, frames, ms, inTime } = await withLibrary('beside', measureBeside)
  const perSecond = frames / (ms / 1000)
  figures.put('frames judged in a second while nobody works', COUNT / (idleMs / 1000), {
    unit: '',
    note: `${COUNT} photos of 6 megapixels in ${(idleMs / 1000).toFixed(0)} s, with the start of the processes`,
  })
  figures.put('frames judged in a second beside a person', perSecond, { unit: '' })
  const needed = (WANTED / perSecond / DECISIONS).toFixed(1)
  const wanted = `${WANTED.toLocaleString('en')} would take ${needed} s a decision`
  figures.put(`frames judged during ${DECISIONS} decisions`, frames, {
    unit: '',
    note: `in ${(ms / 1000).toFixed(0)} s; ${frames === waiting ? 'all: the session is too small' : wanted}`,
  })
  figures.put('photos in sight judged before their decision', (100 * inTime) / DECISIONS, { unit: '%' })
  figures.end()
} finally {
  removeFolder(base)
}
