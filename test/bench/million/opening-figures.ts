import { setTimeout } from 'node:timers/promises'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { type Figures, timed } from './figures.ts'
import { measure, PAGE, STRETCH_MS } from './measure.ts'
import { type LargeLibrary, openLarge } from './open-library.ts'
import { withHeartbeat } from './stretches.ts'

/** Opens the library as a window does. */
export async function measureOpening(figures: Figures, library: LargeLibrary): Promise<OpenLibrary> {
  await keepIndex(figures, library)
  const began = performance.now()
  const opened = await measure(figures, 'open', null, () => openLarge(library, false))
  await measure(figures, `first page of ${PAGE}`, null, () => opened.calls.photos.list({ limit: PAGE }))
  await measure(figures, 'tree of folders', null, () => opened.calls.folders.list())
  figures.put('first screen: opening, page, folders', performance.now() - began, { limit: 2000, unit: 'ms' })
  await measure(figures, 'first facets', 1000, () => opened.calls.search.facets({ filter: {} }))
  for (let turn = 0; turn < 2; turn++) {
    globalThis.gc?.() // arrays of the earlier catalogue, which are otherwise released during other work
    await setTimeout(100)
  }
  const bytes = process.memoryUsage().arrayBuffers / library.photos
  figures.put('index in memory, room for new photos included', bytes, { limit: 250, unit: 'bytes a photo' })
  return opened
}

/** Leaves the library as an earlier session would: with its index in a file. */
async function keepIndex(figures: Figures, { libraryDir }: LargeLibrary): Promise<void> {
  const catalog = openCatalog(libraryDir)
  const reading = await withHeartbeat(() => timed(() => catalog.search.prepare({ rest: true })))
  const { ms, computingMs } = reading.result
  figures.put('index read at all', ms, { unit: 'ms', note: `computing ${Math.round(computingMs)} ms` })
  figures.put('  longest stretch', reading.stretch.computingMs, { limit: STRETCH_MS, unit: 'ms' })
  const keeping = await withHeartbeat(() => timed(() => catalog.search.keep()))
  figures.put('index kept in a file, where little changed not', keeping.result.ms, { unit: 'ms' })
  figures.put('  longest stretch', keeping.stretch.computingMs, { limit: STRETCH_MS, unit: 'ms' })
  catalog.close()
  globalThis.gc?.()
}
