import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Core } from '../../../src-main/core/core.ts'
import { startMeter } from '../process-meter.ts'
import type { Figures } from './figures.ts'
import { measure } from './measure.ts'
import type { LargeLibrary } from './open-library.ts'
import { tableSizes } from './table-sizes.ts'

const CLI = join(import.meta.dirname, '..', '..', '..', 'bin', 'lumafold.mjs')

/** Memory of this process, which is the library's. */
export function measureMemory(figures: Figures, after: string, photos: number): void {
  globalThis.gc?.()
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const mb = (bytes: number) => Math.round(bytes / 1e6)
  const note = `arrays ${mb(arrayBuffers)}, other external ${mb(external - arrayBuffers)}, heap ${mb(heapUsed)} MB`
  const limit = photos > 500_000 ? 1200 : 250
  figures.put(`memory of the library process after ${after}`, mb(rss), { limit, unit: 'MB', note })
}

/** The first search makes or reads the index of similar photos. */
export async function measureSimilar(figures: Figures, { library }: Core): Promise<void> {
  const search = (photoId: number) => () => library.similar.find({ to: { photoIds: [photoId] }, limit: 100 })
  await measure(figures, 'first similar search', 2000, search(77))
  await measure(figures, 'second similar search', 50, search(770))
}

/** All photos as JSON, by the command. */
export async function measureList(figures: Figures, { libraryDir }: LargeLibrary): Promise<void> {
  const began = performance.now()
  const child = spawn(process.execPath, [CLI, 'list', '--json', '--library', libraryDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const meter = startMeter(child.pid)
  let bytes = 0
  child.stdout.on('data', (piece: Buffer) => (bytes += piece.length))
  const [code] = (await once(child, 'close')) as [number]
  meter.stop()
  const note = `${Math.round(bytes / 1e6)} MB of JSON, exit ${code}, memory at most ${Math.round(meter.peakBytes() / 1e6)} MB`
  figures.put('list --json', (performance.now() - began) / 1000, { unit: 's', note })
}

/** Bytes a photo of the catalogue, by table and index. */
export function measureSizes({ libraryDir, photos }: LargeLibrary): void {
  const total = statSync(join(libraryDir, 'library.db')).size
  process.stdout.write(`  library.db ${Math.round(total / 1e6)} MB, ${Math.round(total / photos)} bytes a photo\n`)
  for (const { name, bytes } of tableSizes(libraryDir))
    if (bytes > photos) process.stdout.write(`    ${name.padEnd(30)} ${Math.round(bytes / photos)} bytes a photo\n`)
}
