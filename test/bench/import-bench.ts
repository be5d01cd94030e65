import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createCore, type Core } from '../../src-main/core/core.ts'
import type { AnalysisEngine, StepName } from '../../src-main/engine/engine.ts'
import { createLocalEngine } from '../../src-main/engine/local/local-engine.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { largePhotos } from './make-photos.ts'
import { startMeter } from './process-meter.ts'

type Run = { seconds: number; cpuMs: number; peakMb: number; timings: Map<string, number>; idleCpuPercent: number }
export type ImportBench = { table: Record<string, string>[]; steps: Record<string, string>[] }

const log = { debug() {}, info() {}, warn: console.warn, error: console.error }

function open(dir: string, createEngine?: () => AnalysisEngine): Promise<Core> {
  return createCore({ libraryDir: join(dir, 'library'), resourcesDir, modelsDir: join(dir, 'models'), log, owner: 'bench', watch: true, createEngine })
}

/** The built-in engine, with only some of its steps, adding up what each step costs. */
function meteredEngine(dir: string, timings: Map<string, number>, only?: readonly StepName[]): AnalysisEngine {
  const engine = createLocalEngine({ resourcesDir, modelsDir: join(dir, 'models'), log })
  return {
    ...engine,
    steps: () => engine.steps().filter((step) => only === undefined || only.includes(step.name)),
    async analyse(request) {
      const outcome = await engine.analyse({ ...request, steps: request.steps.filter((step) => only === undefined || only.includes(step)) })
      if (outcome.ok) for (const [step, ms] of Object.entries(outcome.findings.timings ?? {})) timings.set(step, (timings.get(step) ?? 0) + ms)
      return outcome
    },
  }
}

/** From adding a folder until nothing is pending. */
async function importFolder(photos: string, only?: readonly StepName[]): Promise<Run> {
  const dir = makeTempFolder('bench')
  const timings = new Map<string, number>()
  const core = await open(dir, () => meteredEngine(dir, timings, only))
  const meter = startMeter()
  try {
    const began = performance.now()
    await core.hostCalls.addFolder({ path: photos })
    await core.hostCalls.waitUntilIdle()
    const seconds = (performance.now() - began) / 1000
    const cpuMs = meter.cpuMs()
    const { failed } = await core.library.analysis.status()
    if (failed > 0) throw new Error(`${failed} photos failed`)
    return { seconds, cpuMs, peakMb: meter.peakBytes() / 1e6, timings, idleCpuPercent: await measureIdle(meter) }
  } finally {
    meter.stop()
    await core.close()
    removeFolder(dir)
  }
}

const IDLE_MS = 10_000

/** Processor use once all is done. The meter itself looks ten times a second and is part of it. */
async function measureIdle(meter: { cpuMs(): number; stop(): void }): Promise<number> {
  meter.stop()
  await setTimeout(2_000)
  const before = meter.cpuMs()
  await setTimeout(IDLE_MS)
  return ((meter.cpuMs() - before) / IDLE_MS) * 100
}

/** Files a second that become rows, over many small files and with the analysis held. */
async function measureRows(count: number): Promise<number> {
  const dir = makeTempFolder('bench-rows')
  const picture = await drawPicture({ width: 32, height: 24 })
  for (let at = 0; at < count; at++) {
    const folder = join(dir, 'photos', `day-${Math.floor(at / 500)}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `p${at}.jpg`), picture)
  }
  const core = await open(dir, () => createLocalEngine({ resourcesDir, modelsDir: join(dir, 'models'), log }))
  try {
    await core.library.analysis.pause()
    const began = performance.now()
    await core.hostCalls.addFolder({ path: join(dir, 'photos') })
    while ((await core.library.library.info()).photoCount < count) await setTimeout(20)
    return count / ((performance.now() - began) / 1000)
  } finally {
    await core.close()
    removeFolder(dir)
  }
}

/** Two processes of vipsthumbnail over the same files; null where it is not installed. */
function measureVips(photos: string): { seconds: number } | null {
  if (spawnSync('vipsthumbnail', ['--version']).status !== 0) return null
  const out = makeTempFolder('bench-vips')
  const began = performance.now()
  const result = spawnSync('xargs', ['-0', '-P2', '-n', '25', 'vipsthumbnail', '--size', '320', '--output', `${out}/%s.webp[Q=75,effort=0]`], {
    input: readdirSync(photos).map((name) => `${join(photos, name)}\0`).join(''),
    env: { ...process.env, VIPS_CONCURRENCY: '1' },
  })
  const seconds = (performance.now() - began) / 1000
  removeFolder(out)
  if (result.status !== 0) throw new Error(`vipsthumbnail failed: ${String(result.stderr)}`)
  return { seconds }
}

/** Import of large photos: rows, thumbnails against vipsthumbnail, the whole analysis, memory and rest. */
export async function benchImport(count = 600): Promise<ImportBench> {
  const photos = await largePhotos(count)
  const rows = await measureRows(10_000)
  const vips = measureVips(photos)
  const thumbnails = await importFolder(photos, ['hash', 'preview'])
  const whole = await importFolder(photos)
  const rate = (seconds: number) => `${(count / seconds).toFixed(1)} photos/s`
  const table = [
    { what: 'rows visible', value: `${Math.round(rows)} files/s`, bound: '1000 files/s' },
    { what: 'vipsthumbnail, 2 processes', value: vips === null ? 'not installed' : rate(vips.seconds), bound: '' },
    { what: 'scan, metadata, thumbnails', value: rate(thumbnails.seconds), bound: vips === null ? '' : `${(vips.seconds / thumbnails.seconds).toFixed(2)}x of vipsthumbnail (bound 0.9x)` },
    { what: 'whole analysis', value: rate(whole.seconds), bound: '' },
    { what: 'CPU, thumbnails alone', value: `${(thumbnails.cpuMs / count).toFixed(1)} ms/photo`, bound: '' },
    { what: 'CPU, whole analysis', value: `${(whole.cpuMs / count).toFixed(1)} ms/photo`, bound: `adds ${((whole.cpuMs - thumbnails.cpuMs) / thumbnails.cpuMs).toFixed(2)}x (bound 1.5x)` },
    { what: 'peak memory, all processes', value: `${Math.round(whole.peakMb)} MB`, bound: '700 MB' },
    { what: 'idle CPU', value: `${whole.idleCpuPercent.toFixed(2)} %`, bound: '1 %' },
  ]
  const total = [...whole.timings.values()].reduce((sum, ms) => sum + ms, 0)
  const steps = [...whole.timings].sort((a, b) => b[1] - a[1]).map(([step, ms]) => ({ step, 'ms/photo': (ms / count).toFixed(2), share: `${((ms / total) * 100).toFixed(1)} %` }))
  return { table, steps }
}

if (import.meta.main) {
  const { table, steps } = await benchImport(Number(process.argv[2] ?? 600))
  console.table(table)
  console.table(steps)
}
