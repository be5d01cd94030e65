import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { inEnglish } from '../../src-main/contract/sentences/write-text.ts'
import { createLocalEngine } from '../../src-main/engines/local/create-local-engine.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../fixtures/folders.ts'
import { largePhotos } from './make-photos.ts'
import { startMeter } from './process-meter.ts'

type Measured = { what: string; 'photos/s': string; 'CPU ms/photo': string; 'peak MB': string }
const log = { debug() {}, warn: console.warn }
const PROCESSES = 2

/** Runs work over `count` photos and returns its cost, all processes together. */
async function measure(what: string, count: number, work: () => Promise<void>): Promise<Measured> {
  const meter = startMeter()
  const began = performance.now()
  try {
    await work()
    const seconds = (performance.now() - began) / 1000
    return {
      what,
      'photos/s': (count / seconds).toFixed(1),
      'CPU ms/photo': (meter.cpuMs() / count).toFixed(1),
      'peak MB': (meter.peakBytes() / 1e6).toFixed(0),
    }
  } finally {
    meter.stop()
  }
}

/** Thumbnails by the engine's own processes, requested as the library does. */
async function makePreviews(paths: readonly string[]): Promise<void> {
  const folder = makeTempFolder('bench-decode')
  const engine = createLocalEngine({ resourcesDir, modelsDir: folder, log, processes: PROCESSES })
  try {
    const waiting = [...paths]
    const take = async () => {
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        const outcome = await engine.analyse({ path, steps: ['preview'] })
        if (!outcome.ok) throw new Error(`${path}: ${inEnglish(outcome.reason)}`)
      }
    }
    await Promise.all(Array.from({ length: engine.concurrency }, take))
  } finally {
    await engine.close()
    removeFolder(folder)
  }
}

/** The same by vipsthumbnail in as many processes, one thread each. */
async function runVipsthumbnail(paths: readonly string[]): Promise<void> {
  const out = makeTempFolder('bench-vips')
  try {
    const child = spawn(
      'xargs',
      [
        '-0',
        `-P${PROCESSES}`,
        '-n',
        '12',
        'vipsthumbnail',
        '--size',
        '320',
        '--output',
        `${out}/%s.webp[Q=75,effort=0]`,
      ],
      { stdio: ['pipe', 'inherit', 'inherit'], env: { ...process.env, VIPS_CONCURRENCY: '1' } },
    )
    child.stdin.end(paths.map((path) => `${path}\0`).join(''))
    const [code] = (await once(child, 'exit')) as [number]
    if (code !== 0) throw new Error(`vipsthumbnail ended with ${code}`)
  } finally {
    removeFolder(out)
  }
}

/** Decoding and thumbnails alone, compared with vipsthumbnail if it is installed. */
export async function benchDecode(count = 96): Promise<Measured[]> {
  const folder = await largePhotos(count)
  const paths = readdirSync(folder).map((name) => join(folder, name))
  const rows = [await measure('preview step, 2 processes', count, () => makePreviews(paths))]
  if (spawnSync('vipsthumbnail', ['--version']).status === 0)
    rows.push(await measure('vipsthumbnail, 2 processes', count, () => runVipsthumbnail(paths)))
  return rows
}

if (import.meta.main) {
  console.log(`${availableParallelism()} cores`)
  console.table(await benchDecode(Number(process.argv[2] ?? 96)))
}
