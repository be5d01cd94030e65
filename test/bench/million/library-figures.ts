import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { bundleProgram } from '../bundle-program.ts'
import { startMeter } from '../process-meter.ts'
import type { Figures } from './figures.ts'
import { measure } from './measure.ts'
import type { MemoryOrder, MemoryReport } from './memory-child.ts'
import { createIdleEngine } from './idle-engine.ts'
import { type LargeLibrary, tellSteps } from './open-library.ts'
import { tableSizes } from './table-sizes.ts'

const CLI = join(import.meta.dirname, '..', '..', '..', 'bin', 'lumafold.mjs')

/** Memory of a library process as shipped, after all requests of a window. */
export async function measureMemory(figures: Figures, library: LargeLibrary, similar: boolean): Promise<void> {
  const child = fork(await bundleProgram('memory-child', 'test/bench/million/memory-child.ts'), { execArgv: [] })
  child.send({ library, resourcesDir, similar } satisfies MemoryOrder)
  const [{ rss, heapUsed, external, arrayBuffers }] = (await once(child, 'message')) as [MemoryReport]
  await once(child, 'close')
  const mb = (bytes: number) => Math.round(bytes / 1e6)
  const note = `arrays ${mb(arrayBuffers)}, other external ${mb(external - arrayBuffers)}, heap ${mb(heapUsed)} MB`
  const limit = library.photos > 500_000 ? 1200 : 250
  figures.put('memory of the library process as it is shipped', mb(rss), { limit, unit: 'MB', note })
}

/** The first search creates or reads the index of similar photos. */
export async function measureSimilar(figures: Figures, { calls }: OpenLibrary): Promise<void> {
  const search = (photoId: number) => () => calls.similar.find({ to: { photoIds: [photoId] }, limit: 100 })
  await measure(figures, 'first similar search', 2000, search(77))
  await measure(figures, 'second similar search', 50, search(770))
}

/**
 * All photos as JSON, by the command. It opens the library with the program's engine, so that all photos are pending
 * again, as after an update: that is reverted afterwards.
 */
export async function measureList(figures: Figures, library: LargeLibrary): Promise<void> {
  const began = performance.now()
  const { bytes, peak } = await list(library)
  const note = `${Math.round(bytes / 1e6)} MB of JSON, memory at most ${Math.round(peak / 1e6)} MB`
  figures.put('list --json', (performance.now() - began) / 1000, { unit: 's', note })
  const catalog = openCatalog(library.libraryDir)
  tellSteps(catalog, createIdleEngine())
  catalog.close()
}

/** The size of the command's output, and its peak memory. */
async function list({ libraryDir }: LargeLibrary, more: string[] = []): Promise<{ bytes: number; peak: number }> {
  const child = spawn(process.execPath, [CLI, 'list', '--json', '--library', libraryDir, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const meter = startMeter(child.pid)
  let bytes = 0
  child.stdout.on('data', (piece: Buffer) => (bytes += piece.length))
  const [code] = (await once(child, 'close')) as [number]
  meter.stop()
  if (code !== 0) throw new Error(`lumafold list ended with ${code}.`)
  return { bytes, peak: meter.peakBytes() }
}

/** Bytes a photo of the catalogue, by table and index. */
export function measureSizes({ libraryDir, photos }: LargeLibrary): void {
  const total = statSync(join(libraryDir, 'library.db')).size
  process.stdout.write(`  library.db ${Math.round(total / 1e6)} MB, ${Math.round(total / photos)} bytes a photo\n`)
  for (const { name, bytes } of tableSizes(libraryDir))
    if (bytes > photos) process.stdout.write(`    ${name.padEnd(30)} ${Math.round(bytes / photos)} bytes a photo\n`)
}
