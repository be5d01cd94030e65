import { PAGE } from './measure.ts'
import { type LargeLibrary, openLarge, warmUp } from './open-library.ts'
import { filters, orders, texts } from './query-figures.ts'

/** Requests of the benchmark to the process with the library; the answer is the memory used. */
export type MemoryOrder = { library: LargeLibrary; resourcesDir: string; similar: boolean }
export type MemoryReport = NodeJS.MemoryUsage

/** Sends all requests of a window. */
process.once('message', ({ library, resourcesDir, similar }: MemoryOrder) => {
  void (async () => {
    const opened = await openLarge(library, false, resourcesDir)
    await warmUp(opened)
    const { photos, search } = opened.calls
    for (const [, filter] of filters) {
      await photos.list({ filter, limit: PAGE })
      await search.facets({ filter })
    }
    for (const text of texts) await photos.list({ filter: { text }, limit: PAGE })
    for (const by of orders)
      for (let turn = 0; turn < 20; turn++)
        await photos.list({
          sort: { by, order: 'asc' },
          limit: PAGE,
          offset: Math.floor((library.photos * turn) / 20),
        })
    if (similar) await opened.calls.similar.find({ to: { photoIds: [77] }, limit: 100 })
    process.send?.(process.memoryUsage() satisfies MemoryReport)
    await opened.close()
    process.disconnect()
  })()
})
